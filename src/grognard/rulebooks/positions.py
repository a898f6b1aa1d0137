"""Positions known by themselves: all who look at the same pieces share one field of them."""

from __future__ import annotations

from typing import Generic, TypeVar

F = TypeVar("F")
P = TypeVar("P")


class These(Generic[P, F]):
    """Pieces of a position, a key by identity: to compare what is in them costs more than to look it up anew.
    ``field``: of these pieces, if there is one by now."""

    __slots__ = ("field", "pieces")

    def __init__(self, pieces: tuple[P, ...], field: F | None) -> None:
        self.pieces, self.field = pieces, field

    def __hash__(self) -> int:
        return id(self.pieces)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, These) and self.pieces is other.pieces

    def known(self) -> F | None:
        """The field that was brought, once: whoever keeps the key does not keep it too."""
        found, self.field = self.field, None
        return found
