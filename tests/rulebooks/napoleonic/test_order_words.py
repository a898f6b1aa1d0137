"""The order language: what players write, what is said back, and what the rules say to it."""

from __future__ import annotations

import pytest

from grognard.core.state import Order
from grognard.locale import say
from grognard.orders import read_answer, suggest
from grognard.orders.model import Understood
from grognard.rulebooks.napoleonic import command, deployment, persons, replacement, sequence
from grognard.rulebooks.napoleonic.order_names import nicknames
from tests.rulebooks.napoleonic.posts import FRENCH, Table, misread, table
from tests.rulebooks.napoleonic.scenes import BLUE, BOOK, RED, Scene, box, formation, gun, man, scene, unit

Posts = list[tuple[str, dict[str, Order]]]

HOLD: Order = ("hold",)
COLUMN: Order = ("form", "march_column")
OPEN: Order = ("form", "open_order")
MOSCOW: Order = ("attack", "mosk")
AHEAD: Order = ("move", 4625, 4600, 1800)
D13 = ("f8l", "f84", "f92", "f106")
HORSE = ("c9", "c19")

RUSSIAN: Posts = [
    ("84-й атакует Московский", {"f84": MOSCOW}),
    ("84-му линейному атаковать Московский пехотный!", {"f84": MOSCOW}),
    ("Приказываю 84-му линейному: атака на московцев", {"f84": MOSCOW}),
    ("f84 атакует mosk", {"f84": MOSCOW}),
    ("84-й в атаку на Московский полк, путь через точку 4,5 4", {"f84": ("attack", "mosk", 4500, 4000)}),
    ("84-й стоит", {"f84": HOLD}),
    ("84-й и 92-й держат позицию", {"f84": HOLD, "f92": HOLD}),
    ("84-й стоять; 92-й вперёд на 1", {"f84": HOLD, "f92": ("move", 5375, 5150, 1800)}),
    ("84-й кругом", {"f84": ("about_face",)}),
    ("8-й лёгкий рассыпаться", {"f8l": OPEN}),
    ("8-й лёгкий — в рассыпной строй", {"f8l": OPEN}),
    ("92-й построиться в колонну", {"f92": COLUMN}),
    ("84-й вперёд на 1", {"f84": AHEAD}),
    ("84-й движется вперёд на 1 мерку", {"f84": AHEAD}),
    ("84-й на 1 мерку вперёд", {"f84": AHEAD}),
    ("84-й: движение в 4,625 4,6", {"f84": AHEAD}),
    ("84-й: движение в точку 4,625 4,6 лицом на юг", {"f84": AHEAD}),
    ("84-й вперёд на 0,5, лицом на 190°", {"f84": ("move", 4625, 5100, 1800, 4625, 5100, 1900)}),
    ("84-й: движение в 4 4 лицом 40", {"f84": ("move", 4000, 4000, 400)}),
    ("84-й атакует Московский по пути 4 5, 3 3", {"f84": ("attack", "mosk", 4000, 5000, 3000, 3000)}),
    (
        "84-й поворачивает направо на 30 градусов и идёт вперёд на 0,5",
        {"f84": ("move", 4625, 5600, 2100, 4375, 5167, 2100)},
    ),
    ("84-й сместиться вправо на 0,3 мерки", {"f84": ("move", 4325, 5600, 1800)}),
    ("84-й отходит на 0,5 мерки", {"f84": ("withdraw_half", 4625, 6100, 1800)}),
    ("84-й отходит на полхода", {"f84": ("withdraw_half", 4625, 6100, 1800)}),
    ("84-й отступает на полный ход", {"f84": ("withdraw_full", 4625, 6600, 1800)}),
    ("84-й назад на 0,3", {"f84": ("withdraw_half", 4625, 5900, 1800)}),
    ("84-й разделить на части 7, 5", {"f84": ("split", 7, 5)}),
    ("9-й конно-егерский галопом вперёд до упора", {"c9": ("move", 2175, 4200, 1800)}),
    ("конные егеря 9-й стоят", {"c9": HOLD}),
    ("fh1 вперёд на 0,5", {"fh1": ("move_half", 2600, 5000, 1800)}),
    ("Корпусная батарея орудие 1: движение на полный ход вперёд на 1", {"fb1": ("move_full", 5300, 4000, 1800)}),
    ("84-й вперёд на 1. Нет, лучше стоит.", {"f84": HOLD}),
    ("> 84-й атакует Московский\n84-й стоит", {"f84": HOLD}),
    ("[quote]84-й атакует Московский[/quote] 92-й стоит", {"f92": HOLD}),
]  # fmt: skip

