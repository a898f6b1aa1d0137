from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.space.outline import area2
from grognard.space.pose import Point
from grognard.space.terrain import Table
from grognard.space.tiled import MapProblems, TiledMap, parse_map, read_map
from tests.space.scenes import points, poly

SCALE = [{"name": "pixels_per_unit", "type": "int", "value": 16}]


def world(*objects: Any, **layer: Any) -> dict[str, Any]:
    """A map of 24 x 16 units at 16 pixels a unit, with one object layer."""
    ground = {
        "type": "objectgroup",
        "name": "ground",
        "objects": [{"type": "wood", **o} for o in objects],
        **layer,
    }
    return {
        "width": 24,
        "height": 16,
        "tilewidth": 16,
        "tileheight": 16,
        "properties": SCALE,
        "layers": [ground],
    }


def read(found: Any, file: str = "battle.tmj") -> TiledMap:
    return parse_map(json.dumps(found).encode(), file)


def complaints(found: Any) -> list[str]:
    with pytest.raises(MapProblems) as problems:
        read(found)
    return str(problems.value).split("\n")


def ring(**fields: Any) -> tuple[Point, ...]:
    (piece,) = read(world({"id": 1, **fields})).pieces
    return piece.shapes[0].ring


def xy(*pixels: tuple[float, float]) -> list[dict[str, float]]:
    return [{"x": x, "y": y} for x, y in pixels]


# --- shapes -----------------------------------------------------------------------------------------------


def test_a_map_of_many_shapes() -> None:
    found = read(
        world(
            {"id": 1, "name": "copse", "x": 16, "y": 16, "polygon": xy((0, 0), (32, 0), (32, 48))},
            {"id": 2, "x": 160, "y": 128, "width": 32, "height": 16, "type": "hill", "properties": [
                {"name": "level", "type": "int", "value": 2}]},
            {"id": 3, "type": "stream", "polyline": xy((0, 16), (384, 16)), "properties": [
                {"name": "width", "type": "float", "value": 0.5}]},
            {"id": 4, "type": "hedge", "polyline": xy((0, 32), (160, 32))},
            {"id": 5, "type": "flag", "x": 8, "y": 8, "point": True},
            {"id": 6, "text": {"text": "Here be dragons"}, "width": 9, "height": 9},
        )
    )  # fmt: skip
    copse, hill, stream, hedge, flag = found.pieces
    assert found.table == Table(24_000, 16_000)
    assert dict(found.facts) == {"pixels_per_unit": 16}
    assert (copse.id, copse.kind, copse.shapes) == ("copse", "wood", (poly((1, 15), (3, 15), (3, 12)),))
    assert (hill.id, hill.facts) == ("hill_2", (("level", 2),))
    assert hill.shapes[0] == poly((10, 8), (12, 8), (12, 7), (10, 7))
    assert stream.line == points((0, 15), (24, 15))
    assert set(stream.shapes[0].ring) == {(0, 15_250), (24_000, 15_250), (24_000, 14_750), (0, 14_750)}
    assert (hedge.line, hedge.shapes) == (points((0, 14), (10, 14)), ())
    assert (flag.line, flag.shapes) == (points((0.5, 15.5)), ())


def test_objects_turn_clockwise_about_their_place() -> None:
    assert set(ring(x=160, y=160, width=32, height=16, rotation=90)) == set(
        points((10, 6), (10, 4), (9, 4), (9, 6))
    )
    turned = ring(x=160, y=160, rotation=30, polygon=xy((0, 0), (32, 0), (0, 32)))
    assert set(turned) == {(10_000, 6000), (11_732, 5000), (9000, 4268)}
    box = {"x": 160, "y": 160, "width": 32, "height": 16}
    assert ring(**box, rotation=-270) == ring(**box, rotation=90)


def test_an_ellipse_is_a_polygon_of_36_corners() -> None:
    found = ring(x=0, y=0, width=64, height=32, ellipse=True)
    assert len(found) == 36
    assert {(2000, 16_000), (4000, 15_000), (2000, 14_000), (0, 15_000)} <= set(found)
    assert area2(found) / 2 == pytest.approx(3.14159 * 2000 * 1000, rel=0.01)


def test_a_capsule_is_a_box_with_round_ends() -> None:
    found = ring(x=0, y=0, width=64, height=32, capsule=True)
    assert {(1000, 16_000), (3000, 16_000), (4000, 15_000), (0, 15_000)} <= set(found)
    assert area2(found) / 2 == pytest.approx(4e6 + 3.14159e6, rel=0.01)


def test_layers_shift_and_nest_and_lend_their_class() -> None:
    inner = world({"id": 1, "x": 16, "y": 16, "width": 16, "height": 16, "type": ""})["layers"][0]
    inner |= {"class": "marsh", "offsetx": 16, "offsety": 32}
    found = world()
    group = {"type": "group", "name": "g", "offsety": -16, "layers": [inner]}
    found["layers"] = [{"type": "tilelayer", "data": []}, group]
    (piece,) = read(found).pieces
    assert (piece.id, piece.kind) == ("marsh_1", "marsh")
    assert piece.shapes[0] == poly((2, 14), (3, 14), (3, 13), (2, 13))


