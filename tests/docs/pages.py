"""The pages of the documentation and their fenced blocks.

A fence's first line says what the block is and how to check it, as `key=value` words behind the language:

    ```yaml file=NAME [shows=GGL203]   a whole game, written to NAME in the page's folder and checked; no finding but those;
                                       `anew`: `ggl tutorial` begins it with an empty file
    ```yaml part[=NAME]                lines of the last game before it on the page, or of that one
    ```ggl on=NAME [after="MOVES"]     expressions, each with its value behind `#`, in that game after these moves
    ```board of=NAME [after="MOVES"]   the picture of that state
    ```play of=NAME                    a play at the prompt: `> ` begins what is typed, the rest is what ggl answers
    ```console                         `$ COMMAND` lines and what they print; `...` stands for anything
    ```diff to=EXAMPLE                 a change to a copy of the checkout, for `test_change_ggl.py`
    ```console in=EXAMPLE [slow]       commands in that copy
    ```python [needs=MODULE]          statements, or a session with `>>>`; one page is one program; skipped without the module
    ```lua                             settings for Neovim, which `tests/lsp/test_neovim.py` runs
    ```text                            anything else; not checked
"""

from __future__ import annotations

import importlib.util
import re
import shlex
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]
_FENCE = re.compile(r"^( *)```(\w+)([^\n`]*)\n(.*?)^\1```[ ]*$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Block:
    page: str
    line: int
    language: str
    text: str
    words: dict[str, str] = field(hash=False)

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"


def pages() -> tuple[str, ...]:
    """The pages that people read, as paths from the root; notes for developers have no examples to run."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return tuple(path.relative_to(ROOT).as_posix() for path in found if "internals" not in path.parts)


@cache
def blocks(page: str) -> tuple[Block, ...]:
    text = (ROOT / page).read_text("utf-8")
    found = []
    for match in _FENCE.finditer(text):
        indent, language, info, inside = match.groups()
        body = re.sub(f"^{indent}", "", inside, flags=re.MULTILINE)
        words = dict(word.partition("=")[::2] for word in shlex.split(info))
        found.append(Block(page, text.count("\n", 0, match.start()) + 1, language, body, words))
    return tuple(found)


def folder_for(page: str, parent: Path) -> Path:
    """A folder with the page's games in it, under their names, and the games of `examples/`."""
    folder = parent / page.replace("/", "-")
    if not folder.exists():
        folder.mkdir(parents=True)
        for example in sorted((ROOT / "examples").glob("*.yaml")):
            (folder / example.name).write_bytes(example.read_bytes())
        for block in blocks(page):
            if "file" in block.words:
                (folder / block.words["file"]).write_text(block.text, "utf-8")
    return folder


def doc_script(name: str) -> ModuleType:
    """A script of `docs/`, as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
