"""The after-action report and the army sheets: counted from events alone, true to the position, nothing hidden."""

from __future__ import annotations

from itertools import product

import pytest

from grognard.core.chance import Modifier
from grognard.core.events import Event, Rolled
from grognard.core.game import Game
from grognard.core.state import UMPIRE
from grognard.locale import say
from grognard.rulebooks.feudal.events import (
    Attacked,
    BattleEnded,
    LearningTested,
    Left,
    Lost,
    Reckoned,
    RoutTested,
    StrategyChosen,
    TacticChanged,
    Upkeep,
)
from grognard.rulebooks.feudal.morale import MoraleRoll
from grognard.rulebooks.feudal.report import army_tables
from grognard.rulebooks.feudal.report_tally import Tally, odds_of
from grognard.rulebooks.feudal.sheets import army_sheet, order_of_battle
from grognard.rulebooks.feudal.words_names import Names
from grognard.show.as_bbcode import bbcode
from grognard.show.as_html import page
from grognard.show.as_markdown import markdown
from grognard.show.as_text import said_rows, table_lines, text
from grognard.show.cells import cells, fits
from grognard.show.model import Block, Heading, Line, Paragraph, Report, Table
from grognard.show.speech import plain
from tests.rulebooks.feudal.battles import BOOK, begun, brod, played, shipped, up_to

NEXT = "For the next battle (PP and wage a fief turn)"


def tally_of(game: Game, seat: str = UMPIRE) -> Tally:
    return Tally(Names(game.view(seat)), [one.event for one in game.events(seat)])


def events(game: Game) -> list[Event]:
    return [one.event for one in game.events(UMPIRE)]


def rows(table: Table, lang: str = "en") -> list[list[str]]:
    return [[plain(cell, lang) for cell in row] for row in table.rows]


def captions(report: Report) -> list[str]:
    return [plain(one.caption, "en") for one in report.blocks if isinstance(one, Table)]


# --- counts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["standard", "deathmatch"])
def test_the_table_of_armies_says_what_the_position_says(name: str, seed: int) -> None:
    game = played(shipped(name), seed)
    tally = tally_of(game)
    for army in game.view(UMPIRE).armies.values():
        count = tally.armies[army.id]
        assert (count.hp, count.men_after) == (army.hp, army.men)
        assert (
            count.outcome in ("victor", "parted") if army.status == "ready" else count.outcome == army.status
        )


@pytest.mark.parametrize("seed", [0, 3])
def test_counts_of_attacks(seed: int) -> None:
    game = played(shipped("standard"), seed)
    counts = tally_of(game).armies.values()
    attacks = [one for one in events(game) if isinstance(one, Attacked)]
    losses = [one for one in events(game) if isinstance(one, Lost)]
    assert sum(one.dealt for one in counts) == sum(one.damage or 0 for one in attacks) > 0
    assert sum(one.taken for one in counts) == sum((one.damage or 0) + (one.attrition or 0) for one in losses)
    assert sum(one.dealt for one in counts) == sum(one.damage or 0 for one in losses)
    assert sum(one.shots for one in counts) == sum(one.kind == "shot" for one in attacks)
    assert sum(one.shots + one.blows for one in counts) == len(attacks)
    assert sum(one.hits for one in counts) == sum(one.hit for one in attacks)
    assert sum(one.ones for one in counts) == sum(one.face == 1 for one in attacks)
    assert sum(one.twenties for one in counts) == sum(one.face == 20 for one in attacks)


def test_a_row_of_the_table() -> None:
    view = begun(brod()).view(UMPIRE)
    heard = [
        Attacked("shot", "bows", "spears", 20, (), 24, (), 15, (), False, True, 9, 5),
        Attacked("blow", "bows", "spears", 1, (), 5, (), 15, (), False, False, 0),
        Lost("bows", 3, 1, 16, 12, "engaged"),
        Left("bows", "routed"),
        Reckoned("bows", "routed", 60, 45, 0, 11, 34, 1, "ready", -1),
    ]
    names = Names(view)
    fates, deeds = army_tables(names, Tally(names, heard))
    held = "{}\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}{}".format
    assert rows(fates)[1] == ["Count's bowmen", "The count", held(60, 34), held(16, 12), "routed"]
    assert rows(deeds)[1] == ["Count's bowmen", "9", "4", "1", "1", "1", "1", "1"]
    assert rows(fates, "ru")[1][0::4] == ["Лучники графа", "бежал"]


# --- luck --------------------------------------------------------------------------------------------


