"""The desks of a host: texts that are edited, as requests ask about them; `desk/` has the answers.

Takes requests of the owner; gives outputs. A desk belongs to the connection that opened it, and goes with it. Raises `HostError`
and the errors of what it asks.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ggl import resources
from ggl.diagnostics import Diagnostic, Findings
from ggl.host import answers as a
from ggl.host import events
from ggl.host import requests as m
from ggl.host import views as v
from ggl.host.desk import Desk, Files, RenameRefused
from ggl.host.desk.completion import Item
from ggl.host.desk.fixes import QuickFix
from ggl.host.desk.outline import Symbol
from ggl.host.desk.places import Edits
from ggl.host.desk.text import TextChange, applied_together
from ggl.host.errors import HostError
from ggl.host.folder import Folder
from ggl.host.jobs.work import Checks, GameData, TestsWork
from ggl.host.jobs.worker import Found, Progress
from ggl.host.limits import Limits
from ggl.host.outputs import Output, Start, Stop, TellOne, answered
from ggl.host.tables.rules import rules_source, text_alone
from ggl.host.tutorial import checks_of
from ggl.host.wording import note_of, place_data
from ggl.play.loading import made_of
from ggl.play.storage import replace_file
from ggl.source import Source, Span
from ggl.typed_json import encoded

_NO_FILE = "<text>"


@dataclass
class _Open:
    """A desk, its file, the file's text when last read or written, and the connection that owns it. Lines end with `\\n`."""

    desk: Desk
    file: str | None
    on_disk: str | None
    connection: int
    version: int = 0
    jobs: set[str] = field(default_factory=set)


