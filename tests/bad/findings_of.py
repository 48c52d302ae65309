"""What is found in a game file: the one place to change when the checker grows."""

from pathlib import Path

from ggl.diagnostics import Findings
from ggl.syntax.document import decode, read


def findings_of(path: Path) -> Findings:
    findings = Findings()
    source = decode(path.read_bytes(), path.name, findings)
    if source is not None:
        read(source, findings)
    return findings
