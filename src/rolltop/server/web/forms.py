"""What routes need of a request: the house, the guest, and forms that are really ours."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Depends, Request

from rolltop.games.words import N_, _
from rolltop.server.guard.guests import Guest
from rolltop.server.hall.tables import NotAllowed

MAX_FIELDS = 40


async def house_of(request: Request) -> Any:
    """The server's `House`."""
    return request.app.state.house


async def guest_of(request: Request) -> Guest:
    """Who asks."""
    guest: Guest = request.scope["state"]["guest"]
    return guest


async def own_form(request: Request) -> Mapping[str, str]:
    """The fields of a form that came from our page. Raises NotAllowed if it did not."""
    form = await request.form(max_fields=MAX_FIELDS, max_files=0)
    fields = {key: value for key, value in form.items() if isinstance(value, str)}
    if not request.app.state.house.guests.is_own_form(await guest_of(request), fields.get("token", "")):
        raise NotAllowed(
            N_("This form is not from a page of yours. Load the page again (with cookies allowed) and repeat it.")
        )
    return fields


async def made_with(request: Request) -> list[str]:
    """The fields named ``with``, in order: what goes with a move, such as the dice that are held."""
    form = await request.form(max_fields=MAX_FIELDS, max_files=0)
    return [value for value in form.getlist("with") if isinstance(value, str)]


def whole(fields: Mapping[str, str], name: str) -> int:
    """A whole number of a form. Raises NotAllowed naming the field."""
    text = fields.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 8):
        raise BadField(_("field %(name)s: found %(found)s, expected a whole number") % _shown(name, text))
    return int(text)


def needed(fields: Mapping[str, str], name: str) -> str:
    """A field that must not be empty."""
    if not fields.get(name):
        raise BadField(_("field %(name)s: found %(found)s, expected a text") % _shown(name, ""))
    return fields[name]


def _shown(name: str, text: str) -> dict[str, str]:
    return {"name": name, "found": repr(text[:40]) if text else _("nothing")}


class BadField(NotAllowed):
    """A field of a form is missing or not what it should be."""

    code = "option"


HouseOf = Annotated[Any, Depends(house_of)]
GuestOf = Annotated[Guest, Depends(guest_of)]
OwnForm = Annotated[Mapping[str, str], Depends(own_form)]
MadeWith = Annotated[list[str], Depends(made_with)]
