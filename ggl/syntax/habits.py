"""What people write out of habit from other languages, told in words of this one.

Takes a text, the place where the parser stopped and what it would have taken there. Gives a `Habit`: what to say instead of
"unexpected", and about which part of the text; none where nothing of the kind is seen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ggl.diagnostics.near import near
from ggl.syntax.keywords import KEYWORDS

_SHAPES = {
    "put": "put stone on c",
    "take": "take stone from c",
    "move": "move c to d",
    "exchange": "exchange c, d",
    "turn": "turn c to north",
    "promote": "promote c to queen",
    "flip": "flip c",
    "set": "set n to 3",
    "add": "add 1 to n",
    "drop": "drop c from marked",
    "let": "let x be count(marked)",
    "win": "win",
    "lose": "lose",
    "draw": "draw",
    "again": "again",
}
"""The effects whose words are no names of anything, as they are written."""

EFFECTS = {**_SHAPES, "phase": "phase second", "roll": "roll die from 1..6"}
"""Each effect, as it is written."""

_OTHER_EFFECTS = {
    "place": "put", "insert": "put", "create": "put", "spawn": "put",
    "remove": "take", "capture": "take", "delete": "take", "clear": "take", "kill": "take",
    "swap": "exchange", "switch": "exchange",
    "rotate": "turn", "face": "turn",
    "change": "set", "assign": "set",
    "inc": "add", "increase": "add", "increment": "add", "dec": "add", "decrease": "add", "decrement": "add",
    "slide": "move", "jump": "move", "step": "move", "go": "move",
    "repeat": "again",
}  # fmt: skip
"""What people call an effect that has another name here."""

_JOINTS = {
    "put": ("on", "at in into onto over"),
    "take": ("from", "off at on in out"),
    "move": ("to", "into onto at on in towards toward"),
    "exchange": (",", "with and for"),
    "turn": ("to", "into towards toward at"),
    "promote": ("to", "into as"),
    "set": ("to", "as at be into"),
    "add": ("to", "into in onto on"),
    "drop": ("from", "of off out in"),
    "let": ("be", "to is as"),
}
"""The word between the parts of an effect, and what people write for it."""

_KEYS = frozenset({"for", "let", "where", "do", "ensure", "then"})
_CHANGE = re.compile(r"([A-Za-z_][\w.]*)[ \t]*(\+\+|--|[-+]?=(?!=))[ \t]*([^\n#]*)")
_ONE = r"[\w.]+(?:\([^()\n]*\))?"
_LACKING = re.compile(rf"\s*([a-z]+)((?:\s+{_ONE})+)\s*")
_MOVED = re.compile(rf"\s*move\s+({_ONE})\s+({_ONE})\s+(?:to\s+)?({_ONE})\s*")
_STOP = re.compile(r"\s+(?:if|for|facing)\b|[\n#]")
_THEN = re.compile(r"\s*if\b\s*([^\n#:]+?)(?P<gap>\s+)(?:then|do|is)\b:?\s+(?P<effect>[a-z][^\n#]*)")
_RESULT = r"(?:player\s+)?([\w.]+)\s+(wins?|loses?)\b"
_TEST_FIRST = re.compile(rf"\s*if\b\s*([^\n#:]+?)(?P<gap>:?\s+)(?P<effect>(?:(?:{'|'.join(_SHAPES)})\b|{_RESULT})[^\n#]*)")
_LAST_WORD = re.compile(r"([A-Za-z_]\w*)\s*$")
_TWO_WORDS = re.compile(r"(?:^|[^\w.])([A-Za-z_]\w*)\s+([A-Za-z_]\w*)\s*$")
_BARE_CALL = re.compile(r"(?:^|[^\w.])([A-Za-z_]\w*)([ \t]+\d+(?:[ \t]*,?[ \t]+\d+)*)")
_RANGE = re.compile(r"\bin\s+(\d+)\s*(\.\.\.+|to\b|through\b|until\b|:)\s*(\d+)")
_BY = re.compile(r"\s*(\d+)\s*[xX×]\s*(\d+)\s*")
_SECOND = re.compile(r"(?:(?:,|and\b)\s*)?([a-z]+)")
_OPERATORS = {"=>": ">=", "=<": "<=", "<>": "!=", "mod": "%", "div": "//"}
"""What other languages write for an operator."""

_ARROW = re.compile(r"[ \t]*([a-z]+)[ \t][^\n#]*?[\w)](\s*([-=]>)\s*)")
_NUMBER_FROM = re.compile(r"[ \t]+(\d+)[ \t]+from[ \t]+(\w+)")
_OPERATOR = re.compile(r"=>|=<|<>|(?<=[\w)] )(?:mod|div)(?= [\w(])")
_WHOSE = re.compile(rf"\s*(?:promote\b[^\n#]*?\s(?:to|as)|take\b[^\n#]*?\sas)\s+({_ONE})\s+(of\s+\w+)")
_WHOSE_KIND = re.compile(r"\b([A-Za-z_]\w*)(\([^()\n]*\))\s+([A-Za-z_]\w*)")
_NAMED = re.compile(r"\s*([A-Za-z_]\w*)\s+([A-Za-z_]\w*)\s+[A-Za-z_]\w*(?=\W)")
_IS = re.compile(r"is\s+(not\s+)?([A-Za-z_]\w*)(?![\w(.])")
_ASKED = ("empty", "occupied", "able", "stuck")
"""Words that are asked with brackets, which people write after `is`."""

_OF = re.compile(r"(?:^|[^\w.])([A-Za-z_]\w*)\s+(of)\s+\S[^()]*$")


@dataclass(frozen=True)
class Habit:
    """What is written at `start..end`, and what to write. Where one edit mends it, the text of `edit` becomes `instead`."""

    start: int
    end: int
    message: str
    label: str
    help: str
    edit: tuple[int, int] | None = None
    instead: str = ""


def _write(
    span: tuple[int, int], message: str, label: str, instead: str, edit: tuple[int, int] | None = None, how: str = "write {}"
) -> Habit:
    """A habit that one edit mends: of what is marked, if no other place is said."""
    return Habit(*span, message, label, how.format(f"`{instead}`"), edit or span, instead)


def instead_of_effect(word: str) -> str | None:
    """What an effect is called here that has another name elsewhere."""
    return _OTHER_EFFECTS.get(word.lower())


def sample_of_effect(word: str) -> str:
    """What to write for an effect of which no more is known."""
    return f"write `{word}`, as in `{EFFECTS[word]}`"


def effect_of(verb: str, parts: str) -> str | None:
    """An effect of this verb and these parts, with the word that belongs between them; None where it is not seen how they go."""
    line = f"{verb} {parts}"
    lacking = _lacking(line, 0)
    if lacking is not None:
        return lacking.instead
    joint = _joint(line, 0, len(line))
    if joint is not None and joint.edit is not None:
        return f"{line[: joint.edit[0]]}{joint.instead}{line[joint.edit[1] :]}"
    if verb not in _JOINTS:
        return line if len(parts.split()) == 1 and verb == "flip" else None
    return line if re.fullmatch(rf"{verb}\s+\S.*?(?:\s{_JOINTS[verb][0]}\s|,).*\S", line) else None


def habit(content: str, at: int, accepted: set[str], start: str) -> Habit | None:
    """What was meant by the text before the place where the parser stopped."""
    arrow = _arrow(content, at) if start == "effects" else None
    if arrow is not None:
        return arrow
    for sign in _OPERATOR.finditer(content):
        if sign.start() <= at <= sign.end() + 1:
            return _write(sign.span(), f"`{sign[0]}` is not an operator of ggl", "", _OPERATORS[sign[0]])
    if start == "plan":
        return _plan(content, at)
    late = _loop_behind(content, at, start) or _kind_of_a_list(content, at, start)
    if late is not None:
        return late
    if start == "effects":
        line = content.rfind("\n", 0, at) + 1
        found = _loop(content, line) or _test_first(content, line, at) or _result(content, line)
        if found is not None:
            return found
        if accepted == {"LPAR"}:
            return _effect(content, at)
        found = (
            _second(content, line, at, accepted) or _joint(content, line, at) or _lacking(content, line) or _whose(content, line)
        )
        if found is not None:
            return found
        if not re.search(r"\b(if|for)\b", content[line:at]):
            return None  # the pieces of `put` and `take` are words side by side
    if start == "expression":
        found = _numbers(content, at) or _player_first(content, at) or _without_colon(content, at)
        if found is not None:
            return found
    return _two_words(content, at) if "ON" in accepted and accepted <= {"ON", "DOT", "LSQB", "LPAR"} else None


def _plan(content: str, at: int) -> Habit | None:
    """Two moves side by side: one is a mistyped word of a plan, or the word between them is missing."""
    second = re.compile(r"[A-Za-z_]\w*").match(content, at)
    if second is None or not re.search(r"[\w)]\s*$", content[:at]):
        return None
    first = _LAST_WORD.search(content, 0, at)
    before = (first[1], first.span(1)) if first is not None else ("", (at, at))
    for (word, span), known in ((before, ("optional",)), ((second[0], second.span()), ("or", "otherwise", "if"))):
        close = near(word, known)
        if close:
            return _write(span, f"unexpected `{word}`", f"near: `{close[0]}`", close[0])
    if second[0] == "optional":
        label = "it stands in front of all the moves, and is true of each"
        rest = content[second.end() :].rstrip()
        if rest and not re.match(r"\s*if\b", rest):
            return Habit(*second.span(), "unexpected `optional`", label, "write `optional` before the first move")
        plan = f"optional {content[: second.start()].strip()}{rest}"
        whole = (len(content) - len(content.lstrip()), len(content.rstrip()))
        return _write(second.span(), "unexpected `optional`", label, plan, whole)
    help_ = (
        "write `or` between moves of which one is chosen; in `turn: play:` also `otherwise`, before those that are offered where "
        "there is none of the first"
    )
    return Habit(*second.span(), f"unexpected `{second[0]}`", "no word stands between it and the move before", help_)


def _loop(content: str, line: int) -> Habit | None:
    """A line that begins with `while` or `elif`."""
    word = re.compile(r"\s*(while|elif)\b").match(content, line)
    if word is None:
        return None
    if word[1] == "elif":
        return Habit(*word.span(1), "there is no `elif`", "", "write `else:`, and below it, indented, another `if`")
    help_ = "write `for x in SET:`, which ends, or `if CONDITION:`"
    return Habit(*word.span(1), "there are no endless loops", "`while` is no word of ggl", help_)


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
        return _write(span, "unexpected `for` behind a condition", "the loop comes first, then its `if`", effect, edit)
    opened = _innermost(content, at)
    if start == "binders" and opened is None:
        body = content[:at].rpartition(" in ")[2].strip()
        loop = content[at:].partition("\n")[0].partition(", ")[0].strip()
        edit = (content.rindex(" in ", 0, at) + 1, at + len(loop))
        how = "put the loop into brackets: {}"
        return _write(span, "unexpected `for`", "a parameter goes through one set or list", f"in ({body} {loop})", edit, how)
    if opened is None:
        return None
    found = re.compile(r"\s*(\w+\s+in\s+.+?)\s+if\s+(.+?)\s*").fullmatch(content, opened + 1, at)
    closed = _closing(content, opened)
    if found is None or closed is None:
        return None
    loops, how = (
        f"({found[2]} {content[at:closed].strip()} for {found[1]})",
        "loops come behind what is asked, the outer one first: {}",
    )
    label = "`x in S if P` is a set, and not a loop"
    return _write(span, "unexpected `for` behind a condition", label, loops, (opened, closed + 1), how)


def _kind_of_a_list(content: str, at: int, start: str) -> Habit | None:
    """`p [top, second][n] on c`: a kind that is worked out stands here only under a name."""
    for found in re.finditer(r"(\w+)\s+(\[[^\[\]]*\]\s*\[[^\[\]]*\])\s+(?:on|from)\b", content):
        if found.start(2) <= at <= found.end():
            named = f"`let k be {found[2]}`, and then" if start == "effects" else f'`let: {{k: "{found[2]}"}}`, and then'
            help_ = f"give the kind a name: {named} `{found[1]} k`"
            return Habit(*found.span(2), "a list stands where the name of a kind is wanted", "", help_)
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


def _second(content: str, line: int, at: int, accepted: set[str]) -> Habit | None:
    """Two effects on a line: the parser stops at the second's verb, or takes that for a name and stops behind it."""
    word = _SECOND.match(content, at) if "_NL" in accepted else None
    if word is None or word[1] not in _SHAPES:
        word = _LAST_WORD.search(content, line, at)
    if word is None or word[1] not in _SHAPES or not content[line : word.start(1)].strip():
        return None
    help_ = "write each effect on a line of its own, below a `|` after the key"
    label = "read as one line with what is before it"
    return Habit(*word.span(1), f"`{word[1]}` begins a second effect", label, help_)


