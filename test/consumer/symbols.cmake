# SPDX-License-Identifier: Apache-2.0
# What the shared library exports: the public interface and nothing of the folders behind it. Called with -DNM, -DLIBRARY.
execute_process(COMMAND ${NM} -DC --defined-only ${LIBRARY} OUTPUT_VARIABLE symbols RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "nm failed on ${LIBRARY}")
endif()
foreach(wanted "rescale::MakePlan(" "rescale::Run(" "rescale::Clip(" "rescale::Ingest(" "rescale::Verify("
        "rescale::Inspect(" "rescale::PosixFileSystem(" "rescale::Status::ToString")
  string(FIND "${symbols}" "${wanted}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "${wanted} is not exported")
  endif()
endforeach()
string(REPLACE "\n" ";" lines "${symbols}")
foreach(line IN LISTS lines)
  if(line MATCHES "rescale::(base|fs|checkpoint|manifest|sst|plan|clip|ingest|verify|run)::|rescale::(Decoder|PutVarint|Crc32c|ParallelFor|JoinPath|ReadWholeFile)")
    message(FATAL_ERROR "exported, though not public: ${line}")
  endif()
endforeach()
