"""The playground, from a plain static server: the host in a worker, jobs in others, links that hold a game, no network."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ggl.errors import GglError
from ggl.playground.build import build, find_pyodide
from tests.web.board import Board
from tests.web.test_access import troubles

try:
    PYODIDE = find_pyodide(None)
except GglError:
    pytest.skip("the tests of the playground need Pyodide: npm ci in ggl/web/bundle", allow_module_level=True)

GAMES = ("tic-tac-toe", "connect-four", "sgibun", "chess")
READY = "body:not(:has(#bar .trouble)) #play:is([data-standing=waits], [data-standing=over])"
NIM = """ggl: 1
name: A pile
players: [One, Two]
board: track(5)
pieces: {stone: {}}
moves:
  put:
    for: c in cells
    where: empty(c)
    do: put stone on c
end:
  mover loses: stuck
"""

Visit = Callable[..., Board]


class _Quiet(http.server.SimpleHTTPRequestHandler):
    """Files of a folder, which pages of other sites may read too."""

    def log_message(self, *_: Any) -> None: ...

    def end_headers(self) -> None:
        self.send_header("access-control-allow-origin", "*")
        super().end_headers()


def serve(folder: Path) -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("playground")
    build(folder, GAMES, PYODIDE)
    yield from serve(folder)


@pytest.fixture
def visit(browser: Any, site: str) -> Iterator[Visit]:
    """Opens a page of the playground, in a browser of its own or in one that was there. At the end it has had no error."""
    contexts, said = [], []

    def open_page(way: str = "", context: Any = None, **more: Any) -> Board:
        if context is None:
            context = browser.new_context(**{"viewport": {"width": 1300, "height": 900}, "reduced_motion": "reduce", **more})
            contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(180_000)  # Pyodide is loaded first
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on(
            "console", lambda line: said.append(line.text) if line.type == "error" and "load resource" not in line.text else None
        )
        page.goto(way if way.startswith("http") else site + way)
        return Board(page)

    yield open_page
    for context in contexts:
        context.close()
    assert not said


def links(board: Board) -> dict[str, str]:
    board.page.click("text=Share")
    board.page.wait_for_selector("#dialog-share input")
    found = {
        row.inner_text().split("\n")[0]: row.locator("input").input_value()
        for row in board.page.locator("#dialog-share li").all()
    }
    board.page.click("#dialog-share button[aria-label=Close]")
    return found


def test_a_game_is_played_against_mcts_in_webassembly(visit: Visit) -> None:
    board = visit("?game=tic-tac-toe")
    board.ready()
    board.page.locator(".sides select").nth(1).select_option("mcts:time=1")
    board.play_on(seed=4)
    assert board.standing == "over"
    assert "The game is over" in board.page.text_content("#live")
    assert all("#g=" in link and len(link) < 4000 for link in links(board).values())
    board.page.click("#tab-advice")
    board.page.click("text=A thousand random plays")
    board.page.wait_for_selector("text=1,000 random plays")


@pytest.mark.slow
def test_a_link_made_in_one_browser_opens_in_another(visit: Visit) -> None:
    board = visit("?game=sgibun")
    board.ready()
    board.play_on(seed=2, most=5)
    board.ready()
    found = links(board)
    position = {site: board.says(site) for site in ("f6", "a6", "k6", "f1")}
    steps = board.page.locator("#tab-panel .step").all_inner_texts()
    plays, edits = found["To play on from here"], found["To look at the rules and change them"]
    assert len(plays) < 4000

    other = visit(plays)
    other.ready()
    assert {site: other.says(site) for site in position} == position
    assert other.page.locator("#tab-panel .step").all_inner_texts() == steps
    assert not other.page.locator("#editor").is_visible()
    other.play_on(seed=3, most=2)

    third = visit(edits)
    third.ready()
    third.page.wait_for_selector("text=no findings")
    assert third.page.locator("#editor").is_visible()
    assert {site: third.says(site) for site in position} == position


@pytest.mark.slow
def test_a_file_with_a_mistake_is_shared_as_a_link_to_the_editor(visit: Visit) -> None:
    board = visit("?game=tic-tac-toe")
    board.ready()
    board.page.wait_for_selector("text=no findings")
    board.page.click(".cm-content")
    board.page.keyboard.press("Control+End")
    board.page.keyboard.insert_text("\nmoovs: 3\n")
    board.page.wait_for_selector(".findings li.error")
    other = visit(links(board)["To look at the rules and change them"])
    other.page.wait_for_selector(".findings li.error")
    assert "moovs" in other.page.inner_text(".findings")


@pytest.mark.slow
def test_damaged_links_are_refused_in_words(visit: Visit) -> None:
    bomb = "7cEBDQAAAMKg909tDwcUAAAAAAAAAAAAAAAAAAAAAAAA"
    for code in ("AAAA", "x", bomb):
        board = visit(f"#g={code}")
        board.page.wait_for_selector("text=This link is damaged: it contains no game.")


@pytest.mark.slow
def test_a_file_is_loaded_from_elsewhere(visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "pile.yaml").write_text(NIM)
    for other in serve(tmp_path):
        board = visit(f"?url={other}pile.yaml")
        board.ready()
        assert board.page.inner_text("h1").strip() == "A pile"
        board.play_on(seed=1)
        assert board.standing == "over"
        lost = visit(f"?url={other}nothing.yaml")
        lost.page.wait_for_selector("text=nothing.yaml cannot be loaded: 404")


@pytest.mark.slow
def test_it_works_offline_after_the_first_visit_and_a_play_goes_on(visit: Visit, tmp_path: Path) -> None:
    """The server is ended, so this playground has one of its own."""
    build(tmp_path, GAMES, PYODIDE)
    server = serve(tmp_path)
    address = next(server)
    board = visit(f"{address}?game=connect-four")
    board.ready()
    board.play_on(seed=1, most=3)
    board.ready()
    at = board.page.locator("#tab-panel .step").all_inner_texts()
    board.page.wait_for_function("navigator.serviceWorker.getRegistration().then((found) => Boolean(found?.active))")
    kept = "caches.keys().then((names) => names.filter((each) => /-(page|memory)-/.test(each)).length === 2)"
    for _ in range(300):
        if board.page.evaluate(kept):
            break
        board.page.wait_for_timeout(100)
    next(server, None)  # nobody serves it any more
    board.page.goto(address)
    board.ready()
    assert board.page.locator("#tab-panel .step").all_inner_texts() == at
    board.page.locator(".sides select").nth(1).select_option("level:1")
    board.play_on(seed=2)
    assert board.standing == "over"


@pytest.mark.slow
def test_what_is_saved_is_there_in_the_next_visit(visit: Visit) -> None:
    board = visit("?game=tic-tac-toe")
    board.ready()
    board.page.click("#bar >> text=Save")
    board.page.fill("#field-file", "mine.yaml")
    board.page.click("#dialog-save button.main")
    board.page.wait_for_selector("#dialog-save", state="detached")
    again = visit("", context=board.page.context)
    again.page.wait_for_selector("#bar >> text=Open")
    again.page.keyboard.press("Escape")
    again.page.click("#bar >> text=Open")
    again.page.click("#dialog-open >> text=mine.yaml")
    again.page.wait_for_selector(".editor-head >> text=mine.yaml")


@pytest.mark.slow
def test_two_pages_do_not_write_over_what_the_other_has_kept(visit: Visit) -> None:
    board = visit("?game=tic-tac-toe")
    board.ready()
    board.click("a1")
    context = board.page.context
    table = board.page.evaluate("sessionStorage.getItem('table')")
    context.add_init_script(f"sessionStorage.setItem('table', '{table}')")  # as in a tab that was duplicated
    other = visit("", context=context)
    other.page.wait_for_selector("#dialog-new .trouble:has-text('This play is open in another page of this browser.')")
    board.click("b2")
    board.page.click("#bar >> text=Save")
    board.page.fill("#field-file", "shared.yaml")
    board.page.click("#dialog-save button.main")
    board.page.wait_for_selector("#dialog-save", state="detached")

    other.page.keyboard.press("Escape")
    other.page.click("#bar >> text=Open")
    other.page.click("#dialog-open >> text=shared.yaml")
    other.page.wait_for_selector(".standing.good")
    for page, text in ((board.page, "# mine"), (other.page, "# another's")):
        page.locator(".cm-content").press("Control+End")
        page.keyboard.type(text)
        page.locator(".cm-content").press("Control+s")
        if page is board.page:
            page.wait_for_selector(".editor-head [title='not saved']", state="detached")
    other.page.wait_for_selector("#bar .trouble:has-text('has changed on disk since it was read')")

    board.page.close()
    other.page.click("#bar >> text=Open")
    other.page.click("#dialog-open button:has-text('tic-tac-toe')")
    other.ready()
    assert (other.says("a1"), other.says("b2")) == ("a1, X mark", "b2, O mark, last move")


@pytest.mark.slow
def test_a_host_that_takes_too_long_is_ended_alone_and_its_tables_come_back(visit: Visit) -> None:
    board = visit("?game=sgibun")
    board.ready()
    board.play_on(seed=2, most=4)
    board.ready()
    at = board.page.locator("#tab-panel .step").all_inner_texts()
    board.page.evaluate("""import('./playground/carrier.js').then(({ WorkerCarrier }) => {
        const send = WorkerCarrier.prototype.send;
        WorkerCarrier.prototype.send = function (text) { // the first request seems to have taken too long as soon as it is sent
            WorkerCarrier.prototype.send = send;
            send.call(this, text);
            this.since -= 1e6;
            this.watch();
        };
    })""")
    board.page.fill("#move", "place a6")
    board.page.keyboard.press("Enter")
    board.page.wait_for_selector("#bar .trouble, .why >> text=this took too long")
    board.ready()
    assert board.page.locator("#tab-panel .step").all_inner_texts()[: len(at)] == at
    board.play_on(seed=3, most=2)


@pytest.mark.slow
def test_a_job_that_takes_too_long_is_ended_alone(visit: Visit) -> None:
    board = visit("?game=chess")
    board.ready()
    board.page.click("#tab-advice")
    board.page.click("text=Hint")
    board.page.wait_for_selector(".mark.hint")
    board.page.evaluate("""import('./playground/carrier.js').then(({ Jobs }) => {
        const begin = Jobs.prototype.begin;
        Jobs.prototype.begin = function (job) {
            begin.call(this, { ...job, seconds: -1 });
            this.watch();
        };
    })""")
    board.page.click("text=A thousand random plays")
    board.page.wait_for_selector("text=the job was stopped: it took too long")
    board.click("e2", "e4")
    assert board.says("e4") == "e4, White pawn, last move"


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_shuts_people_out(scheme: str, visit: Visit) -> None:
    board = visit("?game=tic-tac-toe", color_scheme=scheme)
    board.ready()
    assert not troubles(board)
    links(board)
    board.page.click("text=Share")
    board.page.wait_for_selector("#dialog-share input")
    assert not troubles(board)


@pytest.mark.slow
def test_the_tutorial_is_there_and_goes_on_in_the_next_visit(visit: Visit) -> None:
    board = visit("?tutorial")
    board.page.wait_for_selector("#tutorial h2:has-text('1. ')")
    board.page.wait_for_selector(".editor-head strong:has-text('scree-1.yaml')")
    board.page.click("text=Write it for me")
    board.page.wait_for_selector(".steps-checks .good")
    board.ready()
    board.page.click("#tutorial button:text-is('Next')")
    board.page.wait_for_selector(".editor-head strong:has-text('mistake.yaml')")
    again = visit("?tutorial", context=board.page.context)
    again.page.wait_for_selector(".editor-head strong:has-text('mistake.yaml')")
    assert again.page.locator(".steps-head li:has-text('✓')").count() == 1
