"""Fire sums, lost statuses, destroyed units (chapter Fire)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from grognard.core.chance import Modifier
from grognard.core.events import Event
from grognard.core.rule import clause, rule
from grognard.rulebooks.modern.battle import Eye, ModernBattle
from grognard.rulebooks.modern.effects import ARMS, Four
from grognard.rulebooks.modern.events import Counter, Destroyed, Strike
from grognard.rulebooks.modern.model import Hit, Unit
from grognard.rulebooks.modern.values import Worth, worth

MINES = "mines"
HELD, LOST, DESTROYED = "held", "lost", "destroyed"
UNTOLD = -1
"""In the place of a number that a hearer may not know."""


@dataclass(frozen=True)
class Blow:
    """What one more share of fire does to a unit: the sum ``before`` and ``after`` it, the armour that it met."""

    unit: Unit
    hit: Hit
    armour: Worth

    @property
    def before(self) -> int:
        return self.unit.fire_sum

    @property
    @clause("MO-FIRE-03", "MO-FIRE-04", "MO-FIRE-14")
    def tells(self) -> bool:
        """The sum reaches the armour."""
        return self.before + self.hit.value >= self.armour.total

    @property
    @clause("MO-FIRE-04", "MO-FIRE-05")
    def after(self) -> int:
        """What exceeds the armour is lost."""
        return 0 if self.tells else self.before + self.hit.value


@clause("MO-FIRE-03", "MO-FIRE-04", "MO-FIRE-10")
def blow(battle: ModernBattle, unit_id: str, hit: Hit) -> Blow:
    """The sum is compared with the armour as it is now."""
    unit = battle.unit(unit_id)
    return Blow(unit, hit, worth(battle.field, unit, "armour"))


@clause("MO-FIRE-04", "MO-FIRE-05", "MO-FIRE-11", "MO-UNIT-06", "MO-UNIT-08")
def take(battle: ModernBattle, blow: Blow, words: Callable[[Eye, Blow, str], Event]) -> None:
    """A share of fire falls: the unit holds, loses a status, or is destroyed; ``words`` tells it, with the result."""
    unit, left = blow.unit, battle.field.left(blow.unit)
    result = HELD if not blow.tells else LOST if left > 1 else DESTROYED
    hits = () if blow.tells else (*unit.hits, blow.hit)
    battle.change(unit.id, hits=hits, lost=unit.lost + blow.tells)
    if blow.tells:
        count(battle, unit, lost=1)
    battle.tell_each(lambda eye: words(eye, blow, result))
    if result == DESTROYED:
        destroy(battle, unit.id)


@clause("MO-END-02")
def count(battle: ModernBattle, unit: Unit, lost: int = 0, destroyed: int = 0) -> None:
    """A side's losses, by arm."""
    tally, at = battle.field.tally(unit.side), ARMS.index(battle.field.arm(unit))
    battle.change(tally.id, lost=_more(tally.lost, at, lost), destroyed=_more(tally.destroyed, at, destroyed))


def _more(four: Four, at: int, count: int) -> Four:
    first, second, third, fourth = (value + count * (index == at) for index, value in enumerate(four))
    return first, second, third, fourth


@clause("MO-UNIT-06", "MO-UNIT-09", "MO-FIRE-13")
def destroy(battle: ModernBattle, unit_id: str) -> None:
    """A unit is gone, and its hex is free; its passengers go with it, each with all statuses that it had left."""
    unit, aboard = battle.unit(unit_id), battle.field.passengers(unit_id)
    for one in aboard:
        left = battle.field.left(one)
        battle.change(one.id, status="destroyed", aboard="", hex=unit.hex, lost=one.lost + left, hits=())
        count(battle, one, lost=left, destroyed=1)
    battle.change(unit_id, status="destroyed", hits=())
    count(battle, unit, destroyed=1)
    arms = by_arm(battle, aboard)
    battle.tell_each(lambda eye: Destroyed(_shown(battle, eye, unit), arms))


def by_arm(battle: ModernBattle, units: Iterable[Unit]) -> Four:
    arms = [battle.field.arm(unit) for unit in units]
    first, second, third, fourth = (arms.count(arm) for arm in ARMS)
    return first, second, third, fourth


def _shown(battle: ModernBattle, eye: Eye, unit: Unit) -> Counter:
    """A destroyed unit's number is no secret any more."""
    unit_id = unit.id if eye.owns(unit.side) else ""
    return Counter(unit.hex, unit.side, battle.field.arm(unit), unit.number, unit_id)


# --- what is said of it ----------------------------------------------------------------------------------


@clause("MO-FIRE-04", "MO-SEAT-02")
def sum_told(battle: ModernBattle, eye: Eye, blow: Blow) -> tuple[int, int]:
    """The sum before and after a blow, for those who know all its shares."""
    hits = (*blow.unit.hits, blow.hit)
    if eye.side == blow.unit.side:
        knows = all(hit.known for hit in hits)
    elif eye.side:
        knows = True
    else:
        knows = not any(hit.source in battle.pieces for hit in hits)
    return (blow.before, blow.after) if knows else (UNTOLD, UNTOLD)


def armour_told(eye: Eye, blow: Blow) -> tuple[int, tuple[Modifier, ...]]:
    """The armour with its parts, for those who know the number of the unit."""
    knows = eye.knows(blow.unit)
    return (blow.armour.total, blow.armour.parts) if knows else (UNTOLD, ())


# --- cards and mines -------------------------------------------------------------------------------------


@rule("MO-KSO-21", "MO-FIRE-11")
def strike(battle: ModernBattle, source: str, unit_id: str, value: int) -> None:
    """Something known to all (``source``: id of a card, or ``mines``) adds to a unit's fire sum."""

    def words(eye: Eye, blow: Blow, result: str) -> Strike:
        target = eye.counter(unit_id)
        armour, before = armour_told(eye, blow), sum_told(battle, eye, blow)
        return Strike(source, target, value, *armour, *before, result)

    take(battle, blow(battle, unit_id, Hit(source, value, True)), words)


@rule("MO-TERR-14", "MO-FIRE-11")
def enter(battle: ModernBattle, unit_id: str) -> None:
    """A unit has come into its hex, whatever brought it: mines that aren't its side's go off."""
    unit, arm = battle.unit(unit_id), battle.field.arm(battle.unit(unit_id))
    if arm == "aviation":
        return
    for mine in [one for one in battle.field.mines if one.hex == unit.hex and one.side != unit.side]:
        battle.remove(mine.id)
        strike(battle, MINES, unit_id, battle.parameters.mines[ARMS.index(arm)])
