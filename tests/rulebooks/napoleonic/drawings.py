"""What a battle picture has on it, read back from its SVG, and a field with something of everything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from grognard.core.events import Event
from grognard.core.game import Heard
from grognard.rulebooks.napoleonic.model import WORKS, Lock, Rout
from grognard.rulebooks.napoleonic.picture import picture
from grognard.rulebooks.napoleonic.view import NapoleonicView
from tests.rulebooks.napoleonic.scenes import (
    BLUE,
    RED,
    Scene,
    box,
    ground,
    gun,
    man,
    objective,
    scene,
    unit,
    wagon,
)

SVG = "{http://www.w3.org/2000/svg}"


def field(phase: str = "combat", **more: Any) -> Scene:
    """Red in the south with every formation and post, blue in the north, all kinds of ground between; turn 3."""
    routed = Rout(2, 1, "1", 1800)
    specs = [
        unit("r1", RED, (3, 3, 0), 9, pushed=3, locks=(Lock("b1", 2),)),
        unit("r2", RED, (4.2, 3, 0), 12, status="guard", has_routed_enemy=True),
        unit("r3", RED, (5.5, 2.6, 0), 4, arm="heavy_horse", reforming=3),
        unit("r4", RED, (2, 1.5, 0), 12, kind="march_column"),
        unit("r5", RED, (6, 3.6, 20), 7, kind="open_order"),
        unit("r6", RED, (7.5, 2, 0), 4, arm="light_horse_irregular", status="cossack"),
        unit("r7", RED, (8.6, 2, 0), 4, arm="light_horse_regular", kind="dismounted"),
        unit("r8", RED, (7, 0.8, 180), 6, standing="fleeing", rout=routed),
        gun("rg1", RED, (4, 2, 10), 5),
        gun("rg2", RED, (4.6, 2, 0), 4, arm="horse_gun", silenced=3),
        unit("b1", BLUE, (3, 3.4, 180), 10, locks=(Lock("r1", 2),)),
        unit("b2", BLUE, (4.5, 4.6, 180), 12, disordered=3, stopped=3),
        unit("b3", BLUE, (6, 5, 200), 5, arm="horse", unruly=3, commanded=False),
        gun("bg1", BLUE, (5, 5.4, 180), 4),
        gun("bg2", BLUE, (8, 3, 180), 3, owner=RED, captured=2),
        wagon("bw", BLUE, (7, 6, 180)),
        man("lead", "r2", RED, post="corps_commander", rank="lieutenant_general"),
        man("first", "r1", RED),
        man("staff", "r2", RED, post="chief_of_staff", rank="colonel"),
        man("guns", "rg1", RED, post="artillery_chief", rank="colonel"),
        man("aide", "r3", RED, post="aide", rank="field_officer"),
        man("second", "b2", BLUE),
    ]
    terrain = [
        box("hill", "hill", 2, 4.4, 4, 6, 1),
        box("top", "hill", 2.5, 4.8, 3.5, 5.6, 2),
        box("village", "village", 5, 0.5, 6, 1.2),
        box("town", "town_block", 6.2, 4, 6.9, 4.6),
        box("wood", "wood", 0.3, 3, 1.5, 4.5),
        box("bush", "bush", 0.3, 0.5, 1.4, 1.4),
        ground("stream", "stream", (8, 7), (8.3, 4), (9.5, 3.5)),
        ground("river", "river", (0, 6.5), (5, 6.6), (9, 7.2)),
        box("bridge", "bridge", 4.8, 6.3, 5.2, 6.9),
        box("ford", "ford", 1.8, 6.3, 2.3, 6.8),
        box("pass", "defile", 7.2, 4, 7.6, 5),
        ground("work", "field_work", (3.4, 4), (5.4, 4.1)),
    ]
    facts: dict[str, Any] = {"size": (10, 7.5), "turn": 3, "phase": phase, "terrain": terrain}
    facts["objectives"] = (objective("mill", (4, 4.2)),)
    made = scene(*specs, **facts | more)
    return made.change(WORKS, burning=("village",), destroyed=("bridge",))


def free(phase: str = "movement", **more: Any) -> Scene:
    """The same with nobody locked."""
    return field(phase, **more).change("r1", locks=()).change("b1", locks=())


def heard(*events: Event) -> list[Heard]:
    return [Heard(number, (), event) for number, event in enumerate(events, 1)]


def root(view: NapoleonicView, told: Sequence[Heard] = (), lang: str = "en", **more: Any) -> Element:
    return ElementTree.fromstring(picture(view, told, lang, **more).svg)


def marked(found: Element, name: str) -> dict[str, Element]:
    """Elements with a mark, by its value."""
    key = f"data-{name.replace('_', '-')}"
    return {str(one.get(key)): one for one in found.iter() if one.get(key) is not None}


def words(found: Element) -> str:
    return " ".join("".join(one.itertext()) for one in found.iter(f"{SVG}text"))


def titles(found: Element) -> str:
    return " ".join("".join(one.itertext()) for one in found.iter(f"{SVG}title"))
