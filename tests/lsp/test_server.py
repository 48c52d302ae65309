"""The server as a process, through every feature, on the bundled games; what it says is compared with what the desk says."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pygls")

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from ggl import resources
from ggl.host.desk import Desk, Encoding, Files
from ggl.host.desk.names import occurrences
from ggl.host.desk.occurrence import QUOTED, Occurrence
from ggl.host.desk.reading import read_text
from ggl.source import Source
from tests.lsp.client import Client, driven

pytestmark = pytest.mark.processes

GAMES = resources.bundled_games()
FEW = ("tic-tac-toe",)
SOME = [pytest.param(name, marks=() if name in FEW else pytest.mark.slow) for name in GAMES]


@pytest.mark.parametrize("name", SOME)
def test_every_feature_on_a_bundled_game(name: str, tmp_path: Path) -> None:
    driven(lambda client: _features(client, name, tmp_path))


async def _features(client: Client, name: str, folder: Path) -> None:
    whole = (resources.games_folder() / f"{name}.yaml").read_text("utf-8")
    path = folder / f"my-{name}.yaml"
    path.write_text(whole, "utf-8")
    uri = client.open(path, whole)
    document = lsp.TextDocumentIdentifier(uri)
    assert await client.findings(uri) == []
    desk = Desk(str(path), whole, Files(folder))
    found = occurrences(read_text(Source(str(path), whole), Files(folder)))
    ours = [one for one in found if one.span.source.name == str(path)]
    everywhere = lsp.Range(lsp.Position(0, 0), client.position(uri, len(whole)))

    symbols = await client.lsp.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
    assert symbols is not None
    assert [one.name for one in symbols] == [one.name for one in desk.symbols()]
    folds = await client.lsp.text_document_folding_range_async(lsp.FoldingRangeParams(document))
    assert [(one.start_line, one.end_line) for one in folds or ()] == [(one.first, one.last) for one in desk.folds()]
    tokens = await client.lsp.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
    assert tokens is not None
    assert len(tokens.data) == 5 * len(desk.tokens())
    hints = await client.lsp.text_document_inlay_hint_async(lsp.InlayHintParams(document, everywhere))
    assert [one.label for one in hints or ()] == [one.text for one in desk.hints()]
    lenses = await client.lsp.text_document_code_lens_async(lsp.CodeLensParams(document))
    assert len(lenses or ()) == len(desk.lenses())
    there = await client.lsp.workspace_symbol_async(lsp.WorkspaceSymbolParams(""))
    assert there
    formatting = lsp.DocumentFormattingParams(document, lsp.FormattingOptions(2, True))
    assert not await client.lsp.text_document_formatting_async(formatting)

    for one in ours[:: max(len(ours) // 12, 1)]:
        here = {"text_document": document, "position": client.position(uri, one.span.start)}
        hover = await client.lsp.text_document_hover_async(lsp.HoverParams(**here))
        assert hover is not None
        assert hover.range is not None
        assert client.text_at(uri, hover.range) == one.span.text
        places = await client.lsp.text_document_definition_async(lsp.DefinitionParams(**here))
        assert isinstance(places, list)
        assert places
        uses = await client.lsp.text_document_references_async(lsp.ReferenceParams(lsp.ReferenceContext(True), **here))
        own = [each.range for each in uses or () if each.uri == uri]
        names = {each.span.text for each in ours if each.thing == one.thing}
        assert {client.text_at(uri, each) for each in own} == names
        assert len(own) == sum(each.thing == one.thing for each in ours)
        marked = await client.lsp.text_document_document_highlight_async(lsp.DocumentHighlightParams(**here))
        assert {client.text_at(uri, each.range) for each in marked or ()} == names
        end = {"text_document": document, "position": client.position(uri, one.span.end)}
        items = await client.lsp.text_document_completion_async(lsp.CompletionParams(**end))
        assert isinstance(items, lsp.CompletionList)
        if one.thing.sort not in QUOTED and not one.declares and one.thing.sort != "cell":
            assert not items.items or any(one.span.text in item.label for item in items.items)
    call = whole.find("(", max(whole.find("moves:"), 0))
    await client.lsp.text_document_signature_help_async(
        lsp.SignatureHelpParams(text_document=document, position=client.position(uri, call + 1))
    )

    theirs = {one.thing for one in found if one.declares and one.span.source.name != str(path)}
    named = [one for one in ours if one.thing.sort in ("definition", "move", "variable", "test") and one.declares]
    own_one = next((one for one in named if one.thing not in theirs), None)
    if own_one is not None:
        await _renamed_and_back(client, uri, whole, own_one)
    else:
        assert "extends:" in whole  # all that it names is its base's

    board = await client.command("ggl.board", uri=uri)
    assert board["svg"].startswith("<svg")
    assert board["legal"]
    after = await client.command("ggl.board", uri=uri, moves=[board["legal"][0]])
    assert after["ply"] in (0, 1)
    rules = await client.command("ggl.rules", uri=uri)
    assert rules["rules"]
    tests = await client.command("ggl.test", uri=uri)
    assert all(each["passed"] if isinstance(each, dict) else each.passed for each in tests["tests"])


async def _renamed_and_back(client: Client, uri: str, whole: str, thing: Occurrence) -> None:
    """As an editor makes the edits."""
    document = lsp.TextDocumentIdentifier(uri)
    new = "something else" if thing.thing.sort in QUOTED else "something_else"
    here = {"text_document": document, "position": client.position(uri, thing.span.start)}
    ready = await client.lsp.text_document_prepare_rename_async(lsp.PrepareRenameParams(**here))
    assert isinstance(ready, lsp.PrepareRenamePlaceholder)
    assert ready.placeholder == thing.thing.name
    made = await client.lsp.text_document_rename_async(lsp.RenameParams(new_name=new, **here))
    assert made is not None
    assert made.changes is not None
    text = client.applied(whole, list(made.changes[uri]))
    client.edit(uri, 0, len(whole), text)
    assert await client.findings(uri) == []
    back = await client.lsp.text_document_rename_async(
        lsp.RenameParams(document, client.position(uri, text.index(new)), thing.thing.name)
    )
    assert back is not None
    assert back.changes is not None
    assert client.applied(text, list(back.changes[uri])) == whole
    client.edit(uri, 0, len(text), whole)


@pytest.mark.parametrize("encoding", ["utf-16", *(pytest.param(each, marks=pytest.mark.slow) for each in ("utf-8", "utf-32"))])
def test_places_are_right_beside_characters_of_any_length(encoding: Encoding) -> None:
    text = "ggl: 1\nname: 𝔊 é ♞\nplayers: [A, B]\nboard: square(3)\npieces: {𝔪ice: {glyph: '♞'}, man: {}}  # 𝔊 é\nmoves:\n"
    text += "  put: {for: c in vacant, do: put man on cc} # é\n"

    async def work(client: Client) -> None:
        uri = client.open("untitled:one", text)
        found = await client.findings(uri)
        assert "𝔪ice" in {client.text_at(uri, each.range) for each in found}
        client.edit(uri, text.index("𝔪ice"), text.index("𝔪ice") + 1, "M")
        found = await client.findings(uri)
        assert [client.text_at(uri, each.range) for each in found if each.code == "GGL203"] == ["cc"]
        assert client.texts[uri] == text.replace("𝔪ice", "Mice")

    driven(work, encoding)


def test_a_quick_fix_is_made_as_an_editor_makes_it() -> None:
    async def work(client: Client) -> None:
        text = (
            (resources.games_folder() / "tic-tac-toe.yaml")
            .read_text("utf-8")
            .replace("moves:", "movs:")
            .replace("vacant", "vacnt")
        )
        uri = client.open("untitled:two", text)
        for _ in range(4):
            found = await client.findings(uri)
            if not found:
                break
            context = lsp.CodeActionContext(found, only=[lsp.CodeActionKind.QuickFix])
            actions = await client.lsp.text_document_code_action_async(
                lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), found[0].range, context)
            )
            fix = next(one for one in actions or () if isinstance(one, lsp.CodeAction))
            assert fix.edit is not None
            assert fix.edit.changes is not None
            changed = client.applied(client.texts[uri], list(fix.edit.changes[uri]))
            client.edit(uri, 0, len(client.texts[uri]), changed)
        assert await client.findings(uri) == []

    driven(work)


def test_findings_are_told_anew_where_an_open_base_changes(tmp_path: Path) -> None:
    async def work(client: Client) -> None:
        base = (resources.games_folder() / "tic-tac-toe.yaml").read_text("utf-8")
        first = client.open(tmp_path / "base.yaml", base)
        second = client.open(tmp_path / "mine.yaml", "ggl: 1\nname: Mine\nextends: base.yaml\n")
        assert await client.findings(second) == []
        client.found.pop(second)
        client.edit(first, base.index("board:"), base.index("board:") + 5, "bord")
        found = await client.findings(second)
        assert [each.range.start.line for each in found] == [2]
        assert found[0].related_information
        assert found[0].related_information[0].location.uri == first

    driven(work)


POND = """\
ggl: 1
name: Pond
players: [Green, Brown]
board: square(3)
pieces: {frog: {}}
moves:
  put: {for: c in vacant, do: put frog on c}
