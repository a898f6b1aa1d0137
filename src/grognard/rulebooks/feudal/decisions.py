"""What is asked, what may be answered, and the defaults (table Decisions and defaults).

Everything here sees a view, never a state.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from msgspec.structs import replace

from grognard.core.book import Decision, FromList, Preview
from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.locale import Name, T, Text
from grognard.rulebooks.feudal import effects, odds
from grognard.rulebooks.feudal.battle import moment_of
from grognard.rulebooks.feudal.conditions import MANY
from grognard.rulebooks.feudal.decisions_after import FeatureDue, Learn
from grognard.rulebooks.feudal.effects import Moment
from grognard.rulebooks.feudal.missiles import able_to_shoot, lines_only_close, may_shoot
from grognard.rulebooks.feudal.model import Army, Condition, Effect, FeudalSetup, InForce
from grognard.rulebooks.feudal.strategy import grade_of, is_free
from grognard.rulebooks.feudal.view import FeudalView, Seen


def army_of(question: Question) -> str:
    return str(question.about[0])


def ids(armies: Iterable[Seen]) -> tuple[str, ...]:
    return tuple(one.id for one in armies)


@clause("FE-MULTI-02", "FE-MULTI-07")
def check_target(view: FeudalView, army_id: str, target: str) -> None:
    """A target is an enemy army on the field."""
    enemies = ids(view.enemies(army_id))
    if target not in enemies:
        raise Refused(
            "FE-MULTI-02",
            T("target '{target}' is not an enemy on the field", target=target),
            T("choose from: {options}", options=enemies),
        )


class Commanders(FromList):
    """Step S2: a free named commander of the seat, or a nameless one."""

    clauses = ("FE-CMD-01", "FE-CMD-02")

    def options(self, view: FeudalView, question: Question) -> tuple[Order, ...]:
        free = view.lords[question.seat].commanders
        return (("nameless",), *((one.name,) for one in free))


class Conditions(FromList):
    """Step T1 for a human umpire: ``auto``, or ``set`` with condition ids and ``army=id`` items; ``-id`` takes away."""

    clauses = ("FE-COND-01", "FE-COND-03")

    def options(self, view: FeudalView, question: Question) -> tuple[Order, ...]:
        field = [one for one in view.setup.tables.conditions.values() if one.scope == "field"]
        return (("auto",), ("set",), *(("set", one.id) for one in field))

    def check(self, view: FeudalView, question: Question, order: Order) -> Order:
        if order == ("auto",):
            return order
        if not order or order[0] != "set":
            return super().check(view, question, order)
        seen: dict[tuple[str, str], str] = {}
        for item in map(str, order[1:]):
            army, _, name = item.rpartition("=")
            name = name.removeprefix("-")
            self._check_item(view, army, name, seen)
        return order

    def _check_item(self, view: FeudalView, army: str, name: str, seen: dict[tuple[str, str], str]) -> None:
        condition = view.setup.tables.conditions.get(name)
        if condition is None:
            known = tuple(view.setup.tables.conditions)
            raise Refused(
                "FE-COND-05", T("unknown condition '{id}'", id=name), T("known: {options}", options=known)
            )
        if army and army not in ids(view.on_field()):
            raise Refused("FE-COND-03", T("'{army}' is no army on the field", army=army))
        if (condition.scope == "army") != bool(army):
            kind = T("an army condition") if condition.scope == "army" else T("a field condition")
            raise Refused("FE-COND-03", T("'{id}' is {kind}", id=name, kind=kind))
        other = seen.setdefault((army, condition.group), name)
        if other != name and condition.group != MANY:
            raise Refused(
                "FE-COND-03",
                T("'{one}' and '{other}' are both {group}", one=other, other=name, group=condition.group),
            )


class Artefacts(FromList):
    """Step T2: use an artefact with charges on a legal target, or pass."""

    clauses = ("FE-ART-01", "FE-ART-03", "FE-ART-06")

    def options(self, view: FeudalView, question: Question) -> tuple[Order, ...]:
        found: list[Order] = [("pass",)]
        for artefact, left in view.lords[question.seat].artefacts:
            if left > 0:
                for target in self.targets(view, artefact):
                    if changes_something(view, artefact, target):
                        found.append(("use", artefact, target) if target else ("use", artefact))
        return tuple(found)

    def targets(self, view: FeudalView, artefact: str) -> tuple[str, ...]:
        kind = view.setup.tables.artefacts[artefact].target
        if kind == "field":
            return ("",)
        own = kind == "own_army"
        return tuple(one.id for one in view.on_field() if (one.side == view.side) == own)

    def check(self, view: FeudalView, question: Question, order: Order) -> Order:
        if order in self.options(view, question):
            return order
        held = dict(view.lords[question.seat].artefacts)
        name = str(order[1]) if len(order) > 1 else ""
        if order[:1] == ("use",) and name:
            if name not in held:
                raise Refused(
                    "FE-ART-01",
                    T("this seat has no artefact '{artefact}'", artefact=name),
                    T("it has: {options}", options=tuple(held)),
                )
            if held[name] < 1:
                raise Refused("FE-ART-03", T("artefact '{artefact}' has no charges left", artefact=name))
            targets = tuple(filter(None, self.targets(view, name)))
            raise Refused(
                "FE-ART-06",
                T("artefact '{artefact}' can't be used so", artefact=name),
                T("targets: {options}", options=targets),
            )
        return super().check(view, question, order)


@clause("FE-ART-06")
def changes_something(view: FeudalView, artefact: str, target: str) -> bool:
    """At least one effect of the artefact would change something."""
    return any(_changes(view, effect, target) for effect in view.setup.tables.artefacts[artefact].effects)


def _changes(view: FeudalView, effect: Effect, target: str) -> bool:
    tables, value = view.setup.tables, str(effect.value)
    here = view.seen[target].conditions if target else view.field.conditions
    if effect.kind in ("set_field", "set_army"):
        return not _in_force(view.setup, here, value)
    if effect.kind in ("clear_group", "clear_army_group"):
        held = [tables.conditions[one.id] for one in here]
        return any(one.group == value and not _plain(one) for one in held)
    army, sheet = view.known(target)
    if effect.kind == "give_missiles":
        return tables.troops[sheet.troop].missiles > 0
    return effect.kind == "heal" and army.hp < sheet.hp_max


PLAIN_GROUPS = ("sky", "light", "air", "footing")
"""Groups in which a condition without effects is the same as none (FE-COND-03)."""


def _plain(condition: Condition) -> bool:
    return condition.group in PLAIN_GROUPS and not condition.effects


def _in_force(setup: FeudalSetup, here: tuple[InForce, ...], name: str) -> bool:
    """The condition holds already; an empty group stands for its plain condition (clear, day, still, firm)."""
    group = setup.tables.conditions[name].group
    holding = [one.id for one in here if setup.tables.conditions[one.id].group == group]
    return name in holding or (not holding and _plain(setup.tables.conditions[name]))


class Ambush(FromList):
    """Step T3: one enemy army, or none."""

    clauses = ("FE-COND-09",)

    def options(self, view: FeudalView, question: Question) -> tuple[Order, ...]:
        return (("none",), *((one.id,) for one in view.enemies(army_of(question))))

    def preview(self, view: FeudalView, question: Question, order: Order) -> Preview:
        return odds.of_ambush(view, army_of(question), str(order[0])) if order != ("none",) else Preview()


class Tactic(FromList):
    """Step T4: Standard or any usable tactic."""

    clauses = ("FE-TAC-01", "FE-TAC-04")

    def options(self, view: FeudalView, question: Question) -> tuple[Order, ...]:
        who = view.bearer(army_of(question))
        return tuple((one,) for one in effects.usable_tactics(view.setup.tables, who))

    def check(self, view: FeudalView, question: Question, order: Order) -> Order:
        if len(order) > 1:
            raise Refused("FE-MULTI-03", T("no targets in the tactical phase"))
        if order not in self.options(view, question):
            refuse_tactic(view, army_of(question), str(order[0]) if order else "")
        return order


@clause("FE-TAC-01", "FE-TAC-04", "FE-TAC-07")
def refuse_tactic(view: FeudalView, army_id: str, tactic: str) -> None:
    """Say why this tactic can't be chosen."""
    who, tables = view.bearer(army_id), view.setup.tables
    usable = effects.usable_tactics(tables, who)
    known = effects.known_tactics(tables, who.army, who.acting)
    hint = T("it can take: {options}", options=usable)
    if tactic not in known:
        raise Refused(
            "FE-TAC-01",
            T("'{army}' does not know '{tactic}'", army=army_id, tactic=tactic),
            T("it knows: {options}", options=known),
        )
    if effects.has("no_tactic", who, None):
        raise Refused("FE-TAC-01", T("'{army}' is under Standard this round", army=army_id), hint)
    if tactic in who.army.spent_tactics:
        raise Refused("FE-TAC-07", T("'{tactic}' is spent for this battle", tactic=tactic), hint)
    raise Refused(
        "FE-TAC-04", T("'{army}' does not meet the needs of '{tactic}'", army=army_id, tactic=tactic), hint
    )


