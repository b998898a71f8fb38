"""What can be computed of a bundle's record: its luck, its chain, its receipts, and the game itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import orjson

from referee.archive import bundle, receipt
from referee.archive.finding import Proof
from referee.archive.receipt import NoProof, Receipt, receipt_code
from referee.archive.record import OVER, Record, Revision, Step
from referee.archive.replay import Again, replayed
from referee.archive.told import ended
from referee.engine.audience import GM, Seat
from referee.engine.chance import commitment, mixed
from referee.engine.errors import OrderError, SetupError
from referee.engine.lexicon import spoken
from referee.store.chain import START, Hashes, canonical, hashes, joined

GAME, CHANCE, ORDERS, UNDONE = "game.json", "chance.json", "orders.json", "undone.json"
AS_WRITTEN = re.compile("[a-z2-7]+")
"""How a proof is written; how people copy it is another thing."""

STAND_IN = "stand-in"
"""The act by which the referee takes a seat; what it plays there is nowhere on file."""

ONE_OF_THEM = "One of them was changed after the bundle was made."
PROMISED = "The secret or the commitment was changed; a secret made afterwards could have chosen the cards."
MIXED = "The seed, the secret, a player's word, or the order of the seats was changed."
BEFORE = "A turn was changed, taken out or put in."
WENT_IN = "Orders, answers, options, words or seats were changed after the turn was played."
CAME_OUT = "An event, a letter or the table was changed after the turn was played."
CHAINED = "One of the four hashes was changed after the turn was played."
RECEIPT = "The lines, the time they came, the code or the proof were changed after the receipt was written."
FILED = "The orders of this seat were changed, here or in what went into the turn."
DREW = "What was drawn was changed after the bundle was made; what came of it is as it was."
CHANGED_TOO = "It does not fit its hash either: it was changed after it was played."
RULES = (
    "Its hashes fit. So either this program's rules are not those that it was played by, though both call themselves"
    " edition {edition}: then a rule was changed without saying so, and the program that made the bundle ({program})"
    " still comes to what is stored. Or somebody changed the turn and computed all hashes anew: then receipts, letters"
    " and bundles that players have do not fit."
)


@dataclass
class Checks:
    """The checks of one record; ``key`` is that of the campaign, as far as it is known."""

    files: Mapping[str, bytes]
    record: Record
    proof: Proof
    program: str
    key: str = ""

    def of_a_reader(self) -> None:
        """Check what one reader may know: receipts, and the end."""
        self.signed_receipts()
        self.end()
        self.proof.unchecked += [
            "The luck, the chain and the rules: all three need what is hidden from this bundle's reader. When the game"
            " is over and opened, its whole bundle has it.",
            f"The commitment, {self.record.about.commitment}: compare it with the one in your invitation.",
        ]

    def of_the_whole(self) -> None:
        """Check all of a game."""
        self.seed()
        self.chain()
        self.undone()
        self.codes()
        self.signed_receipts()
        self.orders()
        self.end()
        self.game()

    def seed(self) -> None:
        """See that the secret is the promised one, and the seed follows from it and the players' words."""
        about, chance = self.record.about, self.record.chance
        if chance is None or chance.secret is None:
            if about.status == OVER:
                self.proof.differs(CHANCE, None, "It is missing, and the game is over.", "Somebody took it out.")
            self.proof.unchecked.append("Where the seed comes from: the secret is told when the game is over.")
            return
        if commitment(chance.secret) != about.commitment:
            self.proof.differs(CHANCE, None, "The secret is not the one that was promised by the commitment.", PROMISED)
        else:
            self.proof.found.append(f"The secret is the one that the invitation promised: {about.commitment}.")
        if chance.seed is None:
            return
        if mixed(chance.secret, [(place.name, place.word) for place in about.seats]) != chance.seed:
            self.proof.differs(CHANCE, None, "The seed does not follow from the secret and the players' words.", MIXED)
        else:
            self.proof.found.append("The seed follows from the secret and the players' words.")

    def chain(self) -> None:
        """Compute the hashes of every turn anew, from the bytes that they are taken of."""
        previous, good = START, True
        for step in self.record.steps:
            assert step.sealed is not None, "the record is whole"
            into, out = (self.files[f"{place_of(step)}{name}.json"] for name in ("input", "output"))
            good &= self.hashes(step, hashes(into, out, previous))
            previous = step.sealed.hashes.chain
        if good and self.record.steps:
            self.proof.found.append(f"The chain holds from the set-up to turn {self.record.steps[-1].step}.")

    def undone(self) -> None:
        """Compute the hashes of the turns that were taken back anew; each followed one that may be gone."""
        for number, undone in enumerate(self.record.undone, 1):
            step = undone.step
            assert step.sealed is not None, "the record is whole"
            into, out = bundle.input_bytes(self.record, step), bundle.output_bytes(self.record, step, number)
            self.hashes(step, hashes(into, out, step.sealed.hashes.previous), UNDONE)

    def hashes(self, step: Step, found: Hashes, path: str = "") -> bool:
        """Compare the hashes of a turn with what they come to; ``path`` is where all of it stands, if in one file."""
        assert step.sealed is not None, "the record is whole"
        told, at = step.sealed.hashes, place_of(step)
        chained = joined(told.previous, told.input, told.output)
        wrong = [
            (path or f"{at}{name}.json", said, means)
            for name, is_so, said, means in (
                ("step", told.previous == found.previous, "It does not follow the turn before.", BEFORE),
                ("input", told.input == found.input, "What went in does not fit its hash.", WENT_IN),
                ("output", told.output == found.output, "What came out does not fit its hash.", CAME_OUT),
                ("step", told.chain == chained, "Its place in the chain does not fit its hashes.", CHAINED),
            )
            if not is_so
        ]
        for item, said, means in wrong:
            self.proof.differs(item, step.step, said, means)
        return not wrong

    def codes(self) -> None:
        """Make the codes of receipts anew."""
        secret = self.record.chance.secret if self.record.chance else None
        if secret is None:
            return
        wrong = [one for one in self.record.orders if self.code(secret, one) != one.receipt]
        good = f"All {len(self.record.orders)} receipts' codes fit the orders they stand for."
        self.receipts("Receipt", wrong, good)

    def code(self, secret: bytes, one: Revision) -> str:
        """Make the code of a revision's receipt."""
        name = self.record.about.name
        return receipt_code(secret, name, one.step, one.seat, one.revision, one.on_file, one.received_at)

    def signed_receipts(self) -> None:
        """See that the campaign signed the receipts; those of a game that came from elsewhere were signed there."""
        proved = [one for one in self.record.orders if one.proof is not None]
        if not proved:
            return
        wrong = [one for one in proved if not self.is_signed(one)]
        if len(wrong) == len(proved):
            self.proof.unchecked.append(
                "The signatures of receipts: another key made them, as of a game that was played in another campaign."
            )
            return
        self.receipts("The proof of receipt", wrong, f"All {len(proved)} receipts are signed with this key.")

    def receipts(self, what: str, wrong: Sequence[Revision], good: str) -> None:
        """Note those receipts of which something does not fit; or else what is ``good``."""
        for one in wrong:
            said = f"{what} {one.receipt} is not one of these orders of {one.seat}."
            self.proof.differs(ORDERS, one.step, said, RECEIPT)
        if not wrong:
            self.proof.found.append(good)

    def is_signed(self, one: Revision) -> bool:
        """Say whether a receipt is what its proof says, to the last letter."""
        covered = receipt.covered(one.on_file, one.step)
        given = Receipt(self.record.about.name, one.receipt, one.received_at, covered)
        if one.proof is None or not AS_WRITTEN.fullmatch(one.proof):
            return False
        try:
            proof = receipt.read([one.proof])
            public = bytes.fromhex(self.key)
        except (NoProof, ValueError):
            return False
        marks = tuple((turn, receipt.mark(one.receipt, line)) for turn, line in covered)
        fits = (proof.received_at, proof.head, proof.lines(one.step)) == (
            one.received_at, receipt.head_mark(given), marks,
        )  # fmt: skip
        return fits and receipt.is_true(given, proof, public)

    def orders(self) -> None:
        """See that what went into each turn was on file for it, but for seats that the referee itself played."""
        acts = self.record.acts
        own = [act.details.get("seat") for act in acts if act.what == STAND_IN and act.details is not None]
        for step in self.record.steps:
            for seat, lines in step.orders.items():
                if seat not in (GM, *own) and lines != filed(self.record, seat, step.step):
                    said = f"What {seat} had on file is not what was played."
                    self.proof.differs(ORDERS, step.step, said, FILED)

    def end(self) -> None:
        """See that the game ended as its last turn says."""
        about, steps = self.record.about, self.record.steps
        if steps and (about.end != ended(steps[-1].events) or (about.status == OVER) != (about.end is not None)):
            self.proof.differs(GAME, None, "It tells of another end than the last turn.", ONE_OF_THEM)

    def game(self) -> None:
        """Play the whole game again, and compare what each turn comes to, and what was drawn."""
        seed = self.record.chance.seed if self.record.chance else None
        if seed is None:
            return
        again = replayed(self.record.about, self.record.steps, seed)
        unplayed, untold, drawn = list[Step](), list[str](), 0
        for step in self.record.steps:
            try:
                one = next(again)
            except Exception as error:  # noqa: BLE001 - rules may fail in any way over what no program stored
                self.proof.differs(f"{place_of(step)}input.json", step.step, _broke_off(error), self.meaning(step))
                return
            if one.game is None:
                unplayed.append(step)
            elif not self.turn(step, one):
                return
            elif not self.files.get(f"{place_of(step)}draws.json"):
                untold.append(str(step.step))
            drawn += len(one.draws)
        if untold:
            turns = f"turn{'s' if untold[1:] else ''} {spoken(untold)}"
            self.proof.unchecked.append(f"What was drawn in {turns} stands in no file, though it can be played again.")
        self.say_what_was_played(unplayed, drawn)

    def turn(self, step: Step, one: Again) -> bool:
        """Compare a turn that was played again with what is stored."""
        assert step.sealed is not None, "the record is whole"
        events, state = one.came_to()
        output, draws = f"{place_of(step)}output.json", f"{place_of(step)}draws.json"
        if events != step.events:
            said = f"Played again, the turn comes to something else: {_first_other(events, step.events)}."
            self.proof.differs(output, step.step, said, self.meaning(step))
        elif state != step.sealed.state:
            self.proof.differs(output, step.step, "Played again, the turn leaves another table.", self.meaning(step))
        elif draws in self.files and self.files[draws] != canonical(one.drawn()):
            self.proof.differs(draws, step.step, "Played again, the turn draws something else.", DREW)
        return (events, state) == (step.events, step.sealed.state)

    def meaning(self, step: Step) -> str:
        """Say what it means that a turn comes to something else, by whether its hashes fit."""
        if any(one.turn == step.step for one in self.proof.differences):
            return CHANGED_TOO
        return RULES.format(edition=step.edition, program=self.program)

    def say_what_was_played(self, unplayed: list[Step], drawn: int) -> None:
        """Say how many turns came to what is stored, and which could not be played."""
        played = len(self.record.steps) - len(unplayed)
        if played and self.proof.good:
            which = f"{played} of {len(self.record.steps)} turns" if unplayed else "the set-up and every turn"
            s = "" if drawn == 1 else "s"
            self.proof.found.append(f"Played again by the rules, {which} come to what is stored, with {drawn} draw{s}.")
        if unplayed:
            found = list(dict.fromkeys(step.edition for step in unplayed))
            editions = f"edition{'s' if len(found) > 1 else ''} {spoken(found)}"
            self.proof.unchecked.append(
                f"Whether the rules come to turns {unplayed[0].step} to {unplayed[-1].step}: they were played under"
                f" {editions} of {self.record.about.ruleset}, and this program does not have"
                f" {'those' if len(found) > 1 else 'it'}. That says nothing against them; a program that has"
                f" {'those' if len(found) > 1 else 'it'} can play them again."
            )


