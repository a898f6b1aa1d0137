"""What is told in a Pike and Shot battle (chapter Report lines). Facts that a viewer may not know are left out."""

from __future__ import annotations

from typing import ClassVar

from grognard.core.chance import Modifier
from grognard.core.events import Event
from grognard.rulebooks.pike_and_shot.model import Bases


class BattleBegan(Event, frozen=True):
    scenario: str


class Deployed(Event, frozen=True):
    commander: str
    units: tuple[str, ...]


class TurnStarted(Event, frozen=True):
    turn: int


class CardDrawn(Event, frozen=True):
    commander: str
    side: str
    left: int


class NoCpCard(Event, frozen=True):
    """``why``: activated, fallen."""

    commander: str
    why: str


class CpRolled(Event, frozen=True):
    """``die`` 0: nothing was rolled."""

    commander: str
    die: int
    cp: int


class ProfileShown(Event, frozen=True):
    commander: str
    profile: str
    die: int


class Reinforcement(Event, frozen=True):
    """A unit or commander comes on; ``waits``: its place is taken, it tries again next turn."""

    id: str
    x: int
    y: int
    heading: int
    waits: bool


class Activated(Event, frozen=True):
    unit: str
    impulses: int
    dp: int


class ImpulseUsed(Event, frozen=True):
    """``use``: restore, move, charge, shoot, fight, rout, reaction or reply; ``hung``: DP of PS-IMP-02."""

    unit: str
    number: int
    use: str
    hung: int


class Stopped(Event, frozen=True):
    unit: str
    kept: int


class Tested(Event, frozen=True):
    """A test: dice in order, reasons for dropped ones, modifiers, total of the kept ones with modifiers, band."""

    __test__: ClassVar[bool] = False
    kind: str
    unit: str
    faces: tuple[int, ...]
    worst: tuple[str, ...]
    best: tuple[str, ...]
    modifiers: tuple[Modifier, ...]
    total: int
    band: str


class Advanced(Event, frozen=True):
    """A straight move of a unit (``kind``: advance, charge, counter_charge, reaction_charge, evade, rout)."""

    unit: str
    kind: str
    before: Bases
    after: Bases
    distance: int
    allowance: int
    terrain: tuple[str, ...]


class ManoeuvreOpened(Event, frozen=True):
    unit: str
    plan: str
    travel: int
    needed: int
    free: bool


class ManoeuvreProgress(Event, frozen=True):
    """``shares``: hundredths of its way that each base has done; ``spent``: S of PS-MAN-05."""

    unit: str
    before: Bases
    after: Bases
    shares: tuple[int, ...]
    spent: int


class ManoeuvreDone(Event, frozen=True):
    unit: str
    plan: str
    before: Bases
    after: Bases
    formation: str


class Hangs(Event, frozen=True):
    unit: str


class QualityAdjusted(Event, frozen=True):
    """``raw`` movement DP of the turn, what was applied now, DP after it."""

    unit: str
    raw: int
    change: int
    dp: int


class RoughGround(Event, frozen=True):
    unit: str
    terrain: str
    dp: int


class StoodShort(Event, frozen=True):
    """A charge could not conform and stopped short (PS-MOVE-13)."""

    unit: str
    target: str


class CpSpent(Event, frozen=True):
    """``use``: move, remove_dp, impulse, coordinate, order, pass, replace; ``on``: unit or commander, "" none."""

    commander: str
    use: str
    on: str
    cp: int
    left: int


class CommanderMoved(Event, frozen=True):
    commander: str
    x: int
    y: int
    attached: str


class CpPassed(Event, frozen=True):
    commander: str
    to: str
    sent: int
    distance: int
    arrived: int


class OrderChanged(Event, frozen=True):
    """Heard by its own side only (PS-FOG-01)."""

    commander: str
    stance: str
    x: int
    y: int


class CommanderReplaced(Event, frozen=True):
    commander: str
    superior: str
    superior_loss: int


class CommanderActivated(Event, frozen=True):
    commander: str
    by: str


class CommanderFell(Event, frozen=True):
    """``how``: killed, captured, left; ``die`` 0: nothing was rolled."""

    commander: str
    how: str
    die: int


