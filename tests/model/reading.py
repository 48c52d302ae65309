"""What the tests of the model share: a file's text to its definition, with bases from a few texts or from the drafts."""

from pathlib import Path

from ggl.diagnostics import Findings
from ggl.model.definition import Definition
from ggl.model.extends import SourceChain, load_chain, load_definition
from ggl.source import Source
from ggl.syntax import parser
from ggl.syntax import tree as t
from ggl.syntax.document import Scalar

DRAFTS = Path(__file__).parent / "drafts"

HEAD = "ggl: 1\nname: Test\nplayers: [Black, White]\nboard: square(3)\n"
MOVES = "moves:\n  place:\n    do: put stone on a1\n"


def draft(name: str) -> Source | None:
    path = DRAFTS / f"{name}.yaml"
    return Source(path.name, path.read_text("utf-8")) if path.is_file() else None


def finder(bases: dict[str, str]):
    return lambda name: Source(f"{name}.yaml", bases[name]) if name in bases else draft(name)


def load(text: str, **bases: str) -> tuple[Definition | None, Findings]:
    findings = Findings()
    return load_definition(Source("game.yaml", text), findings, finder(bases)), findings


def good(text: str, **bases: str) -> Definition:
    definition, findings = load(text, **bases)
    assert [str(finding) for finding in findings] == []
    assert definition is not None
    return definition


def bad(text: str, **bases: str) -> list[str]:
    """Each finding as `line:column code`, with the file where it is not the game's own."""
    definition, findings = load(text, **bases)
    assert definition is None
    shown = []
    for finding in findings.sorted():
        assert finding.span is not None
        file = "" if finding.span.source.name == "game.yaml" else f"{finding.span.source.name}:"
        shown.append(f"{file}{finding.span.line}:{finding.span.column} {finding.code.code}")
    return shown


def chain_of(text: str, **bases: str) -> SourceChain:
    findings = Findings()
    chain = load_chain(Source("game.yaml", text), findings, finder(bases))
    assert chain is not None
    return chain


def game(*parts: str) -> str:
    """A small whole game with more parts, each a block of lines; a part that the small game has is replaced."""
    heads = {part.split(":")[0] for part in parts}
    own = [line + "\n" for line in HEAD.splitlines() if line.split(":")[0] not in heads]
    return "".join(own) + ("" if "moves" in heads else MOVES) + "".join(part.rstrip("\n") + "\n" for part in parts)


def placed(text: str) -> Scalar:
    return Scalar(text, Source("", text).span(0, len(text)))


def x(text: str) -> t.Expr:
    """The tree of an expression; trees are equal when they say the same."""
    return parser.expression(placed(text))
