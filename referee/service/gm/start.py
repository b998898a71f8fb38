"""A game made, its seats taken, wishes filed for them, and started: each hears why the seat is called as it is."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import zip_longest
from typing import Any

from referee.engine.audience import GM, OBSERVER, PUBLIC, Seat, only
from referee.engine.chance import mixed
from referee.engine.commands import Word
from referee.engine.errors import SetupError
from referee.engine.events import told
from referee.engine.game import Game
from referee.engine.lexicon import split, spoken
from referee.engine.orders import readable
from referee.engine.reader import Reader
from referee.engine.setup import Part, SignUp
from referee.engine.sheet import Line
from referee.mail.address import clean_name
from referee.reports.pages import NoticePage, WelcomePage
from referee.reports.parts import Letter
from referee.service.campaign.campaign import Campaign, Kit
from referee.service.campaign.names import game_named, played_by, seat_named, short_name
from referee.service.campaign.policy import settled
from referee.service.deadlines import absences
from referee.service.deadlines.deadline import DeadlineRule, rulings_announced, zone_named
from referee.service.people.addresses import registrable
from referee.service.people.seating import inviting, seat_person
from referee.service.players import press_delivery
from referee.service.players.orders import Sheet, SheetLine
from referee.service.players.sentences import WISHES, understood
from referee.service.players.signup import LONGEST_WORD, why_idle, wishes_in
from referee.service.post.post import Post
from referee.service.turns import inquiry
from referee.store import actions, games, steps
from referee.store.database import Transaction
from referee.store.steps import Circumstances
from referee.store.tables import GameRow, Occasion, Reveal, SeatRow, Status

RENAMED = (
    "At this table you are {seat}, whatever name you signed up by: characters are given by everybody's wishes, in the"
    " order in which you signed up, and everybody's letters call you {seat}."
)
"""It does not say which name that was: it may be a person's own, and the letter is read by who has the seat later."""

TOO_EARLY = "This is an order. Orders are taken once the game has begun; before that, wishes and a WORD for the seed."
EARLIER = "You wished for {wished}; there somebody who signed up earlier came first, so you play {got}."
ANOTHERS = "The name that you signed up by is another seat's now: what letters say of it from now on is not about you."


def create_game(
    campaign: Campaign,
    name: str,
    ruleset: str,
    *,
    title: str = "",
    options: Mapping[str, str] | None = None,
    deadline: str = "",
    zone: str = "",
    policy: Mapping[str, str] | None = None,
    live_pause: timedelta | None = None,
    **own: Any,
) -> GameRow:
    """Create a game that people may join, with a secret of its own; raises `SetupError`, `LookupError` or `Taken`.

    ``own`` is what else a game has by itself, such as ``early``.
    """
    kit, now = campaign.kit(ruleset), campaign.clock.now()
    kit.prepare()  # what cannot be stored or told is refused before anybody plays
    short_name(name)
    named = zone_named(zone or campaign.zone().key)
    if deadline:
        rule = DeadlineRule.read(deadline, named)
        named = named if zone else rule.zone
    with campaign.store.writing() as tx:
        row = games.create(
            tx,
            name,
            title=clean_name(title) or _untitled(tx, kit, name),
            ruleset=kit.rules.slug,
            edition=kit.rules.edition,
            options=kit.rules.settle(options or {}),
            secret=secrets.token_bytes(32),
            at=now,
            deadline=deadline,
            zone=named.key,
            live_pause=live_pause or campaign.settings.campaign.live_pause,
            policy=settled(policy or {}),
            **own,
        )
        actions.record(tx, at=now, who=campaign.who, what="create", game=row.id, to=PUBLIC)
    return row


def _untitled(tx: Transaction, kit: Kit, name: str) -> str:
    """Call a game by its rules, and by its name too where another is called so."""
    title = kit.rules.title
    return f"{title} ({name})" if any(one.title == title for one in games.listed(tx)) else title


def seat_player(
    campaign: Campaign, game: str, seat: str, address: str, *, zone: str = "", demo: bool = False
) -> SeatRow:
    """Seat a player under a name, and send them the invitation with the commitment; raises `SetupError`."""
    written = registrable(campaign, address, demo=demo)
    with campaign.writing() as work:
        row = inviting(work.tx, game)
        seated = seat_person(work, row, seat, written, zone=zone)
        work.record("seat", game=row.id, details={"seat": seated.name}, to=PUBLIC)
    return seated


TO_THE_GM = (
    "The game has begun, and every player has a first letter. Answer this letter, or any turn letter of mine, to give"
    " commands from here: STATUS, EXTEND 2d, PAUSE, ANNOUNCE and your words, and more that HELP explains."
)
"""The GM's first letter has the private address that commands go to."""
BECAME = "\n\n{names}. To me you may write of them by either name; nobody else is told who plays whom."


