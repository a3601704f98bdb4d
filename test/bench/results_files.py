# SPDX-License-Identifier: Apache-2.0
"""Made-up results for the tests, and the commands that read them."""

import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def metric(unit, *values):
    return {"score": sum(values) / len(values), "scoreError": "NaN", "scoreUnit": unit,
            "rawData": [[value] for value in values]}


def entry(benchmark, params, runs, unit="s/op", **secondary):
    return {"benchmark": benchmark, "mode": "ss", "params": params, "primaryMetric": metric(unit, *runs),
            "secondaryMetrics": {name: metric(*value) for name, value in secondary.items()}}


def write(path, document):
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def run(script, *arguments, environment=None):
    """environment is added to ours."""
    return subprocess.run([ROOT / "scripts" / script, *map(str, arguments)], capture_output=True, text=True, check=False,
                          env={**os.environ, **(environment or {})})
