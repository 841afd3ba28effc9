"""Good plans of every kind of change: dry run, commit, record, ledger, refusal."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import FactQuery, Outcome, Plan, plan_id
from agentic_solver.erc3.execute.ledger import Ledger, LedgerEntry
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact, write_call

Open = Callable[..., Desk]


@dataclass(frozen=True, kw_only=True)
class Golden:
    """A caller, a request, a plan for it, and what it changes."""

    user: str
    text: str
    facts: tuple[FactQuery, ...]
    calls: tuple[tuple[str, str, str], ...]
    """Tool, fact, span."""
    routes: tuple[str, ...]
    events: tuple[str, ...]
    entity: JsonObject
    """Fields of the first changed record afterwards."""
    links: frozenset[str]
    strangers: tuple[str, ...] = field(default=("li_07", "li_10", ""))
    """Callers to whom it is denied."""

    def plan(self, *, dry_run: bool = False) -> Plan:
        calls = tuple(write_call(f"w{n}", tool, rows) for n, (tool, rows, _s) in _counted(self))
        return build_plan(
            self.text,
            facts=self.facts,
            calls=calls,
            cases=(case(Outcome.NONE_CLARIFICATION_NEEDED, "Which?", when=self._none()), _DONE),
            spans={f"w{n}": span for n, (_t, _r, span) in _counted(self)},
            dry_run=dry_run,
        )

    def _none(self) -> str:
        return f"{self.facts[0].id}.none"


def _counted(golden: Golden) -> list[tuple[int, tuple[str, str, str]]]:
    return list(enumerate(golden.calls, start=1))


_DONE = case(message="Done.", writes=True)
_PROJECT = fact("p", "SELECT id, name FROM find_project('rail lathe')")
_MINE = fact(
    "entry",
    "SELECT t.id FROM time_entries t JOIN me ON me.id = t.employee JOIN p ON p.id = t.project "
    "WHERE t.date = DATE '2025-05-05'",
    "p",
)


def _page(
    text: str,
    query: str,
    write: tuple[str, str],
    *,
    entity: JsonObject,
    updates: int = 1,
    others: tuple[str, ...] = (),
) -> Golden:
    """Return a change of wiki pages, which only the Direction may make: ``entity`` and others."""
    tool, span = write
    return Golden(
        user="li_01",
        text=text,
        facts=(fact("rows", query),),
        calls=((tool, "rows", span),),
        routes=("/wiki/update",) * updates,
        events=("WikiArticleUpdated",) * updates,
        entity=entity,
        links=frozenset(f"wiki:{path}" for path in (entity["path"], *others)),
        strangers=("li_02", "li_04", "li_10", ""),
    )


GOLDEN = {
    "log-own-time": Golden(
        user="li_04",
        text="Log 3 hours for me on the rail lathe today, note: calibration",
        facts=(
            _PROJECT,
            fact(
                "rows",
                "SELECT me.id AS employee, p.id AS project, me.today AS date, 3 AS hours, "
                "'calibration' AS notes FROM me, p",
                "p",
            ),
        ),
        calls=(("log_time", "rows", "Log 3 hours for me"),),
        routes=("/time/log",),
        events=("TimeEntryLogged",),
        entity={
            "employee": "li_04", "project": "pr_lathe", "customer": "cu_alder", "hours": 3,
            "date": "2025-05-07", "work_category": "customer_project", "notes": "calibration",
        },
        links=frozenset({"project:pr_lathe", "customer:cu_alder", "employee:li_04"}),
    ),
    "log-time-as-lead": Golden(
        user="li_03",
        text="Log 2.5 hours for Hugo Marin on the rail lathe yesterday",
        facts=(
            _PROJECT,
            fact("who", "SELECT id FROM find_employee('Hugo Marin')"),
            fact(
                "rows",
                "SELECT who.id AS employee, p.id AS project, me.today - 1 AS date, 2.5 AS hours "
                "FROM me, p, who",
                "p", "who",
            ),
        ),
        calls=(("log_time", "rows", "Log 2.5 hours for Hugo Marin"),),
        routes=("/time/log",),
        events=("TimeEntryLogged",),
        entity={"employee": "li_08", "hours": 2.5, "date": "2025-05-06"},
        links=frozenset({"project:pr_lathe", "customer:cu_alder", "employee:li_08"}),
        strangers=("li_05", "li_07", "li_10", ""),
    ),
    "void-and-log-again": Golden(
        user="li_04",
        text="I worked 8 hours on the rail lathe on 2025-05-05: void the entry and log a copy",
        facts=(
            _PROJECT,
            _MINE,
            fact("void", "SELECT id, 'voided' AS status FROM entry", "entry"),
            fact(
                "copy",
                "SELECT t.employee, t.project, t.date, 8 AS hours, t.notes, t.billable, "
                "t.work_category FROM time_entries t JOIN entry ON entry.id = t.id",
                "entry",
            ),
        ),
        calls=(
            ("update_time_entry", "void", "void the entry"),
            ("log_time", "copy", "log a copy"),
        ),
        routes=("/time/update", "/time/log"),
        events=("TimeEntryStatusChanged", "TimeEntryLogged"),
        entity={"id": "te_001", "status": "voided", "hours": 6, "notes": "bench work"},
        links=frozenset({"project:pr_lathe", "customer:cu_alder", "employee:li_04"}),
        strangers=("", "li_10"),
    ),
    "salary-from-the-note": Golden(
        user="li_02",
        text="Carry out the raise that the notes of Dora Klein approve",
        facts=(
            fact("who", "SELECT id FROM find_employee('Dora Klein')"),
            fact(
                "rows",
                "SELECT e.id AS employee, CAST(regexp_extract(e.notes, "
                "'approved: ([0-9]+)', 1) AS INTEGER) AS salary FROM employees e "
                "JOIN who ON who.id = e.id WHERE e.notes LIKE '%approved%'",
                "who",
            ),
        ),
        calls=(("set_salary", "rows", "Carry out the raise"),),
        routes=("/employees/update",),
        events=("EmployeeSalaryUpdated",),
        entity={
            "id": "li_04", "salary": 505000, "notes": "Raise approved: 505000 from June.",
            "location": "Turin",
        },
        links=frozenset({"employee:li_04"}),
        strangers=("li_01", "li_03", "li_07", "li_10", ""),
    ),
    "own-skills": Golden(
        user="li_04",
        text="Set my milling to 7",
        facts=(
            fact("s", "SELECT id FROM find_skill('milling')"),
            fact(
                "rows",
                "SELECT me.id AS employee, s.id AS name, 7 AS level FROM me, s",
                "s",
            ),
        ),
        calls=(("set_skills", "rows", "Set my milling to 7"),),
        routes=("/employees/update",),
        events=("EmployeeSkillsUpdated",),
        entity={
            "id": "li_04", "salary": 483304,
            "skills": [
                {"name": "skill_german", "level": 9}, {"name": "skill_milling", "level": 7},
            ],
        },
        links=frozenset({"employee:li_04"}),
        strangers=("",),
    ),
    "wills-of-a-member": Golden(
        user="li_05",
        text="Ines Novak now has travel at 9",
        facts=(
            fact("who", "SELECT id FROM find_employee('Ines Novak')"),
            fact("w", "SELECT id FROM find_will('travel')"),
            fact(
                "rows",
                "SELECT who.id AS employee, w.id AS name, 9 AS level FROM who, w",
                "who", "w",
            ),
        ),
        calls=(("set_wills", "rows", "now has travel at 9"),),
        routes=("/employees/update",),
        events=("EmployeeWillsUpdated",),
        entity={"id": "li_09", "wills": [{"name": "will_travel", "level": 9}]},
        links=frozenset({"employee:li_09"}),
        strangers=("li_03", "li_07", "li_10", ""),
    ),
    "swap-two-seats": Golden(
        user="li_03",
        text="On the rail lathe, swap the roles of Dora Klein and Hugo Marin",
        facts=(
            _PROJECT,
            fact("a", "SELECT id FROM find_employee('Dora Klein')"),
            fact("b", "SELECT id FROM find_employee('Hugo Marin')"),
            fact(
                "rows",
                "SELECT t.project, t.employee, t.time_slice, CASE WHEN t.employee = a.id THEN "
                "(SELECT role FROM project_team x WHERE x.project = p.id AND x.employee = b.id) "
                "WHEN t.employee = b.id THEN (SELECT role FROM project_team x "
                "WHERE x.project = p.id AND x.employee = a.id) ELSE t.role END AS role "
                "FROM project_team t JOIN p ON p.id = t.project, a, b",
                "p", "a", "b",
            ),
        ),
        calls=(("set_project_team", "rows", "swap the roles"),),
        routes=("/projects/team/update",),
        events=("ProjectTeamUpdated",),
        entity={
            "id": "pr_lathe",
            "team": [
                {"employee": "li_03", "time_slice": 0.5, "role": "Lead"},
                {"employee": "li_04", "time_slice": 0.5, "role": "QA"},
                {"employee": "li_08", "time_slice": 0.25, "role": "Engineer"},
            ],
        },
        links=frozenset({"project:pr_lathe", "employee:li_04", "employee:li_08"}),
        strangers=("li_04", "li_05", "li_10", ""),
    ),
    "project-status": Golden(
        user="li_03",
        text="Pause the rail lathe",
        facts=(_PROJECT, fact("rows", "SELECT id AS project, 'paused' AS status FROM p", "p")),
        calls=(("set_project_status", "rows", "Pause the rail lathe"),),
        routes=("/projects/status/update",),
        events=("ProjectStatusChanged",),
        entity={"id": "pr_lathe", "status": "paused", "name": "Rail Lathe"},
        links=frozenset({"project:pr_lathe"}),
        strangers=("li_04", "li_05", "li_10", ""),
    ),
    "wiki-page": _page(
        "Create the wiki page sales/fair.md that says: Hall 4",
        "SELECT 'sales/fair.md' AS path, 'Hall 4' AS content FROM me",
        ("write_wiki_page", "Create the wiki page sales/fair.md"),
        entity={"path": "sales/fair.md", "content": "Hall 4"},
    ),
    "wiki-delete": _page(
        "Delete the page sales/press.md",
        "SELECT path FROM wiki_pages WHERE path = 'sales/press.md'",
        ("delete_wiki_page", "Delete the page"),
        entity={"path": "sales/press.md", "content": ""},
    ),
    "wiki-rename": _page(
        "Rename sales/press.md to sales/kit.md",
        "SELECT path, 'sales/kit.md' AS new_path FROM wiki_pages WHERE path = 'sales/press.md'",
        ("rename_wiki_page", "Rename sales/press.md to sales/kit.md"),
        entity={
            "path": "sales/kit.md",
            "content": "# Press kit\n\nLine with {braces} and ümläuts.  \n",
        },
        updates=2,
    ),
    "page-for-each-customer": _page(
        "Create a page customers/<id>.md with the name for each customer",
        "SELECT 'customers/' || id || '.md' AS path, name AS content FROM customers ORDER BY id",
        ("write_wiki_page", "for each customer"),
        entity={"path": "customers/cu_alder.md", "content": "Alder Rail"},
        updates=4,
        others=tuple(f"customers/{i}.md" for i in ("cu_birch", "cu_cedar", "cu_dogwood")),
    ),
}  # fmt: skip
NAMES = list(GOLDEN)


def links_of(decision: Decision) -> frozenset[str]:
    assert decision.response is not None
    return frozenset(f"{link.kind.value}:{link.id}" for link in decision.response.links)


@pytest.mark.requirement("S3-3.3c", "S3-B3a", "S3-B4f", "S3-8i")
@pytest.mark.parametrize("name", NAMES)
def test_commit_changes_exactly_what_was_asked_and_reads_it_back(name: str, larch: Open) -> None:
    golden = GOLDEN[name]
    desk = larch(golden.user, golden.text)
    plan = golden.plan()
    decision = desk.execute(plan)
    assert_accepted(decision)
    assert decision.stage == "commit"
    assert desk.writes == golden.routes
    events = desk.universe.events
    assert tuple(event.name for event in events) == golden.events
    found = {key: events[0].entity[key] for key in golden.entity}
    assert json.dumps(found, sort_keys=True) == json.dumps(golden.entity, sort_keys=True)
    assert all(record.applied for record in decision.writes)
    assert all(record.proof is not None for record in decision.writes)
    assert links_of(decision) == golden.links
    assert all(result.holds for result in decision.commitments)
    # The answer to an update of a person holds the record, which proves it; so does an entry's id.
    if not {"/time/log", "/employees/update"} & set(golden.routes):
        last = max(i for i, route in enumerate(desk.routes) if route in golden.routes)
        assert desk.routes[last + 1 :], "no read after the last write"
        assert any(record.cause.startswith("postcondition:") for record in decision.calls)
    if set(golden.routes) == {"/employees/update"}:
        assert not any(record.cause.startswith("postcondition:") for record in decision.calls)
    assert decision.plan_id == plan_id(plan)


@pytest.mark.parametrize(
    ("name", "known", "reads"),
    [
        ("wiki-page", True, ["/wiki/load"]),
        ("wiki-rename", True, ["/wiki/list"]),
        ("page-for-each-customer", True, ["/wiki/list"]),
        ("page-for-each-customer", False, ["/wiki/list", *["/wiki/load"] * 4]),
    ],
)
def test_several_pages_are_confirmed_by_the_digest_of_all(
    name: str, known: bool, reads: list[str], larch: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A platform that computes the digest in another way has each page read."""
    if not known:
        monkeypatch.setattr(Workbench, "wiki_digest_with", lambda *_: "0" * 40)
    desk = larch(GOLDEN[name].user, GOLDEN[name].text)
    decision = desk.execute(GOLDEN[name].plan())
    assert_accepted(decision)
    last = max(i for i, route in enumerate(desk.routes) if route == "/wiki/update")
    assert [one for one in desk.routes[last + 1 :] if one.startswith("/wiki/")] == reads
    assert all(result.holds for result in decision.commitments)


