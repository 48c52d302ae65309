"""Habits from other languages, told in words of this one; for effects, see `effect_habits`.

Takes a text, the place where the parser stopped and what it would have taken there. Gives a `Habit`: what to say instead of
"unexpected", and about which part of the text; none where nothing of the kind is seen.
"""

from __future__ import annotations

import re

from ggl.diagnostics.near import near
from ggl.syntax.branch_habits import branch_habit
from ggl.syntax.effect_habits import EACH, LAST_WORD, WHOSE_WORD, Habit, arrow_for_to, corrected_habit, effect_habit, without_each
from ggl.syntax.keywords import KEYWORDS

_TWO_WORDS = re.compile(r"(?:^|[^\w.])([A-Za-z_]\w*)\s+([A-Za-z_]\w*)\s*$")
_BARE_CALL = re.compile(r"(?:^|[^\w.])([A-Za-z_]\w*)([ \t]+\d+(?:[ \t]*,?[ \t]+\d+)*)")
_RANGE = re.compile(
    r"(?:^\s*|\b(?:in|from)\s+)(\d+)\s*(\.\.\.+|to\b|through\b|until\b|:(?=\s*\d))\s*(\w+(?:\.\w+)*(?:\([^()\n]*\))?)"
)
_BY = re.compile(r"\s*(\d+)\s*[xX×]\s*(\d+)\s*")
_OPERATORS = {"=>": ">=", "=<": "<=", "<>": "!=", "mod": "%", "div": "//"}
"""The operators of other languages, with those of ggl."""

_OPERATOR = re.compile(r"=>|=<|<>|(?<=[\w)] )(?:mod|div)(?= [\w(])")
_JOINTS = {
    "xor": "write `(P) != (Q)`: of two conditions, exactly one holds",
    "unless": "write `and not (..)`",
    "when": "write `and` before a further condition, and `A if P else B` for one of two values",
}
"""The words that join conditions elsewhere, and what is written here."""

_BARE_JOINT = re.compile(r"(?:^\s*|[(\[{]\s*|\b(and|or|not)\s+)(and|or)\s+(?=[\w(\[{])")
"""An `and` or `or` without a condition before it."""

_JOINT = re.compile(rf"(?<=[\w)\]}}] )(?:{'|'.join(_JOINTS)})(?= [\w({{\[])")
_WHOSE_KIND = re.compile(r"\b([A-Za-z_]\w*)(\([^()\n]*\))\s+([A-Za-z_]\w*)")
_BEHIND_A_KIND = re.compile(r"\s*(?:(?:on|under|from|if)\b|[)\]},]|$)")
_NAMED = re.compile(r"\s*([A-Za-z_]\w*)\s+([A-Za-z_]\w*)\s+[A-Za-z_]\w*(?=\W)")
_VALUE = r"[\w.]+(?:\([^()\n]*\))?"
_LESS, _MORE = ("less", "fewer", "smaller", "lower"), ("more", "greater", "larger", "bigger", "higher")
_COMPARED = re.compile(
    rf"\bis\s+(not\s+)?(?:at\s+(least|most)|({'|'.join(_LESS + _MORE)})(?:\s+than)?(\s+or\s+equal(?:\s+to)?)?)(?=\s+[\w({{[])"
)
_BETWEEN = re.compile(rf"({_VALUE})\s+(?:is\s+)?(between)\s+({_VALUE})\s+and\s+({_VALUE})")
_SPARE_IF = re.compile(r"\s*((if)\s+)(?!.*(?:\b(?:then|else)\b|:))", re.DOTALL)
_FROM_TO = re.compile(rf"({_VALUE})\s+(from)\s+({_VALUE})\s+to\s+({_VALUE})")
_IS = re.compile(r"is\s+(not\s+)?(in\b|\w+(?![\w(.])(?!\s+(?!(?:and|or(?!\s+equal)|if|else|for)\b)[\w(\[{]))")
_HAS = re.compile(
    r"(?<![\w.])([A-Za-z_][\w.]*)\s+(has)\s+(?:(no)\s+|(?:an?|the|any)\s+)?"
    rf"([A-Za-z_]\w*(?:\s+(?!(?:it|there|{'|'.join(sorted(KEYWORDS))})\b)[A-Za-z_]\w*)?)(\s+(?:on\b(?:\s+(?:it|there)\b)?|there\b))?"
)
_HOW_MANY = ("at", "exactly", "fewer", "less", "more", "most", "only")
"""Words before a number of pieces."""

