# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT: the ids that the headers of FOLDER and the source ALSO, if any, declare, sorted. The lists of inputs and of results check that none is missing here.
set(inputs "")
set(words "")
set(results "")
set(findings "")
set(functions "")
file(GLOB_RECURSE headers ${FOLDER}/*.hpp)
list(FILTER headers EXCLUDE REGEX "/core/formula/")  # says what a declaration is, declares nothing
foreach(header IN LISTS headers ALSO)
  set(declarations "(input|formula|told|function|solve|finding|told_finding)<\"[a-z_]+\\.")
  if(header MATCHES "/core/inputs/")
    string(APPEND declarations "|^    {\"(model|[a-z_]+\\.[a-z_]+)\", \"")  # choices and references
  endif()
  file(STRINGS ${header} lines REGEX "${declarations}")
  foreach(line IN LISTS lines)
    if(line MATCHES "input<\"([a-z0-9_.]+)\"")
      list(APPEND inputs ${CMAKE_MATCH_1})
    elseif(line MATCHES "(function|solve)<\"([a-z0-9_.]+)\"")
      list(APPEND functions ${CMAKE_MATCH_2})
    elseif(line MATCHES "(finding|told_finding)<\"([a-z0-9_.]+)\"")
      list(APPEND findings ${CMAKE_MATCH_2})
    elseif(line MATCHES "(formula|told)<\"([a-z0-9_.]+)\"")
      list(APPEND results ${CMAKE_MATCH_2})
    elseif(line MATCHES "^    {\"([a-z0-9_.]+)\"")
      list(APPEND words ${CMAKE_MATCH_1})
    endif()
  endforeach()
endforeach()

set(text "// Generated from the declarations of inputs, formulas and findings.
#pragma once

#include <array>
#include <string_view>

namespace llmsize::ids {
")
foreach(kind IN ITEMS inputs words results functions findings)
  list(REMOVE_DUPLICATES ${kind})
  list(SORT ${kind})
  list(LENGTH ${kind} count)
  list(JOIN ${kind} "\",\n    \"" rows)
  string(APPEND text "inline constexpr std::array<std::string_view, ${count}> ${kind}{\n    \"${rows}\"};\n")
endforeach()
string(APPEND text "}  // namespace llmsize::ids\n")

file(WRITE ${OUTPUT}.new "${text}")
file(COPY_FILE ${OUTPUT}.new ${OUTPUT} ONLY_IF_DIFFERENT)
