"""A network: what it computes is what its layers say, and a file that is none is told so."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import ggl
from ggl import agents
from ggl.agents.network import MAGIC, About, Network, NetworkError, Shape, read_network, softmax
from ggl.agents.protocol import AgentError
from ggl.compiler.runtime.puct import Ragged
from ggl.play.game import Game
from tests.few import slow

SHAPE = Shape(inputs=7, actions=5, sides=2, width=6, blocks=2)


def made(shape: Shape = SHAPE, seed: int = 1) -> Network:
    rng = np.random.default_rng(seed)
    weights = {name: rng.standard_normal(its).astype(np.float32) for name, its in shape.arrays().items()}
    return Network(About("A game", "none", shape), weights)


def network_of(game: Game, seed: int = 1) -> Network:
    network = made(Shape(game.observation.size, game.actions.size, len(game.players), 8, 1), seed)
    return Network(About(game.name, game.fingerprint, network.about.shape), network.weights)


def test_it_computes_what_its_layers_say() -> None:
    network, rng = made(), np.random.default_rng(2)
    w = network.weights
    seen = rng.standard_normal((3, 7)).astype(np.float32)
    legal = Ragged(np.array([0, 2, 2, 5]), np.array([4, 0, 1, 2, 3]))
    priors, values = network.evaluate(seen, legal)
    for row in range(3):
        body = [max(0.0, x) for x in seen[row] @ w["first.weight"] + w["first.bias"]]
        for block in ("block0", "block1"):
            inner = np.maximum(0, np.array(body) @ w[f"{block}.in.weight"] + w[f"{block}.in.bias"])
            body = [max(0.0, x) for x in body + inner @ w[f"{block}.out.weight"] + w[f"{block}.out.bias"]]
        logits = np.array(body) @ w["policy.weight"] + w["policy.bias"]
        its = legal.actions[legal.starts[row] : legal.starts[row + 1]]
        shares = np.exp(logits[its] - logits[its].max(initial=0)) if len(its) else np.zeros(0)
        assert priors[legal.starts[row] : legal.starts[row + 1]] == pytest.approx(shares / max(shares.sum(), 1e-9), rel=1e-3)
        half = np.maximum(0, np.array(body) @ w["value.in.weight"] + w["value.in.bias"])
        assert values[row] == pytest.approx(np.tanh(half @ w["value.out.weight"] + w["value.out.bias"]), rel=1e-3)


def test_few_actions_of_many_are_computed_alone_and_alike() -> None:
    network = made(Shape(7, 1000, 2, 6, 1))
    seen = np.random.default_rng(3).standard_normal((2, 7)).astype(np.float32)
    few = Ragged(np.array([0, 2, 3]), np.array([999, 5, 17]))
    every = Ragged(np.array([0, 1000, 2000]), np.tile(np.arange(1000), 2))
    priors, _ = network.evaluate(seen, few)
    whole, _ = network.evaluate(seen, every)
    two = whole[[999, 5]]
    assert priors[:2] == pytest.approx(two / two.sum(), rel=1e-4)
    assert priors[2] == 1


def test_shares_of_no_list_at_all_are_none() -> None:
    assert not len(softmax(np.zeros(0), Ragged(np.array([0, 0]), np.zeros(0, dtype=np.int64))))


def test_a_file_gives_the_network_back(tmp_path: Path) -> None:
    network = made()
    network.save(str(tmp_path / "one.net"))
    found = read_network(tmp_path / "one.net")
    assert found.about == network.about
    assert all((found.weights[name] == array).all() for name, array in network.weights.items())
    assert found.to_bytes() == network.to_bytes()


def broken() -> dict[str, bytes]:
    whole = made().to_bytes()
    end = whole.index(b"\n", len(MAGIC))
    about = json.loads(whole[len(MAGIC) : end])

    def saying(**sizes: object) -> bytes:
        return MAGIC + json.dumps({**about, "shape": {**about["shape"], **sizes}}).encode() + whole[end:]

    return {
        "nothing": b"",
        "another file": b"PK\x03\x04" * 10,
        "cut off": whole[:-4],
        "too long": whole + b"0000",
        "no json": MAGIC + b"{\n",
        "a list": MAGIC + b"[]\n",
        "deep": MAGIC + b"[" * 60_000 + b"\n",
        "far too wide": saying(width=1 << 60),
        "below nothing": saying(inputs=-1),
        "no number": saying(blocks="x"),
        "endless": saying(blocks=10**9),
        "not finite": whole[:-4] + np.float32(np.nan).tobytes(),
        "no end of the line": MAGIC + b" " * (1 << 17),
    }


@pytest.mark.parametrize("what", broken())
def test_a_file_that_is_none_is_told(what: str, tmp_path: Path) -> None:
    (tmp_path / "x.net").write_bytes(broken()[what])
    with pytest.raises(NetworkError, match=r"x\.net"):
        read_network(tmp_path / "x.net")


def test_the_agent_plays_what_its_search_found(tmp_path: Path) -> None:
    game = ggl.load("tic-tac-toe", engine="compiled")
    network_of(game).save(tmp_path / "t.net")
    agent = agents.make(f"net:{tmp_path / 't.net'},sims=60", game)
    state = game.initial_state().play("a1").play("b1").play("a2").play("b2")
    thought = agent.think(state)
    assert str(thought.move) == "place a3"
    assert thought.simulations == 59
    assert [each.visits for each in thought.candidates] == sorted((each.visits for each in thought.candidates), reverse=True)
    assert thought == agents.make(f"net:{tmp_path / 't.net'},sims=60", game).think(state) or thought.seconds
    first = agents.make(f"net:{tmp_path / 't.net'},sims=0", game).think(state)
    assert first.simulations == 0
    assert first.move in state.legal_moves()


def test_among_three_an_even_position_is_worth_a_third(tmp_path: Path) -> None:
    game = ggl.load("chinese-checkers", seats="3")
    flat = {name: np.zeros_like(its) for name, its in network_of(game).weights.items()}
    Network(network_of(game).about, flat).save(tmp_path / "t.net")
    thought = agents.make(f"net:{tmp_path / 't.net'},sims=4", game).think(game.initial_state())
    assert thought.value == pytest.approx(1 / 3)
    assert {round(each.value, 6) for each in thought.candidates} == {round(1 / 3, 6)}


def test_the_agent_refuses_another_game(tmp_path: Path) -> None:
    network_of(ggl.load("tic-tac-toe")).save(tmp_path / "t.net")
    with pytest.raises(AgentError, match=r"made for Tic-Tac-Toe, not for <Connect Four"):
        agents.make(f"net:{tmp_path / 't.net'}", ggl.load("connect-four"))
    with pytest.raises(AgentError, match="No such file"):
        agents.make("net:nowhere.net", ggl.load("tic-tac-toe"))
    with pytest.raises(agents.SpecError, match="write `net:FILE`"):
        agents.make("net", ggl.load("tic-tac-toe"))


@pytest.mark.parametrize("game", [slow("backgammon"), "go:size=5", slow("tabik:size=3"), slow("chess"), "pig"])
def test_the_agent_plays_games_of_each_sort(game: str, tmp_path: Path) -> None:
    from ggl.cli.common import load_argument

    loaded = load_argument(game)
    network_of(loaded).save(tmp_path / "x.net")
    state = loaded.initial_state()
    while state.is_chance:
        state = state.after(state.legal_moves()[0])
    thought = agents.make(f"net:{tmp_path / 'x.net'},sims=12", loaded).think(state)
    assert {each.move for each in thought.candidates} == set(state.legal_moves())
