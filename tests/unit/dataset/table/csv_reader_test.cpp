// SPDX-License-Identifier: Apache-2.0
#include "dataset/table/csv_reader.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "dataset/table/csv_dialect.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using tfrec::test::ScratchFolder;

namespace {

/// All records with their lines and offsets, or the error, as one text.
std::string events_of(const InputFile& file, std::size_t block_bytes) {
  std::string all;
  try {
    CsvLayout layout = find_csv_layout(file, std::nullopt, 1000);
    layout.block_bytes = block_bytes;
    CsvReader reader(file, layout);
    while (reader.next()) {
      all += std::to_string(reader.line().value()) + "@" + std::to_string(reader.offset());
      for (const std::string_view cell : reader.cells()) all += "[" + std::string(cell) + "]";
    }
  } catch (const Error& error) {
    all += error.what();
  }
  return all;
}

}  // namespace

TEST_CASE("records do not depend on where blocks end", "[csv]") {
  const std::string content = GENERATE(values<std::string>({
      "a,b\r\n\"x\"\"\r\n\"\"y\",2\r\n\"\",\"\"\"\"\r\n,\r\n\"q\",z",
      "a,b\n1,2\n\"x\"y,3\n",
      "a,b\n1,2\n1,\"x\ny",
      "a,b\n1,2\n1\r2,3\n",
      "a\n\n\r\n\"\"\nx",
  }));
  const ScratchFolder folder;
  const InputFile file(folder.write("labels.csv", content));
  const std::string whole = events_of(file, 4096);
  CAPTURE(content, whole);
  for (std::size_t block = 1; block < 20; ++block) CHECK(events_of(file, block) == whole);
}
