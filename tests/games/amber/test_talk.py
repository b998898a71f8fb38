"""What letters say of orders: each in plain words, what contradicts what, what became of it, and what is left to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from referee.cases.letters import WRITTEN, Post
from referee.engine.asks import Given, Pending
from referee.engine.audience import OBSERVER, PUBLIC, Seat
from referee.engine.errors import OrderError
from referee.engine.events import told
from referee.engine.game import Game
from referee.engine.intent import with_examples
from referee.engine.orders import Order, readable
from referee.engine.reader import Reader
from referee.engine.sheet import OnFile
from referee.games.amber import RULESET
from referee.games.amber import events as ev
from referee.games.amber.case import CASE_WORDS
from referee.games.amber.switches import Switches
from referee.games.amber.verbs import OPTION_ORDERS, MagicianFree, MagicianRepel, MagicianThrone, NoAce, PlayCard
from referee.games.amber.view import View
from referee.reports import blocks
from referee.reports.fates import fates
from referee.reports.lines import story as tell
from referee.reports.pages import ReportPage
from referee.reports.parts import Head, in_force
from referee.reports.spans import oneline, plain
from referee.reports.text import lines
from referee.resources import Resources
from tests.games.amber.table import Played, lexicon, read

FOUR = ("Corwin", "Eric", "Fiona", "Random")
POST = Post(RULESET, Resources())
SAY = POST.writer.lines


def before(players: Mapping[str, Mapping[str, object]], **given: Any) -> Played:
    """A table of four before a turn, Corwin first."""
    table = {name: players.get(name, {}) for name in FOUR}
    start = CASE_WORDS.given(RULESET.settle({}), {"players": table, "initiative": list(FOUR), **given})
    return Game.from_middle(RULESET, start.setup, start.state, start.step, b"talk")


def played(game: Played, orders: Mapping[str, Sequence[str]], given: Given | None = None) -> Played:
    """Play the turn."""
    mine = {Seat(seat): numbered(lines, seat) for seat, lines in orders.items()}
    return game.play(mine, given) if given else game.play(mine)


def numbered(lines: Sequence[str], seat: str = "Eric") -> list[Order]:
    """Read lines as they are in force; those that begin with STANDING stand."""
    return [
        replace(read(line.removeprefix("STANDING "), seat), number=n, lasting=line.startswith("STANDING "))
        for n, line in enumerate(lines, 1)
    ]


def eric(**mine: object) -> View:
    """What Eric knows at a quiet table."""
    return before({"Eric": mine}).view(Seat("Eric"))


def answer(*lines: str, **mine: object) -> OrderError:
    """What Eric's receipt says of the last of these lines, which cannot be used."""
    words, me = lexicon(tuple(map(Seat, FOUR))), Seat("Eric")
    sheet = Reader(RULESET.grammar, words, me, 1).read(lines)
    found = with_examples(RULESET, eric(**mine), words, me, sheet).lines[-1].error
    assert found is not None
    return found


def became(game: Played, seat: str, lines: Sequence[str]) -> list[str]:
    """What a report says became of a seat's orders."""
    events = told(game.events, Seat(seat))
    orders = in_force(OnFile({game.step: tuple(lines)}), game.step, lambda line: read(line, seat))
    why = RULESET.orders.unneeded(game.view(Seat(seat)), events)
    return [" ".join([*f.texts, f.lapsed or f.reason]).strip() for f in fates(events, orders, SAY.answered, why)]


def story(game: Played, reader: str) -> str:
    """What happened, as a reader is told."""
    body = POST.report(game, Seat(reader)).body
    return " ".join(body.partition("WHAT HAPPENED")[2].partition("WHERE EVERYBODY")[0].split())


# In plain words.


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("SEIZE WITH 9S", "in which you attack the next claimant after you: you open with the Nine of Swords"),
        ("SEIZE", "in which you attack nobody unless a WAR order says so."),
        ("ATTACK Corwin", "You attack Corwin, if you both are in Amber then: you open with your highest attack card"),
        ("ATTACK Corwin WITH 8S STOP ON TIE; ELSE 5C", "and then you stop, also after a tie. After any card in reply"),
        ("DEFEND WITH LOW CUPS, ENOUGH", "your lowest Cup, else the cheapest card that keeps you unhurt."),
        ("DEFEND ONLY WITH 9P", "you play the Nine of Pentacles; these or nothing."),
        ("HELP Corwin AT MOST 1", "your cheapest card that turns the attack back; one card at most in the turn."),
        ("PLAY 9C ON ME LAST", "At the end of the turn you play the Wish, the Nine of Cups, on yourself: you are on"),
        ("SPOILS VASSAL", "the loser becomes your vassal and pays tribute."),
        ("TRIBUTE 3C, WANDS", "you part first with the Three of Cups, then with your Wands;"),
        ("COURT ANY RANSOM", "any player's Court card on this turn's trip, you ask a ransom for it at once."),
        ("GO SHADOW", "your Court card goes under the deck, where others may draw it."),
        ("CUT ANY", "The referee's dice cut for you."),
        ("DEFEND AMBER WITH NOTHING", "Against an attack on Amber you hold back, as long as you may."),
        ("DEFEND AMBER WITH ALL", "when it is your turn, with your cheapest card that turns it back; else you"),
        ("DEFEND AMBER WITH 9W", "when it is your turn, with the Nine of Wands, if that turns it back; else you"),
        ("DEFEND AMBER WITH 10S, WANDS", "with the first of these that turns it back: the Ten of Swords, else your"),
        ("CHAOS LAY HIGH SWORDS, CUPS", "they lay first their highest Sword, then their Cups; after that as drawn."),
        ("SUMMON KP", "brings Eric to Amber and turns up all that player's Shadow cards."),
        (
            "IF THRONE EMPTY THEN GO SHADOW ELSE WAIT",
            "If at the beginning of the turn the Throne is empty: you go into Shadow after all combats:",
        ),
        ("IF THRONE EMPTY THEN GO SHADOW ELSE WAIT", "If not: you make no move;"),
        ("IF NOT MY CARDS >= 4 AND RULER IS Fiona THEN NO ACE", "you have fewer than four Shadow cards and Fiona is"),
        ("IF ANY ATTACKS Fiona THEN NO ACE", "If anybody else has chosen to attack Fiona this turn:"),
        ("IF NOT ANY MY VASSAL THEN NO ACE", "If nobody else is your vassal:"),
        ("IF NOT ANY CARDS >= 2 THEN NO ACE", "If nobody else has at least two cards:"),
        ("DEFEND WITH ANY WAND", "Against everybody you play what would be played of your Wands without orders."),
        ("ATTACK Corwin WITH ANY SWORD", "you open with your highest Sword, and then you stop."),
        ("HELP Corwin WITH NEGATE", "you play what turns the attack back of the cards that negate it."),
    ],
)
def test_an_order_says_what_it_will_do(line: str, said: str) -> None:
    assert said in plain(SAY.order(read(line), eric()))


