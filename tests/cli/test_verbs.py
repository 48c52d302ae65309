"""Each verb in good use, and in what is its own to get wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

import ggl
from ggl import resources
from ggl.diagnostics import CODES
from tests.few import few_of, slow

BUNDLED = resources.bundled_games()


def edit(path: str, old: str, new: str) -> None:
    text = Path(path).read_text()
    assert old in text
    Path(path).write_text(text.replace(old, new))


# ------------------------------------------------------------------------------------------------------------ check


def test_check_of_a_sound_file_says_nothing_on_stdout(run, small: str) -> None:
    done = run("check", small)
    assert (done.exit_code, done.stdout) == (0, "")
    assert "1 game checked" in done.stderr
    assert "nothing wrong" in done.stderr


@pytest.mark.parametrize("bundled", [("pig", "tic-tac-toe", "tiku"), slow(BUNDLED)], ids=["a few", "all"])
def test_check_without_files_checks_all_bundled_games(run, bundled: tuple[str, ...], monkeypatch) -> None:
    """That each is sound, with each option, is for `tests/games/test_conformance.py` to say."""
    monkeypatch.setattr(resources, "bundled_games", lambda: bundled)
    done = run("check")
    assert (done.exit_code, done.stdout) == (0, "")
    assert f"{len(bundled)} games" in done.stderr


@pytest.mark.parametrize("shape", ["full", "concise", "json", "github", "sarif"])
def test_check_writes_every_format(run, small: str, shape: str) -> None:
    edit(small, "empty(c)", "emtpy(c)")
    done = run("check", small, "--output-format", shape)
    assert done.exit_code == 1
    assert "GGL203" in done.stdout
    if shape in ("json", "sarif"):
        assert json.loads(done.stdout)


def test_check_writes_no_edit_that_leads_to_another_error(run, small: str) -> None:
    edit(small, "empty(c)", "c is stone")
    (found,) = json.loads(run("check", small, "--output-format", "json").stdout)
    assert found["help"] == "write `c == stone`"
    assert found["fix"] is None
    assert "fixes" not in json.loads(run("check", small, "--output-format", "sarif").stdout)["runs"][0]["results"][0]
    edit(small, "c is stone", "emtpy(c)")
    (found,) = json.loads(run("check", small, "--output-format", "json").stdout)
    assert found["fix"]["replacement"] == "empty"


def test_check_takes_folders_and_several_files_and_goes_on_after_a_bad_one(run, small: str, tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "wrong.yaml").write_text("ggl: 1\n")
    done = run("check", "missing.yaml", "more", small, "--output-format", "concise")
    assert done.exit_code == 2
    assert "no file `missing.yaml`" in done.stderr
    assert "more/wrong.yaml" in done.stdout.replace("\\", "/")
    (tmp_path / "none").mkdir()
    assert run("check", "none").exit_code == 2


def test_check_play_finds_what_only_playing_shows(run, small: str) -> None:
    assert run("check", small, "--play", "5").exit_code == 0
    edit(small, "end:", "  never:\n    for: c in cells\n    where: own stone on c and empty(c)\n    do: take stone from c\nend:")
    edit(small, "  draw: full\n", "  draw: ply > 1000000\n")
    edit(small, "    where: empty(c)\n    do: put", "    do: put")
    done = run("check", small, "--play", "2", "--output-format", "concise")
    assert done.exit_code == 1
    assert "the move `never` was never legal" in done.stdout
    assert "2 of 2 random games did not end" in done.stdout
    edit(small, "    do: put stone on c", "    where: occupied(c)\n    do: put stone on c")
    assert "no move is legal at the start" in run("check", small, "--play", "1", "--output-format", "concise").stdout


# -------------------------------------------------------------------------------------------------------------- fmt


def test_fmt_writes_in_place_and_settles(run, small: str) -> None:
    edit(small, "square(2)", "square( 2 )  # small")
    assert run("fmt", "--check", small).exit_code == 1
    assert run("fmt", "--diff", small).stdout.count("\n+") == 2
    assert "square( 2 )" in Path(small).read_text()
    assert run("fmt", small).exit_code == 0
    assert "board: square(2)  # small\n" in Path(small).read_text()
    assert run("fmt", "--check", small).exit_code == 0
    assert [path.name for path in Path().iterdir()] == [small]


def test_fmt_leaves_a_byte_order_mark(run, small: str) -> None:
    edit(small, "square(2)", "square( 2 )")
    Path(small).write_text("\ufeff" + Path(small).read_text())
    assert run("fmt", small).exit_code == 0
    assert Path(small).read_text().startswith("\ufeffggl: 1\n")
    assert "square(2)" in Path(small).read_text()


def test_fmt_from_stdin_goes_to_stdout(run, small: str) -> None:
    text = Path(small).read_text()
    assert run("fmt", "-", stdin=text.replace("(2)", "(  2 )")).stdout == text


def test_fmt_leaves_a_file_with_mistakes_alone(run, small: str) -> None:
    edit(small, "empty(c)", "empty(c")
    before = Path(small).read_text()
    assert run("fmt", small).exit_code == 1
    assert Path(small).read_text() == before


# ----------------------------------------------------------------------------------------------- looking at a game


@pytest.mark.parametrize("stage", ["source", "tree", "definition", "board", "core", "position"])
@pytest.mark.parametrize("game", ["tabik:size=3", "tirnabun:side=2", "tiku-diagonal"])
def test_show_has_every_stage(run, game: str, stage: str) -> None:
    done = run("show", game, "--stage", stage)
    assert (done.exit_code, done.stderr) == (0, "")
    assert len(done.stdout) > 80


def test_show_lists_the_sides_and_the_directions_of_a_board(run) -> None:
    lines = run("show", "sgibun:side=3").stdout.splitlines()
    assert "directions  northeast east southeast southwest west northwest" in lines
    assert "sides       north 3, northeast 3, southeast 3, south 3, southwest 3, northwest 3" in lines


def test_show_position_follows_moves(run) -> None:
    done = run("show", "tabik:size=3", "--stage", "position", "--after", "place a1 b1")
    assert "at: a1=Black stone, b1=White stone, else none" in done.stdout
    assert run("show", "tabik", "--stage", "core", "--after", "place a1 b1").exit_code == 2


def test_expand_is_the_whole_game(run, tmp_path: Path) -> None:
    whole = run("expand", "tirnabun").stdout
    (tmp_path / "whole.yaml").write_text(whole)
    assert "extends" not in whole
    assert "# sgibun.yaml" in whole
    assert run("moves", "whole.yaml:side=3").stdout == run("moves", "tirnabun:side=3").stdout


def test_diff_names_what_differs_and_nothing_else(run) -> None:
    done = run("diff", "sgibun", "tirnabun")
    assert done.exit_code == 1
    assert "define › measure\n- min(size(g) for g in rivals(s), default=0)\n+ max(size(g)" in done.stdout
    assert "moves" not in done.stdout
    same = run("diff", "tabik", "tabik")
    assert (same.exit_code, same.stdout) == (0, "")
    bound = run("diff", "tabik:size=5", "tabik:size=6").stdout
    assert "- board: square(5), 25 cells\n+ board: square(6), 36 cells\n" in bound
    assert run("diff", "tabik", "tabik:pie=off").stdout == "as played\n- option pie: on\n+ option pie: off\n"
    assert run("diff", "-", "-", stdin="").exit_code == 2


def test_diff_of_standard_input_is_that_of_a_file(run, small: str) -> None:
    text = run("expand", "tabik").stdout
    assert run("diff", "-", "tabik:pie=off", stdin=text).stdout == "as played\n- option pie: on\n+ option pie: off\n"
    assert "+ board: square(6), 36 cells\n" in run("diff", "--", "tabik", "-:size=6", stdin=text).stdout
    refused = run("diff", "-", "tabik:foo=3", stdin=text)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "no option `foo`" in refused.stderr
    wrong = run("diff", small, "-", stdin=text.replace("empty(e)", "emtpy(e)"))
    assert (wrong.exit_code, wrong.stdout) == (1, "")
    assert "near: `empty`" in wrong.stderr


def test_diff_does_not_show_what_a_variant_removes_as_its_own(run, tmp_path: Path) -> None:
    rest = "board: square(3)\npieces: {stone: {}}\nmoves: {lay: {for: c in vacant, do: put stone on c}}\nend: {draw: full}\n"
    base, variant = tmp_path / "base.yaml", tmp_path / "variant.yaml"
    base.write_text(f"ggl: 1\nname: Base\nplayers: {{A: {{way: north}}, B: {{way: south}}}}\n{rest}")
    variant.write_text("ggl: 1\nname: Variant\nextends: base.yaml\nplayers: {A: {way: removed}, B: {way: removed}}\n")
    told = run("diff", str(base), str(variant)).stdout
    assert "players › A › way\n- north\n" in told
    assert "removed" not in told


@pytest.mark.parametrize(
    ("ours", "theirs", "told"),
    [
        (
            "end: {draw: full, mover loses: stuck}",
            "end: {mover loses: stuck, draw: full}",
            "end › order\n- draw, mover loses\n+ mover loses, draw\n",
        ),
        ("players: {A: {}, B: {}}", "players: {B: {}, A: {}}", "players › order\n- A, B\n+ B, A\n"),
        (
            "define: {n(c): {1: full, 2: stuck(A), else: 3}}",
            "define: {n(c): {2: stuck(A), 1: full, else: 3}}",
            "define › n › order\n- 1, 2, else\n+ 2, 1, else\n",
        ),
        ("define: {n: 1, m: 2}", "define: {m: 2, n: 1}", ""),
        ("define: {n(k): {by: k, stone: 1, man: 2}}", "define: {n(k): {by: k, man: 2, stone: 1}}", ""),
    ],
)
def test_diff_tells_another_order_where_the_order_decides(ours: str, theirs: str, told: str, run, tmp_path: Path) -> None:
    parts = {"players": "players: [A, B]", "end": "end: {draw: full}"}
    for name, text in (("ours", ours), ("theirs", theirs)):
        lines = [text, *(line for key, line in parts.items() if not text.startswith(f"{key}:"))]
        rest = "board: square(3)\npieces: {stone: {}, man: {}}\nmoves: {lay: {for: c in vacant, do: put stone on c}}\n"
        (tmp_path / f"{name}.yaml").write_text("ggl: 1\nname: Order\n" + rest + "\n".join(lines) + "\n")
    found = run("diff", "ours.yaml", "theirs.yaml")
    assert told in found.stdout
    assert ("order" in found.stdout) is bool(told)


def test_expand_and_diff_have_the_values_of_an_option_of_which_a_variant_changes_the_default(run, tmp_path: Path) -> None:
    base = (
        "ggl: 1\nname: Base\noptions: {size: 3 in 2..4, wild: false}\nplayers: [A, B]\nboard: square(size)\npieces: {stone: {}}\n"
    )
    (tmp_path / "base.yaml").write_text(f"{base}moves: {{lay: {{for: c in vacant, do: put stone on c}}}}\nend: {{draw: full}}\n")
    (tmp_path / "middle.yaml").write_text("ggl: 1\nname: Middle\nextends: base.yaml\noptions: {size: 2}\n")
    (tmp_path / "top.yaml").write_text("ggl: 1\nname: Top\nextends: middle.yaml\noptions: {size: 4, wild: true}\n")
    whole = run("expand", "top.yaml").stdout
    assert "size: 4 in 2..4" in whole
    assert "wild: true" in whole
    (tmp_path / "whole.yaml").write_text(whole)
    for size, code in (("2", 0), ("5", 2)):
        assert run("moves", f"whole.yaml:size={size}").exit_code == run("moves", f"top.yaml:size={size}").exit_code == code
    assert "- 3 in 2..4\n+ 4 in 2..4\n" in run("diff", "base.yaml", "top.yaml").stdout


def test_a_test_of_too_many_moves_fails_at_its_place_and_the_others_run(run, tmp_path: Path) -> None:
    """The choices of three cells are more than may be listed."""
    game = "ggl: 1\nname: Many\nplayers: [A, B]\nboard: square(9)\npieces: {stone: {}}\n"
    moves = "moves: {lay: {for: 'a and b in cells, c in cells', do: put stone on c}}\nend: {draw: full}\n"
    (tmp_path / "many.yaml").write_text(f"{game}{moves}tests:\n  many:\n    legal: 262440\n  first:\n    mover: A\n")
    found = run("test", "many.yaml", "hex")
    assert found.exit_code == 1
    assert "many.yaml:10:12" in found.stdout
    assert "more than 65,536 legal moves" in found.stdout
    assert "1 failed" in found.stderr
    played = run("check", "--play", "1", "many.yaml")
    assert played.exit_code == 2
    assert "many.yaml: there are more than 65,536 legal moves" in played.stderr


TABLED = """\
ggl: 1
name: Tabled
players: [Black, White]
board: square(2)
pieces: {stone: {}}
define:
  worth(c):
    size(group(c)) + count(neighbors(a1)): c == a1
    size(group(c)): full
    else: 0
  late(p):
    1: full
    else: 0
