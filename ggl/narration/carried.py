"""What pieces carry, read where perhaps no piece stands: a property has its start value there, which a reader must be told.

Takes the trees of a game, and finds the properties that are read of a site without a proof that a piece stands on it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ggl.narration.facts import Facts
from ggl.narration.nouns import a_or_an, capital, kind_noun, listed, words
from ggl.narration.reads_of_none import Known, ReadsOfNone
from ggl.narration.speech import Speaker
from ggl.syntax import tree as t


def counts_as(facts: Facts) -> str:
    """`A cell without a stone counts as having the mark "fresh" and a "power" of 2.`; "" if no rule reads such a property."""
    reading = _Reading(facts)
    if reading.starts:
        reading.game()
    told: dict[str, list[str]] = {}
    for name, (_, start) in reading.starts.items():
        if name in reading.loose:
            told.setdefault(reading.carriers(name), []).append(_having(facts, name, start))
    return " ".join(f"{capital(where)} counts as having {listed(having)}." for where, having in told.items())


def _having(facts: Facts, name: str, start: t.Expr) -> str:
    value = facts.folding.constant(start)
    if isinstance(value, bool):
        return f'{"the" if value else "no"} mark "{words(name)}"'
    return f'{a_or_an(words(name)).split()[0]} "{words(name)}" of {Speaker(facts).value(start).text}'


@dataclass
class _Reading(ReadsOfNone):
    loose: set[str] = field(default_factory=set)
    """The properties that are read where the reader would not guess what they are."""

    def __post_init__(self) -> None:
        folding, pieces = self.facts.folding, self.facts.checked.definition.pieces.values()
        self.starts = {name: (piece, folding.tree(tree)) for piece in pieces for name, tree in piece.has.items()}

    def carriers(self, name: str) -> str:
        """`a cell without a queen or rook`"""
        kinds = [one for one in self.facts.checked.definition.pieces.values() if name in one.has]
        site = self.facts.checked.world.kinds[kinds[0].name].site
        where = a_or_an(self.facts.cell if site == "cell" else site)
        return f"{where} without {a_or_an(listed((kind_noun(one.name) for one in kinds), 'or'))}"

    def read(self, tree: t.Tree, known: Known, holds: bool) -> None:
        match tree:
            case t.Dot(of=of, name=name) if name in self.starts and not self.properties(of, known):
                self.read(of, known, True)
                if not self._is_guessed(name, holds):
                    self.loose.add(name)
            case t.Call(name="sum", args=(t.Gen(body=t.Dot(of=of, name=name), binders=binders),)) if self._adds_nothing(name):
                self.read(of, self.all_bound(binders, known), True)
            case _:
                super().read(tree, known, holds)

    def _is_guessed(self, name: str, holds: bool) -> bool:
        """Whether nobody would take a site without a piece for one that has the mark."""
        _, start = self.starts[name]
        return t.is_name(start, "none") or (self.facts.folding.constant(start) is False and holds)

    def _adds_nothing(self, name: str) -> bool:
        return name in self.starts and self.facts.folding.constant(self.starts[name][1]) == 0
