"""The tables of a host, and the jobs that work for them.

Takes requests that the rights allow; returns outputs. An idle table makes room for others: its play is on disk, and the next
request opens it again. The same holds for a table whose process was ended.
"""

from __future__ import annotations

import random
from collections import Counter, OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ggl.agents.ladders import ladder_of
from ggl.errors import GglError
from ggl.host import answers as a
from ggl.host import events
from ggl.host import requests as m
from ggl.host import views as v
from ggl.host.errors import HostError
from ggl.host.folder import Folder
from ggl.host.jobs import work as w
from ggl.host.jobs.worker import Found, Progress
from ggl.host.limits import Limits
from ggl.host.outputs import Output, Start, Stop, Tell, TellOne, answered, answered_with
from ggl.host.rights import Rights
from ggl.host.tables import table_files
from ggl.host.tables.chosen import step_of
from ggl.host.tables.rules import read_rules, text_alone
from ggl.host.tables.seating import agent_of, named_seat, who_of
from ggl.host.tables.table import PlayTable
from ggl.host.tables.views import board_view, ground, legal_of, rules_in_english, tree_of, view_of
from ggl.host.tables.visibility import Lookers, is_open, must_be_open, show_play
from ggl.host.wording import explanation_data
from ggl.play.asking import ask
from ggl.play.explain import explain_step
from ggl.play.game import State
from ggl.play.playout import LONGEST_PLAYOUT
from ggl.play.record import to_json
from ggl.render import svg
from ggl.typed_json import encoded


@dataclass(frozen=True)
class _Asked:
    """A running job: its table, the connection that asked for it, the revision at which it began, and its last result."""

    table: str
    connection: int | None
    revision: int
    kind: str
    so_far: v.Result | None = None


