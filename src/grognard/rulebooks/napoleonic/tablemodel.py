"""The tables of the rules as the rules read them (NA-GEN-01): whole numbers, lengths in thousandths of a merka."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from grognard.files import Option
from grognard.locale import Name

Branch: TypeAlias = Literal["foot", "horse", "gun"]
"""The column of losses of an arm."""
BRANCHES: tuple[Branch, ...] = ("foot", "horse", "gun")
ClashId: TypeAlias = Literal["foot_foot", "horse_horse", "horse_foot"]
Returns: TypeAlias = Literal["never", "end_of_war", "7_days", "next_day", "after_1_turn", "stays"]
"""When figures and persons come back to the ranks."""


class Arm(msgspec.Struct, frozen=True):
    """``move``: a turn's allowance; ``straight_attack``: that of an attack straight ahead over level ground, 0 if it
    has none of its own (NA-MOVE-03); ``dismounts``: it may fight on foot (NA-UNIT-07)."""

    id: str
    name: Name
    branch: Branch
    move: int
    straight_attack: int = 0
    dismounts: bool = False


class Status(msgspec.Struct, frozen=True):
    """``elite`` counts for the tenth of NA-OOB-05; ``recruits``: its own minus is that of NA-CAMP-02."""

    id: str
    name: Name
    fv: int
    elite: bool = False
    recruits: bool = False


class Kind(msgspec.Struct, frozen=True):
    """How a unit stands: ``footprint`` and ``move`` (0: those of its arm)."""

    id: str
    name: Name
    footprint: str = ""
    move: int = 0


class Footprint(msgspec.Struct, frozen=True):
    """Figures in ranks: ``ranks`` or ``files`` 0 follows from the number of figures; ``file`` and ``rank`` are the
    width and depth of one."""

    ranks: int
    files: int
    file: int
    rank: int


class Obstacle(msgspec.Struct, frozen=True):
    """A row of table ``obstacle``: ``shape`` ``area`` or ``line`` (kinds of terrain), "" for what stands there itself
    (guns, train). ``delay`` and ``max_move`` are lengths, 0 for none. ``fv`` by ``foot``, ``horse`` and ``dismounted``
    (light horse on foot; the foot's value where it has none)."""

    id: str
    name: Name
    shape: Literal["area", "line", ""]
    who: Literal["all", "foot", "foot_or_dismounted", "none"]
    fv: dict[str, int] = {}
    delay: int = 0
    max_move: int = 0
    one_turn: bool = False
    one_unit: bool = False
    uphill_only: bool = False
    narrow: bool = False
    building: bool = False
    burns: bool = False
    destroyed: bool = False
    blocks_sight: bool = False
    crossing: bool = False

    def minus(self, branch: Branch, dismounted: bool = False) -> int:
        """What it takes from the fighting value; 0 for guns, which have none."""
        if dismounted and "dismounted" in self.fv:
            return self.fv["dismounted"]
        return self.fv.get("foot" if dismounted else branch, 0)

    def open_to(self, branch: Branch, dismounted: bool = False) -> bool:
        """Whether that branch may enter it at all; only ``foot`` and ``foot_or_dismounted`` ask which it is."""
        if self.who in ("all", "none"):
            return self.who == "all"
        return branch == "foot" or (dismounted and self.who == "foot_or_dismounted")


class Back(msgspec.Struct, frozen=True):
    """How far one goes back: thousandths of the unit's own move, or a length (NA-CC-35)."""

    moves: int = 0
    length: int = 0


class Outcome(msgspec.Struct, frozen=True):
    """A row of a close-combat table, from difference ``least`` to ``most``.

    ``back``: who goes back, by branch, and how far: of the loser, of ``both`` with ``both``. ``follow``: how far a
    winner of that branch may follow; ``reforms``: branches whose winner re-forms in place. ``next_turn`` and
    ``winner_battle``, ``loser_battle``: fighting value in the loser's next turn, to the end of the battle.
    ``no_attack``: neither may attack in the next turn. ``no_relief``: branches whose loser may not be relieved.
    """

    least: int
    most: int
    result: Literal["locked", "parted", "repulsed", "pushed", "rout"]
    both: bool = False
    back: dict[str, Back] = {}
    follow: dict[str, int] = {}
    reforms: tuple[str, ...] = ()
    next_turn: int = 0
    winner_battle: int = 0
    loser_battle: int = 0
    no_attack: bool = False
    no_relief: tuple[str, ...] = ()


class Fate(msgspec.Struct, frozen=True):
    id: str
    name: Name
    returns: Returns


class Casualties(msgspec.Struct, frozen=True):
    """Rows 0 to 6 of (foot, horse, gun); what row 6 does besides (NA-CAS-04)."""

    ball: tuple[tuple[int, int, int], ...]
    canister: tuple[tuple[int, int, int], ...]
    ball_silences: bool
    canister_silences: bool
    canister_stops_foot: bool
    canister_stops_horse: bool

    def column(self, block: Literal["ball", "canister"], row: int, branch: Branch) -> int:
        """Figures lost by that branch."""
        rows = self.ball if block == "ball" else self.canister
        return rows[row][BRANCHES.index(branch)]


class Modifiers(msgspec.Struct, frozen=True):
    """Fighting values of chapter MOD; ``min_foot`` and ``min_horse`` are figures."""

    lances_first_attack: int
    heavy_horse_attacks: int
    has_routed_enemy: int
    has_routed: int
    pushed: int
    stopped_by_canister: int
    unruly: int
    horse_standing: int
    heavy_horse_standing: int
    horse_reforming: int
    passed_front_of_foot: int
    flank: int
    rear: int
    two_or_more_strikes: int
    combined_foot_and_horse: int
    march_column: int
    split_or_rejoin: int
    disordered: int
    missing_foot_figure: int
    missing_horse_figure: int
    min_foot: int
    min_horse: int
    second_rout_day_before: int
    recruits_half: int


class Rank(msgspec.Struct, frozen=True):
    """From junior to senior; ``general`` from major general on (NA-OOB-05)."""

    id: str
    name: Name
    general: bool


class Post(msgspec.Struct, frozen=True):
    """A row of table ``post``, in the order of NA-FATE-01. ``bonus`` and ``bonus_at_gun`` go with ``ranks`` (option
    ``staff_bonus`` is settled). ``radius``: of its links. ``levels``: the formations that may have it; ``commands``:
    it leads its formation. ``staff``: chief of staff and aide (NA-OOB-03)."""

    id: str
    name: Name
    ranks: tuple[str, ...]
    bonus: tuple[int, ...]
    bonus_at_gun: tuple[int, ...]
    radius: int
    leads: tuple[str, ...]
    may_replace: tuple[str, ...]
    levels: tuple[str, ...]
    commands: bool = False
    staff: bool = False


class Distances(msgspec.Struct, frozen=True):
    close_combat: int
    skirmish_range: int
    skirmish_interval: int
    gun_interval: int
    battery_gap: int
    ball_range: int
    canister_range: int
    sight_wood: int
    over_friend: int
    neighbour: int
    contagion: int
    rally_line: int
    rejoin: int
    refuge: int
    burning: int
    crossing: int
    withdrawal: int
    escort: int
    see_near: int
    see_details: int
    person_move: int
    near_horse_move: int
    enemy_horse: int
    enemy_horse_irregular: int
    train_move: int
    min_frontage: int


class Angles(msgspec.Struct, frozen=True):
    """Tenths of a degree."""

    sector: int
    pivot_minus_one: int
    pivot_half: int
    battery: int


class Pursuit(msgspec.Struct, frozen=True):
    """Dice of NA-PURS-07 by face 0 to 6 and branch of the routers; moves in thousandths of the pursuer's own."""

    casualties: tuple[tuple[int, int, int], ...]
    prisoners: tuple[tuple[int, int, int], ...]
    order: tuple[str, ...]
    dash: int
    later: int
    obeys: int
    unruly: int


class Part(msgspec.Struct, frozen=True):
    """One part of the losses after the battle: so many quarters (NA-END-04, 05)."""

    id: str
    name: Name
    quarters: int
    returns: Returns


class Limits(msgspec.Struct, frozen=True):
    """Of the order of battle; ``elite_percent`` of all figures."""

    figures_per_gun: int
    units_per_general: int
    elite_percent: int
    normal_foot: tuple[int, int]
    normal_horse: tuple[int, int]
    most_figures: int
    crew_one_gun: int
    crew_two_guns: int
    crew_gun: int
    most_colours: int
    division_regiments: tuple[int, int]
    brigade_regiments: tuple[int, int]
    infantry_corps_foot: tuple[int, int]
    infantry_corps_horse: tuple[int, int]
    cavalry_corps_horse: tuple[int, int]


class Scale(msgspec.Struct, frozen=True):
    """What stands for what (NA-UNIT-01, 02), for reports."""

    turn_minutes: int
    figure_men: int
    gun_model_guns: int
    merka_metres: int


class Tables(msgspec.Struct, frozen=True):
    """All of them, by id where rows have one; ``fate`` by the face of the die, ``after`` by ``winner`` and ``loser``.
    Ranks and posts stand in their order."""

    arms: dict[str, Arm]
    statuses: dict[str, Status]
    kinds: dict[str, Kind]
    footprints: dict[str, Footprint]
    obstacles: dict[str, Obstacle]
    casualties: Casualties
    fate: dict[int, Fate]
    clashes: dict[str, tuple[Outcome, ...]]
    modifiers: Modifiers
    ranks: dict[str, Rank]
    posts: dict[str, Post]
    distances: Distances
    angles: Angles
    pursuit: Pursuit
    after: dict[str, tuple[Part, ...]]
    limits: Limits
    scale: Scale
    return_days: dict[str, int]
    options: dict[str, Option] = {}

    def outcome(self, clash: ClashId, difference: int) -> Outcome:
        """The row of a close-combat table for a difference of 0 or more (NA-CC-06, 07)."""
        return next(row for row in self.clashes[clash] if row.least <= difference <= row.most)

    def seniority(self, rank: str) -> int:
        """0 for the most junior rank."""
        return list(self.ranks).index(rank)
