// SPDX-License-Identifier: Apache-2.0
#include "command_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "commands.h"

namespace rescale::cli {

namespace {

// Flags that several commands share.
constexpr std::string_view kMaxParallelismHelp =
    "max parallelism of the job, 1 to 32768: how many key groups there are";

Flag MaxParallelismFlag(bool required) {
  return {.name = "max-parallelism",
          .value_name = "P",
          .kind = ValueKind::kText,
          .help = kMaxParallelismHelp,
          .required = required};
}

Flag ToFlag() {
  return {.name = "to",
          .value_name = "M",
          .kind = ValueKind::kText,
          .help = "new parallelism: the number of targets",
          .required = true};
}

Flag IndexFlag() {
  return {.name = "index",
          .value_name = "J",
          .kind = ValueKind::kText,
          .help = "only the target of new subtask J, 0 to M-1"};
}

Flag OutFlag(std::string_view help) {
  return {.name = "out",
          .value_name = "OUT",
          .kind = ValueKind::kDirectory,
          .help = help,
          .required = true};
}

Flag JsonFlag() {
  return {.name = "json",
          .help = "one JSON document on stdout: the result, or an object that says what failed"};
}

Flag SvgFlag() {
  return {.name = "svg",
          .value_name = "FILE",
          .kind = ValueKind::kFile,
          .help = "draw the plan into the new file FILE"};
}

Flag ThreadsFlag(std::string_view help) {
  return {.name = "threads", .value_name = "N", .kind = ValueKind::kText, .help = help};
}

// What every command that writes takes.
std::vector<Flag> WriteFlags() {
  return {
      {.name = "copy", .help = "copy whole SSTs (or share their blocks) instead of linking them"},
      {.name = "deep", .help = "read back everything that was written before it is published"},
      ThreadsFlag("work on N SSTs at a time; default: one a core"),
      JsonFlag(),
  };
}

std::vector<Flag> Join(std::vector<Flag> first, const std::vector<Flag>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

Positional Sources() {
  return {.name = "SRC",
          .help =
              "checkpoint directory of an old subtask, in subtask order; SRC@LO-HI when it owns "
              "key groups LO to HI instead of its subtask's",
          .repeated = true};
}

Command InspectCommand() {
  return {
      .name = "inspect",
      .summary = "show what a checkpoint directory holds",
      .description =
          {"Reads MANIFEST, OPTIONS and the footers of the SSTs of DIR: column families, levels, "
           "files, sizes, versions, the last sequence number, and what would keep it from being "
           "rescaled.",
           "With --max-parallelism it also shows which key groups the SSTs reach: a histogram of "
           "their bytes, and how many SSTs a key group is spread over. Both are told from the "
           "bounds in the MANIFEST; no data is read."},
      .positionals = {{.name = "DIR", .help = "RocksDB checkpoint directory"}},
      .flags = {MaxParallelismFlag(false), JsonFlag()},
      .examples = {{"rescale inspect old/0", "what is in it, and can it be rescaled?"},
                   {"rescale inspect old/0 --max-parallelism 128",
                    "also where its key groups lie"}},
      .execute = RunInspectCommand,
  };
}

Command PlanCommand() {
  return {
      .name = "plan",
      .summary = "show what a run would do, and write nothing",
      .description =
          {"Decides for each SST of each source, from the MANIFESTs alone, whether a target skips "
           "it, links it whole, or must trim it, and says why. No SST is opened.",
           "The N sources are the old subtasks 0 to N-1: source i owns the key groups that Flink "
           "gives subtask i of N. SRC@LO-HI says otherwise for one source; the others keep "
           "theirs. A directory whose own name ends like that is given with a slash behind it.",
           "A source none of whose SSTs lies in what it owns by its position is refused, for its "
           "state would be lost: a shell's old/* puts old/10 before old/2."},
      .positionals = {Sources()},
      .flags = {MaxParallelismFlag(true), ToFlag(), IndexFlag(), JsonFlag(), SvgFlag()},
      .examples = {{"rescale plan --max-parallelism 128 --to 2 old/0 old/1 old/2 old/3",
                    "from 4 to 2"},
                   {"rescale plan --max-parallelism 128 --to 6 --index 2 --svg plan.svg old/{0..3}",
                    "one target of 6, with a picture"}},
      .execute = RunPlanCommand,
  };
}

Command RunCommand() {
  return {
      .name = "run",
      .summary = "write the databases of the new subtasks",
      .description =
          {"Writes OUT/0 to OUT/M-1, the database of each new subtask. Whole SSTs are hard-linked, "
           "those that straddle an edge of the target are trimmed. Sources are never changed.",
           "Everything is built aside, verified and synced, and appears at the end: with one "
           "rename "
           "of OUT where it did not exist, else one a target. A target that exists already is "
           "refused. After an interruption nothing is left, and the same command may be given "
           "again.",
           "Prints a summary of the plan it follows, then a line for each target. The sources are "
           "given as for plan."},
      .positionals = {Sources()},
      .flags = Join({MaxParallelismFlag(true),
                     ToFlag(),
                     IndexFlag(),
                     OutFlag("directory in which the targets are written, made if need be"),
                     {.name = "dry-run", .help = "print what plan prints, and stop"},
                     SvgFlag()},
                    WriteFlags()),
      .examples = {{"rescale run --max-parallelism 128 --to 2 --out new old/0 old/1 old/2 old/3",
                    "from 4 to 2: new/0 and new/1"},
                   {"rescale run --max-parallelism 128 --to 3 --out three old/3@96-127 old/0@0-31 "
                    "old/1@32-63 old/2@64-95",
                    "sources out of order, each with the range that it owns"},
                   {"rescale run --max-parallelism 128 --to 6 --index 2 --out new old/{0..3}",
                    "only new/2, for one task"}},
      .execute = RunRunCommand,
  };
}

Command ClipCommand() {
  return {
      .name = "clip",
      .summary = "write the part of one source that lies in a key-group range",
      .description =
          {"Writes the database OUT with the key groups LO to HI of SRC. SSTs inside are "
           "linked, those at the edges are trimmed, others are left out. SRC owns all "
           "key groups, or those of SRC@LO-HI."},
      .positionals = {{.name = "SRC", .help = "checkpoint directory, or SRC@LO-HI"}},
      .flags = Join({MaxParallelismFlag(true),
                     {.name = "range",
                      .value_name = "LO-HI",
                      .kind = ValueKind::kText,
                      .help = "first and last key group to keep",
                      .required = true},
                     OutFlag("directory of the new database, which must not exist")},
                    WriteFlags()),
      .examples = {{"rescale clip --max-parallelism 128 --range 0-31 --out part old/0",
                    "key groups 0 to 31 of one source"}},
      .execute = RunClipCommand,
  };
}

Command IngestCommand() {
  return {
      .name = "ingest",
      .summary = "merge databases whose keys do not overlap, without cutting",
      .description =
          {"Writes the database OUT with every SST of MAIN and of each TMP. Options, and "
           "the file numbers that can stay, are those of MAIN. Overlapping keys are "
           "refused, naming two files."},
      .positionals = {{.name = "MAIN", .help = "database whose options the result takes"},
                      {.name = "TMP", .help = "another database to merge", .repeated = true}},
      .flags = Join({OutFlag("directory of the new database, which must not exist")}, WriteFlags()),
      .examples = {{"rescale ingest --out whole new/0 new/1", "two databases to one"}},
      .execute = RunIngestCommand,
  };
}

Command VerifyCommand() {
  return {
      .name = "verify",
      .summary = "check a database, alone or against its sources",
      .description =
          {"Checks the MANIFEST of DIR and that its files are there, more strictly than RocksDB's "
           "open does. --deep also reads every block: checksums, key order, bounds, counts, "
           "filters.",
           "--against proves that DIR holds exactly what the sources own, cut to --range, key "
           "group "
           "by key group. It takes every argument that follows it, up to the next flag; the "
           "sources are given as for plan."},
      .positionals = {{.name = "DIR", .help = "database directory to check"}},
      .flags = {{.name = "range",
                 .value_name = "LO-HI",
                 .kind = ValueKind::kText,
                 .help = "no key may lie outside key groups LO to HI; implies --deep, needs "
                         "--max-parallelism"},
                MaxParallelismFlag(false),
                {.name = "deep", .help = "read and check every block"},
                {.name = "against",
                 .value_name = "SRC...",
                 .kind = ValueKind::kDirectory,
                 .help = "compare with these sources; reads everything",
                 .list = true},
                ThreadsFlag("work on N SSTs at a time; default: one a core"),
                JsonFlag()},
      .examples =
          {{"rescale verify new/0 --deep", "is every byte of it sound?"},
           {"rescale verify new/0 --max-parallelism 128 --range 0-63 --against old/0 old/1 old/2 "
            "old/3",
            "does it hold exactly its part of the sources?"}},
      .execute = RunVerifyCommand,
  };
}

Command DumpCommand() {
  return {
      .name = "dump",
      .summary = "print a MANIFEST or an SST, damaged or not",
      .description = {"Prints what FILE says, record by record or block by block, with offsets. "
                      "Damaged input is printed as far as it can be read; the exit status is then "
                      "3, and the last lines say how far that was."},
      .positionals = {{.name = "KIND",
                       .kind = ValueKind::kText,
                       .help = "manifest or sst",
                       .choices = {"manifest", "sst"}},
                      {.name = "FILE", .kind = ValueKind::kFile, .help = "file to print"}},
      .flags = {},
      .examples = {{"rescale dump manifest old/0/MANIFEST-000005", "every edit of a MANIFEST"},
                   {"rescale dump sst old/0/000050.sst", "footer, properties, index, blocks"}},
      .execute = RunDumpCommand,
  };
}

Command GenerateCommand() {
  return {
      .name = "generate",
      .summary = "print the manual page or a shell's completion",
      .description = {"Used when rescale is built and packaged."},
      .positionals = {{.name = "WHAT",
                       .kind = ValueKind::kText,
                       .help = "man or completion",
                       .choices = {"man", "completion"}},
                      {.name = "SHELL",
                       .kind = ValueKind::kText,
                       .help = "bash, zsh or fish",
                       .repeated = true,
                       .optional = true,
                       .choices = {"bash", "zsh", "fish"}}},
      .flags = {},
      .examples = {{"rescale generate man", "the manual page"},
                   {"rescale generate completion bash", "completion for bash"}},
      .execute = RunGenerateCommand,
      .hidden = true,
  };
}

}  // namespace

const std::vector<Command>& Commands() {
  static const std::vector<Command> commands = {InspectCommand(), PlanCommand(),    RunCommand(),
                                                ClipCommand(),    IngestCommand(),  VerifyCommand(),
                                                DumpCommand(),    GenerateCommand()};
  return commands;
}

const std::vector<Flag>& CommonFlags() {
  static const std::vector<Flag> flags = {
      {.name = "quiet", .help = "no progress, no plan summary, no notes: only results and errors"},
      {.name = "no-progress", .help = "no progress bar (there is one only on a terminal)"},
      {.name = "help", .help = "print help and stop; -h too"},
      {.name = "version", .help = "print the version and the formats read and written"},
  };
  return flags;
}

const Command* FindCommand(std::string_view name) {
  const auto& commands = Commands();
  const auto found = std::find_if(commands.begin(), commands.end(),
                                  [&](const Command& command) { return command.name == name; });
  return found == commands.end() ? nullptr : &*found;
}

std::vector<Flag> AllFlags(const Command& command) { return Join(command.flags, CommonFlags()); }

std::string Synopsis(const Command& command) {
  std::string text = fmt::format("rescale {}", command.name);
  const auto flag_text = [](const Flag& flag) {
    return flag.value_name.empty() ? fmt::format("--{}", flag.name)
                                   : fmt::format("--{} {}", flag.name, flag.value_name);
  };
  for (const Flag& flag : command.flags) {
    if (flag.required) text += " " + flag_text(flag);
  }
  for (const Positional& positional : command.positionals) {
    const std::string name = positional.choices.empty()
                                 ? std::string(positional.name)
                                 : fmt::format("{}", fmt::join(positional.choices, "|"));
    text += fmt::format(" {}{}{}{}", positional.optional ? "[" : "", name,
                        positional.repeated && !positional.optional ? "..." : "",
                        positional.optional ? "]" : "");
  }
  for (const Flag& flag : command.flags) {
    if (!flag.required) text += " [" + flag_text(flag) + "]";
  }
  return text;
}

}  // namespace rescale::cli
