"""The picture: everything that a seat sees stands on it where it belongs, to scale, in both languages."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core import engine
from grognard.core.dice import Fast
from grognard.core.events import Event
from grognard.core.state import PUBLIC
from grognard.rulebooks.napoleonic import picture_counters as counters
from grognard.rulebooks.napoleonic.events import (
    Deployed,
    Destroyed,
    Losses,
    Moved,
    PersonHit,
    PhaseStarted,
    Pushed,
    Routed,
    Shot,
    SkirmishFire,
    StrikeDeclared,
    TurnStarted,
    UnitStopped,
)
from grognard.rulebooks.napoleonic.model import Corridor, Unit, corridor_id
from grognard.rulebooks.napoleonic.picture import Sheet, picture, table_text
from grognard.rulebooks.napoleonic.picture_deeds import Deeds, course, deeds
from grognard.rulebooks.napoleonic.picture_ground import PAINTERS, sample
from grognard.rulebooks.napoleonic.picture_map import Map
from grognard.rulebooks.napoleonic.picture_reach import wedge
from grognard.rulebooks.napoleonic.picture_scene import LOOKS, STATES, look
from grognard.rulebooks.napoleonic.picture_scene import scene as gathered
from grognard.rulebooks.napoleonic.picture_signs import STATES as SIGNS
from grognard.rulebooks.napoleonic.tablemodel import Obstacle
from grognard.show.cells import cells
from grognard.show.png import png
from grognard.show.tabletop.plane import bounds, inside
from grognard.space.outline import Base
from grognard.space.pose import Pose
from tests.rulebooks.napoleonic.drawings import field, free, heard, marked, root, titles, words
from tests.rulebooks.napoleonic.scenes import BLUE, BOOK, PRINTED, RED, man, scene, unit

# --- units -------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-UNIT-02", "NA-UNIT-03")
@pytest.mark.parametrize(("lang", "train"), [("en", "train"), ("ru", "обоз")])
def test_everything_on_the_table_stands_on_it_with_its_side(lang: str, train: str) -> None:
    here = field()
    found = root(here.view(RED), lang=lang)
    units = marked(found, "unit")
    assert set(units) == {one.id for one in here.field.bodies}
    assert (units["r1"].get("data-side"), units["b1"].get("data-side")) == ("0", "1")
    assert train in words(found)


@pytest.mark.clause("NA-SKIR-02", "NA-MOVE-13", "NA-UNIT-07")
def test_a_regiment_is_drawn_to_scale_with_all_its_figures() -> None:
    """12 figures two deep: 0.6 by 0.2; in column 0.2 by 0.6; in open order half a merka apart."""
    map_ = Map((0, 0, 10_000, 7_500), 100)
    shown = gathered(field().view(RED))
    sizes = {"r2": (60, 20), "r4": (20, 60), "r6": (50, 20), "r7": (20, 20)}
    for name, size in sizes.items():
        one = shown.counter(name)
        assert one is not None
        left, top, right, bottom = bounds(map_.ring(one.body.shape.ring))
        assert (right - left, bottom - top) == pytest.approx(size)
    ranks = {one.id: counters.ranks_of(one) for one in shown.counters if isinstance(one.body, Unit)}
    assert ranks["r2"] == (6, 6)
    assert ranks["r1"] == (5, 4)
    assert ranks["r4"] == (2,) * 6
    assert ranks["r6"] == (4,)
    loose = shown.counter("r5")
    assert loose is not None
    assert counters.counter(loose, map_).count("stroke-linejoin") >= 7


@pytest.mark.clause("NA-UNIT-04", "NA-CAS-06")
def test_how_much_of_a_regiment_is_left_is_a_bar() -> None:
    here = scene(unit("r1", RED, (3, 3, 0), 12), unit("b1", BLUE, (3, 6, 180))).change("r1", figures=9)
    found = root(here.view(RED))
    assert "75" in marked(found, "left")
    assert "9/12" in words(found)


@pytest.mark.clause("NA-MOD-10", "NA-MOD-11", "NA-MOD-12", "NA-CMD-06", "NA-ART-10", "NA-CC-34", "NA-ROUT-09")
def test_states_are_signs_on_the_units() -> None:
    found = root(field().view(RED))
    states = set(marked(found, "state"))
    assert {
        "pushed",
        "proud",
        "reforming",
        "silenced",
        "disordered",
        "stopped",
        "unruly",
        "uncommanded",
    } <= states
    assert marked(found, "flag"), "a white flag for those in flight"
    assert {"r1 b1", "b1 r1"} & set(marked(found, "lock"))
    assert {"guard", "recruit"} == set(marked(found, "status"))
    assert set(STATES) == set(SIGNS)


@pytest.mark.clause("NA-MOVE-08")
def test_foot_near_enemy_horse_is_in_square_while_everybody_moves() -> None:
    assert "square" in marked(root(free().view(RED)), "state")
    assert "square" not in marked(root(free("fire").view(RED)), "state")


@pytest.mark.clause("NA-ROUT-15")
def test_a_corridor_lies_where_it_is_closed() -> None:
    here = field()
    ring = ((6800, 900), (7200, 900), (7200, 2300), (6800, 2300))
    strip = Corridor(corridor_id("r8"), "r8", ring, (7000, 2300), 1800, 1400, 400, 4)
    here.do(lambda battle: battle.place(strip))
    assert "r8" in marked(root(here.view(BLUE)), "corridor")


@pytest.mark.clause("NA-TROPH-01", "NA-UNIT-03")
def test_a_gun_shows_its_crew_and_who_holds_it() -> None:
    found = root(field().view(RED))
    assert {"5", "4", "3"} <= set(marked(found, "crew"))
    shown = gathered(field().view(RED)).counter("bg2")
    assert shown is not None
    assert (shown.side, shown.holder) == (1, 0)


# --- persons and command -----------------------------------------------------------------------------


@pytest.mark.clause("NA-OOB-04", "NA-OOB-06")
def test_persons_stand_with_their_units_and_posts_differ() -> None:
    people = marked(root(field().view(RED)), "person")
    posts = {name: one.get("data-post") for name, one in people.items()}
    assert posts["lead"] == "corps_commander"
    assert posts["second"] == "division_commander"
    assert len(people) == 6


@pytest.mark.clause("NA-CMD-01", "NA-CMD-05")
def test_radii_and_broken_links() -> None:
    """A radius is drawn at its length around the footprint; a regiment farther away has a broken link."""
    near, far = unit("r2", RED, (3.9, 3, 0)), unit("r3", RED, (6, 3, 0))
    here = scene(unit("r1", RED, (3, 3, 0)), near, far, unit("b1", BLUE, (3, 9, 180)), man("lead", "r1", RED))
    shown = gathered(here.view(RED))
    held = {one.lower: one.held for one in shown.threads}
    assert (held["r2"], held["r3"]) == (True, False)
    found = marked(root(here.view(RED)), "link")
    assert found["r3"].get("data-held") == "no"
    assert "r2" not in found, "links that hold are shown when one is asked about them"
    ring = next(one for one in shown.rings if one.man.id == "lead")
    north = max(y for _, y in counters.around(ring.body.shape, ring.man.radius))
    assert north == pytest.approx(3000 + 100 + 1000)


@pytest.mark.clause("NA-CMD-07")
def test_all_links_of_one_s_own_side_when_persons_are_asked_about() -> None:
    step = engine.begin(BOOK, BOOK.read_setup(BOOK.scenarios()["skirmish"]), Fast(1))
    found = root(BOOK.view(BOOK.read_setup(BOOK.scenarios()["skirmish"]), step.state, "french_1"))
    links = marked(found, "link")
    assert {one.get("data-held") for one in links.values()} == {"yes"}
    assert len(links) == 2


# --- ground ------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-OBS-01")
def test_every_kind_of_ground_has_a_look_of_its_own() -> None:
    kinds = [kind for kind in PRINTED.under({}).obstacles.values() if kind.shape]
    assert {kind.id for kind in kinds} == set(PAINTERS) == set(LOOKS)
    bare = {
        re.sub(r' (fill|stroke|class)="[^"]*"', "", sample(look(kind), kind.shape == "line", 60, 30))
        for kind in kinds
    }
    assert len(bare) == len(kinds), "told apart without colour"


@pytest.mark.clause("NA-GEN-01")
def test_ground_that_an_umpire_adds_looks_like_what_works_alike() -> None:
    name = PRINTED.under({}).obstacles["wood"].name
    assert look(Obstacle("jungle", name, "area", "foot", blocks_sight=True)) == "wood"
    assert look(Obstacle("moat", name, "line", "none")) == "river"
    assert look(Obstacle("ditch", name, "line", "all")) == "stream"
    assert look(Obstacle("hedge", name, "line", "foot")) == "fence"
    assert look(Obstacle("mill", name, "area", "all", building=True)) == "village"
    assert look(Obstacle("marsh", name, "area", "none")) == "water"
    assert look(Obstacle("mound", name, "area", "all", uphill_only=True)) == "hill"
    assert look(Obstacle("dam", name, "area", "all", crossing=True)) == "ford"
    assert look(Obstacle("heath", name, "area", "all")) == "bush"


@pytest.mark.clause("NA-OBS-02", "NA-OBS-13", "NA-ART-12", "NA-ART-13", "NA-END-08")
def test_levels_fires_lost_bridges_and_objectives() -> None:
    found = root(field().view(RED))
    places = marked(found, "terrain")
    assert places["village"].get("data-works") == "burning"
    assert places["bridge"].get("data-works") == "destroyed"
    assert {"+1", "+2"} <= set(words(found).split())
    assert marked(found, "objective")["mill"].get("data-holder") == "nobody"
    assert "1" in marked(root(field().change("objective:mill", holder=BLUE).view(RED)), "holder")


@pytest.mark.clause("NA-SEQ-07", "NA-SEQ-03")
def test_rear_edges_and_deployment_zones() -> None:
    zones = {RED: (0, 0, 10, 3), BLUE: (0, 5, 10, 7.5)}
    before = root(field("deployment", zones=zones).view(RED))
    assert set(marked(before, "zone")) == set(marked(before, "rear")) == {"0", "1"}
    assert not marked(root(field(zones=zones).view(RED)), "zone")


# --- what a seat may not see -------------------------------------------------------------------------


@pytest.mark.clause("NA-SEQ-07")
def test_under_fog_far_enemies_are_guesses_and_hidden_ones_are_away() -> None:
    fog = {"fog": "line_of_sight"}
    far = scene(
        unit("r1", RED, (3, 3, 0), 12),
        unit("b1", BLUE, (3, 4.8, 180), 11, status="guard", pushed=3),
        unit("b2", BLUE, (3, 9, 180), 8),
        man("lead", "r1", RED),
        man("other", "b1", BLUE),
        terrain=(),
        options=fog,
        turn=3,
    )
    found = root(far.view(RED))
    assert "other" not in marked(found, "person")
    assert not {"pushed", "guard"} & {*marked(found, "state"), *marked(found, "status")}
    assert "≈12" in words(found)
    told = picture(far.view(RED))
    assert "11" not in re.findall(r"\d+", str(told.alt))
    own = root(far.view(BLUE))
    assert "other" in marked(own, "person")
    assert "pushed" in marked(own, "state")


def test_everybody_has_a_picture_and_it_is_always_the_same() -> None:
    here = field()
    for seat in (RED, PUBLIC):
        first, second = (picture(here.view(seat)).svg for _ in range(2))
        assert first == second
    assert png(picture(here.view(PUBLIC), (), "ru").svg, grey=True).startswith(b"\x89PNG")


# --- sheets ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_telephone_sees_what_is_chosen_and_a_small_map_of_all(lang: str) -> None:
    found = root(field().view(RED), lang=lang, narrow=True, chosen="rg1")
    assert found.get("width") == "360"
    assert marked(found, "overview")
    assert "rg1" in marked(found, "unit")
    assert max(float(one.get("x") or 0) for one in found.iter() if one.tag.endswith("text")) < 360


@pytest.mark.clause("NA-ART-01", "NA-ART-02", "NA-ART-04")
def test_a_chosen_gun_shows_its_sector_with_canister_and_ball() -> None:
    here = free()
    found = root(here.view(RED), chosen="rg1")
    assert set(marked(found, "zone_of")) == {"ball", "canister"}
    assert set(marked(found, "pivot")) == {"half", "minus_one"}
    assert not marked(root(here.view(RED), chosen="bg2"), "zone_of"), "it was taken"
    ring = wedge((0, 0), 0, 225, 0, 2000)
    flat = [(float(x), float(y)) for x, y in ring]
    assert inside(flat, 0, 1900)
    assert inside(flat, 700, 1750)
    assert not inside(flat, 900, 1750)
    assert not inside(flat, 0, 2100)


@pytest.mark.clause("NA-MOVE-03", "NA-CC-01", "NA-ART-09", "NA-CMD-02")
def test_a_chosen_regiment_shows_moves_fights_and_its_chain() -> None:
    here = free()
    found = root(here.view(RED), chosen="r2")
    assert marked(found, "moves")
    assert marked(found, "combat")
    assert "lead:3000" in marked(found, "radius")
    by_person = root(here.view(RED), chosen="lead")
    assert "r2" in marked(by_person, "chosen")
    assert not marked(root(here.view(RED), chosen="nobody"), "chosen")


def test_a_frame_shows_only_its_part_of_the_table() -> None:
    found = root(field().view(RED), frame=(3500, 2000, 5000, 5000))
    assert {"r2", "b2"} <= set(marked(found, "unit"))
    assert "r8" not in marked(found, "unit")
    assert marked(found, "overview")


# --- deeds -------------------------------------------------------------------------------------------


def moved(one: str, before: tuple[int, int, int], after: tuple[int, int, int], kind: str = "order") -> Moved:
    return Moved(one, before, after, 1000, 20, "end", kind)


def busy() -> tuple[Event, ...]:
    """A turn with a bit of everything."""
    return (
        TurnStarted(2, 380),
        moved("r2", (4200, 2000, 0), (4200, 3000, 0)),
        moved("b3", (6000, 4000, 200), (6000, 5000, 200), "withdrawal"),
        PhaseStarted(2, "fire"),
        Shot("rg1", "b2", 5, "full", 5, 2),
        Shot("bg1", "village", 6, "full", 6, 0, ("burns",)),
        Shot("bg1", "r2", 4, "full", 4, 1, (), "canister"),
        SkirmishFire("r5", "b2", (6, 2), 1),
        Losses("b2", "fire", 2, 10),
        UnitStopped("b2", 3, 1),
        PhaseStarted(2, "combat"),
        StrikeDeclared("r1", "b1", "left", 0),
        PersonHit("first", "r1", 1, "killed", "never", 0),
        Pushed("r1", 300, 1800, ("b1",)),
        moved("r1", (3000, 3000, 0), (3000, 2700, 0), "push"),
        Routed("r8", "1", 1800, 1500, "corridor:r8", ("b1",)),
        moved("r8", (7000, 2300, 1800), (7000, 800, 1800), "flight"),
        Destroyed("b3"),
    )


@pytest.mark.clause("NA-MOVE-20", "NA-ART-03", "NA-SKIR-03", "NA-CC-02", "NA-ROUT-09")
def test_the_deeds_of_the_last_turn_are_arrows_and_words() -> None:
    view = field().view(RED)
    early = (TurnStarted(1, 360), moved("b2", (1, 1, 0), (2000, 2000, 0)))
    told = heard(*early, *busy(), TurnStarted(3, 400))
    found = root(view, told)
    kinds = set(marked(found, "arrow"))
    assert kinds == {"order", "withdrawal", "push", "flight", "ball", "canister", "skirmish", "strike"}
    assert marked(found, "arrow")["strike"].get("data-flank") == "left"
    assert "b3" in marked(found, "gone")
    said = words(found)
    assert "−2" in said
    assert "first: killed" in said
    assert "arrows: turn 2" in said
    russian = words(root(view, told, "ru"))
    assert "first: убит" in russian


def test_nothing_heard_is_nothing_drawn() -> None:
    assert not deeds(field().field, [])
    assert not deeds(field().field, heard(TurnStarted(1, 360)))
    assert not Deeds()


@pytest.mark.clause("NA-MOVE-04")
@given(st.integers(0, 100))
@settings(max_examples=30)
def test_a_course_keeps_to_its_legs(share: int) -> None:
    event = Moved("r1", (0, 0, 0), (1000, 1000, 900), 2000, 20, "end", path=((0, 1000, 0), (0, 1000, 900)))
    way = course(event)
    at = way.at(share / 100)
    assert at.x == 0 or at.y == 1000
    assert way.at(0) == Pose(0, 0, 0)
    assert way.at(1) == Pose(1000, 1000, 900)


# --- motion ------------------------------------------------------------------------------------------


def units_of(svg: str) -> dict[str, str]:
    """Where each unit's parts stand."""
    found = marked(ElementTree.fromstring(svg), "unit")
    return {one: ElementTree.tostring(node, encoding="unicode") for one, node in found.items()}


