"""Move parts of a definition to the core's schemas.

Takes the definition's moves and the world; gives a schema for each move that has no mistake. Parameters come first, for all
moves, since what a `then` hands over gives a follow-up's parameters their types.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace

from ggl.checker import follow_up_arguments, make, subsets
from ggl.checker.effects import Effects
from ggl.checker.expressions import Expressions, known_by
from ggl.checker.lengths import lengths_of
from ggl.checker.static import is_in_order, is_large_list
from ggl.checker.world import Refused, Scope, SetChoice, World
from ggl.core import forms as f
from ggl.core.types import Fin, ListOf, Num, SetOf, Type, singular_of, strip_opt
from ggl.diagnostics import Findings, Note
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.diagnostics.catalog import names_and_types as name_codes
from ggl.model.definition import Conditions, Definition, MovePart
from ggl.source import Span
from ggl.syntax import tree as t


@dataclass
class _Draft:
    """A move on its way to a schema."""

    part: MovePart
    scope: Scope
    params: list[f.Param] = field(default_factory=list)
    lets: list[f.Bind] = field(default_factory=list)
    choices: list[SetChoice] = field(default_factory=list)
    picks: list[f.Pick] = field(default_factory=list)
    then_if: f.Expr | None = None
    sound: bool = True


_Handing = tuple[str, str]
"""A move and its parameter in brackets."""

_BY_TYPES = (name_codes.UNKNOWN_PROPERTY, name_codes.WRONG_TYPE, name_codes.MIXED_TYPES)
"""The findings in a move that the types of its arguments may cause."""

EXACT_ROUNDS = 8
"""The most steps in a row that are followed to find the numbers handed over; after these, a bound is sought."""

ANY_NUMBER = 1 << 16


def _within(one: Num, other: Num | None) -> bool:
    return other is not None and make.common(one, other) == other


def _growing(earlier: Num, later: Num) -> Num:
    """Bounds that have grown, as far as any number."""
    same = make.common(earlier, later)
    assert isinstance(same, Num)
    finer = same.scale // earlier.scale
    lo, hi = earlier.lo * finer, earlier.hi * finer
    return Num(same.lo if lo == same.lo else -ANY_NUMBER, same.hi if hi == same.hi else ANY_NUMBER, same.scale)


def _joined(one: Num, other: Num) -> Num:
    both = make.common(one, other)
    assert isinstance(both, Num)
    return both


def _named_by_then(move: MovePart) -> set[str]:
    return {pick.name for pick in (move.then.picks if move.then else ())}


class Moves:
    def __init__(self, definition: Definition, world: World, expressions: Expressions, effects: Effects) -> None:
        self._definition = definition
        self._world = world
        self._all = expressions
        self._effects = effects
        self._drafts: dict[str, _Draft] = {}
        self._numbers: Mapping[_Handing, Num] = {}
        """The bounds of the numbers that moves are handed, by any `then` and after however many steps."""

        self._widest: dict[_Handing, Span] = {}
        """The place where a move hands over the number that widens the bounds of a parameter last."""

        self._is_tried = False
        """Whether only these bounds are looked for."""

    def schemas(self) -> tuple[f.Schema, ...]:
        self._numbers = self._bounds_of_numbers()
        aside = self._draft_all()
        if aside:
            self._check_aside(aside)
        moves = self._definition.moves
        order = [self._drafts[name] for name in moves if name in self._drafts]
        if any(draft.picks for draft in order):
            params = {name: draft.params for name, draft in self._drafts.items()}
            follow_up_arguments.keep_pending(self._world, len(order))
            for draft in order:
                draft.picks = [
                    follow_up_arguments.kept_until_made(self._world, pick, params.get(pick.schema, ())) for pick in draft.picks
                ]
        return tuple(schema for draft in order if (schema := self._schema(draft)) is not None)

    def _draft_all(self) -> tuple[MovePart, ...]:
        """The heads of all moves, and what may follow them. Gives the moves to which no `then` leads, where all could be read."""
        moves = self._definition.moves
        waiting = dict(moves)
        ready = [move for move in moves.values() if move.started]
        while ready:
            move = ready.pop(0)
            del waiting[move.name]
            draft = self._begun(move)
            for pick in draft.picks:
                if pick.schema in waiting and moves[pick.schema] not in ready:
                    ready.append(moves[pick.schema])
        for name, (count, span) in self._world.last_set_reads.items():
            if len(self._world.last_sets[name][1]) > count:
                message = f"a move below this one chooses more as `{name}`"
                help_ = f"write that move above this one, or read `last.{name}` in `where`"
                self._world.report(name_codes.UNKNOWN_PROPERTY, span, message, "", help_)
        if self._world.findings.has_errors:  # a move that leads there may have been given up
            for move in waiting.values():
                self._begun(move)
            return ()
        return tuple(waiting.values())

    def _check_aside(self, moves: tuple[MovePart, ...]) -> None:
        """Moves that no `then` names: they are not part of the game, but errors in them are reported."""
        led_to = {name for move in moves for name in _named_by_then(move) - {move.name}}
        first = [move for move in moves if move.name not in led_to]
        for move in first or moves:
            call = f"{move.name}({', '.join('..' for _ in move.params)})"
            help_ = f"write `then: {call}` in the move that it follows; if it starts a turn, write its name without brackets"
            self._world.findings.report(codes.NEVER_OFFERED, move.span, f"no `then` leads to `{move.name}`", help=help_)
        aside = self._beside(self._world.findings)
        aside._drafts, aside._numbers, aside._widest = dict(self._drafts), self._numbers, self._widest
        with make.numbered_anew():
            for draft in [aside._begun(move) for move in (*first, *(move for move in moves if move not in first))]:
                aside._schema(draft)
        self._world.used |= aside._world.used

    def _beside(self, findings: Findings) -> Moves:
        """The same moves in a separate world."""
        world = self._world.apart(findings)
        expressions = Expressions(world)
        expressions.definitions.own = self._all.definitions.own
        expressions.definitions.go_on_after(tuple(self._all.definitions.made))  # including those of views
        return Moves(self._definition, world, expressions, Effects(expressions, self._definition.routines))

    def _begun(self, move: MovePart) -> _Draft:
        draft = self._drafts[move.name] = _Draft(move, Scope("before"))
        with self._told_of_handing(move):
            self._heads(draft)
            self._then(draft)
        return draft

    def _told_of_handing(self, move: MovePart) -> AbstractContextManager[None]:
        """Errors of types in a move that receives values are reported with the place that passes them."""
        handed = (
            one for draft in self._drafts.values() for pick in draft.picks if pick.schema == move.name for one in pick.fixed
        )
        given = [(one.param, one.value) for one in handed if one.param in move.params]
        if not given:
            return nullcontext()
        types = ", ".join(f"`{param}` is {singular_of(value.type)}" for param, value in given[: len(move.params)])
        note = Note(f"`{move.name}` gets its values here: {types}", given[0][1].span)
        return self._world.findings.noting(note, _BY_TYPES)

    @contextmanager
    def _tried(self, draft: _Draft, name: str = "") -> Iterator[None]:
        """Spoil the move if anything is refused within; if it was to be called by a name, nothing false is said of its uses."""
        try:
            yield
        except Refused:
            draft.sound = False
            if name:
                draft.scope = draft.scope.lose(name)
                self._world.broken.add(f"last.{name}")

    # ---- parameters and lets

    def _bounds_of_numbers(self) -> dict[_Handing, Num]:
        """The numbers that each move may be handed: those of the first steps, then what these hand over, until no more come.

        A number that grows from step to step is first taken to be any, which shows whether something holds it.
        """
        if not any(move.params for move in self._definition.moves.values()):
            return {}
        known: dict[_Handing, Num] = {}
        rounds = [known]
        for _ in range(EXACT_ROUNDS):
            handed = self._handed_under(known)
            if all(_within(one, known.get(key)) for key, one in handed.items()):
                return known
            known = {**known, **{key: _joined(one, known.get(key, one)) for key, one in handed.items()}}
            rounds.append(known)
        earlier = rounds[EXACT_ROUNDS // 2]
        any_ = {key: _growing(earlier.get(key, one), one) for key, one in known.items()}
        return self._handed_under(self._handed_under(any_))

    def _handed_under(self, known: Mapping[_Handing, Num]) -> dict[_Handing, Num]:
        """The numbers that are handed over if those that moves are handed have these bounds; nothing is reported."""
        tried = self._beside(Findings())
        tried._numbers, tried._is_tried = known, True
        with make.numbered_anew():
            tried._draft_all()
        found: dict[_Handing, Num] = {}
        for draft in tried._drafts.values():
            for pick in draft.picks:
                for handed in pick.fixed:
                    type_ = strip_opt(handed.value.type)
                    if isinstance(type_, Num) and handed.param in self._definition.moves[pick.schema].params:
                        key = pick.schema, handed.param
                        if not _within(type_, found.get(key)):
                            assert handed.value.span is not None
                            self._widest[key] = handed.value.span
                            found[key] = _joined(type_, found.get(key, type_))
        return found

    def _handed_types(self, move: MovePart) -> dict[str, Type]:
        types: dict[str, Type] = {}
        for draft in self._drafts.values():
            for pick in draft.picks:
                if pick.schema == move.name:
                    for handed in pick.fixed:
                        types.setdefault(handed.param, strip_opt(handed.value.type))
        return {name: self._numbers.get((move.name, name), type_) for name, type_ in types.items()}

    def _heads(self, draft: _Draft) -> None:
        move = draft.part
        handed = self._handed_types(move)
        later = frozenset([binder.name for binder in move.binders] + [let.name for let in move.lets])
        draft.scope = replace(draft.scope, later=later)
        for name in move.params:
            with self._tried(draft, name):
                self._handed_param(draft, name, handed.get(name))
        for binder in move.binders:
            with self._tried(draft, binder.name):
                if isinstance(binder.source, t.Call) and binder.source.name == subsets.SUBSETS:
                    self._subset(draft, binder, binder.source)
                    continue
                self._binder(draft, binder)
            if isinstance(binder.source, t.With):
                site = t.Name(binder.name, span=binder.name_span)
                draft.scope = draft.scope.knowing(known_by(t.Stands(binder.source.phrase, site, span=binder.span)))
        for let in move.lets:
            with self._tried(draft, let.name), self._told_of_others(move):
                self._all.names.check_free(let.name, let.span, draft.scope)
                value = self._all.infer(let.value, self._when_made(draft))
                draft.lets.append(f.Bind(let.name, value, span=let.span))
                lengths = lengths_of(self._all, value, draft.scope)
                draft.scope = draft.scope.bind(let.name, f.Var(let.name, value.type), lengths=lengths)

    def _handed_param(self, draft: _Draft, name: str, type_: Type | None) -> None:
        self._all.names.check_free(name, draft.part.span, draft.scope)
        if type_ is None:
            raise Refused  # no valid `then` passes it
        assert isinstance(type_, Fin | Num)
        handed = self._widest.get((draft.part.name, name), draft.part.span)
        self._param(draft, name, self._everything(type_, handed), type_, draft.part.span)

    def _binder(self, draft: _Draft, binder: t.Binder) -> None:
        source = self._source(draft, binder)
        assert isinstance(source.type, SetOf | ListOf)
        if source.type == make.EMPTY_SET:
            self._world.refuse(name_codes.WRONG_TYPE, binder.source.span, "nothing can be chosen from this")
        self._all.names.check_free(binder.name, binder.name_span, draft.scope)
        if binder.beside:
            before = next((param for param in draft.params if param.name == binder.beside), None)
            if before is None:
                raise Refused  # already reported
            assert isinstance(source.type, SetOf)
            source = subsets.after(self._world, source, source.type, f.Var(before.name, before.type), binder.span)
            self._pair(draft, binder)
        assert isinstance(source.type, SetOf | ListOf)
        assert isinstance(source.type.of, Fin | Num)
        self._param(draft, binder.name, source, source.type.of, binder.span)

    def _source(self, draft: _Draft, binder: t.Binder) -> f.Expr:
        """The source of a parameter: a set, or a list that is one, in order, where a set would be very large."""
        source = self._all.infer(binder.source, draft.scope)
        if not binder.beside and is_large_list(source.type) and is_in_order(self._world, source):
            return source
        if isinstance(strip_opt(source.type), Fin) and not make.is_none(source):
            message, text = f"expected a set, found {singular_of(source.type)}", " ".join(binder.source.span.text.split())
            help_ = f"one value gets its name below `let`: `{binder.name}: {text}`"
            self._world.refuse(name_codes.WRONG_TYPE, binder.source.span, message, "", help_)
        return self._all.converted_to_set(source, binder.source.span, "a set", draft.scope)

    def _pair(self, draft: _Draft, binder: t.Binder) -> None:
        """Add a parameter to those that form one choice, as in `a and b in S`."""
        place, choices = len(draft.params), draft.choices
        many = choices.pop().count + 1 if choices and choices[-1].places.stop == place else 2
        choices.append(SetChoice("", place + 1 - many, many, many))

    def _subset(self, draft: _Draft, binder: t.Binder, call: t.Call) -> None:
        """`S in subsets(X, 1..3)`: a parameter for each member, and the name for the set of them."""
        self._all.names.check_free(binder.name, binder.name_span, draft.scope)
        if len(call.args) != 2 or call.named:
            self._world.refuse(name_codes.WRONG_ARGUMENTS, call.span, "`subsets` takes a set and how many of it are chosen", "",
                               "write `subsets(S, 2)` or `subsets(S, 1..3)`")  # fmt: skip
        source = self._all.as_set(call.args[0], draft.scope, "a set")
        assert isinstance(source.type, SetOf)
        if source.type == make.EMPTY_SET:
            self._world.refuse(name_codes.WRONG_TYPE, call.args[0].span, "nothing can be chosen from this")
        sizes = subsets.sizes(self._all, call.args[1], draft.scope)
        params = subsets.subset_parameters(self._world, binder.name, source, sizes, binder.span)
        assert isinstance(sizes.least.type, Num)
        least = max(sizes.least.type.lo, 1)
        draft.choices.append(SetChoice(binder.name, len(draft.params), len(params), least))
        draft.params += params
        value = subsets.subset_of_parameters(params, source.type)
        draft.lets.append(f.Bind(binder.name, value, span=binder.span))
        draft.scope = draft.scope.bind(binder.name, f.Var(binder.name, source.type))
        self._world.set_types[draft.part.name, binder.name] = source.type
        names = tuple(param.name for param in params)
        before = self._world.last_sets.get(binder.name, (source.type, ()))
        if before[0] == source.type:
            self._world.last_sets[binder.name] = source.type, max(before[1], names, key=len)

    def _param(self, draft: _Draft, name: str, source: f.Expr, type_: Type, span: Span) -> None:
        draft.params.append(f.Param(name, source, type_, span=span))
        draft.scope = draft.scope.bind(name, f.Var(name, type_), source)
        self._world.last_types.setdefault(name, type_)
        self._world.param_types[draft.part.name, name] = type_

    def _everything(self, type_: Fin | Num, span: Span) -> f.Expr:
        if isinstance(type_, Fin):
            return make.everything(type_)
        if self._is_tried:
            return f.Lit(type_.lo, type_)  # the set of all may be far too large
        if make.is_wide(type_):
            text = span.text if len(span.text) <= 40 else ".."
            far = make.WIDTH_LIMIT // 2
            bounded = f"min({text}, HI)" if type_.hi >= far else text
            bounded = f"max({bounded}, LO)" if type_.lo <= -far else bounded
            self._world.refuse(name_codes.NUMBER_TOO_LARGE, span, "a number that is passed on needs bounds",
                               f"it could be one of {type_.hi - type_.lo + 1:,}; {make.WIDTH_LIMIT:,} is the limit",
                               f"pass `{bounded}`, or bound the variables it is made of with `in: LO..HI`")  # fmt: skip
        return f.Lit((1 << (type_.hi - type_.lo + 1)) - 1, SetOf(type_))

    # ---- what comes after

    def _then(self, draft: _Draft) -> None:
        plan = draft.part.then
        if plan is None:
            return
        scope = self._after_effects(draft)
        clauses = [(number, clause) for number, tier in enumerate(plan.tiers) for clause in tier]
        for tier in plan.tiers:
            follow_up_arguments.one_choice_to_stop(self._world, tier)
        for number, clause in clauses:
            when = None
            if clause.test is not None:
                with self._tried(draft):
                    follow_up_arguments.no_move_in(self._world, self._definition.moves, clause.test)
                    when = self._all.condition(clause.test, scope)
            if len(clauses) == 1:
                draft.then_if, when = when, None
            optional = plan.tiers[number][0].picks[0].optional
            for pick in clause.picks:
                with self._tried(draft):
                    kept = f"{draft.part.name}.{len(draft.picks)}."
                    picked = follow_up_arguments.choose_follow_up(self._all, self._definition.moves, pick, scope, kept)
                    tested = None if when is None else f.Handed("", when, kept)
                    draft.picks.append(replace(picked, optional=optional, tier=number, when=tested))

    # ---- the rest

    def _schema(self, draft: _Draft) -> f.Schema | None:
        move = draft.part
        do: f.Effect = make.NOTHING
        with self._told_of_handing(move):
            guard = self._conditions(move.where, draft, "before")
            with self._tried(draft), self._told_of_others(move):
                do = self._effects.effect(move.do, self._variables_known(self._when_made(draft)).at("effect"))
            ensure = self._conditions(move.ensure, draft, "after")
        if not draft.sound:
            return None
        if draft.choices:
            self._world.choices[move.name] = tuple(draft.choices)
        return f.Schema(
            move.name, tuple(draft.params), tuple(draft.lets), guard, do, ensure, tuple(draft.picks), draft.then_if,
            move.started, span=move.span,
        )  # fmt: skip

    def _conditions(self, conditions: Conditions, draft: _Draft, stage: str) -> tuple[f.Condition, ...]:
        """All must hold, so each may rely on those before it."""
        scope = self._variables_known(self._after_effects(draft)) if stage == "after" else draft.scope.at(stage)
        result = []
        for name, tree in conditions.parts:
            with self._tried(draft):
                test = self._all.needed(tree, self._all.condition(tree, scope), True, f"no `{draft.part.name}` is ever legal")
                result.append(f.Condition(name, test, span=tree.span))
            scope = scope.knowing(known_by(tree))
            if stage == "before":
                draft.scope = draft.scope.knowing(known_by(tree))
        return tuple(result)

    def _when_made(self, draft: _Draft) -> Scope:
        """The scope in which the effects of a move are read, and the names under its `let`.

        Of a move that sides choose at once, the effects of others come between the choice and these: no fact is known any more.
        """
        chosen = draft.part.name in self._definition.turn.chosen_at_once
        return replace(draft.scope, known=frozenset()) if chosen else draft.scope

    def _told_of_others(self, move: MovePart) -> AbstractContextManager[None]:
        """What may be none in a move that sides choose at once may be so by the moves of the others."""
        if move.name not in self._definition.turn.chosen_at_once:
            return nullcontext()
        note = Note("sides choose this move at once: the moves of others may come between its choice and its effects", move.span)
        return self._world.findings.noting(note, (name_codes.MAYBE_NONE,))

    def _after_effects(self, draft: _Draft) -> Scope:
        """The scope after the effects, with the facts known before a step that still hold."""
        return self._effects.lasting.after(draft.part.do, draft.scope.at("after"))

    @staticmethod
    def _variables_known(scope: Scope) -> Scope:
        """Only the facts about variables, not about pieces on sites or the last move."""
        return replace(scope, known=frozenset(tree for tree in scope.known if isinstance(tree, t.Name)))
