# SPDX-License-Identifier: Apache-2.0
"""How a rescale grows: points of each axis, and the exponents that fit them."""

from report.growth import AXES
from report.markdown_table import arrow, markdown, mib, seconds, whole
from report.text_table import NONE

FITTED = (("primary", "rescale"), ("open", "open"), ("cpu", "CPU"), ("peakRss", "peak memory"))


def fits_table(all_series):
    header = ["along", "case", "from", "to", *(f"{title} ~" for _, title in FITTED), "rescale, one more"]
    return markdown(header, [[series.title, arrow(series.case) or "all", whole(min(series.xs)), whole(max(series.xs)),
                              *(exponent_text(series, name) for name, _ in FITTED), one_more(series)]
                             for series in all_series])


def exponent_text(series, name):
    fitted = series.fit(name)
    return NONE if fitted is None else f"n^{fitted[0]:.2f}"


def one_more(series):
    slope = series.slope("primary")
    return NONE if slope is None else f"{1e6 * slope:+.2f} µs"


def points_table(all_series):
    header = ["along", *AXES, "case", "rescale", "open", "CPU", "peak", "written"]
    return markdown(header, [point_row(series, entry) for series in all_series for entry in series.entries])


def point_row(series, entry):
    parameters = [entry.params.get(parameter, NONE) for parameter, _ in AXES.values()]
    times = [seconds(None if metric is None else metric.median)
             for metric in (entry.seconds(), entry.seconds("open"), entry.seconds("cpu"))]
    sizes = [mib(None if metric is None else metric.median)
             for metric in (entry.mib("peakRss"), entry.mib("bytesWritten"))]
    return [series.title, *parameters, arrow(entry.param("case")), *times, *sizes]
