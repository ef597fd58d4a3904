// SPDX-License-Identifier: Apache-2.0
#include "records/make/size_model.hpp"

#include <cmath>
#include <vector>

#include "support/catch.hpp"

using namespace tfrec;

namespace {

using Sample = std::vector<SizePair>;

}  // namespace

TEST_CASE("Records of one size are predicted by their number, whatever their sources") {
  const SizeModel model = fit_sizes(Sample{{1000, 500}, {9000, 500}, {2000, 500}, {50, 500}});
  CHECK(model.per_byte == 0);
  CHECK(model.bytes(100, 1) == 50'000);
  CHECK(relative_error(model, 4, 1000, 1) == 0);
}

TEST_CASE("Records that follow their source are predicted by its bytes, with what each has besides") {
  const SizeModel model = fit_sizes(Sample{{1000, 2100}, {9000, 18100}, {2000, 4100}});
  CHECK(model.per_byte == Approx(2));
  CHECK(model.per_record == Approx(100));
  CHECK(model.bytes(10, 5000) == 11'000);
  CHECK(relative_error(model, 3, 1000, 1'000'000) == Approx(0).margin(1e-9));
  CHECK(fit_sizes(Sample{{1, 3}, {2, 5}, {3, 7}}).per_byte == Approx(2));
}

TEST_CASE("A prediction is never negative, nor does it fall where sources grow") {
  const SizeModel falling = fit_sizes(Sample{{1000, 300}, {2000, 200}, {3000, 100}});
  CHECK(falling.per_byte == 0);
  CHECK(falling.bytes(10, 0) == 2000);
  const SizeModel steep = fit_sizes(Sample{{1000, 100}, {2000, 1100}, {3000, 2100}});
  CHECK(steep.per_record == 0);
  CHECK(steep.bytes(1, 2000) == 1100);
}

TEST_CASE("Few pairs, or none, make a model without a measurable error") {
  CHECK(fit_sizes({}).bytes(100, 100) == 0);
  CHECK(fit_sizes(Sample{{0, 70}}).bytes(100, 0) == 7000);
  CHECK(std::isinf(relative_error(fit_sizes(Sample{{10, 70}, {20, 70}}), 2, 100, 1500)));
  CHECK(std::isinf(relative_error({}, 48, 100, 1500)));  // all were bad
  CHECK(relative_error({}, 100, 100, 1500) == 0);
}

TEST_CASE("The standard error falls with the sample and is none where all is sampled") {
  Sample sample;
  for (int i = 0; i < 100; ++i) sample.push_back({1000, i % 2 == 0 ? 900.0 : 1100.0});
  const SizeModel model = fit_sizes(sample);
  CHECK(relative_error(model, 100, 1'000'000, 1'000'000'000) == Approx(0.0101).epsilon(0.01));
  CHECK(relative_error(model, 25, 1'000'000, 1'000'000'000) == Approx(0.0202).epsilon(0.01));
  CHECK(relative_error(model, 75, 100, 100'000) == Approx(0.0101 / std::sqrt(3)).epsilon(0.01));
  CHECK(relative_error(model, 100, 100, 100'000) == 0);
}
