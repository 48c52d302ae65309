"""A formatter that would change the rules, or break the file, is given up; how a text is formatted: `tests/cli/test_fmt.py`."""

import pytest

from ggl.diagnostics import Findings
from ggl.model import formatting
from ggl.source import Source
from tests.model.reading import finder, game

VARIANT = "name: Variant\nextends: base\noptions:\n  size: removed\nabout: One line.\n"
BASE = game("options:\n  size: 3\n  long: 4")

WRITTEN = {
    "other rules": (VARIANT.replace("One line", "Another"), "would change what"),
    "another entry that is removed": (VARIANT.replace("size", "long"), "would change what"),
    "no game at all": (VARIANT.replace("extends: base", "extends: 3"), "would change what"),
    "the same on other lines": ("\n\n" + VARIANT, None),
}


@pytest.mark.parametrize("what", WRITTEN)
def test_what_would_change_the_rules_is_given_up(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, refused = WRITTEN[what]
    monkeypatch.setattr(formatting, "format_text", lambda *_: text)
    source, findings = Source("game.yaml", VARIANT), Findings()
    if refused is None:
        assert formatting.formatted(source, findings, finder({"base": BASE})) == text
    else:
        with pytest.raises(AssertionError, match=refused):
            formatting.formatted(source, findings, finder({"base": BASE}))
    assert not findings.has_errors


def test_a_file_with_findings_is_not_formatted() -> None:
    findings = Findings()
    assert formatting.formatted(Source("game.yaml", "ggl: 2\n"), findings, finder({})) is None
    assert findings.has_errors
