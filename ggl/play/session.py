"""A play in progress: a tree of all that was played, movers in seats, a clock, and a file on which every change is kept.

Takes a game and the occupant of each seat; `enter` takes moves as text. A `human` is asked, `random` moves by itself, and the
caller's `choose` moves for any other occupant. Each change is on disk when a method returns; if writing fails, `trouble` says so
and the play continues in memory. Raises as `State.read` does for bad moves. Moves that need no person are played up to a bound;
`pause` then says so.
"""

from __future__ import annotations

import datetime
import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ggl.engine.protocol import PASS
from ggl.play import tree_records
from ggl.play.clock import Timing, Watch
from ggl.play.errors import ArgumentError, GameOverError, GglError
from ggl.play.explanation import Explanation
from ggl.play.play_files import PlayFiles, save
from ggl.play.record import Ending, Record, ReplayError, ending_of, option_values, replay_states
from ggl.play.record.in_progress import Clocked
from ggl.play.tree import Lost, Node, Tree
from ggl.play.turn_text import read_turn
from ggl.play.turns import PlayedTurn, ends_turn, last_of, time_left, turns_of
from ggl.play.values import SEATS
from ggl.play.variations import Variation, after_turn, variation

if TYPE_CHECKING:
    from ggl.play.game import Game, State
    from ggl.play.move import Move

HUMAN, RANDOM = "human", "random"

MOST_PASSES = 1_000
"""The most consecutive automatic passes; then a person is asked, who may want to end such a play."""

MOST_UNASKED = 10_000
"""The most steps in a row without asking: as many as a random game may have (`ggl.play.playout.LONGEST_PLAYOUT`)."""

Choose = Callable[[str, "State"], "Move"]
"""Returns the move of a seat's occupant in a state; may raise `GglError` or be interrupted."""


