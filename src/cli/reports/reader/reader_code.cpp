// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/reader/reader_code.hpp"

#include <algorithm>
#include <bit>

#include "base/error.hpp"
#include "cli/reports/reader/framework_code.hpp"
#include "cli/reports/reader/python_code.hpp"

namespace tfrec::cli {

namespace {

constexpr std::string_view k_constants = R"py($files
$classes
$class_lists
BATCH_SIZE = $batch_size
RECORDS = $records
%if folds
$folds
for fold in FOLDS:  # "not_fold0" has the records of all folds but fold0, and so on
    others = [other for other in FOLDS if other != fold]
    FILES["not_" + fold] = [pattern for other in others for pattern in FILES[other]]
    RECORDS["not_" + fold] = sum(RECORDS[other] for other in others)
%end
STEPS_PER_EPOCH = $first_records // BATCH_SIZE  # $steps, with one $process
SHUFFLE_BUFFER = $shuffle_buffer  # records
%if resize
IMAGE_SIZE = ($image_size, $image_size)  # height, width; the stored images differ in size
%end
)py";

/// As asked for; else batches of 32, or the largest power of two that fits into a small set.
std::uint64_t batch_size_of(const ReaderFacts& facts) {
  if (facts.batch_size > 0) return facts.batch_size;
  constexpr std::uint64_t k_usual = 32;
  return std::min(k_usual, std::bit_floor(std::max<std::uint64_t>(facts.training_split().records, 1)));
}

/// As many records as there are, as fit into 256 MB, or ten thousand.
std::uint64_t shuffle_buffer_of(const ReaderFacts& facts) {
  constexpr std::uint64_t k_most_bytes = 256'000'000;
  constexpr std::uint64_t k_most_records = 10'000;
  std::uint64_t buffer = k_most_records;
  while (buffer > 100 && buffer * facts.record_bytes > k_most_bytes) buffer /= 10;
  return std::clamp<std::uint64_t>(facts.training_split().records, 1, buffer);
}

/// A square of 224, of 512 where there are boxes or masks, or of the largest image where all are smaller.
std::uint64_t image_size_of(const ReaderFacts& facts) {
  bool is_large = facts.has_box_edges;
  std::uint64_t longest = 0;
  for (const ReaderFeature& feature : facts.features) {
    is_large = is_large || feature.role == ReaderRole::mask || feature.per_box > 0;
    longest = std::max<std::uint64_t>(longest, feature.images.longest_side);
  }
  const std::uint64_t usual = is_large ? 512 : 224;
  return longest == 0 ? usual : std::min(usual, longest);
}

std::string files_code(const ReaderFacts& facts) {
  if (!facts.has_splits()) return python_list("FILES = ", python_words(facts.splits.front().patterns));
  std::vector<std::string> entries;
  for (const ReaderSplit& split : facts.splits)
    entries.push_back(python_list(python_word(split.name) + ": ", python_words(split.patterns), "", 5));
  return python_dict("FILES = ", entries);
}

std::string records_code(const ReaderFacts& facts) {
  if (!facts.has_splits()) return std::to_string(facts.splits.front().records);
  std::vector<std::string> entries;
  for (const ReaderSplit& split : facts.splits)
    entries.push_back(python_word(split.name) + ": " + std::to_string(split.records));
  return python_dict("", entries);
}

std::string folds_code(const std::vector<ReaderSplit>& folds) {
  std::vector<std::string> names;
  for (const ReaderSplit& fold : folds) names.push_back(fold.name);
  return python_list("FOLDS = ", python_words(names));
}

std::string class_list(const std::string& before, const ReaderClasses& classes, std::size_t indent = 0) {
  constexpr std::size_t k_most_lines = 40;
  const std::vector<std::string> names = python_words(classes.names);
  const bool is_long = names.size() > k_most_lines && indent == 0;
  if (classes.ids.empty() && is_long) return python_filled(before, '[', names, ']');
  if (classes.ids.empty()) return python_list(before, names, "", indent);
  std::vector<std::string> entries;
  for (std::size_t i = 0; i < names.size(); ++i)
    entries.push_back(std::to_string(classes.ids[i]) + ": " + names[i]);
  return is_long ? python_filled(before, '{', entries, '}') : python_dict(before, entries);
}

bool are_equal(const ReaderClasses& one, const ReaderClasses& other) {
  return one.names == other.names && one.ids == other.ids;
}

/// The classes of the label, and of features that have others.
std::string other_classes(const ReaderFacts& facts) {
  std::vector<std::string> entries;
  for (const ReaderClasses& classes : facts.classes) {
    if (!are_equal(classes, facts.classes.front()))
      entries.push_back(class_list(python_word(classes.feature) + ": ", classes, 5));
  }
  return entries.empty() ? "" : python_dict("OTHER_CLASSES = ", entries);
}

/// A model that has as many outputs as there are names can't learn ids with gaps.
std::string outputs_of_model(const ReaderClasses& classes) {
  constexpr std::int64_t k_most = 1'000'000;
  if (classes.ids.empty()) return {};
  const auto [least, most] = std::ranges::minmax(classes.ids);
  if (least < 0 || most >= k_most) return {};
  return "\nNUM_CLASSES = " + std::to_string(most + 1) + "  # outputs of a model: the largest id + 1";
}

/// The classes of the label, and the features that have them where others have other ones.
std::string label_classes(const ReaderFacts& facts, bool has_others) {
  if (facts.classes.empty()) return "CLASSES = []  # the records name none";
  const ReaderClasses& classes = facts.classes.front();
  std::string features;
  for (const ReaderClasses& own : facts.classes) {
    if (are_equal(own, classes)) features += (features.empty() ? "" : ", ") + python_word(own.feature);
  }
  return (has_others ? "# The classes of " + features + "\n" : "") + class_list("CLASSES = ", classes) +
         outputs_of_model(classes);
}

std::string program(Framework framework, const ReaderFacts& facts) {
  switch (framework) {
    case Framework::tensorflow:
      return tensorflow_code(facts);
    case Framework::torch:
      return torch_code(facts);
    case Framework::jax:
      return jax_code(facts);
    case Framework::dali:
      return dali_code(facts);
  }
  return {};
}

std::string_view name_of(Framework framework) {
  switch (framework) {
    case Framework::tensorflow:
      return "TensorFlow";
    case Framework::torch:
      return "PyTorch";
    case Framework::jax:
      return "JAX";
    case Framework::dali:
      return "NVIDIA DALI";
  }
  return {};
}

}  // namespace

