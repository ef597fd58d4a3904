// SPDX-License-Identifier: Apache-2.0
#include "sets/making/set_difference.hpp"

#include <algorithm>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/text/joined.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "sets/options/earlier_set.hpp"
#include "sets/plan/test_part.hpp"

namespace tfrec {

namespace {

std::string quoted(const std::string& name) {
  return "'" + printable_excerpt(name, 60) + "'";
}

std::string text_of(const OptionValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "on" : "off";
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* real = std::get_if<double>(&value)) return nlohmann::json(*real).dump();
  if (const auto* text = std::get_if<std::string>(&value)) return shell_word(*text);
  return joined(std::get<std::vector<std::string>>(value), ",", printable);
}

/// Not given, or with its default, which is recorded of the options that need --size.
bool is_unset(const OptionValue* value) {
  if (value == nullptr) return true;
  const std::string text = text_of(*value);
  return text == "off" || text == "auto" || text == "stretch";
}

/// The value of an option before and now, null if it was not given; empty if they do not differ.
std::string option_difference(const std::string& name, const OptionValue* before, const OptionValue* now) {
  const auto text = [](const OptionValue* value) { return value == nullptr ? "not given" : text_of(*value); };
  if (text(before) == text(now) || (is_unset(before) && is_unset(now))) return {};
  if (name == "keep-splits") {
    if (before == nullptr) return "--keep-splits is new";
    return now == nullptr ? "--keep-splits is not given any more"
                          : "some images are in other splits (--keep-splits)";
  }
  return "--" + name + " was " + text(before) + ", now " + text(now);
}

std::vector<std::string> option_differences(const Manifest& earlier, const Manifest& wanted) {
  std::vector<std::string> found;
  for (const auto& [name, value] : wanted.options)
    found.push_back(option_difference(name, earlier.option(name), &value));
  for (const auto& [name, value] : earlier.options) {
    if (wanted.option(name) == nullptr) found.push_back(option_difference(name, &value, nullptr));
  }
  std::erase(found, std::string());
  if (!found.empty()) return found;
  if (earlier.name != wanted.name) return {"its name was " + printable(earlier.name)};
  if (earlier.seed != wanted.seed) return {"its seed was " + std::to_string(earlier.seed)};
  return {};
}

/// The first few of them, and how many more there are.
std::string text_of(std::vector<std::string> differences) {
  constexpr std::size_t k_most_listed = 3;
  if (differences.size() > k_most_listed + 1) {
    const std::size_t others = differences.size() - k_most_listed;
    differences.resize(k_most_listed);
    differences.push_back(std::to_string(others) + " other options differ");
  }
  return joined(differences, "; ");
}

std::string version_difference(const Manifest& earlier, const Manifest& wanted) {
  for (const auto& [library, version] : wanted.versions) {
    const std::string before = version_of(earlier, library);
    if (before != version) return library + " was " + printable(before) + ", now " + version;
  }
  return {};
}

std::string feature_difference(const Manifest& earlier, const Manifest& wanted) {
  const auto find = [](const Manifest& set, const std::string& name) {
    return std::ranges::find(set.features, name, &ManifestFeature::name);
  };
  for (const ManifestFeature& feature : wanted.features) {
    const auto known = find(earlier, feature.name);
    if (known == earlier.features.end()) return "feature " + quoted(feature.spec) + " is new";
    if (known->spec != feature.spec)
      return "feature " + quoted(known->spec) + " is now " + quoted(feature.spec);
  }
  for (const ManifestFeature& known : earlier.features) {
    if (find(wanted, known.name) == wanted.features.end())
      return "feature " + quoted(known.name) + " is gone";
  }
  for (std::size_t i = 0; i < wanted.features.size(); ++i) {
    if (earlier.features[i].name != wanted.features[i].name)
      return "its features are in another order, from " + quoted(earlier.features[i].name) + " on";
  }
  return {};
}

std::string class_difference(const ClassColumn& earlier, const ClassColumn& wanted) {
  const std::string column = "column '" + printable(wanted.column) + "': class ";
  const auto has = [](const ClassColumn& classes, const std::string& name) {
    return std::ranges::find(classes.classes, name, &ClassCount::name) != classes.classes.end();
  };
  for (const ClassCount& known : wanted.classes) {
    if (!has(earlier, known.name)) return column + quoted(known.name) + " is new";
  }
  for (const ClassCount& known : earlier.classes) {
    if (!has(wanted, known.name)) return column + quoted(known.name) + " is gone";
  }
  for (std::size_t i = 0; i < wanted.classes.size(); ++i) {
    const bool has_other_id = !earlier.ids.empty() && !wanted.ids.empty() && earlier.ids[i] != wanted.ids[i];
    if (has_other_id || earlier.ids.empty() != wanted.ids.empty() ||
        earlier.classes[i].name != wanted.classes[i].name)
      return column + quoted(wanted.classes[i].name) + " has another id";
  }
  return {};
}

/// How many records each class had. Old manifests do not count them.
std::string count_difference(const ClassColumn& earlier, const ClassColumn& wanted) {
  if (!earlier.is_counted) return {};
  for (std::size_t id = 0; id < wanted.classes.size(); ++id) {
    const std::uint64_t before = earlier.classes[id].records;
    const ClassCount& now = wanted.classes[id];
    if (before == now.records) continue;
    return "column '" + printable(wanted.column) + "': class " + quoted(now.name) + " had " +
           counted(before, "record", "records") + ", now " + format_count(now.records);
  }
  return {};
}

std::string option_that_deals(const Manifest& wanted) {
  if (wanted.option("folds") != nullptr) return "--folds";
  return wanted.option("split") != nullptr ? "--split" : "";
}

/// A model that was trained with one deal must not be tested with another.
SetDifference dealt_anew(const std::string& difference, const Manifest& wanted) {
  const std::string option = option_that_deals(wanted);
  if (option.empty() || wanted.option("keep-splits") != nullptr) return {difference};
  if (wanted.option("split-column") != nullptr)
    return {difference + "; " + option + " deals all images without a split anew", true};
  return {difference + "; " + option + " deals all of them anew, --keep-splits keeps each image in its split",
          true};
}

/// The same of what need not move an image.
SetDifference perhaps_dealt_anew(const std::string& difference, const Manifest& wanted) {
  const std::string option = option_that_deals(wanted);
  if (option.empty() || wanted.option("keep-splits") != nullptr) return {difference};
  return {difference + "; " + option + " may put images" +
              (wanted.option("split-column") != nullptr ? " without a split" : "") + " into other splits",
          true};
}

/// Labels decide which split an image gets only if they are spread.
SetDifference label_difference(const std::string& difference, const Manifest& wanted) {
  const bool spreads = wanted.option("stratify") != nullptr;
  return spreads && !difference.empty() ? perhaps_dealt_anew(difference, wanted) : SetDifference{difference};
}

/// What no option decides: classes and rows, of `images`.
SetDifference row_difference(const Manifest& earlier, const Manifest& wanted, std::uint64_t images) {
  if (wanted.classes.size() != earlier.classes.size()) return {};
  for (std::size_t i = 0; i < wanted.classes.size(); ++i) {
    std::string found = class_difference(earlier.classes[i], wanted.classes[i]);
    if (!found.empty()) return label_difference(found, wanted);
  }
  if (earlier.option("equal") != nullptr) return {};  // it has not one record of each sample
  const std::uint64_t before = earlier.samples();
  if (before != images && wanted.option("test") == nullptr) {
    return dealt_anew(
        "it was made from " + counted(before, "image", "images") + ", now there are " + format_count(images),
        wanted);
  }
  if (earlier.bad_images > 0) return {};
  for (std::size_t i = 0; i < wanted.classes.size(); ++i) {
    std::string found = count_difference(earlier.classes[i], wanted.classes[i]);
    if (!found.empty()) return label_difference(found, wanted);
  }
  return {};
}

}  // namespace

std::string newer_image(const Samples& samples, std::int64_t time) {
  for (const SampleIndex sample : samples.all()) {
    if (!samples.modified_ns.empty() && samples.modified_ns[sample] >= time)
      return "image '" + printable(samples.image_path(sample)) + "' is newer than the set";
  }
  return {};
}

SetDifference set_difference(const Manifest& earlier, const Manifest& wanted, const Samples& samples,
                             std::int64_t made, const std::string& others) {
  std::string found = text_of(option_differences(earlier, wanted));
  if (found.empty()) found = version_difference(earlier, wanted);
  if (found.empty()) found = feature_difference(earlier, wanted);
  if (!found.empty()) return {found};
  SetDifference of_rows = row_difference(earlier, wanted, samples.size());
  if (!of_rows.text.empty()) return of_rows;
  found = newer_image(samples, made);
  return found.empty() ? perhaps_dealt_anew(others, wanted) : SetDifference{found};
}

}  // namespace tfrec
