"""What a battle picture has on it, read back from its SVG, and a small field with something of everything."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from grognard.core.events import Event
from grognard.core.game import Heard
from grognard.core.state import UMPIRE
from grognard.locale import Name
from grognard.rulebooks.pike_and_shot.events import (
    Activated,
    Advanced,
    BaseLost,
    CardDrawn,
    Destroyed,
    Fought,
    ManoeuvreProgress,
    Routed,
    Struck,
    Volley,
)
from grognard.rulebooks.pike_and_shot.model import TURN, Bases, Flag, ObjectiveSheet
from grognard.rulebooks.pike_and_shot.picture import picture, table_text
from grognard.rulebooks.pike_and_shot.plans import shifted
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.show.metrics import Face, measure
from tests.rulebooks.pike_and_shot.scenes import (
    BLUE,
    BRIGADE,
    RED,
    Scene,
    box,
    cloud,
    commander,
    mil,
    scene,
    unit,
)

SVG = "{http://www.w3.org/2000/svg}"
FACES: dict[tuple[str, bool, bool], Face] = {
    ("PT Sans", False, False): "sans",
    ("PT Sans", True, False): "sans-bold",
    ("PT Serif", False, False): "serif",
    ("PT Serif", True, False): "serif-bold",
    ("PT Serif", False, True): "serif-italic",
}


def field(**more: Any) -> Scene:
    """A brigade and horse of red against a regiment and guns of blue, with commanders, smoke and an objective."""
    options = more.pop("options", {})
    return scene(
        unit("brigade", bases=BRIGADE, files=3, at=(30, 20, 0), command="colonel", dp=2, left=1),
        unit("horse", bases=6, base="cuirassier", files=3, at=(45, 18, 0), command="colonel", dp=11, left=0),
        unit("regiment", BLUE, bases=BRIGADE, files=3, at=(30, 26, 180), dp=1),
        unit("guns", BLUE, bases=2, base="field_gun", at=(50, 30, 180)),
        commanders=[
            commander(
                "colonel", at=(32, 16), under="red_general", cp=3, order=Flag("attack", mil(40), mil(36))
            ),
            commander("baron", BLUE, at=(34, 31), level="division", order=Flag("hold", mil(20), mil(30))),
        ],
        smoke=[cloud("smoke:1", 30, 23)],
        objectives=[ObjectiveSheet("mill", Name("The mill", "Мельница"), mil(20), mil(24), mil(3))],
        terrain=[box("wood", "wood", 5, 5, 12, 12)],
        options=options,
        **more,
    )


def in_play(here: Scene, card: str = "colonel", **more: Any) -> Scene:
    return here.change(TURN, card=card, **more).change(card, cp=2)


def told(*events: Event) -> list[Heard]:
    return [Heard(number, (), event) for number, event in enumerate(events, 1)]


def ahead(bases: Bases, inches: float) -> Bases:
    return shifted(bases, (0, mil(inches)))


def root(svg: str) -> Element:
    return ElementTree.fromstring(svg)


def words_in(part: Element) -> list[str]:
    return ["".join(one.itertext()) for one in part.iter(f"{SVG}text")]


def titles_in(part: Element) -> list[str]:
    return ["".join(one.itertext()) for one in part.iter(f"{SVG}title")]


def marked(part: Element, name: str) -> list[Element]:
    return [one for one in part.iter() if f"data-{name}" in one.attrib]


def values(part: Element, name: str) -> list[str]:
    return [one.attrib[f"data-{name}"] for one in marked(part, name)]


def the(part: Element, name: str, value: str) -> Element:
    (found,) = [one for one in marked(part, name) if one.attrib[f"data-{name}"] == value]
    return found


def drawn(here: Scene, seat: str = UMPIRE, heard: Sequence[Heard] = (), **more: Any) -> Element:
    return root(picture(here.view(seat), heard, **more).svg)


def scale_of(sheet: Element) -> float:
    """Pixels an inch, read off the first musketeers."""
    return 2 * half(the(sheet, "unit", "brigade")) / 2


def half(part: Element) -> float:
    """Half the frontage of a unit's first base."""
    path = next(
        one for one in part.iter(f"{SVG}path") if one.attrib.get("fill-opacity") is None and is_base(one)
    )
    return max(float(x) for x, _ in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path.attrib["d"]))


