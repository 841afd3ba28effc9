"""Mutation run: does a test fail when the code of the validator is made wrong?

    python scripts/mutation.py [--coverage FILE] [--out FILE] [-m MARKERS] [MODULE.py | FOLDER ...]

Without arguments the SQL firewall, the execution package, what a policy decides and the plan's own
checks are mutated; ``--sample`` takes a seeded draw of the mutants; ``-m "not slow"`` asks the fast
tests alone. One small mistake at a time is
made in a function, a method or a table of a module; then the tests that reach the mistaken lines
run until one fails. Which tests reach a line is read from coverage data with contexts; they are
made first if no file is named (all tests of the validator, some minutes).

The tests are collected once. Each mutant is a forked child in which the code of one function, or
one table, is replaced, so that a mutant costs little more than its tests. With ``--warm`` it also
inherits what the first test of each file has loaded; that is quicker, but spares the code that only
loads: what survives is run ``--again`` without. The survivors are printed at the end with line,
before and after; scripts/mutation.md explains those that are known.
Exit code 1: a mutant survived that is not explained there.
"""

import argparse
import ast
import copy
import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import groupby
from pathlib import Path
from random import Random
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest
from coverage import CoverageData

ROOT = Path(__file__).resolve().parents[1]
EXPLAINED = ROOT / "scripts" / "mutation.md"
UNREAD = "## Survivors that are open"
"""The heading of that page behind which nothing is explained."""
TESTS = ("tests/contracts", "tests/erc3", "tests/redteam")
_SNAPSHOT = "agentic_solver/erc3/snapshot"
_FIREWALL = (
    "firewall", "statement", "scope", "gate", "source", "relation", "reading", "query",
    "functions", "columns", "occurrence", "narrowing", "order", "views",
)  # fmt: skip
_FINDERS = ("lookups", "shortcut", "wordsearch", "placesearch", "fragment")
_POLICY = ("runtime", "access", "write", "outcome", "approval")
MODULES = (
    *(f"{_SNAPSHOT}/{name}.py" for name in _FIREWALL),
    "agentic_solver/erc3/asked",
    "agentic_solver/erc3/execute",
    *(f"agentic_solver/erc3/finders/{name}.py" for name in _FINDERS),
    *(f"agentic_solver/erc3/policy/{name}.py" for name in _POLICY),
    "agentic_solver/contracts/plan.py",
)
HANG_S = 300.0
"""Seconds after which a mutant counts as found: it hangs."""
_LONG = 80
UNKNOWN_S = 0.3
"""What a test is thought to take before it has run once."""

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}  # fmt: skip
_CALLED = {"any": "all", "all": "any", "min": "max", "max": "min"}
_Function = (ast.FunctionDef, ast.AsyncFunctionDef)


