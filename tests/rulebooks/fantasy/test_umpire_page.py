"""The page for umpires: every sample is read, every word of the closed vocabularies is explained."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.files import Document, read_yaml
from grognard.rulebooks.fantasy import BOOK
from grognard.rulebooks.fantasy.filekind import KINDS
from grognard.rulebooks.fantasy.printed import load_tables, read_tables
from grognard.rulebooks.fantasy.spellfile import VERBS
from grognard.rulebooks.fantasy.tablefile import MeleeWeaponRow, MissileWeaponRow, ProfileRow
from grognard.rulebooks.filekinds import kind_of

DOCS = Path(__file__).parents[3] / "docs"
PAGES = {"en": DOCS / "fantasy-umpire.md", "ru": DOCS / "fantasy-umpire.ru.md"}
SAMPLE = re.compile(r"^```yaml(?: file=(\S+))?\n(.*?)^```", re.MULTILINE | re.DOTALL)


def page(lang: str) -> str:
    return PAGES[lang].read_text(encoding="utf-8")


def samples(lang: str) -> Iterator[tuple[str, Document]]:
    for number, (name, text) in enumerate(SAMPLE.findall(page(lang))):
        yield name, read_yaml(text, name or f"{number}.yaml")


def tables_of(lang: str) -> list[Document]:
    return [document for name, document in samples(lang) if not name]


@pytest.mark.clause("FA-GEN-05", "FA-MAG-20")
@pytest.mark.parametrize("lang", PAGES)
def test_every_table_sample_is_read(lang: str) -> None:
    documents = tables_of(lang)
    assert {kind_of(one, KINDS) for one in documents} == {"tables"}
    tables = load_tables(documents)
    assert tables.profiles["bear_guard"].stats.WS == 5
    assert tables.profiles["militia"].stats.Ld == 6
    assert tables.profiles["bear_riders"].mount == "bear"
    assert {"war_scythe", "sling", "bear_jarl", "snow", "seers"} <= {
        *tables.melee, *tables.missile, *tables.characters, *tables.terrain, *tables.bonuses,
    }  # fmt: skip


@pytest.mark.clause("FA-MAG-20")
@pytest.mark.parametrize("lang", PAGES)
def test_every_verb_is_explained_with_a_spell_that_has_it(lang: str) -> None:
    assert tuple(re.findall(r"^### (\w+)$", page(lang), re.MULTILINE)) == VERBS
    documents = tables_of(lang)
    frost = next(at for at, one in enumerate(documents) if "path" in one.data)
    for verb, sample in zip(VERBS, documents[frost + 1 : frost + 1 + len(VERBS)], strict=True):
        spells = read_tables([documents[frost], sample]).tables().spells
        (changed,) = (spell["level"] for spell in sample.data["path"][0]["spells"])
        assert verb in {str(one.__struct_config__.tag) for one in spells[f"frost_{changed}"].effects}


@pytest.mark.parametrize("lang", PAGES)
def test_scenario_tables_and_house_rules_pass_the_check(lang: str, tmp_path: Path) -> None:
    files = [(name, text) for name, text in SAMPLE.findall(page(lang)) if name]
    assert [name for name, _ in files] == ["gate.yaml", "winter.yaml", "house.yaml"]
    for name, text in files:
        (tmp_path / name).write_text(text, encoding="utf-8")
    said = [BOOK.check_file(tmp_path / name).say("en") for name, _ in files]
    assert "North Gate" in said[0]
    assert "tables" in said[1]
    assert "options set: 3" in said[2]


@pytest.mark.clause("FA-SPC-01")
@pytest.mark.parametrize("lang", PAGES)
def test_keys_and_special_rules_are_all_named(lang: str) -> None:
    text = page(lang)
    codes = {word for code in re.findall(r"`([^`\n]+)`", text) for word in re.split(r"[ ,]+", code)}
    rows = read_tables().document.data["special_rule"]
    rules = {f"{row['id']}N" if row.get("numbered") else row["id"] for row in rows}
    assert rules - codes == set()
    written = set(re.findall(r"\b(\w+):", text))
    for model in (ProfileRow, MeleeWeaponRow, MissileWeaponRow):
        assert set(model.model_fields) - codes - written == set()


def test_both_languages_show_the_same_samples() -> None:
    def bare(lang: str) -> list[str]:
        return [re.sub(r" *#.*", "", text) for _, text in SAMPLE.findall(page(lang))]

    assert bare("en") == bare("ru")
