"""Words to the referee as to a person, told from lines that were meant as orders: greetings, sentences, names below.

Whoever writes an order that cannot be read must hear so; whoever writes a friendly letter must not be corrected line
by line. So a line that cannot be read is taken for an order if it stands in capitals, or is short and stands among
orders or in a letter without any; a greeting, a sentence or a signature is not.

At the foot of a letter stands who wrote it: a name, a title, a company, how they are reached. A line there may begin
with a word of the game, or like one (*Keep moving!*, *Senior Account Manager*); it is known by the lines around it
that can be nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from enum import Enum, auto
from itertools import groupby, pairwise
from typing import NamedTuple

from referee.engine.errors import Unreadable
from referee.engine.lexicon import Word, split

SHORT = 6
"""An order that nobody can read has seldom more words; a sentence has seldom fewer."""

CURT = 4
"""So few words are an order even with an *I* among them: *I give up*."""

MOST_GUESSED = 5
"""More short lines than these, in small letters, are a text."""

LEAST_SHOUTED = 4
"""So many letters in capitals are no *OK* and no *PS*."""

COURTESY = frozenset(
    """
    HI HELLO HEY HALLO DEAR GREETINGS GOOD MORNING EVENING THANKS THANK THX TY CHEERS REGARDS BEST WARM KIND KINDLY
    YOURS SINCERELY LOVE CIAO BYE GOODBYE LATER HAPPY MERRY SORRY PS OK OKAY SENT ORDERS ORDER MOVES NICE GREAT WELL
    LOVELY SUPER PERFECT EXCELLENT AWESOME BRILLIANT WONDERFUL FANTASTIC UNDERSTOOD NOTED CONGRATULATIONS CONGRATS
    WELCOME HAVE ENJOY REFEREE REF MODERATOR LIEBER LIEBE LIEBES VIELE SCHONE GRUSS GRUSSE GRUESSE MFG VG LG DANKE BIS
    SERVUS MOIN BONJOUR SALUT MERCI CORDIALEMENT AMITIES HOLA SALUDOS GRACIAS GRAZIE SALUTI HOI GROETEN GROETJES
    BEDANKT HEJ TACK
    """.split()
)
"""Words with which a greeting begins."""

COURTESIES = frozenset(
    {
        ("TAKE", "CARE"), ("TAKE", "YOUR"), ("SEE", "YOU"), ("SEE", "YA"), ("ALL", "THE"), ("WITH", "BEST"),
        ("WITH", "KIND"),
        ("MANY", "THANKS"), ("LOOKS", "GOOD"), ("LOOKS", "GREAT"), ("LOOKS", "FINE"), ("GOT", "IT"),
        ("SEE", "ATTACHMENT"), ("SEE", "ATTACHED"), ("SEE", "BELOW"), ("SEE", "ABOVE"), ("PLEASE", "SEE"),
        ("PLEASE", "FIND"), ("WILL", "DO"), ("ALL", "GOOD"), ("ALL", "FINE"),
        ("MIT", "FREUNDLICHEN"), ("MIT", "BESTEN"),
    }
)  # fmt: skip
"""Greetings of which the first word may begin something else."""

HEADINGS = (["ORDERS"], ["ORDER"], ["MOVES"], ["MOVE"])
"""Behind MY, or the writer's name, these stand above orders."""

OPENING = frozenset({"HI", "HELLO", "HEY", "HALLO", "DEAR", "GREETINGS", "LIEBER", "LIEBE", "BONJOUR", "HOLA"})
"""Words with which one greets at the beginning; below them no name stands."""

PRONOUNS = frozenset(
    """
    I I'M I'LL I'VE I'D WE WE'LL WE'RE WE'VE US OUR YOU YOUR YOU'RE YOU'LL YOU'VE HE SHE IT IT'S ITS THEY THEY'RE THEIR
    THIS THAT THAT'S THESE THOSE THERE THERE'S ANYONE ANYBODY SOMEONE SOMEBODY EVERYTHING SOMETHING
    ICH DU WIR IHR ES DAS DIE JE TU NOUS VOUS C'EST YO IK HET JAG
    """.split()
)
"""Words for those who speak and are spoken of."""

UNNAMED = frozenset({"SOMEONE", "SOMEBODY", "ANYONE", "ANYBODY", "I", "I'M"})
"""Those of them that stand behind the IF of an order not yet written as one."""

