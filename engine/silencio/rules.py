"""The rules of Silencio: setup, turns and the end."""

from __future__ import annotations

from engine.game import Notice, Options, Outcome, Seat, Step, clockwise
from engine.rng import Rng
from engine.silencio import effects
from engine.silencio.actions import (
    Action,
    Choose,
    Claim,
    Decline,
    Draw,
    End,
    Give,
    Open,
    Pass,
    Play,
    Renew,
    Say,
    Send,
    Stone,
    Swap,
    Take,
    Trade,
    Use,
    Word,
)
from engine.silencio.cards import HAND, Card, Hang, Laid, Rune, Tavern, deck, tidy
from engine.silencio.decisions import Ask, Decision, owing
from engine.silencio.legal import fate, fits, is_dark, legal_actions, stuck
from engine.silencio.state import State
from engine.silencio.view import (
    Claimed,
    Declined,
    Drew,
    Ended,
    Event,
    Fate,
    Fizzled,
    OnlyWay,
    Passed,
    Played,
    Said,
    StoneUsed,
    TurnBegan,
    View,
)

ALWAYS_ASKED = (Ask.CLAIM, Ask.GIVE, Ask.TURN)
RESULTS = ("perfect", "so close", "don't be discouraged")


def setup(seats: int, seed: int, options: Options) -> State:
    cards = Rng(seed, "deal").shuffled(deck(seats))
    size = HAND[seats]
    dealt, rest = seats * size, cards[seats * size :]
    extinguished = options["extinguished"].split()
    state = State(
        seed=seed,
        rows=((), (), (), ()),
        hands=tuple(tidy(cards[first : first + size]) for first in range(0, dealt, size)),
        open=((),) * seats,
        oracle=tuple(rest[:seats]),
        stock=tuple(rest[seats:]),
        box=(),
        stones=tuple(rune for rune in Rune if rune not in extinguished),
        stack=(Decision(Ask.CLAIM, None),),
        tavern=Tavern() if options["tavern"] == "on" else None,
        must_share=options["shared"] == "must",
    )
    return state.started_by(Rng(seed, "start").below(seats)) if options["start"] == "random" else state


def to_act(state: State) -> frozenset[Seat]:
    return owing(state.stack, state.seats)


def is_claiming(state: State) -> bool:
    return bool(state.stack) and state.stack[-1].ask is Ask.CLAIM


def view(state: State, seat: Seat | None) -> View:
    return View(
        seat=seat,
        turn=state.turn,
        stack=state.stack,
        rows=state.rows,
        hand=() if seat is None else state.hands[seat],
        counts=tuple(map(len, state.hands)),
        open=state.open,
        oracle=state.oracle,
        stock=len(state.stock),
        box=state.box,
        stones=state.stones,
        hangs=state.hangs,
        starter=state.starter,
        passes=state.passes,
        spent=state.spent,
        failed=state.failed,
        handed=_handed(state, seat),
        tavern=state.tavern,
        must_share=state.must_share,
        shown=() if state.stack else state.hands,
    )


def _handed(state: State, seat: Seat | None) -> Card | None:
    """The first card of a swap is known to the two who make it, and to all if it lay open."""
    if state.handed is None:
        return None
    asked = state.stack[-1]
    return state.handed if seat is not None and seat in (asked.seat, asked.partner) else asked.card


