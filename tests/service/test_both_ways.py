"""A command of the GM does the same, and is answered in the same words, whether it is mailed or typed."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType

import pytest

from referee.service.gm.announcements import Announce, Tell
from referee.service.gm.corrections import Correct, CorrectOrders
from referee.service.gm.deadlines import Extend, Hold, Pause, Shorten
from referee.service.gm.ending import Cancel, EndGame
from referee.service.gm.order import Answer, GmOrder
from referee.service.gm.preview import Preview
from referee.service.gm.ruling import Rule, Rulings
from referee.service.gm.seats import Excuse, Replace
from referee.service.gm.settings import Set
from referee.service.gm.status import Log, Status
from referee.service.gm.turns import Process
from referee.service.intake.backlog import read_one
from referee.service.rounds.command import carry_out, foreseen
from referee.store import actions
from tests.service.world import Mail, World

GM = "gm@referee.example"

BOTH: list[tuple[str, GmOrder]] = [
    ("EXTEND 2d: Our server was down.", Extend(time="2d", reason="Our server was down.")),
    ("EXTEND UNTIL 2026-12-01 20:00 because of snow", Extend(time="2026-12-01 20:00", reason="of snow")),
    ("EXTEND ALL 2d: I was ill.", Extend(time="2d", reason="I was ill.", everywhere=True)),
    ("SHORTEN 2h: Everybody is ready.", Shorten(time="2h", reason="Everybody is ready.")),
    ("HOLD GAME I look into it", Hold(text="I look into it")),
    ("PAUSE I am away until Monday.", Pause(text="I am away until Monday.")),
    ("ANNOUNCE A happy new year.", Announce(text="A happy new year.")),
    ("TO Ana: Thank you.", Tell(addressees=("ana",), text="Thank you.")),
    ("SET grace 12h: The holidays are near.", Set(wanted={"grace": "12h"}, reason="The holidays are near.")),
    ("RULING A shown card stays.", Rule(text="A shown card stays.")),
    ("RULING TO Ana: You may show it.", Rule(text="You may show it.", addressees=("Ana",))),
    ("EXCUSE Ana", Excuse(player="ana")),
    ("STATUS", Status()),
    ("LOG", Log()),
    ("RULINGS", Rulings()),
    ("PREVIEW", Preview()),
    ("PREVIEW UNSEALED", Preview(unsealed=True)),
    ("PROCESS", Process()),
    ("REPLACE Ana eve@players.example Eve", Replace(player="ana", address="eve@players.example", name="Eve")),
    ("END GAME Ana: Nobody can stop Ana.", EndGame(result="ana", reason="Nobody can stop Ana.")),
    ("CANCEL: Too few of us have time.", Cancel(text="Too few of us have time.")),
    (
        "CORRECT ORDERS Ana: It was lost.\nLEAD LOW\n.",
        CorrectOrders(player="ana", lines=("LEAD LOW",), text="It was lost."),
    ),
    ("CORRECT SET POINTS OF Ana TO 40: We erred.", Correct(line="SET POINTS OF Ana TO 40", reason="We erred.")),
]


@pytest.fixture
def twins(begun: Path, tmp_path: Path) -> Iterator[tuple[World, World]]:
    """The same campaign twice: for what is mailed, and for what is typed."""
    made = World.copied(begun, tmp_path / "mailed"), World.copied(begun, tmp_path / "typed")
    yield made
    for world in made:
        world.campaign.close()


def mailed(world: World, text: str, *, asks: bool) -> list[Mail]:
    """Let the GM's letter be read, and its question be answered with YES; return all that goes out."""
    address = world.reply_address("GM")
    world.arrive(world.letter(text, GM), address, GM)
    world.tick()
    mails = world.mails()
    if asks:
        world.answer(next(mail for mail in mails if mail.to == GM and "YES" in mail.body), "YES")
    return [*mails, *world.mails()]


def done(world: World, mails: Sequence[Mail]) -> tuple[object, ...]:
    """What came of a command: the game as it stands, what is on record of it, and what the players were written."""
    row = world.row()
    with world.campaign.store.reading() as tx:
        log = [(one.what, one.details, one.audience) for one in actions.log(tx, row.id)]
    players = sorted((mail.to, mail.subject, mail.body) for mail in mails if mail.to != GM)
    return row.step, row.status, row.hold_reason, row.due_at, log, players


@pytest.mark.parametrize(("text", "one"), BOTH, ids=[text.splitlines()[0] for text, _ in BOTH])
def test_a_command_does_the_same_and_is_answered_alike(twins: tuple[World, World], text: str, one: GmOrder) -> None:
    by_mail, typed = twins
    mails = mailed(by_mail, text, asks=one.asks)
    answer = [mail for mail in mails if mail.to == GM and "Your commands" in mail.subject][-1]

    asked = foreseen(typed.campaign, one, "duel") if one.asks else ""
    said = carry_out(typed.campaign, one, "duel")
    typed.tick()

    letter = " ".join(answer.body.split())
    assert [text for text in texts(said) if text not in letter] == []
    assert asked in " ".join(next((mail.body for mail in mails if "YES" in mail.body), "").split())
    assert done(by_mail, mails) == done(typed, typed.mails())


def texts(said: Answer) -> Iterator[str]:
    """What an answer says, in words and in its longer texts, wrapped nowhere."""
    yield " ".join(said.words.split())
    for text in said.texts:
        yield " ".join(text.title.split())
        yield from (" ".join(line.split()) for line in text.lines)


class Called:
    """Which functions of the service are called."""

    def __init__(self) -> None:
        self.names: set[tuple[str, str]] = set()

    def __enter__(self) -> set[tuple[str, str]]:
        sys.setprofile(self._note)
        return self.names

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        module = str(frame.f_globals.get("__name__", ""))
        if event == "call" and module.startswith("referee.service."):
            self.names.add((module.removeprefix("referee.service."), frame.f_code.co_qualname))


def test_extend_is_carried_out_by_the_same_functions_both_ways(twins: tuple[World, World]) -> None:
    by_mail, typed = twins
    address = by_mail.reply_address("GM")
    letter = by_mail.arrive(by_mail.letter("EXTEND 2d: Our server was down.", GM), address, GM)
    with Called() as of_mail:
        read_one(by_mail.campaign, letter)
    with Called() as of_typed:
        carry_out(typed.campaign, Extend(time="2d", reason="Our server was down."), "duel")

    alone = {(module, name) for module, name in of_typed - of_mail if not module.startswith("rounds.")}
    assert alone == {("campaign.names", "game_named"), ("gm.order", "GmOrder.saves")}
    assert {name for module, name in of_mail - of_typed if module == "gm.deadlines"} == {"Extend.understood", "_parts"}