# mistakes ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One mistake."""

    path: str
    lines: range
    """Of the statement that holds it: its tests are run."""
    owner: str
    """Qualified name of the outermost function, or of the table."""
    before: str
    after: str
    tree: ast.stmt
    """The function or the assignment with the mistake in it."""

    @property
    def key(self) -> str:
        """The mistake without its line, as scripts/mutation.md names it."""
        return f"{self.path} {self.owner}: `{self.before}` → `{self.after}`"


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield the mutants of a module from top to bottom."""
    tree = ast.parse(path.read_text("utf-8"))
    name = path.relative_to(ROOT).as_posix()
    for owner, top in _tops(tree.body, ""):
        is_code = isinstance(top, _Function)
        for statement, node in _nodes(top, top):
            changes = list(_changes(node) if is_code else ())
            if isinstance(node, (ast.Tuple, ast.List, ast.Set)) and not is_code:
                changes = list(_shorter(node))
            for change in changes:
                yield Mutant(
                    path=name,
                    lines=range(statement.lineno, _end(statement) + 1),
                    owner=owner,
                    before=_shown(node),
                    after=_shown(change),
                    tree=_with(top, node, change),
                )


def _tops(body: Sequence[ast.stmt], prefix: str) -> Iterator[tuple[str, ast.stmt]]:
    """Yield functions, methods and tables of a module by qualified name."""
    for item in body:
        if isinstance(item, _Function):
            yield prefix + item.name, item
        elif isinstance(item, ast.ClassDef):
            yield from _tops(item.body, f"{prefix}{item.name}.")
        elif isinstance(item, (ast.Assign, ast.AnnAssign)) and not prefix:
            target = item.targets[0] if isinstance(item, ast.Assign) else item.target
            if isinstance(target, ast.Name) and target.id != "__all__":
                yield target.id, item


def _nodes(node: ast.AST, statement: ast.stmt) -> Iterator[tuple[ast.stmt, ast.AST]]:
    """Yield everything that runs below a node, with the statement that it stands in."""
    statement = node if isinstance(node, ast.stmt) else statement
    yield statement, node
    for field_name, value in ast.iter_fields(node):
        if field_name in ("annotation", "returns", "decorator_list", "args") and isinstance(
            node, (*_Function, ast.arg, ast.AnnAssign)
        ):
            continue
        for child in value if isinstance(value, list) else [value]:
            # How long a shown text may be is no verdict.
            is_cut = isinstance(node, ast.Slice) and isinstance(child, ast.Constant)
            is_text = isinstance(node, ast.keyword) and node.arg == "message"
            if isinstance(child, ast.AST) and not is_text and not (is_cut and _is_long(child)):
                yield from _nodes(child, statement)


def _is_long(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int) and node.value >= _LONG


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what could stand in the place of a node by mistake."""
    match node:
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            for i, op in enumerate(ops):
                swapped = [*ops[:i], _COMPARED[type(op)](), *ops[i + 1 :]]
                yield ast.Compare(left=left, ops=swapped, comparators=comparators)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(op=ast.And() if isinstance(op, ast.Or) else ast.Or(), values=values)
            for i in range(len(values)):
                rest = [*values[:i], *values[i + 1 :]]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(op=op, values=rest)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) if isinstance(
            test, (ast.Name, ast.Call, ast.Attribute)
        ):
            yield _like(node, test=ast.UnaryOp(op=ast.Not(), operand=test))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _COMPUTED:
            yield ast.BinOp(left=left, op=_COMPUTED[type(op)](), right=right)
        case ast.AugAssign(target=target, op=op, value=value) if type(op) in _COMPUTED:
            yield ast.AugAssign(target=target, op=_COMPUTED[type(op)](), value=value)
        case ast.Constant(value=value):
            yield from _constants(value)
        case ast.Return(value=value) if value is not None and not isinstance(value, ast.Constant):
            yield ast.Return(value=ast.Constant(value=None))
        case ast.Raise() | ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case ast.Continue():
            yield ast.Break()
        case ast.Break():
            yield ast.Continue()
        case ast.comprehension(ifs=ifs) if ifs:
            yield _like(node, ifs=[])
        case ast.Call(func=ast.Name(id=name)) if name in _CALLED:
            yield _like(node, func=ast.Name(id=_CALLED[name], ctx=ast.Load()))
        case ast.Set() | ast.Tuple(ctx=ast.Load()):
            yield from _shorter(node)
        case _:
            pass


def _constants(value: object) -> Iterator[ast.expr]:
    """Yield other constants; sentences are left alone, as they are for readers."""
    if isinstance(value, bool):
        yield ast.Constant(value=not value)
    elif isinstance(value, (int, float)):
        yield ast.Constant(value=value + 1)
    elif isinstance(value, str) and value and not (" " in value and value[0].isalpha()):
        yield ast.Constant(value=f"X{value}")


def _shorter(node: ast.Tuple | ast.List | ast.Set) -> Iterator[ast.expr]:
    """Yield a table without one of its elements, for each of them."""
    if len(node.elts) > 1:
        for i in range(len(node.elts)):
            yield _like(node, elts=[*node.elts[:i], *node.elts[i + 1 :]])


def _like(node: Any, **fields: Any) -> Any:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


