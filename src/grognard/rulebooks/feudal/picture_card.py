"""The card of one army in the battle picture (FE-PIC-01): full, compact, and the trace of one that has left.

Cards are drawn with their upper left corner in the origin; ``front`` is the side from which their army looks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from grognard.locale import T
from grognard.rulebooks.feudal.picture_scene import Army, reasons, signed, status_word
from grognard.rulebooks.feudal.picture_text import army_text
from grognard.show import marks
from grognard.show.drawing import Point, area, disc, group, label, labels, line, tooltip
from grognard.show.glyphs import ARMS, body, leader
from grognard.show.markup import Markup, join, number, tag
from grognard.show.metrics import Face, measure, wrap_text
from grognard.show.speech import NO_BREAK
from grognard.show.style import Side, paint, side_of

Style = Literal["full", "compact"]
Front = Literal["right", "left", "up", "down"]

CORNER = 9.0


def strip(width: float) -> float:
    """How broad the strip of colour at the rear of a card is."""
    return 12 if width < NARROW else 17


NARROW = 180
"""Cards narrower than this have their words in smaller letters and under each other."""


class Drawn(msgspec.Struct, frozen=True):
    """A card and how high it came out."""

    parts: Markup
    height: float


class Flow:
    """Rows of a card from the top down: each is drawn at ``y`` and moves it on."""

    def __init__(self, width: float, size: float) -> None:
        self.width, self.size = width, size
        self.y = 0.0
        self.parts: list[Markup] = []

    def add(self, part: Markup, height: float) -> None:
        self.parts.append(part)
        self.y += height

    def row(self, left: str, right: str = "", face: Face = "sans", fill: str = "ink") -> None:
        """Words on the left, bold ones on the right where there is room, else under them."""
        step = self.size * 1.3
        beside = measure(right, self.size, "sans-bold")
        lines = wrap_text(left, self.width, self.size, face)
        self.words(left, face, fill)
        if right:
            fits = measure(lines[-1], self.size, face) + beside + self.size * 0.7 <= self.width
            self.y -= step if fits else 0
            at = (self.width if fits else 0, self.y + self.size)
            anchor: Literal["start", "end"] = "end" if fits else "start"
            self.add(label(at, right, self.size, "sans-bold", anchor, halo=None), step)

    def words(self, words: str, face: Face = "sans", fill: str = "ink", inset: float = 0) -> None:
        """Words over as many lines as they need."""
        lines = wrap_text(words, self.width - inset, self.size, face)
        at = (inset, self.y + self.size)
        self.add(
            labels(at, words, self.width - inset, self.size, face, "start", fill, None),
            len(lines) * self.size * 1.25 + self.size * 0.05,
        )

    def pills(self, pills: list[tuple[str, str]]) -> None:
        """Short words in frames, as many beside each other as fit; (words, ink)."""
        size, x = self.size * 0.86, 0.0
        high = size * 1.9
        for words, ink in pills:
            for part in wrap_text(words, self.width - size, size, "sans-bold"):
                wide = max(measure(part, size, "sans-bold") + size, size * 1.6)
                if x and x + wide > self.width:
                    x, self.y = 0.0, self.y + high
                self.parts.append(marks.badge((x + wide / 2, self.y + high / 2), part, ink, size))
                x += wide + 4
        self.y += high if pills else 0


@lru_cache(maxsize=1024)
def card(army: Army, width: float, style: Style, front: Front, lang: str) -> Drawn:
    """The card of an army on the field, the whole sheet in words when one points at it."""
    if not army.ready:
        return trace(army, width, front, lang, 52 if style == "full" else 0)
    narrow = width < NARROW
    pad = 5.0 if narrow or style == "compact" else 8.0
    flow = Flow(width - strip(width) - 2 * pad, 11.5 if narrow or style == "compact" else 13)
    (_full if style == "full" else _compact)(flow, army, lang)
    height = flow.y + (2 * pad if style == "full" else 5)
    return _framed(army, flow, (width, height), front, lang, pad, style)


def _framed(
    army: Army, flow: Flow, size: tuple[float, float], front: Front, lang: str, pad: float, style: Style
) -> Drawn:
    side = side_of(army.side)
    mirrored = front == "left"
    width, height = size
    x = pad if mirrored else strip(width) + pad
    corner = CORNER if style == "full" else 5.0
    parts = [
        tag("path", d=frame(width, height, side, corner), stroke_width=1.3, **paint("card", "ink")),
        _strip(side, size, mirrored, corner),
        group(*flow.parts, at=(x, pad if style == "full" else 2.5)),
    ]
    return Drawn(tooltip("; ".join(army_text(army, lang)), *parts), height)


def _strip(side: Side, size: tuple[float, float], mirrored: bool, corner: float) -> Markup:
    """The rear edge of a card in the side's colour, with its letter."""
    width, height = size
    wide = strip(width)
    outline = frame(width, height, side, corner, wide)
    coloured = tag("path", d=outline, stroke_width=1.3, **paint(side.ink, "ink"))
    base = min(height / 2, 14) + 4.5
    letter = label((wide / 2, base), side.letter, wide * 0.74, "sans-bold", fill="glyph", halo=None)
    if not mirrored:
        return join([coloured, letter])
    turned = tag("g", coloured, transform=f"translate({number(width)} 0) scale(-1 1)")
    return join([turned, group(letter, at=(width - wide, 0))])


