"""`rolltop report`: a page with plots of a run, or of two side by side. One file, without scripts and outside parts."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import floor, log10
from pathlib import Path
from typing import Any

import jinja2
import numpy as np

from rolltop.games.words import N_, _, current_language, ngettext
from rolltop.lab.extras import needs
from rolltop.lab.findings import TOPICS, Finding, Frames, findings
from rolltop.lab.measures import Measured, certain
from rolltop.lab.runs import BadRun, Run, open_run

HERE = Path(__file__).parent
MOST_LINES = 24  #: of one plot; the table behind it has all
MOST_TOLD = 3  #: differences of a topic told in words


@dataclass(frozen=True)
class Plot:
    """A plot, what is to be seen in it, and the numbers behind it."""

    title: str
    note: str
    svg: str
    heads: list[str]
    rows: list[list[str]]


@dataclass(frozen=True)
class Difference:
    """A number of both runs, and by how much the second is higher."""

    first: Finding
    second: Finding
    found: Measured
    certain: bool

    @property
    def clearness(self) -> float:
        """The difference in standard errors."""
        return abs(self.found.value) / self.found.error if self.found.error else 0.0


def write(run: Path, other: Path | None, out: Path) -> Path:
    """Write the page; where it is. Raises BadRun, MissingExtra."""
    needs("lab", "polars", "matplotlib")
    runs = [open_run(folder) for folder in ([run] if other is None else [run, other])]
    if len({each.setup["game"] for each in runs}) > 1:
        games = " / ".join(each.kind.title for each in runs)
        raise BadRun(N_("found runs of %(games)s, expected two of the same game"), games=games)
    html = page(runs)
    try:
        out.write_text(html, "utf-8")
    except OSError as error:
        raise BadRun(N_("%(file)s: cannot write: %(error)s"), file=out, error=error.strerror) from None
    return out


def page(runs: Sequence[Run]) -> str:
    """The page."""
    frames = [Frames(run) for run in runs]
    found = [findings(each) for each in frames]
    names = names_of(runs)
    same_luck = runs[0].setup["seed"] == runs[-1].setup["seed"]
    differences = compared(found, same_luck) if len(runs) == 2 else []
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE), autoescape=True, trim_blocks=True, lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"], undefined=jinja2.StrictUndefined,
    )  # fmt: skip
    env.install_gettext_callables(_, ngettext, newstyle=True)  # type: ignore[attr-defined]
    return env.get_template("report.html").render(
        language=current_language(),
        css=(HERE / "report.css").read_text("utf-8"),
        title=runs[0].kind.title,
        setups=[(name, facts(each)) for name, each in zip(names, frames, strict=True)],
        told=told_differences(differences, names) if differences else told(found[0], runs[0].setup["players"]),
        differences=differences_by_topic(differences),
        names=names,
        columns=plots(frames, found, names),
    )


# ---- what was played -------------------------------------------------------------------------------------------------


def names_of(runs: Sequence[Run]) -> list[str]:
    """What the runs are called: by what differs."""
    if len(runs) == 1:
        return [runs[0].folder.name]
    setups = [run.setup for run in runs]
    for key in ("edition_title", "options", "bots", "players", "seed"):
        if setups[0][key] != setups[1][key]:
            return [short(setup[key], other[key]) for setup, other in (setups, setups[::-1])]
    return [run.folder.name for run in runs]


def short(value: Any, other: Any) -> str:
    """What a run's setup says, as far as the other's is different."""
    if isinstance(value, dict):
        return ", ".join(f"{name}={choice}" for name, choice in value.items() if other.get(name) != choice)
    return ", ".join(dict.fromkeys(value)) if isinstance(value, list) else str(value)


def facts(frames: Frames) -> list[tuple[str, str]]:
    """What a run played."""
    setup = frames.run.setup
    return [
        (_("games"), f"{len(frames.games):,}"),
        (_("players"), str(setup["players"])),
        (_("bots"), ", ".join(dict.fromkeys(setup["bots"]))),
        (_("edition"), setup["edition_title"]),
        (_("options"), ", ".join(f"{name}={choice}" for name, choice in setup["options"].items()) or "–"),
        (_("seed"), str(setup["seed"])),
    ]


# ---- in words --------------------------------------------------------------------------------------------------------


def told(found: Sequence[Finding], n_players: int) -> list[str]:
    """The main things of one run."""
    game = {each.name: number(each) for each in found if each.topic == "game"}
    bots = best_first(found, "bot")
    lines = []
    if len(bots) > 1:
        sure = bots[0].found.low > bots[1].found.high
        most = _("%(bot)s wins most: %(share)s of the games.")
        perhaps = _("%(bot)s wins %(share)s; none is sure to win more.")
        lines.append((most if sure else perhaps) % {"bot": bots[0].label, "share": number(bots[0])})
    lines += [begins(each, 1 / n_players) for each in found if each.key == ("order", "1 share")]
    if "margin" in game:
        lines.append(
            _("A player has %(score)s points in the mean, and the winner %(margin)s more than the next.") % game
        )
    else:
        lines.append(_("%(won)s of the games are won, with %(score)s points in the mean.") % game)
    things = [each for each in best_first(found, "share") if not each.label.startswith("+")]
    if things and things[0].found.low > 0:
        text = _("The most valuable thing to have is %(thing)s (%(meaning)s): it goes with %(share)s more of the wins.")
        best = {"thing": things[0].label, "meaning": things[0].meaning, "share": points(things[0].found).strip("+")}
        lines.append(text % best)
    return lines


def best_first(found: Sequence[Finding], topic: str) -> list[Finding]:
    """The shares of a topic, the greatest first."""
    shares = [each for each in found if each.topic == topic and each.unit == "share"]
    return sorted(shares, key=lambda each: -each.found.value)


def begins(first: Finding, fair: float) -> str:
    """Is it good to begin?"""
    values = {"share": number(first), "fair": f"{100 * fair:.1f} %"}
    if first.found.low > fair:
        return _("It is good to begin: who does wins %(share)s, where %(fair)s would be fair.") % values
    if first.found.high < fair:
        return _("It is bad to begin: who does wins %(share)s, where %(fair)s would be fair.") % values
    return _("To begin is neither good nor bad, as far as can be seen: who does wins %(share)s of %(fair)s.") % values


def told_differences(differences: Sequence[Difference], names: Sequence[str]) -> list[str]:
    """Which differences are certain, by topic, the clearest first, and where none is."""
    sure = sum(each.certain for each in differences)
    text = ngettext(
        "%(sure)s of %(all)s differences is certain, also when all are looked at together.",
        "%(sure)s of %(all)s differences are certain, also when all are looked at together.",
        sure,
    )
    lines, unsure = [text % {"sure": sure, "all": len(differences)}], []
    for topic, group in groupby(differences, key=lambda each: each.first.topic):
        certain_here = sorted((each for each in group if each.certain), key=lambda each: -each.clearness)
        if certain_here:
            told = "; ".join(told_difference(each) for each in certain_here[:MOST_TOLD])
            more = len(certain_here) - MOST_TOLD
            told += "; " + _("and %(number)s more") % {"number": more} if more > 0 else ""
            lines.append(f"{_(TOPICS[topic])}: {told}.")
        else:
            unsure.append(_(TOPICS[topic]))
    if unsure:
        lines.append(_("No difference is certain in: %(topics)s.") % {"topics": ", ".join(unsure)})
    return lines


def told_difference(each: Difference) -> str:
    """One difference in words."""
    text = _("%(thing)s from %(first)s to %(second)s (%(difference)s)")
    return text % {
        "thing": thing(each.first), "first": value(each.first), "second": value(each.second),
        "difference": signed(each.first, each.found),
    }  # fmt: skip


def thing(finding: Finding) -> str:
    """What a number is about."""
    if finding.topic in ("bot", "order"):
        return f"{finding.label}, {finding.meaning}"
    return finding.label


# ---- comparing -------------------------------------------------------------------------------------------------------


def compared(found: Sequence[Sequence[Finding]], same_luck: bool) -> list[Difference]:
    """All numbers that both runs have; of the same seed, game by game."""
    others = {finding.key: finding for finding in found[1]}
    pairs = [(first, others[first.key]) for first in found[0] if first.key in others]
    pairs = [pair for pair in pairs if any(each.found.error for each in pair)]
    subtract = Measured.paired if same_luck else Measured.__sub__
    differences = [subtract(second.found, first.found) for first, second in pairs]
    sure = certain(differences)
    return [Difference(*pair, found, is_sure) for pair, found, is_sure in zip(pairs, differences, sure, strict=True)]


def differences_by_topic(differences: Sequence[Difference]) -> list[tuple[str, list[list[str]]]]:
    """Tables of what differs, with a mark where it is certain."""
    return [
        (
            _(TOPICS[topic]),
            [
                [
                    thing(each.first),
                    value(each.first),
                    value(each.second),
                    written(each.found, each.first.unit == "share", "+"),
                    "✓" if each.certain else "",
                ]
                for each in group
            ],
        )
        for topic, group in groupby(differences, key=lambda each: each.first.topic)
    ]


# ---- plots -----------------------------------------------------------------------------------------------------------


def plots(frames: Sequence[Frames], found: Sequence[Sequence[Finding]], names: Sequence[str]) -> list[list[Plot]]:
    """All plots of the page, in columns."""
    fair = 1 / frames[0].run.setup["players"]
    columns = [
        distributions(frames, names),
        [
            dotted(found, names, "bot", "share", _("Wins by bot"),
                   _("part of the wins; the line is what is fair"), fair),
            dotted(found, names, "order", "share", _("Wins by who begins"),
                   _("1 makes the first choice, 2 the next, …; the line is what is fair"), fair),
            dotted(found, names, "share", "share", _(TOPICS["share"]),
                   _("how much more of the games a player wins who has it, or so many more"), 0),
        ],
        [
            dotted(found, names, "score", "number", _(TOPICS["score"]),
                   _("how many more points a player gets who has it, or so many more"), 0),
            dotted(found, names, "had", "share", _("How often"), _("part of the players who have it at the end"), None),
            dotted(found, names, "own", "rank", _("Places in the mean"), _("1 is the first"), None),
        ],
    ]  # fmt: skip
    drawn = [[plot for plot in column if plot is not None] for column in columns]
    return [column for column in drawn if column]


def distributions(frames: Sequence[Frames], names: Sequence[str]) -> list[Plot | None]:
    """Scores, margins, length. One run's scores are set against those of its winners."""
    scores = [each.players["score"].to_numpy() for each in frames]
    labels = list(names)
    if len(frames) == 1 and frames[0].run.setup["players"] > 1:
        scores.append(frames[0].players.filter(frames[0].players["place"] == 1)["score"].to_numpy())
        labels = [_("all players"), _("winners")]
    margins = [each.margins for each in frames]
    decisions = [each.games["decisions"].to_numpy() for each in frames]
    return [
        distribution("scores", _("Scores"), _("totals of the players"), scores, labels, _("points")),
        distribution("margins", _("Winning margins"), _("the best total less the next"), margins, names, _("points"))
        if all(map(len, margins))
        else None,
        distribution("length", _("Length"), _("choices made in a game"), decisions, names, _("choices")),
    ]


