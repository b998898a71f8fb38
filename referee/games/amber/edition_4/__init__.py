"""The Game of Amber before a card that is led again in a turn was met anew behind a special."""

from dataclasses import replace
from functools import partial

from referee.engine.author import Answer
from referee.games import amber
from referee.games.amber import asks, battle, plans
from referee.games.amber.desk import Answers, Desk
from referee.games.amber.moves import Call
from referee.games.cards import Card


def answer_attack(d: Desk, ask: asks.Reply) -> Answer[Card | Call]:
    """An attack card was known by itself; of a line whose special had been played it was said that no card would do."""
    answer = battle.answer_attack(d, ask, (ask.attacker, ask.attack))
    told = [(number, why.replace("no other of its cards", "none of its cards")) for number, why in answer.lapsed]
    return replace(answer, lapsed=tuple(told))


ANSWERS: Answers = {**plans.ANSWERS, asks.Reply: answer_attack, asks.ReplyAlone: answer_attack}

RULESET = replace(amber.RULESET, edition="4", desk=partial(plans.desk, answers=ANSWERS))
