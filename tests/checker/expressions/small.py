"""A small game that asks something in its `end`, for the tests of expressions: what is told of it, and values at its start."""

from __future__ import annotations

from ggl.diagnostics import Diagnostic
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source

GAME = {
    "name": "Small",
    "players": "[Red, Blue]",
    "board": "square(3)",
    "pieces": "{stone: {}}",
    "moves": "{place: {for: c in vacant, do: put stone on c}}",
}


def text(keys: dict[str, str]) -> str:
    return "".join(f"{key}: {value}\n" for key, value in (GAME | keys).items() if value)


def found(asked: str, keys: dict[str, str] | None = None) -> list[Diagnostic]:
    """What is told of a game that ends where this holds, but for what it never uses."""
    whole = {"end": f"\n  draw: full or {asked}"} | (keys or {})
    return [each for each in check_source(Source("small.yaml", text(whole)))[1] if each.code.code != "GGL214"]


def told(asked: str, keys: dict[str, str] | None = None) -> list[str]:
    return [f"{each.code.code} {each.message}" for each in found(asked, keys)]


def value(asked: str, keys: dict[str, str] | None = None) -> object:
    """The value of an expression as the game starts."""
    checked, findings = check_source(Source("small.yaml", text({"end": "{draw: full}"} | (keys or {}))))
    assert checked is not None, findings
    return Game(checked).initial_state().ask(asked)
