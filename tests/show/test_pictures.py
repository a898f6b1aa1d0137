"""Drawings: escaping, the same bytes every time, letters that are really drawn, inks that can be told apart."""

from __future__ import annotations

import json
import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.show import marks
from grognard.show.drawing import (
    Drawing,
    area,
    block,
    disc,
    flowed,
    group,
    label,
    labels,
    line,
    note,
    tooltip,
)
from grognard.show.glyphs import ARMS, chosen, front, outline, piece
from grognard.show.markup import Markup, number, tag
from grognard.show.metrics import FILES, FONTS, Face, measure, wrap_text
from grognard.show.png import png
from grognard.show.style import INKS, SIDES, contrast, lightness, side_of
from tests.show.letters import all_widths
from tests.show.pixels import pixels
from tests.show.samples import SPITE, drawn


def sheet(words: str = "Синяя бригада") -> str:
    """Everything the kit can draw, on one sheet."""
    drawing = Drawing(600, 400, words)
    drawing.add(marks.square_grid(drawing, 100))
    for row, side in enumerate(SIDES):
        for column, arm in enumerate(ARMS):
            drawing.add(
                group(piece(side, arm), front(side, 24), at=(40 + column * 60, 30 + row * 34), angle=5)
            )
    drawing.add(
        group(chosen(48, 24), at=(40, 30)), disc((500, 40), 20, "water"), block((450, 80), (40, 20), "house")
    )
    drawing.add(area(marks.hexagon((540, 110), 24), "hill", "slope"), line([(0, 390), (600, 380)], "road", 6))
    for at, kind in enumerate(("solid", "dashed", "double", "crossed")):
        way = [(400.0, 150.0 + 25 * at), (480.0, 140.0 + 25 * at), (590.0, 170.0 + 25 * at)]
        drawing.add(marks.arrow(way, "s1", kind, words=words))  # type: ignore[arg-type]
    drawing.add(marks.pips((20, 240), 3), marks.boxes((80, 236), 3, 1), marks.gauge((150, 245), 4))
    drawing.add(
        marks.bar((20, 260), (100, 9), 3, 8, "s0", 8),
        marks.shares((150, 260), (100, 9), [(1, "s0"), (3, "s1")]),
    )
    drawing.add(
        marks.badge((300, 250), words[:4]), marks.smoke((350, 250)), marks.die((300, 280), "6", dropped=True)
    )
    drawing.add(marks.legend((20, 290), [(SIDES[0], words), (disc((0, 0), 5, "pip"), words)]))
    drawing.add(marks.scale_bar((200, 380), 100, ["0", '5"']), marks.compass((570, 320)))
    drawing.add(
        note((330, 290), [words, words], most=120),
        labels((200, 320), words, 60),
        tooltip(words, block((0, 0), (5, 5), None)),
    )
    return drawing.svg()


@settings(max_examples=40, deadline=None)
@given(SPITE)
def test_words_stay_words(words: str) -> None:
    root = ElementTree.fromstring(sheet(words))
    kinds = {element.tag.split("}")[1] for element in root.iter()}
    assert kinds <= {"svg", "style", "g", "rect", "path", "circle", "text", "title"}
    assert not any(name.startswith("on") for element in root.iter() for name in element.attrib)


def test_the_same_drawing_is_the_same_bytes() -> None:
    assert sheet() == sheet()
    assert png(sheet(), 300) == png(sheet(), 300)


def test_attributes_are_written_in_one_way() -> None:
    assert [number(value) for value in (1.0, -0.001, 2.504, 1e6, -3.25)] == [
        "1",
        "0",
        "2.5",
        "1000000",
        "-3.25",
    ]
    made = tag("a", "<", Markup("<b/>"), stroke_width=1.5, class_="x", off=None, no=False)
    assert made == '<a stroke-width="1.5" class="x">&lt;<b/></a>'


def test_png_has_the_size_asked_for() -> None:
    rows = pixels(png(drawn(), width=100))
    assert (len(rows[0]), len(rows)) == (100, 30)
    rows = pixels(png(drawn(), scale=2))
    assert (len(rows[0]), len(rows)) == (400, 120)
    with pytest.raises(ValueError):
        png("no drawing")


def glyph(letter: str, face: Face = "sans") -> tuple[tuple[bool, ...], ...]:
    """Which pixels are inked where one letter is drawn."""
    drawing = Drawing(60, 60, background="card")
    drawing.add(label((30, 42), letter, 40, face, halo=None))
    return tuple(tuple(pixel[0] < 128 for pixel in row) for row in pixels(png(drawing.svg())))


