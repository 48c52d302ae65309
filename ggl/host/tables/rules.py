"""The rules that a table plays: a text, its origin, and the game made of it.

Reads the text of a file or bundled game from its source, and takes an editor's text as it is. A record names the game by its
bundled name or absolute path, so that the prompt can resume the play. A text without a file is a draft, which `keep` saves beside
the plays. Raises the errors of games, and `HostError`.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ggl import resources
from ggl.diagnostics import Findings
from ggl.host.errors import HostError
from ggl.host.folder import Folder
from ggl.host.views import Arg
from ggl.model.expand import expand
from ggl.model.extends import FindBase, find_beside, in_full, load_chain
from ggl.play.game import Game
from ggl.play.loading import find_source, made_of
from ggl.play.record import option_values
from ggl.play.storage import replace_file, state_folder
from ggl.source import Source
from ggl.syntax.document import Scalar

DRAFTS = "drafts"
DRAFT = "draft.yaml"
"""The name in messages for a text that has no file."""


@dataclass(frozen=True)
class LoadedRules:
    """Rules with their names: `name` in records, `shown` in messages, empty for a draft."""

    source: Source
    game: Game
    name: str
    shown: str

    @property
    def options(self) -> dict[str, bool | int | str]:
        return option_values(self.game)

    def keep(self) -> None:
        """Save a draft beside the plays. Raises `StorageError`."""
        if not self.shown:
            file = Path(self.name)
            with contextlib.suppress(OSError):  # the next line reports a failure
                file.parent.mkdir(parents=True, exist_ok=True)
            replace_file(file, self.source.text)


def text_alone(source: Source, find_base: FindBase) -> str:
    """The text with its bases merged in where these are files of a folder. Bundled games are everywhere, and what cannot be read
    stays as it is."""
    findings = Findings()
    chain = load_chain(source, findings, find_base)
    base = chain.files[0][1].get("extends") if chain is not None else None
    if chain is None or not isinstance(base, Scalar) or resources.bundled_game(base.text.strip()) is not None:
        return source.text
    tree = chain.merged(findings)
    return source.text if findings.has_errors else expand(in_full(tree, chain), telling=False)


def rules_source(name: str | None, folder: Folder | None) -> Source:
    """The text of a bundled game or of a file of the folder."""
    if name is not None and resources.bundled_game(name) is not None:
        return find_source(name)
    if name is None or folder is None:
        raise HostError("unknown", "give the name of a bundled game, a file of the folder, or a text")
    return Source(folder.source_name(name), find_source(str(folder.path(name)), bundled=False).text)


def read_rules(name: str | None, text: str | None, options: Mapping[str, Arg], folder: Folder | None, play: str) -> LoadedRules:
    """The rules of a name, or of a text; `play` names the draft of a text without a file."""
    bundled = name is not None and resources.bundled_game(name) is not None
    if text is None or (bundled and rules_source(name, folder).text == text):
        source = rules_source(name, folder)
    elif name is not None and folder is not None and not bundled:
        source = Source(folder.source_name(name), text)
    else:
        source = Source(DRAFT, text)
        return LoadedRules(source, _made(source, options, folder), str(state_folder() / DRAFTS / f"{play}.yaml"), "")
    assert name is not None
    own = name if bundled or folder is None else str(folder.path(name))
    game = _bundled(name, json.dumps(dict(options), sort_keys=True)) if bundled else _made(source, options, folder)
    return LoadedRules(source, game, own, name)


def _made(source: Source, options: Mapping[str, Arg], folder: Folder | None) -> Game:
    """The game of a text; no link leads to a base outside of the folder."""
    within = None if folder is None else folder.root
    return made_of(source, options, bases=lambda findings: find_beside(Path(source.name).parent, findings, within))


@lru_cache(16)
def _bundled(name: str, options: str) -> Game:
    """A bundled game, shared by all tables, since its text never changes. The options are JSON, where `1` is not `true`."""
    return made_of(find_source(name), json.loads(options))


def kept_rules(name: str, options: Mapping[str, Arg], folder: Folder | None) -> LoadedRules:
    """The rules that a saved play of our own names."""
    source, shown = find_source(name), shown_name(name, folder)
    if resources.bundled_game(name) is not None:
        return LoadedRules(source, _bundled(name, json.dumps(dict(options), sort_keys=True)), name, shown)
    if shown and (folder is None or folder.name(name) is None):
        beside, source = Path(name).parent, Source(shown, source.text)
        game = made_of(source, options, bases=lambda findings: _without_folder(find_beside(beside, findings)))
        return LoadedRules(source, game, name, shown)
    source = Source(folder.source_name(shown) if shown and folder is not None else DRAFT, source.text)
    return LoadedRules(source, _made(source, options, folder), name, shown)


def _without_folder(find: FindBase) -> FindBase:
    """Names bases as a guest may know them."""

    def found(name: str) -> Source | None:
        base = find(name)
        return None if base is None else Source(Path(base.name).name, base.text)

    return found


def shown_name(name: str, folder: Folder | None) -> str:
    """The name of a record's game in messages, which reveal no folder that is not open."""
    if resources.bundled_game(name) is not None:
        return name
    if Path(name).parent == state_folder() / DRAFTS:
        return ""
    inside = folder.name(name) if folder is not None else None
    return inside if inside is not None else Path(name).name
