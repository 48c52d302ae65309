"""The prompt: lines in, answers out.

Takes a session and a reader of lines; a line is a command of `COMMANDS` or a move. Answers on stdout, in the order of the
lines. A mistake in a line is answered and changes nothing. Raises EOFError or KeyboardInterrupt as the reader does; where
somebody sits at a terminal, what an interrupt stops otherwise is answered too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

from ggl.cli import prompt_advice, prompt_basics, prompt_eyes_command, prompt_review, prompt_seating, prompt_tree, terminal
from ggl.cli.prompt_command import Command
from ggl.cli.prompt_seats import Seats
from ggl.cli.prompt_viewer import HIDDEN, SHOWN, Eyes
from ggl.cli.words import quantity
from ggl.diagnostics.escape import escape
from ggl.engine.protocol import PASS
from ggl.narration.nouns import does
from ggl.play import clock
from ggl.play.errors import GglError
from ggl.play.information import last_announced
from ggl.play.picture import picture
from ggl.play.session import HUMAN, Session
from ggl.play.turns import PlayedTurn
from ggl.play.values import options_text

MARK = "> "

COMMANDS: dict[str, Command] = {
    **prompt_basics.SEEING,
    **prompt_advice.COMMANDS,
    **prompt_review.COMMANDS,
    **prompt_tree.COMMANDS,
    **prompt_seating.COMMANDS,
    **prompt_eyes_command.COMMANDS,
    **prompt_basics.LEAVING,
}
ALIASES = {"?": "help", "exit": "quit", "q": "quit", "variations": "var", "evaluate": "eval", "levels": "level", "seats": "seat"}
_MOST_TURNS = 20
_CLEARED = "\x1b[2J\x1b[3J\x1b[H"
"""Clears a terminal, with what was scrolled away."""


class Prompt:
    commands: Mapping[str, Command] = COMMANDS
    aliases: Mapping[str, str] = ALIASES

    def __init__(self, session: Session, style: str, *, colour: bool = False, judge: str | None = None, seat: str = "") -> None:
        """`seat` is the side or the seat whose view is shown. Raises `GglError` for an unknown one, for an unknown
        judge, and for an agent in a seat that cannot play."""
        self.session = session
        self.eyes = Eyes(session, seat)
        self.seats = Seats(session, judge)
        self._style = style
        self._colour = colour
        self._told_trouble = ""
        self._told_time: set[str] = set()
        self.done = False
        self.seats.sit()

    # ---- the loop

    def run(self, read: Callable[[], str]) -> None:
        """Answer lines until one says quit. The reader raises EOFError at the end of its lines."""
        options = options_text(self.session.game.options)
        self.say(escape(self.session.game.name) + (f" ({options})" if options else ""))
        if self.seats.of_agents():
            prompt_seating.tell_seats(self, self.seats.of_agents())
        self.say("A move, or `help`.")
        if self.session.moves:
            turns = self.session.turns_done()
            self.say(f"The play goes on after {quantity(turns, 'turn')}." if turns else "The play goes on in its first turn.")
        self._tell_unplayed()
        self._safely(self.show if self.session.as_found else self.go_on)
        while not self.done:
            if not (self.session.looking or self.session.is_over or self.session.as_found or self.eyes.covered):
                self.session.watch.start()
            self.answer(read())

    def _tell_unplayed(self) -> None:
        """Say what of a play on file the rules do not allow now; it stays on file, and so does the file until something is
        played."""
        session = self.session
        if session.broken:
            self.say(f"It broke off {escape(session.broken)}.")
        if session.tree.unplayed:
            moves = quantity(len(session.tree.unplayed), "move")
            self.say(f"{moves} of it cannot be played under these rules. All is kept, and comes back with rules that allow it; "
                     "`var` lists what would follow here.")  # fmt: skip
        if session.as_found and not session.is_over and self._needs_nobody():
            self.say("`go` continues the play.")

    def _needs_nobody(self) -> bool:
        state = self.session.state
        return state.is_chance or self.session.seats[state.seat] != HUMAN

    def answer(self, line: str) -> None:
        """Do what a line says, and say what came of it."""
        self._safely(lambda: self._answer(line))

    def _safely(self, work: Callable[[], None]) -> None:
        try:
            work()
        except GglError as error:
            self.say(escape(str(error), keep="\n"))
        except KeyboardInterrupt:
            if not terminal.is_terminal(sys.stdin):
                raise
            self.say(f"\nInterrupted. {self._who_is_to_move()}".rstrip())
        self._tell_trouble()

    def _who_is_to_move(self) -> str:
        if self.session.is_over:
            return ""
        mover, who = self.session.state.mover, self.session.seats[self.session.state.seat]
        if self.session.looking or who == HUMAN:
            return f"{does(mover, 'be')} to move."
        return f"{does(mover, 'be')} to move: `go`, or a move for it, or `seat {mover.lower()} ..`."

    def _answer(self, line: str) -> None:
        text = line.strip()
        self._tell_time()
        if self.eyes.covered and not text:
            self._uncover()
            return
        self.eyes.covered = ""
        if not text:
            return
        name, rest = self._command(text)
        if name is not None:
            COMMANDS[name].run(self, rest)
        else:
            self._enter(text)
            self.go_on()

    def _enter(self, text: str) -> None:
        """Play a move. Only its side is told why it is refused, since the reason may say what that side alone knows."""
        self.eyes.refuse_new_end()
        waits_for = self.eyes.state.waits_for
        try:
            self.session.enter(text)
        except GglError:
            if not waits_for:
                raise
            raise GglError(f"{waits_for}, and this move cannot be played now") from None

    def _command(self, text: str) -> tuple[str | None, str]:
        """The command of a line and the rest of it. A move that is written so comes first; `:save` is always the command."""
        typed, _, rest = text.removeprefix(":").lstrip().partition(" ")
        word = ALIASES.get(typed.lower(), typed.lower())
        if word not in COMMANDS or (not text.startswith(":") and self.session.is_move(text)):
            return None, text
        return word, rest.strip()

    def go_on(self) -> None:
        """Let those play who need no person, and show the board."""
        agents = self.seats.of_agents()
        if self.session.timing is not None:
            self.session.watch.stop()
        turns = self.session.answer(self._tell_turn if agents else None)
        for turn in [] if agents else turns[-_MOST_TURNS:]:
            self._say_turn(turn)
        if self.eyes.passes_on():
            self._hand_over()
        else:
            self.show()
        if self.session.pause:
            self.say(f"Stopped: {self.session.pause}.")
        self._tell_trouble()

    def _tell_turn(self, turn: PlayedTurn) -> None:
        """Say a turn as soon as it is played; where agents play alone, with the board, for those who watch."""
        self._say_turn(turn)
        if HUMAN not in self.session.seats.values() and not self.session.is_over:
            self.show()

    def _hand_over(self) -> None:
        """Say that another person is to move, and show nothing of that person's view."""
        self.eyes.covered = SHOWN
        self.say(f"{does(self.eyes.side, 'be')} to move. Enter clears the screen; then hand over the keyboard.")

    def _uncover(self) -> None:
        if self.eyes.covered == SHOWN:
            self.eyes.covered = HIDDEN
            if terminal.can_move(sys.stdout):
                self.say(_CLEARED)
            self.say(f"Enter shows {self.eyes.side} the board.")
        else:
            self.eyes.covered = ""
            self.show()

    def _say_turn(self, turn: PlayedTurn) -> None:
        if not self.eyes.is_open:
            return  # the board's panel shows what a side learns of it
        if (who := self.session.seats[turn.seat]) != HUMAN:
            self.say(f"{turn.mover} ({escape(who)}): {turn}")
        elif turn.steps[-1].schema == PASS:
            rolled = ", ".join(map(str, turn.steps[: turn.rolls]))
            self.say(f"{turn.mover} has no move{f' after {rolled}' if rolled else ''} and passes.")

    def show(self) -> None:
        session, eyes = self.session, self.eyes
        last = session.last_steps() if eyes.is_open else ()
        self.say("\n" + picture(eyes.state, self._style, last=last, colour=self._colour, width=terminal.page_width()))
        if eyes.is_open and (announced := last_announced(session.state)):
            self.say(f"announced: {announced}")
        if not eyes.is_open:
            self.say(f"seen by {eyes.side}")
            for told in eyes.news(eyes.side):
                self.say(f"told: {told}")
        if session.timing is not None:
            self.say(f"clock: {self.clocks()}")
        if session.looking:
            self.say(prompt_tree.board_place(session))
        if session.is_over:
            if not session.state.is_over:
                self.say(f"over: {session.ending}")
            self.say("The game is over: `review`, `undo`, `history`, `save FILE` or `quit`.")

    def farewell(self) -> None:
        """Say whether the play is kept, and how to go on with it; on stderr, for it is not a part of the play."""
        if not self.session.tree.root.children or (self.session.is_over and not self.session.looking):
            return
        if not self.session.keep_if_played():
            if not self.session.files.is_kept:
                terminal.note(f"the play is not saved: {self.session.files.trouble}")
                return
            terminal.note(str(self.session.files.trouble))
        terminal.note("the play is saved; resume it with `ggl play --resume`")

    def leave(self) -> None:
        """Give back what agents and files hold."""
        self.seats.close()
        self.session.files.release()

    def move_to(self, session: Session) -> None:
        """Go on with another session. Raises `GglError`, and stays with this one, where its agents cannot play."""
        self.seats.move_to(session)
        self.session.files.release()
        self.session = session
        self.eyes = self.eyes.on(session)
        self._told_time.clear()

    @staticmethod
    def say(text: str) -> None:
        terminal.data(text)

    def _tell_trouble(self) -> None:
        trouble = str(self.session.files.trouble or "")
        if trouble and trouble != self._told_trouble:
            self.say(f"Not saved: {trouble}. The play goes on in memory; `save FILE` tries another place.")
        self._told_trouble = trouble

    # ---- the clock

    def clocks(self) -> str:
        sides = {seat: side for side, seat in self.session.state.seats.items()}
        return ", ".join(f"{sides[seat]} {clock.clock_text(left)}" for seat, left in self.session.left().items())

    def mark(self) -> str:
        """The prompt of a line on a terminal: the remaining time of the side to move, if a clock runs."""
        if self.session.timing is None or self.session.looking or self.session.is_over:
            return MARK
        state = self.session.state
        return f"[{state.mover} {clock.clock_text(self.session.left()[state.seat])}] {MARK}"

    def _tell_time(self) -> None:
        """Say once that a side has run out of time; if that loses, the play is then over."""
        if not self.session.flag():
            return
        if self.session.is_over:
            self.show()
        elif self.session.state.seat not in self._told_time:
            self._told_time.add(self.session.state.seat)
            self.say(f"{self.session.state.mover}'s time has run out.")
