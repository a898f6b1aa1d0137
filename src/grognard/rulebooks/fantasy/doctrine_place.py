"""How good it is for a unit to stand somewhere at the end of the turn: whom it could charge from there, and who could
charge it, at which side. Reckoned in cells and in broad strokes, because very many places are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import atan2, ceil, cos, degrees, hypot, radians, sin
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.rulebooks.fantasy.charging import HIGHEST
from grognard.rulebooks.fantasy.doctrine_odds import contact_between, round_of
from grognard.rulebooks.fantasy.doctrine_scene import CELL, Post, Prospect, Scene
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import Unit
from grognard.rulebooks.fantasy.setup import FantasySetup
from grognard.space.outline import Edge

NEAR = 34.0
"""Enemies farther off are no matter of the next turn."""
COMES, GOES = 0.5, 0.7
"""How likely an enemy who can charge is taken to do so, and a chance to charge to be still there."""
WELCOME = 0.3
"""What a charge that would fail counts that the enemy may be fool enough to make."""
HELP = 0.3
"""What share of an enemy's worth a second charger is good for."""
PARTS = 8
MOST_KEPT = 2_000
TENTHS = 10
ROLLS = tuple(
    sum(one + other >= need for one in range(1, 7) for other in range(1, 7)) / 36 for need in range(14)
)
"""The chance of so much on two dice."""
LOWEST = len(ROLLS) - 1
ROUNDING = 1e-9


def _post(x: float, y: float, sine: float, cosine: float, half: float, depth: float) -> Post:
    back = depth / 2
    return Post(x, y, sine, cosine, half, depth, x - sine * back, y - cosine * back)


class Foe(NamedTuple):
    """An enemy as whoever looks for a place sees him: ``move`` in cells, 0 for one who won't come; ``help``: what
    friends add to a charge at him."""

    unit: Unit
    post: Post
    move: int
    help: float = 0.0


def post_of(unit: Unit) -> Post:
    return post_at(unit, unit.x / CELL, unit.y / CELL, unit.heading / TENTHS)


def post_at(unit: Unit, x: float, y: float, heading: float) -> Post:
    """A unit with the middle of its front somewhere."""
    turn = radians(heading)
    return _post(x, y, sin(turn), cos(turn), unit.width / CELL / 2, unit.depth / CELL)


@clause("FA-UNIT-07", "FA-MOV-03")
def moved(post: Post, turn: float, ahead: float) -> Post:
    """After a wheel by so many degrees (right > 0) and so many cells straight on."""
    angle = radians(turn)
    sine = post.sine * cos(angle) + post.cosine * sin(angle)
    cosine = post.cosine * cos(angle) - post.sine * sin(angle)
    side = post.half if turn > 0 else -post.half
    x = post.x + side * (post.cosine - cosine) + ahead * sine
    y = post.y - side * (post.sine - sine) + ahead * cosine
    return _post(x, y, sine, cosine, post.half, post.depth)


def turned(post: Post, heading: float) -> Post:
    """Turned on its centre."""
    angle = radians(heading)
    sine, cosine, half = sin(angle), cos(angle), post.depth / 2
    return Post(
        post.cx + sine * half, post.cy + cosine * half, sine, cosine, post.half, post.depth, post.cx, post.cy
    )


# --- charges from place to place ---


@clause("FA-UNIT-05", "FA-UNIT-06")
def met(dx: float, dy: float, sine: float, cosine: float, half: float, deep: float) -> tuple[float, Edge]:
    """How far a charger's front is from a body, and the edge that it would strike. ``dx``, ``dy``: from the body's
    centre to the front; ``half``, ``deep``: halves of its width and depth."""
    right = dx * cosine - dy * sine
    ahead = dx * sine + dy * cosine
    beside, before = abs(right) - half, abs(ahead) - deep
    gap = hypot(beside, before) if beside > 0.0 < before else max(beside, before, 0.0)
    if before >= beside:
        return gap, Edge.FRONT if ahead > 0 else Edge.REAR
    return gap, Edge.RIGHT if right > 0 else Edge.LEFT


