"""The glossary: each symbol has one code name, and every code name exists."""

import ast
import importlib
import re
from pathlib import Path

import pytest
from pydantic import BaseModel

GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"
TEXT = GLOSSARY.read_text(encoding="utf-8")
NAMES = sorted(set(re.findall(r"`(agentic_solver\.[A-Za-z_.0-9]+)`", TEXT)))
SYMBOLS = set(
    re.split(
        ", ",
        "S, S_workflow, S_env, G (set), σ, T, R, a, aₖ, Ω, E, Ψ, C_local, H, C, A, ρ, a_gen, "
        "G (function), R_max, v, ⊤, ⊥_retry, ⊥_fatal, φ, s_w0, C_init, S_goal, P",
    )
)


def _resolve(name: str) -> object:
    """Return what a dotted name stands for.

    Raises:
        AttributeError: the module exists but not the name in it.
    """
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        module = ".".join(parts[:length])
        try:
            found: object = importlib.import_module(module)
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            if isinstance(found, type) and issubclass(found, BaseModel):
                found = found.model_fields.get(part) or getattr(found, part)
            else:
                found = getattr(found, part)
        return found
    raise AttributeError(name)


def _symbols() -> dict[str, list[str]]:
    section = TEXT.split("## Symbols of the guard loop")[1].split("\n## ")[0]
    rows = [row.split("|") for row in section.splitlines() if row.startswith("| ")]
    return {
        cells[1].strip(): re.findall(r"`(agentic_solver[^`]+)`", cells[3]) for cells in rows[1:]
    }


@pytest.mark.requirement("S2-0a")
def test_every_symbol_has_exactly_one_code_name() -> None:
    symbols = _symbols()
    assert set(symbols) >= SYMBOLS
    for names in symbols.values():
        assert len(names) == 1
        assert names[0].startswith("agentic_solver.guard.")


@pytest.mark.requirement("S2-0a")
@pytest.mark.parametrize("name", NAMES)
def test_every_mapped_name_exists(name: str) -> None:
    assert _resolve(name) is not None


def test_code_names_are_words_not_greek_letters() -> None:
    for path in (GLOSSARY.parents[1] / "agentic_solver" / "guard").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [getattr(node, kind, None) for kind in ("id", "attr", "name", "arg")]
            assert all(name.isascii() for name in names if isinstance(name, str)), path.name


@pytest.mark.parametrize(
    "name", ["agentic_solver.guard.engine.nothing", "agentic_solver.contracts.plan.Plan.nothing"]
)
def test_name_that_does_not_exist_is_noticed(name: str) -> None:
    with pytest.raises(AttributeError):
        _resolve(name)
