"""What a seat sees of a game of Rollie, as plain data: for boards, the terminal and JSON.

Made of a seen state only. Values are lanes 0 to 4, from the lowest to the highest; `values` names them.
"""

import pickle
from typing import Any

from rolltop.games.contract import SPECTATOR
from rolltop.games.rollie import rules
from rolltop.games.rollie.moves import action_text, early_actions, face_text
from rolltop.games.rollie.rules import FACE_DOWN, FACE_UP, N_VALUES, NOBODY, NOT_ROLLED, SECURE, Box, Game, Phase, R

View = dict[str, Any]

PHASES = {
    Phase.FIRST_PLAYER: "first player",
    Phase.START_TOKEN: "start token",
    Phase.FIRST_DIE: "roll",
    Phase.SECOND_DIE: "roll",
    Phase.ACTIONS: "actions",
    Phase.GAME_OVER: "over",
}


def view(game: Game, box: Box, seat: int = SPECTATOR) -> View:
    """Everything `seat` sees (a seen state is expected).

    `players[s].now` and `place` are as if the game ended now. `choices` are what `seat` may do, or decide early
    (`early`), one entry a lane, with the chance to crash at the next roll after taking it; `secure` says what securing
    now would bring. Both are None when there is nothing to decide.
    """
    totals, places = standing(game, box)
    choosing = game.phase == Phase.ACTIONS and game.chooser == seat
    early = early_actions(game, box, seat) if seat >= 0 else []
    return {
        "values": list(box.values),
        "phase": PHASES[Phase(game.phase)],
        "round": game.round_no,
        "rounds": box.n_rounds,
        "last_round": game.last_round or game.round_no == box.n_rounds,
        "first": game.first if game.phase != Phase.FIRST_PLAYER else None,
        "chooser": game.chooser if game.phase == Phase.ACTIONS else None,
        "dice": [face_text(box, face) for face in game.dice if face != NOT_ROLLED],
        "faces": [face for face in game.dice if face != NOT_ROLLED],
        "bank": list(game.bank),
        "full_bank": list(box.bills),
        "face_up": tokens_at(game, FACE_UP),
        "face_down": len(tokens_at(game, FACE_DOWN)),
        "players": [player(game, box, s, totals[s], places[s]) for s in range(game.n_players)],
        "bonus": [bonus(game, box, value) for value in range(N_VALUES)],
        "choosing": choosing,
        "early": bool(early),
        "choices": choices(game, box, seat) if choosing or early else None,
        "secure": securing(game, box, seat) if choosing or early else None,
    }


def standing(game: Game, box: Box) -> tuple[list[int], list[int]]:
    """Totals and places as if the game ended now (RO17 to RO20)."""
    totals: Any = [0] * game.n_players
    places: Any = [0] * game.n_players
    rules.score(game, box, totals)
    rules.rank(game, box, totals, places)
    return totals, places


def tokens_at(game: Game, place: int) -> list[int]:
    """Numbers of the Start tokens at a place or with a seat, the highest first."""
    return [token + 1 for token in reversed(range(len(game.token_at))) if game.token_at[token] == place]


def player(game: Game, box: Box, seat: int, total: int, place: int) -> View:
    """One player's things."""
    holder = game.players[seat]
    return {
        "bet": list(holder.bet),
        "wallet": list(holder.wallet),
        "bet_worth": worth(box, holder.bet),
        "wallet_worth": worth(box, holder.wallet),
        "secured": holder.secured,
        "tokens": tokens_at(game, seat),
        "now": total,
        "place": place,
    }


def worth(box: Box, bills: list[int]) -> int:
    """Face value of some bills."""
    return sum(value * count for value, count in zip(box.values, bills, strict=True))


def bonus(game: Game, box: Box, value: int) -> list[View]:
    """The Bonus tokens of a colour, the best first, and who would have each now (None: nobody)."""
    holders: Any = [NOBODY] * rules.MAX_BONUS
    rules.award_bonus_tokens(game, box, value, holders)
    return [
        {"amount": amount, "holder": None if holder == NOBODY else holder}
        for amount, holder in zip(box.bonus[value], holders, strict=True)
        if amount
    ]


def choices(game: Game, box: Box, seat: int) -> list[View]:
    """A lane each: the move, whether it is legal, and the chance to crash at the next roll if it is taken."""
    before = crash_chance(game, box, seat)
    found = []
    for value in range(N_VALUES):
        legal = rules.is_legal(game, box, value)
        crash = crash_chance(game, box, seat, value) if legal else None
        found.append(
            {
                "move": action_text(game, box, seat, value),
                "action": value,
                "legal": legal,
                "crash": crash,
                "raises": crash is not None and crash > before,
            }
        )
    return found


def crash_chance(game: Game, box: Box, seat: int, taken: int | None = None) -> float:
    """The chance to lose the Bet at the next roll (RO9, RO10, RO14), with one more bill `taken` if given.

    In the last round any double costs it, since a Bet that is left counts for nothing (RO16).
    """
    bet = list(game.players[seat].bet)
    bank = list(game.bank)
    if taken is not None:
        bet[taken] += 1
        bank[taken] -= 1
    last = game.last_round or game.round_no >= box.n_rounds
    hit = {R, *(value for value in range(N_VALUES) if last or bet[value])}  # as a double
    empty = {value for value in range(N_VALUES) if not bank[value]}
    crashes = sum(
        (first == second and first in hit) or (first in empty and second in empty)
        for first in box.dice[0]
        for second in box.dice[1]
    )
    return crashes / (len(box.dice[0]) * len(box.dice[1]))


def securing(game: Game, box: Box, seat: int) -> View:
    """What securing now would bring: bills, their worth, the Start token, and the total if the game ended then."""
    after = pickle.loads(pickle.dumps(game))  # a copy, at a tenth of deepcopy's time
    after.chooser = seat
    face_up = tokens_at(game, FACE_UP)
    rules.secure(after)
    return {
        "move": action_text(game, box, seat, SECURE),
        "action": SECURE,
        "bills": sum(game.players[seat].bet),
        "worth": worth(box, game.players[seat].bet),
        "token": face_up[0] if face_up else None,
        "now": standing(after, box)[0][seat],
    }


def breakdown(game: Game, box: Box) -> list[View]:
    """The final scoring, a player each: bills per value, face worth, bonus per value, total and place."""
    totals, places = standing(game, box)
    bonuses = [bonus(game, box, value) for value in range(N_VALUES)]
    found = []
    for seat in range(game.n_players):
        won = [sum(token["amount"] for token in tokens if token["holder"] == seat) for tokens in bonuses]
        found.append(
            {
                "bills": list(game.players[seat].wallet),
                "worth": worth(box, game.players[seat].wallet),
                "bonus": won,
                "bonus_total": sum(won),
                "tokens": tokens_at(game, seat),
                "total": totals[seat],
                "place": places[seat],
            }
        )
    return found
