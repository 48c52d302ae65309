"""What a command does if nothing is said is what the library does: each is said in its own place, so that commands start fast."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable

import click
import pytest

from ggl import arena
from ggl.analysis import JUDGE, STRENGTHS, Plan
from ggl.arena.calibrating import calibrate
from ggl.cli import VERBS, group
from ggl.cli.analyze import split_specs
from ggl.play.playout import LONGEST_PLAYOUT
from ggl.play.session import MOST_UNASKED

SHARED = [
    ("match", "pairs", arena.match, "pairs"),
    ("match", "seed", arena.match, "seed"),
    ("match", "opening_plies", arena.match, "opening_plies"),
    ("match", "max_steps", arena.match, "most_steps"),
    ("match", "alpha", arena.Sprt, "alpha"),
    ("match", "beta", arena.Sprt, "beta"),
    ("selfplay", "seed", arena.selfplay, "seed"),
    ("selfplay", "opening_plies", arena.selfplay, "opening_plies"),
    ("selfplay", "max_steps", arena.selfplay, "most_steps"),
    ("calibrate", "pairs", calibrate, "pairs"),
    ("calibrate", "seed", calibrate, "seed"),
    ("calibrate", "most", calibrate, "most"),
    ("calibrate", "max_steps", calibrate, "most_steps"),
    ("analyze", "plays", Plan, "plays"),
    ("analyze", "seed", Plan, "seed"),
]


def options(verb: str) -> dict[str, click.Option]:
    command = group.get_command(click.Context(group), verb)
    assert command is not None
    return {param.name or "": param for param in command.params if isinstance(param, click.Option)}


def told(option: click.Option) -> str:
    """The default that the help of an option names at its end."""
    found = re.search(r"\[([^\]]*)\]$", option.help or "")
    return found[1] if found is not None else ""


@pytest.mark.parametrize(("verb", "option", "function", "argument"), SHARED, ids=[f"{case[0]}-{case[1]}" for case in SHARED])
def test_a_command_and_the_library_have_the_same_default(
    verb: str, option: str, function: Callable[..., object], argument: str
) -> None:
    here, there = options(verb)[option], inspect.signature(function).parameters[argument].default
    assert (told(here) or str(here.default)) == str(there)


def test_a_report_of_the_command_tells_the_agents_of_the_library() -> None:
    """They depend on the game; the help names those of most."""
    told = [options("analyze")[name].show_default for name in ("strengths", "judge")]
    assert (tuple(split_specs(str(told[0]))), told[1]) == (STRENGTHS, JUDGE)


@pytest.mark.parametrize("verb", [verb for verbs in VERBS.values() for verb in verbs])
def test_the_help_names_the_number_that_an_option_has_by_default(verb: str) -> None:
    for name, option in options(verb).items():
        if isinstance(option.default, int | float) and told(option):
            assert told(option) == str(option.default), name


def test_the_prompt_plays_as_many_steps_unasked_as_a_random_game_may_have() -> None:
    assert MOST_UNASKED == LONGEST_PLAYOUT
