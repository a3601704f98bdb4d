// SPDX-License-Identifier: Apache-2.0
#include "sst/filter.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "base/coding.h"
#include "base/internal_key.h"
#include "sst/key_hash.h"
#include "sst/property_names.h"

namespace rescale::sst {
namespace {

__extension__ using Uint128 = unsigned __int128;

constexpr size_t kMetadataBytes = 5;
constexpr size_t kBloomBlockBytes = 64;
constexpr std::string_view kBuiltinFilter = "rocksdb.BuiltinBloomFilter";

// Maps a hash onto 0..range-1 by its high bits.
uint32_t FastRange32(uint32_t hash, uint32_t range) {
  return static_cast<uint32_t>(uint64_t{hash} * range >> 32);
}
uint64_t FastRange64(uint64_t hash, uint64_t range) {
  return static_cast<uint64_t>(static_cast<Uint128>(hash) * range >> 64);
}

bool TestBit(std::string_view bits, size_t bit) {
  return (static_cast<uint8_t>(bits[bit / 8]) >> (bit % 8) & 1) != 0;
}

// RocksDB 11.9 `util/bloom_impl.h`, LegacyLocalityBloomImpl<false>.
bool LegacyBloomMayContain(std::string_view bits, uint32_t probes, uint32_t lines,
                           uint32_t line_bytes_log2, std::string_view key) {
  uint32_t h = LegacyFilterHash(key);
  const uint32_t step = h >> 17 | h << 15;
  const size_t line = size_t{h % lines} << line_bytes_log2;
  const uint32_t mask = (8u << line_bytes_log2) - 1;
  for (uint32_t i = 0; i < probes; ++i, h += step) {
    if (!TestBit(bits, line * 8 + (h & mask))) return false;
  }
  return true;
}

// RocksDB 11.9 `util/bloom_impl.h`, FastLocalBloomImpl.
bool BloomMayContain(std::string_view bits, uint32_t probes, std::string_view key) {
  const uint64_t hash = FilterHash64(key);
  const auto blocks = static_cast<uint32_t>(bits.size() / kBloomBlockBytes);
  const size_t block = size_t{FastRange32(static_cast<uint32_t>(hash), blocks)} * kBloomBlockBytes;
  auto h = static_cast<uint32_t>(hash >> 32);
  for (uint32_t i = 0; i < probes; ++i, h *= 0x9e3779b9u) {
    if (!TestBit(bits, block * 8 + (h >> 23))) return false;
  }
  return true;
}

// How the columns of a Ribbon solution lie in 16-byte segments: blocks before `upper_start` have
// one column less than the others.
struct RibbonShape {
  uint64_t columns;
  uint64_t upper_start;
};

RibbonShape ShapeOf(uint64_t segments, uint64_t blocks) {
  RibbonShape shape{(segments + blocks - 1) / blocks, 0};
  if (shape.columns > 32) return {32, 0};
  shape.upper_start = shape.columns * blocks - segments;
  return shape;
}

Uint128 Segment(std::string_view bits, uint64_t index) {
  const char* p = bits.data() + index * 16;
  return static_cast<Uint128>(DecodeFixed64(p + 8)) << 64 | DecodeFixed64(p);
}

unsigned Parity(Uint128 v) {
  return static_cast<unsigned>(
      std::popcount(static_cast<uint64_t>(v) ^ static_cast<uint64_t>(v >> 64)) & 1);
}

uint32_t RibbonRawSeed(uint32_t ordinal) {
  uint64_t seed = ordinal * 0xc78219a23eeadd03ull;
  seed ^= (seed & 0xf0f0f0f0f0f0f0f0ull) >> 4;
  return static_cast<uint32_t>(seed);
}

// RocksDB 11.9 `util/ribbon_impl.h`, StandardHasher and SerializableInterleavedSolution;
// `util/ribbon_alg.h`, InterleavedFilterQuery; 128-bit coefficient rows.
bool RibbonMayContain(std::string_view bits, uint64_t blocks, uint32_t ordinal_seed,
                      std::string_view key) {
  const uint64_t hash = (FilterHash64(key) ^ RibbonRawSeed(ordinal_seed)) * 0x6193d459236a3a0dull;
  const uint64_t slot = FastRange64(hash, blocks * 128 - 127);
  const RibbonShape shape = ShapeOf(bits.size() / 16, blocks);
  const uint64_t block = slot / 128;
  const auto shift = static_cast<unsigned>(slot % 128);
  const uint64_t segment = block * shape.columns - std::min(block, shape.upper_start);
  const uint64_t columns = shape.columns - (block < shape.upper_start ? 1 : 0);
  const uint64_t mixed = hash * 0xc28f82822b650bedull;
  const Uint128 row = (static_cast<Uint128>(mixed) << 64 | (mixed ^ 0xc367844a6e52731dull)) | 1;
  const auto expected = static_cast<uint32_t>(__builtin_bswap64(mixed));
  for (uint64_t i = 0; i < columns; ++i) {
    Uint128 data = Segment(bits, segment + i) & row << shift;
    if (shift != 0) data ^= Segment(bits, segment + columns + i) & row >> (128 - shift);
    if (Parity(data) != (expected >> i & 1)) return false;
  }
  return true;
}

}  // namespace

std::string_view FilterKindName(FilterKind kind) {
  switch (kind) {
    case FilterKind::kNoKeys:
      return "empty";
    case FilterKind::kLegacyBloom:
      return "legacy bloom";
    case FilterKind::kBloom:
      return "bloom";
    case FilterKind::kRibbon:
      return "ribbon";
    case FilterKind::kUnknown:
      return "unknown";
  }
  return "unknown";
}

FilterBlock::FilterBlock(std::string_view contents) {
  if (contents.size() <= kMetadataBytes) {
    kind_ = FilterKind::kNoKeys;
    return;
  }
  bits_ = contents.substr(0, contents.size() - kMetadataBytes);
  const std::string_view metadata = contents.substr(bits_.size());
  const auto marker = static_cast<int8_t>(metadata[0]);
  if (marker == -1) {
    ParseBloom(metadata);
  } else if (marker == -2) {
    ParseRibbon(metadata);
  } else if (marker > 0) {
    ParseLegacyBloom(static_cast<uint32_t>(marker), DecodeFixed32(metadata.data() + 1));
  }
}

void FilterBlock::ParseLegacyBloom(uint32_t probes, uint32_t lines) {
  if (lines == 0 || bits_.size() % lines != 0) return;
  const size_t line_bytes = bits_.size() / lines;
  if (!std::has_single_bit(line_bytes) || line_bytes > (1u << 20)) return;
  kind_ = FilterKind::kLegacyBloom;
  probes_ = probes;
  lines_ = lines;
  line_bytes_log2_ = static_cast<uint32_t>(std::countr_zero(line_bytes));
}

void FilterBlock::ParseBloom(std::string_view metadata) {
  const auto variant = static_cast<uint8_t>(metadata[1]);
  const auto block_and_probes = static_cast<uint8_t>(metadata[2]);
  const uint32_t probes = block_and_probes & 31;
  if (variant != 0 || block_and_probes >> 5 != 0 || probes < 1 || probes > 30 ||
      DecodeFixed16(metadata.data() + 3) != 0 || bits_.size() < kBloomBlockBytes ||
      bits_.size() / kBloomBlockBytes > 0xffffffffu) {
    return;
  }
  kind_ = FilterKind::kBloom;
  probes_ = probes;
}

void FilterBlock::ParseRibbon(std::string_view metadata) {
  seed_ = static_cast<uint8_t>(metadata[1]);
  blocks_ = DecodeFixed32(metadata.data() + 1) >> 8;
  // Every query stays inside: the segments of the last two blocks are there.
  if (blocks_ < 2 || bits_.size() / 16 < blocks_) return;
  kind_ = FilterKind::kRibbon;
}

bool FilterBlock::MayContain(std::string_view key) const {
  switch (kind_) {
    case FilterKind::kNoKeys:
      return false;
    case FilterKind::kLegacyBloom:
      return LegacyBloomMayContain(bits_, probes_, lines_, line_bytes_log2_, key);
    case FilterKind::kBloom:
      return BloomMayContain(bits_, probes_, key);
    case FilterKind::kRibbon:
      return RibbonMayContain(bits_, blocks_, seed_, key);
    case FilterKind::kUnknown:
      return true;
  }
  return true;
}

struct TableFilter::Rep {
  explicit Rep(const TableReader& t) : table(t) {}

