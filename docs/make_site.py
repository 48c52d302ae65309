"""The documentation as a site with search: `python docs/make_site.py` writes it to build/docs/site.

Takes the pages of `docs/` and `zensical.toml`; needs the extra `docs`. Pages are written for any reader of Markdown, so they are
copied first, with what a builder of sites cannot read: the words that a fence has for the tests, the languages that no
highlighter knows, and links to files beside `docs/`, which come along. Any warning is an error.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent

LANGUAGES = {"ggl": "python", "play": "text", "board": "text"}
"""What a fence is highlighted as, where its language is one of ours; expressions have the syntax of Python's."""

_FENCE = re.compile(r"^( *```)(\w+)[^\n`]*$", re.MULTILINE)
_LINK = re.compile(r"(\]\()([^)\s#:]+)([^)\s]*\))")


def main() -> int:
    work = DOCS.parent / "build" / "docs"
    shutil.rmtree(work, ignore_errors=True)
    pages = work / "pages"
    for file in sorted(DOCS.rglob("*")):
        if file.suffix in (".md", ".svg", ".png"):
            copy = pages / file.relative_to(DOCS)
            copy.parent.mkdir(parents=True, exist_ok=True)
            if file.suffix == ".md":
                copy.write_text(page(file, pages), "utf-8")
            else:
                shutil.copyfile(file, copy)
    shutil.copyfile(DOCS / "zensical.toml", work / "zensical.toml")
    return subprocess.run([sys.executable, "-m", "zensical", "build", "--clean", "--strict"], cwd=work, check=False).returncode


def page(file: Path, pages: Path) -> str:
    """The text of a page as the site has it; files beside `docs/` that it links to are put among the pages."""

    def beside(link: re.Match[str]) -> str:
        target = (file.parent / link[2]).resolve()
        if target.is_relative_to(DOCS) or not target.is_file():
            return link[0]
        copy = pages / "files" / target.name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(target, copy)
        up = "../" * len(file.relative_to(DOCS).parent.parts)
        return f"{link[1]}{up}files/{target.name}{link[3]}"

    text = _FENCE.sub(lambda fence: fence[1] + LANGUAGES.get(fence[2], fence[2]), file.read_text("utf-8"))
    return _LINK.sub(beside, text)


if __name__ == "__main__":
    sys.exit(main())