class Room:
    def __init__(self, folder: Folder | None, limits: Limits, name: str = "", foreign: bool = False) -> None:
        self._folder, self._limits, self._foreign = folder, limits, foreign
        self._tables: OrderedDict[str, PlayTable] = OrderedDict()
        self._latest = 0
        """The highest revision of a table that made room; one that is opened again counts on from there."""
        self._jobs: dict[str, _Asked] = {}
        self._lookers = Lookers()
        self._name, self._counts = name, Counter[int | None]()

    # ---- tables

    def table(self, name: str) -> PlayTable:
        """An open table, or one opened from its saved play."""
        if name not in self._tables:
            table = self._add(table_files.joined(name, self._folder, self._limits, foreign=self._foreign))
            table.revision += self._latest
        self._tables.move_to_end(name)
        return self._tables[name]

    def _add(self, table: PlayTable) -> PlayTable:
        show_play(table)
        self._tables[table.id] = table
        for name in [*self._tables][: max(0, len(self._tables) - self._limits.tables)]:
            idle = self._tables.pop(name)
            idle.session.files.release()
            self._latest = max(self._latest, idle.revision)
        return table

    def close(self) -> None:
        for table in self._tables.values():
            table.close()
        self._tables.clear()

    # ---- requests

    def asked(self, number: int, asked: Any, connection: int, rights: Rights) -> Iterator[Output]:
        match asked:
            case m.TableOpen():
                table = self._add(table_files.opened(asked, self._folder, self._limits, foreign=self._foreign))
                yield from self._opened(number, table, connection, rights)
            case m.TableLoad():
                table = self._add(table_files.load_record(asked.record, self._folder, self._limits, asked.text))
                yield from self._opened(number, table, connection, rights)
            case m.TableJoin():
                yield from self._opened(number, self.table(asked.table), connection, rights)
            case m.TableClose():
                yield from self._closed(number, asked.table, connection)
            case m.TableLinks():
                raise HostError("forbidden", "links exist only in `ggl workshop`")
            case _ if type(asked) in _CHANGES:
                yield from self._changed(number, asked, connection, rights)
            case _ if type(asked) in _WORKS:
                yield from self._worked(number, asked, connection, rights)
            case _:
                table = self.table(asked.table)
                who = self._lookers.looks(table, connection, rights)
                yield answered(connection, number, self._told(asked, table, who))

    def left(self, connection: int) -> Iterator[Output]:
        """A connection has closed, and its jobs with it; its tables stay, and the owner plays its seats."""
        left = [each for each in self._tables.values() if each.session.game.hides and connection in self._lookers.of(each)]
        self._lookers.left(connection)
        for job in [name for name, each in self._jobs.items() if each.connection == connection]:
            yield from self.stop(job, silently=True)
        for table in left:
            yield from self._seen(table, None)

    def _opened(self, number: int, table: PlayTable, connection: int, rights: Rights) -> Iterator[Output]:
        who = self._lookers.looks(table, connection, rights)
        yield from self._thinking(table)
        opened = a.Opened(table.id, board_view(self._lookers.state(table, who)), self._view(table, who))
        yield answered(connection, number, opened, looks=table.id)
        if table.session.game.hides:
            yield from self._seen(table, connection)  # the owner plays the seat no more

    def _view(self, table: PlayTable, who: str) -> v.View:
        """The view of a table that a role may see."""
        seen = self._lookers.seen(table, who)
        view = view_of(table, seen)
        if seen is not None and view.thinks is not None:
            view = replace(view, thinks=self._thinking_of(table))
        return self._lookers.numbered(table, who, view)

    def _thinking_of(self, table: PlayTable) -> str:
        """A name for whatever job finds an agent's move: that of the job itself would reveal how often the agent has tried."""
        return f"{self._name}j{table.id}"

    def _revision(self, table: PlayTable, who: str) -> int:
        """The revision of the view that a role is shown."""
        return self._view(table, who).revision

    def _closed(self, number: int, name: str, connection: int) -> Iterator[Output]:
        table = self.table(name)
        for job in [*table.jobs]:
            yield from self.stop(job)
        self._tables.pop(name).close()
        yield answered(connection, number, a.Done(), leaves=name)
        yield Tell(name, encoded(events.ClosedEvent(name)), but=connection)

    # ---- what changes a table

    def _changed(self, number: int, asked: Any, connection: int, rights: Rights) -> Iterator[Output]:
        table = self.table(asked.table)
        before, rules = table.revision, table.rules
        who = self._lookers.looks(table, connection, rights)
        if not isinstance(asked, m.TableView):
            table.remarks = ()
        try:
            self._change(table, asked, rights.seat if rights.who == "seat" else "", who)
            show_play(table)
        except GglError:
            if table.revision != before or table.flag():  # the time ran out before the move, or meanwhile
                yield from self._interrupted(table)
                yield from self._seen(table, None)
            raise
        if table.revision != before or table.flag():
            yield from self._interrupted(table)
        hides, is_new = table.session.game.hides, table.rules is not rules
        if is_new:
            yield from self._outdated(table)
        yield from self._thinking(table)
        shown = self._lookers.views(table)
        view = encoded(self._view(table, who))
        yield answered_with(connection, number, view)
        if table.revision != before and hides:
            yield from self._seen(table, None if is_new else connection, shown, with_board=is_new)
        elif table.revision != before:
            event = _view_event(table, view, table.state if is_new else None)
            yield Tell(table.id, event, but=None if is_new else connection, replaces=not is_new)  # no later view has the board

    def _change(self, table: PlayTable, asked: Any, seat: str, who: str) -> None:
        if isinstance(asked, m.TableUndo | m.TableRedo | m.TableGoto | m.TablePlayHere):
            must_be_open(table, "nobody can go back and forth in a play")
        if isinstance(asked, m.TablePlay | m.TablePlayHere | m.TableGo if table.session.looking else m.TableUndo):
            self._lookers.may_go_on(table)
        match asked:
            case m.TableView():
                table.flag()
            case m.TablePlay():
                self._lookers.may_move(table, who)
                table.play(asked.text, asked.revision if is_open(table) else None, seat)
            case m.TableResign():
                self._lookers.may_move(table, who)
                table.resign(seat)
            case m.TableUndo():
                table.undo(asked.count)
            case m.TableRedo():
                table.redo(asked.count)
            case m.TableGoto():
                table.goto(asked.node, asked.turn)
            case m.TablePlayHere():
                table.play_here()
            case m.TableGo():
                table.go()
            case m.TableSeat():
                self._lookers.may_sit(table, asked.who)
                table.sit(named_seat(table.state.seats, asked.seat), who_of(asked.who, foreign=self._foreign))
            case m.TableFollow():
                rules = read_rules(asked.game, asked.text, table.rules.options, self._folder, table.id)
                self._lookers.may_follow(table, rules.game)
                table.follow(rules)

    def _seen(
        self, table: PlayTable, but: int | None, before: dict[str, v.View] | None = None, *, with_board: bool = False
    ) -> Iterator[Output]:
        """Send everybody who looks the new view; in a game with hidden information, only those whose view has changed."""
        if not table.session.game.hides:
            yield Tell(table.id, _view_event(table, encoded(view_of(table))), but, replaces=True)
            return
        before = self._lookers.views(table) if before is None else before
        for connection, who in self._lookers.of(table).items():
            view, known = self._view(table, who), before.get(who)
            if connection != but and (known is None or view.revision != known.revision or with_board):
                state = self._lookers.state(table, who) if with_board else None
                yield TellOne(connection, _view_event(table, encoded(view), state))

    # ---- what only tells

    def _told(self, asked: Any, table: PlayTable, who: str) -> object:
        session, state = table.session, self._lookers.state(table, who)
        if isinstance(asked, m.TableLook | m.TableTree | m.TableRecord):
            must_be_open(table, "the moves played cannot be shown")
        match asked:
            case m.TableLook():
                with table.looking_at(asked.node):
                    return replace(view_of(table), legal=(), more=0, listed=True, asks="")
            case m.TableGround():
                if not is_open(table):
                    return a.Text(ground(state))
                with table.looking_at(asked.node):
                    return a.Text(ground(table.state))
            case m.TableLegal():
                must_be_open(table, "the legal moves come with the view")
                return legal_of(table, state)
            case m.TableTree():
                return a.Tree(tree_of(table))
            case m.TableWhy():
                if asked.move is not None:
                    found = explain_step(state, step_of(session.game, asked.move, asked.args))
                else:
                    found = state.explain(asked.text)
                return explanation_data(session.told(found))
            case m.TableAsk():
                answer = ask(state, asked.text)
                return a.Text("\n".join(filter(None, (answer.text, answer.because))))
            case m.TableOpponents():
                return opponents(table)
            case m.TableRules():
                return rules_in_english(session.game)
            case m.TableText():
                source = table.rules.source
                return a.Text(text_alone(source, _data(table).finder()) if asked.alone else source.text)
            case m.TableRecord():
                # dice follow from the seed, also those that are thrown after an end was taken back
                return a.Text(to_json(replace(session.record(), game=table.rules.shown or "-", seed=None)))
            case m.TablePicture():
                return a.Text(svg(state, theme=asked.theme, last=session.last_steps() if is_open(table) else ()))
        raise AssertionError(f"nobody answers {type(asked).__name__}")

    # ---- jobs

    def _worked(self, number: int, asked: Any, connection: int, rights: Rights) -> Iterator[Output]:
        table = self.table(asked.table)
        who = self._lookers.looks(table, connection, rights)
        if len(table.jobs) >= self._limits.jobs_of_table:
            raise HostError("limit", f"a table has at most {self._limits.jobs_of_table} jobs at a time; stop one first")
        start = self._start(table, self._work(table, asked, who), connection)
        yield start  # before the answer: then the carrier knows each job that was answered, even if this process ends now
        yield answered(connection, number, a.Job(start.job))

    def _work(self, table: PlayTable, asked: Any, who: str) -> w.Work:
        session, game, seed = table.session, _data(table), table.session.seed
        if isinstance(asked, m.TableHint | m.TableEvaluate):
            self._lookers.may_be_advised(table, who)
        elif not isinstance(asked, m.TableMeasure | m.TableExport | m.TableAnalyze):
            must_be_open(table, "there is no such advice")
        judge = agent_of(asked.judge, foreign=self._foreign) if getattr(asked, "judge", None) else None
        match asked:
            case m.TableHint():
                return w.HintWork(game, w.PositionData.of(_choice(table)), judge, seed, asked.most, self._revision(table, who))
            case m.TableEvaluate():
                return w.EvaluateWork(game, w.PositionData.of(_choice(table)), judge, seed, self._revision(table, who))
            case m.TableThreats():
                return w.ThreatsWork(game, w.PositionData.of(_choice(table)), table.revision)
            case m.TableReview():
                begin, steps = _choices(table)
                return w.ReviewWork(game, w.PositionData.of(begin), steps, judge, seed)
            case m.TableMeasure():
                return w.MeasureWork(game, asked.plays, random.randrange(1 << 31))
            case m.TableExport():
                return w.ExportWork(game, table.rules.shown)
            case m.TableAnalyze():
                return w.AnalyzeWork(game, asked.seconds, random.randrange(1 << 31))
            case m.TableRandom():
                self._lookers.may_go_on(table)
                if session.is_over:
                    raise HostError("over", f"the game is over: {session.ending}")
                most = min(LONGEST_PLAYOUT, self._limits.steps - len(session.tree.nodes))
                return w.RandomWork(game, w.PositionData.of(session.state), random.randrange(1 << 31), max(0, most))
        raise AssertionError(f"nobody works for {type(asked).__name__}")

    def _thinking(self, table: PlayTable) -> Iterator[Output]:
        """Start the agent whose turn it is, unless it already thinks."""
        spec = table.wanted()
        if spec is None or table.thinks is not None:
            return
        work = w.MoveWork(_data(table), w.PositionData.of(table.state), spec, table.session.seed)
        try:
            start = self._start(table, work, None)
        except HostError as error:  # the move stands, and is answered
            table.wait(str(error))
            return
        table.thinks = start.job
        table.session.watch.start()
        yield start

    def _interrupted(self, table: PlayTable) -> Iterator[Output]:
        """Stop the agent that thinks about a position from which the play has gone on, if there is one."""
        if table.thinks is not None:
            yield from self.stop(table.thinks, silently=True)

    def _outdated(self, table: PlayTable) -> Iterator[Output]:
        """End the reviews of a play that follows other rules now: they number the nodes of the tree before."""
        for job in [each for each in table.jobs if self._jobs[each].kind == "review"]:
            self._jobs[job] = replace(self._jobs[job], so_far=None)
            yield Stop(job)
            yield from self.ended(job, a.Refusal("stale", "the rules of the play have changed since"))

    def _start(self, table: PlayTable, work: w.Work, connection: int | None) -> Start:
        if len(self._jobs) >= self._limits.jobs:
            raise HostError("limit", f"the limit of running jobs, {self._limits.jobs}, is reached; wait for one, or stop it")
        self._counts[connection] += 1  # a count of all jobs would reveal how often an agent has moved
        job = f"{self._name}j{self._counts[connection]}" + ("" if connection is None else f"c{connection}")
        self._jobs[job] = _Asked(table.id, connection, table.revision, work.kind)
        table.jobs.add(job)
        return Start(job, work, connection)

    def heard(self, job: str, found: Found) -> Iterator[Output]:
        """Take the result of a job. An unknown job has been stopped in the meantime."""
        asked = self._jobs.get(job)
        if asked is None:
            return
        if isinstance(found, Progress):
            self._jobs[job] = replace(asked, so_far=found.so_far or asked.so_far)
            if asked.connection is not None:
                event = events.ProgressEvent(job, found.done, found.text, found.so_far)
                yield TellOne(asked.connection, encoded(event))
            return
        table = self._done(job)
        if table is not None and isinstance(found, v.Moved | tuple) and table.revision == asked.revision:
            yield from self._played(table, found)
        elif isinstance(found, tuple) and asked.connection is not None:
            failed = events.FailedEvent(job, "stale", "the board has changed since, so the random play was not played")
            yield TellOne(asked.connection, encoded(failed))
            return
        result = v.RandomPlay(len(found)) if isinstance(found, tuple) else found
        if asked.connection is not None:
            yield TellOne(asked.connection, encoded(events.ResultEvent(job, result)))

    def _played(self, table: PlayTable, found: v.Moved | tuple[str, ...]) -> Iterator[Output]:
        """Play the move that a job found. If that fails, the table's agents wait, and everybody gets a message."""
        yield from self._interrupted(table)  # a random play has overtaken the agent
        try:
            if isinstance(found, v.Moved):
                table.moved(found.move)
            else:
                table.played_out(found)
        except GglError as error:
            table.wait(str(error))
        yield from self._thinking(table)
        yield from self._seen(table, None)

    def ended(self, job: str, why: a.Refusal) -> Iterator[Output]:
        asked = self._jobs.get(job)
        if asked is None:
            return
        table = self._done(job)
        if asked.connection is not None:
            yield TellOne(asked.connection, encoded(events.FailedEvent(job, why.code, why.text, asked.so_far)))
        elif table is not None:
            table.wait(why.text)
            yield from self._seen(table, None)

    def stop(self, job: str, *, silently: bool = False) -> Iterator[Output]:
        """Stop a job. An agent that was about to move then waits for a request to continue."""
        job = next((each.thinks for each in self._tables.values() if each.thinks and self._thinking_of(each) == job), job)
        asked = self._jobs.get(job)
        if asked is None:
            raise HostError("unknown", "there is no such job, or it has ended")
        yield Stop(job)
        if silently:
            self._done(job)
        else:
            yield from self.ended(job, a.Refusal("stopped", "it was stopped"))

    def _done(self, job: str) -> PlayTable | None:
        """Forget a job; returns its table if that is still open."""
        table = self._tables.get(self._jobs.pop(job).table)
        if table is not None:
            table.jobs.discard(job)
            if table.thinks == job:
                table.thinks = None
        return table


