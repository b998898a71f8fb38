"""The floor of a turn of Amber: its rows, letters and mails written flat by one who is told what happened.

There are no rules: the cards that fell, and what each seat knows afterwards, are read from our own rows before the
clock runs. It reads and writes the same rows with the same pragmas and the same commit, and its letters tell the same
in as many words; `sqlite3`, f-strings and orjson. What we take longer is the price of the rules and of everything else.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson

from benchmarks.floor import FULL, RULE, Begun, Fields, Floor, Happened
from benchmarks.floor_letters import folded

OPTIONS = {
    "wait": "waited", "stay": "stayed in Shadow", "seize": "reached for the Throne", "attack": "wanted to attack",
    "go": "made ready for Shadow", "return": "set out for home",
}  # fmt: skip
OPTION_DONE = {
    "wait": "You waited.", "stay": "You stayed in Shadow.", "seize": "You claimed the Throne.",
    "attack": "You chose to attack.", "go": "You chose to go into Shadow.", "return": "You chose to return.",
}  # fmt: skip


def the(key: str) -> str:
    """Name a card in a sentence."""
    name = FULL[key]
    return f"the {name.removeprefix('The ')}"


def all_of(keys: list[str]) -> str:
    """Name cards in a sentence."""
    return listed([the(key) for key in keys]) or "no card"


def listed(words: list[str]) -> str:
    """Join words as one speaks."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


SAY: dict[str, Callable[[Fields], str]] = {
    "DiscardsReturned": lambda e: (
        f"  {e['count']} cards of last turn's discards went back into the deck, and it was\n  cut."
    ),
    "DiceRolled": lambda e: (
        "  Dice: "
        + ", ".join(f"{s} {r}" for s, r in sorted(zip(e["seats"], e["rolls"], strict=True), key=lambda x: -x[1]))
        + "."
    ),
    "TurnBegan": lambda e: f"  The order of play is {listed(e['initiative'])}.\n\n  Then the options were opened:",
    "OptionRevealed": lambda e: f"      {e['seat']:<10}{OPTIONS[e['option']]} {e['target'] or ''}",
    "OptionLapsed": lambda e: f"  {e['seat']}'s {e['option']} did not take place: it came to nothing.",
    "TurnCutShort": lambda e: "  After this the turn was over for everybody.",
    "ThroneTaken": lambda e: f"\n  {e['seat']} took the Throne.",
    "ThroneLost": lambda e: f"\n  {e['seat']} left the Throne, and {all_of(e['cards'])} went to the discards.",
    "ThroneCardTurned": lambda e: f"  The card on the Throne was {the(e['card'])}; {e['seat']} keeps it, open.",
    "ThroneCardsDrawn": lambda e: f"  {e['seat']} drew {all_of(e['cards'])} to the Throne.",
    "WorldUnused": lambda e: f"  {e['ruler'] or 'Nobody'} stayed on the Throne.",
    "WarBegan": lambda e: f"\n  Civil War! {listed(e['claimants'])} all claimed the Throne.\n",
    "WarEnded": lambda e: "\n  The Civil War was over, and it had crowned nobody.\n",
    "CombatBegan": lambda e: f"\n  {e['attacker']} attacked {e['defender']}.",
    "CardLed": lambda e: f"      {e['seat']:<10}{FULL[e['card']]}",
    "CardReplied": lambda e: f"      {e['seat']:<10}{FULL[e['card']]:<20}A Wand stops any Sword.",
    "NoReply": lambda e: f"      {e['defender']:<10}no reply",
    "Beaten": lambda e: f"  {e['loser']} was beaten by {e['margin']}.",
    "SpoilsChosen": lambda e: f"  The choice was {e['winner']}'s: {e['spoils']}.",
    "AttackStopped": lambda e: f"  {e['attacker']} broke off.\n",
    "Banished": lambda e: f"  {e['seat']} was banished to Shadow until turn {e['until']}.\n",
    "BecameVassal": lambda e: f"  {e['vassal']} became {e['lord']}'s vassal.",
    "BondEnded": lambda e: f"  {e['vassal']} was {e['lord']}'s vassal no more.",
    "CardsHanded": lambda e: f"  {e['giver']} handed {e['taker']} {all_of(e['cards'])}.",
    "CardsHandedUnseen": lambda e: f"  {e['giver']} handed {e['taker']} {e['hidden']} hidden cards.",
    "CardsDiscarded": lambda e: f"  {e['seat']} discarded {all_of(e['cards'])}.",
    "CardsDiscardedUnseen": lambda e: f"  {e['seat']} discarded {e['hidden']} hidden cards and {all_of(e['opened'])}.",
    "CardsDrawn": lambda e: f"  {e['seat']} drew {all_of(e['cards'])}.",
    "CardsDrawnUnseen": lambda e: f"  {e['seat']} gained {e['count']} hidden cards.",
    "CardsPassedOver": lambda e: f"  {e['count']} cards that could not serve were passed over.",
    "LeftForShadow": lambda e: f"\n  {e['seat']} went into Shadow.",
    "CardTaken": lambda e: f"  {e['seat']} took {the(e['card'])}, hidden.",
    "CardTakenUnseen": lambda e: f"  {e['seat']} took one hidden card.",
    "Returned": lambda e: f"  {e['seat']} came home to Amber.",
    "ChaosMet": lambda e: f"  {e['seat']} met {the(e['card'])}.",
    "ChaosLaid": lambda e: f"      Chaos     {FULL[e['card']]}",
    "TurnedBack": lambda e: f"      {e['seat']:<10}{FULL[e['card']]}",
    "AmberAttacked": lambda e: f"\n  {FULL[e['threat']]}! Chaos came against Amber with {e['cards']} cards.",
    "AmberHeld": lambda e: f"  Amber held against {the(e['threat'])}.",
    "SpecialPlayed": lambda e: f"\n  {e['seat']} played {the(e['card'])} on {e['target']}.",
    "AllyGained": lambda e: f"  {e['seat']} laid {the(e['card'])} open: an ally.",
    "Died": lambda e: f"  {e['seat']} died, for {e['death']}, with {e['hidden']} cards that nobody will see.",
    "DecksMerged": lambda e: f"  The three decks were merged: {e['count']} cards.",
    "CourtGivenBack": lambda e: f"  {e['holder']} gave {the(e['card'])} back to {e['owner']}.",
    "LosesTurns": lambda e: f"  {e['seat']} loses turns {e['first']} to {e['until']}.",
}
SILENT = {
    "Answered", "OrderLapsed", "PilesCounted", "TurnEnded", "CombatEnded", "Clashed", "HandDealt", "HandDealtUnseen",
}  # fmt: skip


