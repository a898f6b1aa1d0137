"""What is told in a modern battle (chapter Report lines), one event a fact.

Units are named by :class:`Counter`, in each version of an event with as much as its hearers know
(``battle.tell_each``). Facts that a version may not have are empty: "" or 0, as each field says.
"""

from __future__ import annotations

import msgspec

from grognard.core.chance import Modifier
from grognard.core.events import Event
from grognard.core.state import Arg
from grognard.rulebooks.modern.effects import Four
from grognard.space.hex_grid import Hex


class Counter(msgspec.Struct, frozen=True, array_like=True):
    """A unit as a hearer knows it: where it stands, side and arm; ``number`` 0 and ``unit`` (its id) "" if not for
    his ears."""

    hex: Hex
    side: str
    arm: str
    number: int = 0
    unit: str = ""


# --- battle and turns ---


class BattleOpened(Event, frozen=True):
    """``order``: seats or sides in the order of turns."""

    scenario: str
    order: tuple[str, ...]


class Deployed(Event, frozen=True):
    """A unit stands on the map before the first turn; ``aboard``: passengers, for its own side only."""

    general: str
    counter: Counter
    aboard: tuple[int, ...] = ()


class RoundStarted(Event, frozen=True):
    round: int


class TurnStarted(Event, frozen=True):
    """``holder``: a seat, or a side whose generals act together; ``seconds`` 0: no clock."""

    holder: str
    round: int
    seconds: int


class PhaseStarted(Event, frozen=True):
    holder: str
    phase: str


class TurnEnded(Event, frozen=True):
    holder: str


class TurnTimedOut(Event, frozen=True):
    """The time was out after so many ``seconds``."""

    holder: str
    phase: str
    seconds: int


class ConcededBy(Event, frozen=True):
    """``heir``: the general who has his units now, "" if nobody is left. ``why``: conceded or left."""

    general: str
    heir: str
    why: str


# --- cards ---


class CardDeclared(Event, frozen=True):
    """``targets``: hexes, seats, or ids of cards that are on the table, as far as the card has them. ``answers``: the
    card that it answers, "" for none. ``card`` is the operation card's id, ``played`` that of the piece."""

    owner: str
    card: str
    played: str
    counters: tuple[Counter, ...] = ()
    targets: tuple[Arg, ...] = ()
    answers: str = ""


class AbilityUsed(Event, frozen=True):
    """``card``: the general card."""

    owner: str
    card: str
    counters: tuple[Counter, ...] = ()
    targets: tuple[Arg, ...] = ()


class CardResolved(Event, frozen=True):
    """It works; ``stays`` in play."""

    owner: str
    card: str
    played: str
    stays: bool


class CardCancelled(Event, frozen=True):
    """``by``: owner and id of the card that did it."""

    owner: str
    card: str
    played: str
    by: tuple[str, str] = ("", "")


class CardExpired(Event, frozen=True):
    owner: str
    card: str
    played: str


class CardWithdrawn(Event, frozen=True):
    owner: str
    card: str
    played: str


class WindowPassed(Event, frozen=True):
    """For the seat that was asked: it let a window go by."""

    seat: str
    window: str


class CardDrawn(Event, frozen=True):
    """``why``: start, award, voucher or the id of a card; ``card`` "" for the enemy and the public."""

    general: str
    tier: str
    card: str
    why: str


class CardDiscarded(Event, frozen=True):
    general: str
    tier: str
    card: str
    why: str


class NoCardLeft(Event, frozen=True):
    """Deck and discards of a tier are empty."""

    general: str
    tier: str


class HandSeen(Event, frozen=True):
    """For the side that looked."""

    owner: str
    general: str
    cards: tuple[str, ...]


class HandPeeked(Event, frozen=True):
    """The same for everybody else."""

    owner: str
    general: str


class ClockChanged(Event, frozen=True):
    """The next turn of a general lasts so many seconds more or less."""

    general: str
    seconds: int


class MovesAdded(Event, frozen=True):
    """Command of this turn."""

    general: str
    count: int


class Healed(Event, frozen=True):
    counter: Counter
    lost: int


class Reinforced(Event, frozen=True):
    general: str
    counter: Counter


class Relocated(Event, frozen=True):
    counter: Counter
    origin: Hex


# --- ground ---


class FortChanged(Event, frozen=True):
    """``by``: a seat (works), or the id of a card; ``level`` after it."""

    by: str
    hex: Hex
    level: int


class CrossingLaid(Event, frozen=True):
    by: str
    hex: Hex


class PassageDemolished(Event, frozen=True):
    by: str
    hex: Hex


class MinesLaid(Event, frozen=True):
    """For the side that laid them."""

    by: str
    side: str
    hex: Hex


class MinesFound(Event, frozen=True):
    """For the side whose engineers came near: enemy mines."""

    side: str
    hex: Hex


class MinesCleared(Event, frozen=True):
    """``side`` had laid them."""

    by: str
    side: str
    hex: Hex