_IS_ODD = re.compile(r"is\s+(not\s+)?(odd|even)\b(?![(.])")
_IS_PIECE = re.compile(r"is\s+(not\s+)?(?:an?\s+)?((?:own|enemy)\s+[A-Za-z_]\w*)")
_ASKED = ("empty", "occupied", "able", "stuck")
"""Words that are called with brackets, which people write after `is`."""

_BEFORE_BRACKETS = frozenset(_ASKED) | {"any", "all", "count", "size", "sum", "min", "max", "first", "neighbors", "row", "column"}
"""Words that people write without brackets."""

_CELL = re.compile(r"[a-z]\d{1,2}")

_OF = re.compile(r"(?:^|[^\w.])([A-Za-z_]\w*)\s+(of)\s+\S[^()]*$")


def habit(content: str, at: int, accepted: set[str], start: str) -> Habit | None:
    """The habit behind the text before the place where the parser stopped."""
    arrow = arrow_for_to(content, at) if start == "effects" else None
    if arrow is not None:
        return arrow
    for sign in _OPERATOR.finditer(content):
        if sign.start() <= at <= sign.end() + 1:
            return corrected_habit(sign.span(), f"`{sign[0]}` is not an operator of ggl", "", _OPERATORS[sign[0]])
    for phrase in _COMPARED.finditer(content):
        if phrase.start() <= at <= phrase.end() + 1:
            return corrected_habit(phrase.span(), f"`{phrase[0]}` is not an operator of ggl", "", _sign(*phrase.groups()))
    for limits in _BETWEEN.finditer(content):
        if limits.end(1) <= at <= limits.end():
            both = f"{limits[3]} <= {limits[1]} <= {limits[4]}"
            return corrected_habit(limits.span(2), "`between` is not an operator of ggl", "", both, limits.span())
    spare = _spare_word(content, at) if start == "expression" else None
    if spare is not None:
        return spare
    for each in _RANGE.finditer(content):
        if each.start(2) <= at <= each.end(3):
            label, edit = "`..` makes a range of numbers", (each.start(1), each.end(3))
            return corrected_habit(each.span(2), f"`{each[2]}` does not make a range", label, f"{each[1]}..{each[3]}", edit)
    for word in _JOINT.finditer(content):
        is_meant = start == "expression" or (start == "effects" and word[0] == "xor")
        if is_meant and word.start() <= at <= word.end() + 1:
            return Habit(*word.span(), f"`{word[0]}` is not an operator of ggl", "", _JOINTS[word[0]])
    if start == "plan":
        return _plan(content, at)
    if start == "binders":
        if "IN" in accepted:
            return _without_in(content, at)
        comma = _comma(content, at)
        if comma is not None:
            return comma
        chosen = _chosen_set(content, at)
        if chosen is not None:
            return chosen
    late = _loop_behind(content, at, start) or _kind_of_a_list(content, at, start)
    if late is not None:
        return late
    if start == "effects":
        found = branch_habit(content, at, accepted) or effect_habit(content, at, accepted)
        if found is not None or accepted == {"LPAR"}:
            return found
        if not re.search(r"\b(if|for)\b", content[content.rfind("\n", 0, at) + 1 : at]):
            return None  # the pieces of `put` and `take` are words side by side
    has = _has(content, at)
    if has is not None:
        return has
    if start == "expression":
        found = _numbers(content, at) or _player_first(content, at) or _without_colon(content, at) or _second_line(content, at)
        if found is not None:
            return found
    return _two_words(content, at) if "ON" in accepted and accepted <= {"ON", "UNDER", "DOT", "LSQB", "LPAR"} else None


def _spare_word(content: str, at: int) -> Habit | None:
    """`6 from 4 to 10`, `if P`, `P and and Q`."""
    among = _FROM_TO.search(content)
    if among is not None and among.start(2) <= at <= among.end():
        return corrected_habit(among.span(2), "unexpected `from`", "", f"{among[1]} in {among[3]}..{among[4]}", among.span())
    asked = _SPARE_IF.match(content)
    if asked is not None:
        return Habit(*asked.span(2), "unexpected `if`", "a condition is written without it", "remove `if`", asked.span(1), "")
    bare = next((word for word in _BARE_JOINT.finditer(content) if word.start(2) <= at), None)
    if bare is None or "#" in content[: bare.start()]:
        return None
    help_, edit = (f"remove one `{bare[2]}`", (bare.start(2), bare.end())) if bare[1] == bare[2] else ("", None)
    return Habit(*bare.span(2), f"unexpected `{bare[2]}`", "a condition is missing before it", help_, edit)


