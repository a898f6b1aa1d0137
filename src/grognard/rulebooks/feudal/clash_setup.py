"""From a clash in words to a setup and a position in the middle of the melee."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Seat, Side
from grognard.files.guessing import unknown
from grognard.locale import Name, T
from grognard.rulebooks.feudal import clash, clash_names, muster, setup
from grognard.rulebooks.feudal.clash_names import Called, traits
from grognard.rulebooks.feudal.clash_words import Described, read_sides, title
from grognard.rulebooks.feudal.conditions import put
from grognard.rulebooks.feudal.files import ArmyData
from grognard.rulebooks.feudal.model import (
    FIELD,
    NAMELESS,
    Army,
    Commander,
    FeatureHeld,
    FeudalSetup,
    FeudalState,
    Field,
    InForce,
    Lord,
    Sheet,
    Tables,
)
from grognard.rulebooks.feudal.tables import load_tables, offered
from grognard.rulebooks.options import from_words

SCENARIO = "clash"
PASSES = "passes"
"""Beside the options of the book: how many melee passes at most (0: to the end)."""


def clash_of(
    words: Sequence[str], options: Mapping[str, Any], tables: Tables | None = None
) -> tuple[FeudalSetup, FeudalState]:
    """A described clash as a setup and the position before its first melee pass; nothing is asked in it.

    ``options``: options of the book and ``passes``; values may be written out (``"1"``, ``"true"``).
    Refused says what isn't understood or against the rules, and what would be right.
    """
    tables = tables or load_tables()
    chosen = dict(options)
    passes = _passes(chosen.pop(PASSES, 0))
    sides = [_Side(number, armies) for number, armies in enumerate(read_sides(words, tables))]
    names = _ids([_troop_id(tables, army) for side in sides for army in side.armies])
    recruits = [_Recruit(tables, side.id, one, next(names), oob) for oob, (side, one) in _numbered(sides)]
    made = _setup(tables, sides, recruits, _options(tables, chosen))
    return made, _state(made, recruits, passes)


class _Side:
    def __init__(self, number: int, armies: Sequence[Described]) -> None:
        self.id = "abcdefghijklmnopqrstuvwxyz"[number % 26]
        self.armies = armies


def _numbered(sides: Sequence[_Side]) -> Iterator[tuple[int, tuple[_Side, Described]]]:
    return enumerate(((side, one) for side in sides for one in side.armies), 1)


def _ids(troops: Sequence[str]) -> Iterator[str]:
    """``warriors`` where there's one such army, else ``warriors_1``, ``warriors_2``."""
    seen: dict[str, int] = {}
    for troop in troops:
        seen[troop] = seen.get(troop, 0) + 1
        yield f"{troop}_{seen[troop]}" if troops.count(troop) > 1 else troop


def measures(state: FeudalState) -> dict[str, str | int]:
    """How a clash came out: ``winner`` (a side, ``nobody``, or ``undecided`` where the passes ran out), and for each
    army ``<id>.status`` (ready, routed, destroyed) and ``<id>.hp``."""
    outcome = state.outcome
    winner = "undecided" if outcome is None else "+".join(outcome.winners) or "nobody"
    found: dict[str, str | int] = {"winner": winner}
    for army in state.pieces:
        if isinstance(army, Army):
            found[f"{army.id}.status"] = army.status
            found[f"{army.id}.hp"] = army.hp
    return found


def _passes(value: Any) -> int:
    try:
        number = int(value)
    except ValueError:
        number = -1
    if number < 0:
        raise Refused("", T("passes: 0 (to the end) or how many, not '{value}'", value=str(value)))
    return number


def _options(tables: Tables, given: Mapping[str, Any]) -> dict[str, str | int | bool]:
    chosen: dict[str, Any] = {key: option.default for key, option in tables.options.items()}
    for key, value in given.items():
        if key not in tables.options:
            raise Refused("", unknown(T("option"), key, [*tables.options, PASSES]))
        plain = from_words(tables.options[key], value)
        wrong = offered(tables).wrong(key, plain)
        if wrong is not None:
            raise Refused(tables.options[key].clauses[0], wrong)
        chosen[key] = plain
    return chosen


