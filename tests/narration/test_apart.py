"""Two rules that mean different things are told in different sentences: each pair of `apart.yaml`, played and read."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from ggl.play.filetests import run_tests
from ggl.play.game import Game
from ggl.play.loading import load

PAIRS: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "apart.yaml").read_text(encoding="utf-8"))
SIDES = ("one", "other")


def filled(text: str, parts: str | list[str]) -> str:
    """The text with its `@` replaced, in order by the parts, or each by the one part."""
    given: Iterator[str] = iter(parts if isinstance(parts, list) else [parts] * text.count("@"))
    pieces = text.split("@")
    return pieces[0] + "".join(next(given) + piece for piece in pieces[1:])


def written(pair: dict[str, Any], side: str) -> str:
    """The file of a pair, with one of its two rules."""
    parts = [pair["rules"]]
    parts += [f"{key}: {{{pair[key]}}}\n" for key in ("turn", "end") if key in pair]
    if "end" not in pair:
        parts.append("end: {draw: ply > 9}\n")
    head = f"ggl: 1\nname: Pair\nplayers: [A, B]\nboard: square(4)\npieces: {pair.get('pieces', '{man: {}}')}\n"
    tests = yaml.safe_dump({"tests": {"apart": pair["test"]}}, default_flow_style=None)
    return head + filled("".join(parts), pair[side]) + tests


def made(folder: Path, pair: dict[str, Any], side: str) -> Game:
    path = folder / f"{side}.yaml"
    path.write_text(written(pair, side), encoding="utf-8")
    return load(path)


def name_of(pair: dict[str, Any]) -> str:
    return str(pair["kind"])


@pytest.mark.parametrize("pair", PAIRS, ids=name_of)
def test_the_two_rules_mean_different_things(tmp_path: Path, pair: dict[str, Any]) -> None:
    passed = [all(outcome.passed for outcome in run_tests(made(tmp_path, pair, side).checked)) for side in SIDES]
    assert passed == [True, False]


@pytest.mark.parametrize("telling", ["exact", "readable"])
@pytest.mark.parametrize("pair", PAIRS, ids=name_of)
def test_the_two_rules_are_told_apart(tmp_path: Path, pair: dict[str, Any], telling: str) -> None:
    """`one reads` and `other reads` are of the readable telling, where it differs."""
    one, other = (" ".join(made(tmp_path, pair, side).rules_text(exact=telling == "exact").split()) for side in SIDES)
    verb = "says" if telling == "exact" or "one reads" not in pair else "reads"
    assert pair[f"one {verb}"] in one
    assert pair[f"one {verb}"] not in other
    assert pair[f"other {verb}"] in other
    assert pair[f"other {verb}"] not in one
