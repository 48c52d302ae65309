"""A colour of a file as a name or in hexadecimal digits, and the form in which it is drawn."""

import pytest

from ggl.model.colours import hex_colour


@pytest.mark.parametrize(
    ("written", "colour"),
    [
        (" Red ", "#cf3f3a"),
        ("#aC0", "#aacc00"),
        ("#AACC01", "#aacc01"),
        ("#ab", None),
        ("#abcd", None),
        ("#12345g", None),
        ("abc", None),
        ("reddish", None),
    ],
)
def test_a_colour_is_six_digits(written: str, colour: str | None) -> None:
    assert hex_colour(written) == colour
