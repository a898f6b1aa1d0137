"""From a clash in words to a setup and a position in the middle of a turn, in which nothing is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.state import Seat, Side
from grognard.locale import Name, T
from grognard.rulebooks.napoleonic.clash_layout import MIDDLE, TABLE, ground
from grognard.rulebooks.napoleonic.clash_measures import CHASE, SCENARIO, TURN
from grognard.rulebooks.napoleonic.clash_names import FOOT, Stems, Troop
from grognard.rulebooks.napoleonic.clash_position import position
from grognard.rulebooks.napoleonic.clash_words import EXAMPLE, Described, Host, key_of, read
from grognard.rulebooks.napoleonic.field import sheets
from grognard.rulebooks.napoleonic.lineup import footprint
from grognard.rulebooks.napoleonic.model import (
    FormationSheet,
    GunSheet,
    KindId,
    NapoleonicSetup,
    NapoleonicState,
    PersonSheet,
    SideSheet,
    UnitSheet,
)
from grognard.rulebooks.napoleonic.setup import VERSION, read_setup, scenarios
from grognard.rulebooks.napoleonic.tables import read_tables
from grognard.rulebooks.napoleonic.words_names import readable
from grognard.space.terrain import Compass

SIDES = ("a", "b")
EDGES = (Compass.NORTH, Compass.SOUTH)
CREW = 5
COUNTS = {"guns": 1, "horse_guns": 1, "battery": 2}
"""Guns where no number is said."""
MOST_GUNS = 12
ENDLESS = 100
"""Turns that a fight to the end has."""
POSTS = {
    0: ("aide", "field_officer", Name("Aide", "Адъютант")),
    1: ("division_commander", "major_general", Name("General", "Генерал")),
    2: ("army_commander", "marshal", Name("Commander-in-chief", "Главнокомандующий")),
}
"""A person who gives so much."""
PLACE = Name("place", "место")
KINDS: Mapping[str, KindId] = {
    "column": "march_column",
    "open_order": "open_order",
    "dismounted": "dismounted",
}
Sheet: TypeAlias = UnitSheet | GunSheet


def clash_of(words: Sequence[str], options: Mapping[str, Any]) -> tuple[NapoleonicSetup, NapoleonicState]:
    """A described clash. ``options``: options of the book, ``turns`` (how many at most, 0: to the end) and ``scenario``
    (whose regiments are named). Refused says what isn't understood or against the rules, and what would be right."""
    chosen = dict(options)
    scenario, turns = str(chosen.pop("scenario", "")), chosen.pop("turns", 1)
    printed = read_tables()
    for key, value in chosen.items():
        if wrong := printed.offered.wrong(key, value):
            raise Refused("", wrong)
    if scenario not in ("", *scenarios()):
        why = T("no shipped scenario is called '{name}'", name=scenario)
        raise Refused("", why, T("choose {options}", options=tuple(scenarios())))
    said = read(words, printed.under(chosen), lambda: _names(scenario))
    said.numbers.setdefault("turns", _turns(turns))
    setup = _Maker(said, chosen).setup()
    return setup, position(setup, said)


def _turns(value: Any) -> int:
    if str(value).isdecimal():
        return int(value)
    raise Refused("", T("turns: 0 (to the end) or how many, not '{value}'", value=str(value)))


# --- regiments of scenarios ---------------------------------------------------------------------------


@cache
def _shipped(scenario: str) -> NapoleonicSetup:
    return read_setup(scenarios()[scenario])


@cache
def _names(scenario: str) -> dict[Stems, tuple[str, str]]:
    """Regiments and guns of one scenario, or of all, those with few regiments first."""
    found: dict[Stems, tuple[str, str]] = {}
    order = [scenario] if scenario else sorted(scenarios(), key=lambda one: len(_shipped(one).units))
    for one in order:
        for sheet in sheets(_shipped(one)).values():
            name = readable(sheet.name)
            for said in (sheet.id, name.en, name.ru or ""):
                stems = tuple(key_of(word) for word in said.split())
                if stems:
                    found.setdefault(stems, (one, sheet.id))
    return found


# --- the setup ----------------------------------------------------------------------------------------


