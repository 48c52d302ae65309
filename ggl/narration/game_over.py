"""The end of the game for a player: each line is a sentence of its own, and the order of lines is said where it can matter.

The lines are asked in the order of the file. Where two of them can be true at once, the later one says "and nobody has won", or
the earlier one that it counts even then; the literal telling (`ending.py`) has the order of all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ggl.model.definition import EndPart
from ggl.narration import clauses, never, reasons
from ggl.narration.facts import Facts
from ggl.narration.layout import Line, Part
from ggl.narration.nouns import Noun, conjugated, has_won, side
from ggl.narration.speaker_like import Local
from ggl.narration.speech import NEXT_PLAYER, THE_OTHER_PLAYER, YOU, YOUR_OPPONENT, Speaker
from ggl.syntax import tree as t

MANY_TURNS = 100
"""An end after this many turns, whatever the position, exists so that every game ends."""

ONLY_SO = " (only so that every game ends)"
BEGUN = "When a turn has begun, and all is done that is said to be done at its start, check this."
ENDED = "When a turn is over, check this before anything is done at the start of the next one."
FIRST_COUNTS = "If several of these are true at once, the one that stands first counts."


@dataclass(frozen=True)
class EndLine:
    """Conditions of one result that share a sentence: those that can hold with these options, in the order of evaluation."""

    part: EndPart
    begun: bool
    limit: bool = False

    @property
    def decides(self) -> bool:
        """Whether somebody wins or loses by it, whatever the score."""
        return self.part.outcome in ("win", "lose")


def possible_lines(facts: Facts) -> list[EndLine]:
    """The lines that can become true, in the order of evaluation; lines that wait for the next turn to begin are separate."""
    found: list[EndLine] = []
    for part, asked in facts.end_conditions():
        for begun in (False, True):
            parts = tuple(one for late, one in asked if late == begun)
            kept = facts.folding.any_of(replace(part.conditions, parts=parts))
            kept = replace(kept, parts=tuple(one for one in kept.parts if not never.holds(facts, one[1])))
            if kept.parts:
                found.append(EndLine(replace(part, conditions=kept), begun))
    if len(found) == 1 and len(found[0].part.conditions.parts) == 1:
        return found
    asks_win_later = any(later.decides and not line.decides for at, line in enumerate(found) for later in found[at:])
    if asks_win_later and never.wins_end_the_first_time(facts):
        found = [each for line in found for each in _apart(line, never.asks_for_a_third)]
    return _limits_last(found)


def _apart(line: EndLine, test: Callable[[t.Expr], bool]) -> Iterator[EndLine]:
    """A line as two: the conditions for which a test is true come after the others."""
    asked = line.part.conditions
    for wanted in (False, True):
        parts = tuple(one for one in asked.parts if test(one[1]) == wanted)
        if parts:
            yield replace(line, part=replace(line.part, conditions=replace(asked, parts=parts)))


def _limits_last(found: Sequence[EndLine]) -> list[EndLine]:
    """Ends after many turns behind the other conditions of their line; a draw is a line of its own."""
    apart: list[EndLine] = []
    for line in found:
        is_a_limit = partial(_is_a_limit, line.part)
        split = [replace(each, limit=is_a_limit(each.part.conditions.parts[0][1])) for each in _apart(line, is_a_limit)]
        if line.part.outcome == "score" and len(split) > 1:
            parts = tuple(one for each in split for one in each.part.conditions.parts)
            split = [replace(line, part=replace(line.part, conditions=replace(line.part.conditions, parts=parts)))]
        apart += split
    return apart if any(not line.limit for line in apart) else list(found)


def _is_a_limit(part: EndPart, tree: t.Expr) -> bool:
    match tree:
        case t.Chain(first=t.Name(name="ply"), rest=(("==" | ">=" | ">", t.Number(value=turns)),)):
            return part.outcome in ("draw", "score") and turns >= MANY_TURNS
    return False


@dataclass(frozen=True)
class Order:
    """The lines in the order of asking; of each, the lines `before` it that would give another result, and whether it is
    `stronger` than a win that is asked behind it. `mixed`: they can only be told in that order."""

    lines: list[EndLine]
    before: list[list[EndLine]]
    stronger: list[bool]
    mixed: bool


def _order(facts: Facts) -> Order:
    asked = possible_lines(facts)
    before = [[one for one in asked[:at] if _may_differ(facts, one, later)] for at, later in enumerate(asked)]
    first_time = never.wins_end_the_first_time(facts)
    weaker = [
        each for later, found in zip(asked, before, strict=True) if later.decides
        for each in found if not (first_time and _asks_for_a_third(each))
    ]  # fmt: skip
    stronger = [not one.decides and any(one is each for each in weaker) for one in asked]
    apart = facts.checked.definition.turn.begin is not None and any(line.begun for line in asked)
    mixed = any(strong and (apart or any(one.decides for one in found)) for strong, found in zip(stronger, before, strict=True))
    return Order(asked, before, stronger, mixed)


def end_sentences(facts: Facts) -> list[Part]:
    """The sentences: who wins or loses first, each with what it leaves to others; last what is only there so that every game
    ends."""
    order, begins = _order(facts), facts.checked.definition.turn.begin is not None
    ends_first = any(isinstance(part, t.Result) for part in facts.reached(facts.checked.definition.turn.begin))

    def rank(at: int) -> tuple[bool, bool, bool]:
        line = order.lines[at]
        return begins and line.begun, line.limit, not line.decides

    places = range(len(order.lines)) if order.mixed else sorted(range(len(order.lines)), key=rank)
    parts: list[Part] = []
    for at in places:
        if begins and order.lines[at].begun and BEGUN not in parts:
            parts.append(BEGUN)
        if ends_first and not order.lines[at].begun and ENDED not in parts:
            parts.append(ENDED)
        even_so = order.stronger[at] and not order.mixed
        unless = "" if order.mixed or even_so else _unless(facts, order.lines[at], order.before[at])
        parts += _sentence(facts, order.lines[at], unless, even_so)
    return [*parts, FIRST_COUNTS] if order.mixed else parts


def score_decides(facts: Facts) -> bool:
    """Whether the score decides more than what is left after many turns."""
    order = _order(facts)
    return any(line.part.outcome == "score" and (order.mixed or not line.limit) for line in order.lines)


def first_decides(facts: Facts) -> bool:
    """Whether two conditions by which somebody wins or loses could be true at once, and give different results, which nothing
    says."""
    order = _order(facts)
    asked = [line for line in order.lines if line.decides]
    pairs = ((one, later) for at, later in enumerate(asked) if not _is_by_name(later) for one in asked[:at])  # else it is said
    differ = any(_may_differ(facts, one, later) for one, later in pairs)
    several = any(len(line.part.conditions.parts) > 1 and _may_differ(facts, line, line) for line in asked)
    return not order.mixed and (differ or several)


def _is_by_name(line: EndLine) -> bool:
    part = line.part
    return bool(part.subject) and not part.each and not part.together and part.subject not in ("mover", "opponent")


def _asks_for_a_third(line: EndLine) -> bool:
    return all(never.asks_for_a_third(tree) for _, tree in line.part.conditions.parts)


def _may_differ(facts: Facts, one: EndLine, later: EndLine) -> bool:
    """Whether two lines give different results where both are true."""
    if not one.decides and not later.decides:
        return one.part.outcome != later.part.outcome
    mine, others = ((line.part.outcome, line.part.subject, line.part.together) for line in (one, later))
    return mine != others or one.part.together or (one.part.each and not never.won_by_one(facts))


def _unless(facts: Facts, line: EndLine, before: Sequence[EndLine]) -> str:
    """The clause on earlier lines, which must not have happened for a line to count."""
    if not before or (line.decides and not _is_by_name(line)):
        return ""
    if all(one.decides for one in before) and _asks_for_a_third(line) and never.wins_end_the_first_time(facts):
        return ""
    names = {one.part.subject for one in before if _is_by_name(one) and one.part.outcome == "win"}
    if len(names) == 1 and all(_is_by_name(one) and one.part.outcome == "win" for one in before):
        name = names.pop()
        return f"{name} {has_won(side(name).person, False)}"
    return "nobody has won" if all(one.decides for one in before) else "the game is not over yet"


def _sentence(facts: Facts, line: EndLine, unless: str, even_so: bool) -> list[Part]:
    """A line, if nobody has won before (`unless`), or even if somebody would win otherwise (`even_so`)."""
    part, conditions = line.part, _of_one_sentence(facts, line.part.conditions.parts)
    of_turn = facts.reads_the_turn(part.conditions)
    speaker, whose_turn = _speaker(facts, part)
    if len(conditions) > 1:
        head = _several(facts, part, whose_turn, unless, even_so, "either" if len(conditions) == 2 else "any")
        return [
            head,
            *(
                Line(reasons.reason_sentences(_of_whose_turn(speaker, tree), name, tree, decides=True))
                for name, tree in conditions
            ),
        ]
    ((name, tree),) = conditions
    clause, said = reasons.single_reason(speaker, name, tree), bool(name and facts.said(name))
    clause = f"at the end of a turn {clause}" if of_turn and not whose_turn else clause
    stuck = is_stuck(tree) and not said
    if not line.decides:
        clause = f"it is your turn and {clause}" if stuck else clause
        joined = _and_unless(tree, clause, unless, stuck or said)
        note = ONLY_SO if line.limit and part.outcome == "draw" else ""
        return [f"{_undecided(facts, part, joined, bool(unless) or stuck, even_so)}{note}."]
    result = _result(facts, part)
    if stuck and part.subject == "mover":
        return [f"If it is your turn and {clause}, you {part.outcome}."]
    if whose_turn:
        return [f"{result} if, at {whose_turn}, {clause}."]
    as_soon_as = "if" if of_turn else _as_soon_as(facts, part)
    return [f"{result} if {_and_unless(tree, clause, unless)}." if unless else f"{result} {as_soon_as} {clause}."]


def _and_unless(tree: t.Expr, clause: str, unless: str, comma: bool = False) -> str:
    """A condition, and the clause on earlier lines."""
    if not unless:
        return clause
    return f"{clause}, and {unless}" if comma else clauses.joined_apart((tree,), (clause, unless), "and")


def _of_one_sentence(facts: Facts, conditions: Sequence[tuple[str, t.Expr]]) -> list[tuple[str, t.Expr]]:
    """The conditions; those with the same sentence of the author's are one."""
    found: dict[str, tuple[str, t.Expr]] = {}
    for place, (name, tree) in enumerate(conditions):
        text = facts.said(name) if name else ""
        first, *before = found.get(text or str(place), (name,))
        found[text or str(place)] = (first, facts.folding.tree(t.Or((*before, tree), span=tree.span)) if before else tree)
    return [*found.values()]


