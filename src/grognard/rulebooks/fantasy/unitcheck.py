"""Units of a scenario: known profiles, formations that fit, places in which they can stand (chapter Bad input)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from grognard.core.rule import clause
from grognard.files import Collector, unknown
from grognard.locale import T, Text
from grognard.rulebooks.fantasy import lineup
from grognard.rulebooks.fantasy.groundcheck import Ground
from grognard.rulebooks.fantasy.lineup import Listed
from grognard.rulebooks.fantasy.model import Unit
from grognard.rulebooks.fantasy.tables import BaseRow, FormationRow, Profile, Tables
from grognard.rulebooks.grounds import crossed_edge
from grognard.space.measure import overlap
from grognard.space.pose import place_words


class UnitCheck:
    """All units of all sides; ``profiles``: ids known, sound or not."""

    def __init__(
        self, problems: Collector, tables: Tables, ground: Ground, profiles: Collection[str]
    ) -> None:
        self.problems, self.tables, self.ground, self.profiles = problems, tables, ground, profiles
        self.standing: list[tuple[Listed, Unit]] = []

    def run(self, listed: Sequence[Listed]) -> dict[str, Unit]:
        """The units that are sound in themselves."""
        for one in listed:
            self._unit(one)
        self._crowding()
        return {unit.id: unit for _, unit in self.standing}

    @clause("FA-GEN-05", "FA-UNIT-09", "FA-LEG-01")
    def _unit(self, one: Listed) -> None:
        row = one.row
        self._bonus(one)
        profile = self.tables.profiles.get(row.profile)
        if profile is None:
            if row.profile not in self.profiles:
                self._say(one, "profile", unknown(T("unit profile"), row.profile, self.profiles), "FA-GEN-05")
            return
        base = self.tables.bases[profile.kind]
        self._machine(one, profile)
        files = lineup.files_of(row, profile.kind, base)
        word = lineup.formation_of(row, files, base)
        wrong = formation_wrong(self.tables.formations[word], files, base)
        if wrong is not None and profile.kind != "machine":
            self._say(one, "formation" if row.formation else "files", wrong, "FA-UNIT-09")
        unit = lineup.unit(one, self.tables)
        self.standing.append((one, unit))
        self._place(one, unit)

    @clause("FA-WM-01", "FA-SHO-15")
    def _machine(self, one: Listed, profile: Profile) -> None:
        if profile.kind != "machine":
            return
        if one.row.n != 1:
            message = T("n {n}; a war machine is one, its crew comes with it: n: 1", n=one.row.n)
            self._say(one, "n", message, "FA-WM-01")
        if one.row.formation not in (None, "line"):
            self._say(one, "formation", T("a war machine has no formation"), "FA-UNIT-09")

    @clause("FA-LEG-01")
    def _bonus(self, one: Listed) -> None:
        bonus = one.row.bonus
        if bonus is None:
            return
        known = [row.id for row in self.tables.bonuses.values() if row.of == "unit"]
        if bonus not in known:
            self._say(one, "bonus", unknown(T("legend bonus of units"), bonus, known), "FA-LEG-01")

    # --- places ----------------------------------------------------------------------------------------

    @clause("FA-UNIT-03", "FA-MOV-03", "FA-TER-01")
    def _place(self, one: Listed, unit: Unit) -> None:
        if (edge := crossed_edge(self.ground.table, unit.shape)) is not None:
            facts = {"spot": place_words(one.at), "edge": edge}
            message = T("at {spot} it reaches over the {edge} edge of the table", **facts)
            self._say(one, "at", message, "FA-TER-01")
        for terrain in self.ground.terrain:
            kind = self.tables.terrain.get(terrain.kind)
            if kind is None:
                continue  # it has been complained of
            if not kind.line and not kind.cost and overlap(unit.shape, terrain.shape):
                message = T(
                    "at {spot} it stands in {terrain} '{id}', where nobody can",
                    spot=place_words(one.at),
                    terrain=kind.name,
                    id=terrain.id,
                )
                self._say(one, "at", message, "FA-MOV-03")

    @clause("FA-TER-01", "FA-GEN-02")
    def _crowding(self) -> None:
        """No two units stand on the same ground."""
        placed = sorted(self.standing, key=lambda pair: pair[1].shape.box[0])
        found: list[tuple[int, int]] = []
        order = {id(one): number for number, (one, _) in enumerate(self.standing)}
        for at, (one, unit) in enumerate(placed):
            for other, further in placed[at + 1 :]:
                if further.shape.box[0] > unit.shape.box[2]:
                    break
                if overlap(unit.shape, further.shape):
                    first, second = sorted((order[id(one)], order[id(other)]))
                    found.append((first, second))
        for first, second in sorted(found):
            self._overlap(self.standing[first][0], self.standing[second][0])

    def _overlap(self, one: Listed, other: Listed) -> None:
        message = T(
            "units '{one}' at {here} and '{other}' at {there} overlap",
            one=one.id,
            here=place_words(one.at),
            other=other.id,
            there=place_words(other.at),
        )
        self.problems.add((*other.path, "at"), message, "FA-TER-01")

    def _say(self, one: Listed, key: str, message: Text, clause_id: str) -> None:
        self.problems.add(
            (*one.path, key), T("unit '{id}': {message}", id=one.id, message=message), clause_id
        )


@clause("FA-UNIT-09")
def formation_wrong(row: FormationRow, files: int, base: BaseRow) -> Text | None:
    """Why so many files make no such formation; None if they do. ``base``: of the kind of unit."""
    most = {"below_full_rank": base.full_rank - 1, "half_rank": -(-base.full_rank // 2)}.get(row.most)
    if row.least == "full_rank" and files < base.full_rank:
        return T(
            "{files} files are no {formation}; at least {least}",
            files=files,
            formation=row.name,
            least=base.full_rank,
        )
    if most is not None and files > most:
        return T(
            "{files} files are no {formation}; at most {most}", files=files, formation=row.name, most=most
        )
    return None
