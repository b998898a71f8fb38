"""Letters before a game starts: wishes, and the word that is mixed into the seed."""

import re
from collections.abc import Mapping, Sequence

from referee.engine import commands, talk
from referee.engine.audience import GM, Seat
from referee.engine.lexicon import first_word
from referee.engine.orders import Order, readable
from referee.engine.reader import ASKING
from referee.engine.sheet import Heard, Line, Sheet
from referee.reports.pages import HelpPage, NoticePage, RulesPage
from referee.service.campaign.campaign import Kit
from referee.service.campaign.policy import Policy
from referee.service.letters.incoming import Incoming
from referee.service.letters.kinds import PlayerLetter
from referee.service.letters.outcome import MOST_REQUESTS, Outcome
from referee.service.people import addresses, invitations, seating, vacancies
from referee.service.players import preferences
from referee.service.players.sentences import WISHES, speaks_of_a_wish, understood
from referee.service.post.post import HELP_COMES, RULES_COME, Post
from referee.store import games, inbox
from referee.store.tables import GameRow

LONGEST_WORD = 200

IN_A_SENTENCE = re.compile(
    r"\b(?:(?i:word(?:\s+for\s+the\s+seed)?\s*(?:\bis\b|[:=]))\s*|WORD\s+(?!(?i:for|is)\b))[\"'\u201c\u2018]?(\w[\w-]*)"
)
"""Talk of a word for the seed, as in *My word is pineapple*, and which it may be."""

THANKS = "Thank you: your letters reach me."
HEARD = f"{THANKS} In this one I found nothing that I had to take down."


MORE = "HELP explains them; RULES START tells the game on one page, RULES ALL everything."


def read(case: PlayerLetter, *, seated: bool = False) -> int | None:
    """Take wishes and a word for the seed, and say in one receipt what was understood.

    Who was ``seated`` by this letter is told so, and what may be wished for.
    """
    kit = case.campaign.kit_of(case.game)
    new = case.lines.new
    sheet = understood(kit, case.reader, new, case.heard)
    wants = any(line.heard in WISHES or isinstance(line.order, commands.Word) for line in sheet.lines)
    if not seated and invitations.declines(new) and not wants:
        return invitations.by_seat(case, [line for line in new if line.strip()])
    called = _called(case, sheet)
    post, name = Post(case.work, case.game, open_step=0), case.seat
    if wishes := wishes_in(kit, sheet):
        games.set_wishes(case.tx, case.game.id, name, wishes)
    lines = list(dict.fromkeys(sheet.lines))
    asked = [line for line in lines if isinstance(line.order, commands.Help | commands.Rules)]
    said = [_said(case, post, name, line) for line in lines if line not in asked[MOST_REQUESTS:]]
    if told := [line.text for line in lines if _is_for_the_gm(line)]:
        invitations.passed_on(case, post, name, "\n".join(told))
        said.append(invitations.PASSED_ON)
        said += [_meant_as_word(case, name, told), _meant_as_wish(case, kit, lines)]
    if seated:
        said = [_seat_told(case, kit), *(one for one in said if one != THANKS)]
    elif any(said) and not inbox.has_spoken(case.tx, case.game.id, name, case.player.id, but=case.row.id):
        said = [THANKS, *said]
    text = "\n\n".join(filter(None, (called, *dict.fromkeys(said), case.lines.told))) or HEARD
    waiting = "The game begins when the GM starts it; a letter then tells you all that you need for your first orders."
    page = NoticePage(post.head(name), "your letter", f"{text}\n\n{waiting}")
    post.send(page, step=0, answers=case.row)
    return case.close(Outcome.SIGN_UP)


def called_off(case: PlayerLetter) -> int | None:
    """Answer one who writes for a game that was called off before it began; words to a person reach the GM."""
    post, name = Post(case.work, case.game, open_step=0), case.seat
    sheet = understood(case.campaign.kit_of(case.game), case.reader, case.lines.new, case.heard)
    words = [x.order.text for x in sheet.lines if isinstance(x.order, commands.Press) and x.order.addressees == (GM,)]
    words += [line.text for line in sheet.lines if _is_for_the_gm(line)]
    if words:
        invitations.passed_on(case, post, name, "\n".join(words))
    told = f" {invitations.PASSED_ON}" if words else ""
    text = f"{case.game.title} was called off, so nothing more is wanted of you.{told}"
    post.send(NoticePage(post.head(name), "your letter", text), step=0, answers=case.row)
    return case.close(Outcome.GAME_OVER)


def wishes_in(kit: Kit, sheet: Sheet) -> list[str]:
    """Return the wishes of a letter as they are kept."""
    return [kit.rules.wishes.show(x.order) for x in sheet.lines if x.heard in WISHES and x.order is not None]


def idle(kit: Kit, game: GameRow) -> Mapping[type[Order], str]:
    """Return the wishes that change nothing at a table, and why not."""
    return kit.rules.seating.idle(kit.rules.completed(game.options))


def why_idle(kit: Kit, game: GameRow, line: Line) -> str:
    """Say why a wish changes nothing at this table, if it is so."""
    why = idle(kit, game).get(type(line.order)) if line.order is not None else None
    return f"It changes nothing here, though: {why}" if why else ""


def _is_for_the_gm(line: Line) -> bool:
    """Say whether a line is for a person: it is no order and more than a greeting, or it asks."""
    if line.heard is Heard.CHATTER:
        return not line.greets
    half = line.error is not None and line.error.problem == ASKING  # and its writer must hear it
    return line.heard is Heard.UNREADABLE and line.text.rstrip().endswith("?") and not half