  struct Partition {
    std::string separator;
    BlockHandle handle;
  };

  const TableReader& table;
  bool is_partitioned = false;
  std::vector<Partition> partitions;
  size_t next = 0;      // partition that the next key may be in
  bool loaded = false;  // contents are of partition `next`
  std::string contents;
  std::optional<FilterBlock> block;

  bool IsPast(std::string_view internal_key, std::string_view separator) const {
    if (table.index_key_is_user_key()) return UserKeyOf(internal_key) > separator;
    return CompareInternalKeys(internal_key, separator) > 0;
  }
  Status Load(const BlockHandle& handle) {
    RESCALE_ASSIGN_OR_RETURN(contents, table.ReadBlock(handle, /*is_data_block=*/false));
    block.emplace(contents);
    return Status::Ok();
  }
};

TableFilter::TableFilter(std::unique_ptr<Rep> rep) : rep_(std::move(rep)) {}
TableFilter::~TableFilter() = default;

Result<std::unique_ptr<TableFilter>> TableFilter::Open(const TableReader& table) {
  std::unique_ptr<TableFilter> none;
  const std::optional<std::string_view> whole_keys =
      table.properties().Raw(property::kWholeKeyFiltering);
  if (!whole_keys || *whole_keys != "1") return none;
  auto rep = std::make_unique<Rep>(table);
  if (const auto full = table.FindMetaBlock("fullfilter." + std::string(kBuiltinFilter))) {
    RESCALE_RETURN_IF_ERROR(rep->Load(*full));
    return std::unique_ptr<TableFilter>(new TableFilter(std::move(rep)));
  }
  const auto top = table.FindMetaBlock("partitionedfilter." + std::string(kBuiltinFilter));
  if (!top) return none;
  rep->is_partitioned = true;
  RESCALE_RETURN_IF_ERROR(
      table.ForEachPartition(*top, [&](const IndexEntry& entry) -> Result<bool> {
        rep->partitions.push_back({std::string(entry.separator), entry.block});
        return true;
      }));
  if (rep->partitions.empty()) return none;
  return std::unique_ptr<TableFilter>(new TableFilter(std::move(rep)));
}

Result<bool> TableFilter::MayContain(std::string_view internal_key) {
  Rep& rep = *rep_;
  if (rep.is_partitioned) {
    // Keys past the last separator are looked for in the last partition.
    while (rep.next + 1 < rep.partitions.size() &&
           rep.IsPast(internal_key, rep.partitions[rep.next].separator)) {
      ++rep.next;
      rep.loaded = false;
    }
    if (!rep.loaded) {
      RESCALE_RETURN_IF_ERROR(rep.Load(rep.partitions[rep.next].handle));
      rep.loaded = true;
    }
  }
  return rep.block->MayContain(UserKeyOf(internal_key));
}

FilterKind TableFilter::kind() const {
  return rep_->block ? rep_->block->kind() : FilterKind::kUnknown;
}

}  // namespace rescale::sst
