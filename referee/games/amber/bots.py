"""Lines that a player might send: random ones, some for good measure, and ones that play to win by simple sense.

All are written from the view alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.engine.author import Chance, Seat
from referee.games.amber import conditions, deck, verbs
from referee.games.amber.knowledge import Knowledge
from referee.games.amber.state import rested
from referee.games.amber.words import CARD
from referee.games.cards import Card

ENTRIES = (
    "SWORDS", "LOW CUPS", "HIGH WANDS", "ALL SWORDS", "ENOUGH", "ENOUGH WANDS", "NEGATE", "COUNTER", "TIE", "ANY",
    "HELP", "NOTHING", "SURRENDER", "PENTACLES HIGH",
)  # fmt: skip
STOPS = (
    "", "", " STOP ON TIE", " STOP IF NEGATED", " STOP IF HELPED", " THEN STOP", " STOP IF RULER HAS 3 CARDS OR MORE",
)  # fmt: skip
BRANCHES = ("", "", "; IF WANDS THEN HIGH PENTACLES", "; IF SWORDS THEN 9S; ELSE ANY")
KINDS = ("SWORDS", "CUPS", "PENTACLES 4 OR MORE")
POLICIES = (
    "STANDING PROTECT ANY", "STANDING MAGICIAN SAVE ANY", "STANDING SUN ANY", "STANDING HELP ANY",
    "STANDING STAR CANCEL", "STANDING MAGICIAN REPEL", "WORLD YES", "WORLD NO", "HERMIT YES", "HERMIT NO",
    "THRONE DRAW NO",
)  # fmt: skip
WINDOWS = ("", " FIRST", " BEFORE ATTACKS", " AFTER ATTACKS", " LAST")
GARBLED = (
    "ATACK CHAOS", "ATTACK", "ATTACK the lot of them", "DEFEND WITH", "DEFEND AGAINST WITH 8S", "WAR ANY WITH",
    "SEIZE 8S AND", "PLAY 2P ON", "PLAY 8S ON RULER", "IF RULER THEN WAIT", "IF THRONE EMPTY SEIZE",
    "IF I HAVE THEN WAIT", "GO HOME", "CUT", "STAR", "MAGICIAN", "MAGICIAN REVERSE ANY", "KEEP 11S", "TRIBUTE X22",
    "ATTACK ME", "HELP ME", "COURT ANY DANCE", "ALLY", "good luck to you all", "RETURN WITH CARD", "SHOW 8S TO",
    "SPOILS", "ATTACK RULER WITH 8S; IF", "TURN 1 WAIT",
)  # fmt: skip

MANY_CARDS = 4
"""So many hidden cards are worth laying open by a summons."""

PLANS = (
    "DEFEND AGAINST CUPS WITH LOW SWORDS, ENOUGH",
    "DEFEND AGAINST SWORDS WITH WANDS LOW",
    "IF CIVIL WAR THEN DEFEND WITH ENOUGH, NOTHING",
    "IF THRONE EMPTY THEN CUT 7 ELSE CUT 23",
    "SPOILS VASSAL",
)


class _Scribe:
    """Writes random lines for one seat."""

    def __init__(self, v: Knowledge, chance: Chance, *, wild: bool) -> None:
        self.v, self.chance, self.wild = v, chance, wild
        self.others = [seat for seat in v.players if seat != v.seat]

    def pick(self, items: Sequence[str]) -> str:
        return self.chance.pick(items, "scribble")

    def below(self, n: int) -> int:
        return self.chance.below(n, "scribble")

    def card(self) -> str:
        """Name a card, mostly one that is held."""
        own = [*self.v.stock, *self.v.me.kept]
        cards: Sequence[Card] = own if own and self.below(5) else deck.SUIT_CARDS
        return CARD.show(self.chance.pick(cards, "scribble"))

    def player(self) -> str:
        """Name a player, or a word for one."""
        return self.pick((*self.others, *self.others, "RULER", "ANY" if self.wild else "RULER"))

    def entries(self) -> str:
        return ", ".join(self.card() if self.below(2) else self.pick(ENTRIES) for _ in range(1 + self.below(3)))

    def plan(self) -> str:
        return self.entries() + self.pick(STOPS) + self.pick(BRANCHES)

    def court(self) -> str:
        held = [card.code for card in self.v.courts]
        return self.pick(held) if held and self.below(4) else self.pick((*self.others, *deck.CHARACTERS.values()))

    def option(self) -> str:
        """Write the option of the turn, mostly a legal one."""
        if not self.v.me.in_amber and self.below(8):
            return self.pick(("RETURN", "RETURN", "STAY", "RETURN WITHOUT CARD"))
        popular = [seat for seat in self.others if deck.SUN in self.v.players[seat].kept]
        if popular and self.below(2):
            return f"ATTACK {popular[0]} WITH {self.plan()}, ANY"
        return self.pick((
            "WAIT", "SEIZE", "SEIZE THRONE", f"SEIZE WITH {self.entries()}", "GO SHADOW", "GO INTO SHADOW",
            f"ATTACK {self.player()} WITH {self.plan()}", f"ATTACK {self.player()}",
            f"IF {self.condition()} THEN SEIZE ELSE GO SHADOW",
        ))  # fmt: skip

    def condition(self) -> str:
        return self.pick(("", "NOT ")) + self.pick([kind.example for kind in conditions.CONDITIONS])

    def line(self) -> str:
        """Write one line besides the option."""
        writers: Sequence[Callable[[], str]] = (
            lambda: f"WAR {self.pick((self.player(), 'ANY'))} WITH {self.plan()}",
            lambda: f"DEFEND AGAINST {self.pick((*KINDS, self.player()))} WITH {self.entries()}",
            lambda: f"DEFEND {self.pick(('', 'ONLY '))}WITH {self.entries()}",
            lambda: f"HELP {self.player()}{self.pick(('', ' WITH ' + self.entries(), ' AT MOST 1'))}",
            lambda: self.pick(("REFUSE HELP", f"REFUSE HELP FROM {self.player()}")),
            lambda: self.pick(("NO ACE", f"PROTECT {self.player()}")),
            lambda: f"SPOILS {self.pick(('VASSAL', 'BANISH'))}",
            lambda: f"{self.pick(('TRIBUTE', 'DISCARD', 'PAY', 'KEEP'))} {self.entries()}",
            lambda: f"PLAY {self.pick(('9C', '7C', '2P'))} ON {self.player()}{self.pick(WINDOWS)}",
            lambda: f"{self.pick(('RANSOM', 'SUMMON', 'GIVE BACK', 'ALLY'))} {self.court()}",
            lambda: f"GIVE BACK {self.court()} AND ATTACK WITH {self.plan()}",
            lambda: f"ON COURT ANY {self.pick(('KEEP', 'RANSOM', 'GIVE BACK', 'ATTACK WITH ' + self.plan()))}",
            lambda: f"MAGICIAN {self.magic()}",
            lambda: self.pick((f"STAR REVIVE ANY{self.pick(WINDOWS)}", "STAR CANCEL", f"SUN {self.player()}, ANY")),
            lambda: f"DEFEND AMBER WITH {self.pick(('ALL', 'NOTHING', self.entries()))}",
            lambda: f"DEFEND AMBER AGAINST MOON WITH {self.entries()}",
            lambda: self.pick((f"CUT {self.below(90)}", "CUT ANY", "WORLD NO", "HERMIT NO", "THRONE DRAW NO")),
            lambda: f"IF {self.condition()} THEN DEFEND WITH {self.entries()}",
            lambda: self.pick((f"RELEASE {self.player()}", f"STANDING DEFEND WITH {self.entries()}")),
            lambda: f"CHAOS LAY {self.entries()}",
            lambda: self.chance.pick(verbs.VERBS, "scribble").example,
        )  # fmt: skip
        return self.chance.pick(writers, "scribble")()

    def apt(self) -> Sequence[str]:
        """Write lines for what one holds or may be asked, so that rare decisions are met too."""
        v = self.v
        found = [self.pick(POLICIES)] if self.below(2) else []
        if deck.MAGICIAN in v.me.kept:
            wish = self.pick(("NEGATE ANY", "REVERSE ANY VS ANY", "CANCEL ANY VS ANY"))
            found += ["MAGICIAN SAVE ANY", "MAGICIAN REPEL", *([f"MAGICIAN {wish}"] if self.below(2) else [])]
            if self.below(3) == 0:
                found.append(f"MAGICIAN TAKE {self.card()} FROM {self.pick(self.others)} LAST")
        if deck.STAR in v.me.kept:
            found += ["STAR CANCEL", f"STAR REVIVE ANY{self.pick(WINDOWS)}"]
        if deck.SUN in v.me.kept:
            found += [f"SUN {self.player()}, ANY", "DEFEND WITH HELP, ANY"]
        if deck.DEATH in v.stock:
            found += [f"ATTACK {self.player()} WITH 10S, ANY", self.pick(("KEEP 10S", "DEFEND WITH 10S, ANY"))]
        if deck.PROTECTION in v.stock:
            found += [self.pick(("PROTECT ANY", f"PROTECT {self.player()}", "NO ACE"))]
        if v.courts:
            found += [f"{self.pick(('RANSOM', 'SUMMON', 'GIVE BACK', 'ALLY'))} {self.court()}"]
        if v.options.ransom_refusable:
            found.append("REFUSE RANSOM")
        if not v.me.alive and v.options.chaos_player == "dead":
            found += [f"CHAOS LAY {self.entries()}", "CHAOS LAY SWORDS, CUPS, WANDS, PENTACLES"]
        return [line for line in found if self.below(4)]

    def magic(self) -> str:
        """Write a wish of the Magician."""
        one, other = self.player(), self.player()
        return self.pick((
            f"NEGATE {one}", f"REVERSE {one} VS {other}", f"CANCEL ANY VS {other}",
            f"TAKE FROM {one}{self.pick(WINDOWS)}", f"TAKE {self.card()} FROM {one}", f"SAVE {one}",
            f"THRONE{self.pick(WINDOWS)}", f"FREE {one} LAST", "REPEL",
        ))  # fmt: skip


def scribble(v: Knowledge, chance: Chance, wild: bool) -> Sequence[str]:
    """Write random orders; if ``wild``, some of them illegal or garbled."""
    scribe = _Scribe(v, chance, wild=wild)
    if scribe.below(9) == 0:
        return []
    lines = [scribe.option(), *scribe.apt(), *(scribe.line() for _ in range(scribe.below(7)))]
    if wild:
        for _ in range(scribe.below(4)):
            lines.insert(scribe.below(len(lines) + 1), scribe.pick(GARBLED))
    return lines


# Play to win by simple sense.


def sensible(v: Knowledge, chance: Chance) -> Sequence[str]:
    """Play to win: hold the Throne, drive a ruler out of it, grow when weak, fight the weak when strong."""
    if not v.me.alive:
        return []
    lines = ["DEFEND WITH ANY", "DEFEND AMBER WITH ALL", "ON COURT ANY RANSOM"]
    lines += courts(v)
    lines += free_plays(v, chance)
    lines += friends(v, chance)
    return [*option(v, chance), *lines]


def option(v: Knowledge, chance: Chance) -> list[str]:
    """Choose the option, with its war lines."""
    if not v.me.in_amber:
        return ["RETURN"]
    leads = v.leads
    plan = CARD.codes(leads)
    if v.ruler == v.seat:
        return ["WAIT", "WAR ANY WITH CUPS, PENTACLES HIGH"]
    if v.occupant is not None and v.reign >= 1 and leads:
        target = "CHAOS" if v.ruler is None else v.ruler
        return [f"ATTACK {target} WITH {plan}"] if v.me.lord != target else ["GO SHADOW"]
    if v.occupant is None and (len(v.stock) >= 3 or chance.below(3, "sensible") == 0):
        return [f"SEIZE WITH {plan}" if leads else "SEIZE"]
    prey = weakest(v)
    if len(leads) >= 2 and prey is not None and chance.below(2, "sensible"):
        return [f"ATTACK {prey} WITH {plan}"]
    return ["GO SHADOW" if rested(v.turn, v.me.back_since) else "WAIT"]


def weakest(v: Knowledge) -> Seat | None:
    """Find the player in Amber with the fewest cards, neither lord nor vassal."""
    others = {seat: p for seat, p in v.players.items() if seat not in (v.seat, v.me.lord)}
    prey = [seat for seat, p in others.items() if p.in_amber and p.lord != v.seat]
    return min(prey, key=lambda seat: v.players[seat].cards, default=None)


def neighbour(v: Knowledge) -> Seat | None:
    """Find the next player in Amber but one's lord, as one sits, lest first letters send all against the same one."""
    seats = list(v.players)
    at = seats.index(v.seat)
    others = (*seats[at + 1 :], *seats[:at])
    return next((seat for seat in others if v.players[seat].in_amber and seat != v.me.lord), None)


