"""The lines of prose in Markdown files have at most 100 columns. Tables, code, diagrams, links and headings may be wider.

Comments, which are not shown, do not count. Pages that a program makes are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.docs.pages import ROOT

COLUMNS = 100
NOT_YET = {"docs/internals/next.md"}
"""Pages whose lines are still as they were written."""

PAGES = sorted(
    str(page.relative_to(ROOT))
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))
    if "<!-- Made by" not in page.read_text("utf-8")
)


def can_break(line: str) -> bool:
    """Whether a word of a line could stand on the next one: a blank in code is no place for that."""
    return " " in re.sub(r"`[^`]*`", "`", line)[: COLUMNS + 1].lstrip("-* 0123456789.")


def too_wide(text: str) -> Iterator[tuple[int, str]]:
    """The lines of prose that are too wide, by number: what of a line could stand on the next one."""
    fence = ""
    for number, whole in enumerate(text.splitlines(), 1):
        line = re.sub(r"\s*<!--.*?-->", "", whole)
        mark = re.match(r"\s*(`{3,}|~{3,})", line)
        if mark and (not fence or line.strip() == fence):
            fence = "" if fence else mark[1]
            continue
        is_prose = not fence and not re.match(r"\s*\||\s*#|\s{4,}\S|\s*<", line) and not re.match(r"\s*\[[^]]+\]: ", line)
        if is_prose and len(line) > COLUMNS and can_break(line):
            yield number, line


@pytest.mark.parametrize("page", [page for page in PAGES if page not in NOT_YET])
def test_lines_of_prose_have_at_most_100_columns(page: str) -> None:
    found = [f"{page}:{number}: {len(line)} columns" for number, line in too_wide((ROOT / page).read_text("utf-8"))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("page", sorted(NOT_YET))
def test_a_page_that_is_wrapped_is_held_to_it(page: str) -> None:
    assert any(too_wide((ROOT / page).read_text("utf-8"))), "take the page out of NOT_YET"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("word " * 20 + "word", [1]),
        ("word " * 20, []),
        ("short\n\n" + "- " + "word " * 25, [3]),
        ("```\n" + "word " * 25 + "\n```\n" + "word " * 25, [4]),
        ("| " + "word " * 25 + "|", []),
        ("    " + "word " * 25, []),
        ("[link]: " + "x" * 120, []),
        ("- " + "x" * 120, []),
        ("word " * 19 + "<!-- a-claim-with-a-name -->", []),
    ],
)
def test_what_counts_as_prose(text: str, lines: list[int]) -> None:
    assert [number for number, _ in too_wide(text)] == lines


@pytest.mark.parametrize("page", PAGES)
def test_no_comment_stands_within_code(page: str) -> None:
    """It would be shown there, in the place of what was written: `n // 0`."""
    text = re.sub(r"^(`{3,}).*?^\1", "", (ROOT / page).read_text("utf-8"), flags=re.S | re.M)
    code = (found[2] for block in re.split(r"\n\s*\n|\n(?=\s*- )", text) for found in re.finditer(r"(`+)(.+?)\1", block, re.S))
    assert [one for one in code if "<!--" in one] == []
