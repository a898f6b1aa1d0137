"""The battle picture: a chosen unit, arrows, small and large forms, letters; drawn from the view alone."""

from __future__ import annotations

import re
from math import hypot
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.core.state import UMPIRE
from grognard.locale import Name
from grognard.rulebooks.pike_and_shot.events import (
    Activated,
    CardDrawn,
    Volley,
)
from grognard.rulebooks.pike_and_shot.picture import picture, table_text
from grognard.show.cells import cells
from grognard.show.png import png
from tests.rulebooks.pike_and_shot.drawings import (
    SEEN,
    SVG,
    base_groups,
    drawn,
    everything,
    field,
    half,
    in_play,
    map_of,
    marked,
    placed,
    root,
    scale_of,
    step_of,
    the,
    told,
    values,
    words_in,
)
from tests.rulebooks.pike_and_shot.games import BOOK, close, moments, shipped
from tests.rulebooks.pike_and_shot.scenes import (
    BLUE,
    BRIGADE,
    RED,
    mil,
    scene,
    unit,
)

# --- a chosen unit ---


def test_a_chosen_unit_shows_its_arc_its_ranges_and_its_moves() -> None:
    here = field()
    sheet = drawn(here, chosen="brigade")
    part = the(sheet, "chosen", "brigade")
    assert values(part, "zone") == ["90"]
    assert values(part, "range") == ["max:6000", "eff:2000"]
    assert {'6" · 2', '2" · 4'} <= set(words_in(sheet))
    assert values(part, "moves") == ["4"]
    assert not marked(drawn(here), "chosen")
    assert not marked(drawn(here, chosen="nobody"), "chosen")


def hull(sheet: Element, name: str) -> list[tuple[float, float]]:
    (found,) = [one for one in marked(sheet, "range") if one.attrib["data-range"].startswith(name)]
    path = next(found.iter(f"{SVG}path"))
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path.attrib["d"])]


@pytest.mark.clause("PS-SHOT-02", "PS-VIS-02")
def test_a_range_ends_where_the_rules_end_it() -> None:
    here = scene(unit("brigade", bases=1, at=(30, 20, 0)), size=(60, 40))
    sheet = drawn(here, chosen="brigade")
    scale = scale_of(sheet)
    ring = hull(sheet, "max")
    (x, y, _), *_ = base_groups(the(sheet, "unit", "brigade"))
    front = y - scale / 2
    for px, py in ring:
        right, up = abs(px - x) / scale, (front - py) / scale
        edge = hypot(max(right - 1, 0), up)
        assert edge <= 6.05
        assert up >= max(0, right - 1) - 0.1
    assert max((front - py) / scale for _, py in ring) == pytest.approx(6, abs=0.05)


@pytest.mark.clause("PS-VIS-03")
def test_a_wide_zone_reaches_round_the_flanks() -> None:
    here = scene(
        unit("shot", bases=2, base="commanded_shot", at=(30, 20, 0), formation="open"), size=(60, 40)
    )
    sheet = drawn(here, chosen="shot")
    assert values(sheet, "zone") == ["270"]
    ((_, y, _), *_) = base_groups(the(sheet, "unit", "shot"))
    assert any(py > y + 5 for _, py in hull(sheet, "max"))


def test_moves_stop_before_what_is_in_the_way() -> None:
    free = scene(unit("brigade", at=(30, 20, 0)))
    shut = scene(unit("brigade", at=(30, 20, 0)), unit("wall", bases=6, at=(30, 22, 0)))
    far, near = (gold_lines(drawn(one, chosen="brigade")) for one in (free, shut))
    assert far > near


def gold_lines(sheet: Element) -> int:
    (part,) = marked(sheet, "moves")
    return int(part.attrib["data-moves"])


def test_who_may_not_move_or_shoot_has_no_such_reach() -> None:
    here = field().change("brigade", routing=True)
    assert values(drawn(here, chosen="brigade"), "range") == []
    guns = scene(unit("guns", bases=1, base="heavy_gun", at=(30, 20, 0)))
    assert values(drawn(guns, chosen="guns"), "moves") == ["0"]


# --- arrows ---


