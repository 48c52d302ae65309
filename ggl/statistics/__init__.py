"""Statistics of plays, as numbers with intervals: shares, means, scores of pairs, Elo; ratings; exact tails; a sequential test.

Pure functions of numbers, shared by matches and reports.
"""

from ggl.statistics.exact import binomial_tail, hypergeometric_tail
from ggl.statistics.intervals import (
    LEVEL,
    Interval,
    elo,
    expected,
    mean,
    mean_of,
    mean_of_groups,
    score_of_pairs,
    student,
    student_tails,
    wilson,
)
from ggl.statistics.ratings import Meeting, Ratings, ratings
from ggl.statistics.sprt import Sprt

__all__ = [
    "LEVEL", "Interval", "Meeting", "Ratings", "Sprt", "binomial_tail", "elo", "expected", "hypergeometric_tail", "mean",
    "mean_of", "mean_of_groups", "ratings", "score_of_pairs", "student", "student_tails", "wilson",
]  # fmt: skip