def frame(width: float, height: float, side: Side, c: float, only: float = 0) -> str:
    """The outline of a card with the corners of its side; ``only``: no more of it than so much from the left."""
    right = only or width
    left = [(0.0, height - c), (0.0, c)]
    if side.corner == "square":
        return _closed(
            [f"0 {number(height)}", "0 0", f"{number(right)} 0", f"{number(right)} {number(height)}"]
        )
    lower, upper = _turn((0, height), c, side, (c, height), left[0]), _turn((0, 0), c, side, left[1], (c, 0))
    if only:
        return _closed([lower, upper, f"{number(only)} 0", f"{number(only)} {number(height)}"])
    more = [
        _turn((width, 0), c, side, (width - c, 0), (width, c)),
        _turn((width, height), c, side, (width, height - c), (width - c, height)),
    ]
    return _closed([lower, upper, *more])


def _closed(parts: list[str]) -> str:
    return f"M{'L'.join(parts)}Z"


def _turn(corner: Point, c: float, side: Side, start: Point, end: Point) -> str:
    """Around one corner, clockwise, as the side does it."""
    first, last = (f"{number(x)} {number(y)}" for x, y in (start, end))
    inner = f"{number(start[0] + end[0] - corner[0])} {number(start[1] + end[1] - corner[1])}"
    radius = number(c)
    return {
        "round": f"{first}A{radius} {radius} 0 0 1 {last}",
        "hollow": f"{first}A{radius} {radius} 0 0 0 {last}",
        "notched": f"{first}L{inner}L{last}",
    }.get(side.corner, f"{first}L{last}")


# --- what stands on a full card ---


def _full(flow: Flow, army: Army, lang: str) -> None:
    _heading(flow, army)
    men = "" if army.men is None else T("{men} men", men=army.men).say(lang).replace(" ", NO_BREAK)
    strength = "" if army.strength is None else T("Strength {strength}", strength=army.strength).say(lang)
    flow.row(f"{army.row}, {men}" if men else army.row, strength, fill="soft")
    _health(flow, army, lang)
    if army.attack is not None and army.defence is not None:
        _values(flow, army, lang)
    _strategy(flow, army)
    _tactic(flow, army, lang)
    _commander(flow, army, lang)
    flow.pills(pills(army, lang))


def _heading(flow: Flow, army: Army) -> None:
    """The block with the sign of its arm, the name beside it; under it where a word is too long for that."""
    size = flow.size * 1.08
    wide, high = flow.size * 2.5, flow.size * 1.45
    longest = max(measure(word, size, "serif-bold") for word in army.name.split(" "))
    beside = longest <= flow.width - wide - 7
    x, y = (wide + 7, size * 1.08) if beside else (0.0, high + size * 1.15)
    lines = wrap_text(army.name, flow.width - x, size, "serif-bold")
    sign = group(sign_of(army, wide, high), at=(wide / 2, high / 2 + 0.5))
    name = labels((x, y), army.name, flow.width - x, size, "serif-bold", "start", halo=None)
    below = y - size * 1.08 + len(lines) * size * 1.25 + 4
    flow.add(join([sign, name]), max(high + 3, below))


def sign_of(army: Army, wide: float, high: float) -> Markup:
    """The block of an army in its side's colour and corners."""
    return join([body(side_of(army.side), wide, high), *(ARMS[arm](wide, high) for arm in army.arms)])


def _health(flow: Flow, army: Army, lang: str) -> None:
    """The HP bar with its two ticks; for an army whose numbers aren't known, its state in a word."""
    if army.hp is None or army.strength is None:
        flow.pills([(army.state, "map")])
        flow.y += 2
        return
    words = T("{hp}/{most} HP", hp=army.hp, most=army.hp_max).say(lang)
    room = measure(words, flow.size, "sans-bold") + 6
    beside = flow.width - room >= 100
    figure = label((flow.width, flow.y + flow.size), words, flow.size, "sans-bold", anchor="end", halo=None)
    if not beside:
        flow.add(figure, flow.size * 1.25)
    wide = flow.width - room if beside else flow.width
    bar = group(health_bar(army, wide, flow.size * 0.85), at=(0, flow.y + flow.size * 0.2))
    flow.add(join([bar, figure]) if beside else bar, flow.size * 1.5)


