"""Armies between battles: what a battle leaves, days that go by, recruits, the way into the next battle."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.errors import Refused
from grognard.core.state import PUBLIC, Outcome
from grognard.files import Problems
from grognard.rulebooks.napoleonic.book import BOOK
from grognard.rulebooks.napoleonic.campaign import change, on_day
from grognard.rulebooks.napoleonic.campaignfile import (
    ArmyFile,
    ArmyHead,
    CarriedUnit,
    ReturnRow,
    later,
    read_army,
    write_army,
)
from grognard.rulebooks.napoleonic.model import Ledger, Rout
from grognard.rulebooks.napoleonic.tables import load_tables
from tests.rulebooks.napoleonic.scenes import BLUE, RED, Scene, gun, man, scene, unit
from tests.rulebooks.napoleonic.written import scenario

TABLES = load_tables()
DAY, NEXT, WEEK = "1812-09-07", "1812-09-08", "1812-09-14"


def ended(made: Scene, *winners: str, reason: str = "turn_limit") -> Scene:
    made.state = type(made.state)(made.state.pieces, (), (), Outcome(winners, reason))
    return made


def army(made: Scene, seat: str = RED) -> ArmyFile:
    return read_army(BOOK.roster(made.setup, made.state, seat))


def returns(rows: list[ReturnRow]) -> dict[str, int]:
    return {one.day: one.quarters for one in rows}


def battle(red: dict[str, Any] | None = None, *more: Any, **setting: Any) -> Scene:
    now = {key: value for key, value in (red or {}).items() if key != "left"}
    made = scene(unit("a", RED, (3, 3, 0), 12, **now), unit("b", BLUE, (3, 8, 180)), *more, **setting)
    return made.change("a", figures=red["left"]) if red and "left" in red else made


# --- what a battle leaves ----------------------------------------------------------------------------


@pytest.mark.clause("NA-END-04", "NA-END-05", "NA-END-06", "NA-CAMP-01")
@pytest.mark.parametrize(
    ("winners", "reason", "due"),
    [
        ((RED,), "turn_limit", {NEXT: 7, WEEK: 7, "end_of_war": 7}),
        ((), "truce", {NEXT: 7, WEEK: 7, "end_of_war": 7}),
        ((BLUE,), "concession", {WEEK: 7, "end_of_war": 7}),
        ((), "turn_limit", {WEEK: 7, "end_of_war": 7}),
    ],
)
def test_who_comes_back_when(winners: tuple[str, ...], reason: str, due: dict[str, int]) -> None:
    """Worked example 30: seven figures struck out, three prisoners."""
    ledger = Ledger(fire=2, combat=4, pursuit=1, prisoners=3)
    made = ended(battle({"left": 2, "ledger": ledger}), *winners, reason=reason)
    (row,) = army(made).unit
    assert (row.figures, row.full, returns(row.returns)) == (2, 12, due)


@pytest.mark.clause("NA-PURS-10", "NA-CAMP-01")
def test_prisoners_that_were_retaken_return_next_day() -> None:
    made = ended(battle({"left": 9, "ledger": Ledger(prisoners=3, retaken=2)}), BLUE)
    assert returns(army(made).unit[0].returns) == {NEXT: 8}


@pytest.mark.clause("NA-CAMP-04", "NA-ROUT-14")
def test_flags_are_forgotten_but_a_second_rout_tires_for_a_day() -> None:
    now = {"has_routed": True, "has_attacked": True, "standing": "gone", "rout": Rout(3, 2, "second", 0)}
    assert army(ended(battle(now), BLUE)).unit[0].tired == NEXT
    now["rout"] = Rout(3, 1, "1", 0)
    assert army(ended(battle(now), BLUE)).unit[0].tired is None


@pytest.mark.clause("NA-CAMP-02", "NA-CAMP-03")
@pytest.mark.parametrize(
    ("value", "routed", "recruits"),
    [("never", False, 6), ("after_one_battle", False, 0), ("after_one_battle", True, 6)],
)
def test_when_recruits_are_old_soldiers(value: str, routed: bool, recruits: int) -> None:
    made = battle({"recruits": 6, "has_routed": routed}, options={"recruits_harden": value})
    assert army(ended(made, RED)).unit[0].recruits == recruits


@pytest.mark.clause("NA-UNIT-08", "NA-END-06")
def test_parts_of_a_regiment_are_one_again() -> None:
    made = battle({"left": 7, "ledger": Ledger(fire=1)})
    made.do(lambda draft: draft.place(_part(made)))
    (row,) = army(ended(made, RED)).unit
    assert (row.id, row.figures, row.colours, returns(row.returns)) == (
        "a", 10, 1, {NEXT: 2, WEEK: 2, "end_of_war": 2},
    )  # fmt: skip


def _part(made: Scene) -> Any:
    return type(made.unit("a"))(
        "a.2", RED, "a", 5000, 5000, 0, 200, 200, ledger=Ledger(combat=1), figures=3, colours=0
    )


@pytest.mark.clause("NA-TROPH-02", "NA-END-07", "NA-FATE-02", "NA-CAMP-01")
def test_guns_and_persons() -> None:
    people = (
        man("dead", "a", RED, fate="killed"),
        man("hurt", "a", RED, post="chief_of_staff", rank="colonel", fate="wounded"),
        man("taken", "a", RED, post="aide", rank="field_officer", fate="captured"),
        man("off", "a", RED, post="artillery_chief", rank="colonel", fate="left"),
    )
    guns = (gun("g", RED, (4, 3, 0), crew=4), gun("h", RED, (5, 3, 0), owner=BLUE))
    made = battle({}, *people, *guns)
    made.change("h", crew=0, spare=4, ledger=Ledger(combat=1))
    found = army(ended(made, BLUE))
    assert [(one.id, one.crew, one.lost, returns(one.returns)) for one in found.gun] == [
        ("g", 4, False, {}), ("h", 4, True, {WEEK: 1, "end_of_war": 1}),
    ]  # fmt: skip
    assert {one.id: (one.fate, one.returns) for one in found.person} == {
        "dead": ("killed", "never"),
        "hurt": ("wounded", WEEK),
        "taken": ("captured", "never"),
        "off": ("left", NEXT),
    }


@pytest.mark.clause("NA-CAMP-01")
def test_there_is_no_army_file_while_the_battle_is_on() -> None:
    made = battle()
    with pytest.raises(Refused, match="NA-CAMP-01"):
        BOOK.roster(made.setup, made.state, RED)


def test_the_file_says_in_both_languages_what_it_is() -> None:
    made = ended(battle(), RED)
    english, russian = (BOOK.roster(made.setup, made.state, RED, lang) for lang in ("en", "ru"))
    assert english.splitlines()[1:] == russian.splitlines()[1:]
    assert english.splitlines()[0] != russian.splitlines()[0]


# --- days and recruits -------------------------------------------------------------------------------


def one_unit(**fields: Any) -> ArmyFile:
    row = CarriedUnit(**{"id": "a", "figures": 5, "full": 12, **fields})
    return ArmyFile(army=ArmyHead(seat="red", date=DAY), unit=[row])


@pytest.mark.clause("NA-CAMP-01", "NA-END-06")
def test_only_whole_figures_come_back_and_the_rest_waits() -> None:
    due = [
        ReturnRow(day=NEXT, quarters=7),
        ReturnRow(day=WEEK, quarters=7),
        ReturnRow(day="end_of_war", quarters=7),
    ]
    file = one_unit(returns=due)
    (row,) = on_day(file, NEXT, TABLES).unit
    assert (row.figures, row.quarters, len(row.returns)) == (6, 3, 2)
    (row,) = on_day(file, WEEK, TABLES).unit
    assert (row.figures, row.quarters) == (8, 2)
    (row,) = on_day(file, "end_of_war", TABLES).unit
    assert (row.figures, row.quarters, row.returns) == (10, 1, [])


@pytest.mark.clause("NA-CAMP-01", "NA-CAMP-02")
def test_nobody_returns_to_full_ranks() -> None:
    file = one_unit(figures=11, recruits=6, returns=[ReturnRow(day=NEXT, quarters=12)])
    (row,) = on_day(file, NEXT, TABLES).unit
    assert (row.figures, row.quarters) == (12, 8)


@pytest.mark.clause("NA-CAMP-01")
@given(st.dates(), st.integers(0, 800))
def test_so_many_days_after_a_day(start: date, days: int) -> None:
    end = min(start.toordinal() + days, date.max.toordinal())
    assert later(start.isoformat(), days) == date.fromordinal(end).isoformat()


@pytest.mark.clause("NA-CAMP-01")
@given(st.lists(st.tuples(st.integers(0, 400), st.integers(1, 40)), max_size=5), st.integers(0, 400))
def test_day_by_day_or_at_once_is_the_same(rows: list[tuple[int, int]], last: int) -> None:
    due = [ReturnRow(day=later(DAY, days), quarters=quarters) for days, quarters in rows]
    file = one_unit(returns=due)
    once = on_day(file, later(DAY, last), TABLES)
    twice = on_day(on_day(file, later(DAY, last // 2), TABLES), later(DAY, last), TABLES)
    assert once == twice
    kept = once.unit[0]
    assert 4 * 5 + sum(one.quarters for one in due) == 4 * kept.figures + kept.quarters + sum(
        one.quarters for one in kept.returns
    )


@pytest.mark.clause("NA-CAMP-02")
def test_recruits_fill_a_regiment_up_to_its_full_strength() -> None:
    text = write_army(one_unit(figures=6))
    (row,) = read_army(change(text, "draft", ["a", "6"], TABLES)).unit
    assert (row.figures, row.recruits) == (12, 6)
    for words in (["a", "7"], ["a", "0"], ["a", "x"], ["b", "1"]):
        with pytest.raises(Refused, match="NA-CAMP-02"):
            change(text, "draft", words, TABLES)


@pytest.mark.clause("NA-CAMP-01")
def test_days_go_by_and_never_back() -> None:
    text = write_army(one_unit(tired=NEXT, returns=[ReturnRow(day=WEEK, quarters=4)]))
    file = read_army(change(text, "date", [WEEK], TABLES))
    assert (file.army.date, file.unit[0].figures, file.unit[0].tired) == (WEEK, 6, None)
    for words in (["1812-09-06"], ["soon"], []):
        with pytest.raises(Refused):
            change(text, "date", words, TABLES)
    with pytest.raises(Refused, match="change"):
        change(text, "feed", ["a"], TABLES)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("unit:\n  - {id: a, figures: 13, full: 12}\n", 3, "at most its full strength, 12"),
        ("unit:\n  - {id: a, figures: 3, full: 12, recruits: 4}\n", 3, "at most its figures, 3"),
        ("unit:\n  - {id: a, figures: 3, full: 12}\ngun:\n  - {id: a, crew: 3}\n", 5, "twice"),
        ("person:\n  - {id: p, fate: wounded, returns: soon}\n", 3, "no day"),
        ("unit:\n  - {id: a, figures: 13, full: 31}\n", 3, "full = 31; at most 30 (NA-UNIT-03)"),
        ("unit:\n  - {id: a, figures: 1, full: 3, colours: 5}\n", 3, "colours = 5; at most 4"),
        ("gun:\n  - {id: g, crew: 10}\n", 3, "crew = 10; at most 9 (NA-UNIT-03)"),
        ("person:\n  - {id: p, fate: asleep, returns: never}\n", 3, "unknown fate 'asleep'"),
    ],
)
def test_bad_army_files(text: str, line: int, said: str) -> None:
    with pytest.raises(Problems) as refused:
        read_army(f"army: {{seat: red, date: {DAY}}}\n{text}", "army.yaml", TABLES)
    (problem,) = refused.value.problems
    assert (problem.line, said in problem.say()) == (line, True)


def test_an_army_file_is_known_for_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "army.yaml"
    path.write_text(write_army(one_unit()), encoding="utf-8")
    assert "army" in BOOK.check_file(path).say("en")


# --- into the next battle ----------------------------------------------------------------------------


def next_battle(tmp_path: Path, text: str, seat: str = "russian_1") -> Any:
    path = tmp_path / "army.yaml"
    path.write_text(text, encoding="utf-8")
    return BOOK.read_setup(scenario(), "x.yaml", rosters={seat: path})


ARMY = f"""\
army: {{seat: russian_1, date: {DAY}}}
unit:
  - {{id: mosk, figures: 6, full: 12, recruits: 3, colours: 0, tired: {DAY}}}
  - {{id: pskov, figures: 0, full: 12}}
  - {{id: unknown, figures: 3, full: 12}}
