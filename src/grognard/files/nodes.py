"""What a file says, each value with the place where it is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

Scalar = str | int | float | bool | None
Path = tuple[str | int, ...]


@dataclass(frozen=True, order=True)
class Place:
    """Where something is written: file name, line and column, both counted from 1."""

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class ScalarNode:
    """One word, number, true, false or nothing."""

    value: Scalar
    place: Place

    @property
    def size(self) -> int:
        return 1


@dataclass(frozen=True)
class ListNode:
    """A list; ``size`` counts all values in it, aliases written out."""

    items: tuple[Node, ...]
    place: Place

    @cached_property
    def size(self) -> int:
        return 1 + sum(item.size for item in self.items)


@dataclass(frozen=True)
class MapNode:
    """A mapping: key -> (place of the key, value)."""

    entries: dict[str | int, tuple[Place, Node]]
    place: Place

    @cached_property
    def size(self) -> int:
        return 1 + sum(1 + node.size for _, node in self.entries.values())


Node = ScalarNode | ListNode | MapNode


@dataclass(frozen=True)
class Document:
    """A file that was read: plain ``data`` (dict, list, str, int, float, bool, None) and its places.

    After :func:`grognard.files.overlay` the places may lie in several files.
    """

    name: str
    root: MapNode

    @cached_property
    def data(self) -> dict[str | int, Any]:
        return {key: plain(node) for key, (_, node) in self.root.entries.items()}

    def place(self, path: Path, key: bool = False) -> Place:
        """Where the value at ``path`` is written (or its key, with ``key``).

        Of a path that leads nowhere, such as a key that is missing, the place of the nearest whole.
        """
        node: Node = self.root
        found = node.place
        for at, step in enumerate(path):
            if isinstance(node, MapNode) and step in node.entries:
                key_place, node = node.entries[step]
                found = key_place if key and at == len(path) - 1 else node.place
            elif isinstance(node, ListNode) and isinstance(step, int) and 0 <= step < len(node.items):
                node = node.items[step]
                found = node.place
            else:
                return found
        return found


def with_items(document: Document, key: str, change: Callable[[Node], Node]) -> Document:
    """The document with every item of the list under ``key`` changed, if there is such a list."""
    head = document.root.entries.get(key)
    if head is None or not isinstance(head[1], ListNode):
        return document
    items = replace(head[1], items=tuple(map(change, head[1].items)))
    root = replace(document.root, entries={**document.root.entries, key: (head[0], items)})
    return Document(document.name, root)


def plain(node: Node) -> Any:
    """The value without its places."""
    if isinstance(node, ScalarNode):
        return node.value
    if isinstance(node, ListNode):
        return [plain(item) for item in node.items]
    return {key: plain(value) for key, (_, value) in node.entries.items()}
