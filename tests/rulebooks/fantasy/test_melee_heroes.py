"""Characters in a melee: their own blows, duels, mounts and awards (chapters MEL, CMD, MNT, LEG)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.events import (
    Challenged,
    ChallengeIgnored,
    CommanderKilled,
)
from tests.rulebooks.fantasy.fights import (
    LEFT,
    Same,
    blow,
    compare,
    contact,
    hero,
    ordered,
    position,
    round_of,
    run,
    setup_of,
    struck,
    told,
    unit,
)

# --- characters ----------------------------------------------------------------------------------------------


def led(*, faces: Any = None, one: str = "captain", other: str = "champion", **orders: Any) -> FantasyBattle:
    """Two units of halberdiers with a character each, the fronts on each other."""
    n1 = ordered(unit("n1", "halberdiers", 10), **orders.get("north", {}))
    s1 = ordered(unit("s1", "halberdiers", 10), **orders.get("south", {}))
    heroes = hero("nc", one, n1), hero("sc", other, s1)
    return round_of(n1, s1, *heroes, contact(n1, s1, **orders.get("contact", {})), faces=faces)


@pytest.mark.clause("FA-MEL-13", "FA-CMD-01", "FA-GEN-11")
def test_a_character_strikes_in_his_own_step_beside_the_rank_and_file() -> None:
    battle = led()
    assert struck(battle) == [("n1", "nc", 1), ("s1", "sc", 1), ("n1", "models", 10), ("s1", "models", 10)]
    assert (blow(battle, "n1", "nc").attacks, blow(battle, "n1", "nc").initiative) == (3, 5)
    assert (blow(battle, "n1", "nc").to_hit, blow(battle, "n1", "nc").to_wound) == (3, 3)
    assert blow(battle, "n1", "nc").victim == ""


@pytest.mark.clause("FA-MEL-13")
def test_a_character_strikes_where_his_unit_has_the_longest_overlap() -> None:
    n1, narrow, wide = unit("n1", "halberdiers", 20), unit("s1", "orcs", 10, 5), unit("s2", "orcs", 20)
    lord = hero("nc", "captain", n1)
    battle = round_of(n1, narrow, wide, lord, contact(narrow, n1, LEFT), contact(wide, n1))
    assert blow(battle, "n1", "nc").target == "s2"


@pytest.mark.clause("FA-WND-10", "FA-CMD-02")
def test_nobody_hits_a_character_while_rank_and_file_live() -> None:
    battle = led(faces=Same(5))
    assert (battle.unit("n1").models, battle.unit("s1").models) == (1, 0)
    assert battle.character("sc").wounds == 1


@pytest.mark.clause("FA-CMD-02", "FA-GEN-08", "FA-WND-10")
def test_a_lone_character_is_hit_himself() -> None:
    alone, foot = unit("n1", "halberdiers", 0, start_models=10), unit("s1", "orcs", 20)
    lord = hero("nc", "captain", alone)
    battle = round_of(alone, foot, lord, contact(foot, alone), faces=Same(1))
    hit = blow(battle, "s1")
    assert (hit.victim, hit.to_hit, hit.to_wound, hit.to_save) == ("nc", 4, 5, 4)
    assert struck(battle) == [("n1", "nc", 1), ("s1", "models", 2)]
    dead = round_of(alone, foot, lord, contact(foot, alone), faces=[1, 1, 1, 4, 4, 5, 5, 1, 1])
    assert told(dead, CommanderKilled) == [CommanderKilled("nc", "n1", "s1")]


@pytest.mark.clause("FA-MEL-12", "FA-CMD-02")
def test_a_duel_needs_both_to_agree() -> None:
    battle = led(north={"challenge": ("nc",)}, south={"accept": ("sc",)})
    assert told(battle, Challenged) == [Challenged("nc", "sc", True)]
    assert (blow(battle, "n1", "nc").victim, blow(battle, "s1", "sc").victim) == ("sc", "nc")
    assert battle.pieces["contact:n1:s1"].duels == (("nc", "sc"),)  # type: ignore[union-attr]
    both = led(north={"challenge": ("nc",)}, south={"challenge": ("sc",)})
    assert blow(both, "s1", "sc").victim == "nc"
    declined = led(north={"challenge": ("nc",)})
    assert told(declined, Challenged) == [Challenged("nc", "sc", False)]
    assert blow(declined, "n1", "nc").victim == ""


@pytest.mark.clause("FA-MEL-12", "FA-LEG-02")
def test_a_duel_to_the_death_and_a_charm() -> None:
    duel: dict[str, Any] = {"north": {"challenge": ("nc",)}, "south": {"accept": ("sc",)}}
    battle = led(faces=[*[6] * 3, *[6] * 3, *[1] * 3, *[1] * 20], **duel)
    assert told(battle, CommanderKilled) == [CommanderKilled("sc", "s1", "nc")]
    assert battle.character("sc").killed_by == "nc"
    assert [one[1] for one in struck(battle)] == ["nc", "models", "models"], (
        "the dead champion does not answer"
    )
    n1, s1 = ordered(unit("n1", "halberdiers", 10), challenge=("nc",)), unit("s1", "halberdiers", 10)
    s1 = ordered(s1, accept=("sc",))
    charmed = hero("sc", "champion", s1, gifts=("charm",))
    faces = [6, 1, 1, 6, 1, 1, 1, *[1] * 20]
    lucky = round_of(n1, s1, hero("nc", "captain", n1), charmed, contact(n1, s1), faces=faces)
    assert (lucky.character("sc").wounds, lucky.character("sc").gifts) == (1, ())


@pytest.mark.clause("FA-MEL-12")
def test_a_duel_lasts_as_long_as_the_contact() -> None:
    going_on = led(contact={"duels": (("nc", "sc"),), "round": 1})
    assert blow(going_on, "n1", "nc").victim == "sc"


@pytest.mark.clause("FA-MEL-12")
def test_of_several_pairs_the_best_skill_comes_first() -> None:
    n1 = ordered(unit("n1", "halberdiers", 10), challenge=("na", "nb"))
    s1 = ordered(unit("s1", "halberdiers", 10), accept=("sc",))
    heroes = hero("na", "champion", n1), hero("nb", "captain", n1), hero("sc", "champion", s1)
    battle = round_of(n1, s1, *heroes, contact(n1, s1))
    assert told(battle, Challenged) == [Challenged("nb", "sc", True), Challenged("na", "sc", False)]
    lonely = ordered(unit("n1", "halberdiers", 10), challenge=("na",))
    orcs = unit("s1", "orcs", 10)
    ignored = round_of(lonely, orcs, hero("na", "champion", lonely), contact(lonely, orcs))
    assert told(ignored, ChallengeIgnored) == [ChallengeIgnored("na")]


@pytest.mark.clause("FA-MNT-04", "FA-MEL-13")
def test_a_characters_exotic_mount_strikes_too() -> None:
    wolves, orcs = unit("n1", "wolf_riders", 5, 5), unit("s1", "orcs", 20)
    chief = hero("chief", "captain", wolves, mount="boar")
    battle = round_of(wolves, orcs, chief, contact(wolves, orcs, round=1))
    assert ("n1", "chief.mount", 1) in struck(battle)


# --- awards, wounds -------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-LEG-02")
def test_an_award_throws_the_first_failed_save_again() -> None:
    tables = setup_of().tables
    again = replace(tables.bonuses["luck"], id="plate", of="unit", what="save")
    changed = replace(tables, bonuses={**tables.bonuses, "plate": again})
    one, other = unit("n1", "halberdiers", 10), unit("s1", "halberdiers", 10, gifts=("plate",))
    state = position(one, other, contact(one, other), does=(compare,))
    battle = run(setup_of(tables=changed), state, [4, 4, *[1] * 8, 3, 3, 1, 2, 6, *[1] * 10])
    assert (blow(battle, "n1").saved, blow(battle, "n1").unsaved) == (1, 1)
    assert battle.unit("s1").gifts == ()
