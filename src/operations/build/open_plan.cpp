// SPDX-License-Identifier: Apache-2.0
#include "operations/build/open_plan.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <utility>

#include "base/error.hpp"
#include "base/text/printable.hpp"
#include "base/text/unique_name.hpp"
#include "dataset/folder/folder_table.hpp"
#include "dataset/folder/image_folder.hpp"
#include "dataset/table/csv_table.hpp"
#include "dataset/table/selected_table.hpp"
#include "sets/input/find_boxes.hpp"
#include "sets/input/find_companions.hpp"
#include "sets/input/record_options.hpp"
#include "sets/options/check_image_options.hpp"
#include "sets/options/companion_sources.hpp"
#include "sets/options/earlier_set.hpp"
#include "sets/options/given_folders.hpp"
#include "sets/options/mask_rules.hpp"
#include "sets/options/option_table.hpp"
#include "sets/plan/describe_set.hpp"
#include "sets/plan/test_part.hpp"
#include "shards/names/set_names.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

BuildOptions options_of(const SavedPlan& saved, const Manifest& manifest, const PlanUse& use) {
  BuildOptions options;
  options.like = use.file;
  options.images = use.images;
  options.labels = saved.labels;
  options.test = (manifest.option("test") != nullptr) ? fs::path(k_test_split) : fs::path();
  if (!use.test.empty()) options.test = use.test;
  options.out = use.out;
  options.max_bad = use.max_bad.value_or(saved.max_bad);
  options.reread = use.reread;
  options.threads = use.threads;
  options.memory = use.memory;
  read_plan_options(manifest, use.file.string(), options);
  read_options(manifest, {OptionUse::records, OptionUse::report}, use.file.string(), options);
  apply_max_pixels(options);
  options.masks.folder = use.masks;
  options.files = use.files;
  if (use.images.empty()) {  // nothing is read from these
    if (manifest.option("masks") != nullptr) options.masks.folder = "masks";
    if (manifest.option("files") != nullptr) options.files = "files";
  }
  return options;
}

/// What the command line would have refused has no place in a plan either.
void check_options(const BuildOptions& options, const SavedPlan& saved, const PlanUse& use) {
  try {
    check_set_name(options.name);
    check_extension(options.extension);
    check_image_options(options.image);
  } catch (const Error& error) {
    throw Error(ErrorKind::bad_data, use.file.string(), "contains an invalid option: " + error.message(),
                "make the plan again");
  }
  const std::size_t variants = std::max<std::size_t>(options.image.sizes.size(), 1);
  const SavedPart& first = saved.parts.front();
  const bool fits =
      first.splits.front().predicted_bytes.size() == variants &&
      saved.parts.back().splits.front().predicted_bytes.size() == variants &&
      (options.splits.stratify.empty() || !first.split_names.empty()) &&
      (saved.parts.size() == 1 || (!first.split_names.empty() && saved.parts[1].splits.size() == 1));
  if (!fits) {
    throw Error(ErrorKind::bad_data, use.file.string(), "contains options and lists that do not match",
                "make the plan again");
  }
}

/// The masks and files that the plan lists.
void take_companions(PreparedBuild& first, SavedPart& part, const EarlierSet& earlier, const PlanUse& use) {
  BuildInput& input = *first.input;
  const CompanionSources sources = companion_sources(first.options, &earlier);
  if (sources.columns.size() != part.companions.size()) {
    throw Error(ErrorKind::bad_data, use.file.string(), "lists files of other features than it has",
                "make the plan again");
  }
  input.companion_columns = sources.columns;
  if (sources.has_masks) {
    input.mask_rules =
        std::make_shared<MaskRules>(mask_rules(first.options.masks, first.options.image.decode.max_pixels));
  }
  for (std::size_t i = 0; i < part.companions.size(); ++i) {
    Companions& list = part.companions[i];
    if (!use.images.empty()) {
      Companions below = companions_below(first.options, sources, i);
      list.root = std::move(below.root);
      list.opener = std::move(below.opener);
    }
    input.samples->companions.push_back(std::move(list));
  }
}

/// The rows that the plan lists, instead of a walk through the folder.
void take_rows(BuildInput& input, SavedPart& part, const fs::path& images, ImageOpener::Reach reach,
               const std::string& plan) {
  const std::size_t most = input.table->rows();
  const bool fits = std::ranges::all_of(part.rows, [&](RowIndex row) { return row.value() < most; });
  if (!fits)
    throw Error(ErrorKind::bad_data, plan, "names rows that its table does not have", "make the plan again");
  if (!images.empty()) input.opener = std::make_unique<ImageOpener>(images, reach);
  input.filtered = part.filtered;
  input.left_out = std::move(part.left_out);
  input.samples = std::make_unique<Samples>(Samples{*input.table, input.folder, input.opener.get(), part.rows,
                                                    part.images, part.image_bytes, part.row_begins});
  if (!part.boxes) return;
  input.boxes =
      audit_of(*part.boxes, most, input.samples->size(), part.splits.front().predicted_bytes.size());
  if (!input.boxes)
    throw Error(ErrorKind::bad_data, plan, "names boxes that its table does not have", "make the plan again");
}

