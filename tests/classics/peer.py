"""A game of ggl driven side by side with the same game of an independent engine, ply by ply.

A `Peer` says how the two are made and how a move of ggl is written there. `differences` plays one random game through both and
tells the first thing in which they differ, or nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ggl.play.game import State
from ggl.play.loading import load
from ggl.play.move import Move

SEATS = ("first", "second")
Translate = Callable[[State, Move], str | tuple[str, ...]]
"""A legal move of ggl in a state, as the other engine writes it for the player who makes it; several texts, one after the other,
where one step here is several there."""
Written = Callable[[Any, int], str]
"""A legal move of the other engine in its state, in that writing."""


@dataclass(frozen=True)
class Peer:
    """`game` and `options` of ggl; `other`: the other engine's name for it with its parameters; `seats`: ggl's players in the
    order of the other engine's numbers. `result` gives the other engine's returns for a finished state, where they are not
    1, -1 and 0. `most_plies` stops both after so many plies: what is left of the game is not compared, but where the other engine
    stops by itself then, the results are, if `result` gives one. `written` is another writing there than its own. Where a pie
    rule makes the numbers there those of seats and not of sides, `seats` is `SEATS`, and seats are compared. `few` games are
    played in the ordinary tests. In a state of which `faulty` holds, the other engine is known to be wrong: a
    move that both allow is made there."""

    game: str
    other: str
    translate: Translate
    seats: tuple[str, ...]
    options: dict[str, object] = field(default_factory=dict)
    result: Callable[[State], tuple[float, ...]] | None = None
    most_plies: int = 10_000
    few: int = 5
    written: Written = lambda other, action: other.action_to_string(other.current_player(), action)
    faulty: Callable[[State], bool] = lambda state: False

    @property
    def name(self) -> str:
        return ":".join([Path(self.game).stem, *(f"{name}={value}" for name, value in self.options.items())])

    def differences(self, seed: int, engine: str = "auto") -> str:
        """The first difference of a random game, or an empty text."""
        return differences(self, seed, engine)


def returns(state: State, seats: tuple[str, ...]) -> tuple[float, ...]:
    """1 for the winner, -1 for the loser, 0 for a draw."""
    winner = state.winner if seats != SEATS else state.result and state.result.seat
    return tuple(0.0 if winner is None else 1.0 if seat == winner else -1.0 for seat in seats)


def named(other: Any, written: Written) -> dict[str, int]:
    """The legal moves there by the way they are written."""
    return {written(other, action): action for action in other.legal_actions()}


def sequences(other: Any, moves: set[tuple[str, ...]], written: Written) -> set[tuple[str, ...]]:
    """What can be played there, as far along as the moves of ggl that begin alike go."""
    found: set[tuple[str, ...]] = set()
    for text, action in named(other, written).items():
        tails = {move[1:] for move in moves if move[0] == text and len(move) > 1}
        found |= {(text, *tail) for tail in sequences(other.child(action), tails, written)} if tails else {(text,)}
    return found


def differences(peer: Peer, seed: int, engine: str = "auto") -> str:
    """The first difference of a random game, or an empty text."""
    import pyspiel

    rng = random.Random(f"{peer.name} {seed}")
    state = load(peer.game, engine=engine, **peer.options).initial_state()
    other: Any = pyspiel.load_game(peer.other).new_initial_state()
    played: list[str] = []

    def told(what: str) -> str:
        return f"{peer.name}, seed {seed}, after {', '.join(played) or 'nothing'}:\n{what}\n{state}\n{other}"

    while not (state.is_over or other.is_terminal()) and len(played) < peer.most_plies:
        actor = state.seat if peer.seats == SEATS else state.mover
        if peer.seats[other.current_player()] != actor:
            return told(f"to move: {actor}, there {peer.seats[other.current_player()]}")
        written = [(peer.translate(state, move), move) for move in state.legal_moves()]
        moves = {(text,) if isinstance(text, str) else text: move for text, move in written}
        if len(moves) != len(written):
            return told("two moves are written alike there")
        there = sequences(other, set(moves), peer.written)
        if peer.faulty(state):
            moves = {texts: moves[texts] for texts in moves.keys() & there}
        elif moves.keys() != there:
            return told(f"only here: {sorted(moves.keys() - there)}; only there: {sorted(there - moves.keys())}")
        texts = rng.choice(sorted(moves))
        played.append(" ".join(texts))
        state = state.play(moves[texts])
        for text in texts:
            other.apply_action(named(other, peer.written)[text])
    if len(played) >= peer.most_plies:
        if not (peer.result and other.is_terminal()):
            return ""
    elif state.is_over != other.is_terminal():
        return told(f"over: {state.is_over}, there {other.is_terminal()}")
    wanted = peer.result(state) if peer.result else returns(state, peer.seats)
    if wanted != tuple(other.returns()):
        return told(f"the result is {wanted}, there {tuple(other.returns())}")
    return ""
