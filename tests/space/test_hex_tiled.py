from __future__ import annotations

import base64
import gzip
import io
import json
import zlib
from contextlib import suppress
from pathlib import Path
from struct import pack
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from grognard.locale import Name
from grognard.space.hex_map import HexMap, SiteSketch, Sketch, drawn
from grognard.space.hex_tiled import parse_hexes, read_hexes
from grognard.space.hex_tiled_out import Tile, as_tmj, as_tmx, write_hexes
from grognard.space.tiled import MapProblems
from tests.space.hex_scenes import MILLS, RIVER, SYMBOLS, maps

NAMES = ("clear", "mountain", "forest", "settlement", "water", "river")
TERRAIN = dict(zip(NAMES, SYMBOLS, strict=True))
TILES = [Tile(symbol, name, f"#{40 * at:02x}8080") for at, (name, symbol) in enumerate(TERRAIN.items())]

SMALL = drawn(
    Sketch(
        ["..F.", ".R..", "MS~."],
        [["0102", "0202", "0302", "0301"], ["0302", "0303"]],
        crossings=["0403"],
        sites=[
            SiteSketch("0203", "control_point", Name("Mill <1>", "Мельница"), (("yields", "cheap"), ("rich", True))),
            SiteSketch("0103", "fort", Name(""), (("level", 2), ("share", 0.5))),
            SiteSketch("0103", "mines", Name("M"), (("rich", False),)),
        ],
    ),
    SYMBOLS,
    "R",
)  # fmt: skip


def world() -> Any:
    return json.loads(as_tmj(SMALL, TILES, "tiles.png"))


def read(found: Any, **options: Any) -> HexMap:
    return parse_hexes(json.dumps(found).encode(), "battle.tmj", TERRAIN, "R", **options)


def complaints(found: Any, **options: Any) -> list[str]:
    with pytest.raises(MapProblems) as problems:
        read(found, **options)
    return [line.removeprefix("battle.tmj: ") for line in str(problems.value).split("\n")]


# --- there and back ---------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(maps())
def test_both_formats_give_the_same_map_back(map: HexMap) -> None:
    for name, write in (("a.tmj", as_tmj), ("a.tmx", as_tmx)):
        assert parse_hexes(write(map, TILES, "tiles.png"), name, TERRAIN, "R") == map


@pytest.mark.parametrize("map", [SMALL, MILLS, RIVER])
@pytest.mark.parametrize("name", ["battle.tmj", "battle.tmx"])
def test_files_are_written_with_the_picture_of_the_tiles(tmp_path: Path, name: str, map: HexMap) -> None:
    write_hexes(map, tmp_path / name, TILES)
    assert read_hexes(tmp_path / name, TERRAIN, "R", ["control_point", "fort", "mines"]) == map
    picture = Image.open(io.BytesIO((tmp_path / "battle-tiles.png").read_bytes())).convert("RGBA")
    assert picture.size == (36 * 6, 32)
    assert picture.getpixel((36 + 18, 5)) == (40, 128, 128, 255)
    assert picture.getpixel((0, 0)) == (0, 0, 0, 0)


def test_even_columns_sit_lower_in_tiled_too() -> None:
    found = world()
    assert (found["orientation"], found["staggeraxis"], found["staggerindex"]) == ("hexagonal", "x", "odd")
    road = found["layers"][1]["objects"][0]
    assert (road["x"], road["y"]) == (18, 48)
    assert road["polyline"][:2] == [{"x": 0, "y": 0}, {"x": 27, "y": 16}]


# --- what people draw -------------------------------------------------------------------------------------


@pytest.mark.parametrize("packing", ["", "zlib", "gzip"])
def test_packed_tiles_are_unpacked(packing: str) -> None:
    found = world()
    layer = found["layers"][0]
    raw = pack(f"<{len(layer['data'])}I", *layer["data"])
    packed = {"": raw, "zlib": zlib.compress(raw), "gzip": gzip.compress(raw)}[packing]
    layer |= {"data": base64.b64encode(packed).decode(), "encoding": "base64", "compression": packing}
    assert read(found) == SMALL


