# SPDX-License-Identifier: Apache-2.0
"""Reads results of the benchmarks and compares them.

Results are in JMH's JSON format; medians are computed from its raw data. Modules from the bottom up: metric, entry,
jmh_file, comparison, compare_command.
"""
