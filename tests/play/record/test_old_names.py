"""Names that are called otherwise now still work for one release, with a warning."""

import pytest

from ggl.play import record


def test_an_old_name_gives_what_the_new_one_does_and_warns() -> None:
    with pytest.warns(DeprecationWarning, match=r"`ggl\.play\.record\.walk` is `ggl\.play\.record\.replay_states` now") as told:
        assert record.walk is record.replay_states
    assert told[0].filename == __file__


def test_a_name_that_never_was_is_none() -> None:
    with pytest.raises(AttributeError, match=r"^module 'ggl\.play\.record' has no attribute 'walked'$"):
        _ = record.walked
