"""Cards: one object each, alike in print, apart inside; and the words that name them."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys

import pytest

from referee.cases.words.laying import Laying, Pile
from referee.engine.audience import Seat
from referee.engine.errors import Ambiguous, OrderError, SetupError
from referee.engine.lexicon import Lexicon, Words, split
from referee.engine.slots import read_all
from referee.games.cards import Card, CardSlot, Pack, card_named, card_words, codes, french, jokers, namer, tarot
from referee.resources import Resources

TABLES = {pack: Resources().table(pack.table) for pack in Pack}
LEXICON = Lexicon.of([], card_words(Pack.TAROT, TABLES[Pack.TAROT]) | card_words(Pack.FRENCH, TABLES[Pack.FRENCH]))
NAME = namer(*TABLES.items())
TAROT, FRENCH = CardSlot(Pack.TAROT, majors="M"), CardSlot(Pack.FRENCH)
EVERY = [*tarot(), *tarot(1), *french(54), *french(52, 3), *jokers(8)]


def read(slot: CardSlot, text: str) -> str:
    """What a player's words mean, as it is printed."""
    return slot.show(read_all(slot, text, Words((), LEXICON, Seat("Ana"))))


def test_packs_have_their_cards() -> None:
    assert (len(tarot()), len(french(36)), len(french(52)), len(french(54)), len(jokers(5))) == (78, 36, 52, 54, 5)
    assert [str(c) for c in tarot()[:14]] == "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S PS NS QS KS".split()
    assert [str(c) for c in tarot()[56:58]] == ["X0", "X1"]
    assert [str(c) for c in french(54)[-2:]] == ["RJ", "BJ"]
    assert {c.rank for c in french(36)} == set("6 7 8 9 10 J Q K A".split())


def test_a_card_has_one_object_wherever_it_comes_from() -> None:
    for card in EVERY:
        assert Card.of(card.key) is card
        assert copy.deepcopy(card) is card
        assert pickle.loads(pickle.dumps(card)) is card


def test_copies_are_two_cards_that_print_alike() -> None:
    one, two = tarot(0)[13], tarot(1)[13]

    assert one is not two
    assert one != two
    assert str(one) == str(two) == "KS"
    assert two.face is one
    assert NAME(one) == NAME(two) == "King of Swords"


def test_keys_and_indices_are_unique() -> None:
    cards = list(dict.fromkeys(EVERY))

    assert len({c.key for c in cards}) == len({c.index for c in cards}) == len({hash(c) for c in cards}) == len(cards)


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(KeyError):
        Card.of("t0.11S")


@pytest.mark.parametrize("seed", ["0", "1", "77"])
def test_hashes_do_not_depend_on_the_run(seed: str) -> None:
    code = "from referee.games.cards import *; print([hash(c) for c in (*tarot(2), *french(54))])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONHASHSEED": seed},
    )

    assert done.stdout.strip() == str([hash(c) for c in (*tarot(2), *french(54))])


def test_what_a_card_is() -> None:
    ace, king, moon, joker = tarot()[0], tarot()[13], tarot()[74], french(54)[52]

    assert (ace.suit, ace.rank, ace.number, ace.court, ace.major) == ("S", "A", 1, False, False)
    assert (king.suit, king.rank, king.number, king.court) == ("S", "K", 14, True)
    assert (moon.suit, moon.rank, moon.number, moon.major, moon.court) == ("", "", 18, True, False)
    assert (joker.joker, joker.major, joker.number) == (True, False, 0)


@pytest.mark.parametrize("card", tarot(), ids=str)
def test_every_name_and_code_of_a_tarot_card_reads_as_itself(card: Card) -> None:
    printed = TAROT.show(card)
    texts = [
        printed,
        card.code,
        NAME(card),
        NAME(card).lower(),
        NAME(card).upper(),
        f"the {NAME(card).removeprefix('The ')}",
    ]
    texts += (
        [f"{card.suit}{card.rank}", f"{card.rank} of {card.suit}"]
        if card.suit
        else [f"{card.number}", f"m{card.number}"]
    )

    assert {read(TAROT, text) for text in texts} == {printed}


