"""Counting, choosing and picking out, in English: the words that go over the members of a set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ggl.narration import defined, idioms
from ggl.narration.comparing import explain_order
from ggl.narration.facts import element
from ggl.narration.nouns import Many, Noun, a_or_an, conjugated, listed, plain, plural, words
from ggl.narration.plainer import count_mentions as count_mentions
from ggl.syntax import tree as t

if TYPE_CHECKING:
    from ggl.narration.speaker_like import SpeakerLike as Speaker

_EXTREME = {"min": ("least", "smallest", "least"), "max": ("greatest", "largest", "greatest")}
_GREATER = {"min": ("smaller", "smallest"), "max": ("greater", "greatest")}
_SORTED = {"sorted": "from the smallest up", "descending": "from the largest down", "reversed": "in reverse order",
           "distinct": "each only once"}  # fmt: skip


# ------------------------------------------------------------------------------------------------------------- members


def generated_set(speaker: Speaker, tree: t.Gen) -> Many:
    """The members that a generator picks out."""
    first, *more = tree.binders
    if not more and t.is_name(tree.body, first.name):
        return picked_members(speaker, first)
    inner = speaker
    said: list[str] = []
    last = len(tree.binders) - 1
    for place, binder in enumerate(tree.binders):
        if place == last and t.is_name(tree.body, binder.name):
            chosen = picked_members(inner, binder)
            return chosen.and_then(lambda x, many: ", for " + ", and ".join(said)) if said else chosen
        said.append(picked_members(inner, binder).each(binder.name if len(binder.name) == 1 else ""))
        inner = inner.knowing(binder.name, element(inner.sort(binder.source)))
    thing = speaker.called(inner.sort(tree.body))
    body = inner.value(tree.body).text
    return Many(thing, plural(thing), lambda x, many: f": {body}, for {', and '.join(said)}")


def in_front(speaker: Speaker, tree: t.Expr) -> str | None:
    """The members of a generated set, with each letter before its use, as the end of a sentence: "for every d, the cell"."""
    if (
        speaker.facts.exact
        or not isinstance(tree, t.Gen)
        or (len(tree.binders) == 1 and t.is_name(tree.body, tree.binders[0].name))
    ):
        return None
    last = tree.binders[-1]
    said, inner = [], speaker
    for binder in tree.binders:
        if binder is last and t.is_name(tree.body, binder.name):
            break
        said.append(picked_members(inner, binder).each(binder.name if len(binder.name) == 1 else ""))
        inner = inner.knowing(binder.name, element(inner.sort(binder.source)))
    what = inner.value(tree.body).text if len(said) == len(tree.binders) else picked_members(inner, last).all()
    return f"for {', and '.join(said)}, {what}"


def picked_members(speaker: Speaker, binder: t.Binder) -> Many:
    """The members of a binder's source for which its condition holds."""
    source = speaker.members(binder.source)
    test = binder.test
    if test is None:
        return source
    sort = element(speaker.sort(binder.source))
    idiom = idioms.picked_idiom(speaker, binder, source) if not speaker.facts.exact else None
    if idiom is not None:
        return idiom
    source = speaker.whole(binder.source)
    short = _that(speaker, test, binder.name, sort, False)
    if short is not None:
        return source.and_then(lambda x, many: _that(speaker, test, binder.name, sort, many) or "")
    if (
        not speaker.facts.exact
        and isinstance(test, t.Call)
        and test.name in speaker.facts.definitions
        and (short_ := defined.object_of(speaker, test, binder.name))
    ):
        return source.and_then(lambda x, many: f" that {short_}")
    letter = source.letter or binder.name
    nested = not speaker.facts.exact and any(isinstance(part, t.Gen) for part in t.nodes(test))  # the nested one uses the other
    which = "such that" if nested else "for which"

    def more(x: str, many: bool) -> str:
        comma = "," if "," in source.tail(x, many) else ""
        return f"{comma} {which} {speaker.knowing(binder.name, sort, Noun(x) if x else None).says(test)}"

    return source.and_then(more, letter)


