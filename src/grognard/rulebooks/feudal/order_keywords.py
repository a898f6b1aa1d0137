"""The words in which players give orders. English and Russian side by side; ``*`` ends the beginning of a word.

Concepts have a colon in them, so that none can be the id of an army. Words that may mean two orders ("retreat")
stand with both: then the reader asks.
"""

from __future__ import annotations

from grognard.locale import Name
from grognard.orders import Keyword

VERBS: tuple[Keyword, ...] = (
    Keyword(
        "do:attack", Name("attack", "атаковать"),
        ("strike", "strike at", "charge", "fight", "assault", "hit", "engage", "go for", "fall upon"),
        ("атак*", "бить", "бьем", "бьет", "бьют", "бейте", "бей", "удар*", "нападай", "нападайте", "напада*",
         "напасть", "руби*", "рубить", "рубят", "рубим", "мочи*", "в атаку", "драться с", "дерутся с",
         "бить по", "бьем по", "бьет по", "бьют по"),
    ),
    Keyword(
        "do:shoot", Name("shoot at", "стрелять по"),
        ("shoot", "fire", "fire at", "volley", "loose at", "loose"),
        ("стрел*", "обстрел*", "огонь", "огонь по", "залп", "залп по", "выстрел*", "обстреля*",
         "бить по", "бьем по", "бьет по", "бьют по"),
    ),
    Keyword(
        "do:no_shot", Name("no shot", "без выстрела"),
        ("hold fire", "do not shoot", "don't shoot", "no shots", "cease fire"),
        ("не стрелять", "не стреляем", "не стреляют", "не стреляет", "не стреляйте", "без стрельбы",
         "не стреляя", "беречь стрелы", "бережем стрелы", "берегут стрелы"),
    ),
    Keyword(
        "do:advance", Name("advance", "вперёд"),
        ("forward", "move forward", "go forward", "close in", "close the lines", "march"),
        ("сближ*", "сблизиться", "наступ*", "идти вперед", "идем вперед", "идут вперед", "идет вперед",
         "двигаться вперед", "двигаемся вперед", "движутся вперед", "марш", "шаг вперед", "продвиг*"),
    ),
    Keyword(
        "do:hold", Name("hold", "стоять"),
        ("stand", "stay", "hold the line", "hold position", "stand fast", "wait", "defend", "hold ground"),
        ("стоим", "стоят", "стоит", "стойте", "держ*", "держать строй", "держим строй", "держат строй",
         "держать позицию", "держим позицию", "на месте", "остаться", "остаемся", "остаются", "остается",
         "ждать", "ждем", "ждут", "ждет", "обороня*", "не двигаться"),
    ),
    Keyword(
        "do:withdraw", Name("withdraw", "уйти с поля"),
        ("leave the field", "leave", "retreat", "quit the field", "run away", "flee"),
        ("уходим", "уходим с поля", "уходят", "уходят с поля", "уходит", "уходит с поля", "уйти",
         "уходите", "уходите с поля", "уходить с поля", "покин*", "покинуть поле", "покидаем поле", "покид*",
         "бежать с поля", "отступ*"),
    ),
    Keyword(
        "do:fall_back", Name("fall back", "отойти"),
        ("pull back", "step back", "break off", "retreat", "disengage"),
        ("отход*", "отойдем", "отойдут", "отойдите", "отойд*", "отступ*", "оторваться", "разорвать дистанцию",
         "выйти из рукопашной", "выходим из рукопашной", "выйти из боя", "назад"),
    ),
    Keyword(
        "do:tend", Name("tend the wounded", "помочь раненым"),
        ("tend", "tend wounded", "help the wounded", "heal the wounded"),
        ("помогаем раненым", "помогают раненым", "помогает раненым", "помощь раненым", "лечить раненых",
         "лечим раненых", "лечат раненых", "лечить", "лечим", "лечат", "перевяз*", "помогать раненым"),
    ),
    Keyword(
        "do:strike_back", Name("strike back at", "ответить ударом"),
        ("strike back", "hit back", "fight back", "answer"),
        ("ответный удар", "отвечаем ударом", "отвечают ударом", "ответить", "отвеча*", "дать сдачи"),
    ),
    Keyword(
        "do:ambush", Name("ambush", "ударить из засады"),
        ("spring the ambush on", "ambush", "surprise"),
        ("из засады", "засада на", "бить из засады", "бьют из засады", "бьем из засады",
         "бьет из засады", "напасть из засады"),
    ),
    Keyword("do:turn", Name("turn to", "перейти на"), ("turn on",), ("перейти к",)),
    Keyword("do:none", Name("nobody", "никого"), ("none", "no one", "no target"), ("никого", "без цели", "некого")),
    Keyword(
        "do:keep", Name("keep the tactic", "оставить тактику"),
        ("keep", "no change", "as before", "same tactic"),
        ("оставить", "оставляем", "оставляем тактику", "не менять", "не меняем", "не меняют",
         "без изменений", "как было", "прежняя", "ту же", "та же", "не менять тактику", "не меняем тактику"),
    ),
    Keyword(
        "do:change", Name("change to", "сменить на"),
        ("change", "switch to", "change tactic to", "try"),
        ("сменить", "меняем", "меняем на", "меняют на", "меняет на", "поменять на", "перейти к", "переходим к",
         "сменить тактику на", "меняем тактику на", "попробовать", "смена на"),
    ),
    Keyword(
        "do:yes", Name("yes", "да"),
        ("agree", "we part", "let us part", "offer to part", "offer a parting"),
        ("соглас*", "расходимся", "предлагаем разойтись", "предлагаю разойтись", "готовы разойтись",
         "согласны разойтись", "давайте разойдемся"),
    ),
    Keyword(
        "do:no", Name("no", "нет"),
        ("refuse", "fight on", "we fight on", "no parting"),
        ("отказ*", "бьемся дальше", "деремся дальше", "не расходимся", "продолжаем бой", "бой продолжается"),
    ),
    Keyword(
        "do:concede", Name("concede", "сдаться"),
        ("surrender", "give up", "we concede"),
        ("сдаемся", "сдаюсь", "сдача", "сложить оружие", "складываем оружие"),
    ),
    Keyword("do:use", Name("use", "применить"), ("use", "play"), ("применя*", "использ*", "артефакт")),
    Keyword(
        "do:pass", Name("pass", "пас"),
        ("nothing", "no artefact"),
        ("пасую", "пасуем", "пасует", "ничего", "без артефактов", "не применять", "не применяем"),
    ),
    Keyword("do:nameless", Name("nameless", "безымянный"), ("no name", "nobody in particular"), ("без имени",)),
    Keyword("do:auto", Name("as scripted", "по сценарию"), ("auto", "automatic", "by the script"), ("авто*",)),
    Keyword("do:leave", Name("leave as it is", "оставить как есть"), ("leave it",), ("как есть", "ничего не менять")),
    Keyword("do:set", Name("set", "включить"), ("put in force",), ("включ*", "поставить", "объявить")),
    Keyword("do:allow", Name("allow", "разрешить"), ("permit", "allowed"), ("разреш*", "можно")),
    Keyword("do:forbid", Name("forbid", "запретить"), ("veto", "forbidden"), ("запре*",)),
    Keyword(
        "do:no_attack", Name("no attack at all", "атаковать нельзя"),
        ("cannot attack", "can't attack"), ("не может атаковать", "нельзя атаковать", "без атаки"),
    ),
    Keyword(
        "do:go_on", Name("go on", "продолжать"), ("continue", "carry on"), ("продолж*", "дальше")
    ),
    Keyword("do:part", Name("part the sides", "развести стороны"), ("part them",), ("развести", "развожу", "разводим")),
    Keyword("do:take", Name("take", "взять"), ("choose",), ("берем", "берет", "беру", "возьму", "выбираю")),
    Keyword("do:learn", Name("learn", "выучить"), (), ("учим", "учит", "освоить", "осваива*", "изуч*")),
)  # fmt: skip

