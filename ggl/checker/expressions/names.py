"""Names: what a word standing alone means, and where it may be read.

Each name has one meaning at its place; a name that could mean two is refused.
"""

from __future__ import annotations

import re
from itertools import chain, count
from typing import TYPE_CHECKING, NoReturn

from ggl.checker import bags, make, sets
from ggl.checker.calls.tables import board_word
from ggl.checker.static import tab
from ggl.checker.typer import Typer
from ggl.checker.vocabulary.board_words import BOARD_WORDS, DECLARED, PRELUDE_ONLY
from ggl.checker.vocabulary.names import free_name, of_board, taken
from ggl.checker.vocabulary.other_words import NAMES
from ggl.checker.vocabulary.position_names import POSITION_NAMES
from ggl.checker.world import Refused, Scope, World
from ggl.core import forms as f
from ggl.core.types import BOOL, STORED_LIMIT, Fin, Num, Opt, SetOf, singular_of
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import end_and_score as end_codes
from ggl.diagnostics.catalog import moves_and_turns as move_codes
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.diagnostics.near import near
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.syntax.effect_habits import EACH_ON_ITS_LINE, EFFECTS
from ggl.syntax.keywords import KEYWORDS
from ggl.topology import Board
from ggl.topology.tiling import COMPASS

if TYPE_CHECKING:
    from ggl.checker.world import World

_PHRASE_WORDS = ("own", "enemy", "piece")
"""The words of `PHRASE_WORDS` that stand in phrases."""


def refuse_one_winner(world: World, span: Span) -> NoReturn:
    """`winner` is read in a game that several players can win together."""
    message = "several players can win this game together, but `winner` is only one"
    help_ = "write `winners`, the set of all who won: `p in winners`, `not any(winners)`"
    world.refuse(end_codes.ONE_OF_SEVERAL, span, message, "", help_)


_BETWEEN_TURNS = ("setup", "begin", "end", "score", "match")
"""Where one turn is over, and the next has no step yet."""

_HOW_DECLARED = {"track": "tracks: {ring: [row(1), reversed(row(2))]}", "tile": "tiles: {bar: xxx}"}


_SETS = {"empty": "vacant"}
"""The sets of cells where a condition holds."""

_ARTICLE = re.compile(r"(?:the|an?|any|every)[ \t]+(?=[A-Za-z_])")
"""The words that stand before a kind in English, and not here."""


