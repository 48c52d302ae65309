"""The settings of a learning run, and which of them may not change when it resumes."""

from __future__ import annotations

from dataclasses import dataclass

from ggl.play.errors import ArgumentError, must_be, must_count

_LEAST = {"plays": 1, "sims": 2, "width": 1, "blocks": 0, "window": 1, "batch": 1, "explore": 0, "most_steps": 1, "together": 1}


@dataclass(frozen=True)
class Settings:
    """The numbers of a run. Raises `ArgumentError` for an invalid one."""

    plays: int = 512
    """Plays of self-play in an iteration."""
    sims: int = 64
    """Simulations for each step of them."""
    width: int = 128
    blocks: int = 2
    """The numbers of a layer of the network, and the blocks of two such layers."""
    seed: int = 0
    window: int = 10
    """Iterations from whose plays it learns: the last ones."""
    passes: float = 4.0
    """How often each sample is learnt from, in all."""
    batch: int = 256
    """Samples for a step of the optimizer."""
    rate: float = 2e-3
    """The rate at which it learns, at first; it falls with the square root of the iterations past the window."""
    explore: int = 8
    """The number of first steps that are drawn by visits; each later step is the one with the most visits."""
    noise: float = 0.25
    """The share of chance in the priors of first steps."""
    most_steps: int = 400
    """The most steps of a play; a longer one is broken off as a draw."""
    together: int = 128
    """Plays that one job has side by side."""

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            must_count(getattr(self, name), f"`{name}`", least, 1 << 24)
        must_be(self.seed, int, "a seed", "a whole number")
        for name in ("passes", "rate", "noise"):
            must_be(getattr(self, name), (int, float), f"`{name}`", "a number")
        for name, most in (("passes", 1 << 24), ("rate", 1.0)):
            if not 0 < getattr(self, name) <= most:
                raise ArgumentError(f"`{name}` is more than 0 and at most {most:,}, not {getattr(self, name)}")
        if not 0 <= self.noise <= 1:
            raise ArgumentError(f"`noise` is a share from 0 to 1, not {self.noise}")

    def rate_at(self, iteration: int) -> float:
        """The rate of an iteration, counted from 1."""
        return float(self.rate * min(1.0, (self.window / iteration) ** 0.5))
