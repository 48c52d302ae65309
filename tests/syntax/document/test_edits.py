"""Edits leave a file the YAML that it is: each case is a file, what is replaced in it, by what, and the file after it."""

import pytest
import yaml

from ggl.diagnostics import Fix
from ggl.model.keys import MERGED_LEVELS
from ggl.source import Source
from ggl.syntax.document import entry_removal, fitted_fix, last_row, left_out_value
from ggl.syntax.document.edits import MERGED_DEPTH

FITTED = {
    "a value that stays plain": ("end: {draw: full}\n", "full", "n > 3", "end: {draw: n > 3}\n"),
    "a set alone": ("define:\n  near: c\n", "c", "{c}", "define:\n  near: {c}\n"),
    "a value that begins as a map": ("define:\n  near: c & d\n", "c", "{c}", 'define:\n  near: "{c} & d"\n'),
    "braces inside a plain value": ("define:\n  near: a + c\n", "c", "{c}", "define:\n  near: a + {c}\n"),
    "a comma in a block": ("define:\n  near: step\n", "step", "step(c, d)", "define:\n  near: step(c, d)\n"),
    "a comma in braces": ("define: {near: not step}\n", "step", "f(c, d)", 'define: {near: "not f(c, d)"}\n'),
    "a comma in braces and quotes": ("define: {near: 'not step'}\n", "step", "f(c, d)", "define: {near: 'not f(c, d)'}\n"),
    "brackets that are an expression": ("turn:\n  most: [n, k]\n", "k", "min(k, 3)", "turn:\n  most: [n, min(k, 3)]\n"),
    "brackets around several": ("tests: {a: {true: [n, k]}}\n", "k", "f(k, 3)", 'tests: {a: {true: [n, "f(k, 3)"]}}\n'),
    "a block of text": ("setup: |\n  put a on b\n", "b", "{c: d}", "setup: |\n  put a on {c: d}\n"),
    "text that is not a file": ("a + b", "b", "{c}", "a + {c}"),
}


def applied(fix: Fix | None) -> str:
    assert fix is not None
    text, span = fix.span.source.text, fix.span
    return text[: span.start] + fix.replacement + text[span.end :]


@pytest.mark.parametrize(("text", "old", "new", "after"), FITTED.values(), ids=FITTED)
def test_an_expression_is_written_as_its_place_can_hold_it(text: str, old: str, new: str, after: str) -> None:
    at = text.rindex(old)
    assert applied(fitted_fix(Fix.write(Source("a.yaml", text).span(at, at + len(old)), new))) == after


OUT = {
    "a line": ("a: 1\nb: 2  # two\nc: 3\n", "b", "a: 1\nc: 3\n"),
    "a block": ("a:\n  b: |\n    x\n    y\n  c: 3\n", "b", "a:\n  c: 3\n"),
    "the last line": ("a: 1\nb: 2", "b", "a: 1\n"),
    "the only line of a map": ("a:\n  b: 2\nc: 3\n", "b", "c: 3\n"),
    "the first in braces": ("a: {b: 2, c: 3}\n", "b", "a: {c: 3}\n"),
    "the last in braces": ("a: {b: 2, c: 3}\n", "c", "a: {b: 2}\n"),
    "the only one in braces": ("a: {b: 2}\nc: 3\n", "b", "c: 3\n"),
    "in a list": ("a:\n- {b: 2, d: 4}\nc: 3\n", "d", "a:\n- {b: 2}\nc: 3\n"),
}


@pytest.mark.parametrize(("text", "key", "after"), OUT.values(), ids=OUT)
def test_an_entry_is_left_out_with_all_that_is_its_own(text: str, key: str, after: str) -> None:
    at = text.index(f"{key}:")
    assert applied(entry_removal(Source("a.yaml", text).span(at, at + len(key)))) == after


@pytest.mark.parametrize("text", ["b: 2\n", "- b: 2\n", "a:\n- b: 2\n  c: 3\n", "b: [\n"])
def test_what_cannot_be_left_out_by_one_edit_is_not(text: str) -> None:
    at = text.index("b:")
    assert entry_removal(Source("a.yaml", text).span(at, at + 1)) is None


def test_an_entry_is_found_by_its_value() -> None:
    source = Source("a.yaml", "a: x\nb: x and y\n")
    assert applied(left_out_value(source.span(8, 15))) == "a: x\n"
    assert left_out_value(source.span(8, 9)) is None


LEFT_OUT = {
    "where a base would say it again": ("extends: a\nmoves:\n  m:\n    where: {k: x}\n    do: y\n", None),
    "of a map that replaces that of a base": (
        "extends: a\nmoves:\n  m:\n    where: {k: x, l: z}\n", "extends: a\nmoves:\n  m:\n    where: {l: z}\n",
    ),
    "without a base": ("moves:\n  m:\n    where: {k: x}\n    do: y\n", "moves:\n  m:\n    do: y\n"),
}  # fmt: skip


@pytest.mark.parametrize("case", LEFT_OUT)
def test_a_variant_leaves_out_only_what_does_not_come_back(case: str) -> None:
    text, after = LEFT_OUT[case]
    at = text.index("k: x") + 3
    fix = left_out_value(Source("a.yaml", text).span(at, at + 1))
    assert (applied(fix) if fix else None) == after


def test_keys_are_merged_as_deep_as_edits_suppose() -> None:
    assert 1 + max(MERGED_LEVELS.values()) == MERGED_DEPTH


@pytest.mark.parametrize("text", ["p:\n  a: {b: c}\n  m:\n    u: x\nq: 1\n", "p: {a: {b: c}, m: {u: x}}\nq: 1\n"])
def test_a_map_that_may_be_empty_stays(text: str) -> None:
    at = text.index("x")
    edited = applied(left_out_value(Source("a.yaml", text).span(at, at + 1), may_be_empty=True))
    assert yaml.safe_load(edited) == {"p": {"a": {"b": "c"}, "m": {}}, "q": 1}


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("f(k):\n  by: k\n  a: 1\n  b: |\n    2\ng: 3\n", "f(k):\n  by: k\n  a: 1\n  b: |\n    2\n  else: 0\ng: 3\n"),
        ("f(k): {by: k, a: 1}\n", "f(k): {by: k, a: 1, else: 0}\n"),
    ],
)
def test_a_row_is_added_below_the_last(text: str, after: str) -> None:
    at = text.index("by: k") + 4
    assert applied(last_row(Source("a.yaml", text).span(at, at + 1), "else: 0", "")) == after
