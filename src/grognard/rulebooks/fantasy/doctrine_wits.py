"""What units do in a battle that is played in the mind: enemies anything, as likely as not; own ones the charge that
promises most, or a step to where one would."""

from __future__ import annotations

from math import atan2, ceil, hypot, radians

from grognard.core.rule import clause
from grognard.rulebooks.fantasy import paths
from grognard.rulebooks.fantasy.charging import HIGHEST
from grognard.rulebooks.fantasy.doctrine_bodies import QUARTER, STAY, Body, Deed, meets, outward
from grognard.rulebooks.fantasy.doctrine_course import Course
from grognard.rulebooks.fantasy.doctrine_place import ROLLS
from grognard.rulebooks.fantasy.doctrine_world import World
from grognard.space.outline import Edge

LEAST = 4.0
"""Points that a charge must promise."""
AHEAD, CAREFUL = 12.0, 15.0
"""With such a lead the battle is won as it stands, and a charge must promise that."""
HALT, SHY = 1, 14.0
"""So many turns before the last whoever is ahead stays away, and goes back from enemies who are so near."""
RIDE = 5.0
"""Points that it is worth to ride down those who run."""
PURSUES = 0.5
"""How likely an enemy is to pursue."""
COMES = (0.08, 0.2)
SHOOTS, STAYS, TURNS, GOES_BACK = 0.15, 0.08, 0.18, 0.05
"""How likely an enemy is to charge whom he can; and if he does not, what else he does. What is left: he goes on."""
WHEELS = tuple(radians(one / 10) for one in paths.TURNS)
CLOSE = 6
"""Cells more than M in which those who run are ridden down."""
OFF = 2
"""Cells more than M at which one waits to charge: what every charge covers."""
PATIENCE = 0.8
"""What a chance is worth that is a turn farther off."""
THERE = 2.0
"""Cells from a place that are no matter."""
TO_REFORM, TURNED = 0.9, 0.1
"""Radians from where on foot turn on the spot, and that are not worth it."""


def deeds_of(world: World, course: Course, first: dict[str, Deed] | None = None) -> dict[str, Deed]:
    """What everybody does in a turn; ``first``: what is settled."""
    found = dict(first) if first else {}
    wary = first is None and world.points(course) >= AHEAD
    for body in course.bodies:
        if body.left or body.runs or body.breed.id in found:
            continue
        if course.touching(body):
            found[body.breed.id] = Deed("charge") if body.breed.own or body.luck() < PURSUES else STAY
        elif body.breed.own:
            found[body.breed.id] = sensible(world, course, body, wary)
        else:
            found[body.breed.id] = foolish(course, body)
    return found


# --- enemies ---


def foolish(course: Course, body: Body) -> Deed:
    """One of the many things that may be ordered."""
    luck = body.luck
    charges, which, what, word, turn = luck(), luck(), luck(), luck(), luck()
    able = [foe for foe in course.foes(body) if _in_reach(body, foe)] if charges < COMES[-1] else []
    if able and charges < COMES[min(len(able), len(COMES)) - 1]:
        return Deed("charge", target=able[int(which * len(able))].breed.id)
    if what < SHOOTS:
        return Deed("shoot") if body.breed.volleys else STAY
    if what < SHOOTS + STAYS:
        return STAY
    if what < SHOOTS + STAYS + TURNS and body.breed.on_foot:
        return Deed("turn", atan2(body.sine, body.cosine) + (1 + int(turn * 3)) * QUARTER)
    if what < SHOOTS + STAYS + TURNS + GOES_BACK:
        return Deed("back", _away(course, body))
    limit = body.breed.move * (2.0 if word < 1 / 2 else 1.0)
    wheel = WHEELS[int(turn * len(WHEELS))]
    while abs(wheel) * body.wide > limit:
        wheel /= 2
    return Deed("go", wheel, limit - abs(wheel) * body.wide)


@clause("FA-CHG-03", "FA-CHG-12")
def _in_reach(body: Body, foe: Body) -> bool:
    near = meets(body, foe)[0] <= body.breed.move + HIGHEST
    return near and abs(body.bearing(foe.cx, foe.cy)) <= QUARTER


def _away(course: Course, body: Body) -> float:
    foe = course.nearest(body)
    return atan2(body.cx - foe.cx, body.cy - foe.cy) if foe is not None else 0.0


# --- own ---


def sensible(world: World, course: Course, body: Body, wary: bool = False) -> Deed:
    """What an own unit does later on; ``wary``: the battle is won as it stands."""
    if wary and not course.left:
        return draws_back(course, body)
    foes = list(course.foes(body))
    best, deed = (CAREFUL if wary else LEAST), STAY
    for foe in foes:
        bearing = body.bearing(foe.cx, foe.cy)
        if abs(bearing) > QUARTER:
            continue
        gap, edge = meets(body, foe)
        need = ceil(gap + abs(bearing) * body.wide) - body.breed.move
        if need <= (CLOSE if foe.runs else HIGHEST):
            value = RIDE if foe.runs else ROLLS[max(0, need)] * world.promise(body, foe, edge)
            if value > best:
                best, deed = value, Deed("charge", target=foe.breed.id)
    if deed is not STAY:
        return deed
    if wary and course.left <= HALT:
        return draws_back(course, body)
    return _manoeuvre(world, body, [foe for foe in foes if not foe.runs])


def draws_back(course: Course, body: Body) -> Deed:
    """Away from an enemy who is near."""
    foe = course.nearest(body)
    if foe is None or body.far(foe) > SHY:
        return STAY
    return Deed("back", _away(course, body))


def _manoeuvre(world: World, body: Body, foes: list[Body]) -> Deed:
    """A step to where the best charge could be made from."""
    best, deed, stride = 0.0, STAY, max(2 * body.breed.move, 1)
    for foe in foes:
        for value, edge in world.aims(body, foe):
            if value <= max(best, LEAST):
                break
            x, y = spot(body, foe, edge)
            turns = (hypot(x - body.x, y - body.y) + 2 * abs(body.bearing(x, y))) / stride
            worth = value * PATIENCE**turns
            if worth > best:
                best, deed = worth, step_to(body, x, y, foe)
    return deed


def spot(body: Body, foe: Body, edge: Edge) -> tuple[float, float]:
    """Where one waits to charge an edge."""
    east, north, out = outward(foe, edge)
    far = out + body.breed.move + OFF
    return foe.cx + east * far, foe.cy + north * far


@clause("FA-ORD-02", "FA-ORD-09", "FA-UNIT-08")
def step_to(body: Body, x: float, y: float, foe: Body) -> Deed:
    """A march to a place, or a turn to the enemy for whoever is there."""
    far = hypot(x - body.x, y - body.y)
    if far <= THERE:
        x, y = foe.cx, foe.cy
    turn = body.bearing(x, y)
    if body.breed.on_foot and (far <= THERE or abs(turn) > TO_REFORM):
        return Deed("turn", atan2(x - body.cx, y - body.cy)) if abs(turn) > TURNED else STAY
    turn = max(-QUARTER, min(QUARTER, turn))
    left = 2 * body.breed.move - abs(turn) * body.wide
    if left <= 0:
        return Deed("go", turn / 2)
    return Deed("go", turn, min(left, far) if far > THERE else 0.0)