TALK = PRONOUNS | frozenset(
    """
    WHAT WHAT'S WHEN WHERE WHY HOW WHO WHICH IS ISN'T ARE AREN'T WAS WASN'T WERE BE BEEN AM WILL WON'T WOULD SHOULD
    COULD CAN CAN'T DO DON'T DOES DOESN'T DID DIDN'T HAVE HAVEN'T HAS HAD HOPE HOPING THINK GUESS JUST REALLY QUITE SO
    BUT BECAUSE SINCE ABOUT MAYBE PERHAPS VERY FUN LET LET'S SORRY THANKS THANK LOOKING FORWARD STILL ALSO AGAIN SOON
    PLEASED GLAD HERE HERE'S TODAY TOMORROW WEEK WEEKEND MONTH YES ALREADY ONLY EVEN
    IST SIND HABE HABEN BIN NICHT MIT UND FUR AUF EST SUIS PAS ET SOY ESTOY SONO
    """.split()
)
"""Words that sentences have and orders have not."""

FIRST = frozenset({"WITH", "BY", "FROM", "AT", "IN", "AS", "NO", "YES", "NOW", "FOR", "THE", "BUT", "AND", "OR", "ANY"})
"""Words with which a sentence or half of one may begin, and no order that is nearly right."""

PLEA = frozenset(
    """
    HELP HILFE I I'M WE ME US YOU SOMEBODY SOMEONE ANYBODY ANYONE REFEREE REF PLEASE PLS PLZ BITTE HI HELLO HEY SORRY
    CAN COULD WOULD WILL NEED WANT LIKE ASK ASKING LOST STUCK SEND GIVE GET SHOW TO FOR WITH ON IN OF AND THE THIS THAT
    A AN ANY SOME LITTLE BIT MORE MY WRITING ORDER ORDERS COMMAND COMMANDS FORM FORMAT LETTER LETTERS GAME LIST
    HOW WHAT DO DOES IT WORK PLAY WRITE START BEGIN SHOULD MUST
    """.split()
)
"""The words of a line that asks for help and for nothing else."""

WISH = frozenset(
    """
    RULES RULE PLEASE PLS SEND GIVE SHOW ME US THE MY YOUR I WE CAN COULD WOULD YOU WANT NEED LIKE TO SEE HAVE READ GET
    AGAIN MORE ONCE
    """.split()
)
"""The words of one who asks for the rules and for no part of them."""

MOST_NAMES = 2
"""So many words the name has that people put below their words."""

SIGNING = ("--", "---", "—")
"""Lines below which people put who they are; rulers to others, so orders below one are orders."""

NOT = frozenset(
    """
    NOT NO NEVER DON'T DONT DOESN'T WON'T WONT CAN'T CANNOT WITHOUT EXCEPT BUT UNLESS NOBODY NONE NOTHING REFUSE CLOSE
    CLOSED AVOID STOP REJECT DECLINE NEITHER NOR SUFFER NICHT KEIN KEINE KEINEN NIE OHNE
    """.split()
)
"""Words that turn what stands with them into its opposite."""

FORBIDS_NOTHING = "Leave it out; an order that you sent before goes with CLEAR."

FORBIDDING = frozenset({"DON'T", "DONT", "NEVER", "WON'T", "WONT", "NICHT"})
FORBIDDING_TWO = frozenset({("DO", "NOT"), ("WILL", "NOT"), ("SHALL", "NOT"), ("LET'S", "NOT")})

CONTACT = re.compile(
    r"\+?\d[\d ()/.-]{6,30}\d|\bwww\.|https?://|^\W*(?:tel|phone|telefon|mobile?|fax|cell|e-?mail)\b", re.IGNORECASE
)
"""How one may be reached stands in no order."""

REACHED = re.compile(
    r"\S@[\w.-]+\.\w|\b[\w-]+\.(?:com|org|net|info|de|at|ch|eu|uk|fr|it|es|nl|be|pl|dk|se|no|fi|us|ca|example)\b|"
    r"^\W*(?:direct|office|t[ée]l|port|internet|web)\b\W{0,3}[:|]",
    re.IGNORECASE,
)
"""The same where others say so too."""

COMPANY = re.compile(
    r"\b(?:GmbH|AG|KG|OHG|UG|mbH|e\. ?V\.|Ltd|LTD|Limited|Inc|LLC|LLP|PLC|plc|Corp|SAS|SARL|S\.A\.|S\.A\.S\.|"
    r"B\.V\.|N\.V\.|S\.p\.A\.|S\.r\.l\.|Universität|University|Université)(?![\w@])"
)
"""What a company is called behind its name."""