def leading_members(speaker: Speaker, tree: t.Gen) -> Many:
    """The members at the beginning of a list, as long as the condition holds."""
    binder = tree.binders[0]
    source = speaker.members(binder.source)
    if isinstance(binder.source, t.IfElse) and not speaker.facts.exact:
        source = plain(speaker.thing(binder.source), f" of these, in order: {speaker.value(binder.source).text},")
    if binder.test is None:
        return source
    test, sort = binder.test, element(speaker.sort(binder.source))
    inner = speaker.knowing(binder.name, sort, Noun("it"))
    match test:
        case t.Chain(first=t.Name(name=name), rest=(("!=", other),)) if name == binder.name and not speaker.facts.exact:
            before = speaker.value(other).text
            return source.and_then(lambda x, many: f" before {before}")
    if isinstance(test, t.And | t.Or) and not speaker.facts.exact:
        so = speaker.knowing(binder.name, sort, Noun("each")).says(test)
        return source.and_then(lambda x, many: f", in order, as long as {so}")
    stops = inner.says(test, False)
    if stops.startswith("it ") and not _joined(stops, "it"):
        clause = f"that {stops.removeprefix('it ')}"
    elif stops.endswith(" on it"):
        clause = f"on which {stops.removesuffix(' on it')}"
    else:
        clause = f"of which {stops}"
    return source.and_then(lambda x, many: f" before the first {clause}")


def _that(speaker: Speaker, test: t.Expr, name: str, sort: str, many: bool) -> str | None:
    """A relative clause, "that is empty", if the condition speaks of the member once and first."""
    if not is_simple(test) or count_mentions(test, name) != 1:
        return None
    inner = speaker.knowing(name, sort, Noun("that", "many" if many else "one", leads=True))
    text = inner.says(test)
    return f" {text}" if text.startswith("that ") and not _joined(text, "that") else None


def _joined(text: str, subject: str) -> bool:
    """Whether a clause speaks of its subject and others together."""
    return text.startswith((f"{subject} and ", f"{subject}, "))


# -------------------------------------------------------------------------------------------------------------- values


def fold_value(speaker: Speaker, tree: t.Call) -> Noun:
    name = tree.name
    if name in ("min", "max") and len(tree.args) > 1:
        of_two, of_more = _GREATER[name]
        return Noun(
            f"the {of_two if len(tree.args) == 2 else of_more} of {listed(speaker.closed(arg).text for arg in tree.args)}"
        )
    if name in ("any", "all"):
        return Noun(f"whether {speaker.says(tree)}")
    arg = tree.args[0]
    if name == "count":
        return Noun(f"the number of {speaker.members(arg).named(several=True)}")
    if name == "size":
        if isinstance(arg, t.Name) and arg.name in speaker.facts.checked.definition.values:
            return Noun(f"the number of all {words(arg.name)}")
        if speaker.is_bag(arg) and isinstance(arg, t.Name) and not speaker.facts.said(arg.name):
            return Noun(f"the number of entries in {speaker.value(arg).text}")  # equal entries count separately
        if speaker.is_by_members(arg) or speaker.sort(arg).startswith("["):
            return Noun(f"the number of {speaker.members(arg).named(several=True)}")
        whole = speaker.value(arg)
        if whole.person == "many":
            return Noun(f"the number of {speaker.members(arg).named(several=True)}")
        if isinstance(arg, t.Name) and arg.name in speaker.facts.checked.world.variables and whole.text.startswith('"'):
            return Noun(f"the number of {plural(speaker.thing(arg))} in {whole.text}")
        return Noun(f"the size of {whole.text}")
    default = next((speaker.value(n.value).text for n in tree.named if n.name == "default"), "")
    otherwise = f" ({default} if there is none)" if default and not _has_a_member(speaker, arg) else ""
    gen = arg if isinstance(arg, t.Gen) and len(arg.binders) == 1 else None
    if gen is not None and not t.is_name(gen.body, gen.binders[0].name):
        return Noun(_of_each(speaker, name, gen) + otherwise)
    many = speaker.members(arg)
    if name in _EXTREME:
        return Noun(f"the {_EXTREME[name][0]} {many.named()}{otherwise}")
    if name == "sum":
        return Noun(f"the sum of {many.all()}")
    if name == "first" and speaker.sort(arg).startswith("{"):
        explain_order(speaker, element(speaker.sort(arg)))
    if name in ("first", "the"):
        return Noun(f"the {'first' if name == 'first' else 'only'} {many.named()}")
    if name == "leading":
        return Noun((leading_members(speaker, arg) if isinstance(arg, t.Gen) else many).all(), "many")
    of = explain_order(speaker, element(speaker.sort(arg))) if name in ("sorted", "descending") else ""
    order = f"in the order of {of}" if of and name == "sorted" and not speaker.facts.exact else _SORTED[name]
    return Noun(f"{speaker.value(arg).text}, {order}", "many")


