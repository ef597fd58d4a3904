// SPDX-License-Identifier: Apache-2.0
#include "operations/report/shown/record_names.hpp"

#include <map>
#include <system_error>

#include "base/error.hpp"
#include "records/visit/listed_images.hpp"

namespace tfrec {

namespace {

/// Images without a name, by the shard's path in its set, then by record.
using Unnamed = std::map<std::string, std::map<std::uint64_t, ShownImage*>, std::less<>>;

void read_names(const std::filesystem::path& list, const Unnamed& unnamed) {
  for_each_listed_image(list, [&](const ListedImage& listed) {
    const auto known = unnamed.find(listed.shard);
    if (known == unnamed.end()) return;
    const auto shown = known->second.find(listed.record);
    if (shown != known->second.end()) shown->second->name = std::string(listed.image);
  });
}

}  // namespace

void add_record_names(const FoundShards& found, ReportResult& result) {
  std::map<std::size_t, Unnamed> by_set;
  for (ShownImage& image : result.shown) {
    const FoundShard& shard = found.shards[image.shard];
    const ManifestShard* listed = found.listed(shard);
    if (image.name.empty() && listed != nullptr) by_set[*shard.set][listed->path][image.record] = &image;
  }
  for (const auto& [set, unnamed] : by_set) {
    const std::filesystem::path list = found.sets[set].folder / k_record_list_name;
    std::error_code failed;
    if (!std::filesystem::is_regular_file(list, failed)) continue;
    try {
      read_names(list, unnamed);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::bad_data) throw;
      result.notes.push_back("names of images: " + error.message());
    }
  }
}

}  // namespace tfrec
