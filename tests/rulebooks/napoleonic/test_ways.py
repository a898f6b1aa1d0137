"""Orders with a way: sensible ones, and why others may not be given."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core import engine
from grognard.core.errors import Refused
from grognard.core.state import Order
from grognard.rulebooks.napoleonic import refusals, ways
from grognard.rulebooks.napoleonic.model import WORKS, Corridor
from tests.rulebooks.napoleonic.marching import march, moved, refusal, to, why
from tests.rulebooks.napoleonic.posts import FRENCH, table
from tests.rulebooks.napoleonic.scenes import BLUE, BOOK, RED, Scene, box, ground, gun, scene, unit, wagon

FAR = unit("far", BLUE, at=(10, 11, 180))


def said(one: Scene, name: str, order: Order) -> str:
    return str(refusal(one, name, order))


@pytest.mark.clause("NA-MOVE-04", "NA-MOVE-08")
def test_a_way_that_is_too_long() -> None:
    one = scene(unit("a"), FAR)
    assert why(one, "a", to("move", (3, 4, 0))) == ""
    assert said(one, "a", to("move", (3, 4.24, 0))).startswith(
        "a: the way costs 1.24 merka; it may go 1 (NA-MOVE-04)"
    )
    near = scene(unit("a"), unit("b", BLUE, at=(3, 4.8, 180), arm="horse", figures=4))
    words = said(near, "a", to("move", (3, 3.8, 0)))
    assert words == "a: the way costs 0.8 merka; 'b' is 1.6 away, so at most 0.5 (NA-MOVE-08)"


@pytest.mark.clause("NA-MOVE-04")
@pytest.mark.parametrize("order", [("move",), ("move", 1, 2), ("move", 1, 2, 3600), ("move", "b")])
def test_a_way_that_cannot_be_read(order: Order) -> None:
    one = scene(unit("a"), FAR)
    assert why(one, "a", order) == "NA-MOVE-04"


@pytest.mark.clause("NA-MOVE-12")
def test_a_withdrawal_leads_away() -> None:
    one = scene(
        unit("a"),
        unit("b", BLUE, at=(3, 4, 180)),
        unit("c", BLUE, at=(3, 1.5, 0)),
        unit("d", BLUE, at=(3, 0.3, 0)),
    )
    assert why(one, "a", to("withdraw_half", (3, 2.5, 0))) == "NA-MOVE-12"
    assert why(one, "a", to("withdraw_full", (2.2, 3, 0))) == ""
    free = scene(unit("a"), unit("b", BLUE, at=(3, 5.5, 180)))
    assert why(free, "a", to("withdraw_half", (3, 3.5, 0))) == "NA-MOVE-12"
    assert "0.3 nearer to 'b'" in said(free, "a", to("withdraw_half", (3, 3.3, 0)))
    assert why(free, "a", to("withdraw_half", (3, 2.5, 0))) == ""


@pytest.mark.clause("NA-MOVE-12", "NA-MOVE-05")
def test_a_withdrawal_keeps_its_heading_or_turns_about_first() -> None:
    one = scene(unit("a"), unit("b", BLUE, at=(3, 5.5, 180)))
    assert why(one, "a", to("withdraw_full", (3, 3, 180), (3, 2, 180))) == ""
    assert why(one, "a", to("withdraw_half", (3, 2.8, 10))) == "NA-MOVE-12"
    assert why(one, "a", to("withdraw_full", (3, 2.9, 0), (3, 2.8, 180))) == "NA-MOVE-12"


@pytest.mark.clause("NA-OBS-12", "NA-OBS-07", "NA-OBS-13")
@pytest.mark.parametrize(
    ("kind", "arm", "clause"),
    [
        ("wood", "horse", "NA-OBS-07"),
        ("wood", "foot", ""),
        ("water", "foot", "NA-OBS-13"),
        ("village", "foot", ""),
    ],
)
def test_a_way_into_closed_ground(kind: str, arm: str, clause: str) -> None:
    one = scene(unit("a", arm=arm, figures=4), FAR, terrain=[box("it", kind, 2, 3.3, 4, 5)])
    assert why(one, "a", to("move", (3, 3.5, 0))) == clause


@pytest.mark.clause("NA-OBS-13")
def test_a_way_into_a_fire() -> None:
    one = scene(unit("a"), FAR, terrain=[box("it", "village", 2, 3.3, 4, 5)]).change(WORKS, burning=("it",))
    assert why(one, "a", to("move", (3, 3.5, 0))) == "NA-OBS-13"


@pytest.mark.clause("NA-OBS-07", "NA-OBS-05")
def test_what_is_closed_is_named() -> None:
    one = scene(unit("a", arm="horse", figures=4), FAR, terrain=[box("grove", "wood", 2, 3.3, 4, 5)])
    words = said(one, "a", to("move", (3, 3.5, 0)))
    assert words == "a may not enter wood 'grove'; only foot and dismounted light horse may (NA-OBS-07)"
    line = scene(unit("a", arm="horse", figures=4), FAR, terrain=[ground("it", "fence", (1, 3.3), (5, 3.3))])
    assert why(line, "a", to("move", (3, 3.5, 0))) == "NA-OBS-05"
    stream = scene(
        unit("a", arm="horse", figures=4), FAR, terrain=[ground("it", "stream", (1, 3.3), (5, 3.3))]
    )
    assert why(stream, "a", to("move", (3, 3.5, 0))) == ""


@pytest.mark.clause("NA-ROUT-15")
def test_a_way_into_a_corridor() -> None:
    ring = ((2000, 5000), (4000, 5000), (4000, 3500), (2000, 3500))
    one = scene(unit("ufa"), FAR)
    one.state = type(one.state)(
        (*one.state.pieces, Corridor("corridor:far", "far", ring, (3000, 3500), 0, 9, 9, 5))
    )
    words = said(one, "ufa", to("move", (3, 4, 0)))
    assert words == "ufa: the way enters the corridor of 'far', closed through turn 5 (NA-ROUT-15)"


@pytest.mark.clause("NA-ART-08")
def test_guns_keep_their_interval() -> None:
    one = scene(gun("g", at=(3, 3, 0)), gun("h", at=(4, 3, 0)), FAR)
    assert why(one, "g", to("move_full", (3.6, 3, 0))) == "NA-ART-08"
    assert why(one, "g", to("move_full", (3.5, 3, 0))) == ""
    one.change("h", order=("move_full", 4000, 4000, 0))
    assert why(one, "g", to("move_full", (3.6, 3, 0))) == ""


@pytest.mark.clause("NA-MOVE-01", "NA-MOVE-06")
@pytest.mark.parametrize(
    ("order", "clause"),
    [
        (("attack", "b"), ""),
        (("attack", "b", 3000, 4000), ""),
        (("attack", "c"), "NA-MOVE-01"),
        (("attack", "nobody"), "NA-MOVE-01"),
        (("attack",), "NA-MOVE-01"),
        (("attack", "b", 3000), "NA-MOVE-06"),
        (("attack", "w"), ""),
    ],
)
def test_attacks_name_an_enemy(order: Order, clause: str) -> None:
    one = scene(
        unit("a"), unit("c", at=(5, 3, 0)), unit("b", BLUE, at=(3, 5, 180)), wagon("w", BLUE, at=(5, 5, 0))
    )
    assert why(one, "a", order) == clause


@pytest.mark.clause("NA-OBS-09", "NA-OBS-05", "NA-OBS-08")
def test_only_what_takes_a_turn_is_crossed_from_its_edge() -> None:
    pieces = [ground("it", "fence", (1, 3.2), (5, 3.2)), box("wood", "wood", 7, 7, 8, 8)]
    assert why(scene(unit("a"), FAR, terrain=pieces), "a", ("cross", "it")) == ""
    assert why(scene(unit("a", at=(3, 2.5, 0)), FAR, terrain=pieces), "a", ("cross", "it")) == "NA-OBS-09"
    assert why(scene(unit("a"), FAR, terrain=pieces), "a", ("cross", "wood")) == "NA-OBS-09"
    assert why(scene(unit("a"), FAR, terrain=pieces), "a", ("cross",)) == "NA-OBS-09"
    assert (
        why(scene(unit("a", arm="horse", figures=4), FAR, terrain=pieces), "a", ("cross", "it"))
        == "NA-OBS-05"
    )
    beside = scene(unit("a", at=(3, 3.2, 90)), FAR, terrain=[ground("it", "fence", (3, 3.5), (3, 5))])
    assert why(beside, "a", ("cross", "it")) == "NA-OBS-09"


@pytest.mark.clause("NA-TROPH-03")
@pytest.mark.parametrize(
    ("more", "now", "at", "clause"),
    [
        ((), {}, (3, 2.5, 0), ""),
        ((), {}, (3, 1.9, 0), "NA-TROPH-03"),
        ((), {"captured": 4}, (3, 2.5, 0), "NA-TROPH-03"),
        ((), {"escort": "x"}, (3, 2.5, 0), "NA-TROPH-03"),
        ((), {"owner": BLUE}, (3, 2.5, 0), "NA-TROPH-03"),
        ((unit("near", BLUE, at=(1.5, 3, 90)),), {}, (3, 2.5, 0), "NA-TROPH-03"),
    ],
)
def test_escorts(more: Any, now: dict[str, Any], at: Any, clause: str) -> None:
    """A gun taken in turn 2; the first line stands before it; now it is turn 5."""
    taken: dict[str, Any] = {"owner": RED, "captured": 2} | now
    one = scene(
        unit("first", at=(3, 3.5, 0)), unit("a", at=at), gun("g", BLUE, at=(3, 3, 180), **taken),
        unit("b", BLUE, at=(3, 4.5, 180)), *more, turn=5,
    )  # fmt: skip
    assert why(one, "a", ("escort", "g")) == clause


@pytest.mark.clause("NA-TROPH-03")
def test_the_first_line_and_the_fight_forbid_an_escort() -> None:
    specs = gun("g", BLUE, at=(3, 3, 180), owner=RED, captured=1), unit("b", BLUE, at=(3, 6, 180))
    assert why(scene(unit("a", at=(3, 2.5, 0)), *specs, turn=5), "a", ("escort", "g")) == "NA-TROPH-03"
    first = unit("first", at=(3, 3.5, 0), pressed=4)
    assert why(scene(first, unit("a", at=(3, 2.5, 0)), *specs, turn=5), "a", ("escort", "g")) == "NA-TROPH-03"


@pytest.mark.clause("NA-MOVE-01")
def test_other_verbs_have_no_way() -> None:
    assert why(scene(unit("a"), FAR), "a", ("dance",)) == "NA-MOVE-01"


@pytest.mark.clause("NA-MOVE-01", "NA-MOVE-12")
@pytest.mark.parametrize(
    ("one", "verbs"),
    [
        (unit("a"), ("move", "attack", "withdraw_half", "withdraw_full")),
        (
            unit("a", arm="light_horse_irregular", figures=4),
            ("move", "attack", "withdraw_half", "withdraw_full"),
        ),
        (gun("a"), ("move_half", "move_full", "withdraw_half", "withdraw_full")),
        (wagon("a"), ("move",)),
    ],
)
def test_sensible_orders_are_legal_few_and_not_alike(one: Any, verbs: tuple[str, ...]) -> None:
    field = scene(
        one,
        unit("c", at=(4, 3, 0)),
        unit("b", BLUE, at=(3, 4.6, 180)),
        terrain=[box("w", "wood", 1, 3, 2.5, 5)],
    ).field
    body = field.body("a")
    for verb in verbs:
        found = list(ways.ways(field, body, verb))
        assert 0 < len(found) <= ways.FEW
        assert len(set(found)) == len(found)
        assert all(order[0] == verb for order in found)
        for order in found:
            refusals.check_order(field, body, order)


@pytest.mark.clause("NA-OBS-09", "NA-TROPH-03")
def test_crossings_and_escorts_are_offered_where_there_are_any() -> None:
    line = ground("it", "stream", (1, 3.2), (5, 3.2))
    one = scene(unit("a"), FAR, terrain=[line])
    assert list(ways.ways(one.field, one.unit("a"), "cross")) == [("cross", "it")]
    assert list(ways.ways(one.field, one.unit("a"), "escort")) == []


@pytest.mark.clause("NA-MOVE-04")
def test_an_offered_way_is_gone_to_its_end() -> None:
    one = scene(unit("a"), FAR)
    for order in ways.ways(one.field, one.unit("a"), "move"):
        gone = march(scene(unit("a"), FAR), a=order)
        assert moved(gone, "a").why == "end"


@pytest.mark.clause("NA-MOVE-17")
def test_no_move_that_leaves_the_table_is_offered_though_it_may_be_ordered() -> None:
    one = scene(unit("a", at=(0.4, 0.6, 0)), FAR)
    field, body = one.field, one.unit("a")
    offered = [one for verb in ("move", "withdraw_full") for one in ways.ways(field, body, verb)]
    ends = [(int(order[-3]), int(order[-2])) for order in offered]
    assert len(ends) > 5
    assert all(0 <= x <= field.setup.width and 0 <= y <= field.setup.height for x, y in ends)
    refusals.check_order(field, body, ("move", -300, 600, 0))


@pytest.mark.clause("NA-MOVE-01", "NA-CMD-08")
def test_an_order_that_is_refused_is_called_as_players_call_it() -> None:
    verbs = {*refusals.UNIT_VERBS, *refusals.GUN_VERBS, *refusals.WAGON_VERBS} - {"hold"}
    assert verbs == set(refusals.SAID)
    one = scene(unit("a"), FAR).change("a", commanded=False)
    with pytest.raises(Refused) as refused:
        refusals.check_order(one.field, one.unit("a"), ("attack", "far"))
    assert "«атака»" in refused.value.message.say("ru")


@pytest.mark.clause("NA-MOVE-01", "NA-ART-16", "NA-OBS-09")
@pytest.mark.parametrize(
    ("post", "said"),
    [
        ("fb1 атакует mosk", "приказ «атака» невозможен; на выбор: стоять, движение на полхода"),
        ("fb1: взять 9 артиллеристов у fb2", "выберите не больше: Корпусная батарея орудие 2: 4 (NA-ART-16)"),
        ("84-й переправа через Лужа восток", "«Лужа восток» не требует хода на переправу (NA-OBS-09)"),
        ("9-й конно-егерский рассыпаться", "построение «рассыпной строй» невозможно; на выбор: спешены"),
        ("84-й вперёд на 1,5", "путь стоит мерок: 1,5; пройти можно 1 (NA-MOVE-04)"),
    ],
)
def test_refusals_call_things_by_their_names(post: str, said: str) -> None:
    """No ids, no points in Russian numbers."""
    asking = table("standard", "order")
    (order,) = asking.reading(post).orders
    with pytest.raises(Refused) as refused:
        engine.check(BOOK, asking.setup, asking.state, FRENCH, order.question, order.order)
    assert said in refused.value.say("ru")
