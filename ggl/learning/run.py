"""A run of learning: a folder with everything needed to resume after an interruption at any point.

    run.json        what is run: the game and the settings
    checkpoint.pt   weights, optimizer and number of the last iteration, replaced as a whole
    network.net     the network of that iteration, for `net:FILE`
    data/           the samples of the last iterations
    log.jsonl       a line for each iteration, and one for each opponent at each evaluation
    curve.svg       the points against opponents over the samples learnt from

Iteration k takes its plays from network k - 1; these are jobs for workers of the arena, with results in the order of the jobs.
So a killed and resumed run gives the same network as an uninterrupted one.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ggl import writing
from ggl.agents.net import NetAgent
from ggl.agents.network import Network
from ggl.agents.protocol import Budget
from ggl.arena.jobs import Backend, Told, Workers, in_order
from ggl.arena.matching import match
from ggl.arena.processes import crew_of
from ggl.arena.seeds import seed_of
from ggl.learning.curve import draw_curve
from ggl.learning.errors import LearnError
from ggl.learning.samples import Samples
from ggl.learning.selfplay import PlayedGame, SelfplayJob, SelfplayWork
from ggl.learning.settings import Settings
from ggl.learning.teacher import Losses, Teacher
from ggl.play.errors import must_count
from ggl.play.game import Game
from ggl.play.lock import hold
from ggl.play.record import option_values
from ggl.play.rules import must_show_all
from ggl.play.storage import StorageError
from ggl.statistics import Interval

SelfplayWorkers = Workers[SelfplayJob, PlayedGame]

OPENING_PLIES = 2
"""Random turns with which plays of an evaluation begin."""


@dataclass(frozen=True)
class Iteration:
    """The state after an iteration: the plays, samples and seconds so far, and the losses of the network."""

    iteration: int
    plays: int
    samples: int
    seconds: float
    losses: Losses
    broken_off: int


@dataclass(frozen=True)
class Evaluation:
    """The result of an iteration's network against one opponent: its score, from 0 to 1."""

    iteration: int
    against: str
    plays: int
    score: Interval


@dataclass(frozen=True)
class Contender:
    """A network as an agent that any worker can make."""

    network: bytes
    sims: int
    spec: str = "net"

    def __call__(self, game: Game) -> NetAgent:
        return NetAgent(game, Network.of_bytes(self.network), Budget(self.sims))


