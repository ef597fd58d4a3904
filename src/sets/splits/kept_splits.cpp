// SPDX-License-Identifier: Apache-2.0
#include "sets/splits/kept_splits.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/concurrency/parallel_for.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/join/image_index.hpp"
#include "dataset/splits/splits.hpp"
#include "example/example_view.hpp"
#include "sets/options/earlier_set.hpp"
#include "tfrecord/crc32c.hpp"
#include "tfrecord/reading/read_all.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

/// The feature with the names by which the table or the folder called the images.
std::string name_feature(const EarlierSet& earlier, const std::string& file) {
  const std::string column = text_option(*earlier.manifest, "image-column");
  for (const FeatureSpec& spec : earlier.features) {
    const bool is_cell = spec.kind == FeatureKind::bytes && spec.columns == std::vector{column};
    if (is_cell || spec.kind == FeatureKind::path) return spec.name;
  }
  throw Error(ErrorKind::usage, file, "has no feature with the names of the images (--keep-splits)",
              "use --split-column with a column that names the split of each row");
}

/// The shards that have the images of IMAGES: not those of --test, nor another size of the same.
std::vector<const ManifestShard*> shards_of_images(const Manifest& set, const std::string& file) {
  std::vector<const ManifestShard*> shards;
  for (const ManifestShard& shard : set.shards) {
    const bool is_test = set.option("test") != nullptr && shard.split == "test";
    if (!is_test && shard.size == set.shards.front().size) shards.push_back(&shard);
  }
  for (const ManifestShard* shard : shards) {
    const std::string problem = shard->split.empty() ? "" : problem_of_split_name(shard->split);
    if (!problem.empty())
      throw Error(ErrorKind::bad_data, file, "the split's name " + in_quotes(shard->split) + " " + problem);
  }
  const auto has_split = [](const ManifestShard* shard) { return !shard->split.empty(); };
  if (!std::ranges::any_of(shards, has_split))
    throw Error(ErrorKind::usage, file, "describes a set without splits (--keep-splits)",
                "leave the option out");
  return shards;
}

std::vector<std::string> names_in(const fs::path& path, const ManifestShard& shard,
                                  const std::string& feature) {
  const auto unreadable = [&](const std::string& what) {
    return Error(ErrorKind::bad_data, path.string(), what + ": the splits of all images can't be known",
                 std::string(k_damage_hint));
  };
  std::error_code failed;
  if (!fs::exists(path, failed)) throw unreadable("is missing");
  const InputFile file(path);
  std::vector<std::string> names;
  ExampleView example;
  std::vector<std::string_view> values;
  Reader reader(file);
  const auto take = [&](const Record& record) {
    const FeatureView* found = example.parse(record.payload) ? example.find(feature) : nullptr;
    if (found == nullptr || found->kind != ListKind::bytes || found->length != 1)
      throw unreadable("record " + std::to_string(record.index) + " has no name in " + in_quotes(feature));
    example.read(*found, values);
    names.emplace_back(values.front());
  };
  read_all(reader, take, [&](const Damage& damage) {
    throw unreadable("record " + std::to_string(damage.record) + " is damaged");
  });
  if (names.size() != shard.records) {
    throw unreadable("has " + counted(names.size(), "record", "records") + ", and its manifest lists " +
                     format_count(shard.records));
  }
  return names;
}

/// Gives images the splits of the records that name them.
class Keeping {
 public:
  Keeping(const ImageFolder& folder, std::string file)
      : m_folder(folder), m_index(folder), m_file(std::move(file)) {
    m_kept.split_of_image.resize(folder.paths.size() + folder.others.size());
  }

  void take(const std::string& name, const std::string& split) {
    const ImageIndex::Match match = m_index.find(m_index.below_root(name));
    if (match.outcome != ImageIndex::Outcome::one) return void(m_unknown.insert(name));
    std::string& known = m_kept.split_of_image[match.image];
    if (!known.empty() && known != split) {
      throw Error(ErrorKind::bad_data, m_file,
                  "image " + in_quotes(m_folder.path(match.image)) + " is in split " + in_quotes(known) +
                      " and in split " + in_quotes(split) + " of the set (--keep-splits)",
                  "use --split-column with a column that names the split of each row");
    }
    if (known.empty()) ++m_kept.images;
    known = split;
  }

  KeptSplits finish() && {
    m_kept.images += m_unknown.size();
    return std::move(m_kept);
  }

 private:
  const ImageFolder& m_folder;
  ImageIndex m_index;
  std::string m_file;
  KeptSplits m_kept;
  std::set<std::string> m_unknown;  // names of no image in the folder
};

}  // namespace

KeptSplits kept_splits(const fs::path& set, const ImageFolder& folder, unsigned threads) {
  const fs::path file = earlier_manifest(set, "--keep-splits");
  const Manifest manifest = read_manifest(file);
  const std::string feature = name_feature(earlier_set(manifest, file.string()), file.string());
  const std::vector<const ManifestShard*> shards = shards_of_images(manifest, file.string());
  std::vector<std::vector<std::string>> names(shards.size());
  parallel_for(shards.size(), threads, [&](std::size_t i) {
    names[i] = names_in(file.parent_path() / shards[i]->path, *shards[i], feature);
  });
  Keeping keeping(folder, file.string());
  for (std::size_t i = 0; i < shards.size(); ++i) {
    for (const std::string& name : names[i]) keeping.take(name, shards[i]->split);
  }
  return std::move(keeping).finish();
}

std::string checksum_of_splits(const ChosenSplits& chosen, const BuildInput& input) {
  std::uint32_t sum = 0;
  for (const SampleIndex sample : input.samples->all()) {
    for (const std::string& text :
         {input.samples->image_path(sample), chosen.names[chosen.split_of_sample[sample]]})
      sum = crc32c(std::string_view(text.c_str(), text.size() + 1), sum);
  }
  return crc32c_hex(sum);
}

}  // namespace tfrec