def health_bar(army: Army, width: float, height: float) -> Markup:
    """HP of ``hp_max``: a flag under the bar at Strength (the rout line), a short tick at half."""
    hp, strength = army.hp or 0, army.strength or 0
    rout = width * min(strength / army.hp_max, 1)
    ink = "ink" if hp > strength else "soft"
    half = "pip" if hp * 2 > army.hp_max else ink
    return tag(
        "g",
        marks.bar((0, 0), (width, height), hp, army.hp_max, side_of(army.side).ink),
        *_ticks(width, height, rout, half, "pip" if hp > strength else ink),
        data_bar=f"{hp}/{army.hp_max}",
    )


def _ticks(width: float, height: float, rout: float, half: str, line_: str) -> list[Markup]:
    """The tick at half and the rout line with its flag."""
    return [
        line([(width / 2, height * 0.5), (width / 2, height)], half, 1.6),
        line([(rout, 0), (rout, height)], line_, 1.6),
        area([(rout - 3, height + 4.5), (rout + 3, height + 4.5), (rout, height + 0.5)], "ink"),
    ]


def _values(flow: Flow, army: Army, lang: str) -> None:
    """Attack and Defence as they stand; what they are made of is told when one points at them."""
    x = 0.0
    shown = []
    rows = [
        (T("Attack").say(lang), army.attack, signed(army.attack.value, lang) if army.attack else ""),
        (T("Defence").say(lang), army.defence, str(army.defence.value) if army.defence else ""),
    ]
    for words, figure, value in rows:
        if figure is None:
            continue
        wide = measure(words + " ", flow.size) + measure(value, flow.size, "sans-bold")
        if x and x + wide > flow.width:
            x, flow.y = 0, flow.y + flow.size * 1.3
        base = flow.y + flow.size
        parts = [
            label((x, base), words, flow.size, anchor="start", fill="soft", halo=None),
            label((x + wide, base), value, flow.size, "sans-bold", "end", halo=None),
        ]
        shown.append(tooltip(reasons(words, figure, lang), *parts))
        x += wide + flow.size * 1.1
    flow.add(join(shown), flow.size * 1.4)


def _strategy(flow: Flow, army: Army) -> None:
    """The gauge of five steps, the grade in words beside it or under it."""
    wide = flow.size * 4.6
    drawn = gauge(army.grade, wide, side_of(army.side).ink)
    flow.parts.append(group(drawn, at=(3, flow.y + 17)))
    if measure(army.strategy, flow.size) <= flow.width - wide - 14:
        at = (wide + 14, flow.y + 17 + flow.size * 0.2)
        flow.add(label(at, army.strategy, flow.size, anchor="start", halo=None), 24)
    else:
        flow.y += 23
        flow.words(army.strategy)


def gauge(grade: int | None, width: float, ink: str) -> Markup:
    """Five notches and a pointer over the grade; an empty scale where none is chosen."""
    if grade is not None:
        return tag("g", marks.gauge((0, 0), grade + 2, 5, width, ink), data_grade=grade)
    scale = [line([(width * at / 4, -4), (width * at / 4, 4)], "soft", 1.2) for at in range(5)]
    return join([line([(0, 0), (width, 0)], "soft", 1.2), *scale])


def _tactic(flow: Flow, army: Army, lang: str) -> None:
    """The tactic in force, and what is left to shoot with."""
    words = T("tactic: {tactic}", tactic=army.tactic).say(lang)
    flow.words(words, "serif-italic")
    if not army.volleys and not army.missiles:
        return
    drawn, wide = missiles(army, flow.size * 0.3)
    last = wrap_text(words, flow.width, flow.size, "serif-italic")[-1]
    if measure(last, flow.size, "serif-italic") + wide + 10 <= flow.width:
        flow.parts.append(group(drawn, at=(flow.width - wide, flow.y - flow.size * 0.55)))
    else:
        flow.add(group(drawn, at=(0, flow.y + flow.size * 0.5)), flow.size * 1.1)


def missiles(army: Army, size: float) -> tuple[Markup, float]:
    """A pip for each volley, hollow ones for those spent; a question mark where they aren't known. And the width."""
    if army.missiles is None:
        return label((0, size), "?", size * 3.4, "sans-bold", "start", halo=None), size * 2.4
    most = max(army.missiles, army.volleys)
    step = size * (2.9 if most <= 6 else 2.2)
    pips = [
        disc((size + index * step, 0), size, "pip" if index < army.missiles else "card", "ink", 1.1)
        for index in range(most)
    ]
    return tag("g", *pips, data_missiles=f"{army.missiles}/{most}"), step * (most - 1) + 2 * size


