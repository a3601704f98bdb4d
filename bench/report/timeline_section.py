# SPDX-License-Identifier: Apache-2.0
"""Files of each level after a restore, while RocksDB compacts."""

from report.markdown_table import arrow, markdown, mib, seconds, size, strong
from report.text_table import NONE

HEADER = ["state", "case", "strategy", "sources", "opened", "at the end", "settled after", "dead MiB", "at the end",
          "MiB", "at the end"]
MIB = 1 << 20


def timeline_table(timelines):
    return markdown(HEADER, [row(timeline) for timeline in timelines])


def row(timeline):
    name = strong(timeline.strategy) if timeline.strategy == "rescale" else timeline.strategy
    return [f"{timeline.state}, {size(timeline.mib)}", arrow(timeline.case), name,
            levels(timeline.before), levels(timeline.first), levels(timeline.last), seconds(timeline.settled),
            mib(timeline.first.dead_bytes / MIB), mib(timeline.last.dead_bytes / MIB),
            mib(timeline.first.total_bytes / MIB), mib(timeline.last.total_bytes / MIB)]


def levels(sample):
    """"L0 3, L6 12"."""
    if sample is None:
        return NONE
    return ", ".join(f"L{level} {count}" for level, count in enumerate(sample.files) if count) or "no file"
