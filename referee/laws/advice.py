"""What an author does about a law that the game breaks."""

from __future__ import annotations

ADVICE: dict[str, str] = {
    "the_game_imports_only_what_stays_the_same": (
        "A game is played again years later from its orders, and must come out the same. What you need of another"
        " library, write into the game."
    ),
    "the_game_knows_of_no_rule_case": (
        "Leave what is about rule cases in the module `case`, and move what the game itself needs of it: rules that "
        "knew of cases could play them otherwise than a game."
    ),
    "the_game_rolls_no_dice_of_its_own": (
        "Take luck from `table.chance` in a turn, and from the `chance` given to `start`: pick, shuffled, die, "
        "below."
    ),
    "the_game_catches_no_exceptions": (
        "Test beforehand instead of trying; the engine stops a live game by an exception."
    ),
    "the_game_goes_through_no_set_in_its_own_order": (
        "Use a list or a dict, or go through sorted(...); sort by what a thing is, not by `id` or `hash`."
    ),
    "the_rules_are_numbered": (
        "Write RULES.md beside the code, each rule beginning with its number, such as `- AB-2.1`."
    ),
    "every_rule_that_is_cited_is_there": "Correct the number, or write the rule into RULES.md.",
    "the_cases_hold": (
        "Either the case or the rule is wrong; `referee cases run FILE` shows the two side by side. A field that "
        "`expect` leaves out must be as given, that is, as it was before the turn; write it, or name it under "
        "`_loose` where the game shows its fields. A name such as CASE-1/2 is a part or a variant: each is a case of "
        "its own, laid over the one it stands in, and none goes on from another."
    ),
    "every_rule_is_shown": "Write a rule case for it and name the number under `rules:`, or cite it in a test.",
    "every_example_reads_and_prints_back": (
        "Orders are stored as the lines they print: a slot's `show` must write what its `read` reads, and the "
        "example is written the way it prints. Seats in examples are called as here: Anna, Bruno, Clara."
    ),
    "what_is_misspelt_gets_a_kind_answer": (
        "Raise `words.unreadable(what was wanted, the words possible there, a hint)`."
    ),
    "every_slot_reads_and_prints_its_example": "Let the slot's `show` write what its `read` reads.",
    "whatever_a_line_holds_it_prints": (
        "Orders are stored as the lines they print. Let the slot's `show` write all that its `read` takes up, also "
        "where that is several things, none, or none of the usual ones."
    ),
    "a_comma_before_a_keyword_means_nothing": (
        "People write a comma where they pause: let a slot stop before it, and step over it."
    ),
    "everything_is_explained": (
        "These docstrings are the help that players get: write a sentence, and the rule's number."
    ),
    "every_order_and_condition_has_a_meaning": (
        "Let `answer_to(ask)` return which of the choices the order makes, or None; let `holds(seen)` go by the view, "
        "or `figure(seen)` of a `Comparison`."
    ),
    "options_with_a_meaning_have_it": "List the option, with that value; or leave the field out of the ruleset.",
    "every_event_and_question_has_its_lines": (
        "Write a macro of the event's name with (e, me), which may be empty, and `Ask_X` for a live question X. One "
        "that nothing calls has a slip in its name, or may go."
    ),
    "every_order_and_condition_can_be_said": (
        "See the macro `Order_X`, `If_X` or `about` in lines.txt.j2: it names only what the order, the condition and "
        "the view have. Where it breaks off, a letter with such an order could not be answered."
    ),
    "seats_are_called_by_no_word_of_the_language": "Call the seat, or the order, something else.",
    "nobody_need_send_orders": (
        "Somebody will fall silent. Give every question a choice for them, and let the game come to "
        "its end by the rules or by a last turn."
    ),
    "every_option_begins_a_game": "Refuse with a SetupError what cannot be; or take the value out of the option.",
    "the_game_can_be_played": (
        "See the line named; nothing else can be said before it is mended. A question has choices, and a desk of the "
        "game's own ends with `return Answer(<one of them>, Why.DEFAULT)`; in a loop something must run out."
    ),
    "every_game_ends": (
        "Something must run out: cards, turns, patience. Then `t.end(reason, winners)`, with a reason that stands in "
        "the `reasons` of its `ending`, if it lists any."
    ),
    "the_same_orders_give_the_same_game": (
        "Something outside the table counts: Python's dice, the clock, a set's order, or a value kept from turn "
        "to turn in a module. All luck comes from `chance`, and all that lasts lies in the state."
    ),
    "playing_leaves_its_input_alone": (
        "Change nothing but what hangs on `t.state`: its lists and dicts, each with its type, are copies."
    ),
    "everything_survives_storage": (
        "State, view, events and moves hold plain values: numbers, texts, enums, tuples, lists, dicts, "
        "dataclasses. Every field's type is written down, and every kind of value is among `moves`."
    ),
    "cards_are_conserved": (
        "Take a card out of one zone and put it into another in one breath; `hidden` names only what is there."
    ),
    "no_secret_is_told": (
        "Tell the card to those who may see it, `to=only(seat)`, and to the others a second event without it, "
        "`to=all_but(seat)`; both in one `tell`. A card that all may see on its way to a hidden place, tell while it "
        "is on its way: take it out, `tell`, then put it there."
    ),
    "what_is_not_hidden_was_told": (
        "Let `hidden` name all that a seat may not know now: every pile that lies face down, also what is out of the "
        "game unseen. What all see, tell; or let the view begin with it."
    ),
    "views_agree_with_the_state": (
        "Something changes in the state of which no event tells, or `View.apply` does not follow an event, or "
        "`look` shows what the seat was never told. A view is made of told events alone. Before the first turn: what "
        "everybody has from the beginning is told in `start`, or said by a `view(seat, setup) -> View` in the record."
    ),
    "corrections_keep_secrets_and_views": (
        "What `mend` changes is told as a turn tells it: a card to those who may see it, to the others that there was "
        "one, and `View.apply` follows both. What does not fit changes nothing and tells `NothingCorrected`."
    ),
    "the_first_questions_are_foreseen": (
        "`decide` says from the view alone who must act and with which choices. If the view cannot know, the "
        "rules forgot to tell."
    ),
    "a_silent_live_game_is_a_batch_game": (
        "A pause plays the turn again from its start. Nothing may count how often that is, or look whether a game"
        " is live."
    ),
    "every_default_is_legal": (
        "End `desk` with `return Answer(<one of ask.choices>, Why.DEFAULT)`, for every question."
    ),
    "questions_have_choices_of_their_own": (
        "Name the module in which the question stands in the ruleset's `modules`; offer each choice once, and at least "
        "one."
    ),
    "told_events_are_the_rulesets_own": (
        "Name the module in which the event stands in the ruleset's `modules`, so that it can be stored and said."
    ),
    "everything_can_be_said": (
        "See the macro of that event in lines.txt.j2, and say it for one who is meant and one who looks on."
    ),
    "the_table_is_one_for_all": (
        "The macros `table` and `headline` say only what everybody knows; a hand belongs to `holding`."
    ),
    "forms_can_be_sent_as_they_stand": "`form` writes order lines, as a player would.",
    "bots_write_what_can_be_read": (
        "`sensible` writes order lines, as a player would; only `scribble` may write wrong ones."
    ),
    "bots_are_taken_at_their_word": (
        "`sensible` writes each order on a line of its own, as it is printed, and ends none with a question mark."
    ),
    "bots_are_refused_what_players_are": (
        "Leave `refuse` out, or let it refuse by the same functions as `check`, for the same reasons in the same order."
    ),
    "letters_name_only_what_was_told": (
        "A macro of lines.txt.j2, or the form, writes a card that this reader was not told of. Say only what is "
        "in the event; what nobody may know must not be in the view either."
    ),
    "orders_print_as_they_are_read": (
        "Orders are stored as the lines they print: let a slot's `show` write exactly what its `read` reads."
    ),
    "hidden_cards_cannot_be_felt": (
        "Something that this seat gets follows from a card it may not know: a number, a question, a choice, an "
        "order of things. Decide by what is public, or tell it to those alone who may know. What a rule lets all know "
        "of hidden cards, tell by an event whose `gives_away` cites that rule."
    ),
    "the_order_of_hidden_cards_cannot_be_felt": (
        "Hands lie in the order in which their cards came. Sort them where others are told of several at once, and "
        "where a default takes the first of equal ones; take luck of a hand by `chance.pick`."
    ),
    "hidden_numbers_cannot_be_felt": (
        "A number that one view shows and another does not, such as a sealed bid, is a secret as long as it lies "
        "there, though `hidden` names cards alone. Tell it by two events, and to all only when it is opened: then "
        "every view shows it, or it is gone. What a rule lets all know of it, tell by an event with `gives_away`."
    ),
    "pauses_follow_from_what_all_know": (
        "A live game pauses where it asks; if it asks because of what a hand hides, the pause tells of the hand. "
        "Ask everybody who is in the same public situation, also one who has only one choice."
    ),
    "most_events_happen": (
        "Take out events that nothing tells, or let `scribble` write the orders that lead to them."
    ),
    "every_question_is_answered_both_ways": "Let `scribble` write orders for it, and the desk have a default.",
}
"""By the law's name: the usual cause, and what is right."""
