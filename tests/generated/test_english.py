"""Made games and bundled ones are told in English that has none of the known mistakes."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ggl import resources
from ggl.analysis import Plan, analyze
from ggl.analysis.table import table_of_report
from ggl.narration.text import rules_text
from ggl.play.game import Game
from ggl.play.loading import load
from tests.few import few_of, one_in
from tests.generated.covering import Covered, chosen
from tests.generated.english import found, mistakes, names_like_mistakes, patterns
from tests.generated.making import NotMade, made
from tests.narration.test_rules_text import golden_text

SEEDS = range(12)


@pytest.mark.parametrize("name", patterns())
def test_a_pattern_finds_its_bad_text_and_not_the_good_one(name: str) -> None:
    assert list(found(name, patterns()[name]["bad"]))
    assert not list(found(name, patterns()[name]["good"]))


ODD = """ggl: 1
name: Odd
players: [A, B]
board: square(3)
pieces: {True: {}, there: {}, a_b: {}}
values: {False: [red, blue]}
moves:
  put: {for: c in vacant, where: "count(cells with own True) < 4", do: put True on c}
  clear: {do: take a_b from c for c in corners with a_b}
end: {draw: full}
"""


def test_a_game_s_own_names_are_no_mistakes(tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(ODD, encoding="utf-8")
    game = load(path)
    text = game.rules_text()
    assert "a code word is left" in " ".join(mistakes(text))
    assert names_like_mistakes(game.checked) == {"True", "False", "there", "a b", "A b"}
    assert list(mistakes(text, names_like_mistakes(game.checked))) == []


OF_ITS_NAME = """ggl: 1
name: A player's kind
players: [level, B]
board: square(3)
pieces: {levels: {}}
setup: put level levels on a1
moves:
  put: {for: c in vacant, do: put levels on c}
end: {draw: full}
"""


def test_a_piece_of_a_player_of_its_name_is_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(OF_ITS_NAME, encoding="utf-8")
    game = load(path)
    assert "Put a level level on a1" in (text := game.rules_text())
    assert list(mistakes(text, names_like_mistakes(game.checked))) == []


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("seed", one_in(4, SEEDS))
def test_a_made_game_is_told_without_known_mistakes(seed: int, exact: bool) -> None:
    _, wanted = chosen(Random(seed), Covered(), 24)
    try:
        _, checked = made(f"english-{seed}", wanted)
    except NotMade:
        return
    assert list(mistakes(rules_text(checked, exact=exact))) == []


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("name", resources.bundled_games())
def test_a_bundled_game_is_told_without_known_mistakes(name: str, exact: bool) -> None:
    assert list(mistakes(golden_text(name, {}, "exact" if exact else "readable"))) == []


# ---------------------------------------------------------------------------------------------- sentences of `why`

_QUOTED = re.compile(r"`[^`\n]*`|^ *\d* *\|.*$|^ +--> .*$|[\[{][^\]}\n]*[\]}]|^ += note: .*$", re.MULTILINE)
"""What is the file's own in an explanation: names and expressions, lines of the file, sets and lists of values."""


def reasons_for(game: Game, seed: int) -> Iterator[str]:
    """What is said of moves, legal or not, in some positions of a random play."""
    choose, state = Random(seed), game.initial_state()
    schemas = [schema.name for schema in game.checked.core.schemas]
    for _ in range(3):
        if state.is_over:
            return
        sites = choose.sample([cell.name for cell in game.board.cells], min(3, len(game.board.cells)))
        texts = [
            *sites,
            " ".join(sites),
            "pass",
            "nothing",
            *(f"{name} {' '.join(sites[:n])}" for name in schemas for n in (1, 2)),
        ]
        yield from (str(state.explain(text)) for text in texts)
        state = state.play(choose.choice(state.legal_moves()))


@pytest.mark.parametrize("name", few_of(name for name in resources.bundled_games() if name != "mastermind"))  # `red red red blue`
def test_why_a_move_is_legal_or_not_is_told_without_known_mistakes(name: str) -> None:
    told = [_QUOTED.sub("x", text) for text in reasons_for(load(name), 3)]
    assert [mistake for text in told for mistake in mistakes(text)] == []


def made_game(seed: int) -> Game | None:
    """A made game that the interpreter plays; None where nothing was made of the seed."""
    try:
        _, checked = made(f"english-{seed}", chosen(Random(seed), Covered(), 24)[1])
    except NotMade:
        return None
    return Game(checked, "interpreter")


FEW, MANY = (0, 1, 2, 3, 5, 6), range(12, 40)


@pytest.mark.parametrize("seed", [*FEW, *(pytest.param(seed, marks=pytest.mark.slow) for seed in MANY)])
def test_why_a_move_of_a_made_game_is_legal_or_not_is_told_without_known_mistakes(seed: int) -> None:
    game = made_game(seed)
    told = [_QUOTED.sub("x", text) for text in reasons_for(game, seed)] if game is not None else []
    assert [mistake for text in told for mistake in mistakes(text)] == []


# ----------------------------------------------------------------------------------------------- sentences of reports

PLAN = Plan(plays=2, strengths=("random",), judge="random", seed=1)


def sentences(report: str) -> str:
    """The lines of a report that are no rows of a table, and its reasons of results without their shares."""
    shares = re.sub(r"^ +[\d.]+%  | ?\.\.$", "", report, flags=re.MULTILINE)  # `..` ends a line that was cut short
    return "\n".join(line for line in shares.splitlines() if "  " not in line.strip())


def test_sentences_of_a_report_are_its_lines_without_columns() -> None:
    report = "length   random  8.30\n  50.0%  White: the goal\nNo first move\n  is better.\n"
    assert sentences(report) == "White: the goal\nNo first move\n  is better."
    assert list(mistakes(sentences("length  1 turns\nIt lasts 1 turns.\n"))) == ["number and one: ..It lasts 1 turns..."]


@pytest.mark.parametrize("seed", [3, 9, *(pytest.param(seed, marks=pytest.mark.slow) for seed in MANY)])
def test_a_report_of_a_made_game_is_told_without_known_mistakes(seed: int) -> None:
    game = made_game(seed)
    assert game is None or list(mistakes(sentences(table_of_report(analyze(game, PLAN))))) == []


@pytest.mark.parametrize(
    "name",
    [
        "tic-tac-toe",
        *(pytest.param(name, marks=pytest.mark.slow) for name in resources.bundled_games() if name != "tic-tac-toe"),
    ],
)
def test_a_report_of_a_bundled_game_is_told_without_known_mistakes(name: str) -> None:
    assert list(mistakes(sentences(table_of_report(analyze(load(name), PLAN))))) == []
