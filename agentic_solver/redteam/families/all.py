"""Every family with its generator."""

from agentic_solver.redteam.families.answers import answer_text
from agentic_solver.redteam.families.empty import empty_text
from agentic_solver.redteam.families.memory import memory_text
from agentic_solver.redteam.families.plans import plan_text
from agentic_solver.redteam.families.planted import planted_text
from agentic_solver.redteam.families.prose import closed_text, prose_text
from agentic_solver.redteam.families.records import record_text
from agentic_solver.redteam.families.refusal import refusal_text
from agentic_solver.redteam.families.sql import sql_text
from agentic_solver.redteam.families.state import state_text
from agentic_solver.redteam.families.texts import data_text, rule_text, task_text
from agentic_solver.redteam.families.values import value_text
from agentic_solver.redteam.shot import FAMILIES, Generator

__all__ = ["GENERATORS", "OF_WRITES"]

GENERATORS: dict[str, Generator] = {
    "A": task_text,
    "B": data_text,
    "C": rule_text,
    "D": plan_text,
    "E": sql_text,
    "F": answer_text,
    "G": state_text,
    "H": memory_text,
    "I": refusal_text,
    "J": record_text,
    "K": value_text,
    "L": prose_text,
    "M": closed_text,
    "N": empty_text,
    "O": planted_text,
}

OF_WRITES = frozenset("JKLMO")
"""Families that start from a plan which writes."""

assert GENERATORS.keys() == FAMILIES.keys()
