"""Replays a record under the rules of a game, which may have changed since.

Takes a record and a game; gives states. Raises `ReplayError`, which says at which ply the record breaks, and why.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ggl import resources
from ggl.core.types import Bool, Fin, Num, Opt, Type, none_code
from ggl.diagnostics.escape import escape
from ggl.engine.protocol import Position
from ggl.play.errors import GameNotFoundError, GglError, IllegalMoveError, must_be
from ggl.play.explain import explain_step
from ggl.play.loading import find_source, is_file, made_of
from ggl.play.record.reading import RecordError
from ggl.play.record.record import Ending, Record, ending_of
from ggl.play.storage import given_path
from ggl.play.turns import Gathered
from ggl.play.values import SEATS

if TYPE_CHECKING:
    from ggl.play.game import Game, State
    from ggl.play.move import Move


class ReplayError(RecordError):
    """The record breaks under these rules; `ply` is the ply at which, `step` counts its steps from 1, `cause` says why."""

    def __init__(self, message: str, ply: int, step: int, cause: str = "") -> None:
        self.ply, self.step, self.cause = ply, step, cause
        super().__init__(message)


def replay(record: Record, game: Game) -> Iterator[tuple[Move | None, State]]:
    """Like `replay_states`, then compares the rest that follows from the rules: seats, turns, the ending. Raises `ReplayError`
    where the record breaks under the rules of this game, and `ArgumentError` for what is no record."""
    must_be(record, Record, "what is replayed", "a record, as `read_record_file` gives them")
    return _replayed(record, game)


def _replayed(record: Record, game: Game) -> Iterator[tuple[Move | None, State]]:
    state, played = None, Gathered()
    for move, state in replay_states(record, game):
        if move is not None:
            played.add(move, state)
        yield move, state
    assert state is not None
    message = _strange_seats(record, game) or _strange_turns(record.turns, played.turns) or _strange_ending(record, state)
    if message:
        raise ReplayError(_broken(record, game, message), state.ply, len(record.steps))


def replay_states(record: Record, game: Game) -> Iterator[tuple[Move | None, State]]:
    """The start (with no move), then each step with the state after it. Raises `ReplayError` at the step that breaks."""
    state = start_of(record, game)
    yield None, state
    for number, text in enumerate(record.steps, 1):
        ply = state.ply
        if state.is_over:
            message = f"at ply {ply} there is a move `{escape(text)}`, but the game is over: {state.result}"
            raise ReplayError(_broken(record, game, message), ply, number, f"the game is over: {state.result}")
        try:
            move = read_filed(state, text, record.form)
        except GglError as error:
            cause = error.explanation.reason if isinstance(error, IllegalMoveError) else str(error).split("\n", 1)[0]
            message = f"at ply {ply}, `{escape(text)}` by {state.mover}: {cause}"
            raise ReplayError(_broken(record, game, message, UNREAD), ply, number, cause) from None
        state = state.after(move)
        yield move, state


def read_filed(state: State, text: str, form: int) -> Move:
    """The legal move for a text of a record of this format: in full, or in format 1 of a board without labels as it is typed.
    Otherwise reads and raises as `State.read` does, but takes the full text of an illegal move for no other move."""
    notation = state.game.notation
    if form > 1 or state.game.board.plan.renamed is not None:
        found = notation.of_record(text, [move.step for move in state.legal_moves()])
        if found is not None:
            return state.move_of(found)
        for illegal in notation.filed_as(text):
            raise IllegalMoveError(explain_step(state, illegal))
    return state.read(text)


def start_of(record: Record, game: Game) -> State:
    """The state before the first move."""
    if record.start is None:
        return game.initial_state()
    from ggl.play.game import State

    wrong = _not_of(game, record.start) or _contradiction(game, record.start)
    if wrong:
        hint = "remove `start`, or take it from `ggl show --stage position`"
        raise ReplayError(_broken(record, game, f"the start is not a position of this game: {wrong}; {hint}"), 0, 0)
    return State(game, Position(record.start))


def _not_of(game: Game, start: tuple[int, ...]) -> str:
    """Why integers are not a position, each one separately; empty if they are valid."""
    if len(start) != game.layout.length:
        return f"it has {len(start)} integers, but a position has {game.layout.length}"
    for slot in game.layout.slots.values():
        for place in range(slot.start, slot.stop):
            if not _is_code(start[place], slot.field.values):
                return f"its integer {place + 1}, of `{escape(slot.field.name)}`, cannot be {start[place]}"
    return ""


def _contradiction(game: Game, start: tuple[int, ...]) -> str:
    """Why no play leads to a position with valid integers; empty if no reason is found.

    Uses the interpreter, whichever engine plays: machine code assumes consistent positions.
    """
    from ggl.play.game import Game, State

    seats = game.layout.slots["seat"]
    if len(set(start[seats.start : seats.stop])) < len(game.players):
        return "two sides have the same seat"
    state = State(Game(game.checked, "interpreter"), Position(start))
    try:
        _ = state.is_over, state.is_chance, state.result, state.scores, str(state)
        if not state.is_over and not state.legal_moves():
            return "it is not over, but nobody can move"
    except GglError as error:
        return str(error).splitlines()[0]
    except Exception:  # each integer may be valid, and yet the rules fail on all of them
        return "its integers contradict one another"
    return ""


def _is_code(code: int, type_: Type) -> bool:
    match type_:
        case Bool():
            return code in (0, 1)
        case Num(lo=lo, hi=hi):
            return lo <= code <= hi
        case Fin(domain=domain):
            return 0 <= code < domain.size
        case Opt(of=inner):
            return _is_code(code, inner) or code == none_code(inner)
    return False


def _strange_seats(record: Record, game: Game) -> str:
    """The difference between the seats of a record and of the game; empty if they agree. A record may omit them."""
    seats = SEATS[: len(game.players)]
    if not record.seats or set(record.seats) == set(seats):
        return ""
    return f"`seats` of the record are {escape(', '.join(record.seats))}, but those of the game are {', '.join(seats)}"


def _strange_turns(told: tuple[tuple[str, ...], ...], played: tuple[tuple[str, ...], ...]) -> str:
    """A turn with steps that do not belong to it; empty if there is none."""
    for number, (turn, right) in enumerate(zip(told, played, strict=False), 1):
        if len(turn) != len(right):
            steps = "1 step" if len(right) == 1 else f"{len(right)} steps"
            return f"turn {number} of `moves` is `{escape(', '.join(turn))}`, but by the rules it has {steps}"
    return ""


def _strange_ending(record: Record, state: State) -> str:
    """The difference between the ending on file and that of the state; empty if they agree."""
    told, right = record.ending, _ending_after(record, state)
    if told is None:
        return "" if right is None else f"the record has no `result`, but the game is over at ply {state.ply}: {right}"
    if right is None:
        return f"the record ends at ply {state.ply} ({escape(str(told))}), but the game goes on"
    pairs = (
        ("winner", told.winner, right.winner),
        ("winners", told.winners, right.winners),
        ("seat", told.seat, right.seat),
        ("seats", told.seats, right.seats),
        ("scores", told.scores, right.scores),
        ("reason", told.reason, told.reason if _is_in_our_words(told.reason, state) else right.reason),
        ("loser", told.loser or right.loser, right.loser),  # old records do not name it
        ("resigned", told.resigned, right.resigned),
        ("broken_off", told.broken_off, right.broken_off),
    )
    key, found, wanted = next(((key, *pair) for key, *pair in pairs if pair[0] != pair[1]), ("", None, None))
    if not key:
        return ""
    if key in ("winner", "winners", "scores"):
        return f"the record says {escape(str(told))}, but the result is {right}"
    renamed = " (a line of `end` may have been renamed since)" if key == "reason" and not right.resigned else ""
    return f"`{key}` of the record's `result` is {_value(found)}, but by the rules it is {_value(wanted)}{renamed}"


def _is_in_our_words(reason: str, state: State) -> bool:
    """Whether the play ended by a condition without a name, and the reason on file is not a name of an end. ggl tells such a
    condition itself, in words that change with labels, with sentences and from version to version."""
    game = state.game
    number = state._field("over") - 1
    return number in game.checked.world.reason_trees and reason not in game.checked.core.reasons


def _ending_after(record: Record, state: State) -> Ending | None:
    """The ending that a record has to have. Where a side gave up or failed, the words that say so are the record's own."""
    told, found = record.ending, ending_of(state)
    if found is not None or told is None:
        return found
    if told.resigned in state.game.players:
        others = [side for side in state.game.players if side != told.resigned]
        winner = others[0] if len(others) == 1 else None
        seat = None if winner is None else state.seats[winner]
        reason = told.reason if told.reason.startswith(told.resigned) else f"{told.resigned} resigned"
        several = tuple(others) if told.winners else ()  # old records do not name them
        return Ending(winner, seat, reason, state.scores, told.resigned,
                      winners=several, seats=tuple(state.seats[side] for side in several))  # fmt: skip
    if told.broken_off:
        return Ending(None, None, f"broken off after {len(record.steps)} steps", state.scores, broken_off=True)
    return None


