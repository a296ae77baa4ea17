"""Games of Rolimã put together by hand, in the rulebook's words.

A card is called as moves call it (``red 7``), a cart by its colour. A race is a list of carts with their sections, the
first one first.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rolltop.games.rolima.moves import COLOURS, HILLS, card_text
from rolltop.games.rolima.state import HAND, NO_CARD, NO_HILL, ON_TABLE, Phase
from tests.games.by_hand import ANN, ByHand

Race = Sequence[tuple[str, int]]
AT_START: Race = [(colour, 0) for colour in COLOURS]


class Position(ByHand):
    """A race at any point; the holder of the horn is to cheer unless said otherwise."""

    # ---- putting together --------------------------------------------------------------------------------------------

    def lay(
        self,
        *,
        race: Race = AT_START,
        hands: Mapping[int, Sequence[str]] | None = None,
        market: Sequence[str] = (),
        discards: Sequence[str] = (),
        deck: Sequence[str] | None = None,
        hill: str | None = None,
        known: Mapping[int, str] | None = None,
        horn: int = ANN,
        gum: Mapping[str, int] | None = None,
        over: bool = False,
    ) -> "Position":
        """Put carts, cards and gum where they are; hands and market that are not given are filled from the lowest card.

        `hill` lies face up beside the leader's section; `known` are hill cards turned up before, by section. What is
        left is the deck, unless it is given (then the rest is out of the game).
        """
        game: Any = self.tables[0].copy().plain
        n, used = self.setup.n_players, set[int]()
        wanted = [name for cards in (hands or {}).values() for name in cards] + [*market, *discards, *(deck or ())]
        free = [card for card in range(self.box.n_cards) if self.box.cards >> card & 1]
        named = {name: self.card(name) for name in wanted}

        def take(name: str | None) -> int:
            card = named[name] if name is not None else next(c for c in free if c not in used | set(named.values()))
            assert card not in used, f"{name} lies in two places"
            used.add(card)
            return card

        for seat in range(n):
            cards = (hands or {}).get(seat)
            names: Sequence[str | None] = [None] * HAND if cards is None else cards
            game.hands[seat] = ([take(name) for name in names] + [NO_CARD] * HAND)[:HAND]
        laid: Sequence[str | None] = market or [None] * (n + 1)
        game.market[: n + 1] = ([take(name) for name in laid] + [NO_CARD] * n)[: n + 1]
        game.discards = sum(1 << take(name) for name in discards)
        rest = [take(name) for name in deck] if deck is not None else [card for card in free if card not in used]
        game.deck = sum(1 << card for card in rest)
        game.n_deck, game.n_discards = len(rest), len(discards)
        for card in range(len(game.pool)):
            hidden = card in rest or any(card in game.hands[seat] for seat in range(n))
            game.pool[card] = 1 if hidden and not over else 0
        self._stand(game, race, hill, known or {})
        for colour, seat in (gum or {}).items():
            game.gum[COLOURS.index(colour)] = seat
        game.horn = game.opener = game.chooser = horn
        game.round_no = 2
        game.phase = Phase.GAME_OVER if over else Phase.CHEER
        return self._put(game)

    def _stand(self, game: Any, race: Race, hill: str | None, known: Mapping[int, str]) -> None:
        for place, (colour, section) in enumerate(race):
            cart = COLOURS.index(colour)
            game.place[cart], game.section[cart], game.came_from[cart] = place, section, section
        game.leader = COLOURS.index(race[0][0])
        game.active = race[0][1] if hill is not None else 0
        game.face_up = HILLS.index(hill) if hill is not None else NO_HILL
        for section, key in known.items():
            game.hill[section - 1] = HILLS.index(key)
        if hill is not None:
            game.hill[race[0][1] - 1] = game.face_up

    def card(self, name: str) -> int:
        """The number of a card."""
        return next(card for card in range(self.box.n_cards) if card_text(self.box, card) == name)

    # ---- what happens ------------------------------------------------------------------------------------------------

    def cheers(self, *cards: str) -> "Position":
        """One after the other cheers with a card."""
        for card in cards:
            self._event(f"cheer {card}")
        return self

    def takes(self, *cards: str) -> "Position":
        """One after the other takes a card of the market."""
        for card in cards:
            self._event(f"take {card}")
        return self

    def event(self, text: str) -> "Position":
        """Anything else: ``hill hush``, ``red 7`` from the deck, ``gum red``."""
        self._event(text)
        return self

    def fill(self) -> "Position":
        """Let the market be filled with the lowest cards of the deck."""
        while self.phase in (Phase.MARKET, Phase.HILL):
            self._event(self.table.text(0))
        return self

    def round(self, cheers: Sequence[str], takes: Sequence[str] | None = None) -> "Position":
        """A whole round: everybody cheers, everybody takes the first card that is left, the market is filled."""
        self.cheers(*cheers)
        for card in takes or ():
            self.takes(card)
        while self.phase == Phase.DRAFT:
            self._event(self.table.text(self.table.legal[0]))
        return self.fill()

    # ---- how it stands -----------------------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """What is due next."""
        return Phase(self.game.phase)

    @property
    def race(self) -> list[tuple[str, int]]:
        """The carts with their sections, the first one first."""
        game = self.game
        carts = sorted(range(len(COLOURS)), key=lambda cart: game.place[cart])
        return [(COLOURS[cart], game.section[cart]) for cart in carts]

    def section(self, colour: str) -> int:
        """Where a cart stands."""
        return dict(self.race)[colour]

    @property
    def horn(self) -> int:
        """Who has the horn."""
        return int(self.game.horn)

    @property
    def face_up(self) -> str | None:
        """The hill card that lies face up."""
        return None if self.game.face_up == NO_HILL else HILLS[self.game.face_up]

    def hand(self, seat: int) -> list[str]:
        """A hand's cards."""
        return [card_text(self.box, card) for card in self.game.hands[seat] if card != NO_CARD]

    @property
    def market(self) -> list[str]:
        """The cards that can be taken."""
        game = self.game
        return [
            card_text(self.box, card)
            for card, taken in zip(game.market, game.taken_by, strict=True)
            if card != NO_CARD and taken < 0
        ]

    def cards(self, what: str) -> set[str]:
        """The cards of the deck, the discards or the blind market."""
        return {card_text(self.box, card) for card in range(self.box.n_cards) if getattr(self.game, what) >> card & 1}

    @property
    def order(self) -> list[int]:
        """The seats in the order of the draft."""
        return [seat for seat in self.game.drafter if seat >= 0]

    def gum(self, colour: str) -> int | None:
        """Who has a bubble-gum card; None: it lies on the table."""
        owner = int(self.game.gum[COLOURS.index(colour)])
        return None if owner == ON_TABLE else owner
