"""What anybody, or one seat, can read of a game that goes on depends, by a byte, on nothing that others keep."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.engine.audience import Seat
from referee.service.gm.announcements import Tell
from referee.service.gm.order import GmOrder
from referee.service.gm.ruling import Rule, Withdraw
from referee.service.gm.seats import Excuse, Leave
from referee.service.people import observers
from referee.service.post import tokens
from referee.service.records.bundles import export
from referee.service.records.site import build_seat, build_site
from referee.service.rounds.command import carry_out
from tests.archive.sites import files
from tests.service.processes import LUCK
from tests.service.test_clock_secrecy import FOUR, send
from tests.service.test_live import begun as live_begun
from tests.service.test_live import finished
from tests.service.test_people_looking_on import OLGA
from tests.service.test_secrecy import AS_SENT, SECRETS, Deed, begun, bob
from tests.service.world import Mail, World

KEY = re.compile(rb"\+[0-9a-z]{24}@")

FINAL = "LEAD LOWEST\nREPLY LOWEST"
"""Bob's last orders, which are the same whatever he did before."""

Read = dict[str, bytes]
"""All that can be read, each file and letter by its path, with the moment at which it was looked at."""


def read(world: World, game: str, seat: str, moment: str) -> Read:
    """Look at all that is made for everybody and for one seat; that the GM looks is told, and the same each time."""
    folder = world.campaign.settings.folder.parent / moment
    folder.mkdir()
    build_site(world.campaign, folder / "site")
    build_seat(world.campaign, folder / "own", game, seat, unsealed=True)
    export(world.campaign, game, folder / "all.zip", reader="observer")
    export(world.campaign, game, folder / "own.zip", reader=seat, unsealed=True)
    found = files(folder) | mailed(world, OLGA, World.address(seat))
    return {f"{moment} {path}": data for path, data in found.items()}


def mailed(world: World, *readers: str) -> Read:
    """Let mail go out, and look at what comes to these addresses; letters of one moment leave in any order."""
    mails = [(mail.to, KEY.sub(b"+key@", wire(mail))) for mail in world.mails()]
    return {f"{to} {n}": data for n, (to, data) in enumerate(sorted(one for one in mails if one[0] in readers))}


def wire(mail: Mail) -> bytes:
    return mail.message.as_bytes(policy=AS_SENT)


def assert_same(found: Read, usual: Read) -> None:
    """Compare two readings, and name the first that differs."""
    assert list(found) == list(usual)
    for path, data in usual.items():
        assert found[path] == data, path


def lived(folder: Path, *deeds: Deed) -> Read:
    """Play two turns in which Bob or the GM does something before Bob's last orders, and read everything on the way."""
    world = begun(folder)
    observers.add(world.campaign, "duel", OLGA)
    found = dict[str, bytes]()
    for turn in (1, 2):
        world.write("Ana", "LEAD HIGHEST\nREPLY CHEAPEST WIN\nTO ALL: good day\nNEWSLETTER ON")
        for n in range(MOST_DEEDS):
            if n < len(deeds):
                deeds[n](world)
            world.tick()
            world.clock.forward(minutes=5)
        found |= read(world, "duel", "Ana", f"while turn {turn} is played")
        world.write("Bob", FINAL)
        world.tick()
        world.adjudicate()
        found |= read(world, "duel", "Ana", f"after turn {turn}")
    world.campaign.close()
    return found


def gm(order: GmOrder) -> Deed:
    """Let the GM do something that Bob alone hears of."""
    return lambda world: carry_out(world.campaign, order, "duel")


def new_key(world: World) -> None:
    tokens.rotate(world.campaign, "duel", "Bob")


def one_more_looks_on(world: World) -> None:
    observers.add(world.campaign, "duel", f"wat{world.row().step}@players.example", demo=True)


def too_late(world: World) -> None:
    world.write("Bob", "LEAD HIGHEST", step=world.row().step or None)


MORE: dict[str, tuple[Deed, ...]] = {
    "a letter that comes too late": (too_late,),
    "standing orders": (bob("STANDING REPLY HIGHEST\nSTANDING CALL NEVER"), bob("CANCEL ALL")),
    "orders for a later turn": (bob("TURN 9 LEAD HIGHEST\nTURN 8 REPLY HIGHEST"),),
    "how the mail comes": (bob("MAIL TEXT\nQUIET 22:00-23:00\nDIGEST ON\nCALENDAR ON\nNEWSLETTER ON"),),
    "another address": (bob("ADDRESS ADD bob@new.example"),),
    "a leave that was asked for": (bob("ABSENT 2027-03-01 to 2027-03-05"),),
    "a word from the GM": (gm(Tell(text="Your letters come twice.", addressees=(Seat("Bob"),))),),
    "a ruling for one": (gm(Rule(text="You may show that card.", addressees=("Bob",), reason="You asked.")),),
    "a ruling for one, withdrawn": (
        gm(Rule(text="You may show that card.", addressees=("Bob",))),
        gm(Withdraw(text="I was wrong.", addressees=("Bob",))),
    ),
    "silence that is excused": (gm(Excuse(player=Seat("Bob"))),),
    "leave that the GM gave": (gm(Leave(player=Seat("Bob"), text="2027-03-01 to 2027-03-05")),),
    "another key": (new_key,),
    "somebody else who looks on": (one_more_looks_on,),
}
"""What Bob or the GM does that is nobody else's business, beside what he writes."""

