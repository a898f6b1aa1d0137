"""The words that a game master listens for in a description (``data/muster.yaml``), made ready for look-ups."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from grognard.files import read_yaml
from grognard.locale import Name
from grognard.orders import Keyword, Vocabulary
from grognard.orders.lexicon import Lexicon
from grognard.rulebooks.fantasy.tables import Stat

FILE = Path(__file__).parent / "data" / "muster.yaml"
HUMAN = "human"
Gear: TypeAlias = Literal["melee", "missile", "armour", "mount"]


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word and what it says; the keys are explained in the file."""

    id: str
    en: str
    ru: str
    words: tuple[str, ...] = ()
    troop: str = ""
    status: bool = False
    people: str = ""
    gear: bool = False
    melee: str = ""
    missile: str = ""
    armour: Literal["", "any", "none", "light", "medium", "heavy"] = ""
    mount: str = ""
    only: Literal["", "mount"] = ""
    shield: bool = False
    barding: bool = False
    mounted: bool = False
    afoot: bool = False
    rules: tuple[str, ...] = ()
    retreat_dice: str = ""
    group: str = ""
    add: dict[Stat, int] = {}
    character: str = ""
    level: int = 0
    path: str = ""
    condition: Literal["", "neglected", "eager"] = ""
    bonus: str = ""
    count: int = 0
    without: bool = False
    others: bool = False

    @property
    def name(self) -> Name:
        return Name(self.en, self.ru)


class Saddle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one weapon is called on foot, on horse, and on horse in heavy armour."""

    afoot: str
    mounted: str
    heavy: str


class MusterFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    word: tuple[Word, ...]
    saddle: tuple[Saddle, ...]
    rider_of: dict[Literal["mounted", "heavy"], str]
    fillers: str

    def __getitem__(self, word_id: str) -> Word:
        return next(one for one in self.word if one.id == word_id)


@cache
def muster_file() -> MusterFile:
    return msgspec.convert(read_yaml(FILE, FILE.name).data, MusterFile)


@cache
def lexicon() -> Lexicon:
    """Look-ups by any form of a word, with slips of the pen, in both languages."""
    file = muster_file()
    keywords = tuple(Keyword(one.id, one.name, one.words) for one in file.word)
    return Lexicon(Vocabulary(keywords, fillers=tuple(file.fillers.split())))
