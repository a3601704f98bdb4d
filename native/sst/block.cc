// SPDX-License-Identifier: Apache-2.0
#include "sst/block.h"

#include <fmt/format.h>

#include "base/coding.h"

namespace rescale::sst {
namespace {

constexpr uint32_t kHashIndexBit = 1u << 31;
constexpr uint32_t kReservedBit = 1u << 30;
constexpr uint32_t kUniformBit = 1u << 29;
constexpr uint32_t kSeparatedBit = 1u << 28;
constexpr uint32_t kRestartCountMask = kSeparatedBit - 1;
constexpr uint8_t kHashBucketCollision = 254;
constexpr uint8_t kHashBucketEmpty = 255;

// Takes the hash index off the end of block[0, *end).
Status ParseHashIndex(std::string_view block, size_t* end, uint32_t restart_count) {
  if (*end < 2) return Status::Corruption("block too short for its hash index");
  const size_t buckets = DecodeFixed16(block.data() + *end - 2);
  if (buckets == 0 || buckets > *end - 2) {
    return Status::Corruption(
        fmt::format("block of {} bytes claims a hash index of {} buckets", block.size(), buckets));
  }
  *end -= 2 + buckets;
  for (size_t i = 0; i < buckets; ++i) {
    const auto bucket = static_cast<uint8_t>(block[*end + i]);
    if (bucket >= restart_count && bucket != kHashBucketCollision && bucket != kHashBucketEmpty) {
      return Status::Corruption(
          fmt::format("hash index bucket {} names restart {} of {}", i, bucket, restart_count));
    }
  }
  return Status::Ok();
}

Status CheckRestarts(std::string_view block, const BlockLayout& layout) {
  size_t previous = 0;
  for (uint32_t i = 0; i < layout.restart_count; ++i) {
    const size_t offset = DecodeFixed32(block.data() + layout.restarts_begin + size_t{4} * i);
    const bool in_order = i == 0 ? offset == 0 : offset > previous && offset < layout.keys_end;
    if (!in_order) {
      return Status::Corruption(
          fmt::format("restart {} of {} is at {}: after {}, before {} expected", i,
                      layout.restart_count, offset, previous, layout.keys_end));
    }
    previous = offset;
  }
  return Status::Ok();
}

// Takes the offset of the values section off the end of block[0, *end).
Status ParseValuesOffset(std::string_view block, size_t* end, BlockLayout* layout) {
  if (*end < 4) return Status::Corruption("block too short for its values offset");
  *end -= 4;
  layout->values_begin = DecodeFixed32(block.data() + *end);
  return Status::Ok();
}

}  // namespace

Result<BlockLayout> ParseBlockLayout(std::string_view block) {
  if (block.size() < 4) {
    return Status::Corruption(fmt::format("block of {} bytes has no end", block.size()));
  }
  BlockLayout layout;
  size_t end = block.size() - 4;
  const uint32_t packed = DecodeFixed32(block.data() + end);
  if ((packed & kReservedBit) != 0) {
    return Status::NotSupported(
        fmt::format("block flags {:08x}: bit 30 is set, written by a newer RocksDB", packed));
  }
  layout.restart_count = packed & kRestartCountMask;
  layout.is_separated = (packed & kSeparatedBit) != 0;
  layout.is_uniform = (packed & kUniformBit) != 0;
  layout.has_hash_index = (packed & kHashIndexBit) != 0;
  if (layout.restart_count == 0) return Status::Corruption("block without a restart");
  if (layout.is_separated) RESCALE_RETURN_IF_ERROR(ParseValuesOffset(block, &end, &layout));
  if (layout.has_hash_index) {
    RESCALE_RETURN_IF_ERROR(ParseHashIndex(block, &end, layout.restart_count));
  }
  if (layout.restart_count > end / 4) {
    return Status::Corruption(
        fmt::format("block of {} bytes claims {} restarts", block.size(), layout.restart_count));
  }
  layout.restarts_begin = end - size_t{4} * layout.restart_count;
  layout.keys_end = layout.restarts_begin;
  if (layout.is_separated) {
    if (layout.values_begin > layout.restarts_begin) {
      return Status::Corruption(fmt::format("values at {} of a block whose restarts are at {}",
                                            layout.values_begin, layout.restarts_begin));
    }
    layout.keys_end = layout.values_begin;
    if (layout.keys_end == 0 && layout.restarts_begin != 0) {
      return Status::Corruption("block with values but without keys");
    }
  }
  RESCALE_RETURN_IF_ERROR(CheckRestarts(block, layout));
  return layout;
}

void BlockCursor::Fail(std::string_view what) {
  valid_ = false;
  status_ = Status::Corruption(
      fmt::format("entry at byte {} of a block of {}: {}", entry_offset_, block_.size(), what));
}

size_t BlockCursor::RestartOffset(uint32_t index) const {
  return DecodeFixed32(block_.data() + layout_.restarts_begin + size_t{4} * index);
}

void BlockCursor::SeekToRestart(uint32_t index) {
  status_ = Status::Ok();
  next_restart_ = index;
  next_offset_ = RestartOffset(index);
  values_known_ = false;
  key_.clear();
  ReadEntry();
}

void BlockCursor::Next() { ReadEntry(); }

void BlockCursor::Seek(const std::function<bool(std::string_view key)>& at_or_after) {
  uint32_t low = 0;
  uint32_t high = layout_.restart_count - 1;
  while (low < high) {
    const uint32_t middle = low + (high - low + 1) / 2;
    SeekToRestart(middle);
    if (!valid_) return;
    if (at_or_after(key_)) {
      high = middle - 1;
    } else {
      low = middle;
    }
  }
  SeekToRestart(low);
  while (valid_ && !at_or_after(key_)) Next();
}

void BlockCursor::End() {
  valid_ = false;
  const bool is_empty = layout_.keys_end == 0 && layout_.restart_count == 1;
  if (next_restart_ != layout_.restart_count && !is_empty) {
    return Fail("the restarts do not match the entries");
  }
  if (layout_.is_separated && values_known_ && value_position_ != layout_.restarts_begin) {
    return Fail("bytes are left after the last value");
  }
}

bool BlockCursor::ReadKey(Decoder* in, uint32_t shared, uint32_t unshared) {
  std::string_view tail;
  if (shared > key_.size() || !in->GetBytes(unshared, &tail)) return false;
  key_.resize(shared);
  key_.append(tail);
  return true;
}

bool BlockCursor::ReadValue(Decoder* in, bool is_delta, uint32_t value_size) {
  if (coding_ == ValueCoding::kSized) return in->GetBytes(value_size, &value_);
  if (is_delta) {
    int64_t difference = 0;
    if (!in->GetVarsignedint64(&difference)) return false;
    handle_.offset_bytes += handle_.size_bytes + kBlockTrailerBytes;
    handle_.size_bytes += static_cast<uint64_t>(difference);
  } else if (!DecodeBlockHandle(in, &handle_)) {
    return false;
  }
  return coding_ != ValueCoding::kHandleWithFirstKey || in->GetLengthPrefixed(&first_key_);
}

void BlockCursor::ReadEntry() {
  entry_offset_ = next_offset_;
  if (entry_offset_ == layout_.keys_end) return End();
  is_restart_ =
      next_restart_ < layout_.restart_count && RestartOffset(next_restart_) == entry_offset_;
  if (is_restart_) ++next_restart_;
  Decoder in(block_.substr(entry_offset_, layout_.keys_end - entry_offset_));
  uint32_t shared = 0, unshared = 0, value_size = 0, value_offset = 0;
  if (!in.GetVarint32(&shared) || !in.GetVarint32(&unshared) ||
      (coding_ == ValueCoding::kSized && !in.GetVarint32(&value_size)) ||
      (layout_.is_separated && is_restart_ && !in.GetVarint32(&value_offset))) {
    return Fail("header cut short");
  }
  if (is_restart_ && shared != 0) return Fail("a restart that shares bytes of the key before");
  if (!ReadKey(&in, shared, unshared)) return Fail("key longer than what there is");
  if (!layout_.is_separated) {
    if (!ReadValue(&in, shared != 0, value_size)) return Fail("value longer than what there is");
  } else {
    const size_t section = layout_.restarts_begin - layout_.values_begin;
    if (is_restart_) {
      if (value_offset > section) return Fail("value offset past the values");
      if (values_known_ && value_position_ != layout_.values_begin + value_offset) {
        return Fail("value offset that does not follow the value before");
      }
      value_position_ = layout_.values_begin + value_offset;
      values_known_ = true;
    }
    Decoder values(block_.substr(value_position_, layout_.restarts_begin - value_position_));
    if (!ReadValue(&values, shared != 0, value_size)) {
      return Fail("value longer than what there is");
    }
    value_position_ += values.position();
  }
  next_offset_ = entry_offset_ + in.position();
  valid_ = true;
}

}  // namespace rescale::sst
