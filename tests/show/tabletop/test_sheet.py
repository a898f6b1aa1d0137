"""The kit for tabletops with a book of nothing but squares: frames, letters, films, the way back to the table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec
import pytest

from grognard.core.game import Heard
from grognard.locale import T, Text
from grognard.show.drawing import Item, Point, area
from grognard.show.markup import Markup
from grognard.show.moving import Frame
from grognard.show.tabletop.film import DEED, REST, STEP, STILL, Film
from grognard.show.tabletop.letters import Letters, face, letter_map, listed
from grognard.show.tabletop.margin import Badge, Sign, badge, numbers, scale_bar
from grognard.show.tabletop.names import Wish
from grognard.show.tabletop.paper import Paper
from grognard.show.tabletop.plane import Plane
from grognard.show.tabletop.sheet import Form, Sheet
from grognard.space.outline import Base
from grognard.space.pose import Pose

SIZE = (48_000, 32_000)


class Map(Plane, frozen=True, cache_hash=True):
    finest = 6
    lettering = (0.9, 9)
    inking = 0.15


class Squares(msgspec.Struct, frozen=True):
    """A table with a square at each place."""

    at: tuple[tuple[int, int], ...]
    lang: str = "en"
    title: str = "Squares"
    now: Text = T("advance")
    size: tuple[int, int] = SIZE

    @property
    def focus(self) -> Sequence[tuple[int, int]]:
        return self.at[:1]


class Nothing(msgspec.Struct, frozen=True):
    when: Text | None = None

    def __bool__(self) -> bool:
        return False


class Picture(Sheet[Squares, Nothing, Map]):
    wide = Form(1000, 20, 20, 12, (5, 30))
    small = Form(360, 10, 4, 11, (0, 30), (20_000, 24_000))
    bleed = 500
    plane = Map
    shares = (0.6, 0.62, 0.38)
    grid_step = 6000

    def badges(self) -> Iterator[Badge]:
        yield badge(0, "Red")

    def scale_bar(self) -> Item:
        return scale_bar(self.map.scale, (1, 2, 4), "cells", str)

    def numbers(self, at: Point) -> Markup:
        return numbers(self.map, at, 12)

    def signs(self) -> Iterator[Sign]:
        yield area([(-3, -3), (3, -3), (3, 3)], "ink"), "a square"

    def small_ground(self, small: Map) -> Iterator[Markup]:
        return iter(())

    def small_units(self, small: Map) -> Iterator[tuple[int, list[Point]]]:
        return ((0, small.ring(square(one).ring)) for one in self.scene.at)

    def layers(self) -> list[Markup]:
        drawn = [area(self.map.ring(square(one).ring), "s1") for one in self.scene.at]
        names = [
            self.placer.lay(Wish(str(number), (x, y, x, y), [["name"]], 10), self.before)
            for number, (x, y) in enumerate(map(self.map.at, self.scene.at))
        ]
        return [*drawn, *names]

    def alt(self) -> str:
        return "squares"

    def text(self) -> str:
        return "squares"


def square(at: tuple[int, int]) -> Base:
    return Base(Pose(*at, 0), 2000, 2000)


def test_a_wide_sheet_shows_the_whole_table_and_what_is_beyond_its_edge() -> None:
    sheet = Picture(Squares(((10_000, 10_000),)), Nothing())
    assert sheet.map.box == (-500, -500, 48_500, 32_500)
    assert not sheet.partial
    assert "data-overview" not in sheet.svg()


@pytest.mark.parametrize("at", [(0, 0), (10_000, 10_000), (48_000, 32_000)])
def test_a_telephone_shows_what_surrounds_the_focus_and_a_map_of_the_whole(at: tuple[int, int]) -> None:
    sheet = Picture(Squares((at,)), Nothing(), narrow=True)
    west, south, east, north = sheet.map.box
    assert (east - west, north - south) == (20_000, 24_000)
    assert west <= at[0] <= east
    assert south <= at[1] <= north
    assert sheet.partial
    assert 'data-overview="yes"' in sheet.svg()
    assert 'width="360"' in sheet.svg()


def test_a_frame_that_reaches_beyond_the_table_is_cut_off_there() -> None:
    sheet = Picture(Squares(()), Nothing(), frame=(40_000, -9000, 90_000, 10_000))
    assert sheet.map.box == (40_000, 0, 48_000, 10_000)


def test_paper_leads_back_to_the_table() -> None:
    sheet = Picture(Squares(()), Nothing())
    paper = Paper(sheet.map, sheet.head()[2])
    for at in ((0, 0), (48_000, 32_000), (12_345, 6_789)):
        there = paper.to_table(*paper.to_sheet(at))
        assert abs(there[0] - at[0]) <= 1
        assert abs(there[1] - at[1]) <= 1
    assert paper.laid([]) == ""


def test_a_long_name_of_a_side_is_written_smaller_then_cut() -> None:
    sizes = []
    for words in ("Red", "The Army of the Rhine"):
        drawn, _ = badge(0, words, 0.8)(14, 160)
        sizes.append(float(re.findall(r'font-size="([\d.]+)"', drawn)[-1]))
    assert sizes == [14, pytest.approx(11.2)]
    assert "…" in badge(0, "The Army of the Rhine and the Moselle", 0.8)(14, 160)[0]


# --- letters ---


def test_units_stand_on_the_map_in_letters_with_name_and_face() -> None:
    def fill(sheet: Letters) -> None:
        sheet.stand(1, Base(Pose(12_000, 12_000, 900), 12_000, 6000), (12_000, 12_000))
        sheet.name("a1" + face(900), (12_000, 12_000))
        sheet.name("far", (48_000, 32_000))

    rows = letter_map(SIZE, 48, 60, fill)
    assert {len(row) for row in rows} == {50}
    assert any("#a1>#" in row for row in rows)
    assert rows[1].endswith("far|")


def test_a_narrow_terminal_has_lines_in_the_place_of_the_table() -> None:
    heads, rows = (T("N"), T("N")), [["first", "much of it " * 3], ["second", ""]]
    assert listed(heads, rows, "en", 80)[0].split() == ["N", "N"]
    narrow = listed(heads, rows, "en", 30)
    assert max(map(len, narrow)) <= 30
    assert narrow[-1] == "second"


# --- motion ---


class Walk(Film[Squares]):
    def still(self, view: Squares) -> Frame:
        return self.taken(view, STILL)

    def play(self, before: Squares, after: Squares, heard: Sequence[Heard]) -> Iterator[Frame]:
        (ax, ay), (bx, by) = before.at[0], after.at[0]
        for share in self.shares():
            place = round(ax + (bx - ax) * share), round(ay + (by - ay) * share)
            yield self.taken(Squares((place,)), self.pause)
        yield self.taken(after, DEED)

    def taken(self, view: Squares, ms: int) -> Frame:
        def made(places: Mapping[str, int]) -> Picture:
            return Picture(view, Nothing(), before=places, legend=False)

        return self.shot(made, ms)


def test_a_film_glides_slowly_at_both_ends_and_stands_once_where_nothing_changes() -> None:
    start, end = Squares(((10_000, 10_000),)), Squares(((20_000, 10_000),))
    shares = list(Walk("en", 4).shares())
    assert shares[-1] == pytest.approx(1)
    assert shares[0] < 0.25 < shares[1]
    frames = list(Walk("en", 6).frames([(start, ()), (end, ()), (end, ())]))
    assert [one.ms for one in frames] == [STILL, *[STEP] * 5, REST]
    assert len({one.svg for one in frames}) == len(frames)
