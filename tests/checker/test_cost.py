"""A stranger's file cannot waste more than its budget: what would is refused before play, and the rest is stopped in play.

How soon each is refused is measured by `benchmarks/refusals.py`.
"""

import pytest

import ggl
from ggl.checker import constants, cost
from ggl.checker.cost import ONCE_LIMIT, PLY_LIMIT, SETUP_LIMIT, _Cost, _length, work_of
from ggl.core import forms as f
from ggl.engine import WorkLimitError
from ggl.interpreter import work
from ggl.play.game import Game
from ggl.play.loading import check_source, find_source
from ggl.source import Source
from tests.checker.wasteful import BASE, REFUSED, move, nested, source


@pytest.mark.parametrize("name", REFUSED)
def test_what_would_waste_time_is_refused(name: str) -> None:
    file, code = source(name)
    game, found = check_source(file)
    assert game is None
    assert code in {each.code.code for each in found}


def test_what_the_board_gave_before_is_kept_once() -> None:
    """Lines on a board of 4,096 cells weigh a quarter of what may be kept."""
    for lengths, code in (((62, 63, 64), None), ((61, 62, 63, 64), "GGL215"), ((64,) * 9, None)):
        keys = BASE | {"board": "square(64)", "moves": move(" or ".join(f"any(lines({n}))" for n in lengths))}
        _, found = check_source(Source("lines.yaml", "".join(f"{key}: {value}\n" for key, value in keys.items())))
        assert [each.code.code for each in found if each.code.severity == "error"] == ([code] if code else [])


@pytest.mark.parametrize(("side", "sets"), [(15, 1), (16, 2), (22, 2), (32, 5)])
def test_a_set_of_cells_weighs_one_more_for_each_256_that_it_may_have(side: int, sets: int) -> None:
    held = []
    for condition in ("empty(c)", "empty(c) and c.row % 2 == 0", "empty(c) and count(neighbors(c)) > 2"):
        keys = BASE | {"board": f"square({side})", "moves": move(condition)}
        checked, found = check_source(Source("held.yaml", "".join(f"{key}: {value}\n" for key, value in keys.items())))
        assert checked is not None, found
        held.append(checked.world.entry_count)
    assert [more - held[0] for more in held[1:]] == [side * side, side * side * sets]


def test_what_is_fixed_before_play_may_take_as_much_work_as_the_limit_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    took: list[int] = []

    def measured(expr: f.Expr, core: f.CoreGame) -> int:
        took.append(work_of(expr, core))
        return took[-1]

    monkeypatch.setattr(constants, "work_of", measured)
    keys = BASE | {"regions": "\n  far: (c in cells if count(d in cells if d.row > c.row) > 2)", "moves": move("c in far")}
    file = Source("far.yaml", "".join(f"{key}: {value}\n" for key, value in keys.items()))
    assert not check_source(file)[1]
    most = max(took)
    monkeypatch.setattr(constants, "CONSTANT_LIMIT", most)
    assert not check_source(file)[1]
    monkeypatch.setattr(constants, "CONSTANT_LIMIT", most - 1)
    assert [each.code.code for each in check_source(file)[1]] == ["GGL216"]


def test_a_position_may_hold_as_many_numbers_as_the_limit_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    file = Source("held.yaml", "".join(f"{key}: {value}\n" for key, value in (BASE | {"moves": move()}).items()))
    checked, found = check_source(file)
    assert checked is not None, found
    length = _length(checked.core)
    monkeypatch.setattr(cost, "POSITION_LIMIT", length)
    assert not check_source(file)[1]
    monkeypatch.setattr(cost, "POSITION_LIMIT", length - 1)
    assert [each.message for each in check_source(file)[1]] == [
        f"a position would hold {length} numbers; {length - 1} is the limit"
    ]


MUCH = nested(4)
PLACES = (
    "not {}", "c == a1 and {}", "c == a1 or {}", "{} == empty(c)", "true if {} else false", "{} if c == a1 else false",
    "false if c == a1 else {}", "size([{}, true]) > 1", "any({} for d in cells)", "all({} for d in cells)",
    "count(d in cells if {}) > 1", "sum((1 if {} else 0) for d in cells) > 1",
    "max((1 if {} else 0) for d in vacant, default=3) > 1", "max(d.row for d in vacant, default=1 if {} else 0) > 3",
    "first(d in cells if {}) == c", "size(leading(d in ray(c, north) if {})) > 1", "size((d in cells if {})) > 1",
    "[1, 2][1 if {} else 2] > 1", "c in {{a1, b2 if {} else a1}}", "c.row in {{1, 2 if {} else 3}}", "asked(c, {})",
    "(1 if {} else 2) + c.row > 3", "-(1 if {} else 2) < c.row", "size({{a1}} + (cells if {} else corners)) > 1",
    "(c if {} else a1).row > 1", "step(c, north if {} else south) == c", "size(group(c if {} else a1)) > 1",
    "own stone on (c if {} else a1)", "size((cells if {} else corners) with stone) > 1", "Black == (mover if {} else opponent)",
)  # fmt: skip
"""Where a condition can stand inside a condition: what it costs counts in each place."""


@pytest.mark.parametrize("place", PLACES)
def test_what_a_condition_costs_counts_wherever_it_stands(place: str) -> None:
    for condition, refused in ((MUCH, True), ("c.row > 2", False)):
        where = place.format(condition)
        file = BASE | {"board": "square(19)", "moves": move(where), "define": "\n  asked(x, y): x == a1 and y"}
        found = [
            each.code.code for each in check_source(Source("costly.yaml", "".join(f"{k}: {v}\n" for k, v in file.items())))[1]
        ]
        assert ("GGL216" in found) == refused, (where, found)


STOPPED = {
    "many bindings": (
        {"board": "square(14)", "moves": move("true", "c in cells, b in cells, a in cells, d in cells")}, "legal moves",
    ),
    "arguments of which none is legal": (
        {"board": "square(11)", "moves": move("a.row + b.row + c.row > 99", "a in cells, b in cells, c in cells")},
        "steps of work",
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


SETS = {
    "as many as may be listed": ("square(17, 1)", "subsets(vacant, 7..8)"),
    "of any size": ("square(4)", "subsets(vacant, 1..8)"),
    "members that are named": ("square(16, 1)", "a and b and c and d and e and f and g in vacant"),
}


@pytest.mark.parametrize("case", SETS)
def test_the_members_of_a_set_are_chosen_in_one_order(case: str) -> None:
    """Taken in every order, eight of 16 cells are four billion."""
    board, choice = SETS[case]
    choice = choice if "subsets" not in choice else f"S in {choice}"
    keys = BASE | {"board": board, "moves": f"\n  lay:\n    for: {choice}\n    do: win"}
    checked, found = check_source(Source("sets.yaml", "".join(f"{key}: {value}\n" for key, value in keys.items())))
    assert checked is not None, found


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
    charges = _Cost(checked.core, _length(checked.core), checked.world.choices)
    assert charges.ply().work * 5 < PLY_LIMIT
    assert charges.score().work * 4 < ONCE_LIMIT
    assert charges.setup().work * 5 < SETUP_LIMIT
