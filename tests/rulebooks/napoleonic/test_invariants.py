"""The watchdog barks: each broken rule is named."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.rulebooks.napoleonic.model import Ledger, Lock
from tests.rulebooks.napoleonic.scenes import BLUE, BOOK, Scene, gun, man, scene, unit


def sound() -> Scene:
    return scene(
        unit("a", at=(3, 3, 0)), gun("g", at=(5, 3, 0)), unit("b", BLUE, at=(3, 9, 180)), man("he", "a")
    )


def broken(one: Scene) -> list[str]:
    return BOOK.check_invariants(one.setup, sound().state, one.state)


def test_a_sound_position_is_quiet() -> None:
    assert broken(sound()) == []
    assert broken(sound().change("a", figures=8, ledger=Ledger(fire=1, prisoners=1))) == []


@pytest.mark.parametrize(
    ("piece", "fields", "clause"),
    [
        ("a", {"figures": 9}, "NA-CAS-06"),
        ("g", {"crew": 6}, "NA-ART-16"),
        ("a", {"standing": "fleeing"}, "NA-ROUT-09"),
        ("a", {"x": -1}, "NA-MOVE-17"),
        ("a", {"locks": (Lock("b", 1),)}, "NA-CC-20"),
        ("a", {"x": 3000, "y": 9000}, "NA-MOVE-22"),
        ("a", {"figures": 0, "ledger": Ledger(fire=10)}, "NA-UNIT-06"),
        ("he", {"at": "b"}, "NA-OOB-04"),
        ("he", {"at": "nobody"}, "NA-OOB-04"),
        ("he", {"post": "aide"}, "NA-CMD-18"),
        ("he", {"acting": "red_div", "fate": "killed"}, "NA-CMD-16"),
        ("clock", {"turn": 99}, "NA-END-01"),
    ],
)
def test_what_is_broken_is_named_with_its_clause(piece: str, fields: dict[str, Any], clause: str) -> None:
    assert any(clause in line for line in broken(sound().change(piece, **fields)))
