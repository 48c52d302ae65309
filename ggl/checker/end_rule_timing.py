"""When a rule of the end is tested: after a turn, or after the next one has begun.

What a turn's `begin` changes, and its rolls, belong to the side that moves next: a rule that reads them, or legal moves, would
refer to the turn before if it were tested too soon. For a variable of each turn the opposite holds: a rule that reads it means
the turn that is over, and would find nothing if it were tested too late.

A rule reads what is written in it. What a constant decides, such as an option that is off, has no part in the core and is handed
over as `unasked`: when a rule is tested must not change with an option.

Rules keep the order of the file: the first one that must wait makes all later ones wait. A rule that reads a variable of the
last turn, and has to wait, is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from ggl.core import forms as f
from ggl.core.walk import reached, uses, walk
from ggl.diagnostics import Findings, Note
from ggl.diagnostics.catalog import end_and_score as codes

ACTOR = "actor"
"""The field of the player whose turn was the last one, where a rule that waits asks every player."""


def asked_in_time(
    core: f.CoreGame,
    of_turn: frozenset[str],
    unasked: Sequence[tuple[f.Expr, ...]],
    findings: Findings,
) -> f.CoreGame:
    """The game with the time of each rule of the end; if nothing happens as a turn begins, all are evaluated after the turn.

    `of_turn` has the fields of the variables of each turn: they are those of the turn that is over, whatever the next one begins
    with. `unasked` has what is decided before play in each rule.
    """
    if core.turn.begin == f.Seq(()):
        return core
    changed = _changed_by(core.turn.begin, {layer.name: layer for layer in core.layers}, core.rolls) - of_turn
    written = [(rule.test, *more) for rule, more in zip(core.end, unasked, strict=True)]
    first = next((at for at, one in enumerate(written) if _waits(one, changed, core)), len(core.end))
    for rule, one in zip(core.end[first:], written[first:], strict=True):
        _refuse_if_late(rule, one, core.end[first], of_turn, core, findings)
    end = tuple(replace(rule, begun=at >= first) for at, rule in enumerate(core.end))
    return _knowing_the_last_turn(replace(core, end=end))


def _knowing_the_last_turn(core: f.CoreGame) -> f.CoreGame:
    """Adds a field for the last mover, if the current mover does not determine it and it matters."""
    if not any(rule.begun and rule.each for rule in core.end) or not (core.turn.pie or uses(core, f.Again)):
        return core
    mover = next(field for field in core.fields if field.name == "mover")
    return replace(core, fields=(*core.fields, f.Field(ACTOR, (), mover.values, 0, False)))


def _changed_by(begin: f.Effect, layers: Mapping[str, f.Layer], rolls: Iterable[f.Chance]) -> set[str]:
    """The fields that the beginning of a turn may change, with what follows its rolls: of pieces all that there is, if any."""
    found: set[str] = set()
    pieces = {name for layer in layers.values() for name in layer.fields}
    later = [roll for roll in rolls if not roll.in_setup]
    for form in walk((begin, *(roll.then for roll in later))):
        match form:
            case f.Write(field=name) | f.WriteAll(field=name):
                found.add(name)
            case f.Put() | f.Take() | f.Move() | f.Exchange():
                found |= pieces
            case f.Again():
                found.add("again")
    found |= {name for roll in later for name in roll.fields}
    return found | pieces if found & pieces else found


def _waits(written: tuple[f.Expr, ...], changed: set[str], core: f.CoreGame) -> bool:
    """Whether a condition can only be answered once a turn has begun: what it reads is changed, or it asks for legal moves."""
    compared = {field.name for field in core.fields if field.compared}
    boards = {name for layer in core.layers for name in layer.board}

    def waits(form: f.Form) -> bool:
        match form:
            case f.Can():
                return True
            case f.Get(field=name) | f.Plane(field=name):
                return name in changed
            case f.Seen(key=key):
                return bool(changed & (boards if key == "board" else compared))
        return False

    return _found(written, waits, core) is not None


def _refuse_if_late(
    rule: f.EndRule, written: tuple[f.Expr, ...], first: f.EndRule, of_turn: Collection[str], core: f.CoreGame, findings: Findings
) -> None:
    """Report a rule that reads a variable of the last turn but is evaluated after the reset of the variable."""
    scored = (core.score, *core.breaks, core.tie[1]) if rule.outcome == "score" else ()
    asked = [part for part in (written, rule.player, *scored) if part is not None]
    read = next((name for part in asked if (name := _of_turn_in(part, of_turn, core)) is not None), None)
    if read is None or rule.span is None:
        return
    variable = read.removeprefix("own.")
    label = "" if _of_turn_in(written, of_turn, core) else f"the score reads `{variable}`"
    notes: tuple[Note, ...] = ()
    if rule is first:
        message = f"this is tested after the next turn has begun, when `{variable}` is that of the new turn"
        help_ = "store what this line reads of the last turn in a variable without `each: turns`"
    else:
        message = f"`{variable}` is that of the new turn when this line is tested"
        help_ = "move this line above the one that waits"
        notes = (Note("this line and those below it are tested after the next turn has begun", first.span),) if first.span else ()
    findings.report(codes.ASKED_TOO_LATE, rule.span, message, label=label, help=help_, notes=notes)


def _of_turn_in(form: object, of_turn: Collection[str], core: f.CoreGame) -> str | None:
    found = _found(form, lambda one: isinstance(one, f.Get | f.Plane) and one.field in of_turn, core)
    return found.field if isinstance(found, f.Get | f.Plane) else None


def _found(form: object, wanted: Callable[[f.Form], bool], core: f.CoreGame) -> f.Form | None:
    """The first form of a kind in an expression, or in a definition that it uses."""
    return next(filter(wanted, reached(form, core.definitions)), None)
