"""What a seat sees of Rollie, as numbers for agents that learn. Colours are in the order of their values."""

from rolltop.games.fields import Actions, choice, number, seat
from rolltop.games.rollie.rules import N_FACES, N_VALUES, NOT_ROLLED, Phase

FIELDS = (
    choice("phase", "what is due next", [phase.name.lower() for phase in Phase]),
    number("round_no", "the round", 12),
    seat("first", "the First player"),
    seat("chooser", "who chooses"),
    number("took", "whether a bill was taken this turn"),
    number("last_round", "whether this is the last round"),
    choice(
        "dice", "the dice: a colour, or R", ["not rolled", *(f"face {face}" for face in range(N_FACES))], NOT_ROLLED
    ),
    number("bank", "bills in the Bank, a colour each", 10),
    seat("token_at", "where each Start token is", "face down", "face up", "not in the box"),
    number("players.bet", "bills in the Bet, a colour each", 5, by_seat=True),
    number("players.wallet", "bills in the Wallet, a colour each", 10, by_seat=True),
    number("players.secured", "whether the player has secured", by_seat=True),
)
DERIVED: dict[str, str] = {"n_players": "the environment has always as many"}
ACTIONS = (
    Actions("take", N_VALUES, "take a bill, a colour each in the order of their values"),
    Actions("secure", 1, "put the Bet into the Wallet"),
)
