"""Queries on the trees of a move: the names it uses and hands on."""

from __future__ import annotations

from ggl.model.definition import Conditions, MovePart
from ggl.narration.nouns import listed, quoted_name
from ggl.narration.plainer import count_mentions
from ggl.syntax import tree as t


def only_in_a_let(move: MovePart, name: str) -> bool:
    """Whether a name is used once, by another name under `let` whose value gives no names of its own."""
    asked = [tree for part in (move.where, move.ensure) for _, tree in part.parts]
    elsewhere = [*asked, move.do, *([move.then] if move.then is not None else [])]
    lets = [let.value for let in move.lets if count_mentions(let.value, name)]
    alone = (
        len(lets) == 1 and count_mentions(lets[0], name) == 1 and not any(isinstance(part, t.Binder) for part in t.nodes(lets[0]))
    )
    return alone and not any(count_mentions(tree, name) for tree in elsewhere)


def read_by(move: MovePart, where: Conditions | None) -> set[str]:
    """The names under `let` that the conditions read, also by way of other names."""
    trees, found = [tree for _, tree in where.parts] if where is not None else [], set[str]()
    for let in reversed(move.lets):
        if any(count_mentions(tree, let.name) for tree in trees):
            found.add(let.name)
            trees.append(let.value)
    return found


def handed(target: MovePart, pick: t.Picked) -> list[tuple[str, t.Expr]]:
    """The values that the previous move passes to a move, by the names of its parameters."""
    return [*zip(target.params, pick.args, strict=False), *((named.name, named.value) for named in pick.named)]


def only_after(move: MovePart) -> str:
    if not move.params:
        return "This move only follows another one of the same turn. "
    return f"This move only follows another one of the same turn, which says what {listed(map(quoted_name, move.params))} is. "


def passed_name(tree: t.Expr) -> str:
    """The name that is passed on; empty for anything else."""
    return tree.name if isinstance(tree, t.Name) else ""


def spoken_of(*parts: Conditions | t.Plan | None) -> set[str]:
    """The names that stand in conditions and in what follows on a move."""
    waiting: list[t.Tree] = []
    for part in parts:
        waiting += [tree for _, tree in part.parts] if isinstance(part, Conditions) else [part] if part is not None else []
    names = set()
    while waiting:
        tree = waiting.pop()
        names |= {tree.name} if isinstance(tree, t.Name) else set()
        waiting += t.children(tree)
    return names


def choice_names(items: list[str], exact: bool) -> str:
    """The choices, in order."""
    long = not exact and any(len(item.split()) > 9 for item in items[:-1])
    joint = ", and " if len(items) > 2 or long else " and "
    return f"{', '.join(items[:-1])}{joint}{items[-1]}" if len(items) > 1 else items[0]