moves:
  place:
    for: c in cells
    where: empty(c) and late(mover) == 0 and worth(c) == 0
    do: put stone on c
    then: optional shoot(c)
  shoot(source):
    for: t in neighbors(source)
    where: empty(t)
    do: put stone on t
end:
  draw: full
targets:
  length: 1..9
  draws: at most 50%
  first seat: 45%..55% and within 3 points of base
"""


def test_diff_takes_tables_and_moves_with_parameters(run, tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text(TABLED)
    (tmp_path / "two.yaml").write_text(
        TABLED.replace("late(p)", "late(q)").replace("size(group(c)): full", "size(group(c)): c == b1")
    )
    done = run("diff", "one.yaml", "two.yaml")
    assert done.exit_code == 1
    changed = "define › worth › size(group(c))\n- full\n+ c == b1\ndefine › late\n- late(p):\n+ late(q):\n"
    assert done.stdout == changed
    assert run("diff", "one.yaml", "one.yaml").exit_code == 0
    assert run("diff", "amazons", "chess").exit_code == 1


def test_show_definition_has_the_targets_as_they_are_written(run, tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text(TABLED)
    done = run("show", "one.yaml", "--stage", "definition")
    assert done.exit_code == 0
    assert "3: first seat: 45%..55% and within 3 points of base" in done.stdout


def test_moves_can_be_filtered(run) -> None:
    every = run("moves", "tabik:size=3").stdout.splitlines()
    assert len(every) == 24
    assert run("moves", "tabik:size=3", "a1").stdout.splitlines() == [m for m in every if "a1" in m.split()]
    assert run("moves", "tabik:size=3", "A1", "b1").stdout.splitlines() == ["place a1 b1", "place b1 a1"]
    nothing = run("moves", "tabik:size=3", "zz")
    assert (nothing.exit_code, nothing.stdout) == (0, "")
    assert "none of 24 legal moves" in nothing.stderr


def test_whole_turns_that_are_too_many_are_an_error(run, small: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(run("moves", small, "--turns").stdout.splitlines()) == 4
    monkeypatch.setattr("ggl.play.base_state.MOST_LISTED", 3)
    done = run("moves", small, "--turns")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("error: there are too many whole turns here to list")


def test_a_test_of_the_file_is_a_position_for_every_verb_that_takes_one(run) -> None:
    knight = ["chess", "--test", "a knight alone mates"]
    assert run("moves", *knight).stderr == "the game is over: a draw (a knight alone)\n"
    assert run("ask", *knight, "count(cells with own knight)").stdout in ("0\n", "1\n")
    assert run("perft", *knight, "2").stdout == "0\n"
    assert run("why", *knight, "a1 a2").exit_code == 1
    drawn = run("show", *knight, "--stage", "position").stdout
    assert drawn != run("show", "chess", "--stage", "position").stdout
    assert run("render", *knight).stdout != run("render", "chess").stdout


TESTED = """tests:
  wide:
    options: {size: 3}
    to move: Black
    setup: put stone of White on a1
    play: b1
    mover: White
  twice:
    play: a1, a1
    ply: 2
