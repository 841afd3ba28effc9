"""Which records a description means: each relation of the schema, and what cannot be told."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.asked.target import Meant, path_of
from tests.erc3.asked.conftest import Office, Open
from tests.examples import examples
from tests.readings import ME, everyone, named, page, picked, target, where

CARLO, DORA, HUGO = (named(name) for name in ("Carlo Neri", "Dora Klein", "Hugo Marin"))
LATHE, SCALE = (named(name, "project") for name in ("rail lathe", "clinic scale"))
BIRCH = named("Birch Clinics", "customer")


def ids(found: Meant) -> str:
    return " ".join(found.ids)


@pytest.mark.parametrize(
    ("document", "meant"),
    [
        (ME, "li_03"),
        (DORA, "li_04"),
        (named("dora klein"), "li_04"),
        (named("li_04"), "li_04"),
        ({"kind": "employee", "words": "Dora Klein"}, "li_04"),
        (LATHE, "pr_lathe"),
        ({"kind": "project", "words": "the rail lathe"}, "pr_lathe"),
        (BIRCH, "cu_birch"),
        (named("te_003", "entry"), "te_003"),
        (page("people/rules.md"), "people/rules.md"),
        ({"kind": "page", "words": "people/rules.md"}, "people/rules.md"),
        ({"kind": "page", "words": "the press kit"}, "sales/press.md"),
        (named("press", "page"), "sales/press.md"),
        # people
        (everyone(), "li_01 li_02 li_03 li_04 li_05 li_06 li_07 li_08 li_09 li_10 li_11 li_12"),
        (everyone(where("location", "Turin"), where("department", "Sales Desk")), "li_07"),
        (everyone(where("department", "Outside Hands")), "li_10"),
        (everyone(where("department", "Workshop", "not")), "li_01 li_02 li_06 li_07 li_10"),
        (everyone(where("location", {"kind": "employee", "where": [where("name", "Dora Klein")]})),
         "li_03 li_04 li_07 li_08 li_11"),
        (everyone(where("project", "rail lathe")), "li_03 li_04 li_08"),
        (everyone(where("project", LATHE)), "li_03 li_04 li_08"),
        (everyone(where("project", "rail lathe", "not"), where("location", "Turin")),
         "li_07 li_11"),
        (everyone(where("project", "rail lathe"), where("role", "Engineer")), "li_04"),
        (everyone(where("role", "Lead")), "li_03 li_05 li_12"),
        (everyone(where("role", "Lead"), where("location", "Brno")), "li_05 li_12"),
        (everyone(where("lead", "Carlo Neri")), "li_03 li_04 li_08"),
        (everyone(where("lead", ME)), "li_03 li_04 li_08"),
        (everyone(where("skill", "optics")), "li_03 li_05 li_09"),
        (everyone(where("skill", "optics"), where("level", 8)), "li_05 li_09"),
        (everyone(where("skill", "optics"), where("level", 3, "at_most")), "li_03"),
        (everyone(where("skill", "milling"), where("level", 5, "more")), "li_03"),
        (everyone(where("skill", "milling"), where("level", 5, "at_least")), "li_03 li_04"),
        (everyone(where("will", "travel"), where("level", 5, "less"), where("project", LATHE)),
         "li_03 li_04 li_08"),
        (everyone(where("salary", 600000, "more")), "li_01 li_02 li_06"),
        (everyone(where("salary", 601526, "at_least")), "li_01 li_02 li_06"),
        (everyone(where("salary", 455637, "less")), "li_10"),
        (everyone(where("salary", 455637, "at_most")), "li_07 li_10"),
        (everyone(where("salary", 483304)), "li_04"),
        (everyone(where("notes", None, "filled")), "li_04 li_07"),
        (everyone(where("notes", None, "empty"), where("department", "Sales Desk")), "li_06"),
        (everyone(where("notes", "approved")), "li_04"),
        (everyone(where("customer", "Birch Clinics")), "li_06"),
        (everyone(where("name", "Novak")), "li_05 li_09"),
        (everyone(where("name", DORA)), "li_04"),
        (everyone(where("project", SCALE), except_=[named("Emil Novak")]), "li_09"),
        (everyone(where("project", LATHE), except_=[ME]), "li_04 li_08"),
        (everyone(where("project", LATHE), except_=[DORA, HUGO]), "li_03"),
        (everyone(where("project", LATHE), except_=[everyone(where("role", "Lead"))]),
         "li_04 li_08"),
        (picked("employee", "salary", "highest"), "li_01"),
        (picked("employee", "salary", "lowest", where("location", "Turin")), "li_07"),
        (picked("employee", "salary", "first", where("location", "Turin")), "li_07"),
        (picked("employee", "level", "highest", where("skill", "milling")), "li_03"),
        (picked("employee", "level", "lowest", where("skill", "optics")), "li_03"),
        # projects and customers
        (everyone(where("customer", "Birch Clinics"), kind="project"), "pr_press pr_scale"),
        (everyone(where("customer", BIRCH), where("status", "paused"), kind="project"),
         "pr_press"),
        (everyone(where("status", "paused"), kind="project"), "pr_press"),
        (everyone(where("status", "archived", "not"), kind="project"),
         "pr_lathe pr_press pr_scale pr_tools"),
        (everyone(where("lead", "Carlo Neri"), kind="project"), "pr_lathe pr_press"),
        (everyone(where("owner", ME), kind="project"), "pr_lathe pr_press"),
        (everyone(where("lead", ME, "not"), kind="project"), "pr_film pr_scale pr_tools"),
        (everyone(where("member", "Dora Klein"), kind="project"), "pr_lathe"),
        (everyone(where("member", 2, "at_least"), kind="project"), "pr_lathe pr_scale"),
        (everyone(where("member", 2), kind="project"), "pr_scale"),
        (everyone(where("manager", "Finn Olsen"), kind="project"), "pr_lathe pr_press pr_scale"),
        (everyone(where("location", "Oslo"), kind="project"), "pr_press pr_scale"),
        (everyone(where("location", "Austria"), kind="customer"), "cu_alder"),
        (everyone(where("manager", "Greta Vogel"), kind="customer"), "cu_cedar cu_dogwood"),
        (everyone(where("owner", named("Finn Olsen")), kind="customer"), "cu_alder cu_birch"),
        ({"kind": "project", "where": [where("customer", "Alder Rail")]}, "pr_lathe"),
        # entries
        (everyone(where("owner", "Dora Klein"), kind="entry"), "te_001 te_002"),
        (everyone(where("owner", ME), kind="entry"), "te_004"),
        (everyone(where("member", ME), kind="entry"), "te_004"),
        (everyone(where("project", "rail lathe"), where("status", "draft"), kind="entry"),
         "te_001 te_005"),
        (everyone(where("customer", "Birch Clinics"), kind="entry"), "te_003"),
        (everyone(where("date", "2025-05-06"), kind="entry"), "te_002 te_003 te_005"),
        (everyone(where("date", "today-1"), where("owner", DORA), kind="entry"), "te_002"),
        (everyone(where("date", "2025-05-02,2025-05-05"), kind="entry"), "te_001 te_004"),
        (everyone(where("date", "2025-05-05..2025-05-06"), where("owner", DORA), kind="entry"),
         "te_001 te_002"),
        (everyone(where("date", "2025-05-05", "less"), kind="entry"), "te_004"),
        (everyone(where("date", "2025-05-05", "at_most"), kind="entry"), "te_001 te_004"),
        (everyone(where("date", "2025-05-05", "more"), kind="entry"), "te_002 te_003 te_005"),
        (everyone(where("date", "week", "at_least"), kind="entry"),
         "te_001 te_002 te_003 te_005"),
        (everyone(where("hours", 4, "at_least"), kind="entry"), "te_001 te_002 te_004"),
        (everyone(where("hours", 3.5), kind="entry"), "te_003"),
        (everyone(where("billable", False), kind="entry"), ""),
        (everyone(where("category", "customer_project"), where("hours", 2), kind="entry"),
         "te_005"),
        (everyone(where("notes", "bench"), where("owner", ME), kind="entry"), "te_004"),
        (picked("entry", "date", "last", where("owner", DORA)), "te_002"),
        (picked("entry", "date", "first", where("owner", DORA)), "te_001"),
        (picked("entry", "hours", "highest"), "te_002"),
        (everyone(where("project", LATHE), kind="entry", except_=[CARLO]),
         "te_001 te_002 te_005"),
        # pages
        (everyone(kind="page"), "index.md people/rules.md sales/press.md"),
        (everyone(where("path", "people/"), kind="page"), "people/rules.md"),
        (everyone(where("content", "Turin"), kind="page"), "index.md"),
        (everyone(kind="page", except_=[page("index.md")]), "people/rules.md sales/press.md"),
    ],
)  # fmt: skip
def test_a_description_means_these_records_exactly(
    document: JsonObject, meant: str, office: Open
) -> None:
    found = office().meant(document)
    assert (ids(found), found.sure) == (meant, True)


@pytest.mark.parametrize(
    ("document", "among"),
    [
        # several where one is meant, and none
        (named("Novak"), "li_05 li_09"),
        (named("Nobody Atall"), ""),
        ({"kind": "employee", "where": [where("location", "Turin")]},
         "li_03 li_04 li_07 li_08 li_11"),
        ({"kind": "entry", "where": [where("owner", DORA)]}, "te_001 te_002"),
        ({"kind": "entry", "where": [where("owner", named("Finn Olsen"))]}, ""),
        ({"kind": "entry", "words": "my entry"}, "te_001 te_002 te_003 te_004 te_005"),
        (picked("employee", "level", "highest", where("skill", "optics")), "li_05 li_09"),
        # what cannot be tested leaves the records as they are
        (everyone(where("other", "best"), where("department", "Sales Desk")), "li_06 li_07"),
        (everyone(where("department", "Sales Desk", "other")), "*"),
        (everyone(where("department", "Nowhere")), "*"),
        (everyone(where("location", 5)), "*"),
        (everyone(where("load", 0.5, "more")), "*"),
        (everyone(where("level", 5)), "*"),
        (everyone(where("salary", "much", "more")), "*"),
        (everyone(where("salary", True, "more")), "*"),
        (everyone(where("manager", "Finn Olsen")), "*"),
        (everyone(where("date", "2025-05-05")), "*"),
        (everyone(where("lead", "Nobody Atall")), "*"),
        (everyone(where("date", "yesterday"), kind="entry"),
         "te_001 te_002 te_003 te_004 te_005"),
        (everyone(where("status", "ACTIVE"), where("customer", BIRCH), kind="project"),
         "pr_press pr_scale"),
        (picked("employee", "other", "highest", where("department", "Sales Desk")),
         "li_06 li_07"),
        (picked("employee", "salary", "other", where("department", "Sales Desk")), "li_06 li_07"),
        (picked("employee", "level", "highest", where("department", "Sales Desk")),
         "li_06 li_07"),
        # what is left out is not found, or is no such record
        (everyone(where("project", SCALE), except_=[named("Nobody Atall")]), "li_05 li_09"),
        (everyone(where("project", SCALE), except_=[LATHE]), "li_05 li_09"),
        (everyone(kind="page", except_=[named("nothing", "page")]),
         "index.md people/rules.md sales/press.md"),
        # nested: one of several is meant
        (everyone(where("lead", "Novak"), kind="project"), "pr_film pr_scale"),
        (everyone(where("lead", named("Novak")), kind="project"), "pr_film pr_scale"),
        # kinds that nothing here holds
        ({"kind": "other", "words": "the van"}, ""),
        ({"kind": "page", "words": "the page on ferries"}, "*"),
        (named("nothing", "entry"), "*"),
    ],
)  # fmt: skip
def test_what_cannot_be_told_is_among_these_records(
    document: JsonObject, among: str, office: Open
) -> None:
    found = office().meant(document)
    assert not found.sure
    if among != "*":
        assert ids(found) == among
    else:
        whole: JsonObject = {"kind": document["kind"], "which": "all"}
        assert found.ids == office().meant(whole).ids


def test_a_visitor_is_nobody(office: Open) -> None:
    visitor = office("")
    assert visitor.meant(ME).ids == ()
    assert not visitor.meant(everyone(where("owner", ME), kind="entry")).sure


def test_a_nested_description_is_a_description_at_any_depth(office: Open) -> None:
    """Entries of the people in the team of the project that is led by whoever leads the press."""
    lead = {"kind": "employee", "where": [where("project", "pill press"), where("role", "Lead")]}
    project = {
        "kind": "project",
        "where": [where("lead", lead), where("status", "active")],  # type: ignore[arg-type]
    }
    people = everyone(where("project", project))  # type: ignore[arg-type]
    found = office().meant(everyone(where("owner", people), kind="entry"))
    assert (ids(found), found.sure) == ("te_001 te_002 te_004 te_005", True)


@pytest.mark.parametrize(
    "text", ["O'Hara", "x' OR '1'='1", "'; DROP TABLE employees; --", "%", "_", "\\", '"', "\x00",
             "\u202e", "a" * 5_000, "(SELECT 1)", "{}", "$1"],
)  # fmt: skip
@pytest.mark.parametrize(
    "shape",
    [
        named,
        lambda text: everyone(where("location", text)),
        lambda text: everyone(where("salary", text)),
        lambda text: everyone(where("notes", text)),
        lambda text: everyone(where("role", text)),
        lambda text: everyone(where("status", text), kind="project"),
        lambda text: everyone(where("location", text), kind="customer"),
        page,
        lambda text: everyone(where("path", f"{text}/"), kind="page"),
        lambda text: named(text, "entry"),
        lambda text: everyone(where("category", text), kind="entry"),
    ],
)
def test_no_text_of_a_reading_is_sql(
    shape: Callable[[str], JsonObject], text: str, office: Open
) -> None:
    room = office()
    whole = set(room.meant({"kind": shape(text)["kind"], "which": "all"}).ids)
    found = room.meant(shape(text))
    assert set(found.ids) <= whole
    assert not found.sure or found.ids == () or set(found.ids) < whole


PLAIN = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20),
    st.sampled_from(["Brno", "me", "Dora Klein", "rail lathe", "today", "paused", 10**4_000]),
)  # fmt: skip
FIELDS = st.sampled_from(
    ["name", "location", "department", "status", "customer", "project", "role", "lead", "manager",
     "member", "owner", "skill", "will", "level", "salary", "hours", "date", "category",
     "billable", "path", "notes", "load", "other", "content", "contact"]
)  # fmt: skip
TESTS = st.sampled_from(
    ["is", "not", "more", "less", "at_least", "at_most", "empty", "filled", "other"]
)
KINDS = st.sampled_from(["employee", "project", "customer", "entry", "page", "me", "other"])


def described(inner: st.SearchStrategy[JsonObject]) -> st.SearchStrategy[JsonObject]:
    condition = st.builds(
        lambda field, test, value: where(field, value, test),
        FIELDS, TESTS, st.one_of(PLAIN, inner),
    )  # fmt: skip
    pick = st.builds(
        lambda field, end: {"field": field, "end": end},
        FIELDS, st.sampled_from(["first", "last", "highest", "lowest", "other"]),
    )  # fmt: skip
    return st.builds(
        lambda kind, which, conditions, besides, end: {
            "kind": kind, "which": which, "where": conditions, "except": besides, "pick": end,
        },
        KINDS, st.sampled_from(["one", "all"]), st.lists(condition, max_size=3),
        st.lists(inner, max_size=1), st.none() | pick,
    )  # fmt: skip


DESCRIPTIONS = st.recursive(st.sampled_from([ME, DORA, LATHE]), described, max_leaves=4)


@settings(
    max_examples=examples(150),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(document=DESCRIPTIONS)
def test_any_description_means_records_of_its_kind_and_raises_nothing(
    office: Open, document: JsonObject
) -> None:
    room = _kept(office)
    found = room.meant(document)
    if document["kind"] == "me":
        assert found.ids == ("li_03",)
        return
    assert len(set(found.ids)) == len(found.ids)
    whole = room.meant({"kind": document["kind"], "which": "all"})
    assert set(found.ids) <= set(whole.ids)
    if document.get("which", "one") == "one" and found.sure:
        assert len(found.ids) == 1


_ROOMS: dict[Open, Office] = {}


def _kept(office: Open) -> Office:
    """Return one office for all examples: opening one for each would take its time."""
    return _ROOMS.setdefault(office, office())


@pytest.mark.parametrize(
    ("document", "path"),
    [
        (page("people/new.md"), "people/new.md"),
        (page(" people/new.md "), "people/new.md"),
        (named("people/new.md", "page"), "people/new.md"),
        (page("people/"), "people/"),
        (page("new.md"), "new.md"),
        (page("the kitchen"), ""),
        ({"kind": "page", "words": "people/new.md"}, ""),
        ({"kind": "page", "where": [where("content", "a/b")]}, ""),
        ({"kind": "page", "where": [where("path", 5)]}, ""),
    ],
)
def test_a_path_is_told_where_it_looks_like_one(document: JsonObject, path: str) -> None:
    assert path_of(target(document)) == path


def test_values_of_other_types_are_no_names(office: Open) -> None:
    values: list[JsonValue] = [5, True, None, 2.5]
    for one in values:
        found = office().meant({"kind": "employee", "where": [where("name", one)]})
        assert (found.ids, found.sure) == ((), False)
