"""Effects as people write them out of habit from other languages, told in words of this one.

Takes the text of effects and the place where the parser stopped. Gives a `Habit`: what to say instead of "unexpected".
"""

from __future__ import annotations

import re

from ggl.diagnostics.near import near, near_label
from ggl.frozen import frozen
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

EFFECTS = {**_SHAPES, "phase": "phase second", "roll": "roll die from 1..6", "deal": "deal 5 from deck to hand",
           "announce": "announce c.kind", "reveal": "reveal c to mover", "hide": "hide c from mover"}  # fmt: skip
"""Each effect, as it is written."""

_OTHER_EFFECTS = {
    "place": "put", "insert": "put", "create": "put", "spawn": "put",
    "remove": "take", "capture": "take", "delete": "take", "clear": "take", "kill": "take",
    "swap": "exchange", "switch": "exchange",
    "rotate": "turn", "face": "turn",
    "change": "set", "assign": "set",
    "inc": "add", "increase": "add", "increment": "add", "dec": "add", "decrease": "add", "decrement": "add",
    "slide": "move", "jump": "move", "step": "move", "go": "move",
}  # fmt: skip
"""The words people use for an effect that has another name here."""

OF_THE_TURN = ("next", "end_turn", "next_player", "next_turn")
"""The words people write as an effect for whose turn is next, which belongs to the turn."""

NEXT_OF_THE_TURN = "whose turn comes next is said once for all turns, under `turn`, as in `next: next(mover)`"

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
_CHANGE = re.compile(r"([A-Za-z_][\w.]*)[ \t]*(\+\+|--|[-+*/%]?=(?!=)|:(?=[ \t]+[^\s#]))[ \t]*([^\n#]*)")
_ONE = r"[\w.]+(?:\([^()\n]*\))?"
_LACKING = re.compile(rf"\s*([a-z]+)((?:\s+{_ONE})+)\s*")
_MOVED = re.compile(rf"\s*move\s+({_ONE})\s+({_ONE})\s+(?:to\s+)?({_ONE})\s*")
_STOP = re.compile(r"\s+(?:if|for|facing)\b|[\n#]")
_WORDS = r"[^\s#:]+(?:[ \t]+[^\s#:]+)*?"
"""Words divided by blanks, which can be cut in one way only: a long text is read in one go."""

_COUNTED_WORDS = r"[^\s#{},]+(?:[ \t]+[^\s#{},]+)*?"
_THEN = re.compile(rf"\s*if\b\s*({_WORDS})(?P<gap>\s+)(?:then|do)\b:?\s+(?P<effect>[a-z][^\n#]*)")
_RESULT = r"(?:player\s+)?([\w.]+)\s+(wins?|loses?)\b"
_TEST_FIRST = re.compile(rf"\s*if\b\s*({_WORDS})(?P<gap>:?\s+)(?P<effect>(?:(?:{'|'.join(_SHAPES)})\b|{_RESULT})[^\n#]*)")
_CHOICE = re.compile(
    r"[ \t]*(?:let\s+\w+\s+be|set\s+[\w.]+\s+to)\s+"
    r"(?P<value>[^\s#][^\n#]*?\bif\b[^\n#]+?\b(?P<else>else)\b[^\n#{}]+)"
)
LAST_WORD = re.compile(r"([A-Za-z_]\w*)\s*$")
_SECOND = re.compile(r"(?:(?:,|and\b)\s*)?([a-z]+)")
WHOSE_WORD = re.compile(r"own|enemy|mover|opponent|p|[A-Z]\w*")
"""A word that says whose a piece is, as far as can be seen."""

_A_SITE = re.compile(r"[a-z]|[a-z]+\d+|.*[.(].*")
"""The texts that may stand for a site, as far as can be seen."""

