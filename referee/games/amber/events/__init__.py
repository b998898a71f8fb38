"""What can happen in the Game of Amber, one kind of event for each fact and audience.

Where a seat stands in an event, ``Chaos`` may stand for X2 or X5 on the Throne.
"""

from __future__ import annotations

from referee.engine.events import Event
from referee.games.amber.events.cards import CardDrawnOpen as CardDrawnOpen
from referee.games.amber.events.cards import CardsDiscarded as CardsDiscarded
from referee.games.amber.events.cards import CardsDiscardedUnseen as CardsDiscardedUnseen
from referee.games.amber.events.cards import CardsDrawn as CardsDrawn
from referee.games.amber.events.cards import CardsDrawnUnseen as CardsDrawnUnseen
from referee.games.amber.events.cards import CardsHanded as CardsHanded
from referee.games.amber.events.cards import CardsHandedUnseen as CardsHandedUnseen
from referee.games.amber.events.cards import CardShown as CardShown
from referee.games.amber.events.cards import CardsPassedOver as CardsPassedOver
from referee.games.amber.events.cards import DeckRefilled as DeckRefilled
from referee.games.amber.events.cards import DecksMerged as DecksMerged
from referee.games.amber.events.cards import DrawLapsed as DrawLapsed
from referee.games.amber.events.cards import NothingHanded as NothingHanded
from referee.games.amber.events.cards import NothingLost as NothingLost
from referee.games.amber.events.causes import Claim as Claim
from referee.games.amber.events.causes import CourtBack as CourtBack
from referee.games.amber.events.causes import Death as Death
from referee.games.amber.events.causes import Fall as Fall
from referee.games.amber.events.causes import Hand as Hand
from referee.games.amber.events.causes import Loss as Loss
from referee.games.amber.events.causes import Occasion as Occasion
from referee.games.amber.events.causes import Result as Result
from referee.games.amber.events.causes import Way as Way
from referee.games.amber.events.combat import AllBanished as AllBanished
from referee.games.amber.events.combat import AttackStopped as AttackStopped
from referee.games.amber.events.combat import Banished as Banished
from referee.games.amber.events.combat import Beaten as Beaten
from referee.games.amber.events.combat import BecameVassal as BecameVassal
from referee.games.amber.events.combat import BondEnded as BondEnded
from referee.games.amber.events.combat import CardLed as CardLed
from referee.games.amber.events.combat import CardReplied as CardReplied
from referee.games.amber.events.combat import CardsLaidBlind as CardsLaidBlind
from referee.games.amber.events.combat import Clashed as Clashed
from referee.games.amber.events.combat import CombatBegan as CombatBegan
from referee.games.amber.events.combat import CombatEnded as CombatEnded
from referee.games.amber.events.combat import NoReply as NoReply
from referee.games.amber.events.combat import SpoilsChosen as SpoilsChosen
from referee.games.amber.events.powers import AceLaid as AceLaid
from referee.games.amber.events.powers import AcePlayed as AcePlayed
from referee.games.amber.events.powers import AceSpent as AceSpent
from referee.games.amber.events.powers import AmberAttacked as AmberAttacked
from referee.games.amber.events.powers import AmberFell as AmberFell
from referee.games.amber.events.powers import AmberHeld as AmberHeld
from referee.games.amber.events.powers import ChaosLaid as ChaosLaid
from referee.games.amber.events.powers import CourtRemoved as CourtRemoved
from referee.games.amber.events.powers import Died as Died
from referee.games.amber.events.powers import JusticeSpared as JusticeSpared
from referee.games.amber.events.powers import MagicianPlayed as MagicianPlayed
from referee.games.amber.events.powers import RestUnarmed as RestUnarmed
from referee.games.amber.events.powers import SiegeCancelled as SiegeCancelled
from referee.games.amber.events.powers import SpecialPlayed as SpecialPlayed
from referee.games.amber.events.powers import StarPlayed as StarPlayed
from referee.games.amber.events.powers import SunPlayed as SunPlayed
from referee.games.amber.events.powers import TenWasted as TenWasted
from referee.games.amber.events.powers import TurnedBack as TurnedBack
from referee.games.amber.events.powers import WorldPlayed as WorldPlayed
from referee.games.amber.events.powers import WorldUnused as WorldUnused
from referee.games.amber.events.shadow import AllyGained as AllyGained
from referee.games.amber.events.shadow import AllyLost as AllyLost
from referee.games.amber.events.shadow import CardsOpened as CardsOpened
from referee.games.amber.events.shadow import CardTaken as CardTaken
from referee.games.amber.events.shadow import CardTakenUnseen as CardTakenUnseen
from referee.games.amber.events.shadow import ChaosMet as ChaosMet
from referee.games.amber.events.shadow import CourtGivenBack as CourtGivenBack
from referee.games.amber.events.shadow import CourtRegained as CourtRegained
from referee.games.amber.events.shadow import HermitDeclared as HermitDeclared
from referee.games.amber.events.shadow import Imprisoned as Imprisoned
from referee.games.amber.events.shadow import KeptCardLost as KeptCardLost
from referee.games.amber.events.shadow import LeftForShadow as LeftForShadow
from referee.games.amber.events.shadow import LosesTurns as LosesTurns
from referee.games.amber.events.shadow import RansomFailed as RansomFailed
from referee.games.amber.events.shadow import Returned as Returned
from referee.games.amber.events.shadow import Silenced as Silenced
from referee.games.amber.events.table import CardDealtOpen as CardDealtOpen
from referee.games.amber.events.table import ChaosDethroned as ChaosDethroned
from referee.games.amber.events.table import ChaosEnthroned as ChaosEnthroned
from referee.games.amber.events.table import CharacterTaken as CharacterTaken
from referee.games.amber.events.table import DiceRolled as DiceRolled
from referee.games.amber.events.table import DiscardsReturned as DiscardsReturned
from referee.games.amber.events.table import HandDealt as HandDealt
from referee.games.amber.events.table import HandDealtUnseen as HandDealtUnseen
from referee.games.amber.events.table import OptionLapsed as OptionLapsed
from referee.games.amber.events.table import OptionRevealed as OptionRevealed
from referee.games.amber.events.table import PilesCounted as PilesCounted
from referee.games.amber.events.table import ThroneCardsDrawn as ThroneCardsDrawn
from referee.games.amber.events.table import ThroneCardTurned as ThroneCardTurned
from referee.games.amber.events.table import ThroneLost as ThroneLost
from referee.games.amber.events.table import ThroneTaken as ThroneTaken
from referee.games.amber.events.table import TurnBegan as TurnBegan
from referee.games.amber.events.table import TurnCutShort as TurnCutShort
from referee.games.amber.events.table import TurnEnded as TurnEnded
from referee.games.amber.events.table import WarBegan as WarBegan
from referee.games.amber.events.table import WarEnded as WarEnded

