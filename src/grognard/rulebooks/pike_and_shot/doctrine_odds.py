"""Doctrine: what volleys, shocks and fights are worth, by exact enumeration of the rules' own tests.

Everything is counted in bases: a toll is what a unit loses on average in bases that are gone, run, or are as good as
lost through disorder. The weights are a player's judgement, the chances are those of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from grognard.rulebooks.pike_and_shot import reactions
from grognard.rulebooks.pike_and_shot.charge import conformed, crosses_obstacle
from grognard.rulebooks.pike_and_shot.combat import (
    damage,
    fight_roll,
    impact_roll,
    melee_roll,
    strength,
)
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.going import longest, straight
from grognard.rulebooks.pike_and_shot.impulses import due_for_quality
from grognard.rulebooks.pike_and_shot.model import Bases, PikeSetup, Unit
from grognard.rulebooks.pike_and_shot.morale import (
    cohesion_of,
    leaders,
    panic_roll_of,
    panic_table,
    routs,
)
from grognard.rulebooks.pike_and_shot.rolls import Roll, odds
from grognard.rulebooks.pike_and_shot.seeing import in_zone_of
from grognard.rulebooks.pike_and_shot.shooting import Aim, shot_roll, volley_dp
from grognard.rulebooks.pike_and_shot.steps import heading_of, move_roll, moved, movement

EASY, STEEP = 0.2, 0.28
"""Disorder short of the number of bases: a little at first, more and more towards it."""
SHAKEN, WORST, DEEPER = 0.5, 0.62, 0.12
"""Shares of a unit that is as good as lost when shaken, and when broken."""
FLIGHT, FAR_GONE = 0.35, 0.6
"""Shares of a unit that runs: at once, and as far as it will not rally."""
FADING = 0.6
"""What the next impulse of a fight wins of what the one before did."""
DISMAY = 0.5
"""What friends who see it run lose, in bases."""


class Outcome(NamedTuple):
    """How a unit comes out of a panic test: its chance, bases and DP then, and whether it runs."""

    chance: float
    bases: int
    dp: int
    runs: bool


class Toll(NamedTuple):
    """Expected loss in bases, and the chance to run."""

    worth: float = 0.0
    rout: float = 0.0


class Bout(NamedTuple):
    """A fight: what the one who acts suffers, and the other one."""

    own: Toll
    other: Toll

    def balance(self, boldness: float = 1.0) -> float:
        """Bases won, on average, by the one who acts; the other's count as much as ``boldness`` says."""
        return self.other.worth * boldness - self.own.worth


NOTHING = Toll()


# --- what disorder is worth ---


@lru_cache(maxsize=1024)
def disorder(bases: int, dp: int) -> float:
    """Bases as good as lost through DP."""
    if bases < 1:
        return 0.0
    share = dp / bases
    if share < 1:
        return bases * share * (EASY + STEEP * share)
    return bases * min(WORST, SHAKEN + DEEPER * (share - 1))


# --- panic ---


class Nerve(NamedTuple):
    """All that a panic test of a unit hangs on."""

    morale: str
    led: tuple[str, ...]
    bases: int
    dp: int
    routing: bool = False


def nerve(field: Field, unit: Unit) -> Nerve:
    return Nerve(
        field.setup.sheets[unit.id].morale, led_by(field, unit), len(unit.bases), unit.dp, unit.routing
    )


@lru_cache(maxsize=4096)
def panics(setup: PikeSetup, who: Nerve, cause: str) -> tuple[Outcome, ...]:
    """All outcomes of a panic test of such a unit."""
    field = Field(setup, {})
    state = cohesion_of(field.parameters, who.bases, who.dp)
    table = panic_table(field, cause)
    found = []
    for band, chance in odds(field, panic_roll_of(field, who.morale, who.led, state)).items():
        left = max(0, who.bases - table[band].bases)
        found.append(Outcome(chance, left, who.dp + table[band].dp, routs(field, state, band)))
    return tuple(found)


@lru_cache(maxsize=4096)
def flight(setup: PikeSetup, who: Nerve) -> float:
    """Bases as good as lost of a unit that runs: the more, the less it will rally."""
    if who.bases < 1:
        return 0.0
    stays = sum(one.chance for one in panics(setup, who, "rout") if one.runs)
    return who.bases * (FLIGHT + FAR_GONE * stays)