class RealmFloor(Floor):
    """A copy of a campaign's database, advanced by hand."""

    def __init__(self, path: Path, domain: str) -> None:
        super().__init__(path, domain)
        self.told: dict[int, Happened] = {}

    def hear(self, ours: Any) -> None:
        """Copy the orders that came in, and take down what happened; not timed."""
        (newest,) = self.sql.execute("SELECT coalesce(max(id), 0) FROM orders").fetchone()
        rows = [tuple(row) for row in ours.exec_driver_sql(f"SELECT * FROM orders WHERE id > {newest}")]
        if rows:
            self.sql.executemany(f"INSERT INTO orders VALUES ({', '.join('?' * len(rows[0]))})", rows)
        last = "SELECT game, state, events, orders FROM step WHERE step = (SELECT max(step) FROM step)"
        views: dict[int, dict[str, Fields]] = {}
        for game, seat, view in ours.exec_driver_sql("SELECT game, seat, view FROM view"):
            views.setdefault(game, {})[seat] = orjson.loads(zlib.decompress(view))
        for game, *parts in ours.exec_driver_sql(last):
            state, events, orders = [orjson.loads(zlib.decompress(part)) for part in parts]
            self.told[game] = Happened(state, views[game], events, orders)

    def play(self, begun: Begun) -> Happened:
        """Take what happened, and write its letters."""
        told = self.told[begun.game]
        return replace(told, letters=Telling(told, begun.title, begun.step, begun.due).letters())


