"""The policy compiler and loader: equal bytes, no code but clauses."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentic_solver.contracts.rule import (
    AccessPredicate,
    Approval,
    CallerClass,
    Limit,
    Measure,
    Operation,
    Relation,
    Rule,
    RuleKind,
    RuleSet,
    SubjectPredicate,
)
from agentic_solver.erc3.policy import compile_policy, load_policy, policy_for, policy_name
from agentic_solver.erc3.policy.compiler import folded_rule
from agentic_solver.erc3.policy.loader import check_policy_source
from agentic_solver.erc3.policy.redundant import redundant_clauses, without_redundancy
from agentic_solver.erc3.policydrift import compile_workspace, drifted_files
from agentic_solver.erc3.rules import save_rules
from agentic_solver.errors import WorkspaceError
from agentic_solver.workspace import FOLDERS, Workspace

SHA1 = "ab" * 20


def ruleset(*rules: Rule) -> RuleSet:
    return RuleSet(wiki_sha1=SHA1, source="authored", rules=rules)


TEXTS = st.text(st.characters(codec="utf-8"), min_size=3, max_size=60).filter(
    lambda text: len(" ".join(text.split())) >= 3
)
NAMES = st.lists(st.text(st.characters(codec="utf-8"), min_size=1, max_size=8), max_size=2).map(
    tuple
)
SUBJECTS = st.builds(
    SubjectPredicate,
    public=st.sampled_from([None, True, False]),
    roles=NAMES,
    names=NAMES,
    departments=NAMES,
    not_departments=NAMES,
    locations=NAMES,
)
ACCESS = st.builds(
    AccessPredicate,
    effect=st.sampled_from(["allow", "deny"]),
    subject=SUBJECTS,
    operations=st.sampled_from([(Operation.READ,), (Operation.LOG_TIME, Operation.UPDATE_TIME)]),
    resources=NAMES,
    relations=st.sampled_from([(), (Relation.SELF,)]),
    requires=st.sampled_from([(), (Relation.LEADS_PROJECT, Relation.TARGET_ON_PROJECT)]),
    unless=st.sampled_from([(), (Relation.SELF,)]),
    values=st.sampled_from([{}, {"status": ("draft", "voided")}]),
    current=st.sampled_from([{}, {"status": ("approved",)}]),
    stated=st.sampled_from([{}, {"salary": "notes"}]),
    approval=st.one_of(
        st.none(),
        st.builds(
            Approval, by=NAMES.map(lambda names: names or ("director",)), act=NAMES, never=NAMES
        ),
    ),
    limits=st.lists(
        st.builds(
            Limit,
            of=st.sampled_from(["hours", "skills.level", "today"]),
            measure=st.sampled_from(Measure),
            least=st.sampled_from([None, "-0.5", "2025-03-01"]),
            below=st.sampled_from([None, "8"]),
        ),
        max_size=6,
        unique=True,
    ).map(tuple),
)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(
    statement=TEXTS,
    quote=TEXTS,
    page=TEXTS,
    predicate=st.one_of(
        st.none(), ACCESS, st.builds(CallerClass, name=st.just("staff"), members=SUBJECTS)
    ),
)
def test_a_compiled_policy_says_what_its_rules_say(
    tmp_path_factory: pytest.TempPathFactory,
    statement: str,
    quote: str,
    page: str,
    predicate: AccessPredicate | CallerClass | None,
) -> None:
    rule = Rule(
        id="class-rule",
        kind=RuleKind.ACCESS,
        page=page,
        anchor="a-b",
        quote=quote,
        statement=statement,
        families=("time", "wiki"),
        role=predicate if isinstance(predicate, CallerClass) else None,
        access=predicate if isinstance(predicate, AccessPredicate) else None,
        field="projects.status",
        values=("active",),
    )
    source = compile_policy(ruleset(rule))
    path = tmp_path_factory.mktemp("policy") / policy_name(SHA1)
    path.write_bytes(source.encode("utf-8"))
    assert load_policy(path).rules == (folded_rule(rule),)


def plain(rule_id: str, page: str = "p.md", quote: str = "quoted") -> Rule:
    return Rule(
        id=rule_id,
        kind=RuleKind.PROCESS,
        page=page,
        anchor="",
        quote=quote,
        statement="Stated.",
        families=("wiki",),
    )


def test_compiling_is_deterministic_and_ordered_by_page(tmp_path: Path) -> None:
    rules = ruleset(plain("zeta", "b.md"), plain("return"), plain("allow"), plain("a-b"))
    assert compile_policy(rules) == compile_policy(rules.model_copy())
    path = tmp_path / policy_name(SHA1)
    path.write_text(compile_policy(rules), encoding="utf-8")
    assert [rule.id for rule in load_policy(path).rules] == ["zeta", "return", "allow", "a-b"]
    assert SHA1 in path.read_text(encoding="utf-8").splitlines()[0]


READ = {"effect": "allow", "operations": (Operation.READ,), "resources": ("employees.salary",)}


def test_a_module_is_read_beside_the_wiki() -> None:
    """Wrapped, page by page, each rule with its statement, citation, quote and predicate."""
    wages = plain("wages-bursar", "people/who earns.md", "The bursar's office\n sees " * 6)
    access = AccessPredicate.model_validate(
        {**READ, "subject": SubjectPredicate(public=False, departments=("Bursar's Office",))}
    )
    rule = wages.model_copy(
        update={"access": access, "kind": RuleKind.ACCESS, "anchor": "wages", "statement": "Said."}
    )
    source = compile_policy(ruleset(rule, plain("other")))
    assert max(map(len, source.splitlines())) <= 98
    assert source.index("# p.md ---") < source.index("# people/who%20earns.md ---")
    assert (
        '@clause("wages-bursar", "access", "wiki")\n'
        "def wages_bursar():\n"
        '    """Said.\n'
        "\n"
        "    people/who%20earns.md#wages\n"
        "    > The bursar's office sees The bursar's office sees The bursar's office sees The "
        "bursar's\n"
        "    > office sees The bursar's office sees The bursar's office sees\n"
        '    """\n'
        "    return allow(\n"
        """        callers(departments=("Bursar's Office",)), to=("read",), """
        """of=("employees.salary",),\n"""
        "    )\n"
    ) in source


