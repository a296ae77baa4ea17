"""What goes into the API and what comes out of it, as pydantic models: the OpenAPI document is made of them."""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import core_schema

from rolltop.bots import BOTS, USUAL
from rolltop.games import shelf
from rolltop.play.game import NAME_LENGTH
from rolltop.play.throwing import Dice
from rolltop.server.api.bearers import ACCOUNT, LABEL_LENGTH, PLAY, WATCH
from rolltop.server.hall.advice import WHO_ASKS
from rolltop.server.hall.clock import NO_CLOCK
from rolltop.server.hall.commands import CONTRIBUTION_LENGTH
from rolltop.server.hall.keeper import PACES
from rolltop.server.hall.table import CLOSED, OPEN, OVER, RUNNING

TABLE_ID = r"^[A-Za-z0-9_-]{1,64}$"
KEY, KEY_OR_NONE = r"^[A-Za-z0-9_.:~-]{1,128}$", r"^[A-Za-z0-9_.:~-]{0,128}$"
LARGEST = 2**31 - 1
MOST_PLAYERS = max(kind.players[-1] for kind in shelf.kinds().values())


@dataclass(frozen=True)
class OneOf:
    """Goes with a text that must be one of these; so it stands in the OpenAPI document."""

    known: tuple[str, ...]

    def __get_pydantic_core_schema__(self, _source: Any, _handler: Any) -> core_schema.CoreSchema:
        return core_schema.literal_schema(list(self.known))


