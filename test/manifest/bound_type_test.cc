// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <string>

#include "base/internal_key.h"
#include "manifest/consistency.h"
#include "manifest/version_text.h"

namespace rescale::manifest {

TEST_CASE("consistency: a bound whose value type is above 0x7f, the last there is, is damage") {
  const int type = GENERATE(0x00, 0x0f, 0x18, 0x7f, 0x80, 200, 255);
  Version version = test::ParseVersion(
      "next 20 last 100\n"
      "cf 0 default\n"
      "L1 10 a#9..b#5 seq 5..9 epoch 1\n");
  FileMetaData& file = version.column_families[0].levels[1][0];
  file.SetPayload(std::string(file.smallest()),
                  MakeInternalKey("b", SequenceNumber{5}, static_cast<ValueType>(type)),
                  std::string(file.custom()));
  const Status status = CheckConsistency(version);
  INFO(type << ": " << status.ToString());
  CHECK(status.ok() == (type <= 0x7f));
  if (!status.ok())
    CHECK_THAT(status.ToString(), Catch::Contains("value type " + std::to_string(type)));
}

}  // namespace rescale::manifest