ENGLISH: Posts = [
    ("84th Line attacks the Moscow regiment", {"f84": MOSCOW}),
    ("f84: charge mosk", {"f84": MOSCOW}),
    ("84th Line: attack Moscow Infantry by way of 4.5 4", {"f84": ("attack", "mosk", 4500, 4000)}),
    ("84th and 92nd hold", {"f84": HOLD, "f92": HOLD}),
    ("I order the 8th Light to form open order", {"f8l": OPEN}),
    ("92nd Line forms march column", {"f92": COLUMN}),
    ("84th Line advance 1", {"f84": AHEAD}),
    ("84th moves forward 1 merka", {"f84": AHEAD}),
    ("84th Line: move to 4.625 4.6 facing 180°", {"f84": AHEAD}),
    ("84th: turn right 30, forward 0.5", {"f84": ("move", 4625, 5600, 2100, 4375, 5167, 2100)}),
    ("84th Line withdraw half a move", {"f84": ("withdraw_half", 4625, 6100, 1800)}),
    ("84th falls back 0.5", {"f84": ("withdraw_half", 4625, 6100, 1800)}),
    ("84th: about face", {"f84": ("about_face",)}),
    ("split f84 into parts of 7, 5", {"f84": ("split", 7, 5)}),
    ("fb1: move half a move forward 0.5", {"fb1": ("move_half", 5300, 4500, 1800)}),
    ("8th Light hold, no better: form open order", {"f8l": OPEN}),
]


# --- step 1.4 --------------------------------------------------------------------------------------------


@pytest.mark.clause(
    "NA-MOVE-01", "NA-MOVE-04", "NA-MOVE-06", "NA-MOVE-12", "NA-MOVE-13", "NA-MOVE-14", "NA-UNIT-08"
)
@pytest.mark.parametrize(("post", "orders"), [*RUSSIAN, *ENGLISH])
def test_posts_are_understood(post: str, orders: dict[str, Order]) -> None:
    assert table("standard", "order").heard(post) == orders


BODIES = [
    ("13-я дивизия стоит", D13),
    ("Дивизия Дельзона: стоять", D13),
    ("Дельзон: все стоят", D13),
    ("Delzons' division hold", D13),
    ("13th Division: hold", D13),
    ("вся кавалерия стоит", HORSE),
    ("Конница держит позицию", HORSE),
    ("корпусная батарея стоит", ("fb1", "fb2")),
    ("13-я дивизия:\n- стоять", D13),
    ("13-я дивизия и корпусная батарея стоят", (*D13, "fb1", "fb2")),
]


@pytest.mark.clause("NA-OOB-01", "NA-CMD-01")
@pytest.mark.parametrize(("post", "who"), BODIES)
def test_whoever_speaks_to_a_body_speaks_to_everybody_in_it(post: str, who: tuple[str, ...]) -> None:
    assert table("standard", "order").heard(post) == dict.fromkeys(who, HOLD)


def test_the_rest_is_whoever_got_no_order() -> None:
    heard = table("standard", "order").heard("13-я дивизия вперёд на 0,5. Остальные стоят.")
    assert len(heard) == 17
    assert {one for one, order in heard.items() if order != HOLD} == set(D13)
    heard = table("standard", "order").heard("Все, кроме кавалерии, стоят")
    assert not set(HORSE) & set(heard)


@pytest.mark.clause("NA-MOVE-06", "NA-OBS-01")
def test_a_place_is_attacked_where_somebody_stands_in_it() -> None:
    here = table("skirmish", "order")
    heard = here.heard("дивизия Компана атакует Шевардинский редут")
    assert [order[0] for order in heard.values()] == ["move"] * 3
    assert "противника там нет" in say(
        here.reading("57-й атакует Шевардинский курган").orders[0].remarks[0], "ru"
    )
    held = Table(here.setup, _with_odessa_on_the_knoll(here))
    assert held.heard("57-й атакует Шевардинский курган") == {"fr57": ("attack", "odessa")}


