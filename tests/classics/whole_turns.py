"""A game whose turns, or whose rolls, are cut into other pieces there: compared by the positions to which whole turns lead.

A `WholeTurns` says how the two games are made and how a position is written in both. Where somebody is to choose, the positions
after all whole turns are the same here and there; where chance decides, so are the positions after all rolls, and how likely
each is.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from ggl.play.game import State
from ggl.play.loading import load

ALIKE = 1e-9
"""Chances there are floating-point numbers."""


@dataclass(frozen=True)
class WholeTurns:
    """`here` and `there` write a position alike: what stands where, and where somebody is to choose, who it is and what was
    rolled. `result` gives the returns of a finished state; the rest is as in `Peer`."""

    game: str
    other: str
    here: Callable[[State], Hashable]
    there: Callable[[Any], Hashable]
    result: Callable[[State], tuple[float, ...]]
    options: dict[str, object] = field(default_factory=dict)
    few: int = 1

    @property
    def name(self) -> str:
        return ":".join([Path(self.game).stem, *(f"{name}={value}" for name, value in self.options.items())])

    def differences(self, seed: int, engine: str = "auto") -> str:
        """The first difference of a random game, or an empty text."""
        import pyspiel

        rng = random.Random(f"{self.name} {seed}")
        state = load(self.game, engine=engine, **self.options).initial_state()
        other = pyspiel.load_game(self.other).new_initial_state()
        played: list[object] = []

        def told(what: str) -> str:
            return f"{self.name}, seed {seed}, after {played or 'nothing'}:\n{what}\n{state}\n{other}"

        while not (state.is_over or other.is_terminal()):
            if state.is_chance != other.is_chance_node():
                return told(f"to be rolled: {state.is_chance}, there {other.is_chance_node()}")
            if state.is_chance:
                rolled, rolled_there = self._rolls(state), self._rolls_there(other)
                if found := _unlike(rolled, rolled_there):
                    return told(found)
                for key, (chance, _) in rolled.items():
                    if abs(chance - rolled_there[key][0]) > ALIKE:
                        return told(f"the chance of {key} is {chance}, there {rolled_there[key][0]}")
                keys = sorted(rolled, key=repr)
                key = rng.choices(keys, [float(rolled[key][0]) for key in keys])[0]
                state, other = rolled[key][1], rolled_there[key][1]
            else:
                ends, ends_there = self._turns(state), self._turns_there(other)
                if found := _unlike(ends, ends_there):
                    return told(found)
                key = rng.choice(sorted(ends, key=repr))
                state, other = ends[key], ends_there[key]
            played.append(key)
        if state.is_over != other.is_terminal():
            return told(f"over: {state.is_over}, there {other.is_terminal()}")
        if self.result(state) != tuple(other.returns()):
            return told(f"the result is {self.result(state)}, there {tuple(other.returns())}")
        return ""

    def _turns(self, begun: State) -> dict[Hashable, State]:
        """The states after all whole turns."""
        ends: dict[Hashable, State] = {}
        waiting, seen = [begun], {begun}
        while waiting:
            state = waiting.pop()
            for move in state.legal_moves():
                after = state.after(move)
                if after.is_over or after.ply > begun.ply:
                    ends[self.here(after)] = after
                elif after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return ends

    def _turns_there(self, begun: Any) -> dict[Hashable, Any]:
        ends: dict[Hashable, Any] = {}
        waiting, seen = [begun], set()
        while waiting:
            state = waiting.pop()
            for action in state.legal_actions():
                after = state.child(action)
                key = self.there(after)
                if after.is_terminal() or after.current_player() != begun.current_player():
                    ends[key] = after
                elif key not in seen:
                    seen.add(key)
                    waiting.append(after)
        return ends

    def _rolls(self, state: State, chance: Fraction = Fraction(1)) -> dict[Hashable, tuple[Fraction, State]]:
        """The states after all that is to be rolled, and how likely each is."""
        if not state.is_chance:
            return {self.here(state): (chance, state)}
        outcomes = state.legal_moves()
        return _added([self._rolls(state.after(move), chance / len(outcomes)) for move in outcomes])

    def _rolls_there(self, state: Any, chance: float = 1.0) -> dict[Hashable, tuple[float, Any]]:
        if not state.is_chance_node():
            return {self.there(state): (chance, state)}
        return _added([self._rolls_there(state.child(action), chance * part) for action, part in state.chance_outcomes()])


def _added(parts: list[dict[Hashable, tuple[Any, Any]]]) -> dict[Hashable, tuple[Any, Any]]:
    """Chances of the same position together."""
    total: dict[Hashable, tuple[Any, Any]] = {}
    for part in parts:
        for key, (chance, state) in part.items():
            total[key] = (total[key][0] + chance if key in total else chance, state)
    return total


def _unlike(here: Mapping[Hashable, object], there: Mapping[Hashable, object]) -> str:
    """What is in one only, in words; empty if the keys are the same."""
    if here.keys() == there.keys():
        return ""
    only, only_there = sorted(here.keys() - there.keys(), key=repr), sorted(there.keys() - here.keys(), key=repr)
    return f"only here: {only}; only there: {only_there}"
