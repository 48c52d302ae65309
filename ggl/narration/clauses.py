"""Conditions in English, as clauses, positive or negated: "c is empty", "there is no man of yours on t"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ggl.checker.vocabulary.board_words import BOARD_WORDS
from ggl.checker.vocabulary.position_names import POSITION_NAMES
from ggl.checker.vocabulary.prelude import prelude
from ggl.narration import comparing, condition_idioms, defined, filling, folds, said
from ggl.narration.facts import TOO_LONG
from ggl.narration.nouns import a_or_an, conjugated, listed, quoted_name, side, words
from ggl.narration.templates import LAST_TURN, TEMPLATES, template
from ggl.syntax import tree as t

if TYPE_CHECKING:
    from ggl.narration.speaker_like import SpeakerLike as Speaker

_ALIKE = re.compile(r"(\w+) (is not|is|has|does not have) ([^,]+)")
_TOGETHER = {"is": "are", "is not": "are not", "has": "have", "does not have": "do not have"}


def clause_of(speaker: Speaker, tree: t.Expr, holds: bool = True) -> str:
    """A condition as a clause, or its negation."""
    if speaker.facts.tired():
        return TOO_LONG
    idiom = condition_idioms.condition_idiom(speaker, tree, holds) if not speaker.facts.exact else None
    if idiom is not None:
        return idiom
    match tree:
        case t.Not(of=of):
            return clause_of(speaker, of, not holds)
        case t.And(parts=parts):
            return _joined(speaker, parts, holds, "and" if holds else "or")
        case t.Or(parts=parts):
            return _joined(speaker, parts, holds, "or" if holds else "and")
        case t.Chain():
            if whose := _turn_of(speaker, tree, holds) or _in_phase(speaker, tree, holds):
                return whose
            return comparing.comparison_chain_text(speaker, tree, holds)
        case t.Stands(phrase=t.Phrase(owner=t.IfElse(then=one, test=test, other=other)) as phrase):
            either = (replace(tree, phrase=replace(phrase, owner=owner)) for owner in (one, other))
            return clause_of(speaker, t.IfElse(next(either), test, next(either), span=tree.span), holds)
        case t.Stands(phrase=phrase, site=site, under=True):
            verb = "is" if holds else "is not"
            return f"the lowest piece on {speaker.value(site).text} {verb} {speaker.phrase(phrase).some()}"
        case t.Stands(phrase=phrase, site=site):
            return _stands(speaker, phrase, site, holds)
        case t.IfElse(then=then, test=test, other=other):
            head = inner_condition(speaker, test)
            return f"if {head}, {clause_of(speaker, then, holds)}; otherwise {clause_of(speaker, other, holds)}"
        case t.Call(name=name) if name in speaker.facts.definitions:
            return defined.defined_condition(speaker, tree, holds)
        case t.Call(name="any" | "all"):
            return folds.quantifier(speaker, tree, holds)
        case t.Call(name="able"):
            return _able(speaker, tree, holds)
        case t.Call(name="previous", args=(inner,)):
            speaker.use("previous")
            return f"it {'was' if holds else 'was not'} so {LAST_TURN} that {clause_of(speaker, inner)}"
        case t.Call(name="seen", args=(inner,)):
            if not speaker.facts.exact and isinstance(inner, t.Call) and inner.name == "empty":
                looked_at = speaker.value(inner.args[0])
                return f"{looked_at.text} {conjugated('look', looked_at.person, holds)} empty to {speaker.mover.text}"
            return f"{speaker.by_sight}, {clause_of(speaker, inner, holds)}"
        case t.Call(name="touching", args=(sites, others)):
            return _touching(speaker, sites, others, holds)
        case t.Call():
            key, args = filling.worded(speaker, tree)
            return _clause(speaker, key, args, holds)
        case t.Name(name=name):
            return _named_condition(speaker, tree, name, holds)
        case t.Dot(name=name):
            if text := speaker.said_of(tree):
                return said.author_clause(text, speaker.of_variable(tree), holds)
            if not speaker.carrier(name):
                return f'"{words(name)}" {"holds" if holds else "does not hold"} for {speaker.value(tree.of).text}'
            on = f"the {speaker.carrier(name)} on {speaker.value(tree.of).text}"
            return f'{on} {"has" if holds else "does not have"} its mark "{words(name)}"'
        case t.Lined():
            cases = [f"{clause_of(speaker, value, holds)} if {test}" for value, test in speaker.cases(tree)]
            if tree.other is not None:
                cases.append(f"otherwise {clause_of(speaker, tree.other, holds)}")
            return "; ".join(cases)
    return f"{speaker.value(tree).text} {'holds' if holds else 'does not hold'}"


def _touching(speaker: Speaker, sites: t.Expr, others: t.Expr, holds: bool) -> str:
    """`some cell with a man of yours is next to a corner cell`: of each set, one member is enough."""
    speaker.use("touching(s, t)")
    one, near = speaker.value(sites), speaker.value(others)
    beside = near.text
    if _is_many(speaker, others) and isinstance(others, t.SetOf):
        beside = listed((speaker.value(item).text for item in others.items), "or")
    elif _is_many(speaker, others):
        beside = speaker.members(others).some()
    if _is_many(speaker, sites):
        members = speaker.members(sites)
        return f"{f'some {members.named()}' if holds else members.no()} is next to {beside}"
    return f"{one.text} {conjugated('be', one.person, holds)} next to {beside}"


def _is_many(speaker: Speaker, tree: t.Expr) -> bool:
    """Whether a set is told by its members: what has a name is spoken of by it."""
    return speaker.value(tree).person == "many" and not (isinstance(tree, t.Name) and tree.name in speaker.locals)


def inner_condition(speaker: Speaker, tree: t.Expr, holds: bool = True) -> str:
    """A condition as a part of a sentence, so that what follows does not belong to its last part."""
    text = clause_of(speaker, tree, holds)
    return f"({text})" if isinstance(_bare(tree), t.IfElse | t.Lined) else text


def clause_behind(speaker: Speaker, tree: t.Expr) -> str:
    """A condition behind "until": "it is true for every player p that .." instead of "for every player p, .."."""
    text = clause_of(speaker, tree)
    match tree:
        case t.Call(name="all", args=(t.Gen(binders=(binder,)),)):
            each = f"for {speaker.picked(binder).each(binder.name)}"
            return f"it is true {each} that {text.removeprefix(f'{each}, ')}" if text.startswith(f"{each}, ") else text
    return text


def _bare(tree: t.Expr) -> t.Expr:
    return _bare(tree.of) if isinstance(tree, t.Not) else tree


def _turn_of(speaker: Speaker, tree: t.Chain, holds: bool) -> str:
    """`mover == Red`, if the text does not address the side to move."""
    match tree:
        case t.Chain(first=t.Name(name="mover"), rest=((("==" | "!=") as op, t.Name(name=name)),)):
            spoken_of = speaker.mover.person != "you" and not speaker.facts.exact
            if spoken_of and name in speaker.facts.checked.players and "mover" not in speaker.locals:
                return f"it is {'' if holds == (op == '==') else 'not '}{side(name).possessive} turn"
    return ""


def _in_phase(speaker: Speaker, tree: t.Chain, holds: bool) -> str:
    """`phase == late`"""
    match tree:
        case t.Chain(first=t.Name(name="phase"), rest=((("==" | "!=") as op, t.Name(name=name)),)):
            if "phase" not in speaker.locals and not speaker.facts.exact:
                return f'the game is {"" if holds == (op == "==") else "not "}in the phase "{words(name)}"'
    return ""


def _named_condition(speaker: Speaker, tree: t.Name, name: str, holds: bool) -> str:
    if name not in speaker.locals and name in speaker.facts.checked.world.variables and (text := speaker.facts.said(name)):
        return said.author_clause(text, {}, holds)
    if name in speaker.locals and (text := speaker.locals[name].text):
        return said.author_clause(text, speaker.nouns, holds)
    if name in speaker.locals or name in speaker.facts.checked.world.variables:
        return f"{speaker.named(tree).text} {'holds' if holds else 'does not hold'}"
    if name in speaker.facts.definitions:
        return defined.defined_condition(speaker, t.Call(name, (), (), tree.span, span=tree.span), holds)
    if name in POSITION_NAMES or name in BOARD_WORDS or name in prelude() or name in TEMPLATES:
        return _clause(speaker, name, {}, holds)
    return f"{speaker.named(tree).text} {'holds' if holds else 'does not hold'}"  # an option, `true`


def _clause(speaker: Speaker, key: str, args: Mapping[str, t.Expr], holds: bool) -> str:
    speaker.use(key)
    here, _, otherwise = template(key, condition=True).partition(" | ")
    if otherwise and not holds:
        return filling.fill(speaker, otherwise, args)
    return filling.fill(speaker, here, args, holds or bool(otherwise))


def _joined(speaker: Speaker, parts: tuple[t.Expr, ...], holds: bool, joint: str) -> str:
    inner = speaker.given(parts) if holds and joint == "and" else speaker
    if holds and joint == "and" and (alike_on := _stand_alike(speaker, parts)):
        return alike_on
    texts = list(dict.fromkeys(_part(inner, part, holds, last=part is parts[-1]) for part in parts))
    if joint == "and" and len(texts) > 1 and (alike := [_ALIKE.fullmatch(text) for text in texts]) and all(alike):
        verbs = {(m[2], m[3]) for m in alike if m}
        if len(verbs) == 1:
            verb, rest = verbs.pop()
            return f"{listed(m[1] for m in alike if m)} {_TOGETHER[verb]} {rest}"
    return joined_apart(parts, texts, joint)


def joined_apart(parts: Sequence[t.Expr], texts: Sequence[str], joint: str) -> str:
    """Conditions as one, with commas where "and" or "or" within them could be taken for the one between them."""
    mixed = any(isinstance(part, t.And | t.Or) for part in parts) or any(map(_runs_on, parts[:-1]))
    if mixed or any(" and " in text or " or " in text or "," in text for text in texts):
        return f", {joint} ".join(texts)
    return listed(texts, joint)


def _part(speaker: Speaker, tree: t.Expr, holds: bool, last: bool) -> str:
    """One of several conditions, in brackets where a comma does not tell where it ends."""
    text, bare = inner_condition(speaker, tree, holds), _bare(tree)
    alike = isinstance(bare, t.Chain) and len(bare.rest) == 1 and speaker.sort(bare.first) == "condition"
    loose = (
        (isinstance(bare, t.And | t.Or) and (", and " in text or ", or " in text))
        or (alike and " exactly if " in text)
        or (speaker.facts.exact and not last and _runs_on(tree))
    )
    return f"({text})" if loose else text


def _runs_on(tree: t.Expr) -> bool:
    """Whether a condition of members stands last, "there is a cell x for which ..", so that more could belong to it."""
    match _bare(tree):
        case t.Call(name="any" | "all", args=(t.Gen(body=body, binders=binders),)):
            asked = [binder.test for binder in binders if binder.test is not None]
            asked += [] if any(t.is_name(body, binder.name) for binder in binders) else [body]
            one = len(asked) == 1 and folds.is_simple(asked[0]) and folds.count_mentions(asked[0], binders[0].name) == 1
            return bool(asked) and not one
    return False


def _stand_alike(speaker: Speaker, parts: tuple[t.Expr, ...]) -> str:
    """`own crown on a and own crown on b and own crown on c`: one sort of piece on each of several sites."""
    stands = [part for part in parts if isinstance(part, t.Stands) and not part.under]
    first = stands[0] if len(stands) == len(parts) > 1 else None
    if first is None or speaker.facts.exact or any(part.phrase != first.phrase for part in stands):
        return ""
    if isinstance(first.phrase.owner, t.IfElse):
        return ""
    sites = listed(speaker.value(part.site).text for part in stands)
    return f"there is {speaker.of_either(speaker.phrase(first.phrase), first.phrase, 'either').some()} on each of {sites}"


def _stands(speaker: Speaker, phrase: t.Phrase, site: t.Expr, holds: bool) -> str:
    where, pieces = speaker.value(site), speaker.phrase(phrase)
    if isinstance(site, t.Call) and not speaker.facts.exact:
        pieces = speaker.of_either(pieces, phrase, "either")
    piled = speaker.facts.piles_up(phrase.kind, speaker.sort(site))
    if where.leads:
        return f"{where.text} {conjugated('have', where.person, holds)} {pieces.some()}{' on top' if piled else ''}"
    return f"there is {pieces.some() if holds else pieces.no()} on {'top of ' if piled else ''}{where.text}"


def _able(speaker: Speaker, tree: t.Call, holds: bool) -> str:
    inner = tree.args[0]
    name = words(inner.name) if isinstance(inner, t.Call | t.Name) else ""
    fixed = (
        [f"{quoted_name(n.name)} being {speaker.value(n.value).text}" for n in inner.named] if isinstance(inner, t.Call) else []
    )
    what = f"{a_or_an(name)}{' with ' + listed(fixed) if fixed else ''}"
    move = speaker.facts.checked.definition.moves.get(inner.name) if isinstance(inner, t.Call | t.Name) else None
    if move is not None and not move.started:
        return f"{what} is {'possible' if holds else 'not possible'}"
    return f"{what} is {'' if holds else 'not '}allowed now"
