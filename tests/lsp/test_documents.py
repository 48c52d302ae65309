"""Which documents are games, and which text and which address a file has."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pygls")

from lsprotocol import types as lsp

from ggl.lsp.documents import Document, Documents
from ggl.source import Source

GAME = "ggl: 1\nname: Pond\n"


def opened(documents: Documents, uri: str, text: str = GAME, language: str = "yaml") -> Document:
    return documents.open(lsp.TextDocumentItem(uri, language, 1, text))


@pytest.mark.parametrize(
    ("uri", "language", "text", "is_game"),
    [
        ("file:///a/pond.yaml", "yaml", GAME, True),
        ("file:///a/pond.yaml", "yaml", "name: Pond\n", False),
        ("file:///a/pond.yaml", "ggl", "", True),
        ("file:///a/pond.ggl.yaml", "yaml", "", True),
        ("file:///a/pond%2Eggl.yml", "yaml", "", True),
        ("untitled:pond.ggl.yaml", "yaml", "", True),
    ],
)
def test_a_game_is_known_by_its_language_its_name_or_its_text(uri: str, language: str, text: str, is_game: bool) -> None:
    documents = Documents()
    one = opened(documents, uri, text, language)
    assert one.is_game == is_game == bool(documents.games())
    one.desk.replace(GAME)
    documents.changed(one)
    assert [each for each, _ in documents.games()] == [uri]


def test_the_text_of_a_file_is_kept_while_an_address_of_it_is_open(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (tmp_path / "link").symlink_to(folder)
    plain, encoded, linked = (f"file://{tmp_path}/{name}" for name in ("games/pond.yaml", "games/po%6Ed.yaml", "link/pond.yaml"))
    documents, real = Documents(), folder.resolve() / "pond.yaml"
    opened(documents, plain)
    opened(documents, encoded, GAME + "# 2\n")
    opened(documents, linked, GAME + "# 3\n")
    assert documents.texts == {real: GAME + "# 3\n"}
    documents.close(linked)
    documents.close(encoded)
    assert documents.texts == {real: GAME}
    documents.close(plain)
    assert documents.texts == {}


def test_a_file_has_the_address_by_which_the_client_opened_it(tmp_path: Path) -> None:
    documents, own = Documents(), "untitled:mine.ggl.yaml"
    plain, encoded = f"file://{tmp_path}/pond.yaml", f"file://{tmp_path}/po%6Ed.yaml"
    source = Source(str(tmp_path / "pond.yaml"), GAME)
    assert documents.addresses(own)(source) == plain
    opened(documents, encoded)
    assert documents.addresses(own)(source) == encoded
    opened(documents, plain)
    assert documents.addresses(plain)(source) == plain
    assert documents.addresses(own)(Source("<unsaved>", GAME)) == own