std::unique_ptr<BuildInput> labelled_input(SavedPlan& saved, const BuildOptions& options,
                                           const Manifest& manifest, const std::string& plan) {
  auto input = std::make_unique<BuildInput>();
  SavedPart& part = saved.parts.front();
  input->folder.root = options.images;
  input->folder.paths = std::move(part.paths);
  if (saved.labels.empty()) {
    take_folder_table(*input, options.splits.folders);
    take_rows(*input, part, options.images, ImageOpener::Reach::anywhere, plan);
    return input;
  }
  input->delimiter = options.delimiter;
  input->table = read_csv_table(std::move(*saved.csv), {options.delimiter});
  if (!part.selected.empty()) {
    if (part.selected.back().value() >= input->table->rows()) {
      throw Error(ErrorKind::bad_data, plan, "names rows that its table does not have",
                  "make the plan again");
    }
    input->table = select_rows(std::move(input->table), part.selected);
  }
  input->image_column = column_named(*input->table, text_option(manifest, "image-column"), "--image-column");
  if (!options.splits.column.empty())
    input->split_column = column_named(*input->table, options.splits.column, "--split-column");
  take_rows(*input, part, options.images, ImageOpener::Reach::beneath, plan);
  return input;
}

std::unique_ptr<BuildInput> test_input(SavedPart& part, ImageNaming naming, const fs::path& images,
                                       const std::string& plan) {
  auto input = std::make_unique<BuildInput>();
  input->folder.root = images;
  input->folder.paths = std::move(part.paths);
  input->table = flat_table(input->folder, naming);
  take_rows(*input, part, images, ImageOpener::Reach::anywhere, plan);
  input->profiles = profile_columns(*input->table);
  return input;
}

/// The parts as prepare_parts() would have made them, with their splits.
std::vector<BuildPart> prepared_parts(SavedPlan& saved, const Manifest& manifest, const PlanUse& use) {
  Observer quiet;  // all was reported when the plan was made
  const EarlierSet earlier = earlier_set(manifest, use.file.string());
  std::vector<BuildPart> parts;
  parts.push_back({std::make_unique<PreparedBuild>()});
  PreparedBuild& first = *parts.front().prepared;
  first.options = options_of(saved, manifest, use);
  check_options(first.options, saved, use);
  first.input = labelled_input(saved, first.options, manifest, use.file.string());
  find_boxes(*first.input, first.options, &earlier, quiet);
  find_row_lists(*first.input, first.options);
  if (first.input->boxes) first.input->row_lists->skipped = first.input->boxes->skipped;
  take_companions(first, saved.parts.front(), earlier, use);
  profile(*first.input, quiet);
  bind_layout(first, &earlier, quiet);
  first.splits = {saved.parts.front().split_names, saved.parts.front().split_of_sample,
                  labels_to_spread(first.options.splits, *first.input, first.layout),
                  saved.parts.front().deviation};
  if (saved.parts.size() == 1) return parts;
  parts.push_back({std::make_unique<PreparedBuild>()});
  PreparedBuild& test = *parts.back().prepared;
  test.options = first.options;
  test.options.images = use.test;
  take_labelled_options_off(test.options);
  test.input = test_input(saved.parts.back(), usual_naming(*first.input, quiet),
                          use.images.empty() ? fs::path() : use.test, use.file.string());
  bind_test(test, first);
  return parts;
}

/// Fixes the shards as plan_parts() did.
void plan_as_saved(std::vector<BuildPart>& parts, SavedPlan& saved) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    BuildPart& part = parts[i];
    BuildPlan& plan = part.planned.plan;
    plan = undealt_plan(part.prepared->options, part.samples().size(), part.prepared->splits);
    for (std::size_t s = 0; s < plan.splits.size(); ++s) {
      SavedSplit& from = saved.parts[i].splits[s];
      plan.splits[s].predicted_bytes = std::move(from.predicted_bytes);
      deal_shards(plan, s, {from.shards, std::move(from.shard_rule), std::move(from.given_up)},
                  part.prepared->options);
    }
    part.planned.set = describe_plan(*part.prepared, plan);
    part.shards.resize(plan.shards.size());
  }
}

/// Throws where this tfrec would make other bytes; finish makes none.
bool has_versions_of(const Manifest& manifest, const Manifest& set, const PlanUse& use) {
  const auto other = std::ranges::find_if(
      set.versions, [&](const auto& one) { return version_of(manifest, one.first) != one.second; });
  if (other == set.versions.end()) return true;
  if (use.images.empty()) return false;
  const auto& [library, version] = *other;
  std::string message = "the plan was made with " + library + " ";
  message += printable(version_of(manifest, library)) + ", and this is ";
  message += version + ": its shards would not fit the others";
  throw Error(ErrorKind::usage, use.file.string(), message,
              "use that version for all parts, or make the plan again with this one");
}

