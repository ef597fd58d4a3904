// SPDX-License-Identifier: Apache-2.0
// Shards of small records, for what counts and checks them.
//   write_records OUT SHARDS RECORDS BYTES      RECORDS of BYTES payload in each shard
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tfrecord/framing.hpp"

int main(int argc, char** argv) {
  if (argc < 5) return 2;
  const std::filesystem::path out = argv[1];
  const int shards = std::atoi(argv[2]);
  const int records = std::atoi(argv[3]);
  std::string payload(std::stoul(argv[4]), 'x');
  std::filesystem::create_directories(out);
  for (int shard = 0; shard < shards; ++shard) {
    std::string frames;
    for (int i = 0; i < records; ++i) {
      payload[0] = static_cast<char>(i);
      tfrec::append_frame(frames, payload);
    }
    std::ofstream file(out / ("records-" + std::to_string(shard) + ".tfrecord"), std::ios::binary);
    file << frames;
    if (!file.flush()) return 3;
  }
  return 0;
}
