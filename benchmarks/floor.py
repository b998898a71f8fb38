"""The floor: the same turn and the same receipt, written flat for one game and nothing else.

No rules that one could read, no checks, no templates, no table classes: `sqlite3`, f-strings and orjson. It works
on a copy of the same database, reads and writes the same rows with the same pragmas and commits, and its letters
are as long as ours. What we take longer than this is the price of everything else.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import sqlite3
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

import orjson

Fields = dict[str, Any]

RANKS = "A 2 3 4 5 6 7 8 9 10 P N Q K".split()
RANK_NAMES = "Ace Two Three Four Five Six Seven Eight Nine Ten Page Knight Queen King".split()
SUITS = {"S": ("Swords", 3), "W": ("Wands", 2), "P": ("Pentacles", 1), "C": ("Cups", 0)}
MAJORS = (
    "The Fool,The Magician,The High Priestess,The Empress,The Emperor,The Hierophant,The Lovers,The Chariot,Strength,"
    "The Hermit,The Wheel of Fortune,Justice,The Hanged Man,Death,Temperance,The Devil,The Tower,The Star,The Moon,"
    "The Sun,Judgement,The World"
).split(",")
NAME = {f"X{n}": name for n, name in enumerate(MAJORS)}
WORTH = {f"X{n}": n or 13 for n in range(len(MAJORS))}
for n, rank in enumerate(RANKS):
    for suit, (suit_name, bonus) in SUITS.items():
        NAME[rank + suit] = f"{RANK_NAMES[n]} of {suit_name}"
        WORTH[rank + suit] = (11 if n == 0 else 10 if n > 9 else n + 1) + bonus
CARDS = {f"t{copy}.{code}": code for copy in (0, 1) for code in NAME}
BOOK = {key: WORTH[code] for key, code in CARDS.items()}
FULL = {key: NAME[code] for key, code in CARDS.items()}
SHOWN = {key: code.replace("X", "M") for key, code in CARDS.items()}

TOKENS = "0123456789abcdefghjkmnpqrstvwxyz"
RULE = "=" * 70
PUBLIC: dict[str, list[str]] = {"but": []}

VERB = re.compile(r"^\s*(STANDING|LEAD|REPLY|CALL|DRAW|PLAY|ROUND|RESIGN)\b", re.IGNORECASE)


def packed(data: bytes) -> bytes:
    """Compress as the store does."""
    return zlib.compress(data, 1)


def document(body: str) -> bytes:
    """Keep a letter as data as well, by its lines."""
    return packed(orjson.dumps(body.splitlines()))


def text_of(moment: datetime) -> str:
    """Write a moment as the store does."""
    return f"{moment.astimezone(UTC).isoformat(timespec='microseconds')[:26]}Z"


@dataclass(frozen=True)
class Begun:
    """A turn before it is played: what was read from the rows."""

    game: int
    title: str
    step: int
    seed: bytes
    due: datetime
    state: Fields
    views: dict[str, Fields]
    files: dict[str, Fields]


@dataclass(frozen=True)
class Happened:
    """A turn that was played: the state and the views after it, the events, the lines in force, and the letters."""

    state: Fields
    views: dict[str, Fields]
    events: list[Fields]
    orders: dict[str, list[str]]
    letters: Sequence[tuple[str, str, str, str, bytes]] = ()
    """Reader, kind, subject, body and form of each."""


class Floor:
    """A copy of a campaign's database, advanced and written to by hand."""

    def __init__(self, path: Path, domain: str) -> None:
        self.domain = domain
        self.sql = sqlite3.connect(path, isolation_level=None)
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "wal_autocheckpoint = 0", "foreign_keys = ON"):
            self.sql.execute(f"PRAGMA {pragma}")
        self.letter_bytes = 0

    def close(self) -> None:
        """Let go of the file."""
        self.sql.close()

    def checkpoint(self) -> None:
        """Do what the service does between turns."""
        self.sql.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def advance(self, game: int) -> None:
        """Play one turn, from the rows to the commit."""
        sql, now = self.sql, datetime.now(UTC)
        sql.execute("BEGIN IMMEDIATE")
        name, title, step, seed, due_at, options, commitment = sql.execute(
            "SELECT name, title, step, seed, due_at, options, commitment FROM game WHERE id = ?", (game,)
        ).fetchone()
        state, before = sql.execute(
            "SELECT state, chain_hash FROM step WHERE game = ? AND step = ?", (game, step)
        ).fetchone()
        sql.execute("SELECT name, player, wishes, word FROM seat WHERE game = ? ORDER BY place", (game,)).fetchall()
        views = {
            seat: orjson.loads(zlib.decompress(view))
            for seat, view in sql.execute("SELECT seat, view FROM view WHERE game = ?", (game,))
        }
        files = {
            seat: orjson.loads(zlib.decompress(file))
            for seat, file in sql.execute(
                "SELECT seat, on_file FROM orders"
                " WHERE id IN (SELECT max(id) FROM orders WHERE game = ? GROUP BY seat)",
                (game,),
            )
        }
        step += 1
        made, due = text_of(now), datetime.fromisoformat(due_at) + timedelta(days=3)
        begun = Begun(game, title, step, seed, due, orjson.loads(zlib.decompress(state)), views, files)
        played = self.play(begun)
        new_state, events = orjson.dumps(played.state), orjson.dumps(played.events)
        letters = list(played.letters)
        secrets.SystemRandom().shuffle(letters)
        given = b'{"answers":{},"silent":[],"live":false}'
        into = hashlib.sha256(orjson.dumps([commitment, options, played.orders, seed.hex(), step])).hexdigest()
        out = hashlib.sha256(orjson.dumps([one[:4] for one in letters]) + new_state + events).hexdigest()
        chain = hashlib.sha256(f"referee chain 1\n{before}\n{into}\n{out}\n".encode()).hexdigest()
        sql.execute(
            "UPDATE game SET step = ?, due_at = ? WHERE id = ? AND step = ? AND status = 'running'",
            (step, text_of(due), game, step - 1),
        )
        of_step = sql.execute(
            "INSERT INTO step (game, step, played_at, why, edition, orders, given, state, events, input_hash,"
            " output_hash, previous_hash, chain_hash) VALUES (?, ?, ?, 'gm', '1', ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                game, step, made, packed(orjson.dumps(played.orders)), packed(given), packed(new_state), packed(events),
                into, out, before, chain,
            ),
        ).lastrowid  # fmt: skip
        sql.executemany(
            "INSERT OR REPLACE INTO view (game, seat, step, must_act, view) VALUES (?, ?, ?, 1, ?)",
            [(game, seat, step, packed(orjson.dumps(view))) for seat, view in played.views.items()],
        )
        tokens = {seat: "".join([TOKENS[byte & 31] for byte in secrets.token_bytes(24)]) for seat, *_ in letters}
        sql.executemany(
            "INSERT INTO token (token, game, seat, step, player, made_at) VALUES (?, ?, ?, ?, NULL, ?)",
            [(token, game, seat, step + 1, made) for seat, token in tokens.items()],
        )
        first = sql.execute("SELECT coalesce(max(id), 0) + 1 FROM report").fetchone()[0]
        sql.executemany(
            "INSERT INTO report (id, game, step, seat, kind, number, subject, body, document, form, made_at, of_step)"
            " VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?)",
            [
                (
                    first + i, game, step, seat, kind, subject, packed(body.encode()), document(body), packed(form),
                    made, of_step,
                )
                for i, (seat, kind, subject, body, form) in enumerate(letters)
            ],
        )  # fmt: skip
        sql.executemany(
            "INSERT INTO mail (message_id, kind, game, seat, report, headers, null_return, made_at, state, attempts,"
            " next_at, answer, error) VALUES (?, ?, ?, ?, ?, ?, 0, ?, 'queued', 0, ?, '', '')",
            [
                (
                    f"<{name}.{step}.{seat}.{kind}.1@{self.domain}>", kind, game, seat, first + i,
                    f'{{"automatic":"auto-generated","token":"{tokens[seat]}"}}', made, made,
                )
                for i, (seat, kind, *_) in enumerate(letters)
            ],
        )  # fmt: skip
        sql.execute("COMMIT")
        self.letter_bytes = sum(len(body) for _, _, _, body, _ in letters)

    def play(self, begun: Begun) -> Happened:
        """Play a turn and write its letters."""
        files = {seat: file["standing"] for seat, file in begun.files.items()}
        turn = Turn(begun.state, begun.views, files, begun.seed, begun.step)
        turn.play()
        letters = [(seat, "report", *turn.report(seat, begun.title, begun.due)) for seat in turn.state["seats"]]
        letters.append(("GM", "gm_turn", *turn.for_gm(begun.title, begun.due)))
        return Happened(turn.state, turn.views, turn.events, files, letters)

    def receive(self, raw: bytes, sender: str, recipient: str) -> None:
        """Keep a letter, read its orders, file them, and queue the receipt: three commits, as we do, two durable."""
        sql, made = self.sql, text_of(datetime.now(UTC))
        sql.execute("BEGIN IMMEDIATE")
        digest = hashlib.sha256(raw).hexdigest()
        sql.execute("SELECT id FROM letter WHERE sha256 = ? AND recipient = ?", (digest, recipient)).fetchone()
        letter = sql.execute(
            "INSERT INTO letter (raw, sha256, envelope_sender, recipient, source, received_at, truncated, state, tries,"
            " outcome, message_id, body_sha256, note) VALUES (?, ?, ?, ?, 'test', ?, 0, 'stored', 0, '', '', '', '')",
            (packed(raw), digest, sender, recipient, made),
        ).lastrowid
        sql.execute("COMMIT")
        sql.execute("PRAGMA synchronous = NORMAL")
        sql.execute("BEGIN IMMEDIATE")
        raw = zlib.decompress(sql.execute("SELECT raw FROM letter WHERE id = ?", (letter,)).fetchone()[0])
        sql.execute("UPDATE letter SET state = 'read', tries = tries + 1 WHERE id = ?", (letter,))
        sql.execute("COMMIT")
        sql.execute("PRAGMA synchronous = FULL")
        message = message_from_bytes(raw)
        text = plain_text(message)
        lines = [" ".join(line.upper().split()) for line in new_lines(text) if VERB.match(line)]
        sql.execute("BEGIN IMMEDIATE")
        token = recipient.partition("+")[2].partition("@")[0]
        game, seat, step = sql.execute("SELECT game, seat, step FROM token WHERE token = ?", (token,)).fetchone()
        name, title, secret, due = sql.execute(
            "SELECT name, title, secret, due_at FROM game WHERE id = ?", (game,)
        ).fetchone()
        player = sql.execute("SELECT player FROM address WHERE normal = ?", (sender,)).fetchone()[0]
        seated, view = sql.execute(
            "SELECT player, view FROM seat JOIN view ON seat.game = view.game AND seat.name = view.seat"
            " WHERE seat.game = ? AND seat.name = ?",
            (game, seat),
        ).fetchone()
        assert seated == player
        orjson.loads(zlib.decompress(view))
        body_hash = hashlib.sha256(text.encode()).hexdigest()
        sql.execute(
            "SELECT id FROM letter WHERE player = ? AND message_id = ? AND body_sha256 = ? AND id != ?",
            (player, message["Message-ID"], body_hash, letter),
        ).fetchone()
        revision, newest = sql.execute(
            "SELECT coalesce(max(revision), 0) + 1, max(id) FROM orders WHERE game = ? AND seat = ? AND step = ?",
            (game, seat, step),
        ).fetchone()
        if newest:
            orjson.loads(
                zlib.decompress(sql.execute("SELECT on_file FROM orders WHERE id = ?", (newest,)).fetchone()[0])
            )
        standing = [line.removeprefix("STANDING ") for line in lines]
        on_file = {"standing": standing, "turns": {}, "waits": False}
        sheet = [
            {"heard": "standing order", "order": line, "text": line, "turn": step, "word": line.split()[0]}
            for line in standing
        ]
        said = "\n".join([name, str(step), seat, str(revision), made, *standing])
        code = hmac.new(secret, said.encode(), "sha256").hexdigest()[:12].upper()
        code = f"{step}-{seat.upper()}-{revision}, {code[:4]}-{code[4:8]}-{code[8:]}"
        sql.execute(
            "INSERT INTO orders (game, seat, step, revision, letter, received_at, on_file, sheet, receipt)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                game, seat, step, revision, letter, made,
                packed(orjson.dumps(on_file)), packed(orjson.dumps(sheet)), code,
            ),
        )  # fmt: skip
        body = receipt(seat, title, step, due, standing, code)
        number, report = sql.execute(
            "SELECT (SELECT coalesce(max(number), 0) + 1 FROM report WHERE game = ?1 AND step = ?2 AND seat = ?3"
            " AND kind = 'receipt'), (SELECT max(id) + 1 FROM report)",
            (game, step, seat),
        ).fetchone()
        sql.execute(
            "INSERT INTO report (id, game, step, seat, kind, number, subject, body, document, form, made_at)"
            " VALUES (?, ?, ?, ?, 'receipt', ?, ?, ?, ?, ?, ?)",
            (
                report, game, step, seat, number, f"[{title}] Turn {step}: your orders",
                packed(body.encode()), document(body), packed(b"[]"), made,
            ),
        )  # fmt: skip
        headers = {"automatic": "auto-replied", "in_reply_to": message["Message-ID"], "token": token}
        sql.execute(
            "INSERT INTO mail (message_id, kind, game, seat, report, headers, null_return, made_at, state, attempts,"
            " next_at, answer, error) VALUES (?, 'receipt', ?, ?, ?, ?, 1, ?, 'queued', 0, ?, '', '')",
            (
                f"<{name}.{step}.{seat}.receipt.{number}@{self.domain}>", game, seat, report,
                orjson.dumps(headers).decode(), made, made,
            ),
        )  # fmt: skip
        sql.execute(
            "UPDATE letter SET state = 'done', outcome = 'orders filed', message_id = ?, body_sha256 = ?, game = ?,"
            " seat = ?, player = ?, step = ? WHERE id = ?",
            (message["Message-ID"], body_hash, game, seat, player, step, letter),
        )
        sql.execute("COMMIT")
        self.letter_bytes = len(body)


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