def test_arrows_are_those_of_the_last_card_with_any() -> None:
    here = field()
    heard = step_of(here)
    sheet = drawn(here, heard=heard)
    assert values(sheet, "arrow") == [
        "advance",
        "charge",
        "manoeuvre",
        "rout",
        "volley",
        "fight",
        "destroyed",
    ]
    assert "arrows: card of colonel" in words_in(sheet)
    assert values(drawn(here, heard=[*heard, *told(CardDrawn("baron", BLUE, 1))]), "arrow")[:1] == ["advance"]
    assert values(drawn(here, heard=heard[:2]), "arrow") == ["volley"]
    assert not marked(drawn(here), "arrow")


def test_arrows_say_what_they_brought() -> None:
    here = field()
    words = words_in(drawn(here, heard=step_of(here)))
    assert {"+4 DP, bases −1, routs", "+3 DP", "+5 DP, destroyed"} <= set(words)
    assert "no effect" in words_in(
        drawn(here, heard=told(Volley("brigade", "regiment", (), 8, False, False, False, 0)))
    )


def test_each_kind_of_arrow_is_drawn_in_its_way() -> None:
    here = field()
    sheet = drawn(here, heard=step_of(here))
    shafts = {
        one.attrib["data-arrow"]: [p for p in one.iter(f"{SVG}path") if not p.attrib["d"].endswith("Z")][1]
        for one in marked(sheet, "arrow")
        if one.attrib["data-arrow"] in ("advance", "charge", "manoeuvre", "rout", "volley")
    }
    assert {kind for kind, path in shafts.items() if "stroke-dasharray" in path.attrib} == {
        "manoeuvre",
        "volley",
    }
    assert shafts["rout"].attrib["d"].count("L") > 10
    assert float(shafts["charge"].attrib["stroke-width"]) > 1.5 * float(
        shafts["advance"].attrib["stroke-width"]
    )


def test_units_that_the_seat_has_never_seen_get_no_arrow() -> None:
    here = field(options={"fog": "full"}).change("guns", shown=False)
    heard = told(CardDrawn("baron", BLUE, 3), Volley("guns", "brigade", (), 8, False, False, False, 9))
    assert not marked(drawn(here, RED, heard), "arrow")


# --- every form ---


def test_a_frame_shows_a_part_and_a_small_map_of_the_whole() -> None:
    here = field()
    sheet = drawn(here, frame=(mil(38), mil(10), mil(60), mil(24)))
    assert values(sheet, "unit") == ["horse"]
    assert len(marked(sheet, "overview")) == 1
    assert not marked(drawn(here), "overview")


def test_a_telephone_starts_at_the_unit_that_acts() -> None:
    here = in_play(field())
    acts = told(CardDrawn("colonel", RED, 2), Activated("horse", 2, 0))
    sheet = drawn(here, heard=acts, narrow=True)
    assert sheet.attrib["width"] == "360"
    ((x, _, _), *_) = base_groups(the(sheet, "unit", "horse"))
    assert 60 < x < 300
    assert 2 * half(the(sheet, "unit", "horse")) >= 24
    assert len(marked(sheet, "overview")) == 1
    assert values(drawn(here, narrow=True, chosen="guns"), "chosen") == ["guns"]
    assert not marked(drawn(field(), narrow=True), "overview")


def test_names_are_escaped_and_words_lie_within_the_sheet() -> None:
    wicked = "<script>\"&' " + "Достопочтеннейшие Widdershins " * 3
    here = in_play(field())
    sheets = {one: replace(sheet, name=Name(wicked)) for one, sheet in here.setup.sheets.items()}
    posts = {one: replace(post, name=Name(wicked)) for one, post in here.setup.commanders.items()}
    sides = tuple(replace(side, name=Name(wicked)) for side in here.setup.sides)
    here.setup = replace(here.setup, sheets=sheets, commanders=posts, sides=sides, name=Name(wicked))
    for narrow in (False, True):
        svg = picture(here.view(RED), step_of(here), "ru", narrow).svg
        assert "<script" not in svg
        sheet = root(svg)
        wide = float(sheet.attrib["width"])
        for (left, _, right, _), words in placed(sheet):
            assert left >= -1, words
            assert right <= wide + 1, words


