"""Phrases that read better than a tree's parts; the readable telling tries them first.

Each idiom is a pure function of a speaker and a tree, and returns a phrase or nothing; without a phrase, the text names the
tree's parts, as the exact text does. So an idiom may be narrow. None knows a game: it sees only words of the language, and names
that it passes on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, TypeGuard

from ggl.narration import constant_sets, filling, rays
from ggl.narration.facts import element, is_many
from ggl.narration.nouns import Many, Noun, conjugated, plain, plural, quoted_name, side
from ggl.narration.plainer import count_mentions
from ggl.syntax import tree as t

if TYPE_CHECKING:
    from ggl.narration.speaker_like import SpeakerLike as Speaker

_OF_SIZE = {"==": "of size {}", ">": "of more than {} cells", ">=": "of at least {} cells", "<": "of fewer than {} cells",
            "<=": "of at most {} cells"}  # fmt: skip


# ------------------------------------------------------------------------------------------------------------ pieces


@dataclass(frozen=True)
class Pieces:
    """Pieces as such, not the cells on which they stand: "your men", in a region "the men there"."""

    owner: Noun | None
    kind: Many
    where: t.Expr | None
    """The set in which they are; None for the whole board."""

    def several(self) -> str:
        return f"{self.owner.possessive} {self.kind.several}" if self.owner else self.kind.named(several=True)


def pieces_idiom(speaker: Speaker, tree: t.Expr) -> Pieces | None:
    """`cells with own man` as the men; None where a cell may hold several, or where cells are what matters."""
    if (
        not isinstance(tree, t.With)
        or (isinstance(tree.of, t.Dot) and tree.of.name == "levels" and speaker.facts.counts(speaker.sort(tree.of.of)))
        or speaker.facts.counts(element(speaker.sort(tree.of)))
    ):
        return None
    whole = isinstance(tree.of, t.Name) and tree.of.name == "cells" and "cells" not in speaker.locals
    if tree.phrase.kind == "piece" and not _is_each_piece(speaker, tree, whole):
        return None
    phrase = speaker.phrase(tree.phrase)
    if phrase.tail("", True):
        return None
    owner = phrase.owner
    if owner is None and tree.phrase.adjective == "enemy" and len(speaker.facts.checked.players) == 2:
        owner, phrase = speaker.opponent, speaker.phrase(replace(tree.phrase, adjective=""))
    if owner is None and tree.phrase.adjective in speaker.facts.checked.players:
        owner, phrase = side(tree.phrase.adjective), speaker.phrase(replace(tree.phrase, adjective=""))
    return Pieces(owner, replace(phrase, owner=None), None if whole else tree.of)


def _is_each_piece(speaker: Speaker, tree: t.With, whole: bool) -> bool:
    """Whether a site holds one `piece` at most and, of the `whole` board, none stands on other sites."""
    site, owned = element(speaker.sort(tree.of)), tree.phrase.adjective or tree.phrase.owner is not None
    kinds = [kind for kind in speaker.facts.checked.world.kinds.values() if kind.owned or not owned]
    layers = {kind.layer for kind in kinds if kind.site == site}
    return len(layers) <= 1 and not (whole and any(kind.site != "cell" for kind in kinds))


def place_of_pieces(speaker: Speaker, found: Pieces, many: bool = False) -> str:
    """Their place, for one or for several of them."""
    if found.where is None:
        return "on the board"
    if many and isinstance(found.where, t.Binary) and found.where.op == "+" and not isinstance(found.where.right, t.IfElse):
        return f"on {speaker.value(found.where.left).text}, and on {speaker.value(found.where.right).text}"
    if many and (speaker.is_by_members(found.where) or isinstance(found.where, t.Binary)):
        return f"on {speaker.value(found.where).text}"
    if speaker.is_by_members(found.where) or isinstance(found.where, t.SetOf):
        place = speaker.place(found.where)
        return f"on {place}" if not place.startswith("in ") else place
    return f"in {speaker.value(found.where).text}"


# ------------------------------------------------------------------------------------------------------------ values


def value_idiom(speaker: Speaker, tree: t.Expr) -> Noun | None:
    if (line := rays.ray_value(speaker, tree)) is not None:
        return line
    match tree:
        case t.Binary() if is_all_edges(tree):
            return Noun(speaker.members(tree).all(), "many")
        case t.Call(name="count", args=(of,)):
            found = pieces_idiom(speaker, of)
            if found is not None:
                several = found.several()
                if found.owner is None and isinstance(of, t.With):
                    several = speaker.of_either(found.kind, of.phrase, "both").named(several=True)
                return Noun(f"the number of {several} {place_of_pieces(speaker, found, True)}")
        case t.Call(name="the", args=(of,)):
            found = pieces_idiom(speaker, of)
            if found is not None and found.where is None and found.owner is not None:
                return Noun(f"the {speaker.facts.cell} of {found.owner.possessive} only {found.kind.one}")
        case t.Call(name="sight", args=(c, d)) if _seen_before(c, d) and "sight" not in speaker.facts.definitions:
            return Noun(filling.fill(speaker, "the second occupied cell seen from {c} {d:towards}", {"c": c.args[0], "d": d}))
        case t.Call(name="rank", args=(p, n)) if "rank" not in speaker.facts.definitions:
            speaker.use("rank")
            return Noun(filling.fill(speaker, "{p's} row {n:number}", {"p": p, "n": n}))
        case t.Call(name="spread", args=(_, _) | (_, t.Name(name="cells"), _)) if "spread" not in speaker.facts.definitions:
            return Noun(set_idiom(speaker, tree).all(), "many")  # type: ignore[union-attr]
        case t.Call(name="after", args=(ring, x, t.Binary(op="+", left=n, right=skipped))) if _skips_start(
            speaker, ring, n, skipped
        ):
            speaker.use("after")
            place = filling.fill(speaker, "{n:on} after {x} on the ring of {L}, {x} itself left out", {"L": ring, "x": x, "n": n})
            return Noun(f"the {speaker.thing(ring)} {place}")
        case t.Call(name="before" | "after" as word, args=(ring, x, *n)):
            speaker.use(word)
            by = n[0] if n else t.Number(Fraction(1), span=tree.span)
            place = filling.fill(speaker, f"{{n:on}} {word} {{x}} on the ring of {{L}}", {"L": ring, "x": x, "n": by})
            return Noun(f"the {speaker.thing(ring)} {place}")
        case t.Call(name="sum", args=(t.Gen(body=t.Dot(of=t.Name(name=x), name="count"), binders=(binder,)),)) if (
            x == binder.name and speaker.facts.counts(element(speaker.sort(binder.source)))
        ):
            many = plural(speaker.facts.stacked(element(speaker.sort(binder.source))))
            return Noun(f"the number of {many} on {speaker.picked(binder).all()}")
        case t.Binary(op="*", left=t.Number(value=by), right=of) | t.Binary(op="*", left=of, right=t.Number(value=by)) if by == 2:
            if not isinstance(of, t.Binary | t.IfElse):
                return Noun(f"twice {speaker.value(of).text}")
        case t.Binary(op="/", left=of, right=t.Number(value=by)) if by == 2 and not isinstance(of, t.Binary | t.IfElse):
            return Noun(f"half of {speaker.value(of).text}")
    return None


def _skips_start(speaker: Speaker, ring: t.Expr, n: t.Expr, skipped: t.Expr) -> bool:
    """`after(L, x, n + (n - 1) // (size(L) - 1))`: each time round, the place where one began is not counted."""
    facts = speaker.facts
    if isinstance(skipped, t.Call) and skipped.name in facts.definitions:
        one = facts.definitions[skipped.name]
        skipped = facts.folding.tree(one.body, dict(zip(one.params, skipped.args, strict=True)))
    if isinstance(ring, t.Name) and ring.name in facts.definitions:
        ring = facts.definitions[ring.name].body
    match skipped:
        case t.Binary(op="//", left=t.Binary(op="-", left=of, right=t.Number(value=1)), right=t.Number(value=others)) if of == n:
            return constant_sets.length(facts.checked, facts.folding.tree(ring)) == others + 1
    return False


# ----------------------------------------------------------------------------------------------------------- members


def _seen_before(tree: t.Expr, d: t.Expr) -> TypeGuard[t.Call]:
    """`sight(c, d)`: from there on the next occupied cell in that direction is the second."""
    return isinstance(tree, t.Call) and tree.name == "sight" and len(tree.args) == 2 and tree.args[1] == d


def _of_pieces(speaker: Speaker, tree: t.Expr) -> bool:
    """Whether each cell of a set surely holds a piece, so that no empty cell is one of them."""
    match tree:
        case t.Call(name="group") | t.With():
            return True
        case t.Name(name=name) | t.Call(name=name, args=()) if name in speaker.facts.definitions and name not in speaker.locals:
            return _of_pieces(speaker, speaker.facts.definitions[name].body)
        case t.Binary(op="-", left=left):
            return _of_pieces(speaker, left)
    return False


def _whole_groups(speaker: Speaker, start: t.Expr, phrase: t.Phrase) -> bool:
    """Whether what is reached from some pieces within the pieces of one side is the groups of these pieces."""
    pieces = [piece for piece in speaker.facts.checked.definition.pieces.values() if piece.sites == "cells"]
    one_kind = phrase.kind == "piece" or (len(pieces) == 1 and pieces[0].name == phrase.kind)
    if isinstance(start, t.Name) and start.name in speaker.locals:
        start = speaker.locals[start.name].value or start
    within = start.binders[0].source if isinstance(start, t.Gen) and len(start.binders) == 1 else start
    whose = bool(phrase.adjective) or phrase.owner is not None
    return one_kind and whose and _one_layer(speaker) and isinstance(within, t.With) and within.phrase == phrase


def _steps(speaker: Speaker, binder: t.Binder, c: t.Expr, d: t.Expr, n: t.Expr | None) -> Many:
    """`step(c, d, n) for d in D`: one cell for each of something."""
    inner = speaker.knowing(binder.name, element(speaker.sort(binder.source)))
    args = {"c": c, "d": d, **({"n": n} if n is not None else {})}
    each = speaker.picked(binder)
    cell = speaker.facts.cell
    speaker.use("step(c, d)")
    if n is not None and t.is_name(d, binder.name) and not isinstance(n, t.Name | t.Number):
        amount, start = inner.value(n).text, speaker.value(c).text
        tail = f" as many steps from {start}, in {{}} {each.named(binder.name)}, as {amount}"
    else:
        where = filling.fill(inner, "{n:steps} from {c} {d:towards}" if n is not None else "next to {c} {d:towards}", args)
        tail = f" {where}, for {{}} {each.named(binder.name)}"
    one, every = (tail.format(which) for which in ("some", "every"))
    return Many(cell, f"{cell}s", lambda _, many: every if many else one, every=lambda *_: every)


def _one_layer(speaker: Speaker) -> bool:
    """Whether a cell holds only one piece."""
    pieces = speaker.facts.checked.definition.pieces.values()
    return len({piece.layer for piece in pieces if piece.sites == "cells"}) == 1 and not speaker.facts.counts("cell")


def _one_by_one(speaker: Speaker, binder: t.Binder) -> str:
    """`i from 0 to 5`, of a range of numbers; else every member."""
    match binder.source:
        case t.Binary(op="..", left=left, right=right) if binder.test is None:
            return f"{quoted_name(binder.name)} from {speaker.value(left).text} to {speaker.value(right).text}"
    many = speaker.picked(binder)
    return many.each(binder.name)


def _chequered(speaker: Speaker, binder: t.Binder) -> str:
    """The cell that has the colour of those with `(c.column + c.row) % 2 == 0`, if the board had that of a chessboard."""
    board = speaker.facts.checked.board
    match binder.test:
        case t.Chain(
            first=t.Binary(
                op="%",
                left=t.Binary(op="+", left=t.Dot(of=one, name=across), right=t.Dot(of=other, name=up)),
                right=t.Number(value=2),
            ),
            rest=((("==" | "!=") as op, t.Number(value=rest)),),
        ) if {across, up} == {"column", "row"} and one == other and t.is_name(one, binder.name) and rest in (0, 1):
            even = (rest == 0) == (op == "==")
            cell = "a1" if even else "b1"
            return cell if board.basis == "square" and board.plan.renamed is None and not board.wraps else ""
    return ""


def picked_idiom(speaker: Speaker, binder: t.Binder, source: Many) -> Many | None:
    """Members with a condition that is better said as an adjective, or by the size."""
    if like := _chequered(speaker, binder):
        return source.and_then(lambda _, many: f" of the colour that {like} has on a chessboard")
    cell, thing = speaker.facts.cell, speaker.called(element(speaker.sort(binder.source)))
    match binder.test:
        case t.Chain(
            first=t.Call(name="owners", args=(t.Call(name="around", args=(around,)),)), rest=(("==", t.SetOf(items=(player,))),)
        ) if t.is_name(around, binder.name) and not count_mentions(player, binder.name):
            owner = speaker.value(player)
            have = conjugated("have", owner.person, True)
            return source.and_then(lambda *_: f" that only {owner.text} {have} pieces next to")
        case t.Chain(first=first, rest=(("!=", other),)) if t.is_name(binder.source, "players") and _is_you(
            speaker, first, other, binder
        ):
            return replace(source, one=f"other {source.one}", several=f"other {source.several}")
        case t.Call(name="empty" | "occupied" as word, args=(of,)) if t.is_name(of, binder.name) and _is_a(source, thing):
            return replace(source, one=f"{word} {source.one}", several=f"{word} {source.several}")
        case t.Chain(first=t.Call(name="size", args=(of,)), rest=((op, n),)) if t.is_name(of, binder.name) and op in _OF_SIZE:
            if not is_many(element(speaker.sort(binder.source))) or " " in speaker.value(n).text:
                return None
            said = _OF_SIZE[op].format(speaker.value(n).text).replace("cells", f"{cell}s")
            return source.and_then(lambda _, many: f" {said.replace('1 cells', '1 cell')}")
    return None


def _is_a(source: Many, thing: str) -> bool:
    """Whether members are called by their sort, so that an adjective may stand before them."""
    return source.one.startswith((thing, f"inner {thing}", f"outer {thing}"))


def _is_you(speaker: Speaker, first: t.Expr, other: t.Expr, binder: t.Binder) -> bool:
    """Whether one of two is the member and the other is the side that is spoken to."""
    one, two = (first, other) if t.is_name(first, binder.name) else (other, first)
    return t.is_name(one, binder.name) and not count_mentions(two, binder.name) and speaker.value(two).person == "you"


def is_all_edges(tree: t.Expr) -> bool:
    """`edges + rim`"""
    match tree:
        case t.Binary(op="+", left=t.Name(name=one), right=t.Name(name=other)):
            return {one, other} == {"edges", "rim"}
    return False


def set_idiom(speaker: Speaker, tree: t.Expr) -> Many | None:
    """`S & vacant` is the empty cells of S, `S - cells with P` those without such a piece; steps, one for each of something."""
    facts = speaker.facts
    if (line := rays.ray_set(speaker, tree)) is not None:
        return line
    match tree:
        case t.Binary() if is_all_edges(tree):
            speaker.use("edge")
            return plain("edge")
        case t.Gen(body=t.Call(name="step", args=(c, d, *n)), binders=(binder,)) if count_mentions(tree.body, binder.name):
            return _steps(speaker, binder, c, d, n[0] if n else None)
        case t.Gen(body=t.Call(name="sight", args=(c, d)), binders=(binder,)) if t.is_name(d, binder.name):
            which, start = ("second", c.args[0]) if _seen_before(c, d) else ("first", c)
            if not count_mentions(start, binder.name):
                each, cell = speaker.picked(binder), speaker.facts.cell
                tail = f" seen from {speaker.value(start).text}, one in each {each.named(each.letter)}"
                return Many(f"{which} occupied {cell}", f"{which} occupied {cell}s", lambda _, many: tail)
        case t.Gen(
            body=t.Call(name="before" | "after" as word, args=(ring, x, t.Name(name=n))),
            binders=(t.Binder(source=t.Binary(op="..", left=t.Number(value=0), right=most), test=None) as binder,),
        ) if n == binder.name and not count_mentions(x, n) and not count_mentions(ring, n):
            speaker.use(word)
            slots = {"L": ring, "x": x, "n": most}
            thing = speaker.thing(ring)
            tail = filling.fill(speaker, f" from {{x}} to the {thing} {{n:on}} {word} it on the ring of {{L}}", slots)
            return Many(thing, plural(thing), lambda *_: tail)
        case t.Gen(body=t.Call(name="before" | "after" as word, args=(ring, x, *n)), binders=(binder,)) if binder.test is None:
            inner = speaker.knowing(binder.name, element(speaker.sort(binder.source)))
            by = n[0] if n else t.Number(Fraction(1), span=tree.span)
            tail = filling.fill(inner, f" {{n:on}} {word} {{x}} on the ring of {{L}}",
                                {"L": ring, "x": x, "n": by})  # fmt: skip
            speaker.use(word)
            thing = speaker.thing(ring)
            return Many(thing, plural(thing), lambda _, many: f"{tail}, for {_one_by_one(speaker, binder)}")
        case t.Binary(op="-", left=t.Name() as whole, right=t.With(of=of, phrase=phrase)) if whole == of:
            one, several = speaker.phrase(phrase).some(), speaker.phrase(phrase).counted()
            return speaker.whole(whole).and_then(lambda _, many: f" without {several if many else one}")
        case t.Call(name="spread", args=(start, t.With(of=t.Name(name="cells"), phrase=phrase))) if _whole_groups(
            speaker, start, phrase
        ):
            speaker.use("group")
            on = speaker.members(start).all()
            return Many(facts.cell, f"{facts.cell}s", lambda *_: f" of the groups on {on}")
        case t.Binary(op="-", left=left, right=t.Call(name="spread", args=(start, within))) if "spread" not in facts.definitions:
            said = filling.fill(speaker, " that cannot be reached within {t} from {s}", {"s": start, "t": within})
            speaker.use("spread")
            return speaker.whole(left).and_then(lambda *_: said)
        case t.Call(name="spread", args=(start, within)) if "spread" not in facts.definitions:
            said = filling.fill(speaker, " that can be reached within {t} from {s}", {"s": start, "t": within})
            speaker.use("spread")
            return Many(facts.cell, f"{facts.cell}s", lambda *_: said)
        case t.Call(name="spread", args=(start, t.Name(name="cells"), ways)) if "spread" not in facts.definitions:
            said = filling.fill(speaker, " that can be reached from {s} {ways:along}", {"s": start, "ways": ways})
            cell = facts.cell
            return Many(cell, f"{cell}s", lambda *_: said)
        case t.Binary(op="-", left=t.With() as left, right=t.With(of=t.Name(name="cells"), phrase=phrase)) if _one_layer(speaker):
            other = speaker.phrase(phrase).counted()
            return speaker.whole(left).and_then(lambda _, many: f" other than {other}")
        case t.Binary(op="-", left=left, right=t.With(of=t.Name(name="cells"), phrase=phrase)) if not isinstance(left, t.With):
            one, several = speaker.phrase(phrase).some(), speaker.phrase(phrase).counted()
            return speaker.whole(left).and_then(lambda _, many: f" without {several if many else one}")
        case t.Binary(op="&", left=t.Call(name="neighbors", args=(of,)), right=t.Name(name=name) as noun) if facts.said(name):
            many = speaker.members(noun)
            return None if many.tail("", True) else many.and_then(lambda *_: f" next to {speaker.value(of).text}")
        case (
            t.Binary(op="&", left=left, right=t.Name(name="vacant" | "taken_cells" as word))
            | t.Binary(op="&", left=t.Name(name="vacant" | "taken_cells" as word), right=left)
        ):
            many, adjective = speaker.members(left), "empty" if word == "vacant" else "occupied"
            if word == "vacant" and isinstance(left, t.Call) and left.name == "around" and _of_pieces(speaker, left.args[0]):
                many = plain(facts.cell, f" next to {speaker.value(left.args[0]).text}")
            if many.one.startswith(speaker.facts.cell):
                return replace(many, one=f"{adjective} {many.one}", several=f"{adjective} {many.several}")
    return None
