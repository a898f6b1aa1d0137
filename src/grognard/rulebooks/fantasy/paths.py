"""Written paths: what they cost from where a unit stands, where they end, what is wrong with them, a few good ones."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.locale import T
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import Leg
from grognard.rulebooks.fantasy.seeing import block, land
from grognard.rulebooks.fantasy.tracks import FINE, Track, allowance, lay, leaves_table
from grognard.space.outline import Base
from grognard.space.pose import decimal, heading_to, turn_to

HALF_TURN = 1800
QUARTER = 900
Path = tuple[Leg, ...]
TURNS = (0, 225, -225, 450, -450, 900, -900)
"""Wheels, in tenths of a degree, with which paths are put forward."""


def track(field: Field, unit_id: str, path: Path, *, march: bool = False, on: int = 0) -> Track:
    """A path laid over the ground from where the unit stands."""
    measure = str(field.option("wheel_measure"))
    return lay(block(field, unit_id), path, land(field), march=march, measure=measure, on=on)


@clause("FA-MOV-02", "FA-MOV-03", "FA-UNIT-07")
def cost(field: Field, unit_id: str, path: Path) -> int:
    """What a path costs, in thousandths, begun ones counted whole."""
    return -(-track(field, unit_id, path).cost // FINE)


def end(field: Field, unit_id: str, path: Path) -> Base:
    """The rectangle at the end of a path with nobody in the way."""
    laid = track(field, unit_id, path)
    return block(field, unit_id).put(laid.front(laid.cost)).base


@clause("FA-MOV-01", "FA-ORD-02", "FA-ORD-03", "FA-ORD-07")
def most(field: Field, unit_id: str, word: str) -> int:
    """What a path may cost with an order, in thousandths."""
    return allowance(field.stats(unit_id).M, word)


@clause("FA-MOV-02", "FA-MOV-07", "FA-ORD-02", "FA-ORD-03", "FA-CHG-03")
def refusal(field: Field, unit_id: str, word: str, path: Path) -> Refused | None:
    """What is wrong with the path of an order, None if nothing is. Kept, for who puts a path forward has looked."""
    key = ("refusal", unit_id, word, path)
    if key not in field.kept:
        field.kept[key] = _refusal(field, unit_id, word, path)
    found: Refused | None = field.kept[key]
    return found


def _refusal(field: Field, unit_id: str, word: str, path: Path) -> Refused | None:
    wrong = next(_bad_legs(path), None)
    if wrong is not None:
        return wrong
    if word == "attack":
        return _bad_charge(path)
    laid = track(field, unit_id, path, march=word == "march")
    if laid.shut:
        x, y = decimal(laid.shut_at[0]), decimal(laid.shut_at[1])
        kind = field.tables.terrain[_kind_of(field, laid.shut)].name
        return Refused("FA-ORD-02", T("it enters {kind} at ({x}, {y})", kind=kind, x=x, y=y), T("use move"))
    limit = most(field, unit_id, word)
    if laid.cost > limit * FINE:
        clause_id = "FA-ORD-02" if word == "march" else "FA-ORD-03"
        spent = decimal(-(-laid.cost // FINE))
        return Refused(
            clause_id, T("the path costs {cost}, the allowance is {most}", cost=spent, most=decimal(limit))
        )
    if leaves_table(block(field, unit_id), laid, land(field), limit):
        return Refused("FA-MOV-07", T("the path leaves the table"))
    return None


def _kind_of(field: Field, piece_id: str) -> str:
    return next(piece.row.id for piece in land(field).pieces if piece.id == piece_id)


@clause("FA-MOV-02")
def _bad_legs(path: Path) -> Iterator[Refused]:
    for number, leg in enumerate(path, 1):
        if leg.kind == "fwd" and leg.amount <= 0:
            words = T("segment {n}: forward {length}", n=number, length=decimal(leg.amount))
            yield Refused("FA-MOV-02", words, T("a way forward is more than 0"))
        elif leg.kind == "wheel" and not 0 < abs(leg.amount) <= HALF_TURN:
            words = T("segment {n}: a wheel of {angle} degrees", n=number, angle=decimal(leg.amount * 100))
            yield Refused("FA-MOV-02", words, T("a wheel is of up to 180 degrees to either side, and not 0"))


@clause("FA-CHG-03")
def _bad_charge(path: Path) -> Refused | None:
    wheels = [leg.amount for leg in path if leg.kind == "wheel"]
    hint = T("a charge has one wheel of at most 90 degrees")
    if len(wheels) > 1:
        return Refused("FA-CHG-03", T("the path has {count} wheels", count=len(wheels)), hint)
    if wheels and abs(wheels[0]) > QUARTER:
        return Refused(
            "FA-CHG-03", T("a wheel of {angle} degrees", angle=decimal(abs(wheels[0]) * 100)), hint
        )
    return None


# --- paths put forward ----------------------------------------------------------------------------------


def candidates(field: Field, unit_id: str, word: str) -> tuple[Path, ...]:
    """A few sensible paths for an order: straight on, wheels with what is left straight on, and towards the nearest
    enemy; none that would be refused. A charge needs none."""
    if word == "attack":
        return ((),)
    limit = most(field, unit_id, word)
    turns = (*TURNS, *_towards_enemy(field, unit_id))
    paths = [_turned_on(field, unit_id, turn, limit) for turn in dict.fromkeys(turns)]
    paths.append((Leg("fwd", limit // 2),))
    return tuple(path for path in dict.fromkeys(paths) if path and not refusal(field, unit_id, word, path))


def _towards_enemy(field: Field, unit_id: str) -> Iterator[int]:
    enemy = field.nearest_enemy(unit_id)
    if enemy is not None:
        unit = field.unit(unit_id)
        turn = turn_to(unit.heading, heading_to(unit.centre, enemy.centre))
        yield max(-QUARTER, min(QUARTER, turn))


def _turned_on(field: Field, unit_id: str, turn: int, limit: int) -> Path:
    """A wheel, and what is left of the allowance straight on; () where nothing is left for the wheel."""
    left = limit - cost(field, unit_id, turned_on(turn, 0))
    return turned_on(turn, left) if limit and left >= 0 else ()


def turned_on(turn: int, ahead: int) -> Path:
    """A wheel by tenths of a degree and so much straight on, each where there is any."""
    wheel = (Leg("wheel", turn),) if turn else ()
    return (*wheel, Leg("fwd", ahead)) if ahead else wheel
