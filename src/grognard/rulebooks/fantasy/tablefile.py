"""What table files may say: the keys of ``data/*.yaml`` and of a game master's own files (chapter Tables)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from grognard.files import FileModel
from grognard.locale import T, Text
from grognard.rulebooks.fantasy.spellfile import FreeSpellRow, PathRow
from grognard.rulebooks.fantasy.tables import Kind, Rank, Role
from grognard.rulebooks.fantasy.writing import (
    Cells,
    Characteristic,
    Count,
    DiceText,
    FractionText,
    Length,
    Overlaid,
    Positive,
    Signed,
    Small,
    Wounds,
)
from grognard.rulebooks.options import OptionRow
from grognard.rulebooks.writing import DashedId as Id
from grognard.rulebooks.writing import Named

WORDS: Mapping[str, Text] = {
    "profile": T("unit profile"),
    "mount": T("mount"),
    "character": T("character"),
    "melee_weapon": T("melee weapon"),
    "missile_weapon": T("missile weapon"),
    "special_rule": T("special rule"),
    "terrain": T("terrain"),
    "path": T("path"),
    "spells": T("spell"),
    "effects": T("effect"),
    "legend_bonus": T("legend bonus"),
    "option": T("option"),
    "values": T("value"),
}
"""What one item of a list in the tables is called."""

Die = Annotated[int, Field(ge=1, le=7)]
"""The lowest die that does it; 7: none."""
Columns = Annotated[list[Annotated[int, Field(ge=2, le=7)]], Field(min_length=10, max_length=10)]


# --- troops ------------------------------------------------------------------------------------------


class SizeRow(FileModel):
    """Width and depth of a model's base."""

    CLAUSE: ClassVar[str | None] = "FA-UNIT-01"
    w: Length
    d: Length


class TroopRow(Overlaid):
    """What profiles and characters have in common: characteristics, weapons, armour."""

    CLAUSE: ClassVar[str | None] = "FA-GEN-05"
    id: Id
    M: Characteristic
    WS: Characteristic
    BS: Characteristic
    S: Characteristic
    T: Characteristic
    W: Wounds
    I: Characteristic  # noqa: E741
    A: Characteristic
    Ld: Characteristic
    melee: str
    missile: str | None = None
    armour: str = "none"
    shield: bool = False
    barding: bool = False
    mount: str | None = None
    rules: list[str] = Field(default_factory=list)


class ProfileRow(TroopRow):
    """The models of a unit; ``crew``, ``machine_T`` and ``machine_W`` for machines only."""

    kind: Kind
    role: Role
    base: SizeRow | None = None
    retreat_dice: DiceText = "2d6"
    crew: Annotated[int, Field(ge=1, le=99)] | None = None
    machine_T: Characteristic | None = None
    machine_W: Annotated[int, Field(ge=1, le=99)] | None = None


class CharacterRow(TroopRow):
    """A hero that a unit may have; his kind follows the unit."""

    CLAUSE: ClassVar[str | None] = "FA-CMD-01"
    rank: Rank


class MountRow(Overlaid):
    CLAUSE: ClassVar[str | None] = "FA-MNT-01"
    id: Id
    M: Characteristic
    WS: Characteristic
    S: Characteristic
    T: Characteristic
    W: Wounds
    I: Characteristic  # noqa: E741
    A: Characteristic
    exotic: bool = False


class BaseOfKind(SizeRow):
    """Size, models of a full rank, and files where nobody says how many."""

    full_rank: Annotated[int, Field(ge=0, le=99)]
    files: Annotated[int, Field(ge=1, le=99)]


class BaseTable(FileModel):
    CLAUSE: ClassVar[str | None] = "FA-UNIT-01"
    foot: BaseOfKind
    horse: BaseOfKind
    monster: BaseOfKind
    machine: BaseOfKind


class FormationEntry(Named):
    CLAUSE: ClassVar[str | None] = "FA-UNIT-09"
    least: Literal["full_rank"] | None = None
    most: Literal["below_full_rank", "half_rank"] | None = None
    lane: Annotated[int, Field(ge=1, le=9)]


class FormationTable(FileModel):
    CLAUSE: ClassVar[str | None] = "FA-UNIT-09"
    line: FormationEntry
    column: FormationEntry
    wedge: FormationEntry


