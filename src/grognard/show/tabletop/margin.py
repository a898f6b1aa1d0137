"""Around the map: the head strip, the scale, the north arrow, numbers along the edges, rows of the legend."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from grognard.locale import T, Text, say
from grognard.show import marks
from grognard.show.drawing import Item, Point, block, flowed, group, label, labels, line
from grognard.show.markup import Markup, join, tag
from grognard.show.metrics import Face, measure, wrap_text
from grognard.show.style import Side, side_of
from grognard.show.tabletop.plane import Plane

NEUTRAL = Side(5, "", "s5", "square")
"""Of no side: the signs in a legend."""
SIGN = 34.0
"""Room for a sign in the legend."""
LEAST_BAR = 46
"""Pixels of each half of the scale bar at least."""
Sign = tuple[Markup, "Text | str"]
"""A sign around the origin, and what it means."""
Badge = Callable[[float, float], Item]
"""Draws a side's line in letters of a size within a room."""


def fitted(words: str, room: float, size: float, face: Face = "sans") -> str:
    """Words cut short where they are too long for a line."""
    if measure(words, size, face) <= room:
        return words
    while words and measure(words + "…", size, face) > room:
        words = words[:-1]
    return words.rstrip() + "…"


# --- head strip ---


def head(
    title: str,
    now: str,
    sides: Iterable[Badge],
    width: float,
    margin: float,
    narrow: bool,
    still: bool,
    shares: tuple[float, float, float],
) -> tuple[Markup, float]:
    """Title and turn; the sides; and where the strip ends. ``shares`` of a wide strip: room for the title, where the
    sides begin, their room.

    In motion (not ``still``) there is always room for two lines, so that the map below stays where it is.
    """
    inside = width - 2 * margin
    wide = inside if narrow else inside * shares[0]
    size, small = (17.0, 12.0) if narrow else (22.0, 14.0)
    lines = len(wrap_text(title, wide, size, "serif-bold"))
    below = 9 + size + size * 1.25 * (lines - 1) + small * 1.5
    parts = [
        labels((margin, 9 + size), title, wide, size, "serif-bold", "start", halo=None),
        labels((margin, below), now, wide, small, "serif", "start", halo=None),
    ]
    rows = max(len(wrap_text(now, wide, small, "serif")), 1 if still else 2)
    end = below + small * 0.6 + (rows - 1) * small * 1.25
    at = (margin, end + 5) if narrow else (margin + inside * shares[1], 12.0)
    room = inside if narrow else inside * shares[2]
    badges, high = flowed([one(small, room) for one in sides], at, room, small * 1.9, to_right=not narrow)
    end = max(end, at[1] + high) + 5
    paper = block((0, 0), (width, end), "paper")
    return join([paper, *parts, badges, line([(0, end), (width, end)], "ink", 1.6)]), end


def badge(index: int, words: str, smaller: float = 1) -> Badge:
    """A side's sign and what is said of it; in ``smaller`` letters where the line would be too long."""

    def drawn(size: float, room: float) -> Item:
        if measure(words, size, "sans-bold") > room - size * 2.7:
            size *= smaller
        at = size * 2.7
        said = fitted(words, room - at, size, "sans-bold")
        parts = [
            group(marks.side_sign(side_of(index), size * 0.9), at=(size * 1.1, size * 0.72)),
            label((at, size * 1.08), said, size, "sans-bold", "start", halo=None),
        ]
        return tag("g", *parts, data_side=index), at + measure(said, size, "sans-bold")

    return drawn


# --- scale and north ---


def scale_bar(scale: float, steps: Sequence[float], name: str, figure: Callable[[float], str]) -> Item:
    """A bar of two handy steps at so many pixels a measure; ``name``: of the measure, ``figure``: how it is written."""
    step = next((one for one in steps if one * scale >= LEAST_BAR), steps[-1])
    long = 2 * step * scale
    drawn = [
        marks.scale_bar((8, 26), long, ["0", figure(step), figure(2 * step)]),
        label((8 + long + 14, 30), name, 12, "sans", "start", halo=None),
    ]
    return tag("g", *drawn, data_scale=step), long + 30 + measure(name, 12)


def north(lang: str) -> Item:
    return group(marks.compass((10, 16), T("N").say(lang)), scale=0.62), 26


def numbers(map_: Plane, at: Point, step: int) -> Markup:
    """Every so many measures along the edges of the map, as on a surveyor's sheet."""
    west, south, east, north_ = (edge / 1000 for edge in map_.box)
    parts = []
    for far in range(0, int(east) + 1, step):
        if west <= far <= east:
            x = at[0] + (far - west) * map_.scale
            parts.append(label((x, at[1] + map_.height + 12), str(far), 9, fill="soft", halo=None))
    for far in range(0, int(north_) + 1, step):
        if south <= far <= north_:
            y = at[1] + (north_ - far) * map_.scale
            parts.append(label((at[0] - 4, y + 3), str(far), 9, "sans", "end", "soft", None))
    return join(parts)


# --- legend ---


def legend(signs: Iterable[Sign], size: float, room: float, lang: str) -> list[Item]:
    """Signs with their meanings, none wider than ``room``."""
    return [_item(drawn, fitted(say(words, lang), room - SIGN - 5, size), size) for drawn, words in signs]


def _item(drawn: Markup, words: str, size: float) -> Item:
    text = label((SIGN + 5, size * 1.05), words, size, "sans", "start", halo=None)
    return join([group(drawn, at=(SIGN / 2, size * 0.7)), text]), SIGN + 5 + measure(words, size)
