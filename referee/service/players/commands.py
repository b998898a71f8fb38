"""The commands of a player that are about people: addresses, the seat, votes, other games."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.engine.commands import (
    Address,
    Anonymous,
    Join,
    LeadingCommand,
    Observe,
    Propose,
    ResignSeat,
    StandBy,
    Vote,
)
from referee.service.letters import statement
from referee.service.letters.kinds import KeyLetter
from referee.service.people import addresses, agreements, resignation
from referee.service.players import open_address, press_rules
from referee.service.post.post import Post
from referee.service.table.table import TableTop


def carry_out(case: KeyLetter, post: Post, top: TableTop, seat: Seat, command: LeadingCommand) -> str:
    """Carry out one, and say what the receipt tells of it."""
    match command:
        case Address(what=what, text=text):
            return addresses.asked(case, what, text)
        case ResignSeat():
            return resignation.asked(case, post, seat)
        case Propose(player=winner):
            return agreements.propose(post, top, seat, winner or None)
        case Vote(answer=answer):
            return agreements.vote(post, top, seat, yes=answer == "YES")
        case Join(text=text):
            return open_address.wanted(case, statement.wish("JOIN", text))
        case StandBy(text=text):
            return open_address.wanted(case, statement.wish("STANDBY", text))
        case Observe(text=text):
            return open_address.wanted(case, statement.wish("OBSERVE", text))
        case Anonymous():
            return press_rules.NO_NAMELESS
        case _:
            raise AssertionError(f"{type(command).__name__} is no command about people")
