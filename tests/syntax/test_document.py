"""YAML to a tree in which each character knows its place."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ggl.diagnostics import CODES, Findings, render
from ggl.source import Source
from ggl.syntax.document import (
    Mapping,
    Node,
    Scalar,
    Sequence,
    comma_in_flow_map,
    decode_text,
    node_at,
    raw,
    read_document,
    to_plain,
    unclosed_bracket,
)
from ggl.syntax.document.offsets import exact_pieces
from tests.few import slow


def tree(text: str) -> Mapping:
    findings = Findings()
    root = read_document(Source("game.yaml", text), findings)
    assert root is not None, render(findings.sorted(), "full")
    assert not len(findings)
    return root


def scalar(text: str, key: str = "a") -> Scalar:
    node = tree(text).get(key)
    assert isinstance(node, Scalar)
    return node


def codes(text: str) -> list[str]:
    findings = Findings()
    read_document(Source("game.yaml", text), findings)
    return [each.code.code for each in findings.sorted()]


# ------------------------------------------------------------------------------------------------- spellings and places

SPELLINGS = [
    ("a: one two", "one two", "plain"),
    ("a:   one two   # comment", "one two", "plain"),
    ("a: one\n  two\n   three", "one two three", "plain"),
    ("a: one  \r\n  two\r\n\r\n  three\r\nb: c", "one two\nthree", "plain"),
    ("a: one\n\n\n  two", "one\n\ntwo", "plain"),
    ("a: {x: 1}\nb: c", None, ""),
    ("a: 'it''s'", "it's", "single"),
    ("a: ''", "", "single"),
    ("a: ''''", "'", "single"),
    ("a: 'one\n  two\n\n  three '", "one two\nthree ", "single"),
    ('a: "one two"', "one two", "double"),
    (r'a: "q\"\\\/\t\n\x41\u00e9\U0001F600\_"', 'q"\\/\t\nA\u00e9\U0001f600\xa0', "double"),
    ('a: "one\n  two\n\n  three"', "one two\nthree", "double"),
    ('a: "one \\\n   two\\\n   \\ three"', "one two three", "double"),
    ('a: "one\\\r\n\r\n  two"', "one\ntwo", "double"),
    ("a: |\n  one\n  two\n", "one\ntwo\n", "literal"),
    ("a: |\r\n  one\r\n  two\r\nb: c\r\n", "one\ntwo\n", "literal"),
    ("a: |-\n  one\n\n    two\n\n", "one\n\n  two", "literal"),
    ("a: |+\n  one\n\nb: c", "one\n\n", "literal"),
    ("a: |2\n    one\n   two", "  one\n two", "literal"),
    ("a: |1-  # comment\n  one\n", " one", "literal"),
    ("a: |-2\n   \n  one\n", " \none", "literal"),
    ("a: |\n\n\n  one\n   \n  two", "\n\none\n \ntwo", "literal"),
    ("a: |\n", "", "literal"),
    ("a: |", "", "literal"),
    ("a: |\n  \u68cb\U0001f600x # no comment\n", "\u68cb\U0001f600x # no comment\n", "literal"),
    ("\ufeffa: \U0001f600x", "\U0001f600x", "plain"),
    ("a:", "", "plain"),
    ('a: ""', "", "double"),
]


@pytest.mark.parametrize(("text", "expected", "style"), [each for each in SPELLINGS if each[1] is not None])
def test_spellings(text: str, expected: str, style: str) -> None:
    node = scalar(text)
    assert (node.text, node.style) == (expected, style)
    check_places(node)


def check_places(node: Scalar) -> None:
    """Each character was written where `span_of` says: as itself, as an escape, or as a line end that was folded."""
    if node.text != node.span.text[1:-1]:
        written = node.span.source.text[node.span.start : node.span.end + node.tail]
        pieces = exact_pieces(written, node.text, node.style)
        assert node.text in ("".join(piece[0] for piece in pieces), written)
    end = node.span.start
    for index, character in enumerate(node.text):
        span = node.span_of(index, index + 1)
        written = span.text
        assert span.start >= end
        end = span.end
        if written == character:
            continue
        if written.startswith("\\"):
            assert node.style == "double"
        elif character == "'":
            assert written == "''"
        elif character == "\n":
            assert written in ("\r\n", "\n")
        else:
            assert character == " "
            assert written.count("\n") == 1
            assert not written.strip()
    whole = node.span_of(0, len(node.text))
    assert node.span.start <= whole.start <= whole.end <= node.span.end + node.tail


def test_ranges_cover_what_was_written() -> None:
    node = scalar("a: 'it''s so'")
    assert node.span_of(0, 4).text == "it''s"
    assert node.span_of(2, 3).text == "''"
    assert node.span_of(5, 7).text == "so"
    assert node.span.text == "'it''s so'"
    assert node.content_span.text == "it''s so"


def test_places_in_a_block_are_exact() -> None:
    node = scalar("x: 1\r\na: |\r\n    if q:\r\n      put stone on c\r\n")
    start = node.text.index("stone")
    span = node.span_of(start, start + 5)
    assert (span.text, span.line, span.column) == ("stone", 4, 11)
    assert node.content_span.text == "if q:\r\n      put stone on c"


def test_places_without_width() -> None:
    node = scalar("a: |\n  one\n  two\n\nb: c")
    assert str(node.span_of(4, 4)) == "game.yaml:3:3"
    end = node.span_of(len(node.text), len(node.text))
    assert (str(end), end.text) == ("game.yaml:3:6", "")
    assert str(scalar("a:").span_of(0, 0)) == "game.yaml:1:3"
    assert str(scalar('a: ""').span_of(0, 0)) == "game.yaml:1:5"
    assert str(scalar("a: |\nb: c").span_of(0, 0)) == "game.yaml:1:5"
    assert str(scalar("a: one").span_of(90, 99)) == "game.yaml:1:7"


def test_folded_text_says_so() -> None:
    node = scalar("a: >\n  one\n  two\n\n  three\n")
    assert node.is_folded
    assert node.text == "one two\nthree\n"
    for word in ("one", "two", "three"):
        start = node.text.index(word)
        assert node.span_of(start, start + len(word)).text == word


# What a game's strings may hold; the writers below decide which of it a style can say.
LETTERS = st.sampled_from("ab(),.:;'\"\\#-+*/|>%&!?=<{}[] \u00e9\u68cb\U0001f600")
LINES = st.lists(st.text(LETTERS, max_size=12), min_size=1, max_size=5)
LINE_ENDS = st.sampled_from(["\n", "\r\n"])


@given(LINES, LINE_ENDS, st.sampled_from(["", "-", "+"]), st.integers(1, 4))
def test_any_text_in_a_block(lines: list[str], line_end: str, chomping: str, indent: int) -> None:
    body = "".join(" " * indent + line + line_end for line in lines)
    node = scalar(f"a: |{indent}{chomping}{line_end}{body}")
    expected = "\n".join(lines)
    if node.text.rstrip("\n"):
        assert node.text.rstrip("\n") == expected.rstrip("\n")
    check_places(node)


@given(LINES, LINE_ENDS)
def test_any_text_in_single_quotes(lines: list[str], line_end: str) -> None:
    words = [line.strip() for line in lines]
    written = f"{line_end}  ".join(word.replace("'", "''") for word in words)
    node = scalar(f"a: '{written}'")
    assert node.style == "single"
    assert node.text.replace("\n", " ").split() == " ".join(words).split()
    check_places(node)


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=20), st.data())
def test_any_text_in_double_quotes(text: str, data: st.DataObject) -> None:
    """Each character is written as itself or as an escape, and lines are broken with a backslash in between."""
    written = ""
    for character in text:
        spelling = data.draw(st.sampled_from(["itself", "short", "long", "break"]))
        if spelling == "itself" and character not in '"\\ ' and character.isprintable():
            written += character
        elif spelling == "break":
            written += f"\\\n  \\U{ord(character):08x}"
        elif ord(character) < 0x10000 and spelling == "short":
            written += f"\\u{ord(character):04X}"
        else:
            written += f"\\U{ord(character):08x}"
    findings = Findings()
    root = read_document(Source("game.yaml", f'a: "{written}"'), findings)
    if root is None:
        assert {each.code.code for each in findings} == {"GGL102"}  # marks of direction and their like
        return
    node = root.get("a")
    assert isinstance(node, Scalar)
    assert node.text == text
    check_places(node)


@given(st.lists(st.lists(st.sampled_from(["a", "b(c)", "d.e", "1", "\u68cb", "x-y"]), min_size=1), min_size=1), LINE_ENDS)
def test_any_words_in_plain_lines(lines: list[list[str]], line_end: str) -> None:
    node = scalar(f"a: {f'{line_end}   '.join('  '.join(line) for line in lines)}{line_end}b: c")
    assert node.text.split() == [word for line in lines for word in line]
    check_places(node)


# ------------------------------------------------------------------------------------------------------------ the tree


def test_the_tree_and_its_places() -> None:
    root = tree(
        "ggl: 1\nplayers: [Black, White]\npieces: {man: {}, king: {glyph: K}}\nmoves:\n  step:\n    do: x\n\n\nend:\n- a\n- b\n\n"
    )
    assert root.keys == ("ggl", "players", "pieces", "moves", "end")
    assert [str(entry.span) for entry in root.entries] == [f"game.yaml:{line}:1" for line in (1, 2, 3, 4, 9)]
    players, pieces, moves, end = (root.get(key) for key in ("players", "pieces", "moves", "end"))
    assert isinstance(players, Sequence)
    assert isinstance(pieces, Mapping)
    assert isinstance(moves, Mapping)
    assert isinstance(end, Sequence)
    assert (players.flow, pieces.flow, moves.flow, end.flow) == (True, True, False, False)
    assert players.span.text == "[Black, White]"
    assert pieces.span.text == "{man: {}, king: {glyph: K}}"
    assert moves.span.text == "step:\n    do: x"
    assert end.span.text == "- a\n- b"
    entry = moves.entry("step")
    assert entry is not None
    assert entry.span.text == "step:\n    do: x"
    assert root.get("nothing") is None
    assert root.entry("nothing") is None


def test_a_pair_inside_a_list() -> None:
    root = tree("a: [b: c , d]")
    pair = node_at(root, ["a", 0])
    assert isinstance(pair, Mapping)
    assert pair.span.text == "b: c"


def test_to_plain_and_paths() -> None:
    root = tree("a: [1, {b: ~}]\nc:\nd: {e: 'x'}")
    assert to_plain(root) == {"a": ["1", {"b": "~"}], "c": "", "d": {"e": "x"}}
    leaf = node_at(root, ["a", 1, "b"])
    assert isinstance(leaf, Scalar)
    assert leaf.span.text == "~"
    assert node_at(root, ["a", 7]) is None
    assert node_at(root, ["c", "b"]) is None
    assert node_at(root, []) is root


def test_of_a_key_written_twice_the_first_counts() -> None:
    findings = Findings()
    root = read_document(Source("game.yaml", "a: 1\na: 2"), findings)
    assert root is not None
    assert findings.has_errors
    assert to_plain(root) == {"a": "1"}
    assert len(root.entries) == 2


@pytest.mark.parametrize(
    "word",
    ["on", "NO", "yes", "off", "012", "1:30", "null", "~", "1e3", "0x1f", "2024-01-01", "=", ".inf", "1_000", "True"],
)
def test_scalars_stay_as_written(word: str) -> None:
    assert scalar(f"a: {word}").text == word
    assert tree(f"{word}: x").keys == (word,)
    assert to_plain(tree(f"a: [{word}]")) == {"a": [word]}


def test_empty_is_not_the_same_as_quoted() -> None:
    assert scalar("a:\nb: c").is_empty
    assert scalar("a: # comment\n").is_empty
    assert not scalar("a: ''").is_empty
    assert scalar("a: ''").is_quoted
    assert not scalar("a: ~").is_empty


def test_a_set_in_braces_can_be_read_as_written() -> None:
    node = tree("a: {d4,  # the centre\r\n    e5}").get("a")
    assert node is not None
    text = raw(node)
    assert text.text.split() == ["{d4,", "e5}"]
    start = text.text.index("e5")
    assert str(text.span_of(start, start + 2)) == "game.yaml:2:5"
    assert raw(text) is text


# --------------------------------------------------------------------------------------------- the comma in a flow map


def comma(text: str) -> tuple[bool, Findings]:
    findings = Findings()
    root = read_document(Source("game.yaml", text), findings)
    assert root is not None
    node = root.get("let")
    assert isinstance(node, Mapping)
    return comma_in_flow_map(node, findings), findings


def test_a_comma_that_ended_a_value() -> None:
    reported, findings = comma("move:\nlet: {t: step(c, d), u: c}\n")
    assert reported
    [found] = findings
    assert found.code.code == "GGL152"
    assert found.span is not None
    assert (found.span.text, found.span.line, found.span.column) == (",", 2, 16)
    assert found.help == "write each name on its own line:\n  t: step(c, d)\n  u: c"
    assert found.fix is not None
    assert found.fix.span.text == " {t: step(c, d), u: c}"
    assert found.fix.replacement == "\n  t: step(c, d)\n  u: c"


def test_the_reader_and_the_caller_report_it_once() -> None:
    reported, findings = comma("let: {t: step(c, d), u: hop(c, d)}\n")
    assert reported
    assert len(findings) == 1


@pytest.mark.parametrize("text", ["let: {t: c, u: d}", "let: {t: '(', u: d}", "let:\n  t: (c, d", "let: {t: f(c)}"])
def test_no_comma_ended_anything(text: str) -> None:
    reported, findings = comma(text)
    assert not reported
    assert not len(findings)


def test_unclosed_bracket() -> None:
    open_bracket = unclosed_bracket(scalar("a: f(g(x), h(y"))
    assert open_bracket is not None
    assert str(open_bracket) == "game.yaml:1:5"
    assert unclosed_bracket(scalar("a: f(x)")) is None
    assert unclosed_bracket(scalar("a: f)x(y)")) is None
    assert unclosed_bracket(scalar("a: '('")) is None
    assert unclosed_bracket(tree("a: 1")) is None


# ------------------------------------------------------------------------------------------------ bytes, bounds, fuzz


def test_bytes() -> None:
    findings = Findings()
    source = decode_text(b"\xef\xbb\xbfa: \xc3\xa9\r\n", "game.yaml", findings)
    assert source is not None
    assert source.text == "a: \u00e9\r\n"
    for data in (b"\xff\xfea\x00:\x00", b"\xc3(", b"x" * 300_000):
        assert decode_text(data, "game.yaml", findings) is None
    assert [each.code.code for each in findings] == ["GGL101", "GGL101", "GGL103"]


def test_a_byte_order_mark_in_the_text_is_no_part_of_a_name() -> None:
    assert tree("\ufeffa: b").keys == ("a",)
    assert codes("a: \ufeffb") == ["GGL102"]


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "a: " + "{x: " * 50_000,
        "- " * 100_000,
        "? " * 100_000,
        "".join(" " * depth + "a:\n" for depth in range(600)),
        "a: &x [*x, *x]\nb: [*x, *x]",
        slow("a: [" + "1," * 100_000),
        "a: |\n" + " x\n" * 80_000,
        "a: " + "x " * 120_000,
        "a: '" + "'' " * 80_000,
        "a: " + "(" * 200_000,
        "#" * 250_000,
        "\n" * 250_000,
        " " * 250_000,
        slow("".join(f"k{number}:\n" for number in range(19_000))),
        "{a: (,b: }" + ", " * 9000,
        slow("a: {" + "x: (, " * 9000),
    ],
    ids=lambda text: text[:10].strip(),
)
def test_big_and_deep_files_are_done_with_soon(text: str) -> None:
    took = seconds_for(text)
    assert took < 3 or took < 3 * seconds_for(text[: len(text) // 2])  # on a slow machine: not in the square of its length


def seconds_for(text: str) -> float:
    """The processor time to read a file and to tell what is wrong with it, as something is if it gives no tree."""
    began = time.process_time()
    findings = Findings()
    root = read_document(Source("big.yaml", text), findings)
    render(findings.sorted(), "full")
    assert root is not None or findings.has_errors
    return time.process_time() - began


GAMES = [
    """\
