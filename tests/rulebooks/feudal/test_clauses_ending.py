"""Chapter Rout, leaving, end: parting, the end of the battle, concession."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.errors import Refused
from grognard.core.state import UMPIRE, Outcome
from grognard.rulebooks.feudal.events import BattleEnded, Conceded, Parted, PartingOffered, Reckoned
from grognard.rulebooks.feudal.model import Stall
from grognard.rulebooks.feudal.order_words import order_words
from tests.rulebooks.feudal.scenes import Played, Scene, army, play, scene

LINE: dict[str, Any] = {"posture": "in_melee"}


def allies(**options: str) -> Scene:
    """Two allied seats against one, all in melee, all holding."""
    armies = (
        army("a", seat="first", **LINE),
        army("b", seat="second", **LINE),
        army("x", side="blue", **LINE),
    )
    return scene(*armies, at="melee 1", options=options)


def parted(done: Played) -> list[str]:
    return [one.why for one in done.heard(Parted)]


# --- parting ---------------------------------------------------------------------------------------------


@pytest.mark.clause("FE-PART-01")
@pytest.mark.parametrize(
    ("yes", "parts"),
    [
        (("first", "second", "blue"), True),
        (("first", "blue"), False),
        (("first", "second"), False),
        (("blue",), False),
    ],
)
def test_all_sides_must_offer_and_a_side_offers_if_all_its_seats_do(
    yes: tuple[str, ...], parts: bool
) -> None:
    orders = {f"parting:{seat}": ["yes"] for seat in yes}
    done = play(allies(), orders, until="2.ranged.1" if parts else "1.melee.2")
    assert parted(done) == (["agreement"] if parts else [])


@pytest.mark.clause("FE-PART-01")
def test_offers_count_in_the_same_pass_only() -> None:
    orders = {"parting:first": ["yes", "no"], "parting:second": ["yes"], "parting:blue": ["no", "yes"]}
    done = play(allies(), orders, until="1.melee.3")
    assert not parted(done)
    assert [one.sides for one in done.heard(PartingOffered)] == [("red",), ("blue",)]


@pytest.mark.clause("FE-PART-01")
def test_seats_without_armies_on_the_field_are_not_asked_and_do_not_count() -> None:
    armies = (
        army("a", seat="first", **LINE),
        army("gone", seat="second", status="withdrawn"),
        army("x", side="blue", **LINE),
    )
    orders = {"parting:first": "yes", "parting:blue": "yes"}
    done = play(scene(*armies, at="melee 1"), orders, until="2.ranged.1")
    assert parted(done) == ["agreement"]
    assert ("1.melee.1", "parting:second") not in done.asked


@pytest.mark.clause("FE-PART-01")
def test_the_round_ends_after_that_pass() -> None:
    """The blows of the pass still fall, and an army that was to rout routs."""
    orders = {"parting": ["yes"] * 3}
    done = play(allies(), orders, {"blow:x": 15, "blow": 12}, until="2.ranged.1")
    assert done.army("x").hp == 27 - 2 - 2
    assert done.army("a").hp == 27 - 5


@pytest.mark.clause("FE-PART-01")
def test_in_a_ranged_pass_too() -> None:
    done = play(
        scene(army("a"), army("b", side="blue"), at="ranged 1"), {"parting": "yes"}, until="2.ranged.1"
    )
    assert parted(done) == ["agreement"]


@pytest.mark.clause("FE-PART-01", "FE-SEQ-12")
def test_no_parting_when_the_battle_is_over() -> None:
    armies = (army("a", **LINE), army("b", side="blue", hp=1, **LINE))
    done = play(scene(*armies, at="melee 1"), {"parting": "yes"}, {"blow:a": 15})
    assert not parted(done)
    assert [one.winners for one in done.heard(BattleEnded)] == [("red",)]


@pytest.mark.clause("FE-PART-01")
def test_option_parting_umpire_leaves_it_to_the_umpire() -> None:
    """No seat is asked."""
    done = play(allies(parting="umpire"), until="1.melee.3")
    assert not [one for _, one in done.asked if one.startswith("parting")]
    assert not parted(done)


@pytest.mark.clause("FE-PART-02")
def test_with_the_parting_everything_ends() -> None:
    """Tactic, strategy, stall and posture are reset; HP, missiles left and spent tactics stay; phase 1 follows."""
    armies = (
        army("a", "archers", tactics=["shield_wall"], tactic="shield_wall", tactic_pass=2, strategy="bugurt", **LINE),
        army("b", "archers", side="blue", hp=7, missiles=2, stalled=Stall("ranged", 1), tactics=["foul_play"],
             spent_tactics=("foul_play",), strategy="cautious"),
    )  # fmt: skip
    here = scene(*armies, at="melee 2")
    done = play(here, {"parting": "yes", "melee_order": "hold"}, until="2.ranged.1")
    assert done.passes == ["1.melee.2", "2.tactical", "2.ranged.1"]
    a, b = done.army("a"), done.army("b")
    assert (a.tactic, a.tactic_pass, a.strategy, a.posture) == ("standard", 0, None, "standoff")
    assert (b.stalled, b.strategy, b.posture) == (None, None, "standoff")
    assert (b.hp, b.missiles, b.spent_tactics, a.missiles) == (7, 2, ("foul_play",), 6)


@pytest.mark.clause("FE-PART-02", "FE-STR-02")
@pytest.mark.parametrize(("value", "grade"), [("round", None), ("battle", 2)])
def test_option_strategy_reset(value: str, grade: int | None) -> None:
    armies = (army("a", strategy="bugurt", **LINE), army("b", side="blue", **LINE))
    here = scene(*armies, at="melee 2", options={"strategy_reset": value})
    done = play(here, {"parting": "yes", "melee_order": "hold"}, until="2.ranged.1")
    assert done.army("a").strategy == grade


@pytest.mark.clause("FE-PART-03", "FE-PART-01")
@pytest.mark.parametrize("parting", ["umpire", "agreement"])
def test_the_umpire_may_part_the_sides_at_the_end_of_any_pass(parting: str) -> None:
    """With a stated reason; the default is to go on."""
    here = scene(
        army("a"), army("b", side="blue"), at="ranged 1", options={"umpire": "human", "parting": parting}
    )
    done = play(here, until="decree")
    assert done.question("decree").seat == UMPIRE
    assert done.default("decree") == "go_on"
    over = play(done, {"decree": ("part", "the", "storm", "breaks")}, until="conditions")
    assert [(one.why, one.reason, one.next_round) for one in over.heard(Parted)] == [
        ("umpire", "the storm breaks", 2)
    ]
    goes_on = play(play(done, {}, until="1.melee.1"), {}, until="decree")
    assert goes_on.passes == ["1.ranged.1", "1.melee.1"]


# --- the end ---------------------------------------------------------------------------------------------


@pytest.mark.clause("FE-END-01")
@pytest.mark.parametrize("status", ["routed", "withdrawn", "destroyed"])
def test_a_side_without_an_army_on_the_field_is_defeated(status: str) -> None:
    """The battle ends at once; the other side wins and holds the field."""
    armies = (
        army("a", **LINE),
        army("b", side="blue", hp=9 if status != "withdrawn" else 27, **LINE),
        army("gone", side="blue", status="routed"),
    )
    orders = {"melee_order:b": "withdraw" if status == "withdrawn" else "hold", "melee_order:a": "attack b"}
    dice = {"blow": 19 if status == "destroyed" else 14, "rout": 1, "break_off": 20, "pursuit": 2}
    done = play(scene(*armies, at="melee 1"), orders, dice)
    assert done.army("b").status == status
    assert done.state.outcome == Outcome(("red",), "victory")
    assert {one.outcome for one in done.heard(Reckoned) if one.army == "a"} == {"victor"}


@pytest.mark.clause("FE-END-01", "FE-END-03")
def test_in_a_deathmatch_the_last_side_standing_wins() -> None:
    """With two of three sides left it goes on, enemies as they are."""
    armies = (army("a", **LINE), army("b", side="blue", hp=1, **LINE), army("c", side="green", hp=1, **LINE))
    orders = {"melee_order:a": ["attack b", "attack c"], "melee_order": "hold"}
    done = play(scene(*armies, at="melee 1"), orders, {"blow:a": 15}, until="1.melee.2")
    assert done.state.outcome is None
    over = play(done, {"melee_order:a": "attack c", "melee_order": "hold"}, {"blow:a": 15})
    assert over.state.outcome == Outcome(("red",), "victory")


@pytest.mark.clause("FE-END-02")
def test_if_the_last_armies_of_all_sides_go_in_the_same_step_nobody_wins() -> None:
    """One destroyed, the other withdrawn."""
    armies = (army("a", **LINE), army("b", side="blue", hp=1, **LINE), army("c", hp=1, **LINE))
    orders = {"melee_order:a": "withdraw", "melee_order:b": "attack c", "melee_order:c": "attack b"}
    done = play(scene(*armies, at="melee 1"), orders, {"blow": 15})
    assert {done.army(one).status for one in "abc"} == {"withdrawn", "destroyed"}
    assert done.state.outcome == Outcome((), "mutual_destruction")


@pytest.mark.clause("FE-END-03")
@pytest.mark.parametrize(
    ("shared", "winners"), [([["red", "green"]], ("red", "green")), ([["red", "blue"]], ()), ([], ())]
)
def test_shared_victory(shared: list[list[str]], winners: tuple[str, ...]) -> None:
    """The battle also ends when all sides on the field stand in one list, and each of them has won."""
    armies = (army("a", **LINE), army("b", side="blue", hp=1, **LINE), army("c", side="green", **LINE))
    here = scene(*armies, at="melee 1", shared_victory=shared)
    orders = {"melee_order:a": "attack b", "melee_order": "hold"}
    done = play(here, orders, {"blow:a": 15}, until="" if winners else "1.melee.2")
    assert (done.state.outcome is not None) == bool(winners)
    if done.state.outcome:
        assert done.state.outcome == Outcome(winners, "shared_victory")
        assert {one.army: one.outcome for one in done.heard(Reckoned)} == {
            "a": "victor",
            "b": "destroyed",
            "c": "victor",
        }


@pytest.mark.clause("FE-END-03", "FE-PART-01")
def test_sides_of_a_deathmatch_may_offer_partings() -> None:
    armies = (army("a"), army("b", side="blue"), army("c", side="green"))
    done = play(scene(*armies, at="ranged 1"), {"parting": "yes"}, until="2.ranged.1")
    assert parted(done) == ["agreement"]


# --- concession ------------------------------------------------------------------------------------------


def gives_up(at: str, **options: str) -> Scene:
    armies = (
        army("line", **LINE),
        army("bows", "archers"),
        army("x", side="blue", **LINE),
        army("y", "archers", side="blue"),
    )
    return scene(*armies, at=at, options={"targets": "free", **options})


@pytest.mark.clause("FE-END-04")
def test_conceding_in_a_ranged_pass() -> None:
    """Armies in standoff leave at once, their orders of this step are void; those in melee withdraw in the next
    melee pass, with the check."""
    orders = {"parting:red": ["concede"], "ranged_order:bows": "x advance", "ranged_order:y": "line hold"}
    done = play(gives_up("ranged 2"), orders, until="1.melee.2")
    assert done.heard(Conceded) == [Conceded("red")]
    assert (done.army("bows").status, done.army("line").status) == ("withdrawn", "ready")
    assert done.faces("shot", "y")
    assert not done.faces("shot", "bows")
    over = play(done, {"melee_order:x": "attack line"}, {"break_off": [14, 15], "blow": 3, "shot": 3})
    assert not [one for turn, one in over.asked if one == "melee_order:line"]
    assert over.faces("break_off") == [14, 15]
    assert over.army("line").status == "withdrawn"
    assert over.state.outcome == Outcome(("blue",), "victory")


@pytest.mark.clause("FE-END-04")
def test_conceding_in_a_melee_pass() -> None:
    """No attack, no check for whom nobody strikes at."""
    orders = {"parting:red": ["concede"], "melee_order:line": "attack x", "melee_order:x": "hold"}
    done = play(gives_up("melee 2"), {**orders, "melee_order:y": "hold"})
    assert not done.faces("blow")
    assert not done.faces("break_off")
    assert {done.army(one).status for one in ("line", "bows")} == {"withdrawn"}


@pytest.mark.clause("FE-END-04")
@pytest.mark.parametrize("at", ["ranged 2", "melee 2"])
@pytest.mark.parametrize("parting", ["umpire", "agreement"])
def test_conceding_with_an_order_whoever_decides_on_partings(at: str, parting: str) -> None:
    """At any order step, in both phases."""
    kind = at.split(maxsplit=1)[0]
    orders = {f"{kind}_order:bows": ["concede"], "melee_order:x": "hold", "melee_order:y": "hold"}
    here = gives_up(at, parting=parting)
    asked = play(here, until=f"{kind}_order:bows")
    question = asked.question(f"{kind}_order:bows")
    assert order_words(asked.view("red"), question, ("concede",)).say() == "concede"
    done = play(here, {**orders, "ranged_order:y": "none hold"})
    assert done.heard(Conceded) == [Conceded("red")]
    assert {done.army(one).status for one in ("line", "bows")} == {"withdrawn"}


@pytest.mark.clause("FE-END-04")
def test_an_ally_fights_on() -> None:
    done = play(allies(), {"parting:first": ["concede"], "melee_order:x": "attack b"}, until="1.melee.2")
    assert (done.army("a").status, done.army("b").status) == ("withdrawn", "ready")
    assert done.faces("blow", "b")


@pytest.mark.clause("FE-END-04")
def test_a_seat_that_conceded_may_still_part() -> None:
    """Each seat with armies on the field is asked."""
    orders = {"parting:first": ["concede", "yes"], "parting:second": "yes", "parting:blue": "yes"}
    done = play(allies(), {**orders, "melee_order:x": "attack a"}, {"break_off": 1}, until="2.ranged.1")
    assert parted(done) == ["agreement"]


# --- undecided -------------------------------------------------------------------------------------------


@pytest.mark.clause("FE-END-05")
def test_the_last_round_ends_undecided() -> None:
    """Outcome *parted* for all on the field; those gone keep theirs."""
    armies = (army("a"), army("b", side="blue"), army("gone", side="blue", status="routed", hp=5))
    here = scene(*armies, at="ranged 1", round=2, options={"last_round": 2})
    done = play(here, {"parting": "yes"})
    assert done.state.outcome == Outcome((), "parted")
    assert {one.army: one.outcome for one in done.heard(Reckoned)} == {
        "a": "parted",
        "b": "parted",
        "gone": "routed",
    }
    assert [one.next_round for one in done.heard(Parted)] == [0]


@pytest.mark.clause("FE-PART-01", "FE-END-04")
def test_what_may_be_answered_to_the_question_of_parting() -> None:
    done = play(allies(), until="parting:blue")
    assert done.options("parting:blue") == ["no", "yes"]
    assert done.default("parting:blue") == "no"
    assert done.check("parting:blue", "concede") == ("concede",)
    with pytest.raises(Refused, match=r"'perhaps' is not possible here; choose no, yes \(FE-PART-01\)"):
        done.check("parting:blue", "perhaps")
