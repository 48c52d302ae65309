"""The classics agree with an independent engine: legal moves, side to move, end and result at every ply of random games."""

import importlib
import pkgutil

import pytest

from tests.classics import peers
from tests.classics.peer import Peer
from tests.classics.whole_turns import WholeTurns
from tests.few import one_in

MODULES = [importlib.import_module(f"{peers.__name__}.{module.name}") for module in pkgutil.iter_modules(peers.__path__)]
PEERS: list[Peer | WholeTurns] = [peer for module in MODULES for peer in module.PEERS]
LONG: list[Peer] = [peer for module in MODULES for peer in getattr(module, "LONG", ())]
MANY = 200

pytest.importorskip("pyspiel", reason="the extra package open_spiel is not installed, so nothing to compare with")


@pytest.mark.parametrize("peer", one_in(8, PEERS), ids=lambda peer: peer.name)
def test_a_few_random_games_agree_ply_by_ply(peer: Peer | WholeTurns) -> None:
    for seed in range(peer.few):
        assert not (found := peer.differences(seed)), found


@pytest.mark.slow
@pytest.mark.parametrize("peer", [*PEERS, *LONG], ids=lambda peer: f"{peer.name}:{getattr(peer, 'most_plies', '')}")
def test_two_hundred_random_games_agree_ply_by_ply(peer: Peer | WholeTurns) -> None:
    for seed in range(MANY):  # by the compiled engine, which tests/compiler compares with the interpreter
        assert not (found := peer.differences(seed, "compiled")), found
