"""A scenario as a text, to be spoilt or added to by tests."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.files import Problems
from grognard.rulebooks.fantasy.files import read_setup
from grognard.rulebooks.fantasy.setup import FantasySetup

HEAD = """\
scenario: {id: x, en: X, table: [48, 36], turns: 6}
"""
NORTH = """\
  - id: n
    en: North
    general: lord
    seats: [anna, boris]
    units:
      - {id: n1, profile: spearmen, n: 20, files: 10, at: [14, 8], heading: 0, std: true,
         chars: [{id: lord, as: captain}]}
      - {id: n2, profile: knights, n: 6, at: [26, 8], heading: 0, seat: boris, chars: [captain]}
      - {id: n3, profile: cannon, n: 1, at: [36, 8], heading: 0}
"""
SOUTH = """\
  - id: s
    en: South
    units:
      - {id: s1, profile: trolls, n: 6, at: [14, 28], heading: 180}
      - {id: s2, profile: goblins, n: 30, files: 8, at: [30, 28], heading: 180,
         chars: [{id: mage, as: shaman, level: 1, path: wild}]}
"""
GROUND = """\
terrain:
  - {kind: wood, poly: [[20, 14], [24, 14], [24, 18], [20, 18]]}
  - {id: fence, kind: hedge, line: [[2, 20], [8, 20]]}
  - {id: mill, kind: building, poly: [[40, 14], [44, 14], [44, 18], [40, 18]]}
objective:
  - {en: the crossing, ru: перекрёсток, area: [[22, 20], [26, 20], [26, 24], [22, 24]], points: 15}
"""


def scenario(
    *, head: str = HEAD, north: str = NORTH, south: str = SOUTH, ground: str = GROUND, more: str = ""
) -> str:
    return f"{head}side:\n{north}{south}{ground}{more}"


def battle(text: str, **more: Any) -> FantasySetup:
    return read_setup(text, "x.yaml", **more)


def refused(text: str, **more: Any) -> list[str]:
    """What is wrong with a scenario, line by line, without the name of the file; said in both languages."""
    with pytest.raises(Problems) as caught:
        battle(text, **more)
    assert len(caught.value.say("ru").splitlines()) == len(caught.value.problems)
    return [line.removeprefix("x.yaml:") for line in caught.value.say().splitlines()]
