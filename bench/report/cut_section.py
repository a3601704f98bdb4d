# SPDX-License-Identifier: Apache-2.0
"""Cutting one SST, against cp."""

from report.cuts import WANTED, cuts
from report.markdown_table import markdown, whole
from report.text_table import figure

HEADER = ["compression", "kept", "cut, MiB/s", "cp, MiB/s", "cut / cp", "one thread", ""]


def cut_table(entries):
    return markdown(HEADER, [row(cut) for cut in cuts(entries)])


def row(cut):
    below = cut.ratio is not None and cut.ratio < WANTED
    return [cut.compression, cut.kept, whole(cut.cut), whole(cut.copy), figure(cut.ratio), figure(cut.one_thread_ratio),
            f"below {WANTED:g}" if below else ""]
