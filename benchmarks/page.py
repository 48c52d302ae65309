"""What the benchmarks write for people: tables as text and as Markdown, the machine in a line, parts of a page made anew."""

from __future__ import annotations

import os
import platform
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

Row = Sequence[str]

COLUMNS = 100


def machine() -> str:
    """The processor and Python; nothing that tells whose machine it is."""
    model = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), model)
    except OSError:
        pass
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{model}, {os.cpu_count()} cores{load}; {platform.system()}, Python {platform.python_version()}"


def versions(*packages: str) -> str:
    """The packages that are installed here, each with its version."""
    from importlib.metadata import PackageNotFoundError, version

    found = []
    for package in packages:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)


def plain(head: Row, rows: Sequence[Row], left: int = 1) -> str:
    """A table in columns; the first `left` ones begin at the left, the others are numbers."""
    widths = [max(len(row[at]) for row in (head, *rows)) for at in range(len(head))]

    def line(row: Row) -> str:
        cells = (
            cell.ljust(width) if at < left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        return "  ".join(cells).rstrip()

    return "\n".join(map(line, (head, *rows)))


def markdown(head: Row, rows: Sequence[Row], left: int = 1) -> str:
    rule = ["---" if at < left else "---:" for at in range(len(head))]
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, rule, *rows))


def number(value: float) -> str:
    """To three digits or so: 1,234,000, 123, 1.23."""
    if value >= 1000:
        digits = 10 ** (len(str(int(value))) - 3)
        return f"{round(value / digits) * digits:,}"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _wrapped(line: str) -> str:
    """Prose has at most 100 columns on a page; a row of a table is a line."""
    if line.startswith("|") or len(line) <= COLUMNS:
        return line
    return textwrap.fill(line, COLUMNS, break_long_words=False, break_on_hyphens=False)


def write(path: Path, part: str, text: str) -> None:
    """Puts the text between the page's lines `<!-- PART: begin -->` and `<!-- PART: end -->`, or into a page of its own."""
    begin, end = f"<!-- {part}: begin -->", f"<!-- {part}: end -->"
    inside = "\n".join((begin, "", *map(_wrapped, text.strip().splitlines()), "", end))
    if not path.exists():
        path.write_text(inside + "\n", "utf-8")
        return
    page = path.read_text("utf-8")
    if begin not in page or end not in page.partition(begin)[2]:
        sys.exit(f"{path} has no lines `{begin}` and `{end}` to write between")
    before, _, rest = page.partition(begin)
    path.write_text(before + inside + rest.partition(end)[2], "utf-8")
