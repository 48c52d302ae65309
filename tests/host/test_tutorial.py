"""The tutorial's steps: read from its page, each with checks that its file passes and the file of the step before does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from ggl import resources
from ggl.host import views
from ggl.host.errors import HostError
from ggl.host.jobs import work
from ggl.host.jobs.worker import Worker
from ggl.host.tutorial import checks_of, tutorial
from ggl.play.errors import InvalidGameError
from ggl.play.loading import made_of
from ggl.source import Source

STEPS = tutorial().steps
WRITTEN = [number for number, step in enumerate(STEPS) if step.file is not None]


def results(number: int, text: str, folder: Path) -> views.TestResults:
    """What the checks of a step say of a text, with the files of the other steps beside it."""
    for each in STEPS:
        if each.file is not None:
            (folder / each.file).write_text(each.text)
    file = STEPS[number].file
    assert file is not None
    source = Source(str(folder / file), text)
    game = work.GameData.of(source, made_of(source).checked.definition, {})
    *_, found = Worker().do(work.TestsWork(game, checks_of(file)))
    assert isinstance(found, views.TestResults)
    return found


@pytest.mark.parametrize("number", WRITTEN)
def test_the_file_of_a_step_does_all_that_its_checks_ask(number: int, tmp_path: Path) -> None:
    found = results(number, STEPS[number].text, tmp_path)
    assert found.tests
    assert [each.text for each in found.tests if not each.passed] == []


@pytest.mark.parametrize("number", WRITTEN)
def test_a_step_is_not_done_by_what_it_begins_with(number: int, tmp_path: Path) -> None:
    step = STEPS[number]
    begins = step.begins if step.begins is not None else STEPS[number - 1].text
    try:
        found = results(number, begins, tmp_path)
    except InvalidGameError:
        return  # it is not a game yet
    failed = [each for each in found.tests if not each.passed]
    assert failed
    assert all(each.text for each in failed), "what is missing is told"


def test_each_file_has_checks_and_no_checks_are_left_over() -> None:
    names = {path.name for path in resources.tutorial_checks().glob("*.yaml")}
    assert names == {step.file for step in STEPS} - {None}


def test_a_step_has_its_text_in_the_order_of_the_page() -> None:
    page = resources.tutorial_page().read_text("utf-8")
    for step in STEPS:
        assert f"## {step.title}\n" in page
        whole = " ".join(run.text for part in step.parts for run in part.runs)
        assert whole
        assert "](" not in whole, "a link is its words"
        at = 0
        for part in step.parts:
            for text in [part.text, *(run.text for run in part.runs)]:
                first = text.split("\n")[0].split(" ")[0]
                at = page.index(first, at)


@pytest.mark.parametrize("file", ["", "nothing.yaml", "../tutorial.md", "scree-1", "/etc/passwd"])
def test_checks_are_those_of_the_tutorial_alone(file: str) -> None:
    with pytest.raises(HostError):
        checks_of(file)
