"""Made games in which pairs of features meet: no two players of the rules differ, and nothing fails.

`benchmarks/pairs.py` plays many more of them and counts the pairs.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from ggl.play.loading import check_source
from ggl.source import Source
from tests.few import slow
from tests.generated.covering import ENOUGH, Covered, Kept, chosen, excluded, pairs
from tests.generated.making import Made, NotMade, made
from tests.generated.playing import TooLong, examined, what_is_no_rule_changes_none
from tests.generated.readings import of_the_definition
from tests.generated.table import FEATURES

FOUND = sorted((Path(__file__).parent / "found").glob("*.yaml"))


def play(number: int, covered: Covered) -> None:
    _, wanted = chosen(Random(number), covered, 24)
    try:
        one, _ = made(str(number), wanted)
        found = list(examined(one, others=[of_the_definition]))
    except (NotMade, TooLong):
        return
    assert not found, "\n".join([*map(str, found), one.text])
    covered.add(one.has)


def test_in_a_few_made_games_no_two_players_of_the_rules_differ() -> None:
    covered = Covered()
    for number in range(4):
        play(number, covered)
    assert covered.games >= 3
    assert len(covered.met) > 900


@pytest.mark.processes
def test_with_room_for_few_steps_and_positions_no_two_players_of_the_rules_differ(tmp_path: Path) -> None:
    """The limits are made small for a whole process."""
    command = [sys.executable, "benchmarks/pairs.py", "--small", "--any", "--games", "5", "--seed", "60", "--into", str(tmp_path)]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_in_many_made_games_no_two_players_of_the_rules_differ() -> None:
    covered = Covered()
    for number in range(1000, 1600):
        play(number, covered)
    assert covered.games >= 400


def test_the_same_seed_makes_the_same_file() -> None:
    wanted = ["2 players", "square", "then: optional", "stacks", "name of Python", "match"]
    assert made("9", wanted)[0].text == made("9", wanted)[0].text


@pytest.mark.parametrize("first", [0, slow(1), slow(2), slow(3)])
def test_each_feature_comes_about_alone(first: int) -> None:
    """A feature that no sound game has, or that is not seen where it is, would count for nothing."""
    missing = []
    for name in [*FEATURES][first::4]:
        if FEATURES[name].costs > 5:
            continue
        for seed in range(8):
            try:
                if name in made(f"alone {seed}", [name])[0].has:
                    break
            except NotMade:
                continue
        else:
            missing.append(name)
    assert not missing


def test_each_pair_may_meet_or_has_a_reason() -> None:
    count = len(FEATURES)
    assert len(pairs()) + len(excluded()) == count * (count - 1) // 2
    assert all(excluded().values())


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_what_once_differed_differs_no_more(path: Path) -> None:
    text = path.read_text("utf-8")
    checked, found = check_source(Source("made.yaml", text))
    if checked is None:  # it is refused now, with a reason
        assert any(each.code.severity == "error" for each in found)
        return
    kept = Made.of_text(text)
    assert not [str(each) for each in examined(kept)]


def test_a_cell_that_is_cut_out_by_its_label_is_no_difference() -> None:
    """Without the labels the name stands for another cell, which is no fault."""
    tree = {"ggl": 1, "name": "Cut", "players": ["One"], "board": {"shape": "square(3)", "without": "c1"}, "moves": {}}
    tree |= {"labels": {"rows": "numbers from 1 from the top"}}
    one = Made("cut", tree)
    checked, found = check_source(Source("made.yaml", one.text))
    assert checked is not None, found
    assert not list(what_is_no_rule_changes_none(one, checked))


def test_counts_that_are_kept_come_back_up_to_enough(tmp_path: Path) -> None:
    first, second, last = (sorted(FEATURES)[number] for number in (0, 1, -1))
    run = Covered(games=40, unsound=2)
    run.met.update({(first, second): 30, (first, last): 3})
    for _ in range(2):
        Kept.read(tmp_path / "met.json").add("python", run)
    back = Kept.read(tmp_path / "met.json")
    assert back.of("python").games == 80
    assert {pair: count for pair, count in back.of("python").met.items() if count} == {
        (first, second): ENOUGH,
        (first, last): 6,
    }
    assert not back.of("compiled").games
