"""Make the page `coverage.md`: which game uses which words of the language, which words no game uses, and how long the files are.

Takes the files of `games/` and the vocabulary of the checker. Run it as `python docs/make_coverage.py` after a change; a test
says when it was forgotten.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

from ggl import resources
from ggl.checker.vocabulary.board_words import BOARD_WORDS, DOTS
from ggl.checker.vocabulary.position_names import POSITION_NAMES, SITE_DOTS
from ggl.checker.vocabulary.prelude import prelude
from ggl.checker.vocabulary.words import WORDS
from ggl.diagnostics import Findings
from ggl.model.definition import Definition
from ggl.model.extends import load_definition
from ggl.play.loading import find_source
from ggl.source import Source
from ggl.syntax import tree as t

PAGE = Path(__file__).resolve().parent / "coverage.md"
MADE = "<!-- Made by docs/make_coverage.py from the files of games/; run it again after a change. -->\n"

GUIDE = {
    "tic-tac-toe": 23, "connect-four": 39, "hex": 37, "othello": 64, "breakthrough": 56, "amazons": 46,
    "nine-mens-morris": 81, "draughts": 88, "chess": 363,
}  # fmt: skip
"""Words of the shortest description of a game in a peer rules language."""

_NOT_RULES = ("ggl", "name", "about", "notes", "tests", "look", "says", "targets")
EFFECTS = {
    t.Put: "put", t.Take: "take", t.Move: "move", t.Exchange: "exchange", t.Flip: "flip", t.Roll: "roll", t.LetBe: "let",
    t.AgainTurn: "again", t.PhaseTo: "phase", t.ForEach: "for", t.IfThen: "if", t.Routine: "routine",
}  # fmt: skip


def words_of(thing: object) -> Iterator[str]:
    """The words of the language in a definition, or in any part of one, as often as they stand there."""
    if (isinstance(thing, t.Call) and thing.name in _CALLED) or (isinstance(thing, t.Name) and thing.name in _ALONE):
        yield thing.name
    elif isinstance(thing, t.Dot):
        yield from ({f"last.{thing.name}"} if _is_last(thing.of) else {f".{thing.name}"} & _DOTTED)
    elif isinstance(thing, t.Change | t.Add | t.Result):
        yield thing.verb
    elif type(thing) in EFFECTS:
        yield EFFECTS[type(thing)]  # type: ignore[index]
    if isinstance(thing, dict):
        for value in thing.values():
            yield from words_of(value)
    elif isinstance(thing, tuple | list):
        for item in thing:
            yield from words_of(item)
    elif is_dataclass(thing) and not isinstance(thing, Source):
        for spec in fields(thing):
            own = isinstance(thing, Definition) and spec.name in ("tests", "look", "says", "notes", "targets")
            if "span" not in spec.name and not own:
                yield from words_of(getattr(thing, spec.name))


def _is_last(of: t.Expr) -> bool:
    return isinstance(of, t.Name) and of.name == "last"


_CALLED = {*BOARD_WORDS, *WORDS, *(name for name, word in prelude().items() if word.signature.params)}
_ALONE = {
    *POSITION_NAMES,
    *(name for name, word in BOARD_WORDS.items() if not word.signature.params),
    *(name for name, word in prelude().items() if not word.signature.params),
}
_DOTTED = {f".{name}" for _, name in DOTS} | {f".{name}" for name in SITE_DOTS}
_VERBS = {*EFFECTS.values(), "turn", "promote", "set", "add", "drop", "win", "lose", "draw"} - {"routine"}


def inside() -> dict[str, set[str]]:
    """For each word of the prelude, the words that its definition uses."""
    return {name: set(words_of(word.body)) for name, word in prelude().items()}


def length(name: str) -> int:
    """The words of a file between blanks, without its comments and what is no rule: names, notes, tests, looks."""
    lines, rules = find_source(name).text.split("\n"), True
    count = 0
    for line in lines:
        key = re.match(r"([\w]+)( *\([\w, ]*\))?:", line)
        if key:
            rules = key[1] not in _NOT_RULES
        if rules:
            count += len(re.sub(r"(^|\s)#.*", "", line).split())
    return count


def page() -> str:
    used: dict[str, set[str]] = {}
    for name in resources.bundled_games():
        definition = load_definition(find_source(name), Findings(), find_source)
        assert definition is not None, name
        used[name] = set(words_of(definition))
    inner = inside()
    through: dict[str, set[str]] = {name: _reached(words, inner) - words for name, words in used.items()}
    parts = ["# Which game uses which words\n", MADE]
    parts.append(
        "Each word of the [vocabulary](manual/words.md) with the bundled games that use it. In brackets: only through another "
        "word, of the prelude, which is written in the language itself.\n"
    )
    everything = sorted({*_CALLED, *_ALONE, *_DOTTED, "last.mover"}, key=str.lower)
    rows = [(word, _games(word, used, through)) for word in everything]
    parts.append("## Words\n\n| word | games |\n|---|---|")
    parts[-1] += "".join(f"\n| `{word}` | {games} |" for word, games in rows if games) + "\n"
    rows = [(verb, _games(verb, used, {})) for verb in sorted(_VERBS)]
    parts.append("## Effects\n\n| effect | games |\n|---|---|" + "".join(f"\n| `{v}` | {g} |" for v, g in rows if g) + "\n")
    silent = [f"`{word}`" for word in [*everything, *sorted(_VERBS)] if not _games(word, used, through)]
    parts.append("## Words that no bundled game uses\n\n" + (", ".join(silent) or "None.") + "\n")
    parts.append(
        "## How long the files are\n\nWords between blanks, without comments, names, notes, tests and looks. *Peer*: the "
        "shortest description in a peer rules language, where there is one.\n\n| game | words | peer | ratio |\n|---|---|---|---|"
    )
    for name in used:
        peer = GUIDE.get(name)
        ratio = f"{peer} | {length(name) / peer:.2f}" if peer else " | "
        parts[-1] += f"\n| {name} | {length(name)} | {ratio} |"
    return "\n".join(parts) + "\n"


def _reached(words: set[str], inner: dict[str, set[str]]) -> set[str]:
    """All words that the definitions of some words use, and theirs."""
    found: set[str] = set()
    waiting = list(words)
    while waiting:
        for word in inner.get(waiting.pop(), ()):
            if word not in found:
                found.add(word)
                waiting.append(word)
    return found


def _games(word: str, used: dict[str, set[str]], through: dict[str, set[str]]) -> str:
    return ", ".join(
        name if word in used[name] else f"({name})" for name in used if word in used[name] or word in through.get(name, ())
    )


def main() -> int:
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