void take_versions(const Manifest& manifest, std::vector<BuildPart>& parts) {
  for (BuildPart& part : parts) {
    for (auto& [library, version] : part.planned.set.versions) {
      for (const auto& [made_with, made_version] : manifest.versions) {
        if (made_with == library) version = made_version;
      }
    }
  }
}

/// Stdin has no path to open again.
InputFile same_file(const InputFile& file) {
  FileDescriptor again(::fcntl(file.descriptor(), F_DUPFD_CLOEXEC, 0));
  if (!again.is_open()) throw system_error(errno, file.name(), "cannot open");
  return {std::move(again), file.name()};
}

SavedPart saved_part(const BuildPart& part) {
  const BuildInput& input = *part.prepared->input;
  SavedPart saved;
  saved.selected = input.selected;
  saved.rows = input.samples->rows;
  saved.row_begins = input.samples->row_begins;
  saved.image_bytes = input.samples->image_bytes;
  // Rows that are images need all of the folder; those of a CSV the images they name.
  const bool from_folder = part.prepared->options.labels.empty();
  if (from_folder) {
    saved.paths = input.folder.paths;
    saved.images = input.samples->images;
  }
  for (const SampleIndex sample : input.samples->all()) {
    if (from_folder) break;
    saved.paths.push_back(input.samples->image_path(sample));
    saved.images.push_back(sample.value());
  }
  saved.split_names = part.prepared->splits.names;
  saved.split_of_sample = part.prepared->splits.split_of_sample;
  saved.deviation = part.prepared->splits.deviation;
  saved.filtered = input.filtered;
  saved.left_out = input.left_out;
  if (input.boxes) saved.boxes = saved_boxes(*input.boxes);
  saved.companions = input.samples->companions;
  for (const PlannedSplit& split : part.planned.plan.splits)
    saved.splits.push_back({split.shards.size(), split.predicted_bytes, split.shard_rule, split.given_up});
  return saved;
}

}  // namespace

OpenPlan open_plan(const PlanUse& use) {
  OpenPlan open;
  open.saved = std::make_unique<SavedPlan>(read_plan_file(use.file));
  SavedPlan& saved = *open.saved;
  const Manifest manifest = parse_manifest(saved.manifest, use.file.string());
  if ((manifest.option("test") != nullptr) != (saved.parts.size() == 2))
    throw Error(ErrorKind::bad_data, use.file.string(), "is not a plan", "make the plan again");
  if (!use.images.empty()) {
    require_same_folders(manifest, {use.test, use.masks, use.files}, use.file.string(), "the plan");
    for (const fs::path& folder : {use.images, use.test, use.masks, use.files})
      if (!folder.empty()) require_image_folder(folder);
  }
  open.parts = prepared_parts(saved, manifest, use);
  const SetIdentity identity = identity_of(open.parts, manifest.versions);
  plan_as_saved(open.parts, saved);
  if (!has_versions_of(manifest, open.parts.front().planned.set, use)) take_versions(manifest, open.parts);
  if (identity.fingerprint != saved.fingerprint || plan_hash(identity.request, open.parts) != saved.plan) {
    throw Error(ErrorKind::bad_data, use.file.string(),
                "describes another set to this version of tfrec than to the one that made it",
                "make the plan again with this one");
  }
  open.set = whole_set(open.parts);
  open.set.fingerprint = saved.fingerprint;
  open.set.plan = saved.plan;
  return open;
}

void save_plan(const fs::path& file, const std::vector<BuildPart>& parts, const Manifest& set) {
  const BuildOptions& options = parts.front().prepared->options;
  const Table& table = *parts.front().prepared->input->table;
  const std::string labels = options.labels.empty() ? "" : fs::path(table.source()).filename().string();
  SavedPlan plan{manifest_json(set), set.plan, set.fingerprint, labels, options.max_bad, {}};
  for (const BuildPart& part : parts) plan.parts.push_back(saved_part(part));
  if (const InputFile* csv = table.file()) plan.csv.emplace(same_file(*csv));
  try {
    write_plan_file(file, plan, [&](const fs::path& draft) {
      require_unchanged(table);
      PlanUse use;
      use.file = draft;
      open_plan(use);
    });
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::bad_data)
      throw Error(error.kind(), without_process_suffix(error.path()), error.message(), error.hint());
    throw Error(ErrorKind::bad_data, file.string(),
                "a plan can't describe this set: a name in it is not UTF-8, or the table has changed",
                "build it in one run, without a plan");
  }
}

}  // namespace tfrec
