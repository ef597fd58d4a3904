// SPDX-License-Identifier: Apache-2.0
#include "sets/input/check_boxes.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/boxes/box_columns.hpp"
#include "example/feature_spec.hpp"

namespace tfrec {

namespace {

std::vector<std::string> names_of(const BoxColumns& boxes, const Table& table) {
  std::vector<std::string> names;
  for (const std::size_t column : boxes.columns) names.push_back(table.columns()[column]);
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  if (names.size() == 1) return "column '" + printable(names.front()) + "' contains boxes";
  return "columns " + quoted_list(names) + " hold boxes";
}

/// One feature that holds the boxes as they are.
std::string unchanged_feature(const std::vector<std::string>& names) {
  const FeatureKind kind = names.size() == 1 ? FeatureKind::bytes : FeatureKind::float32;
  return shell_option("--feature", to_string(FeatureSpec{"box", kind, names}));
}

/// What may give the stored image another size or orientation than the source; empty if nothing does.
std::string changing_option(const ImageOptions& image) {
  if (image.resize.wanted()) return "--size";
  if (!image.sizes.empty()) return "--sizes";
  const bool turns = image.decode.orientation == OrientationPolicy::apply && image.encoding != Encoding::copy;
  return turns ? "--orientation apply" : "";
}

struct NamedFeatures {
  bool store_image = false;
  bool store_boxes = false;
};

NamedFeatures look_at(const std::vector<FeatureSpec>& specs, const std::vector<std::string>& boxes) {
  NamedFeatures found;
  for (const FeatureSpec& spec : specs) {
    found.store_image = found.store_image || is_image(spec.kind);
    found.store_boxes =
        found.store_boxes || std::ranges::any_of(spec.columns, [&](const std::string& column) {
          return std::ranges::find(boxes, column) != boxes.end();
        });
  }
  return found;
}

}  // namespace

void require_no_boxes(const BuildOptions& options, const EarlierSet* earlier, const Table& table) {
  const auto boxes = find_box_columns(table);
  if (!boxes) return;
  const std::vector<std::string> names = names_of(*boxes, table);
  if (earlier == nullptr && (!options.layout.empty() || options.features.empty())) {
    throw Error(ErrorKind::usage, table.source(),
                listed(names) + ", which no layout scales or rotates with the image",
                "to store them unchanged beside unchanged images, name every feature: --feature image=jpeg " +
                    unchanged_feature(names) + " --orientation ignore");
  }
  std::vector<FeatureSpec> specs;
  for (const std::string& text : options.features) specs.push_back(parse_feature_spec(text));
  if (earlier != nullptr) specs.insert(specs.end(), earlier->features.begin(), earlier->features.end());
  const NamedFeatures features = look_at(specs, names);
  const std::string changing = changing_option(options.image);
  if (!features.store_image || !features.store_boxes || changing.empty()) return;
  throw Error(ErrorKind::usage, table.source(),
              listed(names) + ", which " + changing + " would not change with the image",
              earlier != nullptr
                  ? "leave out the features made from them"
                  : "to keep images as they are: --orientation ignore, without --size and --sizes");
}

}  // namespace tfrec
