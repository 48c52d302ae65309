"""No verb fails on any game there is: bundled, examples, drafts, small games of the language, bad files.

The ordinary run goes through the small games of the language; the slow one through everything, and through all pairs for `diff`.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

from ggl import resources
from ggl.cli import failures, group
from ggl.cli.diff import Parts, _parts, _rules
from ggl.play.errors import GglError
from ggl.play.loading import find_source
from tests.few import slow

ROOT = Path(__file__).parents[2]
SMALL = sorted((ROOT / "tests/language/games").glob("*.yaml"))
FILES = [
    *(resources.games_folder() / f"{name}.yaml" for name in resources.bundled_games()),
    *sorted((ROOT / "examples").glob("*.yaml")),
    *sorted((ROOT / "tests").rglob("*.yaml")),
]
STAGES = ("source", "tree", "definition", "board", "core", "position")
CHEAP = [["show", "--stage", "definition", "@"], ["show", "--stage", "position", "@"], ["diff", "@", "amazons"]]
EACH = [
    *(["show", "--stage", stage, "@"] for stage in STAGES),
    *([verb, "@"] for verb in ("check", "expand", "rules", "moves", "render")),
    ["fmt", "--check", "@"], ["why", "@", "a1"], ["ask", "@", "full"], ["perft", "@", "1"],
    ["diff", "@", "amazons"], ["diff", "chess", "@", "--all"], ["bug", "@", "-o", "-", "--games", "0"],
]  # fmt: skip
BAD = [["show", "--stage", "tree", "@"], ["check", "@"], ["fmt", "--check", "@"], ["bug", "@", "-o", "-"]]
"""What is done with files that have mistakes; the other verbs read them as `check` does."""


def name(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


def goes_well(monkeypatch: pytest.MonkeyPatch, path: Path, words: list[str]) -> None:
    monkeypatch.setenv("GGL_DEBUG", "1")
    done = CliRunner().invoke(group, [str(path) if word == "@" else word for word in words])
    assert done.exit_code in (failures.CLEAN, failures.FINDINGS, failures.USAGE), done.output
    assert "Traceback" not in done.output


@pytest.mark.parametrize("first", [0, slow(4), slow(8)])
@pytest.mark.parametrize("words", CHEAP, ids=" ".join)
def test_no_verb_fails_on_a_small_game(monkeypatch: pytest.MonkeyPatch, words: list[str], first: int) -> None:
    for path in SMALL[first::12]:
        goes_well(monkeypatch, path, words)


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=name)
def test_no_verb_fails_on_any_file(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    for words in BAD if "bad" in path.parts else EACH:
        goes_well(monkeypatch, path, words)


def said(parts: Parts) -> dict[tuple[str, ...], list[str]]:
    return {path: [" ".join(line.split()) for line in lines] for path, lines in parts.items() if lines}


@pytest.mark.slow
def test_any_two_games_can_be_compared() -> None:
    parts = {}
    for path in FILES:
        if "bad" in path.parts:
            continue
        try:
            parts[path] = _parts(find_source(str(path)))
        except GglError:
            continue  # a draft with words that are not built
    assert len(parts) > 100
    for one, other in product(parts, parts):
        assert bool(list(_rules(parts[one], parts[other], True))) == (said(parts[one]) != said(parts[other]))
