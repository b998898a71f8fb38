"""The GM's sheet of an open turn: what everybody holds, where every hidden card lies, and all orders so far."""

from collections.abc import Collection, Sequence
from dataclasses import fields, is_dataclass

from referee.engine.audience import GM, OBSERVER, Seat
from referee.engine.errors import SetupError
from referee.games.cards import Card
from referee.reports.document import Alert, Block, Document, Entry, Orders, Para, Section, Table, Title
from referee.reports.paper import Paper, printed
from referee.reports.parts import in_force
from referee.reports.when import When
from referee.service.campaign import seal
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.names import game_named
from referee.service.deadlines import deadline
from referee.service.rulesets.faces import as_images
from referee.service.table.table import TableTop
from referee.store.tables import GameRow, Status

WHAT = "all hands, decks and orders"
"""What the players are told that was looked at."""


def turn_sheet(campaign: Campaign, game: str, *, unsealed: bool, paper: Paper = Paper.A4) -> bytes:
    """Return the sheet as PDF; it is sealed while the game is played. Raises `SetupError`."""
    with campaign.reading() as work:
        row = game_named(work.tx, game)
        if row.status in (Status.INVITING, Status.DELETED):
            raise SetupError(f"{row.title} has not begun, so there is nothing to set down.")
        made = document(work, row)
    images = as_images(row.ruleset, campaign.resources.campaign, campaign.note_broken)
    # If it can't be printed, nobody has looked.
    whole = printed([made], campaign.resources, paper, images, campaign.note_broken)
    seal.unseal(campaign, game, WHAT, asked=unsealed)
    return whole


def document(work: Work, row: GameRow) -> Document:
    """Set down what stands on the table, open and hidden, and what is on file for the open turn."""
    top = TableTop.load(work, row, work.now)
    rules, writer = top.kit.rules, top.kit.writer
    hands = [*rules.ending.hands(top.game.state)]
    hands += piles(top.game.state, [sorted(map(str, cards)) for _, cards in hands])
    hidden = tuple((str(place), writer.codes(cards) or "nothing") for place, cards in hands)
    due = deadline.due_told(row, work.now)
    said = f"Orders are due {When(row.zone, work.now).full(due)}." if due else "No deadline is set."
    public = writer.situation(top.game.view(OBSERVER), ()).table.to(OBSERVER)
    blocks: list[Block] = [
        Title(row.title, rules.title, f"Turn {top.step}", f"Turn {top.step}: the whole table", GM),
        Alert((said, "Hands and orders stand here: it is for the GM's eyes alone.")),
        Section("The table", (public,)),
    ]
    if hidden:
        blocks.append(Section("Hands, decks and what else is hidden", (Table(hidden),)))
    filed = (_filed(top, seat) for seat in top.game.setup.seats)
    blocks.append(Section(f"Orders for turn {top.step}", tuple(filed)))
    return Document(f"[{row.title}] Turn {top.step}: the whole table", tuple(blocks))


def piles(state: object, known: Collection[Sequence[str]]) -> list[tuple[Seat, Sequence[Card]]]:
    """List the piles of a table that are nobody's, such as decks, but for those that are ``known`` already."""
    found: list[tuple[Seat, Sequence[Card]]] = []
    for field in fields(state) if is_dataclass(state) else ():
        cards = getattr(state, field.name)
        pile = isinstance(cards, list | tuple) and cards and all(isinstance(card, Card) for card in cards)
        if pile and sorted(map(str, cards)) not in known:
            found.append((Seat(field.name.replace("_", " ")), cards))
    return found


def _filed(top: TableTop, seat: Seat) -> Block:
    found = tuple(Entry(one.number, one.text, one.standing) for one in in_force(top.file(seat), top.step))
    inside = Orders(found) if found else Para(("Nothing is on file.",))
    return Section(seat, (inside,), level=2)
