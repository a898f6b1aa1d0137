"""The house rules that a machine can check."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import catalogues

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path
    for folder in ("src", "tests", "tools", "benchmarks")
    for path in (ROOT / folder).rglob("*.py")
    if "versions" not in path.parts  # migrations are written by a tool and never touched again
)
LONGEST_FILE = 600
LONGEST_FUNCTION = 45
HEAVY = {"PIL", "babel", "numpy", "pydantic", "resvg_py", "rich", "yaml"}


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def place(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def test_no_file_is_too_long() -> None:
    lengths = {place(path, 1): len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert lengths
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


def test_no_function_is_too_long() -> None:
    lengths = {
        f"{place(path, node.lineno)} {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for path in FILES
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert lengths
    assert {name: length for name, length in lengths.items() if length > LONGEST_FUNCTION} == {}


def test_every_sentence_is_in_the_catalogues() -> None:
    assert catalogues.problems() == []


def test_what_is_marked_for_translation_is_written_out() -> None:
    """A sentence put together by the program can be in no catalogue."""
    built = [
        place(path, node.lineno)
        for path in FILES
        if path.is_relative_to(ROOT / "src")
        for node in nodes(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "T"
        if not (node.args and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str))
    ]
    assert built == []


def test_no_sentence_hides_in_another_string() -> None:
    """Inside an f-string the keeper of the catalogues does not see it."""
    hidden = [
        place(path, node.lineno)
        for path in FILES
        if path.is_relative_to(ROOT / "src")
        for outer in nodes(path)
        if isinstance(outer, ast.JoinedStr)
        for node in ast.walk(outer)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in catalogues.KEYWORDS
    ]
    assert hidden == []


def test_no_test_is_left_out() -> None:
    ways_out = {"skip", "skipif", "xfail", "importorskip"}
    found = [
        place(path, node.lineno)
        for path in FILES
        if path.is_relative_to(ROOT / "tests")
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and node.attr in ways_out
        if isinstance(node.value, ast.Name | ast.Attribute)
        and ast.unparse(node.value) in ("pytest", "pytest.mark")
    ]
    assert found == []


@pytest.mark.parametrize("argument", ["--help", "--version"])
def test_the_command_line_answers_without_heavy_libraries(argument: str) -> None:
    program = "from grognard.cli.main import main; main()"
    command = [sys.executable, "-X", "importtime", "-c", program, argument]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    imported = {
        name.partition(".")[0] for name in re.findall(r"^import time:.*\| +(\S+)$", done.stderr, re.M)
    }
    assert "click" in imported
    assert imported & HEAVY == set()