def courts(v: Knowledge) -> list[str]:
    """Use held Court cards: allies for strength, a summons for vassals far away and for full hands, else ransoms."""
    return [f"{court_use(v, v.owner(card))} {card.code}" for card in v.courts]


def court_use(v: Knowledge, owner: Seat | None) -> str:
    """Say what is best done with somebody's Court card; a summons wants one who is in Amber."""
    if owner is None:
        return "ALLY"
    p = v.players[owner]
    wanted = (p.lord == v.seat and not p.in_amber) or p.hidden >= MANY_CARDS
    return "SUMMON" if wanted and v.me.in_amber else "RANSOM"


def friends(v: Knowledge, chance: Chance) -> list[str]:
    """Call on the Sun for those with the most cards; show Death to somebody when another rules."""
    others = [seat for seat, p in v.players.items() if seat != v.seat and p.in_amber]
    others.sort(key=lambda seat: -v.players[seat].cards)
    lines = [f"SUN {', '.join(others)}"] if deck.SUN in v.me.kept and others else []
    allies = [seat for seat in others if seat != v.ruler]
    another_rules = v.reign >= 1 and v.ruler not in (None, v.seat)
    if deck.DEATH in v.down and another_rules and allies and chance.below(2, "sensible"):
        lines.append(f"SHOW {deck.DEATH.code} TO {allies[0]}")
    return lines