_JOINED = re.compile(r"\s*([a-z]+)\s[^\n#]*?\b(?:and|then)\s+([a-z]+)\s")
_ON_ONE_LINE = "read as one line with the text before it"
EACH_ON_ITS_LINE = "write each effect on its own line, below a `|` after the key"
_FROM_HAND = re.compile(r"\b(from|to)[ \t]+(the[ \t]+)?([a-z]+)\b")
_WHOSE_SUPPLY = re.compile(r"(from|to)[ \t]+(\w+)[ \t]+supply\b")
_NO_NUMBER = re.compile(r"\s*deal\s+(from|to)\b")
_SUM = re.compile(rf"\s*(?:put|take|move)\s+({_ONE}(?:\s*(?:[-+*%]|//)\s*{_ONE})+)\s+(?!(?:on|from|to|if|for)\b)[A-Za-z]")
"""A sum in front of the pieces."""

_ARROW = re.compile(r"[ \t]*([a-z]+)[ \t][^\n#]*?[\w)](\s*([-=]>)\s*)")
_DROPPED = re.compile(r"[ \t]+(\{[^{}\n]*\}|[\w.]+(?:[ \t]*,[ \t]*[\w.]+)+)[ \t]+from[ \t]+([\w.]+)")
"""Members of a set that leave it."""

_COUNTED = re.compile(
    rf"(?:sub(?:tract)?[ \t]+(?P<less>{_COUNTED_WORDS})[ \t]+from[ \t]+(?P<from>[\w.]+)"
    r"|(?P<verb>increase|increment|raise|inc|decrease|decrement|reduce|lower|dec)[ \t]+(?P<of>[\w.]+)"
    rf"[ \t]+by[ \t]+(?P<by>{_COUNTED_WORDS}))(?=\s*(?:\b(?:if|for)\b|[\n#}},]|$))"
)
"""A number that grows or shrinks: `subtract n from coins`, `increase coins by 2`."""

_NUMBER_FROM = re.compile(r"[ \t]+(\d+)[ \t]+from[ \t]+(\w+)")
_WHOSE = re.compile(rf"\s*(?:promote\b[^\n#]*?\s(?:to|as)|take\b[^\n#]*?\sas)\s+({_ONE})\s+(of\s+\w+)")
_WHOSE_BEFORE = re.compile(rf"\s*promote\s+{_ONE}\s+to\s+(own|enemy|mover|opponent|[A-Z]\w*)\s+([A-Za-z]\w*)[ \t]*(?=$|\n|if\b)")


@frozen
class Habit:
    """A mistake at `start..end`, and the way out. Where one edit mends it, the text of `edit` becomes `instead`."""

    start: int
    end: int
    message: str
    label: str
    help: str
    edit: tuple[int, int] | None = None
    instead: str = ""


def corrected_habit(
    span: tuple[int, int], message: str, label: str, instead: str, edit: tuple[int, int] | None = None, how: str = "write {}"
) -> Habit:
    """A habit that one edit corrects: by default at the marked place."""
    return Habit(*span, message, label, how.format(f"`{instead}`"), edit or span, instead)


def instead_of_effect(word: str) -> str | None:
    """The name in ggl of an effect that has another name elsewhere."""
    return _OTHER_EFFECTS.get(word.lower())


def sample_of_effect(word: str) -> str:
    """Advice to write an effect when nothing more is known."""
    return f"write `{word}`" if EFFECTS[word] == word else f"write `{word}`, as in `{EFFECTS[word]}`"


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


def effect_habit(content: str, at: int, accepted: set[str]) -> Habit | None:
    """The habit behind the line of effects in which the parser stopped."""
    line = content.rfind("\n", 0, at) + 1
    found = _loop(content, line) or _test_first(content, line, at) or _choice(content, line, at) or _result(content, line)
    if found is not None:
        return found
    if accepted == {"LPAR"}:
        return _effect(content, at)
    return (
        _number(content, line, at)
        or _called_supply(content, line, at)
        or _supply(content, at)
        or _second(content, line, at, accepted)
        or _under(content, line, at)
        or _joint(content, line, at)
        or _lacking(content, line)
        or _whose(content, line)
        or _unfinished(content, line, at)
    )


EACH = re.compile(r"(each|every|all|any)\s+(?=[A-Za-z_]\w*\s+in\b)")


def without_each(content: str, each: re.Match[str]) -> Habit:
    """`each c in cells`: `in` alone says it."""
    span = each.span(1)
    return Habit(*span, f"unexpected `{each[1]}`", "`in` goes through all members", f"leave out `{each[1]}`", each.span(), "")


