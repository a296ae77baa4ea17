"""A table as one of its seats sees it, as the API's models."""

import base64
from typing import Any

from rolltop.games import shelf
from rolltop.games.words import _
from rolltop.play.game import Game
from rolltop.play.throwing import throw_due
from rolltop.server.api import models
from rolltop.server.hall.clock import NO_CLOCK
from rolltop.server.hall.table import OVER, RUNNING, Table
from rolltop.server.storage.store import Summary


def state(table: Table, viewer: int, base: str) -> models.TableState:
    """All that a viewer (a seat, or SPECTATOR) may know of a table now; `base` is the server's address."""
    kind, setting, moves = shelf.kind(table.setting["game"]), table.setting, legal(table, viewer)
    over = table.status == OVER and table.game is not None
    return models.TableState(
        id=table.id,
        url=f"{base}/t/{table.id}",
        game=kind.name,
        version=str(kind.about.VERSION),
        edition=setting["edition"],
        edition_digest=setting["digest"],
        options=setting["options"],
        players=len(table.seats),
        public=setting["public"],
        status=table.status,
        paused=table.paused_by is not None,
        host=host if (host := table.seat_of(table.host)) >= 0 else None,
        clock=setting.get("clock", NO_CLOCK),
        asks_back=table.asks_back,
        seats=seats(table, viewer),
        you=viewer if viewer >= 0 else None,
        event=table.versions.get(viewer, 0),
        view=table.view(viewer) if table.game is not None else None,
        record=record(table.game, viewer) if table.game is not None else None,
        wish=wish(table, viewer),
        scores=table.game.scores if over and table.game is not None else None,
        places=table.game.places if over and table.game is not None and table.complete else None,
        winners=table.winners,
        deadline=table.deadline,
        commitment="" if table.by_hand else str(setting["commitment"]),
        rematch=rematch(table, viewer),
        **moves.model_dump(),
    )


def legal(table: Table, viewer: int) -> models.LegalMoves:
    """What a viewer may do now: choose, wish, or enter dice."""
    game, can = table.game, table.status == RUNNING and table.paused_by is None and viewer >= 0
    found: dict[str, list[Any]] = {"legal": [], "early": [], "dice": []}
    if game is not None and can and viewer not in table.stand_ins:
        if table.turn == viewer:
            found["legal"] = game.legal_moves
        else:
            early = game.kind.moves.early_actions(game.plain, game.plain_box, viewer)
            found["early"] = [game.move_text(action, viewer) for action in early]
    if game is not None and can and table.may_throw(viewer):
        found["dice"] = throw_due(game)
    return models.LegalMoves(at=table.now, turn=to_choose(table), **found)


def to_choose(table: Table) -> int | None:
    """The seat to choose, or None."""
    return table.turn if table.status == RUNNING and table.turn >= 0 else None


def seats(table: Table, viewer: int) -> list[models.SeatShown]:
    """Who sits where."""
    return [
        models.SeatShown(
            seat=seat, name=who.name, bot=table.bot_of(seat), taken=who.taken, you=seat == viewer,
            away=seat in table.stand_ins, resigned=seat in table.resigned,
        )
        for seat, who in enumerate(table.seats)
    ]  # fmt: skip


def wish(table: Table, viewer: int) -> str | None:
    """What a viewer has decided before the turn, by name."""
    if viewer not in table.wishes or table.game is None:
        return None
    return table.game.move_text(table.wishes[viewer], viewer)


def record(game: Game, viewer: int) -> str:
    """The bytes of the NumPy record, without what the viewer may not know, as base64."""
    return base64.b64encode(game.seen(viewer).tobytes()).decode()


def rematch(table: Table, viewer: int) -> str | None:
    """The table that follows: an invitation, so only for who played, unless anybody may come."""
    return table.rematch if table.rematch and (viewer >= 0 or table.setting["public"]) else None


# ---- the lobby and the shelf -----------------------------------------------------------------------------------------


def listed(summary: Summary) -> models.Listed:
    """A table in the lobby."""
    data = summary.data
    return models.Listed(
        id=summary.table,
        game=summary.game,
        status=summary.status,
        players=data["seats"],
        names=data["names"],
        bots=data["bots"],
        winners=data["winners"],
        changed=summary.changed,
    )


def game(kind: shelf.Kind) -> models.GameShown:
    """A game on the shelf."""
    return models.GameShown(
        name=kind.name,
        title=kind.title,
        tagline=_(kind.about.TAGLINE),
        minutes=kind.about.MINUTES,
        version=str(kind.about.VERSION),
        players=list(kind.players),
        editions=[
            models.EditionShown(name=each.name, title=each.title, digest=each.digest) for each in kind.editions.values()
        ],
        options=[
            models.OptionShown(
                name=option.name,
                label=_(option.label),
                choices={name: words.text() for name, words in option.choices.items()},
                default=option.default,
                players=list(option.players) if option.players is not None else None,
            )
            for option in kind.options
        ],
        moves=Game(kind, kind.players[0], seed=1).legal_moves,
        by_hand=kind.by_hand,
        rules=f"/rules/{kind.name}",
    )
