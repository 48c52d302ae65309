"""The games of the language's draft: all that the grammar covers reads, expands, and reads again as the same."""

from dataclasses import fields, is_dataclass

import pytest

from ggl.diagnostics import Findings
from ggl.model.expand import expand
from ggl.model.extends import load_chain, load_definition
from ggl.source import Source, Span
from tests.model.reading import DRAFTS, draft, finder

# What the language does not have yet, and the codes that say so.
NOT_YET = {
    "backgammon": {"GGL141"},  # what a variable holds was said otherwise in the draft
    "oware": {"GGL141", "GGL151"},  # sow
    "tiles": {"GGL144"},  # shapes of several cells
}
NAMES = sorted(path.stem for path in DRAFTS.glob("*.yaml"))
READ = [name for name in NAMES if name not in NOT_YET]


def plain(value: object) -> object:
    """A definition without places."""
    if isinstance(value, Span | Source):
        return None
    if isinstance(value, tuple):
        return tuple(plain(each) for each in value)
    if isinstance(value, dict):
        return [(key, plain(each)) for key, each in value.items()]
    if is_dataclass(value):
        return type(value), [plain(getattr(value, field.name)) for field in fields(value) if field.compare]
    return value


def source(name: str) -> Source:
    found = draft(name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", READ)
def test_reads_without_findings(name: str) -> None:
    findings = Findings()
    definition = load_definition(source(name), findings, finder({}))
    assert [str(finding) for finding in findings] == []
    assert definition is not None
    assert definition.moves
    assert definition.source.name == f"{name}.yaml"


@pytest.mark.parametrize("name", NOT_YET)
def test_what_is_not_built_is_told(name: str) -> None:
    findings = Findings()
    assert load_definition(source(name), findings, finder({})) is None
    assert {finding.code.code for finding in findings} == NOT_YET[name]


@pytest.mark.parametrize("name", READ)
def test_expanded_it_is_the_same_game(name: str) -> None:
    findings = Findings()
    chain = load_chain(source(name), findings, finder({}))
    assert chain is not None
    text = expand(chain.merged(findings))
    written = Source("expanded.yaml", text)
    again = load_definition(written, findings, finder({}))
    whole = load_definition(chain.files[0][0], findings, finder({}))
    assert [str(finding) for finding in findings] == []
    assert again is not None
    assert whole is not None
    assert plain(again) == plain(whole)
    assert "extends" not in text
    assert ("# " in text) == (len(chain.files) > 1)
