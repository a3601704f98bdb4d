// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "rescale/status.h"
#include "sst/format.h"

// The inside of a data, index or meta block, decompressed:
//
//   block   := entry* values? restart+ hash_index? values_offset? packed
//   entry   := varint32 shared, varint32 unshared, value_size?, value_offset?, key tail, value?
//   restart := fixed32 offset of an entry with shared = 0
//   packed  := fixed32; bits 0-27 number of restarts (at least one, even without entries),
//              28 separated, 29 uniform, 30 zero, 31 hash index
//
// value_size is absent in delta-coded index blocks. In a separated block (RocksDB >= 11.0) values
// stand behind all keys in entry order; entries at a restart carry varint32 value_offset, and
// fixed32 values_offset says where the values begin. hash_index := u8 buckets[n], fixed16 n.
// RocksDB 11.9 `table/block_based/block_builder.cc`, `data_block_footer.cc`,
// `data_block_hash_index.h`.
namespace rescale::sst {

struct BlockLayout {
  uint32_t restart_count = 0;
  size_t restarts_begin = 0;
  size_t keys_end = 0;      // entries (their keys, when separated) are in [0, keys_end)
  size_t values_begin = 0;  // separated: values are in [values_begin, restarts_begin)
  bool is_separated = false;
  bool is_uniform = false;
  bool has_hash_index = false;
};

// Checks the end of the block and every restart offset. Corruption when anything is out of bounds
// or out of order; NotSupported for flags we do not know.
Result<BlockLayout> ParseBlockLayout(std::string_view block);

// What stands where an entry's value is.
enum class ValueCoding : uint8_t {
  kSized,               // value_size bytes
  kHandle,              // index block, delta-coded: a block handle, or its size difference
  kHandleWithFirstKey,  // the same, then a length-prefixed internal key
};

// Walks the entries of one block, whose bytes must outlive it. Any entry that does not fit is
// Corruption: Valid() turns false and status() tells. The order of keys is the caller's business.
class BlockCursor {
 public:
  BlockCursor(std::string_view block, const BlockLayout& layout,
              ValueCoding coding = ValueCoding::kSized)
      : block_(block), layout_(layout), coding_(coding) {}

  void SeekToFirst() { SeekToRestart(0); }
  // To the first entry for which `at_or_after` is true, if it is false and then true over the keys.
  void Seek(const std::function<bool(std::string_view key)>& at_or_after);
  void Next();
  bool Valid() const { return valid_; }
  const Status& status() const { return status_; }

  std::string_view key() const { return key_; }              // valid until the next move
  std::string_view value() const { return value_; }          // kSized; points into the block
  const BlockHandle& handle() const { return handle_; }      // delta-coded
  std::string_view first_key() const { return first_key_; }  // kHandleWithFirstKey
  // Where in the block the entry begins, and whether a restart points there.
  size_t entry_offset() const { return entry_offset_; }
  bool is_restart() const { return is_restart_; }

 private:
  void SeekToRestart(uint32_t index);
  size_t RestartOffset(uint32_t index) const;
  void ReadEntry();
  bool ReadKey(Decoder* in, uint32_t shared, uint32_t unshared);
  bool ReadValue(Decoder* in, bool is_delta, uint32_t value_size);
  void Fail(std::string_view what);
  void End();

  std::string_view block_;
  BlockLayout layout_;
  ValueCoding coding_;
  Status status_;
  bool valid_ = false;
  bool is_restart_ = false;
  bool values_known_ = false;  // separated: value_position_ follows from the entry before
  uint32_t next_restart_ = 0;  // first restart that is not before next_offset_
  size_t entry_offset_ = 0;
  size_t next_offset_ = 0;
  size_t value_position_ = 0;  // separated: where the next value begins
  std::string key_;
  std::string_view value_;
  std::string_view first_key_;
  BlockHandle handle_;
};

}  // namespace rescale::sst
