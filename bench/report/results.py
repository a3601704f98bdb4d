# SPDX-License-Identifier: Apache-2.0
"""A directory of results. What is missing is None or absent; what is there is right, or reading it fails."""

from dataclasses import dataclass
from pathlib import Path

from report.flink_file import read_flink
from report.input_error import InputError
from report.jmh_file import read_entries
from report.machine_file import read_machine
from report.restores import Restores
from report.timeline_file import read_timelines

# Which command measures what is in a file, for whoever misses it.
COMMANDS = {
    "machine.json": "scripts/bench",
    "rescale.json": "rescale-bench restore --mib 512,1024,5120 --json RESULTS/rescale.json",
    "growth.json": "rescale-bench growth --json RESULTS/growth.json",
    "plan.json": "rescale-bench plan --json RESULTS/plan.json",
    "cut.json": "rescale-bench cut --json RESULTS/cut.json",
    "timeline.json": "rescale-bench timeline --json RESULTS/timeline.json",
    "jmh-rocksdbjni.json": "scripts/bench-jmh --jar rocksdbjni --json RESULTS/jmh-rocksdbjni.json",
    "jmh-frocksdbjni.json": "scripts/bench-jmh --jar frocksdbjni --json RESULTS/jmh-frocksdbjni.json",
    "flink-2.csv": "scripts/bench-flink --flink 2 --csv RESULTS/flink-2.csv",
    "flink-1.csv": "scripts/bench-flink --flink 1 --csv RESULTS/flink-1.csv",
    "flink-2-store.csv": "scripts/bench-flink --store-mib 95 --request-ms 20 --to 8 --csv RESULTS/flink-2-store.csv",
    "flink-2-chain.csv": "scripts/bench-flink --store-mib 95 --request-ms 20 --chain 2,4,8,3"
                         " --csv RESULTS/flink-2-chain.csv",
}
JMH_FILES = ("jmh-rocksdbjni.json", "jmh-frocksdbjni.json")
FLINK_FILES = ("flink-2.csv", "flink-1.csv")


@dataclass(frozen=True)
class Results:
    """By names of files: JMH entries, restores in Flink; and those of a kind of their own."""

    machine: object
    restores: object
    timelines: list
    entries: dict
    flink: dict

    def has(self, name):
        """Whether there is a file of this name."""
        special = {"machine.json": self.machine, "timeline.json": self.timelines}
        return special[name] is not None if name in special else name in self.entries or name in self.flink


def read_results(directory):
    directory = Path(directory)
    if not directory.is_dir():
        raise InputError(f"{directory}: expected a directory of results, found "
                         f"{'a file' if directory.exists() else 'nothing'}; scripts/bench makes one")
    there = [name for name in COMMANDS if (directory / name).exists()]
    if not there:
        raise InputError(f"{directory}: expected results, found none of {', '.join(COMMANDS)}; scripts/bench makes them")
    entries = {name: read_entries(directory / name) for name in there
               if name.endswith(".json") and name not in ("machine.json", "timeline.json")}
    return Results(
        machine=read_machine(directory / "machine.json") if "machine.json" in there else None,
        restores=Restores(entries["rescale.json"]) if "rescale.json" in entries else None,
        timelines=read_timelines(directory / "timeline.json") if "timeline.json" in there else None,
        entries=entries,
        flink={name: read_flink(directory / name) for name in there if name.endswith(".csv")})
