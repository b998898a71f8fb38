"""The archive's pages in a real browser, opened from a folder: everybody can read them, by keyboard alone as well."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from referee import games
from referee.archive.signature import public_half
from referee.service.records.site import build_seat, build_site, served
from tests.archive.games import played
from tests.house.source import ROOT
from tests.service.storied import NAME, storied
from tests.service.world import World

PUBLIC = public_half(bytes(range(32)))
"""Of the key that newcomers' receipt is signed with."""

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
REST = [(375, "dark"), (1200, "light")]
LOOKS = [(375, "light"), (1200, "dark"), *(pytest.param(*look, marks=pytest.mark.soak) for look in REST)]
"""Both widths and both schemes are looked at once; `make soak` has the others."""

COMMON = ("index.html", "search.html", "proof.html", "rules/index.html", "rules/wizards-duel.html")
OF_A_GAME = (
    "index", "turn-0", "turn-1", "standings", "press", "rulings", "check", "open", "open-1", "letters", "letters/1-1",
)  # fmt: skip
TURNS = 3
HERE = {"preload": False, "resultTypes": ["violations"]}
"""Axe would fetch the style sheet once more, which a page from a folder may not, and list all that is well."""


pytestmark = [
    pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed; on Debian: apt-get install chromium"),
    pytest.mark.xdist_group("browser"),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two sites: of a game in which nearly everything happened, and of one game of each ruleset; and a seat's pages."""
    folder = tmp_path_factory.mktemp("sites")
    world = storied(folder / "storied", "wizards-duel")
    build_site(world.campaign, folder / "one")
    build_seat(world.campaign, folder / "ana", NAME, "Ana")
    world.campaign.close()
    world = World.made(folder)
    for number, rules in enumerate(games.every(third_party=False).values(), 1):
        played(world, rules, number, TURNS)
    build_site(world.campaign, folder / "all")
    world.campaign.close()
    return folder


@pytest.fixture(scope="module")
def browser(site: Path) -> Iterator[Browser]:
    """Open a browser; the sites are built before, for it keeps this thread's event loop."""
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


class Watched:
    """A browser's page, and what it said or asked for that it should not have."""

    def __init__(self, browser: Browser, folder: Path, width: int = 1200, scheme: Any = "light", **more: Any) -> None:
        self.page: Page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme, **more)
        self.folder, self.faults = folder, list[str]()
        self.page.on("console", lambda said: self.faults.append(f"{self.page.url}: {said.text}"))
        self.page.on("pageerror", lambda error: self.faults.append(f"{self.page.url}: {error}"))
        self.page.on("request", lambda asked: self.note(asked.url))
        self.page.on("requestfailed", lambda asked: self.miss(asked.url, str(asked.failure)))

    def note(self, url: str) -> None:
        """Note what is asked for outside of the folder."""
        if not url.startswith((f"file://{self.folder}/", "http://127.0.0.1:")):
            self.faults.append(f"{self.page.url} asks for {url}")

    def miss(self, url: str, why: str) -> None:
        """Note what is not there; what was still on its way when the next page was opened may be."""
        if "ERR_ABORTED" not in why:
            self.faults.append(f"{url} is not there: {why}")

    def open(self, path: str) -> Page:
        """Open a page of the site."""
        self.page.goto(f"file://{self.folder}/{path}")
        return self.page


def pages_of(site: Path, scheme: str) -> list[tuple[str, str]]:
    """The pages that are looked at: each kind of one game, and by light the turns and letters of all games."""
    found = [("one", path) for path in (*COMMON, *(f"{NAME}/{name}.html" for name in OF_A_GAME))]
    found += [("ana", "index.html"), ("ana", "turn-1.html")]
    for game in sorted(one.name for one in (site / "all").glob("game-*")) if scheme == "light" else ():
        found += [("all", f"{game}/{name}.html") for name in (f"turn-{TURNS - 1}", "letters/1-1")]
    assert [path for which, path in found if not (site / which / path).is_file()] == []
    return found


def violations(page: Page) -> list[dict[str, Any]]:
    """What an accessibility checker finds."""
    found: list[dict[str, Any]] = Axe().run(page, options=HERE).response["violations"]
    return found


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_everybody_can_read_every_page(browser: Browser, site: Path, width: int, scheme: str) -> None:
    faults: dict[str, object] = {}
    watched = {which: Watched(browser, site / which, width, scheme) for which in ("one", "all", "ana")}
    for which, path in pages_of(site, scheme):
        page = watched[which].open(path)
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        found = [(one["id"], one["nodes"][0]["html"][:90]) for one in violations(page)]
        wider = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        if found or wider > 0:
            faults[f"{which}/{path}"] = (found, wider)
    faults |= {which: one.faults for which, one in watched.items() if one.faults}
    for one in watched.values():
        one.page.close()

    assert faults == {}