@pytest.mark.parametrize(
    ("options", "line", "said"),
    [
        ({"banish_cap": "3"}, "SPOILS BANISH", "for as many turns as the margin, but three at most."),
        ({"vassal_tribute": "all"}, "SPOILS VASSAL", "becomes your vassal and hands over all Shadow cards."),
        ({"sun": "permanent"}, "SUN Fiona", "the Sun makes Fiona your vassal for good,"),
        ({"court_return": "retrieve"}, "RETURN", "Your Court card comes back to you, unless somebody holds it."),
        ({"wish_in_civil_war": "no"}, "PLAY 9C ON Fiona", "is on the Throne at once, unless there is a Civil War."),
        ({"wish_in_civil_war": "no"}, "MAGICIAN THRONE", "on the Throne, unless there is a Civil War."),
        ({"civil_war": "phase3"}, "WAR Corwin WITH 9S", "blind, and you lay these as well when Corwin attacks you"),
        ({"civil_war": "phase3"}, "SEIZE WITH 9S", "and you lay these as well when a rival attacks you there."),
        ({"civil_war": "phase3"}, "DEFEND WITH 2W", "In a Civil War you lay the cards of your war lines instead."),
    ],
)
def test_an_order_says_what_the_options_of_the_game_make_of_it(options: dict[str, str], line: str, said: str) -> None:
    view = eric(court="deck")
    assert said not in plain(SAY.order(read(line), view))

    view.options = Switches.of(options)
    assert said in plain(SAY.order(read(line), view))


@pytest.mark.parametrize(
    ("mine", "lines", "said", "unsaid"),
    [
        ({}, ["DEFEND WITH 2W"], "you WAIT; attacked, you play what keeps you unhurt", "vassal"),
        ({}, ["ATTACK Corwin"], "whom you beat with Pentacles becomes your vassal; you part with", "WAIT"),
        ({}, ["ATTACK Corwin", "SPOILS BANISH", "TRIBUTE 3C"], "attacked, you play", "cheapest cards"),
        ({}, ["GO SHADOW"], "a Court card that you draw is kept", "WAIT"),
        ({}, ["SEIZE WITH 8S"], "attacked, you play what keeps you unhurt", "Civil War"),
        ({}, ["IF THRONE EMPTY THEN SEIZE"], "if none of your conditions holds, you WAIT", "Civil War"),
        ({"status": "idle", "until": 9}, ["CUT 3"], "attacked, you play what keeps you unhurt", "WAIT"),
        ({"at": "shadow", "status": "banished", "until": 9}, ["CUT 3"], "cannot be attacked", "WAIT"),
        ({"lord": "Fiona"}, ["WAIT"], "you owe Fiona, your lord, one card", "STAY"),
    ],
)  # fmt: skip
def test_what_happens_where_no_line_speaks_is_named(
    mine: dict[str, object], lines: Sequence[str], said: str, unsaid: str
) -> None:
    text = SAY.defaults(eric(**mine), numbered(lines))

    assert said in text
    assert unsaid not in text


def test_a_vassal_is_told_what_they_owe_their_lord() -> None:
    held = " ".join(POST.report(before({"Eric": {"lord": "Fiona"}}), Seat("Eric")).body.split())

    assert (
        "Your lord is Fiona, whom you may not attack. If Fiona is attacked and all are in Amber, you must help: "
        "by a HELP line, or else one card a combat is picked for you."
    ) in held


@pytest.mark.parametrize(
    ("vassals", "said"),
    [
        (["Fiona"], "Your vassal is Fiona, who may not attack you and must help if you are attacked and all are in"),
        (["Corwin", "Fiona"], "Your vassals are Corwin and Fiona, who may not attack you and must help if you"),
    ],
)
def test_a_lord_is_told_what_vassals_owe(vassals: Sequence[str], said: str) -> None:
    body = POST.report(before({name: {"lord": "Eric"} for name in vassals}), Seat("Eric")).body

    assert said in " ".join(body.split())


@pytest.mark.parametrize(
    ("until", "said"),
    [
        (4, "may STAY or RETURN; on the way home you draw a card, as on a trip, unless you write RETURN WITHOUT CARD."),
        (7, "and may return in turn 8. Until then you choose no option, but may talk and show cards."),
    ],
)
def test_the_banished_are_told_what_they_may_do(until: int, said: str) -> None:
    body = POST.report(before({"Eric": {"at": "shadow", "status": "banished", "until": until}}), Seat("Eric")).body

    assert said in " ".join(body.split())


def test_one_who_loses_a_turn_is_told_of_their_defence() -> None:
    assert "defend yourself with what you have" in SAY.defaults(eric(status="idle", until=9))


@pytest.mark.parametrize(
    ("defence", "said"),
    [
        ("yes", "attacked, you play what keeps you unhurt"),
        ("no", "attacked, you may play no card, and call for help; you part with your cheapest cards first."),
    ],
)
def test_a_ruler_who_loses_a_turn_is_promised_no_draw(defence: str, said: str) -> None:
    view = eric(status="idle", until=9, at="throne")
    view.options = Switches.of({"lost_turn_defence": defence})

    assert SAY.defaults(view, numbered(["CUT 3"])).startswith(said)


@pytest.mark.parametrize(
    ("line", "verb"),
    [
        ("defend against cups; else nothing", "DEFEND"),
        ("help Fiona and me", "HELP"),
        ("seize the throne; else nothing", "SEIZE"),
        ("do not attack Fiona", "SPOILS"),
    ],
)
def test_a_refused_line_is_answered_with_an_example_of_its_own_order(line: str, verb: str) -> None:
    assert f"For instance: {verb} " in readable(answer(line, down=["5S", "4P"]))


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ("TO Corwin: I swear fealty to you", "Another line of yours says so already."),
        ("TO Corwin: be my lord", "Did you mean TO Corwin: I swear fealty to you?"),
        ("TO Fiona: I swear fealty to you", "Did you mean TO Corwin: I swear fealty to you?"),
    ],
)
def test_an_oath_that_was_sworn_in_the_same_letter_is_not_proposed_again(said: str, hint: str) -> None:
    assert answer(said, "", "FEALTY Corwin").hint == hint


