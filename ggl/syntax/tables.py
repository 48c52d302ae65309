"""Writes the tables of the grammar, which come with ggl: run `python -m ggl.syntax.tables` after a change of `grammar.lark`."""

from __future__ import annotations

from pathlib import Path

from ggl import writing
from ggl.syntax.parser import TABLES, made_from, made_tables


def main() -> None:
    writing.replace(Path(__file__).with_name(TABLES), made_from() + b"\n" + made_tables())


if __name__ == "__main__":
    main()
