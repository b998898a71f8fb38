"""The order language: operands in another order are read, and what cannot be is answered with the nearest own line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from referee.engine.audience import Seat
from referee.engine.chance import Chance
from referee.engine.errors import OrderError
from referee.engine.intent import with_examples
from referee.engine.lexicon import Lexicon
from referee.engine.orders import readable
from referee.engine.reader import Reader
from referee.engine.sheet import Heard, OnFile, Sheet
from referee.games.living_trumps import RULESET, bots
from referee.games.living_trumps.closest import STRONG, WEAK
from referee.games.living_trumps.view import View
from referee.service.table.reading import Clerk, understand
from tests.games.living_trumps.test_games import played
from tests.games.living_trumps.test_reasons import TABLES, table
from tests.games.natural import OFFERED

WAR = table("patternfall-war")
ME, FOE = WAR.setup.seats[:2]
ANSWERED = re.compile(r"(For instance: .*\.|Did you mean .*\?|Only \w+ .*)$")
LEXICON = RULESET.words.lexicon(WAR.setup.seats, TABLES)


def sheet(*lines: str) -> Sheet:
    """The lines of the first seat as its receipt answers them."""
    read = Reader(RULESET.grammar, LEXICON, ME, 1).read(line.replace("FOE", FOE) for line in lines)
    return with_examples(RULESET, WAR.view(ME), LEXICON, ME, read)


def hint(line: str) -> str:
    """What is said of a line that cannot be read."""
    (read,) = sheet(line).lines
    return readable(read.error) if read.error is not None else "it was read"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("LOGRUS TENDRILS KH 2", "SUBSTANCE LOGRUS KH TENDRILS 2"),
        ("LOGRUS 2 KH", "SUBSTANCE LOGRUS KH TENDRILS 2"),
        ("LOGRUS KH 2 TENDRILS", "SUBSTANCE LOGRUS KH TENDRILS 2"),
        ("TENDRILS KH 2 CHOOSE K", "SUBSTANCE LOGRUS KH TENDRILS 2 CHOOSE K"),
        ("LIVING TRUMP S 2", "SUBSTANCE LIVING S TENDRILS 2"),
        ("LIVING 2 S", "SUBSTANCE LIVING S TENDRILS 2"),
        ("BROKEN PATTERN K 2", "SUBSTANCE BROKEN K PILE 2"),
        ("BROKEN 2 K", "SUBSTANCE BROKEN K PILE 2"),
        ("PATTERNWALK 9 IN REBMA", "SUBSTANCE PATTERN 9 REBMA"),
        ("SHADOWSHIFT 3 WITH FOE GIVE 8C", f"SUBSTANCE SHADOWSHIFT 3 DEAL {FOE} GIVE 8C"),
        ("DIVE Q, 7", "SUBSTANCE DIVE PAIRS Q, 7"),
        ("DIVE FOR Q", "SUBSTANCE DIVE PAIRS Q"),
        ("SCRY SHADOW 2 FOE", f"SHADOW SCRY SHADOW {FOE} 2"),
        ("DEFEND DUEL OR YIELD", "DEFEND DUEL ELSE YIELD"),
        ("DEAL WITH FOE GET 8C GIVE 7H", f"DEAL {FOE} GIVE 7H GET 8C"),
        ("DUEL CALL 2, 4", "DUEL CALL AT 2, 4"),
        ("CONTEST YIELD AFTER 2 BEHIND BY 3", "CONTEST YIELD BEHIND BY 3 AFTER 2"),
        ("CHAOS CONTROL 5", "CHAOS CONTROL UP TO 5"),
        ("CHAOS CONTROL 5 INTENSIFY", "CHAOS CONTROL UP TO 5 INTENSIFY"),
        ("SCRY TOP SHADOW DECK 1", "SHADOW SCRY DECK SHADOW TOP 1"),
        ("SCRY BOTTOM OF THE TRUMP DECK 3", "SHADOW SCRY DECK TRUMP BOTTOM 3"),
        ("PATTERNWALK AMBER K", "SUBSTANCE PATTERN K"),
        ("SUBSTANCE HELLRIDE 8D of FOE OFFER", f"SUBSTANCE HELLRIDE {FOE} 8D OFFER"),
    ],
)
def test_operands_may_stand_in_another_order(written: str, meant: str) -> None:
    (read,) = sheet(written).lines

    assert read.order is not None
    assert RULESET.grammar.show(read.order) == meant


@pytest.mark.parametrize(
    ("written", "nearest"),
    [
        ("TRICK 7H, 7S, 7D, JOKER", "TRICK 7 CARDS 7H, 7S, 7D, JOKER"),
        ("HELLRIDE FOE's 8D", f"SUBSTANCE HELLRIDE {FOE} 8D DUEL"),
        ("SWITCH 7D 9C", "SHADOW SWITCH 7D FOR 9C"),
        ("SCRY FOE", f"SHADOW SCRY HAND {FOE}"),
        ("SCRY 2 FOE", f"SHADOW SCRY SHADOW {FOE} 2"),
        ("DEAL FOE 7H FOR 8C", f"DEAL {FOE} GIVE 7H GET 8C PLAY HONOUR"),
        ("CHAOS INTENSIFY", "CHAOS CONTROL UP TO 6 INTENSIFY"),
        (
            "SHADOWSHIFT 2 DEAL FOE GIVE 8 GET HEARTS PLAY HONOUR ELSE LIE",
            f"SUBSTANCE SHADOWSHIFT 2 DEAL {FOE} GIVE 8 GET HEARTS PLAY HONOUR",
        ),
        ("DEAL FOE GET 7H GIVE 8C PLAY", f"DEAL {FOE} GIVE 8C GET 7H PLAY HONOUR"),
        ("SHAPESHIFT 3 DISCARD 2C KEEP 4 ALWAYS", "SHADOW SHAPESHIFT 3 DISCARD 2C"),
        ("CONTEST YIELD AFTER 2 BEHIND 3", "CONTEST YIELD BEHIND BY 3 AFTER 2"),
        ("DUEL YIELD 4", "DUEL YIELD AFTER 4"),
        ("DEFEND 8D DUEL", "DEFEND DUEL FOR 8D"),
        ("BOON K", "BOON NAME K"),
        ("SHADOW TARVEL AMBER 7D", f"SHADOW TRAVEL AMBER {WAR.view(ME).me.open_shadows[0]}"),
        ("SUBSTANCE HLELRIDE FOE 8D OFFER", f"SUBSTANCE HELLRIDE {FOE} 8D OFFER"),
        (
            "SUBSTANCE SAHDOWSHIFT 2 DEAL FOE GIVE 8C GET K",
            f"SUBSTANCE SHADOWSHIFT 2 DEAL {FOE} GIVE 8C GET K PLAY HONOUR",
        ),
        ("YIELD TO HELLRIDES", "DEFEND YIELD"),
        ("CONSOLIDATE 8D", "TRICK 8 CONSOLIDATE 8D"),
        ("LIE TO FOE WITH 4S", f"DEAL {FOE} PLAY LIE 4S"),
        ("ACCUSE FOE", f"DEAL {FOE} PLAY ACCUSE"),
        ("SCRY FOE's THIRD SHADOW", f"SHADOW SCRY SHADOW {FOE} 3"),
        ("CALL FOE FOR HELP", f"CONTEST TRUMP {FOE} WHEN BEHIND PART {WAR.view(ME).hand[0]}"),
        ("SPEND THE JEWEL FIRST", "JEWEL FIRST"),
        ("USE PLACE BLOOD", "SPEND PLACE OK"),
        ("DISCARD 2C", "SHADOW SHAPESHIFT 1 DISCARD 2C"),
        ("WALK THE BROKEN PATTERN FOR A 7", "SUBSTANCE BROKEN 7"),
        ("SHADOWSHIFT 1 WITH FOE GIVING 6D FOR A 10", f"SUBSTANCE SHADOWSHIFT 1 DEAL {FOE} GIVE 6D GET 10 PLAY HONOUR"),
        ("SHADOW SIWTCH 7D FOR 9C", "SHADOW SWITCH 7D FOR 9C"),
        ("SUBSTANCE BROKNE 8", "SUBSTANCE BROKEN 8"),
    ],
)
def test_a_line_that_cannot_be_read_is_answered_with_what_it_comes_nearest_to(written: str, nearest: str) -> None:
    assert hint(written).endswith((f"For instance: {nearest}.", f"Did you mean {nearest}?"))


@pytest.mark.parametrize("written", ["ATTACK", "ATACK", "ASSAULT", "FIGHT", "CHALLENGE", "EXILE"])
def test_who_wants_to_attack_is_told_of_a_hellride(written: str) -> None:
    said = f'I don\'t know the order "{written}". Did you mean SUBSTANCE HELLRIDE {FOE} 8D DUEL?'

    assert hint(f"{written} FOE 8D") == said


def test_a_bare_action_is_answered_with_its_form_and_cards_of_ones_own() -> None:
    hand = [card.code for card in WAR.view(ME).hand]
    said = hint("DUEL GAUNTLET").rpartition("GAUNTLET ")[2].removesuffix(".").split(", ")

    assert hint("SUBSTANCE SCHEME") == hint("SCHEME") == "it was read"
    assert set(said) <= set(hand)
    assert hint("TRICKS") == "TRICKS wants something more: AUTO or NONE. Write TRICKS AUTO|NONE. " + (
        "For instance: TRICKS AUTO."
    )
    assert hint("WEAPON S") == 'I don\'t know the order "WEAPON". Did you mean DUEL WEAPON S?'


@pytest.mark.parametrize("variant", ["nine-princes", "prince-of-chaos", "trumps-of-doom"])
def test_every_word_of_an_action_alone_is_taken_or_answered_with_a_line_that_can_be_sent(variant: str) -> None:
    game = table(variant)
    seat, lexicon = game.setup.seats[0], RULESET.words.lexicon(game.setup.seats, TABLES)
    lines = with_examples(
        RULESET, game.view(seat), lexicon, seat, Reader(RULESET.grammar, lexicon, seat, 1).read([*STRONG, *WEAK])
    ).lines
    hints = [line.error.hint for line in lines if line.heard is Heard.UNREADABLE and line.error is not None]

    assert [one for one in hints if not ANSWERED.search(one)] == []


def test_one_deal_that_is_to_be_cancelled_is_named_and_no_other_is_shown() -> None:
    assert hint(f"CANCEL DEAL {FOE}") == (
        "CANCEL ends all standing DEAL lines at once, never one of them."
        f" If DEAL {FOE} is the only one write CANCEL DEAL; else the DEAL lines that shall stand without it."
    )


def test_a_receipt_says_the_nearest_line_with_cards_of_ones_own() -> None:
    desk = Clerk(RULESET, LEXICON, ME, 1, WAR.view(ME))
    (line,) = understand(desk, OnFile(), ["TRICK 7H, 7S, 7D, JOKER"]).unused

    assert line.error is not None
    assert line.error.hint.endswith("For instance: TRICK 7 CARDS 7H, 7S, 7D, JOKER.")


def test_what_another_court_does_is_not_proposed_but_explained() -> None:
    assert hint("LOGRUS").endswith("Only Chaosians send Tendrils of the Logrus.")
    assert "For instance" not in hint("LOGRUS")


def slips(line: str) -> Iterator[str]:
    """Spoil a line: without one of its words, with two letters of one changed about, cut off, turned round."""
    words = line.split()
    for at, word in enumerate(words):
        yield " ".join([*words[:at], *words[at + 1 :]])
        yield " ".join([*words[:at], word[:1] + word[2:3] + word[1:2] + word[3:], *words[at + 1 :]])
        yield " ".join(words[: at + 1])
    yield " ".join([*words[:1], *words[:0:-1]])


def can_be_sent(view: View, lexicon: Lexicon, line: str) -> bool:
    """Say whether a seat could send this very line."""
    try:
        order = RULESET.grammar.read(line, lexicon, view.seat)
    except OrderError:
        return False
    return not any(remark.refuses for remark in RULESET.orders.remarks(view, [replace(order, number=1)]))


def suggested(view: View, lexicon: Lexicon, luck: Chance) -> set[str]:
    """Every line that letters show a seat: to begin with, in its form, in HELP, and where a line cannot be read."""
    scribe = bots.Scribbler(view, luck)
    shown = [*bots.examples(view), *RULESET.orders.form(view)]
    useless = RULESET.orders.unusable(view)
    explained = [kind.example for kind in RULESET.orders.verbs if not issubclass(kind, tuple(useless))]
    spoilt = [
        one
        for line in (*shown, *explained, scribe.shadow(), scribe.substance(), scribe.policy())
        for one in slips(line)
    ]
    reader = Reader(RULESET.grammar, lexicon, view.seat, 1)
    lines = with_examples(RULESET, view, lexicon, view.seat, reader.read(filter(None, spoilt))).lines
    told = [readable(line.error) for line in lines if line.error is not None]
    offered = {line for one in told for line in OFFERED.findall(one) if " " in line and " or " not in line}
    return {*shown, *offered}


@pytest.mark.parametrize("number", range(4))
def test_whatever_letters_suggest_is_taken_as_written_and_in_small_letters(number: int) -> None:
    found = dict[tuple[Seat, str], bool]()
    for game in list(played(number))[::6]:
        lexicon = RULESET.words.lexicon(game.setup.seats, TABLES)
        for view in map(game.view, game.setup.seats[:2]):
            for line in suggested(view, lexicon, Chance(b"suggested", game.step)):
                forms = line, line.upper(), line.lower()
                found[view.seat, line] = all(can_be_sent(view, lexicon, one) for one in forms)

    assert len(found) > 80
    assert [one for one, taken in found.items() if not taken] == []
