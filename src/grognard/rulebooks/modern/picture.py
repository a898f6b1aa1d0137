"""The battle picture: a hex map as an old staff map, as much of the battle as the seat of the view may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from grognard.core.game import Heard
from grognard.core.rule import clause
from grognard.rulebooks.modern import picture_ground as ground
from grognard.rulebooks.modern import picture_margin as margin
from grognard.rulebooks.modern.picture_counters import Piece, counter, standard
from grognard.rulebooks.modern.picture_deeds import Deeds, deeds, drawn
from grognard.rulebooks.modern.picture_map import Plan, plan_of
from grognard.rulebooks.modern.picture_scene import Laid, Scene, Spot, deploying, scene
from grognard.rulebooks.modern.picture_text import alt_text, plain_text, unit_words
from grognard.rulebooks.modern.view import ModernView
from grognard.show.drawing import Drawing, Point, block, flowed, group, label, tooltip
from grognard.show.markup import Markup, join, number, tag
from grognard.show.model import Picture
from grognard.show.style import side_of

WIDTH, EDGE = 1180.0, 26.0


def picture(view: ModernView, heard: Sequence[Heard] = (), lang: str = "en", narrow: bool = False) -> Picture:
    """The battle as the seat of ``view`` sees it, in ``lang``; ``heard`` gives ways and fire of the last step.

    ``narrow``: the smallest hexes, and nothing beside them, for telephones.
    """
    return Sheet(scene(view, lang), deeds(heard), narrow=narrow).picture()


def table_text(view: ModernView, heard: Sequence[Heard] = (), lang: str = "en", width: int = 80) -> str:
    """The same content for a terminal, no line longer than ``width`` columns."""
    return plain_text(scene(view, lang), deeds(heard), width)


class Sheet:
    """One picture: where the map lies on it depends on the map and the head alone. ``gliding``: counters on their way,
    by id, in the map's coordinates."""

    def __init__(
        self,
        shown: Scene,
        found: Deeds,
        gliding: Mapping[str, Point] | None = None,
        narrow: bool = False,
    ) -> None:
        self.scene, self.found, self.gliding = shown, found, gliding or {}
        grid = shown.setup.map.grid
        self.plan: Plan = plan_of(grid, margin.PANEL) if narrow else plan_of(grid)
        self.width = max(margin.PANEL + 2 * EDGE if narrow else WIDTH, self.plan.width + 2 * EDGE)
        self.beside = self.width - self.plan.width - 2 * EDGE >= margin.PANEL + margin.GAP
        self.head, end = margin.head(shown, self.width, EDGE, narrow)
        left = EDGE if self.beside else (self.width - self.plan.width) / 2
        self.corner: Point = (left, end + 12)

    def picture(self) -> Picture:
        shown = self.scene
        return Picture(self.svg(), alt_text(shown), shown.now, plain_text(shown, self.found))

    def svg(self) -> str:
        bottom, height = self._bottom()
        title = self.scene.setup.name.say(self.scene.lang)
        sheet = Drawing(self.width, height, f"{title}. {self.scene.now.say(self.scene.lang)}", "paper")
        sheet.add(self.head, self._map(), bottom)
        return sheet.svg()

    def to_hex(self, x: float, y: float) -> int | None:
        """The hex under a point of the sheet."""
        return self.plan.hex(x - self.corner[0], y - self.corner[1])

    # --- around the map ---

    def _bottom(self) -> tuple[Markup, float]:
        """The panel beside the map, or below it; scale, north and legend at the end."""
        panel, high = margin.panel(self.scene, margin.PANEL if self.beside else self.width - 2 * EDGE)
        x, y = self.corner
        end = y + self.plan.height + 14
        if self.beside:
            parts = [group(panel, at=(x + self.plan.width + margin.GAP, y))]
            end = max(end, y + high + 10)
        else:
            parts = [group(panel, at=(EDGE, end))]
            end += high + 10
        room = self.width - 2 * EDGE
        items = [margin.north(self.scene.lang), margin.scale_bar(self.scene, self.plan)]
        scale, tall = flowed(items, (EDGE, end), room, 46, 18)
        legend, rows = flowed(margin.legend(self.scene, self.found, room), (EDGE, end + tall + 8), room, 25)
        return join([*parts, scale, legend]), end + tall + rows + 18

    # --- the map, layer by layer ---

    def _map(self) -> Markup:
        shown, plan = self.scene, self.plan
        (x, y), width, height = self.corner, plan.width, plan.height
        layers = [
            block((0, 0), (width, height), "map"),
            ground.still(shown.setup, plan),
            ground.roads(shown.setup, plan, shown.field.works),
            ground.fog(plan, shown.seen) if shown.seen is not None else Markup(""),
            self._zones(),
            join(ground.fort(plan, hex, level) for hex, level in shown.forts),
            join(ground.mines(plan, hex, side_of(side).ink) for hex, side in shown.mines),
            join(self._counter(one) for one in shown.counters),
            join(self._flag(one) for one in shown.spots),
            drawn(self.found, plan, shown.sides, frozenset(one.hex for one in shown.spots)),
        ]
        clipped = tag(
            "svg",
            *layers,
            x=x,
            y=y,
            width=width,
            height=height,
            viewBox=f"0 0 {number(width)} {number(height)}",
            overflow="hidden",
        )
        return join([clipped, block((x, y), (width, height), "none", "ink", 1.4)])

    @clause("MO-TURN-08")
    def _zones(self) -> Markup:
        """Start zones, while units are being placed."""
        shown, field = self.scene, self.scene.field
        if field.clock.turn and deploying(shown.view) is None:
            return Markup("")
        return join(
            ground.zone(self.plan, army.zone(field.grid), side_of(shown.sides[side]).ink)
            for side, army in shown.setup.armies.items()
        )

    def _counter(self, one: Laid) -> Markup:
        at = self.gliding.get(one.piece.id) or self.plan.at(one.hex)
        return _placed(one.piece, self.plan.radius, at, ". ".join(unit_words(self.scene, one)))

    @clause("MO-CP-02", "MO-TERR-13")
    def _flag(self, one: Spot) -> Markup:
        """A flag in the upper corner of the hex with the runs beside it, and the name below."""
        plan, (x, y) = self.plan, self.plan.at(one.hex)
        ink = side_of(one.holder).ink if one.holder is not None else None
        size = plan.radius * 0.3
        parts = [group(standard(ink, size), at=(x - plan.radius * 0.72, y))]
        for at, (side, _, run, most) in enumerate(one.runs):
            badge = margin.run_badge(side, run, most)
            parts.append(
                group(badge, at=(x, y - plan.pitch * 0.5 - at * 12), scale=max(0.8, plan.radius / 38))
            )
        if plan.fine:
            words = one.name.say(self.scene.lang)
            parts.append(label((x, y + plan.pitch * 0.5 + 3), words, plan.radius * 0.31, "serif-italic"))
        return tag("g", *parts, data_point=one.id)


@lru_cache(maxsize=1024)
def _placed(piece: Piece, radius: float, at: Point, words: str) -> Markup:
    """A counter where it stands, with what it is in words; the same from one picture to the next."""
    told = tooltip(words, counter(piece, radius))
    return tag("g", group(told, at=at), data_unit=piece.id, data_side=piece.side)
