"""What may be known of an order before it is given: what it costs, its chances, what it would do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from grognard.core.book import Preview
from grognard.core.state import Order
from grognard.locale import T, Text
from grognard.rulebooks.pike_and_shot import command, plans, previews_clash, reactions, shooting, steps
from grognard.rulebooks.pike_and_shot.combat import melee_roll
from grognard.rulebooks.pike_and_shot.decisions_base import chances
from grognard.rulebooks.pike_and_shot.fates import Fights, Spread, arrivals, fighters, home, reaction
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.going import kind, longest, on_way, rough
from grognard.rulebooks.pike_and_shot.impulses import restored_by
from grognard.rulebooks.pike_and_shot.model import Commander, Unit
from grognard.rulebooks.pike_and_shot.previews_clash import (
    Charge,
    blows,
    ends,
    marked,
    may_react,
    percent,
    shock,
    told,
)
from grognard.rulebooks.pike_and_shot.rolls import Roll
from grognard.rulebooks.pike_and_shot.touch import touched
from grognard.rulebooks.pike_and_shot.words_names import ground_name
from grognard.space.pose import decimal

Lines = tuple[Text, ...]


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
        case "charge" if not touched(field, unit):
            charged = previews_clash.of_charge(field, _spent(field, unit))
            return Preview((*lines, *charged.lines), charged.chances)
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
    lines = [blows(field, unit, enemy, "melee") for enemy in enemies]
    if not unit.routing:
        lines += _melees_end(field, spent, enemies, fights=fights)
    if len(enemies) != 1:
        return Preview(tuple(lines))
    return chances(field, melee_roll(field, spent, enemies[0], fights=fights), *lines)


def _melees_end(field: Field, spent: Unit, enemies: Sequence[Unit], *, fights: bool) -> Iterator[Text]:
    """How the melees end if nobody replies, and if whoever can does."""
    answered = [_replying(field, one) for one in enemies]
    yield T("nobody replies: {outcome}", outcome=_melee_ends(field, spent, enemies, fights=fights))
    if any(one.replied for one in answered):
        yield T("a reply: {outcome}", outcome=_melee_ends(field, spent, answered, fights=fights))


def _replying(field: Field, enemy: Unit) -> Unit:
    able = enemy.left > 0 and not enemy.routing
    return replace(_spent(field, enemy), replied=True) if able else enemy


def _melee_ends(field: Field, unit: Unit, enemies: Sequence[Unit], *, fights: bool) -> Text:
    there, units = field.put(unit, *enemies), (unit, *enemies)
    clash = Fights.of(field)
    at: Spread = {fighters(there, [one.id for one in units]): 1.0}
    if len(enemies) == 1:
        return told(field.setup, clash.last_melee(at, unit.id, enemies[0].id, fights=fights), *units)
    for enemy in enemies:
        at = clash.melee(at, unit.id, enemy.id, fights=fights)
    return told(field.setup, dict.fromkeys((one.id for one in units), at), *units)


def of_reply(field: Field, own: Unit, roller: Unit, order: Order) -> Preview:
    """The roller's chances, with the die that a reply puts on them or without."""
    lines: Lines = ()
    if order == ("reply",):
        lines = (*_hung(field, own), *_gone(own))
        own = replace(_spent(field, own), replied=True)
    ends = _melee_ends(field, roller, [own], fights=True)
    return chances(field, melee_roll(field, roller, own, fights=True), *lines, ends)


# --- steps ---


def of_step(field: Field, unit: Unit, order: Order) -> Preview:
    """Move points of a plan; what slows a step, which enemies may react to it as far as one can see, and what contact
    would do."""
    if order[0] == "manoeuvre":
        return Preview((_plan(field, unit, order),))
    if order[0] != "advance":
        return Preview()
    length = int(order[1])
    way = steps.way_ahead(field, unit, length)
    trigger = reactions.CHARGE if way.hits else reactions.PASS
    there = unit if way.hits else replace(unit, bases=steps.moved(unit, length))
    lines = (
        *_slowed(field, unit),
        *_rough(field, unit, way.distance),
        *may_react(field.put(there), unit, there, trigger, length),
    )
    if not way.hits:
        return Preview(lines)
    clash = shock(Fights.of(field), unit, Charge(marked(field, unit, way.hits), length, way.hits))
    return Preview((*lines, *clash.lines), clash.chances)


