// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/publishing.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/files/file.hpp"
#include "base/text/quantity.hpp"
#include "operations/extract/files/mask_names.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec {

namespace fs = std::filesystem;

void for_each_rest(const ExtractedShard& shard, ExampleView& view,
                   const std::function<void(std::size_t)>& visit) {
  const InputFile rest(shard.rest());
  Reader reader(rest);
  for (std::size_t i = 0; i < shard.images.size(); ++i) {
    throw_if_stopped();
    const ReadItem item = reader.next();
    const auto* record = std::get_if<Record>(&item);
    if (record == nullptr || !view.parse(record->payload))
      throw Error(ErrorKind::machine, rest.name(), "changed while it was read");
    visit(i);
  }
}

Publishing::Publishing(const ExtractOptions& options, const fs::path& staging,
                       const ExtractFeatures& features, ExtractTable& table, FileColumns& files,
                       ExtractCsv& csv)
    : m_options(options),
      m_staging(staging),
      m_features(features),
      m_table(table),
      m_files(files),
      m_csv(csv) {
  tree(k_images_folder);
  for (const std::string& feature : table.path_features()) m_other_paths[feature] = 0;
}

OutputTree& Publishing::tree(const char* folder) {
  const auto known = m_trees.find(folder);
  if (known != m_trees.end()) return known->second;
  return m_trees.try_emplace(folder, (m_options.overwrite ? m_options.out : m_staging) / folder)
      .first->second;
}

void Publishing::add(ExtractedShard& shard, const std::optional<std::string>& split) {
  for_each_rest(shard, m_view, [&](std::size_t i) {
    const std::optional<std::string> wanted =
        m_features.name ? std::optional(image_name_in(m_view, *m_features.name)) : std::nullopt;
    const ImageNames::Name name = m_names.next(wanted, shard.images[i].format, m_number++);
    take_ids(name.path);
    if (name.is_renamed) ++m_renamed;
    tree(k_images_folder).move_in(shard.image(i), name.path, m_options.overwrite);
    if (i < shard.has_mask.size() && shard.has_mask[i]) m_masked.push_back({name.path, shard.mask(i)});
    std::vector<StoredFile> files;
    if (i < shard.files.size()) files = std::move(shard.files[i]);
    m_files.name_by_image(files, name.path);
    add_files(shard, i, files);
    for (auto& [feature, count] : m_other_paths) {
      if (image_name_in(m_view, feature) != name.path) ++count;
    }
    for (ExtractColumn::Row& cells : m_table.rows(m_view, shard.images[i])) {
      for (std::size_t column = 0; column < files.size(); ++column) {
        if (m_files.all()[column].is_own) cells.push_back(files[column].path);
      }
      if (split) cells.push_back(*split);
      m_csv.add_row(name, cells);
      ++m_rows;
    }
  });
}

/// Of the record in view.
void Publishing::take_ids(const std::string& path) {
  if (m_table.id_features().empty()) return;
  m_paths.push_back(path);
  for (const std::string& feature : m_table.id_features())
    m_ids[feature].push_back(image_name_in(m_view, feature));
}

void Publishing::add_files(const ExtractedShard& shard, std::size_t index,
                           const std::vector<StoredFile>& files) {
  for (std::size_t column = 0; column < files.size(); ++column) {
    if (!files[column].is_there || files[column].is_again) continue;
    tree(k_files_folder).move_in(shard.file_of(index, column), files[column].path, m_options.overwrite);
    ++m_files_written;
  }
}

void Publishing::add_masks() {
  if (m_masked.empty()) return;
  std::vector<std::string> images;
  for (const Masked& masked : m_masked) images.push_back(masked.image);
  const MaskNames names(std::move(images));
  m_has_mask_clash = names.has_clash();
  for (std::size_t i = 0; i < m_masked.size(); ++i)
    tree(k_masks_folder).move_in(m_masked[i].staged, names.paths()[i], m_options.overwrite);
}

void Publishing::finish() {
  add_masks();
  tree(k_images_folder).sync();
  if (m_options.overwrite) return;
  OutputTree out(m_options.out);
  for (const auto& [folder, unused] : m_trees) out.move_in(m_staging / folder, folder, false);
  sync_folder(m_options.out);  // labels.csv, which comes next, means that they are there
}

std::vector<ExtractLoss> Publishing::other_paths() const {
  std::vector<ExtractLoss> losses;
  for (const auto& [feature, count] : m_other_paths) {
    if (count == 0) continue;
    losses.push_back({feature, "its path differs from the file's in " + counted(count, "record", "records")});
  }
  return losses;
}

/// Build numbers images from 1, in the order of their paths.
std::vector<ExtractLoss> Publishing::other_ids() const {
  std::vector<std::size_t> order(m_paths.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::string_view(m_paths[i]); });
  std::vector<ExtractLoss> losses;
  for (const auto& [feature, ids] : m_ids) {
    std::uint64_t id = 0;
    const auto differs = [&, &ids = ids](std::size_t i) { return ids[i] != std::to_string(++id); };
    if (std::ranges::any_of(order, differs))
      losses.push_back({feature, "build numbers the extracted images from 1"});
  }
  return losses;
}

}  // namespace tfrec
