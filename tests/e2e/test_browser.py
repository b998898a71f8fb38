"""Letters in a real browser: everybody can read them on a phone and on a desk, and a tap on an order writes it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from email.message import EmailMessage
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from referee.mail.letter import read
from referee.mail.quoting import Label, classify
from referee.reports.document import BELOW_A_TAP
from referee.reports.html import Reply
from referee.reports.look import html
from referee.reports.parts import Letter
from referee.resources import Resources
from tests.laws.played import played, post
from tests.reports import specimens
from tests.reports.high_card import writer
from tests.service.correspondence import GAMES, page_of, sent

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
REPLY = Reply("play+k7f3@referee.example", "Re: [The Game of Amber] Turn 1")
FIRST = (375, "light")
REST = [(375, "dark"), (800, "light")]
LOOKS = [FIRST, (800, "dark"), *(pytest.param(*look, marks=pytest.mark.soak) for look in REST)]
"""Both widths and both schemes are looked at once; `make soak` has the others."""

LARGEST = 100_000

pytestmark = [
    pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed; on Debian: apt-get install chromium"),
    pytest.mark.xdist_group("browser"),
]


@pytest.fixture(scope="module")
def browser(pages: dict[str, str]) -> Iterator[Browser]:
    """Open a browser. The letters are made before: it keeps this thread's event loop, and sending them wants one."""
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


def letters() -> dict[str, Letter]:
    """The first letter, a report and the last letter of a game of each ruleset."""
    found: dict[str, Letter] = {}
    for slug in GAMES:
        record = played(slug, 0)
        seat = record.start.setup.seats[0]
        found[f"{slug} first"] = post(slug).welcome(record.start, seat)
        found[f"{slug} report"] = post(slug).report(record.steps[0].after, seat)
        found[f"{slug} last"] = post(slug).report(record.steps[-1].after, seat)
    return found


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Each letter as HTML: those three, a specimen of each kind, and each kind as it went out in each game."""
    made = writer(tmp_path_factory.mktemp("high_card"))
    of_kinds = {name: made.write(page) for name, page in specimens.SPECIMENS.items()}
    shown = {name: html(letter.document, Resources(), REPLY) for name, letter in (letters() | of_kinds).items()}
    mailed = {name: wire for slug in GAMES for name, wire in sent(slug).items()}
    return shown | {name: page for name, wire in mailed.items() if (page := page_of(wire))}


def some(pages: dict[str, str]) -> dict[str, str]:
    """Leave out what went by mail: colours and widths are those of a few blocks, which all stand in the others too."""
    return {name: pages[name] for name in (*letters(), *specimens.SPECIMENS)}


VIOLATED = """async () => {
    const found = await axe.run({resultTypes: ["violations"]})
    return found.violations.map(one => one.id)
}"""
"""Runs all of axe's rules; of what it says only the names of those that are broken leave the browser."""


def violations(page: Page) -> list[str]:
    """Say which rules a page breaks. Axe stays where it is while pages come and go: to read it in takes long."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(Axe().axe_script)
    return list(page.evaluate(VIOLATED))


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_everybody_can_read_every_letter(browser: Browser, pages: dict[str, str], width: int, scheme: str) -> None:
    if (width, scheme) != FIRST:
        pages = some(pages)
    page = browser.new_page(viewport={"width": width, "height": 640}, color_scheme=scheme)  # type: ignore[arg-type]
    faults = {}
    for name, source in pages.items():
        page.set_content(source)
        found = violations(page)
        wider = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        if found or wider > 0 or len(source.encode()) > LARGEST:
            faults[name] = (found, wider, len(source))
    page.close()

    assert faults == {}


def test_a_letter_whose_style_sheet_is_dropped_can_still_be_read(browser: Browser, pages: dict[str, str]) -> None:
    page = browser.new_page(viewport={"width": 375, "height": 640})
    faults: dict[str, tuple[list[str], int]] = {}
    for name, source in some(pages).items():
        head, _, rest = source.partition("<style>")
        page.set_content(head + rest.partition("</style>")[2])
        found = violations(page)
        wider = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        if found or wider > 0:
            faults[name] = (found, wider)
    page.close()

    assert faults == {}


BROKEN = """() => [...document.querySelectorAll('pre.form')].flatMap(pre => {
    const one = document.createRange(), broken = [], text = pre.firstChild
    for (const line of text.data.matchAll(/.*orders for.*/g)) {
        one.setStart(text, line.index); one.setEnd(text, line.index + line[0].length)
        if (new Set([...one.getClientRects()].map(rect => rect.top)).size > 1) broken.push(line[0])
    }
    return broken
})"""
"""Finds the markers of forms that stand on more than one line."""


@pytest.mark.parametrize("styled", [True, False])
def test_the_markers_of_a_form_stand_on_one_line_each(browser: Browser, pages: dict[str, str], styled: bool) -> None:
    page = browser.new_page(viewport={"width": 375, "height": 640})
    broken: dict[str, list[str]] = {}
    for name, source in pages.items():
        head, _, rest = source.partition("<style>")
        page.set_content(source if styled else head + rest.partition("</style>")[2])
        if found := page.evaluate(BROKEN):
            broken[name] = found
    page.close()

    assert broken == {}


@pytest.mark.parametrize("slug", GAMES)
def test_a_tap_on_an_order_writes_an_answer_that_orders_it(browser: Browser, pages: dict[str, str], slug: str) -> None:
    page = browser.new_page(viewport={"width": 375, "height": 640}, has_touch=True)
    page.set_content(pages[f"{slug} first"])
    page.evaluate(
        "addEventListener('click', e => { window.tapped = e.target.closest('a').href; e.preventDefault(); }, true)"
    )
    form = letters()[f"{slug} first"].form
    assert form is not None
    wanted = [line for line in form.lines if line.strip()]
    answers = []
    for line in wanted:
        page.get_by_role("link", name=line, exact=True).last.tap()
        answers.append(ordered(str(page.evaluate("window.tapped"))))
    page.close()

    assert answers == [[line, BELOW_A_TAP] for line in wanted]


def ordered(link: str) -> list[str]:
    """What is written in the letter that a link opens, as the referee reads it."""
    parts = urlsplit(link)
    given = parse_qs(parts.query)
    message = EmailMessage()
    message["From"], message["To"] = "Anna <anna@players.test>", unquote(parts.path)
    message["Subject"] = given["subject"][0]
    message.set_content(given["body"][0])
    assert (message["To"], message["Subject"]) == (REPLY.address, REPLY.subject)
    return [line.text for line in classify(read(message.as_bytes()).lines) if line.label is Label.NEW]
