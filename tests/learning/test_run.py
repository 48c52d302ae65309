"""Runs of learning: the same whoever plays, gone on with wherever they were cut off, refused where they are others."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import ggl
from ggl.agents.network import read_network
from ggl.arena.processes import crew_of
from ggl.cli import group
from ggl.learning import LearnError, Run, Settings
from ggl.learning.run import Evaluation, Iteration
from ggl.learning.samples import Samples
from ggl.learning.selfplay import SelfplayJob, SelfplayWork
from ggl.play.game import Game
from tests.agents.test_network import network_of

SMALL = Settings(plays=12, sims=8, width=8, blocks=1, together=4, batch=32)


def game() -> Game:
    return ggl.load("tic-tac-toe", engine="compiled")


def samples(plays: int = 12, sims: int = 24) -> Samples:
    work = SelfplayWork(game(), Settings(sims=sims))
    return work.worker().do(SelfplayJob(0, 1, plays, network_of(game()).to_bytes())).samples


def test_samples_are_positions_of_whole_plays_with_the_visits_of_each_search() -> None:
    found, its = samples(), game()
    assert (np.diff(found.starts) > 0).all()
    for row in range(len(found)):
        state = its.position("", to_move=its.players[0])
        batch = its.batch(1)
        batch._many.positions[0] = found.positions[row]
        state = batch.state(0)
        first, last = found.starts[row], found.starts[row + 1]
        assert found.actions[first:last].tolist() == state.legal_actions()
        assert found.visits[first:last].sum() == 23
        assert sorted(found.values[row].tolist()) in ([-1, 1], [0, 0])
    assert (found.positions[:12, its.places["ply"]] == 0).all()


def test_samples_go_to_a_file_and_back() -> None:
    found = samples(2)
    again = Samples.of_bytes(found.to_bytes())
    assert all(
        (getattr(found, name) == getattr(again, name)).all() for name in ("positions", "starts", "actions", "visits", "values")
    )
    assert again.broken_off == 0
    joined = Samples.joined([found, again])
    assert len(joined) == 2 * len(found)
    assert (joined.starts[len(found) :] == found.starts + found.starts[-1]).all()


@pytest.mark.processes
def test_jobs_come_out_alike_in_other_processes() -> None:
    work = SelfplayWork(game(), SMALL)
    network = network_of(game()).to_bytes()
    jobs = [SelfplayJob(number, 1, 4, network) for number in range(3)]
    here = {done.number: done.samples.to_bytes() for done in crew_of(1).results(work, iter(jobs), print)}
    there = {done.number: done.samples.to_bytes() for done in crew_of(2).results(work, iter(jobs), print)}
    assert here == there
    assert len(set(here.values())) == 3


def test_a_run_learns_evaluates_and_is_gone_on_with(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    whole = tmp_path / "whole"
    with Run(game(), whole, SMALL) as run:
        log = list(run.learn(3, against=["random"], every=2, pairs=2))
    assert [type(each) for each in log] == [Iteration, Iteration, Evaluation, Iteration, Evaluation]
    assert [each.iteration for each in log] == [1, 2, 2, 3, 3]
    parts = tmp_path / "parts"
    for iterations in (1, 2, 3):
        with Run(game(), parts, SMALL) as run:
            list(run.learn(iterations, against=["random"], every=2, pairs=2))
    assert (whole / "network.net").read_bytes() == (parts / "network.net").read_bytes()
    assert read_network(whole / "network.net").about.iteration == 3
    assert "against random" in (whole / "curve.svg").read_text()
    with Run(game(), whole, SMALL) as run:
        assert list(run.learn(3, against=["random"], every=2, pairs=2)) == []
        assert [each.iteration for each in run.log()] == [1, 2, 2, 3, 3]


def test_plays_that_were_broken_off_are_known_after_a_cut(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    short = replace(SMALL, most_steps=6)
    with Run(game(), tmp_path, short) as run:
        [first] = run.learn(1)
    assert isinstance(first, Iteration)
    assert 0 < first.broken_off <= short.plays
    for name in ("checkpoint.pt", "log.jsonl"):  # as if it was killed once the plays were there
        (tmp_path / name).unlink()
    with Run(game(), tmp_path, short) as run:
        [again] = run.learn(1)
    assert isinstance(again, Iteration)
    assert again.broken_off == first.broken_off


def test_another_run_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    with Run(game(), tmp_path / "run", SMALL):
        pass
    with pytest.raises(LearnError, match="a run with sims=8"):
        Run(game(), tmp_path / "run", Settings(plays=12, sims=9, width=8, blocks=1, together=4, batch=32))
    with pytest.raises(LearnError, match="other rules or options"):
        Run(ggl.load("connect-four"), tmp_path / "run", SMALL)
    (tmp_path / "run" / "run.json").write_text("[]")
    with pytest.raises(LearnError, match=r"does not belong to a run of `ggl train`"):
        Run(game(), tmp_path / "run", SMALL)


def test_a_broken_checkpoint_is_told(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    with Run(game(), tmp_path / "run", SMALL) as run:
        list(run.learn(1))
    (tmp_path / "run" / "checkpoint.pt").write_bytes(b"none")
    with pytest.raises(LearnError, match="checkpoint cannot be read"):
        Run(game(), tmp_path / "run", SMALL)


def test_killed_it_goes_on_to_the_same_network(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    command = [sys.executable, "-m", "ggl", "train", "tic-tac-toe", "--plays", "12", "--sims", "8", "--width", "8", "--against",
               "none", "-n", "4", "-o"]  # fmt: skip
    cut = tmp_path / "cut"
    process = subprocess.Popen([*command, str(cut)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 120
        while not (cut / "checkpoint.pt").exists() and process.poll() is None and time.monotonic() < until:
            time.sleep(0.01)
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    for folder in (cut, tmp_path / "whole"):
        done = subprocess.run([*command, str(folder)], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == str(folder / "network.net")
    assert (cut / "network.net").read_bytes() == (tmp_path / "whole" / "network.net").read_bytes()
    lines = [json.loads(line)["iteration"] for line in (cut / "log.jsonl").read_text().splitlines()]
    assert lines == [1, 2, 3, 4]


ON_RAY = """\
import subprocess, sys, warnings
warnings.simplefilter("ignore")
from ray.cluster_utils import Cluster as Nodes