_CHANGES = {m.TableView, m.TablePlay, m.TableResign, m.TableUndo, m.TableRedo, m.TableGoto, m.TablePlayHere, m.TableGo,
            m.TableSeat, m.TableFollow}  # fmt: skip
_WORKS = {m.TableHint, m.TableEvaluate, m.TableThreats, m.TableReview, m.TableMeasure, m.TableExport, m.TableAnalyze,
          m.TableRandom}  # fmt: skip


def _view_event(table: PlayTable, view: str, ground: State | None = None) -> str:
    """A `ViewEvent` whose view is JSON already, since it is the largest part and is sent twice; with a board if there is one."""
    board = encoded(board_view(ground)) if ground is not None else "null"
    return f'{{"table":{encoded(table.id)},"view":{view},"board":{board},"event":"view"}}'


def _data(table: PlayTable) -> w.GameData:
    rules = table.rules
    return w.GameData.of(rules.source, rules.game.checked.definition, rules.options)


def _choice(table: PlayTable) -> State:
    """The state on the board. Raises `HostError` unless somebody has a choice there."""
    if table.session.is_over:
        raise HostError("over", f"the game is over: {table.session.ending}")
    if table.state.is_chance:
        raise HostError("invalid", "a roll is due, and there is nothing to choose")
    return table.state


def _choices(table: PlayTable) -> tuple[State, tuple[w.Choice, ...]]:
    """The state where the line on the board begins, and its steps."""
    numbers, choices = table.numbers, table.choices()
    if not choices:
        raise HostError("invalid", "nothing has been played, so there is nothing to review")
    steps = (w.Choice(str(after.move), numbers[id(after)], before.state.ply + 1) for before, after in choices)
    return choices[0][0].state, tuple(steps)


def opponents(table: PlayTable) -> a.Opponents:
    """The levels of the game with their measurements, then the unmeasured opponents."""
    ladder = ladder_of(table.session.game)
    found = [a.Opponent("random", "moves at random")]
    for number, level in enumerate(ladder.levels, 1):
        rating = "" if level.rating is None else f", rating {level.rating:.0f}"
        found.append(a.Opponent(f"level:{number}", f"{level.spec}{rating}"))
    found.append(a.Opponent("ismcts:time=1" if table.session.game.hides else "mcts:time=1", "searches for a second"))
    return a.Opponents(tuple(found))
