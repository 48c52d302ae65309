"""Two games of choices at once, and two of hidden cards and ghosts, written from their texts alone and played beside ggl.

What each side sees is written too.
"""

from __future__ import annotations

import random
import re
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import pytest

from ggl.errors import GglError
from ggl.play.game import Game, State
from ggl.play.loading import load
from tests.narration.test_from_the_text import Cell, compared, place, sites, square
from tests.narration.test_readings import Base, Move, beside

BEATS = {("rock", "scissors"), ("paper", "rock"), ("scissors", "paper")}


class AtOnce(Base):
    """Both choose, one after the other here, and neither knows what the other chooses."""

    scores: dict[str, int]
    sides: tuple[str, str]

    def set_up(self) -> None:
        self.chosen: list[Move] = []
        self.scores = dict.fromkeys(self.sides, 0)

    def play(self, move: Move) -> None:
        self.chosen.append(move)
        self.mover = 1 - self.mover
        if len(self.chosen) == 2:
            self.carry_out(*self.chosen)
            self.chosen = []
        if self.over:
            one, other = self.scores.values()
            self.winner = None if one == other else int(other > one)

    def carry_out(self, one: Move, other: Move) -> None:
        raise NotImplementedError


class RockPaperScissors(AtOnce):
    sides = ("Left", "Right")
    sentences = (
        "Both players choose at the same time; neither knows what the other chooses.",
        "Whoever shows the hand that beats the other wins the round. "
        "If both hands are the same, nobody wins the round, but it counts as played.",
        "Your score is the number of rounds that you have won. Equal scores are a draw.",
        "When all have chosen: - Your hand becomes h. When all choices have been carried out - For every player p",
        "A hand g beats a hand h if any of this holds: "
        "- g is rock, and h is scissors. - g is paper, and h is rock. - g is scissors, and h is paper.",
    )

    def set_up(self) -> None:
        super().set_up()
        self.hands: Move = ()
        rounds = re.search(r"When (\d) rounds? (?:has|have) been played, the game ends and the higher score wins\.", self.text)
        assert rounds is not None
        self.left = int(rounds[1])

    def moves(self) -> set[Move]:
        return {("rock",), ("paper",), ("scissors",)}

    def carry_out(self, one: Move, other: Move) -> None:
        self.hands = one + other
        self.scores["Left"] += self.hands in BEATS
        self.scores["Right"] += self.hands[::-1] in BEATS
        self.left -= 1
        self.over = not self.left

    def sees(self, side: int) -> dict[str, object]:
        return {"Left.shown": self.hands[0] if self.hands else None, "Right.shown": self.hands[1] if self.hands else None}


class Blotto(AtOnce):
    sides = ("North", "South")
    sentences = (
        "Choose a number a from 0 to 10 and a number b from 0 to 10 minus a.",
        "The number of your soldiers on the right field becomes 10 minus a minus b.",
        "Your score is the number of fields to which you have sent more soldiers than your opponent. "
        "A field with equal numbers is nobody's. Equal scores are a draw.",
        "When both have shown their numbers, the game ends and the higher score wins.",
    )

    def moves(self) -> set[Move]:
        return {(str(a), str(b)) for a in range(11) for b in range(11 - a)}

    def carry_out(self, one: Move, other: Move) -> None:
        fields = [(int(a), int(b), 10 - int(a) - int(b)) for a, b in (one, other)]
        self.scores = {
            "North": sum(n > s for n, s in zip(*fields, strict=True)),
            "South": sum(s > n for n, s in zip(*fields, strict=True)),
        }
        self.over = True


class Kuhn(Base):
    """The cards are dealt beforehand, and known to who looks at `cards`."""

    sentences = (
        "Each player puts one coin into the pot. Shuffle the cards and deal one to each player, face down.",
        "Nobody sees the undealt cards. - Only you see your hand.",
        "Check This is allowed only if there is no player who has bet. Then: - The number of checks grows by 1. "
        "Bet This is allowed only if there is no player who has bet. Then: - You become the player who has bet. "
        "- The number of your coins in the pot becomes 2.",
        "Fold This is allowed only if there is a player who has bet. Then: - You are from now on among the folded players. "
        "Call This is allowed only if there is a player who has bet. Then: - The number of your coins in the pot becomes 2.",
        "Your score: (the number of coins in the pot if you have the highest card of those in the game, otherwise 0) minus the "
        "number of your coins in the pot.",
        "- Both players have checked. - A player has bet, and the other has called or folded.",
    )
    cards: tuple[int, int]

    def set_up(self) -> None:
        self.done: list[str] = []
        self.coins = [1, 1]
        self.scores: dict[str, int] = {}

    def moves(self) -> set[Move]:
        return {("fold",), ("call",)} if "bet" in self.done else {("check",), ("bet",)}

    def play(self, move: Move) -> None:
        self.done += move
        self.coins[self.mover] += move[0] in ("bet", "call")
        self.mover = 1 - self.mover
        self.over = self.done[-2:] == ["check", "check"] or self.done[-1] in ("call", "fold")
        if self.over:
            self.winner = self.mover if self.done[-1] == "fold" else int(self.cards[1] > self.cards[0])
            coins = self.coins[1 - self.winner]
            self.scores = dict(zip(("First", "Second"), (-coins, coins) if self.winner else (coins, -coins), strict=True))

    def sees(self, side: int) -> dict[str, object]:
        return {
            f"value({('First', 'Second')[side]})": self.cards[side],
            f"value({('Second', 'First')[side]})": "?",
            "size(deck)": "?",
        }


