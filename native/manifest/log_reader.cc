// SPDX-License-Identifier: Apache-2.0
#include "manifest/log_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/checksum.h"
#include "base/coding.h"

namespace rescale::manifest {
namespace {

constexpr size_t kCrcBytes = 4;
constexpr size_t kTypeOffset = 6;
// A joined record larger than this gives its memory back when the next one is read.
constexpr size_t kKeptCapacityBytes = size_t{1} << 20;
constexpr size_t kMostNotes = 16;

bool IsRecyclable(LogRecordType type) {
  return (type >= LogRecordType::kRecyclableFull && type <= LogRecordType::kRecyclableLast) ||
         type == LogRecordType::kRecyclableTimestampSizes ||
         type == LogRecordType::kRecyclablePredecessorWal;
}

LogRecordType TypeOf(std::string_view bytes) {
  return static_cast<LogRecordType>(static_cast<uint8_t>(bytes[kTypeOffset]));
}

size_t LengthOf(std::string_view bytes) { return DecodeFixed16(bytes.data() + kCrcBytes); }

bool AllZero(std::string_view bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](char c) { return c == 0; });
}

}  // namespace

LogReader::LogReader(const RandomAccessFile* file) : file_(file) {}

Result<bool> LogReader::Read(LogRecord* record) {
  if (joined_.capacity() > kKeptCapacityBytes) joined_ = std::string();
  for (;;) {
    Fragment fragment;
    RESCALE_ASSIGN_OR_RETURN(const Found found, ReadFragment(&fragment));
    if (found == Found::kEnd) return End();
    if (found == Found::kSkipped) {
      if (!in_record_) continue;
      return Damaged(record_begin_, fmt::format("a record of {} bytes so far has no last fragment",
                                                joined_.size()));
    }
    RESCALE_ASSIGN_OR_RETURN(const bool whole, Join(fragment, record));
    if (whole) return true;
  }
}

// Adds a fragment to the logical record; true when that is now whole.
Result<bool> LogReader::Join(const Fragment& fragment, LogRecord* record) {
  using enum LogRecordType;
  const bool starts = fragment.type == kFull || fragment.type == kFirst ||
                      fragment.type == kRecyclableFull || fragment.type == kRecyclableFirst;
  const bool ends = fragment.type == kFull || fragment.type == kLast ||
                    fragment.type == kRecyclableFull || fragment.type == kRecyclableLast;
  // An empty first fragment without an end was written by an old version; it lost nothing.
  if (starts && in_record_ && !joined_.empty()) {
    return Damaged(record_begin_, fmt::format("a record of {} bytes so far has no last fragment, a "
                                              "new record begins at {}",
                                              joined_.size(), fragment.offset));
  }
  if (!starts && !in_record_) {
    return Damaged(fragment.offset, fmt::format("fragment of type {} without a first fragment",
                                                static_cast<int>(fragment.type)));
  }
  if (starts) {
    in_record_ = true;
    record_begin_ = fragment.offset;
    joined_.clear();
  }
  if (starts && ends) {
    record->data = fragment.payload;
  } else {
    joined_.append(fragment.payload);
    if (!ends) return false;
    record->data = joined_;
  }
  record->offset_bytes = record_begin_;
  in_record_ = false;
  good_end_ = position();
  return true;
}

Result<bool> LogReader::End() {
  if (in_record_) {
    notes_.push_back(fmt::format("the last record, at {}, is cut short: dropped", record_begin_));
  }
  in_record_ = false;
  return false;
}

Status LogReader::Damaged(uint64_t offset, std::string message) {
  in_record_ = false;
  return Status::Corruption(std::move(message)).At(file_->path(), offset);
}

Result<LogReader::Found> LogReader::ReadBlock() {
  if (next_block_ >= file_->size_bytes()) {
    ended_ = true;
    return Found::kEnd;
  }
  const uint64_t left = file_->size_bytes() - next_block_;
  block_.resize(static_cast<size_t>(std::min<uint64_t>(left, kLogBlockBytes)));
  rest_ = std::string_view();
  RESCALE_RETURN_IF_ERROR(file_->ReadExactly(next_block_, block_.size(), block_.data()));
  block_begin_ = next_block_;
  next_block_ += block_.size();
  rest_ = block_;
  return Found::kFragment;
}

Result<LogReader::Found> LogReader::ReadFragment(Fragment* fragment) {
  if (ended_) return Found::kEnd;
  while (rest_.size() < kLogHeaderBytes) {
    const bool last_block = next_block_ >= file_->size_bytes();
    if (last_block && block_.size() < kLogBlockBytes && !AllZero(rest_)) {
      return TornRecord(kLogHeaderBytes);
    }
    RESCALE_ASSIGN_OR_RETURN(const Found found, ReadBlock());
    if (found == Found::kEnd) return found;
  }
  const LogRecordType type = TypeOf(rest_);
  if (type == LogRecordType::kZero && LengthOf(rest_) == 0) return PassZeros();
  const size_t header_bytes = IsRecyclable(type) ? kRecyclableLogHeaderBytes : kLogHeaderBytes;
  if (header_bytes + LengthOf(rest_) > rest_.size()) return TornRecord(header_bytes);
  return TakeRecord(fragment, header_bytes);
}

