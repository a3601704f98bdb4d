# SPDX-License-Identifier: Apache-2.0
"""Goals for restores of a Flink job, by the longest of its subtasks."""

from report.flink_file import SAME
from report.goal import at_least, at_most
from report.markdown_table import mib, quotient

LONGEST = "longest_task_s"
OF_THE_SAME, OF_STOCK, STOCK_PARALLELISM = 1.15, 5, 2
PARALLELISMS = (2, 3, 6, 8)


def flink_goals(name, restores, ingest_mode):
    """Of one version of Flink, named as readers know it, which has an ingest mode or not; restores may be None."""
    goals = []
    for parallelism in parallelisms(restores):
        def ratio_of(one, other, p=parallelism):
            return restores and quotient(restores.median(one, p, LONGEST), restores.median(other, p, LONGEST))

        case = f"{name}, {restores.before if restores else 4}→{parallelism}"
        note = restores and f"{state_mib(restores, parallelism)} of state"
        goals.append(at_most(f"{case}: rescale / no rescale", OF_THE_SAME, ratio_of("RESCALE", SAME), note or ""))
        if parallelism == STOCK_PARALLELISM:
            goals.append(at_least(f"{case}: stock / rescale", OF_STOCK, ratio_of("STOCK", "RESCALE")))
        if ingest_mode:
            goals.append(at_least(f"{case}: ingest mode / rescale", 1, ratio_of("INGEST", "RESCALE")))
    return goals


def parallelisms(restores):
    return restores.parallelisms if restores else PARALLELISMS


def state_mib(restores, parallelism):
    """What the first checkpoint after a restore without a rescale refers to."""
    state = restores.median(SAME, parallelism, "state_bytes")
    return f"{mib(state and state / (1 << 20))} MiB"
