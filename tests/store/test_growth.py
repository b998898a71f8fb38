"""A campaign's database stays small: what a nine-seat turn costs."""

from __future__ import annotations

import random
from pathlib import Path

from referee.engine.audience import PUBLIC, Seat, only
from referee.engine.game import Game, readers
from referee.engine.setup import Setup
from referee.engine.sheet import OnFile
from referee.store import games, inbox, orders, people, steps
from referee.store.database import Store
from referee.store.reports import Composed, Envelope
from tests.store.campaign import CODEC, HOUR, NOW, around
from tests.store.toy import CARDS, RULES, Attack, Drawn, Fought, Hand, State, Suit, View

SEATS = tuple(Seat(f"Player {n}") for n in range(9))
TURNS = 12
WORDS = (
    "attack defend Corwin Fiona Eric Random Bleys Caine Julian throne shadow trump Swords Cups Wands card plays draws "
    "you the of and against answers turn beaten by stands vassal lord pays one two three holds nobody reached for it"
).split()


def a_turn(luck: random.Random, step: int) -> Game[State, View]:
    """A game of nine after a turn with 200 events; its state is about 20 KB of JSON."""
    fights = [
        Fought(
            to=PUBLIC,
            moves=tuple(Attack(n, luck.choice(SEATS), luck.choice(CARDS)) for n in range(6)),
            odds={seat: luck.randrange(9) for seat in SEATS},
            called=luck.choice([Suit.CUPS, None]),
            shown=tuple((luck.choice(SEATS), luck.choice(CARDS)) for _ in range(8)),
        )
        for _ in range(20)
    ]
    state = State(
        hands={seat: Hand(luck.sample(CARDS, 12), tuple(luck.sample(CARDS, 4))) for seat in SEATS},
        piles={Suit.SWORDS: luck.sample(CARDS, 70), Suit.CUPS: luck.sample(CARDS, 70)},
        owners={card: luck.choice(SEATS) for card in luck.sample(CARDS, 70)},
        debts={(one, other): luck.randrange(9) for one in SEATS for other in SEATS},
        fights=fights,
    )
    draws = [Drawn(seat=seat, card=luck.choice(CARDS), to=only(seat)) for seat in SEATS * 20]
    setup = Setup(SEATS)
    counts = {seat: luck.randrange(9) for seat in SEATS}
    views = {seat: View(seat, luck.sample(CARDS, 60), counts) for seat in readers(setup)}
    return Game(RULES, setup, b"\7" * 32, step, state, views, (*draws, *fights))


def a_text(luck: random.Random, size: int) -> str:
    words = (luck.choice(WORDS) + luck.choice([" ", " ", " ", ", ", ".\n"]) for _ in range(size))
    return "".join(words)[:size]


def a_report(luck: random.Random, seat: Seat, step: int) -> Composed:
    envelope = Envelope(
        message_id=f"<perilous.{step}.{seat}.report.1@referee.example>", headers={"reply_to": f"{luck.random()}"}
    )
    return Composed(
        seat=seat,
        kind="report",
        number=1,
        subject=f"[Perilous] Turn {step}",
        body=a_text(luck, 4000),
        form=("WAIT",) * 5,
        envelope=envelope,
    )


def send_orders(store: Store, luck: random.Random, game: int, seat: Seat, step: int) -> None:
    """A letter of 3 KB with six lines of orders, kept and filed."""
    lines = [a_text(luck, 40).replace("\n", " ") for _ in range(6)]
    with store.writing() as tx:
        raw = (a_text(luck, 3000) + "\r\n".join(lines)).encode()
        letter, _ = inbox.keep(tx, raw, sender=f"{seat}@x", recipient="o@x", source="lmtp", received_at=NOW)
        sheet = [{"text": line, "heard": "order", "order": line} for line in lines]
        filed = OnFile({step: tuple(lines)}, ("DEFEND WITH ANY",))
        orders.file(
            tx, game, seat, step=step, revision=1, on_file=filed, sheet=sheet, receipt="R", received_at=NOW,
            letter=letter,
        )  # fmt: skip
        inbox.settle(tx, letter, "accepted", game=game, seat=seat, step=step)


def size(store: Store) -> int:
    store.checkpoint()
    with store.reading() as tx:
        pages, each, free = (
            tx.connection().exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("page_count", "page_size", "freelist_count")
        )
        return int((pages - free) * each)


def test_a_nine_seat_turn_costs_less_than_a_hundred_kilobytes(store: Store, tmp_path: Path) -> None:
    luck = random.Random(1)
    with store.writing() as tx:
        game = games.create(
            tx, "Perilous", title="T", ruleset="toy", edition="1", options={}, secret=b"s" * 32, at=NOW
        ).id
        for seat in SEATS:
            player = people.add_player(tx, seat, zone="UTC", address=f"{seat}@x", normal=f"{seat}@x", at=NOW).id
            games.join(tx, game, player, name=seat, at=NOW)
        steps.save(tx, CODEC, game, a_turn(luck, 0), around(0, letters=()))
    before = size(store)
    for step in range(1, TURNS + 1):
        for seat in SEATS:
            send_orders(store, luck, game, seat, step)
        with store.writing() as tx:
            reports = [a_report(luck, seat, step) for seat in SEATS]
            lines = dict.fromkeys(SEATS, ("ATTACK Corwin WITH 8S", "DEFEND WITH ANY"))
            steps.save(tx, CODEC, game, a_turn(luck, step), around(step, letters=reports, orders=lines, at=NOW + HOUR))

    a_turn_costs = (size(store) - before) / TURNS
    print(f"A nine-seat turn with nine letters in and out costs {a_turn_costs / 1000:.0f} KB.")
    assert 20_000 < a_turn_costs < 100_000
