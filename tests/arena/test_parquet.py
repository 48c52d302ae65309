"""Records with what agents thought, and tables of them: the same whoever plays, and what the rules say of each position."""

from __future__ import annotations

import dataclasses
import io
import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ggl
from ggl import agents, arena
from ggl.arena import parquet
from ggl.arena.seeds import seed_of
from ggl.cli import group
from ggl.play.loading import made_of
from ggl.play.record import RecordError, Search, read_record_file, read_records, to_json
from ggl.source import Source


@cache
def tic_tac_toe() -> ggl.Game:
    return ggl.load("tic-tac-toe")


def record_of(visits: bool) -> Any:
    return arena.play(tic_tac_toe(), ["mcts:sims=20", "random"], seed=3, visits=visits).record


def test_a_record_carries_what_agents_thought_and_reads_it_back() -> None:
    plain, told = record_of(False), record_of(True)
    assert plain.search == ()
    assert dataclasses.replace(told, search=()) == plain
    assert len(told.search) == len(told.steps)
    agent = agents.make("mcts:sims=20", tic_tac_toe())
    agent.new_play(seed_of(3, "agent", 0))
    thought = agent.think(tic_tac_toe().initial_state())
    assert told.search[0].value == pytest.approx(thought.value, abs=1e-6)
    its = dict(zip(told.search[0].actions, told.search[0].visits, strict=True))
    assert its == {tic_tac_toe().actions.number(each.move): each.visits for each in thought.candidates if each.visits}
    assert told.search[1] == Search(0.5, (), ())
    (again,) = read_records(io.StringIO(to_json(told)))
    assert again.search == told.search


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        [None],
        [{"value": 2, "actions": [], "visits": []}] * 9,
        [{"value": 0.5, "actions": [1], "visits": []}] * 9,
        [{"value": 0.5, "actions": [-1], "visits": [1]}] * 9,
        [{"value": True, "actions": [], "visits": []}] * 9,
        ["x"] * 9,
    ],
)
def test_what_is_no_search_is_refused(wrong: object) -> None:
    line = json.loads(to_json(record_of(True)))
    steps = len(line["moves"])
    line["search"] = wrong[:steps] if isinstance(wrong, list) and len(wrong) == 9 else wrong
    with pytest.raises(RecordError, match="`search` is a list"):
        list(read_records(io.StringIO(json.dumps(line))))


