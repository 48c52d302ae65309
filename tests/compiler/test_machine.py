"""Machine code does what the text says in Python: words wrap around, whatever the compiler knows about them."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.lowering import Lower
from numba.core.typed_passes import NoPythonBackend, NopythonTypeInference
from numba.core.untyped_passes import FixupArgs, GenericRewrites, IRProcessing, TranslateByteCode

import ggl
from ggl.cli.common import load_argument
from ggl.compiler import machine
from ggl.compiler.cache import Kept
from ggl.compiler.emitted import Entry
from ggl.compiler.engine import Compiled
from ggl.compiler.plain import plain
from tests.compiler.agreement import SMALL

TEXT = """
from __future__ import annotations

from ggl.compiler.runtime import I, drawn, entry


@entry
def chosen(v: words, t, state):
    v[0] = 1
    v[1] = 1
    k, state = drawn(state, v[0] + v[1])  # of a bound that is known, whether it is below one is known by a sign
    i = I(0)
    while k >= v[i]:
        k -= v[i]
        i += 1
    return i


@entry
def rest(v: words, t, state):
    return state & (state - 1)


@entry
def lowest(v: words, t, state):
    return state & -state


@entry
def more(v: words, t, state):
    return I(1) if state + 1 > state else I(0)


@entry
def times(v: words, t, state):
    return I(1) if (state * I(-4658895280553007687) < 1) else I(0)
"""

NAMES = [f"a{number}" for number in range(40)]

MANY = f"""
from __future__ import annotations

from ggl.compiler.runtime import I, entry, jit


@jit
def turned(v: words, t, {", ".join(NAMES)}):
    return {", ".join(reversed(NAMES))}


@entry
def many(v: words, t):
    {", ".join(NAMES)} = turned(v, t, {", ".join(f"v[{number}]" for number in range(40))})
    {", ".join(NAMES)} = turned(v, t, {", ".join(f"{name} + v[1]" for name in NAMES)})
    return {" + ".join(f"{name} * I({number})" for number, name in enumerate(NAMES))}
"""


def test_more_words_than_python_calls_at_once_are_handed_over() -> None:
    memory = np.arange(40, dtype=np.int64)
    compiled = Kept(MANY).function(Entry("many", ("words", "word")))
    assert compiled(memory, 0) == sum((number + 1) * number for number in range(40)) == plain(MANY).many(memory, 0)


WORDS = [-(1 << 63), (1 << 63) - 1, 0, 1, -1, 15755400384260056184 - (1 << 64), 0x2D160E7E5C3F42CA]


@pytest.mark.parametrize("name", ["chosen", "rest", "lowest", "more", "times"])
def test_words_wrap_around(name: str) -> None:
    memory = np.zeros(4, dtype=np.int64)
    compiled = Kept(TEXT).function(Entry(name, ("words", "word", "word")))
    as_python = getattr(plain(TEXT), name)
    with np.errstate(all="ignore"):
        for word in WORDS:
            assert compiled(memory, 0, word) == int(as_python(memory, 0, np.int64(word))), word


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_playouts_of_each_feature_are_those_of_python(path: Path) -> None:
    core = ggl.load(path).checked.core
    expected = Compiled(core, as_python=True).playouts(8, 3, 300)
    assert Compiled(core).playouts(8, 3, 300).tolist() == expected.tolist()


@register_pass(mutates_CFG=True, analysis_only=False)  # type: ignore[no-untyped-call]
class _AsNumbaLowers(machine._Lowering):
    _name = "as_numba_lowers"

    @property
    def lowering_class(self) -> type[Lower]:
        return Lower


class _AsNumbaDoes(machine.Part):
    """Numba's own passes as they are, with nothing found out once and nothing left out."""

    def __init__(self, *args: Any) -> None:
        Compiler.__init__(self, *args)  # type: ignore[no-untyped-call]

    def define_pipelines(self) -> list[PassManager]:
        manager = PassManager("numba")  # type: ignore[no-untyped-call]
        for each in (
            TranslateByteCode, FixupArgs, IRProcessing, GenericRewrites, NopythonTypeInference, _AsNumbaLowers, NoPythonBackend,
        ):  # fmt: skip
            manager.add_pass(each, each.__name__)  # type: ignore[no-untyped-call]
        manager.finalize()  # type: ignore[no-untyped-call]
        return [manager]


@pytest.mark.parametrize("name", ["tiku", "oware", pytest.param("chess", marks=pytest.mark.slow), "go:size=5"])
def test_what_is_left_out_of_numbas_passes_changes_nothing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compared are the lines that LLVM gets, in any order: numba keeps some variables in sets of objects."""
    texts: dict[type, Counter[str]] = {}
    adding = machine._Loose.add_ir_module
    for part in (machine.Part, _AsNumbaDoes):
        found = texts[part] = Counter()

        def add(loose: Any, module: Any, found: Counter[str] = found) -> None:
            if "ggl_game" in (text := str(module)):  # what all games call is compiled for the first of them
                found.update(_nameless(line) for line in text.splitlines())
            adding(loose, module)

        kept = tmp_path / "the same path, which what is raised tells"
        shutil.rmtree(kept, ignore_errors=True)
        monkeypatch.setenv("GGL_CACHE", str(kept))
        monkeypatch.setattr(machine, "Part", part)
        monkeypatch.setattr(machine._Loose, "add_ir_module", add)
        Compiled(load_argument(name).checked.core).playouts(1, 0)
    ours, numbas = texts.values()
    assert ours.total() > 1000
    assert ours == numbas


def _nameless(line: str) -> str:
    """A line of LLVM's without the numbers that tell one value, one version of a function or one address from another."""
    line = re.sub(r'%"?\.\d+"?', "%.", line)
    line = re.sub(r"globals\.[0-9a-f]+(\.\d+)?|i64 \d{12,} to", "", line)
    return re.sub(r"B\d+v\d+|\$\d+\"$", "", line)
