// SPDX-License-Identifier: Apache-2.0
#include "fs/posix_file.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <string>
#include <vector>

#include "rescale/file_system.h"
#include "support/temp_dir.h"

namespace rescale {
namespace {

using test::ReadFile;
using test::TempDir;
using test::WriteFile;

std::string Pattern(size_t size) {
  std::string data(size, '\0');
  uint32_t state = 1;
  for (char& c : data) {
    state = state * 1664525u + 1013904223u;
    c = static_cast<char>(state >> 24);
  }
  return data;
}

// Serves bytes through the interface only, so that no copy in the kernel is possible.
class MemoryFile final : public RandomAccessFile {
 public:
  MemoryFile(std::string data, uint64_t claimed) : data_(std::move(data)), claimed_(claimed) {}
  Status ReadExactly(uint64_t offset_bytes, size_t size_bytes, char* buffer) const override {
    if (offset_bytes + size_bytes > data_.size()) return Status::Corruption("short").At(path_);
    data_.copy(buffer, size_bytes, offset_bytes);
    return Status::Ok();
  }
  uint64_t size_bytes() const override { return claimed_; }
  const std::string& path() const override { return path_; }

 private:
  std::string path_ = "memory";
  std::string data_;
  uint64_t claimed_;
};

// No file of this process may grow beyond this while alive.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_ = {};
  void (*handler_)(int) = nullptr;
};

uint32_t ModeOf(const std::string& path) {
  struct stat info = {};
  REQUIRE(::stat(path.c_str(), &info) == 0);
  return info.st_mode & 07777u;
}

}  // namespace

TEST_CASE("posix file: what is appended in pieces of every size is what is read") {
  const TempDir dir;
  FileSystem& fs = PosixFileSystem();
  auto file = fs.CreateFile(dir / "f");
  REQUIRE(file.ok());
  std::string expected;
  const size_t full = PosixWritableFile::kBufferBytes;
  for (const size_t size : {size_t{0}, size_t{1}, full - 1, size_t{1}, full, full + 1, size_t{7},
                            3 * full, size_t{100}}) {
    const std::string piece = Pattern(size);
    REQUIRE((*file)->Append(piece).ok());
    expected += piece;
  }
  REQUIRE((*file)->Sync().ok());
  CHECK(ReadFile(dir / "f") == expected);
  REQUIRE((*file)->Append("tail").ok());
  REQUIRE((*file)->Close().ok());
  CHECK(ReadFile(dir / "f") == expected + "tail");
  CHECK((*file)->Close().ok());
  CHECK((*file)->Append("x").code() == StatusCode::kInternal);

  const auto reader = fs.OpenForRead(dir / "f");
  REQUIRE(reader.ok());
  CHECK((*reader)->size_bytes() == expected.size() + 4);
  CHECK((*reader)->path() == dir / "f");
  std::string middle(1000, '\0');
  REQUIRE((*reader)->ReadExactly(full - 500, middle.size(), middle.data()).ok());
  CHECK(middle == expected.substr(full - 500, 1000));
}

TEST_CASE("posix file: asking for writeback at any time changes nothing that is written") {
  const TempDir dir;
  auto file = PosixFileSystem().CreateFile(dir / "f");
  REQUIRE(file.ok());
  (*file)->StartWriteback();
  std::string expected;
  for (const size_t size : {size_t{1}, PosixWritableFile::kBufferBytes, size_t{5} << 20}) {
    const std::string piece = Pattern(size);
    REQUIRE((*file)->Append(piece).ok());
    expected += piece;
    (*file)->StartWriteback();
    (*file)->StartWriteback();
  }
  REQUIRE((*file)->Sync().ok());
  (*file)->StartWriteback();
  REQUIRE((*file)->Close().ok());
  (*file)->StartWriteback();
  CHECK(ReadFile(dir / "f") == expected);
}