def _joint(content: str, line: int, at: int) -> Habit | None:
    """`move c into t`: another word between the parts of an effect; it stands where the parser stopped, or before."""
    first = re.compile(r"\s*([a-z]+)\b").match(content, line)
    if first is None or first[1] not in _JOINTS:
        return None
    right, others = _JOINTS[first[1]]
    end = content.find("\n", line)
    rest = content[first.end() : end if end >= 0 else len(content)]
    if re.search(rf"(?:\b|(?=,)){right}(?:\b|(?<=,))", rest):
        return None
    other = re.compile(rf"\s({'|'.join(others.split())})\b").search(content, first.end(), end if end >= 0 else len(content))
    if other is None or other.start(1) > at:
        return None
    label, how = f"`{first[1]}` is written with `{right}`", f"write {{}}, as in `{_SHAPES[first[1]]}`"
    edit = other.span(1) if right != "," else (len(content[: other.start(1)].rstrip()), other.end(1))
    return _write(other.span(1), f"unexpected `{other[1]}`", label, right, edit, how)


def _arrow(content: str, at: int) -> Habit | None:
    """`move c -> t`, `move c => t`: an arrow between the parts of an effect."""
    found = _ARROW.match(content, content.rfind("\n", 0, at) + 1)
    if found is None or not found.start(3) <= at <= found.end(3) + 1 or found[1] not in ("move", "turn", "promote", "set"):
        return None
    if re.search(r"\b(?:to|if)\b", content[found.start() : found.start(2)]):
        return None
    label, how = f"`{found[1]}` is written with `to`", f"write `to`, as in `{_SHAPES[found[1]]}`"
    return Habit(*found.span(3), f"unexpected `{found[3]}`", label, how, found.span(2), " to ")


