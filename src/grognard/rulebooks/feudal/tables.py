"""The tables of ``data/``, checked, with a game master's own files laid over them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, TypeVar

import msgspec
from pydantic import AfterValidator, Field

from grognard.core.rule import clause
from grognard.files import Document, FileModel, Offered, Wrong, sift
from grognard.locale import T
from grognard.rulebooks.feudal.model import (
    Artefact,
    Condition,
    Constants,
    Fate,
    Feature,
    Force,
    Grade,
    Share,
    SizeRow,
    SkyDrift,
    Tables,
    Tactic,
    Troop,
    Veto,
)
from grognard.rulebooks.feudal.tablecheck import check_tables, option_problem
from grognard.rulebooks.feudal.vocabulary import WORDS, AnyTag, ArtefactRow, BearerRow, Positive, Tag
from grognard.rulebooks.options import OptionRow, option_of
from grognard.rulebooks.tablefiles import TableFiles

DATA = Path(__file__).parent / "data"
FILES = (
    "constants",
    "size",
    "strategy",
    "troops",
    "conditions",
    "tactics",
    "features",
    "artefacts",
    "aftermath",
    "veto",
    "options",
    "ready_forces",
)

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")


def plain_id(value: str) -> str:
    """Ids are typed in orders and name files: small Latin letters, digits and _."""
    if not value or set(value) - _LETTERS or value[0] in "0123456789_":
        raise Wrong(T("id '{id}' may hold only small Latin letters, digits and _, a letter first", id=value))
    return value


Id = Annotated[str, AfterValidator(plain_id)]
Count = Annotated[int, Field(ge=0)]
Die = Annotated[int, Field(ge=1, le=20)]


def _fraction(value: list[int]) -> list[int]:
    if not 0 <= value[0] <= value[1] or value[1] == 0:
        raise Wrong(T("[{num}, {den}] is no share between 0 and 1", num=value[0], den=value[1]))
    return value


def _span(value: list[int]) -> list[int]:
    if value[0] > value[1]:
        raise Wrong(T("from {low} to {high} is no span of the die", low=value[0], high=value[1]))
    return value


Fraction = Annotated[list[int], Field(min_length=2, max_length=2), AfterValidator(_fraction)]
Span = Annotated[list[Die], Field(min_length=2, max_length=2), AfterValidator(_span)]


class ArmyNumbers(FileModel):
    hp_num: Positive
    hp_den: Positive
    defence_base: int
    strength_min: Positive
    consumption_divisor: Positive
    consumption_min: Count
    short_handed_fraction: Fraction
    tactics_known_max: Count


class MoraleNumbers(FileModel):
    dc_tactic: int
    dc_strategy: int
    dc_rout: int
    dc_break_off: int
    dc_learn: int
    record_min: int
    record_max: int


class CommanderNumbers(FileModel):
    start_level: Positive
    wage_per_level: Count
    feature_first: Count
    feature_every: Positive
    free_grades: Annotated[int, Field(ge=1, le=4)]


class ConstantsFile(FileModel):
    army: ArmyNumbers
    morale: MoraleNumbers
    commander: CommanderNumbers


class Named(FileModel):
    en: str
    ru: str = ""


class SizeEntry(Named):
    CLAUSE: ClassVar[str | None] = "FE-SIZE-02"
    from_: Positive = Field(alias="from")
    bonus: int


class SizeFile(FileModel):
    CLAUSE: ClassVar[str | None] = "FE-SIZE-02"
    infantry: list[SizeEntry]
    mounted: list[SizeEntry]


class StrategyEntry(Named):
    CLAUSE: ClassVar[str | None] = "FE-STR-01"
    id: Id
    grade: Annotated[int, Field(ge=-2, le=2)]
    attack: int
    defence: int
    damage: int


class TroopEntry(Named):
    id: Id
    level: Positive
    table: Literal["infantry", "mounted"]
    unit_strength: Positive | None = None
    tags: list[Tag] = Field(default_factory=list)
    missiles: Count = 0
    morale: int = 0
    effects: list[BearerRow] = Field(default_factory=list)


FieldGroup = Literal["sky", "light", "air"]
ArmyGroup = Literal["footing", "position", "works", "conjured", "surprise", "state"]


class ConditionEntry(Named):
    CLAUSE: ClassVar[str | None] = "FE-COND-05"
    id: Id
    scope: Literal["field", "army"]
    group: FieldGroup | ArmyGroup
    static: bool = False
    lasts: Literal["round", "battle"] = "round"
    effects: list[BearerRow] = Field(default_factory=list)


class TacticEntry(Named):
    CLAUSE: ClassVar[str | None] = "FE-TAC-09"
    id: Id
    needs: list[Tag | Literal["shooter"]] = Field(default_factory=list)
    once_per_battle: bool = False
    effects: list[BearerRow] = Field(default_factory=list)


class FeatureEntry(Named):
    CLAUSE: ClassVar[str | None] = "FE-CMD-09"
    id: Id
    leadership: Count
    choice: Literal["tactic", ""] = ""
    effects: list[BearerRow] = Field(default_factory=list)


class ArtefactEntry(Named):
    CLAUSE: ClassVar[str | None] = "FE-ART-06"
    id: Id
    target: Literal["field", "own_army", "enemy_army"]
    charges: Positive
    effects: Annotated[list[ArtefactRow], Field(min_length=1)]


class ShareEntry(FileModel):
    CLAUSE: ClassVar[str | None] = "FE-AFT-01"
    recover: Fraction
    scatter: Fraction
    morale: int


class AftermathTable(FileModel):
    CLAUSE: ClassVar[str | None] = "FE-AFT-01"
    victor: ShareEntry
    parted: ShareEntry
    withdrawn: ShareEntry
    routed: ShareEntry
    destroyed: ShareEntry


class FateEntry(Named):
    CLAUSE: ClassVar[str | None] = "FE-AFT-08"
    from_: Die = Field(alias="from")
    to: Die
    result: Literal["killed", "captured", "escaped"]


class SkyDriftTable(FileModel):
    CLAUSE: ClassVar[str | None] = "FE-COND-08"
    ladder: Annotated[list[str], Field(min_length=1)]
    worse: Span
    better: Span


class VetoEntry(Named):
    CLAUSE: ClassVar[str | None] = "FE-VETO-05"
    id: Id
    phase: Literal["ranged", "melee"]
    target_has: list[AnyTag] = Field(default_factory=list)
    target_side_has: list[AnyTag] = Field(default_factory=list)
    attacker_lacks: list[AnyTag] = Field(default_factory=list)
    over_max_attackers: bool = False


class OptionEntry(OptionRow):
    kind: Literal["choice", "flag", "number"]
    default: bool | int | str
    least: int = 0
    most: int = 0


class ForceEntry(Named):
    id: Id
    troop: str
    men: Positive


class TablesFile(FileModel):
    """All tables together, as they are once every file lies on the others."""

    constants: ConstantsFile
    size: SizeFile
    unit_strength: Annotated[dict[int, int], Field(min_length=1)]
    strategy: list[StrategyEntry]
    troop: list[TroopEntry]
    condition: list[ConditionEntry]
    tactic: list[TacticEntry]
    feature: list[FeatureEntry]
    artefact: list[ArtefactEntry]
    aftermath: AftermathTable
    commander_fate: list[FateEntry]
    sky_drift: SkyDriftTable
    veto: list[VetoEntry]
    option: list[OptionEntry]
    force: list[ForceEntry]


def offered(tables: Tables) -> Offered:
    return Offered(tables.options, option_problem)


S = TypeVar("S")


def _struct(struct: type[S], row: FileModel) -> S:
    """A checked row as the rules read it."""
    return msgspec.convert(_with_names(row.model_dump(by_alias=True, exclude_none=True)), struct)


def _with_names(value: Any) -> Any:
    """``en`` and ``ru`` drawn together into a ``name``."""
    if isinstance(value, list):
        return [_with_names(item) for item in value]
    if not isinstance(value, dict):
        return value
    fields = {key: _with_names(item) for key, item in value.items()}
    return {**fields, "name": {"en": fields["en"], "ru": fields["ru"]}} if "en" in fields else fields


def _each(struct: type[S], rows: Sequence[FileModel]) -> tuple[S, ...]:
    return tuple(_struct(struct, row) for row in rows)


def _by_id(struct: type[S], rows: Sequence[Any]) -> dict[str, S]:
    return {row.id: _struct(struct, row) for row in rows}


def _tables(rows: TablesFile) -> Tables:
    sections = rows.constants.model_dump().values()
    return Tables(
        constants=msgspec.convert({k: v for section in sections for k, v in section.items()}, Constants),
        size={"infantry": _each(SizeRow, rows.size.infantry), "mounted": _each(SizeRow, rows.size.mounted)},
        unit_strength=dict(rows.unit_strength),
        grades={row.grade: _struct(Grade, row) for row in sorted(rows.strategy, key=lambda row: row.grade)},
        troops=_by_id(Troop, rows.troop),
        conditions=_by_id(Condition, rows.condition),
        tactics=_by_id(Tactic, rows.tactic),
        features=_by_id(Feature, rows.feature),
        artefacts=_by_id(Artefact, rows.artefact),
        aftermath={name: _struct(Share, row) for name, row in rows.aftermath},
        commander_fate=_each(Fate, rows.commander_fate),
        sky_drift=_struct(SkyDrift, rows.sky_drift),
        vetoes=_each(Veto, rows.veto),
        options={row.id: option_of(row) for row in rows.option},
        forces=_by_id(Force, rows.force),
    )


@clause("FE-COND-05", "FE-TAC-02", "FE-TAC-09", "FE-CMD-09", "FE-ART-06", "FE-VETO-05")
def _checked(document: Document, shipped: Document) -> Tables:
    check_tables(document, shipped, sift(document, TablesFile, words=WORDS))
    return _tables(TablesFile.model_validate(document.data))


load_tables = TableFiles(DATA, FILES, _checked).read