def _undecided(facts: Facts, part: EndPart, clause: str, first: bool, even_so: bool) -> str:
    """A draw or an end by score with one condition, which stands `first` where it is long."""
    if part.outcome == "score":
        start = "But when" if even_so else "When"
        return f"{start} {clause}, the game ends and {facts.by_score}"
    if even_so:
        return f"But if {clause}, the game is {facts.undecided} instead"
    return f"If {clause}, the game is {facts.undecided}" if first else f"The game is {facts.undecided} if {clause}"


def _several(facts: Facts, part: EndPart, whose_turn: str, unless: str, even_so: bool, which: str) -> str:
    """The head of a line with several conditions."""
    of_turn = facts.reads_the_turn(part.conditions)
    these = f"{which} of these is true{' at the end of a turn' if of_turn and not whose_turn else ''}:"
    start = f"If {unless}, the" if unless else "But the" if even_so else "The"
    if part.outcome == "draw":
        if even_so:
            return f"The game is {facts.undecided}, even if somebody would win otherwise, when {these}"
        return f"{start} game is {facts.undecided} {'when' if unless else 'if'} {these}"
    if part.outcome == "score":
        return f"{start} game ends, and {facts.by_score}, {'when' if unless else 'if'} {these}"
    if whose_turn:
        return f"{_result(facts, part)} if, at {whose_turn}, {these}"
    as_soon_as = "if" if of_turn else _as_soon_as(facts, part)
    return f"{_result(facts, part)} if {unless} and {these}" if unless else f"{_result(facts, part)} {as_soon_as} {these}"


