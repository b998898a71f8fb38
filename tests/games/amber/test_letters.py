"""What the letters of Amber say, and to whom."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.engine.audience import OBSERVER, PUBLIC, Seat
from referee.engine.events import Event
from referee.games.amber import RULESET
from referee.games.amber import events as ev
from referee.games.amber.deck import BY_CODE
from referee.games.amber.events.combat import Occasion, Result
from referee.games.amber.events.powers import Death
from referee.games.amber.events.shadow import Way
from referee.reports.document import Document
from referee.reports.html import bare
from referee.reports.lines import story
from referee.reports.look import html
from referee.reports.opening import held
from referee.reports.text import lines as printed
from referee.resources import Resources
from tests.laws.played import post
from tests.laws.test_first_letters import begun

ERIC, FIONA, BRAND = Seat("Eric"), Seat("Fiona"), Seat("Brand")
WORDS = post(RULESET.slug).writer.lines


def told(events: Sequence[Event], reader: Seat = BRAND) -> list[str]:
    """What a reader is told of events, as text."""
    whole = story(WORDS, events, reader)
    return [*printed(whole.own), *printed(whole.rest)]


BEGAN = ev.CombatBegan(attacker=ERIC, defender=FIONA, occasion=Occasion.OPTION, to=PUBLIC)
DEFEATED = ev.SpecialPlayed(seat=ERIC, target=FIONA, card=BY_CODE["2P"], to=PUBLIC)


def led(code: str, number: int) -> Event:
    """A card that Eric leads."""
    return ev.CardLed(seat=ERIC, card=BY_CODE[code], defender=FIONA, round=number, to=PUBLIC)


def replied(attack: str, code: str, result: Result) -> list[Event]:
    """Fiona's reply, and what it did."""
    attacked, reply = BY_CODE[attack], BY_CODE[code]
    return [
        ev.CardReplied(seat=FIONA, card=reply, defender=FIONA, to=PUBLIC),
        ev.Clashed(attacker=ERIC, defender=FIONA, attack=attacked, reply=reply, result=result, to=PUBLIC),
    ]


COMBAT = [
    BEGAN, led("6S", 1), *replied("6S", "10W", Result.NEGATED), led("9C", 2), *replied("9C", "3P", Result.BEATEN),
]  # fmt: skip


def test_each_column_of_a_combat_is_headed_once_by_whose_cards_they_are() -> None:
    assert told(COMBAT) == [
        "  Eric attacked Fiona.",
        "      Eric           Fiona",
        "      Six of Swords  Ten of Wands        Wands stop Swords.",
        "      Nine of Cups   Three of Pentacles  Too low.",
    ]


def test_each_column_says_to_those_who_fight_which_is_theirs() -> None:
    assert [told(COMBAT, reader)[1].split() for reader in (ERIC, FIONA)] == [["You", "Fiona"], ["Eric", "You"]]


def test_a_combat_without_an_attack_card_has_no_heads() -> None:
    assert told([BEGAN, DEFEATED]) == [
        "  Eric attacked Fiona.",
        "  Eric played Defeat, the Two of Pentacles, on Fiona.",
    ]


def test_a_screen_reader_hears_whose_card_stands_in_a_cell() -> None:
    source = bare(Document("", tuple(story(WORDS, COMBAT, BRAND).rest.blocks())))

    assert re.findall(r'<th [^>]*scope="col"[^>]*>(?:<[^>]*>)*([^<]*)', source) == ["Eric", "Fiona"]


def test_chaos_has_a_column_and_amber_another() -> None:
    laid = [
        ev.ChaosLaid(card=BY_CODE["9P"], to=PUBLIC),
        ev.TurnedBack(seat=ERIC, card=BY_CODE["10W"], to=PUBLIC),
        ev.ChaosLaid(card=BY_CODE["4C"], to=PUBLIC),
    ]

    assert told(laid) == [
        "      Chaos              Amber",
        "      Nine of Pentacles  Ten of Wands  Eric",
        "      Four of Cups",
    ]


def test_who_dies_in_the_city_is_told_in_one_piece_how_it_fell() -> None:
    moon = BY_CODE["X18"]
    fall = [
        ev.AmberAttacked(threat=moon, target=None, cards=3, to=PUBLIC),
        ev.ChaosLaid(card=BY_CODE["9P"], to=PUBLIC),
        ev.AmberFell(threat=moon, to=PUBLIC),
        ev.Died(seat=ERIC, death=Death.CHAOS, hidden=0, to=PUBLIC),
    ]
    before = ev.DiscardsReturned(count=6, to=PUBLIC)

    assert printed(story(WORDS, [before, *fall], ERIC).own) == [
        "  The Moon! Chaos came against Amber with three cards.",
        "      Chaos              Amber",
        "      Nine of Pentacles",
        "  Nobody turned it back. Amber fell.",
        "  You died in the city.",
    ]


def test_chaos_cards_have_names_where_all_hands_are_opened() -> None:
    piles = [(ERIC, [BY_CODE["5S"], BY_CODE["X19"]]), (BRAND, [BY_CODE["KC"], BY_CODE["X2"]])]
    hands = held(piles, [ERIC, BRAND], WORDS.coded)

    assert hands is not None
    assert printed(hands) == ["  Eric   5S Sun", "  Brand  KC, High Priestess"]