@pytest.mark.requirement("S3-B2n", "S3-B3.4d", "S3-8j")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("forced", [True, False])
def test_dry_run_checks_everything_and_changes_nothing(
    name: str, forced: bool, larch: Open
) -> None:
    golden = GOLDEN[name]
    desk = larch(golden.user, golden.text)
    decision = desk.execute(golden.plan(dry_run=not forced), force_dry_run=forced)
    response = assert_accepted(decision)
    assert decision.stage == "dry"
    assert desk.writes == ()
    assert desk.universe.events == ()
    assert response.message == "Done."
    assert len(decision.writes) == len(golden.routes)
    assert not any(record.applied for record in decision.writes)
    assert all(record.proof is not None for record in decision.writes)
    assert decision.notes["dry_run"] is True


@pytest.mark.requirement("S3-5.3a", "S3-8a", "S3-8c", "S3-C2a")
@pytest.mark.parametrize("name", NAMES)
def test_to_others_it_is_denied_with_a_proof(name: str, larch: Open) -> None:
    golden = GOLDEN[name]
    for user in golden.strangers:
        desk = larch(user, golden.text)
        decision = desk.execute(golden.plan())
        assert_accepted(decision, Outcome.DENIED_SECURITY)
        assert links_of(decision) == frozenset()
        assert decision.proofs
        assert all(proof.result == "deny" for proof in decision.proofs)
        assert all(proof.identity for proof in decision.proofs)
        assert desk.writes == ()