@pytest.mark.parametrize("face", ["sans", "sans-bold", "serif", "serif-bold", "serif-italic", "mono"])
def test_cyrillic_letters_are_letters_not_boxes(face: Face) -> None:
    shapes = [glyph(letter, face) for letter in "ЖШЩЪЫЮЯжё"]
    assert all(any(map(any, shape)) for shape in shapes)
    assert len(set(shapes)) == len(shapes)
    missing = glyph("\u4e00", face)
    assert missing not in shapes


def test_faces_differ() -> None:
    faces: list[Face] = list(FILES)
    assert len({glyph("Ж", face) for face in faces}) == len(faces)


def test_grey_print_has_no_colour() -> None:
    coloured = [pixel for row in pixels(png(sheet(), 150)) for pixel in row]
    greyed = [pixel for row in pixels(png(sheet(), 150, grey=True)) for pixel in row]
    assert any(max(pixel[:3]) - min(pixel[:3]) > 40 for pixel in coloured)
    assert all(max(pixel[:3]) - min(pixel[:3]) <= 1 for pixel in greyed)


def test_a_picture_keeps_day_colours_without_a_screen() -> None:
    red, green, blue, _ = pixels(png(drawn("")))[2][2]
    assert f"#{red:02x}{green:02x}{blue:02x}" == INKS["map"][0]
    assert "prefers-color-scheme:dark" in drawn()


# --- inks and sides -------------------------------------------------------------------------------------


def test_sides_differ_in_colour_shape_and_letter() -> None:
    for one, other in combinations(SIDES, 2):
        assert one.letter != other.letter
        assert outline(48, 24, one.corner) != outline(48, 24, other.corner)
        assert one.colour != other.colour
    assert side_of(7) == SIDES[1]


@pytest.mark.parametrize("light", [0, 1], ids=["day", "lamplight"])
def test_inks_can_be_read(light: int) -> None:
    ink = {name: pair[light] for name, pair in INKS.items()}
    for side in SIDES:
        assert contrast(ink[side.ink], ink["glyph"]) >= 4.5
        assert contrast(ink[side.ink], ink["card"]) >= 4.5
        assert contrast(ink[side.ink], ink["map"]) >= 3.5
    for paper in ("paper", "card", "map", "die"):
        assert contrast(ink["ink"], ink[paper]) >= 7
    assert contrast(ink["soft"], ink["paper"]) >= 4.5


def test_lightness_runs_from_black_to_white() -> None:
    assert lightness("#000000") == 0
    assert lightness("#ffffff") == pytest.approx(1)
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


# --- letters --------------------------------------------------------------------------------------------


def test_the_table_of_widths_is_that_of_the_fonts() -> None:
    assert json.loads((FONTS / "widths.json").read_text("utf-8")) == all_widths()


def test_the_fonts_come_with_their_licence() -> None:
    assert "ParaType" in (FONTS / "LICENSE.txt").read_text("utf-8")


@pytest.mark.parametrize("words", ["Blue brigade", "Синяя бригада", "HHHHHHHH", "Ёлки 1632"])
def test_words_are_as_wide_as_measured(words: str) -> None:
    drawing = Drawing(700, 80, background="card")
    drawing.add(label((10, 60), words, 60, "sans-bold", "start", halo=None))
    rows = pixels(png(drawing.svg()))
    inked = [x for x in range(700) if any(row[x][0] < 128 for row in rows)]
    assert inked[-1] - 10 == pytest.approx(measure(words, 60, "sans-bold"), abs=12)


@given(st.text("Жабв 日", max_size=40))
def test_wrapped_words_fit(words: str) -> None:
    assert all(measure(part, 10) <= 50 for part in wrap_text(words, 50, 10))


def test_the_middle_of_a_path() -> None:
    assert marks.middle([(0, 0), (10, 0), (10, 30)]) == (10, 10)
    assert marks.middle([(1, 1), (1, 1)]) == (1, 1)


def test_odds_fill_the_bar() -> None:
    made = marks.shares((0, 0), (100, 5), [(1, "s0"), (3, "s1")])
    assert 'width="25"' in made
    assert 'width="75"' in made


def test_drawings_flow_in_rows_to_the_left_or_to_the_right() -> None:
    items = [(disc((5, 5), 5, "ink"), 40.0)] * 3
    left, high = flowed(items, (10, 20), 100, 30, gap=10)
    assert high == 60
    assert list(re.findall(r"translate\(([\d. ]+)\)", left)) == ["10 20", "60 20", "10 50"]
    right, _ = flowed(items, (10, 20), 100, 30, gap=10, to_right=True)
    assert list(re.findall(r"translate\(([\d. ]+)\)", right)) == ["20 20", "70 20", "70 50"]
    assert flowed([], (0, 0), 100, 30)[1] == 30
