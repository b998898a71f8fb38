"""The floor of a turn of Wizard's Duel: its rules, flat, for the orders that the players here have, and its letters."""

from __future__ import annotations

import hmac
from datetime import datetime
from typing import Any

import orjson

from benchmarks.floor import BOOK, CARDS, FULL, PUBLIC, RULE, SHOWN, Begun, Floor, Happened
from benchmarks.floor_letters import BOXED, folded


class DuelFloor(Floor):
    """A copy of a campaign's database with duels, advanced by hand."""

    style = BOXED

    def play(self, begun: Begun) -> Happened:
        """Play a turn and write its letters."""
        files = {seat: file["standing"] for seat, file in begun.files.items()}
        turn = Turn(begun.state, begun.views, files, begun.seed, begun.step)
        turn.play()
        letters = [(seat, "report", *turn.report(seat, begun.title, begun.due)) for seat in turn.state["seats"]]
        letters.append(("GM", "gm_turn", *turn.for_gm(begun.title, begun.due)))
        return Happened(turn.state, turn.views, turn.events, files, letters)


class Turn:
    """One turn of a duel between the states of two rows, with the players' usual orders."""

    def __init__(self, state: Any, views: dict[str, Any], files: dict[str, list[str]], seed: bytes, step: int) -> None:
        self.state, self.views, self.files, self.step = state, views, files, step
        self.seed, self.rolls = seed, 0
        self.events: list[dict[str, Any]] = []
        self.story: dict[str, list[str]] = {seat: [] for seat in views}
        self.hands: dict[str, list[str]] = {seat: [] for seat in views}
        self.did: dict[str, list[list[str]]] = {seat: [[], [], [], [], []] for seat in state["seats"]}

    def tell(self, name: str, **fields: Any) -> None:
        """Note what everybody knows."""
        self.events.append({name: {"to": PUBLIC, **fields}})

    def play(self) -> None:
        """Play the turn's rounds."""
        state = self.state
        sides, plans = state["sides"], {seat: Plan(lines) for seat, lines in self.files.items()}
        state["turn"] += 1
        state["rounds"] = []
        self.tell("TurnBegun", turn=state["turn"], leader=state["leader"])
        rounds = 4 + min(plan.more for plan in plans.values())
        for number in range(1, rounds + 1):
            leader = state["leader"]
            responder = state["seats"][leader == state["seats"][0]]
            if number > 4:
                for seat in state["seats"]:
                    self.answered(seat, "PlayOn", True, 5, "You played on.")
            self.round(number, leader, responder, sides, plans)
            state["leader"] = responder
            for seat in state["seats"]:
                if not sides[seat]["hand"]:
                    self.draw(seat, sides[seat])
        for seat in self.views:
            view = self.views[seat]
            view |= {"turn": state["turn"], "round": rounds, "leader": state["leader"]}
            for one, side in sides.items():
                view["sheets"][one] = {
                    "score": side["score"], "calls": side["calls"], "drinks": 0,
                    "in_hand": len(side["hand"]), "in_deck": len(side["deck"]), "discard": side["discard"],
                }  # fmt: skip
            if seat:
                view["hand"] = sides[seat]["hand"]

    def round(self, number: int, leader: str, responder: str, sides: Any, plans: dict[str, Plan]) -> None:
        """Play one round."""
        hand, replies = sides[leader]["hand"], sides[responder]["hand"]
        led = (min, max)[min(1, (number - 1) // 2)](hand, key=BOOK.__getitem__)
        hand.remove(led)
        self.answered(leader, "Lead", {"Card": led}, 1, f"You led the {FULL[led]}.")
        self.tell("CardLed", round=number, seat=leader, card=led, drawn=False)
        ended = {
            "to": PUBLIC, "round": number, "verdict": "compared", "leader": leader, "led": led, "led_drawn": False,
            "responder": responder, "reply": None, "reply_drawn": False, "led_dice": [], "reply_dice": [],
            "led_value": 0, "reply_value": 0, "winner": "", "points": 0, "sheet": "",
        }  # fmt: skip
        sides[leader]["discard"].append(led)
        plan, side = plans[responder], sides[responder]
        if BOOK[led] - max(map(BOOK.__getitem__, replies)) >= plan.margin and side["calls"] > plan.keep:
            side["calls"] -= 1
            ended["verdict"] = "called"
            self.answered(responder, "Reply", {"Act": "CALL"}, 4, "You called.")
            for seat, lines in self.story.items():
                who = "You call" if seat == responder else f"{responder} calls"
                lines += (
                    f"  Round {number}. {who} the lead: it is withdrawn, and nobody scores.",
                    f"      {leader}  {FULL[led]}", f"      {responder} has {side['calls']} calls left.", "",
                )  # fmt: skip
        else:
            wins = [card for card in replies if BOOK[card] > BOOK[led]]
            reply = min(wins or replies, key=BOOK.__getitem__)
            replies.remove(reply)
            side["discard"].append(reply)
            self.answered(responder, "Reply", {"Card": reply}, 3, f"You answered with the {FULL[reply]}.")
            one, other = BOOK[led], BOOK[reply]
            low = led if one < other else reply
            if one != other and CARDS[low][0] == "X":
                die = self.roll("dice", str(number))
                ended["led_dice" if low is led else "reply_dice"] = [die]
                one, other = (one + die, other) if low is led else (one, other + die)
            winner, points = (leader if one > other else responder if other > one else ""), abs(one - other)
            ended |= {
                "reply": reply, "led_value": one, "reply_value": other,
                "winner": winner, "points": points, "sheet": winner,
            }  # fmt: skip
            if winner:
                sides[winner]["score"] += points
            for seat, lines in self.story.items():
                who = "Nobody scores" if not winner else "You score" if seat == winner else f"{winner} scores"
                lines += (
                    f"  Round {number}. {who} {points}.", f"      {leader}  {FULL[led]:<24}{one:>5}",
                    f"      {responder}  {FULL[reply]:<24}{other:>5}", "",
                )  # fmt: skip
            if points >= 9:
                sides[winner]["calls"] += 1
                calls = sides[winner]["calls"]
                self.tell("CallGained", seat=winner, calls=calls)
                for seat, lines in self.story.items():
                    who = "you gain" if seat == winner else f"{winner} gains"
                    lines.append(f"      Nine points or more: {who} a call and has {calls} now.")
        self.state["rounds"].append(ended)
        self.events.append({"RoundEnded": ended})

    def roll(self, *purpose: str) -> int:
        """Roll a die that follows from the seed."""
        self.rolls += 1
        return hmac.digest(self.seed, f"{self.step}/{'/'.join(purpose)}/{self.rolls}".encode(), "sha256")[0] % 12 + 1

    def answered(self, seat: str, about: str, value: Any, because: int, said: str) -> None:
        """Note what one player's order did."""
        fields = {"to": {"only": [seat]}, "seat": seat, "about": about, "value": value, "because": because}
        self.events.append({"Answered": fields})
        self.did[seat][because - 1].append(said)

    def draw(self, seat: str, side: Any) -> None:
        """Draw a new hand."""
        side["hand"], side["deck"] = side["deck"][:4], side["deck"][4:]
        self.events.append({"HandDrawn": {"to": {"only": [seat]}, "seat": seat, "cards": side["hand"][:]}})
        self.events.append({"HandDrawnUnseen": {"to": {"but": [seat]}, "seat": seat, "count": 4}})
        self.hands[seat].append(f"  You drew a new hand: {', '.join(FULL[card] for card in side['hand'])}.")
        for other, lines in self.story.items():
            if other != seat:
                lines.append(f"  {seat} drew a new hand of four.")

    def standing(self) -> str:
        """Say where everybody stands."""
        rows = "\n".join(
            f"  {seat}    {side['score']:>3}      {side['calls']}     {len(side['hand'])}    {len(side['deck']):>2}"
            f"        {len(side['discard']):>2}"
            for seat, side in self.state["sides"].items()
        )
        piles = "\n".join(
            folded(f"  {seat}'s discards: {', '.join(SHOWN[card] for card in side['discard'])}.")
            for seat, side in self.state["sides"].items()
        )
        return (
            f"       score  calls  hand  deck  discards\n{rows}\n\n"
            f"  {self.state['leader']} leads the next round.\n{piles}"
        )

    def report(self, seat: str, title: str, due: datetime) -> tuple[str, str, bytes]:
        """Write a player's report: subject, body, form."""
        turn, sides = self.state["turn"], self.state["sides"]
        lines = self.files[seat]
        begin = f"---- orders for turn {turn + 1}, from here ".ljust(70, "-")
        end = f"---- orders for turn {turn + 1}, to here ".ljust(70, "-")
        form = "\n".join([begin, *lines, end])
        nl = "\n"
        fates = nl.join(
            f"    {n}  {line}  (standing)\n{folded('         ' + (' '.join(did) or 'Not needed.'))}"
            for n, (line, did) in enumerate(zip(lines, self.did[seat], strict=True), 1)
        )
        holding = nl.join(
            f"  {SHOWN[card]:<3}  {FULL[card]:<22} {BOOK[card]:>2}"
            for card in sorted(sides[seat]["hand"], key=BOOK.__getitem__)
        )
        body = f"""{title.upper() + ", Wizard's Duel":<54}{f"Turn {turn}, for {seat.upper()}":>16}
{RULE}
Your orders for turn {turn + 1} are due {due:%A %d %B, %H:%M} (Berlin).
Answer this letter to send them. The form is at the end.


WHAT HAPPENED

{nl.join(self.story[seat])}

WHAT ONLY YOU KNOW

{nl.join(map(folded, self.hands[seat]))}

  Your orders:
{fates}


WHERE EVERYBODY STANDS

{self.standing()}


WHAT YOU HOLD

{holding}


YOUR ORDERS FOR TURN {turn + 1}      write between the lines, or anywhere above
{form}
If nothing comes from you, your standing orders hold; where none speaks:
you lead your lowest card, answer with the cheapest card that wins or
else your lowest, never call or draw, and the turn ends after four
rounds.
Ask STATUS, HISTORY {turn}, RULES DEFAULTS or HELP in any letter.
"""
        one, other = sorted(sides, key=lambda s: -sides[s]["score"])
        subject = f"[{title}] Turn {turn}: {one} leads {sides[one]['score']} to {sides[other]['score']}"
        return subject, body, orjson.dumps(form.split(nl))

    def for_gm(self, title: str, due: datetime) -> tuple[str, str, bytes]:
        """Write the GM's report."""
        turn, nl = self.state["turn"], "\n"
        body = f"""{title.upper() + ", Wizard's Duel":<54}{f"Turn {turn}, for GM":>16}
{RULE}
Turn {turn + 1} is due {due:%A %d %B, %H:%M} (Berlin).

WHAT HAPPENED

{nl.join(self.story[""])}

WHERE EVERYBODY STANDS

{self.standing()}
"""
        return f"[{title}] Turn {turn}, for the GM", body, b"[]"


class Plan:
    """The numbers in a player's five lines."""

    def __init__(self, lines: list[str]) -> None:
        self.margin, self.keep, self.more = 99, 0, 0
        for line in lines:
            words = line.split()
            if words[:3] == ["CALL", "IF", "MARGIN"]:
                self.margin, self.keep = int(words[4]), int(words[6])
            elif words[:2] == ["PLAY", "ON"]:
                self.more = int(words[2])
