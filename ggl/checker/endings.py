"""How a game ends: the lines of `end`, the score, what decides between equal scores, and the match that games may make up.

Takes a definition and the world that its declarations make. Gives the parts of the core; a mistake in one line of `end` hides
no other line's.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

from ggl.checker import make
from ggl.checker.expressions import Expressions
from ggl.checker.expressions.names import refuse_one_winner
from ggl.checker.tree_queries import effects_in
from ggl.checker.world import Refused, Scope, World
from ggl.core import forms as f
from ggl.core.types import BOOL, STORED_LIMIT, ListOf, Num, Opt, SetOf
from ggl.diagnostics import Findings, Fix
from ggl.diagnostics.catalog import end_and_score as codes
from ggl.diagnostics.catalog import names_and_types as name_codes
from ggl.diagnostics.near import near
from ggl.model.definition import Defined, Definition, EndPart
from ggl.syntax import tree as t


def match_total(scale: int) -> f.Field:
    """The points of each player in a match, in parts of one by `scale`."""
    return f.Field("total", ("player",), Num(-STORED_LIMIT, STORED_LIMIT, scale), 0, False)


class Endings:
    def __init__(self, definition: Definition, world: World, expressions: Expressions) -> None:
        self._definition = definition
        self._world = world
        self._all = expressions
        self.unasked: list[tuple[f.Expr, ...]] = []
        """Of each line what is written in it and decided by a constant."""

    def rules(self) -> tuple[f.EndRule, ...]:
        rules: list[f.EndRule] = []
        for part in self._definition.end:
            if part.subject in self._world.left_out and not part.each:
                continue
            for name, tree in part.conditions.parts:
                with suppress(Refused):
                    self._all.unasked = []
                    rules.append(self._end_rule(part, name, tree))
                    self.unasked.append(tuple(self._all.unasked))
        if not self._definition.end and not self._finishes():
            message, label = "no rule ends this game", "it ends, as a draw, when the side to move has no move"
            self._world.findings.report(codes.NO_END, self._definition.name.span, message, label=label, help="add an `end:`")
        return tuple(rules)

    def _finishes(self) -> bool:
        return any(isinstance(tree, t.Result) for tree in effects_in(self._definition))

    def _end_rule(self, part: EndPart, name: str, tree: t.Expr) -> f.EndRule:
        world = self._world
        player: f.Expr | None = None
        scope, each = Scope("end"), ""
        if part.together:
            return self._together(part, name, tree)
        if part.each:
            self._all.names.check_free(part.subject, part.span, scope)
            each = part.subject
            player = f.Var(each, world.player)
            scope = scope.bind(each, player)
        elif part.subject:
            subject = t.Name(part.subject, span=part.span)
            verb = "wins" if part.outcome == "win" else "loses"
            if part.subject not in ("mover", "opponent", *world.players):
                close = near(part.subject, world.players)
                if close:
                    key = part.span.text
                    fix = Fix(part.span, key.replace(part.subject, close[0], 1), f"write `{close[0]}`")
                    message, label = f"`{part.subject}` is not a player", f"near: `{close[0]}`"
                    world.refuse(codes.WRONG_SUBJECT, part.span, message, label, fix=fix)
                known = (*world.players, "mover", *(("opponent",) if len(world.players) == 2 else ()))
                message, result = f"`{part.subject}` is not a player of this game", f"player {part.subject} {verb}"
                read = t.nodes(*(test for _, test in part.conditions.parts))
                if any(part.subject in (getattr(tree, "name", ""), getattr(tree, "adjective", "")) for tree in read):
                    fix = Fix.write(part.span, result, f" for any player, or one of {', '.join(known)}")
                    world.refuse(codes.WRONG_SUBJECT, part.span, message, fix=fix)
                world.refuse(codes.WRONG_SUBJECT, part.span, message, "", f"write one of {', '.join(known)} before `{verb}`")
            if part.subject == "opponent" and len(world.players) != 2:
                message = f"this game has {world.players_in_words}, so there is no one other"
                world.refuse(name_codes.NOT_HERE, part.span, message, "",
                             f"say which player it is: `player p {verb}:` with `p == last.mover and ..`")  # fmt: skip
            player = self._all.infer(subject, scope)
        if part.outcome == "score" and self._definition.score is None:
            world.refuse(codes.NO_SCORE, part.span, "the game is decided by score, but no `score(p)` defines it",
                         "", "add `score(p): ..`")  # fmt: skip
        world.may_share(part.outcome, player)
        test = self._reading(part, tree, scope, each)
        return f.EndRule(part.outcome, each, player, test, self._reason(name, tree), span=tree.span)

    def _together(self, part: EndPart, name: str, tree: t.Expr) -> f.EndRule:
        """A line about all players for whom its condition holds; nothing is decided if there are none."""
        world, scope, each = self._world, Scope("end"), part.subject
        self._all.names.check_free(each, part.span, scope)
        players = SetOf(world.player)
        everybody = make.everything(world.player)
        test = self._reading(part, tree, scope.bind(each, f.Var(each, world.player)), each)
        who = f.Filter(each, everybody, test, players, span=tree.span)
        some = f.Fold("any", each, everybody, make.TRUE, test, None, BOOL, span=tree.span)
        world.may_share(part.outcome, who)
        return f.EndRule(part.outcome, "", who, some, self._reason(name, tree), span=tree.span)

    def _reason(self, name: str, tree: t.Expr) -> int:
        """The reason of a line of the end: the author's name for it, or its condition."""
        return self._world.reason(name) if name else self._world.reason(" ".join(tree.span.text.split()), tree)

    def _reading(self, part: EndPart, tree: t.Expr, scope: Scope, each: str) -> f.Expr:
        with self._one_reading(each, part):
            return self._all.needed(tree, self._all.condition(tree, scope), False, "the game is over before it begins")

    @contextmanager
    def _one_reading(self, each: str, part: EndPart | None = None) -> Iterator[None]:
        """Here `mover` may not stand beside a name for every player: it could mean either."""
        self._all.reads = {}
        yield
        span = self._all.reads.get("mover")
        if each and span is not None:
            message, help_ = f"`{span.text}` could mean the side to move, or `{each}`", self._which_is_meant(each, part)
            self._world.refuse(name_codes.TWO_READINGS, span, message, f"here `{each}` stands for each player in turn", help_)

    def _which_is_meant(self, each: str, part: EndPart | None) -> str:
        """Both ways out, in the score or in a line of the end: the player that is tried, or the side to move."""
        world = self._world
        kind = next(iter(world.kinds), "piece")
        two = len(world.players) == 2
        player = f"`{each}` and `other({each})`" if two else f"`{each}`"
        tried = f"for that player write {player}, as in `{each} {kind} on c` and `stuck({each})`"
        if part is not None:
            verb = "wins" if part.outcome == "win" else "loses"
            lines = f"lines `mover {verb}:` and `opponent {verb}:`" if two else f"`mover {verb}:`"
            instead = "players" if part.together else "player"
            return f"{tried}; if you mean the side to move, write {lines} instead of `{instead} {each}`"
        return f"{tried}; store what depends on the side to move in a variable of `state`"

    def score(self) -> tuple[tuple[f.Expr, ...], str]:
        """The score, and what decides between equal ones."""
        part = self._definition.score
        if part is None:
            return (), ""
        found = [self._per_player(replace(part, body=body), "score") for body in part.in_order]
        return tuple(value for value, _ in found), found[0][1]

    def _per_player(self, part: Defined, stage: str) -> tuple[f.Expr, str]:
        world = self._world
        param = part.params[0] if part.params else "p"
        scope = Scope(stage)
        self._all.names.check_free(param, part.span, scope)
        with self._one_reading(param):
            value = self._all.infer(part.body, scope.bind(param, f.Var(param, world.player)))
            if stage == "score" and isinstance(value.type, ListOf) and isinstance(value.type.of, Num):
                message = "the numbers of a score are written out"
                help_ = f"write each of them here: `score({param}): [.., ..]`"
                world.refuse(name_codes.WRONG_TYPE, part.body.span, message, "this makes a list of numbers", help_)
        return self._all.a_number(value, part.body.span), param

    def tie(self) -> tuple[str, f.Expr | None]:
        part = self._definition.tie
        if part is None:
            return "draw", None
        if self._definition.score is None and not (part.outcome == "shared" and self._definition.match is not None):
            self._world.findings.report(codes.UNUSED_TIE, part.span, "`tie` decides between equal "
                                        "scores, but there is no `score(p)`",
                                        help="add `score(p): ..`, or remove `tie`")  # fmt: skip
        if any(line.outcome == "score" for line in self._definition.end):
            self._world.may_share(part.outcome, None)
        elif part.outcome == "shared":
            self._world.need_field("winners")  # of the match alone
        if part.player is None:
            return part.outcome, None
        return part.outcome, self._all.want(part.player, Scope("score"), Opt(self._world.player), "a player")

    def no_one_winner(self) -> None:
        if self._world.winner_read is not None:
            refuse_one_winner(self._world, self._world.winner_read)

    def _scale_of_points(self, points: Defined) -> int:
        """The parts of a point that a match counts, found where the total of earlier games is whole: if points are finer still
        where the total has these parts, they are so from game to game."""
        world = self._world.apart(Findings())
        expressions = Expressions(world)
        expressions.definitions.own = self._all.definitions.own
        with make.numbered_anew(), suppress(Refused):
            value, _ = Endings(self._definition, world, expressions)._per_player(points, "match")
            assert isinstance(value.type, Num)
            return value.type.scale
        return 1

    def match(self) -> f.Match | None:
        part, world = self._definition.match, self._world
        if part is None:
            return None
        points = part.points or self._definition.score
        if points is None:
            world.refuse(codes.NO_SCORE, part.span, "nothing says how many points a game of the match gives", "",
                         "add `points(p): ..` or a `score(p): ..`")  # fmt: skip
        if part.points is None:  # of a score of several numbers, the first counts
            points = replace(points, body=points.in_order[0])
        scale = self._scale_of_points(points)
        world.fields["total"] = match_total(scale)
        value, param = self._per_player(points, "match")
        assert isinstance(value.type, Num)
        if value.type.scale != scale:
            world.refuse(name_codes.WRONG_TYPE, points.body.span, "these points get finer and finer fractions from game to game",
                         "they are computed from a fraction of `total`", "read `total` in conditions alone")  # fmt: skip
        until = self._all.condition(part.until, Scope("match"))
        next_first: f.Expr = f.Get("starter", (), world.player)
        if part.next_first is not None:
            next_first = self._all.want(part.next_first, Scope("match"), world.player, "a player")
        return f.Match(value, param, until, next_first)
