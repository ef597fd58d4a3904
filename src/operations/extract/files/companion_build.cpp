// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/files/companion_build.hpp"

#include <algorithm>
#include <utility>

#include "base/files/atomic_file.hpp"
#include "base/text/number.hpp"
#include "base/text/quantity.hpp"
#include "dataset/classes/label_map.hpp"
#include "sets/options/build_options.hpp"

namespace tfrec {

namespace {

using Words = std::vector<std::string>;

/// The classes of entries such as "3,tree", which a manifest has.
ClassList listed_classes(const Words& entries) {
  Words names;
  std::vector<std::int64_t> ids;
  for (const std::string& entry : entries) {
    const std::size_t comma = entry.find(',');
    if (comma == std::string::npos) continue;
    const WholeNumber id = parse_whole(entry.substr(0, comma));
    if (id.problem != NumberProblem::none) continue;
    names.push_back(entry.substr(comma + 1));
    ids.push_back(id.value);
  }
  return ClassList(std::move(names), ClassIds::of(std::move(ids)));
}

}  // namespace

void CompanionBuild::add_masks(const std::string& feature, const MaskFileFindings& found, bool has_clash,
                               const AgreedChoices& agreed) {
  std::string problem = found.problem();
  if (problem.empty() && has_clash) problem = "build would pair masks with images of nearly the same name";
  if (!problem.empty()) return m_losses.push_back({feature, problem});
  if (!found.has_masks()) return;
  if (const std::string difference = found.difference(); !difference.empty())
    m_losses.push_back({feature, difference});
  m_specs.push_back({feature, FeatureKind::mask, {}});
  m_options.insert(m_options.end(), {"--masks", (m_out / k_masks_folder).string()});
  add_mask_classes(agreed);
  const auto* ignore = std::get_if<std::int64_t>(agreed.option("mask-ignore"));
  if (ignore != nullptr && *ignore != MaskOptions().ignore)
    m_options.insert(m_options.end(), {"--mask-ignore", std::to_string(*ignore)});
}

void CompanionBuild::add_mask_classes(const AgreedChoices& agreed) {
  const auto* entries = std::get_if<Words>(agreed.option("mask-classes"));
  if (entries == nullptr || entries->empty()) return;
  const bool is_count = entries->size() == 1 && entries->front().find(',') == std::string::npos;
  if (!is_count) m_mask_classes = label_map_content(listed_classes(*entries));
  m_options.insert(m_options.end(),
                   {"--mask-classes", is_count ? entries->front() : (m_out / k_mask_classes_name).string()});
}

void CompanionBuild::add_file(const FileColumn& file) {
  if (file.missing > 0) {
    m_losses.push_back({file.feature.name, "it is missing in " + counted(file.missing, "record", "records") +
                                               ", and build needs a file for each"});
    return;
  }
  m_specs.push_back({file.feature.name, FeatureKind::file, {file.header}});
  if (std::ranges::find(m_options, "--files") == m_options.end())
    m_options.insert(m_options.end(), {"--files", (m_out / k_files_folder).string()});
}

void CompanionBuild::write_classes(const std::filesystem::path& staging) const {
  if (!m_mask_classes.empty()) write_file_atomically(m_out / k_mask_classes_name, m_mask_classes, staging);
}

}  // namespace tfrec
