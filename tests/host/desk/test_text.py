"""Places as editors count them, and edits: compared with Python's own encodings."""

import random

import pytest

from ggl.host.desk.text import Encoding, Lines, TextChange, applied_together, with_changes

TEXT = "name: Größe ♞ 𝔊\r\nkey: \ttab\n\nwho: 𐍈𐍈é\rlast: e\u0301"
CODECS: dict[Encoding, tuple[str, int]] = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


@pytest.mark.parametrize("encoding", CODECS)
def test_a_column_is_as_many_units_as_the_text_before_it_has(encoding: Encoding) -> None:
    lines, (codec, size) = Lines(TEXT), CODECS[encoding]
    for offset in range(len(TEXT) + 1):
        line, column = lines.place(offset, encoding)
        before = TEXT[lines.start(line) : offset]
        assert column == len(before.encode(codec)) // size


@pytest.mark.parametrize("encoding", CODECS)
def test_a_place_and_its_offset_are_the_same_place(encoding: Encoding) -> None:
    lines = Lines(TEXT)
    for offset in range(len(TEXT) + 1):
        if TEXT[offset - 1 : offset + 1] == "\r\n":
            continue  # inside a line's end: nobody's place
        assert lines.offset(*lines.place(offset, encoding), encoding) == offset


def test_lines_end_at_a_line_feed_a_carriage_return_or_both() -> None:
    lines = Lines(TEXT)
    assert [lines.line(number) for number in range(len(lines))] == [
        "name: Größe ♞ 𝔊",
        "key: \ttab",
        "",
        "who: 𐍈𐍈é",
        "last: e\u0301",
    ]


@pytest.mark.parametrize(
    ("line", "column", "offset"), [(-1, 5, 0), (99, 0, len(TEXT)), (0, 99, 15), (2, 7, TEXT.index("who") - 1), (0, -3, 0)]
)
def test_a_place_outside_the_text_is_its_nearest(line: int, column: int, offset: int) -> None:
    assert Lines(TEXT).offset(line, column, "utf-16") == offset


def test_a_column_inside_a_character_is_its_beginning() -> None:
    lines = Lines("a𝔊b")
    assert lines.offset(0, 2, "utf-16") == 1
    assert [lines.offset(0, column, "utf-8") for column in range(7)] == [0, 1, 1, 1, 1, 2, 3]


def test_changes_are_made_one_after_another_or_together() -> None:
    rng = random.Random(1)
    for _ in range(200):
        text = "".join(rng.choice("ab\n𝔊") for _ in range(20))
        cuts = sorted(rng.sample(range(21), 4))
        parts = [TextChange(cuts[0], cuts[1], "x"), TextChange(cuts[2], cuts[3], "yz")]
        expected = text[: cuts[0]] + "x" + text[cuts[1] : cuts[2]] + "yz" + text[cuts[3] :]
        assert applied_together(text, parts) == expected
        assert with_changes(text, reversed(parts)) == expected


def test_a_change_outside_the_text_is_made_at_its_end() -> None:
    assert with_changes("abc", [TextChange(7, 9, "d"), TextChange(-2, 1, "")]) == "bcd"
