"""The Magician, the Star, the Sun and their like, attacks on Amber, Court cards, cuts and shows."""

from __future__ import annotations

from referee.engine.author import Order, Seat
from referee.games.amber.lists import Plan
from referee.games.amber.moves import Use, Window
from referee.games.amber.words import Entries, Entry, How, Whose
from referee.games.cards import Card

# The Magician, the Star, the Sun; standing choices.


class MagicianNegate(Order):
    """The Magician ends a player's attack when its first card lies, any or that on one player."""

    usage = (
        "MAGICIAN NEGATE player [VS|VERSUS|AGAINST rival:player]",
        "MAGICIAN NEGATE VS|VERSUS|AGAINST rival:player player",
    )
    example = "MAGICIAN NEGATE ANY VS RULER"
    player: Seat
    rival: Seat | None = None


class MagicianReverse(Order):
    """The Magician makes the loser the winner, if the first player has beaten the second."""

    usage = (
        "MAGICIAN REVERSE player VS|VERSUS|AGAINST rival:player",
        "MAGICIAN REVERSE VS|VERSUS|AGAINST rival:player player",
    )
    example = "MAGICIAN REVERSE ANY VS RULER"
    player: Seat
    rival: Seat


class MagicianCancel(Order):
    """The Magician takes away the effect, if the first player has beaten the second."""

    usage = (
        "MAGICIAN CANCEL player VS|VERSUS|AGAINST rival:player",
        "MAGICIAN CANCEL VS|VERSUS|AGAINST rival:player player",
    )
    example = "MAGICIAN CANCEL ANY VS RULER"
    player: Seat
    rival: Seat


class MagicianTake(Order):
    """The Magician takes a Shadow card from a player: the one named, or one of their choice."""

    usage = "MAGICIAN TAKE [card] (CARD) FROM player [when]"
    example = "MAGICIAN TAKE 9C FROM RULER LAST"
    card: Card | None = None
    player: Seat
    when: Window = Window.FIRST


class MagicianSave(Order):
    """The Magician saves a player from the Ten of Swords; you yourself are saved without this order."""

    usage = "MAGICIAN SAVE player"
    example = "MAGICIAN SAVE RULER"
    player: Seat


class MagicianThrone(Order):
    """The Magician sets you on the Throne."""

    usage = "MAGICIAN THRONE [when]"
    example = "MAGICIAN THRONE AFTER ATTACKS"
    when: Window = Window.FIRST


class MagicianFree(Order):
    """The Magician brings a player to Amber, out of Shadow, a banishment or the Tower."""

    usage = ("MAGICIAN FREE player [when]", "MAGICIAN FREE when player")
    example = "MAGICIAN FREE RULER LAST"
    player: Seat
    when: Window = Window.FIRST


class MagicianRepel(Order):
    """The Magician ends an attack on Amber as soon as it begins, any or those named; else it is the last resort."""

    usage = "MAGICIAN REPEL [threats]"
    example = "MAGICIAN REPEL X15, X2"
    threats: tuple[Card, ...] = ()


class StarRevive(Order):
    """The Star brings a dead player back."""

    usage = ("STAR REVIVE player [when]", "STAR REVIVE when player")
    example = "STAR REVIVE ANY LAST"
    player: Seat
    when: Window = Window.FIRST


class StarCancel(Order):
    """The Star ends an attack on Amber, as soon as it begins, any or those named; else it is the last resort."""

    usage = "STAR CANCEL [threats]"
    example = "STAR CANCEL X15, X2"
    threats: tuple[Card, ...] = ()


class NameSun(Order):
    """Whom the Sun makes your vassal, when you cannot reply unhurt: the first of these who can be named."""

    usage = "SUN players"
    example = "SUN RULER, ANY"
    players: tuple[Seat, ...]


class UseWorld(Order):
    """Whether the World replaces the ruler, when you meet it; YES if you say nothing. Stands until changed."""

    usage = "WORLD choice:YES|NO"
    example = "WORLD NO"
    standing = True
    choice: str


class UseHermit(Order):
    """Whether you declare the Hermit, on your next return; YES if you say nothing. Stands until changed."""

    usage = "HERMIT choice:YES|NO"
    example = "HERMIT NO"
    standing = True
    choice: str


class ThroneDraw(Order):
    """Whether you draw to the Throne as ruler; YES if you say nothing. Stands until changed."""

    usage = "THRONE DRAW choice:YES|NO"
    example = "THRONE DRAW NO"
    standing = True
    choice: str


class SayNo(Order):
    """Say no to the World, the Hermit or the Throne draw, as in WORLD NO. Stands until changed."""

    usage = ("NO choice:WORLD|HERMIT", "NO THRONE DRAW")
    example = "NO WORLD"
    choice: str = "DRAW"

    def stands_for(self) -> Order:
        kinds: dict[str, type[UseWorld | UseHermit | ThroneDraw]] = {"WORLD": UseWorld, "HERMIT": UseHermit}
        return kinds.get(self.choice, ThroneDraw)(choice="NO")