# Contradictions.


@pytest.mark.parametrize(
    ("lines", "number", "said"),
    [
        (["SEIZE", "IF THRONE EMPTY THEN SEIZE ELSE WAIT"], 1, "Your option is decided by order 2."),
        (["SEIZE", "IF THRONE EMPTY THEN GO SHADOW"], 1, "This counts only where order 2 gives no option."),
        (["SEIZE", "WAIT"], 1, "Of your options order 2 counts, being later."),
        (["ATTACK Corwin WITH 8S", "ATTACK Fiona WITH 8S"], 1, "Of your options order 2 counts, being later."),
        (["WAIT", "STANDING GO SHADOW"], 2, "Your option is decided by order 1."),
        (["CUT 3", "CUT 4"], 1, "Of the two order 2 counts, being later."),
        (["WORLD NO", "WORLD YES"], 1, "Of the two order 2 counts, being later."),
        (["SPOILS VASSAL", "SPOILS BANISH"], 2, "For the same loser order 1 is read first."),
        (["SPOILS VASSAL", "IF THRONE EMPTY THEN SPOILS BANISH"], 2, "For the same loser order 1 is read first."),
        (["SPOILS VASSAL", "STANDING SPOILS BANISH"], 2, "For the same loser order 1 of this turn is read first."),
        (["SPOILS VASSAL", "SPOILS BANISH ANY"], 2, "For the same loser order 1 is read first."),
        (["ATTACK Corwin WITH 6C", "DEFEND WITH 6C"], 2, "If order 1 has played 6C, this one does not find it."),
        (["ATTACK Corwin WITH 8S", "DEFEND WITH LOW SWORDS"], 2, "this one may find no Swords."),
        (["SEIZE WITH 8S", "WAR Fiona WITH 8S"], 2, "If order 1 has played 8S, this one does not find it."),
        (["PLAY 9C ON Fiona", "PLAY 9C ON ME LAST"], 2, "If order 1 has played 9C, this one does not find it."),
        (["DEFEND WITH ANY", "DEFEND WITH NOTHING"], 2, "This counts only where order 1 finds no card at all."),
        (["DEFEND WITH NOTHING", "DEFEND WITH ANY"], 2, "Before it comes to this, order 1 gives up."),
        (["DEFEND AMBER WITH ALL", "DEFEND AMBER WITH 8S"], 2, "This counts only where order 1 finds no card at all."),
        (["DEFEND AMBER WITH NOTHING", "DEFEND AMBER WITH 8S"], 2, "For the same attack order 1 is read first"),
        (["REFUSE HELP", "DEFEND WITH HELP, ANY"], 2, "It asks for help, which order 1 refuses."),
        (["WAIT", "WAR ANY WITH 8S"], 2, "Only a claimant fights in a Civil War, and no line of yours is SEIZE."),
        (["WAIT", "PLAY 9C ON ME LAST", "WAR ANY WITH 8S"], 3, "Only a claimant fights in a Civil War"),
        (["WAIT", "PLAY 9C ON Fiona", "WAR ANY WITH 8S"], 3, "Only a claimant fights in a Civil War"),
        (["RELEASE Corwin"], 1, "Corwin is not your vassal now."),
        (["MAGICIAN THRONE", "MAGICIAN REPEL"], 2, "If order 1 has used the Magician, this one finds nothing."),
        (["RANSOM Corwin", "SUMMON Corwin"], 2, "This counts only if order 1 could not use that Court card."),
        (["COURT ANY KEEP", "COURT ANY RANSOM"], 2, "For the same card order 1 counts, being first."),
        (["COURT ANY RANSOM", "COURT ANY KEEP"], 2, "This counts only if order 1 could not use that Court card."),
        (["IF Corwin CLAIMS THEN WAIT ELSE SEIZE"], 1, "so what stands behind ELSE counts."),
        (["IF CIVIL WAR THEN SEIZE"], 1, "so this line gives no option."),
        (["IF NOT ATTACKED BY ANY THEN SEIZE"], 1, "nobody has claimed or attacked yet, so this holds."),
    ],
)
def test_a_receipt_tells_which_line_gives_way(lines: Sequence[str], number: int, said: str) -> None:
    view = eric(down=["9C", "6C", "8S"], held=["X1", "NS"])
    found = {(r.order.number, r.text) for r in RULESET.orders.check(view, numbered(lines)) if not r.refuses}

    assert [text for n, text in sorted(found) if n == number and said in text]


@pytest.mark.parametrize(
    "lines",
    [
        ["ATTACK Corwin WITH 8S, 6C", "DEFEND AGAINST SWORDS WITH 9C", "KEEP 9C", "SPOILS VASSAL", "CUT 3"],
        ["SEIZE", "WAR Corwin WITH 8S", "DEFEND AGAINST Corwin WITH NOTHING", "DEFEND WITH ANY"],
        ["ATTACK Corwin WITH 6C", "ATTACK Corwin WITH 6C"],
        ["IF THRONE EMPTY THEN SEIZE ELSE WAIT", "SPOILS BANISH Corwin", "SPOILS VASSAL"],
        ["SPOILS BANISH Corwin", "IF CIVIL WAR THEN SPOILS BANISH Corwin ELSE SPOILS VASSAL Fiona"],
        ["WAIT", "PLAY 9C ON ME", "WAR Corwin WITH 6C"],
        ["MAGICIAN THRONE", "WAR Corwin WITH 6C"],
    ],
)
def test_a_sound_letter_has_nothing_to_mind(lines: Sequence[str]) -> None:
    assert list(RULESET.orders.check(eric(down=["9C", "6C", "8S"], held=["X1"]), numbered(lines))) == []


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("help my lord", "HELP Fiona"),
        ("defend my lord", "HELP Fiona"),
        ("protect my lord", "PROTECT Fiona"),
        ("release my vassal", "RELEASE Random"),
        ("free my vassals", "RELEASE Random"),
        ("go home", "RETURN"),
        ("return home", "RETURN"),
        ("return and attack Corwin", "RETURN"),
        ("return, no card", "RETURN WITHOUT CARD"),
        ("defend Amber", "DEFEND AMBER WITH ALL"),
        ("help Corwin if he is attacked", "HELP Corwin"),
        ("help against Corwin", ""),
        ("I want the throne", "SEIZE"),
        ("what a mess", ""),
        ("", ""),
    ],
)
def test_a_line_that_cannot_be_read_comes_near_to_one_with_a_name(line: str, meant: str) -> None:
    view = before({"Eric": {"lord": "Fiona"}, "Random": {"lord": "Eric"}}).view(Seat("Eric"))

    assert RULESET.orders.closest(view, line) == meant
    assert not meant or read(meant)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("DEFEND AGAINST CHAOS WITH 4W", "when she attacks Amber, DEFEND AMBER lines answer."),
        ("HELP Corwin AGAINST CHAOS WITH 4W", "when she attacks Amber, DEFEND AMBER lines answer."),
        ("HELP CHAOS WITH 4W", "Chaos can be neither helped nor protected."),
        ("PROTECT CHAOS", "Chaos can be neither helped nor protected."),
    ],
)
def test_chaos_is_told_to_fight_in_other_ways(line: str, said: str) -> None:
    remarks = RULESET.orders.check(eric(down=["4W", "AW"]), numbered([line]))

    assert [remark.text.endswith(said) for remark in remarks] == [True]


