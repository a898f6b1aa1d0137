"""What scenario and house-rules files may say (keys of chapter Ready-made forces and scenarios)."""

from __future__ import annotations

import re
from calendar import monthrange
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, ConfigDict, Field

from grognard.files import FileModel, Wrong
from grognard.locale import T
from grognard.rulebooks.napoleonic.tablefile import Count, Length, LevelName, Positive
from grognard.rulebooks.napoleonic.tables import read_tables
from grognard.rulebooks.options import HouseFile, with_options, within
from grognard.rulebooks.options import options_schema as schema_of
from grognard.rulebooks.writing import READY, Named, Place, SeatIn, Spot, Zone
from grognard.rulebooks.writing import PlainId as Id


def _clock(value: str) -> str:
    hours, _, minutes = value.partition(":")
    sound = len(value) == 5 and hours.isdecimal() and minutes.isdecimal()
    if not (sound and int(hours) < 24 and int(minutes) < 60):
        raise Wrong(T("start '{value}' is no time of day; write it as \"06:00\"", value=value), "NA-UNIT-01")
    return value


def day(value: str) -> str:
    written = re.fullmatch(r"(\d{4})-(\d{2})-(\d{2})", value)
    year, month, day = map(int, written.groups()) if written else (0, 0, 0)
    if not (year and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]):
        raise Wrong(T("date '{value}' is no day; write it as 1812-09-07", value=value), "NA-CAMP-01")
    return value


class SideRow(Named):
    """A side; with ``zone`` (west, south, east, north) its seats place their units themselves."""

    CLAUSE: ClassVar[str | None] = "Model, side"
    id: Id
    rear: Literal["north", "east", "south", "west"]
    seats: Annotated[list[SeatIn], Field(min_length=1)]
    zone: Zone | None = None


class TerrainRow(FileModel):
    """An area (corners of a polygon) or a line (points in their order), as its kind has it."""

    CLAUSE: ClassVar[str | None] = "Model, terrain"
    id: Id
    kind: str
    points: Annotated[list[Spot], Field(max_length=1000)]
    level: Count = 0
    en: str = ""
    ru: str = ""


class ObjectiveRow(Named):
    CLAUSE: ClassVar[str | None] = "NA-END-08"
    id: Id
    at: Spot
    radius: Length
    points: Positive


class FormationRow(Named):
    """A formation: ``parent``, or the ``side`` whose highest it is. ``turn``: in which it comes on the table with all
    that belongs to it; ``seat``: whose it is with all that belongs to it."""

    CLAUSE: ClassVar[str | None] = "NA-OOB-01"
    id: Id
    level: LevelName
    parent: str = ""
    side: str = ""
    seat: str = ""
    turn: Count = 0


class PersonRow(Named):
    """A general or staff officer; ``with``: the unit or gun with which he stands."""

    CLAUSE: ClassVar[str | None] = "NA-OOB-04"
    id: Id
    rank: str
    post: str
    formation: str
    at: str = Field(alias="with")


class UnitRow(Named):
    """A regiment with ``figures``, or a gun with ``crew``. ``full``: figures at full strength, where it has lost some
    before; ``recruits``: how many of the figures are; ``tired``: it routed twice the day before (NA-ROUT-14)."""

    CLAUSE: ClassVar[str | None] = "Model, unit"
    id: Id
    formation: str
    arm: str
    at: Place
    figures: int | None = None
    crew: int | None = None
    status: str = "line"
    kind: str = "line"
    lances: bool = False
    colours: int = 1
    full: int | None = None
    recruits: int = 0
    tired: bool = False
    battery: str = ""


class WagonRow(Named):
    CLAUSE: ClassVar[str | None] = "Model, train"
    id: Id
    formation: str
    at: Place


_KINDS = {"number": within("integer"), "length": within("number")}


def options_schema() -> dict[str, Any]:
    return schema_of(read_tables().options, _KINDS)


class ScenarioHead(FileModel):
    """``start``: the time at which turn 1 begins; ``table``: width and height in merka; a ``map`` drawn in Tiled gives
    table, terrain and objectives."""

    model_config = ConfigDict(json_schema_extra=with_options(options_schema))
    CLAUSE: ClassVar[str | None] = READY
    id: Id
    en: Annotated[str, Field(min_length=1)]
    ru: str = ""
    turns: Positive
    start: Annotated[str, AfterValidator(_clock)]
    date: Annotated[str, AfterValidator(day)] | None = None
    table: Annotated[list[Length], Field(min_length=2, max_length=2)] | None = None
    map: str | None = None
    notes: Named | None = None
    options: dict[str, Any] = Field(default_factory=dict)


class ScenarioFile(FileModel):
    """A battle: the ground, who fights there, with what, and for what."""

    CLAUSE: ClassVar[str | None] = READY
    scenario: ScenarioHead
    side: list[SideRow]
    terrain: list[TerrainRow] = Field(default_factory=list)
    objective: list[ObjectiveRow] = Field(default_factory=list)
    formation: list[FormationRow]
    person: list[PersonRow]
    unit: list[UnitRow]
    wagon: list[WagonRow] = Field(default_factory=list)


class RulesFile(HouseFile):
    """House rules: options, and table files laid over the shipped ones (paths from this file's folder)."""

    model_config = ConfigDict(json_schema_extra=with_options(options_schema))
