// SPDX-License-Identifier: Apache-2.0
#include "plan_request.h"

#include <fmt/format.h>

#include "interrupt.h"
#include "output.h"
#include "rescale/file_system.h"
#include "source_argument.h"

namespace rescale::cli {

namespace {

std::string ParentDirectory(const std::string& file) {
  const size_t slash = file.rfind('/');
  if (slash == file.npos) return ".";
  return slash == 0 ? "/" : file.substr(0, slash);
}

bool IsInside(const std::string& path, const std::string& directory) {
  return path == directory || path.starts_with(directory + "/");
}

}  // namespace

Result<PlanOptions> PlanOptionsOf(const Arguments& arguments) {
  PlanOptions options;
  RESCALE_ASSIGN_OR_RETURN(const std::optional<MaxParallelism> max_parallelism,
                           arguments.max_parallelism());
  options.max_parallelism = *max_parallelism;
  RESCALE_ASSIGN_OR_RETURN(const std::optional<uint32_t> parallelism,
                           arguments.Number("to", 1, options.max_parallelism.value()));
  options.parallelism = *parallelism;
  RESCALE_ASSIGN_OR_RETURN(options.index, arguments.Number("index", 0, options.parallelism - 1));
  RESCALE_ASSIGN_OR_RETURN(options.sources,
                           ResolveSources(arguments.positionals(), options.max_parallelism));
  return options;
}

Status WriteSvg(const RescalePlan& plan, const std::string& file,
                const std::vector<StateHandle>& sources) {
  FileSystem& fs = PosixFileSystem();
  RESCALE_ASSIGN_OR_RETURN(const std::string parent, fs.Canonical(ParentDirectory(file)));
  for (const StateHandle& source : sources) {
    RESCALE_ASSIGN_OR_RETURN(const std::string directory, fs.Canonical(source.directory));
    if (IsInside(parent, directory)) {
      return Status::InvalidArgument(fmt::format(
          "--svg {} lies inside source {}, where nothing is ever written", file, source.directory));
    }
  }
  auto created = fs.CreateFile(file);
  if (created.status().code() == StatusCode::kAlreadyExists) {
    return Status::AlreadyExists("the picture exists; choose another --svg, or remove it").At(file);
  }
  RESCALE_ASSIGN_OR_RETURN(const std::unique_ptr<WritableFile> picture, std::move(created));
  Status written = picture->Append(plan.ToSvg());
  if (written.ok()) written = picture->Close();
  if (written.ok()) return written;
  const Status removed = fs.RemoveFile(file);  // half a picture is none
  return removed.ok() ? written : std::move(written).Within("a partial file is left");
}

Status ShowPlan(const Arguments& arguments, const PlanOptions& options) {
  const InterruptScope interrupt(!arguments.Has("quiet") && !arguments.Has("json"));
  PlanOptions planned = options;
  planned.cancel = interrupt.token();
  RESCALE_ASSIGN_OR_RETURN(const RescalePlan plan, MakePlan(planned));
  if (const std::string* file = arguments.Value("svg")) {
    RESCALE_RETURN_IF_ERROR(WriteSvg(plan, *file, options.sources));
  }
  std::string text = arguments.Has("json") ? plan.ToJson() : PrintableLines(plan.ToText());
  if (!text.ends_with('\n')) text += '\n';
  Status shown = WriteStdout(text);
  if (shown.ok() || arguments.Value("svg") == nullptr) return shown;
  // The command will be given again, and a picture that is there would stand in its way.
  const Status removed = PosixFileSystem().RemoveFile(*arguments.Value("svg"));
  return removed.ok() ? shown : std::move(shown).Within("the picture is left");
}

std::string PlanSummary(const RescalePlan& plan, size_t sources,
                        const MaxParallelism& max_parallelism) {
  using Align = Table::Align;
  Table table({Align::kRight, Align::kLeft, Align::kLeft, Align::kLeft, Align::kLeft});
  for (size_t target = 0; target < plan.target_count(); ++target) {
    const PlanTotals totals = plan.totals(target);
    table.AddRow(
        {std::to_string(plan.target_index(target)), ToString(plan.target_range(target)),
         fmt::format("link {} ({})", Count(totals.files_linked, "SST"), Size(totals.bytes_linked)),
         fmt::format("trim {} ({})", Count(totals.files_trimmed, "SST"),
                     Size(totals.bytes_trimmed)),
         fmt::format("skip {}", Count(totals.files_skipped, "SST"))});
  }
  return fmt::format("plan: {} from {}, max parallelism {}\n", Count(plan.target_count(), "target"),
                     Count(sources, "source"), max_parallelism.value()) +
         table.ToString(2);
}

}  // namespace rescale::cli