LEFT = "where this line counts you stay, and RETURN alone would bring you home."


@pytest.mark.parametrize(
    ("lines", "at"),
    [
        (["RETURN", "SEIZE WITH 8S"], [2]),
        (["GO SHADOW"], [1]),
        (["IF THRONE EMPTY THEN SEIZE", "RETURN"], [1]),
        (["IF THRONE EMPTY THEN RETURN ELSE ATTACK Corwin"], []),
        (["IF RULER IS Fiona THEN RETURN ELSE ATTACK Corwin"], [1]),
        (["IF I AM IN AMBER THEN SEIZE ELSE RETURN"], []),
        (["STAY"], []),
    ],
)
def test_in_shadow_an_option_of_amber_is_told_to_leave_one_there(lines: Sequence[str], at: Sequence[int]) -> None:
    view = eric(at="shadow", down=["8S"])

    assert [r.order.number for r in RULESET.orders.check(view, numbered(lines)) if LEFT in r.text] == at


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("IF Corwin ATTACKS ME SURRENDER", "for Corwin alone write SURRENDER TO Corwin."),
        ("IF RULER ATTACKS ME THEN DEFEND WITH 2W", "for RULER alone write DEFEND AGAINST RULER."),
        ("IF Corwin ATTACKS ME SURRENDER TO Corwin", ""),
        ("IF Corwin ATTACKS Fiona THEN DEFEND WITH 2W", ""),
        ("IF ANY ATTACKS ME THEN DEFEND WITH 2W", ""),
        ("IF NOT Corwin ATTACKS ME THEN DEFEND WITH 2W", ""),
    ],
)
def test_a_reply_for_one_attacker_that_names_nobody_is_told_to_be_for_all(line: str, said: str) -> None:
    remarks = RULESET.orders.check(eric(down=["2W"]), numbered([line]))
    told = [remark.text.partition("everybody; ")[2] for remark in remarks if "against everybody" in remark.text]

    assert told == ([said] if said else [])


def test_a_reply_for_any_attack_by_option_is_told_to_be_for_no_other() -> None:
    remarks = RULESET.orders.check(eric(down=["2W"]), numbered(["IF ANYONE ATTACKS ME THEN DEFEND WITH 2W"]))

    assert [one.text for one in remarks] == ["Attacks by option alone count there; for every combat leave the IF out."]


@pytest.mark.parametrize(
    ("mine", "shown"),
    [
        ({"at": "shadow"}, ("RETURN", "STAY")),
        ({"at": "shadow", "status": "banished", "until": 9}, ()),
        ({"at": "shadow", "status": "prison"}, ()),
        ({"at": "dead"}, ()),
    ],
)
def test_in_shadow_an_example_is_what_one_may_do_there(mine: dict[str, object], shown: Sequence[str]) -> None:
    assert tuple(RULESET.orders.examples(eric(**mine))) == shown


@pytest.mark.parametrize(
    ("mine", "shown"),
    [
        ({"down": ["8S"]}, ["ATTACK Fiona WITH 8S"]),
        ({"down": ["8S"], "lord": "Fiona"}, ["ATTACK Random WITH 8S"]),
        ({"down": ["9C"]}, ["SEIZE"]),
        ({"down": ["8S"], "at": "throne"}, ["WAIT"]),
        ({"down": ["8S"], "status": "idle", "until": 9}, []),
    ],
)
def test_an_example_is_warned_of_in_nothing(mine: dict[str, object], shown: Sequence[str]) -> None:
    view = eric(**mine)
    examples = list(RULESET.orders.examples(view))

    assert examples == [*shown, "DEFEND WITH ENOUGH, HELP"]
    assert [one.text for line in examples for one in RULESET.orders.check(view, numbered([line]))] == []


def test_an_example_is_no_claim_that_wants_a_court_card() -> None:
    view = eric(court="deck")
    view.options = Switches.of({"seize_needs_court": "yes"})

    assert list(RULESET.orders.examples(view)) == ["WAIT", "DEFEND WITH ENOUGH, HELP"]
    assert "Next turn you may WAIT or GO SHADOW." in oneline(" ".join(lines(SAY.block("holding", view))))


@pytest.mark.parametrize(
    "mine",
    [
        {"at": "shadow", "status": "banished", "until": 9},
        {"at": "shadow", "status": "prison"},
        {"status": "idle", "until": 9},
    ],
)
def test_whoever_has_no_option_is_offered_none(mine: dict[str, object]) -> None:
    assert set(OPTION_ORDERS) - set(RULESET.orders.unusable(eric(**mine))) == set()


@pytest.mark.parametrize(
    ("option", "value", "mine", "kinds"),
    [
        ("magician_menu", "examples", {"held": ["X1"]}, {MagicianThrone, MagicianFree, MagicianRepel}),
        ("special_timing", "combat", {"down": ["7C", "2P"]}, {PlayCard}),
        ("ace_of_wands", "standing", {"down": ["AW"]}, {NoAce}),
    ],
)
def test_what_this_game_does_not_allow_is_offered_to_nobody(
    option: str, value: str, mine: dict[str, object], kinds: set[type[Order]]
) -> None:
    view = eric(**mine)
    assert not kinds & set(RULESET.orders.unusable(view))

    view.options = Switches.of({option: value})
    assert kinds <= set(RULESET.orders.unusable(view))


