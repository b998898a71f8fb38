"""The archive as pages: all of them hang together, nothing comes from elsewhere, and only what changed is written."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest

from referee.archive import bundle
from referee.archive.site import search
from referee.archive.site.output import Built, Output
from referee.archive.site.parts import html
from referee.archive.site.site import citing, rulebook
from referee.engine.audience import GM
from referee.engine.errors import SetupError
from referee.games import NoEdition, find
from referee.games.wizards_duel import RULESET
from referee.reports.document import Para
from referee.reports.spans import Rule, Words
from referee.service.gm.ending import EndGame
from referee.service.gm.turns import Rerun, Rollback
from referee.service.records.bundles import bundle_of
from referee.service.records.record import record_of
from referee.service.records.site import build_seat, build_site
from referee.service.rounds.command import carry_out
from referee.store import games
from referee.store.tables import Reveal
from tests.archive.sites import Page, faults, files, published
from tests.service.reading import entries
from tests.service.storied import NAME, SECRET, do, played, storied
from tests.service.test_record import HIDDEN
from tests.service.world import World

DUEL = "wizards-duel"
OPENED = re.compile(rf"{NAME}/(open|letters|{NAME}\.zip)")


@pytest.fixture(scope="module")
def going(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A game in which nearly everything happened, and which goes on."""
    made = storied(tmp_path_factory.mktemp("going"), DUEL, over=False)
    yield made
    made.campaign.close()


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """The same, over and laid open."""
    made = storied(tmp_path_factory.mktemp("over"), DUEL)
    yield made
    made.campaign.close()


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[World]:
    """A duel after its first turn."""
    made = World.made(tmp_path)
    made.game(NAME)
    played(made, DUEL, "Ana", "Bob")
    yield made.quiet()
    made.campaign.close()


def built(world: World, folder: Path) -> Built:
    return build_site(world.campaign, folder)


