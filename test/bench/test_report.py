# SPDX-License-Identifier: Apache-2.0
"""scripts/bench-report: sections, figures, plots and the CSV; results that are missing or cannot be used."""

import csv
import json
import re
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

import report_fixture
from report_fixture import MIB, write_results
from results_files import ROOT, entry, run, write

sys.path.insert(0, str(ROOT / "bench"))
from report.template import TemplateError, fill  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"
SECTIONS = (
    "Machine, versions, commands", "Wanted and measured", "A restore of one task, by each strategy",
    "Beside the published table", "A restore in Flink", "A restore through JNI", "Growth",
    "Planning many SSTs, and linking them", "Cutting one SST, against cp", "Files of each level after a restore")
PLOTS = ("restore.svg", "flink-2.svg", "flink-1.svg", "growth.svg", "timeline.svg")


class Place(unittest.TestCase):
    """A directory for results and for what is made of them."""

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = Path(place.name)
        self.results, self.docs, self.plots = (self.place / name for name in ("results", "doc/benchmarks.md", "plots"))

    def report(self):
        """With the exit status 0; the document."""
        result = run("bench-report", self.results, "--docs", self.docs, "--plots", self.plots)
        self.assertEqual(result.returncode, 0, result.stderr)
        return self.docs.read_text(encoding="utf-8")

    def refused(self, expected):
        result = run("bench-report", self.results, "--docs", self.docs, "--plots", self.plots)
        self.assertEqual(result.returncode, 2, result)
        self.assertIn(expected, result.stderr)
        self.assertFalse(self.docs.exists() or self.plots.exists(), "something was written")


