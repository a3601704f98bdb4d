# SPDX-License-Identifier: Apache-2.0
"""Restores in Flink: the longest subtask, what was uploaded, fetched and kept; and chains of rescales."""

from report.flink_file import SAME
from report.flink_goals import LONGEST
from report.markdown_table import markdown, mib, percent, quotient, seconds, strong
from report.text_table import figure

OURS = "RESCALE"
NAMES = {SAME: "same", "STOCK": "stock", "INGEST": "stock, ingest mode",
         "DELETE_FILES": "stock, files deleted in range", "INGEST_AND_CLEAN": "stock, all of it and compaction",
         OURS: "rescale"}
MIB = 1 << 20


def name_of(strategy):
    return NAMES.get(strategy, strategy.lower())


def flink_table(restores):
    """A pair of columns for each parallelism: how long, and the upload in percent of the state."""
    header = [f"from {restores.before}"]
    for parallelism in restores.parallelisms:
        header += [f"→{parallelism}", "upload"]
    return markdown(header, [times_row(restores, strategy) for strategy in restores.strategies] + ratio_rows(restores))


def times_row(restores, strategy):
    emphasis = strong if strategy == OURS else str
    cells = [emphasis(name_of(strategy))]
    for parallelism in restores.parallelisms:
        cells += [emphasis(seconds(restores.median(strategy, parallelism, LONGEST))),
                  emphasis(percent(upload_share(restores, strategy, parallelism)))]
    return cells


def upload_share(restores, strategy, parallelism):
    """Of the state as it is without a rescale: with data of other tasks, the first checkpoint refers to more."""
    state = restores.median(SAME, parallelism, "state_bytes")
    return quotient(restores.median(strategy, parallelism, "uploaded_bytes"),
                    restores.median(strategy, parallelism, "state_bytes") if state is None else state)


def ratio_rows(restores):
    rows = []
    for title, ratio_of in (("rescale / same", to_same), ("stock / rescale", to_stock),
                            ("the fastest of stock / rescale", to_fastest)):
        cells = [title]
        for parallelism in restores.parallelisms:
            cells += [figure(ratio_of(restores, parallelism)), ""]
        rows.append(cells)
    return rows


def to_same(restores, parallelism):
    return quotient(restores.median(OURS, parallelism, LONGEST), restores.median(SAME, parallelism, LONGEST))


def to_stock(restores, parallelism):
    return quotient(restores.median("STOCK", parallelism, LONGEST), restores.median(OURS, parallelism, LONGEST))


def to_fastest(restores, parallelism):
    times = [restores.median(strategy, parallelism, LONGEST) for strategy in restores.strategies
             if strategy not in (SAME, OURS)]
    return quotient(min((time for time in times if time is not None), default=None),
                    restores.median(OURS, parallelism, LONGEST))


def bytes_table(restores):
    """MiB that each restore fetched, had on the local disk, and uploaded with its first checkpoint."""
    header = ["", "case", "longest task", "/ same", "fetched", "on disk", "state", "upload", "until running"]
    return markdown(header, [bytes_row(restores, strategy, parallelism) for parallelism in restores.parallelisms
                             for strategy in restores.strategies])


def bytes_row(restores, strategy, parallelism):
    def median(figure_):
        return restores.median(strategy, parallelism, figure_)

    emphasis = strong if strategy == OURS else str
    same = restores.median(SAME, parallelism, LONGEST)
    return [emphasis(name_of(strategy)), f"{restores.before}→{parallelism}", emphasis(seconds(median(LONGEST))),
            figure(quotient(median(LONGEST), same)),
            *(mib_of(median(name)) for name in ("fetched_bytes", "local_bytes", "state_bytes", "uploaded_bytes")),
            seconds(median("until_running_s"))]


def mib_of(bytes_):
    return mib(None if bytes_ is None else bytes_ / MIB)


def rounds(restores):
    return len({restore.round for restore in restores.restores})


def chain_table(restores):
    """Each step from the checkpoint of the one before: restore + checkpoint, and the sum over all."""
    steps = restores.parallelisms
    header = [f"from {restores.before}", *(f"→{step}" for step in steps), "in all", "uploads", "/ rescale"]
    ours = chain_seconds(restores, OURS)
    return markdown(header, [chain_row(restores, strategy, ours) for strategy in restores.strategies])


def chain_row(restores, strategy, ours):
    emphasis = strong if strategy == OURS else str
    steps = restores.parallelisms
    cells = [emphasis(f"{figure(restores.median(strategy, step, LONGEST))} + "
                      f"{seconds(restores.median(strategy, step, 'checkpoint_s'))}") for step in steps]
    total = chain_seconds(restores, strategy)
    uploads = [restores.median(strategy, step, "uploaded_bytes") for step in steps]
    return [emphasis(name_of(strategy)), *cells, emphasis(seconds(total)),
            f"{mib_of(None if None in uploads else sum(uploads))} MiB", figure(quotient(total, ours))]


def chain_seconds(restores, strategy):
    parts = [restores.median(strategy, step, name) for step in restores.parallelisms
             for name in (LONGEST, "checkpoint_s")]
    return None if None in parts else sum(parts)