@pytest.mark.clause("FE-DMG-01")
@pytest.mark.parametrize(
    ("bonus", "goal", "extra", "halved"), list(product([0, 5, 9], [12, 15], [-6, 0, 3], [False, True]))
)
def test_odds_of_one_attack(bonus: int, goal: int, extra: int, halved: bool) -> None:
    """Against twenty cases written out by hand (FE-DMG-01)."""
    damages = []
    for face in range(1, 21):
        over = face + bonus - goal
        damage = max(over + extra, 0) // (2 if halved else 1) if over > 0 else 0
        damages.append(max(damage, 1) if face == 20 else damage)
    odds = odds_of(bonus, goal, extra, halved, False, 0)
    mean = sum(damages) / 20
    assert odds.hit == sum(face + bonus > goal for face in range(1, 21)) / 20
    assert odds.mean == pytest.approx(mean)
    assert odds.variance == pytest.approx(sum((one - mean) ** 2 for one in damages) / 20)


def test_luck_counts_every_die_of_a_side() -> None:
    game = played(shipped("standard"), 2)
    luck = tally_of(game).luck
    attacks = [one for one in events(game) if isinstance(one, Attacked)]
    checked = (TacticChanged, StrategyChosen, RoutTested, Left, LearningTested)
    rolls = [one.roll for one in events(game) if isinstance(one, checked) and one.roll]
    every = [one for line in game.journal.lines for one in getattr(line.entry, "dice", ())]
    rolled = [one for one in every if isinstance(one, Rolled)]
    theirs = [one for one in rolled if one.purpose not in ("sky_drift", "commander_fate")]
    assert theirs
    assert sum(one.faces.count for one in luck.values()) == sum(len(one.faces) for one in theirs)
    assert sum(one.hits.count for one in luck.values()) == len(attacks)
    assert sum(one.damage.got for one in luck.values()) == sum(one.damage or 0 for one in attacks)
    assert sum(one.checks.count for one in luck.values()) == len(rolls)


def test_expected_and_spread_of_known_attacks() -> None:
    view = begun(brod()).view(UMPIRE)
    blow = Attacked(
        "blow", "knights", "spears", 12, (Modifier("strength", 5),), 17, (), 15, (), False, True, 2
    )
    luck = Tally(Names(view), [blow, blow]).luck["red"]
    assert (luck.hits.got, luck.hits.mean, luck.hits.variance) == (2, 1.0, 0.5)
    assert (luck.damage.got, luck.damage.mean) == (4, 5.5)
    assert luck.faces.mean == 21
    assert luck.faces.spread == pytest.approx(66.5**0.5)
    assert luck.ones.mean == pytest.approx(0.1)


def test_morale_checks_expected_at_the_first_roll() -> None:
    view = begun(brod()).view(UMPIRE)
    roll = MoraleRoll((3, 16), (Modifier("morale:charisma", 5),), 15, True)
    luck = Tally(Names(view), [RoutTested("knights", 4, 5, roll, True)]).luck["red"]
    assert (luck.checks.got, luck.checks.mean) == (0, 0.55)
    assert luck.faces.count == 2


def test_what_is_hidden_is_not_counted() -> None:
    view = begun(shipped("skirmish")).view("lord")
    blow = Attacked(
        "blow",
        "mill_watch",
        "cutthroats",
        15,
        (Modifier("strength", 3),),
        18,
        (),
        None,
        (),
        False,
        True,
        None,
    )
    names = Names(view)
    tally = Tally(names, [blow, Lost("cutthroats", None, None, None, None, "bloodied")])
    fates, deeds = map(rows, army_tables(names, tally))
    assert deeds[0][1:6] == ["?", "0", "0", "1", "1"]
    assert (fates[2][2:4], deeds[2][1:3]) == (["?", "bloodied"], ["0", "?"])
    assert tally.luck["fief"].damage.count == 0


# --- the report --------------------------------------------------------------------------------------


def test_the_report_opens_with_the_winner() -> None:
    game = played(shipped("standard"), 1)
    report = BOOK.report(game.view("lord_a"), game.events("lord_a"))
    end = next(one for one in events(game) if isinstance(one, BattleEnded))
    first = report.blocks[0]
    assert isinstance(first, Paragraph)
    winner = {"league": "League of the two lords", "duke": "The duke"}[end.winners[0]]
    assert plain(first.words, "en").startswith("Victory in round")
    assert plain(first.words, "en").endswith(winner)
    assert say(report.subtitle) == "After-action report"
    kinds = [type(block) for block in report.blocks]
    assert kinds[:5] == [Paragraph, Paragraph, Table, Table, Heading]
    assert captions(report)[-1].startswith("Chance alone")
    assert {"Head-counts", NEXT} <= set(captions(report))


def test_the_aftermath_stands_in_tables_and_not_in_the_course() -> None:
    game = played(shipped("standard"), 1)
    report = BOOK.report(game.view(UMPIRE), game.events(UMPIRE))
    heads = [plain(one.words, "en") for one in report.blocks if isinstance(one, Heading)]
    assert heads.count("After the battle") == 1
    tables = {plain(one.caption, "en"): one for one in report.blocks if isinstance(one, Table)}
    reckoned = [one for one in events(game) if isinstance(one, Reckoned)]
    upkeep = [one for one in events(game) if isinstance(one, Upkeep)]
    assert [row[5] for row in rows(tables["Head-counts"])] == [str(one.after) for one in reckoned]
    costs = {one.army: [str(one.pp), str(one.wage)] for one in upkeep}
    assert [row[4:] for row in rows(tables[NEXT])] == [costs.get(one.army, []) for one in reckoned]
    assert costs