class Names:
    def __init__(self, expressions: Typer) -> None:
        self._all = expressions
        self._world = expressions.world

    def name(self, tree: t.Name, scope: Scope) -> f.Expr:
        world, name = self._world, tree.name
        if name in scope.locals:
            return scope.locals[name]
        if not scope.is_prelude:
            if name in world.broken or name in scope.lost:
                raise Refused
            if name in world.constants:
                world.used.add(name)
                return world.constants[name]
        if name in POSITION_NAMES:
            return self._position_name(tree, scope)
        if scope.is_prelude and name in PRELUDE_ONLY:
            return board_word(self._all, name, [], tree.span)
        if name in BOARD_WORDS and not BOARD_WORDS[name].signature.params:
            self.needs_board(tree.span, name)
            if name == "links":
                self.needs_links(tree, name)
            if name in DECLARED:
                self.needs_declared(tree, name)
            return board_word(self._all, name, [], tree.span)
        if name in world.variables and not self._is_property(name):
            return self._variable(tree, scope)
        site = world.board.find(name) if world.has_board else None
        if site is not None:
            return f.Lit(site.index, world.fin(site.type))
        defined = self._all.definitions.call(t.Call(name, (), (), tree.span, span=tree.span), scope)
        if defined is not None:
            return defined
        if name in world.variables:
            return self._variable(tree, scope)
        self._unknown(tree, scope)

    def _is_property(self, name: str) -> bool:
        """Whether a name is what pieces carry, which is read behind a dot."""
        return any(name in kind.has for kind in self._world.kinds.values())

    def _position_name(self, tree: t.Name, scope: Scope) -> f.Expr:
        world, name, span = self._world, tree.name, tree.span
        match name:
            case "none":
                return make.none_of(span)
            case "true" | "false":
                return f.Lit(int(name == "true"), BOOL)
            case "players" | "kinds":
                domain = world.domain(name[:-1])
                if name == "kinds":
                    world.used |= world.kinds.keys()
                return make.everything(Fin(domain))
        self.not_constant(span, scope, f"`{name}`")
        if name in ("steps", "repetitions", "board_repetitions") and (
            name == "steps" or scope.stage not in ("end", "score", "match", "define")
        ):
            self.not_together(span, f"`{name}`")
        match name:
            case "mover":
                return self.mover(span)
            case "opponent":
                return self.other(self.mover(span), span)
            case "passes" | "ply":
                return f.Get(name, (), Num(0, STORED_LIMIT))
            case "steps":
                if scope.stage in _BETWEEN_TURNS:
                    help_ = "count them in a variable with `each: turns`: `end` reads it as the last turn left it"
                    world.report(move_codes.NO_STEPS, span, "`steps` is 0 here: no turn is under way", help=help_)
                return f.Get(world.need_field("steps").name, (), Num(0, STORED_LIMIT))
            case "phase":
                if len(world.phases) < 2:
                    world.refuse(codes.NOT_HERE, span, "this game has no phases", "", "declare them under `turn: phases:`")
                return f.Get("phase", (), world.fin("phase"))
            case "stuck":
                self.only_after(span, scope, "`stuck`")
                self._all.reads.setdefault("can", span)
                self._all.reads.setdefault("mover", span)
                return f.Not(f.Can("", ()))
            case "winner":
                if scope.stage not in ("score", "match", "define"):
                    message = "`winner` can be read only in `score` and `match`"
                    world.refuse(codes.NOT_HERE, span, message, "", "in `end`, write who wins: `player p wins: ..`")
                self._all.reads.setdefault("winner", span)
                if world.complete and world.several_may_win:
                    refuse_one_winner(world, span)
                world.winner_read = world.winner_read or span
                return f.Get("winner", (), Opt(world.player))
            case "winners":
                if scope.stage not in ("score", "match", "define"):
                    message, help_ = (
                        "`winners` can be read only in `score` and `match`",
                        "in `end`, write who wins: `players p win: ..`",
                    )
                    world.refuse(codes.NOT_HERE, span, message, "", help_)
                self._all.reads.setdefault("winners", span)
                if world.complete and "winners" not in world.fields:
                    return f.Single(f.Get("winner", (), Opt(world.player)), SetOf(world.player))
                return f.Plane(world.need_field("winners").name, sets.MARKED, SetOf(world.player))
            case "starter":
                if scope.stage not in ("match", "define"):
                    world.refuse(codes.NOT_HERE, span, "`starter` can be read only in `match`")
                self._all.reads.setdefault("starter", span)
                return f.Get(world.need_field("starter").name, (), world.player)
            case "repetitions" | "board_repetitions":
                self._all.reads.setdefault("seen", span)
                return f.Seen("position" if name == "repetitions" else "board", Num(1, STORED_LIMIT))
        raise AssertionError(name)

    def _variable(self, tree: t.Name, scope: Scope) -> f.Expr:
        world = self._world
        self.not_constant(tree.span, scope, f"`{tree.name}`")
        place = world.variables[tree.name]
        world.used.add(tree.name)
        if place.bag is not None:
            return bags.bag_members(world, place)
        if place.is_set and not place.owners:
            return sets.set_members(world, place)
        if place.index:
            message = f"there is one `{tree.name}` for each {place.index[0]}"
            help_, fix = _behind_a_dot(tree, place.index[0], world, scope)
            world.refuse(codes.WRONG_ARGUMENTS, tree.span, message, "", help_, fix=fix)
        return f.Get(place.field, (), place.values)

    def not_together(self, span: Span, what: str) -> None:
        """Refuse what would tell how many have chosen, in a game in which all choose at once."""
        if self._world.together is not None:
            help_ = "store what the next choices depend on in a variable, in `resolve`; `choice(p).x` is what p chose"
            self._world.refuse(move_codes.CHOSEN_TOGETHER, span, f"{what} has no meaning where all choose at once", "", help_)

    def mover(self, span: Span) -> f.Expr:
        if self._world.nobody_moves:
            message = "this depends on whose turn it is, but here nobody is to move"
            help_ = "name the player, or go through all: `for p in players:`"
            self._world.refuse(move_codes.CHOSEN_TOGETHER, span, message, "all choose at once", help_)
        self._all.reads.setdefault("mover", span)
        return f.Get("mover", (), self._world.player, span=span)

    def other(self, player: f.Expr, span: Span) -> f.Expr:
        world = self._world
        if len(world.players) != 2:
            message = f"this game has {world.players_in_words}, so there is no one other"
            world.refuse(codes.NOT_HERE, span, message, "", "use `enemy` in phrases, or `next(p)`")
        return tab(self._world, "other", [player], world.player, lambda p: 1 - p, span)

    def one_of(self, tree: t.Expr, scope: Scope, domain: str) -> None:
        """Refuse a name without a meaning where a player or a direction is wanted, and tell which there are."""
        world = self._world
        members = {"player": world.players, "direction": world.board.directions if world.has_board else ()}.get(domain, ())
        if not isinstance(tree, t.Name) or not members:
            return
        name = tree.name
        article = _ARTICLE.match(tree.span.source.text, tree.span.start)
        own = name in scope.locals or name in world.constants or name in world.variables or self._all.definitions.is_plain(name)
        if article is not None and not own:
            gap = Fix(tree.span.source.span(*article.span()), "", f"remove `{name}`")
            world.refuse(codes.UNKNOWN_NAME, tree.span, f"`{name}` has no meaning before a kind", fix=gap)
        if name in KEYWORDS or name in world.broken or self.is_known(name, scope) or name in (*NAMES, *_PHRASE_WORDS):
            return
        self._elsewhere(tree, scope)
        if not near(name, self.known_names(scope)):
            label = f"this {'game' if domain == 'player' else 'board'}'s {domain}s are {', '.join(members)}"
            world.refuse(codes.UNKNOWN_NAME, tree.span, f"unknown name `{name}`", label)

    def _unknown(self, tree: t.Name, scope: Scope) -> NoReturn:
        world, name = self._world, tree.name
        signature = self._all.calls.signature_text(name)
        if signature is not None:
            help_ = f"the set of cells where it holds is `{_SETS[name]}`" if name in _SETS else None
            world.refuse(codes.WRONG_ARGUMENTS, tree.span, f"`{name}` needs arguments", f"{signature}", help_)
        if name in world.to_come:
            self.too_early(name, name, tree.span, scope)
        other = NAMES.get(name)
        if other is not None:
            world.refuse(codes.UNKNOWN_NAME, tree.span, f"unknown name `{name}`", fix=Fix.write(tree.span, other))
        self._elsewhere(tree, scope)
        if name in KEYWORDS:
            help_ = EACH_ON_ITS_LINE if name in EFFECTS else None
            world.refuse(codes.UNKNOWN_NAME, tree.span, f"`{name}` is a word of the language, not a name", "", help_)
        if name in _PHRASE_WORDS:
            message = f"`{name}` is used only before a kind and `on`, or after `with`"
            world.refuse(codes.UNKNOWN_NAME, tree.span, message, "", "write `cells with own piece`, or `enemy piece on c`")
        candidates = self.known_names(scope)
        close = near(name, candidates)
        label = "not a variable, a definition, a piece or an option"
        board = world.board
        if re.fullmatch(r"[A-Za-z]{1,2}\d+", name) and world.has_board:
            label, close = f"this board has no such cell: {_cells_like(name, board)}", ()
        elif name in COMPASS and world.has_board:
            ways = ", ".join(board.directions)
            label, close = f"this board's directions are {ways}" if ways else "this board has no directions", ()
        if close:
            label += "; near: " + ", ".join(f"`{word}`" for word in close)
        usage = self._all.calls.signature_text(close[0]) if close else None
        stands_alone = bool(close) and (close[0] in POSITION_NAMES or self._all.definitions.is_plain(close[0]))
        wants_arguments = usage is not None and "(" in usage and not stands_alone
        fix = Fix.write(tree.span, close[0]) if close and not wants_arguments else None
        help_ = f"if you mean `{close[0]}`, write {usage}" if wants_arguments else None
        world.refuse(codes.UNKNOWN_NAME, tree.span, f"unknown name `{name}`", label, help_, fix=fix)

    def _elsewhere(self, tree: t.Name, scope: Scope) -> None:
        """Refuse a name that has a meaning elsewhere: further on in the move, behind a dot, or as a move."""
        world, name = self._world, tree.name
        if name in scope.later:
            message, help_ = (
                f"`{name}` is not known yet",
                "move it up: `for` and `let` may use only earlier names",
            )
            world.refuse(codes.UNKNOWN_NAME, tree.span, message, "it is defined later in this move", help_)
        if name in world.player_constants:
            help_, fix = _behind_a_dot(tree, "player", world, scope)
            world.refuse(codes.UNKNOWN_NAME, tree.span, f"each player has a `{name}` of its own", "", help_, fix=fix)
        if name in ("kind", "owner") and world.has_board:
            help_, fix = _behind_a_dot(tree, "cell", world, scope)
            world.refuse(codes.UNKNOWN_NAME, tree.span, f"unknown name `{name}`", f"each piece has its {name}", help_, fix=fix)
        if name in world.moves:
            asked = f"able({name})"
            message = f"`{name}` is a move, not a value"
            world.refuse(codes.UNKNOWN_NAME, tree.span, message, "", f"`{asked}` tests whether it is legal now")

    def too_early(self, key: str, name: str, span: Span, scope: Scope) -> NoReturn:
        """Refuse a name of the file that is read later than what asks for it, by its key in `to_come`."""
        world, what = self._world, self._world.to_come[key]
        if what == "a variable":
            self.not_constant(span, scope, f"`{name}`")
        message = f"`{name}` is {what}, which is read after this"
        if world.has_board_only or key != name:
            help_ = "write its value here"
        else:
            help_ = "declare it above" if world.has_board else "write its value here, or make it an option"
        world.refuse(codes.NOT_CONSTANT, span, message, "", help_)

    def known_names(self, scope: Scope) -> list[str]:
        world = self._world
        return [*scope.locals, *scope.lost, *world.constants, *POSITION_NAMES, *world.variables, *self._all.calls.names()]

    def is_known(self, name: str, scope: Scope) -> bool:
        return name in self.known_names(scope) or self._world.board.find(name) is not None

    def stands_alone(self, name: str) -> bool:
        """Whether a name that a definition has, too, is a value without brackets, or would be without an error."""
        place = self._world.variables.get(name)
        is_variable = place is not None and not place.owners
        return is_variable or name in {*POSITION_NAMES, *BOARD_WORDS, *self._world.constants, *self._world.broken}

    def a_free_one(self, scope: Scope) -> str:
        """A name for the variable in an advice, which means nothing here."""
        letters = "xyzuvw"
        names = chain(letters, (f"{letter}_{number}" for number in count(2) for letter in letters))
        here = {*self.known_names(scope), *self._world.moves}
        return next(name for name in names if name not in here)

    def check_free(self, name: str, span: Span, scope: Scope, advice: str = "") -> None:
        """Refuse a new name for a parameter or the like that already means something; what is the file's own is unknown to the
        prelude. The advice is to choose another name, unless the language gives the name."""
        if scope.is_prelude:
            return
        world = self._world
        meant, help_ = taken("parameter", name), advice or f"choose another name, such as `{free_name(name)}`"
        if meant is not None and meant.group == "grammar":
            world.refuse(codes.KEYWORD_AS_NAME, span, f"`{name}` is a word of the language", "", help_)
        meaning = None
        if name in scope.locals or name in scope.lost:
            meaning = "a variable around it"
        elif meant is not None:
            meaning = meant.meaning
        elif name in world.constants:
            meaning = "declared in this game"
        elif name in world.variables and not self._is_property(name):
            meaning = "a state variable"
        elif self._all.definitions.is_plain(name):
            meaning = "a definition"
        else:
            meaning = of_board(world.board, name)
        if meaning is not None:
            world.refuse(codes.NAME_TAKEN, span, f"`{name}` already means something here", meaning, help_)

    def not_constant(self, span: Span, scope: Scope, what: str) -> None:
        self._all.reads.setdefault("position", span)
        if scope.stage == "constant":
            self._world.refuse(codes.NOT_CONSTANT, span, f"{what} changes during play, but this is fixed before play")

    def needs_board(self, span: Span, name: str) -> None:
        if not self._world.has_board:
            message = f"`{name}` depends on the board, which is made only after the options"
            self._world.refuse(codes.NOT_HERE, span, message, "", "write a number, a player, a kind of piece, `true` or `false`")

    def needs_links(self, tree: t.Expr, name: str) -> None:
        """Refuse a word of links in a game that declares none."""
        if "link" not in self._world.domains:
            self._only_the_board(tree, name, "link")
            help_ = "declare them: `links: a in cells, b in leaps(a, 1, 2)`"
            self._world.refuse(codes.NOT_HERE, tree.span, f"`{name}` needs links, but this game has none", "", help_)

    def needs_declared(self, tree: t.Expr, name: str) -> None:
        """Refuse a word of tracks or of tiles in a game that declares none."""
        what = DECLARED[name]
        if what not in self._world.domains:
            self._only_the_board(tree, name, what)
            message = f"`{name}` needs {what}s, but this game has none"
            self._world.refuse(codes.NOT_HERE, tree.span, message, "", f"declare them: `{_HOW_DECLARED[what]}`")

    def _only_the_board(self, tree: t.Expr, name: str, what: str) -> None:
        """Refuse what is made after the labels and what is cut out of the board, where these are read."""
        if self._world.has_board_only:
            message = f"`{name}` is not known here: {what}s are made after the board and its labels"
            self._world.refuse(codes.NOT_HERE, tree.span, message, "", "cells, edges and vertices are known here")

    def only_after(self, span: Span, scope: Scope, what: str) -> None:
        """Refuse words that look for legal moves where legal moves are being decided, and before play."""
        self.not_constant(span, scope, what)
        if scope.stage in ("before", "effect", "begin", "resolve", "finish", "after", "setup"):
            message = f"{what} depends on the legal moves, but this decides which moves are legal"
            help_ = "use it in `end`, in `score`, in `until` of a phase or in the condition of a `pass`"
            self._world.refuse(codes.NOT_HERE, span, message, "", help_)