def _test_first(content: str, line: int, at: int) -> Habit | None:
    """`if empty(c) then win`, `if empty(c): win`, all on one line."""
    found = _THEN.match(content, line) or _TEST_FIRST.match(content, line)
    if found is None or not found.end(1) < at <= found.start("effect"):
        return None
    word = re.compile(r"\w+|\S").match(content, found.end(1) + len(found["gap"]))
    assert word is not None
    effect = re.sub(_RESULT, lambda result: _result_as_effect(*result.groups()), found["effect"].strip())
    edit = (found.end() - len(found[0].lstrip()), len(content[: found.end()].rstrip()))
    label, how = "on one line the effect comes first, then its `if`", "write the condition behind the effect: {}"
    return _write(word.span(), f"unexpected `{word[0]}`", label, f"{effect} if {found[1]}", edit, how)


def _result(content: str, line: int) -> Habit | None:
    """`mover wins`, `Light loses if ..`: results as the key `end` writes them."""
    found = re.compile(rf"[ \t]*({_RESULT})").match(content, line)
    if found is None:
        return None
    effect = _result_as_effect(found[2], found[3])
    return _write(found.span(1), f"there is no effect `{found[1]}`", "results are written so below `end`", effect)


def _result_as_effect(who: str, verb: str) -> str:
    verb = verb.removesuffix("s")
    return verb if who == "mover" else f"{verb} {who}"


