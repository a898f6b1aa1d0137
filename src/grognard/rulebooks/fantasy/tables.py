"""The printed tables as the rules read them. Files, checks and overlays come before (``files``, ``tablemake``).

Lengths are thousandths of a cell, shares and factors of cost hundredths, fractions pairs of whole numbers.
Characteristics are whole numbers from 0 to 10 as printed (so M is in cells).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from grognard.files import Option
from grognard.locale import Name

Kind: TypeAlias = Literal["foot", "horse", "monster", "machine"]
Role: TypeAlias = Literal["foot", "horse", "shooter", "machine"]
Stat: TypeAlias = Literal["M", "WS", "BS", "S", "T", "W", "I", "A", "Ld"]
STATS: tuple[Stat, ...] = ("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld")
Fraction: TypeAlias = tuple[int, int]
"""Numerator and denominator."""
SpellType: TypeAlias = Literal["missile", "curse", "blessing", "area", "self", "duel", "dispel"]
Rank: TypeAlias = Literal["captain", "general", "champion", "wizard"]
BREAK_ENCHANTMENT = "break_enchantment"
SKILLS = (
    "patriotism",
    "light_infantry",
    "hard_nut",
    "shoot_on_move",
    "quick_shot",
    "cumbersome",
    "ram_blow",
    "killing_blow",
    "volley",
    "caracole",
    "slow_reload",
    "indirect",
    "undead",
    "regrowth",
)
"""Special rules that a profile may have or a spell may grant (chapter SPC); armour piercing is a number."""


class Dice(msgspec.Struct, frozen=True, cache_hash=True):
    """``2d6+8`` is (2, 6, 8); a plain number n is (0, 6, n). ``sides`` 3: a d6 halved, rounded up."""

    count: int
    sides: int = 6
    plus: int = 0


class Stats(msgspec.Struct, frozen=True, cache_hash=True):
    """The nine characteristics, each 0 to 10 (FA-GEN-09)."""

    M: int
    WS: int
    BS: int
    S: int
    T: int
    W: int
    I: int  # noqa: E741
    A: int
    Ld: int


# --- troops ------------------------------------------------------------------------------------------


class BaseRow(msgspec.Struct, frozen=True):
    """A row of table ``base``: size of a model, models in a full rank, files where none are named."""

    width: int
    depth: int
    full_rank: int
    files: int


class Profile(msgspec.Struct, frozen=True, cache_hash=True):
    """What all models of a unit are (``tables.profiles``), or a character (``tables.characters``, whose ``kind`` and
    ``role`` follow the unit). ``weapon`` is a key of ``melee``; ``missile`` and ``mount`` "" for none. ``base``: width
    and depth, None as the kind has it. ``crew``, ``machine_T``, ``machine_W``: machines only."""

    id: str
    name: Name
    kind: Kind
    role: Role
    stats: Stats
    weapon: str
    armour: str = "none"
    shield: bool = False
    barding: bool = False
    missile: str = ""
    mount: str = ""
    rules: tuple[str, ...] = ()
    base: tuple[int, int] | None = None
    retreat_dice: Dice = Dice(2)
    crew: int = 0
    machine_T: int = 0
    machine_W: int = 0
    rank: Rank = "captain"


class Mount(msgspec.Struct, frozen=True, cache_hash=True):
    """What a rider sits on; ``exotic`` mounts strike blows of their own (FA-MNT-04)."""

    id: str
    name: Name
    M: int
    WS: int
    S: int
    T: int
    W: int
    I: int  # noqa: E741
    A: int
    exotic: bool = False


class MeleeWeapon(msgspec.Struct, frozen=True, cache_hash=True):
    """A row of ``melee``. ``reach`` 0 short, 1 long, 2 pike; ``support``: ranks that strike over the front edge with
    it (0: as all); ``strength_first``: bonus in the first round alone; ``enemy_hit``: eases blows against its bearer;
    ``killing_blow``: "" or ``charged_in_front_by_horse`` (FA-WPN-08)."""

    id: str
    name: Name
    reach: int = 0
    hands: int = 1
    strength: int = 0
    strength_first: int = 0
    attacks: int = 0
    initiative: int = 0
    enemy_hit: int = 0
    support: int = 0
    ap: int = 0
    killing_blow: str = ""


class MissileWeapon(msgspec.Struct, frozen=True, cache_hash=True):
    """A row of ``missile``, its ranges already in thousandths of a cell by option ``range_unit``. ``long``: beyond it
    the range is long, and beyond ``range`` nobody shoots (option ``long_range`` is settled here too). ``strength`` 0:
    the thrower's own. ``multishot``: shots of a model (1: none). ``wounds`` None: one an unsaved hit.
    ``scatter``: None but of mortars. ``rules``: of SKILLS, and ``penetration``, ``misfire``, ``blast``,
    ``paired_in_melee``."""

    id: str
    name: Name
    range: int
    long: int
    strength: int
    min_range: int = 0
    ap: int = 0
    multishot: int = 1
    wounds: Dice | None = None
    radius: int = 0
    scatter: Dice | None = None
    rules: tuple[str, ...] = ()


class FormationRow(msgspec.Struct, frozen=True):
    """A row of ``formation``; files are limited by the full rank of the kind. ``lane``: files of a breakthrough."""

    id: str
    name: Name
    least: Literal["", "full_rank"] = ""
    most: Literal["", "below_full_rank", "half_rank"] = ""
    lane: int = 2


class TerrainKind(msgspec.Struct, frozen=True):
    """A row of ``terrain``. ``cost``: factor of movement in hundredths, 0 impassable; ``cover`` 0, 1 light, 2 hard;
    ``los`` ``deep``: blocked by more than ``deep`` of it; ``line``: a polyline, crossed for ``cross`` more."""

    id: str
    name: Name
    cost: int = 100
    cover: int = 0
    los: Literal["clear", "deep", "blocked", "hill"] = "clear"
    deep: int = 0
    march: bool = True
    line: bool = False
    cross: int = 0


# --- numbers -----------------------------------------------------------------------------------------


class MeleeHit(msgspec.Struct, frozen=True):
    """To-hit numbers in the order in which they are tried (FA-MEL-09); ``lower`` is the printed gap."""

    higher: int = 3
    equal: int = 4
    lower_half: int = 5
    lower: int = 4


class Armour(msgspec.Struct, frozen=True):
    """``bonus`` by kind of armour; a save needs ``save_number`` on the die with all that adds and takes away."""

    bonus: dict[str, int]
    barding: int = 1
    save_number: int = 7
    strength_free: int = 3


class CombatResult(msgspec.Struct, frozen=True):
    wound: int = 1
    charge: int = 1
    charge_downhill: int = 2
    rank: int = 1
    rank_max: int = 3
    standard: int = 1
    flank: int = 2
    rear: int = 3


class Trigger(msgspec.Struct, frozen=True):
    """What calls for a leadership test: ``fraction`` of models, ``radius`` in thousandths, where it has one."""

    on: bool
    fraction: Fraction = (0, 1)
    radius: int = 0


class LossStep(msgspec.Struct, frozen=True):
    """More than ``lost`` of the starting models gone: the roll counts ``factor`` times (FA-LD-02). Hardest first."""

    lost: Fraction
    factor: Fraction


class LegendBonus(msgspec.Struct, frozen=True):
    """An award (FA-LEG-01). ``effect``: a Stat, ``armour``, ``reroll`` (of the kind in ``what``), ``ignore_wound`` or
    ``magic_points``, by ``amount``. ``of``: what it is given to."""

    id: str
    name: Name
    of: Literal["unit", "character", "wizard"]
    effect: str
    amount: int = 1
    what: str = ""


class Victory(msgspec.Struct, frozen=True):
    """``beaten`` in hundredths; ``worth`` of a model by kind of unit (machine: of one crewman)."""

    worth: dict[str, int]
    beaten: int = 60
    general_dead: int = 10
    draw_below: int = 10
    minor_below: int = 25


# --- magic -------------------------------------------------------------------------------------------


class WizardLevel(msgspec.Struct, frozen=True):
    name: Name
    bonus: int
    points: int
    spells: int
    max_level: int


class Effect(msgspec.Struct, frozen=True, tag=True, tag_field="verb"):
    """A word of the closed vocabulary (FA-MAG-20) with its parameters."""


class Hits(Effect, frozen=True, tag="hits"):
    n: Dice
    S: int
    ap: int = 0
    save: bool = True


class Blast(Effect, frozen=True, tag="blast"):
    """``radius`` in thousandths."""

    radius: int
    S: int
    ap: int = 0
    save: bool = True


class Wounds(Effect, frozen=True, tag="wounds"):
    n: Dice


class StatChange(Effect, frozen=True, tag="stat"):
    stat: Stat
    add: int


class ArmourChange(Effect, frozen=True, tag="armour"):
    add: int


class HitMod(Effect, frozen=True, tag="hit_mod"):
    when: Literal["shoot", "shot_at", "melee", "meleed"]
    add: int


class Grant(Effect, frozen=True, tag="grant"):
    rule: str


class Forbid(Effect, frozen=True, tag="forbid"):
    """``actions`` of march, move, attack, shoot, cast, pursue, reform."""

    actions: tuple[str, ...]


class LdTest(Effect, frozen=True, tag="test"):
    ld: int


class Heal(Effect, frozen=True, tag="heal"):
    n: Dice


class Summon(Effect, frozen=True, tag="summon"):
    profile: str
    n: Dice
    files: int


class Shift(Effect, frozen=True, tag="shift"):
    """``cells`` in thousandths."""

    cells: int


class Conjure(Effect, frozen=True, tag="terrain"):
    """A round piece of terrain; ``radius`` in thousandths."""

    kind: str
    radius: int


class Drain(Effect, frozen=True, tag="drain"):
    n: Dice


class Rally(Effect, frozen=True, tag="rally"):
    pass


AnyEffect: TypeAlias = (
    Hits
    | Blast
    | Wounds
    | StatChange
    | ArmourChange
    | HitMod
    | Grant
    | Forbid
    | LdTest
    | Heal
    | Summon
    | Shift
    | Conjure
    | Drain
    | Rally
)


class Spell(msgspec.Struct, frozen=True):
    """``path_level`` is its id (``flame_4``). ``range`` in thousandths; ``duration`` in turns, 0 at once, -1 battle."""

    id: str
    name: Name
    path: str
    level: int
    type: SpellType
    range: int
    duration: int
    effects: tuple[AnyEffect, ...]


class Path(msgspec.Struct, frozen=True):
    """``spells``: ids of levels 1 to 6 in order."""

    id: str
    name: Name
    spells: tuple[str, ...]


class Tables(msgspec.Struct, frozen=True, eq=False):
    """Everything printed, under the options of the battle. ``wound[S - 1][T - 1]`` is the lowest die that wounds;
    ``shoot`` the number to reach and ``shoot_mods`` by name (FA-SHO-02); ``misfire[die - 1]`` one of ``explodes``,
    ``jams``, ``lost``. ``conditions``: Ld of ``neglected``, ``content``, ``eager``. ``spells`` has Break
    Enchantment too. ``special_rules``: their names, those of missile weapons too.
    """

    wound: tuple[tuple[int, ...], ...]
    melee_hit: MeleeHit
    shoot: int
    shoot_mods: dict[str, int]
    armour: Armour
    combat_result: CombatResult
    bases: dict[str, BaseRow]
    formations: dict[str, FormationRow]
    terrain: dict[str, TerrainKind]
    melee: dict[str, MeleeWeapon]
    missile: dict[str, MissileWeapon]
    misfire: tuple[str, ...]
    victory: Victory
    loss_steps: tuple[LossStep, ...]
    triggers: dict[str, Trigger]
    conditions: dict[str, int]
    bonuses: dict[str, LegendBonus]
    cast_value: dict[int, int]
    wizards: dict[int, WizardLevel]
    spells: dict[str, Spell]
    paths: dict[str, Path]
    profiles: dict[str, Profile]
    mounts: dict[str, Mount]
    characters: dict[str, Profile]
    special_rules: dict[str, Name]
    options: dict[str, Option] = {}
