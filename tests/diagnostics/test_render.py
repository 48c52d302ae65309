"""Golden texts of each renderer."""

import json

import pytest

from ggl.diagnostics import FORMATS, Code, Diagnostic, Fix, Format, Note, render
from ggl.diagnostics.catalog.declare import error, note, warning
from ggl.source import Source, Span

UNKNOWN = error("GGL203", "unknown name", "No such name.")
UNUSED = warning("GGL210", "unused name", "Nobody asks for it.")
REMARK = note("GGL299", "remark", "By the way.")

GAME = Source("mygame.yaml", "name: Mine\n" + "#\n" * 39 + "      count(neigbors(c)) > 1\nscore: size\n")


def at(text: str, source: Source = GAME) -> Span:
    start = source.text.index(text)
    return source.span(start, start + len(text))


SAMPLE = Diagnostic(
    UNKNOWN,
    at("neigbors"),
    "unknown name `neigbors`",
    "not a definition, a piece or an option; near: `neighbors`",
    help="write `neighbors`",
    fix=Fix(at("neigbors"), "neighbors", "write `neighbors`"),
)
NOTED = Diagnostic(
    UNUSED,
    at("size"),
    "the name `size` hides a word",
    notes=(Note("a definition may not do that"), Note("the game is named here", at("Mine"))),
)
PLACELESS = Diagnostic(REMARK, None, "nothing has a place: 100%")
ALL = (SAMPLE, NOTED, PLACELESS)


def full(diagnostic: Diagnostic, width: int = 100) -> str:
    return render([diagnostic], "full", width=width)


def made(text: str, start: int, end: int, label: str = "here") -> Diagnostic:
    return Diagnostic(UNKNOWN, Source("x.yaml", text).span(start, end), "found", label)


def test_full() -> None:
    assert (
        render(ALL, "full")
        == """\
error[GGL203]: unknown name `neigbors`
  --> mygame.yaml:41:13
   |
41 |       count(neigbors(c)) > 1
   |             ^^^^^^^^ not a definition, a piece or an option; near: `neighbors`
   = help: write `neighbors`

warning[GGL210]: the name `size` hides a word
  --> mygame.yaml:42:8
   |
42 | score: size
   |        ^^^^
   = note: a definition may not do that
   = note: the game is named here
  --> mygame.yaml:1:7
   |
 1 | name: Mine
   |       ----

note[GGL299]: nothing has a place: 100%
"""
    )


def test_concise() -> None:
    assert (
        render(ALL, "concise")
        == """\
mygame.yaml:41:13: error[GGL203]: unknown name `neigbors`
mygame.yaml:42:8: warning[GGL210]: the name `size` hides a word
note[GGL299]: nothing has a place: 100%
"""
    )


def test_github() -> None:
    assert render(ALL, "github") == (
        "::error file=mygame.yaml,line=41,endLine=41,title=GGL203 unknown name,col=13,endColumn=21"
        "::unknown name `neigbors`: not a definition, a piece or an option; near: `neighbors`"
        "%0Ahelp: write `neighbors`\n"
        "::warning file=mygame.yaml,line=42,endLine=42,title=GGL210 unused name,col=8,endColumn=12"
        "::the name `size` hides a word\n"
        "::notice title=GGL299 remark::nothing has a place: 100%25\n"
    )


def test_github_escapes_what_ends_a_property() -> None:
    named = Diagnostic(UNKNOWN, Source("a,b:c.yaml", "x").span(0, 1), "two\nlines")
    assert "file=a%2Cb%3Ac.yaml,line=1" in render([named], "github")
    assert "::two%0Alines\n" in render([named], "github")


def test_json() -> None:
    start, end = {"line": 41, "column": 13, "offset": 101}, {"line": 41, "column": 21, "offset": 109}
    found = json.loads(render(ALL, "json"))
    assert found[0] == {
        "code": "GGL203",
        "title": "unknown name",
        "severity": "error",
        "message": "unknown name `neigbors`",
        "label": "not a definition, a piece or an option; near: `neighbors`",
        "file": "mygame.yaml",
        "start": start,
        "end": end,
        "notes": [],
        "help": "write `neighbors`",
        "fix": {
            "title": "write `neighbors`",
            "replacement": "neighbors",
            "file": "mygame.yaml",
            "start": start,
            "end": end,
        },
    }
    assert found[1]["notes"][0] == {"text": "a definition may not do that", "file": None, "start": None, "end": None}
    assert found[1]["notes"][1]["start"] == {"line": 1, "column": 7, "offset": 6}
    assert found[2]["file"] is None
    assert json.loads(render([], "json")) == []


