// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace rescale::bench {

// Figures by name, in the units of harness/metrics.h.
using Values = std::map<std::string, double>;

// Runs `work` in a process of its own and returns what it returned. One run's memory, threads and
// open files do not show in the next, and RocksDB, whose threads do not survive a fork, is never
// used in the parent. Throws std::runtime_error naming `what` when the child throws or dies; its
// own message is on stderr.
std::string InChild(const std::string& what, const std::function<std::string()>& work);
std::vector<Values> ValuesInChild(const std::string& what,
                                  const std::function<std::vector<Values>()>& work);

}  // namespace rescale::bench
