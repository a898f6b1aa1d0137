"""What a check says of every scenario, whatever its book: ground off the table, enemies who run one way, seats."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard.files import Problems
from grognard.rulebooks import shelf
from grognard.rulebooks.scenarios import off_table
from grognard.space.outline import Outline
from grognard.space.terrain import Table, fences, polygon
from tests.rulebooks.fantasy import written as fantasy
from tests.rulebooks.modern import written as modern
from tests.rulebooks.napoleonic import written as napoleonic
from tests.rulebooks.pike_and_shot import written as pike

TABLE = Table(4000, 3000)


@pytest.mark.parametrize(
    ("shapes", "off"),
    [
        ([polygon([(5000, 0), (6000, 0), (6000, 900)])], True),
        ([polygon([(4000, 0), (6000, 0), (6000, 900)])], True),
        ([polygon([(3999, 0), (6000, 0), (6000, 900)])], False),
        ([polygon([(-9000, -9000), (9000, -9000), (9000, 9000), (-9000, 9000)])], False),
        ([polygon([(3500, -2000), (6500, 1000), (6500, -2000)])], True),
        (fences([(-500, -500), (-500, 500), (500, 500)]), False),
        (fences([(0, 0), (0, 3000)]), False),
        (fences([(-1, 0), (-1, 3000)]), True),
    ],
)
def test_ground_is_off_the_table_when_no_part_of_it_is_on_it(shapes: list[Outline], off: bool) -> None:
    assert (off_table(TABLE, shapes) is not None) is off
    assert off_table(None, shapes) is None


@pytest.mark.clause("PS-TERR-01", "FA-TER-01", "NA-OBS-01")
@pytest.mark.parametrize(
    ("book", "text", "said"),
    [
        (
            "pike_and_shot",
            pike.scenario() + "terrain: [{id: oaks, kind: wood, poly: [[50, 1], [52, 1], [52, 2]]}]\n",
            "12:40: terrain 'oaks': no part of it is on the table (PS-TERR-01)",
        ),
        (
            "fantasy",
            fantasy.scenario(ground=fantasy.GROUND.replace("[[2, 20], [8, 20]]", "[[-2, 20], [-8, 20]]")),
            "20:36: terrain 'fence': no part of it is on the table (FA-TER-01)",
        ),
        (
            "fantasy",
            fantasy.scenario(ground="terrain: [{kind: wood, poly: [[20, 37], [24, 37], [24, 40]]}]\n"),
            "18:30: terrain 'wood_1': no part of it is on the table (FA-TER-01)",
        ),
        (
            "napoleonic",
            napoleonic.scenario(ground=napoleonic.GROUND.replace("[[4, 2], [4.5, 3]]", "[[4, 7], [4, 8]]")),
            "7:39: terrain 'brook': no part of it is on the table (Model, terrain)",
        ),
    ],
    ids=["pike_and_shot", "fantasy_line", "fantasy_area", "napoleonic"],
)
def test_terrain_off_the_table_is_refused_with_its_line(
    book: str, text: str, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(Problems) as caught:
        shelf.book(book).check_file(file)
    assert caught.value.say().splitlines() == [f"{file}:{said}"]


@pytest.mark.parametrize("word", ["public", "umpire"])
@pytest.mark.parametrize(
    ("book", "text", "seat"),
    [
        ("pike_and_shot", pike.scenario(), "[king]"),
        ("fantasy", fantasy.scenario(), "id: s"),
        ("napoleonic", napoleonic.scenario(), "[french_1]"),
        ("modern", modern.scenario(), "seat: w-1"),
    ],
)
def test_no_seat_has_the_name_of_those_who_watch_or_rule(
    book: str, text: str, seat: str, word: str, tmp_path: Path
) -> None:
    assert seat in text
    file = tmp_path / "x.yaml"
    file.write_text(text.replace(seat, re.sub(r"[\w-]+(?=\]?$)", word, seat), 1), encoding="utf-8")
    with pytest.raises(Problems, match=f"seat '{word}' is not free: choose another name"):
        shelf.book(book).check_file(file)


@pytest.mark.clause("PS-ROUT-05", "NA-ROUT-09")
@pytest.mark.parametrize(
    ("book", "text", "was", "now", "said"),
    [
        (
            "pike_and_shot",
            pike.scenario(),
            "edge: north",
            "edge: south",
            "line 4: side 'imp': edge south is that of 'swe' too (PS-ROUT-05)",
        ),
        (
            "napoleonic",
            napoleonic.scenario(),
            "rear: east",
            "rear: west",
            "line 4: side 'russian': rear west is that of 'french' too (NA-ROUT-09)",
        ),
    ],
)
def test_enemies_with_one_edge_are_remarked_on(
    book: str, text: str, was: str, now: str, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(text, encoding="utf-8")
    assert " too (" not in shelf.book(book).check_file(file).say()
    file.write_text(text.replace(was, now), encoding="utf-8")
    found = shelf.book(book).check_file(file)
    assert said in found.say()
    assert found.say("ru") != found.say()
