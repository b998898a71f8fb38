"""A player's addresses: one more, or one less, when both say so; and secrets stay at the old for one more turn.

Who got hold of one mailbox can so neither take a seat along nor throw its player out: what is to change is
answered from an address that is registered and from the one in question, every address hears of it, and a new one
gets nothing before each of the player's games has been adjudicated once.
"""

from datetime import timedelta

from referee.engine.audience import Seat
from referee.engine.errors import SetupError
from referee.engine.lexicon import spoken
from referee.mail.address import AddressError, new_token, normal, valid_address
from referee.service.campaign.campaign import Campaign, Work
from referee.service.letters.kinds import CodeLetter, PlayerLetter
from referee.service.letters.outcome import Outcome
from referee.service.post import notes
from referee.service.post.tokens import renew
from referee.store import confirmations, games, people
from referee.store.database import Transaction
from referee.store.errors import Taken
from referee.store.tables import ConfirmationRow, Matter, PlayerRow, Status

LASTS = timedelta(days=3)
MOST_OPEN = 3
"""So many changes of addresses may wait for one player's confirmation."""

RESERVED = ("test", "example", "localhost", "invalid")
PLAYED = (Status.RUNNING, Status.PAUSED, Status.HELD)

BOTH = "I have written to the address in question and to {here}. When YES has come from both, the change is made"
AND_THEN = {
    Matter.ADD_ADDRESS: "; what is secret keeps coming to your present address until the next turn is adjudicated.",
    Matter.REMOVE_ADDRESS: ". If no letter reaches you there any more, ask with TO GM: instead; the GM can do it.",
}


def fit(campaign: Campaign, text: str, *, demo: bool = False) -> str:
    """Return an address fit to be registered; those for tests only for a ``demo``, or where the campaign is one."""
    return valid_address(text, demo=demo or campaign.settings.mail.domain.rpartition(".")[2] in RESERVED)


def registrable(campaign: Campaign, address: str, *, demo: bool = False) -> str:
    """Return an address that mail can be sent to; raises `SetupError` that says what is wrong."""
    try:
        return fit(campaign, address, demo=demo)
    except AddressError as error:
        raise SetupError(f"{address} cannot be registered: {error}") from error


def same_domain(address: str, domain: str) -> bool:
    """Say whether an address lies in a domain."""
    return normal(address).rpartition("@")[2] == normal(f"x@{domain}").rpartition("@")[2]


def asked(case: PlayerLetter, what: str, text: str) -> str:
    """Begin a change that a player ordered from a registered address; say what the receipt tells of it."""
    try:
        address = fit(case.campaign, text.strip("<>, "))
    except AddressError as error:
        return f"I cannot use that address. {error}"
    if same_domain(address, case.campaign.settings.mail.domain):
        return "That address is one of mine."
    mine = {row.normal: row for row in people.addresses_of(case.tx, case.player.id)}
    kind = Matter.ADD_ADDRESS if what == "ADD" else Matter.REMOVE_ADDRESS
    waiting = confirmations.open_of(case.tx, kind, case.now, player=case.player.id)
    if any(row.details["normal"] == normal(address) for row in waiting):
        return "I have asked about that already, and wait for the answers."
    if len(waiting) >= 2 * MOST_OPEN:
        return "Several changes of your addresses wait for an answer; please answer those first."
    if kind is Matter.ADD_ADDRESS:
        return "That address is yours already." if normal(address) in mine else _ask_both(case, kind, address)
    if normal(address) not in mine:
        return "That is none of your addresses."
    if len(mine) == 1:
        return "It is the only address that I have of you. Add another one first."
    return _ask_both(case, kind, mine[normal(address)].address)


def _ask_both(case: PlayerLetter, what: Matter, address: str) -> str:
    here = _staying(case, address)
    codes = {normal(address): new_token(), normal(here): new_token()}
    for where, other in ((address, here), (here, address)):
        confirmations.ask(
            case.tx,
            what,
            codes[normal(where)],
            at=case.now,
            lasts=LASTS,
            address=normal(where),
            player=case.player.id,
            details={"other": codes[normal(other)], "written": address, "normal": normal(address)},
            letter=case.row.id,
        )
        _write_code(case, what, address, where, codes[normal(where)])
    return f"{BOTH.format(here=here)}{AND_THEN[what]}"


def _staying(case: PlayerLetter, address: str) -> str:
    """Return the registered address that is asked: the one that wrote, if it is not itself the one in question."""
    known = [row for row in people.addresses_of(case.tx, case.player.id) if row.normal != normal(address)]
    sender = normal(case.letter.sender or "")
    return next((row.address for row in known if row.normal == sender), known[0].address)


def _write_code(case: PlayerLetter, what: Matter, address: str, where: str, code: str) -> None:
    person = case.player
    new = what is Matter.ADD_ADDRESS and where == address
    change = f"{address} is {'to be added to' if what is Matter.ADD_ADDRESS else 'to be taken from'} your addresses"
    if new:
        change = "Somebody who plays with me has asked that their letters go to this address"
    text = (
        f"{change}. If you want that, answer YES to this letter. If you did not ask for it, do nothing: without "
        f"your YES nothing is changed."
    )
    reader = notes.Recipient(where, None if new else person.id, "" if new else person.name, person.zone)
    notes.notice(case.work, reader, "Please confirm an address", text, code=code)