def folded(line: str) -> str:
    """Break a line at 72 columns."""
    out = []
    while len(line) > 72:
        at = line.rfind(" ", 3, 72)
        out.append(line[:at])
        line = "  " + line[at + 1 :]
    return "\n".join([*out, line])


def plain_text(message: Message[str, str]) -> str:
    """Return the text of the first text/plain part."""
    part = next(part for part in message.walk() if part.get_content_type() == "text/plain")
    data = part.get_payload(decode=True)
    assert isinstance(data, bytes)
    return data.decode(part.get_content_charset("utf-8"))


def new_lines(text: str) -> list[str]:
    """Take what stands above the quote."""
    out = []
    for line in text.splitlines():
        if line.startswith((">", "____", "-- ", "From:")) or line.endswith("wrote:"):
            break
        out.append(line)
    return out


def receipt(seat: str, title: str, step: int, due: str, lines: list[str], code: str) -> str:
    """Write a receipt."""
    nl = "\n"
    return f"""{seat.upper()},

your letter came in time and I could read it. For turn {step}, due {due},
I keep these orders:

{nl.join(f"{n:>3}  {line}  (standing)" for n, line in enumerate(lines, 1))}

They replace those that were on file before. If nothing else comes from
you, these count when the turn is adjudicated. Where none of them speaks:
you lead your lowest card, answer with the cheapest card that wins or
else your lowest, never call or draw, and the turn ends after four
rounds.

Receipt {code}
{title}
"""
