"""What is found in a game file: the one place to change when the checker grows."""

from pathlib import Path

from ggl.diagnostics import Findings
from ggl.model.extends import find_beside, load_definition
from ggl.syntax.document import decode, read


def findings_of(path: Path) -> Findings:
    """What a stage finds; the next one is asked when there was nothing."""
    findings = Findings()
    source = decode(path.read_bytes(), path.name, findings)
    if source is not None and read(source, findings) is not None and not findings.has_errors:
        load_definition(source, findings, find_beside(path.parent))
    return findings
