"""Open Tricks, written once more from its rules: plain lists of cards, no part of ggl."""

from __future__ import annotations

from dataclasses import dataclass, field

SUITS = ("clubs", "hearts", "spades")
SIDES = ("North", "South")

Card = tuple[str, int]


def name(card: Card) -> str:
    return f"{card[0]}_{card[1]}"


@dataclass
class Tricks:
    """A play: what is due is a card to deal, the trump, or a card that a side lays."""

    tricks: int = 5
    deck: list[Card] = field(default_factory=lambda: [(suit, rank) for suit in SUITS for rank in range(2, 15)])
    hands: dict[str, list[Card]] = field(default_factory=lambda: {side: [] for side in SIDES})
    trump: str = ""
    led: Card | None = None
    mover: str = "North"
    taken: list[str] = field(default_factory=list)

    @property
    def is_chance(self) -> bool:
        return not self.trump

    @property
    def is_over(self) -> bool:
        return len(self.taken) == self.tricks

    def choices(self) -> list[str]:
        if self.is_over:
            return []
        if any(len(hand) < self.tricks for hand in self.hands.values()) and not self.trump:
            return [f"roll {name(card)}" for card in self.deck]
        if not self.trump:
            return [f"roll {suit}" for suit in SUITS]
        hand = self.hands[self.mover]
        following = [card for card in hand if self.led is not None and card[0] == self.led[0]]
        return [f"play {name(card)}" for card in following or hand]

    def play(self, text: str) -> None:
        assert text in self.choices(), text
        what = text.split()[1]
        if not self.trump:
            self._chance(what)
            return
        hand = self.hands[self.mover]
        card = next(card for card in hand if name(card) == what)
        hand.remove(card)
        other = SIDES[1 - SIDES.index(self.mover)]
        if self.led is None:
            self.led, self.mover = card, other
            return
        if card[0] == self.led[0]:
            takes = card[1] > self.led[1]
        else:
            takes = card[0] == self.trump
        self.mover = self.mover if takes else other
        self.taken.append(self.mover)
        self.led = None

    def _chance(self, what: str) -> None:
        side = next((side for side in SIDES if len(self.hands[side]) < self.tricks), None)
        if side is None:
            self.trump = what
            return
        card = next(card for card in self.deck if name(card) == what)
        self.deck.remove(card)
        self.hands[side].append(card)

    @property
    def winner(self) -> str | None:
        """An odd number of tricks always has one."""
        return max(SIDES, key=self.taken.count) if self.is_over else None
