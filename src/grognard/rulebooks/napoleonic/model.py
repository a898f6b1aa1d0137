"""The pieces of a Napoleonic battle and what a battle starts from (chapter Model).

Lengths are thousandths of a merka (one merka is one unit of ``space``: 0.3 merka is 300), headings tenths of a degree
clockwise from north. Turns count from 1; where a state lasts, its field holds the last turn in which it
counts, 0 for none.
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal, TypeAlias

import msgspec

from grognard.core.state import Order, Piece, Setup, State
from grognard.locale import Name
from grognard.rulebooks.napoleonic.close_combat import Result
from grognard.rulebooks.napoleonic.tablemodel import Branch, Tables
from grognard.space import outline
from grognard.space.outline import Outline, Ring
from grognard.space.pose import Heading, Point, Pose, step
from grognard.space.terrain import Compass, fences

Level: TypeAlias = Literal["army", "corps", "division", "brigade"]
LEVELS: tuple[Level, ...] = ("army", "corps", "division", "brigade")
"""From the top down."""
KindId: TypeAlias = Literal["line", "march_column", "open_order", "dismounted"]
Standing: TypeAlias = Literal["waiting", "ready", "fleeing", "rallied", "gone", "destroyed"]
"""``waiting``: comes later (NA-SEQ-06). ``fleeing``: routed or spent, no orders. ``rallied``: in the rear after its
course (NA-ROUT-11). ``gone``: off the table for the day. ``destroyed``: no figures left."""
Phase: TypeAlias = Literal["deployment", "movement", "fire", "combat", "end"]

# --- pieces ------------------------------------------------------------------------------------------


class Ledger(msgspec.Struct, frozen=True, cache_hash=True):
    """Figures that a unit lost in this battle, by cause (NA-CAS-06). ``retaken``: of the prisoners, those freed again;
    they return next day (NA-PURS-10)."""

    fire: int = 0
    skirmish: int = 0
    combat: int = 0
    pursuit: int = 0
    prisoners: int = 0
    retaken: int = 0

    @property
    def struck_out(self) -> int:
        """What the breakdown after the battle splits (NA-END-03)."""
        return self.fire + self.skirmish + self.combat + self.pursuit


class Rout(msgspec.Struct, frozen=True, cache_hash=True):
    """A rout that is on: the turn it began, how often the unit has routed today (2: spent), how it came (1 to 6,
    ``contagion``, ``second``), the heading of the first dash, who overthrew it, and who stopped or silenced it.
    ``first``: the way of the rout of which this is the second (NA-ROUT-18)."""

    turn: int
    count: int
    way: str
    heading: Heading
    overthrowers: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    first: str = ""


class Lock(msgspec.Struct, frozen=True, cache_hash=True):
    """A firefight with an enemy unit (NA-CC-20): the turn since which it lasts, and the persons who stood with either
    when it began (NA-CC-21)."""

    enemy: str
    since: int
    persons: tuple[str, ...] = ()


ON_TABLE: tuple[Standing, ...] = ("ready", "fleeing", "rallied")
"""Of these a body stands on the table."""


class Body(Piece, frozen=True, cache_hash=True, dict=True, gc=True):
    """What stands on the table and can be moved: ``x``, ``y`` is the middle of its footprint.

    ``sheet``: what is printed about it, for a part of a regiment that of the whole (NA-UNIT-08). ``order``: of this
    turn; ``start``: where it stood when the turn began; ``moved``: thousandths that its move cost.
    """

    side: str
    sheet: str
    x: int
    y: int
    heading: Heading
    frontage: int
    depth: int
    standing: Standing = "ready"
    order: Order = ()
    start: tuple[int, int, int] | None = None
    moved: int = 0

    @outline.once
    def pose(self) -> Pose:
        return Pose(self.x, self.y, self.heading)

    @outline.once
    def shape(self) -> outline.Base:
        return outline.Base(self.pose, self.frontage, self.depth)

    @property
    def on_table(self) -> bool:
        return self.standing in ON_TABLE


class Trooper(Body, frozen=True, cache_hash=True, dict=True, gc=True):
    """What regiments and guns have in common: they are commanded, rout and suffer losses (Model, gun).

    ``pressed``: the last turn in which it lost a figure or was struck (NA-CMD-09). ``rolled``: the turn in which it
    last rolled for initiative; ``commanded``: under command in this turn (NA-CMD-06). ``declared``: its target of the
    fire or strike phase under way, as it was answered.
    """

    ledger: Ledger = Ledger()
    rout: Rout | None = None
    has_routed: bool = False
    pressed: int = 0
    rolled: int = 0
    commanded: bool = True
    declared: Order = ()


class Unit(Trooper, frozen=True, kw_only=True, cache_hash=True, dict=True, gc=True, tag="unit"):
    """A regiment, or a part of one, as far as it changes.

    States that last hold the last turn in which they count (0: none): ``pushed`` (FV -1), ``reforming``,
    ``no_attack``, ``stopped`` (with ``stops`` in that turn and ``stopped_before`` in the turn before it, NA-ROUT-07),
    ``disordered``, ``unruly``, ``split_malus``, ``crossing_malus``, ``full_withdrawal``, ``resting``. ``push_turn``:
    the last turn in which it was pushed (way 2). ``bonus_from``: the turn from which NA-MOD-08 counts. ``paid``:
    thousandths of the next allowance used by a follow-up. ``obstacle``: kind that spoils its fight this turn.
    ``may_split``: the turn in which an even die lets it split or rejoin without a general. ``pursued``: the turn in
    which it pursued; through the next one it rests (NA-PURS-02). ``exposed``: the last turn in which nothing protects
    it after a pursuit (NA-ROUT-18, by option). ``led``: NA-ROUT-11 has been met.
    ``attacked``: id of the enemy against which its attack of this turn was carried home. ``assails``: enemies near it
    against whom it is the assailant (NA-OBS-10). ``pushed_by``: who pushed it last (NA-CC-22).
    """

    figures: int
    recruits: int = 0
    colours: int = 1
    kind: KindId = "line"
    has_routed_enemy: bool = False
    has_attacked: bool = False
    bonus_from: int = 0
    pushed: int = 0
    push_turn: int = 0
    reforming: int = 0
    no_attack: int = 0
    stopped: int = 0
    stops: int = 0
    stopped_before: int = 0
    disordered: int = 0
    unruly: int = 0
    may_split: int = 0
    split_malus: int = 0
    crossing_malus: int = 0
    full_withdrawal: int = 0
    resting: int = 0
    paid: int = 0
    pursued: int = 0
    exposed: int = 0
    obstacle: str = ""
    passed_front: bool = False
    attacked: str = ""
    covers: str = ""
    escorts: str = ""
    led: bool = False
    assails: tuple[str, ...] = ()
    pushed_by: tuple[str, ...] = ()
    locks: tuple[Lock, ...] = ()
    tired: bool = False


class Gun(Trooper, frozen=True, kw_only=True, cache_hash=True, dict=True, gc=True, tag="gun"):
    """One gun model. ``owner``: the side that holds it (its own unless it was taken); ``silenced``: the last turn in
    which it may not fire, ``silenced_in``: the last turn in which a 6 silenced it (NA-ART-10, 11). ``together``: the
    gun has stayed within 1 merka of its battery since the start (NA-ART-16). ``spare``: crew that left a lost gun and
    the turn from which it may serve another (NA-TROPH-02)."""

    crew: int
    owner: str
    silenced: int = 0
    silenced_in: int = 0
    disordered: int = 0
    together: bool = True
    captured: int = 0
    escort: str = ""
    spare: int = 0
    spare_from: int = 0

    @cached_property
    def muzzle(self) -> Point:
        """The middle of its front edge: distances and the sector start there."""
        east, north = step(self.heading, self.depth, over=2)
        return self.x + east, self.y + north


class Wagon(Body, frozen=True, kw_only=True, cache_hash=True, dict=True, gc=True, tag="wagon"):
    """Train: an obstacle and a trophy; ``owner`` is the side that holds it."""

    owner: str
    captured: int = 0
    escort: str = ""


class Person(Piece, frozen=True, cache_hash=True, tag="person"):
    """A general or staff officer. ``at``: the unit or gun with which he stands, ``fate``: id of the table ``fate``
    that took him away (``captured`` and ``left`` besides), "" while he is there; ``back``: the turn in which a shaken
    one comes back. ``acting``: the formation whose vacant or junior post he has taken over (NA-CMD-16, 20), ``since``
    when. ``barred``: the turn in which his bonus counts for nobody (NA-CMD-10)."""

    side: str
    post: str
    formation: str
    at: str
    fate: str = ""
    back: int = 0
    acting: str = ""
    since: int = 0
    barred: int = 0
    rolled: int = 0
    commanded: bool = True
    waiting: bool = False

    @property
    def present(self) -> bool:
        return not self.fate and not self.waiting


class Formation(Piece, frozen=True, cache_hash=True, tag="formation"):
    """A part of the order of battle as far as it changes. ``commander``: who leads it, "" for nobody. ``lost``: the
    turn in which it lost its general, ``inactive``: the last turn in which it takes no active part (NA-CMD-11, 12);
    0 for none."""

    commander: str
    lost: int = 0
    inactive: int = 0


class Corridor(Piece, frozen=True, cache_hash=True, dict=True, gc=True, tag="corridor"):
    """The strip along which a unit fled (NA-ROUT-15): closed through turn ``until`` but to ``open_to``, its
    overthrowers. ``start``, ``heading``, ``length`` and ``width`` say where it runs."""

    unit: str
    ring: Ring
    start: Point
    heading: Heading
    length: int
    width: int
    until: int
    open_to: tuple[str, ...] = ()

    @cached_property
    def shape(self) -> Outline:
        return Outline(self.ring)


class Works(Piece, frozen=True, cache_hash=True, tag="works"):
    """What fire has done to the terrain (NA-OBS-13): ids that burn, that are destroyed; and the places taken this turn
    as (terrain, unit), one unit a turn (NA-OBS-03)."""

    burning: tuple[str, ...] = ()
    destroyed: tuple[str, ...] = ()
    taken: tuple[tuple[str, str], ...] = ()


class Objective(Piece, frozen=True, cache_hash=True, tag="objective"):
    """Id ``objective:`` and the id of its sheet; ``holder`` a side, "" for nobody (NA-END-08)."""

    holder: str = ""


class Capture(msgspec.Struct, frozen=True, cache_hash=True):
    """Trophies of one pursuit: what ``captor`` took from ``unit`` in ``turn``; they can be retaken in the next turn
    (NA-PURS-11)."""

    captor: str
    unit: str
    turn: int
    prisoners: int = 0
    colours: int = 0
    persons: tuple[str, ...] = ()


class Camp(Piece, frozen=True, cache_hash=True, tag="camp"):
    """A side: id ``side:`` and its own. Its trophies (NA-TROPH-01), and how it wants to end the battle."""

    side: str
    prisoners: int = 0
    colours: int = 0
    persons: int = 0
    guns: int = 0
    wagons: int = 0
    captures: tuple[Capture, ...] = ()
    conceded: bool = False
    truce: bool = False


class Clock(Piece, frozen=True, cache_hash=True, tag="clock"):
    """Where the battle stands: turn (0 before the first), phase, step (``1.4``)."""

    turn: int = 0
    phase: Phase = "deployment"
    step: str = "0"


class Shot(msgspec.Struct, frozen=True, cache_hash=True):
    """One gun's shot, or all dice of an open order at one target, of which nothing has taken effect yet (step 2.2).

    ``kind``: ball, canister or skirmish; ``strength``: full, minus_one or half; ``losses`` as the table gives them;
    ``sixes``: natural ones, each of which calls for fate (NA-FATE-01).
    """

    firer: str
    target: str
    kind: str
    strength: str
    faces: tuple[int, ...]
    losses: int = 0
    silenced: bool = False
    stopped: bool = False
    sixes: int = 0


class Blow(msgspec.Struct, frozen=True, cache_hash=True):
    """A strike: who strikes whom, on which side of it (``front``, ``left``, ``right``, ``rear``), and how far apart the
    two were (NA-CC-02, NA-MOD-23)."""

    striker: str
    target: str
    flank: str
    distance: int


class Bout(msgspec.Struct, frozen=True, cache_hash=True):
    """A pair that is compared (NA-CC-06); :func:`grognard.rulebooks.napoleonic.close_combat.compare` reads it."""

    one: Result
    two: Result


class Fray(Piece, frozen=True, cache_hash=True, tag="fray"):
    """What the steps of phases 2 and 3 hand on to each other; emptied when phase 2 and when phase 3 begins.

    ``shots``: step 2.2. ``strikes``: step 3.1. ``figures`` and ``leaders``: of each unit at the start of phase 3, its
    figures and what its persons give (NA-UNIT-05, NA-FATE-04). ``falls``: (who rolls, on whom the losses of its die
    fall). ``dice``: natural faces of step 3.2. ``bouts``: step 3.4. ``routed``: who has routed in this phase, in this
    order; ``pushed``: who was pushed in it; ``tested``: who was tested as a unit in the way (NA-ROUT-17); ``backed``:
    neighbours that fell back (NA-ROUT-16). ``obedience``: (overthrower, face) of step 3.6, ``pursuits``: (pursuer,
    routed).
    """

    shots: tuple[Shot, ...] = ()
    strikes: tuple[Blow, ...] = ()
    figures: tuple[tuple[str, int], ...] = ()
    leaders: tuple[tuple[str, int], ...] = ()
    falls: tuple[tuple[str, str], ...] = ()
    dice: tuple[tuple[str, int], ...] = ()
    bouts: tuple[Bout, ...] = ()
    routed: tuple[str, ...] = ()
    pushed: tuple[str, ...] = ()
    tested: tuple[str, ...] = ()
    backed: tuple[str, ...] = ()
    obedience: tuple[tuple[str, int], ...] = ()
    pursuits: tuple[tuple[str, str], ...] = ()


CLOCK = "clock"
WORKS = "works"
FRAY = "fray"
RESERVED = (CLOCK, WORKS, FRAY)
"""Ids that nothing else on the table may have."""
Thing: TypeAlias = (
    Unit | Gun | Wagon | Person | Formation | Corridor | Works | Objective | Camp | Clock | Fray
)
NapoleonicState: TypeAlias = State[Thing]


def objective_id(objective: str) -> str:
    return f"objective:{objective}"


def camp_id(side: str) -> str:
    return f"side:{side}"


def corridor_id(unit: str) -> str:
    return f"corridor:{unit}"


# --- setup -------------------------------------------------------------------------------------------


class FormationSheet(msgspec.Struct, frozen=True):
    """A formation as printed; ``parent`` "" for the highest of a side. ``turn``: the one in which it comes on the
    table, 0 for those that are there from the start (NA-SEQ-06)."""

    id: str
    name: Name
    side: str
    seat: str
    level: Level
    parent: str = ""
    turn: int = 0


class PersonSheet(msgspec.Struct, frozen=True):
    """A person as printed; ``at``: the unit or gun with which he stands at the start. ``rank`` is as written;
    :func:`grognard.rulebooks.napoleonic.order_of_battle.bonus` treats one that the post does not list as the nearest
    listed one (NA-OOB-06)."""

    id: str
    name: Name
    side: str
    rank: str
    post: str
    formation: str
    at: str


class UnitSheet(msgspec.Struct, frozen=True):
    """A regiment as printed. ``full``: figures at full strength; ``tired``: it routed twice on the day before
    (NA-ROUT-14)."""

    id: str
    name: Name
    side: str
    formation: str
    arm: str
    branch: Branch
    status: str
    figures: int
    x: int
    y: int
    heading: Heading
    lances: bool = False
    full: int = 0
    recruits: int = 0
    colours: int = 1
    kind: KindId = "line"
    tired: bool = False
    turn: int = 0


class GunSheet(msgspec.Struct, frozen=True):
    """A gun as printed; ``battery`` "" for a lone gun."""

    id: str
    name: Name
    side: str
    formation: str
    arm: str
    crew: int
    x: int
    y: int
    heading: Heading
    battery: str = ""
    turn: int = 0


class WagonSheet(msgspec.Struct, frozen=True):
    id: str
    name: Name
    side: str
    formation: str
    x: int
    y: int
    heading: Heading
    turn: int = 0


class Terrain(msgspec.Struct, frozen=True, cache_hash=True, dict=True, omit_defaults=True):
    """A piece of terrain: an area with its corners in clockwise order, or a ``line`` of points in their order.
    ``level``: of a hill. ``name`` None: it is called by its kind."""

    id: str
    kind: str
    points: tuple[Point, ...]
    line: bool = False
    level: int = 0
    name: Name | None = None

    @cached_property
    def shapes(self) -> tuple[Outline, ...]:
        """The area, or one leg of the line after another."""
        return fences(self.points) if self.line else (Outline(self.points),)


class ObjectiveSheet(msgspec.Struct, frozen=True):
    id: str
    name: Name
    x: int
    y: int
    radius: int
    points: int


class SideSheet(msgspec.Struct, frozen=True):
    """A side's rear edge, and its deployment zone (west, south, east, north) where it deploys (step 0)."""

    id: str
    rear: Compass
    zone: tuple[int, int, int, int] | None = None


