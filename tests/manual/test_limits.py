"""A file at a limit of the manual is accepted and plays alike in both engines; one past it the finding names the limit."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from pathlib import Path

import pytest

from ggl.checker.cost import _Cost, _length
from ggl.checker.vocabulary.board_words import BOARD_WORDS
from ggl.checker.world import World
from ggl.compiler.runtime.engine import Compiled
from ggl.core.forms import CoreGame
from ggl.diagnostics import Diagnostic, render
from ggl.engine.protocol import Engine, WorkLimitError
from ggl.interpreter.work import WorkMeter
from ggl.play.filetests import misread
from ggl.play.game import Game
from ggl.play.loading import check_source, find_source
from ggl.play.perft import in_turn, perft
from ggl.source import Source
from tests.compiler.agreement import differences
from tests.manual.limits import LIMITS, Limit, game


def found_in(text: str) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    checked, found = check_source(Source("marsh.yaml", text))
    if checked is None:
        return None, tuple(found)
    return Game(checked), (*found, *misread(checked))


def errors_of(found: tuple[Diagnostic, ...]) -> list[Diagnostic]:
    return [finding for finding in found if finding.code.severity == "error"]


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.id)
def test_at_the_limit_a_file_is_accepted(limit: Limit) -> None:
    game, found = found_in(limit.write(limit.most))
    assert game is not None, render(found, "concise")
    assert not errors_of(found), render(found, "concise")


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.id)
def test_one_past_the_limit_the_finding_names_it_and_its_place(limit: Limit) -> None:
    _, found = found_in(limit.write(limit.most + 1))
    errors = errors_of(found)
    assert [finding.code.code for finding in errors] == [limit.code], render(found, "concise")
    (error,) = errors
    assert limit.names in f"{error.message} {error.label} {error.help}"
    assert error.help
    assert error.span is not None or limit.id == "bytes"


@pytest.mark.slow
@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.id)
def test_at_the_limit_the_engines_play_alike(limit: Limit) -> None:
    game, _ = found_in(limit.write(limit.most))
    assert game is not None
    assert not list(differences(game, Compiled(game.checked.core, as_python=True), range(2), 12))


# ---- limits of work: no reader can count it, so the limit is set to what a file takes

WASTE = game(
    head="state:\n  silt: 0\ndefine:\n  far: all(distance(c, d) < 9 for c in cells for d in cells)\n",
    moves="  lay: {for: 'c in cells', where: empty(c) and (far or ply < 0), do: put reed on c}",
    tail="setup: add 1 to silt for c in cells\nscore(p): count(cells with p reed) + silt\n",
)


def work(part: str) -> Callable[[CoreGame], int]:
    return lambda core: int(getattr(_Cost(core, _length(core), {}), part)().work)


MEASURED: dict[str, tuple[str, Callable[[CoreGame], int]]] = {
    "the setup could take": ("ggl.checker.cost.SETUP_LIMIT", work("setup")),
    "one ply could take": ("ggl.checker.cost.PLY_LIMIT", work("ply")),
    "the score could take": ("ggl.checker.cost.ONCE_LIMIT", work("score")),
}


@pytest.mark.parametrize("says", MEASURED)
def test_what_takes_as_much_as_is_allowed_is_accepted_and_one_more_is_not(says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = found_in(WASTE)
    assert game is not None
    name, measure = MEASURED[says]
    monkeypatch.setattr(name, measure(game.checked.core))
    assert found_in(WASTE)[0] is not None
    monkeypatch.setattr(name, measure(game.checked.core) - 1)
    (error,) = errors_of(found_in(WASTE)[1])
    assert says in error.message
    assert error.help


def least(name: str, text: str, monkeypatch: pytest.MonkeyPatch, code: str = "GGL216") -> int:
    """The smallest limit with which a file is accepted."""

    def is_accepted(limit: int) -> bool:
        monkeypatch.setattr(name, limit)
        return found_in(text)[0] is not None

    found = bisect_left(range(10_000), True, key=is_accepted)
    monkeypatch.setattr(name, found - 1)
    (error,) = errors_of(found_in(text)[1])
    assert (error.code.code, bool(error.help)) == (code, True)
    return found


COUNTED: dict[str, tuple[str, Callable[..., int]]] = {
    "ggl.checker.world.FORM_LIMIT": ("ggl.checker.world.World.spend", lambda world, *_, **__: world.form_count),
    "ggl.checker.world.ENTRY_LIMIT": ("ggl.checker.world.World.hold", lambda world, *_, **__: world.entry_count),
}


@pytest.mark.parametrize("limit", COUNTED)
def test_a_file_that_has_just_as_much_as_is_counted_is_accepted(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, count = COUNTED[limit]
    text = game(ends="full or any(c in cells if distance(a1, c) > 9)")
    counting, counts = getattr(World, name.rpartition(".")[2]), []

    def counted(*args: object, **more: object) -> None:
        counting(*args, **more)
        counts.append(count(*args))

    with monkeypatch.context() as patch:
        patch.setattr(name, counted)
        assert found_in(text)[0] is not None
    code = "GGL216" if "FORM" in limit else "GGL215"
    assert least(limit, text, monkeypatch, code) == max(counts)


def test_the_work_of_a_fixed_value_grows_with_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    def work_on(size: int) -> int:
        regions = "regions:\n  shore: (c in cells if any(d in corners if distance(c, d) < 2))\n"
        return least("ggl.checker.constants.CONSTANT_LIMIT", game(board=f"square({size})", head=regions), monkeypatch)

    assert 9 * 4 < work_on(3) < work_on(4) < work_on(5)


def test_each_word_is_a_part_of_the_rules_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def parts_of(ends: str, count: int = 1) -> int:
        """Of a routine that so many lines use."""
        lines = "".join(f"      wet(c, {i})\n" for i in range(count))
        moves = f"  lay:\n    for: c in cells\n    where: empty(c)\n    do: |\n      put reed on c\n{lines}"
        text = game(
            head="state: {silt: 0}\nroutines:\n  wet(c, n): add n to silt if empty(c)\n", moves=moves, ends=f"full or {ends}"
        )
        return least("ggl.checker.world.FORM_LIMIT", text, monkeypatch)

    one = parts_of("ply > 90")
    assert parts_of("ply + ply > 90") == one + 2
    assert parts_of("ply > 90", 3) - parts_of("ply > 90", 2) == parts_of("ply > 90", 2) - one > 3


def test_a_word_of_two_cells_has_an_entry_for_each_two_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    def entries(words: str) -> int:
        text = game(ends=f"full or any(c in cells if {words})")
        return least("ggl.checker.world.ENTRY_LIMIT", text, monkeypatch, "GGL215")

    one = entries("distance(a1, c) > 9")
    assert entries("distance(a1, c) > 9 and distance(c, b2) > 9") == one
    assert entries("distance(a1, c) > 9 and direction(a1, c) == north") == one + 9 * 9
    assert entries("distance(a1, c) > 9 and a1.row + b2.row > 9 + a1.row") == one + 2  # each that is fixed has one


# ---- limits of a file beside others, of what is told, and of YAML


def chain(folder: Path, count: int) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """A game that so many others stand behind, one after the other."""
    (folder / "marsh0.yaml").write_text(game())
    for i in range(1, count + 1):
        (folder / f"marsh{i}.yaml").write_text(f"ggl: 1\nname: Marsh {i}\nextends: marsh{i - 1}.yaml\nboard: square({i + 2})\n")
    checked, found = check_source(find_source(str(folder / f"marsh{count}.yaml")))
    return None if checked is None else Game(checked), tuple(found)


def test_a_game_extends_at_most_eight_one_after_the_other(tmp_path: Path) -> None:
    assert chain(tmp_path, 8)[0] is not None
    (error,) = errors_of(chain(tmp_path, 9)[1])
    assert (error.code.code, "8 others" in error.message, bool(error.help)) == ("GGL606", True, True)


@pytest.mark.parametrize("count", [99, 100, 101, 150])
def test_at_most_a_hundred_findings_are_told(count: int) -> None:
    wrong = "".join(f"  d{i}: nowhere{i}\n" for i in range(count))
    *told, last = found_in(game(head=f"define:\n{wrong}"))[1]
    if count <= 100:
        assert [*told, last] == errors_of((*told, last))
        assert len(told) + 1 == count
    else:
        assert (len(told), last.code.code) == (100, "GGL109")
        assert f"{count - 100} more" in last.message


@pytest.mark.parametrize("brackets", ["[]", "{}"])
def test_maps_and_lists_stand_at_most_32_deep(brackets: str) -> None:
    def codes(depth: int) -> set[str]:
        """The file itself is a map, the first level."""
        opened = brackets[0] if brackets == "[]" else "{a: "
        return {finding.code.code for finding in found_in(f"board: {opened * (depth - 1)}b{brackets[1] * (depth - 1)}\n")[1]}

    assert "GGL105" not in codes(32)
    assert codes(33) == {"GGL105"}


# ---- limits of play

STEPS = """\
ggl: 1
name: Steps
players: [Heron, Vole]
board: square(1)
pieces: {}
state: {silt: 0}
moves:
  drift: {do: add 1 to silt}
  float: {do: add 1 to silt, where: OTHER}
