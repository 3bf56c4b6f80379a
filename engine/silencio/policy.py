"""How the strong bot of Silencio plays a game on to its end in its head: by rules of thumb, for every seat."""

from __future__ import annotations

from engine.game import Seat
from engine.silencio.cards import PRINTED
from engine.silencio.decisions import Ask
from engine.silencio.race import (
    BLUE,
    DRAW,
    FIELD,
    GREAT,
    GREEN,
    NO_DARK,
    NO_LIGHT,
    ONLY_GREEN,
    RED,
    YELLOW,
    Done,
    Move,
    Race,
)

SKIPPED = 3.5  # what it costs to make a card unplayable, times how likely it is in a hand ...
SENSE = 0.3  # ... of which this part is as if one knew it: partners tell more than a count does
OFFERED = 0.25  # how likely a card of the oracle is to be missed
LIGHT = (0.5, 0.4, 0.2, 0.4)  # what an effect is worth, by colour
DARK = (-0.3, -0.5, -0.8)
GREEN_AT_HAND, GREEN_ABOUT, GREEN_NOWHERE = -0.5, -4.0, -25.0  # that a green card must follow
LOW_FIRST = 0.6  # for each step up
WASTED = -2.5  # a play worth less deserves a stone
FREED = -0.4  # cards that taking a row's top must free, more than the one taken

DO_END: Done = (Move.END, 0, 0)
DO_PASS: Done = (Move.PASS, 0, 0)
DO_DRAW: Done = (Move.DRAW, 0, 0)
DO_USE: Done = (Move.USE, 0, 0)
DO_DECLINE: Done = (Move.DECLINE, 0, 0)
DO_RENEW: Done = (Move.RENEW, 0, 0)


def play_out(race: Race) -> int:
    """To the end. Returns how many cards are left in hands."""
    while not race.over:
        race.do(choice(race))
    return race.left


def choice(race: Race) -> Done:
    """What the seat asked would do."""
    if race.pending:
        return _answer(race)
    if race.base == Ask.END:
        return _end(race)
    if race.base == Ask.TURN:
        return _turn(race)
    return (Move.GIVE, _gift(race.hands[race.turn]), 0)


def _turn(race: Race) -> Done:
    seat = race.turn
    own = race.playable(seat)
    shared = race.shared(seat)
    if not own and not shared:
        return (race.failed < 0 and not race.spent and race.stones and _rescue(race, seat)) or DO_PASS
    if race.hangs & DRAW and race.hands[seat] and race.failed < 0:
        return DO_DRAW
    worth, card, owner = best_play(race, seat, own, shared, race.hangs)
    if worth < WASTED and race.stones & (GREAT | 2 << RED) and not race.spent and race.failed < 0:
        shielded, _, _ = best_play(race, seat, own, shared, race.hangs | NO_DARK)
        if shielded > worth + 2.0:
            return (Move.STONE, RED, not race.stones & 2 << RED)
    if not own and worth < 0.0 and not race.must_share and not race.spent and race.failed < 0:
        return DO_PASS
    return (Move.PLAY, card, owner)


def best_play(race: Race, seat: Seat, own: int, shared: int, hangs: int) -> tuple[float, int, int]:
    """What the best card to play is worth, that card, and whose open card it is or -1."""
    others = hidden = 0
    for other, cards in enumerate(race.hands):
        if other != seat:
            others |= cards
            hidden += cards.bit_count()
    laid = 0
    for cards in race.open:
        laid |= cards
    chance = hidden / (hidden + len(race.stock) or 1)
    oracle = 0
    for card in race.oracle:
        oracle |= 1 << card
    mine = race.hands[seat] | race.open[seat]
    last = not mine & mine - 1
    best, chosen, whose = -1e9, -1, -1
    live = race.live
    for colour in range(4):
        field = live & FIELD[colour]
        for cards in (own & field, shared & field):
            if not cards:
                continue
            bit = cards & -cards
            is_own = bit & mine
            skipped = field & (bit - 1)
            worth = -LOW_FIRST * (bit.bit_length() - 1 & 15)
            if skipped:
                gone = skipped & race.faced
                skipped &= ~gone
            light = field & (bit - 1)
            if skipped:
                offered = (skipped & oracle).bit_count()
                sure = (skipped & (laid | mine)).bit_count()
                unseen = skipped & ~(oracle | laid | mine)
                worth -= SKIPPED * (
                    3.0 * sure
                    + OFFERED * offered
                    + (1.0 - SENSE) * chance * unseen.bit_count()
                    + SENSE * (unseen & others).bit_count()
                )
            if light:
                if not hangs & NO_LIGHT:
                    worth += LIGHT[colour]
            elif not hangs & NO_DARK and not (last and is_own):
                if colour != GREEN:
                    if colour != BLUE or race.oracle:
                        worth += DARK[colour]
                elif bit.bit_length() - 1 & 15 != race.highest:
                    higher = field & ~(bit | bit - 1) & ~race.faced
                    if higher & (mine | laid):
                        worth += GREEN_AT_HAND
                    elif higher & others:
                        worth += GREEN_ABOUT
                    else:
                        worth += GREEN_NOWHERE if not higher & ~oracle else GREEN_ABOUT - 4.0
            if worth > best:
                best, chosen = worth, bit.bit_length() - 1
                whose = -1 if is_own else _owner(race, bit)
    return best, chosen, whose


def _owner(race: Race, bit: int) -> Seat:
    return next(seat for seat, cards in enumerate(race.open) if cards & bit)


