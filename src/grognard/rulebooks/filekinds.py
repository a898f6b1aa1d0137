"""Which kind of file a file is, told by its keys, and what it is in words once it is found sound."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from grognard.core.state import Setup
from grognard.files import Collector, Document, FileModel, HouseRules, read_yaml
from grognard.locale import T, Text

Tables = TypeVar("Tables")


@dataclass(frozen=True)
class Kind:
    """A kind of file. ``keys``: it has one of them; ``check``: what it is, in words, if nothing is wrong with it."""

    id: str
    keys: Collection[str]
    check: Callable[[Path, Document], Text]


def check_file(path: Path, kinds: Sequence[Kind]) -> Text:
    """Check a file of any of these kinds; what it is, in words. Raises :class:`grognard.files.Problems`."""
    document = read_yaml(path)
    found = _found(document, kinds)
    if found is None:
        problems = Collector(document)
        problems.add((), _none_of(kinds))
        problems.done()
        raise AssertionError(path)
    return found.check(path, document)


def kind_of(document: Document, kinds: Sequence[Kind]) -> str:
    """The id of the first kind of which it has a key; "" where no key says."""
    found = _found(document, kinds)
    return found.id if found else ""


def _found(document: Document, kinds: Sequence[Kind]) -> Kind | None:
    return next((kind for kind in kinds if not document.data.keys().isdisjoint(kind.keys)), None)


def _none_of(kinds: Sequence[Kind]) -> Text:
    if any(kind.id == "army" for kind in kinds):
        return T("this is no scenario, army, house-rules or table file: none of their keys is here")
    return T("this is no scenario, house-rules or table file: none of their keys is here")


# --- kinds of every book -------------------------------------------------------------------------------


def house_rules(read: Callable[[Path], HouseRules], load: Callable[[Sequence[Path]], object]) -> Kind:
    """Files with house rules, read by ``read``; the tables that they lay over the shipped ones, by ``load``."""

    def check(path: Path, _: Document) -> Text:
        house = read(path)
        load(house.overlays)
        return T("house rules, options set: {options}", options=len(house.options))

    return Kind("rules", ("options", "overlays"), check)


def table_files(
    model: type[FileModel],
    load: Callable[[Sequence[Path]], Tables],
    notes: Callable[[Tables], Iterable[Text]] = lambda _: (),
) -> Kind:
    """Table files, in all of which together stands what ``model`` has; ``notes`` on what is allowed but odd."""

    def check(path: Path, document: Document) -> Text:
        found = T("tables laid over the shipped ones: {tables}", tables=tuple(document.data))
        odd = tuple(notes(load([path])))
        return T("{found}; {notes}", found=found, notes=odd) if odd else found

    return Kind("tables", tuple(model.model_fields), check)


def scenario_words(setup: Setup, units: int, notes: Iterable[Text]) -> Text:
    """What a scenario is: how large, and what else there is to say of it."""
    return T(
        "scenario “{name}”, seats: {seats}, units: {units}, {notes}",
        name=setup.name,
        seats=len(setup.seats),
        units=units,
        notes=tuple(notes),
    )
