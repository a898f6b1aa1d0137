"""What a chosen body can reach: sectors of a gun with their zones, moves, close combat, command."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.rule import clause
from grognard.locale import T
from grognard.rulebooks.napoleonic import aiming, allowance, fire, refusals, striking
from grognard.rulebooks.napoleonic import picture_counters as counters
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Gun, Person, Unit
from grognard.rulebooks.napoleonic.picture_counters import around
from grognard.rulebooks.napoleonic.picture_map import Map
from grognard.rulebooks.napoleonic.picture_scene import Counter, Scene, decimal
from grognard.show.drawing import area, line
from grognard.show.markup import Markup, join, tag
from grognard.show.style import side_of
from grognard.show.tabletop.names import Wish
from grognard.show.tabletop.plane import Beyond, way
from grognard.show.tabletop.scenes import Drawn, gathered
from grognard.space.pose import Point

STEP = 50
"""Tenths of a degree between the points of an arc."""


def reach(scene: Scene, map_: Map) -> Drawn:
    """Of the chosen body: the ground that its fire, moves and strikes reach; nothing if there is none."""
    one = scene.chosen
    if one is None:
        return join(()), []
    parts, figures = gathered(
        (
            _sectors(one, scene, map_),
            _moves(one, scene, map_),
            _fights(one, scene, map_),
            _chain(one, scene, map_),
        )
    )
    return tag("g", *parts, data_chosen=one.id), figures


def _figure(key: str, words: str, ring: list[tuple[float, float]], ink: str, side: str = "above") -> Wish:
    """Beside the uppermost (or rightmost) point of a shape."""
    x, y = min(ring, key=lambda at: at[1]) if side == "above" else max(ring)
    return Wish(key, (x - 3, y - 3, x + 3, y + 3), [[words]], 10.5, "sans-bold", ink, side)


# --- guns --------------------------------------------------------------------------------------------


@clause("NA-ART-01", "NA-ART-02")
def wedge(muzzle: Point, heading: int, half: int, near: int, far: int) -> list[Beyond]:
    """The ground from a muzzle between two distances, so far to both sides of a heading."""
    turns = [*range(-half, half, STEP), half]
    outer = [_off(muzzle, heading + turn, far) for turn in turns]
    inner = [_off(muzzle, heading + turn, near) for turn in reversed(turns)] if near else [muzzle]
    return [*outer, *inner]


def _off(muzzle: Point, heading: int, far: float) -> Beyond:
    east, north = way(heading, far)
    return muzzle[0] + east, muzzle[1] + north


@clause("NA-ART-01", "NA-ART-02", "NA-ART-04", "NA-ART-05")
def zones(gun: Gun, scene: Scene, map_: Map, ink: str) -> Iterator[Drawn]:
    """Canister and ball in the sector, then the ground that a pivot opens at a weaker die."""
    limits, turns = scene.field.distances, scene.field.tables.angles
    near, far = limits.canister_range, limits.ball_range
    muzzle, sector = gun.muzzle, turns.sector
    for pivot, name, dash in ((turns.pivot_half, "half", "1 4"), (turns.pivot_minus_one, "minus_one", "5 4")):
        ring = map_.ring(wedge(muzzle, gun.heading, sector + pivot, 0, far))
        drawn = area(ring, None, ink, 1.1, stroke_dasharray=dash, opacity=0.8)
        words = PIVOTS[name].say(scene.lang)
        corner = map_.at(_off(muzzle, gun.heading + sector + pivot, far * 0.8))
        wish = Wish(f"pivot:{name}", (corner[0] - 3, corner[1] - 3, corner[0] + 3, corner[1] + 3), [[words]], 10.5,
                    "sans", ink, "right", optional=True)  # fmt: skip
        yield tag("g", drawn, data_pivot=name), [wish]
    for kind, low, high, shade in (("ball", near, far, 0.1), ("canister", 0, near, 0.24)):
        ring = map_.ring(wedge(muzzle, gun.heading, sector, low, high))
        drawn = area(ring, ink, ink, 1.4, fill_opacity=shade)
        label_ = f"{ZONES[kind].say(scene.lang)} {decimal(high, scene.lang)}"
        figure = Wish(
            f"zone:{kind}",
            _spot(map_, _off(muzzle, gun.heading, high * 0.99)),
            [[label_]],
            10.5,
            "sans-bold",
            ink,
            "above",
        )
        yield tag("g", drawn, data_zone_of=kind), [figure]


def _spot(map_: Map, at: Beyond) -> tuple[float, float, float, float]:
    x, y = map_.at(at)
    return x - 3, y - 3, x + 3, y + 3


PIVOTS = {"minus_one": T("pivot: die minus one"), "half": T("wide pivot: half die")}
ZONES = {"ball": T("ball"), "canister": T("canister")}


@clause("NA-ART-03", "NA-SKIR-03")
def _sectors(one: Counter, scene: Scene, map_: Map) -> Iterator[Drawn]:
    """Zones of a gun and its targets; the reach of skirmishers."""
    body, ink = one.body, side_of(one.side).ink
    if isinstance(body, Gun):
        if not body.crew or one.flees or body.owner != body.side:
            return
        yield from zones(body, scene, map_, ink)
        if fire.may_fire(scene.field, body):
            shots = (
                shot for shot in aiming.aims(scene.field, body) if scene.field.find(shot.target) is not None
            )
            yield join(_shot(body, shot, scene, map_, ink) for shot in shots), []
    elif isinstance(body, Unit) and body.kind == "open_order" and not one.flees:
        ring = map_.ring(around(body.shape, scene.field.distances.skirmish_range))
        yield (
            tag("g", area(ring, ink, ink, 1, fill_opacity=0.07, stroke_dasharray="1 3"), data_skirmish="yes"),
            [],
        )


def _shot(gun: Gun, shot: aiming.Aim, scene: Scene, map_: Map, ink: str) -> Markup:
    path = map_.ring([gun.muzzle, scene.field.body(shot.target).pose.at])
    drawn = [
        line(path, "card", 3, opacity=0.6),
        line(path, ink, 1.2, "2 4" if shot.ammunition == "ball" else "6 3"),
    ]
    return tag("g", *drawn, data_aim=shot.target)


# --- moves -------------------------------------------------------------------------------------------


@clause("NA-MOVE-03", "NA-MOVE-04", "NA-MOVE-08", "NA-ART-09")
def _moves(one: Counter, scene: Scene, map_: Map) -> Iterator[Drawn]:
    """How far its footprint may get in a turn, and with half a move; turns cost besides."""
    field, body = scene.field, one.body
    if body.standing != "ready" or (isinstance(body, Unit) and (body.locks or field.rests(body))):
        return
    verbs = [
        verb
        for verb in refusals.all_verbs(body)
        if verb in REACH and refusals.why_not(field, body, verb) is None
    ]
    seen: set[int] = set()
    for verb in verbs:
        far = allowance.allowance(field, body, (verb, "", 0, 0) if verb == "attack" else (verb,))
        if far <= 0 or far in seen:
            continue
        seen.add(far)
        ring = map_.ring(around(body.shape, far))
        dash = None if REACH[verb] == "full" else "6 3"
        drawn = area(ring, "gold", "gold", 1.5, fill_opacity=0.06, stroke_dasharray=dash)
        yield (
            tag("g", drawn, data_moves=verb),
            [_figure(f"move:{verb}", decimal(far, scene.lang), ring, "ink", "right")],
        )


REACH = {
    "move": "full",
    "move_full": "full",
    "move_half": "half",
    "withdraw_half": "half",
    "withdraw_full": "full",
}


# --- close combat ------------------------------------------------------------------------------------


@clause("NA-CC-01", "NA-CC-03", "NA-CC-04")
def _fights(one: Counter, scene: Scene, map_: Map) -> Iterator[Drawn]:
    """The ground on which it can strike, and whom it could strike where it stands."""
    body, field = one.body, scene.field
    if not isinstance(body, Unit) or one.flees:
        return
    ring = map_.ring(around(body.shape, field.distances.close_combat))
    yield tag("g", area(ring, None, "s1", 1.1, stroke_dasharray="2 4", opacity=0.9), data_combat="yes"), []
    if striking.may_fight(field, body):
        marked = (field.find(target) for target in striking.targets(field, body))
        outlines = [
            tag("g", area(map_.ring(foe.shape.ring), "none", "s1", 2.4, opacity=0.8), data_strikes=foe.id)
            for foe in marked
            if foe is not None
        ]
        yield join(outlines), []


# --- command -----------------------------------------------------------------------------------------


@clause("NA-CMD-01", "NA-CMD-02")
def _chain(one: Counter, scene: Scene, map_: Map) -> Iterator[Drawn]:
    """The links above it to the top, and those of all who are led from it."""
    men = {man.id for man in one.people}
    links = {thread.lower: thread for thread in scene.threads}
    shown = [
        thread
        for thread in scene.threads
        if thread.upper in men or thread.lower in men or thread.lower == one.id
    ]
    upper = {thread.upper for thread in shown} - men
    for _ in range(3):
        above = [links[man] for man in upper if man in links and links[man] not in shown]
        shown += above
        upper = {thread.upper for thread in above}
    yield join(counters.thread(thread, map_) for thread in shown), []


def stands_with(field: Field, piece: str) -> str:
    """The body itself, or the one with which a person stands; "" where it is not on the table."""
    found = field.pieces.get(piece)
    body = field.find(found.at if isinstance(found, Person) else piece)
    return body.id if body is not None and body.on_table else ""