TOPICS: tuple[Keyword, ...] = (
    Keyword("topic:commander", Name("commander", "командир"), ("leader",), ("во главе",)),
    Keyword("topic:conditions", Name("conditions", "состояние поля"), ("weather",), ("погода", "моды")),
    Keyword("topic:artefact", Name("artefact", "артефакты"), ("artefacts", "artifact", "artifacts"), ()),
    Keyword("topic:ambush", Name("ambush target", "цель засады"), (), ("засада",)),
    Keyword("topic:tactic", Name("tactic", "тактика"), ("tactics",), ("тактику",)),
    Keyword(
        "topic:parting",
        Name("parting", "разойтись"),
        (
            "part",
            "offer",
            "we part",
            "let us part",
            "offer to part",
            "offer a parting",
            "no parting",
            "fight on",
            "we fight on",
            "concede",
            "surrender",
            "give up",
            "we concede",
        ),
        (
            "перемирие",
            "мир",
            "миром",
            "расходимся",
            "предлагаем разойтись",
            "предлагаю разойтись",
            "готовы разойтись",
            "согласны разойтись",
            "давайте разойдемся",
            "не расходимся",
            "бьемся дальше",
            "деремся дальше",
            "продолжаем бой",
            "сдаться",
            "сдаемся",
            "сдаюсь",
        ),
    ),
    Keyword(
        "topic:strategy", Name("strategy", "стратегия"), ("attitude", "grade"), ("градация", "манера боя")
    ),
    Keyword("topic:veto", Name("judgement", "приговор"), (), ()),
    Keyword("topic:second", Name("second choice", "другая цель"), ("new target",), ("новая цель", "взамен")),
    Keyword("topic:strike_back", Name("riposte", "встречный удар"), (), ()),
    Keyword("topic:decree", Name("decree", "решение мастера"), (), ()),
    Keyword("topic:feature", Name("feature", "особенность"), (), ()),
    Keyword("topic:learn", Name("lesson", "новая тактика"), ("new tactic",), ("урок",)),
)

GRADES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "defensive": (("defend", "on the defensive"), ("оборон*", "в обороне", "глухо")),
    "cautious": (("careful", "carefully"), ("осторожно", "осторожнее", "аккуратно")),
    "standard": (("normal", "as usual"), ("обычная", "обычно", "стандарт", "стандартно")),
    "aggressive": (("boldly",), ("агрессивно", "агрессия", "смело", "яростно")),
    "bugurt": (("all out", "berserk", "bohurt", "buhurt"), ("в бугурт", "бугуртим", "месиво")),
}
"""Further words for the five grades."""

FILLERS: tuple[str, ...] = (
    "enemy", "enemies", "men", "all-out", "we", "battle", "army", "armies", "a's",
    "враг", "врага", "врагов", "вражеский", "вражеских", "противник", "противника", "бой", "бою", "строй",
    "армия", "армии", "армию", "поля", "поле", "мы", "ребята", "братцы",
)  # fmt: skip
"""Words of the book that carry no order of their own."""
