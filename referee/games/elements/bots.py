"""Lines that a player might send: random ones, and ones that play to win by simple sense. From the view alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from referee.engine.author import Chance, Scribe
from referee.games.elements.hunt import target
from referee.games.elements.values import TYPES, type_of, worth
from referee.games.elements.view import View

GARBLED = (
    "HUNT", "HUNT the lot", "HUNT 11", "TAKE", "TAKE o0", "TAKE o1 ->", "TAKE o1 -> POCKET", "TAKE FLAME -> ISLAND",
    "TAKE 8", "PUT", "PUT FLAME IF", "AIR IF", "AIR IF FLAME", "WHIRL", "DIBS 8", "MAGIC", "MAGIC AT SCRY o1",
    "MAGIC SCRY ISLAND Bruno", "MAGIC SCRY o1, o2, o3, o4", "MAGIC PEEK", "MAGIC SWAP o1 o1", "MAGIC FREE waltz",
    "MAGIC AT 99 PULL o3", "ARRANGE", "ARRANGE MOVE o1, o2, o3, o4, o5, o6", "WAIT 0", "HALT", "AGAIN perhaps",
    "SHRINK 2", "KEEP", "good luck to you",
)  # fmt: skip
ROUTES = ("FLAME ELSE OCEAN", "FLAME IF {} ELSE ISLAND IF {}, {} ELSE OCEAN", "ISLAND ELSE OCEAN", "OCEAN", "FLAME")


def scribble(seen: View, chance: Chance, wild: bool) -> Sequence[str]:
    """Write random orders; if ``wild``, some of them illegal, garbled or rash."""
    scribe = Scribe(chance)
    lines = scribe.lines(lambda: _line(seen, scribe), 7)
    if seen.options.shrink and seen.island and chance.below(2, "scribble", "shrink"):
        lines += [f"SHRINK DROP {', '.join(dict.fromkeys(card.rank for card in seen.island))}", "AIR IF FLAME >= 1"]
    if wild:
        scribe.strew(lines, GARBLED)
    return lines


def _line(seen: View, scribe: Scribe) -> str:
    pick, chance = scribe.pick, scribe.chance

    def spot() -> str:
        return pick([*seen.spots, "o1", f"o{1 + chance.below(60, 'scribble', 'spots')}"])

    def kind() -> str:
        return pick(TYPES)

    def route() -> str:
        return pick(ROUTES).format(kind(), kind(), kind())

    own = [card.code for card in seen.island] or ["8H"]
    other = pick([seat for seat in seen.seats if seat != seen.seat] or list(seen.seats))
    match chance.below(15, "scribble", "kinds"):
        case 0:
            return f"HUNT {pick([*TYPES, 'BEST'])}"
        case 1:
            return f"KEEP {kind()}, {kind()}"
        case 2 | 3:
            return f"TAKE {spot()} -> {route()}"
        case 4:
            return f"TAKE ANY -> {route()} ELSE TOUCH"
        case 5:
            return f"TAKE ISLAND {pick(own)} -> {route()}"
        case 6:
            return pick(["TOUCH", "WAIT", "WAIT 2", "TAKE FLAME -> OCEAN", "PUT FLAME ELSE OCEAN"])
        case 7:
            n = 1 + chance.below(12, "scribble", "n")
            return pick(["AIR", f"AIR IF FLAME <= 2 AND IMPULSE >= {n}", "AIR ELSE WAIT"])
        case 8:
            return f"WHIRL PUT {route()}"
        case 9:
            return f"IF {pick(['FLAME >= 1', f'KNOWN {kind()}', 'OTHERS FLAME > 1'])} THEN TAKE {spot()} -> {route()}"
        case 10:
            return pick(["AGAIN YES", "AGAIN NO", 'HALT "what was that?"', 'HALT "two fives of hearts?"'])
        case _ if seen.options.mage:
            return _magic(seen, chance, spot, other, kind())
        case _:
            face = pick([*seen.mind.faces(), *own])
            return pick(
                [
                    f"DIBS {face}", f"TAKE {face} -> {route()}", f"DIBS {face} ELSE TAKE ANY -> OCEAN",
                    f"ARRANGE FLIP {spot()} {pick(['UP', 'DOWN'])}", f"ARRANGE MOVE {spot()}, {spot()}",
                    f"ARRANGE ISLAND {', '.join(reversed(own))}", f"SHRINK DROP {kind()}, {kind()}",
                ]
            )


def _magic(seen: View, chance: Chance, at: Callable[[], str], other: str, kind: str) -> str:
    spell = chance.pick(
        [
            f"SCRY {at()}, {at()}", f"PEEK {other}", f"SWAP {at()} {at()}", f"SHUFFLE {at()}, {at()}", "SHUFFLE ALL",
            f"FLIP {at()} UP", f"FLIP {at()} DOWN", f"PULL {at()}", f"PUSH {at()} FROM {other}", f"HIDE {at()}",
            f"ILLUSION {at()} AS {kind}", "GUARD FLAME", "GUARD MIND", "GUARD SIGHT", "VANITY sparks and smoke",
            'FREE "every seven in the Ocean hums a waltz"', f'FREE "the card on {at()} floats towards me"',
        ],
        "scribble", "spells",
    )  # fmt: skip
    n = 1 + chance.below(seen.options.impulses, "scribble", "at")
    return f"MAGIC AT {n} {spell}" if chance.below(2, "scribble", "when") else f"MAGIC {spell}"


PATIENCE = 2
"""After so many deadlines with a small Flame one looks for another type."""


def sensible(seen: View, chance: Chance) -> Sequence[str]:
    """Play to win: hunt the type one knows most copies of, scry what is not known, and give a cold trail up."""
    known: Counter[str] = Counter(card.rank for card in (*seen.island, *seen.flame))
    known.update(type_of(face) for spot, face in seen.mind.spots.items() if seen.nameable(spot))
    locked = elsewhere(seen)
    open_to = {kind: known[kind] for kind in TYPES if not locked[kind]}
    best = max(open_to or dict(known), key=lambda kind: (known[kind], -worth(kind)), default=target(seen))
    lines: list[str] = []
    burning = seen.flame_type
    cold = burning and burning != best and (
        locked[burning] > 0 or (known[best] > known[burning]) or (len(seen.flame) < 3 and seen.since >= PATIENCE)
    )
    if cold and chance.below(3, "sensible", "change"):
        stirred = seen.since >= PATIENCE and chance.below(2, "sensible", "air") == 0  # when the round drags on
        lines += ["AIR"] if stirred else ["TAKE FLAME -> OCEAN"] * len(seen.flame)
        burning = ""
    hunted = burning or best
    lines.append(f"HUNT {hunted or 'BEST'}")
    others = [kind for kind, n in known.most_common() if n > 1 and kind != hunted][:2]
    keeps = [kind for kind in [hunted, *others] if kind]
    if keeps:
        lines.append(f"KEEP {', '.join(keeps)}")
    spare = list(dict.fromkeys(card.rank for card in seen.island if card.rank not in keeps))
    if seen.options.shrink and spare:
        lines.append(f"SHRINK DROP {', '.join(spare)}")
    if seen.since >= PATIENCE and not lines[0].startswith("AIR"):  # so that nothing is locked up for ever
        lines += [f"TAKE ISLAND {card.code} -> OCEAN" for card in seen.island if card.rank not in keeps][:2]
    return [*lines, *(scrying(seen, chance) if seen.options.mage else [])]


def elsewhere(seen: View) -> Counter[str]:
    """Count the cards of each type that one knows in others' hands, Islands and Flames."""
    found: Counter[str] = Counter()
    for seat in seen.seats:
        if seat != seen.seat:
            found.update(type_of(face) for face in seen.mind.islands.get(seat, ()))
            if seat in seen.mind.flames:
                found[seen.mind.flames[seat]] += seen.flames[seat]
    return found


