"""The sections of a rule sheet about the end of the game, the score and the match."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from ggl.core.types import Opt
from ggl.model.definition import EndPart, MovePart
from ggl.narration import game_over, never, reasons, said, turn_order
from ggl.narration.facts import Facts
from ggl.narration.folds import count_mentions
from ggl.narration.layout import Line, Part, Section
from ggl.narration.nouns import Noun, capital, conjugated, listed, words
from ggl.narration.speech import OTHER_SIDE, SIDE_TO_MOVE, THE_PLAYER, YOU, Speaker, mover_in
from ggl.syntax import tree as t

IT = Noun("it", "one", "its", "its own")
NEXT_IS = "Look after each turn whether the game is over. The next player is the one whose turn then comes."


def the_end(facts: Facts) -> Section:
    return Section("The end", tuple(_exactly(facts) if facts.exact else _plainly(facts)))


def _plainly(facts: Facts) -> list[Part]:
    parts = game_over.end_sentences(facts)
    also = "also " if parts else ""
    parts += _others_win(facts)
    told = {move for move in facts.checked.definition.moves if facts.said(move)}  # moves whose own sentence says it
    if not any(_finishes(effect) for effect in _bodies(facts, told)):
        return parts
    by_moves = _by_moves(facts)
    return [by_moves, *parts] if by_moves else [*parts, f"A move may {also}end the game at once."]


def _exactly(facts: Facts) -> list[Part]:
    parts: list[Part] = []
    at_once, later = _asked(facts, begun=False), _asked(facts, begun=True)
    if at_once:
        parts.append(f"After every turn{_next_side(facts)}, {_asked_so(at_once)}.{_whom(facts, 'made the turn')}")
    parts += at_once
    if later:
        begun = "When a turn has begun, and all is done that is said to be done at its start"
        parts.append(f"{begun}, {_asked_so(later)}.{'' if at_once else _whom(facts, 'made the turn before')}")
    parts += later
    parts += _others_win(facts)
    if any(_finishes(effect) for effect in _bodies(facts)):
        parts.append("A move may also end the game at once, as told there." if at_once or later else
                     "The game ends when a move ends it, as told there.")  # fmt: skip
    return parts + at_last(facts)


def _others_win(facts: Facts) -> list[str]:
    """The sentence on what a loss means for the others, if they are several and a line of the end or an effect has one."""
    turn, ends = facts.checked.definition.turn, facts.checked.definition.end
    effects = (turn.begin, turn.finish, *(each.resolve for each in turn.at_once))
    bodies = [*_bodies(facts), *(facts.folding.tree(effect) for effect in effects if effect is not None)]
    lost = any(isinstance(part, t.Result) and part.verb == "lose" for part in t.nodes(*bodies))
    may_lose = lost or any(part.outcome == "lose" for part in ends)
    return ["When somebody loses, all others win together."] if may_lose and len(facts.checked.players) > 2 else []


def _next_side(facts: Facts) -> str:
    """The clause on whose turn it is when the ends are asked, where that matters, and on what is kept of the turn before."""
    ends = facts.checked.definition.end
    if any(facts.reads_the_turn(part.conditions) for part in ends):
        return ", when the next side is to move but its turn has not yet begun"
    return ", when the next side is to move" if any(_asks_mover(part) for part in ends) else ""


def at_last(facts: Facts) -> list[str]:
    """The closing sentences: on lines that hold at once, on equal scores, and on a side without a legal move."""
    if not facts.exact:
        return _at_last_plainly(facts)
    who = _who_may_be_barred(facts)
    return [*(_equal(facts) if facts.said("score") else []), *([f"If {who}, the game is {facts.undecided}."] if who else [])]


def _at_last_plainly(facts: Facts) -> list[str]:
    definition, parts = facts.checked.definition, []
    lines = game_over.possible_lines(facts)
    at_once = not all(rule.begun for rule in facts.checked.core.end)
    if any(not line.begun and not line.part.subject and _asks_mover(_of_any_mover(facts, line.part), _SIDES) for line in lines):
        parts.append(NEXT_IS)
    if lines and not never.true_of_both(facts):
        parts += [whom] if (whom := _whom(facts, "made the turn" if at_once else "made the turn before")) else []
    if game_over.first_decides(facts):
        parts.append("If several things by which somebody wins or loses are true at once, the one that is told first counts.")
    parts += _equal(facts) if facts.said("score") else []
    if definition.match is not None and (definition.tie is None or definition.tie.outcome != "shared"):
        parts.append("If totals were ever equal at the end of a match, it would be a draw.")
    if who := _who_may_be_barred(facts):
        unless = " unless something else has ended it" if lines or any(map(_finishes, _bodies(facts))) else ""
        parts.append(f"If {who}, the game is {facts.undecided}{unless}{game_over.ONLY_SO}.")
    return parts


def _who_may_be_barred(facts: Facts) -> str:
    """The clause that a side has no legal move and may not pass, or that no side is to choose; "" where neither can be. The first
    is left out where a line of the end asks that."""
    definition, at_once = facts.checked.definition, facts.checked.definition.turn.at_once
    passing, who = definition.turn.ways_to_pass, list[str]()
    may_be_barred = at_once or any(way == "never" or test is not None for way, test in passing)
    can_move = not facts.exact and (never.stuck_before_full(facts) or never.always_a_move(facts))
    if may_be_barred and not can_move and not any(_asks_stuck_alone(facts, part) for part in definition.end):
        pass_ = "" if all(way == "never" for way, _ in passing) else " and may not pass"
        if facts.exact:
            who.append(f"{'a side that is to choose' if at_once else 'the side to move'} has no legal move{pass_}")
        else:
            who.append(f"{'a player who is to choose' if at_once else 'the player whose turn it is'} cannot move{pass_}")
    if any(part.choosers is not None and _may_be_nobody(facts.folding.tree(part.choosers)) for part in at_once):
        who.append(f"{'no side' if facts.exact else 'nobody'} is to choose")
    return ", or if ".join(who)


def _may_be_nobody(choosers: t.Expr) -> bool:
    return not (t.is_name(choosers, "players") or (isinstance(choosers, t.SetOf) and choosers.items))


def _by_moves(facts: Facts) -> str:
    """The sentence on how moves end the game, if that is one condition that mentions nothing chosen."""
    found = [pair for effect in _bodies(facts) for pair in _results(effect, None)]
    told = set()
    for result, test in found:
        if result.player is not None or test is None:
            return ""
        if any(isinstance(part, t.Name) and part.name in _chosen(facts) for part in t.nodes(test)):
            return ""
        when = _when_moves_end(facts, result, test)
        if not when:
            return ""
        ends = f"The game is {facts.undecided}" if result.verb == "draw" else f"You {result.verb}"
        told.add(f"{ends} {when} {Speaker(facts, leaving=True).says(test)}.")
    return next(iter(told)) if len(told) == 1 else ""


def _when_moves_end(facts: Facts, result: t.Result, test: t.Expr) -> str:
    """`as soon as`, where all moves ask for it and only they bring it about; else by which of them; "" where more follows."""
    definition = facts.checked.definition
    routines = {name: facts.folding.tree(one.body) for name, one in definition.routines.items()}
    ending = {name: body for name, body in routines.items() if _finishes(body)}
    for _ in routines:
        ending |= {name: body for name, body in routines.items() if _called(facts, body) & {*ending}}
    moves = {move.name: facts.folding.tree(move.do) for move in definition.moves.values() if _is_allowed(facts, move)}
    asking = {name: body for name, body in moves.items() if _finishes(body) or _called(facts, body) & {*ending}}
    after = [part for body in (*asking.values(), *ending.values()) for part in _after_result(body, {*ending})]
    if len(asking) == len(moves) and _only_by_own_moves(facts, test, after):
        return "as soon as"
    if after or any(_is_asked_in_a_loop(body, {*ending}) for body in (*asking.values(), *ending.values())):
        return ""
    if len(asking) < len(moves):
        return f"by the move {listed((capital(words(name)) for name in asking), 'or')} if then"
    return f"by a move{'' if result.verb == 'draw' else ' of yours'} if then"


def _asks_result(tree: t.Tree, ending: Collection[str]) -> bool:
    return any(isinstance(part, t.Result) or (isinstance(part, t.Routine) and part.name in ending) for part in t.nodes(tree))


def _is_asked_in_a_loop(tree: t.Tree, ending: Collection[str]) -> bool:
    return any(isinstance(part, t.ForEach | t.Repeat) and _asks_result(part, ending) for part in t.nodes(tree))


def _after_result(tree: t.Tree, ending: Collection[str]) -> Iterator[t.Tree]:
    """The effects that follow one that asks for a result."""
    for part in t.nodes(tree):
        if isinstance(part, t.Block):
            first = next((place for place, one in enumerate(part.parts) if _asks_result(one, ending)), len(part.parts))
            yield from part.parts[first + 1 :]


_OF_NO_SIDE = frozenset((
    "count", "size", "any", "all", "empty", "occupied", "cells", "edges", "vertices", "vacant", "taken_cells", "full",
))  # fmt: skip
"""Words whose values only effects change, and that are the same for all sides."""


def _only_by_own_moves(facts: Facts, test: t.Expr, after: Sequence[t.Tree]) -> bool:
    """Whether only the effects of a side's own move, before those that come `after` its result, make a condition true for it.

    So it is where the condition reads neither a turn nor a side, or where the side's supply is used up, and it alone uses that.
    """
    turn, definition = facts.checked.definition.turn, facts.checked.definition
    if turn.at_once or turn.begin is not None or turn.finish is not None:
        return False
    match test:
        case t.Chain(first=t.Call(name="hand", args=(t.Name(name="mover"), *_)), rest=(("==", t.Number(value=0)),)):
            own = {"own", *definition.pieces}
            puts = [part for body in _bodies(facts) for part in t.nodes(body) if isinstance(part, t.Put) and part.from_supply]
            theirs = (put.pieces.owner or any(isinstance(word, t.Name) and word.name not in own for word in put.pieces.words)
                      for put in puts)  # fmt: skip
            changed = [hand for body in _bodies(facts) for part in t.nodes(body) if (hand := _changed_supply(part)) is not None]
            if any(theirs) or any(not t.is_name(hand.args[0], "mover") for hand in changed):
                return False
            return not any(isinstance(part, t.Put) or _changed_supply(part) is not None for part in t.nodes(*after))
    known = {*_OF_NO_SIDE, *(name for name, one in definition.state.items() if not one.each)} - {*facts.definitions}
    return not after and all(_is_of_no_side(part, known) for part in t.nodes(test))


def _changed_supply(part: t.Tree) -> t.Call | None:
    """The supply that `set hand(p, k) to n` or `add n to hand(p, k)` changes."""
    place = part.what if isinstance(part, t.Change) else part.place if isinstance(part, t.Add) else None
    return place if isinstance(place, t.Call) and place.name == "hand" else None


def _is_of_no_side(part: t.Tree, known: Collection[str]) -> bool:
    match part:
        case t.Name(name=name) | t.Call(name=name):
            return name in known
        case t.Phrase(adjective=adjective, owner=owner):
            return not adjective and owner is None
    return isinstance(part, t.Chain | t.Number | t.And | t.Or | t.Not | t.With)


def _called(facts: Facts, tree: t.Effect) -> set[str]:
    """The routines that an effect calls."""
    return {part.name for part in t.nodes(facts.folding.tree(tree)) if isinstance(part, t.Routine)}


def _bodies(facts: Facts, without: Collection[str] = ()) -> list[t.Effect]:
    """The effects of moves and routines, without those of some moves."""
    definition = facts.checked.definition
    moves = (move.do for move in definition.moves.values() if move.name not in without and _is_allowed(facts, move))
    return [facts.folding.tree(body) for body in (*moves, *(one.body for one in definition.routines.values()))]


def _is_allowed(facts: Facts, move: MovePart) -> bool:
    """Whether the options leave a move at all."""
    return all(facts.folding.conditions(part) is not None for part in (move.where, move.ensure))


def _results(tree: t.Tree, test: t.Expr | None) -> Iterator[tuple[t.Result, t.Expr | None]]:
    """The results in an effect, each with the condition on which it hangs."""
    if isinstance(tree, t.Result):
        yield tree, test
    elif isinstance(tree, t.IfThen) and tree.other is None and test is None:
        yield from _results(tree.then, tree.test)
    else:
        hidden = None if not isinstance(tree, t.IfThen) else t.Name("none", span=tree.span)
        yield from (pair for child in t.children(tree) for pair in _results(child, hidden or test))


def _chosen(facts: Facts) -> frozenset[str]:
    """All names that moves and routines bind."""
    definition = facts.checked.definition
    names = {name for move in definition.moves.values() for name in (*move.params, *(let.name for let in move.lets))}
    names |= {name for routine in definition.routines.values() for name in routine.params}
    bound = (part.name for body in _bodies(facts) for part in t.nodes(body) if isinstance(part, t.Binder | t.LetBe))
    return frozenset(names | set(bound) | {b.name for move in definition.moves.values() for b in move.binders} | {"none"})


def _asked_so(lines: list[Line]) -> str:
    return "these are asked in this order; the first that is so decides" if len(lines) > 1 else "this is asked"


_SIDES = ("mover", "opponent")
_OF_THE_MOVER = (*_SIDES, "stuck")


def _of_any_mover(facts: Facts, part: EndPart) -> EndPart:
    """A line with those conditions alone that do not say whose turn it is, and so speak of the next player."""
    found = tuple(
        (name, tree)
        for name, tree in part.conditions.parts
        if not mover_in(facts.checked.players, tree.parts if isinstance(tree, t.And) else (tree,))
    )
    return replace(part, conditions=replace(part.conditions, parts=found))


def _asks_mover(part: EndPart, names: Sequence[str] = _OF_THE_MOVER) -> bool:
    """Whether a line of the end reads the side to move."""
    trees = [tree for _, tree in part.conditions.parts]
    return part.subject in _SIDES or any(count_mentions(tree, name) for tree in trees for name in names)


def _whom(facts: Facts, turn: str) -> str:
    """The player tested first, where each player is tested and one alone can win or lose; of choices made at once, their last."""
    if not any(part.each and not part.together for part in facts.checked.definition.end):
        return ""
    if facts.checked.definition.turn.at_once:
        turn = "chose last" if facts.checked.definition.turn.together is not None else f"{turn} or chose last"
    if facts.exact:
        return f' What is said of "a player" is asked first of the side that {turn}.'
    together = any(part.together for part in facts.checked.definition.end)
    outcomes = {part.outcome for part in facts.checked.definition.end if part.each and not part.together}
    if len(facts.checked.players) == 2 and len(outcomes) == 1:
        lines = [line for line in game_over.possible_lines(facts) if line.decides]
        outcome, deciding = min(outcomes), sum(len(line.part.conditions.parts) for line in lines)
        same = "" if deciding == 1 else " for the same reason"
        unless = f", unless they {outcome} together" if together else ""
        return f"If both players would {outcome} at once{same}, the side that {turn} {conjugated(outcome, 'one', True)}{unless}."
    unless = ", unless they win or lose together" if together else ""
    if len(facts.checked.players) == 2:
        return f"What is true of both players counts for the side that {turn}{unless}."
    return f"What is true of several players counts for the first of them, beginning with the side that {turn}{unless}."


def _asked(facts: Facts, *, begun: bool) -> list[Line]:
    """The rules of the end that are asked after a turn, or those that wait until the next one has begun."""
    lines: list[Line] = []
    for part, asked in facts.end_conditions():
        parts = tuple(one for late, one in asked if late == begun)
        line = _end(facts, replace(part, conditions=replace(part.conditions, parts=parts)))
        lines += [line] if line is not None else []
    return lines


def _asks_stuck_alone(facts: Facts, part: EndPart) -> bool:
    """Whether a line of the end is true whenever the side to move has no legal move."""
    trees = [tree for _, tree in facts.folding.any_of(part.conditions).parts]
    trees += [each for tree in trees if isinstance(tree, t.Or) for each in tree.parts]
    return any(game_over.is_stuck(tree, part.subject if part.each else "mover") for tree in trees)


def _finishes(tree: t.Tree) -> bool:
    return isinstance(tree, t.Result) or any(_finishes(child) for child in t.children(tree))


def _end(facts: Facts, part: EndPart) -> Line | None:
    conditions = facts.folding.any_of(part.conditions)
    if not conditions.parts:
        return None
    speaker = Speaker(facts, SIDE_TO_MOVE, OTHER_SIDE)
    if part.each or part.together:
        speaker = speaker.knowing(part.subject, "player", THE_PLAYER)
        others = ", together with all others of whom the same is so," if part.together else ""
        head = f"A player {conjugated(part.outcome, 'one', True)}{others} if"
    elif part.subject:
        who = speaker.value(t.Name(part.subject, span=part.span))
        head = f"{capital(who.text)} {conjugated(part.outcome, who.person, True)} if"
        if part.subject == "mover":
            speaker = Speaker(facts, IT, OTHER_SIDE)
    elif part.outcome == "draw":
        head = f"The game is {facts.undecided} if"
    else:
        head = f"The game ends, and {facts.by_score}, if"
    if len(conditions.parts) == 1 and not conditions.parts[0][0]:
        return Line(f"{head} {speaker.says(conditions.parts[0][1])}.")
    so = "this is so" if len(conditions.parts) == 1 else "any of this is so"
    if part.each and len(conditions.parts) > 1 and len(facts.checked.players) > 1 and not never.won_by_one(facts):
        so += ", each asked of every player before the next"
    return Line(f"{head} {so}:", tuple(Line(reasons.reason_sentences(speaker, *one, decides=True)) for one in conditions.parts))


def the_score(facts: Facts, *, detail: bool = False) -> Section:
    """Whether a score decides nothing and has no sentence of the author's: it belongs in detail."""
    definition = facts.checked.definition
    by_score = any(part.outcome == "score" for part in definition.end)
    counts = definition.match is not None or by_score or bool(facts.said("score"))
    if definition.score is None or (not facts.exact and detail == counts):
        return Section("", ())
    params, (first, *more) = definition.score.params, definition.score.in_order
    parts = _per_player(facts, SCORE if facts.exact else YOUR_SCORE, params, first)
    for number, body in enumerate(more):
        decides = "Between players with equal scores" if number == 0 else "If that is equal too"
        parts += _per_player(facts, f"{decides}, the higher number wins. This number", params, body)
    if not facts.said("score"):  # otherwise it stands under "in detail"
        parts += _equal(facts)
    if detail:
        parts.append("The score is only for the record.")
    return Section("The score", tuple(parts))


