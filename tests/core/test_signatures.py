"""The public surface of core and arithmetic, pinned in ``signatures.txt``.

After a wanted change: ``python tests/core/test_signatures.py`` rewrites the file, and
``docs/new-domain.md`` says what changed.
"""

import ast
from pathlib import Path

import pytest

import agentic_solver.arithmetic
import agentic_solver.core

GOLDEN = Path(__file__).with_name("signatures.txt")
PACKAGES = (agentic_solver.core, agentic_solver.arithmetic)


def public_definitions(folder: Path) -> dict[str, ast.stmt]:
    """Every top-level class, function and plain assignment of the package's modules, by name."""
    found: dict[str, ast.stmt] = {}
    for path in sorted(folder.glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            match node:
                case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                    found[name] = node
                case ast.Assign(targets=[ast.Name(id=name)]):
                    found[name] = node
                case _:
                    pass
    return found


def function_line(node: ast.FunctionDef) -> str:
    returns = ast.unparse(node.returns) if node.returns else "?"
    return f"def {node.name}({ast.unparse(node.args)}) -> {returns}"


def render(name: str, node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef():
            return [function_line(node)]
        case ast.ClassDef():
            lines = [f"class {name}({', '.join(ast.unparse(base) for base in node.bases)})"]
            for member in node.body:
                if isinstance(member, ast.AnnAssign):
                    lines.append(f"    {ast.unparse(member)}")
                elif isinstance(member, ast.FunctionDef) and (
                    member.name in {"__init__", "__call__"} or not member.name.startswith("_")
                ):
                    lines.append(f"    {function_line(member)}")
            return lines
        case _:
            return [ast.unparse(node)]


def surface() -> str:
    lines: list[str] = []
    for package in PACKAGES:
        lines.append(f"# {package.__name__}")
        definitions = public_definitions(Path(package.__path__[0]))
        for name in package.__all__:
            lines.extend(render(name, definitions[name]))
        lines.append("")
    return "\n".join(lines)


@pytest.mark.requirement("S1-11b", "S1-11c")
def test_public_signatures_are_those_of_the_golden_file() -> None:
    assert surface() == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.requirement("S1-11c")
@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_every_public_name_can_be_imported_and_explains_itself(package: object) -> None:
    names = getattr(package, "__all__")  # noqa: B009 - the type is only known to be a module
    assert len(names) == len(set(names)) > 10
    for name in names:
        value = getattr(package, name)
        assert value.__doc__ or value.__base__.__doc__


if __name__ == "__main__":
    GOLDEN.write_text(surface(), encoding="utf-8")
