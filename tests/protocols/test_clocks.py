"""Clocks at the edge: texts of thinking times, faces of clocks, shares of what is left, and the bounds of a `go`."""

from __future__ import annotations

import pytest

from ggl.agents.protocol import Budget
from ggl.play.clock import ClockError, Timing, Watch, clock_text
from ggl.protocols import bounds
from ggl.protocols.clocks import Clock, Clocks
from ggl.protocols.thinking import share_of_clock

HOURS = 100 * 3_600_000


@pytest.mark.parametrize(
    ("text", "base", "increment", "written"),
    [
        ("0.001s", 1, 0, "0.001s"), ("0h0m1s", 1000, 0, "1s"), ("59s", 59_000, 0, "59s"), ("60s", 60_000, 0, "1m"),
        ("61s", 61_000, 0, "1m1s"), ("60m", 3_600_000, 0, "1h"), ("3661s", 3_661_000, 0, "1h1m1s"),
        ("1h1s", 3_601_000, 0, "1h1s"),
        ("100h", HOURS, 0, "100h"), ("100h+100h", HOURS, HOURS, "100h+100h"), ("99h60m", HOURS, 0, "100h"),
        ("1s+0s", 1000, 0, "1s"),
        ("1s + 0.001s", 1000, 1, "1s+0.001s"), ("0000h5m", 300_000, 0, "5m"), ("1.5s+1.250s", 1500, 1250, "1.5s+1.25s"),
    ],
)  # fmt: skip
def test_the_last_text_that_is_a_time_is_taken(text: str, base: int, increment: int, written: str) -> None:
    timing = Timing.read(text)
    assert (timing.base, timing.increment, timing.fall, str(timing)) == (base, increment, False, written)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        *((text, "is not a time to think") for text in (
            "+3s", "0s+5s", "0.0001s", "1.s", ".5s", "1.5m", "10000h", "1000000m", "10000000s", "1s+",
            "1s+-1s", "1s++1s", "h", "s")),
        *((text, "is too long") for text in ("100h0.001s", "101h", "1s+101h", "1s+100h0.001s", "6001m", "99h60m1s")),
    ],
)  # fmt: skip
def test_the_first_text_beyond_is_refused(text: str, said: str) -> None:
    with pytest.raises(ClockError, match=said):
        Timing.read(text)


@pytest.mark.parametrize(("length", "dots"), [(40, 40), (41, 40)])
def test_of_a_wrong_time_forty_signs_are_told(length: int, dots: int) -> None:
    with pytest.raises(ClockError) as caught:
        Timing.read("x" * length)
    assert f"`{'x' * dots}`" in str(caught.value)


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (0, "0:00.0"), (99, "0:00.0"), (100, "0:00.1"), (1000, "0:01.0"), (9_999, "0:09.9"),
        (10_000, "0:10"), (10_001, "0:11"),
        (60_000, "1:00"), (60_001, "1:01"), (599_000, "9:59"), (3_599_000, "59:59"), (3_599_001, "1:00:00"),
        (3_600_000, "1:00:00"),
        (HOURS, "100:00:00"), (-1, "-0:00"), (-999, "-0:00"), (-1000, "-0:01"), (-59_999, "-0:59"), (-3_600_000, "-1:00:00"),
    ],
)  # fmt: skip
def test_a_clock_shows_what_is_left_rounded_up_and_what_is_over_rounded_down(milliseconds: int, text: str) -> None:
    assert clock_text(milliseconds) == text


def test_a_watch_counts_while_it_runs_and_only_then() -> None:
    now = [10.0]
    watch = Watch(lambda: now[0])
    told = [(watch.runs, watch.elapsed)]
    for act, seconds in (
        (watch.start, 1.0), (watch.start, 0.5), (watch.stop, 9.0), (watch.stop, 1.0), (watch.start, 0.25),
        (watch.reset, 4.0), (lambda: watch.reset(70), 1.0), (watch.start, 0.005),
    ):  # fmt: skip
        act()
        now[0] += seconds
        told.append((watch.runs, watch.elapsed))
    assert told == [
        (False, 0), (True, 1000), (True, 1500), (False, 1500), (False, 1500), (True, 1750), (False, 0),
        (False, 70), (True, 75),
    ]  # fmt: skip
    assert (watch.take(), watch.runs, watch.elapsed) == (75, False, 0)