@pytest.mark.parametrize("which", ["going", "over"])
def test_every_link_of_a_site_leads_to_something_in_its_folder(
    which: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    built(request.getfixturevalue(which), tmp_path / "site")

    assert faults(tmp_path / "site") == []


def test_a_game_that_goes_on_shows_what_is_public(going: World, tmp_path: Path) -> None:
    built(going, tmp_path)

    found = published(tmp_path)
    assert [path for path in found if OPENED.match(path)] == []
    public = ("index", "turn-0", "turn-1", "press", "rulings", "check")
    assert {f"{NAME}/{name}.html" for name in public} <= found.keys()
    assert b"Hello to you all" in found[f"{NAME}/press.html"]
    assert b"A card that was shown stays where it was." in found[f"{NAME}/rulings.html"]
    hidden = (SECRET, "Only you may look at it.", "players.example", "Evelyn")
    assert [(path, word) for path, data in found.items() for word in hidden if word.encode() in data] == []


def test_chapters_and_rules_of_a_rulebook_are_found_by_the_search() -> None:
    book = rulebook(RULESET)

    found = search.of_rules("wizards-duel", book)

    assert [one.title for one in found] == [
        title for chapter in book.chapters for title in (chapter.title, *(number for number, _ in chapter.rules))
    ]
    assert {one.path.partition("#")[0] for one in found} == {"rules/wizards-duel.html"}
    assert next(one.where for one in found if one.title == "WD-3.2").startswith(f"{book.title}, ")


@pytest.mark.parametrize("hidden", HIDDEN)
def test_what_not_everybody_knows_changes_no_byte(begun: World, tmp_path: Path, hidden: str) -> None:
    built(begun, tmp_path / "site")
    before = files(tmp_path / "site")
    HIDDEN[hidden](begun)

    did = built(begun, tmp_path / "site")

    assert {path for path, data in files(tmp_path / "site").items() if data != before.get(path)} == set()
    assert did.written == 0


def test_a_game_that_is_laid_open_shows_all_and_hands_itself_out(over: World, tmp_path: Path) -> None:
    built(over, tmp_path)

    found = published(tmp_path)
    with over.campaign.reading() as work:
        whole = record_of(work, over.row(NAME), GM)
        assert found[f"{NAME}/{NAME}.zip"] == bundle_of(work, over.row(NAME), whole)
    assert bundle.read(found[f"{NAME}/{NAME}.zip"]).record == whole
    assert {f"{NAME}/open-{one.step}.html" for one in whole.steps} <= found.keys()
    assert b"LEAD HIGH" in found[f"{NAME}/open-1.html"]
    letters = b"".join(data for path, data in found.items() if path.startswith(f"{NAME}/letters/"))
    assert SECRET.encode() in letters
    assert [path for path, data in found.items() if b"players.example" in data or b"Evelyn" in data] == []


def test_a_game_announced_as_closed_stays_closed(tmp_path: Path) -> None:
    world = storied(tmp_path / "world", DUEL, reveal=Reveal.NONE)
    built(world, tmp_path / "site")
    world.campaign.close()

    found = published(tmp_path / "site")
    assert [path for path, data in found.items() if OPENED.match(path) or SECRET.encode() in data] == []
    assert b"only its GM can check it whole" in found[f"{NAME}/check.html"]


def test_a_feed_tells_each_turn_with_links_that_stay_in_the_folder(going: World, tmp_path: Path) -> None:
    built(going, tmp_path)

    root = ElementTree.fromstring((tmp_path / NAME / "feed.atom").read_bytes())
    atom = "{http://www.w3.org/2005/Atom}"
    entries = root.findall(f"{atom}entry")
    links = [link.get("href") for link in root.iter(f"{atom}link")]
    told = ["Turn 2: Ana is ahead, 45 to 6", "Turn 1: Ana is ahead, 2 to 0", "The game begins"]
    assert [one.findtext(f"{atom}title") for one in entries] == told
    assert links == ["feed.atom", "index.html", *(f"turn-{n}.html" for n in reversed(range(len(entries))))]
    assert all((tmp_path / NAME / link).is_file() for link in links if link)
    assert len({one.findtext(f"{atom}id") for one in entries}) == len(entries)


def test_a_feed_of_all_games_tells_their_latest_turns_with_links_that_stay_in_the_folder(
    begun: World, tmp_path: Path
) -> None:
    begun.game("spring")
    built(begun, tmp_path / "site")

    atom = "{http://www.w3.org/2005/Atom}"
    root = ElementTree.fromstring((tmp_path / "site" / "feed.atom").read_bytes())
    own = ElementTree.fromstring((tmp_path / "site" / NAME / "feed.atom").read_bytes())
    links = sorted(str(one.get("href")) for one in root.iter(f"{atom}link"))
    titles = [str(one.findtext(f"{atom}title")) for one in root.iter(f"{atom}entry")]
    turns = [f"{NAME}/turn-0.html", f"{NAME}/turn-1.html", "spring/turn-0.html"]
    assert links == sorted(["feed.atom", "index.html", *turns])
    begins = ["The autumn, The game begins", "The spring, The game begins"]
    assert sorted(one for one in titles if "begins" in one) == begins
    ids = {one.findtext(f"{atom}id") for one in root.iter(f"{atom}entry")}
    assert {one.findtext(f"{atom}id") for one in own.iter(f"{atom}entry")} < ids
    assert {"feed.atom", f"{NAME}/feed.atom"} <= set(Page((tmp_path / "site" / "index.html").read_text()).links)


def test_a_turn_of_rules_that_the_program_lacks_is_not_said_to_have_been_empty(
    over: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = over.campaign.kit

    def kit(slug: str, edition: str = "") -> object:
        if edition:
            raise NoEdition("Wizard's Duel", edition, "3")
        return usual(slug)

    monkeypatch.setattr(over.campaign, "kit", kit)
    monkeypatch.setattr("referee.service.records.site.bundle_of", lambda *_: b"the game")

    built(over, tmp_path)

    found = published(tmp_path)
    edition = f"This turn was played by edition {RULESET.edition} of the rules"
    lacks = f"{edition}, which the program that built these pages does not have.".encode()
    for path in (f"{NAME}/turn-1.html", f"{NAME}/open-1.html", f"{NAME}/feed.atom", "feed.atom"):
        assert lacks in found[path], path
    assert [path for path, data in found.items() if b"Nothing happened" in data or b"No cards lay hidden" in data] == []


@pytest.mark.parametrize("which", ["going", "over"])
def test_what_is_read_out_for_a_link_or_a_button_holds_what_is_shown(
    which: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    built(request.getfixturevalue(which), tmp_path)

    pages = {path: Page(data.decode()) for path, data in files(tmp_path).items() if path.endswith(".html")}
    labels = [(path, *one) for path, page in pages.items() for one in page.labels]
    assert [one for one in labels if one[2] not in one[1]] == []
    assert {label for path, label, _ in labels if path == f"{NAME}/standings.html"} >= {"Turn 0", "Turn 1"}


def test_building_again_writes_nothing(over: World, tmp_path: Path) -> None:
    first = built(over, tmp_path)
    before = {path: os.stat(tmp_path / path).st_mtime_ns for path in files(tmp_path)}

    again = built(over, tmp_path)

    assert again == Built(tmp_path, 0, first.written)
    assert {path: os.stat(tmp_path / path).st_mtime_ns for path in files(tmp_path)} == before


def test_a_turn_more_changes_the_pages_that_tell_of_it_alone(begun: World, tmp_path: Path) -> None:
    built(begun, tmp_path / "site")
    before = published(tmp_path / "site")
    played(begun, DUEL, "Ana", "Bob")

    built(begun, tmp_path / "site")

    after = published(tmp_path / "site")
    built(begun, tmp_path / "fresh")
    assert after == published(tmp_path / "fresh")
    assert {path for path in after if after[path] != before.get(path)} == {
        "index.html", "feed.atom", f"search/{NAME}.js",
        *(f"{NAME}/{name}" for name in ("index.html", "feed.atom", "standings.html", "turn-1.html", "turn-2.html")),
        *(path for path in after if path.endswith(".svg") and path.startswith(NAME)),
    }  # fmt: skip


def test_a_turn_that_was_taken_back_is_no_longer_part(begun: World, tmp_path: Path) -> None:
    built(begun, tmp_path / "site")
    do(begun, Rollback(n=1, text="It was read wrongly."))

    did = built(begun, tmp_path / "site")

    assert f"{NAME}/turn-1.html" not in files(tmp_path / "site")
    assert did.removed >= 1
    assert faults(tmp_path / "site") == []


def ended(world: World) -> None:
    carry_out(world.campaign, EndGame(result="Ana", reason="The year is over."), NAME)


def test_the_page_of_a_game_that_was_ended_says_who_won_by_that(begun: World, tmp_path: Path) -> None:
    ended(begun)

    built(begun, tmp_path / "site")

    assert "The GM has ended the game. Ana has won." in (tmp_path / "site" / NAME / "index.html").read_text()


def taken_back(world: World) -> None:
    carry_out(world.campaign, Rollback(n=1, text="It was read wrongly."), NAME)


def adjudicated_anew(world: World) -> None:
    carry_out(world.campaign, Rerun(), NAME)


CHANGES: dict[str, tuple[Callable[[World], object], ...]] = {
    "a turn taken back": (taken_back,),
    "a turn taken back and adjudicated anew": (taken_back, adjudicated_anew),
    "an end": (ended,),
    "an end taken back": (ended, taken_back),
    "an end taken back, and the turn adjudicated anew": (ended, taken_back, adjudicated_anew),
}


@pytest.mark.parametrize("changes", CHANGES.values(), ids=CHANGES.keys())
def test_built_again_after_anything_a_site_is_as_if_built_for_the_first_time(
    begun: World, tmp_path: Path, changes: Sequence[Callable[[World], object]]
) -> None:
    built(begun, tmp_path / "site")
    for n, change in enumerate(changes):
        change(begun)
        built(begun, tmp_path / "site")
        built(begun, tmp_path / f"fresh {n}")

        assert files(tmp_path / "site") == files(tmp_path / f"fresh {n}")
        opened = change is ended
        assert any(OPENED.match(path) for path in published(tmp_path / "site")) == opened


def test_a_file_that_no_build_wrote_is_neither_written_over_nor_removed(begun: World, tmp_path: Path) -> None:
    (tmp_path / "site" / NAME).mkdir(parents=True)
    (tmp_path / "site" / "robots.txt").write_text("mine")
    (tmp_path / "site" / NAME / "index.html").write_text("mine, too")

    with pytest.raises(SetupError, match="was not written here, and would be lost"):
        built(begun, tmp_path / "site")

    assert files(tmp_path / "site") == {"robots.txt": b"mine", f"{NAME}/index.html": b"mine, too"}
    (tmp_path / "site" / NAME / "index.html").unlink()
    built(begun, tmp_path / "site")
    do(begun, Rollback(n=1, text="It was read wrongly."))
    (tmp_path / "site" / NAME / "turn-1.html").write_text("changed by hand")
    assert built(begun, tmp_path / "site").kept == [f"{NAME}/turn-1.html"]
    assert (tmp_path / "site" / "robots.txt").read_text() == "mine"
    assert (tmp_path / "site" / NAME / "turn-1.html").read_text() == "changed by hand"


def test_a_page_that_was_damaged_is_written_anew(begun: World, tmp_path: Path) -> None:
    site = tmp_path / "site"
    built(begun, site)
    good = files(site)
    (site / NAME / "turn-1.html").write_text("damaged")

    assert built(begun, site).written == 1
    assert files(site) == good


def test_a_build_that_is_broken_off_leaves_whole_pages_and_the_next_goes_on(
    begun: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built(begun, tmp_path / "before")
    played(begun, DUEL, "Ana", "Bob")
    built(begun, tmp_path / "after")
    before, after = published(tmp_path / "before"), published(tmp_path / "after")
    replace, most = os.replace, len(after) + 5

    for broken_at in range(0, most, 3):
        count = 0

        def breaking(*given: Path, at: int = broken_at) -> None:
            nonlocal count
            count += 1
            if count > at:
                raise KeyboardInterrupt
            replace(*given)

        shutil.copytree(tmp_path / "before", tmp_path / "site")
        monkeypatch.setattr(os, "replace", breaking)
        with pytest.raises(KeyboardInterrupt) if broken_at < 9 else _Perhaps():
            built(begun, tmp_path / "site")
        monkeypatch.setattr(os, "replace", replace)
        left = published(tmp_path / "site")
        assert {path for path, data in left.items() if data not in (before.get(path), after.get(path))} == set()
        built(begun, tmp_path / "site")
        assert files(tmp_path / "site") == files(tmp_path / "after")
        shutil.rmtree(tmp_path / "site")


class _Perhaps:
    """What may be broken off, or be through before."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        return kind is KeyboardInterrupt


def test_the_pages_of_a_seat_are_sealed_while_the_game_is_played(going: World, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="Letters to Ana are sealed"):
        build_seat(going.campaign, tmp_path / "ana", NAME, "Ana")
    assert not (tmp_path / "ana").exists()

    build_seat(going.campaign, tmp_path / "ana", NAME, "Ana", unsealed=True)

    found = published(tmp_path / "ana")
    assert entries(going.campaign, NAME, seat="Bob")[-1].words == "looked at letters to Ana"
    assert faults(tmp_path / "ana") == []
    assert any(b"What you hold" in data for data in found.values())
    assert not any(b"Only you may look at it." in data for data in found.values())


def test_what_is_for_one_seat_and_what_is_for_all_never_share_a_folder(over: World, tmp_path: Path) -> None:
    built(over, tmp_path / "public")
    build_seat(over.campaign, tmp_path / "ana", NAME, "Ana")

    for folder, seat in (("public", "Ana"), ("public/ana", "Ana"), ("ana", "Bob"), ("", "Ana")):
        with pytest.raises(SetupError, match="Name a"):
            build_seat(over.campaign, tmp_path / folder, NAME, seat)
    for folder in ("ana", "ana/public", ""):
        with pytest.raises(SetupError, match="Name a"):
            built(over, tmp_path / folder)
    assert set(os.listdir(tmp_path)) == {"public", "ana"}


def test_a_list_that_leads_out_of_its_folder_is_none(begun: World, tmp_path: Path) -> None:
    built(begun, tmp_path / "site")
    listed = tmp_path / "site" / ".referee" / "site.json"
    listed.write_text(listed.read_text().replace('"site.css"', '"../kept.css"'))
    (tmp_path / "kept.css").write_text("kept")

    with pytest.raises(SetupError, match="cannot be read"):
        Output(tmp_path / "site")

    assert (tmp_path / "kept.css").read_text() == "kept"


def test_a_rule_that_is_named_leads_to_where_the_rulebook_has_it_and_a_number_that_it_lacks_leads_nowhere() -> None:
    said = Para((Words(("As ", Rule("WD-3.1"), " says, and ", Rule("WD-99.9"), " does not.")),))

    assert html((said,), cite=citing(find(DUEL), f"{NAME}/turn-1.html")) == (
        '<p class="para">As <a class="rule" href="../rules/wizards-duel.html#WD-3.1">WD-3.1</a> says, and'
        ' <span class="named">WD-99.9</span> does not.</p>\n'
    )


def test_a_build_says_what_it_did_what_it_kept_and_what_it_left_out() -> None:
    did = Built(Path("public"), written=3, unchanged=2, removed=1, kept=["a.html", "b.css"], left_out=["lost"])

    assert str(did) == (
        "public: 3 files written, 2 as they were, 1 removed. Kept, for it was changed by hand: a.html, b.css."
        " Left out, for their rules cannot be loaded: lost."
    )


def test_a_game_whose_rules_are_there_no_more_keeps_no_other_from_being_shown(begun: World, tmp_path: Path) -> None:
    begun.game("lost")
    with begun.campaign.store.writing() as tx:
        games.game(tx, begun.row("lost").id).ruleset = "no-such-game"

    did = built(begun, tmp_path / "site")

    assert did.left_out == ["lost"]
    assert f"{NAME}/turn-1.html" in files(tmp_path / "site")
    with pytest.raises(LookupError, match="There is no game no-such-game"):
        build_site(begun.campaign, tmp_path / "lost", "lost")


def test_a_game_that_has_not_begun_has_its_page(world: World, tmp_path: Path) -> None:
    world.game(NAME, start=False)

    built(world, tmp_path / "site")

    assert faults(tmp_path / "site") == []
    assert b"It has not begun yet." in (tmp_path / "site" / NAME / "index.html").read_bytes()


def test_press_is_words_and_nothing_else(begun: World, tmp_path: Path) -> None:
    begun.write("Ana", "TO ALL: <script>alert(1)</script> <b onclick=x>&amp; </script><!--", game=NAME)
    begun.tick()
    played(begun, DUEL, "Ana", "Bob")

    site = tmp_path / "site"
    built(begun, site)

    assert faults(site) == []
    assert (
        b"&lt;script&gt;alert(1)&lt;/script&gt; &lt;b onclick=x&gt;&amp;amp; &lt;/script&gt;&lt;!--"
        in (site / NAME / "press.html").read_bytes()
    )
    assert b"<script>alert" not in b"".join(files(site).values())


def test_the_campaigns_own_folder_is_never_a_site(begun: World, tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "campaign"):
        with pytest.raises(SetupError, match="the campaign itself lies"):
            built(begun, folder)
    assert not (tmp_path / ".referee").exists()
    assert built(begun, tmp_path / "campaign" / "public").written > 0


def test_a_template_of_the_campaigns_own_counts_and_a_broken_one_stops_nothing(begun: World, tmp_path: Path) -> None:
    own = begun.campaign.settings.folder / "templates" / "site"
    own.mkdir(parents=True)
    (own / "said.html.j2").write_text("<p>Said: {{ one.who }}</p>\n")
    begun.write("Ana", "TO ALL: hello", game=NAME)
    begun.tick()
    built(begun, tmp_path / "site")
    mine = (tmp_path / "site" / NAME / "press.html").read_text()
    (own / "said.html.j2").write_text("{{ nothing.of.the.kind }}")

    built(begun, tmp_path / "site")

    assert "<p>Said: Ana</p>" in mine
    assert "<blockquote" in (tmp_path / "site" / NAME / "press.html").read_text()
    assert [fault.file for fault in begun.campaign.broken] == ["templates/site/said.html.j2"]


def test_every_page_has_one_main_part_and_a_way_past_its_head(over: World, tmp_path: Path) -> None:
    built(over, tmp_path)

    pages = {path: Page(data.decode()) for path, data in files(tmp_path).items() if path.endswith(".html")}
    assert {path: page.tags.count("main") for path, page in pages.items()} == dict.fromkeys(pages, 1)
    assert [path for path, page in pages.items() if page.links[-1:] == [] or "#main" not in page.links] == []
