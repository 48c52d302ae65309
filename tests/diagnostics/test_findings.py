"""Findings are collected: once for each cause, in the order of their places, and no more than a reader wants."""

from ggl.diagnostics import CODES, Findings, Fix
from ggl.diagnostics.catalog.file_and_yaml import DUPLICATE_KEY, MORE_FINDINGS
from ggl.diagnostics.catalog.shape import UNKNOWN_KEY
from ggl.source import Source

SOURCE = Source("b.yaml", "one two three\nfour\n")


def test_one_cause_is_one_finding() -> None:
    findings = Findings()
    findings.report(UNKNOWN_KEY, SOURCE.span(0, 3), "first")
    findings.report(UNKNOWN_KEY, SOURCE.span(0, 3), "the same again, in other words")
    findings.report(DUPLICATE_KEY, SOURCE.span(0, 3), "another code")
    findings.report(UNKNOWN_KEY, None, "without a place")
    findings.report(UNKNOWN_KEY, None, "without a place")
    findings.report(UNKNOWN_KEY, None, "without a place, another one")
    assert [each.message for each in findings] == [
        "first",
        "another code",
        "without a place",
        "without a place, another one",
    ]


def test_sorted_by_file_and_place() -> None:
    findings = Findings()
    findings.report(UNKNOWN_KEY, SOURCE.span(14, 18), "fourth")
    findings.report(UNKNOWN_KEY, SOURCE.span(0, 3), "third")
    findings.report(UNKNOWN_KEY, Source("a.yaml", "x" * 30).span(20, 21), "second")
    findings.report(UNKNOWN_KEY, None, "first")
    assert [each.message for each in findings.sorted()] == ["first", "second", "third", "fourth"]


def test_after_the_limit_the_rest_is_counted() -> None:
    source = Source("long.yaml", "x" * 300)
    findings = Findings()
    for start in range(250):
        findings.report(UNKNOWN_KEY, source.span(start, start + 1), "x")
    assert len(findings) == len(list(findings)) == len(findings.sorted()) == 101
    closing = findings.sorted()[-1]
    assert closing.code is MORE_FINDINGS
    assert "150" in closing.message


def test_a_note_is_no_error() -> None:
    findings = Findings()
    assert not findings.has_errors
    findings.report(MORE_FINDINGS, None, "only a note")
    assert not findings.has_errors
    findings.report(UNKNOWN_KEY, None, "wrong")
    assert findings.has_errors


def test_an_error_beyond_the_limit_counts() -> None:
    findings = Findings(limit=1)
    findings.report(MORE_FINDINGS, None, "only a note")
    findings.report(UNKNOWN_KEY, None, "wrong")
    assert findings.has_errors


def test_codes_are_in_order_and_explained() -> None:
    assert list(CODES) == sorted(CODES)
    for code in CODES.values():
        assert code.title
        assert not code.title.endswith(".")
        assert code.explanation == code.explanation.strip()
        assert code.explanation


def test_an_edit_ends_its_lines_as_the_file_does() -> None:
    for end in ("\n", "\r\n"):
        source = Source("c.yaml", f"a: b{end}c: d{end}")
        for replacement in ("|\n  b", f"|{end}  b"):
            findings = Findings()
            findings.report(UNKNOWN_KEY, source.span(3, 4), "b", fix=Fix(source.span(3, 4), replacement, "write it below"))
            (fix,) = (each.fix for each in findings)
            assert fix is not None
            assert fix.replacement == f"|{end}  b"