def _loop(content: str, line: int) -> Habit | None:
    """A line that begins with `while`, `for each` or `repeat 3 times`."""
    each = EACH.match(content, opened.end()) if (opened := re.compile(r"\s*for\s+").match(content, line)) else None
    if each is not None:
        return without_each(content, each)
    times = re.compile(r"\s*(repeat)\s+(?:(\w+)(?:\s+times)?\s*:|while\s+([^\n#]+?)\s*:)").match(content, line)
    if times is not None:
        as_often = f"for each_time in 1..{times[2]}:" if times[2] else f"repeat at most N while {times[3]}:"
        help_ = f"write `{as_often}`{'' if times[2] else ', with a number for N'}, and the effects below it, indented"
        return Habit(*times.span(1), "`repeat` goes on while a condition holds, at most so many times", "", help_)
    word = re.compile(r"\s*(while)\b").match(content, line)
    if word is None:
        return None
    test = content[word.end() :].partition("\n")[0].strip().removesuffix(":") or "CONDITION"
    help_ = f"write `repeat at most N while {test}:`, with a number for N, or `for x in SET:`"
    return Habit(*word.span(1), "there are no endless loops", "`while` is not a word of ggl", help_)


def _second(content: str, line: int, at: int, accepted: set[str]) -> Habit | None:
    """Two effects on a line: the parser stops at the second's verb, or takes that for a name and stops behind it."""
    word = _SECOND.match(content, at) if "_NL" in accepted else None
    joined = _JOINED.match(content, line)
    if joined is not None and joined[1] in _SHAPES and joined[2] in _SHAPES and joined.end() <= at:
        return Habit(*joined.span(2), f"`{joined[2]}` begins a second effect", _ON_ONE_LINE, EACH_ON_ITS_LINE)
    if word is None or word[1] not in _SHAPES:
        word = LAST_WORD.search(content, line, at)
    if word is None or word[1] not in _SHAPES or not (before := content[line : word.start(1)].strip()):
        return None
    if before.endswith(":"):
        return Habit(*word.span(1), f"unexpected `{word[1]}`", f"the effects of `{before}` stand below it",
                     f"write `{word[1]}` on the next line, indented")  # fmt: skip
    return Habit(*word.span(1), f"`{word[1]}` begins a second effect", _ON_ONE_LINE, EACH_ON_ITS_LINE)


def _number(content: str, line: int, at: int) -> Habit | None:
    """`deal from deck to hand`, without the number, and `put n + 1 stone on c`, without brackets around it."""
    none = _NO_NUMBER.match(content, line)
    if none is not None:
        place = none.start(1), none.start(1)
        return Habit(*none.span(1), "`deal` lacks the number", "", f"write how many: `deal 1 {none[1]} ..`", place, "1 ")
    made = _SUM.match(content, line)
    if made is None or not made.start(1) <= at <= made.end(1):
        return None
    return corrected_habit(made.span(1), "a number that is worked out needs brackets here", "", f"({made[1]})")


def _supply(content: str, at: int) -> Habit | None:
    """`put stone on c from hand`, where the parser stops at the second word between parts."""
    whose = _WHOSE_SUPPLY.match(content, at)
    if whose is not None:
        is_named = whose[1] == "to" and whose[2] not in ("the", "own", "its")
        return corrected_habit(
            whose.span(), f"unexpected `{whose[0]}`", "", f"{whose[1]} supply{f' of {whose[2]}' if is_named else ''}"
        )
    found = _FROM_HAND.match(content, at)
    if found is None or (
        found[3] not in ("hand", "reserve", "reserves", "stock", "pool", "bank") and not near(found[3], ("supply",))
    ):
        return None
    label = "pieces waiting beside the board are in the supply"
    return corrected_habit(found.span(), f"unexpected `{found[0]}`", label, f"{found[1]} supply")


def _called_supply(content: str, line: int, at: int) -> Habit | None:
    """`add 1 to supply`, of a variable that cannot have this name: of `put` and `take` alone these words are a part."""
    verb = re.compile(r"\s*([a-z]+)\b").match(content, line)
    found = re.compile(r"\s*(?:to|from)\s+(supply)\b").match(content, at)
    if verb is None or found is None or verb[1] in ("put", "take"):
        return None
    label = "pieces waiting beside the board are there"
    return Habit(*found.span(1), "no name of a file can be `supply`", label, "choose another name, such as `my_supply`")


