// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "commands.h"
#include "completions/completion.h"
#include "man_page.h"
#include "output.h"

namespace rescale::cli {

Status RunGenerateCommand(const Arguments& arguments) {
  const std::vector<std::string>& words = arguments.positionals();
  if (words.front() == "man") {
    if (words.size() > 1) return Status::InvalidArgument("man takes no shell");
    return WriteStdout(ManPage());
  }
  if (words.size() != 2) return Status::InvalidArgument("completion takes one of bash, zsh, fish");
  if (words.back() == "bash") return WriteStdout(BashCompletion());
  if (words.back() == "zsh") return WriteStdout(ZshCompletion());
  if (words.back() == "fish") return WriteStdout(FishCompletion());
  return Status::InvalidArgument(fmt::format("no completion for {}", words.back()));
}

}  // namespace rescale::cli
