"""A file read part by part is the file read as a whole."""

from __future__ import annotations

import random

import pytest

from ggl import resources
from ggl.diagnostics import Findings
from ggl.source import Source
from ggl.syntax.document import Mapping, parts, read_document, reader
from ggl.syntax.document.reader import read_whole
from ggl.syntax.document.text import is_readable

GAMES = [path.read_text("utf-8") for path in sorted(resources.games_folder().glob("*.yaml"))]

WRITTEN = [
    "a: 1\nb:\n  c: 2\n",
    "# first\n\n  # second\na: |\n  one\n\n  two\n\n\nb: >-\n  three\n# between\nc:\n- x\n- y\nd: [1,\n 2]\n",
    "a: 1\n? b\n: c\nd: 2",
    "a: 'one\n  two'\nb: \"three\\\n  four\"\r\nc: {d: 1, e: }\r\n",
    "a:\nb: one\n  two\n  three\n",
]
AS_A_WHOLE = {
    "another document": "a: 1\n---\nb: 2\n",
    "the end of a document": "a: 1\n...\nb: 2\n",
    "a directive": "%YAML 1.1\n---\na: 1\n",
    "a key twice": "a: 1\nb: 2\na: 3\n",
    "a quotation mark over a line": "a: 'one\nb: two'\nc: 3\n",
    "a bracket over a line": "a: [one,\nb, c]\nd: 2\n",
    "a line without a colon": "a: 1\nb\nc: 2\n",
    "an anchor": "a: &x 1\nb: *x\n",
    "a key in quotes first": "'a': 1\nb: 2\n",
    "a question and its answer": "? a\n: b\nc: d\n",
    "a list": "- a\n- b\n",
    "words": "a b c\n",
    "nothing": "# a\n",
}
PIECES = ["\n", "a", "a: ", "- ", '"', "'", "{", "}", "[", "]", "#", "|\n", "? ", "---\n", "...\n", "%", "\r\n", "  ", "&a ",
          "*a", "\nname: x\n", "\n? a\n: b\n", "\n- x\n", "\n# c\n", "\n b"]  # fmt: skip


def must_be_alike(text: str) -> None:
    source, found, whole = Source("game.yaml", text), Findings(), Findings()
    tree = read_document(source, found)
    if is_readable(source, whole):
        assert tree == read_whole(source, whole), text
    assert found.sorted() == whole.sorted(), text


@pytest.mark.parametrize("text", [*WRITTEN, *GAMES])
def test_a_file_without_mistakes_is_read_part_by_part(text: str) -> None:
    assert parts._by_parts(Source("game.yaml", text)) is not None
    must_be_alike(text)


@pytest.mark.parametrize("text", AS_A_WHOLE.values(), ids=list(AS_A_WHOLE))
def test_what_parts_do_not_tell_is_read_as_a_whole(text: str) -> None:
    assert parts._by_parts(Source("game.yaml", text)) is None
    must_be_alike(text)


def test_a_file_of_too_many_values_is_read_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(f"a{i}: [b, c, d]\n" for i in range(10))
    for most, is_by_parts in ((51, True), (50, False)):
        monkeypatch.setattr(parts, "MAX_NODES", most)
        monkeypatch.setattr(reader, "MAX_NODES", most)
        assert (parts._by_parts(Source("game.yaml", text)) is not None) is is_by_parts
        must_be_alike(text)


def test_broken_files_are_read_alike() -> None:
    rng = random.Random(5)
    for _ in range(150):
        lines = rng.choice([*GAMES, *WRITTEN]).split("\n")
        first = rng.randrange(len(lines))
        text = "\n".join(lines[first : first + 25])
        for _ in range(rng.randrange(4)):
            at = rng.randrange(len(text) + 1)
            at = text.rfind("\n", 0, at) + 1 if rng.random() < 0.4 else at
            text = text[:at] + rng.choice(PIECES) + text[at + rng.choice([0, 0, 5]) :]
        must_be_alike(text)


def test_an_edit_reads_its_part_again_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    read_anew: list[str] = []

    def reading(source: Source, findings: Findings) -> Mapping | None:
        read_anew.append(source.text)
        return read_whole(source, findings)

    monkeypatch.setattr(parts, "read_whole", reading)
    text = "ggl: 1\nname: Pond of many\nmoves:\n  place:\n    do: pass\n"
    read_document(Source("game.yaml", text), Findings())
    read_anew.clear()
    read_document(Source("game.yaml", text.replace("many", "many frogs")), Findings())
    assert read_anew == ["name: Pond of many frogs\n"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"record": 2, "game": "go"}', True),
        ('{"record": 2, "game": "go"}\n{"record": 2, "game": "go"}\n', True),
        ('{"ggl": 1, "name": "In braces"}', False),
        ('{"record": 2, "game": "go",\n"moves": []}', False),
        ('{"record": ' * 5_000, False),
        ("- record: 2\n", False),
    ],
    ids=["a record", "two", "a game in braces", "no line by itself", "deep", "a list"],
)
def test_a_record_of_a_play_is_told_as_one(text: str, told: bool) -> None:
    findings = Findings()
    read_document(Source("play.jsonl", text), findings)
    assert told == ("this is the record of a play, and not a game" in [one.message for one in findings.sorted()])
