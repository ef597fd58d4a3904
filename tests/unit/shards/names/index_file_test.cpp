// SPDX-License-Identifier: Apache-2.0
#include "shards/names/index_file.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/scratch_folder.hpp"
#include "tfrecord/framing.hpp"

using namespace tfrec;
using tfrec::test::ScratchFolder;

namespace {

bool is_index_text(const std::string& text) {
  const ScratchFolder folder;
  return is_index(InputFile(folder.write("a.idx", text)));
}

}  // namespace

TEST_CASE("Names of indexes are those of the tools that read them") {
  CHECK(index_name("flowers00-230.tfrec", IndexFormat::dali) == "flowers00-230.tfrec.idx");
  CHECK(index_name("train-00001-of-01024", IndexFormat::dali) == "train-00001-of-01024.idx");
  CHECK(index_name("flowers00-230.tfrec", IndexFormat::tfindex) == "flowers00-230.tfindex");
  CHECK(index_name("a.TFRecord", IndexFormat::tfindex) == "a.tfindex");
  CHECK(index_name("a.tfrecords", IndexFormat::tfindex) == "a.tfindex");
  CHECK(index_name("x.tfrecord-00000-of-00005", IndexFormat::tfindex) == "x.tfrecord-00000-of-00005.tfindex");
  CHECK(index_name(".tfrec", IndexFormat::tfindex) == ".tfrec.tfindex");
}

TEST_CASE("An index reads back, whatever its blanks, across reads of the file") {
  const ScratchFolder folder;
  std::string lines;
  std::vector<IndexEntry> entries;
  for (std::uint64_t i = 0; i < 20'000; ++i) entries.push_back({i * 1'000'000'007, i + 16});
  for (const IndexEntry& entry : entries) append_index_line(lines, entry);
  CHECK(lines.substr(0, 5) == "0 16\n");
  lines += " \r\n\t 7\t18446744073709551615";
  entries.push_back({7, UINT64_MAX});
  const InputFile file(folder.write("a.idx", lines));
  IndexReader reader(file);
  for (const IndexEntry& entry : entries) REQUIRE(reader.next() == entry);
  CHECK_FALSE(reader.next());
  CHECK(reader.is_at_end());
}

TEST_CASE("What is no pair of numbers ends the entries") {
  const ScratchFolder folder;
  for (const std::string text : {"0 16\n16", "0 16\nx", "0 16\n-1 20", "0 16\n1.5 20",
                                 "0 16\n18446744073709551616 1", "0 16\n16 20x", "0 16\n16,20"}) {
    INFO(text);
    const InputFile file(folder.write("a.idx", text));
    IndexReader reader(file);
    CHECK(reader.next() == IndexEntry{0, 16});
    CHECK_FALSE(reader.next());
  }
}

TEST_CASE("An index that ends in an offset without a size, or behind byte 2^64, is no index") {
  CHECK(is_index_text("0 17\n17 16\n"));
  CHECK_FALSE(is_index_text("0 17\n17 16\n33"));
  CHECK_FALSE(is_index_text("0 17\n17 16\n33 "));
  CHECK_FALSE(is_index_text("0 18446744073709551600\n18446744073709551600 16\n"));
}

TEST_CASE("An index is reported from other files of numbers") {
  CHECK(is_index_text(""));
  CHECK(is_index_text("0 16\n"));
  CHECK(is_index_text("0 100\n100 16\n116 20\n"));
  CHECK_FALSE(is_index_text("0\t0\n1\t1234\n"));  // MXNet's: key and offset
  CHECK_FALSE(is_index_text("0 100\n101 16\n"));
  CHECK_FALSE(is_index_text("0 15\n"));
  CHECK_FALSE(is_index_text("16 16\n"));
  CHECK_FALSE(is_index_text("0 16\nnotes"));
  CHECK_FALSE(is_index_text(std::string("0 16\n\0", 6)));
}

TEST_CASE("An index is that of a shard whose frames it lists, all of them and no others") {
  const ScratchFolder folder;
  std::string shard;
  append_frame(shard, "one");
  append_frame(shard, std::string(100, '2'));
  const auto is_index_of_shard = [&](const std::string& text, const std::string& bytes) {
    const InputFile index(folder.write("a.idx", text));
    return is_index_of(index, InputFile(folder.write("a.tfrec", bytes)));
  };
  CHECK(is_index_of_shard("0 19\n19 116\n", shard));
  CHECK(is_index_of_shard("", ""));
  CHECK_FALSE(is_index_of_shard("0 19\n", shard));
  CHECK_FALSE(is_index_of_shard("", shard));
  CHECK_FALSE(is_index_of_shard("0 135\n", shard));
  CHECK_FALSE(is_index_of_shard("0 116\n116 19\n", shard));
  CHECK_FALSE(is_index_of_shard("0 19\n19 116\n135 16\n", shard));
  CHECK_FALSE(is_index_of_shard("0 19\n19 116\n", shard.substr(0, 134)));
  CHECK_FALSE(is_index_of_shard("0 19\n19 116\n", shard + "x"));
}
