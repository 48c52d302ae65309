"""Whole games, played from the definition alone: the third reading of a file, beside the two engines.

Takes a game's declarations (`World`). Gives the start of a play, its legal choices, and the play after each of them, as the
manual's pages on turns and endings say. It reads no core, so it shares no mistake with the checker.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from ggl.engine.protocol import TURN_LIMIT, WorkLimitError
from ggl.model.definition import EndPart
from ggl.syntax import tree as t
from tests.meaning import asked, moves
from tests.meaning.drawn import drawn
from tests.meaning.effects import MOST, RollDue, do
from tests.meaning.evaluate import Evaluator, Names
from tests.meaning.scene import Scene
from tests.meaning.values import Value, number
from tests.meaning.world import World

GAMES_WITHOUT_TURN = 1000
"""Games of a match in a row that may be over before their first turn; then the match is over."""

NO_MOVE = "no legal move"


class Choice(NamedTuple):
    """What may be chosen: a move's name or `pass`, `stop`, `swap-sides`, `take-N`, `roll`, and the arguments with their names."""

    schema: str
    args: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True)
class Due:
    """A roll that is due: the effects that it stopped, the scene before them, what came before, and what may come."""

    effect: t.Effect
    before: Scene
    rolled: tuple[Value, ...]
    variables: tuple[str, ...]
    members: tuple[Value, ...]
    in_setup: bool


@dataclass
class Table:
    """A play: what the rules may look at, and what only the course of turns needs."""

    scene: Scene
    seats: dict[str, int]
    actor: str
    """Who moved last: the first that a line about every player asks."""

    over: bool = False
    reason: str = ""
    due: Due | None = None
    pie_open: bool = False
    """Whether the second side has still to have its first turn."""

    phase: str | None = None
    """The phase in which the turn began."""

    game: int = 0
    turnless: int = 0
    """How many games in a row were over without a turn."""

    scores: dict[str, Fraction] = field(default_factory=dict)

    def copy(self) -> Table:
        return replace(self, scene=self.scene.copy(), seats=dict(self.seats))


