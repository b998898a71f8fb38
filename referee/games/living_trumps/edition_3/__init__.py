"""Living Trumps as it was played third: two things were read otherwise in orders (LT-P1.4).

What the line of an action that was over said of a Deal also held in another's Deal; and of several YIELD lines of one
letter each counted in its time, also below a NEVER.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from referee.engine.asks import Answer, Ask
from referee.engine.audience import Seat
from referee.engine.orders import Order
from referee.engine.table import Desk
from referee.games import living_trumps
from referee.games.living_trumps.asks import AcceptDeal, Feint, Stage
from referee.games.living_trumps.desk import desk
from referee.games.living_trumps.filed import Orders
from referee.games.living_trumps.moves import Call, Stand
from referee.games.living_trumps.policies import ContestYield, DuelYield
from referee.games.living_trumps.view import View


def third_desk(seat: Seat, orders: Sequence[Order], look: Callable[[], View]) -> Desk:
    """Make the answers of one seat as by the rules of now, but for yielding, and unaware that another deals."""
    now, accepting, filed = desk(seat, orders, look), desk(seat, orders, look), Orders(orders, look)

    def answer(ask: Ask[Any]) -> Answer[Any]:
        match ask:
            case AcceptDeal():
                return accepting(ask)
            case Feint(earlier=earlier, foe=foe):
                for line in filed.against(DuelYield, foe):
                    if line.n is not None and len(earlier) >= line.n:
                        return Answer(None, line.number)
            case Stage(foe=foe) if not isinstance((found := now(ask)).value, Call):
                for policy in filed.against(ContestYield, foe):
                    behind = policy.n is not None and ask.theirs - ask.mine >= policy.n
                    if behind and ask.flips >= policy.after:
                        return Answer(Stand.YIELD, policy.number)
                return found
        return now(ask)

    return answer


RULESET = replace(living_trumps.RULESET, edition="3", desk=third_desk)
