// SPDX-License-Identifier: Apache-2.0
#include "sets/options/companion_sources.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "sets/options/known_features.hpp"

namespace tfrec {

CompanionSources companion_sources(const BuildOptions& options, const EarlierSet* earlier) {
  CompanionSources sources;
  const auto add = [&](const std::string& column) {
    if (std::ranges::find(sources.columns, column) == sources.columns.end())
      sources.columns.push_back(column);
  };
  const auto column_of = [](const FeatureSpec& spec) {
    return spec.columns.empty() ? std::string() : spec.columns.front();
  };
  const std::vector<FeatureSpec> specs = known_features(options, earlier);
  for (const FeatureSpec& spec : specs) {
    if (spec.kind != FeatureKind::mask) continue;
    add(column_of(spec));
    sources.mask_feature = spec.name;
  }
  if (sources.columns.size() > 1) {
    throw Error(ErrorKind::usage, "",
                "two features take masks from different sources, and a record has one mask",
                "store the second with kind file, which keeps its bytes");
  }
  sources.has_masks = !sources.columns.empty();
  for (const FeatureSpec& spec : specs) {
    if (spec.kind == FeatureKind::mask_format && !sources.has_masks) {
      throw Error(ErrorKind::usage, "",
                  "feature " + in_quotes(spec.name) + " is the format of a mask, and none is stored",
                  "add --feature mask=mask");
    }
  }
  // A column that names masks and files makes two lists: their folders may differ. The order of features is
  // not that of a plan, so files are sorted.
  std::vector<std::string> files;
  for (const FeatureSpec& spec : specs) {
    if (spec.kind == FeatureKind::file && std::ranges::find(files, column_of(spec)) == files.end())
      files.push_back(column_of(spec));
  }
  std::ranges::sort(files);
  sources.columns.insert(sources.columns.end(), files.begin(), files.end());
  return sources;
}

std::vector<std::string> companion_columns_below_images(const BuildOptions& options,
                                                        const EarlierSet* earlier) {
  const CompanionSources sources = companion_sources(options, earlier);
  std::vector<std::string> columns;
  for (std::size_t i = 0; i < sources.columns.size(); ++i) {
    const bool is_mask = sources.has_masks && i == 0;
    const bool is_below = (is_mask ? options.masks.folder : options.files).empty();
    if (is_below && !sources.columns[i].empty()) columns.push_back(sources.columns[i]);
  }
  return columns;
}

}  // namespace tfrec
