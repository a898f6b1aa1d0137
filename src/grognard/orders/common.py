"""The words of English and Russian that every set of orders uses, whatever the rule book."""

from __future__ import annotations

from typing import Literal, TypeAlias

Mark: TypeAlias = Literal["all", "rest", "except", "not", "guess", "if", "correct", "cancel", "with", "and"]

MARKS: dict[Mark, str] = {
    "all": "all|everyone|everybody|everything|all units|all of them|all of you|each"
    "|все|всем|всеми|вся|всей|каждый|каждому|все отряды|всем отрядам|всем войскам|все войска",
    "rest": "everyone else|everybody else|all others|all the others|all other units|the others|others"
    "|the rest|rest|all the rest|остальные|остальным|остальными|все остальные|всем остальным"
    "|прочие|прочим|все прочие|всем прочим",
    "except": "except|except for|apart from|кроме|за исключением",
    "not": "not|do not|don't|dont|does not|doesn't|did not|didn't|never|won't|will not|must not|cannot"
    "|can't|instead of|rather than|refuse to|не|ни|нельзя|вместо|хватит",
    "guess": "maybe|perhaps|possibly|probably|might|could|either|or|whether|otherwise|может|может быть"
    "|возможно|наверное|наверно|пожалуй|видимо|вряд ли|едва ли|или|либо|вдруг|ли|иначе|бы",
    "if": "if|unless|until|when|as soon as|in case|если|ежели|когда|как только|пока|в случае|при условии",
    "correct": "upd|update|edit|edited|correction|actually|rather|better|instead|no better|scrap that"
    "|on second thought|on second thoughts|changed my mind|апд|упд|апдейт|правка|исправление|исправлено"
    "|поправка|лучше|нет лучше|вернее|точнее|передумал|передумала|вместо этого|уточнение",
    "cancel": "cancel|cancelled|belay|withdraw my order|отмена|отменяю|отменить|отмените|отставить",
    "with": "with|using|by|силами|при помощи|с помощью",
    "and": "and|then|also|but|while|и|а|но|затем|потом|также|тоже|плюс",
}

_ENGLISH_FILLERS = """
the a an of to at on in into onto for from upon toward towards against over this that these those is are be am
will shall should must would have has had do does let lets please i we my our us you your he she it they them his her
its their now next turn again just still unit units force forces troops men squad order orders no nr there here
"""
_RUSSIAN_FILLERS = """
на в во по к ко с со у из от до за о об для при под над через это этот эта эти этого этой этих тот та те пусть
пускай пускаю давай давайте будет будут буду будем быть хочу хотим прошу пожалуйста плиз мы я он она оно они мой моя
мое мои мою моих моим наш наша наше наши нашу наших свой своя свои свою своих своим их его ее им ему ей вы вас сей
теперь сейчас снова опять ход ходу ходе ходом этом отряд отряда отряду отрядом отряды отрядам войско войска бойцы
бойцам воины номер приказ приказы приказываю там тут здесь же то так ваш ваша ваши
"""
FILLERS = frozenset(("°", *(_ENGLISH_FILLERS + _RUSSIAN_FILLERS).split()))
