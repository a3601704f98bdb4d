# SPDX-License-Identifier: Apache-2.0
"""Reads results of the benchmarks, compares them (compare_command) and writes the report on them (report_command).

JMH's JSON format is in metric, entry and jmh_file; medians are computed from its raw data. `results` reads a directory with
all that belongs together. Each *_section makes Markdown of it, each *_plot SVG, each *_goals what was wanted against what was
measured; `report` puts them into benchmarks.md.in. collect_command completes what scripts/bench has measured.
"""
