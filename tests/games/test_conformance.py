"""One suite for every game file in `games/` and `examples/`, with no line of code for any one of them.

Each file is loaded with its defaults and with both extremes of each option, and random play is watched through the public API.
On a large board only some of the legal moves are looked at more closely; which ones is drawn from a seed.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

import ggl
from ggl.diagnostics import Findings
from ggl.model.bundled import TRUTH, BundledOption, bundled, describe_option
from ggl.model.extends import bases_of, load_heading
from ggl.play.loading import check_source, find_source
from ggl.source import Source
from ggl.syntax import parser
from ggl.syntax import tree as t
from ggl.syntax.placed import Alone
from tests.few import FEW as FEW_GAMES
from tests.few import few_of, slow

ROOT = Path(__file__).parents[2]
FILES = sorted([*ROOT.glob("games/**/*.yaml"), *ROOT.glob("examples/**/*.yaml")])

STEPS, WATCHED, CLOSER, FEW = 30, 3, 6, 60
"""The steps of a play; the states in it that are looked at; the moves tried in each; up to this many moves, all are tried."""


def extremes(option: BundledOption) -> list[object]:
    """The least and the greatest value, or all values of a set."""
    allowed = parser.expression(Alone(Source("<allowed>", option.allowed))) if option.allowed else None
    if isinstance(allowed, t.Binary) and allowed.op == "..":
        return [end.value for end in (allowed.left, allowed.right) if isinstance(end, t.Number)]
    return [True, False] if option.choices == TRUTH else [*option.choices]


def options_of(path: Path) -> list[BundledOption]:
    source = find_source(str(path))
    heading = load_heading(source, Findings(), bases_of(source))
    assert heading is not None
    return [describe_option(option) for option in heading.options.values()]


def settings() -> list[tuple[Path, tuple[tuple[str, object], ...]]]:
    """Each file with its defaults, then with each extreme of each option."""
    found: list[tuple[Path, tuple[tuple[str, object], ...]]] = []
    of_bundled = {game.name: game.options for game in bundled()}
    for path in FILES:
        found.append((path, ()))
        for option in of_bundled[path.stem] if path.parent.name == "games" else options_of(path):
            found += [(path, ((option.name, value),)) for value in extremes(option)]
    return found


def label(value: object) -> str | None:
    return value.stem if isinstance(value, Path) else ",".join(f"{n}={v}" for n, v in value) or "defaults"  # type: ignore[attr-defined]


SETTINGS = settings()
WIDE = ("size=24",)
"""Settings with so many moves that a play takes seconds."""
EVERY = pytest.mark.parametrize(("path", "options"), SETTINGS, ids=label)
CLOSER_LOOK = [each for each in SETTINGS if each[0].stem in FEW_GAMES and label(each[1]) not in WIDE]
CLOSER_LOOK = [each for each in CLOSER_LOOK if not each[1]] + [each for each in CLOSER_LOOK if each[1]][::4]
SOME = pytest.mark.parametrize(
    ("path", "options"),
    [each if each in CLOSER_LOOK or (each[0].parent.name == "examples" and not each[1]) else slow(*each) for each in SETTINGS],
    ids=label,
)
"""The examples and the files that `tests/few.py` names with their defaults, and some of these with extremes of an option; the
others are for the slow tests."""
DEFAULTS = pytest.mark.parametrize("path", few_of(FILES, lambda path: path.stem), ids=label)


@cache
def game_of(path: Path, options: tuple[tuple[str, object], ...] = ()) -> ggl.Game:
    return ggl.load(path, **dict(options))


@cache
def loaded_again(path: Path, options: tuple[tuple[str, object], ...] = ()) -> ggl.Game:
    """The same game, loaded another time."""
    return ggl.load(path, **dict(options))


@cache
def some_states(game: ggl.Game) -> list[ggl.State]:
    """The first state, and some of one random play with the last."""
    rng = random.Random(game.name)
    state = game.initial_state()
    states = [state]
    for _ in range(STEPS):
        if state.is_over:
            break
        state = state.play(rng.choice(state.legal_moves()))
        states.append(state)
    return [states[0], *rng.sample(states[1:], min(WATCHED, len(states) - 1)), states[-1]]


def some_moves(state: ggl.State) -> list[ggl.Move]:
    moves = list(state.legal_moves())
    return moves if len(moves) <= FEW else random.Random(state.ply).sample(moves, CLOSER)


def test_every_game_of_the_package_is_looked_at() -> None:
    from ggl import resources

    assert {path.stem for path in FILES} >= set(resources.bundled_games())


@EVERY
def test_the_file_loads_without_findings_at_its_defaults_and_at_each_extreme_of_each_option(
    path: Path, options: tuple[tuple[str, object], ...]
) -> None:
    checked, diagnostics = check_source(find_source(str(path)), dict(options))
    assert [str(one) for one in diagnostics] == []
    assert checked is not None
    assert {name: checked.options[name] for name, _ in options} == {
        name: value if isinstance(value, bool) else type(checked.options[name])(value)  # type: ignore[call-arg]
        for name, value in options
    }


@SOME
def test_the_first_state_has_moves(path: Path, options: tuple[tuple[str, object], ...]) -> None:
    state = game_of(path, options).initial_state()
    assert not state.is_over
    assert state.legal_moves()
    assert (state.ply, state.mover in state.game.players, state.result) == (0, True, None)


@SOME
def test_legal_moves_are_the_same_whenever_they_are_asked(path: Path, options: tuple[tuple[str, object], ...]) -> None:
    game, other = game_of(path, options), loaded_again(path, options)
    for state in some_states(game):
        moves = [str(move) for move in state.legal_moves()]
        assert moves == [str(move) for move in ggl.State(game, state.position).legal_moves()]
        assert moves == [str(move) for move in ggl.State(other, state.position).legal_moves()]
        assert state.is_chance or len(set(moves)) == len(moves)  # a roll lists an outcome as often as it is likely


@SOME
def test_a_moves_text_plays_the_move(path: Path, options: tuple[tuple[str, object], ...]) -> None:
    for state in some_states(game_of(path, options)):
        for move in some_moves(state):
            assert state.play(str(move)) == state.play(move)


@SOME
def test_playing_changes_no_state_but_gives_another(path: Path, options: tuple[tuple[str, object], ...]) -> None:
    for state in some_states(game_of(path, options)):
        vector, ply, moves = tuple(state.vector), state.ply, state.legal_moves()
        for move in some_moves(state):
            assert state.play(move) is not state
            assert (state.vector, state.ply, state.legal_moves()) == (vector, ply, moves)


@SOME
def test_every_state_of_a_play_is_whole(path: Path, options: tuple[tuple[str, object], ...]) -> None:
    game = game_of(path, options)
    for state in some_states(game):
        assert len(state.vector) == game.layout.length
        assert sorted(state.seats) == sorted(game.players)
        assert len(set(state.seats.values())) == len(game.players)
        assert bool(state.legal_moves()) != state.is_over
        assert (state.result is None) != state.is_over
        assert state.scores is None or list(state.scores) == list(game.players)


@DEFAULTS
def test_random_play_is_the_same_for_the_same_seed(path: Path) -> None:
    game, other = game_of(path), loaded_again(path)
    assert game.fingerprint == other.fingerprint
    assert walk(game, 5) == walk(other, 5)


def walk(game: ggl.Game, seed: int) -> list[ggl.State]:
    rng = random.Random(seed)
    states = [game.initial_state()]
    while not states[-1].is_over and len(states) < STEPS:
        states.append(states[-1].play(rng.choice(states[-1].legal_moves())))
    return states


@SOME
def test_equal_states_are_equal_and_hash_alike_and_others_differ(path: Path, options: tuple[tuple[str, object], ...]) -> None:
    game = game_of(path, options)
    state = game.initial_state()
    assert state == game.initial_state()
    assert hash(state) == hash(game.initial_state())
    for move in some_moves(state):
        assert state.play(move) == state.play(move)
        assert hash(state.play(move)) == hash(state.play(move))
        assert state.play(move) != state
    assert state != "not a state"


def ways(state: ggl.State) -> int:
    """The legal moves, times those after the rolls that come first: a deal of ten cards has more ways than can be listed."""
    found = len(state.legal_moves())
    while state.is_chance:
        state = state.after(state.legal_moves()[0])
        found *= max(len(state.legal_moves()), 1)
    return found


@SOME
def test_perft_1_is_the_number_of_legal_turns(path: Path, options: tuple[tuple[str, object], ...]) -> None:
    for state in islice(some_states(game_of(path, options)), 3):
        if ways(state) <= FEW * 3:
            assert state.game.perft(state, 1) == len(state.legal_turns())
            assert state.game.perft(state, 0) == 1


@SOME
def test_a_name_of_a_site_finds_the_site(path: Path, options: tuple[tuple[str, object], ...]) -> None:
    board = game_of(path, options).board
    for site in (*board.cells, *board.edges, *board.vertices):
        assert board.find(site.name) == site
        assert len(site.name) <= 20


def test_a_playout_that_does_not_end_is_broken_off(tmp_path: Path) -> None:
    path = tmp_path / "endless.yaml"
    path.write_text(
        "ggl: 1\nname: Endless\nplayers: [A, B]\nboard: square(2)\npieces: {man: {}}\nsetup: put A man on a1\n"
        "moves:\n  walk:\n    for: c in cells with man, t in neighbors(c)\n    do: move c to t\nend:\n  draw: full\n"
    )
    results = ggl.load(path).playouts(2, most_steps=50)
    assert [(result.winner, result.reason) for result in results] == [(None, "broken off after 50 steps")] * 2


def test_moves_that_a_template_writes_alike_are_written_in_full(tmp_path: Path) -> None:
    """Else a record or a kept play would come back as other moves."""
    path = tmp_path / "alike.yaml"
    path.write_text(
        "ggl: 1\nname: Alike\nplayers: [A, B]\nboard: square(2)\npieces: {man: {}}\nmoves:\n  drop:\n    for: c in cells\n"
        "    where: empty(c)\n    do: put man on c\nend:\n  draw: full\nlook:\n  notation: {drop: X}\n"
    )
    state = ggl.load(path).initial_state()
    texts = [str(move) for move in state.legal_moves()]
    assert texts == ["drop a1", "drop b1", "drop a2", "drop b2"]
    assert [state.play(text).key for text in texts] == [state.play(move).key for move in state.legal_moves()]
    with pytest.raises(ggl.AmbiguousMoveError):
        state.play("X")
