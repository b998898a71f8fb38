"""The order language: what players write is understood, printed, and understood again."""

from __future__ import annotations

from typing import Any

import pytest

from referee.engine.audience import Seat
from referee.engine.commands import Press
from referee.engine.conditions import Condition
from referee.engine.errors import OrderError
from referee.engine.lexicon import Words, split
from referee.engine.orders import If, Order
from referee.engine.reader import Reader
from referee.engine.seatnames import names_problem, reserved
from referee.engine.setup import SignUp
from referee.engine.slots import Slot, read_all
from referee.games.amber import RULESET
from referee.games.amber.deck import BY_CODE, CHARACTERS
from referee.games.amber.setup import christen
from referee.games.amber.verbs import VERBS
from referee.resources import Resources
from tests.games.amber.table import lexicon, read, shown

TABLE = lexicon((Seat("Corwin"), Seat("Eric"), Seat("Fiona"), Seat("Random")))


@pytest.mark.parametrize("kind", VERBS, ids=lambda kind: kind.__name__)
def test_every_example_reads_back_as_it_is_printed(kind: type[Order]) -> None:
    one = read(kind.example)

    second = kind.stands_for is not Order.stands_for
    assert (type(one) is kind, RULESET.grammar.show(one) == kind.example) == (not second, not second)
    assert read(RULESET.grammar.show(one)) == one


@pytest.mark.parametrize("kind", VERBS, ids=lambda kind: kind.__name__)
def test_the_beginning_of_a_line_is_read_or_blamed_in_words(kind: type[Order]) -> None:
    words = kind.example.split()
    for n in range(1, len(words)):
        assert problem(" ".join(words[:n])).endswith((".", "?", ""))


@pytest.mark.parametrize("slot", RULESET.orders.slots, ids=lambda slot: slot.name)
def test_every_slot_s_example_reads_back(slot: Slot[Any]) -> None:
    value = read_all(slot, slot.example, Words(split(""), TABLE, Seat("Eric")))

    assert read_all(slot, slot.show(value), Words(split(""), TABLE, Seat("Eric"))) == value