class Telling:
    """The letters of one turn."""

    def __init__(self, happened: Happened, title: str, step: int, due: datetime) -> None:
        self.happened, self.title, self.step = happened, title, step
        self.due = f"{due:%A %d %B, %H:%M} (Berlin)"
        told = ((kind, e) for one in happened.events for kind, e in one.items())
        self.said = [(e["to"], folded(SAY[kind](e))) for kind, e in told if kind in SAY]
        self.table = self.standing(happened.views[""])

    def letters(self) -> list[tuple[str, str, str, str, bytes]]:
        """Write every player's report and the GM's: seat, kind, subject, body, form."""
        seats = list(self.happened.state["players"])
        subject = f"[{self.title}] Turn {self.step}: {self.happened.state['ruler'] or 'nobody'} is on the Throne"
        found = [(seat, "report", subject, *self.report(seat)) for seat in seats]
        gm = f"{self.head('GM')}{self.story('')}\n\n\nWHERE EVERYBODY STANDS\n\n{self.table}\n"
        return [*found, ("GM", "gm_turn", f"[{self.title}] Turn {self.step}, for the GM", gm, b"[]")]

    def head(self, seat: str) -> str:
        """Begin a letter."""
        return (
            f"{self.title.upper() + ', The Game of Amber':<53}{f'Turn {self.step}, for {seat.upper()}':>17}\n{RULE}\n"
            f"Your orders for turn {self.step + 1} are due {self.due}.\n"
            "Answer this letter to send them. The form is at the end.\n\n\nWHAT HAPPENED\n\n"
        )

    def story(self, seat: str) -> str:
        """Tell what this reader was told."""
        heard = [
            text
            for to, text in self.said
            if ("but" in to and seat not in to["but"]) or ("only" in to and (seat in to["only"] or not seat))
        ]
        text = "\n".join(heard)
        return text.replace(f"{seat}'s", "your").replace(seat, "you") if seat else text

    def standing(self, view: Fields) -> str:
        """Say where everybody stands."""
        rows, before = [], []
        for seat, p in view["players"].items():
            away = f"until {p['banished']}" if p["banished"] else f"idle, {p['idle']}" if p["idle"] else "-"
            court = p["card"][3:] if p["court"] else f"{p['card'][3:]} away"
            rows.append(
                f"  {seat:<7}{p['place'].title():<8}{away:<7}{court:<9}{p['hidden']:>6}{len(p['up']):>6}"
                f"  {p['lord'] or '-'}"
            )
            open_cards = [the(key) for zone in ("up", "exposed", "kept", "lasting", "allies") for key in p[zone]]
            if open_cards:
                before.append(folded(f"  Before {seat}: {listed(open_cards)}."))
        nl = "\n"
        return (
            f"         place   away   Court    hidden  open  lord\n{nl.join(rows)}\n\n{nl.join(before)}\n"
            f"  {view['ruler'] or 'Nobody'} is on the Throne.\n"
            f"  Deck: {view['deck']} cards. Discards: {view['discards']}.\n"
            f"  Out of the game: {', '.join(key[3:] for key in view['removed'])}."
        )

    def report(self, seat: str) -> tuple[str, bytes]:
        """Write a player's report: body and form."""
        nl, view, me = "\n", self.happened.views[seat], self.happened.views[seat]["players"][seat]
        lines = self.happened.orders[seat]
        alive = me["place"] != "dead"
        form = ["WAIT" if me["place"] == "amber" else "STAY", "DEFEND WITH ANY", "DEFEND AMBER WITH ALL"]
        begin = f"---- orders for turn {self.step + 1}, from here ".ljust(70, "-")
        end = f"---- orders for turn {self.step + 1}, to here ".ljust(70, "-")
        holding = nl.join(
            f"  {key[3:]:<5}{FULL[key]}" for key in [*view["down"], *view["concealed"], *me["up"], *me["exposed"]]
        )
        known = f"  Your orders:\n{self.fates(seat, lines)}" if lines else "  No orders of yours were on file."
        body = f"""{self.head(seat)}{self.story(seat)}


WHAT ONLY YOU KNOW

{known}


WHERE EVERYBODY STANDS

{self.table.replace(seat, "you")}


WHAT YOU HOLD

{holding or "  No Shadow cards."}

  Your own Court card, {the(me["card"])}, lies before you; nobody is your lord.
  Next turn you may WAIT, SEIZE THRONE, ATTACK or GO SHADOW.
"""
        if alive:
            body += f"""

YOUR ORDERS FOR TURN {self.step + 1}      write between the lines, or anywhere above
{begin}
{nl.join(form)}
{end}
If nothing comes from you: WAIT, and you defend with what you have.
Ask STATUS, HISTORY {self.step}, RULES DEFAULTS or HELP in any letter.
"""
        return body, orjson.dumps([begin, *form, end] if alive else [])

    def fates(self, seat: str, lines: list[str]) -> str:
        """Say what became of each line."""
        did: dict[int, list[str]] = {}
        for one in self.happened.events:
            for kind, e in one.items():
                if kind == "OrderLapsed" and e["seat"] == seat:
                    did.setdefault(e["order"], []).append(f"Lapsed: {e['reason']}")
                elif kind == "Answered" and e["seat"] == seat and isinstance(e["because"], int):
                    did.setdefault(e["because"], []).append(done(e))
        return "\n".join(
            folded(f"    {n}  {line:<24}{' '.join(did.get(n, ('Not needed.',)))}") for n, line in enumerate(lines, 1)
        )


def done(e: Fields) -> str:
    """Say what an order led to."""
    value = e["value"]
    if e["about"] == "ChooseOption":
        return next((text for option, text in OPTION_DONE.items() if f'"{option}"' in str(value)), "You chose that.")
    return f"You played {value}." if isinstance(value, str) else "You went on with that card."
