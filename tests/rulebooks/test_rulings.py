"""What an umpire types for a piece is refused with a reason, or the battle can be shown and asked from there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from grognard.core import steps
from grognard.core.errors import Refused
from grognard.core.state import UMPIRE, Piece
from grognard.rulebooks import shelf

SPOILT: tuple[Any, ...] = ("nosuch", -1, 10**7, [])


def one_of_each_kind(pieces: tuple[Piece, ...]) -> Iterator[Piece]:
    seen = set()
    for piece in pieces:
        kind = piece.__struct_config__.tag
        if kind not in seen:
            seen.add(kind)
            yield piece


@pytest.mark.parametrize("name", shelf.names())
def test_no_ruling_leaves_a_battle_that_nobody_can_look_at(name: str) -> None:
    book = shelf.book(name)
    setup: Any = book.read_setup(book.scenarios()["skirmish"])
    state = book.start(setup)
    refused = accepted = 0
    for piece in one_of_each_kind(state.pieces):
        for field in msgspec.to_builtins(piece):
            for value in SPOILT:
                try:
                    step, _ = steps.ruled(book, setup, state, "because", "", [(piece.id, field, value)])
                except Refused:
                    refused += 1
                    continue
                accepted += 1
                assert book.picture(book.view(setup, step.state, UMPIRE)).svg
    assert refused > accepted > 0


@pytest.mark.parametrize(
    ("name", "piece", "field"),
    [
        ("feudal", "cutthroats", "tactic"),
        ("fantasy", "f1", "profile"),
        ("napoleonic", "fr57", "sheet"),
        ("pike_and_shot", "S1", "formation"),
        ("modern", "east-1-01", "side"),
    ],
)
def test_a_row_that_is_not_there_is_refused_with_those_that_are(name: str, piece: str, field: str) -> None:
    book = shelf.book(name)
    setup: Any = book.read_setup(book.scenarios()["skirmish"])
    with pytest.raises(Refused, match="can't be 'nosuch'") as refused:
        steps.ruled(book, setup, book.start(setup), "because", "", [(piece, field, "nosuch")])
    assert "choose" in str(refused.value)
