"""One seat's words to others: whether they may be written, who reads them, and how they are delivered.

They are refused as a whole with the reason, or delivered as they may be.
"""

import re
from dataclasses import replace

from referee.engine.audience import GM, Seat
from referee.engine.commands import ALL, Press
from referee.engine.lexicon import plain
from referee.engine.lexicon import spoken as listing
from referee.engine.values import value
from referee.mail.letter import Letter
from referee.reports.pages import PressPage
from referee.service.campaign.campaign import Kit
from referee.service.campaign.policy import Policy, PressRule
from referee.service.post.post import Post
from referee.service.table.table import TableTop
from referee.store import games, orders, people
from referee.store.database import Transaction
from referee.store.tables import GameRow, Status

MARKERS = ("--", "-- ", "—", "__", "___")
SHORTEST = 3
MOST_SIGNED = 4

NO_PRESS = "In this game players do not write to one another, so it was not delivered. TO GM: reaches the GM."
ALL_ONLY = "In this game players write to all at once only, so it was not delivered. TO ALL: reaches everybody."
OWN_ADDRESS = "This game is anonymous, and your words hold a mail address of yours; so they were not delivered."
OWN_NAME = "This game is anonymous, and your words seem to hold your own name; so they were not delivered."
MAYBE_NAME = "This game is anonymous, and your words seem to hold your own name; they were delivered as they are."
NOTHING_LEFT = "This game is anonymous; above the signature nothing was left to deliver."
CUT = "This game is anonymous: what stood from the signature on was cut off before it was delivered."
NO_NAMELESS = "Words for others always bear the name of their writer's seat here, so nothing was delivered."


@value
class Passed:
    """What becomes of words: why they are refused, or the words as they may be delivered, and a warning."""

    words: Press
    refusal: str = ""
    warning: str = ""


def passed(
    tx: Transaction, game: GameRow, kit: Kit, words: Press, player: int | None, letter: Letter | None
) -> Passed:
    """Hold words against a game's settings; those to the GM alone always pass."""
    policy = Policy.of(game)
    if words.addressees == (GM,):
        return Passed(words)
    if policy.press is PressRule.NONE:
        return Passed(words, NO_PRESS)
    if policy.press is PressRule.PUBLIC and ALL not in words.addressees:
        return Passed(words, ALL_ONLY)
    return _nameless(tx, game, kit, words, player, letter) if policy.anonymous else Passed(words)


def _nameless(
    tx: Transaction, game: GameRow, kit: Kit, words: Press, player: int | None, letter: Letter | None
) -> Passed:
    """Cut a signature at its marker; refuse what holds an address or the name of the person who writes.

    The names of others are looked for by nobody: a refusal would tell who sits at the table.
    """
    lines = words.text.splitlines()
    at = next((n for n, line in enumerate(lines) if line.rstrip() in MARKERS or line in MARKERS), None)
    kept = "\n".join(lines[:at]).rstrip() if at is not None else words.text
    if not kept.strip():
        return Passed(words, NOTHING_LEFT)
    folded = kept.casefold()
    addresses = [row.normal for row in people.addresses_of(tx, player)] if player is not None else []
    addresses += [letter.sender.lower()] if letter is not None and letter.sender else []
    if any(address.casefold() in folded for address in addresses):
        return Passed(words, OWN_ADDRESS)
    names, spoken = _names_of(tx, player, letter), _spoken(tx, game, kit)
    telling = {part for name in names for part in name if len(part) >= SHORTEST} - spoken
    said, last = _words(kept), tuple(_words(kept.splitlines()[-1]))
    whole = any(len(name) > 1 and telling & set(name) and _in_a_row(name, said) for name in names)
    signed = len(last) <= MOST_SIGNED and telling.intersection(last) and any(set(last) <= set(name) for name in names)
    if whole or signed:
        return Passed(words, OWN_NAME)
    warnings = [CUT] if at is not None else []
    warnings += [MAYBE_NAME] if telling.intersection(said) else []
    return Passed(replace(words, text=kept), warning=" ".join(warnings))


def _names_of(tx: Transaction, player: int | None, letter: Letter | None) -> list[tuple[str, ...]]:
    """Return what a person is called: as their letter says, and as they are registered; each as its words."""
    called = [letter.sender_name] if letter is not None else []
    called += [people.player(tx, player).name] if player is not None else []
    return [tuple(name) for one in called if (name := _words(one))]


