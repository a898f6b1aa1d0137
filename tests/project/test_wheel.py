"""The wheel that users get."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    return ZipFile(path)


def test_every_file_of_the_package_is_in_the_wheel(wheel: ZipFile) -> None:
    """Tables, scenarios, rules in words, catalogues, fonts and schemas, not only the code."""
    source = ROOT / "src"
    files = {
        path.relative_to(source).as_posix()
        for path in (source / "grognard").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert packed == files
    assert "grognard/py.typed" in packed


def test_the_wheel_brings_its_command_its_rule_books_and_its_licence(wheel: ZipFile) -> None:
    texts = {name.split(".dist-info/")[1]: name for name in wheel.namelist() if ".dist-info/" in name}
    entry_points = wheel.read(texts["entry_points.txt"]).decode()
    assert "grognard = grognard.cli.main:main" in entry_points
    for book in ("feudal", "pike_and_shot"):
        assert f"{book} = grognard.rulebooks.{book}:BOOK" in entry_points
    assert "Apache License" in wheel.read(texts["licenses/LICENSE"]).decode()
