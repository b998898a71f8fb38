"""The open address and invitations: whoever may come in answers a code, and then has a seat or a place on the list.

A stranger's From can be forged. So nothing is done for them but to write one letter, at most one a day to an address
and not many in an hour, fewer of them to what came by one host, and only to a letter that says JOIN, STANDBY or
OBSERVE; what is too much for one hour goes in a later one. What it says is the same whether a
game is not open or does not exist.
"""

import re
from bisect import bisect_left, bisect_right
from datetime import datetime, timedelta

from referee.engine.audience import PUBLIC, Seat
from referee.engine.errors import SetupError
from referee.mail.address import AddressError, normal
from referee.reports.others import barred
from referee.reports.parts import Letter
from referee.service.campaign.campaign import Work
from referee.service.campaign.policy import Policy, SignUpRule
from referee.service.campaign.remedies import typed
from referee.service.letters import envelope, statement
from referee.service.letters.incoming import Incoming
from referee.service.letters.kinds import CodeLetter, GameCodeLetter, KeyLetter, NewcomerLetter, PlayerLetter
from referee.service.letters.outcome import Outcome
from referee.service.people import observers, seating, standby
from referee.service.people.addresses import PLAYED, fit, registrable, same_domain
from referee.service.players import signup
from referee.service.post import notes
from referee.service.post.trouble import tell_gm
from referee.store import confirmations, games, mails, people
from referee.store.errors import Taken
from referee.store.tables import ConfirmationRow, GameRow, Matter, Status

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
LASTS = timedelta(days=7)
INVITED_FOR = timedelta(days=30)

PER_HOUR = 30
"""So many letters go to strangers in an hour, all in all; what is more waits for its hour."""

PER_HOST = 4
"""So many of them to what one host handed to our mail server: whoever forges many names does so from one place."""

LONGEST_QUEUE = DAY
"""Who would have to wait for longer hears nothing."""

MOST_ASKED = 3
"""So often in a day one who has proved the address is answered."""

NO_ADDRESS = "Somebody would like to play or look on, and I cannot write to their address."

STRANGERS = (Matter.SIGN_UP, Matter.STANDBY, Matter.OBSERVE)


def is_open_address(case: Incoming) -> bool:
    """Say whether a letter came to the address where strangers may write; if all share it, with such a wish."""
    settings = case.campaign.settings.mail
    if settings.open_local_part == settings.reply_local_part and not statement.heard(case).wants:
        return False
    return (settings.open_local_part, "") in case.mailboxes


def read(case: NewcomerLetter) -> int | None:
    """Take what came to the open address: one letter with a code in answer, or nothing."""
    words = statement.heard(case)
    if not words.wants:
        return case.close(Outcome.STRANGER, note="wrote to the open address")
    try:
        address = fit(case.campaign, case.letter.sender or "")
    except AddressError as error:
        return _cannot_be_answered(case, error)
    if same_domain(address, case.campaign.settings.mail.domain) or _asked_enough(case, address):
        return case.close(Outcome.STRANGER, note="answered often enough")
    host = envelope.host_of(case.row.raw, case.campaign.settings.intake.received_by)
    goes_at = _turn(case, host)
    if goes_at is None:
        return case.close(Outcome.STRANGER, note="too many came before")
    _answer(case, notes.Recipient(address, *_known(case), not_before=goes_at), words)
    for row in confirmations.of_letter(case.tx, case.row.id):
        confirmations.note(case.tx, row, host=host, goes_at=goes_at.isoformat())
    return case.close(Outcome.ASKED)


def _cannot_be_answered(case: Incoming, error: AddressError) -> int | None:
    """Bring the GM a newcomer at whose address no mail of ours arrives; of more in a day only the list of letters."""
    if not mails.alarmed_since(case.tx, NO_ADDRESS, case.now - DAY):
        sender = barred(case.letter.sender or "no address that can be read")
        why = f"{error} It is:\n\n{sender}\n\nMore letters of the kind today are told of in the list of letters alone."
        tell_gm(case.work, NO_ADDRESS, why, typed("Read it", f"referee mail show {case.row.id}"))
    return case.close(Outcome.STRANGER, note="an address that cannot be registered")


def _known(case: Incoming) -> tuple[int | None, str, str]:
    return (case.player.id, case.player.name, case.player.zone) if case.player is not None else (None, "", "")


def _turn(case: Incoming, host: str) -> datetime | None:
    """Return when one more letter to a stranger may go: at once, or when its hour has room; None if that is far off.

    Nobody overtakes those who came by the same host.
    """
    asked = confirmations.since(case.tx, STRANGERS, case.now - LONGEST_QUEUE - HOUR)
    went = [(datetime.fromisoformat(str(row.details.get("goes_at", row.made_at))), row.details) for row in asked]
    times = sorted(at for at, _ in went)
    of_host = sorted(at for at, details in went if host and details.get("host") == host)
    last = case.now + LONGEST_QUEUE
    for at in sorted({case.now, *(at + HOUR for at in times if case.now <= at + HOUR <= last)}):
        near = bisect_left(times, at + HOUR) - bisect_right(times, at - HOUR)
        if near < PER_HOUR and len(of_host) - bisect_right(of_host, at - HOUR) < PER_HOST:
            return at
    return None


