"""Facts about the functions of a module, found before their LLVM IR is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ggl.compiler.kernel import forms as f
from ggl.compiler.kernel.call_graph import callees, reachable, traps
from ggl.compiler.kernel.forms import REGIONS, Type
from ggl.compiler.kernel.walk import forms_in, set_in

TYPES = {Type.WORD: "i64", Type.BOOL: "i1", Type.REAL: "double", Type.WORDS: "ptr", Type.BOOLS: "ptr"}
"""How a value of each type is held within functions."""


@dataclass(frozen=True, slots=True)
class LlvmFacts:
    """The facts about a function before it is written."""

    assigned: dict[str, Type]
    """The locals that are set in it."""
    traps: bool
    apart: bool
    """Whether its regions never overlap."""
    attributes: str
    """Whether each call of it ends."""
    returns: str
    """The type of what it returns: a status if it can trap, and its results."""

    @property
    def first(self) -> int:
        """The index of the first result in the returned value."""
        return int(self.traps)


def facts_of(functions: Mapping[str, f.Function]) -> dict[str, LlvmFacts]:
    trapping = traps(f.Module(dict(functions)))
    overlapping = _overlapping(functions)
    ending = _ending(functions)
    facts = {}
    for name, function in functions.items():
        types = ["i1"] * (name in trapping) + [TYPES[type_] for type_ in function.results]
        facts[name] = LlvmFacts(
            {local.name: local.type for local in set_in(function.body)},
            name in trapping,
            name not in overlapping,
            "#1" if name in ending else "#0",
            f"{{ {', '.join(types)} }}" if len(types) > 1 else types[0] if types else "void",
        )
    return facts


def _ending(functions: Mapping[str, f.Function]) -> set[str]:
    """Functions that always return: they and what they call have bounded loops only, and none calls itself."""
    calls = {
        name: callees(function)
        for name, function in functions.items() if not any(isinstance(form, f.While) for form in forms_in(function))
    }  # fmt: skip
    found: set[str] = set()
    while more := {name for name, called in calls.items() if name not in found and found.issuperset(called)}:
        found |= more
    return found


def _overlapping(functions: Mapping[str, f.Function]) -> frozenset[str]:
    """The functions that may be handed a region twice."""
    twice = [
        form.function
        for function in functions.values() if sum(each.type in REGIONS for each in function.parameters)
        for form in forms_in(function) if isinstance(form, f.Call) and not _apart(form)
    ]  # fmt: skip
    return reachable(functions, twice)


def _apart(call: f.Call) -> bool:
    regions = [each.name for each in call.arguments if isinstance(each, f.Local) and each.type in REGIONS]
    return len(regions) == len(set(regions))
