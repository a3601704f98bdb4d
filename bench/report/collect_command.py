# SPDX-License-Identifier: Apache-2.0
"""Completes the results of scripts/bench: machine.json, and rescale.json of the parts that were measured one by one.

    python3 -m report.collect_command RESULTS --work DIR

Of each step RESULTS/commands has a file named after it, with three lines: command, commit, date. The part of a name before a
point is that of the results it belongs to.
"""

import argparse
import json
import sys
from pathlib import Path

from report.input_error import InputError, expect
from report.jmh_file import read_entries, read_json
from report.machine import machine_fields, versions
from report.results import COMMANDS

ROOT = Path(__file__).resolve().parents[2]


def main(arguments):
    parser = argparse.ArgumentParser(prog="collect_command", description=__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    options = parser.parse_args(arguments)
    try:
        steps = read_steps(options.results / "commands")
        merge_parts(options.results, "rescale")
    except InputError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    write_json(options.results / "machine.json", machine(steps, options.work))
    return 0


def read_steps(directory):
    """(name, command, commit, date), in the order of the report."""
    steps = []
    for path in sorted(directory.iterdir()):
        lines = path.read_text(encoding="utf-8").splitlines()
        expect(len(lines) == 3, path, "three lines, command, commit and date", f"{len(lines)} lines")
        steps.append((path.name, *lines))
    order = [Path(name).stem for name in COMMANDS]
    return sorted(steps, key=lambda step: order.index(stem(step[0])) if stem(step[0]) in order else len(order))


def stem(name):
    return name.split(".", 1)[0]


def merge_parts(results, name):
    """NAME.json of parts/NAME.*.json; nothing where there are none."""
    parts = sorted((results / "parts").glob(f"{name}.*.json"))
    for path in parts:
        read_entries(path)
    if parts:
        write_json(results / f"{name}.json", [entry for path in parts for entry in read_json(path)])


def machine(steps, work):
    commands = {}
    for name, command, _, _ in steps:
        commands[stem(name)] = f"{commands[stem(name)]}; {command}" if stem(name) in commands else command
    return {**machine_fields(work), "date": several(date for _, _, _, date in steps),
            "commit": several(commit for _, _, commit, _ in steps), "versions": versions(ROOT), "commands": commands}


def several(texts):
    """Each once: results may be of more than one day."""
    return ", ".join(sorted(set(texts))) or "unknown"


def write_json(path, document):
    path.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