@lru_cache(maxsize=8192)
def toll(setup: PikeSetup, who: Nerve, extra: int, cause: str) -> Toll:
    """What so many more DP, and the test that they bring, cost a unit."""
    if extra < 1:
        return NOTHING
    hurt = who._replace(dp=who.dp + extra)
    if who.routing:
        return Toll(flight(setup, hurt) - flight(setup, who) + 0.1)
    worth, rout = -disorder(who.bases, who.dp), 0.0
    for chance, left, dp, runs in panics(setup, hurt, cause):
        after = who._replace(bases=left, dp=dp)
        lost = flight(setup, after) + DISMAY if runs else disorder(left, dp)
        worth += chance * (who.bases - left + lost)
        rout += chance * runs
    return Toll(worth, rout)


def suffers(field: Field, unit: Unit, extra: int, cause: str) -> Toll:
    return toll(field.setup, nerve(field, unit), extra, cause)


def led_by(field: Field, unit: Unit) -> tuple[str, ...]:
    """Reasons that commanders give its panic tests; most units have none with them."""
    return leaders(field, unit) if unit.id in field.attached else ()


def tires(unit: Unit, dp: int = 1) -> float:
    """What DP without a test cost."""
    return disorder(len(unit.bases), unit.dp + dp) - disorder(len(unit.bases), unit.dp)


def hung(field: Field, unit: Unit, *, moves: bool = False) -> int:
    """DP that its next impulse hangs; the first of a good unit's movement is forgiven (PS-MOVE-06)."""
    extra = field.parameters.extra_impulse_dp if unit.used else 0
    if extra and moves and field.sheet(unit.id).quality == "good" and not unit.raw_move_dp:
        return 0
    if moves and not unit.move_impulses:
        extra += due_for_quality(field.sheet(unit.id).quality, replace(unit, move_impulses=1)) > 0
    return extra


# --- moving ---


def points(field: Field, unit: Unit, *, cp: int = 0) -> dict[int, float]:
    """Chance of each number of move points of its next impulse."""
    dp = field.parameters.extra_impulse_dp if unit.used else 0
    return _points(field.setup, move_roll(field, replace(unit, dp=unit.dp + dp) if dp else unit, cp=cp))


@lru_cache(maxsize=256)
def _points(setup: PikeSetup, roll: Roll) -> dict[int, float]:
    field = Field(setup, {})
    table = movement(field).points
    found: dict[int, float] = {}
    for band, chance in odds(field, roll).items():
        found[table[band]] = found.get(table[band], 0.0) + chance
    return found


def at_least(chances: dict[int, float], wanted: int) -> float:
    return sum(chance for number, chance in chances.items() if number >= wanted)


# --- shooting ---


def volley(field: Field, unit: Unit, target: Unit, seen: Aim, *, cp: int = 0, penalty: int = 0) -> Toll:
    """What a volley as aimed costs the target; the DP of a second impulse count."""
    dp = field.parameters.extra_impulse_dp if unit.used else 0
    shooter = replace(unit, dp=unit.dp + dp) if dp else unit
    worth = rout = 0.0
    for band, chance in odds(field, shot_roll(field, shooter, target, seen, cp=cp, penalty=penalty)).items():
        toll = suffers(field, target, volley_dp(field, seen, band), "shooting")
        worth += chance * toll.worth
        rout += chance * toll.rout
    return Toll(worth, rout)


def _under_fire(field: Field, shooter: Unit, target: Unit, seen: Aim, penalty: int) -> Iterable[Outcome]:
    """How a target comes out of a volley."""
    for band, chance in odds(field, shot_roll(field, shooter, target, seen, penalty=penalty)).items():
        dp = volley_dp(field, seen, band)
        if not dp:
            yield Outcome(chance, len(target.bases), target.dp, False)
            continue
        who = nerve(field, target)
        for one in panics(field.setup, who._replace(dp=who.dp + dp), "shooting"):
            yield one._replace(chance=chance * one.chance)


# --- close combat ---


