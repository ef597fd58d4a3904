// SPDX-License-Identifier: Apache-2.0
#include "records/visit/listed_images.hpp"

#include <string>

#include "support/catch.hpp"
#include "support/scratch_folder.hpp"
#include "tfrecord/crc32c.hpp"

using namespace tfrec;

TEST_CASE("The checksum of a record list is that of its text without carriage returns") {
  const std::string line = "train,f00-2.tfrec,0,images/photo.jpg\n";
  std::string list;
  std::string returned;
  while (list.size() < 3'000'000) {  // longer than what is read at once
    list += line;
    returned += line.substr(0, line.size() - 1) + "\r\n";
  }
  const test::ScratchFolder scratch;
  CHECK(checksum_of_list(list) == crc32c(list));
  CHECK(checksum_of_list(returned) == crc32c(list));
  CHECK(checksum_of_list(InputFile(scratch.write("list", list))) == crc32c(list));
  CHECK(checksum_of_list(InputFile(scratch.write("returned", returned))) == crc32c(list));
  CHECK(checksum_of_list(InputFile(scratch.write("empty", ""))) == 0);
}
