"""Options of a battle: whose value goes before whose, and every complaint about those that stand in no file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.files import HouseRules, Offered, Option, Problems, options_in, overlaid, read_yaml
from grognard.locale import Name, T, Text

KNOWN = {
    "fog": Option("fog", Name("fog"), "word", "open", ("XX-FOG-01", "XX-FOG-02")),
    "turns": Option("turns", Name("turns"), "number", 6, ("XX-END-01",)),
}


def problem(option: Option, value: Any) -> Text | None:
    if type(value) is type(option.default):
        return None
    return T("{key} has no {value}", key=option.id, value=value)


OFFERED = Offered(KNOWN, problem)


def test_the_house_goes_before_the_scenario_and_that_before_what_is_printed() -> None:
    assert OFFERED.every({"fog": "full"}, {}) == {"fog": "full", "turns": 6}
    assert OFFERED.every({"fog": "full", "turns": 8}, {"turns": 4}) == {"fog": "full", "turns": 4}


@pytest.mark.parametrize("said", [None, "fog", ["fog"], {"fog": 3}, {"smoke": "thick"}])
def test_what_a_scenario_cannot_set_leaves_what_is_printed(said: Any) -> None:
    assert OFFERED.every(said, {}) == {"fog": "open", "turns": 6}


def test_all_that_a_house_cannot_set_is_said_at_once_with_its_clause() -> None:
    house = {"fog": 3, "smoke": "thick", "turns": 5}
    for chapter in (None, "Options"):
        with pytest.raises(Problems) as refused:
            Offered(KNOWN, problem, chapter).every({}, house)
        assert [(one.message.say("en"), one.clause) for one in refused.value.problems] == [
            ("fog has no 3", "XX-FOG-01"),
            ("unknown option 'smoke'; known: fog, turns", chapter),
        ]
    with pytest.raises(Problems, match="options:1:1: fog has no 3"):
        OFFERED.sound({"fog": 3})
    assert OFFERED.sound({"turns": 5}) == {"turns": 5}


def test_a_game_master_may_lay_more_on_his_rules() -> None:
    house = HouseRules({"fog": "full"}, (Path("a.yaml"),))
    assert house.under([Path("b.yaml")], None) == HouseRules(
        {"fog": "full"}, (Path("a.yaml"), Path("b.yaml"))
    )
    assert house.under([], {"fog": "open"}) == HouseRules({"fog": "open"}, (Path("a.yaml"),))


@pytest.mark.parametrize(
    ("text", "found"),
    [("scenario: {options: {fog: full}}", {"fog": "full"}), ("scenario: 3", None), ("side: []", None)],
)
def test_options_stand_in_the_head_of_a_scenario(text: str, found: Any) -> None:
    assert options_in(read_yaml(text)) == found


def test_variants_lie_on_a_scenario_in_their_order() -> None:
    document = overlaid("{a: 1, b: 1, c: 1}", None, ["{b: 2, c: 2}", "c: 3"])
    assert document.data == {"a": 1, "b": 2, "c": 3}