def _with_odessa_on_the_knoll(here: Table) -> object:
    knoll = here.setup.objectives["knoll_obj"]
    return Scene(here.setup, here.state).change("odessa", x=knoll.x, y=knoll.y).state


@pytest.mark.clause("NA-MOVE-13", "NA-MOVE-04", "NA-UNIT-08")
@pytest.mark.parametrize(
    ("post", "clause"),
    [
        ("84-й в линию", "NA-MOVE-13"),
        ("84-й вперёд на 3", "NA-MOVE-04"),
        ("84-й разделить на части 9, 9", "NA-UNIT-08"),
    ],
)
def test_the_rules_say_no_by_clause(post: str, clause: str) -> None:
    assert table("standard", "order").refusals(post) == {"f84": clause}


DOUBTS = [
    ("84-й в каре", "каре не приказывают"),
    ("84-й атакует", "не сказано, кого атаковать"),
    ("84-й атакует Ладожский", "Ладожский пехотный не на столе"),
    ("Московский атакует 84-й", "он вражеский"),
    ("корпусная батарея огонь по Московскому", "спросят в фазе огня"),
    ("84-й преследует Московский", "спросят, когда противник побежит"),
    ("84-й атакует 92-й", "атаковать можно только противника"),
    ("84-й увести в тыл", "что увести в тыл"),
    ("84-й поворачивает", "в какую сторону поворот"),
    ("84-й двигается", "не сказано, куда"),
    ("84-й переправа", "через что переправа"),
]


@pytest.mark.clause("NA-MOVE-09", "NA-MOVE-01")
@pytest.mark.parametrize(("post", "why"), DOUBTS)
def test_whatever_is_no_order_is_doubted_with_the_reason(post: str, why: str) -> None:
    here = table("standard", "order")
    assert not here.heard(post)
    assert any(why in line for line in here.said_back(post))


@pytest.mark.clause("NA-MOVE-06")
def test_what_is_left_open_is_taken_and_marked() -> None:
    here = table("standard", "order")
    for post, order in (
        ("84-й атакует пехоту", ("attack", "pskov")),
        ("84-й разделить", ("split", 6, 6)),
        ("84-й отходит", ("withdraw_half", 4625, 6100, 1800)),
    ):
        (found,) = here.reading(post).orders
        assert (found.order, found.confidence) == (order, "doubtful"), post


def test_names_of_men_go_with_the_names_of_regiments() -> None:
    assert set(nicknames("Одесский пехотный")) == {"Одесцы"}
    assert "Киевский драгуны" in nicknames("Киевский драгунский")
    here = table("skirmish", "order")
    assert here.heard("шассёры атакуют киевских драгун") == {"fr2ch": ("attack", "kievdr")}


@pytest.mark.clause("NA-MOVE-18")
def test_a_prompt_takes_numbers_and_completes_words() -> None:
    here = table("skirmish", "order")
    view = here.view(FRENCH)
    asked, vocabulary = BOOK.asked(view, view.asked), BOOK.vocabulary(view)
    one = next(one for one in asked if one.about == "fr57")
    said = read_answer("1", one, vocabulary)
    assert isinstance(said, Understood)
    assert said.order == one.options[0].order
    assert any(
        "построить походную колонну" in found.text for found in suggest("колон", [one], vocabulary, "ru")
    )


# --- fire and close combat -------------------------------------------------------------------------------


def guns() -> Table:
    specs = (
        gun("bronze", RED, (3, 3, 0)),
        unit("jagers", RED, (4, 3, 0), kind="open_order"),
        unit("militia", BLUE, (3, 3.8, 180)),
        unit("pioneers", BLUE, (3.2, 4.9, 180)),
        unit("landwehr", BLUE, (4, 3.3, 180)),
    )
    here = scene(*specs, phase="fire").run(sequence.ask_fire)
    return Table(here.setup, here.state)


