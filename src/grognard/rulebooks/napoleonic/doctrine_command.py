"""Persons, vacant posts and the end of the battle: points 1, 4, 14 and 15."""

from __future__ import annotations

from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.rulebooks.napoleonic import command, persons, replacement
from grognard.rulebooks.napoleonic.doctrine_scene import Scene
from grognard.rulebooks.napoleonic.model import Body, Person, Trooper, Unit
from grognard.space.outline import boxes_near
from grognard.space.pose import middle

GO_ON: Order = ("go_on",)
STRONGER = 2
"""From an enemy so many times as strong nothing is taken back."""
LATE = 2
"""In the last turns a truce is offered."""
FIRE = 3
"""So many guns at a regiment are too many for a general (point 4)."""
WEAK = 4
LINK, SAFETY, LEADS = 1.0, 3.0, 1.5
ALL_HELD = 6.0
"""Where the links to all below him and that to his own chief hold."""
NEAREST = 8
BETTER = 0.9
"""He rides for nothing less than that."""


@clause("NA-CMD-10", "NA-OOB-04")
def persons_order(scene: Scene, seat: str) -> Order:
    """Where each of them is of most use: near his own, out of danger, with the attack that he decides."""
    words: list[str] = ["persons"]
    for man in persons.of_seat(scene.field, seat):
        best = _best_place(scene, man)
        if best != man.at:
            words += ["join", man.id, best]
    return tuple(words)


def _best_place(scene: Scene, man: Person) -> str:
    """Where he is of most use; he rides only for a reason, so most of them are not thought about."""
    field, here = scene.field, scene.field.body(man.at)
    if not _has_reason(scene, man, here):
        return man.at
    best, most = man.at, _use(scene, man, here, _held(scene, man, here)) + BETTER
    for one in _places(scene, man, here):
        if _use(scene, man, one, ALL_HELD) <= most:
            continue
        use = _use(scene, man, one, _held(scene, man, one))
        if use > most and not persons.why_not_join(field, man, one.id):
            best, most = one.id, use
    return best


def _places(scene: Scene, man: Person, here: Body) -> list[Trooper]:
    """Where he may ride: to those who call for him, and to those nearest to his own."""
    rides = scene.field.distances.person_move
    near = [
        one
        for one in scene.field.troopers
        if one.side == man.side and one.id != man.at and boxes_near(one.shape.box, here.shape.box, rides)
    ]
    own = _below(scene, man) or [here]
    x, y = middle([one.pose.at for one in own])
    near.sort(key=lambda one: ((one.x - x) ** 2 + (one.y - y) ** 2, one.id))
    return near[:NEAREST] + [one for one in near[NEAREST:] if _calls(scene, one)]


def _calls(scene: Scene, body: Trooper) -> bool:
    return body.id in scene.calls or body.standing == "rallied"


def _has_reason(scene: Scene, man: Person, here: Body) -> bool:
    """His unit is no place for him, he has lost touch with his own, or an attack or a rallied unit calls."""
    if (
        here.standing != "ready"
        or (isinstance(here, Unit) and here.figures < WEAK)
        or _under_fire(scene, here)
    ):
        return True
    if man.id in _out_of_touch(scene):
        return True
    if scene.field.bonus(man) > 0:
        return man.at not in scene.calls and any(_is_his(scene, man, one) for one in scene.calls)
    return any(one.standing == "rallied" and not one.led for one in scene.field.units_of(scene.side))


def _out_of_touch(scene: Scene) -> set[str]:
    """Both ends of each link that does not hold."""
    found: set[str] | None = scene.field.kept.get(("out of touch", scene.side))
    if found is None:
        broken = [one for one in command.links(scene.field, scene.side).values() if not one.held]
        found = {end for one in broken for end in (one.upper, one.lower)}
        scene.field.kept["out of touch", scene.side] = found
    return found


@clause("NA-FATE-01")
def _under_fire(scene: Scene, body: Body) -> bool:
    """Point 4: three guns or more can reach it with canister."""
    field, limit = scene.field, scene.field.distances.canister_range
    found = scene.under_fire.get(body.id)
    if found is None:
        guns = scene.hostile_guns
        found = len(guns) >= FIRE and sum(field.within(one, body, limit) for one in guns) >= FIRE
        scene.under_fire[body.id] = found
    return found


