"""What a chosen piece of the picture can see, hit and get to, laid over the picture."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.game import Heard
from grognard.core.state import UMPIRE
from grognard.rulebooks.pike_and_shot import picture_counters as counters
from grognard.rulebooks.pike_and_shot.model import Commander, Unit
from grognard.rulebooks.pike_and_shot.paper import paper
from grognard.rulebooks.pike_and_shot.picture import Sheet
from grognard.rulebooks.pike_and_shot.picture_map import Map
from grognard.rulebooks.pike_and_shot.picture_reach import reach as reach_of
from grognard.rulebooks.pike_and_shot.picture_scene import Leader, Scene, decimal, scene
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.show.drawing import disc, group, label
from grognard.show.markup import Markup, join, tag
from grognard.show.style import side_of
from grognard.show.tabletop.names import Placer


def reach(view: PikeView, piece: str, lang: str = "en", heard: Sequence[Heard] = ()) -> str:
    """Zone, ranges and moves of a unit; of a commander how far his voice carries and, for his own side, how far he
    rides and what his order is. An SVG ``<g>`` over the wide picture of the view; "" for any other piece."""
    found = view.field.pieces.get(piece)
    if not isinstance(found, Unit | Commander) or found.status != "ready":
        return ""
    shown = scene(view, (), lang, piece)
    sheet = paper(view, lang, heard)
    drawn = _unit(shown, sheet.map) if isinstance(found, Unit) else _leader(view, shown, sheet.map)
    return tag("g", group(drawn, at=sheet.corner), data_reach_of=piece)


def _unit(shown: Scene, map_: Map) -> Markup:
    """Figures keep off the units."""
    drawn, figures = reach_of(shown, map_)
    placer = Placer(map_.width, map_.height, Sheet.manner)
    for one in counters.in_view(shown, map_):
        placer.block(counters.areas(one, map_))
    return join([drawn, *(placer.lay(wish) for wish in figures)])


def _leader(view: PikeView, shown: Scene, map_: Map) -> Markup:
    one = next(leader for leader in shown.leaders if leader.chosen)
    parts = [counters.reach(one, map_), _figure(one, one.radius + one.reach, one.reach, map_, shown.lang)]
    if one.order is not None:
        parts.append(counters.order(one, one.order, map_, shown.field.parameters.order_zone))
    if view.seat == UMPIRE or shown.field.post(one.id).side == view.side:
        far = shown.field.parameters.commander_move
        ring = disc(map_.at((one.x, one.y)), map_.px(far), "gold", "gold", 1.2, fill_opacity=0.07)
        parts = [tag("g", ring, data_ride=far), *parts]
    return join(parts)


def _figure(one: Leader, far: int, said: int, map_: Map, lang: str) -> Markup:
    """The distance in inches over the ring."""
    x, y = map_.at((one.x, one.y + far))
    words = f'{decimal(said / 1000, lang)}"'
    return label((x, max(y - 4, 11)), words, 10.5, "sans-bold", fill=side_of(one.side).ink)
