# SPDX-License-Identifier: Apache-2.0
"""The command line of scripts/bench-compare."""

import argparse
import sys

from report.comparison import compare
from report.input_error import InputError
from report.jmh_file import described, read_entries
from report.text_table import aligned, figure

HEADER = ["benchmark", "parameters", "metric", "unit", "old", "(min..max)", "new", "(min..max)", "new/old", ""]
WORDS = (0, 1, 2, 3, 9)

EPILOG = """\
Entries are matched by benchmark, mode and parameters; figures are medians of all runs. WORSE is a median past the threshold
whose runs do not overlap with the old ones: the slowest old run is faster than the fastest new one. Past the threshold, but
overlapping, is "noise". Where a side has one run only, the threshold alone decides. For units of operations a time, less
is worse.

EXAMPLES
  scripts/bench-compare old/rescale.json build/bench/rescale.json
  scripts/bench-compare --metric cpu --metric peakRss --threshold 1.25 old.json new.json

EXIT STATUS
  0  nothing is worse
  1  something is
  2  the command line makes no sense, or a file cannot be used
"""


def threshold(text):
    value = float(text)
    if not 1 <= value < float("inf"):
        raise ValueError(text)
    return value


def parser():
    result = argparse.ArgumentParser(
        prog="bench-compare", description="Compares two JMH results files.", epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    result.add_argument("old", metavar="OLD.json", help="what is compared with")
    result.add_argument("new", metavar="NEW.json", help="what is judged")
    result.add_argument("--threshold", type=threshold, default=1.10, metavar="RATIO",
                        help="new/old that is too much, 1 or more (default: 1.10)")
    result.add_argument("--metric", action="append", default=[], metavar="NAME",
                        help="compare this secondary metric as well; may be given several times")
    return result


def row(change):
    def runs(metric):
        return f"({figure(metric.low)}..{figure(metric.high)})"

    return [change.entry.benchmark, described(change.entry.params), change.name, change.old.unit,
            figure(change.old.median), runs(change.old), figure(change.new.median), runs(change.new),
            figure(change.ratio), change.verdict]


def print_only(entries, path):
    for entry, metric in entries:
        print(f"only in {path}: {entry.benchmark} ({described(entry.params)}){metric and ': ' + metric}")


def main(arguments):
    options = parser().parse_args(arguments)
    try:
        old, new = read_entries(options.old), read_entries(options.new)
        result = compare(old, new, options.metric, options.threshold)
    except InputError as error:
        print(f"bench-compare: {error}", file=sys.stderr)
        return 2
    print(aligned(HEADER, [row(change) for change in result.changes], WORDS))
    print_only(result.only_old, options.old)
    print_only(result.only_new, options.new)
    print(f"{len(result.changes)} compared, {len(result.worse)} worse than {options.threshold:g} times the old median")
    return 1 if result.worse else 0
