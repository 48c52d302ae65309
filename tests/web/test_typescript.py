"""The files of the page: types that fit the messages, nothing that its policy forbids, licences of what is bundled."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from ggl.host.messages import VERSION
from ggl.web.typescript import declarations

WEB = Path(__file__).parents[2] / "ggl/web"
PAGE, TOOLS = WEB / "page", WEB / "bundle"
OURS = sorted(file for file in PAGE.rglob("*.js") if file.name != "codemirror.js")


def test_the_types_of_the_messages_are_made_from_their_schema() -> None:
    assert (PAGE / "messages.d.ts").read_text() == declarations(), "python -m ggl.web.typescript > ggl/web/page/messages.d.ts"


def test_the_page_speaks_this_version_of_the_messages() -> None:
    assert f"export const VERSION = {VERSION};" in (PAGE / "carrier.js").read_text()


def test_the_types_of_the_page_fit(node: str) -> None:
    tsc = TOOLS / "node_modules/typescript/bin/tsc"
    if not tsc.exists():
        pytest.skip("tsc is missing: npm ci in ggl/web/bundle")
    words = [node, str(tsc), "--project", "tsconfig.json"]
    found = subprocess.run(words, cwd=TOOLS, capture_output=True, text=True, check=False)
    assert not found.stdout + found.stderr


@pytest.mark.parametrize("file", OURS, ids=lambda file: str(file.relative_to(PAGE)))
def test_nothing_of_ours_makes_markup_of_text(file: Path) -> None:
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setAttribute\(\"style\"|\.style\."
    assert not re.findall(forbidden, file.read_text())


def test_the_document_has_no_script_and_no_style_of_its_own() -> None:
    text = (PAGE / "index.html").read_text()
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", text)


def test_what_is_bundled_comes_with_its_licences() -> None:
    head = (PAGE / "editor/codemirror.js").read_text().partition("\n")[0]
    licences = (PAGE / "editor/codemirror.LICENSE").read_text()
    packages = re.findall(r"(@?[\w/-]+ \d+\.\d+\.\d+)", head)
    assert len(packages) > 10
    assert not [package for package in packages if package not in licences]


def test_the_modules_of_the_page_are_of_a_size_that_can_be_read() -> None:
    assert not [file.name for file in OURS if len(file.read_text().splitlines()) > 500]
