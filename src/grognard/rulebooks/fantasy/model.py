"""The pieces of a battle (chapter Model).

Lengths are thousandths of a cell, headings and angles tenths of a degree (clockwise from north), shares hundredths.
One id space: units, characters, contacts, melees, spells and conjured ground. What is off the table stays in the
position with its ``status``, for victory and report.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Literal, TypeAlias, TypeVar

import msgspec

from grognard.core.state import Piece, State
from grognard.rulebooks.fantasy.attacks import Blow, Strikers
from grognard.rulebooks.fantasy.tables import Kind, Rank
from grognard.space.outline import Base, Edge, once
from grognard.space.pose import Heading, Point, Pose, step

OrderWord: TypeAlias = Literal[
    "march", "move", "attack", "hold", "stand_and_shoot", "move_and_shoot", "retreat", "reform"
]
WORDS: tuple[OrderWord, ...] = (
    "march",
    "move",
    "attack",
    "hold",
    "stand_and_shoot",
    "move_and_shoot",
    "retreat",
    "reform",
)
FormationWord: TypeAlias = Literal["line", "column", "wedge"]
Reaction: TypeAlias = Literal["hold", "stand_and_shoot", "retreat"]
Condition: TypeAlias = Literal["content", "eager", "neglected"]
Status: TypeAlias = Literal["ready", "destroyed", "left", "merged"]
"""``ready``: on the table; ``destroyed``; ``left``: went off the table; ``merged``: now part of another unit."""


# --- orders ------------------------------------------------------------------------------------------
Models: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
"""How many stand in a unit: more than any table holds is a slip of somebody's pen."""


class Leg(msgspec.Struct, frozen=True, array_like=True, cache_hash=True):
    """A segment of a path (FA-MOV-02): ``fwd`` by thousandths (> 0) or ``wheel`` by tenths of a degree (right > 0)."""

    kind: Literal["fwd", "wheel"]
    amount: int


class Cast(msgspec.Struct, frozen=True, cache_hash=True):
    """An entry of a wizard's list (FA-MAG-08). ``targets``: ids of units, characters or spells (``new`` by option),
    of an ``area`` spell points."""

    wizard: str
    spell: str
    dice: int
    least: int = 1
    targets: tuple[str | Point, ...] = ()


class UnitOrder(msgspec.Struct, frozen=True, cache_hash=True):
    """One line of an order sheet. ``heading`` None: as the rules have it (retreat, reform, and the heading after a
    rally). ``files`` 0 and ``formation`` "" of a reform: as now. ``pursue`` None: true for attack, else false.
    ``challenge``, ``accept``: ids of characters of the unit. ``charger``: set by the rules where ``if_charged`` has
    replaced the order; ``by_default``: nobody gave one in time."""

    word: OrderWord
    targets: tuple[str, ...] = ()
    path: tuple[Leg, ...] = ()
    heading: int | None = None
    files: int = 0
    formation: FormationWord | Literal[""] = ""
    leave: bool = False
    if_charged: Reaction = "hold"
    pursue: bool | None = None
    challenge: tuple[str, ...] = ()
    accept: tuple[str, ...] = ()
    shots: Literal["multi", "single"] = "multi"
    casts: tuple[Cast, ...] = ()
    rally: bool = True
    charger: str = ""
    by_default: bool = False

    @property
    def pursues(self) -> bool:
        """Follows a beaten enemy (FA-ORD-10)."""
        return self.word == "attack" if self.pursue is None else self.pursue


HOLD = UnitOrder("hold")


# --- motion of one phase -------------------------------------------------------------------------------


MotionKind: TypeAlias = Literal["charge", "march", "move", "retreat", "withdraw", "pursuit"]


class Motion(msgspec.Struct, frozen=True, cache_hash=True):
    """What a unit sets out to do in a movement phase, fixed in C2 (in C8 for those of C8).

    ``allowance``: thousandths of movement cost in all; ``path`` as fixed (a charge goes straight on after it).
    ``aim``: the enemy charged or pursued. ``rolled``: the dice (0: none), thrown as
    ``faces``. ``leave``: may cross the table edge.
    """

    kind: MotionKind
    path: tuple[Leg, ...]
    allowance: int
    aim: str = ""
    rolled: int = 0
    leave: bool = False
    faces: tuple[int, ...] = ()


# --- pieces ------------------------------------------------------------------------------------------


