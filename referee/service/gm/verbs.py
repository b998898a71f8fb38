"""The language of a GM's letters: every command that can be mailed, and HELP, which lists them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from referee.engine.commands import ADDRESSEES
from referee.engine.orders import Grammar
from referee.reports.document import Block, Para, Several, Usages
from referee.service.gm.announcements import Announce, Tell
from referee.service.gm.corrections import Correct, CorrectOrders
from referee.service.gm.deadlines import Extend, Shorten
from referee.service.gm.editions import Adopt
from referee.service.gm.ending import Cancel, Delete, EndGame
from referee.service.gm.examples import Instances
from referee.service.gm.mail import Discard, Release, Resend
from referee.service.gm.order import Answer, GmOrder, GmWork, Question, Text
from referee.service.gm.pauses import Hold, Pause, Resume
from referee.service.gm.preview import Preview
from referee.service.gm.ruling import Rule, Rulings
from referee.service.gm.seats import Declined, Excuse, Invite, Replace
from referee.service.gm.settings import Set
from referee.service.gm.status import Log, No, Status, Yes
from referee.service.gm.turns import Process, Rerun, Rollback
from referee.service.gm.withdrawal import Withdraw


class Help(Question):
    """Explain what a GM may write to their own address, with the corrections that a game's rules have words for."""

    usage: ClassVar[str | tuple[str, ...]] = "HELP"
    example: ClassVar[str] = "HELP"
    typed: ClassVar[tuple[str, ...]] = ("ruling help autumn",)

    def done(self, gm: GmWork) -> Answer:
        """Explain every command, and the corrections that the rules of the game have words for."""
        rules, instances = gm.campaign.kit_of(gm.row).rules, Instances(gm.work, gm.row)
        shown: list[Block] = [instances.help(GRAMMAR)]
        if rules.mends:
            takes = instances.help(rules.corrections, before="CORRECT ", behind=": We erred.")
            shown += [Para(("CORRECT takes one of:",)), takes]
        lines = [line for one in shown for line in _lines(one)]
        return Answer("", lines, [Text("What you may write:", lines, Several(tuple(shown)))])


def _lines(block: Block) -> Iterator[str]:
    """Write explanations as the command line prints them."""
    match block:
        case Para(lines):
            yield from (*map(str, lines), "")
        case Usages(entries):
            for one in entries:
                yield from (*one.forms, *(f"  {said}" for said in one.said), "")


VERBS: tuple[type[GmOrder], ...] = (
    Status, Preview, Process, Extend, Shorten, Hold, Release, Discard, Pause, Resume, Rollback, Rerun, EndGame,
    Cancel, Delete, Set, Adopt, Invite, Declined, Replace, Excuse, Rule,
    Rulings, Withdraw, CorrectOrders, Correct, Announce, Tell, Resend, Log, Yes, No, Help,
)  # fmt: skip

GRAMMAR = Grammar(
    VERBS,
    slots=(ADDRESSEES,),
    instead={"RUN": "PROCESS", "ADJUDICATE": "PROCESS", "UNDO": "ROLLBACK", "DELAY": "EXTEND", "TELL": "ANNOUNCE"},
)
"""The language of a GM's letters."""