def test_packed_tiles_are_unpacked_from_xml_and_tiles_may_be_elements() -> None:
    tiles = world()["layers"][0]["data"]
    text = as_tmx(SMALL, TILES, "t.png").decode()
    before, _, rest = text.partition('<data encoding="csv">')
    after = rest.partition("</data>")[2]
    packed = base64.b64encode(zlib.compress(pack("<12I", *tiles))).decode()
    for data in (
        f'<data encoding="base64" compression="zlib">\n {packed}\n</data>',
        "<data>" + "".join(f'<tile gid="{tile}"/>' for tile in tiles) + "</data>",
    ):
        assert parse_hexes((before + data + after).encode(), "a.TMX", TERRAIN, "R") == SMALL


def test_turned_tiles_shifted_layers_and_groups_are_understood() -> None:
    found = world()
    ground, things = found["layers"]
    ground["data"][0] |= 0x80000000
    ground |= {"offsetx": 10, "offsety": -4}
    things |= {"offsetx": 3, "offsety": 1}
    found["layers"] = [ground, {"type": "group", "offsetx": 7, "offsety": -5, "layers": [things]}]
    assert read(found) == SMALL


def test_tiles_are_classed_by_older_files_and_by_a_property() -> None:
    found = world()
    for tile in found["tilesets"][0]["tiles"]:
        name = tile.pop("type")
        by_property = {"properties": [{"name": "terrain", "value": name}]}
        tile.update({"class": name} if tile["id"] % 2 else by_property)
    assert read(found) == SMALL


def test_objects_are_found_anywhere_in_a_hex() -> None:
    found = world()
    found["layers"][1]["objects"] = [
        {"id": 1, "type": "fort", "x": 1, "y": 16, "point": True},
        {"id": 2, "type": "fort", "x": 40, "y": 50, "width": 20, "height": 20, "ellipse": True},
        {"id": 3, "type": "fort", "x": 9, "y": 90, "width": 18, "height": 18, "gid": 2},
        {"id": 4, "type": "bridge", "x": 45, "y": 33, "point": True},
        {"id": 5, "text": {"text": "Here be dragons"}, "x": 0, "y": 0, "width": 9, "height": 9},
    ]
    map = read(found)
    assert [map.grid.label(site.hex) for site in map.sited("fort")] == ["0101", "0202", "0103"]
    assert [map.grid.label(hex) for hex in map.bridges] == ["0201"]


def test_a_closed_road_comes_round() -> None:
    found = world()
    corners = [{"x": 0, "y": 0}, {"x": 27, "y": 16}, {"x": 0, "y": 32}]
    found["layers"][1]["objects"] = [{"id": 1, "type": "road", "x": 18, "y": 16, "polygon": corners}]
    map = read(found)
    assert [tuple(map.grid.label(hex) for hex in link) for link in map.links] == [
        ("0101", "0102"), ("0101", "0201"), ("0102", "0201"),
    ]  # fmt: skip


# --- what is wrong ----------------------------------------------------------------------------------------


def test_a_map_of_another_shape_is_refused() -> None:
    found = world() | {
        "orientation": "orthogonal",
        "staggeraxis": "y",
        "staggerindex": "even",
        "infinite": True,
    }
    assert complaints(found | {"width": 0, "tilewidth": 0}) == [
        "orientation is 'orthogonal'; it must be hexagonal",
        "staggeraxis is 'y'; it must be x",
        "staggerindex is 'even'; it must be odd",
        "an infinite map has no edges: switch “Infinite” off in the map's properties",
        "the map must have 1 to 999 columns and rows",
        "the tiles have no size, or their side is longer than they are wide",
    ]
    assert complaints({"width": "wide"})[0].startswith("width must be a number")


def test_every_problem_of_the_ground_is_told() -> None:
    found = world()
    layer = found["layers"][0]
    layer["data"][:3] = [0, 9, 7]
    found["tilesets"][0]["tiles"].append({"id": 6, "type": "lava"})
    found["layers"][1]["objects"] = [{"id": 1, "type": ""}]
    valid = "; valid: clear, mountain, forest, settlement, water, river"
    assert complaints(found) == [
        "layer “terrain”: hex 0101 has no tile",
        f"layer “terrain”: hex 0201: its tile has no class{valid}",
        f"layer “terrain”: hex 0301: lava is no terrain{valid}",
        "layer “objects”, object 1: it has no class: road, bridge, crossing, or the kind of a site",
    ]
    layer["data"] = [0] * 12
    assert complaints(found)[9:11] == [
        "layer “terrain”: hex 0203 has no tile",
        "layer “terrain”: and 2 more hexes",
    ]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"data": [1, 2]}, "it has 2 tiles; the map has 12 hexes"),
        ({"data": None}, "its tiles are no list of whole numbers"),
        ({"data": [True] * 12}, "its tiles are no list of whole numbers"),
        ({"data": "AAAA", "encoding": "csv"}, "tiles packed with 'csv' are not read"),
        (
            {"data": "AAAA", "encoding": "base64", "compression": "zstd"},
            "tiles packed with zstd are not read",
        ),
        ({"data": "!", "encoding": "base64"}, "its tiles can't be unpacked"),
        ({"data": "AAAA", "encoding": "base64", "compression": "zlib"}, "its tiles can't be unpacked"),
        ({"type": "imagelayer"}, "there is no layer of tiles"),
    ],
)
def test_tiles_that_cannot_be_read(fields: Any, told: str) -> None:
    found = world()
    found["layers"][0] |= fields
    assert told in complaints(found)[0]


