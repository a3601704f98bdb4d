# SPDX-License-Identifier: Apache-2.0
"""Two runs of the same benchmarks, compared.

Worse is a metric whose median is more than the threshold times the old one (less than one by the threshold, where more
is better) and is not noise. Noise is what the runs themselves do: where both sides have at least two runs, and the
slowest old run is slower than the fastest new one, the difference is noise. With a single run on a side the threshold alone
decides.
"""

from dataclasses import dataclass

from report.entry import Entry
from report.input_error import InputError
from report.metric import SECONDS, Metric


@dataclass(frozen=True)
class Change:
    """One metric that both files have."""

    entry: Entry
    name: str
    old: Metric
    new: Metric
    threshold: float

    @property
    def ratio(self):
        if self.old.median == 0:
            return 1.0 if self.new.median == 0 else float("inf")
        return self.new.median / self.old.median

    @property
    def past_threshold(self):
        return self.ratio < 1 / self.threshold if self.new.more_is_better else self.ratio > self.threshold

    @property
    def noise(self):
        """Whether the ranges of the raw data meet; False where a single run says nothing of it."""
        if min(len(self.old.values), len(self.new.values)) < 2:
            return False
        return self.old.low <= self.new.high and self.new.low <= self.old.high

    @property
    def worse(self):
        return self.past_threshold and not self.noise

    @property
    def verdict(self):
        if self.worse:
            return "WORSE"
        return "noise" if self.past_threshold else ""


@dataclass(frozen=True)
class Comparison:
    """What two files have in common, and what is in one of them only."""

    changes: list
    only_old: list
    only_new: list

    @property
    def worse(self):
        return [change for change in self.changes if change.worse]


def compare(old, new, metrics, threshold):
    """Of lists of entries; metrics are names of secondary ones, the primary one comes before them.

    InputError if the files have nothing in common, or nothing of a metric."""
    old_by_key = {entry.key: entry for entry in old}
    new_by_key = {entry.key: entry for entry in new}
    common = [key for key in old_by_key if key in new_by_key]
    if not common:
        raise InputError(f"{old[0].where} and {new[0].where} have no benchmark with the same parameters in common")
    result = Comparison([], [(e, "") for e in old if e.key not in new_by_key],
                        [(e, "") for e in new if e.key not in old_by_key])
    for name in ("primary", *metrics):
        require_metric(name, old, new)
        for key in common:
            add(result, old_by_key[key], new_by_key[key], name, threshold)
    return result


def require_metric(name, old, new):
    if any(entry.metric(name) for entry in (*old, *new)):
        return
    known = sorted({known for entry in (*old, *new) for known in entry.secondary})
    raise InputError(f"no entry has the metric {name!r}; there are: {', '.join(known) or 'none but the primary one'}")


def add(result, old, new, name, threshold):
    before, after = old.metric(name), new.metric(name)
    if before and after:
        result.changes.append(Change(new, name, before, same_unit(before, after, new), threshold))
    elif before:
        result.only_old.append((old, name))
    elif after:
        result.only_new.append((new, name))


def same_unit(old, new, entry):
    """The new metric in the unit of the old one."""
    if old.unit == new.unit:
        return new
    old_time, new_time = old.unit.removesuffix("/op"), new.unit.removesuffix("/op")
    if old_time in SECONDS and new_time in SECONDS:
        return new.scaled(SECONDS[new_time] / SECONDS[old_time], old.unit)
    raise InputError(f"{entry.where}: {entry.benchmark}: expected the unit {old.unit!r} of the old file, "
                     f"found {new.unit!r}")
