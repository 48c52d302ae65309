"""Reports on a game's design from plays at several strengths, and their comparison. See docs/internals/analysis.md."""

from ggl.analysis.analyze import JUDGE, STRENGTHS, Plan, analyze, usual_agents
from ggl.analysis.comparing import compare
from ggl.analysis.equilibrium import Equilibrium, equilibrium
from ggl.analysis.report import Base, Report, ReportError, Verdict, read_base

__all__ = [
    "JUDGE", "STRENGTHS", "Base", "Equilibrium", "Plan", "Report", "ReportError", "Verdict", "analyze", "compare",
    "equilibrium", "read_base", "usual_agents",
]  # fmt: skip
