"""What receipts of the smaller games say of orders, each beside the others of its letter."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import pytest

from referee.engine.audience import Seat
from referee.games import every
from referee.reports.spans import plain
from tests.laws.played import post
from tests.laws.test_first_letters import begun

DUEL = """
LEAD KS
    Whenever you lead, it is the King of Swords, if that can be done, else your lowest card.

LEAD LOWEST
    Whenever you lead, it is your lowest card.

LEAD KS, LOWEST
    You lead first the King of Swords, and from then on your lowest card; what cannot be done then is passed over for
    the next.

LEAD KS
    You lead first the King of Swords; what cannot be done then is passed over for the next.
LEAD 3C, DRAW
    From your second lead of the turn on you lead the Three of Cups, and from then on the top card of your deck,
    unseen; what cannot be done then is passed over for the next.

REPLY IF LED MAJOR CALL
    If the led card is a Major, your reply is a call.
REPLY CHEAPEST WIN, LOWEST
    Otherwise your reply is your lowest card that is worth more than the lead, else your lowest card.

ROUND 2 REPLY IF NOT LED = M18 PLAY QW
    If Bruno leads in round 2 of the turn and the led card is not the Moon, your reply is the Queen of Wands.

CALL IF MARGIN >= 9 KEEP 1
    You call when the led card beats your best by 9 or more, but no line spends your last call.

IF BEST < LED THEN CALL
    If your best card is worth less than the led one: you call the lead.

PLAY ON 4 UNTIL BEHIND BY 20
    After the turn's own rounds you allow up to four more, if Bruno does, and until you are 20 or more points behind.
"""

TRICKS = """
LEAD 3C
    Whenever you lead, it is the Three of Clubs, if you hold it then, else your most worthless card.

LEAD 3C, QH, DUMP
    You lead first the Three of Clubs, then the Queen of Hearts, and from then on your most worthless card; in place
    of one that you do not hold then, your most worthless card.

LEAD DUMP
    You lead first your most worthless card.
LEAD LOWEST, H
    From your second lead of the turn on you lead your lowest card, and from then on your lowest Heart; in place of
    one that you do not hold then, your most worthless card.

REPLY IF POINTS >= 10 WIN CHEAP ELSE DUMP
    If the cards on the table count 10 or more, you lay the cheapest card that takes the trick; if not, or if you
    cannot, your most worthless card.

REPLY IF LED ACE AND NOT LAST TRUMP LOWEST
    If the led card is an Ace and you do not play last to the trick, you lay your lowest trump that takes the trick.
REPLY WIN RICH IN SUIT ELSE DUMP
    Otherwise you lay the richest card of the led suit that takes the trick, else your most worthless card.

KEEP AS, 7, H
    You keep the Ace of Spades, your Sevens and your Hearts as long as you hold another card, unless a line names the
    very card.

TRICK 2 LEAD 7H, LOWEST
    If you lead to trick 2 of the turn, it is the Seven of Hearts, else your lowest card.
"""

AMAGANDE = """
PLAY 7H ELSE ANY H ELSE HIGHEST
    In your first own turn without a penalty you play the Seven of Hearts, else any Heart, else your highest card.
PLAY AH SUIT C ELSE KD
    In your second own turn without a penalty you play the Ace of Hearts, asking for Clubs; else the King of Diamonds.
IF SUM <= 12 THEN PLAY 7D
    If your hand adds up to 12 or less: in your third own turn without a penalty you play the Seven of Diamonds.
PLAY LOWEST
    In your next own turn without a penalty you play your lowest card.

PLAY 7D IF SUM <= 12 AND NO ACE ELSE DRAW
    In your first own turn without a penalty you play the Seven of Diamonds, if your hand then adds up to 12 or less
    and you then hold no ace; else draw a card, if none of yours fits.

COUNTER 2, 3, JOKER
    You counter a penalty with a Two, else a Three, else a Joker, else as cheaply as you can.

COUNTER 2 ELSE TAKE
    You counter a penalty with a Two, else you take it.

COUNTER TAKE
    You take a penalty and draw its cards.

HOLD AS, 2, JOKER, ANY H
    You hold the Ace of Spades, your Twos, your Jokers and your Hearts back as long as another card will do, unless a
    line names the very card.

STYLE SAFE
    Where no PLAY line plays a card, it is the highest of yours that fits, and your best counter is held back; the
    fatal seven comes last.
"""

GAMES = {"wizards-duel": DUEL, "normal-cards": TRICKS, "amagande": AMAGANDE}
LETTERS = [(slug, letter.strip()) for slug, text in GAMES.items() for letter in text.strip().split("\n\n")]


def meant(letter: str) -> Iterator[tuple[str, str]]:
    """Each order of a letter with what is said of it: the lines that are set in behind it."""
    lines = [list(group) for _, group in groupby(letter.split("\n"), key=lambda line: line.startswith(" "))]
    for [order], said in zip(lines[::2], lines[1::2], strict=True):
        yield order, " ".join(map(str.strip, said))


@pytest.mark.parametrize(("slug", "letter"), LETTERS)
def test_a_receipt_says_what_lines_will_do(slug: str, letter: str) -> None:
    rules, seat = every(third_party=False)[slug], Seat("Anna")
    game = begun(rules, rules.seats[0], 1)
    lexicon, view, words = post(slug).lexicon(game.setup.seats), game.view(seat), post(slug).writer.lines
    lines, expected = zip(*meant(letter), strict=True)
    orders = [rules.grammar.read(line, lexicon, seat) for line in lines]

    said = [plain(words.order(one, view, orders[:i], orders[i + 1 :])) for i, one in enumerate(orders)]
    assert (said, [rules.grammar.show(one) for one in orders]) == (list(expected), list(lines))


@pytest.mark.parametrize(
    ("slug", "line", "said"),
    [
        ("amber", "IF Benedict IN AMBER THEN KEEP AW", "If you are in Amber: "),
        ("amber", "IF Fiona ATTACKS Benedict THEN KEEP AW", "If Fiona has chosen to attack you this turn: "),
        ("amber", "IF NOT Benedict CARDS > 2 THEN KEEP AW", "If you have at most two cards: "),
        ("living-trumps", "TRICK 10 IF NOT Benedict OWNS 10D", "If you have not the Ten of Diamonds as a Shadow: "),
        ("living-trumps", "SCHEME IF Benedict IN AMBER AND Fiona IN KEEP", "If you are in Amber and Fiona is "),
    ],
)
def test_a_receipt_calls_its_reader_you_in_conditions(slug: str, line: str, said: str) -> None:
    rules, seat = every(third_party=False)[slug], Seat("Benedict")
    game = begun(rules, 4, 1)
    order = rules.grammar.read(line, post(slug).lexicon(game.setup.seats), seat)

    assert plain(post(slug).writer.lines.order(order, game.view(seat))).startswith(said)
