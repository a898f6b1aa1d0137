"""The pieces of a Pike and Shot battle, its tables, and what a battle starts from (chapter Model).

Lengths are thousandths of an inch, headings, angles and zones tenths of a degree (clockwise from north), strengths
and their factors halves (so that sums are exact, PS-DICE-07), shares and ratios hundredths.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from grognard.core.state import Piece, Setup, State
from grognard.files import Option
from grognard.locale import Name
from grognard.space import formation as layout
from grognard.space import outline
from grognard.space.outline import Box, once
from grognard.space.pose import Heading, Point, Pose, middle

Quality: TypeAlias = Literal["bad", "normal", "good"]
Morale: TypeAlias = Literal["bad", "normal", "high"]
Band: TypeAlias = Literal["bad", "normal", "good"]
Level: TypeAlias = Literal["brigade", "division", "army"]
Stance: TypeAlias = Literal["attack", "hold", "withdraw"]
Mode: TypeAlias = Literal["", "move", "charge", "straight", "reform", "leave", "rout"]

# --- tables ------------------------------------------------------------------------------------------


class Fire(msgspec.Struct, frozen=True):
    """Strength (halves: a printed 4 is 8 here) up to a range (thousandths)."""

    strength: int
    range: int


class BaseType(msgspec.Struct, frozen=True):
    """A row of table ``base``. ``frontage`` and ``depth`` come from ``base_size`` (option ``gun_base``);
    ``zone`` is 900 or 2700; ``att``, ``defence``, ``mel`` are halves."""

    id: str
    name: Name
    arm: str
    frontage: int
    depth: int
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
    """A row of table ``formation``; ``zone`` 0 means that each base keeps its own. Line's rule of at least as many
    files as ranks and column's of more ranks than files are ``shape`` ``wide`` and ``deep``."""

    id: str
    name: Name
    zone: int = 0
    shape: Literal["", "wide", "deep"] = ""
    min_files: int = 0
    max_files: int = 99
    min_ranks: int = 0
    max_ranks: int = 99
    min_bases: int = 1
    min_pike_share: int = 0
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
    los: Literal["open", "block", "edge2", "height"] = "open"
    height: int = 0
    refuge: bool = False
    horse: bool = True
    guns: bool = True
    impassable: bool = False
    column_only: bool = False
    column_move: int = 100


class Profile(msgspec.Struct, frozen=True):
    """A row of table ``commander_profile``; ``coordinated_in`` 0 means the common distance."""

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
    traits: tuple[str, ...] = ()


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
    when: Literal["once", "end", "each"]
    vp: int


class ArmyList(msgspec.Struct, frozen=True):
    """``victory`` names a table of :attr:`Tables.victory`."""

    id: str
    name: Name
    victory: str
    units: dict[str, Entry]


class Panic(msgspec.Struct, frozen=True):
    """What a panic result does: DP hung and bases lost."""

    dp: int
    bases: int


class Movement(msgspec.Struct, frozen=True):
    """Table ``movement`` of one version: move points by band, what a good result hangs, what a manoeuvre costs."""

    points: dict[str, int]
    good_dp: int = 1
    manoeuvre_cost: int = 1
    turn_cost_per_45: int = 1


class Parameters(msgspec.Struct, frozen=True):
    """Table ``parameters``; lengths in thousandths, strengths and their factors in halves (a factor of 0.5 is 1),
    shares and ratios in hundredths."""

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
    movement: dict[str, Movement]
    restore: dict[str, dict[str, int]]
    cp: dict[str, int]
    order_zone: int
    commander_size: dict[str, int]
    dp_factor: dict[str, int]
    enfilade_bases: int
    enfilade_dp: int
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
    dismay_seen: str
    dismay_close: str
    dismay_exempt: tuple[str, ...]
    panic: dict[str, dict[str, Panic]]
    shaken_at: int
    broken_at: int
    rout_on: dict[str, tuple[str, ...]]
    rout_on_mild: dict[str, tuple[str, ...]]
    risk_loses_base: int
    risk_destroyed: int


class Trait(msgspec.Struct, frozen=True):
    """A row of table ``trait``: what it does is bound to its id, but for what it swaps."""

    id: str
    name: Name


class Figures(msgspec.Struct, frozen=True):
    """Figures on a base, for pictures only (PS-BASE-01)."""

    least: int
    most: int
    ranks: int


class Tables(msgspec.Struct, frozen=True):
    """``swaps``: base types that mount and dismount into each other (trait ``dismounts``), both ways.
    ``margin``: greatest difference of points for ``draw``, ``marginal`` and ``decisive``.
    ``figures`` by arm (and ``commander_brigade``, ``commander_higher``), ``men_per_base`` by arm: for windows only.
    Option values here are as a file has them; :class:`PikeSetup` has them as the rules read them."""

    parameters: Parameters
    bases: dict[str, BaseType]
    formations: dict[str, Formation]
    terrain: dict[str, TerrainKind]
    profiles: tuple[Profile, ...]
    armies: dict[str, ArmyList]
    victory: dict[str, tuple[VictoryCondition, ...]]
    margin: dict[str, int]
    swaps: dict[str, str] = {}
    traits: dict[str, Trait] = {}
    options: dict[str, Option] = {}
    figures: dict[str, Figures] = {}
    men_per_base: dict[str, tuple[int, int]] = {}


