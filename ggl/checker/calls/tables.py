"""The words that depend only on the board, as constants or as static tables over their arguments."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import lcm, prod

from ggl.checker import make
from ggl.checker.calls.two_cells import two_cells
from ggl.checker.static import tab, within_entries
from ggl.checker.typer import Typer
from ggl.checker.vocabulary.board_words import BOARD_WORDS, PRELUDE_ONLY, BoardWord
from ggl.checker.vocabulary.signatures import type_named
from ggl.checker.world import Scope
from ggl.core import forms as f
from ggl.core.types import Domain, Fin, Num, Opt, SetOf, Type, set_code, strip_opt
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.source import Span
from ggl.syntax import tree as t


def board_word(expressions: Typer, name: str, args: list[f.Expr | None], span: Span) -> f.Expr:
    world = expressions.world
    word = BOARD_WORDS.get(name) or PRELUDE_ONLY[name]
    if any(param.type == "direction" for param in word.signature.params) and not world.board.directions:
        world.refuse(codes.NOT_HERE, span, f"`{name}` needs directions, and this board has none")
    values = type_named(word.signature.result, world.domains)
    given = [arg for arg in _with_defaults(word, args) if arg is not None]
    if (found := two_cells(expressions, name, given, span)) is not None:
        return found
    return word_table(expressions, name, word, given, values, span)


def word_table(
    expressions: Typer, name: str, word: BoardWord, args: list[f.Expr], values: Type, span: Span, *, of_board: bool = True
) -> f.Expr:
    """A word of the board as a constant or a table, numbers among the arguments becoming indices from their least.

    It is `of_board` where its name, which is its label, and the board alone fix its values.
    """
    world = expressions.world
    fixed: dict[int, int] = {}
    index: list[f.Expr] = []
    lows: list[int] = []
    label = name
    for place, arg in enumerate(args):
        if isinstance(arg.type, Num):
            if isinstance(arg, f.Lit):
                fixed[place] = arg.code
                label += f" {arg.code}"
                continue
            arg = within_entries(world, _held(expressions, arg, name))
            assert isinstance(arg.type, Num)
            size = arg.type.hi - arg.type.lo + 1
            domain = Domain(f"{arg.type.lo}..{arg.type.hi}", size)
            world.domains.setdefault(domain.name, domain)
            shifted = make.arith("sub", [arg, make.number(arg.type.lo)]) if arg.type.lo else arg
            index.append(make.retyped(shifted, Fin(domain)))
            lows.append(arg.type.lo)
            label += f" {domain.name}"
        else:
            index.append(arg)
            lows.append(0)

    def shifted_value(*at: int) -> object:
        varying = iter(low + i for low, i in zip(lows, at, strict=True))
        full = [fixed[place] if place in fixed else next(varying) for place in range(len(args))]
        return word.value(world.board, *full)

    value = shifted_value if fixed or any(lows) else partial(word.value, world.board)
    if isinstance(strip_opt(values), Num):
        values = _bounded(expressions, values, word, span)
    return tab(world, label, index, values, value, span, of_board=of_board)


def _with_defaults(word: BoardWord, args: list[f.Expr | None]) -> Iterator[f.Expr | None]:
    """None for what is not given and has the default `all`."""
    for param, arg in zip(word.signature.params, args, strict=True):
        yield arg if arg is not None or param.default in (None, "all") else make.number(int(param.default))


def _held(expressions: Typer, number: f.Expr, name: str) -> f.Expr:
    """A number of steps, held to what the board can tell apart: past its longest line nothing more is found, and on a torus all
    comes again."""
    assert isinstance(number.type, Num)
    if name not in ("step", "ray"):
        return number
    board = expressions.world.board
    if name == "step" and board.plan.wrap is not None:
        is_whole, once_round = len(board.cells) == prod(board.plan.wrap), lcm(*board.plan.wrap)
        return _round(number, once_round, is_whole) if max(-number.type.lo, number.type.hi) > once_round else number
    most = expressions.world.longest_ray + 1
    if number.type.hi > most:
        number = make.arith("min", [number, make.number(most)])
    assert isinstance(number.type, Num)
    least = -most if name == "step" else -1
    return make.arith("max", [number, make.number(least)]) if number.type.lo < least else number


def _round(number: f.Expr, once_round: int, is_whole: bool) -> f.Expr:
    """A number of steps on a torus within a round, or within two where cells are cut out: who gets beyond the first has met
    none of these, and comes to the same cell in each further one."""
    rounds, name = make.number(once_round), make.fresh("n")
    if is_whole:
        return make.arith("mod", [number, rounds])
    n, within = f.Var(name, number.type), Num(-2 * once_round, 2 * once_round)
    ahead = make.arith("add", [rounds, make.arith("mod", [n, rounds])])
    back = make.arith("neg", [make.arith("add", [rounds, make.arith("mod", [make.arith("neg", [n]), rounds])])])
    steps = make.conditional(make.comparison("lt", n, make.number(-once_round)), back, n, within)
    return f.Let(name, number, make.conditional(make.comparison("lt", rounds, n), ahead, steps, within))


def _bounded(expressions: Typer, values: Type, word: BoardWord, span: Span) -> Type:
    world = expressions.world
    most = Num(0, world.asked(lambda: word.most(world.board), span))
    return Opt(most) if isinstance(values, Opt) else most


def named_side(expressions: Typer, tree: t.Name, scope: Scope) -> f.Expr | None:
    """A side by its name, on boards that have sides where no direction points."""
    board = expressions.world.board
    cells = board.side(tree.name)
    if cells is None or tree.name in scope.locals:
        return None
    type_ = SetOf(expressions.world.fin("cell"))
    return f.Lit(set_code(tuple(cells), type_), type_)
