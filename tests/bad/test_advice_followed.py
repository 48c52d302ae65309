"""Advice that is no single edit, followed to the letter: the file then checks without that finding, and plays as meant.

Each entry of `advice.yaml` names a bad file, what its help says, the texts to replace as the help says, and facts in the form of
`tests:` of a game file, which show what the file then means.
"""

from pathlib import Path

import pytest
import yaml

from ggl.play.filetests import run_tests
from ggl.play.loading import made_of
from ggl.source import Source
from tests.bad.findings_of import findings_in, findings_of

HERE = Path(__file__).parent
ADVICE = yaml.safe_load((HERE / "advice.yaml").read_text(encoding="utf-8"))


def names(entry: dict[str, object]) -> str:
    return f"{entry['file']}: {entry['says']}"


@pytest.mark.parametrize("entry", ADVICE, ids=names)
def test_advice_leads_to_the_game_that_was_meant(entry: dict[str, object]) -> None:
    path = HERE / f"{entry['file']}.yaml"
    heard = next(each for each in findings_of(path) if each.help is not None and str(entry["says"]) in each.help)
    text = path.read_text(encoding="utf-8")
    for old, new in entry["replace"]:  # type: ignore[attr-defined]
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    text += "\n" + yaml.safe_dump({"tests": entry["tests"]}, allow_unicode=True, sort_keys=False)
    found = [each for each in findings_in(text.encode(), path) if each.code.severity == "error" or each.code == heard.code]
    assert not found
    outcomes = list(run_tests(made_of(Source(path.name, text), engine="interpreter").checked))
    assert outcomes
    assert not [failure.message for outcome in outcomes for failure in outcome.failures]