class ChangeTactic(FromList):
    """Steps R1 and M1: keep, or try another tactic."""

    clauses = ("FE-TAC-05",)

    def options(self, view: FeudalView, question: Question) -> tuple[Order, ...]:
        who = view.bearer(army_of(question))
        if effects.has("no_tactic", who, None):
            return (("keep",),)
        usable = effects.usable_tactics(view.setup.tables, who)
        return (("keep",), *(("change", one) for one in usable if one != who.army.tactic))

    def check(self, view: FeudalView, question: Question, order: Order) -> Order:
        if order[:1] == ("change",) and len(order) == 2 and order not in self.options(view, question):
            refuse_tactic(view, army_of(question), str(order[1]))
        return super().check(view, question, order)

    def preview(self, view: FeudalView, question: Question, order: Order) -> Preview:
        if order[0] == "keep":
            return Preview()
        return odds.of_check(view, army_of(question), "tactic", view.setup.tables.constants.dc_tactic)


MOVES = ("advance", "hold", "withdraw")
CONCEDE: Order = ("concede",)
"""The seat gives the battle up; possible with any order and with an offer to part (FE-END-04)."""


class RangedOrder(FromList):
    """Step R2: (target or none, advance | hold | withdraw). ``concede`` may be answered too."""

    clauses = ("FE-RNG-01", "FE-SEQ-03", "FE-END-04")

    def options(self, view: FeudalView, question: Question) -> tuple[Order, ...]:
        targets = ["none"]
        if may_shoot(view.setup, view.bearer(army_of(question)), view.field):
            targets += ids(view.enemies(army_of(question)))
        return tuple((target, move) for target in targets for move in MOVES)

    def check(self, view: FeudalView, question: Question, order: Order) -> Order:
        if order == CONCEDE or order in self.options(view, question):
            return order
        if len(order) == 2 and order[1] in MOVES:
            army_id = army_of(question)
            why = why_no_shot(view, army_id)
            if why is not None:
                raise Refused("FE-RNG-01", T("'{army}' cannot shoot: {why}", army=army_id, why=why))
            check_target(view, army_id, str(order[0]))
        return super().check(view, question, order)

    @clause("FE-SEQ-10")
    def default(self, view: FeudalView, question: Question) -> Order:
        """Shooters shoot and hold, the others close."""
        army_id = army_of(question)
        army, _ = view.known(army_id)
        if army.missiles < 1:
            return ("none", "advance")
        if not may_shoot(view.setup, view.bearer(army_id), view.field):
            return ("none", "hold")
        return (first_target(view, army), "hold")

    def preview(self, view: FeudalView, question: Question, order: Order) -> Preview:
        if order[0] == "none":
            return Preview()
        return odds.of_attack(view, army_of(question), str(order[0]), moment_of(view.field))


