"""The order language in several threads at once, as a server reads posts."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from grognard.orders.folding import stem

WORDS = [
    f"{root}{ending}"
    for root in (
        "рыцар",
        "копейщик",
        "отступлен",
        "арбалетчик",
        "наступа",
        "пушк",
        "knight",
        "retreat",
        "advanc",
    )
    for ending in ("", "ами", "ов", "ия", "ение", "ёнными", "ing", "s", "ed", "ность", "овавшись")
]


@pytest.fixture
def restless() -> Iterator[None]:
    """Threads that are changed all the time."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("restless")
def test_stems_are_the_same_whoever_else_asks() -> None:
    bare = stem.__wrapped__
    alone = [bare(word) for word in WORDS]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: [bare(word) for word in WORDS], range(64)))
    assert all(one == alone for one in found)
