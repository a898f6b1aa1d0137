"""A short run of the fuzzer; a long one: ``python -m tests.fuzz.broken --seconds 600``."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from grognard.rulebooks import shelf
from tests.fuzz.broken import KINDS


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("book", shelf.names())
def test_broken_things_are_refused_in_words(book: str, kind: str, seed: int, tmp_path: Path) -> None:
    for more in range(5):
        KINDS[kind](shelf.book(book), random.Random(f"{kind}:{seed}:{more}"), tmp_path)
