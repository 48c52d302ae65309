"""The sentences under `says`: each is of something that the game has, and its slots are parameters of that.

Reports what is wrong with them wherever they stand: what a variant takes over from its base may speak of what the variant has no
more, which says nothing and is nobody's mistake, as the caller knows.
"""

from __future__ import annotations

from collections.abc import Iterator

from ggl.checker.look import MOST_NAMES
from ggl.diagnostics import Findings, Fix
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.diagnostics.near import list_names, mistyped, near
from ggl.model.definition import Conditions, Definition, Said, Variable
from ggl.model.keys import exact_key
from ggl.model.sentences import SentenceSlot, mistake, split_slots
from ggl.syntax import tree as t
from ggl.syntax.document import fitted_fix


def sentences(definition: Definition) -> dict[str, str]:
    """The sentences of the text: each of something that is there, with no other names than that has."""
    known = _known(definition)
    return {name: said.text.text for name, said in definition.says.items() if name in known and _fits(said, known[name])}


def _fits(said: Said, params: list[frozenset[str]]) -> bool:
    names = frozenset.intersection(*params)
    return all(slot.name in names for slot in split_slots(said.text.text) if isinstance(slot, SentenceSlot))


def _known(definition: Definition) -> dict[str, list[frozenset[str]]]:
    known: dict[str, list[frozenset[str]]] = {}
    for name, params in speakable(definition):
        known.setdefault(exact_key(name), []).append(params | frozenset(definition.options))
    return known


def check_says(definition: Definition, findings: Findings) -> None:
    known = _known(definition)
    for name, said in definition.says.items():
        if name not in known:
            _nothing(name, said, known, findings)
        else:
            _slots(name, said, frozenset.intersection(*known[name]), findings)


def speakable(definition: Definition) -> Iterator[tuple[str, frozenset[str]]]:
    """The subjects that a sentence can have, with the names that may stand in it; several things may share a name."""
    yield from ((name, frozenset[str]()) for name in (*_parts(definition), *definition.pieces))
    yield from things(definition)


def _parts(definition: Definition) -> Iterator[str]:
    """The parts of a game that go by their keys."""
    turn = definition.turn
    yield from ("board", "setup", "cell")
    if any(piece.supply is not None for piece in definition.pieces.values()):
        yield "supply"
    done = {"begin": turn.begin, "finish": turn.finish, "next": turn.following, turn.prefer: turn.preferred}
    yield from (key for key, tree in done.items() if tree is not None)
    if any(way != "never" for way, _ in turn.ways_to_pass):
        yield "pass"
    yield from definition.values
    yield from (phase.name for phase in turn.phases)
    if not turn.phases:
        yield "turn"
    if any(part.resolve is not None for part in turn.at_once):
        yield "resolve"
    if definition.match is not None:
        yield "match"


def things(definition: Definition) -> Iterator[tuple[str, frozenset[str]]]:
    """The things that a sentence is of rather than of a part of the game or a kind of the same name."""
    for one in definition.definitions.values():
        yield one.name, frozenset(one.params)
    for routine in definition.routines.values():
        yield routine.name, frozenset(routine.params)
        yield from ((let.name, frozenset(routine.params)) for let in lets(routine.body))
    for variable in definition.state.values():
        yield variable.name, frozenset({slot_of(variable)} - {""})
    for region in definition.regions.values():
        yield region.name, frozenset()
    for move in definition.moves.values():
        names = {*move.params, *(binder.name for binder in move.binders), *(let.name for let in move.lets)}
        yield move.name, frozenset(names)
        before = {*move.params, *(binder.name for binder in move.binders)}
        for let in move.lets:
            yield let.name, frozenset(before)
            before.add(let.name)
        yield from ((let.name, frozenset(names)) for let in lets(move.do))
        yield from _named(frozenset(names), move.where, move.ensure)
    if definition.score is not None:
        yield "score", frozenset(definition.score.params)
    for part in definition.end:
        whose = part.each or part.together or part.subject in ("mover", "opponent")
        yield from _named(frozenset({part.subject} if whose else ()), part.conditions)


def lets(tree: t.Tree) -> Iterator[t.LetBe]:
    """The names that effects give."""
    return (part for part in t.nodes(tree) if isinstance(part, t.LetBe))


def slot_of(variable: Variable) -> str:
    """The slot of a variable's sentence for its player or site: `{player}`, `{cell}`; "" for a single variable."""
    return {"": "", "turns": "", "players": "player", "vertices": "vertex"}.get(variable.each, variable.each.removesuffix("s"))


def _named(names: frozenset[str], *conditions: Conditions) -> Iterator[tuple[str, frozenset[str]]]:
    yield from ((name, names) for each in conditions for name, _ in each.parts if name)


def _nothing(name: str, said: Said, known: dict[str, list[frozenset[str]]], findings: Findings) -> None:
    label, help_, fix = mistyped(said.span, name, known, _DESCRIBED)
    message = f"there is no `{name}` for this sentence to describe"
    findings.report(codes.SAID_OF_NOTHING, said.span, message, label=label, help=help_, fix=fix)


_DESCRIBED = (
    "sentences describe kinds of piece, definitions, routines, variables, regions, moves, names under `let`, conditions, the "
    "score, the board, the set-up, or an effect or a wish of the turn by its key"
)


def _slots(name: str, said: Said, names: frozenset[str], findings: Findings) -> None:
    text = said.text
    if wrong := mistake(text.text):
        message, help_ = wrong
        findings.report(codes.UNKNOWN_SLOT, text.span, message, help=help_)
    for slot in split_slots(text.text):
        if not isinstance(slot, SentenceSlot) or slot.name in names:
            continue
        close = near(slot.name, names)
        instead = text.text.replace(slot.text, slot.text.replace(slot.name, close[0])) if close else ""
        fix = Fix(text.span, instead, f"write `{close[0]}`") if close else None
        there = f"its names: {list_names(sorted(names), MOST_NAMES)}" if names else "it has no parameters"
        message = f"`{slot.name}` is not a parameter of `{name}`"
        findings.report(codes.UNKNOWN_SLOT, text.span, message, help=None if fix else there, fix=fitted_fix(fix))
