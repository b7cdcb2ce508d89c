# SPDX-License-Identifier: Apache-2.0
# Puts the data files into the program: one generated source file, made anew when a data file changes or comes.
function(llmsize_embed_data target)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
    ${PROJECT_SOURCE_DIR}/hardware-db/*.json ${PROJECT_SOURCE_DIR}/presets/*.json
    ${PROJECT_SOURCE_DIR}/presets/*.llmsize ${PROJECT_SOURCE_DIR}/docs/glossary.csv
    ${PROJECT_SOURCE_DIR}/core/launch/flags/*.csv)
  list(TRANSFORM files PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE absolute)
  set(source ${PROJECT_BINARY_DIR}/generated/embedded.cpp)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} "-DFILES=${files}" -DOUTPUT=${source}
            -P ${PROJECT_SOURCE_DIR}/cmake/write_embedded.cmake
    DEPENDS ${absolute} ${PROJECT_SOURCE_DIR}/cmake/write_embedded.cmake
    COMMENT "Embedding the catalog"
    VERBATIM)
  target_sources(${target} PRIVATE ${source})
  # A file is one literal, longer than every compiler has to take; those that build this take it.
  set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
endfunction()
