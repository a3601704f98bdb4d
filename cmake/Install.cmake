# SPDX-License-Identifier: Apache-2.0
# cmake --install: the library, its public headers, find_package(rescale) and pkg-config files.
include(CMakePackageConfigHelpers)

install(TARGETS rescale_library EXPORT rescale-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/native/include/rescale
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  PATTERN engine_rocksdb.h EXCLUDE)
install(EXPORT rescale-targets NAMESPACE rescale::
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rescale)
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/rescale-config.cmake.in
  ${PROJECT_BINARY_DIR}/rescale-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rescale)
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/rescale-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/rescale-config.cmake
  ${PROJECT_BINARY_DIR}/rescale-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rescale)
# A static library brings its needs along by itself only if they are public: nobody says --static.
if(BUILD_SHARED_LIBS)
  set(RESCALE_PC_REQUIRES Requires.private)
  set(RESCALE_PC_LIBS "")
else()
  set(RESCALE_PC_REQUIRES Requires)
  set(RESCALE_PC_LIBS " -pthread")
endif()
# From the directory of rescale.pc up to the prefix, which --prefix and a move do not change.
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig
           OUTPUT_VARIABLE RESCALE_PC_UP)
configure_file(${PROJECT_SOURCE_DIR}/cmake/rescale.pc.in ${PROJECT_BINARY_DIR}/rescale.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/rescale.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
