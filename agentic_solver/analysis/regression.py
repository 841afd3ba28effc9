"""Regression cases: kept failures that today's engine decides again."""

from agentic_solver.analysis.case_check import CaseReport, accept_case, check_case, check_folder
from agentic_solver.analysis.case_emit import Emitted, emit_cases

__all__ = ["CaseReport", "Emitted", "accept_case", "check_case", "check_folder", "emit_cases"]