def _equal(facts: Facts) -> list[str]:
    """The sentence on equal scores, if the score decides and scores can be equal."""
    definition, tie = facts.checked.definition, facts.checked.definition.tie
    if definition.score is None or not any(part.outcome == "score" for part in definition.end) or len(facts.checked.players) == 1:
        return []
    first, *more = definition.score.in_order
    equal = "If the scores are equal" if len(facts.checked.players) < 3 else "If several have the highest score"
    equal = "If all that is equal" if more else equal
    if tie is not None and tie.outcome == "shared":
        return [f"{equal}, they win together."]
    if not more and not facts.exact and never.equal(facts, facts.folding.tree(first)):
        return []  # equal scores never occur
    given = facts.folding.tree(tie.player) if tie is not None and tie.player is not None else None
    if tie is None or given is None or t.is_name(given, "none"):
        return ["Equal scores are a draw." if not more and len(facts.checked.players) < 3 else f"{equal}, the game is a draw."]
    joint = ":" if isinstance(given, t.IfElse) else ","
    return [f"{equal}{joint} {_given(facts, given, tie.outcome)}."]


def _given(facts: Facts, tree: t.Expr, outcome: str) -> str:
    """The clause on who wins or loses where scores are equal: nobody, if there is no such player."""
    last = "the side that had the last turn" if turn_order.alternates(facts) else "the side that would not move next"
    speaker = Speaker(facts, Noun("the side that would move next"), Noun(last))
    if isinstance(tree, t.IfElse):
        then, other = (_given(facts, part, outcome) for part in (tree.then, tree.other))
        return f"if {speaker.within(tree.test)}, {then}; otherwise, {other}"
    if t.is_name(tree, "none"):
        return "the game is a draw"
    who, kept = speaker.value(tree), facts.checked.core.tie[1]
    surely = kept is None or not isinstance(kept.type, Opt) or turn_order.is_somebody(facts, tree)
    is_made = isinstance(tree, t.Dot) and t.is_name(tree.of, "last")  # some move was made before the game is over
    otherwise = "" if surely or is_made else "; if there is no such player, the game is a draw"
    return f"{who.text} {conjugated(outcome, who.person, True)}{otherwise}"


