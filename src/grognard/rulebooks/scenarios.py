"""What books on a table look for in every scenario: ground that is not on it, enemies who run the same way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from grognard.core.state import PUBLIC, UMPIRE
from grognard.files import Collector, Document, Path
from grognard.locale import T, Text
from grognard.space.measure import gap, overlap
from grognard.space.outline import Outline
from grognard.space.terrain import Table


def off_table(table: Table | None, shapes: Iterable[Outline]) -> Text | None:
    """What to say of a piece of terrain no part of which is on the table: areas and legs of lines. None where some of
    it is, as ground may well run over the edge, and where nobody knows how large the table is."""
    if table is None or any(_on(table.outline, shape) for shape in shapes):
        return None
    return T("no part of it is on the table")


def _on(table: Outline, shape: Outline) -> bool:
    """A hedge along the very edge is on the table; a wood that begins there is not."""
    return gap(shape, table) == 0 if len(shape.ring) == 2 else overlap(shape, table, 0)


def two_sides(problems: Collector, count: int, clause: str) -> None:
    """So many sides are in the file, well-formed or not."""
    if count != 2:
        problems.add(("side",), T("a battle has two sides, not {count}", count=count), clause, key=True)


def zone_wrong(key: str, zone: Sequence[float]) -> Text | None:
    """Why the limits of a zone, which are under ``key``, are none; None if they are."""
    west, south, east, north = zone
    if west < east and south < north:
        return None
    return T("{key} is [west, south, east, north], not {zone}", key=key, zone=tuple(zone))


def seats_once(
    problems: Collector, seats: Iterable[tuple[Path, str]], clause: str, taken: Iterable[str] = ()
) -> None:
    """Seats, each with its place in the file, have different names, whatever the capitals, and none that the table
    itself needs, or the book (``taken``)."""
    needed, seen = {UMPIRE, PUBLIC, *taken}, set[str]()
    for path, seat in seats:
        if seat.casefold() in needed:
            problems.add(path, T("seat '{id}' is not free: choose another name", id=seat), clause)
        elif seat.casefold() in seen:
            problems.add(path, T("seat '{id}' is there twice", id=seat), clause)
        seen.add(seat.casefold())


def seats_of_sides(sides: Iterable[tuple[int, Any]]) -> Iterator[tuple[Path, str]]:
    """The seats in the lists ``seats`` of sides, with their places."""
    for at, side in sides:
        for number, seat in enumerate(side.seats):
            yield ("side", at, "seats", number), seat.id


def same_edges(document: Document, key: str, clause: str) -> Iterator[Text]:
    """Remarks on sides that have the edge of another, to which both would run; ``key`` of a side names its edge."""
    seen: dict[str, str] = {}
    sides: list[dict[str, Any]] = document.data["side"]
    for at, side in enumerate(sides):
        other = seen.setdefault(side[key], side["id"])
        if other != side["id"]:
            message = T("side '{id}': {key} {edge} is that of '{other}' too", id=side["id"], key=key,
                        edge=side[key], other=other)  # fmt: skip
            yield remark(document, ("side", at, key), message, clause)


def remark(document: Document, path: Path, message: Text, clause: str) -> Text:
    """What is allowed, but hardly meant: with the line of the file and the clause that it has to do with."""
    line = document.place(path).line
    return T("line {line}: {message} ({clause})", line=line, message=message, clause=clause)
