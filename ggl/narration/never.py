"""Proofs of what cannot occur in a game with its options: ends that the text may leave out, equal scores.

Takes folded trees. Without a proof, the text includes the rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import get_args

from ggl.core import forms as f
from ggl.core.walk import reached, walk
from ggl.model.definition import MovePart
from ggl.narration import full_board, never_both
from ggl.narration.facts import Facts
from ggl.narration.folds import count_mentions
from ggl.syntax import tree as t

_REPEATED = ("repetitions", "board_repetitions")
_COUNTS = ("count", "size", "hand")


def holds(facts: Facts, tree: t.Expr) -> bool:
    """Whether a condition of the end never holds: a move may not repeat a position, and it asks for one repeated by a move; or it
    asks for a full board, on which somebody has won."""
    if t.is_name(tree, "full"):
        return _decides_a_full_board(facts)
    turn, parts = facts.checked.definition.turn, tree.parts if isinstance(tree, t.And) else (tree,)
    if turn.pie or turn.begin is not None or turn.finish is not None or turn.following is not None:
        return False  # these effects may restore an earlier position
    passed = any(way != "never" for way, _ in turn.ways_to_pass)
    if passed and not any(_is(part, "passes", "==", 0) for part in parts):
        return False
    asked = [name for name in _REPEATED if any(_is(part, name, ">", 1) or _is(part, name, ">=", 2) for part in parts)]
    return any(_is_new_after_each_move(facts, name) for name in asked)


def wins_end_the_first_time(facts: Facts) -> bool:
    """Whether no position by which somebody wins or loses comes up for the third time: the second time would have ended the game.

    This holds where those lines, and the legal moves that they ask about, read only the compared part of the position.
    """
    core = facts.checked.core
    if core.turn.pie or any(isinstance(part, f.Roll) for part in walk(core.turn.begin)):
        return False
    compared = {field.name for field in core.fields if field.compared}
    forms = list(reached(tuple(rule.test for rule in core.end if rule.outcome in ("win", "lose")), core.definitions))
    if any(isinstance(part, f.Can) for part in forms):
        forms += reached((core.schemas, core.turn), core.definitions)
    return not any(isinstance(part, f.Seen) or (isinstance(part, f.Get) and part.field not in compared) for part in forms)


def asks_for_a_third(tree: t.Expr) -> bool:
    """`repetitions == 3`, or a higher number."""
    match tree:
        case t.Chain(first=t.Name(name="repetitions"), rest=(("==" | ">=" | ">", t.Number(value=number)),)):
            return number >= 3
    return False


def _is_new_after_each_move(facts: Facts, name: str) -> bool:
    """Whether each move is allowed only if it leaves what did not stand before."""
    moves = (facts.folding.conditions(move.ensure) for move in facts.checked.definition.moves.values())
    return all(left is None or any(_is(part, name, "==", 1) for _, part in left.parts) for left in moves)


def _is(tree: t.Expr, name: str, op: str, value: int) -> bool:
    match tree:
        case t.Chain(first=first, rest=((sign, t.Number(value=number)),)):
            return t.is_name(first, name) and sign == op and number == value
    return False


def always_a_move(facts: Facts) -> bool:
    """Whether each phase has a move without conditions that always has a choice."""
    turn = facts.checked.definition.turn
    plans = [phase.together or phase.play for phase in turn.phases] or [turn.together or turn.play]
    return turn.preferred is None and all(_is_free(facts, plan) for plan in plans)


def _is_free(facts: Facts, plan: t.Plan | None) -> bool:
    definition = facts.checked.definition
    names = [name for tier in plan.names() for name in tier] if plan is not None else list(definition.moves)
    for name in names:
        move = definition.moves[name]
        asked, left = facts.folding.conditions(move.where), facts.folding.conditions(move.ensure)
        if asked is None or left is None or asked.parts or left.parts or not move.started:
            continue
        known: dict[str, t.Expr] = {}
        if all(_is_never_empty(facts, binder, known) for binder in move.binders):
            return True
    return False


def _is_never_empty(facts: Facts, binder: t.Binder, known: dict[str, t.Expr]) -> bool:
    """A range from 0 on, whose end is a number or falls short of one by what was chosen up to it; values and kinds."""
    source = facts.folding.tree(binder.source)
    if binder.test is not None:
        return False
    if isinstance(source, t.Name) and source.name in facts.definitions:
        source = facts.folding.tree(facts.definitions[source.name].body)
    match source:
        case t.Binary(op="..", left=t.Number(value=low), right=t.Number(value=high)):
            known[binder.name] = source.right
            return low <= high
        case t.Binary(op="..", left=t.Number(value=0), right=t.Binary(op="-", left=whole, right=t.Name(name=other))):
            return known.get(other) == whole
        case t.SetOf(items=items):
            return bool(items) and all(isinstance(item, t.Name) and item.name in facts.checked.kinds for item in items)
        case t.Name(name=name):
            return name not in facts.checked.world.variables and facts.sort(source, {})[1:-1] in facts.checked.world.own_values
    return False


def stuck_before_full(facts: Facts) -> bool:
    """Whether the side to move always has a legal move: some move wants an empty cell, and a full board has ended the game.

    Either an end asks for that, or one of two players has then won.
    """
    definition, turn = facts.checked.definition, facts.checked.definition.turn
    ends = [tree for part, _ in facts.end_conditions() if not part.each for _, tree in part.conditions.parts]
    begins = t.nodes(turn.begin)
    if any(isinstance(part, t.Put | t.Move | t.Exchange | t.Routine) for part in begins):
        return False  # effects after the test of the end may fill the board
    if (
        definition.setup is not None
        or definition.drawing is not None
        or turn.phases
        or turn.at_once
        or turn.preferred is not None
    ):
        return False
    offered = {name for tier in turn.play.names() for name in tier} if turn.play is not None else definition.moves.keys()
    free = any(move.started and _wants_an_empty_cell(facts, move) for name, move in definition.moves.items() if name in offered)
    return free and (any(t.is_name(tree, "full") for tree in ends) or full_board.has_a_winner(facts))


def _wants_an_empty_cell(facts: Facts, move: MovePart) -> bool:
    """Whether a move is legal as long as some cell is empty: any, or one behind which, in some direction, none is."""
    asked, left = facts.folding.conditions(move.where), facts.folding.conditions(move.ensure)
    if len(move.binders) != 1 or asked is None or left is None or left.parts:
        return False
    (binder,) = (facts.folding.tree(binder) for binder in move.binders)
    tests = [test for _, test in asked.parts] + ([binder.test] if binder.test is not None else [])
    match binder.source:
        case t.Call(name="subsets", args=(source, sizes)) if t.is_name(source, "vacant"):
            return not tests and _begins_at_one(facts, sizes)
        case t.Name(name="vacant"):
            pass
        case t.Name(name="cells") if any(_is_empty(test, binder.name) or _looks_empty(test, binder.name) for test in tests):
            pass
        case _:
            return False
    more = [test for test in tests if not _is_empty(test, binder.name) and not _looks_empty(test, binder.name)]
    return not more or (len(more) == 1 and not facts.checked.board.wraps and _rests(more[0], binder.name))


def _begins_at_one(facts: Facts, sizes: t.Expr) -> bool:
    """`1..3`, or `1..limit` of a variable that is never less than 1."""
    match sizes:
        case t.Binary(op="..", left=t.Number(value=low), right=t.Name(name=name)) if name in facts.checked.definition.state:
            allowed = facts.checked.definition.state[name].allowed
            least = allowed.left if isinstance(allowed, t.Binary) and allowed.op == ".." else None
            return low <= 1 and isinstance(least, t.Number) and least.value >= 1
        case t.Binary(op="..", left=t.Number(value=low), right=t.Number(value=high)):
            return low <= 1 <= high
    return False


def _looks_empty(test: t.Expr, name: str) -> bool:
    """`seen(empty(c))`, which is so of each cell that is empty."""
    return isinstance(test, t.Call) and test.name == "seen" and _is_empty(test.args[0], name)


def _rests(test: t.Expr, name: str) -> bool:
    """`not empty(step(c, south))`: of the empty cells, the last in that direction fits."""
    match test:
        case t.Not(of=t.Call(name="empty", args=(t.Call(name="step", args=(cell, t.Name())),))):
            return t.is_name(cell, name)
    return False


def _asked_of_each(facts: Facts) -> list[tuple[t.Expr, str]]:
    """The conditions that are asked of each player, with the name of that player."""
    return [(tree, part.subject) for part in facts.checked.definition.end if part.each and not part.together
            for _, tree in facts.folding.any_of(part.conditions).parts]  # fmt: skip


def true_of_both(facts: Facts) -> bool:
    """Whether no line can become true of two players at once: each reads one side's pieces, and a turn changes the mover's.

    An empty board must leave it false; so only words are known that ask for pieces.
    """
    asked = _asked_of_each(facts)
    if all(_asks_for_pieces(facts, tree, player) for tree, player in asked) and only_puts(facts):
        return True
    if never_both.is_proved(facts):
        return True
    own = _only_own_come(facts)
    return all(
        (own and _grows_with(facts, tree, player))
        or _counts_own(facts, tree, player)
        or _is_ahead(facts, tree, player)
        or _owns_one_piece(facts, tree, player)
        or _was_asked_of_all(facts, tree, player)
        for tree, player in asked
    )


def won_by_one(facts: Facts) -> bool:
    """Whether also no line becomes true of one player and another line of the other."""
    asked = _asked_of_each(facts)
    reads_both = any(isinstance(part, t.Call) and part.name == "other" for tree, _ in asked for part in t.nodes(tree))
    may_cross = reads_both or any(
        _was_asked_of_all(facts, tree, player) or _owns_one_piece(facts, tree, player) for tree, player in asked
    )
    if len(asked) > 1 and may_cross and not never_both.is_proved(facts):
        return False
    return true_of_both(facts)


def _owns_one_piece(facts: Facts, tree: t.Expr, player: str) -> bool:
    """`p stone on a1`, also among other conditions: one piece stands on top there, and has one owner."""
    layers = len({kind.layer for kind in facts.checked.world.kinds.values()})
    for part in tree.parts if isinstance(tree, t.And) else (tree,):
        match part:
            case t.Stands(phrase=phrase, site=site, under=False):
                owned = phrase.adjective == player or (phrase.owner is not None and t.is_name(phrase.owner, player))
                single = phrase.kind in facts.checked.world.kinds or layers == 1
                if owned and single and not count_mentions(site, player):
                    return True
    return False


def _is_ahead(facts: Facts, tree: t.Expr, player: str) -> bool:
    """`f(p) > f(other(p))`, also among other conditions, of two players."""
    for part in tree.parts if isinstance(tree, t.And) else (tree,):
        match part:
            case t.Chain(first=one, rest=((">" | "<", two),)) if len(facts.checked.players) == 2:
                other = t.Call("other", (t.Name(player, span=part.span),), (), part.span, span=part.span)
                for mine, theirs in ((one, two), (two, one)):
                    if not count_mentions(mine, "other") and facts.folding.tree(mine, {player: other}) == theirs:
                        return True
    return False


def _was_asked_of_all(facts: Facts, tree: t.Expr, player: str) -> bool:
    """Whether an end that is asked before holds where the condition holds for each player."""
    if len({rule.begun for rule in facts.checked.core.end}) > 1:
        return False  # the rules are not tested at the same time
    each = [facts.folding.tree(tree, {player: t.Name(one, span=tree.span)}) for one in facts.checked.players]
    for part, _ in facts.end_conditions():
        if part.each and part.subject == player:
            return False
        for _, test in facts.folding.any_of(part.conditions).parts if not part.each else ():
            asked = test.parts if isinstance(test, t.And) else (test,)
            if all(one in each for one in asked):
                return True
    return False


def _grows_with(facts: Facts, tree: t.Expr, player: str) -> bool:
    """Whether a condition reads only pieces of one player, on places that do not change, and more of these never make it false.

    No pieces leave it false.
    """
    match tree:
        case t.Call(name="connected", args=(t.With(phrase=one), _, _, t.With(phrase=other))):
            phrases = [one, other]
        case t.Call(name="lined", args=(t.With(phrase=phrase), t.Number(value=least))) if least >= 1:
            phrases = [phrase]
        case t.Call(name="connected", args=(t.With(phrase=phrase), *_)):
            phrases = [phrase]
        case t.Call(name="any", args=(t.Gen(body=t.And(parts=parts), binders=binders),)):
            phrases = [part.phrase for part in parts if isinstance(part, t.Stands)]
            if len(phrases) < len(parts) or any(binder.test is not None for binder in binders):
                return False
        case _:
            return False
    return never_both.reads_only(facts, tree, player, phrases)


def _effects(facts: Facts) -> list[t.Tree]:
    """All effects that may occur once a game has begun."""
    definition, turn = facts.checked.definition, facts.checked.definition.turn
    done = [*(move.do for move in definition.moves.values()), *(one.body for one in definition.routines.values())]
    return [
        part
        for tree in (*done, turn.begin, turn.finish, *(part.resolve for part in turn.at_once))
        if tree is not None
        for part in t.nodes(tree)
    ]


def _only_own_come(facts: Facts) -> bool:
    """Whether a turn puts only pieces of the mover's on the board, which was empty, and takes some away at most."""
    definition, turn = facts.checked.definition, facts.checked.definition.turn
    if definition.setup is not None or definition.drawing is not None or turn.at_once:
        return False
    if any(piece.piles is not None for piece in definition.pieces.values()):
        return False  # taking a piece uncovers another
    if any(isinstance(part, t.Put) for part in facts.reached(turn.begin)):
        return False  # the ends wait until the next player has put a piece
    return all(_puts_own_at_most(facts, part) for part in _effects(facts) if isinstance(part, get_args(t.Effect)))


