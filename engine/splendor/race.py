"""Splendor as one flat list of small numbers: fast to copy, to play and to search."""

from __future__ import annotations

from itertools import combinations
from typing import TypeAlias

from engine.rng import Rng
from engine.splendor.cards import CARDS, LEVELS, NOBLES
from engine.splendor.legal import ENOUGH_FOR_TWO, MOST_TOKENS
from engine.splendor.rules import OF_EACH_GEM
from engine.splendor.view import Asks, View

Race: TypeAlias = list[int]
Move: TypeAlias = int  # which take, or a card added to RESERVE or BUY, or a level to TOP

# Where things are in a race. Cards are their places in CARDS, levels count from 0; NONE: an empty place.
TURN, COUNT, FIRST, TARGET, PASSES, OVER, BANK, ROWS, GUESTS, UNSEEN, SEATS = 0, 1, 2, 3, 4, 5, 6, 12, 24, 29, 30
# And in what a seat holds, from SEATS on: six tokens, five bonuses, points, the number of cards, three reserved.
BONUS, POINTS, OWNED, KEPT, WIDTH = 6, 11, 12, 13, 16
NONE = -1
HIDDEN = -2  # less the level: a reserved card that the searching seat has not seen

RESERVE, TOP, BUY, PASS = 100, 200, 300, 400

COLOUR = [int(card.bonus) for card in CARDS]
WORTH = [card.points for card in CARDS]
LEVEL = [card.level - 1 for card in CARDS]
COSTS = [tuple((int(gem), number) for gem, number in card.costs) for card in CARDS]
NEEDS = [tuple((gem, need) for gem, need in enumerate(noble.needs) if need) for noble in NOBLES]
HONOUR = [noble.points for noble in NOBLES]
DECK = [sum(1 << place for place, card in enumerate(CARDS) if card.level == level) for level in LEVELS]
PLACE = {card: place for place, card in enumerate(CARDS)}

# Takes 0 to 4: two alike. The others: one each of up to three colours.
TAKES: list[tuple[int, ...]] = [(gem, gem) for gem in range(5)]
TAKES += [gems for number in (1, 2, 3) for gems in combinations(range(5), number)]
_DIFFERENT: list[list[Move]] = [
    [
        take
        for take, gems in enumerate(TAKES)
        if len(set(gems)) == len(gems) == min(3, there.bit_count()) and all(there >> gem & 1 for gem in gems)
    ]
    for there in range(32)
]
_FEWEST_FOR_NOBLE = 8  # no noble comes to fewer cards


