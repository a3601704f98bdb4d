# SPDX-License-Identifier: Apache-2.0
# rescale_warnings: linked to our own code only, never exported to users.
# -Wrestrict is off: GCC 12 sees overlaps in std::string's own code (GCC bug 105651).
add_library(rescale_warnings INTERFACE)
target_compile_options(rescale_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wnon-virtual-dtor
  -Woverloaded-virtual -Wcast-qual -Wundef -Wno-missing-field-initializers -Wno-restrict
  $<$<BOOL:${RESCALE_WERROR}>:-Werror>)
