"""Who a connection is, and what it may ask. The carrier knows it from the secret of its link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ggl.host.answers import Who
from ggl.host.errors import HostError
from ggl.host.messages import kind_of


@dataclass(frozen=True)
class Rights:
    """The owner may ask everything; who holds a seat, or watches, only of one table."""

    who: Who
    table: str = ""
    seat: str = ""


OWNER = Rights("owner")

_RANK: dict[Who, int] = {"watch": 0, "seat": 1, "owner": 2}


def check(rights: Rights, asked: Any) -> None:
    """Raises `HostError` for what may not be asked."""
    kind = kind_of(asked)
    if rights.who == "owner":
        return
    if _RANK[rights.who] < _RANK[kind.who]:
        needs = "the one who opened the table" if kind.who == "owner" else "who plays at it"
        raise HostError("forbidden", f"`{kind.do}` is for {needs}")
    if getattr(asked, "table", rights.table) != rights.table:
        raise HostError("forbidden", "this link is for another table")
