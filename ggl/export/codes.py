"""The codes that an entry of a position may have, if there are few enough to enumerate. Raises `ExportError`."""

from __future__ import annotations

from ggl.core.types import Bool, Fin, Num, Type, none_code, strip_opt
from ggl.export.errors import ExportError

_MOST = 3000


def codes_of(type_: Type, name: str) -> list[int]:
    inner = strip_opt(type_)
    match inner:
        case Bool():
            return [0, 1]
        case Fin(domain=domain):
            return [*range(domain.size), *([none_code(inner)] if inner is not type_ else [])]
        case Num(lo=lo, hi=hi) if hi - lo < _MOST and inner is type_:
            return list(range(lo, hi + 1))
    raise ExportError(f"a game whose sites or pieces have `{name}` cannot be exported: it has too many values")
