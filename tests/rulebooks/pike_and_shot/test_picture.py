"""The battle picture: all that the issue lists is there, to scale, from the view alone, in every form and language."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.core.state import PUBLIC, UMPIRE, Outcome
from grognard.rulebooks.pike_and_shot.events import (
    Activated,
    CardDrawn,
)
from grognard.rulebooks.pike_and_shot.model import Flag, Hanging, Score
from grognard.rulebooks.pike_and_shot.picture import surname
from tests.rulebooks.pike_and_shot.drawings import (
    SEEN,
    SVG,
    ahead,
    base_groups,
    drawn,
    everything,
    field,
    in_play,
    marked,
    scale_of,
    the,
    titles_in,
    told,
    values,
    words_in,
)
from tests.rulebooks.pike_and_shot.scenes import (
    BLUE,
    BRIGADE,
    RED,
    TABLES,
    Scene,
    bases_at,
    box,
    mil,
    scene,
    unit,
)

GROUNDS = (
    "hill",
    "wood",
    "village",
    "camp",
    "marsh",
    "river",
    "stream",
    "ditch",
    "fieldwork",
    "road",
    "ford",
    "bridge",
)
ARMS = ("pike", "musket", "commanded_shot", "halberd", "strelets", "wagon", "dragoon", "cuirassier", "harquebusier",
        "reiter", "hussar", "croat", "tatar", "dragoon_mounted", "light_gun", "heavy_gun")  # fmt: skip


# --- head, scale, legend ---


def test_the_head_tells_scenario_turn_card_and_who_acts() -> None:
    here = in_play(field(turn=4), scores=(Score(RED, "x", "", 3),))
    words = words_in(drawn(here, heard=told(CardDrawn("colonel", RED, 3), Activated("brigade", 2, 0))))
    assert "A scene" in words
    assert "Turn 4 of 6 · card: colonel · acting: brigade brigade" in words or any(
        one.startswith("Turn 4 of 6 · card: colonel · acting:") for one in words
    )
    assert {"Red: 3 VP", "Blue: 0 VP"} <= set(words)


def test_before_and_after_the_battle() -> None:
    assert "Before the battle" in words_in(drawn(field(turn=0)))
    here = field(turn=3)
    for winners, words in ((("red",), "the battle is over, won by Red"), ((), "the battle is over, a draw")):
        here.state = replace(here.state, outcome=Outcome(winners, "turns"))
        assert f"Turn 3 of 6 · {words}" in words_in(drawn(here))


def test_a_scale_of_inches_a_north_arrow_and_numbers_along_the_edges() -> None:
    sheet = drawn(field())
    (bar,) = marked(sheet, "scale")
    step = int(bar.attrib["data-scale"])
    assert words_in(bar) == ["0", f'{step}"', f'{2 * step}"', "inches"]
    ends = [part.attrib["d"] for part in bar.iter(f"{SVG}path")]
    long = float(re.findall(r"L([\d.]+) ", ends[0])[0]) - float(re.findall(r"M([\d.]+) ", ends[0])[0])
    assert long / (2 * step) == pytest.approx(scale_of(sheet), abs=0.01)
    assert {"N", "12", "24", "72"} <= set(words_in(sheet))


def test_the_legend_explains_what_is_on_the_map_and_nothing_else() -> None:
    words = set(words_in(drawn(in_play(field()))))
    assert {"Pikemen", "Musketeers", "Cuirassiers", "Field guns", "Line", "disorder points", "impulses left",
            "smoke", "brigade commander", "division commander", "command radius", "Wood"} <= words  # fmt: skip
    assert not {"Tatars", "Hill", "routing", "loot", "Tercio", "volley"} & words


def test_words_are_in_the_readers_language() -> None:
    words = words_in(drawn(field(), lang="ru"))
    assert {"Пикинёры", "Лес", "Мельница"} <= set(words)


# --- counters ---


def test_bases_stand_to_scale_where_they_are_and_look_where_they_look() -> None:
    here = scene(
        unit("brigade", bases=3, at=(30, 20, 0)), unit("foes", BLUE, 2, (40, 30, 215)), size=(60, 40)
    )
    sheet = drawn(here)
    scale = scale_of(sheet)
    assert 10 <= scale <= 25
    groups = base_groups(the(sheet, "unit", "brigade"))
    assert len(groups) == 3
    places = [(x, y) for x, y, _ in groups]
    for (x, y), base in zip(places, here.unit("brigade").bases, strict=True):
        assert x - places[0][0] == pytest.approx(
            (base.x - here.unit("brigade").bases[0].x) * scale / 1000, abs=0.02
        )
        assert y == pytest.approx(places[0][1], abs=0.02)
    foes = base_groups(the(sheet, "unit", "foes"))
    assert {angle for _, _, angle in foes} == {215}
    base, other = here.unit("brigade").bases[0], here.unit("foes").bases[0]
    assert foes[0][0] - places[0][0] == pytest.approx((other.x - base.x) * scale / 1000, abs=0.02)
    assert places[0][1] - foes[0][1] == pytest.approx((other.y - base.y) * scale / 1000, abs=0.02)


def test_sides_differ_in_colour_corners_and_notch() -> None:
    here = scene(unit("brigade", at=(30, 20, 0)), unit("foes", BLUE, at=(30, 30, 0)))
    sheet = drawn(here)
    red, blue = (
        next(p for p in the(sheet, "unit", one).iter(f"{SVG}path") if "f-s" in p.attrib.get("class", ""))
        for one in ("brigade", "foes")
    )
    assert "f-s0" in red.attrib["class"]
    assert "f-s1" in blue.attrib["class"]
    assert "a" not in red.attrib["d"]
    assert "a" in blue.attrib["d"]
    notches = [
        p
        for p in sheet.iter(f"{SVG}path")
        if p.attrib.get("stroke-width") == "0.8" and p.attrib["d"].endswith("Z")
    ]
    shapes = {
        ("a" in p.attrib["d"]) for p in notches if "f-s0" in p.attrib["class"] or "f-s1" in p.attrib["class"]
    }
    assert shapes == {True, False}


def test_every_arm_has_a_sign_of_its_own() -> None:
    signs = {}
    for kind in ARMS:
        here = scene(unit("one", bases=1, base=kind), size=(30, 20))
        parts = base_signs(the(drawn(here), "unit", "one"))
        signs[kind] = "".join(parts)
    assert len(set(signs.values())) == len(ARMS)


def base_signs(part: Element) -> list[str]:
    """What is drawn on the bases, without their bodies."""
    return [
        ElementTree.tostring(one).decode()
        for group in part.iter(f"{SVG}g")
        if any("f-s" in path.attrib.get("class", "") for path in group.findall(f"{SVG}path"))
        for one in list(group)[1:]
    ]


def test_a_mixed_unit_has_the_sign_of_each_base() -> None:
    groups = [
        group
        for group in the(drawn(field()), "unit", "brigade").iter(f"{SVG}g")
        if any("f-s0" in path.attrib.get("class", "") for path in group.findall(f"{SVG}path"))
    ]
    crossed = [len(group.findall(f"{SVG}path")) == 3 for group in groups]
    assert crossed == [False, True, False] * 3


@pytest.mark.parametrize("formation", ["line", "column", "tercio", "square", "caracole", "open", "laager"])
def test_every_formation_has_a_frame_of_its_own(formation: str) -> None:
    def frame(name: str) -> list[tuple[str | None, str | None]]:
        here = scene(unit("one", bases=BRIGADE, files=3, formation=name))
        paths = the(drawn(here), "unit", "one").iter(f"{SVG}path")
        return [
            (path.attrib.get("stroke-dasharray"), path.attrib.get("stroke-width"))
            for path in paths
            if path.attrib["fill"] == "none" and "s-s0" in path.attrib["class"]
        ]

    others = [name for name in TABLES.formations if name not in (formation, "hanging")]
    assert frame(formation)
    assert all(frame(formation) != frame(name) for name in others)


def test_disorder_is_pips_and_many_are_a_number() -> None:
    sheet = drawn(field())
    assert sorted(values(sheet, "dp")) == ["1", "11", "2", "2", "7"]  # the last two are the legend's
    assert len(list(the_marks(sheet, "dp", "1").iter(f"{SVG}circle"))) == 1
    assert words_in(the_marks(sheet, "dp", "11")) == ["11"]


def the_marks(sheet: Element, name: str, value: str) -> Element:
    return next(one for one in marked(sheet, name) if one.attrib[f"data-{name}"] == value)


def test_impulses_left_are_open_squares() -> None:
    sheet = drawn(field())
    assert sorted(values(sheet, "impulses")) == ["1", "2", "2", "2"]
    (one,) = [part for part in marked(sheet, "impulses") if part.attrib["data-impulses"] == "1"]
    assert len(list(one.iter(f"{SVG}rect"))) == 1


def test_routers_are_hollow_with_a_white_flag_and_a_trail() -> None:
    here = field().change("horse", routing=True)
    sheet = drawn(here)
    assert len(marked(sheet, "flag")) == 2  # his and the legend's
    bodies = [
        p for p in the(sheet, "unit", "horse").iter(f"{SVG}path") if "f-card" in p.attrib.get("class", "")
    ]
    assert len(bodies) == 6
    assert "routing" in words_in(sheet)


def test_an_unfinished_manoeuvre_shows_where_it_is_to_end() -> None:
    here = field()
    bases = here.unit("horse").bases
    here.change("horse", hanging=Hanging("turn_about", bases, ahead(bases, 6), 3, "line", 0))
    ghost = the(drawn(here), "hanging", "horse")
    assert len([p for p in ghost.iter(f"{SVG}path") if p.attrib["d"].endswith("Z")]) == 6


def test_loot_is_a_sack() -> None:
    assert len(marked(drawn(field().change("horse", loot=True)), "loot")) == 2


# --- commanders, smoke, ground, objectives ---


def test_commanders_have_stars_by_level_and_say_their_points() -> None:
    sheet = drawn(in_play(field()))
    stars = {
        one.attrib["data-commander"]: len(
            [p for p in one.iter(f"{SVG}path") if "f-glyph" in p.attrib.get("class", "")]
        )
        for one in marked(sheet, "commander")
    }
    assert stars == {"red_general": 3, "blue_general": 3, "colonel": 1, "baron": 2}
    assert "colonel · 2 CP" in words_in(sheet)


def test_the_command_radius_is_that_of_whoever_is_in_play_or_chosen() -> None:
    here = in_play(field())
    assert values(drawn(here), "reach") == ["colonel"]
    assert values(drawn(here, chosen="baron"), "reach") == ["colonel", "baron"]
    sheet = drawn(here)
    (ring,) = the(sheet, "reach", "colonel").iter(f"{SVG}circle")
    assert float(ring.attrib["r"]) == pytest.approx(8.5 * scale_of(sheet), rel=1e-3)


def test_a_fallen_commander_is_crossed_out() -> None:
    here = field().change("colonel", alive=False, fate="killed")
    sheet = drawn(here)
    one = the(sheet, "commander", "colonel")
    assert len([p for p in one.iter(f"{SVG}path") if p.attrib.get("stroke-width") == "2"]) == 2
    assert any("post empty" in words for words in titles_in(one))
    assert values(sheet, "reach") == []


def test_smoke_fills_its_marker() -> None:
    (puffs,) = [one for one in marked(drawn(field()), "smoke") if one.attrib["data-smoke"] == "smoke:1"]
    assert len(list(puffs.iter(f"{SVG}circle"))) >= 3


def test_every_kind_of_ground_is_hatched_in_its_own_way() -> None:
    places = [box(kind, kind, 5, 5, 15, 9) for kind in GROUNDS]
    parts = [the(drawn(scene(unit("one"), terrain=[place])), "terrain", place.id) for place in places]
    assert [titles_in(part) for part in parts] == [[TABLES.terrain[kind].name.en] for kind in GROUNDS]
    assert len(set(map(shape_of, parts))) == len(GROUNDS)


def shape_of(part: Element) -> str:
    """A drawing without its colours and its title."""
    kept = [
        (
            one.tag,
            one.attrib.get("d"),
            one.attrib.get("r"),
            one.attrib.get("stroke-dasharray"),
            one.attrib.get("stroke-width"),
        )
        for one in part.iter()
        if one.tag != f"{SVG}title"
    ]
    return str(kept)


def test_the_outline_of_the_ground_is_the_one_that_counts() -> None:
    here = scene(unit("brigade"), terrain=[box("wood", "wood", 40, 10, 50, 18)])
    sheet = drawn(here)
    edge = next(p for p in the(sheet, "terrain", "wood").iter(f"{SVG}path") if "f-wood" in p.attrib["class"])
    corners = [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", edge.attrib["d"])]
    wide = max(x for x, _ in corners) - min(x for x, _ in corners)
    high = max(y for _, y in corners) - min(y for _, y in corners)
    scale = scale_of(sheet)
    assert wide == pytest.approx(10 * scale, rel=1e-3)
    assert high == pytest.approx(8 * scale, rel=1e-3)


def test_objectives_fly_their_holders_colours() -> None:
    here = field()
    assert values(drawn(here), "holder") == [""]
    held = the(drawn(here.change("objective:mill", holder=BLUE)), "objective", "mill")
    assert held.attrib["data-holder"] == "1"
    assert words_in(held) == ["B"]
    assert "The mill" in words_in(drawn(here))
    assert len(list(the(drawn(here.change("objective:mill", sacked=RED)), "objective", "mill").iter())) > len(
        list(held.iter())
    )


# --- orders, and everything else that is hidden ---


@pytest.mark.clause("PS-FOG-01", "PS-ORD-01")
def test_an_order_flag_is_for_its_own_side_alone() -> None:
    here = field()
    assert set(values(drawn(here, RED), "order")) == {"colonel:attack"}
    assert set(values(drawn(here, BLUE), "order")) == {"baron:hold"}
    assert set(values(drawn(here, UMPIRE), "order")) == {"colonel:attack", "baron:hold"}
    assert values(drawn(here, PUBLIC), "order") == []
    assert "order: to hold" not in words_in(drawn(here, RED))


@pytest.mark.clause("PS-FOG-01")
def test_hidden_units_are_on_nobodys_map_but_their_own() -> None:
    here = field(options={"fog": "full"}).change("guns", shown=False).change("baron", attached="guns")
    assert "guns" not in everything(here.view(RED))
    assert "guns" in values(drawn(here, BLUE), "unit")
    assert any(
        "not seen by the enemy" in words for words in titles_in(the(drawn(here, BLUE), "unit", "guns"))
    )
    assert "guns" in values(drawn(here, UMPIRE), "unit")
    assert "baron" not in values(drawn(here, RED), "commander")


@pytest.mark.clause("PS-FOG-01", "PS-FOG-02", "PS-FOG-03")
@settings(max_examples=4, deadline=None)
@given(
    st.sampled_from(["attack", "hold", "withdraw"]),
    st.integers(1, 70),
    st.integers(1, 46),
    st.sampled_from(["steady", "energetic", "timid"]),
    st.integers(13, 60),
    st.integers(0, 9),
)
def test_nothing_hidden_is_in_any_form(stance: Any, x: int, y: int, profile: str, at: int, dp: int) -> None:
    plain, other = (hiding(*how) for how in (("hold", 20, 30, "", 50, 0), (stance, x, y, profile, at, dp)))
    assert everything(other.view(RED), SEEN) == everything(plain.view(RED), SEEN)
    assert f'data-order="baron:{stance}"' in everything(other.view(UMPIRE))


def hiding(stance: Any, x: int, y: int, profile: str, at: int, dp: int) -> Scene:
    """Blue has an order, an unused random profile and guns that nobody sees."""
    options = {"fog": "full", "commander_profiles": "random"}
    here = in_play(field(options=options), "baron", scores=())
    here.change("guns", shown=False, dp=dp, bases=bases_at(["field_gun"] * 2, at, 40, 180))
    return here.change("baron", order=Flag(stance, mil(x), mil(y)), profile=profile)


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Alexander Leslie", [["Leslie"]]),
        ("Бернгард Саксен-Веймарский", [["Саксен-Веймарский"]]),
        ("Left wing horse", []),
        ("Конница левого крыла", []),
        ("Holk", []),
    ],
)
def test_where_there_is_little_room_a_commander_goes_by_his_surname(
    name: str, short: list[list[str]]
) -> None:
    assert surname(name) == short
