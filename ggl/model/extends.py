"""From a source to a definition: the chain of `extends`, merged.

Takes a source and a way to find a base by the name after `extends`. Gives a `Definition`, or None after findings. Merging is
done on trees, so that each scalar keeps its place in the file it came from: `load_chain`, then `merge`, then the reader.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from ggl import resources
from ggl.diagnostics import NO_LIMIT, Diagnostic, Findings, Fix, Note, near
from ggl.diagnostics.catalog import options_and_variants as codes
from ggl.diagnostics.near import list_names, near_label, nearest
from ggl.frozen import frozen
from ggl.model.blame import blame_keys
from ggl.model.definition import Definition, Option
from ggl.model.keys import OWN, identity
from ggl.model.merge import merge
from ggl.model.reader import broken_maps, read_heading, read_parts, without_misplaced
from ggl.model.reader.values import is_removed
from ggl.model.schema import check_shape
from ggl.model.stale_sentences import condition_names, report_stale, sentences_apart
from ggl.source import Source, Span
from ggl.syntax import tree as t
from ggl.syntax.document import Entry, Mapping, Node, Scalar, Sequence, Style, decode_text, read_bytes, read_document, to_plain
from ggl.syntax.parser import binders, expression
from ggl.syntax.problems import SyntaxProblem

MOST_BASES = 8

FindBase = Callable[[str], Source | None]

_BUNDLED = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*")
_PLAIN = re.compile(r"\w[\w. ]*")
"""A text that YAML reads as it stands, also between brackets."""
_FILE = re.compile(r"""[^./\\:*?"<>|\s][^/\\:*?"<>|]*\.ya?ml""")
"""What some system reads as a part of a path is in no name."""


@frozen
class SourceChain:
    """A game's file and its bases, the game first; `broken` are the maps in the game's file that a comma took apart."""

    files: tuple[tuple[Source, Mapping], ...]
    broken: frozenset[Span]

    def merged(self, findings: Findings) -> Mapping:
        return merge(self._base(findings), self.files[0][1], findings, self.broken)

    def report_stale(self, findings: Findings) -> None:
        """Report the sentences of the base that the game's own file makes stale."""
        report_stale(self._base(Findings()), self.merged(Findings()), self.files[0][1], findings)

    def _base(self, findings: Findings) -> Mapping:
        tree = Mapping((), self.files[-1][1].span)
        for _, each in reversed(self.files[1:]):
            tree = merge(tree, each, findings, self.broken)
        return tree


@frozen
class PartialGame:
    """A file read as far as it can be: its chain, and a definition in which a wrong value stands for nothing."""

    chain: SourceChain
    definition: Definition

    @property
    def whole(self) -> Definition:
        """The definition of a file in which nothing was wrong."""
        return replace(
            self.definition,
            options=_with_ranges(self.definition.options, self.chain),
            bases=tuple(each for each, _ in self.chain.files[1:]),
            removed=_removed(self.chain),
            replaced=_replaced(self.chain),
            bare=_bare(self.chain),
            changed=_changed(self.chain),
        )


@frozen
class Heading:
    """The heading of a file in a list of games."""

    name: str
    about: str
    options: dict[str, Option]


def load_heading(source: Source, findings: Findings, find_base: FindBase) -> Heading | None:
    """The heading of a file, without the rest; None if the file or one of its bases has no sound tree."""
    chain = load_chain(source, findings, find_base)
    if chain is None:
        return None
    name, about, options = read_heading(chain.merged(findings), findings)
    return Heading(name, about, _with_ranges(options, chain))


def load_definition(source: Source, findings: Findings, find_base: FindBase) -> Definition | None:
    parts = load_parts(source, findings, find_base)
    if parts is None or findings.has_errors:
        return None
    return parts.whole


def load_parts(source: Source, findings: Findings, find_base: FindBase) -> PartialGame | None:
    """The parts of a file that can be read, whatever is wrong with it; None where it or a base has no sound tree."""
    chain = load_chain(source, findings, find_base)
    if chain is None:
        return None
    found = Findings(NO_LIMIT)
    parts = PartialGame(chain, read_parts(chain.merged(findings), source, found, chain.broken))
    trees = [tree for _, tree in chain.files]
    for finding in blame_keys(found, trees[0], trees[1:]):
        findings.add(finding)
    if len(chain.files) > 1 and not findings.has_errors:
        _report_alike(parts.definition, findings)
        _report_brackets(chain, findings)
        _report_players_that_stay(parts.definition, chain, findings)
        chain.report_stale(findings)
    return parts


