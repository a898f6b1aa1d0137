"""What a volley, a ball, a bomb or a spell would do now, exactly: the very functions of the rules, branched."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar

from grognard.core.chance import Chance, Throw
from grognard.core.dice import Branch, Brancher
from grognard.core.rule import clause
from grognard.rulebooks.fantasy.aiming import aim, blow_of, weapon_of
from grognard.rulebooks.fantasy.amounts import amount
from grognard.rulebooks.fantasy.attacks import Attack, kills
from grognard.rulebooks.fantasy.blasts import models_within
from grognard.rulebooks.fantasy.casting import (
    CastResult,
    DispelResult,
    cast_result,
    dispel_result,
    magic_dice,
)
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.harming import Blow, attack_on
from grognard.rulebooks.fantasy.machines import aimed_at, laid
from grognard.rulebooks.fantasy.magic import dispel_against
from grognard.rulebooks.fantasy.model import Character, SpellInForce
from grognard.rulebooks.fantasy.needs import save_need, wound_need
from grognard.rulebooks.fantasy.ordnance import THROUGH, ball, gun_die, scatter
from grognard.rulebooks.fantasy.seeing import ranks_from
from grognard.rulebooks.fantasy.tables import Blast, Dice, Hits, MissileWeapon, Spell, Wounds
from grognard.rulebooks.fantasy.targeting import Target
from grognard.rulebooks.fantasy.zones import struck_edge
from grognard.space.pose import step

R = TypeVar("R", bound=Hashable)
Odds = Mapping[int, Fraction]
"""Number -> its exact probability."""
ONE = Fraction(1)


class _Hand:
    """A roller that follows a path of throws."""

    def __init__(self, path: tuple[Throw[Any], ...]) -> None:
        self.dice = Brancher(path)

    def roll(self, chance: Chance[Any], purpose: str, who: str = "") -> Throw[Any]:
        return self.dice.throw(chance)


def chances(play: Callable[[Any], R]) -> dict[R, Fraction]:
    """Result -> probability of a function that throws with ``roll``; for few dice, since nothing is merged."""
    found: dict[R, Fraction] = {}
    paths: list[tuple[tuple[Throw[Any], ...], Fraction]] = [((), ONE)]
    while paths:
        path, share = paths.pop()
        try:
            result = play(_Hand(path))
        except Branch as open_choice:
            chance = open_choice.chance
            paths += [((*path, throw), share * part / chance.total) for throw, part in chance.branches]
            continue
        found[result] = found.get(result, Fraction(0)) + share
    return found


def mean(odds: Odds) -> Fraction:
    """The expected number."""
    return sum((number * part for number, part in odds.items()), Fraction(0))


@lru_cache(maxsize=4096)
def _mean_kills(attack: Attack) -> Fraction:
    return mean(kills(attack))


@lru_cache(maxsize=256)
def mean_of(dice: Dice) -> Fraction:
    """The expected number of what a table writes as dice."""
    chance = amount(dice)
    if isinstance(chance, int):
        return Fraction(chance)
    return sum((throw.meaning * Fraction(part, chance.total) for throw, part in chance.branches), Fraction(0))


# --- shooting ---


@clause("FA-SHO-01", "FA-SHO-02", "FA-WND-04")
def volley_odds(
    field: Field, unit_id: str, target_id: str, *, moving: bool = False, reaction: bool = False
) -> Odds:
    """Wounds that get through of a volley at a unit (no machine, not in melee)."""
    seen = aim(field, unit_id, target_id, moving=moving, reaction=reaction)
    return kills(attack_on(field, target_id, seen.blow, seen.dice))


@clause("FA-WM-04", "FA-WM-07", "FA-WM-09")
def gun_harm(field: Field, gun_id: str, target_id: str) -> dict[str, Fraction]:
    """Wounds to be expected of a machine's shot, by unit, friends too; empty if it can't be laid on the target."""
    there, weapon = laid(field, gun_id, target_id), weapon_of(field, gun_id)
    if there is None or weapon is None:
        return {}
    table = gun_die(aimed_at(there, gun_id, target_id, reaction=False)[1])
    shares = {throw.meaning: Fraction(part, table.total) for throw, part in table.branches}
    hit, miss = shares.get("hit", Fraction(0)), shares.get("miss", Fraction(0))
    if "blast" in weapon.rules:
        return _bomb_harm(there, gun_id, target_id, weapon, hit, miss)
    return {target_id: hit * mean(ball_odds(there, gun_id, target_id))}


@clause("FA-WM-07", "FA-WM-08")
def ball_odds(field: Field, gun_id: str, target_id: str) -> Odds:
    """Wounds of a ball that has hit, rank after rank."""
    weapon = field.tables.missile[field.profile(gun_id).missile]
    pool = attack_on(field, target_id, blow_of(field, gun_id, weapon))
    edge = struck_edge(field.unit(target_id).shape, field.unit(gun_id).front)
    ranks = len(ranks_from(field, target_id, edge))
    return _ball_odds(ranks, pool.wound, pool.save, weapon.wounds, "penetration" in weapon.rules)


@lru_cache(maxsize=256)
def _ball_odds(ranks: int, wound: int, save: int, wounds: Dice | None, goes_on: bool) -> Odds:
    """One rank is branched through the rules; behind it the ball does what it does to one rank fewer."""

    def one(hand: Any) -> tuple[int, bool]:
        (rank,) = ball(hand, "", ranks=1, wound=wound, save=save, wounds=wounds, goes_on=goes_on)
        return rank.wounds, rank.through >= THROUGH

    behind = _ball_odds(ranks - 1, wound, save, wounds, goes_on) if ranks > 1 else {0: ONE}
    found: dict[int, Fraction] = {}
    for (first, through), share in chances(one).items():
        for more, part in (behind if through else {0: ONE}).items():
            found[first + more] = found.get(first + more, Fraction(0)) + share * part
    return found


def _bomb_harm(
    field: Field, gun_id: str, target_id: str, weapon: MissileWeapon, hit: Fraction, miss: Fraction
) -> dict[str, Fraction]:
    x, y = field.unit(target_id).centre
    falls = {(x, y): hit}
    if weapon.scatter is not None:
        dice = weapon.scatter
        for (far, direction), share in chances(lambda hand: scatter(hand, "", dice)).items():
            east, north = step(direction, far)
            falls[x + east, y + north] = falls.get((x + east, y + north), Fraction(0)) + miss * share
    blow = blow_of(field, gun_id, weapon)
    found: dict[str, Fraction] = {}
    for point, share in falls.items():
        for struck, wounds in blast_harm(field, point, weapon.radius, blow).items():
            found[struck] = found.get(struck, Fraction(0)) + share * wounds
    return found


def blast_harm(field: Field, point: tuple[int, int], radius: int, blow: Blow) -> dict[str, Fraction]:
    """Wounds to be expected in a circle, by unit."""
    return {
        unit_id: models * _mean_kills(attack_on(field, unit_id, blow, auto=1))
        for unit_id, models in models_within(field, point, radius).items()
    }


# --- magic ---


@clause("FA-MAG-09", "FA-MAG-10", "FA-MAG-11")
@lru_cache(maxsize=1024)
def cast_odds(points: int, bonus: int, value: int) -> dict[CastResult, Fraction]:
    """What becomes of a casting with so many dice."""
    chance = magic_dice(points)
    found: dict[CastResult, Fraction] = {}
    for throw, part in chance.branches:
        result = cast_result(throw.meaning, bonus, value)
        found[result] = found.get(result, Fraction(0)) + Fraction(part, chance.total)
    return found


@clause("FA-MAG-13", "FA-MAG-14")
def dispel_odds(field: Field, points: int, bonus: int, force: SpellInForce) -> dict[DispelResult, Fraction]:
    """What becomes of a dispelling with so many dice."""
    chance, against = magic_dice(points), dispel_against(field, force)
    found: dict[DispelResult, Fraction] = {}
    for throw, part in chance.branches:
        result = dispel_result(throw.meaning, bonus, against)
        found[result] = found.get(result, Fraction(0)) + Fraction(part, chance.total)
    return found


@clause("FA-MAG-20")
def spell_harm(field: Field, spell: Spell, target: Target) -> dict[str, Fraction]:
    """Wounds to be expected of a spell that has been cast (not doubled), by unit or character."""
    found: dict[str, Fraction] = {}
    for effect in spell.effects:
        if isinstance(effect, Blast) and isinstance(target, tuple):
            blow = Blow(effect.S, effect.ap, effect.save)
            harm = blast_harm(field, target, effect.radius, blow)
        elif isinstance(effect, Hits) and isinstance(target, str):
            each = _mean_kills(_hit(field, target, Blow(effect.S, effect.ap, effect.save)))
            harm = {target: mean_of(effect.n) * each}
        elif isinstance(effect, Wounds) and isinstance(target, str):
            harm = {target: mean_of(effect.n)}
        else:
            continue
        for struck, wounds in harm.items():
            found[struck] = found.get(struck, Fraction(0)) + wounds
    return found


def _hit(field: Field, target: str, blow: Blow) -> Attack:
    """One hit on a unit or on a character."""
    if not isinstance(field.pieces[target], Character):
        return attack_on(field, target, blow, auto=1)
    items = field.hero_armour(target) if blow.save else ()
    save = save_need(field.tables.armour, items, blow.S, blow.ap)
    return Attack(auto=1, wound=wound_need(field.tables, blow.S, field.hero(target).T), save=save)
