"""States that a view of Silencio could come from."""

from __future__ import annotations

from engine.game import Seat
from engine.rng import Rng
from engine.silencio.cards import Card, deck, tidy
from engine.silencio.decisions import Ask
from engine.silencio.legal import fits
from engine.silencio.state import State
from engine.silencio.view import View


def redealt(view: View, rng: Rng) -> State:
    """Hidden cards dealt anew. Who has just passed holds nothing that fits; a card seen in a swap stays where it is."""
    faced = [laid.card for row in view.rows for laid in row]
    faced += [card for cards in (*view.open, view.oracle, view.box, *view.shown, view.hand) for card in cards]
    unseen = rng.shuffled([card for card in deck(view.seats) if card not in set(faced)])
    hands = dict(enumerate(view.shown)) or _dealt(view, unseen)
    asked = view.asked
    handed = view.handed
    if asked is not None and asked.ask is Ask.GIVE_BACK and handed is None:
        assert asked.seat is not None
        handed = rng.choice(hands[asked.seat])
    gone = {card for hand in hands.values() for card in hand}
    return State(
        seed=rng.seed(),
        rows=view.rows,
        hands=tuple(hands[seat] for seat in range(view.seats)),
        open=view.open,
        oracle=view.oracle,
        stock=tuple(card for card in unseen if card not in gone),
        box=view.box,
        stones=view.stones,
        stack=view.stack,
        turn=view.turn,
        starter=view.starter,
        hangs=view.hangs,
        passes=view.passes,
        spent=view.spent,
        failed=view.failed,
        handed=handed,
        tavern=view.tavern,
        must_share=view.must_share,
    )


def _dealt(view: View, unseen: list[Card]) -> dict[Seat, tuple[Card, ...]]:
    turn = view.turn or 0
    passed = {(turn - back) % view.seats for back in range(1, view.passes + 1)}
    hands: dict[Seat, tuple[Card, ...]] = {} if view.seat is None else {view.seat: view.hand}
    kept: dict[Seat, list[Card]] = {seat: [] for seat in range(view.seats)}
    asked = view.asked
    left = list(unseen)
    for owner, card in ((asked.seat if asked else None, view.handed), (view.turn, view.failed)):
        if owner is not None and card in left:
            kept[owner].append(left.pop(left.index(card)))
    # Who passed first: they have the least choice, and dealing them evenly from what they may hold keeps the deal fair.
    for seat in sorted(range(view.seats), key=lambda seat: seat not in passed):
        if seat in hands:
            continue
        if seat in passed:  # a position file may claim passes that no deal explains: then any card will do
            left.sort(key=lambda card: fits(card, view.rows, view.hangs))
        wanted = view.counts[seat] - len(kept[seat])
        hands[seat] = tidy((*kept[seat], *left[:wanted]))
        still = set(left[wanted:])
        left = [card for card in unseen if card in still]
    return hands
