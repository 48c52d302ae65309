"""A client that drives a server process as an editor does: one event loop, and documents that are edited in place."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls import uris
from pygls.lsp.client import LanguageClient

from ggl.host.desk import Encoding, Lines

PATIENCE = 120


class Client:
    def __init__(
        self, encoding: Encoding = "utf-16", settings: dict[str, object] | None = None, *, takes_versions: bool = False
    ) -> None:
        self.encoding = encoding
        self.takes_versions = takes_versions
        self.settings = settings
        self.found: dict[str, lsp.PublishDiagnosticsParams] = {}
        self.shown: list[str] = []
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.lsp = LanguageClient("tests", "1")

        @self.lsp.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def _found(params: lsp.PublishDiagnosticsParams) -> None:
            self.found[params.uri] = params

        @self.lsp.feature(lsp.WINDOW_SHOW_MESSAGE)
        def _shown(params: lsp.ShowMessageParams) -> None:
            self.shown.append(params.message)

    async def start(self) -> None:
        await self.lsp.start_io(sys.executable, "-m", "ggl", "lsp")
        await self.begin()

    async def begin(self) -> lsp.InitializeResult:
        item = lsp.ClientCompletionItemOptions(snippet_support=True)
        edits = lsp.WorkspaceEditClientCapabilities(document_changes=self.takes_versions)
        result = await self.lsp.initialize_async(
            lsp.InitializeParams(
                lsp.ClientCapabilities(
                    workspace=lsp.WorkspaceClientCapabilities(workspace_edit=edits),
                    general=lsp.GeneralClientCapabilities(position_encodings=[lsp.PositionEncodingKind(self.encoding)]),
                    text_document=lsp.TextDocumentClientCapabilities(
                        completion=lsp.CompletionClientCapabilities(completion_item=item)
                    ),
                ),
                initialization_options=self.settings,
            )
        )
        self.lsp.initialized(lsp.InitializedParams())
        return result

    async def stop(self) -> None:
        await self.lsp.shutdown_async(None)
        self.lsp.exit(None)
        await self.lsp.stop()

    # ---- documents

    def open(self, path: Path | str, text: str, language: str = "ggl") -> str:
        uri = path if isinstance(path, str) else uris.from_fs_path(str(path))
        assert uri is not None
        self.texts[uri], self.versions[uri] = text, 1
        self.lsp.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, language, 1, text)))
        return uri

    def edit(self, uri: str, start: int, end: int, text: str) -> None:
        lines = Lines(self.texts[uri])
        at = lsp.Range(lsp.Position(*lines.place(start, self.encoding)), lsp.Position(*lines.place(end, self.encoding)))
        self.versions[uri] += 1
        self.texts[uri] = self.texts[uri][:start] + text + self.texts[uri][end:]
        document = lsp.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        self.lsp.text_document_did_change(
            lsp.DidChangeTextDocumentParams(document, [lsp.TextDocumentContentChangePartial(at, text)])
        )

    def close(self, uri: str) -> None:
        self.found.pop(uri, None)
        self.lsp.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri)))

    async def findings(self, uri: str) -> list[lsp.Diagnostic]:
        """What is told of the text as it is now."""

        async def told() -> list[lsp.Diagnostic]:
            while (found := self.found.get(uri)) is None or found.version != self.versions[uri]:
                await asyncio.sleep(0.01)
            return list(found.diagnostics)

        return await asyncio.wait_for(told(), PATIENCE)

    # ---- places and requests

    def position(self, uri: str, offset: int) -> lsp.Position:
        return lsp.Position(*Lines(self.texts[uri]).place(offset, self.encoding))

    def at(self, uri: str, mark: str, more: int = 0) -> dict[str, Any]:
        """A place as requests take it: where a text stands first."""
        return {
            "text_document": lsp.TextDocumentIdentifier(uri),
            "position": self.position(uri, self.texts[uri].index(mark) + more),
        }

    def text_at(self, uri: str, at: lsp.Range, text: str | None = None) -> str:
        text = self.texts[uri] if text is None else text
        lines = Lines(text)
        start = lines.offset(at.start.line, at.start.character, self.encoding)
        return text[start : lines.offset(at.end.line, at.end.character, self.encoding)]

    def applied(self, text: str, edits: list[lsp.TextEdit]) -> str:
        lines = Lines(text)
        places = [
            (lines.offset(e.range.start.line, e.range.start.character, self.encoding),
             lines.offset(e.range.end.line, e.range.end.character, self.encoding), e.new_text)
            for e in edits
        ]  # fmt: skip
        for start, end, new in sorted(places, reverse=True):
            text = text[:start] + new + text[end:]
        return text

    async def command(self, name: str, **arguments: object) -> Any:
        answer = await self.lsp.workspace_execute_command_async(lsp.ExecuteCommandParams(name, [arguments]))
        if isinstance(answer, dict):
            return answer
        return {key: getattr(answer, key) for key in answer._fields} if hasattr(answer, "_fields") else answer


def driven(
    work: Callable[[Client], Awaitable[None]], encoding: Encoding = "utf-16", *, takes_versions: bool = False, **settings: object
) -> None:
    """Do work with a client of a server that is started for it, and ended."""

    async def all_of_it() -> None:
        client = Client(encoding, settings or None, takes_versions=takes_versions)
        await client.start()
        try:
            await asyncio.wait_for(work(client), 600)
        finally:
            await client.stop()

    asyncio.run(all_of_it())
