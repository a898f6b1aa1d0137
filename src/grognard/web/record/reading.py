"""Records that people bring, and what verification says of one."""

from __future__ import annotations

import json

import msgspec

from grognard.core.errors import GrognardError, RecordError
from grognard.core.game import Game
from grognard.core.record import Journal
from grognard.core.replay import Verdict, verify
from grognard.core.second import revealed_seed, second_check
from grognard.locale import T, Text
from grognard.rulebooks import shelf

REAL_DICE = T(
    "real dice are typed in at a terminal only (grognard play --dice typed): nobody here could type those of"
    " computers and deadlines"
)
"""Why no battle with real dice goes on here. One that is over may be looked at."""


class BadUpload(GrognardError):
    """A file that is no record, with the line."""


class Judged(msgspec.Struct, frozen=True):
    """A record and what was found: the verdict of the rules, and of the second checker of dice (None: it has no seed
    to check with)."""

    title: str
    book: str
    verdict: Verdict
    second: tuple[bool, str] | None

    @property
    def good(self) -> bool:
        return self.verdict.good and (self.second is None or self.second[0])


def read_record(data: bytes) -> Journal:
    """The record in an uploaded file; BadUpload says which line is wrong."""
    try:
        return Journal.parse(data)
    except RecordError as error:
        raise BadUpload(T("line {line}: {why}", line=error.line, why=error.message)) from None


def judge(journal: Journal) -> Judged:
    """Play everything again, and check the dice twice."""
    header = journal.header
    verdict = verify(shelf.book(header.book), journal)
    return Judged(header.title, header.book, verdict, second_check(journal) if verdict.good else None)


def seed_of(journal: Journal, seed_file: bytes) -> bytes:
    """The seed that a record goes on with: its own, or that of the file kept beside it."""
    secret = revealed_seed(journal)
    try:
        return bytes.fromhex(secret or json.loads(seed_file)["seed"])
    except (ValueError, KeyError, TypeError):
        raise BadUpload(_seedless(bool(seed_file))) from None


def _seedless(given: bool) -> Text:
    if given:
        return T("the second file is no seed file of a battle; it lies beside the record and ends in .seed")
    return T(
        "this battle is not over: to go on with it its seed is needed, the file that lies beside the record"
    )


def resumed(journal: Journal, seed: bytes) -> Game:
    """The battle on the table again; BadUpload where record, rules and seed do not fit each other."""
    try:
        game = Game.resume(shelf.book(journal.header.book), journal, seed)
    except RecordError as error:
        raise BadUpload(T("line {line}: {why}", line=error.line, why=error.message)) from None
    if journal.header.dice != "verifiable" and not game.state.finished:
        raise BadUpload(REAL_DICE)
    return game
