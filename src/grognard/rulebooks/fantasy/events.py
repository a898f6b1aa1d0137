"""What is told in a battle (chapter Report lines), one event a fact.

Units, characters, melees and spells in force are named by id. Dice are open; what only a side and the umpire may know
(its Ld and what changes it, spells it has not cast) is left empty in the versions of others, as each field says.
Lengths are thousandths of a cell, headings tenths of a degree.
"""

from __future__ import annotations

import msgspec

from grognard.core.chance import Modifier
from grognard.core.events import Event
from grognard.rulebooks.fantasy.model import Leg
from grognard.space.pose import Pose

Modifiers = tuple[Modifier, ...]
Faces = tuple[int, ...]


# --- before the battle ---


class BattleOpened(Event, frozen=True):
    """``changes``, for the umpire alone: (profile, field, before, after) of what the game master changed."""

    scenario: str
    changes: tuple[tuple[str, str, str, str], ...] = ()


class LegendNamed(Event, frozen=True):
    """``seat`` "": nobody."""

    seat: str


class BonusTaken(Event, frozen=True):
    """``piece``: the unit or character that it is given to."""

    seat: str
    bonus: str
    piece: str


class SpellsLearnt(Event, frozen=True):
    """For the wizard's side alone; ``rolled``: every d6 in order."""

    wizard: str
    spells: tuple[str, ...]
    rolled: Faces


class Deployed(Event, frozen=True):
    """Where a seat's units stand; revealed together."""

    seat: str
    units: tuple[str, ...]
    poses: tuple[Pose, ...]


# --- orders ---


class TurnStarted(Event, frozen=True):
    number: int


class PhaseBegan(Event, frozen=True):
    """``phase``: ``A`` melee, ``B`` shooting and magic, ``C`` movement."""

    phase: str


class OrdersRead(Event, frozen=True):
    """All orders of a turn, now open: (unit, order word). ``on_time``: seats whose units all had their own order;
    ``defaulted``: units for which the default was taken."""

    orders: tuple[tuple[str, str], ...]
    on_time: tuple[str, ...]
    defaulted: tuple[str, ...]


class OrderReplaced(Event, frozen=True):
    """``why``: ``charged``, ``forbidden``, ``target_gone``, ``retreating``, ``out_of_reach``."""

    unit: str
    before: str
    after: str
    why: str


class ChallengeIgnored(Event, frozen=True):
    """The character touches no enemy character: the challenge is dropped, with a warning (FA-MEL-12)."""

    character: str


# --- melee ---


class MeleeJoined(Event, frozen=True):
    melee: str
    units: tuple[str, ...]
    clash: bool


class Challenged(Event, frozen=True):
    challenger: str
    challenged: str
    accepted: bool


class Struck(Event, frozen=True):
    """``who``: ``models``, ``ram``, ``mounts``, or a character's id; ``models`` striking; needs: least face of each
    die (0: none is thrown). ``unsaved`` wounds, of which ``fallen`` models. ``victim``: a character struck, or "".
    ``killing``: the die whose natural 6 cancels the save (``wound``, ``hit``), or ""."""

    melee: str
    unit: str
    target: str
    who: str
    reach: int
    initiative: int
    first_round: bool
    models: int
    attacks: int
    to_hit: int
    to_wound: int
    to_save: int
    hits: int
    wounds: int
    saved: int
    unsaved: int
    fallen: int
    victim: str = ""
    killing: str = ""


class SideResult(msgspec.Struct, frozen=True, array_like=True):
    """``items`` add up to ``total``."""

    side: str
    items: Modifiers
    total: int


class CombatResult(Event, frozen=True):
    """``winners``: sides, () for a draw; ``difference``: of the best to the second."""

    melee: str
    results: tuple[SideResult, ...]
    winners: tuple[str, ...]
    difference: int


class Crumbled(Event, frozen=True):
    """The undead lose wounds instead of testing (FA-SPC-11)."""

    unit: str
    wounds: int
    fallen: int


