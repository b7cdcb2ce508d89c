# SPDX-License-Identifier: Apache-2.0
# Install and export rules: find_package(llmsize) gives llmsize::core.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/llmsize)

install(TARGETS llmsize_core llmsize_probe EXPORT llmsize ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS llmsize RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY core ${PROJECT_BINARY_DIR}/generated/core DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/llmsize FILES_MATCHING PATTERN "*.hpp")
install(DIRECTORY LICENSES DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/llmsize)
install(EXPORT llmsize NAMESPACE llmsize:: FILE llmsize-targets.cmake DESTINATION ${package_dir})

configure_package_config_file(cmake/llmsize-config.cmake.in ${PROJECT_BINARY_DIR}/llmsize-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/llmsize-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/llmsize-config.cmake ${PROJECT_BINARY_DIR}/llmsize-config-version.cmake DESTINATION ${package_dir})