def _speaker(facts: Facts, part: EndPart) -> tuple[Speaker, str]:
    """A speaker that knows who is "you" in a line; and at whose turn it is asked, if that matters."""
    speaker = Speaker(facts, NEXT_PLAYER, THE_OTHER_PLAYER)
    if part.each or part.together:
        return speaker.knowing(part.subject, "player", YOU), ""
    if part.subject in ("mover", "opponent"):
        mover, opponent = (YOU, YOUR_OPPONENT) if part.subject == "mover" else (YOUR_OPPONENT, YOU)
        known = {part.subject: Local(YOU, "player")}
        return replace(speaker, mover=mover, opponent=opponent, locals=known), _when_asked(facts, part, mover)
    only = part.conditions.parts[0][1] if len(part.conditions.parts) == 1 else None
    return (replace(speaker, mover=YOU, opponent=YOUR_OPPONENT), "") if only is not None and is_stuck(only) else (speaker, "")


def _when_asked(facts: Facts, part: EndPart, mover: Noun) -> str:
    """When a line of the mover is asked: what is kept of one turn is read before the next turn sets it back."""
    if facts.reads_the_turn(part.conditions):
        return f"the end of the turn before {mover.mine or mover.possessive}"
    return f"the start of {mover.possessive} turn"


def _of_whose_turn(speaker: Speaker, tree: t.Expr) -> Speaker:
    """The speaker of a condition among others: for `stuck` alone the mover is "the player whose turn it is"."""
    alone = is_stuck(tree) and speaker.mover == NEXT_PLAYER
    return replace(speaker, mover=Noun("the player whose turn it is")) if alone else speaker


