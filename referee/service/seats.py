"""Games created, people seated, and the start."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from referee.engine.audience import PUBLIC, Seat
from referee.engine.chance import mixed
from referee.engine.errors import SetupError
from referee.engine.events import told
from referee.engine.game import Game
from referee.engine.ruleset import Ruleset, SignUp, names_problem, reserved
from referee.mail.address import AddressError, clean_name, normal, reply_address, valid_address
from referee.reports.pages import InvitationPage, Letter, WelcomePage
from referee.service.campaign import Campaign
from referee.service.deadline import DeadlineRule, next_due, zone_named
from referee.service.policy import settled
from referee.service.post import Post
from referee.store import actions, games, people, steps
from referee.store.database import Transaction
from referee.store.steps import Circumstances
from referee.store.tables import GameRow, Occasion, Reveal, SeatRow, Status


@dataclass(frozen=True, kw_only=True)
class NewGame:
    """What a GM settles when he creates a game."""

    name: str
    ruleset: str
    title: str = ""
    options: Mapping[str, str] | None = None
    deadline: str = ""
    zone: str = ""
    early: bool = True
    show_missing: bool = False
    reveal: Reveal = Reveal.FULL
    live_pause: timedelta | None = None
    policy: Mapping[str, str] | None = None


def create_game(campaign: Campaign, wanted: NewGame) -> GameRow:
    """Create a game that people may join; its secret is made now and its commitment published with every invitation.

    Raises `SetupError`, `DeadlineError`, `LookupError` or `Taken`, each saying what would be right.
    """
    kit, now = campaign.kit(wanted.ruleset), campaign.clock.now()
    if not wanted.name.isascii() or not wanted.name.replace("-", "").isalnum() or len(wanted.name) > 40:
        raise SetupError(f"A game's short name has letters, digits and hyphens; {wanted.name!r} will not do.")
    zone = wanted.zone or campaign.zone().key
    if wanted.deadline:
        DeadlineRule.read(wanted.deadline, zone_named(zone))
    with campaign.store.writing() as tx:
        row = games.create(
            tx,
            wanted.name,
            title=clean_name(wanted.title) or wanted.name,
            ruleset=kit.rules.slug,
            edition=kit.rules.edition,
            options=kit.rules.settle(wanted.options or {}),
            secret=secrets.token_bytes(32),
            at=now,
            deadline=wanted.deadline,
            zone=zone,
            early=wanted.early,
            show_missing=wanted.show_missing,
            reveal=wanted.reveal,
            live_pause=wanted.live_pause or campaign.settings.campaign.live_pause,
            policy=settled(wanted.policy or {}),
        )
        actions.record(tx, at=now, who="GM", what="create", game=row.id, to=PUBLIC)
    return row


def seat_player(
    campaign: Campaign, game: str, seat: str, address: str, *, zone: str = "", demo: bool = False
) -> SeatRow:
    """Seat a player under a name, and send him the invitation with the commitment; raises `SetupError`."""
    now = campaign.clock.now()
    try:
        registered = valid_address(address, demo=demo)
    except AddressError as error:
        raise SetupError(f"{address} cannot be registered: {error}") from error
    if zone:
        zone_named(zone)
    with campaign.store.writing() as tx:
        row = inviting(tx, game)
        kit = campaign.kit_of(row)
        taken = [s.name for s in games.seats(tx, row.id)]
        _room(kit.rules, len(taken) + 1)
        problem = names_problem([*taken, seat], reserved(kit.rules))
        if problem:
            raise SetupError(problem)
        player = people.player_at(tx, normal(registered)) or people.add_player(
            tx, seat, zone=zone or row.zone, address=registered, normal=normal(registered), at=now
        )
        seated = games.join(tx, row.id, player.id, name=seat, at=now)
        post = Post(campaign, tx, row, now, open_step=0)
        post.send(Seat(seat), _invitation(campaign, post, Seat(seat)), step=0)
        actions.record(tx, at=now, who="GM", what="seat", game=row.id, details={"seat": seat}, to=PUBLIC)
    return seated


def _room(rules: Ruleset[Any, Any], count: int) -> None:
    if count > rules.seats[-1]:
        raise SetupError(f"All {rules.seats[-1]} seats of {rules.title} are taken.")


def _invitation(campaign: Campaign, post: Post, seat: Seat) -> Letter:
    row, kit, settings = post.game, campaign.kit_of(post.game), campaign.settings
    example = next((f"{kind.example}" for kind in kit.rules.set_up_verbs), "")
    return kit.writer.write(
        InvitationPage(
            head=post.head(seat),
            gm=settings.mail.from_name,
            address=reply_address(settings.mail.reply_local_part, post.token(seat, 0), settings.mail.domain),
            commitment=row.commitment,
            options=[(o, row.options[o.name]) for o in kit.rules.options],
            lines=tuple(filter(None, ("WORD abracadabra", example))),
            rhythm=row.deadline,
            reveal=row.reveal is Reveal.FULL,
        )
    )


def start_game(campaign: Campaign, game: str, first_due: datetime | None = None) -> GameRow:
    """Start a game: names are fixed, the seed is mixed, the set-up is adjudicated and everyone gets his first letter.

    Raises `SetupError` if there are too few players or no deadline.
    """
    now = campaign.clock.now()
    with campaign.store.writing() as tx:
        row = inviting(tx, game)
        kit = campaign.kit_of(row)
        rows = games.seats(tx, row.id)
        kit.rules.seat_count(len(rows))
        names = kit.rules.christen([SignUp(s.name, tuple(s.wishes)) for s in rows], row.options)
        games.name_seats(tx, row.id, names)
        seed = mixed(row.secret, [(name, s.word) for name, s in zip(names, rows, strict=True)])
        row = games.game(tx, row.id)
        started = Game.start(kit.rules, games.setup(tx, row.id), seed)
        due = first_due or next_due(row, now)
        post = Post(campaign, tx, row, now, open_step=1)
        letters = [(seat, _welcome(campaign, post, started, seat, due)) for seat in names]
        around = Circumstances(
            why=Occasion.SET_UP, at=now, orders={}, letters=post.composed(letters, step=0, shuffled=True), due_at=due
        )
        steps.save(tx, kit.codec, row.id, started, around)
        actions.record(tx, at=now, who="GM", what="start", game=row.id, to=PUBLIC)
    with campaign.store.reading() as tx:
        return games.game(tx, row.id)


def _welcome(campaign: Campaign, post: Post, game: Game[Any, Any], seat: Seat, due: datetime | None) -> Letter:
    row, kit = post.game, campaign.kit_of(post.game)
    view = game.view(seat)
    return kit.writer.write(
        WelcomePage(
            head=post.head(seat),
            told=told(game.events, seat),
            view=view,
            deadline=due,
            form=tuple(kit.rules.form(view)),
            options=[(o, row.options[o.name]) for o in kit.rules.options],
            commitment=row.commitment,
            reveal=row.reveal is Reveal.FULL,
        )
    )


def inviting(tx: Transaction, game: str) -> GameRow:
    """Return a game that has not begun; raises `SetupError` otherwise."""
    row = game_named(tx, game)
    if row.status is not Status.INVITING:
        raise SetupError(f"{row.title} has begun already.")
    return row


def game_named(tx: Transaction, game: str) -> GameRow:
    """Return the game of this name; raises `SetupError` that names those there are."""
    row = games.named(tx, game)
    if row is None:
        names = [g.name for g in games.games(tx)]
        raise SetupError(
            f"There is no game {game}. " + (f"There are {', '.join(names)}." if names else "None was created yet.")
        )
    return row
