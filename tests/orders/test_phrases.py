"""Numbered things that people write, and what they are read as."""

from __future__ import annotations

import pytest

from grognard.core.state import Order
from grognard.orders import Reading, read
from tests.orders.table import ASKED, MARCH, SPELL, WORDS

Orders = dict[str, Order]

MILL, BRIDGE, LEVY = "melee:a_mill", "melee:a_bridge", "melee:a_levy"
ARCHERS, PARTING = "ranged:a_archers", "part:seat"
CUT, KNIGHTS, SPEARS, GUARD = (("attack", f"d_{foe}") for foe in ("cut", "knights", "spears", "guard"))
HOLD = ("hold",)

SURE: list[tuple[int, str, Orders]] = [
    # plain orders, one to a piece
    (1, "Mill watch: attack Cutthroats", {MILL: CUT}),
    (2, "Стража мельницы атакует головорезов", {MILL: CUT}),
    (3, "1 -> attack 3", {MILL: CUT}),
    (4, "#1: attack #3", {MILL: CUT}),
    (5, "№1 — атака №3", {MILL: CUT}),
    (6, "1: charge the Black Knights!", {MILL: KNIGHTS}),
    (7, "Пусть стража моста ударит по городским копейщикам", {BRIDGE: SPEARS}),
    (9, "Attack the spearmen of Gorod with the Bridge watch.", {BRIDGE: SPEARS}),
    (10, "Атаковать головорезов силами стражи мельницы", {MILL: CUT}),
    (11, "bridge watch, hold the line", {BRIDGE: HOLD}),
    (12, "СТРАЖА МОСТА ДЕРЖИТ ПОЗИЦИЮ!!!", {BRIDGE: HOLD}),
    (13, "Крестьяне стоят на месте.", {LEVY: HOLD}),
    (14, "ополчение: обороняться", {LEVY: HOLD}),
    (15, "Levy of Brod — retreat", {LEVY: ("withdraw",)}),
    (16, "Ополчение Брода отступает", {LEVY: ("withdraw",)}),
    (17, "Стражу моста отвести назад", {BRIDGE: ("withdraw",)}),
    (18, "2) fall back", {BRIDGE: ("fall_back",)}),
    (19, "Отряд №2 пятится", {BRIDGE: ("fall_back",)}),
    (20, "The mill watch will tend the wounded this turn", {MILL: ("tend",)}),
    (21, "Стража мельницы лечит раненых", {MILL: ("tend",)}),
    (22, "Мельницы стража: бить бандитов", {MILL: CUT}),
    (23, "«Стража моста» => «Чёрные рыцари», атака", {BRIDGE: KNIGHTS}),
    (24, "3-й отряд атакует 5-й", {LEVY: KNIGHTS}),
    # several orders, several pieces
    (25, "1 и 2 атакуют 5", {MILL: KNIGHTS, BRIDGE: KNIGHTS}),
    (26, "1-3: держать", {MILL: HOLD, BRIDGE: HOLD, LEVY: HOLD}),
    (27, "1+2 attack 3, 3 withdraws", {MILL: CUT, BRIDGE: CUT, LEVY: ("withdraw",)}),
    (28, "Mill watch and Bridge watch charge the Cutthroats", {MILL: CUT, BRIDGE: CUT}),
    (29, "Стража мельницы атакует головорезов, стража моста держит позицию", {MILL: CUT, BRIDGE: HOLD}),
    (30, "1: attack 3; 2: hold; 3: tend", {MILL: CUT, BRIDGE: HOLD, LEVY: ("tend",)}),
    (31, "1. Стража моста — держать\n2. Стража мельницы — атака бандитов", {BRIDGE: HOLD, MILL: CUT}),
    (32, "1) атака 3\n2) держать\n3) лечить раненых", {MILL: CUT, BRIDGE: HOLD, LEVY: ("tend",)}),
    (33, "- Mill watch: hold\n- Bridge watch: attack 6", {MILL: HOLD, BRIDGE: SPEARS}),
    (34, "Стража мельницы атакует\nголоворезов", {MILL: CUT}),
    # shooting, with what goes on besides
    (35, "River archers shoot at the Cutthroats and hold", {ARCHERS: ("shoot", "d_cut", "hold")}),
    (36, "лучники стреляют по копейщикам и наступают", {ARCHERS: ("shoot", "d_spears", "advance")}),
    (37, "Лучники: огонь по чёрным рыцарям, отход", {ARCHERS: ("shoot", "d_knights", "withdraw")}),
    (38, "4: volley at 7, then pull back", {ARCHERS: ("shoot", "d_guard", "withdraw")}),
    (39, "стрелки обстреливают гвардейских рыцарей", {ARCHERS: ("shoot", "d_guard", "hold")}),
    (40, "Речные лучники не стреляют, идут вперёд", {ARCHERS: ("none", "advance")}),
    (41, "Archers hold fire and advance", {ARCHERS: ("none", "advance")}),
    (42, "bowmen: fire at Black Knights", {ARCHERS: ("shoot", "d_knights", "hold")}),
    # tactics
    (43, "Стража мельницы: стена щитов", {"tactic:a_mill": ("shield_wall",)}),
    (44, "Mill watch, tactic: wedge", {"tactic:a_mill": ("wedge",)}),
    (45, "Тактика ополчения — стандартная", {"tactic:a_levy": ("standard",)}),
    (47, "2: клин, атака гвардейских рыцарей", {"tactic:a_bridge": ("wedge",), BRIDGE: GUARD}),
    (48, "Стража моста: стена щитов + держать", {"tactic:a_bridge": ("shield_wall",), BRIDGE: HOLD}),
    (49, "Ополчение:\n— тактика: клин\n— бить головорезов", {"tactic:a_levy": ("wedge",), LEVY: CUT}),
    (50, "1 keeps the tactic and attacks 3", {"tactic:a_mill": ("keep",), MILL: CUT}),
    # everybody
    (
        51,
        "остальные держат позицию. 1 атакует 3",
        {MILL: CUT, BRIDGE: HOLD, LEVY: HOLD, ARCHERS: ("none", "hold")},
    ),
    (
        52,
        "1: attack 3. Everyone else: withdraw.",
        {MILL: CUT, BRIDGE: ("withdraw",), LEVY: ("withdraw",), ARCHERS: ("none", "withdraw")},
    ),
    (53, "все, кроме лучников и 3, держат позицию", {MILL: HOLD, BRIDGE: HOLD}),
    (
        54,
        "All hold\n2: attack Black Knights",
        {MILL: HOLD, BRIDGE: KNIGHTS, LEVY: HOLD, ARCHERS: ("none", "hold")},
    ),
    # the seat itself
    (55, "разойтись: да", {PARTING: ("yes",)}),
    (56, "Offer to part? No", {PARTING: ("no",)}),
    (57, "Перемирие — согласны", {PARTING: ("yes",)}),
    (58, "Truce: no. 1: hold", {PARTING: ("no",), MILL: HOLD}),
    # dressing
    (59, "[b]Стража моста[/b]: [i]держать позицию[/i]", {BRIDGE: HOLD}),
    (60, '[quote="Мастер"]1: отойти[/quote]\n1: атака 3', {MILL: CUT}),
    (61, "> 1: withdraw\n> 2: withdraw\n1: hold", {MILL: HOLD}),
    (62, "<div>1 -&gt; attack&nbsp;3<br>2 -&gt; hold</div>", {MILL: CUT, BRIDGE: HOLD}),
    (63, "1: hold\n-- \nBridge watch: attack 3", {MILL: HOLD}),
    (64, "1: [s]attack 3[/s] hold", {MILL: HOLD}),
    (65, "1: ~~держать~~ атака 5", {MILL: KNIGHTS}),
    (66, "Cтpaжa моcта: держaть", {BRIDGE: HOLD}),
    (67, "CTРAЖA МЕЛЬНИЦЫ АТАКYЕТ ГОЛОВОРEЗОВ", {MILL: CUT}),
    (69, "1: hold\n\nSent from my phone\nOn Monday the umpire wrote:\n> 1: tend", {MILL: HOLD}),
    (70, "Ход 3. Стража мельницы атакует бандитов.", {MILL: CUT}),
    # the mind changed
    (71, "1: hold\n1: attack 3", {MILL: CUT}),
    (72, "Стража мельницы атакует головорезов. Нет, лучше держит позицию.", {MILL: HOLD}),
    (73, "1: hold\n2: hold\n\nUPD: 1 attacks 5", {MILL: KNIGHTS, BRIDGE: HOLD}),
    (74, "Ополчение держит позицию, вернее отступает", {LEVY: ("withdraw",)}),
    (75, "Edit: Bridge watch attack Cutthroats", {BRIDGE: CUT}),
]

