"""How a game ends: the lines of `end`, the score, the tie, the match.

Takes the entries of the game file, reports through `ValueReader`, gives the parts of a `Definition`.
"""

from __future__ import annotations

import re

from ggl.diagnostics import Findings, Fix, near
from ggl.diagnostics.catalog import shape as codes
from ggl.model.definition import Defined, EndPart, MatchPart, TiePart
from ggl.model.keys import TOP, identity
from ggl.model.reader.declarations import Parts
from ggl.model.reader.rules import body
from ggl.model.reader.values import Slice, ValueReader, report_key_of_game, signature_of_key
from ggl.syntax import parser
from ggl.syntax import tree as t
from ggl.syntax.document import Entry, Scalar

END_FORMS = (
    "player p wins",
    "player p loses",
    "players p win",
    "players p lose",
    "mover wins",
    "mover loses",
    "draw",
    "by score",
)

RESULTS = (
    "`mover`, `opponent`, `player p` or the name of a side with `wins` or `loses`, `players p` with `win` or `lose`, `draw`, "
    "or `by score`"
)

_END = re.compile(r"\s*(?:(player)\s+|(?!players?\s))([A-Za-z_]\w*)\s+(wins|loses)\s*")
_TOGETHER = re.compile(r"\s*players\s+([A-Za-z_]\w*)\s+(win|lose)\s*")
_TIE = re.compile(r"(.*\S)\s+(wins|loses)\s*", re.DOTALL)
_OUTCOMES = {"wins": "win", "loses": "lose"}


def read_end(values: ValueReader, entry: Entry | None) -> tuple[EndPart, ...]:
    lines: list[EndPart] = []
    for each in values.entries(entry) if entry else ():
        head = _result(each.key)
        conditions = values.conditions(each)
        if head:  # otherwise the schema has reported it
            lines.append(EndPart(*head, conditions, each.key.span, _TOGETHER.fullmatch(each.key.text) is not None))
    return tuple(lines)


def report_result(findings: Findings, key: Scalar) -> None:
    """Say that a key of `end` is none."""
    text = " ".join(key.text.split())
    if identity(key.text) in TOP:
        report_key_of_game(findings, key, "end")
        return
    as_one = f"{text}s" if _END.fullmatch(f"{text}s") is not None else ""
    if re.fullmatch(r"players \w+ (wins|loses)", text):
        as_one = text.removesuffix("s")
    found = re.fullmatch(r"(?:(players)|(?:each |any |every |a )?player) (win|lose)s?", text)
    if found is not None:
        as_one = f"players p {found[2]}" if found[1] else f"player p {found[2]}s"
    close = (as_one,) if as_one else near(text, END_FORMS)
    findings.report(
        codes.UNKNOWN_KEY,
        key.span,
        f"`{text}` is not a result of a game",
        label=f"near: `{close[0]}`" if close else "",
        help=None if as_one else f"write {RESULTS}",
        fix=Fix.write(key.span, as_one) if as_one else None,
    )


def _result(key: Scalar) -> tuple[str, str, bool] | None:
    """Outcome, subject, and whether it is evaluated for each player."""
    text = " ".join(key.text.split())
    if text == "draw":
        return "draw", "", False
    if text == "by score":
        return "score", "", False
    together = _TOGETHER.fullmatch(key.text)
    if together is not None:
        return together[2], together[1], False
    match = _END.fullmatch(key.text)
    return (_OUTCOMES[match[3]], match[2], match[1] is not None) if match is not None else None


def read_score(values: ValueReader, entry: Entry | None) -> Defined | None:
    """`score(p)`, and `points(p)` of a match."""
    if entry is None:
        return None
    head = signature_of_key(values, entry.key)
    if head is None:
        return None
    name, params, _ = head
    return Defined(name, params, body(values, entry), entry.key.span)


def read_tie(values: ValueReader, entry: Entry | None) -> TiePart | None:
    scalar = values.written(entry) if entry else None
    if scalar is None:
        return None
    if scalar.text.strip() in ("draw", "shared"):
        return TiePart(scalar.text.strip(), None, scalar.content_span)
    match = _TIE.fullmatch(scalar.text)
    if match is None:
        message = f"`tie` cannot be `{scalar.text.strip()}`"
        help_ = "write `draw`, `shared`, or `X wins` or `X loses` with a player X"
        values.findings.report(codes.WRONG_SHAPE, scalar.content_span, message, help=help_)
        return None
    player = values.parse(Slice(scalar, match[1], match.start(1)), parser.expression)
    return TiePart(_OUTCOMES[match[2]], player, scalar.content_span)


def read_match(values: ValueReader, entry: Entry | None) -> MatchPart | None:
    if entry is None:
        return None
    parts = Parts(values, entry)
    until, next_first = parts.need("until", "the match"), parts.get("next first")
    points = next((e for e in values.entries(entry) if identity(e.key.text) == "points"), None)
    return MatchPart(
        values.expression(until) if until else t.Name("none", span=entry.key.span),
        values.expression(next_first) if next_first else None,
        read_score(values, points),
        entry.key.span,
    )
