// SPDX-License-Identifier: Apache-2.0
#include "sets/strata/stratify_labels.hpp"

#include <numeric>

#include "base/error.hpp"
#include "dataset/table/csv_table.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using tfrec::test::ScratchFolder;

namespace {

using Names = std::vector<std::string>;
using Numbers = std::vector<std::uint32_t>;

StratifyLabels labels_of(const std::string& csv, const Numbers& rows,
                         const std::vector<StratifyColumn>& columns) {
  const ScratchFolder scratch;
  scratch.write("labels.csv", csv);
  const auto table = read_csv_table(scratch / "labels.csv");
  const ImageFolder folder;
  Samples samples{*table, folder, nullptr, {}, {}, {}};
  for (const std::uint32_t row : rows) {
    samples.rows.emplace_back(row);
    samples.images.push_back(0);
  }
  return stratify_labels(samples, columns);
}

Numbers of(const StratifyLabels& labels, std::size_t sample) {
  const auto own = labels.of(SampleIndex(sample));
  return {own.begin(), own.end()};
}

}  // namespace

TEST_CASE("Labels of one column are numbered as classes are sorted; an empty cell is none") {
  const StratifyLabels labels = labels_of("image,n\na,10\nb,9\nc,\nd,10\n", {0, 1, 2, 3}, {{1, ""}});
  CHECK(labels.names == Names{"9", "10"});
  CHECK(labels.labels == Numbers{1, 0, k_no_label, 1});
  CHECK(labels.begins.empty());
  CHECK(of(labels, 0) == Numbers{1});
  CHECK(of(labels, 2).empty());
  CHECK(labels.text_of(1) == "10");
}

TEST_CASE("Rows that have no image are passed over, and their labels are none") {
  const StratifyLabels labels = labels_of("image,n\na,x\nb,only\nc,y\nd,x\n", {0, 2, 3}, {{1, ""}});
  CHECK(labels.names == Names{"x", "y"});
  CHECK(labels.labels == Numbers{0, 1, 0});
}

TEST_CASE("Cells with several labels count each once, and a separator makes them so") {
  const StratifyLabels labels =
      labels_of("image,tags\na,red|blue\nb,\nc, blue | blue \n", {0, 1, 2}, {{1, "|"}});
  CHECK(labels.names == Names{"blue", "red"});
  CHECK(of(labels, 0) == Numbers{1, 0});
  CHECK(of(labels, 1).empty());
  CHECK(of(labels, 2) == Numbers{0});
}

TEST_CASE("Several columns put their labels one after the other, equal names apart") {
  const StratifyLabels labels = labels_of("image,p,q\na,x,x\nb,y,\nc,x,z\n", {0, 1, 2}, {{1, ""}, {2, ""}});
  CHECK(labels.names == Names{"x", "y", "x", "z"});
  CHECK(of(labels, 0) == Numbers{0, 2});
  CHECK(of(labels, 1) == Numbers{1});
  CHECK(of(labels, 2) == Numbers{0, 3});
  CHECK(labels.text_of(1) == "p: y");
  CHECK(labels.text_of(2) == "q: x");
  REQUIRE(labels.columns.size() == 2);
  CHECK(labels.columns[1].first == 2);
  CHECK(labels.columns[1].end == 4);
  const SampleLabels view = labels.view();
  CHECK(view.count == 4);
  CHECK(view.begins.size() == 4);
}

TEST_CASE("The labels of some samples keep their numbers") {
  const std::vector<SampleIndex> some{SampleIndex(2), SampleIndex(0)};
  const StratifyLabels one = labels_of("image,n\na,10\nb,9\nc,\n", {0, 1, 2}, {{1, ""}}).of_some(some);
  CHECK(one.names == Names{"9", "10"});
  CHECK(one.labels == Numbers{k_no_label, 1});
  const StratifyLabels tags =
      labels_of("image,tags\na,red|blue\nb,\nc,blue\n", {0, 1, 2}, {{1, "|"}}).of_some(some);
  CHECK(of(tags, 0) == Numbers{0});
  CHECK(of(tags, 1) == Numbers{1, 0});
  CHECK(tags.view().begins.size() == 3);
  CHECK(StratifyLabels().of_some(some).view().empty());
}

TEST_CASE("A column of more than 100,000 values is no class") {
  std::string csv = "image,n\n";
  for (int i = 0; i <= 100'000; ++i) csv += "a," + std::to_string(i) + "\n";
  Numbers rows(100'001);
  std::iota(rows.begin(), rows.end(), 0U);
  CHECK_THROWS_AS(labels_of(csv, rows, {{1, ""}}), Error);
  rows.pop_back();
  CHECK(labels_of(csv, rows, {{1, ""}}).names.size() == 100'000);
}
