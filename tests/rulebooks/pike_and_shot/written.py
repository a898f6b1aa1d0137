"""A scenario as a text, to be spoilt or added to by tests."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.files import Problems
from grognard.rulebooks.pike_and_shot import setup as ps
from grognard.rulebooks.pike_and_shot.files import ScenarioData, read_scenario
from grognard.rulebooks.pike_and_shot.model import PikeSetup
from grognard.rulebooks.pike_and_shot.tables import read_tables

HEAD = """\
scenario: {id: x, en: X, turns: 6, table: [48, 36]}
side:
  - {id: swe, army: swedish, edge: south, seats: [king]}
  - {id: imp, en: Imperialists, ru: Имперцы, army: imperial, edge: north, seats: [duke, {id: count, kind: npc}]}
"""
POSTS = """\
commander:
  - {id: Gustav, side: swe, level: brigade, at: [10, 5]}
  - {id: Holk, side: imp, level: division, at: [10, 30], seat: count}
  - {id: Isolani, side: imp, level: brigade, at: [20, 30], under: Holk}
"""
UNITS = """\
unit:
  - {id: S1, command: Gustav, entry: brigade, at: [10, 10, 0]}
  - {id: I1, command: Holk, entry: cuirassiers, at: [10, 26, 180]}
"""


def scenario(*more: str, head: str = HEAD, posts: str = POSTS, units: str = UNITS) -> str:
    """A scenario; ``more`` are further units."""
    return head + posts + units + "".join(f"  - {{{one}}}\n" for one in more)


def read(text: str) -> ScenarioData:
    return read_scenario(text, "x.yaml", read_tables())


def battle(text: str, **more: Any) -> PikeSetup:
    return ps.read_setup(text, "x.yaml", **more)


def refused(text: str) -> list[str]:
    with pytest.raises(Problems) as caught:
        read(text)
    assert len(caught.value.say("ru").splitlines()) == len(caught.value.problems)
    return [line.removeprefix("x.yaml:") for line in caught.value.say().splitlines()]
