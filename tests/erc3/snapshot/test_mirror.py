"""What is answered from the stored rows is what the database would say."""

from agentic_solver.erc3.snapshot.certificate import WHOLE, Between, OneOf, Region
from agentic_solver.erc3.snapshot.mirror import Mirror
from agentic_solver.erc3.snapshot.session import Session

_WORDS = ("Ahlen", "Zoë", "ähre", "", "𝔖ide", "O'Neill", "b", "B")
_REGIONS = (
    WHOLE,
    Region.build({"location": OneOf(values=frozenset({"Zoë", "O'Neill"}))}),
    Region.build(
        {"id": OneOf(values=frozenset({"e1", "e9"})), "name": OneOf(values=frozenset({"Name 1"}))}
    ),
    Region.build({"name": OneOf(values=frozenset())}),
    Region.build({"name": Between(low="Name 1", high="Name 3")}),
)


def _people(session: Session, count: int, first: int = 0) -> None:
    numbers = range(first, first + count)
    session.insert(
        "employees",
        [
            (f"e{n}", f"Name {n % 5}", f"e{n}@x.example", n, _WORDS[n % 8], "Yard", None)
            for n in reversed(numbers)
        ],
    )


def _answers(session: Session) -> list[object]:
    values = [
        session.column_values("employees", column, region)
        for column in ("id", "name", "location", "salary", "notes")
        for region in _REGIONS
    ]
    columns = ("id", "location", "notes")
    listed: tuple[list[str] | None, ...] = (None, ["e1", "e4", "nobody"], [])
    return [*values, *(session.cells("employees", columns, ids) for ids in listed)]


def test_rows_answer_as_the_database_does(session: Session) -> None:
    for count in (3, 40):
        _people(session, count, first=count)
        session.amend("employees", ["notes"], {"e5": ["likes tea"], "e41": ["é"]})
        mine = _answers(session)
        with Session.open(session.identity) as other:
            for row in session.rows("employees"):
                other.insert("employees", [row])
            other.change("DELETE FROM base.employees WHERE false")
            assert _answers(other) == mine


def test_a_change_by_a_statement_is_seen(session: Session) -> None:
    _people(session, 3)
    assert session.column_values("employees", "id") == ("e0", "e1", "e2")
    session.change("DELETE FROM base.employees WHERE id = $1", ["e1"])
    assert session.column_values("employees", "id") == ("e0", "e2")
    assert session.cells("employees", ("id",)) == [("e0",), ("e2",)]
    _people(session, 1, first=7)
    assert session.cells("employees", ("id",)) == [("e0",), ("e2",), ("e7",)]


def test_a_large_table_is_left_to_the_database(session: Session) -> None:
    _people(session, 1_999)
    _people(session, 4, first=1_999)
    _people(session, 1, first=5_000)
    found = session.column_values("employees", "id")
    assert found is not None
    assert len(found) == 2_004
    assert session.cells("employees", ("name",), ["e5000", "e2"]) == [("Name 0",), ("Name 2",)]


def test_only_plain_text_is_known() -> None:
    mirror = Mirror()
    mirror.add("employee_skills", [("e1", "welding", 3)])
    assert mirror.texts("employee_skills", ("name",)) == [("welding",)]
    assert mirror.texts("employee_skills", ("level",)) is None
    assert mirror.texts("employee_skills", ("unheard_of",)) is None
    assert mirror.texts("workloads", ("employee",)) is None
    by_level = Region.build({"level": OneOf(values=frozenset({3}))})
    assert mirror.texts("employee_skills", ("name",), region=by_level) is None
    mirror.forget()
    assert mirror.texts("employee_skills", ("name",)) is None
