"""The stages at which a move can fail, in order.

These are the end, the turn, the parameters' sets, the guards, the ensured conditions, and the choice among whole turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, NoReturn, SupportsIndex

from ggl.core import forms as f
from ggl.core.types import Num, Type
from ggl.diagnostics import Note
from ggl.diagnostics.escape import cut
from ggl.engine.protocol import PASS, STOP, SWAP_SIDES, Step
from ggl.interpreter.vector import Slots, Vector
from ggl.narration.nouns import listed
from ggl.play.arguments import Argument
from ggl.play.errors import GameOverError, IllegalMoveError
from ggl.play.explain.blame import Blame, Blamer, Situation
from ggl.play.explain.nearest import nearest_to_step, nearest_to_text
from ggl.play.explain.reading import LONGEST, intent
from ggl.play.explain.wording import short_value, text_of, value_of_code
from ggl.play.explanation import Explanation, Stage
from ggl.play.values import Value

if TYPE_CHECKING:
    from ggl.play.base_state import BaseState
    from ggl.play.rules import Rules


def explain(state: BaseState, text: str) -> Explanation:
    """Why a text is a legal move here, or why not."""
    if state.waits_for:
        return _waiting(state, cut(text.strip(), 60))
    legal = state.game.engine.steps(state.position)
    typed = text.strip()[: LONGEST + 1]
    found = state._notation.read(typed, legal) if len(typed) <= LONGEST else []
    if found:
        return _found(state, typed, found)
    rolling = _roll_typed(state, typed, legal)
    if rolling is not None:
        return rolling
    meant = intent(state.game, typed, {step.schema for step in legal}, state._notation)
    if not meant.steps:
        if meant.partial is not None and meant.partial.args:
            near = nearest_to_step(state, meant.partial, legal)
        else:
            near = nearest_to_text(state, typed, legal)
        stage: Stage = "domain" if meant.is_move else ""
        return Explanation(cut(typed, 60), legal=False, is_move=meant.is_move, what=meant.problem, stage=stage, nearest=near)
    allowed = [step for step in meant.steps if step in legal]
    if allowed:
        return _found(state, typed, allowed)
    asked = _Asked(state, legal)
    failures = [(step, asked.failure(step)) for step in meant.steps]
    step, failure = max(failures, key=lambda pair: pair[1].reached)
    return _explanation(state, step, failure, legal)


def explain_step(state: BaseState, step: Step) -> Explanation:
    """Why a step, given by its schema and the codes of its arguments, is legal here, or why not."""
    if state.waits_for:
        return _waiting(state, state._notation.text(step))
    legal = state.game.engine.steps(state.position)
    if step in legal:
        return _legal(state, step)
    return _explanation(state, step, _Asked(state, legal).failure(step), legal)


def refuse_action(state: BaseState, action: SupportsIndex) -> NoReturn:
    """Raise why an action cannot be played here: `ArgumentError` if it is none, `GameOverError`, `IllegalMoveError`."""
    step = state.game.actions.step(action)
    if state.is_over:
        raise GameOverError(f"the game is over: {state.result}")
    raise IllegalMoveError(explain(state, state.game.notation.full(step)))


def _waiting(state: BaseState, text: str) -> Explanation:
    return Explanation(text, legal=False, is_move=True, what=f"{state.waits_for} now", stage="turn")


def _found(state: BaseState, typed: str, found: list[Step]) -> Explanation:
    if len(found) == 1:
        return _legal(state, found[0])
    texts = [state._notation.text(step) for step in found]
    return Explanation(typed, legal=False, is_move=False, what="it could be any of several moves", nearest=tuple(texts[:3]))


def _legal(state: BaseState, step: Step) -> Explanation:
    schema = next((one for one in state.game.checked.core.schemas if one.name == step.schema), None)
    bindings = {} if schema is None else state._notation.bindings(step)
    return Explanation(state._notation.text(step), legal=True, is_move=True, what="it is legal", bindings=bindings)


def _roll_typed(state: BaseState, typed: str, legal: tuple[Step, ...]) -> Explanation | None:
    """The explanation of an impossible roll; None if the text is not a roll."""
    core = state.game.checked.core
    word, _, rest = typed.partition(" ")
    if word.lower() != "roll" or not core.rolls:
        return None
    nearest = nearest_to_text(state, typed, legal)
    if not state.is_chance:
        stage: Stage = "over" if state.is_over else "turn"
        what = f"the game is over: {state.result}" if state.is_over else "no roll is due now"
        return Explanation(cut(typed, 60), legal=False, is_move=bool(rest.strip()), what=what, stage=stage, nearest=nearest)
    roll = core.rolls[legal[0].args[0]]
    source = roll.source.span
    rolled, typed_values = state._notation.rolled(legal[0]), rest.split()
    one = len(rolled) == 1
    known = [_is_value(state.game, text, rolled[0][1]) for text in ([rest.strip()] if one else typed_values)]
    is_value = all(known) and len(known) == len(rolled)
    among = f"`{text_of(source)}`" if source is not None else "what may be rolled"
    names = ", ".join(f"`{name}`" for name, _ in rolled)
    if not rest.strip():
        what = f"the outcome of the roll is missing; it is in {among}"
    elif len(known) != len(rolled):
        what = f"{len(rolled)} values are rolled at once, for {names}"
    else:
        here = f"is not in {among}, the outcomes of this roll" if one else f"is not an outcome: each of {names} is in {among}"
        what = f"`{cut(rest.strip(), 60)}` {here}"
    stage = "domain" if is_value else ""
    return Explanation(cut(typed, 60), legal=False, is_move=is_value, what=what, stage=stage, span=source, nearest=nearest)


def _is_value(game: Rules, text: str, type_: Type) -> bool:
    """Whether a text names a possible value of a variable."""
    if isinstance(type_, Num):
        return text.removeprefix("-").isdecimal()
    return game.values.code(text, type_) is not None


@dataclass(frozen=True)
class Failure:
    """The first stage that a move does not pass; `reached` grows with the stages, and with the conditions of a stage."""

    reached: tuple[int, int]
    what: str
    condition: str = ""
    blame: Blame = field(default_factory=lambda: Blame(None, ""))
    bindings: dict[str, str] = field(default_factory=dict)
    changed: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    examples: tuple[str, ...] = ()


def _explanation(state: BaseState, step: Step, failure: Failure, legal: tuple[Step, ...]) -> Explanation:
    blame = failure.blame
    return Explanation(
        text=state._notation.among(step, legal),
        legal=False,
        is_move=True,
        what=failure.what,
        label=blame.words,
        stage=_STAGES[failure.reached[0]],
        condition=failure.condition,
        span=blame.span,
        bindings=failure.bindings,
        values=blame.values,
        changed=failure.changed,
        nearest=failure.examples or nearest_to_step(state, step, legal),
        notes=(*failure.notes, *blame.notes),
    )


# ---- the stages

_STAGES: tuple[Stage, ...] = ("over", "turn", "domain", "guard", "ensure", "choice")
_OVER, _TURN, _DOMAIN, _GUARD, _ENSURE, _CHOICE = range(6)


class _Asked:
    """One position with questions about illegal moves."""

    def __init__(self, state: BaseState, legal: tuple[Step, ...]) -> None:
        self._state = state
        self._game = state.game
        self._legal = legal
        self._core = state.game.checked.core
        self._turn = state.game.checked.core.turn
        self._engine = state.game.interpreter
        self._blamer = Blamer(state.game.checked, state.game.values, self._engine)
        self._vector = self._engine.vector(state.position)
        self._schemas = {schema.name: schema for schema in self._core.schemas}

    @cached_property
    def _offered(self) -> tuple[Step, ...]:
        """The steps of which the turn's `least` or `most` leaves the best."""
        return self._legal if self._turn.preferred is None else self._engine.offered(self._state.position)

    def failure(self, step: Step) -> Failure:
        if self._state.is_over:
            return Failure((_OVER, 0), f"the game is over: {self._state.result}")
        if self._state.is_chance:
            return Failure((_TURN, 0), "a roll is due first, and nobody chooses it")
        schema = self._schemas.get(step.schema)
        if schema is None:
            worse = self._choice_failure(step) if step in self._offered else None
            return worse or Failure((_TURN, 0), self._why_not_word(step.schema))
        notation = self._state._notation
        bindings = notation.bindings(step)
        if not schema.started and self._engine.layout.pending(self._vector) is None:  # no earlier step passes the other arguments
            said = {word.partition(".")[0] for word, _ in notation.words(step)}
            bindings = {name: value for name, value in bindings.items() if name in said or not said}
        stages = (self._turn_failure, self._domain_failure, self._guard_failure, self._ensure_failure)
        failure = next(filter(None, (stage(schema, step) for stage in stages)), None) or self._choice_failure(step)
        if failure is None:
            raise AssertionError(step)
        return replace(failure, bindings={**bindings, **failure.bindings})

    # ---- the turn

    def _choosing_side(self) -> bool:
        return self._turn.pie == "choose-side" and self._offers_sides() and not self._state.in_turn

    def _offers_sides(self) -> bool:
        return self._engine.layout.offers_sides(self._turn, self._vector)

    def _why_not_word(self, word: str) -> str:
        """Why `pass`, `stop` or a pie choice is not among the legal steps."""
        if word == PASS:
            return self._why_no_pass()
        if word == STOP:
            return "there is nothing to stop" if not self._state.in_turn else "this turn must go on"
        wanted = SWAP_SIDES if word == SWAP_SIDES else "choose-side"
        if self._turn.pie != wanted:
            return "this game has no such pie rule" if self._turn.pie else "this game is played without a pie rule"
        if not self._offers_sides():
            return "sides can be chosen only in the second side's first turn"
        return "this turn has begun already"

    def _chooses_now(self) -> str:
        return f"the player of {self._state.mover} chooses a side now, by the pie rule"

    def _why_no_pass(self) -> str:
        if self._state.in_turn:
            ends = Step(STOP) in self._legal
            return "this turn has begun; `stop` ends it" if ends else "this turn has begun and must go on"
        if self._choosing_side():
            return self._chooses_now()
        now = self._engine.layout
        phase = self._turn.phases[self._vector[now.at("phase")] if now.has("phase") else 0]
        passing, test = self._turn.passing_in(phase)
        if test is not None and not self._blamer.holds(test, Situation(self._vector, Slots(), [], None)):
            return f"passing is allowed only if `{text_of(test.span)}`, which does not hold"
        if passing == "forced":
            moves = sum(1 for step in self._legal if step.schema in self._schemas)
            return f"a side passes only when it has no move, but {self._state.mover} has {moves}"
        if phase.name and self._turn.may_pass:
            return f"nobody may pass in the phase `{phase.name}`"
        return "nobody may pass in this game"

    def _turn_failure(self, schema: f.Schema, step: Step) -> Failure | None:
        """The turn does not offer the schema now."""
        if self._choosing_side():
            return Failure((_TURN, 0), self._chooses_now())
        layout = self._engine.layout
        pending = layout.pending(self._vector)
        if pending is not None:
            return self._pending_failure(schema, step, self._core.schemas[pending])
        phase = self._turn.phases[self._vector[layout.at("phase")] if layout.has("phase") else 0]
        names = [name for tier in phase.tiers for name in tier]
        if schema.name not in names:
            return self._not_offered(schema, phase, names)
        for tier in phase.tiers:
            if schema.name in tier:
                return None
            better = [self._state._notation.text(one) for one in self._legal if one.schema in tier]
            if better:
                what = f"`{schema.name}` is played only when there is no {listed([f'`{name}`' for name in tier], 'or')}"
                return Failure((_TURN, 1), f"{what}, but `{better[0]}` is legal", examples=tuple(better[:3]))
        return None

    def _not_offered(self, schema: f.Schema, phase: f.Phase, names: list[str]) -> Failure:
        now = listed([f"`{name}`" for name in names], "or")
        if not schema.started:
            leading = [one.name for one in self._core.schemas if any(pick.schema == schema.name for pick in one.then)]
            before = listed([f"`{name}`" for name in leading], "or")
            return Failure((_TURN, 0), f"`{schema.name}` comes only after {before}; the turn begins with {now}")
        if phase.name:
            return Failure((_TURN, 0), f"`{schema.name}` is not played in the phase `{phase.name}`, which offers {now}")
        return Failure((_TURN, 0), f"`{schema.name}` is not offered; a turn is {now}")

    def _pending_failure(self, schema: f.Schema, step: Step, before: f.Schema) -> Failure | None:
        """A step has named the moves that continue the turn, and the values that it passes to them."""
        mine = [pick for pick in before.then if pick.schema == schema.name]
        on = self._tier_on(before, self._offered if mine else self._legal)
        if not mine:
            names = list(dict.fromkeys(f"`{pick.schema}`" for pick in on if self._may_follow(pick)))
            names += [f"`{STOP}`"] if Step(STOP) in self._legal else []
            what = f"the turn goes on after `{before.name}` with {listed(names, 'or')}"
            return Failure((_TURN, 0), what, blame=Blame(before.then[0].span, f"so `{schema.name}` cannot be played now"))
        picks = [pick for pick in mine if self._may_follow(pick) and (not on or pick.tier <= on[0].tier)]
        if not picks:
            return self._not_on(schema, before, mine, on)
        given = {param.name: (param, code) for param, code in zip(schema.params, step.args, strict=True)}
        wrong: list[tuple[f.Pick, f.Handed, int]] = []
        for pick in picks:
            handed = [(one, self._vector[self._engine.layout.at(one.field)]) for one in pick.fixed]
            other = next(((one, code) for one, code in handed if given[one.param][1] != code), None)
            if other is None:
                return None
            wrong.append((pick, *other))
        pick, one, code = wrong[0]
        name, type_ = one.param, given[one.param][0].type
        handed_over = value_of_code(self._game.values, code, type_)
        typed = short_value(value_of_code(self._game.values, given[name][1], type_))
        blame = Blame(one.value.span or pick.span, f"here {name} is {typed}", ((name, handed_over),))
        ways = dict.fromkeys(
            f"{each.param} = {short_value(value_of_code(self._game.values, held, given[each.param][0].type))}"
            for _, each, held in wrong
        )
        goes_on = any(each in on for each in picks)  # if not, no step of it is legal, and the turn goes on with others
        head = "the turn goes on" if goes_on else f"`{schema.name}` follows `{before.name}` only"
        return Failure((_TURN, 2), f"{head} with {listed(list(ways), 'or')}", text_of(pick.span), blame)

    def _tier_on(self, before: f.Schema, steps: tuple[Step, ...]) -> tuple[f.Pick, ...]:
        """The first follow-ups of which there is a step."""
        return next((tier for tier in before.tiers if any(self._is_offered(pick, each) for pick in tier for each in steps)), ())

    def _may_follow(self, pick: f.Pick) -> bool:
        """Whether the condition of a follow-up held when the step before it was made."""
        return pick.when is None or bool(self._vector[self._engine.layout.at(pick.when.field)])

    def _is_offered(self, pick: f.Pick, step: Step) -> bool:
        """Whether a step is one of a follow-up, with the value that was passed on to it."""
        if step.schema != pick.schema or not self._may_follow(pick):
            return False
        args = dict(zip((param.name for param in self._schemas[pick.schema].params), step.args, strict=True))
        return all(args[one.param] == self._vector[self._engine.layout.at(one.field)] for one in pick.fixed)

    def _not_on(self, schema: f.Schema, before: f.Schema, mine: list[f.Pick], on: tuple[f.Pick, ...]) -> Failure:
        """A follow-up whose condition did not hold, or that other follow-ups precede."""
        barred = next((pick for pick in mine if not self._may_follow(pick)), None)
        if barred is not None and barred.when is not None and (span := barred.when.value.span) is not None:
            what = f"`{schema.name}` follows `{before.name}` only if `{text_of(span)}`"
            return Failure((_TURN, 0), what, text_of(span), Blame(span, "that did not hold after the move"))
        first = [each for pick in on for each in self._offered if self._is_offered(pick, each)]
        better = [self._state._notation.text(each) for each in first if each in self._legal]
        names = list(dict.fromkeys(f"`{pick.schema}`" for pick in on if self._may_follow(pick)))
        there = f"`{better[0]}` is legal" if better else f"there is `{self._state._notation.text(first[0])}`"
        what = f"`{schema.name}` is played only when there is no {listed(names, 'or')}, but {there}"
        return Failure((_TURN, 1), what, examples=tuple(better[:3]), blame=Blame(mine[0].span, "other moves come first"))

    # ---- the conditions

    def _here(self, schema: f.Schema, vector: Vector, frame: list[object]) -> Situation:
        lets = {let.name: let.value for let in schema.lets}
        return Situation(vector, self._engine.rules[schema.name].slots, list(frame), None, lets=lets)

    def _domain_failure(self, schema: f.Schema, step: Step) -> Failure | None:
        rules = self._engine.rules[schema.name]
        here = self._here(schema, self._vector, rules.slots.frame())
        sets = {one.places.start: one for one in self._game.notation.arguments[schema.name] if one.is_set}
        whole: Argument | None = None
        for number, (param, code) in enumerate(zip(schema.params, step.args, strict=True)):
            whole = sets.get(number, whole)
            if whole is not None and number in whole.places:
                if number == whole.places.start:
                    failure = self._member_failure(whole, param, step, here)
                    if failure is not None:
                        return failure
                if not self._blamer.contains(param.source, code, here):
                    return self._size_failure(whole, param, step)
            elif not self._blamer.contains(param.source, code, here):
                value = value_of_code(self._game.values, code, param.type)
                item = short_value(value)
                blame = self._blamer.outside(param.source, code, item, replace(here, span=param.span))
                blame = replace(blame, values=((param.name, value), *blame.values), span=param.source.span or param.span)
                text = text_of(param.source.span, "the value that was passed on")
                what = f"{item} is not in `{text}`"
                if blame.words == what:
                    blame = replace(blame, words=self._extent(blame.values))
                return Failure((_DOMAIN, number), what, f"{param.name} in {text}", blame)
            here = here.binding(param.name, code)
        return None

    def _member_failure(self, whole: Argument, first: f.Param, step: Step, here: Situation) -> Failure | None:
        """The first member of a set that is not in the source of the set."""
        for code in whole.codes(step.args):
            if not self._blamer.contains(first.source, code, here):
                value = value_of_code(self._game.values, code, first.type)
                source = first.source.span
                text = text_of(source, first.name)
                blame = self._blamer.outside(first.source, code, short_value(value), replace(here, span=first.span))
                blame = replace(blame, values=((whole.name, value), *blame.values), span=source or first.span)
                return Failure(
                    (_DOMAIN, whole.places.start), f"{short_value(value)} is not in `{text}`", f"{whole.name} in {text}", blame
                )
        return None

    @staticmethod
    def _size_failure(whole: Argument, param: f.Param, step: Step) -> Failure:
        """Each member may be chosen, but not this number of members."""
        count = len(whole.codes(step.args))
        text = text_of(param.span, whole.name)
        what = f"{count} {'is' if count == 1 else 'are'} chosen, but no set in `{text}` has this size"
        return Failure((_DOMAIN, whole.places.start), what, text, Blame(param.span, f"{whole.name} has {count} here"))

    @staticmethod
    def _extent(values: tuple[tuple[str, Value], ...]) -> str:
        """The size of the set that does not contain a value."""
        found = next((value for _, value in values if isinstance(value, frozenset | tuple)), None)
        if found is None:
            return ""
        return f"it is {short_value(found)}" if found else "the set has no members"

    def _guard_failure(self, schema: f.Schema, step: Step) -> Failure | None:
        frame = self._engine.rules[schema.name].frame(self._vector, step.args)
        here = self._here(schema, self._vector, frame)
        return self._conditions(schema, schema.guard, here, (_GUARD, 0), "does not hold")

    def _ensure_failure(self, schema: f.Schema, step: Step) -> Failure | None:
        rules = self._engine.rules[schema.name]
        frame, after = rules.frame(self._vector, step.args), self._engine.left_behind(self._vector)
        rules.do(after, frame)
        here = self._here(schema, after, frame)
        failure = self._conditions(schema, schema.ensure, here, (_ENSURE, 0), "would not hold after the move")
        return failure and replace(failure, changed=tuple(dict.fromkeys(self._changed(after))))

    def _choice_failure(self, step: Step) -> Failure | None:
        """Another whole turn is better by the turn's `least` or `most`."""
        preferred = self._turn.preferred
        others = [one for one in self._legal if one in self._offered]
        if preferred is None or not others:
            return None
        ours, best = (self._engine.best_of(self._vector, one) for one in (step, others[0]))
        values = self._game.values
        here, there = (short_value(value_of_code(values, value, preferred.type)) for value in (ours, best))
        text = text_of(preferred.span, "the value that chooses the turn")
        wanted = "least" if self._turn.prefer == "least" else "greatest"
        what = f"another whole turn is better: {text} must be {wanted} at its end"
        label = f"{here} at best after this, {there} after `{self._state._notation.text(others[0])}`"
        examples = tuple(self._state._notation.text(one) for one in others[:3])
        blame = Blame(preferred.span, label)
        return Failure((_CHOICE, 0), what, f"{self._turn.prefer}: {text}", blame, examples=examples)

    def _conditions(
        self, schema: f.Schema, conditions: tuple[f.Condition, ...], here: Situation, reached: tuple[int, int], fails: str
    ) -> Failure | None:
        for number, condition in enumerate(conditions):
            if not self._blamer.holds(condition.test, here):
                text = condition.name or text_of(condition.span, schema.name)
                blame = self._blamer.blame(condition.test, True, replace(here, span=condition.span))
                what = f'"{text}" {fails}' if condition.name else f"`{text}` {fails}"
                lets = {let.name: short_value(self._blamer.value(f.Var(let.name, let.value.type), here)) for let in schema.lets}
                return Failure((reached[0], number), what, text, blame, lets)
        return None

    def _changed(self, after: Vector) -> Iterator[str]:
        """The names of the sites on which something changed."""
        for layer in self._core.layers:
            for name in (layer.field, *layer.attributes):
                slot = self._engine.layout.slots[name]
                sites = self._game.board.sites(slot.field.index[0])
                for place in range(slot.start, slot.stop):
                    if after[place] != self._vector[place]:
                        yield sites[place - slot.start].name
