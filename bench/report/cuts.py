# SPDX-License-Identifier: Apache-2.0
"""The entries of cut.json: an SST that is cut, beside a copy of as many bytes."""

from dataclasses import dataclass

from report.goal import at_least
from report.markdown_table import quotient

WANTED = 0.8


@dataclass(frozen=True)
class Cut:
    """MiB a second of each; None for what was not measured."""

    compression: str
    kept: str
    mib: str
    cut: float
    one_thread: float
    copy: float

    @property
    def ratio(self):
        return quotient(self.cut, self.copy)

    @property
    def one_thread_ratio(self):
        return quotient(self.one_thread, self.copy)


def cuts(entries):
    found = {}
    for entry in entries:
        key = tuple(entry.param(name) for name in ("compression", "kept", "mib"))
        found.setdefault(key, {})[entry.name] = speed(entry)
    return [Cut(*key, *(speeds.get(name) for name in ("cut", "cutOneThread", "cp"))) for key, speeds in found.items()]


def speed(entry):
    written = entry.mib("bytesWritten")
    return None if written is None else quotient(written.median, entry.seconds().median)


def cut_goals(entries):
    """The worst place of each compression; entries may be None."""
    if not entries:
        return [at_least("cut / cp", WANTED, None)]
    goals = []
    all_cuts = cuts(entries)
    for compression in dict.fromkeys(cut.compression for cut in all_cuts):
        measured = [cut for cut in all_cuts if cut.compression == compression and cut.ratio is not None]
        worst = min(measured, key=lambda cut: cut.ratio, default=None)
        goals.append(at_least(f"cut / cp, {compression}", WANTED, worst and worst.ratio,
                              f"the worst: {worst.kept}" if worst else ""))
    return goals