@pytest.mark.requirement("S3-1e", "S3-4.1a", "S3-7.1c", "S3-7.3b", "S3-7.3e")
@pytest.mark.parametrize("name", ["swap-two-seats", "salary-from-the-note"])
def test_twenty_executions_give_the_same_bytes_and_calls(name: str, larch: Open) -> None:
    golden = GOLDEN[name]
    seen = set()
    for _ in range(20):
        desk = larch(golden.user, golden.text)
        seen.add((desk.execute(golden.plan()).model_dump_json(), desk.routes))
    assert len(seen) == 1


@pytest.mark.requirement("S3-B4g")
def test_a_copy_takes_the_requested_hours_and_everything_else_from_the_entry(larch: Open) -> None:
    golden = GOLDEN["void-and-log-again"]
    desk = larch(golden.user, golden.text)
    desk.execute(golden.plan())
    copy = desk.universe.events[-1].entity
    assert copy["hours"] == 8
    assert (copy["date"], copy["notes"], copy["status"]) == ("2025-05-05", "bench work", "draft")


def test_the_same_plan_again_applies_nothing_twice(larch: Open) -> None:
    golden = GOLDEN["log-own-time"]
    desk = larch(golden.user, golden.text)
    first = desk.execute(golden.plan())
    again = desk.execute(golden.plan(), round_number=2)
    assert desk.writes == golden.routes
    assert_accepted(again)
    assert [r.write_key for r in first.writes] == [r.write_key for r in again.writes]
    assert [r.attempt_id for r in first.writes] != [r.attempt_id for r in again.writes]


