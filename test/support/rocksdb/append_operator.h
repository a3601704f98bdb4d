// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rocksdb/merge_operator.h>

#include <string>

namespace rescale::test {

// Joins operands by commas, as Flink's list state does.
class AppendOperator final : public rocksdb::AssociativeMergeOperator {
 public:
  bool Merge(const rocksdb::Slice&, const rocksdb::Slice* existing, const rocksdb::Slice& operand,
             std::string* result, rocksdb::Logger*) const override {
    *result = existing == nullptr ? "" : existing->ToString() + ",";
    result->append(operand.data(), operand.size());
    return true;
  }
  const char* Name() const override { return "append"; }
};

}  // namespace rescale::test