def test_whoever_has_no_cards_may_send_the_form_back_as_it_came() -> None:
    view = eric()

    assert list(RULESET.orders.check(view, numbered(list(RULESET.orders.form(view))))) == []


BANISHED = "You are banished to the end of turn 9; this works only if you are freed before."
TOWER = "You are in the Tower; this works only if you are freed before."
LOST = "You lose this turn, so this will do nothing."
MINDED: dict[str, tuple[dict[str, object], str]] = {
    "banished": ({"at": "shadow", "status": "banished", "until": 9}, BANISHED),
    "imprisoned": ({"at": "shadow", "status": "prison"}, TOWER),
    "idle": ({"status": "idle", "until": 9}, LOST),
}
HELD: dict[str, object] = {"down": ["7C", "9W", "10S", "AW"], "held": ["NS", "X17"]}


@pytest.mark.parametrize(
    ("state", "line", "works"),
    [
        *((state, line, False) for state in MINDED for line in ("PLAY 7C ON Corwin", "HELP Fiona", "PROTECT Fiona")),
        *((state, line, False) for state in MINDED for line in ("RANSOM Corwin", "STAR CANCEL")),
        *((state, line, True) for state in MINDED for line in ("KEEP AW", "CUT 3", "TRIBUTE 9W", "PAY 9W")),
        *((state, "SHOW 9W TO Fiona", True) for state in MINDED),
        *((state, "STANDING HELP Fiona", True) for state in MINDED),
        *(("idle", line, True) for line in ("DEFEND WITH ANY", "DEFEND AMBER WITH ALL", "NO ACE", "PROTECT ME")),
        *(("idle", line, True) for line in ("REFUSE HELP", "SPOILS BANISH", "DEFEND WITH 10S, WANDS")),
        ("banished", "DEFEND WITH ANY", False),
        ("banished", "IF I AM IN AMBER THEN HELP Fiona", True),
    ],
)
def test_who_cannot_act_is_told_what_will_not_work(state: str, line: str, works: bool) -> None:
    mine, minded = MINDED[state]
    view = eric(**mine, **HELD)

    assert [one.text for one in RULESET.orders.check(view, numbered([line]))] == ([] if works else [minded])


@pytest.mark.parametrize(
    ("options", "line", "works"),
    [
        ({"lost_turn_defence": "no"}, "DEFEND WITH 9W", False),
        *(({"lost_turn_defence": "no"}, line, True) for line in ("REFUSE HELP", "DEFEND ONLY WITH 9W", "SURRENDER")),
        *(({"lost_turn_defence": "no"}, line, True) for line in ("PAY 9W", "SPOILS BANISH")),
        ({"lost_turn_defence": "no", "ransom_refusable": "yes"}, "REFUSE RANSOM", True),
        ({"ace_of_wands": "standing"}, "PROTECT ME", False),
        ({}, "DEFEND WITH 10S", False),
        ({}, "WAR Corwin WITH 9P", False),
        ({"civil_war": "phase3"}, "WAR Corwin WITH 9P", True),
        ({"civil_war": "phase3", "lost_turn_defence": "no"}, "WAR Corwin WITH 9P", False),
    ],
)
def test_a_ruler_who_loses_a_turn_is_told_what_is_left(options: Mapping[str, str], line: str, works: bool) -> None:
    view = eric(status="idle", until=9, at="throne", down=["9W", "10S", "AW", "9P"])
    view.options = Switches.of(options)

    assert [one.text for one in RULESET.orders.check(view, numbered([line]))] == ([] if works else [LOST])


@pytest.mark.parametrize(
    ("line", "minded"),
    [
        ("ATTACK Corwin WITH ALL", "You hold no card now that this attack could lead."),
        ("ATTACK Corwin", "You hold no card now that this attack could lead."),
        ("DEFEND WITH SWORDS, HIGH CUPS", "You hold no card now that this line could play."),
        ("DEFEND AGAINST SWORDS WITH TIE", "You hold no card now that this line could play."),
        ("HELP Corwin WITH CUPS", "You hold no card now that this line could play."),
        ("DEFEND AMBER WITH CUPS", "You hold no card now that this line could play."),
        ("TRIBUTE SWORDS", "You hold no card now that this line means."),
        ("DEFEND AGAINST SWORDS WITH NEGATE", ""),
        ("DEFEND AGAINST CUPS WITH COUNTER", ""),
        ("DEFEND WITH CUPS, ANY", ""),
        ("DEFEND WITH CUPS, HELP", ""),
        ("DEFEND WITH NOTHING", ""),
        ("HELP Corwin WITH WANDS", ""),
        ("DEFEND AMBER WITH ALL", ""),
        ("DEFEND WITH ALL", "ALL is one card for each attack, your lowest; ANY picks one that answers it."),
        (
            "DEFEND WITH ALL WANDS",
            "ALL WANDS is one card for each attack, your lowest; ENOUGH WANDS picks one that answers it.",
        ),
        ("ATTACK Corwin WITH ALL, 2P", ""),
        ("COURT ANY KEEP", ""),
    ],
)
def test_a_list_that_picks_nothing_or_the_lowest_of_the_own_cards_is_minded(line: str, minded: str) -> None:
    view = eric(down=["9W", "2P"])

    found = [remark.text for remark in RULESET.orders.check(view, numbered([line]))]
    assert found == [minded] * bool(minded)


@pytest.mark.parametrize(
    ("war", "minded"), [("unified", ["2W cannot attack; such an entry is skipped."]), ("phase3", [])]
)
def test_a_wand_may_stand_in_the_list_of_a_blind_war(war: str, minded: Sequence[str]) -> None:
    players = {name: {"down": ["2W"]} if name == "Eric" else {} for name in FOUR}
    start = CASE_WORDS.given(RULESET.settle({"civil_war": war}), {"players": players})
    view = RULESET.look(start.state, Seat("Eric"), start.setup)

    assert [remark.text for remark in RULESET.orders.check(view, numbered(["SEIZE WITH 2W"]))] == minded


