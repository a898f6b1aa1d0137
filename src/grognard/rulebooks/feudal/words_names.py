"""Names of things as one seat's view has them, and the items of sums put into words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.core.chance import Modifier
from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.feudal.morale import MoraleRoll
from grognard.rulebooks.feudal.view import FeudalView
from grognard.rulebooks.names import SideNames, named
from grognard.show.model import Content, Detail, Die, Number, Strong, Words

BANDS: Mapping[str, Text] = {
    "fresh": T("fresh"),
    "engaged": T("engaged"),
    "bloodied": T("bloodied"),
    "wavering": T("wavering"),
    "gone": T("gone"),
}
STATUSES: Mapping[str, Text] = {
    "ready": T("on the field"),
    "victor": T("victorious"),
    "parted": T("parted"),
    "withdrawn": T("withdrawn"),
    "routed": T("routed"),
    "destroyed": T("annihilated"),
}
POSTURES: Mapping[str, Text] = {"standoff": T("in standoff"), "in_melee": T("in melee")}
GROUPS: Mapping[str, Text] = {
    "sky": T("sky"),
    "light": T("light"),
    "air": T("air"),
    "footing": T("footing"),
    "position": T("position"),
    "works": T("works"),
    "conjured": T("conjured works"),
    "surprise": T("surprise"),
    "state": T("state of the men"),
}
_BARE: Mapping[str, tuple[Text, str]] = {
    "strength": (T("Attack of the army"), "FE-ARMY-03"),
    "defence": (T("Defence of the army"), "FE-ARMY-02"),
    "pierce": (T("works broken through"), "FE-ATT-03"),
    "mirrored": (T("strategy of the target"), "FE-STR-07"),
    "morale:troop": (T("morale of the troop type"), "FE-MOR-01"),
    "morale:record": (T("morale record"), "FE-MOR-03"),
    "morale:charisma": (T("charisma of the commander"), "FE-CMD-04"),
}
_KINDS: Mapping[str, str] = {
    "strategy": "FE-STR-01",
    "tactic": "FE-TAC-09",
    "condition": "FE-COND-05",
    "feature": "FE-CMD-09",
}


class Names(SideNames):
    """Words for the ids in events, as the seat of the view knows them."""

    def __init__(self, view: FeudalView) -> None:
        super().__init__(view.setup)
        self.view = view
        self.setup = view.setup
        self.tables = view.setup.tables
        self._armies = {one.id: Strong(one.name, self.colour(one.side)) for one in view.seen.values()}

    # --- pieces ---

    def army(self, army_id: str) -> Strong:
        return self._armies.get(army_id) or Strong(army_id)

    def armies(self, ids: Iterable[str]) -> tuple[Strong, ...]:
        return tuple(self.army(one) for one in ids)

    def commander(self, army_id: str, name: str) -> Words:
        """The commander of that (English) name, if the army still has him."""
        seen = self.view.seen.get(army_id)
        known = seen.commander if seen else None
        return known if known and known.en == name else name

    def side_at(self, army_id: str) -> int | None:
        """Colour of the army's side."""
        return self.army(army_id).side

    def leader(self, seat_id: str) -> Words:
        """Who leads the seat's armies as everybody sees them: its lord, else whoever commands the first of them."""
        armies = [one for one in self.view.seen.values() if one.seat == seat_id and one.commander]
        lords = [
            one for one in armies if one.id in self.view.armies and self.view.armies[one.id].commander.lord
        ]
        found = next((one.commander for one in (*lords, *armies) if one.commander), None)
        return found or seat_id.replace("_", " ")

    # --- entries of tables ---

    def tactic(self, tactic_id: str) -> Words:
        return named(self.tables.tactics, tactic_id)

    def grade(self, grade: int | None) -> Words:
        found = self.tables.grades.get(grade) if grade is not None else None
        return found.name if found else T("none yet")

    def condition(self, condition_id: str) -> Words:
        return named(self.tables.conditions, condition_id)

    def conditions(self, ids: Iterable[str]) -> tuple[Words, ...]:
        return tuple(self.condition(one) for one in ids)

    def artefact(self, artefact_id: str) -> Words:
        return named(self.tables.artefacts, artefact_id)

    def feature(self, feature_id: str, choice: str = "") -> Words:
        name = named(self.tables.features, feature_id)
        return T("{feature} ({choice})", feature=name, choice=self.tactic(choice)) if choice else name

    def troop(self, troop_id: str) -> Words:
        return named(self.tables.troops, troop_id)

    # --- items of sums ---

    @clause("FE-GEN-04")
    def item(self, item: Modifier) -> Detail:
        """One item of a sum with the name of its source and the clause behind it."""
        if item.source in _BARE:
            words, where = _BARE[item.source]
            return Detail(words, item.value, where)
        kind, _, name = item.source.partition(":")
        return Detail(self._source(kind, name), item.value, _KINDS.get(kind, ""))

    def items(self, items: Iterable[Modifier]) -> tuple[Detail, ...]:
        return tuple(self.item(one) for one in items)

    def _source(self, kind: str, name: str) -> Text:
        match kind:
            case "strategy":
                found = next((one.name for one in self.tables.grades.values() if one.id == name), name)
                return T("strategy: {name}", name=found)
            case "tactic":
                return T("tactic: {name}", name=self.tactic(name))
            case "condition":
                return T("condition: {name}", name=self.condition(name))
            case "feature":
                return T("feature: {name}", name=self.feature(name))
            case "troop":
                return T("troop type: {name}", name=self.troop(name))
        return Text("{kind} {name}", {"kind": kind, "name": name})

    # --- Morale checks ---

    @clause("FE-MOR-02", "FE-MOR-05")
    def check(self, roll: MoraleRoll | None) -> tuple[Detail, ...]:
        """A Morale check item by item: every modifier, the total, the difficulty."""
        if roll is None:
            return ()
        last = (
            Detail(T("total"), Number(score(roll)), "FE-MOR-02"),
            Detail(T("difficulty"), Number(roll.dc), "FE-MOR-04"),
        )
        again = (Detail(T("second roll"), T("it stands"), "FE-MOR-05"),) if len(roll.faces) > 1 else ()
        return (*self.items(roll.parts), *again, *last)


def score(roll: MoraleRoll) -> int:
    """The last d20 + morale."""
    return roll.faces[-1] + sum(item.value for item in roll.parts)


def check_dice(roll: MoraleRoll | None) -> tuple[Die, ...]:
    """The dice of a Morale check; only the last one counts."""
    faces = roll.faces if roll else ()
    return tuple(Die(face, 20, dropped=at < len(faces) - 1) for at, face in enumerate(faces))


def with_check(words: Content, roll: MoraleRoll | None) -> Content:
    """The sentence, and behind it how the Morale check went where the viewer may know."""
    if roll is None:
        return words
    return (words, T(" (morale {total} against {dc})", total=score(roll), dc=roll.dc))
