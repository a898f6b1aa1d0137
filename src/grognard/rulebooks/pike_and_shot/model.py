"""The pieces of a Pike and Shot battle, its tables, and what a battle starts from (chapter Model).

Lengths are thousandths of an inch, headings tenths of a degree clockwise from north, strengths halves of a point
(so that sums are exact, PS-DICE-07).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from grognard.core.state import Piece, Setup, State
from grognard.locale import Name

Quality: TypeAlias = Literal["bad", "normal", "good"]
Morale: TypeAlias = Literal["bad", "normal", "high"]
Band: TypeAlias = Literal["bad", "normal", "good"]
Level: TypeAlias = Literal["brigade", "division", "army"]

# --- tables ------------------------------------------------------------------------------------------


class Fire(msgspec.Struct, frozen=True):
    """Strength (halves) up to a range (thousandths of an inch)."""

    strength: int
    range: int


class BaseType(msgspec.Struct, frozen=True):
    id: str
    name: Name
    arm: str
    move: int
    move_v1: int
    eff: Fire | None
    max: Fire | None
    att: int
    defence: int
    mel: int
    zone: int
    powder: bool
    men: int
    guns: int
    cost: int
    traits: tuple[str, ...]


class Formation(msgspec.Struct, frozen=True):
    """A row of table ``formation``; ``zone`` 0 means that each base keeps its own."""

    id: str
    name: Name
    zone: int = 0
    min_files: int = 0
    max_files: int = 99
    min_ranks: int = 0
    max_ranks: int = 99
    min_bases: int = 1
    min_pike_share: tuple[int, int] = (0, 1)
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
    max_gap: int = 0


class TerrainKind(msgspec.Struct, frozen=True):
    """A row of table ``terrain``; ``move`` and ``column_move`` are factors in hundredths."""

    id: str
    name: Name
    move: int = 100
    rough: bool = False
    cover: bool = False
    defend: bool = False
    los: str = "open"
    height: int = 0
    refuge: bool = False
    horse: bool = True
    guns: bool = True
    impassable: bool = False
    column_only: bool = False
    column_move: int = 100


class Profile(msgspec.Struct, frozen=True):
    id: str
    name: Name
    d6: int
    cp: int
    may_coordinate: bool = True
    coordinated_in: int = 0
    panic_extra_worst: int = 0


class Entry(msgspec.Struct, frozen=True):
    """A unit of an army list; ``bases`` front rank first, left to right."""

    id: str
    name: Name
    bases: tuple[str, ...]
    files: int
    formation: str
    quality: Quality
    morale: Morale
    least: int
    most: int


class ArmyList(msgspec.Struct, frozen=True):
    id: str
    name: Name
    victory: str
    units: dict[str, Entry]


class VictoryTest(msgspec.Struct, frozen=True):
    """What a victory condition looks at (PS-VIC-07); fractions in hundredths, counts as they are."""

    kind: str
    at_least: int | None = None
    at_most: int | None = None
    below: int | None = None
    trait: str = ""
    template: str = ""
    base: str = ""
    level: str = ""


class VictoryCondition(msgspec.Struct, frozen=True):
    id: str
    name: Name
    test: VictoryTest
    when: str
    vp: int


class Panic(msgspec.Struct, frozen=True):
    """What a panic result does: DP hung and bases lost."""

    dp: int
    bases: int


class Parameters(msgspec.Struct, frozen=True):
    """Table ``parameters``; lengths in thousandths of an inch, factors in halves, shares in hundredths."""

    low_max: int
    mid_max: int
    close_to_enemy: int
    coordinated: int
    commander_move: int
    cp_step: int
    contact_tolerance: int
    contact_gap: int
    stand_and_shoot: int
    per_turn: int
    extra_impulse_dp: int
    points: dict[str, dict[str, int]]
    good_dp: int
    manoeuvre_cost: int
    turn_cost_per_45: int
    restore: dict[str, dict[str, int]]
    cp: dict[str, int]
    order_zone: int
    commander_size: dict[str, int]
    dp_factor: dict[str, int]
    enfilade_bases: int
    enfilade_dp: int
    smoke_min: int
    smoke_depth: int
    dealt: dict[str, int]
    taken: dict[str, int]
    contact_fraction: int
    support_edge: int
    depth_per_rank: int
    depth_max: int
    flank_bonus: int
    brace_defence: int
    brace_share: int
    dismay_exempt: tuple[str, ...]
    panic: dict[str, dict[str, Panic]]
    shaken_at: int
    broken_at: int
    rout_on: dict[str, tuple[str, ...]]
    rout_on_mild: dict[str, tuple[str, ...]]
    risk_loses_base: int
    risk_destroyed: int
    base_size: dict[str, tuple[int, int]]


class Tables(msgspec.Struct, frozen=True):
    parameters: Parameters
    bases: dict[str, BaseType]
    formations: dict[str, Formation]
    terrain: dict[str, TerrainKind]
    profiles: tuple[Profile, ...]
    armies: dict[str, ArmyList]
    victory: dict[str, tuple[VictoryCondition, ...]]
    margin: dict[str, tuple[int, int]]


# --- pieces ------------------------------------------------------------------------------------------


class Base(msgspec.Struct, frozen=True, cache_hash=True, array_like=True):
    """One base of a unit: its type and pose (centre and heading)."""

    type: str
    x: int
    y: int
    heading: int


class Hanging(msgspec.Struct, frozen=True, cache_hash=True):
    """An unfinished manoeuvre: the plan's name, poses at opening and in the end, allowance spent so far (PS-MAN-05)."""

    plan: str
    start: tuple[Base, ...]
    goal: tuple[Base, ...]
    files: int
    formation: str
    spent: int