# --- pieces ------------------------------------------------------------------------------------------


class Base(msgspec.Struct, frozen=True, cache_hash=True, array_like=True, dict=True):
    """One base of a unit: its type, pose (centre and heading) and size."""

    type: str
    x: int
    y: int
    heading: Heading
    frontage: int
    depth: int

    @once
    def shape(self) -> outline.Base:
        return outline.Base(Pose(self.x, self.y, self.heading), self.frontage, self.depth)

    def put(self, shape: outline.Base) -> Base:
        """The same base somewhere else."""
        return Base(self.type, shape.pose.x, shape.pose.y, shape.pose.heading, self.frontage, self.depth)


Bases: TypeAlias = tuple[Base, ...]


class Stand:
    """Marks who stands where: one and the same for a unit whose bases lie so, told apart by what it is alone."""


@lru_cache(maxsize=1024)
def stand_of(unit: str, bases: Bases) -> Stand:
    return Stand()


class Hanging(msgspec.Struct, frozen=True, cache_hash=True):
    """An unfinished manoeuvre: the plan's name, poses at opening and in the end (in the unit's list order), files and
    formation in the end, the allowance spent so far (PS-MAN-05; -1: opened, nothing shifted yet) and whether it is
    paid for in this impulse (option ``hanging``)."""

    plan: str
    start: Bases
    goal: Bases
    files: int
    formation: str
    spent: int = -1
    paid: bool = True


class Unit(Piece, frozen=True, cache_hash=True, dict=True, gc=True, tag="unit"):
    """A unit as far as it changes; what is printed about it stands on its :class:`Sheet`.

    ``left`` and ``used`` count impulses. ``owes``: it must run under the next card it stands under (PS-TURN-11).
    ``fired``: its first volley is spent. ``mode``, ``mp``, ``rough``, ``crossed``: the impulse that is on (what sort
    of move, move points left, rough ground entered, an obstacle crossed by the step that makes contact). ``braced``,
    ``countered``, ``evaded``, ``surprised``: the charge that is on. ``faces``: whom a base fights that touches two
    enemies alike, as (index, unit). ``melee``: enemies still to be fought in this impulse. ``routs``: how often it has
    broken, for statistics.
    """

    bases: Bases
    files: int
    formation: str
    dp: int = 0
    left: Annotated[int, msgspec.Meta(ge=0, le=99)] = 2
    used: int = 0
    status: Literal["waiting", "ready", "destroyed", "gone"] = "ready"
    routing: bool = False
    owes: bool = False
    activated: bool = False
    reacted: bool = False
    coordinated: bool = False
    under_fire: bool = False
    fired: bool = False
    mode: Mode = ""
    mp: int = 0
    rough: bool = False
    crossed: bool = False
    braced: Literal["", "part", "whole"] = ""
    countered: bool = False
    evaded: bool = False
    surprised: bool = False
    replied: bool = False
    faces: tuple[tuple[int, str], ...] = ()
    melee: tuple[str, ...] = ()
    hanging: Hanging | None = None
    raw_move_dp: int = 0
    move_impulses: int = 0
    settled: int = 0
    ranged_in: tuple[str, Bases] | None = None
    loot: bool = False
    shown: bool = True
    routs: int = 0

    @once
    def stand(self) -> Stand:
        """The ground it takes, as a mark that is quickly compared."""
        return stand_of(self.id, self.bases)

    @once
    def shapes(self) -> tuple[outline.Base, ...]:
        return tuple([base.shape for base in self.bases])

    @once
    def box(self) -> Box:
        """The box that holds all bases; ValueError of a unit without any."""
        boxes = [base.shape.box for base in self.bases]
        west, south, east, north = zip(*boxes, strict=True)
        return min(west), min(south), max(east), max(north)

    @once
    def centroid(self) -> Point:
        return middle((base.x, base.y) for base in self.bases)

    @once
    def block(self) -> outline.Base:
        """The smallest rectangle of its heading that holds all bases."""
        return layout.block(self.shapes)


class Flag(msgspec.Struct, frozen=True, cache_hash=True):
    """An order: stance and flag point (PS-ORD-01). For its own side's eyes."""

    stance: Stance
    x: int
    y: int


class Commander(Piece, frozen=True, cache_hash=True, tag="commander"):
    """A post of command and whoever holds it: ``holder`` is the id of the man's sheet, "" for a nameless replacement.
    ``fate`` says how the last holder was lost while the post is empty (``alive`` False)."""

    x: int
    y: int
    holder: str
    cp: int = 0
    lost_cp: int = 0
    profile: str = ""
    profile_shown: bool = False
    attached: str = ""
    activated: bool = False
    alive: bool = True
    fate: Literal["", "killed", "captured", "left", "promoted", "replaced"] = ""
    status: Literal["waiting", "ready"] = "ready"
    order: Flag | None = None
    gave_impulses: bool = False
    coordinated: bool = False


