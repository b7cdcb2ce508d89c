# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT: every one of FILES below ROOT as a raw string literal beside its path.
set(rows "")
foreach(path IN LISTS FILES)
  file(READ ${ROOT}/${path} text)
  string(APPEND rows "    {\"${path}\", R\"~json~(${text})~json~\"sv},\n")
endforeach()
file(WRITE ${OUTPUT}.new "// Generated from the data files.
#include \"core/catalog/embedded.hpp\"

using namespace std::string_view_literals;  // a literal knows its length; counting it would cost the compiler a step per byte

namespace llmsize {
namespace {
constexpr EmbeddedFile files[] = {
${rows}};
}  // namespace
std::span<const EmbeddedFile> embedded_files() { return files; }
}  // namespace llmsize
")
file(COPY_FILE ${OUTPUT}.new ${OUTPUT} ONLY_IF_DIFFERENT)
file(TOUCH ${OUTPUT})
