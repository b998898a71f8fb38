"""One letter of each kind about High Card; ``python -m tests.reports.specimens`` writes them anew into letters/."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from referee.archive.receipt import Receipt, prove
from referee.archive.signature import public_half
from referee.engine.audience import GM, OBSERVER, PUBLIC, Seat
from referee.engine.chance import commitment
from referee.engine.events import Event, GameEnded
from referee.reports import desk_pages, pages, parts
from referee.reports.document import Listing, Para, Several
from referee.reports.pages import Page, Refusal
from referee.reports.parts import Fallen, Later, Letter, OrderLine, Unused, Warned
from tests.reports.high_card import (
    ANA,
    BO,
    CYD,
    DUE,
    IN_FORCE,
    NOW,
    OPTIONS,
    TOLD,
    VIEW,
    Keep,
    Lead,
    Play,
    RoundWon,
    head,
    writer,
)

LETTERS = Path(__file__).parent / "letters"
EARLIER = NOW - timedelta(days=2, hours=3)
SECRET = bytes(range(32))
ORDERS = (OrderLine(1, "PLAY 7", order=Play(n=7)), OrderLine(2, "KEEP FROM 8", standing=True, order=Keep(n=8)))
SETTLED = ((OPTIONS[0], "7"), (OPTIONS[1], "none"))
END = GameEnded(reason="nobody has a card left", winners=(ANA,), losers=(BO, CYD), to=PUBLIC)
OPENED = pages.Opened(
    SECRET,
    commitment(SECRET),
    ((ANA, "abracadabra"), (BO, 'say "äh", Bo\\'), (CYD, "")),
    ((ANA, (2, 9)), (BO, ()), (CYD, (4,)), (Seat("the stock, from the top"), (3, 1))),
)
SENT = ((ANA, Later(1, ("PLAY 7",))), (ANA, Later(2, ("PLAY 9", "KEEP FROM 8"))))
TURNING = ((2, RoundWon(seat=BO, points=9, to=PUBLIC)), (7, RoundWon(seat=ANA, points=16, to=PUBLIC)))


def public() -> list[Event]:
    """Pick what everybody was told."""
    return [e for e in TOLD if e.to.includes(OBSERVER)]


KEY = bytes(range(32))
"""What receipts are signed with here."""


def receipt(**fields: Any) -> pages.ReceiptPage:
    """Make a receipt for Ana's orders of turn 6, signed."""
    page = replace(pages.ReceiptPage(head(), 6, NOW, DUE, VIEW), **fields)
    lines = (*((6, one.text) for one in page.orders), *((x.step, text) for x in page.later for text in x.lines))
    made = Receipt("tower", "6-ANA-2, K7F3-M2QX-8T4D", NOW, lines)
    return replace(page, receipt=made.title, proof=prove(made, KEY))


def refusal(why: Refusal) -> pages.RefusalPage:
    """Make a refusal of one kind."""
    return pages.RefusalPage(
        head(), why, NOW, 6, DUE, 5, EARLIER, EARLIER, "eve@elsewhere.example", True, "1 MB"
    )


