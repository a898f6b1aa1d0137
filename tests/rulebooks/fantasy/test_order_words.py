"""The order language: what players write, what is said back, and what the rules say to it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.core import engine
from grognard.core.state import Order
from grognard.locale import LANGUAGES, Name, say
from grognard.orders import read_answer, suggest
from grognard.orders.model import Understood
from grognard.rulebooks.fantasy.model import SpellInForce, Unit
from grognard.rulebooks.fantasy.setup import Army
from tests.rulebooks.fantasy.posts import (
    asked_of,
    heard,
    reading,
    refusals,
    said_back,
    saying_is_read,
    scene,
    setup,
)
from tests.rulebooks.fantasy.scenes import BOOK, Scene, contact, setup_of

Posts = list[tuple[str, dict[str, Order]]]

HOLD: Order = ("hold",)
SHOOT: Order = ("stand_and_shoot",)
WOLVES: Order = ("attack", "target", "h4")
CAST: Order = (*SHOOT, "cast", "magus")

RUSSIAN: Posts = [
    ("рыцари атакуют волков, преследуют", {"c6": (*WOLVES, "pursue", 1)}),
    ("Рыцарям атаковать h4!", {"c6": WOLVES}),
    ("c6 атакует h4, если нет - h5, преследовать", {"c6": (*WOLVES, "target", "h5", "pursue", 1)}),
    ("Рыцари: атака на h4 или h5", {"c6": (*WOLVES, "target", "h5")}),
    ("рыцарская конница атакует волчьих всадников с преследованием", {"c6": (*WOLVES, "pursue", 1)}),
    ("Приказываю рыцарям атаковать волков", {"c6": WOLVES}),
    ("Рыцари чарджат h4!", {"c6": WOLVES}),
    ("рыцари атакуют волков, но не преследуют", {"c6": (*WOLVES, "pursue", 0)}),
    ("Рыцари: атака h4. Преследование: нет", {"c6": (*WOLVES, "pursue", 0)}),
    ("Рыцари - атака волков (h4), преследование да.", {"c6": (*WOLVES, "pursue", 1)}),
    ("алебарды в атаку на орков h2, не увлекаться погоней", {"c2": ("attack", "target", "h2", "pursue", 0)}),
    ("алебарды атакуют орков h1 или орков h2", {"c2": ("attack", "target", "h1", "target", "h2")}),
    ("алебардисты атакуют ближайших орков", {"c2": ("attack", "target", "h2")}),
    (
        "лучники стоят и стреляют по гоблинам, если атакуют - отступать",
        {"c4": (*SHOOT, "target", "h3", "if_charged", "retreat")},
    ),
    (
        "Лучники: если на нас нападут, то отстреливаться, а так стрелять по h3",
        {"c4": (*SHOOT, "target", "h3", "if_charged", "stand_and_shoot")},
    ),
    (
        "Аркебузиры огонь по троллям, при атаке стоять и стрелять",
        {"c5": (*SHOOT, "target", "h7", "if_charged", "stand_and_shoot")},
    ),
    ("лучникам вести огонь по гоблинам", {"c4": (*SHOOT, "target", "h3")}),
    ("лучники h3", {"c4": (*SHOOT, "target", "h3")}),
    ("c4 стрелять h6, потом h3", {"c4": (*SHOOT, "target", "h6", "target", "h3")}),
    ("лучники и егеря стреляют по ближайшим", {"c4": SHOOT, "c7": SHOOT}),
    ("Все лучники стреляют", {"c4": SHOOT}),
    ("все стрелки стреляют", {"c4": SHOOT, "c5": SHOOT, "c7": SHOOT}),
    ("Пушка стреляет по троллям", {"c8": (*SHOOT, "target", "h7")}),
    ("пушка бьёт по h2", {"c8": (*SHOOT, "target", "h2")}),
    ("8 огонь по троллям", {"c8": (*SHOOT, "target", "h7")}),
    (
        "c7 стрелять по h4 или h5, одиночными",
        {"c7": (*SHOOT, "target", "h4", "target", "h5", "shots", "single")},
    ),
    (
        "Егеря двигаются вперёд на 2 и стреляют по волкам",
        {"c7": ("move_and_shoot", "target", "h4", "fwd", 2000)},
    ),
    ("копейщики вперёд на 3, поворот направо 10", {"c3": ("march", "fwd", 3000, "wheel", 100)}),
    ("копейщикам двигаться на 4 клетки вперёд", {"c3": ("move", "fwd", 4000)}),
    ("Пикинеры наступают на 4", {"c1": ("move", "fwd", 4000)}),
    ("прошу копейщиков выдвинуться вперёд на 2 дюйма", {"c3": ("move", "fwd", 2000)}),
    ("копейщики на 12 шагов вперёд", {"c3": ("move", "fwd", 4000)}),
    ("копейщики вперёд на 6 метров", {"c3": ("move", "fwd", 4000)}),
    ("Копейщикам - марш-бросок вперёд на 8 клеток", {"c3": ("march", "fwd", 8000)}),
    ("копейщики на 3 вперёд", {"c3": ("move", "fwd", 3000)}),
    ("c3 движение вперёд 2,5 поворот влево 5", {"c3": ("move", "fwd", 2500, "wheel", -50)}),
    ("c3 поворот на 10° вправо, вперёд на 5", {"c3": ("march", "wheel", 100, "fwd", 5000)}),
    ("рыцари поворот налево 45 и вперёд 6", {"c6": ("march", "wheel", -450, "fwd", 6000)}),
    ("рыцари движение на северо-восток вперёд 3", {"c6": ("march", "wheel", 450, "fwd", 3000)}),
    ("рыцари двигаются к волкам на 6", {"c6": ("move", "fwd", 6000)}),
    ("рыцари галопом вперёд 12", {"c6": ("march", "fwd", 12000)}),
    (
        "пикинеры перестроиться в 15 по фронту лицом на северо-восток",
        {"c1": ("reform", "heading", 450, "files", 15)},
    ),
    ("пикинеры: реформирование, фронт 20, лицом на запад", {"c1": ("reform", "heading", 2700, "files", 20)}),
    ("пикинёрам развернуть фронт на 45 градусов", {"c1": ("reform", "heading", 450)}),
    ("пикинеры кругом", {"c1": ("reform", "heading", 1800)}),
    ("копейщики в колонну по 5", {"c3": ("reform", "files", 5, "formation", "column")}),
    ("алебардисты разворачиваются на восток", {"c2": ("reform", "heading", 900)}),
    ("Легкая конница отходит на юг", {"c9": ("retreat", "heading", 1800)}),
    ("Лёгкая конница уходит на юго-запад, за край стола", {"c9": ("retreat", "heading", 2250, "leave", 1)}),
    ("лёгкая конница отступает", {"c9": ("retreat",)}),
    ("вся конница отступает", {"c6": ("retreat",), "c9": ("retreat",)}),
    ("маг: огненный шар 4 кубика по h1 или h2", {"c5": (*CAST, "flame_4", 4, 1, "at", "h1", "at", "h2")}),
    ("магус: искра по троллям 2 кубика минимум 1", {"c5": (*CAST, "flame_1", 2, 1, "at", "h7")}),
    ("маг читает горящие клинки на алебардистов, 3 куба", {"c5": (*CAST, "flame_2", 3, 1, "at", "c2")}),
    ("маг: шар огня, четыре кубика, в троллей", {"c5": (*CAST, "flame_4", 4, 1, "at", "h7")}),
    (
        "аркебузиры стреляют по троллям, маг кидает файербол 4 кубика по троллям",
        {"c5": (*SHOOT, "target", "h7", "cast", "magus", "flame_4", 4, 1, "at", "h7")},
    ),
    ("Лорд вызывает на поединок", {"c1": (*HOLD, "challenge", "lord")}),
    ("капитан рыцарей вызов принимает", {"c6": (*HOLD, "accept", "kn")}),
    ("хал принимает вызов", {"c2": (*HOLD, "accept", "hal")}),
    ("Рыцари: атака h4, преследование - нет, вызов: да", {"c6": (*WOLVES, "challenge", "kn", "pursue", 0)}),
    ("лорд вызов не принимает и сам не вызывает", {"c1": HOLD}),
    ("пикинёры и алебардисты держат позицию", {"c1": HOLD, "c2": HOLD}),
    ("отряды 1, 2 и 3: держать позицию", {"c1": HOLD, "c2": HOLD, "c3": HOLD}),
    ("Пики стоять! Алебарды - в атаку на h2!", {"c1": HOLD, "c2": ("attack", "target", "h2")}),
    ("С1 - держит позицию, с2 - атакует h2", {"c1": HOLD, "c2": ("attack", "target", "h2")}),
    ("№3 марш вперёд 8", {"c3": ("march", "fwd", 8000)}),
    ("Рыцари держат позицию. Нет, лучше атакуют волков", {"c6": WOLVES}),
    ("c8 по умолчанию", {"c8": ("default",)}),
]

ENGLISH: Posts = [
    ("c6 attack h4 else h5, pursue", {"c6": (*WOLVES, "target", "h5", "pursue", 1)}),
    ("Knights charge the wolf riders and pursue", {"c6": (*WOLVES, "pursue", 1)}),
    ("The knights charge the wolves, do not pursue", {"c6": (*WOLVES, "pursue", 0)}),
    ("c6 - charge h4", {"c6": WOLVES}),
    ("#6 charge h4", {"c6": WOLVES}),
    ("6: charge h4", {"c6": WOLVES}),
    ("Knights: charge the nearest enemy", {"c6": ("attack", "target", "h7")}),
    ("knights charge h4, by way of wheel right 10", {"c6": (*WOLVES, "wheel", 100)}),
    ("c6 attacks wolves (h4). Pursuit: no", {"c6": (*WOLVES, "pursue", 0)}),
    ("c2: attack h2. Pursue: no. Challenge: yes", {"c2": ("attack", "target", "h2", "challenge", "hal", "pursue", 0)}),
    ("halberds charge orcs h2, no pursuit", {"c2": ("attack", "target", "h2", "pursue", 0)}),
    ("I order the knights to charge h4 and he pursues", {"c6": (*WOLVES, "pursue", 1)}),
    ("c1: hold, challenge by lord", {"c1": (*HOLD, "challenge", "lord")}),
    (
        "General lord challenges, captain hal accepts the challenge",
        {"c1": (*HOLD, "challenge", "lord"), "c2": (*HOLD, "accept", "hal")},
    ),
    ("pikemen hold; lord accept any challenge", {"c1": (*HOLD, "accept", "lord")}),
    ("the general declines the duel", {"c1": HOLD}),
    (
        "archers stand and shoot at the goblins, if charged retreat",
        {"c4": (*SHOOT, "target", "h3", "if_charged", "retreat")},
    ),
    (
        "Archers: shoot at h3 or h6. If attacked, fall back.",
        {"c4": (*SHOOT, "target", "h3", "target", "h6", "if_charged", "retreat")},
    ),
    ("all archers shoot", {"c4": SHOOT}),
    ("archers and jaegers shoot", {"c4": SHOOT, "c7": SHOOT}),
    ("archers do not shoot", {"c4": HOLD}),
    ("cannon fires at the trolls", {"c8": (*SHOOT, "target", "h7")}),
    ("gun: h2", {"c8": (*SHOOT, "target", "h2")}),
    ("cannon hold fire", {"c8": HOLD}),
    ("c4 stand and shoot at the nearest", {"c4": SHOOT}),
    ("c6 hold, if charged shoot", {"c6": (*HOLD, "if_charged", "stand_and_shoot")}),
    (
        "handgunners stand, if charged stand and shoot, single shots",
        {"c5": (*HOLD, "if_charged", "stand_and_shoot", "shots", "single")},
    ),
    ("c1 hold, when attacked fall back", {"c1": (*HOLD, "if_charged", "retreat")}),
    ("spearmen forward 4", {"c3": ("move", "fwd", 4000)}),
    ("spearmen march forward 6, wheel right 10 degrees", {"c3": ("march", "fwd", 6000, "wheel", 100)}),
    ("spearmen advance 3 inches then wheel left 5", {"c3": ("move", "fwd", 3000, "wheel", -50)}),
    ("c3 move 4", {"c3": ("move", "fwd", 4000)}),
    ("c3 go 12 paces forward", {"c3": ("move", "fwd", 4000)}),
    ("c3 moves 3 metres forward", {"c3": ("move", "fwd", 2000)}),
    ("c3 march 7.5", {"c3": ("march", "fwd", 7500)}),
    ("spears: forward two cells", {"c3": ("move", "fwd", 2000)}),
    ("knights wheel left 45 and forward 6", {"c6": ("march", "wheel", -450, "fwd", 6000)}),
    ("knights 45 degrees left, forward 6", {"c6": ("march", "wheel", -450, "fwd", 6000)}),
    ("knights ride north-east forward 3", {"c6": ("march", "wheel", 450, "fwd", 3000)}),
    ("knights move forward 6 towards the wolves", {"c6": ("move", "fwd", 6000)}),
    ("knights march forward full", {"c6": ("march", "fwd", 16000)}),
    ("halberdiers reform 15 wide facing north-east", {"c2": ("reform", "heading", 450, "files", 15)}),
    ("pikemen about face", {"c1": ("reform", "heading", 1800)}),
    (
        "pikes reform facing 45 degrees, column, 5 files",
        {"c1": ("reform", "heading", 450, "files", 5, "formation", "column")},
    ),
    ("c3 to face east", {"c3": ("reform", "heading", 900)}),
    ("c3 turn towards the goblins", {"c3": ("reform", "heading", 3368)}),
    ("c1: reform, 20 files, line", {"c1": ("reform", "files", 20, "formation", "line")}),
    ("light horse retreat to the south", {"c9": ("retreat", "heading", 1800)}),
    ("light cavalry withdraw", {"c9": ("retreat",)}),
    ("c9 retreats to 200°, off the table", {"c9": ("retreat", "heading", 2000, "leave", 1)}),
    ("all cavalry withdraw", {"c6": ("retreat",), "c9": ("retreat",)}),
    ("jaegers move forward 2 and shoot at the wolves", {"c7": ("move_and_shoot", "target", "h4", "fwd", 2000)}),
    (
        "magus casts ball of fire at h1, h2, dice 4, at least 3",
        {"c5": (*CAST, "flame_4", 4, 3, "at", "h1", "at", "h2")},
    ),
    ("mage: fireball on the trolls with 4 dice", {"c5": (*CAST, "flame_4", 4, 1, "at", "h7")}),
    ("wizard casts spark dart at trolls, three dice", {"c5": (*CAST, "flame_1", 3, 1, "at", "h7")}),
    (
        "magus: burning blades on c2, 3 dice; c5 shoots at h7",
        {"c5": (*SHOOT, "target", "h7", "cast", "magus", "flame_2", 3, 1, "at", "c2")},
    ),
    ("c1, c2 and c3 hold", {"c1": HOLD, "c2": HOLD, "c3": HOLD}),
    ("c1 - c3: hold", {"c1": HOLD, "c2": HOLD, "c3": HOLD}),
    ("с1–c3 держать", {"c1": HOLD, "c2": HOLD, "c3": HOLD}),
    ("отряды с c1 по c3 держат позицию", {"c1": HOLD, "c2": HOLD, "c3": HOLD}),
    ("c1 hold\n\nUPD: c1 march forward 8", {"c1": ("march", "fwd", 8000)}),
    ("c3: forward 4; c4: fire at h3; c6: attack h4",
     {"c3": ("move", "fwd", 4000), "c4": (*SHOOT, "target", "h3"), "c6": WOLVES}),
    ("c9 as the rules have it", {"c9": ("default",)}),
    ("hold with the pikemen", {"c1": HOLD}),
]  # fmt: skip


@pytest.mark.clause("FA-ORD-01", "FA-ORD-10")
@pytest.mark.parametrize(("post", "orders"), [*RUSSIAN, *ENGLISH])
def test_real_lines(post: str, orders: dict[str, Order]) -> None:
    found = reading(post)
    assert heard(post) == orders
    assert found.sure, [say(one.text) for one in found.doubts]


def test_there_are_lines_enough_in_both_languages() -> None:
    assert min(len(RUSSIAN), len(ENGLISH)) >= 60


DOUBTFUL: list[tuple[str, dict[str, Order], str]] = [
    ("knigths charge wolf ridres", {"c6": WOLVES}, "“knigths” was read as “knights”"),
    ("лучшики стреляют по гоблинам", {"c4": (*SHOOT, "target", "h3")}, "“лучшики” was read as “лучники”"),
    ("c8-c14 hold", {"c8": HOLD, "c9": HOLD}, "nobody is called “c8-c14”"),
    ("c2 charge h2 or hold", {"c2": ("attack", "target", "h2")}, "there is an “or” in it: the first was taken"),
    ("наверное, рыцари атакуют волков", {"c6": WOLVES}, "there is an “or” or “maybe” in it"),
    ("рыцари вперёд!", {"c6": ("move", "fwd", 8000)}, "how far is not said: as far as it can"),
    ("рыцари направо, вперёд 2", {"c6": ("march", "wheel", 900, "fwd", 2000)},
     "how far it wheels is not said: a right angle"),
    ("копейщики отходят назад на 4 клетки", {"c3": ("retreat",)}, "how far it retreats the dice say"),
    ("лучники стреляют по h3, если гоблины атакуют - отходить",
     {"c4": (*SHOOT, "target", "h3", "if_charged", "retreat")}, "it reacts to whoever charges it"),
    ("маг: искра по h7", {"c5": (*CAST, "flame_1", 2, 1, "at", "h7")}, "how many dice is not said: 2"),
    ("spearmen form column", {"c3": ("reform", "files", 5, "formation", "column")},
     "how many files is not said: the usual number"),
    ("егеря отстреливаются и отходят", {"c7": ("retreat",)}, "two different orders stand side by side"),
]  # fmt: skip


@pytest.mark.parametrize(("post", "orders", "doubt"), DOUBTFUL)
def test_what_is_doubtful_is_marked(post: str, orders: dict[str, Order], doubt: str) -> None:
    found = reading(post)
    assert heard(post) == orders
    assert [one.confidence for one in found.orders] == ["doubtful"] * len(orders)
    assert doubt in [say(remark) for one in found.orders for remark in one.remarks]


WHICH = "this can mean several things: say which of them, or “all” for every one"
QUESTIONS: list[tuple[str, str]] = [
    ("капитан вызов принимает", WHICH),
    ("конница бьет кабанов", WHICH),
    ("рыцари атакуют", "this can mean several things"),
    ("алебарды атакуют орков", "this can mean several things"),
    ("арбалетчики стреляют", "who is to do this?"),
    ("c12 charge h1", "nobody is called “c12”"),
    ("орки атакуют лучников", "h1 Orcs, h2 Orcs gets no orders: it is the enemy's"),
    ("рыцари кружат вокруг волков", "not a whole order for c6 Knights"),
    (
        "копейщики вперёд 4, если гоблины уйдут",
        "a condition that nobody can give: only “if charged” can be ordered",
    ),
    ("отмена приказа рыцарям", "to cancel an order, write the new one"),
    ("c3 не атаковать", "this says only what not to do"),
]


@pytest.mark.clause("FA-ORD-01")
@pytest.mark.parametrize(("post", "doubt"), QUESTIONS)
def test_what_is_no_order_is_asked_about(post: str, doubt: str) -> None:
    assert doubt in [say(one.text) for one in reading(post).doubts]


TALK = [
    "Всем привет! Жду ответа до вечера, всем удачи!",
    "Спасибо за отчёт, отличная игра. Два вопроса: когда дедлайн и где карта?",
    "Если что, пишите в личку",
    "Ночь была тиха. Рыцари молча смотрели на север, где горели костры орды.",
    "Good evening gentlemen, sorry for the delay. When is the deadline?",
    "[quote]c1 attack h1, c2 march forward 8[/quote]",
    "> рыцари атакуют h4\n> лучники стоят",
]


@pytest.mark.parametrize("post", TALK)
def test_talk_and_quotations_are_passed_over(post: str) -> None:
    found = reading(post)
    assert (found.orders, found.doubts) == ((), ())


REFUSED: list[tuple[str, str, str]] = [
    ("лучники атакуют h4", "c4", "FA-CHG-12"),
    ("рыцари построиться клином по 3", "c6", "FA-UNIT-08"),
    ("копейщики марш вперёд 9", "c3", "FA-ORD-02"),
    ("пушка марш вперёд 2", "c8", "FA-WM-01"),
    ("пикинеры стреляют по h1", "c1", "FA-SHO-14"),
    ("лучники вперёд 2 и стреляют по h3", "c4", "FA-SHO-12"),
    ("маг: дождь углей на h1, 3 кубика", "c5", "FA-MAG-08"),
    ("рыцари атакуют h4, путь: направо 30, налево 30", "c6", "FA-CHG-03"),
]


@pytest.mark.clause("FA-ORD-01")
@pytest.mark.parametrize(("post", "unit", "clause_id"), REFUSED)
def test_what_cannot_be_done_is_read_and_the_rules_say_why(post: str, unit: str, clause_id: str) -> None:
    assert clause_id in refusals(post)[unit]


# --- whole posts -----------------------------------------------------------------------------------------

POST = """Всем привет! Извините, вчера не успел, завал на работе.

