"""The tutorial as a page shows it: the steps of `docs/tutorial.md`, and what shows that one is done.

The text stands in that file alone. A step is a heading with a number and what follows it. Its file is the fence with `file=`:
`anew` says that it begins empty, `shows=` that it begins with this text, which has mistakes; any other goes on from the file of
the step before. Each file has checks: a game of the same name in `docs/tutorial/`, which extends it and has tests.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from ggl import resources
from ggl.host import answers as a
from ggl.host.errors import HostError
from ggl.host.jobs.work import Checks

_STEP = re.compile(r"^## (?=\d+\. )", re.MULTILINE)
_FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_RUN = re.compile(r"`(?P<code>[^`]+)`|\*(?P<stress>[^*]+)\*|\[(?P<link>[^\]]+)\]\([^)]*\)")


@cache
def tutorial() -> a.Tutorial:
    """All steps; read once."""
    steps: list[a.TutorialStep] = []
    for text in _STEP.split(resources.tutorial_page().read_text("utf-8"))[1:]:
        steps.append(_step(text, steps[-1].text if steps else ""))
    return a.Tutorial(tuple(steps))


def checks_of(file: str) -> Checks:
    """The checks of a file of the tutorial. Raises `HostError` for any other name."""
    if file not in {step.file for step in tutorial().steps if step.file is not None}:
        raise HostError("unknown", "the tutorial has no such file")
    return Checks(file, (resources.tutorial_checks() / file).read_text("utf-8"))


def _step(text: str, before: str) -> a.TutorialStep:
    """`before` does what the step before asks."""
    title, _, body = text.partition("\n")
    name, begins, whole = None, None, before
    for fence in _FENCE.finditer(body):
        words = dict(word.partition("=")[::2] for word in fence[2].split())
        if "file" not in words:
            continue
        name = words["file"]
        if "shows" in words:
            begins = fence[3]
        else:
            begins, whole = "" if "anew" in words else None, fence[3]
    return a.TutorialStep(title, tuple(_parts(body)), name, whole, begins)


def _parts(body: str) -> Iterator[a.TutorialPart]:
    at = 0
    for fence in _FENCE.finditer(body):
        yield from _paragraphs(body[at : fence.start()])
        yield a.TutorialPart("file" if fence[1] == "yaml" else "prompt", (), fence[3])
        at = fence.end()
    yield from _paragraphs(body[at:])


def _paragraphs(text: str) -> Iterator[a.TutorialPart]:
    for paragraph in filter(None, map(str.strip, re.split(r"\n\s*\n", text))):
        is_list = paragraph.startswith("- ")
        for each in re.split(r"^- ", paragraph, flags=re.MULTILINE)[1:] if is_list else [paragraph]:
            yield a.TutorialPart("item" if is_list else "text", tuple(_runs(" ".join(each.split()))), "")


def _runs(text: str) -> Iterator[a.Run]:
    """The pieces of a sentence. A link is its words: the pages that it leads to are not here."""
    at = 0
    for found in _RUN.finditer(text):
        if found.start() > at:
            yield a.Run(text[at : found.start()], "plain")
        if found["link"] is not None:
            yield a.Run(found["link"], "plain")
        else:
            yield a.Run(found["code"] or found["stress"], "code" if found["code"] is not None else "stress")
        at = found.end()
    if at < len(text):
        yield a.Run(text[at:], "plain")
