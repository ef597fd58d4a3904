// SPDX-License-Identifier: Apache-2.0
#include "dataset/table/column_profile.hpp"

#include <string>
#include <vector>

#include "dataset/table/csv_table.hpp"
#include "support/catch.hpp"
#include "support/data/indexes.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using tfrec::test::ScratchFolder;

namespace {

/// The profile of a column of these cells.
ColumnProfile profile_of(const std::vector<std::string>& cells) {
  std::string csv = "n,c\n";
  for (const std::string& cell : cells) csv += "1,\"" + cell + "\"\n";
  const ScratchFolder folder;
  return profile_columns(*read_csv_table(folder.write("labels.csv", csv))).at(1);
}

}  // namespace

TEST_CASE("whole numbers, numbers and text are reported apart", "[profile]") {
  const ColumnProfile whole = profile_of({"1", "-2", "+3", "9223372036854775807"});
  CHECK(whole.name == "c");
  CHECK(whole.all_whole());
  CHECK(whole.all_numbers());
  CHECK_FALSE(whole.first_not_whole);
  CHECK_FALSE(whole.leading_zeros);

  const ColumnProfile numbers = profile_of({"1", "0.5", "1e3"});
  CHECK_FALSE(numbers.all_whole());
  CHECK(numbers.all_numbers());
  REQUIRE(numbers.first_not_whole);
  CHECK(numbers.first_not_whole->row == RowIndex(1));
  CHECK(numbers.first_not_whole->value == "0.5");

  const ColumnProfile text = profile_of({"1", "2.5", "NA", "x"});
  CHECK(text.whole == 1);
  CHECK(text.numbers == 2);
  CHECK_FALSE(text.all_numbers());
  REQUIRE(text.first_not_number);
  CHECK(text.first_not_number->row == RowIndex(2));
  CHECK(text.first_not_number->value == "NA");
}

TEST_CASE("what numbers can't carry is pointed out", "[profile]") {
  const ColumnProfile large = profile_of({"1", "9223372036854775808"});
  CHECK(large.all_numbers());
  CHECK_FALSE(large.all_whole());
  REQUIRE(large.first_too_large);
  CHECK(large.first_too_large->row == RowIndex(1));
  CHECK(profile_of({"007", "12"}).leading_zeros);
  CHECK(profile_of({"007", "12"}).all_whole());
  CHECK_FALSE(profile_of({"0", "-0.5", "10"}).leading_zeros);
  CHECK_FALSE(profile_of({"1e999"}).all_numbers());
  CHECK_FALSE(profile_of({"nan"}).all_numbers());
  CHECK_FALSE(profile_of({"inf"}).all_numbers());
}

TEST_CASE("missing cells are counted and count nowhere else", "[profile]") {
  const ColumnProfile gaps = profile_of({"", "1", "", "2", "", "", "", ""});
  CHECK(gaps.rows == 8);
  CHECK(gaps.missing == 6);
  CHECK(gaps.missing_rows == test::indexes<RowIndex>({0, 2, 4, 5, 6}));
  CHECK(gaps.all_whole());
  CHECK(gaps.distinct.size() == 2);
  const ColumnProfile nothing = profile_of({"", ""});
  CHECK_FALSE(nothing.all_whole());
  CHECK_FALSE(nothing.all_numbers());
  CHECK_FALSE(nothing.any_repeats());
}

TEST_CASE("blanks around a value are kept and pointed out", "[profile]") {
  const ColumnProfile padded = profile_of({"rose", "rose ", "\ttulip", "5", " 5"});
  CHECK(padded.padded == 3);
  REQUIRE(padded.first_padded);
  CHECK(padded.first_padded->row == RowIndex(1));
  CHECK(padded.first_padded->value == "rose ");
  CHECK(padded.whole == 1);
  CHECK(padded.distinct.size() == 5);
}

TEST_CASE("distinct values come with their counts, in order of appearance, up to the limit", "[profile]") {
  const ColumnProfile few = profile_of({"b", "a", "b", "b"});
  REQUIRE(few.distinct.size() == 2);
  CHECK(few.distinct[0].value == "b");
  CHECK(few.distinct[0].count == 3);
  CHECK(few.distinct[1].value == "a");
  CHECK(few.any_repeats());
  CHECK_FALSE(profile_of({"a", "b"}).any_repeats());

  std::vector<std::string> many;
  for (std::size_t i = 0; i < k_max_distinct; ++i) many.push_back("v" + std::to_string(i));
  CHECK(profile_of(many).distinct.size() == k_max_distinct);
  CHECK_FALSE(profile_of(many).distinct_overflow);
  CHECK_FALSE(profile_of(many).any_repeats());
  many.emplace_back("one more");
  CHECK(profile_of(many).distinct.empty());
  CHECK(profile_of(many).distinct_overflow);
  CHECK(profile_of(many).any_repeats());
}

TEST_CASE("huge values are not collected without end", "[profile]") {
  std::vector<std::string> huge;
  for (char c = 'a'; c <= 'z'; ++c) huge.emplace_back(3'000'000, c);
  const ColumnProfile profile = profile_of(huge);
  CHECK(profile.distinct_overflow);
  CHECK(profile.distinct.empty());
  CHECK(profile.present() == 26);
}

TEST_CASE("a line break in a value is pointed out", "[profile]") {
  const ColumnProfile broken = profile_of({"a", "b\nc"});
  REQUIRE(broken.first_line_break);
  CHECK(broken.first_line_break->row == RowIndex(1));
}