def turn_of(path: str) -> int | None:
    """Return the turn that a file of a bundle belongs to, if it belongs to one."""
    return int(path[6:10]) if path.startswith("steps/") else None


def place_of(step: Step) -> str:
    """Return where the files of a turn lie."""
    return f"steps/{step.step:04}/"


def filed(record: Record, seat: Seat, step: int) -> tuple[str, ...]:
    """Return what was on file for a turn: after the newest revision for it or one before that still counts."""
    counting = (one for one in reversed(record.orders) if one.seat == seat and one.set_aside_at is None)
    newest = next((one for one in counting if one.step <= step), None)
    return newest.on_file.lines(step) if newest else ()


def _broke_off(error: Exception) -> str:
    """Say that a turn could not be played again."""
    words = str(error) if isinstance(error, SetupError | OrderError | LookupError) else type(error).__name__
    return f"The turn can't be played again: {words}."


def _first_other(again: bytes, stored: bytes) -> str:
    """Name the first event that is another."""
    pairs = zip_longest(orjson.loads(again), orjson.loads(stored))
    for number, (now, then) in enumerate(pairs, 1):
        if now != then:
            return f"event {number} is {_named(now)}, and {_named(then)} is stored"
    return "its events are written otherwise"


def _named(event: Any) -> str:
    return "none" if event is None else " ".join(event)
