"""The subject of a condition: the names in it that stand for all sites at once; and the results known already."""

from __future__ import annotations

from collections.abc import Iterator, Set
from contextlib import contextmanager
from dataclasses import replace

from ggl.compiler.lower.builder import FunctionBuilder, Words
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.expressions import known_set
from ggl.compiler.lower.sites import LinkedSite, Sites
from ggl.compiler.memory import entry_count
from ggl.core.types import Fin, SetOf
from ggl.core.walk import variables
from ggl.frozen import frozen


@frozen
class Query:
    """The subject of a condition: the names for x, or for the sites that x leads to."""

    ctx: Context
    sites: Sites
    many: bool = True
    """Whether there are many sites to ask, so that an image that is looked up site by site pays too."""
    within: int = -1
    """The sites x whose answer matters, as a mask; all if below 0."""
    splits: int = 1
    """How many cases of codes the condition has been split into."""

    @property
    def start(self) -> Fin:
        """The domain over which x runs."""
        return next(iter(self.sites.values())).start

    @property
    def count(self) -> int:
        """The words of a set of x."""
        return entry_count(SetOf(self.start))

    @property
    def full(self) -> Words:
        return known_set((1 << self.start.domain.size) - 1, self.count)

    def names(self, e: object) -> Set[str]:
        """The names in a form that stand for x or for what it leads to."""
        return variables(e) & self.sites.keys()

    def elsewhere(self, name: str, domain: Fin) -> Query:
        """The query for all sites of a domain."""
        return replace(self, sites={name: LinkedSite(domain, domain)}, within=-1)

    def beside(self, name: str, site: LinkedSite) -> Query:
        """The query with one name more."""
        return replace(self, sites={**self.sites, name: site})


@contextmanager
def straight(ctx: Context) -> Iterator[None]:
    """Keeps results known in the code built within, which is evaluated in order and changes nothing."""
    kept, ctx.known = ctx.known, {}
    yield
    ctx.known = kept


def already_known(ctx: Context, fn: FunctionBuilder, key: object) -> Words | None:
    """The known result, if it is still in locals of the function; others that are built meanwhile have locals of their own."""
    found = None if ctx.known is None else ctx.known.get((fn, key))
    return found if found is not None and all(fn.sees(word) for word in found) else None
