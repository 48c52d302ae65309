"""How long a list may be at most, by its form and by the names that it has had."""

from __future__ import annotations

import pytest

from ggl.checker.lengths import lengths_of
from ggl.checker.scope import Scope
from ggl.core import forms as f
from ggl.core.types import LONGEST_LIST, ListOf, Num, SetOf
from ggl.source import Source
from ggl.syntax import parser
from ggl.syntax.document import Scalar, read_document
from tests.checker.test_types import world


@pytest.mark.parametrize(
    ("text", "lengths"),
    [
        ("L", (3,)),
        ("L + [a1]", (4,)),
        ("sorted(L) - {a1}", (3,)),
        ("(x for x in L for y in S)", (48,)),
        ("(x in S if empty(x)) & L", ()),
        ("[L, [a1], ray(a1, east)]", (3, 3)),
        ("[L, [a1]][n]", (3,)),
        ("first([L, [a1]])", (3,)),
        ("first(x for x in M)", (5,)),
        ("M[n]", (5,)),
        ("M + [L]", (3, 5)),
        ("(y for x in M for y in x)", (10,)),
        ("(x for y in S for x in M)", (32, 5)),
        ("([[]] if n > 1 else [])", (1, 0)),
        ("(L if fast else [a1, b1, c1, d1])", (3,)),
        ("(L if n > 1 else [a1, b1, c1, d1])", (4,)),
        ("(x + L for x in M)", (2, 8)),
        ("leading(x in L if empty(x))", (3,)),
        ("components(S)", (16,)),
        ("K", (LONGEST_LIST,)),
        ("K[n]", ()),
        ("[L, K]", (2, LONGEST_LIST)),
        ("S", ()),
    ],
)
def test_a_list_is_as_long_as_its_parts_may_be(text: str, lengths: tuple[int, ...]) -> None:
    expressions, findings = world()
    cell = expressions.world.fin("cell")
    scope = Scope("end")
    for name, type_, known in (
        ("L", ListOf(cell), (3,)), ("M", ListOf(ListOf(cell)), (2, 5)), ("K", ListOf(cell), ()), ("S", SetOf(cell), ()),
        ("n", Num(0, 9), ()),
    ):  # fmt: skip
        scope = scope.bind(name, f.Var(name, type_), lengths=known)
    document = read_document(Source("expression.yaml", f"x: |\n  {text}\n"), findings)
    assert document is not None
    scalar = document.entries[0].value
    assert isinstance(scalar, Scalar)
    assert lengths_of(expressions, expressions.infer(parser.expression(scalar), scope), scope) == lengths


def test_a_name_that_is_bound_anew_has_the_new_bound() -> None:
    value = f.Var("L", ListOf(Num(0, 1)))
    scope = Scope("end").bind("L", value, lengths=(3,)).bind("L", value)
    assert scope.lengths == {"L": ()}
