"""What simulations count of a game stands under its heading, by the name of what happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from referee.engine.audience import PUBLIC, Seat
from referee.engine.events import Event
from referee.games import find
from referee.games.amagande import events as ag
from referee.games.amber import events as am
from referee.games.cards import Pack, codes
from referee.games.elements import events as el
from referee.games.living_trumps import events as lt
from referee.games.living_trumps.moves import Control, Kind, Put
from referee.games.normal_cards import events as nc
from referee.games.wizards_duel import events as wd

A, B = Seat("Anna"), Seat("Bruno")
TAROT, FRENCH = codes(Pack.TAROT), codes(Pack.FRENCH)
STAR, SEVEN = TAROT["X17"], FRENCH["7H"]

ROUND = wd.RoundEnded(
    round=1, verdict=wd.Verdict.COMPARED, leader=A, led=STAR, led_drawn=False, responder=B, winner=A, to=PUBLIC
)
TRICK = nc.TrickWon(
    trick=1, leader=A, seats=(A, B), cards=(SEVEN, FRENCH["8H"]), winner=B, points=0, trumped=False, drawn=0, to=PUBLIC
)
PLAY = ag.CardPlayed(seat=A, card=SEVEN, drawn=False, countered=False, left=3, pending=0, required="", to=PUBLIC)
CLAIM = el.ClaimContested(impulse=1, spot="o4", seats=(A, B), winner=A, lots=True, to=PUBLIC)
ACTION = lt.ActionBegan(
    seat=A, kind=Kind.SCHEME, n=0, target=B, slot=0, rank="", suit="", way=None, prize=None, to=PUBLIC
)

COUNTED: Sequence[tuple[str, Sequence[Event], Sequence[tuple[str, str]]]] = (
    (
        "wizards-duel",
        (ROUND, replace(ROUND, winner=B), replace(ROUND, winner=Seat(""), verdict=wd.Verdict.CALLED)),
        (
            ("How rounds were decided", "compared"),
            ("Who scored", "the leader"),
            ("How rounds were decided", "compared"),
            ("Who scored", "the responder"),
            ("How rounds were decided", "called"),
            ("Who scored", "nobody"),
        ),
    ),
    (
        "normal-cards",
        (TRICK, replace(TRICK, winner=A, points=1), replace(TRICK, points=9), replace(TRICK, trumped=True, points=10)),
        (
            *(("Who took the trick", "another"), ("How", "in the led suit"), ("Points of the trick", "none")),
            *(("Who took the trick", "the leader"), ("How", "in the led suit"), ("Points of the trick", "1 to 9")),
            *(("Who took the trick", "another"), ("How", "in the led suit"), ("Points of the trick", "1 to 9")),
            *(("Who took the trick", "another"), ("How", "by a trump"), ("Points of the trick", "10 or more")),
        ),
    ),
    (
        "amagande",
        (
            PLAY,
            *(replace(PLAY, card=card) for card in (FRENCH["8C"], FRENCH["RJ"])),
            replace(PLAY, countered=True),
            ag.CardsDrawnUnseen(seat=A, count=1, due=0, required="", to=PUBLIC),
            ag.CardsDrawnUnseen(seat=A, count=2, due=2, required="", to=PUBLIC),
            ag.CheckCalled(seat=A, to=PUBLIC),
        ),
        (
            ("Plays", "a 7"),
            ("Plays", "an 8"),
            ("Plays", "a Joker"),
            ("Penalties", "countered"),
            ("Plays", "a card drawn"),
            ("Penalties", "taken"),
            ("Plays", "the fatal seven"),
        ),
    ),
    (
        "elements",
        (
            el.FireSaid(seat=A, impulse=3, cards=(SEVEN, FRENCH["7D"], FRENCH["7C"], FRENCH["7S"]), to=PUBLIC),
            el.RoundEnded(round=1, winners=(A,), to=PUBLIC),
            el.RoundEnded(round=2, winners=(), to=PUBLIC),
            el.WhirlwindCalled(seat=A, impulse=2, spots=("o4",), up=True, to=PUBLIC),
            CLAIM,
            replace(CLAIM, lots=False),
        ),
        (
            ("Types that won", "7"),
            ("How rounds ended", "Fire"),
            ("How rounds ended", "at the limit"),
            ("What stirred the table", "Whirlwinds"),
            ("How contests were decided", "by lot"),
            ("How contests were decided", "by due"),
        ),
    ),
    (
        "living-trumps",
        (
            ACTION,
            lt.AntesShown(
                first=A,
                first_card=SEVEN,
                first_put=Put.HONOUR,
                second=B,
                second_card=FRENCH["8H"],
                second_put=Put.LIE,
                result="a lie",
                to=PUBLIC,
            ),
            lt.ChaosMet(seat=A, price=1, control=Control.SUFFER, to=PUBLIC),
            lt.DuelEnded(winner=A, loser=B, to=PUBLIC),
            lt.TrickDeclared(seat=A, rank="7", cards=(SEVEN,), to=PUBLIC),
        ),
        (
            ("Substance Actions", "scheme"),
            ("What Deals came to", "a lie"),
            ("Primal Chaos", "suffer"),
            ("Duels", "fought"),
            ("Tricks", "declared"),
        ),
    ),
    (
        "amber",
        (
            am.ThroneTaken(seat=A, claim=am.Claim.WISH, to=PUBLIC),
            am.ThroneLost(seat=A, fall=am.Fall.LEFT, cards=(), to=PUBLIC),
            am.CombatBegan(attacker=A, defender=B, occasion=am.Occasion.WAR, to=PUBLIC),
            am.Clashed(attacker=A, defender=B, attack=STAR, reply=STAR, result=am.Result.TIE, to=PUBLIC),
            am.NoReply(defender=B, to=PUBLIC),
            am.Died(seat=B, death=am.Death.CARD, hidden=0, to=PUBLIC),
            am.ChaosMet(seat=A, card=STAR, to=PUBLIC),
            am.AmberHeld(threat=STAR, to=PUBLIC),
            am.AmberFell(threat=STAR, to=PUBLIC),
            am.SiegeCancelled(threat=STAR, to=PUBLIC),
        ),
        (
            ("How the Throne was taken", "wish"),
            ("How the Throne was lost", "left"),
            ("How combats arose", "war"),
            ("What replies did", "tie"),
            ("What replies did", "no reply"),
            ("What players died of", "the card Death"),
            ("Chaos cards met in Shadow", "X17"),
            ("Attacks on Amber that were turned back", "X17"),
            ("Attacks on Amber that got through", "X17"),
            ("Attacks on Amber that the Star or the Magician ended", "X17"),
        ),
    ),
)


@pytest.mark.parametrize(("slug", "events", "said"), COUNTED, ids=[slug for slug, *_ in COUNTED])
def test_what_happened_is_counted_by_its_name(
    slug: str, events: Sequence[Event], said: Sequence[tuple[str, str]]
) -> None:
    assert [(heading, str(label)) for heading, label in find(slug).ending.tally(events)] == [*said]
