// SPDX-License-Identifier: Apache-2.0
#include "operations/test_part.hpp"

#include <algorithm>
#include <map>

#include "base/printable.hpp"
#include "base/quantity.hpp"
#include "dataset/folder_table.hpp"
#include "dataset/splits.hpp"
#include "operations/choose_layout.hpp"
#include "operations/filter_input.hpp"

namespace tfrec {

namespace {

std::unique_ptr<BuildInput> read_test_images(const BuildOptions& options, Inputs inputs, Observer& observer) {
  auto input = std::make_unique<BuildInput>();
  input->folder = walk_images(options.images, options.out, inputs);
  if (const std::string skipped = describe(input->folder.skipped); !skipped.empty()) observer.note(skipped);
  input->table = flat_table(input->folder);
  input->opener = std::make_unique<ImageOpener>(options.images, ImageOpener::Reach::anywhere);
  input->profiles = profile_columns(*input->table);
  input->rows = std::make_unique<SourceRows>(
      source_rows(*input->table, input->folder, *input->opener, each_row_its_image(input->folder)));
  return input;
}

/// The features that need nothing of the labels. The image column of the labels is that of the images here.
RecordLayout unlabelled(const RecordLayout& layout, std::size_t image_column) {
  RecordLayout kept = layout;
  kept.classes.clear();
  std::erase_if(kept.features, [&](const BoundFeature& feature) {
    return std::any_of(feature.columns.begin(), feature.columns.end(),
                       [&](std::size_t column) { return column != image_column; }) ||
           feature.classes != nullptr;
  });
  for (BoundFeature& feature : kept.features)
    std::fill(feature.columns.begin(), feature.columns.end(), std::size_t{0});
  return kept;
}

}  // namespace

std::unique_ptr<PreparedBuild> prepare_test(const PreparedBuild& labelled, Observer& observer) {
  auto test = std::make_unique<PreparedBuild>();
  test->options = labelled.options;
  test->options.images = labelled.options.test;
  test->options.labels.clear();
  const Inputs inputs = inputs_of(labelled.layout);
  test->input = read_test_images(test->options, inputs, observer);
  filter_input(*test->input, test->options, observer);
  test->layout = unlabelled(labelled.layout, labelled.input->image_column);
  if (test->layout.features.empty()) {
    throw Error(ErrorKind::usage, "", "--test has nothing to store: every feature is made from labels",
                "add one of the picture, for instance --feature image=jpeg");
  }
  test->splits.names = {k_test_split};
  test->splits.split_of_row.assign(test->input->rows->size(), 0);
  test->maker = std::make_unique<RecordMaker>(test->layout, test->options.picture);
  observer.note(counted(test->input->rows->size(), "unlabelled image", "unlabelled images") + " of " +
                printable(labelled.options.test.string()) + " become the split test");
  return test;
}

void require_no_test_split(const std::vector<std::string>& names) {
  std::vector<std::string> all(names);
  all.emplace_back(k_test_split);
  if (same_but_for_case(all).empty()) return;
  throw Error(ErrorKind::usage, "", "--test makes a split called test, and the labelled set has one",
              "name that one otherwise, for instance val");
}

void add_test(SetDescription& set, const SetDescription& test) {
  set.splits.emplace_back(k_test_split);
  for (std::vector<ClassColumn>* columns : {&set.classes, &set.strata}) {
    for (ClassColumn& column : *columns) {
      for (ClassCount& known : column.classes) known.by_split.push_back(0);
    }
  }
  for (SetTotals totals : test.totals) {
    for (const DescribedFeature& feature : test.features) totals.features.push_back(feature.name);
    set.totals.push_back(std::move(totals));
  }
  set.shards.insert(set.shards.end(), test.shards.begin(), test.shards.end());
  std::map<std::string, std::uint64_t> more(test.pictures.begin(), test.pictures.end());
  for (auto& [fact, count] : set.pictures) {
    count += more[fact];
    more.erase(fact);
  }
  set.pictures.insert(set.pictures.end(), more.begin(), more.end());
  set.filtered += test.filtered;
  set.bad.insert(set.bad.end(), test.bad.begin(), test.bad.end());
}

}  // namespace tfrec
