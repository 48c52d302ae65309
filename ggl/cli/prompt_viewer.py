"""The viewer of the board, in a game in which players do not see everything.

Takes the session and the side that was asked for (`--seat`). Gives the state that may be shown: the view of one side, and the
whole state where everybody may see it: when the play is over, where no person plays, or when the referee's view was asked for.
Where several people share the prompt, the board is covered between them: one Enter hides it, another shows it to the next.
"""

from __future__ import annotations

from ggl.diagnostics.escape import escape
from ggl.diagnostics.near import list_names
from ggl.play.errors import GglError
from ggl.play.game import State
from ggl.play.session import HUMAN, Session

ALL = "all"
"""The referee, who sees everything."""

SHOWN, HIDDEN = "shown", "hidden"
"""How far the board has gone from one person to another."""


class Eyes:
    def __init__(self, session: Session, side: str = "") -> None:
        """Raises `GglError` for an unknown side."""
        self.session = session
        self.asked = ""
        self.covered = ""
        """`SHOWN` while the last one may look yet, `HIDDEN` while nobody may."""

        self._last = ""
        self._known: dict[str, int] = {}
        """The number of entries of its information that each side has been told."""

        if side:
            self.ask(side)

    def ask(self, name: str) -> None:
        """Look with the eyes of a side or a seat from now on, or with those of the referee (`all`)."""
        self.asked = ALL if name.lower() == ALL else side_of(self.session.state, name)
        self.covered = ""

    def on(self, session: Session) -> Eyes:
        """The same viewer at another session; if it does not have the viewer's side, the board is covered."""
        eyes = Eyes(session, self.asked if self.asked == ALL or self.asked in session.state.seats else "")
        eyes._last = self._last or self.asked
        return eyes

    @property
    def is_open(self) -> bool:
        """Whether all may be seen."""
        return self._is_referee or self.session.is_play_over

    @property
    def _is_referee(self) -> bool:
        """Whether all may be seen at any time."""
        return not self.session.game.hides or self.asked == ALL or HUMAN not in self.session.seats.values()

    @property
    def only_looks(self) -> bool:
        """Whether all may be seen because the play is over: then the board goes back, and the play stays where it ended."""
        return self.session.is_play_over and not self._is_referee

    @property
    def side(self) -> str:
        """The side that looks: the one named by `--seat`, the only person, or the person to move."""
        if self.asked:
            return self.asked
        session = self.session
        people = [side for side, seat in session.state.seats.items() if session.seats[seat] == HUMAN]
        if len(people) == 1:
            return people[0]
        if session.state.mover in people and not session.state.is_chance:
            return session.state.mover
        return self._last or people[0]

    @property
    def state(self) -> State:
        """The visible state on the board."""
        return self.session.state if self.is_open else self.session.state.view(self.side)

    def passes_on(self) -> bool:
        """Whether another person looks now than before; then the board must be covered."""
        before, self._last = self._last, "" if self.is_open else self.side
        return bool(before and self._last and before != self._last)

    def news(self, side: str) -> list[str]:
        """The news of a side since the last call."""
        found = self.session.state.information(side)
        begin, self._known[side] = self._known.get(side, 0), len(found.entries)
        return found.told(begin)

    def must_be_open(self, what: str) -> None:
        """Refuse what would show, or take back, what a side has seen."""
        if not self.is_open:
            way = f"wait for the end of the play, or be the referee: `eyes {ALL}`"
            raise GglError(f"{what} while players do not see everything; {way}")

    def refuse_new_end(self) -> None:
        """Refuse to play on from before the end of a play, where everything was shown."""
        if self.only_looks and self.session.looking:
            way = f"begin a new play, or be the referee: `eyes {ALL}`"
            raise GglError(f"everything was shown at the end, so the play does not go on from here; {way}")

    def history(self) -> list[str]:
        """The steps that the viewing side has seen and made."""
        return numbered_lines(self.session.state.information(self.side).story)


def numbered_lines(story: list[str]) -> list[str]:
    return [f"{number:4}. {line}" for number, line in enumerate(story, 1)]


def side_of(state: State, name: str) -> str:
    """The side of a name, which may be that of a seat. Raises `GglError`."""
    known = {seat: side for side, seat in state.seats.items()} | {side.lower(): side for side in state.seats}
    if name.lower() not in known:
        raise GglError(f"there is no side `{escape(name[:40])}`; there are {list_names([*state.seats], len(state.seats))}")
    return known[name.lower()]