class Tested(Event, frozen=True):
    """``kind``: ``leadership``, ``break``, ``rally`` or ``spell``; ``reasons`` of a leadership test. ``ld`` with all
    ``items`` in it, -1 and () for others than its side. ``factor``: m as a fraction. ``who``: a commander, or "".
    ``rerolled``: the first dice, where a bonus threw them again."""

    unit: str
    kind: str
    ld: int
    items: Modifiers
    factor: tuple[int, int]
    dice: Faces
    passed: bool
    reasons: tuple[str, ...] = ()
    who: str = ""
    rerolled: Faces = ()


class Broke(Event, frozen=True):
    """A unit is now in forced retreat (a machine: silenced)."""

    unit: str
    silenced: bool = False


class SplitApart(Event, frozen=True):
    """A unit was ridden through: both parts, with their models."""

    unit: str
    by: str
    parts: tuple[tuple[str, int], ...]


class CommanderKilled(Event, frozen=True):
    """``by``: a character, a unit, or a wizard."""

    character: str
    unit: str
    by: str


# --- shooting and magic ---


class WindsBlew(Event, frozen=True):
    """``shares``: (wizard, part, extra, own points). ``side`` "": one roll for all."""

    points: int
    dice: Faces
    shares: tuple[tuple[str, int, int, int], ...]
    side: str = ""


class SpellCast(Event, frozen=True):
    """``result``: ``cast``, ``failed``, ``undispellable``, ``doubled``, ``barred``; ``target`` "" where none was
    allowed, or at a point (``x``, ``y``). ``force``: id of the spell in force, or ""."""

    wizard: str
    spell: str
    dice: Faces
    bonus: int
    total: int
    value: int
    result: str
    target: str = ""
    x: int = 0
    y: int = 0
    force: str = ""


class SpellDispelled(Event, frozen=True):
    """``result``: ``dispelled``, ``failed``, ``barred``, ``undispellable``."""

    wizard: str
    force: str
    spell: str
    dice: Faces
    bonus: int
    total: int
    against: int
    result: str


class SpellTook(Event, frozen=True):
    """One effect of a spell on one piece. ``amount``: of whatever the verb changes; ``dice`` rolled for it."""

    force: str
    spell: str
    target: str
    verb: str
    amount: int
    dice: Faces = ()
    hits: int = 0
    wounds: int = 0
    saved: int = 0
    unsaved: int = 0


class SpellEnded(Event, frozen=True):
    """``why``: ``dispelled``, ``expired``, ``target_gone``."""

    force: str
    spell: str
    target: str
    why: str


class Shot(Event, frozen=True):
    """``unseen``: models that would shoot but don't see; ``indirect``: shots over friends, at ``to_hit_indirect``.
    ``held``: taken in C3 at a charger on its way."""

    unit: str
    target: str
    distance: int
    shots: int
    unseen: int
    items: Modifiers
    to_hit: int
    to_wound: int
    to_save: int
    hits: int
    wounds: int
    saved: int
    unsaved: int
    indirect: int = 0
    to_hit_indirect: int = 0
    held: bool = False


class NoShot(Event, frozen=True):
    """A unit ordered to shoot found nobody to shoot at. ``why``: id of a reason."""

    unit: str
    why: str


class BallRank(msgspec.Struct, frozen=True, array_like=True):
    """One rank that the ball struck: faces of its dice (0: none thrown) and wounds done."""

    wound: int
    save: int
    wounds: int
    through: int


class BallFlew(Event, frozen=True):
    machine: str
    target: str
    distance: int
    items: Modifiers
    to_hit: int
    face: int
    hit: bool
    ranks: tuple[BallRank, ...]
    wounds: int


class BombHit(msgspec.Struct, frozen=True, array_like=True):
    unit: str
    models: int
    wounds: int
    saved: int
    unsaved: int


class BombFell(Event, frozen=True):
    """``scatter``: cells off the target in thousandths, ``direction`` in tenths of a degree (0 and 0: on it)."""

    machine: str
    target: str
    distance: int
    items: Modifiers
    to_hit: int
    face: int
    x: int
    y: int
    scatter: int
    direction: int
    struck: tuple[BombHit, ...]


class Misfired(Event, frozen=True):
    """``result``: ``explodes``, ``jams``, ``lost``; ``crew``: how many of it died."""

    machine: str
    die: int
    result: str
    crew: int = 0