def _lacking(content: str, line: int) -> Habit | None:
    """`move c t`, without the word between the parts."""
    stop = _STOP.search(content, line)
    end = stop.start() if stop else len(content)
    moved = _MOVED.fullmatch(content, line, end)
    if moved is not None and KEYWORDS.isdisjoint(moved.groups()):
        effect = f"move {moved[1]} from {moved[2]} to {moved[3]}"
        edit = (content.index("move", line), moved.end(3))
        label = "where does it come from, and where does it go?"
        return _write(moved.span(2), f"unexpected `{moved[2]}`", label, effect, edit)
    found = _LACKING.fullmatch(content, line, end)
    if found is None or found[1] not in _JOINTS:
        return None
    verb, joint = found[1], _JOINTS[found[1]][0]
    *first, last = re.findall(_ONE, found[2])
    if verb == "take" and not first:
        first = ["piece"]
    if not first or not KEYWORDS.isdisjoint([*first, last]):
        return None
    written = f"{verb} {' '.join(first)}{'' if joint == ',' else ' '}{joint} {last}"
    start = found.end(2) - len(last)
    span, edit = (start, found.end(2)), (found.start(1), found.end(2))
    return _write(span, f"unexpected `{last}`", f"`{verb}` is written with `{joint}`", written, edit)


