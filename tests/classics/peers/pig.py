"""Pig there: a throw is chosen before it is made, also the first of a turn; after a one the turn has passed by itself."""

import random
from dataclasses import dataclass
from typing import Any

from ggl.play.loading import load

THERE = {"throw": "roll", "hold": "stop"}


@dataclass(frozen=True)
class Thrown:
    """Whole games, compared after every throw and every turn: whose it is, the points, the pot, and the chances."""

    few: int = 20
    name: str = "pig"

    def differences(self, seed: int, engine: str = "auto") -> str:
        import pyspiel

        rng = random.Random(seed)
        state = load("pig", engine=engine).initial_state()
        other: Any = pyspiel.load_game("pig").new_initial_state()
        while not state.is_over:
            if state.is_chance:
                if not other.is_chance_node():
                    other.apply_action(named(other)["roll"])
                chances = [chance for _, chance in other.chance_outcomes()]
                if len(chances) != len(state.legal_moves()) or any(abs(chance - 1 / 6) > 1e-9 for chance in chances):
                    return f"{chances} at\n{state}\n{other}"
                number = rng.randrange(6)
                other.apply_action(other.chance_outcomes()[number][0])
                state = state.play(state.legal_moves()[number])
                if state["die"] == 1:
                    state = state.play("pass")
            else:
                moves = {THERE[str(move)]: move for move in state.legal_moves()}
                if moves.keys() != named(other).keys():
                    return f"{state.legal_moves()} and {named(other)} at\n{state}\n{other}"
                text, move = rng.choice(sorted(moves.items()))
                other.apply_action(named(other)[text])
                state = state.play(move)
            here = f"Scores: {state['points'][0]} {state['points'][1]}, Turn total: {state['pot']}"
            if here not in str(other).splitlines()[0]:
                return f"{here}\n{state}\n{other}"
        wanted = [1.0 if player == state.winner else -1.0 for player in ("Red", "Blue")]
        return "" if other.is_terminal() and list(other.returns()) == wanted else f"{wanted}\n{state}\n{other}"


def named(other: Any) -> dict[str, int]:
    return {other.action_to_string(other.current_player(), action): action for action in other.legal_actions()}


PEERS = [Thrown()]
