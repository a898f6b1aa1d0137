"""The closed vocabulary of effects (MO-KSO-20): what cards and abilities are made of. A new card is data only.

Each effect is one struct with its word as tag (``op``). An effect falls on the card's targets unless it has a
``scope``. "Own" is the whole side of the player; in the ability of a general card it is that general's units.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Arm: TypeAlias = Literal["infantry", "armour", "aviation", "fleet"]
ARMS: tuple[Arm, ...] = ("infantry", "armour", "aviation", "fleet")
"""In the order of every list of four values (MO-UNIT-02, MO-UNIT-05)."""
Four: TypeAlias = tuple[int, int, int, int]
"""A value for each arm, in the order of ``ARMS``."""

Tier: TypeAlias = Literal["cheap", "medium", "expensive"]
TIERS: tuple[Tier, ...] = ("cheap", "medium", "expensive")
Kind: TypeAlias = Literal["Q", "T", "S"]
"""Quick, tactical (one round), strategic (MO-KSO-02, -03, -05)."""
KINDS: tuple[Kind, ...] = ("Q", "T", "S")

Window: TypeAlias = Literal[
    "enemy_card", "enemy_movement_start", "enemy_movement_end", "enemy_attack_start", "enemy_attack_declared"
]
"""When a sudden card may be played in an opponent's turn (MO-KSO-12)."""
WINDOWS: tuple[Window, ...] = (
    "enemy_card",
    "enemy_movement_start",
    "enemy_movement_end",
    "enemy_attack_start",
    "enemy_attack_declared",
)

Param: TypeAlias = Literal[
    "speed",
    "armour",
    "sight",
    "range",
    "attack_infantry",
    "attack_armour",
    "attack_aviation",
    "attack_fleet",
    "attack_all",
]
PARAMS: tuple[Param, ...] = (
    "speed",
    "armour",
    "sight",
    "range",
    "attack_infantry",
    "attack_armour",
    "attack_aviation",
    "attack_fleet",
    "attack_all",
)
Command: TypeAlias = Literal["command", "kso_limit", "kso_per_turn"]
"""Numbers of a general card (MO-GNL-01)."""

Scope: TypeAlias = Literal[
    "target", "own_all", "enemy_all", "own_arm", "enemy_arm", "own_unmoved", "enemy_within"
]
"""Whom an effect covers, looked at afresh whenever a value is needed (MO-KSO-26). ``own_unmoved``: own units that
didn't move in their general's last turn; ``enemy_within``: ``radius`` hexes around the target hex."""
SCOPES: tuple[Scope, ...] = (
    "target",
    "own_all",
    "enemy_all",
    "own_arm",
    "enemy_arm",
    "own_unmoved",
    "enemy_within",
)


class Effect(msgspec.Struct, frozen=True, tag_field="op"):
    """Base of all effects; the tag ``op`` is its word in the vocabulary."""


class Lasting(Effect, frozen=True):
    """An effect on values: ``arms`` () means all arms; ``lasts`` ``turn`` ends with the turn (abilities)."""

    param: Param
    scope: Scope = "target"
    arms: tuple[Arm, ...] = ()
    radius: int = 0
    lasts: Literal["card", "turn"] = "card"


class Modify(Lasting, frozen=True, kw_only=True, tag="modify"):
    """Adds ``delta`` (MO-GEN-08, step 2)."""

    delta: int


class Scale(Lasting, frozen=True, kw_only=True, tag="scale"):
    """Multiplies by ``num`` / ``den``, rounded down (MO-GEN-08, step 3)."""

    num: int
    den: int


class Set(Lasting, frozen=True, kw_only=True, tag="set"):
    """The value becomes ``value``; of several the lowest (MO-GEN-08, step 4)."""

    value: int


class Strike(Effect, frozen=True, tag="strike"):
    """Adds its value for the target's arm to the target's fire sum (MO-KSO-21)."""

    at: Four


class Heal(Effect, frozen=True, tag="heal"):
    """Gives back up to so many statuses to each target, not above the card's number."""

    statuses: int


class Reinforce(Effect, frozen=True, tag="reinforce"):
    """``count`` reserve units of these arms come on, each in a target hex (MO-KSO-22)."""

    arms: tuple[Arm, ...]
    count: int


