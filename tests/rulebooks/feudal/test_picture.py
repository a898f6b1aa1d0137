"""The battle picture: everything that FE-PIC-01 lists is there, from the view alone, in every form and language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.core.events import Event
from grognard.core.game import Heard
from grognard.core.state import UMPIRE, Outcome
from grognard.locale import Name
from grognard.rulebooks.feudal.book import FeudalBook
from grognard.rulebooks.feudal.events import Attacked, Left, Parted, PassBegan, RoutTested, Vetoed
from grognard.rulebooks.feudal.model import Army, FeudalSetup, FeudalState, Stall
from grognard.rulebooks.feudal.picture import frames, picture, table_text
from grognard.rulebooks.feudal.picture_scene import standing
from grognard.rulebooks.feudal.setup import start
from grognard.rulebooks.feudal.view import FeudalView
from grognard.rulebooks.feudal.words_names import Names
from grognard.show.cells import cells
from grognard.show.metrics import Face, measure
from grognard.show.png import png
from tests.rulebooks.feudal.battles import BOOK, moments, shipped
from tests.rulebooks.feudal.scenes import Scene, Spec, army, scene

pytestmark = pytest.mark.clause("FE-PIC-01")

SVG = "{http://www.w3.org/2000/svg}"
FACES: dict[tuple[str, bool, bool], Face] = {
    ("PT Sans", False, False): "sans",
    ("PT Sans", True, False): "sans-bold",
    ("PT Serif", False, False): "serif",
    ("PT Serif", True, False): "serif-bold",
    ("PT Serif", False, True): "serif-italic",
}


def two_sides(*more: Spec, **options: Any) -> Scene:
    """A line and bowmen against two armies, one of which stands off."""
    return scene(
        army("line", hp=12, posture="in_melee", strategy="aggressive", commander=3, tactic="shield_wall"),
        army("bows", "archers", 60, missiles=6, conditions=["palisade", "mud"], stalled=None),
        army("foes", side="blue", posture="in_melee", tactics=["shield_wall"], strategy="bugurt"),
        army("riders", "knights", 30, side="blue", conditions=["high_ground"]),
        *more,
        at="melee 2",
        field=["downpour", "dusk", "mist"],
        **options,
    )


def blow(
    attacker: str, target: str, kind: str = "blow", total: int = 19, damage: int = 4, **more: Any
) -> Attacked:
    known: dict[str, Any] = {"face": 12, "total": total, "goal": 15, "damage": damage, **more}
    return Attacked(
        kind, attacker, target, known["face"], (), known["total"], (), known["goal"], (), False, damage > 0,
        known["damage"],
    )  # fmt: skip


def told(*events: Event) -> list[Heard]:
    return [Heard(number, (), event) for number, event in enumerate(events, 1)]


EXCHANGE = told(
    PassBegan(1, "melee", 1),
    Vetoed("riders", "bows", "screen", ""),
    blow("line", "foes"),
    blow("foes", "line", damage=0, total=11),
    blow("riders", "line", "pursuit"),
    PassBegan(1, "ranged", 2),
    blow("bows", "foes", "shot", damage=2),
    PassBegan(1, "melee", 2),
)


def root(svg: str) -> Element:
    return ElementTree.fromstring(svg)


def words_in(part: Element) -> list[str]:
    return ["".join(one.itertext()) for one in part.iter(f"{SVG}text")]


def titles_in(part: Element) -> list[str]:
    return ["".join(one.itertext()) for one in part.iter(f"{SVG}title")]


def marked(part: Element, name: str) -> list[Element]:
    return [one for one in part.iter() if f"data-{name}" in one.attrib]


def card(svg: str, army_id: str) -> Element:
    (found,) = [one for one in marked(root(svg), "army") if one.attrib["data-army"] == army_id]
    return found


def standing_at(svg: str, army_id: str) -> tuple[float, float]:
    """Where a card lies."""
    moved = next(one for one in card(svg, army_id).iter() if "transform" in one.attrib)
    found = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", moved.attrib["transform"])
    assert found
    return float(found[1]), float(found[2])


# --- head strip ---


def test_the_head_shows_step_lamps_and_conditions() -> None:
    drawn = root(picture(two_sides().view("red")).svg)
    assert {"A scene", "Round 1, melee pass 2", "sky", "Downpour", "light", "Dusk", "air", "Mist"} <= set(
        words_in(drawn)
    )
    lamps = marked(drawn, "lamp")
    assert [words_in(one)[0] for one in lamps] == ["tactics", "missiles", "melee", "rout", "parting"]
    assert [one.attrib["data-lamp"] for one in lamps] == ["off", "off", "on", "off", "off"]


@pytest.mark.parametrize(
    ("at", "events", "lit"),
    [
        ("tactical", [PassBegan(1, "tactical", 0)], "tactics"),
        ("ranged 1", [PassBegan(1, "ranged", 1)], "missiles"),
        ("melee 1", [PassBegan(1, "melee", 1), RoutTested("line", 5, 5, None, False)], "rout"),
        ("melee 1", [PassBegan(1, "melee", 1), Left("line", "routed")], "rout"),
        ("melee 2", [Left("line", "routed"), PassBegan(1, "melee", 2)], "melee"),
        ("melee 1", [PassBegan(1, "melee", 1), Parted("umpire", "dusk", 2)], "parting"),
        ("parted", [], "parting"),
    ],
)
def test_the_present_lamp_is_lit(at: str, events: list[Event], lit: str) -> None:
    here = scene(army("line"), army("foes", side="blue"), at=at)
    lamps = marked(root(picture(here.view(UMPIRE), told(*events)).svg), "lamp")
    assert [words_in(one)[0] for one in lamps if one.attrib["data-lamp"] == "on"] == [lit]


def test_before_and_after_the_battle_no_lamp_is_lit() -> None:
    here = two_sides()
    over = here.setup, replace(here.state, outcome=Outcome(("red",), "victory"))
    before = FeudalBook().view(here.setup, start(here.setup), UMPIRE)
    for view, words in (
        (FeudalBook().view(*over, "red"), "Round 1. The battle is over, won by red"),
        (before, "Before the battle"),
    ):
        drawn = root(picture(view).svg)
        assert words in words_in(drawn)
        assert {one.attrib["data-lamp"] for one in marked(drawn, "lamp")} == {"off"}


# --- columns and ranks ---


@pytest.mark.parametrize("narrow", [False, True])
def test_two_sides_face_each_other_and_those_in_melee_step_forward(narrow: bool) -> None:
    svg = picture(two_sides().view("red"), narrow=narrow).svg
    line, bows, foes, riders = (standing_at(svg, one) for one in ("line", "bows", "foes", "riders"))
    assert line[0] > bows[0]
    assert foes[0] < riders[0]
    assert line[0] < foes[0]
    assert line[1] < bows[1]
    assert foes[1] < riders[1]


def test_sides_have_a_colour_a_letter_and_a_shape() -> None:
    svg = picture(two_sides().view("red")).svg
    outlines = []
    for army_id, letter, ink in (("line", "A", "f-s0"), ("foes", "B", "f-s1")):
        one = card(svg, army_id)
        assert letter in words_in(one)
        assert any(ink in part.attrib.get("class", "") for part in one.iter())
        outlines.append("A9 9" in next(part.attrib["d"] for part in one.iter(f"{SVG}path")))
    assert outlines == [False, True]


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("count", [3, 4, 6])
def test_more_sides_stand_around_the_middle_and_none_covers_another(count: int, narrow: bool) -> None:
    armies = [army(f"{letter}{n}", side=letter) for letter in "abcdef"[:count] for n in range(3)]
    here = scene(*armies, at="melee 1")
    svg = picture(here.view(UMPIRE), narrow=narrow).svg
    places = [standing_at(svg, one.data.id) for one in armies]
    wide = 126 if narrow else 256
    for at, (x, y) in enumerate(places):
        assert all(abs(x - other[0]) >= wide or abs(y - other[1]) > 60 for other in places[at + 1 :])
    width = float(root(svg).attrib["width"])
    assert all(0 <= x <= width - wide for x, _ in places)


def test_those_gone_are_listed_at_the_foot_with_a_shape() -> None:
    here = two_sides(
        army("first", status="withdrawn"),
        army("second", status="routed"),
        army("third", status="destroyed", hp=0),
    )
    view = here.view("red")
    drawn = root(picture(view).svg)
    assert {"withdrawn: first", "routed: second", "destroyed: third"} <= set(words_in(drawn))
    assert {one.attrib["data-army"] for one in marked(drawn, "army")} == {"line", "bows", "foes", "riders"}
    for text in (table_text(view), str(picture(view).alt)):
        assert all(words in text for words in ("withdrawn: first", "routed: second", "destroyed: third"))


def test_who_fell_in_the_last_pass_leaves_a_trace_where_it_stood() -> None:
    here = two_sides(army("lost", side="blue", status="routed"))
    drawn = picture(here.view("red"), told(PassBegan(1, "melee", 1), blow("line", "lost"))).svg
    assert words_in(card(drawn, "lost")) == ["lost: routed"]
    assert len(marked(root(drawn), "arrow")) == 1


# --- cards ---


def test_a_card_shows_everything_of_its_army() -> None:
    one = card(picture(two_sides().view("red")).svg, "line")
    found = words_in(one)
    for words in (
        "line", "company, 150\N{NO-BREAK SPACE}men", "Strength 5", "12/27 HP", "Attack", "Defence",
        "Aggressive", "tactic: Shield wall", "leader of line, level\N{NO-BREAK SPACE}3",
    ):  # fmt: skip
        assert words in found
    assert [part.attrib["data-bar"] for part in marked(one, "bar")] == ["12/27"]
    assert [part.attrib["data-grade"] for part in marked(one, "grade")] == ["1"]


def test_the_bar_is_as_long_as_the_hit_points_with_ticks_at_strength_and_half() -> None:
    (bar,) = marked(card(picture(two_sides().view("red")).svg, "line"), "bar")
    back, full, _ = bar.iter(f"{SVG}rect")
    wide = float(back.attrib["width"])
    assert float(full.attrib["width"]) == pytest.approx(wide * 12 / 27, abs=0.01)
    half, rout, flag = (part.attrib["d"] for part in bar.iter(f"{SVG}path"))
    assert float(half[1:].split()[0]) == pytest.approx(wide / 2, abs=0.01)
    assert float(rout[1:].split()[0]) == pytest.approx(wide * 5 / 27, abs=0.01)
    assert flag.endswith("Z")


def test_missiles_badges_and_the_mark_of_the_stalled() -> None:
    here = scene(
        army("bows", "archers", 60, conditions=["palisade", "mud"], commander=1),
        army("foes", side="blue"),
        at="ranged 2",
    )
    state = replace(here.state, pieces=tuple(_stalled(one) for one in here.state.pieces))
    one = card(picture(FeudalBook().view(here.setup, state, UMPIRE)).svg, "bows")
    assert [part.attrib["data-missiles"] for part in marked(one, "missiles")] == ["4/6"]
    assert {"! stalled", "Palisade", "Mud"} <= set(words_in(one))


def _stalled(piece: Any) -> Any:
    if not isinstance(piece, Army) or piece.id != "bows":
        return piece
    return replace(piece, stalled=Stall("ranged", 1), missiles=4)


@pytest.mark.parametrize(
    ("troop", "signs"),
    [
        ("warriors", 2),
        ("knights", 1),
        ("archers", 3),
        ("siege_engines", 3),
        ("trolls", 3),
        ("horse_archers", 4),
    ],
)
def test_every_arm_has_a_sign_of_its_own(troop: str, signs: int) -> None:
    tables = two_sides().setup.tables
    named = {
        "siege_engines": next(t.id for t in tables.troops.values() if "siege" in t.tags),
        "trolls": next(t.id for t in tables.troops.values() if "beast" in t.tags),
        "horse_archers": next(t.id for t in tables.troops.values() if "mounted" in t.tags and t.missiles),
    }
    here = scene(army("one", named.get(troop, troop), 60), army("foes", side="blue"), at="tactical")
    block = next(
        p
        for p in card(picture(here.view(UMPIRE)).svg, "one").iter()
        if len(p.findall(f"{SVG}path"))
        and "translate" in p.attrib.get("transform", "")
        and p.find(f"{SVG}text") is None
    )
    assert len(list(block)) - 1 == signs


@pytest.mark.parametrize("at", ["tactical", "ranged 1", "ranged 2", "melee 1", "melee 2"])
def test_attack_and_defence_are_those_of_the_rules_with_their_reasons(at: str) -> None:
    here = scene(
        army("line", strategy="aggressive", tactic="shield_wall", conditions=["mud"], posture="in_melee"),
        army("foes", side="blue"),
        at=at,
        field=["rain"],
    )
    draft = here.draft()
    attack, defence = standing(Names(here.view(UMPIRE)), draft.bearer("line"), draft.moment(), "en")
    assert attack.value == here.figures("line", "foes").bonus
    assert defence.value == here.figures("foes", "line").goal
    assert sum(value for _, value in attack.parts) == attack.value
    assert sum(value for _, value in defence.parts) == defence.value
    told_ = titles_in(card(picture(here.view(UMPIRE)).svg, "line"))
    assert any(one.startswith(f"Attack {attack.value}: Attack of the army +5") for one in told_)
    assert any(one.startswith(f"Defence {defence.value}: Defence of the army +15") for one in told_)


def test_what_acts_only_against_some_is_told_apart() -> None:
    here = scene(army("spears", "spearmen"), army("foes", side="blue"), at="melee 1")
    view = here.view(UMPIRE)
    _, defence = standing(Names(view), here.draft().bearer("spears"), here.draft().moment(), "en")
    assert defence.value == 15
    assert defence.against == (("troop type: Spearmen, against mounted", 2),)
    assert "against mounted +2" in " ".join(table_text(view, reasons=True).split())


# --- arrows ---


def arrow(svg: str, attacker: str, kind: str) -> Element:
    (found,) = [
        one
        for one in marked(root(svg), "arrow")
        if (one.attrib["data-from"], one.attrib["data-arrow"]) == (attacker, kind)
    ]
    return found


def test_arrows_are_those_of_the_last_pass_with_any() -> None:
    svg = picture(two_sides().view("red"), EXCHANGE).svg
    assert [(a.attrib["data-from"], a.attrib["data-to"]) for a in marked(root(svg), "arrow")] == [
        ("bows", "foes")
    ]
    assert "Arrows: Round 1, ranged pass 2" in words_in(root(svg))
    assert not marked(root(picture(two_sides().view("red")).svg), "arrow")


def test_each_kind_of_arrow_is_drawn_in_its_way() -> None:
    melee = EXCHANGE[:5]
    svg = picture(two_sides().view("red"), melee).svg
    shot = picture(two_sides().view("red"), EXCHANGE).svg
    strokes = {
        kind: [part for part in arrow(drawn, who, kind).iter(f"{SVG}path") if "C" in part.attrib["d"]]
        for kind, who, drawn in (
            ("shot", "bows", shot),
            ("blow", "line", svg),
            ("pursuit", "riders", svg),
            ("veto", "riders", svg),
        )
    }
    assert [len(strokes[kind]) for kind in ("shot", "blow", "pursuit", "veto")] == [2, 2, 3, 2]
    assert "stroke-dasharray" in strokes["shot"][1].attrib
    assert "stroke-dasharray" not in strokes["blow"][1].attrib
    words = words_in(root(svg))
    assert words.count("19 vs 15 = 4") == 2
    assert "11 vs 15 = 0" in words
    assert "the line in front covers them" in " ".join(words)


def test_a_miss_is_grey_and_has_an_open_head() -> None:
    svg = picture(two_sides().view("red"), EXCHANGE[:5]).svg
    hit, missed = arrow(svg, "line", "blow"), arrow(svg, "foes", "blow")
    assert any("s-s0" in part.attrib.get("class", "") for part in hit.iter())
    assert not any(re.search("s-s[0-5]|f-s[0-5]", part.attrib.get("class", "")) for part in missed.iter())
    assert [
        part.attrib["d"].endswith("Z") for one in (hit, missed) for part in [*one.iter(f"{SVG}path")][-1:]
    ] == [True, False]


@pytest.mark.parametrize(
    ("known", "words"),
    [
        ({"goal": None, "damage": None}, ["19, hit"]),
        ({"goal": None, "damage": 4, "face": None}, ["19, hit = 4"]),
        ({"face": None, "total": None, "goal": None, "damage": None}, []),
    ],
)
def test_facts_that_are_not_known_are_left_out(known: dict[str, Any], words: list[str]) -> None:
    event = replace(blow("line", "foes"), **known)
    view = two_sides().view("red")
    shown = picture(view, told(PassBegan(1, "melee", 1), event))
    assert [one for one in words_in(root(shown.svg)) if "19" in one] == words
    assert "None" not in shown.svg + shown.plain + str(shown.alt)


def test_words_of_many_arrows_hide_no_other_words() -> None:
    ids = [f"r{n}" for n in range(5)], [f"b{n}" for n in range(5)]
    here = scene(*(army(one) for one in ids[0]), *(army(one, side="blue") for one in ids[1]), at="melee 1")
    events = [
        event
        for n in range(5)
        for event in (
            Vetoed(ids[0][n], ids[1][n], "screen", ""),
            blow(ids[0][n], ids[1][-1 - n]),
            blow(ids[1][n], ids[0][-1 - n]),
        )
    ]
    svg = picture(here.view(UMPIRE), told(PassBegan(1, "melee", 1), *events)).svg
    boxes = [box for box, words in placed(root(svg)) if " vs " in words or "line in" in words]
    assert len(boxes) >= 15
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            assert one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]


# --- nothing hidden ---


def npc_view(hp: int, strength: int, defence: int, level: int, men: int) -> tuple[FeudalView, FeudalView]:
    """What a player and what the umpire sees of a scene with a secret army."""
    here = scene(
        army("line", posture="in_melee"),
        army("raiders", side="blue", hp=hp, commander=level, posture="in_melee"),
        at="melee 2",
        npc=["blue"],
    )
    sheet = replace(
        here.setup.sheets["raiders"],
        strength=strength, hp_max=100, hp_start=100, attack=strength, defence=defence, men=men, morale_record=level - 3,
    )  # fmt: skip
    setup: FeudalSetup = replace(here.setup, sheets={**here.setup.sheets, "raiders": sheet})
    state: FeudalState = replace(here.state, pieces=tuple(_with_men(one, men) for one in here.state.pieces))
    return FeudalBook().view(setup, state, "red"), FeudalBook().view(setup, state, UMPIRE)


def _with_men(piece: Any, men: int) -> Any:
    return replace(piece, men=men) if isinstance(piece, Army) and piece.id == "raiders" else piece


NPC_HEARD = told(
    PassBegan(1, "melee", 1),
    replace(blow("line", "raiders"), goal=None, damage=None),
    replace(blow("raiders", "line"), face=None),
)


def everything(view: FeudalView, heard: Sequence[Heard] = ()) -> str:
    shown = [picture(view, heard, lang, narrow) for lang in ("en", "ru") for narrow in (False, True)]
    texts = [table_text(view, heard, "en", width, reasons=True) for width in (80, 160)]
    return "\n".join([part for one in shown for part in (one.svg, str(one.alt), one.plain)] + texts)


@pytest.mark.clause("FE-NPC-01", "FE-NPC-02")
@settings(max_examples=12, deadline=None)
@given(st.integers(51, 99), st.integers(1, 40), st.integers(3, 60), st.integers(1, 9), st.integers(150, 499))
def test_nothing_hidden_is_in_any_form(hp: int, strength: int, defence: int, level: int, men: int) -> None:
    plain, _ = npc_view(70, 10, 20, 2, 200)
    other, open_ = npc_view(hp, strength, defence, level, men)
    assert everything(other, NPC_HEARD) == everything(plain, NPC_HEARD)
    assert f"{hp}/100" in everything(open_, NPC_HEARD)


@pytest.mark.clause("FE-NPC-02")
def test_a_secret_army_shows_its_state_in_a_word_and_no_number() -> None:
    view, _ = npc_view(70, 10, 20, 2, 200)
    one = card(picture(view).svg, "raiders")
    assert "engaged" in words_in(one)
    assert not marked(one, "bar")
    assert not re.search(r"\d", " ".join([*words_in(one), *titles_in(one)]))


# --- every form ---


def test_the_same_view_gives_the_same_bytes() -> None:
    view = two_sides().view("red")
    assert everything(view, EXCHANGE) == everything(two_sides().view("red"), EXCHANGE)
    assert picture(view).svg != picture(view, narrow=True).svg


def test_names_are_escaped_and_wrapped_within_their_cards() -> None:
    wicked = "<script>\"&' " + "Достопочтеннейшие Widdershins " * 3
    here = two_sides()
    sheets = {one: replace(sheet, name=Name(wicked)) for one, sheet in here.setup.sheets.items()}
    setup = replace(here.setup, sheets=sheets, name=Name(wicked))
    view = FeudalBook().view(setup, here.state, "red")
    for narrow in (False, True):
        svg = picture(view, EXCHANGE, "ru", narrow).svg
        assert "<script" not in svg
        wide = float(root(svg).attrib["width"])
        for (left, _, right, _), words in placed(root(svg)):
            assert left >= -1, words
            assert right <= wide + 1, words


@pytest.mark.parametrize("name", ["skirmish", "standard", "deathmatch", "agincourt"])
def test_every_moment_of_a_battle_can_be_drawn_in_both_languages(name: str) -> None:
    games = [game for at, game in enumerate(moments(shipped(name), seed=7)) if at % 40 == 0]
    assert games
    for game in games:
        for seat in (UMPIRE, game.seats[0]):
            view, heard = game.view(seat), game.events(seat)
            for lang in ("en", "ru"):
                shown = BOOK.picture(view, heard, lang)
                assert root(shown.svg).attrib["role"] == "img"
                assert all(seen.name.say(lang) in str(shown.alt) for seen in view.seen.values())
                assert all(cells(line) <= 80 for line in shown.plain.splitlines())


@pytest.mark.parametrize("narrow", [False, True])
def test_a_hundred_and_twenty_armies_have_small_cards(narrow: bool) -> None:
    armies = [
        army(f"{side}{n}", side=side, posture="in_melee") for side in ("red", "blue") for n in range(60)
    ]
    here = scene(*armies, at="melee 1")
    events = [blow(f"red{n}", f"blue{59 - n}") for n in range(60)]
    svg = picture(here.view(UMPIRE), told(PassBegan(1, "melee", 1), *events), narrow=narrow).svg
    drawn = root(svg)
    assert len(marked(drawn, "army")) == 120
    assert len(marked(drawn, "bar")) == 120
    assert len(marked(drawn, "arrow")) == 60
    assert float(drawn.attrib["height"]) < 2700
    assert "Attack +5" in " ".join(titles_in(card(svg, "red0")))


def test_grey_print_and_a_telephone_get_a_picture() -> None:
    view = two_sides().view("red")
    colour, grey = (png(picture(view, EXCHANGE).svg, width=270, grey=grey) for grey in (False, True))
    assert colour.startswith(b"\x89PNG")
    assert grey.startswith(b"\x89PNG")
    assert colour != grey
    assert root(picture(view, EXCHANGE, narrow=True).svg).attrib["width"] == "360"


@settings(max_examples=25, deadline=None)
@given(st.integers(80, 220), st.sampled_from(["en", "ru"]), st.booleans(), st.text(max_size=200))
def test_no_line_of_the_plain_form_is_too_long(width: int, lang: str, reasons: bool, name: str) -> None:
    here = two_sides(*(army(f"more{n}", side="blue") for n in range(12)))
    sheets = {**here.setup.sheets, "line": replace(here.setup.sheets["line"], name=Name(name or "x"))}
    view = FeudalBook().view(replace(here.setup, sheets=sheets), here.state, "red")
    lines = table_text(view, EXCHANGE, lang, width, reasons).splitlines()
    assert max(map(cells, lines)) <= width


def test_the_plain_form_says_everything() -> None:
    text = table_text(two_sides().view("red"), EXCHANGE)
    for words in (
        "(*) melee", "( ) rout", "sky: Downpour", "A  red", "B  blue", "in melee:", "at a distance:",
        "> line (Warriors): company, 150 men, Strength 5", "####------ 12/27 HP (rout line 5, half 13)",
        "Attack +", "Defence ", "tactic: Shield wall", "strategy: [...|.] Aggressive", "missiles: 6 of 6",
        "leader of line, level 3", "conditions: Palisade, Mud", "bows - -> foes: 19 vs 15 = 2, hit",
    ):  # fmt: skip
        assert words in text


def test_frames_step_through_a_battle() -> None:
    view = two_sides().view("red")
    first, second = frames([(view, EXCHANGE[:5]), (view, EXCHANGE[5:])], "ru")
    assert first.svg != second.svg
    assert first.svg == picture(view, EXCHANGE[:5], "ru").svg
    assert str(first.caption) == "Round 1, melee pass 2"


# --- where words lie on the sheet ---

Box = tuple[float, float, float, float]


def placed(drawn: Element, at: tuple[float, float] = (0, 0)) -> Iterator[tuple[Box, str]]:
    """Every text of a sheet with the box that it fills."""
    moved = re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", drawn.attrib.get("transform", ""))
    x, y = (at[0] + float(moved[1]), at[1] + float(moved[2])) if moved else at
    if drawn.tag == f"{SVG}text":
        words, size = "".join(drawn.itertext()), float(drawn.attrib["font-size"])
        family = "PT Serif" if "PT Serif" in drawn.attrib.get("font-family", "") else "PT Sans"
        face = FACES[family, "font-weight" in drawn.attrib, "font-style" in drawn.attrib]
        wide = measure(words, size, face)
        left = (
            x
            + float(drawn.attrib["x"])
            - {"middle": wide / 2, "end": wide}.get(drawn.attrib.get("text-anchor", ""), 0)
        )
        base = y + float(drawn.attrib["y"])
        yield (left, base - size * 0.75, left + wide, base + size * 0.2), words
    for part in drawn:
        yield from placed(part, (x, y))
