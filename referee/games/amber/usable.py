"""Which orders can be of use now, by what their player knows: for a help that names no others."""

from __future__ import annotations

from collections.abc import Collection

from referee.engine.audience import OBSERVER
from referee.engine.orders import Order
from referee.games.amber import deck, orders, powers
from referee.games.amber.knowledge import Knowledge
from referee.games.cards import Card

OF_CARDS: dict[Card, tuple[type[Order], ...]] = {
    deck.PROTECTION: (orders.ProtectPlayer, orders.NoAce),
    deck.MAGICIAN: (
        powers.MagicianNegate, powers.MagicianReverse, powers.MagicianCancel, powers.MagicianTake, powers.MagicianSave,
        powers.MagicianThrone, powers.MagicianFree, powers.MagicianRepel,
    ),
    deck.STAR: (powers.StarRevive, powers.StarCancel),
    deck.SUN: (powers.NameSun,),
    deck.HERMIT: (powers.UseHermit,),
}  # fmt: skip
"""The orders of single cards."""

OF_COURTS = (powers.GiveBackAttack, powers.GiveBack, powers.Ransom, powers.Summon, powers.Ally)
"""The orders of Court cards that one holds."""

OTHERWISE = (powers.ReturnCard, powers.ReturnAttack)
"""Second ways to write GIVE BACK."""


def unusable(v: Knowledge) -> Collection[type[Order]]:
    """Name the orders that do nothing as things stand: of a card one does not hold, or of another place."""
    if v.seat == OBSERVER or v.seat not in v.players:
        return ()
    if not v.me.alive:
        return {kind for kind in orders.VERBS if kind is not powers.ChaosLay or v.options.chaos_player != "dead"}
    held = {*v.stock, *v.courts, *v.me.kept}
    out: set[type[Order]] = {powers.ChaosLay, *OTHERWISE}
    out.update(kind for card, kinds in OF_CARDS.items() if card not in held for kind in kinds)
    out.update(() if held.intersection(deck.FREE) else {orders.PlayCard})
    out.update(() if v.courts else OF_COURTS)
    out.update((orders.Stay, orders.Return) if v.me.in_amber else (orders.Wait, orders.Seize, orders.Attack, orders.Go))
    out.update(() if v.me.in_amber else {orders.War})
    out.update(() if any(one.lord == v.seat for one in v.players.values()) else {orders.Release})
    out.update(() if v.ruler == v.seat else {powers.ThroneDraw})
    out.update(() if v.options.gifts else {orders.GiveCards})
    out.update(() if v.options.ransom_refusable else {orders.RefuseTheRansom})
    return out
