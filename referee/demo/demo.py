"""A whole game by real mail on this machine, played by bots, and what is left of it to look at."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp

from referee import games as rulesets
from referee.bots.simulate import names_for
from referee.demo.correspondents import Correspondent, Postman
from referee.demo.loopback import PLAYERS, Loopback, mailbox, mailboxes
from referee.engine.chance import commitment
from referee.engine.errors import SetupError
from referee.engine.values import value
from referee.service.campaign.campaign import Campaign
from referee.service.campaign.names import game_named
from referee.service.gm.start import create_game, seat_player, start_game
from referee.service.records import archive, sent
from referee.service.records.archive import Verdict
from referee.store import games, inbox, mails, steps
from referee.store.tables import ReportRow, Sending, Status

DEFAULT_GAME = "amber"
GAME = "demo"
MOST_PLAYERS = 9
DEADLINE = "every 6 seconds"
"""Turns are played as soon as everybody's orders are in; this is for machines that are too slow for that."""

LAST_TURN = "14"
"""The last turn of a game that knows such an option."""

LONGEST = 110.0
"""The demo stops by itself after this many seconds, whatever the game."""

PAUSE = 0.05

CARD_LINE = re.compile(r"^ {6}\w[\w ]* {2,}[A-Z]", re.MULTILINE)
OWN_CARD_LINE = re.compile(r"^ {6}You {2,}[A-Z]", re.MULTILINE)
ENOUGH_CARDS = 8


@value
class Progress:
    """How far a demo is: the turn that is open, letters to and from the players so far, and a word on it."""

    turn: int
    sent: int
    received: int
    word: str
    seconds: float


@value
class Shown:
    """What a demo came to, and where everything lies."""

    title: str
    """The game."""
    game: str
    """Its short name."""
    folder: Path
    """The folder of its campaign."""
    letters: Path
    """Where all letters lie."""
    mailboxes: Path
    """Where the mailboxes lie."""
    mailbox: Path
    """The Maildir of the first player."""
    database: Path
    """The database, which is the archive."""
    turns: int
    """How many turns were played."""
    over: bool
    """Whether it came to its end."""
    winners: tuple[str, ...]
    """Who won."""
    reason: str
    """Why it ended, or why it did not."""
    how: str
    """How it was won."""
    sent: int
    """How many letters went out."""
    received: int
    """How many letters came from players."""
    programs: Mapping[str, int]
    """How many letters were written as by each mail program."""
    seconds: float
    """How long it took."""
    verdict: Verdict
    """What checking its archive came to."""
    report: str
    """A report."""
    receipt: str
    """A receipt."""

    @property
    def good(self) -> bool:
        """Whether the game came to its end and its archive is sound."""
        return self.over and self.verdict.ok


Watch = Callable[[Progress], None]


def new_folder() -> Path:
    """Make a folder that nobody else uses."""
    return Path(mkdtemp(prefix="referee-demo-"))


def title(slug: str) -> str:
    """Return what a game is called; raises `LookupError` with a suggestion if there is none of this name."""
    return rulesets.find(slug).title


def demo(slug: str, folder: Path, *, seed: int, watch: Watch, longest: float = LONGEST) -> Shown:
    """Play a game from sign-up to its end, and lay out its letters; raises `SetupError` or `LookupError`.

    The same seed is the same game, as long as this machine keeps pace with its deadlines.
    """
    began, rules = time.monotonic(), rulesets.find(slug)
    refuse_used(folder)
    names = names_for(rules, min(MOST_PLAYERS, rules.seats[-1]))
    players = {address_of(name): Correspondent(name, address_of(name), place, seed) for place, name in enumerate(names)}
    postman = Postman(players, lambda *letter: world.post(*letter), lambda: world.campaign)
    with Loopback(folder, postman.put) as world:
        postman.start()
        try:
            tell = _teller(world.campaign, postman, watch, began)
            seat_all(world.campaign, slug, names, seed=seed, deadline=DEADLINE)
            wait(lambda: words_in(world.campaign) == len(names), began + 10, lambda: tell("players sign up"))
            start_game(world.campaign, GAME)
            wait(lambda: _ended(world.campaign, postman), began + longest, lambda: tell(""), lambda: postman.trouble)
        finally:
            postman.stop()
    programs: Counter[str] = Counter()
    for player in players.values():
        programs.update(player.programs)
    with Campaign.open(folder) as campaign:
        return _shown(campaign, postman, dict(programs), time.monotonic() - began)


def address_of(name: str) -> str:
    """Return the mail address of a player of the demo."""
    return f"{name.lower().replace(' ', '-')}@{PLAYERS}"


