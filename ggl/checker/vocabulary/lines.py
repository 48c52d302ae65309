"""Each word of expressions with how it is written and what it means: the lines that the manual and editors show.

Gives one table. A word with brackets that is also a name which stands alone has `()` behind it; properties stand behind the type
of site that has them, as `cell.row`, or behind `site.`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ggl.checker.vocabulary.board_words import BOARD_WORDS, DOTS
from ggl.checker.vocabulary.position_names import POSITION_NAMES, SITE_DOTS
from ggl.checker.vocabulary.prelude import PreludeWord, prelude
from ggl.checker.vocabulary.signatures import Signature
from ggl.checker.vocabulary.words import WORDS
from ggl.core.types import singular_of


@dataclass(frozen=True)
class WordLine:
    usage: str
    meaning: str


@cache
def word_lines() -> dict[str, WordLine]:
    found = {name: WordLine(name, meaning) for name, meaning in POSITION_NAMES.items()}
    called = {name: WordLine(typed_signature(word.signature), word.meaning) for name, word in BOARD_WORDS.items()}
    called |= {name: WordLine(_of_prelude(word), word.meaning) for name, word in prelude().items()}
    called |= {name: WordLine(word.usage, word.meaning) for name, word in WORDS.items()}
    found |= {f"{name}()" if name in POSITION_NAMES else name: word for name, word in called.items()}
    for (site, name), dot in DOTS.items():
        found[f"{site}.{name}"] = WordLine(f"x.{name}, of {singular_of(site)} -> {dot.signature.result}", dot.meaning)
    for name, meaning in SITE_DOTS.items():
        found[f"site.{name}"] = WordLine(f"x.{name}, of any site", meaning)
    return found


def _of_prelude(word: PreludeWord) -> str:
    text = typed_signature(word.signature)
    return text.replace(" ->", f" or {word.usage.rpartition(' or ')[2]} ->") if word.along is not None else text


def typed_signature(signature: Signature) -> str:
    """A signature with its types, as the vocabulary writes it."""
    params = [f"{p.name}: {p.type}" + (f" = {p.default}" if p.default is not None else "") for p in signature.params]
    return f"{signature.name}({', '.join(params)}) -> {signature.result}" if params else f"{signature.name} -> {signature.result}"