"""


def test_the_position_of_a_test_has_its_options_setup_and_moves_and_can_be_gone_on_from(run, small: str) -> None:
    edit(small, "board: square(2)", "board: square(size)\noptions: {size: 2 in 2..3}\n" + TESTED)
    free = ["a2", "a3", "b3", "c1", "c2", "c3"]
    assert sorted(run("moves", small, "--test", "wide", "--after", "b2").stdout.split()[1::2]) == free
    after = run("render", small, "--test", "wide").stdout
    assert after == run("render", f"{small}:size=3", "--test", "wide").stdout
    assert after != run("render", small, "--test", "wide", "--after", "b2").stdout


def test_a_test_is_named_by_a_part_of_its_name_that_no_other_has(run, small: str) -> None:
    done = run("moves", "chess", "--test", "castling")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "tests have `castling` in their names: castling on both wings; " in done.stderr
    assert "no test has `nowhere` in its name: " in run("moves", "chess", "--test", "nowhere").stderr
    assert run("moves", "chess", "--test", "castling on both wings").exit_code == 0


def test_a_test_that_does_not_get_where_it_looks_says_so_itself(run, small: str) -> None:
    edit(small, "board: square(2)", "board: square(size)\noptions: {size: 2 in 2..3}\n" + TESTED)
    done = run("why", small, "a1", "--test", "twice")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "GGL701" in done.stderr
    assert "`a1` cannot be played" in done.stderr


TWO_SETS = """ggl: 1
name: Two
players: [Red, Blue]
board: square(3)
pieces: {stone: {}}
moves:
  deal:
    for: S in subsets(vacant, 1..2), T in subsets(vacant, 1..2)
    where: S & T == {}
    do: |
      put own stone on S
      put opponent stone on T
