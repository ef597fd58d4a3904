// SPDX-License-Identifier: Apache-2.0
#include "operations/inspect/save_image.hpp"

#include <algorithm>
#include <array>
#include <system_error>
#include <vector>

#include "base/error.hpp"
#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "base/text/ascii.hpp"
#include "base/text/in_quotes.hpp"
#include "records/copy/image_summary.hpp"
#include "sets/making/output_check.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

/// The images in one feature of a record.
struct ImageFeature {
  std::string name;
  std::vector<std::string_view> images;
};

std::vector<ImageFeature> image_features(const Record& record, const ExampleView* example) {
  std::vector<ImageFeature> features;
  const auto add = [&](std::string_view name, const std::vector<std::string_view>& values) {
    ImageFeature feature{std::string(name), {}};
    for (const std::string_view value : values) {
      if (stored_facts(value)) feature.images.push_back(value);
    }
    if (!feature.images.empty()) features.push_back(std::move(feature));
  };
  if (example == nullptr) {
    add("", {record.payload});
    return features;
  }
  std::vector<std::string_view> values;
  for (const FeatureView& feature : example->features()) {
    if (feature.kind != ListKind::bytes) continue;
    example->read(feature, values);
    add(feature.name, values);
  }
  return features;
}

std::string names_of(const std::vector<ImageFeature>& features) {
  std::vector<std::string> names;
  for (const ImageFeature& feature : features) names.push_back(feature.name);
  return quoted_list(names);
}

Error no_image_in(const std::string& shard, const Record& record, const ExampleView* example) {
  const std::string problem = "record " + std::to_string(record.index) + " contains no encoded image";
  if (example != nullptr && example->has_feature_lists()) {
    return Error(ErrorKind::bad_data, shard,
                 problem + " outside the feature lists of its tf.train.SequenceExample", "");
  }
  const bool has_bytes =
      example != nullptr && std::ranges::any_of(example->features(), [](const FeatureView& one) {
        return one.kind == ListKind::bytes;
      });
  return Error(ErrorKind::bad_data, shard, problem,
               has_bytes ? "`tfrec extract --records` makes images of raw pixels" : "");
}

/// The one image to save.
ImageFeature choose(std::vector<ImageFeature> features, const std::string& wanted, const Error& no_image) {
  if (features.empty()) throw no_image;
  const std::string all = names_of(features);
  if (!wanted.empty()) std::erase_if(features, [&](const ImageFeature& one) { return one.name != wanted; });
  const auto refuse = [&](const std::string& problem, const std::string& hint) {
    throw Error(ErrorKind::usage, no_image.path(), problem, hint);
  };
  if (features.empty())
    refuse("the record has no image in feature " + in_quotes(wanted), "its images are in " + all);
  if (features.size() > 1)
    refuse("the record has images in several features: " + all, "choose one with --image-feature NAME");
  const ImageFeature& chosen = features.front();
  if (chosen.images.size() > 1) {
    refuse("feature " + in_quotes(chosen.name) + " of the record contains " +
               std::to_string(chosen.images.size()) + " images; --save writes one",
           "");
  }
  return chosen;
}

/// `target`, or the file in that folder, which is made if it ends in a slash:
/// "flowers00-15.tfrec-record17.jpg".
fs::path file_at(const fs::path& target, const fs::path& shard, std::uint64_t record, ImageFormat format) {
  std::error_code failed;
  if (target.has_filename() && !fs::is_directory(target, failed)) return target;
  make_folder(target);
  return target / (shard.filename().string() + "-record" + std::to_string(record) +
                   std::string(info(format).extensions.front()));
}

}  // namespace

bool SavedImage::has_right_extension() const {
  return info(format).has_extension(lowered(path.extension().string()));
}

SavedImage save_image(const fs::path& shard, const Record& record, const ExampleView* example,
                      const fs::path& target, const std::string& feature) {
  const Error no_image = no_image_in(shard.string(), record, example);
  const ImageFeature chosen = choose(image_features(record, example), feature, no_image);
  const std::string_view image = chosen.images.front();
  SavedImage saved{{}, chosen.name, sniff_format(image), image.size()};
  saved.path = file_at(target, shard, record.index, saved.format);
  const auto is_never_replaced = [](const InputFile&) { return false; };
  OutputCheck(std::array{shard})
      .require({saved.path, "--save", "empty", is_never_replaced,
                "--save takes the name of a new file, or a folder"});
  write_output_atomically(saved.path, image);
  return saved;
}

}  // namespace tfrec
