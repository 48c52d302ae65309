"""Values of a game's own: told in English, read at the prompt, and the same on both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

import ggl
from ggl.play.errors import OptionError

FILE = Path(__file__).parents[1] / "language" / "games" / "values_of_its_own.yaml"


def test_the_rules_tell_what_the_values_are() -> None:
    told = " ".join(ggl.load(FILE).rules_text().split())
    assert "A way is flat or upright." in told
    assert "A weather is sun, rain or fog." in told


def test_values_are_read_in_any_capitals_and_cut_short() -> None:
    state = ggl.load(FILE).initial_state()
    for text in ("lay a1 flat", "a1 FLAT", "LAY A1 fl", "lay a1 f"):
        assert state.read(text).text == "lay a1 flat", text
    assert state.read("a1 flat").args["w"] == "flat"
    assert state["last_way"] == "upright"


def test_what_is_no_value_is_told_with_what_is_near() -> None:
    assert "`flatt` is not a way; near: flat" in str(ggl.load(FILE).initial_state().explain("lay a1 flatt"))


def test_an_option_takes_one_of_them_and_nothing_else() -> None:
    assert ggl.load(FILE, begin="flat").options == {"begin": "flat"}
    with pytest.raises(OptionError, match="begin is a way, but `sun` is not"):
        ggl.load(FILE, begin="sun")


def test_the_engines_agree() -> None:
    plays = [ggl.load(FILE, engine=engine) for engine in ("interpreter", "compiled")]
    counts = [game.perft(game.initial_state(), 3) for game in plays]
    assert counts[0] == counts[1] == 16 * 15 * 14
    results = [game.playouts(20, seed=5) for game in plays]
    assert list(map(str, results[0])) == list(map(str, results[1]))