@pytest.mark.clause("NA-ART-03", "NA-ART-04", "NA-ART-05", "NA-SKIR-03")
@pytest.mark.parametrize(
    ("post", "orders"),
    [
        ("bronze: canister at militia", {"bronze": ("canister", "militia", 0)}),
        ("bronze картечью по militia", {"bronze": ("canister", "militia", 0)}),
        ("bronze огонь по militia", {"bronze": ("canister", "militia", 0)}),
        ("bronze: ball at pioneers, pivot right 12.5°", {"bronze": ("ball", "pioneers", 125)}),
        ("bronze ядром по pioneers, поворот влево на 10 градусов", {"bronze": ("ball", "pioneers", -100)}),
        ("bronze не стрелять", {"bronze": HOLD}),
        ("артиллерия не стреляет", {"bronze": HOLD}),
        ("bronze: hold fire", {"bronze": HOLD}),
        ("jagers fire", {"jagers": ("fire",)}),
        ("jagers огонь по landwehr", {"jagers": ("fire", "landwehr")}),
        ("всем прекратить огонь", {"bronze": HOLD, "jagers": HOLD}),
    ],
)
def test_shots_are_understood(post: str, orders: dict[str, Order]) -> None:
    assert guns().heard(post, RED) == orders


def swords() -> Table:
    specs = (
        unit("guards", RED, (3, 3, 0)),
        unit("militia", BLUE, (3, 3.4, 180)),
        unit("levy", BLUE, (3.5, 3.4, 180)),
    )
    here = scene(*specs, phase="combat").run(sequence.ask_strikes)
    return Table(here.setup, here.state)


@pytest.mark.clause("NA-CC-02", "NA-CC-05")
@pytest.mark.parametrize(
    ("post", "order"),
    [
        ("guards strike militia", ("strike", "militia")),
        ("guards бьют levy", ("strike", "levy")),
        ("guards: strike nobody, losses to levy", ("none", "levy")),
        ("guards никого не бить, потери на militia", ("none", "militia")),
        ("guards не бьют никого", ("none",)),
    ],
)
def test_strikes_are_understood(post: str, order: Order) -> None:
    assert swords().heard(post, RED) == {"guards": order}


# --- seats -----------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-CMD-10", "NA-CMD-16", "NA-CMD-02")
@pytest.mark.parametrize(
    ("post", "order"),
    [
        ("Дельзон едет к 106-му", ("join", "delzons", "f106")),
        ("Delzons joins 106th Line", ("join", "delzons", "f106")),
        ("Богарне едет к Дельзону", ("join", "eugene", "f84")),
        ("Дельзон к 92-му. Бруссье к 35-му", ("join", "delzons", "f92", "join", "broussier", "f35")),
        ("Дельзон к 92-му. Дельзон к 106-му", ("join", "delzons", "f106")),
        ("84-й прикрывает орудия под началом д'Антуара", ("cover", "f84", "anthouard")),
        ("Все остаются на местах", ()),
    ],
)
def test_changes_of_persons_are_understood(post: str, order: Order) -> None:
    assert table("standard", "persons").heard(post) == {FRENCH: ("persons", *order)}


@pytest.mark.clause("NA-CMD-07", "NA-UNIT-08")
def test_dice_for_links_are_understood() -> None:
    specs = (
        unit("guards", RED, (3, 3, 0)),
        unit("grenadiers", RED, (9, 3, 0)),
        unit("militia", BLUE, (3, 9, 180)),
    )
    here = scene(*specs, man("chief", "guards")).run(command.ask)
    at = Table(here.setup, here.state)
    for post, order in (
        ("roll for grenadiers", ("roll", "grenadiers")),
        (
            "бросок за grenadiers, бросок на разделение grenadiers",
            ("roll", "grenadiers", "split", "grenadiers"),
        ),
        ("бросаю за всех", ("roll", "grenadiers")),
        ("ни за кого не бросать", ("roll",)),
    ):
        assert at.heard(post, RED) == {RED: order}, post