[quote="Орк-Шаман"]Мои орки атакуют ваших пикинеров, ха-ха! c1 отступает[/quote]

Итак, заявка на 3 ход:
1. Пикинеры (c1) - держать позицию, Лорд вызов принимает.
2. Алебардисты атакуют h2, преследуют. Капитан вызывает на поединок.
3. Копейщики - вперед на 4 клетки.
4. Лучники стоят и стреляют по гоблинам, если атакуют - отступить.
5. Аркебузиры: огонь по троллям; маг - огненный шар в троллей, 4 кубика, минимум 3.
6. Рыцари атакуют волков, если нет - кабанов. Преследовать не надо.
7. Егеря двигаются вперед на 2 и стреляют по волкам.
8. Пушка: по h2.
9. Легкая конница отходит на юг.

С уважением, барон фон Штирлиц
--
Отправлено с iPhone"""

ALL = {
    "c1": (*HOLD, "accept", "lord"),
    "c2": ("attack", "target", "h2", "challenge", "hal", "pursue", 1),
    "c3": ("move", "fwd", 4000),
    "c4": (*SHOOT, "target", "h3", "if_charged", "retreat"),
    "c5": (*SHOOT, "target", "h7", "cast", "magus", "flame_4", 4, 3, "at", "h7"),
    "c6": (*WOLVES, "target", "h5", "pursue", 0),
    "c7": ("move_and_shoot", "target", "h4", "fwd", 2000),
    "c8": (*SHOOT, "target", "h2"),
    "c9": ("retreat", "heading", 1800),
}


@pytest.mark.clause("FA-ORD-01", "FA-ORD-10", "FA-MAG-08")
def test_a_forum_post() -> None:
    found = reading(POST)
    assert heard(POST) == ALL
    assert found.sure
    assert found.unanswered == ()
    assert refusals(POST) == {}


def test_what_is_said_back_is_read_as_the_same() -> None:
    for lang in LANGUAGES:
        back = said_back(POST, lang=lang)
        assert heard("\n".join(back)) == ALL
        assert len(back) == len(ALL)


def test_headings_with_lines_below_make_one_order() -> None:
    post = (
        "Рыцари (c6):\n- атакуют волков\n- преследуют\n- капитан принимает вызов\n\n"
        "Лучники:\nстоят, стреляют по h3\nпри атаке - отступать\n\n"
        "Маг:\nогненный шар по h7, 4 кубика\nгорящие клинки на алебардистов, 3 кубика"
    )
    assert heard(post) == {
        "c4": (*SHOOT, "target", "h3", "if_charged", "retreat"),
        "c5": (*CAST, "flame_4", 4, 1, "at", "h7", "cast", "magus", "flame_2", 3, 1, "at", "c2"),
        "c6": (*WOLVES, "accept", "kn", "pursue", 1),
    }
    assert reading(post).sure


def test_everything_in_one_breath() -> None:
    post = (
        "c1 стоят, лорд принимает вызов, алебардисты атакуют h2, преследуют, копейщики вперёд на 3, "
        "поворот направо 10, вперёд 1, лучники стоят и стреляют по h3, если атакуют, отступать, маг огненный шар "
        "по h7, 4 кубика, рыцари атакуют h4 или h5, не преследовать, пушка по h2, лёгкая конница отходит на юг"
    )
    assert heard(post) == {
        "c1": (*HOLD, "accept", "lord"),
        "c2": ("attack", "target", "h2", "pursue", 1),
        "c3": ("march", "fwd", 3000, "wheel", 100, "fwd", 1000),
        "c4": (*SHOOT, "target", "h3", "if_charged", "retreat"),
        "c5": (*CAST, "flame_4", 4, 1, "at", "h7"),
        "c6": (*WOLVES, "target", "h5", "pursue", 0),
        "c8": (*SHOOT, "target", "h2"),
        "c9": ("retreat", "heading", 1800),
    }


def test_an_english_mail() -> None:
    post = """> c1 attacks h1
