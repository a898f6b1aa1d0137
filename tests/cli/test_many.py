"""Odds, many battles, studies, and armies between battles."""

from __future__ import annotations

import csv
import re
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.running import ok, parsed, run

EVEN = ("odds", "feudal", "clash", "warriors", "30", "vs", "warriors", "30")


def test_a_described_clash_exactly() -> None:
    found = parsed(*EVEN)
    winners = found["chances"]["winner"]
    assert sum(Fraction(one["exact"]) for one in winners.values()) == 1
    assert found["stopped"] == ""
    assert "%" in ok(*EVEN)
    assert "/" in ok(*EVEN, "--fractions")


def test_the_same_clash_in_russian() -> None:
    russian = parsed("odds", "feudal", "clash", "воины", "30", "против", "воины", "30")
    assert russian["chances"]["winner"] == parsed(*EVEN)["chances"]["winner"]


def test_a_clash_of_equals_is_told_in_the_readers_language() -> None:
    words = ("воины", "30", "возвышенность", "против", "воины", "30")
    told = ok("odds", "feudal", "clash", *words, "--lang", "ru")
    assert "A: Воины 30 (возвышенность)" in told
    assert "B: Воины 30: осталось ХП" in told
    assert not set(re.findall("[A-Za-z]+", told)) - {"A", "B"}
    assert re.search(r"\d,\d\d%", told)


@pytest.mark.parametrize("command", [("run",), ("simulate", "--vary", "rout=half")])
def test_many_battles_are_told_in_the_readers_language(command: tuple[str, ...]) -> None:
    told = ok(command[0], "feudal/skirmish", *command[1:], "--seeds", "2", "--lang", "ru")
    assert "Налётчики: потеряно людей" in told
    assert not set(re.findall("[A-Za-z]+", told)) - {"rout", "half"}


def test_beyond_the_budget_there_are_intervals() -> None:
    found = parsed(*EVEN, "--budget", "20")
    assert found["stopped"] == "states"
    assert found["open"]["value"] > 0
    assert " ... " in ok(*EVEN, "--budget", "20")


def test_odds_of_what_a_battle_waits_for() -> None:
    ok("play", "feudal/skirmish", "--seed", "a", "--record", "b.jsonl", typed="quit\n")
    first = ok("odds", "b.jsonl", "--seat", "lord")
    assert first.startswith("lord: Mill watch")
    found = parsed("odds", "b.jsonl", "--question", "ranged_order:mill_bows", "--order", "stragglers hold")
    (row,) = found["options"]
    assert 0 < row["chances"][0]["chance"] < 1
    exact = parsed("odds", "b.jsonl", "--seat", "umpire", "--question", "ranged_order:mill_bows")
    assert exact["exact"]
    assert all("odds" in row for row in exact["options"])


def test_what_has_no_odds(record: Path) -> None:
    assert run("odds", record).exit_code == 1
    assert run("odds", "feudal").exit_code == 1
    assert "warriors" in run("odds", "feudal", "clash", "wariors", "30", "vs", "archers", "30").output


def test_many_battles_are_the_same_battles(folder: Path) -> None:
    first = parsed("run", "feudal/skirmish", "--seeds", "8", "--csv", "r.csv")
    assert first["battles"] == 8
    assert parsed("run", "feudal/skirmish", "--seeds", "8") == first
    rows = list(csv.DictReader((folder / "r.csv").read_text(encoding="utf-8").splitlines()))
    assert [int(row["seed"]) for row in rows] == list(range(1, 9))
    assert run("run", "feudal/skirmish", "--csv", "r.csv").exit_code == 1
    assert "95.0" not in run("run", "feudal/skirmish", "--seeds", "0").output
    assert "боёв 8" in ok("run", "feudal/skirmish", "--seeds", "8", lang="ru")
    assert run("run", "feudal/skirmish", "--seat", "lord=me").exit_code == 1


def test_records_of_many_battles(folder: Path) -> None:
    ok("run", "feudal/skirmish", "--seeds", "2", "--record", "all")
    for seed in (1, 2):
        assert "In order." in ok("verify", folder / "all" / f"skirmish-{seed}.jsonl")


@pytest.mark.parametrize("name", ["rows.csv", "rows.jsonl"])
def test_a_study_resumes(name: str, folder: Path) -> None:
    study = ("simulate", "feudal/skirmish", "--vary", "rout=strength,half", "-o", name)
    few = parsed(*study, "--seeds", "3")
    text = (folder / name).read_text(encoding="utf-8")
    (folder / name).write_text(text[:-5], encoding="utf-8")
    many = parsed(*study, "--seeds", "6")
    assert list(many) == ["rout=strength", "rout=half"]
    assert [one["battles"] for one in many.values()] == [6, 6]
    assert parsed(*study, "--seeds", "3") == few
    assert (folder / name).read_text(encoding="utf-8").startswith(text[: text.rfind("\n", 0, -5)])
    assert "another study" in run("simulate", "feudal/skirmish", "--vary", "rout=never", "-o", name).output


def test_a_study_of_tables() -> None:
    ok("new", "feudal", "tables", "-o", "mine.yaml")
    found = parsed("simulate", "feudal/skirmish", "--seeds", "3", "--overlay", "mine.yaml")
    assert list(found) == ["as_it_is", "mine"]
    assert "mine" in ok("simulate", "feudal/skirmish", "--seeds", "3", "--overlay", "mine.yaml")
    assert "nightfall" in run("simulate", "feudal/skirmish", "--vary", "nightfal=1").output


def test_from_battle_to_battle(record: Path, folder: Path) -> None:
    """What is left after a battle plays in the next one."""
    ok("new", "feudal", "army", "-o", "mine.yaml")
    ok("roster", "draft", "mine.yaml", "my_company", "30", "-o", "drafted.yaml")
    assert "men: 180" in (folder / "drafted.yaml").read_text(encoding="utf-8")
    assert "FE-SIZE-10" in run("roster", "draft", "mine.yaml", "my_company", "1").output
    assert "hungry" in ok("roster", "unpaid", "mine.yaml", "my_company")
    assert "FE-SIZE-09" in run("roster", "merge", "mine.yaml", "my_company", "my_bows").output
    assert parsed("check", "drafted.yaml")[0]["ok"]
    ok(
        "play",
        "feudal/skirmish",
        "--roster",
        "lord=drafted.yaml",
        "--seat",
        "lord=doctrine",
        "--seed",
        "a",
        "--record",
        "c.jsonl",
    )
    left = ok("roster", "aftermath", "c.jsonl", "--seat", "lord")
    assert "my_bows" in left


def test_the_aftermath_comes_after_the_battle(record: Path) -> None:
    assert "army:" in ok("roster", "aftermath", record, "--seat", "umpire_raiders")
    ok("play", "feudal/skirmish", "--record", "b.jsonl", typed="quit\n")
    assert run("roster", "aftermath", "b.jsonl", "--seat", "lord").exit_code == 1