def _whose(content: str, line: int) -> Habit | None:
    """`promote c to queen of Black`, `take .. to supply of Black as queen of Black`: a kind alone is meant."""
    found = _WHOSE.match(content, line)
    if found is None:
        return None
    promoted = found[0].strip().startswith("promote")
    more = "`flip c` gives a piece to the other player" if promoted else "whose it becomes is said after `supply of`"
    edit, how = (found.start(1), found.end(2)), f"write {{}} alone; {more}"
    return _write(found.span(2), f"unexpected `{found[2]}`", "a kind alone is wanted here", found[1], edit, how)


def _numbers(content: str, at: int) -> Habit | None:
    """`square 4` for `square(4)`, `8x8` for `square(8)`, and `3 to 6` for `3..6`."""
    by = _BY.fullmatch(content)
    if by is not None:
        sizes = by[1] if by[1] == by[2] else f"{by[1]}, {by[2]}"
        message, how = f"`{by[0].strip()}` is no expression", f"write {{}} for a board of {by[1]} by {by[2]} cells"
        return _write((by.start(1), by.end(2)), message, "", f"square({sizes})", how=how)
    for found in _RANGE.finditer(content):
        if found.start(2) <= at <= found.end(3):
            label, edit = f"the numbers from {found[1]} to {found[3]}?", (found.start(1), found.end(3))
            return _write(found.span(2), f"`{found[2]}` does not make a range", label, f"{found[1]}..{found[3]}", edit)
    for found in _BARE_CALL.finditer(content):
        if found[1] not in KEYWORDS and found.start(2) <= at <= found.end(2):
            numbers = ", ".join(re.findall(r"\d+", found[2]))
            message, span = f"`{found[1]}` and a number side by side", (found.start(1), found.end(2))
            return _write(span, message, "numbers stand in brackets", f"{found[1]}({numbers})")
    return None


