"""A bundle is brought in as a game that is over: whole or not at all, and looked at alone."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.archive import bundle
from referee.archive.record import Chance, Record
from referee.archive.verification import verify
from referee.engine.agreement import DRAW, ENDED
from referee.engine.audience import OBSERVER, Seat
from referee.engine.errors import SetupError
from referee.service.records import archive, bringing, sent
from referee.service.records.bringing import bring_in
from referee.service.records.bundles import export
from referee.service.records.overview import game_page
from referee.service.records.site import build_site
from referee.store.tables import Reveal, Status
from tests.archive.games import played
from tests.service.reading import record_for
from tests.service.storied import NAME, storied
from tests.service.world import World

RULESETS = ("amagande", "amber", "elements", "living-trumps", "normal-cards", "wizards-duel")
DUEL = "wizards-duel"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All of a game that is over, as a bundle."""
    folder = tmp_path_factory.mktemp("storied")
    world = storied(folder, DUEL)
    export(world.campaign, NAME, folder / "autumn.zip")
    world.campaign.close()
    return folder / "autumn.zip"


@pytest.fixture(scope="module")
def of_others(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign of other people, where a game of its own is played, to be copied."""
    made = World.made(tmp_path_factory.mktemp("others"), mail_from_address="elsewhere@other.example")
    made.game("duel", ("Zoe", "Yan"))
    made.quiet().campaign.close()
    return made.campaign.settings.folder


@pytest.fixture
def elsewhere(of_others: Path, tmp_path: Path) -> Iterator[World]:
    """Return a copy of it."""
    made = World.copied(of_others, tmp_path / "elsewhere")
    yield made
    made.campaign.close()


def dump(world: World) -> list[str]:
    """All that is in the database."""
    with sqlite3.connect(world.campaign.settings.database) as database:
        return list(database.iterdump())


def ways() -> Iterator[object]:
    """Each game under its own name and another, the other than Wizard's Duel in turn; `make soak` has the rest."""
    for n, slug in enumerate(RULESETS):
        for again, name in enumerate(("", "another")):
            later = () if slug == DUEL or n % 2 == again else pytest.mark.soak
            yield pytest.param(slug, name, marks=later, id=f"{slug}-{name}")


@pytest.mark.parametrize(("slug", "name"), list(ways()))
def test_a_game_that_is_brought_in_is_handed_out_as_it_came(tmp_path: Path, slug: str, name: str) -> None:
    world = storied(tmp_path / "here", slug, draw=bool(name), reveal=Reveal.NONE if name else Reveal.FULL)
    export(world.campaign, NAME, tmp_path / "a.zip")
    holds_what_can_be_held(bundle.read((tmp_path / "a.zip").read_bytes()).record, drawn=bool(name))
    world.campaign.close()
    other = World.made(tmp_path / "there")

    found = bring_in(other.campaign, tmp_path / "a.zip", name)
    export(other.campaign, name or NAME, tmp_path / "b.zip")
    verdict = archive.verify(other.campaign, name or NAME)
    other.campaign.close()

    assert (found.name, found.remark) == (name or NAME, "")
    assert (tmp_path / "b.zip").read_bytes() == (tmp_path / "a.zip").read_bytes()
    assert (verdict.ok, verdict.unplayed) == (True, ())


def holds_what_can_be_held(record: Record, *, drawn: bool) -> None:
    """Fail if there is something that no such game has: the law would say nothing of it."""
    acts = {one.what for one in record.acts}
    end = record.about.end
    assert {"correct state", "rollback", "rerun", "ruling", "withdraw", "observer"} <= acts
    assert all((record.steps, record.letters, record.press, record.rulings, record.undone))
    assert {one.seat for one in record.letters} >= {"GM", "", *record.seats}
    assert any(one.corrects for one in record.rulings)
    if record.about.ruleset == DUEL:
        assert end is not None
        assert end.reason == (DRAW if drawn else ENDED)
    if len(record.seats) > 2:
        assert "stand-in" in acts


def test_it_is_a_game_that_is_over_beside_the_others(elsewhere: World, file: Path) -> None:
    bring_in(elsewhere.campaign, file)
    page = game_page(elsewhere.campaign, NAME)
    with elsewhere.campaign.reading():
        elsewhere.tick()

    assert (page.line.status, page.line.turn, page.line.title) == (Status.OVER, 3, "The autumn")
    assert [(one.name, one.address, one.vacant) for one in page.seats] == [("Ana", "", True), ("Bob", "", True)]
    assert elsewhere.mails() == []
    assert [one.step for one in archive.history(elsewhere.campaign, NAME).steps] == [0, 1, 2, 3]
    (last,) = sent.chosen(elsewhere.campaign, NAME, "Ana", kind="end")
    assert last.subject == "[The autumn] The game is over: Ana won"
    assert record_for(elsewhere.campaign, NAME, "GM") == bundle.read(file.read_bytes()).record


def test_what_a_seat_knew_is_handed_out_of_it_unsigned(elsewhere: World, file: Path, tmp_path: Path) -> None:
    bring_in(elsewhere.campaign, file)
    export(elsewhere.campaign, NAME, tmp_path / "ana.zip", reader="Ana")

    found = bundle.read((tmp_path / "ana.zip").read_bytes())
    assert (found.record.reader, found.signature) == ("Ana", None)


def test_a_name_that_is_taken_is_refused_and_another_may_be_given(elsewhere: World, file: Path) -> None:
    bring_in(elsewhere.campaign, file)
    before = dump(elsewhere)
    with pytest.raises(SetupError, match=r"There is, or was, a game autumn here\. .* --as NAME"):
        bring_in(elsewhere.campaign, file)
    with pytest.raises(SetupError, match="A game's short name has letters, digits and hyphens"):
        bring_in(elsewhere.campaign, file, "../autumn")
    assert dump(elsewhere) == before

    assert bring_in(elsewhere.campaign, file, "again").name == "again"
    assert archive.verify(elsewhere.campaign, "again").ok


@pytest.mark.parametrize("wanted", ["OBSERVE autumn", "STANDBY autumn", "JOIN autumn AS Eve"])
def test_nobody_joins_it_or_looks_on_by_mail(elsewhere: World, file: Path, wanted: str) -> None:
    bring_in(elsewhere.campaign, file)
    with elsewhere.campaign.store.writing() as tx:
        row = elsewhere.row(NAME)
        row.policy = {**row.policy, "sign_up": "open"}
        tx.merge(row)
    elsewhere.arrive(elsewhere.letter(wanted, "eve@players.example"), "join@referee.example", "eve@players.example")
    elsewhere.tick()
    (mail,) = elsewhere.mails()

    assert (mail.to, "No game of the name autumn is open" in " ".join(mail.body.split())) == (
        "eve@players.example",
        True,
    )


@pytest.mark.parametrize("slug", RULESETS)
def test_a_random_game_that_is_brought_in_is_handed_out_as_it_came(tmp_path: Path, slug: str) -> None:
    world, other = World.made(tmp_path / "here"), World.made(tmp_path / "there")
    row = played(world, world.campaign.kit(slug).rules, 5, 3)
    export(world.campaign, row.name, tmp_path / "a.zip")
    bring_in(other.campaign, tmp_path / "a.zip")
    export(other.campaign, row.name, tmp_path / "b.zip")
    world.campaign.close()
    other.campaign.close()

    assert (tmp_path / "b.zip").read_bytes() == (tmp_path / "a.zip").read_bytes()


def test_a_site_shows_it_under_the_name_that_it_has_here(elsewhere: World, file: Path, tmp_path: Path) -> None:
    bring_in(elsewhere.campaign, file)
    bring_in(elsewhere.campaign, file, "again")
    build_site(elsewhere.campaign, tmp_path / "site")

    assert {one.parent.name for one in (tmp_path / "site").glob("*/turn-1.html")} == {NAME, "again"}


def test_its_page_names_the_key_that_its_file_is_signed_with(elsewhere: World, file: Path, tmp_path: Path) -> None:
    bring_in(elsewhere.campaign, file)
    build_site(elsewhere.campaign, tmp_path / "site")
    page, zipped = (tmp_path / "site" / NAME / name for name in ("check.html", f"{NAME}.zip"))

    key = re.findall(r"<dt>(.*? key.*?)</dt>\s*<dd>(?:<code>)?(\w+)", page.read_text(encoding="utf-8"))

    assert [name for name, _ in key] == ["The key of the campaign it was played in"]
    assert verify(zipped.read_bytes(), key[0][1]).good


Forged = Callable[[Record], Record]
FORGED: dict[str, tuple[Forged, str]] = {
    "a seat's": (
        lambda one: Record(reader=Seat("Ana"), about=replace(one.about, step=-1)),
        "This bundle holds what Ana knows of The autumn",
    ),
    "an observer's": (
        lambda one: Record(reader=OBSERVER, about=replace(one.about, step=-1)),
        "This bundle holds what anybody may know of The autumn",
    ),
    "one that goes on": (
        lambda one: replace(one, about=replace(one.about, status="running")), "was not over when this bundle was made"
    ),
    "of rules that are none": (
        lambda one: replace(one, about=replace(one.about, ruleset="whist")), "can't show a game of whist"
    ),
    "another secret": (
        lambda one: replace(one, chance=Chance(b"x" * 32, one.chance.seed if one.chance else None)),
        "The secret is not the one that was promised",
    ),
    "another word": (
        lambda one: replace(one, about=replace(
            one.about, seats=tuple(replace(seat, word="later") for seat in one.about.seats)
        )), "The seed does not follow from the secret"
    ),
    "other orders": (
        lambda one: replace(one, steps=tuple(
            replace(step, orders=dict.fromkeys(step.orders, ())) for step in one.steps
        )), "In turn 1, steps/0001/input.json: What went in does not fit its hash"
    ),
    "a letter of a turn": (
        lambda one: replace(one, letters=tuple(replace(x, body="You have won.\n") for x in one.letters)),
        "In the set-up, steps/0000/output.json: What came out does not fit its hash",
    ),
    "an alarm": (
        lambda one: replace(one, acts=(*one.acts, replace(one.acts[0], what="alarm"))), "does not hold together"
    ),
    "revisions twice": (lambda one: replace(one, orders=(*one.orders, *one.orders)), "does not hold together"),
    "a letter that tells of nothing": (
        lambda one: replace(one, letters=tuple(replace(x, undone=None if x.played else 9) for x in one.letters)),
        "undone.json: What came out does not fit its hash",
    ),
    "a zone that is none": (
        lambda one: replace(one, about=replace(one.about, zone="Nowhere/Land")),
        "does not hold together",
    ),
    "a setting that is none": (
        lambda one: replace(one, about=replace(one.about, policy={"sign_up": "who knows"})),
        "does not hold together",
    ),
    "a rule for deadlines that is none": (
        lambda one: replace(one, about=replace(one.about, deadline="when the cows come home")),
        "does not hold together",
    ),
    "a reveal that is none": (
        lambda one: replace(one, about=replace(one.about, reveal="half")), "does not hold together"
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", FORGED)
def test_what_is_not_true_is_refused_and_leaves_nothing(
    elsewhere: World, file: Path, tmp_path: Path, what: str
) -> None:
    forge, why = FORGED[what]
    made = forge(bundle.read(file.read_bytes()).record)
    (tmp_path / "forged.zip").write_bytes(bundle.written(made, "referee 1"))
    before = dump(elsewhere)

    with pytest.raises(SetupError, match=why):
        bring_in(elsewhere.campaign, tmp_path / "forged.zip")
    assert dump(elsewhere) == before


def test_another_signature_than_that_of_its_list_is_refused(elsewhere: World, file: Path, tmp_path: Path) -> None:
    found = bundle.read(file.read_bytes())
    assert found.signature is not None
    kept = found.signature
    (tmp_path / "a.zip").write_bytes(bundle.written(found.record, "another program", sign=lambda _: kept))

    with pytest.raises(SetupError, match=r"In signature\.json: It is not this key's signature of this list"):
        bring_in(elsewhere.campaign, tmp_path / "a.zip")


@pytest.mark.parametrize(("data", "why"), [(None, "there is no such file"), (b"PK no zip", "no whole bundle")])
def test_what_is_no_bundle_is_refused(elsewhere: World, tmp_path: Path, data: bytes | None, why: str) -> None:
    if data is not None:
        (tmp_path / "a.zip").write_bytes(data)

    with pytest.raises(SetupError, match=why):
        bring_in(elsewhere.campaign, tmp_path / "a.zip")


def test_a_file_larger_than_any_bundle_is_not_read(
    elsewhere: World, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.archive.packing.MOST", 1000)

    with pytest.raises(SetupError, match="is larger than any bundle"):
        bring_in(elsewhere.campaign, file)


def test_what_is_cut_off_in_the_middle_leaves_nothing(
    elsewhere: World, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dump(elsewhere)

    def cut_off(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(bringing, "record_of", cut_off)
    with pytest.raises(KeyboardInterrupt):
        bring_in(elsewhere.campaign, file)

    assert dump(elsewhere) == before
