"""Reports in every format: as they should look, and what nobody's words may do to them."""

from __future__ import annotations

import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from markdown_it import MarkdownIt

from grognard.locale import Name
from grognard.show.as_bbcode import bbcode
from grognard.show.as_html import UNPACKED, page
from grognard.show.as_markdown import markdown
from grognard.show.as_text import table_lines, text
from grognard.show.boards import BOARDS, Profile
from grognard.show.cells import cells
from grognard.show.model import Column, Line, Number, Picture, Plain, Report, Table
from grognard.show.posts import split
from grognard.show.speech import clean_lines
from grognard.show.terminal import bare, mark
from tests.show.samples import BLUE, BREUNER, SMALL, drawn, spiteful

GOLDEN = Path(__file__).parent / "golden"
TAG = re.compile(r"\[(/?)([a-z]+)(?:[= ][^\[\]]*)?\]")
CLAUSES = {"PS-SHOT-05": "Three dice.", "PS-UNUSED-01": "Never named."}
PROFILES: tuple[Profile, ...] = ("phpbb", "vbulletin", "xenforo", "ipb", "mybb", "rusff", "plain")


def made(name: str) -> str:
    """The small report in the format, language and profile that the name of a golden file tells."""
    kind, lang, *profile = name.split(".", maxsplit=1)[0].split("-")
    if kind == "text":
        return text(SMALL, lang, 2, 60)
    if kind == "markdown":
        return markdown(SMALL, lang, 2)
    if kind == "page":
        frames = (Picture(drawn("1"), "field", "one"), Picture(drawn("2"), "field", "two"))
        return page(SMALL, lang, 2, CLAUSES, frames)
    found = next(known for known in PROFILES if known == profile[0])
    return bbcode(SMALL, lang, 2, found)


@pytest.mark.parametrize("path", sorted(GOLDEN.iterdir()), ids=lambda path: path.name)
def test_golden(path: Path) -> None:
    assert made(path.name) == path.read_text("utf-8")


def test_every_profile_has_a_board() -> None:
    assert set(PROFILES) == set(BOARDS)


def test_detail_grows_from_story_to_dice() -> None:
    told = [text(SMALL, "en", 0), text(SMALL, "en", 1), text(SMALL, "en", 2)]
    assert ["PS-SHOT-05" in one for one in told] == [False, True, True]
    assert ["2d6" in one for one in told] == [False, False, True]
    for make in (markdown, bbcode, page):
        assert len(make(SMALL, "en", 0)) < len(make(SMALL, "en", 1)) < len(make(SMALL, "en", 2))


def test_text_keeps_to_the_width() -> None:
    assert max(map(cells, text(SMALL, "ru", 2, 40).splitlines())) <= 40


WIDE = Table(
    (
        Column(Name("No.", "№"), "right"),
        Column(Name("Unit", "Отряд")),
        Column(Name("State", "Состояние")),
        Column(Name("Men", "Людей"), "right"),
        Column(),
    ),
    ((Number(1), BREUNER, Name("victorious in the end", "победил"), Number(1204), ""), (Number(2), BLUE)),
)


def test_a_table_too_wide_is_told_row_by_row() -> None:
    """Where words would have to be broken: what it is about in bold, the other cells with their headings."""
    assert table_lines(WIDE, "en", 34)[0] == "No.  Unit     State         Men"
    lines = table_lines(WIDE, "en", 28)
    assert [bare(line).replace("\u00a0", " ") for line in lines] == [
        "1 Breuner",
        "  State victorious in the",
        "  end; Men 1,204",
        "2 Blue brigade",
    ]
    assert lines[0] == mark("1 Breuner")
    assert "Men\u00a01,204" in lines[2]
    assert "\x1b" not in text(Report("x", (WIDE,)), "en", 1, 28)
    assert "\x1b[1m1 Breuner\x1b[0m" in text(Report("x", (WIDE,)), "en", 1, 28, colour=True)


def test_text_has_colours_only_when_asked() -> None:
    assert "\x1b[1;38;5;167mBreuner\x1b[0m" in text(SMALL, "en", 1, 80, colour=True)
    assert "\x1b" not in text(SMALL, "en", 1)


# --- words that mean harm -------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(spiteful())
def test_text_holds_nothing_but_writing(report: Report) -> None:
    assert re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]", text(report, "ru", 2)) is None