TemplateValues common_values(const ReaderFacts& facts, const std::string& process) {
  const std::string others = other_classes(facts);
  TemplateValues values;
  values.state("splits", facts.has_splits());
  const std::vector<ReaderSplit> folds = facts.folds();
  values.state("folds", !folds.empty());
  values.state("gzip", facts.compression == Compression::gzip);
  values.state("zlib", facts.compression == Compression::zlib);
  values.state("resize", facts.resizes());
  values.holes = {
      {"files", files_code(facts)},
      {"globs", facts.has_splits() ? "FILES[split]" : "FILES"},
      {"folds", folds_code(folds)},
      {"classes", label_classes(facts, !others.empty())},
      {"class_lists", others},
      {"batch_size", std::to_string(batch_size_of(facts))},
      {"records", records_code(facts)},
      {"first_records",
       facts.has_splits() ? "RECORDS[" + python_word(facts.training_split().name) + "]" : "RECORDS"},
      {"counts", facts.has_splits() ? "RECORDS[split]" : "RECORDS"},
      {"shuffle_buffer", std::to_string(shuffle_buffer_of(facts))},
      {"image_size", std::to_string(image_size_of(facts))},
      {"split", python_word(facts.training_split().name)},
      {"process", process},
      {"steps", std::to_string(facts.training_split().records / batch_size_of(facts))},
  };
  values.holes["constants"] = fill_template(k_constants, values);
  return values;
}

void refuse_framework(const std::string& framework, const std::string& problem, const std::string& hint) {
  throw Error(ErrorKind::usage, "", framework + " " + problem, hint);
}

std::string word_of(const ReaderFeature& feature) {
  return python_word(feature.name);
}

std::string reader_code(Framework framework, const ReaderFacts& facts) {
  const std::string code = program(framework, facts);
  const std::string mark = std::string(k_reader_mark) + " for " + std::string(name_of(framework)) + ".\n";
  return mark + (has_long_lines(code) ? "# fmt: off\n" : "") + code;
}

}  // namespace tfrec::cli