def as_whole(number: Any) -> Any:
    """To JSON Schema 3.0 is a whole number too."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


WHOLE = BeforeValidator(as_whole)
GameName = Annotated[str, OneOf(tuple(shelf.kinds()))]
BotName = Annotated[str, OneOf(tuple(BOTS))]
At = Annotated[int, Field(ge=0, le=LARGEST, description="the table's `at` when this was decided"), WHOLE]
Move = Annotated[str, Field(min_length=1, max_length=200, description="a move by name, such as one of `legal`")]
PlayerName = Annotated[str, Field(min_length=1, max_length=NAME_LENGTH)]
Contribution = Annotated[
    str, Field(max_length=CONTRIBUTION_LENGTH, description="your part of the dice: any text, best a random one")
]
Status = Annotated[str, OneOf((OPEN, RUNNING, OVER, CLOSED))]
May = Annotated[str, OneOf((PLAY, WATCH))]


class Asked(BaseModel):
    """A body: what it does not know is refused, so that a misspelt field is noticed."""

    model_config = ConfigDict(extra="forbid", strict=True)


# ---- tokens ----------------------------------------------------------------------------------------------------------


class NewToken(Asked):
    """A token to be made."""

    name: PlayerName | None = Field(None, description="your name at tables; needed for a new account")
    label: str = Field("", max_length=LABEL_LENGTH, description="what you call the program")
    scope: str = Field(ACCOUNT, pattern=TABLE_ID, description="`account`, or the id of the one table it is for")
    may: May = Field(PLAY, description="act, or only look")


class TokenShown(BaseModel):
    """A token, without what makes it work."""

    id: str
    name: str
    label: str
    scope: str
    may: May
    created: float = Field(description="Unix time, in seconds")
    used: float | None = Field(description="about when it was used last")
    expires: float | None


class TokenMade(TokenShown):
    """A new token; this is the only time that it is shown."""

    token: str


class Tokens(BaseModel):
    """The tokens of an account."""

    tokens: list[TokenShown]


# ---- games -----------------------------------------------------------------------------------------------------------


class OptionShown(BaseModel):
    """Something to agree on before a game."""

    name: str
    label: str
    choices: dict[str, str] = Field(description="the choices, each with its words")
    default: str
    players: list[int] | None = Field(description="the numbers of players with which it matters; null: all")


class EditionShown(BaseModel):
    """The components a game can be played with."""

    name: str
    title: str
    digest: str


class GameShown(BaseModel):
    """A game on the shelf."""

    name: str
    title: str
    tagline: str
    minutes: int
    version: str
    players: list[int]
    editions: list[EditionShown] = Field(description="the first one is played unless another is asked for")
    options: list[OptionShown]
    moves: list[str] = Field(
        description="moves that can be chosen at the start of a game, to show how they are written"
    )
    by_hand: bool = Field(description="may the players throw the dice themselves?")
    rules: str = Field(description="the address of the rules, for people")


class Games(BaseModel):
    """The games on the shelf, the bots, and how fast these play."""

    games: list[GameShown]
    bots: list[str]
    paces: list[str]


# ---- tables ----------------------------------------------------------------------------------------------------------


class NewTable(Asked):
    """A table to be made."""

    game: GameName
    players: Annotated[int, Field(ge=1, le=MOST_PLAYERS), WHOLE]
    edition: str | None = Field(None, max_length=64)
    options: dict[str, str] = Field({}, max_length=20)
    public: bool = Field(False, description="shall it be in the lobby? Otherwise only who has the link can come")
    pace: Annotated[str, OneOf(tuple(PACES))] = Field("brisk", description="how fast bots play")
    dice: Annotated[str, OneOf(tuple(each.value for each in Dice))] = Field(
        Dice.FAIR.value, description="rolled by the server (`fair`), or thrown and entered by the players (`hand`)"
    )
    advice: Annotated[str, OneOf(tuple(WHO_ASKS))] = Field("alone", description="who may ask for advice")
    clock: str = Field(
        NO_CLOCK,
        pattern=rf"^({NO_CLOCK}|(move|game)-[1-9][0-9]{{0,6}})$",
        description="how long a seat may think: `move-60` for a minute a move, `game-900` for 15 minutes a game",
    )
    stand_in: BotName = Field(USUAL, description="plays on for who is away")
    bots: Annotated[int, Field(ge=0, le=MOST_PLAYERS - 1), WHOLE] = Field(
        0, description="how many of the other seats bots take at once"
    )
    bot: BotName = USUAL
    name: PlayerName | None = Field(None, description="your name there; the token's if it is missing")
    contribution: Contribution = ""


class Join(Asked):
    """Taking a seat."""

    name: PlayerName | None = Field(None, description="your name there; the token's if it is missing")
    contribution: Contribution = ""


class Fill(Asked):
    """Letting bots take the free seats."""

    bot: BotName = USUAL


class Rematch(Asked):
    """Another game with the same people."""

    contribution: Contribution = ""


class Play(Asked):
    """A move."""

    move: Move
    at: At


class Throw(Asked):
    """What the dice show that are due."""

    dice: list[Annotated[str, Field(max_length=40)]] = Field(min_length=1, max_length=40)
    at: At


class Position(Asked):
    """The position that a request is about."""

    at: At


class OfSeat(Asked):
    """The seat that a request is about."""

    seat: Annotated[int, Field(ge=0, lt=MOST_PLAYERS), WHOLE]


class Receipt(BaseModel):
    """A move, or a throw, that is durable."""

    table: str
    seat: int
    move: str | None = None
    dice: list[str] | None = None
    at: int = Field(description="the position it answered to; what the table's is now is told by the table")


class Commitment(BaseModel):
    """What the dice of a table to come are bound to."""

    commitment: str = Field(description="the SHA-256 of the secret that the server has chosen already")


class SeatShown(BaseModel):
    """A seat of a table; they count from 0."""

    seat: int
    name: str = Field(description="empty if nobody sits here")
    bot: str = Field(description="the bot that plays here; empty for people")
    taken: bool
    you: bool
    away: bool = Field(description="does a bot play for this player?")
    resigned: bool = Field(description="has this player given up?")


class Listed(BaseModel):
    """A public table."""

    id: str
    game: str
    status: Status
    players: int
    names: list[str]
    bots: int
    winners: list[str]
    changed: float = Field(description="when something happened there last (Unix time, in seconds)")


class Tables(BaseModel):
    """A page of the lobby."""

    tables: list[Listed]
    next: str | None = Field(description="the address of the next page")


class TableState(BaseModel):
    """A table as the caller's seat sees it."""

    id: str
    url: str = Field(description="the address of the table's page, for people: an invitation")
    game: str
    version: str = Field(description="of the game's rules")
    edition: str
    edition_digest: str
    options: dict[str, str]
    players: int
    public: bool
    status: Status
    paused: bool
    host: int | None = Field(description="the seat that may end the table; null: its host sits nowhere")
    clock: str = Field(description="the time to think: none, or move- or game- with the seconds")
    asks_back: int | None = Field(description="the seat that wants to take its last move back, if you agree")
    seats: list[SeatShown]
    you: int | None = Field(description="your seat; null: you watch")
    at: int = Field(description="the number of this position; moves say which one they answer to")
    event: int = Field(description="the number of the newest event you are told of; `events?after=` goes on from it")
    turn: int | None = Field(description="the seat to choose; null if nobody is")
    legal: list[str] = Field(description="the moves you may choose from; empty if it is not your turn")
    early: list[str] = Field(description="the moves you may wish for before your turn")
    wish: str | None = Field(description="the move you wished for")
    dice: list[list[str]] = Field(description="where players throw: the dice you may enter now, and what each can show")
    view: dict[str, Any] | None = Field(description="what you see of the game; null before it starts")
    record: str | None = Field(
        description="the same as the bytes of the game's NumPy record (base64), for `rolltop.client` and agents"
    )
    scores: list[int] | None = Field(description="by seat, when the game is over")
    places: list[int] | None = Field(description="by seat, when the game is over")
    winners: list[int] = Field(description="the seats that have won, when the game is over")
    deadline: float | None = Field(description="when the time of whoever is to choose runs out (Unix time, in seconds)")
    commitment: str = Field(description="what the dice are bound to; empty where players throw")
    rematch: str | None = Field(description="the table that follows this one")


class LegalMoves(BaseModel):
    """What the caller's seat may do now."""

    at: int
    turn: int | None
    legal: list[str]
    early: list[str]
    dice: list[list[str]]


# ---- events ----------------------------------------------------------------------------------------------------------


class Told(BaseModel):
    """Something that happened at a table, as far as the caller may know it."""

    event: int = Field(description="1, 2, 3, ... for this caller: others' secrets leave no gaps")
    type: str
    time: float = Field(description="Unix time, in seconds")
    at: int = Field(description="the position after it")
    status: Status
    turn: int | None = Field(description="the seat to choose after it")
    seat: int | None = Field(None, description="whose doing it was")
    move: str | None = Field(None, description="what was chosen; null if that is hidden from you")
    luck: list[str | None] | None = Field(None, description="what luck then brought; null for what is hidden from you")
    name: str | None = Field(None, description="of who sat down")
    bot: str | None = Field(None, description="that sat down, or plays for somebody")
    by: str | None = Field(None, description="by whom a game was ended before its end")
    table: str | None = Field(None, description="the table of the rematch")
    secret: str | None = Field(None, description="of the dice, when the game is over")
    words: list[str] | None = Field(None, description="the same in words, if asked for")
