# SPDX-License-Identifier: Apache-2.0
"""A file in JMH's JSON results format."""

import json

from report.entry import entry_from_json
from report.input_error import InputError, expect


def read_json(path):
    """InputError if it cannot be read or is no JSON."""
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: expected JSON, found bytes that are no UTF-8") from None
    except json.JSONDecodeError as error:
        raise InputError(f"{path}: expected JSON, found at line {error.lineno} column {error.colno}: "
                         f"{error.msg}") from None


def read_entries(path):
    """The entries in the order of the file, each key once."""
    document = read_json(path)
    expect(isinstance(document, list), path, "JMH's results, an array", kind(document))
    expect(document, path, "JMH's results, at least one entry", "an empty array")
    entries = [entry_from_json(node, str(path), index) for index, node in enumerate(document)]
    seen = set()
    for entry in entries:
        if entry.key in seen:
            raise InputError(f"{path}: {entry.benchmark}: expected each set of parameters once, "
                             f"found {described(entry.params)} again")
        seen.add(entry.key)
    return entries


def described(params):
    """The parameters as one text, in the order of their names."""
    return ", ".join(f"{name}={value}" for name, value in sorted(params.items())) or "no parameters"


def kind(document):
    names = {dict: "an object", list: "an array", str: "a text", bool: "a truth value", type(None): "null"}
    return names.get(type(document), "a number")
