"""The sections of a rule sheet about the end of the game, the score and the match."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from ggl.model.definition import EndPart
from ggl.narration import never, reasons, said
from ggl.narration.deeds import Line
from ggl.narration.facts import Facts
from ggl.narration.folds import mentions
from ggl.narration.layout import Part, Section
from ggl.narration.nouns import Noun, capital, conjugated
from ggl.narration.plainer import walk
from ggl.narration.speaker_like import Local
from ggl.narration.speech import OTHER_SIDE, SIDE_TO_MOVE, THE_PLAYER, YOU, YOUR_OPPONENT, Speaker
from ggl.syntax import tree as t

IT = Noun("it", "one", "its", "its own")


def the_end(facts: Facts) -> Section:
    definition = facts.checked.definition
    parts: list[Part] = []
    at_once, later = _asked(facts, begun=False), _asked(facts, begun=True)
    lines = at_once + later
    if at_once and facts.exact:
        parts.append(f"After every turn{_next_side(facts)}, {_asked_so(facts, at_once)}.{_whom(facts, 'made the turn')}")
    elif len(at_once) > 1:
        parts.append("After each turn, the first of these that is true ends the game:")
    parts += [at_once[0].text] if not facts.exact and len(at_once) == 1 and not at_once[0].below else at_once
    if later and (facts.exact or len(later) > 1 or definition.turn.begin is not None):
        begun = "When a turn has begun, and all is done that is said to be done at its start"
        if definition.turn.begin is None and not facts.exact:
            begun = "At the start of each turn"
        parts.append(f"{begun}, {_asked_so(facts, later)}."
                     + ("" if at_once or not facts.exact else _whom(facts, "made the turn before")))  # fmt: skip
    parts += later
    if len(facts.checked.players) > 2 and any(part.outcome == "lose" for part in definition.end):
        parts.append("When somebody loses, all others win together.")
    told = () if facts.exact else (move for move in definition.moves if facts.said(move))  # which say so themselves
    if any(_finishes(effect) for effect in _bodies(facts, frozenset(told))):
        if facts.exact:
            parts.append("A move may also end the game at once, as told there." if lines else
                         "The game ends when a move ends it, as told there.")  # fmt: skip
        else:
            by_moves, also = _by_moves(facts), "also " if lines else ""
            parts = [by_moves, *parts] if by_moves else [*parts, f"A move may {also}end the game at once."]
    parts += at_last(facts) if facts.exact else []
    return Section("The end", tuple(parts))


def _next_side(facts: Facts) -> str:
    """Whose turn it is when the ends are asked, where that matters."""
    return ", when the next side is to move" if any(_asks_mover(part) for part in facts.checked.definition.end) else ""


def at_last(facts: Facts) -> list[str]:
    """What decides if no line of the file does: no legal move, and a line that holds for several players."""
    definition, parts = facts.checked.definition, []
    lines = [part for part in definition.end if facts.folding.any_of(part.conditions).parts]
    if not facts.exact and _next_side(facts) and not all(rule.begun for rule in facts.checked.core.end):
        parts.append(f"The ends are asked after every turn{_next_side(facts)}.")
    if not facts.exact and lines and not never.true_of_both(facts):
        at_once = not all(rule.begun for rule in facts.checked.core.end)
        parts += [whom] if (whom := _whom(facts, _made(at_once))) else []
    parts += _equal(facts) if facts.said("score") else []
    if not facts.exact and definition.match is not None and (definition.tie is None or definition.tie.outcome != "shared"):
        parts.append("If totals were ever equal at the end of a match, it would be a draw.")
    passing = definition.turn.ways_to_pass
    may_be_barred = any(way == "never" or test is not None for way, test in passing)
    always_moves = not facts.exact and (never.stuck_before_full(facts) or never.always_a_move(facts))
    if may_be_barred and not always_moves and not any(mentions_stuck(part) for part in definition.end):
        pass_ = "" if all(way == "never" for way, _ in passing) else " and may not pass"
        side = "the side to move" if not definition.turn.at_once else "a side that is to choose"
        if facts.exact:
            parts.append(f"If {side} has no legal move{pass_}, the game is a draw.")
        else:
            parts.append(f"If {side} ever had no legal move{pass_}, the game would be a draw.")
    return parts


def _by_moves(facts: Facts) -> str:
    """How moves end the game, in a sentence, where that is one condition which speaks of nothing that was chosen."""
    found = [pair for effect in _bodies(facts) for pair in _results(effect, None)]
    told = set()
    for result, test in found:
        if result.player is not None or test is None:
            return ""
        test = facts.folding.tree(test)
        if any(isinstance(part, t.Name) and part.name in _chosen(facts) for part in walk(test)):
            return ""
        ends = "The game is a draw" if result.verb == "draw" else f"You {result.verb}"
        told.add(f"{ends} as soon as {Speaker(facts).says(test)}.")
    return next(iter(told)) if len(told) == 1 else ""


def _bodies(facts: Facts, without: Collection[str] = ()) -> list[t.Effect]:
    """What moves and routines do, without that of some moves."""
    definition = facts.checked.definition
    moves = (move.do for move in definition.moves.values() if move.name not in without)
    return [*moves, *(one.body for one in definition.routines.values())]


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
    bound = (part.name for body in _bodies(facts) for part in walk(body) if isinstance(part, t.Binder | t.LetBe))
    return frozenset(names | set(bound) | {b.name for move in definition.moves.values() for b in move.binders} | {"none"})


def _asked_so(facts: Facts, lines: list[Line]) -> str:
    if not facts.exact:
        return "check these in order; the first that is true ends the game" if len(lines) > 1 else "check this"
    return "these are asked in this order; the first that is so decides" if len(lines) > 1 else "this is asked"


def _asks_mover(part: EndPart) -> bool:
    """Whether a line of the end reads the side to move."""
    trees = [tree for _, tree in part.conditions.parts]
    return part.subject in ("mover", "opponent") or any(mentions(tree, name) for tree in trees for name in _OF_THE_MOVER)


_OF_THE_MOVER = ("mover", "opponent", "stuck")


def _made(at_once: bool) -> str:
    return "made the turn" if at_once else "made the turn before"


def _whom(facts: Facts, turn: str) -> str:
    """The player tested first, if a line is tested for each player and only one can win or lose by it."""
    if not any(part.each and not part.together for part in facts.checked.definition.end):
        return ""
    if facts.exact:
        return f' What is said of "a player" is asked first of the side that {turn}.'
    outcomes = {part.outcome for part in facts.checked.definition.end if part.each and not part.together}
    if len(facts.checked.players) == 2 and len(outcomes) == 1:
        line = "a line" if len(facts.checked.definition.end) > 1 else "that"
        return f"If {line} were ever true of both players, the side that {turn} would {min(outcomes)}."
    if len(facts.checked.players) == 2:
        return f"What is true of both players counts for the side that {turn}."
    return f"What is true of several players counts for the first of them, beginning with the side that {turn}."


def _asked(facts: Facts, *, begun: bool) -> list[Line]:
    """The rules of the end that are asked after a turn, or those that wait until the next one has begun."""
    flags = iter(rule.begun for rule in facts.checked.core.end)
    lines: list[Line] = []
    for part in facts.checked.definition.end:
        parts = tuple(one for one in part.conditions.parts if next(flags) == begun)
        line = _end(facts, replace(part, conditions=replace(part.conditions, parts=parts)), bool(lines))
        lines += [line] if line is not None else []
    return lines


def mentions_stuck(part: EndPart) -> bool:
    return any(mentions(tree, "stuck") for _, tree in part.conditions.parts)


def _finishes(tree: t.Tree) -> bool:
    return isinstance(tree, t.Result) or any(_finishes(child) for child in t.children(tree))


def _end(facts: Facts, part: EndPart, follows: bool) -> Line | None:
    """A line of the end; `follows`: behind others, none of which is true."""
    conditions = facts.folding.any_of(part.conditions)
    if not facts.exact:
        conditions = replace(conditions, parts=tuple(one for one in conditions.parts if not never.holds(facts, one[1])))
    if not conditions.parts:
        return None
    speaker, when = Speaker(facts, SIDE_TO_MOVE, OTHER_SIDE), ""
    if part.each or part.together:
        you = THE_PLAYER if facts.exact else YOU
        speaker = speaker.knowing(part.subject, "player", you)
        head = f"A player {conjugated(part.outcome, 'one', True)}" if facts.exact else f"You {part.outcome}"
        head += (
            f", together with all others of whom the same is {'so' if facts.exact else 'true'}, if" if part.together else " if"
        )
    elif part.subject in ("mover", "opponent") and not facts.exact:
        mover, opponent = (YOU, YOUR_OPPONENT) if part.subject == "mover" else (YOUR_OPPONENT, YOU)
        speaker = replace(speaker, mover=mover, opponent=opponent, locals={part.subject: Local(YOU, "player")})
        head, when = f"You {part.outcome} if", f"at the start of {mover.possessive} turn"
    elif part.subject:
        who = speaker.value(t.Name(part.subject, span=part.span))
        head = f"{capital(who.text)} {conjugated(part.outcome, who.person, True)} if"
        if part.subject == "mover":
            speaker = Speaker(facts, IT, OTHER_SIDE)
    elif part.outcome == "draw":
        head = "Otherwise the game is a draw if" if follows and not facts.exact else "The game is a draw if"
    else:
        head = f"The game ends, and the {'higher' if len(facts.checked.players) < 3 else 'highest'} score wins, if"
    if len(conditions.parts) == 1 and not facts.exact:
        if part.outcome == "score":
            tail = f", the game ends and the {'higher' if len(facts.checked.players) < 3 else 'highest'} score wins"
            return Line(reasons.one_reason(facts, speaker, "When", *conditions.parts[0], tail))
        return Line(reasons.one_reason(facts, speaker, f"{head} {when}".rstrip(), *conditions.parts[0]))
    if len(conditions.parts) == 1 and not conditions.parts[0][0]:
        return Line(f"{head} {speaker.says(conditions.parts[0][1])}.")
    so = "this is so" if len(conditions.parts) == 1 else "any of this is so"
    if not facts.exact:
        so = f"{'either' if len(conditions.parts) == 2 else 'any'} of these is true {when}".rstrip()
    return Line(f"{head} {so}:", tuple(Line(reasons.condition(speaker, *one, decides=True)) for one in conditions.parts))


def the_score(facts: Facts, *, detail: bool = False) -> Section:
    """A score that decides nothing, and of which the author says nothing, stands in detail."""
    definition = facts.checked.definition
    counts = definition.match is not None or any(part.outcome == "score" for part in definition.end)
    if definition.score is None or (not facts.exact and detail == (counts or bool(facts.said("score")))):
        return Section("", ())
    params, (first, *more) = definition.score.params, definition.score.in_order
    parts = _per_player(facts, SCORE if facts.exact else YOUR_SCORE, params, first)
    for number, body in enumerate(more):
        decides = "Between players with equal scores" if number == 0 else "If that is equal too"
        parts += _per_player(facts, f"{decides}, the higher number wins. This number", params, body)
    if not facts.said("score"):  # else in detail
        parts += _equal(facts)
    return Section("The score", tuple(parts))


def _equal(facts: Facts) -> list[str]:
    """What equal scores mean, where the score decides and where they can be equal."""
    definition, tie = facts.checked.definition, facts.checked.definition.tie
    if definition.score is None or not any(part.outcome == "score" for part in definition.end):
        return []
    first, *more = definition.score.in_order
    equal = "If the scores are equal" if len(facts.checked.players) < 3 else "If several have the highest score"
    equal = "If all that is equal" if more else equal
    if tie is not None and tie.outcome == "shared":
        return [f"{equal}, they win together."]
    if not more and not facts.exact and never.equal(facts, facts.folding.tree(first)):
        return []  # nobody needs to know what equal scores would be
    if tie is None or tie.player is None:
        return ["Equal scores are a draw." if not more and len(facts.checked.players) < 3 else f"{equal}, the game is a draw."]
    who = Speaker(facts, SIDE_TO_MOVE, OTHER_SIDE).value(facts.folding.tree(tie.player))
    return [f"{equal}, {who.text} {conjugated(tie.outcome, who.person, True)}."]


SCORE = "The score of a player"
YOUR_SCORE = "Your score"


def _per_player(facts: Facts, head: str, params: tuple[str, ...], body: t.Expr) -> list[Part]:
    speaker = Speaker(facts, SIDE_TO_MOVE, OTHER_SIDE)
    for param in params:
        speaker = speaker.knowing(param, "player", THE_PLAYER if facts.exact else YOU)
    tree = facts.folding.tree(body)
    if head == YOUR_SCORE and (text := facts.said("score")):
        facts.behind[head] = (speaker, tree)
        return [f"{head} is {said.filled(text, dict.fromkeys(params, YOU)).rstrip('.')}."]
    if isinstance(tree, t.Lined):
        lines = [Line(f"{capital(test)}: {speaker.value(value).text}.") for value, test in speaker.cases(tree)]
        if tree.other is not None:
            lines.append(Line(f"Otherwise: {speaker.value(tree.other).text}."))
        return [f"{head}, {'the first line that is so' if speaker.facts.exact else 'by the first line that is true'}:", *lines]
    return [f"{head} is {speaker.value(tree).text}."]


def the_match(facts: Facts) -> Section:
    part = facts.checked.definition.match
    if part is None:
        return Section("", ())
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
