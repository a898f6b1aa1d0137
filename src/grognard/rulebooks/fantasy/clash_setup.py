"""From a clash in words to a setup and a position in the middle of it, in which nothing is asked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import State
from grognard.locale import Name, T
from grognard.rulebooks.fantasy import clash, leadership, shooting
from grognard.rulebooks.fantasy.casting import MOST_DICE
from grognard.rulebooks.fantasy.clash_words import EXAMPLE, Described, Host, read
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.files import read_setup
from grognard.rulebooks.fantasy.model import (
    TURN,
    Contact,
    FantasyState,
    Thing,
    Turn,
    Unit,
    UnitOrder,
    contact_id,
)
from grognard.rulebooks.fantasy.printed import load_tables
from grognard.rulebooks.fantasy.regiment import most_files
from grognard.rulebooks.fantasy.setup import FantasySetup
from grognard.rulebooks.fantasy.tables import STATS, Tables
from grognard.space.outline import Edge
from grognard.space.pose import Pose
from grognard.space.sine import TURN as FULL_TURN

SCENARIO = "clash"
ROUNDS = "rounds"
"""Beside the options of the book: how many rounds of melee at most (0: until somebody gives way; 1 if left out)."""
EDGES = {"front": Edge.FRONT, "flank": Edge.RIGHT, "left": Edge.LEFT, "rear": Edge.REAR}
SIDES = ("a", "b")
TABLE, MIDDLE = 400, 200
GAP = 100
"""Where the two stand in the setup, before they're laid against each other, and how far apart, in cells."""
HEDGE_BEFORE = 0.3
NUMBERS = (*STATS,)
SWITCHES = {"true": True, "yes": True, "да": True, "false": False, "no": False, "нет": False}
COVER = {"light": "hedge", "hard": "wall"}


def clash_of(words: Sequence[str], options: Mapping[str, Any]) -> tuple[FantasySetup, FantasyState]:
    """A described clash. ``options``: options of the book and ``rounds``. Refused or Problems say what is not
    understood or against the rules, and what would be right."""
    said = read(words, load_tables())
    chosen = dict(options)
    said.numbers.setdefault(ROUNDS, _rounds(chosen.pop(ROUNDS, 1)))
    _complete(said)
    setup = read_setup(json.dumps(_document(said)), f"{SCENARIO}.yaml", options=chosen)
    return setup, POSITIONS[said.verb](setup, said)


def _rounds(value: Any) -> int:
    if str(value).isdecimal():
        return int(value)
    raise Refused("", T("rounds: 0 (to the end) or how many, not '{value}'", value=str(value)))


def _complete(said: Described) -> None:
    """What goes without saying: a test needs no troops, a wizard stands among some."""
    one, other = said.hosts
    if said.verb in ("cast", "dispel", "test"):
        one.profile = one.profile or "spearmen"
        one.models = one.models or 20
        other.profile, other.models = "swordsmen" if one.profile == "spearmen" else "spearmen", 20
        return
    for host in said.hosts:
        if not host.profile:
            raise Refused("", T("it is not said who fights"), EXAMPLE)
        host.models = host.models or 1


# --- the setup --------------------------------------------------------------------------------------------


def _document(said: Described) -> dict[str, Any]:
    """A scenario of two sides with a unit each."""
    tables = load_tables()
    hosts = dict(zip(SIDES, said.hosts, strict=True))
    names = {side: _name(tables, host) for side, host in hosts.items()}
    ids = _ids([host.profile for host in said.hosts])
    title = {
        "id": SCENARIO,
        "en": f"{names['a'].en} - {names['b'].en}",
        "ru": f"{names['a'].ru} - {names['b'].ru}",
    }
    document: dict[str, Any] = {
        "scenario": {**title, "table": [TABLE, TABLE], "turns": 1},
        "side": [
            _side(side, host, names[side], one) for (side, host), one in zip(hosts.items(), ids, strict=True)
        ],
    }
    if profiles := list(_profiles(said)):
        document["profile"] = profiles
    cover = next((COVER[flag] for flag in ("hard", "light") if flag in said.flags), "")
    if cover:
        edge = MIDDLE + HEDGE_BEFORE
        document["terrain"] = [{"kind": cover, "line": [[MIDDLE - GAP, edge], [MIDDLE + GAP, edge]]}]
    return document