end: {draw: {full: full}}
tests:
  first:
    legal: 8
"""
TWO = "extends: base.yaml\nname: Two\nsetup: put Green frog on a1\ntests: {first: {legal: 8}}\n"


def test_an_address_that_is_closed_leaves_another_of_the_same_file_open(tmp_path: Path) -> None:
    async def work(client: Client) -> None:
        base = client.open(tmp_path / "base.yaml", POND)
        two = client.open(tmp_path / "two.yaml", TWO)
        assert await client.findings(two) == []
        client.close(client.open(base.replace("base", "ba%73e"), POND))
        assert await client.findings(two) == []
        client.found.pop(two)
        for _ in range(POND.count("frog")):
            here = client.texts[base].index("frog")
            client.edit(base, here, here + len("frog"), "toad")
        assert await client.findings(base) == []
        assert [client.text_at(two, each.range) for each in await client.findings(two)] == ["frog"]

    driven(work)


def test_a_base_that_is_open_by_another_path_counts_before_the_one_on_disk(tmp_path: Path) -> None:
    async def work(client: Client) -> None:
        folder, link = tmp_path / "games", tmp_path / "link"
        folder.mkdir()
        link.symlink_to(folder)
        (folder / "base.yaml").write_text(POND, "utf-8")
        base = client.open(folder / "base.yaml", POND.replace("frog", "toad"))
        two = client.open(link / "two.yaml", TWO)
        assert [client.text_at(two, each.range) for each in await client.findings(two)] == ["frog"]
        mended = TWO.replace("frog", "toad")
        client.edit(two, 0, len(TWO), mended)
        assert await client.findings(two) == []
        assert (await client.command("ggl.test", uri=two))["tests"]
        made = await client.lsp.text_document_rename_async(lsp.RenameParams(new_name="newt", **client.at(base, "toad")))
        assert made is not None
        assert made.changes is not None
        assert sorted(made.changes) == sorted([base, two])  # the addresses that the client knows

    driven(work)


def test_a_rename_has_the_version_of_each_open_text() -> None:
    async def work(client: Client) -> None:
        uri = client.open("untitled:pond", POND)
        client.edit(uri, len(POND), len(POND), "# end\n")
        made = await client.lsp.text_document_rename_async(lsp.RenameParams(new_name="toad", **client.at(uri, "frog")))
        assert made is not None
        assert made.changes is None
        (one,) = made.document_changes or ()
        assert isinstance(one, lsp.TextDocumentEdit)
        assert (one.text_document.uri, one.text_document.version) == (uri, 2)
        assert client.applied(client.texts[uri], [each for each in one.edits if isinstance(each, lsp.TextEdit)]) == (
            client.texts[uri].replace("frog", "toad")
        )

    driven(work, takes_versions=True)


def test_a_failed_test_of_an_earlier_text_is_not_shown_on_a_new_one() -> None:
    async def work(client: Client) -> None:
        uri = client.open("untitled:pond", POND)
        assert await client.findings(uri) == []
        await client.command("ggl.test", uri=uri)
        assert [client.text_at(uri, each.range) for each in client.found[uri].diagnostics] == ["8"]
        client.close(uri)
        client.open(uri, POND.replace("8", "9"))
        assert await client.findings(uri) == []

    driven(work)


@pytest.mark.parametrize(("uri", "before"), [("untitled:new.ggl.yaml", ""), ("untitled:new.yaml", "name: Pond\n")])
def test_a_new_file_is_read_once_it_is_a_game(uri: str, before: str) -> None:
    async def work(client: Client) -> None:
        client.open(uri, before, "yaml")
        client.edit(uri, 0, len(before), POND.replace("board", "boad"))
        found = await client.findings(uri)
        assert "boad" in [client.text_at(uri, each.range) for each in found]

    driven(work)


def test_a_failed_test_is_shown_at_its_place_until_the_text_changes() -> None:
    async def work(client: Client) -> None:
        text = "ggl: 1\nname: One\nplayers: [A, B]\nboard: square(2)\npieces: {o: {}}\n"
        text += "moves: {put: {for: c in vacant, do: put o on c}}\n"
        text += "end: {draw: {full: full}}\ntests:\n  wrong:\n    legal: 3\n"
        uri = client.open("untitled:three", text)
        assert await client.findings(uri) == []
        answer = await client.command("ggl.test", uri=uri, test="wrong")
        assert "error" not in answer
        assert [client.text_at(uri, each.range) for each in client.found[uri].diagnostics] == ["3"]
        assert client.shown == ["0 of 1 tests passed"]
        client.edit(uri, text.index("legal: 3") + 7, text.index("legal: 3") + 8, "4")
        assert await client.findings(uri) == []

    driven(work)


def test_moves_are_counted() -> None:
    async def work(client: Client) -> None:
        text = "ggl: 1\nname: One\nplayers: [A, B]\nboard: square(2)\npieces: {o: {}}\n"
        text += "moves: {put: {for: c in vacant, do: put o on c}}\nend: {draw: {full: full}}\n"
        uri = client.open("untitled:four", text)
        assert await client.findings(uri) == []
        assert await client.command("ggl.perft", uri=uri, depth=5) == {"perft": [4, 12, 24, 24, 0]}
        assert client.shown == ["perft 4, 12, 24, 24, 0"]

    driven(work)


def test_what_cannot_be_renamed_is_refused_in_words() -> None:
    async def work(client: Client) -> None:
        uri = client.open("untitled:four", (resources.games_folder() / "chess.yaml").read_text("utf-8"))
        with pytest.raises(JsonRpcException, match="a word of the language"):
            await client.lsp.text_document_prepare_rename_async(lsp.PrepareRenameParams(**client.at(uri, "rank(mover")))
        with pytest.raises(JsonRpcException, match="taken"):
            await client.lsp.text_document_rename_async(lsp.RenameParams(new_name="mover", **client.at(uri, "quiet: {")))

    driven(work)


def test_other_yaml_files_and_unknown_documents_are_left_alone() -> None:
    async def work(client: Client) -> None:
        uri = client.open("untitled:five", "a: 1\nb: [2\n", "yaml")
        document = lsp.TextDocumentIdentifier(uri)
        assert await client.lsp.text_document_document_symbol_async(lsp.DocumentSymbolParams(document)) is None
        assert uri not in client.found
        with pytest.raises(JsonRpcException, match="no open game"):
            await client.command("ggl.board", uri="untitled:none")

    driven(work)


def test_what_was_not_asked_for_is_not_shown() -> None:
    async def work(client: Client) -> None:
        uri = client.open("untitled:six", (resources.games_folder() / "hex.yaml").read_text("utf-8"))
        document = lsp.TextDocumentIdentifier(uri)
        everywhere = lsp.Range(lsp.Position(0, 0), lsp.Position(999, 0))
        assert not await client.lsp.text_document_inlay_hint_async(lsp.InlayHintParams(document, everywhere))
        lenses = await client.lsp.text_document_code_lens_async(lsp.CodeLensParams(document))
        assert {one.command.command for one in lenses or () if one.command} == {"ggl.test", "ggl.perft"}

    driven(work, inlayHints=False, panel=False)


def test_a_page_of_another_origin_cannot_connect() -> None:
    connect = pytest.importorskip("websockets.asyncio.client").connect
    refused = pytest.importorskip("websockets.exceptions").InvalidStatus

    async def work() -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "ggl", "lsp", "--ws", "0", "--origin", "http://good.example",
            stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert process.stderr is not None
        try:
            told = (await asyncio.wait_for(process.stderr.readline(), 60)).decode()
            port = int(told.rsplit(":", 1)[1])
            url = f"ws://127.0.0.1:{port}"
            with pytest.raises(refused):
                await connect(url, origin="http://evil.example")
            async with connect(url, origin="http://good.example") as socket:
                begin = {
                    "jsonrpc": "2.0",
                    "id": 1,
                    "method": "initialize",
                    "params": {"capabilities": {}, "processId": None, "rootUri": None},
                }
                await socket.send(json.dumps(begin))
                answer = json.loads(await asyncio.wait_for(socket.recv(), 60))
                assert answer["result"]["serverInfo"]["name"] == "ggl"
        finally:
            process.kill()
            await process.wait()

    asyncio.run(work())


@pytest.mark.parametrize("arguments", [[], ["--ws", "0"]])
def test_without_the_extra_one_line_says_what_to_install(arguments: list[str]) -> None:
    hidden = "import sys; sys.modules['pygls'] = None; import importlib.util as u; find = u.find_spec; "
    hidden += "u.find_spec = lambda n, *a: None if n in ('pygls', 'websockets') else find(n, *a); "
    hidden += f"sys.argv = ['ggl', 'lsp', *{arguments!r}]; from ggl.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert (
        done.stderr == "error: the language server needs the extra `lsp`, which is not installed: pip install 'ggl-games[lsp]'\n"
    )
