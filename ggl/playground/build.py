"""The playground as a folder of static files.

Takes a folder, games, and a folder with Pyodide as its npm package has it. Gives the page of `ggl/web/page`, Pyodide's files, and
one archive with what Python needs in the worker: ggl, the games, the packages that it imports as they are installed here (their
Python alone), and `stand_ins` for those that are compiled. Raises `GglError`.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

import ggl
from ggl import resources
from ggl.diagnostics import Findings
from ggl.errors import GglError
from ggl.model.extends import find_beside, load_chain
from ggl.play.errors import InvalidGameError
from ggl.play.loading import find_source
from ggl.play.storage import replace_file
from ggl.source import Source

PYODIDE = "314.0.7"
"""The version that the tests try."""

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")

PACKAGES = ("attrs", "jsonschema", "jsonschema-specifications", "lark", "PyYAML", "referencing")
"""The packages that ggl imports in the worker. networkx is for `board.graph`, which no page asks for; the prompt's packages
are not used."""

_NOT_NEEDED = ("adapters", "cli", "lsp", "web", "notebook.py", "__main__.py")
_CODE = (".py", ".lark", ".tables", ".kernel", ".json", ".yaml", ".md")
_PAGE = Path(str(ggl.__file__)).parent / "web" / "page"
_HERE = Path(__file__).parent
_EARLY = (1980, 1, 1, 0, 0, 0)
"""The date of each file in the archive, so that equal files make equal archives."""

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self' https: http://localhost:* http://127.0.0.1:*; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The Content-Security-Policy of the page: as that of the workshop, and `?url=` may load a file from elsewhere."""


def build(folder: Path, games: Iterable[str], pyodide: Path) -> list[Path]:
    """Write the playground into a folder, which is made if it is not there; the files that it has."""
    files = {
        **dict(_page()),
        **{f"pyodide/{name}": (pyodide / name).read_bytes() for name in PYODIDE_FILES},
        "pyodide/README.md": (pyodide / "README.md").read_bytes(),
        "python.zip": archive(games),
    }
    version = hashlib.sha256(b"".join(name.encode() + files[name] for name in sorted(files))).hexdigest()[:16]
    listed = sorted({"./", *files, "playground/version.js"})  # a browser refuses a list with duplicates
    files["playground/version.js"] = f'export const VERSION = "{version}";\n'.encode()
    service = files.pop("playground/service.js").decode()
    listed.remove("playground/service.js")
    service = service.replace('"VERSION"', json.dumps(version)).replace('["FILES"]', json.dumps(listed, indent=1))
    files["service.js"] = service.encode()  # a service worker serves its own folder
    written = []
    for name, data in files.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise GglError(f"{path.parent} cannot be made: {error.strerror}") from None
        replace_file(path, data)
        written.append(path)
    return written


def find_pyodide(said: Path | None) -> Path:
    """The folder of Pyodide's files: the one that was said, or where npm puts it. Raises `GglError`."""
    places = [said] if said is not None else [
        Path("node_modules/pyodide"), _PAGE.parent / "bundle/node_modules/pyodide"]  # fmt: skip
    for place in places:
        if all((place / name).is_file() for name in PYODIDE_FILES):
            return place
    where = f"{said} does not hold it" if said is not None else "it is not in node_modules"
    raise GglError(
        f"the playground needs the files of Pyodide, and {where}: `npm install pyodide@{PYODIDE}`, "
        "or say where its package is with `--pyodide FOLDER`"
    )


# ---- the page


def _page() -> Iterator[tuple[str, bytes]]:
    for path in sorted(_PAGE.rglob("*")):
        name = path.relative_to(_PAGE).as_posix()
        if path.is_file() and path.suffix != ".ts" and name not in ("main.js", "index.html"):
            yield name, path.read_bytes()
    yield "index.html", _index((_PAGE / "index.html").read_text("utf-8")).encode()


def _index(text: str) -> str:
    """The workshop's document as the playground's: its policy, and what begins it."""
    text = re.sub(r"\n( *)<title>.*</title>", rf'\n\1<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
                  r"\n\1<title>ggl playground</title>", text)  # fmt: skip
    return text.replace('src="main.js"', 'src="playground/main.js"')


# ---- what Python needs


def archive(games: Iterable[str]) -> bytes:
    """A zip file with all that is put into the worker's `/ggl/python`."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as into:
        for name, data in sorted({**dict(_ggl()), **dict(_games(games)), **dict(_packages())}.items()):
            into.writestr(zipfile.ZipInfo(name, _EARLY), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _ggl() -> Iterator[tuple[str, bytes]]:
    package = Path(str(ggl.__file__)).parent
    for path in sorted(package.rglob("*")):
        parts = path.relative_to(package).parts
        if path.suffix not in _CODE or not path.is_file() or "__pycache__" in parts:
            continue
        if parts[0] in (*_NOT_NEEDED, "data") or (
            parts[0] == "playground" and parts[1:] not in (("__init__.py",), ("carrying.py",))
        ):
            continue
        yield "/".join(("ggl", *parts)), path.read_bytes()
    stand_ins = _HERE / "stand_ins"
    for path in sorted(stand_ins.rglob("*.py")):
        parts = path.relative_to(stand_ins).parts
        if len(parts) > 1 and "__pycache__" not in parts:
            yield "/".join(parts), path.read_bytes()
    yield "ggl/data/schemas/game.schema.json", resources.game_schema().read_bytes()
    yield "ggl/data/docs/tutorial.md", resources.tutorial_page().read_bytes()
    for path in sorted(resources.tutorial_checks().glob("*.yaml")):
        yield f"ggl/data/docs/tutorial/{path.name}", path.read_bytes()


def _games(games: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """The games with what they extend, and their levels; all bundled ones if none is named."""
    for name in [*games] or resources.bundled_games():
        for source in _with_bases(find_source(name)):
            stem = Path(source.name).stem if source.name.endswith((".yaml", ".yml")) else source.name
            yield f"ggl/data/games/{stem}.yaml", source.text.encode()
            levels = resources.games_folder() / "levels" / f"{stem}.json"
            if levels.is_file():
                yield f"ggl/data/games/levels/{stem}.json", levels.read_bytes()


def _with_bases(source: Source) -> list[Source]:
    findings = Findings()
    beside = None if resources.bundled_game(source.name) is not None else Path(source.name).parent
    chain = load_chain(source, findings, find_beside(beside))
    if chain is None:
        raise InvalidGameError(source.name, findings.sorted())
    return [each for each, _ in chain.files]


def _packages() -> Iterator[tuple[str, bytes]]:
    """The Python and the data of each package, with its licence."""
    for package in PACKAGES:
        for file in metadata.files(package) or ():
            if file.suffix in (".pyc", ".so", ".pyd", ".exe") or ".." in file.parts or file.parts[0] == "_yaml":
                continue
            if {"tests", "test", "benchmarks", "__pyinstaller", "tools"} & set(file.parts):
                continue
            path = Path(str(file.locate()))
            about = file.parts[0].endswith(".dist-info")
            if path.is_file() and (not about or "LICEN" in file.name.upper() or file.name == "METADATA"):
                yield file.as_posix(), path.read_bytes()
