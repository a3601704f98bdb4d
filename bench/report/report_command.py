# SPDX-License-Identifier: Apache-2.0
"""The command line of scripts/bench-report."""

import argparse
import os
import sys
from pathlib import Path

from report.input_error import InputError, MissingModule
from report.report import CSV, PLOTS, make_report
from report.results import COMMANDS, read_results
from report.svg import require_matplotlib

ROOT = Path(__file__).resolve().parents[2]

EPILOG = f"""\
Of RESULTS_DIR these files are read, as far as they are there: {', '.join(COMMANDS)}.
Sections without results say so, and by which command to get them. The prose is bench/report/benchmarks.md.in; every figure
comes from the results, so that the same results give the same bytes. Plots of an earlier report that this one has not are
removed.

EXAMPLES
  scripts/bench-report build/bench
  scripts/bench-report build/bench --docs /tmp/benchmarks.md --plots /tmp/plots

EXIT STATUS
  0  written
  1  matplotlib is missing (scripts/setup installs it), or a file cannot be written
  2  the command line makes no sense, or a file of results cannot be used; nothing is written
"""


def parser():
    result = argparse.ArgumentParser(
        prog="bench-report", description="Writes the report on a directory of benchmark results.", epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    result.add_argument("results", metavar="RESULTS_DIR", help="what scripts/bench wrote")
    result.add_argument("--docs", type=Path, default=ROOT / "docs/benchmarks.md", metavar="FILE",
                        help="the document (default: docs/benchmarks.md)")
    result.add_argument("--plots", type=Path, default=ROOT / "docs/benchmarks", metavar="DIR",
                        help="where plots and results.csv go (default: docs/benchmarks)")
    return result


def write(report, docs, plots):
    """What is in the way is replaced; plots that this report has not are removed."""
    plots.mkdir(parents=True, exist_ok=True)
    docs.parent.mkdir(parents=True, exist_ok=True)
    for name, text in report.files.items():
        (plots / name).write_text(text, encoding="utf-8")
    for name in PLOTS:
        if name not in report.files:
            (plots / name).unlink(missing_ok=True)
    docs.write_text(report.document, encoding="utf-8")


def main(arguments):
    options = parser().parse_args(arguments)
    link = Path(os.path.relpath(options.plots.resolve(), options.docs.resolve().parent)).as_posix()
    try:
        require_matplotlib()
        report = make_report(read_results(options.results), link)
        write(report, options.docs, options.plots)
    except InputError as error:
        print(f"bench-report: {error}", file=sys.stderr)
        return 2
    except MissingModule as error:
        print(f"bench-report: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"bench-report: {error.filename}: cannot be written: {error.strerror}", file=sys.stderr)
        return 1
    plotted = sum(name != CSV for name in report.files)
    print(f"{options.docs}, and in {options.plots}: {plotted} plots and {CSV}")
    return 0
