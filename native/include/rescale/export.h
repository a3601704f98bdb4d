// SPDX-License-Identifier: Apache-2.0
#pragma once

// Marks what the shared library exports; everything else is hidden.
#define RESCALE_EXPORT [[gnu::visibility("default")]]