def _ids(profiles: Sequence[str]) -> list[str]:
    """``knights`` where one side alone has them, else ``knights_1`` and ``knights_2``."""
    if len(set(profiles)) == len(profiles):
        return list(profiles)
    return [f"{profile}_{number}" for number, profile in enumerate(profiles, 1)]


def _name(tables: Tables, host: Host) -> Name:
    row = tables.profiles[host.profile].name
    return Name(f"{row.en} {host.models}", f"{row.ru or row.en} {host.models}")


def _side(side: str, host: Host, name: Name, unit_id: str) -> dict[str, Any]:
    """``b`` stands in the middle facing north, ``a`` north of it, facing it."""
    machine = load_tables().profiles[host.profile].kind == "machine"
    unit: dict[str, Any] = {
        "id": unit_id,
        "profile": host.profile,
        "n": 1 if machine else host.models,
        "at": [MIDDLE, MIDDLE] if side == "b" else [MIDDLE, MIDDLE + GAP],
        "heading": 0 if side == "b" else 180,
        "std": "standard" in host.flags,
        "chars": [{"id": f"{side}_{one}", "as": one} for one in host.heroes],
    }
    if "files" in host.given:
        unit["files"] = _number("files", host.given["files"])
    if host.formation:
        row = load_tables().bases[load_tables().profiles[host.profile].kind]
        unit["formation"] = host.formation
        unit.setdefault("files", max(1, most_files(row, host.formation) or row.full_rank))
    return {"id": side, "en": name.en, "ru": name.ru, "home_ground": "home" in host.flags, "units": [unit]}


def _profiles(said: Described) -> Iterator[dict[str, Any]]:
    """What was said of a side that its profile has otherwise."""
    changed = {host.profile: _changes(host) for host in said.hosts if _changes(host)}
    for one, other in (said.hosts, said.hosts[::-1]):
        if one.profile == other.profile and one.profile in changed and _changes(one) != _changes(other):
            raise Refused("FA-GEN-05", T("both sides have that profile: say it of both, or take another"))
    yield from ({"id": profile, **changes} for profile, changes in changed.items())


def _changes(host: Host) -> dict[str, Any]:
    found: dict[str, Any] = {key: _number(key, host.given[key]) for key in STATS if key in host.given}
    found |= {key: host.given[key] for key in ("armour", "missile", "mount") if key in host.given}
    if "weapon" in host.given:
        found["melee"] = host.given["weapon"]
    for key in ("shield", "barding"):
        if key in host.given:
            found[key] = SWITCHES.get(host.given[key].casefold(), host.given[key])
    return found


def _number(key: str, value: str) -> int:
    if not value.isdecimal():
        raise Refused("", T("'{word}' needs a whole number", word=key))
    return int(value)


# --- positions --------------------------------------------------------------------------------------------


def _units(setup: FantasySetup) -> tuple[Unit, Unit]:
    one, other = setup.units
    return replace(one, phase_models=one.models), replace(other, phase_models=other.models)


def _state(setup: FantasySetup, phase: Any, agenda: tuple[Any, ...], *pieces: Thing) -> FantasyState:
    turn = Turn(TURN, 1, phase, f"{phase}1")
    return State((*pieces, *setup.characters, turn), (agenda,))


