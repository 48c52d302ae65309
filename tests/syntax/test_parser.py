"""Texts that several threads parse at once."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from ggl.source import Source
from ggl.syntax import parser
from ggl.syntax.placed import Alone

TEXT = "for c in cells:\n  if c == {}:\n    take piece from c\n  put stone on c"


def parsed(cell: str) -> str:
    return str(parser.effects(Alone(Source("", TEXT.format(cell)))))


def test_a_text_is_parsed_though_another_thread_parses_one_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    expected, handle, lines, met = [parsed("a1"), parsed("b2")], parser._Blocks.handle_NL, list[Any](), list[str]()

    def interrupted(self: Any, token: Any) -> Iterator[Any]:
        lines.append(token)
        if len(lines) == 2:  # within the loop
            with ThreadPoolExecutor(1) as thread:
                met.append(thread.submit(parsed, "b2").result())
        yield from handle(self, token)

    monkeypatch.setattr(parser._Blocks, "handle_NL", interrupted)
    monkeypatch.setattr(parser, "_kept", parser._parsed)
    assert [parsed("a1"), *met] == expected