class Geister(Base):
    sentences = (
        "For First: b1, c1, d1, e1, b2, c2, d2 and e2. - For Second: b6, c6, d6, e6, b5, c5, d5 and e5.",
        "For First: a6 and f6. - For Second: a1 and f1.",
        "Choose four home cells S of yours. Then: - Put a good ghost of yours on every cell of S. "
        "- Put a bad ghost of yours on every home cell of yours that is not in S.",
        "Choose a cell c with a piece of yours and a cell t next to c without a piece of yours.",
        "If t is occupied: - Announce the kind of the piece on t.",
        "Choose an exit c of yours that has a good ghost of yours. Then: - You win at once, and the game is over.",
        "more than two turns have been played and your opponent has no good ghost on the board.",
        "more than two turns have been played and you have no bad ghost on the board.",
        "Only its owner sees a good ghost or a bad ghost. Who does not see it sees a ghost of the same side in its place.",
        "Your opponent learns that you made the move Prepare, and no more.",
    )
    homes = ["b1", "c1", "d1", "e1", "b2", "c2", "d2", "e2"], ["b5", "c5", "d5", "e5", "b6", "c6", "d6", "e6"]
    exits = (("a6", "f6"), ("a1", "f1"))

    def set_up(self) -> None:
        self.cells = square(6, 6)
        self.kinds: dict[Cell, str] = {}
        self.turns = self.quiet = 0
        self.announced: list[str] = []

    def moves(self) -> set[Move]:
        if self.turns < 2:
            return {("prepare", *four) for four in combinations(self.homes[self.mover], 4)}
        own = self.of(self.mover)
        found: set[Move] = {("go", c, t) for c in own for t in beside(c, self.cells) if t not in own}
        return found | {("escape", c) for c in self.exits[self.mover] if c in own and self.kinds[c] == "good"}

    def play(self, move: Move) -> None:
        name, *cells = move
        if name == "prepare":
            self.kinds |= {cell: "good" if cell in cells else "bad" for cell in self.homes[self.mover]}
            self.stones |= dict.fromkeys(self.homes[self.mover], self.mover)
        elif name == "escape":
            self.over, self.winner = True, self.mover
        else:
            c, t = cells
            self.quiet += 1
            if t in self.stones:
                self.announced.append(f"announced: kind {self.kinds[t]}_ghost")
                self.quiet = 0
            self.stones[t], self.kinds[t] = self.stones.pop(c), self.kinds.pop(c)
        self.turns += 1
        if self.turns > 2 and not self.over:
            self.winner = next(filter(self.has_won, (self.mover, 1 - self.mover)), None)
            self.over = self.winner is not None or self.quiet == 100
        self.end_turn()

    def has_won(self, side: int) -> bool:
        return not {(1 - side, "good"), (side, "bad")} <= {(owner, self.kinds[cell]) for cell, owner in self.stones.items()}

    def sees(self, side: int) -> dict[str, object]:
        kinds = {cell: f"{self.kinds[cell]}_ghost" if owner == side else "ghost" for cell, owner in self.stones.items()}
        return {cell: f"{('First', 'Second')[self.stones[cell]]} {kinds[cell]}" if cell in kinds else "" for cell in self.cells}


def seen(state: State, what: str) -> object:
    """What a view has on a cell, or an expression in it; a question mark if its side does not know."""
    if what in (cell.name for cell in state.game.board.cells):
        return str(state.piece_at(what) or "")
    try:
        return state.ask(what)
    except GglError:
        return "?"


def sees_alike(state: State, mine: Any) -> None:
    for player, side in enumerate(state.game.players):
        view, own = state.view(side), mine.sees(player)
        assert {what: seen(view, what) for what in own} == own, f"{side}, ply {state.ply}"
        if state.is_over or not state.ply % 20:
            told = [line for line in state.information(side).told() if line.startswith("announced")]
            assert told == getattr(mine, "announced", [])


