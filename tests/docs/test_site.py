"""The site: every page is in its navigation, and what a builder of sites cannot read is taken out of a page."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.docs.pages import doc_script

DOCS = Path(__file__).resolve().parents[2] / "docs"
make_site = doc_script("make_site")
UNLISTED = {"internals/next.md"}
"""What is half done: read by those who do it, where they do it."""


def listed(nav: list[Any]) -> Iterator[str]:
    for each in nav:
        if isinstance(each, str):
            yield each
        else:
            for to in each.values():
                yield from listed(to if isinstance(to, list) else [to])


def test_every_page_stands_once_in_the_navigation() -> None:
    nav = [*listed(tomllib.loads((DOCS / "zensical.toml").read_text("utf-8"))["project"]["nav"])]
    assert len(set(nav)) == len(nav)
    pages = {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")}
    assert pages - UNLISTED == set(nav) - UNLISTED


def test_a_fence_keeps_its_language_alone_and_a_file_beside_the_pages_comes_along(tmp_path: Path) -> None:
    text = make_site.page(DOCS / "manual" / "words.md", tmp_path)
    assert set(re.findall(r"^ *```(.*)$", text, re.MULTILINE)) <= {"", "yaml", "python", "text", "console"}
    text = make_site.page(DOCS / "workshop.md", tmp_path)
    assert "](files/host.schema.json)" in text
    assert (tmp_path / "files" / "host.schema.json").is_file()
