"""What is told in a Napoleonic battle (chapter Report lines). Facts are ids, lengths in thousandths and tenths of a
degree; words come later. Places are (x, y, heading)."""

from __future__ import annotations

from typing import TypeAlias

from grognard.core.chance import Modifier
from grognard.core.events import Event
from grognard.core.state import Order

Spot: TypeAlias = tuple[int, int, int]

# --- the battle and its turns ------------------------------------------------------------------------


class BattleBegan(Event, frozen=True):
    scenario: str


class Deployed(Event, frozen=True):
    """Where a seat has placed its units, as (unit, place)."""

    seat: str
    places: tuple[tuple[str, Spot], ...]


class TurnStarted(Event, frozen=True):
    """``clock``: minutes after midnight."""

    turn: int
    clock: int


class PhaseStarted(Event, frozen=True):
    turn: int
    phase: str


class Reinforcement(Event, frozen=True):
    """A unit, gun or wagon comes on; ``waits``: its place is taken, it tries again in the next turn."""

    unit: str
    at: Spot
    waits: bool = False


# --- command -----------------------------------------------------------------------------------------


class PersonMoved(Event, frozen=True):
    person: str
    before: str
    after: str


class PersonBack(Event, frozen=True):
    """A shaken person is back with his unit, or with another where that is gone."""

    person: str
    unit: str


class PostTaken(Event, frozen=True):
    """``taken_over``: a senior does a junior's work; ``given_back``: he does it no more."""

    person: str
    formation: str
    given_back: bool = False


class CoverOrdered(Event, frozen=True):
    """A regiment is told off to cover guns under ``chief``, or released ("")."""

    unit: str
    chief: str


class InitiativeRolled(Event, frozen=True):
    """For a broken link: ``lower`` end, ``upper`` person, ``distance`` and ``radius``. For a split or a rejoining:
    ``upper`` "" and both lengths 0."""

    lower: str
    upper: str
    distance: int
    radius: int
    die: int
    succeeded: bool


class DieFell(Event, frozen=True):
    """All that is heard in the fog of a die thrown for somebody who isn't seen; ``purpose``: as the dice have it."""

    purpose: str
    die: int


class CommandLost(Event, frozen=True):
    """A formation has lost its general."""

    formation: str
    person: str


class Replaced(Event, frozen=True):
    """``how``: senior, appointed, junior or given (NA-CMD-16 to 19); ``inactive``: the last turn in which the
    formation takes no active part."""

    formation: str
    person: str
    how: str
    inactive: int


class ReplacementRolled(Event, frozen=True):
    formation: str
    person: str
    die: int
    succeeded: bool


# --- movement ----------------------------------------------------------------------------------------


class OrderRevealed(Event, frozen=True):
    side: str
    unit: str
    order: Order


class Moved(Event, frozen=True):
    """``cost`` of its allowance; ``ticks``: the last tick in which it moved; ``why`` it stopped: end, contact,
    obstacle, priority, corridor, table; ``path``: where it stood after each leg; ``by``: id of what stopped it.
    ``kind``: what moved it: order, withdrawal, flight, push, follow_up, pursuit, back, place (a fire, a lost bridge).
    """

    unit: str
    before: Spot
    after: Spot
    cost: int
    ticks: int
    why: str
    kind: str = "order"
    path: tuple[Spot, ...] = ()
    by: str = ""


class Sighted(Event, frozen=True):
    """In the fog: a unit that moved where nobody saw it has come into sight."""

    unit: str
    at: Spot


class Formed(Event, frozen=True):
    """A unit stands in another way now; ``kind`` line, march_column, open_order, dismounted."""

    unit: str
    kind: str


class Split(Event, frozen=True):
    """``parts``: (id, figures), the one that keeps colours and persons first."""

    unit: str
    parts: tuple[tuple[str, int], ...]


class Rejoined(Event, frozen=True):
    unit: str
    parts: tuple[str, ...]
    figures: int


class CrewChanged(Event, frozen=True):
    """``gunners`` go from one gun to another."""

    before: str
    after: str
    gunners: int