_PUTS_NOTHING = (
    t.Take | t.Roll | t.Announce | t.Reveal | t.LetBe | t.Result | t.AgainTurn | t.PhaseTo | t.Routine | t.ForEach | t.IfThen
    | t.Repeat | t.Block
)  # fmt: skip


def _puts_own_at_most(facts: Facts, effect: t.Tree) -> bool:
    definition = facts.checked.definition
    match effect:
        case t.Put(pieces=t.Pieces(words=(t.Name(name=kind),), owner=None)):
            return kind in definition.pieces and not definition.pieces[kind].side
        case t.Change(what=t.Name(name=name) | t.Dot(name=name)) | t.Add(place=t.Name(name=name) | t.Dot(name=name)):
            return name in definition.state
    return isinstance(effect, _PUTS_NOTHING)


def _counts_own(facts: Facts, tree: t.Expr, player: str) -> bool:
    """`p.points >= 100`, of a number that only the mover's turn changes, from a start at which it is less."""
    definition = facts.checked.definition
    match tree:
        case t.Chain(first=t.Dot(of=of, name=name), rest=((">=" | ">" | "==", t.Number(value=least)),)) if (
            t.is_name(of, player) and name in definition.state and not definition.turn.at_once
        ):
            start = facts.folding.constant(facts.folding.tree(definition.state[name].start))
            # the ends wait until `begin` has changed the number of the next player
            others = _written(name, facts.reached(definition.setup, definition.turn.begin))
            own = all(isinstance(place, t.Dot) and t.is_name(place.of, "mover") for place in _written(name, _effects(facts)))
            return own and not others and isinstance(start, Fraction) and start < least
    return False