def meets(charger: Post, struck: Post) -> tuple[float, Edge]:
    """The same of a charger at some place."""
    _, _, sine, cosine, half, depth, cx, cy = struck
    return met(charger[0] - cx, charger[1] - cy, sine, cosine, half, depth / 2)


def bearing(post: Post, x: float, y: float) -> float:
    """Degrees from its heading to a point, to the right."""
    dx, dy = x - post.x, y - post.y
    return degrees(atan2(dx * post.cosine - dy * post.sine, dx * post.sine + dy * post.cosine))


@clause("FA-CHG-01", "FA-CHG-03")
def arrives(charger: Post, move: int, struck: Post, gap: float) -> float:
    """The chance that a charge from there gets there, the wheel paid."""
    if gap > move + HIGHEST:
        return 0.0
    x, y, sine, cosine, half, depth, _, _ = charger
    dx, dy = struck.cx - x, struck.cy - y
    ahead = dx * sine + dy * cosine
    if ahead < 0:
        return 0.0
    turn = abs(atan2(dx * cosine - dy * sine, ahead))
    need = ceil(gap + hypot(2 * half, depth) * turn - move - ROUNDING)
    return ROLLS[0 if need < 0 else LOWEST if need > LOWEST else need]


# --- what a place is worth ---


def foes_of(scene: Scene, unit: Unit) -> list[Foe]:
    """Enemies who matter to a unit's place, with what friends add against those whom it may charge next turn."""
    return [
        Foe(*foe[:3], _help(scene, unit, foe)) if may_come_to(scene, unit, foe) else foe
        for foe in dangers_to(scene, unit)
    ]


def may_come_to(scene: Scene, unit: Unit, foe: Foe) -> bool:
    """Whether it could charge him next turn from anywhere that it gets to in this one: a generous bound."""
    x, y = unit.centre
    there, far = foe.post, 3 * scene.move(unit) + HIGHEST
    most = far + unit.depth * 2 / CELL + there.half + there.depth
    return hypot(there.cx - x / CELL, there.cy - y / CELL) <= most


def dangers_to(scene: Scene, unit: Unit) -> list[Foe]:
    """The same where it matters only what they may do; worked out once for each unit."""
    key = ("dangers to", unit.id)
    found: list[Foe] | None = scene.field.kept.get(key)
    if found is None:
        found = scene.field.kept[key] = list(_close(scene, unit))
    return found


def _close(scene: Scene, unit: Unit) -> Iterator[Foe]:
    x, y = unit.centre
    every: list[Foe] | None = scene.field.kept.get("foes")
    if every is None:
        every = scene.field.kept["foes"] = [
            Foe(foe, post_of(foe), _comes(scene, foe)) for foe in scene.steady
        ]
    return (foe for foe in every if hypot(foe.unit.x - x, foe.unit.y - y) < NEAR * CELL)


def _comes(scene: Scene, foe: Unit) -> int:
    return 0 if foe.kind == "machine" or scene.field.engaged(foe.id) else scene.move(foe)


@clause("FA-CR-01")
def _help(scene: Scene, unit: Unit, foe: Foe) -> float:
    """What friends who can charge the same enemy add, from where they are or will be."""
    best = 0.0
    for friend in _about(scene, foe.unit):
        if friend is not unit:
            best = max(best, _can_come(scene, friend, foe))
    return best * HELP * scene.worth(foe.unit)


def _about(scene: Scene, foe: Unit) -> list[Unit]:
    """Those who might come to help against him."""
    key = ("about", foe.id)
    found: list[Unit] | None = scene.field.kept.get(key)
    if found is None:
        found = scene.field.kept[key] = [
            one for one in scene.fighters if hypot(one.x - foe.x, one.y - foe.y) < NEAR * CELL
        ]
    return found


def _can_come(scene: Scene, friend: Unit, foe: Foe) -> float:
    """The chance that a friend's charge at an enemy would arrive, from where it is or will be."""
    post = scene.posts.get(friend.id)
    if post is None:
        post = scene.posts[friend.id] = post_of(friend)
    key = (friend.id, foe.unit.id)
    known = scene.comings.get(key)
    if known is None or known[0] is not post:
        chance = arrives(post, scene.move(friend), foe.post, meets(post, foe.post)[0])
        known = scene.comings[key] = (post, chance)
    return known[1]


