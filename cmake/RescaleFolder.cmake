# SPDX-License-Identifier: Apache-2.0
# rescale_folder(<name> SOURCES a.cc b.cc [LINK lib...])
# One folder of native/ is one static library rescale_<name>. LINK names the folders it builds on,
# which are the folders before it in native/CMakeLists.txt, and outside libraries.
function(rescale_folder name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_library(rescale_${name} STATIC ${ARG_SOURCES})
  target_include_directories(rescale_${name} PUBLIC
    ${PROJECT_SOURCE_DIR}/native ${PROJECT_SOURCE_DIR}/native/include)
  target_link_libraries(rescale_${name} PUBLIC ${ARG_LINK} PRIVATE rescale_warnings)
endfunction()

# rescale_test(<name> SOURCES a_test.cc... [LINK lib...])
# One test binary test_<name> with Catch2's main; its cases run as one ctest entry.
function(rescale_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(test_${name} ${ARG_SOURCES})
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR}/test)
  target_compile_definitions(test_${name} PRIVATE
    RESCALE_TESTDATA="${PROJECT_SOURCE_DIR}/test/testdata")
  target_link_libraries(test_${name} PRIVATE ${ARG_LINK} rescale_catch_main rescale_warnings)
  add_test(NAME ${name} COMMAND test_${name})
endfunction()
