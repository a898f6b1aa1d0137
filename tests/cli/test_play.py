"""Battles played at the prompt: to the end in both languages, stopped, killed, taken back, with real dice."""

from __future__ import annotations

import re
import stat
from pathlib import Path

import pytest

from grognard.cli.saves import seed_path
from grognard.core.record import Answered, Journal, Undid
from tests.cli.running import ok, run

PLAY = ("play", "feudal/skirmish", "--seed", "mill", "--record", "b.jsonl")
FIRST = "1\n" * 300


def entries(path: Path | str = "b.jsonl") -> list[object]:
    return [line.entry for line in Journal.open(Path(path)).lines]


def of_lord() -> list[Answered]:
    return [one for one in entries() if isinstance(one, Answered) and one.seat == "lord"]


@pytest.mark.parametrize(
    ("lang", "orders", "over"),
    [
        ("en", "bowmen: shoot at the stragglers, hold; watch: hold\ny\n", "The battle is over."),
        ("ru", "лучники: стреляют по отставшим и держатся; стража: стоять\nд\n", "Бой окончен."),
    ],
)
def test_a_battle_to_its_end(lang: str, orders: str, over: str) -> None:
    output = ok(*PLAY, typed=orders + FIRST, lang=lang)
    assert over in output
    assert of_lord()[1].order == ("stragglers", "hold")
    assert not seed_path(Path("b.jsonl")).exists()
    assert "In order." in ok("verify", "b.jsonl")
    lost = "Mill watch" if lang == "ru" else "Стража"
    assert lost not in output


def test_the_seed_is_secret_until_the_end() -> None:
    ok(*PLAY, typed="1\nquit\n")
    path = seed_path(Path("b.jsonl"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.read_text(encoding="utf-8").split('"')[3] not in Path("b.jsonl").read_text(encoding="utf-8")


def test_stopping_and_going_on_is_the_same_battle() -> None:
    ok(*PLAY, typed=FIRST)
    whole = [(one.order, one.dice) for one in of_lord()]
    ok(*PLAY, "--force", typed="1\n2\nquit\n")
    stopped = run("play", "--resume", "b.jsonl", typed="1\n" * 2)
    assert stopped.exit_code == 1
    assert "grognard play --resume b.jsonl" in stopped.output
    ok(*PLAY, "--force", typed="1\n1\nвыход\n")
    ok("play", "--resume", "b.jsonl", typed=FIRST)
    assert [(one.order, one.dice) for one in of_lord()] == whole


def test_a_battle_killed_while_writing_goes_on() -> None:
    ok(*PLAY, typed="1\n1\nquit\n")
    data = Path("b.jsonl").read_bytes()
    Path("b.jsonl").write_bytes(data[:-20])
    lines = data.count(b"\n")
    output = ok("play", "--resume", "b.jsonl", typed=FIRST)
    assert output.startswith(f"b.jsonl:{lines}: the last line was cut off in writing")
    assert "In order." in ok("verify", "b.jsonl")


def test_a_battle_that_is_over_or_without_seed_is_not_gone_on_with() -> None:
    ok(*PLAY, typed=FIRST)
    assert "grognard report b.jsonl" in run("play", "--resume", "b.jsonl").output
    ok(*PLAY, "--force", typed="quit\n")
    seed_path(Path("b.jsonl")).unlink()
    made = run("play", "--resume", "b.jsonl")
    assert made.exit_code == 1
    assert "b.jsonl.seed is missing" in made.output


def test_a_record_is_not_written_over() -> None:
    ok(*PLAY, typed="quit\n")
    made = run(*PLAY, typed="quit\n")
    assert made.exit_code == 1
    assert "--force" in made.output


@pytest.mark.parametrize(("lang", "undo"), [("en", "undo"), ("ru", "отмена")])
def test_taking_back(lang: str, undo: str) -> None:
    ok(*PLAY, typed=f"2\n{undo}\n3\nquit\n", lang=lang)
    assert [one.order for one in of_lord()] == [("none", "hold"), ("none", "withdraw")]
    assert [one for one in entries() if isinstance(one, Undid)]


def test_taking_back_what_was_thrown_is_seen() -> None:
    ok(*PLAY, typed="1\n4\n1\nundo\nquit\n")
    (undone,) = [one for one in entries() if isinstance(one, Undid)]
    assert undone.to
    assert "In order." in ok("verify", "b.jsonl")


def test_real_dice_are_asked_for_by_purpose_and_checked() -> None:
    typed = "1\n4\n1\n" + "99\nnone\n20\n" + "quit\n"
    output = ok(*PLAY, "--dice", "typed", typed=typed)
    assert "Throw d20: shot, Mill bowmen" in output
    assert output.count("that is not d20") == 2
    rolled = [one for entry in of_lord() for one in entry.dice]
    assert [one.faces for one in rolled] == [(20,)]
    ok("play", "--resume", "b.jsonl", typed=("1\n" * 6 + "10\n" * 3) * 60)
    assert "thrown by hand" in ok("verify", "b.jsonl")


def test_stopping_while_dice_are_asked_for() -> None:
    ok(*PLAY, "--dice", "typed", typed="1\n4\n1\nquit\n")
    answered = len(of_lord())
    output = ok("play", "--resume", "b.jsonl", typed="1\n20\nquit\n")
    assert "Throw d20: shot, Mill bowmen" in output
    assert len(of_lord()) == answered + 1


def test_two_people_do_not_see_each_other() -> None:
    seats = ("--seat", "lord=me", "--seat", "umpire_raiders=me")
    output = ok(*PLAY, *seats, typed="\n2\n5\n1\n\n1\nquit\n")
    lord, raiders = output.split("umpire_raiders (Raiders), it is your turn.")
    assert "fresh" in lord
    assert "16/16" in raiders.split("B  Raiders")[1]
    assert "shoot at 3 Cutthroats" not in raiders


def test_computers_alone_show_the_course() -> None:
    output = ok("play", "feudal/skirmish", "--seat", "lord=random", "--seed", "x", "--record", "b.jsonl")
    assert "The battle is over" in output


def test_words_that_help_in_both_languages() -> None:
    english = ok(
        *PLAY, typed="?\nodds 1\noob\nlog\nlog all\nagenda\nrule FE-ATT-02\ntable\nall\nsave\nquit\n"
    )
    typed = "помощь\nшансы 1\nвойска\nжурнал\nжурнал все\nдальше\nправило FE-ATT-02\nполе\nвсе\nсохранить\nвыход\n"
    russian = ok(*PLAY, "--force", typed=typed, lang="ru")
    for output in (english, russian):
        assert "FE-ATT-02" in output
        assert "b.jsonl" in output
    assert "Mill watch" in english
    assert "Стража мельницы" in russian


def test_the_map_is_drawn_beside_the_record() -> None:
    ok(*PLAY, typed="map\nкарта\nquit\n")
    assert Path("b-lord-1.svg").read_text(encoding="utf-8").startswith("<svg")
    assert Path("b-lord-2.png").read_bytes().startswith(b"\x89PNG")


def test_odds_stand_beside_the_options_and_nothing_is_thrown_for_them() -> None:
    output = ok(*PLAY, typed="1\nodds 4\nquit\n")
    assert re.search(r"4  shoot at 3 Cutthroats, advance +hits about \d[05]%, annihilates about", output)
    assert "mean damage" in output or "hits:" in output
    assert [one.dice for one in of_lord()] == [()]


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "questions\ndefault\ny\n"), ("ru", "вопросы\nостальное\nд\n")]
)
def test_the_rules_own_answers_to_all_that_is_asked(lang: str, words: str) -> None:
    ok(*PLAY, typed=f"2\n{words}quit\n", lang=lang)
    assert [one.order for one in of_lord()] == [("none", "hold"), ("cutthroats", "hold"), ("no",)]


