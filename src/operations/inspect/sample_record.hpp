// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "example/example_view.hpp"
#include "image/facts/image_facts.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec {

/// How much of a record a sample keeps.
struct SampleLimits {
  std::size_t values = 8;  // of each feature
  std::size_t bytes = 80;  // of each bytes value
};

/// A bytes value: its image's facts, or its first bytes.
struct SampleBytes {
  std::uint64_t size = 0;
  std::optional<ImageFacts> image;
  std::string head;
  bool is_text = false;  // head is UTF-8, cut between characters
};

struct SampleFeature {
  std::string name;
  std::optional<ListKind> kind;
  std::uint64_t length = 0;  // of the list; the values kept may be fewer
  std::vector<SampleBytes> bytes;
  std::vector<float> floats;
  std::vector<std::size_t> marks;  // places of all numbers of the list that are not 0
  std::vector<std::int64_t> integers;
};

struct SampleRecord {
  std::string path;
  std::uint64_t record = 0;
  std::uint64_t offset = 0;  // of the frame
  std::uint64_t size = 0;    // of the payload
  std::vector<SampleFeature> features;
  std::optional<SampleBytes> payload;  // where the record is not an example
};

SampleRecord sample_of_example(const Record& record, const ExampleView& example, const SampleLimits& limits);
SampleRecord sample_of_payload(const Record& record, const SampleLimits& limits);

}  // namespace tfrec
