# SPDX-License-Identifier: Apache-2.0
"""Goals for planning a million SSTs: how long, and in how much memory."""

from report.goal import Goal, unmeasured, verdict
from report.markdown_table import mib, whole
from report.text_table import figure

FILES = 1_000_000
SECONDS = 1
FIXED_MIB, THREAD_MIB, FILE_BYTES = 64, 16, 400
BOUND = "64 MiB + 16 a thread + 400 B an SST"


def wanted_mib(files, cores):
    """Of memory, with a thread for each core."""
    return FIXED_MIB + cores * THREAD_MIB + files * FILE_BYTES / (1 << 20)


def plan_goals(entries, cores):
    """entries may be None."""
    million = [entry for entry in entries or [] if entry.number("files") == FILES]
    if not million:
        return [unmeasured("a million SSTs planned", f"< {SECONDS} s"),
                unmeasured("a million SSTs linked: memory", BOUND)]
    return [goal for entry in million for goal in (time_goal(entry), memory_goal(entry, cores))]


def time_goal(entry):
    seconds = entry.seconds().median
    return Goal(f"a million SSTs planned, bounds of {entry.param('boundBytes')} bytes", f"< {SECONDS} s",
                f"{figure(seconds)} s", verdict(seconds < SECONDS))


def memory_goal(entry, cores):
    what = f"a million SSTs linked, bounds of {entry.param('boundBytes')} bytes: memory"
    bound = wanted_mib(FILES, cores)
    peak = entry.mib("runPeakRss")
    if peak is None:
        return unmeasured(what, f"≤ {whole(bound)} MiB")
    return Goal(what, f"≤ {whole(bound)} MiB", f"{mib(peak.median)} MiB", verdict(peak.median <= bound), BOUND)
