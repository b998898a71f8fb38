"""Words of others that look like orders of every kind, quoted in an answer: nothing is filed, asked, voted or left."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.mail.clients import Where, reply
from referee.store import games, people, rulings
from tests.service.world import Mail, World

ANA = "ana@players.example"
SHAPES = ("gmail", "outlook_en", "apple")
PLACES: tuple[Where, ...] = ("above", "below")
WORDS = "\n".join(
    [
        *("ATTACK Cid WITH ANY", "SURRENDER", "VOTE YES", "VOTE NO", "RESIGN SEAT", "ADDRESS ADD bob@players.example"),
        *("YES", "CLEAR", "WAIT", "TO Bob: I give up", "SHOW ALL TO Bob", "PROPOSE CONCEDE Bob", "MAGIC VANITY sparks"),
    ]
)


def answers(world: World, mail: Mail, game: str, words: str = "Sure, fine.") -> None:
    """Let Ana answer in three programs' manner, above and below; nothing comes of any but one receipt for her."""
    kept = world.on_file("Ana", game)
    for style in SHAPES:
        for where in PLACES:
            raw = reply(style, mail.message.as_bytes(), [words], ANA, where=where)
            world.arrive(raw, mail.reply_to, ANA)
            world.tick()

            came = [(one.to, "Done at once" in one.body, "?" in one.subject) for one in world.mails()]
            assert world.on_file("Ana", game) == kept, (style, where)
            assert came == [(ANA, False, False)], (style, where)


def to_ana(world: World) -> Mail:
    """What Ana was sent last."""
    return [mail for mail in world.mails() if mail.to == ANA][-1]


def press(world: World, game: str) -> Mail:
    """Let Bob write all that orders anything to Ana."""
    wrapped = " ".join(f"{line} {'-' * 60}" for line in WORDS.splitlines())
    world.write("Bob", f"TO Ana:\nLook:\n{WORDS}\n{wrapped[:700]}\n.", game=game)
    world.tick()
    return to_ana(world)


@pytest.mark.parametrize("slug", ["amber", "elements", "wizards-duel", "living-trumps"])
def test_no_order_of_a_game_that_stands_in_press_is_filed(slug: str, tmp_path: Path) -> None:
    world = World.made(tmp_path, limits_replies_per_hour=500)
    seats = ("Ana", "Bob") if slug == "wizards-duel" else ("Ana", "Bob", "Cid", "Dan")
    world.game("any", seats, ruleset=slug)
    world.quiet()

    answers(world, press(world, "any"), "any")

    world.campaign.close()


def test_a_vote_that_stands_in_press_is_not_cast(tmp_path: Path) -> None:
    world = World.made(tmp_path, limits_replies_per_hour=500)
    world.game()
    world.quiet()
    world.write("Bob", "PROPOSE CONCEDE Bob")
    world.tick()
    asked = to_ana(world)

    answers(world, asked, "duel")
    answers(world, press(world, "duel"), "duel")

    with world.campaign.store.reading() as tx:
        ballot = rulings.ballot(tx, world.row().id)
        assert ballot is not None
        assert not rulings.agreed(tx, ballot.id, ["Ana"])
    world.campaign.close()


def asked_to_leave(world: World) -> Mail:
    world.write("Ana", "RESIGN SEAT")
    world.tick()
    return next(mail for mail in world.mails() if "do you want to leave?" in mail.subject)


def asked_for_an_address(world: World) -> Mail:
    world.write("Ana", "ADDRESS ADD yes.yes@new.example")
    world.tick()
    return next(mail for mail in world.mails() if "confirm an address" in mail.subject and mail.to == ANA)


@pytest.mark.parametrize("ask", [asked_to_leave, asked_for_an_address])
def test_a_question_that_is_quoted_is_no_yes(world: World, ask: Callable[[World], Mail]) -> None:
    mail = ask(world)
    before = state(world)

    for style in SHAPES:
        for where in PLACES:
            for words in ("I shall think about it.", "Who asks?"):
                raw = reply(style, mail.message.as_bytes(), [words], ANA, where=where)
                world.arrive(raw, mail.reply_to, ANA)
                world.tick()

    assert state(world) == before


def state(world: World) -> tuple[bool, list[str]]:
    """Whether Ana has left, and her addresses."""
    with world.campaign.store.reading() as tx:
        player = people.player_at(tx, ANA)
        assert player is not None
        known = [row.address for row in people.addresses_of(tx, player.id)]
        return games.seat(tx, world.row().id, "Ana").vacant_since is not None, known


def test_a_vanity_that_looks_like_orders_files_none_by_the_answer_to_its_report(tmp_path: Path) -> None:
    world = World.made(tmp_path, limits_replies_per_hour=500)
    world.game("sea", ("Ana", "Bob", "Cid"), ruleset="elements")
    world.write("Ana", "HUNT BEST", game="sea")
    world.write("Bob", f"MAGIC VANITY {'word ' * 13}HUNT BEST {'-' * 66} MAGIC SCRY o4 {'-' * 66} RESIGN", game="sea")
    world.tick()
    world.quiet().adjudicate("sea")
    report = to_ana(world)

    assert "A vanity of Bob" in report.body
    answers(world, report, "sea")
    world.campaign.close()
