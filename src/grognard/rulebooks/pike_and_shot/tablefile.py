"""What table files may say: the keys of ``data/*.yaml`` and of a game master's own files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, Self, TypeAlias

from pydantic import AfterValidator, Field, model_validator

from grognard.files import FileModel, Wrong
from grognard.locale import T, Text
from grognard.rulebooks.options import OptionRow
from grognard.rulebooks.writing import Ascending, Named, at_most_decimals
from grognard.rulebooks.writing import PlainId as Id

WORDS: Mapping[str, Text] = {
    "base": T("base type"),
    "formation": T("formation"),
    "trait": T("trait"),
    "terrain": T("terrain"),
    "commander_profile": T("profile"),
    "army": T("army list"),
    "unit": T("unit"),
    "option": T("option"),
    "values": T("value"),
}
"""What one item of a list in the tables is called."""

MOST_BASES = 16


def _halves(value: float) -> float:
    if value * 2 != int(value * 2):
        raise Wrong(T("strength {value} is no multiple of 0.5", value=value), "PS-HTH-04")
    return value


Count = Annotated[int, Field(ge=0, le=999)]
Positive = Annotated[int, Field(ge=1, le=999)]
Inches = Annotated[float, Field(ge=0, le=1000)]
Length = Annotated[float, Field(gt=0, le=1000)]
Share = Annotated[float, Field(ge=0, le=1), at_most_decimals(2)]
Ratio = Annotated[float, Field(gt=0, le=9), at_most_decimals(2)]
Factor = Annotated[float, Field(ge=0, le=9), AfterValidator(_halves)]
Strength = Annotated[float, Field(ge=0, le=9), AfterValidator(_halves)]
Span = Annotated[list[Count], Field(min_length=2, max_length=2), Ascending]
BandName: TypeAlias = Literal["bad", "normal", "good"]
QualityName: TypeAlias = Literal["bad", "normal", "good"]
MoraleName: TypeAlias = Literal["bad", "normal", "high"]
LevelName: TypeAlias = Literal["brigade", "division", "army"]


# --- parameters ----------------------------------------------------------------------------------------


class Bands(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-DICE-01"
    low_max: int
    mid_max: int


class Distances(FileModel):
    close_to_enemy_in: Inches
    coordinated_in: Inches
    commander_move_in: Inches
    cp_step_in: Length
    contact_tolerance_in: Inches
    contact_gap_min_in: Inches
    stand_and_shoot_in: Inches


class Impulses(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-IMP-01"
    per_turn: Count
    extra_impulse_dp: Count


class ByBand(FileModel):
    """A number for each result."""

    bad: Count
    normal: Count
    good: Count


class FactorByBand(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-HTH-09"
    bad: Factor
    normal: Factor
    good: Factor


class MovementRow(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-MOVE-03"
    points: ByBand
    good_dp: Count
    manoeuvre_cost: Count = 1
    turn_cost_per_45deg: Count = 1


class MovementTable(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-MOVE-03"
    zero_one_two: MovementRow
    one_two_three: MovementRow


class RestoreRow(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-RALLY-01"
    quiet: Count
    pressed: Count


class RestoreTable(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-RALLY-01"
    good: RestoreRow
    normal: RestoreRow
    bad: RestoreRow


class CpByLevel(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-CP-01"
    brigade: Count
    division: Count
    army: Count


class LengthByLevel(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-BASE-03"
    brigade: Length
    division: Length
    army: Length


class CommandNumbers(FileModel):
    cp: CpByLevel
    order_zone_radius_in: Inches
    base_diameter_in: LengthByLevel


class ShootingNumbers(FileModel):
    dp_factor: FactorByBand
    enfilade_min_bases_crossed: Positive
    enfilade_bonus_dp: Count
    smoke_depth_in: Length


class CombatNumbers(FileModel):
    dealt: FactorByBand
    taken: FactorByBand
    contact_fraction: Share
    support_edge_min_in: Inches
    depth_bonus_per_rank: Strength
    depth_bonus_max: Strength
    flank_attack_bonus: Strength
    brace_defence_bonus_per_base: Strength
    brace_die_min_share: Share


def _dismay(value: int | str) -> int | str:
    if isinstance(value, str) and value != "d3":
        raise Wrong(T("'{value}' is no amount of DP: write a number or d3", value=value))
    if isinstance(value, int) and not 0 <= value <= 99:
        raise Wrong(T("{value} DP is not between 0 and 99", value=value))
    return value


Dismay = Annotated[int | str, AfterValidator(_dismay)]


class DismayNumbers(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-DISMAY-01"
    seen: Dismay
    seen_and_close: Dismay
    exempt_traits: list[str]


class PanicResult(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-PANIC-05"
    dp: Count
    bases: Count


class PanicTable(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-PANIC-05"
    good: PanicResult
    normal: PanicResult
    bad: PanicResult


class PanicTables(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-PANIC-05"
    single: PanicTable
    shooting: PanicTable
    impact: PanicTable
    melee: PanicTable


class CohesionRow(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-PANIC-02"
    shaken_at: Ratio
    broken_at: Ratio


class CohesionTable(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-PANIC-02"
    half_of_dp: CohesionRow
    double_dp: CohesionRow


class RoutTable(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-ROUT-01"
    steady: list[BandName]
    shaken: list[BandName]
    broken: list[BandName]


class RiskNumbers(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-CMD-03"
    attached_unit_loses_base: Annotated[int, Field(ge=0, le=6)]
    attached_unit_destroyed: Annotated[int, Field(ge=0, le=6)]


# --- bases, formations, traits, terrain, commanders ----------------------------------------------------


Fire = Annotated[list[float], Field(min_length=2, max_length=2)]


class BaseEntry(Named):
    """A base type; ``eff`` and ``max`` are [strength, range in inches]."""

    CLAUSE: ClassVar[str | None] = "Model, base type"
    id: Id
    arm: Literal["foot", "horse", "gun"]
    move: Length
    move_v1: Length
    eff: Fire | None = None
    max: Fire | None = None
    att: Strength
    def_: Strength = Field(alias="def")
    mel: Strength
    zone: Literal[90, 270]
    powder: bool = False
    men: Count = 0
    guns: Count = 0
    cost: Count
    traits: list[str] = Field(default_factory=list)

    @model_validator(mode="after")
    def _shoots(self) -> Self:
        for key, fire in (("eff", self.eff), ("max", self.max)):
            if fire is not None:
                _fire(key, fire)
        if (self.eff is None) != (self.max is None):
            raise Wrong(T("who shoots has both eff and max, who does not has neither"), "PS-SHOT-02")
        if self.eff and self.max and self.eff[1] > self.max[1]:
            message = T(
                "eff range {eff} is above max range {max}", eff=_short(self.eff[1]), max=_short(self.max[1])
            )
            raise Wrong(message, "PS-SHOT-02")
        return self


def _fire(key: str, fire: list[float]) -> None:
    strength, reach = fire
    if not 0 <= strength <= 9 or strength * 2 != int(strength * 2):
        message = T(
            "{key} strength {value} is no number from 0 to 9 in steps of 0.5", key=key, value=_short(strength)
        )
        raise Wrong(message, "PS-SHOT-02")
    if not 0 < reach <= 1000:
        message = T("{key} range {value} is no length above 0", key=key, value=_short(reach))
        raise Wrong(message, "PS-SHOT-02")


def _short(value: float) -> str:
    """Without a needless .0."""
    return f"{value:g}"


Size = Annotated[list[Length], Field(min_length=2, max_length=2)]


class BaseSizes(FileModel):
    """Frontage and depth in inches."""

    CLAUSE: ClassVar[str | None] = "PS-BASE-01"
    foot: Size
    horse: Size
    gun: Size
    gun_wide: Size


class FiguresRow(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-BASE-01"
    least: Count
    most: Count
    ranks: Positive


class FiguresTable(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-BASE-01"
    foot: FiguresRow
    horse: FiguresRow
    gun: FiguresRow
    commander_brigade: FiguresRow
    commander_higher: FiguresRow


class MenTable(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-BASE-04"
    foot: Span
    horse: Span
    gun: Span


class FormationEntry(Named):
    CLAUSE: ClassVar[str | None] = "PS-FORM-01"
    id: Id
    zone: Literal["base", 90, 270]
    shape: Literal["", "wide", "deep"] = ""
    min_files: Count = 0
    max_files: Count = 99
    min_ranks: Count = 0
    max_ranks: Count = 99
    min_bases: Positive = 1
    min_pike_share: Share = 0.0
    needs_trait: str = ""
    flanks: bool = True
    may_advance: bool = True
    may_shoot: bool = True
    may_brace: bool = True
    support: bool = True
    depth_bonus: bool = True
    own_bases_block: bool = True
    impact_enemy_die: bool = False
    road_bonus: bool = False
    ponderous: bool = False
    max_gap_in: Inches = 0.0


class TraitEntry(Named):
    CLAUSE: ClassVar[str | None] = "PS-BASE-11"
    id: Id
    swap: Annotated[list[str], Field(min_length=2, max_length=2)] | None = None


class TerrainEntry(Named):
    CLAUSE: ClassVar[str | None] = "PS-TERR-01"
    id: Id
    move: Ratio = 1.0
    rough: bool = False
    cover: bool = False
    defend: bool = False
    los: Literal["open", "block", "edge2", "height"] = "open"
    height: Count = 0
    refuge: bool = False
    horse: bool = True
    guns: bool = True
    impassable: bool = False
    column_only: bool = False
    column_move: Ratio = 1.0


class ProfileEntry(Named):
    CLAUSE: ClassVar[str | None] = "PS-CMD-02"
    id: Id
    d6: list[Annotated[int, Field(ge=1, le=6)]]
    cp: Annotated[int, Field(ge=-9, le=9)] = 0
    may_coordinate: bool = True
    coordinated_in: Inches = 0.0
    panic_extra_worst: Annotated[int, Field(ge=0, le=3)] = 0


# --- armies and victory --------------------------------------------------------------------------------


Bases = Annotated[list[str], Field(min_length=1, max_length=MOST_BASES)]


class UnitEntry(Named):
    CLAUSE: ClassVar[str | None] = "Model, unit"
    id: Id
    bases: Bases
    files: Positive
    formation: str
    quality: QualityName
    morale: MoraleName
    min: Count
    max: Count
    traits: list[str] = Field(default_factory=list)


class ArmyEntry(Named):
    CLAUSE: ClassVar[str | None] = "PS-VIC-06"
    id: Id
    victory: str
    unit: Annotated[list[UnitEntry], Field(min_length=1)]


class TestRow(FileModel):
    CLAUSE: ClassVar[str | None] = "PS-VIC-07"


class ShareTest(TestRow):
    at_least: Share | None = None
    at_most: Share | None = None
    below: Share | None = None


class LostTest(ShareTest):
    kind: Literal["enemy_lost", "own_lost", "objectives_held"]


class IntactTest(ShareTest):
    """``template``: an entry of an army list."""

    kind: Literal["own_units_intact"]
    template: str


class BasesTest(ShareTest):
    kind: Literal["own_bases_lost"]
    base: str


class UnitsTest(TestRow):
    """Counts of units; none of them with ``when: each``."""

    kind: Literal["enemy_units_lost", "own_units_lost"]
    trait: str = ""
    at_least: Count | None = None
    at_most: Count | None = None
    below: Count | None = None


class FallenTest(TestRow):
    kind: Literal["enemy_commander_killed"]
    level: LevelName | Literal[""] = ""


class EventTest(TestRow):
    kind: Literal["loot_home", "sacked", "enemy_loot_unit_destroyed"]


class ConditionEntry(Named):
    CLAUSE: ClassVar[str | None] = "PS-VIC-07"
    id: Id
    test: Annotated[
        LostTest | IntactTest | BasesTest | UnitsTest | FallenTest | EventTest, Field(discriminator="kind")
    ]
    when: Literal["once", "end", "each"]
    vp: Count


class MarginTable(FileModel):
    """The greatest difference of points that is still a draw, still marginal."""

    CLAUSE: ClassVar[str | None] = "PS-VIC-05"
    draw: Count
    marginal: Count


# --- options -------------------------------------------------------------------------------------------


class OptionEntry(OptionRow):
    """Kind ``number`` is whole, ``share`` has two decimals, ``inches`` is a list of lengths."""

    kind: Literal["choice", "number", "share", "inches"]


class TablesFile(FileModel):
    """All tables together, as they are once every file lies on the others."""

    bands: Bands
    distance: Distances
    impulses: Impulses
    movement: MovementTable
    restore_order: RestoreTable
    command: CommandNumbers
    shooting: ShootingNumbers
    close_combat: CombatNumbers
    dismay: DismayNumbers
    panic: PanicTables
    cohesion: CohesionTable
    rout_on: RoutTable
    rout_on_mild: RoutTable
    commander_risk: RiskNumbers
    base: list[BaseEntry]
    base_size: BaseSizes
    figures: FiguresTable
    men_per_base: MenTable
    formation: list[FormationEntry]
    trait: list[TraitEntry]
    terrain: list[TerrainEntry]
    commander_profile: list[ProfileEntry]
    army: list[ArmyEntry]
    victory: dict[str, list[ConditionEntry]]
    victory_margin: MarginTable
    option: list[OptionEntry]
