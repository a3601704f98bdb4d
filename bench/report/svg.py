# SPDX-License-Identifier: Apache-2.0
"""Plots as SVG: the same bytes for the same data, whatever this user's settings, date and process."""

import io

from report.input_error import MissingModule

try:
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure
except ImportError:
    matplotlib = None

STYLE = {
    "svg.hashsalt": "rescale", "svg.fonttype": "none", "font.family": ["sans-serif"], "font.size": 9,
    "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True, "axes.grid": True,
    "axes.grid.axis": "y", "grid.color": "#dddddd", "grid.linewidth": 0.6, "legend.frameon": False,
    "path.simplify": False,
}
COLORS = {
    "write_batch": "#b2182b", "sst_file_writer": "#ef8a62", "delete_range": "#fddbc7", "delete_files": "#bababa",
    "clip_and_import": "#67a9cf", "rescale": "#1a7a3a", "floor": "#4d4d4d",
    "no rescale": "#4d4d4d", "STOCK": "#b2182b", "INGEST": "#67a9cf", "DELETE_FILES": "#bababa",
    "INGEST_AND_CLEAN": "#d1a6d6", "RESCALE": "#1a7a3a",
}


def color(name):
    return COLORS.get(name, "#888888")


def require_matplotlib():
    if matplotlib is None:
        raise MissingModule("plots need matplotlib for /usr/bin/python3, and it is not there; "
                            "scripts/setup installs python3-matplotlib")


def svg(draw, width, height):
    """What draw(figure) draws; sizes in inches."""
    require_matplotlib()
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasSVG(figure)
        draw(figure)
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return file.getvalue()
