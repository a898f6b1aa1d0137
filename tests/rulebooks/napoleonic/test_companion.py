"""A battle on a floor: the worked examples as lines of a ledger, with the dice typed."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from grognard.rulebooks.book import Companion, Followed
from grognard.rulebooks.napoleonic import companion
from grognard.rulebooks.napoleonic.book import BOOK
from grognard.show.as_text import blocks_lines

ARMIES = """\
side red = Red / Красные
side blue = Blue / Синие
regiment r1 red foot 10 = Alpha / Альфа
regiment r2 red foot 10 = Second Alpha / Вторая Альфа
regiment rh red heavy horse 5 = Cuirassiers / Кирасиры
gun g1 red 5 = Battery / Батарея
gun g2 red 5 = Second battery / Вторая батарея
gun g3 red 5 = Third battery / Третья батарея
regiment b1 blue foot 10 = Beta / Бета
regiment b2 blue foot 10 = Gamma / Гамма
regiment bl blue medium horse 5 lances = Lancers / Уланы
gun bg blue 5 = Guns / Пушки
person boss blue division commander, major general, with b1 = Boss / Босс
"""


def follow(*lines: str, armies: str = ARMIES, lang: str = "en") -> Companion:
    return BOOK.companion(armies + "\n".join(lines), lang)


def answers(found: Companion, armies: str = ARMIES) -> list[Followed]:
    """Those to the lines behind the armies."""
    return list(found.lines[armies.count("\n") :])


def said(one: Followed, lang: str = "en") -> str:
    return " ".join("\n".join(blocks_lines(one.blocks, lang, 2, 400, False)).split())


def last(*lines: str, armies: str = ARMIES, lang: str = "en") -> str:
    """What the last line came to; nothing may be wrong before it."""
    found = answers(follow(*lines, armies=armies, lang=lang), armies)
    wrong = [one.problem.say() if one.problem else one.wanted for one in found if one.problem or one.wanted]
    assert wrong == []
    return said(found[-1], lang)


def wrong(*lines: str, lang: str = "en", armies: str = ARMIES) -> str:
    """What is wrong with the last line."""
    found = answers(follow(*lines, lang=lang, armies=armies), armies)[-1]
    assert found.problem is not None
    assert not found.blocks
    return found.problem.say(lang)


def due(found: Companion) -> dict[str, bool]:
    return {one.line: one.must for one in found.due}


def left(found: Companion, who: str) -> str:
    """A row of how everybody stands: figures left, of how many, states."""
    rows = " ".join(" ".join(blocks_lines(found.sheet[1:3], "en", 0, 400, False)).split())
    row = re.search(rf"\({who}\) (.*?)(?= [A-Z][\w ]* \(\w+\)| Red| Blue|$)", rows)
    assert row is not None, rows
    return row[1].strip()


# --- fighting values -------------------------------------------------------------------------------------


@pytest.mark.clause("NA-MOD-01", "NA-MOD-02", "NA-CC-06", "NA-CAS-02")
def test_one_die_two_uses() -> None:
    """Worked example 6."""
    armies = ARMIES.replace("r1 red foot 10", "r1 red foot 10 guard").replace(
        "b1 blue foot 10", "b1 blue foot 10 militia"
    )
    armies = armies.replace("person boss", "# person boss")
    words = last("r1 > b1: 5 2", armies=armies)
    assert "Beta 1 : 6 Alpha, difference 5, beaten Beta: overthrown" in words
    assert "Beta loses 2 (close combat), left 8" in words
    assert "Alpha: Guard +1 [NA-MOD-02]" in words


@pytest.mark.clause("NA-UNIT-04", "NA-UNIT-05")
@pytest.mark.parametrize(("figures", "minus"), [(6, ""), (4, "−2"), (1, "−5")])
def test_missing_figures_count_as_the_phase_began(figures: int, minus: str) -> None:
    """Worked example 1; the losses of the same fight spoil nothing."""
    words = last(f"lose b2 {10 - figures}", "r1 > b2: 1 1")
    found = re.search(r"Gamma: figures missing (\S+)", words)
    assert (found[1] if found else "") == minus
    assert "figures missing" not in last("lose b2 4", "r1 > b2: 6 1")


@pytest.mark.clause("NA-CAMP-02", "NA-MOD-03")
@pytest.mark.parametrize(("recruits", "counts"), [(6, True), (5, True), (4, False)])
def test_half_recruits(recruits: int, counts: bool) -> None:
    """Worked example 31."""
    armies = ARMIES.replace("r1 red foot 10", f"r1 red foot 10, recruits {recruits}")
    assert ("half of it recruits −1" in last("r1 > b2: 1 1", armies=armies)) is counts


@pytest.mark.clause("NA-MOD-21", "NA-MOD-22")
@pytest.mark.parametrize(
    ("strikes", "value"),
    [
        ("r1 > b2 front, rh > b2 left flank: 1 1 1", -3),
        ("r1 > b2 left, r2 > b2 right: 1 1 1", -3),
        ("r1 > b2, r2 > b2: 1 1 1", -1),
        ("rh > b2 front, r1 > b2 rear: 1 1 1", -4),
        ("r1 > b2 flank: 1 1", -1),
    ],
)
def test_strikes_suffered(strikes: str, value: int) -> None:
    """Worked example 15."""
    words = last(strikes)
    assert f"Gamma: result {f'−{-1 - value - 0}' if 1 + value < 0 else 1 + value} " in words.replace(
        "  ", " "
    )


@pytest.mark.clause("NA-CC-08", "NA-MOD-04", "NA-MOD-06", "NA-CC-31")
def test_two_strikers_on_a_unit_with_its_general() -> None:
    """Worked example 16 with its dice: pushed by the foot, the heavy horse repulsed."""
    found = follow("r1 > b1 front, rh > b1 left flank: r1 4, rh 2, b1 3")
    words = said(answers(found)[-1])
    assert "Beta 1 : 4 Alpha, difference 3, beaten Beta: pushed back" in words
    assert "difference 2, beaten Beta: horse repulsed" in words
    assert "Beta goes back 0.5 merka, away from Alpha" in words
    assert "Cuirassiers goes back 1 merka to re-form [NA-CC-31]" in words
    assert left(found, "b1").startswith("9 10 pushed")
    assert (left(found, "r1")[:4], left(found, "rh")[:3]) == ("9 10", "5 5")


@pytest.mark.clause("NA-MOD-05", "NA-MOD-13", "NA-CC-30")
def test_lances_count_in_the_first_attack_and_a_charge_finds_horse_standing() -> None:
    """Worked example 4 and 5."""
    words = last("bl > rh front: 1 1")
    assert "Lancers: lances, first attack +1" in words
    assert "Cuirassiers: horse caught standing" not in words  # heavy horse
    missed = ("bl > rh other target: 2 2", "turn 3", "bl > rh: 1 1")
    assert "lances, first attack +1" in last(*missed)
    assert "lances" not in last(missed[0])
    words = last("bl > rh: 2 2", "turn 3", "bl > rh: 1 1")
    assert "lances" not in words
    assert "Lancers: horse caught standing −1 [NA-MOD-13]" in last("rh > bl: 1 1")


@pytest.mark.clause("NA-OBS-10", "NA-MOVE-09", "NA-MOVE-13", "NA-MOD-15")
def test_what_the_umpire_sees_counts() -> None:
    assert "Gamma: obstacle −1 [NA-OBS-10]" in last("r1 > b2, b2 obstacle 1: 1 1")
    assert "Alpha: obstacle −1" in last("r1 > b2, r1 stream: 1 1")
    assert "Gamma: in march column −1" in last("turn 1", "state b2 march column", "r1 > b2: 1 1")
    assert "Lancers: rode past a front of foot −1" in last("bl > r2 past a front: 1 1")
    square = ("rule square all_round", "turn 1", "bl > r1 rear, r1 square: 1 1")
    assert "struck in the rear" not in said(BOOK.companion(ARMIES + "\n".join(square)).lines[-1])


# --- firefights, pushes, routs ---------------------------------------------------------------------------


@pytest.mark.clause("NA-CC-20", "NA-CC-21")
def test_a_firefight_goes_on_until_fresh_forces_come() -> None:
    begun = ("r1 > b2: 3 3", "turn 2")
    words = last(*begun, "r1 > b2: 5 1")
    assert "Die of Alpha (firefight): Gamma loses 2" in words
    assert "difference" not in words
    assert "difference" in last(*begun, "r1 > b2, r2 > b2 left: 5 5 1")
    assert "difference" in last(*begun, "state b2 has general", "r1 > b2: 5 1")
    assert "in a firefight and strikes only its partner" in wrong(*begun, "r1 > b1: 1 1")
    assert "difference" in last(*begun, "state b2 apart", "r1 > b2: 5 1")


@pytest.mark.clause("NA-ROUT-02", "NA-MOD-10", "NA-CC-22")
def test_two_pushes_running_are_a_rout() -> None:
    """Worked example 18."""
    found = follow("r1 > b2: 5 2", "follow r1 0.4", "turn 2", "r1 > b2: 5 3")
    words = said(answers(found)[-1])
    assert "Gamma: pushed in the turn before −1 [NA-MOD-10]" in words
    assert "ROUT: Gamma (way 2: pushed or silenced in two turns running); it runs 1.5 merka at once" in words
    assert due(found)["obedience r1: "] is True
    assert "ROUT" not in last("r1 > b2: 5 2", "turn 2", "turn 3", "r1 > b2: 5 2")


@pytest.mark.clause("NA-ROUT-03", "NA-ROUT-05", "NA-ROUT-06", "NA-ROUT-19")
@pytest.mark.parametrize(
    ("lines", "way"),
    [
        (("r1 > b2, b2 onto an obstacle: 5 2",), "way 3"),
        (("r1 > b2, b2 in a narrow place: 5 2",), "way 4"),
        (("g1 at b2 canister: 6", "r1 > b2: 4 2"), "way 5"),
        (("r1 > b2: 5 2", "rout b2, narrow place"), "way 4"),
    ],
)
def test_ways_of_a_pushed_unit(lines: Sequence[str], way: str) -> None:
    lines = [line.replace("g1 at", "fire g1 at") for line in lines]
    found = follow(*lines)
    assert way in said(answers(found)[-1])
    assert "obedience r1: " in due(found)


@pytest.mark.clause("NA-ROUT-07", "NA-ART-17", "NA-ROUT-19")
def test_two_stops_by_canister_are_a_rout_without_overthrowers() -> None:
    """Worked example 10."""
    found = follow("fire g1, g2 at b2, canister: 6 6")
    assert "way 6" in said(answers(found)[-1])
    assert not any(one.must for one in found.due)
    assert "way 6" in last("fire g1 at b2 canister: 6", "turn 2", "fire g2 at b2 canister: 6")
    assert "way 6" not in last("fire g1 at b2 canister: 6", "turn 3", "fire g2 at b2 canister: 6")


@pytest.mark.clause("NA-ART-10", "NA-ART-11", "NA-ROUT-02")
def test_a_gun_silenced_twice_running_routs() -> None:
    """Worked example 9; what silences it in this turn does not keep it from firing in it."""
    twice = ("fire g1 at bg ball: 6", "fire bg at r1 ball: 1", "turn 2", "fire g1 at bg ball: 6")
    assert "ROUT: Guns (way 2" in last(*twice)
    assert "may not fire" in wrong("fire g1 at bg ball: 6", "turn 2", "fire bg at r1 ball: 1")


@pytest.mark.clause("NA-ART-04", "NA-ART-05", "NA-ART-06", "NA-ART-09")
@pytest.mark.parametrize(
    ("how", "face", "row"),
    [
        ("canister", 6, "table 6"),
        ("canister, pivot 7.5", 6, "table 5"),
        ("canister, pivot 30", 6, "table 3"),
        ("canister, pivot 30", 5, "table 2"),
        ("ball, moved", 6, "table 3"),
        ("ball, die minus one", 1, "table 0"),
        ("ball, half die", 4, "table 2"),
    ],
)
def test_how_strong_a_shot_is(how: str, face: int, row: str) -> None:
    """Worked examples 7, 8 and 11."""
    assert f"row of the casualty {row}" in last(f"fire g1 at bg, {how}: {face}")
    assert "does not fire" in wrong("fire g1 at bg, ball, pivot 47.5: 1")


@pytest.mark.clause("NA-ART-12", "NA-ART-14", "NA-FATE-05")
def test_places_burn_and_cost_nobody() -> None:
    assert "on fire" in last("fire g1 at village, ball: 6")
    assert "losses 0" in last("fire g1 at bridge, ball: 5")


@pytest.mark.clause("NA-SKIR-03")
def test_skirmishers() -> None:
    """Worked example 13 with dice: a six is a figure."""
    words = last("turn 1", "state r1 open order", "fire r1 at b2, skirmishers 4: 6 1 6 2")
    assert "Gamma loses 2 (skirmishers), left 8" in words
    assert "is not in open order" in wrong("fire r1 at b2, skirmishers 4: 6 1 6 2")


@pytest.mark.clause("NA-ROUT-09", "NA-ROUT-11", "NA-MOD-20")
def test_the_course_of_a_rout() -> None:
    """Worked example 26."""
    routed = ("turn 3", "r1 > b2: 6 1", "obedience r1: 2", "stay r1")
    assert left(follow(*routed, "turn 5"), "b2") == "8 10 fleeing, course 2 of 4"
    assert left(follow(*routed, "turn 7"), "b2") == "8 10 fleeing, course 4 of 4"
    rallied = (*routed, "turn 8")
    assert left(follow(*rallied), "b2") == "8 10 rallied in the rear"
    assert "may not strike" in wrong(*rallied, "b2 > r1: 1 1")
    words = last(*rallied, "state b2 back in the battle", "r1 > b2: 1 1")
    assert "Gamma: has routed in this battle −2" in words


@pytest.mark.clause("NA-ROUT-12", "NA-ROUT-13")
def test_a_strike_on_routers_is_a_second_rout() -> None:
    routed = ("r1 > b2: 6 1", "obedience r1: 2", "stay r1", "turn 2", "r2 > b2: 5")
    found = follow(*routed)
    assert "second rout" in said(answers(found)[-1])
    assert due(found)["obedience r2: "] is True
    assert left(found, "b2") == "6 10 spent"


@pytest.mark.clause("NA-ROUT-16", "NA-ROUT-17", "NA-ART-18")
def test_those_in_the_way_and_neighbours() -> None:
    """Worked example 27."""
    routed = ("r1 > b2: 6 1",)
    words = last(*routed, "in the way b2 > b1, bl: 3")
    assert "Beta, in the way of Gamma, is disordered" in words
    assert "Lancers, in the way of Gamma, withdraws and re-forms" in words
    assert "Guns, in the way of Gamma, falls silent" in last(*routed, "in the way b2 > bg: 5")
    assert "carried away by routers" in last(*routed, "in the way b2 > b1 carried away")
    assert "neighbour of Gamma, falls back 0.5 merka" in last(*routed, "neighbour b1 of b2")


# --- pursuit, persons, guns ------------------------------------------------------------------------------


@pytest.mark.clause("NA-PURS-06", "NA-PURS-07", "NA-PURS-08", "NA-PURS-09")
def test_dice_of_a_pursuit_in_their_order() -> None:
    """Worked example 28: 5, 4, 3-3, 6-2."""
    lines = ("r1 > b1, b1 obstacle 1: 6 1", "fate b1: 6", "obedience r1: 2", "pursue r1 > b1: 5 4 3 3 6 2")
    found = follow(*lines)
    words = said(answers(found)[-1])
    assert "Alpha cuts down of Beta: 2" in words
    assert "takes prisoners of Beta: 1" in words
    assert "Beta saves its colour" in words
    assert "Alpha captures, with Beta: Boss" in words
    sheet = " ".join(" ".join(blocks_lines(found.sheet, "en", 0, 200, False)).split())
    assert "Red 1 0 1 0 0 0" in sheet  # trophies


@pytest.mark.clause("NA-PURS-01", "NA-PURS-03", "NA-PURS-04", "NA-MOD-08", "NA-MOD-12")
def test_who_does_not_obey_must_pursue_and_is_unruly() -> None:
    """Worked example 29."""
    odd = ("turn 3", "r1 > b2: 6 1", "obedience r1: 3")
    assert "must pursue" in wrong(*odd, "stay r1")
    ran = (*odd, "pursue r1: 1 1 1 6")
    assert "rests after its pursuit" in wrong(*ran, "turn 4", "r1 > b1: 1 1")
    words = last(*ran, "turn 4", "b1 > r1, r1 > b1: 1 1")
    assert "Alpha: does not obey −1" in words
    assert "has overthrown an enemy" not in words
    assert "has overthrown an enemy +1" in last(*ran, "turn 6", "b1 > r1: 1 1")
    even = ("turn 3", "r1 > b2: 6 1", "obedience r1: 4", "stay r1")
    assert "has overthrown an enemy +1" in last(*even, "turn 4", "b1 > r1: 1 1")


@pytest.mark.clause("NA-FATE-01", "NA-FATE-02", "NA-FATE-03", "NA-CMD-13", "NA-FATE-04")
def test_fate_of_persons() -> None:
    """Worked examples 12 and 25: shaken in turn 5, back in turn 7."""
    six = ("turn 5", "fire g1 at b1 ball: 6")
    assert due(follow(*six)) == {"fate b1: ": True}
    assert "fate: shaken" in last(*six, "fate b1: 5").replace(
        "Fate of Boss (major general), with Beta", "fate"
    )
    found = follow(*six, "fate b1: 5", "turn 7", "r1 > b1: 1 1")
    assert "Boss" in said(answers(found)[-2])
    assert "general with it" in said(answers(found)[-1])
    assert "general with it" not in last(*six, "fate b1: 1", "turn 6", "r1 > b1: 1 1")
    twice = ("fire g1, g2 at b1 ball: 6 6", "fate b1: 6 6")
    assert last(*twice).count("Fate of Boss") == 2
    assert last("r1 > b1: 6 6", "fate Boss: 1").count("Fate of Boss") == 1


@pytest.mark.clause("NA-TROPH-02", "NA-ART-19")
def test_a_gun_that_was_struck_is_taken() -> None:
    lines = ("r1 > bg: 6",)
    found = follow(*lines)
    assert due(found) == {"capture bg > r1": False}
    assert "Alpha captures Guns" in last(*lines, "capture bg > r1")
    assert "a gun that it struck in this turn" in wrong("turn 1", "capture bg > r1")


@pytest.mark.clause("NA-UNIT-06")
def test_whose_unit_is_no_more_goes_where_the_umpire_says() -> None:
    gone = ("lose b1 9", "r1 > b1, r2 > b1 left: 5 5 1")
    found = follow(*gone)
    assert "Beta is no more" in said(answers(follow("lose b1 9", "fire g1 at b1 ball: 5"))[-1])
    assert "obedience r1: " in due(found)
    shot = ("lose b1 9", "fire g1 at b1 ball: 5")
    assert due(follow(*shot)) == {"join boss ": True}
    assert "Boss (major general) passes to Gamma" in last(*shot, "join boss b2")
    assert "is captured by Alpha" in last(*shot, "capture boss r1")
    assert "leaves the field" in last(*shot, "state boss left the field")


@pytest.mark.clause("NA-CMD-06", "NA-CMD-08", "NA-CC-04")
def test_who_is_without_command_strikes_only_in_answer() -> None:
    without = ("turn 1", "state r1 without command")
    assert "is without command" in wrong(*without, "r1 > b2: 1 1")
    assert "difference" in last(*without, "b2 > r1, r1 > b2: 1 1")
    assert "difference" in last(*without, "initiative r1: 4", "r1 > b2: 1 1")
    assert left(follow(*without, "initiative r1: 4", "turn 2"), "r1") == "10 10 without command"


@pytest.mark.clause("NA-CMD-12", "NA-CMD-15", "NA-CMD-17", "NA-CMD-18")
def test_a_vacant_post_is_taken_with_an_even_die_or_by_appointment() -> None:
    armies = ARMIES + "person aid blue corps commander, full general, with b2 = Aide / Помощник\n"
    armies = armies.replace(
        "boss blue division commander, major general", "boss blue army commander, marshal"
    )
    lost = ("fire g1 at b1 ball: 6", "fate b1: 1")
    assert "has a general" in wrong("turn 1", "replace aid > blue: 4", armies=armies)
    assert "Aide" in last(*lost, "replace aid > blue: 4", armies=armies)
    assert "has a general" in wrong(
        *lost, "replace aid > blue, appointed", "replace aid > blue: 4", armies=armies
    )


@pytest.mark.clause("NA-PURS-10", "NA-PURS-11")
def test_fresh_trophies_are_won_back() -> None:
    lines = ("r1 > b2: 6 1", "obedience r1: 3", "pursue r1: 1 6 6 1", "turn 2", "b1 > r1, r1 > b1: 6 1")
    words = last(*lines, "obedience b1: 2", "pursue b1 > r1: 1 1 6 1 6 6 1")
    assert "frees prisoners from Alpha: 2" in words
    assert "wins a colour back from Alpha" in words


# --- the end ---------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-END-03", "NA-END-04", "NA-END-05", "NA-END-06", "NA-CAMP-01")
def test_losses_after_the_battle_and_the_army_files() -> None:
    """Worked example 30: 7 figures lost by the winner are 1.75 in each part."""
    found = follow("turn 1", "lose r1 7", "lose b2 7", "lose b2 3 as prisoners", "end Red wins")
    words = said(answers(found)[-1])
    assert "killed 1.75 figures" in words
    assert "killed or died 3.5 figures" in words
    assert "Gamma: lost 7, prisoners 3" in words
    assert set(found.armies) == {"red", "blue"}
    assert "id: r1, figures: 3, full: 10" in found.armies["red"]
    assert wrong("turn 1", "end truce", "turn 2") == "the battle is over (NA-END-01)"


# --- dice ------------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-SEQ-05", "NA-GEN-02")
def test_dice_that_are_not_there_are_asked_for_by_whom_and_in_order() -> None:
    found = answers(follow("rh > b1 left, r1 > b1 front"))[-1]
    assert [words.say() for words in found.wanted] == [
        "throw 1 for Cuirassiers (close combat)",
        "throw 1 for Beta (close combat)",
        "throw 1 for Alpha (close combat)",
    ]
    assert not found.blocks
    part = answers(follow("rh > b1 left, r1 > b1 front: 3 4"))[-1]
    assert [words.say() for words in part.wanted] == ["throw 1 for Alpha (close combat)"]
    assert "dice too many: 1" in wrong("r1 > b2: 1 2 3")


def test_the_program_throws_the_same_for_the_same_text_whatever_stands_above() -> None:
    one, two = last("fire g1 at b2 ball: roll", "r1 > b2: roll"), last("r1 > b2: roll")
    assert re.findall(r"d6: \[\d\]", one) == re.findall(r"d6: \[\d\]", two)
    assert len({last("turn 1", f"turn {turn}", "r1 > b2: roll") for turn in range(2, 9)}) > 3


def test_a_line_more_comes_to_the_same_as_all_of_it_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        "r1 > b2: roll",
        "turn",
        "r1 > b2: roll",
        "fire g1 at b1 ball: roll",
        "r1 > b2: roll",
        "turn",
        "lose r1 1",
    ]
    for count in range(1, len(lines) + 1):
        grown = follow(*lines[:count])
    monkeypatch.setattr(companion, "LEDGERS", companion.Ledgers())
    anew = follow(*lines)
    assert [said(one) for one in answers(grown)] == [said(one) for one in answers(anew)]
    assert " ".join(blocks_lines(grown.sheet, "en", 0, 99, False)) == " ".join(
        blocks_lines(anew.sheet, "en", 0, 99, False)
    )


# --- words and mistakes ----------------------------------------------------------------------------------


def test_in_russian_the_same() -> None:
    russian = (
        "ход 1",
        "огонь g1 по Гамме, картечью: 6",
        "схватка Альфа → Гамма фронт, Вторая Альфа → Гамма левый фланг: Альфа 5, Гамма 3, Вторая Альфа 1",
        "послушание Альфа: 4",
        "преследование Альфа > Гамма: 5 4 3 3",
    )
    english = (
        "turn 1", "fire g1 at b2, canister: 6", "fight r1 > b2 front, r2 > b2 left flank: 5 3 1", "obedience r1: 4",
        "pursue r1 > b2: 5 4 3 3",
    )  # fmt: skip
    one, two = answers(follow(*russian)), answers(follow(*english))
    assert [said(each) for each in one] == [said(each) for each in two]
    assert "БЕГСТВО: Гамма" in last(*russian[:3], lang="ru")
    assert due(follow(*russian[:3], lang="ru")) == {"послушание r1: ": True, "на пути b2 > ": False}


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (("fite r1 > b1",), "unknown word 'fite'; did you mean 'fire'?"),
        (("r1 > bx: 1 1",), "unknown word 'bx'"),
        (("r1 > r2: 1 1",), "Alpha and Second Alpha are on one side (NA-CC-02)"),
        (("r1 > b2: 7 1",), "'7' is no face of a die: they are 1 to 6 (NA-GEN-02)"),
        (("r1 > b2: x",), "'x' are no dice"),
        (("g1 > b2: 1",), "Battery does not strike: only foot and horse do (NA-CC-01)"),
        (("r1 > b2, r1 > b1: 1 1 1",), "Alpha strikes twice"),
        (("r1 > b2: 1 1", "r1 > b1: 1 1"), "has fought in this turn; put all strikes of a fight in one line"),
        (("r1 > b2: 1 1", "fire g1 at b2 ball: 1"), "fire comes before close combat"),
        (("fire g1 at b2: 1",), "say with what: ball or canister"),
        (("fire g1 at b2, canister 1.5: 1",), "1.5 merka is out of range: it reaches 1.0 (NA-ART-01)"),
        (("fire g1 at r1, ball: 1",), "Alpha is on its own side"),
        (("fire g1 at b2 ball: 1", "fire g1 at b2 ball: 1"), "has fired in this turn"),
        (("fate b2: 1",), "no die of fate is due for Gamma"),
        (("obedience r1: 1",), "Alpha has overthrown nobody now (NA-PURS-01)"),
        (("turn 2", "turn 1"), "turn 2 is on; the next is 3"),
        (("state r1",), "say what holds of Alpha"),
        (("lose r1",), "say how many"),
        (("neighbour b1 of b2",), "Gamma has not routed in this turn (NA-ROUT-16)"),
        (("neighbour b1",), "say of whom: neighbour fr61 of fr57 (NA-ROUT-16)"),
        (
            ("r1 > b2: 6 1", "neighbour r2 of b2"),
            "Second Alpha is no friend of Gamma in good order (NA-ROUT-16)",
        ),
        (("in the way b2 > b1: 3",), "Gamma has not routed in this turn (NA-ROUT-17)"),
        (("rout b1, carried away",), "nobody has routed in this turn who could carry Beta away (NA-ROUT-17)"),
        (("end",), "say how it ends"),
        (("end red wins truce",), "say how it ends"),
        (("state",), "say who: state odessa square"),
        (("state r1,",), "say what holds of Alpha"),
        (("lose r1 11",), "Alpha can lose 1 to 10 figures (NA-CAS-06)"),
        (("lose r1 0.5",), "Alpha can lose 1 to 10 figures (NA-CAS-06)"),
        (("r1 > b2: r2 3, b2 4",), "Second Alpha throws no such die in this line (NA-GEN-02)"),
        (("join boss r1",), "Boss can't stand with Alpha"),
        (("turn 1", "side green"), "battle, rules and armies are named before anything else"),
    ],
)
def test_one_clear_message_and_nothing_done(lines: Sequence[str], message: str) -> None:
    assert message in wrong(*lines)
    assert left(follow("lose r1 1", *lines[:-1]), "r1") == left(follow("lose r1 1", *lines), "r1")


def test_what_holds_of_a_unit_may_stand_behind_a_comma() -> None:
    """As the page has it."""
    assert left(follow("state r1, open order, without command"), "r1") == "10 10 without command"


def test_all_wrong_lines_are_told_and_the_others_count() -> None:
    found = follow("turn 1", "r1 > xx: 1 1", "r1 > b2: 5 1", "pursue b1", "lose r2 1")
    numbers = [one.number for one in found.lines if one.problem]
    first = ARMIES.count("\n") + 1
    assert numbers == [first + 1, first + 3]
    assert left(found, "r2") == "9 10"


@pytest.mark.parametrize(
    ("armies", "message"),
    [
        ("battle skirmis", "unknown scenario 'skirmis'; did you mean 'skirmish'?"),
        ("battle skirmish\nbattle grand", "the battle is named already"),
        ("turn 1", "first name the battle, or both sides with their regiments"),
        ("side aa\nside bb\nside cc", "a battle has two sides"),
        ("side aa\nside bb\nregiment xx cc foot 10", "unknown side 'cc'"),
        ("side aa\nside bb\nregiment xx aa foot 99", "a regiment has 1 to 30 figures (NA-UNIT-03)"),
        ("side aa\nside bb\nregiment xx aa fooot 10", "'fooot' is not understood; did you mean 'foot'?"),
        ("side aa\nregiment aa aa foot 10", "id 'aa' is there twice"),
        ("side aa\nside bb\nperson pp aa with xx", "say with which regiment of his side he stands"),
        ("side fire", "'fire' is a word of the ledger: choose another name"),
        ("side x", "'x' is no short name"),
        ("rule half_dye full", "unknown option 'half_dye'; did you mean 'half_die'?"),
        ("army red x.yaml", "army files are read by the program in a terminal only"),
    ],
)
def test_beginnings_that_are_wrong(armies: str, message: str) -> None:
    problem = BOOK.companion(armies).lines[-1].problem
    assert problem is not None
    assert message in problem.say()


@pytest.mark.parametrize(
    "text", ["", "\n\n", "# note", ":", ">", "r1 > b1", "\x00", "turn 99999999999", "🎲 > 🎲: 🎲"]
)
def test_nothing_that_is_typed_breaks_it(text: str) -> None:
    found = BOOK.companion(f"battle skirmish\n{text}\nlose odessa 1")
    assert found.lines[-1].problem is None
