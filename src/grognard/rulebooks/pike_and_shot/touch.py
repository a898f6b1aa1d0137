"""Who touches whom, which bases fight and which support (chapter Close combat: common)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.core.rule import clause
from grognard.rulebooks.pike_and_shot.field import Field, close_by, in_order
from grognard.rulebooks.pike_and_shot.formations import ranks_of
from grognard.rulebooks.pike_and_shot.model import Unit
from grognard.rulebooks.pike_and_shot.seeing import near
from grognard.space import outline
from grognard.space.contact import Contact, contacts
from grognard.space.outline import Edge, boxes_near
from grognard.space.pose import SLACK


class Pair(NamedTuple):
    """A base of a unit and one of an enemy that touch widely enough to fight."""

    own: int
    other: int
    contact: Contact


@clause("PS-BASE-08")
def touching(field: Field, unit: Unit, other: Unit) -> bool:
    return near(unit, other, field.parameters.contact_tolerance)


@clause("PS-BASE-08", "PS-HTH-12")
def touched(field: Field, unit: Unit) -> tuple[str, ...]:
    """Enemies in base contact with a unit, in natural order."""
    key = "touched", unit.stand
    found: tuple[str, ...] | None = field.still.get(key)
    if found is None:
        close = close_by(field.enemies(unit.id), unit.box, field.parameters.contact_tolerance)
        found = tuple(in_order(one.id for one in close if touching(field, unit, one))) if close else ()
        field.still[key] = found
    return found


@clause("PS-HTH-05")
def pairs(field: Field, unit: Unit, enemy: Unit) -> tuple[Pair, ...]:
    """Bases that touch along edges for at least half of the shorter of the two."""
    tolerance, share = field.parameters.contact_tolerance, field.parameters.contact_fraction
    return _pairs(unit.shapes, enemy.shapes, tolerance, share)


@lru_cache(maxsize=1024)
def _pairs(
    own: tuple[outline.Base, ...], others: tuple[outline.Base, ...], tolerance: int, share: int
) -> tuple[Pair, ...]:
    """Kept: who fights asks the same many times."""
    found: list[Pair] = []
    for i, a in enumerate(own):
        for j, b in enumerate(others):
            if boxes_near(a.box, b.box, tolerance):
                for one in contacts(a, b, tolerance):
                    shorter = min(a.length(one.edge), b.length(one.other))
                    if (one.width + SLACK) * 100 >= shorter * share:
                        found.append(Pair(i, j, one))
    return tuple(found)


@clause("PS-HTH-07")
def opponents(field: Field, unit: Unit, index: int) -> list[str]:
    """Enemies that a base could fight: those it touches most widely; more than one on a tie."""
    widest = _widest(field, unit).get(index, {})
    most = max(widest.values(), default=0)
    return [one for one, width in widest.items() if width >= most - SLACK]


def _widest(field: Field, unit: Unit) -> dict[int, dict[str, int]]:
    """For each base that touches enemies the widest contact with each of them."""
    key = "widest", unit.stand
    found: dict[int, dict[str, int]] | None = field.still.get(key)
    if found is None:
        found = field.still[key] = {}
        for enemy_id in touched(field, unit):
            for pair in pairs(field, unit, field.unit(enemy_id)):
                widths = found.setdefault(pair.own, {})
                widths[enemy_id] = max(widths.get(enemy_id, 0), pair.contact.width)
    return found


@clause("PS-HTH-07", "PS-TURN-10")
def opponent(field: Field, unit: Unit, index: int) -> str:
    """The enemy that a base fights: the wider contact, the owner's choice, the lower id; "" for none."""
    possible = opponents(field, unit, index)
    chosen = dict(unit.faces).get(index, "")
    return chosen if chosen in possible else next(iter(possible), "")


def fighting(field: Field, unit: Unit, enemy: Unit) -> tuple[int, ...]:
    """Bases of a unit that fight that enemy."""
    own = {pair.own for pair in pairs(field, unit, enemy)}
    return tuple(i for i in sorted(own) if opponent(field, unit, i) == enemy.id)


@clause("PS-HTH-06", "PS-ROUT-02", "PS-MAN-07")
def supporting(field: Field, unit: Unit, enemy: Unit) -> tuple[int, ...]:
    """Pikes that fight nobody themselves and share an edge with a base that fights on its front edge.

    In a formation without flanks any fighting base may be supported. A support base counts once, for the enemy
    of lowest id.
    """
    formation = field.formation(unit)
    if not formation.support:
        return ()
    for enemy_id in touched(field, unit):
        if enemy_id == enemy.id:
            break
        if field.unit(enemy_id).status == "ready":
            taken = supporting(field, unit, field.unit(enemy_id))
            return tuple(i for i in _supporting(field, unit, enemy) if i not in taken)
    return _supporting(field, unit, enemy)


def _supporting(field: Field, unit: Unit, enemy: Unit) -> tuple[int, ...]:
    whole = not field.formation(unit).flanks
    fought = {pair.own for other in touched(field, unit) for pair in pairs(field, unit, field.unit(other))}
    fronts = {
        pair.own
        for pair in pairs(field, unit, enemy)
        if (whole or pair.contact.edge is Edge.FRONT) and opponent(field, unit, pair.own) == enemy.id
    }
    pikes = [i for i, base in enumerate(unit.bases) if field.is_pike(base) and i not in fought]
    return tuple(i for i in pikes if any(_shares_edge(field, unit, i, j) for j in fronts))


def _shares_edge(field: Field, unit: Unit, one: int, other: int) -> bool:
    a, b = unit.shapes[one], unit.shapes[other]
    least, tolerance = field.parameters.support_edge - SLACK, field.parameters.contact_tolerance
    if not boxes_near(a.box, b.box, tolerance):
        return False
    return any(found.width >= least for found in contacts(a, b, tolerance))


@clause("PS-IMPACT-02", "PS-ROUT-02", "PS-FORM-05")
def depth(field: Field, unit: Unit, enemy: Unit) -> int:
    """Halves for complete ranks behind the first, if at least one base fights on its front edge."""
    if not field.is_on("depth_bonus") or not field.formation(unit).depth_bonus:
        return 0
    fights = fighting(field, unit, enemy)
    if not any(p.own in fights and p.contact.edge is Edge.FRONT for p in pairs(field, unit, enemy)):
        return 0
    ranks = ranks_of(unit.bases)
    files = max(map(len, ranks))
    complete = sum(len(rank) == files for rank in ranks[1:])
    parameters = field.parameters
    return min(parameters.depth_max, parameters.depth_per_rank * complete)


@clause("PS-IMPACT-04", "PS-HTH-16")
def strikes_flank(field: Field, attacker: Unit, defender: Unit) -> bool:
    """Every contact of the attacker's fighting bases is on a flank or rear edge; a router has only its rear."""
    if defender.routing:
        return True
    if not field.formation(defender).flanks:
        return False
    fights = fighting(field, attacker, defender)
    edges = [p.contact.other for p in pairs(field, attacker, defender) if p.own in fights]
    return bool(edges) and Edge.FRONT not in edges
