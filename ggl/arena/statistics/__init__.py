"""What plays say, as numbers with intervals: shares, means, scores of pairs, Elo; ratings; a sequential test.

Pure functions of numbers, shared by matches and reports.
"""

from ggl.arena.statistics.intervals import (
    LEVEL,
    Interval,
    elo,
    expected,
    mean,
    score_of_pairs,
    student,
    wilson,
)
from ggl.arena.statistics.ratings import Meeting, Ratings, ratings
from ggl.arena.statistics.sprt import Sprt

__all__ = [
    "LEVEL",
    "Interval",
    "Meeting",
    "Ratings",
    "Sprt",
    "elo",
    "expected",
    "mean",
    "ratings",
    "score_of_pairs",
    "student",
    "wilson",
]
