// SPDX-License-Identifier: Apache-2.0
#include "sets/splits/kept_splits.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "base/concurrency/parallel_for.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/join/image_index.hpp"
#include "dataset/join/join.hpp"
#include "dataset/splits/splits.hpp"
#include "example/example_view.hpp"
#include "sets/options/earlier_set.hpp"
#include "sets/splits/listed_names.hpp"
#include "sets/splits/lost_splits.hpp"
#include "shards/read_back.hpp"
#include "shards/shard_progress.hpp"
#include "tfrecord/reading/read_all.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

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
  if (shards.empty() || !std::ranges::all_of(shards, has_split)) {
    throw Error(ErrorKind::usage, file, "describes a set without splits (--keep-splits)",
                "leave the option out");
  }
  return shards;
}

constexpr const char* k_other_way = "use --split-column with a column that names the split of each row";

/// The names in a shard, and why they are not all, if so.
struct NamesOfShard {
  std::vector<std::string> names;
  std::string lost;
  bool is_listed = false;  // names are those of records.csv
};

NamesOfShard names_in(const fs::path& path, const ManifestShard& shard, const std::string& feature,
                      bool is_checked) {
  std::error_code failed;
  if (!fs::exists(path, failed)) return {{}, "is missing"};
  const InputFile file(path);
  NamesOfShard read;
  ExampleView example;
  std::vector<std::string_view> values;
  Reader reader(file);
  const auto take = [&](const Record& record) {
    const FeatureView* found = example.parse(record.payload) ? example.find(feature) : nullptr;
    if (found == nullptr || found->kind != ListKind::bytes || found->length != 1) {
      if (read.lost.empty())
        read.lost = "record " + std::to_string(record.index) + " has no name in " + in_quotes(feature);
      return;
    }
    example.read(*found, values);
    read.names.emplace_back(values.front());
  };
  read_all(reader, take, [&](const Damage& damage) {
    if (read.lost.empty()) read.lost = "record " + std::to_string(damage.record) + " is damaged";
  });
  if (read.lost.empty() && read.names.size() != shard.records) {
    read.lost = "has " + counted(read.names.size(), "record", "records") + ", and its manifest lists " +
                format_count(shard.records);
  } else if (is_checked && read.lost.empty() &&
             !reads_back(path, {shard.records, shard.bytes, shard.crc32c})) {
    return {{}, "is not the shard that its manifest lists"};  // an earlier one, or a copy of another
  }
  return read;
}

std::string hint_for_lost(const fs::path& manifest, bool is_kept) {
  if (is_kept) {
    return "build it again with --keep-splits and the set that has these splits, or " +
           std::string(k_other_way);
  }
  const fs::path folder = manifest.parent_path();
  return "make its lost shards again from its images: tfrec repair " +
         shell_path(folder.empty() ? "." : folder.string()) +
         " -o REPAIRED --from IMAGES --labels FILE; then --keep-splits REPAIRED";
}

/// What the shards of a set name.
struct NamesOfSet {
  std::vector<const ManifestShard*> shards;
  std::vector<NamesOfShard> read;  // of each
};

/// From the records; those of a damaged shard, and of all where records have no names, from records.csv if
/// the set has that.
NamesOfSet names_of(const Manifest& manifest, const fs::path& file, const KeptReading& reading,
                    Observer& observer) {
  NamesOfSet set{shards_of_images(manifest, file.string()), {}};
  set.read.resize(set.shards.size());
  const fs::path folder = file.parent_path();
  const auto feature = image_name_feature(earlier_set(manifest, file.string()));
  if (feature) {
    ShardProgress progress(observer, set.shards.size());
    parallel_for(set.shards.size(), reading.threads, [&](std::size_t i) {
      set.read[i] = names_in(folder / set.shards[i]->path, *set.shards[i], *feature, reading.is_checked);
      progress.done(set.shards[i]->bytes);
    });
  }
  const auto is_lost = [&](const NamesOfShard& shard) { return !feature || !shard.lost.empty(); };
  if (std::ranges::none_of(set.read, is_lost)) return set;
  const auto listed = listed_names(folder, manifest);
  for (std::size_t i = 0; i < set.shards.size(); ++i) {
    const auto names = listed.find(set.shards[i]->path);
    if (!is_lost(set.read[i])) continue;
    set.read[i].is_listed = names != listed.end();
    if (set.read[i].is_listed) set.read[i].names = names->second;
    if (!feature && !set.read[i].is_listed) {
      throw Error(ErrorKind::usage, file.string(),
                  "neither records nor a records.csv have the names of the images (--keep-splits)",
                  "build the set again with --record-list, or " + std::string(k_other_way));
    }
  }
  return set;
}

