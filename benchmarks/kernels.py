"""What a change of the compiler does to kernels: to their text, and to the plays that they make.

    python benchmarks/kernels.py write before            # the kernel of each bundled game and option set, and of each small game
    git switch other; python benchmarks/kernels.py write after
    python benchmarks/kernels.py compare before after    # which are the same, and how the first few differ
    python benchmarks/kernels.py race before chess tabik # playouts by the kernels of a folder and by those of now

`write` tells the processor's seconds from the core to the verified kernel, all games together. `compare` counts those that are
the same to the letter, and those that are the same in a normal form: sums and unions of bits flattened, literals in sums
added up and their terms in order, conditions flattened, copies of locals that are read once left out, locals numbered as they
come. `--show N` prints the differences of so many games. Where tables stand in the memory counts as a difference.

`race` plays with usual options, both kernels in one process and by turns, so that whatever else the machine does hits both alike:
the processor's time of the old one divided by that of the new one, for the fastest turns, the fastest tenth and the median.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import pickle
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.printer import printed, printed_form
from ggl.compiler.kernel.reader import read_module
from ggl.compiler.kernel.walk import blocks, forms_in, replace_locals, rewritten, set_in

if TYPE_CHECKING:
    from ggl.compiler.runtime.engine import Compiled

sys.path.insert(0, str(Path(__file__).parent.parent))

SUFFIX, PICKLED = ".kernel", ".pickle"

LEAST = 0.03
"""Seconds that a turn takes at least."""


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ways = asked.add_subparsers(dest="way", required=True)
    write_ = ways.add_parser("write")
    write_.add_argument("folder", type=Path)
    write_.add_argument("--only", default="", help="games whose name has this in it")
    compare_ = ways.add_parser("compare")
    compare_.add_argument("before", type=Path)
    compare_.add_argument("after", type=Path)
    compare_.add_argument("--show", type=int, default=2)
    race_ = ways.add_parser("race")
    race_.add_argument("folder", type=Path)
    race_.add_argument("games", nargs="+")
    race_.add_argument("--turns", type=int, default=40)
    given = asked.parse_args()
    if given.way == "write":
        write(given.folder, given.only)
    elif given.way == "race":
        for name in given.games:
            race(given.folder, name, given.turns)
    else:
        compare(given.before, given.after, given.show)


def write(folder: Path, only: str) -> None:
    import ggl
    from ggl.compiler.emit import emit
    from tests.compiler.agreement import OPTIONS, SMALL, named

    folder.mkdir(parents=True, exist_ok=True)
    cases = [(named(case), *case) for case in OPTIONS] + [(path.stem, str(path), {}) for path in SMALL]
    seconds = 0.0
    for title, name, options in cases:
        if only not in title:
            continue
        core = ggl.load(name, engine="interpreter", **options).checked.core
        since = time.process_time()
        emitted = emit(core)
        text = printed(emitted.kernel)
        seconds += time.process_time() - since
        memory = hashlib.sha256(emitted.memory.build(1, 1, 1, 1).tobytes()).hexdigest()
        file = folder / f"{title.replace('/', '_')}{SUFFIX}"
        file.write_text(f"{text}\n# memory {memory}\n", "utf-8")
        file.with_name(file.name + PICKLED).write_bytes(pickle.dumps(emitted))
    print(f"{seconds:.1f} s of the processor")


def compare(before: Path, after: Path, show: int) -> None:
    counts: Counter[str] = Counter()
    different = []
    for file in sorted(before.glob(f"*{SUFFIX}")):
        if not (after / file.name).exists():
            counts["missing"] += 1
            continue
        texts = [(folder / file.name).read_text("utf-8") for folder in (before, after)]
        said = "the same"
        if texts[0] != texts[1]:
            texts = [normal(text) for text in texts]
            said = "the same in normal form" if texts[0] == texts[1] else "different"
        counts[said] += 1
        if said == "different":
            different.append(file.stem)
            if len(different) <= show:
                lines = difflib.unified_diff(
                    *(text.splitlines() for text in texts), *(["before", "after"]), file.stem, n=2, lineterm=""
                )
                print("\n".join([*lines][:60]), end="\n\n")
    print(", ".join(f"{count} {said}" for said, count in counts.items()))
    print("\n".join(different))


def race(folder: Path, name: str, turns: int) -> None:
    import ggl
    from ggl.compiler.runtime.engine import Compiled
    from ggl.compiler.runtime.functions import AsMachineCode

    core = ggl.load(name, engine="interpreter").checked.core
    old, new = Compiled(core), Compiled(core)
    old.emitted = pickle.loads((folder / f"{name}{SUFFIX}{PICKLED}").read_bytes())
    old._functions = AsMachineCode(old.emitted)
    assert (old.playouts(20, 1) == new.playouts(20, 1)).all()
    count = 8
    while _seconds(new, count) < LEAST:
        count *= 2
    times: dict[Compiled, list[float]] = {old: [], new: []}
    for turn in range(turns):
        for engine in (old, new) if turn % 2 else (new, old):
            times[engine].append(_seconds(engine, count))
    before, after = (sorted(times[engine]) for engine in (old, new))
    ratios = (before[place] / after[place] for place in (0, turns // 10, turns // 2))
    print(f"{name:16} {' '.join(f'{ratio:.3f}' for ratio in ratios)}   {count / after[0]:,.0f} playouts a second", flush=True)


def _seconds(engine: Compiled, count: int) -> float:
    since = time.process_time()
    engine.playouts(count, 3)
    return time.process_time() - since


# ---- the normal form


def normal(text: str) -> str:
    code, _, rest = text.rpartition("\n# memory")
    module = read_module(code)
    functions = {name: _numbered(_without_copies(rewritten(each, _flattened))) for name, each in module.functions.items()}
    return printed(replace(module, functions=functions)) + rest


def _parts(form: k.Expression) -> Iterator[k.Expression]:
    """The operands of an operation, with those of the same operation within."""
    assert isinstance(form, k.Apply | k.All | k.Any)
    for operand in form.operands:
        same = type(operand) is type(form) and getattr(operand, "operation", "") == getattr(form, "operation", "")
        yield from _parts(operand) if same else [operand]


def _flattened(form: k.Expression) -> k.Expression:
    match form:
        case k.Apply("add"):
            parts = list(_parts(form))
            known = sum(int(part.value) for part in parts if isinstance(part, k.Literal))
            rest = sorted((part for part in parts if not isinstance(part, k.Literal)), key=printed_form)
            return _folded("add", [*rest, *([k.as_expression(known)] if known or not rest else [])])
        case k.Apply("or" | "and" | "xor" as operation):
            return _folded(operation, list(_parts(form)))
        case k.All() | k.Any():
            idle = k.Literal(isinstance(form, k.All), k.Type.BOOL)
            asked = tuple(part for part in _parts(form) if part != idle)
            return replace(form, operands=asked) if len(asked) > 1 else asked[0] if asked else idle
    return form


def _folded(operation: str, parts: list[k.Expression]) -> k.Expression:
    found = parts[0]
    for part in parts[1:]:
        found = k.Apply(operation, (found, part), k.Type.WORD)
    return found


def _without_copies(function: k.Function) -> k.Function:
    """Without locals that are set once, to a local, and read once right after."""
    sets = Counter(local.name for local in set_in(function.body))
    reads = Counter(each.name for each in forms_in(function) if isinstance(each, k.Local))

    def cleaned(block: k.Block) -> k.Block:
        copies: dict[str, k.Expression] = {}
        found: list[k.Statement] = []
        for statement in block:
            match statement:
                case k.Assign((k.Local(name),), k.Local() as value) if sets[name] == 1 == reads[name]:
                    copies[name] = value
                    continue
            found.append(_with_blocks(replace_locals(statement, copies) if copies else statement, cleaned))
        return tuple(found)

    return replace(function, body=cleaned(function.body))


def _with_blocks(statement: k.Statement, change: object) -> k.Statement:
    inner = [change(block) for block in blocks(statement)]  # type: ignore[operator]
    match statement:
        case k.If():
            return replace(statement, then=inner[0], otherwise=inner[1])
        case k.While() | k.For() | k.ForBits():
            return replace(statement, body=inner[0])
    return statement


def _numbered(function: k.Function) -> k.Function:
    names: dict[str, k.Expression] = {}
    for local in (*function.parameters, *set_in(function.body)):
        names.setdefault(local.name, k.Local(f"x{len(names)}", local.type))
    parameters = tuple(replace_locals(each, names) for each in function.parameters)
    return replace(function, parameters=parameters, body=tuple(replace_locals(each, names) for each in function.body))


if __name__ == "__main__":
    main()
