"""What is typed rather than mailed: carried out by the functions that a letter's lines are carried out by.

Letters that came before are read first, where what is typed could otherwise overtake them.
"""

from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.names import game_named
from referee.service.gm.order import Answer, GmOrder, GmWork


def carry_out(campaign: Campaign, one: GmOrder, game: str = "") -> Answer:
    """Carry a command of the GM out, in a game or for all of the campaign; raises `SetupError` and the like."""
    if one.letters_first:
        from referee.service.intake.backlog import read_all  # all that reads letters, which a look need not wait for

        with campaign.reading() as work:
            one = one.begun(_at(work, game))
        read_all(campaign)
    with campaign.writing() if one.saves else campaign.reading() as work:
        return one.done(_at(work, game))


def foreseen(campaign: Campaign, one: GmOrder, game: str = "") -> str:
    """Say what a command would do that is asked about once more by mail, and do nothing; raises as `carry_out` does."""
    with campaign.reading() as work:
        return one.foreseen(_at(work, game))


def _at(work: Work, game: str) -> GmWork:
    return GmWork(work, game_named(work.tx, game).id if game else 0)