class OfEverything(unittest.TestCase):
    """One report on results of every kind."""

    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.place = Path(place.name)
        write_results(cls.place / "results")
        cls.document = cls.made("first")

    @classmethod
    def made(cls, name):
        result = run("bench-report", cls.place / "results", "--docs", cls.place / name / "benchmarks.md",
                     "--plots", cls.place / name / "plots")
        if result.returncode != 0:
            raise AssertionError(f"bench-report failed: {result.stderr}")
        return (cls.place / name / "benchmarks.md").read_text(encoding="utf-8")

    def row(self, *beginning, section=""):
        """The cells of the only row that begins so, in the section of that title."""
        text = self.document[self.document.index(f"# {section}\n") if section else 0:]
        text = text[:text.find("\n## ", 1)] if section else text
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()
                if line.startswith("|")]
        rows = [row for row in rows if row[:len(beginning)] == list(beginning)]
        self.assertEqual(len(rows), 1, f"rows that begin with {beginning}")
        return rows[0]

    def test_every_section_is_there_and_nothing_is_missing(self):
        for section in SECTIONS:
            self.assertIn(f"\n## {section}\n", self.document)
        self.assertNotIn("is not measured", self.document)
        self.assertNotRegex(self.document, r"\{\{|\}\}|<!--")

    def test_machine_versions_and_commands(self):
        self.assertEqual(self.row("processor"), ["processor", "Example 9000"])
        self.assertEqual(self.row("rocksdb"), ["rocksdb", "7.8.3"])
        self.assertIn("`rescale-bench restore --mib 512`, `rescale-bench restore --mib 5120`", self.document)
        self.assertIn("The commands of *rescale* above: state of so many MiB", self.document)

    def test_goals_that_are_met(self):
        self.assertEqual(self.row("4→2, 5 GiB: write_batch / rescale, ready")[1:],
                         ["≥ 500×", "600×", "met", "before RocksDB is opened for use: 2,950×"])
        self.assertEqual(self.row("4→2, 5 GiB: clip_and_import / rescale, ready")[2:4], ["12.0×", "met"])
        self.assertEqual(self.row("4→2, 5 GiB: rescale / floor, files")[1:4], ["≤ 2×", "1.25×", "met"])
        self.assertEqual(self.row("4→8, 5 GiB: bytes of others left by rescale")[1:4], ["0", "0 MiB", "met"])
        self.assertEqual(self.row("Flink 2, 4→2: rescale / no rescale")[1:4], ["≤ 1.15×", "1.10×", "met"])
        self.assertEqual(self.row("Flink 2, 4→2: rescale / no rescale")[4], "100 MiB of state")
        self.assertEqual(self.row("Flink 2, 4→2: ingest mode / rescale")[1:4], ["≥ 1×", "1.36×", "met"])
        self.assertEqual(self.row("limited store, 4→8: stock / rescale")[1:4], ["≥ 1.6×", "2.00×", "met"])
        self.assertEqual(self.row("limited store, chain with its checkpoints: stock / rescale")[1:4],
                         ["≥ 3×", "4.00×", "met"])
        self.assertEqual(self.row("a million SSTs planned, bounds of 16 bytes")[1:4], ["< 1 s", "0.600 s", "met"])

    def test_goals_that_are_missed(self):
        self.assertEqual(self.row("4→2, 5 GiB: sst_file_writer / rescale, ready")[2:4], ["150×", "**MISSED**"])
        # Ready in 0.05 s and clean 0.35 s later, before delete_files, which is ready and clean in 0.6 s.
        self.assertEqual(self.row("4→8, 5 GiB: the fastest that ends clean / rescale")[1:],
                         ["≥ 5×", "4.00×", "**MISSED**", "the fastest is delete_range"])
        self.assertEqual(self.row("Flink 2, 4→8: rescale / no rescale")[2:4], ["1.50×", "**MISSED**"])
        self.assertEqual(self.row("Flink 2, 4→8: ingest mode / rescale")[2:4], ["0.800×", "**MISSED**"])
        self.assertEqual(self.row("Flink 1.20, 4→2: stock / rescale")[2:4], ["4.00×", "**MISSED**"])
        self.assertEqual(self.row("a million SSTs linked, bounds of 96 bytes: memory")[1:4],
                         ["≤ 477 MiB", "610 MiB", "**MISSED**"])
        self.assertEqual(self.row("cut / cp, lz4")[2:], ["0.500×", "**MISSED**", "the worst: first half"])

    def test_goals_that_nobody_measured_show_another_size(self):
        self.assertEqual(self.row("4→6, 5 GiB: write_batch / rescale, ready")[2:],
                         ["–", "not measured", "at 512 MiB: 600×"])
        self.assertEqual(self.row("4→3, 5 GiB: write_batch / rescale, ready")[2:], ["–", "not measured", ""])
        self.assertEqual(self.row("4→8, 5 GiB: rescale / floor, files")[4], "")
        self.assertIn("14 met, 9 missed, 3 not measured", self.document)

    def test_restores(self):
        section = SECTIONS[2]
        table = self.document[self.document.index(f"## {section}"):]
        self.assertIn("| bulk, 5 GiB | 4→2 | write_batch | 60.0 s | 600 | 59.0 s | 60.0 s | 64 | 5.0 | 7.0 | 300 |", table)
        self.assertIn("| bulk, 5 GiB | 4→2 | floor | – | – | 0.0160 s | 0.0160 s | 7.0 | – | 0 | – |", table)
        self.assertIn("| bulk, 5 GiB | 4→8 | delete_range | 2,560 | 0 | 0.350 s | 0 | 11 | 2.0 | 7.0 |", table)

    def test_the_published_table(self):
        self.assertEqual(self.row("5G, ours 5 GiB", "4→2")[2:],
                         ["245 s", "78.1 s", "22.9 s", "10.7", "60.0 s", "15.0 s", "1.20 s", "**0.100 s**", "600"])
        self.assertNotIn("| 1G,", self.document)

    def test_restores_in_flink(self):
        self.assertEqual(self.row("**rescale**", "**1.10 s**"),
                         ["**rescale**", "**1.10 s**", "**0 %**", "**1.50 s**", "**50 %**"])
        self.assertIn("| stock / rescale | 7.27 |  | 2.00 |  |", self.document)
        # Of the state without other subtasks' data, of which stock has as much again.
        self.assertEqual(self.row("stock", "8.00 s")[3:], ["3.00 s", "200 %"])
        self.assertIn("| stock | 4→8 | 3.00 s | 3.00 | 200 | 150 | 200 | 200 | 6.00 s |", self.document)
        self.assertIn("| stock | 10.0 + 5.00 s | 20.0 + 5.00 s | 40.0 s | 300 MiB | 4.00 |", self.document)

    def test_growth_has_exponents(self):
        self.assertEqual(self.row("SSTs", "4→2", "100", "10,000")[4:],
                         ["n^1.00", "n^0.00", "n^1.00", "n^0.00", "+1000.00 µs"])
        self.assertEqual(self.row("column families", "4→2", "1", "10")[4], "n^2.00")
        # Every point is of another case, so that all of them are one series.
        self.assertEqual(self.row("sources", "all", "4", "16")[4], "n^1.00")

    def test_jmh_plan_cut_and_timeline(self):
        self.assertEqual(self.document.count("""\
| 256 MiB | 4→2 | writeBatch | 2.00 s | 1.00–3.00 | 25.0 | 3.0 MiB | 4 |
| 256 MiB | 4→2 | importAndClip | 0.160 s | 0.0800–0.240 | 2.00 | 3.0 MiB | 4 |
| 256 MiB | 4→2 | **rescale** | 0.0800 s | 0.0400–0.120 | 1.00 | 3.0 MiB | 4 |
"""), 2)
        self.assertIn("| 1,000,000 | 96 bytes | 1.50 s | 200 MiB | 4.00 s | **610 MiB** | 477 MiB |", self.document)
        self.assertEqual(self.row("lz4", "first half")[2:], ["500", "1,000", "0.500", "0.250", "below 0.8"])
        self.assertIn("| write_batch | – | L0 9 | L1 8 | 2.00 s | 30 | 0 | 100 | 100 |", self.document)
        self.assertIn("| **rescale** | L0 4, L1 12 | L0 2, L1 6 | L0 2, L1 6 | 0 s |", self.document)

    def test_plots_are_linked_and_hold_the_series(self):
        for name in PLOTS:
            self.assertRegex(self.document, rf"!\[[^\]]+\]\(plots/{name}\)")
        self.holds("restore.svg", "bulk-5120-4-2-rescale", "bulk-5120-4-2-published-Ingest_DB", "bulk-5120-4-8-delete_range",
                   "bulk-512-4-6-write_batch")
        self.holds("flink-2.svg", "RESCALE-2", "no-rescale-8", "INGEST-8")
        self.holds("flink-1.svg", "STOCK-2")
        self.holds("growth.svg", "files-4-2-primary-fit", "sources--open-fit")
        self.holds("timeline.svg", "write_batch-L0", "write_batch-L1", "rescale-L0")
        self.assertEqual(len(self.group("growth.svg", "files-4-2-primary").findall(f".//{SVG}use")), 3)

    def group(self, plot, gid):
        root = xml.parse(self.place / "first/plots" / plot).getroot()
        self.assertEqual(root.tag, f"{SVG}svg")
        groups = [group for group in root.iter(f"{SVG}g") if group.get("id") == gid]
        self.assertEqual(len(groups), 1, f"groups {gid} in {plot}")
        return groups[0]

    def holds(self, plot, *gids):
        """A path with at least two points for each."""
        for gid in gids:
            paths = self.group(plot, gid).findall(f".//{SVG}path")
            self.assertTrue(paths, f"{plot}: {gid}")
            self.assertGreaterEqual(len(re.findall("[ML]", paths[0].get("d"))), 2, f"{plot}: {gid}")

    def test_bars_differ_by_the_logarithms_of_their_values(self):
        def top(gid):
            path = self.group("restore.svg", gid).find(f".//{SVG}path").get("d")
            return min(float(y) for y in re.findall(r"[ML] \S+ (\S+)", path))

        # On a logarithmic scale the same ratio is the same distance; y grows downwards.
        write_batch, sst, ours = (top(f"bulk-5120-4-2-{name}") for name in ("write_batch", "sst_file_writer", "rescale"))
        self.assertAlmostEqual((sst - write_batch) / (ours - write_batch), 2 / 9.2288, places=3)

    def test_the_csv_has_all_figures(self):
        with open(self.place / "first/plots/results.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        found = {(row["file"], row["benchmark"], row["parameters"], row["metric"]): row for row in rows}
        self.assertEqual(len(found), len(rows), "lines that are there twice")
        row = found["rescale.json", "rescale.Rescale.write_batch", "case=4->2, mib=5120, state=bulk", "primary"]
        self.assertEqual([row[name] for name in ("unit", "median", "min", "max", "runs")],
                         ["s/op", "60.0", "30.0", "90.0", "3"])
        self.assertEqual(found["flink-2.csv", "STOCK", "from=4, to=2", "longest_task_s"]["median"], "8.0")
        self.assertEqual(found["timeline.json", "write_batch", "case=4->2, mib=512, state=bulk", "first.deadBytes"]["median"],
                         str(float(30 * MIB)))
        self.assertEqual({row["file"] for row in rows}, {path.name for path in (self.place / "results").iterdir()}
                         - {"machine.json"})

    def test_the_same_results_give_the_same_bytes(self):
        self.made("second")
        for path in (self.place / "first").rglob("*"):
            if path.is_file():
                self.assertEqual(path.read_bytes(), (self.place / "second" / path.relative_to(self.place / "first")).read_bytes(),
                                 path.name)


class OfLess(Place):
    """Results that are missing."""

    def test_each_missing_file_is_named_with_the_command_that_makes_it(self):
        self.results.mkdir()
        write(self.results / "cut.json", report_fixture.cut())
        document = self.report()
        for section in SECTIONS:
            self.assertIn(f"\n## {section}\n", document)
        self.assertIn("rescale.json is not measured; this would: `rescale-bench restore --mib 512,1024,5120 --json "
                      "RESULTS/rescale.json`.", document)
        self.assertIn("flink-1.csv is not measured; this would: `scripts/bench-flink --flink 1", document)
        self.assertEqual(document.count("is not measured; this would: "), 12)
        self.assertIn("| cut / cp, none | ≥ 0.8× | 1.10× | met |", document)
        self.assertEqual([path.name for path in self.plots.iterdir()], ["results.csv"])

    def test_a_plot_of_an_earlier_report_goes(self):
        self.results.mkdir()
        write(self.results / "growth.json", report_fixture.growth())
        self.report()
        self.assertTrue((self.plots / "growth.svg").exists())
        (self.results / "growth.json").rename(self.place / "growth.json")
        write(self.results / "plan.json", report_fixture.plan())
        self.report()
        self.assertFalse((self.plots / "growth.svg").exists())

    def test_a_strategy_alone_has_no_ratios(self):
        self.results.mkdir()
        write(self.results / "rescale.json", [report_fixture.restore("write_batch", "4->2", 128, (2, 1, 0, 0))])
        document = self.report()
        self.assertIn("| bulk, 128 MiB | 4→2 | write_batch | 2.00 s | – | 1.00 s |", document)
        self.assertIn("Not measured at any of its sizes, 512 MiB, 1 GiB, 5 GiB.", document)

    def test_no_results_at_all_are_refused(self):
        self.refused(f"{self.results}: expected a directory of results, found nothing")
        self.results.mkdir()
        self.refused(f"{self.results}: expected results, found none of machine.json, rescale.json")


class OfBroken(Place):
    """Results that cannot be used: the file is named, with what was expected in it and what was found."""

    def setUp(self):
        super().setUp()
        write_results(self.results)

    def broken(self, name, text, expected):
        (self.results / name).write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")
        self.refused(f"bench-report: {self.results / name}: {expected}")

    def test_no_json(self):
        self.broken("growth.json", "[{", "expected JSON, found at line 1 column 3")

    def test_another_shape(self):
        self.broken("plan.json", {"a": 1}, "expected JMH's results, an array, found an object")
        self.broken("plan.json", [], "expected JMH's results, at least one entry, found an empty array")

    def test_a_benchmark_of_another_question(self):
        self.broken("rescale.json", report_fixture.plan()[:1],
                    "benchmark: expected rescale.Rescale.<strategy>, found 'rescale.Plan.plan'")

    def test_an_axis_that_nobody_knows(self):
        self.broken("growth.json", [entry("rescale.Growth.age", {"case": "4->2"}, [1])],
                    "benchmark: expected rescale.Growth.<one of stateMib, files,")

    def test_a_parameter_that_is_missing(self):
        self.broken("rescale.json", [entry("rescale.Rescale.rescale", {"state": "bulk", "case": "4->2"}, [1])],
                    "rescale.Rescale.rescale: expected the parameter 'mib', found state, case")

    def test_a_parameter_that_is_no_number(self):
        self.broken("plan.json", [entry("rescale.Plan.plan", {"files": "many", "boundBytes": "16"}, [1])],
                    "rescale.Plan.plan: parameter files: expected a number, found 'many'")

    def test_a_unit_that_is_no_time(self):
        self.broken("plan.json", [entry("rescale.Plan.plan", {"files": "10", "boundBytes": "16"}, [1], unit="B")],
                    "rescale.Plan.plan: primary: unit 'B': expected one of min, s, ms, us, ns")

    def test_machines(self):
        self.broken("machine.json", [], "expected an object, found an array")
        self.broken("machine.json", {"cpu": "x"}, "cores: expected a value, found nothing")
        self.broken("machine.json", {**report_fixture.MACHINE, "cores": "two"}, "cores: expected a number, found 'two'")

    def test_timelines(self):
        good = report_fixture.timeline()[0]
        self.broken("timeline.json", {}, "expected an array of timelines, found an object")
        self.broken("timeline.json", [{**good, "samples": []}],
                    "timeline 0: write_batch: samples: expected at least one after the restore, found nothing")
        self.broken("timeline.json", [{**good, "samples": good["samples"][::-1]}],
                    "timeline 0: write_batch: seconds: expected no less than 3, found 2.0")

    def test_restores_in_flink(self):
        header = report_fixture.FLINK_HEADER
        self.broken("flink-2.csv", "", f"line 1: expected {header[:20]}")
        self.broken("flink-2.csv", "a,b\n", f"line 1: expected {header}, found 'a,b'")
        self.broken("flink-2.csv", header + "\n", "expected at least one restore, found nothing but the header")
        self.broken("flink-2.csv", header + "\nSTOCK,4\n", "line 2: expected 14 values, found 2")
        self.broken("flink-2.csv", header + "\n" + "STOCK,4,two" + 11 * ",1" + "\n",
                    "line 2: to: expected a whole number, found 'two'")
        self.broken("flink-2.csv", header + "\n" + "STOCK,4,2,0,fast" + 9 * ",1" + "\n",
                    "line 2: until_running_s: expected a number, 0 or more, found 'fast'")


class Template(unittest.TestCase):

    def fill(self, text, *has, **places):
        return fill(text, lambda file: file in has, lambda file: f"no {file}",
                    {name: lambda value=value: value for name, value in places.items()})

    def test_places_are_filled_and_blocks_stay_with_their_file(self):
        text = "a {{x}}\n<!-- if f -->\n{{y}}\n<!-- end -->\nb\n"
        self.assertEqual(self.fill(text, "f", x="1", y="2"), "a 1\n2\nb\n")
        self.assertEqual(self.fill(text, x="1", y="2"), "a 1\nno f\nb\n")

    def test_names_that_have_grown_apart_are_a_fault(self):
        with self.assertRaisesRegex(TemplateError, r"without a value: \['y'\]"):
            self.fill("{{y}}")
        with self.assertRaisesRegex(TemplateError, r"without a place: \['x'\]"):
            self.fill("text", x="1")


class Command(Place):

    def test_help(self):
        result = run("bench-report", "--help")
        self.assertEqual((result.returncode, "EXIT STATUS" in result.stdout), (0, True))

    def test_without_matplotlib_it_says_what_to_install(self):
        write_results(self.results)
        (self.place / "matplotlib.py").write_text("raise ImportError", encoding="utf-8")
        result = run("bench-report", self.results, "--docs", self.docs, "--plots", self.plots,
                     environment={"PYTHONPATH": str(self.place)})
        self.assertEqual(result.returncode, 1)
        self.assertIn("scripts/setup installs python3-matplotlib", result.stderr)
        self.assertFalse(self.docs.exists() or self.plots.exists())

    def test_a_place_that_cannot_be_written_to(self):
        write_results(self.results)
        self.plots.write_text("a file", encoding="utf-8")
        result = run("bench-report", self.results, "--docs", self.docs, "--plots", self.plots)
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"bench-report: {self.plots}: cannot be written: ", result.stderr)
        self.assertFalse(self.docs.exists())


if __name__ == "__main__":
    unittest.main()