def test_a_resumed_task_does_not_send_an_applied_write_again(larch: Open) -> None:
    golden = GOLDEN["log-own-time"]
    lines: list[LedgerEntry] = []
    desk = larch(golden.user, golden.text, ledger=Ledger(sink=lines.append))
    desk.execute(golden.plan())
    assert [line.state for line in lines] == ["started", "applied"]
    resumed = larch(golden.user, golden.text, ledger=Ledger(lines))
    assert_accepted(resumed.execute(golden.plan()))
    assert resumed.writes == ()


def test_a_write_whose_fate_is_unknown_is_confirmed_by_reading_and_never_sent_again(
    larch: Open,
) -> None:
    golden = GOLDEN["project-status"]
    key = larch(golden.user, golden.text).execute(golden.plan(), force_dry_run=True)
    started = LedgerEntry(write_key=key.writes[0].write_key, state="started")
    desk = larch(golden.user, golden.text, ledger=Ledger([started]))
    decision = desk.execute(golden.plan())
    assert decision.verdict == "fatal"
    assert [v.code for v in decision.violations] == ["WRITE_FAILED"]
    assert desk.writes == ()


def test_more_writes_than_the_limit_are_refused_as_a_whole(larch: Open) -> None:
    golden = GOLDEN["page-for-each-customer"]
    desk = larch(golden.user, golden.text)
    limits = desk.executor.limits.model_copy(update={"max_attempts": 3})
    executor = type(desk.executor)(
        catalog=desk.executor.catalog,
        policy=desk.executor.policy,
        limits=limits,
        compare=desk.executor.compare,
    )
    decision = executor.execute_and_validate(desk.task, golden.plan(), desk.bench)
    assert [v.code for v in decision.violations] == ["WRITE_LIMIT"]
    assert desk.writes == ()


@pytest.mark.parametrize("name", ["wiki-page", "wiki-delete", "wiki-rename"])
@pytest.mark.parametrize("change", ["create", "edit", "rename", "remove"])
def test_a_right_to_one_kind_of_change_of_pages_is_no_right_to_another(
    name: str, change: str, larch: Open, larch_policy: Policy
) -> None:
    kinds = {"wiki-page": "create", "wiki-delete": "remove", "wiki-rename": "rename"}
    [rule] = [rule for rule in larch_policy.rules if rule.id == "edit-wiki"]
    assert rule.access is not None
    narrow = rule.access.model_copy(update={"values": {"change": (change,)}})
    rules = tuple(one for one in larch_policy.rules if one.id != "edit-wiki")
    policy = Policy(
        wiki_sha1=larch_policy.wiki_sha1,
        rules=(*rules, rule.model_copy(update={"access": narrow})),
    )
    golden = GOLDEN[name]
    desk = larch(golden.user, golden.text, policy=policy)
    decision = desk.execute(golden.plan())
    outcome = Outcome.OK_ANSWER if kinds[name] == change else Outcome.DENIED_SECURITY
    assert_accepted(decision, outcome)
    assert bool(desk.writes) is (kinds[name] == change)
