"""The switches of the game, settled when it is created (RULES.md, 1C)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.author import BEGUN, DEALT, Option, Settled, says
from referee.engine.ruleset import settled as all_of

OFF_ON = ("off", "on")
ON_OFF = ("on", "off")
YES_NO = ("yes", "no")
NO_YES = ("no", "yes")

OPTIONS = (
    Option("vassal_tribute", "points", ("points", "all"), "R-7", "does a new vassal pay a card a point, or all?"),
    Option("unanswered_margin", "full", ("full", "one"), "R-10", "what is an unanswered attack worth?"),
    Option("banish_cap", "none", ("none",), "R-10", "the most turns that a defeat banishes for", range(1, 10)),
    Option("banish_exit_card", "on", ON_OFF, "R-12", "may one take a card when returning from banishment?"),
    Option("civil_war", "unified", ("unified", "phase3"), "R-1", "is a Civil War fought like other combats, or blind?"),
    Option("wands_counter_swords", "no", NO_YES, "R-3", "does a higher Wand beat the Sword's player?"),
    Option("attack_ends_turn", "yes", YES_NO, "R-21", "does an attack on Amber end the turn at once?"),
    Option("strength_draws", "suit_only", ("suit_only", "as_drawn"), "R-23", "are gains dug for, or the top cards?"),
    Option("court_return", "literal", ("literal", "retrieve"), "R-25", "does a return bring the Court card back?"),
    Option("seize_needs_court", "no", NO_YES, "R-26", "must one have one's Court card to seize the Throne?"),
    Option("ransom_refusable", "no", NO_YES, "R-28", "may the owner of a Court card refuse its ransom?"),
    Option("reign_count", "after", ("after", "inclusive"), "R-32", "three turns after the one of taking, or with it?"),
    Option("throne_cards_on_fall", "discard", ("discard", "pass"), "R-35", "who has a fallen ruler's cards?"),
    Option("wish_in_civil_war", "yes", YES_NO, "R-41", "may a Wish take the Throne in a Civil War?"),
    Option("run_idle_turns", "yes", YES_NO, "PB-4", "are turns in which nobody can act run at once?", fixed=BEGUN),
    Option("special_timing", "free", ("free", "combat"), "R-38", "when may special cards be played?"),
    Option("ace_of_wands", "reaction", ("reaction", "standing"), "R-40", "does the Ace answer, or lie ready?"),
    Option("betrayal_rounding", "up", ("up", "down"), "R-42", "how is half of the cards rounded?"),
    Option("magician_menu", "wide", ("wide", "examples"), "R-45", "which wishes has the Magician?"),
    Option("lost_turn_defence", "yes", YES_NO, "R-50", "may one who loses a turn still defend?"),
    Option("sun", "one_combat", ("one_combat", "permanent"), "R-53", "does the Sun's vassal serve for good?"),
    Option(
        "big_table", "short_deal", ("short_deal", "refuse"), "R-61", "are 14 to 16 players dealt less?",
        fixed=DEALT,
    ),
    Option("last_survivor", "continue", ("continue", "wins"), "R-63", "does the last one alive win?"),
    Option("chaos_player", "referee", ("referee", "dead"), "R-66", "may a dead player order the cards of Chaos?"),
    Option("gifts", "off", OFF_ON, "R-67", "may cards be given away?"),
    Option("dead_press", "off", OFF_ON, "R-67", "may the dead write press?"),
    Option("turn_limit", "none", ("none",), "R-77", "the turn after which the game is a draw", range(1, 1000)),
    Option("default_cut", "random", ("random", "none"), "R-65", "the cut of one who orders none"),
    Option("live", "off", OFF_ON, "PB-6", "are single decisions asked by mail?", fixed=BEGUN),
)  # fmt: skip


class Switches(Settled):
    """The switches of one game as the rules ask for them, each named as in the table; 0 is no cap, and no limit."""

    vassal_tribute: str
    unanswered_margin: str
    banish_cap: int
    banish_exit_card: bool = says("banish_exit_card", "on")
    civil_war: str
    wands_counter_swords: bool
    attack_ends_turn: bool
    strength_draws: str
    court_return: str
    seize_needs_court: bool
    ransom_refusable: bool
    reign_count: str
    throne_cards_on_fall: str
    wish_in_civil_war: bool
    special_timing: str
    ace_of_wands: str
    betrayal_rounding: str
    magician_menu: str
    lost_turn_defence: bool
    sun: str
    big_table: str
    last_survivor: str
    chaos_player: str
    gifts: bool = says("gifts", "on")
    dead_press: bool = says("dead_press", "on")
    turn_limit: int
    default_cut: str

    @classmethod
    def of(cls, settled: Mapping[str, str]) -> Switches:
        """Read settled options; one that is left out has its default."""
        return super().of(all_of(OPTIONS, settled))
