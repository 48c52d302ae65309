"""The server: requests of the protocol to the desk, and its answers back.

Each open document has a desk. Findings are published a moment after the last edit, for that text and for the open files that
extend it; until then completion works from the last results. Nothing is written to a disk, and nothing is read but game
files in the folders of open documents.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, TypeVar
from urllib.parse import unquote

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from ggl.diagnostics import Findings
from ggl.host.desk import Desk, Encoding, Lines, RenameRefused, TextChange
from ggl.host.desk.outline import flat, symbols
from ggl.host.desk.places import Edits
from ggl.lsp import convert, worker_process
from ggl.lsp.convert import Places
from ggl.lsp.documents import IS_GAME, Document, Documents
from ggl.source import Source
from ggl.syntax.document import read_document
from ggl.version import __version__

PAUSE = 0.06
"""Seconds after an edit before the text is checked; another edit in between begins them anew."""

MOST_SYMBOLS = 500

COMMANDS = ("ggl.test", "ggl.perft", "ggl.board", "ggl.rules")

_ENCODINGS: dict[str, Encoding] = {"utf-8": "utf-8", "utf-16": "utf-16", "utf-32": "utf-32"}

T = TypeVar("T")


class GglServer(LanguageServer):
    def __init__(self) -> None:
        super().__init__("ggl", __version__)
        self.documents = Documents()
        self.checks: dict[str, asyncio.Task[None]] = {}
        self.settings: dict[str, object] = {}
        """The client's initial settings: `inlayHints`, `codeLenses`, `panel`, each true by default."""

    # ---- documents

    @property
    def encoding(self) -> Encoding:
        return _ENCODINGS[str(getattr(self.workspace.position_encoding, "value", self.workspace.position_encoding) or "utf-16")]

    def desk(self, uri: str) -> Desk | None:
        one = self.documents.get(uri)
        return one.desk if one is not None and one.is_game else None

    def places(self, desk: Desk) -> Places:
        return Places(desk.lines, self.encoding)

    def open(self, item: lsp.TextDocumentItem) -> None:
        if self.documents.open(item).is_game:
            self._around_changed(item.uri)
            self.check(item.uri, at_once=True)

    def change(self, uri: str, version: int, changes: list[Any]) -> None:
        one = self.documents.get(uri)
        if one is None:
            return
        for change in changes:
            if isinstance(change, lsp.TextDocumentContentChangeWholeDocument):
                one.desk.replace(change.text)
            else:
                places = self.places(one.desk)
                start, end = places.offset(change.range.start), places.offset(change.range.end)
                one.desk.edit([TextChange(min(start, end), max(start, end), change.text)])
        one.version = version
        self.documents.changed(one)
        if one.is_game:
            self._around_changed(uri)
            self.check(uri)

    def close(self, uri: str) -> None:
        one = self.documents.close(uri)
        task = self.checks.pop(uri, None)
        if task is not None:
            task.cancel()
        for other, left in self.documents.all():
            if unquote(other) == unquote(uri):  # pygls has one document for both, which it has just dropped
                item = lsp.TextDocumentItem(other, "", left.version or 0, left.desk.text)
                self.workspace.put_text_document(item)
        if one is not None and one.is_game:
            self._around_changed(uri)
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    def _around_changed(self, uri: str) -> None:
        """Other open texts may extend the one that has changed."""
        for other in self.documents.around(uri):
            self.check(other)

    # ---- what is found

    def check(self, uri: str, *, at_once: bool = False) -> None:
        task = self.checks.pop(uri, None)
        if task is not None:
            task.cancel()
        self.checks[uri] = asyncio.ensure_future(self._checked(uri, 0 if at_once else PAUSE))

    async def _checked(self, uri: str, pause: float) -> None:
        await asyncio.sleep(pause)
        one = self.documents.get(uri)
        if one is not None:
            self.publish(uri, one)
            one.desk.settle()

    def publish(self, uri: str, one: Document) -> None:
        source, places, address = Source(one.desk.name, one.desk.text), self.places(one.desk), self.documents.addresses(uri)
        found = [convert.diagnostic(each, source, places, address) for each in one.desk.findings()]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found + one.failed, one.version))

    # ---- answers

    def edits(self, made: Iterable[Edits], own: str) -> lsp.WorkspaceEdit:
        """The edits of files, with the version of each open document where the client takes versions."""
        address = self.documents.addresses(own)
        changes: dict[str, list[lsp.TextEdit]] = {}
        for one in made:
            places = Places(Lines(one.source.text), self.encoding)
            changes[address(one.source)] = [places.edit(each) for each in one.changes]
        workspace = self.client_capabilities.workspace
        takes = workspace.workspace_edit if workspace is not None else None
        if takes is None or not takes.document_changes:
            return lsp.WorkspaceEdit(changes=changes)
        versions = {uri: one.version for uri, one in self.documents.all()}
        return lsp.WorkspaceEdit(
            document_changes=[
                lsp.TextDocumentEdit(lsp.OptionalVersionedTextDocumentIdentifier(uri, versions.get(uri)), list(edits))
                for uri, edits in changes.items()
            ]
        )

    def question(self, do: str, uri: str, more: dict[str, Any]) -> dict[str, Any]:
        one = self.documents.get(uri)
        if one is None or not one.is_game:
            raise JsonRpcInvalidParams(f"there is no open game `{uri[:200]}`")
        texts = {str(path): text for path, text in self.documents.texts.items()}
        folder = str(one.path.parent) if one.path is not None else None
        return {"do": do, "name": one.desk.name, "text": one.desk.text, "folder": folder, "texts": texts, **more}


