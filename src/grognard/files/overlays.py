"""A game master's own file laid over a shipped one: it states only what differs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from grognard.files.guessing import unknown
from grognard.files.nodes import Document, ListNode, MapNode, Node, Place, ScalarNode
from grognard.files.problems import Problem, Problems
from grognard.files.reading import Source, read_yaml
from grognard.locale import T, Text

Entries = dict[str | int, tuple[Place, Node]]


def overlay(base: Document, *overlays: Document) -> Document:
    """``base`` with every overlay laid on it in turn; each value keeps the place where it was written.

    Mappings merge key by key. A list of records with ``id`` merges by id: a known id changes the keys it
    names, a new one is added, an item ``remove: [id, ...]`` strikes. Everything else is replaced.
    Raises :class:`Problems` for what cannot be struck.
    """
    merged = _Merge()
    root: MapNode = base.root
    for layer in overlays:
        root = merged.maps(root, layer.root)
    if merged.problems:
        raise Problems(merged.problems)
    return Document(base.name, root)


def overlaid(source: Source, name: str | None, overlays: Sequence[Source]) -> Document:
    """A file (path) or text with others laid on it, as :func:`overlay` lays them."""
    layers = [read_yaml(one) for one in overlays]
    return overlay(read_yaml(source, name), *layers)


def read_all(folder: Path, names: Iterable[str]) -> list[Document]:
    """The files ``<name>.yaml`` of a folder; problems call them so."""
    return [read_yaml(folder / f"{name}.yaml", f"{name}.yaml") for name in names]


def documents(layers: Iterable[Path | Document]) -> list[Document]:
    """Layers of which some are not read yet."""
    return [layer if isinstance(layer, Document) else read_yaml(layer) for layer in layers]


class _Merge:
    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def maps(self, below: MapNode, above: MapNode) -> MapNode:
        entries = dict(below.entries)
        for key, (place, node) in above.entries.items():
            entries[key] = (place, self._nodes(entries[key][1], node) if key in entries else node)
        return MapNode(entries, above.place)

    def _nodes(self, below: Node, above: Node) -> Node:
        if isinstance(below, MapNode) and isinstance(above, MapNode):
            return self.maps(below, above)
        if isinstance(below, ListNode) and isinstance(above, ListNode) and _by_id(below) and _by_id(above):
            return self._records(below, above)
        return above

    def _records(self, below: ListNode, above: ListNode) -> ListNode:
        records = {_id(node): node for node in below.items}
        for node in above.items:
            name = _id(node)
            if name is None:
                self._strike(records, node)
            else:
                records[name] = self._nodes(records[name], node) if name in records else node
        return ListNode(tuple(records.values()), above.place)

    def _strike(self, records: dict[str | int | None, Node], node: Node) -> None:
        assert isinstance(node, MapNode)
        _, struck = node.entries["remove"]
        if not isinstance(struck, ListNode):
            self._refuse(struck.place, T("remove must be a list of ids"))
            return
        for item in struck.items:
            name = item.value if isinstance(item, ScalarNode) else None
            if not isinstance(name, str | int) or records.pop(name, None) is None:
                known = [str(key) for key in records]
                self._refuse(item.place, unknown(T("id"), name, known))

    def _refuse(self, place: Place, message: Text) -> None:
        self.problems.append(Problem.at(place, message))


def _id(node: Node) -> str | int | None:
    if not isinstance(node, MapNode) or "id" not in node.entries:
        return None
    named = node.entries["id"][1]
    return named.value if isinstance(named, ScalarNode) and isinstance(named.value, str | int) else None


def _by_id(node: ListNode) -> bool:
    """Whether all items are records with ``id``, or strike some."""
    return bool(node.items) and all(
        _id(item) is not None or (isinstance(item, MapNode) and set(item.entries) == {"remove"})
        for item in node.items
    )
