"""Entity lookup on a made-up company: exact, respelled, partial, paraphrased, and nobody."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentic_solver.erc3.finders.catalog import Candidate, Catalog, Described, Labelled, Person
from agentic_solver.erc3.finders.match import find, find_first, is_unique
from agentic_solver.erc3.snapshot.query import EntityKind

NAMES = (
    "Milena Kovačić",
    "Jürgen Möller",
    "Tara van Houten",
    "Chiara Dell’Orto",
    "Anna-Lena Groß",
    "Łucja Wójcik",
    "Đurđa Šimić",
    "Oskar Berg",
    "Oskar Lind",
    "Petra Berg",
    "Nina Falk",
    "Nina Falk",
    "Θεοδώρα Παππά",
    "Bram de Wit",
    "Sam Li",
)


def person(number: int, name: str) -> Person:
    return Person(id=f"QX_{number:03}", name=name, email=f"qx_{number:03}@quarrel.example")


def project(identifier: str, name: str, text: str, customer: str, status: str) -> Described:
    return Described(id=identifier, name=name, text=text, customer=customer, status=status)


CATALOG = Catalog(
    employees=tuple(person(number, name) for number, name in enumerate(NAMES, start=1)),
    customers=(
        Described(id="cust_fjordtram", name="FjordTram Grp", text="Tramway operator on the coast.",
                  location="Norway"),
        Described(id="cust_alba_ceramics", name="Alba Ceramics S.p.A.",
                  text="Maker of bathroom tiles and ceramic sinks.", location="Italy"),
        Described(id="cust_alba_glass", name="Alba Glassworks", location="Portugal",
                  text="Bottle and jar producer for wineries."),
        Described(id="cust_polder_dairy", name="Polder-Dairy Cooperative", location="Netherlands",
                  text="Cheese and yoghurt cooperative of regional farmers."),
        Described(id="cust_tatra_timber", name="Tatra Timber & Sawmills", location="Poland",
                  text="Sawmill group delivering construction wood."),
        Described(id="cust_marigold_hotels", name="Marigold Hotels Holding", location="Italy",
                  text="Hotel chain refreshing its lobbies."),
    ),
    projects=(
        project("proj_fjordtram_brake_audit", "Brake noise audit", "Measures squeal of tram brakes"
                " in tight bends.", "cust_fjordtram FjordTram Grp", "active"),
        project("proj_fjordtram_cv_depot", "Depot gate counting",
                "Cameras count vehicles that enter the yard.", "cust_fjordtram FjordTram Grp",
                "paused"),
        project("proj_alba_glaze_poc", "Lead-free glaze PoC", "Trial of glazes without lead for "
                "sinks.", "cust_alba_ceramics Alba Ceramics", "active"),
        project("proj_alba_kiln_repaint", "Kiln hall repainting", "Recoating the walls of the kiln"
                " hall.", "cust_alba_ceramics Alba Ceramics", "archived"),
        project("proj_polder_cold_chain", "Cold chain monitoring suite", "Sensors follow cheese "
                "from dairy to shop.", "cust_polder_dairy Polder-Dairy", "active"),
        project("proj_polder_energy_monitoring", "Energy monitoring PoC", "Meters for pasteurisers"
                ".", "cust_polder_dairy Polder-Dairy", "idea"),
        project("proj_tatra_saw_planning", "Saw line planning", "Schedules logs over three saw "
                "lines.", "cust_tatra_timber Tatra Timber", "exploring"),
        project("proj_internal_rnd_resin", "R&D – Bio resin platform", "Internal research on plant"
                " based resins.", "cust_internal", "active"),
    ),
    skills=tuple(Labelled(id=f"skill_{name}") for name in (
        "welding", "crm", "crm_systems", "german", "italian", "qms", "project_mgmt",
        "production_planning", "cv_methods", "erp_admin", "glazing")),
    wills=tuple(Labelled(id=f"will_{name}") for name in (
        "travel", "mentor_juniors", "digitalisation", "cross_site", "people_management")),
    locations=(
        Labelled(id="HQ, Italy", labels=("Brescia",)),
        Labelled(id="HQ - Italy", labels=("Brescia",)),
        Labelled(id="Gdansk Office – Poland"),
        Labelled(id="Munich Sales Office – Germany"),
        Labelled(id="Norwegian Plant", labels=("Stavanger",)),
    ),
    departments=tuple(Labelled(id=name) for name in (
        "Human Resources (HR)", "IT & Digital", "Production – Italy", "Production – Norway",
        "R&D and Laboratory", "Sales & Customer Care", "Finance & Administration")),
)  # fmt: skip


def ids(kind: EntityKind, text: str) -> set[str]:
    return {candidate.id for candidate in find(kind, text, CATALOG)}


def names(text: str) -> list[str]:
    return sorted(candidate.name for candidate in find("employee", text, CATALOG))


@pytest.mark.requirement("S3-B4c")
@pytest.mark.parametrize("name", list(dict.fromkeys(NAMES)))
def test_both_name_orders_find_the_same_people(name: str) -> None:
    words = name.split()
    swapped = " ".join([*words[1:], words[0]])
    assert set(names(name)) == {name}
    assert ids("employee", swapped) == ids("employee", name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Milena Kovacic", "Milena Kovačić"),
        ("MILENA KOVAČIĆ", "Milena Kovačić"),
        ("Kovacic, Milena", "Milena Kovačić"),
        ("Милена Ковачић", "Milena Kovačić"),
        ("Juergen Moeller", "Jürgen Möller"),
        ("Jurgen Moller", "Jürgen Möller"),
        ("Ju\u0308rgen Mo\u0308ller", "Jürgen Möller"),
        ("Möller", "Jürgen Möller"),
        ("Moeller", "Jürgen Möller"),
        ("Tara Houten", "Tara van Houten"),
        ("van Houten Tara", "Tara van Houten"),
        ("Van Houten", "Tara van Houten"),
        ("vanHouten", "Tara van Houten"),
        ("Dewit", "Bram de Wit"),
        ("VanHouten Tara", "Tara van Houten"),
        ("Chiara DellOrto", "Chiara Dell’Orto"),
        ("Chiara Dell'Orto", "Chiara Dell’Orto"),
        ("Chiara Dell Orto", "Chiara Dell’Orto"),
        ("Anna Lena Gross", "Anna-Lena Groß"),
        ("Annalena Groß", "Anna-Lena Groß"),
        ("Lucja Wojcik", "Łucja Wójcik"),
        ("Djurdja Simic", "Đurđa Šimić"),
        ("Durda Simic", "Đurđa Šimić"),
        ("Theodora Pappa", "Θεοδώρα Παππά"),
        ("O. Lind", "Oskar Lind"),
        ("Lind O.", "Oskar Lind"),
        ("Petra Berg's", "Petra Berg"),
        ("Ms. Petra Berg", "Petra Berg"),
        ("employee Petra Berg from sales", "Petra Berg"),
        ("Petra", "Petra Berg"),
        ("Lind", "Oskar Lind"),
        ("Oskar Lindt", "Oskar Lind"),
        ("Milena Kovacc", "Milena Kovačić"),
        ("Wojcki", "Łucja Wójcik"),
        ("QX_008", "Oskar Berg"),
        ("qx_008", "Oskar Berg"),
        ("Lind (QX_008)", "Oskar Berg"),
        ("qx_009@quarrel.example", "Oskar Lind"),
        ("mail to <qx_009@quarrel.example>.", "Oskar Lind"),
        ("de Wit", "Bram de Wit"),
        ("Wit", "Bram de Wit"),
        ("Li", "Sam Li"),
    ],
)
def test_person_is_found_however_the_name_is_written(text: str, name: str) -> None:
    assert names(text) == [name]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Oskar", ["Oskar Berg", "Oskar Lind"]),
        ("Berg", ["Oskar Berg", "Petra Berg"]),
        ("Nina Falk", ["Nina Falk", "Nina Falk"]),
        ("Falk Nina", ["Nina Falk", "Nina Falk"]),
    ],
)
def test_shared_name_gives_everybody_who_carries_it(text: str, found: list[str]) -> None:
    assert names(text) == found
    assert not is_unique(find("employee", text, CATALOG))


@pytest.mark.parametrize(
    "text",
    ["Ronja Stein", "Oskar Stein", "Petra Lund", "Lo", "the CEO", "", "...", "van", "Sem Lu",
     "QX_999", "Berger Petr", "nobody@quarrel.example"],
)  # fmt: skip
def test_unknown_person_is_not_found(text: str) -> None:
    assert names(text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("cust_alba_glass", "cust_alba_glass"),
        ("FjordTram Grp", "cust_fjordtram"),
        ("FjordTram Group", "cust_fjordtram"),
        ("Fjord Tram", "cust_fjordtram"),
        ("fjordtram", "cust_fjordtram"),
        ("Norwegian tram operator", "cust_fjordtram"),
        ("Norwegian tramway customer FjordTram Holding", "cust_fjordtram"),
        ("Alba Ceramics", "cust_alba_ceramics"),
        ("Alba Ceramic SpA", "cust_alba_ceramics"),
        ("Ceramics Alba", "cust_alba_ceramics"),
        ("Italian tile maker", "cust_alba_ceramics"),
        ("bottle producer Alba in Portugal", "cust_alba_glass"),
        ("Polder Dairy Co-operative", "cust_polder_dairy"),
        ("PolderDairy", "cust_polder_dairy"),
        ("Dutch cheese cooperative", "cust_polder_dairy"),
        ("Polish sawmill group Tatra", "cust_tatra_timber"),
        ("Tatra Timber and Sawmill", "cust_tatra_timber"),
        ("Tatra Tymber", "cust_tatra_timber"),
        ("Italian hotel chain", "cust_marigold_hotels"),
        ("Marigold", "cust_marigold_hotels"),
    ],
)
def test_customer_is_found_by_name_and_by_paraphrase(text: str, found: str) -> None:
    assert ids("customer", text) == {found}


@pytest.mark.parametrize(
    ("kind", "text", "found"),
    [
        ("customer", "Alba", {"cust_alba_ceramics", "cust_alba_glass"}),
        ("customer", "Italian customer", {"cust_alba_ceramics", "cust_marigold_hotels"}),
        ("project", "the monitoring project",
         {"proj_polder_cold_chain", "proj_polder_energy_monitoring"}),
        ("project", "PoC", {"proj_alba_glaze_poc", "proj_polder_energy_monitoring"}),
        ("department", "Production", {"Production – Italy", "Production – Norway"}),
        ("location", "office", {"Gdansk Office – Poland", "Munich Sales Office – Germany"}),
    ],
)  # fmt: skip
def test_what_fits_several_gives_all_of_them(kind: EntityKind, text: str, found: set[str]) -> None:
    assert ids(kind, text) == found
    assert not is_unique(find(kind, text, CATALOG))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("customer", "Italian Government"),
        ("customer", "Royal Dutch Navy"),
        ("customer", "Nordic Shipping AS"),
        ("customer", "Polish Railways"),
        ("customer", "Zebra Ceramics Institute"),
        ("customer", "GmbH"),
        ("customer", "the customer"),
        ("customer", ""),
        ("project", "that cool project"),
        ("project", "Project Phoenix"),
        ("project", "moon landing"),
        ("project", "website redesign for FooBar"),
        ("skill", "juggling"),
        ("will", "coaching choirs"),
        ("location", "Tokyo"),
        ("location", "Brazil"),
        ("department", "Legal"),
    ],
)
def test_what_does_not_exist_gives_nothing(kind: EntityKind, text: str) -> None:
    assert find(kind, text, CATALOG) == ()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("proj_alba_glaze_poc", "proj_alba_glaze_poc"),
        ("Brake noise audit", "proj_fjordtram_brake_audit"),
        ("brake-noise-audit", "proj_fjordtram_brake_audit"),
        ("Audit of brake noise", "proj_fjordtram_brake_audit"),
        ("the tram brake audit for FjordTram", "proj_fjordtram_brake_audit"),
        ("brake squeal measurements for the Norwegian tram operator FjordTram",
         "proj_fjordtram_brake_audit"),
        ("CV project at FjordTram", "proj_fjordtram_cv_depot"),
        ("paused vehicle counting at the depot gate", "proj_fjordtram_cv_depot"),
        ("lead free glaze proof of concept", "proj_alba_glaze_poc"),
        ("PoC for a Lead-free glaze", "proj_alba_glaze_poc"),
        ("archived kiln painting project for Alba Ceramics", "proj_alba_kiln_repaint"),
        ("kiln repaint", "proj_alba_kiln_repaint"),
        ("cold-chain monitoring for Polder Dairy", "proj_polder_cold_chain"),
        ("Energy monitoring", "proj_polder_energy_monitoring"),
        ("planing of the saw line", "proj_tatra_saw_planning"),
        ("internal R&D bio-resin platform project", "proj_internal_rnd_resin"),
        ("research and development bio resin", "proj_internal_rnd_resin"),
    ],
)  # fmt: skip
def test_project_is_found_by_name_and_by_paraphrase(text: str, found: str) -> None:
    assert ids("project", text) == {found}


@pytest.mark.parametrize(
    ("kind", "text", "found"),
    [
        ("skill", "skill_crm", "skill_crm"),
        ("skill", "CRM", "skill_crm"),
        ("skill", "Customer relationship management", "skill_crm"),
        ("skill", "CRM system usage", "skill_crm_systems"),
        ("skill", "German language", "skill_german"),
        ("skill", "Quality management systems", "skill_qms"),
        ("skill", "Project management", "skill_project_mgmt"),
        ("skill", "Production planning and scheduling", "skill_production_planning"),
        ("skill", "Computer vision", "skill_cv_methods"),
        ("skill", "ERP administration", "skill_erp_admin"),
        ("skill", "strong welding skills", "skill_welding"),
        ("skill", "Welding and joining", "skill_welding"),
        ("skill", "glaze", "skill_glazing"),
        ("will", "Willingness to travel", "will_travel"),
        ("will", "Interest in mentoring junior staff", "will_mentor_juniors"),
        ("will", "Interest in digital tools / analytics", "will_digitalisation"),
        ("will", "digitalization", "will_digitalisation"),
        ("will", "cross-site collaboration", "will_cross_site"),
        ("will", "Interest in people management role", "will_people_management"),
        ("location", "Gdansk", "Gdansk Office – Poland"),
        ("location", "Gdańsk", "Gdansk Office – Poland"),
        ("location", "München", "Munich Sales Office – Germany"),
        ("location", "our office in Munich", "Munich Sales Office – Germany"),
        ("location", "Germany", "Munich Sales Office – Germany"),
        ("location", "Norwegian factory", "Norwegian Plant"),
        ("location", "Norway", "Norwegian Plant"),
        ("location", "Stavanger", "Norwegian Plant"),
        ("department", "HR", "Human Resources (HR)"),
        ("department", "human resources", "Human Resources (HR)"),
        ("department", "IT", "IT & Digital"),
        ("department", "the IT department", "IT & Digital"),
        ("department", "Sales", "Sales & Customer Care"),
        ("department", "research and development", "R&D and Laboratory"),
        ("department", "Norwegian production", "Production – Norway"),
        ("department", "Finance", "Finance & Administration"),
    ],
)
def test_stored_value_is_found_by_its_label(kind: EntityKind, text: str, found: str) -> None:
    assert ids(kind, text) == {found}


@pytest.mark.parametrize(
    "text",
    [
        "HQ",
        "HQ - Italy",
        "HQ, Italy",
        "headquarters",
        "Italian headquarters",
        "Brescia",
    ],
)
def test_spellings_of_one_site_are_one_match(text: str) -> None:
    found = find("location", text, CATALOG)
    assert {candidate.id for candidate in found} == {"HQ, Italy", "HQ - Italy"}
    assert is_unique(found)


def test_labels_of_the_wiki_name_the_value() -> None:
    catalog = Catalog(skills=(Labelled(id="s17", labels=("Glass blowing",)), Labelled(id="s18")))
    assert find("skill", "glass-blowing", catalog) == (
        Candidate(id="s17", name="Glass blowing", score=1.0, group="s17"),
    )


def test_longest_name_in_the_text_wins() -> None:
    catalog = Catalog(
        projects=(
            Described(id="p1", name="Harbour lighting"),
            Described(id="p2", name="Harbour lighting phase 2"),
        )
    )
    assert [c.id for c in find("project", "harbour lighting phase 2 in Oslo", catalog)] == ["p2"]
    assert [c.id for c in find("project", "harbour-lighting", catalog)] == ["p1"]


def test_empty_catalog_finds_nothing() -> None:
    kinds: tuple[EntityKind, ...] = ("employee", "customer", "project", "skill", "location")
    assert all(find(kind, "anything", Catalog()) == () for kind in kinds)


def test_candidates_come_best_first_in_a_stable_order() -> None:
    found = find("project", "monitoring", CATALOG)
    assert list(found) == sorted(found, key=lambda c: (-c.score, c.name))
    reordered = Catalog(projects=tuple(reversed(CATALOG.projects)))
    assert find("project", "monitoring", reordered) == found


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.text(max_size=40), st.sampled_from(["employee", "customer", "project", "location"]))
def test_any_text_gives_valid_rows(text: str, kind: EntityKind) -> None:
    found = find(kind, text, CATALOG)
    assert all(0 < candidate.score <= 1 for candidate in found)
    assert len({candidate.id for candidate in found}) == len(found)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.sampled_from(CATALOG.customers), st.randoms(use_true_random=False))
def test_permuted_name_is_found(customer: Described, random: object) -> None:
    words = [word for word in customer.name.split() if word != "&"]
    shuffle = getattr(random, "shuffle")  # noqa: B009 - hypothesis gives no public type
    shuffle(words)
    assert ids("customer", " ".join(words)) == {customer.id}


def test_other_wordings_count_only_where_the_phrase_finds_nothing() -> None:
    assert find("customer", "die Käserei am Deich", CATALOG) == ()
    (found,) = find_first(
        "customer", "die Käserei am Deich", ("polder dairy", "cheese cooperative"), CATALOG
    )
    assert found.id == "cust_polder_dairy"
    (kept,) = find_first("customer", "FjordTram Grp", ("Polder-Dairy Cooperative",), CATALOG)
    assert kept.id == "cust_fjordtram"
    assert find_first("customer", "die Käserei am Deich", ("nothing of the kind",), CATALOG) == ()


def test_wordings_that_find_different_things_leave_the_choice_open() -> None:
    found = find_first(
        "customer", "the people up there", ("FjordTram Grp", "Alba Ceramics S.p.A."), CATALOG
    )
    assert {one.id for one in found} == {"cust_fjordtram", "cust_alba_ceramics"}
    assert not is_unique(found)


def test_a_word_of_one_name_alone_outweighs_a_description_that_nobody_fits() -> None:
    (found,) = find("customer", "the tramway builders of FjordTram up north", CATALOG)
    assert found.id == "cust_fjordtram"
    (found,) = find("customer", "our yoghurt and quark people Polder", CATALOG)
    assert found.id == "cust_polder_dairy"
    # "Alba" is in two names: nothing is settled by it.
    assert len(find("customer", "the quark people Alba", CATALOG)) != 1
    assert find("customer", "the quark people Zermatt", CATALOG) == ()
