"""What has happened since the last step, drawn over the map: ways of units, lines and sums of fire, losses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from grognard.core.game import Heard
from grognard.core.rule import clause
from grognard.rulebooks.modern.events import (
    Destroyed,
    Disembarked,
    Embarked,
    Relocated,
    Shot,
    ShotDeclared,
    Strike,
    UnitMoved,
)
from grognard.rulebooks.modern.picture_map import Plan
from grognard.show import marks
from grognard.show.drawing import Point, disc, label, line
from grognard.show.markup import Markup, join, tag
from grognard.show.style import side_of
from grognard.space.hex_grid import Hex

UNTOLD = -1


class Way(msgspec.Struct, frozen=True):
    """The way of a unit; ``kind``: move, ride (aboard or ashore) or lift (taken there by a card)."""

    kind: str
    side: str
    path: tuple[Hex, ...]


class Fire(msgspec.Struct, frozen=True):
    """A shot; ``result`` "" while it is only declared."""

    side: str
    start: Hex
    target: Hex
    result: str


class Sum(msgspec.Struct, frozen=True):
    """What fell on a hex: the shares in figures as far as they are known, the armour, what came of it."""

    hex: Hex
    shares: tuple[int, ...]
    armour: int
    result: str
    source: str = ""


class Deeds(msgspec.Struct, frozen=True):
    ways: tuple[Way, ...] = ()
    fire: tuple[Fire, ...] = ()
    sums: tuple[Sum, ...] = ()
    lost: tuple[Hex, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.ways or self.fire or self.sums or self.lost)


def deeds(heard: Sequence[Heard]) -> Deeds:
    """From what a seat heard, in its own words: nothing else is drawn."""
    ways: list[Way] = []
    fire: list[Fire] = []
    sums: dict[Hex, Sum] = {}
    lost: list[Hex] = []
    for one in heard:
        match one.event:
            case UnitMoved(counter, path, _):
                ways.append(Way("move", counter.side, path))
            case Embarked(counter, transport):
                ways.append(Way("ride", counter.side, (counter.hex, transport.hex)))
            case Disembarked(counter, transport):
                ways.append(Way("ride", counter.side, (transport.hex, counter.hex)))
            case Relocated(counter, origin):
                ways.append(Way("lift", counter.side, (origin, counter.hex)))
            case ShotDeclared(shooter, target, _):
                fire.append(Fire(shooter.side, shooter.hex, target.hex, ""))
            case Shot() as shot:
                fire = [
                    f for f in fire if f.result or (f.start, f.target) != (shot.shooter.hex, shot.target.hex)
                ]
                fire.append(Fire(shot.shooter.side, shot.shooter.hex, shot.target.hex, shot.result))
                sums[shot.target.hex] = _added(sums.get(shot.target.hex), shot)
            case Strike() as strike:
                sums[strike.target.hex] = _added(sums.get(strike.target.hex), strike)
            case Destroyed(counter, _):
                lost.append(counter.hex)
    return Deeds(tuple(ways), tuple(fire), tuple(sums.values()), tuple(lost))


@clause("MO-FIRE-04")
def _added(before: Sum | None, event: Shot | Strike) -> Sum:
    """One more share; a sum that took a status begins anew."""
    value = event.attack if isinstance(event, Shot) else event.value
    shares = before.shares if before is not None and before.result == "held" else ()
    if not shares and event.before > 0:
        shares = (event.before,)
    source = "" if isinstance(event, Shot) else event.source
    return Sum(event.target.hex, (*shares, value), event.armour, event.result, source)


def sum_words(one: Sum) -> str:
    """``8 + 5 = 13 ≥ 11``; shares that aren't known are ``?``."""
    figures = ["?" if share == UNTOLD else str(share) for share in one.shares]
    words = " + ".join(figures)
    if len(figures) > 1 and UNTOLD not in one.shares:
        words = f"{words} = {sum(one.shares)}"
    if one.armour != UNTOLD:
        words = f"{words} {'<' if one.result == 'held' else '≥'} {one.armour}"
    return words


# --- drawing ---------------------------------------------------------------------------------------------


def ink_of(sides: dict[str, int], side: str) -> str:
    return side_of(sides[side]).ink if side in sides else "ink"


def drawn(found: Deeds, plan: Plan, sides: dict[str, int], points: frozenset[Hex]) -> Markup:
    """Ways, lines of fire, losses, and the sums over all of them; below the names of ``points``."""
    down = plan.radius * 0.36 if plan.fine else 0.0
    layers = [
        *(_way(one, plan, ink_of(sides, one.side)) for one in found.ways),
        *(
            fire_line(plan, one.start, one.target, ink_of(sides, one.side), not one.result)
            for one in found.fire
        ),
        *(_loss(plan, hex) for hex in found.lost),
        *(_sum(one, plan, down if one.hex in points else 0) for one in found.sums),
    ]
    return tag("g", *layers, data_deeds="yes") if layers else Markup("")


def _way(one: Way, plan: Plan, ink: str) -> Markup:
    path = [plan.at(hex) for hex in one.path]
    if len(path) < 2:
        return Markup("")
    kind: marks.Stroke = "solid" if one.kind == "move" else "dashed"
    return tag("g", marks.arrow(path, ink, kind, max(2.0, plan.radius * 0.09)), data_way=one.kind)


def fire_line(plan: Plan, start: Hex, target: Hex, ink: str, aiming: bool = False) -> Markup:
    """From edge to edge of the counters, with a head; broken while it is only meant."""
    (ax, ay), (bx, by) = plan.at(start), plan.at(target)
    long = max(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, 1)
    keep = plan.radius * 0.55
    dx, dy = (bx - ax) / long, (by - ay) / long
    path: list[Point] = [(ax + dx * keep, ay + dy * keep), (bx - dx * keep, by - dy * keep)]
    pen = max(1.6, plan.radius * 0.06)
    halo = line(path, "card", pen + 2.4)
    return tag(
        "g",
        halo,
        marks.arrow(path, ink, "dashed" if aiming else "solid", pen),
        data_fire="aimed" if aiming else "shot",
    )


def _loss(plan: Plan, hex: Hex) -> Markup:
    (x, y), r = plan.at(hex), plan.radius * 0.45
    ways: Iterable[list[Point]] = ([(x - r, y - r), (x + r, y + r)], [(x - r, y + r), (x + r, y - r)])
    lines = [line(way, ink, width) for way in ways for ink, width in (("card", 6.0), ("ink", 2.6))]
    return tag("g", *lines, data_loss="yes")


@clause("MO-FIRE-04")
def _sum(one: Sum, plan: Plan, down: float) -> Markup:
    """Below the counter, with a pip for a status that it took."""
    (x, y), size = plan.at(one.hex), max(9.5, plan.radius * 0.36)
    y += plan.radius * 0.55 + size + down
    parts = [label((x, y), sum_words(one), size, "sans-bold")]
    if one.result != "held":
        parts.append(disc((x, y + size * 0.65), size * 0.28, "pip", "ink", 1))
    return tag("g", join(parts), data_sum=one.result)
