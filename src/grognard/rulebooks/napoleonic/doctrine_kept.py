"""Thoughts of the doctrine that hold longer than a position, because they hang on less than all of it."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

MOST = 1 << 12
"""So many are kept, then all are forgotten."""
Value = TypeVar("Value")


class Kept(Generic[Value]):
    """Thoughts by what they hang on."""

    def __init__(self) -> None:
        self._found: dict[Any, Value] = {}
        self.get = self._found.get

    def put(self, key: Any, value: Value) -> Value:
        if len(self._found) >= MOST:
            self._found.clear()
        self._found[key] = value
        return value
