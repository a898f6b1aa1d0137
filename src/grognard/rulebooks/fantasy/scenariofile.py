"""What scenario and house-rules files may say (chapter Ready-made forces and scenarios)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field, WithJsonSchema

from grognard.files import FileModel
from grognard.rulebooks.fantasy.printed import read_tables
from grognard.rulebooks.fantasy.spellfile import PathRow
from grognard.rulebooks.fantasy.tablefile import (
    CharacterRow,
    MeleeWeaponRow,
    MissileWeaponRow,
    MountRow,
    ProfileRow,
)
from grognard.rulebooks.fantasy.writing import Count, Length, Positive
from grognard.rulebooks.options import HouseFile, with_options, within
from grognard.rulebooks.options import options_schema as schema_of
from grognard.rulebooks.writing import (
    NAME,
    READY,
    SEAT_KINDS,
    TEXT,
    Coordinate,
    Named,
    NameIn,
    Spot,
    or_text,
    text_or,
)
from grognard.rulebooks.writing import DashedId as Id

OWN_TABLES = ("profile", "mount", "character", "melee_weapon", "missile_weapon", "path")
"""Lists of the tables that a force file may add to: the game master's own profiles (FA-GEN-05)."""
Corners = Annotated[list[Spot], Field(max_length=1000)]
Heading = Annotated[float, Field(ge=0, lt=360)]

# --- who fights ----------------------------------------------------------------------------------------


class SeatRow(FileModel):
    """A seat: its id, or its id, its kind, and what it wrote of itself and its troops (FA-LEG-01)."""

    CLAUSE: ClassVar[str | None] = "Model, seat"
    id: Id
    kind: Literal["player", "npc"] = "player"
    legend: NameIn | None = None


_SEAT = text_or(id=TEXT, kind=SEAT_KINDS, legend=NAME)
SeatIn = Annotated[SeatRow, or_text("id"), WithJsonSchema(_SEAT)]


class CharacterIn(FileModel):
    """A character: a plain word, his profile, or more. ``rank``: left out, that of the profile; ``bonus``: a legend
    bonus that he has already."""

    CLAUSE: ClassVar[str | None] = "FA-CMD-01"
    id: Id | None = None
    profile: Annotated[str, Field(alias="as")]
    level: int = 0
    path: str | None = None
    mount: str | None = None
    rank: Literal["captain", "general", "champion", "wizard"] | None = None
    bonus: str | None = None


class AttachedIn(CharacterIn):
    """A character with the unit that he joins."""

    unit: str


_CHARACTER = {
    "anyOf": [TEXT, {"type": "object", "required": ["as"], "properties": {
        "id": TEXT, "as": TEXT, "level": {"enum": [0, 1, 2]}, "path": TEXT, "mount": TEXT, "bonus": TEXT,
        "rank": {"enum": ["captain", "general", "champion", "wizard"]}}}]
}  # fmt: skip
CharIn = Annotated[CharacterIn, or_text("as"), WithJsonSchema(_CHARACTER)]


class TroopsRow(FileModel):
    """What units and blocks have in common. ``n``: models, 1 of a machine; ``std``: a standard; ``at``: the middle of
    the front edge. ``files`` and ``formation`` left out: as usual for the kind."""

    CLAUSE: ClassVar[str | None] = "FA-UNIT-03"
    profile: str
    n: Positive
    at: Spot
    heading: Heading
    files: Positive | None = None
    formation: Literal["line", "column", "wedge"] | None = None
    std: bool = False
    seat: str | None = None
    condition: Literal["content", "eager", "neglected"] = "content"
    bonus: str | None = None


class UnitRow(TroopsRow):
    id: Id
    chars: list[CharIn] = Field(default_factory=list)


class BlockRow(TroopsRow):
    """``count`` like units, ``step`` apart along x from ``at``; ids ``base`` + number."""

    base: Id
    count: Annotated[int, Field(ge=1, le=99)]
    step: Coordinate


class SideRow(Named):
    """A side. ``seats``: left out, one of the side's own id. ``zone``: where its seats place their units."""

    CLAUSE: ClassVar[str | None] = "Model, side"
    id: Id
    home_ground: bool = False
    general: str | None = None
    seats: Annotated[list[SeatIn], Field(min_length=1)] | None = None
    zone: Corners | None = None
    units: list[UnitRow] = Field(default_factory=list)
    blocks: list[BlockRow] = Field(default_factory=list)
    chars: list[AttachedIn] = Field(default_factory=list)


# --- the ground ------------------------------------------------------------------------------------------


class TerrainRow(FileModel):
    """A piece of terrain: a ``poly`` of corners, of walls and hedges a ``line`` of points."""

    CLAUSE: ClassVar[str | None] = "FA-TER-01"
    id: Id | None = None
    kind: str
    poly: Corners | None = None
    line: Corners | None = None
    name: NameIn | None = None


class ObjectiveRow(Named):
    """An area worth ``points`` to who holds it in the end, of all sides or of ``sides``."""

    CLAUSE: ClassVar[str | None] = "FA-VIC-04"
    id: Id | None = None
    area: Corners
    points: Count
    sides: list[str] = Field(default_factory=list)


# --- the whole -----------------------------------------------------------------------------------------


_KINDS = {"share": within("number")}


def options_schema() -> dict[str, Any]:
    return schema_of(read_tables().options, _KINDS)


class ScenarioHead(FileModel):
    """``table``: width and height in cells; a ``map`` drawn in Tiled gives both table and terrain."""

    model_config = ConfigDict(json_schema_extra=with_options(options_schema))
    CLAUSE: ClassVar[str | None] = READY
    id: Id
    en: Annotated[str, Field(min_length=1)]
    ru: str = ""
    table: Annotated[list[Length], Field(min_length=2, max_length=2)] | None = None
    map: str | None = None
    turns: Annotated[int, Field(ge=1, le=999)]
    notes: NameIn | None = None
    options: dict[str, Any] = Field(default_factory=dict)


class ScenarioFile(FileModel):
    """A battle: the ground, who fights there, with what, and for what; and tables of its own."""

    CLAUSE: ClassVar[str | None] = READY
    scenario: ScenarioHead
    side: list[SideRow]
    terrain: list[TerrainRow] = Field(default_factory=list)
    objective: list[ObjectiveRow] = Field(default_factory=list)
    profile: list[ProfileRow] = Field(default_factory=list)
    mount: list[MountRow] = Field(default_factory=list)
    character: list[CharacterRow] = Field(default_factory=list)
    melee_weapon: list[MeleeWeaponRow] = Field(default_factory=list)
    missile_weapon: list[MissileWeaponRow] = Field(default_factory=list)
    path: list[PathRow] = Field(default_factory=list)


class RulesFile(HouseFile):
    """House rules: options, and table files laid over the shipped ones (paths from this file's folder)."""

    model_config = ConfigDict(json_schema_extra=with_options(options_schema))
