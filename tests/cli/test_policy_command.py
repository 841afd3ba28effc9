"""``agentic-solver policy`` and ``acquire --map``: reports, exit codes, clear refusals."""

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.contracts.rule import (
    AccessPredicate,
    Operation,
    Relation,
    Rule,
    RuleKind,
    RuleSet,
    SubjectPredicate,
)
from agentic_solver.erc3.policy import compile_policy, load_policy, policy_name
from agentic_solver.erc3.policy.quality.score import check_policy
from agentic_solver.erc3.rules import save_rules
from agentic_solver.erc3.wiki import WikiPages, write_mirror
from agentic_solver.workspace import FOLDERS

PAGES = WikiPages({"a.md": "# Hours\n\nEverybody books their own hours.\n"})
DIGEST = PAGES.sha1[:8]


def own(rule_id: str, operation: Operation, *relations: Relation) -> Rule:
    return Rule(
        id=rule_id,
        kind=RuleKind.ACCESS,
        page="a.md",
        anchor="hours",
        quote="Everybody books their own hours.",
        statement="Everybody books their own hours.",
        families=("time",),
        access=AccessPredicate(
            effect="allow",
            subject=SubjectPredicate(public=False),
            operations=(operation,),
            relations=relations,
        ),
    )


RULES = RuleSet(
    wiki_sha1=PAGES.sha1,
    source="authored",
    rules=(own("book", Operation.LOG_TIME, Relation.SELF),),
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in FOLDERS:
        (tmp_path / "work" / name).mkdir(parents=True)
    work = tmp_path / "work"
    save_rules(work / "rules", RULES)
    write_mirror(work / "wiki", PAGES)
    (work / "policy" / policy_name(PAGES.sha1)).write_text(compile_policy(RULES), encoding="utf-8")
    return work


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    folder = tmp_path / "suite" / "wikis" / "demo"
    folder.mkdir(parents=True)
    for path, text in PAGES.pages.items():
        (folder / path).write_text(text, encoding="utf-8")
    return tmp_path / "suite"


def test_a_sound_policy_passes(root: Path, suite: Path) -> None:
    for which in ([], [DIGEST], [DIGEST[:5]], [PAGES.sha1], [str(suite)]):
        done = CliRunner().invoke(app, ["policy", "check", *which, "--workspace", str(root)])
        assert done.exit_code == 0, done.output
        assert f"policy of wiki {DIGEST}: 1 rules, 1 with a predicate" in done.stdout
        assert "0 wrong" in done.stdout
        assert "mutation score: 100.0 %" in done.stdout.splitlines()[-1]


def test_the_check_names_its_phases(root: Path) -> None:
    steps: list[tuple[str, int, int]] = []
    policy = load_policy(root / "policy" / policy_name(PAGES.sha1))
    check_policy(policy, RULES.rules, lambda *step: steps.append(step))
    phases = list(dict.fromkeys(phase for phase, _, _ in steps))
    assert phases == ["laying out the cases", "putting every case", "changing clauses"]
    assert steps[-1][1] == steps[-1][2] > 4


def test_the_document_lists_every_mutant(root: Path) -> None:
    arguments = ["policy", "check", DIGEST, "--json", "--workspace", str(root)]
    done, again = (CliRunner().invoke(app, arguments) for _ in range(2))
    assert done.stdout == again.stdout
    (report,) = json.loads(done.stdout)["policies"]
    assert report["score"] == 100
    assert sum(report["fates"].values()) == len(report["mutants"]) > 4
    killed = {f"{m['change']} {m['clause']}" for m in report["mutants"] if m["fate"] == "killed"}
    assert {"drop rule", "widen relations self to any", "flip effect allow"} <= killed


def test_a_policy_that_drifted_from_its_rules_fails(root: Path) -> None:
    wider = RULES.model_copy(update={"rules": (own("book", Operation.LOG_TIME),)})
    module = root / "policy" / policy_name(PAGES.sha1)
    module.write_text(compile_policy(wider), encoding="utf-8")
    done = CliRunner().invoke(app, ["policy", "check", "--workspace", str(root)])
    assert done.exit_code == 1
    assert "wrong: Specimen Person" in done.stdout
    assert "ought to be denied by no rule allows it, is allowed by book" in done.stdout
    assert done.stderr == "a case is wrong, or a score is under 95 %\n"


@pytest.mark.parametrize(
    ("which", "complaint"),
    [
        ("0123abcd", "no policy is compiled for wiki 0123abcd: there are"),
        ("377", "377 is too short for a wiki digest: give four digits or more"),
        ("nowhere", "neither a built-in suite"),
        ("erc3-dev", "has no compiled policy: run acquire first"),
    ],
)
@pytest.mark.parametrize("command", ["check", "report"])
def test_what_is_not_there_is_said(root: Path, command: str, which: str, complaint: str) -> None:
    done = CliRunner().invoke(app, ["policy", command, which, "--workspace", str(root)])
    assert (done.exit_code, done.stdout) == (2, "")
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_suite_without_a_wiki_and_a_workspace_without_a_policy(
    root: Path, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    place = ["--workspace", str(root)]
    done = CliRunner().invoke(app, ["policy", "check", str(tmp_path / "empty"), *place])
    assert (done.exit_code, "has no wiki" in done.stderr) == (2, True)
    (root / "rules" / f"{DIGEST}.yaml").unlink()
    done = CliRunner().invoke(app, ["policy", "check", *place])
    assert (done.exit_code, f"{DIGEST}.yaml" in done.stderr) == (2, True)
    (root / "policy" / policy_name(PAGES.sha1)).unlink()
    done = CliRunner().invoke(app, ["policy", "check", *place])
    assert (done.exit_code, "holds no compiled policy" in done.stderr) == (2, True)


def test_the_report_needs_no_model(root: Path) -> None:
    place = ["--workspace", str(root)]
    done = CliRunner().invoke(app, ["policy", "report", DIGEST, *place])
    assert done.exit_code == 0
    assert "task families without a rule: public_question, denied_read" in done.stdout
    assert "rules without a consumer, kept as notes only: 0" in done.stdout
    data = json.loads(CliRunner().invoke(app, ["policy", "report", "--json", *place]).stdout)
    assert data["policies"][0]["families"]["time"] == ["book"]
    shutil.rmtree(root / "wiki" / DIGEST)
    gone = CliRunner().invoke(app, ["policy", "report", *place])
    assert (gone.exit_code, DIGEST in gone.stderr) == (2, True)


@pytest.mark.requirement("S3-A2a")
def test_the_map_is_printed_as_text_and_as_json_without_a_key(
    repo_root: Path, tmp_path: Path
) -> None:
    place = ["--workspace", str(repo_root)]
    text = CliRunner().invoke(app, ["acquire", "--map", *place])
    assert text.exit_code == 0
    assert text.stdout.startswith("first call: /whoami\n")
    done, again = (CliRunner().invoke(app, ["acquire", "--map", "--json", *place]) for _ in "ab")
    assert done.stdout == again.stdout
    found = json.loads(done.stdout)
    assert len(found["routes"]) == 24
    assert all(row["entity"] for row in found["tools"].values())


def test_a_suite_is_needed_to_read_a_wiki(root: Path) -> None:
    place = ["--workspace", str(root)]
    none = CliRunner().invoke(app, ["acquire", *place])
    assert (none.exit_code, "add --suite" in none.stderr) == (2, True)
    odd = CliRunner().invoke(app, ["acquire", "--json", "--suite", "erc3-dev", *place])
    assert (odd.exit_code, "add --map" in odd.stderr) == (2, True)
