"""Public classes have names of their own.

The forms of the three languages share names, and are used behind the name of their module (`t.If`, `f.If`, `k.If`). A message
is called after what it tells, and an adapter after what the other library calls it.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "ggl"
SHARED = (
    "syntax/tree.py", "core/forms.py", "core/types.py", "compiler/kernel/forms.py",
    "host/answers.py", "host/views.py", "adapters/", "playground/stand_ins/",
)  # fmt: skip


def test_no_two_public_classes_have_one_name() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE).as_posix()
        if not place.startswith(SHARED):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places[node.name].append(place)
    assert len(places) > 300
    assert {name: where for name, where in places.items() if len(where) > 1} == {}
