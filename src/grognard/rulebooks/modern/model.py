"""The pieces of a modern battle, its tables, and what a battle starts from (chapter Model).

Distances are hexes, costs and allowances of movement half hexes, clock times seconds; lists of four values go by arm:
infantry, armour, aviation, fleet. A hex is its number on the map's grid (``space.hex_grid``), in the state, in orders
and in events; people read and write its label, ``CCRR`` (``CCCRRR`` on maps above 99): ``setup.map.grid.label``.

What no enemy may know is marked SECRET; a view must leave it out (chapter Who sees what). Enemy counters are named by
their hex, never by the id of the unit: ids follow the scenario's list and would give the number away.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from grognard.core.state import Arg, Piece, Setup, State
from grognard.files import Option
from grognard.locale import Name
from grognard.rulebooks.modern.effects import AnyEffect, Arm, Four, Kind, Target, Tier, Window
from grognard.space.hex_grid import Grid, Hex, HexSet
from grognard.space.hex_map import UNCHANGED, Changes, HexMap

NOWHERE: Hex = -1
"""The hex of what isn't on the map."""
Phase: TypeAlias = Literal["deployment", "kso1", "movement", "attack", "kso2", "reserve"]
"""Phases of a turn in their order (MO-TURN-04), and what comes before the first turn (MO-TURN-08)."""
PHASES: tuple[Phase, ...] = ("kso1", "movement", "attack", "kso2", "reserve")
Yield: TypeAlias = Tier
"""What a control point pays: ``cheap`` a credit, else a card of that tier (MO-CP-04, MO-CP-06)."""

# --- tables ------------------------------------------------------------------------------------------


class UnitCard(msgspec.Struct, frozen=True):
    """A row of table ``unit_card``: the printed values of a unit number (MO-UNIT-03, MO-UNIT-05).

    ``carries``: passengers at the same time, by arm (MO-TRAN-01). ``generation``, ``crew``, ``power`` and ``price``
    are for the campaign; doctrine and reports read ``price``.
    """

    number: int
    name: Name
    arm: Arm
    statuses: int
    speed: int
    armour: int
    sight: int
    range: int
    attack: Four
    abilities: tuple[str, ...] = ()
    carries: dict[str, int] = {}
    generation: int = 1
    crew: Literal["conscript", "contract", "none"] = "conscript"
    power: int = 0
    price: int = 0


class Ability(msgspec.Struct, frozen=True):
    """A row of table ``ability`` (MO-UNIT-10): the list is closed, what one does is bound to its id."""

    id: str
    name: Name
    weight: int
    clause: str


class TerrainKind(msgspec.Struct, frozen=True):
    """A row of table ``terrain`` (MO-TERR-01). Arms that a mapping doesn't name are not changed by it.

    ``cost``: half hexes to enter by arm; an arm that isn't there can't enter. ``stops``: arms whose move ends here
    (MO-MOVE-04). ``cost_with``: ability -> arm -> cost for units that have it. ``bridge_cost``: by bridge or crossing.
    ``sight_kept_with``: abilities that waive ``sight_set``. ``patch``: where the option ``region`` looks for
    connected hexes of the same terrain (MO-FIRE-06, MO-FIRE-07). ``land``: a fort can be built here (MO-WORK-02).
    """

    id: str
    symbol: str
    name: Name
    cost: dict[str, int]
    stops: tuple[str, ...] = ()
    cost_with: dict[str, dict[str, int]] = {}
    bridge_cost: dict[str, int] = {}
    armour_bonus: dict[str, int] = {}
    sight_bonus: dict[str, int] = {}
    sight_set: dict[str, int] = {}
    range_set: dict[str, int] = {}
    sight_kept_with: tuple[str, ...] = ()
    broken: bool = False
    blocks_fire: bool = False
    adjacent_only_as_target: bool = False
    land: bool = True


class Road(msgspec.Struct, frozen=True):
    """Steps along road links (MO-TERR-11, MO-MOVE-03): cost by arm, by arm into a kind of terrain (``cost_into``:
    terrain -> arm -> cost), and kinds of terrain whose armour bonus a road hex has not (MO-TERR-06)."""

    cost: dict[str, int]
    cost_into: dict[str, dict[str, int]]
    cancels_armour_bonus_in: tuple[str, ...]


