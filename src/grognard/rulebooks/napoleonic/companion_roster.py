"""The first lines of a companion: a scenario with its armies, or armies that are written down as they stand on the
floor (chapters Model, Order of battle, Campaign)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Seat, Side
from grognard.files import Problems, did_you_mean, unknown
from grognard.locale import Name, T, Text
from grognard.orders.folding import fold
from grognard.orders.lexicon import lexicon_of
from grognard.rulebooks.napoleonic import setup as files
from grognard.rulebooks.napoleonic.companion_words import BARE
from grognard.rulebooks.napoleonic.files import checked_options
from grognard.rulebooks.napoleonic.model import (
    RESERVED,
    FormationSheet,
    GunSheet,
    NapoleonicSetup,
    PersonSheet,
    SideSheet,
    UnitSheet,
)
from grognard.rulebooks.napoleonic.tables import read_tables
from grognard.space.terrain import Compass

MOST = 400
"""Regiments, guns and persons of a ledger."""
_ID = re.compile(r"[^\W\d_]\w{1,31}")
EDGES = (Compass.WEST, Compass.EAST)
_WITH = re.compile(r"\b(?:with|при|с|at)\s+(\S+)\s*$")


class Roster:
    """What the first lines say, until the battle begins with the first other line."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.scenario = ""
        self.armies: dict[str, Path] = {}
        self.options: dict[str, str] = {}
        self.sides: dict[str, Side] = {}
        self.units: dict[str, UnitSheet] = {}
        self.guns: dict[str, GunSheet] = {}
        self.persons: dict[str, PersonSheet] = {}
        self.tables = read_tables().under({})

    @property
    def reads_files(self) -> bool:
        """Whether anything of it comes from a file of the umpire's."""
        return bool(self.armies) or (bool(self.scenario) and self.scenario not in files.scenarios())

    # --- lines ---

    def take(self, verb: str, rest: str) -> Text:
        """One line of the beginning; what it means."""
        takers = {
            "battle": self._battle,
            "army": self._army,
            "rule": self._rule,
            "side": self._side,
            "regiment": self._regiment,
            "gun": self._gun,
            "person": self._person,
        }
        if len(self.units) + len(self.guns) + len(self.persons) >= MOST:
            raise Refused(
                "NA-OOB-05", T("a ledger has {most} regiments, guns and persons at most", most=MOST)
            )
        return takers[verb](rest)

    def _battle(self, rest: str) -> Text:
        name = rest.removeprefix("napoleonic/").strip()
        if self.scenario or self.units:
            raise Refused("", T("the battle is named already"))
        if not name:
            raise Refused("", T("say which: {known}", known=tuple(files.scenarios())))
        self.source(name)
        self.scenario = name
        return T("Scenario: {name}", name=name)

    def source(self, name: str) -> Path:
        """A shipped scenario, or a file beside the ledger where files may be read."""
        if name in files.scenarios():
            return files.scenarios()[name]
        path = self._file(name)
        if path is None or not path.is_file():
            raise Refused("", unknown(T("scenario"), name, files.scenarios()))
        return path

    def _file(self, name: str) -> Path | None:
        return self.folder / name if self.folder is not None and not name.startswith("napoleonic/") else None

    @clause("NA-CAMP-01")
    def _army(self, rest: str) -> Text:
        seat, _, name = rest.partition(" ")
        path = self._file(name.strip())
        if path is None:
            raise Refused("NA-CAMP-01", T("army files are read by the program in a terminal only"))
        if not name.strip() or not path.is_file():
            raise Refused(
                "NA-CAMP-01", T("there is no file '{name}'; say: army SEAT FILE", name=name.strip())
            )
        self.armies[seat] = path
        return T("Army of {seat}: {name}", seat=seat, name=name.strip())

    def _rule(self, rest: str) -> Text:
        key, _, value = rest.partition(" ")
        try:
            checked_options(read_tables(), {key: value.strip()})
        except Problems as error:
            raise Refused("", error.problems[0].message) from None
        self.options[key] = value.strip()
        return T("Rule {key}: {value}", key=key, value=value.strip())

    # --- armies written down ---

    @clause("NA-OOB-01")
    def _side(self, rest: str) -> Text:
        head, name = _named(rest)
        one, _, more = head.partition(" ")
        name = Name(more[:80]) if more and name.en == one else name
        self._free(one)
        if len(self.sides) == 2:
            raise Refused("NA-OOB-01", T("a battle has two sides"))
        self.sides[one] = Side(one, name)
        return T("Side {id}: {name}", id=one, name=name)

    @clause("NA-UNIT-03", "NA-MOD-02")
    def _regiment(self, rest: str) -> Text:
        """``f84 fr foot 10 guard, lances, colours 2, recruits 5 = 84th Line``."""
        head, name = _named(rest)
        one, side, words = self._begins(head)
        said, counts = _said(words)
        arm = _pick(said, self.arms(), T("arm"), "foot") if said else "foot"
        status = _pick(said, _names(self.tables.statuses), T("status"), "line")
        lances = _flag(said, ("lances", "lancers", "пики", "с пиками"))
        _nothing_left(said, {**self.arms(), **_names(self.tables.statuses)})
        figures = counts.pop("", 0)
        most = self.tables.limits.most_figures
        if not 1 <= figures <= most:
            raise Refused("NA-UNIT-03", T("a regiment has 1 to {most} figures", most=most))
        colours, recruits = (
            _count(counts, "colours", "знамён", 1),
            _count(counts, "recruits", "новобранцев", 0),
        )
        branch = self.tables.arms[arm].branch
        self.units[one] = UnitSheet(
            one, name, side, side, arm, branch, status, figures, 0, 0, 0, lances=lances, full=figures,
            recruits=min(recruits, figures), colours=min(colours, self.tables.limits.most_colours),
        )  # fmt: skip
        return T("{name}: {arm}, {status}, {figures}", name=name, arm=self.tables.arms[arm].name,
                 status=self.tables.statuses[status].name, figures=figures)  # fmt: skip

    def arms(self) -> dict[str, tuple[str, ...]]:
        """Arms of regiments by their words."""
        return {one: words for one, words in _names(self.tables.arms).items() if not one.endswith("_gun")}

    @clause("NA-UNIT-03")
    def _gun(self, rest: str) -> Text:
        """``g1 fr 5 horse = Battery``, ``g2 fr 4 with g1`` for another gun of that battery."""
        head, name = _named(rest)
        one, side, words = self._begins(head)
        words, battery = self._battery(words, side)
        said, counts = _said(words)
        arm = (
            "horse_gun"
            if _flag(said, ("horse", "horse artillery", "конная", "конное", "конная артиллерия"))
            else "foot_gun"
        )
        _flag(said, ("foot", "foot artillery", "пешая", "пешее", "пешая артиллерия"))
        _nothing_left(said, {})
        crew, most = counts.pop("", 5), self.tables.limits.crew_gun
        if not 0 <= crew <= most:
            raise Refused("NA-UNIT-03", T("a gun has {most} gunners at most", most=most))
        self.guns[one] = GunSheet(one, name, side, side, arm, crew, 0, 0, 0, battery=battery or one)
        return T("{name}: {arm}, gunners {crew}", name=name, arm=self.tables.arms[arm].name, crew=crew)

    @clause("NA-ART-16")
    def _battery(self, words: str, side: str) -> tuple[str, str]:
        """The words without the gun of whose battery it is, and that battery."""
        found = _WITH.search(words)
        if found is None:
            return words, ""
        other = self.guns.get(found[1])
        if other is None or other.side != side:
            raise Refused(
                "NA-ART-16", T("say with which gun of its side it is in one battery, named before: with g1")
            )
        return words[: found.start()], other.battery

    @clause("NA-OOB-06")
    def _person(self, rest: str) -> Text:
        """``d1 fr division commander, lieutenant general, with f84 = Compans``."""
        head, name = _named(rest)
        one, side, words = self._begins(head)
        found = _WITH.search(words)
        at = found[1] if found else ""
        stand = self.units.get(at) or self.guns.get(at)
        if stand is None or stand.side != side:
            raise Refused(
                "NA-OOB-04", T("say with which regiment of his side he stands, named before: with f84")
            )
        said, _ = _said(words[: found.start()] if found else words)
        post = _pick(said, _names(self.tables.posts), T("post"), "division_commander")
        rank = _pick(said, _names(self.tables.ranks), T("rank"), self.tables.posts[post].ranks[-1])
        _nothing_left(said, {**_names(self.tables.posts), **_names(self.tables.ranks)})
        self.persons[one] = PersonSheet(one, name, side, rank, post, side, at)
        return T("{name}: {post}, {rank}, with {unit}", name=name, post=self.tables.posts[post].name,
                 rank=self.tables.ranks[rank].name, unit=at)  # fmt: skip

    def _begins(self, head: str) -> tuple[str, str, str]:
        """Id and side, and the words behind them."""
        one, _, rest = head.partition(" ")
        side, _, words = rest.strip().partition(" ")
        self._free(one)
        if self.scenario:
            raise Refused("", T("the scenario has its armies"))
        if side not in self.sides:
            raise Refused("NA-OOB-01", unknown(T("side"), side, self.sides))
        return one, side, words

    def _free(self, one: str) -> None:
        if not _ID.fullmatch(one):
            raise Refused(
                "", T("'{word}' is no short name: two letters or digits at least, such as f84", word=one)
            )
        if lexicon_of(BARE).is_idle(fold(one)):
            raise Refused("", T("'{word}' is a word of the ledger: choose another name", word=one))
        if one in {**self.sides, **self.units, **self.guns, **self.persons} or one in RESERVED:
            raise Refused("", T("id '{id}' is there twice", id=one))

    # --- the battle ---

    def setup(self) -> NapoleonicSetup:
        """The battle that these lines make; Refused where there is none yet."""
        if self.scenario:
            try:
                files_read = (self.source(self.scenario), *self.armies.values())
                stamps = tuple((one.stat().st_mtime_ns, one.stat().st_size) for one in files_read)
                return _read(files_read, stamps, tuple(self.armies), tuple(self.options.items()))
            except Problems as error:
                raise Refused(
                    "", T("{name}: {problem}", name=self.scenario, problem=error.problems[0].message)
                ) from None
        if len(self.sides) < 2 or len({one.side for one in self.units.values()}) < 2:
            raise Refused(
                "NA-OOB-01",
                T("first name the battle, or both sides with their regiments"),
                T("battle skirmish, or: side fr French; regiment f84 fr foot 10 = 84th Line"),
            )
        return self._floor()

    def _floor(self) -> NapoleonicSetup:
        if self.armies:
            raise Refused("NA-CAMP-01", T("army files go with a scenario"))
        printed = read_tables()
        chosen = checked_options(printed, self.options)
        sides = tuple(self.sides.values())
        return NapoleonicSetup(
            book="napoleonic",
            version=files.VERSION,
            scenario="floor",
            name=Name("A battle on the floor", "Бой на полу"),
            sides=sides,
            seats=tuple(Seat(one.id, one.id, "player") for one in sides),
            options=printed.settled(chosen),
            tables=printed.under(chosen),
            width=10_000,
            height=10_000,
            turns=99,
            start=12 * 60,
            date="",
            terrain=(),
            objectives={},
            armies={one.id: SideSheet(one.id, edge) for one, edge in zip(sides, EDGES, strict=True)},
            formations={one.id: FormationSheet(one.id, one.name, one.id, one.id, "army") for one in sides},
            persons=dict(self.persons),
            units=dict(self.units),
            guns=dict(self.guns),
        )  # fmt: skip


