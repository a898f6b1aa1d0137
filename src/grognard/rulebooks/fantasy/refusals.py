"""Why an order can't be given (chapter Bad input): clause, what is wrong with it, what would be right.

Each looks at the position as its side sees it at the start of the turn. None: nothing is wrong.
"""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.locale import Name, T
from grognard.rulebooks.fantasy import charging, magic, orders, paths, shooting
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import Unit, UnitOrder
from grognard.rulebooks.fantasy.ordering import why_no_retreat
from grognard.rulebooks.fantasy.regiment import fits, most_files
from grognard.space.pose import decimal
from grognard.space.sine import TURN

MOST_TARGETS = 3
IN_MELEE = ("attack", "hold", "retreat")
FOR_MACHINES = ("move", "hold", "stand_and_shoot", "retreat")
ALLOWED: dict[str, tuple[str, ...]] = {
    "march": ("path",),
    "move": ("path",),
    "attack": ("targets", "path"),
    "hold": (),
    "stand_and_shoot": ("targets", "shots"),
    "move_and_shoot": ("path", "targets", "shots"),
    "retreat": ("heading", "leave"),
    "reform": ("heading", "files", "formation"),
}
"""What each order word may have besides that which goes with every order."""
NAMES = {
    "march": Name("march", "марш"),
    "move": Name("move", "движение"),
    "attack": Name("attack", "атака"),
    "hold": Name("hold", "держать"),
    "stand_and_shoot": Name("stand_and_shoot", "стоять и стрелять"),
    "move_and_shoot": Name("move_and_shoot", "двигаться и стрелять"),
    "retreat": Name("retreat", "отход"),
    "reform": Name("reform", "перестроение"),
}
"""The order words, in English as they are written in the form."""


def why_not(field: Field, unit_id: str, order: UnitOrder) -> Refused | None:
    """The first thing that is wrong with an order for a unit of one's own, None if nothing is."""
    unit = field.unit(unit_id)
    for check in CHECKS:
        found = check(field, unit, order)
        if found is not None:
            return found
    return None


def named(unit_id: str, order: UnitOrder, refused: Refused) -> Refused:
    """The same with the unit and the order, where it doesn't say them."""
    if "unit" in refused.reason.facts:
        return refused
    why = T("unit {unit}, order {order}: {why}", unit=unit_id, order=NAMES[order.word], why=refused.reason)
    return Refused(refused.clause, why, refused.hint)


# --- what a unit may be ordered at all ---


@clause("FA-ORD-13")
def _state(field: Field, unit: Unit, order: UnitOrder) -> Refused | None:
    if unit.status != "ready":
        return Refused("FA-ORD-01", T("unit {unit} is not on the table", unit=unit.id))
    if field.engaged(unit.id) and order.word not in IN_MELEE:
        why = T("unit {unit} is in melee", unit=unit.id)
        return Refused("FA-ORD-13", why, T("valid: {options}", options=tuple(NAMES[one] for one in IN_MELEE)))
    return None


@clause("FA-WM-01", "FA-SPC-11")
def _kind(field: Field, unit: Unit, order: UnitOrder) -> Refused | None:
    if unit.kind == "machine" and order.word not in FOR_MACHINES:
        why = T("unit {unit} is a machine: it cannot {order}", unit=unit.id, order=NAMES[order.word])
        return Refused(
            "FA-WM-01", why, T("valid: {options}", options=tuple(NAMES[one] for one in FOR_MACHINES))
        )
    if order.if_charged == "retreat" and (clause_id := why_no_retreat(field, unit)):
        return Refused(clause_id, T("unit {unit} does not retreat when it is charged", unit=unit.id))
    if order.word == "retreat" and "undead" in field.rules(unit.id):
        return Refused("FA-SPC-11", T("unit {unit} is undead: it does not retreat", unit=unit.id))
    if order.word == "march" and not orders.may_march(field, unit.id):
        return Refused(
            "FA-SPC-11", T("unit {unit} is undead and no wizard leads it: it does not march", unit=unit.id)
        )
    return None


@clause("FA-ORD-14", "FA-GEN-09")
def _forbidden(field: Field, unit: Unit, order: UnitOrder) -> Refused | None:
    if field.engaged(unit.id) or not orders.is_forbidden(field, unit.id, order.word):
        return None
    if not field.stats(unit.id).M and order.word != "stand_and_shoot":
        return Refused("FA-GEN-09", T("unit {unit} has M 0: it cannot move", unit=unit.id))
    return Refused(
        "FA-ORD-14", T("a spell forbids unit {unit} to {order}", unit=unit.id, order=NAMES[order.word])
    )


@clause("FA-ORD-02", "FA-ORD-03", "FA-ORD-05")
def _parts(field: Field, unit: Unit, order: UnitOrder) -> Refused | None:
    """Nothing that the order word has no use for."""
    for part in ("path", "targets", "heading", "files", "formation", "leave"):
        given = getattr(order, part)
        if given not in (None, (), 0, "", False) and part not in ALLOWED[order.word]:
            return Refused(
                "FA-ORD-01", T("the order {order} has no {part}", order=NAMES[order.word], part=part)
            )
    if order.word in ("march", "move", "move_and_shoot") and not order.path:
        return Refused("FA-MOV-02", T("the order {order} needs a path", order=NAMES[order.word]))
    if order.heading is not None and not 0 <= order.heading < TURN:
        heading = T("heading {heading} is no direction", heading=order.heading)
        return Refused("FA-MOV-02", heading, T("valid: 0 to {most} tenths of a degree", most=TURN - 1))
    return None