@pytest.mark.parametrize(
    ("subject", "compiled"),
    [
        ({"public": False, "roles": ("hr",)}, {"roles": ("hr",)}),
        ({"public": False, "locations": ("Here",)}, {"locations": ("Here",)}),
        ({"public": False}, {"public": False}),
        ({"public": False, "not_roles": ("hr",)}, {"public": False, "not_roles": ("hr",)}),
        ({"public": True}, {"public": True}),
    ],
)
def test_what_a_record_says_twice_is_compiled_once(
    subject: dict[str, object], compiled: dict[str, object]
) -> None:
    access = AccessPredicate.model_validate({**READ, "subject": subject})
    found = without_redundancy(plain("rule").model_copy(update={"access": access}))
    assert found.access is not None
    assert found.access.subject == SubjectPredicate.model_validate(compiled)


def test_what_everybody_reads_has_no_predicate() -> None:
    free = AccessPredicate.model_validate({**READ, "subject": {}, "resources": ("me.today",)})
    rule = plain("rule").model_copy(update={"access": free})
    assert without_redundancy(rule).access is None
    assert list(redundant_clauses(rule)) == ["predicate on what everybody reads"]


def test_a_module_of_an_earlier_version_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / policy_name(SHA1)
    path.write_text(
        f'WIKI_SHA1 = "{SHA1}"\n\n\n@clause("a", "process", "p.md#", "wiki")\n'
        'def a():\n    """Stated.\n    > quoted"""\n    return note()\n\n\nRULES = (a,)\n',
        encoding="utf-8",
    )
    with pytest.raises(WorkspaceError, match="compile the rules again"):
        load_policy(path)


def test_a_policy_without_rules_loads(tmp_path: Path) -> None:
    path = tmp_path / policy_name(SHA1)
    path.write_text(compile_policy(ruleset()), encoding="utf-8")
    found = policy_for(tmp_path, SHA1)
    assert found is not None
    assert found.rules == ()
    assert policy_for(tmp_path, "cd" * 20) is None
    assert policy_for(tmp_path, SHA1[:8] + "0" * 32) is None


