"""The archive: what happened, and the proof that it was not changed. The letters that went out are `sent`."""

from collections.abc import Iterator
from dataclasses import field, replace
from datetime import datetime

from referee import games as games_of
from referee.archive.record import Step
from referee.archive.replay import Again, replayed
from referee.engine.lexicon import spoken
from referee.engine.values import value
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.names import game_named
from referee.service.records.record import adjudicated
from referee.shown import column
from referee.store import games, integrity, steps
from referee.store.tables import GameRow


@value
class Chain:
    """How far a game came, and where its chain of hashes ends."""

    game: str = field(metadata=column("game"))
    """The game's short name."""
    steps: int = field(metadata=column("steps"))
    """How many steps were adjudicated, the start among them."""
    chain: str | None = field(metadata=column("chain"))
    """The last hash of its chain."""


@value
class StepLine:
    """One step of a game."""

    step: int = field(metadata=column("turn"))
    """Its number; 0 is the start."""
    played_at: datetime = field(metadata=column("adjudicated"))
    """When it was adjudicated."""
    why: str = field(metadata=column("why"))
    """Why then, such as deadline or early."""
    edition: str = field(metadata=column("edition"))
    """By which edition of the rules."""
    chain_hash: str = field(metadata=column("chain"))
    """Its hash in the chain."""


@value
class History:
    """The steps of a game."""

    game: str
    """The game's short name."""
    title: str
    """What letters call it."""
    zone: str
    """Its time zone."""
    commitment: str
    """The hash of its secret."""
    steps: list[StepLine]
    """Its steps, oldest first."""


@value
class Verdict:
    """What checking a game's archive came to."""

    steps: int
    """How many steps were looked at."""
    ok: bool = True
    """Whether everything is as it was written."""
    bad_step: int | None = None
    """The first step that is not as it was written."""
    problem: str = ""
    """What is wrong there."""
    editions: tuple[str, ...] = ()
    """By which editions of the rules it was played, in their order."""
    unplayed: tuple[int, ...] = ()
    """Steps that could not be played again, for this program does not have the rules that they were played by."""
    newest: str = ""
    """The newest edition that this program has."""

    @property
    def words(self) -> str:
        """What was found, in a line or two."""
        if not self.ok:
            return f"step {self.bad_step} is bad: {self.problem}."
        said = f"{self.steps} steps are as they were written{self._by()}."
        if not self.unplayed:
            return said
        first, last = self.unplayed[0], self.unplayed[-1]
        turns = f"Turn {first} was" if first == last else f"Turns {first} to {last} were"
        return (
            f"{said} {turns} not played again, for this program has edition {self.newest} alone of those rules: that"
            " says nothing against them. A program with the edition of then can play them again."
        )

    def _by(self) -> str:
        """Name the editions, where it was not the newest alone."""
        if self.editions in ((), (self.newest,)):
            return ""
        several = "editions" if len(self.editions) > 1 else "edition"
        kept = "" if self.unplayed else ", and the earlier rules beside it"
        return f", played under {several} {spoken(self.editions)}; this program has {self.newest}{kept}"


def history(campaign: Campaign, game: str) -> History:
    """Return the steps of a game."""
    with campaign.store.reading() as tx:
        row = game_named(tx, game)
        past = [
            StepLine(one.step, one.played_at, one.why.value, one.edition, one.chain_hash)
            for one in steps.history(tx, row.id)
        ]
        return History(row.name, row.title, row.zone, row.commitment, past)


def chains(campaign: Campaign) -> list[Chain]:
    """Say of every game how far it came, oldest first."""
    with campaign.store.reading() as tx:
        past = {row.name: steps.history(tx, row.id) for row in games.games(tx)}
    return [Chain(name, len(found), found[-1].chain_hash if found else None) for name, found in past.items()]


def verify(campaign: Campaign, game: str) -> Verdict:
    """Recompute the chain of hashes, then play every step again and compare; the first difference is named.

    Each is played by the edition that adjudicated it; where this program does not have that, its hashes alone count.
    """
    with campaign.reading() as work:
        tx = work.tx
        row = game_named(tx, game)
        past = steps.history(tx, row.id)
        broken = integrity.verify(tx, row.id)
        found = Verdict(
            len(past),
            editions=tuple(dict.fromkeys(one.edition for one in past)),
            newest=games_of.find(row.ruleset).edition,
        )
        if broken is not None:
            return replace(found, ok=False, bad_step=broken.step, problem=broken.problem)
        unplayed = []
        for stored, again in _replayed(work, row):
            if again.game is None:
                unplayed.append(stored.step)
            elif not again.is_as(stored):
                problem = "played again, it does not come to what is stored"
                return replace(found, ok=False, bad_step=stored.step, problem=problem)
        return replace(found, unplayed=tuple(unplayed))


def _replayed(work: Work, row: GameRow) -> Iterator[tuple[Step, Again]]:
    if row.seed is None:  # it never began
        return iter(())
    about, stored = adjudicated(work, row)
    return zip(stored, replayed(about, stored, row.seed), strict=True)