class Fort(msgspec.Struct, frozen=True):
    """Forts (MO-TERR-12): highest level, armour for each level, arms that it shelters."""

    max_level: int
    armour_per_level: int
    arms: tuple[str, ...]


class OperationCard(msgspec.Struct, frozen=True):
    """A row of table ``kso_card`` (MO-KSO-01 to MO-KSO-05). ``sudden`` cards have ``windows`` (MO-KSO-12)."""

    id: str
    name: Name
    tier: Tier
    kind: Kind
    target: Target
    effects: tuple[AnyEffect, ...]
    sudden: bool = False
    windows: tuple[Window, ...] = ()


class GeneralAbility(msgspec.Struct, frozen=True):
    """The ability of a general (MO-GNL-05). ``when`` is "" for a passive one."""

    name: Name
    use: Literal["passive", "once", "every_turn"]
    when: Literal["", "own_kso", "own_movement", "own_attack"]
    target: Target
    effects: tuple[AnyEffect, ...]


class GeneralCard(msgspec.Struct, frozen=True):
    """A row of table ``general_card`` (MO-GNL-01)."""

    id: str
    name: Name
    command: int
    kso_limit: int
    kso_per_turn: int
    ability: GeneralAbility


class Span(msgspec.Struct, frozen=True):
    """What a number stays within, both ends included."""

    least: int
    most: int
    step: int = 1

    def keep(self, value: int) -> int:
        """The value, or the end that it is beyond."""
        return max(self.least, min(self.most, value))


class Score(msgspec.Struct, frozen=True):
    """What is worth how much at the end (MO-END-02), and the least differences of points that are a victory
    (MO-END-03)."""

    point: dict[str, int]
    status: int
    destroyed: int
    minor: int
    major: int


class Parameters(msgspec.Struct, frozen=True):
    """Numbers of the rules. ``starting_draw`` and ``credit_cost`` by tier; ``opinion_params`` and ``supply_params``
    hold ``speed``, ``armour``, ``sight``, ``range``, ``attack`` (MO-GEN-08, step 1)."""

    deck_copies: int
    starting_draw: dict[str, int]
    credit_cost: dict[str, int]
    hold_turns: int
    request_notice_hours: int
    hex_km: int
    generals_per_side: Span
    turn_seconds: Span
    answer_seconds: Span
    conference_minutes: Span
    limits: dict[str, Span]
    """``command``, ``kso_limit``, ``kso_per_turn`` (MO-GNL-07)."""
    stealth_distance: int
    """Hexes within which stealthy units are seen (MO-VIS-03)."""
    airborne_distance: int
    """Hexes from an aircraft within which ``airborne`` units get off (MO-TRAN-06)."""
    command_post: int
    command_post_most: int
    """What a command post adds to its general's command, and all of his together at most (table ``ability``)."""
    opinion: Span
    supply: Span
    opinion_params: tuple[str, ...]
    supply_params: tuple[str, ...]
    mines: Four
    arm_colours: dict[str, str]
    arm_letters: dict[str, Name]
    arm_names: dict[str, Name]


class Tables(msgspec.Struct, frozen=True):
    """All tables. Unit cards by number, everything else by id; terrain also by :meth:`by_symbol`."""

    parameters: Parameters
    units: dict[int, UnitCard]
    abilities: dict[str, Ability]
    terrain: dict[str, TerrainKind]
    road: Road
    fort: Fort
    operations: dict[str, OperationCard]
    generals: dict[str, GeneralCard]
    score: Score
    options: dict[str, Option] = {}

    def by_symbol(self) -> dict[str, TerrainKind]:
        """Terrain by the letter that stands for it on a map."""
        return {kind.symbol: kind for kind in self.terrain.values()}


# --- pieces ------------------------------------------------------------------------------------------


class Hit(msgspec.Struct, frozen=True, cache_hash=True, array_like=True):
    """One share of a unit's fire sum in this turn (MO-FIRE-04, MO-FIRE-11).

    ``source``: id of the firing unit or of the card, or ``mines``. ``known``: the target's side knew the value when
    it fell (a card, mines, or a firer whose number it knew); the side that fired knows it always.
    """

    source: str
    value: int
    known: bool


