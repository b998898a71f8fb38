"""The order language of a duel (RULES.md, 2.3)."""

from __future__ import annotations

from referee.engine.author import Order, Tests
from referee.games.wizards_duel.words import Item


class LeadWith(Order):
    """What you lead: the first entry for your first lead of this turn, and so on; the last repeats."""

    usage = "LEAD plays:leads"
    example = "LEAD KS, 3C, DRAW, LOWEST"
    plays: tuple[Item, ...]


class ReplyWith(Order):
    """What you answer to a led card: lines are tried from the top, the first that applies counts."""

    usage = ("REPLY plays", "REPLY IF tests:conditions plays:then")
    example = "REPLY IF LED = M18 PLAY M19"
    standing = True
    plays: tuple[Item, ...]
    tests: Tests = ()


class RoundLead(Order):
    """What you lead in one round of this turn, if you lead it."""

    usage = "ROUND n LEAD plays:leads"
    example = "ROUND 2 LEAD M7"
    n: int
    plays: tuple[Item, ...]


class RoundReply(Order):
    """What you answer in one round of this turn, if the other leads it."""

    usage = ("ROUND n REPLY plays", "ROUND n REPLY IF tests:conditions plays:then")
    example = "ROUND 3 REPLY QW"
    n: int
    plays: tuple[Item, ...]
    tests: Tests = ()


class RoundCall(Order):
    """Call the led card in one round of this turn, perhaps under conditions."""

    usage = "ROUND n CALL [IF tests:conditions]"
    example = "ROUND 2 CALL IF LED >= 15"
    n: int
    tests: Tests = ()


class RoundDraw(Order):
    """Play the top card of your deck in one round of this turn, perhaps under conditions."""

    usage = "ROUND n DRAW [IF tests:conditions]"
    example = "ROUND 4 DRAW"
    n: int
    tests: Tests = ()


class CallWhen(Order):
    """When you call the led card; any line that holds is enough. KEEP n never goes below n; CALL alone needs an IF."""

    usage = (
        "CALL",
        "CALL never",
        "CALL KEEP keep:n",
        "CALL IF tests:conditions [KEEP keep:n]",
        "CALL tests:conditions [KEEP keep:n]",
    )
    example = "CALL IF MARGIN >= 9"
    standing = True
    tests: Tests = ()
    keep: int | None = None
    never: bool = False

    @property
    def bare(self) -> bool:
        """Whether it says no more than to call."""
        return not self.tests and self.keep is None and not self.never


class DrawWhen(Order):
    """When you play the top card of your deck, unseen; any line that holds is enough. DRAW alone needs an IF."""

    usage = ("DRAW", "DRAW never", "DRAW IF tests:conditions")
    example = "DRAW IF BEST <= 6"
    standing = True
    tests: Tests = ()
    never: bool = False

    @property
    def bare(self) -> bool:
        """Whether it says no more than to draw."""
        return not self.tests and not self.never


class GoOn(Order):
    """How many more rounds you allow when the turn's own are played, or until when; the other must allow them too."""

    usage = ("PLAY ON n:rounds [UNTIL BEHIND BY behind:points]", "PLAY ON UNTIL BEHIND BY behind:points")
    example = "PLAY ON 4"
    standing = True
    n: int | None = None
    behind: int | None = None


class GiveUp(Order):
    """Give the duel up at the beginning of this turn: you lose, whatever the scores."""

    usage = "RESIGN"
    example = "RESIGN"