gun:
  - {{id: rb2, crew: 4, lost: true}}
  - {{id: rb1, crew: 3}}
person:
  - {{id: dokhturov, fate: killed, returns: never}}
"""


@pytest.mark.clause("NA-CAMP-01", "NA-CAMP-02", "NA-ROUT-14", "NA-END-07", "NA-OOB-02")
def test_an_army_marches_into_the_next_battle(tmp_path: Path) -> None:
    setup = next_battle(tmp_path, ARMY)
    mosk = setup.units["mosk"]
    assert (mosk.figures, mosk.full, mosk.recruits, mosk.colours, mosk.tired) == (6, 12, 3, 0, True)
    assert "pskov" not in setup.units
    assert (set(setup.guns), setup.guns["rb1"].crew) == ({"fb1", "rb1"}, 3)
    assert "dokhturov" not in setup.persons
    deputy = setup.persons["dokhturov_deputy"]
    assert (deputy.post, deputy.formation, deputy.rank, deputy.at) == (
        "corps_commander", "vi", "lieutenant_general", "rb1",
    )  # fmt: skip
    assert setup.persons["kaptsevich"].at == "libau"
    assert setup.units["f84"].figures == 12


@pytest.mark.clause("NA-CAMP-01")
def test_a_formation_without_units_stays_away_with_its_persons(tmp_path: Path) -> None:
    rows = "".join(f"  - {{id: {one}, figures: 0, full: 6}}\n" for one in ("ataman", "ilov", "kut"))
    setup = next_battle(tmp_path, f"army: {{seat: russian_2, date: {DAY}}}\nunit:\n{rows}", "russian_2")
    assert "kos" not in setup.formations
    assert "platov" not in setup.persons


@pytest.mark.clause("NA-CAMP-01", "NA-CAMP-02", "NA-END-06")
def test_the_file_of_one_battle_is_good_for_the_next(tmp_path: Path) -> None:
    setup = BOOK.read_setup(scenario(), "x.yaml")
    field = Scene(setup, BOOK.start(setup))
    field.change("mosk", figures=8, ledger=Ledger(fire=4))
    text = BOOK.roster(setup, ended(field, "russian").state, "russian_1")
    again = next_battle(tmp_path, BOOK.change_roster(text, "draft", ["mosk", "2"]))
    assert (again.units["mosk"].figures, again.units["mosk"].recruits) == (10, 2)


@pytest.mark.clause("NA-CAMP-01")
def test_the_next_battle_is_fought_when_the_last_army_is_there(tmp_path: Path) -> None:
    """The date of a campaign runs: who returns to the ranks by then fights, also on the other side."""
    paths = {}
    for seat, one, day in (("russian_1", "mosk", NEXT), ("french_1", "f84", WEEK)):
        returns = "[{day: '1812-09-10', quarters: 8}]"
        paths[seat] = tmp_path / f"{seat}.yaml"
        paths[seat].write_text(
            f"army: {{seat: {seat}, date: {day}}}\nunit:\n"
            f"  - {{id: {one}, figures: 8, full: 12, returns: {returns}}}\n",
            encoding="utf-8",
        )
    setup = BOOK.read_setup(scenario(), "x.yaml", rosters=paths)
    assert (setup.date, setup.units["mosk"].figures, setup.units["f84"].figures) == (WEEK, 10, 10)


@pytest.mark.clause("NA-CAMP-01")
@pytest.mark.parametrize(
    ("seat", "said"), [("russian_3", "unknown seat"), ("french_1", "none of these"), ("russian_2", "none of")]
)
def test_an_army_belongs_to_a_seat_of_the_battle(tmp_path: Path, seat: str, said: str) -> None:
    with pytest.raises(Problems, match=said):
        next_battle(
            tmp_path,
            f"army: {{seat: russian_1, date: {DAY}}}\nunit:\n  - {{id: mosk, figures: 6, full: 12}}\n",
            seat,
        )


@pytest.mark.clause("NA-CAMP-01", "NA-END-06", "NA-END-07")
def test_what_a_battle_owes_is_owed_after_the_next_one_too(tmp_path: Path) -> None:
    """Who was not there is not forgotten, nor who is still on his way back."""
    due = "returns: [{day: '1812-09-14', quarters: 2}, {day: end_of_war, quarters: 3}]"
    text = ARMY.replace("tired: 1812-09-07", f"quarters: 1, {due}").replace("crew: 3", "crew: 3, returns: []")
    assert due in text
    setup = next_battle(tmp_path, text)
    field = Scene(setup, BOOK.start(setup))
    field.change("mosk", figures=4, ledger=Ledger(fire=2))
    after = read_army(BOOK.roster(setup, ended(field, "russian").state, "russian_1"))
    rows = {one.id: one for one in after.unit}
    mosk = rows["mosk"]
    now = read_army(
        BOOK.roster(field.setup, ended(field.change("mosk", figures=6, ledger=Ledger())).state, "russian_1")
    )
    assert (mosk.figures, mosk.quarters) == (4, 1)
    assert returns(now.unit[0].returns) == {WEEK: 2, "end_of_war": 3}
    assert returns(mosk.returns)[WEEK] > 2
    assert (rows["pskov"].figures, rows["unknown"].figures) == (0, 3)
    assert {one.id: one.lost for one in after.gun} == {"rb1": False, "rb2": True}
    assert [(one.id, one.returns) for one in after.person] == [("dokhturov", "never")]
    again = next_battle(tmp_path, write_army(after))
    assert "pskov" not in again.units
    assert "dokhturov" not in again.persons


def test_in_the_fog_nobody_knows_with_what_the_enemy_came(tmp_path: Path) -> None:
    path = tmp_path / "army.yaml"
    path.write_text(ARMY, encoding="utf-8")
    setup = BOOK.read_setup(
        scenario(), "x.yaml", rosters={"russian_1": path}, options={"fog": "line_of_sight"}
    )
    state = BOOK.start(setup)
    assert set(BOOK.view(setup, state, "russian_1").setup.carried) == {"russian_1"}
    assert not BOOK.view(setup, state, "french_1").setup.carried
    assert not BOOK.view(setup, state, PUBLIC).setup.carried