def test_one_clicks_from_the_front_page_to_every_part_of_a_game(browser: Browser, site: Path) -> None:
    watched = Watched(browser, site / "one")
    page = watched.open("index.html")
    page.get_by_role("link", name="The autumn", exact=True).click()
    titles = []
    for name in ("Standings", "Press", "Rulings", "Hands and orders", "Letters", "Check it", "Rules"):
        page.get_by_role("navigation", name="This game").get_by_role("link", name=name, exact=True).click()
        titles.append(page.title())
        page.go_back()
    page.get_by_role("link", name="Turn 1").first.click()
    titles.append(page.locator(".above").inner_text())
    page.get_by_role("link", name="Laid open: every hand and every order").click()
    page.get_by_role("link", name="Ana's letters of this turn").click()
    titles.append(page.locator("h1").first.inner_text())

    assert titles == [
        *(f"{name} - Test Table" for name in
          ("Standings", "Press", "Rulings", "Hands and orders", "Letters", "Check it yourself", "Wizard's Duel")),
        "The autumn, turn 1", "Letters to Ana, turn 1",
    ]  # fmt: skip
    assert watched.faults == []
    page.close()


def test_a_turn_is_gone_through_step_by_step_by_keyboard_alone(browser: Browser, site: Path) -> None:
    watched = Watched(browser, site / "all")
    page = watched.open("game-2/turn-1.html")
    moments = page.locator(".moments > li")
    table, current = page.locator(".stage svg"), page.locator(".moments > li[aria-current]")
    tables = [table.inner_html()]
    page.locator("button[data-to=first]").focus()
    page.keyboard.press("Enter")
    said = [page.locator("[data-step]").inner_text()]
    for _ in range(moments.count()):
        page.keyboard.press("ArrowRight")
        said.append(page.locator("[data-step]").inner_text().partition(":")[0])
        tables.append(table.inner_html())

    assert moments.count() > 2
    assert said == ["Before this turn.", *(f"{n} of {moments.count()}" for n in range(1, moments.count() + 1))]
    assert (tables[-1], len(set(tables)) > 2, current.count()) == (tables[0], True, 1)
    page.keyboard.press("Home")
    assert page.locator("[data-step]").inner_text() == "Before this turn."
    page.keyboard.press("ArrowLeft")
    assert page.locator("[data-step]").inner_text() == "Before this turn."
    assert watched.faults == []
    page.close()


def test_on_a_phone_the_buttons_and_the_table_stay_where_they_are(browser: Browser, site: Path) -> None:
    page = Watched(browser, site / "all", width=375).open("game-2/turn-1.html")
    page.locator("button[data-to=first]").click()
    on, places = page.locator("button[data-to=on]"), set()
    for _ in range(page.locator(".moments > li").count()):
        on.click()
        box = on.bounding_box()
        assert box is not None
        places.add(round(box["y"]))
    page.close()

    assert len(places) == 1


def test_a_search_that_is_typed_into_the_address_is_made_whatever_it_is(browser: Browser, site: Path) -> None:
    watched = Watched(browser, site / "one")
    page = watched.open("search.html#100%")
    typed = page.get_by_role("searchbox").input_value()
    page.close()

    assert (typed, watched.faults) == ("100%", [])


def test_without_a_script_a_turn_is_a_list_beside_its_table(browser: Browser, site: Path) -> None:
    watched = Watched(browser, site / "all", java_script_enabled=False)
    page = watched.open("game-2/turn-1.html")

    assert page.locator(".moments > li").count() > 2
    assert page.locator(".stage svg image").count() + page.locator(".stage svg rect").count() > 2
    assert page.locator("button:visible").count() == 0
    page.close()


def test_the_first_key_leads_past_the_head_of_a_page(browser: Browser, site: Path) -> None:
    page = Watched(browser, site / "one").open(f"{NAME}/turn-1.html")
    page.keyboard.press("Tab")
    skip = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    inside = page.evaluate("document.querySelector('main').contains(document.activeElement)")
    page.close()

    assert (skip, inside) == ("To the page itself", True)