def test_before_the_end_the_report_is_of_what_has_happened_so_far() -> None:
    game = up_to("melee_order", brod())
    report = BOOK.report(game.view("count"), game.events("count"))
    first = report.blocks[0]
    assert isinstance(first, Paragraph)
    assert plain(first.words, "ru") == "Бой продолжается"
    assert say(report.subtitle, "ru") == "Отчёт на эту минуту"
    heads = [plain(one.words, "en") for one in report.blocks if isinstance(one, Heading)]
    assert "Melee pass 1" in heads
    assert "After the battle" not in heads


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_report_goes_out_in_every_format(lang: str) -> None:
    game = played(brod(), 1)
    report = BOOK.report(game.view("count"), game.events("count"))
    name = {"en": "Count's knights", "ru": "Рыцари графа"}[lang]
    for whole in (text(report, lang, 2), markdown(report, lang, 2), page(report, lang, 2)):
        assert name.split()[-1] in whole
    assert name.split()[-1] in bbcode(report, lang, 2)


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("name", ["skirmish", "standard", "deathmatch", "agincourt"])
def test_the_tables_stand_in_columns_on_a_terminal(name: str, lang: str) -> None:
    """Eighty columns: no table falls apart into entries and none is wider."""
    game = played(shipped(name), 1)
    report = BOOK.report(game.view(UMPIRE), game.events(UMPIRE))
    for table in (block for block in report.blocks if isinstance(block, Table)):
        heads, said = said_rows(table, lang)
        assert fits(heads, said, 80), heads
        assert max(map(cells, table_lines(table, lang, 80))) <= 80


# --- sheets ------------------------------------------------------------------------------------------


def sheet_of(game: Game, seat: str, army: str) -> tuple[dict[str, str], list[Block]]:
    blocks = army_sheet(Names(game.view(seat)), army)
    table = next(one for one in blocks if isinstance(one, Table))
    return {row[0]: row[1] for row in rows(table)}, list(blocks)


@pytest.mark.clause("FE-ARMY-07", "FE-CMD-03", "FE-MOR-01")
def test_the_sheet_of_an_army() -> None:
    values, blocks = sheet_of(begun(brod()), "count", "heavies")
    assert values == {
        "troop type": "Men-at-arms on foot",
        "men": "50 (half-hundred)",
        "Strength": "5",
        "hit points": "27/27",
        "Attack": "5",
        "Defence": "15",
        "missiles left": "0",
        "tactics known": "Standard, Shield wall",
        "consumption": "2 PP a fief turn",
        "commander": "Hild",
        "charisma": "4",
        "leadership": "8",
        "features": "Beloved",
    }
    morale = blocks[-1]
    assert isinstance(morale, Line)
    assert plain(morale.words, "en") == "Morale: +8"
    parts = [(plain(one.label, "en"), one.value) for one in morale.details]
    assert parts == [
        ("morale of the troop type", 1),
        ("charisma of the commander", 4),
        ("feature: Beloved", 3),
    ]


@pytest.mark.clause("FE-NPC-02")
def test_of_an_npc_army_only_what_is_seen() -> None:
    values, blocks = sheet_of(begun(shipped("skirmish")), "lord", "cutthroats")
    assert values == {
        "troop type": "Warriors",
        "row": "half-hundred",
        "state": "fresh",
        "missiles left": "0",
        "conditions": "Stuck in a swamp",
        "commander": "nameless",
    }
    assert len(blocks) == 2


def test_the_fog_of_intelligence_hides_tactics_and_features() -> None:
    game = begun(brod(fog="intelligence"))
    mine, _ = sheet_of(game, "count", "knights")
    seen, _ = sheet_of(game, "duke", "knights")
    assert mine["tactics known"] == "Standard, Lance charge, Feigned flight"
    assert seen["tactics seen"] == "Standard"
    assert seen["features seen"] == "none"


def test_the_order_of_battle_has_a_table_for_each_side_and_known_sheets() -> None:
    blocks = order_of_battle(begun(shipped("skirmish")).view("lord"))
    heads = [plain(one.words, "en") for one in blocks if isinstance(one, Heading)]
    assert heads == ["The fief", "Raiders", "Mill watch", "Mill bowmen"]
    raiders = blocks[3]
    assert isinstance(raiders, Table)
    assert [row[3:5] for row in rows(raiders)] == [["?", "fresh"], ["?", "fresh"]]
    fief = blocks[1]
    assert isinstance(fief, Table)
    assert [row[3:5] for row in rows(fief)] == [["3", "16/16"], ["1", "5/5"]]