@pytest.mark.clause("NA-MOVE-20", "NA-MOVE-21", "NA-CAS-01")
def test_a_film_moves_everybody_from_view_to_view() -> None:
    here = free()
    before, after = here.view(RED), free().change("r2", y=3500).change("b2", figures=10).view(RED)
    told = heard(
        TurnStarted(3, 400),
        moved("r2", (4200, 3000, 0), (4200, 3500, 0)),
        PhaseStarted(3, "fire"),
        Shot("rg1", "b2", 5, "full", 5, 2),
        Losses("b2", "fire", 2, 10),
    )
    frames = list(BOOK.film([(before, []), (after, told)], "en", 4))
    assert len(frames) == 7, "the first, four of the move, the shot, the last"
    places = [units_of(frame.svg)["r2"] for frame in frames]
    assert len(set(places)) == 5
    assert places[-1] == places[4]
    assert "b2" in units_of(frames[-1].svg)
    assert marked(ElementTree.fromstring(frames[5].svg), "arrow")


@pytest.mark.clause("NA-OBS-13", "NA-SEQ-07", "NA-ROUT-09")
def test_a_film_shows_routs_fires_and_who_is_no_more() -> None:
    here = free()
    after = free().change("b2", standing="fleeing").change("b3", standing="destroyed")
    told = heard(
        Deployed(RED, (("r6", (7500, 1500, 0)),)),
        Routed("b2", "1", 0, 0, "corridor:b2", ()),
        Destroyed("b3"),
        moved("r2", (4200, 3000, 0), (4200, 3200, 0)),
    )
    frames = list(BOOK.film([(here.view(RED), []), (after.change("r2", y=3200).view(RED), told)], "ru", 2))
    last = units_of(frames[-2].svg)
    assert "b3" not in last
    assert len(frames) >= 3