@pytest.mark.parametrize("card", french(54), ids=str)
def test_every_name_and_code_of_a_french_card_reads_as_itself(card: Card) -> None:
    assert read(FRENCH, card.code) == read(FRENCH, NAME(card)) == card.code


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("8 of Swords", "8S"), ("eight swords", "8S"), ("S8", "8S"), ("swords 8", "8S"), ("AW", "AW"), ("1W", "AW"),
        ("Ace of Wands", "AW"), ("ace of rods", "AW"), ("one of staves", "AW"), ("valet of cups", "PC"), ("10P", "10P"),
        ("knave of coins", "PP"), ("ten disks", "10P"), ("prince of batons", "NW"), ("king of s", "KS"),
        ("X17", "M17"), ("M17", "M17"), ("17", "M17"), ("star", "M17"), ("The Star", "M17"), ("wheel", "M10"),
        ("wheel of fortune", "M10"), ("high priestess", "M2"), ("popess", "M2"), ("judgment", "M20"), ("JUDG", "M20"),
        ("hanged man", "M12"), ("magus", "M1"), ("hier", "M5"), ("FOOL", "M0"), ("0", "M0"), ("world", "M21"),
        ("que of cup", "QC"),
    ],
)  # fmt: skip
def test_what_players_write(text: str, card: str) -> None:
    assert read(TAROT, text) == card


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("11S", '"11S" is not a card.'),
        ("M22", '"M22" is no card: the majors are M0 to M21.'),
        ("king", '"king" needs its suit.'),
        ("tower of london", "I don't know what \"OF\" is for."),
        ("empresss", '"empresss" is not a card. Did you mean EMPRESS?'),
        ("st", '"st" is not a card.'),
        ("", "A card is missing."),
    ],
)
def test_what_is_no_card_is_told_in_words(text: str, problem: str) -> None:
    with pytest.raises(OrderError) as told:
        read(TAROT, text)

    assert problem in str(told.value)


def test_the_rest_of_a_pack_stands_in_one_pile_and_nowhere_else() -> None:
    assert Pile.of(["5H", "REST", "6H"]) == Pile(["5H"], ["6H"], None, rests=True)
    assert Pile.of("REST") == Pile([], [], None, rests=True)
    assert Pile.of(["5H", "6H"]) == Pile(["5H", "6H"], [], None, rests=False)
    assert Pile.of(7) == Pile([], [], 7, rests=False)
    with pytest.raises(SetupError, match="REST is every card that lies nowhere else: it stands in one pile alone"):
        Laying(french()).take("REST")


def test_an_a_before_a_suit_is_the_ace_where_the_suit_is_a_letter_and_else_asked_about() -> None:
    assert (read(TAROT, "A S"), read(FRENCH, "A S")) == ("AS", "AS")
    with pytest.raises(Ambiguous) as asked:
        read(TAROT, "A SWORDS")
    assert str(asked.value) == '"A SWORDS" could mean two things. Write SWORDS for any of them, AS for the Ace.'


def test_a_beginning_that_fits_two_is_ambiguous() -> None:
    with pytest.raises(Ambiguous, match='"EMP" could be M3 or M4'):
        read(TAROT, "EMP")


def test_a_campaign_changes_words_never_cards() -> None:
    table = dict(TABLES[Pack.TAROT])
    table["suits"] = dict(table["suits"]) | {"P": {"name": "Rings", "also": []}}
    lexicon = Lexicon.of([], card_words(Pack.TAROT, table))

    assert read_all(TAROT, "8 of Rings", Words((), lexicon, Seat("Ana"))) is card_named("8P")
    assert namer((Pack.TAROT, table))(card_named("8P", copy=1)) == "Eight of Rings"
    assert read_all(TAROT, "8P", Words((), lexicon, Seat("Ana"))) is card_named("8P")


def test_codes_need_no_table() -> None:
    bare = Words((), Lexicon.of([]), Seat("Ana"))

    assert read_all(TAROT, "8S", bare) is card_named("8S")
    assert read_all(TAROT, "X3", bare) is card_named("M3")
    assert codes(Pack.FRENCH)["H10"] is card_named("10H", Pack.FRENCH)


def test_the_slot_stops_behind_the_card() -> None:
    words = Words(split("eight of swords, the moon"), LEXICON, Seat("Ana"))

    assert str(TAROT.read(words)) == "8S"
    assert words.rest == [",", "THE", "MOON"]