CASES: list[tuple[str, dict[str, object], type[Any]]] = [
    ("rock-paper-scissors", {}, RockPaperScissors),
    ("rock-paper-scissors", {"rounds": 9}, RockPaperScissors),
    ("blotto", {}, Blotto),
]


@pytest.mark.parametrize(("name", "options", "written"), CASES)
def test_a_game_of_choices_at_once_written_from_its_text_is_the_game(name: str, options: dict[str, object], written: Any) -> None:
    compared(load(name, **options), written, also=sees_alike if hasattr(written, "sees") else None)


@pytest.mark.parametrize("name", ["rock-paper-scissors", "blotto"])
def test_the_second_to_choose_knows_nothing_of_the_choice_of_the_first(name: str) -> None:
    begun = load(name).initial_state()
    other = begun.game.players[1]
    assert len({begun.play(move).information(other) for move in begun.legal_moves()}) == 1
    assert len({begun.play(move).view(other).vector for move in begun.legal_moves()}) == 1


def test_every_play_of_kuhn_poker_written_from_its_text_is_the_game() -> None:
    game = load("kuhn-poker")
    text = " ".join(game.rules_text().split())
    assert [sentence for sentence in Kuhn.sentences if sentence not in text] == []
    dealt = game.initial_state()
    ends = [played(dealt.play(f"roll card_{one}").play(f"roll card_{other}"), text, (one, other), ())
            for one, other in permutations((1, 2, 3), 2)]  # fmt: skip
    assert ends == [5] * 6  # after two checks, and after a bet at once or upon a check, which the other folds or calls
    assert {*dealt.chances().values()} == {Fraction(1, 3)}
    assert {*dealt.play("roll card_1").chances().values()} == {Fraction(1, 2)}


def played(state: State, text: str, cards: tuple[int, int], done: Move) -> int:
    """How many plays end after those moves, each of them compared."""
    mine = Kuhn(text)
    mine.cards = cards
    for move in done:
        mine.play((move,))
    sees_alike(state, mine)
    assert state.is_over == mine.over
    if state.result is not None:
        assert (state.result.winner, state.result.scores) == (state.game.players[mine.winner or 0], mine.scores)
        return 1
    assert state.mover == state.game.players[mine.mover]
    legal = sites(state)
    assert set(legal) == mine.moves()
    return sum(played(state.play(str(name)), text, cards, (*done, name)) for (name,) in legal)


def test_ghosts_written_from_their_text_are_those_of_geister() -> None:
    compared(load("geister"), Geister, plies=40, games=1, also=sees_alike)


@pytest.mark.slow
def test_geister_written_from_its_text_is_the_game() -> None:
    compared(load("geister"), Geister, plies=500, also=sees_alike)


@pytest.mark.slow
def test_long_quiet_plays_of_geister_end_as_its_text_says() -> None:
    """Nobody takes or escapes as long as something else is to be done, and good ghosts stay on exits."""
    ends = {steered(load("geister"), seed) for seed in range(5)}
    assert ("nothing is taken for a hundred turns", True) in ends


def steered(game: Game, seed: int) -> tuple[str, bool]:
    """Why a play ended, and whether the side that would have moved next stood on an exit."""
    choose, state, mine = random.Random(seed), game.initial_state(), Geister(game.rules_text())
    while not state.is_over:
        legal = sites(state)
        assert set(legal) == mine.moves()
        exits, ahead = Geister.exits[mine.mover], 1 if mine.mover == 0 else -1
        quiet = [move for move in sorted(legal) if move[0] == "prepare" or (move[0] == "go" and move[2] not in mine.stones)]
        staying = [move for move in quiet if move[1] not in exits] or quiet or sorted(legal)
        choose.shuffle(staying)
        move = max(
            staying,
            key=lambda move: (
                move[0] == "go"
                and mine.kinds[move[1]] == "good"
                and (3 if move[2] in exits else ahead * (place(move[2])[1] - place(move[1])[1]))
            ),
        )
        state = state.play(legal[move])  # type: ignore[arg-type]
        mine.play(move)
        sees_alike(state, mine)
        assert state.is_over == mine.over
    assert state.result is not None
    assert state.result.winner == (None if mine.winner is None else game.players[mine.winner])
    return state.result.reason, any(move[0] == "escape" for move in mine.moves())


def test_nobody_learns_which_ghosts_were_placed_where() -> None:
    begun = load("geister").initial_state()
    placed = [begun.play(move) for move in begun.legal_moves()[:10]]
    assert len({state.information("Second") for state in placed}) == 1
    assert len({state.information("First") for state in placed}) == 10