def _outside(content: str, start: int, end: int) -> bool:
    """Whether all brackets that open from `start` on are closed before `end`."""
    part = content[start:end]
    return all(part.count(left) <= part.count(right) for left, right in ("()", "[]", "{}"))


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
    if other is None or other.start(1) > at or not _outside(content, first.end(), other.start(1)):
        return None
    label, how = f"`{first[1]}` is written with `{right}`", f"write {{}}, as in `{_SHAPES[first[1]]}`"
    edit = other.span(1) if right != "," else (len(content[: other.start(1)].rstrip()), other.end(1))
    return corrected_habit(other.span(1), f"unexpected `{other[1]}`", label, right, edit, how)


def _under(content: str, line: int, at: int) -> Habit | None:
    """`move c under t`, `take piece under t`: the bottom of a pile is where something goes to, or comes from."""
    verb = re.compile(r"\s*(move|take)\b").match(content, line)
    if verb is None or not re.compile(r"under\b").match(content, at):
        return None
    rest = content[at:].partition("\n")[0]
    joint = "from" if verb[1] == "take" or re.search(r"\bto\b", rest) else "to"
    shape = {"to": "move c to under d", "from": f"{verb[1]} piece from under c{' to d' if verb[1] == 'move' else ''}"}[joint]
    span = at, at + len("under")
    label, how = f"`{verb[1]}` is written with `{joint}`", f"write {{}}, as in `{shape}`"
    return corrected_habit(span, "unexpected `under`", label, f"{joint} under", span, how)


def arrow_for_to(content: str, at: int) -> Habit | None:
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
    has_else = re.compile(r"([ \t]*)[^\n]*\n\1(?:else|elif|elseif|elsif)\b").match(content, line)
    if re.search(r"\belse\b", found["effect"]) or has_else:
        help_ = f"write `if {found[1]}:`, the effect below it, indented, and `else:` on a line of its own"
        return Habit(*word.span(), f"unexpected `{word[0]}`", "each effect has a line of its own", help_)
    effect = re.sub(_RESULT, lambda result: _result_as_effect(*result.groups()), found["effect"].strip())
    edit = (found.end() - len(found[0].lstrip()), len(content[: found.end()].rstrip()))
    label, how = "on one line, the effect comes before its `if`", "write the condition after the effect: {}"
    return corrected_habit(word.span(), f"unexpected `{word[0]}`", label, f"{effect} if {found[1]}", edit, how)


def _choice(content: str, line: int, at: int) -> Habit | None:
    """`let n be 2 if c in corners else 1`: behind an effect an `if` is the condition of the effect."""
    found = _CHOICE.match(content, line)
    if found is None or at != found.start("else"):
        return None
    value = found.span("value")[0], len(content[: found.end()].rstrip())
    label, how = "here the `if` is a condition of the whole effect", "put the choice in round brackets: {}"
    return corrected_habit(found.span("else"), "unexpected `else`", label, f"({content[slice(*value)]})", value, how)


def _result(content: str, line: int) -> Habit | None:
    """`mover wins`, `Light loses if ..`: results as the key `end` writes them."""
    found = re.compile(rf"[ \t]*({_RESULT})").match(content, line)
    if found is None:
        return None
    effect = _result_as_effect(found[2], found[3])
    return corrected_habit(found.span(1), f"there is no effect `{found[1]}`", "results are written like this below `end`", effect)


def _result_as_effect(who: str, verb: str) -> str:
    verb = verb.removesuffix("s")
    if who == "nobody":
        return "draw"
    return verb if who == "mover" else f"{verb} {who}"


