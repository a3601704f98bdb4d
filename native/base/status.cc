// SPDX-License-Identifier: Apache-2.0
#include "rescale/status.h"

#include <fmt/format.h>

namespace rescale {

std::string_view StatusCodeName(StatusCode code) {
  switch (code) {
    case StatusCode::kOk:
      return "ok";
    case StatusCode::kInvalidArgument:
      return "invalid argument";
    case StatusCode::kIoError:
      return "I/O error";
    case StatusCode::kNotFound:
      return "not found";
    case StatusCode::kInternal:
      return "internal error";
    case StatusCode::kCorruption:
      return "corruption";
    case StatusCode::kNotSupported:
      return "not supported";
    case StatusCode::kBusy:
      return "busy";
    case StatusCode::kAlreadyExists:
      return "already exists";
    case StatusCode::kCancelled:
      return "cancelled";
  }
  return "unknown";
}

Status::Status(StatusCode code, std::string message) {
  if (code == StatusCode::kOk) return;
  state_ = std::make_unique<State>(State{code, std::move(message), "", std::nullopt, ""});
}

Status::Status(const Status& other)
    : state_(other.state_ ? std::make_unique<State>(*other.state_) : nullptr) {}

Status& Status::operator=(const Status& other) {
  if (this != &other) state_ = other.state_ ? std::make_unique<State>(*other.state_) : nullptr;
  return *this;
}

Status Status::InvalidArgument(std::string m) {
  return {StatusCode::kInvalidArgument, std::move(m)};
}
Status Status::IoError(std::string m) { return {StatusCode::kIoError, std::move(m)}; }
Status Status::NotFound(std::string m) { return {StatusCode::kNotFound, std::move(m)}; }
Status Status::Internal(std::string m) { return {StatusCode::kInternal, std::move(m)}; }
Status Status::Corruption(std::string m) { return {StatusCode::kCorruption, std::move(m)}; }
Status Status::NotSupported(std::string m) { return {StatusCode::kNotSupported, std::move(m)}; }
Status Status::Busy(std::string m) { return {StatusCode::kBusy, std::move(m)}; }
Status Status::AlreadyExists(std::string m) { return {StatusCode::kAlreadyExists, std::move(m)}; }
Status Status::Cancelled(std::string m) { return {StatusCode::kCancelled, std::move(m)}; }

Status Status::At(std::string_view path) && {
  if (state_ && state_->path.empty()) state_->path = path;
  return std::move(*this);
}

Status Status::At(std::string_view path, uint64_t offset_bytes) && {
  if (state_ && state_->path.empty()) {
    state_->path = path;
    if (!state_->offset_bytes) state_->offset_bytes = offset_bytes;
  }
  return std::move(*this);
}

Status Status::Within(std::string_view frame) && {
  if (state_) state_->frames = fmt::format("{}: {}", frame, state_->frames);
  return std::move(*this);
}

std::string Status::ToString() const {
  if (ok()) return "ok";
  std::string text = state_->frames;
  if (!state_->path.empty()) text += state_->path + ": ";
  if (state_->offset_bytes) text += fmt::format("at {}: ", *state_->offset_bytes);
  return text + state_->message;
}

}  // namespace rescale
