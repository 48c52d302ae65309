"""One play between agents.

Takes a game, an agent for each seat, a seed, an opening; gives a `Play` with its record. An agent that raises or makes an illegal
move loses the play, and the record says why. A play that reaches the limit of steps is broken off as a draw. Agents are not asked
at a roll or for an only move. Raises `ArgumentError`, and what making an agent raises.
"""

from __future__ import annotations

import contextlib
import os
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ggl import agents as makers
from ggl import resources
from ggl.agents import Agent, Thought
from ggl.agents.protocol import value_of
from ggl.agents.seated import seated
from ggl.arena.seeds import seed_of
from ggl.diagnostics.escape import escape
from ggl.errors import GglError
from ggl.play.errors import ArgumentError, must_be, must_count, shown, whole_seed
from ggl.play.game import Game, State
from ggl.play.move import Move
from ggl.play.playout import LONGEST_PLAYOUT
from ggl.play.record import Ending, Record, Search, ending_of, option_values, replay_states
from ggl.play.turns import Gathered
from ggl.play.values import SEATS

_LONGEST_CAUSE = 200
"""The most characters kept of the message of a failed agent."""


@dataclass(frozen=True)
class Opening:
    """The first moves of a play, which no agent chooses: turns as in a record, and their start if it is unusual.

    Raises `ArgumentError` for a turn that is a text: it would be read letter by letter.
    """

    turns: tuple[tuple[str, ...], ...] = ()
    start: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        for turn in self.turns:
            must_be(turn, (tuple, list), "a turn of an opening", "a tuple with the text of each step")


@dataclass(frozen=True)
class Play:
    """One finished play of many.

    `agents` are the specs by seat; `contestants` numbers them as in the run; `values` is what each seat got: 1 a win, 0 a loss, a
    share of a draw. `seconds` and `asked` tell, by seat, how long its agent thought in all, and about how many steps; a play
    that was read from a file has zeros there.
    """

    number: int
    record: Record
    contestants: tuple[int, ...]
    values: tuple[float, ...]
    seconds: tuple[float, ...]
    asked: tuple[int, ...]

    @property
    def agents(self) -> tuple[str, ...]:
        return tuple(self.record.seats.values())

    @property
    def ending(self) -> Ending:
        assert self.record.ending is not None
        return self.record.ending

    @property
    def turns(self) -> int:
        return len(self.record.turns)

    @property
    def broken_off(self) -> bool:
        """Whether it reached the limit of steps, and so is a draw."""
        return self.ending.broken_off

    @property
    def failure(self) -> str:
        """The failure of an agent that lost the play by it, or empty."""
        return self.ending.reason if self.ending.resigned is not None else ""


def play(
    game: Game,
    agents: Sequence[Any],
    seed: int = 0,
    *,
    opening: Opening | None = None,
    most_steps: int = LONGEST_PLAYOUT,
    name: str | None = None,
    visits: bool = False,
) -> Play:
    """One play; `seed` is the seed of the play, as in a record.

    `agents` has for each seat a spec, what `agents.make` gives, an object with `think(state, budget)`, or a class of such.

    `name` is what the record calls the game; with `visits` it carries what agents thought.

    Agents that are given are shown a new play, and are not closed.
    """
    must_be(game, Game, "what is played", "a game: `ggl.load(..)`")
    seed = whole_seed(seed)
    must_count(most_steps, "`most_steps`")
    opening = Opening() if opening is None else opening
    check_opening(opening)
    must_be(agents, (list, tuple), "who plays", "a list with a spec or an agent for each seat")
    if len(agents) != len(game.players):
        raise ArgumentError(f"{game.name} has {len(game.players)} seats; give an agent for each of them, not {len(agents)}")
    made: list[Agent] = []
    try:
        sitting = []
        for agent in agents:
            if not _is_agent(agent):
                agent = makers.make(agent, game)
                made.append(agent)
            elif agent.game != game:
                raise ArgumentError(f"the agent `{agent.spec}` plays {agent.game!r}, not {game!r}; make one for that game")
            sitting.append(seated(agent, game))
        called = name if name is not None else recorded_name(game)
        return play_agents(game, called, sitting, seed, opening, most_steps, visits=visits)
    finally:
        for agent in made:
            with contextlib.suppress(GglError):  # the play stands
                agent.close()


def _is_agent(agent: object) -> bool:
    """Whether it is an agent as `agents.make` returns, or has the same methods."""
    return not isinstance(agent, type) and all(hasattr(agent, name) for name in ("think", "new_play", "spec", "game", "close"))


def check_opening(opening: object) -> None:
    """Raises `ArgumentError`."""
    must_be(opening, Opening, "an opening", "an `arena.Opening`, such as `Opening((('a1',), ('b2',)))`")


