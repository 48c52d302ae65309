"""Tests share games that have been checked, and cannot tell."""

from __future__ import annotations

import pytest

from ggl.diagnostics import Findings
from ggl.model.extends import bases_of
from ggl.play.loading import find_source
from ggl.source import Source
from tests.shared_games import SharedGames

WARNED = """\
ggl: 1
name: Warned
players: [A, B]
board: square(2)
pieces: {stone: {}, coin: {}}
moves:
  place:
    for: c in cells
    where: empty(c)
    do: put stone on c
end:
  draw: full
"""


def loaded(games: SharedGames, source: Source, **options: object) -> tuple[object, list[str]]:
    findings = Findings()
    definition = games.load_definition(source, findings, bases_of(source))
    assert definition is not None
    return games.check(definition, options, findings), [each.message for each in findings]


@pytest.mark.parametrize("source", [Source("warned.yaml", WARNED), find_source("tiku-points")], ids=["a warning", "a variant"])
def test_the_next_test_gets_the_game_and_all_that_was_found(source: Source) -> None:
    games = SharedGames()
    game, found = loaded(games, source)
    games.begin_test()
    assert loaded(games, source) == (game, found)
    assert bool(found) == (source.name == "warned.yaml")
    assert games.changed() == []


def test_a_second_load_within_a_test_is_another_game() -> None:
    games, source = SharedGames(), find_source("tabik")
    first, _ = loaded(games, source)
    assert loaded(games, source)[0] is not first
    games.begin_test()
    assert loaded(games, source)[0] is first
    assert loaded(games, source)[0] is not first


def test_options_and_texts_make_other_games() -> None:
    games, source = SharedGames(), find_source("tabik")
    first, _ = loaded(games, source)
    games.begin_test()
    assert loaded(games, source, size=4)[0] is not first
    assert loaded(games, Source(source.name, source.text + "\n"))[0] is not first


def test_a_test_that_is_to_be_alone_loads_for_itself() -> None:
    games, source = SharedGames(), find_source("tabik")
    first, _ = loaded(games, source)
    games.begin_test()
    games.leave_alone()
    assert loaded(games, source)[0] is not first


def test_a_variant_of_a_file_is_read_anew_since_its_base_may_change(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "base.yaml").write_text(WARNED)
    games, source = SharedGames(), Source(str(tmp_path / "mine.yaml"), "ggl: 1\nname: Mine\nextends: base.yaml\n")
    first, _ = loaded(games, source)
    games.begin_test()
    assert loaded(games, source)[0] is not first


def test_a_game_that_was_changed_is_told() -> None:
    games, source = SharedGames(), find_source("tabik")
    loaded(games, source)
    games.begin_test()
    game, _ = loaded(games, source)
    game.world.reasons.append("another")  # type: ignore[attr-defined]
    assert games.changed() == ["tabik.yaml {'size': 8, 'pie': True}: reasons"]
