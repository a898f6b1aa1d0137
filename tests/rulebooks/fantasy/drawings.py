"""What a battle picture has on it, read back from its SVG, and small fields with something of everything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from grognard.core.events import Event
from grognard.core.game import Heard
from grognard.locale import Name
from grognard.rulebooks.fantasy.model import SpellInForce, Thing, Turn
from grognard.rulebooks.fantasy.picture import picture
from grognard.rulebooks.fantasy.setup import Army, FantasySetup, Objective
from grognard.rulebooks.fantasy.view import FantasyView, known, known_setup, side_seen
from grognard.space.outline import Edge
from tests.rulebooks.fantasy.scenes import area, contact, hero, setup_of, unit

SVG = "{http://www.w3.org/2000/svg}"


def view_of(setup: FantasySetup, seat: str, *more: Thing, number: int = 1) -> FantasyView:
    """A seat's view of the pieces of a setup and others, with nothing asked."""
    pieces = {one.id: one for one in (*setup.units, *setup.characters, *more)}
    turn = Turn("turn", number=number, phase="orders" if number else "before")
    side = side_seen(setup, seat)
    seen = known(setup, (*pieces.values(), turn), side)
    return FantasyView(seat, side, known_setup(setup, side), seen, (), (), (), None, False)


def field(**more: Any) -> FantasySetup:
    """Foot with losses and a standard, horse in flight, a gun that reloads and shooters of the crown (``c``) against
    orcs, trolls and archers of the horde (``h``)."""
    foot = unit("c1", "pikemen", 26, (20, 15), start_models=40, standard=True)
    horse = unit("c2", "knights", 8, (40, 10), 90, retreating=True)
    gun = unit("c3", "cannon", 3, (10, 8), reload=2)
    bows = unit("c4", "archers", 20, (50, 12))
    orcs = unit("h1", "orcs", 33, (20, 19), 180, start_models=40)
    trolls = unit("h2", "trolls", 6, (34, 30), 200)
    archers = unit("h3", "goblin_archers", 30, (60, 36), 170)
    heroes = [
        hero("lord", "general", foot),
        hero("boss", "warlord", orcs, rank="general"),
        hero("magus", "mage", bows, level=2, path="flame", spells=("flame_1", "flame_2")),
    ]
    spot = Objective(
        "mill",
        Name("The mill", "Мельница"),
        ((15_000, 10_000), (15_000, 22_000), (30_000, 22_000), (30_000, 10_000)),
        10,
    )
    facts: dict[str, Any] = {
        "terrain": [area("wood", "wood", (50, 20), (50, 28), (62, 28), (62, 20))],
        "objectives": [spot],
        "armies": {"c": Army("c", general="lord"), "h": Army("h", general="boss")},
    }
    return setup_of((foot, horse, gun, bows, orcs, trolls, archers), heroes, **facts | more)


def fighting(setup: FantasySetup, seat: str = "c") -> FantasyView:
    """The same with a melee on a flank and a spell on the pikemen."""
    units = {one.id: one for one in setup.units}
    melee = contact(units["c1"], units["h1"], (Edge.FRONT, Edge.LEFT))
    blessing = SpellInForce("spell_1", "faith_1", "magus", "c", "c1", fresh=False)
    return view_of(setup, seat, melee, blessing)


def heard(*events: Event) -> list[Heard]:
    return [Heard(number, (), event) for number, event in enumerate(events, 1)]


def root(view: FantasyView, told: Sequence[Heard] = (), lang: str = "en", **more: Any) -> Element:
    return ElementTree.fromstring(picture(view, told, lang, **more).svg)


def marked(found: Element, name: str) -> dict[str, Element]:
    """Elements with a mark, by its value."""
    key = f"data-{name.replace('_', '-')}"
    return {str(one.get(key)): one for one in found.iter() if one.get(key) is not None}


def words(found: Element) -> str:
    return " ".join("".join(one.itertext()) for one in found.iter(f"{SVG}text"))


def titles(found: Element) -> str:
    return " ".join("".join(one.itertext()) for one in found.iter(f"{SVG}title"))
