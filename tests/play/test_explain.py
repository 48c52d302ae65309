"""Explanations: texts beside golden ones, and what holds for every game, position and text.

`GGL_BLESS=1 pytest tests/play/test_explain.py` rewrites the golden texts.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ggl
from ggl import resources
from ggl.core import forms as f
from ggl.core.types import Fin, Num
from ggl.engine.protocol import Step
from ggl.play.arguments import canonical_codes
from ggl.play.explain.blame import Blame, Blamer, Situation
from ggl.play.explain.reading import intent
from ggl.play.explain.wording import text_of
from tests.few import ALIKE, FEW, few_of

HERE = Path(__file__).parent / "explained"


@dataclass(frozen=True)
class Case:
    """What is asked of a game after some moves."""

    game: str
    moves: tuple[str, ...]
    texts: tuple[str, ...]
    options: dict[str, object] = field(default_factory=dict)


CASES = {
    "tabik": Case(
        "tabik", ("place a1 a2",),
        ("place a2 a3", "place a3 a5", "place b3", "place z9 a1", "place c3 c4 c5", "swap a1-a2", "swap b1-b2", "swap a1 c1",
         "foo", "pass", "take-black", "", "a1", "c3 c4", "swap-sides"), {"size": 5},
    ),
    "tabik without its pie rule": Case("tabik", ("place a1 a2",), ("swap-sides",), {"size": 4, "pie": False}),
    "quarod": Case(
        "quarod", ("place a1 a2", "place b2 b3"), ("swap a1 a2", "swap a2 a1", "swap a1 b1", "swap b2 b3"), {"size": 4}
    ),
    "quarod, not engaged": Case(
        "quarod",
        ("place d3 c3", "place c1 b1", "place b3 b2", "place a3 a4", "place a1 a2", "place d1 d2", "place c4 d4", "swap c4 c3",
         "swap a3 a2", "swap b3 a3"), ("swap a3 a4",), {"size": 4},
    ),
    "quarod, left alone": Case("quarod", ("place b2 b1", "place c3 c2", "swap b2 c2"), ("swap b2 b1", "swap c2 b2"), {"size": 4}),
    "sgibun, choosing a side": Case("sgibun", ("place c3",), ("place c4", "pass", "swap-sides"), {"side": 3}),
    "sgibun": Case(
        "sgibun", ("place c3", "take-black", "place a3", "place e1"), ("place c3", "place a4", "pass", "take-white"), {"side": 3}
    ),
    "sgibun, too large": Case(
        "sgibun", ("place a4", "take-white", "place d1", "place d2", "place c5", "place d3", "place a5"), ("place e1",),
        {"side": 3},
    ),
    "tirnabun, too small": Case(
        "tirnabun",
        ("place a4", "take-white", "place d1", "place d2", "place c5", "place d3", "place a5", "place a3", "place e3", "place b5",
         "place d4", "place e1"), ("place c1",), {"side": 3},
    ),
    "tiku": Case("tiku", (), ("move a2 a5", "move a2 a2", "move a1 a2", "move a5 a4", "pass", "move a2")),
    "tiku-diagonal": Case("tiku-diagonal", ("diagonal a2 c4", "move a5 a6"), ("diagonal c4 a2", "diagonal b2 b3")),
    "forms": Case(
        "forms.yaml", ("lonely b2", "alone c3", "alone a1"),
        ("either a2", "beside d1", "beside a2", "beside b1", "alone b3", "friendly d4", "friendly a2", "friendly d3", "rich a1",
         "rich a2", "rich b4", "readied b2", "readied a4", "lonely b3", "same d1", "b2", "stop"),
    ),
    "turns, placing": Case("turns.yaml", (), ("step a1 a2", "fence a1 a2", "jump a1 east")),
    "turns, jumping": Case(
        "turns.yaml", ("place a1", "place b1", "place d4", "place d2"),
        ("place a2", "d4 - d3", "jump d4 south", "jump a1 west", "jump a1", "jump a1 sideways"),
    ),
    "turns, in a turn": Case(
        "turns.yaml", ("place a1", "place d4", "place a4", "place d1", "a1 - b1"),
        ("fence a1 a2", "fence b1 b4", "step b1 b2", "pass", "stop"),
    ),
    "turns, over": Case(
        "turns.yaml", ("place a1", "place d4", "place a4", "place d1", "a1-b1", "stop", "d1-d2", "stop"), ("pass", "nonsense")
    ),
}  # fmt: skip


def load(case: Case) -> ggl.Game:
    return ggl.load(HERE / case.game if "." in case.game else case.game, **case.options)


def after(game: ggl.Game, moves: tuple[str, ...]) -> ggl.State:
    state = game.initial_state()
    for move in moves:
        state = state.play(move)
    return state


@pytest.mark.parametrize("name", CASES)
def test_the_explanation_is_the_golden_one(name: str) -> None:
    case = CASES[name]
    state = after(load(case), case.moves)
    told = "\n".join(f"> {text}\n{state.explain(text)}\n" for text in case.texts).replace(f"{HERE}{os.sep}", "")
    golden = HERE / f"{name.replace(', ', '-').replace(' ', '-')}.txt"
    if os.environ.get("GGL_BLESS"):
        golden.write_text(told, encoding="utf-8", newline="\n")
    assert told == golden.read_text(encoding="utf-8")


def test_every_golden_text_belongs_to_a_case() -> None:
    names = {name.replace(", ", "-").replace(" ", "-") for name in CASES}
    assert {path.stem for path in HERE.glob("*.txt")} == names


# ---- an explanation as data


def test_a_guard_names_its_condition_its_place_and_the_bindings() -> None:
    found = after(ggl.load("tabik", size=5), ("place a1 a2",)).explain("place a2 a3")
    assert not found.legal
    assert found.is_move
    assert found.condition == "both cells are empty"
    assert found.span is not None
    assert found.span.text == "empty(a)"
    assert found.bindings == {"a": "a2", "b": "a3"}
    assert "White stone stands on a2" in found.reason


def test_a_parameter_outside_its_set_names_the_set_and_its_members() -> None:
    state = ggl.load("tabik", size=5).initial_state()
    found = state.explain("place a3 a5")
    assert found.condition == "b in neighbors(a)"
    cells = {name: state.game.board.find(name) for name in ("a5", "a2", "b3", "a4")}
    assert found.values == (("b", cells["a5"]), ("neighbors(a)", frozenset({cells["a2"], cells["b3"], cells["a4"]})))


def test_an_ensure_tells_values_of_the_position_after_and_the_changed_sites() -> None:
    case = CASES["sgibun"]
    found = after(load(case), case.moves).explain("place a4")
    assert found.changed == ("a4",)
    assert ("size(group(c))", 2) in found.values


def test_a_legal_move_is_told_in_notation_with_its_bindings() -> None:
    found = ggl.load("tabik", size=5).initial_state().explain("C3 c4")
    assert found.legal
    assert found.is_move
    assert (found.text, found.bindings) == ("place c3 c4", {"a": "c3", "b": "c4"})


def test_the_nearest_moves_are_legal_and_share_what_they_can() -> None:
    state = after(ggl.load("tabik", size=5), ("place a1 a2",))
    found = state.explain("place b2 a2")
    assert set(found.nearest) <= {str(move) for move in state.legal_moves()}
    assert all(move.startswith("place b2 ") for move in found.nearest)


def test_unfinished_and_unknown_texts_are_no_moves() -> None:
    state = ggl.load("tabik", size=5).initial_state()
    for text in ("", "place", "place a1", "place a1 q1", "a1", "nonsense", "place a1 a2 a3", "swap a1", "-", "x" * 5000):
        found = state.explain(text)
        assert not found.is_move, text
        assert not found.legal, text
        assert len(found.nearest) == 3, text


def test_an_edge_is_understood_from_either_end() -> None:
    state = after(ggl.load("tabik", size=5), ("place a1 a2", "place b2 b1"))
    assert state.explain("swap b1-a1").text == "swap a1-b1"
    assert state.play("swap b1-a1") == state.play("swap a1-b1")


def test_a_passing_side_is_told_how_many_moves_it_has() -> None:
    state = ggl.load("tiku").initial_state()
    assert str(len(state.legal_moves())) in state.explain("pass").reason


@pytest.mark.parametrize(
    ("after_it", "move", "why"),
    [
        ("a1", "swap a1 b1", "`swap` follows `place` only if `c.row == 2`"),
        ("a1", "grow a1 b1", "`grow` is played only when there is no `hop`, but `hop a1 b1` is legal"),
        ("a1", "place b1", "the turn goes on after `place` with `hop`"),
        ("b2", "rest b1 c1", "the turn goes on with c = b2"),
        ("b2", "place c1", "the turn goes on after `place` with `rest`, `lend` or `stop`"),
    ],
)
def test_a_follow_up_that_is_not_on_names_its_condition_or_what_comes_first(after_it: str, move: str, why: str) -> None:
    file = HERE.parent.parent / "language/games/what_follows_may_have_conditions_and_tiers.yaml"
    state = ggl.load(file).initial_state().play(f"place {after_it}")
    assert state.explain(move).what == why


HOPPING = """ggl: 1
name: Hopping
players: [A, B]
board: square(4)
pieces: {man: {}}
moves:
  put:
    for: c in vacant
    do: put man on c
    then: hop(c) if c in corners, otherwise rest(c)
  hop(c): {for: t in neighbors(c), where: {far: t.row > 3}, do: move c to t}
  rest(c): {do: take man from c}
