"""The options of a table (LT-22, LT-23, section 2.8), read into what the rules ask of them."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.ruleset import BEGUN, DEALT, Option, Settled, says
from referee.games.living_trumps.deck import Court

SEATS = range(3, 9)
"""How many play (LT-1.1)."""

LAST_TURN = 40
"""The last Turn of a table that says nothing of it: beyond the longest games of any variant (LT-R67)."""

NO_YES, YES_NO = ("no", "yes"), ("yes", "no")
VARIANTS = ("nine-princes", "prince-of-chaos", "trumps-of-doom", "patternfall-war")
NINE_PRINCES, PRINCE_OF_CHAOS, TRUMPS_OF_DOOM, WAR = VARIANTS

OPTIONS = (
    Option("variant", NINE_PRINCES, VARIANTS, "LT-1.7", "which game it is", fixed=DEALT, told=True),
    Option("suitnames", "attributes", ("attributes", "skills"), "LT-2.4", "what the suits are called", fixed=DEALT),
    Option("low_ace", "yes", YES_NO, "LT-R6", "is A-2-3-4-5 a straight?"),
    Option("shift_shadows", "kept", ("kept", "anted"), "LT-R16", "are the cards of a Shadowshift kept, or staked?"),
    Option("no_deal_ante", "sacrificed", ("sacrificed", "returned"), "LT-R17", "the Ante when nobody will Deal"),
    Option("fair_trade_shadow", "defender", ("defender", "hellrider"), "LT-R23", "who has the Shadow after Fair Trade"),
    Option("logrus_cards", "per-tendril", ("per-tendril", "one"), "LT-R28", "how many Shadows the Tendrils bring"),
    Option("living_trump_needs_keep", "yes", YES_NO, "LT-R31", "must one be in the Keep for a Living Trump?"),
    Option("primal_scope", "self", ("self", "all"), "LT-R33", "whose Shadows Primal Chaos sweeps"),
    Option("consolidate", "any", ("any", "face-up"), "LT-R37", "which Shadows may go into the Powerbase"),
    Option("show_joker", "no", NO_YES, "LT-R52", "may a Joker be put into the Show of Strength?"),
    Option("wrong_call", "expose", ("expose", "lose", "show-only"), "LT-R54", "what a wrong call costs"),
    Option("trump_ends_reveal", "yes", YES_NO, "LT-R56", "does a call for help end the flipping?"),
    Option("jewel_from_storm", "yes", YES_NO, "LT-R59", "do a Storm and a Pit-Dive's Joker bring the Jewel?"),
    Option("jewel_bonus_on_transfer", "no", NO_YES, "LT-R60", "does a Jewel handed on bring four Blood again?"),
    Option("storm_is_deed", "no", NO_YES, "LT-R39", "is a controlled Storm the Chaosian's deed?"),
    Option("war_deed", "ever", ("ever", "same-turn"), "LT-R65", "must the deed be done in the winning Turn?"),
    Option("final_tie", "shared", ("shared", "cut"), "LT-R64", "what becomes of a last tie"),
    Option("max_turns", str(LAST_TURN), (), "LT-R67", "the last Turn; 0 is no limit", range(201)),
    Option("live", "off", ("off", "on"), "LT-P1.8", "are replies asked for by mail in mid-Turn?", fixed=BEGUN),
)

COURT_OF: Mapping[str, Court] = {
    NINE_PRINCES: Court.AMBER, PRINCE_OF_CHAOS: Court.CHAOS, TRUMPS_OF_DOOM: Court.SHADOW,
}  # fmt: skip
"""The court of all in the three variants of a single one (LT-22)."""


class Options(Settled):
    """The options of one table."""

    variant: str
    skills: bool = says("suitnames", "skills")
    low_ace: bool
    anted_shadows: bool = says("shift_shadows", "anted")
    ante_returned: bool = says("no_deal_ante", "returned")
    shadow_to_rider: bool = says("fair_trade_shadow", "hellrider")
    one_tendril_card: bool = says("logrus_cards", "one")
    keep_needed: bool = says("living_trump_needs_keep")
    primal_all: bool = says("primal_scope", "all")
    face_up_only: bool = says("consolidate", "face-up")
    show_joker: bool
    wrong_call: str
    trump_ends: bool = says("trump_ends_reveal")
    jewel_from_storm: bool
    jewel_bonus: bool = says("jewel_bonus_on_transfer")
    storm_is_deed: bool
    deed_same_turn: bool = says("war_deed", "same-turn")
    cut_final_tie: bool = says("final_tie", "cut")
    max_turns: int

    @property
    def war(self) -> bool:
        """Whether it is the Patternfall War (LT-23)."""
        return self.variant == WAR