def test_names_of_units_hide_no_counter_of_a_battle_line() -> None:
    units = [
        unit(f"n{n}", bases=BRIGADE, files=3, at=(6 + 9 * n, 20, 0), command="red_general") for n in range(7)
    ]
    sheet = drawn(scene(*units))
    names = [(area, words) for area, words in placed(map_of(sheet)) if re.fullmatch(r"n\d", words)]
    assert len(names) == 7
    for (left, top, right, bottom), _ in names:
        for x, y, _ in [place for n in range(7) for place in base_groups(the(sheet, "unit", f"n{n}"))]:
            assert not (left < x < right and top < y < bottom)


def test_the_same_view_gives_the_same_bytes() -> None:
    assert everything(field().view(RED), SEEN) == everything(field().view(RED), SEEN)


@pytest.mark.parametrize("name", ["skirmish", "raid"])
def test_every_moment_of_a_battle_can_be_drawn_in_both_languages(name: str) -> None:
    games = [game for at, game in enumerate(moments(shipped(name), seed=7)) if at % 60 == 3]
    assert games
    for game in games:
        for seat in (UMPIRE, game.seats[0]):
            view, heard = game.view(seat), game.events(seat)
            for lang in ("en", "ru"):
                shown = BOOK.picture(view, heard, lang)
                sheet = root(shown.svg)
                units, leaders = {one.id for one in view.field.units}, {*values(sheet, "commander")}
                assert set(values(sheet, "unit")) == units | leaders
                assert all(one.id in str(shown.alt) for one in view.field.units)
                assert all(cells(line) <= 80 for line in shown.plain.splitlines())


def test_the_largest_battle_names_every_unit() -> None:
    setup = shipped("grand")
    view = BOOK.view(setup, BOOK.start(setup), UMPIRE)
    sheet = root(picture(view).svg)
    assert len(values(sheet, "unit")) - len(values(sheet, "commander")) == 78
    said = " ".join(words_in(map_of(sheet))).split()
    assert all(one in said for one in setup.sheets)


def test_grey_print_and_a_telephone_get_a_picture() -> None:
    view = in_play(field()).view(RED)
    colour, grey = (png(picture(view, SEEN).svg, width=270, grey=grey) for grey in (False, True))
    assert colour.startswith(b"\x89PNG")
    assert grey.startswith(b"\x89PNG")
    assert colour != grey


# --- in letters ---


def test_the_plain_form_says_everything() -> None:
    here = in_play(field().change("horse", routing=True))
    text = table_text(here.view(RED), step_of(here), width=110)
    for words in (
        "A %  Red: 0 VP", "brigade^", "horse!", "regimentv", "^v<> facing", "t Wood", "unit ", "impulses",
        "regiment 6\"", "**", "routing", "colonel (brigade commander), 2 CP, order: to attack, flag at (40; 36)",
        "The mill: held by nobody", "arrows: card of colonel", "brigade - -> regiment: +4 DP",
        "horse >< guns: +3 DP / +5 DP", "regiment: bases −1, routs", "guns: destroyed",
    ):  # fmt: skip
        assert words in text, words
    assert "flag at (20; 30)" not in text
    assert BOOK.table_text(here.view(RED)) == table_text(here.view(RED))


@settings(max_examples=20, deadline=None)
@given(st.integers(40, 200), st.sampled_from(["en", "ru"]), st.text(max_size=120))
def test_no_line_of_the_plain_form_is_too_long(width: int, lang: str, name: str) -> None:
    here = in_play(field())
    sheets = {**here.setup.sheets, "brigade": replace(here.setup.sheets["brigade"], name=Name(name or "x"))}
    here.setup = replace(here.setup, sheets=sheets, name=Name(name or "x"))
    lines = table_text(here.view(RED), step_of(here), lang, width).splitlines()
    assert max(map(cells, lines)) <= width


def test_the_map_in_letters_keeps_its_proportions() -> None:
    setup = close()
    lines = table_text(BOOK.view(setup, BOOK.start(setup), UMPIRE), width=100).splitlines()
    edges = [at for at, line in enumerate(lines) if line.startswith("+--")]
    rows, columns = edges[1] - edges[0] - 1, len(lines[edges[0]]) - 2
    assert columns / rows == pytest.approx(2.1 * 48 / 36, rel=0.06)
