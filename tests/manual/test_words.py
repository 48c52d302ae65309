"""The examples of each word on the page of words tell it from every other word that takes and gives the same."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import yaml

from docs.make_reference import _games, vocabulary
from ggl.play.game import State
from tests.docs.evaluate import evaluate
from tests.docs.pages import ROOT

PAGE = yaml.safe_load((ROOT / "docs" / "words.yaml").read_text("utf-8"))


def entries() -> Iterator[tuple[str, list[str], str, str]]:
    """Each word with its examples, the game in which they are asked, and the moves before."""
    for section in PAGE["sections"]:
        for name, entry in section["words"].items():
            examples = entry["examples"] if isinstance(entry, dict) else entry
            yield name, examples, section.get("on", "garden.yaml"), section.get("after", "")


def shape(name: str) -> tuple[str, ...]:
    """What a word takes and gives, without names: words of one shape may be written in each other's places."""
    usage = vocabulary()[name][0] if name in vocabulary() else name
    types = re.sub(r"\w+: ", "", usage)
    head = "." if ", of " in usage else ""
    return head, re.sub(r"^[\w.]+", "", types)


SHAPES = {name: shape(name) for name, *_ in entries()}
ALIKE = [
    (name, other)
    for name, *_ in entries()
    for other in SHAPES
    if other != name and SHAPES[other] == SHAPES[name] and name in vocabulary() and other in vocabulary()
]


ELSEWHERE = {
    frozenset(pair)
    for pair in (
        ("rows", "columns"), ("directions", "compass"), ("other", "next"), ("mover", "starter"), ("steps", "passes"),
        ("repetitions", "board_repetitions"), ("stuck", "false"), ("winner", "none"), ("previous", "seen"),
    )
}  # fmt: skip
"""Words that mean the same in the small games of the page; what `claims/words.yaml` says of them tells them apart."""


@pytest.fixture(scope="module")
def states() -> dict[tuple[str, str], State]:
    games = _games(PAGE["intro"])
    found = {}
    for _, _, on, after in entries():
        state = games[on].initial_state()
        for move in after.split(";") if after else ():
            state = state.play(move.strip())
        found[on, after] = state
    return found


def answer(state: State, text: str) -> str:
    try:
        return evaluate(state, text)
    except AssertionError:
        return "refused"


def last(name: str) -> str:
    return name.removesuffix("()").rpartition(".")[2]


@pytest.mark.parametrize("name", dict.fromkeys(name for name, _ in ALIKE))
def test_no_other_word_of_its_shape_has_its_values(name: str, states: dict[tuple[str, str], State]) -> None:
    examples, on, after = next((each, on, after) for word, each, on, after in entries() if word == name)
    for other in (other for one, other in ALIKE if one == name and last(other) != last(name)):
        if frozenset((name, other)) in ELSEWHERE:
            continue
        asked = [example.rpartition("#")[::2] for example in examples]
        changed = [(re.sub(rf"\b{last(name)}\b", last(other), text.strip()), value.strip()) for text, value in asked]
        assert any(answer(states[on, after], text) != value for text, value in changed), (name, other)


def test_each_word_is_on_the_page() -> None:
    assert {name for name, *_ in entries()} >= set(vocabulary())


def test_rank_asks_for_the_constant_forward(states: dict[tuple[str, str], State]) -> None:
    assert answer(states["garden.yaml", ""], "rank(White, 1)") == "{a5, b5, c5, d5, e5}"
    assert answer(states["heap.yaml", ""], "rank(White, 1)") == "refused"