SPECIMENS: dict[str, Page | desk_pages.DeskPage] = {
    "invitation": pages.InvitationPage(
        head(OBSERVER), "Gail", commitment(SECRET), SETTLED,
        ("JOIN Dark Tower AS Ana", "WORD abracadabra"), DUE, "every Friday at 20:00, Berlin time",
        public_key=public_half(KEY).hex(),
    ),
    "invitation-seated": pages.InvitationPage(
        head(BO), "Gail", commitment(SECRET), SETTLED, ("WORD abracadabra",), reveal=False, taken=2,
        public_key=public_half(KEY).hex(),
    ),
    "welcome": pages.WelcomePage(
        head(), TOLD[4:6], VIEW, DUE, ("PLAY 2",), SETTLED, commitment(SECRET), examples=("PLAY 9", "KEEP FROM 8")
    ),
    "report": pages.ReportPage(head(), 5, TOLD, VIEW, IN_FORCE, DUE, ("PLAY 2", "KEEP FROM 8")),
    "report-observer": pages.ReportPage(head(OBSERVER), 5, public(), VIEW, (), DUE),
    "report-silent": pages.ReportPage(
        head(CYD, "America/New_York"), 5, public(), VIEW, (), DUE, ("PLAY 2",), (CYD, BO),
        ("The GM has looked at Bo's hand, to answer a question.",), "The points of turn 4 had been added twice.",
    ),
    "report-last": pages.ReportPage(head(BO), 9, (*public(), END), VIEW),
    "newsletter": pages.NewsletterPage(
        head(OBSERVER), 5, public(), VIEW, DUE, ((BO, "Good luck,\nto all of you!"), (CYD, "And to you."))
    ),
    "newsletter-rerun": pages.NewsletterPage(
        head(OBSERVER, "America/New_York"), 5, public(), VIEW, None, leave="NEWSLETTER OFF", missing=(CYD, BO),
        notices=("The GM has looked at Bo's hand, to answer a question.",),
        rerun="The points of turn 4 had been added twice.",
    ),
    "newsletter-last": pages.NewsletterPage(head(OBSERVER), 9, (*public(), END), VIEW),
    "receipt": receipt(
        orders=ORDERS,
        read=2,
        before=EARLIER,
        fallen=(Fallen(6, ("PLAY 4", "PLAY 9"), ("KEEP FROM 5",)), Fallen(7, ("PLAY 3",))),
        later=(Later(7, ("PLAY 2",)),),
        done=(parts.Done("TO Bo: keep out of this and the next one is yours.", "Delivered to Bo now."),),
        unused=(Unused("PLAI 3", "I don't know the order PLAI. Did you mean PLAY?"),),
        passed_over=(Unused("PLAY 4", "It stands in quoted text; if you want it, write it anew."),),
        warnings=(Warned(1, "You do not hold the Seven now; if you still do not, the order is skipped (HC-1)."),),
        notes=("Your letter was also addressed to bo@elsewhere.example; I answer you alone.",),
    ),
    "receipt-form": receipt(orders=ORDERS, changed=False, same_form=True, before=EARLIER),
    "receipt-unreadable": receipt(changed=False, unused=(Unused("PLAI 3", "I don't know the order PLAI."),)),
    "receipt-added": receipt(orders=ORDERS, read=1, added=True, before=EARLIER),
    "receipt-standing": receipt(orders=ORDERS, read=1, standing_only=True, before=EARLIER),
    "receipt-cleared": receipt(cleared=True, before=EARLIER, fallen=(Fallen(6, ("PLAY 4",)),)),
    "reminder": pages.ReminderPage(head(), 6, NOW + timedelta(days=1), VIEW, (), EARLIER),
    "reminder-grace": pages.ReminderPage(head(), 6, NOW + timedelta(days=1), VIEW, (), EARLIER, NOW),
    "reminder-orders": pages.ReminderPage(head(), 6, DUE, VIEW, ORDERS),
    "question": pages.QuestionPage(head(), 6, TOLD[:3], Lead(ANA, (2, 9), (BO, CYD)), NOW + timedelta(hours=2), "9"),
    "press": pages.PressPage(head(), 6, BO, "Keep out of this,\nand the next one is yours.\n\n-- \nBo", others=(CYD,)),
    "press-all": pages.PressPage(head(), 6, BO, f"{'Good luck, ' * 9}to all of you!", to_all=True),
    "notice": pages.NoticePage(head(), "The deadline is moved", "I am away until Thursday.", "Gail, the GM,", DUE),
    "end": pages.EndPage(head(), 9, VIEW, END, TURNING, OPENED),
    "end-closed": pages.EndPage(head(OBSERVER), 9, VIEW, END),
    "luck": pages.LuckPage(head(), OPENED),
    "all_orders": pages.AllOrdersPage(head(), SENT),
    "status": pages.StatusPage(head(), 6, DUE, VIEW, ORDERS, EARLIER, waits=True),
    "status-nothing": pages.StatusPage(head(), 6, None, VIEW, later=(Later(7, ("PLAY 2",)),)),
    "help": pages.HelpPage(head()),
    "help-verb": pages.HelpPage(head(), "keep"),
    "help-all": pages.HelpPage(head(), "ALL"),
    "help-set-up": pages.HelpPage(head(), set_up=True),
    "rules": pages.RulesPage(head(), "HC-1"),
    "gm_turn": desk_pages.GmTurnPage(
        head(GM), 5, public(), VIEW, DUE, (CYD, BO),
        (desk_pages.Incident("eve@elsewhere.example", NOW, "a stranger; nothing was answered"),),
        (desk_pages.Incident("Bo", NOW, "mail 7 (report).", "mailbox full (4.2.2)"),),
    ),
    "list": desk_pages.ListPage(
        head(),
        "the GM's rulings",
        "The rulings of this game:",
        ("Ruling 1 (turn 4): A shown card stays where it was.",),
    ),
    "gm_answer": desk_pages.GmAnswerPage(
        head(GM),
        NOW,
        (
            parts.Done("PAUSE", "The game is paused, and everybody is told."),
            parts.Done("STATUS", "Below."),
            parts.Done("PROCESS", "I ask you once more: Turn 6 is adjudicated at once."),
        ),
        (Unused("ANOUNCE hello", "I don't know the command ANOUNCE. Did you mean ANNOUNCE?"),),
        (("How things stand:", Several((Para(("Dark Tower: paused.",)), Listing(("Nothing from Bo.",))))),),
        waits=True,
    ),
    "gm_order": desk_pages.GmOrderPage(
        head(GM), (parts.Done("PROCESS", "Turn 6 is adjudicated at once, with the orders on file then."),), DUE
    ),
    "gm_alarm": desk_pages.GmAlarmPage(
        head(GM), "Turn 6 could not be adjudicated.", ("AssertionError in round.py, line 12",), ("Nothing was sent.",)
    ),
    **{f"refusal-{why.value.replace(' ', '-')}": refusal(why) for why in Refusal},
    "refusal-held": replace(refusal(Refusal.LATE), belated=pages.Belated.HELD),
    "refusal-on-its-way": replace(refusal(Refusal.LATE), belated=pages.Belated.ON_ITS_WAY),
}  # fmt: skip


def printed(letter: Letter) -> str:
    """Print a letter with its subject."""
    return f"Subject: {letter.subject}\n\n{letter.body}"


def main() -> None:
    """Write all specimens anew."""
    LETTERS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        made = writer(Path(folder))
        for name, page in SPECIMENS.items():
            (LETTERS / f"{name}.txt").write_text(printed(made.write(page)), encoding="utf-8")


if __name__ == "__main__":
    main()
