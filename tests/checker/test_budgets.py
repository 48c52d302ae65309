"""A stranger's file cannot waste more than its budget: what would is refused before play, and the rest is stopped in play.

How soon each is refused is measured by `benchmarks/refusals.py`.
"""

import pytest

import ggl
from ggl.checker.cost import ONCE_LIMIT, PLY_LIMIT, SETUP_LIMIT, _Cost, _length
from ggl.engine import WorkLimitError
from ggl.interpreter import work
from ggl.play.game import Game
from ggl.play.loading import check_source, find_source
from ggl.source import Source
from tests.checker.wasteful import BASE, REFUSED, move, source


@pytest.mark.parametrize("name", REFUSED)
def test_what_would_waste_time_is_refused(name: str) -> None:
    file, code = source(name)
    game, found = check_source(file)
    assert game is None
    assert code in {each.code.code for each in found}


STOPPED = {
    "many bindings": (
        {"board": "square(14)", "moves": move("true", "c in cells, b in cells, a in cells, d in cells")}, "legal moves",
    ),
    "deep loops over the board": (
        {"moves": move("not any(any(any(x.row + y.row + z.row > 99 for x in cells) for y in cells) for z in cells)"),
         "board": "square(17)"}, "steps of work",
    ),
    "definitions that call one another three times": (
        {"define": "".join(f"\n  d{n}(n): d{n + 1}(n) + d{n + 1}(n) + d{n + 1}(n)" for n in range(15)) + "\n  d15(n): n",
         "moves": move("d0(ply % 2) == 7")}, "steps of work",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", STOPPED)
def test_what_only_play_shows_to_be_too_much_is_stopped_there(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "WORK_LIMIT", 1_000_000)  # the true one takes ten seconds to reach
    keys, what = STOPPED[name]
    checked, found = check_source(Source("stopped.yaml", "".join(f"{key}: {value}\n" for key, value in (BASE | keys).items())))
    assert checked is not None, found
    with pytest.raises(WorkLimitError, match=what):
        _ = Game(checked).initial_state().legal_moves()


def test_each_start_has_a_count_of_work_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "WORK_LIMIT", 1_000)
    game = ggl.load("backgammon", engine="interpreter")
    for _ in range(100):
        game.initial_state()


def test_each_ply_has_a_count_of_work_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "WORK_LIMIT", 3_000)
    state = ggl.load("tirnabun", side=6).initial_state()
    for _ in range(20):
        state = state.play(state.legal_moves()[0])
    monkeypatch.setattr(work, "WORK_LIMIT", 100)
    with pytest.raises(WorkLimitError):
        _ = state.play(state.legal_moves()[0]).legal_moves()


@pytest.mark.parametrize(
    ("game", "options"), [("tirnabun", {"side": 12}), ("sgibun", {"side": 12}), ("tabik", {"size": 19}), ("quarod", {"size": 19})]
)
def test_the_largest_bundled_games_keep_well_within_the_budget(game: str, options: dict[str, object]) -> None:
    checked, _ = check_source(find_source(game), options)
    assert checked is not None
    cost = _Cost(checked.core, _length(checked.core))
    assert cost.ply().work * 5 < PLY_LIMIT
    assert cost.score().work * 4 < ONCE_LIMIT
    assert cost.setup().work * 5 < SETUP_LIMIT