# --- weapons, rules, ground ----------------------------------------------------------------------------


class MeleeWeaponRow(Overlaid):
    """``S``, ``A`` and ``I`` are added to the bearer's own."""

    CLAUSE: ClassVar[str | None] = "FA-WPN-01"
    id: Id
    reach: Annotated[int, Field(ge=0, le=2)] = 0
    hands: Annotated[int, Field(ge=1, le=2)] = 1
    S: Signed = 0
    S_first: Signed = 0
    A: Signed = 0
    I: Signed = 0  # noqa: E741
    enemy_hit: Signed = 0
    support: Annotated[int, Field(ge=0, le=9)] = 0
    ap: Small = 0
    killing_blow: Literal["charged_in_front_by_horse"] | None = None


class MissileWeaponRow(Overlaid):
    """Ranges as printed, in units of the option ``range_unit``; ``radius`` in cells."""

    CLAUSE: ClassVar[str | None] = "FA-WPN-12"
    id: Id
    range: Length
    min_range: Cells = 0.0
    S: Small | Literal["user"]
    ap: Small = 0
    wounds: DiceText | None = None
    radius: Cells = 0.0
    scatter: DiceText | None = None
    rules: list[str] = Field(default_factory=list)


class SpecialRuleRow(Named):
    CLAUSE: ClassVar[str | None] = "FA-SPC-01"
    id: Id
    clauses: list[str]
    numbered: bool = False
    missile: bool = False


class TerrainKindRow(Named):
    CLAUSE: ClassVar[str | None] = "FA-TER-01"
    id: Id
    cost: Annotated[float, Field(ge=0, le=20)]
    cover: Annotated[int, Field(ge=0, le=2)] = 0
    los: Literal["clear", "deep", "blocked", "hill"] = "clear"
    deep: Cells = 0.0
    march: bool = True
    line: bool = False
    cross: Cells = 0.0


# --- numbers -----------------------------------------------------------------------------------------


class WoundTable(FileModel):
    """A row for each strength, columns T1 to T10."""

    CLAUSE: ClassVar[str | None] = "FA-WND-01"
    S1: Columns
    S2: Columns
    S3: Columns
    S4: Columns
    S5: Columns
    S6: Columns
    S7: Columns
    S8: Columns
    S9: Columns
    S10: Columns


class MeleeHitTable(FileModel):
    CLAUSE: ClassVar[str | None] = "FA-MEL-09"
    higher: Die
    equal: Die
    lower_half: Die
    lower: Die


class ShootModifiers(FileModel):
    CLAUSE: ClassVar[str | None] = "FA-SHO-02"
    long: Signed
    moving: Signed
    reaction: Signed
    light_cover: Signed
    hard_cover: Signed
    hard_nut: Signed
    light_infantry: Signed
    multishot: Signed
    indirect: Signed
    cumbersome_moving: Signed


class ShootTable(FileModel):
    CLAUSE: ClassVar[str | None] = "FA-SHO-01"
    target_number: Annotated[int, Field(ge=1, le=20)]
    modifiers: ShootModifiers


class ArmourBonus(FileModel):
    CLAUSE: ClassVar[str | None] = "FA-WND-06"
    none: Small
    light: Small
    medium: Small
    heavy: Small


class ArmourTable(FileModel):
    CLAUSE: ClassVar[str | None] = "FA-WND-04"
    bonus: ArmourBonus
    barding: Small
    save_number: Annotated[int, Field(ge=1, le=20)]
    strength_free: Small


class CombatResultTable(FileModel):
    CLAUSE: ClassVar[str | None] = "FA-CR-01"
    wound: Small
    charge: Small
    charge_downhill: Small
    rank: Small
    rank_max: Small
    standard: Small
    flank: Small
    rear: Small


class RangeUnits(FileModel):
    """Cells for one printed unit."""

    CLAUSE: ClassVar[str | None] = "FA-SHO-05"
    metre: FractionText
    pace: FractionText
    cell: FractionText


class WorthTable(FileModel):
    CLAUSE: ClassVar[str | None] = "FA-VIC-02"
    foot: Positive
    horse: Positive
    monster: Positive
    machine: Positive


