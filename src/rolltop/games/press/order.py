"""The order of letters on a line: what is written from right to left, such as Hebrew, among what is not.

The Unicode bidirectional algorithm as far as names on a line of their own need it. Letters are not joined: Arabic
stands in its separate forms. A mark comes before its letter from right to left, where fonts expect it.
"""

import re
import unicodedata

KINDS = {"L": "l", "R": "r", "AL": "r", "EN": "n", "AN": "n", "ES": "s", "CS": "s", "ET": "t", "NSM": "m"}
"""Of bidirectional classes: to the right, to the left, numbers, what separates them, their units, marks; else `o`."""
MIRRORED = str.maketrans("()[]{}<>«»‹›≤≥", ")(][}{><»«›‹≥≤")
LEVELS = {"l": {"l": 0, "r": 1, "n": 2}, "r": {"l": 2, "r": 1, "n": 2}}  #: by the line's direction: odd is leftwards

Piece = tuple[int, str]  #: a letter's level, and the letter


def from_left(text: str) -> str:
    """The letters of a text in the order in which they stand on paper."""
    kinds = "".join(KINDS.get(unicodedata.bidirectional(letter), "o") for letter in text)
    if "r" not in kinds:
        return text
    direction = "l" if kinds.find("l") in range(kinds.find("r")) else "r"
    levels = [LEVELS[direction][kind] for kind in resolved(kinds, direction)]
    pieces = list(zip(levels, text, strict=True))
    for level in (2, 1):
        pieces = turned(pieces, level)
    return "".join(letter.translate(MIRRORED) if level == 1 else letter for level, letter in pieces)


def resolved(kinds: str, direction: str) -> str:
    """The kinds with all that is neither letter nor number going the way of what is around it."""
    kinds = re.sub("(.)m+", lambda marked: marked[1] * len(marked[0]), kinds)
    kinds = re.sub("(?<=n)s(?=n)", "n", kinds)
    kinds = re.sub("t+(?=n)|(?<=n)t+", lambda units: "n" * len(units[0]), kinds)
    kinds = re.sub("l[^r]*", lambda words: words[0].replace("n", "l"), direction + kinds + direction)
    kinds = re.sub("(?<=[rn])[ost]+(?=[rn])", lambda between: "r" * len(between[0]), kinds)
    kinds = re.sub("(?<=l)[ost]+(?=l)", lambda between: "l" * len(between[0]), kinds)
    return re.sub("[ostm]", direction, kinds)[1:-1]


def turned(pieces: list[Piece], level: int) -> list[Piece]:
    """With every run of at least this level turned around."""
    found: list[Piece] = []
    run: list[Piece] = []
    for piece in [*pieces, (0, "")]:
        if piece[0] >= level:
            run.insert(0, piece)
        else:
            found += [*run, piece]
            run = []
    return found[:-1]