class _Replace(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> Any:
        if node is self._old:
            return ast.copy_location(self._new, node)
        return self.generic_visit(node)


def _with(top: ast.stmt, old: ast.AST, new: ast.AST) -> ast.stmt:
    memo: dict[int, Any] = {}
    wrong = copy.deepcopy(top, memo)
    changed: ast.stmt = _Replace(memo[id(old)], copy.deepcopy(new)).visit(wrong)
    return ast.fix_missing_locations(changed)


def _end(statement: ast.stmt) -> int:
    """Return the last line of a statement, without the block that it begins."""
    body = getattr(statement, "body", None)
    if isinstance(body, list) and body:
        return max(statement.lineno, int(body[0].lineno) - 1)
    return statement.end_lineno or statement.lineno


def _shown(node: ast.AST) -> str:
    if isinstance(node, (ast.If, ast.While)):
        return f"if {ast.unparse(node.test)}"
    if isinstance(node, ast.comprehension):
        return ast.unparse(node).strip()
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 160 else f"{text[:157]}..."


# making a mistake in a running program -------------------------------------------------------


def make_mistake(mutant: Mutant) -> None:
    """Replace the code of a function, or a table in every module that has imported it."""
    module = import_module(mutant.path.removesuffix(".py").replace("/", "."))
    made: dict[str, Any] = dict(module.__dict__)
    place = ast.Module(body=[mutant.tree], type_ignores=[])
    *classes, name = mutant.owner.split(".")
    if isinstance(mutant.tree, _Function):
        mutant.tree.decorator_list = []
        owner: Any = module
        for part in classes:
            place.body = [
                ast.ClassDef(name=part, bases=[], keywords=[], body=place.body, decorator_list=[])
            ]
            owner = getattr(owner, part)
        exec(compile(ast.fix_missing_locations(place), mutant.path, "exec"), made)
        new = made[classes[0]].__dict__[name] if classes else made[name]
        _replace_code(_function(vars(owner)[name]), new.__code__)
        return
    exec(compile(place, mutant.path, "exec"), made)
    _replace_everywhere(module, name, made[name])


def _replace_code(function: FunctionType, new: CodeType) -> None:
    """Replace the code of a function, and that of the functions which it has made already."""
    made = {id(old): one for old, one in zip(_inner(function.__code__), _inner(new), strict=False)}
    function.__code__ = new
    for other in [one for one in gc.get_objects() if isinstance(one, FunctionType)]:
        code = made.get(id(other.__code__))
        if code is not None and len(code.co_freevars) == len(other.__code__.co_freevars):
            other.__code__ = code


def _inner(code: CodeType) -> list[CodeType]:
    inner = [one for one in code.co_consts if isinstance(one, CodeType)]
    return [found for one in inner for found in (one, *_inner(one))]


def _function(value: Any) -> Any:
    """Return the function inside of whatever its decorators made of it."""
    while not isinstance(value, FunctionType):
        for inner in ("fget", "__wrapped__", "__func__", "func"):
            if getattr(value, inner, None) is not None:
                value = getattr(value, inner)
                break
        else:
            raise TypeError(f"{value!r} is no function")
    while hasattr(value, "__wrapped__"):
        value = value.__wrapped__
    return value


def _replace_everywhere(module: ModuleType, name: str, new: object) -> None:
    old = module.__dict__[name]
    for loaded in list(sys.modules.values()):
        for other, value in list(getattr(loaded, "__dict__", {}).items()):
            if value is old and getattr(loaded, "__name__", "").startswith("agentic_solver"):
                setattr(loaded, other, new)


# running tests against it --------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class Reach:
    """Which tests run which line."""

    data: CoverageData
    _files: dict[str, Mapping[int, list[str]]] = field(default_factory=dict)

    def tests(self, path: str, lines: range) -> set[str]:
        if path not in self._files:
            self._files[path] = self.data.contexts_by_lineno(str(ROOT / path))
        known = self._files[path]
        return {c.partition("|")[0] for line in lines for c in known.get(line, ()) if c}


@dataclass(slots=True, kw_only=True)
class Outcome:
    """What became of a mutant: ``found``, ``survived``, ``unreached`` or ``hangs``."""

    mutant: Mutant
    status: str
    by: str = ""
    tests: int = 0


class Campaign:
    """A pytest plugin that runs mutants in place of the tests."""

    def __init__(
        self, mutants: Sequence[Mutant], reach: Reach, *, most: float, out: Path | None,
        is_warm: bool,
    ) -> None:  # fmt: skip
        self._mutants = mutants
        self._is_warm = is_warm
        self._most = most
        self._reached = [_reached(mutant, reach) for mutant in mutants]
        self._out = out
        self._seconds: dict[str, float] = {}
        self._finds: dict[str, int] = {}
        self._failed = False
        self.outcomes: list[Outcome] = []

    @property
    def files(self) -> list[str]:
        """The files of all tests that reach a mutant."""
        return sorted({test.partition("::")[0] for tests in self._reached for test in tests})

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Fork a child for each mutant."""
        items = {item.nodeid: item for item in session.items}
        reached = [tests & set(items) for tests in self._reached]
        if self._is_warm:
            self._warm_up(items)
        for number, mutant in enumerate(self._mutants, 1):
            chosen = self._affordable(reached[number - 1], _own_tests(mutant.path))
            outcome = Outcome(mutant=mutant, status="unreached", tests=len(chosen))
            if chosen:
                outcome = self._try(mutant, [items[one] for one in chosen])
            self._note(number, outcome)
        return True

    def _affordable(self, tests: set[str], near: str) -> list[str]:
        """Return the tests as far as the time of one mutant goes.

        Those that found most so far come first, then the module's own, then the quick ones.
        """

        def rank(test: str) -> tuple[int, bool, float, str]:
            cost = self._seconds.get(test, UNKNOWN_S)
            return -self._finds.get(test, 0), not test.startswith(near), round(cost, 1), test

        ordered = sorted(tests, key=rank)
        chosen: list[str] = []
        spent = 0.0
        for one in ordered:
            spent += self._seconds.get(one, UNKNOWN_S)
            if spent > self._most and chosen:
                break
            chosen.append(one)
        return chosen

    def _warm_up(self, items: Mapping[str, pytest.Item]) -> None:
        """Run the first test of each file beside the mutants' own; session fixtures stay."""
        folders = tuple({_own_tests(mutant.path).rpartition("/")[0] for mutant in self._mutants})
        names = sorted(name for name in items if name.startswith(folders))
        groups = groupby(names, key=lambda name: name.partition("::")[0])
        firsts = [items[next(tests)] for _, tests in groups]
        # What follows the last is as far from it as can be: nothing of its folder is kept.
        for first, following in zip(firsts, [*firsts[1:], *firsts[:1]], strict=True):
            if first is not following:
                first.config.hook.pytest_runtest_protocol(item=first, nextitem=following)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note that a test failed."""
        self._failed = self._failed or report.failed

    def _try(self, mutant: Mutant, items: Sequence[pytest.Item]) -> Outcome:
        with tempfile.TemporaryFile() as notes:
            child = os.fork()
            if child == 0:
                self._child(mutant, items, notes.fileno())
            hung = not _wait(child, time.monotonic() + HANG_S)
            notes.seek(0)
            lines = notes.read().decode().splitlines()
        killer = ""
        for line in lines:
            failed, seconds, nodeid = line.split(" ", 2)
            self._seconds[nodeid] = float(seconds)
            killer = nodeid if failed == "1" else killer
        if killer:
            self._finds[killer] = self._finds.get(killer, 0) + 1
        status = "hangs" if hung else "found" if killer else "survived"
        if not hung and not killer and not lines:
            status, killer = "found", "(the mistake could not be made, or ended the process)"
        return Outcome(mutant=mutant, status=status, by=killer, tests=len(items))

    def _child(self, mutant: Mutant, items: Sequence[pytest.Item], notes: int) -> None:
        """Run the tests until one fails; never returns."""
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, 1)
        os.dup2(devnull, 2)
        _forget()
        self._failed = False
        try:
            make_mistake(mutant)
            for item, following in zip(items, [*items[1:], None], strict=True):
                start = time.process_time()  # other work on the machine does not count
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                spent = time.process_time() - start
                os.write(notes, f"{int(self._failed)} {spent:.4f} {item.nodeid}\n".encode())
                if self._failed:
                    break
        except BaseException as error:  # noqa: BLE001 - whatever it is, it was noticed
            os.write(notes, f"1 0.0 ({type(error).__name__})\n".encode())
        finally:
            os._exit(0)

    def _note(self, number: int, outcome: Outcome) -> None:
        self.outcomes.append(outcome)
        mutant = outcome.mutant
        if outcome.status in ("survived", "unreached"):
            print(f"{outcome.status} {mutant.lines.start}: {mutant.key}", flush=True)
        if number % 100 == 0:
            print(f"... {number} of {len(self._mutants)}", flush=True)
        if self._out is not None:
            with self._out.open("a") as file:
                record = {
                    "status": outcome.status, "line": mutant.lines.start, "key": mutant.key,
                    "by": outcome.by, "tests": outcome.tests,
                }  # fmt: skip
                file.write(json.dumps(record, ensure_ascii=False) + "\n")


def _reached(mutant: Mutant, reach: Reach) -> set[str]:
    # A table is read wherever its module is used, and its own line runs at import only.
    is_table = not isinstance(mutant.tree, _Function)
    return reach.tests(mutant.path, range(1, 2_000) if is_table else mutant.lines)


def _forget() -> None:
    """Empty the caches of the validator; its watchdog's thread stayed with the parent."""
    for name, module in list(sys.modules.items()):
        if name.startswith("agentic_solver.erc3"):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
    watchdog = import_module("agentic_solver.erc3.snapshot.watchdog")
    watchdog.__dict__["_SHARED"] = watchdog.Watchdog()


def _own_tests(path: str) -> str:
    """Return where the tests of a module are: tests mirror the package."""
    folder, _, name = path.removeprefix("agentic_solver/").rpartition("/")
    if not (ROOT / "tests" / folder).is_dir():
        above, _, last = folder.rpartition("/")
        return f"tests/{above}/test_{last}"
    own = f"tests/{folder}/test_{name.removesuffix('.py')}"
    return own if any((ROOT / f"tests/{folder}").glob(f"{Path(own).name}*")) else f"tests/{folder}"


def _wait(child: int, until: float) -> bool:
    """Wait for a child of ours; kill it when its time is over, and say whether it ended."""
    while time.monotonic() < until:
        if os.waitpid(child, os.WNOHANG)[0]:
            return True
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


# the command ---------------------------------------------------------------------------------


def measure(folder: Path) -> Path:
    """Run all tests of the validator with coverage contexts; return the data file."""
    data = folder / "coverage"
    # The package's own settings say what is measured; only the place of the data is another.
    pytest_command = [sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", *TESTS]
    covered = ["--cov", "--cov-context=test", "--cov-report="]
    command = ["env", f"COVERAGE_FILE={data}", *pytest_command, *covered]
    subprocess.run(command, cwd=ROOT, check=True)
    return data


def modules(names: Sequence[str]) -> list[Path]:
    """Return the files that are named, or those in named folders."""
    found: list[Path] = []
    for name in names or MODULES:
        path = ROOT / name
        found += sorted(path.glob("*.py")) if path.is_dir() else [path]
    return found


def _survivors(path: Path) -> set[str]:
    lines = path.read_text("utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    return {r["key"] for r in records if r["status"] in ("survived", "unreached")}


def main() -> int:
    """Mutate, and print the survivors and one JSON object."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("modules", nargs="*", help="files or folders; default: firewall, execute")
    parser.add_argument("--coverage", type=Path, help="data made with --cov-context=test")
    parser.add_argument("--out", type=Path, help="append every outcome to this file as JSON lines")
    parser.add_argument("--most", type=float, default=60.0, help="seconds of tests a mutant")
    parser.add_argument("--tables", action="store_true", help="shorten the tables, too")
    parser.add_argument("--again", type=Path, help="only what survived by this file of --out")
    parser.add_argument("--owner", default="", help="only functions and tables of this name")
    parser.add_argument("--sample", type=int, help="draw so many mutants")
    parser.add_argument("--seed", type=int, default=0, help="of the draw")
    parser.add_argument("-m", "--markers", default="", help="only tests of this expression")
    parser.add_argument("--warm", action="store_true", help="share what tests load (quicker)")
    asked = parser.parse_args()
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))  # this tree is mutated, whatever is installed
    with tempfile.TemporaryDirectory() as scratch:
        data = CoverageData(str(asked.coverage or measure(Path(scratch))))
        data.read()
        survived = _survivors(asked.again) if asked.again else set()
        mutants = [
            mutant
            for path in modules(asked.modules)
            for mutant in mutants_of(path)
            if mutant.owner.startswith(asked.owner)
            and (not survived or mutant.key in survived)
            and (asked.tables or isinstance(mutant.tree, _Function))
        ]
        if asked.sample is not None and asked.sample < len(mutants):
            # In the order of the draw: what a run that is cut off has done is a draw as well.
            mutants = Random(asked.seed).sample(mutants, asked.sample)
        campaign = Campaign(
            mutants, Reach(data=data), most=asked.most, out=asked.out, is_warm=asked.warm
        )
        off = [
            word for name in ("randomly", "cacheprovider", "cov") for word in ("-p", f"no:{name}")
        ]
        chosen = ["-m", asked.markers] if asked.markers else []
        pytest.main(["-q", "-s", *off, *chosen, *campaign.files], plugins=[campaign])
    counts: dict[str, int] = {}
    for outcome in campaign.outcomes:
        counts[outcome.status] = counts.get(outcome.status, 0) + 1
    page = EXPLAINED.read_text("utf-8") if EXPLAINED.is_file() else ""
    text = page.partition(UNREAD)[0]
    loose = [
        outcome.mutant.key
        for outcome in campaign.outcomes
        if outcome.status in ("survived", "unreached") and outcome.mutant.key not in text
    ]
    print("\n".join(["", "not explained:", *loose] if loose else []))
    print(json.dumps({"mutants": len(mutants), **counts, "not_explained": len(loose)}))
    return 1 if loose else 0


if __name__ == "__main__":
    sys.exit(main())
