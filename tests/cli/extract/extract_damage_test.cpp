// SPDX-License-Identifier: Apache-2.0
// How many records `extract` reports as lost.
#include "support/catch.hpp"
#include "support/data/deflated.hpp"
#include "support/data/example_bytes.hpp"
#include "support/data/images.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;
using Catch::ContainsSubstring;

namespace {

const std::string k_record = shard_of({payload_of({{"image", Texts{jpeg_image(8, 8)}}})});

std::string records(int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += k_record;
  return all;
}

/// The line of records that are not extracted, and how many images are.
void check_loss(const std::string& name, const std::string& bytes, int images, const std::string& line) {
  INFO(name << ", " << line);
  const ScratchFolder folder;
  folder.write(name, bytes);
  const RunResult result = run_tfrec({"extract", name, "-o", "out", "-q"}, in(folder));
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.out, ContainsSubstring("\nbad      " + line + "\n"));
  CHECK_THAT(result.err, Catch::StartsWith("tfrec: error: " + name + ": record "));
  CHECK_THAT(result.out, Catch::StartsWith("images " + std::to_string(images) + " file"));
}

}  // namespace

TEST_CASE("extract counts no record whose header alone is damaged as not extracted") {
  check_loss("a.tfrec", with_flipped_bit(records(3), 1), 3, "damage, but all records are extracted");
  check_loss("a.tfrec", with_flipped_bit(records(3), k_record.size() + 9), 3,
             "damage, but all records are extracted");
}

TEST_CASE("extract counts a damaged GZIP trailer as no record of a shard whose name has the count") {
  const std::string whole = gzipped(records(3));
  const std::string bytes = with_flipped_bit(whole, whole.size() - 6);
  check_loss("a0-3.tfrec", bytes, 3, "damage, but all records are extracted");
  check_loss("a.tfrec.gz", bytes, 3, "an unknown number of records not extracted");
}

TEST_CASE("extract counts lost records by the name of the shard") {
  const std::string cut = records(5).substr(0, 2 * k_record.size() + 5);
  check_loss("a.tfrec", cut, 2, "at least 1 record not extracted");
  check_loss("a0-5.tfrec", cut, 2, "3 records not extracted");
  const std::string no_image = shard_of({payload_of({{"image", Texts{"text"}}})});
  check_loss("a0-6.tfrec", no_image + cut, 2, "4 records not extracted");
}

TEST_CASE("extract counts a record whose bytes are damaged once") {
  check_loss("a.tfrec", with_flipped_bit(records(3), 20), 2, "1 record not extracted");
}
