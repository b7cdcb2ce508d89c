// SPDX-License-Identifier: Apache-2.0
#include "core/paper/pdf_tags.hpp"

#include "core/files/bad_input.hpp"

#include <qpdf/qpdf-c.h>

#include <memory>
#include <string_view>

namespace llmsize::pdf {
namespace {

struct Cleanup {
  void operator()(_qpdf_data* document) const { qpdf_cleanup(&document); }
};
using PdfData = std::unique_ptr<_qpdf_data, Cleanup>;

void require(const PdfData& document) {
  if (qpdf_has_error(document.get()))
    refuse_contents("report", qpdf_get_error_full_text(document.get(), qpdf_get_error(document.get())));
}

/// Gives pictures below an element of the structure their texts, as they come.
void describe(const PdfData& document, qpdf_oh element, const std::vector<std::string>& pictures, std::size_t& next) {
  qpdf_data pdf = document.get();
  if (qpdf_oh_is_array(pdf, element)) {
    const int count = qpdf_oh_get_array_n_items(pdf, element);
    for (int i = 0; i < count; ++i) describe(document, qpdf_oh_get_array_item(pdf, element, i), pictures, next);
    return;
  }
  if (!qpdf_oh_is_dictionary(pdf, element)) return;
  const qpdf_oh kind = qpdf_oh_get_key(pdf, element, "/S");
  if (qpdf_oh_is_name(pdf, kind) && std::string_view(qpdf_oh_get_name(pdf, kind)) == "/Figure" &&
      next < pictures.size())
    qpdf_oh_replace_key(pdf, element, "/Alt", qpdf_oh_new_unicode_string(pdf, pictures[next++].c_str()));
  if (qpdf_oh_has_key(pdf, element, "/K")) describe(document, qpdf_oh_get_key(pdf, element, "/K"), pictures, next);
}

}  // namespace

std::string with_tags(const std::string& bytes, const std::vector<std::string>& pictures) {
  const PdfData document(qpdf_init());
  qpdf_data pdf = document.get();
  qpdf_silence_errors(pdf);
  qpdf_read_memory(pdf, "report", bytes.data(), bytes.size(), nullptr);
  require(document);
  const qpdf_oh root = qpdf_get_root(pdf);
  qpdf_oh_replace_key(pdf, root, "/MarkInfo", qpdf_oh_parse(pdf, "<< /Marked true >>"));
  qpdf_oh_replace_key(pdf, root, "/Lang", qpdf_oh_new_string(pdf, "en-US"));
  qpdf_oh_replace_key(pdf, root, "/ViewerPreferences", qpdf_oh_parse(pdf, "<< /DisplayDocTitle true >>"));
  std::size_t next = 0;
  describe(document, qpdf_oh_get_key(pdf, root, "/StructTreeRoot"), pictures, next);
  qpdf_init_write_memory(pdf);
  qpdf_set_deterministic_ID(pdf, QPDF_TRUE);
  qpdf_write(pdf);
  require(document);
  return {reinterpret_cast<const char*>(qpdf_get_buffer(pdf)), qpdf_get_buffer_length(pdf)};
}

}  // namespace llmsize::pdf