ggl: 1
name: Sgibun
options: {side: 6 in 2..12}
players: [Black, White]
board: hexagon(side)
moves:
  place:
    for: c in cells
    where: empty(c)
    do: put stone on c
    ensure:
      alone, or as large: size(group(c)) - measure(group(c)) in {0, 1} or size(group(c)) == 1
turn: {pass: forced, pie: choose-side}
define:
  rivals(s): (g for g in groups(opponent) if touching(g, s))
""",
    """\
name: 'Tiku'  # by "hand"
routines:
  travel(c, t): |
    move figure from c to t
    for x in path(c, t):
      win if hand(mover, disc) == 0

look: {glyphs: {king: "\\u265A", man: 'it''s'}, notation: {drop: c.column}}
about: >-
  folded
  text
score(p): hand(other(p), disc) if winner == p
  else 0
""",
]


def walk(node: Node) -> None:
    match node:
        case Scalar():
            node.span_of(0, len(node.text))
            check_places(node) if not node.is_folded else None
            unclosed_bracket(node)
        case Mapping():
            comma_in_flow_map(node, Findings())
            raw(node)
            for entry in node.entries:
                walk(entry.key)
                walk(entry.value)
        case Sequence():
            raw(node)
            for item in node.items:
                walk(item)


def check_never_raises(data: bytes) -> None:
    findings = Findings()
    source = decode_text(data, "fuzz.yaml", findings)
    if source is not None:
        root = read_document(source, findings)
        assert root is not None or findings.has_errors
        if root is not None:
            walk(root)
            to_plain(root)
    for each in findings:
        assert each.code.code in CODES
        if each.span is not None:
            assert 0 <= each.span.start <= each.span.end <= len(each.span.source.text)
    render(findings.sorted(), "full").encode("utf-8")
    render(findings.sorted(), "sarif")


def test_the_games_themselves_are_clean() -> None:
    for game in GAMES:
        walk(tree(game))
        walk(tree(game.replace("\n", "\r\n")))


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    check_never_raises(data)


@given(st.text(st.sampled_from("ab:-?,[]{}()&*!|>'\"%@`#\\ \n\t~<=.0x\r\u00e9\u2028\ufeffU1"), max_size=60))
@settings(max_examples=400)
def test_any_yaml_like_text(text: str) -> None:
    check_never_raises(text.encode())


@given(st.sampled_from(GAMES), st.integers(0, 2**32), st.integers(1, 6))
@settings(max_examples=300)
def test_games_with_slips(game: str, seed: int, slips: int) -> None:
    chance = random.Random(seed)
    text = list(game)
    for _ in range(slips):
        at = chance.randrange(len(text))
        match chance.randrange(4):
            case 0:
                del text[at]
            case 1:
                text.insert(at, chance.choice(":,[]{}()'\"|>&*!%@`#-?\\ \n\t\r"))
            case 2:
                text[at] = chance.choice(":,[]{}()'\"|>&*!%@`#-?\\ \n\t\r")
            case _:
                other = chance.randrange(len(text))
                text[at:at] = text[other : other + 30]
    check_never_raises("".join(text).encode())