def _value(value: object) -> str:
    return "nothing" if value is None else escape(json.dumps(value, ensure_ascii=False))


UNREAD = ", or its moves were written in another notation"
"""Another cause for an unreadable step: a notation is not a rule, and may have changed since."""


def _broken(record: Record, game: Game, message: str, or_else: str = "") -> str:
    if record.fingerprint == game.fingerprint:
        return f"{message}; the record breaks its own rules{or_else}"
    return f"{message}; the rules are not those of the record (fingerprint {escape(record.fingerprint)}, now {game.fingerprint})"


def game_of(record: Record, folder: str | os.PathLike[str] | None = None, *, own: bool = False) -> Game:
    """The game that a record names, with its options: a bundled one, or a file in the record's folder or below it.

    `folder` is that of the record, else the current one. Records come from strangers, so what they name is never looked for
    elsewhere; one that is our `own` may name any path. Raises `RecordError`, and as `ggl.load` does.
    """
    must_be(record, Record, "what names a game", "a record, as `read_record_file` gives them")
    beside = Path() if folder is None else given_path(folder, "the folder of a record")
    name = record.game
    if name == "-" or not name or "\0" in name:
        raise RecordError("the record's game was read from standard input, not from a file; give the game")
    if resources.bundled_game(name) is None:
        if not own and not _is_below(name):
            message = f"the record's game `{escape(name)}` is neither a bundled one nor a file beside the record"
            raise RecordError(f"{message}; give the game: {_how(_to_be_given(name, beside))}")
        path = beside / name
        if not is_file(path):
            raise _not_found(name)
        name = str(path)
    return made_of(find_source(name), record.options)


def _is_below(name: str) -> bool:
    """Whether a path cannot lead out of the folder that it begins in, on any system."""
    parts = name.replace("\\", "/").split("/")
    return bool(parts[0]) and ".." not in parts and ":" not in parts[0]


def _to_be_given(name: str, folder: Path) -> str:
    """The game file to name if the record can be trusted, relative to the current folder."""
    if not any(sign in name for sign in "\\:") and not name.startswith("/"):
        with contextlib.suppress(ValueError):
            path = os.path.relpath(folder / name)
            if is_file(Path(path)):
                return escape(path)
    return "GAME"


def _how(game: str) -> str:
    """How each command that takes records names the game."""
    return f"`ggl replay --game {game} ..`, `ggl render {game} --record ..`"


def _not_found(name: str) -> GameNotFoundError:
    from ggl.diagnostics.near import near_or

    hint = near_or(name, resources.bundled_games(), f"give the game: {_how('GAME')}")
    return GameNotFoundError(f"there is no file `{escape(name)}` beside the record, and no bundled game of that name; {hint}")