class RiskTaken(Event, frozen=True):
    """A commander's die when his unit suffers; he lives."""

    commander: str
    die: int


class Succeeded(Event, frozen=True):
    """``heir`` takes the army; his own post is empty."""

    commander: str
    heir: str


class Coordinated(Event, frozen=True):
    """``row``: the common dice; ``results``: (unit, band) each; both empty for restoring order."""

    commander: str
    action: str
    cp: int
    units: tuple[str, ...]
    row: tuple[int, ...]
    results: tuple[tuple[str, str], ...]


class Restored(Event, frozen=True):
    unit: str
    quality: str
    quiet: bool
    removed: int


class DpRemoved(Event, frozen=True):
    """By a commander (PS-CP-04)."""

    unit: str
    commander: str


class ReactWindow(Event, frozen=True):
    """Heard by the side that may react; ``eligible`` its units."""

    trigger: str
    actors: tuple[str, ...]
    eligible: tuple[str, ...]


class Reacted(Event, frozen=True):
    unit: str
    option: str
    impulse: int
    against: str


class ReactionPassed(Event, frozen=True):
    """Heard by its own side: that somebody could have reacted is no news for the others."""

    seat: str
    trigger: str


class ReactionFailed(Event, frozen=True):
    unit: str
    option: str


class Volley(Event, frozen=True):
    """``bases``: (index, range, strength in halves) of each that shot; ``smoke``: half of them through smoke."""

    shooter: str
    target: str
    bases: tuple[tuple[int, int, int], ...]
    strength: int
    smoke: bool
    first: bool
    enfilade: bool
    dp: int


class SmokeLaid(Event, frozen=True):
    unit: str
    markers: tuple[str, ...]


class SmokeCleared(Event, frozen=True):
    """``gone``: it is removed."""

    marker: str
    die: int
    gone: bool


class Contact(Event, frozen=True):
    """``pairs``: (own base, enemy base, own edge, enemy edge, width) of those that fight."""

    unit: str
    enemy: str
    pairs: tuple[tuple[int, int, str, str, int], ...]


class Struck(Event, frozen=True):
    """One side of a fight: bases that fight and support, depth, flank bonus, brace, all in halves."""

    unit: str
    fighting: tuple[int, ...]
    supporting: tuple[int, ...]
    depth: int
    flank: int
    brace: int
    strength: int
    dp: int


class Fought(Event, frozen=True):
    """An impact or melee; ``dp`` of each side is what it takes."""

    kind: str
    roller: Struck
    other: Struck
    band: str


class Braced(Event, frozen=True):
    unit: str
    whole: bool


class Replied(Event, frozen=True):
    unit: str
    against: str


class Panicked(Event, frozen=True):
    unit: str
    cause: str
    bases: int
    dp: int
    cohesion: str
    band: str


class BaseLost(Event, frozen=True):
    unit: str
    type: str
    men: int
    left: int


class Routed(Event, frozen=True):
    unit: str


class Rallied(Event, frozen=True):
    unit: str


class Destroyed(Event, frozen=True):
    unit: str


class LeftTable(Event, frozen=True):
    unit: str
    loot: bool


class RunThrough(Event, frozen=True):
    router: str
    unit: str
    bases: int


class Dismay(Event, frozen=True):
    """``die`` 0: seen from afar."""

    unit: str
    cause: str
    die: int
    dp: int


class UnitSeen(Event, frozen=True):
    """A hidden unit is hidden no more."""

    unit: str


class ObjectiveTaken(Event, frozen=True):
    objective: str
    side: str


class ObjectiveSacked(Event, frozen=True):
    objective: str
    unit: str


class Scored(Event, frozen=True):
    side: str
    condition: str
    cause: str
    vp: int


class GameEnded(Event, frozen=True):
    """``totals``: points by side; ``losses``: (side, bases lost, men or 0)."""

    reason: str
    totals: tuple[tuple[str, int], ...]
    margin: str
    winners: tuple[str, ...]
    losses: tuple[tuple[str, int, int], ...]


EVENTS: tuple[type[Event], ...] = tuple(
    one
    for one in list(globals().values())
    if isinstance(one, type) and issubclass(one, Event) and one is not Event
)
