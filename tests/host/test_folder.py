"""The files of a folder and their names in messages."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ggl.host.folder import Folder
from ggl.typed_json import encoded


@pytest.mark.skipif(sys.platform != "linux", reason="this system has no such names")
def test_a_file_whose_name_is_not_utf_8_has_no_name_in_messages(folder: Path) -> None:
    strange = Path(os.fsdecode(os.fsencode(folder) + b"/\xff.yaml"))
    for file in (strange, folder / "mine.yaml"):
        file.write_text("ggl: 1\n", encoding="utf-8")
    assert Folder(folder).files(10) == (("mine.yaml",), False)
    assert Folder(folder).name(str(strange)) is None
    assert Folder(folder).name(str(folder / "mine.yaml")) == "mine.yaml"


def test_a_message_can_always_be_sent() -> None:
    assert encoded(["\udcff", "é"]).encode() == '["\\udcff","é"]'.encode()
