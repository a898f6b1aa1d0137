"""What regiments, guns, persons, formations and places are called by players."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from grognard.core.rule import clause
from grognard.locale import Name, T
from grognard.orders import Thing
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Body, Gun, Person, Wagon
from grognard.rulebooks.napoleonic.words_names import name_of, readable

NOUNS: Mapping[str, tuple[str, ...]] = {
    "драгунский": ("драгуны",),
    "гусарский": ("гусары",),
    "уланский": ("уланы",),
    "егерский": ("егеря", "егери"),
    "конно-егерский": ("конные егеря", "шассёры", "конноегеря"),
    "кирасирский": ("кирасиры",),
    "казачий": ("казаки", "донцы"),
    "гренадерский": ("гренадеры", "гренадёры"),
    "гвардейский": ("гвардия",),
    "chasseurs à cheval": ("chasseurs",),
}
"""A word of a regiment's name -> what its men are called."""
BRANCHES: Mapping[str, Name] = {
    "horse": Name("cavalry", "конница"),
    "foot": Name("infantry", "пехота"),
    "gun": Name("artillery", "артиллерия"),
}
BRANCH_WORDS: Mapping[str, tuple[str, ...]] = {
    "horse": ("horse", "кавалерия"),
    "foot": ("foot", "пехотинцы"),
    "gun": ("guns", "batteries", "орудия", "пушки", "батареи"),
}
LEVELS: Mapping[str, tuple[str, str]] = {
    "army": ("army", "армия"),
    "corps": ("corps", "корпус"),
    "division": ("division", "дивизия"),
    "brigade": ("brigade", "бригада"),
}
PLACE_WORDS: Mapping[str, tuple[str, ...]] = {
    "field_work": ("редут", "флешь", "флеши", "батарея", "redoubt", "work", "works", "укрепление"),
    "hill": ("курган", "холм", "высота", "высоты", "hill", "knoll", "height", "heights"),
    "wood": ("лес", "роща", "wood", "woods", "forest"),
    "village": ("деревня", "село", "village"),
    "town_block": ("город", "town"),
    "bridge": ("мост", "bridge"),
    "river": ("река", "river"),
    "stream": ("ручей", "stream", "brook"),
}
"""Kind of terrain -> what it is called besides its name."""
ROMAN: Mapping[str, int] = {
    "I": 1,
    "II": 2,
    "III": 3,
    "IV": 4,
    "V": 5,
    "VI": 6,
    "VII": 7,
    "VIII": 8,
    "IX": 9,
    "X": 10,
}
SHORT = 2
"""Ids of fewer letters are no names: they'd be words."""
_ADJECTIVE = re.compile(r"\b(\w{3,}?)ский\b")


def things(field: Field, side: str, seat: str) -> Iterator[Thing]:
    """Everything that has a name, bodies of several last."""
    for body in (piece for piece in field.pieces.values() if isinstance(piece, Body)):
        yield Thing(
            body.id,
            name_of(field.setup, body.id),
            aliases=_unique(_of_body(field, body)),
            idle=_idle(field.seat(body), body, side, seat),
        )
    for man in field.persons:
        if man.present:
            yield Thing(man.id, name_of(field.setup, man.id), aliases=_unique(_of_person(field, man)))
    yield from _formations(field)
    yield from _places(field)
    yield from _groups(field)


def _unique(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, words)))


def _id(one: str) -> str:
    return one if len(one) > SHORT - 1 else ""


def _idle(owner: str, body: Body, side: str, seat: str) -> str:
    """Why it gets no orders of a seat."""
    if not body.on_table:
        return T("it is not on the table").source
    if body.side != side:
        return T("it is the enemy's").source
    return T("it is not yours").source if owner != seat else T("it has nothing to decide now").source


@clause("NA-UNIT-08", "NA-OOB-02")
def _of_body(field: Field, body: Body) -> Iterator[str]:
    yield _id(body.id)
    if body.id != body.sheet:
        part = body.id.rpartition(".")[2]
        yield from (
            f"part {part}",
            f"часть {part}",
            f"{body.sheet} part {part}",
            f"{body.sheet} часть {part}",
        )
        return
    name = readable(field.sheet(body).name)
    yield from (name.en, name.ru)
    yield from nicknames(name.ru)
    yield from nicknames(name.en.lower())
    if isinstance(body, Wagon):
        yield from ("wagon", "train", "обоз", "фура")
    if isinstance(body, Gun):
        yield from (f"орудие {body.id}", f"gun {body.id}", "пушка", "батарея")