class Session:
    def __init__(
        self,
        game: Game,
        name: str,
        *,
        seats: Mapping[str, str] | None = None,
        seed: int | None = None,
        forced_pass: bool = True,
        files: tuple[Path, ...] = (),
        clock: Timing | None = None,
        choose: Choose | None = None,
        play: str = "",
    ) -> None:
        """`name` is the game's name in records; `seats` gives the occupants, by default humans. With `forced_pass`, a pass that
        is the only choice is played without asking. `files` are kept up to date. Without `choose`, every occupant but `random` is
        asked like a human. Raises `ArgumentError` for a clock whose flag cannot decide this game."""
        if clock is not None and clock.fall and len(game.players) != 2:
            raise ArgumentError("a player can lose on time only in a game for two; here an expired clock is only reported")
        self.game = game
        self.name = name
        self.seats = {seat: (seats or {}).get(seat, HUMAN) for seat in SEATS[: len(game.players)]}
        self.seed = secrets.randbelow(1 << 32) if seed is None else seed
        self.forced_pass = forced_pass
        self.files = PlayFiles(files)
        self.timing = clock
        self.watch = Watch()
        """The thinking time of the side to move, at the play's current place."""
        self.choose = choose
        self.pause = ""
        """Why `answer` stopped before a move that needs no person, and how to continue; empty if it did not."""
        self.date = datetime.datetime.now(datetime.UTC).date().isoformat()
        self.tree = Tree(game.initial_state())
        self.broken = ""
        """The place and reason at which the replay of the file stopped; empty if it did not, or the play has continued since."""
        self.as_found = False
        """Whether the file stays as it is until something is played: the rules are not those under which it was written."""
        self.play = play or self.new_play()
        """The name of the play in all its files."""
        self._start: tuple[int, ...] | None = None

    @staticmethod
    def new_play() -> str:
        """A name for a new play."""
        return secrets.token_hex(8)

    # ---- what there is

    @property
    def state(self) -> State:
        """The state on the board."""
        return self.tree.here.state

    @property
    def moves(self) -> tuple[Move, ...]:
        """The steps that lead to the state on the board."""
        return tuple(node.move for node in self.tree.here.path() if node.move is not None)

    @property
    def states(self) -> tuple[State, ...]:
        """The start, and the state after each of these steps."""
        return tuple(node.state for node in self.tree.here.path() if node.lost is None)

    @property
    def looking(self) -> bool:
        """Whether the board shows another place than the play's current one; then nobody moves automatically."""
        return self.tree.looking

    @property
    def is_over(self) -> bool:
        return self.tree.here.is_end

    @property
    def is_play_over(self) -> bool:
        """Whether the play is over, wherever the board is."""
        return self.tree.tip.is_end

    @property
    def ending(self) -> Ending | None:
        """The ending of the line on the board, if it has one."""
        return self._ending(self.tree.here)

    def told(self, explanation: Explanation) -> Explanation:
        """Why a move is legal or not, where the play has an ending that its position does not tell."""
        if self.ending is None:
            return explanation
        return Explanation(explanation.text, False, explanation.is_move, f"the game is over: {self.ending}")

    def _ending(self, node: Node) -> Ending | None:
        if node.lost is None:
            return ending_of(node.state)
        winner = next(side for side in self.game.players if side != node.lost.side)
        return Ending(winner, node.state.seats[winner], node.lost.reason, node.state.scores, node.lost.side)

    def turns(self) -> list[PlayedTurn]:
        """The turns that lead to what the board shows; for an unfinished one, its steps so far."""
        return turns_of(self.tree.here.path())

    def play_turns(self) -> list[PlayedTurn]:
        """The turns of the play, wherever the board is."""
        return turns_of(self.tree.tip.path())

    def turns_done(self) -> int:
        """The number of completed turns; `turns` may list one more, unfinished."""
        turns = self.turns()
        return len(turns) - (bool(turns) and not turns[-1].done)

    def last_steps(self) -> tuple[Move, ...]:
        """The steps of the last turn in which somebody moved; where the present one has only begun, that is the one before it."""
        turns = turns_of(last_of(self.tree.here.path(), 2))
        return next((turn.steps for turn in reversed(turns) if len(turn.steps) > turn.rolls), ())

    def record(self) -> Record:
        """The play, wherever the board is; without what was taken back, and without variations."""
        path, filed = self.tree.tip.path(), self.game.notation.filed
        turns = tuple(tuple(filed(move.step) for move in turn.steps) for turn in turns_of(path))
        drawn = any(who != HUMAN for who in self.seats.values()) or bool(self.game.checked.core.rolls)
        clock = None
        if self.timing is not None:
            spent = tuple(node.spent for node in path if node.move is not None)
            clock = Clocked(str(self.timing), self.timing.fall, spent)
        return Record(self.name, option_values(self.game), self.game.fingerprint, turns, self.seats, self._start,
                      self._ending(self.tree.tip), self.seed if drawn else None, self.date, clock=clock,
                      play=self.play)  # fmt: skip

    # ---- the clock

    def left(self, node: Node | None = None) -> dict[str, int]:
        """The milliseconds that each seat has left at a place, else as things stand; none without a clock."""
        if self.timing is None:
            return {}
        node = node or self.tree.here
        left = time_left(self.timing, self.seats, node)
        if node is self.tree.tip and not node.is_end:
            left[node.state.seat] -= self.watch.elapsed
        return left

    def flag(self) -> bool:
        """Whether the time of the side to move has run out; if that loses, the play is then over. While the file stays as found,
        no time runs out."""
        if self.timing is None or self.looking or self.is_over or self.as_found or self.left()[self.state.seat] >= 0:
            return False
        if self.timing.fall:
            self.watch.reset()
            self._lose(f"{self.state.mover}'s time ran out")
        return True

    # ---- playing

    def is_move(self, text: str) -> bool:
        """Whether a text begins with the name of a move, as it is or as the file writes it, or is just how a legal move is
        written. Capitals do not matter."""
        notation, typed = self.game.notation, " ".join(text.lower().split())
        if typed.partition(" ")[0] in notation.first_words:
            return True
        return not self.is_over and any(move.text.lower() == typed for move in self.state.legal_moves())

    def enter(self, text: str) -> tuple[Move, ...]:
        """Play a typed move, or all steps of a turn; where moves were taken back or the board shows another place, that begins
        a variation. What others then do is not played yet: see `answer`."""
        self.flag()
        if self.tree.here.lost is not None:
            raise GameOverError(f"the game is over: {self.ending}")
        moves = read_turn(self.state, text)
        spent = None if self.looking else self.watch.take()
        self.watch.reset()
        self._play(moves, entry=True, spent=spent)
        self.keep()
        return moves

    def enter_found(self, text: str) -> Move:
        """Play the step that an agent has found for whoever is to move. Raises as `enter` does."""
        move = self.state.read(text)
        self._play((move,), spent=self.watch.take())
        self.keep()
        return move

    def enter_all(self, texts: Sequence[str]) -> None:
        """Play many steps in a row, as if the first had been typed and the others answered it. Raises as `enter` does, with what
        was legal played."""
        self.watch.reset()
        entry = True
        try:
            for text in texts:
                self._play((self.state.read(text),), entry=entry)
                entry = False
        finally:
            self.keep()

    def answer(self, told: Callable[[PlayedTurn], None] | None = None) -> list[PlayedTurn]:
        """Play what needs no person: forced passes, and the moves of random seats and of those that `choose` knows.

        Passes each completed turn to `told`. A game need not end, so this stops after `MOST_PASSES` passes or `MOST_UNASKED`
        steps in a row, and `pause` says so; entering a move and calling `answer` again continues the play.
        """
        self.pause = ""
        if self.looking:
            return []
        begin, passes, unkept = self.tree.here.depth, 0, False
        try:
            while not self.is_over:
                chooses = self._chooses(self.state)
                move = self._unasked(self.state)
                if move is None or (self.flag() and self.is_over):
                    break
                passes = passes + 1 if move.schema == PASS else 0
                if passes > MOST_PASSES or self.tree.here.depth - begin == MOST_UNASKED:
                    what = f"{MOST_PASSES:,} passes" if passes > MOST_PASSES else f"{MOST_UNASKED:,} steps"
                    self.pause = (f"{what} in a row were played automatically, and the game is not over; "
                                  f"to go on, enter a move for {self.state.mover}, such as `{move}`")  # fmt: skip
                    break
                self._play((move,), spent=self.watch.take() if chooses else 0)
                unkept = not chooses
                if chooses:
                    self.keep()
                if told is not None and ends_turn(move, self.state):
                    told(self.turns()[-1])
        finally:
            if unkept:
                self.keep()
        return [turn for turn in self.turns() if turn.begin + len(turn.steps) > begin]

    def _chooses(self, state: State) -> bool:
        """Whether `choose` moves for the side to move."""
        if state.is_over or state.is_chance or (state.must_pass and self.forced_pass):
            return False
        return self.choose is not None and self.seats[state.seat] not in (HUMAN, RANDOM)

    def _unasked(self, state: State) -> Move | None:
        if state.must_pass and self.forced_pass:
            return state.legal_moves()[0]
        if self._chooses(state):
            assert self.choose is not None
            self.watch.start()
            try:
                return self.choose(state.seat, state)
            finally:
                self.watch.stop()
        if self.seats[state.seat] != RANDOM and not state.is_chance:
            return None
        # One generator per step: the same moves come again after an undo or a restart.
        moves = state.legal_moves()
        return random.Random(f"{self.seed}/{self.tree.here.depth}").choice(moves)

    def follow(self, move: Move | None, state: State) -> None:
        """Take over a step of a play that was made elsewhere, with the state after it; without a move, the start."""
        if move is None:
            self.tree = Tree(state)
            return
        before = self.tree.here
        node = self.tree.grow(before, move, state)
        node.entry = self._is_asked(before)
        self.tree.play(node)

    def _is_asked(self, node: Node) -> bool:
        """Whether a step from a place begins an entry, as if each turn were typed in one go; steps without a choice do not. In a
        turn of choices made together each side's choice is one."""
        state = node.state
        unasked = state.is_chance or (state.must_pass and self.forced_pass)
        goes_on = state.in_turn and node.parent is not None and node.parent.state.mover == state.mover
        return self.seats[state.seat] == HUMAN and not unasked and not goes_on

    def _play(self, moves: tuple[Move, ...], *, entry: bool = False, spent: int | None = 0) -> None:
        """Without `spent`, nobody's time was measured: steps that were played before keep theirs."""
        self.broken = ""
        for number, move in enumerate(moves):
            known = self.tree.here.child(move)
            node = known or self.tree.grow(self.tree.here, move, self.state.after(move))
            node.entry = (node.entry or entry) and number == 0
            if spent is not None:
                node.spent = spent if number == 0 else 0
            self.tree.play(node)

    def resign(self) -> None:
        """The side to move resigns. Raises `GglError` in a game with more than two players."""
        if self.is_over:
            raise GameOverError(f"the game is over: {self.ending}")
        if self.looking:
            raise GglError("the board shows an earlier position; write `goto end` first")
        if len(self.game.players) != 2:
            raise GglError("resigning is for games of two; somebody else would have to play on for you")
        self._lose(f"{self.state.mover} resigned")

    def _lose(self, reason: str) -> None:
        here = self.tree.here
        self.tree.play(self.tree.grow(here, None, here.state, Lost(here.state.mover, reason)))
        self.keep()

    # ---- in the tree

    def undo(self, count: int = 1, *, look: bool = False) -> int:
        """Take back the last entry, with the steps that answered it; returns how many of `count` there were.

        With `look`, and if the board does not show the place where the play stands, only the board goes back.
        """
        return self._repeat(count, self._back, look=look)

    def redo(self, count: int = 1) -> int:
        """Replay moves that were taken back; returns how many of `count` there were."""
        return self._repeat(count, lambda: None if self.tree.here.way is None else self.tree.here.way.last_of_entry())

    def _repeat(self, count: int, find: Callable[[], Node | None], *, look: bool = False) -> int:
        done = 0
        while done < count and (node := find()) is not None:
            self._move_to(node, with_play=not (look or self.looking))
            done += 1
        if done:
            self.keep_if_played()
        return done

    def _back(self) -> Node | None:
        begin = next((node for node in self.tree.here if node.entry or node.lost is not None), None)
        return None if begin is None else begin.parent

    def _move_to(self, node: Node, *, with_play: bool) -> bool:
        """Change what the board shows, and with it perhaps where the play stands; whether anything changed."""
        if node is self.tree.here and not (with_play and self.looking):
            return False
        if with_play:
            self.watch.reset()
            self.tree.play(node)
        else:
            self.watch.stop()
            self.tree.show(node)
        return True

    def goto(self, turn: int | None) -> None:
        """Have the board show the position after this many turns of the current line, with the rolls that follow; None: the
        play's current place. The play does not change. Raises `GglError` if the line has no such turn."""
        if self._move_to(self.tree.tip if turn is None else after_turn(self.tree.line(), turn), with_play=False):
            self.keep_if_played()

    def show(self, node: Node) -> None:
        """Have the board show a place of the tree. The play does not change."""
        if self._move_to(node, with_play=False):
            self.keep_if_played()

    def shown_line(self) -> list[Node]:
        """The nodes of the play, or, where the board shows something else than a part of it, of the line on the board."""
        play = self.tree.tip.path()
        return play if any(node is self.tree.here for node in play) else self.tree.line()

    def variations(self) -> list[Variation]:
        """The ways on from the place on the board, that of the play first."""
        play = {id(node) for node in self.tree.tip}
        return [variation(node, id(node) in play) for node in self.tree.children(self.tree.here)]

    def enter_variation(self, number: int) -> None:
        """Have the board enter one of `variations`, counted from 1; the play does not change. Raises `GglError`."""
        children = self.tree.children(self.tree.here)
        if not 1 <= number <= len(children):
            there = f"there are {len(children)}; `var` lists them" if children else "there is none"
            raise GglError(f"there is no variation {number} here; {there}")
        if self._move_to(children[number - 1].last_of_entry(), with_play=False):
            self.keep_if_played()

    def unplayable(self) -> list[tuple[str, str]]:
        """The ways on from the place on the board that are on file, and that the rules do not allow now: each with the reason."""
        ways = [place for place in self.tree.unplayed if place.parent is self.tree.here]
        return [(place.step or (place.lost.reason if place.lost is not None else ""), place.reason) for place in ways]

    def play_here(self) -> None:
        """Move the play to the position that the board shows; its later steps stay as a variation."""
        if self._move_to(self.tree.here, with_play=True):
            self.keep_if_played()

    # ---- on disk

    def keep(self) -> bool:
        """Write the play to its files. False if one could not be written; `files.trouble` then says why."""
        self.as_found = False
        plain = self.record()
        return self.files.write(plain, self._with_tree(plain))

    def keep_if_played(self) -> bool:
        """`keep`, unless the file is still unchanged and nothing has been played since."""
        return self.as_found or self.keep()

    def record_with_tree(self) -> Record:
        """The record with everything that resuming needs."""
        return self._with_tree(self.record())

    def _with_tree(self, record: Record) -> Record:
        session = tree_records.record_of_tree(self.tree, self.watch.elapsed if self.timing else 0)
        return replace(record, session=session, seed=self.seed)

    def save(self, path: Path, *, over: bool = False) -> None:
        """Write a record to a file; replaces another play only with `over`. Raises `StorageError`, `HeldError` if another process
        holds the file, and `RecordError` if something would be lost."""
        if not self.files.has(path):
            save(path, self.record(), self.is_part_of_it, over=over)
        elif not self.keep() and self.files.trouble is not None:
            raise self.files.trouble

    def is_part_of_it(self, record: Record) -> bool:
        """Whether this play contains everything in a record, so that replacing the record loses nothing."""
        ours = (self.play, self.game.fingerprint, self._start)
        return (record.play, record.fingerprint, record.start) == ours and tree_records.has_all_of(self.tree, record)

    def under(self, game: Game, name: str) -> Session:
        """The same play under other rules, as far as these allow it. Takes over the files of this session. Raises as `resumed`
        does, and then nothing changes."""
        record = replace(self.record_with_tree(), game=name)
        found = Session.resumed(record, game, name, seats=self.seats, forced_pass=self.forced_pass, files=self.files.paths,
                                choose=self.choose, as_far=True)  # fmt: skip
        found.files.take_over(self.files)
        return found

    @classmethod
    def resumed(cls, record: Record, game: Game, name: str, *, seats: Mapping[str, str] | None = None, forced_pass: bool = True,
                files: tuple[Path, ...] = (), choose: Choose | None = None, as_far: bool = False,
                play: str = "") -> Session:  # fmt: skip
        """Resumes the play of a record; `seats` replaces the occupants in the record. Raises `ReplayError`, and `ClockError` for
        an invalid clock. `as_far` replays as far as the rules allow and keeps the rest as text. `play` gives the play a new
        name."""
        clock = None if record.clock is None else Timing.read(record.clock.time, fall=record.clock.flag_fall)
        session = cls(game, name, seats=record.seats if seats is None else seats, seed=record.seed, forced_pass=forced_pass,
                      files=files, clock=clock, choose=choose)  # fmt: skip
        session.date = record.date or session.date
        session.play = play or record.play or session.play
        session._start = record.start
        why = ""
        try:
            for move, state in replay_states(record, game):
                session.follow(move, state)
        except ReplayError as error:
            if not as_far or not error.step:
                raise
            session.broken, why = str(error), error.cause
        for node, spent in zip(session.tree.nodes[1:], record.clock.spent if record.clock is not None else (), strict=False):
            node.spent = spent
        ending, here = record.ending, session.tree.here
        if not why and ending is not None and ending.resigned in game.players and len(game.players) == 2:
            session.tree.play(session.tree.grow(here, None, here.state, Lost(ending.resigned, ending.reason)))
        tree_records.grown(session.tree, record, session._is_asked, why)
        if record.session is not None:
            session.watch.reset(record.session.thinking)
        session.as_found = record.fingerprint != game.fingerprint or bool(why)
        return session