TEST_CASE("posix file: writeback that cannot be asked for is no error") {
  const auto pipe_like = ::open("/dev/null", O_WRONLY | O_CLOEXEC);  // sync_file_range: ESPIPE
  REQUIRE(pipe_like >= 0);
  PosixWritableFile file(UniqueFd(pipe_like), "/dev/null");
  REQUIRE(file.Append(Pattern(2 * PosixWritableFile::kBufferBytes)).ok());
  file.StartWriteback();
  CHECK(file.Append("more").ok());
  CHECK(file.Close().ok());
}

TEST_CASE("posix file: reading past the end names file, offset, expected and found") {
  const TempDir dir;
  WriteFile(dir / "f", "0123456789");
  const auto file = PosixFileSystem().OpenForRead(dir / "f");
  REQUIRE(file.ok());
  char buffer[16];
  const Status status = (*file)->ReadExactly(4, 8, buffer);
  CHECK(status.code() == StatusCode::kCorruption);
  CHECK(status.path() == dir / "f");
  CHECK(status.offset_bytes() == 4u);
  CHECK(status.message().find("expected 8 bytes, found 6") != std::string_view::npos);
  for (const uint64_t offset : {uint64_t{11}, uint64_t{1} << 63, UINT64_MAX, UINT64_MAX - 3}) {
    CHECK((*file)->ReadExactly(offset, 8, buffer).code() == StatusCode::kCorruption);
  }
  CHECK((*file)->ReadExactly(10, 0, buffer).ok());
}

TEST_CASE("posix file: only a regular file is opened, and a FIFO is not waited for") {
  const TempDir dir;
  FileSystem& fs = PosixFileSystem();
  REQUIRE(::mkfifo((dir / "fifo").c_str(), 0600) == 0);
  CHECK(fs.OpenForRead(dir / "fifo").status().code() == StatusCode::kIoError);
  CHECK(fs.OpenForRead(dir.path()).status().code() == StatusCode::kIoError);
  const Status missing = fs.OpenForRead(dir / "none").status();
  CHECK(missing.ToString() == dir / "none" + ": open: No such file or directory");
  CHECK(missing.code() == StatusCode::kNotFound);
}

TEST_CASE("posix file: a file that exists is never opened for writing") {
  const TempDir dir;
  WriteFile(dir / "f", "kept");
  const Status status = PosixFileSystem().CreateFile(dir / "f").status();
  CHECK(status.code() == StatusCode::kAlreadyExists);
  CHECK(ReadFile(dir / "f") == "kept");
  REQUIRE(::symlink("nowhere", (dir / "link").c_str()) == 0);
  CHECK(PosixFileSystem().CreateFile(dir / "link").status().code() == StatusCode::kAlreadyExists);
}

TEST_CASE("posix file: permission bits are as given, whatever the umask") {
  const TempDir dir;
  const mode_t before = ::umask(0077);
  for (const uint32_t mode : {0644u, 0600u, 0444u, 0666u}) {
    const std::string path = dir / std::to_string(mode);
    auto file = PosixFileSystem().CreateFile(path, mode);
    REQUIRE(file.ok());
    CHECK((*file)->Append("x").ok());
    CHECK((*file)->Close().ok());
    CHECK(ModeOf(path) == mode);
  }
  ::umask(before);
}

TEST_CASE("posix file: descriptors do not reach a child program") {
  const TempDir dir;
  auto written = PosixFileSystem().CreateFile(dir / "f");
  REQUIRE(written.ok());
  auto read = PosixFileSystem().OpenForRead(dir / "f");
  REQUIRE(read.ok());
  const auto& file = static_cast<const PosixRandomAccessFile&>(**read);
  CHECK((::fcntl(file.fd(), F_GETFD) & FD_CLOEXEC) != 0);
  auto created = CreateExclusive(dir / "g", 0644);
  REQUIRE(created.ok());
  CHECK((::fcntl(created->get(), F_GETFD) & FD_CLOEXEC) != 0);
}

