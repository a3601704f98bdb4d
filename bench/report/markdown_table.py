# SPDX-License-Identifier: Apache-2.0
"""Tables of Markdown, and what stands in their cells."""

from report.text_table import NONE, figure


def markdown(header, rows):
    """Nothing for no rows."""
    if not rows:
        return ""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |") for line in lines)


def whole(value):
    return NONE if value is None else f"{value:,.0f}"


def mib(value):
    """Of a number of MiB: whole ones where there are ten or more."""
    if value is None:
        return NONE
    if value >= 10:
        return f"{value:,.0f}"
    return "0" if value == 0 else f"{value:.1f}" if value >= 0.05 else "< 0.1"


def size(mib_):
    """Of a number of MiB: "512 MiB", "5 GiB"."""
    return f"{mib_ // 1024} GiB" if mib_ >= 1024 and mib_ % 1024 == 0 else f"{mib_} MiB"


def seconds(value):
    return NONE if value is None else f"{figure(value)} s"


def ratio(value):
    """Of one figure to another: "6.6×"."""
    if value is None:
        return NONE
    return f"{value:,.0f}×" if value >= 100 else f"{figure(value)}×"


def percent(value):
    """Of a share of one."""
    return NONE if value is None else f"{100 * value:.0f} %"


def quotient(one, other):
    """None where either is unknown or there is nothing to divide by."""
    return None if one is None or not other else one / other


def strong(text):
    return text if text == NONE else f"**{text}**"


def arrow(case):
    """"4->2" as it is printed."""
    return case.replace("->", "→")
