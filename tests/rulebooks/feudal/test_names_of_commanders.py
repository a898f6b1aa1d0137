"""A commander has a name in each language; the English one is who he is."""

from __future__ import annotations

import pytest
import yaml
from msgspec.structs import replace

from grognard.core.state import UMPIRE
from grognard.files import Problems
from grognard.locale import Name
from grognard.orders import read
from grognard.rulebooks.feudal.files import SCENARIOS, read_army_file, read_scenario
from grognard.rulebooks.feudal.model import Commander, FeatureHeld
from grognard.rulebooks.feudal.roster import merge
from grognard.rulebooks.feudal.tables import load_tables
from grognard.show.as_text import text
from grognard.show.model import Report
from tests.rulebooks.feudal.battles import BOOK, begun, brod, open_questions, played, shipped, up_to

TABLES = load_tables()
ORM = Commander("Orm", 2, (FeatureHeld("surgeon"),), ru="Орм")
OWN = """\
army:
  - {id: bows, troop: archers, men: 60, commander: {name: {en: Hild, ru: Хильда}, features: [beloved]}}
  - {id: young, troop: archers, men: 30, commander: {name: Orm, features: [forager]}}
"""


def people(name: str) -> list[Name]:
    """The named commanders of a shipped scenario."""
    armies = read_scenario(SCENARIOS / f"{name}.yaml", None, TABLES).armies
    return [army.commander.called for army in armies if army.commander and army.commander.name]


@pytest.mark.parametrize("name", sorted(BOOK.scenarios()))
def test_shipped_commanders_have_both(name: str) -> None:
    found = people(name)
    assert found
    assert all(one.ru and not one.ru.isascii() for one in found)


@pytest.mark.parametrize("name", ["skirmish", "standard", "deathmatch", "agincourt"])
def test_nobody_is_called_in_the_other_language(name: str) -> None:
    """Report, table, picture, order of battle and the army file of what is left."""
    game = played(shipped(name), 2)
    view, heard = game.view(UMPIRE), game.events(UMPIRE)
    for lang in ("en", "ru"):
        shown = " ".join(
            (
                text(BOOK.report(view, heard), lang),
                text(Report(Name("x"), tuple(BOOK.order_of_battle(view))), lang),
                BOOK.table_text(view, heard, lang),
                BOOK.picture(view, heard, lang).svg,
            )
        )
        others = [one.ru if lang == "en" else one.en for one in people(name)]
        assert [one for one in others if one in shown] == []


def test_a_name_in_a_file() -> None:
    """A plain text, or one in each language; ``{n}`` of a block counts in both."""
    one, two = read_army_file(OWN, None, TABLES).armies
    assert one.commander == Commander("Hild", 1, (FeatureHeld("beloved"),), ru="Хильда")
    assert two.commander == Commander("Orm", 1, (FeatureHeld("forager"),))
    assert people("grand")[:2] == [Name("Captain 1", "Капитан 1"), Name("Captain 2", "Капитан 2")]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("''", "name must hold at least 1"),
        ("{en: '', ru: Хильда}", "en must hold at least 1"),
        ("{ru: Хильда}", "'en' is missing"),
        ("{en: Orm}", r"commander 'Orm' leads 'bows' and 'young'"),
        ("{en: Hild, fr: Hilde}", "unknown key 'fr'"),
    ],
)
def test_wrong_names(name: str, why: str) -> None:
    with pytest.raises(Problems, match=why) as caught:
        read_army_file(OWN.replace("{en: Hild, ru: Хильда}", name), "own.yaml", TABLES)
    assert caught.value.problems[0].file == "own.yaml"


def test_the_message_names_him_in_the_readers_language() -> None:
    with pytest.raises(Problems) as caught:
        read_army_file(OWN.replace("[beloved]", "[beloved, beloved]"), None, TABLES)
    assert "«Хильда»" in caught.value.say("ru")
    assert "'Hild'" in caught.value.say("en")


def test_an_army_file_keeps_both() -> None:
    game = played(shipped("standard"), 2)
    written = [BOOK.roster(game.setup, game.state, seat.id) for seat in game.setup.seats]
    rows = [yaml.safe_load(one) for one in written]
    free = [one["name"] for row in rows for one in row.get("commanders", ())]
    led = [army["commander"]["name"] for row in rows for army in row["army"] if "commander" in army]
    assert [*free, *led]
    assert all(Name(one["en"], one["ru"]) in people("standard") for one in [*free, *led])


@pytest.mark.parametrize("said", ["Hild", "Хильда"])
def test_merging_takes_either_name(said: str) -> None:
    file = yaml.safe_load(merge(OWN, TABLES, "young", "bows", said))
    assert file["army"][0]["commander"]["name"] == {"en": "Hild", "ru": "Хильда"}
    assert [one["name"] for one in file["commanders"]] == ["Orm"]


@pytest.mark.parametrize(("lang", "said"), [("en", "Count's bowmen: Orm"), ("ru", "Лучники графа: Орм")])
def test_a_free_commander_is_chosen_by_either_name(lang: str, said: str) -> None:
    setup = brod()
    bows = replace(setup.sheets["bows"], commander=None)
    free = {**setup.free_commanders, "count": (ORM,)}
    game = begun(replace(setup, sheets={**setup.sheets, "bows": bows}, free_commanders=free))
    (question,) = (one for one in open_questions(game) if one.kind == "commander")
    view = game.view("count")
    assert BOOK.order_words(view, question, ("Orm",)).say(lang) == said.rpartition(" ")[2]
    found = read(said, BOOK.asked(view, [question]), BOOK.vocabulary(view))
    assert [(one.question, one.order) for one in found.orders] == [(question.id, ("Orm",))]


def test_an_npcs_commander_is_seen_in_both() -> None:
    seen = up_to("tactic", shipped("standard"), "lord_a").view("lord_a").seen
    assert {one.commander for one in seen.values() if one.commander} == set(people("standard"))


def test_the_battle_begins_with_names_and_not_with_ids() -> None:
    game = begun(shipped("standard"))
    for seat in ("lord_a", "duke", UMPIRE):
        report = Report("", tuple(BOOK.lines(game.view(seat), game.events(seat))))
        assert "The battle begins: League of the two lords (Lord A, Lord B), The duke\n" in text(
            report, "en", 0
        )
        assert "Бой начинается: Союз двух лордов (Лорд А, Лорд Б), Герцог\n" in text(report, "ru", 0)
