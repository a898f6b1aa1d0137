"""How fast somebody may ask."""

from __future__ import annotations

from grognard.web import pace
from grognard.web.pace import Pace


class Hands:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def test_so_many_a_minute_and_each_caller_by_himself() -> None:
    hands = Hands()
    asked = Pace(3, hands)
    assert [asked.allows("a") for _ in range(4)] == [True, True, True, False]
    assert asked.allows("b")


def test_the_window_slides() -> None:
    hands = Hands()
    asked = Pace(4, hands)
    hands.time = 50.0
    assert all(asked.allows("a") for _ in range(4))
    hands.time = 60.0
    assert not asked.allows("a")  # all of the four are less than a minute old
    hands.time = 90.0
    assert [asked.allows("a") for _ in range(3)] == [True, True, False]  # half of them count
    hands.time = 300.0
    assert all(asked.allows("a") for _ in range(4))


def test_the_silent_are_forgotten_and_nobody_else() -> None:
    hands = Hands()
    asked = Pace(1, hands)
    for n in range(pace.KNOWN):
        assert asked.allows(f"early {n}")
    hands.time = 3 * pace.SPAN
    assert asked.allows("late")
    assert len(asked._counts) == 1
    assert not asked.allows("late")
