"""Names of things as one seat's view has them, and figures as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.locale import Name, T, Text
from grognard.rulebooks.names import SideNames, named
from grognard.rulebooks.pike_and_shot.model import PikeSetup, Sheet, Terrain
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.show.model import Content, Number, Strong, Words

BANDS: Mapping[str, Text] = {"bad": T("bad"), "normal": T("normal"), "good": T("good")}
COHESION: Mapping[str, Text] = {"steady": T("steady"), "shaken": T("shaken"), "broken": T("broken")}
QUALITIES: Mapping[str, Text] = {
    "bad": T("badly trained"),
    "normal": T("trained"),
    "good": T("well trained"),
}
MORALES: Mapping[str, Text] = {
    "bad": T("in low spirits"),
    "normal": T("in usual spirits"),
    "high": T("in high spirits"),
}
LEVELS: Mapping[str, Text] = {
    "brigade": T("brigade commander"),
    "division": T("division commander"),
    "army": T("army commander"),
}
STANCES: Mapping[str, Text] = {
    "attack": T("to attack"),
    "hold": T("to hold"),
    "withdraw": T("to withdraw"),
}
PLANS: Mapping[str, Text] = {
    "turn": T("turn on the spot"),
    "wheel": T("wheel"),
    "turn_about": T("turn about"),
    "quarter_turn": T("quarter turn"),
    "form": T("change of formation"),
    "side_step": T("side-step"),
    "step_back": T("step back"),
    "swap": T("mount or dismount"),
    "custom": T("free manoeuvre"),
}


class Names(SideNames):
    """Words for the ids in events, as the seat of the view knows them; an id that it doesn't know stays an id."""

    def __init__(self, view: PikeView) -> None:
        super().__init__(view.setup)
        self.setup = view.setup
        self.tables = view.setup.tables
        self._units = {
            one.id: Strong(label(self.setup, one), self.colour(one.side))
            for one in view.setup.sheets.values()
        }
        self._commanders = {
            one.id: Strong(one.name, self.colour(one.side)) for one in view.setup.commanders.values()
        }

    # --- pieces ---

    def unit(self, unit_id: str) -> Strong:
        return self._units.get(unit_id) or Strong(unit_id)

    def units(self, ids: Iterable[str]) -> tuple[Strong, ...]:
        return tuple(self.unit(one) for one in ids)

    def commander(self, commander_id: str) -> Strong:
        return self._commanders.get(commander_id) or Strong(commander_id)

    def piece(self, piece_id: str) -> Strong:
        """A unit or commander."""
        return self._units.get(piece_id) or self.commander(piece_id)

    def side_at(self, piece_id: str) -> int | None:
        """Colour of a unit's or commander's side."""
        return self.piece(piece_id).side

    def place(self, objective_id: str) -> Words:
        return named(self.setup.objectives, objective_id)

    def ground(self, terrain_id: str) -> Words:
        """A piece of terrain by its name, or else its kind."""
        piece = next((one for one in self.setup.terrain if one.id == terrain_id), None)
        return ground_name(self.setup, piece) if piece else terrain_id

    # --- entries of tables ---

    def base(self, type_id: str) -> Words:
        return named(self.tables.bases, type_id)

    def formation(self, formation_id: str) -> Words:
        return named(self.tables.formations, formation_id)

    def profile(self, profile_id: str) -> Words:
        return next((one.name for one in self.tables.profiles if one.id == profile_id), T("plain"))

    def condition(self, side_id: str, condition_id: str) -> Words:
        army = self.setup.armies.get(side_id)
        found = (one.name for one in army.victory if one.id == condition_id) if army else iter(())
        return next(found, condition_id)


def plain_name(setup: PikeSetup, sheet: Sheet) -> Name:
    """What a unit is called without the number that tells it from others called alike: its id does that."""
    army = setup.tables.armies.get(sheet.army)
    entry = army.units.get(sheet.entry) if army else None
    if entry and sheet.name.en.removeprefix(entry.name.en).strip().isdigit():
        return entry.name
    return sheet.name


def label(setup: PikeSetup, sheet: Sheet) -> Name:
    """``SB3 Swedish brigade``: the id, as on the map, and the name."""
    name = plain_name(setup, sheet)
    if name.en == sheet.id:
        return name
    return Name(f"{sheet.id} {name.en}", f"{sheet.id} {name.ru or name.en}")


# --- figures ---


def inches(thousandths: int) -> Number:
    """A length of the table."""
    return Number(thousandths / 1000, 1, unit=T("inches"))


def degrees(tenths: int) -> Number:
    return Number(tenths / 10, 1 if tenths % 10 else 0, unit="°")


def strength(halves: int, signed: bool = False) -> Number:
    """A strength in halves as it is printed: 9 is 4.5."""
    return Number(halves / 2, halves % 2, signed=signed)


def spot(x: int, y: int) -> Content:
    """A point on the table, in inches from the south-west corner."""
    return T("({x}; {y})", x=Number(x / 1000, 1), y=Number(y / 1000, 1))


def more_dp(dp: int) -> Number:
    return Number(dp, signed=True, unit=T("DP"))


def ground_name(setup: PikeSetup, piece: Terrain) -> Name:
    """What a piece of terrain is called."""
    return piece.name or setup.tables.terrain[piece.kind].name