REGISTER = re.compile(
    r"\b(?:Amtsgericht|Registergericht|Handelsregister|HR[AB] ?\d|USt-?Id|Geschäftsführ\w+|Vorstand|Aufsichtsrat\w*|"
    r"Registered (?:in|office|no)|Company (?:no|reg|number)|VAT|SIRET|RCS|TVA|Partita IVA)\b",
    re.IGNORECASE,
)

TOWN = re.compile(r"^(?:[A-Z]{1,2}-)?\d{4,5} [^\W\d_]{3,}|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|\b[A-Z]{2} \d{5}\b")
"""A postal code, in the manner of several countries."""

SEARCHED = 160
"""So much of a line is looked at."""

SURE = 2
"""So many lines that can be nothing else make a signature wherever they stand; one does at a letter's end."""


class Sense(Enum):
    """What a line is that could not be read."""

    MEANT = auto()
    TALK = auto()
    GREETING = auto()


class Scrap(NamedTuple):
    """One line of a letter: its words, its paragraph, and whether its writer is told of it anyhow."""

    text: str
    paragraph: int
    told: bool


def greets(words: Sequence[str]) -> bool:
    """Say whether a line begins as a greeting, a farewell or a heading does."""
    return not words or words[0] in COURTESY or tuple(words[:2]) in COURTESIES


def takes_leave(words: Sequence[str], *, apart: bool) -> bool:
    """Say whether a line is a farewell of a word, or of a few where it stands apart from the lines above it."""
    said = [word for word in words if word.isalnum()]
    return greets(words) and (len(said) == 1 or (apart and len(said) <= CURT and not OPENING.intersection(words[:1])))


def signs(text: str, name: str) -> bool:
    """Say whether a line below words to somebody is no more of them: a farewell, or who wrote them."""
    words, own = _words(text), set(_words(name))
    named = len(words) <= MOST_NAMES and _like_a_name(text)
    return own.issuperset(words) or named or takes_leave(words, apart=True) or tells_of_writer(text)


def negates(text: str) -> bool:
    """Say whether a line has a word that turns others into their opposite; ELSE NOTHING ends a list of cards."""
    words = [word.text for word in split(text)]
    return any(word in NOT and (before, word) != ("ELSE", "NOTHING") for before, word in pairwise(("", *words)))


def forbidden(line: Sequence[Word], verbs: Collection[str]) -> Unreadable | None:
    """Answer a line that says what not to do; None if it says something else."""
    for word, behind in pairwise(line[:4]):
        curt = word is line[0] and word.text == "NO" and behind.text in verbs
        if curt or word.text in FORBIDDING or (word.text, behind.text) in FORBIDDING_TWO:
            said = word.written if curt or word.text in FORBIDDING else f"{word.written} {behind.written}"
            return Unreadable(f'"{said}" forbids something, and orders say what to do.', FORBIDS_NOTHING)
        if word.text in verbs:
            return None
    return None


def talks(words: Sequence[str]) -> bool:
    """Say whether words stand in a line that sentences have and orders have not."""
    return any(word in TALK for word in words)


def rambles(words: Sequence[str]) -> bool:
    """Say whether a line is a sentence that nobody would write for an order."""
    return bool(words) and (words[0] in TALK or words[0] in FIRST or (talks(words) and len(words) > SHORT))


def pleads(words: Sequence[str]) -> bool:
    """Say whether a line asks the referee for help: *help me please*, *How do I play?* and the like."""
    said = [word for word in words if word[:1].isalnum()]
    asks = said[:1] in (["HOW"], ["WHAT"]) or "HELP" in said or "HILFE" in said
    return asks and PLEA.issuperset(said)


def topic(asked: str) -> str:
    """Return what is asked for beside politeness: *send me the rules please* is for no part of them."""
    words = _words(asked)
    return "" if WISH.issuperset(words) else asked


def shouted(text: str) -> bool:
    """Say whether a line stands in capitals."""
    letters = [c for c in text if c.isalpha()]
    return len(letters) >= LEAST_SHOUTED and text.upper() == text


def sorted_out(scraps: Sequence[Scrap], own: frozenset[str], others: frozenset[str]) -> list[Sense]:
    """Say of every line of a letter what it is, those that are told of aside.

    ``own`` are the words of the writer's name at the table, ``others`` those of the other names.
    """
    letter = _Letter(scraps, own | others, others)
    found = [letter.sense(i) for i in range(len(scraps))]
    signed = max((i for i, scrap in enumerate(scraps) if scrap.text in SIGNING), default=len(scraps))
    if letter.last_told < signed:
        found = [Sense.TALK if i > signed and sense is Sense.MEANT else sense for i, sense in enumerate(found)]
    quiet = {i for i, sense in enumerate(found) if sense is Sense.MEANT and not shouted(scraps[i].text)}
    if len(quiet) > MOST_GUESSED:
        return [Sense.TALK if i in quiet else sense for i, sense in enumerate(found)]
    return found


