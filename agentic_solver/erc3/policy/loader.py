"""Loading compiled policy: by path, after a syntax-tree check, with the facade as only names."""

import ast
from collections.abc import Iterator
from pathlib import Path

from agentic_solver.contracts.rule import Rule
from agentic_solver.erc3.policy import facade
from agentic_solver.erc3.policy.compiler import policy_name
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.syntax import parse_source
from agentic_solver.errors import AgenticSolverError, WorkspaceError

__all__ = ["check_policy_source", "load_policy", "policy_for"]

_FACADE = "agentic_solver.erc3.policy.facade"
_MAX_BYTES = 4_000_000
_RESULTS = ("RULES", "WIKI_SHA1")


def _complaints(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for index, node in enumerate(tree.body):
        match node:
            case ast.Expr(value=ast.Constant(value=str())) if index == 0:
                continue
            case ast.ImportFrom(module=module, level=0, names=names) if module == _FACADE:
                for alias in names:
                    if alias.name not in facade.__all__ or alias.asname is not None:
                        yield node.lineno, f"imports {alias.name}"
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in _RESULTS:
                yield from _expression(value)
            case ast.FunctionDef():
                yield from _function(node)
            case _:
                yield getattr(node, "lineno", 0), f"holds the statement {type(node).__name__}"


def _function(node: ast.FunctionDef) -> Iterator[tuple[int, str]]:
    if node.name.startswith("_") or node.name in (*facade.__all__, *_RESULTS):
        yield node.lineno, f"defines {node.name}"
    if any(ast.iter_child_nodes(node.args)):
        yield node.lineno, f"function {node.name} has parameters"
    if node.returns is not None:
        yield node.lineno, f"function {node.name} has an annotation"
    for decorator in node.decorator_list:
        if not (isinstance(decorator, ast.Call) and _called(decorator) == "clause"):
            yield node.lineno, f"function {node.name} has a decorator that is no clause"
        yield from _expression(decorator)
    match node.body:
        case [ast.Expr(value=ast.Constant(value=str())), ast.Return(value=ast.expr() as value)]:
            yield from _expression(value)
        case _:
            yield node.lineno, f"function {node.name} is more than a docstring and a return"


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _expression(value: ast.expr) -> Iterator[tuple[int, str]]:
    # What is no expression of a policy is not looked into, so that every node met is one of these.
    nodes: list[ast.AST | None] = [value]
    for node in nodes:
        match node:
            case ast.Constant() | None:
                pass
            case ast.Name(id=name):
                if name.startswith("_"):
                    yield node.lineno, f"uses the name {name}"
            case ast.Tuple(elts=parts):
                nodes += parts
            case ast.Call(func=called, args=arguments, keywords=keywords):
                if _called(node) not in facade.__all__:
                    yield node.lineno, "calls something else than the facade"
                nodes += (called, *arguments, *keywords)
            case ast.keyword(arg=keyword, value=given):
                if keyword is None:
                    yield node.lineno, "spreads keyword arguments"
                nodes.append(given)
            case ast.Dict(keys=keys, values=values):
                nodes += (*keys, *values)
            case ast.AST():
                line = getattr(node, "lineno", value.lineno)
                yield line, f"holds the expression {type(node).__name__}"


def check_policy_source(source: str, name: str) -> ast.Module:
    """Return the syntax tree of a policy module that holds nothing but clauses.

    Raises:
        WorkspaceError: naming file, line and what it holds beyond that.
    """
    if len(source.encode("utf-8", errors="replace")) > _MAX_BYTES:
        raise WorkspaceError(f"{name} is larger than {_MAX_BYTES} bytes")
    try:
        tree = parse_source(source, name)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise WorkspaceError(f"{name} is no Python source: {error}") from error
    for line, complaint in _complaints(tree):
        raise WorkspaceError(f"{name}, line {line}: a policy module never {complaint}")
    return tree


def load_policy(path: Path) -> Policy:
    """Load a compiled policy module.

    Nothing is imported: after the check the module runs with the facade as its only names.

    Raises:
        WorkspaceError: if the file is missing, holds more than clauses, or is not sound.
    """
    try:
        source = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise WorkspaceError(f"cannot read {path}: {error}") from error
    tree = check_policy_source(source, str(path))
    tree.body = [node for node in tree.body if not isinstance(node, ast.ImportFrom)]
    names: dict[str, object] = {name: getattr(facade, name) for name in facade.__all__}
    names["__builtins__"] = {}
    try:
        exec(compile(tree, str(path), "exec"), names)  # noqa: S102 - checked above
    except (TypeError, ValueError, NameError, AttributeError, AgenticSolverError) as error:
        raise WorkspaceError(f"{path} is no sound policy module: {error}") from error
    rules, sha1 = names.get("RULES"), names.get("WIKI_SHA1")
    if not isinstance(sha1, str) or not isinstance(rules, tuple):
        raise WorkspaceError(f"{path} does not set WIKI_SHA1 and RULES")
    sound = tuple(rule for rule in rules if isinstance(rule, Rule))
    if len(sound) != len(rules) or path.name != policy_name(sha1):
        raise WorkspaceError(f"{path} lists something else than rules of its wiki")
    return Policy(wiki_sha1=sha1, rules=sound)


def policy_for(folder: Path, wiki_sha1: str) -> Policy | None:
    """Return the compiled policy of a wiki digest, or None when none was compiled.

    Raises:
        WorkspaceError: if there is one that cannot be used.
    """
    path = folder / policy_name(wiki_sha1)
    if not path.is_file():
        return None
    policy = load_policy(path)
    return policy if policy.wiki_sha1 == wiki_sha1 else None
