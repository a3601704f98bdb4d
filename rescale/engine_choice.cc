// SPDX-License-Identifier: Apache-2.0
#include "engine_choice.h"

#ifdef RESCALE_WITH_ENGINE
#include "rescale/engine_rocksdb.h"
#endif

namespace rescale::cli {

std::unique_ptr<Engine> MakeEngine() {
#ifdef RESCALE_WITH_ENGINE
  return MakeRocksDbEngine();
#else
  return nullptr;
#endif
}

std::string EngineName() {
  const std::unique_ptr<Engine> engine = MakeEngine();
  return engine == nullptr ? "" : engine->name();
}

}  // namespace rescale::cli
