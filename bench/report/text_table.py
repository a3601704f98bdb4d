# SPDX-License-Identifier: Apache-2.0
"""Tables for a terminal, and figures as text."""

NONE = "–"


def aligned(header, rows, left=()):
    """Columns side by side, numbers to the right; `left` are the columns of words."""
    lines = [header, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]

    def cell(text, column):
        return text.ljust(widths[column]) if column in left else text.rjust(widths[column])

    return "\n".join("  ".join(cell(text, i) for i, text in enumerate(line)).rstrip() for line in lines)


def figure(value, digits=3):
    """Three digits that count, without an exponent; "–" for None."""
    if value is None:
        return NONE
    if value == 0:
        return "0"
    if value == float("inf"):
        return "∞"
    if abs(value) >= 10 ** (digits - 1):
        return f"{value:,.0f}"
    text = f"{value:.{digits}g}"
    if "e" not in text:
        return padded(text, digits)
    return f"{value:.{digits + int(text[text.index('e') + 2:]) - 1}f}"


def padded(text, digits):
    """"1.5" is as exact as "1.50"."""
    counted = len(text.replace(".", "").lstrip("-0"))
    if counted >= digits:
        return text
    return text + ("" if "." in text else ".") + "0" * (digits - counted)