def run(tmp: Path, workers: int, monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    monkeypatch.setattr(parquet, "PART", 2)
    words = ["selfplay", "tic-tac-toe", "--agent", "mcts:15", "-n", "5", "--seed", "4", "--format", "parquet", "--workers",
             str(workers), "-o", str(tmp)]  # fmt: skip
    with pytest.raises(SystemExit) as left:
        group.main(words)
    assert left.value.code in (0, None)
    return {file.name: file.read_bytes() for file in sorted(tmp.iterdir())}


@pytest.mark.processes
def test_tables_are_the_same_for_any_number_of_workers_and_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    one, two = run(tmp_path / "one", 1, monkeypatch), run(tmp_path / "two", 2, monkeypatch)
    assert list(one) == [f"plays-1-of-1.{part}.parquet" for part in ("0-1", "2-3", "4-4")] + ["plays-1-of-1.jsonl"]
    assert one == two
    for cut in ("plays-1-of-1.4-4.parquet", "plays-1-of-1.0-1.parquet"):
        (tmp_path / "one" / cut).unlink()
    records = tmp_path / "one" / "plays-1-of-1.jsonl"
    records.write_bytes(b"".join(records.read_bytes().splitlines(keepends=True)[:3]) + b'{"record"')
    assert run(tmp_path / "one", 1, monkeypatch) == two


def plays_of(folder: Path, *words: str) -> list[Any]:
    """The plays of the tables of a folder, after a run that adds to it."""
    with pytest.raises(SystemExit) as left:
        group.main(["selfplay", "tic-tac-toe", "--agent", "random", "--format", "parquet", "-o", str(folder), *words])
    assert left.value.code in (0, None)
    rows = [row for file in sorted(folder.glob("*.parquet")) for row in pyarrow_parquet().read_table(file).to_pylist()]
    assert len({(row["play"], row["step"]) for row in rows}) == len(rows)
    [records] = folder.glob("*.jsonl")
    for row in rows:
        state = tic_tac_toe().initial_state()
        for move in list(read_record_file(records))[row["play"]].steps[: row["step"]]:
            state = state.play(move)
        assert row["position"] == list(state.vector)
    return sorted({row["play"] for row in rows})


def pyarrow_parquet() -> Any:
    return pytest.importorskip("pyarrow.parquet")


def test_a_longer_run_leaves_no_table_with_the_same_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pyarrow_parquet()
    monkeypatch.setattr(parquet, "PART", 4)
    (tmp_path / "plays-1-of-1.0-1.parquet.txt").write_text("another file")
    for many in (6, 7, 12):
        assert plays_of(tmp_path, "-n", str(many)) == list(range(many))
    assert [file.name for file in sorted(tmp_path.glob("*.parquet"))] == [
        f"plays-1-of-1.{part}.parquet" for part in ("00-03", "04-07", "08-11")
    ]
    assert (tmp_path / "plays-1-of-1.0-1.parquet.txt").exists()


def test_tables_of_other_records_are_written_anew(tmp_path: Path) -> None:
    pyarrow_parquet()
    for seed in ("1", "2"):
        assert plays_of(tmp_path, "-n", "3", "--seed", seed) == [0, 1, 2]
        (tmp_path / "plays-1-of-1.jsonl").unlink()


def test_a_row_says_what_the_rules_say_of_its_position() -> None:
    pytest.importorskip("pyarrow")
    plays = [(play.number, play.record) for play in arena.plays(tic_tac_toe(), "mcts:sims=15", 3, seed=2, visits=True)]
    rows = parquet.table_of(tic_tac_toe(), plays).to_pylist()
    assert len(rows) == sum(len(record.steps) for _, record in plays)
    state = tic_tac_toe().initial_state()
    for row in rows:
        state = tic_tac_toe().initial_state() if row["step"] == 0 else state
        assert row["position"] == list(state.vector)
        assert row["legal"] == state.legal_actions()
        assert (row["ply"], row["seat"]) == (state.ply, state.to_move)
        if row["visits"] is not None:
            assert sum(row["visits"]) > 0
        state = state.apply(row["action"])
        if state.is_over:
            assert tuple(row["rewards"]) == state.rewards


ALONE = """\
ggl: 1
name: Alone
players: [Ann]
board: square(3, 2)
pieces: {man: {}}
moves:
  put:
    for: c in vacant
    do: put man on c
end:
  Ann wins: count(vacant) == 2 and not empty(a1)
  Ann loses: count(vacant) == 2
"""


def test_a_game_for_one_is_won_or_lost_in_a_table_too() -> None:
    pytest.importorskip("pyarrow")
    game = made_of(Source("alone.yaml", ALONE), {})
    plays = [(play.number, play.record) for play in arena.plays(game, "random", 12, seed=2)]
    rewards = {tuple(row["rewards"]) for row in parquet.table_of(game, plays).to_pylist()}
    assert rewards == {(1.0,), (-1.0,)}
    short = arena.play(game, ["random"], seed=1, most_steps=1).record
    assert [row["rewards"] for row in parquet.table_of(game, [(0, short)]).to_pylist()] == [[0.0]]


def test_rolls_are_no_rows() -> None:
    pytest.importorskip("pyarrow")
    game = ggl.load("backgammon")
    play = arena.play(game, ["random", "random"], seed=1, most_steps=12, visits=True)
    rows = parquet.table_of(game, [(0, play.record)]).to_pylist()
    assert 0 < len(rows) < len(play.record.steps)
    assert {row["seat"] for row in rows} <= {0, 1}


def test_a_match_carries_visits_and_its_plays_the_results_that_it_has_without(tmp_path: Path) -> None:
    told = {}
    for visits in (False, True):
        file = tmp_path / f"{visits}.jsonl"
        told[visits] = arena.match(tic_tac_toe(), ["mcts:sims=20", "random"], 2, seed=1, visits=visits, file=file).to_dict()
        for record in read_record_file(file):
            assert [each is not None for each in record.search].count(True) > (2 if visits else -1)
            assert len(record.search) == (len(record.steps) if visits else 0)
    assert told[False]["encounters"] == told[True]["encounters"]


def test_without_pyarrow_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(parquet.ParquetError, match=r"ggl-games\[parquet\]"):
        parquet.schema_of(tic_tac_toe())


def test_parquet_needs_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        group.main(["selfplay", "tic-tac-toe", "-n", "1", "--format", "parquet"])
    assert left.value.code == 2
    assert "use `-o FOLDER`" in capsys.readouterr().err
