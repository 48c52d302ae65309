"""Misère Tic-Tac-Toe there: Tic-Tac-Toe with the results turned over."""

from tests.classics.peer import Peer
from tests.classics.peers.tic_tac_toe import translate

PEERS = [Peer("misere-tic-tac-toe", "misere(game=tic_tac_toe())", translate, ("X", "O"))]
