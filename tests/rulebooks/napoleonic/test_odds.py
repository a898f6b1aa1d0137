"""Odds of a clash in words: the worked examples of the rules, agreement with the real steps, what is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.core.dice import Fast
from grognard.core.errors import Refused
from grognard.lab.odds import Answer, absorb
from grognard.locale import Name
from grognard.rulebooks.napoleonic import clash_measures
from grognard.rulebooks.napoleonic.clash_names import ARMS
from tests.cli.running import ok, parsed, run
from tests.rulebooks.napoleonic.fights import REAL
from tests.rulebooks.napoleonic.scenes import BOOK

F = Fraction


def found(words: str, **options: Any) -> Answer:
    return absorb(BOOK, *BOOK.clash([words], options))


def chance(words: str, name: str, value: str | int, **options: Any) -> Any:
    return found(words, **options).of(name).get(value, 0)


def results(words: str, one: str, **options: Any) -> dict[Any, Any]:
    return found(words, **options).of(f"{one}.result")


def piece(words: str, one: str) -> Any:
    _, state = BOOK.clash([words], {})
    return state.piece(one)


# --- worked examples: close combat -------------------------------------------------------------------


@pytest.mark.clause("NA-CC-20", "NA-CC-22", "NA-CC-23")
def test_equal_foot() -> None:
    """2."""
    for one in ("line_a", "line_b"):
        assert results("10 line attack 10 line", one) == {
            "locked": F(24, 36), "pushed": F(5, 36), "rout_1": F(1, 36), "stands": F(6, 36),
        }  # fmt: skip


@pytest.mark.clause("NA-MOD-02", "NA-MOD-04", "NA-OOB-08")
@pytest.mark.parametrize(
    "words",
    [
        "12 guard with a general attack 10 line",
        "12 guard, general +1, against 10 line",
        "12 гвардейцев с генералом атакуют 10 линейных",
    ],
)
def test_a_guard_led_by_a_general(words: str) -> None:
    """3."""
    assert results(words, "line") == {
        "locked": F(5, 9), "pushed": F(1, 4), "rout_1": F(1, 6), "stands": F(1, 36),
    }  # fmt: skip


@pytest.mark.clause("NA-MOD-06", "NA-MOD-13", "NA-CC-30")
def test_cuirassiers_on_standing_horse() -> None:
    """4."""
    hussars = results("5 cuirassiers charge 5 hussars", "hussars")
    assert [hussars[one] for one in ("rout_1", "pushed", "withdraws", "stands")] == [
        F(1, 6), F(1, 4), F(5, 9), F(1, 36),
    ]  # fmt: skip
    heavy = found("5 cuirassiers charge 5 cuirassiers")
    assert [heavy.of("cuirassiers_b.result")[one] for one in ("rout_1", "pushed", "withdraws")] == [
        F(1, 12), F(7, 36), F(23, 36),
    ]  # fmt: skip
    assert heavy.of("cuirassiers_a.result")["pushed"] == F(1, 12)


@pytest.mark.clause("NA-MOD-02", "NA-MOD-05", "NA-CC-31", "NA-UNIT-04")
def test_the_first_charge_of_cossacks() -> None:
    """5."""
    both = found("5 cossacks charge 4 line")
    line = both.of("line.result")
    assert (line["rout_1"], line["pushed"]) == (F(1, 6), F(1, 4))
    assert both.of("cossacks.result")["withdraws"] == F(5, 9)
    assert both.of("cossacks.result")["pushed"] == F(1, 36)
    assert chance("5 lanceless cossacks charge 4 line", "cossacks.result", "pushed") > F(1, 36)


@pytest.mark.clause("NA-CC-08", "NA-MOD-21", "NA-MOD-22")
def test_two_strikers() -> None:
    """16."""
    answer = found("10 line in front + 5 cuirassiers in the left flank against 10 line with a general")
    b = answer.of("line_b.result")
    assert b["rout_1"] == F(19, 54)
    assert b["pushed"] == F(35, 108)


@pytest.mark.slow
@pytest.mark.clause("NA-MOD-21")
def test_surrounded() -> None:
    """17."""
    b = results("10 line + 10 line left + 10 line right + 10 line rear attack 10 line", "line_b")
    assert (b["rout_1"], b["pushed"]) == (F(6797, 7776), F(881, 7776))


@pytest.mark.clause("NA-ROUT-02", "NA-MOD-10", "NA-CC-22")
def test_two_pushes() -> None:
    """18."""
    answer = found("10 line attack 10 line", turns=2)
    second = answer.chance(lambda one: one["turns"] == 2 and str(one["line_b.result"]).startswith("rout"))
    assert second == F(25, 648)
    pushed = results("10 line attack 10 line pushed", "line_b")
    assert pushed["rout_1"] + pushed["rout_2"] == F(10, 36)
    assert "pushed" not in pushed


@pytest.mark.clause("NA-CC-20")
def test_a_firefight() -> None:
    """14."""
    answer = found("10 line firefight 10 line, 3 turns")
    assert answer.chance(lambda one: int(one["line_b.lost"]) >= 3) == F(17, 27)
    assert BOOK.clash(["10 линейных перестрелка 10 линейных, 3 хода"], {})[0].turns == 7
    assert answer.of("line_b.result") == {"locked": 1}


@pytest.mark.clause("NA-FATE-01", "NA-FATE-02")
def test_a_person_in_danger() -> None:
    """12."""
    fate = found("10 line attack 10 line with a general").of("division_commander.fate")
    assert sum(fate[one] for one in ("killed", "badly_wounded", "wounded", "lightly_wounded")) == F(1, 9)
    assert 1 - fate["unhurt"] == F(5, 36)


# --- worked examples: fire and pursuit ---------------------------------------------------------------

MEANS = {
    ("ball", "line"): (F(1), F(2, 3), F(1, 6)),
    ("ball", "hussars"): (F(1, 3), F(1, 6), F(0)),
    ("canister", "line"): (F(3, 2), F(1), F(1, 2)),
    ("canister", "hussars"): (F(1), F(2, 3), F(1, 6)),
}


@pytest.mark.clause("NA-ART-04", "NA-ART-06", "NA-CAS-03")
@pytest.mark.parametrize(("shot", "means"), MEANS.items())
def test_means_of_ball_and_canister(shot: tuple[str, str], means: tuple[Fraction, ...]) -> None:
    """7."""
    ammunition, target = shot
    for how, mean in zip(("", "pivot 20", "pivot 40"), means, strict=True):
        assert found(f"1 gun fires {ammunition} at {target} {how}").mean(f"{target}.lost") == mean
    moved = found(f"1 gun moving fires {ammunition} at {target}")
    assert moved.mean(f"{target}.lost") == means[2]


@pytest.mark.clause("NA-ART-06")
def test_half_a_die_read_otherwise() -> None:
    """7."""
    for ammunition, mean in (("ball", F(1, 3)), ("canister", F(2, 3))):
        answer = found(f"1 gun fires {ammunition} at 10 line pivot 40", half_die="round_up")
        assert answer.mean("line.lost") == mean


@pytest.mark.clause("NA-ART-10", "NA-ART-11", "NA-ROUT-02")
def test_fire_at_a_gun() -> None:
    """8 and 9."""
    once = found("2 guns fire ball at 1 gun")
    assert once.of("guns_b.silenced")["yes"] == F(11, 36)
    assert results("2 guns fire ball at 1 gun silenced", "guns_b")["rout_2"] == F(11, 36)
    half = found("1 gun fires canister at 1 gun pivot 30")
    assert half.chance(lambda one: one["guns_b.silenced"] == "yes" and one["guns_b.lost"] == 1) == F(1, 6)


@pytest.mark.clause("NA-ROUT-07", "NA-ART-17")
@pytest.mark.parametrize(("guns", "routs"), [(2, F(1, 36)), (3, F(2, 27)), (4, F(19, 144))])
def test_way_6(guns: int, routs: Fraction) -> None:
    """10."""
    assert results(f"{guns} guns fire canister at 10 line", "line")["rout_6"] == routs
    assert results("1 gun fires canister at 10 line stopped", "line")["rout_6"] == F(1, 6)


@pytest.mark.clause("NA-SKIR-03")
@pytest.mark.parametrize("words", ["4 skirmishers fire at 10 line", "4 стрелка стреляют по 10 линейных"])
def test_skirmishers(words: str) -> None:
    """13."""
    answer = found(words)
    assert answer.of("line_b.lost")[0] == 1 - F(671, 1296)
    assert answer.mean("line_b.lost") == F(2, 3)


@pytest.mark.clause("NA-ART-12", "NA-ART-13", "NA-ART-14")
def test_fire_at_places() -> None:
    assert found("gun fires at a village").of("place") == {"burns": F(1, 6), "stands": F(5, 6)}
    assert found("battery fires at a bridge").of("place")["destroyed"] == F(11, 36)
    assert found("battery fires at a redoubt pivot 5").of("place") == {"stands": 1}


@pytest.mark.clause("NA-PURS-01", "NA-PURS-06", "NA-PURS-07", "NA-PURS-08", "NA-PURS-09")
def test_pursuit() -> None:
    """28."""
    answer = found("10 line pursue 10 guard with 1 colour and general and commander-in-chief")
    taken = Counter[int]()
    for result, share in answer.results.items():
        one = dict(result)
        taken[int(one["guard.run_down"]) + int(one["guard.prisoners"])] += share
    assert [taken[n] for n in range(5)] == [F(1, 9), F(2, 9), F(1, 3), F(2, 9), F(1, 9)]
    assert answer.of("guard.colours")[1] == F(5, 12)
    men = ("division_commander.fate", "army_commander.fate")
    assert answer.chance(lambda one: "captured" in [one[man] for man in men]) == F(95, 144)
    assert answer.of("line.obeys") == {"no": F(1, 2), "yes": F(1, 2)}


@pytest.mark.clause("NA-PURS-06", "NA-CC-08")
def test_only_who_overthrows_pursues() -> None:
    answer = found("10 line attack 10 militia and pursue")
    assert answer.chance(lambda one: one["line.obeys"] != "none") == answer.of("militia.result")["rout_1"]
    assert answer.chance(lambda one: one["militia.result"] != "rout_1" and one["militia.prisoners"] != 0) == 0


# --- states and ground -------------------------------------------------------------------------------


@pytest.mark.clause("NA-ROUT-05", "NA-ROUT-06", "NA-ROUT-03", "NA-OBS-10")
def test_ways_of_a_push() -> None:
    plain = results("10 line attack 10 line", "line_b")
    for words, way in (
        ("10 line attack 10 line in a defile", "rout_4"),
        ("10 line attack 10 line in a village", "rout_3"),
        ("10 line attack 10 line before a stream", "rout_3"),
        ("10 line attack 10 line stopped", "rout_5"),
    ):
        b = results(words, "line_b")
        assert "pushed" not in b
        assert b[way] > 0
    assert results("10 line attack 10 line before a stream", "line_b")["rout_3"] == plain["pushed"]


@pytest.mark.clause("NA-OBS-10", "NA-MOD-01")
def test_obstacles_of_the_attacker() -> None:
    plain = results("10 line attack 10 line", "line_a")
    for words in (
        "10 line attack 10 line behind a fence",
        "10 line across a stream attack 10 line",
        "10 линейных атакуют 10 линейных за забором",
        "10 line attack 10 line on a hill",
    ):
        assert results(words, "line_a")["rout_1"] > plain["rout_1"]
    assert results("10 line in the rear attack 10 line behind a fence", "line_a") == results(
        "10 line in the rear attack 10 line", "line_a"
    )


@pytest.mark.clause("NA-MOVE-09", "NA-MOD-21")
def test_horse_against_a_square() -> None:
    """The square takes the minus of flank and rear, by option only."""
    rear = "5 cuirassiers charge 10 line in the rear"
    front = results("5 cuirassiers charge 10 line", "line")
    assert results(rear, "line")["rout_1"] > front["rout_1"]
    assert results(rear, "line", square="all_round") == front


STATED = {
    "pushed": "pushed", "unruly": "unruly", "disordered": "disordered", "column": "column", "rallied": "has_routed",
    "victorious": "has_routed_enemy", "reforming": "reforming",
}  # fmt: skip


@pytest.mark.clause("NA-MOD-08", "NA-MOD-10", "NA-MOD-12", "NA-MOD-20", "NA-MOD-24")
@pytest.mark.parametrize("word", [one for one in STATED if one != "column"])
def test_states(word: str) -> None:
    assert getattr(piece(f"10 line attack 5 hussars {word}", "hussars"), STATED[word])


@pytest.mark.clause("NA-MOD-24", "NA-SKIR-04", "NA-UNIT-07")
def test_ways_to_stand() -> None:
    assert piece("12 line attack 10 line column", "line_b").kind == "march_column"
    assert piece("12 line column attack 10 line", "line_a").kind == "march_column"
    assert piece("12 line attack 4 hussars dismounted", "hussars").kind == "dismounted"
    assert piece("12 line attack 4 line in open order", "line_b").kind == "open_order"


# --- named regiments ---------------------------------------------------------------------------------


@pytest.mark.clause("NA-OOB-04")
@pytest.mark.parametrize(
    "words",
    ["fr61 attack odessa", "61st Line attack Odessa Infantry", "61-й линейный против Одесского пехотного"],
)
def test_regiments_of_scenarios(words: str) -> None:
    setup, state = BOOK.clash([words], {"scenario": "skirmish"})
    assert (setup.units["fr61"].figures, setup.units["odessa"].figures) == (12, 10)
    assert [man.at for man in setup.persons.values()] == ["fr61"]
    assert setup.units["odessa"].side == "b"
    assert state.agenda


def test_more_figures_than_any_regiment_has_are_its_number() -> None:
    setup, _ = BOOK.clash(["84 line against 3 rgt cuirassiers from the flank, general +2"], {})
    names = [one.name.en for one in setup.units.values()]
    assert names == ["84th Line", "3rd Cuirassiers"]
    assert "army_commander" in setup.persons


def test_every_arm_can_be_named_in_both_languages() -> None:
    for troop in ARMS:
        for said in troop.said:
            words = f"3 {said} fire at 10 line" if "gun" in troop.arm else f"3 {said} attack 10 line left"
            setup, _ = BOOK.clash([words], {})
            arms = {one.arm for one in setup.units.values() if one.side == "a"}
            arms |= {one.arm for one in setup.guns.values() if one.side == "a"}
            assert arms == {troop.arm}, said


# --- what is refused ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("10 line", "it is not said what is done; say it so"),
        ("10 lnie attack 5 hussars", "'lnie' is not understood; did you mean 'line'?"),
        ("attack 10 line", "it is not said who fights"),
        ("10 line attack", "it is not said who is struck"),
        ("10 line attack 5 hussars + 3 line", "only one unit can be struck"),
        ("10 line 5 hussars attack 3 line", "'5': one unit more; join units by +"),
        ("35 hussars attack 10 line", "figures: 35; 1 to 30 (NA-UNIT-03)"),
        ("999 rgt line attack 10 line", "no shipped scenario has the regiment '999 rgt'"),
        ("2 guns attack 10 line", "guns strike nobody; they fire (NA-CC-01)"),
        ("2 guns fire at 10 line at 2.5", "the target is 2.5 merka away, the range is 2 (NA-ART-01)"),
        ("2 guns fire ball at 10 line at 0.8", "within 1 merka a unit is fired at with canister (NA-ART-03)"),
        ("2 guns fire at 10 line pivot 50", "a gun that turns so far does not fire; at most 45 degrees (NA-ART-04)"),
        ("2 guns 0 crew fire at 10 line", "a gun without gunners does not fire (NA-ART-15)"),
        ("2 guns silenced fire at 10 line", "a silenced gun does not fire (NA-ART-10)"),
        ("5 hussars fire at 10 line", "of foot only one in open order fires (NA-SKIR-03)"),
        ("10 line attack 5 hussars in a wood", "wood is closed to it (NA-OBS-07)"),
        ("5 hussars across a river attack 10 line", "river is closed to it (NA-OBS-07)"),
        ("10 line attack 10 line general +3", "a person gives 0, +1 or +2, not +3 (NA-MOD-04)"),
        ("10 line firefight 5 hussars", "only foot and foot are locked in a firefight (NA-CC-20)"),
        ("2 guns fire at a wood", "wood: fire does nothing to it (NA-ART-13)"),
        ("10 line attack 5 cuirassiers dismounted", "only light horse dismounts (NA-UNIT-07)"),
        ("5 hussars attack 5 hussars square", "only foot forms square (NA-MOVE-09)"),
        ("10 line + 10 line + 10 line left + 10 line left + 10 line left attack 10 line", "so many units find no room"),
        ("1.5 line attack 3 line", "'1.5' is no whole number"),
    ],
)  # fmt: skip
def test_what_is_refused(words: str, said: str) -> None:
    with pytest.raises(Refused) as caught:
        BOOK.clash(words.split(), {})
    assert said in caught.value.say()


def test_options_are_checked() -> None:
    for options, said in (
        ({"square": "none"}, "square"),
        ({"sqare": "all_round"}, "unknown option 'sqare'; did you mean 'square'?"),
        ({"turns": "many"}, "turns: 0 (to the end) or how many"),
        ({"scenario": "waterloo"}, "no shipped scenario is called 'waterloo'"),
    ):
        with pytest.raises(Refused) as caught:
            BOOK.clash(["10 line attack 10 line"], options)
        assert said in caught.value.say()


PLAIN = """10 3 0.5 84 84th line guard cuirassiers hussars guns battery skirmishers attack fire firefight pursue flank
    left rear front + and general +2 +7 column square pushed stopped village in behind stream fence hill canister ball
    pivot degrees merka turns colours recruits линейных кирасир атакуют стреляют во фланг генерал за забором x"""


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PLAIN.split()), min_size=1, max_size=9))
def test_whatever_is_said_is_a_position_or_refused(words: list[str]) -> None:
    try:
        setup, state = BOOK.clash(words, {})
    except Refused as problem:
        refused = problem.say("ru")
    else:
        refused = ""
        assert state.agenda
        assert clash_measures.is_clash(setup)
    assert "Traceback" not in refused


# --- agreement with the battle -----------------------------------------------------------------------

FIGHTS = (
    "12 guard with a general attack 10 line column",
    "5 cuirassiers charge 10 line in the flank",
    "5 lancers charge 5 hussars",
    "10 line front + 5 hussars in the rear attack 4 grenadiers",
    "10 line attack 8 militia before a stream",
    "10 line attack 1 gun crew 4",
)


@pytest.mark.clause("NA-CC-06", "NA-CC-08", "NA-CAS-02")
@pytest.mark.parametrize("words", FIGHTS)
def test_odds_are_those_of_the_real_steps(words: str) -> None:
    """Exactly the same chances with all the flights, pushes and withdrawals of step 3.5."""
    setup, state = BOOK.clash([words], {})
    real = replace(state, agenda=tuple((rule.name, ()) for rule in reversed(REAL)))
    assert absorb(BOOK, setup, real).results == absorb(BOOK, setup, state).results


@pytest.mark.clause("NA-SEQ-05", "NA-CC-06")
def test_odds_agree_with_thrown_dice() -> None:
    """Many battles by lot keep within five standard errors."""
    setup, state = BOOK.clash(["12 line attack 8 militia in the flank"], {})
    exact = absorb(BOOK, setup, state).of("militia.result")
    games, met = 600, Counter[str]()
    for seed in range(games):
        draft = BOOK.draft(setup, state, Fast(seed), listening=False)
        draft.run()
        met[str(BOOK.measures(setup, draft.state())["militia.result"])] += 1
    for result, share in exact.items():
        error = sqrt(float(share * (1 - share)) / games)
        assert abs(met[str(result)] / games - float(share)) < 5 * error


@settings(max_examples=10, deadline=None)
@given(st.integers(3, 12), st.integers(3, 12), st.sampled_from(("", "left", "rear")), st.booleans())
def test_chances_add_up_and_depend_on_the_difference(a: int, b: int, side: str, led: bool) -> None:
    words = f"{a} line attack {b} line {side} {'general' if led else ''}"
    answer = found(words)
    assert sum(answer.results.values()) == 1
    assert answer.open == 0
    stronger = found(f"{a} guard attack {b} line {side} {'general' if led else ''}")
    assert beaten(stronger.of("line.result")) >= beaten(answer.of("line_b.result"))


def beaten(shares: Mapping[Any, Any]) -> Any:
    return sum(share for result, share in shares.items() if str(result).startswith(("rout", "pushed")))


# --- on the command line -----------------------------------------------------------------------------


def test_it_is_shown_in_words() -> None:
    shown = ok(
        "odds",
        "napoleonic",
        "clash",
        "5 кирасир атакуют 10 линейных в деревне, генерал +1 и погоня",
        lang="ru",
    )
    for words in ("исход", "опрокинута, способ", "судьба", "потеряно знамён", "не бросает"):
        assert words in shown
    made = parsed("odds", "napoleonic", "clash", "2", "guns", "fire", "canister", "at", "10", "line")
    assert made["chances"]["line.result"]["rout_6"]["exact"] == "1/36"
    assert run("odds", "napoleonic", "clash", "10 lnie attack 3 line", lang="ru").exit_code == 1


def test_words_of_all_values() -> None:
    setup, _ = BOOK.clash(["10 line attack 10 line with a general and pursue"], {})
    for value in (
        "stands",
        "locked",
        "withdraws",
        "pushed",
        "destroyed",
        *(f"rout_{n}" for n in range(1, 7)),
    ):
        assert spoken(BOOK.value_words(setup, "line_b.result", value)) != value
    for value in ("captured", "left", "unhurt", "killed"):
        assert spoken(BOOK.value_words(setup, "division_commander.fate", value)) != value


def spoken(words: Any) -> str:
    """In Russian, so that it is no id."""
    said = words.ru if isinstance(words, Name) else words.say("ru")
    assert isinstance(said, str)
    return said