Result<LogReader::Found> LogReader::TakeRecord(Fragment* fragment, size_t header_bytes) {
  const std::string_view bytes = rest_.substr(0, header_bytes + LengthOf(rest_));
  const uint64_t offset = position();
  if (!RecordIsGood(bytes)) {
    const uint32_t stored = UnmaskCrc(DecodeFixed32(bytes.data()));
    const uint32_t computed = Crc32c(bytes.substr(kTypeOffset));
    rest_ = std::string_view();  // the length may be what is damaged, so nothing here is trusted
    return Damaged(offset, fmt::format("checksum mismatch in a log record of {} bytes (stored "
                                       "{:08x}, computed {:08x})",
                                       bytes.size() - header_bytes, stored, computed));
  }
  fragment->type = TypeOf(bytes);
  fragment->offset = offset;
  fragment->payload = bytes.substr(header_bytes);
  rest_.remove_prefix(bytes.size());
  if (IsRecyclable(fragment->type)) {
    const uint32_t log_number = DecodeFixed32(bytes.data() + kLogHeaderBytes);
    if (log_number != 0) {
      notes_.push_back(
          fmt::format("a recycled record of log {} at {} ends the data, as RocksDB reads it",
                      log_number, offset));
      ended_ = true;
      return Found::kEnd;
    }
  }
  const auto type = static_cast<uint8_t>(fragment->type);
  if (type >= static_cast<uint8_t>(LogRecordType::kFull) &&
      type <= static_cast<uint8_t>(LogRecordType::kRecyclableLast)) {
    return Found::kFragment;
  }
  if (fragment->type == LogRecordType::kSetCompression) {
    return Status::NotSupported("the log is compressed (record type 9), which only WALs are")
        .At(file_->path(), offset);
  }
  const bool skippable = (type & kLogSafeToIgnoreBit) != 0 ||
                         fragment->type == LogRecordType::kTimestampSizes ||
                         fragment->type == LogRecordType::kRecyclableTimestampSizes;
  if (!skippable) return Damaged(offset, fmt::format("unknown log record type {}", type));
  if (notes_.size() < kMostNotes) {
    notes_.push_back(fmt::format("log record of type {} at {} skipped", type, offset));
  }
  return Found::kSkipped;
}

// Zeros where a header is due: the rest of the block is an area allocated and never written.
Result<LogReader::Found> LogReader::PassZeros() {
  const uint64_t offset = position();
  const bool clean = AllZero(rest_);
  rest_ = std::string_view();
  if (!clean) return Damaged(offset, "a record of type 0 and length 0 that is not zero padding");
  return Found::kSkipped;
}

// A record that runs past what the block has. At the end of the file it is the torn last one.
Result<LogReader::Found> LogReader::TornRecord(size_t header_bytes) {
  const uint64_t offset = position();
  const size_t left = rest_.size();
  const size_t length = left < kLogHeaderBytes ? 0 : LengthOf(rest_);
  // A recyclable record lacks its last bytes only by its longer header: in a MANIFEST, which has
  // none, a legacy record whose type was changed.
  const bool type_is_damaged = header_bytes > kLogHeaderBytes && kLogHeaderBytes + length <= left;
  const bool last_block = next_block_ >= file_->size_bytes() && block_.size() < kLogBlockBytes;
  const bool torn = last_block && !type_is_damaged && !LengthIsDamaged(header_bytes);
  rest_ = std::string_view();
  if (!torn) {
    return Damaged(offset, fmt::format("a log record of {} bytes does not fit: {} bytes are left",
                                       header_bytes + length, left));
  }
  ended_ = true;
  if (!in_record_) record_begin_ = offset;
  in_record_ = true;  // for End(), which tells it
  return Found::kEnd;
}

bool LogReader::RecordIsGood(std::string_view bytes) const {
  return UnmaskCrc(DecodeFixed32(bytes.data())) == Crc32c(bytes.substr(kTypeOffset));
}

// Whether the record at the front is whole and only its length field lies. The checksum does not
// cover the length: when some shorter payload has the stored checksum, and the file ends there or a
// good record follows, then bytes were changed, not lost.
bool LogReader::LengthIsDamaged(size_t header_bytes) const {
  if (rest_.size() < header_bytes) return false;
  const uint32_t stored = UnmaskCrc(DecodeFixed32(rest_.data()));
  uint32_t crc = Crc32c(rest_.substr(kTypeOffset, header_bytes - kTypeOffset));
  for (size_t end = header_bytes;; ++end) {
    if (crc == stored) {
      const std::string_view next = rest_.substr(end);
      if (next.empty()) return true;
      if (next.size() >= kLogHeaderBytes && TypeOf(next) != LogRecordType::kZero &&
          LengthOf(next) <= next.size() - kLogHeaderBytes &&
          RecordIsGood(next.substr(0, kLogHeaderBytes + LengthOf(next)))) {
        return true;
      }
    }
    if (end == rest_.size()) return false;
    crc = Crc32c(rest_.substr(end, 1), crc);
  }
}

}  // namespace rescale::manifest
