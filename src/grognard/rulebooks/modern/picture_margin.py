"""Around the map: the head strip, generals with hands and credits, points with their runs, cards on the table, the
legend, scale and north."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.rule import clause
from grognard.locale import T, Text, say
from grognard.rulebooks.modern.card_words import ARM_WORDS, TIER_WORDS
from grognard.rulebooks.modern.effects import ARMS
from grognard.rulebooks.modern.picture_counters import Piece, counter, standard
from grognard.rulebooks.modern.picture_deeds import Deeds
from grognard.rulebooks.modern.picture_ground import samples
from grognard.rulebooks.modern.picture_map import Plan
from grognard.rulebooks.modern.picture_scene import GeneralLine, Laid, Scene, Spot
from grognard.show import marks
from grognard.show.drawing import Item, block, group, label, labels, line, tooltip
from grognard.show.markup import Markup, join, tag
from grognard.show.metrics import Face, measure, wrap_text
from grognard.show.style import side_of
from grognard.show.tabletop.margin import badge, fitted
from grognard.show.tabletop.margin import head as narrow_head

SIGN = 34.0
"""Room for a sign in the legend."""
SIZE = 12.5
STEP = 18.0
PANEL, GAP = 360.0, 22.0
"""How wide the panel beside or below the map is, and how far it keeps off."""


# --- head strip ------------------------------------------------------------------------------------------


def head(scene: Scene, width: float, margin: float, narrow: bool = False) -> tuple[Markup, float]:
    """Title, what is going on, the sides; and where the strip ends."""
    inside = width - 2 * margin
    title, now = scene.setup.name.say(scene.lang), scene.now.say(scene.lang)
    if narrow:
        sides = [badge(at, _side_words(scene, at)) for at in range(len(scene.setup.sides))]
        return narrow_head(title, now, sides, width, margin, narrow=True, still=True, shares=(1, 0, 1))
    wide = inside * 0.7
    lines = len(wrap_text(title, wide, 22, "serif-bold"))
    below = 31 + 27.5 * (lines - 1) + 21
    parts = [
        labels((margin, 31), title, wide, 22, "serif-bold", "start", halo=None),
        labels((margin, below), now, wide, 14, "serif", "start", halo=None),
    ]
    rows = max(1, len(wrap_text(now, wide, 14, "serif")))
    end = below + (rows - 1) * 17.5 + 12
    for at in range(len(scene.setup.sides)):
        parts.append(_side(scene, at, (margin + inside * 0.72, 16 + at * 26)))
    end = max(end, 16 + len(scene.setup.sides) * 26 + 4)
    paper = block((0, 0), (width, end), "paper")
    return join([paper, *parts, line([(0, end), (width, end)], "ink", 1.6)]), end


def _side(scene: Scene, at: int, where: tuple[float, float]) -> Markup:
    """A side's sign and name, with what it has lost."""
    drawn = [
        group(marks.side_sign(side_of(at), 13), at=(16, 10)),
        label((38, 15), _side_words(scene, at), SIZE, "sans-bold", "start", halo=None),
    ]
    return tag("g", group(join(drawn), at=where), data_side=at)


def _side_words(scene: Scene, at: int) -> str:
    side = scene.setup.sides[at]
    tally = scene.field.tally(side.id)
    lost, gone = sum(tally.lost), sum(tally.destroyed)
    words = T("{side}: statuses lost {lost}, units destroyed {gone}", side=side.name, lost=lost, gone=gone)
    return words.say(scene.lang)


# --- panel -----------------------------------------------------------------------------------------------


