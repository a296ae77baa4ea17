"""Reading the HTML of boards in tests."""

import re
from html.parser import HTMLParser

VOID = {"input", "link", "meta", "img", "br", "col"}


class Read(HTMLParser):
    """HTML taken apart: its elements with attributes, and its visible texts. Notes every tag that does not close."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.faults: list[str] = []
        self.open: list[str] = []
        self.feed(html)
        self.close()
        self.faults += [f"<{tag}> never closed" for tag in self.open]

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attributes]
        if len(set(names)) != len(names):
            self.faults.append(f"<{tag}> has an attribute twice: {names}")
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes something else")

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(data.strip())

    def values(self, attribute: str) -> list[str]:
        return [attributes[attribute] or "" for _, attributes in self.elements if attribute in attributes]

    def buttons(self) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.elements if tag == "button"]


def outside_tags(html: str) -> str:
    """The text a person sees, without what is only for the script or drawn."""
    return re.sub(r"<[^>]*>", " ", re.sub(r"<kbd.*?</kbd>", " ", html))