@pytest.mark.parametrize("kind", RULESET.orders.conditions, ids=lambda kind: kind.__name__)
def test_every_condition_s_example_reads_back(kind: type[Condition]) -> None:
    line = f"IF {kind.example} THEN WAIT"
    one = read(line)

    assert shown(line) == line
    assert isinstance(one, If)
    assert type(one.tests[0].condition) is kind


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("ATTACK Corwin WITH 8S, 6P THEN STOP", "ATTACK Corwin WITH 8S, 6P"),
        ("with eight of swords attack cor", "ATTACK Corwin WITH 8S"),
        ("attack the king with S8; if wands then 6 of coins", "ATTACK RULER WITH 8S; IF WANDS THEN 6P"),
        ("attack the king with S8; else 1C", "ATTACK RULER WITH 8S; ELSE AC"),
        ("DEFEND AGAINST SWORDS WITH WANDS LOW, 9P, SURRENDER", "DEFEND AGAINST SWORDS WITH WANDS, 9P, NOTHING"),
        ("DEFEND WITH a wand, A of Wands", "DEFEND WITH WANDS, AW"),
        ("DEFEND AGAINST SWORDS 7+ WITH WANDS", "DEFEND AGAINST SWORDS 7 OR MORE WITH WANDS"),
        ("DEFEND AGAINST SWORDS 7 or lower WITH WANDS", "DEFEND AGAINST SWORDS 7 OR LESS WITH WANDS"),
        ("ATTACK Corwin STOP IF Eric HAS 3+ cards WITH 8S", "ATTACK Corwin WITH 8S STOP IF Eric HAS 3 CARDS OR MORE"),
        ("WAR AGAINST Corwin WITH 8S", "WAR Corwin WITH 8S"),
        ("HELP anyone WITH 9W", "HELP ANY WITH 9W"),
        ("PROTECT everybody", "PROTECT ANY"),
        ("PROTECT Fiona with AW", "PROTECT Fiona"),
        ("protect Fiona with my Ace of Wands", "PROTECT Fiona"),
        ("DEFEND WITH High Priestess, HIGH, HIGH CUPS", "DEFEND WITH X2, HIGH, HIGH CUPS"),
        ("IF THE THRONE IS EMPTY THEN SEIZE THE THRONE ELSE WAIT", "IF THRONE EMPTY THEN SEIZE ELSE WAIT"),
        ("IF RULER IS Eric THEN PLAY Two of Pentacles ON Eric", "IF RULER IS Eric THEN PLAY 2P ON Eric"),
        ("PLAY Betrayal ON Corwin BEFORE ATTACKS", "PLAY 7C ON Corwin BEFORE ATTACKS"),
        ("PLAY the Wish ON self LAST", "PLAY 9C ON Eric LAST"),
        ("PLAY Death ON Corwin", "PLAY 10S ON Corwin"),
        ("KEEP STAR, M2, 17", "KEEP X17, X2, X17"),
        ("GO TO SHADOW", "GO SHADOW"),
        ("RETURN TO AMBER", "RETURN"),
        ("RETURN Corwin CARD", "RETURN Corwin CARD"),
        ("GIVE BACK Corwin AND ATTACK WITH 8S", "GIVE BACK Corwin ATTACK WITH 8S"),
        ("ON COURT King of Cups KEEP", "COURT KC KEEP"),
        ("ALLY Julian", "ALLY KC"),
        ("ALLY Bleys", "ALLY NC"),
        ("IF CHAOS ATTACKS THE MOON THEN STAR CANCEL", "IF CHAOS ATTACKS X18 THEN STAR CANCEL"),
        ("DEFEND AMBER AGAINST MOON WITH NOTHING", "DEFEND AMBER AGAINST X18 WITH NOTHING"),
        ("HELP Random AGAINST Corwin WITH 4W AT MOST 1", "HELP Random AGAINST Corwin WITH 4W AT MOST 1"),
        ("HELP ran VS cor WITH 4W", "HELP Random AGAINST Corwin WITH 4W"),
        ("HELP Random VS Corwin SWORDS", "HELP Random AGAINST Corwin AGAINST SWORDS"),
        ("DEFEND VS Corwin WITH Betrayal, lowest wand", "DEFEND AGAINST Corwin WITH 7C, WANDS"),
        ("DEFEND AGAINST Corwin PENTACLES WITH highest", "DEFEND AGAINST Corwin AGAINST PENTACLES WITH HIGH"),
        ("WITH 6S, 9S ATTACK Corwin STOP ON TIE", "ATTACK Corwin WITH 6S, 9S STOP ON TIE"),
        ("STOP ON TIE ATTACK Corwin WITH 6S, 9S", "ATTACK Corwin WITH 6S, 9S STOP ON TIE"),
        ("ATTACK Corwin STOP ON TIE WITH 6S", "ATTACK Corwin WITH 6S STOP ON TIE"),
        ("ATTACK Corwin WITH 8S, 6P, THEN STOP", "ATTACK Corwin WITH 8S, 6P"),
        ("ATTACK Corwin WITH 8S, then 6P, STOP ON A TIE", "ATTACK Corwin WITH 8S, 6P STOP ON TIE"),
        ("ATTACK Corwin WITH 8S; IF CUPS THEN STOP; ELSE 9S", "ATTACK Corwin WITH 8S; IF CUPS THEN NOTHING; ELSE 9S"),
        ("IF CHAOS ATTACKS THEN STAR CANCEL", "IF CHAOS ATTACKS THEN STAR CANCEL"),
        ("IF CHAOS ATTACKS X2, THE MOON AND THRONE EMPTY THEN STAR CANCEL",
         "IF CHAOS ATTACKS X2, X18 AND THRONE EMPTY THEN STAR CANCEL"),
        ("IF Eric CLAIMS THE THRONE AND THE THRONE IS EMPTY THEN SEIZE", "IF Eric CLAIMS AND THRONE EMPTY THEN SEIZE"),
        ("IF CHAOS ATTACKS THEN MAGICIAN REPEL X15", "IF CHAOS ATTACKS THEN MAGICIAN REPEL X15"),
        ("IF I AM IN AMBER AND CHAOS ATTACKS THEN NO WORLD", "IF I AM IN AMBER AND CHAOS ATTACKS THEN WORLD NO"),
        ("IF CHAOS ATTACKS AND THRONE NOT EMPTY THEN WAIT", "IF CHAOS ATTACKS AND NOT THRONE EMPTY THEN WAIT"),
        ("IF RULER IS NOT ME THEN SEIZE", "IF NOT RULER IS Eric THEN SEIZE"),
        ("IF TURN 5 THEN SEIZE", "IF TURN 5 THEN SEIZE"),
        ("IF TURN = 5 THEN SEIZE", "IF TURN 5 THEN SEIZE"),
        ("MAGICIAN TAKE FROM Corwin LAST", "MAGICIAN TAKE FROM Corwin LAST"),
        ("MAGICIAN TAKE a card FROM Corwin", "MAGICIAN TAKE FROM Corwin"),
        ("MAGICIAN TAKE the 9 of cups FROM Corwin LAST", "MAGICIAN TAKE 9C FROM Corwin LAST"),
        ("RETURN Corwin CARD AND ATTACK WITH 4S", "GIVE BACK Corwin ATTACK WITH 4S"),
        ("ON COURT ANY GIVE BACK AND ATTACK WITH 4S", "COURT ANY ATTACK WITH 4S"),
        ("ON COURT ANY GIVE BACK", "COURT ANY GIVE BACK"),
        ("RANSOM Corwin's card", "RANSOM Corwin"),
        ("refuse all help", "REFUSE HELP"),
        ("CUT 23 cards", "CUT 23"),
        ("KEEP specials, X17", "KEEP SPECIALS, X17"),
        ("play Wish on myself", "PLAY 9C ON Eric"),
        ("SURRENDER TO Corwin", "DEFEND AGAINST Corwin WITH NOTHING"),
        ("WAIT in Amber", "WAIT"),
        ("WAIT FLAG ON", "WAIT FLAG ON"),
        ("RELEASE ALL", "RELEASE ANY"),
        ("NO THRONE DRAW", "THRONE DRAW NO"),
        ("SHOW Corwin my 5C", "SHOW 5C TO Corwin"),
        ("ATTACK the High Priestess WITH 8S", "ATTACK CHAOS WITH 8S"),
        ("IF RULER IS the Hierophant THEN PLAY Defeat ON X5", "IF RULER IS CHAOS THEN PLAY 2P ON CHAOS"),
        ("GIVE Corwin the 5 of cups", "GIVE 5C TO Corwin"),
        ("GIVE Corwin back his card", "GIVE BACK Corwin"),
    ],
)  # fmt: skip
def test_what_players_write(line: str, printed: str) -> None:
    assert shown(line) == printed
    assert read(printed) == read(line)


