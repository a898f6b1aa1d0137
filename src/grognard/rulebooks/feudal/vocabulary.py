"""The closed effect vocabulary as files may write it: every kind with its value and its filters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field

from grognard.files import FileModel, Wrong
from grognard.locale import T, Text

VOCABULARY = "Model, effect vocabulary"

WORDS: Mapping[str, Text] = {
    "strategy": T("strategy"),
    "troop": T("troop"),
    "condition": T("condition"),
    "tactic": T("tactic"),
    "feature": T("feature"),
    "artefact": T("artefact"),
    "commander_fate": T("row"),
    "infantry": T("row"),
    "mounted": T("row"),
    "veto": T("veto"),
    "option": T("option"),
    "force": T("force"),
    "effects": T("effect"),
    "values": T("value"),
}
"""What one item of a list in the tables is called."""

Tag = Literal["foot", "mounted", "heavy", "light", "spears", "siege", "beast"]
AnyTag = Tag | Literal["standoff", "in_melee", "shooter", "bloodied", "wavering"]
Positive = Annotated[int, Field(ge=1)]


class EffectRow(FileModel):
    CLAUSE: ClassVar[str | None] = VOCABULARY


class Filtered(EffectRow):
    """The filters; all that are given must hold for the effect to act."""

    phase: Literal["ranged", "melee", "any"] = "any"
    pass_: Literal["any", "first"] = Field("any", alias="pass")
    tactic_pass: Positive | None = None
    self_: list[AnyTag] = Field(default_factory=list, alias="self")
    not_self: list[AnyTag] = Field(default_factory=list)
    vs: list[AnyTag] = Field(default_factory=list)
    not_vs: list[AnyTag] = Field(default_factory=list)


class NumberRow(Filtered):
    kind: Literal["attack", "defence", "damage", "damage_taken", "pursuit_attack", "missiles"]
    value: int


class PositiveRow(Filtered):
    kind: Literal["attrition", "max_attackers", "pierce"]
    value: Positive


class FlagRow(Filtered):
    kind: Literal["halve_damage", "no_attack", "no_tactic", "no_pursuit", "tend"]


class Checked(Filtered):
    check: Literal["any", "tactic", "strategy", "rout", "break_off", "learn"] = "any"


class MoraleRow(Checked):
    kind: Literal["morale", "side_morale", "enemy_morale"]
    value: int


class RerollRow(Checked):
    kind: Literal["reroll"]


class GradesRow(Filtered):
    kind: Literal["free_grades"]
    value: Annotated[int, Field(ge=1, le=4)]


class IgnoreRow(EffectRow):
    kind: Literal["ignore"]
    list_: Annotated[list[str], Field(alias="list", min_length=1)]


class LendRow(Filtered):
    """``value`` is a tactic, or ``$choice`` for the one chosen with the feature."""

    kind: Literal["lend_tactic"]
    value: str


class ConsumptionRow(Filtered):
    """Consumption x value/2, rounded down."""

    kind: Literal["consumption"]
    value: Annotated[int, Field(ge=0)]


class SetRow(EffectRow):
    """``value`` is a condition or a group."""

    kind: Literal["set_field", "set_army", "clear_group", "clear_army_group"]
    value: str


class GiveRow(EffectRow):
    kind: Literal["give_missiles"]
    value: Positive


def _healing(value: int | str) -> int | str:
    fits = value >= 1 if isinstance(value, int) else value in ("strength", "half_strength")
    if not fits:
        raise Wrong(T("heal takes strength, half_strength or a number above 0, not '{value}'", value=value))
    return value


class HealRow(EffectRow):
    kind: Literal["heal"]
    value: Annotated[int | str, AfterValidator(_healing)]


BearerRow = Annotated[
    NumberRow
    | PositiveRow
    | FlagRow
    | MoraleRow
    | RerollRow
    | GradesRow
    | IgnoreRow
    | LendRow
    | ConsumptionRow,
    Field(discriminator="kind"),
]
"""An effect of a troop type, condition, tactic or feature."""

ArtefactRow = Annotated[SetRow | GiveRow | HealRow, Field(discriminator="kind")]
"""An effect of an artefact."""