# --- text --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("width", [30, 60, 80, 120])
def test_the_table_in_letters_keeps_to_its_width(lang: str, width: int) -> None:
    told = [*heard(*busy())]
    found = table_text(field().view(RED), told, lang, width)
    assert max(cells(line) for line in found.splitlines()) <= width
    assert "r8" in found
    if width >= 60:
        assert "~" in found


def test_what_one_points_at_says_what_it_is() -> None:
    found = titles(root(field().view(RED)))
    for part in ("pushed back", "march column", "9 of 9 figures", "first (division commander)", "burning"):
        assert part in found
    assert "походная колонна" in titles(root(field().view(RED), lang="ru"))


# --- shipped battles ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["skirmish", "standard", "quatre_bras", "grand"])
def test_shipped_battles_have_pictures_with_everybody(name: str) -> None:
    setup = BOOK.read_setup(BOOK.scenarios()[name])
    view = BOOK.view(setup, engine.begin(BOOK, setup, Fast(1)).state, setup.seats[0].id)
    found = root(view)
    assert set(marked(found, "unit")) == {one.id for one in view.field.bodies}
    sheet = Sheet(gathered(view), Deeds())
    assert sheet.map.px(100) >= 8, "a soldier has room to be seen"
    assert len(str(picture(view).alt)) < 40_000


@given(st.integers(0, 3599), st.integers(100, 3000))
@settings(max_examples=40)
def test_what_is_around_a_footprint_is_as_far_as_said(heading: int, far: int) -> None:
    base = Base(Pose(0, 0, heading), 600, 200)
    for x, y in counters.around(base, far):
        nearest = min(((x - a) ** 2 + (y - b) ** 2) ** 0.5 for a, b in base.ring)
        assert nearest == pytest.approx(far, abs=2)