def scrying(seen: View, chance: Chance) -> list[str]:
    """Look at cards that one does not know."""
    spots = chance.shuffled(seen.unknown(), "sensible", "scry")
    found = []
    for n in range(min(seen.options.spells, 3)):
        some = spots[n * 3 : n * 3 + 3]
        if some:
            found.append(f"MAGIC AT {min(n + 1, seen.options.impulses)} SCRY {', '.join(some)}")
    return found if seen.options.impulses >= 3 else found[:1]


MOST = 4
"""So many orders are suggested, before those of magic: a first letter is short."""


def examples(seen: View) -> Sequence[str]:
    """Show what to hunt, keep and take first with this Flame and Island, and a look or an open card."""
    held = Counter(card.rank for card in seen.island)
    near = held + Counter(kind for kind in map(type_of, seen.mind.faces()) if kind in held)
    lit = [seen.flame_type] if seen.flame_type else []
    others = [kind for kind in held if kind not in lit]
    types = [*lit, *sorted(others, key=lambda kind: (-near[kind], -held[kind], TYPES.index(kind)))][:2]
    if not types:
        return ()
    best = types[0]
    taken = [f"TAKE ISLAND {card.code} -> FLAME" for card in seen.island if card.rank == best]
    lines = [f"HUNT {best}", f"KEEP {', '.join(types)}", *taken[: 4 - len(seen.flame)]][:MOST]
    if seen.options.mage:
        unknown = seen.unknown()[:3] if seen.options.spells else ()
        return [*lines, f"MAGIC SCRY {', '.join(unknown)}"] if unknown else lines
    lying = [face for face in seen.mind.faces() if face.startswith(best)]
    return [*lines, *(f"TAKE {face} -> FLAME" for face in lying[:1])][:MOST]
