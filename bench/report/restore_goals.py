# SPDX-License-Identifier: Apache-2.0
"""Goals for restores of one task with 5 GiB of state in each source, in rescale.json."""

from report.goal import Goal, at_least, at_most, unmeasured, verdict
from report.markdown_table import arrow, mib, quotient, ratio, size
from report.restores import FLOOR, RESCALE, seconds_until_clean

STATE, MIB = "bulk", 5120
# Faster than a strategy by at least so much, until a get is served.
TIMES_AS_FAST = (("4->2", "write_batch", 500), ("4->2", "sst_file_writer", 200), ("4->2", "clip_and_import", 10),
                 ("4->6", "write_batch", 100), ("4->3", "write_batch", 100))
# At most so much longer than linking and copying the same files, without any database.
OF_THE_FLOOR = (("4->2", 2), ("4->8", 1.3))
CLEAN_CASE, CLEAN_TIMES = "4->8", 5


def restore_goals(restores):
    """restores may be None."""
    goals = [faster(restores, *goal) for goal in TIMES_AS_FAST]
    goals += [near_floor(restores, *goal) for goal in OF_THE_FLOOR]
    goals += [no_dead_bytes(restores), faster_until_clean(restores)]
    order = ["4->2", "4->8", "4->6", "4->3"]
    return sorted(goals, key=lambda goal: order.index(goal.what[:4].replace("→", "->").rstrip(",")))


def title(case, what):
    return f"{arrow(case)}, 5 GiB: {what}"


def pair(restores, mib_, case, other):
    """Ours and another one's entry, None for what was not measured."""
    if restores is None:
        return None, None
    return restores.find(STATE, mib_, case, RESCALE), restores.find(STATE, mib_, case, other)


def faster(restores, case, strategy, bound):
    def ratio_at(size_):
        return times(*pair(restores, size_, case, strategy))

    value = ratio_at(MIB)
    note = elsewhere(restores, ratio_at) if value is None else before_open(*pair(restores, MIB, case, strategy))
    return at_least(title(case, f"{strategy} / rescale, ready"), bound, value, note)


def before_open(ours, other):
    parts = [entry.seconds("prepare") for entry in (ours, other)]
    if None in parts:
        return ""
    return f"before RocksDB is opened for use: {ratio(quotient(parts[1].median, parts[0].median))}"


def times(ours, other):
    return quotient(other.seconds().median, ours.seconds().median) if ours and other else None


def elsewhere(restores, ratio_at):
    """The ratio at the largest size that was measured instead."""
    for size_ in reversed(restores.sizes(STATE) if restores else []):
        found = None if size_ == MIB else ratio_at(size_)
        if found is not None:
            return f"at {size(size_)}: {ratio(found)}"
    return ""


def near_floor(restores, case, bound):
    def ratio_at(size_):
        ours, floor = pair(restores, size_, case, FLOOR)
        prepare = ours and ours.seconds("prepare")
        return quotient(prepare.median, floor.seconds().median) if prepare and floor else None

    value = ratio_at(MIB)
    return at_most(title(case, "rescale / floor, files"), bound, value,
                   elsewhere(restores, ratio_at) if value is None else "")


def no_dead_bytes(restores):
    ours, _ = pair(restores, MIB, CLEAN_CASE, RESCALE)
    what = title(CLEAN_CASE, "bytes of others left by rescale")
    dead = ours and ours.mib("deadBytes")
    if not dead:
        return unmeasured(what, "0")
    return Goal(what, "0", f"{mib(dead.median)} MiB", verdict(dead.median == 0))


def faster_until_clean(restores):
    what = title(CLEAN_CASE, "the fastest that ends clean / rescale")
    ours, _ = pair(restores, MIB, CLEAN_CASE, RESCALE)
    fastest = restores and restores.fastest_clean((STATE, MIB, CLEAN_CASE))
    own = ours and seconds_until_clean(ours)
    if not fastest or own is None:
        return at_least(what, CLEAN_TIMES, None)
    return at_least(what, CLEAN_TIMES, quotient(fastest[1], own), f"the fastest is {fastest[0]}")
