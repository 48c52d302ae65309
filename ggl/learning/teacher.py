"""The training of a network: by torch, with nothing of ggl but arrays.

Takes samples; changes weights. A sample's image under a symmetry of the game is as good as itself, so each step of the optimizer
takes the images under one of them. Raises `LearnError` without torch.
"""

from __future__ import annotations

import importlib
import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ggl.agents.network import About, Network, Shape
from ggl.learning.errors import LearnError
from ggl.learning.samples import Samples
from ggl.learning.settings import Settings
from ggl.play.game import Game
from ggl.play.symmetries import Symmetry

DECAY = 1e-4
"""Of the weights, for each unit of the rate."""


@dataclass(frozen=True)
class Losses:
    """Of an iteration on average: the cross entropy of the policy in nats, and the square of the error of values."""

    policy: float
    value: float
    steps: int


def torch_of() -> Any:
    try:
        return importlib.import_module("torch")
    except ImportError:
        raise LearnError("torch is not installed, which `ggl train` needs: pip install 'ggl-games[learn]'") from None


class Teacher:
    """A network that learns. `iteration` counts how often it was taught."""

    def __init__(self, game: Game, settings: Settings, symmetries: Sequence[Symmetry]) -> None:
        self._torch = torch = torch_of()
        self._game, self._settings, self._symmetries = game, settings, tuple(symmetries)
        shape = Shape(game.observation.size, game.actions.size, len(game.players), settings.width, settings.blocks)
        self._about = About(game.name, game.fingerprint, shape)
        self.iteration = 0
        rng = np.random.default_rng(settings.seed & (1 << 63) - 1)
        self._weights = {name: torch.nn.Parameter(torch.tensor(_begun(name, its, rng))) for name, its in shape.arrays().items()}
        self._optimizer = torch.optim.AdamW(self._weights.values(), lr=settings.rate, weight_decay=DECAY)
        self._mover, self._seats = game.places["mover"], game.places["seat"]

    def network(self) -> Network:
        """The network as it is now."""
        weights = {name: weight.detach().numpy().copy() for name, weight in self._weights.items()}
        return Network(replace(self._about, iteration=self.iteration), weights)

    def teach(self, samples: Samples, new: int) -> Losses:
        """An iteration after `new` samples arrived; each sample is used a fixed number of times before it expires."""
        torch, settings = self._torch, self._settings
        self.iteration += 1
        rng = np.random.default_rng([settings.seed & (1 << 63) - 1, self.iteration])
        size = min(settings.batch, len(samples))
        steps = max(1, round(settings.passes * new / size))
        for group in self._optimizer.param_groups:
            group["lr"] = settings.rate_at(self.iteration)
        sums = np.zeros(2)
        for _ in range(steps):
            rows = rng.integers(len(samples), size=size)
            seen, policy, legal, values = self._targets(samples, rows, self._symmetries[rng.integers(len(self._symmetries))])
            logits, judged = self._judged(torch.from_numpy(seen))
            logits = logits.masked_fill(~torch.from_numpy(legal), -1e9)
            policy_loss = -(torch.from_numpy(policy) * torch.log_softmax(logits, dim=1)).sum(dim=1).mean()
            value_loss = ((judged - torch.from_numpy(values)) ** 2).mean()
            self._optimizer.zero_grad()
            (policy_loss + value_loss).backward()
            torch.nn.utils.clip_grad_norm_(self._weights.values(), 5.0)
            self._optimizer.step()
            sums += (policy_loss.item(), value_loss.item())
        return Losses(float(sums[0] / steps), float(sums[1] / steps), steps)

    def _judged(self, seen: Any) -> tuple[Any, Any]:
        """The logits of all actions, and the values: as `Network.evaluate` computes them."""
        torch = self._torch

        def dense(layer: str, given: Any) -> Any:
            return given @ self._weights[f"{layer}.weight"] + self._weights[f"{layer}.bias"]

        body = torch.relu(dense("first", seen))
        for block in range(self._about.shape.blocks):
            body = torch.relu(body + dense(f"block{block}.out", torch.relu(dense(f"block{block}.in", body))))
        return dense("policy", body), torch.tanh(dense("value.out", torch.relu(dense("value.in", body))))

    def _targets(self, samples: Samples, rows: npt.NDArray[Any], symmetry: Symmetry) -> tuple[Any, Any, Any, Any]:
        """The images of observations, shares of visits, legal actions, and results from the mover's side on."""
        positions, count = samples.positions[rows], len(rows)
        movers = positions[:, self._mover]
        seen = symmetry.observations(self._game.observation.of(positions, movers))
        flat = np.concatenate([part.reshape(count, -1) for part in seen.values()], axis=1)
        counts = samples.starts[rows + 1] - samples.starts[rows]
        ends = np.cumsum(counts)
        places = np.repeat(samples.starts[rows] - (ends - counts), counts) + np.arange(ends[-1])
        at = np.repeat(np.arange(count), counts), symmetry.actions[samples.actions[places]]
        policy = np.zeros((count, self._about.shape.actions), dtype=np.float32)
        policy[at] = samples.visits[places]
        policy /= np.maximum(policy.sum(axis=1, keepdims=True), 1)
        legal = np.zeros(policy.shape, dtype=np.bool_)
        legal[at] = True
        values, sides = np.empty((count, self._about.shape.sides), dtype=np.float32), self._about.shape.sides
        for place in range(sides):
            seats = positions[np.arange(count), self._seats + (movers + place) % sides]
            values[:, place] = samples.values[rows, seats]
        return flat, policy, legal, values

    # ---- on file

    def to_bytes(self) -> bytes:
        """The state for resuming: the weights, the optimizer, the iteration."""
        file = io.BytesIO()
        self._torch.save({"iteration": self.iteration, "weights": {name: weight.data for name, weight in self._weights.items()},
                          "optimizer": self._optimizer.state_dict()}, file)  # fmt: skip
        return file.getvalue()

    def put(self, data: bytes) -> None:
        """Goes on where `to_bytes` was. Runs no code of what it reads. Raises `LearnError`."""
        try:
            found = self._torch.load(io.BytesIO(data), weights_only=True)
            with self._torch.no_grad():
                for name, weight in self._weights.items():
                    weight.copy_(found["weights"][name])
            self._optimizer.load_state_dict(found["optimizer"])
            self.iteration = int(found["iteration"])
        except Exception as error:  # torch raises many kinds
            raise LearnError(f"the checkpoint cannot be read: {str(error).splitlines()[0][:200]}") from None


def _begun(name: str, shape: tuple[int, ...], rng: np.random.Generator) -> npt.NDArray[np.float32]:
    """Weights before anything was learnt: blocks pass on what they are given, and the last layers say nearly nothing."""
    if name.endswith(".bias"):
        return np.zeros(shape, dtype=np.float32)
    scale = 0.0 if name.endswith(".out.weight") and name.startswith("block") else np.sqrt(2 / shape[0])
    if name in ("policy.weight", "value.out.weight"):
        scale *= 0.1
    return (rng.standard_normal(shape) * scale).astype(np.float32)
