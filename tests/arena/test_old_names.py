"""Old names of the arena work for one release."""

from __future__ import annotations

import pytest

from ggl import arena


@pytest.mark.parametrize(("old", "new"), [("ShelfError", "RunFileError"), ("Verdict", "SprtVerdict")])
def test_an_old_name_is_the_new_one_and_warns(old: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"`ggl.arena.{old}` is `ggl.arena.{new}` now"):
        assert getattr(arena, old) is getattr(arena, new)