def _lacking(content: str, line: int) -> Habit | None:
    """`move c t`, without the word between the parts."""
    stop = _STOP.search(content, line)
    end = stop.start() if stop else len(content)
    moved = _MOVED.fullmatch(content, line, end)
    if moved is not None and KEYWORDS.isdisjoint(moved.groups()):
        effect = f"move {moved[1]} from {moved[2]} to {moved[3]}"
        edit = (content.index("move", line), moved.end(3))
        label = "`move` takes one origin and one destination"
        return corrected_habit(moved.span(2), f"unexpected `{moved[2]}`", label, effect, edit)
    found = _LACKING.fullmatch(content, line, end)
    if found is None or found[1] not in _JOINTS:
        return None
    verb, joint = found[1], _JOINTS[found[1]][0]
    *first, last = re.findall(_ONE, found[2])
    if verb in ("put", "take") and len(first) == 1 and (first[0] == "all" or first[0].isdecimal()):
        what = found[0].strip()
        return Habit(found.start(1), found.end(2), f"`{what}` is not a complete effect", f"expected `{joint}` next",
                     f"write `{what} {joint} ..`, with a site or a set of them")  # fmt: skip
    if verb == "take" and not first and _A_SITE.fullmatch(last):
        first = ["piece"]
    says_no_place = last == "piece" or (len(first) == 1 and WHOSE_WORD.fullmatch(first[0]))
    if not first or not KEYWORDS.isdisjoint([*first, last]) or (verb in ("put", "take") and says_no_place):
        return None
    *parts, end_part = [last, *first] if verb == "add" and last.isdigit() else [*first, last]
    written = f"{verb} {' '.join(parts)}{'' if joint == ',' else ' '}{joint} {end_part}"
    start = found.end(2) - len(last)
    span, edit = (start, found.end(2)), (found.start(1), found.end(2))
    return corrected_habit(span, f"unexpected `{last}`", f"`{verb}` is written with `{joint}`", written, edit)


def _unfinished(content: str, line: int, at: int) -> Habit | None:
    """`put stone`, `take piece`, `add 1`: the effect ends before its second part."""
    verb = re.compile(r"\s*([a-z]+)\b").match(content, line)
    stop = next((found for found in _STOP.finditer(content, line) if _outside(content, line, found.start())), None)
    end = min(stop.start() if stop else len(content), len(content[line:].partition("\n")[0]) + line)
    if verb is None or verb[1] not in _JOINTS or not content[line:end].strip() or at < len(content[:end].rstrip()):
        return None
    last = len(content[:end].rstrip())
    what = content[verb.start(1) : last]
    joint = _JOINTS[verb[1]][0]
    if re.search(rf"\s{joint}\b", what) or not _outside(content, verb.start(1), last):
        return None
    whole = f"{what}{'' if joint == ',' else ' '}{joint} .."
    help_ = f"as in `{_SHAPES[verb[1]]}`" if what == verb[1] else f"write `{whole}`, as in `{_SHAPES[verb[1]]}`"
    return Habit(verb.start(1), last, f"`{what}` is not a complete effect", f"expected `{joint}` next", help_)


def _whose(content: str, line: int) -> Habit | None:
    """`promote c to queen of Black`, `take .. to supply of Black as queen of Black`: a kind alone is meant."""
    before = _WHOSE_BEFORE.match(content, line)
    if before is not None:
        label = "a promoted piece keeps its owner"
        return corrected_habit(
            before.span(1), f"unexpected `{before[1]}`", label, before[2], (before.start(1), before.end(2)), "write {} alone"
        )
    found = _WHOSE.match(content, line)
    if found is None:
        return None
    promoted = found[0].strip().startswith("promote")
    more = "`flip c` gives a piece to the other player" if promoted else "the new owner is written after `supply of`"
    edit, how = (found.start(1), found.end(2)), f"write {{}} alone; {more}"
    return corrected_habit(found.span(2), f"unexpected `{found[2]}`", "expected only a kind", found[1], edit, how)


def _end_of_value(content: str, start: int, end: int) -> int:
    """Where the condition or the loop of an effect begins; an `if` with an `else` is a part of the value."""
    for found in re.compile(r"\s+(if|for)\b").finditer(content, start, end):
        if _outside(content, start, found.start()) and not (
            found[1] == "if" and re.search(r"\selse\b", content[found.end() : end])
        ):
            return found.start()
    return end


