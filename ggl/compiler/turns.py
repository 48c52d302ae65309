"""The turn automaton as emitted functions: how a turn ends and begins, the end of a play, rolls and matches.

start(v, t)                    the position before the first turn, in a memory of any content
steps(v, t, out, most, skip)   counts legal steps up to so many; those from number `skip` on are written to rows at `out`
play(v, t, at)                 the step in the row at `at` is made
score(v, t, player)            the code of a player's score
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from ggl.compiler.drawing import Drawing
from ggl.compiler.expressions import Env
from ggl.compiler.writer import Function, literal
from ggl.core import forms as f
from ggl.engine.protocol import TURNLESS_LIMIT


class Turns(Drawing):
    """Writes the whole game."""

    def start(self) -> str:
        def write(fn: Function) -> None:
            self._blank(fn)
            first = self.fixed(fn, self.m.core.turn.first, {}, "first")[0]
            for seat in range(self.players):
                fn.line(f"v[{self.m.layout.slots['seat'].start} + ({first} + {seat}) % {self.players}] = {seat}")
            fn.line(f"{self._set_up()}(v, t, {first})")
            self._maybe_next_game(fn)

        return self.m.function("start", "", (), write)

    def _blank(self, fn: Function) -> None:
        for slot in self.m.layout.slots.values():
            with fn.block(f"for i in range({slot.start}, {slot.stop}):"):
                fn.line(f"v[i] = {literal(slot.field.start)}")
        fn.line(f"{self.refresh()}(v, t)")
        fn.line(f"v[{self.m.memory.played}] = 0")
        fn.line(f"v[{self.scored}] = 0")

    @cached_property
    def scored(self) -> int:
        """Where it stands whether the scores have decided this play, and then the scores."""
        return self.m.memory.keep(1 + self.players)

    def refresh(self) -> str:
        """The planes, made from the entries."""

        def write(fn: Function) -> None:
            for name, planes in self.m.memory.planes.items():
                slot = self.m.layout.slots[name]
                with fn.block(f"for i in range({planes.start}, {planes.start + planes.codes * planes.words}):"):
                    fn.line("v[i] = 0")
                with fn.block(f"for i in range({slot.sizes[0]}):"):
                    fn.line(f"v[{planes.start} + v[{slot.start} + i] * {planes.words} + (i >> 6)] |= bit(i & 63)")
            if self.has_atlases:
                fn.line(f"{self.caught_up()}(v, t)")

        return self.m.function("refresh", "", (), write)

    def _set_up(self) -> str:
        def write(fn: Function) -> None:
            fn.line(f"v[{self.at('mover')}] = first")
            fn.line(self.effect_call("do", "setup", self.m.core.setup, {}))
            if self.has_atlases:
                fn.line(f"{self.caught_up()}(v, t)")
            self._unless_rolling(fn, lambda: fn.line(f"{self._open()}(v, t)"))

        return self.m.function("set_up", "", ("first",), write)

    def _unless_rolling(self, fn: Function, write: Callable[[], None]) -> None:
        if not self.has("chance"):
            write()
            return
        with fn.block(f"if v[{self.at('chance')}] == 0:"):
            write()

    def _open(self) -> str:
        def write(fn: Function) -> None:
            if self.has("starter"):
                fn.line(f"v[{self.at('starter')}] = v[{self.at('mover')}]")
            actor = f"(v[{self.at('mover')}] - 1) % {self.players}"
            if self.has("actor"):
                fn.line(f"v[{self.at('actor')}] = {actor}")
            fn.line(f"{self._ask_end(begun=False)}(v, t, {actor})")
            with fn.block(f"if v[{self.at('over')}] == 0:"):
                fn.line(f"{self._begin_turn()}(v, t)")

        return self.m.function("open", "", (), write)

    def play(self) -> str:
        def write(fn: Function) -> None:
            at_once = self.has_history and not self.lets_ask_history and not self.m.core.turn.pie
            if at_once:
                self.remember_position(fn)
            fn.line("step = v[at]")
            fn.line(f"actor = v[{self.at('mover')}]")
            with fn.block(f"if step < {len(self.m.core.schemas)}:"):
                if self.has_history and not at_once and not self.lets_ask_history:
                    self.remember_position(fn)
                fn.line(f"goes_on = {self._acted()}(v, t, at)")
                if self.has_atlases:
                    fn.line(f"{self.caught_up()}(v, t)")
                with fn.block("if not goes_on:"):
                    fn.line(f"{self._end_turn()}(v, t, actor)")
                fn.line("return")
            if self.has("chance"):
                with fn.block(f"if step == {self.number['roll']}:"):
                    fn.line(f"{self._rolled()}(v, t, v[at + 1], v[at + 2])")
                    fn.line("return")
            if self.m.core.turn.pie:
                with fn.block(f"if {self._takes_side('step')}:"):
                    fn.line(f"{self._choose_side()}(v, t, step)")
                    fn.line("return")
            if self.has_history and not at_once:
                self.remember_position(fn)
            with fn.block(f"if step == {self.number['pass']}:"):
                fn.line(f"v[{self.at('passes')}] += 1")
            fn.line(f"{self._end_turn()}(v, t, actor)")

        return self.m.function("play", "", ("at",), write)

    def _takes_side(self, step: str) -> str:
        """The test that a step is the choice of a pie rule."""
        return f"{step} == {self.number['swap-sides']} or {step} >= {self.number['take-']}"

    def _choose_side(self) -> str:
        """A pie choice: a turn that may exchange the seats; the same side is to move next."""

        def write(fn: Function) -> None:
            slot = self.m.layout.slots["seat"]
            swap, take = self.number["swap-sides"], self.number["take-"]
            with fn.block(f"if step == {swap} or step - {take} != v[{self.at('mover')}]:"):
                for a in range(self.players // 2):
                    x, y = slot.start + a, slot.stop - 1 - a
                    fn.line(f"v[{x}], v[{y}] = v[{y}], v[{x}]")
            fn.line(f"v[{self.at('passes')}] = 0")
            fn.line(f"{self._end_turn(stays=True)}(v, t, v[{self.at('mover')}])")

        return self.m.function("choose_side", "", ("step",), write)

    def _rolled(self) -> str:
        """The roll is made: what it stopped goes on, up to the next one."""

        def write(fn: Function) -> None:
            fn.line(f"v[{self.at('chance')}] = 0")
            for number, roll in enumerate(self.m.core.rolls):
                with fn.block(f"if number == {number}:"):
                    fn.line(f"v[{self.at(roll.field)}] = code")
                    fn.line(self.effect_call("do", f"roll {number}", roll.then, {}))
                    with fn.block(f"if v[{self.at('chance')}] != 0:"):
                        fn.line("return")
                    fn.line(f"{self._open() if roll.in_setup else self._has_begun()}(v, t)")
            self._maybe_next_game(fn)

        return self.m.function("rolled", "", ("number", "code"), write)

    def _end_turn(self, *, stays: bool = False) -> str:
        """The turn is over, and the next one begins: the next player's, or, if the turn `stays`, the same one's."""

        def write(fn: Function) -> None:
            self.clear_pending(fn)
            if self.has("actor"):
                fn.line(f"v[{self.at('actor')}] = actor")
            fn.line(f"v[{self.at('ply')}] += 1")
            if self.has("steps"):
                fn.line(f"v[{self.at('steps')}] = 0")
            following = f"v[{self.at('mover')}] = (actor + 1) % {self.players}"
            if stays and self.has("again"):
                fn.line(f"v[{self.at('again')}] = 0")
            elif stays:
                pass
            elif self.has("again"):
                with fn.block(f"if v[{self.at('again')}] != 1:"):
                    fn.line(following)
                fn.line(f"v[{self.at('again')}] = 0")
            else:
                fn.line(following)
            if self.has("pie"):
                with fn.block(f"if v[{self.at('pie')}] == 1 or v[{self.at('mover')}] != actor:"):
                    fn.line(f"v[{self.at('pie')}] = min(v[{self.at('pie')}] + 1, 2)")
            over = f"if v[{self.at('over')}] == 0:"
            if self.has("phase"):
                with fn.block(over):
                    self._next_phase(fn)
            with fn.block(over):
                fn.line(f"{self._ask_end(begun=False)}(v, t, actor)")
            with fn.block(over):
                fn.line(f"{self._begin_turn()}(v, t)")
            self._maybe_next_game(fn)

        return self.m.function("end_turn", "stays" if stays else "", ("actor",), write)

    def _next_phase(self, fn: Function) -> None:
        phases = self.m.core.turn.phases
        fn.line(f"phase = v[{self.at('phase')}]")
        for number, phase in enumerate(phases):
            if phase.until is not None and number < len(phases) - 1:
                with fn.block(f"if phase == {number}:"), fn.block(f"if {self.condition(fn, phase.until, {})}:"):
                    fn.line(f"v[{self.at('phase')}] = {number + 1}")

    def _ask_end(self, *, begun: bool) -> str:
        """The first rule that holds decides; where a rule speaks of every player, `actor` comes first."""

        def write(fn: Function) -> None:
            for rule in self.m.core.end:
                if rule.begun != begun:
                    continue
                if rule.each:
                    turn = fn.fresh("turn")
                    with fn.block(f"for {turn} in range({self.players}):"):
                        player = fn.let(f"(actor + {turn}) % {self.players}", "who")
                        self._end_rule(fn, rule, {rule.each: (player,)})
                else:
                    self._end_rule(fn, rule, {})

        return self.m.function("ask_end", "begun" if begun else "", ("actor",), write)

    def _end_rule(self, fn: Function, rule: f.EndRule, env: Env) -> None:
        with fn.passing():
            self.source_of(fn, rule.test)
            test = self.condition(fn, rule.test, env)
            with fn.block(f"if {test}:"):
                if rule.outcome == "score":
                    fn.line(f"{self._by_score()}(v, t, {rule.reason})")
                else:
                    self.conclude(fn, rule.outcome, *self.whom(fn, rule.player, env), rule.reason)
                fn.line("return")

    def _begin_turn(self) -> str:
        def write(fn: Function) -> None:
            if self.m.core.turn.begin != f.Seq(()):
                fn.line(self.effect_call("do", "begin", self.m.core.turn.begin, {}))
            self._unless_rolling(fn, lambda: fn.line(f"{self._has_begun()}(v, t)"))

        return self.m.function("begin_turn", "", (), write)

    def _has_begun(self) -> str:
        """A turn has begun: the rest of the end is asked; who may not pass and cannot move then has a draw."""

        def write(fn: Function) -> None:
            over = f"if v[{self.at('over')}] == 0"
            if any(rule.begun for rule in self.m.core.end):
                with fn.block(over + ":"):
                    actor = f"v[{self.at('actor')}]" if self.has("actor") else f"(v[{self.at('mover')}] - 1) % {self.players}"
                    fn.line(f"{self._ask_end(begun=True)}(v, t, {actor})")
            if self.m.core.turn.passing == "never" and not self._stuck_is_an_end:
                with fn.block(f"{over} and not {self.any_offered(fn)}:"):
                    self.conclude(fn, "draw", None, False, len(self.m.core.reasons) - 1)

        return self.m.function("has_begun", "", (), write)

    @property
    def _stuck_is_an_end(self) -> bool:
        """Whether the game would be over by a rule, asked just before, if nothing could be done."""
        stuck = f.Not(f.Can("", ()))
        return any(
            stuck in (rule.test.parts if isinstance(rule.test, f.Or) else (rule.test,))
            for rule in self.m.core.end
            if rule.begun or self.m.core.turn.begin == f.Seq(())
        )

    # ---- scores and matches

    def score(self) -> str:
        core = self.m.core
        assert core.score is not None
        return self._per_player("score", core.score, core.score_param)

    def _per_player(self, kind: str, e: f.Expr, param: str) -> str:
        def write(fn: Function) -> None:
            self.give(fn, e, {param: ("player",)})

        return self.m.function(kind, "", ("player",), write)

    def _by_score(self) -> str:
        def write(fn: Function) -> None:
            core = self.m.core
            scores = [fn.let(f"{self.score()}(v, t, {player})", "score") for player in range(self.players)]
            for number, score in enumerate(scores, 1):
                fn.line(f"v[{self.scored + number}] = {score}")
            fn.line(f"v[{self.scored}] = 1")
            fn.line(f"best = max({', '.join(scores)})" if len(scores) > 1 else f"best = {scores[0]}")
            fn.line("ahead = " + " + ".join(f"(1 if {score} == best else 0)" for score in scores))
            outcome, tied = core.tie
            if outcome == "shared":
                self.crown(fn, self._those_at(scores))
                fn.line(f"v[{self.at('over')}] = reason + 1")
                return
            with fn.block("if ahead == 1:"):
                self._crown_best(fn, scores)
                fn.line(f"v[{self.at('over')}] = reason + 1")
                fn.line("return")
            self.conclude(fn, outcome, *self.whom(fn, tied, {}), 0)
            fn.line(f"v[{self.at('over')}] = reason + 1")

        return self.m.function("by_score", "", ("reason",), write)

    @staticmethod
    def _those_at(values: list[str]) -> str:
        """The bits of the players whose value is `best`."""
        return " | ".join(f"(I({1 << player}) if {value} == best else I(0))" for player, value in enumerate(values))

    def _crown_best(self, fn: Function, values: list[str]) -> None:
        """The one player whose value is `best` has won."""
        for player, value in enumerate(values):
            with fn.block(f"if {value} == best:"):
                if self.has("winners"):
                    self.crown(fn, str(1 << player))
                else:
                    fn.line(f"v[{self.at('winner')}] = {player}")

    def _maybe_next_game(self, fn: Function) -> None:
        if self.m.core.match is None:
            return
        with fn.block(f"if v[{self.at('over')}] != 0:"):
            fn.line(f"{self._go_on_with_match()}(v, t)")

    def _go_on_with_match(self) -> str:
        """While a game of a match is over: its points are added; then the match is over, or the next game is set up."""

        def write(fn: Function) -> None:
            match = self.m.core.match
            assert match is not None
            points = self._per_player("points", match.points, match.param)
            totals = self.m.layout.slots["total"]
            fn.line("turnless = 0")
            with fn.block(f"while v[{self.at('over')}] != 0:"):
                with fn.block(f"if v[{self.at('ply')}] == 0:"):
                    fn.line("turnless += 1")
                for player in range(self.players):
                    fn.line(f"points_{player} = {points}(v, t, {player})")
                for player in range(self.players):
                    fn.line(f"v[{totals.start + player}] += points_{player}")
                with fn.block(f"if turnless == {TURNLESS_LIMIT} or {self.condition(fn, match.until, {})}:"):
                    self._end_match(fn)
                    fn.line("return")
                self._next_game(fn)

        return self.m.function("go_on_with_match", "", (), write)

    def _end_match(self, fn: Function) -> None:
        """The player with the highest total has won the match; several if equal scores share a win."""
        layout = self.m.layout
        totals = [f"v[{layout.slots['total'].start + player}]" for player in range(self.players)]
        fn.line(f"best = max({', '.join(totals)})" if len(totals) > 1 else f"best = {totals[0]}")
        if self.m.core.tie[0] == "shared":
            self.crown(fn, self._those_at(totals))
            return
        fn.line("ahead = " + " + ".join(f"(1 if {total} == best else 0)" for total in totals))
        if self.has("winners"):
            self.crown(fn, "I(0)")
        else:
            fn.line(f"v[{self.at('winner')}] = {literal(layout.slots['winner'].field.start)}")
        with fn.block("if ahead == 1:"):
            self._crown_best(fn, totals)

    def _next_game(self, fn: Function) -> None:
        match, layout = self.m.core.match, self.m.layout
        assert match is not None
        first = self.fixed(fn, match.next_first, {}, "first")[0]
        kept = [place for name in ("total", "seat", "game") for place in range(layout.slots[name].start, layout.slots[name].stop)]
        for place in kept:
            fn.line(f"kept_{place} = v[{place}]")
        self._blank(fn)
        for place in kept:
            fn.line(f"v[{place}] = kept_{place}")
        fn.line(f"v[{self.at('game')}] += 1")
        fn.line(f"{self._set_up()}(v, t, {first})")
