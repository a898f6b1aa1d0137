"""The closed vocabulary of effects (FA-MAG-20): what spells are made of. A new spell is data only.

Each effect is one struct with its verb as tag (``do``). Lengths are thousandths of a cell.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from grognard.locale import Name

SpellType: TypeAlias = Literal["missile", "curse", "blessing", "area", "self", "duel"]
TYPES: tuple[SpellType, ...] = ("missile", "curse", "blessing", "area", "self", "duel")
"""What a spell may be aimed at (FA-MAG-16)."""

Stat9: TypeAlias = Literal["M", "WS", "BS", "S", "T", "W", "I", "A", "Ld"]
STATS: tuple[Stat9, ...] = ("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld")
When: TypeAlias = Literal["shoot", "shot_at", "melee", "meleed"]
WHENS: tuple[When, ...] = ("shoot", "shot_at", "melee", "meleed")
"""To-hit rolls by the unit with missiles, against it with missiles, by it and against it hand to hand."""
Action: TypeAlias = Literal["march", "move", "attack", "shoot", "cast", "pursue", "reform"]
ACTIONS: tuple[Action, ...] = ("march", "move", "attack", "shoot", "cast", "pursue", "reform")

BATTLE: Final = -1
"""Duration of a spell that lasts until it is dispelled."""


class Effect(msgspec.Struct, frozen=True, tag_field="do"):
    """Base of all effects; the tag ``do`` is its verb."""


class Hits(Effect, frozen=True, tag="hits"):
    """``n`` (dice) automatic hits on the target."""

    n: str
    S: int
    ap: int = 0
    save: bool = True


class Blast(Effect, frozen=True, tag="blast"):
    """One hit on every model whose centre is in the circle."""

    radius: int
    S: int
    ap: int = 0
    save: bool = True


class Wounds(Effect, frozen=True, tag="wounds"):
    """``n`` (dice) wounds with no wound roll and no save."""

    n: str


class Stat(Effect, frozen=True, tag="stat"):
    """Changes a characteristic for the duration."""

    stat: Stat9
    add: int


class Armour(Effect, frozen=True, tag="armour"):
    """Changes the armour bonus for the duration."""

    add: int


class HitMod(Effect, frozen=True, tag="hit_mod"):
    """Changes to-hit rolls by the unit or against it for the duration."""

    when: When
    add: int


class Grant(Effect, frozen=True, tag="grant"):
    """Gives a special rule for the duration."""

    rule: str


class Forbid(Effect, frozen=True, tag="forbid"):
    """The unit may not do these for the duration."""

    actions: tuple[Action, ...]


class Test(Effect, frozen=True, tag="test"):
    """A leadership test at Ld + ``ld`` at once."""

    __test__ = False
    ld: int = 0


class Heal(Effect, frozen=True, tag="heal"):
    """Gives back ``n`` (dice) wounds: the pool first, then dead models, not above the starting number."""

    n: str


class Summon(Effect, frozen=True, tag="summon"):
    """A new unit of ``n`` (dice) models at the point, facing as the caster's unit."""

    profile: str
    n: str
    files: int


class Shift(Effect, frozen=True, tag="shift"):
    """The unit goes straight on up to so far at once."""

    cells: int


class Terrain(Effect, frozen=True, tag="terrain"):
    """A round piece of terrain for the duration."""

    kind: str
    radius: int


class Drain(Effect, frozen=True, tag="drain"):
    """The wizard loses ``n`` (dice) points of his next share of the winds."""

    n: str


class Rally(Effect, frozen=True, tag="rally"):
    """Forced retreat ends."""


AnyEffect: TypeAlias = (
    Hits
    | Blast
    | Wounds
    | Stat
    | Armour
    | HitMod
    | Grant
    | Forbid
    | Test
    | Heal
    | Summon
    | Shift
    | Terrain
    | Drain
    | Rally
)
"""One verb of the vocabulary with its parameters."""

VERBS: tuple[str, ...] = (
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


class Spell(msgspec.Struct, frozen=True, kw_only=True):
    """A spell of a path (FA-MAG-16): ``id`` is ``path_level``; ``range`` in thousandths of a cell; ``duration`` in
    turns, 0 at once, ``BATTLE`` until dispelled."""

    id: str
    name: Name
    path: str
    level: int
    type: SpellType
    range: int
    duration: int
    effects: tuple[AnyEffect, ...]
