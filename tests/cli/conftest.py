"""A home and a folder of their own for every test of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import ok


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, empty; saved games go below it; no setting of the tester's counts."""
    for name in ("GROGNARD_LANG", "LC_ALL", "LC_MESSAGES", "LANGUAGE", "NO_COLOR", "GROGNARD_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def record(folder: Path) -> Path:
    """A battle that computers have fought to its end."""
    path = folder / "fought.jsonl"
    ok("play", "feudal/skirmish", "--seat", "lord=doctrine", "--seed", "mill", "--record", path)
    return path