def _sign(negated: str | None, bound: str | None, word: str | None, equal: str | None) -> str:
    """The operator for `is not less than`, `is at least`, `is greater or equal to`."""
    up, closed = bound == "least" or word in _MORE, bool(bound or equal)
    return "<>"[up != bool(negated)] + "=" * (closed != bool(negated))


def _plan(content: str, at: int) -> Habit | None:
    """Two moves side by side: one is a mistyped word of a plan, or the word between them is missing."""
    second = re.compile(r"[A-Za-z_]\w*").match(content, at)
    if second is not None and re.search(r",\s*$", content[:at]):
        label = "a comma is allowed only before `or` and `otherwise`"
        word, how = "or", "write {} if the player may make either"
        if second[0] == "optional" and not re.match(r"\s*optional\b", content[:at].rpartition("otherwise")[2]):
            word, how = "otherwise", "write {} if what follows applies only when none of the first is legal"
        return corrected_habit(second.span(), f"unexpected `{second[0]}`", label, f"{word} {second[0]}", how=how)
    if second is None or not re.search(r"[\w)]\s*$", content[:at]):
        return None
    first = LAST_WORD.search(content, 0, at)
    before = (first[1], first.span(1)) if first is not None else ("", (at, at))
    for (word, span), known in ((before, ("optional",)), ((second[0], second.span()), ("or", "otherwise", "if"))):
        close = near(word, known)
        if close:
            return corrected_habit(span, f"unexpected `{word}`", f"near: `{close[0]}`", close[0])
    if second[0] == "optional":
        label = "it comes before all the moves and applies to each"
        rest = content[second.end() :].rstrip()
        if rest and not re.match(r"\s*if\b", rest):
            return Habit(*second.span(), "unexpected `optional`", label, "write `optional` before the first move")
        plan = f"optional {content[: second.start()].strip()}{rest}"
        whole = (len(content) - len(content.lstrip()), len(content.rstrip()))
        return corrected_habit(second.span(), "unexpected `optional`", label, plan, whole)
    joint = re.search(r"(?:(,)\s*)?\b(or|otherwise)\b\s*\w+(?:\([^()]*\))?\s*$", content[:at])
    if second[0] == "if" and joint is not None and joint[1] is None:
        label = f"the condition before it goes on over `{joint[2]}`"
        edit = (len(content[: joint.start(2)].rstrip()), joint.end(2))
        return corrected_habit(second.span(), "unexpected `if`", label, f", {joint[2]}", edit, "write a comma before it: {}")
    help_ = (
        "write `or` between moves of which one is chosen, and `otherwise` before those that apply only when none of the "
        "first is legal"
    )
    return Habit(*second.span(), f"unexpected `{second[0]}`", "there is no word between it and the move before", help_)


def _comma(content: str, at: int) -> Habit | None:
    """`c in cells t in neighbors(c)`: no comma between parameters."""
    name = re.compile(r"([A-Za-z_]\w*)\s+in\b").match(content, at)
    if name is None or name[1] in KEYWORDS or not content[:at].strip():
        return None
    gap = (len(content[:at].rstrip()), at)
    return Habit(*name.span(1), f"a comma is missing before `{name[1]}`", "", "write `,` between the parameters", gap, ", ")


_ALIKE = re.compile(r",\s*([A-Za-z_]\w*)\s+in\s+([^,\n]+?)\s*(?=,|$)")
_FOR_IN = re.compile(r"(?:for|from|of|on|over)\b|[:=]")


