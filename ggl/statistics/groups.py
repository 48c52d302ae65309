"""Means of values that hang together in groups, such as the lengths of plays that have one opening."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean

from ggl.statistics.intervals import LEVEL, Interval, mean, student


def mean_of_groups(groups: Sequence[Sequence[float]], level: float = LEVEL) -> Interval:
    """The mean of all values if only the groups are independent; fewer than two groups give no interval.

    Groups of one value each have the interval of `mean`. Source: W. G. Cochran, "Sampling Techniques" (1977), chapter 9: the
    ratio of the sums of groups to their sizes.
    """
    values = [value for group in groups for value in group]
    count, n = len(groups), len(values)
    if count < 2:
        return Interval(mean(values, level).value, -math.inf, math.inf, n)
    middle = fmean(values)
    off = math.fsum(sum(value - middle for value in group) ** 2 for group in groups)
    half = student(count - 1, level) * math.sqrt(off * count / (count - 1)) / n
    return Interval(middle, middle - half, middle + half, n)
