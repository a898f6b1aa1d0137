"""A scenario as a text, to be spoilt or added to by tests."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.files import Problems
from grognard.rulebooks.napoleonic import setup as na
from grognard.rulebooks.napoleonic.model import NapoleonicSetup

HEAD = """\
scenario: {id: x, en: X, start: "09:00", turns: 12, table: [8, 6]}
side:
  - {id: french, en: French, rear: west, seats: [french_1]}
  - {id: russian, en: Russians, rear: east, seats: [russian_1, russian_2]}
"""
GROUND = """\
terrain:
  - {id: grove, kind: wood, points: [[3, 0], [4, 0], [4, 1], [3, 1]]}
  - {id: brook, kind: stream, points: [[4, 2], [4.5, 3]]}
objective:
  - {id: ford, en: Ford, at: [4, 2.5], radius: 0.5, points: 3}
"""
FORMATIONS = """\
formation:
  - {id: d13, en: 13th, level: division, side: french}
  - {id: vi, en: VI Corps, level: corps, side: russian}
  - {id: r7, en: 7th, level: division, parent: vi}
  - {id: kos, en: Cossacks, level: brigade, parent: vi, turn: 3, seat: russian_2}
"""
PERSONS = """\
person:
  - {id: delzons, en: Delzons, rank: lieutenant_general, post: division_commander, formation: d13, with: f84}
  - {id: dokhturov, en: Dokhturov, rank: full_general, post: corps_commander, formation: vi, with: rb1}
  - {id: kaptsevich, en: Kaptsevich, rank: major_general, post: division_commander, formation: r7, with: pskov}
  - {id: platov, en: Platov, rank: major_general, post: division_commander, formation: kos, with: ataman}
"""
UNITS = """\
unit:
  - {id: f84, en: 84th, formation: d13, arm: foot, figures: 12, at: [1, 3, 90]}
  - {id: f92, en: 92nd, formation: d13, arm: foot, figures: 12, at: [1, 2, 90]}
  - {id: f8l, en: 8th Light, formation: d13, arm: foot, figures: 12, at: [1, 4, 90]}
  - {id: fb1, en: Gun, formation: d13, arm: foot_gun, crew: 5, at: [1.5, 2.5, 90]}
  - {id: mosk, en: Moscow, formation: r7, arm: foot, figures: 12, at: [6, 4, 270]}
  - {id: pskov, en: Pskov, formation: r7, arm: foot, figures: 12, at: [6, 3, 270]}
  - {id: libau, en: Libau, formation: r7, arm: foot, status: guard, figures: 8, at: [6, 2, 270]}
  - {id: sofia, en: Sofia, formation: r7, arm: foot, figures: 13, at: [6.5, 3, 270]}
  - {id: ataman, en: Ataman, formation: kos, arm: light_horse_irregular, figures: 6, at: [7.5, 5, 270], lances: true}
  - {id: ilov, en: Ilovaisky, formation: kos, arm: light_horse_irregular, figures: 6, at: [7.5, 4, 270]}
  - {id: kut, en: Kuteinikov, formation: kos, arm: horse, figures: 14, at: [7.5, 2, 270]}
  - {id: rb1, en: Gun 1, formation: vi, arm: foot_gun, crew: 5, at: [5.5, 3, 270], battery: rb}
  - {id: rb2, en: Gun 2, formation: vi, arm: foot_gun, crew: 4, at: [5.5, 2.4, 270], battery: rb}
"""


def scenario(
    *,
    head: str = HEAD,
    ground: str = GROUND,
    formations: str = FORMATIONS,
    persons: str = PERSONS,
    units: str = UNITS,
    more: str = "",
) -> str:
    return f"{head}{ground}{formations}{persons}{units}{more}"


def battle(text: str, **more: Any) -> NapoleonicSetup:
    return na.read_setup(text, "x.yaml", **more)


def refused(text: str, **more: Any) -> list[str]:
    """What is wrong with a scenario, line by line, without the name of the file; said in both languages."""
    with pytest.raises(Problems) as caught:
        battle(text, **more)
    assert len(caught.value.say("ru").splitlines()) == len(caught.value.problems)
    return [line.removeprefix("x.yaml:") for line in caught.value.say().splitlines()]
