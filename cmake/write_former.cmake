# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT, former ids, and LIST, former options, words and labels: the rows of NAMES. A row is kind,now,former; a former name with a comma
# stands in quotes.
set(kinds id option word label)
foreach(kind IN LISTS kinds)
  set(${kind}_rows "")
  set(${kind}_count 0)
endforeach()
file(STRINGS ${NAMES} lines ENCODING UTF-8)
list(POP_FRONT lines)  # the header
foreach(line IN LISTS lines)
  if(NOT line MATCHES "^(id|option|word|label),([a-z0-9_.=-]+),\"?([^\"]+)\"?$")
    message(FATAL_ERROR "${NAMES}: kind,now,former is expected: ${line}")
  endif()
  string(APPEND ${CMAKE_MATCH_1}_rows "    {\"${CMAKE_MATCH_3}\", \"${CMAKE_MATCH_2}\"},\n")
  math(EXPR ${CMAKE_MATCH_1}_count "${${CMAKE_MATCH_1}_count} + 1")
endforeach()

# An array of a kind's names in the order of the file.
function(declare text name kind)
  string(APPEND ${text} "inline constexpr std::array<FormerName, ${${kind}_count}> ${name}{{\n${${kind}_rows}}};\n")
  set(${text} "${${text}}" PARENT_SCOPE)
endfunction()
function(write output text)
  file(WRITE ${output}.new "// Generated from core/formula/former_names.csv.\n#pragma once\n\n${text}}  // namespace llmsize\n")
  file(COPY_FILE ${output}.new ${output} ONLY_IF_DIFFERENT)
endfunction()

set(ids "#include <array>
#include <string_view>

namespace llmsize {

/// A name that something had before, and what it is called today.
struct FormerName {
  std::string_view former, now;
};
")
declare(ids former_ids id)
write(${OUTPUT} "${ids}")

set(others "#include \"core/formula/former_ids.hpp\"

namespace llmsize {
")
declare(others former_option_list option)
declare(others former_word_list word)
declare(others former_label_list label)
write(${LIST} "${others}")