def _meant_as_word(case: PlayerLetter, seat: Seat, told: Sequence[str]) -> str:
    """Say how a word for the seed is written, if these lines for the GM speak of one and none is on file."""
    found = next(filter(None, map(IN_A_SENTENCE.search, told)), None)
    if found is None or games.seat(case.tx, case.game.id, seat).word:
        return ""
    return f"No word of yours for the seed is on file. If you meant one, send it on a line of its own: WORD {found[1]}"


def _meant_as_wish(case: PlayerLetter, kit: Kit, lines: Sequence[Line]) -> str:
    """Say how a wish is written, if a line for the GM speaks of one and none is on file."""
    examples = [wish.example for wish in _wishes(case, kit)]
    meant = any(_is_for_the_gm(line) and speaks_of_a_wish(line) for line in lines)
    if not examples or not meant or games.seat(case.tx, case.game.id, case.seat).wishes:
        return ""
    listed = "\n".join(f"  {one}" for one in examples)
    return f"No wish of yours is on file. If you meant one, send it on a line of its own, such as\n\n{listed}"


def _wishes(case: PlayerLetter, kit: Kit) -> list[type[Order]]:
    """Return the wishes that change something at this table."""
    return [wish for wish in kit.rules.seating.wishes if wish not in idle(kit, case.game)]


def _seat_told(case: PlayerLetter, kit: Kit) -> str:
    """Tell one who answered the call what their seat is called, and what they may still send."""
    wishes = _wishes(case, kit)
    lines = "\n".join(f"  {line}" for line in ("WORD abracadabra", *(wish.example for wish in wishes)))
    told = f"You have a seat: {case.seat}. If you have wishes, answer this letter with lines like these:"
    meant = [f"{first_word(wish.example)}: {' '.join((wish.__doc__ or '').split())}" for wish in wishes]
    return "\n\n".join((told, lines, *meant, MORE))


def _called(case: PlayerLetter, sheet: Sheet) -> str:
    """Call a seat as its player says behind a YES, and say so; or why it is called as it was."""
    name = next((x.order.text for x in sheet.lines if isinstance(x.order, commands.Yes) and x.order.text), case.seat)
    if name == case.seat:
        return ""
    problem = own_name(case, case.game, name) or seating.rename(case.work, case.game, case.seat, name)
    if problem:
        return f"{problem} Your seat is still called {case.seat}."
    case.seat = Seat(name)
    return f"Your seat is called {name} from now on."


def own_name(case: Incoming, game: GameRow, name: str) -> str:
    """Refuse to call a seat as its player is, in an anonymous game."""
    if not Policy.of(game).anonymous:
        return ""
    local = (case.letter.sender or "").partition("@")[0]
    own = {w.casefold() for part in (case.letter.sender_name, local) for w in part.replace(".", " ").split()}
    mine = any(word.casefold() in own for word in name.split())
    return f"{name} seems to be your own name, and this game is anonymous; choose another." if mine else ""


def _on_file(case: PlayerLetter, post: Post, seat: Seat) -> str:
    """Say what a player has settled before the start."""
    mine = next(one for one in games.seats(case.tx, post.game.id) if one.name == seat)
    word = f"Your word for the seed is: {mine.word}" if mine.word else "You have sent no word for the seed yet."
    wished = f"Your wishes on file: {'; '.join(mine.wishes)}." if mine.wishes else "You have sent no wishes yet."
    own = preferences.settled(case.work, case.player, post.game.id)
    return " ".join(filter(None, (wished, word, own)))


def _said(case: PlayerLetter, post: Post, seat: Seat, line: Line) -> str:
    """Carry out one line, and say what became of it."""
    kit = case.campaign.kit_of(case.game)
    match line.order:
        case commands.Word(text=word):
            games.set_word(case.tx, case.game.id, seat, word[:LONGEST_WORD])
            return f"Your word for the seed is: {word[:LONGEST_WORD]}"
        case commands.Help(topic=topic):
            page = HelpPage(post.head(seat), topic, set_up=True, idle=tuple(idle(kit, case.game)))
            return post.bring(page, HELP_COMES, step=0, answers=case.row)
        case commands.Rules(text=asked):
            rules = RulesPage(post.head(seat), talk.topic(asked), case.game.options)
            return post.bring(rules, RULES_COME, step=0, answers=case.row)
        case commands.Yes() | commands.Join():
            return THANKS
        case wish if isinstance(wish, preferences.Preference):
            done = preferences.carry_out(case.work, case.player, wish, case.row.received_at)
            return f"{line.text}: {done}"
        case commands.Address(what=what, text=address):
            return f"{line.text}: {addresses.asked(case, what, address)}"
        case commands.ResignSeat():
            return f"{line.text}: {vacancies.asked(case, post, seat)}"
        case commands.Status():
            return _on_file(case, post, seat)
        case commands.Press(addressees=to, text=text) if to == (GM,):
            invitations.passed_on(case, post, seat, text)
            return f"{line.text}: Delivered to the GM now."
        case None if _is_for_the_gm(line):
            return ""
        case None if line.error is not None and line.heard is Heard.UNREADABLE:
            return f"I could not use this line: {line.text}\n{readable(line.error)}"
        case None:
            return ""
        case _ if line.heard in WISHES:
            return "\n".join(filter(None, (f"Your wish is on file: {line.text}", why_idle(kit, case.game, line))))
        case _:
            return f"This can wait until the game has begun: {line.text}"