def _report_alike(definition: Definition, findings: Findings) -> None:
    """Report a move of a variant that may be one of its base, mistyped: with a name much like it and the same parameters."""
    of_base = {name: move for name, move in definition.moves.items() if move.span.source is not definition.source}
    for name, move in definition.moves.items():
        close = nearest(name, of_base) if name not in of_base else None
        if close is not None and move.parameters == of_base[close].parameters:
            message = f"`{name}` is an additional move beside `{close}` of the base"
            help_ = f"if you mean `{close}`, write its name; otherwise choose a less similar name"
            findings.report(codes.MUCH_ALIKE, move.span, message, help=help_)


def _report_players_that_stay(definition: Definition, chain: SourceChain, findings: Findings) -> None:
    """Report players of the base that stay although the variant names others and none of them."""
    written = chain.files[0][1].entry("players")
    if written is None:
        return
    named = {name.text for name in _leading(written.value)}
    stay = [name for name in definition.players if name not in named]
    if named & set(_players_of_bases(chain)) or not stay or len(stay) == len(definition.players):
        return
    message = f"{list_names(stay, len(stay))} of the base {'plays' if len(stay) == 1 else 'play'} too"
    label = f"so this game has {len(definition.players)} players"
    help_ = "write " + ", ".join(f"`{name}: removed`" for name in stay) + " under `players`, or name here one who stays"
    findings.report(codes.PLAYERS_STAY, written.key.span, message, label=label, help=help_)


def _players_of_bases(chain: SourceChain) -> list[str]:
    """The players that bases of a game name."""
    parts = [part for _, tree in chain.files[1:] if (part := tree.get("players")) is not None]
    return [name.text for part in parts for name in _leading(part)]


def _leading(part: Node) -> Iterator[Scalar]:
    """The keys of a map, or the items of a list that is as good as one."""
    if isinstance(part, Mapping):
        yield from (entry.key for entry in part.entries)
    if isinstance(part, Sequence):
        yield from (item for item in part.items if isinstance(item, Scalar))


_WITHOUT_NAMES = frozenset({*OWN, "end", "look", "says", "targets"})
"""Parts whose keys are no names that rules use, or name what stands elsewhere."""


def _removed(chain: SourceChain) -> dict[str, Span]:
    """The places where files remove what their bases say, by its name; of two places the nearest to the game."""
    found: dict[str, Span] = {}
    for _, tree in chain.files[:-1]:
        waiting = [part for part in tree.entries if part.key.text not in _WITHOUT_NAMES]
        while waiting:
            entry = waiting.pop(0)
            if is_removed(entry.value):
                key = entry.key.span
                found.setdefault(identity(entry.key.text), key.source.span(key.start, entry.value.span.end))
            elif isinstance(entry.value, Mapping):
                waiting += entry.value.entries
    return found


def _replaced(chain: SourceChain) -> dict[str, Span]:
    """The names that bases declare in parts that a more derived file replaces without them."""
    found: dict[str, Span] = {}
    trees = [tree for _, tree in chain.files]
    for at, tree in enumerate(trees):
        for way, entry in _whole_parts(tree):
            for base in trees[at + 1 :]:
                before = next((each for path, each in _whole_parts(base) if path == way), None)
                gone = _declared(before) - _declared(entry) if before else set()
                found |= {name: entry.key.span for name in gone if name not in found}
    return found


def _changed(chain: SourceChain) -> dict[str, Span]:
    """The keys by which files change the board, its labels and the number of players; of two places the nearest to the game."""
    found: dict[str, Span] = {}
    for at, (_, tree) in enumerate(chain.files[:-1]):
        for key, read in (("board", to_plain), ("labels", to_plain), ("players", _number)):
            entry = tree.entry(key) if key not in found else None
            if entry is not None:
                now, before = (SourceChain(chain.files[i:], chain.broken).merged(Findings()).get(key) for i in (at, at + 1))
                if (now and read(now)) != (before and read(before)):
                    found[key] = entry.key.span
    return found


def _number(part: Node) -> int:
    """How many players are named."""
    return len([*_leading(part)])


def _bare(chain: SourceChain) -> dict[Span, str]:
    """Definitions and routines that a file writes without the brackets that they have in the nearest base."""
    return {
        entry.key.span: before
        for part in ("define", "routines")
        for entry, before in _written_again(chain, part)
        if "(" in before and "(" not in entry.key.text
    }


def _report_brackets(chain: SourceChain, findings: Findings) -> None:
    """Report moves that a file writes without the brackets of the nearest base, or with brackets that it has not."""
    for entry, before in _written_again(chain, "moves"):
        if ("(" in before) != ("(" in entry.key.text):
            label = "without brackets it may begin a turn" if "(" in before else "with brackets it only follows other moves"
            message, fix = f"the game that this extends writes `{before}`", Fix.write(entry.key.span, before)
            findings.report(codes.STILL_NAMED, entry.key.span, message, label=label, fix=fix)


