"""The pieces of a feudal battle, its tables, and what a battle starts from (chapter Model)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from grognard.core.state import Piece, Setup, State
from grognard.files import Option
from grognard.locale import Name

# --- tables: what a game master may edit -------------------------------------------------------------


class Effect(msgspec.Struct, frozen=True):
    """One record of the closed effect vocabulary: a kind, its value and the filters that must all hold."""

    kind: str
    value: int | str | None = None
    list_: tuple[str, ...] = msgspec.field(name="list", default=())
    phase: str = "any"
    pass_: str = msgspec.field(name="pass", default="any")
    tactic_pass: int = 0
    self_: tuple[str, ...] = msgspec.field(name="self", default=())
    not_self: tuple[str, ...] = ()
    vs: tuple[str, ...] = ()
    not_vs: tuple[str, ...] = ()
    check: str = "any"


class SizeRow(msgspec.Struct, frozen=True):
    from_: int = msgspec.field(name="from")
    bonus: int
    name: Name


class Troop(msgspec.Struct, frozen=True):
    id: str
    name: Name
    level: int
    table: str
    tags: tuple[str, ...]
    missiles: int
    morale: int
    effects: tuple[Effect, ...]
    unit_strength: int | None = None


class Grade(msgspec.Struct, frozen=True):
    grade: int
    id: str
    name: Name
    attack: int
    defence: int
    damage: int


class Condition(msgspec.Struct, frozen=True):
    id: str
    name: Name
    scope: str
    group: str
    effects: tuple[Effect, ...]
    static: bool = False
    lasts: str = "round"


class Tactic(msgspec.Struct, frozen=True):
    id: str
    name: Name
    needs: tuple[str, ...]
    effects: tuple[Effect, ...]
    once_per_battle: bool = False


class Feature(msgspec.Struct, frozen=True):
    id: str
    name: Name
    leadership: int
    effects: tuple[Effect, ...]
    choice: str = ""


class Artefact(msgspec.Struct, frozen=True):
    id: str
    name: Name
    target: str
    charges: int
    effects: tuple[Effect, ...]


class Share(msgspec.Struct, frozen=True):
    """A row of table ``aftermath``; shares as (numerator, denominator)."""

    recover: tuple[int, int]
    scatter: tuple[int, int]
    morale: int


class Fate(msgspec.Struct, frozen=True):
    from_: int = msgspec.field(name="from")
    to: int
    result: str
    name: Name


class SkyDrift(msgspec.Struct, frozen=True):
    ladder: tuple[str, ...]
    worse: tuple[int, int]
    better: tuple[int, int]


class Veto(msgspec.Struct, frozen=True):
    id: str
    phase: str
    name: Name
    target_has: tuple[str, ...] = ()
    target_side_has: tuple[str, ...] = ()
    attacker_lacks: tuple[str, ...] = ()
    over_max_attackers: bool = False


class Constants(msgspec.Struct, frozen=True):
    """Table ``constants``, its sections run together."""

    hp_num: int
    hp_den: int
    defence_base: int
    strength_min: int
    consumption_divisor: int
    consumption_min: int
    short_handed_fraction: tuple[int, int]
    tactics_known_max: int
    dc_tactic: int
    dc_strategy: int
    dc_rout: int
    dc_break_off: int
    dc_learn: int
    record_min: int
    record_max: int
    start_level: int
    wage_per_level: int
    feature_first: int
    feature_every: int
    free_grades: int


class Force(msgspec.Struct, frozen=True):
    """A fief's stock army, to be dropped into any scenario."""

    id: str
    name: Name
    troop: str
    men: int


class Tables(msgspec.Struct, frozen=True):
    """Every table of the book, in file order; ``size`` is table name -> rows ascending."""

    constants: Constants
    size: dict[str, tuple[SizeRow, ...]]
    unit_strength: dict[int, int]
    grades: dict[int, Grade]
    troops: dict[str, Troop]
    conditions: dict[str, Condition]
    tactics: dict[str, Tactic]
    features: dict[str, Feature]
    artefacts: dict[str, Artefact]
    aftermath: dict[str, Share]
    commander_fate: tuple[Fate, ...]
    sky_drift: SkyDrift
    vetoes: tuple[Veto, ...]
    options: dict[str, Option] = {}
    forces: dict[str, Force] = {}


# --- pieces ------------------------------------------------------------------------------------------


class FeatureHeld(msgspec.Struct, frozen=True, cache_hash=True):
    """A feature of a commander; ``choice`` for those that ask for one (a tactic id)."""

    id: str
    choice: str = ""