/// Finds the splits of images that no record names, or throws Error (bad_data).
void settle_damage(KeptSplits& kept, const BuildInput& input, const NamesOfSet& set, const Manifest& manifest,
                   const fs::path& file) {
  std::set<std::string> splits;
  std::set<std::string> damaged;
  bool are_listed = true;
  std::string first;  // damaged shard, and its damage
  std::string damage;
  for (std::size_t i = 0; i < set.shards.size(); ++i) {
    splits.insert(set.shards[i]->split);
    if (set.read[i].lost.empty()) continue;
    if (damaged.empty()) first = (file.parent_path() / set.shards[i]->path).string();
    if (damaged.empty()) damage = set.read[i].lost;
    damaged.insert(set.shards[i]->split);
    are_listed = are_listed && set.read[i].is_listed;
  }
  const std::string recorded = text_option(manifest, "keep-splits");
  const bool proven =
      !recorded.empty() && find_lost_splits(kept, input, {file.parent_path(), splits, damaged, recorded});
  if (damaged.empty()) return;
  if (!proven && !are_listed) {
    throw Error(ErrorKind::bad_data, first, damage + ": the splits of all images can't be known",
                hint_for_lost(file, !recorded.empty()));
  }
  kept.damage = printable(first) + " " + damage + "; " +
                (proven ? "the set's checksum proves the splits of its images"
                        : "records.csv has the splits of its images");
}

/// Gives images the splits of the records that name them.
class Keeping {
 public:
  Keeping(const BuildInput& input, std::string file)
      : m_input(input), m_index(input.folder), m_file(std::move(file)) {
    const std::size_t images = input.folder.paths.size() + input.folder.others.size();
    m_kept.split_of_image.resize(images);
    m_kept.is_loose.resize(images);
    m_is_wanted.resize(images);
    for (const std::uint32_t image : input.samples->images) m_is_wanted[image] = true;
  }

  void add(std::string name, const std::string& split) {
    const auto [known, is_new] = m_names.try_emplace(std::move(name), Name{split});
    if (known->second.split != split) refuse_two(in_quotes(known->first), known->second.split, split);
  }

  KeptSplits finish() && {
    take_cells();
    for (auto& [text, name] : m_names) take_path(text, name);
    for (auto& [text, name] : m_names) take_other(text, name);
    for (const auto& [text, name] : m_names) {
      const bool is_kept = name.image != k_no_image && m_is_wanted[name.image];
      ++(is_kept ? m_kept.kept : m_kept.gone);
    }
    find_likenesses();
    return std::move(m_kept);
  }

 private:
  struct Name {
    std::string split;
    std::uint32_t image = k_no_image;
  };

  [[noreturn]] void refuse_two(const std::string& image, const std::string& one,
                               const std::string& other) const {
    throw Error(ErrorKind::bad_data, m_file,
                "image " + image + " is in split " + in_quotes(one) + " and in split " + in_quotes(other) +
                    " of the set (--keep-splits)",
                k_other_way);
  }

  void give(std::uint32_t image, Name& name) {
    std::string& split = m_kept.split_of_image[image];
    if (!split.empty() && split != name.split)
      refuse_two(in_quotes(m_input.folder.path(image)), split, name.split);
    split = name.split;
    name.image = image;
  }