def test_a_person_as_umpire() -> None:
    output = ok(
        *PLAY, "--option", "umpire=human", "--seat", "umpire=me", "--seat", "lord=me", typed="\n1\n\nquit\n"
    )
    assert "umpire, it is your turn" in output
    assert "umpire> 1" in output


def test_giving_up() -> None:
    output = ok(*PLAY, typed="concede\nn\nconcede\ny\n" + FIRST)
    assert "Victory: Raiders" in output


def test_what_is_not_understood_changes_nothing() -> None:
    output = ok(*PLAY, typed="99\nodds 99\nrule FE-XXX-01\nqwerty\n\nquit\n")
    assert of_lord() == []
    assert "there is no option 99" in output


def test_own_words_stir_the_dice() -> None:
    ok(*PLAY, "--words", "lord=по чести", typed=FIRST)
    assert "In order." in ok("verify", "b.jsonl")
    assert run("play", "feudal/skirmish", "--words", "nobody=x", typed="").exit_code == 1


def test_saved_games_have_a_folder(folder: Path) -> None:
    ok("play", "feudal/skirmish", typed="quit\n")
    (found,) = (folder / "data" / "grognard" / "battles").glob("feudal-skirmish-*.jsonl")
    assert found.is_file()


def test_a_die_that_picks_says_which_face_is_which(folder: Path) -> None:
    shown = ok(
        "play",
        "pike_and_shot/skirmish",
        "--dice",
        "typed",
        "--record",
        "t.jsonl",
        typed="2\nquit\n",
        lang="ru",
    )
    assert "Бросьте д2: какая выпадет карта (1: Александр Лесли, 2: Генрих Хольк)" in shown


def test_the_last_news_tell_nothing_twice(folder: Path) -> None:
    """When all is over a seat hears what only others heard before; what it was told stays told."""
    shown = ok(
        "play", "pike_and_shot/skirmish", "--seed", "hand1", "--record", "s.jsonl",
        typed="together charge, 3 CP\nadvance\nadvance\nend\n" + "1\n" * 400,
    )  # fmt: skip
    last = shown.rpartition("swedish>")[2]
    assert "The battle is over." in last
    assert last.split("\n\n")[:2] == [" 1\n  = end the card", "Card: Heinrich Holk\n..................."]
