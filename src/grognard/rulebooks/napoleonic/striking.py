"""Whom a unit may strike in close combat (chapter Close combat).

Strikes are sealed, so one that is lawful only as an answer (horse that didn't attack, a unit without command or
resting) is declared as such and counts only if that enemy strikes.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Body, Unit
from grognard.rulebooks.napoleonic.relations import reaches
from grognard.space.outline import Box

CANISTER = "canister"


# --- who may strike whom -----------------------------------------------------------------------------


@clause("NA-CC-03", "NA-CC-04", "NA-CMD-08", "NA-PURS-02")
def targets(field: Field, unit: Unit) -> tuple[str, ...]:
    """Enemy units, guns and wagons that it may strike now, those that it may strike only as an answer too."""
    key = ("targets", unit.id)
    found: tuple[str, ...] | None = field.kept.get(key)
    if found is None:
        if not _reached(field, unit):
            return ()
        free = freely(field, unit)
        answers = (one.id for one in _reached(field, unit) if isinstance(one, Unit))
        found = tuple(one for one in answers if unit.id in freely(field, field.unit(one)))
        found = field.kept[key] = tuple(dict.fromkeys((*free, *found)))
    return found


@clause("NA-CC-04", "NA-CMD-08", "NA-CC-20", "NA-ROUT-18", "NA-PURS-02", "NA-SKIR-04")
def freely(field: Field, unit: Unit) -> tuple[str, ...]:
    """Whom it may strike whether it is struck or not."""
    key = ("freely", unit.id)
    found: tuple[str, ...] | None = field.kept.get(key)
    if found is None:
        found = field.kept[key] = tuple(_freely(field, unit))
    return found


def _freely(field: Field, unit: Unit) -> Iterator[str]:
    partners = firing_at(field, unit)
    if not partners and not (unit.commanded and (field.is_foot(unit) or charges(unit))):
        return
    if field.rests(unit):
        return
    for one in _reached(field, unit):
        if not isinstance(one, Unit) or not shielded(field, one) or field.is_foot(unit):
            yield one.id


def _reached(field: Field, unit: Unit) -> tuple[Body, ...]:
    """Enemies before it and near enough; a locked unit has eyes for its partners only."""
    key = ("reached", unit.id)
    found: tuple[Body, ...] | None = field.kept.get(key)
    if found is None:
        found = ()
        if unit.on_table and may_fight(field, unit):
            partners = firing_at(field, unit)
            near = [field.unit(one) for one in partners] if partners else _enemies_near(field, unit)
            found = tuple(one for one in near if reaches(field, unit, one))
        field.kept[key] = found
    return found


def _enemies_near(field: Field, unit: Unit) -> list[Body]:
    """Those whose boxes are near enough for close combat."""
    limit, (west, south, east, north) = field.distances.close_combat, unit.shape.box
    west, south, east, north = west - limit, south - limit, east + limit, north + limit
    return [
        one
        for one, (left, low, right, top) in _enemies(field, unit.side)
        if left <= east and right >= west and low <= north and top >= south
    ]


def _enemies(field: Field, side: str) -> list[tuple[Body, Box]]:
    """What a side may strike, with its box: regiments with figures, and guns and wagons that the enemy holds."""
    key = ("struck", side)
    found: list[tuple[Body, Box]] | None = field.kept.get(key)
    if found is None:
        guns = [one for one in field.guns if one.owner != side]
        train = [one for one in field.wagons if one.owner != side]
        regiments = [one for one in field.units_of(field.enemy(side)) if one.figures]
        found = field.kept[key] = [(one, one.shape.box) for one in (*regiments, *guns, *train)]
    return found


@clause("NA-CC-04", "NA-MOVE-11", "NA-ROUT-09", "NA-ROUT-11")
def may_fight(field: Field, unit: Unit) -> bool:
    """Whether it can strike at all: with figures, in order, not giving way."""
    return unit.standing == "ready" and unit.figures > 0 and not field.gives_way(unit)


@clause("NA-CC-04", "NA-MOVE-07")
def charges(unit: Unit) -> bool:
    """Whether it carries out an attack this turn: one carried home, or one whose target got away, which lets it strike
    another enemy instead."""
    return bool(unit.attacked) or unit.order[:1] == ("attack",)


@clause("NA-CC-20", "NA-CC-21")
def firing_at(field: Field, unit: Unit) -> tuple[str, ...]:
    """Its partners of a firefight who are still within reach."""
    if not unit.locks:
        return ()
    limit = field.distances.close_combat
    partners = (field.find(one) for one in field.locked_with(unit))
    return tuple(
        one.id for one in partners if one is not None and one.on_table and field.within(unit, one, limit)
    )


@clause("NA-ROUT-18")
def shielded(field: Field, target: Body, ammunition: str = "") -> bool:
    """Whether a pursuer is safe this turn from countermeasures: from strikes of horse and from fire. Foot in its path
    may strike it, and guns may give it canister. By option ``pursuit_exception`` ``way6_unshielded`` canister is barred
    too, but who pursued a unit that first routed by way 6 is open to all."""
    if not isinstance(target, Unit) or not field.rests(target) or target.exposed >= field.turn:
        return False
    open_to_canister = field.option("pursuit_exception") == "canister_on_pursuers"
    return not (ammunition == CANISTER and open_to_canister)


# --- who may be struck, and who strikes where nobody says so -----------------------------------------


@clause("NA-CC-05")
def may_be_struck(field: Field, unit: Unit) -> tuple[str, ...]:
    """Enemy units that may strike it now, for a unit that resists: nobody else has losses to place."""
    if not unit.figures or unit.standing == "fleeing" or field.gives_way(unit):
        return ()
    return tuple(_strikers(field, field.enemy(unit.side)).get(unit.id, ()))


def _strikers(field: Field, side: str) -> dict[str, list[str]]:
    """By whom of a side an enemy may be struck, for all that are."""
    key = ("strikers", side)
    found: dict[str, list[str]] | None = field.kept.get(key)
    if found is None:
        found = field.kept[key] = {}
        for one in field.units_of(side):
            for target in targets(field, one):
                found.setdefault(target, []).append(one.id)
    return found


@clause("NA-SEQ-07")
def default(field: Field, unit: Unit) -> str:
    """Whom it strikes where nobody says so: its lock partner, else the target of its attack, else nobody ("")."""
    free = freely(field, unit)
    locked = sorted(set(firing_at(field, unit)) & set(free))
    if locked:
        return locked[0]
    wanted = str(unit.order[1]) if unit.order[:1] == ("attack",) and len(unit.order) > 1 else ""
    return wanted if wanted in free else ""
