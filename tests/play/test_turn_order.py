"""What happens when in a turn, beside the small games of `tests/language`: the English of it, explanations, findings, records."""

from __future__ import annotations

from pathlib import Path

import pytest

from ggl.play.game import Game
from ggl.play.loading import made_of
from ggl.source import Source

GAMES = Path(__file__).parent.parent / "language/games"


def told(game: Game) -> str:
    """The rules in English, on one line."""
    return " ".join(game.rules_text().split())


def small(fact: str) -> str:
    """The text of the small game of a fact, without its tests."""
    return (GAMES / f"{fact}.yaml").read_text(encoding="utf-8").partition("tests:")[0]


def game_of(text: str) -> Game:
    return made_of(Source("<text>", text))


@pytest.mark.parametrize("then", ["optional grow(c) or balance(c)", "optional grow(c) or optional balance(c)"])
def test_the_rules_say_that_one_may_stop_whichever_move_would_follow(then: str) -> None:
    text = small("optional_stands_in_front_and_is_true_of_all")
    assert ", or stop there." in told(game_of(text.replace("optional grow(c) or balance(c)", then)))


def test_the_rules_say_that_one_must_go_on_where_nothing_is_optional() -> None:
    text = small("optional_stands_in_front_and_is_true_of_all")
    said = told(game_of(text.replace("optional ", "")))
    assert "; if that is not possible, your turn ends." in said
    assert "stop" not in said