@pytest.mark.parametrize("line", ["ATTACK Corvin", "ATACK Corwin", "PLAY 2P ON", "DEFEND WITH", "CUT", "KEEP 8Q"])
def test_what_cannot_be_read(line: str) -> None:
    with pytest.raises(OrderError):
        read(line)


@pytest.mark.parametrize("line", ["ATTACK Dierdre", "PROTECT bleys", "IF Dierdre IN AMBER THEN WAIT", "SUMMON Bleys"])
def test_both_spellings_of_a_character_are_their_seat(line: str) -> None:
    table = lexicon((Seat("Deirdre"), Seat("Blaise"), Seat("Fiona"), Seat("Random")))
    one = RULESET.grammar.read(line, table, Seat("Fiona"))

    printed = line.replace("Dierdre", "Deirdre").replace("bleys", "Blaise").replace("Bleys", "Blaise")
    assert RULESET.grammar.show(one) == printed
    assert table.seats.vocabulary() == ["Deirdre", "Blaise", "Fiona", "Random"]


CARD_WORDS = ("Sword", "Wand", "Coin", "Page", "Fool", "Tower", "Lovers", "Wish", "Ace", "Valet", "Justice")


@pytest.mark.parametrize("name", [*CARD_WORDS, "Character"])
def test_words_for_cards_and_wishes_are_no_names(name: str) -> None:
    words = reserved(RULESET, lexicon(()))

    assert names_problem([name], words) == f"{name} is a word of the order language. Choose another name."
    assert names_problem([*CHARACTERS.values()], words) == ""


def test_a_list_of_wishes_goes_before_the_name_one_signed_up_with() -> None:
    lists = [SignUp("Corwin", ("CHARACTER KP, NP",)), SignUp("Ana", ("CHARACTER NS",)), SignUp("Bleys"), SignUp("Dan")]

    assert christen(lists, {}) == ("Eric", "Corwin", "Blaise", "Dan")


@pytest.mark.parametrize(
    ("line", "seats"),
    [
        ("TO the KING: hail", ["RULER"]),
        ("tell the king: hail", ["RULER"]),
        ("TO King Fiona: hail", ["Fiona"]),
        ("TO the King and Fiona: hail", ["RULER", "Fiona"]),
    ],
)
def test_words_to_the_king_and_to_one_who_is_called_so(line: str, seats: list[str]) -> None:
    (one,) = Reader(RULESET.grammar, TABLE, Seat("Eric"), 5).read([line]).lines

    assert one.order == Press(addressees=tuple(map(Seat, seats)), text="hail")


def problem(line: str) -> str:
    """What is said of a line that cannot be read, nothing of one that can."""
    try:
        read(line)
    except OrderError as e:
        return e.problem
    return ""


def test_the_table_of_words_names_the_characters_of_the_rules() -> None:
    courts = Resources().table("amber")["courts"]

    assert {BY_CODE[code]: entry["name"] for code, entry in courts.items()} == dict(CHARACTERS)


def test_no_character_is_a_word_of_the_language() -> None:
    assert names_problem(CHARACTERS.values(), reserved(RULESET)) == ""


@pytest.mark.parametrize(("line", "instance"), [("CHARACTER", "CHARACTER NS, QS"), ("TRIBUTE", "TRIBUTE 3C, WANDS")])
def test_where_a_list_is_missing_one_is_shown(line: str, instance: str) -> None:
    grammar = RULESET.wishes if line == "CHARACTER" else RULESET.grammar
    assert grammar is not None

    with pytest.raises(OrderError, match=f"such as {instance}\\."):
        grammar.read(line, TABLE, Seat("Eric"))
