"""The GM's part: how rulings are read, stored, and kept to the spell that they are about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.engine.asks import Given
from referee.engine.audience import GM, OBSERVER, PUBLIC, Seat
from referee.engine.copies import copied
from referee.engine.errors import OrderError
from referee.engine.game import Game
from referee.engine.orders import Order
from referee.engine.setup import Setup
from referee.games.corrections import CardsExchangedUnseen
from referee.games.elements import RULESET
from referee.games.elements.asks import Judge, Ruling, judgements, verdicts
from referee.games.elements.desk import announced
from referee.games.elements.events import SpellRuled, SpellUnruled
from referee.games.elements.minds import FLAMES, HANDS, OCEAN, Mind
from referee.games.elements.orders import Magic
from referee.games.elements.spells import Free, Guilty, Illegal, Legal, Nothing, Scry, Swap
from referee.games.elements.state import Options, State
from referee.games.elements.values import Flip
from referee.games.elements.view import View
from referee.resources import Resources
from referee.store.codec import codec

ANA, BEA, CID = SEATS = (Seat("Ana"), Seat("Bea"), Seat("Cid"))
LEXICON = RULESET.words.lexicon(SEATS, {name: Resources().table(name) for name in RULESET.words.tables})
SPELL = 'MAGIC AT 2 FREE "every seven in the Ocean hums a waltz"'


def ruling(text: str = "hum") -> Ruling:
    """A question to the GM."""
    return Ruling(GM, verdicts(), ANA, text, 2)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("NO EFFECT", Nothing.NO_EFFECT),
        ("no effect", Nothing.NO_EFFECT),
        ("Legal, no effect", Nothing.NO_EFFECT),
        ("LEGAL, but without effect.", Nothing.NO_EFFECT),
        ("no", Nothing.NO_EFFECT),
        ("No effects", Nothing.NO_EFFECT),
        ("nothing", Nothing.NO_EFFECT),
        ("LEGAL", Legal()),
        ("LEGAL SWAP o1 o2; SCRY o3, o4", Legal((Swap("o1", "o2"), Scry(("o3", "o4"))))),
        ("RULE 1 LEGAL FLIP o7 UP", Legal((Flip("o7", True),))),
        ("ILLEGAL EL-5.4", Illegal("EL-5.4")),
        ("ILLEGAL, a Flame is safe from wind", Illegal("a Flame is safe from wind")),
        ('ILLEGAL "EL-5.4, her Island"', Illegal("EL-5.4, her Island")),
    ],
)
def test_rulings_are_read_and_stored(text: str, verdict: object) -> None:
    found = RULESET.words.answer(ruling(), text, LEXICON)

    assert found == verdict  # EL-P4.3
    assert codec(RULESET).load_value(codec(RULESET).dump_value(found)) == found


@pytest.mark.parametrize(
    "text",
    [
        "", "perhaps", "LEGAL SCRY ISLAND Bea", "LEGAL FLIP o1", "LEGAL KILL Bea", "NO EFFECT unless Bea agrees",
        "no, never", "no illegal magic", "LEGAL, no SCRY",
    ],
)  # fmt: skip
def test_what_is_no_ruling_has_a_kind_error(text: str) -> None:
    with pytest.raises(OrderError) as error:
        RULESET.words.answer(ruling(), text, LEXICON)

    assert error.value.problem
    assert error.value.hint


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("LEGAL, but she sees only one eight", '"but" is not an effect. Say what it does in spells of the book alone'),
        ("LEGAL SCRY o3 for Bea too", '"for" is not an effect. Say what it does in spells of the book alone'),
        ("LEGAL SCRI o3", '"SCRI" is not an effect. Did you mean SCRY?'),
    ],
)
def test_what_is_no_effect_is_told_how_to_be_written(text: str, said: str) -> None:
    with pytest.raises(OrderError) as error:
        RULESET.words.answer(ruling(), text, LEXICON)

    assert str(error.value).startswith(said)


def test_nobody_is_judged_with_somebody_behind() -> None:
    with pytest.raises(OrderError, match="BUT"):
        RULESET.words.answer(Judge(GM, judgements(SEATS), ()), "GUILTY NOBODY but Ana", LEXICON)


@pytest.mark.parametrize(
    ("text", "found"),
    [("GUILTY Ana, Bea", Guilty((ANA, BEA))), ("GUILTY NOBODY", Guilty()), ("nobody", Guilty())],
)
def test_judgements_are_read(text: str, found: Guilty) -> None:
    assert RULESET.words.answer(Judge(GM, judgements(SEATS), ()), text, LEXICON) == found  # EL-P5.1


def play(line: str, given: Given) -> tuple[Game[State, View], str]:
    """Play a first deadline in which Ana casts a free spell; also what was ruled."""
    game = Game.start(RULESET, Setup(SEATS, RULESET.settle({})), b"rulings")
    order: Order = RULESET.grammar.read(line, LEXICON, ANA)
    after = game.play({ANA: [order]}, given)
    return after, next(
        "not ruled" if isinstance(e, SpellUnruled) else e.verdict
        for e in after.events
        if isinstance(e, SpellRuled | SpellUnruled)
    )


def test_a_ruling_on_file_is_followed_and_one_on_other_words_is_not() -> None:
    text = SPELL.split('"')[1]
    given = Given({f"GM/{ruling(text).name}/1": Legal((Flip("o3", True),))})

    after, said = play(SPELL, given)
    assert said == "LEGAL"
    assert after.state.ocean["o3"][-1].up

    _, said = play(SPELL.replace("waltz", "march"), given)
    assert said == "not ruled"  # EL-R22, EL-P4.4


def test_nothing_waits_for_the_gm() -> None:
    _, said = play(SPELL, Given(live=True))

    assert said == "not ruled"  # EL-P4.4


def test_the_gm_is_told_that_a_spell_comes_after_a_broken_rule_is_made_good() -> None:
    lines = ['MAGIC FREE "I hum"', "MAGIC AT 4 FLIP o1 UP", 'MAGIC FREE "I whistle"']
    orders = [replace(RULESET.grammar.read(line, LEXICON, ANA), number=i) for i, line in enumerate(lines, 1)]
    casts = [one for one in orders if isinstance(one, Magic)]
    impulses = Options.of(RULESET.settle({})).impulses

    assert announced(casts, impulses, 0) == {1: Free("I hum", 1), 3: Free("I whistle", 2)}
    assert announced(casts, impulses, 2) == {1: Free("I hum", 3), 3: Free("I whistle", 5)}  # EL-P4.6


def test_what_is_noted_of_a_hidden_card_goes_with_it_where_the_gm_exchanges_two() -> None:
    mind = Mind(ANA, SEATS, spots={"o1": "KS"}, hands={BEA: "7C"})
    to_the_ocean = CardsExchangedUnseen(origin=HANDS, giver=BEA, target=f"{OCEAN} (o1)", taker=OBSERVER, to=PUBLIC)
    to_a_flame = CardsExchangedUnseen(origin=HANDS, giver=BEA, target=FLAMES, taker=CID, to=PUBLIC)

    mind.apply(to_the_ocean)
    swapped = copied(mind)
    mind.apply(to_a_flame)

    assert (swapped.spots, swapped.hands) == ({"o1": "7C"}, {BEA: "KS"})
    assert (mind.spots, mind.hands, mind.flames) == ({"o1": "7C"}, {}, {CID: "K"})