def distribution(
    name: str, title: str, note: str, series: Sequence[Any], names: Sequence[str], axis: str
) -> Plot:  # fmt: skip
    """How numbers are spread, and their mean, deviation and percentiles."""
    from rolltop.lab.plots import bins, histogram

    heads = ["", *(names if len(series) > 1 else [axis])]
    levels = [("5 %", 5), ("25 %", 25), (_("median"), 50), ("75 %", 75), ("95 %", 95)]
    rows = [
        [_("mean"), *(f"{values.mean():.1f}" for values in series)],
        [_("deviation"), *(f"{values.std():.1f}" for values in series)],
        *([text, *(f"{np.percentile(values, level):.0f}" for values in series)] for text, level in levels),
    ]
    middles = ", ".join(f"{label}: {np.median(values):.0f}" for label, values in zip(names, series, strict=False))
    text = f"{title}: {note}. {_('median')} {middles}"
    return Plot(title, note, histogram(name, text, bins(series), names, axis), heads, rows)


def dotted(
    found: Sequence[Sequence[Finding]],
    names: Sequence[str],
    topic: str,
    unit: str,
    title: str,
    note: str,
    line: float | None,
) -> Plot | None:
    """Numbers of a topic with their intervals; the greatest, if there are many."""
    from rolltop.lab.plots import dots

    chosen = [{f.name: f for f in each if f.topic == topic and f.unit == unit} for each in found]
    keys = list(dict.fromkeys(key for each in chosen for key in each))
    if not keys:
        return None
    first = {key: next(each[key] for each in chosen if key in each) for key in keys}
    shown = keys if topic in ("bot", "order", "own", "had") else sorted(keys, key=lambda key: -first[key].found.value)
    if len(shown) > MOST_LINES:
        greatest = sorted(keys, key=lambda key: -abs(first[key].found.value))[:MOST_LINES]
        shown = [key for key in shown if key in greatest]
    series = [[each[key].found if key in each else None for key in shown] for each in chosen]
    labels = [first[key].label for key in shown]
    told = "; ".join(f"{first[key].label} {number(first[key])}" for key in shown[:6])
    svg = dots(f"dots-{topic}", f"{title}: {note}. {told}", labels, series, names, percent=unit == "share", line=line)
    rows = [
        [first[key].label, *(number(each[key]) if key in each else "–" for each in chosen), first[key].meaning]
        for key in keys
    ]
    return Plot(title, note, svg, ["", *(names if len(found) > 1 else [_("with 95 % interval")]), _("meaning")], rows)


