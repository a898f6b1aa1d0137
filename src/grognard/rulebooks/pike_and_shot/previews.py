"""What may be known of an order before it is given: what it costs, its chances, what it would do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from grognard.core.book import Preview
from grognard.core.state import Order
from grognard.locale import T, Text
from grognard.rulebooks.pike_and_shot import command, plans, reactions, shooting, steps
from grognard.rulebooks.pike_and_shot.charge import conformed, crosses_obstacle
from grognard.rulebooks.pike_and_shot.combat import damage, impact_roll, melee_roll, strength
from grognard.rulebooks.pike_and_shot.decisions_base import BANDS, chances
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.impulses import restored_by
from grognard.rulebooks.pike_and_shot.model import Commander, Unit
from grognard.rulebooks.pike_and_shot.rolls import Roll
from grognard.rulebooks.pike_and_shot.seeing import in_zone_of
from grognard.rulebooks.pike_and_shot.touch import touched

Lines = tuple[Text, ...]

REACTIONS: Mapping[str, Text] = {
    "stand_and_shoot": T("stand and shoot"),
    "counter_charge": T("counter-charge"),
    "brace": T("brace"),
    "mixed": T("brace and shoot"),
    "evade": T("evade"),
    "shoot": T("shoot"),
    "charge": T("charge"),
    "reform": T("re-form"),
}
"""Reactions that an enemy may choose from."""


# --- command points ---


def of_card(field: Field, commander: Commander, order: Order) -> Preview:
    """Command points, and the chances of all who move together."""
    cp = cost(field, commander, order)
    lines: Lines = (T("costs {cp} CP", cp=cp),) if cp else ()
    if order[0] == "coordinate" and order[1] in ("move", "shoot"):
        return _together(field, order, lines)
    return Preview(lines)


def cost(field: Field, commander: Commander, order: Order) -> int:
    """Command points that an order of a card spends."""
    match order[0]:
        case "coordinate" | "pass":
            return int(order[2])
        case "order":
            return command.order_cost(field, commander, field.commander(str(order[1])))
        case "go" | "remove_dp" | "impulse" | "replace":
            return 1
    return 0


def _together(field: Field, order: Order, lines: Lines) -> Preview:
    """Chances of every unit, once where all have the same."""
    cp, pairs = int(order[2]), list(zip(map(str, order[3::2]), map(str, order[4::2]), strict=True))
    rolls = [_roll(field, str(order[1]), field.unit(unit), how, cp) for unit, how in pairs]
    found = [chances(field, roll).chances for roll in rolls]
    if all(one == found[0] for one in found):
        return Preview(lines, found[0])
    each = [
        (Text("{unit} {band}", {"unit": unit, "band": band}), share)
        for (unit, _), shares in zip(pairs, found, strict=True)
        for band, share in shares
    ]
    return Preview(lines, tuple(each))


def _roll(field: Field, action: str, unit: Unit, how: str, cp: int) -> Roll:
    """The test of one unit in a coordinated order; ``how``: the way it moves, or whom it shoots at."""
    spent = _spent(field, unit)
    if action == "move":
        return steps.move_roll(field, spent, cp=cp)
    target = field.unit(how)
    return shooting.shot_roll(field, spent, target, shooting.aim(field, unit, target), cp=cp)


# --- impulses ---


def of_use(field: Field, unit: Unit, commander: Commander, order: Order) -> Preview:
    """What an impulse costs, its chances and what it does."""
    if order[0] == "cp":
        return of_card(field, commander, order[1:])
    lines = () if order[0] in ("restore", "stop") else _hung(field, unit)
    match order[0]:
        case "move" | "charge":
            rolled = chances(field, steps.move_roll(field, _spent(field, unit)), *lines)
            fought = _melees(field, unit, fights=False)
            return Preview((*rolled.lines, *fought.lines), rolled.chances)
        case "fight":
            fought = _melees(field, unit, fights=True)
            return Preview((*lines, *fought.lines), fought.chances)
        case "shoot":
            target = field.unit(str(order[1]))
            return _volley(field, unit, target, shooting.aim(field, unit, target), lines)
        case "restore":
            return Preview((T("removes {dp} disorder", dp=min(unit.dp, restored_by(field, unit))),))
    return Preview(lines)


def _hung(field: Field, unit: Unit) -> Lines:
    dp = field.parameters.extra_impulse_dp if unit.used else 0
    return (T("hangs {dp} disorder", dp=dp),) if dp else ()


def _spent(field: Field, unit: Unit) -> Unit:
    """The unit with one more impulse spent."""
    dp = field.parameters.extra_impulse_dp if unit.used else 0
    return replace(unit, dp=unit.dp + dp, used=unit.used + 1, left=unit.left - 1)


def _volley(
    field: Field, unit: Unit, target: Unit, seen: shooting.Aim, lines: Lines, penalty: int = 0
) -> Preview:
    words = T(
        "{bases} bases: {full} on good, {half} on normal",
        bases=len(seen.shots),
        full=shooting.volley_dp(field, seen, "good"),
        half=shooting.volley_dp(field, seen, "normal"),
    )
    roll = shooting.shot_roll(field, _spent(field, unit), target, seen, penalty=penalty)
    return chances(field, roll, *lines, words)


# --- close combat ---


def _melees(field: Field, unit: Unit, *, fights: bool) -> Preview:
    """Every enemy that it touches is fought; the chances are shown where that is only one."""
    spent = _spent(field, unit)
    enemies = [field.unit(name) for name in touched(field, unit)]
    lines = tuple(_blows(field, unit, enemy, "melee") for enemy in enemies)
    if len(enemies) != 1:
        return Preview(lines)
    return chances(field, melee_roll(field, spent, enemies[0], fights=fights), *lines)


def _blows(field: Field, unit: Unit, enemy: Unit, kind: str) -> Text:
    """DP dealt and taken by each result of the roller."""
    mine = strength(field, unit, enemy, "melee" if kind == "melee" else "attack").strength
    theirs = strength(field, enemy, unit, "melee" if kind == "melee" else "defence").strength
    taken_dealt = {band: damage(field, mine, theirs, band) for band in BANDS}
    results = {band: f"{dealt}/{taken}" for band, (taken, dealt) in taken_dealt.items()}
    return T("{enemy}: DP dealt/taken on bad {bad}, normal {normal}, good {good}", enemy=enemy.id, **results)


def of_reply(field: Field, own: Unit, roller: Unit, order: Order) -> Preview:
    """The roller's chances, with the die that a reply puts on them or without."""
    lines: Lines = ()
    if order == ("reply",):
        lines = (*_hung(field, own), *_gone(own))
        own = replace(_spent(field, own), replied=True)
    return chances(field, melee_roll(field, roller, own, fights=True), *lines)


