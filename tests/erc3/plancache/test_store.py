"""The store: keys, conflicts, processes, and entries that somebody spoiled."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from agentic_solver.contracts.decision import Identity
from agentic_solver.erc3.plancache.key import plan_key
from agentic_solver.erc3.plancache.recall import Hit, Miss, Situation
from agentic_solver.erc3.plancache.store import PlanStore
from agentic_solver.erc3.plancache.template import Template
from agentic_solver.errors import WorkspaceError

Making = Callable[..., Template]
KEY = "a" * 64
HERE = Situation(key=KEY, today="2031-05-06", department="Brass Shop", location="Fellbruck")
LEADS = ("Who leads Brass gate?", "SELECT id FROM find_project('Brass gate')")


def test_a_kept_plan_is_found_by_shape_under_its_key_only(template: Making) -> None:
    store = PlanStore(None)
    assert store.add(template(*LEADS), KEY, run="r", task="t")
    hit = store.recall("Who leads Tin lid?", HERE)
    assert isinstance(hit, Hit)
    assert hit.values == ("Tin lid",)
    assert isinstance(store.recall("Who leads Tin lid?", replace(HERE, key="b" * 64)), Miss)
    assert isinstance(store.recall("Who led Tin lid?", HERE), Miss)


def test_a_shape_is_kept_once_and_differing_plans_are_not_chosen_from(template: Making) -> None:
    store = PlanStore(None)
    assert store.add(template(*LEADS), KEY, run="r", task="t")
    assert not store.add(template(*LEADS), KEY, run="r", task="u")
    other = template(
        "Who leads Brass gate?", "SELECT id, name FROM find_project('Brass gate') WHERE id <> '%'",
        rows={"a": 0},
    )  # fmt: skip
    assert store.add(other, KEY, run="r", task="v")
    assert store.size() == 2
    miss = store.recall("Who leads Brass gate?", HERE)
    assert isinstance(miss, Miss)
    assert "several templates" in miss.reason
    assert isinstance(store.recall("Who leads Tin lid?", HERE), Hit)


def test_what_a_template_is_bound_to_has_to_hold(template: Making) -> None:
    store = PlanStore(None)
    store.add(
        template("What is new?", "SELECT id FROM employees WHERE location = 'Fellbruck'"),
        KEY, run="r", task="t",
    )  # fmt: skip
    assert isinstance(store.recall("What is new?", HERE), Hit)
    assert isinstance(store.recall("What is new?", replace(HERE, location="Elsewhere")), Miss)


def test_a_plan_that_turned_out_wrong_is_never_used_again(template: Making) -> None:
    store = PlanStore(None)
    store.add(template(*LEADS), KEY, run="r", task="t")
    hit = store.recall("Who leads Tin lid?", HERE)
    assert isinstance(hit, Hit)
    store.judge(hit.number, right=True)
    assert isinstance(store.recall("Who leads Tin lid?", HERE), Hit)
    store.judge(hit.number, right=False)
    assert isinstance(store.recall("Who leads Tin lid?", HERE), Miss)
    assert not store.add(template(*LEADS), KEY, run="r", task="u")


def test_a_spoiled_entry_is_as_good_as_missing(template: Making, tmp_path: Path) -> None:
    path = tmp_path / "plans.sqlite"
    store = PlanStore(path)
    store.add(template(*LEADS), KEY, run="r", task="t")
    store.close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE kept_plan SET content = replace(content, 'facts', 'fax')")
    assert isinstance(PlanStore(path).recall("Who leads Tin lid?", HERE), Miss)


def test_files_of_others_are_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "plans.sqlite"
    path.write_text("these are no plans, whatever the file is called")
    with pytest.raises(WorkspaceError, match="cannot be used"):
        PlanStore(path)
    newer = tmp_path / "newer.sqlite"
    with sqlite3.connect(newer) as connection:
        connection.execute("PRAGMA user_version=9")
    with pytest.raises(WorkspaceError, match="has format 9"):
        PlanStore(newer)


_WRITER = """
import sys
from pathlib import Path
from agentic_solver.contracts.model import Contract
from agentic_solver.erc3.plancache.store import PlanStore
from agentic_solver.erc3.plancache.template import Template
store = PlanStore(Path(sys.argv[1]))
made = Template.model_validate_json(Path(sys.argv[2]).read_text())
for number in range(20):
    store.add(made, format(number, "064x"), run="r", task=sys.argv[3])
"""


@pytest.mark.slow
def test_several_processes_write_one_store(template: Making, tmp_path: Path) -> None:
    path, made = tmp_path / "plans.sqlite", tmp_path / "template.json"
    made.write_text(template(*LEADS).model_dump_json())
    arguments = [sys.executable, "-c", _WRITER, str(path), str(made)]
    writers = [subprocess.Popen([*arguments, str(number)]) for number in range(3)]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0]
    assert PlanStore(path).size() == 20


def test_a_key_follows_everything_that_a_plan_depends_on(identity: Identity) -> None:
    given = {
        "benchmark": "b", "tables": "t", "policy": "p", "wiki": "w", "tools": "c",
        "identity": identity, "roles": ("staff", "smith"),
    }  # fmt: skip
    key = plan_key(**given)  # type: ignore[arg-type]
    visitor = identity.model_copy(update={"is_public": True})
    changes = [*((name, "x") for name in ("benchmark", "tables", "policy", "wiki", "tools")),
               ("identity", visitor), ("roles", ("staff",))]  # fmt: skip
    others = {plan_key(**{**given, name: value}) for name, value in changes}  # type: ignore[arg-type]
    assert len({key, *others}) == len(changes) + 1
    assert plan_key(**{**given, "roles": ("smith", "staff")}) == key  # type: ignore[arg-type]
