# SPDX-License-Identifier: Apache-2.0
"""Files of each level over time, a panel for each strategy."""

from report.markdown_table import arrow, size
from report.svg import svg

# From L0 down: what waits for compaction is dark.
LEVELS = ("#7f0000", "#e34a33", "#fdbb84", "#fee8c8", "#c6dbef", "#6baed6", "#2171b5")


def timeline_plot(timelines):
    columns = min(3, len(timelines))
    rows = -(-len(timelines) // columns)

    def draw(figure):
        axes = figure.subplots(rows, columns, squeeze=False).flatten()
        for axis, timeline in zip(axes, timelines):
            panel(axis, timeline)
        for axis in axes[len(timelines):]:
            axis.set_visible(False)

    return svg(draw, 9, 2.5 * rows)


def panel(axis, timeline):
    """Steps, stacked; a level that never has a file is left out."""
    samples = changes(timeline)
    seconds = [sample.seconds for sample in samples]
    bottom = [0] * len(samples)
    for level in range(max(len(sample.files) for sample in samples)):
        counts = [sample.files[level] if level < len(sample.files) else 0 for sample in samples]
        if any(counts):
            top = [low + count for low, count in zip(bottom, counts)]
            axis.fill_between(seconds, bottom, top, step="post", color=LEVELS[level % len(LEVELS)], linewidth=0,
                              label=f"L{level}", gid=f"{timeline.strategy}-L{level}")
            bottom = top
    # Room for the legend.
    axis.set_ylim(0, 1.25 * max(1, *(sum(sample.files) for sample in samples)))
    axis.set_xlim(left=0)
    axis.yaxis.get_major_locator().set_params(integer=True)
    axis.legend(fontsize=7, ncols=7, loc="upper left", columnspacing=0.8, handlelength=1)
    axis.set_xlabel("seconds from the beginning of the restore", fontsize=8)
    axis.set_ylabel("files", fontsize=8)
    axis.set_title(f"{timeline.strategy}, {arrow(timeline.case)}, {timeline.state}, {size(timeline.mib)}", loc="left",
                   fontsize=8)


def changes(timeline):
    """The first sample, each whose files are others than before, and the last; never less than two."""
    kept = [timeline.first]
    for sample in timeline.samples[1:]:
        if sample.files != kept[-1].files:
            kept.append(sample)
    return [*kept, timeline.last]