def _behind_a_dot(tree: t.Name, of: str, world: World, scope: Scope) -> tuple[str, Fix | None]:
    """How a variable of each player or site is written: of the names here that may stand before the dot."""
    domain, name = world.domain(of), tree.name
    owners = [known for known, value in scope.locals.items() if isinstance(value.type, Fin) and value.type.domain == domain]
    if of == "player" and not owners:  # where every player is tested, a local names the player
        if scope.stage == "setup":
            return f"write `p.{name}`, and `for p in players` after the effect", None
        owners = ["mover"]
    if owners:
        others = "".join(f", or `{owner}.{name}`" for owner in owners[-2::-1])
        fix = Fix.write(tree.span, f"{owners[-1]}.{name}", others)
        return fix.title, None if others else fix
    return f"write `x.{name}` for {singular_of(of)} x: `{name}` is written after a dot", None


def _cells_like(name: str, board: Board) -> str:
    """A text on the existing cells with the letters of a missing one; else on the existing letters."""
    labels = [(found[1], int(found[2])) for cell in board.cells if (found := re.fullmatch(r"([A-Za-z]+)(\d+)", cell.name))]
    letters = name.rstrip("0123456789")
    numbers = [number for letter, number in labels if letter == letters]
    if numbers:
        return f"of `{letters}` there are {letters}{min(numbers)} to {letters}{max(numbers)}"
    if not labels:
        return f"they run from {board.cells[0].name} to {board.cells[-1].name}"
    order = sorted({letter for letter, _ in labels}, key=lambda each: (len(each), each))
    return f"their letters run from {order[0]} to {order[-1]}"
