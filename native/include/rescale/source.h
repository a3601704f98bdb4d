// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rescale/key_group.h"

namespace rescale {

// A state handle on disk: a RocksDB checkpoint directory and the key groups its task owned. Keys
// outside `owned` are leftovers of an earlier rescale and belong to nobody.
struct StateHandle {
  std::string directory;
  KeyGroupRange owned;
  // Nobody said what it owned; `owned` follows from its position among the sources. SSTs that lie
  // elsewhere then show that the list is not the job's: InvalidArgument.
  bool owned_is_assumed = false;
};

}  // namespace rescale
