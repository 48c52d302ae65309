"""The settings for Neovim that docs/editors.md prints, in Neovim itself; skipped where there is none."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ggl import resources

ROOT = Path(__file__).resolve().parents[2]
NEOVIM = shutil.which("nvim")

SCRIPT = """
local function say(...) io.stdout:write(table.concat(vim.tbl_map(tostring, { ... }), " ") .. "\\n") end
local function told(count) return vim.wait(120000, function() return #vim.diagnostic.get(0) == count end, 50) end
local function ask(method, more)
  local params = vim.tbl_extend("force", { textDocument = { uri = vim.uri_from_bufnr(0) } }, more or {})
  for _, one in pairs(vim.lsp.buf_request_sync(0, method, params, 120000) or {}) do return one.result end
end
say("found", told(1), vim.diagnostic.get(0)[1].lnum, vim.diagnostic.get(0)[1].message:sub(1, 18))
local everywhere = { start = { line = 0, character = 0 }, ["end"] = { line = 99, character = 0 } }
local fix = ask("textDocument/codeAction", { range = everywhere, context = { diagnostics = {} } })[1]
vim.lsp.util.apply_workspace_edit(fix.edit, "utf-16")
say("fixed", told(0), vim.bo.filetype)
local line = vim.fn.search("rhombus(size)") - 1
local place = { line = line, character = vim.fn.getline(line + 1):find("size") - 1 }
say("hover", (ask("textDocument/hover", { position = place }).contents.value:gsub("\\n", " ")))
vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", { position = place, newName = "edge_length" }), "utf-16")
say("renamed", vim.fn.getline(line + 1))
say("completed", ask("textDocument/completion", { position = place }).items[1] ~= nil)
say("formatted", #ask("textDocument/formatting", { options = { tabSize = 2, insertSpaces = true } }))
vim.cmd("qa!")
"""


@pytest.mark.skipif(NEOVIM is None, reason="there is no Neovim here")
def test_the_settings_of_the_page_serve_neovim(tmp_path: Path) -> None:
    pytest.importorskip("pygls")
    page = (ROOT / "docs" / "editors.md").read_text("utf-8")
    (settings,) = re.findall(r"```lua\n(.*?)```", page, re.DOTALL)
    (tmp_path / "init.lua").write_text(settings, "utf-8")
    (tmp_path / "try.lua").write_text(SCRIPT, "utf-8")
    text = (resources.games_folder() / "hex.yaml").read_text("utf-8").replace("\nboard:", "\nbord:")
    (tmp_path / "my.ggl.yaml").write_text(text, "utf-8")
    line = text[: text.index("\nbord:")].count("\n") + 1
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path)}
    command = [str(NEOVIM), "-n", "--headless", "-u", "init.lua", "my.ggl.yaml", "-c", "luafile try.lua", "-c", "qa!"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=400, check=False)
    lines = [each.strip() for each in done.stdout.splitlines() if each.strip()]
    assert lines == [
        f"found true {line} unknown key `bord`",
        "fixed true ggl",
        "hover ```ggl size: 11 in 2..19 ```  an option, chosen before play",
        "renamed board: rhombus(edge_length)",
        "completed true",
        "formatted 0",
    ], done.stderr