def test_decimals_are_read_as_written() -> None:
    assert min(ring(x=0.008, y=0, width=16, height=16))[0] == 1


# --- what is wrong ----------------------------------------------------------------------------------------


def test_every_problem_is_told_with_its_place() -> None:
    found = complaints(
        world(
            {"id": 1, "polygon": xy((0, 0), (64, 64), (64, 0), (0, 64))},
            {"id": 2, "type": "", "width": 16, "height": 16},
            {"id": 3, "gid": 7, "width": 16, "height": 16},
            {"id": 4, "template": "tree.tx"},
            {"id": 5, "name": "copse", "width": 16, "height": 16},
            {"id": 6, "name": "copse", "width": 0, "height": 16},
            {"id": 7, "polyline": xy((0, 0), (0, 0))},
            {"id": 8, "polyline": xy((0, 0), (16, 0)), "properties": [{"name": "width", "value": "wide"}]},
            {"id": 9, "x": "left", "width": 16, "height": 16},
            {"id": 10, "x": 1e9, "width": 16, "height": 16},
            {"id": 11, "polygon": {"x": 3}},
            {"id": 12, "polygon": [3]},
            {"id": 13, "width": 1, "height": 1, "properties": [{"value": 3}]},
            {"id": 14, "polygon": xy((0, 0), (16, 0))},
        )
    )
    starts = "battle.tmj: layer “ground”, object "
    assert [line.removeprefix(starts) for line in found] == [
        "1: edge 1 from (0, 16) to (4, 12) meets edge 3 from (4, 16) to (0, 12)",
        "2: it has no class: the class is the kind of terrain",
        "3: it is a picture (a tile); only drawn shapes are ground",
        "4: it is made from a template, a file of its own: detach it in Tiled",
        "6: the name copse is taken by object 5; without a name it gets one of its own",
        "6: its width and height must be above 0; for a single place use a point",
        "7: a line needs at least 2 points",
        "8: width must be a number above 0, in units of the table, not wide",
        "9: x must be a number, not 'left'",
        "10: 62500000 units is too far away",
        "11: polygon must be a list, not {'x': 3}",
        "12: a point needs x and y, not 3",
        "13: a property needs a name and a value, not {'value': 3}",
        "14: a polygon needs at least 3 points, not 2",
    ]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"properties": []}, "the map needs a property pixels_per_unit, a number above 0"),
        (
            {"properties": [{"name": "pixels_per_inch", "value": 0}]},
            "the map needs a property pixels_per_unit",
        ),
        ({"orientation": "hexagonal"}, "the map is hexagonal, not orthogonal"),
        ({"infinite": True}, "an infinite map has no edges"),
        ({"width": 0}, "the map has no size"),
        ({"layers": 3}, "not a map of Tiled"),
        ({"layers": [3]}, "layer “?”: a layer must be an object, not 3"),
        (
            {"layers": [{"type": "group", "name": "g", "layers": 3}]},
            "layer “g”: layers must be a list, not 3",
        ),
        (
            {"layers": [{"type": "objectgroup", "name": "g", "objects": [3]}]},
            "object ?: an object must have fields",
        ),
    ],
)
def test_a_map_that_is_none(change: dict[str, Any], words: str) -> None:
    (line,) = complaints(world() | change)
    assert line.startswith("battle.tmj: ")
    assert words in line


def test_problems_are_told_in_russian() -> None:
    with pytest.raises(MapProblems) as problems:
        read(world({"id": 2, "type": "", "width": 16, "height": 16}))
    place = "battle.tmj: слой «ground», объект 2: "
    assert problems.value.say("ru") == f"{place}у него нет класса, а класс — это вид местности"


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"3", b'{"layers": NaN}'])
def test_what_is_no_json(data: bytes) -> None:
    with pytest.raises(MapProblems, match=r"^battle\.tmj: "):
        parse_map(data, "battle.tmj")


def test_files(tmp_path: Path) -> None:
    with pytest.raises(MapProblems, match=r"^none\.tmj: cannot be read: "):
        read_map(tmp_path / "none.tmj")
    (tmp_path / "battle.tmj").write_text(json.dumps(world()))
    assert read_map(tmp_path / "battle.tmj").pieces == ()
    (tmp_path / "huge.tmj").write_bytes(b" " * 16_000_001)
    with pytest.raises(MapProblems, match=r"huge\.tmj: the file is larger than 16000000 bytes"):
        read_map(tmp_path / "huge.tmj")


# --- the same map as XML ----------------------------------------------------------------------------------

