"""How a game is played: definitions, routines, moves, the turn.

Takes the entries of the game file, reports through `ValueReader`, gives the parts of a `Definition`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from ggl.diagnostics import Findings, Fix, near
from ggl.diagnostics.catalog import options_and_variants as variant_codes
from ggl.diagnostics.catalog import shape as codes
from ggl.model.definition import Conditions, Defined, LetPart, MovePart, PhasePart, RoutinePart, TurnPart
from ggl.model.keys import TOP, identity, is_set_literal
from ggl.model.limits import MOST, MOST_PARAMETERS
from ggl.model.reader.declarations import Parts, named_entries
from ggl.model.reader.values import Slice, ValueReader, quoted_list, report_key_of_game, signature_of_key
from ggl.syntax import parser
from ggl.syntax import tree as t
from ggl.syntax.document import Entry, Mapping, Scalar

MOVE_KEYS = ("for", "let", "where", "shows", "do", "ensure", "then")
PHASE_KEYS = ("play", "pass", "until", "together", "by", "resolve")
PASSING = ("never", "forced", "free")
PIES = ("swap-sides", "choose-side")
TOGETHER_KEYS = ("together", "by", "resolve")
NOT_TOGETHER = {
    "first": "nobody moves first when all choose at once",
    "next": "all choose again in the next turn",
    "play": "`together` names the moves",
    "pass": "each side chooses a move; add one that does nothing",
    "pie": "no side moves before the other",
    "continue": "each side makes one choice a turn",
    "least": "a whole turn is not the choice of one side",
    "most": "a whole turn is not the choice of one side",
    "phases": "all turns are alike; write `together` under each such phase",
}
"""The keys that a turn of choices made together cannot have, each with the reason."""

NOT_BESIDE = ("next", "pie", "continue", "least", "most")
"""The keys that a turn cannot have if it has a phase of such choices."""

_AtOnce = tuple[t.Plan | None, t.Expr | None, t.Effect | None]

_WORD_IF = re.compile(r"\s*(\S+)(?:\s+if\b(.*))?\s*", re.DOTALL)


def read_definitions(values: ValueReader, entry: Entry | None) -> dict[str, Defined]:
    found: dict[str, Defined] = {}
    for each in values.entries(entry, MOST["define"]) if entry else ():
        head = signature_of_key(values, each.key)
        if head:
            found[head[0]] = Defined(head[0], head[1], body(values, each), each.key.span)
    return found


def body(values: ValueReader, entry: Entry) -> t.Expr:
    """An expression, or a table of cases."""
    if not isinstance(entry.value, Mapping) or is_set_literal(entry.value):
        return values.expression(entry)
    by: t.Expr | None = None
    other: t.Expr | None = None
    rows: list[tuple[t.Expr, t.Expr]] = []
    entries = list(values.entries(entry))
    for at, row in enumerate(entries):
        word = row.key.text.strip()
        if word == "by":
            by = values.expression(row)
            misplaced = at > 0
        elif word == "else":
            other = values.expression(row)
            misplaced = at < len(entries) - 1
        elif at > 0 and at == len(entries) - 1 and (word in ("otherwise", "default") or near(word, ("else",))):
            fix = Fix.write(row.key.span, "else")
            values.findings.report(codes.UNKNOWN_KEY, row.key.span, f"`{word}` cannot be a row of this table", fix=fix)
            continue
        else:
            rows.append((values.key_expression(row.key), values.expression(row)))
            continue
        if misplaced:
            place = "first" if word == "by" else "last"
            message = f"`{word}` is the {place} line of a table"
            values.findings.report(codes.KEY_NOT_ALLOWED, row.key.span, message, help=f"move it {place}")
    if not rows and values.mapping(entry):
        help_ = "write `VALUE: CONDITION`"
        values.findings.report(codes.MISSING_KEY, entry.key.span, f"the table of `{entry.key.text}` has no row", help=help_)
    return t.Lined(by, tuple(rows), other, span=entry.key.span)


def read_routines(values: ValueReader, entry: Entry | None) -> dict[str, RoutinePart]:
    found: dict[str, RoutinePart] = {}
    for each in values.entries(entry, MOST["routines"]) if entry else ():
        head = signature_of_key(values, each.key)
        if head:
            found[head[0]] = RoutinePart(head[0], head[1], values.effects(each), each.key.span)
    return found


def without_misplaced(tree: Mapping, findings: Findings) -> Mapping:
    """A file without the keys of the game that stand among its moves, each reported, and without the text below one of them."""
    moves = tree.entry("moves")
    if moves is None or not isinstance(moves.value, Mapping) or tree.entry("extends") is not None:
        return tree
    kept: list[Entry] = []
    is_below = False
    for each in moves.value.entries:
        is_move = isinstance(each.value, Mapping) and not set(MOVE_KEYS).isdisjoint(each.value.keys)
        if identity(each.key.text) in TOP and not is_move:
            report_key_of_game(findings, each.key, "moves")
            is_below = True
        elif not (is_below and isinstance(each.value, Scalar)):
            kept.append(each)
            is_below = False
    sound = replace(moves, value=replace(moves.value, entries=tuple(kept)))
    return replace(tree, entries=tuple(sound if each is moves else each for each in tree.entries))


def read_moves(values: ValueReader, entry: Entry | None) -> dict[str, MovePart]:
    found: dict[str, MovePart] = {}
    entries = list(values.entries(entry, MOST["moves"])) if entry else []
    for each in entries:
        head = signature_of_key(values, each.key)
        if head:
            if _is_beside(each, MOVE_KEYS):
                continue
            others = {identity(other.key.text): other.key for other in entries if other is not each}
            found[head[0]] = _move(values, each, head, others)
    return found


def _is_beside(entry: Entry, keys: tuple[str, ...]) -> bool:
    """Whether a key of the part above is beside that part, which is reported as too far left."""
    return entry.key.text in keys and isinstance(entry.value, Scalar)


def _move(values: ValueReader, entry: Entry, head: tuple[str, tuple[str, ...], bool], others: dict[str, Scalar]) -> MovePart:
    name, params, handed = head
    parts = Parts(values, entry)
    span = entry.key.span
    do = parts.get("do")
    if do is None and "do" not in others:
        close = near(name, others)
        meant = Fix(span, others[close[0]].text, f"if you mean the move `{close[0]}`, write its name") if close else None
        of_base = [other for other, key in others.items() if key.span.source is not span.source]
        help_ = "write what it does: `do: put stone on c`"
        if of_base:
            help_ = f"to change a move of the base, write its name, {quoted_list(of_base, 'or')}; a new move needs `do:`"
        parts.need("do", f"the move `{name}`", None if meant else help_, fix=meant)
    keys = ("for", "let", "where", "shows", "ensure", "then")
    binders, let, where, shows, ensure, then = (parts.get(key) for key in keys)
    lets = [LetPart(e.key.text, values.expression(e), e.key.span) for e in named_entries(values, let)]
    chosen = values.binders(binders) if binders else ()
    if (count := len(params) + len(chosen)) > MOST_PARAMETERS:
        first = max(MOST_PARAMETERS - len(params), 0)
        values.findings.report(
            variant_codes.TOO_MANY, chosen[first].name_span if first < len(chosen) else span,
            f"`{name}` has {count} parameters; {MOST_PARAMETERS} is the limit", label="the first one over the limit",
            help="split its choices into steps of one turn (`then:`)",
        )  # fmt: skip
    return MovePart(
        name,
        params,
        not handed,
        chosen,
        tuple(lets),
        values.conditions(where) if where else Conditions((), span),
        values.effects(do) if do else t.Block((), span=span),
        values.conditions(ensure) if ensure else Conditions((), span),
        values.plan(then) if then else None,
        span,
        values.text(shows, "`everything`, `name`, `nothing` or names of parameters") if shows else None,
    )


def read_turn_part(values: ValueReader, entry: Entry | None) -> TurnPart:
    if entry is None:
        return TurnPart(None, None, "never", "", None, None, None, "", None, (), None)
    parts = Parts(values, entry)
    first, play, begin, finish, again = (parts.get(key) for key in ("first", "play", "begin", "finish", "continue"))
    following, pie_rule = parts.get("next"), parts.get("pie")
    if following and pie_rule:
        help_ = "for another turn of the same side, write the effect `again`"
        values.findings.report(codes.KEY_NOT_ALLOWED, following.key.span, "`next` and `pie` cannot be combined", help=help_)
    passing, pass_if = _word_if(values, parts.get("pass"), PASSING, "never")
    pie, pie_if = _word_if(values, parts.get("pie"), PIES, "")
    least, most = parts.get("least"), parts.get("most")
    if least and most:
        message = "`least` and `most` cannot be combined"
        values.findings.report(codes.KEY_NOT_ALLOWED, most.key.span, message, help="write one list: `least: [FIRST, -SECOND]`")
    preferred = least or most
    phases = parts.get("phases")
    if play and phases:
        values.findings.report(
            codes.KEY_NOT_ALLOWED, play.key.span, "each phase has its own `play`", label="this one would apply in none of them",
            help="write it in the phases that need it",
        )  # fmt: skip
    at_once = _at_once(values, parts, tuple(NOT_TOGETHER))
    made = tuple(_phase(values, each) for each in named_entries(values, phases) if not _is_beside(each, PHASE_KEYS))
    if any(phase.together is not None for phase in made):
        _alone(values, parts, NOT_BESIDE)
    return TurnPart(
        values.expression(first) if first else None,
        values.plan(play) if play else None,
        passing,
        pie,
        pie_if,
        values.effects(begin) if begin else None,
        values.expression(again) if again else None,
        preferred.key.text if preferred else "",
        values.expression(preferred) if preferred else None,
        made,
        entry.key.span,
        pass_if,
        values.effects(finish) if finish else None,
        values.expression(following) if following else None,
        *at_once,
    )


def _at_once(values: ValueReader, parts: Parts, not_beside: Iterable[str]) -> _AtOnce:
    """The choices that all make at once in a turn or a phase: from which moves, by whom, and what follows."""
    together, by, resolve = (parts.get(key) for key in TOGETHER_KEYS)
    if together:
        _alone(values, parts, not_beside)
    for key in (by, resolve):
        if key and not together:
            message, help_ = f"`{key.key.text}` is only for choices made together", "name the moves with `together: MOVE`"
            values.findings.report(codes.KEY_NOT_ALLOWED, key.key.span, message, help=help_)
    return (
        values.plan(together) if together else None,
        values.expression(by) if by else None,
        values.effects(resolve) if resolve else None,
    )


def _alone(values: ValueReader, parts: Parts, keys: Iterable[str]) -> None:
    """Report the keys that a turn of choices made together cannot have."""
    for key in keys:
        if entry := parts.get(key):
            message = f"`{key}` cannot be combined with `together`"
            label, help_ = NOT_TOGETHER[key], "remove one of the two"
            values.findings.report(codes.KEY_NOT_ALLOWED, entry.key.span, message, label=label, help=help_)


def _phase(values: ValueReader, entry: Entry) -> PhasePart:
    parts = Parts(values, entry)
    play, until = parts.get("play"), parts.get("until")
    passing, pass_if = _word_if(values, parts.get("pass"), PASSING, "")
    return PhasePart(
        entry.key.text,
        values.plan(play) if play else None,
        values.expression(until) if until else None,
        entry.key.span,
        passing,
        pass_if,
        *_at_once(values, parts, ("play", "pass")),
    )


def _word_if(values: ValueReader, entry: Entry | None, words: tuple[str, ...], usual: str) -> tuple[str, t.Expr | None]:
    """One of a few words, and the condition behind it if there is one: `free if ply > 2`."""
    if entry is None or (scalar := values.scalar(entry, quoted_list(words, "or"))) is None:
        return usual, None
    match = _WORD_IF.fullmatch(scalar.text)
    if match is None or match[1] not in words:
        word, span = (match[1], scalar.span_of(*match.span(1))) if match else (scalar.text.strip(), scalar.content_span)
        values.not_one_of(word, span, f"`{entry.key.text}`", words)
        return usual, None
    if match[2] is None:
        return match[1], None
    return match[1], values.parse(Slice(scalar, match[2], match.start(2)), parser.expression)