def free_plays(v: Knowledge, chance: Chance) -> list[str]:
    """Play the Wish on oneself, Defeat and Betrayal on a ruler or on whoever is strongest, if not in combats (R-38)."""
    lines = []
    if deck.WISH in v.stock and v.ruler != v.seat:
        lines.append("PLAY 9C ON ME AFTER ATTACKS")
    rivals = [seat for seat, p in v.players.items() if seat != v.seat and p.alive]
    if rivals:
        strongest = max(rivals, key=lambda seat: v.players[seat].cards)
        target = v.ruler if v.ruler is not None and v.ruler != v.seat else strongest
        for card in (deck.DEFEAT, deck.BETRAYAL):
            wanted = card in v.stock and (v.reign >= 1 or chance.below(3, "sensible") == 0)
            if wanted and v.options.special_timing != "combat":  # after the draw: luck is the same by either switch
                lines.append(f"PLAY {card.code} ON {target}")
    return lines


def examples(v: Knowledge) -> Sequence[str]:
    """Show an attack, or a claim where none can be, and a defence with the cards of this hand; in Shadow the way back.

    The dead and those who may not choose have no option to show, and who can do neither waits.
    """
    if v.seat not in v.players or not v.me.alive:
        return ()
    if not v.me.in_amber:
        return ("RETURN", "STAY") if v.able(v.seat) else ()
    cards, prey = v.leads[:2], neighbour(v)
    able = cards and prey is not None and v.able(v.seat)
    claim = "SEIZE" if v.has_claim(v.seat) else "WAIT"
    option = (f"ATTACK {prey} WITH {CARD.codes(cards)}" if able else claim,) if v.able(v.seat) else ()
    spoils = ("SPOILS VASSAL",) if able and any(card.suit == deck.PENTACLES for card in cards) else ()
    wands = any(card.suit == deck.WANDS and card != deck.PROTECTION for card in v.stock)
    against = ("DEFEND AGAINST SWORDS WITH WANDS",) if wands else ()
    return (*option, *(against or spoils), "DEFEND WITH ENOUGH, HELP")


