"""Figures and persons lost, trophies, and units that are no more (chapters Losses, Fate, Trophies)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic import persons
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.events import Destroyed, LockEnded, Losses, PersonHit, PersonRefuge
from grognard.rulebooks.napoleonic.fates import Officer, back_in, fate_order, is_away
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.fighting_value import half_recruits
from grognard.rulebooks.napoleonic.losses import Cause, entered, struck_out
from grognard.rulebooks.napoleonic.model import Body, Capture, Gun, Person, Trooper, Unit, camp_id

CAPTURED = "captured"

# --- figures -----------------------------------------------------------------------------------------


def strength(trooper: Trooper) -> int:
    """Figures of a regiment, gunners of a gun."""
    return trooper.crew if isinstance(trooper, Gun) else trooper.figures if isinstance(trooper, Unit) else 0


@clause("NA-CAS-05", "NA-CAS-06")
def lose(battle: NapoleonicBattle, unit_id: str, figures: int, cause: Cause) -> int:
    """Take figures or gunners off and enter them in the ledger; how many there really were to take."""
    trooper = battle.trooper(unit_id)
    lost = struck_out(figures, strength(trooper))
    if not lost:
        return 0
    left = strength(trooper) - lost
    fields: dict[str, Any] = {"ledger": entered(trooper.ledger, cause, lost), "pressed": battle.turn}
    if isinstance(trooper, Gun):
        fields["crew"] = left
    elif isinstance(trooper, Unit):
        fields |= {"figures": left, "recruits": recruits_left(trooper.recruits, trooper.figures, left)}
    battle.change(unit_id, **fields)
    if cause != "prisoners":
        battle.tell(Losses(unit_id, cause, lost, left))
    return lost


@clause("NA-CAMP-02")
def recruits_left(recruits: int, figures: int, left: int) -> int:
    """Losses fall on recruits and old soldiers alike, so a battle doesn't change which of them are half or more."""
    if half_recruits(recruits, figures):
        return -(-recruits * left // figures)
    return recruits * left // figures if figures else 0


# --- persons -----------------------------------------------------------------------------------------


def in_turn(field: Field, men: Iterable[Person]) -> list[Person]:
    """Persons in the order in which dice are thrown for them (NA-FATE-01)."""
    officers = [Officer(man.id, field.person_sheet(man).rank, man.post) for man in men]
    return [field.person(one.id) for one in fate_order(field.tables, officers)]


@clause("NA-FATE-01", "NA-FATE-02", "NA-FATE-03", "NA-SEQ-05", "NA-CMD-13")
def fates(battle: NapoleonicBattle, sixes: Iterable[str]) -> None:
    """Dice of fate, for each six (by the id of the unit hit) one for every person who is still there."""
    for unit in sorted(sixes):
        for man in in_turn(battle.field, battle.field.persons_at(unit)):
            die = battle.die("fate", man.id)
            fate = battle.tables.fate[die]
            back = back_in(fate, battle.turn)
            battle.tell(PersonHit(man.id, unit, die, fate.id, fate.returns, back))
            if is_away(fate):
                persons.fall(battle, man.id, fate.id, back)


# --- trophies ----------------------------------------------------------------------------------------


@clause("NA-TROPH-01", "NA-PURS-11")
def take_trophies(
    battle: NapoleonicBattle,
    captor: str,
    unit: str,
    *,
    prisoners: int = 0,
    colours: int = 0,
    men: tuple[str, ...] = (),
) -> None:
    """Trophies go to the captor's side; through the next turn they can be retaken from him."""
    if not (prisoners or colours or men):
        return
    camp = battle.field.camp(battle.body(captor).side)
    battle.change(
        camp_id(camp.side),
        prisoners=camp.prisoners + prisoners,
        colours=camp.colours + colours,
        persons=camp.persons + len(men),
        captures=(*camp.captures, Capture(captor, unit, battle.turn, prisoners, colours, men)),
    )


@clause("NA-PURS-09", "NA-TROPH-02", "NA-UNIT-06")
def capture_person(battle: NapoleonicBattle, man: str, captor: str, unit: str) -> None:
    """A person falls into the hands of an enemy unit."""
    persons.fall(battle, man, CAPTURED)
    take_trophies(battle, captor, unit, men=(man,))


# --- locks -------------------------------------------------------------------------------------------


@clause("NA-CC-21", "NA-ROUT-20")
def unlock(battle: NapoleonicBattle, one: str, why: str, other: str = "") -> None:
    """End the firefights of a unit, or the one with ``other``."""
    unit = battle.pieces[one]
    if not isinstance(unit, Unit):
        return
    for lock in unit.locks:
        if other in ("", lock.enemy):
            for first, second in ((one, lock.enemy), (lock.enemy, one)):
                kept = tuple(each for each in battle.unit(first).locks if each.enemy != second)
                battle.change(first, locks=kept)
            battle.tell(LockEnded((min(one, lock.enemy), max(one, lock.enemy)), why))


# --- units that are no more --------------------------------------------------------------------------


@clause("NA-UNIT-06")
def bury(battle: NapoleonicBattle, *, routed: bool = True) -> None:
    """Regiments without figures are removed, with their colours and persons; ``routed``: those too that have routed,
    after the dice of their pursuit."""
    for unit in battle.field.in_order([one for one in battle.field.units if not one.figures]):
        if routed or unit.standing != "fleeing":
            _remove(battle, unit)


@clause("NA-UNIT-06")
def _remove(battle: NapoleonicBattle, unit: Unit) -> None:
    unlock(battle, unit.id, "destroyed")
    taker = last_hitter(battle.field, unit)
    fields = {"colours": 0} if taker else {}
    battle.change(unit.id, standing="destroyed", **fields)
    battle.tell(Destroyed(unit.id, taker, unit.colours if taker else 0))
    if taker:
        take_trophies(battle, taker, unit.id, colours=unit.colours)
    for man in in_turn(battle.field, battle.field.persons_at(unit.id)):
        seek_refuge(battle, man, unit)


@clause("NA-UNIT-06")
def last_hitter(field: Field, unit: Unit) -> str:
    """Who takes the colours of a unit destroyed in close combat that did not rout: the striker that took its last
    figure, of several the lowest id; "" where they are saved."""
    if field.clock.phase != "combat" or unit.standing == "fleeing":
        return ""
    dice = dict(field.fray.dice)
    hit = (one for one, on in field.fray.falls if on == unit.id and _hurts(field, unit, dice.get(one, 0)))
    return min(hit, default="")


def _hurts(field: Field, unit: Unit, face: int) -> bool:
    return field.tables.casualties.column("ball", face, field.branch(unit)) > 0


@clause("NA-UNIT-06", "NA-OOB-04")
def seek_refuge(battle: NapoleonicBattle, man: Person, body: Body, *, hunted: bool = True) -> None:
    """A person whose unit or gun is lost passes to friends near by; else an enemy near by takes him (``hunted``), or he
    leaves the field."""
    field = battle.field
    refuge = _nearest(field, body, own=True)
    if refuge:
        battle.change(man.id, at=refuge)
        battle.tell(PersonRefuge(man.id, refuge))
        return
    captor = _nearest(field, body, own=False) if hunted else ""
    battle.tell(PersonRefuge(man.id, "", captor))
    if captor:
        capture_person(battle, man.id, captor, body.id)
    else:
        persons.fall(battle, man.id, persons.LEFT)


def _nearest(field: Field, body: Body, own: bool) -> str:
    """The nearest friend not fleeing who can give refuge, or the nearest enemy regiment that can take a prisoner."""
    if own:
        side = body.side
        found = [
            one for one in field.troopers if one.side == side and one.standing != "fleeing" and strength(one)
        ]
        found = [one for one in found if not isinstance(one, Gun) or one.owner == side]
        limit = field.distances.refuge
    else:
        found = [one for one in field.units_of(field.enemy(body.side)) if one.figures]
        limit = field.distances.close_combat
    near = sorted((field.gap(body, one), one.id) for one in found if one.id != body.id)
    return near[0][1] if near and near[0][0] <= limit else ""


# --- what was retaken --------------------------------------------------------------------------------


@clause("NA-PURS-10")
def freed(battle: NapoleonicBattle, unit_id: str, figures: int) -> None:
    """Prisoners taken from a unit are free again: they return next day, not in this battle."""
    trooper = battle.trooper(unit_id)
    ledger = replace(trooper.ledger, retaken=trooper.ledger.retaken + figures)
    battle.change(unit_id, ledger=ledger)