MARCHES: list[tuple[int, str, Orders]] = [
    (101, "Levy: move 3 hexes", {"march:a_levy": ("move", 3)}),
    (102, "ополчение двигается на 2 гекса", {"march:a_levy": ("move", 2)}),
    (103, "Крестьяне маршем на мельничный холм", {"march:a_levy": ("move", "hill")}),
    (104, "form square", {"march:a_levy": ("square",)}),
    (105, "march to hill 12", {"march:a_levy": ("move", "hill")}),
    (106, "марш на высоту 12", {"march:a_levy": ("move", "hill")}),
    (107, "Ополчение — в каре!", {"march:a_levy": ("square",)}),
]

SPELLS: list[tuple[int, str, Orders]] = [
    (151, "Mill watch: cast Fog on the Black Knights", {"spell:a_mill": ("cast", "fog", "d_knights")}),
    (152, "Наложить туман на мельничный холм", {"spell:a_mill": ("cast", "fog", "hill")}),
    (153, "1: заклинание — туман, чёрные рыцари", {"spell:a_mill": ("cast", "fog", "d_knights")}),
    (154, "стража мельницы колдует туман на №5", {"spell:a_mill": ("cast", "fog", "d_knights")}),
]

DOUBTFUL: list[tuple[int, str, Orders]] = [
    (201, "Mill watch: atack Cutthroats", {MILL: CUT}),
    (202, "Стража мельнитцы аттакует головорзов", {MILL: CUT}),
    (203, "Если рыцари подойдут, стража моста отходит", {BRIDGE: ("withdraw",)}),
    (204, "Maybe the Bridge watch should hold", {BRIDGE: HOLD}),
    (205, "Стража моста держит позицию?", {BRIDGE: HOLD}),
    (206, "Стража мельницы атаковала головорезов", {MILL: CUT}),
    (207, "Крестьяне не атакуют рыцарей, а держат позицию", {LEVY: HOLD}),
    (208, "Стража мельницы атакует головорезов, ополчение — копейщиков", {MILL: CUT, LEVY: SPEARS}),
    (209, "Головорезов атакует стража моста", {BRIDGE: CUT}),
    (210, "1: hold, 1: attack 3", {MILL: CUT}),
    (211, "Эх, стража мельницы яростно и безрассудно, с криком бросается бить бандитов", {MILL: CUT}),
    (213, "Бьём чёрных рыцарей ополчением Брода", {LEVY: KNIGHTS}),
    (214, "2: клин, атака рыцарей гвардии", {"tactic:a_bridge": ("wedge",)}),
    (215, "1: attack 3 and 5", {MILL: CUT}),
    (216, "Черные рыцари — цель стражи моста. Держать", {}),
    (212, "1 attacks 3 or 2 attacks 5", {MILL: CUT, BRIDGE: KNIGHTS}),
]

