"""Scenario 12: a player changes a secret in an otherwise equal game; the others and an observer get the same bytes.

What is public of a game is what its observers are mailed; it is compared too, and so is the order in which letters
leave.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from email.policy import default
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from referee.engine.chance import Chance
from referee.games.cards import Card
from referee.games.wizards_duel import RULESET as WIZARDS
from referee.games.wizards_duel.state import Options
from referee.games.wizards_duel.values import worth
from referee.service.people import observers
from referee.store.tables import ConfirmationRow, MailRow, TokenRow
from tests.service.processes import LUCK
from tests.service.world import Mail, World

LOW = "LEAD LOWEST\nREPLY LOWEST"
WATCHER = "watcher@elsewhere.example"
ANA, BOB = "ana@players.example", "bob@players.example"
AS_SENT = default.clone(refold_source="none")


@dataclass(frozen=True)
class Seen:
    """All that leaves for Ana and for the observer, byte for byte, and in what order the letters of each turn leave."""

    ana: tuple[bytes, ...]
    watcher: tuple[bytes, ...]
    order: tuple[tuple[str, ...], ...]


class Repeatable(random.Random):
    """Shuffles alike in two runs, so that the order of leaving can be compared."""

    def __init__(self) -> None:
        super().__init__(7)


@pytest.fixture(scope="module", autouse=True)
def same_shuffles() -> Iterator[None]:
    """Let the order of a turn's letters depend on nothing but how many there are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "SystemRandom", Repeatable)
        yield


def played(folder: Path, *secret: Callable[[World], object]) -> Seen:
    """Play two turns in which Bob does something in secret, with receipts and a reminder between."""
    world = World.made(folder)
    world.game(start=False, deadline="Fri 20:00 Europe/Berlin")
    world.quiet().settle_luck(LUCK)
    world.start()
    observers.add(world.campaign, "duel", WATCHER, demo=True)
    mails, order = list(world.mails()), []
    for turn in range(2):
        world.write("Bob", LOW)
        if turn == 0:
            for deed in secret:
                deed(world)
        world.write("Ana", LOW if turn else "TO ALL: good luck")
        world.write("Ana", "STATUS")
        world.tick()
        mails += world.mails()
        due = world.row().due_at
        assert due is not None
        world.clock.moment = due.replace(hour=7)
        world.tick()
        mails += world.mails()
        world.adjudicate()
        leaving = world.mails()
        order.append(tuple(m.to for m in leaving))
        mails += leaving
    seen = Seen(read_by(world, mails, ANA), read_by(world, mails, WATCHER), tuple(order))
    world.campaign.close()
    return seen


def read_by(world: World, mails: Sequence[Mail], reader: str) -> tuple[bytes, ...]:
    """Return what one reader gets, in order; keys, which are made by chance, stand as whose they are."""
    with world.campaign.store.reading() as tx:
        keys = {row.token: f"<{row.seat} {row.step}>" for row in tx.exec(select(TokenRow))}
        keys |= {row.code: f"<{row.what}>" for row in tx.exec(select(ConfirmationRow))}
        keys |= {str(row.return_token): "<return>" for row in tx.exec(select(MailRow)) if row.return_token}
    out = []
    for mail in mails:
        if mail.to == reader:
            text = f"{mail.sender}\n{mail.message.as_string(policy=AS_SENT)}"
            for key, said in keys.items():
                text = text.replace(key, said)
            out.append(text.encode())
    return tuple(out)


def bob(text: str, **how: Any) -> Callable[[World], object]:
    """Let Bob write something."""
    return lambda world: world.write("Bob", text, **how)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Seen:
    """Return what is seen when Bob has no secret."""
    return played(tmp_path_factory.mktemp("plain"))


SECRETS = {
    "orders that do not come to light": (bob(f"{LOW}\nCALL IF LED >= 99"),),
    "orders sent again and again": (bob("LEAD HIGHEST"), bob("CLEAR"), bob(LOW)),
    "a standing plan for later": (bob("STANDING PLAY ON UNTIL BEHIND BY 90"),),
    "words to the GM": (bob("TO GM: I do not trust her"),),
    "questions and slips": (bob("HELP\nHISTORY 0"), bob("LAED HIGHEST")),
    "leave": (bob("LEADS 3d 1h"), bob("QUIET 22:00-07:00")),
}


@pytest.mark.parametrize("deeds", SECRETS.values(), ids=SECRETS.keys())
def test_what_bob_keeps_secret_changes_no_byte_for_anybody_else(
    tmp_path: Path, undisturbed: Seen, deeds: Sequence[Callable[[World], object]]
) -> None:
    assert played(tmp_path / "secret", *deeds) == undisturbed


def test_what_bob_holds_and_does_not_play_changes_no_byte_for_anybody_else(
    tmp_path: Path, undisturbed: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Chance.shuffled
    options = Options.of(WIZARDS.settle({}))

    def otherwise(self: Chance, items: Sequence[Any], *purpose: str) -> list[Any]:
        """Exchange two cards deep in Bob's deck, which nobody comes to in two turns."""
        cards = honest(self, items, *purpose)
        if purpose == ("deck", "Bob"):
            deep = sorted(range(30, len(cards)), key=lambda n: worth(cards[n], options))
            one, other = deep[0], deep[-1]
            assert isinstance(cards[one], Card)
            cards[one], cards[other] = cards[other], cards[one]
        return cards

    monkeypatch.setattr(Chance, "shuffled", otherwise)

    assert played(tmp_path / "secret") == undisturbed


def test_the_comparison_can_fail_for_what_is_public_does_differ(tmp_path: Path, undisturbed: Seen) -> None:
    public = played(tmp_path / "public", bob("TO ALL: hear me"))

    assert public.ana != undisturbed.ana
    assert public.order == undisturbed.order


def test_all_readers_have_letters_of_every_kind_to_compare(undisturbed: Seen) -> None:
    subjects = [line for wire in undisturbed.ana for line in wire.splitlines() if line.startswith(b"Subject:")]

    assert len(subjects) >= 8
    assert len(undisturbed.watcher) >= 2
    assert all(set(turn) == {ANA, BOB, WATCHER, "gm@referee.example"} for turn in undisturbed.order)
