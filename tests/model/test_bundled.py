"""A list of the bundled games says what their files say, and is read once for a version of ggl."""

from __future__ import annotations

from pathlib import Path

import pytest

from ggl import resources
from ggl.diagnostics import Findings
from ggl.model import bundled as module
from ggl.model.bundled import bundled
from ggl.model.extends import FindBase, Heading, find_beside, load_definition
from ggl.source import Source
from tests.few import few_of
from tests.model.reading import game as whole
from tests.model.reading import good


@pytest.fixture
def reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """An empty cache; the files that are read."""
    monkeypatch.setenv("GGL_CACHE", str(tmp_path))
    found, load = list[str](), module.load_heading

    def counted(source: Source, findings: Findings, find: FindBase) -> Heading | None:
        found.append(source.name)
        return load(source, findings, find)

    monkeypatch.setattr(module, "load_heading", counted)
    return found


@pytest.mark.parametrize("name", few_of())
def test_a_heading_is_that_of_the_whole_definition(name: str) -> None:
    find = find_beside(None)
    source = find(name)
    assert source is not None
    whole = load_definition(source, Findings(), find)
    game = module._read(name)
    assert whole is not None
    assert game is not None
    assert (game.title, game.about) == (whole.name.text, whole.about)
    assert {each.name: str(each) for each in game.options} == {key: str(option) for key, option in whole.options.items()}


def test_the_list_is_read_once(reads: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    few = ("tic-tac-toe", "misere-tic-tac-toe", "go")
    monkeypatch.setattr(resources, "bundled_games", lambda: few)
    first = bundled()
    assert tuple(each.name for each in first) == few
    assert len(reads) == len(few)
    assert bundled() == first
    assert len(reads) == len(few)
    monkeypatch.setattr(module, "__version__", "another")
    assert bundled() == first
    assert len(reads) == 2 * len(few)
    (kept,) = tmp_path.glob("bundled.json")
    kept.write_bytes(kept.read_bytes()[:-9])
    assert bundled() == first
    assert len(reads) == 3 * len(few)
    monkeypatch.setattr(resources, "bundled_games", lambda: few[:1])
    assert bundled() == first[:1]


OF_FILES = {
    "a line about it": ("about: in short\n", "in short"),
    "none": ("", ""),
    "a mistake in an option": ("options: {size: }\n", None),
    "text that is no YAML": ("about: [\n", None),
}


@pytest.mark.parametrize("case", OF_FILES)
def test_a_file_with_mistakes_is_not_in_the_list(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines, about = OF_FILES[case]
    path = tmp_path / "pond.yaml"
    path.write_text(f"name: Pond\nplayers: [A, B]\nboard: square(3)\nmoves: {{stay: {{}}}}\n{lines}")
    monkeypatch.setattr(resources, "bundled_game", {"pond": path}.get)
    game = module._read("pond")
    assert (game and game.about) == about
    assert module._read("lake") is None


def test_the_list_is_read_again_when_a_file_changes(reads: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pond.yaml"
    monkeypatch.setattr(resources, "bundled_games", lambda: ("pond",))
    monkeypatch.setattr(resources, "bundled_game", {"pond": path}.get)
    for name in ("Pond", "Lake"):
        path.write_text(f"name: {name}\nplayers: [A, B]\nboard: square(3)\nmoves: {{stay: {{}}}}\n")
        assert [game.title for game in bundled()] == [name]


@pytest.mark.parametrize(
    ("written", "choices"),
    [("true", ("true", "false")), ("Light in {Light, Dark}", ("Light", "Dark")), ("3 in 2..4", ()), ("Light", ())],
)
def test_few_allowed_values_are_named_one_by_one(written: str, choices: tuple[str, ...]) -> None:
    option = good(whole(f"options:\n  size: {written}")).options["size"]
    assert module.describe_option(option).choices == choices