end: {draw: full}
"""


@pytest.mark.parametrize(
    ("after_it", "move", "why"),
    [
        ("a1", "hop a1 a2", '"far" does not hold'),
        ("a1", "hop b1 b2", "`hop` follows `put` only with c = a1"),
        ("a4", "rest a4", "`rest` is played only when there is no `hop`, but `hop a4 b4` is legal"),
        ("b2", "hop b2 b3", "`hop` follows `put` only if `c in corners`"),
    ],
)
def test_a_follow_up_that_comes_first_is_told_by_what_fails_in_it(tmp_path: Path, after_it: str, move: str, why: str) -> None:
    path = tmp_path / "hopping.yaml"
    path.write_text(HOPPING, encoding="utf-8")
    assert ggl.load(path).initial_state().play(f"put {after_it}").explain(move).what == why


CHOOSING = """ggl: 1
name: Choosing
players: [A, B]
board: square(3)
pieces: {man: {}}
moves:
  put: {for: c in vacant, do: put man on c, then: optional put otherwise take_up}
  take_up(): {for: c in taken_cells, do: take man from c}
turn: {WANTED: count(cells with own man)}
end: {draw: full}
"""


@pytest.mark.parametrize(
    ("wanted", "move", "why"),
    [
        ("least", "put b1", "another whole turn is better: count(cells with own man) must be least at its end"),
        ("least", "take_up a1", "`take_up` is played only when there is no `put`, but there is `put b1`"),
        ("most", "stop", "another whole turn is better: count(cells with own man) must be greatest at its end"),
    ],
)
def test_a_step_within_a_turn_that_least_or_most_rules_out(tmp_path: Path, wanted: str, move: str, why: str) -> None:
    path = tmp_path / "choosing.yaml"
    path.write_text(CHOOSING.replace("WANTED", wanted), encoding="utf-8")
    assert ggl.load(path).initial_state().play("a1").explain(move).what == why


@pytest.mark.parametrize(
    ("test", "why"),
    [
        ("x.column > 1", "all 2 members of `row(1)` with `x.column > 1` qualify: b1, c1"),
        ("x.column > 3", "there are no members of `row(1)` with `x.column > 3`"),
    ],
)
def test_only_members_that_all_asks_about_qualify(tmp_path: Path, test: str, why: str) -> None:
    path = tmp_path / "asking.yaml"
    text = CHOOSING.replace("do: put man", f"where: not all(empty(x) for x in row(1) if {test}), do: put man", 1)
    path.write_text(text.replace("{WANTED: count(cells with own man)}", "{pass: free}"), encoding="utf-8")
    assert why in str(ggl.load(path).initial_state().explain("put a2"))


KEPT = """ggl: 1
name: Kept
players: [A, B]
board: square(3)
pieces: {stone: {}}
state:
  left: {start: "{b2, c3}", in: cells, each: players}
