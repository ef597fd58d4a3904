// SPDX-License-Identifier: Apache-2.0
// Any text in all places of a report's page: an HTML5 parser sees the same elements and attributes as with
// harmless text, so no name becomes markup, an attribute, a script or an address.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <gumbo.h>
#include <string>
#include <string_view>
#include <vector>

#include "cli/reports/html/page.hpp"

namespace {

using namespace tfrec;

void require(bool holds) {
  if (!holds) std::abort();
}

ShownImage image_called(const std::string& text) {
  ShownImage image;
  image.name = "n" + text;
  image.label = 0;
  image.jpeg = "\xFF\xD8" + text;
  image.width = image.height = 8;
  image.boxes.push_back({0.1, 0.1, 0.9, 0.9, "b" + text});
  image.facts.width = image.facts.height = 8;
  image.facts.format = ImageFormat::jpeg;
  return image;
}

/// A report with `text` wherever a record, a file name or an error can have one.
ReportResult report_with(const std::string& text) {
  ReportResult report;
  report.shards = {{"s" + text, "train", 1, 1}, {"t" + text, "v" + text, 1, 1}};
  report.splits = {"train", "v" + text};
  report.records = report.images = 2;
  report.image_feature = "i" + text;
  report.label_feature = "l" + text;
  report.classes = {{"c" + text, 1, {1, 0}}, {"d" + text, 1, {0, 1}}};
  report.labels = {{"c" + text, {0}}, {"d" + text, {1}}};
  FeatureSummary feature;
  feature.name = "f" + text;
  report.features.push_back(feature);
  LabelMixing mixing;
  mixing.feature = "m" + text;
  mixing.folder = "g" + text;
  mixing.score.labels = 2;
  report.mixing.push_back(mixing);
  report.formats[ImageFormat::jpeg] = 2;
  report.samples = {{0, {0}}};
  report.repeats.groups = report.repeats.across = report.repeats.equal = 1;
  report.repeats.shown = {{true, true, false, 2, {0}}};
  report.odd = {{Oddity::dark, 1, false, {0}}};
  report.giveaways.emplace_back();
  Drift drift;
  drift.group = "r" + text;
  drift.label = 0;
  report.drift.push_back(drift);
  report.boxes.boxes = 1;
  report.boxes.images[1] = 1;
  report.boxes.by_text["x" + text] = 1;
  report.masks.masks = report.masks.images = 1;
  report.masks.ids[1] = {1, 1};
  report.mask_names[1] = "k" + text;
  report.notes = {"o" + text};
  report.shown.push_back(image_called(text));
  return report;
}

std::string page_with(const std::string& text) {
  VerifyResult verified;
  verified.problems = {{"name", "p" + text, "q" + text}};
  verified.warnings = {"w" + text};
  const ReportResult report = report_with(text);
  return cli::report_page({report, verified, {"a" + text}, "y" + text});
}

void add_piece(const GumboStringPiece& piece, std::string& shape) {
  // Up to the name's end: "<rect width=…" of an element that gumbo does not know.
  for (std::size_t i = 0; i < piece.length && piece.data[i] != ' ' && piece.data[i] != '>'; ++i)
    shape += piece.data[i];
}

/// The names of elements and attributes in their order; addresses too, but for those of images.
void add_shape(const GumboNode& node, std::string& shape) {
  if (node.type == GUMBO_NODE_DOCUMENT) {
    for (unsigned i = 0; i < node.v.document.children.length; ++i)
      add_shape(*static_cast<const GumboNode*>(node.v.document.children.data[i]), shape);
    return;
  }
  require(node.type != GUMBO_NODE_COMMENT && node.type != GUMBO_NODE_CDATA);
  if (node.type != GUMBO_NODE_ELEMENT) return;
  const GumboElement& element = node.v.element;
  add_piece(element.original_tag, shape);
  for (unsigned i = 0; i < element.attributes.length; ++i) {
    const auto& attribute = *static_cast<const GumboAttribute*>(element.attributes.data[i]);
    const std::string_view name = attribute.name;
    shape += ' ';
    shape += name;
    if (name == "src") require(std::string_view(attribute.value).starts_with("data:image/jpeg;base64,"));
    if (name == "href" || name == "class" || name == "id") shape += attribute.value;
  }
  shape += '{';
  for (unsigned i = 0; i < element.children.length; ++i)
    add_shape(*static_cast<const GumboNode*>(element.children.data[i]), shape);
  shape += '}';
}

/// The parser's memory, given back as a whole: it asks for so many pieces that they take most of the time.
class Arena {
 public:
  void* take(std::size_t bytes) {
    constexpr std::size_t k_alignment = alignof(std::max_align_t);
    bytes = (bytes + k_alignment - 1) / k_alignment * k_alignment;
    require(bytes <= m_memory.size() - m_taken);
    m_taken += bytes;
    return m_memory.data() + (m_taken - bytes);
  }
  void clear() { m_taken = 0; }

 private:
  std::vector<std::byte> m_memory = std::vector<std::byte>(64U << 20U);
  std::size_t m_taken = 0;
};

std::string shape_of(const std::string& page) {
  static Arena arena;
  GumboOptions options = kGumboDefaultOptions;
  options.allocator = [](void*, std::size_t bytes) { return arena.take(bytes); };
  options.deallocator = [](void*, void*) {};
  std::string shape;
  add_shape(*gumbo_parse_with_options(&options, page.data(), page.size())->document, shape);
  arena.clear();
  return shape;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string harmless = shape_of(page_with("x"));
  require(harmless.size() > 1'000);
  const std::string text(reinterpret_cast<const char*>(data), size);
  require(shape_of(page_with(text)) == harmless);
  return 0;
}
