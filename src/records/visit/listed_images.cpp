// SPDX-License-Identifier: Apache-2.0
#include "records/visit/listed_images.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "base/text/number.hpp"
#include "dataset/table/csv_cell.hpp"
#include "dataset/table/csv_table.hpp"
#include "tfrecord/crc32c.hpp"

namespace tfrec {

void for_each_listed_image(const std::filesystem::path& list,
                           const std::function<void(const ListedImage&)>& visit) {
  constexpr std::array<std::string_view, 5> k_columns{"split", "shard", "record", "row", "image"};
  const auto table = read_csv_table(list);
  if (!std::ranges::equal(table->columns(), k_columns)) return;
  table->for_each([&](RowIndex, std::span<const std::string_view> cells) {
    const WholeNumber record = parse_whole(cells[2]);
    if (record.problem == NumberProblem::none && record.value >= 0) {
      visit({restored(cells[0]), restored(cells[1]), static_cast<std::uint64_t>(record.value),
             restored(cells[4])});
    }
  });
}

std::uint32_t checksum_of_list(std::string_view part, std::uint32_t previous) {
  while (!part.empty()) {
    const std::size_t end = std::min(part.find('\r'), part.size());
    previous = crc32c(part.substr(0, end), previous);
    part.remove_prefix(std::min(end + 1, part.size()));
  }
  return previous;
}

std::uint32_t checksum_of_list(const InputFile& list) {
  std::string buffer(std::size_t{1} << 20U, '\0');
  std::uint32_t crc = 0;
  std::uint64_t at = 0;
  for (;;) {
    const std::size_t got = list.read_at(at, std::span<char>(buffer));
    if (got == 0) return crc;
    crc = checksum_of_list(std::string_view(buffer).substr(0, got), crc);
    at += got;
  }
}

}  // namespace tfrec
