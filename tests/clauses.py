"""Which clauses of the rule books have tests: read from the tests' source, nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent

Function = ast.FunctionDef | ast.AsyncFunctionDef


def clauses_with_tests(tests: Path = TESTS) -> dict[str, list[str]]:
    """Clause id to the tests (``rulebooks/feudal/test_attack.py::test_name``) that are about it.

    Marks count wherever pytest sees them: on a test or its class, in ``pytest.param(..., marks=...)`` (also
    when the cases stand in a list of the module), and in ``pytestmark`` of a module or class. An id that is
    not written out raises ValueError, for nobody could find it.
    """
    found: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        for clause, test in _in_module(path, path.relative_to(tests).as_posix()):
            if test not in found.setdefault(clause, []):
                found[clause].append(test)
    return dict(sorted(found.items()))


def _in_module(path: Path, name: str) -> Iterator[tuple[str, str]]:
    module = ast.parse(path.read_text(encoding="utf-8"))
    try:
        yield from _in_body(module.body, name, [], _assigned(module.body))
    except ValueError as error:
        raise ValueError(f"{path}:{error}") from None


def _in_body(
    body: list[ast.stmt], name: str, above: list[ast.expr], known: dict[str, ast.expr]
) -> Iterator[tuple[str, str]]:
    """Tests of a module or class; ``above`` are the marks that all of them share."""
    here = _assigned(body).get("pytestmark")
    shared = above if here is None else [*above, here]
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from _in_body(node.body, f"{name}::{node.name}", [*shared, *node.decorator_list], known)
        elif isinstance(node, Function) and node.name.startswith("test"):
            for mark in [*shared, *node.decorator_list]:
                for clause in _clauses(mark, known):
                    yield clause, f"{name}::{node.name}"


def _assigned(body: list[ast.stmt]) -> dict[str, ast.expr]:
    values: dict[str, ast.expr] = {}
    for node in body:
        if isinstance(node, ast.Assign):
            values.update({target.id: node.value for target in node.targets if isinstance(target, ast.Name)})
        elif isinstance(node, ast.AnnAssign) and node.value and isinstance(node.target, ast.Name):
            values[node.target.id] = node.value
    return values


def _clauses(mark: ast.expr, known: dict[str, ast.expr]) -> Iterator[str]:
    """Ids in every ``...mark.clause(...)`` of ``mark``, names of the module looked up once."""
    for node in ast.walk(mark):
        if isinstance(node, ast.Call) and _is_clause_mark(node.func):
            yield from map(_written_out, node.args)
        elif isinstance(node, ast.Name) and node.id in known:
            rest = {name: value for name, value in known.items() if name != node.id}
            yield from _clauses(known[node.id], rest)


def _is_clause_mark(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "clause"
        and (
            (isinstance(function.value, ast.Attribute) and function.value.attr == "mark")
            or (isinstance(function.value, ast.Name) and function.value.id == "mark")
        )
    )


def _written_out(argument: ast.expr) -> str:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    raise ValueError(f"{argument.lineno}: write the clause id out as a string, so that it can be found")
