"""The options of a table (LT-22, LT-23, section 2.8), read into what the rules ask of them."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.options import BEGUN, DEALT, Option
from referee.engine.values import value
from referee.games.living_trumps.deck import Court

SEATS = range(3, 9)
"""How many play (LT-1.1)."""

LAST_TURN = 40
"""The last Turn of a table that says nothing of it: beyond the longest games of any variant (LT-R67)."""

NO_YES, YES_NO = ("no", "yes"), ("yes", "no")
NINE_PRINCES, PRINCE_OF_CHAOS, TRUMPS_OF_DOOM, WAR = (
    "nine-princes", "prince-of-chaos", "trumps-of-doom", "patternfall-war",
)  # fmt: skip

OPTIONS = (
    Option(
        "variant", NINE_PRINCES, (NINE_PRINCES, PRINCE_OF_CHAOS, TRUMPS_OF_DOOM, WAR), "LT-1.7", "which game it is",
        fixed=DEALT,
    ),
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


@value
class Options:
    """The options of one table; the fields are theirs."""

    variant: str = NINE_PRINCES
    skills: bool = False
    low_ace: bool = True
    anted_shadows: bool = False
    ante_returned: bool = False
    shadow_to_rider: bool = False
    one_tendril_card: bool = False
    keep_needed: bool = True
    primal_all: bool = False
    face_up_only: bool = False
    show_joker: bool = False
    wrong_call: str = "expose"
    trump_ends: bool = True
    jewel_from_storm: bool = True
    jewel_bonus: bool = False
    storm_is_deed: bool = False
    deed_same_turn: bool = False
    cut_final_tie: bool = False
    max_turns: int = LAST_TURN

    @classmethod
    def of(cls, settled: Mapping[str, str]) -> Options:
        """Read the settled options."""
        return cls(
            variant=settled["variant"],
            skills=settled["suitnames"] == "skills",
            low_ace=settled["low_ace"] == "yes",
            anted_shadows=settled["shift_shadows"] == "anted",
            ante_returned=settled["no_deal_ante"] == "returned",
            shadow_to_rider=settled["fair_trade_shadow"] == "hellrider",
            one_tendril_card=settled["logrus_cards"] == "one",
            keep_needed=settled["living_trump_needs_keep"] == "yes",
            primal_all=settled["primal_scope"] == "all",
            face_up_only=settled["consolidate"] == "face-up",
            show_joker=settled["show_joker"] == "yes",
            wrong_call=settled["wrong_call"],
            trump_ends=settled["trump_ends_reveal"] == "yes",
            jewel_from_storm=settled["jewel_from_storm"] == "yes",
            jewel_bonus=settled["jewel_bonus_on_transfer"] == "yes",
            storm_is_deed=settled["storm_is_deed"] == "yes",
            deed_same_turn=settled["war_deed"] == "same-turn",
            cut_final_tie=settled["final_tie"] == "cut",
            max_turns=int(settled["max_turns"]),
        )

    @property
    def war(self) -> bool:
        """Whether it is the Patternfall War (LT-23)."""
        return self.variant == WAR
