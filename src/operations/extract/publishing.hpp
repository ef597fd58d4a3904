// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/files/output_tree.hpp"
#include "operations/extract/extract_csv.hpp"
#include "operations/extract/extract_shard.hpp"
#include "operations/extract/extract_table.hpp"
#include "operations/extract/files/companion_build.hpp"
#include "operations/extract/files/file_columns.hpp"
#include "operations/extract/files/image_names.hpp"

namespace tfrec {

/// Calls visit(number) for each record that a shard gave, with the rest of it in `view`.
void for_each_rest(const ExtractedShard& shard, ExampleView& view,
                   const std::function<void(std::size_t)>& visit);

/// Gives images, masks and files their names, in the order of the shards, and adds each record to the table.
class Publishing {
 public:
  /// Files go into OUT one by one if they may replace others. Else they wait below `staging` for the table:
  /// without it they would stop the same command from running again.
  Publishing(const ExtractOptions& options, const std::filesystem::path& staging,
             const ExtractFeatures& features, ExtractTable& table, FileColumns& files, ExtractCsv& csv);

  /// `split`: of the shard, where the table has a column for it.
  void add(ExtractedShard& shard, const std::optional<std::string>& split);
  /// Names the masks, and moves all folders into OUT. Call once after all shards, before the table gets its
  /// name.
  void finish();

  std::uint64_t renamed() const { return m_renamed; }
  std::uint64_t rows() const { return m_rows; }
  std::uint64_t files() const { return m_files_written; }
  std::uint64_t masks() const { return m_masked.size(); }
  /// Whether build would pair some masks with other images.
  bool has_mask_clash() const { return m_has_mask_clash; }
  /// Features that hold another path than the file's.
  std::vector<ExtractLoss> other_paths() const;
  /// Features that hold another number than build gives the image.
  std::vector<ExtractLoss> other_ids() const;

 private:
  /// A mask that waits for its name.
  struct Masked {
    std::string image;  // the path of its image
    std::filesystem::path staged;
  };

  void take_ids(const std::string& path);
  void add_files(const ExtractedShard& shard, std::size_t index, const std::vector<StoredFile>& files);
  void add_masks();
  OutputTree& tree(const char* folder);

  const ExtractOptions& m_options;
  std::filesystem::path m_staging;
  const ExtractFeatures& m_features;
  ExtractTable& m_table;
  FileColumns& m_files;
  ExtractCsv& m_csv;
  std::map<std::string, OutputTree> m_trees;  // by their folders
  ImageNames m_names;
  ExampleView m_view;
  std::map<std::string, std::uint64_t> m_other_paths;     // records whose image is called otherwise now
  std::vector<std::string> m_paths;                       // of the images, where a feature numbers them
  std::map<std::string, std::vector<std::string>> m_ids;  // by these features
  std::vector<Masked> m_masked;
  bool m_has_mask_clash = false;
  std::uint64_t m_number = 0;
  std::uint64_t m_renamed = 0;
  std::uint64_t m_rows = 0;
  std::uint64_t m_files_written = 0;
};

}  // namespace tfrec