def _written_again(chain: SourceChain, part: str) -> Iterator[tuple[Entry, str]]:
    """The entries of a part that are also in bases of their file, with the key as the nearest base writes it."""
    trees = [tree for _, tree in chain.files]
    for at, tree in enumerate(trees):
        for entry in _entries(tree, part):
            keys = (each.key.text for base in trees[at + 1 :] for each in _entries(base, part))
            before = next((key for key in keys if identity(key) == identity(entry.key.text)), None)
            if before is not None and not is_removed(entry.value):
                yield entry, " ".join(before.split())


def _entries(tree: Mapping, part: str) -> tuple[Entry, ...]:
    value = tree.get(part)
    return value.entries if isinstance(value, Mapping) else ()


def _whole_parts(tree: Mapping) -> Iterator[tuple[tuple[str, ...], Entry]]:
    """The parts that declare names and that a variant replaces whole, each with its way."""
    players = tree.entry("players")
    if players is not None:
        yield ("players",), players
    for move in _entries(tree, "moves"):
        for key in ("for", "let"):
            entry = move.value.entry(key) if isinstance(move.value, Mapping) else None
            if entry is not None:
                yield ("moves", identity(move.key.text), key), entry


def _declared(part: Entry) -> set[str]:
    """The names in a list or a map, the constants of players, and those that a `for` chooses."""
    value = part.value
    if isinstance(value, Scalar):
        with contextlib.suppress(SyntaxProblem):
            return {binder.name for binder in binders(value)}
    if isinstance(value, Sequence):
        return {item.text for item in value.items if isinstance(item, Scalar)}
    if isinstance(value, Mapping):
        return {*value.keys, *(key for each in value.entries if isinstance(each.value, Mapping) for key in each.value.keys)}
    return set()


def _with_ranges(options: dict[str, Option], chain: SourceChain) -> dict[str, Option]:
    """An option that only changes its default keeps the allowed values of the nearest base that says them."""
    return {
        name: option if option.allowed is not None else replace(option, allowed=_allowed_by_a_base(name, chain))
        for name, option in options.items()
    }


def _allowed_by_a_base(name: str, chain: SourceChain) -> t.Expr | None:
    for _, tree in chain.files[1:]:
        options = tree.get("options")
        value = options.get(name) if isinstance(options, Mapping) else options
        if is_removed(value):
            return None
        if isinstance(value, Scalar) and (allowed := _allowed(value)) is not None:
            return allowed
    return None


def _allowed(value: Scalar) -> t.Expr | None:
    """The values of an option that are written behind its default."""
    match expression(value):
        case t.Chain(rest=(("in", allowed),)):
            return allowed
    return None


def in_full(tree: Mapping, chain: SourceChain) -> Mapping:
    """A merged tree in which each option has its allowed values, also where a variant only changes the default."""

    def option(entry: Entry) -> Entry:
        value, name = entry.value, entry.key.text
        if not isinstance(value, Scalar) or _allowed(value) is not None or (allowed := _allowed_by_a_base(name, chain)) is None:
            return entry
        text = f"{value.text.strip()} in {allowed.span.text}"
        style: Style = "plain" if _PLAIN.fullmatch(text) else "raw"
        return replace(entry, value=replace(value, text=text, style=style))

    options = tree.get("options")
    if not isinstance(options, Mapping):
        return tree
    full = replace(options, entries=tuple(map(option, options.entries)))
    return replace(tree, entries=tuple(replace(each, value=full) if each.value is options else each for each in tree.entries))


def load_chain(source: Source, findings: Findings, find_base: FindBase) -> SourceChain | None:
    """The file and its bases, each of a valid shape. None if one cannot be read, or if a base has errors."""
    files: list[tuple[Source, Mapping]] = []
    broken: frozenset[Span] = frozenset()
    at: Source | None = source
    while at is not None:
        if files:
            base = _shaped_base(at)
            for finding in base.found:
                findings.add(finding)
            at, tree = base.source, base.tree
        else:
            tree, broken = _shaped(at, findings)
        if tree is None:
            return None
        files.append((at, tree))
        if tree.entry("extends") is None:
            break
        extending = extended_base(tree)
        if extending is None:
            return None
        at = _find(extending, [each for each, _ in files], findings, find_base)
        if at is None:
            return None
    conditions = frozenset(name for _, tree in files for name in condition_names(tree))
    return SourceChain(tuple((each, sentences_apart(tree, conditions)) for each, tree in files), broken)


