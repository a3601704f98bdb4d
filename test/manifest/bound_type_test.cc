// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <string>

#include "base/internal_key.h"
#include "manifest/consistency.h"

namespace rescale::manifest {

TEST_CASE("consistency: a bound whose value type no RocksDB knows is damage") {
  const int type = GENERATE(0x00, 0x0f, 0x18, 0x7f, 0x80, 200, 255);
  Version version;
  version.next_file_number = FileNumber{20};
  version.last_sequence = SequenceNumber{100};
  ColumnFamily family;
  family.name = "default";
  family.comparator = kBytewiseComparatorName;
  family.levels.resize(2);
  FileMetaData file;
  file.number = FileNumber{10};
  file.size_bytes = 1000;
  file.level = 1;
  file.smallest_seqno = SequenceNumber{5};
  file.largest_seqno = SequenceNumber{9};
  file.epoch_number = 1;
  file.SetPayload(MakeInternalKey("a", SequenceNumber{9}, ValueType::kValue),
                  MakeInternalKey("b", SequenceNumber{5}, static_cast<ValueType>(type)), "");
  family.levels[1].push_back(std::move(file));
  version.column_families.push_back(std::move(family));
  const Status status = CheckConsistency(version);
  INFO(type << ": " << status.ToString());
  CHECK(status.ok() == (type <= 0x7f));
  if (!status.ok())
    CHECK_THAT(status.ToString(), Catch::Contains("value type " + std::to_string(type)));
}

}  // namespace rescale::manifest
