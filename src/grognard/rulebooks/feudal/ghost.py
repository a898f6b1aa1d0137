"""An order as it would lie on the picture: an arrow to whom it strikes, or a step, with the chances beside it; and
whom a chosen army could strike at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from grognard.core.game import Heard
from grognard.core.state import Order, Question
from grognard.rulebooks.feudal.decisions import DECISIONS, screened
from grognard.rulebooks.feudal.missiles import may_shoot
from grognard.rulebooks.feudal.order_words import OF_A_SEAT, order_words
from grognard.rulebooks.feudal.picture import Sheet
from grognard.rulebooks.feudal.picture_arrows import NORMALS, Place, arrows
from grognard.rulebooks.feudal.picture_scene import Blow
from grognard.rulebooks.feudal.places import sheet_of
from grognard.rulebooks.feudal.view import FeudalView
from grognard.rulebooks.risks import card, risks
from grognard.show import marks
from grognard.show.drawing import Point, block
from grognard.show.markup import Markup, join, tag
from grognard.show.style import side_of

FORWARD, BACK = 64.0, -46.0
"""How far the arrow of a step reaches before and behind a card."""
STEPS = {"advance": FORWARD, "withdraw": BACK, "fall_back": BACK}
STRIKES = {"ranged_order": "shot", "melee_order": "blow", "strike_back": "blow", "ambush": "blow"}


def ghost(
    view: FeudalView, question: Question, order: Order, lang: str = "en", heard: Sequence[Heard] = ()
) -> str:
    """The order as an SVG ``<g>`` over the wide picture; "" if it draws nothing."""
    if not order or question.kind not in DECISIONS:
        return ""
    sheet = sheet_of(view, lang, heard)
    army = "" if question.kind in OF_A_SEAT else str(question.about[0])
    parts = list(_parts(view, question, order, sheet, army))
    place = sheet.places.get(army)
    if place is not None:
        words = order_words(view, question, order).say(lang)
        parts += [_outline(place), _label(place, words)]
        lines = risks(DECISIONS[question.kind], view, question, order, lang)
        room = (6.0, 6.0, sheet.form.width - 6, place.y + place.height + 200)
        parts.append(card(lines, _beside(place), room))
    return tag("g", *parts, data_ghost=str(order[0])) if parts else ""


def _parts(view: FeudalView, question: Question, order: Order, sheet: Sheet, army: str) -> Iterator[Markup]:
    target = target_of(question, order)
    if army in sheet.places and target in sheet.places:
        kind = "shot" if view.field.phase == "ranged" else STRIKES.get(question.kind, "blow")
        yield strokes(sheet, [Blow(kind, army, target, landed=True)])
    elif target in sheet.places:
        yield _outline(sheet.places[target])
    if army in sheet.places:
        step = next((STEPS[str(word)] for word in order if word in STEPS), 0.0)
        if step:
            ink = side_of(sheet.scene.army(army).side).ink
            yield _step(sheet.places[army], step, ink)


def target_of(question: Question, order: Order) -> str:
    """The army that an order is aimed at, or ""."""
    match question.kind:
        case "ranged_order" | "ambush" | "second_choice" | "strike_back":
            return str(order[0])
        case "melee_order":
            return str(order[1]) if order[0] == "attack" and len(order) > 1 else ""
        case "artefact":
            return str(order[2]) if len(order) > 2 else ""
    return ""


def strokes(sheet: Sheet, blows: Sequence[Blow]) -> Markup:
    """Arrows between cards, as the picture draws them."""
    here = [one for one in blows if one.attacker in sheet.places and one.target in sheet.places]
    ways, words = arrows(replace(sheet.scene, blows=tuple(here)), sheet.places, sheet.form.pen)
    return join([ways, words])


def _outline(place: Place) -> Markup:
    at, size = (place.x - 4, place.y - 4), (place.width + 8, place.height + 8)
    return block(at, size, "none", "gold", 3, 9)


def _label(place: Place, words: str) -> Markup:
    """The order in a frame on the upper edge of the card."""
    return marks.badge((place.x + place.width / 2, place.y - 4), words, "pip", 12)


def _beside(place: Place) -> Point:
    """By the front of a card."""
    return place.port(0.5)


def _step(place: Place, far: float, ink: str) -> Markup:
    """An arrow out of the front, or along the edge of the card towards its rear."""
    east, south = NORMALS[place.front]
    x, y = place.port(0.5)
    start = (x - east * far * 0.4, y - south * far * 0.4)
    if far < 0:
        x, y = place.port(1)
        start = (x + 4 * abs(south) - east * 8, y + 4 * abs(east) - south * 8)
        far = -0.9 * (place.width if east else place.height)
        return marks.arrow([start, (start[0] + east * far, start[1] + south * far)], ink, width=4)
    return marks.arrow([start, (x + east * far * 0.6, y + south * far * 0.6)], ink, width=4)


# --- whom an army could strike at ---


def reach(view: FeudalView, army: str, lang: str = "en", heard: Sequence[Heard] = ()) -> str:
    """Arrows to every enemy whom an army may shoot at or strike now, crossed where a policy forbids it; "" if the
    army is not on the field."""
    if army not in view.seen or view.seen[army].status != "ready":
        return ""
    sheet = sheet_of(view, lang, heard)
    if army not in sheet.places:
        return ""
    return tag("g", strokes(sheet, _blows(view, army)), _outline(sheet.places[army]), data_reach_of=army)


def _blows(view: FeudalView, army: str) -> list[Blow]:
    """As far as the seat knows: shots unless the lines are fighting, else blows."""
    shoots = view.field.phase != "melee" and may_shoot(view.setup, view.bearer(army), view.field)
    found = []
    for enemy in view.enemies(army):
        kind = "shot" if shoots else "veto" if screened(view, army, enemy.id) else "blow"
        if shoots or view.field.phase != "ranged":
            found.append(Blow(kind, army, enemy.id, landed=kind != "veto"))
    return found
