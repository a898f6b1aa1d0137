"""The words in which players give orders. English and Russian side by side; ``*`` ends the beginning of a word.

Concepts have a colon in them and no id of a piece begins like one. Words that may mean two orders stand with each of
them: the question tells which is meant, or the reader asks.
"""

from __future__ import annotations

from grognard.locale import Name
from grognard.orders import Keyword

VERBS: tuple[Keyword, ...] = (
    # --- phases and turns ---
    Keyword(
        "do:end", Name("end the phase", "закончить фазу"),
        ("end", "end phase", "done", "next phase", "finish", "that is all", "nothing more", "no more", "skip"),
        ("закончить", "заканчив*", "конец фазы", "фаза окончена", "дальше", "следующая фаза", "готово", "всё",
         "пропуск", "пропускаю", "завершить", "завершаю"),
    ),
    Keyword(
        "do:enough", Name("no more cards", "больше карт не надо"),
        ("end", "done", "no cards", "keep the credits", "save credits", "enough"),
        ("карт не надо", "не меняю", "хватит карт", "коплю", "кредиты оставить", "закончить", "готово", "конец"),
    ),
    Keyword(
        "do:end_turn", Name("end the turn", "закончить ход"),
        ("end turn", "end my turn", "turn over"),
        ("конец хода", "ход окончен", "завершить ход", "заканчиваю ход"),
    ),
    Keyword(
        "do:wait", Name("let the other general act", "пусть действует другой генерал"),
        ("wait", "my mate first", "pass to my mate"),
        ("ждать", "жду", "сначала союзник", "пусть союзник"),
    ),
    Keyword("do:concede", Name("concede", "сдаться"), ("i concede", "surrender"), ("сдаюсь", "сдаёмся", "капитул*")),
    Keyword(
        "do:leave", Name("leave the battle", "выйти из боя"),
        ("quit the battle",),
        ("выхожу из боя", "покидаю бой"),
    ),
    Keyword(
        "do:agree", Name("agree", "согласиться"),
        ("yes", "accept", "agreed"),
        ("да", "соглас*", "принять", "принимаю"),
    ),
    Keyword("do:refuse", Name("refuse", "отказать"), ("no", "decline", "refused"), ("нет", "отказ*", "отказываюсь")),
    Keyword(
        "do:propose", Name("propose", "предложить"), ("suggest",
        "ask for"), ("предлагаю", "предлагаем", "прошу о", "просить о"),
    ),
    Keyword(
        "conf:generals", Name("a conference of generals", "совещание генералов"),
        ("conference",), ("совещание", "переговоры"),
    ),
    Keyword(
        "conf:press", Name("a talk with the press", "беседа с прессой"), ("press talk", "interview", "press"),
        ("интервью", "пресса", "беседу с прессой", "разговор с прессой"),
    ),
    Keyword("conf:armistice", Name("an armistice", "перемирие"), ("armistice", "truce"), ("мир",)),
    # --- movement ---
    Keyword(
        "do:move", Name("move", "идти в"),
        ("go", "moves", "march", "advance", "drive", "fly", "sail", "moves to", "goes to"),
        ("двига*", "движ*", "идёт", "идёт в", "идти", "идут", "иду", "марш",
        "выдвига*", "перемест*", "перемещ*", "едет", "ехать", "летит",
         "лететь", "плывёт", "плыть", "на гекс", "наступа*", "ход в", "переход*"),
    ),
    Keyword(
        "do:stay", Name("stays where it is", "остаться на месте"),
        ("stay", "stays", "hold", "stand", "stay put"),
        ("стоит", "стоять", "стой", "остаётся", "остаётся на месте", "остаться", "на месте"),
    ),
    Keyword(
        "do:embark", Name("goes aboard", "погрузиться в"),
        ("embark", "aboard", "board", "load", "get in", "mount"),
        ("погруз*", "грузить*", "грузится", "грузится в", "на борт",
         "сесть в", "садится в", "садятся в", "посадка", "посадить в"),
    ),
    Keyword(
        "do:disembark", Name("gets off in", "высадиться в"),
        ("disembark", "get off", "gets off", "land", "lands", "unload", "dismount", "drop"),
        ("высад*", "высаж*", "десант*", "сойти", "выгруз*", "спешиться"),
    ),
    # --- works ---
    Keyword(
        "work:fort", Name("raises the fort", "возвести укрепление"),
        ("dig in", "digs in", "fortify", "raise fort", "build fort", "raise the fort", "fort"),
        ("укреп*", "окоп*", "строит укрепление", "возвести укрепление", "копает", "форт"),
    ),
    Keyword(
        "work:crossing", Name("lays a crossing", "навести переправу"),
        ("lay crossing", "lay a crossing", "crossing", "bridge"),
        ("навести переправу", "наводят переправу", "переправа", "понтон*", "навести мост"),
    ),
    Keyword(
        "work:demolish", Name("demolishes the passage", "подорвать переправу"),
        ("demolish", "blow up", "blows up", "demolish the passage", "demolish bridge", "destroy the bridge"),
        ("подорвать", "взорвать", "взрыв*", "подрыв*", "разрушить мост", "подорвать мост", "подорвать переправу"),
    ),
    Keyword(
        "work:clear", Name("clears mines", "разминировать"),
        ("clear", "clear mines", "sweep mines"), ("размин*", "снять мины", "снимает мины"),
    ),
    Keyword(
        "work:lower", Name("lowers the fort", "разрушить укрепление"),
        ("lower", "lower the fort", "raze the fort"), ("разрушить укрепление", "снизить укрепление", "срыть"),
    ),
    Keyword(
        "work:interrupt", Name("interrupts the point", "прервать удержание"),
        ("interrupt", "sabotage", "interrupt the point"), ("прервать", "саботаж", "диверсия", "прервать удержание"),
    ),
    Keyword(
        "work:repair", Name("mends", "ремонтировать"),
        ("repair", "repairs", "mend", "fix"), ("починить", "ремонт*", "чинит"),
    ),
    Keyword("work:medic", Name("treats", "лечить"), ("treat", "heal", "heals"), ("лечить", "вылечить", "перевязать")),
    # --- fire ---
    Keyword(
        "do:fire", Name("fires at", "огонь по"),
        ("fire", "fires", "fire at", "shoot", "shoot at", "attack", "attacks", "hit", "strike"),
        ("огонь", "огонь по", "стрел*", "обстрел*", "атак*", "бить", "бьёт", "удар", "ударить", "залп", "вести огонь",
         "стрелять по"),
    ),
    # --- cards ---
    Keyword(
        "do:play", Name("play", "сыграть"),
        ("use card", "play card"),
        ("играю", "играем", "разыграть", "разыгр*", "кладу"),
    ),
    Keyword(
        "do:ability", Name("use the ability", "применить способность"),
        ("ability", "use ability"), ("способность", "применяю способность", "использовать способность"),
    ),
    Keyword(
        "do:withdraw", Name("take off the table", "снять со стола"),
        ("withdraw", "take off", "remove", "take", "off the table"),
        ("снять", "снимаю", "убрать", "убираю", "со стола", "отменить действие"),
    ),
    Keyword(
        "do:inspect", Name("inspect", "осмотреть"),
        ("look at", "look", "turn over", "turn"), ("осмотр*", "посмотреть", "смотрю", "вскрыть", "открыть фишку"),
    ),
    Keyword("do:everything", Name("everything", "все фишки"), ("all counters",), ("всё подряд",)),
    Keyword(
        "do:pass", Name("no answer", "без ответа"),
        ("pass", "nothing", "no card", "no reaction", "let it be"),
        ("пас", "пасую", "ничего", "не отвечаю", "нет карты", "без реакции"),
    ),
    Keyword("do:look_at_nothing", Name("look at nothing", "не осматривать"), ("pass", "nothing"), ("пас", "ничего")),
    Keyword(
        "do:whole_turn", Name("for the whole turn", "до конца хода"),
        ("whole turn", "this turn no more"), ("весь ход", "на весь ход"),
    ),
    Keyword(
        "do:take", Name("take", "взять"),
        ("draw", "buy", "exchange for", "exchange"),
        ("беру", "берём", "тяну", "обмен*", "купить", "меняю на"),
    ),
    Keyword("do:voucher", Name("for a voucher", "по талону"), ("voucher",), ("талон*",)),
    Keyword("tier:cheap", Name("a cheap card", "дешёвая карта"), ("cheap",), ("дешёв*", "дешев*")),
    Keyword("tier:medium", Name("a medium card", "средняя карта"), ("medium",), ("средн*",)),
    Keyword("tier:expensive", Name("an expensive card", "дорогая карта"), ("expensive", "dear"), ("дорог*",)),
    Keyword("do:discard", Name("discard", "сбросить"), ("throw away",), ("сброс*", "скинуть", "скидываю")),
    Keyword("do:namely", Name("namely", "а именно"), ("choose",), ("именно", "выбираю")),
    # --- deployment ---
    Keyword(
        "do:deploy", Name("deploy", "расставить"),
        ("place", "put", "set up"),
        ("расставл*", "поставить", "ставлю", "разместить"),
    ),
    Keyword(
        "at:proposed", Name("as proposed", "как предложено"),
        ("as listed", "leave it", "as it is", "default"), ("по умолчанию", "как есть", "по списку", "оставить"),
    ),
    Keyword("at:reserve", Name("in reserve", "в резерв"), ("reserve", "to reserve"), ("резерв", "в резерве")),
)  # fmt: skip

FILLERS: tuple[str, ...] = (
    "hex", "hexes", "via", "through", "by", "unit", "counter",
    "card", "general", "minutes", "off", "where", "long", "minute",
    "гекс", "гекса", "гексу", "гексы", "через", "фишка",
    "фишку", "фишке", "карта", "карту", "карты", "генерал", "генерала",
    "минут", "минуты", "минута", "транспорт", "цель", "цели", "точка", "точке", "точку", "отряд", "борту",
)  # fmt: skip
