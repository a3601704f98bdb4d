# SPDX-License-Identifier: Apache-2.0
# Sanitizers and coverage are chosen by preset and apply to every target of the build.
if(RESCALE_SANITIZE)
  add_compile_options(-fsanitize=${RESCALE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${RESCALE_SANITIZE})
  # GCC cannot see through its own instrumentation: it takes libstdc++'s <regex> for uninitialized.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wno-maybe-uninitialized)
  endif()
endif()
if(RESCALE_COVERAGE)
  add_compile_options(--coverage -O0)
  add_link_options(--coverage)
endif()