def why_no_shot(view: FeudalView, army_id: str) -> Text | None:
    """Why the army can't shoot now; None if it can."""
    who = view.bearer(army_id)
    if may_shoot(view.setup, who, view.field):
        return None
    if who.army.missiles < 1:
        return (
            T("no missiles left")
            if view.setup.tables.troops[who.sheet.troop].missiles
            else T("it has no missiles")
        )
    if who.army.posture != "standoff":
        return T("it is in melee")
    if who.army.stalled and able_to_shoot(view.setup, who, view.field):
        return T("it is stalled (FE-ATT-07)")
    if lines_only_close(view.setup, view.field):
        return T("this pass only closes the lines (FE-SEQ-11)")
    return T("conditions forbid it (FE-COND-10)")


def first_target(view: FeudalView, army: Army) -> str:
    """The last target if it's still there, else the enemy of lowest ``oob``."""
    enemies = ids(view.enemies(army.id))
    return army.last_target if army.last_target in enemies else enemies[0]


class Parting(FromList):
    """Offer to part or not. ``concede`` may be answered too, though it isn't on the list."""

    clauses = ("FE-PART-01", "FE-END-04")

    def options(self, view: FeudalView, question: Question) -> tuple[Order, ...]:
        return (("no",), ("yes",))

    def check(self, view: FeudalView, question: Question, order: Order) -> Order:
        return order if order == CONCEDE else super().check(view, question, order)


