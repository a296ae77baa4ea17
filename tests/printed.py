"""PDF pages as people and their printers see them: as pictures, with places in points from the upper left corner."""

from dataclasses import dataclass

import numpy as np
import pypdfium2
from numpy.typing import NDArray

SCALE = 2  #: pixels a point
WHITE = 250  #: what is no darker is paper
Box = tuple[float, float, float, float]  #: left, top, right, bottom in points


@dataclass(frozen=True)
class Printed:
    """One page: its picture (height, width, red green blue), its text, and where words are."""

    picture: NDArray[np.uint8]
    text: str
    words: dict[str, list[Box]]
    size: tuple[int, int]  #: width and height in points

    def part(self, box: Box) -> NDArray[np.int16]:
        """A part of the picture."""
        left, top, right, bottom = (round(place * SCALE) for place in box)
        return self.picture[max(0, top) : bottom, max(0, left) : right].astype(np.int16)

    def ink(self, box: Box) -> float:
        """How much of a part is not paper."""
        return float((self.part(box).min(axis=2) < WHITE).mean())

    def colour(self, box: Box) -> float:
        """How much of a part is neither paper nor grey nor black."""
        part = self.part(box)
        return float((part.max(axis=2) - part.min(axis=2) > 24).mean())

    @property
    def whole(self) -> Box:
        """All of the page."""
        width, height = self.size
        return 0, 0, width, height

    def place(self, words: str, number: int = 0) -> Box:
        """Where words stand, for the n-th time."""
        return self.words[words][number]


def printed(pdf: bytes, *words: str) -> list[Printed]:
    """The pages of a PDF, with the places of these words."""
    document = pypdfium2.PdfDocument(pdf)
    pages = []
    for page in document:
        picture = page.render(scale=SCALE, rev_byteorder=True).to_numpy()[:, :, :3].copy()
        text = page.get_textpage()
        places = {word: list(places_of(text, word, page.get_height())) for word in words}
        width, height = map(round, page.get_size())
        pages.append(Printed(picture, text.get_text_range(), places, (width, height)))
    document.close()
    return pages


def places_of(text: pypdfium2.PdfTextPage, words: str, height: float) -> list[Box]:
    """Where words stand on a page, from the top left down."""
    search, found = text.search(words, match_case=True), []
    while (hit := search.get_next()) is not None:
        boxes = [text.get_charbox(hit[0] + i) for i in range(hit[1])]
        left, bottom, right, top = (pick(box[i] for box in boxes) for i, pick in enumerate((min, min, max, max)))
        found.append((left, height - top, right, height - bottom))
    return found
