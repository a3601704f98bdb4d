# SPDX-License-Identifier: Apache-2.0
"""What was wanted of a figure, and whether it was reached."""

from dataclasses import dataclass

from report.markdown_table import ratio
from report.text_table import NONE

MET, MISSED, NOT_MEASURED = "met", "**MISSED**", "not measured"


@dataclass(frozen=True)
class Goal:
    """A row of the table; `measured` may say more than the verdict needs."""

    what: str
    wanted: str
    measured: str
    verdict: str
    note: str = ""

    @property
    def row(self):
        return [self.what, self.wanted, self.measured, self.verdict, self.note]


def at_least(what, bound, value, note=""):
    """A ratio that may be larger."""
    return judged(what, f"≥ {bound:g}×", value, None if value is None else value >= bound, note)


def at_most(what, bound, value, note=""):
    """A ratio that may be smaller."""
    return judged(what, f"≤ {bound:g}×", value, None if value is None else value <= bound, note)


def judged(what, wanted, value, reached, note=""):
    return Goal(what, wanted, ratio(value), verdict(reached), note)


def verdict(reached):
    return NOT_MEASURED if reached is None else MET if reached else MISSED


def unmeasured(what, wanted, note=""):
    return Goal(what, wanted, NONE, NOT_MEASURED, note)