@lru_cache(maxsize=4096)
def bout(
    setup: PikeSetup, roll: Roll, roller: Nerve, other: Nerve, mine: int, theirs: int, cause: str
) -> Bout:
    """A fight with those strengths (halves): the first one rolls."""
    field = Field(setup, {})
    worth, rout, other_worth, other_rout = 0.0, 0.0, 0.0, 0.0
    for band, chance in odds(field, roll).items():
        taken, dealt = damage(field, mine, theirs, band)
        own, foe = toll(setup, roller, taken, cause), toll(setup, other, dealt, cause)
        worth, rout = worth + chance * own.worth, rout + chance * own.rout
        other_worth, other_rout = other_worth + chance * foe.worth, other_rout + chance * foe.rout
    return Bout(Toll(worth, rout), Toll(other_worth, other_rout))


def melee(field: Field, unit: Unit, enemy: Unit, *, fights: bool = True, reply: bool = False) -> Bout:
    """The fight that goes on, with the impulse that it takes."""
    dp = field.parameters.extra_impulse_dp
    one = replace(unit, dp=unit.dp + dp) if unit.used else unit
    if reply:
        enemy = replace(enemy, replied=True, dp=enemy.dp + (dp if enemy.used else 0))
    roll = melee_roll(field, one, enemy, fights=fights)
    mine, theirs = strength(field, unit, enemy, "melee"), strength(field, enemy, unit, "melee")
    return bout(
        field.setup,
        roll,
        nerve(field, one),
        nerve(field, enemy),
        mine.strength,
        theirs.strength,
        "melee",
    )


class Meeting(NamedTuple):
    """A charge as it would end: the field with the charger in contact, the length of its way and the move points that
    it takes, those it meets."""

    field: Field
    length: int
    points: int
    hits: tuple[str, ...]


def meeting(field: Field, unit: Unit, limit: int) -> Meeting | None:
    """The charger straight ahead in contact, conformed; None where there is nobody or it would stop short."""
    key = ("meeting", unit.stand, limit)
    if key not in field.kept:
        field.kept[key] = _meeting(field, unit, limit)
    found: Meeting | None = field.kept[key]
    return found


