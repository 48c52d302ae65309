"""What is found in a game file: the one place to change when the checker grows."""

from functools import cache
from pathlib import Path

from ggl.checker.game import check
from ggl.diagnostics import Findings
from ggl.model.extends import find_beside, load_definition
from ggl.play.filetests import misread, run_tests
from ggl.play.game import Game
from ggl.play.trial import trial
from ggl.source import Source
from ggl.syntax.document import decode_text, read_document

PLAYED = "7xx"
"""The family of what only playing shows: of its files the tests are run, and some games are played."""

GAMES = 5


@cache
def findings_of(path: Path) -> Findings:
    return findings_in(path.read_bytes(), path)


def findings_in(data: bytes, path: Path) -> Findings:
    """What a stage finds in a text that stands at this path; the next one is asked when there was nothing. No folder is named."""
    findings = Findings()
    source = decode_text(data, path.name, findings)
    if source is None or read_document(source, findings) is None or findings.has_errors:
        return findings
    find = find_beside(path.parent, findings)

    def find_base(name: str) -> Source | None:
        found = find(name)
        return found and Source(Path(found.name).name, found.text)

    definition = load_definition(source, findings, find_base)
    game = check(definition, {}, findings) if definition is not None else None
    if game is not None:
        for finding in misread(game):
            findings.add(finding)
    if game is not None and path.parent.name == PLAYED:
        failures = [failure for outcome in run_tests(game) for failure in outcome.failures]
        for finding in (*failures, *trial(Game(game), GAMES)):
            findings.add(finding)
    return findings
