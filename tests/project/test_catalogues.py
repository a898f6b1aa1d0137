"""The keeper of the catalogues."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.locale import LANGUAGES
from tools import catalogues

CODE = """
from grognard.locale import T

STALLED = T("army {army} is stalled: {why}", army="x", why=T("no road"))
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with one rule book and an empty Russian shelf."""
    book = tmp_path / "rulebooks" / "feudal"
    book.mkdir(parents=True)
    (tmp_path / "locale" / "ru" / "LC_MESSAGES").mkdir(parents=True)
    (book / "command.py").write_text(CODE)
    return tmp_path


@pytest.fixture
def po(package: Path) -> Path:
    return package / "locale" / "ru" / "LC_MESSAGES" / "feudal.po"


def translate(package: Path, po: Path, **words: str) -> None:
    """Write the catalogue by hand (``road``, ``stalled``) and compile it."""
    words = {"stalled": "армия {army} стоит: {why}", "road": "дороги нет"} | words
    po.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
        f'msgid "army {{army}} is stalled: {{why}}"\nmsgstr "{words["stalled"]}"\n\n'
        f'{words.get("flag", "")}msgid "no road"\nmsgstr "{words["road"]}"\n',
        encoding="utf-8",
    )
    catalogues.update(package)


def test_a_sentence_without_translation_is_named_with_its_place(package: Path) -> None:
    missing = catalogues.problems(package)
    command = package / "rulebooks" / "feudal" / "command.py"
    assert missing == [
        f"{command}:4: not in feudal.po (ru): 'army {{army}} is stalled: {{why}}'",
        f"{command}:4: not in feudal.po (ru): 'no road'",
    ]


def test_an_update_adds_what_is_new_and_keeps_what_is_translated(package: Path, po: Path) -> None:
    catalogues.update(package)
    assert [problem.split(": ")[1] for problem in catalogues.problems(package)] == ["not translated"] * 2
    translate(package, po)
    assert catalogues.problems(package) == []
    assert catalogues.spoken(po.with_suffix(".mo").read_bytes()) == {
        "army {army} is stalled: {why}": "армия {army} стоит: {why}",
        "no road": "дороги нет",
    }


def test_the_same_words_give_the_same_bytes(package: Path, po: Path) -> None:
    translate(package, po)
    before = po.read_bytes(), po.with_suffix(".mo").read_bytes()
    catalogues.update(package)
    assert (po.read_bytes(), po.with_suffix(".mo").read_bytes()) == before
    assert b"Date" not in b"".join(before)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ({"road": ""}, "15: not translated"),
        ({"flag": "#, fuzzy\n"}, "16: marked fuzzy"),
        ({"stalled": "армия {army} стоит"}, "11: places differ, {army}, {why} against {army}"),
        ({"stalled": "армия {army} стоит: {why"}, "11: braces do not match"),
    ],
)
def test_a_bad_translation_is_named_with_its_line(
    package: Path, po: Path, words: dict[str, str], fault: str
) -> None:
    translate(package, po, **words)
    (problem,) = catalogues.problems(package)
    assert problem.startswith(f"{po}:{fault}")


def test_what_nobody_says_stays_as_a_comment_until_pruned(package: Path, po: Path) -> None:
    translate(package, po)
    command = package / "rulebooks" / "feudal" / "command.py"
    command.write_text(CODE.replace("no road", "no bridge"))
    assert any("said nowhere in the room: 'no road'" in problem for problem in catalogues.problems(package))
    catalogues.update(package)
    assert '#~ msgid "no road"' in po.read_text(encoding="utf-8")
    assert any("a comment nobody says" in problem for problem in catalogues.problems(package))
    command.write_text(CODE)
    catalogues.update(package)
    assert catalogues.problems(package) == []
    command.write_text(CODE.replace("no road", "no bridge"))
    catalogues.update(package, prune=True)
    assert "no road" not in po.read_text(encoding="utf-8")


def test_a_mo_out_of_step_is_noticed(package: Path, po: Path) -> None:
    translate(package, po)
    po.write_text(po.read_text(encoding="utf-8").replace("дороги нет", "нет дороги"), encoding="utf-8")
    (problem,) = catalogues.problems(package)
    assert problem == f"{po.with_suffix('.mo')}:1: does not say what feudal.po says (--update compiles it)"


def test_two_rooms_may_not_translate_one_sentence_in_two_ways(package: Path, po: Path) -> None:
    translate(package, po)
    (package / "orders").mkdir()
    (package / "orders" / "grammar.py").write_text('HINT = T("no road")\n')
    other = po.with_name("orders.po")
    other.write_text('msgid "no road"\nmsgstr "пути нет"\n', encoding="utf-8")
    catalogues.update(package)
    (problem,) = catalogues.problems(package)
    assert problem.startswith(f"{other}:")
    assert "feudal.po translates it differently, 'дороги нет' against 'пути нет'" in problem


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        (b'msgid "a"\nmsgstr "b"\nnonsense\n', "3: not a gettext catalogue"),
        (b'msgid "\xff"\n', "1: not UTF-8"),
    ],
)
def test_a_broken_catalogue_is_said_plainly_and_left_alone(
    package: Path, po: Path, broken: bytes, why: str
) -> None:
    po.write_bytes(broken)
    catalogues.update(package)
    assert po.read_bytes() == broken
    (problem,) = catalogues.problems(package)
    assert problem.startswith(f"{po}:{why}")


def test_every_sentence_of_the_program_is_found(capfd: pytest.CaptureFixture[str]) -> None:
    """Babel warns of what it passes over, such as an f-string among the facts of a sentence."""
    assert len(catalogues.sentences(catalogues.PACKAGE)) > 5
    assert capfd.readouterr().err == ""


def test_every_language_of_the_program_has_a_shelf() -> None:
    shelves = {folder.parent.name for folder in (catalogues.PACKAGE / "locale").glob("*/LC_MESSAGES")}
    assert shelves == set(LANGUAGES) - {"en"}
