"""The tests of a module are found by its path: those of `ggl/room/module.py` are in `tests/room/test_module.py`.

Files named after anything else are about several modules; their first lines say what they show.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

TESTS = Path(__file__).parents[1]
PACKAGE = TESTS.parent / "ggl"
FILES = sorted(TESTS.rglob("test_*.py"))


def test_a_file_named_after_a_module_is_at_its_path() -> None:
    folders = defaultdict[tuple[str, str], set[Path]](set)
    for path in PACKAGE.rglob("*.py"):
        place = path.relative_to(PACKAGE)
        if path.name != "__init__.py":
            folders[place.parts[0], place.stem].add(place.parent)
        elif len(place.parts) > 2:  # the tests of a package stand in it, or beside it
            folders[place.parts[0], place.parent.name] |= {place.parent, place.parent.parent}
    elsewhere = []
    for file in FILES:
        place = file.relative_to(TESTS)
        its = folders.get((place.parts[0], place.stem.removeprefix("test_")))
        if its and place.parent not in its:
            elsewhere.append(place.as_posix())
    assert elsewhere == []


def test_a_file_of_tests_says_what_it_shows() -> None:
    assert len(FILES) > 300
    assert [file.name for file in FILES if not ast.get_docstring(ast.parse(file.read_text(encoding="utf-8")))] == []


def test_every_folder_of_tests_is_a_package() -> None:
    """So that files of one name in two folders are different modules."""
    assert [file.name for file in FILES if not (file.parent / "__init__.py").exists()] == []