TEST_CASE("posix file: parts of another file are appended, in the kernel or by reading") {
  const TempDir dir;
  const std::string data = Pattern(3 * PosixWritableFile::kBufferBytes + 12345);
  WriteFile(dir / "source", data);
  const auto posix = PosixFileSystem().OpenForRead(dir / "source");
  REQUIRE(posix.ok());
  const MemoryFile memory(data, data.size());
  for (const RandomAccessFile* source :
       std::vector<const RandomAccessFile*>{posix->get(), &memory}) {
    const std::string path = dir / (source == &memory ? "by-reading" : "in-kernel");
    auto target = PosixFileSystem().CreateFile(path);
    REQUIRE(target.ok());
    std::string expected = "head";
    REQUIRE((*target)->Append("head").ok());
    using Part = std::pair<size_t, size_t>;
    for (const auto& [offset, size] :
         std::vector<Part>{{0, data.size()}, {17, 100}, {5, 200000}, {data.size(), 0}}) {
      REQUIRE((*target)->AppendFrom(*source, offset, size).ok());
      expected += data.substr(offset, size);
    }
    REQUIRE((*target)->Append("tail").ok());
    REQUIRE((*target)->Close().ok());
    CHECK(ReadFile(path) == expected + "tail");
  }
}

TEST_CASE("posix file: copying more than the source has is Corruption that names the source") {
  const TempDir dir;
  WriteFile(dir / "source", Pattern(1 << 20));
  const auto source = PosixFileSystem().OpenForRead(dir / "source");
  REQUIRE(source.ok());
  using Part = std::pair<uint64_t, uint64_t>;
  for (const auto& [offset, size] : std::vector<Part>{
           {0, (1 << 20) + 1}, {1, 1 << 20}, {UINT64_MAX, 1}, {1, UINT64_MAX}, {2 << 20, 0}}) {
    auto target =
        PosixFileSystem().CreateFile(dir / (std::to_string(offset) + "-" + std::to_string(size)));
    REQUIRE(target.ok());
    const Status status = (*target)->AppendFrom(**source, offset, size);
    CHECK(status.code() == StatusCode::kCorruption);
    CHECK(status.path() == dir / "source");
  }
  // It shrinks after it was opened: the copy ends with an error, not with a hole or a hang.
  REQUIRE(::truncate((dir / "source").c_str(), 300000) == 0);
  auto target = PosixFileSystem().CreateFile(dir / "shrunk");
  REQUIRE(target.ok());
  const Status status = (*target)->AppendFrom(**source, 0, 1 << 20);
  CHECK(status.code() == StatusCode::kCorruption);
  CHECK((*target)->Close().code() == StatusCode::kCorruption);
}

TEST_CASE("posix file: the first write error stays, with path and the system's text") {
  const TempDir dir;
  auto file = PosixFileSystem().CreateFile(dir / "f");
  REQUIRE(file.ok());
  {
    const FileSizeLimit limit(1 << 20);
    REQUIRE((*file)->Append(Pattern(1 << 19)).ok());
    const Status status = (*file)->Append(Pattern(1 << 20));
    CHECK(status.ToString() == dir / "f" + ": write: File too large");
    CHECK(status.code() == StatusCode::kIoError);
  }
  CHECK((*file)->Append("x").code() == StatusCode::kIoError);
  CHECK((*file)->Sync().code() == StatusCode::kIoError);
  CHECK((*file)->Close().code() == StatusCode::kIoError);
  CHECK(ReadFile(dir / "f").size() == 1 << 20);
}

TEST_CASE("posix file: a buffered byte that cannot be written fails the close") {
  const TempDir dir;
  auto file = PosixFileSystem().CreateFile(dir / "f");
  REQUIRE(file.ok());
  const FileSizeLimit limit(10);
  REQUIRE((*file)->Append("0123456789abc").ok());
  CHECK((*file)->Close().ToString() == dir / "f" + ": write: File too large");
}

}  // namespace rescale
