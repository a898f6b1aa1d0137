"""Engineers, saboteurs, repair and medics (chapter Works)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.rulebooks.modern import lines, ways
from grognard.rulebooks.modern.events import (
    CrossingLaid,
    FortChanged,
    Healed,
    MinesCleared,
    PassageDemolished,
    WorkDone,
)
from grognard.rulebooks.modern.model import WORKS, Minefield, point_id
from tests.rulebooks.modern.scenes import Scene, scene

WEST, EAST = "west-1", "east-1"
TANK, RIFLES, TEAM, ENEMY = "west-1-01", "west-1-02", "west-1-03", "east-1-01"


def working(number: int, start: str, name: str = "skirmish", **options: Any) -> Scene:
    """The team of West with another card, in the movement phase."""
    return scene(name, **options).stand(TEAM, start, number).turn_of(WEST, "movement")


def works(one: Scene) -> set[tuple[str, str]]:
    """What the team is offered: work and label."""
    found = [order for order in one.options() if order[:2] == ("work", TEAM)]
    return {(str(order[2]), one.field.label(int(order[3]))) for order in found}


def do(one: Scene, word: str, label: str) -> Scene:
    return one.answer("work", TEAM, word, one.hex(label))


# --- engineers -------------------------------------------------------------------------------------------


@pytest.mark.clause("MO-WORK-01", "MO-WORK-02", "MO-TERR-12", "MO-TURN-11")
def test_engineers_raise_a_fort_where_they_stand() -> None:
    one = working(4, "0505")
    assert works(one) == {("fort", "0505")}
    do(one, "fort", "0505")
    assert one.field.works.fort(one.hex("0505")) == 1
    unit = one.unit(TEAM)
    assert (unit.activated, unit.moved, unit.worked) == (True, True, True)
    assert one.general(WEST).activations == 1
    (done,) = one.heard(WorkDone, EAST)
    assert (done.work, done.level, done.counter.number) == ("fort", 1, 0)
    assert one.heard(FortChanged)[0].by == WEST
    refusal = lines.why_silent(one.field, unit)
    assert str(refusal) == "unit west-1-03 has worked, so it cannot attack (MO-WORK-01)"
    assert str(lines.why_silent(one.field, unit, out_of_turn=True)) == str(refusal)


@pytest.mark.clause("MO-WORK-02")
def test_no_fort_above_the_third_level_or_off_the_land() -> None:
    one = working(4, "0505")
    one.place(one.field.works.with_fort(one.hex("0505"), 3)).turn_of(WEST, "movement")
    assert (
        str(one.refused("work", TEAM, "fort", one.hex("0505"))) == "fort in 0505 is level 3 of 3 (MO-WORK-02)"
    )
    assert works(one) == set()
    assert str(one.refused("work", TEAM, "fort", one.hex("0506")).reason) == (
        "a fort is raised in the unit's own hex 0505"
    )
    one = working(4, "1308", "standard")
    assert not any(word == "fort" for word, _ in works(one))
    assert str(one.refused("work", TEAM, "fort", one.hex("1308")).reason) == (
        "no fort can stand in 1308: it is no land hex"
    )


@pytest.mark.clause("MO-WORK-02", "MO-GNL-05", "MO-KSO-20")
def test_the_sapper_raises_a_level_more() -> None:
    one = working(4, "0505")
    sapper = replace(one.setup.generals[WEST], card="G03")
    one.setup = replace(one.setup, generals={**one.setup.generals, WEST: sapper})
    order = "work", TEAM, "fort", one.hex("0505")
    assert str(one.preview(*order).lines[0]) == "0505: fort of level 2"
    assert one.answer(*order).field.works.fort(one.hex("0505")) == 2
    one.change(TEAM, activated=False).turn_of(WEST, "movement")
    assert str(one.preview(*order).lines[0]) == "0505: fort of level 3"
    assert one.answer(*order).field.works.fort(one.hex("0505")) == 3


@pytest.mark.clause("MO-WORK-02", "MO-WORK-05", "MO-TERR-10")
def test_engineers_lay_crossings_and_demolish_bridges() -> None:
    one = working(4, "1208", "standard")
    river = {label for word, label in works(one) if word == "crossing"}
    assert river == {"1309"}
    assert ("demolish", "1308") in works(one)
    do(one, "demolish", "1308")
    bridge = one.hex("1308")
    assert not one.field.passages >> bridge & 1
    assert one.heard(PassageDemolished)[0].hex == bridge
    one.change(TEAM, activated=False).turn_of(WEST, "movement")
    assert ("crossing", "1308") in works(one)
    do(one, "crossing", "1308")
    assert one.field.passages >> bridge & 1
    assert one.heard(CrossingLaid)[0].hex == bridge
    reach = ways.reach_of(one.field, one.unit(TEAM))
    assert reach.cost(bridge) == 2


@pytest.mark.clause("MO-WORK-02", "MO-WORK-03")
def test_no_demolition_under_a_unit_and_none_far_off() -> None:
    one = working(4, "1208", "standard").stand(ENEMY, "1308").turn_of(WEST, "movement")
    no = one.refused("work", TEAM, "demolish", one.hex("1308"))
    assert str(no) == "the bridge or crossing in 1308 is occupied (MO-WORK-02)"
    far = one.refused("work", TEAM, "demolish", one.hex("1205"))
    assert str(far.reason) == "hex 1205 is not adjacent to 1208"
    assert str(one.refused("work", TEAM, "demolish", one.hex("1109")).reason) == (
        "hex 1109 has no bridge or crossing"
    )
    assert str(one.refused("work", TEAM, "crossing", one.hex("1308")).reason) == (
        "hex 1308 has a bridge or crossing"
    )
    assert str(one.refused("work", TEAM, "crossing", one.hex("1109")).reason) == "hex 1109 is no river"
    assert str(one.refused("work", TEAM, "crossing", one.hex("1303")).reason).endswith("not adjacent to 1208")


@pytest.mark.clause("MO-WORK-02", "MO-TERR-14")
def test_engineers_clear_mines_that_their_side_knows() -> None:
    one = working(4, "0505")
    for side, label, known in (("east", "0504", True), ("west", "0505", False), ("east", "0605", False)):
        one.place(Minefield(f"mines:{side}:{label}", side, one.hex(label), known))
    one.place(Minefield("mines:east:0304", "east", one.hex("0304"), True)).turn_of(WEST, "movement")
    assert {label for word, label in works(one) if word == "clear"} == {"0504", "0505"}
    far = one.refused("work", TEAM, "clear", one.hex("0304"))
    assert str(far.reason) == "hex 0304 is not adjacent to 0505"
    hidden = one.refused("work", TEAM, "clear", one.hex("0604"))
    assert str(hidden.reason) == "no mines are known in 0604"
    do(one, "clear", "0504")
    assert one.heard(MinesCleared, EAST)[0].hex == one.hex("0504")
    assert {mine.hex for mine in one.field.mines} == {one.hex(label) for label in ("0505", "0605", "0304")}


# --- saboteurs -------------------------------------------------------------------------------------------


@pytest.mark.clause("MO-WORK-03")
def test_saboteurs_lower_forts_under_units_too() -> None:
    one = working(14, "0505").stand(ENEMY, "0605")
    one.place(one.field.works.with_fort(one.hex("0605"), 2)).turn_of(WEST, "movement")
    assert works(one) == {("lower", "0605")}
    do(one, "lower", "0605")
    assert one.field.works.fort(one.hex("0605")) == 1
    assert one.heard(WorkDone)[0].level == 1
    no = working(14, "0505").refused("work", TEAM, "lower", one.hex("0605"))
    assert str(no) == "hex 0605 has no fort (MO-WORK-03)"


@pytest.mark.clause("MO-WORK-03", "MO-CP-02")
def test_saboteurs_undo_the_enemys_count_at_a_point() -> None:
    one = working(14, "0505").change(point_id("0605"), runs=((EAST, 4),)).turn_of(WEST, "movement")
    assert works(one) == {("interrupt", "0605")}
    do(one, "interrupt", "0605")
    assert one.field.points[0].runs == ()
    own = working(14, "0505").change(point_id("0605"), runs=((WEST, 4),)).turn_of(WEST, "movement")
    assert works(own) == set()
    no = own.refused("work", TEAM, "interrupt", own.hex("0605"))
    assert str(no) == "the enemy holds no control point in 0605 (MO-WORK-03)"


@pytest.mark.clause("MO-WORK-03")
def test_saboteurs_demolish_and_build_nothing() -> None:
    one = working(11, "1208", "standard")
    assert works(one) == {("demolish", "1308")}
    assert str(one.refused("work", TEAM, "fort", one.hex("1208"))) == (
        "unit W103 has no ability for the work 'fort'; choose demolish, lower, interrupt (MO-WORK-02)"
    )
    do(one, "demolish", "1308")
    assert one.field.works.passages.broken == (one.hex("1308"),)
    assert one.refused("work", TEAM, "demolish", one.hex("1308")).clause == "MO-MOVE-01"


# --- repair and medics -----------------------------------------------------------------------------------


@pytest.mark.clause("MO-WORK-04")
@pytest.mark.parametrize(("number", "word", "hurt"), [(30, "repair", TANK), (13, "medic", RIFLES)])
def test_a_status_comes_back_to_a_neighbour(number: int, word: str, hurt: str) -> None:
    one = working(number, "0305").change(TANK, lost=1).change(RIFLES, lost=1).turn_of(WEST, "movement")
    where = one.field.label(one.unit(hurt).hex)
    assert works(one) == {(word, where)}
    assert str(one.preview("work", TEAM, word, one.hex(where)).lines[0]) == (
        f"{where}: statuses lost 1, after it 0"
    )
    do(one, word, where)
    assert (one.unit(hurt).lost, one.unit(hurt).mended) == (0, True)
    assert one.heard(Healed)[0].lost == 0
    one.change(hurt, lost=1).change(TEAM, activated=False).turn_of(WEST, "movement")
    again = one.refused("work", TEAM, word, one.hex(where))
    assert (
        str(again)
        == f"unit {hurt.replace('west-1-', 'W1')} was given a status back in this turn (MO-WORK-04)"
    )


@pytest.mark.clause("MO-WORK-04")
def test_no_help_for_the_whole_the_far_the_foreign_and_other_arms() -> None:
    one = working(30, "0305").change(RIFLES, lost=1).stand(ENEMY, "0405", lost=1).turn_of(WEST, "movement")
    reasons = {
        "0205": "unit W101 has lost no status",
        "0204": "it does nothing for infantry",
        "0405": "no unit of west is in 0405",
        "0505": "hex 0505 is not adjacent to 0305",
        "0305": "hex 0305 is not adjacent to 0305",
    }
    for label, reason in reasons.items():
        assert str(one.refused("work", TEAM, "repair", one.hex(label)).reason) == reason
    assert works(one) == set()
    assert str(one.refused("work", TEAM, "medic", one.hex("0204"))) == (
        "unit W103 has no ability for the work 'medic'; choose repair (MO-WORK-04)"
    )


@pytest.mark.clause("MO-WORK-01")
def test_units_without_ability_do_not_work() -> None:
    one = scene().turn_of(WEST, "movement")
    no = one.refused("work", TANK, "fort", one.hex("0205"))
    assert str(no) == "unit W101 has no ability for the work 'fort' (MO-WORK-02)"
    assert one.refused("work", TANK, "dance", one.hex("0205")).clause == "MO-WORK-01"


@pytest.mark.clause("MO-KSO-20", "MO-WORK-01")
def test_who_may_not_move_may_work() -> None:
    one = working(4, "0505").in_play("K20", EAST, TEAM, expires=WEST).turn_of(WEST, "movement")
    assert works(one) == {("fort", "0505")}
    assert {order[0] for order in one.options() if order[1:2] == (TEAM,)} == {"work"}
    assert do(one, "fort", "0505").unit(TEAM).worked


@pytest.mark.clause("MO-WORK-02")
def test_previews_of_forts() -> None:
    one = working(4, "0505")
    said = [str(line) for line in one.preview("work", TEAM, "fort", one.hex("0505")).lines]
    assert said == [
        "0505: fort of level 1",
        "a unit that works cannot attack in this turn",
        "command after it: 1 of 7 used",
    ]
    assert one.field.pieces[WORKS] == scene().field.pieces[WORKS]
