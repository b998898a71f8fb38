"""Rule cases: a state shown in readable keys with what came of the Turn, and what one expects put into these keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.cases.words import Behind
from referee.engine.audience import Seat
from referee.engine.copies import copied
from referee.engine.events import GameEnded
from referee.engine.lexicon import plain, split
from referee.games.cards import Pack, card_named
from referee.games.living_trumps.case.came import BY_SEAT, CALLS, NTH, Came, Stood, stood
from referee.games.living_trumps.case.given import phase_named
from referee.games.living_trumps.case.staged import HELD, kind_of
from referee.games.living_trumps.deck import character
from referee.games.living_trumps.moves import Kind, Place
from referee.games.living_trumps.shadows import jokers_in
from referee.games.living_trumps.state import JewelAt, Player, State

ORDERED = (
    "initiative", "sequence", "shadow_deck", "trump_deck", "totals", "first_totals", "additions", "done", "flipped",
    "turned", "trump_discard",
)  # fmt: skip

NOT_YET = ("none yet", "nobody yet", "open", "undecided")
NOBODY = ("none", "nobody", "nothing", "no one")
WORDED = ("result", "storm", "tricks_phase", "control", "reply", "help", "bargain")
OVER = ("none", "over", "end", "nothing")
IDLE = frozenset(
    "SUBSTANCE PHASE THE OF A AN ON TO WITH HIS HER FOR S ACTION IN AT , AND STEP BLOOD CARD CARDS".split()
)
BEHIND = ("DEAL", "GIVE", "GET", "PLAY", "IF", "CHOOSE", "TENDRILS", "PAIRS", "KEEP", "CARDS", "CONSOLIDATE", "TAKE")
"""Words of an order behind which stands how it is to be done."""

SAID = {
    "gauntlet": "GAUNTLET THROW", "weapon": "WEAPON SUIT", "show": "SHOW STRENGTH", "addition": "ADD MATCH",
    "feints": "FEINT PLACE", "call": "CALL BLUFF", "suit": "SUIT", "five": "FIVE", "contest": "CONTEST STAGE HELP",
    "flip": "FLIP", "help": "HELP WISH", "bargain": "BARGAIN PART", "boon": "BOON", "antes": "ANTE TRUMP",
    "deal": "DEAL ACCEPT", "reply": "REPLY ANSWER DEFEND", "storm": "STORM", "chaos": "CHAOS",
}  # fmt: skip
"""How each stage is spoken of."""

OPEN = ("feints", "boon")
"""Stages that a Duel does not pass by default within the case: what stands behind them is not next."""

KEEPS = "_keeps"

WON = ("winner", "loser", "result")
"""Fields of a Deal or Duel that are those of the game where it ends and nobody fought."""


def shown(behind: Behind[State]) -> Mapping[str, Any]:
    """Show how things are in the keys of rule cases; fields that a case does not name may be anything."""
    return things(behind.state, active_of(behind), Came(behind.story, behind.state.players))


def active_of(behind: Behind[State]) -> Seat | None:
    """Find whose Intrigue Step, Duel or Deal a case is about, if it was played."""
    data = behind.given
    if data.get("duel") is not None:
        name = data["duel"]["challenger"]
    elif "agreed" not in data and phase_named(data.get("phase", "")) in ("power", "initiative"):
        return None
    else:
        name = next(iter([*(data.get("agreed") or {}), data.get("active", "")]))
    return next((seat for seat in behind.state.players if behind.story and _said(seat) == _said(name)), None)


def things(s: State, active: Seat | None, came: Came) -> dict[str, Any]:
    """Show a state, with what came of the Turn; Blood and Shadows of the active player without a name, too."""
    people = s.players
    own = {} if active is None else {"free": people[active].free, "placed": people[active].placed}
    rows = {seat: shadows(p) for seat, p in people.items()}
    found: dict[str, Any] = {
        "turn": s.turn,
        "initiative": list(s.initiative),
        "blood": {seat: {"free": p.free, "placed": p.placed, "total": p.blood} for seat, p in people.items()} | own,
        "hands": {seat: codes(p.hand) for seat, p in people.items()},
        "hand_sizes": {seat: len(p.hand) for seat, p in people.items()},
        "powerbase": {seat: codes(p.base) for seat, p in people.items()},
        "powerbase_face_down": {seat: codes(one.card for one in p.powerbase if one.down) for seat, p in people.items()},
        "shadows": rows | (rows[active] if active is not None else {}),
        "places": {seat: p.place.value for seat, p in people.items()},
        "courts": {seat: p.court.value for seat, p in people.items()},
        "identities": {seat: p.rank for seat, p in people.items()},
        "fortes": {seat: p.forte for seat, p in people.items()},
        "deeds": {seat: p.deed for seat, p in people.items()},
        "jewel": s.jewel or "none",
        "jewel_at": s.jewel_at.value if s.jewel_at is not JewelAt.BANK else "none",
        "cursed": [seat for seat, p in people.items() if p.cursed],
        "open_hand": [seat for seat in people if s.is_open(seat)],
        "trump_deck": codes(s.trump_deck),
        "trump_deck_left": len(s.trump_deck),
        "trump_deck_total": len(s.trump_deck) + len(s.discard) + sum(len(list(p.cards())) for p in people.values()),
        "trump_discard": codes(s.discard),
        "shadow_deck": codes(s.shadow_deck),
        "shadow_deck_left": len(s.shadow_deck),
        "shadow_deck_jokers": jokers_in(s.shadow_deck),
        "joker_reserve": len(s.reserve),
        "_loose": ("*",),
        "_ordered": ORDERED,
    }
    if active is not None:
        found["place"] = people[active].place.value
    return found | came.found


def codes(cards: Any) -> list[str]:
    """Print cards."""
    return [card.code for card in cards]


def shadows(p: Player) -> dict[str, Any]:
    """Show somebody's Shadows by what they are."""
    down = codes(one.card for one in p.place_cards())
    amber = down[0] if down and p.where is Place.AMBER else "none"
    keep = down if p.where is Place.KEEP else []
    up = codes(one.card for one in p.face_up())
    return {"face_up": up, "face_down": down, "amber": amber, "keep": keep, "ups": len(up), "downs": len(down)}


