"""The seats of the table: agents made from their specs, and the judge that gives advice.

Takes the session, whose seats hold `human`, `random` or the spec of an agent; gives the moves of agents to it, and thoughts to
the commands. Raises `SpecError`, `AgentError`. A terminal (stderr) shows which agent thinks, and it can be interrupted.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ggl.cli.prompt_busy import busy
from ggl.diagnostics.escape import escape
from ggl.play.errors import GglError
from ggl.play.session import HUMAN, RANDOM, Session

if TYPE_CHECKING:
    from ggl.agents import Agent, Thought
    from ggl.play.game import State
    from ggl.play.move import Move

_JUDGE = "judge"


class Seats:
    def __init__(self, session: Session, judge: str | None = None) -> None:
        """Raises `SpecError` for an unknown judge."""
        from ggl.agents import read

        self.judge = None if judge is None else str(read(judge))
        self._agents: dict[str, Agent] = {}
        self.session = session
        session.choose = self.choose

    # ---- who there is

    def sit(self) -> None:
        """Have all agents of the seats ready. Raises `GglError` for one that cannot play, with how to replace it."""
        for seat in self.of_agents():
            try:
                self._agent(seat, self.session.seats[seat])
            except GglError as error:
                raise GglError(f"the {seat} seat: {error}; `--{seat} human` seats a person there") from None

    def of_agents(self) -> list[str]:
        """The seats in which agents sit."""
        return [seat for seat, who in self.session.seats.items() if who not in (HUMAN, RANDOM)]

    def change(self, seat: str, who: str) -> None:
        """Have somebody else sit in a seat, from now on."""
        if who not in (HUMAN, RANDOM):
            from ggl.agents import read

            who = str(read(who))
            self._agent(seat, who)
        self.session.seats[seat] = who
        if self.session.tree.root.children:  # a play without moves is not kept
            self.session.keep_if_played()

    def move_to(self, session: Session) -> None:
        """Change to another session, with new agents. Raises `GglError`, and keeps the old one, if that fails."""
        before, agents = self.session, self._agents
        self.session, self._agents = session, {}
        session.choose = self.choose
        try:
            self.sit()
        except BaseException:
            self.close()
            self.session, self._agents = before, agents
            raise
        for agent in agents.values():
            agent.close()

    def about(self, seat: str) -> str:
        """The player in a seat, in words; with the agent's strength, if it has one."""
        who = self.session.seats[seat]
        if who in (HUMAN, RANDOM):
            return who
        return escape(who) + strength(self._agent(seat, who))

    def about_judge(self) -> str:
        agent = self._judge()
        return escape(agent.spec) + strength(agent)

    # ---- thinking

    def choose(self, seat: str, state: State) -> Move:
        """The move of the agent in a seat, as `Session` asks for it."""
        who = self.session.seats[seat]
        agent = self._agent(seat, who)
        return self.thinks(agent, state, f"{state.mover} ({escape(who)}) thinks").move

    def judged(self, state: State) -> Thought:
        """The judge's thought on a state."""
        agent = self._judge()
        return self.thinks(agent, state, f"{escape(agent.spec)} thinks")

    @contextlib.contextmanager
    def judging(self) -> Iterator[Agent]:
        """The judge, for longer work. It is replaced if it is interrupted."""
        agent = self._judge()
        with self._replaced_if_interrupted(agent):
            yield agent

    def thinks(self, agent: Agent, state: State, what: str) -> Thought:
        with self._replaced_if_interrupted(agent), busy(what):
            return agent.think(state)

    @contextlib.contextmanager
    def _replaced_if_interrupted(self, agent: Agent) -> Iterator[None]:
        """An agent that was stopped in the middle of a thought is not asked again."""
        try:
            yield
        except KeyboardInterrupt:
            for key in [key for key, each in self._agents.items() if each is agent]:
                del self._agents[key]
            agent.close()
            raise

    def _judge(self) -> Agent:
        from ggl.agents import AgentError, SpecError
        from ggl.agents.advice import JUDGES

        if self.judge is not None:
            return self._agent(_JUDGE, self.judge)
        for spec in JUDGES[:-1]:
            with contextlib.suppress(SpecError, AgentError):
                return self._agent(_JUDGE, spec)
        return self._agent(_JUDGE, JUDGES[-1])

    def _agent(self, key: str, spec: str) -> Agent:
        """The agent of a seat, made if it is another than before. Raises, and keeps the one before, where it cannot be made."""
        from ggl.agents import make

        known = self._agents.get(key)
        if known is not None and known.spec == spec:
            return known
        seed = random.Random(f"{self.session.seed}/{key}").randrange(1 << 32)
        with busy(f"{escape(spec)} gets ready"):
            self._agents[key] = make(spec, self.session.game, seed)
        if known is not None:
            known.close()
        return self._agents[key]

    def close(self) -> None:
        for agent in self._agents.values():
            agent.close()
        self._agents.clear()


def strength(agent: Agent) -> str:
    """The strength of an agent, such as a rating with its interval: its attribute `about`, if it has one."""
    about = getattr(agent, "about", "")
    return f" ({escape(about)})" if isinstance(about, str) and about else ""
