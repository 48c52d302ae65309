"""Every code of ggl, by its number.

Takes the families' modules: 1xx file and YAML, and shape; 2xx names and types, 3xx board and pieces, 4xx moves and
turns, 5xx end and score, 6xx options and variants, 7xx found by playing. Gives `CODES`. Import a code by name from
its module.
"""

from __future__ import annotations

from types import ModuleType

from ggl.diagnostics.catalog import (
    board_and_pieces,
    end_and_score,
    file_and_yaml,
    found_by_playing,
    moves_and_turns,
    names_and_types,
    options_and_variants,
    shape,
)
from ggl.diagnostics.diagnostic import Code

FAMILIES: dict[int, tuple[ModuleType, ...]] = {
    1: (file_and_yaml, shape),
    2: (names_and_types,),
    3: (board_and_pieces,),
    4: (moves_and_turns,),
    5: (end_and_score,),
    6: (options_and_variants,),
    7: (found_by_playing,),
}


def _collect() -> dict[str, Code]:
    codes: dict[str, Code] = {}
    for number, module in ((number, module) for number, modules in FAMILIES.items() for module in modules):
        for name, code in vars(module).items():
            if not isinstance(code, Code):
                continue
            if code.code in codes or not code.code.startswith(f"GGL{number}"):
                raise AssertionError(f"{module.__name__}.{name}: {code.code} is taken or of another family")
            codes[code.code] = code
    return dict(sorted(codes.items()))


CODES: dict[str, Code] = _collect()