def _impact(field: Field, unit: Unit, limit: int) -> Preview:
    """The shock at the end of a step into contact, if nobody reacts."""
    way = steps.way_ahead(field, unit, limit)
    at = field.put(replace(unit, bases=steps.moved(unit, way.distance)))
    laid = conformed(at, at.unit(unit.id), way.hits)
    if laid is None:
        return Preview((T("cannot close in, and would stop short"),))
    there = replace(unit, bases=laid, crossed=crosses_obstacle(field, unit, laid))
    struck = [replace(one, surprised=not in_zone_of(field, one, unit)) for one in map(field.unit, way.hits)]
    after = field.put(there, *struck)
    lines = tuple(_blows(after, there, one, "impact") for one in struck)
    if len(struck) != 1:
        return Preview(lines)
    return chances(after, impact_roll(after, there, struck[0]), *lines)


# --- steps ---


def of_step(field: Field, unit: Unit, order: Order) -> Preview:
    """Move points of a plan; which enemies may react to a step as far as one can see, and what contact would do."""
    if order[0] == "manoeuvre":
        return Preview((_plan(field, unit, order),))
    if order[0] != "advance":
        return Preview()
    length = int(order[1])
    way = steps.way_ahead(field, unit, length)
    trigger = reactions.CHARGE if way.hits else reactions.PASS
    there = unit if way.hits else replace(unit, bases=steps.moved(unit, length))
    after = field.put(there)
    lines = tuple(_may_react(after, unit, there, trigger, length))
    if not way.hits:
        return Preview(lines)
    shock = _impact(field, unit, length)
    return Preview((*lines, *shock.lines), shock.chances)


def _plan(field: Field, unit: Unit, order: Order) -> Text:
    plan = steps.check_open(field, unit, order[1:])
    needed = plans.cost(field, unit, plan, plans.opens_free(field, unit, plan))
    if needed <= unit.mp:
        return T("takes {points} move points", points=needed)
    return T("takes {points} move points, {left} left: hangs unfinished", points=needed, left=unit.mp)


def _may_react(after: Field, unit: Unit, there: Unit, trigger: str, length: int) -> Iterator[Text]:
    for enemy in after.enemies(unit.id):
        found = reactions.options(after, enemy, trigger, "", length, there)
        if found:
            words = tuple(REACTIONS[one] for one in found)
            yield T("{enemy} may react: {options}", enemy=enemy.id, options=words)


# --- reactions ---


def of_reaction(field: Field, trigger: str, length: int, order: Order) -> Preview:
    """An impulse spent out of turn: its chances, and the activation that it takes."""
    option, unit, actor = str(order[0]), field.unit(str(order[1])), field.unit(str(order[2]))
    lines = (*_hung(field, unit), *_gone(unit))
    penalty = int(field.option("reaction_penalty"))
    if option in (reactions.STAND_AND_SHOOT, reactions.MIXED):
        seen = reactions.aim_at_charger(field, unit, actor, length, option == reactions.MIXED)
        return _volley(field, unit, actor, seen, lines, penalty)
    if option == reactions.SHOOT:
        return _volley(field, unit, actor, shooting.aim(field, unit, actor), lines, penalty)
    if option == reactions.BRACE:
        return Preview(lines)
    return chances(field, steps.move_roll(field, _spent(field, unit), penalty=penalty), *lines)


def _gone(unit: Unit) -> Lines:
    """A reaction costs the whole activation that is still to come (PS-IMP-04)."""
    return () if unit.activated or unit.reacted else (T("takes its activation of this turn"),)
