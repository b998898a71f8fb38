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
from referee.service.incoming import Incoming
from referee.service.people import addresses, agreeing, opendoor, pressing, resigning, said
from referee.service.post import Post
from referee.service.tabletop import TableTop


def carry_out(case: Incoming, post: Post, top: TableTop, seat: Seat, command: LeadingCommand) -> str:
    """Carry out one, and say what the receipt tells of it."""
    match command:
        case Address(what=what, text=text):
            return addresses.asked(case, what, text)
        case ResignSeat():
            return resigning.asked(case, post, seat)
        case Propose(player=winner):
            return agreeing.propose(post, top, seat, winner or None)
        case Vote(answer=answer):
            return agreeing.vote(post, top, seat, yes=answer == "YES")
        case Join(text=text):
            return opendoor.wanted(case, said.read([f"JOIN {text}"]))
        case StandBy(text=text):
            return opendoor.wanted(case, said.read([f"STANDBY {text}"]))
        case Observe(text=text):
            return opendoor.wanted(case, said.read([f"OBSERVE {text}"]))
        case Anonymous():
            return pressing.NO_NAMELESS
        case _:
            raise AssertionError(f"{type(command).__name__} is no command about people")