  /// The table calls most images what it called them when the set was made.
  void take_cells() {
    m_input.samples->for_each_row([&](SampleIndex sample, RowIndex, std::span<const std::string_view> cells) {
      const auto known = m_names.find(cells[m_input.image_column]);
      if (known != m_names.end()) give(m_input.samples->images[sample], known->second);
    });
  }

  void take_path(const std::string& text, Name& name) {
    if (name.image != k_no_image) return;
    const NamedImage named = image_named(text, m_input.folder, m_index);
    if (named.image != k_no_image && named.found_by == ImageIndex::Key::path) give(named.image, name);
  }

  /// A name such as '1.jpg' is taken for the file of this path, though it may have meant that of a
  /// sub-folder.
  void find_likenesses() {
    for (std::uint32_t image = 0; image < m_is_wanted.size(); ++image) {
      if (!lacks_split(image)) continue;
      const std::string& path = m_input.folder.path(image);
      const std::size_t slash = path.rfind('/');
      if (slash == std::string::npos) continue;
      const auto known = m_names.find(std::string_view(path).substr(slash + 1));
      if (known == m_names.end() || known->second.image == k_no_image) continue;
      if (m_kept.alike++ > 0) continue;
      m_kept.example_alike = in_quotes(known->first) + " is taken for " +
                             in_quotes(m_input.folder.path(known->second.image)) + ", not for " +
                             in_quotes(path);
    }
  }

  bool lacks_split(std::uint32_t image) const {
    return m_is_wanted[image] && m_kept.split_of_image[image].empty();
  }

  void take_other(const std::string& text, Name& name) {
    if (name.image != k_no_image) return;
    const NamedImage named = image_named(text, m_input.folder, m_index);
    if (named.image == k_no_image) {
      if (named.reason == NoImage::ambiguous) require_other(text);
      return;
    }
    if (!lacks_split(named.image)) return;
    give(named.image, name);
    m_kept.is_loose[named.image] = true;
    if (m_kept.loose++ == 0)
      m_kept.example = in_quotes(text) + " as " + in_quotes(m_input.folder.path(named.image));
  }

  /// Refuses a name that fits several images, if one of them has no split yet.
  void require_other(const std::string& text) const {
    constexpr std::size_t k_most = 1'000;
    for (const std::uint32_t image : images_called(m_input.folder, text, k_most)) {
      if (!lacks_split(image)) continue;
      throw Error(ErrorKind::bad_data, m_file,
                  in_quotes(text) + " of the set may be " + in_quotes(m_input.folder.path(image)) +
                      " or another image (--keep-splits)",
                  k_other_way);
    }
  }

  const BuildInput& m_input;
  ImageIndex m_index;
  std::string m_file;
  std::map<std::string, Name, std::less<>> m_names;  // in the set
  std::vector<bool> m_is_wanted;                     // per image: it is a sample's
  KeptSplits m_kept;
};

}  // namespace

KeptSplits kept_splits(const fs::path& set, const BuildInput& input, const KeptReading& reading,
                       Observer& observer) {
  observer.phase("earlier splits");
  const fs::path file = earlier_manifest(set, "--keep-splits");
  const Manifest manifest = read_manifest(file);
  const NamesOfSet set_names = names_of(manifest, file, reading, observer);
  Keeping keeping(input, file.string());
  for (std::size_t i = 0; i < set_names.shards.size(); ++i) {
    for (const std::string& name : set_names.read[i].names) keeping.add(name, set_names.shards[i]->split);
  }
  KeptSplits kept = std::move(keeping).finish();
  if (const std::string shares = text_option(manifest, "split"); !shares.empty())
    kept.dealing = "--split " + shell_word(shares);
  settle_damage(kept, input, set_names, manifest, file);
  return kept;
}

}  // namespace tfrec
