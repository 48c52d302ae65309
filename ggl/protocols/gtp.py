"""A protocol like GTP, the Go Text Protocol, for any game: see docs/internals/protocols.md.

`answer` takes a line and gives the reply, `=ID ..` or `?ID ..` with an empty line behind it, or None where there is nothing to
reply to; `over` is true after `quit`. One reply for each command, in their order.

Where GTP knows stones, colours and komi, this knows moves, sides and options; a `genmove` plays a whole turn, rolls included.

Source: G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2" (2002).
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from fractions import Fraction

from ggl.agents import wire
from ggl.agents.protocol import Budget
from ggl.diagnostics.escape import escape
from ggl.diagnostics.near import near
from ggl.errors import GglError
from ggl.play.game import State
from ggl.play.move import Move
from ggl.protocols.clocks import Clock, Clocks
from ggl.protocols.error_reply import error_text
from ggl.protocols.lines import LONGEST
from ggl.protocols.place import PlayedPosition
from ggl.protocols.table import Table
from ggl.protocols.thinking import ThinkingPlan, think_turn
from ggl.version import __version__

_SIZES = ("size", "side", "width")
"""The names of the option that `boardsize` sets; the first that a game has counts."""

_COLOURS = ("black", "white")
_SHORT = {"b": "black", "w": "white"}


class GtpError(GglError):
    """A command that cannot be done."""


class GtpEngine:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._place = PlayedPosition(table.game)
        self._clocks = Clocks()
        self.over = False
        self._commands: dict[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda words: "2",
            "name": lambda words: "ggl",
            "version": lambda words: __version__,
            "known_command": self._known,
            "list_commands": lambda words: "\n".join(self._commands),
            "quit": self._quit,
            "boardsize": self._boardsize,
            "clear_board": self._clear,
            "komi": self._komi,
            "play": self._play,
            "genmove": self._genmove,
            "reg_genmove": self._reg_genmove,
            "undo": self._undo,
            "showboard": lambda words: f"\n{self._state}",
            "final_score": self._final_score,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "ggl-moves": lambda words: " ".join(map(wire.word, self._state.legal_moves())),
            "ggl-turns": lambda words: " ".join(map(wire.word, self._state.legal_turns())),
            "ggl-why": self._why,
            "ggl-mover": lambda words: f"{self._state.mover} {self._state.seat}",
            "ggl-result": lambda words: str(self._state.result or "none"),
            "ggl-rules": lambda words: f"\n{self._table.game.rules_text()}",
            "ggl-options": self._options,
            "ggl-set": self._set,
        }

    @property
    def _state(self) -> State:
        return self._place.state

    def answer(self, line: str | None) -> str | None:
        """The reply to a line, with the empty line that ends it. None: a line that holds no command."""
        if line is None:
            return f"? a line of more than {LONGEST >> 20} MiB is too long\n\n"
        words = _tidy(line).split()
        if not words:
            return None
        number = words.pop(0) if re.fullmatch(r"[0-9]{1,10}", words[0]) else ""
        try:
            if not words:
                raise GtpError("syntax error: a command must follow the number")
            command = self._commands.get(words[0])
            if command is None:
                close = near(words[0], self._commands)
                hint = f": `{escape(words[0][:60])}`" + (f"; near: {', '.join(close)}" if close else "")
                raise GtpError(f"unknown command{hint}")
            return _reply("=", number, command(words[1:]))
        except Exception as error:
            return _reply("?", number, error_text(error))

    # ---- administration

    def _known(self, words: list[str]) -> str:
        return str(words[:1] != [] and words[0] in self._commands).lower()

    def _quit(self, words: list[str]) -> str:
        self.over = True
        return ""

    def _boardsize(self, words: list[str]) -> str:
        value = _one(words, "boardsize", "SIZE")
        name = next((name for name in _SIZES if name in self._table.game.options), None)
        if name is None:
            raise GtpError(
                f"unacceptable size: {self._table.game.name} has no option {' or '.join(f'`{each}`' for each in _SIZES)}"
            )
        try:
            self._table.set_option(name, value)
        except GglError as error:
            raise GtpError(f"unacceptable size: {error_text(error)}") from None
        return self._clear([])

    def _komi(self, words: list[str]) -> str:
        value = _one(words, "komi", "POINTS")
        if "komi" not in self._table.game.options:
            raise GtpError(f"{self._table.game.name} has no komi")
        self._table.set_option("komi", value)
        return self._clear([])

    def _clear(self, words: list[str]) -> str:
        self._table.begin()
        self._place = PlayedPosition(self._table.game)
        self._clocks.begin()
        return ""

    def _options(self, words: list[str]) -> str:
        return "\n".join(str(setting) for setting in self._table.settings())

    def _set(self, words: list[str]) -> str:
        if not words:
            raise GtpError("syntax error: write `ggl-set NAME VALUE`; `ggl-options` lists the options")
        before = self._table.game
        self._table.set(words[0], " ".join(words[1:]))
        if self._table.game is not before:
            self._clear([])
        return ""

    # ---- playing

    def _side(self, text: str) -> str:
        """A side by its name, or else as go says, black for the first and white for the second, or else by its beginning."""
        sides = {side.lower(): side for side in self._table.game.players}
        word = text.lower() if text.lower() in sides else _SHORT.get(text.lower(), text.lower())
        if word in sides:
            return sides[word]
        if word in _COLOURS and len(sides) > 1:
            # If a side has this name, the other colour is another side's.
            place = 0 if sides.keys() & {*_COLOURS} else _COLOURS.index(word)
            return [side for name, side in sides.items() if name not in _COLOURS][place]
        found = [side for name, side in sides.items() if name.startswith(word)]
        if len(found) != 1:
            raise GtpError(f"syntax error: `{escape(text[:60])}` is not a side; the sides are {', '.join(sides.values())}")
        return found[0]

    def _must_move(self, words: list[str], command: str) -> None:
        """The first word is the side, which has to be on the move."""
        if not words:
            raise GtpError(f"syntax error: write `{command}`")
        side = self._side(words[0])
        if self._state.is_over:
            raise GtpError(f"illegal move: the game is over: {self._state.result}")
        if side != self._state.mover and not self._state.is_chance:
            raise GtpError(f"illegal move: {self._state.mover} is to move")

    def _play(self, words: list[str]) -> str:
        self._must_move(words, "play SIDE MOVE")
        if len(words) < 2:
            raise GtpError("syntax error: write `play SIDE MOVE`")
        try:
            steps = wire.read_steps(self._state, "_".join(words[1:]))
        except GglError as error:
            raise GtpError(f"illegal move: {error_text(error)}") from None
        self._place.go_on(steps)
        return ""

    def _genmove(self, words: list[str]) -> str:
        self._must_move(words, "genmove SIDE")
        side, begun = self._side(words[0]), time.monotonic()
        steps = self._thought(side)
        self._place.go_on(steps)
        self._clocks.took(side, time.monotonic() - begun)
        return wire.word(steps)

    def _reg_genmove(self, words: list[str]) -> str:
        self._must_move(words, "reg_genmove SIDE")
        return wire.word(self._thought(self._side(words[0])))

    def _thought(self, side: str) -> tuple[Move, ...]:
        """The turn that the agent plays."""
        plan = ThinkingPlan(Budget(seconds=self._clocks.share(side)), whole=True)
        self._table.used = True
        return think_turn(
            self._table, self._state, self._place.count + 1, plan, lambda agent, state, budget: agent.think(state, budget)
        )

    def _undo(self, words: list[str]) -> str:
        if not self._place.go_back():
            raise GtpError("cannot undo: no move was played")
        return ""

    def _why(self, words: list[str]) -> str:
        return str(self._state.explain(wire.text("_".join(words))))

    def _final_score(self, words: list[str]) -> str:
        result = self._state.result
        if result is None:
            raise GtpError("cannot score: the game is not over")
        if result.winner is None:
            return f"{','.join(result.winners)}+" if result.winners else "0"
        if result.scores is None:
            return f"{result.winner}+"
        lead = Fraction(result.scores[result.winner]) - max(
            Fraction(score) for side, score in result.scores.items() if side != result.winner
        )
        return f"{result.winner}+{float(lead):g}" if lead > 0 else f"{result.winner}+"

    # ---- time

    def _time_settings(self, words: list[str]) -> str:
        numbers = [_seconds(word) for word in words]
        if len(numbers) != 3:
            raise GtpError("syntax error: write `time_settings MAIN_SECONDS EXTRA_SECONDS EXTRA_MOVES`")
        main, extra, moves = numbers
        self._clocks.set(main, extra, int(moves))
        return ""

    def _time_left(self, words: list[str]) -> str:
        if len(words) != 3:
            raise GtpError("syntax error: write `time_left SIDE SECONDS MOVES`")
        self._clocks.tell(self._side(words[0]), Clock(_seconds(words[1]), int(_seconds(words[2]))))
        return ""


def _tidy(line: str) -> str:
    """A line as GTP has it read: without its comment and control characters, its tabs as blanks."""
    text = line.partition("#")[0].replace("\t", " ")
    return "".join(letter for letter in text if letter >= " " and letter != "\x7f")


def _reply(sign: str, number: str, text: str) -> str:
    """A reply holds no empty line, for that is its end."""
    lines = [line.rstrip() or " " for line in text.rstrip().split("\n")]
    if lines[0] == " " and len(lines) > 1:
        lines[0] = ""
    lines[0] = f"{sign}{number} {lines[0]}".rstrip()
    return "\n".join(lines) + "\n\n"


def _one(words: list[str], command: str, what: str) -> str:
    if len(words) != 1:
        raise GtpError(f"syntax error: write `{command} {what}`")
    return words[0]


def _seconds(word: str) -> float:
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", word) is None:
        raise GtpError(f"syntax error: `{escape(word[:60])}` is not a number")
    return float(word)