def meant(expect: Mapping[str, Any], behind: Behind[State]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Put what a case expects into the fields shown: where a Duel stands, actions as orders, an Ante in parts."""
    state, came = behind.state, Came(behind.story, behind.state.players)
    wanted, found = dict(expect), things(state, active_of(behind), came)
    if "next" in wanted or _said(wanted.get("winner")) in NOT_YET:
        wanted, found = standing(wanted, behind, found)
    if "done" in wanted:
        wanted["done"], found["done"] = done(wanted["done"], came.acts, found["done"])
    if "called" in wanted:
        wanted["called"] = ranked(wanted["called"], state)
    if type(wanted.get("taken")) is int and isinstance(found["taken"], Mapping):
        found["taken"] = sum(found["taken"].values())
    if isinstance(wanted.get("ante"), Mapping):
        found["ante"] = {"blood": found["ante"], "shadow": found.get("ante_shadow", "none")}
    for key in wanted:
        if key in CALLS and isinstance(wanted[key], Mapping):
            found[key] = came.calls[key]
        elif key.endswith(KEEPS):
            found[key] = kept(key.removesuffix(KEEPS), wanted[key], state, found)
        elif key.removesuffix(HELD) not in found and (what := kind_of(key)):
            found[key] = {
                seat: [card for card in p.hand if what in (card.rank or "JOKER", card.suit)]
                for seat, p in state.players.items()
            }
    if isinstance(wanted.get("hands_include"), Mapping):
        found["hands_include"] = {seat: held(found, seat, cards) for seat, cards in wanted["hands_include"].items()}
    if any(isinstance(e, GameEnded) for e in behind.events):
        found = {key: value for key, value in found.items() if key not in WON or value != "none"}
    return as_given(nameless(wanted, found), found), found


def ranked(called: Any, state: State) -> Any:
    """Put for whoever is called for help by name the rank, by which one is called (LT-21.1)."""
    if isinstance(called, Mapping):
        return {seat: ranked(one, state) for seat, one in called.items()}
    rank = next((p.rank for p in state.players.values() if p.seat.casefold() == _said(called)), "")
    known = character(str(called))
    return rank or (known[1] if known is not None else called)


def nameless(wanted: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """Read what stands without a name: nothing at all, or what all did; and words for what has a name of its own."""
    for key, value in list(wanted.items()):
        said = _said(value)
        by_seat = found.get(key) if key in BY_SEAT else None
        if said in NOBODY and key in (*BY_SEAT, "winner", "found"):
            wanted[key] = "none"
            if isinstance(by_seat, Mapping) and not any(by_seat.values()):
                found[key] = "none"
        elif isinstance(by_seat, Mapping) and isinstance(value, list | str | int):
            found[key] = [one for members in by_seat.values() for one in list_of(members)]
        elif key in WORDED and isinstance(value, str):
            short = said.replace("'", "").replace(" ", "-")
            wanted[key] = short if short == _said(found.get(key)) else value
    return wanted


def as_given(wanted: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """Put into the fields shown what may be written as it may be given: Blood in one number, deeds, the Jewel."""
    for seat, n in dict(wanted["blood"]).items() if isinstance(wanted.get("blood"), Mapping) else ():
        if type(n) is int and isinstance(found["blood"].get(seat), Mapping):
            wanted["blood"] = {**wanted["blood"], seat: {"free": n}}
    if isinstance(wanted.get("shadows"), Mapping):
        open_ones = {
            seat: about if isinstance(about, Mapping) or not isinstance(found["shadows"].get(seat), Mapping)
            else {"face_up": list_of(about)}
            for seat, about in wanted["shadows"].items()
        }  # fmt: skip
        wanted["shadows"] = open_ones
    match wanted.get("deeds"):
        case list():
            found["deeds"] = [seat for seat, turn in found["deeds"].items() if turn]
        case Mapping() as deeds if any(type(value) is bool for value in deeds.values()):
            found["deeds"] = {seat: bool(turn) for seat, turn in found["deeds"].items()}
    if _said(wanted.get("jewel")) in ("bank", "waiting"):
        wanted["jewel"] = "none"
    if isinstance(wanted.get("powerbase"), Mapping):
        for seat, about in wanted["powerbase"].items():
            if isinstance(about, Mapping) and seat in found["powerbase"]:
                up, down = found["powerbase"][seat], found["powerbase_face_down"][seat]
                found["powerbase"] = {**found["powerbase"], seat: {"face_up": up, "face_down": down}}
    return wanted


def held(found: Mapping[str, Any], name: Any, cards: Any) -> list[str]:
    """List which of these cards somebody holds."""
    hand = next((list(codes) for seat, codes in found["hands"].items() if seat.casefold() == str(name).casefold()), [])
    out = []
    for one in list_of(cards):
        face = card_named(str(one), Pack.FRENCH)
        code = face.code if face is not None else str(one)
        if code in hand:
            hand.remove(code)
            out.append(code)
    return out


def _said(value: Any) -> str:
    return str(value).strip().casefold()


def standing(
    wanted: dict[str, Any], behind: Behind[State], found: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Show things as they stood at the decision named by ``next``: the first of its stage that nobody had ordered."""
    state = behind.state
    in_scene = any(behind.given.get(key) is not None for key in ("duel", "agreed", "active"))
    stands = stood(behind.story, behind.given) if in_scene else []
    said = _said(wanted.get("next", ""))
    if said in OVER and not stands:
        return wanted, {**found, "next": wanted["next"]}
    open_end = next((at for at, one in enumerate(stands, 1) if one.stage in OPEN), len(stands))
    reached = stands[:open_end]
    fitting = [one for one in reached if not said or names(said, one, state)]
    if not fitting:
        return wanted, {**found, "next": [*map(sentence, reached)] or "none"}
    then = before(behind, fitting[0])
    if "next" in wanted:
        then["next"] = wanted["next"]
    if _said(wanted.get("winner")) in NOT_YET:
        wanted["winner"] = "none"
    return wanted, then


def names(said: str, one: Stood, state: State) -> bool:
    """Say whether words name this decision: its stage, and if they do, the player and which time it is."""
    words = {word.text.removesuffix("'S") for word in split(plain(said))}
    if {seat.upper() for seat in state.players} & words - {one.seat.upper()}:
        return False
    nth = {n for n, word in enumerate(NTH, 1) if word.upper() in words}
    if nth and one.nth not in nth:
        return False
    return any(word.startswith(stem) for stem in SAID[one.stage].split() for word in words)


def sentence(one: Stood) -> str:
    """Say a decision that a Duel or Deal stood at."""
    return f"{one.seat}: {one.stage}" + (f", the {NTH[one.nth - 1]}" if 0 < one.nth <= len(NTH) else "")


def before(behind: Behind[State], one: Stood) -> dict[str, Any]:
    """Take back what was done and paid behind a decision; cards lie as they do in the end."""
    then, at_it = copied(behind.state), behind.story[one.moments].state
    for seat, p in then.players.items():
        was = at_it.players[seat]
        p.free, p.placed, p.staked = was.free, was.placed, was.staked
    return things(then, active_of(behind), Came(behind.story[: one.moments], then.players, over=False))


def done(wanted: Any, told: Sequence[tuple[Seat, str]], kinds: Mapping[Seat, Sequence[str]]) -> tuple[Any, Any]:
    """Compare actions in words with those done: each must be among them, and in this order."""
    if isinstance(wanted, Mapping):
        shows: dict[Any, Any] = {**kinds}
        for seat, value in wanted.items():
            if any(str(one) not in [*Kind] for one in list_of(value)):
                took = acts(told, str(seat))
                shows[seat] = value if done_by(list_of(value), took) else took
        return wanted, shows
    took = acts(told, "")
    holds = done_by(list_of(wanted), took) if list_of(wanted) else not took
    return wanted, wanted if holds else [f"{seat} {act}" for seat, act in told] or ["nothing done"]


def acts(told: Sequence[tuple[Seat, str]], name: str) -> list[str]:
    """List what was done, by one player or by all."""
    return [act for seat, act in told if name.casefold() in ("", seat.casefold())]


def done_by(wanted: Iterable[Any], took: Sequence[str]) -> bool:
    """Say whether actions in words are among those done, in their order."""
    left = iter(took)
    return all(any(fits(str(one), act) for act in left) for one in wanted)


def fits(said: str, act: str) -> bool:
    """Say whether words name an action: all of them stand in it, or begin a word of it."""
    words = [word.text.removesuffix("'S") for word in split(plain(said))]
    words = words[1:] if len(words) > 1 and words[0] == "SHADOW" else words
    end = next((at for at, word in enumerate(words) if at and word in BEHIND), len(words))
    own = [word.text for word in split(plain(act.replace("-", " ")))]
    told = [part for word in words[:end] for part in word.split("-") if part not in IDLE]
    return bool(told) and all(any(one.startswith(word) for one in own) for word in told)


def kept(name: str, wanted: Any, state: State, found: Mapping[str, Any]) -> Any:
    """Show which cards of their Tricks somebody still holds; of one without a Trick, those named that they hold."""
    seat = next((seat for seat in state.players if seat.casefold() == name.casefold()), None)
    if seat is None:
        return f"there is no player {name}"
    return held(found, seat, found["trick_cards"][seat] or wanted)


def list_of(value: Any) -> list[Any]:
    """Read a list, or one member of it."""
    return list(value) if isinstance(value, list | tuple) else [] if value in (None, "none") else [value]
