"""What a report of Amber says of orders that did nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from referee.engine.audience import PUBLIC, Seat
from referee.engine.copies import copied
from referee.engine.events import Answered, Event, OrderLapsed
from referee.games.amber import RULESET
from referee.games.amber import events as ev
from referee.games.amber.deck import BY_CODE, DEATH
from referee.games.amber.events.combat import Occasion
from referee.games.amber.events.powers import Death
from referee.games.amber.fates import unneeded
from referee.games.amber.moves import Kind, TurnOption
from referee.games.amber.state import Place
from tests.games.amber.table import lexicon
from tests.laws.test_first_letters import begun

GAME = begun(RULESET, 4, 3)
ME, OTHER, THIRD, _ = GAME.setup.seats
WORDS = lexicon(GAME.setup.seats)
BEGAN = ev.TurnBegan(turn=3, initiative=GAME.setup.seats, to=PUBLIC)
CHOSE = ev.OptionRevealed(seat=ME, option=Kind.WAIT, target=None, to=PUBLIC)


def led(code: str, seat: Seat = OTHER, defender: Seat = ME) -> Event:
    return ev.CardLed(seat=seat, card=BY_CODE[code], defender=defender, round=1, to=PUBLIC)


def attacked(defender: Seat) -> Event:
    return ev.CombatBegan(attacker=THIRD, defender=defender, occasion=Occasion.OPTION, to=PUBLIC)


def drew(code: str) -> Event:
    return ev.CardTaken(seat=ME, card=BY_CODE[code], to=PUBLIC)


def struck(target: Seat) -> Event:
    return ev.SpecialPlayed(seat=THIRD, card=DEATH, target=target, to=PUBLIC)


def said(line: str, told: Sequence[Event], **me: Any) -> str:
    view = copied(GAME.view(ME))
    for name, what in me.items():
        setattr(view.me, name, what)
    return unneeded(view, [BEGAN, *told])(RULESET.grammar.read(line, WORDS, ME))


def mine(kind: Callable[..., Event], **fields: Any) -> Event:
    return kind(seat=ME, to=PUBLIC, **fields)


DECIDED = Answered(seat=ME, about="ChooseOption", value=None, because=1, to=PUBLIC)
ATTACKS = Answered(seat=ME, about="ChooseOption", value=TurnOption(Kind.ATTACK, OTHER), because=1, to=PUBLIC)
LAPSED = OrderLapsed(seat=ME, order=2, reason="", to=PUBLIC)
REPLIED = Answered(seat=ME, about="Reply", value=None, because=1, to=PUBLIC)
REACTED = Answered(seat=ME, about="CourtDrawn", value=None, because=1, to=PUBLIC)
DIED = mine(ev.Died, death=Death.TEN_OF_SWORDS, hidden=0)
BANISHED = mine(ev.Banished, turns=3, until=6)
ALL_BANISHED = ev.AllBanished(sent=(ME,), stay=(), until=6, longer=(), ends=(), to=PUBLIC)
IMPRISONED = mine(ev.Imprisoned, surrendered=False)
SILENCED = mine(ev.Silenced)
SIEGE = ev.AmberAttacked(threat=BY_CODE["X18"], cards=3, target=None, to=PUBLIC)
HANDED = ev.CardsHanded(giver=ME, taker=OTHER, cards=(), why=ev.Hand.TRIBUTE, to=PUBLIC)
DISCARDED = mine(ev.CardsDiscarded, cards=(), why=ev.Loss.CHARIOT)
WAR = ev.WarBegan(claimants=(ME, OTHER), to=PUBLIC)
MAGIC = mine(ev.MagicianPlayed, wish="", target=None, other=None)
PLAY = f"PLAY 2P ON {OTHER}"


@pytest.mark.parametrize(
    ("line", "told", "words"),
    [
        (f"ATTACK {OTHER} WITH 8S", [CHOSE, DECIDED], "Not chosen, as another line decided your option."),
        (f"ATTACK {OTHER} WITH 8S", [CHOSE, ATTACKS], "Another line for the same option counted."),
        (f"ATTACK {THIRD} WITH 8S", [CHOSE, ATTACKS], "Not chosen, as another line decided your option."),
        ("WAIT", [CHOSE, ATTACKS], "Not chosen, as another line decided your option."),
        (f"IF THRONE EMPTY THEN ATTACK {OTHER} WITH 8S", [CHOSE], "Its condition did not hold."),
        ("RETURN", [CHOSE], "Not chosen, as another line decided your option."),
        ("IF THRONE EMPTY THEN RETURN", [LAPSED, CHOSE], "Not chosen, as another line decided your option."),
        ("IF THRONE EMPTY THEN RETURN", [CHOSE, LAPSED], "Its condition did not hold."),
        (PLAY, [CHOSE, DIED], "Too late, as you were dead by then."),
        (PLAY, [CHOSE, BANISHED], "Too late, as you were banished by then."),
        (PLAY, [CHOSE, ALL_BANISHED], "Too late, as you were banished by then."),
        (PLAY, [CHOSE, IMPRISONED], "Too late, as you were in the Tower by then."),
        (PLAY, [CHOSE, SILENCED], "Too late, as you might make no more plays this turn."),
        (PLAY, [CHOSE, BANISHED, DIED], "Too late, as you were banished by then."),
        (PLAY, [CHOSE, ev.TurnCutShort(to=PUBLIC)], "Too late, as Amber was attacked, which ended the turn."),
        (f"IF THRONE EMPTY THEN {PLAY}", [CHOSE], "Its condition did not hold."),
        (f"IF THRONE EMPTY THEN {PLAY}", [CHOSE, BANISHED], "It did not come to that."),
        (f"IF THRONE EMPTY THEN {PLAY}", [CHOSE, ev.TurnCutShort(to=PUBLIC)], "It did not come to that."),
        (f"IF THRONE EMPTY THEN {PLAY} LAST", [CHOSE, BANISHED], "Too late, as you were banished by then."),
        (f"IF THRONE EMPTY THEN {PLAY} AFTER ATTACKS", [CHOSE, ev.TurnCutShort(to=PUBLIC)], "It did not come to that."),
        ("IF THRONE EMPTY THEN RANSOM KC", [CHOSE, SILENCED], "It did not come to that."),
        (PLAY, [CHOSE], ""),
        ("DEFEND WITH 5C", [CHOSE], "Nobody attacked you."),
        ("DEFEND WITH 5C", [CHOSE, led("8S", defender=THIRD)], "Nobody attacked you."),
        ("DEFEND WITH 5C", [CHOSE, attacked(ME)], "It did not come to that."),
        ("REFUSE HELP", [CHOSE, attacked(ME)], "It did not come to that."),
        ("REFUSE HELP", [CHOSE], "Nobody attacked you."),
        (f"DEFEND AGAINST {THIRD} WITH 5C", [CHOSE, led("8S")], "No such attack came."),
        ("DEFEND AGAINST CUPS WITH 5C", [CHOSE, led("8S")], "No such attack came."),
        (
            f"DEFEND AGAINST {OTHER} AGAINST SWORDS WITH 5C",
            [CHOSE, led("8S"), REPLIED],
            "Not reached, as another line spoke first.",
        ),
        ("DEFEND WITH 5C", [CHOSE, led("8S")], "It did not come to that."),
        ("IF THRONE EMPTY THEN DEFEND WITH 5C", [CHOSE, led("8S")], ""),
        ("WAR ANY WITH 8S", [CHOSE], "There was no Civil War of yours."),
        ("WAR ANY WITH 8S", [CHOSE, WAR], ""),
        (f"HELP {OTHER} WITH 4W", [CHOSE, attacked(THIRD)], f"{OTHER} was not attacked."),
        (f"HELP {OTHER} WITH 4W", [CHOSE, attacked(OTHER)], ""),
        ("HELP RULER WITH 4W", [CHOSE], ""),
        (f"PROTECT {OTHER}", [CHOSE], "Nobody was struck down."),
        (f"PROTECT {OTHER}", [CHOSE, struck(THIRD)], f"{OTHER} was not struck down."),
        (f"PROTECT {OTHER}", [CHOSE, struck(OTHER)], ""),
        ("NO ACE", [CHOSE, struck(THIRD)], "You were not struck down."),
        ("NO ACE", [CHOSE, struck(ME)], ""),
        (f"SPOILS {OTHER} BANISH", [CHOSE], "There was nothing to choose."),
        ("KEEP 5C", [CHOSE], "In force."),
        ("TRIBUTE 5C", [CHOSE], "Nothing was asked of you."),
        ("TRIBUTE 5C", [CHOSE, DISCARDED], "Nothing was asked of you."),
        ("TRIBUTE 5C", [CHOSE, HANDED], "All you had was due."),
        ("DISCARD 5C", [CHOSE, DISCARDED], "All you had was due."),
        ("DEFEND AMBER WITH ALL", [CHOSE], "Amber was not attacked."),
        ("DEFEND AMBER WITH ALL", [CHOSE, SIEGE], ""),
        ("CUT 23", [CHOSE], "Nothing was asked of you."),
        ("CUT ANY", [CHOSE], "In force."),
        ("COURT ANY KEEP", [CHOSE], "You drew no such card."),
        ("COURT ANY RANSOM", [CHOSE, drew("QC")], "Not possible with the card that you drew."),
        ("COURT QC RANSOM", [CHOSE, drew("QC")], "Not possible with the card that you drew."),
        ("COURT KC RANSOM", [CHOSE, drew("QC")], "You drew no such card."),
        ("COURT ANY RANSOM", [CHOSE, drew("5C")], "You drew no such card."),
        ("COURT ANY RANSOM", [CHOSE, drew("QC"), REACTED], "Not reached, as another line spoke first."),
        ("WORLD NO", [CHOSE], "You did not meet the World."),
        ("WORLD NO", [CHOSE, mine(ev.ChaosMet, card=BY_CODE["X21"])], ""),
        ("HERMIT NO", [CHOSE], "You do not have the Hermit."),
        ("THRONE DRAW NO", [CHOSE], "You did not sit on the Throne."),
        ("THRONE DRAW NO", [CHOSE, mine(ev.ThroneLost, fall=ev.Fall.IMPRISONED, cards=())], "It did not come to that."),
        ("STAR CANCEL", [CHOSE], "You do not hold the Star."),
        ("STAR CANCEL", [CHOSE, mine(ev.StarPlayed, revived=None)], "The Star was used already."),
        (f"SUN {OTHER}", [CHOSE, mine(ev.SunPlayed, vassal=OTHER)], "The Sun was used already."),
        (f"MAGICIAN CANCEL {OTHER} VS {THIRD}", [CHOSE, MAGIC], "The Magician was used already."),
    ],
)
def test_an_order_that_did_nothing_has_a_reason(line: str, told: list[Event], words: str) -> None:
    assert said(line, told) == words


@pytest.mark.parametrize(
    ("me", "words"),
    [
        ({"place": Place.DEAD}, "Of no use, as you were dead."),
        ({"prison": True}, "Of no use, as you were shut up in the Tower."),
        ({"banished": 3}, "Of no use, as you were banished to the end of turn 3."),
        ({"idle_from": 2, "idle": 3}, "Of no use, as you lost this turn."),
        ({}, "Of no use, as you could not act this turn."),
    ],
)
def test_who_chose_nothing_is_told_why_they_could_not_act(me: dict[str, Any], words: str) -> None:
    assert said(PLAY, [], **me) == words
    assert said("KEEP 5C", [], **me) == "In force."
    assert said("DEFEND WITH 5C", [], **me) == ("Nobody attacked you." if "idle" in me else words)
    assert said("SPOILS BANISH", [], **me) == ("There was nothing to choose." if "idle" in me else words)


def test_a_power_that_is_held_did_not_come_to_its_use() -> None:
    assert said("STAR CANCEL", [CHOSE], kept=[BY_CODE["X17"]]) == "It did not come to that."
    assert said("HERMIT NO", [CHOSE], kept=[BY_CODE["X9"]]) == ""
