"""Characters of a scenario: profiles, units that they join, magic, one general a side (chapter Bad input)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from grognard.core.rule import clause
from grognard.files import Collector, unknown
from grognard.locale import T, Text
from grognard.rulebooks.fantasy.lineup import Hero, Listed, SideLists, rank_of
from grognard.rulebooks.fantasy.tables import Tables


class HeroCheck:
    """All characters of all sides; ``profiles``: ids of characters known, sound or not."""

    def __init__(
        self, problems: Collector, tables: Tables, lists: Sequence[SideLists], profiles: Collection[str]
    ) -> None:
        self.problems, self.tables, self.lists, self.profiles = problems, tables, lists, profiles

    def run(self, listed: Sequence[Listed], heroes: Sequence[Hero]) -> None:
        homes = {one.id: one for one in listed}
        whole = all(side.whole for side in self.lists)
        for hero in heroes:
            self._profile(hero)
            if whole or hero.unit in homes:
                self._unit(hero, homes)
            self._magic(hero)
            self._bonus(hero)
        for side in self.lists:
            self._general(side, [hero for hero in heroes if hero.side == side.id])

    def _say(self, hero: Hero, key: str, message: Text, clause_id: str) -> None:
        named = T("character '{id}': {message}", id=hero.id, message=message)
        self.problems.add((*hero.path, key) if key else hero.path, named, clause_id)

    @clause("FA-CMD-01", "FA-MNT-01")
    def _profile(self, hero: Hero) -> None:
        if hero.row.profile not in self.profiles:
            message = unknown(T("character"), hero.row.profile, self.profiles)
            self._say(hero, "as", message, "FA-CMD-01")
        if hero.row.mount is not None and hero.row.mount not in self.tables.mounts:
            message = unknown(T("mount"), hero.row.mount, self.tables.mounts)
            self._say(hero, "mount", message, "FA-MNT-01")

    def _unit(self, hero: Hero, homes: dict[str, Listed]) -> None:
        home = homes.get(hero.unit)
        ours = [one.id for one in homes.values() if one.side == hero.side]
        if home is None:
            self._say(hero, "unit", unknown(T("unit"), hero.unit, ours), "FA-CMD-01")
        elif home.side != hero.side:
            message = T("unit {unit} is of side '{side}'", unit=home.id, side=home.side)
            self._say(hero, "unit", message, "FA-CMD-01")

    @clause("FA-MAG-01")
    def _magic(self, hero: Hero) -> None:
        row, levels = hero.row, tuple(self.tables.wizards)
        if row.level not in (0, *levels):
            message = T("level {level}; valid: {levels}, 0 for no wizard", level=row.level,
                        levels=tuple(map(str, levels)))  # fmt: skip
            self._say(hero, "level", message, "FA-MAG-01")
        if row.path is not None and row.path not in self.tables.paths:
            self._say(hero, "path", unknown(T("path"), row.path, self.tables.paths), "FA-MAG-01")
        if row.level and row.path is None:
            paths = tuple(self.tables.paths)
            self._say(hero, "", T("a wizard of level {level} needs a path: {paths}", level=row.level, paths=paths),
                      "FA-MAG-01")  # fmt: skip
        if row.path is not None and not row.level:
            self._say(hero, "path", T("a path without a level; give level: 1 or 2"), "FA-MAG-01")

    @clause("FA-LEG-01")
    def _bonus(self, hero: Hero) -> None:
        bonus = hero.row.bonus
        if bonus is None:
            return
        fitting = ("character", "wizard") if hero.row.level else ("character",)
        known = [row.id for row in self.tables.bonuses.values() if row.of in fitting]
        if bonus not in known:
            self._say(hero, "bonus", unknown(T("legend bonus of characters"), bonus, known), "FA-LEG-01")

    @clause("FA-CMD-04")
    def _general(self, side: SideLists, heroes: Sequence[Hero]) -> None:
        """One a side: the one that it names, or the only one of that rank."""
        if side.general and side.whole and all(hero.id != side.general for hero in heroes):
            ids = [hero.id for hero in heroes]
            self.problems.add(
                (*side.path, "general"), unknown(T("character"), side.general, ids), "FA-CMD-04"
            )
        characters = self.tables.characters
        generals = [
            hero
            for hero in heroes
            if hero.row.profile in characters and rank_of(hero, characters[hero.row.profile]) == "general"
        ]
        for hero in generals[1:]:
            message = T("side '{side}' has a general already, {other}", side=side.id, other=generals[0].id)
            self._say(hero, "", message, "FA-CMD-04")