# --- targets and paths ---


@clause("FA-ORD-04", "FA-ORD-06")
def _targets(field: Field, unit: Unit, order: UnitOrder) -> Refused | None:
    if len(order.targets) > MOST_TARGETS or len(set(order.targets)) < len(order.targets):
        return Refused("FA-ORD-04", T("name at most {most} targets, each once", most=MOST_TARGETS))
    if not order.targets and order.word != "attack":
        return None
    valid = tuple(one.id for one in field.enemies(unit.id))
    for one in order.targets:
        if one not in valid:
            why = T("unit {unit}, order {order}: target {target} is not an enemy on the table",
                    unit=unit.id, order=NAMES[order.word], target=one)  # fmt: skip
            return Refused("FA-ORD-04", why, T("valid: {options}", options=valid))
    if order.word == "attack" and not order.targets and not field.engaged(unit.id):
        return Refused(
            "FA-ORD-04", T("the order attack needs a target"), T("valid: {options}", options=valid)
        )
    return None


@clause("FA-CHG-12", "FA-ORD-04")
def _reach(field: Field, unit: Unit, order: UnitOrder) -> Refused | None:
    if order.word != "attack" or field.engaged(unit.id):
        return None
    for one in order.targets:
        if not charging.is_in_reach(field, unit.id, one):
            able = charging.in_reach(field, unit.id)
            facts = {
                "unit": unit.id,
                "target": one,
                "distance": decimal(field.distance(unit.id, one)),
                "reach": decimal(charging.reach(field, unit.id)),
            }
            why = T("unit {unit} is {distance} from {target}, highest charge {reach}", **facts)
            right = T("march nearer or name one of {options}", options=able) if able else T("march nearer")
            return Refused("FA-CHG-12", why, right)
    return None


@clause("FA-MOV-02", "FA-CHG-03")
def _path(field: Field, unit: Unit, order: UnitOrder) -> Refused | None:
    if not order.path:
        return None
    return paths.refusal(field, unit.id, order.word, order.path)


@clause("FA-SHO-06", "FA-SHO-12", "FA-SHO-14")
def _shots(field: Field, unit: Unit, order: UnitOrder) -> Refused | None:
    if order.word not in ("stand_and_shoot", "move_and_shoot"):
        return None
    return shooting.why_not(field, unit.id, "", moving=order.word == "move_and_shoot")


# --- reform ---


@clause("FA-ORD-09", "FA-UNIT-08", "FA-UNIT-09", "FA-MNT-07")
def _reform(field: Field, unit: Unit, order: UnitOrder) -> Refused | None:
    if order.word != "reform":
        return None
    if unit.kind not in ("foot", "monster"):
        return Refused("FA-UNIT-08", T("horse cannot reform; they wheel as they move"))
    files = order.files or unit.files
    if order.files and not 1 <= files <= max(unit.models, 1):
        return Refused("FA-ORD-09", T("files {files} of {models} models", files=files, models=unit.models))
    row = field.tables.bases[unit.kind]
    if order.formation and not fits(row, order.formation, files):
        most = most_files(row, order.formation)
        facts = {"formation": order.formation, "files": files}
        right = T("at most {most}", most=most) if most else T("at least {least}", least=row.full_rank)
        return Refused("FA-UNIT-09", T("a {formation} of {files} files", **facts), right)
    return None


# --- characters ---


@clause("FA-CMD-04", "FA-MEL-12")
def _characters(field: Field, unit: Unit, order: UnitOrder) -> Refused | None:
    """Whoever is to challenge or accept stands in the unit; that he touches no enemy is only told, later."""
    own = tuple(one.id for one in field.characters_in(unit.id))
    for one in (*order.challenge, *order.accept):
        if one not in own:
            why = T("there is no character {character} in unit {unit}", character=one, unit=unit.id)
            return Refused("FA-MEL-12", why, T("valid: {options}", options=own) if own else None)
    return None


@clause("FA-MAG-05", "FA-MAG-08", "FA-MAG-16")
def _casts(field: Field, unit: Unit, order: UnitOrder) -> Refused | None:
    wizards = {one.id for one in field.characters_in(unit.id) if one.level}
    tried = [(cast.wizard, cast.spell) for cast in order.casts]
    for at, cast in enumerate(order.casts):
        if cast.wizard not in wizards:
            why = T("there is no wizard {wizard} in unit {unit}", wizard=cast.wizard, unit=unit.id)
            return Refused("FA-MAG-08", why)
        if tried.index((cast.wizard, cast.spell)) < at:
            facts = {"wizard": cast.wizard, "spell": cast.spell}
            return Refused("FA-MAG-08", T("{wizard} may try {spell} once a turn", **facts))
        found = magic.why_not(field, cast)
        if found is not None:
            return found
    return None


CHECKS: tuple[Callable[[Field, Unit, UnitOrder], Refused | None], ...] = (
    _state,
    _kind,
    _forbidden,
    _parts,
    _targets,
    _reach,
    _path,
    _shots,
    _reform,
    _characters,
    _casts,
)