def is_base(path: Element) -> bool:
    return "f-s0" in path.attrib.get("class", "") and path.attrib["d"].endswith("Z")


def base_groups(part: Element) -> list[tuple[float, float, float]]:
    """Place and angle of each base of a unit, in pixels and degrees."""
    found = []
    for one in part.iter(f"{SVG}g"):
        moved = re.match(
            r"translate\(([-\d.]+) ([-\d.]+)\)(?: rotate\(([-\d.]+)\))?", one.attrib.get("transform", "")
        )
        if moved and any("f-s" in path.attrib.get("class", "") for path in one.findall(f"{SVG}path")):
            found.append((float(moved[1]), float(moved[2]), float(moved[3] or 0)))
    return found


def everything(view: PikeView, heard: Sequence[Heard] = ()) -> str:
    """All forms of the picture in one text."""
    frame = (mil(20), mil(10), mil(50), mil(40))
    shown = [
        picture(view, heard),
        picture(view, heard, chosen="brigade"),
        picture(view, heard, chosen="guns"),
        picture(view, heard, frame=frame),
        picture(view, heard, "ru", narrow=True),
    ]
    texts = [table_text(view, heard, "en", width) for width in (60, 80, 160)]
    return "\n".join([part for one in shown for part in (one.svg, str(one.alt), one.plain)] + texts)


SEEN = told(CardDrawn("baron", BLUE, 3), Activated("regiment", 2, 1))


def step_of(here: Scene) -> list[Heard]:
    """One card: an advance, a manoeuvre, a charge, a rout, a volley, a fight, a unit that is no more."""
    horse, brigade, regiment = (here.unit(one).bases for one in ("horse", "brigade", "regiment"))
    return told(
        CardDrawn("baron", BLUE, 3),
        Volley("guns", "horse", (), 8, False, False, False, 9),
        CardDrawn("colonel", RED, 2),
        Advanced("brigade", "advance", ahead(brigade, -3), brigade, 3000, 3000, ()),
        Volley("brigade", "regiment", ((0, 2000, 8),), 8, False, True, False, 4),
        Advanced("horse", "charge", ahead(horse, -4), horse, 4000, 4500, ()),
        Fought(
            "impact", Struck("horse", (), (), 0, 0, 0, 8, 3), Struck("guns", (), (), 0, 0, 0, 4, 5), "normal"
        ),
        ManoeuvreProgress("guns", ahead(here.unit("guns").bases, 1), here.unit("guns").bases, (50, 50), 1500),
        BaseLost("regiment", "musket", 200, 8),
        Routed("regiment"),
        Advanced("regiment", "rout", ahead(regiment, -4), regiment, 4000, 3000, ()),
        Destroyed("guns"),
    )


def map_of(sheet: Element) -> Element:
    (found,) = sheet.findall(f"{SVG}svg")
    return found


Box = tuple[float, float, float, float]


def placed(part: Element, at: tuple[float, float] = (0, 0)) -> Iterator[tuple[Box, str]]:
    """Every upright text of a sheet with the box that it fills."""
    moved = re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", part.attrib.get("transform", ""))
    x, y = (at[0] + float(moved[1]), at[1] + float(moved[2])) if moved else at
    if part.tag == f"{SVG}svg" and "x" in part.attrib:
        x, y = x + float(part.attrib["x"]), y + float(part.attrib["y"])
    if "rotate" in part.attrib.get("transform", ""):
        return
    if part.tag == f"{SVG}text":
        words, size = "".join(part.itertext()), float(part.attrib["font-size"])
        family = "PT Serif" if "PT Serif" in part.attrib.get("font-family", "") else "PT Sans"
        face = FACES[family, "font-weight" in part.attrib, "font-style" in part.attrib]
        wide = measure(words, size, face)
        left = (
            x
            + float(part.attrib["x"])
            - {"middle": wide / 2, "end": wide}.get(part.attrib.get("text-anchor", ""), 0)
        )
        base = y + float(part.attrib["y"])
        yield (left, base - size * 0.75, left + wide, base + size * 0.2), words
    for one in part:
        yield from placed(one, (x, y))
