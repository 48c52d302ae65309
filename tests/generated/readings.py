"""Further readings of a made game beside the engines: each takes a game and yields what it finds otherwise."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from ggl.engine.protocol import WorkLimitError
from ggl.play.game import Game
from tests.generated.playing import Difference, steps_for
from tests.meaning.referee import Referee
from tests.meaning.test_whole_plays import choice_of, differing
from tests.meaning.world import World


def of_the_definition(game: Game) -> Iterator[Difference]:
    """The plain reading of `tests.meaning`, which knows the definition and not the core."""
    if game.board.basis != "square" and re.search(r"\branks?\(", game.checked.definition.source.text):
        return  # rows of hexes are told by the manual for some directions alone
    world = World(game.checked.definition, game.options, game.board)
    referee = Referee(world, game.checked.core.turn.pie)
    rng = random.Random(3)
    try:
        state, table = game.initial_state(), referee.start()
        for count in range(min(10, steps_for(game))):
            for each in differing(game, world, referee, state, table):
                yield Difference("definition", f"step {count}: {each}"[:300])
                return
            legal = state.legal_moves()
            if not legal:
                return
            move = legal[rng.randrange(len(legal))]
            table, state = referee.play(table, choice_of(move)), state.after(move)
    except WorkLimitError:
        return