class Run:
    """Held by one process until `close`. Raises `LearnError`, `StorageError` and `HeldError`."""

    def __init__(
        self, game: Game, folder: str | os.PathLike[str], settings: Settings | None = None, *, told: Told = lambda _: None
    ) -> None:
        must_show_all(game, "`ggl train`, whose search")
        self.game, self.folder, self.settings = game, Path(folder), settings or Settings()
        self._told = told
        self._teacher = Teacher(game, self.settings, game.symmetries())
        with self._stored(self.folder):
            (self.folder / "data").mkdir(parents=True, exist_ok=True)
        self._hold = hold(self.folder / "run.json")
        try:
            self._begin()
        except BaseException:
            self.close()
            raise

    @property
    def network_file(self) -> Path:
        return self.folder / "network.net"

    @property
    def iteration(self) -> int:
        """The number of the last finished iteration."""
        return self._teacher.iteration

    def network(self) -> Network:
        return self._teacher.network()

    def log(self) -> list[Iteration | Evaluation]:
        """The iterations and evaluations so far."""
        return list(self._log)

    def close(self) -> None:
        self._hold.release()

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def learn(
        self,
        iterations: int,
        *,
        against: Sequence[str] = (),
        every: int = 5,
        pairs: int = 20,
        seconds: float | None = None,
        workers: int = 1,
        backend: Backend | None = None,
    ) -> Iterator[Iteration | Evaluation]:
        """Continues to a total number of iterations, or until the iteration in which a number of seconds has passed.

        Every `every` iterations, and at the end, the network plays against specs; `{sims}` in them is the run's.
        """
        must_count(iterations, "the number of iterations", 0)
        must_count(every, "`every`", 1)
        must_count(pairs, "the pairs of plays", 1)
        crew, since = backend or crew_of(workers), time.monotonic()
        specs = [spec.replace("{sims}", str(self.settings.sims)) for spec in against]
        if self.iteration and self.iteration % every == 0:
            yield from self._evaluated(specs, pairs, crew)

        def is_late() -> bool:
            return seconds is not None and time.monotonic() - since >= seconds

        while self.iteration < iterations and not is_late():
            stop = min(iterations, (self.iteration // every + 1) * every)
            with crew.hired(SelfplayWork(self.game, self.settings), self._told) as hired:  # a match has its own workers
                while self.iteration < stop and not is_late():
                    yield self._taught(hired)
            if self.iteration % every == 0:
                yield from self._evaluated(specs, pairs, crew)
        if self.iteration:
            yield from self._evaluated(specs, pairs, crew)

    # ---- one iteration

    def _taught(self, workers: SelfplayWorkers) -> Iteration:
        begun, number = time.monotonic(), self.iteration + 1
        before = next((each for each in reversed(self._log) if isinstance(each, Iteration)), None)
        file = self._data(number)
        if not file.exists():
            self._write(file, self._played(number, workers).to_bytes())
        some = [self._samples(each) for each in range(max(1, number - self.settings.window + 1), number + 1)]
        losses = self._teacher.teach(Samples.joined(some), len(some[-1]))
        done = Iteration(
            number,
            (before.plays if before else 0) + self.settings.plays,
            (before.samples if before else 0) + len(some[-1]),
            round((before.seconds if before else 0.0) + time.monotonic() - begun, 2),
            losses,
            some[-1].broken_off,
        )
        self._add(done)
        self._write(self.folder / "checkpoint.pt", self._teacher.to_bytes())
        self._write(self.network_file, self.network().to_bytes())
        with contextlib.suppress(OSError):
            self._data(number - self.settings.window).unlink()
        return done

    def _played(self, number: int, workers: SelfplayWorkers) -> Samples:
        """The samples of an iteration, in the order of its jobs."""
        settings, network = self.settings, self.network().to_bytes()
        jobs = [
            SelfplayJob(place, number, min(settings.together, settings.plays - at), network)
            for place, at in enumerate(range(0, settings.plays, settings.together))
        ]
        with _one_thread_each(), contextlib.closing(workers.results(iter(jobs))) as results:
            return Samples.joined([each.samples for each in in_order(results, 0)])

    def _evaluated(self, specs: Sequence[str], pairs: int, crew: Backend) -> Iterator[Evaluation]:
        """Against those that this network has not met."""
        met = {each.against for each in self._log if isinstance(each, Evaluation) and each.iteration == self.iteration}
        network = Contender(self.network().to_bytes(), self.settings.sims)
        for spec in specs:
            if spec in met:
                continue
            seed = seed_of(self.settings.seed, "evaluation", self.iteration)
            with _one_thread_each():
                found = match(self.game, [network, spec], pairs, seed, opening_plies=OPENING_PLIES, backend=crew, told=self._told)
            one = found.contestants[0]
            evaluation = Evaluation(self.iteration, spec, one.counts.plays, one.score)
            self._add(evaluation)
            yield evaluation

    # ---- files

    def _begin(self) -> None:
        told = {"run": 1, "game": self.game.name, "options": option_values(self.game), "fingerprint": self.game.fingerprint,
                "settings": asdict(self.settings)}  # fmt: skip
        file = self.folder / "run.json"
        if file.exists():
            self._compare(file, told)
        else:
            self._write(file, (json.dumps(told, indent=2) + "\n").encode())
        checkpoint = self.folder / "checkpoint.pt"
        if checkpoint.exists():
            with self._stored(checkpoint):
                self._teacher.put(checkpoint.read_bytes())
        self._log = [each for each in self._read_log() if each.iteration <= self.iteration]
        self._write(self.network_file, self.network().to_bytes())

    def _compare(self, file: Path, told: dict[str, Any]) -> None:
        try:
            found = json.loads(file.read_bytes())
            its, settings = found["fingerprint"], dict(found["settings"])
        except (OSError, ValueError, KeyError, TypeError):
            raise LearnError(f"{file} does not belong to a run of `ggl train`; choose another folder") from None
        if its != told["fingerprint"]:
            raise LearnError(
                f"{self.folder} contains a run with other rules or options than {self.game!r}; choose another folder"
            )
        other = [f"{name}={settings.get(name)}" for name, value in told["settings"].items() if settings.get(name) != value]
        if other:
            raise LearnError(
                f"{self.folder} contains a run with {', '.join(other)}; give the same settings, or choose another folder"
            )

    def _read_log(self) -> Iterator[Iteration | Evaluation]:
        try:
            lines = (self.folder / "log.jsonl").read_text(encoding="utf-8").splitlines()
        except OSError:
            return
        for line in lines:
            with contextlib.suppress(ValueError, KeyError, TypeError):
                found = json.loads(line)
                if "against" in found:
                    yield Evaluation(**{**found, "score": Interval(**found["score"])})
                else:
                    yield Iteration(**{**found, "losses": Losses(**found["losses"])})

    def _add(self, line: Iteration | Evaluation) -> None:
        self._log.append(line)
        self._write(self.folder / "log.jsonl", "".join(json.dumps(asdict(each)) + "\n" for each in self._log).encode())
        if isinstance(line, Evaluation):
            self._write(self.folder / "curve.svg", curve_of(self._log, self.game.name).encode())

    def _data(self, iteration: int) -> Path:
        return self.folder / "data" / f"{iteration:05d}.npz"

    def _samples(self, iteration: int) -> Samples:
        file = self._data(iteration)
        try:
            return Samples.of_bytes(file.read_bytes())
        except Exception as error:  # numpy raises many kinds
            raise LearnError(
                f"{file} cannot be read ({str(error).splitlines()[0][:120]}); begin the run in another folder"
            ) from None

    def _write(self, file: Path, data: bytes) -> None:
        with self._stored(file):
            writing.replace(file, data)

    @contextlib.contextmanager
    def _stored(self, path: Path) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            raise StorageError(path, error) from None


def curve_of(log: Sequence[Iteration | Evaluation], game: str) -> str:
    """The picture of a log."""
    samples = {each.iteration: each.samples for each in log if isinstance(each, Iteration)}
    lines: dict[str, list[tuple[int, Interval]]] = {}
    for each in log:
        if isinstance(each, Evaluation):
            lines.setdefault(each.against, []).append((samples.get(each.iteration, 0), each.score))
    return draw_curve(game, lines)


@contextlib.contextmanager
def _one_thread_each() -> Iterator[None]:
    """Processes that are started in here multiply matrices with one thread: there are as many of them as processors."""
    names = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
    before = {name: os.environ.get(name) for name in names}
    os.environ.update({name: "1" for name in names if before[name] is None})
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
