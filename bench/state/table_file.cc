// SPDX-License-Identifier: Apache-2.0
#include "state/table_file.h"

#include <fmt/format.h>
#include <rocksdb/sst_file_writer.h>

#include <map>
#include <random>
#include <stdexcept>

#include "state/state.h"

namespace rescale::bench {
namespace {

constexpr size_t kKeyBytes = 96;
constexpr size_t kValueBytes = 128;

rocksdb::CompressionType Codec(const std::string& name) {
  static const std::map<std::string, rocksdb::CompressionType> kCodecs = {
      {"none", rocksdb::kNoCompression},
      {"snappy", rocksdb::kSnappyCompression},
      {"lz4", rocksdb::kLZ4Compression},
      {"zstd", rocksdb::kZSTD}};
  const auto codec = kCodecs.find(name);
  if (codec != kCodecs.end()) return codec->second;
  throw std::runtime_error(name + " is no compression; there are none, snappy, lz4, zstd");
}

}  // namespace

void CheckCompression(const std::string& name) { Codec(name); }

std::string TableFile::Key(uint64_t i) {
  std::string key = fmt::format("{:016}", i);
  key.resize(kKeyBytes, 'k');
  return key;
}

TableFile MakeTableFile(const std::string& path, const std::string& compression, uint64_t mib) {
  rocksdb::Options options;
  options.compression = Codec(compression);
  rocksdb::SstFileWriter writer(rocksdb::EnvOptions(), options);
  Check(writer.Open(path), path);
  std::mt19937_64 random(1);
  TableFile table{path, compression, (mib << 20) / (kKeyBytes + kValueBytes)};
  std::string value(kValueBytes, 'v');
  for (uint64_t i = 0; i < table.keys; ++i) {
    for (size_t at = 0; at < kValueBytes / 2; at += 8) {
      const uint64_t word = random();
      value.replace(at, 8, reinterpret_cast<const char*>(&word), 8);
    }
    Check(writer.Put(TableFile::Key(i), value), path);
  }
  Check(writer.Finish(), path);
  return table;
}

}  // namespace rescale::bench
