"""Keys that stand in text on its way out, as when a player pastes a reply address into press: blotted out."""

import re
from collections.abc import Iterable, Iterator

from referee.mail.address import TOKEN_LENGTH, tokens_within
from referee.reports.data import loads
from referee.reports.parts import Letter
from referee.store import inbox
from referee.store.database import Transaction

BLOT = "[a key stood here]"

MOST = 20_000
"""So many places of one text are looked at; no letter of ours has more."""

_RUNS = bytes(0x61 if chr(one).isalnum() and one < 128 else 0x20 for one in range(256))
_LONG = b"a" * TOKEN_LENGTH
_RUN = re.compile(rf"[0-9A-Za-z]{{{TOKEN_LENGTH},}}")


def blotted(tx: Transaction, text: str) -> str:
    """Return a text in which no living key stands, with the address around it."""
    candidates = set(_candidates(text))
    found = inbox.keys_among(tx, candidates) if candidates else set[str]()
    if not found:
        return text
    return _RUN.sub(lambda run: _without(run.group(), found), _addresses_gone(text, found))


def clean(tx: Transaction, letter: Letter) -> Letter:
    """Return a letter in which no living key stands that somebody pasted into what goes out."""
    kept = blotted(tx, letter.data)
    return letter if kept is letter.data else Letter.of(letter.kind, loads(kept))


def _candidates(text: str) -> Iterable[str]:
    """Every piece of a run of letters and digits that could be a key, as keys are written."""
    left = MOST
    for letters in _runs(text):
        for _, token in tokens_within(letters[: left + TOKEN_LENGTH - 1]):
            yield token
        left -= len(letters)
        if left <= 0:
            return


def _runs(text: str) -> Iterator[str]:
    """Every run of so many letters and digits; a pattern takes six times as long to find them."""
    plain = text.encode("ascii", "replace").translate(_RUNS) + b" "  # a byte for each sign, so that places are the same
    end = 0
    while (at := plain.find(_LONG, end)) >= 0:
        end = plain.index(b" ", at)
        yield text[at:end]


def _addresses_gone(text: str, found: set[str]) -> str:
    """Take whole addresses out: what stands before the key up to a space or a bracket, and the host behind it."""

    def without(address: re.Match[str]) -> str:
        return BLOT if any(token in found for token in _candidates(address.group(1))) else address.group()

    return re.sub(r"[\w.%+-]{0,64}[+%]([0-9A-Za-z]{24,120})@[\w.-]{1,255}", without, text)


def _without(letters: str, found: set[str]) -> str:
    at = next((at for at, token in tokens_within(letters) if token in found), None)
    if at is None:
        return letters
    return f"{letters[:at]}{BLOT}{_without(letters[at + TOKEN_LENGTH :], found)}"
