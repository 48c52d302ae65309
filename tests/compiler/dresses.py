"""What a made game may be besides: a match, a game with a bag, with stacks, or of three sides.

Each is a change to the text, so that what the expressions and effects are made of stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hypothesis import strategies as st

from tests.meaning.expressions import Draw

Pick = Callable[..., str]


def dressed(draw: Draw, text: str) -> str:
    """The text with some of `DRESSES`, often none."""
    for dress in DRESSES:
        if draw(st.sampled_from((False, False, False, True))):
            text = dress(text, lambda *values: draw(st.sampled_from(values)))
    return text


def _match(text: str, pick: Pick) -> str:
    """Several games one after the other, each of a few turns."""
    until = pick("any(total(p) >= 3 for p in players)", "total(Black) != total(White)", "tally == 2", "winner == none")
    first = pick(
        "winner if winner != none else other(starter)", "other(starter)", "other(winner) if winner != none else starter", ""
    )
    text = re.sub(r"ply > (20|8)", lambda found: "ply > 6" if found[1] == "20" else "ply > 3", text)
    return text + f"match:\n  until: {until}\n" + (f"  next first: {first}\n" if first else "")


def _bag(text: str, pick: Pick) -> str:
    """A bag of numbers that is written to, rolled from and chosen from."""
    read = pick("sum(bag)", "count(bag)", "max(bag, default=0)", "(1 if 3 in bag else 2)", "count(distinct(bag))")
    text = text.replace("\nstate:\n", "\nstate:\n  bag: {start: [1, 3, 3], in: 0..9}\n")
    text = re.sub(r"(?<=[(\[ -])tally\b(?!:| to)(?<!set tally)(?<!roll tally)(?<!to tally)", lambda _: pick("tally", read), text)
    text = text.replace("for: n in 0..3", f"for: n in {pick('bag', '0..3', 'distinct(bag)')}")
    text = text.replace("roll tally from 0..3", f"roll tally from {pick('0..3', 'distinct(bag)')}")
    change = pick("drop tally from bag", "add tally to bag", "set bag to bag + [2]", "drop [3, 1] from bag", "set bag to []")
    return re.sub(r"^( +do: )(\w.*)$", rf"\1|\n      \2\n      {change}", text, count=1, flags=re.MULTILINE)


def _stacks(text: str, pick: Pick) -> str:
    """Pieces that stand upon each other; arrows, which bear values, are kings."""
    most = pick("2", "3", "7")
    text = re.sub(r"\n  arrow: .*", "", text)
    text = text.replace("{supply: 5}", f"{{supply: 5, stacks: {most}}}").replace("king: {}", f"king: {{stacks: {most}}}")
    text = re.sub(r"( on .*) facing \w+", r"\1", text).replace("arrow", "king")
    text = re.sub(r"\bturn (.*) to (north|south|east|west|up\w*|down\w*)\b", r"take king from \1", text)
    text = text.replace(".lit", ".closed").replace(".age", ".tint")
    text = re.sub(r"\b(put|take) (?=(\w+ )?(stone|king) )", lambda found: f"{found[1]} {pick('', '2 ', '3 ')}", text)
    text = re.sub(r"\bmove stone from", f"move {pick('2 ', '', 'tally ')}stone from", text)
    return re.sub(r"\.(number|tint|row)\b(?! to)", lambda found: pick(f".{found[1]}", ".count"), text)


def _three(text: str, pick: Pick) -> str:
    """A third side, after the second."""
    text = text.replace("[Black, White]", "[Black, White, Red]")
    text = re.sub(r"(  White: )(\{forward: \w+\})", r"\1\2\n  Red: \2", text)
    text = re.sub(r"\bother\(", "next(", text)
    text = re.sub(r"\bopponent\b", lambda _: pick("next(mover)", "Red", "White"), text)
    text = re.sub(r"\bflip ", pick("take piece from ", "put Red stone on "), text)
    text = re.sub(r"^ *pie: .*\n", "", text, flags=re.MULTILINE)
    text = _several_winners(text, pick)
    return re.sub(r"\bWhite (?=stone|king|piece|arrow)", lambda _: pick("White ", "Red "), text)


def _several_winners(text: str, pick: Pick) -> str:
    """Results of several players; where there may be any, who has won is asked as a set."""
    ends = pick("", "", "players p win", "players p lose", "player p loses")
    if ends:
        count = pick("count(cells with p piece) < 2", "p stone on a1", "worth(p) > 1")
        text = re.sub(r"\nend:\n", f"\nend:\n  {ends}:\n    several: ply > 4 and {count}\n", text)
    text += pick("", "", "tie: shared\n")
    text = text.replace("winner if winner != none else next(starter)", "next(starter) if count(winners) > 1 else starter")
    text = text.replace("next(winner) if winner != none else starter", "next(starter) if any(winners) else starter")
    return text.replace("winner == none", pick("not any(winners)", "count(winners) > 1", "not White in winners"))


DRESSES = (_match, _bag, _stacks, _three)
