"""What is told of a deadline at its end, out of what everybody saw: its story, and its table of impulses.

The rules know nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from referee.engine.author import PUBLIC, Event, Seat
from referee.games.elements import events as ev
from referee.games.elements.state import Done, Match, State, tell
from referee.games.elements.values import FOUR

Faces = Mapping[Event, str]
"""The faces of cards that lay open for all when they were claimed, by the claim and by where it was put."""

MOST_SNATCHED = 3
"""No more cards are told of that one player dropped and another took."""


def chronicle(
    t: Match, since: int, flames: Mapping[Seat, int], islands: Mapping[Seat, int], *, over: bool, edition: int
) -> None:
    """Tell the story of the events since this one, from these sizes on; once a round is over nobody leads any more."""
    seen = [e for e in t.events[since:] if e.to == PUBLIC]
    faces = (by_claim if edition >= 3 else by_spot)(seen, t.state.done)
    tales = together(tale for seat in t.state.seats for tale in fed(seen, seat, flames[seat], faces, edition))
    tell(t, *(tale for tale in tales if not (over and said_by_fire(tale, edition))))
    tell(t, *list(snatched(seen, faces))[:MOST_SNATCHED])
    if not any(isinstance(e, ev.IslandsPassed) for e in seen):
        changed: dict[tuple[int, int], list[Seat]] = {}
        for seat in t.state.seats:
            changed.setdefault((islands[seat], len(t.state.islands[seat])), []).append(seat)
        for (before, after), seats in changed.items():
            if before != after:
                tell(t, ev.IslandsChanged(seats=tuple(seats), before=before, after=after, to=PUBLIC))
    sizes = {seat: len(cards) for seat, cards in t.state.flames.items()}
    most = max(sizes.values())
    if most and not over:
        leading = tuple(seat for seat, size in sizes.items() if size == most)
        tell(t, ev.LeadTaken(seats=leading, count=most, to=PUBLIC))


def said_by_fire(tale: Event, edition: int) -> bool:
    """Say whether a Flame grew by its fourth card alone; till edition 5 any feeding of three was taken for that."""
    return isinstance(tale, ev.FlameFed) and tale.before == FOUR - 1 and (edition < 5 or tale.after == FOUR)


def by_claim(seen: Sequence[Event], done: Sequence[Done]) -> Faces:
    """Follow each card from its claim to where it was put."""
    open_then = {(one.seat, one.impulse): one.face for one in done if one.face}
    held: dict[Seat, str] = {}
    found: dict[Event, str] = {}
    for e in seen:
        match e:
            case ev.CardClaimed(seat=seat, impulse=n):
                found[e] = held[seat] = open_then.get((seat, n), "")
            case ev.CardPut(seat=seat):
                found[e] = held.pop(seat, "")
    return found


def by_spot(seen: Sequence[Event], done: Sequence[Done]) -> Faces:
    """As the first two editions did: of two cards that a player took off one spot, both have the face of the last."""
    last = {(one.seat, one.what.removeprefix("TAKE ")): one.face for one in done if one.face}
    return {e: last.get((e.seat, e.source), "") for e in seen if isinstance(e, ev.CardClaimed | ev.CardPut)}


def fed(seen: Sequence[Event], seat: Seat, before: int, faces: Faces, edition: int) -> Iterator[Event]:
    """Tell how one Flame was lit and fed, and what was taken out of it.

    A Whirlwind begins it anew, and since edition 5 so does its owner who takes out the last card.
    """
    size, start, impulses, kind = before, before, list[int](), ""
    dimmed, grown = 0, before
    for e in seen:
        match e:
            case ev.CardPut(seat=who, place="flame", impulse=n) if who == seat:
                grown = size = size + 1
                kind = faces[e][:-1] or kind
                impulses.append(n)
            case ev.CardClaimed(seat=who, source="flame") if who == seat:
                size -= 1
                dimmed += 1
                if not size and edition >= 5:
                    if impulses:
                        yield _fed(seat, start, grown, impulses, kind)
                    start, impulses = 0, []
                kind = kind if size or edition < 3 else ""
            case ev.WhirlwindCalled(seat=who) if who == seat:
                if impulses:
                    yield _fed(seat, start, size, impulses, kind)
                size, start, impulses, kind = 0, 0, [], ""
    if impulses:
        yield _fed(seat, start, size, impulses, kind)
    if dimmed:
        yield ev.FlameDimmed(seat=seat, count=dimmed, to=PUBLIC)


def _fed(seat: Seat, before: int, after: int, impulses: Sequence[int], kind: str) -> Event:
    return ev.FlameFed(seats=(seat,), before=before, after=after, impulses=tuple(impulses), kind=kind, to=PUBLIC)


def together(tales: Iterable[Event]) -> Iterator[Event]:
    """Tell at once of all whose Flames grew alike; what was taken out comes behind."""
    alike: dict[Event, list[Seat]] = {}
    rest = []
    for tale in tales:
        if isinstance(tale, ev.FlameFed):
            alike.setdefault(replace(tale, seats=()), []).extend(tale.seats)
        else:
            rest.append(tale)
    yield from (replace(tale, seats=tuple(seats)) for tale, seats in alike.items())  # type: ignore[call-arg]
    yield from rest


def snatched(seen: Sequence[Event], faces: Faces) -> Iterator[Event]:
    """Tell which cards one player let go and another took up."""
    dropped: dict[str, Seat] = {}
    for e in seen:
        match e:
            case ev.CardPut(seat=seat, place="ocean", spot=spot):
                dropped[spot] = seat
            case ev.CardClaimed(seat=seat, source=source, impulse=n) if dropped.get(source, seat) != seat:
                giver, face = dropped[source], faces[e]
                yield ev.CardSnatched(seat=seat, giver=giver, spot=source, impulse=n, face=face, to=PUBLIC)


def rows(state: State) -> tuple[tuple[int, ...], tuple[tuple[str, ...], ...]]:
    """Return the impulses played, and for each what each seat did, in seat order."""
    cells: dict[tuple[int, Seat], list[str]] = {}
    for done in state.done:
        if word := short(done):
            cells.setdefault((done.impulse, done.seat), []).append(word)
    impulses = tuple(sorted({done.impulse for done in state.done}))
    return impulses, tuple(tuple(" ".join(cells.get((n, seat), ["."])) for seat in state.seats) for n in impulses)


def short(done: Done) -> str:
    """Say an action in a few letters: ``o7`` claimed, ``o7=8H`` where it lay open, ``(o7)`` lost, ``>F`` put away."""
    verb, _, rest = done.what.partition(" ")
    match verb:
        case "TAKE" if rest in ("ISLAND", "FLAME"):
            word = f"{rest[0]}>"
        case "TAKE":
            word = f"{rest}={done.face}" if done.face else rest
        case "PUT":
            word = f">{rest.rpartition(' ')[2] if ' ' in rest else rest[0]}"
        case "TOUCH" | "UNDO":
            word = verb.lower()
        case "DIBS":
            word = f'"{rest}"'
        case "FLIP":
            word = f"flip {rest.split()[0]}"
        case "MOVE":
            word = f"move {rest.rpartition(' ')[2]}"
        case "AIR":
            word = verb
        case _:
            return ""
    return f"({word})" if done.lost else word
