"""The VS Code extension beside what it speaks of: words of its grammar, commands, settings. Its own tests run in node."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ggl.model.keys import TOP
from ggl.model.schema import load_game_schema
from ggl.syntax.keywords import KEYWORDS, PHRASE_WORDS

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "editors" / "vscode"
PACKAGE = json.loads((FOLDER / "package.json").read_text("utf-8"))
GRAMMAR = json.loads((FOLDER / "syntaxes" / "ggl.tmLanguage.json").read_text("utf-8"))["repository"]


def words(pattern: str) -> set[str]:
    found = re.search(r"\(((?:[a-z ]+\|)+[a-z ]+(?:\(\?=[^)]*\)\))?(?:\|[a-z ]+)*)\)", pattern)
    assert found, pattern
    return set(re.sub(r"\(\?=.*?\)", "", found[1]).split("|"))


def named(name: str) -> str:
    return next(one["match"] for one in GRAMMAR["value"]["patterns"] if one.get("name") == name)


def test_the_grammar_knows_the_words_of_the_language() -> None:
    assert words(named("keyword.control.ggl")) == set(KEYWORDS)
    assert set(PHRASE_WORDS) <= words(named("variable.language.ggl"))


def test_the_grammar_knows_the_parts_and_keys_of_a_file() -> None:
    starts = [GRAMMAR["part"]["match"], *(one["begin"] for one in GRAMMAR["text"]["patterns"])]
    parts = {word for start in starts for word in re.findall(r"[a-z]+", start.split(")(", 1)[0].split(")\\s", 1)[0])}
    assert set(TOP) <= parts
    keys = words(GRAMMAR["key"]["patterns"][0]["match"])
    known = {key for node in load_game_schema()["$defs"].values() for key in node.get("properties", {})} | {"by", "else"}
    assert keys <= known


def test_each_command_of_a_lens_is_one_of_the_client_or_the_server() -> None:
    pytest.importorskip("pygls")
    from ggl.lsp.server import COMMANDS, make_server

    script = (FOLDER / "src" / "extension.js").read_text("utf-8")
    registered = set(re.findall(r'registerCommand\("([\w.]+)"', script))
    assert {each["command"] for each in PACKAGE["contributes"]["commands"]} <= registered
    assert set(make_server().protocol.fm.commands) == set(COMMANDS)
    lenses = set(re.findall(r'"(ggl\.\w+)"', (ROOT / "ggl" / "lsp" / "server.py").read_text("utf-8"))) - set(COMMANDS)
    assert lenses <= registered


def test_each_setting_is_told_on_the_page() -> None:
    page = (ROOT / "docs" / "editors.md").read_text("utf-8")
    assert [name for name in PACKAGE["contributes"]["configuration"]["properties"] if f"`{name}`" not in page] == []


def test_versions_are_pinned_and_nothing_is_loaded_from_a_network() -> None:
    packages = {**PACKAGE["dependencies"], **PACKAGE["devDependencies"]}
    assert [name for name, version in packages.items() if not version[0].isdigit()] == []
    for path in FOLDER.joinpath("src").glob("*.js"):
        assert not re.search(r"https?://|fetch\(|XMLHttpRequest", path.read_text("utf-8")), path


@pytest.mark.slow
@pytest.mark.skipif(not (FOLDER / "node_modules").is_dir() or shutil.which("npm") is None, reason="editors/vscode was not built")
@pytest.mark.usefixtures("node")
def test_the_client_passes_its_own_tests_in_node() -> None:
    environment = {**os.environ, "GGL_SERVER": f"{sys.executable} -m ggl lsp"}
    subprocess.run(["npm", "test"], cwd=FOLDER, env=environment, check=True, timeout=600)