def _slowed(field: Field, unit: Unit) -> Iterator[Text]:
    """What shortens the longest step straight on (PS-MOVE-10)."""
    full, most = field.move(unit), longest(field, unit, steps.heading_of(unit))
    if most >= full:
        return
    after = [base.shape for base in steps.moved(unit, full)]
    pieces = [piece for piece in on_way(field.setup, unit.shapes, after) if kind(field, piece).move < 100]
    if pieces:
        worst = min(pieces, key=lambda piece: kind(field, piece).move)
        yield T(
            "{ground}: slow going, {most}″ a move point at most, not {full}″",
            ground=ground_name(field.setup, worst),
            most=decimal(most),
            full=decimal(full),
        )


def _rough(field: Field, unit: Unit, length: int) -> Iterator[Text]:
    """Rough ground hangs a DP on the first step of an impulse that touches it (PS-MOVE-10)."""
    after = [base.shape for base in steps.moved(unit, length)]
    found = "" if unit.rough else rough(field, unit, unit.shapes, after)
    for piece in field.setup.terrain:
        if piece.id == found:
            yield T("{ground}: rough ground, hangs 1 disorder", ground=ground_name(field.setup, piece))


def _plan(field: Field, unit: Unit, order: Order) -> Text:
    plan = steps.check_open(field, unit, order[1:])
    needed = plans.cost(field, unit, plan, plans.opens_free(field, unit, plan))
    if needed <= unit.mp:
        return T("takes {points} move points", points=needed)
    return T("takes {points} move points, {left} left: hangs unfinished", points=needed, left=unit.mp)


# --- reactions ---


def of_reaction(field: Field, trigger: str, length: int, order: Order) -> Preview:
    """An impulse spent out of turn: its chances, and the activation that it takes."""
    option, unit, actor = str(order[0]), field.unit(str(order[1])), field.unit(str(order[2]))
    lines = (*_hung(field, unit), *_gone(unit))
    penalty = int(field.option("reaction_penalty"))
    after = _after_reaction(field, trigger, length, order)
    if option in (reactions.STAND_AND_SHOOT, reactions.MIXED):
        seen = reactions.aim_at_charger(field, unit, actor, length, option == reactions.MIXED)
        fired = _volley(field, unit, actor, seen, lines, penalty)
        return Preview((*fired.lines, *after), fired.chances)
    if option == reactions.SHOOT:
        return _volley(field, unit, actor, shooting.aim(field, unit, actor), lines, penalty)
    if option == reactions.BRACE:
        return Preview((*lines, *after))
    roll = steps.move_roll(field, _spent(field, unit), penalty=penalty)
    return chances(field, roll, *lines, *after)


def _after_reaction(field: Field, trigger: str, length: int, order: Order) -> Lines:
    """Whether it comes to blows, and how they end; evading and re-forming have no end that could be foreseen."""
    option, unit, actor = str(order[0]), field.unit(str(order[1])), field.unit(str(order[2]))
    rides = option == reactions.RIDE and trigger != reactions.CHARGE
    if option in (reactions.EVADE, reactions.REFORM, reactions.SHOOT):
        return ()
    react = reaction(field.seat(unit.id), trigger, length, order, actor.id)
    agenda = (react,) if rides else (home(actor.id, length), react)
    found = tuple(arrivals(field, *agenda))
    lines: Lines = ()
    if option in (reactions.RIDE, reactions.COUNTER):
        struck = sum(one.chance for one in found if one.striker)
        lines = (T("comes to blows with {enemy}: {chance}", enemy=actor.id, chance=percent(struck)),)
    clash = ends(Fights.of(field), found, unit.id, actor.id)
    return (*lines, T("then: {outcome}", outcome=told(field.setup, clash, unit, actor)))


def _gone(unit: Unit) -> Lines:
    """A reaction costs the whole activation that is still to come (PS-IMP-04)."""
    return () if unit.activated or unit.reacted else (T("takes its activation of this turn"),)