end:
  draw: ply >= 4
tests:
  dealt:
    play: ["deal a1, b1 c1", "deal a2 b2, c2"]
    "true": Blue stone on b1
"""


def test_moves_that_have_commas_can_be_pasted_after_after(run, tmp_path: Path) -> None:
    (tmp_path / "two.yaml").write_text(TWO_SETS)
    assert "deal a1, b1 c1" in run("moves", "two.yaml").stdout.splitlines()
    for ply, after in enumerate(("deal a1, b1 c1", "deal a1, b1 c1; deal a2 b2, c2"), 1):
        assert run("ask", "two.yaml", "ply", "--after", after).stdout == f"{ply}\n"
        assert run("render", "two.yaml", "--after", after).exit_code == 0
    assert run("test", "two.yaml").exit_code == 0


def test_why_tells_the_condition_that_failed(run) -> None:
    assert run("why", "tabik", "place a1 b1").exit_code == 0
    done = run("why", "tabik", "place", "a1", "b1", "--after", "place a1 b1")
    assert done.exit_code == 1
    assert "both cells are empty" in done.stdout
    assert "tabik.yaml:" in done.stdout


def test_ask_writes_the_value_and_tells_on_stderr_why_a_condition_is_false(run) -> None:
    done = run("ask", "tic-tac-toe", "cells with own mark", "--after", "a1; b1; c2")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "{b1}\n", "")
    done = run("ask", "tic-tac-toe", "full", "or", "ply == 1")
    assert (done.exit_code, done.stdout) == (0, "false\n")
    assert "`ply` is 0" in done.stderr


def test_a_mistake_in_what_is_asked_is_a_finding(run) -> None:
    done = run("ask", "tic-tac-toe", "empy(a1)")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "<question>:1:1" in done.stderr
    assert "write `empty`" in done.stderr


def test_perft_and_its_divide_agree_with_the_library(run) -> None:
    game = ggl.load("tiku")
    count = game.perft(game.initial_state(), 2)
    assert run("perft", "tiku", "2").stdout == f"{count}\n"
    lines = run("perft", "tiku", "2", "--divide").stdout.splitlines()
    assert lines[-2:] == ["", f"Nodes searched: {count}"]
    assert sum(int(line.rpartition(": ")[2]) for line in lines[:-2]) == count
    assert run("perft", "tiku", "0").stdout == "1\n"


@pytest.mark.parametrize("columns", ["1", "30", "90"])
def test_list_fits_a_terminal_of_any_width(run, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setattr("ggl.cli.terminal.is_terminal", lambda _: True)
    monkeypatch.setenv("COLUMNS", columns)
    done = run("list")
    assert done.exit_code == 0
    assert "tic-tac-toe" in done.stdout


def test_list_is_for_people_and_programs(run) -> None:
    lines = run("list").stdout.splitlines()
    assert [line.split("\t")[0] for line in lines] == list(BUNDLED)
    assert all(line.count("\t") == 2 for line in lines)
    games = {game["name"]: game for game in json.loads(run("list", "--json").stdout)}
    assert [line.split("\t")[1] for line in lines] == [game["about"] for game in games.values()]
    files = {name: yaml.safe_load((resources.games_folder() / f"{name}.yaml").read_text("utf-8")) for name in BUNDLED}
    for name, game in games.items():
        assert (game["title"], game["about"]) == (files[name]["name"], files[name]["about"])
    assert games["tabik"]["options"] == {"size": "8 in 3..19", "pie": "true"}


def test_explain_knows_every_code(run) -> None:
    listed = run("explain").stdout
    for code in CODES.values():
        assert f"{code.code}  " in listed
        done = run("explain", code.code)
        assert done.exit_code == 0
        assert code.title in done.stdout
    assert run("explain", "ggl203").stdout == run("explain", "203").stdout == run("explain", "GGL203").stdout


def test_explain_shows_examples_indented_without_fences(run) -> None:
    shown = run("explain", "GGL203").stdout
    assert "Right:\n\n    where: count(neighbors(c)) > 1\n" in shown
    assert not any("```" in run("explain", code).stdout for code in CODES)


def test_rules_are_in_english(run) -> None:
    done = run("rules", "tiku")
    assert done.exit_code == 0
    assert "disc" in done.stdout


def test_bench_counts(run, small: str) -> None:
    done = run("bench", small, "--seconds", "0.1")
    assert done.exit_code == 0
    assert "4.0 a game" in done.stdout


# -------------------------------------------------------------------------------------------------------- new, test


def test_new_makes_a_game_that_checks_plays_and_passes_its_tests(run) -> None:
    assert run("new", "my-game").stdout == "my-game.yaml\n"
    assert "name: My game" in Path("my-game.yaml").read_text()
    assert run("check", "my-game.yaml", "--play", "30").exit_code == 0
    assert run("fmt", "--check", "my-game.yaml").exit_code == 0
    done = run("test", "my-game.yaml", "-v")
    assert (done.exit_code, "1 passed, 0 failed" in done.stderr) == (0, True)


def test_a_new_file_names_the_schema_only_where_the_path_stays_true(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run("new", "elsewhere")
    assert "$schema" not in Path("elsewhere.yaml").read_text()
    assert "begin the file on this machine with: # yaml-language-server: $schema=" in done.stderr
    (tmp_path / "tree" / "schemas").mkdir(parents=True)
    (tmp_path / "tree" / "mine").mkdir()
    monkeypatch.setattr("ggl.resources.game_schema", lambda: tmp_path / "tree" / "schemas" / "game.schema.json")
    done = run("new", str(tmp_path / "tree" / "mine" / "near"))
    first = (tmp_path / "tree" / "mine" / "near.yaml").read_text().splitlines()[0]
    assert first == "# yaml-language-server: $schema=../schemas/game.schema.json"
    assert "completion" not in done.stderr


def test_new_replaces_nothing(run, small: str) -> None:
    before = Path(small).read_text()
    done = run("new", "small")
    assert done.exit_code == 2
    assert "exists already" in done.stderr
    assert Path(small).read_text() == before


@pytest.mark.parametrize("base", few_of(BUNDLED))
def test_a_new_variant_is_the_same_game_until_it_says_otherwise(run, base: str) -> None:
    assert run("new", "variant", "--from", base).exit_code == 0
    assert run("check", "variant.yaml").stdout == ""
    assert run("diff", base, "variant.yaml").stdout == ""


@pytest.mark.parametrize(
    "words",
    [["new", "/"], ["new", "a:b"], ["new", ".hidden"], ["new", "no/such/folder"], ["new", "x", "--from", "nothing"],
     ["new", "x", "--from", "-"], ["new", "x", "--from", "tabik:size=5"]],
)  # fmt: skip
def test_new_refuses_what_cannot_be(run, words: list[str]) -> None:
    assert run(*words).exit_code == 2
    assert not list(Path().iterdir())


def test_a_variant_of_a_file_stands_beside_it(run, small: str, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    assert run("new", "sub/other", "--from", small).exit_code == 2
    assert run("new", "other", "--from", small).exit_code == 0
    assert run("check", "other.yaml").exit_code == 0


@pytest.mark.parametrize("name", ["Foo: the # game", "{a} %s", '"quoted"', "two\\nlines", "ünï (2)", "- x"])
def test_a_variant_may_extend_a_game_of_any_name(run, small: str, name: str) -> None:
    edit(small, "name: Small", 'name: "' + name.replace('"', '\\"') + '"')
    assert run("check", small).exit_code == 0
    assert run("new", "other", "--from", small).exit_code == 0
    assert run("check", "other.yaml").exit_code == 0


TESTS = """\
tests:
  good:
    play: place a1, place b1
    legal: 2
    illegal: place a1
    mover: Black
    ply: 2
    over: no
    winner: none
    true:
      - Black stone on a1
      - count(cells with stone) == 2
    perft: 2, 2
  a position:
    setup: put Black stone on {a1, b1, a2}
    to move: White
    legal: place b2
    mover: White
    perft: 1
