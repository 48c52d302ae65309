"""The view of each connection to a table, in a game with hidden information.

A connection that holds a seat sees what its side sees; a watcher sees what every side sees. The owner plays the human seats that
no other connection holds, and sees as one of these sides: the one to move if there are several. When the play is over, or
no person plays, everything is shown. A change that a connection may not see changes neither its view nor the view's revision.
While another person holds a seat, nothing is shown that becomes secret again: the owner, who plays too, would have seen it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ggl.host import views as v
from ggl.host.errors import HostError
from ggl.host.rights import Rights
from ggl.host.tables.table import PlayTable
from ggl.play.game import Game, State, View
from ggl.play.seen_vector import WATCHER
from ggl.play.session import HUMAN

OWNER = "owner"
_SHARED = "while another person holds a seat; begin a new play"


def is_open(table: PlayTable) -> bool:
    """Whether everybody sees everything."""
    session = table.session
    return not session.game.hides or session.is_play_over or HUMAN not in session.seats.values()


@dataclass
class Lookers:
    """The roles of connections at tables, a seat, `WATCHER` or `OWNER`, and the view that each role was last shown."""

    tables: dict[str, dict[int, str]] = field(default_factory=dict)
    shown: dict[tuple[str, str], v.View] = field(default_factory=dict)

    def looks(self, table: PlayTable, connection: int, rights: Rights) -> str:
        """Record that a connection looks at a table; returns its role there."""
        who = {"seat": rights.seat, "watch": WATCHER, "owner": OWNER}[rights.who]
        self.tables.setdefault(table.id, {})[connection] = who  # also where nothing is hidden: the next rules may hide something
        return who

    def left(self, connection: int) -> None:
        for connections in self.tables.values():
            connections.pop(connection, None)

    def of(self, table: PlayTable) -> dict[int, str]:
        return self.tables.get(table.id, {})

    def views(self, table: PlayTable) -> dict[str, v.View]:
        """The views last shown to each of those who look."""
        return {who: self.shown[table.id, who] for who in self.of(table).values() if (table.id, who) in self.shown}

    def side(self, table: PlayTable, who: str) -> str:
        """The side whose view a role gets."""
        session = table.session
        sides = {seat: side for side, seat in session.state.seats.items()}
        if who != OWNER:
            return sides.get(who, WATCHER)
        held = {*self.of(table).values()}
        own = [sides[seat] for seat, sits in session.seats.items() if sits == HUMAN and seat not in held]
        if not own:
            return WATCHER
        return session.state.mover if session.state.mover in own else own[0]

    def seen(self, table: PlayTable, who: str) -> View | None:
        """The view that a role has of the state on the board; None if it sees everything."""
        return None if is_open(table) else table.state.view(self.side(table, who))

    def state(self, table: PlayTable, who: str) -> State:
        return self.seen(table, who) or table.state

    def may_move(self, table: PlayTable, who: str) -> None:
        """Raises `HostError` for a move of a side that another person plays."""
        if not is_open(table) and not table.state.is_over and self.side(table, who) != table.state.mover:
            raise HostError("forbidden", f"it is not your turn: {table.state.mover} is to move")

    def may_be_advised(self, table: PlayTable, who: str) -> None:
        """Raises `HostError` for advice to anybody but the side to move, whose view the judge gets."""
        if not is_open(table) and not table.state.is_over and self.side(table, who) != table.state.mover:
            raise HostError("forbidden", f"advice is for the side to move, {table.state.mover}")

    def is_shared(self, table: PlayTable) -> bool:
        """Whether a person besides the owner holds a seat of a game that hides something."""
        return table.session.game.hides and not {OWNER, WATCHER}.issuperset(self.of(table).values())

    def may_go_on(self, table: PlayTable) -> None:
        """Raises `HostError` for a way out of the end of a play, where everything was shown."""
        if self.is_shared(table) and table.session.is_play_over:
            raise HostError("forbidden", f"everything was shown at the end, so nobody goes on from there {_SHARED}")

    def may_sit(self, table: PlayTable, who: str) -> None:
        """Raises `HostError` for a person who joins a play of agents, where everything is shown."""
        if self.is_shared(table) and who == HUMAN and HUMAN not in table.session.seats.values():
            raise HostError("forbidden", f"everything was shown while no person played, so nobody sits down {_SHARED}")

    def may_follow(self, table: PlayTable, game: Game) -> None:
        """Raises `HostError` for other rules, which could show what those of the play hide."""
        if self.is_shared(table) and game.fingerprint != table.session.game.fingerprint:
            raise HostError("forbidden", f"the play hides something, so its rules stay as they are {_SHARED}")

    def numbered(self, table: PlayTable, who: str, view: v.View) -> v.View:
        """A view whose revision grows only when this view changes, not with unseen steps of others."""
        if not table.session.game.hides:
            return view
        before = self.shown.get((table.id, who))
        revision = 1 if before is None else before.revision + (_without_times(view) != _without_times(before))
        now = self.shown[table.id, who] = replace(view, revision=revision)
        return now


def _without_times(view: v.View) -> v.View:
    """A view without its revision and without the times left, which run on while nothing happens. So a clock does not tell the
    others that somebody has tried in vain."""
    return replace(view, revision=0, sides=tuple(replace(side, left=None) for side in view.sides))


def show_play(table: PlayTable) -> None:
    """Have the board show where the play stands, unless everybody sees everything: then nobody may go back and forth."""
    if table.session.looking and not is_open(table):
        table.goto(None, None)


def must_be_open(table: PlayTable, what: str) -> None:
    """Raises `HostError` if a request would reveal, or undo, what a side has seen."""
    if not is_open(table):
        raise HostError("forbidden", f"{what} while players do not see everything")
