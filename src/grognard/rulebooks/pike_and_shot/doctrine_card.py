"""Doctrine: what the seat of a card does next, whom it activates and where the command points go (points 1, 9, 10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.core.errors import Refused
from grognard.core.state import Order
from grognard.rulebooks.pike_and_shot import cards, command
from grognard.rulebooks.pike_and_shot.decisions_card import able_together
from grognard.rulebooks.pike_and_shot.doctrine_goals import goal_of
from grognard.rulebooks.pike_and_shot.doctrine_move import turns_first
from grognard.rulebooks.pike_and_shot.doctrine_odds import at_least, charge, disorder, points
from grognard.rulebooks.pike_and_shot.doctrine_orders import new_order
from grognard.rulebooks.pike_and_shot.doctrine_scene import Body, Scene
from grognard.rulebooks.pike_and_shot.doctrine_use import best_use, charge_ahead, quarry, shots
from grognard.rulebooks.pike_and_shot.field import in_order
from grognard.rulebooks.pike_and_shot.impulses import restored_by
from grognard.rulebooks.pike_and_shot.model import Commander, Unit
from grognard.rulebooks.pike_and_shot.standing import beside, in_contact
from grognard.space.pose import between2

END: Order = ("end",)
TOGETHER = 2
"""So many units share a coordinated order to move, and points are passed to so many."""
RIDES = 3
"""A commander who has spent some of his points rides only to those who are about to break."""
LEAST = 0.2
"""A volley on order wins so much at least."""
LEAST_PASSED = 2
"""Command points that must arrive with the one to whom they are passed."""
CP_WORTH = 0.15
"""What a command point should win, in bases."""
FIGHT_NEAR = 13_000
"""Farther from the enemy than this a command just marches."""


def card(scene: Scene, commander: Commander, nested: int) -> Order:
    """The next thing to do under a card, in the order of point 1; routing units first, for they must."""
    field = scene.field
    owing = in_order(cards.owing(field, commander.id, nested))
    thoughts: tuple[Callable[[], Order | None], ...] = (
        lambda: _rallies(scene, commander),
        lambda: ("activate", owing[0]) if owing else None,
        lambda: _for_others(scene, commander),
        lambda: _attach(scene, commander),
        lambda: _go(scene, commander),
        lambda: _together(scene, commander),
        lambda: _activate(scene, commander, nested),
        lambda: _mend(scene, commander),
    )
    return next((order for think in thoughts if (order := think()) is not None), END)


def allowed(check: Callable[[], None]) -> bool:
    try:
        check()
    except Refused:
        return False
    return True


# --- point 1: who acts ---


def _activate(scene: Scene, commander: Commander, nested: int) -> Order | None:
    """Those nearest to the enemy first: they are charged, shoot and charge; then those who march, at last those who
    only restore order. Units with nothing to do keep their impulses."""
    units = [scene.field.unit(one) for one in in_order(cards.activatable(scene.field, commander.id, nested))]
    for unit in sorted(units, key=lambda one: (not one.routing, scene.threat(one))):
        if unit.routing or best_use(scene, unit).worth > 0:
            return "activate", unit.id
    return None


# --- point 9: the commander ---


def _own(scene: Scene, commander: Commander) -> list[Unit]:
    return scene.field.command_units(commander.id)


def shaky(unit: Unit) -> bool:
    """A unit that runs, or would at the next blow."""
    return unit.dp > 0 and (unit.routing or unit.dp >= max(2, len(unit.bases) - 1))


def _rallies(scene: Scene, commander: Commander) -> Order | None:
    """DP off a unit that runs or is shaken and that he touches."""
    if not commander.alive or commander.cp < 1:
        return None
    for unit in sorted(_own(scene, commander), key=lambda one: (not one.routing, -one.dp)):
        if shaky(unit) and _worth_mending(unit) and _touches(scene, commander, unit):
            return "remove_dp", unit.id
    return None


def _worth_mending(unit: Unit) -> bool:
    """A router far beyond rallying is left to run."""
    return not unit.routing or unit.dp <= 2 * len(unit.bases) + 2


def _touches(scene: Scene, commander: Commander, unit: Unit) -> bool:
    return in_contact(scene.field, commander, unit) and allowed(
        lambda: command.check_touch(scene.field, commander, unit)
    )


def _attach(scene: Scene, commander: Commander) -> Order | None:
    """With the unit in the middle of his command that he touches: he rides along, and it stands the firmer."""
    if not commander.alive or commander.attached:
        return None
    best = _centre(scene, commander)
    if best is not None and in_contact(scene.field, commander, best) and not best.routing:
        return "attach", best.id
    return None


def _centre(scene: Scene, commander: Commander) -> Unit | None:
    """Where he is needed: with a shaky unit, else with the formed one nearest to all the others."""
    units = [unit for unit in _own(scene, commander) if _worth_mending(unit)]
    in_need = [unit for unit in units if shaky(unit)]
    if in_need:
        return min(in_need, key=lambda unit: between2((commander.x, commander.y), scene.body(unit).at))
    steady = [unit for unit in units if not scene.is_gun(unit) and not scene.kind(unit).light] or units
    bodies = [scene.body(unit) for unit in units]
    return min(steady, key=lambda unit: _spread(scene.body(unit), bodies), default=None)


def _spread(body: Body, others: list[Body]) -> int:
    return sum([(body.x - one.x) ** 2 + (body.y - one.y) ** 2 for one in others])


def _go(scene: Scene, commander: Commander) -> Order | None:
    """To the unit that needs him, or up to his men when they are out of reach; never towards the enemy alone."""
    if not commander.alive or commander.cp < 2:
        return None
    unit = _centre(scene, commander)
    if unit is None or in_contact(scene.field, commander, unit):
        return None
    if not shaky(unit) and (commander.attached or commander.cp < RIDES):
        return None
    at = beside(scene.field, commander, unit)
    there = _towards(scene, commander, at)
    if there is None or not allowed(lambda: command.check_move(scene.field, commander, there)):
        return None
    return "go", *there


def _towards(scene: Scene, commander: Commander, at: tuple[int, int]) -> tuple[int, int] | None:
    """As far on the way as one command point takes him."""
    here, most = (commander.x, commander.y), scene.field.parameters.commander_move - 5
    far2 = between2(here, at)
    if far2 <= most * most:
        return at
    far = int(far2**0.5) + 1
    if far > 4 * most:
        return None
    return here[0] + (at[0] - here[0]) * most // far, here[1] + (at[1] - here[1]) * most // far


def _mend(scene: Scene, commander: Commander) -> Order | None:
    """Points left over take DP off."""
    if not commander.alive or commander.cp < 1:
        return None
    for unit in sorted(_own(scene, commander), key=lambda one: -one.dp / len(one.bases)):
        if unit.dp and _worth_mending(unit) and _touches(scene, commander, unit):
            return "remove_dp", unit.id
    return None


# --- coordinated orders ---


def _together(scene: Scene, commander: Commander) -> Order | None:
    """One roll for several units: volleys, then marching up, then order."""
    able = list(able_together(scene.field, commander)) if commander.alive else []
    if not able:
        return None
    some = max(1, commander.cp - 1)
    thoughts = ((_charge, commander.cp), (_shoot, some), (_march, some), (_restore, 1))
    found = (think(scene, able, cp) for think, cp in thoughts)
    return next((order for order in found if order is not None), None)


def _charge(scene: Scene, able: list[Unit], cp: int) -> Order | None:
    """A charge that is likely to get home only with all his points behind it."""
    best: tuple[float, Order] | None = None
    for unit in able:
        won = _charge_of(scene, unit, cp)
        if won <= CP_WORTH * cp:
            continue
        won -= _alone(scene, unit)
        if won > CP_WORTH * cp and (best is None or won > best[0]):
            best = won, ("coordinate", "move", cp, unit.id, "charge")
    return best[1] if best else None


def _charge_of(scene: Scene, unit: Unit, cp: int) -> float:
    near = scene.foes(unit)[:1]
    if not near or near[0][0] <= scene.kind(unit).move:
        return 0.0  # who is nearer than a move is charged without his help
    found = quarry(scene, unit)
    if found is None:
        return 0.0
    chances = points(scene.field, unit, cp=cp)
    hope = at_least(chances, found.points) * found.hope
    meet = charge_ahead(scene, unit) if hope > CP_WORTH * cp else None
    if meet is None or meet.points < 2:
        return 0.0
    home = at_least(chances, meet.points)
    boldness = scene.boldness(unit, scene.field.unit(meet.hits[0]))
    return home * charge(scene.field, unit, meet, boldness, 0.0) - _tired(unit)


def _shoot(scene: Scene, able: list[Unit], cp: int) -> Order | None:
    """Each at the target of its best volley; only those to whom nothing else is worth more."""
    chosen = []
    for unit in able:
        found = _best_shot(scene, unit, cp)
        if found is not None:
            chosen.append((unit, *found))
    if sum(worth for _, worth, _ in chosen) < CP_WORTH * cp:
        return None
    words: list[str] = []
    won = 0.0
    for unit, worth, target in chosen:
        alone = _alone(scene, unit)
        if worth >= alone:
            words += [unit.id, target]
            won += worth - alone
    if not words or won < CP_WORTH * cp:
        return None
    return "coordinate", "shoot", cp, *words


def _best_shot(scene: Scene, unit: Unit, cp: int) -> tuple[float, str] | None:
    """What its best volley wins, and at whom; None where that is too little."""
    if unit.hanging is not None:
        return None
    found = [(worth, one.id) for one, worth in shots(scene, unit, cp)]
    worth, target = max(found, default=(0.0, ""))
    return (worth - _tired(unit), target) if target and worth - _tired(unit) >= LEAST else None


def _alone(scene: Scene, unit: Unit) -> float:
    """What it would win by itself."""
    return 0.0 if unit.activated else best_use(scene, unit).worth


def _tired(unit: Unit) -> float:
    return disorder(len(unit.bases), unit.dp + 1) - disorder(len(unit.bases), unit.dp) if unit.used else 0.0


def _march(scene: Scene, able: list[Unit], cp: int) -> Order | None:
    """Those whose best use is to move on, while the enemy is far."""
    words: list[str] = []
    for unit in able:
        far = scene.threat(unit) > FIGHT_NEAR or scene.is_foot(unit)
        if far and goal_of(scene, unit).aim != "stay" and best_use(scene, unit).order == ("move",):
            words += [unit.id, "move"]
    return ("coordinate", "move", cp, *words) if words else None


def _restore(scene: Scene, able: list[Unit], cp: int) -> Order | None:
    """Some units with disorder, and nothing better to do; it costs a single point."""
    worn = [unit for unit in able if unit.dp and (unit.coordinated or _is_put_right(scene, unit))]
    if len(worn) < TOGETHER:
        return None
    worn = [unit for unit in worn if unit.coordinated or _has_arrived(scene, unit)]
    ids = [unit.id for unit in worn if best_use(scene, unit).order == ("restore",)]
    return ("coordinate", "restore", cp, *ids) if len(ids) >= TOGETHER else None


def _is_put_right(scene: Scene, unit: Unit) -> bool:
    """By one impulse, and has nobody in range to spend a second one on."""
    reach = max(scene.kind(unit).range, scene.field.parameters.close_to_enemy)
    return scene.threat(unit) > reach and unit.dp <= restored_by(scene.field, unit)


def _has_arrived(scene: Scene, unit: Unit) -> bool:
    """It has no step to take."""
    return turns_first(scene, unit, goal_of(scene, unit)) is None


# --- point 10: other commanders ---


def _for_others(scene: Scene, commander: Commander) -> Order | None:
    """Replace the fallen, set flags anew, pass on points that he does not need himself."""
    if not commander.alive or commander.cp < 1 or commander.id not in scene.commanding:
        return None
    return next(_orders_for_others(scene, commander), None)


def _orders_for_others(scene: Scene, commander: Commander) -> Iterator[Order]:
    field = scene.field
    for other in field.commanders:
        if not other.alive and field.post(other.id).under == commander.id:
            units = field.command_units(other.id)
            if len(units) > 1:
                yield "replace", other.id, in_order(unit.id for unit in units if unit.status == "ready")[0]
    under = field.subordinates(commander.id)
    for other in under:
        flag = new_order(scene, commander, other)
        if flag is not None:
            yield flag
    if under:
        yield from _passes(scene, commander, under)


def _passes(scene: Scene, commander: Commander, under: list[Commander]) -> Iterator[Order]:
    """All that he has, to one who is near enough for two to arrive and has men to use them."""
    field = scene.field
    cp = commander.cp - any(unit.dp for unit in _own(scene, commander))
    for other in under if cp >= LEAST_PASSED else ():
        if cp - command.steps_between(field, commander, other) < LEAST_PASSED:
            continue
        idle = [unit for unit in field.command_units(other.id) if cards.may_activate(unit)]
        if len(idle) >= TOGETHER and allowed(
            lambda other=other: command.check_pass(field, commander, other, cp)  # type: ignore[misc]
        ):
            yield "pass", other.id, cp