@pytest.mark.clause("NA-SEQ-07")
def test_deployments_are_understood() -> None:
    specs = (
        unit("guards", RED, (3, 3, 0)),
        unit("grenadiers", RED, (4, 3, 0)),
        unit("militia", BLUE, (3, 9, 180)),
    )
    here = scene(*specs, zones={RED: (0, 0, 12, 4)}, turn=0).run(deployment.deploy)
    at = Table(here.setup, here.state)
    for post, words in (
        ("guards в точке 3 2,5 лицом на восток", ("guards", 3000, 2500, 900)),
        ("guards at point 3 2.5\ngrenadiers at point 5 2.5 facing 10",
         ("guards", 3000, 2500, 0, "grenadiers", 5000, 2500, 100)),
        ("guards at point 3 2.5\nguards at point 3 2", ("guards", 3000, 2000, 0)),
        ("как напечатано", ()),
    ):  # fmt: skip
        assert at.heard(post, RED) == {RED: ("deploy", *words)}, post


@pytest.mark.clause("NA-END-01")
@pytest.mark.parametrize(
    ("post", "order"),
    [
        ("продолжаем", "go_on"),
        ("предлагаю перемирие", "truce"),
        ("сдаюсь", "concede"),
        ("go on", "go_on"),
    ],
)
def test_the_end_is_offered_in_words(post: str, order: str) -> None:
    assert [*table("skirmish", "end").heard(post).values()] == [(order,)]


@pytest.mark.clause("NA-CMD-15", "NA-CMD-17", "NA-CMD-18")
def test_posts_are_filled_in_words() -> None:
    here = scene(
        unit("guards", RED, (3, 3, 0)),
        unit("grenadiers", RED, (6, 3, 0), formation="corps"),
        man("fallen", "guards"),
        man("chief", "grenadiers", post="corps_commander", rank="lieutenant_general", formation="corps"),
        man("aide", "grenadiers", post="aide", rank="field_officer", formation="corps"),
        man("gunner", "grenadiers", post="artillery_chief", rank="colonel", formation="corps"),
        formations=(
            formation("corps", RED, "corps"),
            formation("red_div", RED, "division", "corps"),
            formation("blue_div", BLUE, "division"),
        ),
        turn=5,
    )
    here.do(lambda battle: persons.fall(battle, "fallen", "killed")).run(replacement.ask)
    at = Table(here.setup, here.state)
    for post, order in (
        ("ждать", ("wait",)),
        ("пробуют все младшие", ("juniors",)),
        ("пробует aide", ("juniors", "aide")),
        ("назначить gunner", ("appoint", "gunner")),
        ("red_div: chief командует лично", ("senior", "chief")),
    ):
        assert [*at.heard(post, RED).values()] == [order], post


# --- what is said can be read ----------------------------------------------------------------------------


@pytest.mark.clause("NA-MOVE-01", "NA-SEQ-07")
def test_what_is_said_of_orders_is_read_as_those_orders() -> None:
    kinds, faults = misread("skirmish", 3, 24)
    assert not faults
    assert {"persons", "initiative", "order", "strike", "end"} <= kinds


@pytest.mark.slow
@pytest.mark.clause("NA-MOVE-01", "NA-SEQ-07", "NA-ART-03", "NA-CMD-15")
@pytest.mark.parametrize(
    ("scenario", "seed", "options"),
    [
        ("skirmish", 12, {}),
        ("standard", 12, {}),
        ("quatre_bras", 3, {}),
        ("standard", 5, {"fog": "line_of_sight"}),
    ],
)
def test_what_is_said_is_read_in_whole_battles(scenario: str, seed: int, options: dict[str, str]) -> None:
    kinds, faults = misread(scenario, seed, 40 if scenario == "skirmish" else 18, options)
    assert not faults
    assert {"persons", "initiative", "order"} <= kinds


@pytest.mark.clause("NA-MOVE-12")
def test_a_way_off_the_table_is_read_with_its_minus() -> None:
    here = scene(
        unit("guards", RED, (3, 0.3, 0)),
        unit("militia", BLUE, (3, 9, 180)),
        terrain=(box("grove", "wood", 8, 8, 9, 9),),
    )
    asked = here.run(sequence.ask_orders)
    heard = Table(asked.setup, asked.state).heard("guards: отход на полный ход в 3 минус 0,7 лицом 0°", RED)
    assert heard == {"guards": ("withdraw_full", 3000, -700, 0)}
