"""One attack pool in counts: to hit, to wound, to be saved, and how many wounds get through.

Play throws single dice in the order of FA-GEN-06, the odds branch over counts; both go through :func:`pending` and
:func:`after`, so there is one set of rules. Thresholds come from ``needs``.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from math import lcm
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from grognard.core.chance import Apart, Chance, Pool, Sum, Throw
from grognard.core.rule import clause

Killing: TypeAlias = Literal["", "wound", "hit"]
Stage: TypeAlias = Literal["hit", "wound", "wound_best", "save", "wounds", "done"]


class Attack(msgspec.Struct, frozen=True):
    """What is thrown. ``dice``: (number of dice, least face that hits), in the order of the throw; ``auto``: hits
    that aren't thrown for; ``wound``: least face that wounds (0: every hit wounds); ``save``: least face that saves
    (0: no save, none is thrown); ``killing``: the die whose natural 6 cancels the save; ``six_wounds``: a natural 6
    to hit needs no wound roll; ``many``: each unsaved wound is d6 wounds."""

    dice: tuple[tuple[int, int], ...] = ()
    auto: int = 0
    wound: int = 0
    save: int = 0
    killing: Killing = ""
    six_wounds: bool = False
    many: bool = False

    @property
    def attacks(self) -> int:
        """Attacks made, those that hit by themselves included."""
        return self.auto + sum(count for count, _ in self.dice)

    @property
    def parts_sixes(self) -> bool:
        """Whether a natural 6 to hit is another thing than a hit."""
        return self.killing == "hit" or self.six_wounds


class Progress(NamedTuple):
    """How far an attack pool has come: the stage to be thrown next (``group``: the first ``dice`` not yet thrown)
    and the counts that still matter; ``sure`` wounds allow no save. ``tally``: hits, wounds and saves so far, for
    whoever wants to be told (see :func:`bare`)."""

    stage: Stage = "hit"
    group: int = 0
    hits: int = 0
    best: int = 0
    wounds: int = 0
    sure: int = 0
    tally: tuple[int, int, int] = (0, 0, 0)


class Harm(msgspec.Struct, frozen=True):
    """What came of an attack pool; ``wounds`` are those before the save, ``unsaved`` go to the pool."""

    attacks: int
    hits: int
    wounds: int
    saved: int
    unsaved: int


class Strikers(msgspec.Struct, frozen=True, array_like=True, cache_hash=True):
    """Who of a unit can strike through a contact at the start of a round: models of its first rank, and all."""

    contact: str
    unit: str
    first: int
    total: int


class Blow(msgspec.Struct, frozen=True, cache_hash=True):
    """An attack pool on its way in a melee. ``who``: "" rank and file, ``ram``, ``mounts``, or a character's id (his
    mount: ``id.mount``). ``target``: a unit, in a duel a character. ``reach`` and ``initiative``: of its step."""

    contact: str
    unit: str
    who: str
    target: str
    reach: int
    initiative: int
    models: int
    attack: Attack
    at: Progress


class Roller(Protocol):
    """Whatever throws: a battle, as a rule."""

    def roll(self, chance: Chance[Any], purpose: str, who: str = ...) -> Throw[Any]: ...


def unthrown(attack: Attack) -> Progress:
    """Before the first die."""
    return _on(attack, Progress(hits=attack.auto))


@clause("FA-WND-01", "FA-WND-03", "FA-WND-04", "FA-WND-11", "FA-SPC-04", "FA-GEN-06")
def pending(attack: Attack, at: Progress) -> Chance[Any]:
    """The dice that are thrown now: all to hit, then all to wound, then all saves, then numbers of wounds."""
    if at.stage == "hit":
        count, need = attack.dice[at.group]
        if attack.parts_sixes:
            return Apart(count, 6, min(need, 6), 6)
        return Pool(count, 6, need)
    if at.stage == "wound":
        if attack.killing == "wound":
            return Apart(at.hits, 6, attack.wound, 6)
        return Pool(at.hits, 6, attack.wound)
    if at.stage == "wound_best":
        return Pool(at.best, 6, attack.wound)
    if at.stage == "save":
        return Pool(at.wounds, 6, attack.save)
    return Sum(at.wounds + at.sure, 6, int)


def purpose(at: Progress) -> str:
    """What the dice are thrown for, in a word."""
    return "wound" if at.stage == "wound_best" else at.stage


def after(attack: Attack, at: Progress, meaning: Any) -> Progress:
    """How far the pool is when those dice have meant this."""
    return _on(attack, _AFTER[at.stage](at, meaning))


def bare(at: Progress) -> Progress:
    """Without the tally: pools that go on alike are equal."""
    return at._replace(tally=(0, 0, 0))


def _hit(at: Progress, meaning: Any) -> Progress:
    plain, best = meaning if isinstance(meaning, tuple) else (meaning, 0)
    return at._replace(group=at.group + 1, hits=at.hits + plain, best=at.best + best)


def _wound(at: Progress, meaning: Any) -> Progress:
    plain, sure = meaning if isinstance(meaning, tuple) else (meaning, 0)
    return at._replace(stage="wound_best", hits=0, wounds=at.wounds + plain, sure=at.sure + sure)


def _wounded(at: Progress) -> Progress:
    return at._replace(stage="save", tally=(at.tally[0], at.wounds + at.sure, 0))


def _save(at: Progress, saved: int) -> Progress:
    tally = (*at.tally[:2], saved)
    return at._replace(stage="wounds", wounds=at.wounds - saved, tally=tally)


_AFTER: Mapping[str, Any] = {
    "hit": _hit,
    "wound": _wound,
    "wound_best": lambda at, sure: _wounded(at._replace(best=0, sure=at.sure + sure)),
    "save": _save,
    "wounds": lambda at, lost: at._replace(stage="done", wounds=lost, sure=0),
}


def _on(attack: Attack, at: Progress) -> Progress:
    """To the next stage at which there is something to throw."""
    if at.stage == "hit":
        if at.group < len(attack.dice):
            return at
        at = _hits_made(attack, at)
    if at.stage == "wound" and not at.hits:
        at = at._replace(stage="wound_best")
    if at.stage == "wound_best" and not at.best:
        at = _wounded(at)
    if at.stage == "save" and not (at.wounds and attack.save):
        at = at._replace(stage="wounds")
    if at.stage == "wounds" and not (attack.many and at.wounds + at.sure):
        at = at._replace(stage="done", wounds=at.wounds + at.sure, sure=0)
    return at


@clause("FA-WND-03", "FA-SPC-04")
def _hits_made(attack: Attack, at: Progress) -> Progress:
    """Hits that are wounds already: all if nothing is thrown to wound, natural sixes under ``hit_is_wound``."""
    at = at._replace(stage="wound", group=0, tally=(at.hits + at.best, 0, 0))
    if not attack.wound:
        return at._replace(hits=0, wounds=at.hits, best=0, sure=at.best)
    if not attack.six_wounds:
        return at
    if attack.killing == "hit":
        return at._replace(best=0, sure=at.best)
    return at._replace(best=0, wounds=at.best)


def strike(roller: Roller, attack: Attack, who: str) -> Harm:
    """Throw the whole pool; ``who`` is the unit whose attacks they are."""
    at = unthrown(attack)
    while at.stage != "done":
        at = after(attack, at, roller.roll(pending(attack, at), purpose(at), who).meaning)
    return harm(attack, at)


def harm(attack: Attack, at: Progress) -> Harm:
    """What is told of a pool that is done."""
    return Harm(attack.attacks, *at.tally, at.wounds)


# --- chances ---


@lru_cache(maxsize=4096)
def kills(attack: Attack) -> Mapping[int, Fraction]:
    """Chance of each number of wounds that get through, exactly. Attacks know nothing of each other, so one of each
    kind is branched through the rules and the rest is adding up."""
    parts = [_power(_one(replace(attack, dice=((1, need),), auto=0)), count) for count, need in attack.dice]
    parts.append(_power(_one(replace(attack, dice=(), auto=1)), attack.auto))
    weights, total = reduce(_both, parts)
    return {wounds: Fraction(weight, total) for wounds, weight in enumerate(weights) if weight}


Weights: TypeAlias = tuple[list[int], int]
"""Whole weights of 0, 1, 2 ... wounds, and their sum."""


@lru_cache(maxsize=4096)
def _one(attack: Attack) -> Weights:
    """A single attack through every way its dice can fall."""
    found: dict[int, Fraction] = {}
    open_ways = [(unthrown(attack), Fraction(1))]
    while open_ways:
        at, share = open_ways.pop()
        if at.stage == "done":
            found[at.wounds] = found.get(at.wounds, Fraction(0)) + share
            continue
        chance = pending(attack, at)
        for throw, part in chance.branches:
            open_ways.append((after(attack, at, throw.meaning), share * Fraction(part, chance.total)))
    total = lcm(*(share.denominator for share in found.values()))
    return [int(found.get(wounds, 0) * total) for wounds in range(max(found) + 1)], total


def _both(one: Weights, other: Weights) -> Weights:
    """The sum of two."""
    weights = [0] * (len(one[0]) + len(other[0]) - 1)
    for i, weight in enumerate(one[0]):
        for j, part in enumerate(other[0]):
            weights[i + j] += weight * part
    return weights, one[1] * other[1]


def _power(one: Weights, count: int) -> Weights:
    """The sum of ``count`` like it."""
    if count == 0:
        return [1], 1
    half = _power(one, count // 2)
    even = _both(half, half)
    return _both(even, one) if count % 2 else even


# --- the wound pool ---


class Losses(NamedTuple):
    """Models that fall, wounds that stay in the pool, and wounds really taken."""

    models: int
    pool: int
    taken: int


@clause("FA-WND-08", "FA-WND-09")
def losses(models: int, pool: int, each: int, wounds: int) -> Losses:
    """``wounds`` on so many models of ``each`` wounds with ``pool`` wounds suffered already."""
    taken = min(wounds, models * each - pool)
    fallen, rest = divmod(pool + taken, each)
    return Losses(fallen, rest, taken)