def wanted(case: KeyLetter, words: statement.Said) -> str:
    """Do for one who has a seat what the open address does for a stranger; say what the receipt tells of it."""
    if _asked_enough(case, case.letter.sender or "", proved=True):
        return "You have asked for such things often enough today."
    own = people.addresses_of(case.tx, case.player.id)
    _answer(case, notes.Recipient(own[0].address, *_known(case)), words)
    return "The answer comes in a letter of its own."


def _asked_enough(case: Incoming, address: str, *, proved: bool = False) -> bool:
    """Say whether no more wishes of an address are answered today: one, or some where it is proved."""
    seats = games.seats_of(case.tx, case.player.id) if case.player is not None else []
    most = MOST_ASKED if proved or any(seat.proved_at for seat in seats) else 1
    return confirmations.count_since(case.tx, STRANGERS, case.now - DAY, address=normal(address)) >= most


def _answer(case: Incoming, reader: notes.Recipient, words: statement.Said) -> None:
    row = _meant(case, words)
    if words.wants == "STANDBY" and not words.game:
        standby.offer(case, reader, None)
    elif row is None:
        _not_open(case, reader, words.game)
    elif words.wants == "OBSERVE":
        observers.offer(case, reader, row)
    elif words.wants == "STANDBY" or row.status is not Status.INVITING or seating.is_full(case.work, row):
        standby.offer(case, reader, row)
    else:
        _offer_seat(case, reader, row, words.name)


def _meant(case: Incoming, words: statement.Said) -> GameRow | None:
    """Find the open game of this name, or whose title stands there, the longest; the others are as if they weren't."""
    found, said = _open_games(case), f" {_words(words.about)} "
    titled = [row for row in found if (title := _words(row.title)) and f" {title} " in said]
    named = (row for row in found if row.name.lower() == words.game.lower())
    return next(named, None) or max(titled, key=lambda row: len(_words(row.title)), default=None)


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _open_games(case: Incoming) -> list[GameRow]:
    return [g for g in games.games(case.tx, Status.INVITING, *PLAYED) if Policy.of(g).sign_up is SignUpRule.OPEN]


def _not_open(case: Incoming, reader: notes.Recipient, named: str) -> None:
    """Say which games are open; nothing of any other."""
    rows = _open_games(case)
    joining = [g.name for g in rows if g.status is Status.INVITING]
    others = [g.name for g in rows if g.status is not Status.INVITING]
    parts = [f"No game of the name {named} is open to whoever writes." if named else "Please name a game."]
    if joining:
        parts.append(f"You may write JOIN and one of these: {', '.join(joining)}.")
    if others:
        parts.append(f"These have begun; you may write STANDBY or OBSERVE and one of them: {', '.join(others)}.")
    if not rows:
        parts.append("At the moment none is. STANDBY alone puts you on the list for whatever comes.")
    parts.append("Write it in answer to this letter.")
    # it settles nothing by itself: who answers it proves the address, and is heard once more
    asked = notes.asked(case.work, Matter.SIGN_UP, reader, LASTS, answers=case.row)
    notes.notice(case.work, reader, "Your letter", " ".join(parts), code=asked.code, answers=case.row)


def wished(case: CodeLetter, row: ConfirmationRow, words: statement.Said) -> int | None:
    """Do what somebody wishes who was told what there is, and answers that; so often in a day."""
    confirmations.use(case.tx, row, case.now)
    if not words.wants:
        return case.close(Outcome.NOTHING_NEW, note="no JOIN, STANDBY or OBSERVE")
    if _asked_enough(case, row.address, proved=True):
        return case.close(Outcome.STRANGER, note="answered often enough")
    _answer(case, notes.Recipient(case.letter.sender or row.address, *_known(case)), words)
    return case.close(Outcome.ASKED)


def _offer_seat(case: Incoming, reader: notes.Recipient, row: GameRow, name: str) -> None:
    name = name or _first_name(case.work, row, case.letter.sender_name)
    asked = notes.asked(
        case.work, Matter.SIGN_UP, reader, LASTS, game=row, answers=case.row, name=name, written=reader.address
    )
    text = "You asked for a seat; nothing is settled before you answer."
    letter = _call(case.work, row, name, text)
    notes.send(case.work, reader, letter, code=asked.code, game=row, answers=case.row)


def _first_name(work: Work, row: GameRow, person: str) -> str:
    """Return somebody's own first name, where a seat may be called so: who copies a line means what it says."""
    first = next(iter(person.split()), "")
    return "" if Policy.of(row).anonymous or not first or seating.name_problem(work, row, first) else first


