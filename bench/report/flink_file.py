# SPDX-License-Identifier: Apache-2.0
"""What scripts/bench-flink --csv writes: each restore of a Flink job as a line."""

import csv
from dataclasses import dataclass
from statistics import median

from report.input_error import InputError, expect

SAME = "no rescale"
COUNTS = ("from", "to", "round")
FIGURES = ("until_running_s", "longest_task_s", "all_tasks_s", "fetched_bytes", "local_bytes", "state_bytes",
           "checkpoint_bytes", "uploaded_bytes", "checkpoint_s", "accesses_per_s")
HEADER = ("strategy", *COUNTS, *FIGURES)


@dataclass(frozen=True)
class Restore:
    """One line; figures by the name of their column."""

    strategy: str
    parallelism_before: int
    parallelism: int
    round: int
    figures: dict


class FlinkRestores:
    """All lines of a file, never none."""

    def __init__(self, restores):
        self.restores = restores

    @property
    def strategies(self):
        return list(dict.fromkeys(restore.strategy for restore in self.restores))

    @property
    def parallelisms(self):
        """After the restore, in the order of the file."""
        return list(dict.fromkeys(restore.parallelism for restore in self.restores))

    @property
    def before(self):
        return self.restores[0].parallelism_before

    def values(self, strategy, parallelism, figure):
        return [restore.figures[figure] for restore in self.restores
                if (restore.strategy, restore.parallelism) == (strategy, parallelism)]

    def median(self, strategy, parallelism, figure):
        values = self.values(strategy, parallelism, figure)
        return median(values) if values else None


def read_flink(path):
    try:
        with open(path, encoding="utf-8", newline="") as file:
            lines = list(csv.reader(file))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path}: expected a CSV file of scripts/bench-flink, found: {error}") from None
    expect(lines and tuple(lines[0]) == HEADER, f"{path}: line 1", ",".join(HEADER),
           ",".join(lines[0]) if lines else "an empty file")
    expect(len(lines) > 1, path, "at least one restore", "nothing but the header")
    return FlinkRestores([restore(line, f"{path}: line {i}") for i, line in enumerate(lines[1:], 2)])


def restore(line, where):
    expect(len(line) == len(HEADER), where, f"{len(HEADER)} values", len(line))
    values = dict(zip(HEADER, line))
    before, after, number = (count(values[name], f"{where}: {name}") for name in COUNTS)
    figures = {name: decimal(values[name], f"{where}: {name}") for name in FIGURES}
    return Restore(values["strategy"], before, after, number, figures)


def count(text, where):
    expect(text.isdecimal(), where, "a whole number", text)
    return int(text)


def decimal(text, where):
    try:
        value = float(text)
    except ValueError:
        value = None
    expect(value is not None and 0 <= value < float("inf"), where, "a number, 0 or more", text)
    return value
