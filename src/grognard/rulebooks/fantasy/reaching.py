"""What a chosen unit can see, hit and get to, laid over the picture."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.game import Heard
from grognard.rulebooks.fantasy import picture_counters as counters
from grognard.rulebooks.fantasy.model import Character
from grognard.rulebooks.fantasy.paper import paper
from grognard.rulebooks.fantasy.picture_reach import reach as reach_of
from grognard.rulebooks.fantasy.picture_scene import scene
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.show.markup import join
from grognard.show.tabletop.names import Placer


def reach(view: FantasyView, piece: str, lang: str = "en", heard: Sequence[Heard] = ()) -> str:
    """Arc and ranges, march, move and charge of a unit (of a character's unit), with whom it may charge and at what
    odds. An SVG ``<g>`` over the wide picture of the view; "" for what isn't on the table. An enemy's numbers are
    guesses, as they are in the view."""
    found = view.field.pieces.get(piece)
    unit_id = found.unit if isinstance(found, Character) else piece
    if not view.field.ready(unit_id):
        return ""
    shown, sheet = scene(view, lang, unit_id), paper(view, lang)
    drawn, figures = reach_of(shown, sheet.map)
    placer = Placer(sheet.map.width, sheet.map.height)
    placer.block(counters.area_of(one, sheet.map) for one in counters.in_view(shown, sheet.map))
    names = join(placer.lay(wish) for wish in figures)
    return sheet.laid([drawn, names], data_reach_of=piece)
