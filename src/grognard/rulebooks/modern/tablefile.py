"""What table files may say: the keys of ``data/*.yaml`` and of a game master's own files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field

from grognard.files import FileModel, Wrong
from grognard.locale import T, Text
from grognard.rulebooks.modern.effectfile import EffectRow, TargetRow
from grognard.rulebooks.modern.effects import Arm, Kind, Tier, Window
from grognard.rulebooks.options import OptionRow
from grognard.rulebooks.writing import Ascending, Named
from grognard.rulebooks.writing import DashedId as Id

WORDS: Mapping[str, Text] = {
    "unit_card": T("unit card"),
    "ability": T("ability"),
    "terrain": T("terrain"),
    "kso_card": T("operation card"),
    "general_card": T("general card"),
    "effects": T("effect"),
    "option": T("option"),
    "values": T("value"),
}
"""What one item of a list in the tables is called."""


def _impassable(value: Any) -> Any:
    """A cost as files have it: half hexes, ``x`` for impassable, ``stop`` for MO-MOVE-04."""
    if value in ("x", "stop") or (
        isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 40
    ):
        return value
    raise Wrong(T("cost {value}: write half hexes, x (impassable) or stop", value=str(value)), "MO-MOVE-02")


def _as_number(value: Any) -> Any:
    return int(value) if isinstance(value, str) and value.isdecimal() and len(value) < 10 else value


CardNumber = Annotated[int, BeforeValidator(_as_number), Field(ge=1, le=999)]
Count = Annotated[int, Field(ge=0, le=9999)]
Positive = Annotated[int, Field(ge=1, le=9999)]
Low20 = Annotated[int, Field(ge=0, le=20)]
Low12 = Annotated[int, Field(ge=0, le=12)]
Four = Annotated[list[Low20], Field(min_length=4, max_length=4)]
SpanIn = Annotated[list[int], Field(min_length=2, max_length=2), Ascending]
Cost = Annotated[int | str, BeforeValidator(_impassable)]
Symbol = Annotated[str, Field(min_length=1, max_length=1)]


# --- units -------------------------------------------------------------------------------------------


class CarriesRow(FileModel):
    """Passengers at the same time; aviation and fleet are never carried."""

    CLAUSE: ClassVar[str | None] = "MO-TRAN-01"
    infantry: Annotated[int, Field(ge=0, le=9)] = 0
    armour: Annotated[int, Field(ge=0, le=9)] = 0


class UnitCardRow(Named):
    """A unit number. ``attack``: against infantry, armour, aviation, fleet. ``power`` and ``price`` may be left out;
    they follow from the rest (MO-ACAD-10)."""

    CLAUSE: ClassVar[str | None] = "MO-UNIT-05"
    id: CardNumber
    arm: Arm
    statuses: Annotated[int, Field(ge=1, le=2)] = 2
    speed: Low20
    armour: Low20
    sight: Low12
    range: Low12
    attack: Four
    abilities: list[str] = Field(default_factory=list)
    carries: CarriesRow = CarriesRow()
    generation: Annotated[int, Field(ge=1, le=5)] = 1
    crew: Literal["conscript", "contract", "none"] = "contract"
    power: int | None = None
    price: int | None = None


class AbilityRow(Named):
    CLAUSE: ClassVar[str | None] = "MO-UNIT-10"
    id: Id
    weight: Annotated[int, Field(ge=-9, le=9)]
    clause: str


# --- terrain -----------------------------------------------------------------------------------------


class CostsRow(FileModel):
    """Half hexes by arm."""

    CLAUSE: ClassVar[str | None] = "MO-MOVE-02"
    infantry: Cost = "x"
    armour: Cost = "x"
    aviation: Cost = "x"
    fleet: Cost = "x"


class BonusRow(FileModel):
    """A number for the arms that it is for."""

    CLAUSE: ClassVar[str | None] = "MO-TERR-01"
    infantry: Annotated[int, Field(ge=-20, le=20)] | None = None
    armour: Annotated[int, Field(ge=-20, le=20)] | None = None
    aviation: Annotated[int, Field(ge=-20, le=20)] | None = None
    fleet: Annotated[int, Field(ge=-20, le=20)] | None = None


class TerrainRow(Named):
    CLAUSE: ClassVar[str | None] = "MO-TERR-01"
    id: Id
    symbol: Symbol
    cost: CostsRow
    cost_with: dict[str, CostsRow] = Field(default_factory=dict)
    bridge_cost: CostsRow = CostsRow()
    armour_bonus: BonusRow = BonusRow()
    sight_bonus: BonusRow = BonusRow()
    sight_set: BonusRow = BonusRow()
    range_set: BonusRow = BonusRow()
    sight_kept_with: list[str] = Field(default_factory=list)
    broken: bool = False
    blocks_fire: bool = False
    adjacent_only_as_target: bool = False
    land: bool = True


class RoadRow(FileModel):
    CLAUSE: ClassVar[str | None] = "MO-TERR-11"
    cost: CostsRow
    cost_into: dict[str, CostsRow] = Field(default_factory=dict)
    cancels_armour_bonus_in: list[str] = Field(default_factory=list)


class FortRow(FileModel):
    CLAUSE: ClassVar[str | None] = "MO-TERR-12"
    max_level: Annotated[int, Field(ge=1, le=9)]
    armour_per_level: Low20
    arms: list[Arm]


class MinesRow(FileModel):
    CLAUSE: ClassVar[str | None] = "MO-TERR-14"
    at: Four


# --- cards -------------------------------------------------------------------------------------------


class OperationRow(Named):
    """An operation card (KSO); ``target`` left out: it has none."""

    CLAUSE: ClassVar[str | None] = "MO-KSO-20"
    id: Id
    tier: Tier
    kind: Kind
    sudden: bool = False
    windows: list[Window] = Field(default_factory=list)
    target: TargetRow = TargetRow()
    effects: Annotated[list[EffectRow], Field(min_length=1)]


class AbilityOfGeneral(Named):
    """``target`` left out: MO-GNL-05 says what is chosen."""

    CLAUSE: ClassVar[str | None] = "MO-GNL-05"
    use: Literal["passive", "once", "every_turn"]
    when: Literal["own_kso", "own_movement", "own_attack"] | None = None
    target: TargetRow | None = None
    effects: Annotated[list[EffectRow], Field(min_length=1)]


class GeneralRow(Named):
    CLAUSE: ClassVar[str | None] = "MO-GNL-07"
    id: Id
    command: Annotated[int, Field(ge=1, le=12)]
    kso_limit: Annotated[int, Field(ge=1, le=8)]
    kso_per_turn: Annotated[int, Field(ge=1, le=2)]
    ability: AbilityOfGeneral


class ByTier(FileModel):
    """A number for each tier."""

    CLAUSE: ClassVar[str | None] = "MO-KSO-15"
    cheap: Count = 0
    medium: Count = 0
    expensive: Count = 0


# --- numbers -----------------------------------------------------------------------------------------


class CardNumbers(FileModel):
    CLAUSE: ClassVar[str | None] = "MO-KSO-16"
    deck_copies: Annotated[int, Field(ge=1, le=9)]
    starting_draw: ByTier
    credit_cost: ByTier
    hold_turns: Annotated[int, Field(ge=1, le=99)]


class LimitsRow(FileModel):
    CLAUSE: ClassVar[str | None] = "MO-GNL-07"
    command: SpanIn
    kso_limit: SpanIn
    kso_per_turn: SpanIn


class TimesRow(FileModel):
    CLAUSE: ClassVar[str | None] = "MO-TURN-05"
    turn_seconds: SpanIn
    answer_seconds: SpanIn
    conference_minutes: SpanIn
    request_notice_hours: Count


class DistancesRow(FileModel):
    hex_km: Positive
    stealth: Low12
    airborne: Low12


class CommandPostRow(FileModel):
    CLAUSE: ClassVar[str | None] = "MO-GNL-02"
    each: Low12
    most: Low12


class PercentRow(FileModel):
    CLAUSE: ClassVar[str | None] = "MO-GEN-08"
    least: Positive
    most: Positive
    step: Positive
    params: list[Literal["speed", "armour", "sight", "range", "attack"]]


class ArmRow(Named):
    """An arm: its letter and the colour of its cards."""

    CLAUSE: ClassVar[str | None] = "MO-UNIT-04"
    letter_en: Symbol
    letter_ru: Symbol
    colour: str


class ArmsTable(FileModel):
    CLAUSE: ClassVar[str | None] = "MO-UNIT-04"
    infantry: ArmRow
    armour: ArmRow
    aviation: ArmRow
    fleet: ArmRow


class ScoreRow(FileModel):
    CLAUSE: ClassVar[str | None] = "MO-END-02"
    point: ByTier
    status: Count
    destroyed: Count
    minor: Positive
    major: Positive


# --- options -------------------------------------------------------------------------------------------


class OptionEntry(OptionRow):
    """Kind ``number`` is 0 or from the least to the most."""

    kind: Literal["choice", "number"]
    default: bool | int | str
    least: int = 0
    most: int = 0


class TablesFile(FileModel):
    """All tables together, as they are once every file lies on the others."""

    cards: CardNumbers
    limits: LimitsRow
    times: TimesRow
    distance: DistancesRow
    command_post: CommandPostRow
    generals_per_side: SpanIn
    opinion: PercentRow
    supply: PercentRow
    arm: ArmsTable
    passenger_weight: Count
    score: ScoreRow
    unit_card: list[UnitCardRow]
    ability: list[AbilityRow]
    terrain: list[TerrainRow]
    road: RoadRow
    fort: FortRow
    mines: MinesRow
    kso_card: list[OperationRow]
    general_card: list[GeneralRow]
    option: list[OptionEntry]