moves:
  put:
    for: c in cells
    where: WHERE
    do: drop c from mover.left
turn: {pass: free}
end: {draw: ply > 3}
"""


def put_a1(folder: Path, text: str) -> str:
    path = folder / "kept.yaml"
    path.write_text(text, encoding="utf-8")
    return ggl.load(path).initial_state().explain("put a1").reason


@pytest.mark.parametrize(
    ("where", "why"),
    [
        (
            "all(x.row > y.row for x in {a1, b2} for y in {b2, c} if x != y)",
            "for x = a1, for y = b2, `x.row` is 1 and `y.row` is 2",
        ),
        (
            "not any(x == y and y == z for x in {c} for y in {c} for z in {b2, c})",
            "for x = a1, for y = a1, for z = a1, `x` and `y`",
        ),
        ("any(y == b2 for x in {a1, b2} if x != b2 for y in {c, b1})", "none of the 2 members of `{a1, b2}` qualifies: a1, b2"),
        ("all([true, c == b2])", "for x = false"),
        ("c in mover.left", "`c` (a1) is not in `mover.left`"),
        ("c in (x in cells if x in mover.left)", "`x` (a1) is not in `mover.left`"),
    ],
)
def test_the_member_that_decides_is_named_by_its_own_value(tmp_path: Path, where: str, why: str) -> None:
    assert why in put_a1(tmp_path, KEPT.replace("WHERE", where))


def test_a_set_that_is_kept_is_told_by_its_members(tmp_path: Path) -> None:
    assert "it is {b2, c3}" in put_a1(tmp_path, KEPT.replace("where: WHERE", "").replace("c in cells", "c in mover.left"))


# ---- what holds of every game

SMALL = {"tabik": {"size": 4}, "quarod": {"size": 4}, "sgibun": {"side": 3}, "tirnabun": {"side": 3}, "go": {"size": 9}}

GAMES = [*resources.bundled_games(), "forms.yaml", "turns.yaml"]


def game_of(name: str) -> ggl.Game:
    return ggl.load(HERE / name if "." in name else name, **SMALL.get(name, {}))


def random_state(game: ggl.Game, rng: random.Random) -> ggl.State:
    state = game.initial_state()
    for _ in range(rng.randrange(30)):
        moves = state.legal_moves()
        if not moves:
            break
        state = state.after(rng.choice(moves))
    return state


def random_step(game: ggl.Game, rng: random.Random) -> Step:
    """A move with all its arguments of the right types, legal or not."""
    schema = rng.choice(game.checked.core.schemas)
    args = []
    for param in schema.params:
        if isinstance(param.type, Num):
            args.append(rng.randint(param.type.lo, param.type.hi))
        else:
            assert isinstance(param.type, Fin)
            args.append(rng.randrange(param.type.domain.size))
    return Step(schema.name, canonical_codes(game.checked, schema.name, args))


def first_false_condition(game: ggl.Game, state: ggl.State, step: Step) -> tuple[str, str] | None:
    """The stage and the text of the first condition that is false for a step, found without looking inside it."""
    engine = game.interpreter
    schema = next(schema for schema in game.checked.core.schemas if schema.name == step.schema)
    rules, vector = engine.rules[schema.name], engine.vector(state.position)
    frame = rules.slots.frame()
    sets = [one for one in game.notation.arguments[schema.name] if one.is_set]
    for place, (param, parameter, code) in enumerate(zip(schema.params, rules.parameters, step.args, strict=True)):
        if code not in parameter.codes(vector, frame):
            assert param.source.span is not None
            whole = next((one for one in sets if place in one.places), None)
            among = parameter if whole is None else rules.parameters[whole.places.start]
            if whole is not None and set(whole.codes(step.args)) <= set(among.codes(vector, frame)):
                assert param.span is not None
                return "domain", text_of(param.span)  # its members may be chosen, and not so many
            return "domain", f"{param.name if whole is None else whole.name} in {text_of(param.source.span)}"
        frame[parameter.place] = code
    frame = rules.frame(vector, step.args)
    later = engine.left_behind(vector)
    after_frame = list(frame)
    rules.do(later, after_frame)
    for stage, conditions, where, variables in (
        ("guard", schema.guard, vector, frame),
        ("ensure", schema.ensure, later, after_frame),
    ):
        for one in conditions:
            if not engine.expressions.function(one.test, rules.slots)(where, list(variables)):
                assert one.span is not None
                return stage, one.name or text_of(one.span)
    return None


@pytest.mark.parametrize("name", few_of(GAMES, without=[*ALIKE, "quoridor"]))
def test_a_move_is_legal_as_legal_moves_say_and_what_is_blamed_is_false(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part on the way down to the one that is blamed is not as wanted, too."""
    way_down = Blamer.blame

    def watched(self: Blamer, e: f.Expr, wanted: bool, here: Situation) -> Blame:
        assert self.holds(e, here) is not wanted
        return way_down(self, e, wanted, here)

    monkeypatch.setattr(Blamer, "blame", watched)
    game = game_of(name)
    rng = random.Random(f"explain/{name}")
    templates = game.checked.definition.look.notation
    illegal = listed = 0
    for _ in range(30):
        state = random_state(game, rng)
        legal = {move.step: str(move) for move in state.legal_moves()}
        listed += len(legal)
        if listed > 500 and illegal >= 5:
            break  # where a side has so many moves, each look at them takes its time
        for _ in range(5):
            step = random_step(game, rng)
            # What a template writes may stand for several steps, in full it is one.
            written = game.notation.full if step.schema in templates else game.notation.text
            found = state.explain(written(step))
            assert found.is_move
            assert found.legal == (step in legal), str(found)
            assert str(found)
            if not found.legal:
                illegal += 1
                assert set(found.nearest) <= set(legal.values())
                if found.stage in ("domain", "guard", "ensure"):
                    # In Tak, `place b2 capstone` is what `crown` writes, and also `place` with a kind that it does not take.
                    meant = {step, *intent(game, written(step), set(), game.notation).steps}
                    assert len(meant) == 1 or name == "tak"
                    wanted = {first_false_condition(game, state, one) for one in meant}
                    assert (found.stage, found.condition) in wanted, str(found)
                else:
                    assert found.stage == ("over" if state.is_over else "turn"), str(found)
    assert illegal >= 5  # nearly all cells are open in Go and Gomoku


