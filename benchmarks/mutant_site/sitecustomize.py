"""First on the path of each process while `benchmarks/mutants.py map` measures: records which statements of the rooms run.

A process of its own that a test starts leaves what it ran in the folder `MUTANTS_MAP`, under the name of that test.
"""

from __future__ import annotations

import atexit
import builtins
import json
import os
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.statements import HITS, Statements, with_hits  # noqa: E402

statements = Statements(ROOT)
hits = bytearray(statements.count)
setattr(builtins, HITS, hits)


class Loader(SourceFileLoader):
    """Compiles a module with a mark before each statement, and keeps no byte code of it."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        tree = with_hits(self.get_data(path).decode(), statements.first[str(Path(path).relative_to(ROOT))])
        return compile(tree, path, "exec", dont_inherit=True)


class Finder(MetaPathFinder):
    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if not name.startswith("ggl."):
            return None
        spec = PathFinder.find_spec(name, path)  # type: ignore[arg-type]
        if spec is None or spec.origin is None:
            return spec
        origin = Path(spec.origin)
        if origin.is_relative_to(ROOT) and str(origin.relative_to(ROOT)) in statements.first:
            spec.loader = Loader(name, spec.origin)
        return spec


def leave() -> None:
    test = os.environ.get("MUTANTS_TEST")
    if test and any(hits):
        ran = [number for number, hit in enumerate(hits) if hit]
        Path(os.environ["MUTANTS_MAP"], f"process-{os.getpid()}.json").write_text(json.dumps([test, ran]))


if "MUTANTS_MAP" in os.environ:
    sys.meta_path.insert(0, Finder())
    if "MUTANTS_TEST" in os.environ:
        atexit.register(leave)
