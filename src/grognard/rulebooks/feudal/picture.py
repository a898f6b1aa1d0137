"""The battle picture (FE-PIC-01): who faces whom, in which state, and what the last pass did.

The rule book has no map, so the sheet is a diagram: two sides face each other left and right, further ones stand
below and above the middle. An army in melee steps forward out of its column.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import cos, pi, sin

import msgspec

from grognard.core.game import Heard
from grognard.core.rule import clause
from grognard.locale import T
from grognard.rulebooks.feudal import picture_card
from grognard.rulebooks.feudal.picture_arrows import Pen, Place, arrows
from grognard.rulebooks.feudal.picture_card import Front, Style
from grognard.rulebooks.feudal.picture_scene import (
    GONE,
    LAMPS,
    Army,
    Scene,
    Side,
    lamp_word,
    posture_word,
    scene,
    status_word,
)
from grognard.rulebooks.feudal.picture_text import alt_text, plain_text
from grognard.rulebooks.feudal.view import FeudalView
from grognard.show import marks
from grognard.show.drawing import (
    Anchor,
    Drawing,
    Point,
    area,
    block,
    disc,
    flowed,
    group,
    label,
    labels,
    line,
)
from grognard.show.markup import Markup, join, tag
from grognard.show.metrics import measure, wrap_text
from grognard.show.model import Picture
from grognard.show.style import side_of

GAP = 14.0
"""Between lamps, and between badges."""


class Form(msgspec.Struct, frozen=True):
    """The measures of a sheet: for a table of a dozen armies, for a crowd, for a telephone."""

    width: float
    margin: float
    card: float
    shift: float
    gap: float
    style: Style
    size: float
    pen: Pen

    @property
    def narrow(self) -> bool:
        return self.width < 600


CROWD = 8
"""Armies a side above which cards shrink."""
WIDE = Form(1080, 18, 256, 90, 10, "full", 13, Pen(2.4, 12.5))
CROWDED = Form(1080, 18, 300, 56, 4, "compact", 13, Pen(1.4, 10.5, room=180, level=True))
NARROW = Form(360, 5, 126, 6, 8, "full", 11.5, Pen(1.6, 10, stacked=True, room=62))
NARROW_CROWDED = Form(360, 5, 126, 5, 3, "compact", 11.5, Pen(1, 9, room=62, level=True))


@clause("FE-PIC-01")
def picture(view: FeudalView, heard: Sequence[Heard] = (), lang: str = "en", narrow: bool = False) -> Picture:
    """The battle as the seat of ``view`` sees it, in ``lang``; ``heard`` gives the arrows of the last pass.

    ``narrow`` makes a sheet 360 wide, for telephones and columns of a forum.
    """
    shown = scene(view, heard, lang)
    return Picture(Sheet(shown, form_of(shown, narrow)).svg(), alt_text(shown), shown.now, plain_text(shown))


@clause("FE-PIC-01")
def table_text(
    view: FeudalView, heard: Sequence[Heard] = (), lang: str = "en", width: int = 80, reasons: bool = False
) -> str:
    """The same content for a terminal; ``reasons`` adds what Attack and Defence are made of."""
    return plain_text(scene(view, heard, lang), width, reasons)


def frames(
    shown: Iterable[tuple[FeudalView, Sequence[Heard]]], lang: str = "en", narrow: bool = False
) -> list[Picture]:
    """Pictures to step through: each of a view and of what was heard since the one before."""
    return [picture(view, heard, lang, narrow) for view, heard in shown]


def form_of(shown: Scene, narrow: bool) -> Form:
    """Measures that hold the fullest side; those gone count, or cards would change their size in mid-battle."""
    crowded = max((len(side.armies) for side in shown.sides), default=0) > CROWD
    if narrow:
        return NARROW_CROWDED if crowded else NARROW
    return CROWDED if crowded else WIDE


class Sheet:
    """One picture while it is laid out: parts under the arrows, cards, and where each card lies."""

    def __init__(self, shown: Scene, form: Form) -> None:
        self.scene, self.form = shown, form
        self.places: dict[str, Place] = {}
        self.cards: list[Markup] = []
        self.fallen = shown.fallen()

    def svg(self) -> str:
        """The finished sheet."""
        head, top, y = self.lay_out()
        legend, bottom = self._legend(y + 4)
        sheet = Drawing(self.form.width, bottom, f"{self.scene.title}. {self.scene.now.say(self.scene.lang)}")
        ways, words = arrows(self.scene, self.places, self.form.pen)
        sheet.add(_grid(self.form.width, top, y), head, ways, *self.cards, words, legend)
        return sheet.svg()

    def lay_out(self) -> tuple[Markup, float, float]:
        """Put every card at its place; the head strip, where it ends, and where the cards end."""
        head, top = self._head()
        if self.form.narrow:
            return head, top, self._columns(self.scene.sides, top + 12)
        y = self._bands(self.scene.sides[3::2], top + 12, "down")
        y = self._columns(self.scene.sides[:2], y)
        return head, top, self._bands(self.scene.sides[2::2], y, "up")

    # --- head strip ---

    def _head(self) -> tuple[Markup, float]:
        """Title, step, lamps and badges on a strip of paper; and where it ends."""
        form, scene_ = self.form, self.scene
        inside = form.width - 2 * form.margin
        wide = inside if form.narrow else inside * 0.46
        title = 17 if form.narrow else 22
        lines = len(wrap_text(scene_.title, wide, title, "serif-bold"))
        now = scene_.now.say(scene_.lang)
        below = 10 + title * (1 + 1.25 * (lines - 1)) + form.size * 1.5
        left = [
            labels((form.margin, 8 + title), scene_.title, wide, title, "serif-bold", "start", halo=None),
            labels((form.margin, below), now, wide, form.size * 1.08, "serif", "start", halo=None),
        ]
        end = below + 8 + (len(wrap_text(now, wide, form.size * 1.08, "serif")) - 1) * form.size * 1.35
        x, y = (form.margin, end) if form.narrow else (form.margin + inside * 0.48, 12.0)
        room = form.width - form.margin - x
        lamps, lamps_high = flowed(self._lamps(), (x, y), room, form.size * 1.75, GAP, not form.narrow)
        badges, high = flowed(
            self._badges(), (x, y + lamps_high + 3), room, form.size * 2, GAP, not form.narrow
        )
        end = max(end, y + lamps_high + high + 9)
        paper = block((0, 0), (form.width, end), "paper")
        return join([paper, *left, lamps, badges, line([(0, end), (form.width, end)], "ink", 1.6)]), end

    def _lamps(self) -> list[tuple[Markup, float]]:
        return [
            _lamp(lamp_word(one).say(self.scene.lang), one == self.scene.lit, self.form.size) for one in LAMPS
        ]

    def _badges(self) -> list[tuple[Markup, float]]:
        return [_field_badge(group_, words, self.form.size) for group_, words in self.scene.field]

    # --- sides facing each other ---

    def _columns(self, sides: Sequence[Side], top: float) -> float:
        """Sides left and right; the third and further ones under these."""
        ends = [top, top]
        fronts: tuple[Front, ...] = ("right", "left")
        for index, side in enumerate(sides):
            at = index % 2
            ends[at] = self._column(side, ends[at], fronts[at]) + 6
        return max(*ends, top + (240 if len(self.scene.sides) > 2 else 0))

    def _column(self, side: Side, top: float, front: Front) -> float:
        """A side's armies in order of battle, those in melee a step forward; those gone at the foot."""
        form = self.form
        at_left = front == "right"
        x = form.margin if at_left else form.width - form.margin
        wide = form.card + form.shift
        y = self._side_head(side, (x, top), wide, at_left)
        y = self._ranks((x, y), wide, front) if any(army.ready for army in side.armies) else y
        for army in self._standing(side):
            step = form.shift if army.posture == "in_melee" else 0.0
            left = x + step if at_left else x - form.card - step
            y += self._lay(army, (left, y), front) + form.gap
        return self._foot(side, (x, y + 2), wide, at_left)

    def _side_head(self, side: Side, at: Point, wide: float, at_left: bool = True) -> float:
        """The side's sign and name; where armies begin."""
        size = self.form.size * 1.2
        lines = wrap_text(side.name, wide - 40, size, "serif-bold")
        turn = 1 if at_left else -1
        self.cards += [
            group(
                marks.side_sign(side_of(side.index), size),
                at=(at[0] + turn * size * 1.15, at[1] + size * 0.72),
            ),
            labels(
                (at[0] + turn * (size * 2.3 + 8), at[1] + size * 1.05),
                side.name,
                wide - 40,
                size,
                "serif-bold",
                "start" if at_left else "end",
            ),
        ]
        return at[1] + len(lines) * size * 1.25 + 10

    def _ranks(self, at: Point, wide: float, front: Front) -> float:
        """Small words over the two ranks; where cards begin."""
        size = self.form.size * 0.85
        turn: float = 1 if front == "right" else -1
        outer, inner = (posture_word(one).say(self.scene.lang) for one in ("standoff", "in_melee"))
        if self.form.narrow:
            return at[1]
        base = at[1] + size * 0.5
        far = at[0] + turn * wide
        ends: tuple[Anchor, Anchor] = ("start", "end") if front == "right" else ("end", "start")
        tip = [(far - turn * 5, base - 8), (far, base - 4), (far - turn * 5, base)]
        self.cards += [
            label((at[0], base), outer, size, "sans", ends[0], "soft"),
            label((far - turn * 10, base), inner, size, "sans", ends[1], "soft"),
            line(tip, "soft", 1.4),
        ]
        return base + 7

    def _standing(self, side: Side) -> list[Army]:
        return [army for army in side.armies if army.ready or army.id in self.fallen]

    def _lay(self, army: Army, at: Point, front: Front) -> float:
        """Draw a card there and remember its place; its height."""
        drawn = picture_card.card(army, self.form.card, self.form.style, front, self.scene.lang)
        card = group(drawn.parts, at=at)
        self.cards.append(
            tag(
                "g",
                card,
                data_unit=army.id,
                data_side=army.side,
                data_army=army.id,
                data_rank=army.posture,
            )
        )
        self.places[army.id] = Place(at[0], at[1], self.form.card, drawn.height, front)
        return drawn.height

    def _foot(self, side: Side, at: Point, wide: float, at_left: bool = True) -> float:
        """Those who have left, by how they went; where it ends."""
        x, y = at
        size = self.form.size * 0.94
        turn = 1 if at_left else -1
        for status in GONE:
            gone = side.gone(status)
            if not gone:
                continue
            words = f"{status_word(status).say(self.scene.lang)}: {', '.join(army.name for army in gone)}"
            anchor = "start" if at_left else "end"
            self.cards += [
                group(picture_card.left_sign(status, not at_left), at=(x + turn * 8, y + size * 0.68)),
                labels((x + turn * 20, y + size), words, wide - 24, size, "sans", anchor),  # type: ignore[arg-type]
            ]
            y += len(wrap_text(words, wide - 24, size)) * size * 1.25 + 5
        return y + 4

    # --- further sides below and above the middle ---

    def _bands(self, sides: Sequence[Side], top: float, front: Front) -> float:
        """Sides beside each other, each in a part of its own; where the band ends."""
        if not sides:
            return top
        room = (self.form.width - 2 * self.form.margin) / len(sides)
        starts = (self.form.margin + room * index for index in range(len(sides)))
        return max(self._band(side, (x, top), room, front) for side, x in zip(sides, starts, strict=True)) + 8

    def _band(self, side: Side, at: Point, room: float, front: Front) -> float:
        """A side in rows, the front towards the middle; its name and those gone at the rear where it faces up."""
        x, y = at
        if front == "down":
            y = self._foot(side, (x, self._side_head(side, at, room - 8)), room - 8)
        armies = self._standing(side)
        step = min(self.form.shift, 28)
        across = max(int((room + self.form.gap) // (self.form.card + self.form.gap)), 1)
        for begin in range(0, len(armies), across):
            row = armies[begin : begin + across]
            used = len(row) * (self.form.card + self.form.gap) - self.form.gap
            inset = x + (max(room - used, 0)) / 2
            heights = []
            for index, army in enumerate(row):
                forward = step if (army.posture == "in_melee") == (front == "down") else 0
                left = inset + index * (self.form.card + self.form.gap)
                heights.append(self._lay(army, (left, y + forward), front))
            y += max(heights) + step + self.form.gap
        if front == "up":
            y = self._foot(side, (x, self._side_head(side, (x, y), room - 8)), room - 8)
        return y

    # --- legend ---

    def _legend(self, top: float) -> tuple[Markup, float]:
        """What the signs mean, and of which pass the arrows are; where the sheet ends."""
        form, lang = self.form, self.scene.lang
        size = form.size * 0.92
        items = list(legend(self.scene.lang, size))
        if self.scene.when:
            words = T("Arrows: {when}", when=self.scene.when).say(lang)
            shown = label((0, size), words, size, "serif-italic", "start", halo=None)
            items.insert(0, (shown, measure(words, size, "serif-italic")))
        inside = form.width - 2 * form.margin
        drawn, high = flowed(items, (form.margin, top + 7), inside, size * 1.7, gap=size * 1.4)
        end = top + high + 12
        paper = block((0, top), (form.width, end - top), "paper")
        return join([paper, line([(0, top), (form.width, top)], "line", 1), drawn]), end


# --- parts of the sheet ---


def _lamp(words: str, on: bool, size: float) -> tuple[Markup, float]:
    """A lamp: with rays and bold words when it is lit, an empty ring when it is not."""
    radius = size * 0.42
    middle = (size * 0.8, size * 0.72)
    parts = [disc(middle, radius, "pip" if on else "card", "ink" if on else "soft", 1.3)]
    if on:
        for at in range(8):
            x, y = cos(at * pi / 4), sin(at * pi / 4)
            ends = [(middle[0] + x * r, middle[1] + y * r) for r in (radius + 2, radius + size * 0.3)]
            parts.append(line(ends, "gold", 1.5))
    face = "sans-bold" if on else "sans"
    parts.append(
        label((size * 1.75, size * 1.08), words, size, face, "start", "ink" if on else "soft", None)  # type: ignore[arg-type]
    )
    drawn = tag("g", *parts, data_lamp="on" if on else "off")
    return drawn, size * 1.75 + measure(words, size, face)


def _field_badge(about: str, words: str, size: float) -> tuple[Markup, float]:
    """A field condition: what it is about, then what is in force, in a frame."""
    small = size * 0.9
    start = measure(about, small) + 5
    wide = max(measure(words, small, "sans-bold") + small, small * 1.6)
    name = label((0, size * 1.02), about, small, anchor="start", fill="soft", halo=None)
    return join([name, marks.badge((start + wide / 2, size * 0.72), words, "map", small)]), start + wide


@lru_cache(maxsize=64)
def _grid(width: float, top: float, bottom: float) -> Markup:
    """The faint squares of a map sheet."""
    step = 45.0
    across = [
        line([(x * step, top), (x * step, bottom)], "grid", 0.6) for x in range(1, int(width / step) + 1)
    ]
    down = [
        line([(0, top + y * step), (width, top + y * step)], "grid", 0.6)
        for y in range(1, int((bottom - top) / step) + 1)
    ]
    return tag("g", *across, *down, opacity=0.7)


@lru_cache(maxsize=16)
def legend(lang: str, size: float) -> list[tuple[Markup, float]]:
    """Signs and words: kinds of arrows, the bar's ticks."""
    y = size * 0.65
    head = area([(34, y), (26, y - 4), (26, y + 4)], "ink")
    bar = picture_card.bar_sample((34, size * 0.7))
    signs: list[tuple[Markup, str]] = [
        (join([line([(0, y), (27, y)], "ink", 2, "6 4"), head]), T("shot").say(lang)),
        (join([line([(0, y), (27, y)], "ink", 2), head]), T("blow").say(lang)),
        (
            join([line([(0, y), (27, y)], "ink", 5), line([(0, y), (27, y)], "paper", 2), head]),
            T("pursuit").say(lang),
        ),
        (
            join(
                [line([(0, y), (33, y)], "soft", 1.5), line([(27, y - 4), (34, y), (27, y + 4)], "soft", 1.5)]
            ),
            T("missed").say(lang),
        ),
        (
            join(
                [
                    line([(0, y), (34, y)], "soft", 1.5),
                    line([(12, y - 5), (22, y + 5)], "ink", 2),
                    line([(12, y + 5), (22, y - 5)], "ink", 2),
                ]
            ),
            T("vetoed").say(lang),
        ),
        (group(bar, at=(0, y - size * 0.35)), T("HP: half, and the rout line (flag)").say(lang)),
    ]
    return [
        (
            join([sign, label((41, size * 1.02), words, size, anchor="start", halo=None)]),
            41 + measure(words, size),
        )
        for sign, words in signs
    ]