@pytest.mark.parametrize(
    ("line", "minded"),
    [
        ("ATTACK Corwin WITH 9S", ["A ruler does not attack with Swords; such an entry is skipped."]),
        ("GIVE BACK NS AND ATTACK WITH ANY", ["You hold no card now that this attack could lead."]),
        ("ON COURT ANY ATTACK WITH 9S", []),
        ("ON COURT ANY ATTACK WITH ANY", []),
    ],
)
def test_who_leaves_the_throne_for_shadow_may_attack_with_swords(line: str, minded: Sequence[str]) -> None:
    view = eric(at="throne", down=["9S"], held=["NS"])

    assert [remark.text for remark in RULESET.orders.check(view, numbered([line]))] == minded


@pytest.mark.parametrize("line", ["ATTACK KING WITH 8C", "WAR Fiona WITH 8C", "WAR KING WITH 8C"])
@pytest.mark.parametrize("trump", ["Fiona", "QS", "RULER"])
def test_no_way_to_attack_one_s_lord_goes_without_a_warning(line: str, trump: str) -> None:
    game = before({"Eric": {"down": ["8C"], "held": ["QS"], "lord": "Fiona"}, "Fiona": {"at": "throne"}})
    view = game.view(Seat("Eric"))

    for attack in (line, f"GIVE BACK {trump} AND ATTACK WITH 8C"):
        remarks = [one.text for one in RULESET.orders.check(view, numbered(["SEIZE", attack]))]
        assert "Fiona is your lord, whom you may not attack." in remarks


@pytest.mark.parametrize("mine", [{}, {"status": "idle", "until": 9}, {"at": "shadow", "status": "prison"}])
def test_only_the_dead_lead_chaos(mine: dict[str, object]) -> None:
    view = eric(**mine)
    view.options = Switches.of({"chaos_player": "dead"})

    remarks = RULESET.orders.check(view, numbered(["CHAOS LAY SWORDS"]))
    assert [one.text for one in remarks] == ["Only a dead player leads Chaos, and you are alive."]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ATTACK Flora", "Nobody plays Flora here; the players are Corwin, Eric, Fiona and Random."),
        ("IF Flora CLAIMS THEN WAIT", "Nobody plays Flora here"),
        ("RANSOM ANY", "Name the Court card; ANY works behind ON COURT only."),
    ],
)
def test_what_reaches_nobody_is_refused(line: str, said: str) -> None:
    (remark,) = RULESET.orders.check(eric(), numbered([line]))

    assert remark.refuses
    assert remark.text.startswith(said)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ATTACK Fiona", "Fiona is the character of Bob here. Did you mean Bob?"),
        ("ATTACK Benedict", "Benedict is your own character: that is you."),
    ],
)
def test_a_character_s_name_leads_to_its_player(line: str, said: str) -> None:
    seats = tuple(map(Seat, ("Ann", "Bob", "Cat", "Dan")))
    players = {"Ann": {"card": "KS"}, "Bob": {"card": "QS"}, "Cat": {"card": "NS"}, "Dan": {"card": "PS"}}
    start = CASE_WORDS.given(RULESET.settle({}), {"players": players})
    view = RULESET.look(start.state, seats[0], start.setup)

    (remark,) = RULESET.orders.check(view, [RULESET.grammar.read(line, lexicon(seats), seats[0])])
    assert remark.text == said


@pytest.mark.parametrize(
    ("lines", "asked", "became_of"),
    [
        (["SPOILS VASSAL", "SPOILS BANISH"], "spoils", "vassal"),
        (["SPOILS VASSAL", "SPOILS BANISH Corwin"], "spoils", "banish"),
        (["SPOILS BANISH", "IF THRONE EMPTY THEN SPOILS VASSAL"], "spoils", "banish"),
        (["SPOILS BANISH", "SPOILS VASSAL Corwin"], "spoils", "vassal"),
        (["STANDING SPOILS VASSAL", "SPOILS BANISH"], "spoils", "banish"),
        (["IF THRONE EMPTY THEN SPOILS VASSAL", "SPOILS BANISH"], "spoils", "vassal"),
    ],
)
def test_of_several_spoils_the_first_counts_and_this_turn_s_before_standing_ones(
    lines: Sequence[str], asked: str, became_of: str
) -> None:
    game = before({"Eric": {"down": ["9P"]}})

    after = played(game, {"Eric": ["ATTACK Corwin WITH 9P", *lines]})

    assert [str(getattr(e, asked)) for e in after.events if hasattr(e, asked)] == [became_of]


# What became of orders.


def test_orders_of_one_who_was_banished_say_so() -> None:
    game = before({"Fiona": {"at": "shadow", "status": "banished", "until": 7}})

    assert became(played(game, {"Fiona": ["RETURN"]}), "Fiona", ["RETURN", "CUT 3"]) == [
        "Of no use, as you were banished to the end of turn 7.",
        "Nothing was asked of you.",
    ]


def test_a_defence_without_a_card_for_it_says_so() -> None:
    lines = ["DEFEND AGAINST SWORDS WITH COUNTER, WANDS", "DEFEND AGAINST CUPS WITH 9C", "DEFEND WITH 5P", "KEEP 9C"]
    after = played(before({"Corwin": {"down": ["6S"]}, "Eric": {"down": ["5P"]}}), {
        "Corwin": ["ATTACK Eric WITH 6S"], "Eric": lines,
    })  # fmt: skip

    assert became(after, "Eric", lines) == [
        "Against 6S none of its cards would do.",
        "No such attack came.",
        "You played 5P.",
        "In force.",
    ]


def test_orders_of_one_who_was_slain_on_the_way_say_so() -> None:
    lines = ["PLAY 9C ON ME LAST", "SPOILS VASSAL", "PROTECT Fiona"]
    after = played(before({"Corwin": {"down": ["10S"]}, "Eric": {"down": ["9C"]}}), {
        "Corwin": ["ATTACK Eric WITH 10S"], "Eric": lines,
    })  # fmt: skip

    assert became(after, "Eric", lines) == [
        "Too late, as you were dead by then.",
        "There was nothing to choose.",
        "Fiona was not struck down.",
    ]