def apply(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    log: list[Notice[Event]] = []
    state = settled(_done(state, seat, action, log), log)
    return Step(state, tuple(log))


def _done(state: State, seat: Seat, action: Action, log: list[Notice[Event]]) -> State:
    match action:
        case Claim():
            log.append(Notice(Claimed(seat)))
            return state.started_by(seat)
        case Give(card):
            return _give(state, seat, card, log)
        case Stone(colour=colour, rune=rune):
            log.append(Notice(StoneUsed(seat, rune, colour)))
            return effects.light(state.spending(rune), seat, colour, log, optional=False)
        case Play(card, owner):
            return _play(state, seat, card, owner, log)
        case Draw():
            return _draw(state, seat, log)
        case Pass():
            log.append(Notice(Passed(seat)))
            return _next_turn(state.passed(), log)
        case Use():
            return effects.hang(state.answered(), seat, Hang.NO_DARK, log)
        case Decline():
            log.append(Notice(Declined(seat)))
            return state.answered()
        case Take(colour):
            return effects.take(state.answered(), seat, colour, log)
        case Open(card):
            return effects.lay_open(state.answered(), seat, card, log)
        case Choose(whom):
            return effects.choose(state.answered(), seat, whom, log)
        case Swap(card, partner):
            return effects.swap(state.answered(), seat, card, partner, log)
        case Trade(card, wanted):
            return effects.trade(state.answered(), seat, card, wanted, log)
        case Renew():
            return effects.renew(state.answered(), seat, log)
        case Send(card, to):
            return effects.send(state.answered(), seat, card, to, log)
        case End():
            return _next_turn(state, log)
        case Say(word):
            held = state.hands[seat] + state.open[seat]
            count = stuck(held, state.rows, state.hangs) if word is Word.STUCK else 0
            log.append(Notice(Said(seat, action, count)))
            return state.with_tavern(Tavern())


def _give(state: State, seat: Seat, card: Card, log: list[Notice[Event]]) -> State:
    """Give a card back in a swap; or hand one to the left, beginning with the start player, who then has the turn."""
    asked = state.stack[-1]
    if asked.ask is Ask.GIVE_BACK:
        assert asked.partner is not None
        return effects.hand_over(state.answered().handing(None), seat, asked.partner, card, log)
    left = clockwise(seat, state.seats)
    state = effects.hand_over(state, seat, left, card, log)
    return state.giving(left) if left != state.starter else _begin(state.turn_of(left), log)


def _play(state: State, seat: Seat, card: Card, owner: Seat | None, log: list[Notice[Event]]) -> State:
    """Lay a card; its effect follows, unless something stops it. An open card of another is nobody's last card."""
    dark, hangs = is_dark(card, state.rows), state.hangs
    state = state.without(seat if owner is None else owner, card).with_laid(seat, Laid(card, dark))
    last = owner is None and state.held(seat) == 0
    what = fate(card, dark, last, hangs, state.seats)
    log.append(Notice(Played(seat, card, owner, dark, what)))
    if what is not Fate.ACTS:
        return state
    if dark:
        return effects.dark(state, seat, card.colour, log)
    return effects.light(state, seat, card.colour, log, optional=True)


def _draw(state: State, seat: Seat, log: list[Notice[Event]]) -> State:
    """A hidden card by chance: played if it fits, else shown and returned; then the seat plays freely (ruling 8)."""
    card = Rng(state.seed, "draw", state.draws).choice(state.hands[seat])
    fitting = fits(card, state.rows, state.hangs)
    log.append(Notice(Drew(seat, card, fitting)))
    state = state.counting_a_draw()
    return _play(state, seat, card, None, log) if fitting else state.with_failed_draw(card)


def settled(state: State, log: list[Notice[Event]]) -> State:
    """On to the next question that has more than one answer, or to the end.

    How many answers a question has follows from what lies open and from how many cards are in hands, so everybody can
    see where one has none, or only one. Only a turn and the gifts of the setup are always asked.
    """
    while state.stack:
        asked = state.stack[-1]
        if len(state.stack) == 1 and is_over(state):
            return _over(state, log)
        if asked.ask in ALWAYS_ASKED:
            return state
        assert asked.seat is not None
        answers = legal_actions(view(state, asked.seat))
        if len(answers) > 1:
            return state
        if not answers:
            log.append(Notice(Fizzled(asked.seat)))
            state = state.answered()
            continue
        if asked.ask is not Ask.END:
            log.append(Notice(OnlyWay(asked.seat)))
        state = _done(state, asked.seat, answers[0], log)
    return state


def _next_turn(state: State, log: list[Notice[Event]]) -> State:
    return _over(state, log) if is_over(state) else _begin(state.next_turn(), log)


def _begin(state: State, log: list[Notice[Event]]) -> State:
    assert state.turn is not None
    log.append(Notice(TurnBegan(state.turn)))
    return state


def _over(state: State, log: list[Notice[Event]]) -> State:
    log.append(Notice(Ended(state.left)))
    return state.ended()


def is_over(state: State) -> bool:
    """No card is left in any hand, or all have passed one after another (ruling 14)."""
    return not state.left or state.passes >= state.seats


def outcome(state: State) -> Outcome | None:
    """A team wins with no card left. The score is what is left in all hands, open cards included."""
    if state.stack:
        return None
    seats, left = state.seats, state.left
    return Outcome(
        winners=() if left else tuple(range(seats)),
        scores=(left,) * seats,
        ranks=(1,) * seats,
        reason="Everybody passed, one after another." if left else "The last card was played.",
        result=RESULTS[0 if not left else 1 if left <= seats else 2],
    )
