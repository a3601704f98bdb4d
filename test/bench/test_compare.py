# SPDX-License-Identifier: Apache-2.0
"""scripts/bench-compare: what it prints, and its exit codes."""

import tempfile
import unittest
from pathlib import Path

from results_files import entry, run, write

PARAMS = {"mib": "512", "case": "4->2"}


class Compare(unittest.TestCase):

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.old, self.new = Path(place.name) / "old.json", Path(place.name) / "new.json"

    def compare(self, old, new, *options):
        write(self.old, old)
        write(self.new, new)
        return run("bench-compare", self.old, self.new, *options)

    def one(self, old_runs, new_runs, *options, unit="s/op"):
        return self.compare([entry("a.b", PARAMS, old_runs, unit)], [entry("a.b", PARAMS, new_runs, unit)], *options)

    def test_the_table_has_medians_spreads_and_the_ratio(self):
        result = self.one([1, 2, 3], [2, 3, 7])
        self.assertEqual(result.stdout, """\
benchmark  parameters          metric   unit   old    (min..max)   new    (min..max)  new/old
a.b        case=4->2, mib=512  primary  s/op  2.00  (1.00..3.00)  3.00  (2.00..7.00)     1.50  noise
1 compared, 0 worse than 1.1 times the old median
""")
        self.assertEqual(result.returncode, 0)

    def test_runs_that_do_not_overlap_are_worse(self):
        result = self.one([1, 2], [3, 4])
        self.assertEqual(result.returncode, 1)
        self.assertIn("WORSE", result.stdout)

    def test_a_single_run_leaves_it_to_the_threshold(self):
        self.assertEqual(self.one([1], [1.05]).returncode, 0)
        self.assertEqual(self.one([1], [1.2]).returncode, 1)
        self.assertEqual(self.one([1], [1.2], "--threshold", "1.3").returncode, 0)

    def test_faster_is_fine_and_for_throughput_worse(self):
        self.assertEqual(self.one([3, 4], [1, 2]).returncode, 0)
        self.assertEqual(self.one([3, 4], [1, 2], unit="ops/s").returncode, 1)

    def test_units_of_time_are_converted(self):
        result = self.compare([entry("a", {}, [1])], [entry("a", {}, [1000], "ms/op")])
        self.assertEqual((result.returncode, " 1.00 " in result.stdout), (0, True))

    def test_units_that_differ_are_refused(self):
        result = self.compare([entry("a", {}, [1])], [entry("a", {}, [1], "B")])
        self.assertEqual(result.returncode, 2)
        self.assertIn("expected the unit 's/op' of the old file, found 'B'", result.stderr)

    def test_a_secondary_metric_beside_the_primary(self):
        result = self.compare([entry("a", {}, [1], cpu=("s/op", 1.0))], [entry("a", {}, [1], cpu=("s/op", 2.0))],
                              "--metric", "cpu")
        self.assertEqual(result.returncode, 1)
        self.assertIn("2 compared, 1 worse", result.stdout)

    def test_a_metric_that_nobody_has_is_refused_with_those_there_are(self):
        result = self.compare([entry("a", {}, [1], cpu=("s/op", 1.0))], [entry("a", {}, [1])], "--metric", "cpus")
        self.assertEqual(result.returncode, 2)
        self.assertIn("no entry has the metric 'cpus'; there are: cpu", result.stderr)

    def test_entries_of_one_file_only_are_listed(self):
        result = self.compare([entry("a", {}, [1]), entry("b", {"n": "1"}, [1])],
                              [entry("a", {}, [1]), entry("b", {"n": "2"}, [1])])
        self.assertEqual(result.returncode, 0)
        self.assertIn(f"only in {self.old}: b (n=1)\nonly in {self.new}: b (n=2)\n", result.stdout)

    def test_nothing_in_common_is_refused(self):
        result = self.compare([entry("a", {}, [1])], [entry("b", {}, [1])])
        self.assertEqual(result.returncode, 2)
        self.assertIn("in common", result.stderr)

    def refused(self, text, expected):
        write(self.old, [entry("a", {}, [1])])
        self.new.write_text(text, encoding="utf-8")
        result = run("bench-compare", self.old, self.new)
        self.assertEqual(result.returncode, 2, result)
        self.assertIn(f"bench-compare: {self.new}: {expected}", result.stderr)

    def test_files_that_are_no_results_are_refused(self):
        self.refused("[{", "expected JSON, found at line 1 column 3")
        self.refused('{"a": 1}', "expected JMH's results, an array, found an object")
        self.refused("[]", "expected JMH's results, at least one entry, found an empty array")
        self.refused('[{"benchmark": "a"}]', "a: primaryMetric: expected an object with scoreUnit and rawData, found None")
        self.refused('[{"benchmark": "a", "primaryMetric": {"scoreUnit": "s/op", "rawData": [[]]}}]',
                     "a: primaryMetric: rawData: expected at least one run, found nothing")
        self.refused('[{"benchmark": "a", "primaryMetric": {"scoreUnit": "s/op", "rawData": [["NaN"]]}}]',
                     "a: primaryMetric: rawData: expected a number, found 'NaN'")

    def test_a_missing_file_is_refused(self):
        result = run("bench-compare", self.old, self.new)
        self.assertEqual(result.returncode, 2)
        self.assertIn(f"{self.old}: cannot be read: No such file", result.stderr)

    def test_a_threshold_below_one_is_refused(self):
        self.assertEqual(self.one([1], [1], "--threshold", "0.5").returncode, 2)

    def test_help(self):
        result = run("bench-compare", "--help")
        self.assertEqual((result.returncode, "EXIT STATUS" in result.stdout), (0, True))


if __name__ == "__main__":
    unittest.main()
