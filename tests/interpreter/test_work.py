"""The work for a position may come to its limit, and not beyond."""

from __future__ import annotations

import pytest

from ggl.engine.protocol import WORK_LIMIT, WorkLimitError
from ggl.interpreter.vector import Played
from ggl.interpreter.work import WorkMeter


def test_work_may_come_to_the_limit_and_not_beyond() -> None:
    meter = WorkMeter()
    meter.spend(WORK_LIMIT)
    meter.spend(0)
    with pytest.raises(WorkLimitError):
        meter.spend(1)


def test_values_of_definitions_are_kept_once_a_position_rests() -> None:
    position = Played([1, 2], (), WorkMeter())
    assert position.known is None  # it is still written to
    position.rest()
    assert position.known == {}
