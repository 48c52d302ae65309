"""Make the pages of the manual that list everything: `manual/words.md` and `manual/keys.md`.

Takes the vocabulary of the checker, the schema of game files, and `words.yaml` and `keys.yaml` beside this script, which hold the
order and the examples. Gives the two pages; fails with a message if a word or a key is missing there or not known. Run it as
`python docs/make_reference.py` after a change; a test says when it was forgotten.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from ggl.checker.vocabulary.lines import word_lines
from ggl.model.schema import load_game_schema
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source

HERE = Path(__file__).resolve().parent
MADE = "<!-- Made by docs/make_reference.py from the vocabulary and docs/{}; change those and run it again. -->\n"
WRITTEN_BY_HAND = ("last.mover", "last.PARAMETER")
"""Words that are forms of the language rather than entries of a table."""


class MissingError(Exception):
    """A word or a key that the pages do not speak of, or that nobody knows."""


# ------------------------------------------------------------------------------------------------------------- words


def vocabulary() -> dict[str, tuple[str, str]]:
    """Every word with how it is written, and its meaning. What is also a name that stands alone has `()` behind it."""
    return {name: (line.usage, line.meaning) for name, line in word_lines().items()}


def words_page() -> str:
    data = _read("words.yaml")
    known = vocabulary()
    shown = [name for section in data["sections"] for name in section["words"]]
    _compare(shown, [*known, *WRITTEN_BY_HAND], "words.yaml")
    games = _games(data["intro"])
    parts = [f"# {data['title']}\n", MADE.format("words.yaml"), _with_pictures(data["intro"], games)]
    parts.append(_contents(data["sections"]))
    for section in data["sections"]:
        parts.append(f"## {section['title']}\n")
        if "text" in section:
            parts.append(section["text"].strip() + "\n")
        parts += [_word(name, entry, known, section) for name, entry in section["words"].items()]
    return "\n".join(parts)


def _word(name: str, entry: Any, known: dict[str, tuple[str, str]], section: dict[str, Any]) -> str:
    entry = entry if isinstance(entry, dict) else {"examples": entry}
    if name in known:
        usage, meaning = known[name]
    else:
        usage, meaning = f"{name} -> {entry['gives']}", entry["meaning"]
    after = f' after="{section["after"]}"' if "after" in section else ""
    heading = name.removeprefix("site") if name.startswith("site.") else name
    lines = [f"### `{heading}`\n", f"`{usage}`: {meaning}. <!-- {id_of(name)} -->\n"]
    if "more" in entry:
        lines.append(entry["more"].strip() + "\n")
    if not entry["examples"]:
        return "\n".join(lines)  # what stands in no expression is shown elsewhere
    lines.append(f"```ggl on={section.get('on', 'garden.yaml')}{after}\n" + "\n".join(entry["examples"]) + "\n```\n")
    return "\n".join(lines)


def id_of(name: str) -> str:
    """The id of what a word means, for the tests of the manual."""
    return f"word-{name.removesuffix('()')}-called" if name.endswith("()") else f"word-{name.replace(' ', '-')}"


# -------------------------------------------------------------------------------------------------------------- keys


def schema_keys() -> Iterator[tuple[str, str, str]]:
    """Every key of a game file: the part it belongs to, how it is written, its meaning."""
    schema = load_game_schema()
    for part, node in {"": schema, **schema["$defs"]}.items():
        yield from _keys_of(part, node)


def _keys_of(part: str, node: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    for name, value in node.get("properties", {}).items():
        yield part, name, str(value.get("description", ""))
        yield from _keys_inside(name, value)
    for value in node.get("patternProperties", {}).values():
        if "$comment" in value:
            yield part, value["$comment"], str(value.get("description", ""))
    for way in node.get("anyOf", ()):
        yield from _keys_of(part, way)


def _keys_inside(part: str, node: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Keys of maps that have names of the author's own for keys, such as those of a region."""
    for way in node.get("anyOf", ()):
        inner = way.get("additionalProperties", False)
        if isinstance(inner, dict):
            yield from _keys_of(part, inner)


def keys_page() -> str:
    data = _read("keys.yaml")
    known = {(part, name): meaning for part, name, meaning in schema_keys()}
    shown = [(section["part"], name) for section in data["sections"] for name in section["keys"]]
    _compare(shown, list(known), "keys.yaml")
    parts = [f"# {data['title']}\n", MADE.format("keys.yaml"), data["intro"].strip() + "\n"]
    parts.append(_contents(data["sections"]))
    for section in data["sections"]:
        parts.append(f"## {section['title']}\n")
        parts.append(section["text"].strip() + "\n")
        parts.append(f"```yaml file={section['file']}\n{section['game'].strip()}\n```\n")
        for name, entry in section["keys"].items():
            parts.append(_key(section["part"], name, entry, known[section["part"], name], section["file"]))
    return "\n".join(parts)


def _key(part: str, name: str, entry: Any, meaning: str, file: str) -> str:
    entry = entry if isinstance(entry, dict) else {"example": entry}
    means = f"<!-- key-{part or 'file'}-{re.sub(r'[^a-z]+', '-', name).strip('-')} -->\n{meaning}" if meaning else ""
    told = "\n\n".join(text for text in (means, entry.get("more", "").strip()) if text)
    if "game" not in entry and "example" not in entry:
        return f"### `{name}`\n\n{told}\n"
    fence = f"yaml file={entry['file']}" if "game" in entry else f"yaml part={entry.get('of', file)}"
    return f"### `{name}`\n\n{told}\n\n```{fence}\n{entry.get('game', entry.get('example', '')).strip()}\n```\n"


# ------------------------------------------------------------------------------------------------------------ common


def _contents(sections: list[dict[str, Any]]) -> str:
    return (
        "On this page: "
        + ", ".join(f"[{each['title'].lower()}](#{_anchor(each['title'])})" for each in sections)
        + ". <!-- - -->\n"
    )


def _compare(shown: list[Any], known: list[Any], file: str) -> None:
    missing = [each for each in known if each not in shown]
    unknown = [each for each in shown if each not in known]
    twice = sorted({str(each) for each in shown if shown.count(each) > 1})
    if missing or unknown or twice:
        raise MissingError(f"docs/{file}: not there: {missing}; not known: {unknown}; twice: {twice}")


def _games(text: str) -> dict[str, Game]:
    """The games whose files stand in a text."""
    games = {}
    for block in text.split("```yaml file=")[1:]:
        name, _, rest = block.partition("\n")
        checked, found = check_source(Source("<page>", rest.split("```")[0]))
        if checked is None:
            raise MissingError(f"{name} has errors: {[str(each) for each in found]}")
        games[name] = Game(checked)
    return games


def _with_pictures(text: str, games: dict[str, Game]) -> str:
    for name, game in games.items():
        head = f"```board of={name}\n"
        text = text.replace(head + "```", f"{head}{str(game.initial_state()).strip(chr(10))}\n```")
    return text


def _read(name: str) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((HERE / name).read_text("utf-8"))
    return data


def _anchor(title: str) -> str:
    return "".join(c for c in title.lower().replace(" ", "-") if c.isalnum() or c == "-")


PAGES = {"words.md": words_page, "keys.md": keys_page}


def main() -> int:
    for name, page in PAGES.items():
        (HERE / "manual" / name).write_text(page(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
