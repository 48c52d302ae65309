"""The meaning of names while x runs over all sites, as far as the board alone determines it.

Takes core forms and tables; gives masks over x and simpler forms. Nothing here writes text: see `vectorize.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ggl.core import forms as f
from ggl.core.substitution import substituted
from ggl.core.types import BOOL, Fin, Opt, Type
from ggl.core.walk import is_none_literal, rebuilt
from ggl.frozen import frozen


@frozen
class LinkedSite:
    """The site of a name while x runs over all sites: x itself, or where static tables lead from it, one after the other.

    `start` is what x runs over, `domain` what the name's own values are of. A table has -1 where it leads nowhere; a name that is
    `sure` is only spoken of for those x from which its path leads somewhere.
    """

    start: Fin
    domain: Fin
    path: tuple[tuple[int, ...], ...] = ()
    sure: bool = False

    def places(self) -> list[int]:
        """The end of the path from each x; -1 for nowhere."""
        places = list(range(self.start.domain.size))
        for table in self.path:
            places = [table[place] if place >= 0 else -1 for place in places]
        return places

    def there(self) -> int:
        """The sites x from which the path leads somewhere."""
        return sum(1 << x for x, place in enumerate(self.places()) if place >= 0)

    def nowhere(self) -> int:
        return (1 << self.start.domain.size) - 1 & ~self.there()

    def beyond(self, table: tuple[int, ...], domain: Fin, *, sure: bool) -> LinkedSite:
        """The site that a table leads to from this one."""
        return LinkedSite(self.start, domain, (*self.path, table), sure)


Sites = dict[str, LinkedSite]


def together(left: LinkedSite, right: LinkedSite) -> int:
    """The sites x from which two paths lead to the same, or both nowhere where that may be asked of."""
    asked = not (left.sure or right.sure)
    both = enumerate(zip(left.places(), right.places(), strict=True))
    return sum(1 << x for x, (a, b) in both if a == b and (a >= 0 or asked))


def ways_of(relation: tuple[int, ...]) -> list[tuple[int, ...]]:
    """A relation of a domain with itself, given as the set of each site, by distances: a table each, -1 for nowhere."""
    distances = sorted({y - x for x, mask in enumerate(relation) for y in range(mask.bit_length()) if mask >> y & 1})
    return [
        tuple(x + way if x + way >= 0 and mask >> (x + way) & 1 else -1 for x, mask in enumerate(relation)) for way in distances
    ]


def with_code(e: f.Expr, read: f.Get, code: int, codes: int) -> f.Expr:
    """A condition where a field at a site is known to have a code."""

    def change(form: f.Form) -> f.Form:
        if isinstance(form, f.Get) and form.field == read.field and form.index == read.index:
            return f.Lit(code, some_of(form.type) if code < codes - 1 else form.type)
        return form

    return rebuilt(e, change)


def fold_known(e: f.Expr, entry: Callable[[f.Tab], f.Expr | None]) -> f.Expr:
    """A condition with its known parts evaluated: entries of tables, and comparisons of known codes."""

    def change(form: f.Form) -> f.Form:
        match form:
            case f.Tab():
                return entry(form) or form
            case f.Compare("eq", f.Lit(value=int(a), type=first), f.Lit(value=int(b), type=second)) if some_of(first) == some_of(
                second
            ):
                return _truth(a == b)
            case f.In(f.Lit(value=int(item)), f.Lit(value=int(mask))) if item >= 0:
                return _truth(bool(mask >> item & 1))
            case f.Some(name, f.Lit() as value, then, other):
                if is_none_literal(value):
                    return other
                return fold_known(substituted(then, {name: f.Lit(value.value, some_of(value.type))}), entry)
            case f.Not(f.Lit(value=int(a))):
                return _truth(not a)
            case f.And(parts) | f.Or(parts):
                decides, idle = (0, 1) if isinstance(form, f.And) else (1, 0)
                if any(isinstance(part, f.Lit) and part.value == decides for part in parts):
                    return _truth(bool(decides))
                rest = tuple(part for part in parts if not isinstance(part, f.Lit) or part.value != idle)
                return rest[0] if len(rest) == 1 else replace(form, parts=rest) if rest else _truth(bool(idle))
        return form

    return rebuilt(e, change)


def some_of(type_: Type) -> Type:
    """The type without none."""
    return type_.of if isinstance(type_, Opt) else type_


def _truth(value: bool) -> f.Lit:
    return f.Lit(int(value), BOOL)
