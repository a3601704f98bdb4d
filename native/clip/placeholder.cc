// SPDX-License-Identifier: Apache-2.0
// Replaced by the folder's own sources.
namespace rescale {}
