# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT for llmsize_generate_kinds: a type for every kind of layer, which hands over what the kind's namespace holds, and all of them.
set(includes "")
set(types "")
set(names "")
file(GLOB headers ${FOLDER}/*.hpp)
list(FILTER headers EXCLUDE REGEX "/kinds?\\.hpp$")
list(SORT headers)
foreach(header IN LISTS headers)
  cmake_path(GET header STEM kind)
  list(APPEND names "${kind}_kind")
  string(APPEND includes "#include \"core/layers/${kind}.hpp\"\n")
  string(APPEND types "struct ${kind}_kind {\n  static constexpr bool measured = ${kind}::measured;\n")
  foreach(member IN ITEMS inputs formulas layers parameters core_flop state)
    string(APPEND types "  static constexpr const auto& ${member} = ${kind}::${member};\n")
  endforeach()
  foreach(function IN ITEMS columns inner rows kept)
    string(APPEND types "  template <class Case>\n  static auto ${function}(const Case& x) {\n    return ${kind}::${function}(x);\n  }\n")
  endforeach()
  string(APPEND types "};\n")
endforeach()
list(JOIN names ", " names)
file(WRITE ${OUTPUT}.new "// Generated from the kinds of layers.
#pragma once

${includes}
namespace llmsize::model {

${types}
using Kinds = std::tuple<${names}>;

}  // namespace llmsize::model
")
file(COPY_FILE ${OUTPUT}.new ${OUTPUT} ONLY_IF_DIFFERENT)
