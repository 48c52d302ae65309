"""Each fix of a finding in a bad file, made as it says: the finding is gone, and no error is there that was not there before."""

import difflib
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from ggl.diagnostics import CODES, Diagnostic, Fix
from ggl.play.loading import made_of
from ggl.source import Source
from tests.bad.findings_of import findings_in, findings_of
from tests.bad.test_bad_files import FILES, HERE, name

GOLDEN = HERE / "fixes.txt"
WITHOUT = HERE / "without_fix.yaml"
PLAYOUTS = 20


def fixed(path: Path) -> Iterator[tuple[Diagnostic, Fix]]:
    for finding in findings_of(path).sorted():
        if finding.fix is not None:
            yield finding, finding.fix


def applied(fix: Fix) -> str:
    text, span = fix.span.source.text, fix.span
    return text[: span.start] + fix.replacement + text[span.end :]


def changed(fix: Fix) -> Iterator[str]:
    """The lines that an edit changes, before and after."""
    before, after = fix.span.source.text.splitlines(), applied(fix).splitlines()
    for line in list(difflib.unified_diff(before, after, n=0, lineterm=""))[2:]:
        if not line.startswith("@@"):
            yield f"  {line[0]} {line[1:]}"


def said(finding: Diagnostic) -> tuple[str, str]:
    return finding.code.code, finding.message


_LISTED = set(re.findall(r"^(\S+): GGL", GOLDEN.read_text(encoding="utf-8"), re.MULTILINE))
WITH_FIX = [path for path in FILES if name(path) in _LISTED]
"""All of them, as the golden edits below show."""


@pytest.mark.parametrize("path", WITH_FIX, ids=name)
def test_a_fix_mends_its_finding_and_brings_no_error(path: Path) -> None:
    before = list(findings_of(path))
    errors = {said(each) for each in before if each.code.severity == "error"}
    for finding, fix in fixed(path):
        if fix.span.source.name != path.name:
            continue
        after = list(findings_in(applied(fix).encode(), path))
        assert finding.help is not None
        assert sum(said(each) == said(finding) for each in after) < sum(said(each) == said(finding) for each in before), finding
        assert {said(each) for each in after if each.code.severity == "error"} <= errors, finding


def test_the_edits_are_the_golden_ones() -> None:
    """`GGL_BLESS=1` rewrites them."""
    lines: list[str] = []
    for path in FILES:
        for finding, fix in fixed(path):
            lines += [f"{name(path)}: {finding.code.code}: {finding.help}", *changed(fix), ""]
    shown = "\n".join(lines)
    if os.environ.get("GGL_BLESS"):
        GOLDEN.write_text(shown, encoding="utf-8", newline="\n")
    assert shown == GOLDEN.read_text(encoding="utf-8")


def plays(text: str) -> tuple[list[int], list[object]]:
    """Perft to depth 2, and the results of seeded playouts, in the engine that defines the meaning."""
    game = made_of(Source("game.yaml", text), engine="interpreter")
    state = game.initial_state()
    results: list[object] = list(game.playouts(PLAYOUTS, seed=1))
    return [game.perft(state, depth) for depth in (1, 2)], results


def test_a_fix_of_a_warning_leaves_the_game_the_same() -> None:
    compared = set()
    for path in FILES:
        if any(each.code.severity == "error" for each in findings_of(path)):
            continue
        for finding, fix in fixed(path):
            assert plays(applied(fix)) == plays(path.read_text(encoding="utf-8")), finding
            compared.add(finding.code.code)
    assert compared >= {"GGL218", "GGL220"}


def test_each_code_without_a_fix_has_its_reason() -> None:
    with_fix = {finding.code.code for path in FILES for finding, _ in fixed(path)}
    without = [code for codes in yaml.safe_load(WITHOUT.read_text(encoding="utf-8")).values() for code in codes]
    assert sorted(without) == sorted(set(CODES) - with_fix)