@clause("FA-CHG-08", "FA-CHG-11", "FA-MOV-10")
def _melee(setup: FantasySetup, said: Described) -> FantasyState:
    """The front of the first on an edge of the second, before the first round; who charges has his point."""
    one, other = _units(setup)
    other = _weakened(other, said.hosts[1])
    edge = EDGES[said.edge]
    place = Pose(*other.shape.edge_middle(edge), (other.shape.facing(edge) + FULL_TURN // 2) % FULL_TURN)
    one = replace(_weakened(one, said.hosts[0]), x=place.x, y=place.y, heading=place.heading)
    for unit in (one, other):
        if unit.kind == "machine" and unit is one:
            raise Refused("FA-WM-01", T("a machine attacks nobody"))
    charged = (one.id,) if said.verb == "charge" else ()
    length = other.shape.length(edge)
    edges = {one.id: Edge.FRONT, other.id: edge}
    a, b = sorted(edges)
    contact = Contact(
        contact_id(a, b), a, b, edges[a], edges[b], min(one.width, length), charged=charged, maker=one.id,
        downhill=charged if "downhill" in said.flags else (), turn=1,
    )  # fmt: skip
    rounds = said.numbers[ROUNDS]
    given = {
        unit.id: int(host.given.get("causes", 0)) for unit, host in zip((one, other), said.hosts, strict=True)
    }
    if any("causes" in host.given for host in said.hosts):
        return _state(setup, "A", (clash.clash_given.name, (rounds, given[a], given[b])), one, other, contact)
    return _state(setup, "A", (clash.clash_round.name, (rounds,)), one, other, contact)


def _weakened(unit: Unit, host: Host) -> Unit:
    """``start=30``: so many it was once."""
    start = _number("start", host.given.get("start", str(unit.start_models)))
    return replace(unit, start_models=max(start, unit.models))


@clause("FA-SHO-04", "FA-SHO-09", "FA-WM-07", "FA-WM-09")
def _shots(setup: FantasySetup, said: Described) -> FantasyState:
    """The shooter before the front of its target, at the distance that was said, else at 10 cells."""
    one, other = _units(setup)
    far = said.numbers.get("distance", 10_000)
    one = replace(one, x=other.x, y=other.y + far, order=_order(one, other, said))
    if "reaction" in said.flags:
        other = replace(other, order=UnitOrder("attack", (one.id,)))
    state = _state(setup, "B", (clash.clash_over.name, ("test",)), one, other)
    field = Field(setup, {piece.id: piece for piece in state.pieces})
    refused = shooting.why_not(field, one.id, other.id, moving="moving" in said.flags)
    if refused is not None:
        raise refused
    if one.kind != "machine":
        return replace(state, agenda=((clash.clash_volley.name, (one.id, other.id)),))
    if "blast" in field.tables.missile[field.profile(one.id).missile].rules:
        return replace(state, agenda=((clash.clash_bomb.name, ()),))
    return replace(state, agenda=((clash.clash_ball.name, (one.id, other.id)),))


def _order(one: Unit, other: Unit, said: Described) -> UnitOrder:
    word = "move_and_shoot" if "moving" in said.flags else "stand_and_shoot"
    return UnitOrder(word, (other.id,), shots="single" if "single" in said.flags else "multi")  # type: ignore[arg-type]


@clause("FA-MAG-02", "FA-MAG-06", "FA-MAG-08")
def _cast(setup: FantasySetup, said: Described) -> FantasyState:
    tables = setup.tables
    level = tables.spells[said.spell].level if said.spell else said.numbers.get("level", 0)
    value = said.numbers.get("value") or tables.cast_value.get(level, 0)
    if not value:
        known = tuple(sorted(tables.cast_value))
        raise Refused(
            "FA-MAG-06", T("which spell is not said"), T("name one, or its level: {known}", known=known)
        )
    return _magic(setup, said, clash.clash_cast.name, value)


@clause("FA-MAG-13")
def _dispel(setup: FantasySetup, said: Described) -> FantasyState:
    if "against" not in said.numbers:
        raise Refused(
            "FA-MAG-13", T("against what cast total is not said"), T("e.g. senior dispels 11 with 3 dice")
        )
    return _magic(setup, said, clash.clash_dispel.name, said.numbers["against"])


def _magic(setup: FantasySetup, said: Described, rule: str, number: int) -> FantasyState:
    dice = said.numbers.get("dice", 2)
    if not 1 <= dice <= MOST_DICE:
        raise Refused("FA-MAG-08", T("{dice} dice", dice=dice), T("1 to {most}", most=MOST_DICE))
    bonus = setup.tables.wizards[said.wizard or 1].bonus
    return _state(setup, "B", (rule, (dice, bonus, number)), *_units(setup))


@clause("FA-LD-01", "FA-LD-05")
def _test(setup: FantasySetup, said: Described) -> FantasyState:
    """A leadership test, or a break test where somebody has lost by so much; ``13 of 30`` are left."""
    one, other = _units(setup)
    left = _number("of", said.hosts[0].given.get("of", str(one.models)))
    one = replace(one, models=left, phase_models=left)
    lost = said.numbers.get("lost_by", 0)
    kind = "break" if lost else "leadership"
    state = _state(setup, "B", (clash.clash_over.name, ("test",)), one, other)
    test = (leadership.take_test.name, (one.id, kind, lost, 0))
    return replace(state, agenda=(*state.agenda, test))


POSITIONS = {
    "charge": _melee,
    "fight": _melee,
    "shoot": _shots,
    "cast": _cast,
    "dispel": _dispel,
    "test": _test,
}


# --- what counts ------------------------------------------------------------------------------------------


def measures(setup: FantasySetup, state: FantasyState) -> dict[str, str | int]:
    """How it came out. Melee: ``winner`` of the last round (a side, or ``draw``), of each unit ``<id>.fallen``,
    ``<id>.breaks``, ``<id>.split``, of characters ``<id>.falls``. Shots: the target's ``fallen``, ``tests`` and
    ``breaks``, a gun's ``misfire``. Tests: ``<id>.breaks``. Magic: ``cast`` with ``undispellable``, ``doubled`` and
    ``barred``, or ``dispelled``."""
    _, kind, *rest = state.outcome.reason.split(".") if state.outcome else ("", "")
    if kind in ("cast", "dispel"):
        return _magic_measures(kind, rest[0])
    pieces = {piece.id: piece for piece in state.pieces}
    one, other = setup.units
    if kind == "test":
        return {f"{one.id}.breaks": _said(_unit(pieces, one.id).retreating)}
    if kind == "shots":
        tested = {f"{other.id}.tests": _said(bool(_unit(pieces, other.id).tested))}
        return {**_unit_measures(pieces, other), **tested, **_misfire(pieces, one)}
    found: dict[str, str | int] = {}
    if state.outcome is not None:
        found["winner"] = "+".join(state.outcome.winners) or "draw"
    for was in setup.units:
        found |= _unit_measures(pieces, was)
    if other.kind == "foot" and one.kind in ("horse", "monster"):
        found[f"{other.id}.split"] = _said(f"{other.id}_b" in pieces)
    for hero in setup.characters:
        found[f"{hero.id}.falls"] = _said(not getattr(pieces[hero.id], "wounds", 0))
    return found


def _unit(pieces: Mapping[str, Thing], unit_id: str) -> Unit:
    return pieces[unit_id]  # type: ignore[return-value]


def _unit_measures(pieces: Mapping[str, Thing], was: Unit) -> dict[str, str | int]:
    now, part = _unit(pieces, was.id), pieces.get(f"{was.id}_b")
    left = now.models + (part.models if isinstance(part, Unit) else 0)
    return {f"{was.id}.fallen": was.models - left, f"{was.id}.breaks": _said(now.retreating)}


@clause("FA-WM-04", "FA-WM-05")
def _misfire(pieces: Mapping[str, Thing], was: Unit) -> dict[str, str | int]:
    if was.kind != "machine":
        return {}
    now = _unit(pieces, was.id)
    result = "explodes" if not now.machine_wounds else "jams" if now.jammed else "none"
    return {f"{was.id}.misfire": result}


def _magic_measures(kind: str, result: str) -> dict[str, str | int]:
    barred = {"barred": _said(result == "barred")}
    if kind == "dispel":
        return {"dispelled": _said(result == "dispelled"), **barred}
    return {
        "cast": _said(result in ("cast", "undispellable", "doubled")),
        "undispellable": _said(result in ("undispellable", "doubled")),
        "doubled": _said(result == "doubled"),
        **barred,
    }


def _said(holds: bool) -> str:
    return "yes" if holds else "no"