def _effect(content: str, at: int) -> Habit | None:
    """A word that begins a line and is no effect."""
    word = _LAST_WORD.search(content, 0, at)
    if word is None:
        return None
    change = _CHANGE.match(content, word.start())
    if change is not None:
        name, sign, value = change[1], change[2], change[3].strip()
        by = value if sign in ("+=", "-=") else "1"
        if sign[0] == "-":
            by = f"-{by}" if re.fullmatch(r"[\w.]+", by) else f"-({by})"
        effect = f"set {name} to {value}" if sign == "=" else f"add {by} to {name}"
        edit = (change.start(), len(content[: change.end()].rstrip()))
        return _write(change.span(2), f"`{sign}` is not an effect", "", effect, edit)
    if word[1] in _KEYS and re.match(r"\s*:", content[word.end() :]):
        message = f"`{word[1]}` is a key of a move, and stands among its effects here"
        return Habit(*word.span(1), message, "", "begin it where `do` begins")
    message, other = f"there is no effect `{word[1]}`", instead_of_effect(word[1])
    number = _NUMBER_FROM.match(content, word.end(1))
    if other == "take" and number is not None:
        count, of = number.groups()
        help_ = f"write `drop {count} from {of}` for a number in a set or bag, `take {count} KIND from {of}` for pieces"
        return Habit(*word.span(1), message, "", help_)
    close = () if other else near(word[1], EFFECTS)
    label = f"near: {', '.join(f'`{each}`' for each in close)}" if close else ""
    verb = other or (close[0] if close else "")
    stop = _STOP.search(content, word.end())
    end = stop.start() if stop else len(content.rstrip())
    parts = content[word.end() : end].strip()
    whole = effect_of(verb, parts) if verb and parts else None
    if whole is not None:
        return _write(word.span(1), message, label, whole, (word.start(1), end))
    help_ = sample_of_effect(verb) if verb else f"an effect begins with {', '.join(f'`{w}`' for w in EFFECTS)}"
    if not verb and not parts:  # alone on its line
        help_ = f"a routine is called with brackets, `{word[1]}()`; {help_}"
    return Habit(*word.span(1), message, label, help_)


def _player_first(content: str, at: int) -> Habit | None:
    """`other(p) king`: only a name stands before a kind."""
    for found in _WHOSE_KIND.finditer(content):
        if at in (found.start(2), found.start(3)) and KEYWORDS.isdisjoint(found.groups()):
            whose, kind = found[1] + found[2], found[3]
            message, label = f"unexpected `{whose}` before `{kind}`", "only a player's name can stand before a kind"
            return _write((found.start(1), found.end(2)), message, label, f"{kind} of {whose}", (found.start(1), found.end(3)))
    return None


def _without_colon(content: str, at: int) -> Habit | None:
    """`an empty cell empty(t)`: words that name a condition, and no colon behind them."""
    found = _NAMED.match(content)
    if found is None or found[2] == "is" or not found.start(2) <= at <= found.end() or not KEYWORDS.isdisjoint(found[0].split()):
        return None
    help_ = "behind the name of a condition stands a colon, as in `an empty cell: empty(c)`"
    return Habit(*found.span(2), f"unexpected `{found[2]}` after `{found[1]}`", "", help_)


def _two_words(content: str, at: int) -> Habit | None:
    """`a b` or `a of b`, which begin a question about a piece that stands somewhere, where no `on` follows."""
    of = _OF.search(content, 0, at)
    if of is not None:
        help_ = f"a word is asked with brackets, `{of[1]}(..)`; `of` says whose a piece is, as in `stone of p on c`"
        return Habit(*of.span(2), f"unexpected `of` after `{of[1]}`", "", help_)
    two = _TWO_WORDS.search(content, 0, at)
    if two is None or two[2] in ("then", "do"):
        return None
    if two[1] in ("own", "enemy"):
        piece = f"{two[1]} {two[2]}"
        help_ = f"write `{piece} on c` to ask about a cell, `cells with {piece}` for the set of cells"
        return Habit(two.start(1), two.end(2), f"`{piece}` does not say where", "`on` and a place come next", help_)
    first, second = two[1], two[2]
    label, message = "expected an operator or the end", f"unexpected `{second}` after `{first}`"
    if second in ("wins", "loses"):
        return Habit(*two.span(2), message, label, f"below `end` a result stands before the colon: `{first} {second}: CONDITION`")
    if second != "is":
        help_ = f"two words side by side are whose piece and its kind, and want a place: `{first} {second} on c`"
        return Habit(*two.span(2), message, label, help_)
    said = _IS.match(content, two.start(2))
    if said is None:
        help_ = f"write `{first} == ..` to compare; a condition is asked with brackets, as in `empty({first})`"
        return Habit(*two.span(2), message, label, help_)
    negated, what = said[1] or "", said[2]
    instead = f"{negated}{what}({first})" if what in _ASKED else f"{first} {negated}in" if what == "in" else ""
    instead = instead or f"{first} {'!=' if negated else '=='} {what}"
    return _write(two.span(2), message, label, instead, (two.start(1), said.end()))