def bases_of(source: Source, findings: Findings | None = None) -> FindBase:
    """The finder of the bases of a file; see `find_beside`."""
    return find_beside(None if source.name.startswith("<") else Path(source.name).parent, findings)


def find_beside(folder: Path | None, findings: Findings | None = None, within: Path | None = None) -> FindBase:
    """Bases for a game file in `folder` (None: a game without a file): bundled games, and files beside it.

    A file that is no text is reported to `findings`. A file that `is_inside` says is outside `within` is none.
    """

    def find(name: str) -> Source | None:
        path = resources.bundled_game(name)
        shown = path.name if path else ""
        if folder is not None and is_file_name(name) and is_inside(folder / name, within):
            path = folder / name
            shown = str(path)
        try:
            if path is None or not path.is_file():
                return None
            with path.open("rb") as file:
                return decode_text(read_bytes(file), shown, Findings() if findings is None else findings)
        except OSError:  # unreadable, or a name too long for a file
            return None

    return find


def is_inside(path: Path, folder: Path | None) -> bool:
    """Whether a path leads to a place in a folder, which has no links in its own path, or below it. None is no limit."""
    try:
        return folder is None or path.resolve().is_relative_to(folder)
    except (OSError, ValueError, RuntimeError):  # a name too long for the disk, or a loop of links
        return False


def is_file_name(name: str) -> bool:
    """A file's name without a folder: `extends` never leads elsewhere."""
    return name.isprintable() and _FILE.fullmatch(name) is not None


def _shaped(source: Source, findings: Findings) -> tuple[Mapping | None, frozenset[Span]]:
    """The tree of a file, if there is a sound one, and the maps in it that a comma took apart."""
    tree = read_document(source, findings)
    if tree is None:
        return None, frozenset()
    tree = without_misplaced(tree, findings)
    commas = broken_maps(tree, findings)
    check_shape(tree, findings, commas)
    return None if tree.span in commas else tree, commas


@frozen
class _Base:
    """A base as `_shaped` reads it, with what was found; it has no tree where there are errors."""

    source: Source
    tree: Mapping | None
    found: tuple[Diagnostic, ...]


@lru_cache(4 * MOST_BASES)
def _shaped_base(source: Source) -> _Base:
    """A base is read with each edit of its variant, and seldom changes itself."""
    findings = Findings(NO_LIMIT)
    tree, _ = _shaped(source, findings)
    return _Base(source, None if findings.has_errors else tree, tuple(findings))


def extended_base(tree: Mapping) -> Scalar | None:
    """The name of the base as a file writes it."""
    value = tree.get("extends")
    return value if isinstance(value, Scalar) and not value.is_empty else None


def _find(extending: Scalar, so_far: list[Source], findings: Findings, find_base: FindBase) -> Source | None:
    name, span = extending.text.strip(), extending.content_span
    names = [each.name for each in so_far]
    if not (_BUNDLED.fullmatch(name) or is_file_name(name)):
        message = f"`{name}` is neither a bundled game nor the name of a file"
        help_ = "write the name of a bundled game, or of a file in the same folder, without the folder"
        file = re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", ""))
        fix = Fix.write(span, file) if file in resources.bundled_games() else None
        findings.report(codes.UNKNOWN_BASE, span, message, help=None if fix else help_, fix=fix)
        return None
    before = len(findings)
    base = find_base(name)
    if base is None:
        if len(findings) > before:
            return None
        close = near(name, resources.bundled_games())
        beside = f"{name}.yaml"
        help_ = "write the name of a bundled game, or of a file in the same folder with its `.yaml`"
        fix = Fix.write(span, close[0]) if close else None
        if find_base(beside) is not None:
            fix = Fix(span, beside, f"write `extends: {beside}`, the file in the same folder")
        label = near_label(close)
        message = f"there is no game `{name}` to extend"
        findings.report(codes.UNKNOWN_BASE, span, message, label=label, help=None if fix else help_, fix=fix)
        return None
    if any(base.text == each.text for each in so_far):
        again = next(i for i, each in enumerate(so_far) if base.text == each.text)
        way = " → ".join([*names[again:], names[again]])
        message = f"`{names[again]}` extends itself" if again == len(names) - 1 else "these games extend each other"
        findings.report(codes.CIRCULAR_EXTENDS, span, message, notes=(Note(way),), help="a game cannot extend itself")
        return None
    if len(so_far) > MOST_BASES:
        message = f"this game extends more than {MOST_BASES} others, one after the other"
        help_ = "extend an earlier game of the chain, and write here what those in between change"
        findings.report(codes.TOO_MANY, span, message, notes=(Note(" → ".join(names)),), help=help_)
        return None
    return base