class Strategy(FromList):
    """Step M2: one of the five grades."""

    clauses = ("FE-STR-01",)

    def options(self, view: FeudalView, question: Question) -> tuple[Order, ...]:
        return tuple((grade.id,) for grade in view.setup.tables.grades.values())

    def check(self, view: FeudalView, question: Question, order: Order) -> Order:
        options = self.options(view, question)
        if order not in options:
            given = " ".join(map(str, order))
            known = tuple(str(option[0]) for option in options)
            raise Refused(
                "FE-STR-01",
                T("strategy '{grade}' unknown", grade=given),
                T("choose {options}", options=known),
            )
        return order

    @clause("FE-SEQ-10", "FE-STR-02")
    def default(self, view: FeudalView, question: Question) -> Order:
        army, _ = view.known(army_of(question))
        return (view.setup.tables.grades[army.strategy or 0].id,)

    def preview(self, view: FeudalView, question: Question, order: Order) -> Preview:
        who, tables = view.bearer(army_of(question)), view.setup.tables
        grade = tables.grades[grade_of(tables, str(order[0]))]
        attack, defence, damage = (f"{one:+}" for one in (grade.attack, grade.defence, grade.damage))
        words = T("attack {a}, Defence {d}, damage {x}", a=attack, d=defence, x=damage)
        if is_free(tables, who, grade.grade, moment_of(view.field)):
            return Preview((words, T("free")))
        checked = odds.of_check(view, army_of(question), "strategy", tables.constants.dc_strategy)
        return replace(checked, lines=(words, *checked.lines))


class MeleeOrder(FromList):
    """Step M3: attack, hold, fall back, withdraw, tend the wounded. ``concede`` may be answered too."""

    clauses = ("FE-MULTI-02", "FE-ROUT-05", "FE-ROUT-06", "FE-CMD-12", "FE-END-04")

    def options(self, view: FeudalView, question: Question) -> tuple[Order, ...]:
        army_id = army_of(question)
        army, _ = view.known(army_id)
        found: list[Order] = []
        if self._may_attack(view, army_id):
            found += [("attack", one.id) for one in view.enemies(army_id)]
        found.append(("hold",))
        if army.posture == "in_melee":
            found.append(("fall_back",))
        found.append(("withdraw",))
        if may_tend(view, army_id):
            found.append(("tend",))
        return tuple(found)

    def _may_attack(self, view: FeudalView, army_id: str) -> bool:
        who = view.bearer(army_id)
        return who.army.stalled is None and not effects.has("no_attack", who, moment_of(view.field))

    def check(self, view: FeudalView, question: Question, order: Order) -> Order:
        if order == CONCEDE or order in self.options(view, question):
            return order
        army_id = army_of(question)
        army, _ = view.known(army_id)
        if order[:1] == ("attack",) and len(order) == 2:
            if army.stalled:
                raise Refused(
                    "FE-ATT-07",
                    T(
                        "'{army}' is stalled and may not attack until its next melee pass is over",
                        army=army_id,
                    ),
                )
            if not self._may_attack(view, army_id):
                raise Refused("FE-COND-10", T("conditions forbid '{army}' to attack", army=army_id))
            check_target(view, army_id, str(order[1]))
        if order == ("fall_back",):
            raise Refused(
                "FE-ROUT-06", T("'{army}' is in standoff; only an army in melee can fall back", army=army_id)
            )
        if order == ("tend",):
            raise Refused(
                "FE-CMD-12",
                T("'{army}' cannot tend its wounded: no surgeon, or done once already", army=army_id),
            )
        return super().check(view, question, order)

    @clause("FE-SEQ-10")
    def default(self, view: FeudalView, question: Question) -> Order:
        """In melee: go on with the last target, else the enemy in the line, else whom no policy forbids."""
        army_id = army_of(question)
        army, _ = view.known(army_id)
        if army.posture == "standoff" or not self._may_attack(view, army_id):
            return ("hold",)
        enemies = view.enemies(army_id)
        if army.last_target in ids(enemies):
            return ("attack", army.last_target)
        near = [one for one in enemies if one.posture == "in_melee"]
        free = [one for one in enemies if not screened(view, army_id, one.id)]
        return ("attack", (near or free or enemies)[0].id)

    def preview(self, view: FeudalView, question: Question, order: Order) -> Preview:
        army_id = army_of(question)
        if order[0] == "attack":
            return odds.of_attack(view, army_id, str(order[1]), Moment("melee", view.field.melee == 1))
        if order[0] in ("withdraw", "fall_back"):
            checked = odds.of_check(view, army_id, "break_off", view.setup.tables.constants.dc_break_off)
            return replace(checked, lines=(T("no check if nobody strikes at it"), *checked.lines))
        return Preview()


@clause("FE-CMD-12")
def may_tend(view: FeudalView, army_id: str) -> bool:
    who = view.bearer(army_id)
    return not who.army.tended and bool(effects.has("tend", who, moment_of(view.field)))