class Commander(msgspec.Struct, frozen=True, cache_hash=True):
    """Leader of one army (FE-CMD-03). The nameless one has level 0 and no feature (FE-CMD-02).

    ``name``, the English one, is who he is; ``ru`` is what a Russian reader calls him.
    """

    name: str = ""
    level: int = 0
    features: tuple[FeatureHeld, ...] = ()
    lord: bool = False
    extra_features: int = 0
    ru: str = ""

    @property
    def called(self) -> Name:
        return Name(self.name, self.ru)

    @property
    def nameless(self) -> bool:
        return self.level == 0

    @property
    def charisma(self) -> int:
        return self.level

    @property
    def leadership(self) -> int:
        return self.level + self.charisma


NAMELESS = Commander()
Posture: TypeAlias = Literal["standoff", "in_melee"]
Status: TypeAlias = Literal["ready", "withdrawn", "routed", "destroyed"]


class InForce(msgspec.Struct, frozen=True, cache_hash=True):
    """A condition in force; ``natural`` ones come from the umpire, the others from an artefact or an ambush."""

    id: str
    natural: bool = True


class Stall(msgspec.Struct, frozen=True, cache_hash=True):
    """A natural 1 was rolled in this pass of this kind (FE-ATT-06); ``serving``: its own next pass has begun."""

    kind: str
    number: int
    serving: bool = False


class Army(Piece, frozen=True, cache_hash=True, tag="army"):
    """The playing piece, as far as it changes. What was computed once stands on its :class:`Sheet`."""

    hp: int
    commander: Commander = NAMELESS
    missiles: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    posture: Posture = "standoff"
    status: Status = "ready"
    tactic: str = "standard"
    tactic_pass: int = 0
    strategy: int | None = None
    stalled: Stall | None = None
    last_target: str = ""
    conditions: tuple[InForce, ...] = ()
    tactics: tuple[str, ...] = ()
    spent_tactics: tuple[str, ...] = ()
    tended: bool = False
    morale_record: int = 0
    men: int = 0
    shown: tuple[str, ...] = ()
    fate: str = ""
    """What became of the commander of a destroyed army: an id of table ``commander_fate``."""


class Lord(Piece, frozen=True, cache_hash=True, tag="lord"):
    """A seat's own things: artefact charges, free commanders, whether it has conceded. Id ``seat:<id>``."""

    artefacts: tuple[tuple[str, int], ...] = ()
    commanders: tuple[Commander, ...] = ()
    conceded: bool = False
    offers_parting: bool = False


class Intent(msgspec.Struct, frozen=True, cache_hash=True):
    """An order of this pass, revealed: what the army does (``attack``, ``shoot``, ``hold`` ...) and at whom.

    ``why``: of a vetoed one the policy, or the umpire's own words behind a colon.
    """

    army: str
    act: str
    target: str = ""
    move: str = ""
    why: str = ""


class Hit(msgspec.Struct, frozen=True, cache_hash=True):
    """Damage of this pass that waits to take effect with all the rest (FE-ATT-04); one sum a target."""

    target: str
    damage: int


class Field(Piece, frozen=True, cache_hash=True, tag="field"):
    """Where the battle stands: round, phase, pass, field conditions, the scratch sheet of the pass."""

    round: int = 0
    phase: str = "setup"
    ranged: int = 0
    melee: int = 0
    conditions: tuple[InForce, ...] = ()
    intents: tuple[Intent, ...] = ()
    hits: tuple[Hit, ...] = ()
    routing: tuple[str, ...] = ()
    passed: int = 0
    seat: int = 0
    quiet: int = 0
    moved: bool = False
    sky_scripted: bool = False


FIELD = "field"
Thing: TypeAlias = Army | Lord | Field
FeudalState: TypeAlias = State[Thing]


# --- setup -------------------------------------------------------------------------------------------


class Sheet(msgspec.Struct, frozen=True):
    """What is fixed about an army while the battle lasts (FE-ARMY-05): all numbers are computed at setup."""

    id: str
    oob: int
    name: Name
    seat: str
    side: str
    troop: str
    men: int
    row: Name
    strength: int
    hp_max: int
    hp_start: int
    attack: int
    defence: int
    tags: tuple[str, ...]
    missiles: int
    morale_record: int = 0
    tactics: tuple[str, ...] = ()
    commander: Commander | None = None
    conditions: tuple[str, ...] = ()
    short_handed: bool = False


class RoundScript(msgspec.Struct, frozen=True):
    """The umpire's script for a round: field condition ids (None: not scripted), natural conditions per army."""

    number: int
    field: tuple[str, ...] | None = None
    armies: dict[str, tuple[str, ...]] = {}


class FeudalSetup(Setup, frozen=True, kw_only=True, eq=False):
    """Setup of a feudal battle."""

    tables: Tables
    sheets: dict[str, Sheet]
    rounds: tuple[RoundScript, ...] = ()
    shared_victory: tuple[tuple[str, ...], ...] = ()
    artefacts: dict[str, tuple[str, ...]]
    free_commanders: dict[str, tuple[Commander, ...]]
