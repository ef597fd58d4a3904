// SPDX-License-Identifier: Apache-2.0
#include "example/presets.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/text/joined.hpp"
#include "base/text/nearest.hpp"

namespace tfrec {

std::span<const Preset> presets() {
  static const std::vector<Preset> known{
      {"auto",
       "every column, typed by what is in it",
       {"image=jpeg", "image_name=bytes:@image", "@each=auto:@each"}},
      {"flowers",
       "the five-flowers sets for TPU",
       {"image=jpeg", "class=index:@label", "one_hot_class=onehot:@label"}},
      {"columns",
       "one int64 per target column",
       {"image=jpeg", "@each=int64:@each", "image_name=bytes:@image"}},
      {"target",
       "one int64 list of all target columns",
       {"image=jpeg", "target=int64:@labels", "image_name=bytes:@image"}},
      {"unlabelled", "test sets", {"image=jpeg", "image_name=bytes:@image"}},
      {"xy", "packed float arrays for decode_raw", {"x=raw-float32", "y=raw-float32:@labels"}},
      {"raw", "MNIST for TPUEstimator", {"image_raw=raw-uint8", "label=number:@label"}},
      {"slim",
       "TF-slim and Inception, class ids from 1",
       {"image/encoded=jpeg", "image/format=format", "image/height=height", "image/width=width",
        "image/channels=channels", "image/colorspace=colorspace", "image/filename=path",
        "image/class/label=index:@label", "image/class/text=bytes:@label"},
       1},
      {"detection",
       "TensorFlow's Object Detection API, Model Garden, EfficientDet",
       {"image/encoded=jpeg",
        "image/format=format",
        "image/height=height",
        "image/width=width",
        "image/filename=path",
        "image/source_id=sample-id-text",
        "image/key/sha256=sha256",
        "image/object/bbox/xmin=boxes:xmin",
        "image/object/bbox/xmax=boxes:xmax",
        "image/object/bbox/ymin=boxes:ymin",
        "image/object/bbox/ymax=boxes:ymax",
        "image/object/class/text=bytes:@label",
        "image/object/class/label=index:@label",
        "image/object/difficult?=int64:difficult",
        "image/object/truncated?=int64:truncated",
        "image/object/is_crowd?=int64:is_crowd",
        "image/object/area?=float:area",
        "image/object/group_of?=int64:group_of",
        "image/object/occluded?=int64:occluded",
        "image/object/depiction?=int64:depiction",
        "image/object/view?=bytes:view"},
       1},
      {"segmentation",
       "DeepLab and Model Garden: images with masks",
       {"image/encoded=jpeg", "image/filename=path", "image/format=format", "image/height=height",
        "image/width=width", "image/channels=channels", "image/segmentation/class/encoded=mask",
        "image/segmentation/class/format=mask-format"}},
  };
  return known;
}

bool Preset::has_boxes() const {
  return std::ranges::any_of(
      features, [](std::string_view line) { return line.find("=boxes:") != std::string_view::npos; });
}

bool takes_image_column_word(const FeatureSpec& spec) {
  const FeatureSource source = info(spec.kind).source;
  return source == FeatureSource::cells || source == FeatureSource::classes;
}

const Preset& preset_named(std::string_view name) {
  std::vector<std::string> names;
  for (const Preset& preset : presets()) {
    if (preset.name == name) return preset;
    names.emplace_back(preset.name);
  }
  const auto near = nearest(name, names);
  throw Error(ErrorKind::usage, "", "unknown layout '" + std::string(name) + "'",
              (near ? "did you mean '" + *near + "'? " : std::string()) + "layouts: " + joined(names, ", "));
}

}  // namespace tfrec