class _Letter:
    """All lines of a letter in their order, cut into words once, and where those stand that are told of anyhow."""

    def __init__(self, scraps: Sequence[Scrap], names: frozenset[str], others: frozenset[str]) -> None:
        self.scraps = scraps
        self.names = names
        self.others = others
        self.words = [_words(scrap.text) for scrap in scraps]
        told = [i for i, scrap in enumerate(scraps) if scrap.told]
        self.first_told = min(told, default=len(scraps))
        self.last_told = max(told, default=-1)
        self.told_in = {scraps[i].paragraph for i in told}

    def sense(self, at: int) -> Sense:
        scrap, words = self.scraps[at], self.words[at]
        if scrap.told or self.names.issuperset(words) or self._signs(at) or CONTACT.search(scrap.text):
            return Sense.GREETING
        if words[1:] in HEADINGS and (words[0] == "MY" or words[0].removesuffix("'S") in self.names):
            return Sense.GREETING
        if greets(words):
            return Sense.GREETING if len(words) <= CURT and not self.others.intersection(words) else Sense.TALK
        if shouted(scrap.text) and (not talks(words) or len(words) <= CURT):
            return Sense.MEANT
        end = scrap.text.rstrip()
        if len(words) > SHORT or talks(words) or words[0] in FIRST or end.endswith(("!", ",", ":", "...")):
            return Sense.TALK
        if self.others.intersection(words):
            return Sense.MEANT
        last = bool(at) and at == len(self.scraps) - 1 and (len(words) == 1 or _like_a_name(end))
        return Sense.MEANT if self._among(at) and not last and len("".join(words)) >= LEAST_SHOUTED else Sense.TALK

    def _among(self, at: int) -> bool:
        """Say whether a line stands among orders, or in a letter without any."""
        between = self.first_told < at < self.last_told
        return not self.told_in or between or self.scraps[at].paragraph in self.told_in

    def _signs(self, at: int) -> bool:
        """Say whether a line is a name below a farewell, with nothing but such behind it."""
        above = self.words[at - 1] if at else []
        if not at or self.last_told >= at - 1 or not greets(above) or OPENING.intersection(above[:1]):
            return False
        text, words = self.scraps[at].text, self.words[at]
        named = _like_a_name(text) or (len(words) == 1 and text.isupper())
        return len(words) <= CURT and named and not self.others.intersection(words)


def _like_a_name(text: str) -> bool:
    """Say whether every word begins with a capital and goes on in small letters."""
    parts = text.strip(" -~,.").split()
    return bool(parts) and all(part[0].isupper() and (len(part) == 1 or not part[1:].isupper()) for part in parts)


def _words(text: str) -> list[str]:
    return [word.text for word in split(text) if word.text[:1].isalnum()]


def tells_of_writer(text: str) -> bool:
    """Say whether a line can be nothing but a part of a signature."""
    return any(pattern.search(text[:SEARCHED]) for pattern in (CONTACT, REACHED, COMPANY, REGISTER, TOWN))


def signature(
    texts: Sequence[str], paragraphs: Sequence[int], useful: Collection[int], is_like_an_order: Callable[[str], bool]
) -> set[int]:
    """Return the numbers of the lines that are signatures; ``useful`` ones could be read, and are none.

    In a paragraph that has such lines all are, but for those that are like an order: of these only a title, with a
    capital to each word and no figure, may be one; and anything without a figure below a line that is sure, if there
    are several.
    """
    last = max(useful, default=-1)
    found: set[int] = set()
    for _, members in groupby(range(len(paragraphs)), key=paragraphs.__getitem__):
        numbers = list(members)
        rest = [number for number in numbers if number not in useful]
        sure = [number for number in rest if tells_of_writer(texts[number]) and not is_like_an_order(texts[number])]
        if len(sure) >= SURE or (sure and numbers[0] > last):
            above = sure[0] if len(sure) >= SURE else len(texts)
            found |= {n for n in rest if not _is_order(texts[n], n < above, is_like_an_order)}
    return found


def _is_order(text: str, above: bool, is_like_an_order: Callable[[str], bool]) -> bool:
    """Say whether a line of a signature may be an order nevertheless."""
    if not is_like_an_order(text) or (tells_of_writer(text) and ("@" not in text or not text.split()[1:])):
        return False
    return any(letter.isdigit() for letter in text) or (above and not text.istitle())
