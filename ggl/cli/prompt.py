"""The prompt: lines in, answers out.

Takes a session and a reader of lines; a line is a command of `COMMANDS` or a move. Answers on stdout, in the order of the
lines. A mistake in a line is answered and changes nothing. Raises EOFError or KeyboardInterrupt as the reader does.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import textwrap
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from ggl.cli import terminal
from ggl.diagnostics.escape import escape
from ggl.engine.protocol import PASS
from ggl.play.errors import GglError
from ggl.play.picture import picture
from ggl.play.session import RANDOM, Session, Turn, is_found_from
from ggl.play.values import written

COMMANDS = {
    "help": ("help", "this list"),
    "board": ("board", "the board again"),
    "rules": ("rules", "the rules in English"),
    "moves": ("moves [WORDS]", "the legal moves (with these words)"),
    "why": ("why MOVE", "why a move is legal or not"),
    "undo": ("undo [N]", "take back the move entered last, or the last N, with what answered it"),
    "redo": ("redo [N]", "play again what was taken back"),
    "history": ("history", "the moves so far"),
    "score": ("score", "the score now"),
    "save": ("save FILE", "write the play to a file"),
    "load": ("load FILE", "go on with the play on a file"),
    "resign": ("resign", "give up"),
    "quit": ("quit", "leave; the play is kept"),
}
ALIASES = {"?": "help", "exit": "quit", "q": "quit"}
_MOST_SHOWN = 2000


class Prompt:
    def __init__(self, session: Session, style: str, *, colour: bool = False) -> None:
        self.session = session
        self._style = style
        self._colour = colour
        self._told_trouble = ""
        self._done = False

    # ---- the loop

    def run(self, read: Callable[[], str]) -> None:
        """Answer lines until one says quit. The reader raises EOFError at the end of its lines."""
        options = ", ".join(f"{name}={_plain(value)}" for name, value in self.session.game.options.items())
        self.say(escape(self.session.game.name) + (f" ({options})" if options else ""))
        self.say("A move, or `help`.")
        if self.session.moves:
            turns = self.session.turns_done()
            self.say(f"The play goes on after {_count(turns, 'turn')}." if turns else "The play goes on in its first turn.")
        self._go_on()
        while not self._done:
            self.answer(read())

    def answer(self, line: str) -> None:
        """Do what a line says, and say what came of it."""
        text = line.strip()
        if not text:
            return
        try:
            name, rest = self._command(text)
            if name is not None:
                getattr(self, f"_{name}")(rest)
            else:
                self.session.enter(text)
                self._go_on()
        except GglError as error:
            self.say(escape(str(error), keep="\n"))
        self._tell_trouble()

    def _command(self, text: str) -> tuple[str | None, str]:
        """The command of a line and the rest of it. A move of the same name comes first; `:save` is always the command."""
        word, _, rest = text.removeprefix(":").lstrip().partition(" ")
        word = ALIASES.get(word.lower(), word.lower())
        if word not in COMMANDS:
            return None, text
        taken = any(schema.name == word for schema in self.session.game.checked.core.schemas)
        return (None, text) if taken and not text.startswith(":") else (word, rest.strip())

    def _go_on(self) -> None:
        """Let those play who need no person, and show the board."""
        turns = self.session.answer()
        for turn in turns[-20:]:
            self._say_turn(turn)
        self.show()
        if self.session.pause:
            self.say(f"Stopped: {self.session.pause}.")
        self._tell_trouble()

    def _say_turn(self, turn: Turn) -> None:
        if self.session.seats[turn.seat] == RANDOM:
            self.say(f"{turn.mover} (random): {turn}")
        elif turn.steps[-1].schema == PASS:
            rolled = ", ".join(map(str, turn.steps[: turn.rolls]))
            self.say(f"{turn.mover} has no move{f' after {rolled}' if rolled else ''} and passes.")

    def show(self) -> None:
        last = self.session.last_steps()
        shown = picture(self.session.state, self._style, last=last, colour=self._colour, width=terminal.width())
        self.say("\n" + shown)
        if self.session.is_over:
            if not self.session.state.is_over:
                self.say(f"over: {self.session.ending}")
            self.say("The game is over: `undo`, `history`, `save FILE` or `quit`.")

    def farewell(self) -> None:
        """Say whether the play is kept, and how to go on with it; on stderr, for it is no part of the play."""
        if not self.session.moves or self.session.is_over:
            return
        if not self.session.keep():
            terminal.note(f"the play is not kept: {self.session.trouble}")
            return
        terminal.note("the play is kept; go on with `ggl play --resume`")

    @staticmethod
    def say(text: str) -> None:
        terminal.data(text)

    def _tell_trouble(self) -> None:
        trouble = str(self.session.trouble or "")
        if trouble and trouble != self._told_trouble:
            self.say(f"Not kept: {trouble}. The play goes on in memory; `save FILE` tries another place.")
        self._told_trouble = trouble

    # ---- the commands

    def _help(self, _: str) -> None:
        width = max(len(usage) for usage, _ in COMMANDS.values())
        self.say("\n".join(f"  {usage:{width}}  {what}" for usage, what in COMMANDS.values()))
        moves = self.session.state.legal_moves()
        if moves:
            self.say(f"A move is written like `{moves[0]}`; words may be shortened or left out as long as one move is meant.")

    def _board(self, _: str) -> None:
        self.show()

    def _rules(self, _: str) -> None:
        self.say(self.session.game.rules_text())

    def _moves(self, words: str) -> None:
        moves = [str(move) for move in self.session.state.legal_moves()] if not self.session.is_over else []
        wanted = words.lower().split()
        found = [move for move in moves if all(_has(move.lower(), word) for word in wanted)]
        if found:
            self.say(_columns(found[:_MOST_SHOWN]))
        more = f", the first {_MOST_SHOWN} shown" if len(found) > _MOST_SHOWN else ""
        with_words = f" with `{escape(words)}`" if wanted else ""
        self.say(f"{_count(len(found), 'legal move')}{with_words}{more}")

    def _why(self, text: str) -> None:
        if not text:
            raise GglError("why what? write `why MOVE`")
        self.say(str(self.session.state.explain(text)))

    def _undo(self, text: str) -> None:
        self._step(self.session.undo, text, "take back")

    def _redo(self, text: str) -> None:
        self._step(self.session.redo, text, "play again")

    def _step(self, work: Callable[[int], int], text: str, what: str) -> None:
        wanted = _number(text)
        done = work(wanted)
        if not done:
            self.say(f"There is nothing to {what}.")
            return
        if done < wanted:
            self.say(f"There was only {_count(done, 'move')} to {what}.")
        self.show()

    def _history(self, _: str) -> None:
        turns = self.session.turns()
        self.say("\n".join(f"{turn.number:4}. {turn.mover}: {turn}" for turn in turns) or "Nothing has been played.")
        if self.session.ending is not None:
            self.say(f"      {self.session.ending}")

    def _score(self, _: str) -> None:
        scores = self.session.state.scores
        if scores is None:
            self.say("This game has no score.")
        else:
            self.say(", ".join(f"{side} {float(score):g}" for side, score in scores.items()))

    def _save(self, text: str) -> None:
        if not text:
            raise GglError("where to? write `save FILE`")
        self.session.save(_path(text))
        self.say(f"saved in {escape(text)}")
        if not is_found_from(self.session.name, _path(text)):
            self.say(f"{elsewhere(self.session.name, text)}.")

    def _load(self, text: str) -> None:
        if not text:
            raise GglError("from where? write `load FILE`")
        from ggl.cli.prompt_load import loaded

        session, remarks = loaded(_path(text), self.session)
        self.session.release()
        self.session = session
        for remark in remarks:
            self.say(remark)
        self._go_on()

    def _resign(self, _: str) -> None:
        self.session.resign()
        self.show()

    def _quit(self, _: str) -> None:
        self.farewell()
        self._done = True


def elsewhere(name: str, record: str) -> str:
    """How a record is replayed whose game lies neither beside it nor below it."""
    with contextlib.suppress(ValueError):
        name = os.path.relpath(name)
    return f"the game's file is not beside {escape(record)}: replay it with `ggl replay {escape(record)} --game {escape(name)}`"


def _path(text: str) -> Path:
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise GglError(f"`{text}`: there is no such home folder") from None


def _number(text: str) -> int:
    if not text:
        return 1
    if not text.isdecimal() or len(text) > 6 or int(text) == 0:
        raise GglError(f"`{text[:40]}` is no number of moves; write 1 or more")
    return int(text)


def _has(move: str, word: str) -> bool:
    """The word is a word of the move, or a part of it of two letters or more."""
    return word in move.replace("-", " ").split() or (len(word) > 1 and word in move)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return written(value) if isinstance(value, Fraction) else str(value)


def _columns(items: list[str]) -> str:
    """The items side by side, within the width of the terminal, filled row by row."""
    room = min(shutil.get_terminal_size().columns, 100)
    width = max(map(len, items)) + 2
    if width > room:
        return "\n".join(textwrap.shorten(item, 400) for item in items)
    per_line = max(1, (room - 2) // width)
    lines = [items[i : i + per_line] for i in range(0, len(items), per_line)]
    return "\n".join(("  " + "".join(f"{item:{width}}" for item in line)).rstrip() for line in lines)
