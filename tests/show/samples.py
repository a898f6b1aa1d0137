"""A small report with one block of every kind, and what hypothesis needs to make spiteful ones."""

from __future__ import annotations

from hypothesis import strategies as st

from grognard.locale import Name, T
from grognard.show.drawing import Drawing, label
from grognard.show.model import (
    Bar,
    Chart,
    Clause,
    Column,
    Detail,
    Die,
    Heading,
    Line,
    Number,
    Paragraph,
    Picture,
    Plain,
    Report,
    Strong,
    Table,
)

BREUNER = Strong(Name("Breuner", "Бройнер"), 1)
BLUE = Strong(Name("Blue brigade", "Синяя бригада"), 0)


def drawn(words: str = "Лютцен") -> str:
    sheet = Drawing(200, 60, "the field")
    sheet.add(label((100, 35), words, 20))
    return sheet.svg()


SMALL = Report(
    Name("Lützen", "Лютцен"),
    (
        Heading(1, Name("Turn 4", "Ход 4"), "turn-4"),
        Line(
            (BREUNER, Name(" fires at ", ": залп, цель — "), BLUE, "."),
            ("PS-SHOT-05",),
            (
                Detail(Name("disorder", "расстройство"), -1, "PS-SHOT-07"),
                Detail(Name("result", "итог"), Name("normal", "средне")),
            ),
            (Die(5), Die(6, dropped=True), Die(20, 20, natural=True)),
            side=1,
        ),
        Line((BLUE, Name(" is steady.", " держится.")), indent=1, side=0),
        Paragraph((Name("See ", "См. "), Clause("PS-CP-03"), ".")),
        Table(
            (Column(Name("Unit", "Отряд")), Column(Name("Men", "Людей"), "right")),
            ((BLUE, Number(1204)), (Name("日本", "日本"), Number(-2.5, 1))),
            Name("At dusk", "В сумерках"),
        ),
        Chart((Bar(Name("holds", "держится"), 3, 0), Bar(Name("routs", "бежит"), 1, 1, "25 %"))),
        Picture(drawn(), Name("The field", "Поле"), Name("Dusk", "Сумерки"), "A . B\n. A B"),
        Plain("1  2\n3  4"),
    ),
    T("played by {who}", who="Anna"),
)

SPITE = st.one_of(
    st.text(max_size=30),
    st.lists(
        st.sampled_from(
            [
                "<script>alert(1)</script>",
                "</style>",
                "<!-- ",
                "<script ",
                '" onload="x',
                "&amp;",
                "[/code]",
                "[b]",
                "[/table][quote]",
                "[spoiler=",
                "|",
                "\n",
                "\r\n# x",
                "\u2028- y",
                "```",
                "\n```\n",
                "~~~~",
                "**",
                "_",
                "![x](javascript:y)",
                "http://x.y",
                "\\",
                "1. ",
                "    ",
                "\x1b[31m",
                "\u202e",
                "\U000f0000",
                "{0}",
                "Имя",
            ]
        ),
        max_size=5,
    ).map("".join),
)


@st.composite
def spiteful(draw: st.DrawFn) -> Report:
    """A report in which every word was written by somebody with bad intentions."""

    def words() -> str:
        return draw(SPITE)

    blocks = (
        Heading(draw(st.sampled_from([1, 2, 3])), words(), words()),
        Line(
            (Strong(words(), 1), words(), Die(3), words()),
            (words(),),
            (Detail(words(), words(), words()), Detail(T("x {y}", y=Strong(words())), 2)),
            (Die(6, dropped=True),),
        ),
        Line(words(), indent=draw(st.integers(0, 4))),
        Paragraph((words(), Clause(words()))),
        Table((Column(words()), Column(words(), "right")), ((words(), Strong(words())), (words(),)), words()),
        Chart((Bar(words(), draw(st.floats(-1, 5)), note=words()),), words()),
        Picture(drawn(words()), words(), words(), words()),
        Plain(words()),
    )
    return Report(words(), tuple(draw(st.permutations(blocks))), words())
