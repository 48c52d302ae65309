"""The legal steps of a scene, from the move schemas of the file: for, let, where, do, ensure; and which are offered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ggl.model.definition import MovePart, PhasePart, TurnPart
from ggl.syntax import tree as t
from tests.meaning.effects import do
from tests.meaning.evaluate import Evaluator, Names
from tests.meaning.scene import Scene
from tests.meaning.values import Value, equal

if TYPE_CHECKING:
    from tests.meaning.world import World


class Step(NamedTuple):
    """A legal step: its schema, the values of its parameters, and the scene after its effects."""

    schema: str
    args: Mapping[str, Value]
    after: Scene


def legal(world: World, scene: Scene, schema: str, given: Mapping[str, Value]) -> Iterator[Step]:
    """The legal forms of one move; `given` are values of parameters that are chosen already."""
    move = world.definition.moves[schema]
    before = Evaluator(world, scene)
    handed = {name: given[name] for name in move.params}
    for names in candidates(before, move, handed, given):
        args = {name: names[name] for name in (*move.params, *(binder.name for binder in move.binders))}
        lets = names_of(world, scene, move, names)
        if not all(before.holds(tree, lets) for _, tree in move.where.parts):
            continue
        after = scene.copy()
        after.history = history_with(world, scene)
        if schema not in world.definition.turn.chosen_at_once:  # else the choice is noted, and done when all have chosen
            do(world, after, move.do, lets)
        reads = Evaluator(world, after)
        after.doing = True
        holds = all(reads.holds(tree, lets) for _, tree in move.ensure.parts)
        after.doing = False
        if holds:
            yield Step(schema, args, after)


def names_of(world: World, scene: Scene, move: MovePart, args: Mapping[str, Value]) -> dict[str, Value]:
    """The arguments of a step with what its `let` names, read before it."""
    before, names = Evaluator(world, scene), dict(args)
    for let in move.lets:
        names[let.name] = before.value(let.value, names)
    return names


def candidates(read: Evaluator, move: MovePart, handed: Mapping[str, Value], given: Mapping[str, Value]) -> Iterator[Names]:
    """The choices of a move's parameters, legal or not; a value handed over must be a member of its range."""
    for names in read.bindings(move.binders, handed):
        if all(name not in names or equal(names[name], value) for name, value in given.items()):
            yield names


def history_with(world: World, scene: Scene) -> list[tuple[object, object]]:
    if scene.steps or scene.pending:
        return scene.history
    return [*scene.history, (scene.position_key(world.compared), scene.board_key())]


def steps(world: World, scene: Scene) -> list[Step]:
    """The legal steps of the mover: those with which a best whole turn begins, where turns are chosen among."""
    found = allowed(world, scene)
    if world.definition.turn.preferred is None:
        return found
    known: dict[object, tuple[Value, ...]] = {}
    reached = [_reached(world, step, known) for step in found]
    return [step for step, value in zip(found, reached, strict=True) if value == _better(world, reached)]


def _better(world: World, values: list[tuple[Value, ...]]) -> tuple[Value, ...]:
    return (min if world.definition.turn.prefer == "least" else max)(values)  # type: ignore[type-var]


def _reached(world: World, step: Step, known: dict[object, tuple[Value, ...]]) -> tuple[Value, ...]:
    """What the best turn that begins with a step comes to at its end."""
    turn, after = world.definition.turn, step.after.copy()
    assert turn.preferred is not None
    assert world.definition.moves[step.schema].then is None, "turns of follow-ups are not chosen among here"
    key = after.position_key(frozenset(after.variables))
    if key not in known:
        after.steps += 1
        read = Evaluator(world, after)
        goes_on = not after.ended and turn.again_while is not None and read.holds(turn.again_while)
        further = allowed(world, after) if goes_on else []
        value = read.value(turn.preferred)
        here = value if isinstance(value, tuple) else (value,)
        known[key] = _better(world, [_reached(world, each, known) for each in further]) if further else here
    return known[key]


def allowed(world: World, scene: Scene) -> list[Step]:
    """The steps that guards allow; of the tiers of the plan, the first that has any."""
    for picks in _tiers(world, scene):
        found = [step for name, given in picks for step in _in_board_order(world, legal(world, scene, name, given))]
        if found:
            return found
    return []


def _in_board_order(world: World, steps: Iterator[Step]) -> list[Step]:
    """The steps of one move by their arguments, none twice."""
    once: dict[tuple[Value, ...], Step] = {}
    for step in steps:
        once.setdefault(tuple(step.args.values()), step)
    return sorted(once.values(), key=lambda step: [world.order.key(arg) for arg in step.args.values()])


def choosing(world: World, scene: Scene) -> TurnPart | PhasePart | None:
    """The turn, or its phase, if all choose at once now."""
    turn = world.definition.turn
    now: list[TurnPart | PhasePart] = [phase for phase in turn.phases if phase.name == (scene.phase or world.phases[0])]
    return next((part for part in (turn, *now) if part.together is not None), None)


def choosers(world: World, scene: Scene) -> list[str]:
    """Who is to choose, in the order of the players, where all choose at once."""
    part = choosing(world, scene)
    by = None if part is None else part.choosers
    return [player for player in world.players if by is None or player in Evaluator(world, scene).set(by)]


def is_stuck(world: World, scene: Scene) -> bool:
    """Whether the mover would have no legal move at the start of a turn."""
    scene.pending, scene.handed = None, {}
    return not any(True for picks in _tiers(world, scene) for name, given in picks for _ in legal(world, scene, name, given))


def _tiers(world: World, scene: Scene) -> list[list[tuple[str, Mapping[str, Value]]]]:
    """The moves that are offered, in tiers, with what is handed over to each."""
    if choosing(world, scene) is not None and scene.mover not in choosers(world, scene):
        return []
    if scene.pending is None:
        return [[(name, {}) for name in tier] for tier in offered(world, scene)]
    plan = world.definition.moves[scene.pending].then
    assert plan is not None
    tiers: list[list[tuple[str, Mapping[str, Value]]]] = []
    number = 0
    for tier in plan.tiers:
        tiers.append([])
        for pick in (pick for clause in tier for pick in clause.picks):
            given = {name.partition(".")[2]: value for name, value in scene.handed.items() if name.startswith(f"{number}.")}
            if given.pop("", True) and None not in given.values():
                tiers[-1].append((pick.name, given))
            number += 1
    return tiers


def may_stop(world: World, scene: Scene) -> bool:
    """Whether the turn may end within its follow-ups: where the first tier with a legal step is optional."""
    plan = world.definition.moves[scene.pending].then if scene.pending is not None else None
    if plan is None:
        return False
    for tier, picks in zip(plan.tiers, _tiers(world, scene), strict=True):
        if any(True for name, given in picks for _ in legal(world, scene, name, given)):
            return any(pick.optional for clause in tier for pick in clause.picks)
    return False


def offered(world: World, scene: Scene) -> list[list[str]]:
    """The names of the moves that may begin a step, in tiers."""
    turn = world.definition.turn
    plan: t.Plan | None = turn.together or turn.play
    for phase in turn.phases:
        if phase.name == (scene.phase or world.phases[0]) and (phase.together or phase.play) is not None:
            plan = phase.together or phase.play
    if plan is None:
        return [[move.name for move in world.definition.moves.values() if move.started]]
    return [list(tier) for tier in plan.names()]
