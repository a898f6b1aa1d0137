"""The picture: everything that a seat sees stands on it where it belongs, in both languages, and nothing else does."""

from __future__ import annotations

import re
import time
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.game import Heard
from grognard.core.state import PUBLIC, UMPIRE
from grognard.rulebooks.modern.deployment import deployment
from grognard.rulebooks.modern.events import (
    Counter,
    Destroyed,
    Embarked,
    Shot,
    ShotDeclared,
    Strike,
    UnitMoved,
)
from grognard.rulebooks.modern.model import CLOCK, Hit, Minefield
from grognard.rulebooks.modern.picture import Sheet, picture, table_text
from grognard.rulebooks.modern.picture_deeds import Deeds, deeds, sum_words
from grognard.rulebooks.modern.picture_ground import SIGNS, look, sample
from grognard.rulebooks.modern.picture_map import plan_of
from grognard.rulebooks.modern.picture_motion import along
from grognard.rulebooks.modern.picture_scene import scene as gathered
from grognard.show.cells import cells
from grognard.show.png import png
from grognard.space.hex_grid import Grid, members
from tests.rulebooks.modern.scenes import BOOK, Scene, scene

WEST, EAST = "west-1", "east-1"
SVG = "{http://www.w3.org/2000/svg}"


def here(name: str = "skirmish") -> Scene:
    return scene(name).turn_of(WEST, "movement")


def root(
    one: Scene, seat: str = WEST, lang: str = "en", heard: tuple[Heard, ...] = ()
) -> ElementTree.Element:
    return ElementTree.fromstring(picture(one.view(seat), heard, lang).svg)


