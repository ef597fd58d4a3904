// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <random>

#include "operations/report/findings/set_rows.hpp"
#include "operations/report/image_look.hpp"
#include "support/catch.hpp"

using namespace tfrec;

namespace {

/// Rows of one shard, all alike but for what a test changes; brightness and bytes vary at random.
SetRows some_rows(std::uint32_t count, std::size_t classes) {
  std::minstd_rand random(5);
  SetRows set;
  set.labels = classes;
  set.splits = 1;
  for (std::uint32_t i = 0; i < count; ++i) {
    ImageRow row;
    row.record = i;
    row.label = static_cast<std::uint32_t>(random() / 11 % classes);
    row.key = i + 1;
    row.hash = (std::uint64_t{random()} << 33U) ^ (std::uint64_t{random()} << 11U) ^ random();
    row.width = static_cast<std::uint16_t>(200 + random() % 50);
    row.height = static_cast<std::uint16_t>(180 + random() % 40);
    row.bytes = 10'000 + static_cast<std::uint32_t>(random() % 5'000);
    row.brightness = static_cast<std::uint16_t>(20'000 + random() % 20'000);
    row.contrast = static_cast<std::uint16_t>(9'000 + random() % 5'000);
    row.sharpness = static_cast<std::uint16_t>(8'000 + random() % 4'000);
    row.low = 20;
    row.high = 230;
    row.channels = 3;
    row.format = ImageFormat::jpeg;
    row.is_seen = true;
    row.place = (static_cast<float>(i) + 0.5F) / static_cast<float>(count);
    set.rows.push_back(row);
  }
  set.first_row = {0, count};
  set.split_of = {0};
  set.size_of = {0};
  set.may_repeat = {false};
  return set;
}

/// Cuts the rows into shards of the same length, which take turns in the splits.
void cut(SetRows& set, std::size_t shards, std::size_t splits) {
  set.first_row = {0};
  set.split_of.clear();
  set.size_of.assign(shards, 0);
  set.may_repeat.assign(shards, false);
  set.splits = splits;
  for (std::size_t i = 0; i < shards; ++i) {
    set.first_row.push_back(set.rows.size() * (i + 1) / shards);
    set.split_of.push_back(static_cast<std::uint32_t>(i % splits));
  }
}

std::vector<ReportShard> names(std::size_t count) {
  std::vector<ReportShard> shards(count);
  for (std::size_t i = 0; i < count; ++i) shards[i].path = "shard" + std::to_string(i);
  return shards;
}

}  // namespace