def worth(scene: Scene, unit: Unit, post: Post, foes: list[Foe]) -> float:
    """What standing there promises: the best charge of the next turn, less what enemies' charges threaten."""
    move, stake, best, threat = scene.move(unit), scene.stake(unit), 0.0, 0.0
    reach, wide = move + HIGHEST, 2 * post.half
    x, y, sine, cosine = post[:4]
    for foe in foes:
        enemy, there, its_move, help = foe
        its = its_move + HIGHEST + wide if its_move else 0.0
        dx, dy, most = there.cx - x, there.cy - y, max(reach, its) + there.half + there.depth
        if dx * dx + dy * dy > most * most:
            continue
        gap, edge = meets(post, there)
        if gap <= reach and dx * sine + dy * cosine >= 0:
            chance = arrives(post, move, there, gap)
            if chance:
                best = max(best, chance * (clash(scene, unit, enemy, edge) + help - stake))
        if gap <= its and its_move:
            threat += danger(scene, unit, post, foe)
    return GOES * best + threat


def danger(scene: Scene, unit: Unit, post: Post, foe: Foe) -> float:
    """What the charge of an enemy at a unit there comes to, below 0 if it would hurt."""
    charger = foe.post
    if not foe.move or (post.cx - charger.x) * charger.sine + (post.cy - charger.y) * charger.cosine < 0:
        return 0.0
    gap, edge = meets(charger, post)
    chance = arrives(charger, foe.move, post, gap)
    if not chance:
        return 0.0
    gain = clash(scene, foe.unit, unit, edge)
    return COMES * chance * (gain if gain < 0 else gain * WELCOME)


# --- charges in general ---


def clash(scene: Scene, charger: Unit, struck: Unit, edge: Edge) -> float:
    """What the first round of a charge is worth to the own side. Kept from turn to turn: losses count in eighths."""
    known = scene.clashes.get((charger.id, struck.id, edge))
    if known is not None:
        return known
    kept = _kept(scene.guess.setup, scene.side)
    key = (*_known(scene, charger), *_known(scene, struck), edge)
    found = kept.get(key)
    if found is None:
        if len(kept) > MOST_KEPT:
            kept.clear()
        found = kept[key] = _clash(scene, charger, struck, edge)
    gain = scene.clashes[charger.id, struck.id, edge] = scene.gain(found)
    return gain


@lru_cache(maxsize=16)
def _kept(setup: FantasySetup, side: str) -> dict[tuple[object, ...], Prospect]:
    return {}


def _known(scene: Scene, unit: Unit) -> tuple[object, ...]:
    """All that bears on how it fights, spells left out."""
    key = ("known", unit.id)
    found: tuple[object, ...] | None = scene.field.kept.get(key)
    if found is None:
        heroes = tuple(one.id for one in scene.field.characters_in(unit.id))
        found = scene.field.kept[key] = (unit.id, _part(unit), unit.files, unit.standard, heroes)
    return found


def _part(unit: Unit) -> int:
    return part_of(unit.models, unit.start_models)


def part_of(models: int, start: int) -> int:
    """Eighths of its strength that a unit still has."""
    return -(-models * PARTS // max(start, 1))


def _clash(scene: Scene, charger: Unit, struck: Unit, edge: Edge) -> Prospect:
    field = _typical_field(scene)
    return round_of(field, [contact_between(field.unit(charger.id), field.unit(struck.id), edge)])


def _typical_field(scene: Scene) -> Field:
    """All units as they typically are, with their characters and without spells: one for all clashes, which ask the
    same of them."""
    found: Field | None = scene.field.kept.get("typical")
    if found is None:
        pieces = {one.id: one for one in scene.field.characters}
        units = {one.id: typical(one, _part(one)) for one in scene.field.units}
        found = scene.field.kept["typical"] = Field(scene.guess.setup, {**pieces, **units}, scene.side)
    return found


def typical(unit: Unit, part: int, runs: bool = False) -> Unit:
    """With as many models as its eighths stand for, and nothing else about it."""
    models = max(1, part * unit.start_models // PARTS) if part else 0
    return replace(unit, x=0, y=0, heading=0, models=models, pool=0, order=None, motion=None, retreating=runs)
