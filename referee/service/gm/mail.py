"""The GM's commands about letters that came and mails that went: held, released, discarded, sent once more."""

from referee.engine.errors import SetupError
from referee.service.campaign.campaign import Work
from referee.service.gm.order import Answer, GmOrder, GmWork, words_for
from referee.service.letters.outcome import ASKED_ABOUT, OUR_FAULT
from referee.service.players.letters import take_as_vouched_for
from referee.service.players.vouching import discard
from referee.service.post.resend import resend
from referee.store import inbox
from referee.store.tables import Reading


class Release(GmOrder):
    """Let a held letter be read once more, as if it had just come in its place. One that waits for its player's
    YES counts then as the player's own, forged or not: ask them first.
    """

    usage = "RELEASE (LETTER) n"
    example = "RELEASE 17"
    typed = ("mail release 17",)
    said = words_for(n="The held letter's number.")
    by_mail = "Its number stands in STATUS."
    n: int

    def done(self, gm: GmWork) -> Answer:
        release(gm.work, self.n)
        return Answer(f"Letter {self.n} is read once more, with the next round.", [self.n])


class ReleaseAll(GmOrder):
    """Let all letters be read once more that could not be read for a mistake of ours; not those that a player
    is asked about, or that you hold.
    """

    typed = ("mail release --all",)

    def done(self, gm: GmWork) -> Answer:
        """Release them; the value is their numbers."""
        ours = [row.id for row in inbox.held(gm.tx) if row.outcome in OUR_FAULT]
        for letter in ours:
            release(gm.work, letter)
        if not ours:
            return Answer("No letter is held because it could not be read.", ours)
        many = f"Letter {ours[0]} is" if len(ours) == 1 else f"{len(ours)} letters are"
        return Answer(f"{many} read once more, with the next round.", ours)


class Discard(GmOrder):
    """Drop a held letter: nothing of it is used. Its player hears so, unless it may be somebody else's."""

    usage = "DISCARD (LETTER) n"
    example = "DISCARD 17"
    typed = ("mail discard 17",)
    said = words_for(n="The held letter's number.")
    n: int

    def done(self, gm: GmWork) -> Answer:
        discard(gm.work, self.n)
        return Answer(f"Letter {self.n} is discarded; nothing of it is used.")


class Resend(GmOrder):
    """Send a mail once more that was sent, refused or given up, to the address that its player has now."""

    usage = "RESEND (MAIL) n"
    example = "RESEND 17"
    typed = ("mail resend 17",)
    said = words_for(n="The mail's number.")
    by_mail = "STATUS names those that came back, with their numbers."
    n: int

    def done(self, gm: GmWork) -> Answer:
        return Answer(f"Mail {self.n} goes out once more.", resend(gm.work, self.n))


def release(work: Work, letter: int) -> None:
    """Let a held letter be read once more, as if it had just come in its place; another sender's counts at once."""
    row = inbox.letter(work.tx, letter)
    if row.state is not Reading.HELD:
        raise SetupError(f"Letter {letter} is not held.")
    if row.outcome in ASKED_ABOUT:
        take_as_vouched_for(work, row)
    else:
        row.state, row.tries = Reading.STORED, 0
        work.tx.add(row)
    work.record("release letter", game=row.game, details={"letter": letter})


def hold_letter(work: Work, letter: int, reason: str = "") -> None:
    """Hold a letter that was not read yet; raises `SetupError`."""
    row = inbox.letter(work.tx, letter)
    if row.state is not Reading.STORED:
        state = "is held already" if row.state is Reading.HELD else "was read already"
        raise SetupError(f"Letter {letter} {state}.")
    row.state, row.outcome, row.note = Reading.HELD, "held by the GM", reason
    work.tx.add(row)
    work.record("hold letter", game=row.game, details={"letter": letter, "reason": reason})
