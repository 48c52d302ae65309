"""The context that the functions of lowering share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ggl.compiler.kernel import forms as k
from ggl.compiler.lower.builder import FunctionBuilder, Words
from ggl.compiler.lower.component_layout import CacheRegion
from ggl.compiler.lower.module import ModuleBuilder
from ggl.core import forms as f
from ggl.engine.actions import Numbering
from ggl.frozen import frozen

Env = dict[str, Words]
"""The variables in scope, each bound to locals or literals."""

Main = tuple[str, str, int]
"""A relation, a field, and codes of it."""

Plan = Callable[[FunctionBuilder, Env], Words]
"""Builds the words of a set, given the variables in scope. Whether there is a plan is decided without building anything."""

Lowering = Callable[["Context", FunctionBuilder, Any, Env], Words]
"""Builds the value of an expression of one kind."""


@frozen
class Supposed:
    """A site that is supposed to have a code in a field, all in locals; `bits` is the set of it.

    The same in the core: the `field`, the `place`, the `piece`, and the code `before`, as far as they are known.
    """

    site: k.Expression
    code: k.Expression
    bits: Words
    field: str = ""
    place: f.Expr | None = None
    piece: f.Expr | None = None
    before: f.Expr | None = None


@frozen
class Hooks:
    """Functions of later modules that earlier ones call: vectorized tests ask for first hits, folds for incremental queries."""

    values: Mapping[type, Lowering]
    """How each kind of expression is lowered."""

    plan_first_hit: Callable[..., Plan | None]
    plan_reached: Callable[..., Plan | None]
    decide_fold: Callable[..., Words]
    narrow_fold: Callable[..., Words | None]


@dataclass(eq=False)
class Context:
    """One core on its way to a module."""

    m: ModuleBuilder
    hooks: Hooks
    supposed: dict[int, Supposed] = field(default_factory=dict)
    """Entries read otherwise than they stand, by the place where the field and its planes begin."""

    part_numbers: dict[tuple[object, ...], int] = field(default_factory=dict)
    """The parts of expressions that became separate functions, with their numbers."""

    effect_numbers: dict[tuple[str, ...], int] = field(default_factory=dict)
    """The same for effects within expressions."""

    regions: dict[str, CacheRegion] = field(default_factory=dict)
    """The places of the components of sets along a relation."""

    mains: dict[Main, int] = field(default_factory=dict)
    """The places of the components of a repeatedly queried set."""

    counts: int = 0
    """The place of the counts of numbers in compared lists."""

    images: dict[tuple[FunctionBuilder, str], dict[Words, Words]] = field(default_factory=dict)
    """The images of parts that are in locals, by function and relation."""

    known: dict[tuple[FunctionBuilder, object], Words] | None = None
    """The sets of sites for which conditions hold, from the statements before; None where these may be skipped.

    By the condition on one site, or by the condition on two and the table that leads from one to the other."""

    counted: set[str] = field(default_factory=set)
    """Moves whose last parameter is counted without a loop when no step needs writing."""

    leaf: Callable[[Env, Words], None] | None = None
    """The code written for the last parameter's set instead."""

    numbering: Numbering | None = None
    """Numbers for steps, for code that learns; None where they cannot have some."""

    scored: int | None = None
    """The place that tells whether the scores have decided this playout, and then the scores; None as long as nobody asks."""
