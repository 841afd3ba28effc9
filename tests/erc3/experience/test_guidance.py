"""What the proposer is told: fixed order, fitting scopes, one stance on a subject."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.patch import PatchDraft
from agentic_solver.erc3.experience.family import families_of
from agentic_solver.erc3.experience.governance import Governance
from agentic_solver.erc3.experience.guidance import ReaderContext
from agentic_solver.erc3.experience.seed import open_store, read_drafts, read_experience
from agentic_solver.erc3.experience.store import ExperienceStore, active_guidance
from agentic_solver.erc3.propose.prompt import CallerContext, build_prompt
from agentic_solver.errors import UsageError, WorkspaceError

Make = Callable[..., PatchDraft]
IDENTITY = Identity(
    current_user="li_04", is_public=False, location="Brno", department="Sales",
    today="2025-03-31", wiki_sha1="ab" * 20,
)  # fmt: skip
HERE = ReaderContext(
    benchmark="suite", wiki="ab" * 20, callers=("staff",),
    families=families_of("Wie viele Stunden hat sie im März gebucht?"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("scope", "told"),
    [
        ({}, True),
        ({"benchmark": "suite", "wiki": "abababab", "caller": "staff"}, True),
        ({"benchmark": "other"}, False),
        ({"wiki": "abababcd"}, False),
        ({"caller": "public"}, False),
        ({"family": "time"}, True),
        ({"family": "salary"}, False),
    ],
)
def test_a_patch_is_told_where_its_scope_fits(
    scope: dict[str, str], told: bool, store: ExperienceStore, draft: Make
) -> None:
    store.add(draft(scope=scope, helped=1), approved=True)
    assert bool(active_guidance(store, HERE)) is told


def test_an_unknown_side_meets_open_scopes_only(store: ExperienceStore, draft: Make) -> None:
    store.add(draft(scope={"wiki": "abababab"}, helped=1), approved=True)
    store.add(draft(helped=1), approved=True)
    assert [name for name, _ in active_guidance(store, ReaderContext())] == ["patch-2"]


def test_the_narrower_stance_is_told_alone(store: ExperienceStore, draft: Make) -> None:
    store.add(draft(scope={"caller": "staff"}, helped=1), approved=True)
    store.add(draft(stance="retry_it", guidance="Try it again.", helped=5), approved=True)
    assert [name for name, _ in active_guidance(store, HERE)] == ["patch-1"]
    assert [name for name, _ in active_guidance(store, ReaderContext())] == ["patch-2"]


def test_a_tool_patch_names_its_place(store: ExperienceStore, draft: Make) -> None:
    store.add(draft(kind="patch_tool", tool="log_time", parameter="hours", helped=1), approved=True)
    ((_, text),) = active_guidance(store, HERE)
    assert text == "log_time.hours: Report a failed call in the reply."


@pytest.mark.requirement("S3-10.1j")
@pytest.mark.parametrize("seed", range(5))
def test_the_prompt_keeps_its_order_whatever_the_patches(
    seed: int, governance: Governance, draft: Make
) -> None:
    order = ["process", "permission", "disambiguation", "operational", "response_contract"]
    drafts = [
        draft(subject=f"subject_of_{name}", category=name, helped=1,
              guidance=f"Check part {place} of the plan.")
        for place, name in enumerate(order)
    ]  # fmt: skip
    random.Random(seed).shuffle(drafts)
    with ExperienceStore(None, governance) as store:
        for one in drafts[seed % 2 :]:
            store.add(one, approved=True)
        told = tuple(text for _, text in active_guidance(store, HERE))
    places = [int(text.split()[2]) for text in told]
    assert places == sorted(places)
    assert len(places) == 5 - seed % 2
    prompt = build_prompt(
        tables="T", writes=(), policy="P", wiki="W", experience=told,
        caller=CallerContext.of(IDENTITY, ("staff",)), task_text="Who?",
    )  # fmt: skip
    assert [block.name for block in prompt.blocks] == ["contract", "company", "experience"]
    assert prompt.blocks[2].text.startswith("# Learned guidance\n")
    assert prompt.blocks[2].text.endswith("\n".join(f"- {text}" for text in told))


def test_the_seeds_are_active_in_every_company(repo_root: Path, governance: Governance) -> None:
    with read_experience(repo_root / "experience", governance) as store:
        entries = store.entries()
        told = active_guidance(store, ReaderContext())
    seeds = read_drafts(repo_root / "experience" / "seed.yaml")
    assert {entry.patch.signature for entry in entries} >= {seed.signature for seed in seeds}
    assert len(told) >= len(seeds) > 0


def test_reading_makes_no_file_and_sowing_happens_once(
    tmp_path: Path, repo_root: Path, governance: Governance
) -> None:
    (tmp_path / "seed.yaml").write_bytes((repo_root / "experience" / "seed.yaml").read_bytes())
    with read_experience(tmp_path, governance) as store:
        count = len(store.entries())
    assert [path.name for path in tmp_path.iterdir()] == ["seed.yaml"]
    for _ in range(2):
        with open_store(tmp_path, governance) as store:
            position = store.history()[-1].position
            assert (len(store.entries()), position) == (count, 2 * count)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("format: experience/1\npatches: [{kind: add_rule}]", r"patches\.0\.category"),
        ("format: experience/2\npatches: []", "format"),
        ("patches: [", "is no patch file"),
        ("- 2025-01-01", "is no patch file"),
    ],
)
def test_a_broken_file_is_named(text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "patches.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=why):
        read_drafts(path)
    with pytest.raises(UsageError, match="cannot read"):
        read_drafts(tmp_path / "none.yaml")


def test_a_seed_with_data_is_a_fault_of_the_workspace(
    tmp_path: Path, governance: Governance
) -> None:
    (tmp_path / "seed.yaml").write_text(
        "format: experience/1\npatches:\n- {kind: add_rule, category: operational, subject: a, "
        "stance: b, guidance: Ask li_04 first.}\n",
        encoding="utf-8",
    )
    with pytest.raises(WorkspaceError, match=r"li_04.*`agentic-solver init DIR.*seed\.yaml"):
        read_experience(tmp_path, governance)
