# SPDX-License-Identifier: Apache-2.0
# Installs the library into another prefix than the configured one and moves it once more, then
# builds and runs a user's project against it, once by find_package and once by pkg-config, with no
# more than a user would say. Called with -DBUILD_DIR, -DSOURCE_DIR, -DWORK_DIR, -DCXX, -DSANITIZE.
function(run_step)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "failed (${code}): ${ARGV}\n${out}")
  endif()
  set(step_output "${out}" PARENT_SCOPE)
endfunction()

function(expect_answer)
  run_step(${ARGV})
  if(NOT step_output MATCHES "subtask 3 of 4 owns \\[96,127\\]" OR
     NOT step_output MATCHES "invalid argument: no source was given")
    message(FATAL_ERROR "the consumer said:\n${step_output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
set(prefix ${WORK_DIR}/prefix)
run_step(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/installed)
file(RENAME ${WORK_DIR}/installed ${prefix})

set(flags "")
if(SANITIZE)
  set(flags "-fsanitize=${SANITIZE}")
endif()
run_step(${CMAKE_COMMAND} -S ${SOURCE_DIR} -B ${WORK_DIR}/build -DCMAKE_PREFIX_PATH=${prefix}
         -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_CXX_FLAGS=${flags})
run_step(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
expect_answer(${WORK_DIR}/build/consumer)

file(GLOB pkgconfig ${prefix}/lib*/pkgconfig ${prefix}/lib*/*/pkgconfig)
set(ENV{PKG_CONFIG_PATH} "${pkgconfig}")
run_step(pkg-config --variable=prefix rescale)
string(STRIP "${step_output}" said)
file(REAL_PATH "${said}" said)
file(REAL_PATH "${prefix}" prefix)
if(NOT said STREQUAL prefix)
  message(FATAL_ERROR "rescale.pc is in ${prefix} and says prefix=${said}")
endif()
run_step(sh -c "${CXX} -std=c++20 ${flags} $(pkg-config --cflags rescale) ${SOURCE_DIR}/consumer.cc -o ${WORK_DIR}/consumer-pc $(pkg-config --libs rescale)")
expect_answer(${WORK_DIR}/consumer-pc)