class Referee:
    def __init__(self, world: World, pie: str) -> None:
        self._world = world
        self._definition = world.definition
        self._players = world.players
        self._turn = world.definition.turn
        self._pie = pie
        self._late = asked.first_after_begin(world)

    # ---- the beginning

    def start(self) -> Table:
        first = self._players[0]
        if self._turn.first is not None:
            first = str(Evaluator(self._world, self._blank(first)).value(self._turn.first))
        place = self._players.index(first)
        seats = {self._players[(place + n) % len(self._players)]: n for n in range(len(self._players))}
        scene = self._blank(first)
        if self._definition.match is not None:
            scene.totals = dict.fromkeys(self._players, Fraction(0))
        table = Table(scene, seats, first)
        self._set_up(table)
        self._go_on(table)
        return table

    def _blank(self, mover: str) -> Scene:
        world = self._world
        variables: dict[str, Value] = {}
        for name, one in self._definition.state.items():
            start = world.starts[name]
            if isinstance(start, tuple):  # a bag
                start = tuple(sorted(start, key=world.order.key))
            variables[name] = start if one.each in ("", "turns") else dict.fromkeys(world.members(one.each), start)
        phase = world.phases[0] if len(world.phases) > 1 else None
        hands = {
            (player, kind): count
            for (player, kind), count in world.supplies.items()
            if self._definition.pieces[kind].side in ("", player)
        }
        return Scene({}, hands, variables, mover, world.layers, phase=phase)

    def _set_up(self, table: Table) -> None:
        if self._definition.drawing is not None:
            drawn(self._world, table.scene, self._definition.drawing)
        self._do(table, self._definition.setup, table.scene.copy(), (), in_setup=True)

    def _do(self, table: Table, effect: t.Effect | None, before: Scene, rolled: tuple[Value, ...], *, in_setup: bool) -> None:
        """Does the effects of a set-up or a begin up to a roll that is not made yet; then what follows them."""
        table.due = None
        if effect is not None:
            scene = before.copy()
            try:
                do(self._world, scene, effect, {}, list(rolled))
            except RollDue as due:
                table.scene = scene
                table.due = Due(effect, before, rolled, due.variables, due.members, in_setup)
                return
            table.scene = scene
        if in_setup:
            self._open(table)
        else:
            self._has_begun(table)

    def _open(self, table: Table) -> None:
        """The position is set up: the end is asked once, then the first turn begins."""
        scene = table.scene
        scene.starter = scene.mover
        scene.was = scene.began = scene.kept()
        table.pie_open = bool(self._pie)
        table.actor = self._before(scene.mover)
        if scene.ended:
            self._close(table, "")
        self._ask(table, late=False)
        self._begin(table)

    def _begin(self, table: Table) -> None:
        if table.over:
            return
        for name in self._world.passing:
            table.scene.variables[name] = self._world.starts[name]
        self._do(table, self._turn.begin, table.scene.copy(), (), in_setup=False)

    def _has_begun(self, table: Table) -> None:
        table.phase = table.scene.phase
        if moves.choosing(self._world, table.scene) is not None and not table.scene.ended:
            self._first_to_choose(table.scene)
        if table.scene.ended:
            self._close(table, "")
        self._ask(table, late=True)
        if table.over or self._pie_choice(table):
            return
        if self._passes_here(table.scene) == "never" and not self._allowed(table.scene):
            table.scene.winners = frozenset()
            self._close(table, NO_MOVE)

    # ---- choices

    def choices(self, table: Table) -> list[Choice]:
        scene = table.scene
        if table.over:
            return []
        if table.due is not None:
            names = table.due.variables
            outcomes = product(table.due.members, repeat=len(names))
            return [Choice("roll", tuple(zip(names, outcome, strict=True))) for outcome in outcomes]
        within = bool(scene.pending or scene.steps)
        if self._pie == "choose-side" and self._pie_choice(table):
            return [Choice(f"take-{number}") for number in range(2)]
        found = self._first_steps(table)
        choices = [Choice(step.schema, tuple(step.args.items())) for step in found]
        if within:
            return choices
        if self._pie == "swap-sides" and self._pie_choice(table):
            choices.append(Choice("swap-sides"))
        passing = self._passes_here(scene)
        if passing == "free" or (passing == "forced" and not found):
            choices.append(Choice("pass"))
        return choices

    def _passes_here(self, scene: Scene) -> str:
        """How one passes as a turn begins: as the phase says, or else the turn; never where the condition does not hold."""
        if moves.choosing(self._world, scene) is not None:
            return "never"
        passing, test = self._turn.passing, self._turn.pass_if
        for phase in self._turn.phases:
            if phase.name == (scene.phase or self._world.phases[0]) and phase.passing:
                passing, test = phase.passing, phase.pass_if
        return passing if test is None or Evaluator(self._world, scene).holds(test) else "never"

    def _pie_choice(self, table: Table) -> bool:
        scene = table.scene
        return table.pie_open and scene.mover != scene.starter and not scene.pending and not scene.steps

    def _first_steps(self, table: Table) -> list[moves.Step]:
        """The legal steps; where the turn is chosen among whole turns, those with which a best one begins."""
        found = self._allowed(table.scene)
        if self._turn.preferred is None or not found:
            return found
        reached = _padded([self._reached(table.scene, step) for step in found])
        best = self._better(reached)
        return [step for step, value in zip(found, reached, strict=True) if value == best]

    def _allowed(self, scene: Scene) -> list[moves.Step]:
        found = moves.allowed(self._world, scene)
        if scene.pending is None:
            found.sort(key=lambda step: list(self._definition.moves).index(step.schema))
        if moves.may_stop(self._world, scene):
            found.append(moves.Step("stop", {}, scene.copy()))
        return found

    def _better(self, values: list[tuple[Value, ...]]) -> tuple[Value, ...]:
        return (min if self._turn.prefer == "least" else max)(_padded(values))  # type: ignore[type-var]

    def _reached(self, scene: Scene, step: moves.Step, deep: int = 0) -> tuple[Value, ...]:
        """What the best of the turns that begin with a step comes to. A turn that is compared has 200 steps at most."""
        if deep == TURN_LIMIT:
            raise WorkLimitError.of_turn()
        after, goes_on = self._after_step(scene, step) if step.schema != "stop" else (step.after, False)
        if goes_on:
            return self._better([self._reached(after, each, deep + 1) for each in self._allowed(after)])
        assert self._turn.preferred is not None
        after.doing = True
        value = Evaluator(self._world, after).value(self._turn.preferred)
        return value if isinstance(value, tuple) else (value,)

    # ---- playing

    def play(self, table: Table, choice: Choice) -> Table:
        table = table.copy()
        scene, was = table.scene, table.scene.mover
        scene.announced.clear()
        due = table.due
        if due is not None:
            self._do(
                table,
                due.effect,
                replace(due.before, announced=[]),
                (*due.rolled, *(value for _, value in choice.args)),
                in_setup=due.in_setup,
            )
        elif choice.schema == "swap-sides" or choice.schema.startswith("take-"):
            if choice.schema == "swap-sides" or self._players[int(choice.schema.removeprefix("take-"))] != was:
                first, second = self._players
                table.seats[first], table.seats[second] = table.seats[second], table.seats[first]
                if scene.totals:
                    scene.totals = {first: scene.totals[second], second: scene.totals[first]}
            scene.passes = 0
            self._end_turn(table, was)
        elif choice.schema == "pass":
            scene.history = moves.history_with(self._world, scene)
            scene.passes += 1
            self._end_turn(table, self._next(was))
        elif choice.schema == "stop":
            self._end_turn(table, self._next(was))
        elif moves.choosing(self._world, scene) is not None:
            self._choose(table, choice)
        else:
            step = next(s for s in self._allowed(scene) if Choice(s.schema, tuple(s.args.items())) == choice)
            table.scene, goes_on = self._after_step(scene, step)
            if not goes_on:
                self._end_turn(table, self._next(was))
        self._go_on(table)
        return table

    def _first_to_choose(self, scene: Scene) -> None:
        """The first who is to choose is the mover; one who cannot before all others, so that nobody chooses in vain."""
        order = moves.choosers(self._world, scene)
        cannot = [player for player in order if moves.is_stuck(self._world, replace(scene.copy(), mover=player))]
        scene.mover = [*cannot, *order, self._players[0]][0]

    def _choose(self, table: Table, choice: Choice) -> None:
        """A choice is noted. When all have chosen the effects of the choices are done in the order of the players, and then those
        of `resolve`."""
        scene, was = table.scene, table.scene.mover
        part = moves.choosing(self._world, scene)
        assert part is not None
        scene.history = moves.history_with(self._world, scene)
        scene.chosen[was] = choice.schema, dict(choice.args)
        scene.steps += 1
        scene.passes = 0
        order = moves.choosers(self._world, scene)
        later = order[order.index(was) + 1 :]
        if later:
            scene.mover = later[0]
            return
        scene.again = True
        scene.chosen = {player: scene.chosen[player] for player in order}
        for player in order:
            if not scene.ended:
                scene.mover = player
                schema, args = scene.chosen[player]
                move = self._definition.moves[schema]
                do(self._world, scene, move.do, moves.names_of(self._world, scene, move, args))
        if not scene.ended:
            scene.mover = self._players[0] if self._turn.together is not None else scene.starter
            if part.resolve is not None:
                do(self._world, scene, part.resolve, {})
        self._end_turn(table, scene.mover, actor=was)

    def _after_step(self, before: Scene, step: moves.Step) -> tuple[Scene, bool]:
        """The scene when a step is done, and whether its turn goes on."""
        move, scene = self._definition.moves[step.schema], step.after.copy()
        scene.passes = 0
        scene.last_mover, scene.last = before.mover, dict(step.args)
        scene.steps += 1
        scene.pending, scene.handed = None, {}
        if scene.ended:
            return scene, False
        names = moves.names_of(self._world, before, move, step.args)
        scene.doing = True
        reads = Evaluator(self._world, scene)
        if move.then is not None:
            tests = [clause.test for tier in move.then.tiers for clause in tier for _ in clause.picks]
            handed = {
                f"{number}.{name}": value
                for number, (pick, test) in enumerate(zip(move.then.picks, tests, strict=True))
                for name, value in [*self._handed(reads, pick, names), ("", test is None or reads.holds(test, names))]
            }
            scene.doing, scene.pending, scene.handed = False, move.name, handed
            if moves.allowed(self._world, scene):
                return scene, True
            scene.doing, scene.pending, scene.handed = True, None, {}
        again = self._turn.again_while
        if again is not None and Evaluator(self._world, scene).holds(again):
            scene.doing = False
            if moves.allowed(self._world, scene):
                return scene, True
        scene.doing = False
        return scene, False

    def _handed(self, reads: Evaluator, pick: t.Picked, names: Names) -> Iterator[tuple[str, Value]]:
        for name, tree in zip(self._definition.moves[pick.name].params, pick.args, strict=False):
            yield name, reads.value(tree, names)
        for named in pick.named:
            yield named.name, reads.value(named.value, names)

    def _end_turn(self, table: Table, following: str, actor: str | None = None) -> None:
        """The turn is over: the next side is the mover, the phase's `until` and the end are asked, the next turn begins."""
        scene = table.scene
        if table.pie_open and scene.mover != scene.starter:
            table.pie_open = False
        table.actor = actor or scene.mover
        scene.pending, scene.handed = None, {}
        if self._turn.finish is not None and not scene.ended:
            do(self._world, scene, self._turn.finish, {})
        if self._turn.following is not None and not scene.ended:
            following = str(Evaluator(self._world, scene).value(self._turn.following) or following)
        if not scene.ended:
            scene.was, scene.began = scene.began, scene.kept()
        scene.steps = 0
        scene.ply += 1
        if not scene.again:
            scene.mover = following
        scene.again = False
        if scene.ended:
            self._close(table, "")
            return
        phase = next((one for one in self._turn.phases if one.name == scene.phase), None)
        lasted = phase is not None and phase.name == table.phase
        if lasted and phase is not None and phase.until is not None and Evaluator(self._world, scene).holds(phase.until):
            place = self._world.phases.index(phase.name)
            scene.phase = self._world.phases[min(place + 1, len(self._world.phases) - 1)]
        self._ask(table, late=False)
        self._begin(table)

    def _next(self, player: str) -> str:
        return self._players[(self._players.index(player) + 1) % len(self._players)]

    def _before(self, player: str) -> str:
        return self._players[self._players.index(player) - 1]

    # ---- the end

    def _ask(self, table: Table, *, late: bool) -> None:
        """The lines of the end in their order: those before the first late one, or that one and all after it."""
        lines = [(part, name, tree) for part in self._definition.end for name, tree in part.conditions.parts]
        for part, name, tree in lines[self._late :] if late else lines[: self._late]:
            if table.over:
                return
            self._ask_line(table, part, name, tree)

    def _ask_line(self, table: Table, part: EndPart, name: str, tree: t.Expr) -> None:
        scene = table.scene
        if not part.each and part.subject in self._world.definition.players and part.subject not in self._players:
            return
        reads = Evaluator(self._world, scene)
        place = self._players.index(table.actor)
        everybody = [*self._players[place:], *self._players[:place]]
        if part.together:
            about = frozenset(player for player in everybody if reads.holds(tree, {part.subject: player}))
            if about:
                scene.decide(part.outcome, about, self._players)
                self._close(table, name)
            return
        for player in everybody if part.each else [None]:
            names: Mapping[str, Value] = {part.subject: player} if part.each else {}
            if not reads.holds(tree, names):
                continue
            if part.outcome == "score":
                self._by_score(scene)
            elif part.outcome == "draw":
                scene.winners = frozenset()
            else:
                who = player if part.each else reads.value(t.Name(part.subject, span=tree.span))
                scene.decide(part.outcome, who, self._players)
            self._close(table, name)
            return

    def _by_score(self, scene: Scene) -> None:
        scores = self.scores_in(scene)
        best = [player for player, score in scores.items() if score == max(scores.values())]
        for body in self._definition.score.in_order[1:] if self._definition.score else ():
            more = self._for_each_player(scene, self._score_param, body)
            best = [player for player in best if more[player] == max(more[one] for one in best)]
        tie = self._definition.tie
        if len(best) == 1 or (tie is not None and tie.outcome == "shared"):
            scene.winners = frozenset(best)
        elif tie is None or tie.player is None:
            scene.winners = frozenset()
        else:
            scene.decide(tie.outcome, Evaluator(self._world, scene).value(tie.player), self._players)

    def _close(self, table: Table, reason: str) -> None:
        table.over, table.reason = True, reason

    def scores_in(self, scene: Scene) -> dict[str, Fraction]:
        score = self._definition.score
        if score is None:
            return {}
        return self._for_each_player(scene, self._score_param, score.in_order[0])

    @property
    def _score_param(self) -> str:
        score = self._definition.score
        return score.params[0] if score is not None and score.params else "p"

    def _for_each_player(self, scene: Scene, param: str, body: t.Expr) -> dict[str, Fraction]:
        reads = Evaluator(self._world, scene)
        return {player: number(reads.value(body, {param: player})) for player in self._players}

    # ---- matches

    def _go_on(self, table: Table) -> None:
        """After a game of a match the next one, until one has a turn or the match is over."""
        match = self._definition.match
        while match is not None and table.over:
            scene = table.scene
            table.turnless = table.turnless + 1 if scene.ply == 0 else 0
            points = match.points or self._definition.score
            assert points is not None
            for player, more in self._for_each_player(
                scene, points.params[0] if points.params else "p", points.in_order[0]
            ).items():
                scene.totals[player] = max(Fraction(-MOST), min(Fraction(MOST), scene.totals[player] + more))
            reads = Evaluator(self._world, scene)
            if reads.holds(match.until) or table.turnless == GAMES_WITHOUT_TURN:
                best = max(scene.totals.values())
                leading = [player for player, total in scene.totals.items() if total == best]
                tie = self._definition.tie
                shared = tie is not None and tie.outcome == "shared"
                scene.winners = frozenset(leading if len(leading) == 1 or shared else ())
                return
            first = scene.starter if match.next_first is None else reads.value(match.next_first)
            totals = scene.totals
            table.scene = self._blank(str(first))
            table.scene.totals, table.scene.first_by_match = totals, match.next_first is not None
            table.over, table.reason, table.game = False, "", table.game + 1
            self._set_up(table)
            table.scene.announced[:0] = self._told_before(scene, table.scene)

    @staticmethod
    def _told_before(scene: Scene, later: Scene) -> Iterator[tuple[frozenset[str], str, Value, t.Announce]]:
        """What the step announced in the game that it ended; a line that it came to again in the next one is told once."""
        for told, words, value, line in scene.announced:
            again = (others for others, _, _, other in later.announced if other is line)
            yield told.difference(*again), words, value, line

    def scores(self, table: Table) -> dict[str, Fraction]:
        return dict(table.scene.totals) if self._definition.match is not None else self.scores_in(table.scene)


def _padded(values: list[tuple[Value, ...]]) -> list[tuple[Value, ...]]:
    """Lists of one length: a missing place counts as zero."""
    longest = max(map(len, values))
    return [value + (Fraction(0),) * (longest - len(value)) for value in values]