class Unit(Piece, frozen=True, cache_hash=True, tag="unit"):
    """A unit, id ``<seat>-01``, ``-02`` ... in the order of the scenario's list, ``<side>-r01`` ... for its reserve.
    The id is SECRET; so are ``number``, ``supply``, ``aboard`` of a passenger, and everything of a unit that isn't on
    the map but how many of each arm a side has in reserve.

    Where it is: ``status`` ``map`` (then ``hex``), ``aboard`` (then ``aboard`` is the transport's id), ``reserve``,
    ``waiting`` (not deployed yet, MO-TURN-08), or ``destroyed`` (MO-UNIT-06; ``hex`` keeps where it fell).

    ``number``: its unit card (MO-UNIT-03). ``general``: who activates and fires it (MO-SEAT-03), "" in the reserve.
    ``supply``: per cent (MO-GEN-08). ``lost``: statuses lost, public (MO-UNIT-08); left are the card's less these.
    ``known``: the other side knows its number (MO-VIS-04); False again when it leaves the map (MO-VIS-06).
    ``hits``: the fire sum of this turn, share by share (MO-FIRE-04); cleared with each status lost and in every
    reserve phase.

    Since its general's last turn began, until his next one does (MO-TURN-11): ``activated`` (MO-MOVE-01), ``moved``
    (entered a hex, went aboard or ashore, or worked; MO-MOVE-10), ``worked`` (MO-WORK-01), ``attacks`` (shots of its
    own attack phase, MO-FIRE-01), ``exposed`` (has attacked, so stealth doesn't help, MO-VIS-03).
    In the turn that is on: ``mended`` (got a status back by a work, MO-WORK-04).
    """

    side: str
    number: int
    general: str
    status: Literal["map", "aboard", "reserve", "waiting", "destroyed"] = "waiting"
    hex: Hex = NOWHERE
    aboard: str = ""
    supply: int = 100
    lost: int = 0
    known: bool = False
    hits: tuple[Hit, ...] = ()
    activated: bool = False
    moved: bool = False
    worked: bool = False
    attacks: int = 0
    exposed: bool = False
    mended: bool = False

    @property
    def fire_sum(self) -> int:
        """All hits of this turn together (MO-FIRE-04)."""
        return sum(hit.value for hit in self.hits)


class General(Piece, frozen=True, cache_hash=True, tag="general"):
    """A general's table edge; the id is his seat (``west-1``). His card stands on his :class:`GeneralSheet`.

    ``hand``: inactive cards, sorted (MO-KSO-01); SECRET, its size is public. ``credits`` and ``fresh`` (those that
    came in the reserve phase that is on; option ``bank_credits``, MO-CP-05); ``vouchers``: tiers of cards that wait
    for room in the hand, sorted (MO-CP-08, MO-KSO-18).

    In the turn that is on, whoever's: ``uses`` of KSO (MO-KSO-11), ``silent``: he wants to be asked no more
    (MO-KSO-13), ``proposed`` a conference (MO-RES-03), ``proposal``: its kind and minutes, until it is answered.
    In his own: ``phase_card``, the one card of the KSO phase that is on has been played (MO-GNL-04); ``activations``
    (MO-GNL-02); ``extra_moves`` on top of command; ``done``: he has ended the phase (option ``turn_unit`` ``side``,
    MO-TURN-03). ``ability_used``: in this battle, or in this turn with ``every_turn`` (MO-GNL-05).
    ``seconds``: what cards add to his next turn (effect ``time``). ``turns``: turns that he has begun.
    ``gone``: ``conceded`` or ``left`` (MO-GNL-08); he has no more turns.
    """

    hand: tuple[str, ...] = ()
    credits: int = 0
    fresh: int = 0
    vouchers: tuple[Tier, ...] = ()
    uses: int = 0
    phase_card: bool = False
    ability_used: bool = False
    activations: int = 0
    extra_moves: int = 0
    seconds: int = 0
    turns: int = 0
    done: bool = False
    proposed: bool = False
    proposal: tuple[str, int] = ("", 0)
    gone: Literal["", "conceded", "left"] = ""
    silent: bool = False


