"""The GM's own words to players: to everybody at the table, or to some alone."""

from referee.engine.audience import GM, PUBLIC, only
from referee.engine.errors import SetupError
from referee.engine.lexicon import spoken
from referee.reports.pages import PressPage
from referee.service.deadlines import notices
from referee.service.gm.order import Answer, GmOrder, GmWork, words_for
from referee.service.players.press_delivery import Addressed, reached
from referee.service.post.post import Post
from referee.store.tables import Status


class Announce(GmOrder):
    """Send your words to everybody in a game."""

    usage = "ANNOUNCE text"
    example = "ANNOUNCE A happy new year to all of you."
    shell = "Words that are - are read from standard input."
    typed = ('game announce autumn "A happy new year to all of you."',)
    said = words_for(text="Your words.")
    by_mail = "A colon at the end of the line lets them go on to a line with a single full stop."
    long = True
    text: str

    def done(self, gm: GmWork) -> Answer:
        post = Post(gm.work, gm.row)
        _are_words(self.text)
        if not post.public:
            raise SetupError(f"Nobody has a seat in {gm.row.title} yet, so there is nobody to write to.")
        notices.tell(post, "a word from the GM", self.text, sender="the GM", urgent=False)
        gm.record("announce", PUBLIC, text=self.text)
        return Answer("It is on its way to everybody.")


class Tell(GmOrder):
    """Write to one player or to some, as an answer to what they asked you, and to nobody else."""

    usage = "TO addressees : text"
    example = "TO ME: Thank you, I look into it."
    typed = ('game announce autumn "Thank you, I look into it." --to Anna',)
    said = words_for(addressees="Only to these seats.", text="Your words.")
    by_mail = "A colon at the end lets your words go on below it to a line with a single full stop."
    long = True
    addressees: tuple[str, ...]
    text: str

    def done(self, gm: GmWork) -> Answer:
        """Send them to those seats alone, without any word to everybody.

        Only those who get the words see it in the log.
        """
        to = gm.readers(self.addressees)
        if not to:
            Announce(text=self.text).done(gm)
            return Answer("Delivered to everybody now.")
        _are_words(self.text)
        post = Post(gm.work, gm.row)
        seats = tuple(seat for seat in post.names if seat in to)
        if not seats:
            raise SetupError(f"Name players of this game: {spoken(post.names)}.")
        step, ended = post.open_step, post.game.status is Status.OVER
        others = {seat: [one for one in seats if one != seat] for seat in seats}
        pages = [PressPage(post.head(s), step, GM, self.text, others=others[s], ended=ended) for s in seats]
        post.send_all(pages, step=post.open_step)
        gm.record("tell", only(*seats), seats=", ".join(seats))
        return Answer(reached(post, Addressed(readers=seats)))


def _are_words(text: str) -> None:
    if not text.strip():
        raise SetupError("There are no words to send.")