def _written(name: str, effects: Iterable[t.Tree]) -> list[t.Expr]:
    """The places of a variable to which effects give another value."""
    places = (place for part in effects for place in written_places(part))
    return [place for place in places if any(isinstance(part, t.Name | t.Dot) and part.name == name for part in t.nodes(place))]


def written_places(tree: t.Tree) -> tuple[t.Expr, ...]:
    """The places to which an effect gives another value."""
    match tree:
        case t.Change(what=what):
            return (what,)
        case t.Add(place=place):
            return (place,)
        case t.Roll(places=places):
            return places
        case t.Deal(source=source, to=to):
            return source, to
    return ()


def only_puts(facts: Facts) -> bool:
    """Whether all that is ever done is that the mover puts a piece on an empty cell."""
    definition, turn = facts.checked.definition, facts.checked.definition.turn
    if len(definition.moves) != 1 or definition.setup is not None or definition.drawing is not None or turn.phases:
        return False
    if any(tree is not None for tree in (turn.begin, turn.finish, turn.following, turn.play, turn.preferred)) or turn.at_once:
        return False
    (move,) = definition.moves.values()
    asked, left = facts.folding.conditions(move.where), facts.folding.conditions(move.ensure)
    if len(move.binders) != 1 or move.then is not None or asked is None or left is None:
        return False
    (binder,) = (facts.folding.tree(binder) for binder in move.binders)
    tests = [test for _, test in asked.parts] + ([binder.test] if binder.test is not None else [])
    if not t.is_name(binder.source, "vacant") and not any(_is_empty(test, binder.name) for test in tests):
        return False
    return _puts_own(facts.folding.tree(move.do), binder.name)