class Luck:
    """Quick random numbers for worlds that are only imagined."""

    __slots__ = ("_x",)

    def __init__(self, rng: Rng) -> None:
        self._x = rng.seed()

    def below(self, limit: int) -> int:
        self._x = x = (self._x * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        return (x >> 33) * limit >> 31

    def random(self) -> float:
        return self.below(1 << 24) / (1 << 24)

    def drawn(self, cards: int) -> int:
        """One of the cards in this set of bits; NONE of the empty set."""
        if not cards:
            return NONE
        for _ in range(self.below(cards.bit_count())):
            cards &= cards - 1
        return (cards & -cards).bit_length() - 1


def race_of(view: View) -> Race:
    """What the view's seat knows. Hidden cards of others still count among the unseen until they are `dealt`."""
    unseen = (1 << len(CARDS)) - 1
    race: Race = [view.turn, view.seats, view.first, view.target, view.passes, int(view.asks is Asks.NOTHING)]
    race += view.bank
    for row in view.rows:
        places = [NONE if card is None else PLACE[card] for card in row]
        race += places + [NONE] * (4 - len(places))
    guests = [noble.number - 1 for noble in view.nobles]
    race += guests + [NONE] * (5 - len(guests))
    race.append(0)
    for seat, holding in enumerate(view.holdings):
        kept = [PLACE[card] for card in holding.reserved]
        kept += (
            [PLACE[card] for card in view.hidden]
            if seat == view.seat
            else [HIDDEN - (level - 1) for level in view.unseen[seat]]
        )
        race += holding.tokens
        race += holding.bonuses
        race += [holding.points, len(holding.cards), *kept, *[NONE] * (3 - len(kept))]
        for card in holding.cards:
            unseen &= ~(1 << PLACE[card])
        for place in kept:
            if place >= 0:
                unseen &= ~(1 << place)
    for place in race[ROWS:GUESTS]:
        if place >= 0:
            unseen &= ~(1 << place)
    race[UNSEEN] = unseen
    return race


def has_hidden(race: Race) -> bool:
    return min(race) <= HIDDEN


def dealt(race: Race, luck: Luck) -> Race:
    """The race with a card for every hidden one."""
    race = race[:]
    for at in range(SEATS + KEPT, len(race), WIDTH):
        for slot in range(at, at + 3):
            if race[slot] <= HIDDEN:
                race[slot] = card = luck.drawn(race[UNSEEN] & DECK[HIDDEN - race[slot]])
                race[UNSEEN] &= ~(1 << card)
    return race


def moves(race: Race) -> list[Move]:
    """Everything that may be done, gold only for what is missing."""
    mine = SEATS + WIDTH * race[TURN]
    w, b, g, r, k, gold = race[mine : mine + 6]
    reach = (w + race[mine + 6], b + race[mine + 7], g + race[mine + 8], r + race[mine + 9], k + race[mine + 10])
    found: list[Move] = []
    kept = race[mine + KEPT : mine + WIDTH]
    there = race[ROWS:GUESTS]
    for card in there + kept:
        if card >= 0:
            spare = gold
            for gem, price in COSTS[card]:
                if price > reach[gem]:
                    spare -= price - reach[gem]
                    if spare < 0:
                        break
            else:
                found.append(BUY + card)
    colours = 0
    for gem in range(5):
        left = race[BANK + gem]
        if left:
            colours |= 1 << gem
            if left >= ENOUGH_FOR_TWO:
                found.append(gem)
    found += _DIFFERENT[colours]
    if NONE in kept:
        found += [RESERVE + card for card in there if card >= 0]
        unseen = race[UNSEEN]
        found += [TOP + level for level in range(3) if unseen & DECK[level]]
    return found or [PASS]


def brings_chance(move: Move) -> bool:
    """Whether a card may come from a deck."""
    return move >= RESERVE and move != PASS


def after(race: Race, move: Move, luck: Luck) -> Race:
    """The race once the move is made; more than ten tokens are returned by need, of several nobles the first comes."""
    race = race[:]
    mine = SEATS + WIDTH * race[TURN]
    if move < RESERVE:
        for gem in TAKES[move]:
            race[mine + gem] += 1
            race[BANK + gem] -= 1
    elif move == PASS:
        race[PASSES] += 1
        return done(race)
    elif move >= BUY:
        _buy(race, mine, move - BUY, luck)
    else:
        slot = race.index(NONE, mine + KEPT)
        if move >= TOP:
            race[slot] = card = luck.drawn(race[UNSEEN] & DECK[move - TOP])
            race[UNSEEN] &= ~(1 << card)
        else:
            race[slot] = move - RESERVE
            _refill(race, move - RESERVE, luck)
        if race[BANK + 5]:
            race[BANK + 5] -= 1
            race[mine + 5] += 1
    race[PASSES] = 0
    over = sum(race[mine : mine + 6]) - MOST_TOKENS
    while over > 0:
        give_back(race, mine, least_needed(race, mine))
        over -= 1
    return done(race)


def _buy(race: Race, mine: int, card: int, luck: Luck) -> None:
    for gem, price in COSTS[card]:
        due = price - race[mine + BONUS + gem]
        if due > 0:
            have = race[mine + gem]
            if due > have:
                race[mine + 5] -= due - have
                race[BANK + 5] += due - have
                due = have
            race[mine + gem] = have - due
            race[BANK + gem] += due
    race[mine + BONUS + COLOUR[card]] += 1
    race[mine + POINTS] += WORTH[card]
    race[mine + OWNED] += 1
    if card in race[mine + KEPT : mine + WIDTH]:
        race[race.index(card, mine + KEPT)] = NONE
    else:
        _refill(race, card, luck)


def _refill(race: Race, card: int, luck: Luck) -> None:
    race[race.index(card, ROWS)] = new = luck.drawn(race[UNSEEN] & DECK[LEVEL[card]])
    if new >= 0:
        race[UNSEEN] &= ~(1 << new)


def give_back(race: Race, mine: int, token: int) -> None:
    race[mine + token] -= 1
    race[BANK + token] += 1


def least_needed(race: Race, mine: int) -> int:
    """The token held that the cards within sight of the seat can best do without; gold last."""
    need = [0.0] * 5
    for card in race[ROWS:GUESTS] + race[mine + KEPT : mine + WIDTH]:
        if card >= 0:
            short, wanted = 0, []
            for gem, price in COSTS[card]:
                due = price - race[mine + BONUS + gem]
                if due > 0:
                    wanted.append((gem, due))
                    short += max(due - race[mine + gem], 0)
            weight = (1 + WORTH[card]) / (2 + short) ** 2
            for gem, due in wanted:
                if due >= race[mine + gem]:
                    need[gem] += weight
    held = [gem for gem in range(5) if race[mine + gem]]
    return min(held, key=lambda gem: (need[gem] - 0.02 * race[mine + gem], gem)) if held else 5


def done(race: Race) -> Race:
    """What follows a turn: perhaps a noble, then the next seat."""
    mine = SEATS + WIDTH * race[TURN]
    if race[mine + OWNED] >= _FEWEST_FOR_NOBLE:
        for slot in range(GUESTS, UNSEEN):
            noble = race[slot]
            if noble >= 0:
                for gem, need in NEEDS[noble]:
                    if race[mine + BONUS + gem] < need:
                        break
                else:
                    welcome(race, mine, slot)
                    break
    return passed_on(race)


def passed_on(race: Race) -> Race:
    """The next seat's turn, or the end."""
    count, turn = race[COUNT], race[TURN] + 1
    if turn == count:
        turn = 0
    if race[PASSES] == count or (turn == race[FIRST] and max(race[SEATS + POINTS :: WIDTH]) >= race[TARGET]):
        race[OVER] = 1
    else:
        race[TURN] = turn
    return race


def welcome(race: Race, mine: int, slot: int) -> None:
    race[mine + POINTS] += HONOUR[race[slot]]
    race[slot] = NONE
    race[PASSES] = 0


def shares(race: Race) -> list[float]:
    """What each seat has of the win once the race is over."""
    orders = [(-race[mine + POINTS], race[mine + OWNED]) for mine in range(SEATS, len(race), WIDTH)]
    best = min(orders)
    part = 1.0 / orders.count(best)
    return [part if order == best else 0.0 for order in orders]


def fresh(seats: int, gold: bool, luck: Luck) -> Race:
    """A new game for this many seats."""
    gems = OF_EACH_GEM[seats]
    unseen = sum(DECK)
    first = luck.below(seats)
    race: Race = [first, seats, first, 15, 0, 0, *[gems] * 5, 5 if gold else 0]
    for deck in DECK:
        for _ in range(4):
            race.append(luck.drawn(unseen & deck))
            unseen &= ~(1 << race[-1])
    guests = (1 << len(NOBLES)) - 1
    for place in range(5):
        race.append(luck.drawn(guests) if place <= seats else NONE)
        guests &= ~(1 << race[-1]) if race[-1] >= 0 else guests
    return [*race, unseen, *([0] * (KEPT) + [NONE] * 3) * seats]