class PlaceContested(Event, frozen=True):
    """Who came to a place that takes one unit a turn, in which tick; ``winner`` "" where none enters (NA-MOVE-24)."""

    place: str
    units: tuple[str, ...]
    tick: int
    winner: str


class Crossed(Event, frozen=True):
    """A crossing that takes a turn; ``stays``: the far side was taken (NA-OBS-09)."""

    unit: str
    terrain: str
    after: Spot
    stays: bool = False


# --- fire --------------------------------------------------------------------------------------------


class TargetDeclared(Event, frozen=True):
    gun: str
    target: str
    ammunition: str
    distance: int
    pivot: int


class Shot(Event, frozen=True):
    """``row`` of the table; ``marks``: silenced, stopped, burns, destroyed."""

    gun: str
    target: str
    die: int
    strength: str
    row: int
    losses: int
    marks: tuple[str, ...] = ()
    ammunition: str = "ball"


class SkirmishFire(Event, frozen=True):
    unit: str
    target: str
    dice: tuple[int, ...]
    hits: int


class GunSilenced(Event, frozen=True):
    """``until``: the last turn in which it may not fire."""

    gun: str
    until: int
    count: int


class UnitStopped(Event, frozen=True):
    unit: str
    until: int
    count: int


class BuildingBurning(Event, frozen=True):
    place: str
    gun: str
    units_moved: tuple[str, ...]


class BridgeDestroyed(Event, frozen=True):
    place: str
    gun: str
    units_moved: tuple[str, ...]


class WorkDestroyed(Event, frozen=True):
    place: str
    gun: str


class PersonHit(Event, frozen=True):
    """``returns``: as table ``fate`` has it; ``turn``: the one in which he is back in this battle, 0 for none."""

    person: str
    unit: str
    die: int
    fate: str
    returns: str
    turn: int


# --- close combat ------------------------------------------------------------------------------------


class StrikeDeclared(Event, frozen=True):
    striker: str
    target: str
    flank: str
    distance: int


class CombatDie(Event, frozen=True):
    """The die of a unit that strikes or resists; its losses fall on ``on`` ("" for nobody). ``why``: fight, firefight,
    non_resisting, second, spent, gun."""

    unit: str
    die: int
    on: str
    losses: int
    why: str = "fight"


class Fight(Event, frozen=True):
    """A pair compared; modifiers by name; ``outcome`` is the result of the row: locked, parted, repulsed, pushed,
    rout; ``winner`` "" for a draw."""

    units: tuple[str, str]
    dice: tuple[int, int]
    modifiers: tuple[tuple[Modifier, ...], tuple[Modifier, ...]]
    results: tuple[int, int]
    difference: int
    outcome: str
    winner: str


class Losses(Event, frozen=True):
    """``cause``: fire, skirmish, combat, pursuit."""

    unit: str
    cause: str
    figures: int
    left: int


class Pushed(Event, frozen=True):
    """``direction``: heading; ``distance`` really gone."""

    unit: str
    distance: int
    direction: int
    by: tuple[str, ...]


class Parted(Event, frozen=True):
    unit: str
    distance: int
    direction: int


class Repulsed(Event, frozen=True):
    unit: str
    distance: int
    direction: int


class Reforming(Event, frozen=True):
    unit: str
    until: int


class Locked(Event, frozen=True):
    units: tuple[str, str]
    turns: int


class LockEnded(Event, frozen=True):
    """``why``: fresh_forces, general, below_strength, withdrawal, rout, pushed, destroyed, neighbour, pursuit."""

    units: tuple[str, str]
    why: str


class FollowedUp(Event, frozen=True):
    unit: str
    loser: str
    distance: int


class Routed(Event, frozen=True):
    """``way``: 1 to 6, contagion, second. ``distance`` really run; ``corridor``: id of the corridor."""

    unit: str
    way: str
    direction: int
    distance: int
    corridor: str
    overthrowers: tuple[str, ...]


class NeighbourBack(Event, frozen=True):
    unit: str
    routed: str
    distance: int


class RoutersPass(Event, frozen=True):
    """A unit in the way of routers; ``result``: routs, stands, disordered, silenced, reforms; ``die`` 0: none."""

    unit: str
    routed: str
    die: int
    result: str


class Obedience(Event, frozen=True):
    unit: str
    die: int
    obeys: bool


