# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT for llmsize_generate_list.
set(declarations "")
set(names "")
file(GLOB sources ${FOLDER}/*.cpp)
list(SORT sources)
foreach(source IN LISTS sources)
  file(STRINGS ${source} lines REGEX "${PATTERN}")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "${PATTERN}" found "${line}")
    list(APPEND names "&${CMAKE_MATCH_1}")
    string(REPLACE "%" "${CMAKE_MATCH_1}" declaration "${DECLARATION}")
    string(APPEND declarations "${declaration};\n")
  endforeach()
endforeach()
if(NOT names)
  message(FATAL_ERROR "${FOLDER}: nothing there looks like ${PATTERN}")
endif()
list(JOIN names ",\n    " names)
file(WRITE ${OUTPUT}.new "// Generated from the sources of a folder.
#pragma once

namespace ${NAMESPACE} {
struct ${TYPE};
${declarations}${ARRAY} = {
    ${names}};
}  // namespace ${NAMESPACE}
")
file(COPY_FILE ${OUTPUT}.new ${OUTPUT} ONLY_IF_DIFFERENT)
