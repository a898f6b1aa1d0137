"""Orders of a whole side: attacks, firefights, withdrawals, then the lines (points 1, 2, 8, 10, 11 and 13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.rulebooks.napoleonic import doctrine_attack, moving, refusals
from grognard.rulebooks.napoleonic.aim_ways import between, within
from grognard.rulebooks.napoleonic.allowance import allowance
from grognard.rulebooks.napoleonic.doctrine_goals import STANDOFF, Slot, slots
from grognard.rulebooks.napoleonic.doctrine_scene import Scene
from grognard.rulebooks.napoleonic.hindrances import GUNS, Thing, about, is_barred, kind_of, land_of
from grognard.rulebooks.napoleonic.model import Body, Gun, Unit, Wagon
from grognard.rulebooks.napoleonic.tracks import written
from grognard.space.measure import near as near_to
from grognard.space.measure import overlap
from grognard.space.outline import Base, boxes_near
from grognard.space.pose import Point, Pose, distance, heading_to, local, step, turn_to

HOLD: Order = ("hold",)
SHARES = (6, 4, 2)
"""Sixths of a gun's way that are tried where a friend is in the place."""
PARTS = (75, 50, 25)
"""Hundredths of a regiment's way that are tried then."""
HERE, ROOM = 60, 60
LANE, BESIDE = 900, 480
"""So far before a bridge, and so far to either side of the way to it, no gun of ours is to stand."""
NEAR_LANE = LANE + BESIDE
"""Nobody is in that way who is farther from where it begins."""
DRESSED, ASKEW = 300, 300
"""Lines are not dressed for less than that: thousandths and tenths of a degree."""
NEARER = 8
"""Cost of a way that crossing an obstacle has to save, a cell being 10."""
FOREMOST = 3
"""So many who stand still before a river show that nobody gets over it in this turn."""
QUEUE = 400
"""Who is so near to a bridge or ford waits where he is while another goes over."""
ALONG = (900, 2700, 850, 950, 2650, 2750)
"""Headings along a bank that are tried."""
BESET = 1000
"""Within this of several enemies a regiment may be lost."""
WEAK = 5
"""Foot with fewer figures leaves a firefight that it fights alone."""
SHY = 2300
"""Light horse keeps so far from enemy horse (point 9)."""
LOOK = 3000


def plan(scene: Scene) -> None:
    """Orders for the whole side, once a view: who fights, who goes back, and all others in their lines."""
    doctrine_attack.plan(scene)
    for unit in scene.units:
        if unit.id not in scene.orders:
            urgent = _urgent(scene, unit)
            if urgent:
                scene.orders[unit.id] = urgent
    taken = _taken(scene)
    for gun in scene.guns:
        if gun.standing == "ready":
            scene.orders[gun.id] = order = gun_order(scene, gun, taken.values())
            taken[gun.id] = _end(gun, order)
    if len(scene.orders) < len(scene.units) + len(scene.guns):
        _to_lines(scene, taken)


def _taken(scene: Scene) -> dict[str, Base]:
    """Where friends stand or have been told to go, by body; who attacks or flees leaves his place."""
    own = (one for one in scene.field.bodies if one.side == scene.side and one.standing != "fleeing")
    return {one.id: _end(one, scene.orders.get(one.id)) for one in own if one.id not in scene.attacks}


def _to_lines(scene: Scene, taken: dict[str, Base]) -> None:
    """All who are free go to their places, the foremost first, so that who follows finds room; where the foremost of
    those who want over a river stand still, all others wait."""
    places, still = slots(scene), Counter[Point]()
    free = [one for one in scene.units if one.id not in scene.orders]
    for unit in sorted(free, key=lambda one: _urgency(scene, one, places)):
        slot = places[unit.id]
        over = scene.routes(unit).first_over(unit.pose.at, slot.goal)
        if over and (still[slot.goal] >= FOREMOST or _waits(scene, unit, over)):
            scene.orders[unit.id] = HOLD
            continue
        taken.pop(unit.id, None)
        order = _to_place(scene, unit, slot, taken.values(), passes=over is not None)
        scene.orders[unit.id] = order
        taken[unit.id] = end = _end(unit, order)
        if over:
            still[slot.goal] += order == HOLD
            _enters(scene, unit, end)


@clause("NA-OBS-03")
def _waits(scene: Scene, unit: Unit, over: Point) -> bool:
    """Whether it stands near a bridge or ford that another stands on or enters in this turn: it takes one a turn."""
    if distance(unit.pose.at, over) > QUEUE or scene.routes(unit).is_on(unit.pose.at):
        return False
    return any(boxes_near(place.box, (*over, *over), HERE) for place in _shut(scene, unit))