def test_first_letters_send_nobody_against_the_same_one() -> None:
    game = begun(RULESET, 9, 9)
    attacks = [RULESET.orders.examples(game.view(seat))[0].split() for seat in game.setup.seats]
    targets = [attack[1] for attack in attacks if attack[0] == "ATTACK"]

    assert len(targets) == len(set(targets)) > 1


def test_in_mail_a_card_face_down_on_the_throne_is_said_to_be_one() -> None:
    seen = begun(RULESET, 4, 4).view(OBSERVER)
    source = html(Document("", tuple(WORDS.table(seen)(BRAND).blocks())), Resources())
    throne = source[source.index(">Throne<") :]

    assert re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", throne[: throne.index("</tr>")])).strip(" >") == (
        "Throne ? (a Chaos card, face down) \N{MIDDLE DOT} empty \N{MIDDLE DOT} Shadow deck 28 "
        "\N{MIDDLE DOT} Chaos deck 21 \N{MIDDLE DOT} Encounter deck 12 \N{MIDDLE DOT} Discards 0"
    )


def test_a_gain_of_all_says_once_how_many_cards_could_not_serve() -> None:
    gains = [
        (ev.CardsDrawnUnseen(seat=seat, count=2, to=PUBLIC), ev.CardsPassedOver(count=over, to=PUBLIC))
        for seat, over in ((ERIC, 1), (FIONA, 2))
    ]

    assert told([event for both in gains for event in both]) == [
        "  Eric and Fiona each gained two hidden cards. Three cards that could",
        "  not serve went to the discards.",
    ]


def test_gains_that_differ_each_say_how_many_cards_could_not_serve() -> None:
    gains = [
        (ev.CardsDrawnUnseen(seat=seat, count=count, to=PUBLIC), ev.CardsPassedOver(count=1, to=PUBLIC))
        for seat, count in ((ERIC, 2), (FIONA, 3))
    ]

    assert told([event for both in gains for event in both]) == [
        "  Eric gained two hidden cards. One card that could not serve went to",
        "  the discards. Fiona gained three hidden cards. One card that could not",
        "  serve went to the discards.",
    ]


def test_draws_that_gave_nothing_are_summed_up_too() -> None:
    wasted = [ev.CardsPassedOver(count=over, to=PUBLIC) for over in (1, 2)]

    assert told(wasted) == ["  Three cards that could not serve went to the discards."]


def test_a_wish_says_for_whom_if_it_is_another() -> None:
    wish = BY_CODE["9C"]

    assert [*told([ev.SpecialPlayed(seat=ERIC, target=ERIC, card=wish, to=PUBLIC)]),
            *told([ev.SpecialPlayed(seat=ERIC, target=FIONA, card=wish, to=PUBLIC)])] == [
        "  Eric played the Wish, the Nine of Cups.",
        "  Eric played the Wish, the Nine of Cups, for Fiona.",
    ]  # fmt: skip


def test_chaos_on_the_throne_outweighs_a_homecoming_and_not_a_banishment() -> None:
    drew = ev.ThroneCardsDrawn(seat=Seat("Chaos"), cards=(BY_CODE["2S"],), to=PUBLIC)
    came = ev.Returned(seat=ERIC, way=Way.RETURN, to=PUBLIC)
    sent = ev.Banished(seat=ERIC, turns=2, until=5, to=PUBLIC)

    weightiest = [WORDS.weightiest(heard) for heard in ([drew, came], [sent, drew, came])]
    assert [one and one.text for one in weightiest] == [
        "Chaos gathered strength on the Throne", "Eric was banished to the end of turn 5",
    ]  # fmt: skip


def test_that_a_ruler_draws_as_in_every_turn_heads_no_letter() -> None:
    drew = ev.ThroneCardsDrawn(seat=ERIC, cards=(BY_CODE["2S"],), to=PUBLIC)
    home = ev.Returned(seat=FIONA, way=Way.RETURN, to=PUBLIC)

    assert [WORDS.weightiest([drew], reader) for reader in (ERIC, FIONA)] == [None, None]
    weightiest = WORDS.weightiest([drew, home], ERIC)
    assert weightiest
    assert weightiest.text == "Fiona came home"


def test_the_world_is_met_and_walked_in_one_sentence_of_three_acts() -> None:
    met = ev.ChaosMet(seat=ERIC, card=BY_CODE["X21"], to=PUBLIC)
    walked = ev.WorldPlayed(seat=ERIC, ruler=FIONA, to=PUBLIC)

    assert told([met, walked]) == ["  Eric met the World, walked the Pattern and took the Throne from Fiona."]


def test_a_civil_war_says_by_which_rule_it_crowns_nobody() -> None:
    assert told([ev.WarEnded(fought=True, to=PUBLIC)]) == [
        "  The Civil War was over. It crowns nobody, whoever wins (AM-7.2)."
    ]


def test_whom_the_empress_weds_reads_what_it_is_good_for() -> None:
    met = ev.ChaosMet(seat=ERIC, card=BY_CODE["X3"], to=PUBLIC)

    assert [" ".join(" ".join(told([met], reader)).split()) for reader in (ERIC, BRAND)] == [
        "You met the Empress; you are married to Chaos now, and each return from Shadow brings an open card (AM-C3).",
        "Eric met the Empress; Eric is married to Chaos now, and each return from Shadow brings an open card (AM-C3).",
    ]
