"""How the rules work out each sort of case of ``examples.yaml``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any

from msgspec.structs import replace

from grognard.core.chance import Modifier
from grognard.core.errors import Refused
from grognard.rulebooks.pike_and_shot import (
    cards,
    combat,
    command,
    impulses,
    morale,
    movement,
    plans,
    reactions,
    shooting,
    steps,
)
from grognard.rulebooks.pike_and_shot.events import Dismay
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.model import Base, Bases, Flag, Hanging, Unit
from grognard.rulebooks.pike_and_shot.rolls import Roll, Row, chance_of, rounded
from grognard.space import measure, moves, outline
from grognard.space.arcs import in_zone
from grognard.space.pose import Pose
from tests.rulebooks.pike_and_shot.scenes import (
    BLUE,
    RED,
    TABLES,
    Scene,
    Spec,
    cloud,
    commander,
    mil,
    scene,
    unit,
)

Given = Mapping[str, Any]
FIELD = scene(unit("R")).field
STATE = ("dp", "fired", "routing")


def spec(given: Given, name: str = "R", side: str = RED, at: Any = (20, 20, 0)) -> Spec:
    """A unit of ``given``: what it does not mention is ordinary."""
    now = {key: given[key] for key in STATE if key in given}
    if "impulses_left" in given:
        now["left"] = given["impulses_left"]
    if "impulses_used" in given:
        now["used"] = given["impulses_used"]
    return unit(
        name, side, given.get("bases", 6), at, base=given.get("base", "musket"), files=given.get("files", 0),
        formation=given.get("formation", "line"), quality=given.get("quality", "normal"),
        morale=given.get("morale", "normal"), traits=given.get("traits", ()), **now,
    )  # fmt: skip


def alone(given: Given, **options: Any) -> Scene:
    own = given["unit"]
    leaders = []
    if own.get("commander"):
        leaders = [commander("red_general", RED, (20, 18), level="army", attached="R")]
    return scene(spec(own), options={**given.get("options", {}), **options}, commanders=leaders)


def fractions(roll: Roll, at: Field = FIELD) -> dict[str, Fraction]:
    chance = chance_of(at.parameters, roll)
    found = {"bad": Fraction(0), "normal": Fraction(0), "good": Fraction(0)}
    for thrown, weight in chance.branches:
        found[thrown.meaning] += Fraction(weight, chance.total)
    return found


def reasons(given: Given) -> Roll:
    kind = "panic" if given.get("kind") == "panic" else "move"
    mod = (Modifier("all", given.get("mod", 0)),)
    return Roll(kind, ("x",) * given.get("worst", 0), ("y",) * given.get("best", 0), mod)


def bands(given: Given) -> Any:
    return fractions(reasons(given))


def read(given: Given) -> Any:
    roll = reasons(given)
    chance = chance_of(FIELD.parameters, roll)
    kept = sorted(given["dice"])[chance.drop_low : chance.count - chance.drop_high]
    return {
        "kept": kept,
        "total": sum(kept) + roll.bonus,
        "result": chance.read(given["dice"]).meaning,
    }


# --- movement ---


def move_points(given: Given) -> Any:
    there = alone(given)
    points = steps.movement(there.field).points
    odds = fractions(steps.move_roll(there.field, there.unit("R")))
    found: dict[Any, Any] = {points[band]: chance for band, chance in odds.items()}
    high = alone(given).run(movement.test_and_go, "R", "move", dice=(6, 6))
    found["dp_with_2"] = high.unit("R").dp
    return found


def move_impulses(given: Given) -> Any:
    there = alone(given)
    seen, points = [], 0
    for dice in given["dice"]:
        battle = there.draft(*dice)
        impulses.begin_impulse(battle, "R", "move")
        before = battle.unit("R").dp
        gained = steps.movement_test(battle, "R", "move")
        points += gained
        tested = battle.told[-1].versions[0][0]
        band, total = tested.band, tested.total  # type: ignore[attr-defined]
        seen.append(
            {"dp_at_start": before, "total": total, "result": band, "mp": gained, "dp": battle.unit("R").dp}
        )
        battle.change("R", mp=0, mode="")
        there.state = battle.state()
    there.run(impulses.settle_quality, "R")
    return {"impulses": seen, "mp": points, "inches": 3 * points, "dp": there.unit("R").dp}


def two_moves_odds(given: Given) -> Any:
    dp: dict[Any, Fraction] = {}
    mp: dict[Any, Fraction] = {}
    for dice in product(product(range(1, 7), repeat=2), repeat=2):
        done = move_impulses({**given, "dice": dice})
        for found, value in ((dp, done["dp"]), (mp, done["mp"])):
            found[value] = found.get(value, Fraction(0)) + Fraction(1, 1296)
    return {"dp": dp, "mp": mp, "mp_3_or_more": mp[3] + mp[4]}


def settle(given: Given) -> Any:
    there, found = alone(given), []
    for dice in given["moves"]:
        battle = there.draft(*dice)
        impulses.begin_impulse(battle, "R", "move")
        at_start = battle.unit("R").dp
        steps.movement_test(battle, "R", "move")
        band = battle.told[-1].versions[0][0].band  # type: ignore[attr-defined]
        impulses.settle_quality(battle, "R")
        own = battle.unit("R")
        found.append(
            {"at_start": at_start, "result": band, "raw": own.raw_move_dp, "due": own.settled, "dp": own.dp}
        )
        there.state = battle.state()
    return found


def travel_of_turn(given: Given) -> Any:
    width, deep = (mil(length) for length in given.get("size", (2, 1)))
    base = outline.Base(Pose(0, 0, 0), width, deep)
    return moves.travel(base, base.turned(given["angle"] * 10))


def _posed(rows: Any, kind: str) -> Bases:
    size = TABLES.bases[kind]
    return tuple(Base(kind, mil(x), mil(y), int(h) * 10, size.frontage, size.depth) for x, y, h in rows)


def _plan(given: Given) -> tuple[Scene, plans.Plan]:
    kind = given.get("base") or ("musket" if Decimal(str(given["move"])) == 3 else "cuirassier")
    if "plan" in given:
        own = spec({**given, "base": kind}, at=(30, 30, 0))
        words = (given["side"], given["angle"] * 10) if given["plan"] == "wheel" else ()
        there = scene(own)
        return there, plans.plan_of(there.field, there.unit("R"), (given["plan"], *words))
    start, goal = _posed(given["from"], kind), _posed(given["to"], kind)
    there = scene(unit("R", bases=len(start), base=kind, files=1, formation="column"))
    return there, plans.Plan("form", start, goal, len(goal), "line")


def manoeuvre(given: Given) -> Any:
    there, plan = _plan(given)
    travels = plans.travels(plan.start, plan.goal)
    needed = plans.cost(there.field, there.unit("R"), plan)
    return {"travel": plan.travel, "travels": list(travels), "last": travels[-1], "mp": needed}


def progress(given: Given) -> Any:
    _, plan = _plan(given)
    spent = (given["mp"] - 1) * 3000
    hanging = Hanging(plan.name, plan.start, plan.goal, plan.files, plan.formation, spent)
    stand = plans.poses(hanging, spent)
    ways = plans.travels(plan.start, plan.goal)
    left = max(ways) - spent
    return {
        "arrived": [i + 1 for i, way in enumerate(ways) if way <= spent],
        "shares": {i + 1: Fraction(spent, way) for i, way in enumerate(ways) if way > spent},
        "centres": {i + 1: [base.x, base.y] for i, base in enumerate(stand)},
        "hangs": not plans.arrived(hanging),
        "mp_to_finish": -(-left // 3000),
        "pays_opening": not hanging.paid,
    }


def first_version(given: Given) -> Any:
    there = scene(spec({"base": given["base"], "files": 3}), options={"movement": "one_two_three"})
    own = there.unit("R")
    plan = plans.plan_of(there.field, own, ("turn", given["turn"] * 10))
    needed = plans.cost(there.field, own, plan) + -(-mil(given["advance"]) // there.field.move(own))
    points = steps.movement(there.field).points
    odds = fractions(steps.move_roll(there.field, own))
    return {"moves": needed, "p": sum(odds[band] for band, n in points.items() if n >= needed)}


# --- order, command ---


def restore(given: Given) -> Any:
    far = Decimal(str(given.get("distance", 12)))
    enemy = unit("B", BLUE, 6, (20, float(20 + far), 180))
    there = scene(spec(given["unit"]), enemy)
    there.change("R", under_fire=given.get("under_fire", False))
    return {"dp": there.run(impulses.restore, "R").unit("R").dp}


def _pair(given: Given) -> tuple[Scene, Any, Any]:
    """Two commanders so far apart from rim to rim (an army and a brigade commander: 1 inch and half an inch)."""
    x = 20 + Decimal("1.5") + Decimal(str(given["distance"]))
    there = scene(
        unit("R"),
        commanders=[
            commander("red_general", RED, (20, 20), level="army"),
            commander("C", RED, (float(x), 20), under="red_general"),
        ],
        deck=["C"],
    )
    return there, there.commander("red_general"), there.commander("C")


def pass_cp(given: Given) -> Any:
    there, _, _ = _pair(given)
    there.change("red_general", cp=given["sent"])
    battle = there.draft()
    return {"arrive": command.pass_cp(battle, "red_general", "C", given["sent"])}


def change_order(given: Given) -> Any:
    there, general, other = _pair(given)
    return {"cost": command.order_cost(there.field, general, other)}


def _row(given: Given) -> tuple[list[str], list[Roll], Scene]:
    units = given["units"]
    there = scene(*(spec(one, name, at=(10 + 15 * i, 20, 0)) for i, (name, one) in enumerate(units.items())))
    rolls = [steps.move_roll(there.field, there.unit(name), cp=given["cp"]) for name in units]
    return list(units), rolls, there


def row(given: Given) -> Any:
    names, rolls, there = _row(given)
    chances = [chance_of(there.field.parameters, roll) for roll in rolls]
    thrown = Row(chances).read(given["dice"])
    return {
        name: {
            "dice": list(thrown.faces[: chance.count]),
            "total": chance.kept(thrown.faces[: chance.count]) + roll.bonus,
            "result": band,
        }
        for name, roll, chance, band in zip(names, rolls, chances, thrown.meaning, strict=True)
    }


def row_odds(given: Given) -> Any:
    _, rolls, there = _row(given)
    chance = Row([chance_of(there.field.parameters, roll) for roll in rolls])
    found = {"both_good": Fraction(0), "B_good": Fraction(0)}
    for thrown, weight in chance.branches:
        share = Fraction(weight, chance.total)
        found["both_good"] += share * (thrown.meaning == ("good", "good"))
        found["B_good"] += share * (thrown.meaning[1] == "good")
    return found


def nested(given: Given) -> Any:
    there = scene(
        unit("U", bases=3, at=(22, 20, 0), command="C"),
        unit("V", bases=3, at=(40, 20, 0), command="C"),
        commanders=[
            commander("red_general", RED, (22, 17.0), level="army", cp=2, activated=True),
            commander("C", RED, (22, 18.5), under="red_general"),
        ],
        deck=["C"],
    )
    there.change("red_general", cp=2)
    there.run(cards.menu, "red_general", 0)
    there.answer("pass", "C", given["passed"])
    cp = there.commander("C").cp
    others = [order for order in there.options() if order[0] == "activate"]
    there.answer("impulse", "U")
    acting, left = there.question, there.unit("U").left
    dps = []
    for _ in range(3):
        before = there.unit("U").dp
        there.answer("move", dice=(3, 4))
        hung = there.unit("U").dp - before
        dps.append(hung)
        there.answer("stop")
    there.answer("stop").answer("end")
    there.run(cards.play_card, "C")
    return {
        "cp": cp, "impulses": left, "unit_acts_at_once": acting.about[0] == "U", "dp_for_impulses": dps,
        "others_act": bool(others), "cp_on_his_card": there.commander("C").cp,
    }  # fmt: skip


def order(given: Given) -> Any:
    (fx, fy), (ax, ay), (tx, ty) = given["flag"], given["anchor"], given["target"]
    heading = 0 if tx == ax else 90
    there = scene(
        unit("R", base="cuirassier", files=3, at=(ax, ay, heading), command="C"),
        commanders=[commander("C", RED, (1, 1), under="red_general")],
    )
    there.change("C", order=Flag("attack", mil(fx), mil(fy))).change("R", mode="move", mp=2)
    flag, gap = (mil(fx), mil(fy)), measure.gap
    length = mil(abs(tx - ax) + abs(ty - ay))
    allowed = True
    try:
        steps.check_order(there.field, there.unit("R"), steps.moved(there.unit("R"), length), ())
    except Refused:
        allowed = False
    return {
        "inside": gap(flag, (mil(ax), mil(ay))) <= mil(given["zone"]),
        "before": gap(flag, (mil(ax), mil(ay))),
        "after": gap(flag, (mil(tx), mil(ty))),
        "allowed": allowed,
    }


def reach(given: Given) -> Any:
    there = scene(unit("R", left=given["impulses_left"]))
    inches = reactions.reach(there.field, there.unit("R"))
    if "distance" not in given:
        return {"inches": inches}
    y = 20 + float(Decimal(str(given["distance"])))
    there = scene(
        unit("R", base="pike", at=(20, 20, 0), left=2), unit("B", BLUE, 2, (20, y, 180), base="field_gun")
    )
    there.run(reactions.offer, "shot", "R", 0, "", "B")
    return {"window": "react" in there.asked}


# --- fire ---


def _shots(rows: Any) -> tuple[shooting.Shot, ...]:
    return tuple(
        shooting.Shot(i, mil(far), shooting.strength_at(TABLES.bases[kind], mil(far)), (0, 0))
        for i, (kind, far) in enumerate(rows)
    )


def volley(given: Given) -> Any:
    aim = shooting.Aim(_shots(given["bases"]), False, False, False, False)
    total = given["total"]
    band = chance_of(FIELD.parameters, Roll("shoot")).read_sum(total)
    return {"strength": Fraction(aim.strength, 2), "result": band, "dp": shooting.volley_dp(FIELD, aim, band)}


def guns(given: Given) -> Any:
    rows = [(given["type"], given["range"])] * given["bases"]
    aim = shooting.Aim(_shots(rows), False, False, False, given.get("enfilade", False))
    found = {band: shooting.volley_dp(FIELD, aim, band) for band in ("bad", "normal", "good")}
    return {"strength": Fraction(aim.strength, 2), **found}


def _shoot_roll(given: Given) -> Roll:
    there = scene(
        unit("R", bases=2, base="field_gun", dp=given.get("dp", 0)), unit("B", BLUE, 6, (10, 20, 180))
    )
    own, target = there.unit("R"), there.unit("B")
    if given.get("ranged_in"):
        own = replace(own, ranged_in=("B", target.bases))
    aim = shooting.Aim((), given.get("smoke", False), False, given.get("first", False), False)
    return shooting.shot_roll(there.field, own, target, aim)


def shooting_odds(given: Given) -> Any:
    return fractions(_shoot_roll(given))


def volley_odds(given: Given) -> Any:
    return _after_volley(given, given["target"])


def shot_while_charging(given: Given) -> Any:
    aim = shooting.Aim(_shots(given["shooters"]), False, False, True, False)
    found = _after_volley({"strength": aim.strength // 2, "first": given["first"]}, given["charger"])
    return {"strength": Fraction(aim.strength, 2), "routs": found["routs"]}


def _after_volley(given: Given, target: Given) -> Any:
    there = scene(spec(target))
    strength = 2 * given["strength"]
    aim = shooting.Aim((shooting.Shot(0, 0, strength, (0, 0)),), False, False, False, False)
    odds = fractions(_shoot_roll({"first": given.get("first", False)}))
    dp = {shooting.volley_dp(there.field, aim, band): chance for band, chance in odds.items()}
    runs = sum((chance * _runs(there, hung) for hung, chance in dp.items() if hung), Fraction(0))
    return {"dp": dp, "routs": runs}


def _runs(there: Scene, dp: int) -> Fraction:
    """Chance that the unit runs after so many DP more."""
    own = replace(there.unit("R"), dp=there.unit("R").dp + dp)
    state = morale.cohesion(there.field, own)
    odds = fractions(morale.panic_roll(there.field, own))
    return sum((p for band, p in odds.items() if morale.routs(there.field, state, band)), Fraction(0))


# --- panic and rout ---


def panic(given: Given) -> Any:
    there = alone(given)
    own = there.unit("R")
    roll, state = morale.panic_roll(there.field, own), morale.cohesion(there.field, own)
    chance = chance_of(there.field.parameters, roll)
    dice = sorted(given["dice"])
    there.run(morale.panic, "R", "shooting", dice=given["dice"])
    kept = dice[chance.drop_low : chance.count - chance.drop_high]
    return {
        "class": state, "worst": len(roll.worst), "best": len(roll.best), "kept": kept, "total": sum(kept),
        "result": chance.read(given["dice"]).meaning, "dp": there.unit("R").dp,
        "bases_lost": len(own.bases) - len(there.unit("R").bases), "routs": there.unit("R").routing,
    }  # fmt: skip


def panic_odds(given: Given) -> Any:
    there = alone(given)
    own = there.unit("R")
    roll = morale.panic_roll(there.field, own)
    return {
        "class": morale.cohesion(there.field, own), "worst": len(roll.worst), "best": len(roll.best),
        "routs": _runs(there, 0), **fractions(roll, there.field),
    }  # fmt: skip


def rout_move(given: Given) -> Any:
    there = alone(given)
    own = there.unit("R")
    odds = fractions(steps.move_roll(there.field, own))
    points = steps.movement(there.field).points
    rally = {band: 1 - _runs(there, int(band == "good")) for band in odds}
    return {
        "mp": {points[band]: chance for band, chance in odds.items()},
        "dp_with_2": own.dp + 1,
        "rallies_with_1": rally["normal"],
        "rallies_with_2": rally["good"],
        "rallies": sum((odds[band] * rally[band] for band in odds), Fraction(0)),
    }


def dismay(given: Given) -> Any:
    specs = [unit("R", bases=1, base="pike", at=(36, 24, 0))]
    places = {4: (36, 19, 0), 8: (45, 23.5, 270), 12: (36, 36, 180), 3: (31, 23.5, 270)}
    for i, friend in enumerate(given["friends"]):
        specs.append(unit(f"F{i}", bases=1, base="pike", at=places[friend["distance"]]))
    there = scene(*specs).run(morale.become_routing, "R", dice=(6, 6))
    die = {event.unit: event for event in there.heard(Dismay)}
    found: list[Any] = []
    for i in range(len(given["friends"])):
        event = die.get(f"F{i}")
        found.append(0 if event is None else "d3" if event.die else event.dp)
    return found


# --- close combat ---


def contact(given: Given) -> Any:
    share = TABLES.parameters.contact_fraction
    return [
        mil(width) * 100 >= min(mil(a), mil(b)) * share
        for (a, b), width in zip(given["edges"], given["widths"], strict=True)
    ]


def supports(given: Given) -> Any:
    return [mil(shared) >= TABLES.parameters.support_edge for shared in given["shared"]]


def _fight(given: Given, one: Given, other: Given) -> Scene:
    """The two units in contact: the middle file of the one on the middle of an edge of the other."""
    edge = given.get("edge", "front")
    at = {"front": (30, 30, 0), "rear": (30, 27, 0), "left": (27, 28.5, 90)}[edge]
    defender = spec(other, "B", BLUE, (30, 30, 180 if edge == "front" else 0))
    there = scene(spec(one, "R", RED, at), defender, options=given.get("options", {}))
    if given.get("braced"):
        there.change("B", braced=given["braced"])
    return there.change("B", surprised=not given.get("seen", True))


def impact(given: Given) -> Any:
    there = _fight(given, given["attacker"], given["defender"])
    field = there.field
    own, enemy = there.unit("R"), there.unit("B")
    attack = combat.strength(field, own, enemy, "attack")
    defence = combat.strength(field, enemy, own, "defence")
    assert len(attack.fighting) == given["fighting"]
    roll = combat.impact_roll(field, own, enemy)
    odds = fractions(roll)
    hurt = {band: combat.damage(field, attack.strength, defence.strength, band) for band in odds}
    return {
        "attack": Fraction(attack.strength, 2),
        "defence": Fraction(defence.strength, 2),
        "supporting": len(defence.supporting),
        "worst": len(roll.worst),
        "best": len(roll.best),
        "bands": odds,
        **{band: [dealt, taken] for band, (taken, dealt) in hurt.items()},
        "routs": {
            "attacker": _all_run(field, own, {odds_of: hurt[odds_of][0] for odds_of in odds}, odds),
            "defender": _all_run(field, enemy, {odds_of: hurt[odds_of][1] for odds_of in odds}, odds),
        },
    }


def _all_run(field: Field, own: Unit, dp: Mapping[str, int], odds: Mapping[str, Fraction]) -> Fraction:
    total = Fraction(0)
    for band, chance in odds.items():
        hurt = replace(own, dp=own.dp + dp[band])
        state = morale.cohesion(field, hurt)
        test = fractions(morale.panic_roll(field, hurt))
        total += chance * sum(p for one, p in test.items() if morale.routs(field, state, one))
    return total


def melee(given: Given) -> Any:
    there = _fight({"edge": "front"}, given["roller"], given["other"])
    battle = there.draft()
    if given.get("reply"):
        combat.replied(battle, "B", "R", "reply")
    field = battle.field
    own, enemy = field.unit("R"), field.unit("B")
    roll = combat.melee_roll(field, own, enemy, fights=given["uses"] == "fight")
    mine, theirs = combat.strength(field, own, enemy, "melee"), combat.strength(field, enemy, own, "melee")
    odds = fractions(roll)
    found = {
        "strength": Fraction(mine.strength, 2), "other_strength": Fraction(theirs.strength, 2),
        "worst": len(roll.worst), "best": len(roll.best), "modifier": roll.bonus, "bands": odds,
        "other_dp": enemy.dp,
    }  # fmt: skip
    for band in odds:
        taken, dealt = combat.damage(field, mine.strength, theirs.strength, band)
        found[band] = [dealt, taken]
    return found


def rounding(given: Given) -> Any:
    there = scene(unit("R"), options=given.get("options", {}))
    halves = int(Decimal(given["strength"]) * 2)
    dealt = there.field.parameters.dealt
    return {band: rounded(there.field, halves * dealt[band], 4) for band in dealt}


# --- sight, smoke ---


def zone(given: Given) -> Any:
    x, y, h = given["base"]
    width, deep = given["size"]
    base = outline.Base(Pose(mil(x), mil(y), h * 10), mil(width), mil(deep))
    return in_zone(base, given["zone"] * 10, (mil(given["point"][0]), mil(given["point"][1])))


def smoke(given: Given) -> Any:
    gone = 0
    for face in range(1, 7):
        there = scene(unit("R"), smoke=[cloud("smoke:1", 5, 5)]).run(shooting.clear_smoke, dice=(face,))
        gone += "smoke:1" not in {piece.id for piece in there.state.pieces}
    stays = (1 - Fraction(gone, 6)) ** given["ends"]
    return (1 - stays) ** given["markers"]


# --- all of them ---

ASK: dict[str, Callable[[Given], Any]] = {
    one.__name__: one
    for one in (
        bands, read, move_points, move_impulses, two_moves_odds, settle, travel_of_turn, manoeuvre, progress,
        first_version, restore, pass_cp, change_order, row, row_odds, volley, shooting_odds, guns, panic,
        panic_odds, volley_odds, contact, supports, impact, melee, shot_while_charging, rout_move, dismay, zone,
        smoke, reach, order, rounding, nested,
    )
}  # fmt: skip