@clause("FE-VETO-02")
def screened(view: FeudalView, army_id: str, target_id: str) -> bool:
    """As far as the seat can see, a policy forbids this target."""
    if view.setup.options["targets"] != "screen":
        return False
    attacker, target = view.bearer(army_id), view.bearer(target_id)
    friends = view.on_field(target.sheet.side)
    return any(
        not policy.over_max_attackers
        and policy.phase in ("melee", "any")
        and target.tags.issuperset(policy.target_has)
        and attacker.tags.isdisjoint(policy.attacker_lacks)
        and (
            not policy.target_side_has
            or any(view.bearer(one.id).tags.issuperset(policy.target_side_has) for one in friends)
        )
        for policy in view.setup.tables.vetoes
    )


class VetoQuestion(FromList):
    """Steps R3 and M4 for a human umpire: allow, or forbid with a reason."""

    clauses = ("FE-VETO-01", "FE-VETO-04")

    def options(self, view: FeudalView, question: Question) -> tuple[Order, ...]:
        last = len(view.enemies(army_of(question))) == 1
        return (("allow",), *(() if last else (("forbid",),)), ("no_attack",))

    def check(self, view: FeudalView, question: Question, order: Order) -> Order:
        if order == ("allow",):
            return order
        if order[:1] in (("forbid",), ("no_attack",)):
            if order[0] == "forbid" and len(view.enemies(army_of(question))) == 1:
                raise Refused(
                    "FE-VETO-04",
                    T("this is the army's last target"),
                    T("say no_attack if it cannot attack at all"),
                )
            return order
        return super().check(view, question, order)


class Targets(FromList):
    """Second choice and striking back: the targets on offer stand in the question, or none."""

    def __init__(self, *clauses: str) -> None:
        self.clauses = clauses

    def options(self, view: FeudalView, question: Question) -> tuple[Order, ...]:
        return (*((str(target),) for target in question.about[1:]), ("none",))

    def check(self, view: FeudalView, question: Question, order: Order) -> Order:
        if order not in self.options(view, question):
            allowed = tuple(map(str, question.about[1:]))
            raise Refused(
                self.clauses[0],
                why_forbidden(view, army_of(question), " ".join(map(str, order))),
                T("choose from: {options}", options=(*allowed, "none")),
            )
        return order

    def default(self, view: FeudalView, question: Question) -> Order:
        targets = sorted(map(str, question.about[1:]), key=lambda one: view.seen[one].oob)
        return (targets[0],) if targets else ("none",)

    def preview(self, view: FeudalView, question: Question, order: Order) -> Preview:
        if order == ("none",):
            return Preview()
        return odds.of_attack(view, army_of(question), str(order[0]), moment_of(view.field))


@clause("FE-VETO-01")
def why_forbidden(view: FeudalView, army_id: str, target: str) -> Text:
    """The reason of a veto: that of the policy, or the umpire's words."""
    why = next((i.why for i in view.field.intents if (i.army, i.target) == (army_id, target)), "")
    policy, _, words = why.partition(":")
    reason: Name | str = next((one.name for one in view.setup.tables.vetoes if one.id == policy), words)
    if not reason:
        return T("target '{target}' is not allowed", target=target)
    return T("target '{target}' is forbidden: {why}", target=target, why=reason)


class Decree(FromList):
    """Steps R6 and M7 for a human umpire: part the sides with a reason, or go on."""

    clauses = ("FE-PART-03",)

    def options(self, view: FeudalView, question: Question) -> tuple[Order, ...]:
        return (("go_on",), ("part",))

    def check(self, view: FeudalView, question: Question, order: Order) -> Order:
        return order if order[:1] == ("part",) else super().check(view, question, order)


DECISIONS: dict[str, Decision] = {
    name: cast(Decision, decision)
    for name, decision in {
        "commander": Commanders(),
        "conditions": Conditions(),
        "artefact": Artefacts(),
        "ambush": Ambush(),
        "tactic": Tactic(),
        "change_tactic": ChangeTactic(),
        "ranged_order": RangedOrder(),
        "parting": Parting(),
        "strategy": Strategy(),
        "melee_order": MeleeOrder(),
        "veto": VetoQuestion(),
        "second_choice": Targets("FE-VETO-01", "FE-VETO-04", "FE-VETO-06"),
        "strike_back": Targets("FE-MULTI-06", "FE-MULTI-08"),
        "decree": Decree(),
        "feature": FeatureDue(),
        "learn": Learn(),
    }.items()
}