def confirmed(case: CodeLetter, row: ConfirmationRow) -> int | None:
    """Take the YES of one side; with both the change is made, or begins to wait for its turn."""
    confirmations.use(case.tx, row, case.now)
    other = confirmations.pair_of(case.tx, row)
    assert row.player is not None
    case.player = people.player(case.tx, row.player)
    if other is None or other.used_at is None:
        return case.close(Outcome.CONFIRMED, note="one of two")
    if row.what is Matter.REMOVE_ADDRESS:
        _remove(case.work, case.player, str(row.details["written"]))
    else:
        _cool(case, row, case.player)
    return case.close(Outcome.CONFIRMED)


def _cool(case: CodeLetter, row: ConfirmationRow, player: PlayerRow) -> None:
    """Let the new address wait until each running game of the player has been adjudicated once."""
    steps = {str(game): step for game, step in _steps_of(case.tx, player.id).items()}
    confirmations.note(case.tx, row, waits=steps)
    if not steps:
        _add(case.work, row)
        return
    titles = spoken([games.game(case.tx, int(number)).title for number in steps])
    text = (
        f"{row.details['written']} is confirmed. Your letters go there, and you may write from there, when the next "
        f"turn of {titles} has been adjudicated; I tell you then. Until then please write from where you do now."
    )
    _tell_all(case.work, player.id, "An address is confirmed", text)


def _steps_of(tx: Transaction, player: int) -> dict[int, int]:
    sits = [games.game(tx, seat.game) for seat in games.seats_of(tx, player) if seat.vacant_since is None]
    return {row.id: row.step for row in sits if row.status in PLAYED}


def take_effect(campaign: Campaign) -> int:
    """Register the addresses whose turn has come, each in a transaction of its own; return how many."""
    with campaign.store.reading() as tx:
        over = [row.code for row in confirmations.not_done(tx) if _is_over(tx, row)]
    for code in over:
        with campaign.writing() as work:
            row = confirmations.find(work.tx, code)
            if row is not None and _is_over(work.tx, row):
                _add(work, row)
    return len(over)


def _is_over(tx: Transaction, row: ConfirmationRow) -> bool:
    waits = row.details.get("waits")
    if waits is None or row.details.get("done"):
        return False
    return all(
        (game := games.game(tx, int(number))).step > step or game.status not in PLAYED
        for number, step in waits.items()
    )


def _add(work: Work, row: ConfirmationRow) -> None:
    """Register an address that both sides have confirmed; its owner hears if it is another player's meanwhile."""
    assert row.player is not None
    confirmations.note(work.tx, row, done=True)
    now, written = work.now, str(row.details["written"])
    try:
        added = people.add_address(work.tx, row.player, address=written, normal=normal(written), at=now)
    except Taken:
        text = f"{written} is registered for somebody already, so it was not added. The GM can help."
        _tell_all(work, row.player, "An address was not added", text)
        return
    added.confirmed_at = now
    work.tx.add(added)
    work.tx.flush()
    work.record("address added", details={"player": row.player}, who="referee")
    text = f"{written} is now one of your addresses, and your letters go there. You may write from any of them."
    _tell_all(work, row.player, "Your addresses have changed", text)


def _remove(work: Work, player: PlayerRow, written: str, *, who: str = "referee") -> None:
    """Take an address away, and let the tokens that it has seen die."""
    known = {row.normal for row in people.addresses_of(work.tx, player.id)}
    if normal(written) not in known or len(known) == 1:
        return
    text = f"{written} is no longer one of your addresses."
    _tell_all(work, player.id, "Your addresses have changed", text)
    people.remove_address(work.tx, player.id, normal(written), work.now)
    work.record("address removed", details={"player": player.id}, who=who)
    rotate(work, player.id)


def rotate(work: Work, player: int) -> None:
    """Give a player new tokens in all their games, each in a letter that is to be answered from now on."""
    for seat in games.seats_of(work.tx, player):
        row = games.game(work.tx, seat.game)
        if row.status is Status.OVER or seat.vacant_since is not None:
            continue
        renew(work, row, Seat(seat.name))


def _tell_all(work: Work, player: int, subject: str, text: str) -> None:
    for reader in notes.recipients(work.tx, player):
        notes.notice(work, reader, subject, text)


def change_by_gm(campaign: Campaign, player: PlayerRow, address: str, *, add: bool, demo: bool = False) -> None:
    """Add or remove an address at once; all of the player's hear of it. Raises `SetupError` or `Taken`."""
    written = registrable(campaign, address, demo=demo)
    with campaign.writing() as work:
        known = {row.normal for row in people.addresses_of(work.tx, player.id)}
        if not add and normal(written) not in known:
            raise SetupError(f"{written} is no address of {player.name}.")
        if not add and len(known) == 1:
            raise SetupError(f"It is the only address of {player.name}. Add another one first.")
        if add:
            added = people.add_address(work.tx, player.id, address=written, normal=normal(written), at=work.now)
            added.confirmed_at = work.now
            text = f"The GM has added {written} to your addresses; your letters go there."
            _tell_all(work, player.id, "Your addresses have changed", text)
            work.record("address added", details={"player": player.id})
        else:
            _remove(work, player, written, who=campaign.who)
