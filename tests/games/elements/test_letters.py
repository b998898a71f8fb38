"""What the letters of Elements say in a receipt."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from referee.bots.simulate import Plan, steps
from referee.engine.audience import OBSERVER, PUBLIC, Seat, only
from referee.engine.copies import copied
from referee.engine.events import Answered, Event
from referee.games.cards import Pack, card_named
from referee.games.elements import RULESET
from referee.games.elements import events as ev
from referee.games.elements.spells import Free, Ward
from referee.games.elements.spellwords import SPELLS
from referee.reports.lines import story
from referee.reports.text import lines as printed
from tests.laws.played import post
from tests.laws.test_first_letters import begun


def meaning(line: str) -> str:
    """What a receipt says of an order."""
    game = begun(RULESET, 3, 3)
    seat, writes = game.setup.seats[0], post(RULESET.slug)
    order = RULESET.grammar.read(line, writes.lexicon(game.setup.seats), seat)
    return writes.writer.lines.order(order, game.view(seat))


def test_a_receipt_says_under_which_condition() -> None:
    said = meaning("IF FLAME <= 1 THEN TOUCH")

    assert said.startswith("If ")
    assert said.endswith(": you touch your Island; then you may take again what you laid down.")


def test_who_casts_a_spell_of_their_own_is_told_what_an_illegal_one_costs() -> None:
    assert meaning('MAGIC FREE "hum"').endswith("as the GM rules; ruled ILLEGAL, it costs you two impulses.")


@pytest.mark.parametrize("line", ["SCRY o1-o3", "scry o1 - o3", "MAGIC SCRY o1-o3", "SCRY o1, o2 o3", "scry o1, o2-o3"])
def test_a_range_of_spots_is_all_of_them(line: str) -> None:
    assert meaning(line) == "In the first impulse that is free for it, you see what lies on o1, o2 and o3."


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            ("SCRY o1",),
            "you hunt the type of your Flame, or else the one you have most of, and never call a Whirlwind.",
        ),
        (("HUNT A",), "you never call a Whirlwind and cast no magic."),
        (("HUNT A", "AIR", "SCRY o1"), "a card that you took goes where the hunt has use for it."),
    ],
)  # fmt: skip
def test_a_receipt_says_what_happens_where_no_line_speaks(lines: tuple[str, ...], said: str) -> None:
    game, writes = begun(RULESET, 3, 3), post(RULESET.slug)
    seat, lexicon = game.setup.seats[0], writes.lexicon(game.setup.seats)
    orders = [RULESET.grammar.read(line, lexicon, seat) for line in lines]

    assert writes.writer.lines.defaults(game.view(seat), orders) == said


def test_a_newcomer_is_shown_a_type_of_which_open_cards_can_be_had() -> None:
    for number in range(20):
        game = begun(RULESET, 4, number, mode="non-mage")
        for seat in game.setup.seats:
            view = game.view(seat)
            held = Counter(card.rank for card in view.island)
            near = {kind: n + sum(face[:-1] == kind for face in view.mind.faces()) for kind, n in held.items()}
            hunt, *_ = RULESET.orders.examples(view)

            assert near[hunt.removeprefix("HUNT ")] == max(near.values())


def happened(*events: Event) -> list[str]:
    """What a report tells everybody of a turn."""
    return printed(story(post(RULESET.slug).writer.lines, events, OBSERVER).rest)


ANNA, BRUNO = Seat("Anna"), Seat("Bruno")


def test_flames_are_told_where_they_grew_among_the_impulses() -> None:
    told = (
        ev.TurnBegun(turn=3, round=1, impulse=1, to=PUBLIC),
        ev.ImpulseBegun(impulse=1, to=PUBLIC),
        ev.VanityShown(seat=BRUNO, text="sparks", to=PUBLIC),
        ev.ImpulseBegun(impulse=4, to=PUBLIC),
        ev.WhirlwindCalled(seat=ANNA, spots=("o63",), up=False, impulse=4, to=PUBLIC),
        ev.IslandsPassed(impulse=4, touched=(), to=PUBLIC),
        ev.ImpulseBegun(impulse=9, to=PUBLIC),
        ev.PlayHalted(impulse=9, by_gm=False, to=PUBLIC),
        ev.FlameFed(seats=(ANNA,), before=0, after=2, impulses=(2, 3), kind="", to=PUBLIC),
        ev.FlameFed(seats=(BRUNO,), before=2, after=3, impulses=(6,), kind="", to=PUBLIC),
        ev.CardSnatched(seat=ANNA, giver=BRUNO, spot="o5", impulse=5, face="", to=PUBLIC),
        ev.LeadTaken(seats=(BRUNO,), count=3, to=PUBLIC),
    )

    assert happened(*told) == [
        "  A vanity of Bruno:",
        "    | sparks",
        "  Anna lights a Flame in impulse 2 and feeds it to two cards by impulse",
        "  3.",
        "  Impulse 4: Anna calls a Whirlwind! Anna's Flame goes onto o63. Each",
        "  Island goes to the next player, the last one's to the first.",
        "  Anna snatches up o5 in impulse 5, where Bruno had let a card go.",
        "  Bruno feeds their Flame in impulse 6: from two to three cards.",
        "  Play is halted after impulse 9. The GM looks into it, and play begins",
        "  again with the next deadline.",
        "  Bruno is one card short of Fire.",
    ]


def test_a_round_that_is_told_behind_another_keeps_its_place() -> None:
    told = (
        ev.TurnBegun(turn=3, round=1, impulse=1, to=PUBLIC),
        ev.ImpulseBegun(impulse=9, to=PUBLIC),
        ev.FireSaid(seat=ANNA, impulse=9, cards=(), to=PUBLIC),
        ev.RoundEnded(winners=(ANNA,), round=1, to=PUBLIC),
        ev.RoundBegun(round=2, size=6, spots=("o1",), up=False, to=PUBLIC),
        ev.TurnBegun(turn=4, round=2, impulse=1, to=PUBLIC),
        ev.FlameFed(seats=(BRUNO,), before=0, after=1, impulses=(2,), kind="", to=PUBLIC),
    )

    assert happened(*told)[0] == "  Impulse 9: Fire! Anna shows no cards."
    assert happened(*told)[-1] == "  Bruno lights a Flame in impulse 2."


def test_what_a_player_did_alone_stands_in_one_table() -> None:
    mine: dict[str, Any] = {"seat": ANNA, "to": only(ANNA)}
    eight = card_named("8H", Pack.FRENCH)
    assert eight is not None
    told = (
        ev.SpotsScried(spots=("o1",), faces=("2",), impulse=1, **mine),
        ev.CardLearned(source="island", card=eight, impulse=1, **mine),
        ev.SpotsSwapped(one="o1", other="o2", ups=(False, False), impulse=2, **mine),
        ev.FlamePeeked(player=BRUNO, kind="9", count=2, guarded=False, impulse=3, **mine),
        ev.FlamePeeked(player=BRUNO, kind="", count=0, guarded=True, impulse=4, **mine),
        ev.IllusionCast(spot="o5", kind="8", impulse=5, **mine),
        ev.GuardRaised(ward=Ward.SIGHT, impulse=6, **mine),
        ev.SpellLapsed(spell="FLIP o9 UP", impulse=7, **mine),
        ev.TakeBarred(spot="o6", impulse=8, **mine),
    )

    assert printed(story(post(RULESET.slug).writer.lines, told, ANNA).known) == [
        "  Impulse 1  you scried a 2 on o1",
        "  Impulse 1  you took the Eight of Hearts off your Island",
        "  Impulse 2  you swapped the cards on o1 and o2",
        "  Impulse 3  you saw Bruno's Flame: type 9, two cards",
        "  Impulse 4  you saw nothing: Bruno's Flame was guarded",
        "  Impulse 5  you feigned that an 8 lies on o5",
        "  Impulse 6  you guard your sight until the deadline's end",
        "  Impulse 7  your spell FLIP o9 UP found no such card, and lapsed",
        "  Impulse 8  you touched your Island first: you laid the card on o6 down",
        "             yourself",
    ]


def test_who_has_a_flame_is_shown_to_hunt_its_type() -> None:
    view = begun(RULESET, 3, 1).view(ANNA)
    eight = card_named("8H", Pack.FRENCH)
    assert eight is not None
    view.flame[:] = [eight]
    lines = RULESET.orders.examples(view)

    assert lines[0] == "HUNT 8"


def test_the_order_of_an_island_tells_nobody_which_card_was_taken_last() -> None:
    """What one took face-down stays one's own secret, though one's Island goes on to another."""
    writes = post(RULESET.slug).writer.lines
    said = []
    for turned in (False, True):
        view = begun(RULESET, 3, 1).view(ANNA)
        cards = tuple(reversed(view.island)) if turned else tuple(view.island)
        view.apply(ev.IslandSeen(seat=ANNA, cards=cards, to=only(ANNA)))
        mine = printed(writes.block("holding", view))
        view.apply(ev.IslandsPassed(impulse=2, touched=(ANNA, BRUNO), to=PUBLIC))
        said.append((mine, printed(writes.block("holding", view))))

    assert said[0] == said[1]
    assert "Island of Bruno: AD" in " ".join(said[0][1])


def test_without_magic_an_island_stands_as_its_owner_laid_it_out() -> None:
    view = begun(RULESET, 3, 1, mode="non-mage").view(ANNA)
    first, *others = view.island
    view.apply(ev.IslandArranged(seat=ANNA, cards=(*others, first), to=only(ANNA)))
    writes = post(RULESET.slug).writer.lines

    assert f"and {writes.named(first)}." in " ".join(printed(writes.block("holding", view)))


def test_a_flame_with_fewer_cards_in_the_end_is_not_said_to_be_fed_to_fewer() -> None:
    told = ev.FlameFed(seats=(BRUNO,), before=3, after=2, impulses=(7,), kind="", to=PUBLIC)

    assert happened(told) == [
        "  Bruno feeds their Flame in impulse 7; in the end it has two cards,",
        "  after three before.",
    ]


def test_help_says_what_every_spell_does() -> None:
    told = RULESET.grammar.slots["spell"].usage
    said = {name: re.findall(rf"\b{name}\b[^(;]*\(([^)]+)\)", told) for name in SPELLS if name != "FLIP"}

    assert [name for name, found in said.items() if not found] == []
    assert said["PULL"] == ["one due more for you there"]
    assert "ruled ILLEGAL costs you two impulses" in told


def test_the_fate_of_a_spell_of_one_s_own_is_looked_for_where_it_stands() -> None:
    """The ruling is a secret of the caster's, and no part of what happened."""
    cast = Answered(seat=ANNA, about="Cast", value=Free("hum", 3), because=2, to=only(ANNA))
    said = post(RULESET.slug).writer.lines.answered(cast)

    assert said.endswith("how it fared stands above, with what only you know.")


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("FLAME <= 1", "your Flame has at most one card"),
        ("NOT FLAME >= 2", "your Flame does not have at least two cards"),
        ("NOT ISLAND = 3", "your Island does not have three cards"),
        ("FLAME = 0", "your Flame is empty"),
        ("NOT FLAME = 0", "your Flame is not empty"),
    ],
)
def test_a_condition_on_a_number_of_cards_is_english(condition: str, said: str) -> None:
    assert meaning(f"IF {condition} THEN TOUCH").startswith(f"If {said}: ")