def _has_a_member(speaker: Speaker, arg: t.Expr) -> bool:
    """Whether a condition told beside this says that there is a member."""
    if isinstance(arg, t.Gen) and len(arg.binders) == 1 and arg.binders[0].test is None:
        arg = arg.binders[0].source
    return arg in speaker.filled


def _of_each(speaker: Speaker, name: str, gen: t.Gen) -> str:
    """A fold over something of each member: "the size of the largest group of yours"."""
    binder = gen.binders[0]
    many = picked_members(speaker, binder)
    sort = element(speaker.sort(binder.source))
    of_size = isinstance(gen.body, t.Call) and gen.body.name == "size" and t.is_name(gen.body.args[0], binder.name)
    if of_size and name in _EXTREME:
        return f"the size of the {_EXTREME[name][1]} {many.named()}"
    if of_size and name == "sum":
        return f"the total size of {many.all()}"
    if of_size and name in _SORTED:
        return f"the sizes of {many.all()}, {_SORTED[name]}"
    body = speaker.knowing(binder.name, sort).subject(gen.body).text
    if name in _EXTREME:
        return f"the {_EXTREME[name][0]} value of {body} over {many.all(binder.name)}"
    if name == "sum":
        over = f"over {many.all(binder.name)}"
        return f"the sum of {body} {over}" if speaker.facts.exact else f"the sum, {over}, of {body}"
    if name in ("first", "the"):
        return f"{body} for the {'first' if name == 'first' else 'only'} {many.named(binder.name)}"
    return f"the list of {body} for {many.all(binder.name)}, {_SORTED[name]}"


# ---------------------------------------------------------------------------------------------------------- conditions


def quantifier(speaker: Speaker, tree: t.Call, holds: bool) -> str:
    """`any` and `all`, held or not."""
    arg = tree.args[0]
    binder, body = _condition(speaker, arg)
    if binder is None:
        return _exists(speaker, arg, holds)
    if body is None:
        return _some(speaker, binder, holds) if tree.name == "any" else _exists(speaker, arg, holds)
    if isinstance(arg, t.Gen) and len(arg.binders) > 1:
        return _nested(speaker, tree.name, arg, body, holds)
    if tree.name == "any":
        test = body if binder.test is None else t.And((binder.test, body), span=tree.span)
        return _some(speaker, t.Binder(binder.name, binder.source, test, binder.name_span, span=binder.span), holds)
    return _every(speaker, binder, body, holds)


def _condition(speaker: Speaker, arg: t.Expr) -> tuple[t.Binder | None, t.Expr | None]:
    """The binder of a fold's argument, and the condition asked of each member; None where members are only picked."""
    if not isinstance(arg, t.Gen):
        return None, None
    binder = arg.binders[0]
    if len(arg.binders) == 1 and t.is_name(arg.body, binder.name):
        return binder, None
    return binder, arg.body