class Unit(Piece, frozen=True, cache_hash=True, dict=True, gc=True, tag="unit"):
    """A body of troops. ``x``, ``y``: the middle of its front edge. ``models``: rank and file, of a machine its crew;
    0 with a living character in it: he stands alone, as one model (FA-GEN-08).

    Copied from the tables so that a rectangle needs no look-up: ``kind`` and ``base`` (width and depth of a model).
    ``pool``: wounds in the pool, 0 .. W - 1. ``machine_wounds``: what the engine of a machine has left.
    ``retreating``: forced; ``broke``: turn in which it began; ``withdrawing``: ordered, this turn only.
    ``retreat_after``: broke in C7, goes in C8. ``silenced``, ``reload``, ``jammed``: shooting steps or turns left (0:
    free). ``shot``: shot this turn. ``held``: its reaction shot is held to C3.
    ``halted``: rallied this turn, does nothing else. ``phase_models``: models at the start of the phase (FA-LD-03).
    ``due``: unsaved wounds that are taken off at the end of the step.
    ``order``: this turn's, None before; ``motion``: this movement phase's. ``gifts``: legend bonuses not used up.
    ``summoned``: came by a spell (FA-VIC-03); ``fresh``: came this turn, takes no order.
    ``shelled``: hit by a machine in this phase; ``tested``: turn and step of its last leadership test (FA-LD-03).
    ``stood``: x, y, heading and files at the end of C2 if C4 has turned it (FA-UNIT-05), () again after C5.
    """

    side: str
    seat: str
    profile: str
    kind: Kind
    base: tuple[int, int]
    x: int
    y: int
    heading: Heading
    files: int
    models: Models
    start_models: Models
    formation: FormationWord = "line"
    pool: int = 0
    machine_wounds: int = 0
    standard: bool = False
    status: Status = "ready"
    retreating: bool = False
    broke: int = 0
    retreat_after: bool = False
    withdrawing: bool = False
    silenced: int = 0
    reload: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    jammed: int = 0
    shot: bool = False
    held: bool = False
    halted: bool = False
    condition: Condition = "content"
    phase_models: int = 0
    due: int = 0
    order: UnitOrder | None = None
    motion: Motion | None = None
    gifts: tuple[str, ...] = ()
    shelled: bool = False
    tested: str = ""
    summoned: bool = False
    fresh: bool = False
    stood: tuple[int, ...] = ()

    @property
    def front(self) -> Point:
        """The middle of the front edge."""
        return self.x, self.y

    @property
    def standing(self) -> int:
        """Models that fill the rectangle: at least one."""
        return self.models or 1

    @once
    def ranks(self) -> int:
        return 1 if self.kind == "machine" else -(-self.standing // self.files)

    @once
    def width(self) -> int:
        return self.base[0] * (1 if self.kind == "machine" else min(self.files, self.standing))

    @once
    def depth(self) -> int:
        return self.base[1] * self.ranks

    @once
    def shape(self) -> Base:
        """Its rectangle; the middle of the front edge is where it stands, the centre is rounded (``space.pose``)."""
        east, north = step(self.heading, -self.depth, over=2)
        return Base(Pose(self.x + east, self.y + north, self.heading), self.width, self.depth)

    @once
    def centre(self) -> Point:
        return self.shape.at


STANDS = frozenset({"kind", "base", "x", "y", "heading", "files", "models"})
"""Of a unit's fields those that its rectangle rests on, and whatever else it keeps about itself."""


class Character(Piece, frozen=True, cache_hash=True, tag="character"):
    """A hero; ``profile`` is a key of ``tables.characters``, ``unit`` where he stands (his own unit if alone), which
    moves and places him. ``wounds`` left, 0: dead. ``level`` 0: no wizard. ``spells`` he knows; ``shown``: those that
    all have seen him cast. ``points``: magic points now; ``drained``: off his next share. ``due``: wounds
    of shooting and magic that are taken off at the end of the step. ``gifts``: legend bonuses not used up;
    ``killed_by``: id or ""; ``mourned``: the tests for
    his death are behind."""

    side: str
    seat: str
    profile: str
    unit: str
    rank: Rank
    wounds: int
    mount: str = ""
    level: int = 0
    path: str = ""
    spells: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    barred: bool = False
    points: int = 0
    drained: int = 0
    due: int = 0
    gifts: tuple[str, ...] = ()
    killed_by: str = ""
    mourned: bool = False

    @property
    def alive(self) -> bool:
        return self.wounds > 0


class Contact(Piece, frozen=True, cache_hash=True, tag="contact"):
    """Two enemies in contact, ``a`` < ``b`` by id (``contact_id``). ``overlap``: L of FA-MEL-16. ``round``: rounds
    fought since it was made (0: its first is still to come). ``charged``: who charged in it; ``downhill``: who of them
    from a hill. ``over_wall``: no charge point (FA-TER-03). ``maker``: the unit that made it (in a clash: aligned).
    ``clash``: to be fought in C7; ``caught``: the unit that is struck by its pursuer, without answer. ``inside``: made
    by a breakthrough (FA-CR-11). ``turn``: when it was made; ``tick`` and ``gap``: of the motion that made it, and how
    far the two were apart (``overlap`` 0: not aligned yet).
    ``duels``: pairs of characters who fight only each other as long as it lasts."""

    a: str
    b: str
    edge_a: Edge
    edge_b: Edge
    overlap: int
    round: int = 0
    charged: tuple[str, ...] = ()
    downhill: tuple[str, ...] = ()
    over_wall: bool = False
    maker: str = ""
    clash: bool = False
    caught: str = ""
    inside: bool = False
    turn: int = 0
    tick: int = 0
    gap: int = 0
    duels: tuple[tuple[str, str], ...] = ()

    def other(self, unit_id: str) -> str:
        return self.b if unit_id == self.a else self.a

    def edge(self, unit_id: str) -> Edge:
        """The edge with which that unit touches the other."""
        return self.edge_a if unit_id == self.a else self.edge_b


class Melee(Piece, frozen=True, cache_hash=True, tag="melee"):
    """All units joined by contacts, while they're fought (A1 to A7, C7). Id: ``melee_id`` of its lowest unit.

    ``caused``: (striker, struck, wounds) of this round; ``duels``: pairs of characters. ``winners``: sides;
    ``lost_by``: (side, difference) of the sides that lost. ``caught``: a round against a fleeing unit: no tests.
    ``began``: (unit, models, wounds in the pool) before the round. While blows are struck: ``strikers``, who strikes
    with how many, and ``blows``, those of this step that are still to be thrown.
    """

    units: tuple[str, ...]
    contacts: tuple[str, ...]
    duels: tuple[tuple[str, str], ...] = ()
    caused: tuple[tuple[str, str, int], ...] = ()
    winners: tuple[str, ...] = ()
    lost_by: tuple[tuple[str, int], ...] = ()
    began: tuple[tuple[str, int, int], ...] = ()
    strikers: tuple[Strikers, ...] = ()
    blows: tuple[Blow, ...] = ()


class SpellInForce(Piece, frozen=True, cache_hash=True, tag="spell"):
    """Id ``spell_N``. ``target``: a unit or character, "" of an area at (``x``, ``y``). ``total``: of the cast.
    ``until``: turn at the end of whose phase B it ends, 0: dispelled only. ``fresh``: its effects of B4 are still to
    come; ``due``: those of B5 are. ``rolled``: dice of its effects that stay (one number an effect, 0 where none are
    rolled). Of duration 0 it is gone after B8."""

    spell: str
    caster: str
    side: str
    target: str
    x: int = 0
    y: int = 0
    total: int = 0
    undispellable: bool = False
    doubled: bool = False
    until: int = 0
    fresh: bool = True
    due: bool = True
    rolled: tuple[int, ...] = ()


class Ground(Piece, frozen=True, cache_hash=True, tag="ground"):
    """A round piece of terrain that a spell has made, as long as it's in force. Id ``ground:spell_N``."""

    kind: str
    spell: str
    x: int
    y: int
    radius: int


class Turn(Piece, frozen=True, cache_hash=True, tag="turn"):
    """Where the battle stands. ``number`` 0: before the first turn; ``phase``: ``before``, ``orders``, ``A``, ``B``,
    ``C``, ``end``; ``step``: ``A1`` .. ``C9``, "" between. ``spells``: successful casts so far; ``winds``: this
    turn's points. ``legend``: seat that won the award, "" for none. ``scores``: (side, score) when all is over."""

    number: int = 0
    phase: Literal["before", "orders", "A", "B", "C", "end"] = "before"
    step: str = ""
    spells: int = 0
    winds: int = 0
    legend: str = ""
    scores: tuple[tuple[str, int], ...] = ()


TURN = "turn"
Thing: TypeAlias = Unit | Character | Contact | Melee | SpellInForce | Ground | Turn
FantasyState: TypeAlias = State[Thing]
R = TypeVar("R")


def contact_id(one: str, other: str) -> str:
    """Ids compared as text (FA-GEN-11)."""
    a, b = sorted((one, other))
    return f"contact:{a}:{b}"


def melee_id(units: tuple[str, ...]) -> str:
    """A melee is called by the lowest id of its units."""
    return f"melee:{min(units)}"


def linked(rows: Iterable[R], ends: Callable[[R], tuple[str, str]]) -> list[list[R]]:
    """Rows in groups that share units, directly or through others (FA-MEL-01)."""
    groups: list[tuple[set[str], list[R]]] = []
    for row in rows:
        ids, mine = set(ends(row)), [row]
        for group in [group for group in groups if group[0] & ids]:
            groups.remove(group)
            ids |= group[0]
            mine = [*group[1], *mine]
        groups.append((ids, mine))
    return [mine for _, mine in groups]


def spell_id(n: int) -> str:
    return f"spell_{n}"


def ground_id(spell: str) -> str:
    return f"ground:{spell}"