def test_the_largest_flames_are_yours_too() -> None:
    led = ev.LeadTaken(seats=(ANNA, BRUNO), count=2, to=PUBLIC)
    said = printed(story(post(RULESET.slug).writer.lines, (led,), BRUNO).rest)

    assert said == ["  The largest Flames, of two cards, are Anna's and yours."]


def test_no_look_is_suggested_to_one_who_knows_all_that_lies_there() -> None:
    game = next(steps(RULESET, Plan("elements", seats=3), 0))
    view = copied(game.view(game.setup.seats[0]))
    view.mind.spots = dict.fromkeys(view.spots, "8")

    assert [line for line in RULESET.orders.examples(view) if line.startswith("MAGIC")] == []


@pytest.mark.parametrize(("over", "said"), [(False, True), (True, False)])
def test_nobody_has_impulses_to_spend_when_the_game_is_over(over: bool, said: bool) -> None:
    game, lines = begun(RULESET, 3, 3), post(RULESET.slug).writer.lines
    view = copied(game.view(OBSERVER))
    view.penance, view.over = {view.seats[0]: 2}, over
    told = " ".join(" ".join(printed(lines.block("table", view, OBSERVER))).split())

    assert ("has two impulses to spend on a broken rule" in told) is said


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("TAKE ISLAND 3 -> OCEAN", "AIR IF Bruno FLAME = 3 AND IMPULSE = 1"), 3),
        (("TOUCH", "AIR IF IMPULSE < 2"), 2),
        (("TAKE o1", "WAIT 2", "IF IMPULSE <= 4 THEN TOUCH"), 5),
        (("AIR IF IMPULSE = 1", "TAKE o1"), None),
        (("TAKE o1", "AIR IF IMPULSE = 3"), None),
        (("TAKE o1", "AIR IF IMPULSE = 24"), None),
        (("TAKE o1", "IF IMPULSE = 1 THEN SCRY o2"), None),
        (("IF FLAME = 3 THEN TAKE o1", "AIR IF IMPULSE = 1"), None),
    ],
)
def test_a_line_is_warned_of_whose_impulse_is_gone_when_the_lines_come_to_it(
    lines: tuple[str, ...], said: int | None
) -> None:
    game, writes = begun(RULESET, 3, 3), post(RULESET.slug)
    lexicon = writes.lexicon(game.setup.seats)
    orders = [RULESET.grammar.read(line, lexicon, game.setup.seats[0]) for line in lines]
    told = [one.text for one in RULESET.orders.remarks(game.view(game.setup.seats[0]), orders)]

    wanted = f"Lines are done in order: with those above done, this comes in impulse {said} or later. Put it first."
    assert [one for one in told if "in order" in one] == ([wanted] if said else [])