def test_the_search_finds_words_slips_of_the_pen_and_rules(browser: Browser, site: Path) -> None:
    watched = Watched(browser, site / "one")
    page = watched.open("search.html")
    found = {}
    for asked in ("hello to you all", "WD-3.2", "responderr", "nosuchwordatall"):
        page.get_by_role("searchbox").fill(asked)
        links = page.locator("[data-list] a")
        found[asked] = links.first.get_attribute("href") if links.count() else page.locator("[data-found]").inner_text()
    page.get_by_role("searchbox").fill("WD-3.2")
    page.locator("[data-list] a").first.press("Enter")
    at = page.url.rpartition("/")[2]

    assert found == {
        "hello to you all": f"{NAME}/press.html#words-1", "WD-3.2": "rules/wizards-duel.html#WD-3.2",
        "responderr": found["responderr"], "nosuchwordatall": "Nothing was found.",
    }  # fmt: skip
    assert str(found["responderr"]).startswith("rules/wizards-duel.html#WD-")
    assert at == "wizards-duel.html#WD-3.2"
    assert watched.faults == []
    page.close()


def test_a_game_is_checked_in_the_page_without_a_server(browser: Browser, site: Path, tmp_path: Path) -> None:
    watched = Watched(browser, site / "all")
    bundle = site / "all" / "game-6" / "game-6.zip"
    (tmp_path / "changed.zip").write_bytes(bundle.read_bytes()[:-40])
    page = watched.open("game-6/check.html")
    verdicts = []
    for file in (bundle, tmp_path / "changed.zip"):
        page.locator("[type=file]").set_input_files(file)
        page.locator("[data-verdict]").wait_for()
        verdicts.append(page.locator("[data-verdict]").get_attribute("data-verdict"))
        page.reload()
    page.close()

    assert verdicts == ["good", "unreadable"]
    assert watched.faults == []


def test_a_receipt_that_is_pasted_is_checked_in_the_page(browser: Browser, site: Path) -> None:
    watched = Watched(browser, site / "all")
    shown = (ROOT / "README.md").read_text(encoding="utf-8")
    receipt = shown[shown.index("Dear Ana,") : shown.index("And after the deadline")]
    page = watched.open("proof.html")
    own = page.locator("#signer").input_value()
    verdicts = []
    ours, source = PUBLIC.hex(), f"MIME-Version: 1.0\n\n{receipt.replace('>=', '>=3D')}"
    for key, text in ((own, receipt), (ours, receipt), (ours, receipt.replace("CHEAPEST", "HIGHEST")), (ours, source)):
        page.locator("#signer").fill(key)
        page.locator("#pasted").fill(text)
        box = page.locator("[data-receipt-verdict]")
        verdicts.append((box.get_attribute("data-verdict"), box.locator("p").first.text_content()))
    page.close()

    title = "Receipt 1-ANA-1 of dawn is"
    came = "The letter came 2026-11-24 12:00:00 (UTC). From then on this was on file, and it proves nothing else:"
    assert len(bytes.fromhex(own)) == 32
    assert verdicts[:3] == [
        ("bad", f"{title} not true."), ("good", f"{title} true. {came}"), ("bad", f"{title} not true."),
    ]  # fmt: skip
    assert verdicts[3][0] == ""
    assert (verdicts[3][1] or "").startswith("This is the source of a letter, or of a page.")
    assert watched.faults == []


def test_on_paper_stands_what_is_read_and_no_more(browser: Browser, site: Path) -> None:
    page = Watched(browser, site / "one").open(f"{NAME}/turn-1.html")
    page.emulate_media(media="print")
    shown = {part: page.locator(part).first.is_visible() for part in (".top nav", ".tabs", ".controls", ".story", "h1")}
    printed = page.pdf(format="A4")
    page.close()

    assert shown == {".top nav": False, ".tabs": False, ".controls": False, ".story": True, "h1": True}
    assert printed.startswith(b"%PDF")


def test_the_pages_are_the_same_from_the_server_for_a_look(browser: Browser, site: Path) -> None:
    with served(site / "one", 0) as address:
        watched = Watched(browser, site / "one")
        page = watched.page
        page.goto(f"{address}{NAME}/turn-1.html")
        title = page.title()
        page.goto(f"{address}search.html#hello")
        found = page.locator("[data-list] a").count()
        refused = [page.request.get(f"{address}{path}").status for path in (".referee/site.json", "faces/", "../one/")]
        other = page.request.get(address, headers={"Host": "elsewhere.example"}).status
        page.close()

    assert (bool(title), found > 0, refused, other) == (True, True, [404, 404, 404], 404)
    assert watched.faults == []
