"""What somebody without a seat says: YES or NO to a code, or JOIN, STANDBY, OBSERVE at the open address."""

import re

from referee.engine.values import value
from referee.mail.address import ALPHABET, TOKEN_LENGTH, clean_name
from referee.mail.lines import bare_subject
from referee.mail.quoting import Label
from referee.service.letters.incoming import Incoming, lines_answered, lines_mailed, subject_of

LATE = "Your answer came after that code had run out, so nothing was done. Please ask once more if you still want it."
AGAIN = (
    "I found no line in your letter that is YES and nothing more, so nothing was done. If you mean yes, answer with "
    "that word alone on its line."
)
"""What is said of an answer that does nothing: the code is over, or the answer is none."""

MOST_LINES = 40
"""In a longer letter nobody hides what they want."""

COURTESIES = r"(?:\W+(?:please|thanks?|thank|you|thx|sorry|danke|bitte|merci|count\s+me\s+in)\b)*"

POLITE = rf"{COURTESIES}\W*$"

CODE = rf"(?:\W+[{ALPHABET}]{{{TOKEN_LENGTH}}}\b)?"

BARE = f"{CODE}{POLITE}"

SAYS_YES = r"\W*(?:please\W+)?(?:yes|ja|oui|si|sí)\b"

YES = re.compile(f"{SAYS_YES}{BARE}", re.IGNORECASE)
"""A line that is this word, with or without its code, and nothing else: *Yes, but ...* may want the opposite."""

BEHIND_YES = re.compile(BARE, re.IGNORECASE)

STOP = re.compile(
    rf"\W*(?:please\s+)?(?:stop|unsubscribe|leave|quit|newsletter\W+off)(?:\s+(?:me|it|them|this|that|now|the|these|all|my|from|to|sending|"
    rf"getting|game|list|letters?|mails?|e-?mails?|reports?|newsletters?|observer|subscription))*{POLITE}",
    re.IGNORECASE,
)
"""A line that is this command and nothing else: *Stop it, she said* tells a story."""

NO = re.compile(rf"\W*(?:no(?:\s*(?:[,.;:!]|\s[-–—])|{POLITE})|(?:nein|non|nee)\W*$)", re.IGNORECASE)
"""It stands alone or before a mark: *No idea what happened* answers nothing."""

DECLINES = re.compile(
    r"\b(?:no\s+time|keine\s+zeit|kein\s+interesse|count\s+me\s+out|not\s+(?:this\s+time|interested|for\s+me)|"
    r"(?:must|have\s+to|need\s+to|i|i'll|will|respectfully)\s+(?:decline|pass)|"
    r"(?:can'?t|cannot|can\s+not|won'?t|unable\s+to|not\s+able\s+to|don'?t\s+want\s+to|do\s+not\s+want\s+to|"
    r"would\s+rather\s+not|rather\s+not)\s+(?:play|join|take\s+part|make\s+it|participate|be\s+able))\b|"
    r"^\W*decline[ds]?\W*$",
    re.IGNORECASE,
)
"""How people decline who do not write NO."""

HEDGED = re.compile(r"\?|\b(?:yes|but|though|although|unless|until|except|if|aber|sondern)\b", re.IGNORECASE)
"""With such a word in it the line may say the opposite; a person must read it."""

GAME = r"[A-Za-z0-9-]{1,40}"

ASKING = r"(?:(?:i(?:\W?d|\s+would)\s+(?:like|love)|i\s+want)\s+to|(?:may|can|could)\s+i|let\s+me|please)\s+"

WANTS = re.compile(rf"\W*(?:{ASKING})?(join|standby|observe)\b(?:\s+({GAME}))?", re.IGNORECASE)

WHICH = re.compile(GAME)

AS_NAME = (
    r"(?:\W+please)?\W*\b(?:as|name)\s+"
    r"(?!(?:soon|long|far|well|much|usual|always|ever|if|though|i|we|it)\b)([^?,;:!]{1,80}?)"
    r"(?=\s*(?:[;:!]|(?<!\b\w)(?<!\b\w\w)\.(?:\s|$)|$)"
    r"|\s*(?:,|\s(?:and|but|because|so|if|please|thanks?|thank)\b)[^?.!]*(?:[.!]|$))"
)
"""The name ends with its sentence, or where that goes on; a dot behind two letters (*St. John*) ends nothing."""

OPENS = re.compile(rf"({SAYS_YES}{CODE}{COURTESIES})(?:{AS_NAME})?{COURTESIES}", re.IGNORECASE)
"""A line that begins with YES, perhaps with a name, whatever stands behind."""

BEFORE_YES_AS = re.compile(r"(?<=[.!:])\s+(?=YES AS\b)")

HALTS = re.compile(r"\b(?:but|however|unless|maybe|perhaps|first|later|think|consider)\b", re.IGNORECASE)
DENIES = re.compile(r"\b(?:no|not|never|only|or)\b|n't\b", re.IGNORECASE)
COMES = re.compile(
    r"\b(?:play|join|be|gladly|gerne|course|pleasure|take\s+part|(?:me|I'?m|am)\s+in)\b", re.IGNORECASE
)
"""Behind a YES that goes on: what may take it back, and what shows that a seat is meant by it."""

