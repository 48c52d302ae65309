"""Which pairs of features have met in games that were played, and which features the next game shall have."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

from tests.generated import making  # noqa: F401  (the whole table)
from tests.generated.table import FEATURES, why_apart

ENOUGH = 20
"""Games in which each pair shall have met."""

MOST_COSTS, MOST_UNOPTIMIZED = 9, 24
"""What the features of a game may cost in time beside their number, and what they may where LLVM does not optimize."""

GIVEN_UP = 30
"""Games in which a pair was wanted and did not come about, before it counts as one that does not."""

Pair = tuple[str, str]


@cache
def pairs() -> tuple[Pair, ...]:
    """All pairs that may meet."""
    return tuple((a, b) for a, b in combinations(sorted(FEATURES), 2) if not why_apart(a, b))


@cache
def excluded() -> dict[Pair, str]:
    """The pairs that never meet, with the reason."""
    return {(a, b): why for a, b in combinations(sorted(FEATURES), 2) if (why := why_apart(a, b))}


@dataclass
class Covered:
    """How often each pair has met; `missed` counts games that should have had it and did not."""

    met: Counter[Pair] = field(default_factory=Counter)
    missed: Counter[Pair] = field(default_factory=Counter)
    games: int = 0
    unsound: int = 0
    slow: int = 0

    def add(self, has: frozenset[str]) -> None:
        self.games += 1
        self.met.update(combinations(sorted(has), 2))

    def __add__(self, other: Covered) -> Covered:
        return Covered(
            self.met + other.met, self.missed + other.missed, self.games + other.games, self.unsound + other.unsound,
            self.slow + other.slow,
        )  # fmt: skip

    def __iadd__(self, other: Covered) -> Covered:
        self.met.update(other.met)
        self.missed.update(other.missed)
        self.games, self.unsound, self.slow = self.games + other.games, self.unsound + other.unsound, self.slow + other.slow
        return self

    def lacking(self) -> list[Pair]:
        """The pairs that have not met often enough and may still."""
        return [
            pair for pair in pairs() if self.met[pair] < ENOUGH and not (self.missed[pair] >= GIVEN_UP and not self.met[pair])
        ]

    def save(self, path: Path) -> None:
        data = {
            "games": self.games, "unsound": self.unsound, "slow": self.slow,
            "met": [[*pair, count] for pair, count in sorted(self.met.items())],
            "missed": [[*pair, count] for pair, count in sorted(self.missed.items())],
        }  # fmt: skip
        path.write_text(json.dumps(data), "utf-8")

    @staticmethod
    def read(path: Path) -> Covered:
        if not path.exists():
            return Covered()
        data = json.loads(path.read_text("utf-8"))
        made = Covered(games=data["games"], unsound=data["unsound"], slow=data["slow"])
        made.met.update({(a, b): count for a, b, count in data["met"]})
        made.missed.update({(a, b): count for a, b, count in data["missed"]})
        return made


@dataclass
class Kept:
    """How often pairs have met in all runs that were kept, by the kind of run, and the file that holds it.

    A row of the file is a feature, in the order of the alphabet, with a digit for each feature above it, up to `ENOUGH`.
    """

    path: Path
    kinds: dict[str, Covered] = field(default_factory=dict)

    @staticmethod
    def read(path: Path) -> Kept:
        kept = Kept(path)
        for kind, data in (json.loads(path.read_text("utf-8")) if path.exists() else {}).items():
            covered = kept.kinds[kind] = Covered(games=data["games"], unsound=data["unsound"], slow=data["slow"])
            names = [*data["met"]]
            for name, row in data["met"].items():
                covered.met.update({(other, name): DIGITS.index(digit) for other, digit in zip(names, row, strict=False)})
        return kept

    def of(self, kind: str) -> Covered:
        return self.kinds.get(kind, Covered())

    def add(self, kind: str, covered: Covered) -> None:
        """Adds the counts of a run, and writes the file."""
        self.kinds[kind] = self.of(kind) + covered
        self.path.write_text(json.dumps({each: _rows(one) for each, one in sorted(self.kinds.items())}, indent=0) + "\n", "utf-8")


DIGITS = "0123456789abcdefghijk"


def _rows(covered: Covered) -> dict[str, object]:
    names = sorted(FEATURES)
    met = {
        name: "".join(DIGITS[min(covered.met[other, name], ENOUGH)] for other in names[:number])
        for number, name in enumerate(names)
    }
    return {"games": covered.games, "unsound": covered.unsound, "slow": covered.slow, "met": met}


def chosen(rng: Random, covered: Covered, largest: int = 30, most_costs: int = MOST_COSTS) -> tuple[Pair, list[str]]:
    """A pair that has met least often, and the features of the next game: those two, and others that lack many of these."""
    waiting = covered.lacking() or list(pairs())
    least = min(covered.met[pair] + covered.missed[pair] for pair in waiting)
    pair = rng.choice([pair for pair in waiting if covered.met[pair] + covered.missed[pair] <= 1.5 * least + 1])
    size = max(2, rng.randrange(8, largest) - 3 * covered.missed[pair])
    lacking = defaultdict(list)
    for a, b in waiting:
        lacking[a].append(b)
        lacking[b].append(a)
    return pair, _with_others(pair, lacking, size, rng, most_costs)


def drawn(rng: Random, largest: int = 22, having: str = "") -> tuple[Pair, list[str]]:
    """A pair at random, and the features of a game with others at random: common ones meet in it, and not the rarest.

    One of the pair is the feature that the game is `having`, if any.
    """
    pair = rng.choice([pair for pair in pairs() if having in ("", *pair)])
    return pair, _with_others(pair, {}, rng.randrange(8, largest), rng)


def _with_others(pair: Pair, lacking: Mapping[str, list[str]], size: int, rng: Random, most_costs: int = MOST_COSTS) -> list[str]:
    """The two, and those that may stand beside all that are there, first of all who lack many of them."""
    names = list(pair)
    wanting = Counter(other for name in names for other in lacking.get(name, ()))
    luck = {  # less than one pair, so that it only breaks ties
        name: rng.randrange(6) / 6 for name in rng.sample(sorted(FEATURES), len(FEATURES))
    }
    left = [name for name in luck if name not in names and not any(why_apart(name, each) for each in names)]
    while left and len(names) < size:
        name = max(left, key=lambda each: wanting[each] + luck[each])
        left.remove(name)
        if sum(max(0, FEATURES[each].costs - 1) for each in (*names, name)) <= most_costs:
            names.append(name)
            wanting.update(lacking.get(name, ()))
            left = [each for each in left if not why_apart(name, each)]
    return names
