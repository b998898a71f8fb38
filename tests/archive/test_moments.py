"""A turn of each game goes step by step: what happened stands there one thing after the other, with the table then."""

from __future__ import annotations

import json

import pytest

from referee.archive.site.replay import NOTHING, Moment, drawn, fitted, frames, joined, moments
from referee.engine.audience import OBSERVER
from referee.engine.copies import copied
from referee.engine.events import told
from referee.laws.played import Step
from referee.reports.text import lines
from tests.laws.played import played, post

TURNS = {
    ("amagande", 3, 1): [
        "Bruno plays the Queen of Hearts.",
        "Anna plays the Five of Hearts.",
        "Bruno plays the Eight of Hearts. Anna is skipped.",
        "Bruno plays the Seven of Hearts.",
        "That is the fatal seven, and all hands are checked. Anna shows the Three of Diamonds, the Ace of "
        "Clubs, the Three of Clubs and the Jack of Clubs: 84, eliminated. Bruno shows the Two of Diamonds and the "
        "Five of Clubs: 25.",
    ],
    ("amber", 2, 1): [
        "Order of play, by the dice: Deirdre 67, Corwin 62, Benedict 54, Fiona 48, Brand 42, Julian 42. Brand "
        "and Julian rolled again: Julian 59, Brand 13.",
        "Benedict and Brand wanted to attack Corwin. Fiona, Corwin and Deirdre waited. Julian made ready for "
        "Shadow.",
        "Benedict attacked Corwin. Benedict Corwin Five of Pentacles Six of Swords Higher: beaten off.",
        "Brand attacked Corwin. Brand Corwin Six of Pentacles Five of Wands Too low.",
        "Corwin was beaten by 1. The choice was Brand's: vassalage. Corwin became Brand's vassal and paid Brand "
        "one hidden card.",
        "Now the three decks and the discards were shuffled into one, 57 cards.",
        "Julian went into Shadow, left a Court card under the deck and met the High Priestess.",
        "The High Priestess! Chaos came against Amber with ten cards. Chaos Amber Three of Swords Eight of Wands "
        "Deirdre Eight of Pentacles Eight of Swords Fiona Ace of Swords Four of Cups Brand Five of Swords Nine of "
        "Wands Deirdre Six of Cups Nine of Swords Fiona Nine of Cups Seven of Wands Brand",
        "Amber held against the High Priestess. The other four cards were no weapons.",
        "After this the turn was over for everybody.",
    ],
    ("elements", 0, 2): [
        "Impulse 1. Anna takes o43. Clara takes o13. Bruno puts a card on o47.",
        "Impulse 2. Anna puts a card on o48. Clara puts a card on o49. Bruno calls a Whirlwind! Bruno's Flame "
        "goes onto o50. Each Island goes to the next player, the last one's to the first.",
        "Impulse 3. Anna takes o33. Bruno takes o45. Clara takes o39.",
        "Impulse 4. Anna puts a card on o51. Bruno puts a card into the Flame. Clara puts a card on o52.",
        "Impulse 5. Bruno touches the Island. Anna takes o47. Clara takes o7.",
        "Impulse 6. Bruno takes a card off the Island. Anna puts a card on o53. Clara puts a card on o54.",
        "Impulse 7. Anna takes o17. Clara takes o18. Bruno puts a card into the Flame.",
        "Impulse 8. Bruno takes o8. Anna puts a card on o55. Clara puts a card on o56.",
        "Impulse 9. Anna takes o24. Clara takes o44. Bruno puts a card on o57.",
        "Impulse 10. Bruno takes o6. Anna puts a card on o58. Clara puts a card on o59.",
        "Impulse 11. Anna takes o46. Clara takes o29. Bruno puts a card on o60.",
        "Impulse 12. Bruno takes o23. Anna puts a card on o61. Clara puts a card on o62.",
        "The largest Flames, of two cards, are Anna's, Bruno's and Clara's.",
    ],
    ("living-trumps", 0, 1): [
        "Benedict scries and pays Eric for it.",
        "Benedict schemes and gains a Blood.",
        "Eric shapeshifts.",
        "Eric shapeshifts.",
        "Eric shapeshifts.",
        "Eric walks the Pattern of Amber for a King. Turned up: JD, 10C, JH, 5S, QD, 6C, AH and KS. KS becomes "
        "Eric's Shadow.",
        "Fiona shapeshifts.",
        "Fiona shapeshifts.",
        "Fiona shapeshifts.",
        "Fiona shapeshifts.",
        "Fiona shapeshifts.",
        "Fiona schemes and gains a Blood.",
        "Turn 2 is played in the order Benedict, Eric, Fiona.",
    ],
    ("normal-cards", 2, 1): [
        "Anna lays the Queen of Clubs to trick 1.",
        "Bruno lays the Five of Clubs to trick 1.",
        "Clara lays the Six of Spades to trick 1.",
        "Trick 1. David takes it with a trump: 12 points. Anna Queen of Clubs Bruno Five of Clubs Clara Six of "
        "Spades David Seven of Hearts",
        "David lays the Three of Spades to trick 2.",
        "Anna lays the Jack of Spades to trick 2.",
        "Bruno lays the Three of Clubs to trick 2.",
        "Trick 2. Clara takes it: 14 points. David Three of Spades Anna Jack of Spades Bruno Three of Clubs "
        "Clara Ace of Spades",
        "Clara lays the Five of Diamonds to trick 3.",
        "David lays the Ace of Hearts to trick 3.",
        "Anna lays the King of Diamonds to trick 3.",
        "Trick 3. David takes it with a trump: 25 points. Clara Five of Diamonds David Ace of Hearts Anna King "
        "of Diamonds Bruno Seven of Diamonds",
        "David lays the Six of Clubs to trick 4.",
        "Anna lays the Ace of Clubs to trick 4.",
        "Bruno lays the Five of Hearts to trick 4.",
        "Trick 4. Bruno takes it with a trump: 11 points. David Six of Clubs Anna Ace of Clubs Bruno Five of "
        "Hearts Clara Four of Hearts",
    ],
    ("wizards-duel", 2, 1): [
        "In round 1 Anna leads the Two of Pentacles.",
        "Round 1. Bruno scores 9. Anna Two of Pentacles 3 Bruno Queen of Wands 12 Nine points or more: Bruno gains a "
        "call and has four now.",
        "In round 2 Bruno leads the Empress.",
        "Round 2. Anna calls Bruno's lead: it is withdrawn, and nobody scores. Bruno The Empress Anna has two "
        "calls left.",
        "In round 3 Anna leads the Five of Cups.",
        "Round 3. Bruno scores 8. Anna Five of Cups 5 Bruno Knight of Swords 13",
        "In round 4 Bruno leads the Two of Pentacles.",
        "Round 4. Anna scores 4. Bruno Two of Pentacles 3 Anna Six of Pentacles 7",
        "Bruno drew a new hand of four.",
    ],
}  # fmt: skip
"""By game, number and turn what is said of each step."""


