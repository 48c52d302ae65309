"""One page with a game in it: board, moves, rules, opponents.

Takes a game and its name, returns the text of an HTML document: the styles of `ggl/web/page`, its modules as one script
(`page.js`, built by `ggl/web/bundle`), and the game as deflated data. Its content security policy names the script and the
styles by their digests, so nothing else runs in it. Raises `ExportError`.
"""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import Any

from ggl.agents.ladders import ladder_of
from ggl.export.kernel import deflated, kernel_of
from ggl.export.picture import picture_of
from ggl.export.why import legality_data
from ggl.export.words import words_of
from ggl.play.game import Game
from ggl.play.record import option_values
from ggl.play.seen_vector import scores_are_public
from ggl.render.appearance import looks_of
from ggl.typed_json import encoded
from ggl.version import __version__

_HERE = Path(__file__).parent
_PAGE = _HERE.parent / "web" / "page"
_STYLES = ("style/page.css", "style/board.css")


def export_page(game: Game, name: str) -> str:
    """The document. Records call the game `name`."""
    script = (_HERE / "page.js").read_text("utf-8")
    style = "".join((_PAGE / each).read_text("utf-8") for each in _STYLES)
    policy = (
        f"default-src 'none'; script-src 'sha256-{_digest(script)}' 'wasm-unsafe-eval'; style-src 'sha256-{_digest(style)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    document = (_PAGE / "index.html").read_text("utf-8")
    body = document[document.index("<body") :]
    title = f"{game.name} · ggl"
    return f"""<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="generator" content="ggl export">
    <meta http-equiv="Content-Security-Policy" content="{policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>{_text(title)}</title>
    <style>{style}</style>
  </head>
{
        body.replace(
            "</body>",
            f'''  <script type="text/plain" id="data">{deflated(page_data(game, name).encode())}</script>
    <script type="module">{script}</script>
  </body>''',
        )
    }"""


def page_data(game: Game, name: str) -> str:
    """Everything that the page knows about the game, as JSON."""
    parts = {"picture": picture_of(game), "kernel": kernel_of(game), "words": _words(game, name), "why": legality_data(game)}
    return encoded({**parts, "views": _views(game)})


def _views(game: Game) -> dict[str, Any] | None:
    """The entries that some player does not see, in the kernel's order; None if everybody sees everything."""
    if not game.hides:
        return None
    slots = [game.layout.slots[veil.field] for veil in game.checked.core.veils]
    return {"entries": [[slot.start, slot.stop, slot.field.start] for slot in slots], "scores": scores_are_public(game)}


def _words(game: Game, name: str) -> dict[str, Any]:
    checked, inks = game.checked, looks_of(game.checked).players
    kinds = checked.world.kinds
    hidden = {text.text for text in checked.definition.look.hide}
    return {
        **words_of(game),
        "game": name,
        "version": __version__,
        "optionValues": option_values(game),
        "pieces": [
            {"kind": kind, "name": kind if owner is None else f"{game.players[owner]} {kind}"} for kind, owner in checked.pieces
        ],
        "kinds": {
            kind.name: {"has": [each for each in kind.has if each not in hidden], "faces": kind.faces} for kind in kinds.values()
        },
        "inks": [{"light": ink.light, "dark": ink.dark} for ink in inks],
        "levels": _levels(game),
    }


def _levels(game: Game) -> list[dict[str, str]]:
    """The opponents on offer: the levels of the game's ladder that the page's own search can play, and a timed search."""
    found = [{"spec": "random", "about": "random"}]
    if game.hides:
        return found  # the page's search would read hidden information
    for number, level in enumerate(ladder_of(game).levels, 1):
        if level.spec.partition(":")[0] == "mcts":
            found.append({"spec": f"level:{number}", "about": level.spec})
    return [*found, *({"spec": spec, "about": spec} for spec in ("mcts:time=1", "mcts:time=5"))]


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _text(text: str) -> str:
    return re.sub('[&<>"]', lambda found: f"&#{ord(found[0])};", text)
