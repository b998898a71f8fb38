"""Rule cases: a state out of readable keys (CASES.md); ``shown`` stands beside."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.cases.words import CaseStart
from referee.cases.words.reading import listed
from referee.engine.asks import Answer, Ask, Why
from referee.engine.audience import OBSERVER, Seat
from referee.engine.errors import SetupError
from referee.engine.orders import Order
from referee.engine.setup import Setup
from referee.engine.table import Desk
from referee.engine.values import value
from referee.games.cards import Card, Pack, card_named
from referee.games.living_trumps import blood, deck, duel, poker, turn
from referee.games.living_trumps.asks import TrumpAnte
from referee.games.living_trumps.case.people import BY_NAME, KEYS, People, whole
from referee.games.living_trumps.case.staged import ASKED, SECRET, SPOKEN, kind_of
from referee.games.living_trumps.contest import settle_bargain
from referee.games.living_trumps.deal import deal, win
from referee.games.living_trumps.deck import rank_named, suit_named
from referee.games.living_trumps.desk import desk
from referee.games.living_trumps.moves import ANY, NOTHING_SAID, Name, Place, Terms, exactly
from referee.games.living_trumps.options import Options
from referee.games.living_trumps.shadows import jokers_in, lay_in
from referee.games.living_trumps.state import JewelAt, Laid, Player, Reason, State, Trumps
from referee.games.living_trumps.view import View

EXAMPLE = "{Eric: ...}"
EXAMPLES = {"duel": "{challenger: Eric, defender: Fiona}", "agreed": "{Eric: 7D, Fiona: hearts}"}
TWICE = 2
STAKES = {Place.AMBER: 1, Place.KEEP: deck.KEEP_CARDS}
OWN = {deck.Court.SHADOW: Place.KEEP}
"""Where one of the court is whose Place is not said; the others are in Amber."""


def given(options: Mapping[str, str], data: Mapping[str, Any]) -> CaseStart[State]:
    """Make the start of a rule case; raises `SetupError` for a key, card or player that does not exist."""
    for key in data:
        if key not in KEYS and not kind_of(key):
            raise SetupError(f"There is no key {key}. There are {', '.join(KEYS)}, and hearts_in_hand and its like.")
    if isinstance(data.get("deeds"), list | str):
        data = {**data, "deeds": dict.fromkeys(listed(data["deeds"]), True)}
    for key in (*BY_NAME, "duel"):
        if data.get(key) is not None and not isinstance(data[key], Mapping):
            example = EXAMPLES.get(key, EXAMPLE)
            raise SetupError(f"What stands under {key} is written by name, such as {key}: {example}.")
    builder = Builder(dict(options), data)
    setup = Setup(tuple(builder.people), dict(options), builder.wishes)
    if builder.set_up:
        return CaseStart(setup, State(Options.of(options), {}), 0)
    step = whole("turn", data.get("turn", 1))
    state, scene = builder.state(step), builder.scene()
    if scene is None:
        return CaseStart(setup, state, step)
    return CaseStart(setup, state, step, scene.play, scene.desk, builder.cuts())


def phase_named(word: Any) -> str:
    """Read a phase or step by its name, such as ``Tricks Phase``; the Black Zone turns in the Power Step."""
    text = str(word).strip().lower().replace(" ", "-").replace("_", "-")
    text = text.removesuffix("-phase").removesuffix("-step")
    return {"black-zone-turning": "power", "turning": "power"}.get(text, text)


def agreed_on(word: Any) -> Name:
    """Read what a Deal is about: a card, a rank or a suit, or any card (LT-R44); raises `SetupError` otherwise."""
    text = str(word).strip().upper()
    if text in ("ANY", "ANY CARD"):
        return ANY
    card, rank, suit = card_named(text, Pack.FRENCH), rank_named(text), suit_named(text)
    if card is not None and not card.joker:
        return exactly(card.rank, card.suit)
    if not rank and not suit:
        raise SetupError(f"One agrees on a card, a rank or a suit, not on {word} (LT-R44).")
    return Name(rank, "" if rank else suit)


@dataclass
class Builder(People):
    """Lays a table out as a case says, and the rest so that it disturbs nothing."""

    s: State = field(init=False)

    def state(self, number: int) -> State:
        """Lay out the whole table."""
        players = {
            seat: Player(seat, about["court"], about["identity"], about["forte"]) for seat, about in self.people.items()
        }
        s = self.s = State(Options.of(self.options), players, turn=number)
        s.trump_deck, s.shadow_deck = deck.trump_deck(len(players)), deck.shadow_deck()
        s.reserve = deck.reserve_jokers()
        top, bottom = self._deck_ends()
        for p in players.values():
            self._powerbase(p)
            self._shadows(p)
        for p in players.values():
            if not p.powerbase and self._of("powerbase", p.seat) is None:
                self._identity_card(p)
            self._blood(p)
        self._hands(players)
        s.shadow_deck = [*top, *s.shadow_deck, *bottom]
        self._rest(s)
        said = [self.seat(name) for name in listed(self.data.get("initiative"))]
        worth = {p.seat: (poker.value(p.base) if p.base else (0, ()), p.blood) for p in players.values()}
        strong = sorted(players, key=worth.__getitem__, reverse=True)
        s.initiative = [*said, *(seat for seat in strong if seat not in said)]
        return s

    def take(self, pool: list[Card], names: Any) -> list[Card]:
        """Take named cards out of a pool; a Shadow Joker may come from the reserve."""
        found = []
        for name in listed(names):
            face, s = card_named(name, Pack.FRENCH), self.s
            if face is None:
                raise SetupError(f"There is no card {name}.")
            source = s.reserve if pool is s.shadow_deck and face.joker and not jokers_in(pool) else pool
            card = next((card for card in source if card.face is face), None)
            if card is None:
                raise SetupError(f"There are not so many of {name}.")
            source.remove(card)
            found.append(card)
        return found

    def _deck_ends(self) -> tuple[list[Card], list[Card]]:
        shades, reserve = self.s.shadow_deck, self.s.reserve
        top = self.take(shades, self.data.get("shadow_deck_top") or self.data.get("shadow_deck_after_cut"))
        for pile in self.data.get("shadow_deck_piles") or []:
            top += self.take(shades, pile)
        bottom = self.take(shades, self.data.get("shadow_deck_bottom_up"))
        if (wanted := self.data.get("shadow_deck_jokers")) is not None:
            more = whole("shadow_deck_jokers", wanted) - jokers_in((*top, *bottom, *shades))
            for _ in range(more):
                shades.append(reserve.pop(0))
            for _ in range(-more):
                reserve.append(joker := next(card for card in shades if card.joker))
                shades.remove(joker)
        return top, bottom[::-1]

    def _lay(self, row: list[Laid], names: Any, *, down: bool = False) -> None:
        for card in self.take(self.s.shadow_deck, names):
            lay_in(row, card, down=down, known=not down)

    def _powerbase(self, p: Player) -> None:
        for key, side in (("powerbase", "face_up"), ("powerbase_face_down", "face_down")):
            said = self._of(key, p.seat)
            about = said if isinstance(said, Mapping) else {side: said}
            self._lay(p.powerbase, about.get("face_up"))
            self._lay(p.powerbase, about.get("face_down"), down=True)

    def _shadows(self, p: Player) -> None:
        said = self._of("shadows", p.seat)
        about = said if isinstance(said, Mapping) else {"face_up": said}
        self._lay(p.shadows, about.get("face_up"))
        for key, place in (("amber", Place.AMBER), ("keep", Place.KEEP), ("face_down", OWN.get(p.court, Place.AMBER))):
            if listed(about.get(key)):
                self._lay(p.shadows, about[key], down=True)
                p.where = place

    def _identity_card(self, p: Player) -> None:
        suits, shades = (p.forte, *deck.SUITS), self.s.shadow_deck
        found = next((c for suit in suits for c in shades if (c.rank, c.suit) == (p.rank, suit)), None)
        if found is not None:
            shades.remove(found)
            lay_in(p.powerbase, found)

    def _blood(self, p: Player) -> None:
        active = str(self.data.get("active", "")).casefold() == p.seat.casefold()
        said = self._of("blood", p.seat)
        if said is None and active:
            said = self.data.get("blood_before")
        about = said if isinstance(said, Mapping) else {"free": said} if said is not None else {}
        place = self._of("places", p.seat) or (self.data.get("place") if active else None)
        if p.where is Place.NONE and place in ("amber", "keep"):
            p.where = Place(place)
        placed = whole("blood", about.get("placed", STAKES.get(p.where, 0)))
        if placed and p.where is Place.NONE:
            p.where = Place.KEEP if placed == deck.KEEP_CARDS else OWN.get(p.court, Place.AMBER)
        for _ in range(STAKES.get(p.where, 0) - len(p.place_cards())):
            card = next(card for card in reversed(self.s.shadow_deck) if not card.joker)
            self.s.shadow_deck.remove(card)
            lay_in(p.shadows, card, down=True, known=False)
        p.free, p.placed = whole("blood", about.get("free", 5 - placed if not about else 0)), placed

    def _hands(self, players: dict[Seat, Player]) -> None:
        """Deal named cards first; whoever's Hand is not given in full has others that make no Trick."""
        s, trumps = self.s, self.s.trump_deck
        for p in players.values():
            names = listed(self._of("hands", p.seat)) or listed(self._of("hands_include", p.seat))
            p.hand = self.take(trumps, names)
        for name, card in dict(self.data.get("played") or {}).items():
            hand, face = players[self.seat(name)].hand, card_named(str(card), Pack.FRENCH)
            if all(one.face is not face for one in hand):
                hand += self.take(trumps, card)
        barred: dict[Seat, list[str]] = {}
        for key, about in self.data.items():
            if key not in KEYS and (what := kind_of(key)):
                for name, cards in about.items():
                    barred.setdefault(seat := self.seat(name), []).append(what)
                    players[seat].hand += self.take(trumps, cards)
        top = self.take(trumps, self.data.get("trump_deck_top"))
        self._spoken_of(players, barred)
        s.discard = self.take(trumps, self.data.get("trump_discard"))
        flaws, secret = [p.rank for p in players.values()], listed(self.data.get(SECRET))
        for n, p in enumerate(players.values()):
            if not listed(self._of("hands", p.seat)):
                own, asked = barred.get(p.seat, []), [*self._asked_of(p.seat), *secret]
                self._deal(p, n, ([*flaws, *own, *asked], [*own, *asked], own))
        s.trump_deck = [*top, *trumps]
        if (left := self.data.get("trump_deck_left")) is not None:
            left = whole("trump_deck_left", left)
            s.trump_deck, s.discard = s.trump_deck[:left], [*s.discard, *s.trump_deck[left:]]

    def _spoken_of(self, players: Mapping[Seat, Player], barred: Mapping[Seat, Sequence[str]]) -> None:
        """Deal the cards that orders play and luck draws, where nothing else is said of the Hand."""
        for name, cards in dict(self.data.get(SPOKEN) or {}).items():
            p = players[self.seat(name)]
            words = listed(cards) if not listed(self._of("hands", p.seat)) else []
            for at, word in enumerate(words):
                face, copies = card_named(word, Pack.FRENCH), words[: at + 1].count(word)
                if face is None or {face.rank or "JOKER", face.suit} & {*barred.get(p.seat, ())}:
                    continue
                if len(p.hand) < deck.HAND and sum(card.face is face for card in p.hand) < copies:
                    self._draw(p, face.code)

    def _draw(self, p: Player, code: str) -> None:
        """Deal such a card, if one is left."""
        found = next((card for card in self.s.trump_deck if card.code == code), None)
        if found is not None:
            self.s.trump_deck.remove(found)
            p.hand.append(found)

    def _asked_of(self, seat: Seat) -> Iterator[str]:
        """List what the orders of the others ask of somebody."""
        for name, asked in dict(self.data.get(ASKED) or {}).items():
            if str(name).casefold() != seat.casefold():
                yield from asked

    def _deal(self, p: Player, n: int, shunned: Sequence[Sequence[str]]) -> None:
        """Fill a Hand up with what disturbs nothing: no rank, suit or card that is shunned, as far as cards last."""
        for shun in shunned:
            for i in range(len(deck.RANKS) * len(deck.SUITS) * TWICE):
                if len(p.hand) >= deck.HAND:
                    return
                rank = deck.RANKS[(i + 3 * n) % len(deck.RANKS)]
                suit = deck.SUITS[(i + i // len(deck.RANKS) + n) % len(deck.SUITS)]
                if not {rank, suit, f"{rank}{suit}"} & {*shun} and deck.held(p.hand, rank) < TWICE:
                    self._draw(p, f"{rank}{suit}")

    def _rest(self, s: State) -> None:
        jewel = self.data.get("jewel")
        if jewel not in (None, "none", "waiting", "bank"):
            name, _, where = str(jewel).partition(" ")
            s.jewel, s.jewel_at = self.seat(name), JewelAt(where or "free")
        for name, done in dict(self.data.get("deeds") or {}).items():
            s.players[self.seat(name)].deed = s.turn if done in (True, "yes") else whole("deeds", done)
        for name in listed(self.data.get("open_hand")):
            s.players[self.seat(name)].open_turn = s.turn
        for name in listed(self.data.get("cursed")):
            s.players[self.seat(name)].cursed = True

    def scene(self) -> Scene | None:
        """Read which part of a Turn the case is about, if it is not about a whole one."""
        duel, data = self.data.get("duel"), self.data
        phase = phase_named(data.get("phase", ""))
        ante = whole("ante_blood", data.get("ante_blood", 0))
        if duel is not None:
            stage = str(duel.get("stage", "show" if "first_blood" in duel else ""))
            suit = suit_named(str(duel["suit"])) if "suit" in duel else ""
            one, other = self.seat(duel["challenger"]), self.seat(duel["defender"])
            return Scene("duel", one, other, stage=stage, suit=suit, ante=ante)
        if "agreed" in data:
            if len(data["agreed"]) != 2:
                raise SetupError("A Deal is between two: agreed names both, and what each gives.")
            played = {}
            for seat, card in ((self.seat(name), card) for name, card in (data.get("played") or {}).items()):
                face = card_named(str(card), Pack.FRENCH)
                played[seat] = next(one for one in self.s.players[seat].hand if one.face is face)
            (one, other), agreed = map(self.seat, data["agreed"]), Terms(*map(agreed_on, data["agreed"].values()))
            return Scene("deal", one, other, ante=ante, agreed=agreed, played=played)
        if phase in ("power", "initiative"):
            return Scene(phase)
        if "active" not in data:
            return None
        if phase and phase not in turn.PHASES:
            raise SetupError(f"There is no phase {phase}. There are {', '.join(turn.PHASES)}, power and initiative.")
        return Scene("intrigue", self.seat(data["active"]), phase=phase or turn.PHASES[0])

    def cuts(self) -> dict[str, list[int]]:
        """Read the cuts of the Shadow Deck that are made: into piles, or once where the case gives it as cut."""
        cuts = {"cut": [0]} if "shadow_deck_after_cut" in self.data else {}
        if piles := [len(listed(pile)) for pile in self.data.get("shadow_deck_piles") or []]:
            cuts["piles"] = [piles[0] - 1, piles[0] + piles[1] - 2]
        return cuts


@value
class Scene:
    """What is played: an Intrigue Step from a phase on, the Power Step, the order set, a Duel from a stage, a Deal.

    ``played`` are Trump Antes that are settled.
    """

    kind: str
    active: Seat = OBSERVER
    other: Seat = OBSERVER
    phase: str = turn.PHASES[0]
    stage: str = ""
    suit: str = ""
    ante: int = 0
    agreed: Terms = NOTHING_SAID
    played: Mapping[Seat, Card] = field(default_factory=dict)

    def play(self, t: Trumps) -> None:
        """Play it between the beginning and the end of a Turn."""
        turn.begin(t)
        match self.kind:
            case "intrigue":
                turn.intrigue(t, self.active, self.phase)
            case "power":
                turn.power_step(t)
                if not turn.check_victory(t):
                    turn.next_turn(t)
            case "initiative":
                turn.set_initiative(t)
            case "duel":
                ante = self._staked(t)
                winner = self._fight(t)
                win(t, winner, self.other if winner == self.active else self.active, ante)
            case _:
                for bargain in deal(t, self.active, self.other, self.agreed, self._staked(t), forced=False):
                    settle_bargain(t, bargain)
        turn.close(t)

    def _staked(self, t: Trumps) -> blood.Ante:
        """Lay the Ante that the case gives."""
        ante = blood.Ante(self.active)
        if self.ante:
            blood.gain(t, self.active, self.ante, Reason.ANTE)
            blood.stake(t, ante, self.active, self.ante, Reason.ANTE)
        return ante

    def _fight(self, t: Trumps) -> Seat:
        """Fight a Duel from its stage on, with the suit if it is chosen."""
        d = duel.begin(t, self.active, self.other)
        d.suit = self.suit
        winner = None if self.stage else duel.first_blood(t, d)
        if winner is None and not d.suit:
            duel.choose_weapon(t, d)
        if winner is None and self.stage != "feints":
            winner = duel.strength(t, d)
        return duel.end(t, d, winner or duel.feinting(t, d))

    def desk(self, seat: Seat, orders: Sequence[Order], look: Callable[[], View]) -> Desk:
        """Answer as the orders do, but for a Trump Ante that is settled."""
        own = desk(seat, orders, look)

        def answer(ask: Ask[Any]) -> Answer[Any]:
            if len(self.played) > 1 and isinstance(ask, TrumpAnte):
                return Answer(self.played[seat], Why.DEFAULT)
            return own(ask)

        return answer