def seat_all(campaign: Campaign, slug: str, names: list[str], *, seed: int | None, deadline: str) -> None:
    """Create the game and seat the players; with a seed, its cards follow from it."""
    rules = rulesets.find(slug)
    options = {rules.pace.limit: LAST_TURN} if seed is not None and rules.pace.limit else {}
    title = f"{rules.title} demo"
    at_once = {"early_delay": "0", "mass_silence": "0"}
    create_game(campaign, GAME, slug, title=title, deadline=deadline, options=options, policy=at_once)
    if seed is not None:
        with campaign.store.writing() as tx:
            row = game_named(tx, GAME)
            row.secret = sha256(f"referee demo {seed}".encode()).digest()
            row.commitment = commitment(row.secret)
            tx.add(row)
    for name in names:
        seat_player(campaign, GAME, name, address_of(name), demo=True)


def refuse_used(folder: Path) -> None:
    """Refuse a folder in which something lies; raises `SetupError`."""
    if folder.is_dir() and any(folder.iterdir()):
        raise SetupError(f"{folder} is not empty. Give a new folder, or one that is empty.")


def _teller(campaign: Campaign, postman: Postman, watch: Watch, began: float) -> Callable[[str], None]:
    """Return what tells the watcher how far the game is."""

    def tell(word: str) -> None:
        with campaign.store.reading() as tx:
            row = game_named(tx, GAME)
        turn = row.step if row.status is Status.OVER else row.step + 1
        watch(Progress(turn, postman.brought, postman.taken, word or row.status, time.monotonic() - began))

    return tell


def wait(
    done: Callable[[], bool],
    until: float,
    tell: Callable[[], None] = lambda: None,
    trouble: Callable[[], Exception | None] = lambda: None,
) -> None:
    """Wait for something, until a moment of the monotonic clock."""
    while not done() and time.monotonic() < until:
        tell()
        if (found := trouble()) is not None:
            raise found
        time.sleep(PAUSE)
    tell()


def words_in(campaign: Campaign) -> int:
    """Count the players who have sent their word for the seed."""
    with campaign.store.reading() as tx:
        return sum(bool(row.word) for row in games.seats(tx, game_named(tx, GAME).id))


def _ended(campaign: Campaign, postman: Postman) -> bool:
    """Say whether the game is over, or held, and nothing is under way any more."""
    with campaign.store.reading() as tx:
        status = game_named(tx, GAME).status
        quiet = not inbox.to_read(tx, limit=1) and not mails.counts(tx)[Sending.QUEUED]
    return status is Status.HELD or (status is Status.OVER and quiet and postman.idle)


def _shown(campaign: Campaign, postman: Postman, programs: Mapping[str, int], seconds: float) -> Shown:
    """Lay the letters out as files, check the archive, and say how it went."""
    letters = sent.letters(campaign, GAME)
    folder = write_letters(letters, campaign.settings.folder / "letters")
    with campaign.store.reading() as tx:
        row = game_named(tx, GAME)
        end = steps.load(tx, campaign.kit_of(row).codec, row.id).end
    return Shown(
        title=row.title,
        game=row.name,
        folder=campaign.settings.folder,
        letters=folder,
        mailboxes=mailboxes(campaign.settings.folder),
        mailbox=mailbox(campaign.settings.folder, next(iter(postman.readers))),
        database=campaign.settings.database,
        turns=row.step,
        over=row.status is Status.OVER,
        winners=tuple(end.winners) if end else (),
        reason=end.reason if end else row.hold_reason,
        how=rulesets.find(row.ruleset).ending.meaning(end.reason) if end else "",
        sent=postman.brought,
        received=postman.taken,
        programs=programs,
        seconds=seconds,
        verdict=archive.verify(campaign, GAME),
        report=_printed(min((x for x in letters if x.kind in ("report", "end")), key=_dullness, default=None)),
        receipt=_printed(max((x for x in letters if x.kind == "receipt"), key=lambda x: len(x.body), default=None)),
    )


def write_letters(letters: list[ReportRow], folder: Path) -> Path:
    """Write every letter of a game as a text file, in a folder for each seat."""
    for number, letter in enumerate(letters, 1):
        seat = "".join(c if c.isalnum() or c in "-_" else "-" for c in letter.seat)
        file = folder / seat / f"{number:03}-turn-{max(letter.step, 0)}-{letter.kind}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"Subject: {letter.subject}\n\n{letter.body}", encoding="utf-8")
    return folder


def _dullness(letter: ReportRow) -> tuple[int, int]:
    """Rank reports to show: cards laid one by one, best by the reader alone; then a form; then short ones.

    The last letters of a game have no form, and are long.
    """
    cards = len(CARD_LINE.findall(letter.body)) + 2 * len(OWN_CARD_LINE.findall(letter.body))
    return -min(cards, ENOUGH_CARDS) - 2 * bool(letter.form), len(letter.body)


def _printed(letter: ReportRow | None) -> str:
    return f"Subject: {letter.subject}\n\n{letter.body}" if letter is not None else ""