def test_tiles_packed_into_a_bomb_are_not_unpacked() -> None:
    found = world()
    bomb = base64.b64encode(zlib.compress(bytes(50_000_000))).decode()
    found["layers"][0] |= {"data": bomb, "encoding": "base64", "compression": "zlib"}
    assert complaints(found) == ["layer “terrain”: it has 13 tiles; the map has 12 hexes"]


def test_a_tileset_in_a_file_of_its_own_is_not_looked_for() -> None:
    found = world() | {"tilesets": [{"firstgid": 1, "source": "../../secret.tsx"}]}
    told = "layer “terrain”: the tileset ../../secret.tsx is a file of its own: embed it in Tiled"
    assert complaints(found) == [told]
    assert "object must have fields" in complaints(world() | {"tilesets": [3]})[0]


def test_every_problem_of_the_objects_is_told() -> None:
    found = world()
    line = [{"x": 0, "y": 0}, {"x": 0, "y": 64}]
    found["layers"][1]["objects"] = [
        {"id": 1, "type": "road", "x": 18, "y": 16, "polyline": line},
        {"id": 2, "type": "road", "x": 18, "y": 16, "polyline": line[:1]},
        {"id": 3, "type": "fort", "x": 18, "y": 16, "polyline": line},
        {"id": 4, "type": "fort", "x": -90, "y": 16, "point": True},
        {"id": 5, "type": "volcano", "x": 18, "y": 16, "point": True},
        {"id": 6, "type": "fort", "x": 18, "y": 16, "width": 5, "height": 5, "rotation": 30},
        {"id": 7, "template": "fort.tx"},
        {"id": 8, "type": "road", "polyline": [3]},
        {"id": 9, "type": "fort", "x": "left"},
        7,
    ]
    place = "layer “objects”, object "
    assert [line.removeprefix(place) for line in complaints(found, kinds=["fort"])] == [
        "1: 0101 and 0103 are not adjacent: a road needs a corner in every hex",
        "2: a road needs at least 2 hexes",
        "3: only roads are lines: mark a fort with a point",
        "4: it lies beyond the edge of the map",
        "5: its class volcano means nothing here; valid: road, bridge, crossing, fort",
        "6: it is turned: set its rotation to 0, or mark the place with a point",
        "7: it is made from a template, a file of its own: detach it in Tiled",
        "8: a point needs x and y, not 3",
        "9: x must be a number, not 'left'",
        "?: an object must have fields, not be 7",
    ]


@pytest.mark.parametrize("data", [b"", b"[]", b'{"layers": 3}', b"{", b"\xff"])
def test_files_that_are_no_maps(data: bytes) -> None:
    for name in ("a.tmj", "a.tmx"):
        with pytest.raises(MapProblems):
            parse_hexes(data, name, TERRAIN)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(MapProblems, match="cannot be read"):
        read_hexes(tmp_path / "none.tmj", TERRAIN)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 1 << 40) | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "x", "data"]), inner),
    max_leaves=6,
)


@settings(max_examples=80)
@given(st.data())
def test_whatever_stands_in_a_file_is_read_or_refused(data: st.DataObject) -> None:
    found = world()
    holder = data.draw(
        st.sampled_from(
            [found, *found["layers"], found["tilesets"][0], found["tilesets"][0]["tiles"][1]]
            + found["layers"][1]["objects"]
        )
    )
    holder[data.draw(st.sampled_from(sorted(holder)))] = data.draw(JUNK)
    with suppress(MapProblems):
        read(found)