def _is_empty(test: t.Expr, name: str) -> bool:
    """`empty(c)`"""
    return isinstance(test, t.Call) and test.name == "empty" and t.is_name(test.args[0], name)


def _puts_own(effect: t.Effect, cell: str) -> bool:
    match effect:
        case t.Block(parts=(only,)):
            return _puts_own(only, cell)
        case t.Put(pieces=t.Pieces(words=(t.Name(),)), on=on, from_supply=False):
            return t.is_name(on, cell)
    return False


def _asks_for_pieces(facts: Facts, tree: t.Expr, player: str) -> bool:
    """`lined(cells with p stone, 3)`, `connected(cells with p stone, ..)`, `any(g in groups(p) if ..)`."""
    match tree:
        case t.Call(name="lined" | "connected"):
            return _grows_with(facts, tree, player)
        case t.Call(name="any", args=(t.Gen(binders=(t.Binder(source=t.Call(name="groups", args=(of,))),)),)):
            return t.is_name(of, player) and never_both.reads_own(facts, tree, player)
    return False


def _is_of(phrase: t.Phrase, player: str) -> bool:
    """`p stone` and `stone of other(p)`"""
    match phrase:
        case t.Phrase(owner=t.Call(name="other", args=(of,))):
            return t.is_name(of, player)
        case t.Phrase(owner=None, adjective=adjective):
            return adjective == player
        case t.Phrase(owner=t.Name(name=name)):
            return name == player
    return False


