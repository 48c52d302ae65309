"""The belief of a side: the positions that fit everything it has seen and done, with their probabilities.

Takes an information state and nothing else of the play, so a belief reveals no more than the side knows. The probabilities
assume that the others choose all legal steps with equal probability, or as a `Policy` says. A filter processes the entries of
the information state. While there is room, it keeps every position that fits, so the belief is exact; beyond that, it keeps a
sample, which it refills by replays from the start when few are left.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter

from ggl.agents.protocol import AgentError
from ggl.core import forms as f
from ggl.core.types import Fin, Type
from ggl.engine.protocol import ROLL, Step
from ggl.interpreter.views import Entry, SeenVector
from ggl.play.base_state import state_at
from ggl.play.entries import slot_at
from ggl.play.errors import ArgumentError, must_be
from ggl.play.game import Game, State
from ggl.play.information import Information
from ggl.play.seen_vector import views_of
from ggl.play.stepper import Snapshot, Vector

MOST = 200
"""The most positions that a filter keeps."""

LOOKED_AT = 1600
"""The approximate number of steps of others to try for one entry; half as many after each step that the side does not
notice."""

FEW = 8
"""A sample is refilled when fewer than 1 in this many of its positions are left."""

UNSEEN = 64
"""The most consecutive steps that the side does not notice."""

REPLAYED = 20_000
"""The most steps that one replay may try."""


Policy = Callable[[Vector, Sequence[int]], dict[int, float]]
"""The probability with which a player who is to choose takes each of the steps, by their numbers; empty for equal ones."""

_Thing = tuple[str, int]
"""A domain and the code of one of its values, such as a card."""


@dataclass(frozen=True)
class Belief:
    """States that fit what a side knows; the weights are their probabilities. `exact` says that these are all."""

    states: tuple[State, ...]
    weights: tuple[float, ...]
    exact: bool

    def drawn(self, count: int, rng: random.Random) -> tuple[State, ...]:
        """A number of states, each drawn by the weights."""
        return tuple(rng.choices(self.states, self.weights, k=count))


def belief(information: Information, *, most: int = MOST, seed: int = 0) -> Belief:
    """The belief of a side with this information state, with at most `most` positions.

    Raises `ArgumentError` for any other information state, such as that of the watcher, and `AgentError` if the
    information does not begin with the start of the game, or no position fits it.
    """
    must_be(information, Information, "what a belief is made from", "the information state of a side")
    game = information.game
    assert isinstance(game, Game)
    if information.player not in game.players:
        raise ArgumentError(f"a belief is that of a side, {' or '.join(game.players)}, not of the {information.player}")
    return BeliefFilter(game, most, seed).belief(information)


class BeliefFilter:
    """Beliefs along a play: reuses the belief of an information state for those that continue it."""

    def __init__(self, game: Game, most: int = MOST, seed: int = 0, policy: Policy | None = None) -> None:
        self.game, self._most, self._policy = game, most, policy
        self._views, self._number, self._step = views_of(game), game.actions.number, game.actions.step
        self._over, self._mover = game.places["over"], game.places["mover"]
        self._chance = game.places.get("chance", self._over)
        hidden = {place for veil in game.checked.core.veils for place in _places(game, veil.field)}
        self._types = {schema.name: [param.type for param in schema.params] for schema in game.checked.core.schemas}
        self._open = itemgetter(*(place for place in range(game.layout.length) if place not in hidden))
        self.forget(seed)

    def forget(self, seed: int) -> None:
        """Reset it, with another seed."""
        self._random = random.Random(seed)
        self._information: Information | None = None
        self._later: list[dict[int, set[_Thing]]] = []

    def belief(self, information: Information, hurry: Callable[[], bool] = lambda: False) -> Belief:
        """The belief. Once `hurry` holds, it keeps one position alone, so that the rest takes little time.

        Raises `AgentError`.
        """
        self._hurry = hurry
        known = self._information
        heard = len(self._seen) - 1 if known is not None and _continues(information, known) else self._begin(information)
        self._information = information
        try:
            for entry in information.entries[heard:]:
                self._hear(entry)
        except AgentError:
            self._information = None
            raise
        states = tuple(state_at(State, self.game, snapshot, None) for snapshot in self._weights)
        return Belief(states, tuple(self._weights.values()), self._exact)

    def _begin(self, information: Information) -> int:
        self._stepper = self.game.stepper
        self._told_of: dict[int, tuple[object, ...]] = {}
        start = self._stepper.start()
        self._viewer = self.game.players.index(information.player)
        seen = self._views.view(self._stepper.vector(start), self._viewer)
        if tuple(map(seen.at, range(len(seen.vector)))) != information.start:
            raise AgentError(f"what {information.player} knows does not begin at the start of {self.game.name}, "
                             "where the search for positions that fit begins")  # fmt: skip
        self._start, self._seen, self._entries = start, [seen], list[Entry]()
        self._weights: dict[Snapshot, float] = {start: 1.0}
        self._exact = True
        return 0

    # ---- one entry

    def _hear(self, entry: Entry) -> None:
        """Advance to the positions that fit one more entry."""
        self._entries.append(entry)
        self._seen.append(_changed(self.game, self._seen[-1], entry))
        at = len(self._entries) - 1
        found: dict[Snapshot, float] = {}
        waiting, rounds = self._weights, 0
        while waiting:
            unseen: dict[Snapshot, float] = {}
            most = max(1, (LOOKED_AT >> rounds) // len(waiting))
            for snapshot, weight in waiting.items():
                for after, reached, share in self._after(snapshot, at, most):
                    into = found if reached > at else unseen
                    into[after] = into.get(after, 0.0) + weight * share
            waiting, rounds = self._thinned(unseen), rounds + 1
            if rounds > UNSEEN and waiting:
                self._exact, waiting = False, {}
        found = self._thinned(found)
        if not self._exact and len(found) * FEW < self._most and not (found and self._hurry()):
            self._refill(found)
        total = sum(found.values())
        if not total:
            raise AgentError(f"no position was found that fits what {self.game.players[self._viewer]} knows")
        self._weights = {snapshot: weight / total for snapshot, weight in found.items()}

    def _after(self, snapshot: Snapshot, at: int, most: int, *, replays: bool = False) -> Iterator[tuple[Snapshot, int, float]]:
        """The positions after one step that fits the entry at a place. Each comes with the place reached, which is the same
        after a step that the side does not notice, and with its probability. If there are more than `most` steps, it is a
        sample. In a replay the steps come in random order, promising ones first."""
        stepper, entry, now, then = self._stepper, self._entries[at], self._seen[at], self._seen[at + 1]
        vector = stepper.vector(snapshot)
        numbers = stepper.listed(snapshot)
        if not numbers:
            return
        chosen = vector[self._mover] == self._viewer and not vector[self._chance]
        share, more, likely = 1 / len(numbers), 1.0, dict[int, float]()
        if not chosen:
            if self._policy is not None and not replays and not vector[self._chance]:
                likely = self._policy(vector, numbers)
            steps = [(number, told) for number in numbers if (told := self._told(vector, number, then)) in (entry[0], ())]
        else:  # a side knows its own step completely
            own, share = self._own(entry), 1.0
            steps = [(own, entry[0])] if own in numbers else []
        if len(steps) > most:
            self._exact, more = False, len(steps) / most
            steps = self._random.sample(steps, most)
        if replays:
            self._order(steps, vector, at)
        for number, told in steps:
            after = stepper.applied(snapshot, number)
            reached = stepper.vector(after)
            if told == entry[0] and self._shows(reached, then):
                yield after, at + 1, likely.get(number, share) * more
            elif not told and self._shows(reached, now):
                yield after, at, likely.get(number, share) * more

    def _told(self, before: tuple[int, ...], number: int, then: SeenVector) -> tuple[object, ...]:
        """The news of a step to the side: of a roll, the outcome that it sees; of another step, the same in every position."""
        if before[self._chance]:
            return self._views.told(before, self._step(number), then, self._viewer)
        if number not in self._told_of:
            self._told_of[number] = self._views.told(before, self._step(number), then, self._viewer)
        return self._told_of[number]

    def _own(self, entry: Entry) -> int:
        """The number of the side's own step; -1 where the entry is no step of its own."""
        schema, *args = entry[0] or (ROLL,)
        codes = tuple(code for code in args if isinstance(code, int))
        return -1 if schema == ROLL or len(codes) < len(args) else self._number(Step(str(schema), codes))

    def _shows(self, vector: tuple[int, ...], seen: SeenVector) -> bool:
        """Whether a position looks like this to the side; compares first what is always visible, which is fast."""
        return bool(self._open(vector) == self._open(seen.vector)) and self._views.view(vector, self._viewer) == seen

    def _thinned(self, weights: dict[Snapshot, float]) -> dict[Snapshot, float]:
        """These positions, or a sample of the permitted size: those at equal distances along the sum of weights."""
        most = self._most if len(weights) < 2 or not self._hurry() else 1
        if len(weights) <= most:
            return weights
        self._exact = False
        apart = sum(weights.values()) / most
        kept: dict[Snapshot, float] = {}
        passed, mark = 0.0, self._random.random() * apart
        for snapshot, weight in weights.items():
            passed += weight
            while mark < passed:
                kept[snapshot] = kept.get(snapshot, 0.0) + apart
                mark += apart
        return kept

    # ---- playing again from the start

    def _refill(self, found: dict[Snapshot, float]) -> None:
        """Add positions that fit until there are enough, each with the mean weight of the existing ones."""
        wanted = -(-self._most // FEW)
        self._later = self._named_later()
        weight = sum(found.values()) / len(found) if found else 1.0
        for _ in range(wanted - len(found)):
            if found and self._hurry():
                break
            replayed = self._replayed()
            if replayed is None:
                break
            found.setdefault(replayed, weight)

    def _replayed(self) -> Snapshot | None:
        """A position that fits, found by a random replay from the start with backtracking; None if that takes too long. It
        starts again, with twice the limit, if an early step probably does not fit.
        """
        patience, left = 3 * len(self._entries) + 10, REPLAYED
        while left > 0:
            found, tried = self._searched(min(patience, left))
            if found is not None or tried < patience:
                return found
            patience, left = patience * 2, left - tried
        return None

    def _searched(self, most: int) -> tuple[Snapshot | None, int]:
        """A position that fits, if one is found within a number of steps, and the number of steps tried."""
        goal, met = len(self._entries), set[tuple[Snapshot, int]]()
        ways = [self._ways(self._start, 0)]
        for tried in range(1, most + 1):
            found = next(ways[-1], None)
            if found is None:
                ways.pop()
                if not ways:
                    return None, tried
            elif found[1] == goal:
                return found[0], tried
            elif found not in met:
                met.add(found)
                ways.append(self._ways(*found))
        return None, most

    def _ways(self, snapshot: Snapshot, at: int) -> Iterator[tuple[Snapshot, int]]:
        """The positions after one step that fits, computed lazily."""
        return ((after, reached) for after, reached, _ in self._after(snapshot, at, LOOKED_AT, replays=True))

    def _named_later(self) -> list[dict[int, set[_Thing]]]:
        """For each entry, the values that players name in later steps, and those that the side learns they were dealt."""
        found: list[dict[int, set[_Thing]]] = []
        named: dict[int, set[_Thing]] = {}
        for at in range(len(self._entries) - 1, -1, -1):
            found.append({player: {*things} for player, things in named.items()})
            told = self._entries[at][0]
            if not told:
                continue
            schema, *args = told
            if schema == ROLL:
                player, types = self._dealt_to(args[0]), [self._outcome(args[0])]
                args = args[1:2]
            else:
                player, types = self._seen[at].vector[self._mover], self._types.get(str(schema), [])
            if player is not None:
                named.setdefault(player, set()).update(
                    (type_.domain.name, code)
                    for type_, code in zip(types, args, strict=False)
                    if isinstance(type_, Fin) and isinstance(code, int)
                )
        return found[::-1]

    def _dealt_to(self, number: object) -> int | None:
        """The player to whose hand a roll deals; None if it is not such a deal."""
        assert isinstance(number, int)
        deal = self.game.checked.world.drawn.get(self.game.checked.core.rolls[number].fields[0])
        if deal is None or not deal.of or not isinstance(deal.of[0], f.Lit):
            return None
        return int(deal.of[0].value)  # type: ignore[arg-type]

    def _outcome(self, number: object) -> Type:
        assert isinstance(number, int)
        return self.game.layout.slots[self.game.checked.core.rolls[number].fields[0]].field.values

    def _order(self, steps: list[tuple[int, tuple[object, ...]]], vector: Sequence[int], at: int) -> None:
        """A random order; in a deal, first the values that the player names later, and last those that others name."""
        self._random.shuffle(steps)
        if self._chance == self._over or not vector[self._chance]:
            return
        number = vector[self._chance] - 1
        player, type_ = self._dealt_to(number), self._outcome(number)
        if player is None or not isinstance(type_, Fin):
            return
        later, domain = self._later[at], type_.domain.name
        own = later.get(player, set())
        others = {thing for other, things in later.items() if other != player for thing in things}

        def rank(step: tuple[int, tuple[object, ...]]) -> int:
            thing = domain, self._step(step[0]).args[1]
            return 0 if thing in own else 2 if thing in others else 1

        steps.sort(key=rank)


def _continues(information: Information, known: Information) -> bool:
    return (information.player, information.start) == (known.player, known.start) and (
        information.entries[: len(known.entries)] == known.entries
    )


def _changed(game: Game, seen: SeenVector, entry: Entry) -> SeenVector:
    """The view after an entry."""
    vector, unknown = list(seen.vector), set(seen.unknown)
    for place, code in entry[1]:
        unknown.discard(place)
        if code is None:
            unknown.add(place)
            code = slot_at(game, place).field.start
        vector[place] = code
    return SeenVector(tuple(vector), frozenset(unknown))


def _places(game: Game, field: str) -> range:
    slot = game.layout.slots[field]
    return range(slot.start, slot.stop)
