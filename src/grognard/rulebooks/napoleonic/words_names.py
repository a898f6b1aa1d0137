"""Names of things as one seat's view has them, figures, and words of the rules' own lists."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from grognard.core.rule import clause
from grognard.core.state import UMPIRE
from grognard.locale import Name, T, Text
from grognard.rulebooks.names import SideNames, named
from grognard.rulebooks.napoleonic.field import Field, grounds, sheets
from grognard.rulebooks.napoleonic.losses import QUARTERS
from grognard.rulebooks.napoleonic.model import NapoleonicSetup, Terrain
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.show.model import Content, Die, Number, Strong, Words
from grognard.show.tabletop.figures import degrees, length

PHASES: Mapping[str, Text] = {
    "deployment": T("Deployment"),
    "movement": T("Phase 1: movement"),
    "fire": T("Phase 2: fire"),
    "combat": T("Phase 3: close combat"),
    "end": T("End of the turn"),
}
LEVELS: Mapping[str, Text] = {
    "army": T("whole army"),
    "corps": T("corps"),
    "division": T("division"),
    "brigade": T("brigade"),
}
RETURNS: Mapping[str, Text] = {
    "never": T("never"),
    "end_of_war": T("at the end of the war"),
    "7_days": T("in a week"),
    "next_day": T("next day"),
    "after_1_turn": T("after one turn"),
    "stays": T("stays"),
}
CAUSES: Mapping[str, Text] = {
    "fire": T("guns"),
    "skirmish": T("skirmishers"),
    "combat": T("close combat"),
    "pursuit": T("pursuit"),
    "prisoners": T("prisoners"),
}
GONE_FATES: Mapping[str, Text] = {"captured": T("captured"), "left": T("left the field")}
"""Fates that no die of the table gives."""
TRAIN = T("train")
MIDDLE = Name("middle", "середина")
ENDS = ((Name("west", "запад"), Name("east", "восток")), (Name("south", "юг"), Name("north", "север")))
"""Of a row of places from west to east, or from south to north."""
FROM = ("запада", "юга")
"""The first end as Russian counts from it."""
_PARTING = re.compile(r"[,:;.!?…+&/|«»\"()]|\s[-–—]\s?|\n")
_MONTHS = (
    Name("January", "января"),
    Name("February", "февраля"),
    Name("March", "марта"),
    Name("April", "апреля"),
    Name("May", "мая"),
    Name("June", "июня"),
    Name("July", "июля"),
    Name("August", "августа"),
    Name("September", "сентября"),
    Name("October", "октября"),
    Name("November", "ноября"),
    Name("December", "декабря"),
)


def knows(view: NapoleonicView, side: str) -> bool:
    """Whether the seat knows everything of a side: with an open table everybody does."""
    open_table = view.setup.options["fog"] != "line_of_sight" or view.outcome is not None
    return open_table or view.seat == UMPIRE or view.side == side


# --- names that an order can hold ------------------------------------------------------------------------


def readable(name: Name) -> Name:
    """Without marks that would part an order in two."""
    return Name(_tidy(name.en), _tidy(name.ru))


def _tidy(name: str) -> str:
    return " ".join(_PARTING.sub(" ", name).split())


@lru_cache(maxsize=128)
def _known(setup: NapoleonicSetup, tidy: bool) -> dict[str, Name]:
    """Bodies, persons, formations, terrain and objectives by id; of those that are called alike each with its id."""
    named = [(one.id, one.name) for one in sheets(setup).values()]
    named += [(one.id, one.name) for one in setup.persons.values()]
    named += [(one.id, one.name) for one in setup.formations.values()]
    named += _places(setup)
    alone = {one.id: one.name for one in setup.objectives.values()}
    if tidy:
        named = [(one, readable(name)) for one, name in named]
    en, ru = Counter(name.en for _, name in named), Counter(name.ru or name.en for _, name in named)
    free = set[str]() if tidy else _alone_on_their_side(setup)
    return alone | {
        one: _told_apart(one, name, one not in free and en[name.en] + ru[name.ru or name.en] > 2)
        for one, name in named
    }


def _alone_on_their_side(setup: NapoleonicSetup) -> set[str]:
    """Formations whose like stands on the other side only: reports tell of each among its own."""
    names = Counter((one.side, one.name) for one in setup.formations.values())
    return {one.id for one in setup.formations.values() if names[one.side, one.name] == 1}


@clause("NA-OBS-01")
def _places(setup: NapoleonicSetup) -> Iterator[tuple[str, Name]]:
    """Terrain by its name or kind; pieces that are called alike by where they lie among each other."""
    alike = defaultdict[str, list[Terrain]](list)
    names = {one.id: one.name or setup.tables.obstacles[one.kind].name for one in setup.terrain}
    for one in setup.terrain:
        alike[names[one.id].en].append(one)
    for pieces in alike.values():
        ways = _where(pieces)
        for one in pieces:
            name, way = names[one.id], ways.get(one.id)
            yield one.id, Name(f"{name.en} ({way.en})", f"{name.ru or name.en} ({way.ru})") if way else name


def _where(pieces: Sequence[Terrain]) -> dict[str, Name]:
    """West, middle and east, or south, middle and north, by their middles; of more than three the number."""
    if len(pieces) < 2:
        return {}
    at = {
        one.id: tuple(sum(axis) // len(one.points) for axis in zip(*one.points, strict=True))
        for one in pieces
    }
    along = max((0, 1), key=lambda axis: max(x := [place[axis] for place in at.values()]) - min(x))
    line = sorted(at, key=lambda one: (at[one][along], one))
    first, last = ENDS[along]
    if len(line) > 3:
        return {one: Name(f"no {k} from the {first.en}", f"№ {k} с {FROM[along]}")
                for k, one in enumerate(line, 1)}  # fmt: skip
    return dict(zip(line, (first, MIDDLE, last) if len(line) > 2 else (first, last), strict=True))


def _told_apart(one: str, name: Name, twice: bool) -> Name:
    return Name(f"{name.en} {one}", f"{name.ru or name.en} {one}") if twice else name


def name_of(setup: NapoleonicSetup, one: str) -> Name:
    """What it is called in orders: ``Corps battery gun 1``."""
    return _name(setup, one, tidy=True)


@clause("NA-UNIT-08")
def _name(setup: NapoleonicSetup, one: str, *, tidy: bool) -> Name:
    """Of the second part of a split regiment ``Odessa Infantry part 2``; an id that nothing in the setup has stays
    one."""
    known = _known(setup, tidy)
    if one in known:
        return known[one]
    whole, _, part = one.rpartition(".")
    if whole in known:
        name = known[whole]
        return Name(f"{name.en} part {part}", f"{name.ru or name.en} часть {part}")
    return Name(one, one)


@lru_cache(maxsize=64)
def _sides(setup: NapoleonicSetup) -> dict[str, str]:
    """Of everybody and everything that has one."""
    seats = {seat.id: seat.side for seat in setup.seats}
    known = (*sheets(setup).values(), *setup.persons.values(), *setup.formations.values())
    return seats | {one.id: one.side for one in known} | {side.id: side.id for side in setup.sides}


class Names(SideNames):
    """Words for the ids in events, as the seat of the view knows them."""

    def __init__(self, view: NapoleonicView) -> None:
        super().__init__(view.setup)
        self.view = view
        self.field: Field = view.field
        self.setup = view.setup
        self.tables = view.setup.tables

    # --- sides and seats ---

    def side_of(self, who: str) -> str:
        """The side of a body, person, formation or seat, or a side itself; "" for others."""
        known = _sides(self.setup)
        return known.get(who) or known.get(who.rpartition(".")[0], "")

    # --- pieces and places ---

    def name(self, one: str) -> Name:
        """As it is printed: ``Corps battery, gun 1``."""
        return _name(self.setup, one, tidy=False)

    def of(self, one: str) -> Strong:
        """A regiment, gun, wagon, person or formation in the colour of its side; a place without."""
        return Strong(self.name(one), self.at(one))

    def all(self, ids: Iterable[str]) -> tuple[Strong, ...]:
        return tuple(map(self.of, ids))

    @clause("NA-OOB-06")
    def person(self, person_id: str) -> Content:
        """``Neverovsky (lieutenant general)``."""
        sheet = self.setup.persons.get(person_id)
        if sheet is None:
            return self.of(person_id)
        rank = self.tables.ranks[sheet.rank].name
        return Text("{person} ({rank})", {"person": self.of(person_id), "rank": rank})

    def post(self, post: str) -> Words:
        return named(self.tables.posts, post)

    def fate(self, fate: str) -> Words:
        if fate in GONE_FATES:
            return GONE_FATES[fate]
        return next((row.name for row in self.tables.fate.values() if row.id == fate), fate)

    def kind(self, kind: str) -> Words:
        return named(self.tables.kinds, kind)

    @clause("NA-OBS-01")
    def obstacle(self, one: str) -> Words:
        """What stopped somebody: a regiment, gun or place by its name, a kind of terrain, the edge of the table."""
        row = self.tables.obstacles.get(one)
        return self.name(one) if one in grounds(self.setup) or row is None else row.name

    def part(self, part: str) -> Words:
        """A part of the losses after the battle."""
        rows = (row for parts in self.tables.after.values() for row in parts)
        return next((row.name for row in rows if row.id == part), part)


# --- figures -------------------------------------------------------------------------------------------


def merka(thousandths: int) -> Text:
    """``0.75 merka``."""
    unit = Name("merka", _counted(round(thousandths / 10)))
    return Text("{length} {unit}", {"length": length(thousandths), "unit": unit})


def _counted(hundredths: int) -> str:
    """The Russian word in the form that goes with the number."""
    whole, part = divmod(hundredths, 100)
    if part or (whole % 10 in (2, 3, 4) and whole // 10 % 10 != 1):
        return "мерки"
    return "мерка" if whole % 10 == 1 and whole % 100 != 11 else "мерок"


def spot(at: Sequence[int]) -> Text:
    """``(2.5; 1.75) facing 90°``."""
    x, y, heading = at
    return T("({x}; {y}) facing {degrees}", x=length(x), y=length(y), degrees=degrees(heading))


def dice(faces: Iterable[int]) -> tuple[Die, ...]:
    return tuple(Die(face) for face in faces)


def signed(value: int) -> Number:
    return Number(value, signed=True)


@clause("NA-END-06")
def quarters(count: int) -> Number:
    """Quarters of a figure: 7 are 1.75."""
    places = {0: 0, 2: 1}.get(count % QUARTERS, 2)
    return Number(count / QUARTERS, places)


def day(iso: str) -> Words:
    """``7 September 1812``."""
    year, month, number = (int(part) for part in iso.split("-"))
    name = _MONTHS[month - 1]
    return Name(f"{number} {name.en} {year}", f"{number} {name.ru} {year}")


def clock(minutes: int) -> str:
    """``16:20``."""
    return f"{minutes // 60 % 24}:{minutes % 60:02d}"
