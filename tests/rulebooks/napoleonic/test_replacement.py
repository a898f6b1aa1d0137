"""Step 4.1: replacement of lost generals."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.rulebooks.napoleonic import persons, replacement
from grognard.rulebooks.napoleonic.events import Replaced, ReplacementRolled
from tests.rulebooks.napoleonic.scenes import RED, Scene, formation, man, scene, unit

CORPS = (formation("corps", RED, "corps"), formation("red_div", RED, "division", "corps"))


def lost(turn: int = 5, **options: Any) -> Scene:
    """A division commander killed in turn 5; an aide and a chief of artillery of the corps are there."""
    one = scene(
        unit("a", at=(3, 3, 0)),
        unit("own", at=(6, 3, 0), formation="corps"),
        man("div", "a"),
        man("cor", "own", post="corps_commander", rank="lieutenant_general", formation="corps"),
        man("aide", "own", post="aide", rank="field_officer", formation="corps"),
        man("art", "own", post="artillery_chief", rank="colonel", formation="corps"),
        formations=CORPS,
        turn=5,
        options=options,
    )
    one.do(lambda battle: persons.fall(battle, "div", "killed"))
    return one.change("clock", turn=turn)


@pytest.mark.clause("NA-CMD-15", "NA-CMD-18", "NA-SEQ-07")
def test_juniors_try_in_descending_rank_until_one_is_even() -> None:
    """Worked example 24: two try, 3/4 in all."""
    one = lost().run(replacement.ask)
    assert one.default("red_div") == ("juniors",)
    one.answer_all(dice=[3, 2])
    assert [(roll.person, roll.succeeded) for roll in one.heard(ReplacementRolled)] == [
        ("art", False),
        ("aide", True),
    ]
    assert one.heard(Replaced) == [Replaced("red_div", "aide", "junior", 6)]
    aide = one.person("aide")
    assert (aide.post, aide.formation) == ("division_commander", "red_div")
    assert one.field.formation("red_div").commander == "aide"


@pytest.mark.clause("NA-CMD-12")
def test_inactive_for_one_turn_or_for_k_and_one_more() -> None:
    soon = lost(5).run(replacement.ask).answer_all(dice=[2])
    assert soon.change("clock", turn=6).field.is_inactive("red_div")
    assert not soon.change("clock", turn=7).field.is_inactive("red_div")
    late = lost(6)
    assert late.field.is_inactive("red_div")
    late.run(replacement.ask).answer_all(dice=[2])
    assert late.change("clock", turn=7).field.is_inactive("red_div")
    assert not late.change("clock", turn=8).field.is_inactive("red_div")


@pytest.mark.clause("NA-CMD-18")
def test_nobody_even_leaves_the_post_vacant() -> None:
    one = lost().run(replacement.ask).answer_all(dice=[1, 5])
    assert replacement.vacant(one.field) == ["red_div"]
    assert not one.heard(Replaced)


@pytest.mark.clause("NA-CMD-17")
@pytest.mark.parametrize(
    ("option", "dice", "taken"), [("initiative_only", (), True), ("always", (3,), False)]
)
def test_a_superior_appoints_without_a_die_or_by_option_with_one(
    option: str, dice: tuple[int, ...], taken: bool
) -> None:
    one = lost(replacement_die=option).run(replacement.ask).answer("red_div", "appoint", "art", dice=dice)
    assert bool(one.heard(Replaced)) == taken
    if taken:
        assert one.heard(Replaced)[0].how == "appointed"


@pytest.mark.clause("NA-CMD-17")
def test_none_is_appointed_out_of_his_superiors_radius() -> None:
    one = lost().change("own", x=11_000).change("art", at="a").run(replacement.ask)
    assert ("appoint", "aide") in one.options("red_div")
    assert ("appoint", "art") not in one.options("red_div")


@pytest.mark.clause("NA-CMD-16")
def test_a_senior_who_can_reach_a_unit_takes_the_post_and_joins_in_the_next_turn() -> None:
    far = lost().run(replacement.ask)
    assert ("senior", "cor") not in far.options("red_div")
    one = lost().change("own", x=5_500).run(replacement.ask).answer("red_div", "senior", "cor")
    assert one.heard(Replaced)[0].how == "senior"
    assert one.person("cor").acting == "red_div"
    one.change("clock", turn=6).run(persons.ask).answer_all()
    assert one.person("cor").at == "a"


@pytest.mark.clause("NA-CMD-18")
def test_the_post_that_he_leaves_may_be_filled_in_the_same_step() -> None:
    one = scene(
        unit("a"),
        unit("own", at=(4, 3, 0), formation="corps"),
        man("div", "a"),
        man("cor", "own", post="corps_commander", rank="lieutenant_general", formation="corps"),
        man("aide", "own", post="aide", rank="field_officer", formation="corps"),
        formations=CORPS,
    ).do(lambda battle: persons.fall(battle, "cor", "killed"))
    one.run(replacement.ask).answer_all(dice=[4])
    assert one.field.formation("corps").commander == "div"
    assert one.question().about == ("red_div",)
    one.answer_all(dice=[6])
    assert one.field.formation("red_div").commander == "aide"
    assert not one.open


@pytest.mark.clause("NA-CMD-19")
def test_from_the_third_inactive_turn_a_division_without_candidates_is_given_to_staff() -> None:
    def bare(turn: int) -> Scene:
        one = scene(
            unit("a"),
            unit("own", at=(6, 3, 0), formation="corps"),
            man("div", "a"),
            man("cor", "own", post="corps_commander", rank="lieutenant_general", formation="corps"),
            man("staff", "own", post="chief_of_staff", rank="colonel", formation="corps"),
            formations=CORPS,
            turn=5,
        ).do(lambda battle: persons.fall(battle, "div", "killed"))
        return one.change("clock", turn=turn).run(replacement.ask)

    assert not bare(7).open
    one = bare(8)
    assert one.options("red_div") == (("wait",), ("give", "staff"))
    one.answer("red_div", "give", "staff")
    assert one.field.formation("red_div").commander == "staff"


@pytest.mark.clause("NA-CMD-16", "NA-CMD-17")
def test_a_senior_who_has_the_work_in_hand_hands_it_on_by_appointing() -> None:
    one = lost().change("own", x=5_500).run(replacement.ask).answer("red_div", "senior", "cor")
    one.change("clock", turn=6).run(replacement.ask)
    assert one.options("red_div") == (("wait",), ("appoint", "art"), ("appoint", "aide"))
    one.answer("red_div", "appoint", "aide")
    leader = one.field.in_charge("red_div")
    assert leader is not None
    assert leader.id == "aide"
    assert not one.person("cor").acting
    assert not one.change("clock", turn=7).field.is_inactive("red_div")
