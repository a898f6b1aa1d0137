"""Size, Strength and the values of an army that follow from it; merging and drafting between battles."""

from __future__ import annotations

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.locale import T
from grognard.rulebooks.feudal.model import Army, Constants, SizeRow, Tables, Troop


@clause("FE-SIZE-08")
def unit_strength(tables: Tables, troop: Troop) -> int:
    """Worth of one soldier: by level, unless the troop type says otherwise."""
    return tables.unit_strength[troop.level] if troop.unit_strength is None else troop.unit_strength


@clause("FE-SIZE-02", "FE-SIZE-03", "FE-SIZE-07")
def size_row(tables: Tables, troop: Troop, men: int) -> SizeRow:
    """The row whose smallest head-count is the largest one not above ``men``; the first row below all."""
    rows = tables.size[troop.table]
    return next((row for row in reversed(rows) if row.from_ <= men), rows[0])


@clause("FE-SIZE-01", "FE-SIZE-04", "FE-SIZE-05", "FE-SIZE-12")
def strength(tables: Tables, troop: Troop, men: int) -> int:
    """Unit strength + size bonus, never below 1."""
    raw = unit_strength(tables, troop) + size_row(tables, troop, men).bonus
    return max(tables.constants.strength_min, raw)


@clause("FE-SIZE-06")
def recruit_minimum(tables: Tables, troop: Troop) -> int:
    """Head-count of the smallest row that gives Strength 1 without help."""
    worth = unit_strength(tables, troop)
    return next(
        row.from_ for row in tables.size[troop.table] if worth + row.bonus >= tables.constants.strength_min
    )


@clause("FE-SIZE-11")
def fighting_minimum(tables: Tables, troop: Troop) -> int:
    """Fewest men of an old army that may still fight: half the recruit minimum, rounded up."""
    num, den = tables.constants.short_handed_fraction
    return -(-recruit_minimum(tables, troop) * num // den)


@clause("FE-SIZE-11")
def short_handed(tables: Tables, troop: Troop, men: int) -> bool:
    """Below the recruit minimum, but not below half of it."""
    return fighting_minimum(tables, troop) <= men < recruit_minimum(tables, troop)


@clause("FE-SIZE-11")
def remnant(tables: Tables, troop: Troop, men: int) -> bool:
    """Too few men to enter a battle."""
    return men < fighting_minimum(tables, troop)


@clause("FE-ARMY-01")
def hit_points(constants: Constants, strength: int) -> int:
    """Strength x 5.5, rounded down."""
    return strength * constants.hp_num // constants.hp_den


@clause("FE-SIZE-11", "FE-ARMY-05")
def starting_hp(tables: Tables, troop: Troop, men: int) -> int:
    """HP when a battle begins: all of them, fewer for a short-handed army."""
    full = hit_points(tables.constants, strength(tables, troop, men))
    if not short_handed(tables, troop, men):
        return full
    return max(1, full * men // recruit_minimum(tables, troop))


@clause("FE-ARMY-02")
def base_defence(constants: Constants, strength: int) -> int:
    return strength + constants.defence_base


@clause("FE-ARMY-03")
def base_attack(strength: int) -> int:
    """The same for missiles and blows."""
    return strength


@clause("FE-ARMY-04", "FE-AFT-06")
def consumption(tables: Tables, army: Army, troop: Troop) -> int:
    """PP eaten each fief turn: Strength / 2, at least 1; a remnant eats 1; factors of ``consumption`` effects."""
    constants = tables.constants
    eaten = max(constants.consumption_min, strength(tables, troop, army.men) // constants.consumption_divisor)
    gifts = [effect for held in army.commander.features for effect in tables.features[held.id].effects]
    for effect in (*troop.effects, *gifts):
        if effect.kind == "consumption" and isinstance(effect.value, int):
            eaten = eaten * effect.value // 2
    return eaten


@clause("FE-CMD-10")
def wage(constants: Constants, army: Army) -> int:
    """Coins a fief turn: 1 x level; nothing for the lord himself or a nameless one."""
    return 0 if army.commander.lord else constants.wage_per_level * army.commander.level


@clause("FE-CMD-05")
def features_allowed(constants: Constants, level: int, cadence: str, extra: int = 0) -> int:
    """1 + level/5 (option ``feature_cadence``), plus what the umpire gave; none for the nameless."""
    if level == 0:
        return 0
    steps = level if cadence == "at5" else level - 1
    return constants.feature_first + steps // constants.feature_every + extra


@clause("FE-SIZE-09")
def merged(one: Army, other: Army, troop: str, other_troop: str) -> Army:
    """Two armies of one troop type become the first: heads add, common tactics, the lower record, its commander."""
    if troop != other_troop:
        raise Refused(
            "FE-SIZE-09", T("'{one}' and '{other}' are of different troop types", one=one.id, other=other.id)
        )
    return Army(
        one.id,
        hp=0,
        commander=one.commander,
        tactics=tuple(tactic for tactic in one.tactics if tactic in other.tactics),
        morale_record=min(one.morale_record, other.morale_record),
        men=one.men + other.men,
    )


@clause("FE-SIZE-10")
def check_draft(tables: Tables, troop: Troop, recruits: int, least: str) -> None:
    """A draft is itself a recruited detachment (option ``draft_minimum``); Refused below the minimum."""
    minimum = recruit_minimum(tables, troop) if least == "recruit" else 1
    if recruits < minimum:
        raise Refused(
            "FE-SIZE-10",
            T("a draft of {men} is too small", men=recruits),
            T("at least {least}", least=minimum),
        )