def _troop_id(tables: Tables, said: Described) -> str:
    """The troop type that was named, or that of the ready force; "" for none."""
    force = tables.forces.get(said.one("force"))
    return said.one("troop", force.troop if force else "")


class _Recruit:
    """One army made from its description."""

    def __init__(self, tables: Tables, side: str, said: Described, army_id: str, oob: int) -> None:
        self.tables, self.said, self.side, self.id, self.oob = tables, said, side, army_id, oob
        troop_id, men = self._troop_and_men()
        self.troop = tables.troops[troop_id]
        self.men = men
        self.own = [one for one in said.things.get("condition", ()) if self._scope(one) == "army"]
        self.sky = [one for one in said.things.get("condition", ()) if self._scope(one) == "field"]
        self.tactic = said.one("tactic", "standard")
        self._check_tactic()

    def _scope(self, condition: str) -> str:
        return self.tables.conditions[condition].scope

    @clause("FE-SIZE-06", "FE-SIZE-11")
    def _troop_and_men(self) -> tuple[str, int]:
        said, tables = self.said, self.tables
        force = tables.forces.get(said.one("force"))
        troop_id = _troop_id(tables, said)
        if not troop_id:
            raise Refused(
                "FE-SIZE-12", T("'{army}' names no troop type", army=said.words), T("e.g. warriors 150")
            )
        if len(set(said.things.get("troop", ()))) > 1:
            raise Refused("FE-SIZE-12", T("'{army}' names two troop types; put + between", army=said.words))
        troop = tables.troops[troop_id]
        least = muster.recruit_minimum(tables, troop)
        men = said.numbers.get("men", force.men if force else least if "strength" in said.numbers else 0)
        if muster.remnant(tables, troop, men):
            raise Refused(
                "FE-SIZE-06",
                T("'{army}': how many men?", army=said.words)
                if "men" not in said.numbers
                else T("{men} {troop} are too few", men=men, troop=troop.name),
                T("at least {least}", least=least),
            )
        return troop_id, men

    @clause("FE-TAC-04")
    def _check_tactic(self) -> None:
        needs = self.tables.tactics[self.tactic].needs
        have = {*self.troop.tags, *(("shooter",) if self.missiles else ())}
        if not have.issuperset(needs):
            raise Refused(
                "FE-TAC-04",
                T(
                    "{troop} can't take tactic {tactic}",
                    troop=self.troop.name,
                    tactic=self.tables.tactics[self.tactic].name,
                ),
                T("it needs {tags}", tags=tuple(needs)),
            )

    @property
    def missiles(self) -> int:
        return self.said.numbers.get("missiles", self.troop.missiles)

    @property
    def strategy(self) -> int:
        named = self.said.one("strategy", "standard")
        return next(grade.grade for grade in self.tables.grades.values() if grade.id == named)

    @clause("FE-CMD-05", "FE-CMD-06", "FE-CMD-09")
    def commander(self) -> Commander:
        """Nameless, or as good as the features said of him ask for."""
        held = list(dict.fromkeys(self.said.things.get("feature", ())))
        if not held and "level" not in self.said.numbers:
            return NAMELESS
        features = [self.tables.features[one] for one in held]
        least = max([1, *(-(-one.leadership // 2) for one in features)])
        level = self.said.numbers.get("level", least)
        if level < least:
            raise Refused(
                "FE-CMD-06", T("level {level} is too low", level=level), T("at least {least}", least=least)
            )
        allowed = muster.features_allowed(self.tables.constants, level, "at5")
        return Commander(
            self.troop.name.en,
            level,
            tuple(FeatureHeld(one.id, self.tactic if one.choice else "") for one in features),
            extra_features=max(0, len(features) - allowed),
            ru=self.troop.name.ru,
        )

    @property
    def called(self) -> Called:
        name = self.troop.name
        plain = Name(f"{name.en} {self.men}", f"{name.ru or name.en} {self.men}")
        return Called(self.id, self.side, plain, traits(self.tables, self.said))

    def sheet(self, name: Name) -> Sheet:
        tables, numbers = self.tables, self.said.numbers
        data = ArmyData(
            id=self.id,
            oob=self.oob,
            name=name,
            seat=self.side,
            troop=self.troop.id,
            men=self.men,
            tactics=() if self.tactic == "standard" else (self.tactic,),
            commander=self.commander(),
            conditions=tuple(self.own),
            morale_record=numbers.get("morale", 0),
            hp=muster.starting_hp(tables, self.troop, self.men),
            missiles=self.missiles,
            survivors=True,
        )
        made = setup.sheet(data, tables, self.side)
        return self._with_hp(self._with_strength(made))

    def _with_strength(self, made: Sheet) -> Sheet:
        """``strength=4``: an ordinary army of that Strength, whatever its head-count would give."""
        strength = self.said.numbers.get("strength")
        if strength is None:
            return made
        if strength < self.tables.constants.strength_min:
            raise Refused(
                "FE-SIZE-04", T("Strength is at least {least}", least=self.tables.constants.strength_min)
            )
        most = muster.hit_points(self.tables.constants, strength)
        return replace(
            made,
            strength=strength,
            hp_max=most,
            hp_start=most,
            attack=muster.base_attack(strength),
            defence=muster.base_defence(self.tables.constants, strength),
        )

    def _with_hp(self, made: Sheet) -> Sheet:
        hp = self.said.numbers.get("hp", made.hp_start)
        if not 1 <= hp <= made.hp_max:
            raise Refused(
                "FE-ARMY-01",
                T("'{army}' can't have {hp} HP", army=self.said.words, hp=hp),
                T("1 to {most}", most=made.hp_max),
            )
        return replace(made, hp_start=hp)


def _setup(
    tables: Tables, sides: Sequence[_Side], recruits: Sequence[_Recruit], options: dict[str, str | int | bool]
) -> FeudalSetup:
    called = clash_names.names([one.called for one in recruits])
    sheets = {one.id: one.sheet(called[one.id]) for one in recruits}
    names = {side.id: title(s.name for s in sheets.values() if s.side == side.id) for side in sides}
    return FeudalSetup(
        book="feudal",
        version=setup.VERSION,
        scenario=SCENARIO,
        name=Name(
            " vs ".join(name.en for name in names.values()),
            " против ".join(name.ru for name in names.values()),
        ),
        sides=tuple(Side(side.id, names[side.id]) for side in sides),
        seats=tuple(Seat(side.id, side.id) for side in sides),
        options=options,
        tables=tables,
        sheets=sheets,
        artefacts={},
        free_commanders={},
    )


def _state(made: FeudalSetup, recruits: Sequence[_Recruit], passes: int) -> FeudalState:
    """All armies in melee, each opposite an enemy: the first opposite the first, and so on; the rest at the last."""
    sky: tuple[InForce, ...] = ()
    for one in recruits:
        for condition in one.sky:
            sky = put(made.tables, sky, condition, natural=True)
    sides = {seat.side: [one for one in recruits if one.side == seat.side] for seat in made.seats}
    armies = [_army(made, one, _opposite(sides, one)) for one in recruits]
    lords = [Lord(f"seat:{seat.id}") for seat in made.seats]
    field = Field(FIELD, round=1, phase="melee", melee=1, conditions=sky)
    return FeudalState((*armies, *lords, field), ((clash.clash_pass.name, (passes,) if passes else ()),))


def _opposite(sides: Mapping[str, Sequence[_Recruit]], one: _Recruit) -> str:
    order = list(sides)
    foes = sides[order[(order.index(one.side) + 1) % len(order)]]
    place = one.said.numbers.get("at", sides[one.side].index(one) + 1)
    if "at" in one.said.numbers and not 1 <= place <= len(foes):
        raise Refused(
            "FE-MULTI-02",
            T("there is no army {place} to strike at", place=place),
            T("1 to {most}", most=len(foes)),
        )
    return foes[min(place, len(foes)) - 1].id


def _army(made: FeudalSetup, one: _Recruit, target: str) -> Army:
    sheet = made.sheets[one.id]
    conditions: tuple[InForce, ...] = ()
    for condition in one.own:
        conditions = put(made.tables, conditions, condition, natural=True)
    commander = sheet.commander or NAMELESS
    return Army(
        one.id,
        hp=sheet.hp_start,
        commander=commander,
        missiles=one.missiles,
        posture="in_melee",
        tactic=one.tactic,
        strategy=one.strategy,
        last_target=target,
        conditions=conditions,
        tactics=sheet.tactics,
        morale_record=sheet.morale_record,
        men=one.men,
    )