def _exists(speaker: Speaker, arg: t.Expr, holds: bool) -> str:
    if isinstance(arg, t.Binary) and arg.op == "&" and not speaker.is_by_members(arg.left):
        left, other, thing = speaker.value(arg.left), speaker.value(arg.right), speaker.thing(arg)
        right = other.text
        if not speaker.facts.exact:
            of = (
                ("one of" if holds else "any of")
                if other.person == "many"
                else f"{a_or_an(thing) if holds else f'any {thing}'} of"
            )
            what = f"{of} {right}"
            if speaker.is_by_members(arg.right):
                many = speaker.members(arg.right)
                what = many.some() if holds else f"any {many.named()}"
            return f"{left.text} {conjugated('include', left.person, holds)} {what}"
        return f"{left.text} {conjugated('share', left.person, holds)} {a_or_an(thing) if holds else f'any {thing}'} with {right}"
    many = speaker.members(arg)
    return f"there is {many.some() if holds else many.no()}"


def _some(speaker: Speaker, binder: t.Binder, holds: bool) -> str:
    if binder.test is not None:
        source = speaker.members(binder.source)
        quantified = ("some " if holds else "no ") + source.named()
        short = _led(speaker, binder, binder.test, quantified, True)
        if not short and holds and not speaker.facts.exact:
            short = _has_none(speaker, binder, quantified)
        if short:
            return short
    many = picked_members(speaker, binder)
    return f"there is {many.some() if holds else many.no()}"


def _every(speaker: Speaker, binder: t.Binder, body: t.Expr, holds: bool) -> str:
    many = picked_members(speaker, binder)
    if not many.letter:
        short = _led(speaker, binder, body, many.each() if holds else "some " + many.named(), holds)
        if short:
            return short
    inner = speaker.knowing(binder.name, element(speaker.sort(binder.source)))
    if holds:
        return f"for {many.each(binder.name)}, {inner.says(body)}"
    return f"there is {many.some(binder.name)} for which {inner.says(body, False)}"


def _led(speaker: Speaker, binder: t.Binder, body: t.Expr, subject: str, holds: bool) -> str:
    """A clause that begins with its quantified subject, "every cell of s is empty", or nothing if there is none."""
    if not is_simple(body) or count_mentions(body, binder.name) != 1:
        return ""
    sort = element(speaker.sort(binder.source))
    text = speaker.knowing(binder.name, sort, Noun(subject, leads=True)).says(body, holds)
    owner = text.startswith(f"{subject}'") and len(subject.split()) > _LONGEST_OWNER  # "every player that is not you's"
    return text if text.startswith(subject) and not owner and not _joined(text, subject) else ""


_LONGEST_OWNER = 2


def _has_none(speaker: Speaker, binder: t.Binder, subject: str) -> str:
    """`any(p in players if not any(cells with p man))`: "some player has no man on the board", or nothing."""
    match binder.test:
        case t.Not(of=t.Call(name="any", args=(t.With() as asked,))) if count_mentions(asked, binder.name) == 1:
            text = speaker.knowing(binder.name, element(speaker.sort(binder.source)), Noun(subject, leads=True)).says(binder.test)
            return text if text.startswith(f"{subject} has no ") else ""
    return ""


def _nested(speaker: Speaker, name: str, gen: t.Gen, body: t.Expr, holds: bool) -> str:
    inner, said = speaker, []
    for binder in gen.binders:
        many = picked_members(inner, binder)
        said.append(many.each(binder.name) if (name == "all") == holds else many.some(binder.name))
        inner = inner.knowing(binder.name, element(inner.sort(binder.source)))
    if (name == "all") == holds:
        return f"for {' and '.join(said)}, {inner.says(body, holds)}"
    return f"there is {' and '.join(said)} for which {inner.says(body, holds)}"


# ------------------------------------------------------------------------------------------------------------- helpers


def is_simple(tree: t.Expr) -> bool:
    """A condition of one clause, whose quantified subject cannot be misread."""
    match tree:
        case t.Call(name="any", args=(t.Binary(op="&"),)):
            return True
        case t.Call(name="all", args=(t.Gen(body=t.Call(name="any", args=(t.Binary(op="&"),))),)):
            return True
        case t.Call(name="any" | "all" | "able"):
            return False
        case t.Call() | t.Stands():
            return True
        case t.Not(of=of):
            return is_simple(of)
        case t.Chain(rest=(_,)):
            return True
    return False