def test_sarif() -> None:
    log = json.loads(render(ALL, "sarif"))
    assert log["version"] == "2.1.0"
    [run] = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["GGL203", "GGL210", "GGL299"]
    assert [rule["defaultConfiguration"]["level"] for rule in rules] == ["error", "warning", "note"]
    first, second, third = run["results"]
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "mygame.yaml"}
    assert place["region"] == {
        "startLine": 41,
        "startColumn": 13,
        "endLine": 41,
        "endColumn": 21,
        "charOffset": 101,
        "charLength": 8,
    }
    assert rules[second["ruleIndex"]]["id"] == second["ruleId"] == "GGL210"
    replacement = first["fixes"][0]["artifactChanges"][0]["replacements"][0]
    assert replacement["insertedContent"] == {"text": "neighbors"}
    assert second["relatedLocations"][0]["message"] == {"text": "the game is named here"}
    assert third["locations"] == []


def test_colour_only_frames_what_is_said() -> None:
    coloured = render(ALL, "full", colour=True)
    assert coloured.startswith("\x1b[1;31merror[GGL203]\x1b[0m\x1b[1m: unknown name")
    bare = coloured
    for code in ("0", "1", "1;31", "1;33", "1;34", "1;36"):
        bare = bare.replace(f"\x1b[{code}m", "")
    assert bare == render(ALL, "full")


def test_several_lines_are_shown_by_the_first() -> None:
    assert (
        full(made("a: one\nb: two\n", 3, 13))
        == """\
error[GGL203]: found
 --> x.yaml:1:4
  |
1 | a: one
  |    ^^^... here
"""
    )


def test_a_place_without_width_and_at_the_end() -> None:
    assert full(made("a: one", 6, 6)).splitlines()[3:] == ["1 | a: one", "  |       ^ here"]
    assert full(made("a:\n", 3, 3)).splitlines()[3:] == ["2 |", "  | ^ here"]
    assert full(made("", 0, 0)).splitlines()[3:] == ["1 |", "  | ^ here"]
    assert full(made("a: one\n", 6, 7)).splitlines()[3:] == ["1 | a: one", "  |       ^ here"]


def test_tabs_wide_letters_and_control_characters_keep_the_underline_in_place() -> None:
    assert full(made("\ta\tb", 3, 4)).splitlines()[3:] == ["1 |     a   b", "  |         ^ here"]
    assert full(made("棋盤: x", 4, 5)).splitlines()[3:] == ["1 | 棋盤: x", "  |       ^ here"]
    assert full(made("e\u0301: x", 4, 5)).splitlines()[3:] == ["1 | e\u0301: x", "  |    ^ here"]
    assert full(made("\x1b\u202e: x", 4, 5)).splitlines()[3:] == ["1 | \\x1b\\u202e: x", "  |             ^ here"]


@pytest.mark.parametrize("format", FORMATS)
def test_quoted_text_cannot_reach_the_terminal(format: Format) -> None:
    evil = "\x1b[2J\x9b\x00\u202e\ud800"
    span = Source(f"{evil}.yaml", evil).span(0, 4)
    shown = render([Diagnostic(UNKNOWN, span, evil, evil, (Note(evil, span),), evil, Fix(span, evil, evil))], format)
    assert not set(evil) - set("[2J") & set(shown)
    shown.encode("utf-8")


@pytest.mark.parametrize("width", [80, 100, 120])
@pytest.mark.parametrize("start", [0, 5, 300, 900, 995])
@pytest.mark.parametrize("length", [1, 10, 400])
def test_long_lines_are_cut_around_the_place(width: int, start: int, length: int) -> None:
    text = "".join(f"{number:04} " for number in range(200))
    end = min(start + length, len(text))
    lines = full(made(text, start, end, "a label " * 12), width).splitlines()
    assert all(len(line) <= width for line in lines)
    shown, under = lines[3], lines[4]
    first = under.index("^")
    marked = shown[first : first + under.count("^")]
    assert text[start:end].startswith(marked.rstrip())
    assert marked


def test_help_of_several_lines_is_aligned_and_code_is_kept() -> None:
    found = Diagnostic(UNKNOWN, None, "found", help="write:\n  a: |\n    b\n" + "and so on " * 10)
    assert full(found, 80).splitlines() == [
        "error[GGL203]: found",
        "  = help: write:",
        "            a: |",
        "              b",
        "          and so on and so on and so on and so on and so on and so on and so",
        "          on and so on and so on and so on",
    ]


def test_a_code_is_declared_in_one_call() -> None:
    code = warning(
        "GGL210",
        "unused name",
        """
        First.

            indented
        """,
    )
    assert code == Code("GGL210", "unused name", "warning", "First.\n\n    indented")
