# SPDX-License-Identifier: Apache-2.0
# Debian packages, one per component, and a tarball that runs from any folder: scripts/package. Manual pages are written by help2man from what the
# programs say of themselves; a build without help2man has none.
find_program(HELP2MAN help2man)
set(manual ${PROJECT_BINARY_DIR}/manual)
if(HELP2MAN)
  set(programs $<TARGET_FILE:llmsize>)
  if(LLMSIZE_BUILD_GUI)
    list(APPEND programs $<TARGET_FILE:llmsize-gui>)
  endif()
  add_custom_target(llmsize_manual
    COMMAND ${CMAKE_COMMAND} "-DHELP2MAN=${HELP2MAN}" "-DPROGRAMS=${programs}" -DFOLDER=${manual} -P ${PROJECT_SOURCE_DIR}/cmake/write_manual.cmake
    COMMENT "Writing manual pages" VERBATIM)
endif()
install(DIRECTORY ${manual}/llmsize/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program OPTIONAL)
install(DIRECTORY ${manual}/llmsize-gui/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT desktop OPTIONAL)

# The book is HTML that Sphinx makes of docs; a build without it installs none.
set(book ${PROJECT_BINARY_DIR}/book)
add_custom_target(book
  COMMAND ${CMAKE_COMMAND} -E env LLMSIZE_PROGRAM=$<TARGET_FILE:llmsize> ${PROJECT_SOURCE_DIR}/scripts/book ${book}
  DEPENDS llmsize USES_TERMINAL VERBATIM)
install(DIRECTORY ${book}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/llmsize/html COMPONENT data OPTIONAL)

set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "llmsize maintainers <maintainers@llmsize.invalid>")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL program data development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)

# debian_package(COMPONENT NAME SUMMARY TEXT): what dpkg says of a component, and the files that every Debian package has.
function(debian_package component name summary text)
  string(TOUPPER ${component} key)
  set(CPACK_DEBIAN_${key}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_COMPONENT_${key}_DESCRIPTION "${summary}\n${text}" PARENT_SCOPE)
  set(doc ${CMAKE_INSTALL_DATADIR}/doc/${name})
  install(FILES ${PROJECT_SOURCE_DIR}/cmake/debian/copyright DESTINATION ${doc} COMPONENT ${component})
  install(FILES ${PROJECT_BINARY_DIR}/debian/changelog.Debian.gz DESTINATION ${doc} COMPONENT ${component})
endfunction()

# The date is that of the commit, so that the same tree gives the same bytes.
find_program(GZIP gzip REQUIRED)
execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} log -1 --format=%aD RESULT_VARIABLE status OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT status EQUAL 0)
  set(date "Thu, 01 Jan 1970 00:00:00 +0000")
endif()
configure_file(cmake/debian/changelog.in ${PROJECT_BINARY_DIR}/debian/changelog.Debian @ONLY)
execute_process(COMMAND ${GZIP} -9nkf ${PROJECT_BINARY_DIR}/debian/changelog.Debian)

debian_package(program llmsize "sizes GPU clusters for training and serving large language models"
  "Nodes, parallelism, time to train, memory, storage, network, power and cost,\nfrom formulas that can be inspected. The catalog of models, systems and storage\nis built in.")
debian_package(data llmsize-data "catalog files, guides and examples of llmsize"
  "Data sheets of systems, accelerators, networks and storage, models and scenarios\nas JSON files to read, copy and change, and the guides.")
debian_package(development libllmsize-dev "static libraries and headers of llmsize"
  "The libraries llmsize::sizing, llmsize::documents and llmsize::probe with their\nCMake package.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "fio, fonts-liberation")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "llmsize-gui, llmsize-data")
set(CPACK_DEBIAN_DATA_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DATA_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DATA_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libboost-dev, libfmt-dev, nlohmann-json3-dev, libtbb-dev, libcsv-dev, libzip-dev, libpugixml-dev, libxlsxwriter-dev, \
libpango1.0-dev, librsvg2-dev, libqpdf-dev, libhwloc-dev, libmd-dev, pkg-config")
if(LLMSIZE_BUILD_GUI)
  list(APPEND CPACK_COMPONENTS_ALL desktop)
  debian_package(desktop llmsize-gui "desktop app that sizes GPU clusters for large language models"
    "Charts that follow each input, the derivation of every number, scenarios side by\nside, and proposals as PDF and Excel.")
  set(CPACK_DEBIAN_DESKTOP_PACKAGE_SUGGESTS "llmsize, llmsize-data")
endif()
if(LLMSIZE_BUILD_PYTHON)
  list(APPEND CPACK_COMPONENTS_ALL python)
  debian_package(python python3-llmsize "Python module that sizes GPU clusters for large language models"
    "Asks the questions of llmsize from Python, and answers with numbers, units and\nderivations.")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= ${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR})")
endif()
include(CPack)
