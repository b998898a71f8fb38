"""How long a letter waits at the door while many games are adjudicated by the same process."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from itertools import count
from statistics import median, quantiles
from time import perf_counter

from benchmarks.pairs import spoken
from benchmarks.realm import PEACE, Realm, setup_of
from benchmarks.world import campaign
from referee.service.campaign.campaign import Campaign
from referee.service.letters.keeping import keep
from referee.service.players.orders import send
from referee.service.turns.advance import advance
from referee.service.turns.turn import Advanced
from referee.store.tables import Occasion

DUELS = 200
TABLES, SEATS = 40, 9
BETWEEN = 0.02
"""Seconds between a letter that is kept and the next."""

LETTER = "From: x@players.example\r\nMessage-ID: <%d@players.example>\r\n\r\nLEAD LOWEST\r\n"
AIM = "99 in a hundred <= 1 s"


def duels() -> str:
    """Say how long letters wait while two hundred duels are adjudicated."""
    with campaign() as world:
        world.add(DUELS)
        return said(f"a letter kept during {DUELS} duels", world.campaign, world.games)


def tables() -> str:
    """Say the same of larger turns: games of Amber of nine seats, in which everybody keeps the peace."""
    with campaign() as world:
        realm = Realm(world.campaign)
        for number in range(TABLES):
            name = realm.begin(number, SEATS)
            for seat in setup_of(SEATS).seats:
                send(world.campaign, name, seat, PEACE)
        return said(f"a letter kept during {TABLES} games of Amber", world.campaign, realm.games.values())


def said(name: str, opened: Campaign, games: Iterable[int]) -> str:
    """Adjudicate these games one after the other while letters come, and say how long each letter took to be kept."""
    taken, over = list[float](), threading.Event()

    def come() -> None:
        for number in count():
            if over.wait(BETWEEN):
                return
            began = perf_counter()
            raw = (LETTER % number).encode()
            keep(opened, raw, sender="x@players.example", recipient="orders@referee.example", source="benchmark")
            taken.append(perf_counter() - began)

    door, began = threading.Thread(target=come), perf_counter()
    door.start()
    try:
        for game in games:
            assert advance(opened, game, Occasion.GM) is Advanced.PLAYED
            opened.store.tend()
    finally:
        over.set()
        door.join()
    lasted, worst = perf_counter() - began, quantiles(taken, n=100)[98]
    found = f"median {spoken(median(taken))}, 99 in a hundred {spoken(worst)}, longest {spoken(max(taken))}"
    return f"{name:<44} {AIM:>22}   {found}; {len(taken)} letters in {lasted:.1f} s"