@settings(max_examples=40, deadline=None)
@given(spiteful())
def test_markdown_has_only_the_structure_that_was_meant(report: Report) -> None:
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    tokens = parser.parse(markdown(report, "en", 2))
    kinds = Counter(token.type for token in tokens)
    for token in tokens:
        kinds.update(child.type for child in token.children or ())
    forbidden = {"html_block", "html_inline", "link_open", "image", "code_block", "hr", "blockquote_open"}
    assert not forbidden & set(kinds), kinds
    assert kinds["heading_open"] == 2
    assert kinds["table_open"] == 1
    assert kinds["tr_open"] == 3
    assert kinds["ordered_list_open"] == 0
    plain = [
        block.plain if isinstance(block, Picture) else block.text
        for block in report.blocks
        if isinstance(block, Picture | Plain)
    ]
    assert kinds["fence"] == 1 + sum(bool(clean_lines(words)) for words in plain)


@settings(max_examples=40, deadline=None)
@given(spiteful())
def test_markdown_words_come_out_as_they_went_in(report: Report) -> None:
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    heading = parser.parse(markdown(report, "en", 2))[1]
    said = "".join(child.content for child in heading.children or ())
    assert said.strip() == text(report, "en", 0, 10_000).splitlines()[0].strip()


def balanced(post: str) -> None:
    """Every bracket belongs to a tag, and tags open and close in order."""
    assert "[" not in TAG.sub("", post)
    stack: list[str] = []
    for closing, name in TAG.findall(post):
        if closing:
            assert stack.pop() == name
        else:
            stack.append(name)
    assert not stack


@settings(max_examples=40, deadline=None)
@given(spiteful())
def test_bbcode_always_balances(report: Report) -> None:
    for profile in PROFILES:
        post = bbcode(report, "en", 2, profile)
        balanced(post)
        assert re.search("<[a-z/!?]", post, re.IGNORECASE) is None


def test_plain_posts_have_no_tags_and_rusff_no_foreign_signs() -> None:
    assert "[" not in bbcode(SMALL, "ru", 2, "plain")
    bbcode(SMALL, "ru", 2, "rusff").replace("日本", "").encode("cp1251")


@settings(max_examples=40, deadline=None)
@given(spiteful())
def test_a_long_post_is_cut_without_loss(report: Report) -> None:
    for profile in ("phpbb", "rusff", "xenforo"):
        report = Report(report.title, report.blocks * 3 + (Line("слово " * 150 + "ы" * 700),))
        post = bbcode(report, "ru", 2, "phpbb" if profile == "phpbb" else "rusff")
        parts = split(post, 500)
        assert all(len(part) <= 500 for part in parts)
        for part in parts:
            balanced(part)
        whole, joined = (re.sub(r"\s", "", TAG.sub("", words)) for words in (post, "".join(parts)))
        assert joined == whole


def test_a_short_post_stays_whole_and_blocks_stay_together() -> None:
    post = bbcode(SMALL, "en", 1)
    assert split(post, 10_000) == [post]
    assert split("a" * 300 + "\n\n" + "b" * 300 + "\n", 500) == ["a" * 300 + "\n", "b" * 300 + "\n"]
    with pytest.raises(ValueError, match="500"):
        split(post, 100)


