"""How a letter looks with the campaign's words and looks as they are now: a letter that went out, or one for show."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from referee import games as rulesets
from referee.engine.audience import GM, OBSERVER, Seat
from referee.engine.errors import SetupError
from referee.engine.events import told
from referee.engine.game import ended
from referee.engine.setup import Setup
from referee.engine.sheet import OnFile
from referee.engine.values import value
from referee.reports.data import dumps, loads
from referee.reports.document import Document
from referee.reports.html import Reply
from referee.reports.look import drawn
from referee.reports.material import ADDRESS, DUE_IN, INVENTED, Material, page_of
from referee.reports.parts import Head, Kind, OrderLine, in_force
from referee.reports.templates import Fault, Tell
from referee.reports.text import text
from referee.service.campaign.campaign import Campaign, Kit, Work, kit_for
from referee.service.campaign.names import game_named, reader_in
from referee.service.campaign.seal import unseal
from referee.service.post.post import Post
from referee.service.records.sent import Form
from referee.service.turns import citations, opened
from referee.service.upkeep import editable
from referee.service.upkeep.specimens import OF_THE_GM, Specimen
from referee.store import games, orders, reports, steps
from referee.store.tables import GameRow, ReportRow, Reveal

FOR_SHOW = "A specimen: {}. The game is {}, played by bots; nobody of yours is in it."
NONE_YET = "no such letter has gone out yet"
NOT_AGAIN = "such a letter tells what somebody did or wrote just then, and cannot be made anew"
ANEW = "The {}, written anew from what is stored of the game; what the referee said beside that is left out."
WISHED = "as you wished"


@value
class Preview:
    """A letter as it looks with the templates as they are."""

    source: str
    """Where its words come from."""
    form: Form
    """text, html or json."""
    subject: str
    """Its subject."""
    shown: str
    """The letter in that form."""
    faults: tuple[Fault, ...]
    """What is wrong in files that it was to be made with."""


@value
class Wanted:
    """What is to be tried: a kind of letter, of these games, and whether only its look."""

    kind: Kind
    slugs: tuple[str, ...]
    look: bool


def preview(
    campaign: Campaign,
    name: str,
    *,
    game: str = "",
    seat: str = "",
    form: Form | None = None,
    unsealed: bool = False,
    specimen: bool = False,
) -> Preview:
    """Show how a template, or a kind of letter, looks now; raises `SetupError` for one unknown, or sealed."""
    wanted = _wanted(name)
    found = None if specimen else _newest(campaign, wanted, game, seat)
    faults: dict[Fault, None] = {}

    def tell(fault: Fault) -> None:
        faults[fault] = None

    why = WISHED if specimen else NONE_YET
    if found is not None and not wanted.look and wanted.kind in INVENTED:
        found, why = None, NOT_AGAIN
    if found is None:
        source, document = _for_show(campaign, wanted, game, why, tell)
    else:
        row, letter = found
        if letter.seat != GM:
            _unsealed(campaign, row, letter, asked=unsealed)
        source, document = _anew(campaign, wanted, row, letter, tell)
    form = form or (Form.HTML if wanted.look else Form.TEXT)
    shown = _in_form(campaign, document, form, tell)
    return Preview(source, form, document.subject, shown, tuple(faults))


def _wanted(name: str) -> Wanted:
    bare = name.strip().lower().replace("-", "_")
    if bare in set(Kind):
        return Wanted(Kind(bare), tuple(rulesets.slugs()), look=False)
    found = editable.named(name)
    slug, _, file = found.name.rpartition("/")
    if found.name in editable.SEEN_ELSEWHERE:
        raise SetupError(f"{found.name} {editable.SEEN_ELSEWHERE[found.name]}")
    kind = file.removesuffix(".txt.j2")
    slugs = (slug,) if slug in rulesets.slugs() else tuple(rulesets.slugs())
    if found.group == editable.TABLES:
        table = file.removesuffix(".toml")
        slugs = tuple(one for one in slugs if table in rulesets.find(one).words.tables)
    return Wanted(Kind(kind) if kind in set(Kind) else Kind.REPORT, slugs, look=found.group == editable.LOOK)


def _newest(campaign: Campaign, wanted: Wanted, game: str, seat: str) -> tuple[GameRow, ReportRow] | None:
    """Find the newest letter of the kind in a game, or in all, to a seat, or to any."""
    with campaign.store.reading() as tx:
        rows = [game_named(tx, game)] if game else games.games(tx)
        found = []
        for row in rows:
            if row.ruleset not in wanted.slugs:
                continue
            seats = [Seat(place.name) for place in games.places(tx, row.id)]
            readers = [GM] if wanted.kind in OF_THE_GM else [reader_in(tx, row.id, seat)] if seat else seats
            letters = (reports.latest(tx, row.id, reader, wanted.kind) for reader in readers)
            found += [(row, letter) for letter in letters if letter is not None]
    return max(found, key=lambda pair: (pair[1].made_at, -found.index(pair)), default=None)


def _unsealed(campaign: Campaign, row: GameRow, letter: ReportRow, *, asked: bool) -> None:
    try:
        unseal(campaign, row.name, f"letters to {letter.seat}", asked=asked)
    except SetupError as error:
        raise SetupError(f"{error} Add --specimen to see it with a game for show, which has no secrets.") from None


def _for_show(campaign: Campaign, wanted: Wanted, game: str, why: str, tell: Tell) -> tuple[str, Document]:
    """Write a letter of a game for show, of the rules of the campaign's own games where it can be."""
    for slug in _rulesets(campaign, wanted, game):
        kit = kit_for(rulesets.find(slug), campaign.resources, tell)
        made = Specimen(kit, campaign.clock.now(), campaign.zone().key, campaign.gm).material(wanted.kind)
        if made is not None:
            source = FOR_SHOW.format(why, kit.rules.title)
            return source, kit.writer.write(page_of(wanted.kind, made)).document
    raise SetupError(f"No game for show comes to a {wanted.kind}.")


