"""A battle in which posts are read: two lines within reach of each other, with heroes, a wizard and a gun."""

from __future__ import annotations

from functools import cache

from grognard.core import engine
from grognard.core.errors import Refused
from grognard.core.state import Order
from grognard.orders import Asked, Reading, read, read_back
from grognard.orders.readback import unreadable
from grognard.rulebooks.fantasy.setup import FantasySetup
from tests.rulebooks.fantasy.scenes import BOOK, Scene, hero, setup_of, unit


@cache
def setup() -> FantasySetup:
    own = [
        unit("c1", "pikemen", 40, (30, 12), standard=True),
        unit("c2", "halberdiers", 30, (41, 11)),
        unit("c3", "spearmen", 20, (20, 12)),
        unit("c4", "archers", 20, (12, 10)),
        unit("c5", "arquebusiers", 12, (50, 10), files=6, formation="column"),
        unit("c6", "knights", 10, (60, 12)),
        unit("c7", "jaegers", 8, (67, 16), files=4, formation="column"),
        unit("c8", "cannon", 3, (35, 5)),
        unit("c9", "light_horse", 5, (4, 12)),
    ]
    theirs = [
        unit("h1", "orcs", 40, (30, 26), 180),
        unit("h2", "orcs", 40, (41, 26), 180),
        unit("h3", "goblins", 30, (14, 24), 180),
        unit("h4", "wolf_riders", 10, (60, 28), 180),
        unit("h5", "boar_riders", 10, (68, 30), 180),
        unit("h6", "goblin_archers", 20, (22, 27), 180),
        unit("h7", "trolls", 6, (52, 24), 180),
    ]
    by_id = {one.id: one for one in (*own, *theirs)}
    heroes = [
        hero("lord", "general", by_id["c1"]),
        hero("hal", "captain", by_id["c2"]),
        hero("magus", "mage", by_id["c5"], level=2, path="flame", spells=("flame_1", "flame_4", "flame_2")),
        hero("kn", "captain", by_id["c6"]),
        hero("boss", "warlord", by_id["h1"]),
    ]
    return setup_of(by_id.values(), heroes)


@cache
def scene() -> Scene:
    return Scene(setup())


def reading(post: str, seat: str = "c", of: Scene | None = None) -> Reading:
    view = (of or scene()).view(seat)
    return read(post, BOOK.asked_for(view, view.asked, post), BOOK.vocabulary(view))


def heard(post: str, seat: str = "c", of: Scene | None = None) -> dict[str, Order]:
    """Unit -> the order that a post gives it."""
    found = reading(post, seat, of)
    return {one.question.partition(":")[2]: one.order for one in found.orders}


def said_back(post: str, seat: str = "c", lang: str = "ru", of: Scene | None = None) -> list[str]:
    view = (of or scene()).view(seat)
    asked = BOOK.asked_for(view, view.asked, post)
    vocabulary = BOOK.vocabulary(view)
    return read_back(read(post, asked, vocabulary), asked, vocabulary, lang, post)


def refusals(post: str, seat: str = "c", lang: str = "ru") -> dict[str, str]:
    """Unit -> why the rules don't take the order that a post gives it."""
    found = {}
    for one in reading(post, seat).orders:
        try:
            engine.check(BOOK, setup(), scene().state, seat, one.question, one.order)
        except Refused as refused:
            found[one.question.partition(":")[2]] = refused.say(lang)
    return found


def saying_is_read(here: Scene, seat: str) -> bool:
    view = here.view(seat)
    return not unreadable(BOOK.asked(view, view.asked), BOOK.vocabulary(view))


def asked_of(unit: str) -> Asked:
    view = scene().view("c")
    return next(one for one in BOOK.asked(view, view.asked) if one.about == unit)
