"""Effects written as in other languages are answered with an effect of this one."""

import re

import pytest

from ggl.source import Source
from ggl.syntax import habits, parser
from ggl.syntax.document import Scalar


def text(content: str) -> Scalar:
    return Scalar(content, Source("test.yaml", content).span(0, len(content)))


def help_for(content: str) -> str:
    with pytest.raises(parser.SyntaxProblem) as caught:
        parser.effects(text(content))
    return str(caught.value.help)


@pytest.mark.parametrize("word", habits._OTHER_EFFECTS)
def test_an_effect_by_another_name_is_answered_with_one_that_reads(word: str) -> None:
    shape = re.search(r"as in `(.*)`", help_for(f"{word} stone"))
    assert shape is not None
    parser.effects(text(shape[1]))


@pytest.mark.parametrize("shape", habits._SHAPES.values())
def test_each_effect_reads_as_it_is_shown(shape: str) -> None:
    parser.effects(text(shape))


CHANGES = {
    "n += 1": "add 1 to n",
    "n++": "add 1 to n",
    "n--": "add -1 to n",
    "mover.n -= k": "add -k to mover.n",
    "n -= k + 1": "add -(k + 1) to n",
    "n = 3": "set n to 3",
    "put stone on c\nn = 3  # so": "set n to 3",
}


@pytest.mark.parametrize("written", CHANGES)
def test_a_variable_that_is_changed_as_elsewhere_is_answered_with_the_effect(written: str) -> None:
    assert help_for(written) == f"write `{CHANGES[written]}`"
    parser.effects(text(CHANGES[written]))
