"""Parameters of a move that are one choice: `one to three empty cells S`, `two cells a and b with a stone of yours`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ggl.checker.subsets import SUBSETS
from ggl.narration.facts import element
from ggl.narration.nouns import in_words, listed, quoted_name
from ggl.narration.speech import Speaker
from ggl.syntax import tree as t

_MOST = 8


def is_together(binder: t.Binder) -> bool:
    """Whether a parameter is a set, or one of several whose order does not matter."""
    return bool(binder.beside) or (isinstance(binder.source, t.Call) and binder.source.name == SUBSETS)


def choices(binders: Sequence[t.Binder], *, exact: bool = False) -> Iterator[tuple[t.Binder, ...]]:
    """The parameters, those of one choice together; three and more from the same set together too, if not `exact`."""
    found: list[t.Binder] = []
    for place, binder in enumerate(binders):
        if found and not binder.beside and (exact or not _goes_on(binders, place, found)):
            yield tuple(found)
            found = []
        found.append(binder)
    if found:
        yield tuple(found)


def _goes_on(binders: Sequence[t.Binder], place: int, found: Sequence[t.Binder]) -> bool:
    """Whether a parameter is one of at least three in a row that are from the same set, each for itself."""

    def alike(one: t.Binder) -> bool:
        return not is_together(one) and one.test is None and one.source == binders[place].source

    run = next((n for n, one in enumerate(binders[place:]) if not alike(one)), len(binders) - place)
    return all(map(alike, found)) and 3 <= len(found) + run <= _MOST


def chosen_members(speaker: Speaker, binders: Sequence[t.Binder]) -> tuple[str, Speaker]:
    """A choice of several members in words, and a speaker who knows them."""
    first = binders[0]
    if isinstance(first.source, t.Call) and first.source.name == SUBSETS:
        of, sizes = first.source.args
        how_many = _sizes(speaker, sizes)
        if not speaker.facts.exact and isinstance(sizes, t.Binary) and " the " in how_many:  # the numbers are whole phrases
            text = f"{speaker.members(of).counted(quoted_name(first.name))}, {how_many}"
            return text, speaker.knowing(first.name, f"{{{element(speaker.sort(of))}}}")
        text = f"{how_many} {speaker.members(of).counted(quoted_name(first.name))}"
        return text, speaker.knowing(first.name, f"{{{element(speaker.sort(of))}}}")
    names = listed([quoted_name(binder.name) for binder in binders])
    how = "in any order" if binders[1].beside else "which need not differ"
    text = f"{in_words(len(binders))} {speaker.members(first.source).counted(names)}, {how}"
    for binder in binders:
        speaker = speaker.knowing(binder.name, element(speaker.sort(first.source)))
    return text, speaker


def _sizes(speaker: Speaker, tree: t.Expr) -> str:
    if isinstance(tree, t.Binary) and tree.op == "..":
        low, high = _number(speaker, tree.left), _number(speaker, tree.right)
        fixed = isinstance(speaker.facts.folding.tree(tree.right), t.Number) or speaker.facts.exact
        return f"{low} to {high}" if fixed else f"at least {low} and at most {high}"
    return _number(speaker, tree)


def _number(speaker: Speaker, tree: t.Expr) -> str:
    tree = speaker.facts.folding.tree(tree)
    if isinstance(tree, t.Number) and tree.value <= _MOST:
        return in_words(tree.value) if tree.value else "none"
    return speaker.value(tree).text