class VictoryTable(FileModel):
    CLAUSE: ClassVar[str | None] = "FA-VIC-02"
    beaten: Annotated[float, Field(gt=0, le=1)]
    general_dead: Count
    draw_below: Count
    minor_below: Count


class LossStepRow(FileModel):
    CLAUSE: ClassVar[str | None] = "FA-LD-02"
    lost: FractionText
    factor: FractionText


class LossSteps(FileModel):
    CLAUSE: ClassVar[str | None] = "FA-LD-02"
    third_left: LossStepRow
    half_left: LossStepRow


class TriggerRow(FileModel):
    CLAUSE: ClassVar[str | None] = "FA-LD-03"
    active: bool
    fraction: FractionText = "0"
    radius: Cells = 0.0


class TriggerTable(FileModel):
    CLAUSE: ClassVar[str | None] = "FA-LD-03"
    heavy_losses: TriggerRow
    rear_attack: TriggerRow
    commander_killed: TriggerRow
    general_killed: TriggerRow
    machine_hit: TriggerRow
    friend_broken: TriggerRow


class ConditionRow(Named):
    CLAUSE: ClassVar[str | None] = "FA-LEG-03"
    ld: Signed


class ConditionTable(FileModel):
    CLAUSE: ClassVar[str | None] = "FA-LEG-03"
    neglected: ConditionRow
    content: ConditionRow
    eager: ConditionRow


class BonusEffect(FileModel):
    """Exactly one of them."""

    CLAUSE: ClassVar[str | None] = "FA-LEG-01"
    M: Signed | None = None
    WS: Signed | None = None
    BS: Signed | None = None
    S: Signed | None = None
    T: Signed | None = None
    W: Signed | None = None
    I: Signed | None = None  # noqa: E741
    A: Signed | None = None
    Ld: Signed | None = None
    armour: Signed | None = None
    magic_points: Small | None = None
    ignore_wound: Small | None = None
    reroll: Literal["break", "leadership", "rally", "save"] | None = None


class LegendBonusRow(Named):
    CLAUSE: ClassVar[str | None] = "FA-LEG-01"
    id: Id
    of: Literal["unit", "character", "wizard"]
    effect: BonusEffect


class WizardRow(Named):
    CLAUSE: ClassVar[str | None] = "FA-MAG-01"
    level: Annotated[int, Field(ge=1, le=2)]
    bonus: Small
    points: Small
    spells: Annotated[int, Field(ge=0, le=6)]
    max_level: Annotated[int, Field(ge=1, le=6)]


class WizardTable(FileModel):
    CLAUSE: ClassVar[str | None] = "FA-MAG-01"
    junior: WizardRow
    senior: WizardRow


# --- options -----------------------------------------------------------------------------------------


class OptionEntry(OptionRow):
    """Kind ``share`` is a part of 1."""

    kind: Literal["choice", "share"]
    default: bool | int | float | str


class TablesFile(FileModel):
    """All tables together, as they are once every file lies on the others."""

    wound: WoundTable
    melee_hit: MeleeHitTable
    shoot: ShootTable
    armour: ArmourTable
    combat_result: CombatResultTable
    base: BaseTable
    formation: FormationTable
    range_unit: RangeUnits
    misfire: Annotated[list[Literal["explodes", "jams", "lost"]], Field(min_length=6, max_length=6)]
    worth: WorthTable
    victory: VictoryTable
    loss_steps: LossSteps
    trigger: TriggerTable
    condition: ConditionTable
    cast_value: Annotated[list[Annotated[int, Field(ge=1, le=30)]], Field(min_length=6, max_length=6)]
    wizard: WizardTable
    melee_weapon: list[MeleeWeaponRow]
    missile_weapon: list[MissileWeaponRow]
    special_rule: list[SpecialRuleRow]
    terrain: list[TerrainKindRow]
    spell: list[FreeSpellRow]
    path: list[PathRow]
    profile: list[ProfileRow]
    mount: list[MountRow]
    character: list[CharacterRow]
    legend_bonus: list[LegendBonusRow]
    option: list[OptionEntry]


def effect_of(row: BonusEffect) -> list[tuple[str, Any]]:
    """What a bonus does: each key that is given with its value."""
    return [(key, value) for key, value in row.model_dump(exclude_none=True).items()]