TEST_CASE("Images of a plain set are neither odd nor repeated, and nothing gives their classes away") {
  SetRows set = some_rows(2'000, 4);
  cut(set, 5, 2);
  CHECK(find_odd(set).empty());
  CHECK(find_repeated(set).equal_groups.empty());
  CHECK(find_giveaways(set, 42).empty());
  CHECK(find_drift(set, names(5), {"train", "val"}).empty());
}

TEST_CASE("Each kind of odd image is found by itself") {
  SetRows set = some_rows(500, 2);
  set.rows[3].low = set.rows[3].high = 90;
  set.rows[5].high = 30;
  set.rows[7].low = 220;
  set.rows[9].sharpness = 100;
  set.rows[11].width = 2'000;
  set.rows[13].width = 1'000;
  set.rows[13].height = 1'000;
  const std::vector<FoundOdd> odd = find_odd(set);
  REQUIRE(odd.size() == 6);
  for (std::size_t i = 0; i < odd.size(); ++i) {
    CHECK(static_cast<std::size_t>(odd[i].oddity) == i);
    CHECK(odd[i].rows == std::vector{static_cast<std::uint32_t>(3 + 2 * i)});
    CHECK_FALSE(odd[i].is_usual);
  }
}

TEST_CASE("What one image in ten has is a trait of the set, not a finding of images") {
  SetRows set = some_rows(500, 2);
  for (std::size_t i = 0; i < 50; ++i) set.rows[10 * i].high = 30;
  const std::vector<FoundOdd> odd = find_odd(set);
  REQUIRE(odd.size() == 1);
  CHECK(odd[0].is_usual);
}

TEST_CASE("A class between two thresholds of a width is given away, in words of the right range") {
  SetRows set = some_rows(1'000, 3);
  for (ImageRow& row : set.rows) {
    if (row.label == 1) row.width = static_cast<std::uint16_t>(215 + row.record % 3);
    if (row.label != 1 && row.width >= 215 && row.width <= 217) row.width = 240;
  }
  const std::vector<Giveaway> rules = find_giveaways(set, 42);
  REQUIRE_FALSE(rules.empty());
  CHECK(rules[0].property == Property::width);
  CHECK(rules[0].label == 1);
  CHECK(rules[0].from == 215);
  CHECK(rules[0].to == 217);
  CHECK(rules[0].has_lower);
  CHECK(rules[0].has_upper);
  CHECK(rules[0].accuracy == 1);
}

TEST_CASE("A class that lies in one part of the set is given away by its place") {
  SetRows set = some_rows(1'000, 2);
  for (ImageRow& row : set.rows) row.label = row.place < 0.3F ? 0 : 1;
  const std::vector<Giveaway> rules = find_giveaways(set, 42);
  REQUIRE_FALSE(rules.empty());
  CHECK(rules[0].property == Property::place);
}

TEST_CASE("A darker split and a shard of another class differ from the others") {
  SetRows set = some_rows(2'000, 2);
  cut(set, 10, 2);
  for (std::size_t shard = 0; shard < 10; ++shard) {
    for (std::size_t i = set.first_row[shard]; i < set.first_row[shard + 1]; ++i) {
      if (set.split_of[shard] == 1) set.rows[i].brightness = 10'000;
      if (shard == 4) set.rows[i].label = 1;
    }
  }
  const std::vector<Drift> drift = find_drift(set, names(10), {"train", "val"});
  REQUIRE(drift.size() >= 2);
  CHECK(drift[0].is_split);
  CHECK(drift[0].property == Property::brightness);
  const auto of_shard =
      std::find_if(drift.begin(), drift.end(), [](const Drift& one) { return !one.is_split; });
  REQUIRE(of_shard != drift.end());
  CHECK(of_shard->group == "shard4");
  CHECK_FALSE(of_shard->property);
}

TEST_CASE("Rare classes that chance deals unevenly are not a drift") {
  SetRows set = some_rows(8'000, 200);
  std::minstd_rand random(9);
  for (ImageRow& row : set.rows) {  // few classes have most images
    const double share = static_cast<double>(random() % 10'000 + 1) / 10'000;
    row.label = static_cast<std::uint32_t>(std::min(199.0, std::pow(share, -2) - 1));
  }
  cut(set, 400, 1);
  CHECK(find_drift(set, names(400), {"train"}).empty());
}

TEST_CASE("One image of another size does not make its shard differ") {
  SetRows set = some_rows(1'200, 1);
  for (ImageRow& row : set.rows) row.width = row.height = 32;
  set.rows[700].width = set.rows[700].height = 64;
  cut(set, 60, 1);
  CHECK(find_drift(set, names(60), {"train"}).empty());
}

TEST_CASE("Of two splits of equal size one differs from the other, by means that are arithmetic") {
  SetRows set = some_rows(600, 1);
  cut(set, 2, 2);
  for (std::size_t i = 0; i < 300; ++i) set.rows[i].width = i % 2 == 0 ? 40 : 160;
  std::vector<Drift> drift = find_drift(set, names(2), {"train", "val"});
  std::erase_if(drift, [](const Drift& one) { return one.property != Property::width; });
  REQUIRE(drift.size() == 1);
  CHECK(drift[0].group == "train");
  CHECK(drift[0].here == 100);
}

TEST_CASE("A property that few images have does not give away their class") {
  SetRows set = some_rows(2'000, 2);
  for (ImageRow& row : set.rows) {
    row.format = row.record % 10 == 0 ? ImageFormat::jpeg : ImageFormat::png;
    row.quality = static_cast<std::uint8_t>(row.format == ImageFormat::jpeg ? 50 + 40 * row.label : 0);
  }
  for (const Giveaway& rule : find_giveaways(set, 42)) CHECK(rule.property != Property::quality);
}

TEST_CASE("A class whose values lie beyond those of all others is given away, however few its images") {
  SetRows set = some_rows(600, 10);
  for (ImageRow& row : set.rows) {
    if (row.label == 1) row.width = static_cast<std::uint16_t>(300 + 7 * row.record % 401);
  }
  const std::vector<Giveaway> rules = find_giveaways(set, 42);
  REQUIRE_FALSE(rules.empty());
  CHECK(rules[0].property == Property::width);
  CHECK_FALSE(rules[0].has_upper);
  CHECK(rules[0].class_hits == Approx(1).margin(0.05));
}

TEST_CASE("Equal and near images are grouped, those of other sizes of the set are not") {
  SetRows set = some_rows(300, 2);
  set.rows[5].key = set.rows[200].key;
  set.rows[7].hash = set.rows[120].hash ^ 5U;
  const FoundRepeats found = find_repeated(set);
  CHECK(found.equal == 1);
  CHECK(found.equal_groups == std::vector<std::vector<std::uint32_t>>{{5, 200}});
  CHECK(found.near_groups == std::vector<std::vector<std::uint32_t>>{{7, 120}});
  cut(set, 2, 1);
  set.size_of = {0, 1};
  CHECK(find_repeated(set).equal == 0);
}

TEST_CASE("Looks of a copy at half the size agree, of another image not") {
  const auto image = [](int side, unsigned seed) {
    std::minstd_rand random(seed);
    std::vector<unsigned> levels(256);
    for (unsigned& level : levels) level = random() / 7 % 256;
    std::vector<std::uint8_t> bytes;
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) {
        bytes.push_back(
            static_cast<std::uint8_t>(levels[static_cast<std::size_t>(y * 16 / side * 16 + x * 16 / side)]));
      }
    }
    return bytes;
  };
  const auto looks = [&](int side, unsigned seed) {
    const std::vector<std::uint8_t> bytes = image(side, seed);
    return looks_of({bytes.data(), static_cast<std::size_t>(side), side, side, 1, false});
  };
  CHECK(look_alike(looks(128, 1), looks(64, 1)));
  CHECK_FALSE(look_alike(looks(128, 1), looks(128, 2)));
}