def _effect(content: str, at: int) -> Habit | None:
    """A word that begins a line and is no effect."""
    word = LAST_WORD.search(content, 0, at)
    if word is None:
        return None
    change = _CHANGE.match(content, word.start())
    if change is not None and (change[2] != ":" or change[1] not in _KEYS):
        end = _end_of_value(content, change.end(2), change.end())
        name, sign, value = change[1], change[2], content[change.end(2) : end].strip()
        if re.search(r"\s+if\b.*\selse\b", value) and _outside(value, 0, value.index(" if")):
            value = f"({value})"
        by = value if sign in ("+=", "-=") else "1"
        if sign[0] == "-":
            by = f"-{by}" if re.fullmatch(r"[\w.]+", by) else f"-({by})"
        effect = f"set {name} to {value}" if sign in ("=", ":") else f"add {by} to {name}"
        if sign in ("*=", "/=", "%="):
            factor = value if re.fullmatch(rf"{_ONE}|\([^()]*\)", value) else f"({value})"
            effect = f"set {name} to {name} {sign.replace('/', '//')[:-1]} {factor}"
        edit = (change.start(), len(content[:end].rstrip()))
        return corrected_habit(change.span(2), f"`{sign}` is not an effect", "", effect, edit)
    if word[1] in _KEYS and re.match(r"\s*:", content[word.end() :]):
        message = f"`{word[1]}` is a key of a move, but is among its effects here"
        return Habit(*word.span(1), message, "", "align it with `do`")
    message, other = f"there is no effect `{word[1]}`", instead_of_effect(word[1])
    if word[1] in OF_THE_TURN:
        return Habit(*word.span(1), message, "", NEXT_OF_THE_TURN)
    counted = _COUNTED.match(content, word.start(1))
    if counted is not None:
        by, of = counted["by"] or counted["less"], counted["of"] or counted["from"]
        if counted["less"] or counted["verb"].lower().startswith("de") or counted["verb"] in ("reduce", "lower"):
            by = f"-{by}" if re.fullmatch(r"[\w.]+", by) else f"-({by})"
        return corrected_habit(word.span(1), message, "", f"add {by} to {of}", counted.span())
    number = _NUMBER_FROM.match(content, word.end(1))
    if other == "take" and number is not None:
        count, of = number.groups()
        help_ = f"write `drop {count} from {of}` for a number in a set or bag, `take {count} KIND from {of}` for pieces"
        return Habit(*word.span(1), message, "", help_)
    stop = _STOP.search(content, word.end())
    end = stop.start() if stop else len(content.rstrip())
    parts = content[word.end() : end].strip()
    are_several = len(parts.split()) > 1  # an effect of one word has no parts
    close = () if other else near(word[1], [each for each in EFFECTS if not are_several or EFFECTS[each] != each])
    label = near_label(close)
    verb = other or (close[0] if close else "")
    given = re.fullmatch(r"(.+?)\s+to\s+([A-Za-z_][\w.]*)", parts) if other == "set" else None
    if given is not None and (word[1] == "assign" or given[1].isdecimal()):
        parts = f"{given[2]} to {given[1]}"
    whole = effect_of(verb, parts) if verb and parts and "," not in parts else None
    if whole is not None:
        return corrected_habit(word.span(1), message, label, whole, (word.start(1), end))
    dropped = _DROPPED.match(content, word.end(1)) if other == "take" else None
    if dropped is not None:
        members = dropped[1].strip()
        effect = f"drop {members if ',' not in members or members[0] == '{' else '{' + members + '}'} from {dropped[2]}"
        return corrected_habit(word.span(1), message, label, effect, (word.start(1), dropped.end()))
    help_ = sample_of_effect(verb) if verb else f"an effect begins with {', '.join(f'`{w}`' for w in EFFECTS)}"
    if not verb and re.fullmatch(rf"{_ONE}(?:[\s,]+{_ONE}){{0,3}}", parts):
        called = f"{word[1]}({', '.join(re.findall(_ONE, parts))})"
        help_ = f"a routine is called with brackets, `{called}`; {help_}"
    if not verb and not parts:  # alone on its line
        help_ = f"a routine is called with brackets, `{word[1]}()`; {help_}"
    return Habit(*word.span(1), message, label, help_)
