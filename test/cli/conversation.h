// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

// Golden conversations: a text file of commands and their answers.
//
//   # a comment; kept when the file is rewritten
//   $ rescale plan --max-parallelism 128 --to 2 old/0
//   > a line of stdout
//   ! a line of stderr
//   [0]                                   the exit status
//
// Answers are compared after Normalize(). With RESCALE_REWRITE=1 in the environment the answers are
// replaced by what the commands say now, to be reviewed as a diff.
namespace rescale::test {

// Takes out what differs from run to run, machine to machine, or one RocksDB to the next: sizes,
// times, ids, versions, the width of columns, and the directory `directory`.
std::string Normalize(std::string text, const std::string& directory);

// Runs the commands of the file `golden` in `directory`, one after the other. Returns what the file
// should be; equal to its text when every answer was as written.
std::string Replay(const std::string& golden_text, const std::string& directory);

// Replays the file and checks the answers, or rewrites them.
void CheckConversation(const std::string& file, const std::string& directory);

}  // namespace rescale::test
