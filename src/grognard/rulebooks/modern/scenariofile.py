"""What scenario and house-rules files may say (keys of chapter Ready-made forces and scenarios)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, ConfigDict, Field, WithJsonSchema

from grognard.files import FileModel, Wrong
from grognard.locale import T
from grognard.rulebooks.modern.effects import Tier
from grognard.rulebooks.modern.tablefile import ByTier, Positive
from grognard.rulebooks.modern.tables import read_tables
from grognard.rulebooks.options import HouseFile, KindSchema, with_options, within
from grognard.rulebooks.options import options_schema as schema_of
from grognard.rulebooks.writing import READY, TEXT, Named, NameIn, or_text
from grognard.rulebooks.writing import DashedId as Id

_ENTRY = re.compile(r"(?P<card>[0-9]{1,3})(@(?P<hex>[0-9]{4}|[0-9]{6}))?")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}")


def _as_label(value: Any) -> Any:
    """A label that was written without quotes is a number to YAML: 0205 came as 205."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return f"{value:04}" if value < 10_000 else f"{value:06}"
    return value


def _as_unit(value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        return {"card": value}
    if not isinstance(value, str):
        return value
    found = _ENTRY.fullmatch(value.replace(" ", ""))
    if found is None:
        raise Wrong(T("unit '{entry}'; write card@hex, such as 15@0205", entry=value), "MO-TURN-08")
    entry: dict[str, Any] = {"card": int(found["card"])}
    return {**entry, "hex": found["hex"]} if found["hex"] else entry


def _as_time(value: Any) -> Any:
    if not isinstance(value, str) or not _TIME.fullmatch(value):
        raise Wrong(T("'{value}' is no time; write YYYY-MM-DD HH:MM", value=str(value)), "MO-GEN-03")
    return value


Label = Annotated[
    str,
    BeforeValidator(_as_label),
    Field(pattern=r"^([0-9]{4}|[0-9]{6})$"),
    WithJsonSchema({"type": "string", "pattern": "^([0-9]{4}|[0-9]{6})$"}),
]
"""A hex: two digits for the column and two for the row, three each on maps above 99."""
Span = Annotated[list[Positive], Field(min_length=2, max_length=2)]
Percent = Annotated[int, Field(ge=0, le=999)]
Moment = Annotated[str, BeforeValidator(_as_time), WithJsonSchema({**TEXT, "examples": ["2026-03-01 18:00"]})]


# --- the map -------------------------------------------------------------------------------------------


class FortAt(FileModel):
    CLAUSE: ClassVar[str | None] = "MO-TERR-12"
    hex: Label
    level: Annotated[int, Field(ge=1, le=9)]


class SideAt(FileModel):
    """Mines or a crossing with the side that laid it."""

    CLAUSE: ClassVar[str | None] = "MO-TERR-14"
    hex: Label
    side: str


class PointAt(Named):
    """A control point; ``kind`` is a word for it, ``yields`` what it pays."""

    CLAUSE: ClassVar[str | None] = "MO-TERR-13"
    hex: Label
    kind: str = "factory"
    yields: Tier = "cheap"


class MapRow(FileModel):
    """The map: a ``grid`` of terrain symbols, as a text with a line for each row or as a list of rows, or a ``tiled``
    map drawn in Tiled. Roads are chains of adjacent hexes; a road into a river hex makes a bridge."""

    CLAUSE: ClassVar[str | None] = "MO-MAP-04"
    grid: str | list[str] | None = None
    tiled: str | None = None
    roads: list[list[Label]] = Field(default_factory=list)
    bridges: list[Label] = Field(default_factory=list)
    crossings: list[Label] = Field(default_factory=list)
    mines: list[SideAt] = Field(default_factory=list)
    forts: list[FortAt] = Field(default_factory=list)
    control_points: list[PointAt] = Field(default_factory=list)


# --- sides ---------------------------------------------------------------------------------------------


class ZoneRow(FileModel):
    """A rectangle: first and last column, first and last row."""

    CLAUSE: ClassVar[str | None] = "MO-TURN-08"
    cols: Span
    rows: Span


class UnitRow(FileModel):
    """A unit: ``15@0205``, or with more to say ``{card: 15, hex: "0205", statuses: 1, supply: 90}``. ``aboard``: id
    of a transport of the same side, such as west-2-06. Without a place it waits off the map."""

    CLAUSE: ClassVar[str | None] = "MO-TURN-08"
    card: Annotated[int, Field(ge=1, le=999)]
    hex: Label | None = None
    aboard: str | None = None
    statuses: Annotated[int, Field(ge=1, le=2)] | None = None
    supply: Percent | None = None


UnitIn = Annotated[
    UnitRow,
    BeforeValidator(_as_unit),
    WithJsonSchema({"anyOf": [{"type": "integer"}, TEXT, UnitRow.model_json_schema()]}),
]


class GeneralIn(FileModel):
    """A general: his seat and card, cards that he holds (``kso``), how many he draws, and his units."""

    CLAUSE: ClassVar[str | None] = "MO-GNL-01"
    seat: Id
    card: str
    kind: Literal["player", "npc"] = "player"
    draw: ByTier | None = None
    kso: list[str] = Field(default_factory=list)
    units: list[UnitIn] = Field(default_factory=list)


class SideRow(Named):
    CLAUSE: ClassVar[str | None] = "MO-GEN-04"
    id: Id
    zones: Annotated[list[ZoneRow], Field(min_length=1)]
    reserve: list[UnitIn] = Field(default_factory=list)
    supply_percent: Percent = 100
    opinion_percent: Percent = 100
    general: list[GeneralIn]


class GuestRow(FileModel):
    """A seat that watches: a journalist, or an observer with the side that invited him."""

    CLAUSE: ClassVar[str | None] = "MO-SEAT-01"
    seat: Id
    side: str = ""


GuestIn = Annotated[
    GuestRow,
    or_text("seat"),
    WithJsonSchema({"anyOf": [TEXT, GuestRow.model_json_schema()]}),
]


class RequestRow(FileModel):
    """The request for the battle (MO-GEN-02); ``start``: when it is to begin."""

    CLAUSE: ClassVar[str | None] = "MO-GEN-02"
    battle: str
    filed_by: str
    opponent: str
    region: str
    filed_at: Moment
    start: Moment | None = None
    reason: str = ""


# --- the whole -----------------------------------------------------------------------------------------


_KINDS: Mapping[str, KindSchema] = {"number": lambda one: {"anyOf": [{"const": 0}, within("integer")(one)]}}


def options_schema() -> dict[str, Any]:
    return schema_of(read_tables().options, _KINDS)


class ScenarioHead(FileModel):
    """``turn_order``: all generals' seats; ``cols`` and ``rows`` may be left out, the grid says them."""

    model_config = ConfigDict(json_schema_extra=with_options(options_schema))
    CLAUSE: ClassVar[str | None] = READY
    id: Id
    en: Annotated[str, Field(min_length=1)]
    ru: str = ""
    rounds: Positive
    turn_order: list[str]
    turn_seconds: int | None = None
    hex_km: Positive | None = None
    cols: Positive | None = None
    rows: Positive | None = None
    deck_copies: Annotated[int, Field(ge=1, le=9)] | None = None
    score_minor: Positive | None = None
    score_major: Positive | None = None
    notes: NameIn | None = None
    options: dict[str, Any] = Field(default_factory=dict)


class ScenarioFile(FileModel):
    """A battle: the map, who fights there, and with what."""

    CLAUSE: ClassVar[str | None] = READY
    scenario: ScenarioHead
    map: MapRow
    side: list[SideRow]
    press: list[GuestIn] = Field(default_factory=list)
    observer: list[GuestIn] = Field(default_factory=list)
    request: RequestRow | None = None


class RulesFile(HouseFile):
    """House rules: options, and table files laid over the shipped ones (paths from this file's folder)."""

    model_config = ConfigDict(json_schema_extra=with_options(options_schema))