EVENTS: tuple[type[Event], ...] = (
    CharacterTaken, HandDealt, HandDealtUnseen, CardDealtOpen, PilesCounted,
    DiscardsReturned, DiceRolled, TurnBegan, OptionRevealed, OptionLapsed, TurnCutShort, TurnEnded,
    ThroneTaken, ThroneLost, ThroneCardTurned, ThroneCardsDrawn, ChaosEnthroned, ChaosDethroned, WarBegan, WarEnded,
    CombatBegan, CardLed, CardReplied, NoReply, Clashed, CardsLaidBlind, Beaten, AttackStopped, CombatEnded,
    SpoilsChosen, Banished, AllBanished, BecameVassal, BondEnded,
    CardsHanded, CardsHandedUnseen, NothingHanded, CardsDiscarded, CardsDiscardedUnseen, NothingLost, CardsDrawn,
    CardsDrawnUnseen, CardDrawnOpen, CardsPassedOver, DrawLapsed, DecksMerged, DeckRefilled,
    LeftForShadow, CardTaken, CardTakenUnseen, CourtRegained, Returned, ChaosMet, CourtGivenBack, RansomFailed,
    CardsOpened, AllyGained, AllyLost, HermitDeclared, KeptCardLost, LosesTurns, Imprisoned, Silenced,
    SpecialPlayed, AcePlayed, AceLaid, AceSpent, Died, CourtRemoved, MagicianPlayed, StarPlayed, SunPlayed, WorldPlayed,
    WorldUnused, JusticeSpared, AmberAttacked, ChaosLaid, TenWasted, RestUnarmed, TurnedBack, AmberFell, AmberHeld,
    SiegeCancelled, CardShown,
)  # fmt: skip

ENDS = {
    "throne held three turns": "A ruler has held the Throne for three complete turns (AM-14.1).",
    "emperor on the throne": "The Emperor lay on the Throne (AM-14.2).",
    "chaos held the throne three turns": "Chaos has held the Throne for three complete turns (AM-14.3).",
    "devil": "The Devil's attack got through (AM-14.4).",
    "all dead": "Nobody is alive (AM-14.5).",
    "all in the Tower": "Whoever is alive is a prisoner, and nobody is left to free them (R-79).",
    "last survivor": "One player alone is alive (R-63).",
    "turn limit": "The last turn of the game has been played (AM-14.7).",
}
"""The closed list of reasons for the end."""