@lru_cache(maxsize=8)
def _read(
    paths: tuple[Path, ...],
    stamps: tuple[tuple[int, int], ...],
    seats: tuple[str, ...],
    options: tuple[tuple[str, str], ...],
) -> NapoleonicSetup:
    """The scenario with the armies of these seats; read anew when a file has changed (``stamps``)."""
    scenario, *armies = paths
    return files.read_setup(scenario, rosters=dict(zip(seats, armies, strict=True)), options=dict(options))


# --- words ------------------------------------------------------------------------------------------------


def _named(rest: str) -> tuple[str, Name]:
    """What stands before ``=``, and the name behind it, in one language or ``English / Русский``; without one the first
    word is the name."""
    head, _, name = rest.partition("=")
    head = " ".join(head.replace(",", " , ").split())
    en, _, ru = name.partition("/")
    return head, Name(en.strip()[:80] or head.partition(" ")[0], ru.strip()[:80])


def _said(words: str) -> tuple[list[str], dict[str, int]]:
    """Words between commas and counts: ``foot 10 guard, colours 2`` -> foot, guard; "" 10, colours 2."""
    said, counts = list[str](), dict[str, int]()
    for word in words.replace(",", " ").split():
        if word.isdecimal():
            key = said.pop() if said and said[-1].casefold() in COUNTED else ""
            counts[key.casefold()] = int(word[:4])
        else:
            said.append(word)
    return said, counts