"""

WRONG = [
    ("legal: 2", "legal: 3", "2 moves are legal"),
    ("legal: 2", "legal: place a1", "a Black stone stands on a1"),
    ("illegal: place a1", "illegal: place a2", "it is legal"),
    ("ply: 2", "ply: 3", "found 2"),
    ("over: no", "over: yes", "the game goes on"),
    ("winner: none", "winner: White", "found none"),
    ("- Black stone on a1", "- White stone on a1", "a Black stone stands on a1"),
    ("perft: 2, 2", "perft: 2, 3", "found 2"),
    ("perft: 2, 2", "perft: 1, 2", "found more than 1"),
    ("play: place a1, place b1", "play: place a1, place a1", "cannot be played"),
    ("over: no", "reason: no legal move", "none: the game goes on"),
]

MISREAD = [
    ("illegal: place a1", "illegal: plaice a1", "near: place"),
    ("mover: Black", "mover: Blakc", "write `Black`"),
    ("winner: none", "winner: Blakc", "write `Black`"),
    ("to move: White", "to move: Green", "there is no player `Green`"),
    ("over: no", "over: maybe", "write `true` or `false`"),
    ("ply: 2", "ply: two", "write a whole number"),
    ("- Black stone on a1", "- Black stone on zz", "zz"),
    ("setup: put Black stone on {a1, b1, a2}", "setup: put Black stone on {a1, b1, zz}", "zz"),
    ("perft: 2, 2", "perft: 99999999999999", "at most 1,000,000"),
    ("over: no", "score: {Black: 1}", "this game has no score"),
    ("over: no", "reason: a full hall", "no line of `end` has the reason `a full hall`"),
]


def test_the_tests_of_a_file_pass(run, small: str) -> None:
    Path(small).write_text(Path(small).read_text() + TESTS)
    done = run("test", small)
    assert (done.exit_code, done.stdout) == (0, "")
    assert "2 passed, 0 failed" in done.stderr
    assert "1 passed" in run("test", small, "--only", "position").stderr


@pytest.mark.parametrize(("old", "new", "said"), WRONG, ids=[new for _, new, _ in WRONG])
def test_a_failing_test_points_at_its_expectation(run, small: str, old: str, new: str, said: str) -> None:
    Path(small).write_text(Path(small).read_text() + TESTS)
    edit(small, old, new)
    done = run("test", small)
    assert done.exit_code == 1
    assert "1 failed" in done.stderr
    assert "GGL701" in done.stdout
    assert said in done.stdout
    line = next(at for at, text in enumerate(Path(small).read_text().splitlines(), 1) if new in text)
    assert f"{small}:{line}:" in done.stdout


@pytest.mark.parametrize("verb", ["check", "test"])
@pytest.mark.parametrize(("old", "new", "said"), MISREAD, ids=[new for _, new, _ in MISREAD])
def test_what_no_play_can_meet_is_found_by_reading(run, small: str, verb: str, old: str, new: str, said: str) -> None:
    Path(small).write_text(Path(small).read_text() + TESTS)
    assert run("check", small).exit_code == 0
    edit(small, old, new)
    done = run(verb, small)
    assert done.exit_code == 1
    assert said in done.stdout
    assert "GGL701" not in done.stdout
    line = next(at for at, text in enumerate(Path(small).read_text().splitlines(), 1) if new in text)
    assert f"{small}:{line}:" in done.stdout


REFUSED = """
tests:
  refused:
    play: place a1
    illegal: {place a1: an empty cell, place b2: the first row}
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("place a1: an empty cell", "place a1: the first row", '"an empty cell" does not hold'),
        ("place b2: the first row", "place b1: the first row", "it is legal"),
        ("an empty cell,", "an emty cell,", "near: `an empty cell`"),
    ],
)
def test_a_test_tells_by_which_condition_a_move_is_refused(run, small: str, old: str, new: str, said: str) -> None:
    edit(small, "where: empty(c)", "where:\n      the first row: c in row(1)\n      an empty cell: empty(c)")
    Path(small).write_text(Path(small).read_text() + REFUSED)
    assert run("test", small).exit_code == 0
    head, tail = Path(small).read_text().split("tests:")
    Path(small).write_text(f"{head}tests:{tail.replace(old, new)}")
    done = run("test", small)
    assert done.exit_code == 1
    assert said in done.stdout


