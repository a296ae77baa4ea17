"""How pages are made, and files served."""

import gzip
import re
from collections.abc import Callable

from markupsafe import Markup

from rolltop.games.words import language
from rolltop.server.web.pages import environment, static_files
from tests.server.person import Person

Arrive = Callable[..., Person]


def test_values_in_a_message_are_escaped_unless_marked_up() -> None:
    template = environment().from_string("{{ _('%(name)s is away', name=name) }}")
    for _again in range(2):
        assert template.render(name="<b>") == "&lt;b&gt; is away"
        assert template.render(name=Markup("<b>")) == "<b> is away"


def test_whatever_a_template_puts_out_is_escaped_unless_marked_up() -> None:
    template = environment().from_string("{{ a }}{{ a ~ b }}{% macro m(x) %}{{ x }}{% endmacro %}{{ m(a) }}{{ d.k }}")
    html = template.render(a="<", b=Markup("<i>"), d={"k": "&"})
    assert html == "&lt;&lt;<i>&lt;&amp;"


def test_a_page_comes_in_the_language_of_its_reader() -> None:
    template = environment().from_string(
        "{{ _('nobody') }}{% trans n=2 %}{{ n }} one{% pluralize %}{{ n }} many{% endtrans %}"
    )
    with language("xx"):
        assert template.render() == "nobody2 many"


def test_files_are_packed_and_kept(person: Arrive) -> None:
    ann = person("Ann")
    for address in re.findall(r'(?:href|src)="(/static/[^"]*)"', ann.go("/").html):
        name = address.removeprefix("/static/").partition("?")[0]
        plain = ann.http.get(address, headers={"accept-encoding": "identity"})
        with ann.http.stream("GET", address, headers={"accept-encoding": "gzip"}) as packed:
            assert gzip.decompress(b"".join(packed.iter_raw())) == plain.content == static_files()[name].body
        assert packed.headers["vary"] == "Accept-Encoding"
        assert "immutable" in plain.headers["cache-control"]
        again = ann.http.get(address, headers={"if-none-match": plain.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