def _enters(scene: Scene, unit: Unit, end: Base) -> None:
    """Takes down the places that it comes to stand in."""
    for place, there in scene.places:
        if place.meets(end):
            there.add(unit.id)


def _urgency(scene: Scene, unit: Unit, places: dict[str, Slot]) -> tuple[int, bool, str]:
    """Who has the shorter way goes first, the general's regiment last in line (point 1)."""
    slot = places.get(unit.id)
    routes = scene.routes(unit)
    far = routes.far(slot.goal)[routes.cell(unit.pose.at)] if slot else 0
    return far, scene.field.has_general(unit.id), unit.id


def _end(unit: Body, order: Order | None) -> Base:
    """Where it will stand; who has no order or holds stays."""
    poses = moving.legs(unit, order) if order and order != HOLD else ()
    return unit.shape.put(poses[-1]) if poses else unit.shape


def can(scene: Scene, body: Body, order: Order) -> bool:
    """Whether the rules take that order."""
    try:
        refusals.check_order(scene.field, body, order)
    except Refused:
        return False
    return True


# --- who must ----------------------------------------------------------------------------------------


def _urgent(scene: Scene, unit: Unit) -> Order | None:
    """What a regiment does that has no choice to speak of; None for one that goes to its place."""
    field = scene.field
    if refusals.must_reform(field, unit):
        return ("reform",)
    if unit.locks:
        return _locked(scene, unit)
    if unit.pushed >= field.turn and field.is_foot(unit):
        return back(scene, unit) or HOLD
    if not unit.commanded:
        return (back(scene, unit) or HOLD) if _hopeless(scene, unit) else HOLD
    if unit.kind == "march_column":
        near = scene.nearest(unit)
        return ("form", "line") if near and near[0] < LOOK and can(scene, unit, ("form", "line")) else None
    if unit.kind == "open_order" and can(scene, unit, ("form", "line")):
        return ("form", "line")
    if _is_worn(scene, unit) or (field.is_foot(unit) and _hopeless(scene, unit)):
        return back(scene, unit)
    return None


@clause("NA-UNIT-04")
def _is_worn(scene: Scene, unit: Unit) -> bool:
    """So few figures that it had better keep away from an enemy."""
    table = scene.setup.tables.modifiers
    least = table.min_horse if scene.field.branch(unit) == "horse" else table.min_foot - 1
    if unit.figures >= least:
        return False
    near = scene.nearest(unit)
    return near is not None and near[0] < 2 * unit.frontage + 1000


@clause("NA-CC-20", "NA-CC-21")
def _locked(scene: Scene, unit: Unit) -> Order:
    """A firefight goes on while help is there or it costs no more than it brings (point 13)."""
    field = scene.field
    enemies = [field.unit(one) for one in field.locked_with(unit)]
    helped = any(target in field.locked_with(unit) for one, target in scene.attacks.items() if one != unit.id)
    helped = helped or any(
        enemy.id in field.locked_with(one) for one in scene.units if one.id != unit.id for enemy in enemies
    )
    beset = len(enemies) > 1 and not helped
    worse = unit.figures < WEAK and all(one.figures > unit.figures + 1 for one in enemies)
    if not helped and (beset or worse):
        return back(scene, unit) or HOLD
    return HOLD


@clause("NA-MOD-21")
def _hopeless(scene: Scene, unit: Unit) -> bool:
    """Several enemies near a regiment that is weaker than any of them, and no friend."""
    near = scene.foes_within(unit, BESET)
    if not near:
        return False
    least = scene.struck(unit, ()) + 2
    able = (one for one in near if scene.at_best(one) >= least)
    worse = [one for one in able if scene.striking(one, unit) >= least]
    return bool(worse) and len(worse) > len(scene.friends_near(unit, 800))


@clause("NA-MOVE-10", "NA-MOVE-12", "NA-ROUT-03")
def back(scene: Scene, body: Unit | Gun) -> Order | None:
    """Half a move away from the enemy, its front to him (point 11)."""
    field, verb = scene.field, "withdraw_half"
    if refusals.why_not(field, body, verb) is not None:
        return None
    most = allowance(field, body, (verb,))
    near = scene.nearest(body)
    away = heading_to(near[1].pose.at, body.pose.at) if near and near[1].pose.at != body.pose.at else 0
    for heading in (away, moving.rear_heading(field, body), body.heading + 1800):
        order: Order = (verb, *written((body.pose.shifted(step(heading % 3600, most - 1)),)))
        if most > HERE and can(scene, body, order):
            return order
    return None