def marked(found: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [one for one in found.iter() if one.get(name) is not None]


def words(found: ElementTree.Element) -> str:
    return " ".join("".join(one.itertext()) for one in found.iter(f"{SVG}text"))


def titles(found: ElementTree.Element) -> str:
    return " ".join("".join(one.itertext()) for one in found.iter(f"{SVG}title"))


# --- hexes on paper ----------------------------------------------------------------------------------


@given(st.integers(1, 12), st.integers(1, 12))
@pytest.mark.clause("MO-MAP-01")
def test_the_hex_under_its_own_middle_is_itself(columns: int, rows: int) -> None:
    plan = plan_of(Grid(columns, rows))
    for hex in members(plan.grid.all):
        x, y = plan.at(hex)
        assert plan.hex(x, y) == hex
        assert plan.hex(x + plan.radius * 0.7, y + plan.radius * 0.2) == hex
        assert 0 < x < plan.width
        assert 0 < y < plan.height
    assert plan.hex(-plan.radius, -plan.radius) is None


def test_neighbours_lie_a_row_apart() -> None:
    plan = plan_of(Grid(5, 5))
    middle = plan.grid.at("0303")
    for other in plan.grid.neighbours[middle]:
        (ax, ay), (bx, by) = plan.at(middle), plan.at(other)
        assert ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 == pytest.approx(plan.pitch)


# --- what is on it -----------------------------------------------------------------------------------


@pytest.mark.clause("MO-UNIT-01", "MO-VIS-04", "MO-UNIT-04")
def test_every_counter_stands_on_it_and_backs_tell_no_number() -> None:
    one = here().change("east-1-02", known=True)
    found = root(one)
    units = {unit.get("data-unit"): unit for unit in marked(found, "data-unit")}
    assert {"west-1-01", "west-1-02", "west-1-03", "west-r01"} <= set(units)
    assert {one_.get("data-side") for one_ in units.values()} == {"0", "1"}
    hidden = f"counter:{one.field.label(one.unit('east-1-01').hex)}"
    read = f"counter:{one.field.label(one.unit('east-1-02').hex)}"
    assert "?" in words(units[hidden])
    assert "?" not in words(units[read])
    assert "Motor rifles" in titles(units[read])
    assert "Abrams" not in picture(one.view(WEST)).svg + titles(found)


@pytest.mark.clause("MO-UNIT-06", "MO-UNIT-08", "MO-FIRE-04")
def test_statuses_are_pips_and_the_fire_sum_is_shown_against_the_armour() -> None:
    one = here().change("west-1-01", lost=1, hits=(Hit("K22", 5, True),))
    unit = next(u for u in marked(root(one), "data-unit") if u.get("data-unit") == "west-1-01")
    (pips,) = marked(unit, "data-pips")
    assert (pips.get("data-pips"), pips.get("data-lost")) == ("2", "1")
    assert "5/8" in words(unit)
    seen = next(u for u in marked(root(one, EAST), "data-unit") if u.get("data-unit") == "counter:0205")
    assert "5/8" not in words(seen)
    assert "5" in words(seen)


@pytest.mark.clause("MO-TERR-14", "MO-TERR-12", "MO-TERR-10")
def test_forts_and_passages_are_everybodys_mines_are_not() -> None:
    one = here("standard")
    one.place(Minefield("mines:east:1010", "east", one.hex("1010")))
    for seat, mines in ((WEST, 0), (EAST, 1), (PUBLIC, 0), (UMPIRE, 1)):
        found = root(one, seat)
        assert bool(marked(found, "data-mines")) == bool(mines)
        assert len(marked(found, "data-fort")) >= 3
        assert len(marked(found, "data-passage")) >= 2
    one.change("works", passages=one.field.works.passages.breaking(one.hex("1205")))
    assert [p.get("data-passage") for p in marked(root(one), "data-passage")].count("gone") == 1


@pytest.mark.clause("MO-VIS-01", "MO-SEAT-02")
def test_only_a_side_has_fog() -> None:
    one = here()
    assert marked(root(one), "data-fog")
    assert not marked(root(one, UMPIRE), "data-fog")
    assert not marked(root(one, PUBLIC), "data-fog")


@pytest.mark.clause("MO-CP-02", "MO-KSO-01", "MO-TURN-05")
def test_points_have_their_runs_generals_their_hands_and_the_clock_runs() -> None:
    one = here().hand(WEST, "K03").hand(EAST, "K22", "K10")
    one.change("point:0605", runs=((WEST, 3),)).change(WEST, credits=2)
    found = root(one)
    said = words(found)
    assert "A 3/5" in said
    assert "Western mill" in said
    assert "K03 Dig in" in said
    assert "K22" not in said + titles(found)
    assert "credits 2" in said
    assert "clock 120 s" in said
    active = [g.get("data-general") for g in marked(found, "data-active")]
    assert active == [WEST]


@pytest.mark.clause("MO-TURN-08")
def test_units_that_are_being_placed_stand_where_they_are_proposed() -> None:
    one = scene(deployed=False)

    one.run(deployment)
    seat = one.question.seat
    found = root(one, seat)
    assert marked(found, "data-zone")
    own = [u.get("data-unit") for u in marked(found, "data-unit")]
    assert set(own) >= {sheet.id for sheet in one.setup.units.values() if sheet.general == seat}


@pytest.mark.clause("MO-TRAN-07", "MO-UNIT-01")
def test_who_is_aboard_lies_beside_the_map_for_his_own_side_alone() -> None:
    one = here().change("west-1-02", status="aboard", aboard="west-1-01", hex=-1)
    assert any(u.get("data-unit") == "west-1-02" for u in marked(root(one), "data-unit"))
    found = root(one, EAST)
    assert not any(u.get("data-unit") == "west-1-02" for u in marked(found, "data-unit"))
    assert "Motor rifles" not in titles(
        next(u for u in marked(found, "data-unit") if u.get("data-side") == "0")
    )


# --- terrain in grey ---------------------------------------------------------------------------------


@pytest.mark.clause("MO-TERR-01")
def test_no_two_terrains_look_alike_without_colour() -> None:
    kinds = here().setup.tables.terrain.values()
    shapes = {re.sub(r' (class|fill|stroke)="[^"]*"', "", sample(kind)) for kind in kinds}
    assert len(shapes) == len(kinds)
    assert set(SIGNS) <= {look(kind) for kind in kinds}


# --- what has happened -------------------------------------------------------------------------------


def counters(one: Scene) -> tuple[Counter, Counter]:
    return Counter(one.hex("0205"), "west", "armour", 15, "west-1-01"), Counter(
        one.hex("0605"), "east", "infantry"
    )


def heard(*events: Any) -> tuple[Heard, ...]:
    return tuple(Heard(at, (), event) for at, event in enumerate(events))


@pytest.mark.clause("MO-FIRE-04", "MO-FIRE-05")
def test_sums_of_fire_stand_by_their_target() -> None:
    one = here()
    own, foe = counters(one)
    found = deeds(heard(
        ShotDeclared(own, foe, 3),
        Shot(own, foe, 3, 8, 11, (), 0, 8, "held"),
        Strike("K22", foe, 5, 11, (), 8, 0, "lost"),
        Destroyed(foe, (0, 0, 0, 0)),
    ))  # fmt: skip
    assert [sum_words(s) for s in found.sums] == ["8 + 5 = 13 ≥ 11"]
    assert [f.result for f in found.fire] == ["held"]
    assert found.lost == (foe.hex,)
    hidden = deeds(heard(Shot(own, foe, 3, -1, -1, (), -1, -1, "held")))
    assert sum_words(hidden.sums[0]) == "?"


def test_ways_and_fire_are_drawn_and_only_when_there_are_any() -> None:
    one = here()
    own, foe = counters(one)
    path = tuple(map(one.hex, ("0205", "0305", "0405")))
    told = heard(
        UnitMoved(own, path, 4), Embarked(own, own), ShotDeclared(foe, own, 2), Destroyed(foe, (0, 0, 0, 0))
    )
    found = root(one, heard=told)
    assert {w.get("data-way") for w in marked(found, "data-way")} == {"move", "ride"}
    assert [f.get("data-fire") for f in marked(found, "data-fire")] == ["aimed"]
    assert len(marked(found, "data-loss")) == 1
    assert not marked(root(one), "data-deeds")
    assert not Deeds()


# --- in all ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["skirmish", "standard"])
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_it_is_a_drawing_in_the_readers_language(name: str, lang: str) -> None:
    one = here(name)
    found = picture(one.view(WEST), (), lang)
    assert found.svg == picture(one.view(WEST), (), lang).svg
    assert one.setup.name.say(lang) in words(root(one, lang=lang))
    text = table_text(one.view(WEST), (), lang, 80)
    assert max(map(cells, text.splitlines())) <= 80
    latin = re.sub(r"\b[A-Z]{1,2}R?\d+\b", "", " ".join(words(root(one, lang=lang)).split()))
    if lang == "ru":
        assert not re.findall(r"[A-Za-z]{3,}", latin)


def test_it_can_be_printed_and_stands_on_the_page_where_hands_find_it() -> None:
    one = here()
    assert png(picture(one.view(WEST)).svg, width=300)[:4] == b"\x89PNG"
    sheet = Sheet(gathered(one.view(WEST), "en"), Deeds())
    x, y = sheet.plan.at(one.hex("0605"))
    assert sheet.to_hex(x + sheet.corner[0], y + sheet.corner[1]) == one.hex("0605")


@pytest.mark.parametrize("name", ["skirmish", "standard"])
def test_a_narrow_sheet_shows_the_same_on_small_hexes_with_nothing_beside_them(name: str) -> None:
    view = here(name).view(WEST)
    wide = ElementTree.fromstring(picture(view).svg)
    narrow = ElementTree.fromstring(picture(view, narrow=True).svg)
    assert 1.4 * float(narrow.attrib["width"]) < float(wide.attrib["width"])
    assert float(narrow.attrib["width"]) == Sheet(gathered(view, "en"), Deeds(), narrow=True).plan.width + 52
    units = [[one.get("data-unit") for one in marked(found, "data-unit")] for found in (wide, narrow)]
    assert units[0] == units[1] != []
    assert [one.get("data-side") for one in marked(narrow, "data-side")][:2] == ["0", "1"]


def test_at_the_end_it_says_who_has_won() -> None:
    one = here().change(CLOCK, round=8)
    one.answer("concede")
    assert "won by East" in words(root(one))


def test_the_next_picture_of_a_battle_takes_no_time() -> None:
    one = here()
    view = one.view(WEST)
    picture(view)
    best = 1.0
    for _ in range(5):
        start = time.process_time()
        picture(view)
        best = min(best, time.process_time() - start)
    assert best < 0.03
    assert BOOK.picture(view).svg


# --- in motion ---------------------------------------------------------------------------------------


def test_counters_glide_along_their_ways() -> None:
    one = here()
    before = one.view(WEST)
    path = tuple(map(one.hex, ("0205", "0305", "0405")))
    one.stand("west-1-01", "0405")
    counter = Counter(path[-1], "west", "armour", 15, "west-1-01")
    foe = Counter(one.hex("1104"), "east", "infantry")
    told = heard(UnitMoved(counter, path, 2), Shot(counter, foe, 3, 4, -1, (), 0, 4, "held"))
    frames = list(BOOK.film([(before, ()), (one.view(WEST), told)], "en", 4))
    assert len(frames) == 1 + 4 + 1 + 1
    places = [_place(ElementTree.fromstring(frame.svg)) for frame in frames]
    assert places[0][0] < places[1][0] < places[2][0] < places[3][0] <= places[4][0]
    assert places[4] == places[-1] != places[0]
    assert along([(0, 0), (10, 0), (10, 10)], 0.75) == (10, 5)


def _place(found: ElementTree.Element) -> tuple[float, float]:
    unit = next(u for u in marked(found, "data-unit") if u.get("data-unit") == "west-1-01")
    moved = re.search(r"translate\(([\d.]+) ([\d.]+)\)", unit[0].get("transform", ""))
    assert moved is not None
    return float(moved[1]), float(moved[2])