def play_agents(
    game: Game,
    name: str,
    agents: Sequence[Agent],
    seed: int,
    opening: Opening,
    most_steps: int,
    number: int = 0,
    contestants: tuple[int, ...] | None = None,
    specs: Sequence[str] | None = None,
    *,
    visits: bool = False,
) -> Play:
    """Like `play`, with existing agents; passes `number` and `contestants` on. The record has `specs` as names."""
    seats = SEATS[: len(game.players)]
    made, state = _opened(game, opening)
    seconds, asked = [0.0] * len(seats), [0] * len(seats)
    rolls = random.Random(seed_of(seed, "rolls"))
    failed = ""
    search: list[Search | None] = [None] * made.steps
    for place, agent in enumerate(agents):
        try:
            agent.new_play(seed_of(seed, "agent", place))
        except Exception as error:
            if not failed:
                loser, failed = next(side for side, seat in state.seats.items() if seat == seats[place]), _cause(error)
    while not failed and not state.is_over and made.steps < most_steps:
        moves, thought = state.legal_moves(), None
        if state.is_chance:
            move = moves[rolls.randrange(len(moves))]
        elif len(moves) == 1:
            move = moves[0]
        else:
            place = seats.index(state.seat)
            since = time.perf_counter()
            try:
                thought = agents[place].think(state)
                chosen: object = thought.move
                failed = "" if isinstance(chosen, Move) and chosen in moves else _no_move(chosen)
            except Exception as error:
                chosen, failed = None, _cause(error)
            seconds[place] += time.perf_counter() - since
            asked[place] += 1
            if failed or not isinstance(chosen, Move):
                loser = state.mover
                break
            move = moves[moves.index(chosen)]  # with the notation of the rules
        state = state.after(move)
        made.add(move, state)
        if visits:
            search.append(None if thought is None else _search(game, thought))
    ending = ending_of(state)
    if failed:
        ending = _lost(state, loser, failed)
    elif ending is None:
        ending = Ending(None, None, f"broken off after {made.steps} steps", state.scores, broken_off=True)
    told = dict(zip(seats, specs or [agent.spec for agent in agents], strict=True))
    record = Record(name, option_values(game), game.fingerprint, made.turns, told, opening.start, ending, seed,
                    search=tuple(search) if visits else ())  # fmt: skip
    who = tuple(range(len(seats))) if contestants is None else contestants
    return Play(number, record, who, points_of_seats(ending, game), tuple(seconds), tuple(asked))


def _search(game: Game, thought: Thought) -> Search:
    """The part of a thought that a record stores."""
    return Search.of(thought.value, {game.actions.number(each.move): each.visits for each in thought.candidates})


def points_of_seats(ending: Ending, game: Game) -> tuple[float, ...]:
    """The points of each seat for an ending."""
    seats = SEATS[: len(game.players)]
    if won := [seat for seat in ending.seats if seat in seats]:
        return tuple(value_of(won, seat, len(seats)) for seat in seats)
    if ending.resigned is not None:
        # More than two players: the record does not tell the final seats, which seldom change in such games.
        loser = game.initial_state().seats.get(ending.resigned)
        return tuple(0.0 if seat == loser else 1 / (len(seats) - 1) for seat in seats)
    return tuple(value_of((), seat, len(seats)) for seat in seats)


def state_after_opening(game: Game, opening: Opening) -> tuple[Opening, State]:
    """An opening in the form of records, and the state after it. Raises `ReplayError` for an opening of another game."""
    made, state = _opened(game, opening)
    return Opening(made.turns, opening.start), state


def _opened(game: Game, opening: Opening) -> tuple[Gathered, State]:
    """The steps of an opening, and the state after them."""
    made, state = Gathered(), game.initial_state()
    if not opening.turns and opening.start is None:
        return made, state
    record = Record("", option_values(game), game.fingerprint, opening.turns, start=opening.start)
    for move, state in replay_states(record, game):
        if move is not None:
            made.add(move, state)
    return made, state


def _lost(state: State, side: str, cause: str) -> Ending:
    """All others win, together if there are several."""
    others = tuple(other for other in state.game.players if other != side)
    seats = tuple(state.seats[other] for other in others)
    winner, seat = (others[0], seats[0]) if len(others) == 1 else (None, None)
    return Ending(winner, seat, f"{side} failed: {cause}", state.scores, side, winners=others, seats=seats)


def _cause(error: Exception) -> str:
    text = escape(str(error).split("\n", 1)[0])[:_LONGEST_CAUSE]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _no_move(chosen: object) -> str:
    if isinstance(chosen, Move):
        return f"`{escape(str(chosen))[:_LONGEST_CAUSE]}` is not legal"
    return f"it returned {shown(chosen)}, not a move"[:_LONGEST_CAUSE]


def recorded_name(game: Game) -> str:
    """The name of a game in records: that of a bundled game, or the absolute path of its file."""
    source = Path(game.checked.definition.source.name)
    own = resources.bundled_game(source.stem)
    if (
        own is not None
        and source.name == str(source) == own.name
        and own.read_bytes().decode() == game.checked.definition.source.text
    ):
        return source.stem
    return "-" if source.name.startswith("<") else os.path.abspath(source)