class Unit(Piece, frozen=True, cache_hash=True, tag="unit"):
    """A unit as far as it changes; what is printed about it stands on its :class:`Sheet`."""

    bases: tuple[Base, ...]
    files: int
    formation: str
    dp: int = 0
    left: int = 2
    used: int = 0
    status: Literal["waiting", "ready", "destroyed", "gone"] = "ready"
    routing: bool = False
    owes: bool = False
    activated: bool = False
    reacted: bool = False
    coordinated: bool = False
    under_fire: bool = False
    fired: bool = False
    braced: tuple[int, ...] = ()
    countered: bool = False
    hanging: Hanging | None = None
    raw_move_dp: int = 0
    move_impulses: int = 0
    settled: int = 0
    ranged_in: tuple[str, tuple[Base, ...]] | None = None
    loot: bool = False
    rough: bool = False


class Flag(msgspec.Struct, frozen=True, cache_hash=True):
    """An order: stance and flag point (PS-ORD-01). For its own side's eyes."""

    stance: Literal["attack", "hold", "withdraw"]
    x: int
    y: int


class Commander(Piece, frozen=True, cache_hash=True, tag="commander"):
    x: int
    y: int
    level: Level
    under: str = ""
    cp: int = 0
    lost_cp: int = 0
    profile: str = ""
    attached: str = ""
    activated: bool = False
    alive: bool = True
    status: Literal["waiting", "ready"] = "ready"
    order: Flag | None = None
    impulses_given: bool = False
    coordinated: bool = False


class Smoke(Piece, frozen=True, cache_hash=True, tag="smoke"):
    """A smoke marker: centre, heading, width; depth is in the tables."""

    x: int
    y: int
    heading: int
    width: int
    turn: int


class Objective(Piece, frozen=True, cache_hash=True, tag="objective"):
    holder: str = ""
    sacked: bool = False


class Turn(Piece, frozen=True, cache_hash=True, tag="turn"):
    """Where the battle stands: turn, cards still in the deck (never their order), the card in play. Id ``turn``."""

    number: int = 0
    deck: tuple[str, ...] = ()
    card: str = ""
    acting: str = ""
    scored: tuple[tuple[str, str, int], ...] = ()
    smoke_laid: int = 0


TURN = "turn"
Thing: TypeAlias = Unit | Commander | Smoke | Objective | Turn
PikeState: TypeAlias = State[Thing]


# --- setup -------------------------------------------------------------------------------------------


class Sheet(msgspec.Struct, frozen=True):
    """What is fixed about a unit."""

    id: str
    name: Name
    side: str
    seat: str
    army: str
    entry: str
    command: str
    quality: Quality
    morale: Morale
    bases: tuple[Base, ...]
    files: int
    formation: str
    traits: tuple[str, ...] = ()
    turn: int = 0


class CommanderSheet(msgspec.Struct, frozen=True):
    id: str
    name: Name
    side: str
    seat: str
    level: Level
    under: str
    cp: int
    x: int
    y: int
    turn: int = 0


class Terrain(msgspec.Struct, frozen=True):
    id: str
    kind: str
    polygon: tuple[tuple[int, int], ...]


class ObjectiveSheet(msgspec.Struct, frozen=True):
    id: str
    x: int
    y: int
    radius: int
    loot: bool = False


class SideSheet(msgspec.Struct, frozen=True):
    id: str
    army: str
    edge: str
    deploy: tuple[int, int, int, int] | None = None


class PikeSetup(Setup, frozen=True, kw_only=True, eq=False):
    """Setup of a battle: table size, turns, terrain, orders of battle."""

    tables: Tables
    width: int
    height: int
    turns: int
    terrain: tuple[Terrain, ...]
    objectives: dict[str, ObjectiveSheet]
    armies: dict[str, SideSheet]
    commanders: dict[str, CommanderSheet]
    sheets: dict[str, Sheet]
