"""The schema as catalogues take it: made anew it is the same, and each key has a meaning and valid examples."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest
from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "schemas" / "game.schema.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_schema", ROOT / "docs" / "make_schema.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_made_files_are_up_to_date(script: ModuleType) -> None:
    assert script.SCHEMA.read_text("utf-8") == script.made(), "run `python docs/make_schema.py`"
    assert script.CATALOG.read_text("utf-8") == script.catalog(), "run `python docs/make_schema.py`"


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_each_key_has_a_meaning_and_valid_examples(script: ModuleType) -> None:
    keys = list(script.nodes(SCHEMA))
    assert len(keys) > 80
    for part, name, node, _ in keys:
        meaning = node.get("description") or SCHEMA["$defs"][node["$ref"].rpartition("/")[2]].get("description")
        assert meaning, (part, name)
        assert node["examples"], (part, name)
        validator = Draft202012Validator({**node, "$defs": SCHEMA["$defs"]})
        assert [error.message for each in node["examples"] for error in validator.iter_errors(each)] == [], (part, name)


def test_the_catalogue_names_files_that_no_other_program_writes(script: ModuleType) -> None:
    (entry,) = json.loads(script.catalog())["schemas"]
    assert entry["fileMatch"] == ["*.ggl.yaml", "*.ggl.yml"]
    assert entry["url"] == SCHEMA["$id"]
