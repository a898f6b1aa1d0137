"""The picture: everything that a seat sees stands on it where it belongs, to scale, in both languages."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.core.events import Event
from grognard.core.game import Heard, heard_by
from grognard.core.state import PUBLIC, UMPIRE
from grognard.rulebooks.fantasy import picture_counters as counters
from grognard.rulebooks.fantasy.events import (
    BallFlew,
    BombFell,
    Broke,
    CasualtiesTaken,
    CommanderKilled,
    Moved,
    PhaseBegan,
    Rallied,
    Shot,
    SpellCast,
    Struck,
    TurnStarted,
    UnitLost,
)
from grognard.rulebooks.fantasy.model import Ground, Leg, SpellInForce, Unit
from grognard.rulebooks.fantasy.picture import Sheet, picture, table_text
from grognard.rulebooks.fantasy.picture_deeds import course, deeds
from grognard.rulebooks.fantasy.picture_ground import PAINTERS, look, sample
from grognard.rulebooks.fantasy.picture_map import Map
from grognard.rulebooks.fantasy.picture_scene import scene as gathered
from grognard.rulebooks.fantasy.tables import TerrainKind
from grognard.rulebooks.fantasy.tracks import wheeled
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.show.cells import cells
from grognard.show.png import png
from grognard.show.tabletop.plane import bounds
from grognard.space.pose import Pose, distance
from tests.rulebooks.fantasy.drawings import field, fighting, heard, marked, root, titles, view_of, words
from tests.rulebooks.fantasy.scenes import BOOK, Scene, setup_of, tables, unit

NO_DICE = (0, 0, 0)


# --- units -------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-GEN-02", "FA-UNIT-01", "FA-UNIT-03")
def test_every_unit_stands_on_it_with_its_side_and_name() -> None:
    for lang, name in (("en", "c1 Pikemen"), ("ru", "c1 Пикинеры")):
        found = root(view_of(field(), "c"), lang=lang)
        units = marked(found, "unit")
        assert set(units) == {"c1", "c2", "c3", "c4", "h1", "h2", "h3"}
        assert {units["c1"].get("data-side"), units["h1"].get("data-side")} == {"0", "1"}
        assert name in words(found)


@pytest.mark.clause("FA-UNIT-03", "FA-UNIT-04")
def test_a_unit_is_drawn_to_scale_and_its_fallen_leave_their_places() -> None:
    """40 pikemen in ten files, 26 of them left: 8 wide, 2.4 deep, 3.2 at the start."""
    map_ = Map((0, 0, 72_000, 48_000), 10)
    one = gathered(view_of(field(), "c")).counter("c1")
    assert one is not None
    left, top, right, bottom = bounds(map_.ring(one.unit.shape.ring))
    assert right - left == pytest.approx(80)
    assert bottom - top == pytest.approx(24)
    assert one.starting.depth == 3_200
    assert 'data-lost="14"' in counters.beneath(one, map_)
    ranks = re.search(r'd="([^"]*)"[^>]*stroke-dasharray', counters.counter(one, map_))
    assert ranks is not None
    assert ranks[1].count("h") == 3


def test_two_hundred_men_take_no_more_to_draw_than_twenty() -> None:
    drawn = []
    for models in (20, 200):
        setup = setup_of(
            [unit("c1", "pikemen", models, (30, 20), files=20), unit("h1", "orcs", 10, (10, 40))]
        )
        one = gathered(view_of(setup, "c")).counters[0]
        drawn.append(counters.counter(one, Map((0, 0, 72_000, 48_000), 15)).count("<"))
    assert drawn[0] == drawn[1] < 30


@pytest.mark.clause("FA-CMD-01", "FA-CMD-04", "FA-CMD-05", "FA-RET-03", "FA-WM-01", "FA-WM-06")
def test_what_state_a_unit_is_in_is_drawn_on_it() -> None:
    found = root(view_of(field(), "c"))
    ranks = {one.get("data-character"): one.get("data-rank") for one in marked(found, "character").values()}
    assert ranks == {"lord": "general", "boss": "general", "magus": "wizard"}
    assert marked(found, "standard")
    assert marked(found, "flag")
    assert "reload" in marked(found, "stopped")
    assert "3" in marked(found, "crew")
    assert "in flight" in titles(found)


@pytest.mark.clause("FA-MEL-15", "FA-MEL-16", "FA-CR-05", "FA-MAG-17", "FA-VIC-04")
def test_melees_spells_and_objectives() -> None:
    found = root(fighting(field()))
    (front,) = marked(found, "contact").values()
    assert front.get("data-flank") == "yes"
    assert "help" in marked(found, "spell")
    spot = marked(found, "objective")["mill"]
    assert spot.get("data-holder") == "nobody", "both sides stand in it"
    alone = replace(field(), units=tuple(one for one in field().units if one.id != "h1"))
    assert marked(root(view_of(alone, "c")), "objective")["mill"].get("data-holder") == "0"


@pytest.mark.clause("FA-MAG-16", "FA-TER-01")
def test_what_a_spell_has_made_lies_on_the_ground() -> None:
    spell = next(key for key, row in tables().spells.items() if row.type == "area")
    force = SpellInForce("spell_1", spell, "magus", "c", "", 30_000, 25_000, fresh=False)
    fog = Ground("ground:spell_1", "fog", "spell_1", 30_000, 25_000, 3_000)
    found = root(view_of(field(), "c", force, fog))
    assert "spell_1" in marked(found, "spell_at")
    assert {"fog", "wood"} <= set(marked(found, "terrain"))


@pytest.mark.clause("FA-GEN-10")
def test_zones_are_shown_before_the_battle_alone() -> None:
    zone = ((0, 0), (0, 12_000), (72_000, 12_000), (72_000, 0))
    setup = field()
    setup = replace(setup, armies={**setup.armies, "c": replace(setup.armies["c"], zone=zone)})
    assert marked(root(view_of(setup, "c", number=0)), "zone")
    assert not marked(root(view_of(setup, "c")), "zone")


# --- ground ------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-TER-01", "FA-TER-02", "FA-TER-03", "FA-TER-04")
def test_every_kind_of_ground_has_a_look_of_its_own() -> None:
    kinds = [kind for kind in tables().terrain.values() if kind.id != "open"]
    assert {kind.id for kind in kinds} <= set(PAINTERS)
    bare = {re.sub(r' (fill|stroke|class)="[^"]*"', "", sample(kind, 60, 30)) for kind in kinds}
    assert len(bare) == len(kinds), "told apart without colour"


def test_ground_that_a_game_master_adds_looks_like_what_works_alike() -> None:
    name = tables().terrain["wood"].name
    assert look(TerrainKind("jungle", name, 300, 1, "deep", 1000)) == "wood"
    assert look(TerrainKind("keep", name, 0, 2, "blocked")) == "building"
    assert look(TerrainKind("lake", name, 0)) == "river"
    assert look(TerrainKind("mud", name, 200)) == "marsh"
    assert look(TerrainKind("fence", name, line=True, cross=1)) == "hedge"


# --- what a seat may not see -------------------------------------------------------------------------


@pytest.mark.clause("FA-UNIT-03", "FA-GEN-05")
def test_the_enemy_s_men_are_counted_to_the_rank() -> None:
    setup = field()
    own, theirs = titles(root(view_of(setup, "c"))), titles(root(view_of(setup, "h")))
    assert "26 of 40" in own
    assert "26 of" not in theirs
    assert "30 of 40" in theirs
    told = picture(view_of(setup, "h"), (), "en")
    assert "26" not in re.findall(r"\d+ of \d+", str(told.alt) + str(told.plain))


def test_everybody_has_a_picture_and_it_is_always_the_same() -> None:
    setup = field()
    for seat in ("c", "h", PUBLIC, UMPIRE):
        first, second = (picture(view_of(setup, seat)).svg for _ in range(2))
        assert first == second
    assert png(picture(view_of(setup, PUBLIC), (), "ru").svg, grey=True).startswith(b"\x89PNG")


# --- sheets ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_telephone_sees_what_is_chosen_and_a_small_map_of_all(lang: str) -> None:
    found = root(view_of(field(), "c"), lang=lang, narrow=True, chosen="c4")
    assert found.get("width") == "360"
    assert marked(found, "overview")
    assert "c4" in marked(found, "unit")
    assert "h2" in marked(found, "unit") or "h2" not in words(found)
    assert max(float(one.get("x") or 0) for one in found.iter() if one.tag.endswith("text")) < 360


def test_on_a_large_table_a_telephone_looks_where_the_seat_stands_nearest_to_an_enemy() -> None:
    setup = setup_of(
        [
            unit("c1", "pikemen", 30, (20, 15)),
            unit("c2", "pikemen", 30, (180, 20)),
            unit("h1", "orcs", 30, (180, 32), 180),
        ],
        size=(240, 120),
    )
    found = root(view_of(setup, "c"), narrow=True)
    assert {"c2", "h1"} == set(marked(found, "unit"))
    whole = root(view_of(setup, "c"), narrow=True, frame=(0, 0, 240_000, 120_000))
    assert {"c1", "c2", "h1"} == set(marked(whole, "unit"))
    assert "c1" not in words(whole), "too small for names"
    assert not marked(whole, "overview")


@pytest.mark.clause("FA-LOS-01", "FA-SHO-04", "FA-ORD-02", "FA-ORD-03", "FA-CHG-12", "FA-MAG-16")
def test_a_chosen_unit_shows_what_it_reaches() -> None:
    found = root(view_of(field(), "c"), chosen="c4")
    assert set(marked(found, "moves")) == {"march", "move"}
    assert {one.split(":")[0] for one in marked(found, "range")} == {"range", "long"}
    assert marked(found, "charge")
    assert marked(found, "spell_range")
    melee = root(fighting(field()), chosen="c1")
    assert not marked(melee, "moves")
    assert not marked(melee, "charge")


# --- deeds -------------------------------------------------------------------------------------------


def turn_of(number: int, *events: Event) -> list[Heard]:
    return heard(TurnStarted(number), *events)


def moved(unit: str, kind: str, start: Pose, end: Pose, *path: Leg) -> Moved:
    return Moved(unit, kind, start, end, path, distance(start.at, end.at), 0, "done")


def busy() -> tuple[Event, ...]:
    """A turn with a bit of everything."""
    shot = Shot("c4", "h3", 24_000, 10, 0, (), 4, 4, 6, 5, 4, 1, 3)
    struck = Struck("melee:c1", "c1", "h1", "models", 2, 3, True, 20, 20, 4, 4, 6, 10, 6, 1, 5, 5)
    return (
        struck,
        SpellCast("magus", "flame_1", (4, 5), 2, 11, 7, "cast", "h2"),
        SpellCast("magus", "flame_2", (1, 1), 2, 4, 8, "failed", "h2"),
        shot,
        BallFlew("c3", "h1", 12_000, (), 4, 5, True, (), 4),
        BombFell("c3", "h1", 12_000, (), 4, 2, 22_000, 24_000, 4_000, 600, ()),
        CasualtiesTaken("h3", "B6", 3, 0),
        PhaseBegan("C"),
        moved("h2", "charge", Pose(34_000, 36_000, 1800), Pose(34_000, 30_000, 2000)),
        moved("c2", "retreat", Pose(30_000, 10_000, 900), Pose(40_000, 10_000, 900)),
        Broke("c2"),
        CommanderKilled("boss", "h1", "lord"),
        Rallied("h1", "", True),
        UnitLost("h2", "destroyed"),
    )


@pytest.mark.clause("FA-MOV-04", "FA-SHO-01", "FA-WM-07", "FA-WM-09", "FA-MAG-16", "FA-MEL-06")
def test_the_deeds_of_the_last_turn_are_arrows_and_words() -> None:
    view = view_of(field(), "c", number=3)
    early = turn_of(1, moved("h3", "march", Pose(60_000, 44_000, 1800), Pose(60_000, 36_000, 1800)))
    told = [*early, *turn_of(2, *busy()), *turn_of(3)]
    found = root(view, told)
    arrows = marked(found, "arrow")
    assert set(arrows) == {"fight", "spell", "volley", "ball", "bomb", "charge", "retreat"}
    assert (arrows["volley"].get("data-from"), arrows["volley"].get("data-to")) == ("c4", "h3")
    assert set(marked(found, "gone")) == {"h2"}
    said = words(found)
    for part in ("−5", "−3", "breaks", "rallies", "Warlord boss falls", "destroyed", "arrows: turn 2"):
        assert part in said
    listed = table_text(view, told, "en", 100)
    assert "c4 - -> h3: volley (3)" in listed
    assert "c1 >< h1: wounds 0 / 5" in listed


def test_where_nothing_happened_there_are_no_arrows() -> None:
    view = view_of(field(), "c")
    assert not deeds(view.field, turn_of(1))
    assert not marked(root(view, turn_of(1)), "arrow")


@given(st.integers(-900, 900), st.integers(0, 9_000), st.integers(0, 3599), st.floats(0, 1))
@pytest.mark.clause("FA-MOV-02", "FA-UNIT-07")
def test_a_course_leads_from_where_it_begins_to_where_it_ends(
    turn: int, ahead: int, heading: int, share: float
) -> None:
    start = Pose(20_000, 20_000, heading)
    end = wheeled(start, 8_000, turn).ahead(ahead)
    legs = [Leg("wheel", turn)] * bool(turn) + [Leg("fwd", ahead)] * bool(ahead)
    way = course(start, end, legs, (8_000, 3_200), 30_000)
    assert way.at(0) == start
    assert way.at(1) == end
    assert distance(way.at(share).at, start.at) <= way.ways[-1] + 2
    assert list(way.ways) == sorted(way.ways)


# --- in letters --------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("width", [30, 60, 80, 120])
def test_no_line_of_the_table_is_too_long(width: int, lang: str) -> None:
    text = table_text(fighting(field()), turn_of(1, *busy()), lang, width)
    assert all(cells(line) <= width for line in text.splitlines()), text
    assert all(unit in text for unit in ("c1", "c2", "h1", "h2"))
    assert ("t" in text) == (width >= 40 or "t" in text)
    assert ("c1^" in text) == (width >= 40)


# --- in motion ---------------------------------------------------------------------------------------


def marching() -> Scene:
    setup = setup_of([unit("c1", "pikemen", 30, (20, 10)), unit("h1", "orcs", 30, (20, 40), 180)])
    return Scene(setup)


def moments(
    here: Scene, *turns: dict[str, tuple[str | int, ...]]
) -> Iterator[tuple[FantasyView, list[Heard]]]:
    at = 0
    yield here.view("c"), []
    for orders in turns:
        here.turn(orders)
        yield here.view("c"), heard_by(here.told[at:], "c")
        at = len(here.told)


@pytest.mark.clause("FA-MOV-04", "FA-GEN-04")
def test_whoever_moves_in_a_phase_glides_at_once() -> None:
    here = marching()
    orders: dict[str, tuple[str | int, ...]] = {"c1": ("march", "fwd", 8000), "h1": ("move", "fwd", 4000)}
    frames = list(BOOK.film(moments(here, orders), "en", 4))
    places = []
    for frame in frames:
        units = marked(ElementTree.fromstring(frame.svg), "unit")
        drawn = {one: ElementTree.tostring(units[one]).decode() for one in units}
        places.append({one: re.findall(r"translate\([^)]*\)", text)[0] for one, text in drawn.items()})
    assert len({one["c1"] for one in places}) == len({one["h1"] for one in places}) == 5
    assert frames[-1].ms > frames[1].ms
    last = Sheet(gathered(here.view("c")), deeds(here.view("c").field, ()), legend=False)
    assert re.findall("translate", frames[-1].svg) == re.findall("translate", last.svg())


def test_a_film_of_a_battle_shows_the_fallen_and_the_lost() -> None:
    units = [unit("c1", "knights", 10, (20, 20)), unit("h1", "goblins", 12, (20, 27), 180)]
    here = Scene(setup_of(units, turns=6))
    orders: dict[str, tuple[str | int, ...]] = {"c1": ("attack", "target", "h1"), "h1": ("hold",)}
    frames = list(BOOK.film(moments(here, orders, {}, {}), "ru", 2))
    assert len(frames) > 5
    assert any("data-arrow" in frame.svg for frame in frames)
    assert all("<title>" not in frame.svg for frame in frames)


# --- speed -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "most"), [("standard", 0.09), ("grand", 0.45)])
def test_a_picture_is_quickly_drawn(name: str, most: float) -> None:
    """Three times what it takes, since machines differ; the first one is warm-up."""
    setup = BOOK.read_setup(BOOK.scenarios()[name])
    state = BOOK.start(setup)
    times = []
    for _ in range(3):
        view = BOOK.view(setup, state, setup.seats[0].id)
        view.field.kept.clear()
        start = time.process_time()
        picture(view)
        times.append(time.process_time() - start)
    assert min(times) < most
    assert isinstance(setup.units[0], Unit)