def start_game(campaign: Campaign, game: str, first_due: datetime | None = None) -> GameRow:
    """Fix the names, mix the seed, adjudicate the set-up and send everybody a first letter; raises `SetupError`."""
    now = campaign.clock.now()
    with campaign.writing() as work:
        row = inviting(work.tx, game)
        kit = campaign.kit_of(row)
        rows = games.seats(work.tx, row.id)
        kit.rules.seat_count(len(rows))
        signups = [SignUp(s.name, tuple(s.wishes)) for s in rows]
        names, parts = kit.rules.seating.christen(signups, row.options), kit.rules.seating.parts(signups, row.options)
        games.name_seats(work.tx, row.id, names)
        seed = mixed(row.secret, [(name, s.word) for name, s in zip(names, rows, strict=True)])
        row = games.game(work.tx, row.id)
        started = Game.start(kit.rules, games.setup(work.tx, row.id), seed)
        due = first_due or absences.first_due(work.tx, row, now)
        post = Post(work, row, open_step=1)
        whys = {seat: tuple(_why(s.name, seat, names, part)) for s, seat, part in zip_longest(signups, names, parts)}
        letters = [
            (seat, _welcome(campaign, post, started, seat, due, whys.get(seat, ())))
            for seat in (*names, *post.onlookers)
        ]
        mailing = post.composed(letters, step=0, shuffled=True)
        mailing.keep_aside(work.tx)
        around = Circumstances(
            why=Occasion.SET_UP,
            at=now,
            orders={},
            letters=mailing.letters,
            due_at=due,
            deciding=tuple(started.pending()),
        )
        steps.save(work.tx, kit.codec, row.id, started, around)
        told = TO_THE_GM
        if became := played_by(work.tx, row.id):
            told += BECAME.format(names=", ".join(f"{was} plays {seat}" for was, seat in became.items()))
        post.send(NoticePage(post.head(GM), "the game begins", told, deadline=due), step=0)
        work.record("start", game=row.id, to=PUBLIC)
        inquiry.tell(work, row)  # where the rules ask the GM without any orders
    with campaign.store.reading() as tx:
        return games.game(tx, row.id)


def _welcome(
    campaign: Campaign, post: Post, game: Game[Any, Any], seat: Seat, due: datetime | None, why: Sequence[str]
) -> Letter:
    row, kit = post.game, campaign.kit_of(post.game)
    view = game.view(seat)
    return kit.writer.write(
        WelcomePage(
            head=post.head(seat),
            told=told(game.events, seat),
            view=view,
            deadline=due,
            form=tuple(kit.rules.orders.form(view)) if seat != OBSERVER else (),
            examples=kit.rules.orders.examples(view) if seat != OBSERVER else (),
            options=kit.options(row),
            commitment=row.commitment,
            reveal=row.reveal is Reveal.FULL,
            notices=(
                *why,
                *press_delivery.announced(row),
                *(rulings_announced(kit.rules, row, view) if seat != OBSERVER else ()),
            ),
            code=post.form_code(seat, 1),
        )
    )


def unproved(campaign: Campaign, game: str) -> list[str]:
    """Name the seats of a game before its start whose players have not shown that mail between us works."""
    with campaign.store.reading() as tx:
        row = inviting(tx, game)
        return [s.name for s in games.seats(tx, row.id) if s.proved_at is None and s.vacant_since is None]


def check_proved(campaign: Campaign, game: str) -> None:
    """Raise `SetupError` while somebody has not shown that mail between us works."""
    waiting = unproved(campaign, game)
    if waiting:
        names = ", ".join(waiting)
        told = "Wait for an answer to the invitation, or start with --anyway."
        raise SetupError(f"No letter came yet from {names}, so it is not known that mail finds its way. {told}")


def waits(campaign: Campaign, game: str) -> bool:
    """Say whether a game has not begun, so that lines for it are wishes; raises `SetupError` if there is none."""
    with campaign.store.reading() as tx:
        return game_named(tx, game).status is Status.INVITING


def by_hand(campaign: Campaign, game: str, seat: str, lines: Sequence[str], *, keep: bool) -> Sheet:
    """Take wishes and a word for a seat as if they had been mailed; say what became of each line, and if it is right.

    Unless ``keep``, they are only read. Raises `SetupError` for a seat that does not exist.
    """
    with campaign.writing() as work:
        tx, row = work.tx, game_named(work.tx, game)
        kit, names = campaign.kit_of(row), [Seat(one.name) for one in games.seats(tx, row.id)]
        name = seat_named(names, seat)
        sheet = understood(kit, Reader(kit.rules.wishes, kit.lexicon(names), name, 0), lines)
        wishes, words = wishes_in(kit, sheet), [one.text for one in sheet.commands() if isinstance(one, Word)]
        if keep and wishes:
            games.set_wishes(tx, row.id, name, wishes)
        if keep and words:
            games.set_word(tx, row.id, name, words[-1][:LONGEST_WORD])
        if keep and (wishes or words):
            work.record(actions.FILED, game=row.id, details={"seat": name, "step": 0}, to=only(name))
    verdicts = [(line.text, *_verdict(kit, row, line)) for line in sheet.lines]
    read = [SheetLine(text, "wish", said=said, ok=ok) for text, said, ok in verdicts]
    return Sheet(row.name, row.title, name, 0, read, None, "", [], all(one.ok for one in read))


def _verdict(kit: Kit, row: GameRow, line: Line) -> tuple[str, bool]:
    if line.error is not None:
        own = {verb.word for verb in kit.rules.grammar.verbs if verb.kind in kit.rules.orders.verbs}
        early = own.intersection(word.text for word in split(line.text))
        return TOO_EARLY if early else readable(line.error), False
    taken = line.order is not None and (line.heard in WISHES or isinstance(line.order, Word))
    if not taken or line.order is None:
        return "no wish", True
    return " ".join(filter(None, (f"wish: {kit.rules.wishes.show(line.order)}", why_idle(kit, row, line)))), True


def _why(was: str, seat: Seat, names: Sequence[Seat], part: Part | None) -> Iterator[str]:
    """Explain to a seat what became of its name and wishes; nothing where all is as they wanted it."""
    if was != seat:
        yield RENAMED.format(seat=seat)
    missed = _missed(part) if part is not None else []
    if part is not None and missed:
        yield EARLIER.format(wished=spoken(missed), got=part.character)
    if was != seat and was in names:
        yield ANOTHERS


def _missed(part: Part) -> list[str]:
    wished = list(dict.fromkeys(part.wished))
    return wished[: wished.index(part.character)] if part.character in wished else wished