class Played(Piece, frozen=True, cache_hash=True, tag="played"):
    """A card (or a general's ability that lasts) on the table; id ``card:1`` and so on, see :attr:`Clock.played`.

    ``card``: id of an operation card, or of the general card whose ability it is. ``owner``: the general who played
    it. ``targets``: unit ids (SECRET, show their hexes), hexes, seats, or the id of a played card, in the order
    declared; with ``reinforce`` each hex is followed by the id of the reserve unit (SECRET), with ``relocate`` each
    unit by its hex. ``status``: ``declared`` while it may be answered, ``cancelled`` until the chain comes back to it
    (MO-KSO-13, MO-KSO-14), ``working`` while in play. ``turn``: number of the turn in which it was played
    (:attr:`Clock.turn`). ``expires``: ``""`` never (S), a seat: at the start of that general's next turn (T,
    MO-KSO-04), or ``turn``: with the turn that is on (effects with ``lasts`` ``turn``).
    """

    card: str
    owner: str
    targets: tuple[Arg, ...] = ()
    status: Literal["declared", "cancelled", "working"] = "declared"
    turn: int = 0
    expires: str = ""


class Deck(Piece, frozen=True, cache_hash=True, tag="deck"):
    """The cards of a tier that nobody holds; id ``deck:cheap`` and so on (MO-KSO-16).

    ``cards``: still to be drawn, sorted; the order of drawing doesn't exist before it: each draw picks one of them
    by a die. ``seen``: discards that everybody saw (played, cancelled, expired). ``shed``: discarded from hands
    without being shown; SECRET but for how many. An empty deck takes both piles back.
    """

    cards: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    shed: tuple[str, ...] = ()


class Works(Piece, frozen=True, cache_hash=True, tag="works"):
    """What engineers change on the map; all public; one piece, id ``works``.

    ``passages``: what became of bridges and crossings (MO-TERR-10, MO-WORK-02, MO-WORK-05). ``forts``: hex and level,
    from 1 on, sorted (MO-TERR-12).
    """

    passages: Changes = UNCHANGED
    forts: tuple[tuple[Hex, int], ...] = ()

    def fort(self, hex: Hex) -> int:
        """Level of the fort there, 0 for none."""
        return next((level for one, level in self.forts if one == hex), 0)

    def with_fort(self, hex: Hex, level: int) -> Works:
        """The same with another fort there; level 0 is none."""
        rest = {one: high for one, high in self.forts if one != hex}
        kept = {**rest, hex: level} if level else rest
        return Works(self.id, self.passages, tuple(sorted(kept.items())))


class Minefield(Piece, frozen=True, cache_hash=True, tag="mines"):
    """A side's mines in a hex; id ``mines:<side>:<label>`` (MO-TERR-14). SECRET until ``known``: the enemy has had
    engineers next to it. Removed when it goes off or is cleared."""

    side: str
    hex: Hex
    known: bool = False


class Point(Piece, frozen=True, cache_hash=True, tag="point"):
    """A control point; id ``point:<label>``, its sheet :attr:`ModernSetup.points`. All public.

    ``runs``: turns held in a row, for each general (each side with option ``turn_unit`` ``side``) that has any,
    sorted (MO-CP-02). ``paid``: those whom it has paid before (options ``repeat_pay``, ``rich_points``).
    """

    hex: Hex
    runs: tuple[tuple[str, int], ...] = ()
    paid: tuple[str, ...] = ()

    def run(self, holder: str) -> int:
        """Turns that a general (or side) has held it in a row."""
        return next((run for one, run in self.runs if one == holder), 0)


class Tally(Piece, frozen=True, cache_hash=True, tag="tally"):
    """A side's losses by arm, public; id ``tally:<side>``. ``lost``: statuses, healed ones too; ``destroyed``: units
    (MO-END-02, MO-REP-02)."""

    lost: Four = (0, 0, 0, 0)
    destroyed: Four = (0, 0, 0, 0)


class Clock(Piece, frozen=True, cache_hash=True, tag="clock"):
    """Where the battle stands; id ``clock``. All public.

    ``order``: seats (with ``turn_unit`` ``side``: sides) in the order of turns (MO-TURN-02). ``round`` counts from 1,
    ``place``: whose turn it is in ``order``, ``phase``: which phase. ``turn`` counts all turns from 1, ``seconds``:
    how long this one may take, 0 for no clock (MO-TURN-05). ``played``: cards put on the table so far.
    """

    order: tuple[str, ...] = ()
    round: int = 0
    place: int = 0
    phase: Phase = "deployment"
    turn: int = 0
    seconds: int = 0
    played: int = 0

    @property
    def active(self) -> str:
        """The seat (or side) whose turn it is; "" before the first."""
        return self.order[self.place] if self.order and self.turn else ""