COUNTED = (
    "colours",
    "colors",
    "recruits",
    "знамён",
    "знамен",
    "знамени",
    "знамя",
    "новобранцев",
    "новобранцы",
)


def _count(counts: Mapping[str, int], en: str, ru: str, otherwise: int) -> int:
    return next((n for word, n in counts.items() if word and (word[:4] in (en[:4], ru[:4]))), otherwise)


def _names(rows: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """What each row of a table is called."""
    return {one: (one, one.replace("_", " "), row.name.en, row.name.ru) for one, row in rows.items()}


def _pick(said: list[str], known: Mapping[str, Iterable[str]], what: Text, otherwise: str) -> str:
    """The row that some of the words name, the longest name first; they are taken out."""
    lower = [word.casefold() for word in said]
    options = sorted(_splits(known), key=lambda one: -len(one[0]))
    for words, row in options:
        for at in range(len(lower) - len(words) + 1):
            if lower[at : at + len(words)] == words:
                del said[at : at + len(words)]
                return row
    return otherwise


def _splits(known: Mapping[str, Iterable[str]]) -> Iterator[tuple[list[str], str]]:
    for row, names in known.items():
        for name in names:
            yield name.casefold().split(), row


def _flag(said: list[str], words: tuple[str, ...]) -> bool:
    return _pick(said, {"yes": words}, T("word"), "") == "yes"


def _nothing_left(said: list[str], known: Mapping[str, Iterable[str]]) -> None:
    if not said:
        return
    every = [name for names in known.values() for name in names]
    guess = did_you_mean(" ".join(said), every) or did_you_mean(said[0], every)
    if guess:
        raise Refused("", T("'{word}' is not understood; did you mean '{guess}'?", word=said[0], guess=guess))
    raise Refused("", T("'{word}' is not understood", word=said[0]))
