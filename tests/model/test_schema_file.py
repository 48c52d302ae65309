"""The schema as editors use it, and the files that come with ggl."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from ggl import resources
from ggl.model.keys import TOP
from tests.model.reading import DRAFTS
from tests.model.test_drafts import NOT_YET, READ

SCHEMA = json.loads(resources.game_schema().read_text("utf-8"))


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_it_has_all_parts_of_a_file() -> None:
    samples = [each["$comment"].partition("(")[0] for each in SCHEMA["patternProperties"].values()]
    assert {*SCHEMA["properties"], *samples} == set(TOP)


def keys(part: object, path: str = "") -> Iterator[tuple[str, dict]]:
    if isinstance(part, dict):
        for key, value in part.get("properties", {}).items():
            yield f"{path}/{key}", value
        for key, value in part.items():
            yield from keys(value, f"{path}/{key}")
    elif isinstance(part, list):
        for value in part:
            yield from keys(value, path)


def test_each_key_has_a_description() -> None:
    plain = {"$defs/move/do", "$defs/then"}
    missing = [path for path, value in keys(SCHEMA) if "description" not in value and path.strip("/") not in plain]
    assert missing == []


@pytest.mark.parametrize("name", READ)
def test_editors_find_nothing_wrong_with_the_drafts(name: str) -> None:
    """Editors read YAML with types: numbers, booleans, nulls."""
    tree = yaml.safe_load((DRAFTS / f"{name}.yaml").read_text("utf-8"))
    assert [error.message for error in Draft202012Validator(SCHEMA).iter_errors(tree)] == []


@pytest.mark.parametrize("name", [name for name in NOT_YET if name != "backgammon"])
def test_editors_find_what_is_not_built(name: str) -> None:
    tree = yaml.safe_load((DRAFTS / f"{name}.yaml").read_text("utf-8"))
    assert not Draft202012Validator(SCHEMA).is_valid(tree)


def test_bundled_games() -> None:
    for name in resources.bundled_games():
        path = resources.bundled_game(name)
        assert path is not None
        assert path.is_file()
    assert resources.bundled_game("../README") is None
    assert resources.bundled_game("no such game") is None


def test_folders_of_an_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ggl" / "data" / "games").mkdir(parents=True)
    monkeypatch.setattr(resources.resources, "files", lambda _: tmp_path / "ggl")
    resources._folder.cache_clear()
    try:
        assert resources.games_folder() == tmp_path / "ggl" / "data" / "games"
        assert resources.schemas_folder() == tmp_path / "schemas"
    finally:
        resources._folder.cache_clear()
