// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/coding.h"
#include "manifest/version_edit.h"
#include "rescale/status.h"

// The parts a VersionEdit is made of. Each Take is Corruption naming the field when it is cut short
// or out of its range.
namespace rescale::manifest {

Status TakeVarint32(Decoder* in, std::string_view what, uint32_t* v);
Status TakeVarint64(Decoder* in, std::string_view what, uint64_t* v);
Status TakeBytes(Decoder* in, std::string_view what, std::string_view* v);  // length-prefixed
Status TakeLevel(Decoder* in, int32_t* level);
// Length-prefixed, at least 8 bytes.
Status TakeInternalKey(Decoder* in, std::string_view what, std::string_view* key);

// The body of NewFile, NewFile2, NewFile3 or NewFile4.
Status TakeNewFile(uint32_t tag, Decoder* in, NewFile* file);

// RocksDB `db/blob/blob_file_addition.cc`, `blob_file_garbage.cc`, `db/wal_edit.cc`.
Status TakeBlobAddition(Decoder* in, BlobFile* blob);
Status TakeBlobGarbage(Decoder* in, VersionEdit::BlobGarbage* garbage);
Status TakeWalAddition(Decoder* in, Wal* wal);
void PutBlobAddition(const BlobFile& blob, std::string* out);
void PutBlobGarbage(const VersionEdit::BlobGarbage& garbage, std::string* out);
void PutWalAddition(const Wal& wal, std::string* out);

}  // namespace rescale::manifest
