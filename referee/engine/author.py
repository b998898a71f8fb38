"""All that a game of one's own imports, in one place; each is explained where it is defined."""

from referee.engine.asks import NO_OR_YES, Answer, Ask, Why
from referee.engine.audience import GM, OBSERVER, PUBLIC, REFEREE, Audience, Seat, all_but, only
from referee.engine.chance import Chance
from referee.engine.conditions import Comparison, Condition, Tests, all_hold, tests_in
from referee.engine.copies import copied, recast
from referee.engine.errors import Ambiguous, Illegal, SetupError, Unreadable
from referee.engine.events import Answered, Event, GameEnded, SeatEvent
from referee.engine.mends import Correction, Mend, OptionChanged
from referee.engine.orders import If, Order, now, word_of
from referee.engine.ruleset import BEGUN, DEALT, Option, Ruleset, Settled, says
from referee.engine.scribble import Scribe
from referee.engine.sections import (
    Bots,
    Ending,
    Lines,
    Mends,
    Orders,
    Pace,
    Remark,
    Seating,
    Wording,
    inside,
    refusal,
    refused,
    remarked,
    warning,
)
from referee.engine.setup import Setup
from referee.engine.slots import Choice, Slot
from referee.engine.table import Desk, Table
from referee.engine.usual import alike, bidden
from referee.engine.values import value

__all__ = [
    "BEGUN", "DEALT", "GM", "NO_OR_YES", "OBSERVER", "PUBLIC", "REFEREE", "Ambiguous", "Answer", "Answered", "Ask",
    "Audience", "Bots", "Chance", "Choice", "Comparison", "Condition", "Correction", "Desk", "Ending", "Event",
    "GameEnded", "If", "Illegal", "Lines", "Mend", "Mends", "Option", "OptionChanged", "Order", "Orders", "Pace",
    "Remark", "Ruleset", "Scribe", "Seat", "SeatEvent", "Seating", "Settled", "Setup", "SetupError", "Slot", "Table",
    "Tests", "Unreadable", "Why", "Wording", "alike", "all_but", "all_hold", "bidden", "copied", "inside", "now",
    "only", "recast", "refusal", "refused", "remarked", "says", "tests_in", "value", "warning", "word_of",
]  # fmt: skip
