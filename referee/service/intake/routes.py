"""What is done with a letter, by whose it is: one handler for each kind, which closes it and answers it once."""

from __future__ import annotations

from typing import assert_never

from referee.service.gm import codes as gm_codes
from referee.service.gm import letters as gm_letters
from referee.service.intake.whose import Known
from referee.service.letters.incoming import Outcome
from referee.service.letters.kinds import (
    CodeLetter,
    ForeignLetter,
    GmCodeLetter,
    GmLetter,
    KeylessLetter,
    KeyLetter,
    NewcomerLetter,
    OldKeyLetter,
    ProgramLetter,
    ReturnedMail,
    StrangerLetter,
)
from referee.service.players import codes, keyless, letters, open_address, vouching
from referee.service.post import bounces


def settled(letter: Known) -> int | None:
    """Have a letter read by who answers its kind; return the game that it touched."""
    match letter:
        case KeyLetter():
            return letters.read(letter)
        case ForeignLetter():
            return vouching.ask_whose(letter)
        case OldKeyLetter():
            return keyless.read(letter)
        case KeylessLetter():
            return keyless.hear_keyless(letter)
        case GmLetter():
            return gm_letters.read(letter)
        case GmCodeLetter():
            return gm_codes.read(letter)
        case CodeLetter():
            return codes.read(letter)
        case NewcomerLetter():
            return open_address.read(letter)
        case ReturnedMail():
            return bounces.take(letter)
        case ProgramLetter(sign=sign):
            return letter.close(sign.outcome, note=sign.note)
        case StrangerLetter(why=why):
            return letter.close(Outcome.STRANGER, note=why)
    assert_never(letter)