class Pursuit(Event, frozen=True):
    unit: str
    routed: str
    obeys: bool
    distance: int
    stopped_by: str


class PursuitRoll(Event, frozen=True):
    """``step``: casualties, prisoners, colours, persons, recapture; ``dice``: own and, opposed, the routers'."""

    step: str
    pursuer: str
    routed: str
    dice: tuple[int, ...]
    figures: int = 0
    prisoners: int = 0
    colours: int = 0
    persons: tuple[str, ...] = ()


class Destroyed(Event, frozen=True):
    """No figures are left; ``colours_to``: who took its colours, "" where they are saved."""

    unit: str
    colours_to: str = ""
    colours: int = 0


class PersonRefuge(Event, frozen=True):
    """Whose unit is no more passes to ``unit``; "" and ``captured_by`` or gone from the field (NA-UNIT-06)."""

    person: str
    unit: str
    captured_by: str = ""


class GunCaptured(Event, frozen=True):
    gun: str
    unit: str
    die: int


class GunRetaken(Event, frozen=True):
    gun: str
    unit: str
    die: int


class PersonTaken(Event, frozen=True):
    """An opposed throw for a person at a lost gun."""

    person: str
    unit: str
    dice: tuple[int, int]
    captured: bool


class Escorted(Event, frozen=True):
    gun: str
    unit: str
    at: Spot
    safe: bool


# --- after a rout, and the end -----------------------------------------------------------------------


class Rallied(Event, frozen=True):
    """``reason``: course (the four turns are over)."""

    unit: str
    reason: str


class ReturnedToBattle(Event, frozen=True):
    """``reason``: led, battle_line (NA-ROUT-11)."""

    unit: str
    reason: str


class LeftField(Event, frozen=True):
    """``reason``: order, flight, pushed, spent, escort."""

    unit: str
    reason: str


class ObjectiveHeld(Event, frozen=True):
    objective: str
    side: str
    before: str


class TruceOffered(Event, frozen=True):
    side: str


class Truce(Event, frozen=True):
    pass


class Concession(Event, frozen=True):
    side: str


class BattleEnded(Event, frozen=True):
    """``score``: points of each side."""

    reason: str
    winners: tuple[str, ...]
    score: tuple[tuple[str, int], ...]


class LossBreakdown(Event, frozen=True):
    """Of a unit: parts as (part, quarters of a figure, when they return), prisoners, colours lost."""

    unit: str
    side: str
    lost: int
    parts: tuple[tuple[str, int, str], ...]
    prisoners: int
    colours: int


class PersonAfter(Event, frozen=True):
    """What became of a person and when he returns."""

    person: str
    side: str
    fate: str
    returns: str


class SideBreakdown(Event, frozen=True):
    """Of a whole side, with its trophies."""

    side: str
    lost: int
    parts: tuple[tuple[str, int, str], ...]
    prisoners_lost: int
    prisoners: int
    colours: int
    persons: int
    guns: int
    wagons: int


EVENTS: tuple[type[Event], ...] = (
    BattleBegan, Deployed, TurnStarted, PhaseStarted, Reinforcement, PersonMoved, PersonBack, PostTaken, CoverOrdered,
    InitiativeRolled, DieFell, CommandLost, Replaced, ReplacementRolled, OrderRevealed, Moved, Sighted, Formed, Split,
    Rejoined, CrewChanged, PlaceContested, Crossed, TargetDeclared, Shot, SkirmishFire, GunSilenced, UnitStopped,
    BuildingBurning, BridgeDestroyed, WorkDestroyed, PersonHit, StrikeDeclared, CombatDie, Fight, Losses, Pushed,
    Parted, Repulsed, Reforming, Locked, LockEnded, FollowedUp, Routed, NeighbourBack, RoutersPass, Obedience, Pursuit,
    PursuitRoll, Destroyed, PersonRefuge, GunCaptured, GunRetaken, PersonTaken, Escorted, Rallied, ReturnedToBattle,
    LeftField, ObjectiveHeld, TruceOffered, Truce, Concession, BattleEnded, LossBreakdown, PersonAfter, SideBreakdown,
)  # fmt: skip
