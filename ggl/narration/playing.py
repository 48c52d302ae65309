"""The section of a rule sheet about playing: the turn, its moves and passing.

Long, since one class holds what all three share: the plain and the exact form of each move.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from ggl.model.definition import Conditions, MovePart, PhasePart, TurnPart
from ggl.narration import (
    clauses,
    condition_idioms,
    folds,
    move_names,
    one_sentence,
    reasons,
    replaced,
    said,
    together,
    turn_order,
)
from ggl.narration.argument_facts import member_of
from ggl.narration.effect_text import EffectText
from ggl.narration.facts import Facts, element, of_type
from ggl.narration.layout import Line, Part, Section, Subsection
from ggl.narration.nouns import capital, in_words, listed, quoted_name, words
from ggl.narration.plainer import plain_trees
from ggl.narration.replaced import Standing
from ggl.narration.speech import OTHER_SIDE, SIDE_TO_MOVE, Speaker
from ggl.syntax import tree as t

# ----------------------------------------------------------------------------------------------------------- the turn


class TurnText:
    """The text of a turn. Omits moves that can never be made with these options."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.part = facts.checked.definition.turn
        moves = facts.checked.definition.moves.items()
        self.moves = {name: move for name, move in moves if facts.folding.can_be_made(move)}
        self.shown: dict[str, None] = {}
        self.behind: list[Part] = []
        """The details behind the author's sentences on the turn or a phase."""

    def section(self) -> Section:
        parts: list[Part] = self._said_of("begin") if self.part.begin is not None else []
        if self.part.begin is not None and not self.facts.begin_in_detail:
            lines = self._lines(self.part.begin)
            if lines:
                parts += [f"At the start of {self._a_turn}:", *lines]
        if self.part.phases:
            parts += self._order_of_phases()
            for place, phase in enumerate(self.part.phases):
                told_ = self._phase(place, phase)
                parts += self._said_of(phase.name) if self._has(phase.name) else told_
                self.behind += told_ if self._has(phase.name) else []
            if first := turn_order.first_after_choices(self.facts):
                in_detail = all(self._has(phase.name) for phase in self.part.phases)
                (self.behind if in_detail else parts).append(first)
            parts += self._passing() if turn_order.other_phases(self.part) else []
        elif self.part.together is not None:
            parts += self._said_of("turn") if self._has("turn") else self._at_once(self.part)
            self.behind += self._at_once(self.part) if self._has("turn") else []
        else:
            offer = self._offer(self.part.play)
            parts += self._said_of("turn") if self._has("turn") else [offer] if offer else []
            self.behind += [offer] if self._has("turn") and offer else []
        for number, name in enumerate(self._apart, 1):
            title = f"{number}. {self.title(name)}" if self.facts.exact else self.title(name)
            text_ = self.facts.said(name)
            told = self._move(self.moves[name]) if not text_ else self._in_a_sentence(self.moves[name], text_)
            after = f" (after {listed(self._before(name), 'or')})" if text_ and not self._opens(name) else ""
            parts += told if self._alone else [Subsection(title + after, told)]
        if again := turn_order.moves_again(self.facts, self.part.again_while):
            told_again = self.behind if self._has("turn") else parts
            told_again.append(again)
        if self.part.preferred is not None:
            wanted = [self._preferred(self.facts.folding.tree(self.part.preferred))]
            parts += self._said_of(self.part.prefer) if self._has(self.part.prefer) else wanted
        if self.part.together is not None:
            parts += self._resolved(self.part)
        elif not turn_order.other_phases(self.part):
            parts += self._passing()
        if self.part.finish is not None:
            lines = self._lines(self.part.finish) if not self._has("finish") else ()
            parts += self._said_of("finish")
            parts += [f"At the end of {self._a_turn}:", *lines] if lines else []
        if self.part.following is not None:
            next_ = [turn_order.whose_is_next(self.facts, self.part.following)]
            parts += self._said_of("next") if self._has("next") else next_
        return Section("A turn", tuple(parts))

    def _passing(self) -> list[Part]:
        """The sentence on passing, of the phases that say nothing of it."""
        phases = self.part.phases
        if phases and all(phase.passing or phase.together for phase in phases):
            return []
        passes = any(phase.passing not in ("", "never") for phase in phases)
        if not self.facts.exact and not passes and self.part.passing == "never":
            return []
        passing = turn_order.other_phases(self.part) + turn_order.passing(self.facts, self.part.passing, self.part.pass_if)
        self.behind += [passing] if self._has("pass") else []
        return self._said_of("pass") if self._has("pass") else [passing]

    def _order_of_phases(self) -> list[Part]:
        """Which phase is the first, and which follows, where effects go to phases as well."""
        phases, setup = self.part.phases, self.facts.checked.definition.setup
        if not self._by_effects or any(self._has(phase.name) for phase in phases):
            return []
        begins = "" if turn_order.phases_in(setup) else f'The game begins in the phase "{words(phases[0].name)}".'
        ends = any(turn_order.decided(self.facts, phase.until) not in (None, False) for phase in phases[:-1])
        then = "When a phase has run its course, the next one below begins." if ends else ""
        return [text] if (text := f"{begins} {then}".strip()) else []

    def _phase(self, place: int, phase: PhasePart) -> list[Part]:
        """The moves of a phase, and how long it lasts."""
        parts: list[Part] = []
        if phase.together is not None:
            how, *offers = self._at_once(phase) or ["You choose."]
            parts += [self._in_phase(place, phase, how), *offers, *self._resolved(phase)]
        else:
            offer = self._offer(phase.play, "You" if self._in_order else "On your turn you")
            parts.append(self._in_phase(place, phase, offer))
        if phase.passing and (self.facts.exact or phase.passing != "never" or self.part.passing != "never"):
            parts.append(f"In this phase: {turn_order.passing(self.facts, phase.passing, phase.pass_if)}")
        until = self._until(phase)
        if until is True and not self._in_order:
            parts.append("This phase lasts one turn.")
        elif until is not None and not isinstance(until, bool) and not self._in_order:
            re_entered = phase.name in self._by_effects
            at_least = ", but for at least one turn" if place or re_entered or turn_order.begin_changes(self.facts, until) else ""
            parts.append(f"This phase lasts until {self._ending(until, first=not place and not re_entered)}{at_least}.")
        return parts

    def _until(self, phase: PhasePart) -> t.Expr | bool | None:
        """The condition that ends a phase; none ends the last one."""
        return None if phase is self.part.phases[-1] else turn_order.decided(self.facts, phase.until)

    def _opens(self, name: str) -> bool:
        """Whether a turn may begin with a move."""
        return self.moves[name].started

    def _said_of(self, key: str) -> list[Part]:
        """The author's sentence for a part of the turn, unless it is that of a move as well, which tells it."""
        text = self.facts.said_of_part(key)
        return [*said.paragraphs(text)] if text not in self._texts else []

    @cached_property
    def _texts(self) -> frozenset[str]:
        """The sentences of the moves, and the empty text of moves without one."""
        return frozenset(("", *map(self.facts.said, self.moves)))

    def _has(self, key: str) -> bool:
        return bool(self.facts.said_of_part(key))

    def _lines(self, effect: t.Effect) -> tuple[Line, ...]:
        """Effects of the turn beside its moves; at its beginning, the position is still that of the turn before."""
        speaker = Speaker(self.facts, leaving=effect is not self.part.begin, over=effect is self.part.finish)
        return EffectText(speaker).lines(self.facts.folding.tree(effect))

    def _in_a_sentence(self, move: MovePart, text: str) -> tuple[Part, ...]:
        """A move by the author's sentence, with those on its conditions."""
        asked = (self.facts.folding.conditions(part) for part in (move.where, move.ensure))
        names = [name for part in asked if part is not None for name, _ in part.parts if name and self.facts.said(name)]
        conditions = (f"{capital(said.by_its_names(self.facts.said(name)))}." for name in names)
        return (*said.paragraphs(text), *(Line(one) for one in conditions))

    def details(self) -> list[Part]:
        """The parts of the turn of which the main text has only the author's sentences."""
        part = self.part
        told_: list[Part] = [*self.behind, *(self.in_order_of_players() if part.at_once else [])]
        effects = [(f"At the start of {self._a_turn}", part.begin if self.facts.begin_in_detail else None)]
        resolved = "When all choices have been carried out"
        effects += [(resolved, each.resolve if self._has("resolve") else None) for each in part.at_once]
        effects += [(f"At the end of {self._a_turn}", part.finish if self._has("finish") else None)]
        moves = [(self.title(name), self._move(self.moves[name])) for name in self._all_shown() if self.facts.said(name)]
        done = [(title, self._lines(effect)) for title, effect in effects if effect is not None]
        if part.preferred is not None and self._has(part.prefer):
            told_.append(self._preferred(self.facts.folding.tree(part.preferred)))
        first = 0 if effects[0][1] is None else 1
        return [*told_, *(Subsection(title, parts) for title, parts in (*done[:first], *moves, *done[first:]) if parts)]

    def letters(self) -> list[str]:
        """Some of the letters in what moves are in detail."""
        moves = (self.moves[name] for name in self._all_shown() if self.facts.said(name))
        return list(dict.fromkeys(name for move in moves for name in move.parameters if len(name) == 1))[:2]

    @property
    def _a_turn(self) -> str:
        return "a turn" if self.part.at_once else "your turn"

    def _at_once(self, part: TurnPart | PhasePart) -> list[str]:
        """The sentences on who chooses, and from which moves, if all choose at once."""
        who, plainly = "All players choose", not self.facts.exact
        if part.choosers is not None:
            who = f"Only {Speaker(self.facts).value(self.facts.folding.tree(part.choosers)).text} choose"
        offer = self._offer(part.together, "You")
        if len(self.facts.checked.players) == 1:
            return [offer] if offer else []
        how = f"{who} at once: nobody learns what another has chosen before all have."
        if plainly and part.choosers is None and len(self.facts.checked.players) == 2:
            how = "Both players choose at the same time; neither knows what the other chooses."
        return [how, *([offer] if offer else [])]

    def _resolved(self, part: TurnPart | PhasePart) -> list[Part]:
        """The sentences on the effects when all have chosen."""
        parts: list[Part] = [*self.in_order_of_players()] if self.facts.exact else []
        if part.resolve is not None and self._has("resolve"):
            parts += self._said_of("resolve")
        elif part.resolve is not None:
            lines = self._lines(part.resolve)
            chosen = (name for tier in (part.together.names() if part.together is not None else ()) for name in tier)
            before = self.facts.exact or any(not self.facts.said(name) for name in chosen)  # their effects have been told
            done = "When all of that is done:" if before or len(self.facts.checked.players) == 1 else "When all have chosen:"
            parts += [done, *lines] if lines else []
        return parts

    def in_order_of_players(self) -> list[str]:
        """The sentence on the order in which choices are carried out, if more than one player makes them."""
        players = self.facts.checked.players
        all_ = "both" if len(players) == 2 and not self.facts.exact else "all"
        told = f"When {all_} have chosen, the choices are carried out in this order: {', then '.join(players)}."
        return [told] if len(players) > 1 else []

    def _in_phase(self, place: int, phase: PhasePart, offer: str) -> str:
        name = words(phase.name)
        if self.facts.exact:
            return f'In the phase "{name}": {offer}'
        when = self._when(place, phase) if self._in_order else f'In the phase "{name}"'
        return f"{when}, {offer[:1].lower()}{offer[1:]}"

    @cached_property
    def _by_effects(self) -> set[str]:
        """The phases to which effects go."""
        return turn_order.phases_in(*plain_trees(self.facts.checked))

    @cached_property
    def _in_order(self) -> bool:
        return turn_order.has_unnamed_phases(self.facts)

    def _when(self, place: int, phase: PhasePart) -> str:
        """`In each side's first turn`, `Until nobody has a man left`, `After that`."""
        after = "After that" if place else ""
        tree = self._until(phase)
        if tree is None or tree is False:
            return after
        if tree is True:
            return "After that, for one turn" if place else "In the first turn"
        match tree:
            case t.Chain(first=t.Name(name="ply"), rest=(("==" | ">=", t.Number(value=turns)),)) if not place:
                if turns == 1:
                    return "In the first turn"
                if turns == len(self.facts.checked.players) and self._in_turns(phase):
                    return "In each side's first turn"
                sides = " (a choice of sides counts)" if self._has_pie else ""
                return f"In the first {in_words(turns)} turns{sides}"
        if place:  # if it holds already, the phase ends after one turn
            return f"After that, for at least one turn, until {self._ending(tree, first=False)}"
        at_least = "for at least one turn, " if turn_order.begin_changes(self.facts, tree) else ""
        return f"{capital(at_least + 'until')} {self._ending(tree, first=True)}"

    @property
    def _has_pie(self) -> bool:
        return bool(self.part.pie) and self.facts.folding.is_on(self.part.pie_if)

    def _in_turns(self, phase: PhasePart) -> bool:
        """Whether each side makes moves in its first turn, one side after the other, as long as a phase lasts."""
        again = turn_order.may_move_again(self.facts)
        passing = phase.passing or self.part.passing
        return not self._has_pie and not again and self.part.following is None and passing == "never"

    def _preferred(self, tree: t.Expr) -> str:
        """The sentence on which of the whole turns are allowed."""
        speaker = Speaker(self.facts, leaving=True)
        wanted = []
        for value in tree.items if isinstance(tree, t.ListOf) else (tree,):
            turned = isinstance(value, t.Unary) and value.op == "-"
            least = (self.part.prefer == "least") != turned
            match value:
                case t.IfElse(then=t.Number(value=so), test=test, other=t.Number(value=otherwise)) if so != otherwise:
                    wanted.append(f"{speaker.says(test, (so < otherwise) == least)}, if you can")
                    continue
            text = speaker.value(value.of if isinstance(value, t.Unary) and turned else value).text
            wanted.append(f"{text} is {'least' if least else 'greatest'}")
        rest = "".join(f"; if that leaves several, one at the end of which {one}" for one in wanted[1:])
        return f"Of all the ways to play your whole turn, you must choose one at the end of which {wanted[0]}{rest}."

    @property
    def _apart(self) -> list[str]:
        """The moves that the text describes; of several with one sentence, the first."""
        names = self._all_shown()
        texts = [self.facts.said(name) for name in names]
        return [name for at, name in enumerate(names) if not texts[at] or texts[at] not in texts[:at]]

    @property
    def _alone(self) -> bool:
        """Whether a turn is one move, always the same, so that its name need not be said; or all moves have one sentence."""
        if self.facts.exact or self.part.phases:
            return False
        texts = {self.facts.said(name) for name in self.moves}
        return len(self.moves) == 1 or (len(texts) == 1 and "" not in texts)

    def title(self, name: str) -> str:
        return capital(words(name))

    def _ending(self, tree: t.Expr, *, first: bool) -> str:
        """The clause on the end of a phase. The first begins with the game, so it ends when a count first reaches a number."""
        speaker = Speaker(self.facts, SIDE_TO_MOVE, OTHER_SIDE)
        deciding = condition_idioms.deciding(speaker, tree) if first and not self.facts.exact else None
        of_turn = self.facts.reads_the_turn(Conditions((("", tree),), span=tree.span))
        return deciding or f"{'at the end of a turn ' if of_turn else ''}{clauses.clause_behind(speaker, tree)}"

    def _offer(self, plan: t.Plan | None, you: str = "On your turn you") -> str:
        """The sentence on the moves of a turn, most urgent first."""
        if plan is None:
            tiers = [[name for name, move in self.moves.items() if move.started]]
        else:
            tiers = [[name for name in tier if name in self.moves] for tier in plan.names()]
        tiers = [tier for tier in tiers if tier]
        for tier in tiers:
            self.shown |= dict.fromkeys(tier)
        names = [listed((self.title(name) for name in tier), "or") for tier in tiers]
        if not names:
            return "There is no move."
        if self._alone:
            return ""
        if len(names) == 1:
            if len(tiers[0]) == 1:
                next_ = self._always_next(tiers[0][0])
                return f"{you} make this move: {names[0]}{f', and then {next_}' if next_ else ''}."
            in_sight = not self.facts.exact and not self.part.phases and not self._has("turn")
            if in_sight and set(self._apart) <= set(tiers[0]):
                return "On your turn, do one of these:"
            named = tiers[0] if self._has("turn") else [name for name in tiers[0] if name in self._apart]  # in detail, all
            names = [listed(map(self.title, named), "or")]
            return f"{you} make one of these moves: {names[0]}."
        steps = [f"If you can make the move {names[0]}, you must."]
        steps += [f"If you cannot, you must make the move {name} if you can." for name in names[1:-1]]
        last = "Only if you cannot, you" if self.facts.exact or len(names) > 2 else "Otherwise you"
        steps.append(f"{last} make the move {names[-1]}.")
        return " ".join(steps)

    def _always_next(self, name: str) -> str:
        """The move that follows on one with a sentence of the author's whatever comes; "" if that depends, or if one may stop."""
        then = self.moves[name].then
        plan = self._then(then) if then is not None and self.facts.said(name) else None
        match plan.tiers if plan is not None else ():
            case ((t.Clause(picks=(t.Picked(name=other, optional=False),), test=None),),) if (
                other != name and other in self.moves
            ):
                return self.title(other)
        return ""

    def _before(self, name: str) -> list[str]:
        """The other moves that a move may follow on."""
        plans = ((other, self.moves[other].then) for other in self.shown_all if other != name)
        return [
            self.title(other)
            for other, plan in plans
            if plan is not None and any(pick.name == name for pick in self._then(plan).picks)
        ]

    def _all_shown(self) -> list[str]:
        """The moves that a turn offers; a move that only follows others comes after the last of them."""
        order = list(self.shown)
        for name in order:
            picked = dict.fromkeys(pick.name for pick in self._follows(name))  # a move may be offered in several tiers
            order += [other for other in picked if other not in order and other in self.moves]
        if self.facts.exact:
            return order
        placed = list(self.shown)
        for name in order[len(placed) :]:
            before = [place for place, other in enumerate(placed) if any(pick.name == name for pick in self._follows(other))]
            placed.insert(max(before) + 1, name)
        return placed

    def _follows(self, name: str) -> tuple[t.Picked, ...]:
        then = self.moves[name].then
        return tuple(self._then(then).picks) if then is not None else ()

    def _then(self, plan: t.Plan) -> t.Plan:
        return self.facts.folding.tree(plan)

    # ---- one move

    def _move(self, move: MovePart) -> tuple[Part, ...]:
        facts, fold = self.facts, self.facts.folding
        speaker = Speaker(facts)
        parts: list[Part] = []
        told = bool(facts.said(move.name))  # the author's sentences on it and its conditions stand elsewhere
        for param in move.params:
            schema = next((s for s in facts.checked.core.schemas if s.name == move.name), None)
            sort = self._param_sort(schema, param)
            speaker = speaker.knowing(param, sort)
        intro = ""
        if not move.started:
            intro = move_names.only_after(move) if facts.exact else self._only_after(move, speaker)
        where, before = fold.conditions(move.where), speaker
        many = any(map(together.is_together, move.binders))
        binders, where = (move.binders, where) if facts.exact or many else one_sentence.picking(facts, move.binders, where)
        chosen: list[str] = []
        for group in together.choices(binders, exact=facts.exact):
            binder = group[0]
            if len(group) > 1 or together.is_together(binder):
                text, speaker = together.chosen_members(speaker, group)
                chosen.append(text)
                continue
            source = fold.tree(binder.source)
            chosen.append(folds.picked_members(speaker, replace(binder, source=source)).some(quoted_name(binder.name)))
            speaker = speaker.knowing(binder.name, element(speaker.sort(source)))
        if not facts.exact:
            speaker = replace(speaker, replaces=self._replaceable(move, speaker))
        sentence, at_once = None, move.name in self.part.chosen_at_once
        later_than_chosen = self._later(move)  # a `let` is then read after the choice, too
        if not facts.exact and not move.lets and not many and not at_once:
            later = move_names.spoken_of(where, fold.conditions(move.ensure), move.then)
            telling = one_sentence.Telling(facts, binders, before, speaker, later)
            sentence = telling.sentence(fold.tree(move.do))
        if sentence is not None:
            parts.append(intro + sentence)
        else:
            choice = (
                f"Choose {move_names.choice_names(chosen, facts.exact)}."
                if chosen
                else "There is nothing to choose."
                if facts.exact
                else ""
            )
            parts += [text] if (text := f"{intro}{choice}".strip()) else []
        asked_first = {let.name for let in move.lets} if not later_than_chosen else move_names.read_by(move, where)
        in_place: dict[str, t.Expr] = {}
        given: list[Part] = []
        for let in move.lets:
            value = fold.tree(let.value, in_place)
            if not facts.exact and not facts.said(let.name) and move_names.only_in_a_let(move, let.name):
                in_place[let.name] = value
                continue
            thing = "" if facts.exact else member_of(value, facts.definitions)
            knows = speaker.knowing(let.name, speaker.sort(value), thing=thing, text=facts.said(let.name), value=value)
            text = self._let(speaker, knows, let.name, value)
            parts += [text] if let.name in asked_first else []
            given += [Line(f"Again: {text}" if let.name in asked_first else text)] if later_than_chosen else []
            speaker = knows
        parts += reasons.conditions_under("This must be so:" if facts.exact else reasons.ALLOWED, speaker, where, told=told)
        speaker = replace(speaker, leaving=True, moving=not later_than_chosen, replaces=self._replaceable(move, speaker))
        lines = EffectText(speaker).lines(fold.tree(move.do)) if sentence is None else ()
        parts += ["When all have chosen:" if later_than_chosen else "Then:", *given, *lines] if lines else []
        parts += reasons.conditions_under(reasons.AFTERWARDS, speaker, fold.conditions(move.ensure), told=told)
        if move.then is not None:
            parts += self._follow(move, speaker)
        return tuple(parts)

    def _later(self, move: MovePart) -> bool:
        """Whether a move is carried out after others have chosen."""
        return move.name in self.part.chosen_at_once and len(self.facts.checked.players) > 1

    def _replaceable(self, move: MovePart, speaker: Speaker) -> dict[t.Expr, Standing]:
        sorts = {name: local.sort for name, local in speaker.locals.items()}
        return replaced.replaceable(self.facts, move, sorts, changed=self._later(move))

    def _only_after(self, move: MovePart, speaker: Speaker) -> str:
        """The sentence on the moves that a move follows, and the values that they pass to it."""
        before = [(name, pick) for name, one in self.moves.items() if name in self.shown_all and one.then is not None
                  for pick in self._then(one.then).picks if pick.name == move.name]  # fmt: skip
        names = self._before(move.name)
        if not names:
            return move_names.only_after(move)
        given = {tuple((param, move_names.passed_name(value)) for param, value in move_names.handed(move, pick))
                 for name, pick in before if name != move.name}  # fmt: skip
        intro = f"This move only follows {listed(names, 'or')}, in the same turn"
        pairs = next(iter(given)) if len(given) == 1 else ()
        if pairs and len(pairs) == len(move.params) and all(handed for _, handed in pairs):
            said = [f"{quoted_name(param)} is the {speaker.called(speaker.locals[param].sort)} {quoted_name(handed)} of that move"
                    for param, handed in pairs if param != handed]  # fmt: skip
            said += [f"{quoted_name(param)} is the same as there" for param, handed in pairs if param == handed]
            return f"{intro}; {listed(said)}. "
        if move.params:
            verb = "says" if len(names) == 1 else "say"
            return (
                f"{intro}, which {verb} what {listed(map(quoted_name, move.params))} {'is' if len(move.params) == 1 else 'are'}. "
            )
        return f"{intro}. "

    @cached_property
    def shown_all(self) -> dict[str, None]:
        return dict.fromkeys(self._all_shown())

    @staticmethod
    def _param_sort(schema: object, param: str) -> str:
        params = getattr(schema, "params", ())
        return next((of_type(p.type) for p in params if p.name == param), "cell")

    @staticmethod
    def _let(speaker: Speaker, knows: Speaker, name: str, tree: t.Expr) -> str:
        """The sentence that defines a name, by a speaker that does not know it yet; `knows` has the author's sentence for it."""
        its = t.Name(name, span=tree.span)
        if speaker.sort(tree) == "condition":
            named = knows.says(its)
            return f"{capital(named) if not speaker.facts.exact else f'Say that {named}'} if {speaker.says(tree)}."
        if knows.locals[name].text:
            return f"Let {knows.value(its).text} be {speaker.value(tree).text}."
        match tree:
            case t.Call(name="the" | "first" as word, args=(t.Gen(body=t.Name(name=one), binders=(binder,)),)) if (
                one == binder.name == name and not speaker.facts.exact
            ):  # the member is called by the given name
                which = replace(folds.picked_members(speaker, binder), letter="").named()
                return f"Let {quoted_name(name)} be the {'only' if word == 'the' else word} {which}."
        return f"Let {quoted_name(name)} be {speaker.value(tree).text}."

    def _follow(self, move: MovePart, speaker: Speaker) -> list[Part]:
        assert move.then is not None
        known = [tuple(clause for clause in tier if self._known(clause)) for tier in self._then(move.then).tiers]
        tiers = [tier for tier in known if tier]
        if len(tiers) == 1 and len(tiers[0]) == 1:
            return self._goes_on(move, tiers[0][0], speaker)
        lines: list[Part] = []
        for number, tier in enumerate(tiers):
            lines.append(self._goes_on_from(move, tier, speaker, first=not number, last=number + 1 == len(tiers)))
        return lines

    def _known(self, clause: t.Clause) -> bool:
        return any(pick.name in self.moves for pick in clause.picks)

    @property
    def _continues(self) -> bool:
        """Whether a turn may go on after a move on which none follows."""
        return turn_order.decided(self.facts, self.part.again_while) not in (None, False)

    @property
    def _or_stop(self) -> str:
        return "or end your turn" if self._continues else "or stop there"

    @property
    def _or_over(self) -> str:
        """What follows on a move that must be made if it can."""
        return "; if that is not possible, your turn ends." if self.facts.exact and not self._continues else " if you can."

    def _goes_on_from(self, move: MovePart, tier: tuple[t.Clause, ...], speaker: Speaker, *, first: bool, last: bool) -> str:
        """The sentence on one of several tiers of the following moves, or on one of several clauses."""
        optional, exact, clause = tier[0].picks[0].optional, self.facts.exact, tier[0]
        start = "Then" if first else "If no such move is possible,"
        if len(tier) == 1 and clause.test is not None:
            start = f"If {'' if first else 'no such move is possible, and '}after that {speaker.says(clause.test)},"
        sentence = f"{start} you {'may go' if optional else 'go' if exact else 'must go'} on, in the same turn, with"
        must = self._or_over if last or not exact else "."
        if len(tier) == 1:
            return f"{sentence} the move {self._moves(move, clause, speaker)}{f', {self._or_stop}.' if optional else must}"
        ways = [self._moves(move, each, speaker) for each in tier]
        tests = [f", if after that {speaker.says(each.test)}" if each.test is not None else "" for each in tier]
        listed_ways = "; ".join(f"the move {way}{test}" for way, test in zip(ways, tests, strict=True))
        ends = exact and not self._continues
        among = f"one of these, {self._or_stop}" if optional else "one of these" if ends else "one of these if you can"
        return f"{sentence} {among}: {listed_ways}{must if ends and not optional else '.'}"

    def _moves(self, move: MovePart, clause: t.Clause, speaker: Speaker) -> str:
        """The moves of a clause, with the values passed to each."""
        told = [self._picked(move, pick, speaker) for pick in clause.picks if pick.name in self.moves]
        return listed((f"{title} ({handed})" if handed else title for title, handed in told), "or")

    def _goes_on(self, move: MovePart, clause: t.Clause, speaker: Speaker) -> list[Part]:
        """The sentence on the only clause of the following moves."""
        optional = clause.picks[0].optional  # stands in front and applies to all
        told = [self._picked(move, pick, speaker) for pick in clause.picks if pick.name in self.moves]
        named = self._moves(move, clause, speaker)
        if len(told) == 1:
            named = ", ".join(filter(None, told[0])) if self.facts.exact else named
        must = "go" if self.facts.exact else "must go"
        sentence = f"you {'may go' if optional else must} on, in the same turn, with the move {named}"
        sentence += f", {self._or_stop}." if optional else self._or_over
        if clause.test is not None and not self.facts.exact:
            return [f"If after that {speaker.says(clause.test)}, {sentence}"]
        if clause.test is not None:
            over = "" if self._continues else " Otherwise your turn ends."
            return [f"If after that {speaker.says(clause.test)}, {sentence}{over}"]
        return [f"Then {sentence}"]

    def _picked(self, move: MovePart, pick: t.Picked, speaker: Speaker) -> tuple[str, str]:
        """The move that continues the turn, and the values passed to it."""
        target = self.moves[pick.name]
        same, other = ("is the same", "is now" if pick.name == move.name else "is")
        if self.facts.exact:
            same, other = "staying as it is", "being"
        handed = [f"{quoted_name(name)} {same if t.is_name(value, name) else f'{other} {speaker.value(value).text}'}"
                  for name, value in move_names.handed(target, pick)]  # fmt: skip
        again = " again" if pick.name == move.name else ""
        return f"{self.title(pick.name)}{again}", listed(handed, nothing="")
