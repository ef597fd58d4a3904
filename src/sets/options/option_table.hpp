// SPDX-License-Identifier: Apache-2.0
// The one list of options that decide about a set: how a manifest records each, how it is read back, and who
// reads it. docs/format.md lists the keys.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sets/options/build_options.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// What an option decides, and so who reads its recorded value.
enum class OptionUse {
  records,  // what is in a record: --like reads it
  input,    // which images take part: a saved plan and repair read it
  dealing,  // which split and shard each takes, and what shards are called: a saved plan and repair read it
  report,   // files beside the shards: a saved plan reads it
};

/// Facts about a layout that decide whether an option has an effect.
struct LayoutFacts {
  bool uses_pixels = false;  // a feature is made from the image
  bool uses_scale = false;   // a feature is raw-float32
  bool has_masks = false;
};

struct RecordedOption {
  std::string_view name;  // the flag without "--", and the manifest's key
  OptionUse use = OptionUse::records;
  bool excludes_like = true;  // of `records`: --like refuses the flag beside it
  bool is_merged = true;      // a set made from several sets keeps the value that they share
  /// The value to record; empty if the option has no effect.
  std::function<std::optional<OptionValue>(const BuildOptions&, const LayoutFacts&)> record;
  /// Returns false if the value is not one that the option takes.
  std::function<bool(const OptionValue&, BuildOptions&)> read;
};

using RecordedOptions = std::vector<std::pair<std::string, OptionValue>>;

/// In the order in which a manifest records them.
const std::vector<RecordedOption>& option_table();

/// `options` must be resolved: see resolved_options().
RecordedOptions record_options(const BuildOptions& options, const LayoutFacts& facts);
/// The part of them that `tfrec reshard` has, too: how many shards.
RecordedOptions record_shard_request(const ShardRequest& request);

/// Reads options of some uses from an earlier set or a plan into `options`. An option that is not recorded
/// keeps its value. Throws Error (bad_data) naming `file` if a value is not one that the option takes.
void read_options(const Manifest& earlier, std::initializer_list<OptionUse> uses, const std::string& file,
                  BuildOptions& options);

/// Reads all that decides about the set but not about its records: name, seed, `input` and `dealing`.
void read_plan_options(const Manifest& earlier, const std::string& file, BuildOptions& options);

/// Takes the values of --missing, "VALUE" or "COLUMN=VALUE". Returns what is wrong with them, or nothing.
std::string take_missing(const std::vector<std::string>& texts, BuildOptions& options);

/// Where --max-pixels or --like gave a limit, images have it.
void apply_max_pixels(BuildOptions& options);

}  // namespace tfrec