GROUPS: dict[str, tuple[Deed, ...]] = {
    "writes and writes": tuple(deed for deeds in SECRETS.values() for deed in deeds),
    "does, and what is done about him": tuple(deed for deeds in MORE.values() for deed in deeds),
}
MOST_DEEDS = max(map(len, GROUPS.values()))


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Read:
    """All that can be read where Bob sends his orders once a turn, and nothing else is done."""
    return lived(tmp_path_factory.mktemp("quiet"))


def test_there_is_much_to_read(undisturbed: Read) -> None:
    names = {path.rpartition(" ")[2].rpartition("/")[2] for path in undisturbed}
    newsletters = [data for path, data in undisturbed.items() if OLGA in path and b"Newsletter, turn" in data]

    assert names >= {"all.zip", "own.zip", "feed.atom", "press.html", "rulings.html", "turn-2.html", "duel.js"}
    assert len(newsletters) == 2


@pytest.mark.parametrize("deeds", GROUPS.values(), ids=GROUPS.keys())
def test_what_bob_does_changes_no_byte_of_what_others_can_read(
    tmp_path: Path, undisturbed: Read, deeds: Sequence[Deed]
) -> None:
    assert_same(lived(tmp_path, *deeds), undisturbed)


def of_four(folder: Path, deeds: Deed, **policy: str) -> Read:
    """Let a game of four come past its first deadline; Corwin has sent orders, the others as is said."""
    world = World.made(folder)
    world.game("amber", FOUR, ruleset="amber", start=False, policy=policy, early="yes")
    world.settle_luck(LUCK, "amber")
    world.start("amber")
    observers.add(world.campaign, "amber", OLGA)
    world.write("Corwin", "WAIT\nNEWSLETTER ON", game="amber")
    deeds(world)
    world.tick()
    found = read(world, "amber", "Corwin", "before the deadline")
    world.clock.forward(hours=8)
    world.tick()
    found |= read(world, "amber", "Corwin", "after the deadline")
    world.clock.forward(hours=24)
    world.tick()
    found |= read(world, "amber", "Corwin", "a day after")
    world.campaign.close()
    return found


def whisper(world: World) -> None:
    world.write("Eric", "TO Fiona: psst, the tower\nTO GM: he cheats", game="amber")


@pytest.mark.parametrize("several", [2, pytest.param(3, marks=pytest.mark.soak)])
@pytest.mark.parametrize("policy", [{"grace": "24h", "silence_limit": "1"}, {"mass_silence": "50"}])
def test_who_is_missing_or_wrote_to_whom_is_nowhere(tmp_path: Path, policy: dict[str, str], several: int) -> None:
    """Another is missing and somebody writes; in `make soak` a third is missing too."""
    ways = (send("Eric"), both(send("Fiona"), whisper), send("Random"))[:several]

    usual, *others = (of_four(tmp_path / str(n), deeds, **policy) for n, deeds in enumerate(ways))

    for found in others:
        assert_same(found, usual)


def both(one: Deed, other: Deed) -> Deed:
    """Let two things be done."""

    def deed(world: World) -> None:
        one(world)
        other(world)

    return deed


def test_who_was_silent_is_told_everybody_where_the_game_was_made_so(tmp_path: Path) -> None:
    found = of_four(tmp_path, send("Eric", "Fiona"), silence="public")

    told = [path for path, data in found.items() if b"No orders came from Random." in data]
    assert [path.split(" ")[3] for path in told if path.startswith("after the deadline") and "@" in path] == [
        "corwin@players.example", "corwin@players.example", OLGA,
    ]  # fmt: skip


def paused(folder: Path, *deeds: Deed) -> Read:
    """Let a live duel stand at its first question, which is Bob's, and then go on until the turn is over."""
    world = live_begun(folder, live="on")
    observers.add(world.campaign, "duel", OLGA)
    world.tick()
    found = read(world, "duel", "Ana", "at the question")
    for deed in deeds:
        deed(world)
        world.tick()
    world.clock.forward(hours=11)
    world.tick()
    found |= read(world, "duel", "Ana", "before its time is over")
    finished(world)
    found |= read(world, "duel", "Ana", "after the turn")
    world.campaign.close()
    return found


def test_whether_a_question_was_answered_is_nowhere(tmp_path: Path) -> None:
    usual = paused(tmp_path / "silent")
    answered = paused(tmp_path / "answered", bob("8C"), bob("7C"))

    assert_same(answered, usual)


def of_spells(folder: Path, *deeds: Deed) -> Read:
    """Let Bob cast a spell in his own words, of which the GM says nothing, or as is said; it has no effect."""
    world = World.made(folder)
    world.game("sea", ("Ana", "Bob", "Cyd"), ruleset="elements", start=False)
    world.settle_luck(LUCK, "sea")
    world.start("sea")
    observers.add(world.campaign, "sea", OLGA)
    world.adjudicate("sea")
    found = read(world, "sea", "Ana", "when the second turn opens")
    for deed in deeds:
        deed(world)
        world.tick()
    found |= read(world, "sea", "Ana", "while it is played")
    world.adjudicate("sea")
    found |= read(world, "sea", "Ana", "behind it")
    world.campaign.close()
    return found


def cast(world: World) -> None:
    world.write("Bob", 'MAGIC FREE "warm wind"', game="sea")


def ruled(text: str) -> Deed:
    return lambda world: carry_out(world.campaign, Rule(n=1, text=text), "sea")


def test_what_the_gm_is_asked_and_answers_is_nowhere(tmp_path: Path) -> None:
    usual = of_spells(tmp_path / "none", cast)

    for n, answers in enumerate((("NO EFFECT",), ("ILLEGAL", "NO EFFECT"))):
        assert_same(of_spells(tmp_path / str(n), cast, *map(ruled, answers)), usual)