OTHER_BOARDS = """
options: {size: 4 in 3..5}
tests:
  a smaller board has no such cell:
    options: {size: 3}
    setup: put Black stone on d4
    legal: 8
  a larger one has it:
    options: {size: 5}
    setup: put Black stone on e5
    legal: 24
  no board is so large:
    options: {size: 6}
    legal: 36
"""


def test_a_test_is_read_on_the_board_of_its_options_where_it_does_not_fit_the_usual_one(run, small: str) -> None:
    Path(small).write_text(Path(small).read_text() + OTHER_BOARDS)
    edit(small, "square(2)", "square(size)")
    read, run_ = run("check", small), run("test", small)
    assert (read.exit_code, run_.exit_code) == (1, 1)
    assert "size=6 is not allowed" in read.stdout
    assert "`d4`" not in read.stdout  # it fits the usual board, and only its own is without it
    assert "unknown name `d4`" in run_.stdout
    assert "`e5`" not in read.stdout + run_.stdout


def test_only_tests_that_are_not_there_is_a_mistake(run) -> None:
    assert run("test", "tic-tac-toe", "--only", "nowhere").exit_code == 2
    assert "no test has `nowhere` in its name" in run("test", "tic-tac-toe", "hex", "--only", "nowhere").stderr


def test_a_file_without_tests_is_no_failure(run, small: str) -> None:
    done = run("test", small)
    assert (done.exit_code, done.stderr) == (0, "no tests\n")


def test_perft_divided_comes_to_the_same_where_turns_begin_with_a_roll(run, tmp_path: Path) -> None:
    game = tmp_path / "dice.yaml"
    game.write_text(
        "ggl: 1\nname: Dice\nplayers: [Red, Blue]\nboard: square(2)\npieces: {stone: {}}\nstate: {die: {start: 1, in: 1..3}}\n"
        "moves: {place: {for: c in vacant, where: die > 1, do: put stone on c}}\n"
        "turn: {begin: roll die from 1..3, pass: forced}\n"
        "end: {draw: full}\n",
    )
    for depth, count in (("1", 9), ("2", 9 + 8 * 7)):
        whole, divided = run("perft", str(game), depth), run("perft", str(game), depth, "--divide")
        lines = divided.stdout.splitlines()
        assert whole.stdout == f"{count}\n"
        assert lines[-1] == f"Nodes searched: {count}"
        assert all(line.startswith("roll ") for line in lines[:-2])
