"""What the letters of Living Trumps say in a receipt."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from referee.bots.bot import guessing
from referee.engine.agreement import CONCESSION, DRAW, ENDED
from referee.engine.asks import Answer, Ask
from referee.engine.audience import OBSERVER, PUBLIC, Seat
from referee.engine.chance import Chance
from referee.engine.conditions import Condition
from referee.engine.events import Event, GameEnded
from referee.games.cards import Pack, card_named
from referee.games.living_trumps import RULESET
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.asks import AnswerCall, Stage, TrumpAnte
from referee.games.living_trumps.conditions import CONDITIONS
from referee.games.living_trumps.deck import Court, ordered
from referee.games.living_trumps.mailed import answer
from referee.games.living_trumps.moves import Call, Kind, Name, Stand
from referee.games.living_trumps.options import NINE_PRINCES, PRINCE_OF_CHAOS, TRUMPS_OF_DOOM, WAR
from referee.games.living_trumps.state import JewelAt
from referee.games.living_trumps.view import Lying
from referee.reports.lines import story
from referee.reports.spans import plain
from referee.reports.text import lines as printed
from referee.resources import Resources
from tests.laws.played import post
from tests.laws.test_first_letters import begun
from tests.reports.drawn import page


@pytest.mark.parametrize("condition", CONDITIONS, ids=lambda kind: kind.__name__)
def test_a_receipt_says_under_which_condition(condition: type[Condition]) -> None:
    game = begun(RULESET, 4, 0, variant=WAR)
    seat, eric = game.setup.seats[0], game.setup.seats[1]
    test = condition.example.replace("Eric", eric)
    lexicon, lines = post(RULESET.slug).lexicon(game.setup.seats), post(RULESET.slug).writer.lines
    behind, before = (
        lines.order(RULESET.grammar.read(line, lexicon, seat), game.view(seat))
        for line in (f"SUBSTANCE BROKEN K IF {test}", f"IF {test} THEN SUBSTANCE BROKEN K")
    )

    assert behind == before
    assert behind.startswith("If ")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ((), "If nothing comes from you: you scheme, build by Tricks, refuse Deals."),
        (("SCHEME", "TRICKS NONE", "DEALS OPEN", "DEFEND YIELD"), "in a fight you go on to its end."),
        (("SHADOWSHIFT 1 DEAL Eric", "TRICKS NONE", "DEFEND YIELD", "DEALS OPEN"),
         "you scheme if no SUBSTANCE line can be carried out; in a fight you go on to its end."),
    ],
)  # fmt: skip
def test_a_receipt_says_what_happens_where_no_line_speaks(lines: tuple[str, ...], said: str) -> None:
    game, writes = begun(RULESET, 3, 0), post(RULESET.slug)
    seat, lexicon = game.setup.seats[0], writes.lexicon(game.setup.seats)
    orders = [RULESET.grammar.read(line, lexicon, seat) for line in lines]

    assert writes.writer.lines.defaults(game.view(seat), orders) == said


def test_a_trick_that_builds_nothing_is_warned_of() -> None:
    game = begun(RULESET, 4, 3)
    seat = game.setup.seats[0]
    line, view = RULESET.grammar.read("TRICK 8", post(RULESET.slug).lexicon(game.setup.seats), seat), game.view(seat)
    eight = next(card for card in view.hand if card.rank == "8")

    without = [one.text for one in RULESET.orders.remarks(view, [line])]
    view.me.shadows.append(Lying(eight, 9))

    assert without == ["You have no open Shadow of rank 8 now; without one the Trick builds nothing."]
    assert list(RULESET.orders.remarks(view, [line])) == []


def test_a_trick_is_offered_where_it_builds_and_else_told_what_it_lacks() -> None:
    game = begun(RULESET, 4, 3)
    view, lines = game.view(game.setup.seats[0]), post(RULESET.slug).writer.lines
    without = printed(lines.block("holding", view))
    eight = next(card for card in view.hand if card.rank == "8")
    view.me.shadows.append(Lying(eight, 9))

    assert "TRICK" not in "".join(without)
    assert without[-1].endswith("A Trick of Eights lacks an open Shadow to build with.")
    assert printed(lines.block("holding", view))[-1].endswith("then declare TRICK 8.")


def test_the_cards_of_a_place_are_named_and_stand_first_in_a_switch() -> None:
    game = begun(RULESET, 3, 0)
    seat = game.setup.seats[0]
    view, lexicon = game.view(seat), post(RULESET.slug).lexicon(game.setup.seats)
    (place,), other = [one.card for one in view.me.shadows if one.down], view.me.open_shadows[0]
    line = RULESET.grammar.read(f"SWITCH {other} FOR {place}", lexicon, seat)

    assert f"Place cards, face-down before you: {place} (slot 3)." in post(RULESET.slug).welcome(game, seat).body
    assert f"The Place card stands first: SHADOW SWITCH {place} FOR {other}." in [
        one.text for one in RULESET.orders.remarks(view, [line])
    ]


def test_the_first_letter_says_what_its_codes_of_cards_stand_for() -> None:
    game = begun(RULESET, 4, 3)
    seat = game.setup.seats[0]
    view, letter = game.view(seat), post(RULESET.slug).welcome(game, seat)
    last = next(card for card in reversed(view.hand) if not card.joker)
    say = RULESET.words.say(Resources().tables(RULESET.words.tables, RULESET.folder))
    body = page(letter.document).body

    assert f"{last} is the {say(last)}." in letter.body
    assert body is not None
    said = {node.text(): node.attributes["title"] for node in body.css("abbr.coded")}
    lying = {str(one.card): say(one.card) for one in view.me.shadows if one.down}
    assert said == {str(card): say(card) for card in view.hand} | lying


def told_to(reader: Seat, *events: Event) -> tuple[list[str], list[str]]:
    """What a report tells a reader of what befell them, and of all else."""
    heard = story(post(RULESET.slug).writer.lines, events, reader)
    return printed(heard.own), printed(heard.rest)


SHADOWS = tuple(card for code in ("2C", "2D") if (card := card_named(code, Pack.FRENCH)) is not None)
ERIC, BRAND, FIONA = map(Seat, ("Eric", "Brand", "Fiona"))


def test_who_is_called_for_help_is_told_of_that_apart_from_the_fight() -> None:
    two: Any = {"first": ERIC, "second": BRAND}
    points: Any = {"first_points": 2, "second_points": 3}
    fight = (
        ev.IntrigueBegan(seat=ERIC, to=PUBLIC),
        ev.ContestBegan(**two, **points, first_suit="S", second_suit="H", to=PUBLIC),
        ev.Flipped(**two, **points, first_card=SHADOWS[0], second_card=SHADOWS[1], to=PUBLIC),
        ev.CalledForHelp(seat=ERIC, rank="Q", helper=FIONA, to=PUBLIC),
        ev.HelpAnswered(seat=ERIC, helper=FIONA, granted=False, to=PUBLIC),
        ev.ContestEnded(**two, **points, winner=BRAND, joker=False, to=PUBLIC),
    )

    own, rest = told_to(FIONA, *fight)

    assert own == ["  Eric calls you for help in a contest. You do not help Eric."]
    assert rest == [
        "  Eric fights in Spades from two Points, Brand in Hearts from three:",
        "      Eric   2C",
        "      Brand  2D",
        "  Brand wins, 3 to 2.",
    ]
    assert told_to(ERIC, *fight)[1][-1] == ("  You call Fiona for help. Fiona does not help you. Brand wins, 3 to 2.")


def test_what_others_do_in_one_turn_stands_apart_from_what_they_do_to_the_reader() -> None:
    acts = (
        ev.IntrigueBegan(seat=ERIC, to=PUBLIC),
        ev.ScryMade(seat=ERIC, owner=FIONA, to=PUBLIC),
        ev.ScryMade(seat=ERIC, owner=FIONA, to=PUBLIC),
        ev.Shapeshifted(seat=ERIC, to=PUBLIC),
        ev.PowerTurnedUp(seat=ERIC, slots=(2,), cards=SHADOWS[:1], to=PUBLIC),
        ev.PowerTurnedUp(seat=FIONA, slots=(2,), cards=SHADOWS[1:2], to=PUBLIC),
    )

    assert told_to(FIONA, *acts) == (
        ["  Eric scries twice and pays you for it.", "", "  Your Powerbase gains 2D."],
        ["  Eric shapeshifts.", "", "  Eric's Powerbase gains 2C."],
    )
    assert told_to(BRAND, *acts)[1] == [
        "  Eric scries twice and pays Fiona for it.", "  Eric shapeshifts.", "",
        "  Eric's Powerbase gains 2C. Fiona's Powerbase gains 2D.",
    ]  # fmt: skip


def remarks(*lines: str) -> list[tuple[int, str]]:
    """What a receipt warns of, with the number of each line."""
    game = begun(RULESET, 4, 3)
    seat, lexicon = game.setup.seats[0], post(RULESET.slug).lexicon(game.setup.seats)
    orders = [replace(RULESET.grammar.read(line, lexicon, seat), number=n) for n, line in enumerate(lines, 1)]
    return [(one.order.number, one.text) for one in RULESET.orders.remarks(game.view(seat), orders)]


def test_tricks_that_lack_cards_are_warned_of_in_one_note() -> None:
    assert remarks("TRICK 10", "SCHEME", "TRICK 6") == [
        (1, "You do not hold four Tens or four Sixes now."),
        (3, "You do not hold four Tens or four Sixes now."),
    ]


def test_a_shadow_that_a_trick_names_in_vain_is_warned_of_even_before_its_cards_are_there() -> None:
    assert remarks("TRICK 10 CONSOLIDATE 10C") == [
        (1, "You do not hold four Tens now."),
        (1, "You have no Shadow 10C now; without it the Trick builds nothing."),
    ]


def test_a_trick_that_is_to_build_nothing_is_not_warned_of() -> None:
    assert remarks("TRICK 8 CONSOLIDATE JOKER") == []


@pytest.mark.parametrize(
    ("lines", "masked"),
    [
        (("DEFEND YIELD", "DEFEND DUEL"), (2,)),
        (("DEFEND DUEL", "DEFEND DEAL"), ()),
        (("DEFEND YIELD FOR 8D", "DEFEND DUEL"), ()),
        (("DEFEND YIELD", "VS Fiona DEFEND DUEL"), ()),
        (("BOON NAME K", "BOON NAME JOKER"), (2,)),
        (("BOON GIVE 2C", "BOON GIVE 3C"), ()),
        (("DEALS OPEN", "DEALS OPEN"), ()),
        (("DEALS OPEN", "DEALS CLOSED"), (2,)),
    ],
)
def test_a_policy_that_never_comes_to_speak_is_warned_of(lines: tuple[str, ...], masked: tuple[int, ...]) -> None:
    assert tuple(number for number, text in remarks(*lines) if "the first of them counts" in text) == masked


@pytest.mark.parametrize("variant", [NINE_PRINCES, PRINCE_OF_CHAOS, TRUMPS_OF_DOOM, WAR])
def test_a_first_letter_names_the_search_that_its_reader_may_make(variant: str) -> None:
    searches = {Court.AMBER: "PATTERN by", Court.CHAOS: "LOGRUS by", Court.SHADOW: "LIVING by"}
    game = begun(RULESET, 6, 6, variant=variant)
    for seat in game.setup.seats:
        letter = " ".join(post(RULESET.slug).welcome(game, seat).body.split())

        assert [court for court, said in searches.items() if said in letter] == [game.view(seat).me.court]


@pytest.mark.parametrize(
    ("variant", "said"),
    [
        (NINE_PRINCES, "Cards in brackets lie face-down, Blood behind a + on a Place."),
        (PRINCE_OF_CHAOS, ""),
        (WAR, "Cards in brackets lie face-down, Blood behind a + on a Place."),
    ],
)
def test_signs_in_the_table_are_explained_where_they_stand(variant: str, said: str) -> None:
    game = begun(RULESET, 4, 4, variant=variant)
    body = " ".join(post(RULESET.slug).welcome(game, game.setup.seats[1]).body.split())

    assert (said in body, "in brackets" in body, "(?)" in body) == (True, bool(said), bool(said))


@pytest.mark.parametrize(
    ("blood", "said"),
    [
        ((5, 3, 4), "{0} has most Blood, 5"),
        ((5, 5, 4), "{0} and {1} have most Blood, 5"),
        ((5, 5, 5), "all have the same Blood, 5"),
    ],
)
def test_a_headline_names_all_who_have_most_blood(blood: tuple[int, ...], said: str) -> None:
    view = begun(RULESET, 3, 0).view(OBSERVER)
    seats = view.initiative or view.seats
    sheets = {
        seat: replace(view.sheets[seat], free=n - view.sheets[seat].placed)
        for seat, n in zip(seats, blood, strict=True)
    }
    view = replace(view, initiative=tuple(seats), sheets=sheets)

    assert post(RULESET.slug).writer.lines.headline(view, (), seats[0]) == said.format(*seats)


def test_tendrils_for_no_exact_card_that_were_filed_ahead_are_explained() -> None:
    """An order for a later turn is refused when it is read anew; until then letters print it."""
    game, writes = begun(RULESET, 3, 1), post(RULESET.slug)
    seat, lexicon = game.setup.seats[0], writes.lexicon(game.setup.seats)
    lines = ("SUBSTANCE LOGRUS K", "SUBSTANCE LOGRUS HEARTS", "SUBSTANCE LOGRUS JOKER TENDRILS 2")
    orders = [RULESET.grammar.read(line, lexicon, seat) for line in lines]

    assert {writes.writer.lines.order(one, game.view(seat)) for one in orders} == {
        "No tendril is sent, for they look for an exact card, such as KH."
    }


def test_an_open_hand_does_not_tell_which_of_its_cards_came_last() -> None:
    game, writes = begun(RULESET, 3, 1), post(RULESET.slug)
    seat, reader = game.setup.seats[:2]
    hand = game.view(seat).hand
    told = [
        [
            writes.writer.lines.event(ev.HandOpened(seat=seat, turn=2, cards=tuple(cards), to=PUBLIC), one)
            for one in (seat, reader)
        ]
        for cards in (hand, hand[::-1], [*hand[6:], *hand[:6]])
    ]

    assert len(hand) == 12
    assert told[0] == told[1] == told[2]


def test_to_one_who_lost_by_first_blood_it_is_their_own_flaw() -> None:
    ana, bob = Seat("Ana"), Seat("Bob")
    card = card_named("AS", Pack.FRENCH)
    assert card is not None
    decided = ev.FirstBloodDecided(challenger=bob, defender=ana, winner=bob, card=card, to=PUBLIC)

    told = [" ".join(printed(story(post(RULESET.slug).writer.lines, [decided], me).rest)).split() for me in (ana, bob)]
    assert [" ".join(words) for words in told] == [
        "First Blood is AS, your Flaw: Bob wins at once.",
        "First Blood is AS, Ana's Flaw: you win at once.",
    ]


def test_cards_that_go_the_same_way_are_told_in_one_sentence() -> None:
    cards = [card for code in ("4C", "5D", "6H", "7S") if (card := card_named(code, Pack.FRENCH))]
    eric = Seat("Eric")
    down = [ev.TurnedDown(seat=eric, slot=i, card=card, to=PUBLIC) for i, card in enumerate(cards, 1)]
    back = [ev.Recycled(seat=eric, gone=i, card=card, slot=i, to=PUBLIC) for i, card in enumerate(cards[:2], 1)]

    assert [
        " ".join("".join(printed(story(post(RULESET.slug).writer.lines, told, Seat("Fiona")).rest)).split())
        for told in (down, back)
    ] == ["4C, 5D, 6H and 7S must lie face-down for it.", "4C and 5D must go back to Eric's Shadows."]


@pytest.mark.parametrize("variant", [NINE_PRINCES, TRUMPS_OF_DOOM])
def test_whatever_a_question_offers_is_taken_as_its_answer(variant: str) -> None:
    lines, asked = post(RULESET.slug).writer.lines, dict[str, Ask[Any]]()

    def heard(ask: Ask[Any], answered: Answer[Any]) -> None:
        asked[type(ask).__name__] = ask

    for number in range(12):
        game = begun(RULESET, 5, number, variant=variant)
        bots = {seat: guessing(Chance(seat.encode(), number)) for seat in game.setup.seats}
        for _ in range(6):
            game = game.play({}, desks=bots, heard=heard)
            if game.end is not None:
                break
    live = [ask for ask in asked.values() if ask.live]
    helper, caller, foe, *_ = game.setup.seats
    call = AnswerCall(helper, (None, foe, caller), (caller, foe))

    lexicon = post(RULESET.slug).lexicon(game.setup.seats)
    assert len(live) >= 6
    for ask in [*live, call]:
        for choice in ask.choices:
            assert str(answer(ask, plain(lines.choice(ask, choice)), lexicon)) == str(choice)


@pytest.mark.parametrize(
    ("reason", "winners", "said"),
    [
        ("victory", ("Eric", "Fiona"), "Eric and Fiona completed five cards that win"),
        ("war won", ("Eric",), "Eric had five cards that win, the Jewel, the Place and the deed"),
        ("turn limit", ("Eric",), ""),
        (DRAW, (), ""),
        (CONCESSION, ("Eric",), ""),
        (ENDED, ("Eric",), ""),
    ],
)
def test_that_five_cards_won_is_told_of_those_who_won_by_them(reason: str, winners: tuple[str, ...], said: str) -> None:
    end = GameEnded(reason=reason, winners=tuple(map(Seat, winners)), losers=(Seat("Bleys"),), to=PUBLIC)

    assert post(RULESET.slug).writer.lines.moment(end, OBSERVER) == said


def test_a_duel_is_told_line_by_line() -> None:
    fight: Any = {"challenger": ERIC, "defender": BRAND}
    duel = (
        ev.IntrigueBegan(seat=ERIC, to=PUBLIC),
        ev.DuelBegan(**fight, to=PUBLIC),
        ev.WeaponChosen(seat=BRAND, suit="D", to=PUBLIC),
        ev.Showed(seat=ERIC, card=SHADOWS[1], points=2, to=PUBLIC),
        ev.FeintPlaced(seat=ERIC, number=1, to=PUBLIC),
        ev.DuelEnded(winner=BRAND, loser=ERIC, to=PUBLIC),
        ev.AnteWon(seat=BRAND, blood=2, to=PUBLIC),
    )

    assert told_to(FIONA, *duel)[1] == [
        "  Eric throws down the Gauntlet to Brand.",
        "      Brand chooses Diamonds.",
        "      Eric shows 2D and has two Points.",
        "      Eric places a first feint.",
        "  Brand wins the Duel against Eric. Brand has the Ante: two Blood.",
    ]


def test_a_trick_that_takes_nothing_is_said_to_stay() -> None:
    taken = ev.RankTaken(seat=ERIC, victim=BRAND, rank="Q", count=0, to=PUBLIC)
    said = " ".join(" ".join(told_to(ERIC, taken)[1]).split())

    assert said.endswith("there is none, so the Trick stays in your Hand.")


def test_what_is_done_in_one_turn_is_told_in_one_tense() -> None:
    nothing: Any = {"n": 0, "target": Seat(""), "slot": 0, "rank": "", "suit": "", "way": None, "prize": None}
    did = (
        ev.IntrigueBegan(seat=ERIC, to=PUBLIC),
        ev.Shapeshifted(seat=ERIC, to=PUBLIC),
        ev.ActionBegan(seat=ERIC, kind=Kind.SCHEME, **nothing, to=PUBLIC),
    )

    assert told_to(ERIC, *did)[1] == ["  You shapeshift.", "  You scheme and gain a Blood."]


def test_a_receipt_says_that_a_deal_takes_a_stake() -> None:
    game, writes = begun(RULESET, 3, 0), post(RULESET.slug)
    seat, other = game.setup.seats[:2]
    order = RULESET.grammar.read(f"DEAL {other} GIVE 6 GET Q", writes.lexicon(game.setup.seats), seat)

    said = writes.writer.lines.order(order, game.view(seat))

    assert said.startswith(
        f"With {other}, if one of you stakes Blood on it (SHADOWSHIFT or HELLRIDE), you Deal, giving"
    )


PAST = re.compile(r"\b(was|were|went|gave|drew|discarded|proposed|failed|asked|promised|became|showed|scried)\b")


def test_the_story_of_a_turn_is_told_in_one_tense() -> None:
    template = re.sub("{#.*?#}", "", (RULESET.folder / "lines.txt.j2").read_text(encoding="utf-8"))
    macros = re.findall(r"(?ms)^{% macro (\w+)\(e, me\) %}(.*?){% endmacro %}$", template)
    told = {name: text for name, text in macros if not name.endswith(("_Headline", "_Moment"))}

    assert len(told) > 60
    assert {name: found for name, text in told.items() if (found := PAST.findall(text))} == {}


@pytest.mark.parametrize("variant", [NINE_PRINCES, PRINCE_OF_CHAOS, TRUMPS_OF_DOOM, WAR])
def test_a_first_letter_says_what_its_words_mean(variant: str) -> None:
    game = begun(RULESET, 6, 6, variant=variant)
    for seat in game.setup.seats:
        letter = " ".join(post(RULESET.slug).welcome(game, seat).body.split())
        short, _, rest = letter.partition("WHAT YOU HOLD")

        assert [word for word in ("BROKEN", "TIR", "REBMA") if word in rest and word not in short] == []
        assert " - " not in rest


def test_whoever_holds_the_jewel_is_promised_no_new_blood() -> None:
    game = begun(RULESET, 3, 0, variant=WAR)
    seat, view = game.setup.seats[0], game.view(game.setup.seats[0])
    lines = post(RULESET.slug).writer.lines

    without, holder = (
        " ".join(" ".join(printed(lines.block("holding", one))).split()) for one in (view, replace(view, jewel=seat))
    )

    assert "free Blood, the new one counted, you may" in without
    assert "free Blood, and no new one while the Jewel is yours, you may" in holder


def test_what_is_swept_away_is_told_as_one_list() -> None:
    swept = ev.ShadowsSwept(seat=ERIC, slots=(1, 2, 3), cards=SHADOWS, to=PUBLIC)

    assert told_to(FIONA, swept)[1] == [
        "  Eric's Shadows are shuffled into the Shadow Deck: 2C, 2D and one",
        "  face-down; the Place is left.",
    ]


def test_the_end_of_a_war_says_what_else_the_winner_had() -> None:
    game = begun(RULESET, 3, 0, variant=WAR)
    seat, view = game.setup.seats[0], game.view(game.setup.seats[0])
    view.me.deed = 4
    end = GameEnded(reason="war won", winners=(seat,), losers=game.setup.seats[1:], to=PUBLIC)

    said = " ".join(" ".join(printed(post(RULESET.slug).writer.lines.block("ending", view, end))).split())

    assert said.startswith("You have won the Patternfall War: your Powerbase is")
    assert said.endswith("You hold the Jewel in Amber, and did the deed in Turn 4.")


def test_a_live_question_says_what_its_answers_mean() -> None:
    honour = Name("7", "", "", joker=False, card=None)
    asked: list[Ask[Any]] = [
        Stage(ERIC, (Stand.ON, Stand.YIELD, Call("6")), BRAND, 1, 2, 3),
        AnswerCall(FIONA, (None, ERIC), (ERIC, BRAND)),
        TrumpAnte(ERIC, SHADOWS, BRAND, "J", "K", honour, honour, ()),
    ]
    lines = post(RULESET.slug).writer.lines

    said = [" ".join(" ".join(printed(lines.question(one, one.seat))).split()) for one in asked]

    assert "A player of that rank may help you" in said[0]
    assert "one of three cards, by your HELP lines" in said[1]
    assert "any other card is a lie" in said[2]


def test_a_jewel_that_is_paid_stands_apart_from_what_was_done_before() -> None:
    taken: Any = {"n": 0, "target": Seat(""), "slot": 0, "rank": "", "suit": "", "way": None, "prize": None}
    paid = (
        ev.IntrigueBegan(seat=ERIC, to=PUBLIC),
        ev.ActionBegan(seat=ERIC, kind=Kind.SCHEME, **taken, to=PUBLIC),
        ev.JewelMoved(seat=ERIC, at=JewelAt.BANK, gained=False, to=PUBLIC),
        ev.TrickDeclared(seat=ERIC, rank="2", cards=SHADOWS, to=PUBLIC),
    )

    assert told_to(FIONA, *paid)[1] == [
        "  Eric schemes and gains a Blood.",
        "  Eric's Jewel of Judgment goes to the bank and waits there.",
        "  Eric declares a Trick of Twos: 2C and 2D.",
    ]


def test_hands_are_laid_open_from_the_lowest_card() -> None:
    state = begun(RULESET, 3, 0).state
    for player in state.players.values():
        player.hand.reverse()

    opened = dict(RULESET.ending.hands(state))

    assert [opened[seat] for seat in state.players] == [ordered(p.hand) for p in state.players.values()]
