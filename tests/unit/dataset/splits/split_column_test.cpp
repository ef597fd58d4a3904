// SPDX-License-Identifier: Apache-2.0
#include "dataset/splits/split_column.hpp"

#include "base/error.hpp"
#include "dataset/splits/splits.hpp"
#include "dataset/table/table.hpp"
#include "support/catch.hpp"

using namespace tfrec;

namespace {

/// A table of one column.
class OneColumn final : public Table {
 public:
  explicit OneColumn(std::vector<std::string> values) : m_values(std::move(values)) {}
  std::string source() const override { return "labels.csv"; }
  const std::vector<std::string>& columns() const override { return m_columns; }
  std::size_t rows() const override { return m_values.size(); }
  std::vector<std::string> cells(RowIndex row) const override { return {m_values.at(row.value())}; }
  void for_each(const Visit& visit) const override {
    for (const RowIndex row : IndexRange<RowIndex>(rows())) {
      const std::string_view cell = m_values[row.value()];
      visit(row, std::span(&cell, 1));
    }
  }
  FileLine line(RowIndex row) const override { return FileLine(row.value() + std::uint64_t{2}); }
  std::string place(RowIndex row) const override { return "labels.csv:" + std::to_string(line(row).value()); }

 private:
  std::vector<std::string> m_columns{"set"};
  std::vector<std::string> m_values;
};

std::string refusal(std::vector<std::string> values, ErrorKind kind = ErrorKind::bad_data) {
  try {
    splits_of_column(OneColumn(std::move(values)), 0);
  } catch (const Error& error) {
    CHECK(error.kind() == kind);
    return error.what();
  }
  return "accepted";
}

std::optional<SplitFolders> recognised(const std::vector<std::string>& paths) {
  return recognise_split_folders(paths);
}

}  // namespace

TEST_CASE("A column's values are the splits, in sorted order") {
  const GivenSplits splits = splits_of_column(OneColumn({"train", "val", "train", "test"}), 0);
  CHECK(splits.names == std::vector<std::string>{"test", "train", "val"});
  CHECK(splits.split_of_row == std::vector<std::uint16_t>{1, 2, 1, 0});
  CHECK(splits_of_column(OneColumn({}), 0).names.empty());
}

TEST_CASE("Beside names to deal to, rows with an empty cell have no split, and the names are splits") {
  const std::vector<std::string> dealt{"train", "val"};
  const GivenSplits splits = splits_of_column(OneColumn({"val", "", "test", " "}), 0, dealt);
  CHECK(splits.names == std::vector<std::string>{"test", "train", "val"});
  CHECK(splits.split_of_row == std::vector<std::uint16_t>{2, k_no_split, 0, k_no_split});
  CHECK_THROWS_AS(splits_of_column(OneColumn({"Val", ""}), 0, dealt), Error);
}

TEST_CASE("A column's cells that can't name a split are reported by row") {
  CHECK(refusal({"train", ""}) == "labels.csv:3: column 'set': the split is missing");
  CHECK(refusal({"train", "val "}) ==
        "labels.csv:3: column 'set': the split's name 'val ' begins or ends with a blank");
  CHECK(refusal({"../../etc"}) == "labels.csv:2: column 'set': the split's name '../../etc' starts with '.'");
  CHECK(refusal({"train", "Train"}) ==
        "labels.csv: column 'set': splits 'Train' and 'train' differ only in case");
}

TEST_CASE("A column of a thousand and one values holds no splits") {
  std::vector<std::string> values;
  for (int i = 0; i < 1000; ++i) values.push_back("patient" + std::to_string(i));
  CHECK(refusal(values) == "accepted");
  values.emplace_back("one more");
  CHECK(refusal(values, ErrorKind::usage) ==
        "--split-column set has more than 1,000 distinct values: too many for splits");
}

TEST_CASE("Split folders are recognised by their names") {
  const auto folders = recognised({"test/1.jpg", "test/2.jpg", "train/cat/1.jpg", "train/dog/a/2.jpg"});
  REQUIRE(folders);
  CHECK(folders->splits.names == std::vector<std::string>{"test", "train"});
  CHECK(folders->splits.split_of_row == std::vector<std::uint16_t>{0, 0, 1, 1});
  CHECK(folders->in_classes == std::vector<std::uint64_t>{0, 2});
  CHECK(folders->not_in_classes == std::vector<std::uint64_t>{2, 0});
  CHECK(SplitFolders::class_of("train/dog/a/2.jpg") == "dog");
  CHECK(SplitFolders::class_of("train/2.jpg").empty());
  CHECK(SplitFolders::class_of("2.jpg").empty());
  CHECK(recognised({"Test/1.jpg", "VALID/2.jpg"}));
  CHECK(recognised({"test_set/1.jpg", "training_set/2.jpg", "validation-set/3.jpg"}));
  CHECK(recognised({"TestSet/1.jpg", "Trainset/2.jpg"}));
  CHECK(recognised({"holdout/1.jpg", "test/2.jpg", "trainval/3.jpg"}));
}

TEST_CASE("Other folders are no split folders") {
  CHECK_FALSE(recognised({}));
  CHECK_FALSE(recognised({"cat/1.jpg", "dog/2.jpg"}));
  CHECK_FALSE(recognised({"set/1.jpg", "test/2.jpg"}));
  CHECK_FALSE(recognised({"train/cat/1.jpg", "train/dog/2.jpg"}));           // one split is none
  CHECK_FALSE(recognised({"test/1.jpg", "train/2.jpg", "unsorted/3.jpg"}));  // a folder beside them
  CHECK_FALSE(recognised({"1.jpg", "test/1.jpg", "train/2.jpg"}));           // an image beside them
  CHECK_FALSE(recognised({"Train/1.jpg", "train/2.jpg"}));                   // one folder to some
}
