"""The options of a turn, combat, and what is played besides."""

from __future__ import annotations

from referee.engine.author import Order, Seat
from referee.games.amber.lists import Plan
from referee.games.amber.moves import Window
from referee.games.amber.words import Entries, Entry, How, Onslaught
from referee.games.cards import Card

# The options of a turn.


class Wait(Order):
    """Your option: make no move. You may still defend, help, play special cards and use Court cards."""

    usage = "WAIT (IN AMBER)"
    example = "WAIT"


class Stay(Order):
    """Your option in Shadow: stay there; you draw no second card."""

    usage = "STAY (IN SHADOW)"
    example = "STAY"


class Seize(Order):
    """Your option: claim the Throne. The cards are for a Civil War against anybody, as in WAR ANY WITH."""

    usage = "SEIZE (THRONE) (AMBER) [WITH plan]"
    example = "SEIZE WITH 9S, 7S"
    tail = ("WITH", "STOP")
    plan: Plan | None = None


class Attack(Order):
    """Your option: attack a player in Amber; without cards you lead your highest attack card, and no other."""

    usage = "ATTACK player [WITH plan]"
    example = "ATTACK CHAOS WITH 8S, 6P STOP ON TIE; IF WANDS THEN 6P; ELSE 5C"
    tail = ("WITH", "STOP")
    player: Seat
    plan: Plan = Plan()


class Go(Order):
    """Your option: move into Shadow, and take the top card of the deck."""

    usage = "GO (INTO) SHADOW"
    example = "GO SHADOW"


class Return(Order):
    """Your option in Shadow: return to Amber; after a banishment WITHOUT CARD declines the card you may take."""

    usage = "RETURN (AMBER) [WITHOUT CARD]"
    example = "RETURN WITHOUT CARD"
    without_card: bool = False


# Combat.


class War(Order):
    """Whom you attack in a Civil War, in order of preference; ANY is the next claimant after you."""

    usage = "WAR (AGAINST) player [WITH plan]"
    example = "WAR ANY WITH 9S, 7S STOP IF HELPED"
    tail = ("WITH", "STOP")
    player: Seat
    plan: Plan = Plan()


class Defend(Order):
    """Your replies in every combat: the line that names most is tried first. ONLY ends the search with the list."""

    usage = (
        "DEFEND [AGAINST|VS|VERSUS|FROM player] [AGAINST|VS|VERSUS attack] [ONLY] WITH list",
        "DEFEND AGAINST|VS|VERSUS|FROM player attack [ONLY] WITH list",
    )
    example = "DEFEND AGAINST RULER AGAINST CUPS 5 OR MORE ONLY WITH SWORDS, 9P, NOTHING"
    player: Seat | None = None
    attack: Onslaught | None = None
    only: bool = False
    list: Entries


class Surrender(Order):
    """Give up to every attack, or to those of one player: DEFEND WITH NOTHING."""

    usage = "SURRENDER [TO|AGAINST|VS|VERSUS player]"
    example = "SURRENDER TO RULER"
    leads = True
    player: Seat | None = None

    def stands_for(self) -> Order:
        return Defend(player=self.player, list=(Entry(How.NOTHING),))


class HelpPlayer(Order):
    """Offer your cards to a Defender; without a list whatever turns the attack back. AT MOST limits how many."""

    usage = (
        "HELP player [AGAINST|VS|VERSUS|FROM rival:player] [AGAINST|VS|VERSUS attack] [WITH list] [AT MOST n]",
        "HELP player AGAINST|VS|VERSUS|FROM rival:player attack [WITH list] [AT MOST n]",
    )
    example = "HELP RULER AGAINST ANY AGAINST SWORDS WITH 4W AT MOST 1"
    player: Seat
    rival: Seat | None = None
    attack: Onslaught | None = None
    list: Entries = ()
    n: int | None = None


class RefuseHelp(Order):
    """As Defender, accept no help, or none from this player."""

    usage = "REFUSE (ALL) HELP [FROM player]"
    example = "REFUSE HELP FROM RULER"
    player: Seat | None = None


class RefuseTheRansom(Order):
    """Refuse to pay for your Court card, where the game allows it."""

    usage = "REFUSE RANSOM"
    example = "REFUSE RANSOM"


class ProtectPlayer(Order):
    """Use your Ace of Wands for this player, if the Ten of Swords strikes them."""

    usage = "PROTECT player (WITH AW) (WITH ACE) (OF WANDS)"
    example = "PROTECT RULER"
    player: Seat


class NoAce(Order):
    """Keep your Ace of Wands, even if you are struck yourself."""

    usage = "NO ACE"
    example = "NO ACE"


class TakeSpoils(Order):
    """What you take when you win with Pentacles, or with a Wand against them: a vassal, or the loser's retreat."""

    usage = "SPOILS choice:VASSAL|BANISH [player]"
    example = "SPOILS BANISH RULER"
    choice: str
    player: Seat | None = None


class Tribute(Order):
    """The cards you give first, as tribute or half-share; PAY and DISCARD use these too if they have no list."""

    usage = "TRIBUTE list"
    example = "TRIBUTE 3C, WANDS"
    list: Entries


class Discard(Order):
    """The cards you discard first when you must."""

    usage = "DISCARD list"
    example = "DISCARD 10W"
    list: Entries


class Pay(Order):
    """The cards you pay first as a ransom."""

    usage = "PAY list"
    example = "PAY 3C"
    list: Entries


class Keep(Order):
    """Cards that are never used without your order, unless you are compelled; SPECIALS are all five."""

    usage = "KEEP list:kept"
    example = "KEEP 9C, X17"
    list: Entries


# Free plays.


class PlayCard(Order):
    """Play the Wish, Betrayal or Defeat on a player, in one of the four windows; FIRST if you name none."""

    usage = ("PLAY card ON player [when]", "PLAY card player [when]")
    example = "PLAY 2P ON RULER BEFORE ATTACKS"
    card: Card
    player: Seat
    when: Window = Window.FIRST


class Release(Order):
    """Set your vassal free as the turn begins; ANY or ALL are all of them."""

    usage = "RELEASE player"
    example = "RELEASE RULER"
    player: Seat


class GiveCards(Order):
    """Give a Shadow card away as the turn begins, where the game allows gifts."""

    usage = ("GIVE card TO player", "GIVE player card")
    example = "GIVE 5C TO RULER"
    card: Card
    player: Seat
