// SPDX-License-Identifier: Apache-2.0
// Reads files as records, as an example and as an image, under MemorySanitizer, which ends the process where
// a decision depends on a byte that nobody wrote. Prints what it found.
#include <cstdio>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/files/file.hpp"
#include "example/example_view.hpp"
#include "image/facts/image_facts.hpp"
#include "image/facts/png_text.hpp"
#include "image/facts/transparent_gray.hpp"
#include "tfrecord/reading/reader.hpp"

using namespace tfrec;

namespace {

struct Found {
  unsigned long records = 0;
  unsigned long damages = 0;
  unsigned long features = 0;
  unsigned long images = 0;
  unsigned long ones = 0;  // bits, so that each byte decides something
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
  }
  std::printf("%lu records, %lu damages, %lu features, %lu images, %lu bits\n", found.records, found.damages,
              found.features, found.images, found.ones);
  return argc > 1 && found.records > 0 && found.images > 0 ? 0 : 1;
}