def test_plays_that_an_attack_on_amber_cut_off_say_so() -> None:
    lines = ["PLAY 2P ON Fiona LAST", "IF CIVIL WAR THEN PLAY 7C ON Fiona", "MAGICIAN REPEL", "WAR ANY WITH 3C"]
    game = before({"Eric": {"down": ["2P", "9W", "8W", "7W"]}}, deck=["X18", "5C", "3S", "4P", "REST"])
    after = played(game, {"Corwin": ["GO SHADOW"], "Eric": lines})

    assert became(after, "Eric", lines) == [
        "Too late, as Amber was attacked, which ended the turn.",
        "It did not come to that.",
        "You do not hold the Magician.",
        "There was no Civil War of yours.",
    ]


def test_a_reign_that_ends_the_game_cuts_no_play_off() -> None:
    lines = ["IF RULER IS Eric THEN PLAY 2P ON Fiona LAST", "IF RULER IS Eric THEN RANSOM Corwin"]
    game = before({"Corwin": {"at": "throne"}, "Eric": {"down": ["2P"]}}, throne={"occupant": "Corwin", "taken": 2})

    assert became(played(game, {"Eric": lines}), "Eric", lines) == ["Its condition did not hold."] * 2


def test_what_only_others_know_is_no_reason() -> None:
    after = played(before({"Corwin": {"down": ["9S"]}}), {"Corwin": ["ATTACK Eric"], "Fiona": ["HELP Eric"]})

    found = blocks.fates(fates((), in_force(OnFile({5: ("HELP Eric",)}), 5, read), SAY.answered), ())
    (fate,) = lines(found)
    assert became(after, "Fiona", ["HELP Eric"]) == [""]
    assert fate == "  Not needed: HELP Eric."


# The story and what follows it.


@pytest.mark.parametrize("eric", ["PLAY 9C ON ME LAST", "MAGICIAN THRONE LAST", "MAGICIAN TAKE FROM Random LAST"])
def test_what_others_did_before_a_play_is_not_what_happened_to_its_player(eric: str) -> None:
    game = before({"Eric": {"down": ["9C"], "held": ["X1"]}, "Random": {"down": ["5S"]}}, deck=["2C", "REST"])
    body = POST.report(played(game, {"Corwin": ["GO SHADOW"], "Eric": [eric]}), Seat("Eric")).body

    mine, _, others = body.partition("WHAT HAPPENED TO YOU")[2].partition("WHAT ELSE HAPPENED")
    assert "Corwin went into Shadow" not in mine
    assert "Corwin went into Shadow" in others


def test_what_happens_to_one_player_is_one_sentence() -> None:
    game = before({"Corwin": {"down": ["9C"]}, "Eric": {"down": ["8C"]}, "Fiona": {"down": ["6S"]}})
    after = played(game, {"Eric": ["ATTACK Corwin WITH 8C"], "Fiona": ["ATTACK Random WITH 6S"]})

    assert "Corwin was beaten by 8, became Eric's vassal and paid Eric one hidden card." in story(after, OBSERVER)
    assert "You were beaten by 8, became Eric's vassal and paid Eric one card." in story(after, "Corwin")
    assert "Random was beaten by 6 and was banished into Shadow for six turns" in story(after, OBSERVER)


def test_one_who_has_nothing_to_pay_is_told_of() -> None:
    after = played(before({"Eric": {"down": ["8C"]}}), {"Eric": ["ATTACK Corwin WITH 8C"]})

    assert "Corwin was beaten by 8, became Eric's vassal and had nothing to pay." in story(after, OBSERVER)


def test_the_drawer_reads_their_own_gain_in_the_story_too() -> None:
    game = before({"Eric": {"held": ["QW"]}}, deck=["3C", "X9", "5C", "REST"])
    after = played(game, {"Eric": ["ALLY Flora"]})

    assert "You laid the Queen of Wands (Flora) open as an ally and gained two hidden cards." in story(after, "Eric")
    assert "Eric laid the Queen of Wands (Flora) open as an ally and gained two hidden" in story(after, "Fiona")


def test_claimants_read_you_in_their_own_letters() -> None:
    after = played(before({}), {"Corwin": ["SEIZE"], "Fiona": ["SEIZE"]})

    assert "Civil War! You and Fiona both claimed the Throne." in story(after, "Corwin")
    assert "Civil War! Corwin and you both claimed the Throne." in story(after, "Fiona")


def test_a_second_roll_says_that_it_is_one() -> None:
    first, second = (
        ev.DiceRolled(seats=tuple(map(Seat, FOUR[:n])), rolls=rolls, again=n == 2, to=PUBLIC)
        for n, rolls in ((4, (7, 7, 90, 3)), (2, (5, 6)))
    )

    happened = tell(SAY, [first, second], OBSERVER).rest

    assert oneline(" ".join(lines(happened))) == (
        "Order of play, by the dice: Fiona 90, Corwin 7, Eric 7, Random 3. "
        "Corwin and Eric rolled again: Eric 6, Corwin 5."
    )


def test_the_dead_of_amber_are_named_together_but_for_those_whose_cards_nobody_saw() -> None:
    game = before({"Eric": {"down": ["3C"]}}, deck=["X18", "5C", "3S", "4P", "REST"])
    body = POST.report(played(game, {"Corwin": ["GO SHADOW"], "Eric": ["KEEP 3C"]}), OBSERVER).body

    assert [line.strip() for line in body.splitlines() if "died in the city" in line] == [
        "Eric died in the city, with one card that nobody will see.",
        "Fiona and Random died in the city.",
    ]


@pytest.mark.parametrize(
    ("mine", "form", "holding"),
    [
        ({"at": "shadow", "status": "banished", "until": 9}, (), "You are banished to the end of turn 9"),
        ({"at": "shadow", "status": "prison"}, (), "You sit in the Tower until somebody summons you."),
        (
            {"at": "shadow", "status": "idle", "until": 9},
            ("DEFEND WITH ANY",),
            "You lose turns 5 to 9; you may talk, and defend yourself.",
        ),
        (
            {"back_since": 4},
            ("WAIT", "DEFEND WITH ANY", "DEFEND AMBER WITH ALL"),
            "Next turn you may WAIT or SEIZE THRONE; and from turn 6 on, when you have spent a full turn in"
            " Amber, GO SHADOW.",
        ),
        (
            {"down": ["9C", "AW"], "held": ["X1", "NS", "QC"]},
            ("WAIT", "DEFEND WITH ANY", "DEFEND AMBER WITH ALL"),
            "Besides, you may PLAY 9C ON somebody; PROTECT somebody with AW; SUMMON, RANSOM or GIVE BACK Corwin;"
            " ALLY QC; use the MAGICIAN.",
        ),
        (
            {"at": "shadow", "down": ["10S"], "held": ["NS", "QC"]},
            ("STAY", "DEFEND WITH ANY", "DEFEND AMBER WITH ALL"),
            "Next turn you may STAY or RETURN. Besides, you may reply with 10S; SUMMON, RANSOM or GIVE BACK Corwin;"
            " ALLY QC. SUMMON and ALLY need your RETURN in the same turn.",
        ),
    ],
)
def test_the_form_and_the_sheet_offer_what_one_may_do(
    mine: dict[str, object], form: Sequence[str], holding: str
) -> None:
    view = eric(**mine)

    assert tuple(RULESET.orders.form(view)) == form
    assert holding in oneline(" ".join(lines(SAY.block("holding", view))))


