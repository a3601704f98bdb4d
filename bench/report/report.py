# SPDX-License-Identifier: Apache-2.0
"""The report on a directory of results, as texts: the document, the plots, all figures as CSV."""

from dataclasses import dataclass
from pathlib import Path

from report.cut_section import cut_table
from report.flink_goals import state_mib
from report.flink_plot import flink_plot
from report.flink_section import bytes_table, chain_table, flink_table, rounds
from report.growth import growth
from report.growth_plot import growth_plot
from report.growth_section import fits_table, points_table
from report.jmh_section import jmh_table
from report.machine_section import command_of, command_text, commands_table, machine_table
from report.plan_section import plan_table
from report.published import read_published
from report.restore_plot import restore_plot
from report.restore_section import left_table, published_table, ready_table
from report.results import COMMANDS, FLINK_FILES, JMH_FILES
from report.results_csv import results_csv
from report.template import fill
from report.timeline_plot import timeline_plot
from report.timeline_section import timeline_table
from report.wanted_section import wanted_counts, wanted_table

TEMPLATE = Path(__file__).with_name("benchmarks.md.in")
# Every plot that a report may have: its file, the results it needs, what it shows.
PLOTS = {
    "restore.svg": ("rescale.json", "seconds until one new task is ready, by strategy, beside FLINK-31238"),
    "flink-2.svg": ("flink-2.csv", "seconds of the longest subtask in Flink 2, by strategy"),
    "flink-1.svg": ("flink-1.csv", "seconds of the longest subtask in Flink 1.20, by strategy"),
    "growth.svg": ("growth.json", "growth of a rescale along each axis, with fitted power laws"),
    "timeline.svg": ("timeline.json", "files of each level over time, by strategy"),
}
CSV = "results.csv"


@dataclass(frozen=True)
class Report:
    """`files` go beside each other, into the directory of the plots; by name."""

    document: str
    files: dict


def make_report(results, plots_link):
    """plots_link is the way from the document to the directory of the plots."""
    template = TEMPLATE.read_text(encoding="utf-8")
    document = fill(template, results.has, not_measured, places(results, plots_link))
    files = {name: plot(results, name) for name, (needed, _) in PLOTS.items() if results.has(needed)}
    return Report(document, {**files, CSV: results_csv(results)})


def not_measured(file):
    return f"{file} is not measured; this would: {command_text(COMMANDS[file])}."


def places(results, plots_link):
    """What the template may ask for; functions, since most need results that may be missing."""
    return {
        **{f"command {file}": lambda f=file: command_of(results.machine, f) for file in COMMANDS
           if file != "machine.json"},
        **{f"plot {name}": lambda n=name, t=title: f"![{t}]({plots_link}/{n})" for name, (_, title) in PLOTS.items()},
        **flink_places(results),
        **{f"table {file}": lambda f=file: jmh_table(results.entries[f]) for file in JMH_FILES},
        "link results.csv": lambda: f"{plots_link}/{CSV}",
        "machine": lambda: machine_table(results.machine),
        "commands": lambda: commands_table(results.machine),
        "wanted": lambda: wanted_table(results),
        "wanted counts": lambda: wanted_counts(results),
        "ready": lambda: ready_table(results.restores),
        "left": lambda: left_table(results.restores),
        "published": lambda: published_table(results.restores, read_published()),
        "published source": lambda: f"[{read_published().source}]({read_published().url})",
        "published notes": lambda: "\n".join(f"- {note}" for note in read_published().notes),
        "growth fits": lambda: fits_table(growth(results.entries["growth.json"])),
        "growth points": lambda: points_table(growth(results.entries["growth.json"])),
        "plan": lambda: plan_table(results.entries["plan.json"], cores(results)),
        "cut": lambda: cut_table(results.entries["cut.json"]),
        "timeline": lambda: timeline_table(results.timelines),
    }


def flink_places(results):
    found = {}
    for file in FLINK_FILES:
        found[f"table {file}"] = lambda f=file: flink_table(results.flink[f])
        found[f"state {file}"] = lambda f=file: state_of(results.flink[f])
        found[f"rounds {file}"] = lambda f=file: str(rounds(results.flink[f]))
        found[f"bytes {file}"] = lambda f=file: bytes_table(results.flink[f])
    found["bytes flink-2-store.csv"] = lambda: bytes_table(results.flink["flink-2-store.csv"])
    found["state flink-2-store.csv"] = lambda: state_of(results.flink["flink-2-store.csv"])
    found["chain flink-2-chain.csv"] = lambda: chain_table(results.flink["flink-2-chain.csv"])
    return found


def state_of(restores):
    return state_mib(restores, restores.parallelisms[0])


def cores(results):
    return results.machine.cores if results.machine else 1


def plot(results, name):
    if name == "restore.svg":
        return restore_plot(results.restores, read_published())
    if name == "growth.svg":
        return growth_plot(growth(results.entries["growth.json"]))
    if name == "timeline.svg":
        return timeline_plot(results.timelines)
    file, title = PLOTS[name]
    return flink_plot(results.flink[file], title)