NOTHING: list[tuple[int, str]] = [
    (301, "Стража атакует рыцарей"),
    (302, "1: attack"),
    (303, "Стража мельницы: атака"),
    (304, "2: hodl"),
    (305, "Вратари: держать"),
    (306, "Cutthroats: attack Mill watch"),
    (307, "Атаковать головорезов"),
    (308, "1: shoot at 3"),
    (309, "1: attack 2"),
    (310, "Стража мельницы не атакует"),
    (311, "Отмена приказов"),
    (312, "Черные рыцари — цель стражи моста: атака"),
    (313, "[quote]1: hold"),
    (314, "1 attacks the knights"),
]

SILENT: list[tuple[int, str]] = [
    (401, ""),
    (402, "Всем привет, сегодня хорошая погода и много работы."),
    (403, "Red wine, good company and three hours of sleep: what a turn that was"),
    (404, "The old knights told stories of how the walls of the city were built"),
    (405, "> Mill watch: attack Cutthroats"),
    (406, "[quote=umpire]Стража моста: держать[/quote]"),
]


FORUM = """[quote="Мастер"]Ход 7. Жду приказов до 23:00 МСК.
1. Стража мельницы — отойти?[/quote]
Доброго вечера! Извините, что поздно, работа.

Стража мельницы видит, как головорезы лезут через забор. Сотник орёт и машет топором.
[b]Стража мельницы:[/b] стена щитов, бьём головорезов.
[b]Стража моста[/b] - стоит на месте, никуда не лезет.
Ополчение пусть отходит.
Лучники: залп по чёрным рыцарям и назад.
Перемирие: нет, конечно.
[size=8]Отредактировано Вася (2024-05-01 12:33)[/size]
--\x20
Мой дом — моя крепость, стража мельницы — лечить раненых"""
MAIL = """Hi all,

Sorry for the late reply. Here are my orders for turn 3:

  1. Mill Watch - charge the Cutthroats
  2. Bridge Watch - hold the line, shield wall
  3. Levy - fall back
  4. Archers - shoot at Knights of the Guard,
     then pull back

No truce!

Cheers,
Bob

On Mon, Jan 5, 2026 at 10:00, Umpire <ump@example.org> wrote:
> What does Mill watch do?
> Attack or hold?
"""


