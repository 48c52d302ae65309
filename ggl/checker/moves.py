"""Move parts of a definition to the core's schemas.

Takes the definition's moves and the world; gives a schema for each move that has no mistake. Parameters come first, for all
moves, since what a `then` hands over gives a follow-up's parameters their types.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace

from ggl.checker import make, subsets
from ggl.checker.effects import Effects
from ggl.checker.expressions import Expressions, known_by
from ggl.checker.static import is_in_order, is_large
from ggl.checker.world import Refused, Scope, SetChoice, World
from ggl.core import forms as f
from ggl.core.types import BOOL, Domain, Fin, ListOf, Num, Opt, SetOf, Type, a, strip_opt
from ggl.diagnostics import Findings, Fix, Note
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.diagnostics.catalog import names_and_types as name_codes
from ggl.engine.protocol import PASS, STOP
from ggl.model.definition import Conditions, Definition, MovePart
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.syntax.unparse import unparse_plan


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
"""What may be wrong in a move because of the types of what it is handed."""

EXACT_ROUNDS = 8
"""So many steps in a row are followed to find the numbers that are handed over, before a bound is looked for."""

ANY_NUMBER = 1 << 16


def _within(one: Num, other: Num | None) -> bool:
    return other is not None and make.common(one, other) == other


def _growing(earlier: Num, later: Num) -> Num:
    """Bounds that have grown, as far as any number."""
    same = make.common(earlier, later)
    assert isinstance(same, Num)
    lo, hi = earlier.lo * (same.scale // earlier.scale), earlier.hi * (same.scale // earlier.scale)
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

        self._is_tried = False
        """Whether only these bounds are looked for."""

    def schemas(self) -> tuple[f.Schema, ...]:
        self._numbers = self._bounds_of_numbers()
        aside = self._draft_all()
        if aside:
            self._check_aside(aside)
        moves = self._definition.moves
        order = [self._drafts[name] for name in moves if name in self._drafts]
        if any(pick for draft in order for pick in draft.picks):
            self._pending_fields(order)
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
        if self._world.findings.has_errors:  # what leads there may have been given up
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
            self._world.findings.report(
                codes.NEVER_OFFERED, move.span, f"no `then` leads to `{move.name}`",
                help=f"write `then: {call}` in the move that it follows; if it starts a turn, write its name without brackets",
            )  # fmt: skip
        aside = self._beside(self._world.findings)
        aside._drafts, aside._numbers = dict(self._drafts), self._numbers
        with make.numbered_anew():
            for draft in [aside._begun(move) for move in (*first, *(move for move in moves if move not in first))]:
                aside._schema(draft)
        self._world.used |= aside._world.used

    def _beside(self, findings: Findings) -> Moves:
        """The same moves in a separate world."""
        world = self._world.apart(findings)
        expressions = Expressions(world)
        expressions.definitions.own = self._all.definitions.own
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
        if not given or given[0][1].span is None:
            return nullcontext()
        types = ", ".join(f"`{param}` is {a(value.type)}" for param, value in given[: len(move.params)])
        note = Note(f"`{move.name}` gets its values here: {types}", given[0][1].span)
        return self._world.findings.noting(note, _BY_TYPES)

    @contextmanager
    def _tried(self, draft: _Draft, name: str = "") -> Iterator[None]:
        """What is refused in here spoils the move; if it was to be called by a name, nothing false is said of its uses."""
        try:
            yield
        except Refused:
            draft.sound = False
            if name:
                draft.scope = draft.scope.lose(name)
                self._world.broken.add(f"last.{name}")

    # ---- parameters and lets

    def _bounds_of_numbers(self) -> dict[_Handing, Num]:
        """What numbers each move may be handed: those of the first steps, then what these hand over, until no more come.

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
                        found[key] = _joined(type_, found[key]) if key in found else type_
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
            with self._tried(draft, let.name):
                self._all.names.check_free(let.name, let.span, draft.scope)
                value = self._all.infer(let.value, draft.scope)
                draft.lets.append(f.Bind(let.name, value, span=let.span))
                draft.scope = draft.scope.bind(let.name, f.Var(let.name, value.type))

    def _handed_param(self, draft: _Draft, name: str, type_: Type | None) -> None:
        self._all.names.check_free(name, draft.part.span, draft.scope)
        if type_ is None:
            raise Refused  # no `then` that is sound hands it over
        assert isinstance(type_, Fin | Num)
        self._param(draft, name, self._everything(type_, draft.part.span), type_, draft.part.span)

    def _binder(self, draft: _Draft, binder: t.Binder) -> None:
        source = self._source(draft, binder)
        assert isinstance(source.type, SetOf | ListOf)
        if source.type == make.EMPTY_SET:
            self._world.refuse(name_codes.WRONG_TYPE, binder.source.span, "nothing can be chosen from this")
        self._all.names.check_free(binder.name, binder.name_span, draft.scope)
        if binder.beside:
            before = next((param for param in draft.params if param.name == binder.beside), None)
            if before is None:
                raise Refused  # it has been told
            assert isinstance(source.type, SetOf)
            source = subsets.after(self._world, source, source.type, f.Var(before.name, before.type), binder.span)
            self._pair(draft, binder)
        assert isinstance(source.type, SetOf | ListOf)
        assert isinstance(source.type.of, Fin | Num)
        self._param(draft, binder.name, source, source.type.of, binder.span)

    def _source(self, draft: _Draft, binder: t.Binder) -> f.Expr:
        """What a parameter goes through: a set, or a list that is one, in order, where a set would be very large."""
        source = self._all.infer(binder.source, draft.scope)
        if not binder.beside and is_large(source.type) and is_in_order(self._world, source):
            return source
        return self._all.converted_to_set(source, binder.source.span, "a set", draft.scope)

    def _pair(self, draft: _Draft, binder: t.Binder) -> None:
        """One more of the parameters that stand for each other."""
        place, choices = len(draft.params), draft.choices
        if choices and not choices[-1].name and choices[-1].places.stop == place:
            many = choices[-1].count + 1
            choices[-1] = replace(choices[-1], count=many, least=many)
        else:
            choices.append(SetChoice("", place - 1, 2, 2))

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
        sizes = self._sizes(call.args[1], draft.scope)
        params = subsets.parts(self._world, binder.name, source, sizes, binder.span)
        assert isinstance(sizes.least.type, Num)
        least = max(sizes.least.type.lo, 1)
        draft.choices.append(SetChoice(binder.name, len(draft.params), len(params), least))
        draft.params += params
        value = subsets.union(params, source.type)
        draft.lets.append(f.Bind(binder.name, value, span=binder.span))
        draft.scope = draft.scope.bind(binder.name, f.Var(binder.name, source.type))
        names = tuple(param.name for param in params)
        before = self._world.last_sets.get(binder.name, (source.type, ()))
        if before[0] == source.type:
            self._world.last_sets[binder.name] = source.type, max(before[1], names, key=len)

    def _sizes(self, tree: t.Expr, scope: Scope) -> subsets.Sizes:
        """How many members a set has, as `2` or `1..3` says it."""
        ends = (tree.left, tree.right) if isinstance(tree, t.Binary) and tree.op == ".." else (tree, tree)
        least, most = (self._all.number(end, scope) for end in ends)
        assert isinstance(least.type, Num)
        assert isinstance(most.type, Num)
        refuse = self._world.refuse
        if least.type.scale != 1 or most.type.scale != 1:
            refuse(name_codes.WRONG_TYPE, tree.span, "a set has a whole number of members")
        if least.type.hi < 1 or (least.type.lo < 1 and isinstance(least, f.Lit)):
            refuse(codes.SET_SIZE, ends[0].span, "choosing nothing is not a move", "a chosen set has at least one member",
                   "begin with 1; to choose nothing, pass (`turn: pass:`) or use a move without parameters")  # fmt: skip
        if most.type.hi > subsets.MOST_MEMBERS:
            what = f"this may be {most.type.hi:,}, by its bounds" if not isinstance(most, f.Lit) else f"this is {most.type.hi:,}"
            refuse(codes.SET_SIZE, ends[1].span, what, f"a choice has at most {subsets.MOST_MEMBERS} members",
                   "bound the number with `min(.., 4)` or `in: 1..4`; or choose one member a step (`then:`)")  # fmt: skip
        if least.type.lo > most.type.hi:
            refuse(codes.SET_SIZE, tree.span, "no set has this number of members", "the greatest number is less than the least")
        return subsets.Sizes(least, most)

    def _param(self, draft: _Draft, name: str, source: f.Expr, type_: Type, span: Span) -> None:
        draft.params.append(f.Param(name, source, type_, span=span))
        draft.scope = draft.scope.bind(name, f.Var(name, type_), source)
        self._world.last_types.setdefault(name, type_)
        self._world.param_types[draft.part.name, name] = type_

    def _everything(self, type_: Fin | Num, span: Span) -> f.Expr:
        if isinstance(type_, Fin):
            return make.everything(type_)
        if self._is_tried:
            return f.Lit(0, type_)
        if make.is_wide(type_):
            self._world.refuse(name_codes.NUMBER_TOO_LARGE, span, "a number that is passed on needs bounds",
                               f"it could be one of {type_.hi - type_.lo + 1:,}; {make.WIDTH_LIMIT:,} is the limit",
                               "bound the variables it is made of with `in: LO..HI`, or pass `min(.., HI)`")  # fmt: skip
        return f.Lit((1 << (type_.hi - type_.lo + 1)) - 1, SetOf(type_))

    # ---- what comes after

    def _then(self, draft: _Draft) -> None:
        plan = draft.part.then
        if plan is None:
            return
        scope = self._after_effects(draft)
        clauses = [(number, clause) for number, tier in enumerate(plan.tiers) for clause in tier]
        for tier in plan.tiers:
            self._one_choice_to_stop(tier)
        for number, clause in clauses:
            when = None
            if clause.test is not None:
                with self._tried(draft):
                    self._no_move_in(clause.test)
                    when = self._all.condition(clause.test, scope)
            if len(clauses) == 1:
                draft.then_if, when = when, None
            optional = plan.tiers[number][0].picks[0].optional
            for pick in clause.picks:
                with self._tried(draft):
                    picked = replace(self._pick(draft, pick, scope), optional=optional, tier=number)
                    kept = f"{draft.part.name}.{len(draft.picks)}."
                    draft.picks.append(replace(picked, when=None if when is None else f.Handed("", when, kept)))

    def _no_move_in(self, test: t.Expr) -> None:
        """Refuse a condition with a move behind its `or`, which a comma would have kept out."""
        for part in test.parts if isinstance(test, t.Or) else ():
            name = part.name if isinstance(part, t.Call | t.Name) else ""
            if name in self._definition.moves:
                text = part.span.text
                before = test.span.source.text[test.span.start : part.span.start].rstrip()
                word = part.span.source.span(test.span.start + len(before.removesuffix("or").rstrip()), part.span.start)
                self._world.refuse(
                    codes.WRONG_HANDOVER, part.span, f"`{text}` is read as part of the condition before it", "this is a move",
                    fix=Fix(word, ", or ", f"write a comma before `or {text}`"),
                )  # fmt: skip

    def _one_choice_to_stop(self, tier: tuple[t.Clause, ...]) -> None:
        """Refuse `optional` before some of the moves of a tier only; before the first alone it is true of all."""
        picks = [pick for clause in tier for pick in clause.picks]
        late = next((pick for pick in picks if pick.optional), None)
        rest_alike = len({pick.optional for pick in picks[1:]}) < 2
        if late is None or (picks[0].optional and rest_alike):
            return
        plain = (replace(clause, picks=tuple(replace(pick, optional=False) for pick in clause.picks)) for clause in tier)
        rest = unparse_plan(t.Plan((tuple(plain),), span=tier[0].span))
        self._world.findings.report(
            codes.OPTIONAL_IN_PART, late.span, "`optional` stands before only some of these moves",
            label="whether the player may stop cannot depend on which of them is made",
            help=f"write `optional {rest}` if the player may stop, no `optional` if one of them must be made, or `otherwise` "
            "between them if the later ones apply only when none of the first is legal",
        )  # fmt: skip

    def _pick(self, draft: _Draft, pick: t.Picked, scope: Scope) -> f.Pick:
        world, moves = self._world, self._definition.moves
        target = moves.get(pick.name)
        if target is None and pick.name in (STOP, PASS):
            world.refuse(codes.UNKNOWN_MOVE, pick.name_span, f"`{pick.name}` is not a move of this game", "",
                         "write `optional` before the first move if the player may end the turn instead")  # fmt: skip
        if target is None:
            world.unknown_move(pick.name, pick.name_span, f"`{pick.name}` is not a move of this game", moves)
        own = tuple(target.params)
        names = own + tuple(binder.name for binder in target.binders)
        if len(pick.args) > len(own):
            count = ("nothing", "one value")[len(own)] if len(own) < 2 else f"{len(own)} values"
            world.refuse(codes.WRONG_HANDOVER, pick.args[len(own)].span, f"`{pick.name}` is given {count} without a name",
                         "", f"name the parameter: {', '.join(f'`{n}=..`' for n in names)}" if names else None)  # fmt: skip
        given = dict(zip(own, pick.args, strict=False))
        for named in pick.named:
            if named.name not in names or named.name in given:
                world.refuse(codes.WRONG_HANDOVER, named.span, f"`{pick.name}` has no free parameter `{named.name}`",
                             "", f"its parameters are {', '.join(names)}")  # fmt: skip
            given[named.name] = named.value
        missing = [name for name in own if name not in given]
        if missing:
            usage = f"{pick.name}({', '.join(own)})"
            world.refuse(codes.WRONG_HANDOVER, pick.span, f"`{pick.name}` needs a value for `{missing[0]}`", "",
                         f"write `{usage}`, with the value in the brackets")  # fmt: skip
        fixed = []
        for name, tree in given.items():
            value = self._all.infer(tree, scope)
            if not isinstance(strip_opt(value.type), Fin | Num):
                world.refuse(codes.WRONG_HANDOVER, tree.span, f"{a(value.type)} cannot be passed on", "",
                             "store it in a variable with `each: turns`, which the next move reads")  # fmt: skip
            fixed.append(f.Handed(name, value, f"{draft.part.name}.{len(draft.picks)}.{name}"))
        return f.Pick(pick.name, tuple(fixed), span=pick.span)

    def _pending_fields(self, order: list[_Draft]) -> None:
        """What a position keeps between the steps of a turn: the move that led here and what it handed over."""
        world = self._world
        domain = world.domains.setdefault("move", Domain("move", len(order)))  # a move that is never offered is no schema
        world.add_field(f.Field("pending", (), Opt(Fin(domain)), domain.size))
        for draft in order:
            draft.picks = [replace(pick, fixed=tuple(self._in_scale(pick, one) for one in pick.fixed)) for pick in draft.picks]
            for pick in draft.picks:
                for handed in pick.fixed:
                    inner = strip_opt(handed.value.type)
                    assert isinstance(inner, Fin | Num)
                    start = inner.domain.size if isinstance(inner, Fin) else 0
                    values: Type = Opt(inner) if isinstance(inner, Fin) else inner
                    world.add_field(f.Field(handed.field, (), values, start))
                    self._check_handed(pick, handed, inner)
                if pick.when is not None:
                    world.add_field(f.Field(pick.when.field, (), BOOL, 0))

    def _in_scale(self, pick: f.Pick, handed: f.Handed) -> f.Handed:
        """A number in the fractions of the parameter that it is handed to, if these are finer."""
        wanted = self._wanted(pick, handed)
        have = strip_opt(handed.value.type)
        if not isinstance(wanted, Num) or not isinstance(have, Num) or wanted.scale % have.scale:
            return handed
        return replace(handed, value=make.rescale(handed.value, wanted.scale))

    def _wanted(self, pick: f.Pick, handed: f.Handed) -> Type | None:
        target = self._drafts.get(pick.schema)
        return next((p.type for p in target.params if p.name == handed.param), None) if target else None

    def _check_handed(self, pick: f.Pick, handed: f.Handed, type_: Fin | Num) -> None:
        wanted = self._wanted(pick, handed)
        both = isinstance(wanted, Num) and isinstance(type_, Num) and wanted.scale == type_.scale
        if wanted is not None and wanted != type_ and not both:
            finer = isinstance(wanted, Num) and isinstance(type_, Num)  # than the numbers that it is chosen from
            self._world.findings.report(
                codes.WRONG_HANDOVER, handed.value.span, f"`{pick.schema}` needs {a(wanted)} for `{handed.param}`",
                label="this may be a finer fraction than the numbers it is chosen from" if finer else f"this is {a(type_)}",
            )  # fmt: skip

    # ---- the rest

    def _schema(self, draft: _Draft) -> f.Schema | None:
        move = draft.part
        do: f.Effect = make.NOTHING
        with self._told_of_handing(move):
            guard = self._conditions(move.where, draft, "before")
            with self._tried(draft):
                do = self._effects.effect(move.do, self._variables_known(draft.scope).at("effect"))
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

    def _after_effects(self, draft: _Draft) -> Scope:
        """What is known before a step, as far as it lasts until its effects are done."""
        return self._effects.lasting.after(draft.part.do, draft.scope.at("after"))

    @staticmethod
    def _variables_known(scope: Scope) -> Scope:
        """Only the facts about variables, not about pieces on sites or the last move."""
        return replace(scope, known=frozenset(tree for tree in scope.known if isinstance(tree, t.Name)))
