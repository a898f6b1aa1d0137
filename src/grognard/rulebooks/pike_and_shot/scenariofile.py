"""What scenario and house-rules files may say (keys of chapter Ready-made forces and scenarios)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field

from grognard.files import FileModel
from grognard.rulebooks.options import HouseFile, KindSchema, with_options, within
from grognard.rulebooks.options import options_schema as schema_of
from grognard.rulebooks.pike_and_shot.tablefile import (
    Bases,
    Count,
    Length,
    LevelName,
    MoraleName,
    Positive,
    QualityName,
)
from grognard.rulebooks.pike_and_shot.tables import read_tables
from grognard.rulebooks.writing import READY, NameIn, Place, SeatIn, Spot, Zone
from grognard.rulebooks.writing import PlainId as Id


class SideRow(FileModel):
    """A side; without ``en`` it is called as its army."""

    CLAUSE: ClassVar[str | None] = "Model, side"
    id: Id
    army: str
    edge: Literal["north", "east", "south", "west"]
    seats: Annotated[list[SeatIn], Field(min_length=1)]
    en: str = ""
    ru: str = ""
    victory: str | None = None
    deploy: Zone | None = None


class TerrainRow(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-TERR-01"
    id: str
    kind: str
    poly: Annotated[list[Spot], Field(max_length=1000)]
    name: NameIn | None = None


class ObjectiveRow(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-VIC-03"
    id: Id
    at: Spot
    radius: Length
    name: NameIn | None = None
    loot: bool = False


class OrderRow(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-ORD-03"
    stance: Literal["attack", "hold", "withdraw"] = "attack"
    flag: Spot


class CommanderRow(FileModel):
    """A commander; without ``at`` he comes on the table with his units' deployment."""

    CLAUSE: ClassVar[str | None] = "PS-CMD-01"
    id: Id
    side: str
    level: LevelName
    at: Spot | None = None
    name: NameIn | None = None
    cp: Annotated[int, Field(ge=0, le=9)] | None = None
    under: str = ""
    seat: str | None = None
    profile: str = ""
    order: OrderRow | None = None
    turn: Count = 0


class UnitRow(FileModel):
    """A unit: an ``entry`` of its side's army list (or of ``army``), and what differs from it."""

    CLAUSE: ClassVar[str | None] = "Model, unit"
    id: Id
    command: str
    entry: str | None = None
    at: Place | None = None
    name: NameIn | None = None
    army: str | None = None
    bases: Bases | None = None
    files: Positive | None = None
    formation: str | None = None
    quality: QualityName | None = None
    morale: MoraleName | None = None
    traits: list[str] = Field(default_factory=list)
    turn: Count = 0


_KINDS: Mapping[str, KindSchema] = {
    "number": within("integer"),
    "share": within("number"),
    "inches": lambda _: {"type": "array", "items": {"type": "number", "minimum": 0}},
}


def options_schema() -> dict[str, Any]:
    return schema_of(read_tables().options, _KINDS)


class ScenarioHead(FileModel):
    """``table``: width and height in inches; a ``map`` drawn in Tiled gives both table and terrain."""

    model_config = ConfigDict(json_schema_extra=with_options(options_schema))
    CLAUSE: ClassVar[str | None] = READY
    id: Id
    en: str
    ru: str = ""
    turns: Positive
    table: Annotated[list[Length], Field(min_length=2, max_length=2)] | None = None
    map: str | None = None
    notes: NameIn | None = None
    options: dict[str, Any] = Field(default_factory=dict)


class ScenarioFile(FileModel):
    """A battle: the ground, who fights there, with what, and for what."""

    CLAUSE: ClassVar[str | None] = READY
    scenario: ScenarioHead
    side: list[SideRow]
    terrain: list[TerrainRow] = Field(default_factory=list)
    objective: list[ObjectiveRow] = Field(default_factory=list)
    commander: list[CommanderRow]
    unit: list[UnitRow]


class RulesFile(HouseFile):
    """House rules: options, and table files laid over the shipped ones (paths from this file's folder)."""

    model_config = ConfigDict(json_schema_extra=with_options(options_schema))
