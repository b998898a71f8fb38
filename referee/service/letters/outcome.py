"""What can become of a letter, by name; what only looks at that need not load what reads letters."""

from enum import StrEnum


class Outcome(StrEnum):
    """The end of a letter's way through the referee."""

    ORDERS = "orders filed"
    ANSWERED = "question answered"
    NOTHING_NEW = "nothing new"
    SIGN_UP = "sign-up"
    DECLINED = "declined"
    ASKED = "asked to confirm"
    CONFIRMED = "confirmed"
    EXPIRED = "confirmed too late"
    HELD = "held: another sender"
    DOUBTFUL = "held: it looks automatic"
    CRASHED = "held: it could not be read"
    STRANGER = "stranger"
    MACHINE = "automatic mail"
    BOUNCED = "mail came back"
    CIRCLES = "going in circles"
    OWN = "our own mail"
    UNSUBSCRIBED = "unsubscribed"
    DUPLICATE = "duplicate"
    NO_TOKEN = "no token"
    OLD_TURN = "that turn is over"
    TAKEN_BACK = "that turn was taken back"
    LATE = "late"
    GAME_OVER = "game over"
    REPLACED = "replaced player"
    TOO_LARGE = "too large"
    UNREADABLE = "no readable text"
    FOR_THE_GM = "for the GM"
    GM_ORDERS = "the GM's commands"
    NOT_THE_GM = "not the GM's address"
    DENIED = "not the player's, they say"
    DISCARDED = "discarded by the GM"


MOST_REQUESTS = 20
"""So many requests of one letter are carried out, lest a few lines become thousands of mails."""

WAITS = -1
"""What reading a letter returns, instead of its game, that must wait for the turn it came too late for."""

ASKED_ABOUT = (Outcome.HELD, Outcome.DOUBTFUL)
"""Held until their player says that they are theirs."""

OUR_FAULT = (Outcome.CRASHED, Outcome.UNREADABLE)
"""What a letter is held for that we could not read, or could not answer."""

DOUBTED = ", "
"""In the note of a held letter between its sender's address and why our mail server does not believe it."""


def release_does(outcome: str, letter: int) -> str:
    """Tell a GM what comes of releasing a held letter; one that waits for its player counts then as theirs."""
    if outcome in ASKED_ABOUT:
        return f"It waits for the player's YES; RELEASE {letter} lets it count without, DISCARD {letter} drops it."
    return f"RELEASE {letter} has it read once more, DISCARD {letter} drops it."
