"""Agents: players of any game, made from a spec such as `mcts:sims=400`. See `ggl.agents.protocol`."""

from ggl.agents.belief import Belief, belief
from ggl.agents.protocol import Agent, AgentError, Budget, Candidate, Thought
from ggl.agents.settings import SpecError
from ggl.agents.specs import make, read

__all__ = ["Agent", "AgentError", "Belief", "Budget", "Candidate", "SpecError", "Thought", "belief", "make", "read"]
