# SPDX-License-Identifier: Apache-2.0
"""The entries of rescale.json, found by what was restored and how."""

from report.input_error import expect

RESCALE, FLOOR = "rescale", "floor"
STRATEGIES = ("write_batch", "sst_file_writer", "delete_range", "delete_files", "clip_and_import", RESCALE, FLOOR)
PREFIX = "rescale.Rescale."


class Restores:
    """One state, size and case is a group; each strategy is in it at most once."""

    def __init__(self, entries):
        self._groups = {}
        for entry in entries:
            expect(entry.benchmark.startswith(PREFIX), f"{entry.where}: benchmark", f"{PREFIX}<strategy>",
                   entry.benchmark)
            entry.number("mib")
            self._groups.setdefault(group_of(entry), {})[entry.name] = entry

    @property
    def groups(self):
        """(state, mib, case), smaller states first, cases in the order of the file."""
        return sorted(self._groups, key=lambda group: (group[0], group[1]))

    def strategies(self, group):
        """Entries by strategy, in the order in which tables have them."""
        found = self._groups.get(group, {})
        names = [*STRATEGIES, *(name for name in found if name not in STRATEGIES)]
        return {name: found[name] for name in names if name in found}

    def find(self, state, mib, case, strategy):
        return self._groups.get((state, mib, case), {}).get(strategy)

    def sizes(self, state):
        return sorted({group[1] for group in self._groups if group[0] == state})

    def cases(self, state, mib):
        return [group[2] for group in self.groups if group[:2] == (state, mib)]

    def fastest_clean(self, group):
        """Of the strategies that end without data of others: which is the first to, and after how many seconds."""
        ends = {name: seconds_until_clean(entry) for name, entry in self.strategies(group).items()
                if name not in (RESCALE, FLOOR)}
        ends = {name: seconds for name, seconds in ends.items() if seconds is not None}
        return min(ends.items(), key=lambda end: end[1], default=None)


def group_of(entry):
    return entry.param("state"), int(entry.number("mib")), entry.param("case")


def seconds_until_clean(entry):
    """None where out-of-range data is left and nobody measured until when."""
    ready, clean = entry.seconds().median, entry.seconds("clean")
    if clean is not None:
        return ready + clean.median
    return ready if entry.median("deadBytes") == 0 else None
