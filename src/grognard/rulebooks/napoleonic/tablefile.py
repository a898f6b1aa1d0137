"""What table files may say: the keys of ``data/*.yaml`` and of a game master's own files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from grognard.files import FileModel, Wrong
from grognard.locale import T, Text
from grognard.rulebooks.options import OptionRow
from grognard.rulebooks.writing import Ascending, Named, at_most_decimals
from grognard.rulebooks.writing import PlainId as Id

WORDS: Mapping[str, Text] = {
    "arm": T("arm"),
    "status": T("status"),
    "formation_kind": T("formation"),
    "obstacle": T("obstacle"),
    "fate": T("fate"),
    "rank": T("rank"),
    "post": T("post"),
    "option": T("option"),
    "values": T("value"),
    "winner": T("part"),
    "loser": T("part"),
}
"""What one item of a list in the tables is called."""


Count = Annotated[int, Field(ge=0, le=999)]
Positive = Annotated[int, Field(ge=1, le=999)]
Modifier = Annotated[int, Field(ge=-9, le=9)]
Minus = Annotated[int, Field(ge=-9, le=0)]
Length = Annotated[float, Field(gt=0, le=1000), at_most_decimals(3)]
Distance = Annotated[float, Field(ge=0, le=1000), at_most_decimals(3)]
Share = Annotated[float, Field(ge=0, le=1), at_most_decimals(3)]
Moves = Annotated[float, Field(ge=0, le=9), at_most_decimals(3)]
Angle = Annotated[float, Field(ge=0, le=180), at_most_decimals(1)]
Span = Annotated[list[Count], Field(min_length=2, max_length=2), Ascending]
BranchName: TypeAlias = Literal["foot", "horse", "gun"]
LevelName: TypeAlias = Literal["army", "corps", "division", "brigade"]
ReturnsName: TypeAlias = Literal["never", "end_of_war", "7_days", "next_day", "after_1_turn", "stays"]


# --- troops, obstacles -----------------------------------------------------------------------------------


class ArmEntry(Named):
    CLAUSE: ClassVar[str | None] = "NA-MOVE-03"
    id: Id
    branch: BranchName
    move: Length
    straight_attack: Distance = 0.0
    dismounts: bool = False


class StatusEntry(Named):
    CLAUSE: ClassVar[str | None] = "NA-MOD-02"
    id: Id
    fv: Modifier
    elite: bool = False
    recruits: bool = False


class KindEntry(Named):
    CLAUSE: ClassVar[str | None] = "Model"
    id: Id
    footprint: Literal["", "foot", "horse", "march_column", "open_order"] = ""
    move: Distance = 0.0


class FootprintRow(FileModel):
    CLAUSE: ClassVar[str | None] = "Model"
    ranks: Count = 0
    files: Count = 0
    file: Length
    rank: Length

    @model_validator(mode="after")
    def _given(self) -> Self:
        if not self.ranks and not self.files:
            raise Wrong(T("give ranks or files"), "Model")
        return self


class FootprintTable(FileModel):
    CLAUSE: ClassVar[str | None] = "Model"
    foot: FootprintRow
    horse: FootprintRow
    march_column: FootprintRow
    open_order: FootprintRow
    gun: FootprintRow
    train: FootprintRow


class ObstacleMinus(FileModel):
    CLAUSE: ClassVar[str | None] = "NA-OBS-10"
    foot: Minus = 0
    horse: Minus = 0
    dismounted: Minus | None = None


class ObstacleEntry(Named):
    CLAUSE: ClassVar[str | None] = "NA-OBS-01"
    id: Id
    shape: Literal["area", "line", "none"]
    who: Literal["all", "foot", "foot_or_dismounted", "none"]
    fv: ObstacleMinus = ObstacleMinus()
    delay: Distance = 0.0
    max_move: Distance = 0.0
    one_turn: bool = False
    one_unit: bool = False
    uphill_only: bool = False
    narrow: bool = False
    building: bool = False
    burns: bool = False
    destroyed: bool = False
    blocks_sight: bool = False
    crossing: bool = False


# --- losses, close combat, fighting value, pursuit -------------------------------------------------------

LossRow = Annotated[list[Count], Field(min_length=3, max_length=3)]
LossTable = Annotated[list[LossRow], Field(min_length=7, max_length=7)]


class RowSix(FileModel):
    CLAUSE: ClassVar[str | None] = "NA-CAS-04"
    ball_silences_gun: bool
    canister_silences_gun: bool
    canister_stops_foot: bool
    canister_stops_horse: bool


class CasualtyTable(FileModel):
    CLAUSE: ClassVar[str | None] = "NA-CAS-01"
    close_or_ball: LossTable
    canister: LossTable
    row_6: RowSix


class FateEntry(Named):
    CLAUSE: ClassVar[str | None] = "NA-FATE-02"
    id: Id
    returns: ReturnsName


class BackRow(FileModel):
    CLAUSE: ClassVar[str | None] = "NA-CC-35"
    moves: Moves = 0.0
    length: Distance = 0.0

    @model_validator(mode="after")
    def _one(self) -> Self:
        if bool(self.moves) == bool(self.length):
            raise Wrong(T("give one of moves, length"), "NA-CC-35")
        return self


class OutcomeRow(FileModel):
    CLAUSE: ClassVar[str | None] = "NA-CC-06"
    difference: Annotated[list[Count], Field(min_length=1, max_length=2), Ascending]
    result: Literal["locked", "parted", "repulsed", "pushed", "rout"]
    both: bool = False
    back: dict[Literal["foot", "horse"], BackRow] = Field(default_factory=dict)
    follow: dict[Literal["foot", "horse"], Length] = Field(default_factory=dict)
    reforms: list[Literal["foot", "horse"]] = Field(default_factory=list)
    next_turn: Modifier = 0
    winner_battle: Modifier = 0
    loser_battle: Modifier = 0
    no_attack: bool = False
    no_relief: list[Literal["foot", "horse"]] = Field(default_factory=list)


class ClashTables(FileModel):
    CLAUSE: ClassVar[str | None] = "NA-CC-07"
    foot_foot: list[OutcomeRow]
    horse_horse: list[OutcomeRow]
    horse_foot: list[OutcomeRow]


class ModifierTable(FileModel):
    CLAUSE: ClassVar[str | None] = "NA-MOD-01"
    lances_first_attack: Modifier
    heavy_horse_attacks: Modifier
    has_routed_enemy: Modifier
    has_routed: Modifier
    pushed: Modifier
    stopped_by_canister: Modifier
    unruly: Modifier
    horse_standing: Modifier
    heavy_horse_standing: Modifier
    horse_reforming: Modifier
    passed_front_of_foot: Modifier
    flank: Modifier
    rear: Modifier
    two_or_more_strikes: Modifier
    combined_foot_and_horse: Modifier
    march_column: Modifier
    split_or_rejoin: Modifier
    disordered: Modifier
    missing_foot_figure: Modifier
    missing_horse_figure: Modifier
    min_foot: Count
    min_horse: Count
    second_rout_day_before: Modifier
    recruits_half: Modifier


class PursuitMoves(FileModel):
    CLAUSE: ClassVar[str | None] = "NA-PURS-03"
    dash: Moves
    later: Moves
    obeys: Moves
    unruly: Moves


class PursuitTable(FileModel):
    CLAUSE: ClassVar[str | None] = "NA-PURS-06"
    casualties: LossTable
    prisoners: LossTable
    order: list[Literal["casualties", "prisoners", "colours", "persons", "recapture"]]
    moves: PursuitMoves


# --- command ---------------------------------------------------------------------------------------------


class RankEntry(Named):
    CLAUSE: ClassVar[str | None] = "NA-OOB-06"
    id: Id
    general: bool = False


class PostEntry(Named):
    CLAUSE: ClassVar[str | None] = "NA-OOB-06"
    id: Id
    ranks: Annotated[list[str], Field(min_length=1)]
    bonus: list[Modifier]
    bonus_by_rank: list[Modifier] = Field(default_factory=list)
    bonus_at_gun: list[Modifier] = Field(default_factory=list)
    radius: Length
    leads: list[str]
    may_replace: list[str]
    levels: Annotated[list[LevelName], Field(min_length=1)]
    commands: bool = False
    staff: bool = False

    @model_validator(mode="after")
    def _each(self) -> Self:
        for key in ("bonus", "bonus_by_rank", "bonus_at_gun"):
            given = getattr(self, key)
            if (given or key == "bonus") and len(given) != len(self.ranks):
                message = T(
                    "{key}: {given} for {ranks} ranks", key=key, given=len(given), ranks=len(self.ranks)
                )
                raise Wrong(message, "NA-OOB-08")
        return self


# --- parameters, options ---------------------------------------------------------------------------------


class DistanceTable(FileModel):
    close_combat: Distance
    skirmish_range: Distance
    skirmish_interval: Distance
    battery_interval_min: Distance
    battery_interval_max: Distance
    canister_share: Share
    sight_wood: Distance
    over_friend: Distance
    neighbour: Distance
    contagion: Distance
    rally_battle_line: Distance
    rejoin: Distance
    refuge: Distance
    burning: Distance
    crossing: Distance
    withdrawal: Distance
    escort: Distance
    see_near: Distance
    see_details: Distance
    near_enemy_horse_foot: Distance
    enemy_horse: Distance
    enemy_horse_irregular: Distance
    train: Length
    min_frontage: Length


class AngleTable(FileModel):
    CLAUSE: ClassVar[str | None] = "NA-ART-04"
    sector_half_angle: Angle
    pivot_minus_one: Angle
    pivot_half: Angle
    battery: Angle


class LimitTable(FileModel):
    CLAUSE: ClassVar[str | None] = "NA-OOB-05"
    figures_per_gun: Positive
    units_per_general: Positive
    elite_share: Share
    normal_foot: Span
    normal_horse: Span
    most_figures: Positive
    crew_gun: Positive
    crew_one_gun: Positive
    crew_two_guns: Positive
    most_colours: Count
    division_regiments: Span
    brigade_regiments: Span
    infantry_corps_foot: Span
    infantry_corps_horse: Span
    cavalry_corps_horse: Span


class ScaleTable(FileModel):
    CLAUSE: ClassVar[str | None] = "NA-UNIT-02"
    turn_minutes: Positive
    figure_men: Positive
    gun_model_guns: Positive
    merka_metres: Positive


class PartEntry(Named):
    CLAUSE: ClassVar[str | None] = "NA-END-04"
    id: Id
    quarters: Annotated[int, Field(ge=1, le=4)]
    returns: ReturnsName


class AfterBattle(FileModel):
    CLAUSE: ClassVar[str | None] = "NA-END-04"
    winner: list[PartEntry]
    loser: list[PartEntry]


class ReturnDays(FileModel):
    CLAUSE: ClassVar[str | None] = "NA-CAMP-01"
    next_day: Positive
    week: Positive = Field(alias="7_days")


class OptionEntry(OptionRow):
    """Kind ``number`` is whole, ``length`` is in merka, as files write it."""

    kind: Literal["choice", "number", "length"]


class TablesFile(FileModel):
    """All tables together, as they are once every file lies on the others."""

    arm: list[ArmEntry]
    status: list[StatusEntry]
    formation_kind: list[KindEntry]
    footprint: FootprintTable
    obstacle: list[ObstacleEntry]
    casualties: CasualtyTable
    fate: list[FateEntry]
    close_combat: ClashTables
    modifiers: ModifierTable
    pursuit: PursuitTable
    rank: list[RankEntry]
    post: list[PostEntry]
    distances: DistanceTable
    angles: AngleTable
    limits: LimitTable
    scale: ScaleTable
    after_battle: AfterBattle
    return_days: ReturnDays
    option: list[OptionEntry]