def _without_in(content: str, at: int) -> Habit | None:
    """`c for cells`, `c: cells` and `c, d in cells`: each parameter has an `in` of its own."""
    name = re.compile(r"((?:[A-Za-z_]\w*\s+and\s+)*[A-Za-z_]\w*)\s*$").search(content, 0, at)
    if name is None:
        return None
    each = EACH.match(content, name.start(1))
    if each is not None:
        return without_each(content, each)
    alike, other = _ALIKE.match(content, at), _FOR_IN.match(content, at)
    if alike is not None and _outside_brackets(content, alike.start(2), alike.end(2)):
        both = f"{name[1]} in {alike[2]}, {alike[1]} in {alike[2]}"
        return corrected_habit(
            (at, at + 1), "unexpected `,`", "each parameter has a set of its own", both, (name.start(), alike.end())
        )
    following = re.compile(r"\s*(\S.*)").match(content, other.end()) if other is not None else None
    if other is None or following is None:
        return None
    first = following[1]
    end = next((place for place, sign in enumerate(first) if sign == "," and _outside_brackets(first, 0, place)), len(first))
    whole = first[:end].rstrip()
    instead, edit = f"{name[1]} in {whole}", (name.start(1), following.start(1) + len(whole))
    label, how = "the values of a parameter stand after `in`", "write {}"
    if other[0] == "=":
        how = "write {} for the members of a set; one value gets its name below `let`"
    return corrected_habit((at, other.end()), f"unexpected `{other[0]}`", label, instead, edit, how)


def _chosen_set(content: str, at: int) -> Habit | None:
    """`c in A if P else B`: a set that is chosen between two needs brackets here."""
    found = re.compile(r"if\b[^,\n]*?\belse\b\s*").match(content, at)
    start = content.rfind(" in ", 0, at) + len(" in ")
    if found is None or start < len(" in ") or not _outside_brackets(content, start, at):
        return None
    end = next((place for place in range(found.end(), len(content)) if content[place] == "," and
                _outside_brackets(content, start, place)), len(content.rstrip()))  # fmt: skip
    message, label = "unexpected `if`", "`in` is followed by one set"
    chosen = f"({content[start:end].strip()})"
    return corrected_habit((at, at + 2), message, label, chosen, (start, end), "put both sets in brackets: {}")


def _outside_brackets(content: str, start: int, end: int) -> bool:
    return all(content[start:end].count(left) == content[start:end].count(right) for left, right in ("()", "[]", "{}"))


def _loop_behind(content: str, at: int, start: str) -> Habit | None:
    """`EFFECT if P for x in S`, `any(t in S if P for e in R)`, and a loop behind the set of a parameter."""
    if re.compile(r"for\b").match(content, at) is None:
        return None
    span = (at, at + 3)
    if start == "effects":
        line = content.rfind("\n", 0, at) + 1
        found = re.compile(r"\s*(.+?)\s+if\s+(.+?)\s*").fullmatch(content, line, at)
        loop = content[at:].partition("\n")[0].strip()
        if found is None or loop.endswith(":") or " if " in loop:
            return None
        edit = (found.start(1), at + len(content[at:].partition("\n")[0].rstrip()))
        effect = f"{found[1]} {loop} if {found[2]}"
        return corrected_habit(span, "unexpected `for` after a condition", "the loop comes before its `if`", effect, edit)
    opened = _innermost(content, at)
    if start == "binders" and opened is None:
        begin = max((word.end() for word in re.compile(r"\bin\s").finditer(content, 0, at)), default=None)
        if begin is None or re.compile(r"\s*(?:,|$)").match(content, at + 3):
            return None
        body = content[begin:at].strip()
        loop = content[at:].partition("\n")[0].partition(", ")[0].strip()
        how = "put the loop in brackets: {}"
        label = "a parameter goes through one set or list"
        return corrected_habit(span, "unexpected `for`", label, f"({body} {loop})", (begin, at + len(loop)), how)
    if opened is None:
        return _bare_loop(content, at) if start == "expression" else None
    found = re.compile(r"\s*(\w+\s+in\s+.+?)\s+if\s+(.+?)\s*").fullmatch(content, opened + 1, at)
    closed = _closing(content, opened)
    if found is None or closed is None:
        return None
    loops, how = (
        f"({found[2]} {content[at:closed].strip()} for {found[1]})",
        "loops come after the condition, the outer one first: {}",
    )
    label = "`x in S if P` is a set, not a loop"
    return corrected_habit(span, "unexpected `for` after a condition", label, loops, (opened, closed + 1), how)


_ASKS = re.compile(r"[<>]|[=!]=|\b(?:in|on|and|or|not)\b")
"""The signs and words that make an expression a condition."""