class Reveal(Effect, frozen=True, tag="reveal"):
    """Enemy counters within ``radius`` of the target hex become known; -1: the whole map, while the card works."""

    radius: int


class Hide(Effect, frozen=True, tag="hide"):
    """The unit can't be inspected while the card works."""


class Relocate(Effect, frozen=True, tag="relocate"):
    """Moves the unit to a free hex within ``max_distance`` in which it could stand."""

    max_distance: int


class ExtraMoves(Effect, frozen=True, tag="extra_moves"):
    """Command + ``count`` in this turn."""

    count: int


class ExtraAttack(Effect, frozen=True, tag="extra_attack"):
    """The unit may fire ``count`` more times in the attack phase of this turn."""

    count: int


class AttackNow(Effect, frozen=True, tag="attack_now"):
    """The unit makes one ordinary shot at once, which isn't that of its own turn."""


class Restrict(Effect, frozen=True, tag="restrict"):
    """The unit may not do it while the card works; ``embark`` is going aboard and ashore."""

    what: Literal["move", "attack", "embark"]


class Build(Effect, frozen=True, tag="build"):
    """A fort of ``levels`` more in the unit's hex, or a crossing or mines in the hex. ``trigger`` (abilities):
    each fort that own engineers raise rises by ``levels`` more."""

    what: Literal["fort", "crossing", "mines"]
    levels: int = 1
    trigger: Literal["", "engineer_fort"] = ""


class Demolish(Effect, frozen=True, tag="demolish"):
    """Takes away a bridge or crossing, one level of a fort, or mines."""

    what: Literal["bridge", "fort", "mines"]


class Cancel(Effect, frozen=True, tag="cancel"):
    """Undoes an enemy card of these tiers and kinds, declared or in play (MO-KSO-14)."""

    tiers: tuple[Tier, ...]
    kinds: tuple[Kind, ...]


class Draw(Effect, frozen=True, tag="draw"):
    """The player draws; what finds the hand full is skipped (MO-KSO-18)."""

    tier: Tier
    count: int


class Discard(Effect, frozen=True, tag="discard"):
    """The target general discards from his hand."""

    count: int
    how: Literal["random", "choice"] = "random"


class Peek(Effect, frozen=True, tag="peek"):
    """The player sees the target general's hand as it is now."""


class Leads(Effect, frozen=True, tag="general"):
    """Changes a number of the target general's card while the card works, within MO-GNL-07."""

    param: Command
    delta: int


class Hold(Effect, frozen=True, tag="hold"):
    """Points pay after ``required`` turns (0: as printed); ``reset``: all runs on the target hex become 0."""

    required: int = 0
    reset: bool = False


class Time(Effect, frozen=True, tag="time"):
    """Changes the length of the target general's next turn, within the limits of the clock."""

    seconds: int


class Immune(Effect, frozen=True, tag="immune"):
    """These ops of enemy cards don't touch the general or his units."""

    to: tuple[str, ...]


AnyEffect: TypeAlias = (
    Modify
    | Scale
    | Set
    | Strike
    | Heal
    | Reinforce
    | Reveal
    | Hide
    | Relocate
    | ExtraMoves
    | ExtraAttack
    | AttackNow
    | Restrict
    | Build
    | Demolish
    | Cancel
    | Draw
    | Discard
    | Peek
    | Leads
    | Hold
    | Time
    | Immune
)
"""One word of the vocabulary with its parameters."""

OPS: tuple[str, ...] = (
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
    "immune",
)
"""All words, in the order of the table ``effect ops``."""


class Target(msgspec.Struct, frozen=True):
    """What a card or ability is aimed at when it's declared (MO-KSO-08): 1 to ``max`` different targets.

    ``needs``: ``sight`` (seen by own side), ``known`` (number known to own side), ``unoccupied`` hex,
    ``adjacent_own`` (hex next to an own unit), ``start_zone`` (free hex of the own start zone).
    ``arms`` () means all arms.
    """

    what: Literal["none", "unit", "hex", "general", "card"] = "none"
    side: Literal["own", "enemy", "any"] = "any"
    arms: tuple[Arm, ...] = ()
    max: int = 1
    needs: Literal["none", "sight", "known", "unoccupied", "adjacent_own", "start_zone"] = "none"