def _offered(work: Work, row: GameRow) -> str:
    """Return a free name that no open invitation offers, for several may copy the line that they are shown."""
    waiting = confirmations.open_of(work.tx, Matter.INVITATION, work.now, game=row.id)
    others = {one.details.get("offered") for one in waiting}
    return next((name for name in seating.free_names(work, row) if name not in others), "")


def _call(work: Work, row: GameRow, name: str, text: str) -> Letter:
    """Write the call for players to one who may answer it; the code stands in the reply address alone."""
    free = name or next(iter(seating.free_names(work, row)), "Corwin")
    note = " This game is anonymous: choose a name that is not your own." if Policy.of(row).anonymous else ""
    cast = work.campaign.kit_of(row).rules.seating.names
    note += " Who takes a character's name, or wishes for one, is called as the character they get." if cast else ""
    head, said = notes.public_head(work.campaign, row), f"{text} Choose the name of your seat.{note}"
    page = seating.invitation(work, row, head, line=f"YES AS {free}", text=said)
    return work.campaign.kit_of(row).writer.write(page)


def invite(work: Work, row: GameRow, address: str, *, name: str = "", demo: bool = False) -> str:
    """Send an invitation that is accepted by answering it; return the address as it was understood.

    Raises `SetupError` where the game has begun, is full, or the address cannot be written to.
    """
    now = work.now
    written = registrable(work.campaign, address, demo=demo)
    seating.inviting(work.tx, row.name)
    if seating.is_full(work, row):
        raise SetupError(f"All seats of {row.title} are taken.")
    if name and (problem := seating.name_problem(work, row, name)):
        raise SetupError(problem)
    player = people.player_at(work.tx, normal(written))
    for old in confirmations.open_of(work.tx, Matter.INVITATION, now, game=row.id, address=normal(written)):
        confirmations.drop(work.tx, old, now)
    name = name or _first_name(work, row, player.name if player else "")
    offered = name or _offered(work, row)
    reader = notes.Recipient(written, player.id if player else None)
    asked = notes.asked(
        work, Matter.INVITATION, reader, INVITED_FOR, game=row, name=name, written=written, offered=offered
    )
    letter = _call(work, row, offered, "You are invited to play; NO in an answer declines.")
    notes.send(work, reader, letter, code=asked.code, game=row)
    work.record("invite", game=row.id, to=PUBLIC)
    return written


def seated(case: GameCodeLetter, row: ConfirmationRow) -> int | None:
    """Seat the one who answered; their other lines are wishes, as in any letter before the start."""
    game, words = case.game, statement.heard(case)
    written = str(row.details["written"])
    reader = notes.Recipient(written, row.player)
    sitting = people.player_at(case.tx, row.address)
    if sitting is not None and sitting.id in seating.at_table(case.tx, game):
        confirmations.use(case.tx, row, case.now)
        text = f"You have a seat in {game.title} already; what else you write about it counts in answer to its letters."
        notes.notice(case.work, reader, "your seat", text, game=game, answers=case.row)
        return case.close(Outcome.CONFIRMED, note="they had a seat")
    if game.status is not Status.INVITING or seating.is_full(case.work, game):
        confirmations.use(case.tx, row, case.now)
        standby.offer(case, reader, game, why="All seats were taken before your answer came.")
        return case.close(Outcome.CONFIRMED, note="no seat was left")
    free = list(seating.free_names(case.work, game))
    offered = row.details.get("offered") if row.details.get("offered") in free else next(iter(free), "")
    name = words.name or str(row.details.get("name") or offered)
    problem = seating.name_problem(case.work, game, name) or signup.own_name(case, game, name)
    if not problem:
        try:
            seat = seating.seat_person(case.work, game, name, written, zone="", letter=False)
        except (SetupError, Taken) as error:
            problem = str(error)
    if problem:
        other = _first_name(case.work, game, case.letter.sender_name) or offered
        such = f", such as YES AS {other}" if other and "such as" not in problem else ""
        asked = f"answer once more with YES AS and the name{such}, and what else you wrote."
        text = f"{problem} Nothing is settled yet; {asked}"
        subject = "another name, please"
        notes.notice(case.work, reader, subject, text, code=row.code, game=game, answers=case.row)
        return case.close(Outcome.NOTHING_NEW, note="the name would not do")
    confirmations.use(case.tx, row, case.now)
    seat.proved_at = case.now
    case.tx.add(seat)
    case.player = people.player(case.tx, seat.player)
    case.work.record("seat", game=game.id, details={"seat": name}, to=PUBLIC, who="referee")
    seating.tell_of_same_person(case.work, game, name)
    letter = case.known_as(PlayerLetter, game=game, seat=Seat(seat.name), player=case.player, sitting=seat)
    return signup.read(letter, seated=True)