SCORE = "The score of a player"
YOUR_SCORE = "Your score"


def _per_player(facts: Facts, head: str, params: tuple[str, ...], body: t.Expr) -> list[Part]:
    speaker = Speaker(facts, SIDE_TO_MOVE, OTHER_SIDE)
    for param in params:
        speaker = speaker.knowing(param, "player", THE_PLAYER if facts.exact else YOU)
    tree = facts.folding.tree(body)
    if head == YOUR_SCORE and (text := facts.said("score")):
        facts.behind[head] = (speaker, tree, "")
        return [*said.paragraphs(text, dict.fromkeys(params, YOU), f"{head} is ")]
    if isinstance(tree, t.Lined):
        lines = [Line(f"{capital(test)}: {speaker.value(value).text}.") for value, test in speaker.cases(tree)]
        if tree.other is not None:
            lines.append(Line(f"Otherwise: {speaker.value(tree.other).text}."))
        return [f"{head}, {'the first line that is so' if speaker.facts.exact else 'by the first line that is true'}:", *lines]
    return [f"{head} is {speaker.value(tree).text}."]


def the_match(facts: Facts, *, detail: bool = False) -> Section:
    """By the author's sentence, if there is one; what the file says of it stands in detail."""
    part, text = facts.checked.definition.match, facts.said_of_part("match")
    if part is None or (detail and not text):
        return Section("", ())
    if text and not detail:
        return Section("The match", (*said.paragraphs(text),))
    speaker = Speaker(facts, SIDE_TO_MOVE, OTHER_SIDE)
    whose = "A player's" if facts.exact else "Your"
    until = ", played until one of them ends the match" if facts.exact else ""
    parts: list[Part] = [f"A match is several games{until}."]
    if part.points is not None:
        head = "What a game brings a player" if facts.exact else "What you get for a game"
        parts += _per_player(facts, head, part.points.params, part.points.body)
        parts.append(f"{whose} total is the sum over the games so far.")
    else:
        scores = "that player's scores" if facts.exact else "your scores"
        parts.append(f"{whose} total is the sum of {scores} in the games so far.")
    parts.append(f"The match ends after a game if {speaker.says(facts.folding.tree(part.until))}.")
    tie = facts.checked.definition.tie
    if tie is not None and tie.outcome == "shared":
        parts.append("Whoever has the highest total then wins the match; if several have it, they win it together.")
    elif not facts.exact:
        parts.append("Whoever has the highest total then wins the match.")
    if part.next_first is not None:
        tree = facts.folding.tree(part.next_first)
        if isinstance(tree, t.IfElse):
            then, other = speaker.value(tree.then).text, speaker.value(tree.other).text
            parts.append(f"If {speaker.says(tree.test)}, the next game is started by {then}; otherwise by {other}.")
        else:
            parts.append(f"The next game is started by {speaker.value(tree).text}.")
    return Section("The match", tuple(parts))
