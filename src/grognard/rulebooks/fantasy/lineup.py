"""Who stands where at the start: the units and characters of a scenario's lists, as pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grognard.core.rule import clause
from grognard.files import Path
from grognard.rulebooks.fantasy.model import Character, FormationWord, Unit
from grognard.rulebooks.fantasy.scenariofile import AttachedIn, BlockRow, CharacterIn, TroopsRow, UnitRow
from grognard.rulebooks.fantasy.tables import BaseRow, Kind, Profile, Rank, Tables
from grognard.rulebooks.writing import spot
from grognard.space.pose import Point, tenths, thousandths


@dataclass(frozen=True)
class Listed:
    """A unit of a list, one's own or one of a block: ``path`` is where the file has it."""

    id: str
    side: str
    seat: str
    path: Path
    row: TroopsRow
    at: Point


@dataclass(frozen=True)
class Hero:
    """A character of a list with the unit that he joins; ``general``: his side names him so."""

    id: str
    side: str
    unit: str
    path: Path
    row: CharacterIn
    general: bool = False


@dataclass(frozen=True)
class SideLists:
    """The rows of a side that are well-formed, with their place in its lists. ``whole``: all are."""

    id: str
    path: Path
    seats: tuple[str, ...]
    general: str
    units: tuple[tuple[int, UnitRow], ...]
    blocks: tuple[tuple[int, BlockRow], ...]
    chars: tuple[tuple[int, AttachedIn], ...]
    whole: bool

    def listed(self) -> Iterator[Listed]:
        """Its units in the order of the file, then those of its blocks."""
        for at, unit in self.units:
            yield self._listed(unit.id, ("units", at), unit, 0)
        for at, block in self.blocks:
            for number in range(block.count):
                shift = thousandths(block.step) * number
                yield self._listed(f"{block.base}{number + 1}", ("blocks", at), block, shift)

    def _listed(self, unit_id: str, steps: Path, row: TroopsRow, shift: int) -> Listed:
        x, y = spot(row.at)
        seat = row.seat or self.seats[0]
        return Listed(unit_id, self.id, seat, (*self.path, *steps), row, (x + shift, y))

    @clause("FA-CMD-01")
    def heroes(self) -> Iterator[Hero]:
        """Its characters, those of units first; one without an id is called by his unit and his profile."""
        for at, unit in self.units:
            for number, row in enumerate(unit.chars):
                yield self._hero(unit.id, (*self.path, "units", at, "chars", number), row)
        for at, attached in self.chars:
            yield self._hero(attached.unit, (*self.path, "chars", at), attached)

    def _hero(self, unit: str, path: Path, row: CharacterIn) -> Hero:
        own = row.id or f"{unit}_{row.profile}"
        return Hero(own, self.id, unit, path, row, own == self.general)


# --- pieces ------------------------------------------------------------------------------------------------


@clause("FA-UNIT-02", "FA-UNIT-03", "FA-UNIT-09", "FA-WM-01")
def unit(listed: Listed, tables: Tables) -> Unit:
    """A unit as it stands before the first turn: of a machine the models are its crew."""
    row, profile = listed.row, tables.profiles[listed.row.profile]
    base = tables.bases[profile.kind]
    files = files_of(row, profile.kind, base)
    models = profile.crew if profile.kind == "machine" else row.n
    return Unit(
        listed.id,
        side=listed.side,
        seat=listed.seat,
        profile=profile.id,
        kind=profile.kind,
        base=profile.base or (base.width, base.depth),
        x=listed.at[0],
        y=listed.at[1],
        heading=tenths(row.heading),
        files=files,
        models=models,
        start_models=models,
        formation=formation_of(row, files, base),
        machine_wounds=profile.machine_W,
        standard=row.std,
        condition=row.condition,
        gifts=(row.bonus,) if row.bonus else (),
    )


@clause("FA-UNIT-02")
def files_of(row: TroopsRow, kind: Kind, base: BaseRow) -> int:
    return 1 if kind == "machine" else row.files or base.files


@clause("FA-UNIT-09")
def formation_of(row: TroopsRow, files: int, base: BaseRow) -> FormationWord:
    """Left out, it follows from the files; never a wedge."""
    return row.formation or ("line" if files >= base.full_rank else "column")


@clause("FA-CMD-01", "FA-CMD-04", "FA-MAG-01", "FA-MNT-03")
def character(hero: Hero, home: Unit, tables: Tables) -> Character:
    """A hero in his unit; in a horse unit he rides the unit's mount, unless the file names another."""
    row, profile = hero.row, tables.characters[hero.row.profile]
    mount = row.mount or profile.mount or tables.profiles[home.profile].mount
    return Character(
        hero.id,
        side=home.side,
        seat=home.seat,
        profile=profile.id,
        unit=home.id,
        rank=rank_of(hero, profile),
        wounds=wounds_of(profile, mount, tables),
        mount=mount,
        level=row.level,
        path=row.path or "",
        gifts=(row.bonus,) if row.bonus else (),
    )


@clause("FA-CMD-04")
def rank_of(hero: Hero, profile: Profile) -> Rank:
    return "general" if hero.general else hero.row.rank or profile.rank


@clause("FA-MNT-03")
def wounds_of(profile: Profile, mount: str, tables: Tables) -> int:
    """The larger of rider and mount."""
    own = profile.stats.W
    return max(own, tables.mounts[mount].W) if mount else own