CLOCK = "clock"
WORKS = "works"
Thing: TypeAlias = Unit | General | Played | Deck | Works | Minefield | Point | Tally | Clock
ModernState: TypeAlias = State[Thing]


def deck_id(tier: str) -> str:
    return f"deck:{tier}"


def point_id(label: str) -> str:
    return f"point:{label}"


def mines_id(side: str, label: str) -> str:
    return f"mines:{side}:{label}"


def tally_id(side: str) -> str:
    return f"tally:{side}"


def played_id(number: int) -> str:
    return f"card:{number}"


# --- setup -------------------------------------------------------------------------------------------


class PointSheet(msgspec.Struct, frozen=True):
    """A control point as printed (MO-TERR-13, MO-CP-04): ``kind`` is a word such as ``factory``."""

    id: str
    hex: Hex
    name: Name
    kind: str
    yields: Yield


class UnitSheet(msgspec.Struct, frozen=True):
    """A unit at the start; SECRET. ``general`` "" is the reserve. ``hex`` and ``aboard`` (a transport's id) are
    proposals for the deployment (MO-TURN-08), both empty for a unit that has none. ``lost``: statuses that it comes
    without."""

    id: str
    side: str
    general: str
    number: int
    hex: Hex = NOWHERE
    aboard: str = ""
    lost: int = 0
    supply: int = 100


class GeneralSheet(msgspec.Struct, frozen=True):
    """A general at the start. ``card`` is public. ``kso``: named cards, dealt first; ``draw``: how many of each tier
    are drawn then (MO-KSO-01, MO-KSO-24). ``kso`` is SECRET."""

    seat: str
    side: str
    card: str
    draw: dict[str, int]
    kso: tuple[str, ...] = ()


class Zone(msgspec.Struct, frozen=True):
    """A rectangle of a start zone: first and last column, first and last row (``Grid.rectangle``)."""

    cols: tuple[int, int]
    rows: tuple[int, int]


class SideSheet(msgspec.Struct, frozen=True):
    """A side: start zones, and its opinion percentage (MO-GEN-08), which the umpire sets and everybody knows."""

    id: str
    zones: tuple[Zone, ...]
    opinion: int = 100

    def zone(self, grid: Grid) -> HexSet:
        """All hexes of the start zones."""
        found = 0
        for one in self.zones:
            found |= grid.rectangle(one.cols, one.rows)
        return found


class Request(msgspec.Struct, frozen=True):
    """Why this battle is held (MO-GEN-02, MO-GEN-03). Times are ``YYYY-MM-DD HH:MM``; ``start`` "" is not fixed."""

    battle: str
    filed_by: str
    opponent: str
    region: str
    filed_at: str
    earliest_start: str
    start: str = ""
    reason: str = ""


class ModernSetup(Setup, frozen=True, kw_only=True, eq=False):
    """Setup of a battle. ``seats``: generals (kind ``player`` or ``npc``, side and order of the file), then press and
    observers (kinds ``press`` and ``observer``, side ""; MO-SEAT-01). ``guests``: observer -> the side that invited
    him (option ``observer_view``, MO-SEAT-02).

    Options by their keys in the book: words, True and False, and numbers for ``turn_seconds`` and ``answer_seconds``.
    ``order``: seats in the order of turns (MO-TURN-02); option ``turn_order_mode`` ``random`` shuffles it at the
    start. ``tables``: with the scenario's own ``hex_km``, ``deck_copies`` and limits of victory (MO-END-03) in them.
    ``map``: as printed, with the bridges that its roads make (MO-MAP-05); ``forts`` and ``mines`` (SECRET, with the
    side that laid them) stand at the start. ``points`` by the id of their piece.
    """

    tables: Tables
    map: HexMap
    forts: tuple[tuple[Hex, int], ...]
    mines: tuple[tuple[Hex, str], ...]
    rounds: int
    order: tuple[str, ...]
    armies: dict[str, SideSheet]
    generals: dict[str, GeneralSheet]
    units: dict[str, UnitSheet]
    points: dict[str, PointSheet]
    guests: dict[str, str] = {}
    request: Request | None = None
    notes: Name = Name("")
