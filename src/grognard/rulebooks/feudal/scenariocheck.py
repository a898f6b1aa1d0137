"""What is wrong with a scenario or a seat's own army file that no single row shows (chapter Bad input)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from grognard.files import Collector, Document, Path, Sifted, unknown
from grognard.locale import Name, T, Text
from grognard.rulebooks.feudal import muster
from grognard.rulebooks.feudal.model import FIELD, Condition, Tables, Troop
from grognard.rulebooks.feudal.scenariofile import ArmyRow, BlockRow, BodyRow, CommanderRow, ScenarioHead
from grognard.rulebooks.feudal.tables import offered
from grognard.rulebooks.scenarios import seats_once
from grognard.rulebooks.tablechecks import ids_in

WORDS: Mapping[str, Text] = {
    "side": T("side"),
    "seat": T("seat"),
    "army": T("army"),
    "block": T("block"),
    "round": T("round"),
    "commanders": T("commander"),
    "features": T("feature"),
}
_READY = "Ready-made forces"


@dataclass(frozen=True)
class Muster:
    """An army or block as it stands in the file: where, what it is called, and the row."""

    path: Path
    what: Text
    row: BodyRow

    def ids(self) -> list[str]:
        """The ids of the armies that it makes."""
        if isinstance(self.row, BlockRow):
            return [f"{self.row.id}_{number}" for number in range(1, self.row.count + 1)]
        return [self.row.id]

    def names(self, template: Name) -> list[Name]:
        """A name for each of its armies, ``{n}`` replaced."""
        numbers = map(str, range(1, len(self.ids()) + 1))
        return [Name(template.en.replace("{n}", n), template.ru.replace("{n}", n)) for n in numbers]


class ForceCheck(Collector):
    """Armies, commanders and conditions, as any file may name them."""

    def __init__(
        self, document: Document, tables: Tables, sifted: Sifted, options: dict[str, str | int | bool]
    ) -> None:
        super().__init__(document)
        self.problems.extend(sifted.problems)
        self.tables, self.sifted, self.options = tables, sifted, options
        self.led: dict[str, str] = {}

    def musters(self) -> list[Muster]:
        """All armies and blocks that are well-formed."""
        armies = [
            Muster(("army", at), _called(T("army"), row.id), row) for at, row in self.sifted.rows["army"]
        ]
        blocks = self.sifted.rows.get("block", [])
        return armies + [Muster(("block", at), _called(T("block"), row.id), row) for at, row in blocks]

    def add_in(self, muster: Muster, key: Path, message: Text, clause: str | None) -> None:
        self.add((*muster.path, *key), T("{what}: {message}", what=muster.what, message=message), clause)

    def army(self, one: Muster) -> None:
        """Everything about one army or block but its place among the others."""
        troop, men = self._force(one)
        if troop is not None and men is not None:
            self._size(one, troop, men)
        self._tactics(one)
        self._conditions((*one.path, "conditions"), one.row.conditions, one.what)
        self._record(one)
        if one.row.commander is not None:
            self.commander((*one.path, "commander"), one.row.commander)

    def _force(self, one: Muster) -> tuple[Troop | None, int | None]:
        row = one.row
        if row.force is not None:
            if row.troop is not None or row.men is not None:
                self.add_in(one, ("force",), T("give either force, or troop and men"), _READY)
            if row.force not in self.tables.forces:
                self.add_in(one, ("force",), unknown(T("force"), row.force, self.tables.forces), _READY)
                return None, None
            force = self.tables.forces[row.force]
            return self.tables.troops[force.troop], force.men
        for key in ("troop", "men"):
            if getattr(row, key) is None:
                self.add_in(one, (), T("key '{key}' is missing", key=key), _READY)
        if row.troop is not None and row.troop not in self.tables.troops:
            self.add_in(one, ("troop",), unknown(T("troop"), row.troop, self.tables.troops), "FE-SIZE-12")
        return self.tables.troops.get(row.troop or ""), row.men

    def _size(self, one: Muster, troop: Troop, men: int) -> None:
        row, least = one.row, muster.recruit_minimum(self.tables, troop)
        named = {"men": men, "troop": troop.id, "least": least}
        if men < least and not row.survivors:
            self.add_in(
                one, ("men",), T("{men} {troop} is below the recruit minimum {least}", **named), "FE-SIZE-06"
            )
        elif muster.remnant(self.tables, troop, men):
            fewest = muster.fighting_minimum(self.tables, troop)
            message = T(
                "{men} men is a remnant; needs at least {fewest} of {least} to fight", fewest=fewest, **named
            )
            self.add_in(one, ("men",), message, "FE-SIZE-11")
        most = muster.hit_points(self.tables.constants, muster.strength(self.tables, troop, men))
        if row.hp is not None and row.hp > most:
            self.add_in(
                one, ("hp",), T("{hp} hit points; it has at most {most}", hp=row.hp, most=most), "FE-ARMY-01"
            )
        if row.missiles and not troop.missiles:
            self.add_in(one, ("missiles",), T("{troop} have no missiles", troop=troop.name), "FE-ARMY-06")

    def _tactics(self, one: Muster) -> None:
        tactics, most = one.row.tactics, self.tables.constants.tactics_known_max
        for at, tactic in enumerate(tactics):
            key: Path = ("tactics", at)
            if tactic not in self.tables.tactics:
                self.add_in(one, key, unknown(T("tactic"), tactic, self.tables.tactics), "FE-TAC-09")
            elif tactic == "standard":
                self.add_in(one, key, T("every army knows Standard; leave it out"), "FE-TAC-02")
            elif tactic in tactics[:at]:
                self.add_in(one, key, T("'{id}' is named twice", id=tactic), "FE-TAC-01")
        if most and len(tactics) > most:
            self.add_in(
                one,
                ("tactics",),
                T("{count} tactics; at most {most}", count=len(tactics), most=most),
                "FE-TAC-10",
            )

    def _record(self, one: Muster) -> None:
        low, high = self.tables.constants.record_min, self.tables.constants.record_max
        record = one.row.morale_record
        if not low <= record <= high:
            message = T(
                "morale_record {record} of '{army}' is outside {low}..{high}",
                record=record,
                army=one.row.id,
                low=low,
                high=high,
            )
            self.add((*one.path, "morale_record"), message, "FE-MOR-03")

    # --- conditions ------------------------------------------------------------------------------------

    def _conditions(self, path: Path, ids: Sequence[str], what: Text, scope: str = "army") -> None:
        groups: dict[str, str] = {}
        for at, one in enumerate(ids):
            condition = self.tables.conditions.get(one)
            if condition is None:
                known = [each.id for each in self.tables.conditions.values() if each.scope == scope]
                message = T("{what}: {message}", what=what, message=unknown(T("condition"), one, known))
                self.add((*path, at), message, "FE-COND-05")
            elif (wrong := _misplaced(condition, groups, scope)) is not None:
                self.add((*path, at), wrong, "FE-COND-03")

    # --- commanders ------------------------------------------------------------------------------------

    def commander(self, path: Path, row: CommanderRow) -> None:
        """A commander by himself: the number of his features, and whether he may have them."""
        if row.name is None:
            if row.level is not None or row.features or row.extra_features:
                self.add(path, T("a nameless commander has no level or features"), "FE-CMD-02")
            return
        level = self.level(row)
        allowed = muster.features_allowed(
            self.tables.constants, level, str(self.options["feature_cadence"]), row.extra_features
        )
        if len(row.features) != allowed:
            self.add((*path, "features"), _feature_count(row, level, allowed), "FE-CMD-05")
        for at, feature in enumerate(row.features):
            self._feature((*path, "features", at), row, at, 2 * level, feature.choice)

    def level(self, row: CommanderRow) -> int:
        return self.tables.constants.start_level if row.level is None else row.level

    def _feature(self, path: Path, row: CommanderRow, at: int, leadership: int, choice: str) -> None:
        name, who = row.features[at].id, _name(row)
        feature = self.tables.features.get(name)
        if feature is None:
            message = T(
                "commander '{name}': {message}",
                name=who,
                message=unknown(T("feature"), name, self.tables.features),
            )
            self.add(path, message, "FE-CMD-09")
            return
        if any(other.id == name for other in row.features[:at]):
            self.add(path, T("commander '{name}' has '{feature}' twice", name=who, feature=name), "FE-CMD-06")
        if leadership < feature.leadership:
            message = T(
                "feature '{feature}' needs leadership {least}, '{name}' has {leadership}",
                feature=name,
                least=feature.leadership,
                name=who,
                leadership=leadership,
            )
            self.add(path, message, "FE-CMD-06")
        self._choice(path, name, bool(feature.choice), choice)

    def _choice(self, path: Path, feature: str, asked: bool, choice: str) -> None:
        if asked and not choice:
            self.add(path, T("feature '{feature}' needs a choice", feature=feature), _READY)
        elif choice and not asked:
            self.add((*path, "choice"), T("feature '{feature}' takes no choice", feature=feature), _READY)
        elif choice and (choice == "standard" or choice not in self.tables.tactics):
            known = [one for one in self.tables.tactics if one != "standard"]
            self.add((*path, "choice"), unknown(T("tactic"), choice, known), _READY)

    def leads(self, path: Path, name: Name, army: str) -> None:
        """Notes who leads what; a commander leads one army (``army`` empty: he is free)."""
        if name.en not in self.led:
            self.led[name.en] = army
            return
        other = self.led[name.en]
        message = T(
            "commander '{name}' leads '{one}' and '{other}'; one army each", name=name, one=other, other=army
        )
        if not army or not other:
            message = T("commander '{name}' is named among the free ones as well", name=name)
        self.add(path, message, "FE-CMD-01")

    def free_commanders(self, path: Path, rows: Iterable[tuple[int, CommanderRow]]) -> None:
        """``rows``: index in the list at ``path``, and commander."""
        for at, row in rows:
            if row.name is None:
                self.add((*path, at), T("a free commander needs a name"), "FE-CMD-02")
            else:
                self.commander((*path, at), row)
                self.leads((*path, at, "name"), _name(row), "")

    def artefacts(self, path: Path, held: Iterable[tuple[int, str]]) -> None:
        """``held``: index in the list at ``path``, and artefact id."""
        seen: set[str] = set()
        for at, one in held:
            if one not in self.tables.artefacts:
                self.add((*path, at), unknown(T("artefact"), one, self.tables.artefacts), "FE-ART-06")
            elif one in seen:
                self.add((*path, at), T("'{id}' is named twice", id=one), "FE-ART-01")
            seen.add(one)

    def lead_all(self, musters: Iterable[Muster]) -> None:
        """Every named commander leads one army."""
        for one in musters:
            row = one.row.commander
            if row is not None and row.name is not None:
                for name, army in zip(one.names(_name(row)), one.ids(), strict=True):
                    self.leads((*one.path, "commander", "name"), name, army)

    def unique_ids(self, musters: Iterable[Muster], taken: Iterable[str] = ()) -> None:
        """No two armies of one id, and none that the table itself uses."""
        seen = {FIELD, *taken}
        for one in musters:
            for army in one.ids():
                if army in seen:
                    self.add((*one.path, "id"), T("army id '{id}' is taken", id=army), "FE-GEN-03")
                seen.add(army)


class ScenarioCheck(ForceCheck):
    """A whole scenario."""

    def run(self) -> None:
        """Raises Problems if anything is wrong."""
        musters = self.musters()
        self._head()
        self._sides(musters)
        self._seats()
        for one in musters:
            self.army(one)
            self._seat_of(one)
        self.unique_ids(musters)
        self._order(one for one in musters if one.path[0] == "army")
        self.lead_all(musters)
        self._rounds()
        self.done()

    def _known(self, section: str) -> list[str]:
        """Ids in a list, of rows well-formed or not."""
        return ids_in(self.document.data.get(section))

    def _army_ids(self) -> list[str]:
        blocks = [army for one in self.musters() for army in one.ids()]
        return list(dict.fromkeys([*self._known("army"), *blocks]))

    def _head(self) -> None:
        head: ScenarioHead | None = self.sifted.parts.get("scenario")
        if head is None:
            return
        said, known = head.model_extra or {}, self.tables.options
        for key in said.keys() - known.keys():
            message = unknown(T("key"), key, [*ScenarioHead.model_fields, *known])
            self.add(("scenario", key), message, _READY, key=True)
        offered(self.tables).check(self, ("scenario",), {key: said[key] for key in said if key in known})
        for number, group in enumerate(head.shared_victory):
            for at, side in enumerate(group):
                if side not in self._known("side"):
                    message = unknown(T("side"), side, self._known("side"))
                    self.add(("scenario", "shared_victory", number, at), message, "FE-END-03")

    def _sides(self, musters: Sequence[Muster]) -> None:
        rows = self.sifted.rows["side"]
        if len(self._known("side")) < 2:
            self.add(("side",), T("a battle needs two sides or more"), "FE-MULTI-01", key=True)
        seen: set[str] = set()
        for at, row in rows:
            if row.id in seen:
                self.add(("side", at, "id"), T("id '{id}' is used twice", id=row.id), "FE-MULTI-01")
            seen.add(row.id)
        sides = {row.id: row.side for _, row in self.sifted.rows["seat"]}
        manned = {sides.get(one.row.seat, "") for one in musters if isinstance(one.row, ArmyRow | BlockRow)}
        whole = not any(head[0] in ("seat", "army", "block") for head in self.sifted.bad)
        for at, row in rows:
            if row.id not in manned and whole:
                self.add(("side", at), T("side '{id}' has no armies", id=row.id), "FE-MULTI-01")

    def _seats(self) -> None:
        rows = self.sifted.rows["seat"]
        seats_once(self, ((("seat", at, "id"), row.id) for at, row in rows), "FE-MULTI-01")
        for at, row in rows:
            if row.side not in self._known("side"):
                message = T(
                    "seat '{id}': {message}",
                    id=row.id,
                    message=unknown(T("side"), row.side, self._known("side")),
                )
                self.add(("seat", at, "side"), message, "FE-MULTI-01")
            self.artefacts(("seat", at, "artefacts"), enumerate(row.artefacts))
            self.free_commanders(("seat", at, "commanders"), enumerate(row.commanders))

    def _seat_of(self, one: Muster) -> None:
        seats = self._known("seat")
        assert isinstance(one.row, ArmyRow | BlockRow)
        if one.row.seat not in seats:
            self.add_in(one, ("seat",), unknown(T("seat"), one.row.seat, seats), "FE-MULTI-01")

    def _order(self, armies: Iterator[Muster]) -> None:
        used: dict[int, str] = {}
        for one in armies:
            assert isinstance(one.row, ArmyRow)
            oob = one.row.oob
            if oob is None:
                self.add_in(one, (), T("oob is missing, its number in the order of battle"), "FE-GEN-03")
            elif oob < 1:
                self.add_in(one, ("oob",), T("oob {oob} is below 1", oob=oob), "FE-GEN-03")
            elif oob in used:
                message = T(
                    "oob {oob} is used by '{one}' and '{other}'", oob=oob, one=used[oob], other=one.row.id
                )
                self.add((*one.path, "oob"), message, "FE-GEN-03")
            else:
                used[oob] = one.row.id

    def _rounds(self) -> None:
        seen: set[int] = set()
        armies = self._army_ids()
        for at, row in self.sifted.rows["round"]:
            what = T("round {number}", number=row.number)
            if row.number in seen:
                self.add(
                    ("round", at, "number"),
                    T("round {number} is scripted twice", number=row.number),
                    "FE-COND-01",
                )
            seen.add(row.number)
            self._conditions(("round", at, "field"), row.field or (), what, "field")
            for army, conditions in row.armies.items():
                if army not in armies:
                    message = T("{what}: {message}", what=what, message=unknown(T("army"), army, armies))
                    self.add(("round", at, "armies", army), message, "FE-COND-01", key=True)
                self._conditions(("round", at, "armies", army), conditions, what)


def leads_both(commander: str, one: str, other: str) -> Text:
    return T(
        "commander '{name}' leads '{one}' and '{other}'; one army each", name=commander, one=one, other=other
    )


def _name(row: CommanderRow) -> Name:
    return Name(row.name.en, row.name.ru) if row.name else Name("")


def _called(kind: Text, name: str) -> Text:
    return T("{kind} '{name}'", kind=kind, name=name)


def _misplaced(condition: Condition, groups: dict[str, str], scope: str) -> Text | None:
    """Why a condition cannot stand where it does; ``groups`` remembers those before it."""
    if condition.scope != scope:
        if condition.scope == "field":
            return T("'{id}' is a field condition", id=condition.id)
        return T("'{id}' is a condition of armies", id=condition.id)
    key = condition.id if condition.group == "state" else condition.group
    other = groups.get(key)
    groups[key] = condition.id
    if other is None:
        return None
    if other == condition.id:
        return T("'{id}' is named twice", id=other)
    return T("'{one}' and '{other}' are both {group}", one=other, other=condition.id, group=key)


def _feature_count(row: CommanderRow, level: int, allowed: int) -> Text:
    held = len(row.features)
    if held < allowed:
        return T(
            "commander '{name}' level {level}: features due {allowed}, given {held}",
            name=_name(row),
            level=level,
            held=held,
            allowed=allowed,
        )
    return T(
        "commander '{name}' level {level} has {held} features, allowed {allowed}; "
        "set extra_features = {extra} if that is meant",
        name=_name(row),
        level=level,
        held=held,
        allowed=allowed,
        extra=row.extra_features + held - allowed,
    )
