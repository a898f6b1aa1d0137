"""What scenario, army and house-rules files may say (keys of chapter Ready-made forces and scenarios)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field, WithJsonSchema

from grognard.files import FileModel
from grognard.rulebooks.feudal.tables import Count, Id, Named, load_tables
from grognard.rulebooks.feudal.vocabulary import Positive
from grognard.rulebooks.options import HouseFile, KindSchema, with_options, within
from grognard.rulebooks.options import options_schema as schema_of
from grognard.rulebooks.writing import NAME, TEXT, or_text, text_or

MOST_IN_BLOCK = 1000


class NameRow(Named):
    """A name in both languages, or as a plain text in one."""


class CommanderName(FileModel):
    """A commander's name as NameRow, but he can't be called nothing."""

    CLAUSE: ClassVar[str | None] = "FE-CMD-03"
    en: Annotated[str, Field(min_length=1)]
    ru: str = ""


class FeatureRow(FileModel):
    """A feature: its id, or its id and what was chosen with it."""

    CLAUSE: ClassVar[str | None] = "FE-CMD-06"
    id: str
    choice: str = ""


_CALLED = {**TEXT, "minLength": 1}
_CALLED_OR = {"anyOf": [_CALLED, {"type": "object", "properties": {"en": _CALLED, "ru": TEXT}}]}
NameIn = Annotated[NameRow, or_text("en"), WithJsonSchema(NAME)]
CommanderNameIn = Annotated[CommanderName, or_text("en"), WithJsonSchema(_CALLED_OR)]
FeatureIn = Annotated[FeatureRow, or_text("id"), WithJsonSchema(text_or(id=TEXT, choice=TEXT))]


class CommanderRow(FileModel):
    """A commander; without ``name`` the nameless one, whom nobody need choose in setup."""

    CLAUSE: ClassVar[str | None] = "FE-CMD-03"
    name: CommanderNameIn | None = None
    level: Positive | None = None
    features: list[FeatureIn] = Field(default_factory=list)
    extra_features: Count = 0
    lord: bool = False


class BodyRow(FileModel):
    """What an army and a block of armies have in common."""

    id: Id
    troop: str | None = None
    men: Positive | None = None
    force: str | None = None
    name: NameIn | None = None
    tactics: list[str] = Field(default_factory=list)
    commander: CommanderRow | None = None
    conditions: list[str] = Field(default_factory=list)
    morale_record: int = 0
    hp: Positive | None = None
    missiles: Count | None = None
    survivors: bool = False


class ArmyRow(BodyRow):
    """One army; ``troop`` and ``men``, or a ready ``force`` instead."""

    seat: str
    oob: int | None = None


class BlockRow(BodyRow):
    """``count`` armies with ids <id>_1 ... <id>_count; ``{n}`` in a name becomes the number."""

    seat: str
    count: Annotated[int, Field(ge=1, le=MOST_IN_BLOCK)]


class SideRow(FileModel):
    CLAUSE: ClassVar[str | None] = "FE-MULTI-01"
    id: Id
    en: str = ""
    ru: str = ""


class SeatRow(FileModel):
    CLAUSE: ClassVar[str | None] = "FE-MULTI-01"
    id: Id
    side: str
    kind: Literal["player", "npc"]
    artefacts: list[str] = Field(default_factory=list)
    commanders: list[CommanderRow] = Field(default_factory=list)


class RoundRow(FileModel):
    """The umpire's script for a round; what it does not mention goes on as it is."""

    CLAUSE: ClassVar[str | None] = "FE-COND-01"
    number: Positive
    field: list[str] | None = None
    armies: dict[str, list[str]] = Field(default_factory=dict)


_KINDS: Mapping[str, KindSchema] = {"flag": lambda _: {"type": "boolean"}, "number": within("integer")}


def options_schema() -> dict[str, Any]:
    return schema_of(load_tables().options, _KINDS)


def _with_options(made: dict[str, Any]) -> None:
    made["properties"].update(options_schema())
    made["additionalProperties"] = False


class ScenarioHead(FileModel):
    """Beside these keys, every option is one."""

    model_config = ConfigDict(extra="allow", json_schema_extra=_with_options)
    id: Id
    en: str
    ru: str = ""
    shared_victory: list[list[str]] = Field(default_factory=list)


class ScenarioFile(FileModel):
    """A battle: who fights, with what, and under which conditions."""

    scenario: ScenarioHead
    side: list[SideRow]
    seat: list[SeatRow]
    army: list[ArmyRow] = Field(default_factory=list)
    block: list[BlockRow] = Field(default_factory=list)
    round: list[RoundRow] = Field(default_factory=list)


class RosterRow(BodyRow):
    """One army of a seat's own file; seat and place in the order of battle come with the scenario."""


class ArmyFile(FileModel):
    """What one seat brings to a battle."""

    army: Annotated[list[RosterRow], Field(min_length=1)]
    artefacts: list[str] = Field(default_factory=list)
    commanders: list[CommanderRow] = Field(default_factory=list)


class RulesFile(HouseFile):
    """House rules: options, and table files laid over the shipped ones (paths from this file's folder)."""

    model_config = ConfigDict(json_schema_extra=with_options(options_schema))
    options: dict[str, bool | int | str] = Field(default_factory=dict)
