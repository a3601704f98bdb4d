// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "rescale/export.h"

namespace rescale {

// Why an operation did not end well. Each code has one Java exception and one exit code of the CLI.
enum class StatusCode : uint8_t {
  kOk = 0,
  kInvalidArgument,  // the question makes no sense; nothing was touched
  kIoError,          // the system said no
  kNotFound,         // a file or directory is missing
  kInternal,         // our own fault
  kCorruption,       // bytes contradict their format or checksum
  kNotSupported,     // sound, but beyond us: version, comparator, codec
  kBusy,             // locked by somebody else
  kAlreadyExists,    // the target is there
  kCancelled,        // stopped on request
};

RESCALE_EXPORT std::string_view StatusCodeName(StatusCode code);

// The outcome of an operation: fine, or a code with a message, the file and offset it is about, and
// the frames added on the way up. One pointer wide; null when fine. Immutable but for the builders,
// which return the changed status. Safe to read from several threads.
class [[nodiscard]] RESCALE_EXPORT Status {
 public:
  Status() noexcept = default;
  Status(const Status& other);
  Status& operator=(const Status& other);
  Status(Status&&) noexcept = default;
  Status& operator=(Status&&) noexcept = default;
  ~Status() = default;

  static Status Ok() { return Status(); }
  static Status InvalidArgument(std::string message);
  static Status IoError(std::string message);
  static Status NotFound(std::string message);
  static Status Internal(std::string message);
  static Status Corruption(std::string message);
  static Status NotSupported(std::string message);
  static Status Busy(std::string message);
  static Status AlreadyExists(std::string message);
  static Status Cancelled(std::string message);
  Status(StatusCode code, std::string message);

  bool ok() const { return state_ == nullptr; }
  StatusCode code() const { return state_ ? state_->code : StatusCode::kOk; }

  // The message without file, offset and frames; empty when fine.
  std::string_view message() const { return state_ ? std::string_view(state_->message) : ""; }
  // The file the status is about; empty when none was named.
  std::string_view path() const { return state_ ? std::string_view(state_->path) : ""; }
  // Byte offset in path(), when one was named.
  std::optional<uint64_t> offset_bytes() const {
    return state_ ? state_->offset_bytes : std::nullopt;
  }

  // What Within() added, outermost first, as ToString() prints it: "clip: handle 3: ".
  std::string_view frames() const { return state_ ? std::string_view(state_->frames) : ""; }

  // Names the file (and byte offset) this is about, unless an inner frame already did. No-op when
  // fine.
  Status At(std::string_view path) &&;
  Status At(std::string_view path, uint64_t offset_bytes) &&;
  // Adds an outer frame, printed before what is there: "clip: handle 3: ...". No-op when fine.
  Status Within(std::string_view frame) &&;

  // "ok", or "frame: frame: path: at 4096: message".
  std::string ToString() const;

 private:
  struct State {
    StatusCode code;
    std::string message;
    std::string path;
    std::optional<uint64_t> offset_bytes;
    std::string frames;
  };
  std::unique_ptr<State> state_;
};

// A value, or the status that says why there is none (never Ok).
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}        // NOLINT: implicit
  Result(Status status) : state_(std::in_place_index<1>, std::move(status)) {  // NOLINT: implicit
    if (std::get<1>(state_).ok()) {
      state_.template emplace<1>(Status::Internal("a Result was made from an Ok status"));
    }
  }

  bool ok() const { return state_.index() == 0; }
  Status status() const& { return ok() ? Status() : std::get<1>(state_); }
  Status status() && { return ok() ? Status() : std::move(std::get<1>(state_)); }

  // Only when ok().
  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::move(std::get<0>(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, Status> state_;
};

}  // namespace rescale

// Leaves the function with the status unless it is fine. Works for Status; for Result use the next.
#define RESCALE_RETURN_IF_ERROR(expr)                                      \
  do {                                                                     \
    if (::rescale::Status rescale_status = (expr); !rescale_status.ok()) { \
      return rescale_status;                                               \
    }                                                                      \
  } while (false)

#define RESCALE_CONCAT_INNER(a, b) a##b
#define RESCALE_CONCAT(a, b) RESCALE_CONCAT_INNER(a, b)
#define RESCALE_ASSIGN_OR_RETURN_IMPL(result, lhs, expr) \
  auto result = (expr);                                  \
  if (!result.ok()) return std::move(result).status();   \
  lhs = std::move(result).value()

// RESCALE_ASSIGN_OR_RETURN(auto x, MakeX()); leaves the function with the status unless there is a
// value.
#define RESCALE_ASSIGN_OR_RETURN(lhs, expr) \
  RESCALE_ASSIGN_OR_RETURN_IMPL(RESCALE_CONCAT(rescale_result_, __LINE__), lhs, expr)
