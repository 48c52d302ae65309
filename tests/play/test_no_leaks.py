"""Two plays that a seat cannot tell apart: all that ggl makes for that seat is the same in both, to the byte.

Pairs are made, not waited for: beside a random play a second one is played, whose steps leave the same with one side.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from itertools import islice, pairwise
from pathlib import Path

import pytest

import ggl
from ggl import agents
from ggl.agents.seated import seated
from ggl.cli.prompt import COMMANDS, Prompt
from ggl.engine.protocol import Step, WorkLimitError
from ggl.play.asking import ask
from ggl.play.errors import GglError
from ggl.play.explain import explain_step
from ggl.play.loading import made_of
from ggl.play.picture import picture
from ggl.play.seen_vector import entry_of
from ggl.play.session import Session
from ggl.render import svg
from ggl.source import Source
from tests.generated.layout import written
from tests.generated.making import NotMade, made, mended_until_sound
from tests.generated.table import FEATURES
from tests.hiding import HIDDEN, HIDING

ROOT = Path(__file__).parents[2]
OPTIONS = {"closed-tricks": {"tricks": 3}, "dark-hex": {"size": 3}, "mastermind": {"tries": 2}}
SMALL = tuple(f"tests/play/hidden/{name}.yaml" for name in ("dice", "ghosts", "hands", "masks", "three"))
QUICK = ("phantom-tic-tac-toe", "dark-hex", "kuhn-poker", "rock-paper-scissors", *SMALL)
NAMES = [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow]) for name in (*HIDING, *HIDDEN, *SMALL)]
LONGEST = 9
TRIED = 60
"""The most legal steps that are tried for one that leaves the same."""


@dataclass(frozen=True)
class Pair:
    """Two states that a side cannot tell apart, of plays that differ."""

    side: str
    one: ggl.State
    other: ggl.State


def twin(states: list[ggl.State], side: str, rng: random.Random) -> ggl.State | None:
    """The end of a play each of whose steps leaves the same with a side as in this play; None if it comes to no such step."""
    other, game = states[0], states[0].game
    for (before, after), move in zip(pairwise(states), states[-1].came_by()[1], strict=True):
        entry = entry_of(game, before.vector, move.step, after.vector, side)
        legal = [*other.legal_moves()]
        for each in [*rng.sample(legal, min(TRIED, len(legal))), move]:
            if each in legal and entry_of(game, other.vector, each.step, (then := other.after(each)).vector, side) == entry:
                other = then
                break
        else:
            return None
    return other


def pairs_of(game: ggl.Game, plays: int, longest: int = LONGEST) -> Iterator[Pair]:
    for seed in range(plays):
        rng, states = random.Random(seed), [game.initial_state()]
        length = rng.randint(2, longest)
        while len(states) < length and (legal := states[-1].legal_moves()):
            states.append(states[-1].after(rng.choice(legal)))
        for side in game.players:
            other = twin(states, side, rng)
            if other is None or other.vector == states[-1].vector:
                continue
            if other.information(side) == states[-1].information(side):  # at the end scores may tell them apart
                yield Pair(side, states[-1], other)


@cache
def game_of(name: str) -> ggl.Game:
    return ggl.load(ROOT / name if name.endswith(".yaml") else name, **OPTIONS.get(name, {}))


@cache
def pairs(name: str) -> tuple[Pair, ...]:
    game = game_of(name)
    dealt = len(game.checked.core.rolls)  # what is dealt at the start comes before the first choice
    return (*islice(pairs_of(game, 60, LONGEST + dealt), 12),)


QUESTIONS = ("count(cells with piece)", "vacant", "ply", "mover", "steps", "first(taken_cells).owner", "last.mover")


def told(state: ggl.State, side: str) -> list[str]:
    """All that is shown to a seat: each way in which ggl tells of a state."""
    view, information = state.view(side), state.information(side)
    found = [str(view), picture(view, "ascii"), picture(view, "unicode", colour=True), svg(view), repr(view), information.text]
    found += [str(information.vector), *information.story, *information.told(), str(view.scores), str(view.result)]
    found += map(str, view.legal_moves())
    if view.legal_moves():
        found += map(str, view.legal_actions())
    for step in every_move(state.game):
        found.append(str(explain_step(view, step)))
    for question in (*QUESTIONS, *state.game.checked.definition.state):
        try:
            found.append(ask(view, question).text)
        except GglError as error:
            found.append(str(error))
    found += (str((part, values.tolist())) for part, values in state.observation(side).items())
    return found


@cache
def every_move(one: ggl.Game) -> tuple[Step, ...]:
    seen: dict[Step, None] = {}
    for seed in range(6):
        rng, state = random.Random(seed), one.initial_state()
        for _ in range(200):  # some made games never end
            legal = state.legal_moves()
            if not legal or len(seen) > 60:
                break
            seen.update(dict.fromkeys(move.step for move in legal[:60] if move.schema not in ("roll", "pass", "stop")))
            state = state.after(rng.choice(legal))
    return (*seen,)


@pytest.mark.parametrize("name", NAMES)
def test_what_a_seat_is_told_is_the_same_in_states_that_it_cannot_tell_apart(name: str) -> None:
    assert len(pairs(name)) > 5
    for pair in pairs(name):
        assert pair.one.information(pair.side) == pair.other.information(pair.side)
        assert told(pair.one, pair.side) == told(pair.other, pair.side)


def prompted(pair: Pair, state: ggl.State, lines: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What the prompt prints to one seat, in a session that has come to a state."""
    session = Session(state.game, "name", seats=dict.fromkeys(state.seats.values(), "human"), seed=1)
    start, moves = state.came_by()
    at = start
    for move in moves:
        session.follow(move, at := at.after(move))
    typed = iter((*lines, "quit"))
    capsys.readouterr()
    Prompt(session, "ascii", judge="ismcts:sims=4", seat=pair.side).run(lambda: next(typed))
    return capsys.readouterr().out