# --- who goes to his place -----------------------------------------------------------------------------


@clause("NA-OBS-03", "NA-OBS-15")
def _to_place(scene: Scene, unit: Unit, slot: Slot, taken: Iterable[Base], *, passes: bool) -> Order:
    """Over a bridge or ford that leads to where its corps goes, else to its place in the lines."""
    if unit.id not in scene.can_go and refusals.why_not(scene.field, unit, "move") is not None:
        return HOLD
    over = _cross(scene, unit, slot.goal)
    if over is not None:
        return over
    if not passes and _is_in_place(unit, slot):
        return HOLD
    goal = slot.goal if passes else _kept_away(scene, unit, _not_back(scene, unit, slot))
    most = allowance(scene.field, unit, ("move",))
    near = near_to(unit.shape, taken, most + unit.shape.reach)
    for order in _moves(scene, unit, goal, slot, near, most):
        if can(scene, unit, order):
            return order
    return HOLD


def _is_in_place(unit: Unit, slot: Slot) -> bool:
    """Whether it stands so near its place, and looks so nearly its way, that nothing is won by dressing its lines."""
    turn = turn_to(unit.heading, slot.heading)
    return abs(turn) <= ASKEW and distance(unit.pose.at, slot.at) <= DRESSED


@clause("NA-OBS-03", "NA-OBS-15")
def _not_back(scene: Scene, unit: Unit, slot: Slot) -> Point:
    """Its place; who has come over a river before his line makes room for it farther on, or stands near an enemy."""
    routes = scene.routes(unit)
    far, here = routes.far(slot.goal), unit.pose.at
    if far[routes.cell(here)] >= far[routes.cell(slot.at)] or routes.is_open(here, slot.at):
        return slot.at
    near = scene.nearest(unit)
    return here if near is not None and near[0] < STANDOFF else slot.goal


def _moves(
    scene: Scene, unit: Unit, goal: Point, slot: Slot, taken: list[Base], most: int
) -> Iterator[Order]:
    """Moves of ``most`` towards a place, the farthest first, that end on nobody's feet: straight on, or aside where a
    friend stands just before it."""
    heading = _looks(scene, unit, slot)
    routes = scene.routes(unit)
    direct = routes.is_open(unit.pose.at, goal)
    point = routes.way(unit.pose.at, goal if direct else slot.goal, most)
    if distance(point, unit.pose.at) < HERE and abs(heading - unit.heading) < 100:
        return
    ahead = _way(scene, unit, (Pose(*point, heading), *_beyond(scene, unit, point, slot, direct, most)), most)
    if ahead:
        least = unit.shape.put(between(unit.pose, ahead[0], PARTS[-1]))
        if _is_stopped(scene, unit, least):
            if routes.is_on(unit.pose.at):
                yield from _off_the_bridge(scene, unit, taken)
            return
        if is_free(unit.shape.put(ahead[-1]), taken):
            yield "move", *written(ahead)
        if is_free(least, taken):
            for end in (between(unit.pose, ahead[0], part) for part in PARTS):
                if end != unit.pose and is_free(unit.shape.put(end), taken):
                    yield "move", *written((end,))
            return
    for place in _beside(scene, unit, point):
        way = Pose(*place, heading), *_beyond(scene, unit, place, slot, direct, most)
        aside = _way(scene, unit, way, most)
        if aside and is_free(unit.shape.put(aside[-1]), taken):
            yield "move", *written(aside)


@clause("NA-OBS-03", "NA-OBS-09")
def _is_stopped(scene: Scene, unit: Unit, there: Base) -> bool:
    """Whether it would come, with its first steps, to the edge of an obstacle that it can but cross, or of a place that
    takes one unit and has another."""
    things = about((*scene.unbridged, *_shut(scene, unit)), there.box)
    return any(one.meets(there) and not one.meets(unit.shape) for one in things)


def _shut(scene: Scene, unit: Unit) -> list[Thing]:
    """Places that others stand in or enter in this turn."""
    return [place for place, there in scene.places if len(there) > (unit.id in there)]


