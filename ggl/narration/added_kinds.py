"""The kinds of which more may come onto the board: those that moves put there, or that pieces of another kind become.

Takes the effects of a checked game. May report a kind of which no more can come, but never leaves one out of which more can.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ggl.narration.facts import Facts
from ggl.syntax import tree as t

_MOST_CALLS = 100
_Sites = tuple[t.Expr, ...]


def added_kinds(facts: Facts) -> set[str]:
    definition = facts.checked.definition
    found: set[str] = set()
    for move in definition.moves.values():
        found |= _put_by(facts, move.do, {binder.name: binder.source for binder in move.binders})
    for routine in definition.routines.values():
        found |= _put_by(facts, routine.body, {})
    return found


def _put_by(facts: Facts, effect: t.Effect, chosen: Mapping[str, t.Expr]) -> set[str]:
    """The kinds that an effect puts; of a kind that is chosen, those from which it is."""
    found: set[str] = set()
    for tree, before in _in_order(effect):
        match tree:
            case t.Put(pieces=t.Pieces(words=(*_, t.Name() as what))):
                source = chosen.get(what.name, what)
                found |= _becomes(facts, facts.folding.tree(source), ())
            case t.Put():
                found |= set(facts.checked.kinds)
            case t.Change(verb="promote", what=site, to=t.Name(name=name)) if name in chosen:
                found |= _becomes(facts, facts.folding.tree(chosen[name]), _where_chosen(site, before))
            case t.Change(verb="promote", what=site, to=to):
                found |= _becomes(facts, facts.folding.tree(to), (site,))
    return found


def _in_order(effect: t.Effect) -> Iterator[tuple[t.Tree, Sequence[t.Effect]]]:
    """All parts of an effect, each with the steps that come before it; its own is one of them if more may happen in it."""
    steps = effect.parts if isinstance(effect, t.Block) else (effect,)
    for place, step in enumerate(steps):
        done = step.then if isinstance(step, t.IfThen) and step.other is None else step
        before = steps[:place] if isinstance(done, t.Change) else steps[: place + 1]
        yield from ((part, before) for part in t.nodes(step))


def _where_chosen(site: t.Expr, before: Sequence[t.Effect]) -> _Sites:
    """Where the piece of a site stood as the move was chosen, as far as that is certain."""
    moving = [part for step in before for part in t.nodes(step) if isinstance(part, _MOVING) and not _sets(part)]
    match moving:
        case []:
            return (site,)
        case [t.Move(pieces=None, source=source, target=target)] if target == site and moving[0] in before:
            return (source,)
    return ()


_MOVING = t.Put | t.Move | t.Exchange | t.Change | t.Routine


def _sets(tree: t.Tree) -> bool:
    return isinstance(tree, t.Change) and tree.verb == "set"


def _becomes(facts: Facts, to: t.Expr, own: _Sites) -> set[str]:
    """The kinds that a piece may newly become; the kind that these sites say it has is none of them. Of very many calls, all."""
    found, waiting, met = set[str](), [(to, "")], set[tuple[t.Expr, str]]()
    while waiting:
        tree, known = waiting.pop()
        match tree:
            case t.Name(name=name) if name in facts.checked.kinds:
                found |= {name} - {known}
            case t.Name(name="none"):
                pass
            case t.Dot(of=of, name="kind") if of in own:
                pass
            case t.SetOf(items=items) | t.ListOf(items=items):
                waiting += [(item, known) for item in items]
            case t.Binary(op="+", left=left, right=right):
                waiting += [(left, known), (right, known)]
            case t.IfElse(then=then, test=test, other=other):
                waiting += [(then, _kind_asked(test, own) or known), (other, known)]
            case t.Lined(by=t.Dot(of=of, name="kind"), rows=rows, other=other) if of in own:
                waiting += [(value, key.name if isinstance(key, t.Name) else known) for key, value in rows]
                waiting += [(other, known)] if other is not None else []
            case t.Call(name=name, args=args, named=()) if name in facts.definitions and len(met) < _MOST_CALLS:
                if (tree, known) not in met:
                    met.add((tree, known))
                    defined = facts.definitions[name]
                    passed = zip(defined.params, args, strict=False)
                    bound = {param: arg if _may_be_passed(arg, own) else t.Name("", span=arg.span) for param, arg in passed}
                    waiting.append((facts.folding.tree(defined.body, bound), known))
            case _:
                return set(facts.checked.kinds)
    return found


def _kind_asked(test: t.Expr, own: _Sites) -> str:
    """`c.kind == man` of such a site: man."""
    match test:
        case t.Chain(first=t.Dot(of=of, name="kind"), rest=(("==", t.Name(name=name)),)) if of in own:
            return name
    return ""


def _may_be_passed(arg: t.Expr, own: _Sites) -> bool:
    """Whether an argument may say which kind it is, and cannot grow from call to call."""
    return isinstance(arg, t.Name) or arg in own or (isinstance(arg, t.Dot) and arg.of in own)