def make_server() -> GglServer:
    server = GglServer()
    _documents(server)
    _writing(server)
    _reading(server)
    _showing(server)
    _commands(server)
    return server


def _documents(server: GglServer) -> None:
    @server.feature(lsp.INITIALIZE)
    def _begin(params: lsp.InitializeParams) -> None:
        if isinstance(params.initialization_options, dict):
            server.settings = dict(params.initialization_options)

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def _open(params: lsp.DidOpenTextDocumentParams) -> None:
        server.open(params.text_document)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def _change(params: lsp.DidChangeTextDocumentParams) -> None:
        server.change(params.text_document.uri, params.text_document.version, list(params.content_changes))

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def _close(params: lsp.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def _save(params: lsp.DidSaveTextDocumentParams) -> None:
        server._around_changed(params.text_document.uri)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def _watched(params: lsp.DidChangeWatchedFilesParams) -> None:
        for each in params.changes:
            server._around_changed(each.uri)


def _at(server: GglServer, uri: str, position: lsp.Position, answer: Callable[[Desk, int, Places], T]) -> T | None:
    desk = server.desk(uri)
    if desk is None:
        return None
    places = server.places(desk)
    return answer(desk, places.offset(position), places)


def _writing(server: GglServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", "("]))
    def _complete(params: lsp.CompletionParams) -> lsp.CompletionList | None:
        capabilities = server.client_capabilities.text_document
        item = capabilities.completion.completion_item if capabilities and capabilities.completion else None
        snippets = bool(item and item.snippet_support)
        return _at(
            server,
            params.text_document.uri,
            params.position,
            lambda desk, at, places: convert.completion(desk.complete(at), at, places, snippets=snippets),
        )

    @server.feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(trigger_characters=["(", ","]))
    def _signature(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        found = _at(server, params.text_document.uri, params.position, lambda desk, at, _: desk.signature(at))
        return convert.signature_help(found) if found is not None else None

    kinds = [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll]

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=kinds))
    def _actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        uri = params.text_document.uri
        desk = server.desk(uri)
        if desk is None:
            return []
        places, wanted = server.places(desk), params.context.only
        source, address = Source(desk.name, desk.text), server.documents.addresses(uri)

        def is_wanted(kind: str) -> bool:
            return wanted is None or any(kind == str(getattr(one, "value", one)) for one in wanted)

        made: list[lsp.CodeAction] = []
        if is_wanted("quickfix"):
            start, end = places.offset(params.range.start), places.offset(params.range.end)
            for fix in desk.fixes_at(start, end):
                found = convert.diagnostic(fix.finding, source, places, address)
                edit = server.edits((fix.edits,), uri)
                made.append(lsp.CodeAction(fix.title, lsp.CodeActionKind.QuickFix, [found], edit=edit, is_preferred=True))
        if is_wanted("source.fixAll") or is_wanted("source"):
            text = desk.fix_all()
            if text != desk.text:
                edit = server.edits((Edits(source, (TextChange(0, len(desk.text), text),)),), uri)
                made.append(lsp.CodeAction("Fix all that ggl knows how to fix", lsp.CodeActionKind.SourceFixAll, edit=edit))
        return made

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def _format(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        desk = server.desk(params.text_document.uri)
        return None if desk is None else [server.places(desk).edit(each) for each in desk.format()]

    @server.feature(lsp.TEXT_DOCUMENT_RANGE_FORMATTING)
    def _format_range(params: lsp.DocumentRangeFormattingParams) -> list[lsp.TextEdit] | None:
        desk = server.desk(params.text_document.uri)
        if desk is None:
            return None
        last = params.range.end.line - (params.range.end.character == 0 and params.range.end.line > params.range.start.line)
        return [server.places(desk).edit(each) for each in desk.format(params.range.start.line, last)]

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def _prepare(params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
        def prepared(desk: Desk, at: int, places: Places) -> lsp.PrepareRenamePlaceholder:
            here = desk.renamable(at)
            return lsp.PrepareRenamePlaceholder(places.of(here.span), here.thing.name)

        try:
            return _at(server, params.text_document.uri, params.position, prepared)
        except RenameRefused as refused:
            raise JsonRpcInvalidParams(str(refused)) from None

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def _rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        uri = params.text_document.uri
        try:
            made = _at(server, uri, params.position, lambda desk, at, _: desk.rename(at, params.new_name))
        except RenameRefused as refused:
            raise JsonRpcInvalidParams(str(refused)) from None
        return server.edits(made, uri) if made is not None else None


def _reading(server: GglServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def _hover(params: lsp.HoverParams) -> lsp.Hover | None:
        def told(desk: Desk, at: int, places: Places) -> lsp.Hover | None:
            found = desk.hover(at)
            if found is None:
                return None
            return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, found.text), places.of(found.span))

        return _at(server, params.text_document.uri, params.position, told)

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def _definition(params: lsp.DefinitionParams) -> list[lsp.Location] | None:
        uri = params.text_document.uri
        address = server.documents.addresses(uri)
        return _at(
            server,
            uri,
            params.position,
            lambda desk, at, places: [convert.location(span, places, address) for span in desk.definitions(at)],
        )

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def _references(params: lsp.ReferenceParams) -> list[lsp.Location] | None:
        uri, declared = params.text_document.uri, params.context.include_declaration
        address = server.documents.addresses(uri)
        return _at(
            server,
            uri,
            params.position,
            lambda desk, at, places: [convert.location(span, places, address) for span in desk.references(at, declared=declared)],
        )

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def _highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight] | None:
        def found(desk: Desk, at: int, places: Places) -> list[lsp.DocumentHighlight]:
            kinds = {True: lsp.DocumentHighlightKind.Write, False: lsp.DocumentHighlightKind.Read}
            return [lsp.DocumentHighlight(places.of(one.span), kinds[one.declares]) for one in desk.highlights(at)]

        return _at(server, params.text_document.uri, params.position, found)


def _showing(server: GglServer) -> None:
    def asked(name: str) -> bool:
        return server.settings.get(name, True) is not False

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def _symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol] | None:
        desk = server.desk(params.text_document.uri)
        return None if desk is None else [convert.symbol(one, server.places(desk)) for one in desk.symbols()]

    @server.feature(lsp.WORKSPACE_SYMBOL)
    def _workspace(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        query = params.query.lower()
        found: list[lsp.WorkspaceSymbol] = []
        for source, uri in _sources(server):
            places = Places(Lines(source.text), server.encoding)
            for one, container in flat(symbols(read_document(source, Findings()))):
                if query in one.name.lower() and len(found) < MOST_SYMBOLS:
                    place = lsp.Location(uri, places.of(one.name_span))
                    kind = convert.symbol_kind(one.sort)
                    found.append(lsp.WorkspaceSymbol(place, one.name, kind, container_name=container or None))
        return found

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def _folds(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange] | None:
        desk = server.desk(params.text_document.uri)
        return None if desk is None else [convert.folding(one) for one in desk.folds()]

    legend = lsp.SemanticTokensLegend(list(convert.TOKEN_TYPES), list(convert.TOKEN_MODIFIERS))

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def _tokens(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens | None:
        desk = server.desk(params.text_document.uri)
        return None if desk is None else convert.semantic_tokens(desk.tokens(), server.places(desk))

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def _hints(params: lsp.InlayHintParams) -> list[lsp.InlayHint] | None:
        desk = server.desk(params.text_document.uri)
        if desk is None or not asked("inlayHints"):
            return None
        places = server.places(desk)
        start, end = places.offset(params.range.start), places.offset(params.range.end)
        return [
            lsp.InlayHint(places.position(one.at), one.text, kind=lsp.InlayHintKind.Type)
            for one in desk.hints()
            if start <= one.at <= end
        ]

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def _lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens] | None:
        uri = params.text_document.uri
        desk = server.desk(uri)
        if desk is None or not asked("codeLenses"):
            return None
        places = server.places(desk)
        commands = {"test": "ggl.test", "board": "ggl.showBoard", "play": "ggl.playHere", "perft": "ggl.perft"}
        if not asked("panel"):  # an editor without boards
            commands = {"test": "ggl.test", "perft": "ggl.perft"}
        return [
            lsp.CodeLens(
                places.of(one.span), lsp.Command(one.title, commands[one.action], arguments=[{"uri": uri, "test": one.test}])
            )
            for one in desk.lenses()
            if one.action in commands
        ]


def _sources(server: GglServer) -> list[tuple[Source, str]]:
    """The open games, and those beside them."""
    found: dict[str, tuple[Source, str]] = {}
    for uri, one in server.documents.games():
        found[uri] = Source(one.desk.name, one.desk.text), uri
        for other in one.desk.beside():
            address = server.documents.addresses(uri)(other)
            if IS_GAME.search(other.text):
                found.setdefault(address, (other, address))
    return list(found.values())


def _commands(server: GglServer) -> None:
    def given(arguments: Any) -> dict[str, Any]:
        if isinstance(arguments, dict) and isinstance(arguments.get("uri"), str):
            return arguments
        raise JsonRpcInvalidParams("a command takes one map, with the `uri` of an open document")

    def more(arguments: dict[str, Any]) -> dict[str, Any]:
        kinds: dict[str, type] = {"test": str, "depth": int, "moves": list, "theme": str}
        return {key: value for key, value in arguments.items() if key in kinds and isinstance(value, kinds[key])}

    @server.command("ggl.test")
    async def _test(arguments: Any) -> dict[str, Any]:
        """Run the tests of a file, or one; what fails is shown at its place until the text changes."""
        one = given(arguments)
        uri, asked = one["uri"], server.documents.get(one["uri"])
        version = asked.version if asked is not None else None
        answer = await worker_process.ask_worker(server.question("tests", uri, more(one)))
        now = server.documents.get(uri)
        if now is not None and now is asked and now.version == version and "tests" in answer:
            places = server.places(now.desk)
            failures = [each for test in answer["tests"] for each in test["failures"]]
            now.failed = [
                lsp.Diagnostic(
                    places.range(each["start"] or 0, each["end"] or 0), f"{each['message']}: {each['label']}",
                    severity=lsp.DiagnosticSeverity.Error, code=each["code"], source="ggl",
                )
                for each in failures
            ]  # fmt: skip
            server.publish(uri, now)
            passed = sum(test["passed"] for test in answer["tests"])
            text = f"{passed} of {len(answer['tests'])} tests passed"
            server.window_show_message(
                lsp.ShowMessageParams(lsp.MessageType.Info if not failures else lsp.MessageType.Warning, text)
            )
        return answer

    @server.command("ggl.perft")
    async def _perft(arguments: Any) -> dict[str, Any]:
        one = given(arguments)
        answer = await worker_process.ask_worker(server.question("perft", one["uri"], more(one)))
        text = answer.get("error") or "perft " + ", ".join(str(number) for number in answer["perft"])
        server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, text))
        return answer

    @server.command("ggl.board")
    async def _board(arguments: Any) -> dict[str, Any]:
        """A picture of the start or of a test's position, after moves, with the moves that are legal then."""
        one = given(arguments)
        return await worker_process.ask_worker(server.question("board", one["uri"], more(one)))

    @server.command("ggl.rules")
    def _rules(arguments: Any) -> dict[str, Any]:
        desk = server.desk(given(arguments)["uri"])
        text = desk.rules() if desk is not None else None
        return {"rules": text} if text is not None else {"error": "this file has errors; fix them first"}
