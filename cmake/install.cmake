# SPDX-License-Identifier: Apache-2.0
# Install and export rules: find_package(llmsize COMPONENTS sizing) gives llmsize::sizing, and so on.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/llmsize)

foreach(component IN ITEMS sizing documents probe)
  install(TARGETS llmsize_${component} EXPORT llmsize_${component} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT llmsize_${component} NAMESPACE llmsize:: FILE llmsize-${component}.cmake DESTINATION ${package_dir})
endforeach()
install(TARGETS llmsize RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES cli/llmsize.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME llmsize)
install(DIRECTORY include/llmsize DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY core ${PROJECT_BINARY_DIR}/generated/core DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/llmsize FILES_MATCHING PATTERN "*.hpp")
install(DIRECTORY LICENSES DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/llmsize)

configure_package_config_file(cmake/llmsize-config.cmake.in ${PROJECT_BINARY_DIR}/llmsize-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/llmsize-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/llmsize-config.cmake ${PROJECT_BINARY_DIR}/llmsize-config-version.cmake DESTINATION ${package_dir})