NAMED = re.compile(rf"\W*(?:yes|join(?:\s+(?!as\b|name\b){GAME})?)?{AS_NAME}", re.IGNORECASE)
"""A seat's name stands behind YES, behind JOIN and a game, or alone: *as I said* names nothing."""

CALLED = re.compile(rf"(?:(?!as\b|name\b){GAME})?{AS_NAME}", re.IGNORECASE)
"""The same behind a command that was read already: the game, if one is named, and the seat's name."""

JOINS = re.compile(rf"\W*join(?:\s+{GAME})?{POLITE}", re.IGNORECASE)


@value
class Said:
    """What the new lines of a letter come to; `game` and `name` are as written. STOP is a `no` too.

    `about` is all that stands behind JOIN and the like, for a game may be called by its title.

    `declines` is a NO, or says in other words that its writer does not want to play; `accepts` is a YES, or asks for a
    seat by JOIN or its name. Who says both YES and NO has said neither.
    """

    yes: bool = False
    no: bool = False
    stop: bool = False
    declines: bool = False
    accepts: bool = False
    wants: str = ""
    game: str = ""
    about: str = ""
    name: str = ""


def new_lines(case: Incoming) -> list[str]:
    """Return the lines that were written now, of a letter that answers none of a game's."""
    labelled = case.labelled(lines_answered(case) or lines_mailed(case)).lines
    found = [x.text.strip() for x in labelled if x.label is Label.NEW]
    return [text for text in found if text][:MOST_LINES]


def heard(case: Incoming) -> Said:
    """Read them; the subject counts where the text is silent, for many write JOIN there, unless it is one of ours."""
    found = read(new_lines(case))
    return found if found != Said() or _is_ours(case) else read([case.letter.subject])


def _is_ours(case: Incoming) -> bool:
    """Say whether a letter has the subject of the one that it answers; what stands there was not written now."""
    subject, mail = bare_subject(case.letter.subject), case.answered
    if mail is None:
        return subject.startswith("[")
    return subject == bare_subject(subject_of(case, mail))


def _declines(line: str) -> bool:
    line = line.replace("\u2019", "'")
    return bool(DECLINES.search(line)) and not HEDGED.search(line)


def wish(what: str, text: str) -> Said:
    """Return what a player's own JOIN, STANDBY or OBSERVE with this text behind it comes to."""
    which, named = WHICH.match(text), CALLED.match(text)
    return Said(wants=what, game=_game(which[0] if which else ""), about=text, name=_name(named))


def _game(written: str) -> str:
    return "" if written.lower() == "as" else written


def _name(named: re.Match[str] | None, group: int = 1) -> str:
    return clean_name(named[group].strip(" \"'.,!")) if named and named[group] else ""


def is_yes(line: str) -> bool:
    """Say whether a line is YES and nothing that could take it back."""
    return bool(YES.match(line)) and "?" not in line


def takes_back(behind: str) -> bool:
    """Say whether what stands behind a YES could take it back."""
    return "?" in behind or not BEHIND_YES.match(f" {behind}")


def opened(line: str) -> tuple[str, str] | None:
    """Take a line apart that begins with YES: the name behind AS, and what stands behind all that; None for another."""
    if (found := OPENS.match(line)) is None:
        return None
    return _name(found, 2), line[found.end() :].strip(" \t,.;:!-\u2013\u2014)")


def _goes_on(line: str) -> bool:
    """Say whether a line says YES to a seat and goes on, as in *Yes! I would like to be Fiona*, and not back."""
    if (found := OPENS.match(line)) is None:
        return False
    behind = line[found.end() :].replace("\u2019", "'")
    if HALTS.search(behind) or _declines(behind):
        return False
    ended = re.match(r"\s*[.!]", behind) is not None
    return ended or (COMES.search(behind) is not None and not HEDGED.search(behind) and not DENIES.search(behind))


def _parted(line: str) -> list[str]:
    """Part a line before YES AS, as we write it, unless what stands there could take that back."""
    before, *behind = BEFORE_YES_AS.split(line, maxsplit=1)
    return [line] if _declines(before) or HALTS.search(before) or DENIES.search(before) else [before, *behind]


def read(lines: list[str]) -> Said:
    """Read lines: the first that wants something, the first name given, YES, NO and STOP where a line is nothing else.

    A footer may say STOP beside a YES; a NO beside it takes it back. Kind words may stand before YES AS on its line.
    """
    lines = [part for line in lines for part in _parted(line)]
    wanted = next((m for m in map(WANTS.match, lines) if m), None)
    named = next((m for m in map(NAMED.match, lines) if m), None)
    yes, no, stop = (any(map(says, lines)) for says in (is_yes, NO.match, STOP.match))
    return Said(
        yes=yes and not no,
        no=(no or stop) and not yes,
        stop=stop,
        declines=not yes and (no or stop or any(map(_declines, lines))),
        accepts=not no and (yes or named is not None or any(map(JOINS.match, lines)) or any(map(_goes_on, lines))),
        wants=wanted[1].upper() if wanted else "",
        game=_game(wanted[2] or "") if wanted else "",
        about=wanted.string[wanted.end(1) :] if wanted else "",
        name=_name(named),
    )