def shown(slug: str, step: Step) -> list[Moment]:
    """A turn step by step, as everybody was told it."""
    return moments(post(slug).writer.lines, step.before.views[OBSERVER], told(step.after.events, OBSERVER))


def spoken(found: list[Moment]) -> list[str]:
    """What is said of each step, on one line."""
    return [" ".join(" ".join(lines(one.told)).split()) for one in found]


@pytest.mark.parametrize(("slug", "number", "turn"), TURNS)
def test_each_thing_that_happened_is_a_step(slug: str, number: int, turn: int) -> None:
    step = played(slug, number).steps[turn - 1]

    assert spoken(shown(slug, step)) == TURNS[slug, number, turn]


@pytest.mark.parametrize(("slug", "number", "turn"), TURNS)
def test_behind_each_step_stands_the_table_as_it_was_then(slug: str, number: int, turn: int) -> None:
    step = played(slug, number).steps[turn - 1]
    words, view = post(slug).writer.lines, step.before.views[OBSERVER]
    found = shown(slug, step)

    assert found[-1].table == words.picture(step.after.views[OBSERVER])
    tables = [words.picture(view), *(one.table for one in found)]
    assert redrawn(frames(tables[0], found, {})) == [str(drawn(one, {})) for one in tables if one is not None]
    assert len({repr(one) for one in tables}) > len(found) / 2


def redrawn(made: str) -> list[str]:
    """The drawings as the script makes them of what it is given."""
    data, out = json.loads(made), []
    for high, *numbers in data["frames"]:
        placed = [data["lines"][n] for n in numbers]
        shapes = [(data["shapes"][shape], [*map(str, places), ""]) for shape, *places in placed]
        inside = "\n".join("".join(map("".join, zip(parts, places, strict=True))) for parts, places in shapes)
        head = f'<svg xmlns="http://www.w3.org/2000/svg" role="img" class="drawing" width="600" height="{high}"'
        out.append(f'{head} viewBox="0 0 600 {high}">{inside}\n</svg>\n')
    return out


def test_so_many_steps_that_their_drawings_are_too_large_are_put_together(monkeypatch: pytest.MonkeyPatch) -> None:
    step = played("normal-cards", 2).steps[0]
    found, start = shown("normal-cards", step), NOTHING
    half = joined(found, (len(found) + 1) // 2)
    monkeypatch.setattr("referee.archive.site.replay.LARGEST", len(frames(start, half, {})))

    fewer, made = fitted(start, found, {})

    assert (len(fewer), fewer[-1].table) == (-(-len(found) // 2), found[-1].table)
    assert " ".join(spoken(fewer)) == " ".join(spoken(found))
    assert made == frames(start, fewer, {})


@pytest.mark.parametrize(("slug", "number", "turn"), TURNS)
def test_a_turn_may_end_behind_any_event(slug: str, number: int, turn: int) -> None:
    step, words = played(slug, number).steps[turn - 1], post(slug).writer.lines
    heard, view = told(step.after.events, OBSERVER), copied(step.before.views[OBSERVER])
    for n, e in enumerate(heard, 1):
        view.apply(e)
        found = moments(words, step.before.views[OBSERVER], heard[:n])

        assert [one.table for one in found[-1:]] == [words.picture(view)] * bool(found)
        assert all(one.told for one in found)


def test_a_turn_of_one_step_is_gone_through_too() -> None:
    step = played("amagande", 1).steps[0]
    found = shown("amagande", step)[:1]

    assert len(json.loads(frames(NOTHING, found, {}))["frames"]) == len(found) + 1


@pytest.mark.parametrize(("slug", "number", "turn"), TURNS)
def test_what_few_were_told_makes_no_step(slug: str, number: int, turn: int) -> None:
    step = played(slug, number).steps[turn - 1]
    public = told(step.after.events, OBSERVER)
    few = [e for e in step.after.events if e not in public]

    assert few == [] or OBSERVER not in {seat for e in few for seat in e.to.seats}
    assert moments(post(slug).writer.lines, step.before.views[OBSERVER], public) == shown(slug, step)
