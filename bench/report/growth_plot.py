# SPDX-License-Identifier: Apache-2.0
"""How a rescale grows along each axis: points, and the power law that fits them."""

from report.markdown_table import arrow
from report.svg import svg

METRICS = (("primary", "rescale, s", "#1a7a3a", "o"), ("open", "open, s", "#67a9cf", "s"))


def growth_plot(all_series):
    """A panel for each series, three a row."""
    rows = -(-len(all_series) // 3)

    def draw(figure):
        axes = figure.subplots(rows, 3, squeeze=False).flatten()
        for axis, series in zip(axes, all_series):
            panel(axis, series)
        for axis in axes[len(all_series):]:
            axis.set_visible(False)

    return svg(draw, 9, 2.8 * rows)


def panel(axis, series):
    for name, label, color, marker in METRICS:
        if series.measured(name)[0]:
            draw_points(axis, series, name, (label, color, marker))
    axis.set_xscale("log")
    axis.set_yscale("log")
    axis.set_xticks(series.xs, [f"{x:g}" if x < 100000 else f"{x:.0e}" for x in series.xs], fontsize=7)
    axis.set_xticks([], minor=True)
    axis.set_title(series.title + (f", {arrow(series.case)}" if series.case else ""), loc="left", fontsize=9)
    axis.legend(fontsize=7)


def draw_points(axis, series, name, style):
    label, color, marker = style
    xs, ys = series.measured(name)
    fitted = series.fit(name)
    gid = f"{series.axis}-{series.case}-{name}".replace(">", "")
    text = label if fitted is None else f"{label} ~ n^{fitted[0]:.2f}"
    axis.plot(xs, ys, marker, color=color, markersize=4, label=text, gid=gid)
    if fitted is not None:
        exponent, factor = fitted
        axis.plot(xs, [factor * x ** exponent for x in xs], "-", color=color, linewidth=1, gid=f"{gid}-fit")
