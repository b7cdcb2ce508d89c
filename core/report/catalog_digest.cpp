// SPDX-License-Identifier: Apache-2.0
// Hashes a catalog.
#include "core/report/catalog_digest.hpp"

#include "core/quantity/print.hpp"

#include <glib.h>

#include <memory>

namespace llmsize {
namespace {

struct Free {
  void operator()(GChecksum* checksum) const { g_checksum_free(checksum); }
};

class Digest {
 public:
  /// A text and where it ends.
  void add(std::string_view text) {
    g_checksum_update(state_.get(), reinterpret_cast<const guchar*>(text.data()), static_cast<gssize>(text.size()));
    g_checksum_update(state_.get(), reinterpret_cast<const guchar*>("\0"), 1);
  }
  std::string taken() const { return g_checksum_get_string(state_.get()); }

 private:
  std::unique_ptr<GChecksum, Free> state_{g_checksum_new(G_CHECKSUM_SHA256)};
};

void add(Digest& digest, const Assumption& each) {
  digest.add(each.key);
  digest.add(exact(each.value));
  for (const std::string& key : each.times) digest.add(key);
  digest.add(each.when_key);
  digest.add(each.when_word);
  digest.add(exact(each.spread));
}

void add(Digest& digest, const Fact& each) {
  digest.add(each.key);
  digest.add(each.number ? exact(*each.number) : each.word);
  digest.add(exact(each.spread));
  digest.add(each.accelerator);
}

}  // namespace

std::string catalog_digest(const Catalog& catalog) {
  Digest digest;
  for (const std::string_view kind : Catalog::kinds())
    for (const std::string_view id : catalog.ids(kind)) {
      digest.add(kind);
      digest.add(id);
      // Blanks and line ends of a file say nothing.
      if (const auto document = catalog.document(kind, id)) digest.add(document->dump());
    }
  for (const Assumption& each : catalog.assumptions()) add(digest, each);
  for (const Fact& each : catalog.calibration()) add(digest, each);
  return digest.taken();
}

}  // namespace llmsize
