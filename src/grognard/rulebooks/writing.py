"""How single values are written in the files of every book: ids, names, seats, places on a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema

from grognard.files import FileModel, Wrong
from grognard.locale import Name, T, Text
from grognard.space.pose import Point, Pose, tenths, thousandths

READY = "Ready-made forces and scenarios"
"""The chapter of a book that rules what its files may say."""
TEXT: dict[str, Any] = {"type": "string"}
"""The schema of a text."""

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")


def plain_id(value: str) -> str:
    """Ids are typed in orders and name files: Latin letters, digits and _."""
    if not value or set(value.lower()) - _LETTERS or value[0] in "0123456789_":
        raise Wrong(T("id '{id}' may hold only Latin letters, digits and _, a letter first", id=value))
    return value


def dashed_id(value: str) -> str:
    """As :func:`plain_id`, and with - as well."""
    if not value or set(value.lower()) - _LETTERS - {"-"} or value[0] in "0123456789_-":
        raise Wrong(T("id '{id}' may hold only Latin letters, digits, _ and -, a letter first", id=value))
    return value


def or_text(key: str) -> BeforeValidator:
    """A record may be written as a plain text: what would stand under ``key``."""
    return BeforeValidator(lambda value: {key: value} if isinstance(value, str) else value)


def text_or(**properties: Any) -> dict[str, Any]:
    """The schema of such a record, with its keys."""
    return {"anyOf": [TEXT, {"type": "object", "properties": properties}]}


def _ascending(value: list[int]) -> list[int]:
    if value[0] > value[-1]:
        raise Wrong(T("from {low} to {high} is no span", low=value[0], high=value[-1]))
    return value


_TOO_FINE = (
    T("{value} has more than one decimal"),
    T("{value} has more than two decimals"),
    T("{value} has more than three decimals"),
)


def is_fine(value: float, decimals: int) -> bool:
    """Whether it has no more decimals than that."""
    scaled = value * int(10**decimals)
    return abs(scaled - round(scaled)) < 1e-6


def at_most_decimals(decimals: Literal[1, 2, 3]) -> AfterValidator:
    def check(value: float) -> float:
        if not is_fine(value, decimals):
            raise Wrong(Text(_TOO_FINE[decimals - 1].source, {"value": value}))
        return value

    return AfterValidator(check)


Ascending = AfterValidator(_ascending)
PlainId = Annotated[str, AfterValidator(plain_id)]
DashedId = Annotated[str, AfterValidator(dashed_id)]

# --- names and seats -----------------------------------------------------------------------------------


class Named(FileModel):
    en: Annotated[str, Field(min_length=1)]
    ru: str = ""


NAME = text_or(en=TEXT, ru=TEXT)
NameIn = Annotated[Named, or_text("en"), WithJsonSchema(NAME)]
"""A name in both languages, or as a plain text in one."""


def name_of(row: Named) -> Name:
    return Name(row.en, row.ru)


class SeatRow(FileModel):
    """A seat: its id, or its id and its kind."""

    CLAUSE: ClassVar[str | None] = "Model, seat"
    id: PlainId
    kind: Literal["player", "npc"] = "player"


SEAT_KINDS: dict[str, Any] = {"enum": ["player", "npc"]}
SeatIn = Annotated[SeatRow, or_text("id"), WithJsonSchema(text_or(id=TEXT, kind=SEAT_KINDS))]

# --- places on a table ---------------------------------------------------------------------------------

Coordinate = Annotated[float, Field(ge=-1000, le=1000)]
Spot = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
"""x, y in the unit of the book from the south-west corner of the table."""
Place = Annotated[list[Coordinate], Field(min_length=3, max_length=3)]
"""x, y as of a spot, heading in degrees clockwise from north."""
Zone = Annotated[list[Coordinate], Field(min_length=4, max_length=4)]
"""West, south, east and north limits in the unit of the book."""


def spot(at: Sequence[float]) -> Point:
    """x, y in thousandths."""
    return thousandths(at[0]), thousandths(at[1])


def pose(at: Sequence[float]) -> Pose:
    """A place in thousandths and tenths of a degree."""
    return Pose(*spot(at), tenths(at[2]))
