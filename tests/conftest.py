"""What all tests share."""

from __future__ import annotations

import os
import re

import pytest
from hypothesis import settings

CLAUSE_ID = re.compile(r"[A-Z]{2,3}-[A-Z][A-Z0-9]*-\d{2}[a-z]?")

# Machines are shared and slow at times; the build must say the same about the same commit.
settings.register_profile("grognard", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("grognard")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse a clause mark that names no clause: the list of clauses without a test would lie."""
    wrong = [
        f"{item.nodeid}: {clause!r}"
        for item in items
        for mark in item.iter_markers("clause")
        for clause in mark.args or ("",)
        if not (isinstance(clause, str) and CLAUSE_ID.fullmatch(clause))
    ]
    if wrong:
        raise pytest.UsageError("a clause id looks like FE-ATT-02:\n" + "\n".join(wrong))
