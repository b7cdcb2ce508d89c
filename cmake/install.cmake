# SPDX-License-Identifier: Apache-2.0
# Install and export rules: find_package(llmsize COMPONENTS sizing) gives llmsize::sizing, and so on.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/llmsize)

foreach(component IN ITEMS sizing documents probe)
  install(TARGETS llmsize_${component} EXPORT llmsize_${component} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
  install(EXPORT llmsize_${component} NAMESPACE llmsize:: FILE llmsize-${component}.cmake DESTINATION ${package_dir} COMPONENT development)
endforeach()
install(TARGETS llmsize RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(FILES cli/llmsize.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME llmsize COMPONENT program)
install(DIRECTORY include/llmsize DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(DIRECTORY core ${PROJECT_BINARY_DIR}/generated/core DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/llmsize COMPONENT development FILES_MATCHING PATTERN "*.hpp")
install(DIRECTORY LICENSES DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/llmsize COMPONENT program)
# The catalog is built into the program; its files are here to be read, copied and changed (--catalog FOLDER).
install(DIRECTORY hardware-db presets DESTINATION ${CMAKE_INSTALL_DATADIR}/llmsize COMPONENT data)
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/llmsize-data COMPONENT data)
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/llmsize-data COMPONENT data PATTERN docs/book EXCLUDE)

configure_package_config_file(cmake/llmsize-config.cmake.in ${PROJECT_BINARY_DIR}/llmsize-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/llmsize-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/llmsize-config.cmake ${PROJECT_BINARY_DIR}/llmsize-config-version.cmake DESTINATION ${package_dir} COMPONENT development)