class Reader(HTMLParser):
    """Counts elements, checks that they close in order, gathers attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.kinds: Counter[str] = Counter()
        self.values: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.kinds[tag] += 1
        self.values += [(name, value or "") for name, value in attrs]
        if tag not in ("meta", "input"):
            self.stack.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.kinds[tag] += 1
        self.values += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag


def read(markup: str) -> Reader:
    reader = Reader()
    reader.feed(markup)
    reader.close()
    assert not reader.stack
    return reader


@settings(max_examples=40, deadline=None)
@given(spiteful())
def test_pages_run_nothing_that_people_wrote(report: Report) -> None:
    reader = read(page(report, "en", 2))
    assert reader.kinds["script"] == 0
    assert reader.kinds["style"] == 2  # the page's own and the picture's
    assert reader.kinds["h1"] == reader.kinds["table"] - 1 == 1
    assert not [name for name, _ in reader.values if name.startswith("on")]
    assert all(value.startswith("#") for name, value in reader.values if name == "href")


def test_pages_are_whole_in_one_file() -> None:
    made_page = page(SMALL, "ru", 2, CLAUSES, [Picture(drawn(), "x")])
    reader = read(made_page)
    assert not [
        value for name, value in reader.values if name in ("src", "href") and not value.startswith("#")
    ]
    assert re.search(r"https?://(?!www\.w3\.org/2000/svg)", made_page) is None
    assert "Never named" not in made_page
    links = {value[1:] for name, value in reader.values if name == "href"}
    assert links <= {value for name, value in reader.values if name == "id"}


def test_two_pictures_share_no_ids() -> None:
    picture = '<svg width="5"><rect id="a"/><use href="#a" fill="url(#a)"/></svg>'
    made_page = page(Report("x", (Picture(picture), Picture(picture))))
    ids = re.findall(' id="([^"]*)"', made_page)
    assert len(ids) == len(set(ids)) == 2
    assert made_page.count("url(#p0-a)") == made_page.count('href="#p1-a"') == 1


def test_fonts_go_into_the_page_when_asked() -> None:
    assert page(Report("x"), fonts=True).count("data:font/ttf;base64,") == 5


def test_addresses_of_pictures_cannot_break_out() -> None:
    url = 'https://x.y/a b](c)[/img]"<.png'
    assert "(https://x.y/a%20b%5D%28c%29%5B/img%5D%22%3C.png)" in markdown(SMALL, urls=[url])
    assert "[img]https://x.y/a%20b%5D%28c%29%5B/img%5D%22%3C.png[/img]" in bbcode(SMALL, urls=[url])
    with pytest.raises(ValueError, match="https://"):
        markdown(SMALL, urls=["javascript:alert(1)"])


def test_a_long_replay_is_packed_and_loses_nothing() -> None:
    frames = tuple(Picture(drawn(str(at)), "field", f"step {at}") for at in range(12))
    long, short = (page(SMALL, "en", 2, CLAUSES, frames[:size]) for size in (12, UNPACKED))
    assert short.count('class="frame"') == UNPACKED
    assert long.count('class="frame"') == 2
    (packed,) = re.findall(r'<script type="application/json">(.*?)</script>', long, re.DOTALL)
    assert "<" not in packed
    data = json.loads(packed)
    unfolded = ["".join(data["tags"][at] for at in row) for row in data["rows"]]
    assert len(unfolded) == 10
    assert all(one.endswith(f"</svg></div><p>step {at}</p>") for at, one in enumerate(unfolded, 1))
    assert all(f">{at}</text>" in one for at, one in enumerate(unfolded, 1))
    assert len(set(data["tags"])) == len(data["tags"])
    assert len(packed) < 0.7 * sum(map(len, unfolded))
    assert 'max="11"' in long


# --- clauses beside a line ------------------------------------------------------------------------------

MANY = Line("Breuner ran", ("NA-CC-30", "NA-CC-08", "NA-CC-22", "NA-CC-23", "NA-CC-31", "NA-CC-32"))
FEW = Line("Breuner stood", ("NA-CC-30", "NA-CC-08", "NA-CC-22", "NA-CC-23"))


def test_of_many_clauses_the_chief_ones_stand_beside_a_line_and_how_many_more_there_are() -> None:
    report = Report("x", (MANY, FEW))
    assert "Breuner ran  [NA-CC-30, NA-CC-08, NA-CC-22, +3]" in text(report, "en", 1)
    assert "Breuner stood  [NA-CC-30, NA-CC-08, NA-CC-22, NA-CC-23]" in text(report, "en", 1)
    assert "`NA-CC-30` `NA-CC-08` `NA-CC-22` `+3`" in markdown(report, "en", 1)
    assert "(NA-CC-30, NA-CC-08, NA-CC-22, +3)" in bbcode(report, "en", 1, "phpbb")


def test_where_everything_is_told_all_clauses_are() -> None:
    report = Report("x", (MANY,))
    for told in (
        text(report, "en", 2, 200),
        markdown(report, "en", 2),
        bbcode(report, "en", 2, "phpbb"),
    ):
        assert all(clause in told for clause in MANY.clauses)
        assert "+3" not in told


def test_a_page_keeps_the_rest_of_many_clauses_behind_their_number_for_hand_and_keyboard() -> None:
    told = page(Report("x", (MANY,)), "en", 2, {"NA-CC-32": "Two dice."})
    assert 'tabindex="0" title="NA-CC-23, NA-CC-31, NA-CC-32">+3<span>' in told
    assert 'href="#rule-NA-CC-32"' in told
    assert "Two dice." in told
    assert 'class="rest"' not in page(Report("x", (FEW,)), "en", 2)


# --- pictures in words ----------------------------------------------------------------------------------


def test_a_picture_that_lies_elsewhere_is_one_short_sentence_beside_its_address() -> None:
    long = "The mill. Turn 1 of 6. Blue: Breuner, 12 of 12 men, in line, unshaken; held by nobody."
    report = Report("x", (Picture(drawn("1"), long, "Turn 1 of 6", "o"),))
    assert "![The field of battle, Turn 1 of 6](a.png)" in markdown(report, "en", 1, ["a.png"])
    assert "![Поле боя, Turn 1 of 6](a.png)" in markdown(report, "ru", 1, ["a.png"])
    assert "The field of battle, Turn 1 of 6 a.png" in bbcode(report, "en", 1, "plain", ["a.png"])


def test_a_picture_without_a_moment_is_told_as_it_is() -> None:
    assert "![A sketch](a.png)" in markdown(
        Report("x", (Picture(drawn("1"), "A sketch"),)), "en", 1, ["a.png"]
    )
