"""The schema as editors use it, and the files that come with ggl."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from ggl import resources
from ggl.model.keys import MERGED_LEVELS, TOP
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


def below(node: dict) -> Iterator[dict]:
    """The schemas of the values under a key, both where the schema names the keys and where the author does.

    A value that must be null is a member of a set in braces.
    """
    if "$ref" in node:
        yield from below(SCHEMA["$defs"][node["$ref"].rpartition("/")[2]])
    for form in node.get("anyOf", ()):
        yield from below(form)
    named = node.get("additionalProperties", {})
    yield from [
        *node.get("properties", {}).values(),
        *node.get("patternProperties", {}).values(),
        *([named] if named and named != {"type": "null"} else []),
    ]


@pytest.mark.parametrize("part", MERGED_LEVELS)
def test_a_variant_may_remove_each_key_that_is_merged(part: str) -> None:
    level = [SCHEMA["properties"][part]]
    for _ in range(MERGED_LEVELS[part]):
        level = [value for node in level for value in below(node)]
        stays = [value for value in level if not Draft202012Validator({**value, "$defs": SCHEMA["$defs"]}).is_valid("removed")]
        assert level
        assert stays == []


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
