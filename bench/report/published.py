# SPDX-License-Identifier: Apache-2.0
"""The table of FLINK-31238, in flink_31238.json beside this file."""

from pathlib import Path
from statistics import median

from report.jmh_file import read_json

PATH = Path(__file__).with_name("flink_31238.json")
# Each column of theirs, and the strategy of ours that does the same.
COLUMNS = {"Write_Batch": "write_batch", "SST_File_Writer": "sst_file_writer", "Ingest_DB": "clip_and_import"}


class Published:

    def __init__(self, document):
        self.source, self.url, self.notes = document["source"], document["url"], document["notes"]
        self._rows = {(int(row["mib"]), row["case"]): row for row in document["rows"]}

    @property
    def rows(self):
        """(mib, case) in the order of the table."""
        return list(self._rows)

    def size(self, mib, case):
        return self._rows[mib, case]["size"]

    def seconds(self, mib, case, column):
        """The median of the three iterations; None if it is not in the table."""
        row = self._rows.get((mib, case))
        return None if row is None else median(row[column])


def read_published():
    return Published(read_json(PATH))