def panel(scene: Scene, room: float) -> tuple[Markup, float]:
    """Generals, points, cards on the table, what is beside the map: one under another, or side by side where there is
    room; and how high it is."""
    parts: list[Markup] = []
    columns = max(1, int((room + GAP) // (PANEL + GAP)))
    ends = [0.0] * columns
    for drawn, high in _sections(scene):
        at = ends.index(min(ends))
        parts.append(group(drawn, at=(at * (PANEL + GAP), ends[at])))
        ends[at] += high
    return join(parts), max(ends)


def _sections(scene: Scene) -> Iterator[tuple[Markup, float]]:
    for title, rows in (
        (T("Generals"), [_general(scene, one) for one in scene.generals]),
        (T("Control points"), [_spot(scene, one) for one in scene.spots]),
        (T("Cards on the table"), [_card(scene, card, owner) for card, owner in scene.played]),
        (T("Beside the map"), _trays(scene)),
    ):
        parts = [label((0, 13), title.say(scene.lang), 14, "serif-bold", "start", halo=None)]
        y = 20.0
        for drawn, high in rows:
            parts.append(group(drawn, at=(0, y)))
            y += high
        if rows:
            yield join(parts), y + 8


Row = tuple[Markup, float]


@clause("MO-GNL-01", "MO-KSO-01", "MO-CP-05", "MO-TURN-05")
def _general(scene: Scene, one: GeneralLine) -> Row:
    """Name, clock sign of whose turn it is, cards as backs, credits; below, the hand where it may be seen."""
    lang = scene.lang
    parts = [group(marks.side_sign(side_of(one.side), 11), at=(14, 8))]
    face: Face = "sans-bold" if one.active else "sans"
    parts.append(
        label((32, 12), fitted(say(one.name, lang), 140, SIZE, face), SIZE, face, "start", halo=None)
    )
    if one.active:
        parts.append(block((-5, -2), (PANEL, 19), "none", "gold", 1.6, 4))
    parts.append(tooltip(T("cards in hand").say(lang), _backs((178, 2), one.cards, one.limit)))
    facts = {
        "credits": one.credits,
        "vouchers": one.vouchers,
        "used": one.activations,
        "command": one.command,
    }
    words = T("credits {credits}, command {used}/{command}", **facts)
    if one.vouchers:
        words = T("credits {credits}, vouchers {vouchers}, command {used}/{command}", **facts)
    if one.gone:
        words = T("has left")
    left = 184 + 11 * max(one.cards, one.limit)
    parts.append(label((left, 12), fitted(words.say(lang), PANEL - left, 11), 11, "sans", "start", halo=None))
    high = STEP
    if one.hand:
        cards = ", ".join(scene.names.card(card).words.say(lang) for card in one.hand)  # type: ignore[union-attr]
        rows = wrap_text(cards, PANEL - 32, 11)
        parts += [
            label((32, high + 11 + at * 14), row, 11, "sans", "start", "soft", None)
            for at, row in enumerate(rows)
        ]
        high += 14 * len(rows) + 2
    drawn = tag("g", *parts, data_general=one.seat, data_active="yes" if one.active else None)
    return drawn, high + 2


def _backs(at: tuple[float, float], count: int, limit: int) -> Markup:
    """So many cards in a hand, and room for so many more."""
    return join(
        block((at[0] + n * 11, at[1]), (8, 11), "s5" if n < count else "none", "ink", 0.9, 1.5)
        for n in range(max(count, limit))
    )


@clause("MO-CP-02", "MO-CP-03", "MO-CP-04")
def _spot(scene: Scene, one: Spot) -> Row:
    ink = side_of(one.holder).ink if one.holder is not None else None
    words = (
        f"{scene.field.label(one.hex)} {one.name.say(scene.lang)}, {TIER_WORDS[one.yields].say(scene.lang)}"
    )
    parts = [
        group(standard(ink, 6.5), at=(8, 14)),
        label((32, 12), fitted(words, 236, 12), 12, "sans", "start", halo=None),
    ]
    x = 272.0
    for side, _, run, most in one.runs:
        drawn = run_badge(side, run, most)
        parts.append(group(drawn, at=(x + 18, 8)))
        x += 42
    return tag("g", *parts, data_point=one.id), STEP


def run_badge(side: int, run: int, most: int) -> Markup:
    """``A 3/5``: whose run, how long, of how many turns."""
    mark = side_of(side)
    return join([marks.badge((0, 0), f"{mark.letter} {run}/{most}", mark.ink, 10)])


def _card(scene: Scene, card: str, owner: str) -> Row:
    name = scene.names.card(card).words.say(scene.lang)  # type: ignore[union-attr]
    side = scene.names.at(owner)
    parts = [group(marks.side_sign(side_of(side or 0), 11), at=(14, 8))]
    words = f"{name} ({say(scene.names.who(owner), scene.lang)})"
    parts.append(label((32, 12), fitted(words, PANEL - 32, 12), 12, "sans", "start", halo=None))
    return join(parts), STEP


TRAY = 22.0


@clause("MO-TRAN-07", "MO-UNIT-01")
def _trays(scene: Scene) -> list[Row]:
    """Own units aboard, in reserve or not placed yet as counters; of others' reserves how many of each arm."""
    rows: list[Row] = []
    for one in scene.tray:
        words = f"{one.name.say(scene.lang)}: {where_words(scene, one).say(scene.lang)}"
        drawn = group(counter(one.piece, TRAY), at=(14, 12))
        parts = [drawn, label((36, 16), fitted(words, PANEL - 36, 12), 12, "sans", "start", halo=None)]
        rows.append(
            (tag("g", tooltip(words, *parts), data_unit=one.piece.id, data_side=one.piece.side), 27.0)
        )
    listed = {one.piece.side for one in scene.tray if scene.field.unit(one.piece.id).status == "reserve"}
    for side, counts in scene.view.reserves:
        if sum(counts) and scene.sides[side] not in listed:
            arms = [
                f"{ARM_WORDS[arm].say(scene.lang)} {count}"
                for arm, count in zip(ARMS, counts, strict=True)
                if count
            ]
            name = next(one.name for one in scene.setup.sides if one.id == side)
            words = T("{side}, in reserve: {arms}", side=name, arms=tuple(arms)).say(scene.lang)
            drawn = group(marks.side_sign(side_of(scene.sides[side]), 11), at=(14, 8))
            rows.append(
                (
                    join(
                        [
                            drawn,
                            label((32, 12), fitted(words, PANEL - 32, 12), 12, "sans", "start", halo=None),
                        ]
                    ),
                    STEP,
                )
            )
    return rows


def where_words(scene: Scene, one: Laid) -> Text:
    """Where a unit beside the map is."""
    unit = scene.field.unit(one.piece.id)
    if unit.status == "aboard":
        host = scene.field.pieces.get(unit.aboard)
        hex = scene.field.label(host.hex) if host is not None else ""  # type: ignore[union-attr]
        return T("aboard in {hex}", hex=hex)
    return T("in reserve") if unit.status == "reserve" else T("not deployed yet")


# --- scale and north -------------------------------------------------------------------------------------


@clause("MO-MAP-03")
def scale_bar(scene: Scene, plan: Plan) -> Item:
    """So many hexes, and what they are on the ground."""
    count, km = 3, scene.field.parameters.hex_km
    long = plan.pitch * count
    words = ["0", T("{km} km", km=count * km).say(scene.lang)]
    return group(marks.scale_bar((8, 26), long, words)), long + 60


def north(lang: str) -> Item:
    return group(marks.compass((10, 16), T("N").say(lang)), scale=0.62), 26


# --- legend ----------------------------------------------------------------------------------------------


def legend(scene: Scene, found: Deeds, room: float) -> list[Item]:
    """What the signs on this map mean, and only those; none wider than ``room``."""
    signs = [*_arms(scene), *_marks(scene), *_ground(scene), *_deeds(scene, found)]
    return [_item(drawn, fitted(say(words, scene.lang), room - SIGN - 5, SIZE)) for drawn, words in signs]


Sign = tuple[Markup, "Text | str"]


def _item(drawn: Markup, words: str) -> Item:
    text = label((SIGN + 5, SIZE * 1.05), words, SIZE, "sans", "start", halo=None)
    return join([group(drawn, at=(SIGN / 2, SIZE * 0.7)), text]), SIGN + 5 + measure(words, SIZE)


def _plain(scene: Scene, **more: object) -> Piece:
    facts: dict[str, object] = {"letter": "", "number": 1, **more}
    return Piece("", -1, facts.pop("arm", "infantry"), **facts)  # type: ignore[arg-type]


def _arms(scene: Scene) -> Iterator[Sign]:
    here = {one.piece.arm for one in (*scene.counters, *scene.tray)}
    for arm in ARMS:
        if arm in here:
            letter = scene.field.parameters.arm_letters[arm].say(scene.lang)
            yield counter(_plain(scene, arm=arm, letter=letter), 18), ARM_WORDS[arm]


def _marks(scene: Scene) -> Iterator[Sign]:
    pieces = [one.piece for one in (*scene.counters, *scene.tray)]
    for has, sample, words in (
        (any(not one.number for one in pieces), {"number": 0}, T("a counter that is not known")),
        (True, {"statuses": 2, "lost": 1}, T("statuses, one of them lost")),
        (any(one.moved for one in pieces), {"moved": True}, T("has moved")),
        (any(one.fired for one in pieces), {"fired": True}, T("has fired")),
        (any(one.worked for one in pieces), {"worked": True}, T("has worked")),
        (any(one.aboard for one in pieces), {"aboard": 2}, T("passengers")),
        (any(one.sum for one in pieces), {"sum": "8/11"}, T("fire sum and armour")),
        (any(one.laid for one in pieces), {"laid": True}, T("proposed place")),
    ):
        if has:
            yield counter(_plain(scene, **sample), 18), words


def _ground(scene: Scene) -> Iterator[Sign]:
    from grognard.rulebooks.modern import picture_ground as ground
    from grognard.rulebooks.modern.picture_map import Plan as Small
    from grognard.space.hex_grid import Grid

    yield from ((drawn, kind.name.say(scene.lang)) for drawn, kind in samples(scene.setup))
    if scene.setup.map.links:
        yield join([line([(-15, 0), (15, 0)], "ink", 4), line([(-15, 0), (15, 0)], "road", 2.4)]), T("road")
    small = Small(Grid(1, 1), 14)
    if scene.field.passages:
        yield (
            join([line([(-9, y), (9, y)], "ink", 1.6) for y in (-3.5, 3.5)]),
            T("bridge; broken lines: crossing"),
        )
    if scene.forts:
        yield group(ground.fort(small, 0, 2), at=(-14, -12)), T("fort and its level")
    if scene.mines:
        yield group(ground.mines(small, 0, "ink"), at=(-14, -15)), T("mines, in the ink of whose they are")
    if scene.spots:
        yield group(standard(None, 7), at=(-4, 8)), T("control point, in its holder's colours")
        yield run_badge(5, 3, 5), T("turns held in a row, and at how many it pays")
    if scene.seen is not None:
        yield block((-14, -7), (28, 14), "soft", None, fill_opacity=0.35), T("not overlooked by the own side")


def _deeds(scene: Scene, found: Deeds) -> Iterator[Sign]:
    if any(one.kind == "move" for one in found.ways):
        yield marks.arrow([(-15, 0), (15, 0)], "ink", "solid", 2.4), T("move")
    if any(one.kind != "move" for one in found.ways):
        yield marks.arrow([(-15, 0), (15, 0)], "ink", "dashed", 2.4), T("carried or lifted")
    if found.fire:
        yield marks.arrow([(-15, 0), (15, 0)], "ink", "solid", 1.7), T("shot")