turn:
  continue: steps < STEPS
  MOST
end: {draw: ply == 2}
"""


ALONE = STEPS.replace("MOST", "pass: forced").replace("OTHER", "silt < 0")


def in_both(text: str) -> list[Engine]:
    game, found = found_in(text)
    assert game is not None, render(found, "concise")
    return [game.interpreter, Compiled(game.checked.core, as_python=True)]


@pytest.mark.parametrize("engine", [0, 1])
def test_under_most_a_turn_has_at_most_200_steps(engine: int) -> None:
    text = STEPS.replace("MOST", "most: silt").replace("OTHER", "ply >= 0")
    here = in_both(text.replace("STEPS", "200"))[engine]
    assert len(here.steps(here.start())) == 2
    there = in_both(text.replace("STEPS", "201"))[engine]
    with pytest.raises(WorkLimitError, match="more than 200 steps"):
        there.steps(there.start())


@pytest.mark.parametrize("engine", [0, 1])
def test_whole_turns_are_counted_up_to_a_thousand_steps(engine: int) -> None:
    def counted(steps: int) -> int:
        one = in_both(ALONE.replace("STEPS", str(steps)))[engine]
        return one.perft(one.start(), 1) if isinstance(one, Compiled) else perft(one, one.start(), 1)

    assert counted(1000) == 1
    with pytest.raises(WorkLimitError, match="more than 1,000 steps"):
        counted(1001)


@pytest.mark.parametrize("engine", [0, 1])
def test_without_most_a_turn_has_any_number_of_steps(engine: int) -> None:
    one = in_both(ALONE.replace("STEPS", "1500"))[engine]
    at = one.start()
    for step in range(1500):
        assert in_turn(one.layout, at) == (step > 0)
        at = one.play(at, one.steps(at)[0])
    assert not in_turn(one.layout, at)


def test_whole_turns_are_listed_while_their_steps_come_to_no_more_than_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = found_in(ALONE.replace("STEPS", "20"))
    assert game is not None
    state = game.initial_state()
    monkeypatch.setattr("ggl.play.base_state.MOST_LISTED", sum(range(21)))
    assert len(state.legal_turns()) == 1
    monkeypatch.setattr("ggl.play.base_state.MOST_LISTED", sum(range(21)) - 1)
    with pytest.raises(WorkLimitError, match="too many whole turns"):
        state.legal_turns()


def test_a_ply_is_stopped_one_step_of_work_past_what_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = game(ends="full or count(c in cells if any(d in cells if distance(c, d) > ply)) < 0")
    start, none_left, spend = "ggl.interpreter.work.WORK_LIMIT", 10_000, WorkMeter.spend

    def play() -> int:
        """What is left where least is."""
        found, _ = found_in(text)
        assert found is not None
        left = [none_left]
        monkeypatch.setattr(WorkMeter, "spend", lambda self, steps: (spend(self, steps), left.append(self._left)))
        engine = found.interpreter
        engine.steps(engine.play(engine.start(), engine.steps(engine.start())[0]))
        return min(left)

    monkeypatch.setattr(start, none_left)
    taken = bisect_left(range(none_left), True, key=lambda limit: is_enough(limit, play, start, monkeypatch))
    assert 81 < taken < none_left
    monkeypatch.setattr(start, taken)
    assert play() == 0
    monkeypatch.setattr(start, taken - 1)
    with pytest.raises(WorkLimitError, match="steps of work"):
        play()


def is_enough(limit: int, play: Callable[[], object], name: str, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setattr(name, limit)
    try:
        play()
    except WorkLimitError:
        return False
    return True


def test_a_ply_that_is_stopped_leaves_the_play_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    found, _ = found_in(game(ends="full or count(c in cells if any(d in cells if distance(c, d) > ply)) < 0"))
    assert found is not None
    state = found.initial_state()
    move = state.legal_moves()[0]
    before = str(state), state.position
    monkeypatch.setattr("ggl.interpreter.work.WORK_LIMIT", 10)
    with pytest.raises(WorkLimitError, match="cannot be played on"):
        state.play(move)
    assert (str(state), state.position) == before


def test_compiled_code_is_not_stopped_by_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    interpreter, compiled = in_both(game())
    monkeypatch.setattr("ggl.interpreter.work.WORK_LIMIT", 10)
    at = compiled.start()
    assert len(compiled.steps(compiled.play(at, compiled.steps(at)[0]))) == 8
    with pytest.raises(WorkLimitError):
        interpreter.steps(interpreter.start())


# ---- what the page says beside its table


@pytest.mark.parametrize("asked", ["open('x')", "open(full)", "import os", "eval(full)", "__import__(full)", "full.__class__"])
def test_no_word_leads_out_of_the_language(asked: str) -> None:
    assert errors_of(found_in(game(ends=asked))[1])


def test_nothing_in_a_file_makes_something_of_python() -> None:
    (error,) = errors_of(found_in(game(tail="about: !!python/object/apply:os.getcwd []\n"))[1])
    assert error.code.code == "GGL133"


OF_TWO_CELLS = [name for name, word in BOARD_WORDS.items() if [param.type for param in word.signature.params] == ["cell", "cell"]]


def test_the_words_of_two_cells_are_those_on_the_page() -> None:
    assert set(OF_TWO_CELLS) == {"edge", "link", "distance", "direction", "between", "path"}


def is_refused_for_its_table(asked: str, size: int, shape: str = "square") -> bool:
    errors = errors_of(found_in(game(board=f"{shape}({size})", ends=f"full or any(c in cells if {asked})"))[1])
    assert all(error.code.code == "GGL215" for error in errors), render(errors, "concise")
    return bool(errors)


@pytest.mark.parametrize("word", ["direction", "between", "path"])
def test_words_of_two_cells_need_a_table_of_all_of_them(word: str) -> None:
    asked = f"{word}(a1, c) == {word}(a1, b1)"
    refused = [is_refused_for_its_table(asked, size, "torus") for size in (22, 23)]
    assert refused == [False, True]


@pytest.mark.parametrize("word", sorted({*OF_TWO_CELLS} - {"link"}))
def test_words_of_two_cells_may_be_asked_on_large_boards_of_squares(word: str) -> None:
    assert not is_refused_for_its_table(f"{word}(a1, c) == {word}(a1, b1)", 64)


@pytest.mark.parametrize("asked", ["edge_towards(c, north) == none", "a1 in neighbors(c)", "a1 in ray(c, north)"])
def test_words_of_one_cell_may_be_asked_on_the_largest_board(asked: str) -> None:
    assert not is_refused_for_its_table(asked, 64)
