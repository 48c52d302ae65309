"""Small pieces of HTML for notebooks: their contents are text, never markup."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def html_table(heads: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """A table whose first column names its rows."""
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join(
        f"<tr><th>{escape(str(row[0]))}</th>{''.join(f'<td>{escape(str(each))}</td>' for each in row[1:])}</tr>" for row in rows
    )
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def framed(page: str, title: str) -> str:
    """A whole page within another one, where it can run no script and its style is its own."""
    style = "width: 100%; height: 80vh; border: 0"
    return f'<iframe sandbox="" title="{escape(title)}" srcdoc="{escape(page)}" style="{style}"></iframe>'