def form(v: Knowledge) -> Sequence[str]:
    """Suggest the orders that are in force without any; one who has nothing to choose or to reply has none."""
    if v.seat not in v.players or not v.me.alive or v.me.prison or v.serving(v.seat):
        return ()
    if v.losing(v.seat):
        amber = ("DEFEND AMBER WITH ALL",) if v.me.in_amber else ()
        return ("DEFEND WITH ANY", *amber) if v.options.lost_turn_defence else ()
    return ("WAIT" if v.me.in_amber else "STAY", "DEFEND WITH ANY", "DEFEND AMBER WITH ALL")


def asides(v: Knowledge, chance: Chance) -> Sequence[str]:
    """Show a card to somebody now and then, lay down a plan, keep a special card back."""
    lines = []
    others = [seat for seat, p in v.players.items() if seat != v.seat and p.alive]
    if v.down and others and chance.below(6, "show") == 0:
        card, friend = chance.pick(v.down, "shown"), chance.pick(others, "friend")
        lines.append(f"SHOW {CARD.show(card)} TO {friend}")
    if chance.below(3, "plan") == 0:
        lines.append(chance.pick(PLANS, "which plan"))
    special = next((card for card in v.stock if card in deck.SPECIALS), None)
    if special is not None and chance.below(3, "keep") == 0:
        lines.append(f"KEEP {CARD.show(special)}")
    return lines