if __name__ == "__main__":
    nodes = Nodes(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes.add_node(num_cpus=1)
    command = [sys.executable, "-m", "ggl", *sys.argv[1:], "--backend", "ray", "--address", nodes.address]
    done = subprocess.run(command, check=False)
    nodes.shutdown()
    sys.exit(done.returncode)
"""


@pytest.mark.slow
def test_on_a_ray_cluster_of_two_nodes_it_comes_to_the_same_network(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("ray")
    (tmp_path / "on_ray.py").write_text(ON_RAY)
    train = ["train", "tic-tac-toe", "--plays", "256", "--sims", "8", "--width", "8", "-n", "2", "--every", "1", "--pairs", "2"]
    env = {**os.environ, "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0", "RAY_worker_niceness": "0"}
    for command in (["on_ray.py", *train, "-o", "there"], ["-m", "ggl", *train, "-o", "here"]):
        done = subprocess.run(
            [sys.executable, *command], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == 0, done.stderr[-3000:]
    assert (tmp_path / "there/network.net").read_bytes() == (tmp_path / "here/network.net").read_bytes()
    told = [
        [{**json.loads(line), "seconds": 0} for line in (tmp_path / name / "log.jsonl").read_text().splitlines()]
        for name in ("there", "here")
    ]
    assert told[0] == told[1]
    assert len(told[0]) == 4


def test_torch_and_numpy_compute_the_same_network() -> None:
    torch = pytest.importorskip("torch")
    from ggl.compiler.runtime.puct import Ragged
    from ggl.learning.teacher import Teacher

    teacher = Teacher(game(), SMALL, game().symmetries(plays=2))
    teacher.teach(samples(4), 40)
    seen = np.random.default_rng(1).random((3, game().observation.size), dtype=np.float32)
    legal = Ragged(np.arange(0, 28, 9), np.tile(np.arange(9), 3))
    priors, values = teacher.network().evaluate(seen, legal)
    with torch.no_grad():
        logits, judged = teacher._judged(torch.from_numpy(seen))
    assert priors.reshape(3, 9) == pytest.approx(torch.softmax(logits, 1).numpy(), abs=1e-5)
    assert values == pytest.approx(judged.numpy(), abs=1e-5)


def test_what_is_learnt_of_a_position_is_learnt_of_its_image() -> None:
    pytest.importorskip("torch")
    from ggl.learning.teacher import Teacher

    its = game()
    symmetries = its.symmetries(plays=2)
    teacher, some = Teacher(its, SMALL, symmetries), samples(2)
    rows = np.arange(len(some))
    plain = teacher._targets(some, rows, symmetries[0])
    for symmetry in symmetries:
        images = Samples(np.array([symmetry.vector(each) for each in some.positions]), some.starts,
                         symmetry.actions[some.actions], some.visits, some.values)  # fmt: skip
        for ours, expected in zip(
            teacher._targets(some, rows, symmetry), teacher._targets(images, rows, symmetries[0]), strict=True
        ):
            assert (ours == expected).all()
    assert plain[1].sum(axis=1) == pytest.approx(1)


def test_onnx_computes_the_same(tmp_path: Path) -> None:
    onnxruntime = pytest.importorskip("onnxruntime")
    pytest.importorskip("onnx")
    from ggl.compiler.runtime.puct import Ragged
    from ggl.learning.onnx import model_of

    network = network_of(game())
    session = onnxruntime.InferenceSession(model_of(network), providers=["CPUExecutionProvider"])
    seen = np.random.default_rng(1).random((4, game().observation.size), dtype=np.float32)
    logits, values = session.run(["logits", "values"], {"observation": seen})
    legal = Ragged(np.arange(0, 37, 9), np.tile(np.arange(9), 4))
    priors, judged = network.evaluate(seen, legal)
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    assert priors.reshape(4, 9) == pytest.approx(shares / shares.sum(axis=1, keepdims=True), abs=1e-5)
    assert values == pytest.approx(judged, abs=1e-5)


@pytest.mark.parametrize(
    "wrong", [{"passes": 0}, {"passes": math.inf}, {"rate": math.nan}, {"rate": -1}, {"noise": 2}, {"noise": math.nan}]
)
def test_numbers_that_nothing_can_be_learnt_with_are_refused(wrong: dict[str, float]) -> None:
    [name] = wrong
    with pytest.raises(ggl.ArgumentError, match=f"`{name}` is "):
        Settings(**wrong)  # type: ignore[arg-type]


def test_without_torch_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(LearnError, match=r"pip install 'ggl-games\[learn\]'"):
        Run(game(), tmp_path / "run", SMALL)


def test_another_file_is_not_replaced_by_a_network_as_onnx(tmp_path: Path) -> None:
    other = tmp_path / "other.onnx"
    other.write_text("mine")
    done = CliRunner().invoke(group, ["train", "tic-tac-toe", "-o", str(tmp_path / "run"), "--onnx", str(other)])
    assert done.exit_code == 2
    assert f"{other} is not an ONNX model by ggl, and is left unchanged; choose another name" in done.stderr
    assert other.read_text() == "mine"
    assert not (tmp_path / "run").exists()


def test_without_onnx_it_says_so_before_it_trains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnx", None)
    command = ["train", "tic-tac-toe", "-o", str(tmp_path / "run"), "--onnx", str(tmp_path / "made.onnx")]
    done = CliRunner().invoke(group, command)
    assert done.exit_code == 2
    assert "onnx is not installed, which `--onnx` needs" in done.stderr
    assert not (tmp_path / "run").exists()
