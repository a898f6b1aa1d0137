"""Two maps of a modern battle with its tables of costs, and random maps for properties."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from grognard.space.hex_grid import Hex
from grognard.space.hex_map import HexMap, Sketch, drawn
from grognard.space.hex_moves import Costs, costs
from grognard.space.hex_random import random_map

SYMBOLS = ".MFS~R"

MILLS = drawn(
    Sketch(
        [
            "............",
            "...F....MM..",
            "..FFF...M...",
            "..FFF.......",
            ".....SS.....",
            "............",
            ".....FF.....",
            "............",
            "............",
        ],
        [["0105", "0204", "0305", "0405", "0505", "0605", "0705", "0804", "0904", "1004", "1105", "1205"]],
    ),
    SYMBOLS,
    "R",
)

RIVER = drawn(
    Sketch(
        [
            "...MMM.M....R...........",
            "..MMMMMMM.MMR...........",
            "..MMMMMMM..RRM.FFF......",
            "..MMMMM....R..FFFFF.....",
            "....M......R..FFFFF.....",
            "...........R..FFFFF.....",
            "......SS....R...F..FFF..",
            "...F.......SRS...S.FFF..",
            "..FFF.......RS...S..F...",
            "..FFF..FFF..R...........",
            ".......FFF.RR....MMMM...",
            ".FFFF...F..R.....MMM....",
            "...........R......M.....",
            "......S.....R...........",
            "~~~~~~...~.~R...S.......",
            "~~~~~~~~~~~~~~~~.~~~~~~~",
            "~~~~~~~~~~~~~~~~~~~~~~~~",
            "~~~~~~~~~~~~~~~~~~~~~~~~",
        ],
        [
            road.split()
            for road in (
                "0107 0206 0306 0405 0506 0606 0707 0807 0907 1007 1108 1208 1308 1408 1508 1608 1709 1809 1909"
                " 2009 2110 2209 2309 2409",
                "0707 0708 0709 0710 0711 0712 0713 0714",
                "1809 1710 1711 1712 1713 1714 1715",
                "0104 0203 0303 0402 0503 0603 0704 0804 0904 1004 1105 1205 1305 1404 1504 1604 1705 1804 1904"
                " 2003 2104 2204 2305 2405",
            )
        ],
        bridges=["1205", "1308"],
    ),
    SYMBOLS,
    "R",
)

INFANTRY = costs({".": 2, "M": 4, "F": 4, "S": 2}, dict.fromkeys(".MFSR", 1), 2)
ARMOUR = costs({".": 2, "S": 4}, {".": 1, "M": 1, "F": 1, "S": 2, "R": 1}, 2, {"F": 2})
AMPHIBIOUS = costs({".": 2, "S": 4, "R": 2, "~": 2}, {".": 1, "M": 1, "F": 1, "S": 2, "R": 1}, 2, {"F": 2})
AVIATION = costs(dict.fromkeys(SYMBOLS, 2))
BOATS = costs({"~": 2, "R": 2})
SHIPS = costs({"~": 2})
ALL_COSTS = (INFANTRY, ARMOUR, AMPHIBIOUS, AVIATION, BOATS, SHIPS)


def at(map: HexMap, *labels: str) -> tuple[Hex, ...]:
    return tuple(map.grid.at(label) for label in labels)


@st.composite
def maps(draw: st.DrawFn, most: int = 14) -> HexMap:
    columns, rows = draw(st.integers(1, most)), draw(st.integers(1, most))
    return random_map(random.Random(draw(st.integers(0, 10_000))), columns, rows)


@st.composite
def dear_costs(draw: st.DrawFn) -> Costs:
    """Tables of costs with high and odd prices."""
    price = st.integers(1, 9)
    enter = draw(st.dictionaries(st.sampled_from(SYMBOLS), price))
    ends = draw(st.dictionaries(st.sampled_from([s for s in SYMBOLS if s not in enter] or [" "]), price))
    road = draw(st.dictionaries(st.sampled_from(SYMBOLS), price))
    return costs(enter, road, draw(st.none() | price), ends)