class Desks:
    def __init__(self, folder: Folder | None, limits: Limits, name: str = "") -> None:
        self._folder, self._limits, self._name = folder, limits, name
        self._open: dict[str, _Open] = {}
        self._jobs: dict[str, tuple[str, int]] = {}
        self._count = 0

    def left(self, connection: int) -> list[Output]:
        """A connection has gone, and its desks with it."""
        gone = [name for name, each in self._open.items() if each.connection == connection]
        return [output for name in gone for output in self._closed(name)]

    def asked(self, number: int, asked: Any, connection: int) -> Iterator[Output]:
        if isinstance(asked, m.DeskOpen):
            yield from self._opened(number, asked, connection)
            return
        found = self._open.get(asked.desk)
        if found is None or found.connection != connection:
            raise HostError("unknown", "there is no such desk; open a new one")
        if getattr(asked, "at", 0) > len(found.desk.text):
            raise HostError("invalid", "the place is beyond the end of the text")
        match asked:
            case m.DeskEdit():
                self._edit(found, asked)
                yield answered(connection, number, a.Edited(found.version))
                yield self._findings(asked.desk, found)
            case m.DeskTests() | m.DeskCheck():
                start = self._test(asked.desk, found, checks_of(asked.file) if isinstance(asked, m.DeskCheck) else None)
                yield start
                yield answered(connection, number, a.Job(start.job))
            case m.DeskSave():
                before = found.file
                yield answered(connection, number, self._saved(found, asked))
                if found.file != before:
                    yield self._findings(asked.desk, found)
            case m.DeskClose():
                yield from self._closed(asked.desk)
                yield answered(connection, number, a.Done(), leaves=asked.desk)
            case _:
                yield answered(connection, number, self._told(found, asked))

    def _opened(self, number: int, asked: m.DeskOpen, connection: int) -> Iterator[Output]:
        if (asked.game is not None) == (asked.file is not None or asked.text is not None):
            raise HostError("invalid", "open a game, a file, a text, or a file with its text")
        if len(self._open) >= self._limits.desks:
            raise HostError("limit", f"at most {self._limits.desks} desks can be open; close one first")
        if asked.file is not None and resources.bundled_game(asked.file) is None:
            text = rules_source(asked.file, self._folder).text if asked.text is None else asked.text
            files = self._files(asked.file)
            desk = Desk(files[0], _lines(text), files[1])
        elif asked.text is not None:
            desk = Desk(_NO_FILE, _lines(asked.text), Files())
        else:
            source = rules_source(asked.game or asked.file, self._folder if asked.game is None else None)
            desk = Desk(source.name, _lines(source.text), Files(resources.games_folder()))
        self._count += 1
        name, text = f"{self._name}k{self._count}", desk.text
        self._open[name] = _Open(desk, asked.file, text if asked.file is not None else None, connection)
        yield answered(connection, number, a.DeskOpened(name, text, 0, asked.file), looks=name)
        yield self._findings(name, self._open[name])

    def _files(self, file: str) -> tuple[str, Files]:
        """The whole path of a file, by which its bases and variants are found, and the files around it."""
        if self._folder is None:
            raise HostError("forbidden", "no folder is open, so there are no files")
        path = self._folder.path(file)
        return str(path), Files(path.parent, within=self._folder.root)

    def _closed(self, name: str) -> Iterator[Output]:
        for job in [*self._open[name].jobs]:
            yield from self.stop(job)
        del self._open[name]

    # ---- the text

    def _edit(self, found: _Open, asked: m.DeskEdit) -> None:
        edits, length = sorted(asked.edits, key=lambda edit: (edit.begin, edit.end)), len(found.desk.text)
        ends = [0, *(edit.end for edit in edits)]
        if any(edit.begin < end or edit.end < edit.begin for edit, end in zip(edits, ends, strict=False)) or ends[-1] > length:
            raise HostError("invalid", "the edits overlap, or do not fit this text")
        text = applied_together(found.desk.text, (TextChange(edit.begin, edit.end, edit.text) for edit in edits))
        if len(text) > self._limits.text:
            raise HostError("limit", f"a text has at most {self._limits.text:,} characters")
        found.desk.replace(text)
        found.version = asked.version

    def _findings(self, name: str, found: _Open) -> TellOne:
        findings = findings_of(found.desk, self._shown)
        event = events.FindingsEvent(name, found.version, found.desk.checked is not None, findings)
        return TellOne(found.connection, encoded(event))

    def files_changed(self) -> Iterator[Output]:
        """Files of the folder have changed, so variants may have other findings."""
        for name, found in self._open.items():
            if found.file is not None and found.desk.is_variant:
                before = self._findings(name, found)
                found.desk.look_around()
                after = self._findings(name, found)
                if after != before:
                    yield after

    def _shown(self, file: str) -> str:
        name = self._folder.name(file) if self._folder is not None else None
        return name or Path(file).name

    # ---- what it is asked

    def _told(self, found: _Open, asked: Any) -> object:
        desk = found.desk
        match asked:
            case m.DeskComplete():
                completion = desk.complete(asked.at)
                return a.Items(tuple(_item(each, completion.start, asked.at) for each in completion.items))
            case m.DeskHover():
                hover = desk.hover(asked.at)
                return a.Hovered("", None) if hover is None else a.Hovered(hover.text, _span(hover.span))
            case m.DeskTokens():
                return a.Tokens(tuple((each.start, each.end, each.kind) for each in desk.tokens()))
            case m.DeskDefinition():
                return self._spans(desk, desk.definitions(asked.at))
            case m.DeskReferences():
                return self._spans(desk, desk.references(asked.at))
            case m.DeskRename():
                try:
                    return self._edits(desk, desk.rename(asked.at, asked.name))
                except RenameRefused as error:
                    raise HostError("invalid", str(error)) from None
            case m.DeskSymbols():
                return a.Symbols(tuple(_symbols(desk.symbols(), 0)))
            case m.DeskFormat():
                return a.Edits(tuple(a.Edit(each.start, each.end, each.text) for each in desk.format()))
            case m.DeskMend():
                return a.Text(desk.fix_all())
            case m.DeskRules():
                return a.Text(made_of(Source(desk.name, desk.text), asked.options, bases=desk.bases).rules_text())
            case m.DeskAlone():
                return a.Text(text_alone(Source(desk.name, desk.text), desk.bases(Findings())))
            case m.DeskVariant():
                return a.Text(desk.variant(asked.base))
        raise AssertionError(f"nobody answers {type(asked).__name__}")

    def _spans(self, desk: Desk, spans: Iterable[Span]) -> a.Spans:
        here = [span for span in spans if span.source.name == desk.name]
        elsewhere = [self._place(span) for span in spans if span.source.name != desk.name]
        return a.Spans(tuple(map(_span, here)), tuple(elsewhere))

    def _place(self, span: Span) -> v.Place:
        return v.Place(self._shown(span.source.name), span.start, span.end, span.line, span.column)

    def _edits(self, desk: Desk, edits: Iterable[Edits]) -> a.Edits:
        """The edits of this text, and the names of other files that must change too."""
        ours, others = [], []
        for each in edits:
            if each.source.name == desk.name:
                ours += [a.Edit(change.start, change.end, change.text) for change in each.changes]
            else:
                others.append(self._shown(each.source.name))
        return a.Edits(tuple(ours), tuple(others))

    def _saved(self, found: _Open, asked: m.DeskSave) -> a.Saved:
        if self._folder is None:
            raise HostError("forbidden", "no folder is open, so nothing can be saved here")
        file = asked.file or found.file
        if file is None:
            raise HostError("invalid", "give a file name")
        path = self._folder.path(file)
        before = found.on_disk if file == found.file else None
        try:
            now = path.read_bytes().decode("utf-8-sig", "replace") if path.exists() else None
        except OSError:
            now = None
        if not asked.over and now is not None and _lines(now) != before:
            what = "has changed on disk since it was read" if file == found.file else "exists already"
            raise HostError("stale", f"`{file}` {what}; overwrite it, or save under another name")
        with contextlib.suppress(OSError):  # the next line reports a failure
            path.parent.mkdir(parents=True, exist_ok=True)
        is_windows = now is not None and now.count("\n") == now.count("\r\n") > 0
        replace_file(path, found.desk.text.replace("\n", "\r\n") if is_windows else found.desk.text)
        if file != found.file:
            name, files = self._files(file)
            found.desk = Desk(name, found.desk.text, files)
        found.file, found.on_disk = file, found.desk.text
        return a.Saved(file)

    # ---- jobs

    def _test(self, name: str, found: _Open, checks: Checks | None) -> Start:
        checked = found.desk.checked
        if checked is not None and checked.definition.bases:  # which may have changed on disk
            found.desk.look_around()
            checked = found.desk.checked
        if checked is None:
            raise HostError("invalid", "the text is not a game yet, so its tests cannot be run")
        self._count += 1
        job = f"{self._name}j{self._count}"
        self._jobs[job] = name, found.connection
        found.jobs.add(job)
        game = GameData.of(Source(found.desk.name, found.desk.text), checked.definition, {})
        return Start(job, TestsWork(game, checks), found.connection)

    def has(self, job: str) -> bool:
        return job in self._jobs

    def heard(self, job: str, said: Found) -> Iterator[Output]:
        name, connection = self._jobs[job]
        if isinstance(said, Progress):
            yield TellOne(connection, encoded(events.ProgressEvent(job, said.done, said.text, said.so_far)))
        elif not isinstance(said, tuple):
            self._forget(job, name)
            yield TellOne(connection, encoded(events.ResultEvent(job, said)))

    def stop(self, job: str) -> Iterator[Output]:
        yield Stop(job)
        yield from self.ended(job, a.Refusal("stopped", "it was stopped"))

    def ended(self, job: str, why: a.Refusal) -> Iterator[Output]:
        name, connection = self._jobs[job]
        self._forget(job, name)
        yield TellOne(connection, encoded(events.FailedEvent(job, why.code, why.text)))

    def _forget(self, job: str, name: str) -> None:
        del self._jobs[job]
        if name in self._open:
            self._open[name].jobs.discard(job)


