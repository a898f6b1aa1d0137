"""Step 3.7: guns silenced twice running by close combat; guns and wagons taken and retaken (chapter Trophies)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.core.rule import clause, rule
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.casualties import capture_person, in_turn, seek_refuge
from grognard.rulebooks.napoleonic.close_combat import keeps_its_ground
from grognard.rulebooks.napoleonic.events import GunCaptured, GunRetaken, PersonTaken
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.fire import silenced_routs
from grognard.rulebooks.napoleonic.fire_table import blow
from grognard.rulebooks.napoleonic.losses import is_taken
from grognard.rulebooks.napoleonic.model import Gun, Person, Unit, Wagon, camp_id
from grognard.rulebooks.napoleonic.outcomes import result
from grognard.rulebooks.napoleonic.rout import routs

SPARE_AFTER = 5
"""Turns after which the crew of a lost gun may serve another (NA-TROPH-02)."""


@rule("NA-ART-11", "NA-ROUT-02", "NA-TROPH-02", "NA-TROPH-04")
def guns(battle: NapoleonicBattle) -> None:
    """Guns silenced twice running rout; those that were struck and have no cover are taken."""
    battle.step("3.7")
    routs(battle, list(silenced_routs(battle, silenced_now(battle.field))))
    for one in dict.fromkeys(each.target for each in battle.fray.strikes):
        body = battle.pieces[one]
        if isinstance(body, Gun | Wagon) and (captor := captor_of(battle.field, body)):
            _take(battle, body, captor)


@clause("NA-ART-11", "NA-ART-19")
def silenced_now(field: Field) -> dict[str, tuple[str, ...]]:
    """Guns that dice of this close combat have silenced, and whose."""
    dice, found = dict(field.fray.dice), dict[str, tuple[str, ...]]()
    for one, on in field.fray.falls:
        if isinstance(field.pieces.get(on), Gun) and blow(field.tables, dice[one], "gun").silenced:
            found[on] = (*found.get(on, ()), one)
    return found


@clause("NA-TROPH-02", "NA-TROPH-04")
def captor_of(field: Field, body: Gun | Wagon) -> str:
    """Who takes a gun or wagon that was struck, "" for nobody: the highest die of those who kept their ground, unless
    a regiment of its holder stands near that isn't fleeing, or it has run away in this phase."""
    if not body.on_table or body.id in field.fray.routed:
        return ""
    limit, found = field.distances.close_combat, result(field)
    cover = (one for one in field.units_of(body.owner) if one.standing != "fleeing" and one.figures)
    if any(field.within(one, body, limit) for one in cover):
        return ""
    dice = dict(field.fray.dice)
    able = [
        one
        for one in (each.striker for each in field.fray.strikes if each.target == body.id)
        if (unit := field.unit(one)).standing == "ready" and unit.figures and keeps_its_ground(found.of(one))
    ]
    return min(able, key=lambda one: (-dice[one], one), default="")


@clause("NA-TROPH-01", "NA-TROPH-02", "NA-TROPH-04")
def _take(battle: NapoleonicBattle, body: Gun | Wagon, captor: str) -> None:
    """It changes hands; persons with it throw for their freedom."""
    change_hands(battle, body, captor, dict(battle.fray.dice)[captor])
    for man in persons_taken(battle, body.id, captor):
        seek_refuge(battle, man, battle.body(body.id), hunted=False)


@clause("NA-TROPH-01", "NA-TROPH-02", "NA-TROPH-04")
def change_hands(battle: NapoleonicBattle, body: Gun | Wagon, captor: str, die: int) -> None:
    """A gun or wagon is its captor's, who threw ``die``; its crew leaves the table, its escort is free."""
    side = battle.body(captor).side
    fields: dict[str, Any] = {
        "owner": side,
        "captured": 0 if body.side == side else battle.turn,
        "escort": "",
    }
    if isinstance(body, Gun) and body.crew:
        fields |= {"crew": 0, "spare": body.spare + body.crew, "spare_from": battle.turn + SPARE_AFTER}
    if body.escort and isinstance(escort := battle.pieces[body.escort], Unit):
        battle.change(escort.id, escorts="")
    battle.change(body.id, **fields)
    battle.tell((GunRetaken if body.side == side else GunCaptured)(body.id, captor, die))
    _count_trophy(battle, body, side)


@clause("NA-TROPH-04")
def persons_taken(battle: NapoleonicBattle, taken: str, captor: str) -> Iterator[Person]:
    """Persons with a gun or wagon that is taken throw for their freedom; whoever wins it."""
    for man in in_turn(battle.field, battle.field.persons_at(taken)):
        dice = battle.die("persons", captor), battle.die("persons", man.id)
        battle.tell(PersonTaken(man.id, captor, dice, is_taken(*dice)))
        if is_taken(*dice):
            capture_person(battle, man.id, captor, taken)
        else:
            yield man


def _count_trophy(battle: NapoleonicBattle, body: Gun | Wagon, side: str) -> None:
    """A trophy more for the captor; one less for the enemy where the own side takes its own back."""
    what = "guns" if isinstance(body, Gun) else "wagons"
    holder, change = (side, 1) if body.side != side else (body.owner, -1)
    camp = battle.field.camp(holder)
    battle.change(camp_id(holder), **{what: getattr(camp, what) + change})
