# SPDX-License-Identifier: Apache-2.0
"""timeline.json: how the levels of a restored database change while it compacts."""

from dataclasses import dataclass

from report.input_error import expect
from report.jmh_file import kind, read_json
from report.metric import number


@dataclass(frozen=True)
class Sample:
    seconds: float
    files: tuple
    dead_bytes: float
    total_bytes: float


@dataclass(frozen=True)
class Timeline:
    """Of one strategy; `before` is what the sources had together, None if nobody looked."""

    strategy: str
    case: str
    state: str
    mib: int
    before: Sample
    samples: tuple

    @property
    def first(self):
        return self.samples[0]

    @property
    def last(self):
        return self.samples[-1]

    @property
    def settled(self):
        """The second at which files and dead bytes are what they are at the end."""
        seconds = self.last.seconds
        for sample in reversed(self.samples):
            if (sample.files, sample.dead_bytes) != (self.last.files, self.last.dead_bytes):
                break
            seconds = sample.seconds
        return seconds


def read_timelines(path):
    document = read_json(path)
    expect(isinstance(document, list), path, "an array of timelines", kind(document))
    expect(document, path, "at least one timeline", "an empty array")
    return [timeline(node, f"{path}: timeline {i}") for i, node in enumerate(document)]


def timeline(node, where):
    expect(isinstance(node, dict), where, "an object", kind(node))
    names = [node.get(name) for name in ("strategy", "case", "state", "mib")]
    expect(isinstance(names[0], str) and names[0], f"{where}: strategy", "a name", names[0])
    where = f"{where}: {names[0]}"
    for name, value in zip(("case", "state", "mib"), names[1:]):
        expect(isinstance(value, (str, int)), f"{where}: {name}", "a text", kind(value))
    expect(str(names[3]).isdecimal(), f"{where}: mib", "a whole number", names[3])
    samples = node.get("samples")
    expect(isinstance(samples, list), f"{where}: samples", "an array", kind(samples))
    read = [(bool(isinstance(one, dict) and one.get("before")), sample(one, f"{where}: sample {i}"))
            for i, one in enumerate(samples)]
    after = tuple(one for before, one in read if not before)
    expect(after, f"{where}: samples", "at least one after the restore", "nothing")
    for earlier, later in zip(after, after[1:]):
        expect(earlier.seconds <= later.seconds, f"{where}: seconds", f"no less than {earlier.seconds:g}",
               later.seconds)
    return Timeline(*map(str, names[:3]), int(names[3]), next((one for before, one in read if before), None), after)


def sample(node, where):
    expect(isinstance(node, dict), where, "an object", kind(node))
    files = node.get("files")
    expect(isinstance(files, list) and files, f"{where}: files", "files of each level", files)
    return Sample(number(node.get("seconds"), f"{where}: seconds"),
                  tuple(int(number(count, f"{where}: files")) for count in files),
                  number(node.get("deadBytes", 0), f"{where}: deadBytes"),
                  number(node.get("bytes", 0), f"{where}: bytes"))
