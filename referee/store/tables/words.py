"""The closed lists of words that rows may hold."""

from enum import StrEnum


class Status(StrEnum):
    """Where a game stands; a `deleted` one never began, and is in nobody's list."""

    INVITING = "inviting"
    RUNNING = "running"
    PAUSED = "paused"
    HELD = "held"
    OVER = "over"
    DELETED = "deleted"


class Reveal(StrEnum):
    """What is opened after the end."""

    FULL = "full"
    NONE = "none"


class Reading(StrEnum):
    """How far a letter has come: `read` is one whose reading began and has not come to an end."""

    STORED = "stored"
    READ = "read"
    HELD = "held"
    DONE = "done"


class Occasion(StrEnum):
    """Why a step was adjudicated when it was."""

    SET_UP = "set-up"
    DEADLINE = "deadline"
    EARLY = "early"
    GM = "gm"


class Sending(StrEnum):
    """How far a mail has come: `failed` was refused for good, `dead` was tried for too long."""

    QUEUED = "queued"
    SENT = "sent"
    FAILED = "failed"
    DEAD = "dead"


class Matter(StrEnum):
    """What a confirmation is about."""

    SIGN_UP = "sign-up"
    INVITATION = "invitation"
    ADD_ADDRESS = "add address"
    REMOVE_ADDRESS = "remove address"
    OBSERVE = "observe"
    STANDBY = "standby"
    RESIGN = "resign"
    PRESS = "press"
    GM_ORDER = "gm order"
