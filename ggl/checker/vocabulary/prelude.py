"""The words that are written in the language itself: read once from `prelude.yaml`, each with its signature and meaning."""

from __future__ import annotations

from functools import cache
from importlib import resources
from threading import Lock

from ggl.checker.vocabulary.signatures import Signature, read_signature
from ggl.diagnostics import Findings
from ggl.frozen import frozen
from ggl.source import Source
from ggl.syntax import parser
from ggl.syntax import tree as t
from ggl.syntax.document import Mapping, Scalar, read_document


@frozen
class PreludeWord:
    signature: Signature
    meaning: str
    body: t.Expr
    along: t.Expr | None = None
    """The body where `ways` is given after the parameters of the signature."""

    @property
    def usage(self) -> str:
        """How the word is written."""
        text = str(self.signature)
        return f"{text} or {text[:-1]}, ways)" if self.along is not None else text


def prelude() -> dict[str, PreludeWord]:
    """The words that are written in the language itself, from `prelude.yaml`: the same for all threads, as `prelude_source` tells
    them from others."""
    with _READING:
        return _words()


_READING = Lock()


@cache
def _words() -> dict[str, PreludeWord]:
    text = resources.files("ggl.checker.vocabulary").joinpath("prelude.yaml").read_text("utf-8")
    findings = Findings()
    document = read_document(Source("prelude.yaml", text), findings)
    assert document is not None, list(findings)
    words: dict[str, PreludeWord] = {}
    for entry in document.entries:
        assert isinstance(entry.value, Mapping)
        takes, means, body = (entry.value.get(key) for key in ("takes", "means", "define"))
        assert isinstance(takes, Scalar)
        assert isinstance(means, Scalar)
        assert isinstance(body, Scalar)
        along = entry.value.get("along")
        assert along is None or isinstance(along, Scalar)
        words[entry.key.text] = PreludeWord(
            read_signature(takes.text), means.text, parser.expression(body),
            parser.expression(along) if along is not None else None,
        )  # fmt: skip
    return words


@cache
def prelude_source() -> Source:
    """The text in which these words are written, which the author of a game never sees."""
    return next(iter(prelude().values())).body.span.source
