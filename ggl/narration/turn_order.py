"""The sentences on how a turn goes on, how it is passed, and whose turn is next.

Takes the facts of a game and the trees of its turn. Conditions that the options decide are not mentioned.
"""

from __future__ import annotations

from ggl.core.types import Opt
from ggl.engine.layout import Layout
from ggl.interpreter.expressions import ExpressionFunctions
from ggl.interpreter.vector import Vector
from ggl.model.definition import TurnPart
from ggl.narration import never
from ggl.narration.effect_text import EffectText
from ggl.narration.facts import Facts
from ggl.narration.nouns import capital, does
from ggl.narration.plainer import plain_trees
from ggl.narration.speech import Speaker
from ggl.syntax import tree as t


def decided(facts: Facts, tree: t.Expr | None) -> t.Expr | bool | None:
    """A condition with the options in place: whether it holds, where they decide that."""
    folded = facts.folding.tree(tree) if tree is not None else None
    holds = facts.folding.constant(folded) if folded is not None else None
    return holds if isinstance(holds, bool) else folded


def has_unnamed_phases(facts: Facts) -> bool:
    """Whether each phase but the last ends by its `until` alone and no rule speaks of phases, so that none needs its name."""
    ends = [decided(facts, phase.until) for phase in facts.checked.definition.turn.phases[:-1]]
    if facts.exact or not ends or any(until is None or until is False for until in ends):
        return False
    trees = [*plain_trees(facts.checked)]  # with the `until` of the last phase, which ends nothing
    return not phases_in(*trees) and not any(t.is_name(part, "phase") for part in t.nodes(*trees))


def phases_in(*trees: t.Tree | None) -> set[str]:
    """The phases to which effects in trees go."""
    return {part.name for part in t.nodes(*trees) if isinstance(part, t.PhaseTo)}


def begin_changes(facts: Facts, tree: t.Expr) -> bool:
    """Whether what is done as a turn begins may change what a condition reads; of pieces, any of them."""
    done = [*facts.reached(facts.checked.definition.turn.begin)]
    if any(isinstance(part, t.Put | t.Take | t.Move | t.Exchange | t.Flip) for part in done):
        return True
    changed = {place.name for part in done for place in never.written_places(part) if isinstance(place, t.Name | t.Dot)}
    return any(isinstance(part, t.Name | t.Dot) and part.name in changed for part in facts.reached(tree))


def may_move_again(facts: Facts) -> bool:
    """Whether an effect gives the mover another turn."""
    definition, turn = facts.checked.definition, facts.checked.definition.turn
    effects = (*(move.do for move in definition.moves.values()), turn.begin, turn.finish)
    return any(isinstance(part, t.AgainTurn) for part in facts.reached(*effects))


def alternates(facts: Facts) -> bool:
    """Whether two sides have their turns one after the other, without exception."""
    turn = facts.checked.definition.turn
    told = turn.following is not None or turn.at_once or turn.pie or may_move_again(facts)
    return len(facts.checked.players) == 2 and not told


def is_one_move(facts: Facts) -> bool:
    """Whether each turn is one move, where there is one, and no effect gives the mover another."""
    definition, turn = facts.checked.definition, facts.checked.definition.turn
    goes_on = turn.again_while is not None or any(move.then is not None for move in definition.moves.values())
    return not (goes_on or any(way == "free" for way, _ in turn.ways_to_pass) or may_move_again(facts))


def moves_again(facts: Facts, again_while: t.Expr | None) -> str:
    """The sentence on how long a turn goes on by `continue`; "" if it never does."""
    tree = decided(facts, again_while)
    if tree is None or tree is False:
        return ""
    how = "for as long as you can" if facts.exact else "as long as you can"
    if tree is not True:
        test = Speaker(facts, leaving=True).says(tree)
        how = f"for as long as {test} and you can" if facts.exact else f"if you can, as long as {test}"
    follow = [facts.folding.tree(move.then) for move in facts.checked.definition.moves.values() if move.then is not None]
    or_end = ", or end your turn" if any(pick.optional for plan in follow for pick in plan.picks) else ""
    unless = f", unless you go on with a move that follows{or_end}" if follow else ""
    return f"After a move you move again, in the same turn, {how}{unless}."


