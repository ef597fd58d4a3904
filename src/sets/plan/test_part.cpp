// SPDX-License-Identifier: Apache-2.0
#include "sets/plan/test_part.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <unordered_map>
#include <unordered_set>

#include "base/error.hpp"
#include "base/files/real_path.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "dataset/folder/folder_table.hpp"
#include "dataset/splits/splits.hpp"
#include "sets/input/check_masks.hpp"
#include "sets/input/choose_layout.hpp"
#include "sets/input/filter_input.hpp"
#include "sets/splits/find_repeats.hpp"

namespace tfrec {

namespace {

std::string whole_path(const std::filesystem::path& root, const std::string& path) {
  return (root / path).lexically_normal().string();
}

/// Train and test images often share a folder: those that a row labels are not test images.
void leave_out_labelled(ImageFolder& folder, const BuildInput& labelled, Observer& observer) {
  std::error_code failed;
  const std::filesystem::path root = std::filesystem::canonical(folder.root, failed);
  if (failed) throw system_error(failed.value(), folder.root.string(), "cannot open");
  const std::filesystem::path other = std::filesystem::canonical(labelled.folder.root, failed);
  if (failed) throw system_error(failed.value(), labelled.folder.root.string(), "cannot open");
  if (!lies_in(root, other) && !lies_in(other, root)) return;
  std::unordered_set<std::string> known;
  for (const SampleIndex sample : labelled.samples->all())
    known.insert(whole_path(other, labelled.samples->image_path(sample)));
  for (const LeftOutRow& row : labelled.left_out) known.insert(whole_path(other, row.image));
  const std::size_t left_out = std::erase_if(
      folder.paths, [&](const std::string& path) { return known.contains(whole_path(root, path)); });
  if (left_out == 0) return;
  if (folder.paths.empty()) {
    throw Error(ErrorKind::bad_data, folder.root.string(),
                "every image in it is also a labelled image (--test)",
                "give --test a folder with images that no row names");
  }
  observer.note(counted(left_out, "image", "images") + " of --test are labelled ones, and left out there");
}

bool stores_name(const RecordLayout& layout, std::size_t image_column) {
  return std::any_of(layout.features.begin(), layout.features.end(), [&](const BoundFeature& feature) {
    return std::find(feature.columns.begin(), feature.columns.end(), image_column) != feature.columns.end();
  });
}

/// Where the form leaves out folders or extensions, two images could have one name.
void require_distinct_names(const ImageFolder& folder, ImageNaming naming) {
  if (naming == ImageNaming::path) return;
  std::unordered_map<std::string_view, std::string_view> known;
  for (const std::string& path : folder.paths) {
    const auto [earlier, is_new] = known.try_emplace(named(path, naming), path);
    if (is_new) continue;
    throw Error(ErrorKind::bad_data, folder.root.string(),
                "'" + printable(earlier->second) + "' and '" + printable(path) + "' have the same " +
                    std::string(describe(naming)) + ", and that is how the table names images (--test)",
                "rename one of them, or name the images by path in the table");
  }
}

std::unique_ptr<BuildInput> read_test_images(const BuildOptions& options, const PreparedBuild& prepared,
                                             Observer& observer) {
  const BuildInput& labelled = *prepared.input;
  auto input = std::make_unique<BuildInput>();
  input->folder = walk_images(options.images, passed_over(options), inputs_of(prepared.layout));
  if (const std::string skipped = describe(input->folder.skipped); !skipped.empty()) observer.note(skipped);
  input->opener = std::make_unique<ImageOpener>(options.images, ImageOpener::Reach::anywhere);
  // Before the labelled images are left out, with which masks pair.
  if (!options.allow_masks) {
    const ImageFolder& folder = input->folder;
    require_no_masks({folder.root, *input->opener, {folder.paths.begin(), folder.paths.end()}});
  }
  leave_out_labelled(input->folder, labelled, observer);
  const ImageNaming naming = usual_naming(labelled, observer);
  if (stores_name(prepared.layout, labelled.image_column)) require_distinct_names(input->folder, naming);
  input->table = flat_table(input->folder, naming);
  input->profiles = profile_columns(*input->table);
  input->samples = std::make_unique<Samples>(
      samples_of(*input->table, input->folder, *input->opener, each_row_its_image(input->folder)));
  return input;
}

/// The features that need nothing of the labels. The image column of the labels is that of the images here.
RecordLayout unlabelled(const RecordLayout& layout, std::size_t image_column) {
  RecordLayout kept = layout;
  kept.classes.clear();
  std::erase_if(kept.features, [&](const BoundFeature& feature) {
    return std::any_of(feature.columns.begin(), feature.columns.end(),
                       [&](std::size_t column) { return column != image_column; }) ||
           feature.classes != nullptr || info(feature.spec.kind).source == FeatureSource::box_columns ||
           info(feature.spec.kind).source == FeatureSource::companion ||
           feature.spec.kind == FeatureKind::mask_format;
  });
  kept.boxes = nullptr;
  kept.masks = nullptr;
  for (BoundFeature& feature : kept.features)
    std::fill(feature.columns.begin(), feature.columns.end(), std::size_t{0});
  kept.missing.of_column.clear();
  return kept;
}

struct SharedImages {
  std::uint64_t count = 0;  // of the unlabelled ones
  std::string example;
};

/// Images of both sets that have one group; those of `unlabelled` are numbered after those of `known`.
SharedImages shared_images(const Samples& known, const Samples& unlabelled,
                           const PerSample<std::uint32_t>& groups) {
  constexpr SampleIndex k_none{UINT32_MAX};
  std::vector<SampleIndex> labelled_of(groups.size(), k_none);
  for (const SampleIndex sample : known.all()) labelled_of[groups[sample]] = sample;
  SharedImages shared;
  for (const SampleIndex sample : unlabelled.all()) {
    const SampleIndex equal = labelled_of[groups[SampleIndex(known.size() + sample.value())]];
    if (equal == k_none || shared.count++ > 0) continue;
    shared.example = "'" + printable(unlabelled.image_path(sample)) + "' and the labelled '" +
                     printable(known.image_path(equal)) + "'";
  }
  return shared;
}

}  // namespace

void take_labelled_options_off(BuildOptions& options) {
  options.labels.clear();
  options.drop_missing.clear();
  options.shards.equal = EqualShards::no;
}

ImageNaming usual_naming(const BuildInput& labelled, Observer& observer) {
  NamingTally tally;
  const Samples& samples = *labelled.samples;
  samples.for_each_row([&](SampleIndex sample, RowIndex, std::span<const std::string_view> cells) {
    tally.add(cells[labelled.image_column], samples.image_path(sample));
  });
  const ImageNaming naming = tally.usual();
  const std::uint64_t others = tally.values() - tally.values_in(naming);
  if (others > 0) {
    observer.warning("column '" + printable(labelled.table->columns()[labelled.image_column]) +
                     "' names most images by " + std::string(describe(naming)) +
                     ", as --test does now, but " + counted(others, "image", "images") + " in another form");
  }
  return naming;
}

std::unique_ptr<PreparedBuild> prepare_test(const PreparedBuild& labelled, Observer& observer) {
  auto test = std::make_unique<PreparedBuild>();
  test->options = labelled.options;
  test->options.images = labelled.options.test;
  take_labelled_options_off(test->options);
  test->input = read_test_images(test->options, labelled, observer);
  filter_input(*test->input, test->options.filter, test->options.image.decode.orientation,
               test->options.threads, observer);
  bind_test(*test, labelled);
  observer.note(counted(test->input->samples->size(), "unlabelled image", "unlabelled images") + " of " +
                printable(labelled.options.test.string()) + " become the split test" +
                (labelled.options.shards.equal == EqualShards::no ? "" : ", which --equal does not change"));
  return test;
}

void bind_test(PreparedBuild& test, const PreparedBuild& labelled) {
  test.layout = unlabelled(labelled.layout, labelled.input->image_column);
  if (test.layout.features.empty()) {
    throw Error(ErrorKind::usage, "", "--test has no feature to store: every feature is made from labels",
                "add one of the image, for instance --feature image=jpeg");
  }
  test.splits.names = {k_test_split};
  test.splits.split_of_sample.assign(test.input->samples->size(), 0);
  number_if_stored(*test.input->samples, test.layout, labelled.input->samples->size() + 1);
  test.maker = std::make_unique<RecordMaker>(test.layout, test.options.image);
}

void require_no_test_split(const std::vector<std::string>& names) {
  std::vector<std::string> all(names);
  all.emplace_back(k_test_split);
  if (same_but_for_case(all).empty()) return;
  throw Error(ErrorKind::usage, "", "--test makes a split called test, and the labelled set has one",
              "rename that one, for instance to val");
}

void check_shared_images(const PreparedBuild& labelled, const PreparedBuild& test, Observer& observer) {
  const auto dedupe = labelled.options.splits.dedupe;
  if (dedupe == Dedupe::ignore) return;
  const Samples& known = *labelled.input->samples;
  const Samples& unlabelled = *test.input->samples;
  const bool looks_count = dedupe == Dedupe::refuse;
  const auto groups =
      looks_count ? find_repeats(known, unlabelled, labelled.repeat_search(), observer).group_of_sample
                  : identical_across(known, unlabelled, labelled.options.threads, observer);
  const SharedImages shared = shared_images(known, unlabelled, groups);
  if (shared.count == 0) return;
  if (!looks_count) {
    observer.warning(counted(shared.count, "image of --test has", "images of --test have") +
                     " the same bytes as a labelled one, for instance " + shared.example +
                     "; --dedupe error refuses them");
    return;
  }
  throw Error(ErrorKind::bad_data, labelled.options.test.string(),
              counted(shared.count, "image equals", "images equal") +
                  " a labelled one, or nearly so, for instance " + shared.example + " (--dedupe error)",
              "remove them on one side, so that no model is tested with images it has seen");
}

void add_test(Manifest& set, const Manifest& test) {
  set.splits.emplace_back(k_test_split);
  for (std::vector<ClassColumn>* columns : {&set.classes, &set.strata}) {
    for (ClassColumn& column : *columns) {
      for (ClassCount& known : column.classes) known.by_split.push_back(0);
    }
  }
  for (SetTotals totals : test.totals) {
    for (const ManifestFeature& feature : test.features) totals.features.push_back(feature.name);
    set.totals.push_back(std::move(totals));
  }
  set.shards.insert(set.shards.end(), test.shards.begin(), test.shards.end());
  std::map<std::string, std::uint64_t> more(test.images.begin(), test.images.end());
  for (auto& [fact, count] : set.images) {
    count += more[fact];
    more.erase(fact);
  }
  set.images.insert(set.images.end(), more.begin(), more.end());
  set.filtered += test.filtered;
  set.bad.insert(set.bad.end(), test.bad.begin(), test.bad.end());
}

}  // namespace tfrec
