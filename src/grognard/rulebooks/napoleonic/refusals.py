"""Who may be given which orders in step 1.4, and why not (chapters Movement, Command). ``ways`` judges the ways."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Arg, Order
from grognard.locale import Name, T, Text
from grognard.rulebooks.napoleonic import allowance, command, ways
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Body, Gun, Unit, Wagon
from grognard.rulebooks.napoleonic.words_names import name_of as name_of_id

UNIT_VERBS = (
    "hold",
    "move",
    "attack",
    "withdraw_half",
    "withdraw_full",
    "about_face",
    "form",
    "cross",
    "split",
    "rejoin",
    "reform",
    "escort",
)
GUN_VERBS = ("hold", "move_half", "move_full", "withdraw_half", "withdraw_full", "swap_crew")
WAGON_VERBS = ("hold", "move")
WITHDRAWALS = ("withdraw_half", "withdraw_full")
FORMS: dict[str, tuple[str, ...]] = {
    "line": ("march_column", "open_order"),
    "march_column": ("line",),
    "open_order": ("line",),
    "dismounted": ("mounted",),
}
"""Into what foot may form from a kind of standing (NA-MOVE-13, 14); dismounted horse mounts (NA-UNIT-07)."""
SPARE_CREW = 5
"""Up to so many gunners a gun may be filled from the crew of a lost one (NA-TROPH-02)."""

SAID: Mapping[str, Text] = {
    "move": T("move"),
    "attack": T("attack"),
    "withdraw_half": T("withdraw half a move"),
    "withdraw_full": T("withdraw a full move"),
    "about_face": T("about face"),
    "form": T("change formation"),
    "cross": T("cross"),
    "split": T("split"),
    "rejoin": T("reunite"),
    "reform": T("re-form"),
    "escort": T("escort"),
    "move_half": T("move half a move"),
    "move_full": T("move a full move"),
    "swap_crew": T("take gunners"),
}
"""Verbs that may be refused, as players say them."""


# --- who is asked ------------------------------------------------------------------------------------


@clause("NA-MOVE-01", "NA-MOVE-18", "NA-ROUT-09", "NA-ROUT-11", "NA-TROPH-02", "NA-PURS-13")
def may_be_ordered(field: Field) -> list[Body]:
    """Who may have an order at all: none that flees, rests after a pursuit, has rallied in the rear or was taken."""
    return [body for body in field.bodies if _is_free(field, body)]


def _is_free(field: Field, body: Body) -> bool:
    if body.standing != "ready":
        return False
    if isinstance(body, Unit):
        return not field.rests(body)
    return not isinstance(body, Gun | Wagon) or body.owner == body.side


# --- which verbs -------------------------------------------------------------------------------------


@clause("NA-MOVE-01", "NA-MOVE-02")
def verbs(field: Field, body: Body) -> Iterator[str]:
    """Verbs that may be given, one by one, ``hold`` first (``reform`` where it is compulsory)."""
    if isinstance(body, Unit) and must_reform(field, body):
        yield "reform"
        return
    yield from (verb for verb in all_verbs(body) if why_not(field, body, verb) is None)


def all_verbs(body: Body) -> tuple[str, ...]:
    if isinstance(body, Unit):
        return UNIT_VERBS
    return GUN_VERBS if isinstance(body, Gun) else WAGON_VERBS


@clause("NA-MOVE-18", "NA-PURS-04")
def must_reform(field: Field, unit: Unit) -> bool:
    """The turn after it was unruly: its first halt."""
    return unit.unruly > 0 and unit.unruly == field.turn - 1


@clause("NA-CMD-08", "NA-MOVE-02")
def why_not(field: Field, body: Body, verb: str) -> tuple[str, Text] | None:
    """(clause, reason) why a verb may not be given; None where it may."""
    if verb == "hold":
        return None
    if not command.may_act(field, body):
        wrong = _uncommanded(field, body, verb)
        if wrong is not None:
            return wrong
    if isinstance(body, Unit):
        return _why_not_unit(field, body, verb)
    return _why_not_gun(field, body, verb) if isinstance(body, Gun) else None


@clause("NA-CMD-08", "NA-CMD-09")
def _uncommanded(field: Field, body: Body, verb: str) -> tuple[str, Text] | None:
    if verb not in WITHDRAWALS:
        return "NA-CMD-08", T("it is without command")
    if isinstance(body, Unit | Gun) and not command.under_pressure(field, body):
        return "NA-CMD-09", T("it is without command and not under pressure")
    return None


@clause("NA-CC-20", "NA-CC-22", "NA-MOVE-10", "NA-MOVE-18")
def _why_not_unit(field: Field, unit: Unit, verb: str) -> tuple[str, Text] | None:
    if unit.locks and verb not in WITHDRAWALS:
        return "NA-CC-20", T("it is locked in a firefight")
    if verb == "reform":
        return "NA-MOVE-18", T("it has nothing to re-form from")
    if verb in ("move", "cross", "escort") and field.is_foot(unit) and unit.pushed == field.turn:
        return "NA-CC-22", T("it was pushed and can leave the fight only by withdrawing")
    if verb == "attack" and unit.no_attack >= field.turn:
        return "NA-CC-30", T("it re-forms and may not attack in this turn")
    if verb == "withdraw_full" and _is_capped(field, unit):
        return "NA-MOVE-08", T("enemy horse is near")
    special = {"form": _why_not_form, "split": _why_not_split, "rejoin": _why_not_rejoin}.get(verb)
    return special(field, unit) if special else None


@clause("NA-MOVE-08", "NA-MOVE-10")
def _is_capped(field: Field, unit: Unit) -> bool:
    free = field.option("withdraw_near_horse") == "free"
    return not free and field.is_foot(unit) and allowance.near_enemy_horse(field, unit)


@clause("NA-MOVE-13", "NA-MOVE-14", "NA-UNIT-07", "NA-SKIR-01")
def forms(field: Field, unit: Unit) -> tuple[str, ...]:
    """Into what it may form."""
    sheet = field.unit_sheet(unit)
    if sheet.branch == "foot":
        return FORMS[unit.kind]
    if not field.tables.arms[sheet.arm].dismounts:
        return ()
    return FORMS["dismounted"] if unit.kind == "dismounted" else ("dismounted",)


def _why_not_form(field: Field, unit: Unit) -> tuple[str, Text] | None:
    return None if forms(field, unit) else ("NA-MOVE-01", T("it can stand in no other way"))


@clause("NA-UNIT-08", "NA-UNIT-10")
def _why_not_split(field: Field, unit: Unit) -> tuple[str, Text] | None:
    if unit.figures < 2:
        return "NA-UNIT-08", T("it has a single figure")
    return _why_not_apart(field, unit)


@clause("NA-UNIT-09", "NA-UNIT-11")
def _why_not_rejoin(field: Field, unit: Unit) -> tuple[str, Text] | None:
    if not command.parts_near(field, unit):
        return "NA-UNIT-09", T("no other part of the same regiment is near")
    return _why_not_apart(field, unit)


def _why_not_apart(field: Field, unit: Unit) -> tuple[str, Text] | None:
    if field.has_general(unit.id) or unit.may_split == field.turn:
        return None
    return "NA-UNIT-08", T("no general is with it and no even die was thrown")


@clause("NA-ART-15", "NA-ART-16")
def _why_not_gun(field: Field, gun: Gun, verb: str) -> tuple[str, Text] | None:
    if verb == "swap_crew":
        return None if crews(field, gun) else ("NA-ART-16", T("no gun of its battery can give it gunners"))
    return None if gun.crew else ("NA-ART-15", T("it has no gunners"))


@clause("NA-ART-16", "NA-TROPH-02")
def crews(field: Field, gun: Gun) -> list[tuple[str, int]]:
    """(gun, gunners at most) from which it may take gunners: of its battery, never apart; or the crew of a lost one."""
    sheet = field.setup.guns[gun.sheet]
    room = field.tables.limits.crew_gun - gun.crew
    found = []
    for one in field.setup.guns.values():
        if not sheet.battery or one.battery != sheet.battery or one.id == gun.id:
            continue
        other = field.gun(one.id)
        if other.owner != other.side or other.standing == "destroyed":
            spare = other.spare if other.spare_from and other.spare_from <= field.turn else 0
            most = min(spare, SPARE_CREW - gun.crew)
        else:
            most = min(other.crew, room) if _served_together(gun, other) else 0
        if most > 0:
            found.append((other.id, most))
    return found


def _served_together(gun: Gun, other: Gun) -> bool:
    return gun.together and other.together and other.standing == "ready"


# --- checks ------------------------------------------------------------------------------------------


def name_of(field: Field, body: Body) -> Name:
    """What it is called."""
    return field.sheet(body).name


@clause("NA-MOVE-01")
def check_order(field: Field, body: Body, order: Order) -> None:
    """Refused unless the order may be given to that unit, gun or wagon."""
    key = (body, order, tuple(map(type, order)))
    passed: set[Any] = field.kept.setdefault("passed", set())
    if key not in passed:
        _check_order(field, body, order)
        passed.add(key)


def _check_order(field: Field, body: Body, order: Order) -> None:
    name = name_of(field, body)
    verb = str(order[0]) if order else ""
    if verb not in all_verbs(body):
        hint = T("choose {options}", options=tuple(SAID.get(one, T("hold")) for one in all_verbs(body)))
        said = SAID.get(verb, verb)
        raise Refused("NA-MOVE-01", T("{unit} can't be ordered to '{verb}'", unit=name, verb=said), hint)
    if isinstance(body, Unit) and must_reform(field, body):
        if order != ("reform",):
            raise Refused("NA-MOVE-18", T("{unit} must re-form after its pursuit", unit=name))
        return
    wrong = why_not(field, body, verb)
    if wrong is not None:
        clause_id, why = wrong
        raise Refused(
            clause_id, T("{unit} can't be ordered to '{verb}': {why}", unit=name, verb=SAID[verb], why=why)
        )
    _check_rest(field, body, verb, order)


def _check_rest(field: Field, body: Body, verb: str, order: Order) -> None:
    words = order[1:]
    if verb in ("hold", "about_face"):
        if words:
            raise _plain(verb)
    elif isinstance(body, Unit) and verb in ("form", "split", "rejoin"):
        {"form": _check_form, "split": _check_split, "rejoin": _check_rejoin}[verb](field, body, words)
    elif isinstance(body, Gun) and verb == "swap_crew":
        _check_crew(field, body, words)
    else:
        ways.check_way(field, body, order)


def _plain(verb: str) -> Refused:
    return Refused("NA-MOVE-01", T("'{verb}' stands alone", verb=verb))


def _check_form(field: Field, unit: Unit, words: tuple[Arg, ...]) -> None:
    allowed = forms(field, unit)
    if len(words) != 1 or words[0] not in allowed:
        kinds = field.tables.kinds
        given = kinds[words[0]].name if len(words) == 1 and words[0] in kinds else " ".join(map(str, words))
        hint = T(
            "choose {options}", options=tuple(kinds[one].name if one in kinds else one for one in allowed)
        )
        raise Refused(
            "NA-MOVE-13", T("{unit} can't form '{kind}'", unit=name_of(field, unit), kind=given), hint
        )


@clause("NA-UNIT-08")
def _check_split(field: Field, unit: Unit, words: tuple[Arg, ...]) -> None:
    numbers = [word for word in words if isinstance(word, int)]
    if len(numbers) < 2 or len(numbers) != len(words) or min(numbers) < 1 or sum(numbers) != unit.figures:
        why = T("{unit} has {figures} figures to divide", unit=name_of(field, unit), figures=unit.figures)
        raise Refused(
            "NA-UNIT-08", why, T("give the figures of each part, at least 1, that with the colours first")
        )


@clause("NA-UNIT-09")
def _check_rejoin(field: Field, unit: Unit, words: tuple[Arg, ...]) -> None:
    parts = tuple(part.id for part in (unit, *command.parts_near(field, unit)))
    if len(words) != 1 or words[0] not in parts:
        why = T("{unit} can reunite only with its own parts", unit=name_of(field, unit))
        named = tuple(name_of_id(field.setup, one) for one in parts)
        raise Refused("NA-UNIT-09", why, T("name the main part: {options}", options=named))


@clause("NA-ART-16", "NA-TROPH-02")
def _check_crew(field: Field, gun: Gun, words: tuple[Arg, ...]) -> None:
    known = dict(crews(field, gun))
    match words:
        case (str(whose), int(count)) if 1 <= count <= known.get(whose, 0):
            return
        case _:
            options = tuple(
                Text("{gun}: {count}", {"gun": name_of_id(field.setup, one), "count": count})
                for one, count in known.items()
            )
            why = T("{unit} can't take gunners so", unit=name_of(field, gun))
            raise Refused("NA-ART-16", why, T("choose at most {options}", options=options))