def _rulesets(campaign: Campaign, wanted: Wanted, game: str) -> list[str]:
    """Name the rules that a specimen may be of: those of the game that was named, of the newest, and all that fit."""
    with campaign.store.reading() as tx:
        rows = [game_named(tx, game)] if game else list(reversed(games.games(tx)))
    own = [row.ruleset for row in rows if row.ruleset in wanted.slugs]
    return list(dict.fromkeys([*own, *wanted.slugs]))


def _anew(campaign: Campaign, wanted: Wanted, row: GameRow, letter: ReportRow, tell: Tell) -> tuple[str, Document]:
    """Make a letter that went out anew; its look alone is tried on what it said."""
    what = f"{letter.kind} of {row.title}, {letter.step}, to {letter.seat}"
    if wanted.look:
        return f"The {what}, as it was written, in the look of now.", loads(letter.document)
    kit: Kit = kit_for(rulesets.find(row.ruleset), campaign.resources, tell)
    with campaign.reading() as work:
        page = page_of(wanted.kind, material(work, kit, row, letter))
    return ANEW.format(what), kit.writer.write(page).document


def _in_form(campaign: Campaign, document: Document, form: Form, tell: Tell) -> str:
    match form:
        case Form.TEXT:
            return f"Subject: {document.subject}\n\n{text(document)}"
        case Form.HTML:
            return drawn(document, campaign.resources, tell, Reply(ADDRESS, f"Re: {document.subject}"))
        case Form.DATA:
            return dumps(document)
        case Form.PDF:
            raise SetupError(f"A PDF is no text; a letter {editable.SEEN_ELSEWHERE['print.css']}")


OF_A_STEP = {Kind.WELCOME, Kind.REPORT, Kind.END, Kind.GM_TURN}
"""The kinds that tell a step; others belong to the one that is open."""


def material(work: Work, kit: Kit, row: GameRow, letter: ReportRow) -> Material:
    """Return the moment that a letter was written at, as its reader knew it."""
    head = replace(Post(work, row).head(Seat(letter.seat)), now=letter.made_at)
    step = letter.step if Kind(letter.kind) in OF_A_STEP else min(letter.step - 1, row.step)
    bare = Material(
        head, 0, (), None, letter.made_at + DUE_IN, options=kit.options(row), commitment=row.commitment,
        reveal=row.reveal is Reveal.FULL,
    )  # fmt: skip
    return bare if step < 0 or row.seed is None else _played(work, kit, row, bare, step)


def _played(work: Work, kit: Kit, row: GameRow, bare: Material, step: int) -> Material:
    """Add what was played by then, and what its reader was told of it."""
    tx, rules, head = work.tx, kit.rules, bare.head
    one = steps.played(tx, kit.codec, row.id, step)
    setup = steps.as_now(tx, rules, row.id, step)
    seat, reader = head.seat, OBSERVER if head.seat == GM else head.seat
    view, end = rules.look(one.state, reader, setup), ended(one.events)
    cited = citations.cited(tx, row.id, step, one.events)
    sits = seat in setup.seats
    return replace(
        bare,
        step=step,
        told=told(one.events, seat),
        view=view,
        deadline=_due(work, row, head, step),
        orders=_filed(work, kit, row, setup, seat, step) if sits else (),
        filed=_filed(work, kit, row, setup, seat, step + 1) if sits else (),
        form=_form(work, kit, row, setup, seat, step, view) if sits and end is None else (),
        notices=tuple(words for who, words in cited if who.includes(seat)),
        situation=kit.writer.situation(rules.look(one.state, OBSERVER, setup), told(one.events, OBSERVER)),
        examples=rules.orders.examples(view) if sits and end is None else (),
        **(_over(work, kit, row) if end is not None else {}),
    )


def _over(work: Work, kit: Kit, row: GameRow) -> dict[str, Any]:
    post, game = Post(work, row), steps.load(work.tx, kit.codec, row.id)
    found = opened.opened(post, game)
    return {
        "end": game.end,
        "turning": kit.writer.turning(steps.events(work.tx, kit.codec, row.id, since=1)),
        "opened": found,
        "all_orders": opened.all_orders(post, kit, game) if found else (),
    }


def _due(work: Work, row: GameRow, head: Head, step: int) -> datetime:
    if step < row.step:
        return steps.played_at(work.tx, row.id, step + 1)
    return row.due_at or head.now + DUE_IN


def _filed(work: Work, kit: Kit, row: GameRow, setup: Setup, seat: Seat, step: int) -> tuple[OrderLine, ...]:
    """Return what was on file for a step, or in force for it; of a seat that the referee plays, none stands."""
    file = orders.all_latest(work.tx, row.id, until=step).get(seat) or OnFile()
    if step <= row.step:
        lines = steps.played(work.tx, kit.codec, row.id, step).orders.get(seat, ())
        file = file if file.lines(step) == lines else OnFile({step: lines})
    return in_force(file, step, kit.rules.reader(kit.lexicon(setup.seats), seat))


def _form(work: Work, kit: Kit, row: GameRow, setup: Setup, seat: Seat, step: int, view: Any) -> tuple[str, ...]:
    file = orders.all_latest(work.tx, row.id, until=step).get(seat) or OnFile()
    return kit.rules.orders.form_with(view, file.standing, kit.rules.reader(kit.lexicon(setup.seats), seat))