class _Maker:
    """A setup of two sides, as described."""

    def __init__(self, said: Described, options: Mapping[str, Any]) -> None:
        self.said, self.options, self.printed = said, options, read_tables()
        self.tables = self.printed.under(options)
        self.persons: dict[str, PersonSheet] = {}

    def setup(self) -> NapoleonicSetup:
        made = self._sheets()
        for side, host in self._hosts():
            self._persons(host, side)
        names = tuple(next((one.name for one in made if one.side == side), PLACE) for side in SIDES)
        return NapoleonicSetup(
            book="napoleonic",
            version=VERSION,
            scenario=f"{SCENARIO}_{self._kind_of_clash}",
            name=Name(" - ".join(one.en for one in names), " - ".join(one.ru or one.en for one in names)),
            sides=tuple(Side(side, name) for side, name in zip(SIDES, names, strict=True)),
            seats=tuple(Seat(side, side) for side in SIDES),
            options=self.printed.settled(self.options),
            tables=self.tables,
            width=TABLE,
            height=TABLE,
            turns=TURN + (self.said.numbers["turns"] or ENDLESS) - 1,
            start=0,
            date="",
            terrain=tuple(self._ground(made)),
            objectives={},
            armies={side: SideSheet(side, edge) for side, edge in zip(SIDES, EDGES, strict=True)},
            formations={side: FormationSheet(side, name, side, side, "army")
                        for side, name in zip(SIDES, names, strict=True)},
            persons=self.persons,
            units={one.id: one for one in made if isinstance(one, UnitSheet)},
            guns={one.id: one for one in made if isinstance(one, GunSheet)},
        )  # fmt: skip

    @property
    def _kind_of_clash(self) -> str:
        return CHASE if self.said.verb == "attack" and "pursuit" in self.said.flags else self.said.verb

    def _hosts(self) -> Iterator[tuple[str, Host]]:
        """A place may be fired at in the stead of a target."""
        yield from ((SIDES[0], host) for host in self.said.hosts)
        if self.said.target.is_named:
            yield SIDES[1], self.said.target
        elif self.said.verb != "fire" or not self.said.places:
            raise Refused("", T("it is not said who is struck"), EXAMPLE)

    def _sheets(self) -> list[Sheet]:
        """Regiments and guns, told apart by the letter of their side where several are called alike."""
        made = [(host, sheet) for side, host in self._hosts() for sheet in self._of_host(host, side)]
        alike = Counter(sheet.id for _, sheet in made)
        on_side = Counter((sheet.id, sheet.side) for _, sheet in made)
        met: Counter[tuple[str, str]] = Counter()
        found: list[Sheet] = []
        for host, sheet in made:
            key = sheet.id, sheet.side
            met[key] += 1
            mark = f"{sheet.side}{met[key] if on_side[key] > 1 else ''}" if alike[sheet.id] > 1 else ""
            found.append(_marked(sheet, mark))
            host.ids.append(found[-1].id)
        return found

    # --- one host ---

    def _of_host(self, host: Host, side: str) -> Iterator[Sheet]:
        if not host.is_named:
            raise Refused("", T("it is not said who fights"), EXAMPLE)
        known = self._known(host) if host.known else None
        troop = host.troop or FOOT
        if isinstance(known, GunSheet) or (known is None and self.tables.arms[troop.arm].branch == "gun"):
            yield from self._guns(host, side, known, troop)
        else:
            yield self._regiment(host, side, known, troop)

    def _known(self, host: Host) -> Sheet:
        assert host.known is not None
        scenario, one = host.known
        setup = _shipped(scenario)
        return setup.units.get(one) or setup.guns[one]

    def _guns(self, host: Host, side: str, known: GunSheet | None, troop: Troop) -> Iterator[GunSheet]:
        count = 1 if known else host.figures or (COUNTS[troop.id] if side == SIDES[0] else 1)
        crew = host.numbers.get("crew", known.crew if known else CREW)
        self._between("guns", count, 1, MOST_GUNS)
        self._between("gunners", crew, 0, self.tables.limits.crew_gun)
        for _ in range(count):
            if known:
                yield replace(known, side=side, formation=side, crew=crew, battery="")
            else:
                yield GunSheet(troop.id, _capital(troop.name), side, side, troop.arm, crew, MIDDLE, MIDDLE, 0)

    def _regiment(self, host: Host, side: str, known: UnitSheet | None, troop: Troop) -> UnitSheet:
        arm = known.arm if known else troop.arm
        branch = self.tables.arms[arm].branch
        figures = host.figures or (known.figures if known else 0)
        if not figures:
            limits = self.tables.limits
            figures = (limits.normal_foot if branch == "foot" else limits.normal_horse)[1]
        status = host.status or (known.status if known else troop.status or "line")
        lances = known.lances if known else troop.lances
        recruits = host.numbers.get("recruits", known.recruits if known else 0)
        colours = host.numbers.get("colours", known.colours if known else 1)
        self._between("figures", figures, 1, self.tables.limits.most_figures)
        self._between("recruits", recruits, 0, figures)
        self._between("colours", colours, 0, self.tables.limits.most_colours)
        return UnitSheet(
            id=known.id if known else status if troop is FOOT else troop.id,
            name=known.name if known else self._name(troop, status),
            side=side,
            formation=side,
            arm=arm,
            branch=branch,
            status=status,
            figures=figures,
            x=MIDDLE,
            y=MIDDLE,
            heading=0,
            lances=(lances or "lances" in host.flags) and "no_lances" not in host.flags,
            full=figures,
            recruits=recruits,
            colours=colours,
            kind=self._kind(host, arm),
        )

    def _name(self, troop: Troop, status: str) -> Name:
        if troop is not FOOT:
            return _capital(troop.name)
        row = self.tables.statuses[status]
        return _capital(row.name)

    def _kind(self, host: Host, arm: str) -> KindId:
        kinds = [kind for flag, kind in KINDS.items() if flag in host.flags]
        row = self.tables.arms[arm]
        for kind in kinds:
            if kind == "dismounted" and not row.dismounts:
                raise Refused("NA-UNIT-07", T("only light horse dismounts"))
            if kind == "open_order" and row.branch != "foot":
                raise Refused("NA-SKIR-01", T("only foot takes open order"))
        return kinds[0] if kinds else "line"

    def _between(self, what: str, number: int, least: int, most: int) -> None:
        if not least <= number <= most:
            counted = {
                "figures": T("figures"), "recruits": T("recruits"), "colours": T("colours"), "guns": T("guns"),
                "gunners": T("gunners"),
            }[what]  # fmt: skip
            why = T("{what}: {number}", what=counted, number=number)
            raise Refused("NA-UNIT-03", why, T("{least} to {most}", least=least, most=most))

    # --- persons and ground ---

    def _persons(self, host: Host, side: str) -> None:
        """Those that were described, else those who stand with a regiment that a scenario has."""
        if host.known and not host.bonuses:
            scenario, one = host.known
            own = [man for man in _shipped(scenario).persons.values() if man.at == one]
            for man in own:
                self.persons[man.id] = replace(man, side=side, formation=side, at=host.ids[0])
        for bonus in host.bonuses:
            post, rank, name = POSTS[bonus]
            number = sum(man.post == post for man in self.persons.values())
            called = Name(f"{name.en} {number + 1}", f"{name.ru} {number + 1}") if number else name
            one = f"{post}_{number + 1}" if number else post
            self.persons[one] = PersonSheet(one, called, side, rank, post, side, host.ids[0])

    def _ground(self, made: Sequence[Sheet]) -> Iterator[Any]:
        """Under a regiment that is attacked."""
        targets = [one for one in made if one.side == SIDES[1] and isinstance(one, UnitSheet)]
        if self.said.verb != "attack" or not targets:
            return
        sheet = targets[0]
        for where, kind in self.said.places.items():
            row = self.tables.obstacles[kind]
            if where == "in" and not row.open_to(sheet.branch, sheet.kind == "dismounted"):
                raise Refused("NA-OBS-07", T("{place} is closed to it", place=row.name))
        frontage, depth = footprint(self.tables, sheet.branch, sheet.kind, sheet.figures)
        yield from ground(self.said.places, frontage, depth, self.tables)


def _marked(sheet: Sheet, mark: str) -> Sheet:
    if not mark:
        return sheet
    name = Name(f"{sheet.name.en} {mark.upper()}", f"{sheet.name.ru or sheet.name.en} {mark.upper()}")
    fields: dict[str, Any] = {"id": f"{sheet.id}_{mark}", "name": name}
    return replace(sheet, **fields)


def _capital(name: Name) -> Name:
    en, ru = name.en, name.ru or name.en
    return Name(en[0].upper() + en[1:], ru[0].upper() + ru[1:])
