// SPDX-License-Identifier: Apache-2.0
// Reads files as records, as an example and as an image, under MemorySanitizer, which ends the process where
// a decision depends on a byte that nobody wrote. Salvages the records, counts their frames, filters, checks
// and changes the examples. Prints what it found.
#include <cstdio>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.hpp"
#include "base/files/file.hpp"
#include "example/change_features.hpp"
#include "example/example_spec.hpp"
#include "example/example_view.hpp"
#include "example/record_filter.hpp"
#include "image/facts/image_facts.hpp"
#include "image/facts/png_text.hpp"
#include "image/facts/transparent_gray.hpp"
#include "tfrecord/reading/anchors.hpp"
#include "tfrecord/reading/count_frames.hpp"
#include "tfrecord/reading/reader.hpp"
#include "tfrecord/reading/salvage.hpp"

using namespace tfrec;

namespace {

struct Found {
  unsigned long records = 0;
  unsigned long damages = 0;
  unsigned long features = 0;
  unsigned long images = 0;
  unsigned long passed = 0;  // by a filter
  unsigned long ones = 0;    // bits, so that each byte decides something
};

void look_at(std::string_view bytes, Found& found) {
  for (const char c : bytes) {
    for (unsigned left = static_cast<unsigned char>(c); left != 0; left &= left - 1) ++found.ones;
  }
}

template <class Number>
void look_at_number(Number number, Found& found) {
  look_at({reinterpret_cast<const char*>(&number), sizeof number}, found);
}

void read_image(std::string_view file, Found& found) {
  const ImageFacts facts = image_facts(file);
  if (is_image_value(facts)) ++found.images;
  for (const std::uint32_t number : {facts.width, facts.height, facts.max_sample})
    look_at_number(number, found);
  for (const int number : {facts.channels, facts.bits, facts.jpeg_process, facts.exif_orientation})
    look_at_number(number, found);
  for (const bool flag :
       {facts.is_unsigned, facts.alpha, facts.premultiplied, facts.cmyk, facts.more_images, facts.progressive,
        facts.several_scans, facts.whole_header, facts.white_is_zero, facts.palette})
    look_at_number(flag, found);
  look_at(facts.exif_oddity, found);
  if (const auto png = png_without_text(file)) look_at(*png, found);
  if (const auto gray = transparent_gray(file)) look_at_number(*gray, found);
}

/// With the example's own names, so that each value is compared.
void use_example(const ExampleView& view, std::string_view payload, Found& found) {
  std::vector<FeatureRule> rules{{"label", ListKind::int64_list}};
  std::vector<FeatureChange> changes;
  for (const FeatureView& feature : view.features()) {
    if (feature.name.find_first_of("=!\"") != std::string_view::npos || feature.name.empty()) continue;
    const std::string name(feature.name);
    if (name != "label") rules.push_back({name, ListKind::bytes, 1, 3});
    changes.push_back({feature.name, {}});
    try {
      if (RecordFilter(name + "=0,1").passes(view)) ++found.passed;
    } catch (const Error& error) {
      look_at(error.what(), found);
    }
  }
  std::vector<Breach> breaches;
  const ExampleSpec spec(std::move(rules));
  spec.check(view, breaches);
  for (const Breach& breach : breaches) look_at(describe(breach), found);
  std::string changed;
  append_with_changes(changed, payload, changes);
  look_at(changed, found);
  const ReadablePart part = readable_part(payload.substr(0, payload.size() / 2));
  look_at(part.example, found);
  look_at_number(part.cut_bytes, found);
}

void read_example(std::string_view payload, Found& found) {
  ExampleView view;
  if (!view.parse(payload)) return;
  for (const ExampleProblem& problem : view.problems()) look_at(problem.message, found);
  std::vector<std::string_view> values;
  for (const FeatureView& feature : view.features()) {
    ++found.features;
    look_at(feature.name, found);
    if (feature.kind != ListKind::bytes) continue;
    view.read(feature, values);
    for (const std::string_view value : values) read_image(value, found);
  }
  use_example(view, payload, found);
}

void read_records(const InputFile& file, Found& found) {
  Reader reader(file);
  for (;;) {
    const ReadItem item = reader.next();
    if (std::holds_alternative<End>(item)) return;
    if (const auto* record = std::get_if<Record>(&item)) {
      ++found.records;
      read_example(record->payload, found);
    } else {
      ++found.damages;
    }
  }
}

void salvage_records(const InputFile& file, Found& found) {
  Reader first(file);
  const Anchors anchors = find_anchors(first);
  for (const Anchors* proof : {static_cast<const Anchors*>(nullptr), &anchors}) {
    Reader reader(file);
    const Salvaged result = salvage(
        reader, [&](const Record&, std::string_view frame) { look_at(frame, found); }, proof);
    for (const Damage& damage : result.lost.listed) look_at_number(damage.offset, found);
    look_at_number(result.kept_bytes, found);
  }
  const FrameCount count = count_frames(file);
  look_at_number(count.records, found);
  look_at_number(count.bytes, found);
}

}  // namespace

int main(int argc, char** argv) {
  Found found;
  for (int i = 1; i < argc; ++i) {
    std::fprintf(stderr, "%s\n", argv[i]);  // the last line names the one that fails
    const InputFile file(FileDescriptor(::open(argv[i], O_RDONLY | O_CLOEXEC)), argv[i]);
    const std::string bytes = read_whole(file);
    read_image(bytes, found);
    read_example(bytes, found);
    read_records(file, found);
    salvage_records(file, found);
  }
  std::printf("%lu records, %lu damages, %lu features, %lu images, %lu bits\n", found.records, found.damages,
              found.features, found.images, found.ones);
  return argc > 1 && found.records > 0 && found.images > 0 ? 0 : 1;
}
