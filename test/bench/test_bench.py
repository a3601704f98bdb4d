# SPDX-License-Identifier: Apache-2.0
"""scripts/bench in a tree of its own, where what measures is a script that gives made-up results."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import report_fixture
from results_files import ROOT, write

# Notes its arguments, and fails if a file "fail" names it; else its results are a file of that name.
MEASURE = """\
#!/usr/bin/env bash
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
while [[ ! -d $here/made-up ]]; do here=$(dirname "$here"); done
echo "${0##*/} $*" >>"$here/calls"
name=${0##*/}-${1#--}
while (($# > 0)); do
  case $1 in
    --work) [[ ! -e $2 ]]; mkdir "$2"; touch "$2/something" ;;
    --json | --csv) to=$2 ;;
    --jar | --flink) name=${0##*/}-$2 ;;
  esac
  shift
done
if [[ -e $here/fail && $name == "$(cat "$here/fail")" ]]; then
  echo half >"$to"
  echo "no luck with $name" >&2
  exit 3
fi
cp "$here/made-up/$name" "$to"
"""


class Bench(unittest.TestCase):

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.root = Path(place.name)
        self.results = self.root / "results"
        self.copy()
        self.make_up()

    def copy(self):
        shutil.copytree(ROOT / "bench/report", self.root / "bench/report", ignore=shutil.ignore_patterns("__pycache__"))
        (self.root / "scripts").mkdir()
        for name in ("bench", "bench-report", "common.sh"):
            shutil.copy(ROOT / "scripts" / name, self.root / "scripts")
        for name in ("scripts/bench-jmh", "scripts/bench-flink", "build/release/bin/rescale-bench"):
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(MEASURE, encoding="utf-8")
            path.chmod(0o755)

    def make_up(self):
        made_up = self.root / "made-up"
        made_up.mkdir()
        for name, document in (("growth", report_fixture.growth()), ("plan", report_fixture.plan()),
                               ("cut", report_fixture.cut()), ("timeline", report_fixture.timeline())):
            write(made_up / f"rescale-bench-{name}", document)
        for jar in ("rocksdbjni", "frocksdbjni"):
            write(made_up / f"bench-jmh-{jar}", report_fixture.jmh())
        (made_up / "bench-flink-2").write_text(report_fixture.flink_2(), encoding="utf-8")
        (made_up / "bench-flink-1").write_text(report_fixture.flink_1(), encoding="utf-8")
        self.restore_is(128)

    def restore_is(self, mib):
        write(self.root / "made-up/rescale-bench-restore", [report_fixture.restore("rescale", "4->2", mib, (1, 1, 0, 0))])

    def bench(self, *options, status=0):
        result = subprocess.run(
            [self.root / "scripts/bench", "--no-setup", "--no-build", "--results", self.results, "--work", self.root / "work",
             *options], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result

    def calls(self):
        """Since they were asked for last."""
        path = self.root / "calls"
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        path.unlink(missing_ok=True)
        return lines

    def one_state(self):
        """The made-up results of a restore can only be of one state; the other one's part is there already."""
        (self.results / "parts").mkdir(parents=True)
        write(self.results / "parts/rescale.flink-128.json",
              [report_fixture.restore("rescale", "4->2", 128, (2, 1, 0, 0), state="flink")])

    def test_a_quick_run_measures_everything_and_reports_beside_it(self):
        self.one_state()
        self.bench("--quick")
        document = (self.results / "benchmarks.md").read_text(encoding="utf-8")
        for row in ("| bulk, 128 MiB | 4→2 | **rescale** |", "| flink, 128 MiB | 4→2 | **rescale** |",
                    "| SSTs | 4→2 | 100 | 10,000 |", "| stock / rescale | 7.27 |", "| 256 MiB | 4→2 | writeBatch |"):
            self.assertIn(row, document)
        self.assertTrue((self.results / "plots/growth.svg").exists())
        self.assertFalse((self.root / "docs").exists())
        self.assertEqual(list((self.root / "work").iterdir()), [])
        self.assertEqual(len(self.calls()), 9)

    def test_the_machine_is_noted_with_commands_that_anybody_can_give(self):
        self.one_state()
        self.bench("--quick")
        machine = json.loads((self.results / "machine.json").read_text(encoding="utf-8"))
        self.assertEqual(machine["cores"], os.cpu_count())
        self.assertRegex(machine["date"], r"^\d{4}-\d\d-\d\d$")
        self.assertEqual(machine["commands"]["cut"], "build/release/bin/rescale-bench cut --work WORK "
                         "--json RESULTS/cut.json --mib 64 --forks 1")
        self.assertEqual(machine["commands"]["rescale"].split(" --work")[0], "build/release/bin/rescale-bench restore")
        # As a shell takes it.
        self.assertTrue(machine["commands"]["jmh-rocksdbjni"].endswith(" --mib 64 --cases '4->2' --forks 1"))
        self.assertNotIn(str(self.root), json.dumps(machine))

    def test_what_is_there_is_not_measured_again(self):
        self.one_state()
        self.bench("--quick")
        self.calls()
        (self.results / "cut.json").unlink()
        self.bench("--quick")
        calls = self.calls()
        self.assertEqual([call.split(" --work")[0] for call in calls], ["rescale-bench cut"])

    def test_a_step_that_fails_is_named_and_the_others_run(self):
        self.one_state()
        (self.root / "fail").write_text("rescale-bench-plan", encoding="utf-8")
        result = self.bench("--quick", status=1)
        self.assertIn("no luck with rescale-bench-plan", result.stderr)
        self.assertIn("bench: failed: plan; the same command tries them again", result.stderr)
        document = (self.results / "benchmarks.md").read_text(encoding="utf-8")
        self.assertIn("plan.json is not measured", document)
        self.assertIn("| stock / rescale | 7.27 |", document)
        self.assertEqual([path.name for path in self.results.glob("*.part")], [])
        self.calls()
        (self.root / "fail").unlink()
        self.bench("--quick")
        self.assertEqual(len(self.calls()), 1)

    def test_results_that_cannot_be_used_fail_the_report(self):
        self.one_state()
        (self.root / "made-up/rescale-bench-cut").write_text("{}", encoding="utf-8")
        result = self.bench("--quick", status=1)
        self.assertIn("cut.json: expected JMH's results, an array, found an object", result.stderr)
        self.assertIn("bench: failed: report", result.stderr)

    def test_results_of_another_mode_are_refused(self):
        self.one_state()
        self.bench("--quick")
        result = self.bench(status=2)
        self.assertIn("has results of a quick run, this is a default one; choose another --results", result.stderr)

    def test_a_full_run_has_all_sizes_and_a_store_with_limits(self):
        (self.root / "fail").write_text("rescale-bench-restore", encoding="utf-8")
        self.bench("--full", "--docs", status=1)
        calls = self.calls()
        self.assertEqual([call.split("--states ")[1] for call in calls if " restore " in call],
                         [f"{state} --mib {mib} --forks {forks} --gets-seconds 1" for state, mib, forks in
                          (("bulk", 5120, 2), ("bulk", 512, 3), ("bulk", 1024, 3), ("flink", 512, 3),
                           ("flink", 1024, 3))])
        limited = [call for call in calls if "--store-mib 95 --request-ms 20" in call]
        self.assertEqual([call.split()[-2:] for call in limited], [["--to", "8"], ["--chain", "2,4,8,3"]])
        self.assertTrue((self.root / "docs/benchmarks.md").exists())
        self.assertTrue((self.root / "docs/benchmarks/flink-2.svg").exists())

    def test_quick_results_are_not_for_the_documents(self):
        self.assertIn("--docs", self.bench("--quick", "--docs", status=2).stderr)
        self.assertFalse(self.results.exists())

    def test_an_unknown_argument_is_refused(self):
        self.assertIn("unknown argument: --fast", self.bench("--fast", status=2).stderr)

    def test_help(self):
        self.assertIn("EXIT STATUS", self.bench("--help").stdout)


if __name__ == "__main__":
    unittest.main()
