"""A made game from a seed: features are added to a draft, the file is mended until the checker accepts it, and is given names.

The same seed and the same wanted features make the same files.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ggl.checker.game import CheckedGame
from ggl.diagnostics import Diagnostic
from ggl.play.loading import check_source
from ggl.source import Source
from tests.generated import (  # noqa: F401
    naming,
    of_any_words,
    of_chance,
    of_ends,
    of_hidden,
    of_limits,
    of_links,
    of_looks,
    of_play,
    of_queries,
    of_things,
    of_tiles,
    of_tracks,
    of_values,
)
from tests.generated.draft import Draft, Scope, Unfit, board_of
from tests.generated.facts import Facts
from tests.generated.layout import Path, Tree, all_paths, at, lines, renamed, replaced, without, written
from tests.generated.of_ends import add_end
from tests.generated.of_things import add_kind
from tests.generated.table import FEATURES, FILE, feature, new_move, placing, some_move


def _named(sort: str) -> None:
    def add(d: Draft) -> None:
        d.wishes.add(f"names {sort}")

    feature(f"name {sort}", FILE, lambda f: sort in f.names.values())(add)


for _sort in (*naming.POOLS, naming.ALIKE, naming.USED):
    _named(_sort)


@dataclass
class Made:
    """A game file: its data, with the neutral names, the names that stand for them, and the file that it extends, if any."""

    seed: str
    tree: Tree
    names: dict[str, str] = field(default_factory=dict)
    sorts: dict[str, str] = field(default_factory=dict)
    base: Tree | None = None
    wanted: tuple[str, ...] = ()
    has: frozenset[str] = frozenset()
    mended: int = 0
    variant: Tree | None = None
    removes: bool = False

    file: str = ""
    """The text of a file that was kept, in place of its data."""

    @staticmethod
    def of_text(text: str) -> Made:
        return Made("", {"moves": {}}, file=text)

    @property
    def text(self) -> str:
        """With its names."""
        if self.file:
            return self.file
        return written(renamed(self.tree, self.names))

    @property
    def plain_text(self) -> str:
        return written(self.tree)


class NotMade(Exception):  # noqa: N818
    """No sound game came out; says what the checker found last."""


MOST_MENDS = 40


def made(seed: str, wanted: Iterable[str]) -> tuple[Made, CheckedGame]:
    """A sound game that has as many of the wanted features as can be. Raises `NotMade`."""
    rng = Random(seed)
    draft = Draft(rng)
    chosen = [FEATURES[name] for name in dict.fromkeys([*(need for name in wanted for need in FEATURES[name].needs), *wanted])]
    groups = {each.group for each in chosen}
    if "board" not in groups:
        chosen.append(FEATURES[rng.choice(("square", "square", "oblong", "hexagon", "track"))])
    if "players" not in groups:
        chosen.append(FEATURES["2 players"])
    if not any(each.name == "kind: plain" for each in chosen):
        chosen.append(FEATURES["kind: plain"])
    for each in sorted(chosen, key=lambda each: (each.stage, each.group != "board")):
        try:
            each.add(draft)
        except Unfit:
            if each.group == "board":
                draft.board_part, draft.board = "square(3)", board_of("board: square(3)\n")  # type: ignore[assignment]
    _finish(draft)
    tree = draft.tree()
    tree, checked, mended = mended_until_sound(tree)
    one = Made(seed, tree, wanted=tuple(wanted), mended=mended)
    _give_names(one, draft, rng)
    if "extends" in draft.wishes:
        _extend(one, draft, rng)
    one.has = features_of(one, checked)
    return one, checked


def features_of(one: Made, checked: CheckedGame) -> frozenset[str]:
    """What the game really has."""
    facts = Facts(checked, one.sorts, one.base is not None)
    extended = {name for name, there in (("extends: changed", one.base), ("extends: removed", one.removes)) if there}
    return frozenset(name for name, each in FEATURES.items() if each.there(facts)) | extended


def _finish(d: Draft) -> None:
    """What must be used is used; the game has a move and an end."""
    if not any(move.started for move in d.moves):
        placing(d)
    for type_, make in d.musts:
        for _ in range(5):
            try:
                _use(d, type_, make)
                break
            except Unfit:
                continue
    if not d.setup and not d.drawing and d.maybe(0.6) and len(d.board.cells) < 200:
        for player in d.players:
            kinds = [kind for kind in d.standing() if not kind.of and not kind.supply]
            if kinds:
                d.setup.append(f"put {player} {d.pick(kinds).name} on {d.pick(d.board.cells).name}")
    for move in d.moves:
        if not move.do:
            move.do.append(d.effect(move.scope("do")))
    if d.maybe(0.3):
        d.rng.shuffle(d.moves)
    _fill(d)
    last = d.pick(("draw", "draw", "by score", "mover loses")) if d.score is not None else d.pick(("draw", "draw", "mover loses"))
    if last not in d.unnamed_ends:
        d.end.setdefault(last, {})["long"] = f"ply >= {d.pick((12, 20, 30))}"
    else:
        add_end(d, "mover wins" if last != "mover wins" else "draw", f"ply >= {d.pick((12, 20, 30))}")
    for each in d.afterwards:
        each()


def _fill(d: Draft) -> None:
    """What shall be there as often as may be."""
    if "64 variables" in d.wishes:
        while len(d.state) < 64:
            d.state[d.name("var")] = "0"
    if "32 options" in d.wishes:
        while len(d.options) < 32:
            d.options[d.name("option")] = "true"
    if "64 kinds" in d.wishes:
        while len(d.kinds) < 64:
            add_kind(d)
    if "64 moves" in d.wishes:
        while len(d.moves) < 64:
            move = new_move(d)
            move.do.append(f"take piece from {d.pick(d.board.cells).name}")
            move.where["its turn"] = f"ply % 9 == {len(d.moves) % 9}"
    if "256 definitions" in d.wishes:
        while len(d.define) < 256:
            d.define[d.name("word")] = "0"


_CONDITIONS = {
    "number": "{} {} {}", "cells": "any({0})", "site": "{0} != none", "edges": "any({0})", "condition": "{0}",
    "player": "{0} == {3}",
}  # fmt: skip


def _use(d: Draft, type_: str, make: Any) -> None:
    stages = next((stages for stages, each in d.offers[type_] if each is make), frozenset())
    move = some_move(d)
    if type_ == "effect":
        places = [stage for stage in ("do", "do", "begin") if not stages or stage in stages]
        if d.begin and "begin" in places and d.maybe(0.3):
            d.begin.append(make(Scope("begin")))
        elif d.finish and "begin" in places and d.maybe(0.3):
            d.finish.append(make(Scope("begin")))
        else:
            move.do.append(make(move.scope("do")))
        return
    if type_ == "direction":
        return
    places = [stage for stage in ("before", "before", "ensure", "do", "end", "score") if not stages or stage in stages]
    stage = d.pick(places or ["before"])
    if stage == "score" and type_ == "number" and d.score is not None and isinstance(d.score, str) and d.score[:1] != "[":
        d.score = f"{d.score} + {make(Scope('score', ((d.score_param, 'player'),), d.score_param))}"
        return
    if stage in ("end", "score"):
        scope = Scope("end")
    else:
        scope = move.scope(stage)
    text = _CONDITIONS[type_].format(make(scope), d.pick(("<", ">=", "!=", "==")), d.pick("0123"), d.pick(d.players))
    if stage == "before":
        move.where[f"why {d.name('why')}"] = text if d.maybe(0.4) else f"{text} or ply % 2 == {d.pick('01')}"
    elif stage == "ensure":
        move.ensure[f"why {d.name('why')}"] = text if d.maybe(0.4) else f"{text} or ply % 2 == {d.pick('01')}"
    elif stage == "do":
        line = d.effect(scope)
        move.do.append(
            f"{line} if {text}" if "\n" not in line and " if " not in line else f"if {text}:\n  " + line.replace("\n", "\n  ")
        )
    else:
        add_end(d, d.pick(("draw", "mover wins", "mover loses")), f"ply > {d.pick('1357')} and ({text})")


# ---- what the checker refuses


def mended_until_sound(tree: Tree) -> tuple[Tree, CheckedGame, int]:
    """The file without what the checker refuses. Raises `NotMade`."""
    found: tuple[Diagnostic, ...] = ()
    for count in range(MOST_MENDS):
        checked, found = check_source(Source("made.yaml", written(tree)))
        if checked is not None:
            return tree, checked, count
        smaller = _without_first(tree, found)
        if smaller is None:
            break
        tree = smaller
    raise NotMade("; ".join(str(each) for each in found[:2]) + "\n" + written(tree))


_KEPT = {"ggl", "name", "players", "board", "moves", "end", "pieces"}


def _without_first(tree: Tree, found: tuple[Diagnostic, ...]) -> Tree | None:
    """The file without the entry in which the first error is found; or without all that names something that is gone."""
    text = lines(tree)
    for each in found:
        if each.code.severity != "error" or each.span is None or each.span.source.name != "made.yaml":
            continue
        line = each.span.source.text.count("\n", 0, each.span.start)
        if line >= len(text):
            continue
        path: Path = text[line][1]
        while path and (len(path) == 1 and path[0] in _KEPT):
            path = ()
        if not path:
            continue
        smaller = _pruned(without(tree, path), path)
        if smaller is not None:
            return smaller
    return None


def _pruned(tree: Tree, path: Path) -> Tree | None:
    """The file without a part that has become empty."""
    for depth in range(len(path) - 1, 0, -1):
        above = path[:depth]
        try:
            value = at(tree, above)
        except (KeyError, IndexError):
            continue
        if value in ({}, [], "") and len(above) > 0:
            if above[0] in _KEPT and depth == 1:
                return None
            if len(above) >= 2 and above[0] in ("players", "pieces"):
                break
            tree = without(tree, above)
    return tree


# ---- names and variants


def _give_names(one: Made, d: Draft, rng: Random) -> None:
    """Some names are drawn; those that the checker refuses are left out again, each for itself."""
    sorts = [wish.removeprefix("names ") for wish in sorted(d.wishes) if wish.startswith("names ")]
    text = written(one.tree)
    tokens = [token for token, role in d.names.items() if role in naming.ROLES and token in text]
    for sort in sorts:
        wanted = 3
        for _ in range(9):
            if not tokens:
                break
            token = tokens[rng.randrange(len(tokens))]
            beside = _beside(sort, tokens, text, d)
            words: list[str] = []
            if beside[0] and rng.random() < naming.BESIDE:
                token, words = beside[0][rng.randrange(len(beside[0]))], beside[1]
            name = (
                words[rng.randrange(len(words))]
                if words
                else naming.drawn(
                    rng, sort, [*one.names.values(), *[each for each in tokens if d.names[each] == d.names[token]]], text
                )
            )
            if token in one.names or name in d.names or name in one.names.values():
                continue
            names = {**one.names, token: name}
            if check_source(Source("made.yaml", written(renamed(one.tree, names))))[0] is not None:
                one.names, one.sorts[name] = names, sort
                wanted -= 1
                if not wanted:
                    break


def _beside(sort: str, tokens: list[str], text: str, d: Draft) -> tuple[list[str], list[str]]:
    """Things that are read where other names of this sort may be mistaken for them, and such names, if only those will do."""
    if sort == "with signs":
        rows = [row for text in d.look.get("notation", {}).values() for row in (text if isinstance(text, dict) else [text])]
        notation = " ".join(rows)
        return [token for token in tokens if token in notation.split()], []
    if sort == naming.USED:
        read = naming.behind_dots(text)
        words = sorted(read & set(naming.pool("of a word")))
        return ([token for token in tokens if token in read] if words else []), words
    return [], []


def _extend(one: Made, d: Draft, rng: Random) -> None:
    """The game as a variant of a base in which some parts are others; together they are the same game again."""
    parts = [path for path in all_paths(one.tree) if _may_differ(path)]
    changed = {parts[rng.randrange(len(parts))] for _ in range(3)} if parts else set()
    base, variant = one.tree, {"ggl": 1, "name": "Made", "extends": "base.yaml"}
    for path in sorted(changed, key=str):
        value = at(one.tree, path)
        base = replaced(base, path, _ANOTHER.get(path[-1] if path[0] == "moves" else path[0], "1"))
        variant = _laid(variant, path, value)
    if "end" in variant:  # a variant that names all its keys gives their order
        variant["end"] = {key: variant["end"][key] for key in one.tree["end"] if key in variant["end"]}
    if "removed" in d.wishes:
        base = {**base, "define": {**base.get("define", {}), "gone_1z": "cells", "gone_2z(c)": "empty(c)"}}
        variant["define"] = {**variant.get("define", {}), "gone_1z": "removed", "gone_2z(c)": "removed"}
        one.removes = True
    one.base = {key: value for key, value in base.items() if key not in ("tests", "notes")} | {"name": "Base"}
    one.variant = variant | {key: one.tree[key] for key in ("tests", "notes") if key in one.tree}


_ANOTHER = {"do": "win", "where": "true", "ensure": "true", "end": "ply > 99"}
"""What a part is in the base, so that the variant changes it."""


def _may_differ(path: Path) -> bool:
    match path:
        case ("moves", _, "do" | "where" | "ensure") | ("define", _) | ("end", _):
            return True
        case (str() as key,) if key.startswith("score("):
            return True
    return False


def _laid(tree: Tree, path: Path, value: Any) -> Tree:
    key = path[0]
    return {**tree, key: value if len(path) == 1 else _laid(tree.get(key, {}), path[1:], value)}
