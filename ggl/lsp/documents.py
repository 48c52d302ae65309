"""The documents that an editor has open, each with a desk.

Takes what the client opens, changes and closes, by the addresses that it uses. Gives documents, the texts of files that others
may extend, and the client's address of a file. Two addresses may lead to one file; each has a document of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from lsprotocol import types as lsp
from pygls import uris

from ggl.host.desk import Desk, Files
from ggl.host.desk.files import path_of, real_path
from ggl.source import Source

IS_GAME = re.compile(r"^(?:ggl|extends)[ \t]*:", re.MULTILINE)

Address = Callable[[Source], str]


@dataclass
class Document:
    desk: Desk
    path: Path | None
    """Its file as the client names it."""

    real: Path | None
    version: int | None
    is_game: bool
    """Another YAML file is ignored until its text is a game."""

    failed: list[lsp.Diagnostic] = field(default_factory=list)
    """The findings of the tests of this text."""


class Documents:
    def __init__(self) -> None:
        self._all: dict[str, Document] = {}
        self.texts: dict[Path, str] = {}
        """The text of each game that is in a file, by its real path."""

    def open(self, item: lsp.TextDocumentItem) -> Document:
        path = _path_of_uri(item.uri)
        desk = Desk(str(path) if path is not None else "<unsaved>", item.text, self._around(path))
        is_game = item.language_id == "ggl" or unquote(item.uri).endswith((".ggl.yaml", ".ggl.yml"))
        one = Document(desk, path, real_path(path) if path is not None else None, item.version, is_game)
        self._all[item.uri] = one
        self.changed(one)
        return one

    def changed(self, one: Document) -> None:
        """The text of a document is another one."""
        one.failed = []
        one.is_game = one.is_game or IS_GAME.search(one.desk.text) is not None
        if one.is_game and one.real is not None:
            self.texts[one.real] = one.desk.text

    def close(self, uri: str) -> Document | None:
        one = self._all.pop(uri, None)
        if one is not None and one.real is not None:
            self.texts.pop(one.real, None)
            for other in self._all.values():
                if other.is_game and other.real == one.real:
                    self.texts[one.real] = other.desk.text
        return one

    def get(self, uri: str) -> Document | None:
        return self._all.get(uri)

    def games(self) -> list[tuple[str, Document]]:
        return [(uri, one) for uri, one in self._all.items() if one.is_game]

    def all(self) -> list[tuple[str, Document]]:
        return list(self._all.items())

    def around(self, uri: str) -> list[str]:
        """The games that may extend a file that has changed; they look around again."""
        path, found = _path_of_uri(uri), []
        for other, one in self.games():
            if other != uri and path is not None and one.path is not None and "extends" in one.desk.text:
                one.desk.look_around(self._around(one.path))
                found.append(other)
        return found

    def addresses(self, own: str) -> Address:
        """The address of a source, as the client has it open; `own` is that of the document that is asked about."""
        return lambda source: self._address(source, own)

    def _address(self, source: Source, own: str) -> str:
        asked, path = self._all.get(own), path_of(source)
        if path is None or (asked is not None and asked.real == real_path(path)):
            return own
        found = (uri for uri, one in self._all.items() if one.real == real_path(path))
        return next(found, None) or uris.from_fs_path(str(path.absolute())) or own

    def _around(self, path: Path | None) -> Files:
        return Files(path.parent if path is not None else None, self.texts)


def _path_of_uri(uri: str) -> Path | None:
    found = uris.to_fs_path(uri) if uri.startswith("file:") else None
    return Path(found) if found else None
