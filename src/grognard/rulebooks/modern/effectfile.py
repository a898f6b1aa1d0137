"""How effects and targets are written in files: one model for each word of the vocabulary (MO-KSO-20)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from grognard.files import FileModel
from grognard.rulebooks.modern.effects import Arm, Command, Kind, Param, Scope, Tier

Small = Annotated[int, Field(ge=1, le=20)]
Delta = Annotated[int, Field(ge=-20, le=20)]
Radius = Annotated[int, Field(ge=0, le=60)]
Arms = Annotated[list[Arm], Field(max_length=4)]


class TargetRow(FileModel):
    """What is chosen when the card is declared; ``arms`` left out: all arms."""

    CLAUSE: ClassVar[str | None] = "MO-KSO-08"
    what: Literal["none", "unit", "hex", "general", "card"] = "none"
    side: Literal["own", "enemy", "any"] = "any"
    arms: Arms = Field(default_factory=list)
    max: Annotated[int, Field(ge=1, le=3)] = 1
    needs: Literal["none", "sight", "known", "unoccupied", "adjacent_own", "start_zone"] = "none"


class EffectBase(FileModel):
    CLAUSE: ClassVar[str | None] = "MO-KSO-20"


class LastingRow(EffectBase):
    param: Param
    scope: Scope = "target"
    arms: Arms = Field(default_factory=list)
    radius: Radius = 0
    lasts: Literal["card", "turn"] = "card"


class ModifyRow(LastingRow):
    op: Literal["modify"]
    delta: Delta


class ScaleRow(LastingRow):
    op: Literal["scale"]
    num: Annotated[int, Field(ge=0, le=20)]
    den: Small


class SetRow(LastingRow):
    op: Literal["set"]
    value: Annotated[int, Field(ge=0, le=20)]


class StrikeRow(EffectBase):
    op: Literal["strike"]
    at: Annotated[list[Annotated[int, Field(ge=0, le=20)]], Field(min_length=4, max_length=4)]


class HealRow(EffectBase):
    op: Literal["heal"]
    statuses: Annotated[int, Field(ge=1, le=2)]


class ReinforceRow(EffectBase):
    op: Literal["reinforce"]
    arms: Annotated[list[Arm], Field(min_length=1)]
    count: Annotated[int, Field(ge=1, le=3)]


class RevealRow(EffectBase):
    op: Literal["reveal"]
    radius: Annotated[int, Field(ge=-1, le=60)]


class HideRow(EffectBase):
    op: Literal["hide"]


class RelocateRow(EffectBase):
    op: Literal["relocate"]
    max_distance: Small


class ExtraMovesRow(EffectBase):
    op: Literal["extra_moves"]
    count: Small


class ExtraAttackRow(EffectBase):
    op: Literal["extra_attack"]
    count: Annotated[int, Field(ge=1, le=3)]


class AttackNowRow(EffectBase):
    op: Literal["attack_now"]


class RestrictRow(EffectBase):
    op: Literal["restrict"]
    what: Literal["move", "attack", "embark"]


class BuildRow(EffectBase):
    op: Literal["build"]
    what: Literal["fort", "crossing", "mines"]
    levels: Annotated[int, Field(ge=1, le=3)] = 1
    trigger: Literal["engineer_fort"] | None = None


class DemolishRow(EffectBase):
    op: Literal["demolish"]
    what: Literal["bridge", "fort", "mines"]


class CancelRow(EffectBase):
    op: Literal["cancel"]
    tiers: Annotated[list[Tier], Field(min_length=1)]
    kinds: Annotated[list[Kind], Field(min_length=1)]


class DrawRow(EffectBase):
    op: Literal["draw"]
    tier: Tier
    count: Annotated[int, Field(ge=1, le=8)]


class DiscardRow(EffectBase):
    op: Literal["discard"]
    count: Annotated[int, Field(ge=1, le=8)]
    how: Literal["random", "choice"] = "random"


class PeekRow(EffectBase):
    op: Literal["peek"]


class GeneralRow(EffectBase):
    op: Literal["general"]
    param: Command
    delta: Delta


class HoldRow(EffectBase):
    """``required`` or ``reset``, one of them."""

    op: Literal["hold"]
    required: Annotated[int, Field(ge=1, le=99)] | None = None
    reset: bool = False


class TimeRow(EffectBase):
    op: Literal["time"]
    seconds: Annotated[int, Field(ge=-180, le=180)]


Op: TypeAlias = Literal[
    "modify",
    "scale",
    "set",
    "strike",
    "heal",
    "reinforce",
    "reveal",
    "hide",
    "relocate",
    "extra_moves",
    "extra_attack",
    "attack_now",
    "restrict",
    "build",
    "demolish",
    "cancel",
    "draw",
    "discard",
    "peek",
    "general",
    "hold",
    "time",
]
"""Words that somebody may be immune to: all but ``immune`` itself."""


class ImmuneRow(EffectBase):
    op: Literal["immune"]
    to: Annotated[list[Op], Field(min_length=1)]


EffectRow: TypeAlias = Annotated[
    ModifyRow
    | ScaleRow
    | SetRow
    | StrikeRow
    | HealRow
    | ReinforceRow
    | RevealRow
    | HideRow
    | RelocateRow
    | ExtraMovesRow
    | ExtraAttackRow
    | AttackNowRow
    | RestrictRow
    | BuildRow
    | DemolishRow
    | CancelRow
    | DrawRow
    | DiscardRow
    | PeekRow
    | GeneralRow
    | HoldRow
    | TimeRow
    | ImmuneRow,
    Field(discriminator="op"),
]