def _rescue(race: Race, seat: Seat) -> Done | None:
    """A stone that lets one play after all."""
    own = race.hands[seat] | race.open[seat]
    if not own:
        return None
    stones = race.stones
    if stones & (GREAT | 2 << GREEN):
        wanted = race.live & FIELD[GREEN] if race.hangs & ONLY_GREEN else race.live
        if any(wanted >> card & 1 for card in race.oracle):
            return (Move.STONE, GREEN, not stones & 2 << GREEN)
    if stones & (GREAT | 2 << BLUE) and not race.hangs & ONLY_GREEN:
        worth, _ = _best_take(race, seat)
        if worth > 0.0:
            return (Move.STONE, BLUE, not stones & 2 << BLUE)
    return None


def _end(race: Race) -> Done:
    if race.spent or not race.stones:
        return DO_END
    seat = race.turn
    stones = race.stones
    dead = (race.hands[seat] | race.open[seat]) & ~race.live
    if dead and stones & (GREAT | 2 << GREEN):
        for card in race.oracle:
            if race.live >> card & 1 and _hope(race, card) > 0.6:
                return (Move.STONE, GREEN, not stones & 2 << GREEN)
    if stones & (GREAT | 2 << BLUE):
        worth, _ = _best_take(race, seat)
        if worth >= FREED:
            return (Move.STONE, BLUE, not stones & 2 << BLUE)
    return DO_END


def _best_take(race: Race, seat: Seat) -> tuple[float, int]:
    """The row to take the top of, and the cards that this frees, less the one taken."""
    own = race.hands[seat] | race.open[seat]
    others = 0
    for other, cards in enumerate(race.hands):
        if other != seat:
            others |= cards | race.open[other]
    best, chosen = -9.0, -1
    for colour in (RED, YELLOW, GREEN):
        row = race.rows[colour]
        if not row:
            continue
        under = row[-2] if len(row) > 1 else PRINTED
        freed = ((1 << row[-1]) - (2 << under)) << 16 * colour
        worth = (freed & own).bit_count() + 0.7 * (freed & others).bit_count() - 1.0
        if worth > best:
            best, chosen = worth, colour
    return best, chosen


def _hope(race: Race, card: int) -> float:
    """0: it can never be played; 1: it can be played without skipping another."""
    bit = 1 << card
    if not race.live & bit:
        return 0.0
    between = race.live & FIELD[card >> 4] & (bit - 1) & ~race.faced
    return 1 / (1 + 0.3 * between.bit_count())


def _answer(race: Race) -> Done:
    ask, seat, optional, _ = race.pending[-1]
    if ask == Ask.USE:
        return DO_USE
    if ask == Ask.TAKE:
        worth, colour = _best_take(race, seat)
        return DO_DECLINE if optional and worth < FREED else (Move.TAKE, colour, 0)
    if ask == Ask.OPEN:
        hidden = race.hands[seat]
        living = members(hidden & race.live)
        if not living:
            return DO_DECLINE if optional else (Move.OPEN, members(hidden)[0], 0)
        return (Move.OPEN, min(living, key=lambda card: _hope(race, card)), 0)
    if ask == Ask.CHOOSE:
        return _choose(race, seat, optional)
    if ask == Ask.EXCHANGE:
        return _exchange(race, seat)
    if ask == Ask.GIVE_BACK:
        return (Move.GIVE, _gift((race.hands[seat] | race.open[seat]) & ~(1 << race.handed)), 0)
    return _send(race, seat)


def _choose(race: Race, seat: Seat, optional: bool) -> Done:
    """Who has most that cannot be played: oneself, if it is as much."""
    best, most = -1, 0.0
    for whom in range(race.seats):
        if race.can_exchange(whom):
            dead = ((race.hands[whom] | race.open[whom]) & ~race.live).bit_count() + (0.5 if whom == seat else 0.0)
            if dead > most or best < 0:
                best, most = whom, dead
    if optional and most < 0.1:
        return DO_DECLINE
    return (Move.CHOOSE, best, 0)


def _exchange(race: Race, seat: Seat) -> Done:
    own = race.hands[seat] | race.open[seat]
    if own and race.oracle:
        wanted = max(race.oracle, key=lambda card: _hope(race, card))
        worst, hope = -1, 9.0
        for card in members(own):
            if _hope(race, card) < hope:
                worst, hope = card, _hope(race, card)
        if _hope(race, wanted) > hope + 0.1 or (not race.stock and not race.oracle):
            return (Move.TRADE, worst, wanted)
    if race.oracle or race.stock:
        return DO_RENEW
    partner = next(other for other in range(race.seats) if other != seat and race.hands[other] | race.open[other])
    return (Move.SWAP, _gift(own), partner)


def _send(race: Race, seat: Seat) -> Done:
    card = max(race.oracle, key=lambda one: _hope(race, one))
    best, fewest = -1, 99
    for step in range(1, race.seats):
        to = (seat + step) % race.seats
        held = (race.hands[to] | race.open[to]).bit_count()
        if held < fewest:
            best, fewest = to, held
    return (Move.SEND, card, best)


def _gift(cards: int) -> int:
    """The card to give: high, and of a colour one has little of."""
    best, most = -1, -99.0
    for card in members(cards):
        worth = (card & 15) - 2.0 * (cards & FIELD[card >> 4]).bit_count()
        if worth > most:
            best, most = card, worth
    return best


def members(cards: int) -> list[int]:
    found = []
    while cards:
        bit = cards & -cards
        found.append(bit.bit_length() - 1)
        cards ^= bit
    return found
