"""The old place of the statistics works for one release."""

from __future__ import annotations

import pytest

from ggl import statistics


def test_what_is_taken_from_the_old_place_is_the_same_and_warns() -> None:
    from ggl.arena import statistics as old

    with pytest.warns(DeprecationWarning, match=r"`ggl.arena.statistics` is `ggl.statistics` now"):
        assert old.wilson is statistics.wilson