# ---- answers as messages have them


def _lines(text: str) -> str:
    """A text with its line ends as `\\n`. Editors count each line end as one character."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def findings_of(desk: Desk, shown: Any) -> tuple[a.Finding, ...]:
    """All findings, each with its fixes of this text."""
    fixes: dict[Diagnostic, list[a.FixView]] = {}
    for fix in desk.fixes():
        if fix.edits.source.name == desk.name:
            fixes.setdefault(fix.finding, []).append(_fix(fix))
    return tuple(_finding(desk, each, tuple(fixes.get(each, ())), shown) for each in desk.findings())


def _finding(desk: Desk, found: Diagnostic, fixes: tuple[a.FixView, ...], shown: Any) -> a.Finding:
    span, place = found.span, place_data(found.span)
    here = span is not None and span.source.name == desk.name
    begin, end = (span.start, span.end) if here and span is not None else (0, 0)
    if place is not None:
        place = None if here else v.Place(shown(place.file), place.begin, place.end, place.line, place.column)
    notes = tuple(map(note_of, found.notes))
    return a.Finding(found.code.code, found.code.severity, found.message, found.label, found.help or "", begin, end, notes, fixes,
                     place)  # fmt: skip


def _fix(fix: QuickFix) -> a.FixView:
    return a.FixView(fix.title, tuple(a.Edit(each.start, each.end, each.text) for each in fix.edits.changes))


def _item(item: Item, begin: int, end: int) -> a.Item:
    return a.Item(item.label, item.sort, item.meaning, item.detail, begin, end)


def _span(span: Span) -> a.SpanView:
    return a.SpanView(span.start, span.end)


def _symbols(symbols: Iterable[Symbol], depth: int) -> Iterator[a.Symbol]:
    for each in symbols:
        yield a.Symbol(each.name, each.sort, each.name_span.start, each.name_span.end, depth)
        yield from _symbols(each.children, depth + 1)
