"""Blocks and bodies for tests of motion: lengths in cells, headings in degrees."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.locale import Name
from grognard.rulebooks.fantasy.bodies import Body
from grognard.rulebooks.fantasy.ground import Land, Piece
from grognard.rulebooks.fantasy.model import Leg
from grognard.rulebooks.fantasy.regiment import Block
from grognard.rulebooks.fantasy.tables import TerrainKind
from grognard.rulebooks.fantasy.tracks import lay
from grognard.space.outline import Outline
from grognard.space.pose import Pose, thousandths
from grognard.space.terrain import polygon

FOOT, HORSE = (800, 800), (1000, 2000)
PLAIN = Land(200_000, 200_000)


def block(
    x: float, y: float, heading: float = 0, *, models: int = 30, files: int = 10, base: tuple[int, int] = FOOT
) -> Block:
    return Block(Pose(thousandths(x), thousandths(y), round(heading * 10)), files, models, *base)


def horse(x: float, y: float, heading: float = 0, models: int = 5) -> Block:
    return block(x, y, heading, models=models, files=5, base=HORSE)


def fwd(length: float) -> Leg:
    return Leg("fwd", thousandths(length))


def wheel(degrees: float) -> Leg:
    return Leg("wheel", round(degrees * 10))


def body(
    name: str,
    side: str,
    where: Block,
    legs: Iterable[Leg] | None = None,
    allowance: float = 0,
    *,
    land: Land = PLAIN,
    on: bool = False,
    initiative: int = 3,
    retreating: bool = False,
    leaves: bool = False,
    follows: str = "",
) -> Body:
    """A unit on its way; without ``legs`` it stands. ``on``: straight on after them."""
    most = thousandths(allowance)
    track = None if legs is None else lay(where, legs, land, on=most if on else 0)
    return Body(name, side, where, track, most, initiative, retreating, leaves, follows)


def area(name: str, row: TerrainKind, *corners: tuple[float, float]) -> Piece:
    return Piece(name, row, outline(*corners))


def outline(*corners: tuple[float, float]) -> Outline:
    return polygon([(thousandths(x), thousandths(y)) for x, y in corners])


def row(name: str, **facts: object) -> TerrainKind:
    return TerrainKind(name, Name(name), **facts)  # type: ignore[arg-type]


WOOD = row("wood", cost=200, cover=1, los="deep", deep=2000, march=False)
MARSH = row("marsh", cost=200, march=False)
RIVER = row("river", cost=0, march=False)
BRIDGE = row("bridge")
BUILDING = row("building", cost=0, cover=2, los="blocked", march=False)
HILL = row("hill", los="hill")
WALL = row("wall", cover=2, line=True, cross=2000)
BUSH = row("bush", cover=1)
FOG = row("fog", los="blocked")


def table(*pieces: Piece, width: float = 200, height: float = 200) -> Land:
    return Land(thousandths(width), thousandths(height), pieces)