READ_NO_POSITION = {
    "of the game or the prompt": ("help", "rules"),
    "of the session": ("clock", "seat", "level", "judge", "eyes"),
    "they change the play": ("go", "save", "load", "resign", "quit"),
}
"""Commands of the prompt that say nothing of the position; all others are typed at each of two positions below."""


LINES = ("board", "moves", "history", "score", "hint 3", "eval", "review 2", "var", "goto 1", "board", "goto end",
         "undo", "board", "redo", "board")  # fmt: skip


def test_each_command_is_typed_or_reads_no_position() -> None:
    typed = {line.split()[0] for line in LINES} | {"why", "ask"}
    silent = {name for names in READ_NO_POSITION.values() for name in names}
    assert typed | silent == {*COMMANDS}
    assert not typed & silent


@pytest.mark.parametrize("name", NAMES)
def test_the_prompt_prints_the_same_to_a_seat_that_cannot_tell_two_plays_apart(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = game_of(name)
    moves = [game.notation.text(step) for step in every_move(game)[::7]]
    lines = [*(f"why {move}" for move in moves), *(f"ask {each}" for each in QUESTIONS), *LINES]
    due = [pair for pair in pairs(name) if not pair.one.is_over and not pair.one.is_chance]  # a session rolls by itself
    assert due
    for pair in due[:6]:
        one, other = (prompted(pair, state, lines, capsys) for state in (pair.one, pair.other))
        assert f"seen by {pair.side}" in one
        assert one == other


@pytest.mark.parametrize("name", NAMES)
def test_an_agent_chooses_the_same_in_states_that_it_cannot_tell_apart(name: str) -> None:
    asked = 0
    for pair in pairs(name):
        if pair.one.mover != pair.side or pair.one.is_chance or not pair.one.legal_moves():
            continue
        seats = [seated(agents.make("ismcts:sims=12", game_of(name), seed=5), game_of(name)) for _ in range(2)]
        one, other = (seat.think(state) for seat, state in zip(seats, (pair.one, pair.other), strict=True))
        assert one.candidates == other.candidates
        asked += 1
        if asked == 4:
            break
    assert asked or name in NEVER


NEVER = ("blotto", "tests/naive/games/matching-pennies.yaml")
"""Games in which nobody who chooses has anything to remember that others do not know."""


SECRETS = {
    "mastermind": ("Breaker", ["red red green blue", "red red red red"], ["violet red red blue", "red red red red"]),
    "geister": ("Second", ["b1 c1 d1 e1", "b6 c6 d6 e6", "d2-d3", "d5-d4", "c2-c3"],
                ["b1 c2 d1 d2", "b6 c6 d6 e6", "d2-d3", "d5-d4", "c2-c3"]),
}  # fmt: skip
"""Two plays that differ in a secret set-up, of which the side is told the same."""


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_set_up_is_told_to_nobody(name: str) -> None:
    side, *lines = SECRETS[name]
    one, other = (after(game_of(name).initial_state(), moves) for moves in lines)
    assert one.information(side) == other.information(side)
    assert one.vector != other.vector
    views = one.view(side), other.view(side)
    for way in (str, svg, lambda view: [*map(str, view.legal_moves()[:90])]):
        assert way(views[0]) == way(views[1])
    for part, values in one.observation(side).items():
        assert (values == other.observation(side)[part]).all()


def after(state: ggl.State, moves: list[str]) -> ggl.State:
    for move in moves:
        state = state.play(move)
    return state


# --------------------------------------------------------------------------------------------------------- generated games


HIDES = ("pieces seen by some", "others see another kind", "variables seen by some", "shows: a word", "shows: parameters",
         "reveal a piece", "reveal a variable", "announce", "choices made together")  # fmt: skip


def hiding(seed: int) -> ggl.Game:
    """A made game whose pieces are seen by their owners alone, and whose moves tell little, as far as the checker allows it."""
    rng = random.Random(seed)
    one, _ = made(f"leaks {seed}", [*rng.sample(HIDES, 1), *rng.sample([*FEATURES], 4)])
    tree = deepcopy(one.tree)
    for piece in tree["pieces"].values():
        if not {"stacks", "piles"} & {*piece}:
            piece["seen by"] = "owner"
    for move in tree["moves"].values():
        move["shows"] = rng.choice(("nothing", "name"))
    sound, _, _ = mended_until_sound(tree)
    return made_of(Source("made.yaml", written(sound)), {})


def alike_everywhere(seeds: range) -> int:
    """In how many made games there were states that a side cannot tell apart, all of which were told alike."""
    found = 0
    for seed in seeds:
        try:
            game = hiding(seed)
            some = [*islice(pairs_of(game, 12), 5)]
            for pair in some:
                assert told(pair.one, pair.side) == told(pair.other, pair.side), game.checked.definition.source.text
        except (NotMade, WorkLimitError):
            continue
        found += bool(some)
    return found


def test_a_made_game_tells_a_seat_the_same_in_states_that_it_cannot_tell_apart() -> None:
    assert alike_everywhere(range(12, 17)) >= 3


@pytest.mark.slow
def test_many_made_games_tell_a_seat_the_same_in_states_that_it_cannot_tell_apart() -> None:
    assert alike_everywhere(range(100, 250)) >= 50
