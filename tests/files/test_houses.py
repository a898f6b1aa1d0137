"""Options of a battle: whose value goes before whose, and every complaint about those that stand in no file."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import pytest

from grognard.files import Problems, every_option, first_clause, overlaid, sound_options
from grognard.locale import T, Text


class Option(NamedTuple):
    default: Any
    clauses: tuple[str, ...]


KNOWN = {"fog": Option("open", ("XX-FOG-01", "XX-FOG-02")), "turns": Option(6, ("XX-END-01",))}


def wrong(key: str, value: Any) -> Text | None:
    if key not in KNOWN:
        return T("unknown {kind} '{key}'", kind=T("option"), key=key)
    return (
        None if type(value) is type(KNOWN[key].default) else T("{key} has no {value}", key=key, value=value)
    )


def test_the_house_goes_before_the_scenario_and_that_before_what_is_printed() -> None:
    assert every_option(KNOWN, {"fog": "full"}, {}, wrong) == {"fog": "full", "turns": 6}
    assert every_option(KNOWN, {"fog": "full", "turns": 8}, {"turns": 4}, wrong) == {
        "fog": "full",
        "turns": 4,
    }


@pytest.mark.parametrize("said", [None, "fog", ["fog"], {"fog": 3}, {"smoke": "thick"}])
def test_what_a_scenario_cannot_set_leaves_what_is_printed(said: Any) -> None:
    assert every_option(KNOWN, said, {}, wrong) == {"fog": "open", "turns": 6}


def test_all_that_a_house_cannot_set_is_said_at_once_with_its_clause() -> None:
    house = {"fog": 3, "smoke": "thick", "turns": 5}
    with pytest.raises(Problems) as refused:
        every_option(KNOWN, {}, house, wrong, partial(first_clause, KNOWN))
    assert [(one.message.say("en"), one.clause) for one in refused.value.problems] == [
        ("fog has no 3", "XX-FOG-01"),
        ("unknown option 'smoke'", None),
    ]
    with pytest.raises(Problems, match="options:1:1: fog has no 3"):
        sound_options({"fog": 3}, wrong)
    assert sound_options({"turns": 5}, wrong) == {"turns": 5}


def test_variants_lie_on_a_scenario_in_their_order() -> None:
    document = overlaid("{a: 1, b: 1, c: 1}", None, ["{b: 2, c: 2}", "c: 3"])
    assert document.data == {"a": 1, "b": 2, "c": 3}
