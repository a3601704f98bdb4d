# SPDX-License-Identifier: Apache-2.0
"""A text with named places.

    {{name}}                        what the places have under that name
    <!-- if FILE --> ... <!-- end -->   lines that stand there only if the results have FILE; else it says how to
                                    measure it. They do not nest.

A name that nobody knows, and one that is never used, are faults of the template.
"""

import re

PLACE = re.compile(r"\{\{([^{}]+)\}\}")
BLOCK = re.compile(r"^<!-- if (\S+) -->\n(.*?)^<!-- end -->\n", re.MULTILINE | re.DOTALL)


class TemplateError(Exception):
    """The template and the code have grown apart."""


def fill(template, has, missing, places):
    """has(file) tells whether a block stays, missing(file) is the text instead; places are functions without
    arguments, called only where they are used."""
    used = set(PLACE.findall(template))
    if used != set(places):
        raise TemplateError(f"places of the template without a value: {sorted(used - set(places))}, "
                            f"values without a place: {sorted(set(places) - used)}")
    text = BLOCK.sub(lambda block: block[2] if has(block[1]) else f"{missing(block[1])}\n", template)
    return PLACE.sub(lambda place: places[place[1]](), text)
