"""How spells are written in files: one model for each verb of the vocabulary (FA-MAG-20)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import BeforeValidator, Field, WithJsonSchema

from grognard.files import FileModel, Wrong
from grognard.locale import T
from grognard.rulebooks.fantasy.tables import Stat
from grognard.rulebooks.fantasy.writing import (
    Cells,
    DiceText,
    Length,
    Overlaid,
    Positive,
    Signed,
    Small,
)
from grognard.rulebooks.options import shown
from grognard.rulebooks.writing import DashedId as Id
from grognard.rulebooks.writing import Named

Action: TypeAlias = Literal["march", "move", "attack", "shoot", "cast", "pursue", "reform"]
When: TypeAlias = Literal["shoot", "shot_at", "melee", "meleed"]
VERBS = (
    "hits",
    "blast",
    "wounds",
    "stat",
    "armour",
    "hit_mod",
    "grant",
    "forbid",
    "test",
    "heal",
    "summon",
    "shift",
    "terrain",
    "drain",
    "rally",
)
"""All verbs, in the order of the table of effects."""


class EffectBase(FileModel):
    CLAUSE: ClassVar[str | None] = "FA-MAG-20"


class HitsRow(EffectBase):
    verb: Literal["hits"]
    n: DiceText
    S: Small
    ap: Small = 0
    save: bool = True


class BlastRow(EffectBase):
    verb: Literal["blast"]
    radius: Length
    S: Small
    ap: Small = 0
    save: bool = True


class WoundsRow(EffectBase):
    verb: Literal["wounds"]
    n: DiceText


class StatRow(EffectBase):
    verb: Literal["stat"]
    stat: Stat
    add: Signed


class ArmourChangeRow(EffectBase):
    verb: Literal["armour"]
    add: Signed


class HitModRow(EffectBase):
    verb: Literal["hit_mod"]
    when: When
    add: Signed


class GrantRow(EffectBase):
    verb: Literal["grant"]
    rule: str


class ForbidRow(EffectBase):
    verb: Literal["forbid"]
    actions: Annotated[list[Action], Field(min_length=1)]


class TestRow(EffectBase):
    __test__ = False
    verb: Literal["test"]
    ld: Signed


class HealRow(EffectBase):
    verb: Literal["heal"]
    n: DiceText


class SummonRow(EffectBase):
    verb: Literal["summon"]
    profile: str
    n: DiceText
    files: Positive


class ShiftRow(EffectBase):
    verb: Literal["shift"]
    cells: Length


class ConjureRow(EffectBase):
    verb: Literal["terrain"]
    kind: str
    radius: Length


class DrainRow(EffectBase):
    verb: Literal["drain"]
    n: DiceText


class RallyRow(EffectBase):
    verb: Literal["rally"]


EffectRow: TypeAlias = Annotated[
    HitsRow
    | BlastRow
    | WoundsRow
    | StatRow
    | ArmourChangeRow
    | HitModRow
    | GrantRow
    | ForbidRow
    | TestRow
    | HealRow
    | SummonRow
    | ShiftRow
    | ConjureRow
    | DrainRow
    | RallyRow,
    Field(discriminator="verb"),
]


def _duration(value: Any) -> Any:
    whole = isinstance(value, int) and not isinstance(value, bool)
    if value == "battle" or (whole and 0 <= value <= 99):
        return value
    raise Wrong(T("duration {value}; valid: turns, 0 at once, or battle", value=shown(value)), "FA-MAG-17")


Duration = Annotated[
    int | str,
    BeforeValidator(_duration),
    WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 0, "maximum": 99}, {"const": "battle"}]}),
]


class FreeSpellRow(Named):
    """The spell that every wizard knows (FA-MAG-04)."""

    CLAUSE: ClassVar[str | None] = "FA-MAG-04"
    id: Literal["break_enchantment"]
    level: Literal[0]
    type: Literal["dispel"]


class SpellRow(Named):
    """A spell of a path. ``id`` may be left out: it is the path's with the level, ``flame_4``."""

    CLAUSE: ClassVar[str | None] = "FA-MAG-20"
    id: Id | None = None
    level: Annotated[int, Field(ge=1, le=6)]
    type: Literal["missile", "curse", "blessing", "area", "self", "duel"]
    range: Cells = 0.0
    duration: Duration
    effects: Annotated[list[EffectRow], Field(min_length=1)]


class PathRow(Overlaid):
    CLAUSE: ClassVar[str | None] = "FA-MAG-03"
    id: Id
    spells: list[SpellRow]