@clause("NA-CMD-01", "NA-ROUT-11", "NA-FATE-01")
def _use(scene: Scene, man: Person, body: Body, held: float) -> float:
    """What it is worth to have him with that body where so much is held."""
    field, found = scene.field, LINK * held
    if isinstance(body, Unit):
        found += _lead(scene, man, body)
    if body.standing == "fleeing" or (isinstance(body, Unit) and body.figures < WEAK):
        found -= SAFETY
    if _under_fire(scene, body):
        found -= SAFETY
    if field.formation_of(body) == man.formation:
        found += 0.3
    return found


def _lead(scene: Scene, man: Person, unit: Unit) -> float:
    """His +1 decides an attack by one or two; a staff officer brings back who has rallied (point 14)."""
    field = scene.field
    if unit.standing == "rallied":
        return LEADS if not unit.led and not field.tables.posts[man.post].commands else 0.0
    if unit.id not in scene.calls or field.bonus(man) <= 0:
        return 0.0
    others = [one for one in field.persons_at(unit.id) if one.id != man.id and field.bonus(one) > 0]
    return LEADS if not others and _is_his(scene, man, unit.id) else 0.0


def _is_his(scene: Scene, man: Person, unit: str) -> bool:
    """Whether a regiment is of the formation that he commands or serves."""
    field = scene.field
    return man.formation in field.way_up(field.formation_of(field.unit(unit)))


def _held(scene: Scene, man: Person, body: Body) -> float:
    """The share of his subordinates whose links would hold with him there, and his own; ALL_HELD is the most."""
    field = scene.field
    radius = field.tables.posts[man.post].radius
    below = _below(scene, man)
    if not below:
        return 0.0
    good = sum(field.within(body, there, radius) for there in below)
    own = command.links(field, scene.side).get(man.id)
    held = own is None or field.within(body, field.body(field.person(own.upper).at), own.radius)
    return 3.0 * good / len(below) + 3.0 * held


def _below(scene: Scene, man: Person) -> list[Body]:
    """Where those are whose links end at him."""
    found = scene.below.get(man.id)
    if found is None:
        links = command.links(scene.field, scene.side).values()
        pieces = [scene.field.pieces[one.lower] for one in links if one.upper == man.id]
        found = scene.below[man.id] = [
            scene.field.body(one.at if isinstance(one, Person) else one.id) for one in pieces
        ]
    return found


@clause("NA-CMD-15", "NA-CMD-17", "NA-CMD-18")
def vacant(scene: Scene, formation: str) -> Order:
    """Appointed without a die, else by initiative, else a senior in person, if that leaves fewer without him."""
    choices = list(replacement.choices(scene.field, formation))
    for verb in ("appoint", "give", "juniors", "senior"):
        for one in choices:
            if one[0] == verb and (verb != "senior" or _spares(scene, str(one[1]), formation)):
                return one
    return next(one for one in choices if one[0] in ("wait", "juniors"))


@clause("NA-CMD-16", "NA-CMD-20")
def _spares(scene: Scene, senior: str, formation: str) -> bool:
    """Whether most of those whom a senior leads are of the formation whose work he would do: of the others, each link
    that ends at him is broken meanwhile."""
    own = scene.field.person(senior).formation
    return 2 * _strength(scene, formation) > _strength(scene, own)


def _strength(scene: Scene, formation: str) -> int:
    field = scene.field
    return sum(formation in field.way_up(field.formation_of(one)) for one in scene.units)


@clause("NA-END-01", "NA-END-02")
def end(scene: Scene, side: str) -> Order:
    """Point 15: a truce near the turn limit if level or just behind; conceded only what can't be saved."""
    field = scene.field
    if scene.lead < 0 and _is_lost(scene):
        return ("concede",)
    last = scene.setup.turns - field.turn < LATE
    best = max((one.points for one in scene.setup.objectives.values()), default=0)
    if last and scene.lead <= 0 and -scene.lead <= best:
        return ("truce",)
    return GO_ON


def _is_lost(scene: Scene) -> bool:
    """Most of its regiments are gone, none is to come, and those that are left are the weaker by far."""
    every = [one for one in scene.field.pieces.values() if isinstance(one, Unit) and one.side == scene.side]
    if any(one.standing == "waiting" for one in every) or 2 * len(scene.units) >= len(every):
        return False
    return _is_weak(scene)


def _is_weak(scene: Scene) -> bool:
    return sum(map(scene.worth, scene.units)) * STRONGER < sum(map(scene.worth, scene.foes))