def test_a_forum_post() -> None:
    reading = read(FORUM, ASKED, WORDS)
    assert reading.sure
    assert taken(reading) == {
        MILL: CUT,
        BRIDGE: HOLD,
        LEVY: ("withdraw",),
        ARCHERS: ("shoot", "d_knights", "withdraw"),
        "tactic:a_mill": ("shield_wall",),
        PARTING: ("no",),
    }


def test_a_mail() -> None:
    reading = read(MAIL, ASKED, WORDS)
    assert reading.sure
    assert taken(reading) == {
        MILL: CUT,
        BRIDGE: HOLD,
        LEVY: ("fall_back",),
        ARCHERS: ("shoot", "d_guard", "withdraw"),
        "tactic:a_bridge": ("shield_wall",),
        PARTING: ("no",),
    }


def taken(reading: Reading) -> Orders:
    return {one.question: one.order for one in reading.orders}


def test_there_are_phrases_enough_in_both_languages() -> None:
    phrases = [text for _, text, _ in (*SURE, *MARCHES, *SPELLS, *DOUBTFUL)]
    phrases += [text for _, text in (*NOTHING, *SILENT)]
    russian = [phrase for phrase in phrases if any("а" <= letter <= "я" for letter in phrase.lower())]
    assert len(set(phrases)) == len(phrases) >= 100
    assert len(russian) >= len(phrases) // 2


@pytest.mark.parametrize(("number", "text", "orders"), SURE)
def test_sure(number: int, text: str, orders: Orders) -> None:
    reading = read(text, ASKED, WORDS)
    assert (taken(reading), reading.doubts) == (orders, ())
    assert reading.sure


@pytest.mark.parametrize(("number", "text", "orders"), MARCHES)
def test_marches(number: int, text: str, orders: Orders) -> None:
    reading = read(text, [MARCH], WORDS)
    assert taken(reading) == orders
    assert reading.sure


@pytest.mark.parametrize(("number", "text", "orders"), SPELLS)
def test_spells(number: int, text: str, orders: Orders) -> None:
    reading = read(text, [SPELL], WORDS)
    assert taken(reading) == orders
    assert reading.sure


@pytest.mark.parametrize(("number", "text", "orders"), DOUBTFUL)
def test_doubtful(number: int, text: str, orders: Orders) -> None:
    reading = read(text, ASKED, WORDS)
    assert taken(reading) == orders
    assert not reading.sure


@pytest.mark.parametrize(("number", "text"), NOTHING)
def test_nothing_but_doubts(number: int, text: str) -> None:
    reading = read(text, ASKED, WORDS)
    assert taken(reading) == {}
    assert reading.doubts


@pytest.mark.parametrize(("number", "text"), SILENT)
def test_talk_is_passed_over(number: int, text: str) -> None:
    reading = read(text, ASKED, WORDS)
    assert (taken(reading), reading.doubts) == ({}, ())
    assert reading.unanswered == tuple(one.question for one in ASKED)
