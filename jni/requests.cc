// SPDX-License-Identifier: Apache-2.0
#include "requests.h"

#include <vector>

#include "message.h"

namespace rescale::jni {
namespace {

KeyGroupRange ReadRange(MessageReader* in) {
  KeyGroupRange range;
  range.first = in->Int();
  range.last = in->Int();
  return range;
}

StateHandle ReadSource(MessageReader* in) {
  StateHandle source;
  source.directory = in->Bytes();
  source.owned = ReadRange(in);
  return source;
}

std::vector<StateHandle> ReadSources(MessageReader* in) {
  std::vector<StateHandle> sources(in->Count());
  for (StateHandle& source : sources) source = ReadSource(in);
  return sources;
}

Result<MaxParallelism> ReadMaxParallelism(MessageReader* in) {
  return MaxParallelism::Create(static_cast<uint32_t>(in->Int()));
}

// The sources and subtasks that plan and run share. A negative index stands for all.
template <typename Options>
Status ReadJob(MessageReader* in, Options* options) {
  options->sources = ReadSources(in);
  RESCALE_ASSIGN_OR_RETURN(options->max_parallelism, ReadMaxParallelism(in));
  options->parallelism = static_cast<uint32_t>(in->Int());
  if (const int32_t index = in->Int(); index >= 0) options->index = static_cast<uint32_t>(index);
  options->allow_gaps = in->Bool();
  options->expect_leftovers = in->Bool();
  return Status::Ok();
}

void ReadWriteOptions(MessageReader* in, NativeCall* call, WriteOptions* options) {
  options->copy = in->Bool();
  options->threads = static_cast<unsigned>(in->Int());
  options->deep_verify = in->Bool();
  options->sync = in->Bool();
  options->progress = call->Recorder();
  options->cancel = call->cancel_token();
}

}  // namespace

Result<PlanOptions> ReadPlanRequest(std::string_view message, NativeCall* call) {
  MessageReader in(message);
  PlanOptions options;
  RESCALE_RETURN_IF_ERROR(ReadJob(&in, &options));
  options.threads = static_cast<unsigned>(in.Int());
  options.cancel = call->cancel_token();
  RESCALE_RETURN_IF_ERROR(in.Finish());
  return options;
}

Result<RunOptions> ReadRunRequest(std::string_view message, NativeCall* call) {
  MessageReader in(message);
  RunOptions options;
  RESCALE_RETURN_IF_ERROR(ReadJob(&in, &options));
  options.out = in.Bytes();
  ReadWriteOptions(&in, call, &options.write);
  RESCALE_RETURN_IF_ERROR(in.Finish());
  return options;
}

Result<ClipOptions> ReadClipRequest(std::string_view message, NativeCall* call) {
  MessageReader in(message);
  ClipOptions options;
  options.source = ReadSource(&in);
  RESCALE_ASSIGN_OR_RETURN(options.max_parallelism, ReadMaxParallelism(&in));
  options.range = ReadRange(&in);
  options.out = in.Bytes();
  ReadWriteOptions(&in, call, &options.write);
  RESCALE_RETURN_IF_ERROR(in.Finish());
  return options;
}

Result<IngestOptions> ReadIngestRequest(std::string_view message, NativeCall* call) {
  MessageReader in(message);
  IngestOptions options;
  options.directories.resize(in.Count());
  for (std::string& directory : options.directories) directory = in.Bytes();
  options.out = in.Bytes();
  ReadWriteOptions(&in, call, &options.write);
  RESCALE_RETURN_IF_ERROR(in.Finish());
  return options;
}

Result<VerifyOptions> ReadVerifyRequest(std::string_view message, NativeCall* call) {
  MessageReader in(message);
  VerifyOptions options;
  options.directory = in.Bytes();
  if (in.Bool()) {  // a range, which needs the max parallelism to mean anything
    RESCALE_ASSIGN_OR_RETURN(options.max_parallelism, ReadMaxParallelism(&in));
    options.range = ReadRange(&in);
  }
  options.deep = in.Bool();
  options.against = ReadSources(&in);
  options.threads = static_cast<unsigned>(in.Int());
  options.progress = call->Recorder();
  options.cancel = call->cancel_token();
  RESCALE_RETURN_IF_ERROR(in.Finish());
  return options;
}

}  // namespace rescale::jni
