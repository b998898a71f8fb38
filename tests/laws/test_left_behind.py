"""What a letter leaves behind when it was read: nothing that holds itself, for that is seldom looked for."""

from __future__ import annotations

import gc

import pytest

from referee.bots.bot import own_chance
from referee.bots.simulate import Style, writer_of
from referee.engine.intent import with_examples
from referee.engine.reader import Reader
from tests.laws.played import played, post, rulesets

UNREAD = ("Hi all,", "ATACK NOBODY WIHT 99", "IF FOO >= 3 THEN BAR", "TO nobody: hello", "could I play it?", "Cheers")


@pytest.mark.parametrize("slug", rulesets())
def test_a_letter_that_was_read_leaves_nothing_that_holds_itself(slug: str) -> None:
    game = played(slug, 0).start
    rules, seat = game.rules, game.setup.seats[0]
    lexicon, write = post(slug).lexicon(game.setup.seats), writer_of(rules, Style.WILD)
    letters = [[*write(game.view(seat), own_chance(game.seed, seat, n)), *UNREAD] for n in range(8)]

    def read() -> None:
        for lines in letters:
            with_examples(rules, game.view(seat), lexicon, seat, Reader(rules.grammar, lexicon, seat, 1).read(lines))

    read()  # what is remembered is made
    gc.collect()
    gc.disable()
    try:
        read()
        found = gc.collect()
    finally:
        gc.enable()

    assert found == 0