def _bare_loop(content: str, at: int) -> Habit:
    """`step(c, d) for d in compass`: a loop needs brackets."""
    whole, body = content.strip(), content[:at].strip()
    if _ASKS.search(body):
        short = whole if len(whole) <= 60 and "\n" not in whole else ".."
        help_ = f"write `any({short})` if one is enough, and `all({short})` if each must satisfy it"
        return Habit(at, at + 3, "unexpected `for`", "this gives one condition for each, not a single one", help_)
    start = len(content) - len(content.lstrip())
    edit = (start, start + len(whole))
    return corrected_habit(
        (at, at + 3), "unexpected `for`", "a loop needs brackets", f"({whole})", edit, "put it in brackets: {}"
    )


def _kind_of_a_list(content: str, at: int, start: str) -> Habit | None:
    """`p [top, second][n] on c`: a kind that is worked out stands here only under a name."""
    for found in re.finditer(r"\bwith\s+(([A-Za-z_]\w*)\.([A-Za-z_]\w*))(\s+([a-z_]\w*)\b)?", content):
        if found.start(1) <= at <= found.end():
            if found[5] and found[5] not in KEYWORDS:
                edit, of = (found.start(1), found.end()), f"{found[5]} of {found[1]}"
                message = "expected the name of a kind, found a value of something"
                return corrected_habit(found.span(1), message, "", of, edit, "a player that is worked out follows the kind: {}")
            named = f"give the kind a name: `let: {{k: {found[1]}}}` in a move, and then `with k`"
            asked = f"for a property of pieces, write `(c in cells with {found[2]} if c.{found[3]})`; else "
            help_ = named if found[2] in ("mover", "opponent") or len(found[2]) == 1 else asked + named
            return Habit(*found.span(1), "expected the name of a kind, found a value of something", "", help_)
    for found in re.finditer(r"(\w+)\s+(\[[^\[\]]*\]\s*\[[^\[\]]*\])\s+(?:on|from)\b", content):
        if found.start(2) <= at <= found.end():
            named = f"`let k be {found[2]}`, and then" if start == "effects" else f'`let: {{k: "{found[2]}"}}`, and then'
            help_ = f"give the kind a name: {named} `{found[1]} k`"
            return Habit(*found.span(2), "expected the name of a kind, found a list", "", help_)
    return None


def _innermost(content: str, at: int) -> int | None:
    """The last bracket before a place that is still open there."""
    opened = [place for place, character in enumerate(content[:at]) if character in "([{"]
    return next((place for place in reversed(opened) if (_closing(content, place) or len(content)) >= at), None)


def _closing(content: str, opened: int) -> int | None:
    depth = 0
    for place in range(opened, len(content)):
        depth += (content[place] in "([{") - (content[place] in ")]}")
        if depth == 0:
            return place
    return None


def _numbers(content: str, at: int) -> Habit | None:
    """`square 4` for `square(4)`, and `8x8` for `square(8)`."""
    by = _BY.fullmatch(content)
    if by is not None:
        sizes = by[1] if by[1] == by[2] else f"{by[1]}, {by[2]}"
        message, how = f"`{by[0].strip()}` is not an expression", f"write {{}} for a board of {by[1]} by {by[2]} cells"
        return corrected_habit((by.start(1), by.end(2)), message, "", f"square({sizes})", how=how)
    for found in _BARE_CALL.finditer(content):
        if found[1] not in KEYWORDS and found[1] != "is" and found.start(2) <= at <= found.end(2):
            numbers = ", ".join(re.findall(r"\d+", found[2]))
            message, span = f"`{found[1]}` and a number side by side", (found.start(1), found.end(2))
            if WHOSE_WORD.fullmatch(found[1]) or len(found[1]) == 1 or _CELL.fullmatch(found[1]):
                opened = _innermost(content, span[0])
                in_a_row = opened is not None and re.search(r"(?:\w\(|[\[{])$", content[: opened + 1])
                return corrected_habit(span, message, "a comma is missing", f"{found[1]}, {numbers}") if in_a_row else None
            return corrected_habit(span, message, "numbers need brackets", f"{found[1]}({numbers})")
    return None


