"""What policy is told of a write to the wiki: the platform has one route for everything."""

import pytest

from agentic_solver.contracts.rule import Operation
from agentic_solver.erc3.execute.permission import page_changes
from agentic_solver.erc3.tools.facade import PlannedWrite

_PAGES = {"yard/a.md": "alpha", "yard/b.md": "beta"}


def page_write(path: str, content: str) -> PlannedWrite:
    return PlannedWrite(
        operation=Operation.UPDATE_WIKI,
        route="/wiki/update",
        body={"file": path, "content": content},
        changes={"file": path, "content": content},
        targets={"path": path},
    )


@pytest.mark.parametrize(
    ("writes", "told"),
    [
        ([("yard/c.md", "new")], [{"change": "create"}]),
        ([("yard/a.md", "new")], [{"change": "edit"}]),
        ([("yard/a.md", "")], [{"change": "remove"}]),
        (
            [("yard/c.md", "alpha"), ("yard/a.md", "")],
            [{"change": "rename", "from": "yard/a.md"}, {"change": "rename"}],
        ),
        (
            [("yard/a.md", ""), ("c.md", "alpha")],
            [{"change": "rename"}, {"change": "create"}],
        ),
        (
            [("yard/a.md", ""), ("yard/c.md", "alpha, and more")],
            [{"change": "remove"}, {"change": "create"}],
        ),
        (
            [("yard/a.md", ""), ("yard/b.md", "alpha")],
            [{"change": "remove"}, {"change": "edit"}],
        ),
        (
            [("yard/a.md", ""), ("yard/c.md", "alpha"), ("yard/d.md", "alpha")],
            [{"change": "rename"}, {"change": "rename", "from": "yard/a.md"}, {"change": "create"}],
        ),
    ],
    ids=["create", "edit", "remove", "rename", "moved", "rewritten", "over-another", "copied"],
)
def test_a_write_is_known_by_what_it_does_to_the_page(
    writes: list[tuple[str, str]], told: list[dict[str, str]]
) -> None:
    planned = [page_write(path, content) for path, content in writes]
    assert list(page_changes(planned, _PAGES.get)) == told


def test_of_other_writes_nothing_is_told() -> None:
    raise_ = PlannedWrite(
        operation=Operation.UPDATE_SALARY, route="/x", body={}, changes={"salary": 1}, targets={}
    )
    assert page_changes([raise_, page_write("yard/c.md", "new")], _PAGES.get) == (
        {},
        {"change": "create"},
    )
