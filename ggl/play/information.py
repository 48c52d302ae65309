"""The information state of a side: all that it has seen and done in a play, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from ggl.checker.scope import MOVE, PICKED
from ggl.checker.world import Announcement
from ggl.core.types import Fin, SetOf
from ggl.engine.protocol import PASS, ROLL, STOP, SWAP_SIDES, TAKE, UNKNOWN, Step
from ggl.interpreter.views import Changes, Entry, Told
from ggl.play.entries import element_text, indices, slot_at, written_field
from ggl.play.errors import ArgumentError, shown
from ggl.play.seen_vector import WATCHER, entry_of, seen_by

if TYPE_CHECKING:
    from ggl.play.base_state import BaseState
    from ggl.play.rules import Rules


ANNOUNCED = "announced: "
"""The prefix of an announcement."""


@dataclass(frozen=True)
class Information:
    """Everything that a side has seen and done: its view of the start, its news of each step, and the scores at the end.

    Two are equal exactly if the side cannot tell the plays apart. They can be hashed and pickled.
    """

    player: str
    start: tuple[int | None, ...]
    entries: tuple[Entry, ...]
    game: Rules = field(repr=False)
    scores: tuple[int | Fraction, ...] = ()
    """The final score of each side, which everybody learns; empty during play and in games without scores."""

    @cached_property
    def vector(self) -> tuple[int, ...]:
        """The information as whole numbers: the view of the start, each entry behind its lengths, and the scores at the end,
        each as numerator and denominator. Unknown is `UNKNOWN`."""
        own = [schema.name for schema in self.game.checked.core.schemas]
        taken = [TAKE + str(player) for player in range(len(self.game.players))]
        schemas = {name: number for number, name in enumerate((PASS, STOP, ROLL, *own, SWAP_SIDES, *taken))}
        found = [UNKNOWN if code is None else code for code in self.start]
        for told, changes in self.entries:
            found += [len(told), len(changes)]
            if told:
                assert isinstance(told[0], str)
                found.append(schemas[told[0]])
                found += [arg if isinstance(arg, int) else UNKNOWN for arg in told[1:]]
            for place, code in changes:
                found += [place, UNKNOWN if code is None else code]
        return (*found, *(number for score in self.scores for number in score.as_integer_ratio()))

    @property
    def text(self) -> str:
        """The information in words, a line for each entry: its news, and the changes that the side sees."""
        start = self._seen(tuple(enumerate(self.start)), usual=True)
        scores = ", ".join(f"{side} {score}" for side, score in zip(self.game.players, self.scores, strict=False))
        return "\n".join([f"{self.player} sees at the start: {start}", *self.lines, *([f"scores: {scores}"] if scores else [])])

    @cached_property
    def lines(self) -> list[str]:
        """A line for each entry: its news, and the changes that the side sees."""
        found = []
        for number, (told, announced, changes) in enumerate(self._heard, 1):
            parts = [self._told(told)] if told else []
            parts += [ANNOUNCED + line for line in announced]
            parts += [f"seen: {self._seen(changes)}"] if changes else []
            found.append(f"{number}. {'; '.join(parts)}")
        return found

    @cached_property
    def _heard(self) -> list[tuple[Told, list[str], Changes]]:
        """The entries, each with its announcements, and without the changes that carry these."""
        told_of = self.game.checked.world.announcements
        if not told_of:
            return [(told, [], changes) for told, changes in self.entries]
        slots = self.game.layout.slots
        at = {place: (one, place - slots[one.turned].start)
              for one in told_of for place in range(slots[one.turned].start, slots[one.turned].stop)}  # fmt: skip
        own = {*at, *(place for one in told_of for place in range(slots[one.place.field].start, slots[one.place.field].stop))}
        known, found = [*self.start], []
        for told, changes in self.entries:
            for place, code in changes:
                known[place] = code
            announced = [self._announced(*at[place], known) for place, _ in changes if place in at]
            found.append((told, announced, tuple(change for change in changes if change[0] not in own)))
        return found

    @property
    def announced(self) -> list[str]:
        """The announcements of the last step that made any, without the word itself."""
        return next((announced for _, announced, _ in reversed(self._heard) if announced), [])

    def _announced(self, one: Announcement, number: int, known: Sequence[int | None]) -> str:
        """The last announcement, in words; `number` is the place among those of its owners."""
        slot, values = self.game.layout.slots[one.place.field], one.place.values
        if one.place.is_set:
            size = slot.sizes[-1]
            begin = slot.start + number * size
            mask = sum(1 << bit for bit in range(size) if known[begin + bit])
            text = self.game.values.text(mask, SetOf(Fin(self.game.checked.world.domain(one.place.index[-1]))))
        else:
            code = known[slot.start + number]
            text = self.game.values.text(slot.field.start if code is None else code, values)
        return " ".join(filter(None, (one.words, text)))

    @property
    def story(self) -> list[str]:
        """The steps that the side has seen and made, for people: the news, the changes that it sees, and the side to move."""
        found = []
        for told, announced, changes in self._heard:
            parts = [self._told(told)] if told else []
            parts += [*self._chosen(changes), *(ANNOUNCED + line for line in announced)]
            seen = [self._change(place, code) for place, code in changes if code is not None]
            parts += [f"seen: {', '.join(filter(None, seen))}"] if any(seen) else []
            if (mover := dict(changes).get(self.game.places["mover"])) is not None:
                parts.append(f"{self.game.players[mover]} to move")
            found.append("; ".join(parts))
        return [*filter(None, found)]

    def _change(self, place: int, code: int) -> str:
        """A visible change of a piece or of a shown variable, in words; empty for other entries."""
        checked = self.game.checked
        slot = slot_at(self.game, place)
        if any(layer.field == slot.field.name for layer in checked.core.layers):
            site = element_text(self.game, slot.field.index[0], place - slot.start)
            return f"{site} {'empty' if code >= len(checked.pieces) else self.game.values.text(code, slot.field.values)}"
        unseen = {text.text for text in checked.definition.look.hide}
        own = any(place.field == slot.field.name for name, place in checked.world.variables.items() if name not in unseen)
        return self._entry(place, code) if own else ""

    def told(self, begin: int = 0) -> list[str]:
        """The news of all steps from an entry on, one's own included; announcements are marked."""
        return [mark + line for mark, line in self._lines(begin)]

    def heard(self, begin: int = 0) -> list[str]:
        """The news without the marks."""
        return [line for _, line in self._lines(begin)]

    def _lines(self, begin: int) -> Iterator[tuple[str, str]]:
        for told, announced, changes in self._heard[begin:]:
            if told:
                yield "", self._told(told)
            yield from (("", line) for line in self._chosen(changes))
            yield from ((ANNOUNCED, line) for line in announced)

    def _chosen(self, changes: Changes) -> list[str]:
        """The visible choices of others, when all choose at once and the last one has chosen."""
        layout, now = self.game.layout, dict(changes)
        found = []
        for number, player in enumerate(self.game.players if layout.has(MOVE) else ()):
            chosen = now.get(layout.at(MOVE, number))
            if chosen and player != self.player:
                schema = self.game.checked.core.schemas[chosen - 1]
                args = (now.get(layout.at(PICKED + param.name, number)) for param in schema.params)
                found.append(f"{player}: {self._told((schema.name, *args))}")
        return found

    def _told(self, told: Told) -> str:
        schema, *args = told
        if schema == ROLL:
            return self._rolled(args)
        if None in args:
            types = next(one.params for one in self.game.checked.core.schemas if one.name == schema)
            shown_ = ("?" if arg is None else self.game.values.text(arg, param.type)
                      for param, arg in zip(types, args, strict=True))  # fmt: skip
            return " ".join([str(schema), *shown_])
        return self.game.notation.text(Step(str(schema), tuple(arg for arg in args if isinstance(arg, int))))

    def _rolled(self, told: Sequence[str | int | None]) -> str:
        """A roll with its known outcomes; if none is known, only that a roll was made."""
        number, *outcomes = (code if isinstance(code, int) else None for code in told)
        assert number is not None
        slots = (self.game.layout.slots[field] for field in self.game.checked.core.rolls[number].fields)
        texts = (
            "?" if code is None else self.game.values.text(code, slot.field.values)
            for code, slot in zip(outcomes, slots, strict=True)
        )
        return " ".join(["roll", *texts]) if any(code is not None for code in outcomes) else "roll"

    def _seen(self, entries: Sequence[tuple[int, int | None]], *, usual: bool = False) -> str:
        """Entries of the vector in words; if `usual`, only those that differ from the blank vector."""
        blank = self.game.layout.blank()
        texts = [self._entry(place, code) for place, code in entries if not usual or (code is not None and code != blank[place])]
        return ", ".join(texts) or "nothing"

    def _entry(self, place: int, code: int | None) -> str:
        slot = slot_at(self.game, place)
        parts = [written_field(self.game, slot.field.name), *indices(self.game, place)]
        variables = self.game.checked.world.variables.values()
        if any(one.is_set and one.field == slot.field.name for one in variables):
            whether = f"{parts.pop()} is {'' if code is None or code else 'not '}in {' '.join(parts)}"
            return f"whether {whether} is not known" if code is None else whether
        where = " ".join(parts)
        return f"{where} is {'not known' if code is None else self.game.values.text(code, slot.field.values)}"

    def __str__(self) -> str:
        return self.text


def information_of(state: BaseState, player: str) -> Information:
    """The information of a side, or a watcher, on the play that led to a state, since the start or a custom state.

    Raises `ArgumentError`.
    """
    game = state.game
    if player not in (*game.players, WATCHER):
        raise ArgumentError(f"there is no player {shown(player)}; there are {', '.join(game.players)}")
    seen = seen_by(game, state.came_by()[0].vector, player)
    start = tuple(seen.at(place) for place in range(len(seen.vector)))
    steps = reversed([*state.came_lately()])
    entries = (entry_of(game, before, move.step, after, player) for move, before, after in steps)
    scores = tuple((state.scores or {}).values()) if state.is_over else ()
    return Information(player, start, tuple(entry for entry in entries if entry is not None), game, scores)


def last_announced(state: BaseState) -> str:
    """The last announcements to all sides of a state that may be seen whole; empty in a game without announcements."""
    if not state.game.checked.world.announcements:
        return ""
    heard = (information_of(state, side).announced for side in state.game.players)
    return "; ".join(dict.fromkeys(line for lines in heard for line in lines))
