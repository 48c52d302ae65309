"""`ggl workshop` as a verb: what it opens, and what it says where it cannot. The server itself: `tests/host/test_server.py`."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_an_absent_extra_is_one_line_that_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [
        each for each in sys.modules if each.partition(".")[0] in ("uvicorn", "starlette") or each.startswith("ggl.web")
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    result = run("workshop", "--no-browser")
    assert result.exit_code == 2
    assert "pip install 'ggl-games[web]'" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("what", ["nowhere", "nowhere.yaml", "sgbun"])
def test_what_is_neither_a_folder_nor_a_game_is_told(run: Run, what: str) -> None:
    result = run("workshop", what, "--no-browser")
    assert result.exit_code == 2
    assert what in result.stderr


def test_a_port_that_is_taken_is_told(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("uvicorn", reason="the extra `web` is not installed")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = run("workshop", str(tmp_path), "--no-browser", "--port", str(port))
    assert result.exit_code == 2
    assert f"port {port} cannot be used" in result.stderr