@pytest.mark.parametrize(
    ("left", "more", "seconds"),
    [
        (100, 0, 100 / 25 - 0.05), (100, 2, 4 + 1.6 - 0.05),
        (1, 50, 0.5 - 0.05),  # never more than half
        (2.5, 0, 0.05), (2.4, 0, 2.4 / 50),  # at least a fiftieth
        (0.05, 0, 0.001), (0, 0, 0.001), (-3, 0, 0.001), (0, 9, 0.001),
    ],
)  # fmt: skip
def test_a_share_of_a_clock_leaves_time_for_the_moves_to_come(left: float, more: float, seconds: float) -> None:
    assert share_of_clock(left, more) == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [
        (Clock(30, 3), 9),
        (Clock(30, 1), 27),
        (Clock(0, 3), 0.001),
        (Clock(0.002, 1), 0.0018),
        (Clock(100), 3.95),
        (Clock(0), 0.001),
    ],
)
def test_a_period_is_shared_by_its_moves(clock: Clock, seconds: float) -> None:
    assert clock.share() == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("clock", "took", "extra", "after"),
    [
        (Clock(5), 5, None, Clock(0)), (Clock(5), 4, None, Clock(1)), (Clock(5, 1), 2, None, Clock(3)),
        (Clock(5, 2), 9, None, Clock(0, 1)),
        (Clock(5), 5, Clock(30, 3), Clock(30, 3)), (Clock(5), 4, Clock(30, 3), Clock(1)),
        (Clock(5, 2), 9, Clock(30, 3), Clock(0, 1)),
        (Clock(5, 1), 1, Clock(30, 3), Clock(30, 3)), (Clock(5, 2), 1, Clock(30, 3), Clock(4, 1)),
    ],
)  # fmt: skip
def test_a_move_takes_its_time_and_ends_a_period_where_it_is_the_last(
    clock: Clock, took: float, extra: Clock | None, after: Clock
) -> None:
    assert clock.after(took, extra) == after


@pytest.mark.parametrize(
    ("setting", "first", "later"),
    [
        ((100, 30, 3), Clock(100), Clock(30, 3)), ((0, 30, 3), Clock(30, 3), Clock(10, 2)),
        ((100, 0, 0), Clock(100), Clock(0)),
        ((0, 0, 3), Clock(0, 3), Clock(0, 2)), ((100, 0, 3), Clock(100), Clock(0, 3)), ((0, 0, 0), Clock(0), Clock(0)),
        ((0, 1, 0), None, None), ((100, 1, 0), None, None),  # no limit
    ],
)  # fmt: skip
def test_the_settings_of_gtp_are_main_time_then_periods(
    setting: tuple[float, float, int], first: Clock | None, later: Clock | None
) -> None:
    clocks = Clocks()
    assert clocks.share("x") is None
    clocks.took("x", 5)
    assert clocks.share("x") is None
    clocks.tell("x", Clock(7))
    clocks.set(*setting)
    assert clocks.share("x") == (first and first.share())
    clocks.took("x", 100 if first and not first.moves else 20)
    assert clocks.share("x") == (later and later.share())
    assert clocks.share("o") == (first and first.share())
    clocks.tell("o", Clock(8, 2))
    assert clocks.share("o") == Clock(8, 2).share()
    clocks.begin()
    assert clocks.share("x") == clocks.share("o") == (first and first.share())


@pytest.mark.parametrize(
    ("words", "player", "wanted"),
    [
        ("", 1, bounds.Bounds(Budget(), None, False, ())),
        ("infinite", 1, bounds.Bounds(Budget(), None, True, ())),
        ("nodes 0", 1, bounds.Bounds(Budget(1), None, False, ())),
        ("nodes 999999999999999", 1, bounds.Bounds(Budget(10**15 - 1), None, False, ())),
        ("depth 0", 1, bounds.Bounds(Budget(), 1, False, ())),
        ("depth 7 nodes 9 movetime 250", 1, bounds.Bounds(Budget(9, 0.25), 7, False, ())),
        ("movetime 0", 1, bounds.Bounds(Budget(None, 0.001), None, False, ())),
        ("movetime 50 p1time 100000", 1, bounds.Bounds(Budget(None, 0.05), None, False, ())),
        ("p1time 100000 p2time 50000", 2, bounds.Bounds(Budget(None, 1.95), None, False, ())),
        ("wtime 100000 btime 50000 winc 0 binc 1000", 2, bounds.Bounds(Budget(None, 2.75), None, False, ())),
        ("p1time 100000", 2, bounds.Bounds(Budget(), None, False, ())),
        ("p9time 50000", 9, bounds.Bounds(Budget(None, 1.95), None, False, ())),
        ("movestogo -1", 1, bounds.Bounds(Budget(), None, False, ())),
        ("p0time ponder p10time infinite mate", 1, bounds.Bounds(Budget(), None, True, ("p0time", "ponder",
        "p10time", "mate"))),
    ],
)  # fmt: skip
def test_a_go_says_how_long_to_think(words: str, player: int, wanted: bounds.Bounds) -> None:
    assert bounds.read_bounds(words.split(), player) == wanted


@pytest.mark.parametrize("number", ["", "1.5", "1e3", "+5", "--5", "٣", "1" * 16, "-" + "1" * 16])
def test_a_bound_is_a_whole_number_of_at_most_fifteen_digits(number: str) -> None:
    for name in ("movetime", "nodes", "depth", "movestogo", "p1time", "winc"):
        with pytest.raises(bounds.BoundsError, match="must be a whole number"):
            bounds.read_bounds([name, number], 1)
