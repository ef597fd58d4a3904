// SPDX-License-Identifier: Apache-2.0
#include "records/make/size_sample.hpp"

#include <set>

#include "support/catch.hpp"
#include "unit/records/make/forty_images.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// Keeps the last state, and how often one was reported.
struct ProgressLog final : Observer {
  void progress(const ProgressState& state) override {
    last = state;
    ++reports;
  }
  ProgressState last;
  int reports = 0;
};

SizeSample sample_of(const FortyImages& input, Compression compression = Compression::none) {
  ProgressLog log;
  return sample_sizes(*input.samples, *input.maker, 7, compression, {1, 1 << 20}, log);
}

std::uint64_t source_bytes(const FortyImages& input) {
  std::uint64_t bytes = 0;
  for (const SampleIndex one : input.samples->all()) bytes += input.samples->source_bytes(one);
  return bytes;
}

}  // namespace

TEST_CASE("Of a few samples the records are all made ahead, and predict the bytes of the set") {
  const FortyImages input;
  const SizeSample sample = sample_of(input);
  CHECK(sample.records == FortyImages::k_rows);
  REQUIRE(sample.made.size() == FortyImages::k_rows);
  std::uint64_t bytes = 0;
  for (const auto& [one, record] : sample.made) bytes += record.frame_bytes();
  REQUIRE(sample.models.size() == 1);
  CHECK(sample.models[0].bytes(FortyImages::k_rows, source_bytes(input)) == bytes);
}

TEST_CASE("Records of a compressed set are predicted as they are compressed") {
  const FortyImages input;
  const auto predicted = [&](Compression compression) {
    return sample_of(input, compression).models.at(0).bytes(FortyImages::k_rows, source_bytes(input));
  };
  CHECK(predicted(Compression::gzip) < predicted(Compression::none));
  CHECK(predicted(Compression::zlib) == predicted(Compression::gzip));
}

TEST_CASE("Bad images are sampled, but do not count for the prediction") {
  const FortyImages input({{"105.ppm", "no image"}, {"139.ppm", ""}});
  const SizeSample sample = sample_of(input);
  CHECK(sample.records == FortyImages::k_rows);
  CHECK(sample.bad == 2);
  const bool is_text = sample.example_bad.starts_with("'105.ppm': ");
  CHECK((is_text || sample.example_bad.starts_with("'139.ppm': ")));
  const FortyImages whole;
  CHECK(sample.models.at(0).per_record == Approx(sample_of(whole).models.at(0).per_record).epsilon(0.05));
}

TEST_CASE("Sampling reports the images drawn, made, and their bytes") {
  const FortyImages input;
  ProgressLog log;
  sample_sizes(*input.samples, *input.maker, 7, Compression::none, {1, 1 << 20}, log);
  CHECK(log.reports == FortyImages::k_rows + 1);
  CHECK(log.last.unit == std::string("images sampled"));
  CHECK(log.last.total == FortyImages::k_rows);
  CHECK(log.last.done == FortyImages::k_rows);
  CHECK(log.last.bytes_in == source_bytes(input));
}
