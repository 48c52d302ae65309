"""Rule coverage: which moves were legal and played, which conditions refused, which rules of the end held and decided.

Takes a game, positions from everywhere in its plays, last positions, and the steps of plays. The conditions are those of the
core, with the author's names and places, which `explain` and the engines use too; the interpreter asks them. A condition of a
move *refused* a choice of arguments if it did not hold for it, and *decided* if it alone did not. An `and` counts as its
parts, an `or` as one. `MOST_BINDINGS` bounds the choices that are looked at for each move; the positions come in the order
given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ggl.core import forms as f
from ggl.engine.protocol import PASS, ROLL, STOP, SWAP_SIDES, TAKE, Position, Step
from ggl.interpreter import Interpreter
from ggl.interpreter.ends import Ends
from ggl.play.binding import Bindings, look_through
from ggl.play.explain.wording import text_of
from ggl.play.game import Game
from ggl.source import Span

MOST_BINDINGS = 30_000
"""Choices of arguments that are looked at for a move, in all positions together."""

LONGEST = 60


@dataclass
class Rule:
    """One line of the coverage.

    For a condition: `asked` choices, `fired` refusals, `decided` alone. For a move: positions that offered it, those in which
    it was legal, times it was played. For the end: plays, those at whose end it held, those that it decided.
    """

    part: str
    """`move`, `where`, `ensure`, `turn` or `end`."""

    owner: str
    """The move, or the outcome of the end."""

    text: str
    line: str
    asked: int = 0
    fired: int = 0
    decided: int = 0

    @property
    def silent(self) -> bool:
        """Whether it was asked and made no difference that anybody could see."""
        return self.asked > 0 and self.decided == 0


def coverage(game: Game, positions: Iterable[Position], ends: Sequence[Position], plays: Iterable[Sequence[Step]]) -> list[Rule]:
    """In the order of the file: each move with its conditions, the turn, the end."""
    engine = game.interpreter
    moves = {schema.name: _Move(engine, schema, MOST_BINDINGS) for schema in game.checked.core.schemas}
    look_through(engine, positions, moves)
    counts = Counter(step.schema for steps in plays for step in steps)
    found: list[Rule] = []
    for name, move in moves.items():
        move.rule.decided = counts[name]
        found += [move.rule, *move.rules]
    found += _turn(game, counts)
    found += _end(game, engine, ends)
    return found


def _turn(game: Game, counts: Counter[str]) -> Iterator[Rule]:
    turn = game.checked.core.turn
    is_rolled = bool(game.checked.core.rolls)
    all_ = sum(number for name, number in counts.items() if not (is_rolled and name == ROLL))
    words = []
    if turn.may_pass:
        words.append(PASS)
    if any(pick.optional for schema in game.checked.core.schemas for pick in schema.then):
        words.append(STOP)
    if turn.pie == "swap-sides":
        words.append(SWAP_SIDES)
    for word in words:
        yield Rule("turn", word, "", "", all_, counts[word], counts[word])
    if turn.pie == "choose-side":
        for player, side in enumerate(game.players):
            yield Rule("turn", f"take {side}", "", "", all_, counts[TAKE + str(player)], counts[TAKE + str(player)])


def _end(game: Game, engine: Interpreter, ends: Sequence[Position]) -> list[Rule]:
    """The rules of the end, asked once more in the positions in which they were asked last."""
    core = game.checked.core
    rules = [Rule("end", _outcome(game, rule), core.reasons[rule.reason], _line(rule.span)) for rule in core.end]
    asked = Ends(core, engine.layout, engine.expressions)
    over, winner = engine.layout.at("over"), engine.layout.at("winner")
    for position in ends:
        v = engine.vector(position).copied()
        reason = v[over] - 1
        deciding = next((number for number, rule in enumerate(core.end) if rule.reason == reason), None)
        v[over], v[winner] = 0, engine.layout.slots["winner"].field.start
        for number, held in enumerate(asked.holding(v)):
            same_time = deciding is not None and core.end[number].begun == core.end[deciding].begun
            rules[number].asked += 1
            rules[number].fired += number == deciding or (held and same_time)
            rules[number].decided += number == deciding
    return rules


def _outcome(game: Game, rule: f.EndRule) -> str:
    if rule.outcome in ("draw", "score"):
        return {"draw": "draw", "score": "by score"}[rule.outcome]
    verb = {"win": "wins", "lose": "loses"}[rule.outcome]
    if rule.each:
        return f"player {rule.each.partition('.')[0]} {verb}"
    if isinstance(rule.player, f.Filter):
        return f"players {rule.player.name.partition('.')[0]} {rule.outcome}"
    if isinstance(rule.player, f.Lit) and isinstance(rule.player.value, int) and rule.player.value < len(game.players):
        return f"{game.players[rule.player.value]} {verb}"
    return f"mover {verb}" if isinstance(rule.player, f.Get) else f"opponent {verb}"


class _Move(Bindings):
    """A move and its conditions, each with its line of the coverage."""

    def __init__(self, engine: Interpreter, schema: f.Schema, most: int) -> None:
        super().__init__(engine, schema, most)
        self.rule = Rule("move", schema.name, "", _line(schema.span))
        self.rules = [
            Rule(
                "ensure" if each.is_ensure else "where",
                schema.name,
                _text(each.condition, each.whole),
                _line(each.condition.span or each.whole.span),
            )
            for each in self.conditions
        ]

    def asked(self, place: int, held: bool) -> bool:
        self.rules[place].asked += 1
        self.rules[place].fired += not held
        return True

    def refused_alone(self, place: int) -> None:
        self.rules[place].decided += 1

    def looked(self, legal: bool) -> None:
        if self.left >= 0 or legal:
            self.rule.asked += 1
            self.rule.fired += legal


def _text(part: f.Condition, whole: f.Condition) -> str:
    """The author's name for a condition; for a part of one also its own words."""
    words = text_of(part.span) if part.span is not None else ""
    if not whole.name:
        return words[:LONGEST]
    return whole.name if part.span == whole.span else f"{whole.name}: {words}"[:LONGEST]


def _line(span: Span | None) -> str:
    return "" if span is None else f"{span.source.name.rpartition('/')[2]}:{span.line}"