@clause("NA-OBS-03", "NA-OBS-15")
def _off_the_bridge(scene: Scene, unit: Unit, taken: list[Base]) -> Iterator[Order]:
    """Along the bank, for one who has come over a bridge or ford and can't go on: others are to come over too."""
    routes, here = scene.routes(unit), unit.pose
    most, kind = allowance(scene.field, unit, ("move",)), kind_of(scene.field, unit)
    closed = [one for one in land_of(scene.field).terrain if is_barred(one, kind)] + _shut(scene, unit)
    for share in SHARES:
        for along in ALONG:
            there = here.shifted(step(along, most * share // 6))
            if routes.cell(there.at) in routes.bridged or not routes.is_open(here.at, there.at):
                continue
            steps = [unit.shape.put(between(here, there, part)) for part in (*PARTS, 100)]
            if is_free(steps[-1], taken) and not any(one.meets(base) for one in closed for base in steps):
                yield "move", *written((there,))


@clause("NA-OBS-06")
def _way(scene: Scene, unit: Unit, poses: tuple[Pose, ...], most: int) -> tuple[Pose, ...]:
    """The way as far as it goes, less what it is delayed by guns and train of its own through which it leads."""
    way = within(unit, poses, most)
    if not way or not scene.train:
        return way
    west, south, east, north = unit.shape.box
    left, low, right, top = unit.shape.put(way[0]).box
    area = min(west, left), min(south, low), max(east, right), max(north, top)
    guns = [one for one in scene.train if boxes_near(one.box, area)]
    if not guns:
        return way
    steps = [unit.shape.put(between(unit.pose, way[0], part)) for part in (*PARTS, 100)]
    met = sum(not overlap(unit.shape, gun) and any(overlap(one, gun) for one in steps) for gun in guns)
    delay = met * scene.setup.tables.obstacles[GUNS].delay
    return within(unit, poses, most - delay) if delay else way


def _beyond(scene: Scene, unit: Unit, place: Point, slot: Slot, direct: bool, most: int) -> tuple[Pose, ...]:
    return () if direct else _over(scene, unit, place, slot.goal, most)


def is_free(there: Base, taken: Iterable[Base]) -> bool:
    """Whether nobody will stand in a place."""
    return not any(overlap(there, one) for one in near_to(there, taken))


@clause("NA-OBS-03", "NA-OBS-15")
def _over(scene: Scene, unit: Unit, place: Point, goal: Point, most: int) -> tuple[Pose, ...]:
    """From before a bridge or ford straight over it, as far as the turn allows."""
    routes, left = scene.routes(unit), most - distance(unit.pose.at, place)
    if left < HERE or not routes.is_before(place):
        return ()
    end = routes.way(place, goal, left)
    return (Pose(*end, heading_to(place, end)),) if end != place else ()


def _beside(scene: Scene, unit: Unit, point: Point) -> Iterator[Point]:
    """Places to the right and left of one where a friend may leave room."""
    if distance(point, unit.pose.at) < unit.frontage:
        return
    looks, routes = heading_to(unit.pose.at, point), scene.routes(unit)
    for aside in (unit.frontage + ROOM, -unit.frontage - ROOM):
        east, north = step(looks, 0, aside)
        there = point[0] + east, point[1] + north
        if routes.is_open(unit.pose.at, there):
            yield there


@clause("NA-OBS-09")
def _cross(scene: Scene, unit: Unit, goal: Point) -> Order | None:
    """Over an obstacle at whose edge it stands, if that brings it nearer."""
    routes = scene.routes(unit)
    for thing, end in scene.between.edges(unit):
        far = routes.far(goal)
        if far[routes.cell(end.at)] + NEARER < far[routes.cell(unit.pose.at)]:
            order: Order = ("cross", thing.id)
            if can(scene, unit, order):
                return order
    return None


def _looks(scene: Scene, unit: Unit, slot: Slot) -> int:
    """At the nearest enemy if he is near, else with its line."""
    if distance(slot.at, unit.pose.at) >= LOOK:
        return slot.heading
    enemy = next(iter(scene.closest(unit)), None)
    if enemy is None or enemy.pose.at == slot.at:
        return slot.heading
    near = distance(enemy.pose.at, unit.pose.at) < LOOK
    return heading_to(slot.at, enemy.pose.at) if near else slot.heading


@clause("NA-MOD-13")
def _kept_away(scene: Scene, unit: Unit, at: Point) -> Point:
    """Light horse does not stand where enemy horse can charge it; it keeps near foot all the same (points 9, 10)."""
    field = scene.field
    if not field.is_horse(unit) or field.arm(unit) == "heavy_horse":
        return at
    horse = [one for one in scene.hostile_horse if scene.worth(one) > scene.worth(unit)]
    near = min(horse, key=lambda one: (distance(one.pose.at, at), one.id), default=None)
    if near is None or distance(near.pose.at, at) >= SHY or near.pose.at == at:
        return at
    east, north = step(heading_to(near.pose.at, at), SHY - distance(near.pose.at, at))
    return (
        min(max(at[0] + east, 350), scene.setup.width - 350),
        min(max(at[1] + north, 350), scene.setup.height - 350),
    )


# --- guns --------------------------------------------------------------------------------------------


@clause("NA-ART-09", "NA-ART-04")
def gun_order(scene: Scene, gun: Gun, taken: Iterable[Base]) -> Order:
    """Guns stand and fire; those that have nobody before them follow the first line (point 5)."""
    field = scene.field
    if not gun.commanded or refusals.why_not(field, gun, "move_full") is not None:
        return HOLD
    near = scene.nearest(gun)
    if near is None:
        return HOLD
    if near[0] < 700 and not scene.has_friends_near(gun, 1000):
        return back(scene, gun) or HOLD
    aside = _aside(scene, gun, taken)
    if aside is not None:
        return aside
    if any(_in_sector(scene, gun, one) for one in scene.closest(gun)):
        return HOLD
    return _gun_move(scene, gun, near[1], taken)


@clause("NA-OBS-06", "NA-OBS-15")
def _aside(scene: Scene, gun: Gun, taken: Iterable[Base]) -> Order | None:
    """Out of the way of regiments that come to a bridge or ford: a gun there costs each of them half a turn."""
    for lane in scene.routes(gun).lanes:
        if (lane.x - gun.x) ** 2 + (lane.y - gun.y) ** 2 > NEAR_LANE**2:
            continue
        right, ahead = local(lane, gun.pose.at)
        if not -ROOM <= ahead <= LANE or abs(right) >= BESIDE:
            continue
        way = step(lane.heading, 0, (BESIDE - abs(right)) * (1 if right > 0 else -1))
        there = gun.pose.shifted(way)
        order: Order = ("move_half", *written((there,)))
        if is_free(gun.shape.put(there), taken) and can(scene, gun, order):
            return order
    return None


@clause("NA-ART-02")
def _in_sector(scene: Scene, gun: Gun, enemy: Unit) -> bool:
    """Whether a pivot that costs little brings an enemy within range into the sector."""
    angles = scene.setup.tables.angles
    off = turn_to(gun.heading, heading_to(gun.muzzle, enemy.pose.at))
    if gun.muzzle != enemy.pose.at and abs(off) > angles.sector + angles.pivot_minus_one:
        return False
    return scene.field.within(gun, enemy, scene.field.distances.ball_range)


def _gun_move(scene: Scene, gun: Gun, enemy: Unit, taken: Iterable[Base]) -> Order:
    """Nearer to the enemy, but not before the foot."""
    front = min((distance(one.pose.at, enemy.pose.at) for one in scene.units), default=0)
    room = distance(gun.pose.at, enemy.pose.at) - front
    most = min(allowance(scene.field, gun, ("move_full",)), room)
    ahead = most > HERE and distance(gun.pose.at, enemy.pose.at) > scene.field.distances.ball_range * 3 // 4
    point = gun.pose.at
    if ahead:
        east, north = step(heading_to(point, enemy.pose.at), most)
        there = point[0] + east, point[1] + north
        routes = scene.routes(gun)
        point = there if routes.is_open(point, there) and not routes.is_before(there, wide=2) else point
    heading = heading_to(point, enemy.pose.at) if point != enemy.pose.at else gun.heading
    for share in SHARES:
        poses = within(gun, (Pose(*point, heading),), most * share // 6)
        if not poses:
            continue
        ends = gun.shape.put(poses[-1])
        if poses[-1] == gun.pose:
            return HOLD
        if not (is_free(ends, taken) and is_free(ends, (one.shape for one in scene.units))):
            continue
        order: Order = ("move_full", *written(poses))
        if can(scene, gun, order):
            return order
    return HOLD


def order_of(scene: Scene, body: Body) -> Order:
    """A body's part of the plan."""
    if not scene.orders:
        plan(scene)
    if body.id in scene.orders:
        return scene.orders[body.id]
    if isinstance(body, Wagon):
        return HOLD
    if isinstance(body, Gun) and not body.crew:
        crews = refusals.crews(scene.field, body)
        if crews and can(scene, body, ("swap_crew", crews[0][0], max(crews[0][1] // 2, 1))):
            return ("swap_crew", crews[0][0], max(crews[0][1] // 2, 1))
        return HOLD
    if isinstance(body, Unit) and refusals.must_reform(scene.field, body):
        return ("reform",)
    return HOLD
