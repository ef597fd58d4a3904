// SPDX-License-Identifier: Apache-2.0
// Any text in all places of a report's page: an HTML5 parser sees the same elements and attributes as with
// harmless text, so no name becomes markup, an attribute, a script or an address. html_fuzz.cpp tests each
// kind of place, 50 times as fast.
#include <cstddef>
#include <cstdint>
#include <string>

#include "cli/reports/html/page.hpp"
#include "parsed_html.hpp"

namespace {

using namespace tfrec;

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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string harmless = test::ParsedHtml(page_with("x")).shape();
  test::require(harmless.size() > 1'000);
  const std::string text(reinterpret_cast<const char*>(data), size);
  test::require(test::ParsedHtml(page_with(text)).shape() == harmless);
  return 0;
}