def nicknames(name: str) -> Iterator[str]:
    """``Одесский пехотный``: одесцы; ``Киевский драгунский``: киевский драгуны."""
    for word, calls in NOUNS.items():
        if word in name:
            yield from (name.replace(word, call) for call in calls)
    for found in _ADJECTIVE.finditer(name):
        yield f"{found[1]}цы"


@clause("NA-OOB-06")
def _of_person(field: Field, man: Person) -> Iterator[str]:
    yield _id(man.id)
    rank = readable(field.tables.ranks[field.person_sheet(man).rank].name)
    name = name_of(field.setup, man.id)
    yield f"{rank.en} {name.en}"
    yield f"{rank.ru or rank.en} {name.ru or name.en}"


@clause("NA-OOB-01")
def _formations(field: Field) -> Iterator[Thing]:
    for one, sheet in field.setup.formations.items():
        name = readable(sheet.name)
        en, ru = LEVELS[sheet.level]
        words = [_id(one), name.en, name.ru, *_in_digits(name)]
        chief = field.in_charge(one)
        leaders = [chief.id] if chief else []
        for leader in leaders:
            called = name_of(field.setup, leader)
            words += [f"{en} {called.en}", f"{called.en} {en}", f"{ru} {called.ru or called.en}"]
        yield Thing(one, name_of(field.setup, one), aliases=_unique(words))


def _in_digits(name: Name) -> Iterator[str]:
    for words in (name.en, name.ru or ""):
        first, _, rest = words.partition(" ")
        if first in ROMAN:
            yield f"{ROMAN[first]} {rest}"


@clause("NA-OBS-01", "NA-END-08")
def _places(field: Field) -> Iterator[Thing]:
    for terrain in field.setup.terrain:
        kind = field.tables.obstacles[terrain.kind].name
        name = name_of(field.setup, terrain.id)
        kinds = [readable(kind).en, readable(kind).ru, *PLACE_WORDS.get(terrain.kind, ())]
        words = [terrain.id, *kinds]
        for called in _adjectives(readable(terrain.name).ru if terrain.name else ""):
            words += [called, *(f"{called} {one}" for one in kinds)]
        yield Thing(terrain.id, name, aliases=_unique(words))
    for one, objective in field.setup.objectives.items():
        yield Thing(place_key(one), readable(objective.name), aliases=(one,))


def _adjectives(name: str) -> Iterator[str]:
    """Of Shevardino: its redoubt is called so."""
    if name.endswith("о"):
        yield f"{name[:-1]}ский"


def place_key(objective: str) -> str:
    """Key of an objective, whose id a piece of terrain may have too."""
    return f"objective:{objective}"


# --- bodies of several ------------------------------------------------------------------------------------


@clause("NA-ART-08")
def _groups(field: Field) -> Iterator[Thing]:
    """Batteries and whole arms."""
    for battery, name in _batteries(field).items():
        yield Thing(battery, name)
    for branch, name in BRANCHES.items():
        yield Thing(branch_key(branch), name, aliases=BRANCH_WORDS[branch])


def _batteries(field: Field) -> dict[str, Name]:
    names: dict[str, Name] = {}
    sizes: dict[str, int] = defaultdict(int)
    for sheet in field.setup.guns.values():
        if sheet.battery:
            sizes[sheet.battery] += 1
            en, ru = sheet.name.en.partition(",")[0], sheet.name.ru.partition(",")[0]
            names.setdefault(battery_key(sheet.battery), readable(Name(en, ru)))
    return {key: name for key, name in names.items() if sizes[key.partition(":")[2]] > 1}


def branch_key(branch: str) -> str:
    return f"arm:{branch}"


def battery_key(battery: str) -> str:
    return f"battery:{battery}"


@clause("NA-OOB-01", "NA-CMD-01")
def speakers(field: Field, body: Body) -> tuple[str, ...]:
    """Whatever may be told in its place: battery, arm, the formations it belongs to and who leads them."""
    ups = field.way_up(field.formation_of(body))
    leaders = [field.in_charge(one) for one in ups]
    sheet = field.setup.guns.get(body.sheet)
    battery = (battery_key(sheet.battery),) if sheet is not None and sheet.battery else ()
    branch = branch_key(field.branch(body)) if not isinstance(body, Wagon) else ""
    return _unique((*battery, branch, *ups, *(man.id for man in leaders if man is not None)))
