"""From a player's description to a profile: descriptions as club players write them, reasons, doubts, the file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.errors import Refused
from grognard.files import read_yaml
from grognard.locale import Text, say
from grognard.orders.folding import fold
from grognard.rulebooks.fantasy.book import FantasyBook
from grognard.rulebooks.fantasy.muster import Mustered, muster, nearest
from grognard.rulebooks.fantasy.muster_names import slug
from grognard.rulebooks.fantasy.muster_page import dice_text, file_of, proposal
from grognard.rulebooks.fantasy.muster_reading import hear
from grognard.rulebooks.fantasy.muster_words import muster_file
from grognard.rulebooks.fantasy.printed import load_tables, read_tables
from grognard.rulebooks.fantasy.tablefile import ProfileRow
from grognard.rulebooks.fantasy.tables import STATS, Dice, Profile, Tables

RUSSIAN = [
    ("40 пикинёров-ландскнехтов, в кирасах, ветераны итальянских войн. Без щитов, но храбрые",
     40, "foot foot pike medium", "4 4 3 3 3 1 3 1 9"),
    ("Двадцать рыцарей на бронированных конях, полный латный доспех, щиты, копья",
     20, "horse horse lance heavy shield barding warhorse ram_blow", "4 4 3 3 3 1 3 1 8"),
    ("20 гномов с двуручными топорами, тяжёлая броня, стоят насмерть",
     20, "foot foot two_handed heavy hard_nut", "3 4 3 3 4 1 2 1 10"),
    ("мои ребята ополченцы с алибардами, в стёганках, защищают родные дома",
     0, "foot foot halberd light patriotism", "4 2 2 3 3 1 2 1 5"),
    ("орки-громилы, штук 30, здоровые тесаки, щитов нет, броня кое какая, тупые но сильные",
     30, "foot foot hand_weapon medium", "4 4 3 5 4 1 2 1 8"),
    ("конные арбалетчеги в кожанках, метко бьют на ходу",
     0, "horse shooter hand_weapon crossbow light riding_horse shoot_on_move", "4 3 4 3 3 1 3 1 7"),
    ("2 меча у каждого, без доспехов, берсерки, 25 рыл",
     25, "foot foot paired none", "4 3 3 3 3 1 3 2 7"),
    ("Лучники-эльфы, 20 штук, длинные луки, лёгкая броня, стреляют на ходу, очень меткие",
     20, "foot shooter hand_weapon long_bow light shoot_on_move", "5 4 5 3 3 1 5 1 8"),
    ("Гоблины на волках, дротики, щиты, трусоватые",
     0, "horse horse light_lance thrown light shield wolf 3d6", "4 2 3 3 3 1 2 1 5"),
    ("тяжкав, 10 рыл, латы, пики, барды на конях",
     10, "horse horse lance heavy barding warhorse", "4 4 3 3 3 1 3 1 8"),
    ("Полсотни крестьян с вилами, трусливый сброд",
     50, "foot foot spear none shield patriotism", "4 2 2 3 3 1 2 1 3"),
    ("Тролли, 6 морд, регенерируют, дубины",
     6, "monster foot hand_weapon none regrowth", "6 3 1 5 4 3 1 3 4"),
    ("Скелеты с копьями и щитами, 40, ведёт некромант",
     40, "foot foot spear light shield undead", "4 2 2 3 3 1 2 1 5"),
    ("Рейтары: чёрные доспехи, по два пистолета, караколь. Наёмники. 15 всадников",
     15, "horse shooter paired pistol light riding_horse", "4 3 3 3 3 1 4 1 6"),
    ("Стрельцы с бердышами и пищалями, красные кафтаны, 30 чел",
     30, "foot shooter halberd arquebus light", "4 3 3 3 3 1 3 1 7"),
    ("спешеные рыцари с двуручами, закованы в сталь",
     0, "foot foot two_handed heavy", "4 4 3 3 3 1 3 1 8"),
    ("лёгкая пехота с дротиками, без доспехов, шустрые",
     0, "foot shooter hand_weapon thrown none light_infantry", "4 3 3 3 3 1 4 1 7"),
    ("кочевники-лучники верхом, ложное отступление, 15 луков",
     15, "horse shooter hand_weapon horse_bow none shield riding_horse 3d6", "4 3 3 3 3 1 4 1 6"),
    ("Хирд гномов, копья и щиты, кольчуги, дисциплина железная, 30",
     30, "foot foot spear medium shield hard_nut", "3 4 3 3 4 1 2 1 10"),
    ("зелёные новобранцы с арбалетами",
     0, "foot shooter hand_weapon crossbow none", "4 2 2 3 3 1 3 1 6"),
    ("Казаки: сабли, пики, на лихих конях, без брони",
     0, "horse horse light_lance none shield riding_horse 3d6", "4 3 3 3 3 1 4 1 7"),
    ("огры-людоеды с двуручными дубинами 6 штук",
     6, "monster foot two_handed light", "6 3 2 4 4 3 2 3 7"),
    ("шаман и его орда диких орков с топорами в каждой руке",
     0, "foot foot paired light", "4 3 3 4 4 1 2 1 6"),
    ("Моя сотня — дружинники князя: кольчуга, щит, копьё, храбры и преданы. Человек 40.",
     40, "foot foot spear medium shield", "4 4 3 3 3 1 4 1 9"),
    ("рыцори 10 шт, вооружены копьями и мечами, тяж доспех, кони в бардах",
     10, "horse horse lance heavy shield barding warhorse ram_blow", "4 4 3 3 3 1 3 1 8"),
    ("двадцать пять гвардейцев с алебардами, в полудоспехах, охрана короля",
     25, "foot foot halberd medium", "4 4 3 3 3 1 4 1 8"),
    ("Метатели топориков, викинги, круглые щиты, кольчуги",
     0, "foot shooter hand_weapon thrown medium shield", "4 3 3 4 3 1 3 1 6"),
    ("кабанья кавалерия орков, тяжелая броня, копья, таранят всех",
     0, "horse horse lance heavy shield boar ram_blow", "4 3 3 3 4 1 2 1 7"),
    ("Чёрные всадники на костяных конях, копья, кольчуги, нежить",
     0, "horse horse light_lance medium bone_horse undead", "4 3 3 3 3 1 3 1 7"),
    ("мортира, 4 человека расчёт, опытные",
     4, "machine machine hand_weapon mortar none", "2 4 3 3 3 1 3 1 8"),
]  # fmt: skip
ENGLISH = [
    ("30 veteran halberdiers in chainmail, no shields, never run",
     30, "foot foot halberd medium", "4 4 3 3 3 1 3 1 9"),
    ("Goblin wolf riders w/ short bows, cowardly little gits",
     0, "horse horse light_lance horse_bow light shield wolf 3d6", "4 2 3 3 3 1 2 1 5"),
    ("20 knights on barded warhorses, full plate, lances & shields",
     20, "horse horse lance heavy shield barding warhorse ram_blow", "4 4 3 3 3 1 3 1 8"),
    ("Forty pikemen, landsknecht mercenaries in breastplates",
     40, "foot foot pike medium", "4 3 3 3 3 1 3 1 6"),
    ("dwarf crossbows, 15 of them, mail shirts, steady as rock",
     15, "foot shooter hand_weapon crossbow medium hard_nut", "3 4 3 3 4 1 2 1 10"),
    ("Elven archers, crack shots, shoot on the move, light armour, 20 strong",
     20, "foot shooter hand_weapon long_bow light shoot_on_move", "5 4 5 3 3 1 5 1 8"),
    ("big orc lads with two handed axes, 25",
     25, "foot foot two_handed medium", "4 4 3 4 4 1 2 1 8"),
    ("peasant levy w/ pitchforks defending their homes, shaky",
     0, "foot foot spear none shield patriotism", "4 2 2 3 3 1 2 1 4"),
    ("skellies x 40, spears and shields, raised by a necromancer",
     40, "foot foot spear light shield undead", "4 2 2 3 3 1 2 1 5"),
    ("light cav with javelins and shields, 10 riders, feigned retreat",
     10, "horse horse light_lance thrown light shield riding_horse 3d6", "4 3 3 3 3 1 4 1 7"),
    ("reiters in black plate, brace of pistols each",
     0, "horse shooter paired pistol heavy riding_horse", "4 3 3 3 3 1 4 1 7"),
    ("handgunners, 12, no armour, green recruits",
     12, "foot shooter hand_weapon arquebus none", "4 2 2 3 3 1 3 1 6"),
    ("halbardiers in platemail, 20, household guard",
     20, "foot foot halberd heavy", "4 4 3 3 3 1 4 1 8"),
    ("a cannon with veteran crew",
     0, "machine machine hand_weapon cannon none", "2 4 3 3 3 1 3 1 8"),
    ("6 trolls with clubs, they regenerate",
     6, "monster foot hand_weapon none regrowth", "6 3 1 5 4 3 1 3 4"),
    ("berserk vikings, two axes each, bare chested, 25",
     25, "foot foot paired none", "4 3 3 4 3 1 3 2 6"),
    ("dismounted men at arms, full harness, poleaxes, 20",
     20, "foot foot halberd heavy", "4 3 3 3 3 1 3 1 7"),
    ("xbows w pavises, drilled",
     0, "foot shooter hand_weapon crossbow light shield", "4 3 3 3 3 1 3 1 7"),
    ("Orcs riding boars, lances, heavy armor, elite",
     0, "horse horse lance heavy shield boar", "4 4 3 3 4 1 3 1 8"),
    ("flail men, villagers, 30, brave",
     30, "foot foot flail none patriotism", "4 2 2 3 3 1 2 1 6"),
    ("twenty-five orcs",
     25, "foot foot hand_weapon light shield", "4 3 3 3 4 1 2 1 7"),
    ("Longbowmen x 24, padded jacks, swords and bucklers, best shots in the county",
     24, "foot shooter hand_weapon long_bow light shield", "4 2 3 3 3 1 3 1 6"),
    ("winged hussars, lances, heavy armour, 12",
     12, "horse horse lance heavy shield riding_horse 3d6", "4 3 3 3 3 1 4 1 7"),
    ("Slayers: dwarves with two axes, naked, fight to the death, 15",
     15, "foot foot paired none hard_nut", "3 4 3 3 4 1 2 1 10"),
    ("heavy cavalry, no barding",
     0, "horse horse halberd heavy warhorse", "4 4 3 3 3 1 3 1 8"),
    ("bunch of goblins with nets and clubs, 40, cowardly, led by a shaman",
     40, "foot foot hand_weapon none shield", "4 2 3 3 3 1 2 1 4"),
    ("half plated knights afoot w/ mauls, a dozen",
     12, "foot foot two_handed medium", "4 4 3 3 3 1 3 1 8"),
]  # fmt: skip
"""Description; models; kind, role, arms, mount, special rules and retreat dice; M WS BS S T W I A Ld."""


@cache
def tables() -> Tables:
    return load_tables()


def mustered(text: str) -> Mustered:
    return muster(text, tables())


def doubts(text: str, lang: str = "en") -> str:
    return "\n".join(one.say(lang) for one in mustered(text).doubts)


def why(text: str, key: str, lang: str = "en") -> str:
    return say(mustered(text).reasons.get(key, ()), lang)


def arms(profile: Profile) -> str:
    flags = [key for key in ("shield", "barding") if getattr(profile, key)]
    dice = [] if profile.retreat_dice == Dice(2) else [dice_text(profile.retreat_dice)]
    words = [
        profile.kind,
        profile.role,
        profile.weapon,
        profile.missile,
        profile.armour,
        *flags,
        profile.mount,
    ]
    return " ".join(word for word in (*words, *profile.rules, *dice) if word)


def numbers(profile: Profile) -> str:
    return " ".join(str(getattr(profile.stats, stat)) for stat in STATS)


# --- descriptions -----------------------------------------------------------------------------------------


@pytest.mark.clause("FA-GEN-05")
@pytest.mark.parametrize(("text", "models", "arms_", "numbers_"), [*RUSSIAN, *ENGLISH])
def test_a_description_becomes_a_profile(text: str, models: int, arms_: str, numbers_: str) -> None:
    found = mustered(text)
    assert (found.models, arms(found.profile), numbers(found.profile)) == (models, arms_, numbers_)


@pytest.mark.parametrize(
    ("text", "profile"),
    [
        ("ополчение", "militia"), ("цепники", "flail_peasants"), ("мечники", "swordsmen"), ("копейщики", "spearmen"),
        ("пикинёры", "pikemen"), ("алебардисты", "halberdiers"), ("двуручники", "great_swords"),
        ("дуэлянты", "duellists"), ("застрельщики", "skirmishers"), ("лучники", "archers"),
        ("арбалетчики", "crossbowmen"), ("егеря", "jaegers"), ("аркебузиры", "arquebusiers"), ("рыцари", "knights"),
        ("тяжёлая кавалерия", "men_at_arms"), ("лёгкая конница", "light_horse"), ("конные лучники", "horse_archers"),
        ("пистольеры", "pistoliers"), ("вольная рота", "free_company"), ("пушка", "cannon"), ("мортира", "mortar"),
        ("гномы", "dwarf_axes"), ("orcs", "orcs"), ("big orcs", "big_orcs"), ("goblins", "goblins"),
        ("wolf riders", "wolf_riders"), ("boar riders", "boar_riders"), ("trolls", "trolls"), ("ogres", "ogres"),
        ("skeletons", "skeleton_warriors"), ("zombies", "zombies"), ("grave riders", "grave_riders"),
    ],
)  # fmt: skip
def test_a_plain_name_is_the_ready_made_profile(text: str, profile: str) -> None:
    found, ready = mustered(text), tables().profiles[profile]
    assert (arms(found.profile), numbers(found.profile)) == (arms(ready), numbers(ready))
    assert nearest(found.profile, tables()) == ready
    assert found.hints[0].say("en") == f"the same as the ready-made profile {ready.name.en} ({profile})"


# --- reasons ----------------------------------------------------------------------------------------------


def test_every_number_says_where_it_comes_from() -> None:
    text = "гномы-ветераны с алебардами в кольчугах, меткие, но медлительные"
    assert why(text, "M", "ru") == "гномы: 3, «медлительные» -1"
    assert why(text, "WS") == "dwarfs: 4, 'ветераны' +1"
    assert why(text, "BS", "ru") == "гномы: 3, «меткие» +1"
    assert why(text, "melee", "ru") == "«алебардами»"
    assert why(text, "armour", "ru") == "«кольчугах»"
    assert why(text, "rules.hard_nut", "ru") == "обычно для: гномы"
    for stat in STATS:
        assert why(text, stat)


def test_numbers_stay_within_their_limits() -> None:
    weak = mustered("трусливые необученные зомби, своевольный сброд, хилые, неповоротливые").profile.stats
    assert (weak.WS, weak.BS, weak.Ld, weak.I, weak.T) == (0, 0, 0, 0, 2)
    strong = mustered("огромные могучие толстокожие тролли").profile.stats
    assert (strong.S, strong.T) == (7, 6)
    best = mustered("гномы-гвардейцы, фанатики, железная дисциплина").profile.stats
    assert best.Ld == 10


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("пикинёры со щитами", "'щитами' beside a weapon for two hands: it would parry nothing (FA-WPN-11)"),
        ("солдаты с алебардами и копьями", "one melee weapon only: 'алебардами' counts, not 'копьями' (FA-WPN-11)"),
        ("лучники с арбалетами и аркебузами", "one missile weapon only: 'арбалетами' counts, not 'аркебузами'"),
        ("рыцари и лучники", "two kinds of troops, describe each unit apart: 'рыцари' counts, not 'лучники'"),
        ("орки и гоблины с топорами", "two peoples: 'орки' counts, not 'гоблины'"),
        ("кольчуги и стёганки у мечников", "several kinds of armour: the heaviest counts, 'кольчуги' (FA-WND-06)"),
        ("пехота на волках", "'пехота' walk, 'на волках' ride: taken as mounted"),
        ("тролли на слонах", "trolls do not ride"),
        ("мечники в бардах", "'бардах', and nobody rides (FA-MNT-06)"),
        ("зомби с луками", "they have a missile weapon and BS 0 (FA-SHO-14)"),
        ("храбрые скелеты", "'храбрые': the undead take no tests (FA-SPC-11)"),
        ("новобранцы-ветераны с мечами", "'новобранцы', 'ветераны' contradict each other"),
        ("не храбрые мечники", "'храбрые' is denied: nothing is taken off for that"),
        ("мечники, ведёт колдун", "nobody says which path 'колдун' follows: Path of Flame is put down (FA-MAG-01)"),
        ("огромные меткие ловкие берсерки-гвардейцы, фанатики", "points above what is usual for humans"),
        ("пистольеры с алебардами", "'алебардами' beside pistols: pistols count as paired (FA-WPN-11)"),
        ("алибардщики", "'алибардщики' is read as"),
        ("минотавры с топорами", "not understood: 'минотавры'"),
        ("pikemen with shields and glittering banners", "not understood: 'glittering', 'banners'"),
    ],
)  # fmt: skip
def test_doubts(text: str, said: str) -> None:
    assert said in doubts(text)


def test_a_long_legend_does_not_drown_its_doubts() -> None:
    legend = "20 мечников. " + " ".join(f"былина{chr(1072 + n)}{chr(1073 + n)}ня" for n in range(20))
    (line,) = [one for one in doubts(legend).splitlines() if one.startswith("not understood")]
    assert line.endswith("and 8 more")


@pytest.mark.parametrize("text", ["20 мечников, средний доспех, щиты", "orcs", "рыцари"])
def test_a_plain_description_has_no_doubts(text: str) -> None:
    assert doubts(text) == ""


@pytest.mark.parametrize(
    ("text", "hero", "level", "path"),
    [
        ("мечники, капитан Ульрих", "captain", 0, ""),
        ("орки, ведёт вождь Гырк", "warlord", 0, ""),
        ("пикинёры, с ними маг огня", "mage", 1, "flame"),
        ("archers, an archmage of storms", "mage", 2, "storm"),
        ("скелеты и некромант", "necromancer", 1, "bones"),
        ("гоблины и шаман", "shaman", 1, "wild"),
        ("копейщики и верховный жрец, молитвы", "mage", 2, "faith"),
        ("мечники", "", 0, ""),
    ],
)
def test_heroes(text: str, hero: str, level: int, path: str) -> None:
    found = mustered(text)
    assert (found.leader, found.level, found.path) == (hero, level, path)


@pytest.mark.clause("FA-LEG-01", "FA-LEG-03")
def test_what_is_left_to_the_game_master() -> None:
    sworn = mustered("рыцари, дали клятву, жалованье получили")
    assert sworn.condition == "eager"
    hints = [one.say("en") for one in sworn.hints]
    assert "should the legend win the award (FA-LEG-01): Sworn men: one unit Ld +1" in hints
    assert any("troop_condition (FA-LEG-03)" in one for one in hints)
    plain = [one.say("ru") for one in mustered("рыцари").hints]
    assert plain[1:] == ["не сказано, сколько их", "плюшку за лучшую легенду даёт мастер (FA-LEG-01)"]


# --- reading ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "models"),
    [
        ("40 орков", 40), ("сорок орков", 40), ("орки, двадцать пять", 25), ("полсотни орков", 50), ("dozen orcs", 12),
        ("орки, 30 лет воюют", 0), ("орки, 3 ряда, 36 бойцов", 36), ("сотня орков, точнее 90", 90), ("orcs x25", 25),
        ("trolls (3)", 3), ("10-12 рыцарей", 10), ("орки", 0), ("5000 орков", 0),
    ],
)  # fmt: skip
def test_how_many(text: str, models: int) -> None:
    assert hear(text).models == models


@pytest.mark.parametrize(
    "text",
    [
        "мечники без щитов и доспехов",
        "мечники, щитов нет, доспехов нет",
        "мечники, ни щитов, ни лат",
        "мечники не в латах и без щита",
        "swordsmen, no shields or armour",
        "swordsmen without shields, unarmoured",
    ],
)
def test_what_they_have_not(text: str) -> None:
    found = mustered(text).profile
    assert (found.armour, found.shield) == ("none", False)


def test_without_holds_until_but() -> None:
    found = mustered("копейщики без щитов, но в латах").profile
    assert (found.armour, found.shield) == ("heavy", False)
    assert mustered("копейщики без щитов но с луками").profile.missile == "long_bow"


def test_forum_dressing_is_not_read() -> None:
    text = "[quote]20 троллей с дубинами[/quote]\nА у меня [b]30 мечников[/b]\n> рыцари\n--\nлучники рулят"
    found = mustered(text)
    assert (found.models, found.profile.kind, found.profile.missile) == (30, "foot", "")


@pytest.mark.parametrize(
    ("text", "id_", "en", "ru"),
    [
        ("«Чёрные Волки», 20 пикинёров", "chernye_volki", "Chernye Volki", "Чёрные Волки"),
        ('"Iron Bears": swordsmen', "iron_bears", "Iron Bears", "Iron Bears"),
        ("гномы-арбалетчики", "dwarfs_crossbowmen", "Dwarfs, crossbowmen", "Гномы, арбалетчики"),
        ("люди с топорами", "foot", "Foot", "Пехота"),
        ("конные с саблями", "horse", "Horse", "Конница"),
        ("ополчение с алебардами", "own_militia", "Militia", "Ополчение"),
    ],
)
def test_names(text: str, id_: str, en: str, ru: str) -> None:
    found = mustered(text).profile
    assert (found.id, found.name.en, found.name.ru) == (id_, en, ru)


@pytest.mark.parametrize(
    ("legend", "arms_", "numbers_"),
    [
        ("Барон Отто из замка над рекой. Под его началом двадцать рыцарей, таких же седых и упрямых, как он сам. "
         "Они закованы в воронёные латы, кони их в стальных бардах, на щитах — чёрный вепрь. В бой идут клином, с "
         "длинными копьями наперевес. Поклялся он отомстить оркам за сожжённую деревню.",
         "horse horse lance heavy shield barding warhorse ram_blow", "4 4 3 3 3 1 3 1 9"),
        ("Подгорный клан. Три десятка хирдманов в чешуйчатой броне до пят, у каждого секира в рост. Пьют "
         "перед боем эль, поют и не отступают. Ненавидят гоблинов.",
         "foot foot two_handed medium hard_nut", "3 4 3 3 4 1 2 1 10"),
        ("We are the Grey Company, thirty old soldiers who have fought in every war of the last ten years. Brigandines "
         "patched a hundred times, halberds as sharp as our tongues. The captain is a lucky man. We don't run.",
         "foot foot halberd medium", "4 4 3 3 3 1 3 1 9"),
        ("Ghazruk's lads: big ugly orcs, maybe forty, axes and clubs, patched leather, shields. They hate elves. "
         "Ghazruk is a shaman, he talks to the green storm.",
         "foot foot hand_weapon light shield", "4 3 3 3 4 1 2 1 7"),
    ],
)  # fmt: skip
def test_a_whole_legend_is_read(legend: str, arms_: str, numbers_: str) -> None:
    """Enemies, heraldry and "he" (which looks like a Russian "not") give nothing."""
    found = mustered(legend).profile
    assert (arms(found), numbers(found)) == (arms_, numbers_)


def test_slips_turn_no_sentence() -> None:
    assert mustered("местное ополчение").profile.id == "own_militia"
    assert mustered("archers of the county").leader == ""


def test_beasts_are_mounts_beside_a_word_for_riding() -> None:
    assert mustered("волчья кавалерия гоблинов").profile.mount == "wolf"
    assert mustered("кавалерия, на знамени волк").profile.mount == "riding_horse"


def test_a_name_gives_no_mounts() -> None:
    assert mustered("«Волки на кабанах», 20 пикинёров").profile.mount == ""
    assert mustered("пикинёры-волки").profile.mount == ""


def test_ids_begin_with_a_letter() -> None:
    assert (slug("13-й полк"), slug("«Ёж»"), slug("...")) == ("unit_13_y_polk", "ezh", "unit")


@pytest.mark.clause("FA-GEN-05")
@pytest.mark.parametrize("text", ["", "  \n", "девы поют песни", "maidens sing songs", "42", "маг огня"])
def test_what_describes_no_troops_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        mustered(text)
    assert refused.value.clause == "FA-GEN-05"
    assert "say who they are, their arms, armour, mounts and training" in refused.value.say("en")


# --- the file ---------------------------------------------------------------------------------------------


def test_the_file_can_be_pasted_into_a_scenario() -> None:
    text = "«Чёрные Волки», 40 пикинёров, кираса, ветераны, со щитами, маг огня, сыты"
    page = FantasyBook().muster(text, "ru").file
    head, *lines = page.splitlines()
    assert head == "# Предложение по описанию: любое число мастер может изменить (FA-GEN-05)."
    assert lines[0] == "# ? «щитами» при оружии для двух рук: парировать нечем, щит не записан (FA-WPN-11)"
    laid = read_tables([read_yaml(page, "own.yaml")]).tables().profiles["chernye_volki"]
    assert laid == mustered(text).profile
    unit = yaml.safe_load(lines[-1].removeprefix("#"))
    assert unit == [
        {"id": "u1", "profile": "chernye_volki", "n": 40, "at": [20, 10], "heading": 0, "condition": "eager",
         "chars": [{"as": "mage", "level": 1, "path": "flame"}]}
    ]  # fmt: skip


def test_a_gun_has_its_crew_in_the_file() -> None:
    page = FantasyBook().muster("мортира, 4 человека расчёт, капитан").file
    assert "crew: 4, machine_T: 7, machine_W: 3" in page
    assert "n: 1," in page
    assert "chars: [captain]" in page


@given(st.lists(st.sampled_from(muster_file().word), min_size=1, max_size=8), st.data())
@settings(max_examples=40, deadline=None)
def test_whatever_is_said_the_file_is_in_order(words: list[Any], data: Any) -> None:
    said = [data.draw(st.sampled_from([word.en, word.ru, *word.words])).replace("*", "") for word in words]
    try:
        found = mustered(" ".join(said))
    except Refused:
        return
    laid = read_tables([read_yaml(file_of(found), "own.yaml")]).tables().profiles[found.profile.id]
    assert laid == found.profile
    page = proposal(found, tables(), "ru")
    assert [one for one in page.values if not say(one.name, "ru")] == []
    assert [one.name for one in page.values[: len(STATS)]] == list(STATS)
    assert found.profile.id not in tables().profiles


# --- the vocabulary ---------------------------------------------------------------------------------------


def test_the_vocabulary_names_only_what_the_tables_have() -> None:
    known: dict[str, Mapping[str, Any]] = {
        "troop": tables().profiles, "people": tables().profiles, "melee": tables().melee, "missile": tables().missile,
        "mount": tables().mounts, "character": tables().characters, "path": tables().paths, "bonus": tables().bonuses,
    }  # fmt: skip
    for key, table in known.items():
        assert {getattr(word, key) for word in muster_file().word} - {""} <= set(table), key
    row = set(read_tables().options)
    assert "troop_condition" in row
    rules = {rule for word in muster_file().word for rule in word.rules}
    ready = {rule for profile in tables().profiles.values() for rule in profile.rules}
    assert rules >= ready
    for saddle in muster_file().saddle:
        assert {saddle.afoot, saddle.mounted, saddle.heavy} <= {*tables().melee, *tables().missile}
    assert set(muster_file().rider_of.values()) <= set(tables().mounts)
    assert "rules" in ProfileRow.model_fields


def test_every_ready_made_weapon_armour_and_mount_can_be_asked_for() -> None:
    profiles = tables().profiles.values()
    for key, field in (("melee", "weapon"), ("missile", "missile"), ("armour", "armour"), ("mount", "mount")):
        said = {getattr(word, key) for word in muster_file().word} | {"cannon", "mortar", "riding_horse"}
        assert {getattr(profile, field) for profile in profiles} - {""} <= said


def test_no_word_says_two_things() -> None:
    meaning = defaultdict(set)
    for word in muster_file().word:
        for one in (word.en, word.ru, *word.words):
            meaning[fold(one)].add(word.id)
    assert {one: ids for one, ids in meaning.items() if len(ids) > 1} == {}


def test_all_words_of_the_page_are_said_in_russian() -> None:
    page = FantasyBook().muster(
        "храбрые зомби на волках с луками и щитами, двуручники, лучники, минотавры", "ru"
    )
    texts = [
        *page.doubts,
        *page.hints,
        *(one.name for one in page.values),
        *(one.value for one in page.values),
    ]
    english = [one.say("en") for one in texts if isinstance(one, Text) and one.say("ru") == one.say("en")]
    assert english == []