def equal(facts: Facts, score: t.Expr) -> bool:
    """Whether the scores of two players are never equal: whole numbers, with a fraction for only one of them."""
    match score:
        case t.Binary(op="+", left=whole, right=t.IfElse(then=t.Number(value=more), test=test, other=t.Number(value=none))):
            one = _is_of_one(facts, test) and len(facts.checked.players) == 2
            return one and none == 0 and more.denominator != 1 and _is_whole(whole)
    return _shares_an_odd_board(facts, score)


def _is_shared_unequally(facts: Facts) -> bool:
    """Whether two players cannot have as many pieces each on a full board: its size is odd, and a cell holds one, of either."""
    kinds = [piece for piece in facts.checked.definition.pieces.values() if piece.sites == "cells"]
    single = len(kinds) == 1 and kinds[0].owned and not kinds[0].side and kinds[0].stacks is kinds[0].piles is None
    return len(facts.checked.players) == 2 and len(facts.checked.board.cells) % 2 == 1 and single


def _decides_a_full_board(facts: Facts) -> bool:
    """Whether the first line of the end is won on a full board by whose groups are larger, size by size, and those differ."""
    part = facts.checked.definition.end[0]
    if not part.each or part.together or part.outcome != "win" or not _is_shared_unequally(facts):
        return False
    for _, test in facts.folding.any_of(part.conditions).parts:
        asked = [one for one in test.parts if not t.is_name(one, "full")] if isinstance(test, t.And) else []
        if len(asked) == 1 and _is_ahead(facts, asked[0], part.subject) and _compares_sizes(facts, asked[0]):
            return True
    return False


def _compares_sizes(facts: Facts, tree: t.Expr) -> bool:
    """`sizes(p) > ..`, where these are `descending(size(g) for g in groups(p))`."""
    value = tree.first if isinstance(tree, t.Chain) else tree
    if isinstance(value, t.Call) and value.name in facts.definitions:
        value = facts.definitions[value.name].body
    match value:
        case t.Call(
            name="descending",
            args=(t.Gen(body=t.Call(name="size"), binders=(t.Binder(source=t.Call(name="groups", args=(_,)), test=None),)),),
        ):
            return True
    return False


def _shares_an_odd_board(facts: Facts, score: t.Expr) -> bool:
    """Whether a score counts a player's pieces on a full board of odd size, where each cell has a piece of one of two players."""
    definition = facts.checked.definition
    by_score = [tree for part in definition.end if part.outcome == "score" for _, tree in part.conditions.parts]
    params = definition.score.params if definition.score is not None else ()
    if not _is_shared_unequally(facts) or len(params) != 1:
        return False
    if (
        isinstance(score, t.Call)
        and score.name in facts.definitions
        and len(score.args) == 1
        and t.is_name(score.args[0], params[0])
    ):
        one = facts.definitions[score.name]
        score = facts.folding.tree(one.body, {one.params[0]: t.Name(params[0], span=score.span)})
    match score:
        case t.Call(name="count", args=(t.With(of=t.Name(name="cells"), phrase=phrase),)):
            return _is_of(phrase, params[0]) and bool(by_score) and all(t.is_name(tree, "full") for tree in by_score)
    return False


def _is_of_one(facts: Facts, test: t.Expr) -> bool:
    """`p == White`, of the player whose score it is."""
    params = facts.checked.definition.score.params if facts.checked.definition.score is not None else ()
    match test:
        case t.Chain(first=t.Name(name=player), rest=(("==", t.Name(name=name)),)):
            return player in params and name in facts.checked.players
    return False


def _is_whole(tree: t.Expr) -> bool:
    match tree:
        case t.Number(value=value):
            return value.denominator == 1
        case t.Call(name=name) if name in _COUNTS:
            return True
        case t.Call(name="sum", args=(t.Gen(body=body),)):
            return _is_whole(body)
        case t.Binary(op="+" | "-" | "*", left=left, right=right):
            return _is_whole(left) and _is_whole(right)
    return False
