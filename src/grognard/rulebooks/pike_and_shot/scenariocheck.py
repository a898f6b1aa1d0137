"""What is wrong with a scenario that no single row shows (chapter Bad input)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path as FilePath
from typing import Any

from grognard.files import Collector, Document, Path, Sifted, unknown
from grognard.locale import T, Text
from grognard.rulebooks.grounds import beyond, crossed_edge
from grognard.rulebooks.pike_and_shot import lineup, muster
from grognard.rulebooks.pike_and_shot.ground import SIZED, Ground, GroundCheck
from grognard.rulebooks.pike_and_shot.lineup import LACKING, Plan
from grognard.rulebooks.pike_and_shot.model import TURN, Base, Bases, Entry, Tables, Terrain
from grognard.rulebooks.pike_and_shot.scenariofile import CommanderRow, ScenarioHead, SideRow, UnitRow
from grognard.rulebooks.pike_and_shot.tables import Printed
from grognard.rulebooks.scenarios import seats_of_sides, seats_once, two_sides, zone_wrong
from grognard.rulebooks.tablechecks import ids_in
from grognard.rulebooks.writing import READY, pose, spot
from grognard.space.measure import overlap
from grognard.space.outline import Outline, holds
from grognard.space.pose import place_words

WORDS: Mapping[str, Text] = {
    "side": T("side"),
    "seats": T("seat"),
    "terrain": T("terrain"),
    "objective": T("objective"),
    "commander": T("commander"),
    "unit": T("unit"),
}
LEVELS = ("brigade", "division", "army")


class ScenarioCheck(Collector):
    """A whole scenario; ``ground`` and ``stands`` (unit id -> bases) hold what is sound of it."""

    def __init__(
        self, document: Document, tables: Tables, printed: Printed, sifted: Sifted, folder: FilePath
    ) -> None:
        super().__init__(document)
        self.problems.extend(sifted.problems)
        self.tables, self.printed, self.sifted, self.folder = tables, printed, sifted, folder
        self.sides: dict[str, SideRow] = {row.id: row for _, row in sifted.rows["side"]}
        self.posts: dict[str, CommanderRow] = {row.id: row for _, row in sifted.rows["commander"]}
        self.ground = Ground()
        self.stands: dict[str, Bases] = {}

    def run(self) -> None:
        """Raises Problems if anything is wrong."""
        self._options()
        self.ground = GroundCheck(self, self.sifted, self.tables, self.folder).run()
        self._sides()
        self._ids()
        for at, row in self.sifted.rows["commander"]:
            CommanderCheck(self, ("commander", at), row).run()
        for at, row in self.sifted.rows["unit"]:
            UnitCheck(self, ("unit", at), row).run()
        self._manned()
        self._crowding()
        self.done()

    def known(self, section: str) -> list[str]:
        """Ids in a list, of rows well-formed or not."""
        return ids_in(self.document.data.get(section))

    @property
    def turns(self) -> int | None:
        head: ScenarioHead | None = self.sifted.parts.get("scenario")
        return head.turns if head else None

    # --- options, sides --------------------------------------------------------------------------------

    def _options(self) -> None:
        head: ScenarioHead | None = self.sifted.parts.get("scenario")
        self.printed.offered.check(self, ("scenario", "options"), head.options if head else {})

    def _sides(self) -> None:
        two_sides(self, len(self.known("side")), "Model, side")
        seats_once(self, seats_of_sides(self.sifted.rows["side"]), "Model, seat")
        for at, row in self.sifted.rows["side"]:
            self._army(("side", at), row)
            self._zone(("side", at), row)

    def _army(self, path: Path, row: SideRow) -> None:
        if row.army not in self.tables.armies:
            self._in_side(
                (*path, "army"), row, unknown(T("army list"), row.army, self.tables.armies), "PS-VIC-06"
            )
        if row.victory is not None and row.victory not in self.tables.victory:
            message = unknown(T("victory table"), row.victory, self.tables.victory)
            self._in_side((*path, "victory"), row, message, "PS-VIC-01")

    def _zone(self, path: Path, row: SideRow) -> None:
        if row.deploy is None:
            return
        if (wrong := zone_wrong("deploy", row.deploy)) is not None:
            self._in_side((*path, "deploy"), row, wrong, "PS-DEP-01")
        for corner in (row.deploy[:2], row.deploy[2:]):
            if (wrong := beyond(self.ground.table, spot(corner), SIZED)) is not None:
                self._in_side((*path, "deploy"), row, wrong, "PS-DEP-01")

    def _in_side(self, path: Path, row: SideRow, message: Text, clause: str) -> None:
        self.add(path, T("side '{id}': {message}", id=row.id, message=message), clause)

    def _ids(self) -> None:
        """Orders name sides, commanders and units without regard to capitals."""
        seen: dict[str, str] = {TURN: TURN}
        for section in ("side", "commander", "unit"):
            taken = dict(seen) if section != "side" else {}
            for at, row in self.sifted.rows[section]:
                if row.id.casefold() in taken:
                    message = T("id '{id}' is used twice", id=row.id)
                    self.add((section, at, "id"), message, READY)
                taken[row.id.casefold()] = row.id
            seen = taken if section != "side" else seen

    # --- who is there, where -------------------------------------------------------------------------

    def _manned(self) -> None:
        astray = any(post.side not in self.sides for post in self.posts.values())
        if astray or any(head[0] in ("commander", "unit") for head in self.sifted.bad):
            return
        manned = {
            self.posts[row.command].side for _, row in self.sifted.rows["unit"] if row.command in self.posts
        }
        for at, row in self.sifted.rows["side"]:
            if row.id not in manned:
                self.add(("side", at), T("side '{id}' has no units", id=row.id), "Model, side")

    def _crowding(self) -> None:
        """No two units of one turn of arrival stand on the same ground."""
        rows = {row.id: (at, row) for at, row in self.sifted.rows["unit"]}
        placed = [unit for unit in self.stands if rows[unit][1].at is not None]
        for one, other in combinations(placed, 2):
            if rows[one][1].turn != rows[other][1].turn:
                continue
            pair = next(_overlaps(self.stands[one], self.stands[other]), None)
            if pair is not None:
                self._overlap(rows[other][0], one, other, pair)

    def _overlap(self, at: int, one: str, other: str, pair: tuple[int, int]) -> None:
        first, second = self.stands[one][pair[0]], self.stands[other][pair[1]]
        message = T(
            "units '{one}' and '{other}' overlap: base {a} at {here} and base {b} at {there}",
            one=one,
            other=other,
            a=pair[0] + 1,
            here=place_words((first.x, first.y)),
            b=pair[1] + 1,
            there=place_words((second.x, second.y)),
        )
        self.add(("unit", at, "at"), message, "PS-BASE-09")


def _overlaps(ours: Bases, theirs: Bases) -> Iterator[tuple[int, int]]:
    for i, a in enumerate(ours):
        for j, b in enumerate(theirs):
            if overlap(a.shape, b.shape):
                yield i, j


class _RowCheck:
    """What commanders and units have in common."""

    def __init__(self, whole: ScenarioCheck, path: Path, row: Any) -> None:
        self.whole, self.path, self.row = whole, path, row
        self.tables = whole.tables
        self.what = (
            T("commander '{id}'", id=row.id) if path[0] == "commander" else T("unit '{id}'", id=row.id)
        )

    def say(self, key: str, message: Text, clause: str) -> None:
        path = (*self.path, key) if key else self.path
        self.whole.add(path, T("{what}: {message}", what=self.what, message=message), clause)

    def among(self, key: str, what: Text, word: str, listed: Sequence[str], clause: str) -> bool:
        if word not in listed:
            self.say(key, unknown(what, word, listed), clause)
        return word in listed

    def placed(self, side: SideRow | None) -> None:
        """A place on the table, but where the side deploys."""
        row, deploys = self.row, side is not None and side.deploy is not None and self.row.turn == 0
        if row.at is None and not deploys and side is not None:
            self.say("", T("key 'at' is missing: only sides with a zone (deploy) do without"), "PS-DEP-01")
        if row.at is not None and deploys and side is not None:
            self.say("at", T("side '{side}' deploys in its zone; leave at out", side=side.id), "PS-DEP-01")
        if self.whole.turns is not None and row.turn > self.whole.turns:
            message = T("turn {turn} is after the last, {last}", turn=row.turn, last=self.whole.turns)
            self.say("turn", message, "PS-DEP-02")


class CommanderCheck(_RowCheck):
    """A commander: side, level, superior, seat, order, place."""

    row: CommanderRow

    def run(self) -> None:
        row, whole = self.row, self.whole
        side = whole.sides.get(row.side)
        self.among("side", T("side"), row.side, whole.known("side"), "PS-CMD-01")
        if row.profile:
            profiles = list(dict.fromkeys(one.id for one in self.tables.profiles))
            self.among("profile", T("profile"), row.profile, profiles, "PS-CMD-02")
        if side is not None and row.seat is not None:
            self.among("seat", T("seat"), row.seat, [seat.id for seat in side.seats], "Model, seat")
        if row.under:
            self._superior()
        self._order()
        self.placed(side)
        if row.at is not None and (wrong := beyond(whole.ground.table, spot(row.at), SIZED)) is not None:
            self.say("at", wrong, "PS-BASE-09")

    def _superior(self) -> None:
        row = self.row
        if not self.among("under", T("commander"), row.under, self.whole.known("commander"), "PS-CMD-01"):
            return
        superior = self.whole.posts.get(row.under)
        if superior is None:
            return
        if self._in_a_circle():
            self.say("under", T("is his own superior, through '{other}'", other=row.under), "PS-CMD-01")
        elif superior.side != row.side:
            message = T("'{other}' is of side '{side}'", other=row.under, side=superior.side)
            self.say("under", message, "PS-CMD-01")
        elif LEVELS.index(superior.level) <= LEVELS.index(row.level):
            message = T(
                "a {level} commander cannot be under '{other}', a {above} commander",
                level=row.level,
                other=row.under,
                above=superior.level,
            )
            self.say("under", message, "PS-CMD-01")

    def _in_a_circle(self) -> bool:
        posts, seen, one = self.whole.posts, set[str](), self.row.id
        while one in posts and one not in seen:
            seen.add(one)
            one = posts[one].under
        return one == self.row.id

    def _order(self) -> None:
        row = self.row
        if row.order is None:
            return
        if not row.under:
            self.say("order", T("only a commander with a superior has an order"), "PS-ORD-01")
        if (wrong := beyond(self.whole.ground.table, spot(row.order.flag), SIZED)) is not None:
            self.say("order", T("flag {message}", message=wrong), "PS-ORD-01")


class UnitCheck(_RowCheck):
    """A unit: command, entry, formation, place."""

    row: UnitRow

    def run(self) -> None:
        row, whole = self.row, self.whole
        self.among("command", T("commander"), row.command, whole.known("commander"), "PS-TURN-04")
        post = whole.posts.get(row.command)
        side = whole.sides.get(post.side) if post else None
        self.placed(side)
        self._arrival(post)
        plan = self._plan(side)
        if plan is not None and self._sound(plan):
            self._stand(plan, side)

    def _arrival(self, post: CommanderRow | None) -> None:
        if post is not None and self.row.turn < post.turn:
            message = T(
                "comes in turn {turn}, before its commander '{commander}' in turn {later}",
                turn=self.row.turn,
                commander=post.id,
                later=post.turn,
            )
            self.say("turn", message, "PS-DEP-02")

    def _plan(self, side: SideRow | None) -> Plan | None:
        """The unit as it is raised, if everything about it is known."""
        row = self.row
        if row.army is not None and row.army not in self.tables.armies:
            self.say("army", unknown(T("army list"), row.army, self.tables.armies), "PS-VIC-06")
            return None
        if row.entry is None:
            lacking = [key for key in LACKING if getattr(row, key) is None]
            if lacking:
                self.say(
                    "", T("give an entry of the army list, or {keys}", keys=tuple(lacking)), "Model, unit"
                )
            return None if lacking else lineup.plan(row, None)
        entry = self._entry(row.entry, side)
        return lineup.plan(row, entry) if entry is not None else None

    def _entry(self, name: str, side: SideRow | None) -> Entry | None:
        army = self.row.army or (side.army if side else "")
        if army not in self.tables.armies:
            return None
        units = self.tables.armies[army].units
        if name not in units:
            message = T("army list '{army}': {message}", army=army, message=unknown(T("unit"), name, units))
            self.say("entry", message, "PS-VIC-06")
        return units.get(name)

    def _sound(self, plan: Plan) -> bool:
        """Its bases, traits and formation are known and fit each other."""
        bases, formations = list(self.tables.bases), list(self.tables.formations)
        known = [self.among("bases", T("base type"), one, bases, "Model, unit") for one in plan.bases]
        known += [
            self.among("traits", T("trait"), one, list(self.tables.traits), "PS-BASE-11")
            for one in plan.traits
        ]
        known.append(self.among("formation", T("formation"), plan.formation, formations, "PS-FORM-01"))
        if plan.files > len(plan.bases):
            message = T("{files} files of {bases} bases", files=plan.files, bases=len(plan.bases))
            self.say("files", message, "Model, unit")
            return False
        if not all(known):
            return False
        formation = self.tables.formations[plan.formation]
        types = muster.types_of(self.tables, plan.bases)
        fault = muster.formation_fault(formation, types, plan.files, plan.traits)
        if fault is not None:
            self.say("formation", fault, muster.formation_clause(formation))
        return fault is None

    # --- place -----------------------------------------------------------------------------------------

    def _stand(self, plan: Plan, side: SideRow | None) -> None:
        if self.row.at is None:
            if side is not None and side.deploy is not None:
                self._fits_zone(plan, side.id, side.deploy)
            return
        bases = lineup.bases_at(self.tables, plan, pose(self.row.at))
        self.whole.stands.setdefault(self.row.id, bases)
        self._on_table(bases)
        for base in bases:
            if self._barred(base):
                break

    def _on_table(self, bases: Bases) -> None:
        for number, base in enumerate(bases, 1):
            if (edge := crossed_edge(self.whole.ground.table, base.shape)) is not None:
                message = T(
                    "base {number} at {spot} reaches over the {edge} edge of the table",
                    number=number,
                    spot=place_words((base.x, base.y)),
                    edge=edge,
                )
                self.say("at", message, "PS-BASE-09")
                return

    def _barred(self, base: Base) -> bool:
        for terrain in self.whole.ground.terrain:
            if self._closed(base, terrain):
                message = T(
                    "base at {spot} cannot stand in {terrain} '{id}'",
                    spot=place_words((base.x, base.y)),
                    terrain=self.tables.terrain[terrain.kind].name,
                    id=terrain.id,
                )
                self.say("at", message, "PS-TERR-02")
                return True
        return False

    def _closed(self, base: Base, terrain: Terrain) -> bool:
        kind, arm = self.tables.terrain[terrain.kind], self.tables.bases[base.type].arm
        if kind.impassable:
            return overlap(base.shape, terrain.shape)
        barred = (arm == "gun" and not kind.guns) or (arm == "horse" and not kind.horse)
        return barred and holds(terrain.shape, (base.x, base.y))

    def _fits_zone(self, plan: Plan, side: str, zone: Sequence[float]) -> None:
        bases = lineup.bases_at(self.tables, plan, pose((0, 0, 0)))
        west, south, east, north = Outline(tuple(p for base in bases for p in base.shape.ring)).box
        (x1, y1), (x2, y2) = spot(zone[:2]), spot(zone[2:])
        room, need = sorted((x2 - x1, y2 - y1)), sorted((east - west, north - south))
        if need[0] > room[0] or need[1] > room[1]:
            message = T(
                "{unit} inches do not go into the zone of side '{side}', {zone} inches",
                unit=place_words((east - west, north - south)),
                side=side,
                zone=place_words((x2 - x1, y2 - y1)),
            )
            self.say("", message, "PS-DEP-01")
