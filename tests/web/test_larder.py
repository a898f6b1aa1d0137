"""What the lobby keeps from one start to the next."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from grognard.rulebooks import shelf
from grognard.web.lobby import cards, larder
from grognard.web.lobby.larder import Larder

BOOK = shelf.books()[0]


def test_a_thing_is_made_once(tmp_path: Path) -> None:
    assert Larder(tmp_path).get(BOOK, "a", lambda: b"first") == b"first"
    assert Larder(tmp_path).get(BOOK, "a", lambda: b"second") == b"first"
    assert Larder(tmp_path).get(BOOK, "b", lambda: b"other") == b"other"
    assert Larder().get(BOOK, "a", lambda: b"third") == b"third"


def test_it_is_made_anew_when_our_files_have_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Larder(tmp_path).get(BOOK, "a", lambda: b"old")
    touched = tmp_path / "grognard"
    touched.mkdir()
    source = touched / "rulebooks" / BOOK.id
    source.mkdir(parents=True)
    (source / "rule.py").write_text("changed")
    later = time.time() + 60
    os.utime(source / "rule.py", (later, later))
    monkeypatch.setattr("grognard.__file__", str(touched / "__init__.py"))
    larder._stamp.cache_clear()
    assert Larder(tmp_path).get(BOOK, "a", lambda: b"new") == b"new"
    larder._stamp.cache_clear()


def test_what_nobody_asks_for_any_more_is_thrown_away(tmp_path: Path) -> None:
    Larder(tmp_path).get(BOOK, "old", lambda: b"old")
    fresh = Larder(tmp_path)
    fresh.get(BOOK, "new", lambda: b"new")
    fresh.tidy()
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [b"new"]


def test_a_folder_that_cannot_be_written_keeps_nothing_and_hurts_nobody(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    assert Larder(tmp_path / "file" / "cache").get(BOOK, "a", lambda: b"made") == b"made"


def test_cards_and_pictures_come_back_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "LARDER", Larder(tmp_path))
    cards.cards.cache_clear()
    cards._picture.cache_clear()
    made = cards.cards(BOOK.id), cards.picture(BOOK.id, "skirmish", "ru")
    monkeypatch.setattr(cards, "_cards", None)
    monkeypatch.setattr(cards, "_drawn", None)
    cards.cards.cache_clear()
    cards._picture.cache_clear()
    assert (cards.cards(BOOK.id), cards.picture(BOOK.id, "skirmish", "ru")) == made