# ---- numbers ---------------------------------------------------------------------------------------------------------


def digits(size: float) -> int:
    """So many that a margin shows one figure, or two that begin with 1; at least none."""
    if not size:
        return 0
    power = floor(log10(size))
    return max(0, min(3, (1 if size < 2 * 10**power else 0) - power))


def written(found: Measured, share: bool, sign: str = "") -> str:
    """A number with half the width of its 95 % interval."""
    scale, unit = (100, "\N{NO-BREAK SPACE}%") if share else (1, "")
    places = digits(scale * found.margin)
    if not found.margin:
        places = 1 if share else 0 if found.value == int(found.value) else 1
    return f"{scale * found.value:{sign}.{places}f}{unit} ± {scale * found.margin:.{places}f}".replace("-", "−")


def number(finding: Finding) -> str:
    """A finding with its margin."""
    return written(finding.found, finding.unit == "share", "+" if finding.topic in ("share", "score") else "")


def value(finding: Finding) -> str:
    """A finding alone."""
    return number(finding).partition(" ±")[0]


def signed(finding: Finding, difference: Measured) -> str:
    """A difference with its sign and margin; of shares in percentage points."""
    return points(difference) if finding.unit == "share" else written(difference, False, "+")


def points(difference: Measured) -> str:
    """A difference of shares."""
    return _("%(number)s percentage points") % {
        "number": written(difference, True, "+").replace("\N{NO-BREAK SPACE}%", "")
    }