TMX = """<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="24" height="16" tilewidth="16" tileheight="16" infinite="0">
 <properties><property name="pixels_per_unit" type="int" value="16"/></properties>
 <layer id="1" name="grass" width="24" height="16"><data encoding="csv"/></layer>
 <group id="5" name="all" offsetx="16">
  <objectgroup id="2" name="ground" offsety="32">
   <object id="1" name="copse" type="wood" x="16" y="16"><polygon points="0,0 32,0 32.5,48"/></object>
   <object id="2" type="hill" x="160" y="128" width="32" height="16" rotation="45">
    <properties>
     <property name="level" type="int" value="2"/><property name="steep" type="bool" value="true"/>
     <property name="note">two
lines</property><property name="more" type="class" propertytype="X"/>
    </properties>
   </object>
   <object id="3" class="pond" x="160" y="128" width="32" height="16"><ellipse/></object>
   <object id="4" type="flag" x="8" y="8"><point/></object>
   <object id="6" type="stream" x="8" y="8"><polyline points="0,0 20,20"/></object>
   <object id="7" type="note"><text>words</text></object>
  </objectgroup>
 </group>
</map>
"""


def test_xml_and_json_are_the_same_map() -> None:
    layer = world(
        {"id": 1, "name": "copse", "x": 16, "y": 16, "polygon": xy((0, 0), (32, 0), (32.5, 48))},
        {"id": 2, "type": "hill", "x": 160, "y": 128, "width": 32, "height": 16, "rotation": 45, "properties": [
            {"name": "level", "value": 2}, {"name": "steep", "value": True}, {"name": "note", "value": "two\nlines"}]},
        {"id": 3, "type": "pond", "x": 160, "y": 128, "width": 32, "height": 16, "ellipse": True},
        {"id": 4, "type": "flag", "x": 8, "y": 8, "point": True},
        {"id": 6, "type": "stream", "x": 8, "y": 8, "polyline": xy((0, 0), (20, 20))},
        offsety=32,
    )["layers"][0]  # fmt: skip
    same = world() | {"layers": [{"type": "group", "offsetx": 16, "layers": [layer]}]}
    assert parse_map(TMX.encode(), "battle.tmx") == read(same)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<map", "no XML at line 1, column"),
        ("<tileset/>", "the outermost element is <tileset>, not <map>"),
        ('<!DOCTYPE map [<!ENTITY a "aaaa">]><map>&a;</map>', "XML with entities of its own is not read"),
        ('<!DOCTYPE map [<!ENTITY a SYSTEM "file:///etc/passwd">]><map>&a;</map>', "XML with entities"),
        ('<?xml version="1.0" encoding="no-such"?><map/>', "no XML"),
    ],
)
def test_xml_that_is_refused(text: str, words: str) -> None:
    with pytest.raises(MapProblems) as problems:
        parse_map(text.encode(), "battle.tmx")
    assert str(problems.value).startswith(f"battle.tmx: {words}")


def test_numbers_in_xml_that_are_none() -> None:
    broken = TMX.replace('rotation="45"', 'rotation="nan"').replace("32,0 32.5,48", "32 0,inf")
    with pytest.raises(MapProblems) as problems:
        parse_map(broken.encode(), "battle.tmx")
    assert str(problems.value).split("\n") == [
        "battle.tmx: layer “ground”, object 1: y must be a number, not ''",
        "battle.tmx: layer “ground”, object 2: rotation must be a number, not 'nan'",
    ]


def test_deep_nesting_does_no_harm() -> None:
    deep = "<group>" * 3_000 + "</group>" * 3_000
    parse_map(TMX.replace("</map>", f"{deep}</map>").encode(), "battle.tmx")


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(
    ["x", "y", "width", "height", "rotation", "polygon", "polyline", "point", "ellipse", "gid", "id", "name", "type",
     "properties", "text", "template", "capsule"]
)  # fmt: skip


FRAME = st.sampled_from(["layers", "width", "properties"])


@settings(max_examples=50)
@given(st.dictionaries(KEYS, JSON, max_size=6), st.dictionaries(FRAME, JSON))
def test_nonsense_is_refused_in_words(thing: dict[str, Any], frame: dict[str, Any]) -> None:
    for nonsense in (world(thing), world() | frame):
        with suppress(MapProblems):
            assert read(nonsense).table.width > 0


def test_numbers_and_shapes_beyond_all_measure() -> None:
    digits = json.dumps(world({"id": 1, "x": 1, "width": 9, "height": 9})).replace(
        '"x": 1', f'"x": {"9" * 4000}'
    )
    with pytest.raises(MapProblems, match=r"^battle\.tmj: "):
        parse_map(digits.encode(), "battle.tmj")
    with pytest.raises(MapProblems, match=r"^battle\.tmj: "):
        parse_map(digits.replace("9", "99").encode(), "battle.tmj")
    round_and_round = xy(*((i % 2, i) for i in range(1001)))
    (line,) = complaints(world({"id": 1, "polygon": round_and_round}))
    assert line.endswith("1001 corners are too many: at most 1000")
    (line,) = complaints(world({"id": 1, "x": list(range(99)), "width": 1, "height": 1}))
    assert line.endswith(
        "x must be a number, not [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16..."
    )