# --- movement (told by the chapters Movement, Transport, Works) ---


class UnitMoved(Event, frozen=True):
    """``counter`` where it ends; ``path`` from its first hex on; ``cost`` in half hexes, 0 for the enemy of a unit
    whose number he doesn't know."""

    counter: Counter
    path: tuple[Hex, ...]
    cost: int


class Stayed(Event, frozen=True):
    """Activated, and stays where it is."""

    counter: Counter


class Embarked(Event, frozen=True):
    """``counter`` at the hex that it leaves."""

    counter: Counter
    transport: Counter


class Disembarked(Event, frozen=True):
    """``counter`` at the hex that it enters."""

    counter: Counter
    transport: Counter


class WorkDone(Event, frozen=True):
    """``work``: fort, crossing, demolish, clear, lower, interrupt, repair, medic; ``hex`` where; ``level`` after it."""

    counter: Counter
    work: str
    hex: Hex
    level: int = 0


# --- sight ---


class Inspected(Event, frozen=True):
    """For the side that read the counter."""

    counter: Counter
    side: str


# --- fire (told by the chapter Fire) ---


class ShotDeclared(Event, frozen=True):
    shooter: Counter
    target: Counter
    distance: int


class Shot(Event, frozen=True):
    """``result``: held, lost, destroyed; void where a card has made it impossible since it was declared (numbers -1).
    Numbers that a hearer may not know are -1, and ``parts`` then empty:
    ``attack``, ``armour`` with its parts, the sum ``before`` and ``after`` the shot."""

    shooter: Counter
    target: Counter
    distance: int
    attack: int
    armour: int
    parts: tuple[Modifier, ...]
    before: int
    after: int
    result: str


class Strike(Event, frozen=True):
    """A card's or a minefield's share of the sum; ``source``: id of the card, or ``mines``. Like :class:`Shot`."""

    source: str
    target: Counter
    value: int
    armour: int
    parts: tuple[Modifier, ...]
    before: int
    after: int
    result: str


class Destroyed(Event, frozen=True):
    """``counter`` with its number, for all; ``passengers`` by arm."""

    counter: Counter
    passengers: Four


class ArmourRestored(Event, frozen=True):
    """Counters whose fire sum returned to 0."""

    counters: tuple[Counter, ...]


# --- points and reserve phase ---


class PointRun(Event, frozen=True):
    """``holder`` (seat or side) has held a point for ``run`` turns; 0: it is lost."""

    point: str
    holder: str
    run: int


class PointPaid(Event, frozen=True):
    """``yields``: cheap is a credit, else a card of that tier."""

    point: str
    general: str
    yields: str


class PointInterrupted(Event, frozen=True):
    """All runs there are 0; ``by``: the id of a card, or a seat (saboteurs)."""

    point: str
    by: str


class CreditsExchanged(Event, frozen=True):
    """``paid`` credits for a card of ``tier``; ``left``: credits after it."""

    general: str
    tier: str
    paid: int
    left: int


class CreditsLost(Event, frozen=True):
    general: str
    count: int


class VoucherKept(Event, frozen=True):
    general: str
    tier: str


class Conference(Event, frozen=True):
    """``answer``: proposed, accepted, refused."""

    kind: str
    minutes: int
    by: str
    answer: str


# --- the end ---


class SideScore(msgspec.Struct, frozen=True, array_like=True):
    """Score of a side with its parts (MO-END-02)."""

    side: str
    points: int
    statuses: int
    destroyed: int
    total: int


class BattleEnded(Event, frozen=True):
    """``reason``: rounds, annihilated, conceded, armistice; ``level``: draw, minor, major."""

    reason: str
    winner: str
    level: str
    scores: tuple[SideScore, ...]


EVENTS: tuple[type[Event], ...] = (
    BattleOpened,
    Deployed,
    RoundStarted,
    TurnStarted,
    PhaseStarted,
    TurnEnded,
    TurnTimedOut,
    ConcededBy,
    CardDeclared,
    AbilityUsed,
    CardResolved,
    CardCancelled,
    CardExpired,
    CardWithdrawn,
    WindowPassed,
    CardDrawn,
    CardDiscarded,
    NoCardLeft,
    HandSeen,
    HandPeeked,
    ClockChanged,
    MovesAdded,
    Healed,
    Reinforced,
    Relocated,
    FortChanged,
    CrossingLaid,
    PassageDemolished,
    MinesLaid,
    MinesFound,
    MinesCleared,
    UnitMoved,
    Stayed,
    Embarked,
    Disembarked,
    WorkDone,
    Inspected,
    ShotDeclared,
    Shot,
    Strike,
    Destroyed,
    ArmourRestored,
    PointRun,
    PointPaid,
    PointInterrupted,
    CreditsExchanged,
    CreditsLost,
    VoucherKept,
    Conference,
    BattleEnded,
)
