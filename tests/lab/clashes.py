"""Small clashes for the tests of the laboratory."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from grognard.core.state import Setup, State
from grognard.rulebooks.feudal import BOOK

Clash = tuple[Setup, State[Any]]

ARMIES = st.tuples(
    st.sampled_from(["warriors 30", "militia 30", "knights 5", "spearmen 30", "archers 30 strength=2"]),
    st.sampled_from(["", "bugurt", "defensive", "aggressive"]),
    st.sampled_from(["", "steady_ranks", "onslaught", "feigned_flight", "foul_play"]),
    st.sampled_from(["", "high_ground", "swamp", "weary", "fog", "sandstorm", "steadfast"]),
    st.integers(1, 4).map(lambda hp: f"hp={hp}"),
).map(" ".join)
DUELS = st.tuples(ARMIES, ARMIES).map(lambda two: (two[0], "vs", two[1]))
THREE = st.tuples(ARMIES, ARMIES, ARMIES).map(lambda three: (three[0], "+", three[1], "vs", three[2]))
OPTIONS = st.fixed_dictionaries(
    {
        "rout": st.sampled_from(["never", "strength", "half"]),
        "natural_one_attack": st.sampled_from(["miss", "arithmetic"]),
        "stall": st.sampled_from(["own", "literal"]),
        "pursuit": st.sampled_from(["one_attack", "none"]),
        "min_hit_damage": st.sampled_from([0, 1]),
    }
)


def clash(*words: str, **options: Any) -> Clash:
    return BOOK.clash(words, options)
