"""Names of Peekaboo's moves: ``keep``, ``swap``, ``show``, ``guess 3``; luck brings ``card 3``."""

from tests.conformance.peekaboo.rules import DECK, GUESS, KEEP, MAX_CARDS, SHOW, SWAP, Box, Game, Phase

PLAIN = {KEEP: "keep", SWAP: "swap", SHOW: "show"}


def action_text(game: Game, box: Box, seat: int, action: int) -> str:
    return PLAIN[action] if action in PLAIN else f"guess {action - GUESS + 1}"


def action_number(game: Game, box: Box, seat: int, text: str) -> int | None:
    names = {action_text(game, box, seat, action): action for action in range(GUESS + box.n_cards)}
    return names.get(text)


def outcome_text(game: Game, box: Box, outcome: int) -> str:
    return f"card {deck(game)[outcome] + 1}"


def outcome_number(game: Game, box: Box, text: str) -> int | None:
    names = {f"card {card + 1}": outcome for outcome, card in enumerate(deck(game))}
    return names.get(text)


def deck(game: Game) -> list[int]:
    return [card for card in range(MAX_CARDS) if game.place[card] == DECK]


def starts_turn(game: Game) -> bool:
    return game.phase in (Phase.CHOOSE, Phase.GUESSES, Phase.SHOWDOWN) and game.chooser == 0


def early_actions(game: Game, box: Box, seat: int) -> list[int]:
    return []