class NapoleonicSetup(Setup, frozen=True, kw_only=True, eq=False):
    """Setup of a battle: table, turns, terrain, orders of battle, all in the order of the file.

    Options by their keys in the book; lengths (``ball_range``, ``person_move``) in thousandths. Options that choose
    between numbers of tables are settled in ``tables`` already (``fortress_wall``, ``ball_range``, ``staff_bonus``,
    ``person_move``). ``start``: minutes after midnight at which turn 1 begins; ``date``: ISO date of the battle, "" if
    the scenario names none. ``notes``: the scenario's briefing, for windows. ``carried``: seat -> the army file with
    which it came from its last battle, on the day of this one.
    """

    tables: Tables
    width: int
    height: int
    turns: int
    start: int
    date: str
    terrain: tuple[Terrain, ...]
    objectives: dict[str, ObjectiveSheet]
    armies: dict[str, SideSheet]
    formations: dict[str, FormationSheet]
    persons: dict[str, PersonSheet]
    units: dict[str, UnitSheet]
    guns: dict[str, GunSheet]
    wagons: dict[str, WagonSheet] = {}
    notes: Name = Name("")
    carried: dict[str, str] = {}

    @property
    def deploys(self) -> bool:
        """Whether seats place their units themselves (step 0)."""
        return any(one.zone for one in self.armies.values())