def is_stuck(tree: t.Expr, player: str = "mover") -> bool:
    """Whether a condition is that the side to move, or another player, has no legal move."""
    return t.is_name(tree, "stuck") or (isinstance(tree, t.Call) and tree.name == "stuck" and t.is_name(tree.args[0], player))


def _result(facts: Facts, part: EndPart) -> str:
    """`You win`, or `You also win` behind a sentence of a move by which one wins, too."""
    if part.together:
        return f"You {part.outcome}, together with all others of whom the same is true,"
    if part.each or part.subject in ("mover", "opponent"):
        return f"You {'also ' if part.outcome in _told_of_moves(facts) else ''}{part.outcome}"
    who = side(part.subject)
    return f"{who.text} {conjugated(part.outcome, who.person, True)}"


def _told_of_moves(facts: Facts) -> frozenset[str]:
    """The results for the side that makes a move, among the moves that the author's sentences describe."""
    told = (facts.folding.tree(move.do) for move in facts.checked.definition.moves.values() if facts.said(move.name))
    results = (part for tree in told for part in t.nodes(tree) if isinstance(part, t.Result))
    return frozenset(part.verb for part in results if part.player is None)


def _as_soon_as(facts: Facts, part: EndPart) -> str:
    """A turn of one move and nothing else leaves no doubt when a line is asked."""
    turn = facts.checked.definition.turn
    more = (turn.begin, turn.finish, turn.again_while, turn.preferred)
    follows = any(move.then is not None for move in facts.checked.definition.moves.values())
    plainly = not part.together and not follows and not turn.at_once and all(one is None for one in more)
    return "as soon as" if plainly else "if"
