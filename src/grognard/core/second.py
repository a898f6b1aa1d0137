"""A second opinion on the dice of a record: the small checker that shares no code with us, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from grognard.core import check_dice
from grognard.core.record import Journal, Revealed

PATIENCE = 60
"""Seconds."""


def revealed_seed(journal: Journal) -> str | None:
    """The seed, once the record reveals it."""
    links = journal.header.links
    entries = (line.entry for line in journal.lines)
    return next((one.secret for one in entries if isinstance(one, Revealed) and one.link == links), None)


def second_check(journal: Journal) -> tuple[bool, str] | None:
    """(the dice are right, the checker's words); None where there is no seed to check with."""
    if journal.header.dice != "verifiable" or revealed_seed(journal) is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "battle.jsonl"
        path.write_bytes(journal.written())
        program = [sys.executable, "-I", str(check_dice.__file__), str(path)]
        done = subprocess.run(program, capture_output=True, text=True, check=False, timeout=PATIENCE)
    words = (done.stdout or done.stderr).strip().splitlines()
    return done.returncode == 0, words[-1] if words else ""