class DefendAmber(Order):
    """What you offer against Chaos, read in order at each of its cards; all your ordinary cards if you say nothing."""

    usage = (
        "DEFEND AMBER [AGAINST|VS|VERSUS threats] WITH list", "DEFEND AMBER AGAINST|VS|VERSUS CHAOS WITH list"
    )  # fmt: skip
    example = "DEFEND AMBER AGAINST X18 WITH 10S, WANDS, HIGH SWORDS"
    threats: tuple[Card, ...] = ()
    list: Entries


class DefendAmberByAll(Order):
    """Offer all your ordinary cards against Chaos, or nothing: DEFEND AMBER WITH ALL, DEFEND AMBER WITH NOTHING."""

    usage = (
        "DEFEND AMBER [AGAINST|VS|VERSUS threats] choice:ALL|NOTHING",
        "DEFEND AMBER AGAINST|VS|VERSUS CHAOS choice:ALL|NOTHING",
    )
    example = "DEFEND AMBER AGAINST X18 NOTHING"
    threats: tuple[Card, ...] = ()
    choice: str

    def stands_for(self) -> Order:
        return DefendAmber(threats=self.threats, list=(Entry(How(self.choice)),))


# Court cards.


class Ransom(Order):
    """Sell players their Court card, for a Shadow card of their choice."""

    usage = "RANSOM whose (CARD)"
    example = "RANSOM KP"
    whose: Whose


class Summon(Order):
    """Call a player to Amber with the Court card; all their Shadow cards lie open from then on."""

    usage = "SUMMON whose (AMBER)"
    example = "SUMMON KP"
    whose: Whose


class GiveBackAttack(Order):
    """Give a Court card back and fight its player, wherever they are."""

    usage = (
        "GIVE BACK whose (CARD) (AND) ATTACK (HIM) (HER) [player] [WITH plan]",
        "GIVE whose BACK (HIS) (HER) (CARD) (AND) ATTACK (HIM) (HER) [player] [WITH plan]",
    )
    example = "GIVE BACK KP ATTACK WITH 9S"
    tail = ("WITH", "STOP")
    whose: Whose
    player: Seat | None = None
    plan: Plan = Plan()


class GiveBack(Order):
    """Give players their Court card back."""

    usage = ("GIVE BACK whose (CARD)", "GIVE whose BACK (HIS) (HER) (CARD)")
    example = "GIVE BACK KP"
    whose: Whose


class ReturnCard(Order):
    """Give players their Court card back, as GIVE BACK does."""

    usage = "RETURN whose CARD"
    example = "RETURN KP CARD"
    whose: Whose


class ReturnAttack(Order):
    """Give players their Court card back to start a combat, as GIVE BACK .. ATTACK does."""

    usage = "RETURN whose CARD (AND) ATTACK (HIM) (HER) [player] [WITH plan]"
    example = "RETURN KP CARD ATTACK WITH 9S"
    tail = ("WITH", "STOP")
    whose: Whose
    player: Seat | None = None
    plan: Plan = Plan()

    def stands_for(self) -> Order:
        return GiveBackAttack(whose=self.whose, player=self.player, plan=self.plan)


class Ally(Order):
    """Make an unplayed character your ally, by the Court card; it brings two cards."""

    usage = "ALLY (WITH) whose"
    example = "ALLY KC"
    whose: Whose


class OnCourt(Order):
    """What to do at once with a drawn Court card, on this trip; the first line that fits counts."""

    usage = "COURT whose reaction [WITH plan]"
    example = "COURT ANY ATTACK WITH 9S; IF WANDS THEN 6P"
    tail = ("WITH", "STOP")
    whose: Whose
    reaction: Use
    plan: Plan = Plan()


# The rest.


class CutDeck(Order):
    """How many cards you cut, whenever the deck is cut; ANY leaves it to the dice. Stands until changed."""

    usage = ("CUT n (CARDS)", "CUT ANY")
    example = "CUT 23"
    standing = True
    n: int | None = None


class ShowCard(Order):
    """Show a hidden card to another player, at once; the referee certifies it."""

    usage = ("SHOW card TO player", "SHOW player card")
    example = "SHOW 5C TO RULER"
    at_once = True
    card: Card
    player: Seat


class ChaosLay(Order):
    """If you are dead and lead the forces of Chaos: the order in which they lay their cards."""

    usage = "CHAOS LAY list"
    example = "CHAOS LAY HIGH SWORDS, CUPS"
    list: Entries


class Character(Order):
    """Before the start: the characters you would like to be, in order of preference; the earlier sign-up comes first.

    They are Benedict, Fiona, Corwin, Brand (King, Queen, Knight and Page of Swords), Julian, Deirdre, Blaise, Merlin
    (Cups), Gerard, Flora, Caine, Martin (Wands), Eric, Llewella, Random and Moire (Pentacles).
    """

    usage = "CHARACTER courts"
    example = "CHARACTER NS, QS"
    courts: tuple[Whose, ...]
