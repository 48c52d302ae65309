"""The examples in the explanations of the checker's codes, put into a small game: the wrong one shows its code.

A fragment's `where`, `do` and `then` are those of the game's one move; its other keys are the game's.
"""

import re

import pytest
import yaml

from ggl.diagnostics import CODES, Code
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.play.trial import trial
from ggl.source import Source

WITH_EXAMPLES = [code for code in CODES.values() if "Wrong:" in code.explanation]
OF_THE_FILE = [code for code in WITH_EXAMPLES if code.code < "GGL200"]
CHECKED = [code for code in WITH_EXAMPLES if "GGL200" < code.code < "GGL700"]
PLAYED = [code for code in WITH_EXAMPLES if code.code > "GGL700"]
GAMES = 5
BASE = {
    "name": "Example",
    "players": "[Black, White]",
    "board": "square(4)",
    "pieces": "{stone: {}, wall: {of: nobody}, rod: {sites: edges, of: nobody}, king: {faces: orthogonal}}",
    "moves": None,
    "end": "{draw: full}",
}
MOVE_KEYS = ("let", "where", "do", "then")
MOVE = {"for": '"c in cells, d in neighbors(c)"', "where": "empty(c)", "do": "put stone on c"}
OTHERS = {
    "GGL146": {"do": "put big_stone on c"},
    "GGL151": {"state": "{n: 0}"},
    "GGL152": {"for": "c in cells, d in compass"},
    "GGL307": {"do": "put stone on c facing north"},
    "GGL308": {"do": "put stone on c from supply"},
    "GGL208": {"where": "reach(c)"},
    "GGL214": {"pieces": "{stone: {}}"},
    "GGL216": {"board": "square(19)"},
    "GGL303": {"board": "square(2)", "pieces": "{stone: {}}"},
    "GGL402": {"others": "  shoot(c): {for: x in neighbors(c), do: take stone from x}\n"},
    "GGL403": {"others": "  drop: {for: c in cells, do: take stone from c}\n"},
    "GGL212": {"where": "n * n * n < 9"},
    "GGL211": {"where": "c not in mine"},
    "GGL304": {"for": "x in cells", "where": "empty(x)", "do": "put stone on x"},
    "GGL405": {"do": "chase(c)"},
    "GGL408": {"do": "phase late"},
    "GGL411": {"others": "  lift: {for: c in cells, do: take stone from c}\n"},
}
"""What a fragment needs around it to be read at all."""


def parts(text: str) -> dict[str, str]:
    """The top keys of a fragment, each with its text."""
    found = re.findall(r"(?m)^([a-z][^:\n]*):((?:.*\n)(?:[ \t].*\n)*)", text)
    return {key: value.rstrip("\n") for key, value in found}


def game(fragment: str, code: str) -> str:
    keys = {key: f" {value}" if value else "" for key, value in BASE.items()}
    move = {key: f" {value}" for key, value in MOVE.items()}
    around = dict(OTHERS.get(code, {}))
    others = around.pop("others", "")
    keys |= {key: f" {value}" for key, value in around.items() if key in ("board", "pieces", "state")}
    move |= {key: f" {value}" for key, value in around.items() if key in ("for", "where", "do")}
    for key, value in parts(fragment).items():
        if key in MOVE_KEYS:
            move[key] = value.replace("\n", "\n    ")
        else:
            keys[key] = value
    if not keys["moves"]:
        keys["moves"] = "\n  place:\n" + "".join(f"    {key}:{value}\n" for key, value in move.items()) + others.rstrip("\n")
    if code == "GGL502":
        keys.pop("end") if "end" not in fragment else None
    if "extends" in fragment:
        keys = {"name": " Example"} | parts(fragment)
    return "".join(f"{key}:{value}\n" for key, value in keys.items())


def codes(text: str) -> set[str]:
    return {each.code.code for each in check_source(Source("example.yaml", text))[1]}


def examples(code: Code) -> tuple[list[str], list[str]]:
    wrong, right = (re.findall(r"```yaml\n(.*?)```", part, re.DOTALL) for part in code.explanation.split("Right:"))
    assert len(wrong) == len(right) > 0
    return wrong, right


@pytest.mark.parametrize("code", OF_THE_FILE, ids=lambda code: code.code)
def test_the_examples_of_the_file_show_what_they_should(code: Code) -> None:
    wrong, right = examples(code)
    for fragment in wrong:
        assert code.code in codes(fragment) | codes(game(fragment, code.code)), fragment
    for fragment in right:
        found = check_source(Source("example.yaml", game(fragment, code.code)))[1]
        assert not any(each.code.severity == "error" for each in found), (fragment, found)


@pytest.mark.parametrize("code", PLAYED, ids=lambda code: code.code)
def test_the_examples_of_plays_show_what_they_should(code: Code) -> None:
    wrong, right = examples(code)
    for fragments, is_told in ((wrong, True), (right, False)):
        for fragment in fragments:
            checked, found = check_source(Source("example.yaml", game(fragment, code.code)))
            assert checked is not None, found
            assert (code.code in {each.code.code for each in trial(Game(checked), GAMES)}) == is_told, fragment


@pytest.mark.parametrize("code", CHECKED, ids=lambda code: code.code)
def test_the_examples_show_what_they_should(code: Code) -> None:
    wrong, right = examples(code)
    for fragment in wrong:
        assert yaml.safe_load(fragment) is not None
        assert code.code in codes(game(fragment, code.code)), game(fragment, code.code)
    for fragment in right:
        assert code.code not in codes(game(fragment, code.code)), game(fragment, code.code)