@pytest.mark.parametrize(
    ("options", "said", "silent", "due"),
    [
        (
            {},
            "You have nothing to send now, but every letter still comes to you. You may write to the GM alone, for the"
            " dead do not talk (AM-13.4).",
            "nothing is lost, for the dead have no orders to give.",
            False,
        ),
        (
            {"dead_press": "on"},
            "You have nothing to send now, but every letter still comes to you. You may still talk.",
            "nothing is lost, for the dead have no orders to give.",
            False,
        ),
        (
            {"chaos_player": "dead"},
            "If Chaos attacks Amber you lead its forces; CHAOS LAY is all that you may order (R-66). You may write to"
            " the GM alone, for the dead do not talk (AM-13.4).",
            "nothing is lost, and Chaos lays its cards as drawn.",
            True,
        ),
    ],
)
def test_the_dead_read_what_they_may_do_and_are_asked_for_nothing(
    options: dict[str, str], said: str, silent: str, due: bool
) -> None:
    game = with_dead("Eric", options=options)
    page = ReportPage(Head("Amber", Seat("Eric"), WRITTEN), 5, (), game.view(Seat("Eric")), deadline=WRITTEN)
    body = " ".join(POST.writer.write(replace(page, form=["THRONE DRAW YES"])).body.split())

    assert f"You are dead, unless the Star calls you back (AM-C17). {said}" in body
    assert (" are due " in body, "THRONE DRAW YES" in body) == (due, due)
    assert silent in oneline(" ".join(lines(SAY.block("defaults", game.view(Seat("Eric"))))))


def test_a_second_dead_player_reads_who_leads_chaos() -> None:
    game = with_dead("Corwin", "Eric", options={"chaos_player": "dead"})
    held = oneline(" ".join(lines(SAY.block("holding", game.view(Seat("Eric"))))))

    assert "If Chaos attacks Amber, Corwin leads its forces (R-66); a CHAOS LAY of yours counts only if" in held


def with_dead(*dead: str, options: dict[str, str]) -> Played:
    table = {name: {"at": "dead", "court": "removed"} if name in dead else {} for name in FOUR}
    start = CASE_WORDS.given(RULESET.settle(options), {"players": table, "initiative": list(FOUR)})
    return Game.from_middle(RULESET, start.setup, start.state, start.step, b"talk")


@pytest.mark.parametrize(
    ("corwin", "seen", "offered", "minded"),
    [
        ({}, [], "SUMMON, RANSOM or GIVE BACK Corwin", []),
        ({}, ["NS"], "you may RANSOM or GIVE BACK Corwin", ["SUMMON Corwin"]),
        ({"at": "shadow", "status": "banished", "until": 9}, [], "you may SUMMON Corwin.", ["RANSOM Corwin"]),
        ({"at": "shadow", "status": "prison"}, [], "you may SUMMON Corwin.", ["RANSOM Corwin"]),
        ({"at": "shadow", "status": "prison"}, ["NS"], "", ["SUMMON Corwin", "RANSOM Corwin"]),
        ({"at": "shadow", "status": "idle", "until": 9}, [], "SUMMON, RANSOM or GIVE BACK Corwin", []),
    ],
)
def test_only_such_uses_of_a_trump_are_offered_as_reach_its_owner(
    corwin: dict[str, object], seen: Sequence[str], offered: str, minded: Sequence[str]
) -> None:
    mine = {"held": ["NS"], "shown": seen}
    view = before({"Corwin": {"court": "Eric", **corwin}, "Eric": mine}).view(Seat("Eric"))
    held = oneline(" ".join(lines(SAY.block("holding", view))))
    orders = ["SUMMON Corwin", "RANSOM Corwin"]

    assert offered in held if offered else "Besides" not in held
    assert [line for line in orders if list(RULESET.orders.check(view, numbered([line])))] == minded


def test_a_live_question_names_what_would_be_played() -> None:
    game = before({"Corwin": {"down": ["6S"]}, "Eric": {"down": ["2W", "9P"]}})
    live = before({"Corwin": {"down": ["6S"]}, "Eric": {"down": ["2W", "9P"]}})
    with pytest.raises(Pending) as stop:
        played(live, {"Corwin": ["ATTACK Eric WITH 6S"], "Eric": ["DEFEND WITH 9P"]}, Given(live=True))

    body = POST.question(game, stop.value, next(iter(stop.value.asks))).body
    assert "as they would have: 9P (Nine of Pentacles)." in " ".join(body.split())


@pytest.mark.parametrize(
    ("orders", "subjects"),
    [
        ({"Eric": ["SEIZE"]}, {"Eric": "You took the Throne", "Fiona": "Eric took the Throne"}),
        (
            {"Eric": ["SEIZE"], "Corwin": ["ATTACK Eric WITH 9S"]},
            {"Eric": "You were beaten and lost the Throne", "Corwin": "Eric was beaten and lost the Throne"},
        ),
        (
            {"Eric": ["SEIZE"], "Corwin": ["PLAY 9C ON ME LAST"]},
            {"Eric": "You lost the Throne", "Corwin": "You took the Throne", "Fiona": "Corwin took the Throne"},
        ),
    ],
)
def test_a_headline_says_nothing_that_the_turn_has_undone(
    orders: Mapping[str, Sequence[str]], subjects: Mapping[str, str]
) -> None:
    game = played(before({"Eric": {}, "Corwin": {"down": ["9S", "9C"]}}), orders)

    assert {seat: POST.report(game, Seat(seat)).subject.partition(": ")[2] for seat in subjects} == subjects