def _commander(flow: Flow, army: Army, lang: str) -> None:
    size = flow.size
    if army.commander and army.level:
        words = T("{name}, level {level}", name=army.commander, level=army.level).say(lang)
        words = NO_BREAK.join(words.rsplit(" ", 1))
    else:
        words = army.commander or T("nameless commander").say(lang)
    if army.commander:
        flow.parts.append(
            group(leader(size * 1.25, size * 1.25, "gold"), at=(size * 0.5, flow.y + size * 0.62))
        )
    flow.words(words, inset=size * 1.3 if army.commander else 0, fill="ink" if army.commander else "soft")
    flow.y += 2


def pills(army: Army, lang: str) -> list[tuple[str, str]]:
    """Badges: the mark of the stalled first, then conditions."""
    stalled = [("! " + T("stalled").say(lang), "pip")] if army.stalled else []
    return [*stalled, *((words, "map") for words in army.badges)]


# --- compact cards ---


def _compact(flow: Flow, army: Army, lang: str) -> None:
    """Sign, name, bar: for battles of many armies. The rest is told when one points at it."""
    wide, high = 25.0, 14.0
    figure = army.state if army.hp is None else f"{army.hp}/{army.hp_max}"
    room = max(measure("00/00", 10, "sans-bold"), measure(figure, 10, "sans-bold")) + 5
    under = flow.width < NARROW
    bar = min(64.0, flow.width - room) if under or army.hp is not None else 0.0
    beside = 0.0 if under else room + bar
    mark = 12.0 if army.stalled else 0.0
    inside = flow.width - wide - 6 - mark - beside
    lines = wrap_text(army.name, inside, flow.size)
    height = max(len(lines) * flow.size * 1.25 + 4, high + 4)
    middle = height / 2
    top = middle + flow.size * 0.36 - (len(lines) - 1) * flow.size * 0.625
    flow.parts += [
        group(sign_of(army, wide, high), at=(wide / 2, middle)),
        labels((wide + 6, top), army.name, inside, flow.size, "sans", "start", halo=None),
    ]
    if army.stalled:
        at = (flow.width - beside - 5, middle + 5)
        flow.parts.append(label(at, "!", 14, "sans-bold", "middle", "gold", None))
    row = middle + (height / 2 + 5 if under else 0)
    flow.parts.append(label((flow.width - bar - 5, row + 3.6), figure, 10, "sans-bold", "end", halo=None))
    if army.hp is not None:
        flow.parts.append(group(health_bar(army, bar, 8), at=(flow.width - bar, row - 4.5)))
    flow.y = height + (12 if under else 0)


# --- those that have left ---


def trace(army: Army, width: float, front: Front, lang: str, least: float) -> Drawn:
    """Where an army stood that left in the pass whose arrows are shown: a dashed frame, its name and how it went."""
    words = f"{army.name}: {status_word(army.status).say(lang)}"
    inside = width - strip(width) - 26
    lines = wrap_text(words, inside, 11.5, "serif-italic")
    height = max(len(lines) * 14.4 + 8, least)
    x = 6 if front == "left" else strip(width) + 4
    parts = [
        tag(
            "path",
            d=frame(width, height, side_of(army.side), 5),
            stroke_width=1.2,
            stroke_dasharray="4 3",
            fill_opacity=0.6,
            **paint("map", side_of(army.side).ink),
        ),
        group(left_sign(army.status, front == "left"), at=(x + 7, height / 2)),
        labels(
            (x + 18, (height - len(lines) * 14.4) / 2 + 11.5),
            words,
            inside,
            11.5,
            "serif-italic",
            "start",
            "soft",
            None,
        ),
    ]
    return Drawn(join(parts), height)


def left_sign(status: str, to_right: bool = False) -> Markup:
    """A shape for each way to leave: an arrow home, a broken flight, a cross. ``to_right``: home is there."""
    turn = -1 if to_right else 1
    ways: dict[str, tuple[list[Point], ...]] = {
        "withdrawn": ([(6, 0), (-5, 0)], [(-1, -4), (-5, 0), (-1, 4)]),
        "routed": ([(6, -3), (2, 3), (-1, -3), (-5, 3)], [(-5.5, -1.5), (-5.5, 3.5), (-0.8, 3.2)]),
        "destroyed": ([(-4, -4), (4, 4)], [(-4, 4), (4, -4)]),
    }
    return join(line([(x * turn, y) for x, y in way], "ink", 1.7) for way in ways[status])


def bar_sample(size: tuple[float, float]) -> Markup:
    """A bar for the legend."""
    width, height = size
    return join(
        [
            marks.bar((0, 0), size, 7, 10, "soft"),
            *_ticks(width, height, width * 0.3, "pip", "pip"),
        ]
    )
