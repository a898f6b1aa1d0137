"""What a round of melee is expected to come to: the blows of the rules, with means in the place of dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import erf, prod

from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.attacks import Attack, Strikers
from grognard.rulebooks.fantasy.doctrine_scene import Prospect, Scene
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.fighters import (
    Blower,
    attack_of,
    blowers,
    guard_of,
    hero_guard,
    heroes_at,
    strikers_of,
)
from grognard.rulebooks.fantasy.ground import on_hill
from grognard.rulebooks.fantasy.leadership import factor, leadership, passing
from grognard.rulebooks.fantasy.model import Contact, Unit, contact_id
from grognard.rulebooks.fantasy.seeing import land
from grognard.space.outline import FLANKS, Edge

FACES = 6
A_D6 = 3.5
LATER = 0.8
"""What a round that may follow counts."""
MOST = 15
"""Differences beyond so much are no different."""


@clause("FA-WND-01", "FA-WND-04")
def mean_wounds(attack: Attack) -> float:
    """Unsaved wounds to be expected of a pool of attacks."""
    hits = sum(count * (7 - need) / FACES for count, need in attack.dice) + attack.auto
    wounded = (7 - attack.wound) / FACES if attack.wound else 1.0
    saved = (7 - attack.save) / FACES if attack.save else 0.0
    sure = saved / FACES if attack.killing else 0.0
    return hits * (wounded * (1 - saved) + sure) * (A_D6 if attack.many else 1.0)


# --- contacts that may come ---


def contact_of(scene: Scene, unit: Unit, foe: Unit, edge: Edge) -> Contact:
    """The contact that a charge from where it stands would make."""
    ground = land(scene.field)
    high = bool(ground.hills) and on_hill(ground, unit.front) and not on_hill(ground, foe.centre)
    found = contact_between(unit, foe, edge)
    return replace(found, downhill=(unit.id,)) if high else found


@clause("FA-CHG-08", "FA-MEL-16")
def contact_between(unit: Unit, foe: Unit, edge: Edge) -> Contact:
    """The contact of a charge on level ground."""
    a, b = sorted((unit.id, foe.id))
    edges = (Edge.FRONT, edge) if unit.id == a else (edge, Edge.FRONT)
    overlap = min(unit.width, foe.shape.length(edge))
    return Contact(contact_id(a, b), a, b, *edges, overlap=overlap, charged=(unit.id,), maker=unit.id)


def joined(field: Field, unit_ids: Iterable[str]) -> list[Contact]:
    """All contacts of the melee that some units are in, by id."""
    found: dict[str, Contact] = {}
    todo, seen = list(unit_ids), set[str]()
    while todo:
        one = todo.pop()
        if one not in seen:
            seen.add(one)
            for contact in field.contacts_of(one):
                found[contact.id] = contact
                todo.append(contact.other(one))
    return [found[key] for key in sorted(found)]


# --- a round ---


@clause("FA-MEL-06", "FA-MEL-07", "FA-CR-06")
def round_of(field: Field, contacts: Sequence[Contact]) -> Prospect:
    """The next round of a melee of these contacts, for the side whose field it is."""
    units = {one: field.unit(one) for contact in contacts for one in (contact.a, contact.b)}
    dead = dict.fromkeys(units, 0.0)
    harm = dict.fromkeys(units, 0.0)
    blows = sorted(_blows(field, units, contacts), key=_moment, reverse=True)
    for blower in blows:
        _strike(field, blower, units, dead, harm)
    ours = _sum(field, contacts, units, dead, harm, own=True)
    theirs = _sum(field, contacts, units, dead, harm, own=False)
    given, taken = (
        sum(harm[one] for one in units if (units[one].side == field.side) == own) for own in (True, False)
    )
    mean, spread = round(4 * (ours - theirs)), round(given + taken)
    harm_done, runs = 0.0, []
    for unit in units.values():
        sign = -1 if unit.side == field.side else 1
        harm_done += sign * field.tables.victory.worth[unit.kind] * dead[unit.id]
        runs.append((unit.id, sign * _runs(field, unit, dead[unit.id], mean, spread)))
    return Prospect(ours - theirs, given, taken, harm_done, tuple(runs), tuple(dead.values()))


def rounds_of(field: Field, contacts: Sequence[Contact]) -> Prospect:
    """The same with what comes after it, if nobody breaks: another round without the charge."""
    first = round_of(field, contacts)
    more = [contact if contact.round else replace(contact, round=1) for contact in contacts]
    later = round_of(field, more) if more != list(contacts) else first
    part = LATER * prod(1 - abs(chance) for _, chance in first.runs)
    runs = tuple((unit, chance * part) for unit, chance in later.runs)
    return first._replace(harm=first.harm + part * later.harm, runs=(*first.runs, *runs))


@lru_cache(maxsize=4096)
def _odds(quarters: int, spread: int) -> tuple[tuple[int, float], ...]:
    """Differences of a round with their chances: a mean in quarters, wounds that vary about as much as there are."""
    mean, wide = quarters / 4, max(spread, 1) ** 0.5 * 2**0.5

    def below(difference: float) -> float:
        return (1 + erf((difference - mean) / wide)) / 2

    limits = [below(one - 0.5) for one in range(-MOST, MOST + 2)]
    return tuple((one - MOST, limits[one + 1] - limits[one]) for one in range(2 * MOST + 1) if one != MOST)


def _runs(field: Field, unit: Unit, dead: float, quarters: int, spread: int) -> float:
    """Chance that it breaks after the round (``_odds``)."""
    if unit.retreating or "undead" in field.rules(unit.id):
        return 0.0
    sign = 1 if unit.side == field.side else -1
    left = max(unit.models - round(dead), 0)
    times = factor(field, left, unit.start_models)
    return _breaks(_nerve(field, unit), times, sign, quarters, spread)


def _nerve(field: Field, unit: Unit) -> int:
    """Its leadership as it stands in the field, asked in every round that is thought of."""
    key = ("nerve", unit.id)
    found: int | None = field.kept.get(key)
    if found is None:
        found = field.kept[key] = leadership(field, unit).number
    return found


@lru_cache(maxsize=4096)
def _breaks(number: int, times: tuple[int, int], sign: int, quarters: int, spread: int) -> float:
    """Chance that a test after a lost round fails, over all its differences."""
    odds = _odds(quarters, spread)
    return sum(part * (1 - passing(number + sign * one, times)) for one, part in odds if sign * one < 0)


def _blows(field: Field, units: dict[str, Unit], contacts: Sequence[Contact]) -> list[Blower]:
    found: list[Blower] = []
    for unit in units.values():
        mine = [contact for contact in contacts if unit.id in (contact.a, contact.b)]
        heroes = heroes_at(field, unit, mine)
        rows = {row.contact: row for row in strikers_of(field, unit, mine)}
        for contact in mine:
            row = rows.get(contact.id)
            if row is not None:
                found += blowers(field, contact, unit, row, heroes.get(contact.id, ()))
    return found


def _moment(blower: Blower) -> tuple[int, int]:
    return (0 if blower.contact.round else blower.arm.reach), blower.arm.initiative


def _strike(
    field: Field, blower: Blower, units: dict[str, Unit], dead: dict[str, float], harm: dict[str, float]
) -> None:
    """Blows of those who are still alive by then, into the wounds of whom they strike."""
    contact, unit = blower.contact, blower.unit
    enemy = units[contact.other(unit.id)]
    foe = field.character(blower.duel) if blower.duel else None
    guard = hero_guard(field, foe, contact) if foe else guard_of(field, enemy, contact)
    full = mean_wounds(attack_of(field, unit, enemy.id, blower.arm, guard, blower.models))
    fallen = min(dead[unit.id], blower.models) if blower.models > 1 else 0.0
    wounds = full * (1 - fallen / max(blower.models, 1))
    each = max(field.stats(enemy.id).W, 1)
    wounds = min(wounds, max(enemy.standing - dead[enemy.id], 0.0) * each)
    harm[unit.id] += wounds
    if not blower.duel:
        dead[enemy.id] += wounds / each


@clause("FA-CR-01", "FA-CR-02", "FA-CR-03", "FA-CR-04", "FA-CR-05")
def _sum(
    field: Field,
    contacts: Sequence[Contact],
    units: dict[str, Unit],
    dead: dict[str, float],
    harm: dict[str, float],
    own: bool,
) -> float:
    row = field.tables.combat_result
    mine = [unit for unit in units.values() if (unit.side == field.side) == own]
    ids = {unit.id for unit in mine}
    total = sum(harm[unit.id] for unit in mine) * row.wound
    total += row.standard * any(unit.standard for unit in mine)
    total += row.rank * max((_ranks(field, unit, dead[unit.id]) for unit in mine), default=0)
    total += max((_charge(field, contact, ids) for contact in contacts), default=0)
    return total + max((_facing(field, contact, ids) for contact in contacts), default=0)


def _ranks(field: Field, unit: Unit, dead: float) -> int:
    full = field.full_rank(unit)
    if not full or unit.files < full:
        return 0
    ranks = (unit.models - round(dead)) // unit.files
    return min(max(ranks - 1, 0), field.tables.combat_result.rank_max)


def _charge(field: Field, contact: Contact, ids: set[str]) -> int:
    row = field.tables.combat_result
    if contact.round or contact.over_wall or not ids & set(contact.charged):
        return 0
    return row.charge_downhill if ids & set(contact.downhill) else row.charge


def _facing(field: Field, contact: Contact, ids: set[str]) -> int:
    row = field.tables.combat_result
    enemy = contact.b if contact.a in ids else contact.a
    edge, front = contact.edge(enemy), contact.edge(contact.other(enemy))
    if contact.inside:
        return 0
    if edge is Edge.REAR:
        return row.rear
    return row.flank if edge in FLANKS and front is Edge.FRONT else 0


# --- tests ---


@clause("FA-LD-05", "FA-LD-02")
def break_chance(field: Field, unit: Unit, difference: int) -> float:
    """That it fails a break test after a round lost by so much."""
    return fails_test(field, unit, difference) if difference > 0 else 0.0


@clause("FA-LD-01", "FA-LD-02")
def fails_test(field: Field, unit: Unit, difference: int = 0) -> float:
    """The chance that it fails a leadership test."""
    return 0.0 if "undead" in field.rules(unit.id) else 1 - leadership(field, unit, difference).passes


# --- characters ---


@clause("FA-MEL-12")
def duel_wounds(scene: Scene, one: str, other: str, contact: Contact) -> float:
    """Wounds that a character is expected to give another in a round of a duel."""
    field = scene.guess
    hero = field.character(one)
    unit = field.unit(hero.unit)
    nobody = Strikers(contact.id, unit.id, 0, 0)
    arms = [row.arm for row in blowers(field, contact, unit, nobody, [one])]
    guard = hero_guard(field, field.character(other), contact)
    enemy = field.character(other).unit
    return sum(mean_wounds(attack_of(field, unit, enemy, arm, guard, 1)) for arm in arms)