def _meeting(field: Field, unit: Unit, limit: int) -> Meeting | None:
    key = ("contact", unit.stand, unit.formation, limit)
    if key not in field.still:
        field.still[key] = _contact(field, unit, limit)
    found: Contact | None = field.still[key]
    if found is None:
        return None
    there = replace(unit, bases=found.bases, crossed=found.crossed)
    hits = [field.unit(one) for one in found.hits]
    struck = [replace(one, surprised=not in_zone_of(field, one, unit)) for one in hits]
    stride = max(1, longest(field, unit, heading_of(unit)))
    return Meeting(field.put(there, *struck), found.length, max(1, -(-found.length // stride)), found.hits)


class Contact(NamedTuple):
    """Where a charge straight on ends: the bases conformed, an obstacle crossed, the length of the way and those it
    meets."""

    bases: Bases
    crossed: bool
    length: int
    hits: tuple[str, ...]


def _contact(field: Field, unit: Unit, limit: int) -> Contact | None:
    """Known for as long as all stand as they do."""
    light = field.has(unit, "light")
    way = straight(field, unit, heading_of(unit), limit, contact=True, through=light)
    if not way.hits:
        return None
    at = field.put(replace(unit, bases=moved(unit, way.distance)))
    laid = conformed(at, at.unit(unit.id), way.hits)
    if laid is None:
        return None
    return Contact(laid, crosses_obstacle(field, unit, laid), way.distance, way.hits)


def shock(field: Field, meet: Meeting, charger: Unit, target: Unit, option: str) -> Bout:
    """Impact of a charge that is met with a reaction (``pass``: with none), the volley before it included."""
    attacker, defender = replace(meet.field.unit(charger.id), dp=charger.dp), meet.field.unit(target.id)
    if option == "pass":
        return _unmet(meet, attacker, defender).impact(attacker, defender)
    seen: Aim | None = None
    dp = field.parameters.extra_impulse_dp if target.used else 0
    target = replace(target, dp=target.dp + dp)
    defender = _reacting(defender, option, target.dp)
    if option in (reactions.STAND_AND_SHOOT, reactions.MIXED):
        seen = reactions.aim_at_charger(field, target, charger, meet.length, option == reactions.MIXED)
    after = meet.field.put(attacker, defender)
    clash = Clash.of(after, attacker, defender)
    if seen is None or not seen.shots:
        return clash.impact(attacker, defender)
    penalty = int(field.option("reaction_penalty"))
    return _after_fire(clash, _under_fire(field, target, charger, seen, penalty), attacker, defender)


def _reacting(unit: Unit, option: str, dp: int) -> Unit:
    braced = {reactions.BRACE: "whole", reactions.MIXED: "part"}.get(option, "")
    countered = option == reactions.COUNTER
    return replace(
        unit, braced=braced, countered=countered, left=unit.left - 1, used=unit.used + 1, dp=dp, reacted=True
    )


class Clash(NamedTuple):
    """Strengths and reasons of an impact, whatever the DP."""

    field: Field
    roll: Roll
    mine: int
    theirs: int

    @classmethod
    def of(cls, field: Field, attacker: Unit, defender: Unit) -> Clash:
        return cls(
            field,
            impact_roll(field, attacker, defender),
            strength(field, attacker, defender, "attack").strength,
            strength(field, defender, attacker, "defence").strength,
        )

    def impact(self, attacker: Unit, defender: Unit) -> Bout:
        roll = fight_roll(self.field, "impact", attacker, defender, self.roll.worst, self.roll.best)
        one, other = nerve(self.field, attacker), nerve(self.field, defender)
        return bout(self.field.setup, roll, one, other, self.mine, self.theirs, "impact")


def _unmet(meet: Meeting, attacker: Unit, defender: Unit) -> Clash:
    """The impact on a target that does nothing about it; asked for the shock and for the fight that follows."""
    key, kept = ("clash", attacker, defender.id), meet.field.kept
    if key not in kept:
        kept[key] = Clash.of(meet.field.put(attacker), attacker, defender)
    found: Clash = kept[key]
    return found


def _after_fire(clash: Clash, volleys: Iterable[Outcome], attacker: Unit, defender: Unit) -> Bout:
    """The impact after each outcome of the volley; whoever runs from it never comes near."""
    start, bases = disorder(len(attacker.bases), attacker.dp), len(attacker.bases)
    who = nerve(clash.field, attacker)
    worth = rout = other = other_rout = 0.0
    for chance, left, dp, runs in volleys:
        if runs or not left:
            worth += chance * (
                bases - left + flight(clash.field.setup, who._replace(bases=left, dp=dp)) + DISMAY - start
            )
            rout += chance
            continue
        found = clash.impact(replace(attacker, dp=dp), defender)
        worth += chance * (disorder(left, dp) + bases - left - start + found.own.worth)
        rout += chance * found.own.rout
        other += chance * found.other.worth
        other_rout += chance * found.other.rout
    return Bout(Toll(worth, rout), Toll(other, other_rout))


def answers(field: Field, target: Unit, charger: Unit, meet: Meeting) -> tuple[str, ...]:
    """What a target may do about a charge; evading is left out of account."""
    found = reactions.options(field, target, reactions.CHARGE, "", meet.length, charger)
    return ("pass", *(one for one in found if one != reactions.EVADE))


def charge(field: Field, unit: Unit, meet: Meeting, boldness: float = 1.0, hopeless: float = -99.0) -> float:
    """Bases won by a charge that gets home, if those it strikes do what is best for them. One answer that makes it
    ``hopeless`` will do."""
    total = 0.0
    for target in map(field.unit, meet.hits):
        least = 99.0
        for option in reversed(answers(field, target, unit, meet)):
            least = min(least, shock(field, meet, unit, target, option).balance(boldness))
            if least < hopeless:
                break
        total += least
    return total


def press_on(field: Field, meet: Meeting, unit: Unit, impulses: int, boldness: float = 1.0) -> float:
    """Bases won by fighting on with so many impulses after an impact of the usual outcome."""
    if impulses < 1:
        return 0.0
    target = field.unit(meet.hits[0])
    one, other = replace(meet.field.unit(unit.id), dp=unit.dp), meet.field.unit(target.id)
    clash = _unmet(meet, one, other)
    found = clash.impact(one, other)
    taken = dealt = 0.0
    for band, chance in odds(field, clash.roll).items():
        own, foe = damage(field, clash.mine, clash.theirs, band)
        taken, dealt = taken + chance * own, dealt + chance * foe
    one = replace(one, dp=one.dp + round(taken), used=one.used + 1)
    other = replace(other, dp=other.dp + round(dealt))
    after = meet.field.put(one, other)
    won = melee(after, one, other, reply=other.left > 0).balance(boldness)
    both_stand = (1 - found.own.rout) * (1 - found.other.rout)
    return max(0.0, won) * both_stand * sum(FADING**i for i in range(impulses))