class CasualtiesTaken(Event, frozen=True):
    """What shooting and magic of a step have cost a unit: models that fell, wounds now in the pool."""

    unit: str
    step: str
    fallen: int
    pool: int


# --- movement ---


class Rallied(Event, frozen=True):
    """``commander`` "": on its own or by a spell; ``heading`` it turned to, if it rallied."""

    unit: str
    commander: str
    passed: bool
    heading: int = 0


class Reformed(Event, frozen=True):
    """``merged``: the part that was taken in, or ""."""

    unit: str
    pose: Pose
    files: int
    formation: str
    merged: str = ""


class Moved(Event, frozen=True):
    """``start`` and ``end``: front middle and heading; ``cells`` gone and ``cost`` spent; ``stop``: ``done``,
    ``spent``, ``contact``, ``ground``, ``edge``, ``friends``; ``at``: the unit or ground that stopped it."""

    unit: str
    kind: str
    start: Pose
    end: Pose
    path: tuple[Leg, ...]
    cells: int
    cost: int
    stop: str
    at: str = ""


class Charged(Event, frozen=True):
    """``aim``: whom it meant, ``met``: whom it reached ("": nobody) on which ``edge``."""

    unit: str
    aim: str
    dice: Faces
    allowance: int
    met: str = ""
    edge: str = ""
    clash: bool = False


class Clashed(Event, frozen=True):
    a: str
    b: str
    poses: tuple[Pose, Pose]
    gone: tuple[int, int]


class Aligned(Event, frozen=True):
    """A unit laid its front on an enemy's edge; ``end`` as of Moved."""

    unit: str
    target: str
    edge: str
    end: Pose
    overlap: int


class Retreated(Event, frozen=True):
    """``forced`` or ordered; ``caught``: by whom, or ""."""

    unit: str
    dice: Faces
    distance: int
    heading: int
    forced: bool
    caught: str = ""
    left: bool = False


class Pursued(Event, frozen=True):
    unit: str
    prey: str
    dice: Faces
    distance: int
    caught: bool


class Shifted(Event, frozen=True):
    """By a spell or a split, not on its own feet."""

    unit: str
    end: Pose


class Summoned(Event, frozen=True):
    unit: str
    caster: str
    profile: str
    models: int
    end: Pose


class UnitLost(Event, frozen=True):
    """``how``: ``destroyed``, ``left``, ``crew``, ``engine``, ``exploded``, ``abandoned``."""

    unit: str
    how: str


class StandardLost(Event, frozen=True):
    unit: str
    to: str


# --- the end ---


class TurnEnded(Event, frozen=True):
    """(side, hundredths of its starting models still fighting) and (objective, who holds it now or "")."""

    number: int
    strengths: tuple[tuple[str, int], ...]
    objectives: tuple[tuple[str, str], ...]


class BattleOver(Event, frozen=True):
    """``grade``: ``draw``, ``minor``, ``major``; ``reason``: ``turns``, ``alone``, ``beaten``."""

    winners: tuple[str, ...]
    grade: str
    reason: str
    scores: tuple[tuple[str, int], ...]


EVENTS: tuple[type[Event], ...] = (
    BattleOpened,
    LegendNamed,
    BonusTaken,
    SpellsLearnt,
    Deployed,
    TurnStarted,
    PhaseBegan,
    OrdersRead,
    OrderReplaced,
    ChallengeIgnored,
    MeleeJoined,
    Challenged,
    Struck,
    CombatResult,
    Crumbled,
    Tested,
    Broke,
    SplitApart,
    CommanderKilled,
    WindsBlew,
    SpellCast,
    SpellDispelled,
    SpellTook,
    SpellEnded,
    Shot,
    NoShot,
    BallFlew,
    BombFell,
    Misfired,
    CasualtiesTaken,
    Rallied,
    Reformed,
    Moved,
    Charged,
    Clashed,
    Aligned,
    Retreated,
    Pursued,
    Shifted,
    Summoned,
    UnitLost,
    StandardLost,
    TurnEnded,
    BattleOver,
)
