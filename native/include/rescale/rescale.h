// SPDX-License-Identifier: Apache-2.0
#pragma once

// The whole public interface.
#include "rescale/engine.h"       // IWYU pragma: export
#include "rescale/file_system.h"  // IWYU pragma: export
#include "rescale/inspect.h"      // IWYU pragma: export
#include "rescale/key_group.h"    // IWYU pragma: export
#include "rescale/plan.h"         // IWYU pragma: export
#include "rescale/progress.h"     // IWYU pragma: export
#include "rescale/run.h"          // IWYU pragma: export
#include "rescale/source.h"       // IWYU pragma: export
#include "rescale/status.h"       // IWYU pragma: export
#include "rescale/types.h"        // IWYU pragma: export
#include "rescale/verify.h"       // IWYU pragma: export