class Smoke(Piece, frozen=True, cache_hash=True, dict=True, gc=True, tag="smoke"):
    """A smoke marker: centre, heading, size, and the turn in which it was laid."""

    x: int
    y: int
    heading: Heading
    frontage: int
    depth: int
    turn: int

    @once
    def shape(self) -> outline.Base:
        return outline.Base(Pose(self.x, self.y, self.heading), self.frontage, self.depth)


class Objective(Piece, frozen=True, cache_hash=True, tag="objective"):
    """Id ``objective:`` and the id of its sheet."""

    holder: str = ""
    sacked: str = ""


class Score(msgspec.Struct, frozen=True, cache_hash=True):
    """Points a side has scored: for which condition and, with ``each``, for what."""

    side: str
    condition: str
    cause: str
    vp: int


class Turn(Piece, frozen=True, cache_hash=True, tag="turn"):
    """Where the battle stands: turn, cards still in the deck (in file order: the order of drawing does not exist
    before it), the card in play, smoke markers laid so far, points, and events that conditions look back on (kinds
    ``fallen``, ``loot_home``, ``loot_lost``, ``sacked`` with the side that suffers or does it)."""

    number: int = 0
    deck: tuple[str, ...] = ()
    card: str = ""
    smoke: int = 0
    scores: tuple[Score, ...] = ()
    happened: tuple[tuple[str, str, str], ...] = ()
    successions: tuple[str, ...] = ()


TURN = "turn"
Thing: TypeAlias = Unit | Commander | Smoke | Objective | Turn
PikeState: TypeAlias = State[Thing]


# --- setup -------------------------------------------------------------------------------------------


class Sheet(msgspec.Struct, frozen=True):
    """What is fixed about a unit. ``command``: its commander's id; ``seat``: who answers for it; ``entry``: its row
    in the army list; ``bases``: where it stands at the start, or comes on (``turn``); ``traits``: its own and its
    entry's, added to those of its base types."""

    id: str
    name: Name
    side: str
    seat: str
    army: str
    entry: str
    command: str
    quality: Quality
    morale: Morale
    bases: Bases
    files: int
    formation: str
    traits: tuple[str, ...] = ()
    turn: int = 0


class CommanderSheet(msgspec.Struct, frozen=True):
    """A commander as printed; ``under`` "" for none. ``profile`` "" is a plain one, ``order`` what a scenario sets."""

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
    profile: str = ""
    order: Flag | None = None


class Terrain(msgspec.Struct, frozen=True, cache_hash=True, dict=True, omit_defaults=True):
    """A piece of terrain; ``polygon`` with its corners in clockwise order (``space.terrain.polygon``). ``name`` None:
    it is called by its kind."""

    id: str
    kind: str
    polygon: tuple[tuple[int, int], ...]
    name: Name | None = None

    @once
    def shape(self) -> outline.Outline:
        return outline.Outline(self.polygon)


class ObjectiveSheet(msgspec.Struct, frozen=True):
    id: str
    name: Name
    x: int
    y: int
    radius: int
    loot: bool = False


class SideSheet(msgspec.Struct, frozen=True):
    """A side's army list, own edge, deployment zone (west, south, east, north) and victory conditions."""

    id: str
    army: str
    edge: Literal["north", "east", "south", "west"]
    victory: tuple[VictoryCondition, ...]
    deploy: tuple[int, int, int, int] | None = None


class Survey:
    """Names what a setup has in common with that which a seat knows of it: tables, options and terrain."""


class PikeSetup(Setup, frozen=True, kw_only=True, eq=False, dict=True):
    """Setup of a battle: table size, turns, terrain, orders of battle.

    Options by their keys in the book; ``army_break`` in hundredths, ``reaction_penalty`` and ``smoke_test`` as
    numbers, the rest as words (``on`` and ``off`` too). ``sight_limit``: option ``sight_limit_by_turn``, thousandths.
    Options that choose between tables are settled already: base sizes (``gun_base``), ``shaken_at`` and ``broken_at``
    (``cohesion``). ``notes``: the scenario's briefing, for windows.
    """

    tables: Tables
    width: int
    height: int
    turns: int
    terrain: tuple[Terrain, ...]
    objectives: dict[str, ObjectiveSheet]
    armies: dict[str, SideSheet]
    commanders: dict[str, CommanderSheet]
    sheets: dict[str, Sheet]
    sight_limit: tuple[int, ...] = ()
    notes: Name = Name("")

    @once
    def survey(self) -> Survey:
        """What was measured upon it for a battle serves the views of that battle too."""
        return Survey()

    def hiding(self, **fields: Any) -> PikeSetup:
        """The same without what a seat may not know; the ground is no secret."""
        known = replace(self, **fields)
        known.__dict__["survey"] = self.survey
        return known