@pytest.mark.parametrize("name", few_of(GAMES))
def test_all_legal_moves_are_explained_as_legal(name: str) -> None:
    game = game_of(name)
    state = random_state(game, random.Random(f"legal/{name}"))
    for move in state.legal_moves():
        found = state.explain(str(move))
        assert (found.legal, found.text) == (True, str(move))


@cache
def some_state(name: str, number: int) -> ggl.State:
    return random_state(game_of(name), random.Random(number))


@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_no_text_makes_it_raise_and_what_it_calls_legal_can_be_played(data: st.DataObject) -> None:
    explain_any_text(data)


@pytest.mark.slow
@settings(max_examples=800, deadline=None)
@given(data=st.data())
def test_no_text_of_many_makes_it_raise_and_what_it_calls_legal_can_be_played(data: st.DataObject) -> None:
    explain_any_text(data)


def explain_any_text(data: st.DataObject) -> None:
    state = some_state(data.draw(st.sampled_from([*FEW, "forms.yaml", "turns.yaml"])), data.draw(st.integers(0, 3)))
    game = state.game
    words = [*(schema.name for schema in game.checked.core.schemas), "pass", "stop", "swap-sides", "take-black", "a1", "b2", "c3",
             "a1-a2", "north", "-", "x", "99999999999999999999", "²", "é", "\n", "\x1b[2J"]  # fmt: skip
    text = data.draw(st.one_of(st.text(max_size=40), st.lists(st.sampled_from(words), max_size=5).map(" ".join)))
    found = state.explain(text)
    shown = str(found)
    assert "\x1b" not in shown
    if found.legal:
        assert state.play(text) == state.play(found.text)
    else:
        with pytest.raises(ggl.GglError):
            state.play(text)


def test_a_pass_that_is_refused_names_its_condition_or_the_phase() -> None:
    game = ggl.load(Path(__file__).parents[1] / "language" / "games" / "a_pass_hangs_on_a_condition_and_on_the_phase.yaml")
    state = game.initial_state()
    assert "only if `count(cells with own stone) == 2`, which does not hold" in str(state.explain("pass"))
    for move in ("place a1", "place a2", "place b1", "place b2", "pass", "pass"):
        state = state.play(move)
    assert "only if `empty(b2)`, which does not hold" in str(state.explain("pass"))
    state = state.play("slide b1 c1").play("slide b2 c2")
    assert "a side passes only when it has no move, but Red has" in str(state.explain("pass"))


def test_a_game_without_moves_explains_any_text() -> None:
    state = ggl.load(Path(__file__).parents[1] / "generated/found/a_game_without_moves_and_rolls.yaml").initial_state()
    assert "`a1` is not a move: no move begins with `a1`; this game has no moves" in str(state.explain("a1"))
    assert "neither a move of this game nor a place to play on; this game has no moves" in str(state.explain("foo"))
