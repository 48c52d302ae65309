"""Plays on a Ray cluster of two nodes, which the test starts: the same bytes as here, and a node that dies does no harm."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ggl
from ggl import arena

SCRIPT = """\
import time, warnings
warnings.simplefilter("ignore")
import ray
from pathlib import Path
from ray.cluster_utils import Cluster as Nodes
import ggl
from ggl import arena

if __name__ == "__main__":
    nodes = Nodes(initialize_head=True, head_node_args={"num_cpus": 1})
    other = nodes.add_node(num_cpus=1)
    game, told = ggl.load("tic-tac-toe"), []
    match = arena.match(game, ["greedy", "random"], 10, seed=3, file=Path("ray.jsonl"), backend=arena.Cluster(nodes.address))
    print("score", match.contestants[0].score.value, "left", ray.is_initialized())
    for play in arena.plays(game, "greedy", 200, seed=1, file=Path("lost.jsonl"), backend=arena.Cluster(nodes.address),
                            told=told.append):
        if play.number == 0:
            time.sleep(6)  # by then there is a worker on either node
        if play.number == 40:
            nodes.remove_node(other)
    print("told", len(told), told[0] if told else "")
    nodes.shutdown()
"""


def test_without_ray_it_is_named_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(arena.ArenaError, match=r"pip install 'ggl-games\[ray\]'"):
        list(arena.plays(ggl.load("tic-tac-toe"), "random", 1, backend=arena.Cluster()))


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nowhere", "nowhere:x", "127.0.0.1:99999"])
def test_where_no_cluster_is_it_says_so_at_once(address: str) -> None:
    pytest.importorskip("ray")
    with pytest.raises(arena.ArenaError, match=r"not an address of a Ray cluster|no Ray cluster answers at 127\.0\.0\.1:1:"):
        list(arena.plays(ggl.load("tic-tac-toe"), "random", 1, backend=arena.Cluster(address)))


@pytest.mark.slow
def test_two_nodes_give_the_same_bytes_and_the_plays_of_a_lost_one_are_made_again(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    game = ggl.load("tic-tac-toe")
    wanted = arena.match(game, ["greedy", "random"], 10, seed=3, file=tmp_path / "here.jsonl")
    arena.selfplay(game, "greedy", 200, seed=1, file=tmp_path / "all.jsonl")
    (tmp_path / "script.py").write_text(SCRIPT)
    env = {**os.environ, "RAY_DISABLE_IMPORT_WARNING": "1", "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0", "RAY_worker_niceness": "0"}
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert f"score {wanted.contestants[0].score.value} left False" in done.stdout
    assert (tmp_path / "ray.jsonl").read_bytes() == (tmp_path / "here.jsonl").read_bytes()
    assert (tmp_path / "lost.jsonl").read_bytes() == (tmp_path / "all.jsonl").read_bytes()
    assert "told 1 a worker ended" in done.stdout, done.stdout