HEAD = "from agentic_solver.erc3.policy.facade import allow, callers, clause, note\n"
HOSTILE = [
    "import os",
    "from os import path",
    "from agentic_solver.erc3.policy.facade import SubjectPredicate",
    "from agentic_solver.erc3.policy.facade import note as n",
    "from agentic_solver.erc3.policy.facade import *",
    "from agentic_solver.erc3.policy import Policy",
    "RULES = open('/etc/passwd')",
    "RULES = note.__globals__",
    "RULES = (lambda: 0)()",
    "RULES = [x for x in ()]",
    "RULES = f'{note}'",
    "RULES = note()[0]",
    "RULES = (__builtins__,)",
    "RULES = allow(**{})",
    "RULES = (note(), (callers(roles=(lambda: 0,)),))",
    "RULES = allow(callers(), values={'a': (note.__class__,)})",
    "RULES = allow(callers(), values={__builtins__: ()})",
    "RULES = callers(open('/etc/passwd'))",
    "RULES = (*note(),)",
    "note = 1",
    "OTHER = 1",
    "RULES: tuple = ()",
    "RULES += ()",
    "class A: pass",
    "while True: pass",
    "exec('1')",
    "del note",
    "@note\ndef f():\n    'd'\n    return note()",
    "@clause('a', 'process', 'p#')\ndef f(x=note()):\n    'd'\n    return note()",
    "@clause('a', 'process', 'p#')\ndef f(x):\n    'd'\n    return note()",
    "@clause('a', 'process', 'p#')\ndef f(x, /):\n    'd'\n    return note()",
    "@clause('a', 'process', 'p#')\ndef f(*x):\n    'd'\n    return note()",
    "@clause('a', 'process', 'p#')\ndef f(*, x):\n    'd'\n    return note()",
    "@clause('a', 'process', 'p#')\ndef f(**x):\n    'd'\n    return note()",
    "@clause('a', 'process', 'p#')\ndef f() -> note():\n    'd'\n    return note()",
    "@clause('a', 'process', 'p#')\ndef f():\n    return note()",
    "@clause('a', 'process', 'p#')\ndef f():\n    'd'\n    return f()",
    "@clause('a', 'process', 'p#')\ndef f():\n    'd'\n    yield note()",
    "@clause('a', 'process', 'p#')\nasync def f():\n    'd'\n    return note()",
    "@clause('a', 'process', 'p#')\ndef __f():\n    'd'\n    return note()",
    "@clause('a', 'process', 'p#')\ndef note():\n    'd'\n    return note()",
    "def f(:",
    "\x00",
]


@pytest.mark.parametrize("line", HOSTILE)
def test_anything_but_clauses_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / policy_name(SHA1)
    path.write_text(f"'doc'\n{HEAD}WIKI_SHA1 = '{SHA1}'\n{line}\n", encoding="utf-8")
    with pytest.raises(WorkspaceError, match=r"wiki_abababab\.py"):
        load_policy(path)


@pytest.mark.parametrize(
    "body",
    [
        "RULES = ()",
        f"WIKI_SHA1 = '{SHA1}'",
        f"WIKI_SHA1 = '{SHA1}'\nRULES = (1,)",
        f"WIKI_SHA1 = '{'cd' * 20}'\nRULES = ()",
        f"WIKI_SHA1 = '{SHA1}'\nRULES = (callers(nobody=True),)",
        f"WIKI_SHA1 = '{SHA1}'\nRULES = (allow(callers(), to=('fly',)),)",
        f"WIKI_SHA1 = '{SHA1}'\nRULES = (unknown,)",
    ],
)
def test_a_module_that_is_not_sound_is_refused(tmp_path: Path, body: str) -> None:
    path = tmp_path / policy_name(SHA1)
    path.write_text(HEAD + body + "\n", encoding="utf-8")
    with pytest.raises(WorkspaceError, match=r"policy|WIKI_SHA1|rules of its wiki"):
        load_policy(path)


def test_the_complaint_names_the_line() -> None:
    with pytest.raises(
        WorkspaceError, match="demo, line 3: a policy module never holds the statement Import"
    ):
        check_policy_source("'doc'\n\nimport os\n", "demo")


def workspace(root: Path) -> Workspace:
    for name in FOLDERS:
        (root / name).mkdir()
    return Workspace(root)


def test_drift_is_seen_and_removed(tmp_path: Path) -> None:
    found = workspace(tmp_path)
    save_rules(found.rules, ruleset(plain("one")))
    target = found.policy / policy_name(SHA1)
    assert drifted_files(found) == (f"{target} is missing",)
    assert compile_workspace(found) == (target,)
    assert drifted_files(found) == ()
    assert compile_workspace(found) == ()
    target.write_text(target.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert drifted_files(found) == (f"{target} is not what its rules compile to",)
    (found.policy / "wiki_00000000.py").write_text("", encoding="utf-8")
    assert drifted_files(found)[1].endswith("wiki_00000000.py has no rule file")
