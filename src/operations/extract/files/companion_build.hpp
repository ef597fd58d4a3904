// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "operations/extract/files/extract_loss.hpp"
#include "operations/extract/files/file_columns.hpp"
#include "operations/extract/files/mask_findings.hpp"
#include "operations/extract/files/output_folder.hpp"

namespace tfrec {

/// How build takes the masks and files below OUT.
class CompanionBuild {
 public:
  explicit CompanionBuild(std::filesystem::path out) : m_out(std::move(out)) {}

  /// `has_clash`: names would pair some masks with other images.
  void add_masks(const std::string& feature, const MaskFileFindings& found, bool has_clash,
                 const AgreedChoices& agreed);
  void add_file(const FileColumn& file);

  /// The features that build makes.
  const std::vector<FeatureSpec>& specs() const { return m_specs; }
  /// Options of build, names and values in turn, beside those of the features.
  const std::vector<std::string>& options() const { return m_options; }
  /// Features that build does not make, or makes otherwise.
  const std::vector<ExtractLoss>& losses() const { return m_losses; }
  /// Writes the list of --mask-classes, if there is one.
  void write_classes(const std::filesystem::path& staging) const;

 private:
  void add_mask_classes(const AgreedChoices& agreed);

  std::filesystem::path m_out;
  std::vector<FeatureSpec> m_specs;
  std::vector<std::string> m_options;
  std::vector<ExtractLoss> m_losses;
  std::string m_mask_classes;  // the content of the list
};

}  // namespace tfrec