> c2 holds

I agree with the plan, so:
c1 - hold. Lord accepts any duel.
c2 - charge h2 (orcs), pursue!
c3 - march forward 8
c4 + c5 - stand and shoot, c4 at h3, c5 at h7
The rest hold."""
    rest = dict.fromkeys(("c6", "c7", "c8", "c9"), HOLD)
    assert heard(post) == rest | {
        "c1": (*HOLD, "accept", "lord"),
        "c2": ("attack", "target", "h2", "pursue", 1),
        "c3": ("march", "fwd", 8000),
        "c4": (*SHOOT, "target", "h3"),
        "c5": (*SHOOT, "target", "h7"),
    }
    assert reading(post).sure


@pytest.mark.clause("FA-ORD-15")
def test_the_later_line_wins() -> None:
    post = "Рыцари атакуют волков!\nПикинеры стоят.\n\nНет, лучше рыцари стоят, а пикинеры марш вперёд 8."
    found = reading(post)
    assert heard(post) == {"c6": HOLD, "c1": ("march", "fwd", 8000)}
    assert found.sure
    assert [one.order for one in found.replaced] == [WOLVES, HOLD]


@pytest.mark.clause("FA-ORD-15")
def test_another_order_leaves_spells_and_duels() -> None:
    post = "c5 стреляет по h7\nмаг: искра по h7, 2 кубика\n\nПоправка: c5 держать позицию"
    assert heard(post) == {"c5": (*HOLD, "cast", "magus", "flame_1", 2, 1, "at", "h7")}
    post = "Лорд принимает вызов\nc1 атакует h1\n\nUPD: лорд вызов не принимает"
    assert heard(post) == {"c1": ("attack", "target", "h1")}


def test_crowds_and_those_spared() -> None:
    assert set(heard("все, кроме рыцарей, стоят")) == set(ALL) - {"c6"}
    found = reading("все стреляют")
    assert set(heard("все стреляют")) == {"c4", "c5", "c7", "c8"}
    assert "this is not offered" in say(found.doubts[0].text)
    assert heard("рыцари атакуют h4. Остальные стоят.") == dict.fromkeys(ALL, HOLD) | {"c6": WOLVES}


def test_units_that_are_not_mine() -> None:
    seats = {"c": "c", "d": "c", "h": "h"}
    units = [replace(one, seat="d") if one.id in ("c2", "c3") else one for one in setup().units]
    here = Scene(setup_of(units, setup().characters, seats=seats))
    found = reading("c2 attack h2\nh1 hold", of=here)
    assert not found.orders
    assert [say(one.text, "ru") for one in found.doubts] == [
        "c2 Алебардисты приказов не получает: он не ваш",
        "h1 Орки приказов не получает: он вражеский",
    ]
    assert heard("копейщики вперёд 4", "d", here) == {"c3": ("move", "fwd", 4000)}


# --- other states of a unit, other questions --------------------------------------------------------------


def in_trouble() -> Scene:
    """Pikemen in melee, light horse running, two spells of the enemy in force."""
    here = Scene(setup())
    pieces = {piece.id: piece for piece in here.state.pieces}
    runner, pikes, orcs = pieces["c9"], pieces["c1"], pieces["h1"]
    assert isinstance(runner, Unit)
    assert isinstance(pikes, Unit)
    assert isinstance(orcs, Unit)
    pieces["c9"] = replace(runner, retreating=True, broke=1)
    more = (
        contact(pikes, orcs),
        SpellInForce("spell_3", "wild_3", "boss", "h", "h1", total=9, fresh=False, due=False, until=9),
        SpellInForce("spell_4", "earth_1", "boss", "h", "h2", total=9, fresh=False, due=False, until=9),
    )
    here.state = replace(here.state, pieces=(*pieces.values(), *more))
    return here


TROUBLE: Posts = [
    ("c1 отступает", {"c1": ("retreat",)}),
    ("пикинеры бьются дальше, преследовать", {"c1": ("attack", "pursue", 1)}),
    ("c1 fights on", {"c1": ("attack",)}),
    ("лёгкая конница: остановиться, фронтом на север", {"c9": ("rally", "heading", 0)}),
    ("c9 rally, facing 90", {"c9": ("rally", "heading", 900)}),
    ("c9 пусть бежит", {"c9": ("run",)}),
    ("маг: разрушить чары 3 кубика на чары 3", {"c5": (*CAST, "break_enchantment", 3, 1, "at", "spell_3")}),
    ("маг снимает чары с h2, 2 кубика", {"c5": (*CAST, "break_enchantment", 2, 1, "at", "spell_4")}),
    (
        "magus dispels bark skin, 2 dice, then ball of fire at h2, 3 dice",
        {
            "c5": (
                *CAST,
                "break_enchantment",
                2,
                1,
                "at",
                "spell_4",
                "cast",
                "magus",
                "flame_4",
                3,
                1,
                "at",
                "h2",
            )
        },
    ),
]


@pytest.mark.clause("FA-ORD-13", "FA-MAG-13", "FA-RET-04")
@pytest.mark.parametrize(("post", "orders"), TROUBLE)
def test_in_melee_running_and_under_spells(post: str, orders: dict[str, Order]) -> None:
    here = in_trouble()
    assert heard(post, of=here) == orders
    assert reading(post, of=here).sure


@pytest.mark.clause("FA-MAG-16")
def test_a_point_for_a_spell_of_an_area() -> None:
    post = "magus casts rain of embers at point 30 20.5, 4 dice"
    assert heard(post) == {"c5": (*CAST, "flame_6", 4, 1, "point", 30000, 20500)}
    assert heard("маг: дождь углей в точку 30 20,5, 4 кубика") == heard(post)


@pytest.mark.slow
@pytest.mark.clause("FA-GEN-10", "FA-LEG-01")
def test_legend_award_and_places() -> None:
    zone = ((0, 0), (72000, 0), (72000, 20000), (0, 20000))
    told = {"c": Name("we"), "h": Name("they")}
    here = Scene(
        setup_of(setup().units, setup().characters, armies={"c": Army("c", zone=zone)}, descriptions=told)
    )
    assert heard("лучшая легенда c", "umpire", here) == {"umpire": ("best", "c")}
    assert saying_is_read(here, "umpire")
    here.answer("legend:umpire", "best", "c")
    assert heard("выучка для c1", of=here) == {"c": ("bonus", "drill", "c1")}
    assert saying_is_read(here, "c")
    here.answer("legend_bonus:c", "bonus", "drill", "c1")
    assert saying_is_read(here, "c")
    post = "пикинеры в точке 30 15, фронтом на 10°\nc6 на 62,5 14 лицом на восток"
    rows = ("c1", 30000, 15000, 100, 10, "line", "c6", 62500, 14000, 900, 5, "line")
    assert heard(post, of=here) == {"c": ("deploy", *rows)}
    assert refusals_of(here, post) == []
    again = f"{post}\nc1 at 31 15"
    assert heard(again, of=here) == {"c": ("deploy", "c1", 31000, 15000, 0, 10, "line", *rows[6:])}
    assert heard("расставить как в списке", of=here) == {"c": ("deploy",)}


def refusals_of(here: Scene, post: str) -> list[str]:
    found = reading(post, of=here)
    for one in found.orders:
        engine.check(BOOK, here.setup, here.state, "c", one.question, one.order)
    return [say(one.text) for one in found.doubts]


def test_confirm() -> None:
    here = Scene(replace(setup(), options={**setup().options, "gm_confirms": True}))
    here.rest()
    assert heard("да", "umpire", here) == {"umpire": ("confirm",)}


# --- prompts ---------------------------------------------------------------------------------------------


def test_a_prompt_takes_numbers_words_and_free_text() -> None:
    words = BOOK.vocabulary(scene().view("c"))
    one = asked_of("c6")
    for text, order in (("1", one.options[0].order), ("attack h4", WOLVES), ("стоять", HOLD)):
        found = read_answer(text, one, words)
        assert isinstance(found, Understood)
        assert found.order == order


def test_prompts_complete_what_is_typed() -> None:
    view = scene().view("c")
    asked, words = BOOK.asked(view, view.asked), BOOK.vocabulary(view)
    assert "c6 Knights: " in [one.text for one in suggest("kni", asked, words)]
    assert " attack h4 Wolf riders" in [one.text for one in suggest("c6: att h4", asked, words)]
