"""Games that tests load again and again: each process of tests reads and checks a file once, and hands the checked game on.

A checked game does not change, whatever is asked of it. Still, a test gets one that was checked before it at most once: a file
that it loads twice is checked anew, so a test that compares what is loaded twice compares two of them. Tests that replace parts
of ggl load for themselves.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from ggl import resources
from ggl.checker.game import CheckedGame, check
from ggl.diagnostics import Diagnostic, Findings
from ggl.model.definition import Definition
from ggl.model.extends import FindBase, bases_of
from ggl.model.extends import load_definition as read
from ggl.play import loading
from ggl.source import Source

MOST, LONGEST = 200, 60_000
"""The most files that are kept, and the most characters of one."""

EXAMINED = 12
"""Games that are checked once more in the end."""

_Options = tuple[tuple[str, type, object], ...]


@dataclass
class Kept:
    """What a file is read to, what was found in it, and the games that it is with options."""

    definition: Definition
    findings: tuple[Diagnostic, ...]
    games: dict[_Options, tuple[CheckedGame, tuple[Diagnostic, ...]]] = field(default_factory=dict)
    handed_on: int = 0


class SharedGames:
    """Stands in for `load_definition` and `check` of `ggl.play.loading`."""

    def __init__(self) -> None:
        self._files: OrderedDict[Source, Kept] = OrderedDict()
        self._by_definition: dict[int, Kept] = {}
        self._handed_on: set[object] = set()
        self._alone = False

    def install(self) -> None:
        loading.load_definition, loading.check = self.load_definition, self.check

    def begin_test(self) -> None:
        self._handed_on.clear()
        self._alone = False

    def leave_alone(self) -> None:
        """The test replaces parts of ggl, and loads for itself from now on."""
        self._alone = True

    def load_definition(self, source: Source, findings: Findings, find_base: FindBase) -> Definition | None:
        if self._alone or len(findings) or len(source.text) > LONGEST or not _stands_alone(source):
            return read(source, findings, find_base)
        kept = self._files.get(source)
        if kept is None or source in self._handed_on:
            definition = read(source, findings, find_base)
            if kept is None and definition is not None:
                self._keep(source, Kept(definition, tuple(findings)))
            self._handed_on.add(source)
            return definition
        self._handed_on.add(source)
        self._files.move_to_end(source)
        kept.handed_on += 1
        for each in kept.findings:
            findings.add(each)
        return kept.definition

    def check(self, definition: Definition, options: Mapping[str, object], findings: Findings) -> CheckedGame | None:
        kept = self._by_definition.get(id(definition))
        wanted = tuple((name, type(value), value) for name, value in sorted(options.items()))
        if self._alone or kept is None or not all(isinstance(value, str | int) for value in options.values()):
            return check(definition, options, findings)
        key = id(definition), wanted
        if wanted in kept.games and key not in self._handed_on:
            game, found = kept.games[wanted]
            for each in found:
                findings.add(each)
        else:
            before = len(findings)
            checked = check(definition, options, findings)
            if checked is None:
                return None
            game, found = checked, tuple(findings)[before:]
            kept.games.setdefault(wanted, (game, found))
        self._handed_on.add(key)
        return game

    def _keep(self, source: Source, kept: Kept) -> None:
        self._files[source] = kept
        self._by_definition[id(kept.definition)] = kept
        if len(self._files) > MOST:
            _, left = self._files.popitem(last=False)
            del self._by_definition[id(left.definition)]

    def changed(self) -> list[str]:
        """The games, of those that were handed on most, that are no longer what their files are."""
        found = []
        handed_on = [(source, kept) for source, kept in self._files.items() if kept.handed_on]
        for source, kept in sorted(handed_on, key=lambda each: -each[1].handed_on)[:EXAMINED]:
            for options, (game, _) in list(kept.games.items())[:1]:
                findings = Findings()
                definition = read(source, findings, bases_of(source))
                fresh = definition and check(definition, {name: value for name, _, value in options}, findings)
                before, after = _content(game), _content(fresh) if fresh else {}
                different = [name for name, value in before.items() if value != after.get(name)]
                if different:
                    found.append(f"{source.name} {game.options}: {', '.join(different)}")
        return found


def _stands_alone(source: Source) -> bool:
    """Whether the file has no base, or is bundled, as its bases are: other bases may change between tests."""
    if "extends" not in source.text:
        return True
    bundled = resources.bundled_game(source.name.removesuffix(".yaml"))
    return bundled is not None and bundled.read_bytes() == source.text.encode()


def _content(game: CheckedGame) -> dict[str, Any]:
    """What a game is: its core, its options, and how much its world knows, apart from the constants that were looked up."""
    world = {each.name: getattr(game.world, each.name) for each in fields(game.world) if each.name != "constant_entries"}
    sizes = {name: len(value) for name, value in world.items() if isinstance(value, dict | list | set | tuple)}
    return sizes | {name: getattr(game, name) for name in ("core", "options", "kinds", "pieces")}
