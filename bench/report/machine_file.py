# SPDX-License-Identifier: Apache-2.0
"""machine.json: where, when and by which commands the results came about."""

from dataclasses import dataclass

from report.input_error import expect
from report.jmh_file import kind, read_json

FIELDS = ("cpu", "cores", "memory", "kernel", "filesystem", "date", "commit")


@dataclass(frozen=True)
class Machine:
    """Texts, but for the number of cores."""

    fields: dict
    versions: dict
    commands: dict

    @property
    def cores(self):
        return self.fields["cores"]


def read_machine(path):
    document = read_json(path)
    expect(isinstance(document, dict), path, "an object", kind(document))
    for name in FIELDS:
        expect(name in document, f"{path}: {name}", "a value", "nothing")
    cores = document["cores"]
    expect(isinstance(cores, int) and not isinstance(cores, bool) and cores > 0, f"{path}: cores", "a number", cores)
    return Machine({name: document[name] for name in FIELDS}, texts(document, "versions", path),
                   texts(document, "commands", path))


def texts(document, name, path):
    found = document.get(name)
    expect(isinstance(found, dict), f"{path}: {name}", "an object", kind(found))
    for key, value in found.items():
        expect(isinstance(value, str), f"{path}: {name}: {key}", "a text", kind(value))
    return found
