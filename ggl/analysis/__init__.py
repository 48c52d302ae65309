"""Reports on a game's design from plays at several strengths, and their comparison. See docs/internals/analysis.md."""

from ggl.analysis.analyze import JUDGE, STRENGTHS, Plan, analyze, usual_agents
from ggl.analysis.comparing import compare
from ggl.analysis.equilibrium import Equilibrium, equilibrium
from ggl.analysis.figures import Base, ReportError, Verdict, read_base
from ggl.analysis.report import Report

__all__ = [
    "JUDGE", "STRENGTHS", "Base", "Equilibrium", "Plan", "Report", "ReportError", "Verdict", "analyze", "compare",
    "equilibrium", "read_base", "usual_agents",
]  # fmt: skip
