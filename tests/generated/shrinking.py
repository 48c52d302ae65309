"""The smallest file that still shows a difference: entries and lines are left out, expressions cut, as long as it stays."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

from tests.generated.layout import Path, Tree, all_paths, at, replaced, without

Still = Callable[[Tree], bool]
"""Whether a file is sound and still shows the same."""


def smallest(tree: Tree, still: Still, seconds: float = 120.0) -> Tree:
    """The file from which nothing more can be left out; or as far as the time goes."""
    until = time.monotonic() + seconds
    before: Tree = {}
    while tree != before and time.monotonic() < until:
        before = tree
        for make in (_left_out, _shortened):
            tree = make(tree, lambda smaller: time.monotonic() < until and still(smaller))
    return tree


def _left_out(tree: Tree, still: Still) -> Tree:
    """Without each entry and line that is not needed, whole parts first, the last of each part first."""
    paths = [path for path in all_paths(tree) if path not in (("ggl",), ("name",))]
    paths.reverse()
    for path in sorted(paths, key=len):
        try:
            smaller = without(tree, path)
        except (KeyError, IndexError, ValueError, AttributeError):
            continue  # gone with something else
        if smaller != tree and still(smaller):
            tree = smaller
    return tree


def _shortened(tree: Tree, still: Still) -> Tree:
    for path in sorted(all_paths(tree), key=len, reverse=True):
        found = True
        while found:
            found = False
            for smaller in _shorter(tree, path):
                if still(smaller):
                    tree, found = smaller, True
                    break
    return tree


def _shorter(tree: Tree, path: Path) -> Iterator[Tree]:
    try:
        value = at(tree, path)
    except (KeyError, IndexError):
        return
    if not isinstance(value, str) or "\n" in value:
        return
    for text in _cut(value, path):
        yield replaced(tree, path, text)
    if path[-1] == "for":
        parts = re.split(r", (?=\w+ in )", value)
        for number in range(len(parts)):
            if len(parts) > 1:
                yield replaced(tree, path, ", ".join(parts[:number] + parts[number + 1 :]))


def _cut(text: str, path: Path) -> Iterator[str]:
    """Shorter texts in its place: parts of it in brackets, one side of an operator, less of a line."""
    if path[0] in ("players", "name", "about", "look"):
        return
    seen = {text}
    candidates: list[str] = []
    if path[0] == "board":
        candidates += ["square(1)", "square(2)", "square(3)", "square(3, 1)"]
    candidates += [text.split(" if ")[0], text.split(" for ")[0]]
    for operator in (" and ", " or ", " + ", " - ", " & ", " * ", " == ", " != ", " < ", " >= ", " otherwise "):
        left, found, right = text.partition(operator)
        if found:
            candidates += [left, right]
    for start, end in _brackets(text):
        inner, head = text[start + 1 : end], re.search(r"\w*$", text[:start])
        candidates += [inner, text[:start] + inner + text[end + 1 :]]
        word = head[0] if head else ""
        for simple in ("cells", "0", "1", "true", "vacant"):
            candidates.append(text[: start - len(word)] + simple + text[end + 1 :])
        for part in re.split(r", ", inner):
            candidates.append(text[:start] + "(" + part + ")" + text[end + 1 :])
        if " if " in inner:
            candidates.append(text[:start] + text[start] + inner.split(" if ")[0] + text[end:])
    candidates += [re.sub(r"\d+", "1", text), re.sub(r"\w+ in \w+", "0", text)]
    if "where" in path or "ensure" in path or path[0] == "end":
        candidates += ["true", "ply > 1"]
    for each in candidates:
        each = each.strip()
        if each and len(each) <= len(text) and each not in seen:
            seen.add(each)
            yield each


def _brackets(text: str) -> Iterator[tuple[int, int]]:
    open_at: list[int] = []
    for place, sign in enumerate(text):
        if sign in "([{":
            open_at.append(place)
        elif sign in ")]}" and open_at:
            yield open_at.pop(), place