def _spoken(tx: Transaction, game: GameRow, kit: Kit) -> set[str]:
    """Return the words that are the game's own: of seats, characters, cards and orders. They give nobody away."""
    seats = [Seat(seat.name) for seat in games.seats(tx, game.id)]
    own = [name for names in kit.lexicon(seats).things.values() for name in names.vocabulary()]
    return {word for one in (*seats, *own, *kit.reserved) for word in _words(one)}


def _words(text: str) -> list[str]:
    """Return the words of a text as names are compared: without case or accents."""
    return re.findall(r"\w+", plain(text).casefold())


def _in_a_row(name: tuple[str, ...], said: list[str]) -> bool:
    return any(tuple(said[n : n + len(name)]) == name for n in range(len(said) - len(name) + 1))


def announced(game: GameRow) -> tuple[str, ...]:
    """Say in the welcome what holds of letters between players, and who may read them."""
    policy = Policy.of(game)
    out = {
        PressRule.ALL: (),
        PressRule.PUBLIC: ("In this game players write to all at once only, with TO ALL:.",),
        PressRule.NONE: ("In this game players do not write to one another; TO GM: reaches the GM.",),
    }[policy.press]
    if policy.press is not PressRule.NONE:
        looks = "the GM can look at what was written in private, and you are told if they did"
        seen = looks if policy.sealed else "the GM can read it"
        out = (*out, f"What players write to one another is kept; {seen}. Observers read what is written TO ALL.")
    if policy.anonymous:
        out = (*out, "Nobody learns who plays which seat: names, addresses and signatures do not pass; see to it too.")
    return out


@value
class Addressed:
    """Whom words go to: as they were addressed, the seats that read them, and why nobody does, if so."""

    addressees: tuple[Seat, ...] = ()
    readers: tuple[Seat, ...] = ()
    refusal: str = ""

    @property
    def everybody(self) -> bool:
        """Were they written to all?"""
        return ALL in self.addressees

    @property
    def spoken(self) -> str:
        """Name the readers as one says it."""
        if self.everybody:
            return "everybody"
        return listing("the GM" if seat == GM else seat for seat in self.readers)


def addressed(post: Post, top: TableTop, seat: Seat, words: Press) -> Addressed:
    """Find out who reads one seat's words."""
    view = top.game.view(seat)
    called = {one: top.kit.rules.press.called(view, one) for one in words.addressees}
    addressees = tuple(dict.fromkeys(one for one in called.values() if one is not None))
    readers = tuple(s for s in (post.names if ALL in addressees else addressees) if s != seat)
    if lost := [one for one, who in called.items() if who is None]:
        return Addressed(refusal=f"Nobody who could read it is {' or '.join(lost)} now. It was not delivered.")
    if not readers:
        return Addressed(refusal="It was for nobody but yourself, so it was not delivered.")
    if refused := top.kit.rules.press.may_write(view, readers):
        return Addressed(refusal=f"{refused} It was not delivered.")
    return Addressed(addressees, readers)


def deliver(post: Post, top: TableTop, seat: Seat, words: Press, *, letter: int | None) -> str:
    """Deliver one seat's words to others under the seat's name; say to whom."""
    to = addressed(post, top, seat, words)
    if to.refusal:
        return to.refusal
    orders.keep_press(
        post.tx,
        post.game.id,
        step=top.step,
        seat=seat,
        addressees=to.addressees,
        body=words.text,
        written_at=post.now,
        letter=letter,
    )
    pages, ended = [], post.game.status is Status.OVER
    looking = post.onlookers if to.everybody and not post.newsletter else ()  # else the newsletter has it
    for reader in (*to.readers, *looking):
        others = () if to.everybody else tuple(s for s in to.readers if s != reader)
        head = post.head(reader)
        pages.append(PressPage(head, top.step, seat, words.text, to_all=to.everybody, others=others, ended=ended))
    post.send_all(pages, step=top.step)
    return reached(post, to, passed_on=Policy.of(post.game).pass_on_press)


def reached(post: Post, to: Addressed, *, passed_on: bool = False) -> str:
    """Say who has words now, and of seats that were named who reads them, if nobody sits there."""
    empty = () if to.everybody else tuple(s.name for s in post.seats if s.vacant_since and s.name in to.readers)
    there = tuple(seat for seat in to.readers if seat not in empty)
    said = [f"Delivered to {replace(to, readers=there).spoken} now."] if there else []
    if empty:
        said.append(f"{listing(empty)} {'have' if empty[1:] else 'has'} no player now who could read it.")
    return " ".join([*said, "Whoever takes the seat will."] if empty and passed_on else said)
