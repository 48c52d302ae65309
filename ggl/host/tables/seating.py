"""The seats of a table: by name, those of records, and the agent specs that it accepts; plays resumed with them.

Raises `GglError`, `SpecError`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ggl.agents import SpecError, read
from ggl.diagnostics.escape import escape
from ggl.errors import GglError
from ggl.play.game import Game
from ggl.play.record import Record
from ggl.play.session import HUMAN, RANDOM, Session

LONGEST_THOUGHT = 120
"""The most seconds that an agent at a table may think about a move."""


def named_seat(seats: Mapping[str, str], name: str) -> str:
    """The seat that a word names, itself or by its side; `seats` maps sides to seats. Raises `GglError`."""
    known = {seat: seat for seat in seats.values()} | {side.lower(): seat for side, seat in seats.items()}
    if name.lower() not in known:
        raise GglError(f"there is no seat `{escape(name[:40])}`; there are {', '.join(known)}")
    return known[name.lower()]


def seats_of(record: Record, *, own: bool) -> tuple[dict[str, str], list[str]]:
    """The occupants that a record names, and notes on those refused, whom a human replaces.

    Records come from strangers: unless it is our `own`, a spec that names a program to run is refused.
    """
    seats, remarks = {}, []
    for seat, who in record.seats.items():
        seats[seat] = who
        if who in (HUMAN, RANDOM):
            continue
        try:
            spec = read(who)
        except SpecError:
            seats[seat] = HUMAN
            remarks.append(f"{escape(who[:60])} sat in the {escape(seat[:20])} seat; a human sits there now")
            continue
        if spec.kind.foreign and not own:
            seats[seat] = HUMAN
            remarks.append(f"`{escape(who[:200])}` in the {escape(seat[:20])} seat would run a program that the file names; "
                           f"a human sits there now. If you trust it, `seat {escape(seat[:20])} ..` seats it")  # fmt: skip
    return seats, remarks


def resumed(
    record: Record, game: Game, name: str, file: Path, *, own: bool,
    seats: Mapping[str, str] | None = None, forced_pass: bool = True, as_far: bool = True,
) -> tuple[Session, list[str]]:  # fmt: skip
    """The play of a record, to be saved in a file, and remarks; `seats` replaces occupants. Raises as `Session.resumed` does."""
    occupants, remarks = seats_of(record, own=own)
    if record.fingerprint != game.fingerprint:
        remarks.insert(0, "The rules have changed since; the play goes on under the new ones.")
    occupants.update(seats or {})
    session = Session.resumed(record, game, name, seats=occupants, files=(file,), forced_pass=forced_pass, as_far=as_far)
    return session, remarks


def who_of(text: str, *, foreign: bool) -> str:
    """The occupant of a seat, as a canonical spec. Unless `foreign` is allowed, no spec that names a program."""
    if text in (HUMAN, RANDOM):
        return text
    return agent_of(text, foreign=foreign)


def agent_of(text: str, *, foreign: bool) -> str:
    spec = read(text)
    if spec.kind.foreign and not foreign:
        raise SpecError(f"`{escape(text[:60])}` would run a program; use it at the prompt of `ggl play`")
    time = spec.settings.get("time")
    if isinstance(time, int | float) and time > LONGEST_THOUGHT:
        raise SpecError(f"here an agent thinks for at most {LONGEST_THOUGHT} seconds, not {time:g}")
    return str(spec)


def seats_from(words: Mapping[str, str], game: Game, *, foreign: bool) -> dict[str, str]:
    """The occupants of a new play, by seat; each seat is named itself or by its side. Raises `GglError`, `SpecError`."""
    sides = game.initial_state().seats
    return {named_seat(sides, name): who_of(who, foreign=foreign) for name, who in words.items()}