def _player_first(content: str, at: int) -> Habit | None:
    """`other(p) king`: only a name stands before a kind."""
    for found in _WHOSE_KIND.finditer(content):
        compared = re.compile(r"is(\s+not)?(?=\s+[\w({[])").match(content, found.start(3))
        if compared is not None and found.start(2) <= at <= compared.end():
            sign = "!=" if compared[1] else "=="
            return corrected_habit(compared.span(), f"unexpected `{compared[0]}`", "", sign, how="write {} to compare")
        is_kind = _BEHIND_A_KIND.match(content, found.end()) is not None
        if is_kind and at in (found.start(2), found.start(3)) and KEYWORDS.isdisjoint(found.groups()):
            whose, kind = found[1] + found[2], found[3]
            message, label = f"unexpected `{whose}` before `{kind}`", "only a player's name can stand before a kind"
            return corrected_habit(
                (found.start(1), found.end(2)), message, label, f"{kind} of {whose}", (found.start(1), found.end(3))
            )
    return None


def _has(content: str, at: int) -> Habit | None:
    """`c has an enemy king`: a piece stands on a site."""
    for found in _HAS.finditer(content):
        who, what, place = found[1], found[4], (found[5] or "").strip()
        if not found.start(2) <= at <= found.end() or what.split()[0] in _HOW_MANY:
            continue
        if WHOSE_WORD.fullmatch(what):
            what += " piece"
        has, end = f"{what} on {who}", found.end(4 if place == "on" else 0)
        if WHOSE_WORD.fullmatch(who):
            if " " in what:
                continue
            has = f"{who} {what}" if place == "on" else f"any(cells with {who} {what})"
        elif place == "on":
            return Habit(*found.span(2), f"unexpected `has` after `{who}`", "", f"write `{what} on` and the cell")
        said, edit = f"{'not ' if found[3] else ''}{has}", (found.start(), end)
        return corrected_habit(found.span(2), f"unexpected `has` after `{who}`", "", said, edit)
    return None


def _second_line(content: str, at: int) -> Habit | None:
    """`empty(c)`, and below it `c != a1`."""
    first = re.compile(r"\s*\S.*\n\s*").fullmatch(content, 0, at)
    word = re.compile(r"[A-Za-z_]\w*").match(content, at)
    if first is None or word is None or not _outside_brackets(content, 0, at):
        return None
    message, help_ = f"unexpected `{word[0]}` at the beginning of a line", "join conditions with `and` or `or`"
    return Habit(*word.span(), message, "the lines of a value are one expression", help_)


def _without_colon(content: str, at: int) -> Habit | None:
    """`an empty cell empty(t)`: words that name a condition, and no colon behind them."""
    found = _NAMED.match(content)
    if found is None or found[2] == "is" or not found.start(2) <= at <= found.end() or not KEYWORDS.isdisjoint(found[0].split()):
        return None
    if found[1] == "no":
        return _no(content, found.span(1))
    stands = re.compile(r"\s*(at|in)\b").match(content, found.end(2)) if found[1] in ("own", "enemy") else None
    if stands is not None:
        return corrected_habit(stands.span(1), f"unexpected `{stands[1]}`", "a piece stands on a site", "on")
    help_ = "the name of a condition is followed by a colon, as in `an empty cell: empty(c)`"
    return Habit(*found.span(2), f"unexpected `{found[2]}` after `{found[1]}`", "", help_)


def _no(content: str, word: tuple[int, int]) -> Habit | None:
    """`no enemy stone on c`, `no enemy stone`."""
    piece = re.compile(r"\s*([A-Za-z_]\w*(?:\s+(?!on\b)[A-Za-z_]\w*)?)(\s+on\b)?").match(content, word[1])
    if piece is None:
        return None
    message = f"unexpected `no` before `{piece[1]}`"
    if piece[2]:
        return corrected_habit(word, message, "", "not")
    help_ = f"write `not {piece[1]} on c` to test a cell, `not any(cells with {piece[1]})` for all cells"
    return Habit(*word, message, "", help_)


def _in_english(first: str, second: str) -> str | None:
    """Advice for two words that English has side by side."""
    if first == "if":
        return "a choice between two values is written `A if P else B`"
    if first == "for":
        return "write `all(P for c in cells)` if each must satisfy P, and `any(..)` if one is enough"
    if first == "last":
        return "a dot follows `last`, as in `last.mover`, or in `last.c` for the parameter `c` of the last move"
    if second == "without":
        return f"write the other {first}: `{first} - ({first} with piece)`"
    if second in ("where", "such", "that", "which", "who"):
        return f"write `{first} with own piece` for what stands there, and `(x in {first} if P)` for any condition P"
    return None


