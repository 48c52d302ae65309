"""UGI, the Universal Game Interface: chess's UCI for any game. docs/internals/protocols.md has the part that ggl supports.

`hear` takes a line and answers through the writer; False ends the conversation. During a search it handles `stop`, `isready`,
`query` and `quit`; other lines wait (`hears`; see `ggl.protocols.serving`). An invalid line gets `info string error: ..` and
changes nothing; each `go` gets exactly one `bestmove`, even an invalid one.

Sources: K. Young's UGI (github.com/kz04px/cutegames, ugi.md); S. Meyer-Kahlen, "Universal chess interface" (2006).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ggl.agents import wire
from ggl.agents.protocol import Thought
from ggl.diagnostics.escape import escape
from ggl.diagnostics.near import near_or
from ggl.errors import GglError
from ggl.play.move import Move
from ggl.play.values import SEATS
from ggl.protocols import bounds
from ggl.protocols.bounds import BoundsError
from ggl.protocols.error_reply import error_text
from ggl.protocols.lines import LONGEST, LineWriter
from ggl.protocols.place import STARTPOS, PlayedPosition
from ggl.protocols.table import Table
from ggl.protocols.thinking import Thinking, ThinkingPlan, ThinkingResult
from ggl.version import __version__

_NONE = "(none)"
_TURNS = "turns"
_SEVERAL, _MOST_SEVERAL = "MultiPV", 500
_WITHIN = ("stop", "isready", "query")
"""The commands answered at once during a search."""


class UgiError(GglError):
    """A line that is not UGI."""


class UgiEngine:
    def __init__(self, table: Table, speaker: LineWriter, over: Callable[[], None] = lambda: None) -> None:
        """`over` is called, from any thread, when a search has answered."""
        self._table, self._speaker, self._ended = table, speaker, over
        self._place = PlayedPosition(table.game)
        self._search: Thinking | None = None
        self._last: Thinking | None = None
        self._endless = False
        self._whole = False
        self._several = 1
        self._verbs: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._ugi,
            "isready": self._isready,
            "setoption": self._setoption,
            "uginewgame": self._newgame,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "query": self._query,
            "d": self._show,
            "help": self._help,
        }

    @property
    def is_thinking(self) -> bool:
        return self._search is not None and not self._search.is_answered

    def hear(self, line: str | None) -> bool:
        """Answer a line (None: one that was too long). False after `quit`."""
        if line is None:
            self._error(UgiError(f"a line of more than {LONGEST >> 20} MiB is too long"))
            return True
        words = line.split()
        if not words:
            return True
        if words[0] == "quit":
            return False
        try:
            verb = self._verbs.get(words[0])
            if verb is None:
                hint = near_or(words[0], self._verbs, "`help` lists the commands")
                raise UgiError(f"there is no command `{escape(words[0][:60])}`; {hint}")
            if not self.hears(words[0]):
                raise UgiError(f"`{words[0]}` must wait until the search is over; `stop` ends it")
            verb(words[1:])
        except Exception as error:
            self._error(error)
        return True

    def hears(self, verb: str, others_wait: bool = False) -> bool:
        """Whether a line that begins so is answered now. A query is not where lines wait that it may ask about."""
        return not self.is_thinking or not verb or (verb in _WITHIN and not (others_wait and verb == "query"))

    def stop(self) -> None:
        if self._search is not None:
            self._search.stop()

    def close(self) -> None:
        """Give the agent's processes and memory back; one that still thinks keeps them until it has ended."""
        if self._last is not None and self._last.thread.is_alive():
            self._last.thread.join(0.2)
        if self._last is None or not self._last.thread.is_alive():
            self._table.drop()

    @property
    def is_endless(self) -> bool:
        """Whether only `stop` ends the current search."""
        return self.is_thinking and self._endless

    # ---- commands

    def _ugi(self, words: list[str]) -> None:
        settings = [f"option {setting}" for setting in self._table.settings()]
        name = f"ggl {__version__}, {self._table.spec} at {self._table.game.name}"
        turns = f"option name {_TURNS} type check default {str(self._whole).lower()}"
        several = f"option name {_SEVERAL} type spin default {self._several} min 1 max {_MOST_SEVERAL}"
        self._speaker.say(f"id name {name}", "id author the authors of ggl", *settings, turns, several, "ugiok")

    def _isready(self, words: list[str]) -> None:
        if not self.is_thinking:
            try:
                self._table.get_ready()
            except Exception as error:
                self._error(error)
        self._speaker.say("readyok")

    def _setoption(self, words: list[str]) -> None:
        found = re.fullmatch(r"name (.+?)(?: value(?: (.*))?)?", " ".join(words), re.IGNORECASE)
        if found is None:
            raise UgiError("write `setoption name NAME value VALUE`")
        names = [_TURNS, _SEVERAL, *(setting.name for setting in self._table.settings())]
        name = next((each for each in names if each.lower() == found[1].lower()), found[1])
        if name == _TURNS:
            if found[2] not in ("true", "false"):
                raise UgiError(f"`{_TURNS}` must be true or false: whether `bestmove` has all steps of a turn")
            self._whole = found[2] == "true"
            return
        if name == _SEVERAL:
            if re.fullmatch(r"[0-9]{1,3}", found[2] or "") is None or not 1 <= int(found[2]) <= _MOST_SEVERAL:
                raise UgiError(f"`{_SEVERAL}` must be 1 to {_MOST_SEVERAL}: the number of moves to report with their values")
            self._several = int(found[2])
            return
        self._table.set(name, (found[2] or "").strip())
        if self._place.game is not self._table.game:
            self._place = PlayedPosition(self._table.game)

    def _newgame(self, words: list[str]) -> None:
        self._table.begin()
        self._place.set(STARTPOS, ())

    def _position(self, words: list[str]) -> None:
        kind, rest = (words[0] if words else ""), words[1:]
        if kind == "fen" and rest and rest[0] != "moves":
            start, rest = rest[0], rest[1:]
        elif kind == STARTPOS:
            start = STARTPOS
        else:
            raise UgiError("write `position startpos`, or `position startpos moves MOVE MOVE ..`")
        if rest and rest[0] != "moves":
            raise UgiError(f"expected `moves` after the start, not `{escape(rest[0][:60])}`")
        self._place.set(start, rest[1:])

    def _go(self, words: list[str]) -> None:
        state = self._place.state
        try:
            said = bounds.read_bounds(words, SEATS.index(state.seat) + 1)
        except BoundsError as error:
            self._error(error)
            self._speaker.say(f"bestmove {_NONE}")
            return
        if said.left_out:
            left_out = ", ".join(f"`{each[:60]}`" for each in said.left_out[:8])
            self._speaker.say(f"info string `go` takes {bounds.TAKEN}; ignored: {left_out}")
        if state.is_over:
            self._speaker.say(f"info string the game is over: {state.result}", f"bestmove {_NONE}")
            return
        if said.depth is not None and not self._table.has("depth"):
            self._speaker.say(f"info string `{self._table.spec.kind.name}` has no depth; it thinks as its spec says")
        plan = ThinkingPlan(said.budget, said.depth, said.endless, self._whole)
        self._endless = plan.endless
        self._search = Thinking(self._table, state, self._place.count, plan, self, self._last)
        self._last = self._search
        self._search.start()

    def _stop(self, words: list[str]) -> None:
        self.stop()

    def _query(self, words: list[str]) -> None:
        state = self._place.state
        asked = words[0] if words else ""
        if asked == "p1turn":
            self._respond(state.seat == SEATS[0])
        elif asked == "gameover":
            self._respond(state.is_over)
        elif asked == "result":
            result = state.result
            won = () if result is None else result.seats
            seats = "".join(f"p{SEATS.index(seat) + 1}" for seat in won)
            self._respond("none" if result is None else f"{seats}win" if won else "draw")
        elif asked == "islegal" and len(words) == 2:
            self._respond(self._is_legal(words[1]))
        elif asked == "moves":
            self._respond(" ".join(map(wire.word, state.legal_moves())))
        elif asked == "chance":
            self._respond(state.is_chance)
        elif asked == "mover":
            self._respond(state.mover)
        elif asked == "seat":
            self._respond(f"p{SEATS.index(state.seat) + 1}")
        elif asked == "reason":
            self._respond(state.result or "none")
        else:
            raise UgiError("the queries are p1turn, gameover, result, islegal MOVE, moves, chance, mover, seat, reason")

    def _is_legal(self, word: str) -> bool:
        try:
            return bool(wire.read_steps(self._place.state, word))
        except GglError:
            return False

    def _respond(self, answer: object) -> None:
        self._speaker.say(f"response {str(answer).lower() if isinstance(answer, bool) else answer}".rstrip())

    def _show(self, words: list[str]) -> None:
        self._speaker.remark("info string ", [str(self._place.state)])

    def _help(self, words: list[str]) -> None:
        self._speaker.say(
            "info string ugi, setoption name NAME value VALUE, isready, uginewgame, d, stop, quit",
            "info string position startpos [moves MOVE ..], go [movetime MS] [nodes N] [depth N] [infinite]",
            "info string query p1turn | gameover | result | islegal MOVE | moves | chance | mover | seat | reason",
        )

    # ---- what a search says, from its thread

    def report(self, thought: Thought) -> None:
        searched = f"depth {thought.depth} nodes {thought.simulations} time {round(thought.seconds * 1000)}"
        if thought.seconds > 0.001:
            searched += f" nps {round(thought.simulations / thought.seconds)}"
        line = thought.line or (thought.move,)
        if self._several == 1:
            self._speaker.say(f"info {searched} {_worth(thought.value, thought.distance, line)}")
            return
        first, *others = thought.candidates[: self._several]
        told = [_worth(first.value, thought.distance, line), *(_worth(each.value, None, (each.move,)) for each in others)]
        self._speaker.say(*(f"info multipv {number} {searched} {worth}" for number, worth in enumerate(told, 1)))

    def answer(self, answer: ThinkingResult) -> None:
        if answer.trouble is not None:
            self._error(answer.trouble)
        if answer.note:
            self._speaker.say(f"info string {answer.note}")
        self._speaker.say(f"bestmove {wire.word(answer.steps) or _NONE}")

    def over(self) -> None:
        self._ended()

    def _error(self, error: BaseException) -> None:
        self._speaker.say(f"info string error: {error_text(error)}")


def _worth(value: float, distance: int | None, line: Sequence[Move]) -> str:
    unit, number = wire.engine_score(value, distance)
    return f"score {unit} {number} pv {' '.join(map(wire.word, line))}"
