# SPDX-License-Identifier: Apache-2.0
"""Bars of each strategy, beside those of the published table, on a logarithmic scale."""

from report.markdown_table import arrow, size
from report.published import COLUMNS
from report.restores import FLOOR, STRATEGIES
from report.svg import color, svg

HATCH = "////"


def restore_plot(restores, published):
    """A panel for each state and size."""
    panels = list(dict.fromkeys((state, mib) for state, mib, _ in restores.groups))

    def draw(figure):
        axes = figure.subplots(len(panels), 1, squeeze=False)[:, 0]
        for axis, (state, mib) in zip(axes, panels):
            panel(axis, restores, published if state == "bulk" else None, state, mib)

    return svg(draw, 9, 0.6 + 2.9 * len(panels))


def panel(axis, restores, published, state, mib):
    cases = restores.cases(state, mib)
    series = published_series(published, mib, cases) + own_series(restores, state, mib, cases)
    width = 0.85 / len(series)
    for i, (label, name, hatch, values) in enumerate(series):
        xs = [x + (i - (len(series) - 1) / 2) * width for x, value in enumerate(values) if value]
        bars = axis.bar(xs, [value for value in values if value], width, label=label, hatch=hatch,
                        color="white" if hatch else color(name), edgecolor=color(name), linewidth=0.8)
        for bar, case in zip(bars, [case for case, value in zip(cases, values) if value]):
            bar.set_gid(f"{state}-{mib}-{case}-{label}".replace(" ", "-").replace(">", ""))
    axis.set_yscale("log")
    axis.set_xticks(range(len(cases)), [arrow(case) for case in cases])
    axis.set_ylabel("seconds until ready")
    axis.set_title(f"{state}, {size(mib)} in each source", loc="left")
    axis.legend(ncols=1, fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5))


def published_series(published, mib, cases):
    """(label, name, hatch, value of each case); nothing for a size that is not in the table."""
    if published is None:
        return []
    series = [(f"published {column}", strategy, HATCH, [published.seconds(mib, case, column) for case in cases])
              for column, strategy in COLUMNS.items()]
    return [one for one in series if any(one[3])]


def own_series(restores, state, mib, cases):
    found = dict.fromkeys(name for case in cases for name in restores.strategies((state, mib, case)))
    names = sorted(found, key=lambda name: STRATEGIES.index(name) if name in STRATEGIES else len(STRATEGIES))
    return [(label(name), name, "", [ready(restores.find(state, mib, case, name)) for case in cases])
            for name in names]


def label(name):
    return "floor, no database" if name == FLOOR else name


def ready(entry):
    return None if entry is None else entry.seconds().median
