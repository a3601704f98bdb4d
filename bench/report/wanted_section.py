# SPDX-License-Identifier: Apache-2.0
"""What was wanted against what was measured."""

from report.cuts import cut_goals
from report.flink_goals import flink_goals
from report.goal import MET, MISSED, NOT_MEASURED
from report.markdown_table import markdown
from report.plan_goals import plan_goals
from report.restore_goals import restore_goals
from report.store_goals import store_goals


def goals(results):
    cores = results.machine.cores if results.machine else 1
    return [*restore_goals(results.restores),
            *flink_goals("Flink 2", results.flink.get("flink-2.csv"), ingest_mode=True),
            *flink_goals("Flink 1.20", results.flink.get("flink-1.csv"), ingest_mode=False),
            *store_goals(results.flink.get("flink-2-store.csv"), results.flink.get("flink-2-chain.csv")),
            *plan_goals(results.entries.get("plan.json"), cores),
            *cut_goals(results.entries.get("cut.json"))]


def wanted_table(results):
    return markdown(["what", "wanted", "measured", "", ""], [goal.row for goal in goals(results)])


def wanted_counts(results):
    verdicts = [goal.verdict for goal in goals(results)]
    return (f"{verdicts.count(MET)} met, {verdicts.count(MISSED)} missed, "
            f"{verdicts.count(NOT_MEASURED)} not measured")