def passing(facts: Facts, how: str, test: t.Expr | None) -> str:
    """Whether and when one may pass: never, forced or free, perhaps under a condition."""
    when = decided(facts, test)
    if when is False:
        how = "never"
    elif when is not None and when is not True and how != "never":
        where = Speaker(facts).says(when)
        if how == "free":
            return f"Instead of moving, you may pass, but only if {where}."
        both = f"{where}," if facts.exact or isinstance(when, t.And | t.Or) else where
        move = "move" if facts.exact else "make a move"
        return f"If {both} and you cannot {move}, you must pass. Otherwise you may not pass."
    match how:
        case "free":
            return "Instead of moving, you may pass."
        case "forced" if not facts.exact:
            return "You must make a move if you can. If you cannot, you pass."
        case "forced":
            return "If you have no legal move, you must pass. Otherwise you may not pass."
    return "You may not pass."


def first_side(facts: Facts) -> str:
    """The side that moves first, which is a constant; empty if the set-up says so."""
    if any(
        isinstance(part, t.Change) and t.is_name(part.what, "mover") for part in facts.reached(facts.checked.definition.setup)
    ):
        return ""
    core = facts.checked.core
    return facts.checked.players[int(ExpressionFunctions(core, Layout(core)).alone(core.turn.first)(Vector()))]


def first_after_choices(facts: Facts) -> str:
    """The sentence on who moves after a turn in which all chose; "" if no turn of a single player follows one."""
    phases = facts.checked.definition.turn.phases
    at_once = [place for place, phase in enumerate(phases) if phase.together is not None]
    entered = phases_in(*plain_trees(facts.checked))
    follow = (phase for place, phase in enumerate(phases) if at_once and (place > at_once[0] or phase.name in entered))
    if len(facts.checked.players) == 1 or all(phase.together is not None for phase in follow):
        return ""
    first = first_side(facts)
    who = "whoever begins by the set-up" if not first else "whoever started the game" if facts.in_first_game else first
    return f"When players take turns after choosing at once, {does(who, 'move')} first."


def other_phases(turn: TurnPart) -> str:
    """The head of the sentence on passing where it is not true of all phases: nobody passes a choice that all make at once."""
    in_turn = " in which players take turns" if turn.passing != "never" and any(phase.together for phase in turn.phases) else ""
    if any(phase.passing for phase in turn.phases):
        return f"In the other phases{in_turn}: "
    return f"In phases{in_turn}: " if in_turn else ""


def whose_is_next(facts: Facts, following: t.Expr) -> str:
    """The sentence on whose turn is next, by `next`."""
    speaker = Speaker(facts, leaving=True, over=True)

    def goes(to: t.Expr) -> str:
        if t.is_name(to, "none") or (isinstance(to, t.Call) and to.name == "next" and t.is_name(to.args[0], "mover")):
            return "the next turn is for the next player in order"
        usual = "" if is_somebody(facts, to) else ", or for the next player in order where there is no such player"
        return f"the next turn is for {speaker.value(to).text}{usual}"

    again = "you have another turn" if facts.exact else "it is your turn again"
    first = f" If {again}, that counts instead." if may_move_again(facts) else ""
    return f"{capital(EffectText(speaker).either(facts.folding.tree(following), goes))}.{first}"


def is_somebody(facts: Facts, tree: t.Expr) -> bool:
    """Whether an expression is surely a player, and not none."""
    definition = facts.checked.definition
    match tree:
        case t.Name(name=name) if name in definition.state:
            return not isinstance(facts.checked.world.variables[name].values, Opt)
        case t.Name(name=name):
            return name in definition.players or name in ("mover", "opponent")
        case t.Call(name=name):
            return name in ("next", "other")
    return False
