"""All that a game of one's own imports, in one place; each is explained where it is defined."""

from referee.engine.asks import Answer, Ask, Why
from referee.engine.audience import OBSERVER, PUBLIC, Seat, all_but, only
from referee.engine.chance import Chance
from referee.engine.conditions import Comparison, Condition
from referee.engine.errors import SetupError
from referee.engine.events import Event
from referee.engine.mends import Mend
from referee.engine.orders import Order
from referee.engine.ruleset import Option, Ruleset, Settled
from referee.engine.sections import Bots, Ending, Mends, Orders, Pace, Seating, Wording
from referee.engine.setup import Setup
from referee.engine.slots import Choice, Slot
from referee.engine.table import Desk, Table
from referee.engine.usual import alike

__all__ = [
    "OBSERVER", "PUBLIC", "Answer", "Ask", "Bots", "Chance", "Choice", "Comparison", "Condition", "Desk", "Ending",
    "Event", "Mend", "Mends", "Option", "Order", "Orders", "Pace", "Ruleset", "Seat", "Seating", "Settled", "Setup",
    "SetupError", "Slot", "Table", "Why", "Wording", "alike", "all_but", "only",
]  # fmt: skip
