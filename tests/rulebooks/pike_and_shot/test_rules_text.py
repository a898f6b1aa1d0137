"""The printed rules of Pike and Shot: what they have besides those of other books."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from grognard.files import Option, read_yaml
from grognard.rulebooks.pike_and_shot.tables import load_tables
from tests.rulebooks.printed import LANGUAGES, codes, glossary, option_rows, printed

BOOK = printed("pike_and_shot")
RULES = BOOK.rules
OPTIONS: dict[str, Option] = load_tables().options
TERMS = (
    "unit",
    "base",
    "figure",
    "disorder point, DP",
    "impulse",
    "move, M",
    "move point, MP",
    "manoeuvre",
    "test",
    "bad / normal / good result",
    "drop the worst / best",
    "quality",
    "morale",
    "commander",
    "brigade / division / army commander",
    "command point, CP",
    "commander card",
    "activation",
    "coordinated order",
    "order, order flag, order zone",
    "base contact",
    "restoring order",
    "reaction",
    "stand and shoot",
    "counter-charge",
    "brace for impact",
    "evade, run for your lives",
    "zone of visibility",
    "volley",
    "effective / maximum range",
    "smoke marker",
    "enfilade",
    "close combat",
    "impact",
    "melee",
    "impact attack / impact defence / melee strength",
    "support",
    "panic and losses test",
    "steady / shaken / broken",
    "routing",
    "dismay",
    "refuge",
    "pike, shot, commanded shot",
    "cuirassier, harquebusier, reiter, caracole",
    "winged hussar, pancerni, Croats, Cossacks, Tatars",
    "dragoon",
    "strelets, haiduk",
    "tercio, brigade, tumen",
    "hanging",
    "own edge",
)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_chapters_that_the_text_names_are_there(lang: str) -> None:
    titles = {chapter.title for chapter in RULES[lang].chapters}
    named = {"en": ("Sequence of play", "Decisions and defaults", "Options", "Manoeuvres")}
    named["ru"] = ("Порядок хода", "Что решают игроки", "Опции", "Манёвры")
    for title in named[lang]:
        assert title in titles
        assert f"*{title}*" in BOOK.page(lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_of_options_is_that_of_the_data(lang: str) -> None:
    rows = option_rows(RULES[lang], lang)
    assert list(rows) == list(OPTIONS)
    for key, option in OPTIONS.items():
        assert re.findall(r"`([^`]+)`", rows[key][1]) == values_default_first(option), key
        assert tuple(re.findall(BOOK.clause, rows[key][2])) == option.clauses, key
        if option.kind in ("number", "share"):
            limits = [float(one.replace(",", ".")) for one in re.findall(r"\d+(?:[.,]\d+)?", rows[key][1])]
            assert limits[1:] == [option.least, option.most], key


def values_default_first(option: Option) -> list[str]:
    """Of an option without a list of values, its default alone."""
    default = "[]" if option.default == () else option.default
    rest = [one.value for one in option.values if one.value != default]
    return [str(value) for value in (default, *rest)]


def test_the_glossary_is_complete() -> None:
    assert set(TERMS) <= {row[0] for row in glossary(RULES["en"], "en")}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_of_a_table_that_the_text_names_is_there(lang: str) -> None:
    tables = load_tables()
    known = {*tables.traits, *tables.options, *(v.value for o in tables.options.values() for v in o.values)}
    for clause in ("PS-BASE-11", "PS-MOVE-07"):
        named = codes(RULES[lang].paragraph(clause)) - {"traits", "turn", "turn_about", "quarter_turn"}
        assert named <= known, clause


def test_the_worked_examples_are_all_there_and_name_known_clauses() -> None:
    path = Path(__file__).with_name("examples.yaml")
    explained = set(
        re.findall(r"^# (\w+) +\S.*$", path.read_text(encoding="utf-8").partition("# ask ")[2], re.M)
    )
    examples: Any = read_yaml(path).data["examples"]
    known = {clause["id"] for clause in BOOK.catalogue["clauses"]}
    assert [example["number"] for example in examples] == list(range(1, 40))
    for example in examples:
        assert example["clauses"], example["number"]
        assert set(example["clauses"]) <= known, example["number"]
        assert example["cases"], example["number"]
        for case in example["cases"]:
            assert set(case) == {"ask", "given", "expected"}, example["number"]
            assert case["ask"] in explained, example["number"]
            assert case["expected"] is not None, example["number"]