def _two_words(content: str, at: int) -> Habit | None:
    """`a b` or `a of b`, which begin a question about a piece that stands somewhere, where no `on` follows."""
    of = _OF.search(content, 0, at)
    if of is not None:
        help_ = f"a word takes brackets, `{of[1]}(..)`; `of` gives the owner of a piece, as in `stone of p on c`"
        return Habit(*of.span(2), f"unexpected `of` after `{of[1]}`", "", help_)
    two = _TWO_WORDS.search(content, 0, at)
    if two is None or two[2] in ("then", "do"):
        return None
    if two[1] == "is":
        return Habit(*two.span(1), "unexpected `is`", "", "leave out `is`", (two.start(1), two.start(2)), "")
    if two[1] == "no":
        return _no(content, two.span(1))
    if two[1] in ("own", "enemy"):
        piece = f"{two[1]} {two[2]}"
        help_ = f"`{piece} on c` to test a cell, `cells with {piece}` for the set of cells"
        if content.startswith("with ", two.end()):
            help_ = f"`{'mover' if two[1] == 'own' else 'opponent'}.{two[2]}` for what a player has, {help_}"
        return Habit(
            two.start(1), two.end(2), f"`{piece}` does not say where", "expected `on` and a place next", f"write {help_}"
        )
    first, second = two[1], two[2]
    label, message = "expected an operator or the end", f"unexpected `{second}` after `{first}`"
    if second in ("wins", "loses"):
        return Habit(*two.span(2), message, label, f"below `end` a result comes before the colon: `{first} {second}: CONDITION`")
    if first in _BEFORE_BRACKETS:
        return Habit(*two.span(2), message, label, f"`{first}` takes brackets, `{first}(..)`")
    if second in _ASKED:
        return corrected_habit(two.span(2), message, label, f"{second}({first})", (two.start(1), two.end(2)))
    if _CELL.fullmatch(first) or _CELL.fullmatch(second):
        help_ = "an operator stands between two values, such as `==`, `in` or `and`; the members of a set have commas, `{a1, b1}`"
        return Habit(*two.span(2), message, label, help_)
    said_otherwise = _in_english(first, second)
    if said_otherwise is not None:
        return Habit(*two.span(2), message, label, said_otherwise)
    if second != "is" and (first in KEYWORDS or second in KEYWORDS):
        return None
    if second != "is":
        help_ = f"two words side by side are an owner and a kind, and need a place: `{first} {second} on c`"
        if re.search(r"\b(?:any|all|count|size)\(\s*$", content[: two.start(1)]):
            help_ = f"write `cells with {first} {second}` for the cells where such a piece stands"
        return Habit(*two.span(2), message, label, help_)
    odd = _IS_ODD.match(content, two.start(2))
    if odd is not None:
        rest = int((odd[2] == "odd") != bool(odd[1]))
        if re.search(r"[-+*/%][ \t]*$", content[: two.start(1)]):
            return Habit(*two.span(2), message, label, f"write `(..) % 2 == {rest}`, with all of the sum in the brackets")
        return corrected_habit(two.span(2), message, label, f"{first} % 2 == {rest}", (two.start(1), odd.end()))
    piece_there = _IS_PIECE.match(content, two.start(2))
    if piece_there is not None:
        phrase = f"{piece_there[1] or ''}{piece_there[2]} on {first}"
        return corrected_habit(two.span(2), message, label, phrase, (two.start(1), piece_there.end()))
    said = _IS.match(content, two.start(2))
    if said is None:
        help_ = (
            f"write `{first} == ..` to compare, `{first} in ..` for a member of a set; "
            f"a condition takes brackets: `empty({first})`"
        )
        return Habit(*two.span(2), message, label, help_)
    negated, what = said[1] or "", said[2]
    instead = f"{negated}{what}({first})" if what in _ASKED else f"{first} {negated}in" if what == "in" else ""
    instead = instead or f"{first} {'!=' if negated else '=='} {what}"
    return corrected_habit(two.span(2), message, label, instead, (two.start(1), said.end()))
