"""The folder of a playground: what its service worker keeps for the time without a network is there, once each."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from ggl.cli import group
from ggl.errors import GglError
from ggl.playground.build import _page, archive, build, find_pyodide


def test_the_service_worker_lists_each_file_once(tmp_path: Path) -> None:
    try:
        pyodide = find_pyodide(None)
    except GglError:
        pytest.skip("Pyodide is missing: npm ci in ggl/web/bundle")
    written = {path.relative_to(tmp_path).as_posix() for path in build(tmp_path, ["tic-tac-toe"], pyodide)}
    text = (tmp_path / "service.js").read_text()
    found = re.search(r"const FILES = (\[.*?\]);", text, re.S)
    assert found is not None
    listed = json.loads(found[1])
    assert len(listed) == len(set(listed)), "a browser refuses a list in which one stands twice"
    assert {*listed} == written - {"service.js"} | {"./"}


def test_another_page_is_not_replaced_by_a_playground(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<title>mine</title>")
    done = CliRunner().invoke(group, ["playground", str(tmp_path)])
    assert done.exit_code == 2
    assert "index.html is not the page of a playground, and is left unchanged; choose another name" in done.stderr
    (tmp_path / "index.html").write_bytes(dict(_page())["index.html"])
    assert "index.html" not in CliRunner().invoke(group, ["playground", str(tmp_path), "--pyodide", str(tmp_path)]).stderr


def test_the_archive_has_the_tutorial_with_its_checks(tmp_path: Path) -> None:
    (tmp_path / "python.zip").write_bytes(archive(["tic-tac-toe"]))
    names = zipfile.ZipFile(tmp_path / "python.zip").namelist()
    assert "ggl/data/docs/tutorial.md" in names
    assert "ggl/data/docs/tutorial/scree-1.yaml" in names
