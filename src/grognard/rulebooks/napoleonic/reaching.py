"""What a chosen unit can see, hit and get to, laid over the picture."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.game import Heard
from grognard.rulebooks.napoleonic import picture_counters as counters
from grognard.rulebooks.napoleonic.paper import paper
from grognard.rulebooks.napoleonic.picture_reach import reach as reach_of
from grognard.rulebooks.napoleonic.picture_reach import stands_with
from grognard.rulebooks.napoleonic.picture_scene import scene
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.show.markup import join
from grognard.show.tabletop.names import Placer


def reach(view: NapoleonicView, piece: str, lang: str = "en", heard: Sequence[Heard] = ()) -> str:
    """Sectors, moves, close combat and links of command of a body (of the one with which a person stands), and how far
    the persons with it command. An SVG ``<g>`` over the wide picture of the view; "" for what isn't on the table."""
    one = stands_with(view.field, piece)
    if not one:
        return ""
    shown, sheet = scene(view, lang, one), paper(view, lang)
    drawn, figures = reach_of(shown, sheet.map)
    rings = join(counters.ring(ring, sheet.map) for ring in shown.rings if ring.body.id == one)
    placer = Placer(sheet.map.width, sheet.map.height)
    placer.block(counters.area_of(other, sheet.map) for other in counters.in_view(shown, sheet.map))
    names = join(placer.lay(wish) for wish in figures)
    return sheet.laid([rings, drawn, names], data_reach_of=piece)
