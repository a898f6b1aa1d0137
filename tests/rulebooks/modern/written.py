"""A scenario as a text, to be spoilt or added to by tests."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.files import Problems
from grognard.rulebooks.modern import setup as mo
from grognard.rulebooks.modern.model import ModernSetup

HEAD = """\
scenario: {id: x, en: X, rounds: 6, turn_order: [w-1, e-1]}
"""
MAP = """\
map:
  grid: |
    ....M..F
    ...RRS..
    ~~.R....
    ~~......
  roads: [["0302", "0402", "0503", "0602"]]
  bridges: ["0402"]
  forts: [{hex: "0602", level: 2}]
  control_points: [{hex: "0602", kind: mill, yields: medium, en: Mill, ru: Фабрика}]
"""
WEST = """\
  - id: w
    en: West
    zones: [{cols: [1, 3], rows: [1, 4]}]
    reserve: [1]
    general:
      - {seat: w-1, card: G08, units: ["15@0301", "1@0302"]}
"""
EAST = """\
  - id: e
    en: East
    zones: [{cols: [6, 8], rows: [1, 4]}]
    general:
      - {seat: e-1, card: G09, units: ["23@0703", {card: 1, aboard: e-1-01}]}
"""


def scenario(*, head: str = HEAD, map: str = MAP, west: str = WEST, east: str = EAST, more: str = "") -> str:
    return f"{head}{map}side:\n{west}{east}{more}"


def battle(text: str, **more: Any) -> ModernSetup:
    return mo.read_setup(text, "x.yaml", **more)


def refused(text: str, **more: Any) -> list[str]:
    """What is wrong with a scenario, line by line, without the name of the file; said in both languages."""
    with pytest.raises(Problems) as caught:
        battle(text, **more)
    assert len(caught.value.say("ru").splitlines()) == len(caught.value.problems)
    return [line.removeprefix("x.yaml:") for line in caught.value.say().splitlines()]
