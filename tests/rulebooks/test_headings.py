"""Headings of shipped scenarios say what the books read, and are taken for nothing else."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.rulebooks import headings, shelf

LISTING = """
import sys
from grognard.cli.main import program
program(["scenarios", "--json"], standalone_mode=False)
entered = [name for name in sys.modules if name.startswith("grognard.rulebooks.") and name.endswith(".book")]
print(*[name for name in entered if name.count(".") > 2], *({"pydantic", "yaml"} & sys.modules.keys()), file=sys.stderr)
"""


@pytest.mark.parametrize("book", shelf.names())
def test_headings_are_those_that_the_book_reads(book: str) -> None:
    """Where this fails, a scenario has changed: ``python tools/headings.py`` writes its heading anew."""
    found = shelf.book(book)
    assert headings.scenarios(book) == found.scenarios()
    kept = headings.headings(book)
    assert kept == {name: headings.heading_of(found, path) for name, path in found.scenarios().items()}
    for name, path in found.scenarios().items():
        seats = found.read_setup(path).seats
        assert kept[name].players == tuple(one.id for one in seats if one.kind == "player")


def test_scenarios_are_listed_without_entering_a_book() -> None:
    done = subprocess.run([sys.executable, "-c", LISTING], capture_output=True, text=True, check=True)
    assert '"feudal/skirmish"' in done.stdout
    assert done.stderr.split() == []


def test_a_scenario_that_was_changed_is_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = headings.scenarios("feudal")["skirmish"].parent
    copy = shutil.copytree(own, tmp_path / "scenarios")
    monkeypatch.setattr(headings, "_folder", lambda book: copy)
    changed = copy / "skirmish.yaml"
    words = changed.read_text(encoding="utf-8").replace("en: Raiders at the mill", "en: Wolves at the mill")
    changed.write_text(words, encoding="utf-8")
    assert str(headings.headings("feudal")["skirmish"].name) == "Wolves at the mill"


def test_a_book_that_keeps_no_headings_is_asked_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = headings.headings("feudal")
    monkeypatch.setattr(headings, "FILE", "no.json")
    assert headings.scenarios("feudal") == shelf.book("feudal").scenarios()
    assert headings.headings("feudal") == kept
