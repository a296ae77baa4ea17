"""What a seat sees of Roll Estate, as numbers for agents that learn."""

from rolltop.games.fields import Actions, bits, choice, number, seat
from rolltop.games.roll_estate.rules import MAX_ROUTES, MAX_ROWS, MAX_SLOTS, N_DICE, N_FACES, N_HOLDS, Phase

DICE = [f"die {die + 1}" for die in range(N_DICE)]
MOST = 30  #: the highest number that can be written

FIELDS = (
    choice("phase", "what is due next", [phase.name.lower() for phase in Phase]),
    number("round_no", "the round", 20),
    seat("first", "who began"),
    seat("player", "who is on turn"),
    number("rolls", "rolls made this turn", 3),
    bits("rolling", "dice that are being rolled", DICE),
    bits("kept", "dice that were held at the last re-roll", DICE),
    seat("ender", "who triggered the end of the game", "nobody"),
    number("stuck", "alone: whether the game was lost by a roll that fits nowhere"),
    choice("dice", "what each die shows", ["not rolled", *(str(face + 1) for face in range(N_FACES))]),
    seat("route_owner", "who has each route", "nobody"),
    seat("business_owner", "who has each Neighborhood's two businesses", "nobody"),
    number("players.numbers", "the number in each slot of each Neighborhood", MOST, below=1, by_seat=True),
    number("players.liquid", "the number in Liquid Assets", MOST, by_seat=True),
    number("players.indexes", "Indexes marked", 2, by_seat=True),
    number("players.jackpot", "whether the Jackpot is marked", by_seat=True),
)
DERIVED: dict[str, str] = {
    "n_players": "the environment has always as many",
    "counts": "how many dice show each face",
    "holds": "the action mask says which dice may be held",
    "claims": "the action mask says what may be claimed",
}
ACTIONS = (
    Actions(
        "hold",
        N_HOLDS,
        "keep the dice whose bits are set in the number (die 1: 1, die 2: 2, die 3: 4, ...) and roll the others",
    ),
    Actions("claim", MAX_ROWS * MAX_SLOTS, f"claim a rental: {MAX_SLOTS} numbers a Neighborhood, one for each slot"),
    Actions("claim", MAX_ROUTES, "claim a route"),
    Actions("claim", 1, "claim Liquid Assets"),
    Actions("claim", 1, "claim an Index"),
    Actions("claim", 1, "claim the Jackpot"),
    Actions("lose", MAX_ROWS, "lose interest in a Neighborhood, one each"),
)
