"""How many names a finding lists, where a file has many: as many as a line or two can hold, and two dots for the rest."""

from __future__ import annotations

import pytest

from ggl.diagnostics.near import list_names
from ggl.play.loading import check_source
from ggl.source import Source

NAMES = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliet", "kilo", "lima", "mike"]
HEAD = "ggl: 1\nname: Many\nplayers: [Red, Blue]\nboard: square(3)\nend: {draw: full}\n"
PLACE = "{for: c in vacant, do: put man on c}"
MOVES = "".join(f"  {name}: {PLACE}\n" for name in NAMES)
GAME = f"{HEAD}pieces: {{man: {{}}}}\nmoves: {{place: {PLACE}}}\n"
BASE = GAME.replace("{man: {}}", f"{{man: {{}}, {', '.join(f'{name}: {{}}' for name in NAMES)}}}")

FILES = {
    "moves that there are": (8, f"{HEAD}pieces: {{man: {{}}}}\nturn: {{play: zzz}}\nmoves:\n{MOVES}"),
    "kinds that there are": (12, BASE.replace("{man: {}, ", "{").replace("man", "zzz")),
    "what a look may name": (8, BASE.replace("man: {}, ", "").replace("man", "alpha") + "look: {glyphs: {zzz: z}}\n"),
    "values without a row": (5, f"{GAME}values: {{words: [{', '.join(NAMES)}]}}\nstate: {{w: {{start: alpha, in: words}}}}\n"
                                "define: {n: {by: w, mike: 1}}\nscore(p): n\n"),
}  # fmt: skip


def told(text: str, base: str = "") -> str:
    _, findings = check_source(Source("many.yaml", text), bases=lambda _: lambda name: Source(name, base))
    return " ".join(part for each in findings for part in (each.message, each.label, each.help or ""))


@pytest.mark.parametrize(("most", "text"), FILES.values(), ids=FILES)
def test_so_many_names_are_listed(most: int, text: str) -> None:
    assert list_names(NAMES, most) in told(text), told(text)


def test_so_many_keys_of_a_base_are_listed() -> None:
    listed = list_names(["man", *NAMES], 8)
    assert listed in told("ggl: 1\nname: Fewer\nextends: base.yaml\npieces: {zzz: removed}\n", BASE)


def test_so_many_sentences_that_may_be_untrue_are_listed() -> None:
    defined = "".join(f"  {name}: size(zone)\n" for name in NAMES)
    said = "".join(f"  {name}: what {name} counts\n" for name in NAMES)
    base = f"{GAME}define:\n  zone: {{b2}}\n{defined}says:\n{said}"
    assert list_names(NAMES, 6) in told("ggl: 1\nname: Fewer\nextends: base.yaml\ndefine: {zone: corners}\n", base)
