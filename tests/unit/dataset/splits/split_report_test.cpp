// SPDX-License-Identifier: Apache-2.0
#include "dataset/splits/split_report.hpp"

#include "dataset/order/batches.hpp"
#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("A split's report counts labels and tells the largest deviations") {
  const std::vector<std::uint16_t> split{0, 0, 0, 0, 0, 0, 0, 1, 1, 1};
  const std::vector<std::uint32_t> ids{0, 0, 0, 0, 0, 0, 1, 1, 1, k_no_label};
  const std::vector<SplitShare> shares{{"train", 0.8}, {"val", 0.2}};
  const SplitReport report = report_split(split, {3, ids, {}}, shares);
  CHECK(report.sizes() == std::vector<std::uint64_t>{7, 3});
  CHECK(report.splits[0].labels == std::vector<std::uint64_t>{6, 1, 0});
  CHECK(report.splits[1].labels == std::vector<std::uint64_t>{0, 2, 0});
  CHECK(report.splits[1].unlabelled == 1);
  CHECK(report.size.split == 0);
  CHECK(report.size.in_samples() == Approx(-1));
  REQUIRE(report.most_samples);
  CHECK(report.most_samples->label == 1U);  // 1 of 3 in train where 2.4 are wanted
  CHECK(report.most_samples->split == 0);
  CHECK(report.most_samples->in_samples() == Approx(-1.4));
  REQUIRE(report.most_points);
  CHECK(report.most_points->points() == Approx(1.0 / 3 - 0.8));
}

TEST_CASE("A report without labels or samples has no label that deviates") {
  const std::vector<SplitShare> shares{{"train", 0.8}, {"val", 0.2}};
  const SplitReport report = report_split({}, {}, shares);
  CHECK(report.sizes() == std::vector<std::uint64_t>{0, 0});
  CHECK(report.size.in_samples() == 0);
  CHECK_FALSE(report.most_samples);
  const std::vector<std::uint16_t> split{1};
  const std::vector<std::uint32_t> ids{0};
  CHECK_FALSE(report_split(split, {1, ids, {}}, shares).most_points);  // one sample can't be shared out
}

TEST_CASE("Batches: full steps and what is left") {
  CHECK(fit_batches(160, 16).steps == 10);
  CHECK(fit_batches(160, 16).remainder == 0);
  CHECK(fit_batches(160, 16).steps_with_remainder() == 10);
  CHECK(fit_batches(165, 16).steps == 10);
  CHECK(fit_batches(165, 16).remainder == 5);
  CHECK(fit_batches(165, 16).steps_with_remainder() == 11);
  CHECK(fit_batches(3, 16).steps == 0);
  CHECK(fit_batches(0, 16).steps_with_remainder() == 0);
}
